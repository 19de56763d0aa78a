"""The rules of any ruleset in words: a leaflet in English, German or Swedish, written from the options.

The words are those of the glossary, in German those of S000, S001 and S004, in Swedish those of S003. What a ruleset
leaves out is mostly left unsaid, apart from what players expect to be told.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hnefatafl.describe._english import ENGLISH
from hnefatafl.describe._german import GERMAN
from hnefatafl.describe._language import Language
from hnefatafl.describe._sections import Picture, sections
from hnefatafl.describe._swedish import SWEDISH
from hnefatafl.errors import UnknownLanguageError
from hnefatafl.rules import Ruleset

__all__ = ["LANGUAGES", "describe"]

_LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType({"en": ENGLISH, "de": GERMAN, "sv": SWEDISH})
LANGUAGES: Final[tuple[str, ...]] = tuple(_LANGUAGES)
"""The languages in which rules can be described, by their codes."""
_WIDTH: Final = 78


def describe(rules: Ruleset, lang: str = "en", *, order: bool = False) -> str:
    """The rules as a leaflet: plain text in headed sections, at most 78 characters a line.

    Rulesets whose options make them play differently are described differently. The functions of a ruleset
    (:attr:`~hnefatafl.rules.Ruleset.extra_captures`, :attr:`~hnefatafl.rules.Ruleset.extra_endings`) are named, with
    the first line of their docstrings, in whatever language that is.

    >>> from hnefatafl import variants
    >>> leaflet = describe(variants.FOTEVIKEN_TABLUT, "sv")
    >>> print(leaflet[leaflet.index("Spelets mål"):leaflet.index("Hur pjäserna")].rstrip())
    Spelets mål
    -----------
    <BLANKLINE>
    Kungen vill ta sig ut. Försvararna vinner så snart han når en av dessa rutor:
    ytterkanten utom lägren.
    <BLANKLINE>
    Angriparna vill fånga kungen och vinner om de lyckas.

    Arguments:
        rules: the ruleset.
        lang: ``en``, ``de`` or ``sv``.
        order: whether to tell as well which end counts when one move brings several about.

    Raises:
        UnknownLanguageError: there are no words for that language.
    """
    language = _LANGUAGES.get(lang)
    if language is None:
        raise UnknownLanguageError(lang, LANGUAGES)
    title = textwrap.fill(language.say("title", name=" ".join(rules.name.split())), _WIDTH)
    lines = [title, "=" * max(map(len, title.split("\n")))]
    for section in sections(rules, language, order=order):
        lines += ["", section.title, "-" * len(section.title)]
        for part in section.parts:
            lines += ["", textwrap.indent(part.text, "    ") if isinstance(part, Picture) else _fill(part)]
    return "\n".join(lines)


def _fill(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
