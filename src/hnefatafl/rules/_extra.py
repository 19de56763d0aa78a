"""Calls of extra rules: the functions of a ruleset, whose results are checked."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from hnefatafl.board import Outcome, Side, Square, Termination
from hnefatafl.support.errors import ExtraRuleError
from hnefatafl.support.texts import shortened

if TYPE_CHECKING:
    from hnefatafl.board import Board, Move
    from hnefatafl.play import Position
    from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding

_SHOWN: Final = 60
"""How many characters of a wrong result a message shows."""


def captured_by(extra: ExtraCapture, board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """Return the squares that an extra capture names and the board has.

    >>> from hnefatafl import Move, Position, Side, Square
    >>> def capture_corners(board, move, side, position):
    ...     return [Square.parse("a1"), Square.parse("k11")]
    >>> start = Position.initial("brandubh")
    >>> captured_by(capture_corners, start.board, Move.parse("d1-c1"), Side.ATTACKERS, start)
    [Square(a1)]

    Raises:
        ExtraRuleError: it names something else.
    """
    answer = _call_extra(extra, board, move, side, position)
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        raise _make_error("extra capture", extra, answer, "squares")
    squares: list[Square] = []
    for square in cast("Iterable[object]", answer):
        if not isinstance(square, Square):
            raise _make_error("extra capture", extra, square, "squares")
        if square.on(board.size):
            squares.append(square)
    return squares


def ended_by(extra: ExtraEnding, board: Board, turn: Side, position: Position) -> Outcome | None:
    """Return the outcome that an extra ending finds, or None.

    >>> from hnefatafl import Position
    >>> def end_at_once(board, turn, position):
    ...     return Outcome(winner=None, termination=Termination.MOVE_LIMIT)
    >>> start = Position.initial("brandubh")
    >>> print(ended_by(end_at_once, start.board, start.turn, start))
    draw: the limit of all moves is reached

    Raises:
        ExtraRuleError: it returns something else.
    """
    outcome = _call_extra(extra, board, turn, position)
    if outcome is None:
        return None
    proper = isinstance(outcome, Outcome) and isinstance(outcome.termination, Termination)
    if not proper or not isinstance(outcome.winner, Side | None):
        raise _make_error("extra ending", extra, outcome, "an outcome or None")
    return cast(Outcome, outcome)


def _call_extra(extra: Callable[..., Any], *arguments: object) -> Any:
    try:
        return extra(*arguments)
    except StopIteration as error:  # by which loops over moves or games would end quietly
        raise RuntimeError(f"{_qualified_name(extra)} raised StopIteration") from error


def _qualified_name(extra: object) -> str:
    owner = extra if hasattr(extra, "__qualname__") else type(extra)
    return f"{owner.__module__}.{getattr(owner, '__qualname__', '?')}"


def _make_error(kind: str, extra: object, returned: object, expected: str) -> ExtraRuleError:
    return ExtraRuleError(f"{kind} {_qualified_name(extra)}", shortened(reprlib.repr(returned), _SHOWN), expected)
