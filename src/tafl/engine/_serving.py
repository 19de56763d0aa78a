r"""Players as engines: :func:`serve` answers a host on two pipes until the host says quit or goes away.

>>> from io import BytesIO
>>> from hnefatafl import variants
>>> source, target = BytesIO(b"isready\nposition startpos\ngo depth 1\nquit\n"), BytesIO()
>>> def first(position, limit):
...     return min(position.legal_moves())
>>> serve(first, "ugi", ruleset=variants.BRANDUBH, source=source, target=target)
>>> print(target.getvalue().decode(), end="")
readyok
bestmove a4-a2
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Queue
from typing import Any, BinaryIO, Final, TypeAlias, cast

from hnefatafl.board import Move
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike, optional_ruleset
from hnefatafl.search import AlphaBeta, Analysis, Limit, Player, Searcher
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.logs import logger
from tafl.engine._answering import Server
from tafl.engine._connection import Event
from tafl.engine._dialects import SERVERS, pick_dialect
from tafl.engine._protocol import EngineMoveError, Search

Chooser: TypeAlias = Callable[[Position, Limit], Move]
"""A function that chooses a move in a position, within a limit."""

_LOG: Final = logger("tafl.engine")
_CHUNK: Final = 1 << 16
_NODES: Final = 20_000
"""How many positions are searched without a limit."""


def serve(
    player: Player | Chooser | Searcher | None = None,
    dialect: str = "ugi",
    *,
    ruleset: RulesetLike | None = None,
    source: BinaryIO | None = None,
    target: BinaryIO | None = None,
) -> None:
    r"""Answer a host until it says quit, or closes its side.

    >>> from io import BytesIO
    >>> from hnefatafl.search import Greedy
    >>> target = BytesIO()
    >>> serve(Greedy(), "ugi", source=BytesIO(b"isready\n"), target=target)
    >>> target.getvalue()
    b'readyok\n'

    Arguments:
        player: what chooses the moves: a player of :mod:`hnefatafl.search`, a function of a position and a limit, or a
            searcher. A searcher, and an :class:`~hnefatafl.search.AlphaBeta` player without noise, search
            within the limits of the host (and of the player) and stop when the host says so; other players take the
            time they need. None for a searcher.
        dialect: the name of the protocol (:data:`~tafl.engine.SERVERS`).
        ruleset: the ruleset until the host names another; None for that of the protocol.
        source: where the host writes; None for standard input.
        target: where the host reads; None for standard output.

    Raises:
        ArgumentTypeError: the player is none.
        ArgumentValueError: there is no such dialect.
        EngineMoveError: the player chose an illegal move. Other errors of a player propagate, too.
    """
    ruleset = optional_ruleset(ruleset)
    check("dialect", dialect, str)
    _Responder(
        make_thinker(player),
        pick_dialect(dialect, SERVERS)(ruleset),
        # Standard input without its buffer, whose lock the thread that reads would hold when the interpreter ends.
        getattr(sys.stdin.buffer, "raw", sys.stdin.buffer) if source is None else source,
        sys.stdout.buffer if target is None else target,
    ).run()


_Waiting: TypeAlias = tuple[Event | Exception | None, threading.Event]
"""A line, a fault of the reader or the end; and what ends the search that the line begins."""
_Report: TypeAlias = Callable[[Analysis], None]
_Found: TypeAlias = tuple[Move | None, Analysis | None]
_Thinker: TypeAlias = Callable[[Search, Callable[[], bool], _Report], _Found]


def make_thinker(player: Player | Chooser | Searcher | None) -> _Thinker:
    """How the player chooses."""
    if player is None or isinstance(player, Searcher):
        return _make_searching_thinker(player or Searcher(), Limit())
    if isinstance(player, AlphaBeta) and not player.noise:
        return _make_searching_thinker(player.searcher, player.limit)
    choose: Any = getattr(player, "choose", None)
    if choose is None and not callable(player):
        refuse("player", "a Player", player)

    def think(search: Search, stop: Callable[[], bool], report: _Report) -> _Found:
        position = search.position
        chosen: Any = choose(position) if choose is not None else cast("Chooser", player)(position, search.limit)
        move = cast("object", chosen)
        if not isinstance(move, Move):
            raise EngineMoveError(f"a {type(move).__name__}", "a Move was expected")
        reason = position.illegality(move)
        if reason is not None:
            raise EngineMoveError(str(move), str(reason))
        return move, None

    return think


def _make_searching_thinker(searcher: Searcher, own: Limit) -> _Thinker:
    def think(search: Search, stop: Callable[[], bool], report: _Report) -> _Found:
        limit = _combine_limits(search.limit, own)
        if limit == Limit() and not search.infinite:
            limit = Limit(nodes=_NODES)
        analysis: Analysis | None = None
        for analysis in searcher.iterate(search.position, limit, search.lines, stop=stop):
            report(analysis)
        assert analysis is not None
        return analysis.best, analysis

    return think


def _combine_limits(first_limit: Limit, second_limit: Limit) -> Limit:
    """The limit that is reached where either is."""
    options: dict[str, Any] = {"clocks": first_limit.clocks or second_limit.clocks}
    for name in ("seconds", "nodes", "depth"):
        values = [value for each in (first_limit, second_limit) if (value := getattr(each, name)) is not None]
        options[name] = min(values, default=None)
    return Limit(**options)


_STOPS: Final = frozenset(["stop", "finish", "quit", "goodbye"])
"""The words of all protocols that end a search."""
_WAITING: Final = 1000
"""How many lines of a host wait at most."""
_POLL: Final = 0.05
"""How often an endless search that has nothing more to find looks whether the host has gone."""


class _Responder:
    """A host that is answered: one thread reads its lines, and the caller's thread does what they ask."""

    def __init__(self, think: _Thinker, server: Server, source: BinaryIO, target: BinaryIO) -> None:
        self._think = think
        self._server = server
        # What has arrived, and not as much as was asked for.
        self._read: Callable[[int], bytes] = getattr(source, "read1", source.read)
        self._target = target
        self._writing = threading.Lock()
        self._waiting: Queue[_Waiting] = Queue(_WAITING)
        self._searching = False
        self._closed = threading.Event()

    def run(self) -> None:
        """Answer until the host is done."""
        with suppress(BrokenPipeError):
            self._write(self._server.greeting())
            threading.Thread(target=self._listen, name="hnefatafl host", daemon=True).start()
            more = True
            while more:
                event, stop = self._waiting.get()
                if isinstance(event, Exception):
                    raise event
                more = event is not None and self._do(event, stop)

    def _listen(self) -> None:
        """Read the lines of the host; a line that ends a search does so at once."""
        connection = self._server.connection
        stop = threading.Event()
        try:
            while not connection.ended:
                connection.receive_data(self._read(_CHUNK))
                while (event := connection.next_event()) is not None:
                    _LOG.debug("host: >> %s", event.line)
                    if event.name in _STOPS:
                        stop.set()
                    elif event.name == "isready" and self._searching and self._waiting.empty():
                        self._write(self._server.reply(event).data)
                        continue
                    else:
                        stop = threading.Event()
                    self._waiting.put((event, stop))
        except BrokenPipeError:
            stop.set()
        except Exception as error:
            stop.set()
            self._waiting.put((error, stop))
        self._closed.set()
        self._waiting.put((None, stop))

    def _do(self, event: Event, stop: threading.Event) -> bool:
        """Do what a line asks; return whether to go on."""
        reply = self._server.reply(event)
        self._write(reply.data)
        search = reply.search
        while search is not None:
            self._searching = True
            try:
                self._write(self._answer(search, stop))
            finally:
                self._searching = False
            search = None if stop.is_set() else self._server.go_on()
        return not reply.quit

    def _answer(self, search: Search, stop: threading.Event) -> bytes:
        if search.position.outcome is not None:
            return self._server.answer(search, None)

        def stopped() -> bool:
            return stop.is_set() or (search.infinite and self._closed.is_set())

        move, analysis = self._think(
            search, stopped, lambda progress: self._write(self._server.report(search, progress))
        )
        # The answer to an endless search waits until it is asked for, though there may be nothing more to find.
        while search.infinite and not stopped():
            stop.wait(_POLL)
        return self._server.answer(search, move, analysis)

    def _write(self, data: bytes) -> None:
        if data:
            for line in data.decode("utf-8", "replace").splitlines():
                _LOG.debug("host: << %s", line)
            with self._writing:
                self._target.write(data)
                self._target.flush()
