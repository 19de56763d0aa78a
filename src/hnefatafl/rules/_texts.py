"""Texts in place of the values of options: a region, the name of a side, of pieces or of a choice.

The maker of a ruleset or of an option with fields may write ``king="weak"`` for ``king=KingStrength.WEAK``. What is no
such text is left as it is, for the checks of the ruleset to name.
"""

from __future__ import annotations

import reprlib
from enum import Enum
from types import NoneType
from typing import Any, cast

import attrs

from hnefatafl.board import Board, Region
from hnefatafl.support.enums import fields, kinds
from hnefatafl.support.errors import NotationError
from hnefatafl.support.words import Fault, or_nothing, read


def as_board(start: Board | str) -> Board:
    """Return the board, or the one that a text describes."""
    return Board.parse(start) if isinstance(start, str) else start


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
    return isinstance(value, (str, list))  # a union would be made anew each time


def _convert_text(value: object, owner: object, field: attrs.Attribute[Any]) -> object:
    if not _is_text(value):
        return value  # as most are, whose types need not be looked up
    (of,) = (candidate.type for candidate in fields(type(owner)) if candidate.name == field.name)
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
    return [
        field if cast("Any", field).converter else field.evolve(converter=_make_converter(field)) for field in declared
    ]


def _make_converter(declared: attrs.Attribute[Any]) -> Any:
    """Return what converts texts for a field; its argument has the field's type, which signatures show."""

    def convert(value: object, owner: object, field: attrs.Attribute[Any]) -> object:
        return _convert_text(value, owner, field)

    convert.__annotations__["value"] = declared.type
    return attrs.Converter(convert, takes_self=True, takes_field=True)
