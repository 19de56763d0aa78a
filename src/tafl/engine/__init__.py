"""Engines: programs of others as players, and players as engines for other programs.

* :class:`~tafl.engine.Engine` starts an engine and asks it for moves, with ``async``;
  :class:`~tafl.engine.SimpleEngine` does so without.
* :class:`~tafl.engine.EnginePlayer` is an engine as a player of :mod:`hnefatafl.search`; :func:`~tafl.engine.player`
  makes one by name, also of a bot: a function or a class in a file of Python.
* :func:`~tafl.engine.serve` makes an engine of a player.
* The protocols are modules without input and output: :mod:`~tafl.engine.ugi`, :mod:`~tafl.engine.otep`,
  :mod:`~tafl.engine.htp` and :mod:`~tafl.engine.uci`.

>>> import sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> position = Position.initial(variants.BRANDUBH)
>>> with SimpleEngine([sys.executable, "-m", "tafl", "engine", "--protocol", "ugi"], dialect="ugi") as engine:
...     position = position.play(engine.play(position, Limit(nodes=100)).move)
>>> position.ply
1

The engine's word is not taken for anything: its moves are checked by the rules of the position, and a game is over when
these say so. What goes wrong is an :class:`~tafl.engine.EngineError`.
"""

from tafl.engine._answering import Server
from tafl.engine._bots import is_bot
from tafl.engine._connection import MAX_LINE, MAX_PENDING, Connection, Conversation, Event, Expect
from tafl.engine._dialects import HOSTS, SERVERS
from tafl.engine._hosting import Host
from tafl.engine._processes import (
    GRACE,
    PATIENCE,
    Engine,
    EngineAnalysis,
    EnginePlayer,
    SimpleEngine,
    SimpleEngineAnalysis,
    is_engine,
    player,
)
from tafl.engine._protocol import (
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EngineNotStartedError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    Info,
    PlayResult,
    ProtocolError,
    Reply,
    Search,
)
from tafl.engine._serving import Chooser, serve

__all__ = [
    "GRACE",
    "HOSTS",
    "MAX_LINE",
    "MAX_PENDING",
    "PATIENCE",
    "SERVERS",
    "Chooser",
    "Connection",
    "Conversation",
    "Engine",
    "EngineAnalysis",
    "EngineDiedError",
    "EngineError",
    "EngineMoveError",
    "EngineNotStartedError",
    "EnginePlayer",
    "EngineRefusedError",
    "EngineResignedError",
    "EngineTimeoutError",
    "Event",
    "Expect",
    "Host",
    "Info",
    "PlayResult",
    "ProtocolError",
    "Reply",
    "Search",
    "Server",
    "SimpleEngine",
    "SimpleEngineAnalysis",
    "is_bot",
    "is_engine",
    "player",
    "serve",
]
