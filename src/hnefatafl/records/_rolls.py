"""Rolls of the die in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hnefatafl._base.arguments import check
from hnefatafl.errors import RecordError
from hnefatafl.play import Position

if TYPE_CHECKING:
    from random import Random

    from attrs import Attribute

MAX_ROLL: Final = 9_999
"""The highest number that a die of a record can show."""


def check_roll(_: object, attribute: Attribute[int | None], roll: Any) -> None:
    """Check a roll of a record, or None where nothing was rolled.

    Raises:
        RecordError: no die can show it.
        ArgumentTypeError: it is no number.
    """
    if roll is None:
        return
    check(attribute.name, roll, int, optional=True)
    if type(roll) is not int or not 1 <= roll <= MAX_ROLL:
        raise RecordError(f"{attribute.name} is a number from 1 to {MAX_ROLL:,} or None, not {roll!r:.40}")


def rolled(position: Position, number: int | None) -> Position:
    """The position after a recorded roll; a game that is over stays as it is, since its end is what is wrong."""
    if number is None or number == position.roll_pending or position.outcome is not None:
        return position
    return position.roll(number)


def thrown(position: Position, chance: Random) -> Position:
    """The position after a throw of the die, which is thrown only where that is legal.

    Raises:
        IllegalRollError: nothing may be rolled there.
    """
    return position.roll(chance.randint(1, int(position._t.die)) if position.can_roll else 1)
