"""What the hosts of all protocols share: the moves to a position, the referee, and what an engine says meanwhile."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final, TypeAlias

from attrs import evolve

from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.search import REPETITION, SURE, WON, Limit, Line, Score
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._protocol import EngineMoveError, EngineRefusedError, Info, PlayResult

_KEPT: Final = 1000
"""How many unknown lines are kept."""
_NO_MOVES: Final = frozenset(["", "(none)", "none", "0000"])
"""What engines write who see no move."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)


@frozen
class GameLine:
    """A game from where it was set up: its positions, each but the first after a move."""

    positions: tuple[Position, ...]

    @staticmethod
    def of(position: Position, protocol: str) -> GameLine:
        """Return the line that led to a position.

        Raises:
            NotExpressibleError: no protocol can tell of it: a die is thrown in it, or it begins within a turn.
        """
        check("position", position, Position)
        history = position.history()
        faults = {
            "die": position.can_roll or any(reached.roll_pending is not None for reached in history),
            "may_pass": protocol != "UGI" and any(_may_pass(reached) for reached in history),
            "berserk_square": history[0].berserk_square is not None,
            "announced": not all(reached.announced for reached in history),
        }
        if any(faults.values()):
            raise NotExpressibleError(protocol, [name for name, is_faulty in faults.items() if is_faulty])
        return GameLine(tuple(history))

    @property
    def root(self) -> Position:
        """Where the game was set up."""
        return self.positions[0]

    @property
    def steps(self) -> list[tuple[Position, Move, Position]]:
        """The moves, each between the positions before and after it."""
        pairs = pairwise(self.positions)
        return [(before, after.last_move, after) for before, after in pairs if after.last_move is not None]

    @property
    def moves(self) -> list[Move]:
        """The moves alone."""
        return [move for _, move, _ in self.steps]

    def beyond(self, known: GameLine | None) -> list[tuple[Position, Move, Position]] | None:
        """Return the steps after a line that the engine knows, or None if it is another line."""
        if known is None or known.root != self.root or known.root.ruleset != self.root.ruleset:
            return None
        count = len(known.moves)
        return self.steps[count:] if self.moves[:count] == known.moves else None

    def add(self, move: Move) -> GameLine:
        """Return the line with one more move."""
        return GameLine((*self.positions, self.positions[-1].play(move)))


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


def expect_answer(limit: Limit, side: Side, name: str, *, patiently: bool = False) -> Expect:
    """What is waited for while an engine searches: it may take the time of the limit, and patiently any time if the
    limit has none."""
    times = [] if limit.seconds is None else [limit.seconds]
    if limit.clocks is not None:
        times.append(limit.clocks.of(side)[0])
    return Expect(awaited=name, seconds=min(times, default=None if patiently else 0.0))


def check_limit(limit: Limit) -> None:
    """Check that a limit has one.

    Raises:
        ArgumentValueError: it has none.
    """
    if limit == Limit():
        raise ArgumentValueError("limit: a limit of seconds, clocks, nodes or depth was expected")


Tell: TypeAlias = Callable[[Info], object]
"""What is called with each thing that an engine says of a position while it searches."""


def ignore(_: Info) -> None:
    """Tell nobody."""


def tell_choice(result: PlayResult, tell: Tell) -> tuple[Info, ...]:
    """Return the analysis of an engine that says nothing but its move."""
    info = result.info if result.move is None else evolve(result.info, pv=(result.move,))
    tell(info)
    return (info,)


class Said:
    """What an engine says while something is waited for."""

    def __init__(self, tell: Tell = ignore) -> None:
        self._lines: deque[str] = deque(maxlen=_KEPT)
        self._tell = tell
        self.text = ""
        """What it said in words."""

    def hear(self, event: Event) -> None:
        """Keep a line that the protocol does not know."""
        self._lines.append(event.line)

    def complete(self, info: Info | None = None) -> Info:
        """Return what was said of a position, with the words and the lines that were kept."""
        return evolve(info or Info(), text=self.text, lines=tuple(self._lines))


class Host(ABC):
    """The side of a protocol that asks an engine for moves, without input and output.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> from tafl.engine import HOSTS
    >>> host: Host = HOSTS["ugi"]()
    >>> next(host.play(Position.initial(variants.BRANDUBH), Limit(nodes=1)))
    b'uginewgame\\n'
    >>> host.quit()
    b'quit\\n'
    """

    __slots__ = ("_known", "_searching", "_stopped", "author", "connection", "name", "options", "warnings")

    _PROTOCOL: ClassVar[str]
    """What errors call the protocol."""
    _WORDS: ClassVar[tuple[str, ...]]
    """The words by which the lines of an engine begin."""
    _STOP: ClassVar[str] = ""
    """What asks an engine to end its search; empty if the protocol has nothing for it."""

    def __init__(self) -> None:
        self.connection: Final = Connection(self._WORDS)
        """The lines to and from the engine."""
        self.name: str = ""
        """What the engine calls itself; empty if the protocol has no names."""
        self.author: str = ""
        """Who wrote it, as it says."""
        self.options: Final[dict[str, str]] = {}
        """The options that the engine offers, with what it says of each; empty if the protocol has none."""
        self.warnings: tuple[str, ...] = ()
        """What the engine was not told of the rules of the last position, or plays otherwise."""
        self._known: GameLine | None = None  # what the engine was told of the game
        self._searching = False  # whether the answer to a search is waited for
        self._stopped = False  # whether the last search was stopped

    def launch(self, words: list[str]) -> list[str]:
        """Return the command that starts an engine with that command: itself, unless the engine does not speak on
        standard input and output."""
        return words

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine, take what it says of itself, and set options.

        Raises:
            EngineRefusedError: it refuses an option.
            NotExpressibleError: there are options, and the protocol has none.
        """
        if options and "option" not in self._WORDS:
            raise NotExpressibleError(self._PROTOCOL, list(options))
        yield from self._greet(options or {})

    @abstractmethod
    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        """Greet the engine, and set options."""

    @abstractmethod
    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move. What the protocol cannot tell of a limit decides how long the answer is waited for, at least.

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineRefusedError: it refuses a command, or reports an error.
            NotExpressibleError: the protocol cannot tell of the position or the limit.
            ArgumentValueError: the protocol needs a limit, and there is none of its kinds.
        """

    @abstractmethod
    def analyse(
        self, position: Position, limit: Limit, lines: int = 1, tell: Tell = ignore
    ) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis, the best line first. Not every engine has more than one.

        Arguments:
            position, limit: as for :meth:`play`; without any limit the engine searches until it is asked to
                :meth:`stop`.
            lines: how many lines are wanted.
            tell: called with each thing that the engine says while it searches. An answer to a limit without a time is
                then waited for as long as it takes.

        Raises:
            HnefataflError: as :meth:`play`.
        """

    def stop(self) -> bytes:
        """Return what asks the engine to end its search and to answer now. It is empty if the engine does not search,
        was asked before, or speaks a protocol without such a command.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> from tafl.engine import HOSTS
        >>> host = HOSTS["ugi"]()
        >>> host.connection.receive_data(b"readyok\\n")
        >>> conversation = host.analyse(Position.initial(variants.BRANDUBH), Limit())
        >>> while not isinstance(step := next(conversation), Expect):
        ...     pass
        >>> _, sent = conversation.send(host.connection.next_event()), next(conversation)
        >>> sent.awaited, host.stop(), host.stop()
        ('bestmove', b'stop\\n', b'')
        """
        if not self._searching or self._stopped or not self._STOP:
            return b""
        self._stopped = True
        return self.connection.send(self._STOP)

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        return self.connection.send("quit")

    def _refusal(self, event: Event) -> str | None:
        """Return why the engine refuses something, or None if it does not say so."""
        return None

    def _wait_for(
        self, name: str, hear: Callable[[Event], object], expect: Expect | None = None, command: str = ""
    ) -> Conversation[Event]:
        """Wait for an event of that name, and let all others be heard.

        Raises:
            EngineRefusedError: the engine refuses something, the command if that is named.
        """
        expect = expect or Expect(awaited=name)
        while True:
            event = yield expect
            if event is None:
                continue
            if event.name == name:
                return event
            reason = self._refusal(event)
            if reason is not None:
                raise EngineRefusedError(command, reason)
            hear(event)

    def _wait_for_answer(
        self, name: str, hear: Callable[[Event], object], expect: Expect, command: str = ""
    ) -> Conversation[Event]:
        """Wait for the answer to a search, which may be stopped meanwhile."""
        self._searching, self._stopped = True, False
        try:
            return (yield from self._wait_for(name, hear, expect, command))
        finally:
            self._searching = False


class GameHost(Host):
    """A host that tells the engine each move once, as long as the game goes on."""

    __slots__ = ()

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        line = GameLine.of(position, self._PROTOCOL)
        try:
            result = yield from self._play(line, position, limit)
        except (EngineRefusedError, EngineMoveError):
            self._known = None
            raise
        self._known = None if result.move is None else line.add(result.move)
        return result

    @abstractmethod
    def _play(self, line: GameLine, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move in the position at the end of a line."""

    def analyse(
        self, position: Position, limit: Limit, lines: int = 1, tell: Tell = ignore
    ) -> Conversation[tuple[Info, ...]]:
        try:
            return (yield from self._analyse(position, limit, lines, tell))
        except (EngineRefusedError, EngineMoveError):
            self._known = None  # the engine may have played its move on its board
            raise

    @abstractmethod
    def _analyse(self, position: Position, limit: Limit, lines: int, tell: Tell) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis."""


_OPTION: Final = re.compile(r"name\s+(.{1,100}?)\s+type\s+(\S{1,20})(?:\s+.*)?", re.DOTALL)
"""An option that an engine offers."""
MOST_LINES: Final = 256
"""How many lines of an analysis are read."""
LONGEST: Final = 400
"""How many moves of a line are read."""


class InfoHost(Host):
    """A host of UCI or its like: the engine offers options, tells of a search by ``info``, and answers ``bestmove``."""

    __slots__ = ()

    _GREETING: ClassVar[str]
    """The word that begins the protocol."""

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        send = self.connection.send
        yield send(self._GREETING)
        yield from self._wait_for(f"{self._GREETING}ok", self._learn)
        for name, value in options.items():
            yield send("setoption name", name, "value", value)
        yield from self._await_ready(self._learn)

    def _await_ready(self, hear: Callable[[Event], object]) -> Conversation[None]:
        """Wait until the engine has done all that it was told.

        Raises:
            EngineRefusedError: it has refused some of it.
        """
        yield self.connection.send("isready")
        refusal: EngineRefusedError | None = None
        while True:
            try:
                yield from self._wait_for("readyok", hear)
            except EngineRefusedError as error:  # it is ready all the same, which the next question must not hear
                refusal = refusal or error
            else:
                break
        if refusal is not None:
            raise refusal

    def _learn(self, event: Event) -> None:
        """Take what the engine says of itself."""
        key, _, value = event.text.partition(" ")
        if event.name == "id" and key == "name":
            self.name = value
        elif event.name == "id" and key == "author":
            self.author = value
        elif event.name == "option" and (match := _OPTION.fullmatch(event.text)):
            self.options[match[1]] = event.text

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        check_limit(limit)
        text, infos = yield from self._search(position, limit, 1, ignore)
        move = check_move(position, text)
        return PlayResult(move=move, info=infos.best(move))

    def analyse(
        self, position: Position, limit: Limit, lines: int = 1, tell: Tell = ignore
    ) -> Conversation[tuple[Info, ...]]:
        text, infos = yield from self._search(position, limit, lines, tell)
        # An engine that is stopped at once may not know a move.
        move = None if self._stopped and text in _NO_MOVES else check_move(position, text)
        return infos.all(move)[:lines]

    def _search(self, position: Position, limit: Limit, lines: int, tell: Tell) -> Conversation[tuple[str, Infos]]:
        """Ask for a search, and return the text of the move that is answered."""
        send, infos = self.connection.send, Infos(position, tell)
        line = GameLine.of(position, self._PROTOCOL)
        words = list(self._go_words(position, limit))
        patiently = tell is not ignore or limit == Limit()
        try:
            yield from self._prepare(line, lines)
            start = self._write_start(line.root)
            yield send(
                *("position startpos",) if start is None else ("position fen", start),
                *("moves", *map(self._write_move, line.moves)) if line.moves else (),
            )
            yield from self._await_ready(infos.hear)
            yield send("go", *words)
            expect = expect_answer(limit, position.turn, "bestmove", patiently=patiently)
            try:
                event = yield from self._wait_for_answer("bestmove", infos.hear, expect)
            except EngineRefusedError as error:
                yield from self._await_ready(infos.hear)  # what it still says is no answer to the next question
                raise error from None
        except EngineRefusedError:
            self._forget()
            raise
        return event.text.partition(" ")[0], infos

    def _forget(self) -> None:
        """Tell the engine everything anew, since it has refused something."""
        self._known = None

    @abstractmethod
    def _prepare(self, line: GameLine, lines: int) -> Conversation[None]:
        """Tell the engine what it has to know before the position."""

    @abstractmethod
    def _write_start(self, root: Position) -> str | None:
        """Return the position where a game was set up, or None if that is the start of the rules."""

    def _write_move(self, move: Move) -> str:
        return str(move)

    @abstractmethod
    def _go_words(self, position: Position, limit: Limit) -> Iterable[str]:
        """Return how the engine is told of a limit.

        Raises:
            ArgumentValueError: there is no limit that it could be told of.
        """


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


_COUNTED: Final = ("depth", "nodes", "time", "multipv")


class Infos(Said):
    """What an engine says about a position while it searches, a line of play each."""

    def __init__(self, position: Position, tell: Tell = ignore) -> None:
        super().__init__(tell)
        self._position = position
        self._found: dict[int, Info] = {}

    def hear(self, event: Event) -> None:
        """Take a line: that of an engine about its search, or another, which is kept."""
        words = event.text.split()
        if event.name != "info":
            super().hear(event)
        elif words[:1] == ["string"]:
            self.text = event.text.partition("string")[2].strip()
            self._tell(evolve(self._found.get(1, Info()), text=self.text))
        else:
            self._take(words)

    def _take(self, words: Sequence[str]) -> None:
        values = _read_values(words)
        line_number = values.get("multipv", 1)
        if line_number is None or not 1 <= line_number <= MOST_LINES:
            return
        moves: Sequence[str] = words[words.index("pv") + 1 :][:LONGEST] if "pv" in words else ()
        kind = "cp" if "cp" in values else "mate"
        value, time = values.get(kind), values.get("time")
        if not moves and value is None and line_number in self._found:
            return  # progress, with nothing new about the line
        self._found[line_number] = info = Info(
            rank=line_number,
            score=None if value is None else _make_score(kind, value, self._position.turn),
            depth=values.get("depth"),
            nodes=values.get("nodes"),
            seconds=None if time is None else time / 1000,
            pv=legal_line(self._position, moves),
        )
        self._tell(info if line_number > 1 else evolve(info, text=self.text))

    def best(self, move: Move | None) -> Info:
        """Return what was said of the move that the engine chose, or else what it said last."""
        of_move = [info for info in self._found.values() if move is not None and info.pv[:1] == (move,)]
        return self.complete(of_move[0] if of_move else self._found.get(1))

    def all(self, move: Move | None) -> tuple[Info, ...]:
        """Return what was said of all lines, the best one first; of the chosen move alone if nothing was said."""
        infos = [self._found[line_number] for line_number in sorted(self._found)]
        infos = infos or [Info(pv=() if move is None else (move,))]
        return (self.complete(infos[0]), *infos[1:])


def _read_values(words: Sequence[str]) -> dict[str, int | None]:
    """Return the numbers of an info line, up to the line of moves; None for what is no number, or none that counts."""
    values: dict[str, int | None] = {}
    for name, text in pairwise(words):
        if name == "pv":
            break
        if name in (*_COUNTED, "cp", "mate"):
            value = parse_number(text)
            values[name] = None if value is not None and value < 0 and name in _COUNTED else value
    return values
