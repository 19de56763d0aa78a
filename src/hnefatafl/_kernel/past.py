"""What a position remembers of those before it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import HELD, SET_UP, origin_of, target_of
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.trail import Seed
from hnefatafl._kernel.vectors import vec

_NO_CELLS: Final[vec[i16]] = vec[i16](b"")
_ALONE: Final[vec[i64]] = vec[i64]([])


@final
class Past:
    """An earlier position of a game, as far as repetition and replaying need it.

    Positions hang on these and not on one another: a position that nobody plays on from
    costs none, and freeing a long game does not nest deeply.

    ``earlier`` is the position one move before; ``before`` is the same one if the move captured nothing, and
    None otherwise, since nothing before a capture can occur again.
    ``alike`` is the number that a position shares with those it may repeat; ``times`` is how
    often it has come up, now included, and ``most`` how often any has. Earlier positions are
    found by it in a list of blocks: this one and those before it, ``span`` of them, are the
    first, ``rest`` is where the next begins. A block is this position alone, or it and the
    first two blocks of the position before it, if they are equally long (the skew-binary
    lists of Myers, 1983); ``block`` is a hash table of the numbers in a longer one, where 0
    is nothing (and one number in 2⁶⁰). So there are few blocks, and none ever changes: games
    may branch.
    """

    __slots__ = (
        "alike", "before", "block", "bound", "cells", "code", "earlier", "flags", "key", "most", "ply", "rest", "roll",
        "side", "span", "taken", "times",
    )  # fmt: skip

    def __init__(
        self, earlier: Past | None, cells: vec[i16], key: i64, alike: i64, code: i64, flags: i64, roll: i64,
        bound: i64, side: i64, ply: i64, quiet: i64, taken: i64,
    ) -> None:  # fmt: skip
        before = None if quiet == 0 else earlier
        self.earlier: Final[Past | None] = earlier
        self.before: Final[Past | None] = before
        # The others follow from these by their moves.
        self.cells: Final[vec[i16]] = cells if before is None else _NO_CELLS
        self.key: Final[i64] = key
        self.code: Final[i64] = code
        self.flags: Final[i64] = flags
        self.roll: Final[i64] = roll
        self.bound: Final[i64] = bound
        self.side: Final[i64] = side
        self.ply: Final[i64] = ply
        self.taken: Final[i64] = taken
        self.alike: Final[i64] = alike
        self.span: i64 = 1
        self.rest: Past | None = before
        self.block: vec[i64] = _ALONE
        self.times: i64 = 1
        self.most: i64 = 1
        if before is not None:
            far = before.rest
            if far is not None and far.span == before.span:
                self.span += 2 * before.span
                self.rest = far.rest
                self._join(before, far)
            earlier = self.met(alike)
            if earlier is not None:
                self.times = earlier.times + 1
            self.most = max(before.most, self.times)

    def _join(self, near: Past, far: Past) -> None:
        """Make the hash table of a block that holds two others."""
        zero: i64 = 0
        block = vec[i64]([zero] * int(2 * self.span + 2))
        _enter(block, self.alike)
        for past in (near, far):
            if past.span == 1:
                _enter(block, past.alike)
            for number in past.block:
                if number != 0:
                    _enter(block, number)
        self.block = block

    def _holds(self, number: i64) -> bool:
        """Whether a position of the block that begins here has that number."""
        if self.span == 1:
            return self.alike == number
        block = self.block
        mask = len(block) - 1
        i = number & mask
        while block[i] != 0:
            if block[i] == number:
                return True
            i = i + 1 & mask
        return False

    def met(self, number: i64) -> Past | None:
        """The last of the positions before this one with that number."""
        past = self.before
        while past is not None and not past._holds(number):
            past = past.rest
        while past is not None and past.alike != number:
            near = past.before
            past = near if near is None or near._holds(number) else near.rest
        return past

    def often(self, number: i64) -> i64:
        """How often that number has come up, up to now."""
        last = self if self.alike == number else self.met(number)
        if last is None:
            return 0
        return last.times

    def line(self) -> list[Past]:
        """The positions since the last capture, this one last."""
        found: list[Past] = []
        past: Past | None = self
        while past is not None:
            found.append(past)
            past = past.before
        found.reverse()
        return found

    def whole(self) -> list[Past]:
        """The positions since the set-up, this one last."""
        found: list[Past] = []
        past: Past | None = self
        while past is not None:
            found.append(past)
            past = past.earlier
        found.reverse()
        return found


def _enter(block: vec[i64], number: i64) -> None:
    """Put a number into a hash table that has room for it, unless it is there."""
    mask = len(block) - 1
    i = number & mask
    while block[i] != 0 and block[i] != number:
        i = i + 1 & mask
    block[i] = number


def seed(t: Tables, line: list[Past], status: i64, roll: i64, free: bool) -> Seed:
    """What a scratch board grows from, after those positions since the last capture.

    ``status`` is how the game ended by its set-up or its last capture; ``roll`` is what the die shows.
    """
    base = line[0]
    counted = base.flags & SET_UP == 0 or t.repeats.start
    found = Seed(t, base.cells, int(base.side), int(base.flags & HELD), int(status), int(base.ply), counted, free)
    rolled = int(base.roll)
    for past in line[1:]:
        found.line.append((int(past.code), int(past.flags & HELD), rolled))
        rolled = int(past.roll)
    found.roll = int(roll)
    found.bound = int(base.bound)
    return found


def times(cells: vec[i16], code: i64, past: Past | None, alike: i64, counts_start: bool) -> i64:
    """How often the board that a move with that code has led to from ``past`` has stood there, now included.

    For the usual rule, by which a position is the board and the side to move.
    """
    n: i64 = 1
    earlier = None if past is None else past.met(alike)
    then = cells[:]
    while past is not None and earlier is not None:
        # Back to the board as it was then; no capture lies between.
        then[origin_of(code)] = then[target_of(code)]
        then[target_of(code)] = 0
        if past is earlier:
            if then == cells and (counts_start or earlier.flags & SET_UP == 0):
                n += 1
            earlier = earlier.met(alike)
        code = past.code
        past = past.before
    return n
