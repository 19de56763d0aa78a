"""Error messages for arguments of a wrong type, the same compiled and uncompiled.

Compiled functions check the types of their arguments before their own code runs. ``setup.py`` lets the C call
:func:`refuse` where that check fails, so it costs nothing where it does not.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import wraps
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Final, NoReturn, TypeVar, cast, get_args, get_origin, get_type_hints

from hnefatafl.errors import ArgumentTypeError

__all__ = ["check", "checked", "made_by", "refuse"]

_F = TypeVar("_F", bound=Callable[..., Any])

WORDS: Final = {
    "bool": "True or False",
    "bytes": "bytes",
    "int": "a whole number",
    "i64": "a whole number",
    "str": "a text",
    "Square or str": "a Square or its name",
    "Iterable": "an iterable",
    "Mapping": "a mapping",
    "union[hnefatafl.move.Move, str]": "a Move or its text",
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
    raise ArgumentTypeError(f"{parameter}: {_words(kind)} was expected, not {reprlib.repr(value)}") from None


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


def checked(function: _F) -> _F:
    """Check the types of a function's arguments by its annotations, as far as these are classes, or None beside them.

    The wrapper raises :class:`~hnefatafl.errors.ArgumentTypeError`.
    """
    kinds: dict[str, tuple[tuple[type, ...], str]] = {}
    names = tuple(signature(function).parameters)

    @wraps(function)
    def wrapper(*arguments: Any, **named: Any) -> Any:
        if not kinds:
            kinds.update(_kinds(function))
        for name, value in [*zip(names, arguments, strict=False), *named.items()]:
            known = kinds.get(name)
            if known is not None and not isinstance(value, known[0]):
                raise ArgumentTypeError(f"{name}: {known[1]} was expected, not {reprlib.repr(value)}")
        return function(*arguments, **named)

    return cast(_F, wrapper)


_BUILT_IN: Final = {
    kind.__name__: kind for kind in (bool, bytes, dict, float, frozenset, int, list, object, set, str, tuple, type)
}


class _Names(dict[str, Any]):
    """The names that annotations may use; those that only type checkers know stand for anything."""

    def __missing__(self, name: str) -> Any:
        return _F


def _kinds(function: Callable[..., Any]) -> dict[str, tuple[tuple[type, ...], str]]:
    """Of each parameter that can be checked, the classes and the words for them."""
    found: dict[str, tuple[tuple[type, ...], str]] = {"": ((), "")}
    names = _Names(_BUILT_IN | function.__globals__)
    for name, hint in get_type_hints(function, localns=names).items():
        parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        kinds = [get_origin(part) or part for part in parts]
        if name != "return" and all(isinstance(kind, type) and kind is not Any for kind in kinds):
            words = ["None" if kind is NoneType else _words(kind.__name__) for kind in kinds]
            # To type checkers an int is a float, too.
            found[name] = tuple([*kinds, int] if float in kinds else kinds), " or ".join(words)
    return found
