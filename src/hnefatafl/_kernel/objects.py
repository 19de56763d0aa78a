"""What callers get as objects: moves and announcements.

The rest of the kernel plays with numbers and knows neither, so that its source can be compiled where there is no Python
(docs/contributing/kernel.rst).

Cost: move objects are made once for all boards of a size, and looked up here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import takes
from hnefatafl._kernel.codes import origin_of, target_of
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.history import History
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.queries import codes_made
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.threats import NOTHING
from hnefatafl.board import Announcement, Move
from hnefatafl.support.vectors import vec

_ANNOUNCEMENTS: Final = tuple(Announcement)


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


def announcement(said: i64) -> Announcement | None:
    """What the kernel has found to be announced."""
    return None if said == NOTHING else _ANNOUNCEMENTS[said - 1]
