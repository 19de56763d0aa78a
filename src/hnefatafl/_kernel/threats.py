"""Threats: what announcements tell, and which side of a repetition is the offensive one, which must deviate.

A king is in danger when a move of the attackers would capture him, and has a way out when a square on which he wins is
within his reach (S001 "Ansagen", S003 §9 and §13). A move that needs a roll of the die counts if some roll allows it
(our reading: S001 has both announcements and a die, and does not say). The offensive side of a repetition is the one
that, alone of both, threatened after each of its moves since the position first occurred (S003 §13).

Cost: a danger is found by trying the moves beside the king; a repetition looks at each board since it first occurred.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import apply_move
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    NEITHER,
    SAYS_RAICHI,
    SAYS_THREAT,
    SAYS_WAY_OUT,
    origin_of,
    state_side,
    target_of,
)
from hnefatafl._kernel.generate import adjacent, fill, open_directions, reach, room, ways_out
from hnefatafl._kernel.history import History
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import Announcement
from hnefatafl.support.enums import place
from hnefatafl.support.vectors import vec

# What is announced: the places in the list of Announcement, from 1 on; 0 is nothing.
NOTHING: Final[i64] = 0
RAICHI: Final[i64] = place(Announcement.RAICHI) + 1
TUICHU: Final[i64] = place(Announcement.TUICHU) + 1
WAY_OUT: Final[i64] = place(Announcement.WAY_OUT) + 1
THREAT: Final[i64] = place(Announcement.THREAT) + 1


def king_in_danger(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the attackers could capture the king if it were their move, by some roll (S001 "Ansagen", S003 §13)."""
    moves = room(t)
    end = fill(t, cells, ATTACKERS, reach(t, 0), 0, moves, 0)
    i: i64 = 0
    while i < end:
        to = target_of(moves[i])
        # Only who arrives beside the king takes him, by the plain rules.
        if adjacent(t, king, to) or t.joint or t.captures_hook is not None:
            # apply_move changes the board, and each move is tried on the same one.
            taken = apply_move(t, cells[:], king, origin_of(moves[i]), to, None)
            if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:
                return True
        i += 1
    return False


def opens(t: Tables, before: vec[i16], after: vec[i16], king: i64) -> bool:
    """Whether the king has a way out in a direction in which he had none before (S001 "Ansagen", S003 §9)."""
    return open_directions(t, after, king) & ~open_directions(t, before, king) != 0


def said(t: Tables, cells: vec[i16], king: i64, side: i64) -> i64:
    """What a side announces of its next move, if it is asked now."""
    if side == ATTACKING:
        return THREAT if t.says & SAYS_THREAT != 0 and king_in_danger(t, cells, king) else NOTHING
    if t.says & SAYS_WAY_OUT == 0:
        return NOTHING
    ways = ways_out(t, cells, king)
    if ways == 0:
        return NOTHING
    if t.says & SAYS_RAICHI == 0:
        return WAY_OUT
    return RAICHI if ways == 1 else TUICHU


def said_newly(
    t: Tables, before: vec[i16], king_before: i64, after: Tables, cells: vec[i16], king: i64, side: i64
) -> i64:
    """What a side announces after a move of its opponent that has given it a new chance.

    ``t`` and ``after`` are the tables before and after it, which differ in what extra captures are told.
    """
    announcement = said(after, cells, king, side)
    if announcement == NOTHING:
        return NOTHING
    new = not king_in_danger(t, before, king_before) if side == ATTACKING else opens(t, before, cells, king)
    return announcement if new else NOTHING


def offensive_side(t: Tables, cells: vec[i16], king: i64, history: History, since: i64) -> i64:
    """Which side alone threatened after each of its moves since that depth, if one did (S003 §13)."""
    # The moves are taken back on a copy, from the last one on. The history compares no position with one before a
    # capture, so there is no captured piece to put back.
    cells = cells[:]
    attackers = True
    defenders = True
    attackers_moved = False
    defenders_moved = False
    depth = history.depth
    while depth > since:
        q = origin_of(history.code(depth))
        to = target_of(history.code(depth))
        depth -= 1
        if state_side(history.state(depth)) == ATTACKING:
            attackers_moved = True
            attackers = attackers and king_in_danger(t, cells, king)
        else:
            defenders_moved = True
            defenders = defenders and ways_out(t, cells, king) > 0
        if q == to:
            continue
        cells[q] = cells[to]
        cells[to] = 0
        if king == to:
            king = q
    # Whose only move repeats a mirrored board has no opponent who threatened.
    attackers = attackers and attackers_moved
    defenders = defenders and defenders_moved
    if attackers == defenders:
        return NEITHER
    return ATTACKING if attackers else DEFENDING
