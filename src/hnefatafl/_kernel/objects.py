"""What callers get as objects: moves and announcements.

The rest of the kernel plays with numbers and knows neither, so that its source can be compiled where there is no Python
(docs/contributing/kernel.rst).

Cost: move objects are made once for all boards of a size, and looked up here.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import takes
from hnefatafl._kernel.codes import (
    ATTACKING,
    SAYS_RAICHI,
    SAYS_THREAT,
    SAYS_WAY_OUT,
    origin_of,
    target_of,
)
from hnefatafl._kernel.generate import room, ways_out
from hnefatafl._kernel.history import History
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.queries import codes_made
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.threats import king_in_danger, opens
from hnefatafl.board import Announcement, Move
from hnefatafl.support.vectors import vec


def moves_of(t: Tables, codes: vec[i64], end: i64) -> list[Move]:
    """The moves that the codes before index ``end`` stand for."""
    moves = t.moves
    size = t.size
    return [moves[origin_of(code) * size + target_of(code)] for code in codes[:end]]


def legal_moves(position: MutablePosition) -> list[Move]:
    """The legal moves of a position, in a game that goes on."""
    out = room(position.t)
    return moves_of(position.t, out, position.fill(out, 0))


def capturing(t: Tables, cells: vec[i16], king: i64, moves: list[Move]) -> list[Move]:
    """Those of the moves that take something."""
    index = t.index
    captures: list[Move] = []
    for move in moves:
        if takes(t, cells, king, index[move._start], index[move._stop]):
            captures.append(move)
    return captures


def moves_made(t: Tables, history: History) -> list[Move]:
    """The same moves as objects, without skipped turns."""
    return [t.move(i64(code)) for code in codes_made(history) if code != 0]


def said(t: Tables, cells: vec[i16], king: i64, side: i64) -> Announcement | None:
    """What a side announces of its next move, if it is asked now."""
    if side == ATTACKING:
        return Announcement.THREAT if t.says & SAYS_THREAT != 0 and king_in_danger(t, cells, king) else None
    if t.says & SAYS_WAY_OUT == 0:
        return None
    ways = ways_out(t, cells, king)
    if t.says & SAYS_RAICHI == 0:
        return Announcement.WAY_OUT if ways > 0 else None
    return None if ways == 0 else Announcement.RAICHI if ways == 1 else Announcement.TUICHU


def said_newly(
    t: Tables, before: vec[i16], king_before: i64, after: Tables, cells: vec[i16], king: i64, side: i64
) -> Announcement | None:
    """What a side announces after a move of its opponent that has given it a new chance.

    ``t`` and ``after`` are the tables before and after it, which differ in what extra captures are told.
    """
    announcement = said(after, cells, king, side)
    if announcement is None:
        return None
    new = not king_in_danger(t, before, king_before) if side == ATTACKING else opens(t, before, cells, king)
    return announcement if new else None
