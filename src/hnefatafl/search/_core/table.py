"""The transposition table: what searches have found out about positions, and what evaluations have said of them.

An entry is two words: the key, and from the lowest bit on the best move (20 bits), the value (16), the depth to which
it holds (8), whether it is exact or a bound (2), and in which search it was written (6). Values are from the side to
move; wins are counted from the position itself, not from the root (:meth:`Transpositions.store`). The evaluations have
a word each, the key's upper bits above the value's 16.

A key is 60 bits of a Zobrist key, so one in very many probes takes a wrong entry. A search makes no illegal move for
that, but its value may be wrong; proofs that must hold come from :mod:`hnefatafl.search`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._base.vectors import vec
from hnefatafl._kernel.codes import MOVE
from hnefatafl.search._core.rows import zeros

# Whether a value is exact, or what it bounds.
EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2

DECIDED: Final[i64] = 20000  # no evaluation is greater; values beyond it count plies
_OFFSET: Final[i64] = 32768
_SPARED: Final[i64] = 2  # an entry of the same search is kept if it is deeper by more than that
_CACHE: Final[int] = 15  # the evaluations kept, as a power of two: what fits into a processor's cache


def move_in(entry: i64) -> i64:
    """The best move, or 0."""
    return entry & MOVE


def value_in(entry: i64, ply: i64) -> i64:
    """The value, so many plies from the root."""
    value = (entry >> 20 & 0xFFFF) - _OFFSET
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


def depth_in(entry: i64) -> i64:
    """To which depth the value holds."""
    return entry >> 36 & 0xFF


def bound_in(entry: i64) -> i64:
    """``EXACT``, ``AT_LEAST`` or ``AT_MOST``."""
    return entry >> 44 & 3


@final
class Transpositions:
    """A transposition table of a fixed size."""

    __slots__ = ("age", "cache", "mask", "words")

    def __init__(self, megabytes: int) -> None:
        bits = max(10, (megabytes * (1 << 20) // 16).bit_length() - 1)
        self.words: vec[i64] = zeros(2 << bits)
        self.mask: Final[i64] = (1 << bits) - 1
        self.cache: vec[i64] = zeros(1 << _CACHE)
        self.age: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        self.words = zeros(len(self.words))
        self.cache = zeros(len(self.cache))

    def probe(self, key: i64) -> i64:
        """The entry of a position, or 0."""
        at = 2 * (key & self.mask)
        return self.words[at + 1] if self.words[at] == key else 0

    def store(self, key: i64, depth: i64, bound: i64, value: i64, move: i64, ply: i64) -> None:
        """Keep what was found out about a position, unless there is better in its place."""
        at = 2 * (key & self.mask)
        there = self.words[at + 1]
        if self.words[at] != key and there != 0 and there >> 46 & 63 == self.age and depth_in(there) > depth + _SPARED:
            return
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        deep = max(depth, 0)
        self.words[at] = key
        self.words[at + 1] = self.age << 46 | bound << 44 | deep << 36 | value + _OFFSET << 20 | move

    def evaluation(self, key: i64) -> i64:
        """The evaluation of a position, or a number beyond all evaluations."""
        entry = self.cache[key & len(self.cache) - 1]
        return (entry & 0xFFFF) - _OFFSET if entry >> 16 == key >> 16 else _OFFSET

    def keep(self, key: i64, value: i64) -> None:
        """Keep an evaluation."""
        self.cache[key & len(self.cache) - 1] = (key >> 16 << 16) | value + _OFFSET
