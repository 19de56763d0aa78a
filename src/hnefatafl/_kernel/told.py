"""What functions of a ruleset are told: the position after a move, with the game so far.

A position of the package above the kernel is made for them after each move. Only rulesets with functions come here, and
the module is one of its own so that the compiler does not put it into the path of the others.

Law: nothing here changes a mutable position. Cost: a position for each move, and what the functions do.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import move_code, opponent
from hnefatafl._kernel.play import unannounced_after
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.verdict import OPPONENT, yields
from hnefatafl.support import hooks
from hnefatafl.support.vectors import vec


def ask_endings(
    t: Tables, asker: object, cells: vec[i16], king: i64, piece: i16, mover: i64, unannounced: i64, since_capture: i64,
    q: i64, to: i64, taken: i64, more: list[int], status: i64,
) -> i64:  # fmt: skip
    """The end that the functions of the ruleset find after a move of ``asker``, or that which the board shows.

    They are asked as if the turn was over.
    """
    hook = t.ends_hook
    if hook is None or not yields(status):
        return status
    flags = unannounced_after(t, cells, cells, king, piece, unannounced, True, OPPONENT)
    told = show_after(asker, cells, king, opponent(mover), since_capture, flags, 0, 0, q, to, taken, more)
    end: i64 = hook(told)
    return status if end == 0 else end


def show_after(
    asker: object, cells: vec[i16], king: i64, side: i64, since_capture: i64, flags: i64, roll: i64, berserk: i64,
    q: i64, to: i64, taken: i64, more: list[int],
) -> object:  # fmt: skip
    """The position after a move of ``asker``, as functions of the ruleset are told it."""
    # A list, since mypyc never releases a vector that goes through a call of Python.
    kept: list[i16] = []
    i: i64 = 0
    while i < len(cells):
        kept.append(cells[i])
        i += 1
    return hooks.show_after(
        hooks.show(asker), kept, king, side, since_capture, flags, roll, berserk, move_code(q, to), taken, more[:]
    )


def shown_before(shown: object) -> object:
    """What was shown before the last move."""
    return cast("tuple[object, object]", shown)[1]


def line_key(asker: object) -> i64:
    """A number of all the moves so far."""
    return i64(hooks.line_key(hooks.show(asker)))
