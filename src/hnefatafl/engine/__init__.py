"""Engines: programs of others as players, and players as engines for other programs.

Their errors are in :mod:`hnefatafl.engine.errors`.

>>> from hnefatafl.engine import EngineError, EngineTimeoutError
>>> issubclass(EngineTimeoutError, EngineError)
True
"""

from __future__ import annotations

from hnefatafl.engine.errors import (
    EngineDiedError,
    EngineError,
    EngineMoveError,
    EngineRefusedError,
    EngineTimeoutError,
    ProtocolError,
)

__all__ = [
    "EngineDiedError",
    "EngineError",
    "EngineMoveError",
    "EngineRefusedError",
    "EngineTimeoutError",
    "ProtocolError",
]


def __dir__() -> list[str]:
    return __all__
