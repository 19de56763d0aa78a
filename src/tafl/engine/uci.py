r"""The UCI of the engine taflzero, the host's side, without input and output.

Its source is ``src/uci/mod.rs`` of ``sovelin/taflzero``, and positions and moves are those of
:mod:`hnefatafl.notation.taflzero`. The engine plays Copenhagen hnefatafl on a board of eleven, and knows no other
rules: positions under another ruleset of that size are sent with a warning. It takes one limit, of time or of nodes;
one of depth alone cannot be told.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> host = UciHost()
>>> sent, result = host.connection.drive(
...     host.play(Position.initial(variants.COPENHAGEN), Limit(nodes=800)),
...     b"readyok\ninfo score cp 12 winrate 51.0% nodes 801 time 9 speed 89000 pv d1d3 f8i8\nbestmove d1d3\n",
... )
>>> print(sent.decode(), result.move, " ", result.info.score, sep="")
position startpos
isready
go nodes 800
d1-d3 +0.12
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Move
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.notation import taflzero
from hnefatafl.play import Position
from hnefatafl.records import explicit_start
from hnefatafl.rules import Ruleset
from hnefatafl.search import Limit
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._hosting import GameLine, Infos, check_move, expect_answer, greet, to_milliseconds, wait
from tafl.engine._protocol import EngineRefusedError, Info, PlayResult

__all__ = ["UciHost"]


_NAME: Final = "the UCI of taflzero"
_REFUSALS: Final = ("unknown ", "unsupported ", "invalid ", "only ")
"""How the lines begin in which the engine refuses a command."""


@final
class UciHost:
    """The side that asks taflzero for moves.

    >>> host = UciHost()
    >>> host.connection.drive(host.hello(), b"id name taflzero\\nuciok\\nreadyok\\n")[0]
    b'uci\\nisready\\n'
    >>> host.name
    'taflzero'
    """

    __slots__ = ("author", "connection", "name", "options", "warnings")

    def __init__(self) -> None:
        self.connection: Final = Connection(["id", "option", "uciok", "readyok", "bestmove", "info"])
        """The lines to and from the engine."""
        self.name: str = ""
        """What the engine calls itself."""
        self.author: str = ""
        """Who wrote it, as it says."""
        self.options: Final[dict[str, str]] = {}
        """The options that it offers, with what it says of each."""
        self.warnings: tuple[str, ...] = ()
        """What the engine does not know of the rules of the last position."""

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine, and set options.

        >>> host = UciHost()
        >>> said = b"uciok\\nunsupported setoption format\\n"
        >>> host.connection.drive(host.hello({"Threads": "4"}), said)
        Traceback (most recent call last):
            ...
        tafl.engine.EngineRefusedError: the engine reported an error: unsupported setoption format

        Raises:
            EngineRefusedError: it refuses an option.
        """
        return greet(self, "uci", options, _raise_refusal)

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> next(UciHost().play(Position.initial(variants.BRANDUBH), Limit(nodes=9)))
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotExpressibleError: the UCI of taflzero cannot express: size

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineRefusedError: it refuses a command.
            NotExpressibleError: the protocol cannot tell of the position or the limit.
            ArgumentValueError: the limit has none.
        """
        move, infos = yield from self._search(position, limit)
        return PlayResult(move=move, info=infos.best(move))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis, of which the engine has one line.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> host = UciHost()
        >>> start = Position.initial(variants.COPENHAGEN)
        >>> said = b"readyok\\ninfo score cp -5 nodes 9 time 1 pv d1d3\\nbestmove d1d3\\n"
        >>> [info.score.value for info in host.connection.drive(host.analyse(start, Limit(seconds=1)), said)[1]]
        [-5]

        Raises:
            HnefataflError: as :meth:`play`.
        """
        move, infos = yield from self._search(position, limit)
        return infos.all(move)[:lines]

    def _search(self, position: Position, limit: Limit) -> Conversation[tuple[Move, Infos]]:
        line = GameLine.of(position, _NAME)
        words = _go_words(position, limit)
        self._check_rules(position.ruleset)
        infos = Infos(position)

        def hear(event: Event) -> None:
            _raise_refusal(event)
            infos.hear(event)

        yield self.connection.send(*_position_words(line))
        yield self.connection.send("isready")
        yield from wait("readyok", Expect(awaited="readyok"), hear)
        yield self.connection.send("go", *words)
        event = yield from wait("bestmove", expect_answer(limit, position.turn, "bestmove"), hear)
        return check_move(position, event.text.partition(" ")[0]), infos

    def _check_rules(self, rules: Ruleset) -> None:
        if rules.size != variants.COPENHAGEN.size:
            raise NotExpressibleError(_NAME, ["size"])
        if rules == variants.COPENHAGEN:
            self.warnings = ()
        else:
            self.warnings = (f"the engine plays Copenhagen hnefatafl, and not {rules.name}",)

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        return self.connection.send("quit")


def _raise_refusal(event: Event) -> None:
    """Raise what the engine writes when it does not understand a command.

    Raises:
        EngineRefusedError: it writes that.
    """
    if not event.name and event.line.startswith(_REFUSALS):
        raise EngineRefusedError("", event.line)


def _position_words(line: GameLine) -> Iterator[str]:
    start = explicit_start(line.root)
    if start is None and line.root.ruleset.start == variants.COPENHAGEN.start:
        yield "position startpos"
    else:
        yield f"position fen {taflzero.format_setup(line.root.setup)}"
    if line.moves:
        yield "moves"
        yield from (f"{move.origin}{move.target}" for move in line.moves)


def _go_words(position: Position, limit: Limit) -> tuple[str, str]:
    budget = limit.budget(position.turn)
    if budget is not None:
        return "movetime", to_milliseconds(budget)
    if limit.nodes is not None:
        return "nodes", str(limit.nodes)
    if limit.depth is not None:
        raise NotExpressibleError(_NAME, ["limit.depth"])
    raise ArgumentValueError("limit: a limit of seconds, clocks or nodes was expected")
