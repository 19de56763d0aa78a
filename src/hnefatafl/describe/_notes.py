"""Notes in German and Swedish, and our readings of rules that hold wherever a ruleset has the rule.

``notes.tsv`` has the text of each note of a shipped ruleset in English, as the ruleset has it, in German and in
Swedish: our readings, departures from the source, the rules that it offers as options, and what it says of matches.
Leaflets in these languages name only the topic of a note that is not there
(:attr:`Language.topics <hnefatafl.describe._language.Language.topics>`).

``general.tsv`` has our readings of rules that the sources leave open wherever they occur, such as the die of S001, with
the key of the phrase that says the rule. Every leaflet with this sentence marks it, whoever made the ruleset.
"""

from __future__ import annotations

from pkgutil import get_data
from typing import Final

from hnefatafl.rules import Reading


def _rows(name: str) -> list[list[str]]:
    text = (get_data("hnefatafl.describe", name) or b"").decode()
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


_GENERAL: Final = _rows("general.tsv")
_NOTES: Final = [*_rows("notes.tsv"), *(texts for _, *texts in _GENERAL)]

GENERAL: Final = {key: Reading(options=(key,), text=english) for key, english, *_ in _GENERAL}
"""Our readings by the key of the phrase that each belongs to."""
GERMAN_NOTES: Final = {english: german for english, german, _ in _NOTES}
"""German."""
SWEDISH_NOTES: Final = {english: swedish for english, _, swedish in _NOTES}
"""Swedish."""
