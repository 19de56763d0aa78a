"""Where a record says that its game began."""

from __future__ import annotations

from hnefatafl.position import Position

__all__ = ["told_start"]


def told_start(position: Position) -> Position | None:
    """The position, if a record has to tell that its game began there; None where the ruleset tells it."""
    rules = position.ruleset
    return None if rules.first is not None and position == Position.initial(rules) else position
