"""Engines: programs of others as players, and players as engines for other programs.

* :class:`~hnefatafl.engine.processes.Engine` starts an engine and asks it for moves, with ``async``;
  :class:`~hnefatafl.engine.simple.SimpleEngine` does so without.
* :class:`~hnefatafl.engine.players.EnginePlayer` is an engine as a player of :mod:`hnefatafl.search`.
* :func:`~hnefatafl.engine.serving.serve` makes an engine of a player.
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
these say so. What goes wrong is an :class:`~hnefatafl.engine.errors.EngineError`.
"""

from __future__ import annotations

from hnefatafl.engine.errors import (
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EngineRefusedError,
    EngineResignedError,
    EngineTimeoutError,
    ProtocolError,
)
from hnefatafl.engine.players import EnginePlayer
from hnefatafl.engine.processes import Engine
from hnefatafl.engine.results import Info, PlayResult
from hnefatafl.engine.serving import serve
from hnefatafl.engine.simple import SimpleEngine

__all__ = [
    "Engine",
    "EngineDiedError",
    "EngineError",
    "EngineMoveError",
    "EnginePlayer",
    "EngineRefusedError",
    "EngineResignedError",
    "EngineTimeoutError",
    "Info",
    "PlayResult",
    "ProtocolError",
    "SimpleEngine",
    "serve",
]


def __dir__() -> list[str]:
    return __all__
