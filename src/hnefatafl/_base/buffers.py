"""Buffers of numbers, as batches take and return them."""

from __future__ import annotations

from array import array
from typing import Any, Final, cast

from hnefatafl._base.arguments import check, refuse
from hnefatafl._base.errors import ArgumentTypeError, ArgumentValueError

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
            given = memoryview(actions)
        except TypeError:
            refuse("actions", f"a {expected}", actions)
        if isinstance(actions, (bytes, bytearray)):
            if len(given) != 2 * count:
                raise ArgumentValueError(f"actions: {2 * count} bytes were expected, two a board, not {len(given)}")
            given = given.cast("H")
        if given.format not in _INTEGERS:
            raise ArgumentTypeError(f"actions: a {expected} was expected, not a buffer of format {given.format!r}")
        if given.ndim != 1:
            raise ArgumentValueError(f"actions: a buffer of one dimension was expected, not of {given.ndim}")
        if given.format == "H" and len(given) == count:
            return given.tobytes()
        numbers = given.tolist()
    if len(numbers) != count:
        raise ArgumentValueError(f"actions: {count} numbers were expected, one for each board, not {len(numbers)}")
    return numbers
