"""Tallies, which add up over games and travel between processes, and the interval of a share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Self, cast

import attrs

from hnefatafl.support.arguments import as_mapping


class Tally:
    """The base of frozen attrs classes whose fields are added one by one: numbers, tallies, tuples of them, mappings to
    them; where one has None, the other counts. Anything else says what is counted, and stays.

    The mappings become read-only copies."""

    __slots__ = ()

    def __attrs_post_init__(self) -> None:
        for name, value in _field_values(self).items():
            if isinstance(value, Mapping):
                object.__setattr__(self, name, as_mapping(name, cast("Mapping[Any, int]", value)))

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = _field_values(self), _field_values(other)
        return type(self)(**{name: _add_values(value, theirs[name]) for name, value in mine.items()})

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def reduced(value: object) -> tuple[object, ...]:
    """Return what pickles a value of attrs with read-only mappings, which cannot be pickled directly."""
    fields: dict[str, object] = {}
    for field in attrs.fields(cast("Any", type(value))):
        own = getattr(value, field.name)
        fields[field.alias or field.name] = dict(cast("Mapping[Any, object]", own)) if isinstance(own, Mapping) else own
    return _restore_value, (type(value), fields)


def _field_values(value: object) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in attrs.fields(cast("Any", type(value)))}


def _add_values(one: Any, other: Any) -> Any:
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, Mapping):
        mine = cast("Mapping[Any, object]", one)
        sums = {key: _add_values(mine.get(key), other.get(key)) for key in {**mine, **other}}
        return {key: total for key, total in sums.items() if total}
    if isinstance(one, tuple):
        return tuple(mine + theirs for mine, theirs in zip(cast("tuple[int, ...]", one), other, strict=True))
    return one + other if isinstance(one, (int, float, Tally)) else one


def _restore_value(cls: type[Any], values: dict[str, Any]) -> object:
    return cls(**values)


def wilson(share: float, number: float, deviations: float) -> tuple[float, float]:
    """The interval of a share that was observed a number of times; all of the scale if it never was.

    Arguments:
        share: from 0 to 1.
        number: how many there were.
        deviations: how many standard deviations wide it is to either side: 1.96 for 95 %.
    """
    if not number:
        return 0.0, 1.0
    spread = deviations**2 / number
    middle = (share + spread / 2) / (1 + spread)
    half = deviations * math.sqrt(share * (1 - share) / number + spread / (4 * number)) / (1 + spread)
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))
