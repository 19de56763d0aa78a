"""A language: its phrases, the forms of its words, and how sentences are made of them; and leaflets as data, which no
language is needed to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Final, TypeAlias, cast

import attrs
from attrs import Factory

from hnefatafl.board import Board, PieceSet, Square
from hnefatafl.describe._footnotes import HOLDERS, Footnotes, options
from hnefatafl.support.as_json import plain
from hnefatafl.support.immutability import frozen

_NEVER_LISTED: Final = (PieceSet.ALL, PieceSet.MEN, PieceSet.DEFENDERS)
"""Sets whose names do not fit into a list with others."""
_LISTED_LAST: Final = (
    PieceSet.SOLDIERS,
    PieceSet.COMMANDERS,
    PieceSet.KNIGHTS,
    PieceSet.MERCENARIES,
    PieceSet.GUARDS,
    PieceSet.KING,
)
"""Sets that name no side: in a list before "the knights of the attackers", they would seem to belong to that side."""
_PLAIN: Final = PieceSet.SOLDIERS | PieceSet.KING


@frozen
class Phrase:
    """What a sentence says, or a part of one.

    >>> from hnefatafl.describe import leaflet
    >>> leaflet("magpie").sections["move"][1][1]
    Phrase(key='move king', values={'n': 1})
    """

    key: str
    """Which phrase it is. It begins with the name of the option that it comes from, where there is just one."""
    values: Mapping[str, object] = Factory(dict[str, object])
    """What the phrase leaves open, each with its name: a number, a text, a :class:`~hnefatafl.board.PieceSet`, another
    phrase, or a tuple of squares, zones (tuples of squares), texts or phrases."""

    def as_json(self) -> dict[str, Any]:
        """Return the phrase as plain data for JSON: the key and the values in one object."""
        return {"key": self.key} | {name: _unwrap_value(value) for name, value in self.values.items()}


@frozen
class Leaflet:
    """What a leaflet says, in no language.

    >>> from hnefatafl import variants
    >>> from hnefatafl.describe import leaflet
    >>> told, other = leaflet(variants.BRANDUBH), leaflet(variants.BRANDUBH.evolve(first="defenders"))
    >>> [name for name in told.sections if told.sections[name] != other.sections[name]]
    ['board']
    """

    board: Board
    """The picture: the start layout."""
    sections: Mapping[str, tuple[tuple[Phrase, ...], ...]]
    """The paragraphs of each section, by its name."""

    def as_json(self) -> dict[str, Any]:
        """Return the leaflet as plain data for JSON.

        >>> from hnefatafl.describe import leaflet
        >>> leaflet("brandubh").as_json()["sections"]["aim"][0]
        [{'key': 'aim escape', 'where': {'key': 'goal corners', 'where': ['a1', 'a7', 'g1', 'g7']}}]
        """
        sections = {
            name: [[phrase.as_json() for phrase in paragraph] for paragraph in paragraphs]
            for name, paragraphs in self.sections.items()
        }
        return {"board": plain(self.board), "sections": sections}


def _unwrap_value(value: object) -> Any:
    if isinstance(value, PieceSet):
        return [str(part.name).lower().replace("_", "-") for part in value.parts]
    return [*map(_unwrap_value, cast("tuple[object, ...]", value))] if isinstance(value, tuple) else plain(value)


@frozen
class Sentence:
    """A phrase of a leaflet in words, and what it says as data."""

    says: Phrase
    """The key of the phrase, and what fills its slots."""
    text: str
    """The sentence, with the marks of its footnotes."""


Paragraph: TypeAlias = Sequence[Sentence]
"""Sentences that follow each other."""


class Words(str):
    """Words that fill a slot, and what they say as data."""

    says: object

    def __new__(cls, text: str, says: object) -> Words:
        words = super().__new__(cls, text)
        words.says = says
        return words


@frozen
class Forms:
    """A word in its forms; the phrase names the one that it needs, as in ``{who:acc}``."""

    forms: Mapping[str, str]
    pieces: PieceSet = PieceSet.NONE
    """The pieces that it names, if it names pieces."""

    def __format__(self, spec: str) -> str:
        return self.forms[spec]


@frozen
class Number:
    """A number, which chooses the form of the word behind it.

    ``{n:=one square|squares}`` is the number in words, up to twelve, with the form that fits, ``{n:~it is|they are}``
    the form alone, and ``{n:th}`` the ordinal.
    """

    n: int
    ordinal: Callable[[int], str]
    cardinals: Sequence[str]

    def __format__(self, spec: str) -> str:
        if spec == "th":
            return self.ordinal(self.n)
        words = self.cardinals[self.n - 2] if 2 <= self.n < len(self.cardinals) + 2 else str(self.n)
        if not spec:
            return words
        one, many = spec.lstrip("~").split("|")
        if spec.startswith("~"):
            return one if self.n == 1 else many
        if self.n != 1:
            return f"{words} {many}"
        return one.removeprefix("=") if one.startswith("=") else f"{words} {one}"


@frozen(kw_only=True)
class Language:
    """A language in which rules can be described."""

    phrases: Mapping[str, str]
    """The sentences and words, each with its slots; every language has the same keys."""
    pieces: Mapping[PieceSet, Mapping[str, str]]
    """The forms of each set of pieces: ``""`` for the subject, ``only`` for "only these", and others that phrases
    name."""
    mixed_phrases: Mapping[str, str]
    """Phrases that replace others in games that have other men than soldiers."""
    mixed_pieces: Mapping[PieceSet, Mapping[str, str]]
    """Sets of pieces that have other names in such games."""
    ordinal: Callable[[int], str]
    """The ordinal of a number, as the phrases about repetition need it."""
    cardinals: Sequence[str]
    """The numbers from two to twelve."""
    topics: Mapping[str, str]
    """What each option is about, for footnotes: "wer beginnt". Empty in English, the language of the notes."""
    notes: Mapping[str, str]
    """Translations of lines in the notes of shipped rulesets, by their English text. Empty in English."""
    winners: Mapping[str, str]
    """Who wins, or that the game is drawn, by the name of the side."""
    said: Mapping[str, str]
    """A sentence for each member of the closed lists, by the names of list and member."""
    footnotes: Footnotes = Factory(Footnotes)
    """The footnotes of the leaflet that is being written."""
    present: PieceSet = PieceSet.ALL
    """The pieces of the game; others are not mentioned."""

    def among(self, present: PieceSet) -> Language:
        """Return the language of a game that has only these pieces."""
        language = attrs.evolve(self, present=present)
        if not language.mixed:
            return language
        phrases, pieces = {**self.phrases, **self.mixed_phrases}, {**self.pieces, **self.mixed_pieces}
        return attrs.evolve(language, phrases=phrases, pieces=pieces)

    @property
    def mixed(self) -> bool:
        """Whether the game has other men than soldiers."""
        return self.present not in _PLAIN

    def say(self, key: str, zone: str = "", /, **slots: object) -> Sentence:
        """Return the phrase with its slots filled, beginning with a capital, with the marks of its footnotes.

        Arguments:
            key: the key of the phrase.
            zone: the option that holds the zone that the phrase is about: ``throne``, ``corners`` or ``zones``.
            slots: what fills the slots.
        """
        phrase = self.phrases[key]
        text = phrase.format(**slots)
        marked = self.footnotes.mark(text[:1].upper() + text[1:], options(key, zone), key)
        return Sentence(_make_phrase(key, phrase, slots), marked)

    def word(self, key: str, /, **slots: object) -> Words:
        """Return the phrase with its slots filled, for the middle of a sentence."""
        phrase = self.phrases[key]
        return Words(phrase.format(**slots), _make_phrase(key, phrase, slots))

    def topic(self, option: str) -> str:
        """Return what an option is about: "wer dort einen Zug beenden darf (Thron)"."""
        holder, _, field = option.rpartition(".")
        topic = self.topics.get(option) or self.topics.get(field, option)
        return f"{topic} ({self.topics[holder]})" if holder in HOLDERS else topic

    def has(self, key: str) -> bool:
        """Return whether there is such a phrase."""
        return key in self.phrases

    def who(self, pieces: PieceSet) -> Forms:
        """Return a set of pieces in the fewest words: by its name, as a list, or as "all but" a list."""
        pieces &= self.present
        for pieces_named, forms in self.pieces.items():
            if pieces_named & self.present == pieces:
                return Forms(forms, pieces)
        listed, others = self._choose_names(pieces), self._choose_names(self.present & ~pieces)
        # "All pieces but" counts as a name.
        short = len(others) + 1 < len(listed)
        return self.all_but(self.present & ~pieces) if short else attrs.evolve(self._join_names(listed), pieces=pieces)

    def all_but(self, pieces: PieceSet) -> Forms:
        """Return "all pieces but" these, or simply all."""
        everybody, but, left = (
            self.pieces[PieceSet.ALL],
            self._choose_names(pieces & self.present),
            self.present & ~pieces,
        )
        if not but:
            return Forms(everybody, left)
        text = self.word("all but", who=self._join_names(but))
        return Forms(dict.fromkeys(everybody, text) | {"may": everybody.get("may", "")}, left)

    def _choose_names(self, pieces: PieceSet) -> list[Mapping[str, str]]:
        """Return the fewest names that make up the set, in the order in which they are listed."""
        names = [candidate for candidate in self.pieces if candidate not in _NEVER_LISTED and candidate & self.present]
        chosen: list[PieceSet] = []
        for candidate in sorted(names, key=lambda name: -(name & self.present).value.bit_count()):
            if pieces and candidate & self.present in pieces:
                chosen.append(candidate)
                pieces &= ~candidate
        first = [candidate for candidate in names if candidate not in _LISTED_LAST]
        return [self.pieces[candidate] for candidate in (*first, *_LISTED_LAST) if candidate in chosen]

    def _join_names(self, names: list[Mapping[str, str]]) -> Forms:
        if len(names) == 1:
            return Forms(names[0])
        forms = {form: self.series(name[form] for name in names) for form in names[0]}
        # The king, who alone is singular, comes last.
        forms |= {"only": self.word("only", who=forms[""]), "may": names[0].get("may", "")}
        return Forms(forms)

    def number(self, n: int) -> Number:
        """Return a number as a slot."""
        return Number(n, self.ordinal, self.cardinals)

    def listed(self, squares: Iterable[Square]) -> Words:
        """Return the names of the squares: "a1, a11 and k1"."""
        several = tuple(squares)
        return Words(self.series(square.name for square in several), several)

    def series(self, words: Iterable[str]) -> str:
        """Return words in a row: "a, b and c"."""
        *others, last = words
        return f"{', '.join(others)} {self.phrases['and']} {last}" if others else last


def _make_phrase(key: str, phrase: str, slots: Mapping[str, object]) -> Phrase:
    """Return a phrase as data, with those of the slots that its words have."""
    return Phrase(key, {name: _plain_value(slots[name]) for name in _find_slots(phrase) if slots[name] != ""})


@lru_cache(maxsize=1024)
def _find_slots(phrase: str) -> tuple[str, ...]:
    # In their order, which a set would not keep from one process to another.
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(phrase) if name))


def _plain_value(slot: object) -> object:
    if isinstance(slot, Forms):
        return slot.pieces
    if isinstance(slot, Words):
        return slot.says
    return slot.n if isinstance(slot, Number) else slot if isinstance(slot, int) else str(slot)
