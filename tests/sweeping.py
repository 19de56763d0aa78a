"""The shipped rulesets that a test goes over: all of them only where the profile of Hypothesis tries much."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, cast

import attrs
from conftest import DEEP, WHOLE

from hnefatafl import variants
from hnefatafl.rules import Ruleset

__all__ = ["FEW", "SWEPT", "few"]

Shown = tuple[str, object]
"""An option, or a field of its value, and a kind of value."""


def shown_by(name: str, value: object) -> Iterator[Shown]:
    """The kinds of values that an option has: each choice, and of numbers, regions and lists whether there are any."""
    kind = type(value)
    if attrs.has(kind):
        yield name, kind
        for field in attrs.fields(kind):
            yield from shown_by(f"{name}.{field.name}", getattr(value, field.name))
    elif isinstance(value, tuple):
        several = cast("tuple[object, ...]", value)
        yield name, min(len(several), 2)
        for one in several:
            yield from shown_by(name, one)
    elif isinstance(value, Enum | None) or name == "size":
        yield name, value
    else:
        yield name, bool(value)


def few() -> list[str]:
    """The names of a few shipped rulesets, which together show every kind of value that one of them has."""
    options = [field.name for field in attrs.fields(Ruleset) if field.name not in Ruleset.LABELS]
    shown = {
        name: {each for option in options for each in shown_by(option, getattr(variants.get(name), option))}
        for name in variants.names()
    }
    found: list[str] = []
    while any(shown.values()):
        found.append(max(shown, key=lambda name: len(shown[name])))
        seen = shown[found[-1]]
        shown = {name: each - seen for name, each in shown.items()}
    return sorted(found)


FEW: Final = list(variants.names()) if DEEP else few()
"""The names of the rulesets for tests of what plays by any rules, as players do, and not of the rules themselves."""
SWEPT: Final = list(variants.names()) if WHOLE else FEW
"""The names of the rulesets for tests that do the same with each."""
