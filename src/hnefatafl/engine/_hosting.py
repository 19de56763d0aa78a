"""What all hosts of engines share: the moves to a position, the referee, and what an engine says meanwhile."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, Side
from hnefatafl.engine._connection import Conversation, Event, Expect
from hnefatafl.engine._errors import EngineMoveError
from hnefatafl.engine._results import Info
from hnefatafl.errors import HnefataflError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.search import Limit

_KEPT: Final = 1000
"""How many unknown lines are kept."""
_NO_MOVES: Final = frozenset(["", "(none)", "none", "0000"])
"""What engines write who see no move."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)


@frozen
class Line:
    """The moves of a game, from where it was set up."""

    root: Position
    moves: tuple[Move, ...]

    @staticmethod
    def of(position: Position, dialect: str) -> Line:
        """Return the line that led to a position.

        Raises:
            NotExpressibleError: no protocol can tell of it: a die is thrown in it, or it begins within a turn.
        """
        history = position.history()
        faults: list[str] = []
        if position.can_roll or any(each.roll_pending is not None for each in history):
            faults.append("die")
        if dialect != "UGI" and any(_passes(each) for each in history):
            faults.append("may_pass")
        if history[0].berserk_square is not None:
            faults.append("berserk_square")
        if not all(each.announced for each in history):
            faults.append("announced")
        if faults:
            raise NotExpressibleError(dialect, faults)
        moves = (each.last_move for each in history[1:])
        return Line(history[0], tuple(move for move in moves if move is not None))

    def beyond(self, known: Line | None) -> tuple[Move, ...] | None:
        """Return the moves after a line that the engine knows, or None if it is another line."""
        if known is None or known.root != self.root or known.root.ruleset != self.root.ruleset:
            return None
        count = len(known.moves)
        return self.moves[count:] if self.moves[:count] == known.moves else None

    def add(self, move: Move) -> Line:
        """Return the line with one more move."""
        return Line(self.root, (*self.moves, move))


def _passes(position: Position) -> bool:
    """Return whether the side to move may pass."""
    return position.berserk_square is None and Move.PASS in position.legal_moves()


def referee(position: Position, text: str, parse: Callable[[str], Move] = Move.parse) -> Move:
    """Return the move that an engine has written.

    Raises:
        EngineMoveError: it is none, or illegal.
    """
    if text in _NO_MOVES:
        raise EngineMoveError(text or "no move", "a move was expected, since the game is not over")
    try:
        move = parse(text)
    except HnefataflError as error:
        raise EngineMoveError(text, str(error).partition("\n")[0]) from None
    reason = position.illegality(move)
    if reason is not None:
        raise EngineMoveError(text, str(reason))
    return move


def legal_line(position: Position, texts: Iterable[str], parse: Callable[[str], Move] = Move.parse) -> tuple[Move, ...]:
    """Return the moves of a line as far as they are legal."""
    found: list[Move] = []
    for text in texts:
        try:
            move = parse(text)
            position = position.play(move)
        except HnefataflError:
            break
        found.append(move)
    return tuple(found)


def number(text: str) -> int | None:
    """Return a whole number, or None if the text is none that is reasonable."""
    return int(text) if _NUMBER.fullmatch(text) else None


def awaited(limit: Limit, side: Side, name: str) -> Expect:
    """What is waited for while an engine searches: it may take the time of the limit."""
    timed = limit.seconds is not None or limit.clocks is not None
    seconds = limit.seconds
    if limit.clocks is not None:
        left, _ = limit.clocks.of(side)
        seconds = left if seconds is None else min(left, seconds)
    return Expect(awaited=name, seconds=seconds if timed else 0.0)


class Said:
    """What an engine says while something is waited for."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=_KEPT)

    def hear(self, event: Event) -> None:
        """Keep a line that the protocol does not know."""
        self._lines.append(event.line)

    def complete(self, info: Info) -> Info:
        """Return what was said of a position, with the lines that were kept."""
        return evolve(info, lines=tuple(self._lines))


def wait(name: str, expect: Expect, hear: Callable[[Event], object]) -> Conversation[Event]:
    """Wait for an event of that name, and let all others be heard."""
    while True:
        event = yield expect
        if event is None:
            continue
        if event.name == name:
            return event
        hear(event)
