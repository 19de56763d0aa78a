"""Calls of extra rules: the functions of a ruleset, whose results are checked."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from hnefatafl.board import Outcome, Side, Square, Termination
from hnefatafl.support.errors import ExtraRuleError
from hnefatafl.support.texts import printable, shortened

if TYPE_CHECKING:
    from hnefatafl.board import Board, Move
    from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding

_SHOWN: Final = 60
"""How many characters of a wrong result a message shows."""


def captured_by(extra: ExtraCapture, board: Board, move: Move, side: Side) -> list[Square]:
    """Return the squares that an extra capture names and the board has.

    Raises:
        ExtraRuleError: it names something else.
    """
    named = _called(extra, board, move, side)
    if isinstance(named, str | bytes) or not isinstance(named, Iterable):
        raise _wrong("extra capture", extra, named, "squares")
    found: list[Square] = []
    for square in cast("Iterable[object]", named):
        if not isinstance(square, Square):
            raise _wrong("extra capture", extra, square, "squares")
        if square.on(board.size):
            found.append(square)
    return found


def ended_by(extra: ExtraEnding, board: Board, turn: Side) -> Outcome | None:
    """Return the outcome that an extra ending finds, or None.

    Raises:
        ExtraRuleError: it returns something else.
    """
    found = _called(extra, board, turn)
    if found is None:
        return None
    proper = isinstance(found, Outcome) and isinstance(found.termination, Termination)
    if not proper or not isinstance(found.winner, Side | None):
        raise _wrong("extra ending", extra, found, "an outcome or None")
    return cast(Outcome, found)


def _called(extra: Callable[..., Any], *given: object) -> Any:
    try:
        return extra(*given)
    except StopIteration as error:  # by which loops over moves or games would end quietly
        raise RuntimeError(f"{_name(extra)} raised StopIteration") from error


def _name(extra: object) -> str:
    named = extra if hasattr(extra, "__qualname__") else type(extra)
    return f"{named.__module__}.{getattr(named, '__qualname__', '?')}"


def _wrong(kind: str, extra: object, returned: object, expected: str) -> ExtraRuleError:
    return ExtraRuleError(f"{kind} {_name(extra)}", shortened(printable(reprlib.repr(returned)), _SHOWN), expected)
