"""The positions of many queries, shared out to workers in the order of their priority."""

# The classes of this module share their state.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from heapq import heapify, heappop, heappush
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Final, TypeAlias, final

from attrs import evolve

from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.search import Analysis, Limit, Searcher, TrainedEvaluation, clear_searcher
from hnefatafl.support.arguments import check, check_number
from hnefatafl.support.executors import check_executor
from hnefatafl.support.logs import logger
from hnefatafl.support.processes import check_processes
from hnefatafl.support.shares import Shares
from tafl.service._query import MEMORY, Answer, Bounds, Query, QueryError, check_bounds

if TYPE_CHECKING:
    from concurrent.futures import Executor


@final
class Ends:
    """The files of a service. Any executor can pass their names on; a worker on another machine never sees one, and
    searches up to its limit."""

    def __init__(self) -> None:
        self._folder: Final = tempfile.mkdtemp(prefix="tafl-")
        self._prefix: Final = f"{self._folder}/"

    def name(self, number: int) -> str:
        """Return what to tell the worker that searches the position of that number."""
        return f"{self._prefix}{number}"

    def end(self, number: int) -> None:
        """End the search of a position."""
        with suppress(OSError):  # without the file it goes on to its limit
            Path(self.name(number)).touch()

    def forget(self, number: int) -> None:
        """Note that the search has ended."""
        Path(self.name(number)).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)


def is_ended(name: str) -> Callable[[], bool]:
    """Return what a search asks whether to end."""
    return Path(name).exists


Teller: TypeAlias = Callable[[Answer | QueryError, bool], object]
"""Takes an answer, or the error that ends a query, and whether it is the last of the query."""

_Found: TypeAlias = tuple[list[Analysis], str]
"""What a call of a worker has found, and why not all, if so."""

_LOG: Final = logger("tafl.service")
_AHEAD: Final = 256
"""How many queries :meth:`Service.answer_all` has under way, and with how many positions that wait it takes none."""
_SECONDS_TO_END: Final = 5.0
_CALL_NODES: Final = 20_000
"""Positions of a query that take no more nodes in all are given to a worker together, as each call costs half a
millisecond to send and to answer."""
_CALL: Final = 16
"""So many positions at most."""
_SPARE: Final = 64
"""How many cancelled positions may lie among those that wait, beside as many as those."""


def _search_positions(
    limit: Limit,
    lines: int,
    jobs: int,
    memory: int,
    evaluation: TrainedEvaluation | None,
    positions: list[Position],
    ended: str,
) -> _Found:
    """Search positions, in a worker; a file of that name ends it early."""
    stop, analyses = is_ended(ended), list[Analysis]()
    try:
        for position in positions:
            with clear_searcher(memory=memory, evaluation=evaluation, jobs=jobs) as searcher:
                analyses.append(searcher.analyse(position, limit, lines, stop=stop))
    except Exception as error:
        return analyses, _describe_error(error)
    return analyses, ""


def _describe_error(error: BaseException) -> str:
    """Say what went wrong."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for the search: a smaller table, fewer workers or fewer jobs need less"
    return " ".join(str(error).split()) or type(error).__name__


def _group_calls(query: Query) -> Iterator[tuple[tuple[int, Position], ...]]:
    """Yield what to analyse, each with the number of moves before it, in groups for one call of a worker."""
    nodes = query.limit.nodes
    most = 1 if nodes is None or query.jobs > 1 else min(max(_CALL_NODES // nodes, 1), _CALL)
    positions = query.positions()
    for first in range(0, len(positions), most):
        yield positions[first : first + most]


def _make_pool(workers: int) -> Executor:
    """Make the executor of this machine."""
    if workers == 1:
        return ThreadPoolExecutor(1, "tafl-search")
    check_processes()
    from hnefatafl.support.worker_pool import Pool  # only several processes need what it imports

    return Pool(workers)


def _closed_error() -> ArgumentValueError:
    return ArgumentValueError("service: an open one was expected")


@final
class Ticket:
    """A query that a service has taken: by it the query can be cancelled.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), limit=Limit(depth=1))
    >>> with Service() as service:
    ...     ticket = service.submit(query, lambda found, last: None)
    >>> ticket.query == query
    True
    """

    __slots__ = ("_client", "_left", "_open", "_query", "_search", "_service", "_tell", "_waiting")

    def __init__(
        self,
        service: Service,
        query: Query,
        search: Callable[[list[Position], str], _Found],
        positions: int,
        tell: Teller,
        client: Hashable,
    ) -> None:
        self._service: Final = service
        self._query: Final = query
        self._search: Final = search
        self._tell: Final = tell
        self._client: Final = client
        self._left = positions
        self._waiting = 0
        self._open = True

    @property
    def query(self) -> Query:
        """The query.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), limit=Limit(depth=1))
        >>> with Service() as service:
        ...     service.submit(query, lambda found, last: None).query.id
        'a'
        """
        return self._query


class _Task:
    """Positions of a query that a worker is given together."""

    __slots__ = ("after", "future", "number", "place", "positions", "ticket", "turn")

    def __init__(self, number: int, turn: int, ticket: Ticket, call: tuple[tuple[int, Position], ...]) -> None:
        self.number: Final = number
        self.turn: Final = turn
        self.place: Final = (-ticket._query.priority, turn, number)
        self.ticket: Final = ticket
        self.after: Final = [after for after, _ in call]
        self.positions: Final = [position for _, position in call]
        self.future: Future[_Found] | None = None

    def __lt__(self, other: _Task) -> bool:
        return self.place < other.place


@final
class Service:
    """Answers queries by workers: those of higher priority first. Among those of the same priority clients take turns;
    what one client asks is answered in the order of arrival.

    With a limit of nodes or depth, and one job for each query, the answers do not depend on the workers. A position
    whose process was killed is searched again.

    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> start = Position.initial(variants.BRANDUBH)
    >>> queries = [Query(id=str(depth), start=start, limit=Limit(depth=depth)) for depth in (1, 2)]
    >>> with Service() as service:
    ...     sorted((found.id, found.analysis.depth) for found in service.answer_all(queries))
    [('1', 1), ('2', 2)]
    """

    __slots__ = (
        *("_answered", "_asking", "_closed", "_count", "_events", "_executor", "_ends", "_heap", "_lock"),
        *("_memory", "_evaluation", "_own", "_running", "_shares", "_thread", "_turn", "_turns", "_workers", "bounds"),
    )

    def __init__(
        self,
        executor: Executor | None = None,
        *,
        workers: int = 1,
        memory: int = MEMORY,
        evaluation: TrainedEvaluation | None = None,
        bounds: Bounds = Bounds(),  # noqa: B008 (a value)
    ) -> None:
        """Make a service. It does nothing before the first query.

        Arguments:
            executor: what searches, such as the executor of a Dask cluster; None for processes of this machine, or
                with one worker for a thread of this process.
            workers: how many workers there are.
            memory, evaluation: as for :func:`~hnefatafl.search.analyse`.
            bounds: how much may be asked for.

        Raises:
            ArgumentTypeError: the executor is none.
            ArgumentValueError: the number of workers is below 1, or the memory is out of range.
        """
        check_executor(executor)
        check_number("workers", workers, 1)
        check("bounds", bounds, Bounds)
        Searcher(memory=memory, evaluation=evaluation)  # which says what is wrong with the memory
        self.bounds: Final = bounds
        """How much may be asked for."""
        self._workers: Final = workers
        self._memory: Final = memory
        self._evaluation: Final = evaluation
        self._own: Final = executor is None
        self._executor: Final = _make_pool(workers) if executor is None else executor
        self._lock: Final = threading.RLock()
        """Held while anything below changes, and while clients are told; never while the executor is asked."""
        self._heap: list[_Task] = []
        self._running: set[_Task] = set()
        self._asking: set[SimpleQueue[tuple[Answer | QueryError, bool] | None]] = set()
        """Where the calls of :meth:`answer_all` wait for answers; None for that the service is closed."""
        self._shares: Final[Shares[Ticket]] = Shares(bounds.waiting)
        """How many positions of which query wait, by clients."""
        self._turns: dict[Hashable, int] = {}
        """The last turn that each client has taken whose queries wait."""
        self._turn = self._count = self._answered = 0
        self._closed = False
        self._events: SimpleQueue[tuple[_Task, Future[_Found]] | bool] = SimpleQueue()
        """Tasks that have ended; True for new ones, and False for the end."""
        self._thread: threading.Thread | None = None

    def submit(self, query: Query, tell: Teller, *, client: Hashable = None) -> Ticket:
        """Let a query be answered.

        Where too many positions wait, a client that has less than an equal share of them still gets in: the newest
        queries of the client with the most are ended by an error.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), moves=["d1-d7"], limit=Limit(depth=1))
        >>> with Service() as service:
        ...     service.submit(query, print)
        Traceback (most recent call last):
            ...
        tafl.service.QueryError: query a: move 1, d1-d7: another piece stands in the way

        Arguments:
            query: the query.
            tell: called with each :class:`~tafl.service.Answer`, or with the error that ends the query, and with
                whether it is the last. Threads of the service call it, one at a time; it must neither wait nor fail.
            client: whose query it is; None for one of this program, which never gives way to others.

        Raises:
            QueryError: a move is illegal, it asks for more than :attr:`bounds` allow, or too many positions wait.
            ArgumentValueError: the service is closed.
        """
        ticket = self._take(query, tell, client)
        if ticket is None:
            waiting, most = self._shares.size, self.bounds.waiting
            raise QueryError(f"the queue is full: {waiting:,} positions wait, and at most {most:,} may", query.id)
        return ticket

    def _take(self, query: Query, tell: Teller, client: Hashable = None) -> Ticket | None:
        """Let a query be answered, or return None if too many positions wait."""
        check("query", query, Query)
        bounds = self.bounds
        check_bounds(query, bounds)
        calls = list(_group_calls(query))
        positions = sum(map(len, calls))
        limit = query.limit if query.limit.seconds is not None else evolve(query.limit, seconds=bounds.seconds)
        search = partial(_search_positions, limit, query.lines, query.jobs, self._memory, self._evaluation)
        ticket = Ticket(self, query, search, positions, tell, client)
        with self._lock:
            if self._closed:
                raise _closed_error()
            gives_way = self._shares.make_room(client, positions)
            if gives_way is None:
                return None
            for displaced in gives_way:
                self._end(
                    displaced, QueryError("the queue is full, and other clients have less of it", displaced._query.id)
                )
            turn = max(self._turn, self._turns.get(client, 0))
            for call in calls:
                self._count += 1
                turn += 1
                heappush(self._heap, _Task(self._count, turn, ticket, call))
            self._turns[client] = turn
            self._wait(ticket, positions)
            if self._thread is None:
                self._ends = Ends()
                self._thread = threading.Thread(target=self._run, name="tafl-service", daemon=True)
                self._thread.start()
        self._events.put(True)
        return ticket

    def answer_all(self, queries: Iterable[Query]) -> Iterator[Answer]:
        """Yield the answers to queries as they are ready. No more queries are taken than the workers need.

        >>> with Service() as service:
        ...     list(service.answer_all([]))
        []

        Raises:
            QueryError: a query cannot be answered.
            ArgumentValueError: the service is closed.
        """
        inbox: SimpleQueue[tuple[Answer | QueryError, bool] | None] = SimpleQueue()
        source, tickets, under_way = iter(queries), list[Ticket](), 0
        query = next(source, None)
        with self._lock:
            self._asking.add(inbox)
        try:
            while query is not None or under_way:
                while query is not None and (not under_way or max(under_way, self._shares.size) < _AHEAD):
                    take = self._take if under_way else self.submit
                    ticket = take(query, lambda answer, last: inbox.put((answer, last)))
                    if ticket is None:
                        break  # until an answer makes room
                    tickets = [*(open_ticket for open_ticket in tickets if open_ticket._open), ticket]
                    under_way += 1
                    query = next(source, None)
                news = inbox.get()
                if news is None:
                    raise _closed_error()
                answer, last = news
                under_way -= last
                if isinstance(answer, QueryError):
                    raise answer
                yield answer
        finally:
            with self._lock:
                self._asking.discard(inbox)
            for ticket in tickets:
                self.cancel(ticket, silently=True)

    def cancel(self, ticket: Ticket, *, silently: bool = False) -> None:
        """Answer no more positions of a query; searches that have begun end. One that is answered stays as it is.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), limit=Limit(seconds=50))
        >>> with Service() as service:
        ...     service.cancel(service.submit(query, lambda found, last: print(found)))
        query a: cancelled

        Arguments:
            ticket: the query.
            silently: do not tell the client, who is otherwise told that it was cancelled.

        Raises:
            ArgumentValueError: another service has taken the query.
        """
        check("ticket", ticket, Ticket)
        if ticket._service is not self:
            raise ArgumentValueError("ticket: one of this service was expected")
        with self._lock:
            if ticket._open:
                self._end(ticket, None if silently else QueryError("cancelled", ticket._query.id))

    def status(self) -> dict[str, int]:
        """Return the number of workers, and of positions that wait, that are searched or are about to be, and that were
        answered.

        >>> with Service() as service:
        ...     service.status()
        {'workers': 1, 'waiting': 0, 'running': 0, 'answered': 0}
        """
        with self._lock:
            return {
                "workers": self._workers,
                "waiting": self._shares.size,
                "running": sum(len(task.positions) for task in self._running),
                "answered": self._answered,
            }

    def close(self) -> None:
        """Cancel all queries, without telling the clients, and end.

        >>> Service().close()
        """
        with self._lock:
            self._closed = True
            for ticket in {task.ticket for task in (*self._heap, *self._running)}:
                if ticket._open:
                    self._end(ticket, None)
            for inbox in self._asking:
                inbox.put(None)
        if self._thread is not None:
            self._events.put(False)
            self._thread.join()
            self._ends.close()
        if self._own:
            self._executor.shutdown(cancel_futures=True)

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------------------- in any thread, with the lock

    def _end(self, ticket: Ticket, error: QueryError | None) -> None:
        """End a query before it is answered."""
        ticket._open = False
        self._wait(ticket, 0)
        for task in self._running:
            if task.ticket is ticket:
                self._ends.end(task.number)
                if task.future is not None:
                    task.future.cancel()
        if len(self._heap) > 2 * self._shares.size + _SPARE:
            self._heap = [task for task in self._heap if task.ticket._open]
            heapify(self._heap)
        if error is not None:
            self._tell(ticket, error, True)

    def _wait(self, ticket: Ticket, positions: int) -> None:
        """Note how many positions of a query wait."""
        ticket._waiting = positions
        self._shares.keep(ticket._client, ticket, positions)
        if not self._shares.of(ticket._client):
            self._turns.pop(ticket._client, None)

    def _tell(self, ticket: Ticket, news: Answer | QueryError, last: bool) -> None:
        try:
            ticket._tell(news, last)
        except Exception:
            _LOG.exception("a client could not be told about query %r", ticket._query.id)

    def _fits(self, task: _Task) -> bool:
        """Whether a task can be given to the workers now."""
        running = self._running
        cores = sum(task_running.ticket._query.jobs for task_running in running)
        jobs = task.ticket._query.jobs
        if jobs == 1 and cores == len(running):
            return cores < 2 * self._workers  # one for each worker to begin with when it is done
        return cores + jobs <= max(self._workers, jobs)

    # -------------------------------------------------------------------------------------- in the service's thread

    def _run(self) -> None:
        """Give tasks to the workers, and tell what comes of them, until the end."""
        while (event := self._events.get()) is not False:
            if event is not True:
                self._settle(*event)
            while (task := self._next_task()) is not None:
                self._give(task)
        # Searches end as soon as they see that they have to; only far away ones cannot.
        end = time.monotonic() + _SECONDS_TO_END
        while self._running and (left := end - time.monotonic()) > 0:
            try:
                event = self._events.get(timeout=left)
            except Empty:
                return
            if not isinstance(event, bool):
                self._settle(*event)

    def _next_task(self) -> _Task | None:
        """Take the first task that waits, if it can be given to the workers now."""
        with self._lock:
            while self._heap and not self._heap[0].ticket._open:
                heappop(self._heap)
            if not self._heap or not self._fits(self._heap[0]):
                return None
            task = heappop(self._heap)
            self._turn = task.turn
            self._wait(task.ticket, task.ticket._waiting - len(task.positions))
            self._running.add(task)
            return task

    def _give(self, task: _Task) -> None:
        """Give a task to the workers."""
        try:
            # The positions go within the call: some executors look for futures in arguments, however deep.
            call = partial(task.ticket._search, task.positions, self._ends.name(task.number))
            future = self._executor.submit(call)
        except Exception as error:
            future = Future[_Found]()
            future.set_exception(error)
        with self._lock:
            task.future = future
            if not task.ticket._open:
                future.cancel()
        future.add_done_callback(lambda done: self._events.put((task, done)))

    def _settle(self, task: _Task, future: Future[_Found]) -> None:
        """Take what has become of a task."""
        analyses: list[Analysis] = []
        try:
            analyses, fault = future.result()
        except BaseException as error:  # also SystemExit of a worker, and what cancels a future of any library
            fault = _describe_error(error)
        with self._lock:
            self._running.discard(task)
            ticket = task.ticket
            if not ticket._open:
                self._ends.forget(task.number)
            for after, analysis in zip(task.after, analyses, strict=not fault):
                if not ticket._open:
                    return  # it was cancelled, now or when it was told of the one before
                self._answered += 1
                ticket._left -= 1
                ticket._open = ticket._left > 0
                answer = Answer(id=ticket._query.id, after=after, analysis=analysis)
                self._tell(ticket, answer, not ticket._open)
            if fault and ticket._open:
                self._end(ticket, QueryError(fault, ticket._query.id))
