r"""UGI, the Universal Game Interface, without input and output: the form of UCI that knows no game of its own.

Its source is ``ugi.md`` of ``kz04px/cutegames``. :class:`UgiHost` is the side that asks for moves, :class:`UgiServer`
the side of the engine. The protocol leaves positions, moves and rules to each game. Our reading, of which a host and an
engine for tafl both have to know:

* a move is its two squares with a dash, ``d1-d3``;
* a position is a :attr:`text <hnefatafl.play.Position.text>`: OpenTafl's record, a space, and ``a`` or ``d`` for the
  side to move, as in ``/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a``, and further words only where there is more to tell;
* the first player is the side that begins under the ruleset;
* the option ``rules`` is the name of a ruleset of this library, or a rules record of OpenTafl
  (:mod:`hnefatafl.notation.otn`). To an engine without that option no rules are sent, and the host warns of it;
* scores are in hundredths of a soldier (``score cp``), or in moves to the end (``score mate``);
* an engine that cannot do what it was told writes ``info string error:`` and the reason.

Positions in which a die may be thrown, or that begin within a turn, cannot be told.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> host = UgiHost()
>>> said = b"id name stub\noption name rules type string\nuciok\nugiok\nreadyok\n"
>>> print(host.connection.drive(host.hello(), said)[0].decode(), end="")
ugi
isready
>>> sent, result = host.connection.drive(
...     host.play(Position.initial(variants.BRANDUBH), Limit(seconds=2)), b"readyok\nbestmove d1-c1\n"
... )
>>> print(sent.decode(), result.move, sep="")
setoption name rules value brandubh
uginewgame
position startpos
isready
go movetime 2000
d1-c1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, final

from hnefatafl import __version__, variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotationError, NotExpressibleError
from hnefatafl.notation import otn
from hnefatafl.play import Position
from hnefatafl.records import explicit_start
from hnefatafl.rules import Ruleset, is_known, optional_ruleset
from hnefatafl.search import Analysis, Clocks, Limit
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._hosting import (
    GameLine,
    Infos,
    check_move,
    expect_answer,
    greet,
    parse_number,
    score_words,
    to_milliseconds,
    wait,
)
from tafl.engine._protocol import EngineRefusedError, Info, PlayResult, Reply, Search

__all__ = ["UgiHost", "UgiServer"]


_NO_MOVE: Final = "(none)"
_ERROR: Final = "string error"
_MOST_LINES: Final = 64


def _first_side(rules: Ruleset) -> Side:
    """The side that the protocol calls the first player."""
    return rules.first or Side.ATTACKERS


def _initial_position(rules: Ruleset) -> Position:
    return Position.initial(rules, None if rules.first is not None else _first_side(rules))


@final
class UgiHost:
    """The side that asks an engine for moves.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> host = UgiHost()
    >>> start = Position.initial(variants.BRANDUBH)
    >>> said = b"readyok\\ninfo depth 3 score cp 20 pv d1-c1\\nbestmove d1-c1\\n"
    >>> host.connection.drive(host.analyse(start, Limit(depth=3)), said)[1][0].depth
    3
    """

    __slots__ = ("_line", "_rules", "author", "connection", "name", "options", "warnings")

    def __init__(self) -> None:
        self.connection: Final = Connection(["id", "option", "ugiok", "readyok", "bestmove", "info"])
        """The lines to and from the engine."""
        self.name: str = ""
        """What the engine calls itself."""
        self.author: str = ""
        """Who wrote it, as it says."""
        self.options: Final[dict[str, str]] = {}
        """The options that it offers, with what it says of each."""
        self.warnings: tuple[str, ...] = ()
        """What the engine does not know of the rules of the last position."""
        self._rules: Ruleset | None = None
        self._line: GameLine | None = None

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine, and set options."""
        return greet(self, "ugi", options, _raise_refusal)

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> host = UgiHost()
        >>> start = Position.initial(variants.BRANDUBH)
        >>> host.connection.drive(host.play(start, Limit(nodes=9)), b"readyok\\nbestmove d1-d4\\n")
        Traceback (most recent call last):
            ...
        tafl.engine.EngineMoveError: the engine played d1-d4: another piece stands in the way (d2)

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineRefusedError: it reports an error.
            NotExpressibleError: the protocol cannot tell of the position.
            ArgumentValueError: the limit has none.
        """
        move, infos = yield from self._search(position, limit, 1)
        return PlayResult(move=move, info=infos.best(move))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis: of more than one line only if the engine has the option ``MultiPV``.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> host = UgiHost()
        >>> start = Position.initial(variants.BRANDUBH)
        >>> said = b"readyok\\ninfo multipv 1 score mate 2 pv d1-c1\\nbestmove d1-c1\\n"
        >>> print(host.connection.drive(host.analyse(start, Limit(nodes=9)), said)[1][0].score)
        wins in 3 plies

        Raises:
            HnefataflError: as :meth:`play`.
        """
        move, infos = yield from self._search(position, limit, lines)
        return infos.all(move)[:lines]

    def _search(self, position: Position, limit: Limit, lines: int) -> Conversation[tuple[Move, Infos]]:
        send = self.connection.send
        if limit == Limit():
            raise ArgumentValueError("limit: a limit of seconds, clocks, nodes or depth was expected")
        line = GameLine.of(position, "UGI")
        infos = Infos(position)

        def hear(event: Event) -> None:
            _raise_refusal(event)
            infos.hear(event)

        yield from self._tell_rules(position.ruleset)
        if "MultiPV" in self.options:
            yield send("setoption name MultiPV value", str(lines))
        if line.beyond(self._line) is None:
            yield send("uginewgame")
        self._line = line
        yield send(*_position_words(line))
        yield send("isready")
        yield from wait("readyok", Expect(awaited="readyok"), hear)
        yield send("go", *_go_words(limit, _first_side(position.ruleset)))
        event = yield from wait("bestmove", expect_answer(limit, position.turn, "bestmove"), infos.hear)
        return check_move(position, event.text.partition(" ")[0]), infos

    def _tell_rules(self, rules: Ruleset) -> Conversation[None]:
        if rules == self._rules:
            return
        self._line = None
        if "rules" not in self.options:
            self.warnings = ("the engine has no option for rules, and plays its own",)
        else:
            name, self.warnings = _rules_text(rules)
            yield self.connection.send("setoption name rules value", name)
        self._rules = rules

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        return self.connection.send("quit")


def _raise_refusal(event: Event) -> None:
    """Raise what the engine reports as an error.

    Raises:
        EngineRefusedError: it reports one.
    """
    if event.name == "info" and event.text.startswith(_ERROR):
        raise EngineRefusedError("", event.text.removeprefix(_ERROR).lstrip(": "))


def _rules_text(rules: Ruleset) -> tuple[str, tuple[str, ...]]:
    """The rules as the value of an option, and what is lost of them."""
    if is_known(rules):
        return rules.name, ()
    text, losses = otn.nearest_rules(rules)
    return text, tuple(f"the engine plays by other rules: {loss}" for loss in losses)


def _position_words(line: GameLine) -> Iterator[str]:
    start = explicit_start(line.root)
    if start is None:
        yield "position startpos"
    else:
        yield f"position fen {start.write_text()}"  # the rules were sent before
    if line.moves:
        yield "moves"
        yield from map(str, line.moves)


def _go_words(limit: Limit, first: Side) -> Iterator[str]:
    if limit.clocks is not None:
        for number_, side in enumerate((first, first.opponent), start=1):
            remaining, increment = limit.clocks.of(side)
            yield f"p{number_}time {to_milliseconds(remaining)}"
            yield f"p{number_}inc {int(increment * 1000)}"
    if limit.seconds is not None:
        yield f"movetime {to_milliseconds(limit.seconds)}"
    if limit.depth is not None:
        yield f"depth {limit.depth}"
    if limit.nodes is not None:
        yield f"nodes {limit.nodes}"


# The engine's side.


@final
class UgiServer:
    r"""The side of an engine. It knows the position; the caller searches.

    >>> server = UgiServer()
    >>> server.connection.receive_data(b"setoption name rules value brandubh\nposition startpos\ngo depth 2\n")
    >>> while (event := server.connection.next_event()) is not None:
    ...     reply = server.reply(event)
    >>> reply.search.position.ruleset.name, reply.search.limit.depth
    ('brandubh', 2)

    Arguments:
        rules: the ruleset until the host names another; None for Copenhagen.
    """

    __slots__ = ("_lines", "_position", "_rules", "connection")

    def __init__(self, ruleset: Ruleset | str | None = None) -> None:
        ruleset = optional_ruleset(ruleset)
        words = ("ugi", "isready", "setoption", "uginewgame", "position", "query", "go", "stop", "quit")
        self.connection: Final = Connection(words)
        """The lines to and from the host."""
        self._lines = 1
        self._set(variants.COPENHAGEN if ruleset is None else ruleset)

    def _set(self, rules: Ruleset) -> None:
        self._position = _initial_position(rules)
        self._rules = rules

    def greeting(self) -> bytes:
        """Return what an engine writes before it is asked: nothing."""
        return b""

    def reply(self, event: Event) -> Reply:
        """Return what to do about a line of the host. A faulty line is answered, and changes nothing.

        >>> server = UgiServer()
        >>> server.connection.receive_data(b"query p1turn\\n")
        >>> server.reply(server.connection.next_event()).data
        b'response true\\n'
        """
        try:
            return self._reply(event)
        except HnefataflError as error:
            return Reply(data=self._report_error(str(error)))

    def _report_error(self, text: str) -> bytes:
        return self.connection.send("info", f"{_ERROR}:", " ".join(text.split()))

    def _reply(self, event: Event) -> Reply:
        send = self.connection.send
        match event.name:
            case "ugi":
                return Reply(
                    data=send("id name tafl", __version__)
                    + send("id author the authors of hnefatafl")
                    + send("option name rules type string default", self._rules.name.replace(" ", "_"))
                    + send(f"option name MultiPV type spin default 1 min 1 max {_MOST_LINES}")
                    + send("ugiok")
                )
            case "isready":
                return Reply(data=send("readyok"))
            case "setoption":
                self._set_option(event.text)
            case "uginewgame":
                self._set(self._rules)
            case "position":
                self._position = self._read(event.text)
            case "query":
                return Reply(data=self._answer(event.text))
            case "go":
                limit = _read_limit(event.text.split(), _first_side(self._rules))
                infinite = "infinite" in event.text.split()
                return Reply(search=Search(position=self._position, limit=limit, lines=self._lines, infinite=infinite))
            case "stop":
                return Reply(stop=True)
            case "quit":
                return Reply(stop=True, quit=True)
            case _:
                return Reply(data=self._report_error(f"unknown command {event.line:.60}"))
        return Reply()

    def _set_option(self, text: str) -> None:
        name, _, value = text.removeprefix("name").partition(" value ")
        name, value = name.strip().lower(), value.strip()
        if name == "rules":
            self._set(otn.parse_rules(value) if value.startswith("dim:") else variants.get(value))
        elif name == "multipv":
            lines = parse_number(value)
            if lines is None or not 1 <= lines <= _MOST_LINES:
                raise ArgumentValueError(f"MultiPV: a number from 1 to {_MOST_LINES} was expected, not {value:.60}")
            self._lines = lines
        else:
            raise ArgumentValueError(f"there is no option {name:.60}")

    def _read(self, text: str) -> Position:
        where, _, moves = f"{text} ".partition(" moves ")
        match where.split():
            case ["startpos"]:
                position = _initial_position(self._rules)
            case ["fen", *words]:
                position = Position.parse(" ".join(words), self._rules)
            case _:
                raise NotationError("position: startpos, or fen and a position, was expected", text)
        for move in moves.split():
            position = position.play(Move.parse(move))
        if position.can_roll:
            raise NotExpressibleError("UGI", ["die"])
        return position

    def _answer(self, question: str) -> bytes:
        outcome = self._position.outcome
        first = _first_side(self._rules)
        match question:
            case "p1turn":
                answer = str(self._position.turn is first).lower()
            case "gameover":
                answer = str(outcome is not None).lower()
            case "result":
                won = None if outcome is None else outcome.winner
                draw = "none" if outcome is None else "draw"
                answer = draw if won is None else "p1win" if won is first else "p2win"
            case _:
                raise ArgumentValueError(f"there is no query {question:.60}")
        return self.connection.send("response", answer)

    def report(self, search: Search, analysis: Analysis) -> bytes:
        """Return what an engine writes about a search that goes on.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit, analyse
        >>> position = Position.initial(variants.BRANDUBH)
        >>> analysis = analyse(position, Limit(depth=1))
        >>> UgiServer().report(Search(position=position, limit=Limit(depth=1)), analysis).split()[:5]
        [b'info', b'depth', b'1', b'multipv', b'1']
        """
        data = b""
        for rank, line in enumerate(analysis.lines, start=1):
            data += self.connection.send(
                *("info depth", str(analysis.depth), "multipv", str(rank)),
                *score_words(line),
                *("nodes", str(analysis.nodes), "time", str(int(analysis.seconds * 1000))),
                *("pv", *map(str, line.moves)),
            )
        return data

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move; None if the game is over.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> search = Search(position=Position.initial(variants.BRANDUBH), limit=Limit())
        >>> UgiServer().answer(search, None)
        b'bestmove (none)\\n'
        """
        return self.connection.send("bestmove", _NO_MOVE if move is None else str(move))


def _read_limit(words: list[str], first: Side) -> Limit:
    """The limit of a search. What is no number is passed over, since every search has to be answered."""
    values = {name: parse_number(value) for name, value in pairwise(words)}

    def seconds(name: str) -> float | None:
        value = values.get(name)
        return None if value is None else max(0, value) / 1000

    def count(name: str) -> int | None:
        value = values.get(name)
        return None if value is None else max(1, value)

    remaining = {first: seconds("p1time"), first.opponent: seconds("p2time")}
    added = {first: seconds("p1inc") or 0.0, first.opponent: seconds("p2inc") or 0.0}
    attackers, defenders = remaining[Side.ATTACKERS], remaining[Side.DEFENDERS]
    clocks = None
    if attackers is not None and defenders is not None:
        clocks = Clocks(
            attackers=attackers,
            defenders=defenders,
            attackers_increment=added[Side.ATTACKERS],
            defenders_increment=added[Side.DEFENDERS],
        )
    return Limit(seconds=seconds("movetime"), nodes=count("nodes"), depth=count("depth"), clocks=clocks)
