"""What is said where python-chess has another name."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

import hnefatafl
from hnefatafl import Game, Position, SearchBoard
from hnefatafl._base.habits import HABITS

POSITION: Final = Position.initial("brandubh").play("d1-c1")
VALUES: Final[dict[str, Any]] = {
    "hnefatafl": hnefatafl,
    "Position": POSITION,
    "SearchBoard": SearchBoard(POSITION),
    "Board": POSITION.board,
    "Move": POSITION.last_move,
    "Piece": hnefatafl.Piece.KING,
    "Outcome": hnefatafl.Outcome(None, hnefatafl.Termination.REPETITION),
    "Game": Game.from_position(POSITION),
}
NAMES: Final = [(owner, name) for owner, habits in HABITS.items() for name in habits]


def test_all_owners_are_tried() -> None:
    assert set(VALUES) == set(HABITS)


@pytest.mark.parametrize(("owner", "name"), NAMES)
def test_the_error_says_what_to_use(owner: str, name: str) -> None:
    with pytest.raises(AttributeError) as raised:
        getattr(VALUES[owner], name)
    assert str(raised.value).endswith(f"has no attribute '{name}': {HABITS[owner][name]}")
    assert not hasattr(VALUES[owner], name)
    assert name not in dir(VALUES[owner])


@pytest.mark.parametrize(("owner", "name"), NAMES)
def test_what_is_told_exists(owner: str, name: str) -> None:
    told = HABITS[owner][name]
    values = {each.lower(): value for each, value in VALUES.items()}
    values |= {"square": hnefatafl.Square("d1"), "ruleset": POSITION.ruleset}
    values["board"] = VALUES["SearchBoard" if owner == "SearchBoard" else "Board"]
    for value, attribute in re.findall(r"\b([a-z]+)\.([a-z_]+)", told):
        if value not in ("hnefatafl", "notation", "render"):
            assert hasattr(values[value], attribute), f"{value}.{attribute}"
    for value, attribute in re.findall(r"\b([A-Z][A-Za-z]+)\.([A-Za-z_]+)", told):
        assert hasattr(getattr(hnefatafl, value), attribute), f"{value}.{attribute}"


def test_a_class_hints_too() -> None:
    with pytest.raises(AttributeError, match=re.escape('use Move.parse("d1-d3")')):
        _ = hnefatafl.Move.from_uci  # type: ignore[attr-defined] # pyright: ignore


def test_other_names_are_reported_as_before() -> None:
    with pytest.raises(AttributeError, match=r"^'Position' object has no attribute 'nothing'$"):
        _ = POSITION.nothing  # type: ignore[attr-defined] # pyright: ignore
    with pytest.raises(AttributeError, match=r"^module 'hnefatafl' has no attribute 'nothing'$"):
        _ = hnefatafl.nothing  # type: ignore[attr-defined] # pyright: ignore
