"""Engines: programs of others as players, and players as engines for other programs.

* :class:`~hnefatafl.engine.Engine` starts an engine and asks it for moves, with ``async``;
  :class:`~hnefatafl.engine.SimpleEngine` does so without.
* :class:`~hnefatafl.engine.EnginePlayer` is an engine as a player of :mod:`hnefatafl.search`.
* :func:`~hnefatafl.engine.serve` makes an engine of a player.
* The protocols are modules without input and output: :mod:`~hnefatafl.engine.ugi`, :mod:`~hnefatafl.engine.otep`,
  :mod:`~hnefatafl.engine.htp` and :mod:`~hnefatafl.engine.uci`.

>>> import sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> position = Position.initial(variants.BRANDUBH)
>>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine", "--protocol", "ugi"], dialect="ugi") as engine:
...     position = position.play(engine.play(position, Limit(nodes=100)).move)
>>> position.ply
1

The engine's word is not taken for anything: its moves are checked by the rules of the position, and a game is over when
these say so. What goes wrong is an :class:`~hnefatafl.engine.EngineError`.
"""

from hnefatafl.engine._connection import MAX_LINE, MAX_PENDING, Connection, Conversation, Event, Expect
from hnefatafl.engine._dialects import HOSTS, SERVERS, Host, Server
from hnefatafl.engine._players import EnginePlayer, is_engine, player
from hnefatafl.engine._processes import PATIENCE, Engine, SimpleEngine
from hnefatafl.engine._protocol import (
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    Info,
    PlayResult,
    ProtocolError,
    Reply,
    Search,
)
from hnefatafl.engine._serving import Chooser, serve

__all__ = [
    "HOSTS",
    "MAX_LINE",
    "MAX_PENDING",
    "PATIENCE",
    "SERVERS",
    "Chooser",
    "Connection",
    "Conversation",
    "Engine",
    "EngineDiedError",
    "EngineError",
    "EngineMoveError",
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
    "is_engine",
    "player",
    "serve",
]
