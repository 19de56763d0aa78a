"""What a language is: its phrases, the forms of its words, and how both make sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import frozen

from hnefatafl.geometry import Square
from hnefatafl.pieces import PieceSet

__all__ = ["Forms", "Language", "Number"]


@frozen
class Forms:
    """A word in its forms; the phrase names the one that it needs, as in ``{who:acc}``."""

    forms: Mapping[str, str]

    def __format__(self, spec: str) -> str:
        return self.forms[spec]


@frozen
class Number:
    """A number, which chooses the form of the word behind it.

    ``{n:square|squares}`` is the number with the form that fits, ``{n:~it is|they are}`` the form alone, and
    ``{n:th}`` the ordinal.
    """

    n: int
    ordinal: Callable[[int], str]

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self.n)
        if spec == "th":
            return self.ordinal(self.n)
        one, many = spec.lstrip("~").split("|")
        word = one if self.n == 1 else many
        return word if spec.startswith("~") else f"{self.n} {word}"


@frozen(kw_only=True)
class Language:
    """A language that rules can be described in."""

    phrases: Mapping[str, str]
    """The sentences and words, each with its slots; every language has the same keys."""
    pieces: Mapping[PieceSet, Mapping[str, str]]
    """The forms of each set of pieces: ``""`` for the subject, ``only`` for "these alone", and others that phrases ask
    for."""
    ordinal: Callable[[int], str]
    """The ordinal of a number, as the phrases about repetition need it."""

    def say(self, key: str, /, **slots: object) -> str:
        """The phrase with its slots filled, beginning with a capital."""
        text = self.word(key, **slots)
        return text[:1].upper() + text[1:]

    def word(self, key: str, /, **slots: object) -> str:
        """The phrase with its slots filled, for the middle of a sentence."""
        return self.phrases[key].format(**slots)

    def has(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self.phrases

    def who(self, pieces: PieceSet) -> Forms:
        """A set of pieces, in words."""
        return Forms(self.pieces[pieces])

    def number(self, n: int) -> Number:
        """A number, as a slot."""
        return Number(n, self.ordinal)

    def listed(self, squares: Iterable[Square]) -> str:
        """The names of the squares: "a1, a11 and k1"."""
        *rest, last = [square.name for square in squares]
        return f"{', '.join(rest)} {self.phrases['and']} {last}" if rest else last
