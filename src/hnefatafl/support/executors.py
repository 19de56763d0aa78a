"""Work that is shared out: in this process, or by any executor, with the same results in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from operator import length_hint
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from hnefatafl.support.arguments import refuse

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

P = TypeVar("P")
R = TypeVar("R")

_PENDING: Final = 256
"""How many pieces are given out ahead of the first whose result is still to come: enough for many workers, and few
enough that neither an endless source nor a slow reader fills the memory."""
_LOST: Final = 3
"""How often workers may be lost before the next result."""
_BATCHES: Final = 256
"""Into how many batches things are divided, if they are not too many."""
PAGE: Final = 1 << 14
"""With so many characters a page of records is full: some hundredths of a second's work."""


class Workers:
    """What does work: an executor, or a function that makes one, and another when a worker of the last was killed.

    Where work is shared out several times, one of these keeps the executor that was made.
    """

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        # An executor may be anything that can submit; none can be called.
        self._make: Callable[[], Executor] | None = executor if callable(executor) else None
        self._executor: Executor = executor() if callable(executor) else executor
        self._lost = 0

    @staticmethod
    def of(executor: Executor | Callable[[], Executor] | Workers | None) -> Workers | None:
        """What does the work of an argument; None for this process."""
        return executor if executor is None or isinstance(executor, Workers) else Workers(executor)

    def submit(self, work: Callable[[], R]) -> Future[R]:
        return self._executor.submit(work)

    def has_result(self) -> None:
        """Take note of a result: workers may be lost again before the next one."""
        self._lost = 0

    def renew(self, error: Exception) -> None:
        """Take another executor, after a worker was lost; raise the error if there is none, or too many were lost."""
        self._lost += 1
        if self._make is None or self._lost > _LOST:
            raise error
        self._executor = self._make()


def in_order(
    executor: Executor | Callable[[], Executor] | Workers | None,
    work: Callable[[P], R],
    pieces: Iterable[P],
    ahead: int = _PENDING,
) -> Iterator[R]:
    """What the work makes of each piece, in the order of the pieces.

    The executor only needs ``submit``. A function makes one, and another when a worker of the last was killed: what
    was lost is then done again. When a piece fails, or the caller stops taking results, what has not
    begun is cancelled. What the pieces themselves raise comes after the results of those before. No more pieces are
    taken than so many ahead of the first whose result is still to come.
    """
    workers = Workers.of(executor)
    if workers is None:
        for piece in pieces:  # and not `map`, which a StopIteration of the work would end quietly
            yield work(piece)
        return
    work_given = _Given(workers, work)
    fault: Exception | None = None
    source = iter(pieces)
    try:
        while True:
            try:
                piece = next(source)
            except StopIteration:
                break
            except Exception as error:
                fault = error
                break
            work_given.give(piece)
            while work_given.pending and (len(work_given.pending) >= ahead or work_given.pending[0][1].done()):
                yield work_given.take()
        while work_given.pending:
            yield work_given.take()
    finally:
        for _, future in work_given.pending:
            future.cancel()
    if fault is not None:
        raise fault


class _Given(Generic[P, R]):
    """The pieces that were given to an executor and whose results are still to come, in their order."""

    def __init__(self, workers: Workers, work: Callable[[P], R]) -> None:
        from concurrent.futures import BrokenExecutor

        self.pending: deque[tuple[P, Future[R]]] = deque()
        self._broken = BrokenExecutor
        self._work = work
        self._workers = workers

    def give(self, piece: P) -> None:
        try:
            future = self._submit_piece(piece)
        except self._broken as error:
            self._renew_lost(error)
            future = self._submit_piece(piece)
        self.pending.append((piece, future))

    def take(self) -> R:
        """The first result."""
        while True:
            try:
                result = self.pending[0][1].result()
            except self._broken as error:
                self._renew_lost(error)
                continue
            self.pending.popleft()
            self._workers.has_result()
            return result

    def _submit_piece(self, piece: P) -> Future[R]:
        # The piece goes within the call: some executors look for futures in arguments, however deep.
        return self._workers.submit(partial(self._work, piece))

    def _renew_lost(self, error: Exception) -> None:
        """Give what was lost with a worker to another executor."""
        self._workers.renew(error)
        kept = [(piece, None if self._is_lost(future) else future) for piece, future in self.pending]
        self.pending.clear()
        for piece, future in kept:
            self.pending.append((piece, future or self._submit_piece(piece)))

    def _is_lost(self, future: Future[R]) -> bool:
        """Whether a piece has no result and will have none; whatever a broken executor still has is lost, too."""
        return not future.done() or future.cancelled() or isinstance(future.exception(), self._broken)


def check_executor(executor: object, made: bool = False) -> None:
    """Check an argument that is to be an executor, or None; or, if it can be made, a function that makes one.

    Raises:
        ArgumentTypeError: it is neither.
    """
    if executor is not None and not hasattr(executor, "submit") and not (made and callable(executor)):
        refuse("executor", "an Executor or None", executor)


def batches(items: Iterable[P], most: int) -> Iterator[tuple[P, ...]]:
    """The things in their order, in as many batches as keep many workers busy, none larger than the most."""
    size = min(max(length_hint(items, most * _BATCHES) // _BATCHES, 1), most)
    source = iter(items)
    while batch := tuple(islice(source, size)):
        yield batch


def paged(lines: Iterable[str], full: int = PAGE) -> Iterator[tuple[int, list[str]]]:
    """The lines in pages, each with the number of its first line. What was read is not lost when reading on fails."""
    first, page, length = 1, list[str](), 0
    try:
        for line in lines:
            page.append(line)
            length += len(line)
            if length >= full:
                yield first, page
                first, page, length = first + len(page), [], 0
    except Exception:
        yield first, page
        raise
    yield first, page


def in_pages(
    executor: Executor | None, work: Callable[[tuple[int, Iterable[str]]], Iterable[R]], lines: Iterable[str]
) -> Iterator[R]:
    """What the work makes of pages of lines, in their order; without an executor all lines are one page."""
    if executor is None:
        return iter(work((1, lines)))
    return chain.from_iterable(in_order(executor, partial(_list_page, work), paged(lines)))


def _list_page(work: Callable[[P], Iterable[R]], page: P) -> list[R]:
    return list(work(page))
