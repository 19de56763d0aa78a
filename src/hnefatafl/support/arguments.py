"""Checks of values whose wrong type would otherwise pass in silence, or fail far from the call."""

from __future__ import annotations

import reprlib
from array import array
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

from hnefatafl.support.errors import ArgumentTypeError, ArgumentValueError

if TYPE_CHECKING:
    from attrs import Attribute

_K = TypeVar("_K")
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


def check_number(parameter: str, value: object, least: int, most: int | None = None, *, optional: bool = False) -> None:
    """Check that an argument is a whole number of a range; without a greatest number, from the least one on.

    Raises:
        ArgumentTypeError: it is no whole number.
        ArgumentValueError: it is out of range.
    """
    check(parameter, value, int, optional=optional)
    if isinstance(value, int) and (value < least or (most is not None and value > most)):
        wanted = f"from {least} on" if most is None else f"from {least} to {most}"
        raise ArgumentValueError(f"{parameter}: a number {wanted} was expected, not {value}")


def is_number(least: int, most: int | None = None, *, optional: bool = False) -> _Validator:
    """Return the validator of an attrs field that is a whole number of a range."""

    def validate(_: object, attribute: Attribute[Any], value: object) -> None:
        check_number(attribute.name, value, least, most, optional=optional)

    return validate


def as_mapping(
    parameter: str, mapping: Mapping[_K, _T], keys: type[_K] | None = None, values: type[_T] | None = None
) -> Mapping[_K, _T]:
    """Return a read-only copy of an argument that is a mapping, with keys and values of those kinds.

    Raises:
        ArgumentTypeError: it is none, or a key or a value is of another kind.
    """
    check(parameter, mapping, Mapping)
    for kind, members in ((keys, mapping.keys()), (values, mapping.values())):
        if kind is not None:
            for member in members:
                check(parameter, member, kind)
    return MappingProxyType(dict(mapping))


def is_mapping(keys: type | None = None, values: type | None = None) -> _Validator:
    """Return the validator of an attrs field that is a mapping; the value has a read-only copy of it."""

    def validate(instance: object, attribute: Attribute[Any], value: Mapping[object, object]) -> None:
        object.__setattr__(instance, attribute.name, as_mapping(attribute.name, value, keys, values))

    return validate


def as_tuple(parameter: str, items: Iterable[_T], kind: type[_T] | None = None) -> tuple[_T, ...]:
    """Return the items of an argument that is any iterable but a text, each of that kind.

    Raises:
        ArgumentTypeError: it is none, or an item is of another kind.
    """
    if not isinstance(items, Iterable) or isinstance(items, str):
        refuse(parameter, "an iterable", items)
    values = tuple(items)
    if kind is not None and set(map(type, values)) != {kind}:
        for item in values:
            check(parameter, item, kind)
    return values


_INTEGERS: Final = frozenset("bBhHiIlLqQnN")
"""The formats of buffers of whole numbers."""


def view(kind: str, numbers: list[int]) -> memoryview:
    """The numbers as a buffer that nobody changes."""
    return memoryview(array(kind, numbers)).toreadonly()


def numbers_of(actions: Any, count: int) -> list[int] | bytes:
    """The numbers that the caller has given; in bytes, if they are unsigned integers of 16 bits.

    Raises:
        ArgumentTypeError: there are others.
        ArgumentValueError: there are more or fewer than boards.
    """
    expected = "buffer or list of whole numbers"
    numbers: list[int]
    if isinstance(actions, (list, tuple)):
        numbers = list(cast("list[int]", actions))
        for number in numbers:
            check("actions", number, int)
    else:
        try:
            buffer = memoryview(actions)
        except TypeError:
            refuse("actions", f"a {expected}", actions)
        if isinstance(actions, (bytes, bytearray)):
            if len(buffer) != 2 * count:
                raise ArgumentValueError(f"actions: {2 * count} bytes were expected, two a board, not {len(buffer)}")
            buffer = buffer.cast("H")
        if buffer.format not in _INTEGERS:
            raise ArgumentTypeError(f"actions: a {expected} was expected, not a buffer of format {buffer.format!r}")
        if buffer.ndim != 1:
            raise ArgumentValueError(f"actions: a buffer of one dimension was expected, not of {buffer.ndim}")
        if buffer.format == "H" and len(buffer) == count:
            return buffer.tobytes()
        numbers = buffer.tolist()
    if len(numbers) != count:
        raise ArgumentValueError(f"actions: {count} numbers were expected, one for each board, not {len(numbers)}")
    return numbers
