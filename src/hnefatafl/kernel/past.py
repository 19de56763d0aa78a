"""What a position remembers of those before it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from hnefatafl.kernel.tables import Tables
from hnefatafl.kernel.trail import Seed

HELD: Final[i64] = 1  # among the flags: the defenders left a way out unannounced
SET_UP: Final[i64] = 4  # among the flags: not reached by a move
_NO_CELLS: Final[vec[i16]] = vec[i16](b"")
_NO_ROW: Final[list[Past | None]] = [None] * 16
_EMPTY: Final[list[list[Past | None]]] = [_NO_ROW] * 16


@final
class Past:
    """An earlier position of a game, as far as repetition and replaying need it.

    Positions hang on these and not on one another: a position that nobody plays on from
    costs none, and freeing a long game does not nest deeply.

    ``alike`` is the number that a position shares with those it may repeat. ``rows`` are 16
    rows of 16 slots: which earlier position was the last whose number falls into a slot; and
    ``twin`` is the one before this in its own slot. Rows are never changed, only copied, so
    that games may branch. ``times`` is how often the number has come up, now included, and
    ``most`` how often any has.
    """

    __slots__ = (
        "alike", "before", "bound", "cells", "code", "flags", "key", "most", "ply", "roll", "rows", "side", "taken",
        "times", "twin",
    )  # fmt: skip

    def __init__(
        self, before: Past | None, cells: vec[i16], key: i64, alike: i64, code: i64, flags: i64, roll: i64,
        bound: i64, side: i64, ply: i64, taken: i64,
    ) -> None:  # fmt: skip
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
        self.rows: Final[list[list[Past | None]]] = _EMPTY if before is None else before.entered()
        self.twin: Final[Past | None] = self.rows[alike & 15][alike >> 4 & 15]
        self.times: i64 = 1
        self.most: i64 = 1
        if before is not None:
            earlier = self.met(alike)
            if earlier is not None:
                self.times = earlier.times + 1
            self.most = max(before.most, self.times)

    def entered(self) -> list[list[Past | None]]:
        """The rows of a position that follows."""
        rows = self.rows[:]
        i = self.alike & 15
        row = rows[i][:]
        row[self.alike >> 4 & 15] = self
        rows[i] = row
        return rows

    def met(self, alike: i64) -> Past | None:
        """The last of the positions before this one with that number."""
        past = self.rows[alike & 15][alike >> 4 & 15]
        while past is not None and past.alike != alike:
            past = past.twin
        return past

    def line(self) -> list[Past]:
        """The positions since the last capture, this one last."""
        found: list[Past] = []
        past: Past | None = self
        while past is not None:
            found.append(past)
            past = past.before
        found.reverse()
        return found


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
    while earlier is not None:
        if (counts_start or earlier.flags & SET_UP == 0) and _stood_so(cells, code, past, earlier):
            n += 1
        earlier = earlier.met(alike)
    return n


def _stood_so(cells: vec[i16], code: i64, past: Past | None, earlier: Past) -> bool:
    """Whether the board was so then, not only its key; no capture lies between."""
    then = cells[:]
    while past is not None:
        then[code >> 10] = then[code & 1023]
        then[code & 1023] = 0
        if past is earlier:
            break
        code = past.code
        past = past.before
    return then == cells
