"""OTEP, the engine protocol of OpenTafl, without input and output.

Its source is ``opentafl-engine-protocol.txt`` of ``jslater89/OpenTafl``; where program and specification differ, the
program counts (``ExternalEngineHost.java``, ``ExternalEngineClient.java``):

* clocks are in milliseconds, and not in seconds; a star behind a time says that it is one period of overtime;
* an engine may write ``status`` and a text at any time, and ``error`` with a number and a text: 0 for rules that it
  does not know, -1 for what ends its game;
* several moves of a berserk turn come in one ``opponent-move``, with ``|`` between them;
* the host ends an engine by ``goodbye``, and a game by ``finish``. That stops a search, too: OpenTafl and our engine
  then answer it, with the move or the analysis so far. But OpenTafl goes on with an analysis for all of its seconds.

After ``rules``, a ``position`` or an ``opponent-move`` that it has refused, an engine of ours answers no ``play`` and
no ``analyze`` before it has accepted another.

The rules are a record of OpenTafl (:mod:`hnefatafl.notation.otn`). What it cannot say of a ruleset is among the
warnings of the host, and the engine plays otherwise there. The protocol has no limits of nodes or depth, nor
increments. Evaluations are on the engine's own scale.

Two facts about OpenTafl as an engine decide what the host sends in a game:

* ``side`` sets the side to move (``ExternalEngineClient.handleSideCommand``), and a move of the other side is then
  dropped without an answer. So the host sends no ``side`` in a game: the record of rules says who begins. With a
  position for an analysis it does.
* The time of a move is that of ``AiWorkspace.planTimeUsage``: in overtime, the period without 750 ms if there are two
  or more, and without a whole second if it is the last. No time at all ends the engine with an exception. So a limit of
  seconds for one move is sent as the first of two periods that are 750 ms longer, and is at least 0.1 s. The first
  ``clock`` of a game sets the time control and is read without the stars, so it is sent twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from math import ceil, isfinite
from typing import Final, final

from hnefatafl.board import Illegality, Move, Side
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotExpressibleError
from hnefatafl.notation import otn
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset
from hnefatafl.search import Analysis, Clocks, Limit
from tafl.engine._answering import Server
from tafl.engine._connection import Conversation, Event, Expect
from tafl.engine._hosting import (
    LONGEST,
    MOST_LINES,
    GameHost,
    GameLine,
    Said,
    Tell,
    check_move,
    expect_answer,
    legal_line,
    parse_number,
    to_milliseconds,
)
from tafl.engine._protocol import EngineMoveError, Info, PlayResult, Reply, Search

__all__ = ["OtepHost", "OtepServer"]


_SIDES: Final = {side.name.lower(): side for side in Side}
_SECONDS: Final = 30
"""The time of an analysis without a limit of time, as OpenTafl has it."""
_MOST: Final = 3600 * 24
_RESERVE: Final = 0.75
"""How many seconds of a period of overtime are not used for the search, as OpenTafl has it."""
_LEAST: Final = 0.1
"""The least time of a move in seconds (our reading): OpenTafl has to finish a first search in it."""


@final
class OtepHost(GameHost):
    """The side that asks an engine for moves, with the methods of :class:`~tafl.engine.Host`. It tells the engine each
    move once, as long as the game goes on.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> host = OtepHost()
    >>> host.connection.drive(host.hello(), b"hello\\n")
    (b'', None)
    >>> start = Position.initial(variants.FETLAR)
    >>> sent, result = host.connection.drive(host.play(start, Limit(seconds=2)), b"status thinking\\nmove f2-g2\\n")
    >>> print(*(line[:23].strip() for line in sent.decode().splitlines()), result.move, sep="\\n")
    rules dim:11 name:fetla
    clock 2750* 2750* 2 2 2
    clock 2750* 2750* 2 2 2
    play attackers
    move /3ttttt3/6t4/11/t4
    f2-g2
    >>> said = b"analysis 2 f2-g2|f4-g4 12.5 f2-e2 3\\n"
    >>> for info in host.connection.drive(host.analyse(start, Limit(seconds=1), 2), said)[1]:
    ...     print(*info.pv, info.evaluation)
    f2-g2 f4-g4 12.5
    f2-e2 3.0
    >>> host.connection.drive(host.play(start, Limit(seconds=1)), b"error 0 unknown rules\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineRefusedError: the engine reported an error: 0 unknown rules
    """

    __slots__ = ("_begun", "_clocks")

    _PROTOCOL = "OTEP"
    _STOP = "finish 0"
    _WORDS = ("hello", "simple-moves", "rules", "position", "side", "clock", "analysis", "move", "error", "status")

    def __init__(self) -> None:
        super().__init__()
        self._begun = False  # a game was begun, which is to be finished before another
        self._clocks: bool | None = None  # whether the game has clocks, once the engine knows it

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        yield from self._wait_for("hello", Said().hear)

    def _refusal(self, event: Event) -> str | None:
        return event.text if event.name == "error" else None

    def _play(self, line: GameLine, position: Position, limit: Limit) -> Conversation[PlayResult]:
        send, statuses = self.connection.send, _Statuses()
        if self._clocks is not None and self._clocks != (limit.clocks is not None):
            self._known = None  # another time control needs another game
        yield from self._tell(line)
        yield from self._send_clock(limit)
        yield send("play", position.turn.name.lower())
        expect = expect_answer(limit, position.turn, "move")
        event = yield from self._wait_for_answer("move", statuses.hear, expect)
        # OpenTafl's own engine marks some moves.
        text = event.text.partition(" ")[0].replace("=", "")
        try:
            move = check_move(position, text)
        except EngineMoveError:
            yield send("error", str(_fault_number(position, text)))
            raise
        yield send("move", position.play(move).board.record)
        return PlayResult(move=move, info=statuses.complete())

    def _analyse(self, position: Position, limit: Limit, lines: int, tell: Tell) -> Conversation[tuple[Info, ...]]:
        send, statuses = self.connection.send, _Statuses(tell)
        self._known = None  # the clock of a game would end the analysis
        yield from self._tell(GameLine.of(position, "OTEP"))
        self._known = None  # the record of a position has no moves before it
        yield send("position", position.board.record)
        yield send("side", position.turn.name.lower())
        budget = limit.budget(position.turn)
        seconds = _MOST if limit == Limit() else _SECONDS if budget is None else max(1, min(ceil(budget), _MOST))
        yield send("analyze", str(min(lines, MOST_LINES)), str(seconds))
        expect = Expect(awaited="analysis", seconds=float(seconds))
        event = yield from self._wait_for_answer("analysis", statuses.hear, expect)
        found = list(_read_lines(position, event.text))[:lines]
        infos = [Info(rank=rank, pv=pv, evaluation=value) for rank, (pv, value) in enumerate(found, start=1)]
        infos[:1] = [statuses.complete(infos[0] if infos else None)]
        for info in infos:
            tell(info)
        return tuple(infos)

    def _tell(self, line: GameLine) -> Conversation[None]:
        """Tell the engine the rules and the moves that it does not know yet."""
        self._begun = self._begun and not self._stopped  # a game ends with a search that is stopped
        send, steps = self.connection.send, line.beyond(self._known) if self._begun else None
        if steps is None:
            steps = line.steps
            text, losses = otn.nearest_rules(_rules_from(line.root))
            self.warnings: tuple[str, ...] = tuple(f"the engine plays by other rules: {loss}" for loss in losses)
            if self._begun:
                yield send("finish 0")  # OpenTafl forgets the time control
            yield send("rules", text)
            self._begun, self._clocks = True, None
        self._known = line
        for _, group in groupby(steps, key=lambda step: step[0].turn):
            turn = list(group)
            yield send("opponent-move", "|".join(str(move) for _, move, _ in turn), turn[-1][2].board.record)

    def _send_clock(self, limit: Limit) -> Conversation[None]:
        """Tell the engine how long it may think."""
        if limit.clocks is not None:
            words = [to_milliseconds(limit.clocks.attackers), to_milliseconds(limit.clocks.defenders), "0 0 0"]
        elif limit.seconds is not None:
            seconds = min(max(limit.seconds, _LEAST), _MOST)
            words = [*[f"{to_milliseconds(seconds + _RESERVE)}*"] * 2, str(ceil(seconds)), "2 2"]
        else:
            return
        for _ in range(1 if self._clocks is not None else 2):
            yield self.connection.send("clock", *words)
        self._clocks = limit.clocks is not None

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        return self.connection.send("finish 0") + self.connection.send("goodbye")


class _Statuses(Said):
    """What an engine says while it searches."""

    def hear(self, event: Event) -> None:
        if event.name == "status":
            self.text = event.text
            self._tell(Info(text=self.text))
        else:
            super().hear(event)


def _rules_from(root: Position) -> Ruleset:
    """The rules of a game that begins at a position.

    Raises:
        NotExpressibleError: no ruleset begins there.
    """
    rules = root.ruleset
    if rules.start == root.board and rules.first is root.turn:
        return rules
    try:
        return rules.evolve(start=root.board, first=root.turn)
    except HnefataflError:
        raise NotExpressibleError("OTEP", ["start"]) from None


def _fault_number(position: Position, text: str) -> int:
    """The number by which the protocol reports an illegal move; of a berserk turn they are others."""
    more = 3 if position.berserk_square is not None else 0
    try:
        illegality = position.illegality(text)
    except HnefataflError:
        return 3 + more
    if illegality is not None and illegality.reason is Illegality.EMPTY_ORIGIN:
        return 2 + more
    return (1 if illegality is not None and illegality.reason is Illegality.NOT_YOUR_PIECE else 3) + more


def _read_lines(position: Position, text: str) -> Iterator[tuple[tuple[Move, ...], float | None]]:
    """The lines of an analysis with the engine's numbers."""
    words = text.split()[1 : 2 * MOST_LINES + 1]
    for moves, value in zip(words[::2], words[1::2], strict=False):
        yield legal_line(position, moves.replace("=", "").split("|")[:LONGEST]), _read_real(value)


def _read_real(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


# The engine's side.


@final
class OtepServer(Server):
    r"""The side of an engine, with the methods of :class:`~tafl.engine.Server`. Where the host's board after a move
    differs from ours, which happens where the record of rules has lost something, the host's board counts.

    >>> from hnefatafl import variants
    >>> server = OtepServer(variants.BRANDUBH)
    >>> server.greeting()
    b'hello\n'
    >>> server.connection.receive_data(b"rules dim:x\nrules dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n")
    >>> server.reply(server.connection.next_event()).data[:8], server.reply(server.connection.next_event()).data
    (b'error 0 ', b'')
    >>> server.connection.receive_data(b"opponent-move d1-c1\nplay defenders\n")
    >>> for _ in range(2):
    ...     reply = server.reply(server.connection.next_event())
    >>> reply.search.position.ply
    1
    >>> server.answer(reply.search, Move.parse("d3-c3"))
    b'move d3-c3\n'
    """

    __slots__ = ("_before", "_limits")

    _WORDS = (
        *("hello", "rules", "start", "position", "side", "clock", "analyze", "play", "move", "error"),
        *("opponent-move", "finish", "goodbye", "dump"),
    )
    _SETTING = ("rules", "position", "opponent-move")
    _ASKING = ("play", "analyze")

    def _begin(self, rules: Ruleset) -> None:
        super()._begin(rules)
        self._before = self._position  # before the last move of the engine
        self._limits = dict.fromkeys(Side, Limit())

    def greeting(self) -> bytes:
        """Return what an engine writes before it is asked."""
        return self.connection.send("hello")

    def _refuse(self, event: Event, reason: str) -> bytes:
        return self.connection.send("error", "0" if event.name == "rules" else "-1", " ".join(reason.split()))

    def _reply(self, event: Event) -> Reply:
        position = self._position
        match event.name:
            case "rules":
                self._begin(otn.parse_rules(event.text))
            case "position":
                self._accept(otn.parse_position(event.text, position.ruleset, position.turn))
            case "side" | "play":
                if event.text not in _SIDES:
                    raise ArgumentValueError(f"attackers or defenders was expected, not {event.text:.60}")
                side, is_asked = _SIDES[event.text], event.name == "play"
                # During a game "side" says for whom the engine plays; with a position, who is to move.
                is_set_up = position.ply == 0 and position != Position.initial(position.ruleset, position.turn)
                if position.turn is not side and (is_asked or is_set_up):
                    self._position = Position.from_board(position.board, position.ruleset, side)
                if is_asked:
                    return Reply(search=Search(position=self._position, limit=self._limits[side]))
            case "clock":
                self._limits = _read_clock(event.text)
            case "analyze":
                return Reply(search=self._read_analysis(event.text))
            case "opponent-move":
                self._play_opponents_moves(*event.text.partition(" ")[::2])
            case "error":
                self._position = self._before
            case "finish":
                self._limits = dict.fromkeys(Side, Limit())
                return Reply(stop=True)
            case "goodbye":
                return Reply(stop=True, quit=True)
            case _:
                pass  # hello, start, move with the position after our own move, and what we do not know
        return Reply()

    def _play_opponents_moves(self, moves: str, record: str) -> None:
        position = self._position
        mover = position.turn
        board = otn.parse_board(record) if record.strip() else None
        try:
            for text in moves.split("|"):
                position = position.play(Move.parse(text))
        except HnefataflError:
            if board is None:
                raise
        if board is not None and position.board != board:
            position = Position.from_board(board, position.ruleset, mover.opponent)
        self._accept(position)

    def _read_analysis(self, text: str) -> Search:
        words = [parse_number(word) for word in text.split()]
        lines, seconds = (*words, None, None)[:2]
        limit = self._limits[self._position.turn]
        if seconds is not None:
            limit = Limit(seconds=float(min(max(0, seconds), _MOST)))
        return Search(position=self._position, limit=limit, lines=max(1, min(lines or 1, MOST_LINES)), analysis=True)

    def report(self, search: Search, analysis: Analysis) -> bytes:
        """Return what an engine writes about a search that goes on."""
        return self.connection.send("status", str(analysis))

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move; None if the game is over. The move is played on the
        engine's board, unless the search was an analysis.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> search = Search(position=Position.initial(variants.BRANDUBH), limit=Limit(), analysis=True)
        >>> OtepServer(variants.BRANDUBH).answer(search, Move.parse("d1-c1"))
        b'analysis 1 d1-c1 0\\n'
        """
        send = self.connection.send
        if move is None:
            return send("analysis 0") if search.analysis else send("error -1 the game is over")
        if search.analysis:
            return send("analysis", *_analysis_words(search, move, analysis))
        self._before = search.position
        self._position = search.position.play(move)
        return send("move", str(move))


def _analysis_words(search: Search, move: Move, analysis: Analysis | None) -> Iterator[str]:
    """The lines with their scores for the attackers, in soldiers."""
    lines = [] if analysis is None else [line for line in analysis.lines if line.moves]
    yield str(len(lines) or 1)
    for line in lines:
        yield "|".join(map(str, line.moves))
        yield f"{line.score.pov(Side.ATTACKERS).value / 100:g}"
    if not lines:
        yield f"{move} 0"


def _read_clock(text: str) -> dict[Side, Limit]:
    """The limit of each side. Where its main time is over, that is the period of overtime without the reserve."""
    words = text.split()
    times = [parse_number(word.rstrip("*")) for word in words[:2]]
    if len(times) < 2 or None in times or min(value for value in times if value is not None) < 0:
        return dict.fromkeys(Side, Limit())
    attackers, defenders = (value / 1000 for value in times if value is not None)
    clocks = Limit(clocks=Clocks(attackers=attackers, defenders=defenders))
    sides = zip(Side, words[:2], (attackers, defenders), strict=True)
    return {
        side: Limit(seconds=_usable_seconds(remaining)) if word.endswith("*") else clocks
        for side, word, remaining in sides
    }


def _usable_seconds(period: float) -> float:
    """How many seconds of a period of overtime to search; of a short one, half or what is least (our reading)."""
    return round(max(period - _RESERVE, min(period / 2, _LEAST)), 3)
