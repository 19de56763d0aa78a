"""What callers are told when an argument is of the wrong type: the same words compiled and uncompiled.

Compiled functions check the types of their arguments before their own code runs. ``setup.py`` lets the C call
:func:`refuse` where that check fails, so it costs nothing where it does not.
"""

from __future__ import annotations

from reprlib import repr as shortened
from typing import Final, NoReturn

from hnefatafl.errors import ArgumentTypeError

__all__ = ["check", "made_by", "refuse"]

WORDS: Final = {
    "bool": "True or False",
    "bytes": "bytes",
    "int": "a whole number",
    "i64": "a whole number",
    "str": "a text",
    "Square or str": "a Square or its name",
    "Iterable": "an iterable",
    "Mapping": "a mapping",
    "union[hnefatafl.kernel.move.Move, str]": "a Move or its text",
}
"""The words for types, by their names, where they are others than the name."""
_MAKERS: Final = {
    "Position": "make a Position by Position.initial, Position.parse, Position.from_board or Position.from_setup",
    "Playout": "make a Playout by playout or playouts",
}


def _words(name: str) -> str:
    kind, optional, _ = name.partition(" or None")
    if optional:
        return f"{_words(kind)} or None"
    if name in WORDS:
        return WORDS[name]
    short = name.rpartition(".")[2]
    return f"{'an' if short[0] in 'AEIOU' else 'a'} {short}"


def refuse(parameter: str, kind: str, value: object) -> NoReturn:
    """Say that the value of a parameter is not of the type of that name.

    Raises:
        ArgumentTypeError: always.
    """
    raise ArgumentTypeError(f"{parameter}: {_words(kind)} was expected, not {shortened(value)}") from None


def check(parameter: str, value: object, kind: type, *, optional: bool = False) -> None:
    """Check the type of an argument.

    Raises:
        ArgumentTypeError: it is of another type.
    """
    if not isinstance(value, kind) and not (optional and value is None):
        refuse(parameter, f"{kind.__name__} or None" if optional else kind.__name__, value)


def made_by(kind: str) -> NoReturn:
    """Say how the objects of a class are made, of which callers cannot call the constructor.

    Raises:
        ArgumentTypeError: always.
    """
    raise ArgumentTypeError(_MAKERS[kind])
