"""Rules in words: a leaflet of any ruleset in English, German or Swedish, written from its options; and, in the same
languages, sentences about moves and games.

The words are those of the glossary, in German those of S000, S001 and S004, in Swedish those of S003. A rule that a
ruleset does not have is mostly not mentioned, unless players expect it.
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

import attrs

from hnefatafl.board import Outcome
from hnefatafl.describe._catalogues import CATALOGUES, Said
from hnefatafl.describe._footnotes import HOLDERS, Footnotes, options
from hnefatafl.describe._language import Language, Leaflet, Paragraph, Phrase
from hnefatafl.describe._sections import Figure, sections, tell_reading
from hnefatafl.describe._sections import summary as summarized
from hnefatafl.rules import Reading, Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.errors import UnknownLanguageError

__all__ = ["LANGUAGES", "Leaflet", "Phrase", "describe", "leaflet", "rule", "sentence", "summary"]


LANGUAGES: Final[tuple[str, ...]] = tuple(CATALOGUES)
"""The languages in which rules can be described, by their codes."""
_NOTES: Final = ("h match", "h optional", "h footnotes")
"""The sections that come from the notes of a ruleset alone."""
_WIDTH: Final = 78
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_MARK: Final = re.compile(rf"{_NO_BREAK}\[\d+\]")
"""The number of a footnote behind a word."""


def describe(ruleset: RulesetLike, lang: str = "en", *, order: bool = False) -> str:
    """Return the rules as a leaflet: plain text in headed sections, at most 78 characters a line.

    Rulesets that play differently are described differently. The functions of a ruleset
    (:attr:`~hnefatafl.rules.Ruleset.extra_captures`, :attr:`~hnefatafl.rules.Ruleset.extra_endings`) are named, with
    the first line of their docstrings, whatever its language.

    A sentence that comes from our reading of the source, from a departure, or from an additional rule of the source,
    has the number of a footnote that says so (:attr:`~hnefatafl.rules.Ruleset.readings`). So has one whose rule is our
    reading wherever it holds, such as that of the die, whoever made the ruleset.

    >>> from hnefatafl import variants
    >>> told = describe(variants.FOTEVIKEN_TABLUT, "sv")
    >>> print(told[told.index("Spelets mål"):told.index("Hur pjäserna")].rstrip())
    Spelets mål
    -----------
    <BLANKLINE>
    Försvararnas mål är att föra kungen i säkerhet. De vinner så snart han når en
    ruta vid ytterkanten utanför lägren [1].
    <BLANKLINE>
    Angriparnas mål är att fånga kungen. Lyckas de med det vinner de.

    Arguments:
        ruleset: the ruleset.
        lang: ``en``, ``de`` or ``sv``.
        order: whether to add which ending takes precedence when one move leads to several.

    Raises:
        UnknownLanguageError: the language is not one of :data:`LANGUAGES`.
    """
    ruleset = as_ruleset(ruleset)
    _check_language(lang)
    readings = _select_readings(ruleset, CATALOGUES[lang])
    whole = [reading for reading in readings if "all" in reading.options]
    others = [reading for reading in readings if reading not in whole]
    language = attrs.evolve(CATALOGUES[lang], footnotes=Footnotes(others))
    title = textwrap.fill(language.say("title", name=" ".join(ruleset.name.split())).text, _WIDTH).replace(
        _NO_BREAK, " "
    )
    lines = [title, "=" * max(map(len, title.split("\n")))]
    for reading in whole:
        lines += ["", _wrap_paragraph([tell_reading(reading, language)])]
    for section in sections(ruleset, language, order=order):
        lines += ["", section.title, "-" * len(section.title)]
        for part in section.parts:
            lines += ["", textwrap.indent(part.text, "    ") if isinstance(part, Figure) else _wrap_paragraph(part)]
    return "\n".join(lines)


def rule(ruleset: RulesetLike, option: str, other: RulesetLike, lang: str = "en") -> str:
    """Return what an option of a ruleset says, in a sentence of its leaflet that the one of another ruleset lacks.

    >>> from hnefatafl import Repetition, variants
    >>> rule("brandubh", "repetition", variants.BRANDUBH.evolve(repetition=Repetition()))
    'When a position occurs for the third time, the defenders lose and the attackers win.'

    Arguments:
        ruleset: the ruleset.
        option: an option in which the two differ.
        other: the other ruleset.
        lang: ``en``, ``de`` or ``sv``.

    Returns:
        The sentence, without footnotes; before it, for a special square, which it is. It is empty if the leaflet says
        nothing of the option: as a rule, because the option changes nothing under the others.

    Raises:
        UnknownLanguageError: the language is not one of :data:`LANGUAGES`.
    """
    _check_language(lang)
    language = CATALOGUES[lang]
    lacking = {said.text for paragraph in _list_paragraphs(as_ruleset(other), language) for said in paragraph}
    specific: list[str] = []
    general: list[str] = []
    for first, *others in _list_paragraphs(as_ruleset(ruleset), language):
        for said in (first, *others):
            sources = {source.partition(".")[0] for source in options(said.says.key)}
            if said.text not in lacking and (not sources or option in sources):
                text = f"{first.text} {said.text}" if first.says.key == "zone" and said is not first else said.text
                (specific if sources or (first.says.key == "zone" and option in HOLDERS) else general).append(
                    _MARK.sub("", text).replace(_NO_BREAK, " ")
                )
    return next(iter(specific + general), "")


def _list_paragraphs(rules: Ruleset, language: Language) -> list[Paragraph]:
    parts_of_leaflet = sections(rules, attrs.evolve(language, footnotes=Footnotes()), order=False)
    return [part for section in parts_of_leaflet for part in section.parts if not isinstance(part, Figure)]


def leaflet(ruleset: RulesetLike) -> Leaflet:
    """Return the leaflet as data: what each sentence says, without its words.

    :func:`describe` writes the same sentences in a language, and adds the name of the ruleset and what is in its notes:
    footnotes, additional rules and the rules of a match.

    >>> for paragraph in leaflet("brandubh").sections["repetition"]:
    ...     print(*paragraph, sep="\\n")
    Phrase(key='repeat defenders lose', values={'n': 3})
    Phrase(key='repeat same')
    Phrase(key='repeat reset')
    Phrase(key='repeat start')

    Raises:
        UnknownVariantError: no ruleset has that name.
    """
    rules = as_ruleset(ruleset)
    phrases = {
        section.key.removeprefix("h "): tuple(
            tuple(sentence.says for sentence in part) for part in section.parts if not isinstance(part, Figure)
        )
        for section in sections(rules, attrs.evolve(CATALOGUES["en"], footnotes=Footnotes()), order=False)
        if section.key not in _NOTES
    }
    return Leaflet(rules.start, phrases)


def summary(ruleset: RulesetLike, lang: str = "en") -> str:
    """Return a ruleset in one sentence: how many pieces play, and where the king escapes.

    Arguments:
        ruleset: the ruleset.
        lang: ``en``, ``de`` or ``sv``.

    Raises:
        UnknownLanguageError: the language is not one of :data:`LANGUAGES`.
    """
    _check_language(lang)
    return summarized(as_ruleset(ruleset), CATALOGUES[lang])


def sentence(said: Outcome | Said, lang: str = "en") -> str:
    """Return an outcome, an ending, a way of capture, a reason why a move is illegal, or an announcement in words.

    >>> from hnefatafl import Illegality, Side, Termination
    >>> sentence(Outcome(Side.DEFENDERS, Termination.KING_ESCAPED), "sv")
    'försvararna vinner: kungen har kommit ut'
    >>> sentence(Illegality.BLOCKED, "de")
    'eine andere Figur steht im Weg'

    Raises:
        UnknownLanguageError: the language is not one of :data:`LANGUAGES`.
    """
    _check_language(lang)
    language = CATALOGUES[lang]
    if isinstance(said, Outcome):
        winner = said.winner.name if said.winner is not None else "NONE"
        return f"{language.winners[winner]}: {sentence(said.termination, lang)}"
    return language.said[f"{type(said).__name__}.{said.name}"]


def _select_readings(rules: Ruleset, language: Language) -> list[Reading]:
    """Return the readings for footnotes; those that have only a topic in this language, once for each topic."""
    notable = [reading for reading in rules.readings if reading.options and reading.in_force]
    if not language.topics:
        return notable
    kinds = ((language.notes.get(note.text, note.options), note.optional, note.departs) for note in notable)
    same = dict(reversed([*zip(kinds, notable, strict=True)]))
    return [reading for reading in notable if reading in same.values()]


def _check_language(lang: str) -> None:
    if lang not in CATALOGUES:
        raise UnknownLanguageError(lang, LANGUAGES)


def _wrap_paragraph(paragraph: Paragraph) -> str:
    # The number of a footnote stays with its word.
    text = " ".join(sentence.text for sentence in paragraph)
    filled = textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_NO_BREAK, " ")
