"""Notes of the shipped rulesets in German and Swedish: our readings, and the rules that a source offers as options.

``notes.tsv`` has the text of each note in English, as the ruleset has it, in German and in Swedish. Leaflets in these
languages name only the topic of a note that is not there
(:attr:`Language.topics <hnefatafl.describe._language.Language.topics>`).
"""

from __future__ import annotations

from pkgutil import get_data
from typing import Final

__all__ = ["GERMAN_NOTES", "SWEDISH_NOTES"]

_TEXT: Final = (get_data("hnefatafl.describe", "notes.tsv") or b"").decode()
_NOTES: Final = [line.split("\t") for line in _TEXT.splitlines() if not line.startswith("#")]

GERMAN_NOTES: Final = {english: german for english, german, _ in _NOTES}
"""German."""
SWEDISH_NOTES: Final = {english: swedish for english, _, swedish in _NOTES}
"""Swedish."""
