"""Error messages for arguments of a wrong type, the same compiled and uncompiled.

Compiled functions check the types of their arguments before their own code runs. ``setup.py`` lets the C call
:func:`refuse` where that check fails, so it costs nothing where it does not.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar, cast, get_args, get_origin, get_type_hints

import attrs
from attrs.validators import and_

from hnefatafl.errors import ArgumentTypeError

if TYPE_CHECKING:
    from attrs import Attribute

__all__ = ["as_tuple", "check", "check_fields", "checked", "made_by", "refuse", "typed"]

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")

WORDS: Final = {
    "bool": "True or False",
    "bytes": "bytes",
    "int": "a whole number",
    "i64": "a whole number",
    "str": "a text",
    "Square or str": "a Square or its name",
    "Iterable": "an iterable",
    "Callable": "a function",
    "Mapping": "a mapping",
    "ndarray": "an array of numpy",
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
    raise _refusal(parameter, _words(kind), value) from None


def _refusal(parameter: str, words: str, value: object) -> ArgumentTypeError:
    return ArgumentTypeError(f"{parameter}: {words} was expected, not {reprlib.repr(value)}")


def check(parameter: str, value: object, kind: type, *, optional: bool = False) -> None:
    """Check the type of an argument.

    Raises:
        ArgumentTypeError: it is of another type.
    """
    if not isinstance(value, kind) and not (optional and value is None):
        refuse(parameter, f"{kind.__name__} or None" if optional else kind.__name__, value)


def as_tuple(parameter: str, items: Iterable[_T]) -> tuple[_T, ...]:
    """Return the items of an argument that is any iterable but a text.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not isinstance(items, Iterable) or isinstance(items, str):
        refuse(parameter, "Iterable", items)
    return tuple(items)


def made_by(kind: str) -> NoReturn:
    """Say how the objects of a class are made, of which callers cannot call the constructor.

    Raises:
        ArgumentTypeError: always.
    """
    raise ArgumentTypeError(_MAKERS[kind])


def checked(function: _F) -> _F:
    """Check the types of a function's arguments by its annotations, as far as these are classes, or None beside them.

    A missing, unknown or surplus argument is refused too. The wrapper raises
    :class:`~hnefatafl.errors.ArgumentTypeError`.
    """
    kinds: dict[str, _Kind] = {}
    names = tuple(signature(function).parameters)

    @wraps(function)
    def wrapper(*arguments: Any, **named: Any) -> Any:
        if not kinds:
            kinds.update(_kinds(function, function.__globals__))
        for name, value in [*zip(names, arguments, strict=False), *named.items()]:
            known = kinds.get(name)
            if known is not None and not isinstance(value, known.classes):
                raise _refusal(name, known.words, value)
        try:
            return function(*arguments, **named)
        except TypeError:
            fault = _misfit(wrapper, arguments, named)
            if fault is None:
                raise
        raise ArgumentTypeError(fault)

    return cast(_F, wrapper)


_IN_ORDER: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def _misfit(function: Callable[..., Any], arguments: tuple[Any, ...], named: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the number or the names of the arguments, or None."""
    parameters = signature(function).parameters
    kinds = {each.kind for each in parameters.values()}
    plain = [each.name for each in parameters.values() if each.kind in _IN_ORDER]
    if len(arguments) > len(plain) and Parameter.VAR_POSITIONAL not in kinds:
        return f"at most {len(plain)} arguments without a name were expected, not {len(arguments)}"
    placed = plain[: len(arguments)]
    for name in named:
        if name in placed:
            return f"{name}: one value was expected, not two"
        if name not in parameters and Parameter.VAR_KEYWORD not in kinds:
            return f"{name}: no argument of this name was expected"
    for name, each in parameters.items():
        needed = each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        if needed and name not in placed and name not in named:
            return f"{name}: a value was expected, and none was given"
    return None


def typed(cls: type, fields: list[Attribute[Any]]) -> list[Attribute[Any]]:
    """Check the types of an attrs class's fields by their annotations, before their own validators.

    Goes to :func:`attrs.frozen` as ``field_transformer``. The items of a tuple are checked too. The class raises
    :class:`~hnefatafl.errors.ArgumentTypeError`.
    """
    return [
        each.evolve(validator=_field_type if each.validator is None else and_(_field_type, each.validator))
        for each in fields
    ]


_OF_FIELDS: Final[dict[type, dict[str, _Kind]]] = {}


def check_fields(instance: object) -> None:
    """Check the types of all fields of an attrs value, as :func:`typed` does.

    Raises:
        ArgumentTypeError: a field is of another type.
    """
    for each in attrs.fields(cast("Any", type(instance))):
        _field_type(instance, each, getattr(instance, each.name))


def _field_type(instance: object, attribute: Attribute[Any], value: object) -> None:
    cls = type(instance)
    kinds = _OF_FIELDS.get(cls)
    if kinds is None:
        kinds = _OF_FIELDS[cls] = _kinds(cls, vars(import_module(cls.__module__)))
    known = kinds.get(attribute.name)
    if known is None:
        return
    if not isinstance(value, known.classes):
        raise _refusal(attribute.name, known.words, value)
    if known.items is not None and type(value) is tuple:
        for each in cast("tuple[object, ...]", value):
            if not isinstance(each, known.items):
                raise _refusal(attribute.name, _words(known.items.__name__), each)


_BUILT_IN: Final = {
    kind.__name__: kind for kind in (bool, bytes, dict, float, frozenset, int, list, object, set, str, tuple, type)
}


class _Names(dict[str, Any]):
    """The names that annotations may use; those that only type checkers know stand for anything."""

    def __missing__(self, name: str) -> Any:
        return _F


class _Kind(NamedTuple):
    """What an annotation says: the classes, the words for them, and the class of the items if it is a tuple."""

    classes: tuple[type, ...]
    words: str
    items: type | None


def _kinds(annotated: Callable[..., Any] | type, names: Mapping[str, Any]) -> dict[str, _Kind]:
    """Return what is said of each parameter or field that can be checked."""
    found: dict[str, _Kind] = {"": _Kind((), "", None)}
    for name, hint in get_type_hints(annotated, localns=_Names(_BUILT_IN | dict(names))).items():
        parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        kinds = [get_origin(part) or part for part in parts]
        if name != "return" and all(isinstance(kind, type) and kind is not Any for kind in kinds):
            words = ["None" if kind is NoneType else _words(kind.__name__) for kind in kinds]
            items = get_args(hint)[0] if kinds == [tuple] and get_args(hint)[1:] == (...,) else None
            # To type checkers an int is a float, too.
            classes = tuple([*kinds, int] if float in kinds else kinds)
            found[name] = _Kind(classes, " or ".join(words), items if isinstance(items, type) else None)
    return found
