"""Results as plain data: one converter for all of them."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from attrs import frozen

from hnefatafl import Move, Region, Side, Square, SquareSet, variants
from hnefatafl.support.as_json import attributes, plain, written


@frozen(kw_only=True)
class Part:
    squares: SquareSet
    side: Side | None = None


@written("size parts")
@frozen(kw_only=True)
class Whole:
    parts: tuple[Part, ...] = ()
    secret: str = "not written"

    @property
    def size(self) -> int:
        return len(self.parts)


class Told:
    def as_json(self) -> dict[str, object]:
        return {"told": True}


PART: Final = Part(squares=SquareSet([Square.parse("b1"), Square.parse("a1")]))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (0.5, 0.5),
        (float("-inf"), None),
        (float("nan"), None),
        ("text", "text"),
        (Side.ATTACKERS, "attackers"),
        (Square.parse("a1"), "a1"),
        (Region.CORNERS, "corners"),
        (Move.parse("a1-a3"), "a1-a3"),
        (variants.BRANDUBH.start, variants.BRANDUBH.start.record),
        ({Side.DEFENDERS: (1, [None])}, {"defenders": [1, [None]]}),
        (PART, {"squares": ["a1", "b1"], "side": None}),
        (Whole(parts=(PART,)), {"size": 1, "parts": [{"squares": ["a1", "b1"], "side": None}]}),
        (Told(), {"told": True}),
    ],
)
def test_every_kind_of_value(value: object, expected: object) -> None:
    told: Any = plain(value)
    assert told == expected
    assert type(told) is type(expected)
    assert json.loads(json.dumps(plain(told), allow_nan=False)) == expected


def test_named_attributes_and_others() -> None:
    assert attributes(Whole(), "secret size", side=Side.ATTACKERS) == {
        "secret": "not written",
        "size": 0,
        "side": "attackers",
    }
