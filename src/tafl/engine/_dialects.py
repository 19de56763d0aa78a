"""The protocols by their names.

>>> sorted(HOSTS.keys() - SERVERS.keys()), sorted(SERVERS)
(['bot', 'uci'], ['codingame', 'cs61b', 'htp', 'log320', 'otep', 'ugi'])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from hnefatafl.errors import ArgumentValueError
from tafl.engine import htp, otep, uci, ugi
from tafl.engine._answering import Server
from tafl.engine._bots import BotHost
from tafl.engine._codingame import CodingameHost, CodingameServer
from tafl.engine._cs61b import Cs61bHost, Cs61bServer
from tafl.engine._hosting import Host
from tafl.engine._log320 import Log320Host, Log320Server

_T = TypeVar("_T")

HOSTS: Final[Mapping[str, Callable[[], Host]]] = MappingProxyType(
    {
        "ugi": ugi.UgiHost,
        "otep": otep.OtepHost,
        "htp": htp.HtpHost,
        "uci": uci.UciHost,
        "codingame": CodingameHost,
        "cs61b": Cs61bHost,
        "log320": Log320Host,
        "bot": BotHost,
    }
)
"""What makes the host's side of each protocol."""

SERVERS: Final[Mapping[str, Callable[..., Server]]] = MappingProxyType(
    {
        "ugi": ugi.UgiServer,
        "otep": otep.OtepServer,
        "htp": htp.HtpServer,
        "codingame": CodingameServer,
        "cs61b": Cs61bServer,
        "log320": Log320Server,
    }
)
"""What makes the engine's side of each protocol, from the ruleset to begin with."""


def pick_dialect(dialect: str, makers: Mapping[str, _T]) -> _T:
    """Return what makes a side of that protocol.

    Raises:
        ArgumentValueError: there is no such protocol.
    """
    if dialect not in makers:
        raise ArgumentValueError(f"dialect: one of {', '.join(makers)} was expected, not {dialect!r:.60}")
    return makers[dialect]
