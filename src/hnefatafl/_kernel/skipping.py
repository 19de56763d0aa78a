"""Skipping a turn, as searches do (a null move).

Law: a skipped turn is a row of the history whose record is 0. Like a capture, it lets nothing before it be repeated, so
the boards that the history works out never go back beyond it.
"""

from __future__ import annotations

from hnefatafl._kernel.codes import opponent, state_of, state_since_capture
from hnefatafl._kernel.engine import Engine
from hnefatafl._kernel.keys import repetition_key
from hnefatafl._kernel.verdict import passed


def may_skip(engine: Engine) -> bool:
    """Whether the game goes on, nothing binds the side to move, and the turn would not come back to it."""
    if engine.berserk != 0 or engine.roll != 0 or engine.unannounced != 0 or engine.end() != 0:
        return False
    return not passed(engine.t, engine.cells, opponent(engine.side), 0)


def skip(engine: Engine) -> None:
    """Skip a turn that may be skipped."""
    side = opponent(engine.side)
    key = engine.key ^ engine.t.side_key
    state = state_of(engine.status, engine.unannounced, engine.since_capture)
    number = repetition_key(engine.t, engine.cells, key, side)
    # Nothing is called after this, so all of it happens or nothing.
    engine.history.push(0, engine.key, state, number)
    engine.ply += 1
    engine.side = side
    engine.key = key
    engine.since_capture = 0


def unskip(engine: Engine) -> None:
    """Take back a skipped turn, after which no move is left on the board."""
    _, key, state = engine.history.last()
    since_capture = state_since_capture(state)
    if engine.escape_path is not None:
        engine.escape_path.forget(engine.ply - 1)
    # Nothing is called after this, so all of it happens or nothing.
    engine.history.leave()
    engine.ply -= 1
    engine.side = opponent(engine.side)
    engine.key = key
    engine.roll = 0
    engine.since_capture = since_capture
