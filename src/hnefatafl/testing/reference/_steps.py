"""Which moves the board allows a side, without those that end where a man may not stand."""

from __future__ import annotations

from collections.abc import Iterator

from hnefatafl.board import Board, Side, Square
from hnefatafl.rules import NoMove, Ruleset
from hnefatafl.testing.reference._captures import captures_on, moved, walked_between, without
from hnefatafl.testing.reference._moves import passers, some_roll_allows, steps_of


def may_not_stand(rules: Ruleset, before: Board, origin: Square, target: Square) -> bool:
    """Return whether the man that moves may not end his move there, between two enemies.

    Our reading: "just the moves by which walk_in would capture the man that moves are illegal [...], but never one that
    captures the king".
    """
    if origin == target or not rules.no_walk_in.has(before[origin]):
        return False
    taken = captures_on(rules, before, origin, target)
    return before.king not in taken and bool(
        walked_between(rules, without(moved(before, origin, target), taken), target)
    )


def open_steps(rules: Ruleset, board: Board, side: Side) -> Iterator[tuple[Square, Square]]:
    """Yield the moves that the board allows a side if it were to move."""
    return (step for step in steps_of(rules, board, side) if not may_not_stand(rules, board, *step))


def board_moves(rules: Ruleset, board: Board, side: Side) -> list[tuple[Square, Square]]:
    """Return the moves that the board and some roll allow a side if it were to move.

    Announcement, repetition and a pending roll are ignored.

    >>> from hnefatafl import Side, variants
    >>> len(board_moves(variants.BRANDUBH, variants.BRANDUBH.start, Side.ATTACKERS))
    40
    """
    return [step for step in open_steps(rules, board, side) if some_roll_allows(rules, board, step)]


def can_move(rules: Ruleset, board: Board, side: Side) -> bool:
    """Return whether the board, with some roll, leaves the side a move, or it may pass."""
    steps = open_steps(rules, board, side)
    return side in passers(rules) or any(some_roll_allows(rules, board, step) for step in steps)


def has_to_pass(rules: Ruleset, board: Board, side: Side) -> bool:
    """Return whether the side cannot move and passes the turn to the other side, which can.

    Our reading: only the board and the best roll count, not what announcements or repetition forbid.
    """
    blocked = rules.no_move is NoMove.PASS and not can_move(rules, board, side)
    return blocked and can_move(rules, board, side.opponent)
