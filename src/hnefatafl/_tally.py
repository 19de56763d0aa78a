"""Tallies: numbers, and counts by kind, that add up over games and travel between processes."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import Any, Self, cast

import attrs

__all__ = ["Tally"]


class Tally:
    """The base of frozen attrs classes of numbers and mappings of counts; the mappings become read-only copies."""

    __slots__ = ()

    def __attrs_post_init__(self) -> None:
        for name, value in _values(self).items():
            if not isinstance(value, int):
                object.__setattr__(self, name, MappingProxyType(dict(value)))

    def __add__(self, other: Self) -> Self:
        mine, theirs = _values(self), _values(other)
        return type(self)(**{name: _sum(value, theirs[name]) for name, value in mine.items()})

    def __reduce__(self) -> tuple[object, ...]:
        # Read-only mappings cannot be pickled directly.
        values = {name: value if isinstance(value, int) else dict(value) for name, value in _values(self).items()}
        return _restored, (type(self), values)


def _values(tally: Tally) -> dict[str, Any]:
    return {each.name: getattr(tally, each.name) for each in attrs.fields(cast("Any", type(tally)))}


def _sum(one: Any, other: Any) -> Any:
    if isinstance(one, int):
        return one + other
    return Counter[Any](one) + Counter[Any](other)


def _restored(cls: type[Tally], values: dict[str, Any]) -> Tally:
    return cls(**values)
