"""Results as plain data for JSON: one converter, which writes the attributes of a class by their names.

A class whose attributes are not all written, or not as they are, says so beside itself: by :func:`written`, by a method
``as_json``, or by ``@plain.register``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from enum import Enum
from functools import partial, singledispatch
from math import isfinite
from types import NoneType
from typing import Any, TypeVar

import attrs

from hnefatafl.support.words import name_of

_T = TypeVar("_T")


@singledispatch
def plain(value: Any) -> Any:
    """Return a value as plain data: a result by its attributes, anything else as its text."""
    if hasattr(value, "as_json"):
        return value.as_json()
    return attributes(value) if attrs.has(value.__class__) else str(value)


@plain.register(NoneType)
@plain.register(int)
@plain.register(str)
def _keep_value(value: object) -> object:
    return value


@plain.register
def _plain_number(value: float) -> float | None:
    return value if isfinite(value) else None  # JSON has no infinity


plain.register(Enum, name_of)


@plain.register(Mapping)
def _plain_table(values: Mapping[object, object]) -> dict[str, Any]:
    return {str(key): plain(value) for key, value in values.items()}


@plain.register(list)
@plain.register(tuple)
@plain.register(Set)
def _plain_list(values: Iterable[object]) -> list[Any]:
    return [plain(value) for value in values]


def attributes(value: Any, names: str = "", **others: object) -> dict[str, Any]:
    """Return attributes of a value as plain data, by their names: those that are named, or else its fields; and others
    whose values are given."""
    own = names.split() or [field.name for field in attrs.fields(value.__class__)]
    return {name: plain(getattr(value, name)) for name in own} | {name: plain(other) for name, other in others.items()}


def written(names: str) -> Callable[[type[_T]], type[_T]]:
    """Declare which attributes of a class are written."""

    def declare(kind: type[_T]) -> type[_T]:
        plain.register(kind, partial(attributes, names=names))
        return kind

    return declare
