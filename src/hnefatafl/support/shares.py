"""Shares: who has how much of a room that is for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from ipaddress import ip_address, ip_network
from typing import Final, Generic, TypeVar

_T = TypeVar("_T", bound=Hashable)
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


class Shares(Generic[_T]):
    """The things that callers have in a room of some size, each thing with a size of its own.

    Where the room is full, a caller who has less than an equal share still gets in: the newest things of those who
    have the most give way. So nobody who fills the room keeps others out.

    >>> shares = Shares[str](4)
    >>> for thing in "wxyz":
    ...     shares.keep("Ann", thing)
    >>> shares.make_room("Bo", 2), shares.make_room("Bo", 3), shares.make_room("Ann")
    (['z', 'y'], None, None)

    Arguments:
        room: how much there is room for.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: dict[Hashable, dict[_T, int]] = {}
        self._sizes: Counter[Hashable] = Counter()

    @property
    def size(self) -> int:
        """How much all have together."""
        return self._sizes.total()

    @property
    def is_over(self) -> bool:
        """Whether they have more than there is room for."""
        return self.size > self._room

    def of(self, who: Hashable) -> int:
        """Return how much a caller has."""
        return self._sizes[who]

    def keep(self, who: Hashable, thing: _T, size: int = 1) -> None:
        """Note that a thing of a caller has that size from now on; 0 for none any more."""
        things = self._things.setdefault(who, {})
        self._sizes[who] += size - things.get(thing, 0)
        if size:
            things[thing] = size  # one that is there already stays as new as it was
            return
        things.pop(thing, None)
        if not things:
            del self._things[who], self._sizes[who]

    def oldest(self) -> tuple[Hashable, _T]:
        """Return the oldest thing of the caller that has the most, and whose it is.

        Raises:
            ValueError: nobody has anything.
        """
        most = max(self._things, key=self.of)
        return most, next(iter(self._things[most]))

    def make_room(self, who: Hashable, size: int = 1) -> list[_T] | None:
        """Return what gives way so that a caller may have so much more: nothing where there is room. Return None where
        the caller would have more than an equal share, or nobody has.

        What has no caller (None) does not give way.
        """
        excess = self.size + size - self._room
        equal = self._room // len(self._things.keys() | {who})
        if excess <= 0:
            return []
        if self._sizes[who] + size > equal:
            return None
        left = Counter({caller: number for caller, number in self._sizes.items() if caller is not None})
        newest: dict[Hashable, Iterator[tuple[_T, int]]] = {}
        given_up: list[_T] = []
        while excess > 0:
            most = max(left, key=left.__getitem__, default=None)
            if most is None or left[most] <= equal:
                return None
            things = newest.setdefault(most, reversed(self._things[most].items()))
            thing, its_size = next(things)
            given_up.append(thing)
            left[most] -= its_size
            excess -= its_size
        return given_up
