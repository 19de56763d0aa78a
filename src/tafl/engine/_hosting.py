"""What all hosts of engines share: the moves to a position, the referee, and what an engine says meanwhile."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol

from attrs import evolve

from hnefatafl.board import Move, Side
from hnefatafl.errors import HnefataflError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.search import REPETITION, SURE, WON, Limit, Line, Score
from hnefatafl.support.immutability import frozen
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._protocol import EngineMoveError, Info

_KEPT: Final = 1000
"""How many unknown lines are kept."""
_NO_MOVES: Final = frozenset(["", "(none)", "none", "0000"])
"""What engines write who see no move."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)


@frozen
class GameLine:
    """The moves of a game, from where it was set up."""

    root: Position
    moves: tuple[Move, ...]

    @staticmethod
    def of(position: Position, dialect: str) -> GameLine:
        """Return the line that led to a position.

        Raises:
            NotExpressibleError: no protocol can tell of it: a die is thrown in it, or it begins within a turn.
        """
        history = position.history()
        faults: list[str] = []
        if position.can_roll or any(reached.roll_pending is not None for reached in history):
            faults.append("die")
        if dialect != "UGI" and any(_may_pass(reached) for reached in history):
            faults.append("may_pass")
        if history[0].berserk_square is not None:
            faults.append("berserk_square")
        if not all(reached.announced for reached in history):
            faults.append("announced")
        if faults:
            raise NotExpressibleError(dialect, faults)
        moves = (reached.last_move for reached in history[1:])
        return GameLine(history[0], tuple(move for move in moves if move is not None))

    def beyond(self, known_line: GameLine | None) -> tuple[Move, ...] | None:
        """Return the moves after a line that the engine knows, or None if it is another line."""
        if known_line is None or known_line.root != self.root or known_line.root.ruleset != self.root.ruleset:
            return None
        count = len(known_line.moves)
        return self.moves[count:] if self.moves[:count] == known_line.moves else None

    def add(self, move: Move) -> GameLine:
        """Return the line with one more move."""
        return GameLine(self.root, (*self.moves, move))


def _may_pass(position: Position) -> bool:
    """Return whether the side to move may pass."""
    return position.berserk_square is None and Move.PASS in position.legal_moves()


def check_move(position: Position, text: str, parse: Callable[[str], Move] = Move.parse) -> Move:
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
    moves: list[Move] = []
    for text in texts:
        try:
            move = parse(text)
            position = position.play(move)
        except HnefataflError:
            break
        moves.append(move)
    return tuple(moves)


def parse_number(text: str) -> int | None:
    """Return a whole number, or None if the text is none that is reasonable."""
    return int(text) if _NUMBER.fullmatch(text) else None


def expect_answer(limit: Limit, side: Side, name: str) -> Expect:
    """What is waited for while an engine searches: it may take the time of the limit."""
    timed = limit.seconds is not None or limit.clocks is not None
    seconds = limit.seconds
    if limit.clocks is not None:
        remaining, _ = limit.clocks.of(side)
        seconds = remaining if seconds is None else min(remaining, seconds)
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


_OPTION: Final = re.compile(r"name\s+(.{1,100}?)\s+type\s+(\S{1,20})(?:\s+.*)?", re.DOTALL)
"""An option that an engine offers."""
_MOST_LINES: Final = 256
_LONGEST: Final = 400
"""How many moves of a line are read."""


class _Greeting(Protocol):
    """A host, as far as an engine that is greeted says something of itself."""

    name: str
    author: str

    @property
    def connection(self) -> Connection: ...

    @property
    def options(self) -> dict[str, str]: ...


def greet(
    host: _Greeting, protocol: str, options: Mapping[str, str] | None, check: Callable[[Event], object]
) -> Conversation[None]:
    """Greet an engine, take what it says of itself, and set options.

    Arguments:
        host: the host.
        protocol: the word that begins the protocol.
        options: the options, by their names.
        check: called with each line before the one awaited; raises if the engine refuses something.
    """

    def learn(event: Event) -> None:
        key, _, value = event.text.partition(" ")
        if event.name == "id" and key == "name":
            host.name = value
        elif event.name == "id" and key == "author":
            host.author = value
        elif event.name == "option" and (match := _OPTION.fullmatch(event.text)):
            host.options[match[1]] = event.text
        check(event)

    send, ok = host.connection.send, f"{protocol}ok"
    yield send(protocol)
    yield from wait(ok, Expect(awaited=ok), learn)
    for name, value in (options or {}).items():
        yield send("setoption name", name, "value", value)
    yield send("isready")
    yield from wait("readyok", Expect(awaited="readyok"), learn)


def to_milliseconds(seconds: float) -> str:
    """Return a time as engines read it: from 1 on, since some take 0 for no limit."""
    return str(max(1, min(int(seconds * 1000), 10**15)))


def score_words(line: Line) -> tuple[str, ...]:
    """Return the score of a line: hundredths of a soldier, or moves to a win or, negative, a loss."""
    plies = line.score.plies
    if plies is None:
        return "score", "cp", str(line.score.value)
    moves = (plies + 1) // 2
    return "score", "mate", str(moves if line.score.is_win else -moves)


def _make_score(kind: str, value: int, side: Side) -> Score | None:
    if kind == "cp":
        return Score(side=side, value=max(1 - REPETITION, min(value, REPETITION - 1)))
    if kind == "mate" and abs(value) < (WON - SURE) // 2:
        # The side that wins makes the last move.
        return Score.won(side, 2 * value - 1) if value > 0 else Score.lost(side, -2 * value)
    return None


class Infos(Said):
    """What an engine says about a position while it searches, a line of play each."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self._found: dict[int, Info] = {}
        self._text = ""

    def hear(self, event: Event) -> None:
        """Take a line: that of an engine about its search, or another, which is kept."""
        if event.name != "info":
            super().hear(event)
            return
        words = event.text.split()
        if words[:1] == ["string"]:
            self._text = event.text.partition("string")[2].strip()
            return
        self._take(words)

    def _take(self, words: Sequence[str]) -> None:
        values = dict(_pair_words(words))
        line_number = parse_number(values.get("multipv", "1"))
        if line_number is None or not 1 <= line_number <= _MOST_LINES:
            return
        moves: Sequence[str] = words[words.index("pv") + 1 :][:_LONGEST] if "pv" in words else ()
        value = parse_number(values.get("cp", "")) if "cp" in values else parse_number(values.get("mate", ""))
        kind = "cp" if "cp" in values else "mate"
        if not moves and value is None and line_number in self._found:
            return  # progress, with nothing new about the line
        time = _read_natural(values, "time")
        self._found[line_number] = Info(
            score=None if value is None else _make_score(kind, value, self._position.turn),
            depth=_read_natural(values, "depth"),
            nodes=_read_natural(values, "nodes"),
            seconds=None if time is None else time / 1000,
            pv=legal_line(self._position, moves),
        )

    def best(self, move: Move | None) -> Info:
        """Return what was said of the move that the engine chose, or else what it said last."""
        of_move = [info for info in self._found.values() if move is not None and info.pv[:1] == (move,)]
        info = of_move[0] if of_move else self._found.get(1, Info())
        return self.complete(evolve(info, text=self._text))

    def all(self, move: Move) -> tuple[Info, ...]:
        """Return what was said of all lines, the best one first; of the chosen move alone if nothing was said."""
        infos = [self._found[line_number] for line_number in sorted(self._found)] or [Info(pv=(move,))]
        return (self.complete(evolve(infos[0], text=self._text)), *infos[1:])


def _pair_words(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words of an info line with a value, up to the line of moves."""
    for name, value in pairwise(words):
        if name == "pv":
            return
        if name in ("depth", "nodes", "time", "multipv", "cp", "mate"):
            yield name, value


def _read_natural(values: Mapping[str, str], name: str) -> int | None:
    value = parse_number(values.get(name, ""))
    return value if value is not None and value >= 0 else None
