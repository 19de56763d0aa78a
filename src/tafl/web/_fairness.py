"""Fair shares among callers: who takes part, how much each may do at a time, and whose turn it is."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Generic, TypeVar

from hnefatafl.support.shares import Shares
from tafl.web._settings import Crowded

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


_T = TypeVar("_T")

caller: Final[ContextVar[str]] = ContextVar("caller", default="")
"""For whom something is done: a result of ``caller_at``, or nothing."""


class Slots:
    """Counts what callers do at the same time.

    Arguments:
        of_caller: how much a caller may do.
        most: how much all may do together; None for any number.
    """

    def __init__(self, of_caller: int, most: int | None = None) -> None:
        self._each = of_caller
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, who: str) -> Generator[None]:
        """Take a place within the block.

        Raises:
            Crowded: there is none.
        """
        if self._taken[who] >= self._each:
            raise Crowded("too much is done for your address at the same time; please try again in a moment")
        if self._most is not None and self._taken.total() >= self._most:
            raise Crowded("the server has too many visitors; please try again later")
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class FairQueue(Generic[_T]):
    """Things that wait. The callers take turns; the things of one caller come in their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[_T]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, who: str, item: _T, *, first: bool = False) -> None:
        """Let a thing wait, as the last of its caller, or as the first of all."""
        queue = self._waiting.setdefault(who, deque())
        self._count += 1
        if first:
            queue.appendleft(item)
            self._waiting.move_to_end(who, last=False)
        else:
            queue.append(item)

    def take(self) -> _T | None:
        """Return the next thing, or None; its caller then comes after all others."""
        if not self._waiting:
            return None
        who = next(iter(self._waiting))
        self._waiting.move_to_end(who)
        item = self._waiting[who].popleft()
        self._forget(who)
        return item

    def remove(self, who: str, item: _T) -> None:
        """Let a thing wait no longer, if it waits."""
        queue = self._waiting.get(who)
        if queue is not None and item in queue:
            queue.remove(item)
            self._forget(who)

    def drop(self) -> _T:
        """Return the newest thing of the caller that has the most, which no longer waits.

        Raises:
            ValueError: nothing waits.
        """
        most = max(self._waiting, key=lambda who: len(self._waiting[who]))
        item = self._waiting[most].pop()
        self._forget(most)
        return item

    def _forget(self, who: str) -> None:
        self._count -= 1
        if not self._waiting[who]:
            del self._waiting[who]


class SilentConnections:
    """Connections that do not say what they are for. They have room of their own; where it is full, another one takes
    the place of the oldest of the caller that has the most.

    Arguments:
        room: how many there are.
    """

    def __init__(self, room: int) -> None:
        self._shares: Shares[Callable[[], object]] = Shares(room)

    def add(self, who: str, end: Callable[[], object]) -> None:
        """Add a connection, and what ends it; this may end another one."""
        self._shares.keep(who, end)
        if self._shares.is_over:
            most, oldest = self._shares.oldest()
            self._shares.keep(most, oldest, 0)
            oldest()

    def remove(self, who: str, end: Callable[[], object]) -> None:
        """Let a connection go, which has said what it is for or has ended."""
        self._shares.keep(who, end, 0)
