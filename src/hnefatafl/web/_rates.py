"""Rates: how often something may happen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_BURST: Final = 3.0
"""How many seconds' worth may happen at once."""
_KNOWN: Final = 10_000
"""How many buckets are remembered."""


class Bucket:
    """Lets something happen so often in a second, and more often in a short time.

    Arguments:
        rate: how often in a second, on average.
        clock: the time in seconds.
    """

    def __init__(self, rate: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._most = max(1.0, rate * _BURST)
        self._clock = clock
        self._left = self._most
        self._at = clock()

    def take(self) -> bool:
        """Return whether it may happen now; if so, it counts."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of many callers. Those that have not come for the longest time are forgotten."""

    def __init__(self, rate: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        """Return whether the caller may do it now; if so, it counts."""
        bucket = self._buckets.pop(caller, None) or Bucket(self._rate, self._clock)
        self._buckets[caller] = bucket
        if len(self._buckets) > _KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take()
