"""Whence a scratch board comes: its seed, its trail, and the numbers by which repeated positions are found."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, HELD_KEY, origin_of, target_of
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import extend, vec

# What the trail keeps of each depth, a word each.
_CODE: Final[i64] = 0  # the record of the move made from there, with what it took
_KEY: Final[i64] = 1  # the key of the position
_STATE: Final[i64] = 2  # what else there is to restore, as `state_of` packs it
_ALIKE: Final[i64] = 3  # the number that it shares with those it may repeat
_LINK: Final[i64] = 4  # the depth before it in the same slot
_WORDS: Final[i64] = 5
_SLOTS: Final[i64] = 256


def alike(t: Tables, cells: vec[i16], key: i64, side: i64) -> i64:
    """A number shared by all positions that the repetition rule may call the same, and hardly ever by others."""
    repeats = t.repeats
    if not repeats.mirrored:
        return key ^ t.side_key if repeats.any_turn and side == 1 else key
    found: i64 = 0
    if not repeats.any_turn:
        found = side
    for q in t.squares:
        p = cells[q]
        if p != 0:
            found += repeats.orbits[t.row[i64(p)] + q]
    return found


def alike_after(t: Tables, before: i64, piece: i16, q: i64, to: i64, held: bool, again: bool) -> i64:
    """The same number after a move that captures nothing.

    ``held`` tells that the king's side loosens him by it, ``again`` that its side is to move again.
    """
    repeats = t.repeats
    row = t.row[i64(piece)]
    if repeats.mirrored:
        after = before - repeats.orbits[row + q] + repeats.orbits[row + to]
        if again or repeats.any_turn:
            return after
        return after + 1 if piece & ATTACKERS else after - 1
    key = before ^ t.keys[row + q] ^ t.keys[row + to]
    if held:
        key ^= t.keys[HELD_KEY]
    return key if again or repeats.any_turn else key ^ t.side_key


def mirrors(t: Tables, cells: vec[i16], other: vec[i16]) -> bool:
    """Whether one board is the other, turned or mirrored."""
    if cells == other:
        return True
    n = t.n * t.n
    start: i64 = 0
    while start < 7 * n:
        i: i64 = 0
        while i < n and other[t.turns[start + i]] == cells[t.squares[i]]:
            i += 1
        if i == n:
            return True
        start += n
    return False


@final
class Seed:
    """What a scratch board grows from: a position, and the moves since the last capture that led to another."""

    __slots__ = ("bound", "cells", "counted", "free", "held", "line", "ply", "roll", "side", "status", "tables")

    def __init__(
        self, tables: Tables, cells: vec[i16], side: int, held: int, status: int, ply: int, counted: bool, free: bool
    ) -> None:
        self.tables: Tables = tables
        self.cells: vec[i16] = cells
        self.side: int = side
        self.status: int = status
        self.ply: int = ply
        self.counted: bool = counted
        self.free: bool = free
        self.held: int = held
        self.bound: int = 0
        self.roll: int = 0
        self.line: list[tuple[int, int, int]] = []


def _enter(words: vec[i64], last: vec[i64], depth: i64, number: i64) -> None:
    at = _WORDS * depth
    slot = number & _SLOTS - 1
    words[at + _ALIKE] = number
    words[at + _LINK] = last[slot]
    last[slot] = depth


@final
class Trail:
    """The moves made on a scratch board: what it takes to undo them, and to find a position again."""

    __slots__ = ("counts", "depth", "doubled", "last", "words")

    def __init__(self, counts: bool) -> None:
        zero: i64 = 0
        none: i64 = -1
        self.depth: i64 = 0
        # No position deeper than that has a number that one before it has; known only if somebody ``counts``.
        self.counts: Final[bool] = counts
        self.doubled: i64 = -1
        self.words: vec[i64] = vec[i64]([zero] * 320)
        # Of each slot, the depth of the last position whose number falls into it.
        self.last: Final[vec[i64]] = vec[i64]([none] * 256)

    def push(self, code: i64, key: i64, state: i64, number: i64) -> None:
        """Note a move made from a position with that key and state, and the number of the position it led to."""
        words = self.words
        at = _WORDS * self.depth
        if at + 2 * _WORDS > len(words):
            words = self.reserve(2 * len(words))
        words[at + _CODE] = code
        words[at + _KEY] = key
        words[at + _STATE] = state
        self.depth += 1
        _enter(words, self.last, self.depth, number)
        if self.counts:
            self._count()

    def reserve(self, size: i64) -> vec[i64]:
        """Have room for so many words."""
        zero: i64 = 0
        missing = size - len(self.words)
        if missing > 0:
            self.words = extend(self.words, vec[i64]([zero] * missing))
        return self.words

    def enter(self, number: i64) -> None:
        """Put the present position, which has that number, into its slot."""
        _enter(self.words, self.last, self.depth, number)
        if self.counts:
            self._count()

    def _count(self) -> None:
        """Note whether the present position has the number of another."""
        if self.before(self.depth, 0) >= 0:
            self.doubled = self.depth

    def leave(self) -> None:
        """Take the present position out of its slot."""
        words = self.words
        at = _WORDS * self.depth
        self.last[words[at + _ALIKE] & _SLOTS - 1] = words[at + _LINK]
        self.doubled = min(self.doubled, self.depth - 1)

    def code(self, depth: i64) -> i64:
        """The move made from that depth, and what it took."""
        return self.words[_WORDS * depth + _CODE]

    def target(self) -> i64:
        """Where the last move led, 0 if there was none."""
        if self.depth == 0:
            return 0
        return target_of(self.words[_WORDS * (self.depth - 1) + _CODE])

    def key(self, depth: i64) -> i64:
        """The key of the position there."""
        return self.words[_WORDS * depth + _KEY]

    def state(self, depth: i64) -> i64:
        """What else there is to restore of it."""
        return self.words[_WORDS * depth + _STATE]

    def number(self, depth: i64) -> i64:
        """The number that it shares with those it may repeat."""
        return self.words[_WORDS * depth + _ALIKE]

    def before(self, depth: i64, low: i64) -> i64:
        """The last depth before that one and not before ``low`` with the same number, or -1."""
        words = self.words
        number = words[_WORDS * depth + _ALIKE]
        depth = words[_WORDS * depth + _LINK]
        while depth >= low and depth >= 0:
            if words[_WORDS * depth + _ALIKE] == number:
                return depth
            depth = words[_WORDS * depth + _LINK]
        return -1

    def is_new(self, quiet: i64) -> bool:
        """Whether no position since so many moves has the number of the present one."""
        if self.counts and self.doubled < self.depth:
            return True
        return self.before(self.depth, self.depth - quiet) < 0

    def times(self, number: i64, low: i64) -> i64:
        """How many positions from ``low`` on, the present one among them, have that number."""
        words = self.words
        found: i64 = 0
        depth = self.last[number & _SLOTS - 1]
        while depth >= low and depth >= 0:
            if words[_WORDS * depth + _ALIKE] == number:
                found += 1
            depth = words[_WORDS * depth + _LINK]
        return found

    def board(self, cells: vec[i16], depth: i64) -> vec[i16]:
        """The board as it was then, if it is so now and nothing has been captured between."""
        then = cells[:]
        i = self.depth - 1
        while i >= depth:
            code = self.words[_WORDS * i + _CODE]
            then[origin_of(code)] = then[target_of(code)]
            then[target_of(code)] = 0
            i -= 1
        return then
