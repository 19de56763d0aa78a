"""Skipping a turn, as searches do (a null move).

Law: a skipped turn is a row of the history whose record is 0. Like a capture, it lets nothing before it be repeated, so
the boards that the history works out never go back beyond it.
"""

from __future__ import annotations

from hnefatafl._kernel.codes import opponent, state_of, state_since_capture
from hnefatafl._kernel.history import repetition_key
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.verdict import as_set_up, passed


def may_skip(position: MutablePosition) -> bool:
    """Whether the game goes on, also after the turn, nothing binds the side to move, and the turn would not come back.

    A skipped turn makes a board that is set up with the other side to move, and such a board can be the end: ways out
    and forts count whenever the attackers are to move. Functions of a ruleset are told the moves before, and a skipped
    turn is none, so with them no turn may be skipped.
    """
    if position.t.hooked:
        return False
    if position.berserk != 0 or position.roll != 0 or position.unannounced != 0 or position.end() != 0:
        return False
    side = opponent(position.side)
    if as_set_up(position.t, position.cells, position.king, side) != 0:
        return False
    return not passed(position.t, position.cells, position.king, side, 0)


def skip(position: MutablePosition) -> None:
    """Skip a turn that may be skipped."""
    side = opponent(position.side)
    key = position.key ^ position.t.side_key
    state = state_of(position.status, position.unannounced, position.since_capture, position.side)
    number = repetition_key(position.t, position.cells, key, side)
    # Nothing is called after this, so all of it happens or nothing.
    position.history.push(0, position.key, state, number)
    position.ply += 1
    position.side = side
    position.key = key
    position.since_capture = 0


def unskip(position: MutablePosition) -> None:
    """Take back a skipped turn, after which no move is left on the board."""
    _, key, state = position.history.last()
    since_capture = state_since_capture(state)
    position.escape_path.forget(position.ply - 1)
    # Nothing is called after this, so all of it happens or nothing.
    position.history.leave()
    position.ply -= 1
    position.side = opponent(position.side)
    position.key = key
    position.roll = 0
    position.since_capture = since_capture
