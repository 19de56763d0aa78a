"""UGI, the Universal Game Interface, without input and output: the form of UCI that knows no game of its own.

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
* an engine that cannot do what it was told writes ``info string error:`` and the reason. Ours answers no ``go`` and
  no ``query`` after a position that it has refused, before it has accepted another.

Positions in which a die may be thrown, or that begin within a turn, cannot be told.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, final

from hnefatafl import __version__, variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, NotationError, NotExpressibleError
from hnefatafl.notation import otn
from hnefatafl.play import Position
from hnefatafl.records import explicit_start
from hnefatafl.rules import Ruleset, RulesetLike, is_known
from hnefatafl.search import Analysis, Clocks, Limit
from tafl.engine._answering import Server, begin_game, first_side
from tafl.engine._connection import Conversation, Event
from tafl.engine._hosting import GameLine, InfoHost, parse_number, score_words, to_milliseconds
from tafl.engine._protocol import Reply, Search

__all__ = ["UgiHost", "UgiServer"]


_NO_MOVE: Final = "(none)"
_ERROR: Final = "string error"
_MOST_LINES: Final = 64


@final
class UgiHost(InfoHost):
    """The side that asks an engine for moves, with the methods of :class:`~tafl.engine.Host`. An analysis has more than
    one line only if the engine has the option ``MultiPV``.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> host = UgiHost()
    >>> said = b"id name stub\\noption name rules type string\\nuciok\\nugiok\\nreadyok\\n"
    >>> print(host.connection.drive(host.hello(), said)[0].decode(), end="")
    ugi
    isready
    >>> start = Position.initial(variants.BRANDUBH)
    >>> sent, result = host.connection.drive(host.play(start, Limit(seconds=2)), b"readyok\\nbestmove d1-c1\\n")
    >>> print(sent.decode(), result.move, sep="")
    setoption name rules value brandubh
    uginewgame
    position startpos
    isready
    go movetime 2000
    d1-c1
    >>> said = b"readyok\\ninfo depth 3 score mate 2 pv d1-c1\\nbestmove d1-c1\\n"
    >>> for info in host.connection.drive(host.analyse(start, Limit(depth=3)), said)[1]:
    ...     print(info.depth, info.score)
    3 wins in 3 plies
    >>> host.connection.drive(host.play(start, Limit(nodes=9)), b"readyok\\nbestmove d1-d4\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineMoveError: the engine played d1-d4: another piece stands in the way (d2)
    """

    __slots__ = ("_rules",)

    _PROTOCOL = "UGI"
    _GREETING = "ugi"
    _STOP = "stop"
    _WORDS = ("id", "option", "ugiok", "readyok", "bestmove", "info", "response")

    def __init__(self) -> None:
        super().__init__()
        self._rules: Ruleset | None = None

    def _refusal(self, event: Event) -> str | None:
        is_error = event.name == "info" and event.text.startswith(_ERROR)
        return event.text.removeprefix(_ERROR).lstrip(": ") if is_error else None

    def _prepare(self, line: GameLine, lines: int) -> Conversation[None]:
        send = self.connection.send
        yield from self._tell_rules(line.root.ruleset)
        if "MultiPV" in self.options:
            yield send("setoption name MultiPV value", str(lines))
        if line.beyond(self._known) is None:
            yield send("uginewgame")
        self._known = line

    def _tell_rules(self, rules: Ruleset) -> Conversation[None]:
        if rules == self._rules:
            return
        self._known = None
        losses = ["the engine has no option for rules, and plays its own"]
        if "rules" in self.options:
            name, lost = _write_rules(rules)
            losses = [f"the engine plays by other rules: {loss}" for loss in lost]
            yield self.connection.send("setoption name rules value", name)
        self._rules = rules
        self.warnings: tuple[str, ...] = tuple(losses)

    def _forget(self) -> None:
        super()._forget()
        self._rules = None  # it may be these that were refused

    def _write_start(self, root: Position) -> str | None:
        start = explicit_start(root)
        return None if start is None else start.write_text()  # the rules were sent before

    def _go_words(self, position: Position, limit: Limit) -> Iterator[str]:
        if limit == Limit():
            yield "infinite"
        if limit.clocks is not None:
            first = first_side(position.ruleset)
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


def _write_rules(rules: Ruleset) -> tuple[str, tuple[str, ...]]:
    """Return the rules as the value of an option, and what is lost of them."""
    if is_known(rules):
        return rules.name, ()
    text, losses = otn.nearest_rules(rules)
    return text, tuple(map(str, losses))


# The engine's side.


@final
class UgiServer(Server):
    r"""The side of an engine, with the methods of :class:`~tafl.engine.Server`.

    >>> server = UgiServer()
    >>> server.connection.receive_data(b"setoption name rules value brandubh\nposition startpos\ngo depth 2\n")
    >>> while (event := server.connection.next_event()) is not None:
    ...     reply = server.reply(event)
    >>> reply.search.position.ruleset.name, reply.search.limit.depth
    ('brandubh', 2)
    >>> server.connection.receive_data(b"query p1turn\n")
    >>> server.reply(server.connection.next_event()).data, server.answer(reply.search, None)
    (b'response true\n', b'bestmove (none)\n')
    """

    __slots__ = ("_lines",)

    _WORDS = ("ugi", "isready", "setoption", "uginewgame", "position", "query", "go", "stop", "quit")
    _SETTING = ("position",)
    _ASKING = ("go", "query")

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        super().__init__(ruleset)
        self._lines = 1

    def _refuse(self, event: Event, reason: str) -> bytes:
        return self.connection.send("info", f"{_ERROR}:", " ".join(reason.split()))

    def _reply(self, event: Event) -> Reply:
        send, rules = self.connection.send, self._position.ruleset
        match event.name:
            case "ugi":
                return Reply(
                    data=send("id name tafl", __version__)
                    + send("id author the authors of hnefatafl")
                    + send("option name rules type string default", rules.name.replace(" ", "_"))
                    + send(f"option name MultiPV type spin default 1 min 1 max {_MOST_LINES}")
                    + send("ugiok")
                )
            case "isready":
                return Reply(data=send("readyok"))
            case "setoption":
                self._set_option(event.text)
            case "uginewgame":
                self._begin(rules)
            case "position":
                self._accept(self._read(event.text))
            case "query":
                return Reply(data=self._answer(event.text))
            case "go":
                words = event.text.split()
                limit, infinite = _read_limit(words, first_side(rules)), "infinite" in words
                return Reply(search=Search(position=self._position, limit=limit, lines=self._lines, infinite=infinite))
            case "stop" | "quit":
                return Reply(stop=True, quit=event.name == "quit")
            case _:
                raise ArgumentValueError(f"unknown command {event.line:.60}")
        return Reply()

    def _set_option(self, text: str) -> None:
        name, _, value = text.removeprefix("name").partition(" value ")
        name, value = name.strip().lower(), value.strip()
        if name == "rules":
            self._begin(otn.parse_rules(value) if value.startswith("dim:") else variants.get(value))
        elif name == "multipv":
            lines = parse_number(value)
            if lines is None or not 1 <= lines <= _MOST_LINES:
                raise ArgumentValueError(f"MultiPV: a number from 1 to {_MOST_LINES} was expected, not {value:.60}")
            self._lines = lines
        else:
            raise ArgumentValueError(f"there is no option {name:.60}")

    def _read(self, text: str) -> Position:
        rules = self._position.ruleset
        where, _, moves = f"{text} ".partition(" moves ")
        match where.split():
            case ["startpos"]:
                position = begin_game(rules)
            case ["fen", *words]:
                position = Position.parse(" ".join(words), rules)
            case _:
                raise NotationError("position: startpos, or fen and a position, was expected", text)
        for move in moves.split():
            position = position.play(Move.parse(move))
        if position.can_roll:
            raise NotExpressibleError("UGI", ["die"])
        return position

    def _answer(self, question: str) -> bytes:
        outcome = self._position.outcome
        first = first_side(self._position.ruleset)
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
        """Return what an engine writes when it has chosen a move; None if the game is over."""
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
