"""Shares with their intervals, and squares that the symmetries of a layout exchange."""

from __future__ import annotations

from typing import Final

from hnefatafl._base.intervals import wilson
from hnefatafl.board import Board, Square, SquareSet, Symmetry

_DEVIATIONS: Final = 1.96
"""How many standard deviations an interval reaches: 95 %."""


def interval_of(count: float, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's score interval)."""
    return wilson(count / total if total else 0.0, total, _DEVIATIONS)


def orbits_of(start: Board) -> dict[Square, SquareSet]:
    """Return each square of the board with those that the symmetries of the layout exchange with it."""
    size = start.size
    group = [symmetry for symmetry in Symmetry if start.transform(symmetry) == start]
    squares = [Square.unchecked(file, rank) for file in range(size) for rank in range(size)]
    return {square: SquareSet(symmetry.apply(square, size) for symmetry in group) for square in squares}
