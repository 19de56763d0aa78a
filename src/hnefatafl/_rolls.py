"""What a record can say of a die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hnefatafl.errors import RecordError

if TYPE_CHECKING:
    from attrs import Attribute

__all__ = ["MAX_ROLL", "check_roll"]

MAX_ROLL: Final = 9_999
"""The highest number that a die of a record can show."""


def check_roll(_: object, attribute: Attribute[int | None], roll: Any) -> None:
    """Check a roll of a record, or None where nothing was rolled.

    Raises:
        RecordError: no die can show it.
    """
    if roll is None:
        return
    if type(roll) is not int or not 1 <= roll <= MAX_ROLL:
        raise RecordError(f"{attribute.name} is a number from 1 to {MAX_ROLL:,} or None, not {roll!r:.40}")
