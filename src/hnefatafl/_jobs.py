"""Work that is shared out: in this process, or by any executor, with the same results in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Final, TypeVar

from hnefatafl._arguments import refuse

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["PAGE", "batches", "check_executor", "in_order", "paged"]

P = TypeVar("P")
R = TypeVar("R")

_PENDING: Final = 256
"""How many pieces are given out ahead of the first whose result is still to come: enough for many workers, and few
enough that neither an endless source nor a slow reader fills the memory."""
_BATCHES: Final = 256
"""Into how many batches things are divided, if they are not too many."""
PAGE: Final = 1 << 14
"""With so many characters a page of records is full: some hundredths of a second's work."""


def in_order(executor: Executor | None, work: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
    """What the work makes of each piece, in the order of the pieces.

    The executor only needs ``submit``. When a piece fails, or the caller stops taking results, what has not
    begun is cancelled. What the pieces themselves raise comes after the results of those before.
    """
    if executor is None:
        for piece in pieces:  # and not `map`, which a StopIteration of the work would end quietly
            yield work(piece)
        return
    pending: deque[Future[R]] = deque()
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
            # The piece goes within the call: some executors look for futures in arguments, however deep.
            pending.append(executor.submit(partial(work, piece)))
            while pending and (len(pending) >= _PENDING or pending[0].done()):
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
    if fault is not None:
        raise fault


def check_executor(executor: object) -> None:
    """Check an argument that is to be an executor, or None.

    Raises:
        ArgumentTypeError: it is neither.
    """
    if executor is not None and not hasattr(executor, "submit"):
        refuse("executor", "Executor or None", executor)


def batches(things: Iterable[P], most: int) -> Iterator[tuple[P, ...]]:
    """The things in their order, in as many batches as keep many workers busy, none larger than the most."""
    size = min(max(length_hint(things, most * _BATCHES) // _BATCHES, 1), most)
    source = iter(things)
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
