"""What a server is started with: the rulesets and players that it offers, who may reach it, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import Attribute, field

from hnefatafl import variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError
from hnefatafl.rules import Ruleset
from hnefatafl.search import Searcher
from hnefatafl.support import hosts
from hnefatafl.support.arguments import is_a
from hnefatafl.support.immutability import frozen


class Refused(HnefataflError, ValueError):
    """A request or a message is refused; the message says why."""


class Busy(Refused):
    """The server does too much already, or something takes too long."""


class Crowded(Refused):
    """A caller does too much at the same time."""


class Late(Refused):
    """A request did not come in time."""


class Missing(Refused):
    """There is no such game, or not for that token."""


LOOPBACK: Final[frozenset[str]] = hosts.LOOPBACK
"""The names under which a machine reaches itself."""


def _check_positive(instance: object, attribute: Attribute[Any], value: float) -> None:
    if value <= 0:
        raise ArgumentValueError(f"{attribute.name}: a number above 0 was expected, not {value}")


def _check_jobs(instance: object, attribute: Attribute[Any], value: int) -> None:
    try:
        Searcher(jobs=value)
    except ArgumentValueError as error:
        raise ArgumentValueError(f"{attribute.name}: {error}") from None


@frozen(kw_only=True)
class Limits:
    """How much a server does for its visitors. Beyond a limit it refuses in words, and loses nothing.

    >>> Limits(games=10).games
    10

    Raises:
        ArgumentValueError: a limit is not above 0, or no search can have so many cores here.
    """

    message: int = field(default=8192, validator=_check_positive)
    """The number of bytes of a message on a WebSocket."""
    body: int = field(default=1 << 20, validator=_check_positive)
    """The number of bytes of the body of a request, such as a record."""
    messages: float = field(default=20.0, validator=_check_positive)
    """The messages of a WebSocket in a second, on average; three times as many at once."""
    requests: float = field(default=20.0, validator=_check_positive)
    """The requests of an address that make the server work, in a second, on average; three times as many at once."""
    games: int = field(default=10_000, validator=_check_positive)
    """The number of games that are kept."""
    moves: int = field(default=2_000, validator=_check_positive)
    """The number of moves of a record that is studied, those of its variations included."""
    steps: int = field(default=5_000, validator=_check_positive)
    """The number of things that may be done in a game: moves, moves that are taken back, and so on."""
    days: float = field(default=30.0, validator=_check_positive)
    """After so many days without a move or a visit, a game is deleted."""
    sockets: int = field(default=1_000, validator=_check_positive)
    """The number of open WebSockets. Spectators have at most half of them, and of those of an address."""
    address: int = field(default=250, validator=_check_positive)
    """The number of open WebSockets of one address, and of its requests at the same time. An address is that of IPv4,
    or the first 64 bits of that of IPv6."""
    quiet: int = field(default=250, validator=_check_positive)
    """The number of connections that do not say what they are for: those without a request, and WebSockets that have
    named no game. One more ends the oldest of the address that has the most of them."""
    silence: float = field(default=10.0, validator=_check_positive)
    """The seconds after which such a connection is ended, and within which the body of a request has to come."""
    watchers: int = field(default=64, validator=_check_positive)
    """The number of open WebSockets of the spectators of one game, and of each of its other links."""
    workers: int = field(default=2, validator=_check_positive)
    """The number of processes that search, and read what visitors send."""
    waiting: int = field(default=64, validator=_check_positive)
    """The number of requests that wait for a process. One more refuses the last of the address that has the most.
    Searches wait without such a limit: each game and each visitor has one at a time."""
    search_nodes: int = field(default=1_000_000, validator=_check_positive)
    """The number of nodes of a search that a visitor may ask for, on each core."""
    search_seconds: float = field(default=10.0, validator=_check_positive)
    """The seconds of a search that a visitor may ask for."""
    cores: int = field(default=1, validator=[_check_positive, _check_jobs])
    """The number of cores of an analysis that a visitor may ask for: so many processes search together, and so many
    times ``search_nodes``. The processes that ``workers`` counts may have so many each."""
    playouts: int = field(default=5_000, validator=_check_positive)
    """The number of random games for a move that a visitor may ask for."""


def _check_names(instance: object, attribute: Attribute[Any], value: Mapping[Any, object]) -> None:
    if not all(isinstance(name, str) and name for name in value):
        raise ArgumentTypeError(f"{attribute.name}: names were expected, not {list(value)!r:.60}")


def _check_texts(instance: object, attribute: Attribute[Any], value: Mapping[Any, object]) -> None:
    if not all(isinstance(text, str) for text in value.values()):
        raise ArgumentTypeError(f"{attribute.name}: texts were expected")


@frozen(kw_only=True)
class Settings:
    """What a server is started with.

    >>> settings = Settings(database="games.sqlite3")
    >>> settings.key, "brandubh" in settings.rulesets, sorted(settings.hosts)
    (None, True, ['127.0.0.1', '::1', 'localhost'])

    Raises:
        ArgumentTypeError: a name, a record or the key is not a text, or hosts or proxies are no frozenset.
        ArgumentValueError: the first ruleset, ``variant``, is not among the rulesets.
    """

    database: str = field(validator=is_a(str))
    """The SQLite file of the games, or ``:memory:`` for games that end with the server."""
    rulesets: Mapping[str, Ruleset] = field(
        factory=lambda: MappingProxyType({name: variants.get(name) for name in variants.names()}),
        validator=_check_names,
    )
    """The rulesets that are offered, by their names."""
    variant: str = "brandubh"
    """The ruleset that is offered first."""
    players: Mapping[str, Mapping[str, Any]] = field(
        factory=lambda: MappingProxyType(dict[str, Mapping[str, Any]]()), validator=_check_names
    )
    """Further players that are offered, with no bounds but their own: texts of
    :func:`tafl.engine.player`, each with what it has learned, such as its ``evaluation``."""
    records: Mapping[str, str] = field(
        factory=lambda: MappingProxyType(dict[str, str]()), validator=[_check_names, _check_texts]
    )
    """Texts of records that the pages offer to study and to explore, by the names of their files."""
    key: str | None = field(default=None, repr=False, validator=is_a(str, optional=True))
    """The key that a visitor needs to start a game and to change rules; None where every visitor may. Games have keys
    of their own."""
    hosts: frozenset[str] = field(default=LOOPBACK, validator=is_a(frozenset))
    """The names of the server that browsers may use. Addresses in digits are always allowed where a key is needed: no
    other page can take them over."""
    proxies: frozenset[str] = field(default=frozenset[str](), validator=is_a(frozenset))
    """The addresses of web servers in front: for their requests, the address of a visitor is the one that they name in
    the header ``X-Forwarded-For``."""
    limits: Limits = Limits()
    """How much the server does for its visitors."""

    def __attrs_post_init__(self) -> None:
        if self.variant not in self.rulesets:
            raise ArgumentValueError(f"variant: one of the rulesets was expected, not {self.variant!r:.60}")
