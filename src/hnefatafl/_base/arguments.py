"""Checks of values whose wrong type would otherwise pass in silence, or fail far from the call."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from hnefatafl._base.errors import ArgumentTypeError

if TYPE_CHECKING:
    from attrs import Attribute

__all__ = ["as_tuple", "check", "is_a", "refuse"]

_T = TypeVar("_T")
_Validator = Callable[[object, "Attribute[Any]", Any], None]
_WORDS: Final[Mapping[type, str]] = {
    bool: "True or False",
    bytes: "bytes",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Iterable: "an iterable",
    Mapping: "a mapping",
}
"""The words for types, where they are others than the name."""


def refuse(parameter: str, expected: str, value: object) -> NoReturn:
    """Say that the value of a parameter is not what was expected.

    Raises:
        ArgumentTypeError: always.
    """
    raise ArgumentTypeError(f"{parameter}: {expected} was expected, not {reprlib.repr(value)}") from None


def check(parameter: str, value: object, kind: type, *, optional: bool = False) -> None:
    """Check the type of an argument.

    Raises:
        ArgumentTypeError: it is of another type.
    """
    # To type checkers an int is a float, too.
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits and not (optional and value is None):
        name = kind.__name__
        words = _WORDS.get(kind) or f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
        refuse(parameter, f"{words} or None" if optional else words, value)


def is_a(kind: type, *, optional: bool = False) -> _Validator:
    """Return the validator of an attrs field of that type."""

    def validate(_: object, attribute: Attribute[Any], value: object) -> None:
        check(attribute.name, value, kind, optional=optional)

    return validate


def as_tuple(parameter: str, items: Iterable[_T], kind: type[_T] | None = None) -> tuple[_T, ...]:
    """Return the items of an argument that is any iterable but a text, each of that kind.

    Raises:
        ArgumentTypeError: it is none, or an item is of another kind.
    """
    if not isinstance(items, Iterable) or isinstance(items, str):
        refuse(parameter, "an iterable", items)
    found = tuple(items)
    if kind is not None:
        for item in found:
            check(parameter, item, kind)
    return found
