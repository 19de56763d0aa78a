"""Words in place of the members of closed lists, and what to say of words that are none.

``words.tsv`` has what options and their values are called elsewhere: in the sources, by other programs, and by players.
The other programs are OpenTafl (whose keys are short, as ``surf``), hnefatafl-rs, npm's ``tafl`` and AbstractPlay.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, Flag
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from hnefatafl.support.arguments import refuse
from hnefatafl.support.errors import ArgumentValueError
from hnefatafl.support.texts import read_rows


@cache
def list_words(kind: str) -> tuple[tuple[str, str, str], ...]:
    """Return what others call things: names of ours, how they are used, and words of others.

    Arguments:
        kind: ``option`` for options and their fields, ``value`` for values, or ``never`` for what no ruleset can have,
            where the reason stands in the place of the names.
    """
    return tuple((names, how, words) for of, names, how, words in read_rows(__name__, "words.tsv") if of == kind)


@cache
def index_words() -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Return for each word of others what it may stand for: some names, and how they are used."""
    uses_by_word: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
    for names, how, words in list_words("option") + list_words("value"):
        for word in words.split():
            uses_by_word[word] = (*uses_by_word.get(word, ()), (tuple(names.split()), how))
    return MappingProxyType(uses_by_word)


def meant(name: str, names: frozenset[str]) -> str:
    """Return the known names for a word from another program, and how they are used; empty if there are none.

    >>> meant("kingArmed", frozenset({"hammer", "anvil"}))
    'hammer and anvil (both "men" for an unarmed king)'
    >>> meant("black", frozenset({"attackers", "defenders"})), meant("black", frozenset({"hammer"}))
    ('attackers', '')
    """
    for candidates, how in index_words().get(_as_word(name), ()):
        if names.issuperset(candidates):
            return " and ".join(candidates) + (f" ({how})" if how else "")
    return ""


def reason_against(name: str) -> str:
    """Return why there can be no option or value of that name; empty if the name asks for nothing of the kind."""
    return next((reason for reason, _, words in list_words("never") if _as_word(name) in words.split()), "")


def _as_word(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\s-]+", "_", name).lower()


_E = TypeVar("_E", bound=Enum)
_T = TypeVar("_T")

NOTHING: Final = "none"
"""None, where an option may be that."""
_NAME: Final = 60
"""No name that is known is longer; what is longer takes no more time to compare."""


class Fault(Exception):
    """A value is not what was expected; the message says what was."""


class Unexpected(Fault):
    """Something else was found than what was expected; if it is a text, the message says which known one is near."""

    def __init__(self, expected: str, found: object, known: Iterable[str] = ()) -> None:
        meant = hint(found, known) if isinstance(found, str) else ""
        super().__init__(f"{expected} was expected, not {reprlib.repr(found)}{meant}")
        self.what: Final[str] = expected
        self.found: Final[object] = found
        self.known: Final[Iterable[str]] = known

    def or_nothing(self) -> Unexpected:
        """Return what to say where the value may also be none."""
        return Unexpected(f'{self.what} or "{NOTHING}"', self.found, (*self.known, NOTHING))


def hint(name: str, names: Iterable[str]) -> str:
    """What to say of a name that is none: which of the known ones was perhaps meant, or why there is none of the kind;
    nothing, if none is near.

    >>> hint("excape", ("name", "escape")), hint("zebra", ("name", "escape"))
    ('; did you mean escape?', '')
    >>> hint("edgeEscape", ("name", "escape"))
    '; did you mean escape (such as "edge" or "corners")?'
    >>> hint("shape", ("name", "escape"))
    '; boards are square: size is the number of files and of ranks'
    """
    import difflib  # this and the names of others are for mistakes only

    name, names = name[:_NAME], tuple(names)
    near = meant(name, frozenset(names))
    if not near and (reason := reason_against(name)):
        return f"; {reason}"
    near = near or next(iter(difflib.get_close_matches(name, names, 1)), "")
    return f"; did you mean {near}?" if near else ""


def name_of(member: Enum) -> str:
    """Return the word for a member of a closed list or a set of pieces."""
    return member.value if isinstance(member.value, str) else member.name.lower()


@cache
def names_of(of: type[_E]) -> Mapping[str, _E]:
    """Return the members of a closed list, or the named sets of pieces, by their words."""
    return MappingProxyType({name_of(member): member for member in of.__members__.values()})


def read(text: object, of: type[_E]) -> _E:
    """Return the member of a closed list by its word, or the set of the pieces that a word or several name.

    >>> from hnefatafl.board import PieceSet, Side
    >>> read("attackers", Side), read(["king", "knights"], PieceSet)
    (Side.ATTACKERS, PieceSet.KNIGHTS | PieceSet.KING)

    Raises:
        Fault: there is no such word.
    """
    names: Mapping[str, _E] = names_of(of)
    if not issubclass(of, Flag):
        return one_of(text, names, f"one of {', '.join(names)}")
    pieces: Any = of(0)
    for word in cast("Iterable[object]", text) if isinstance(text, list) else [text]:
        pieces |= one_of(word, names, "the name of a set of pieces")
    return cast("_E", pieces)


def one_of(text: object, names: Mapping[str, _T], expected: str) -> _T:
    """Return what has that name.

    Raises:
        Fault: nothing has.
    """
    value = names.get(text) if isinstance(text, str) else None
    if value is None:
        raise Unexpected(expected, text, names)
    return value


def as_member(member: object, of: type[_E], parameter: str) -> _E:
    """Return a member of a closed list that the caller gave, or by its word.

    >>> from hnefatafl.board import Kind
    >>> as_member("king", Kind, "kind")
    Kind.KING

    Raises:
        ArgumentTypeError: it is neither.
        ArgumentValueError: there is no such word.
    """
    if isinstance(member, str):
        try:
            return read(member, of)
        except Fault as fault:
            raise ArgumentValueError(f"{parameter}: {fault}") from None
    if not isinstance(member, of):
        refuse(parameter, f"a {of.__name__} or its name", member)
    return member


def or_nothing(reader: Callable[[object, Any], _T], text: object, of: Any) -> _T | None:
    """Return None for the word that stands for it, else what the reader makes of it.

    Raises:
        Fault: there is no value; the message says that there may be none.
    """
    if text == NOTHING:
        return None
    try:
        return reader(text, of)
    except Unexpected as error:
        raise error.or_nothing() from None
