"""The rules of any ruleset in words: a leaflet in English, German or Swedish, written from the options; and, in the
same languages, what the library says of moves and games.

The words are those of the glossary, in German those of S000, S001 and S004, in Swedish those of S003. What a ruleset
leaves out is mostly left unsaid, apart from what players expect to be told.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from hnefatafl._arguments import checked
from hnefatafl.describe._english import ENGLISH
from hnefatafl.describe._footnotes import Footnotes
from hnefatafl.describe._german import GERMAN
from hnefatafl.describe._language import Language
from hnefatafl.describe._sections import Picture, sections
from hnefatafl.describe._swedish import SWEDISH
from hnefatafl.describe._verdicts import VERDICTS, Said
from hnefatafl.errors import UnknownLanguageError
from hnefatafl.outcome import Outcome
from hnefatafl.rules import Reading, Ruleset

__all__ = ["LANGUAGES", "describe", "sentence"]


def __dir__() -> list[str]:
    return __all__


_LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType({"en": ENGLISH, "de": GERMAN, "sv": SWEDISH})
LANGUAGES: Final[tuple[str, ...]] = tuple(_LANGUAGES)
"""The languages in which rules can be described, by their codes."""
_WIDTH: Final = 78
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


@checked
def describe(rules: Ruleset, lang: str = "en", *, order: bool = False) -> str:
    """The rules as a leaflet: plain text in headed sections, at most 78 characters a line.

    Rulesets whose options make them play differently are described differently. The functions of a ruleset
    (:attr:`~hnefatafl.rules.Ruleset.extra_captures`, :attr:`~hnefatafl.rules.Ruleset.extra_endings`) are named, with
    the first line of their docstrings, in whatever language that is.

    Sentences that come from our reading of the source, or from what the source offers as an additional rule, carry
    the number of a footnote that says so (:attr:`~hnefatafl.rules.Ruleset.readings`).

    >>> from hnefatafl import variants
    >>> leaflet = describe(variants.FOTEVIKEN_TABLUT, "sv")
    >>> print(leaflet[leaflet.index("Spelets mål"):leaflet.index("Hur pjäserna")].rstrip())
    Spelets mål
    -----------
    <BLANKLINE>
    Försvararna vill föra kungen i säkerhet. De vinner så snart han når en ruta
    vid ytterkanten utanför lägren [1].
    <BLANKLINE>
    Angriparna vill fånga kungen och vinner om de lyckas.

    Arguments:
        rules: the ruleset.
        lang: ``en``, ``de`` or ``sv``.
        order: whether to tell as well which end counts when one move brings several about.

    Raises:
        UnknownLanguageError: there are no words for that language.
    """
    _check(lang)
    language = attrs.evolve(_LANGUAGES[lang], footnotes=Footnotes(_readings(rules, _LANGUAGES[lang])))
    title = textwrap.fill(language.say("title", name=" ".join(rules.name.split())), _WIDTH).replace(_NO_BREAK, " ")
    lines = [title, "=" * max(map(len, title.split("\n")))]
    for section in sections(rules, language, order=order):
        lines += ["", section.title, "-" * len(section.title)]
        for part in section.parts:
            lines += ["", textwrap.indent(part.text, "    ") if isinstance(part, Picture) else _fill(part)]
    return "\n".join(lines)


@checked
def sentence(said: Outcome | Said, lang: str = "en") -> str:
    """An outcome, an ending, a way of capture, a reason why a move is illegal, or an announcement, in words.

    >>> from hnefatafl import Illegality, Side, Termination
    >>> sentence(Outcome(Side.DEFENDERS, Termination.KING_ESCAPED), "sv")
    'försvararna vinner: kungen har kommit ut'
    >>> sentence(Illegality.BLOCKED, "de")
    'eine andere Figur steht im Weg'

    Raises:
        UnknownLanguageError: there are no words for that language.
    """
    _check(lang)
    words = VERDICTS[lang]
    if isinstance(said, Outcome):
        return f"{words.winners[said.winner]}: {words.sentences[said.termination]}"
    return words.sentences[said]


def _readings(rules: Ruleset, language: Language) -> list[Reading]:
    """The readings that footnotes tell; what can only be told by its topic, once for each topic."""
    notable = [reading for reading in rules.readings if reading.options and reading.in_force]
    if not language.topics:
        return notable
    same = {(language.notes.get(each.text, each.options), each.optional): each for each in reversed(notable)}
    return [reading for reading in notable if reading in same.values()]


def _check(lang: str) -> None:
    if lang not in _LANGUAGES:
        raise UnknownLanguageError(lang, LANGUAGES)


def _fill(text: str) -> str:
    # The number of a footnote stays with its word.
    filled = textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_NO_BREAK, " ")
