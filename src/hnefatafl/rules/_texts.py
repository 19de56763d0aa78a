"""Texts in place of the values of options: a region, the name of a side, of pieces or of a choice.

The maker of a ruleset or of an option with fields may write ``king="weak"`` for ``king=KingStrength.WEAK``. What is no
such text is left as it is, for the checks of the ruleset to name.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Final, TypeVar, cast

import attrs

from hnefatafl._base.declared import fields, kinds
from hnefatafl._base.errors import NotationError
from hnefatafl.board import Board, PieceSet, Region

_E = TypeVar("_E", bound=Enum)
_T = TypeVar("_T")

NOTHING: Final = "none"
"""None, where an option may be that."""
_NAME: Final = 60
"""No name that is known is longer; what is longer takes no more time to compare."""


def as_board(start: Board | str) -> Board:
    """Return the board, or the one that a text describes."""
    return Board.parse(start) if isinstance(start, str) else start


class Fault(Exception):
    """A value is not what was expected; the message says what was."""


class Unexpected(Fault):
    """Something else was found than what was expected; if it is a text, the message says which known one is near."""

    def __init__(self, what: str, found: object, known: Iterable[str] = ()) -> None:
        meant = hint(found, known) if isinstance(found, str) else ""
        super().__init__(f"{what} was expected, not {reprlib.repr(found)}{meant}")
        self.what, self.found, self.known = what, found, known

    def or_nothing(self) -> Unexpected:
        """Return what to say where the value may also be none."""
        return Unexpected(f'{self.what} or "{NOTHING}"', self.found, (*self.known, NOTHING))


def hint(name: str, known: Iterable[str]) -> str:
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

    from hnefatafl.rules._other_names import meant, reason_against

    name, known = name[:_NAME], tuple(known)
    near = meant(name, frozenset(known))
    if not near and (reason := reason_against(name)):
        return f"; {reason}"
    near = near or next(iter(difflib.get_close_matches(name, known, 1)), "")
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

    >>> from hnefatafl.board import Side
    >>> read("attackers", Side), read(["king", "knights"], PieceSet)
    (Side.ATTACKERS, PieceSet.KNIGHTS | PieceSet.KING)

    Raises:
        Fault: there is no such word.
    """
    names: Mapping[str, _E] = names_of(of)
    if not issubclass(of, PieceSet):
        return one_of(text, names, f"one of {', '.join(names)}")
    found: Any = of(0)
    for each in cast("Iterable[object]", text) if isinstance(text, list) else [text]:
        found |= one_of(each, names, "the name of a set of pieces")
    return cast("_E", found)


def one_of(text: object, names: Mapping[str, _T], what: str) -> _T:
    """Return what has that name.

    Raises:
        Fault: nothing has.
    """
    found = names.get(text) if isinstance(text, str) else None
    if found is None:
        raise Unexpected(what, text, names)
    return found


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


def _value_of(text: object, of: Any) -> object:
    """Return the value of an option that a text, or a list of texts, stands for.

    Raises:
        Fault: there is none.
    """
    for kind in kinds(of):
        if issubclass(kind, Region):
            try:
                return Region.parse(str(text))
            except NotationError as error:
                raise Fault(f"{error.message}, in {reprlib.repr(text)}") from None
        if issubclass(kind, Enum):
            return or_nothing(read, text, kind) if NoneType in kinds(of) else read(text, kind)
    raise Fault("")


def why_unread(value: object, of: Any) -> str:
    """Return why a text is not the value of such an option; nothing, if it is no text or the option takes none."""
    try:
        _value_of(value, of) if isinstance(value, str) else None
    except Fault as error:
        return str(error)
    return ""


def _is_text(value: object) -> bool:
    return isinstance(value, str | list)


def _meant(value: object, owner: object, field: attrs.Attribute[Any]) -> object:
    if not _is_text(value):
        return value  # as most are, whose types need not be looked up
    (of,) = (each.type for each in fields(type(owner)) if each.name == field.name)
    return value_meant(value, of)


def value_meant(value: object, of: Any) -> object:
    """Return the value of an option of that type for which a text, or a list of texts, stands; anything else as it is.

    >>> value_meant("edge", Region), value_meant("edgy", Region)
    (Region.parse('edge'), 'edgy')
    """
    if not _is_text(value):
        return value
    try:
        return _value_of(value, of)
    except Fault:
        return value  # for the checks


def options_from_texts(of: type, declared: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Let an attrs class take texts for its options; it goes to attrs as ``field_transformer``."""
    meant = attrs.Converter(_meant, takes_self=True, takes_field=True)
    return [field if cast("Any", field).converter else field.evolve(converter=meant) for field in declared]
