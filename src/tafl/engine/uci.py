"""The UCI of the engine taflzero, the host's side, without input and output.

Its source is ``src/uci/mod.rs`` of ``sovelin/taflzero``, and positions and moves are those of
:mod:`hnefatafl.notation.taflzero`. The engine plays Copenhagen hnefatafl on a board of eleven, and knows no other
rules: positions under another ruleset of that size are sent with a warning. It takes one limit, of time or of nodes;
one of depth alone cannot be told. It reads no commands while it searches, so nothing stops it.
"""

from __future__ import annotations

from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Move
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.notation import taflzero
from hnefatafl.play import Position
from hnefatafl.records import explicit_start
from hnefatafl.search import Limit
from tafl.engine._connection import Conversation, Event
from tafl.engine._hosting import GameLine, InfoHost, to_milliseconds

__all__ = ["UciHost"]


_REFUSALS: Final = ("unknown ", "unsupported ", "invalid ", "only ")
"""How the lines begin in which the engine refuses a command."""


@final
class UciHost(InfoHost):
    """The side that asks taflzero for moves, with the methods of :class:`~tafl.engine.Host`. An analysis has one line.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> host = UciHost()
    >>> host.connection.drive(host.hello(), b"id name taflzero\\nuciok\\nreadyok\\n")[0], host.name
    (b'uci\\nisready\\n', 'taflzero')
    >>> start = Position.initial(variants.COPENHAGEN)
    >>> said = b"readyok\\ninfo score cp 12 winrate 51.0% nodes 801 time 9 speed 89000 pv d1d3 f8i8\\nbestmove d1d3\\n"
    >>> sent, result = host.connection.drive(host.play(start, Limit(nodes=800)), said)
    >>> print(sent.decode(), result.move, " ", result.info.score, sep="")
    position startpos
    isready
    go nodes 800
    d1-d3 +0.12
    >>> said = b"readyok\\ninfo score cp -5 nodes 9 time 1 pv d1d3\\nbestmove d1d3\\n"
    >>> [info.score.value for info in host.connection.drive(host.analyse(start, Limit(seconds=1)), said)[1]]
    [-5]
    >>> next(host.play(Position.initial(variants.BRANDUBH), Limit(nodes=9)))
    Traceback (most recent call last):
        ...
    hnefatafl.errors.NotExpressibleError: the UCI of taflzero cannot express: size
    >>> host.connection.drive(host.hello({"Threads": "4"}), b"uciok\\nunsupported setoption format\\nreadyok\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineRefusedError: the engine reported an error: unsupported setoption format
    """

    __slots__ = ()

    _PROTOCOL = "the UCI of taflzero"
    _GREETING = "uci"
    _WORDS = ("id", "option", "uciok", "readyok", "bestmove", "info")

    def _refusal(self, event: Event) -> str | None:
        return event.line if not event.name and event.line.startswith(_REFUSALS) else None

    def _prepare(self, line: GameLine, lines: int) -> Conversation[None]:
        rules = line.root.ruleset
        if rules.size != variants.COPENHAGEN.size:
            raise NotExpressibleError(self._PROTOCOL, ["size"])
        difference = f"the engine plays Copenhagen hnefatafl, and not {rules.name}"
        self.warnings: tuple[str, ...] = () if rules == variants.COPENHAGEN else (difference,)
        yield from ()

    def _write_start(self, root: Position) -> str | None:
        is_usual = explicit_start(root) is None and root.ruleset.start == variants.COPENHAGEN.start
        return None if is_usual else taflzero.format_setup(root.setup)

    def _write_move(self, move: Move) -> str:
        return f"{move.origin}{move.target}"

    def _go_words(self, position: Position, limit: Limit) -> tuple[str, str]:
        budget = limit.budget(position.turn)
        if budget is not None:
            return "movetime", to_milliseconds(budget)
        if limit.nodes is not None:
            return "nodes", str(limit.nodes)
        if limit.depth is not None:
            raise NotExpressibleError(self._PROTOCOL, ["limit.depth"])
        raise ArgumentValueError("limit: a limit of seconds, clocks or nodes was expected")
