"""Where a record says that its game began."""

from __future__ import annotations

from attrs import evolve

from hnefatafl.play import Position


def explicit_start(position: Position) -> Position | None:
    """The position, if a record has to tell that its game began there; None where the ruleset tells it."""
    rules = position.ruleset
    return None if rules.first is not None and position == Position.initial(rules) else position


def unrolled(position: Position) -> Position:
    """The position before the die was rolled in it; the same one if nothing is pending, or nothing could be rolled."""
    if position.roll_pending is None:
        return position
    before = Position.from_setup(evolve(position.setup, roll=None), position.ruleset)
    return before if before.can_roll else position
