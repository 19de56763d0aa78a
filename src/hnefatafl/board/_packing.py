"""Squares and moves as small numbers, which moves, tables and the kernel share.

A **spot** is a square whatever the size of the board: its file times 32 plus its rank. A **move** is the origin times
1024 plus the target: of spots in :class:`~hnefatafl.board.Move`, of squares in the kernel
(:mod:`hnefatafl._kernel.codes`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SQUARE: Final[i64] = 0x3FF  # the bits of a square, or of a spot
ORIGIN: Final[i64] = 10  # where in a move its origin begins


def spot(file: int, rank: int) -> int:
    """The spot of a square; of one that is off all boards, a number that may be that of another."""
    return file * 32 + rank


def file_of(spot: i64) -> i64:
    """The file of a spot, from 0 on."""
    return spot >> 5 & 31


def rank_of(spot: i64) -> i64:
    """The rank of a spot, from 0 on."""
    return spot & 31


def move_code(origin: i64, target: i64) -> i64:
    """The move from one square to another, or from one spot to another."""
    return origin << ORIGIN | target


def origin_of(move: i64) -> i64:
    """Where a move begins; of a record, too."""
    return move >> ORIGIN & SQUARE


def target_of(move: i64) -> i64:
    """Where a move ends; of a record, too."""
    return move & SQUARE
