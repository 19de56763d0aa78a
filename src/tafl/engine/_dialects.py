"""The protocols by their names.

>>> sorted(HOSTS), sorted(SERVERS)
(['htp', 'otep', 'uci', 'ugi'], ['htp', 'otep', 'ugi'])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from hnefatafl.board import Move
from hnefatafl.play import Position
from hnefatafl.search import Analysis, Limit
from tafl.engine import htp, otep, uci, ugi
from tafl.engine._connection import Connection, Conversation, Event
from tafl.engine._protocol import Info, PlayResult, Reply, Search


class Host(Protocol):
    """The side of a protocol that asks an engine for moves, without input and output.

    >>> host: Host = HOSTS["ugi"]()
    >>> host.quit()
    b'quit\\n'
    """

    @property
    def connection(self) -> Connection:
        """The lines to and from the engine."""
        ...

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        ...

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, with what it says of each."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine does not know of the rules of the last position."""
        ...

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the engine, and set options."""
        ...

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move.

        >>> from hnefatafl import variants
        >>> next(HOSTS["ugi"]().play(Position.initial(variants.BRANDUBH), Limit(nodes=1)))
        b'uginewgame\\n'
        """
        ...

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis, the best line first."""
        ...

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        ...


class Server(Protocol):
    """The side of a protocol that is the engine, without input and output.

    >>> server: Server = SERVERS["ugi"]()
    >>> server.connection.receive_data(b"isready\\n")
    >>> server.reply(server.connection.next_event()).data
    b'readyok\\n'
    """

    @property
    def connection(self) -> Connection:
        """The lines to and from the host."""
        ...

    def greeting(self) -> bytes:
        """Return what an engine writes before it is asked."""
        ...

    def reply(self, event: Event) -> Reply:
        """Return what to do about a line of the host."""
        ...

    def report(self, search: Search, analysis: Analysis) -> bytes:
        """Return what an engine writes about a search that goes on.

        >>> from hnefatafl import variants
        >>> from hnefatafl.search import analyse
        >>> position = Position.initial(variants.BRANDUBH)
        >>> search = Search(position=position, limit=Limit(depth=1))
        >>> SERVERS["ugi"]().report(search, analyse(position, Limit(depth=1)))[:12]
        b'info depth 1'
        """
        ...

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move; None if the game is over."""
        ...


HOSTS: Final[Mapping[str, Callable[[], Host]]] = MappingProxyType(
    {"ugi": ugi.UgiHost, "otep": otep.OtepHost, "htp": htp.HtpHost, "uci": uci.UciHost}
)
"""What makes the host's side of each protocol."""

SERVERS: Final[Mapping[str, Callable[..., Server]]] = MappingProxyType(
    {"ugi": ugi.UgiServer, "otep": otep.OtepServer, "htp": htp.HtpServer}
)
"""What makes the engine's side of each protocol, from the ruleset to begin with."""
