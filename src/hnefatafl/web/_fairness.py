"""Fair shares among callers: who takes part, how much each may do at a time, and whose turn it is."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network
from typing import Final, Generic, TypeVar

from hnefatafl.web._errors import Crowded

__all__ = ["Quiet", "Slots", "Turns", "caller", "caller_at"]

_T = TypeVar("_T")

caller: Final[ContextVar[str]] = ContextVar("caller", default="")
"""For whom something is done: the result of :func:`caller_at`, or nothing."""
_NETWORK: Final = 64
"""The bits of an IPv6 address that name a caller: one caller usually has all addresses of such a network."""


def caller_at(host: str) -> str:
    """Return the caller at an address: an IPv4 address, or a network of IPv6 addresses.

    >>> caller_at("192.0.2.7"), caller_at("::ffff:192.0.2.7"), caller_at("2001:db8::7"), caller_at("testclient")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'testclient')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _NETWORK), strict=False))


class Slots:
    """Counts what each caller does at the same time.

    Arguments:
        each: how much a caller may do.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self._taken: dict[str, int] = {}

    @contextmanager
    def taken(self, who: str) -> Generator[None]:
        """Take a place within the block.

        Raises:
            Crowded: there is none.
        """
        if self._taken.get(who, 0) >= self._each:
            raise Crowded("too much is done for your address at the same time; please try again in a moment")
        self._taken[who] = self._taken.get(who, 0) + 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class Turns(Generic[_T]):
    """Things that wait. The callers take turns; the things of one caller come in their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[_T]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, who: str, thing: _T, *, first: bool = False) -> None:
        """Let a thing wait, as the last of its caller, or as the first of all."""
        queue = self._waiting.setdefault(who, deque())
        self._count += 1
        if first:
            queue.appendleft(thing)
            self._waiting.move_to_end(who, last=False)
        else:
            queue.append(thing)

    def take(self) -> _T | None:
        """Return the next thing, or None; its caller then comes after all others."""
        if not self._waiting:
            return None
        who = next(iter(self._waiting))
        self._waiting.move_to_end(who)
        thing = self._waiting[who].popleft()
        self._forget(who)
        return thing

    def remove(self, who: str, thing: _T) -> None:
        """Let a thing wait no longer, if it waits."""
        queue = self._waiting.get(who)
        if queue is not None and thing in queue:
            queue.remove(thing)
            self._forget(who)

    def drop(self, *, newest: bool) -> _T:
        """Return the newest or the oldest thing of the caller that has the most, which no longer waits.

        Raises:
            ValueError: nothing waits.
        """
        most = max(self._waiting, key=lambda who: len(self._waiting[who]))
        queue = self._waiting[most]
        thing = queue.pop() if newest else queue.popleft()
        self._forget(most)
        return thing

    def _forget(self, who: str) -> None:
        self._count -= 1
        if not self._waiting[who]:
            del self._waiting[who]


class Quiet:
    """Connections that do not say what they are for. They have room of their own; where it is full, another one takes
    the place of the oldest of the caller that has the most.

    Arguments:
        room: how many there are.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._turns: Turns[Callable[[], object]] = Turns()

    def add(self, who: str, end: Callable[[], object]) -> None:
        """Add a connection, and what ends it; this may end another one."""
        self._turns.put(who, end)
        if len(self._turns) > self._room:
            self._turns.drop(newest=False)()

    def remove(self, who: str, end: Callable[[], object]) -> None:
        """Let a connection go, which has said what it is for or has ended."""
        self._turns.remove(who, end)
