"""A service on two pipes, such as standard input and output."""

# The classes of this module share their state.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import BinaryIO, Final, cast, final

from hnefatafl import __version__
from hnefatafl.support.json_text import dump
from tafl.service._query import Answer, Query, QueryError, Request, read_request
from tafl.service._scheduler import Service, Ticket


@final
class Session:
    """A client of a service. Ids are the client's own: those of other sessions are not known to it.

    Each position of a query has one answer, unless an error ends the query. Every other line has one answer.

    >>> told = []
    >>> with Service() as service:
    ...     session = Session(service, told.append)
    ...     session.receive('{"id": "a", "ruleset": "brandubh", "nods": 5}')
    >>> told
    ['{"id":"a","error":"there is no key \\'nods\\'"}']

    Arguments:
        service: the service.
        post: takes the lines for the client. Threads of the service call it, one at a time; it must neither wait nor
            fail.
    """

    __slots__ = ("_closed", "_open", "_post", "_service")

    def __init__(self, service: Service, post: Callable[[str], object]) -> None:
        self._service: Final = service
        self._post: Final = post
        self._open: dict[str, Ticket] = {}
        self._closed = False

    def receive(self, line: str | bytes) -> None:
        """Take a line. What is wrong with it is told to the client; after :meth:`close` nothing is done.

        >>> told = []
        >>> with Service() as service:
        ...     Session(service, told.append).receive(b'{"action": "status"}')
        >>> told
        ['{"error":"id: a text of 1 to 100 characters was expected"}']
        """
        try:
            request = read_request(line, self._service.bounds.line)
            with self._service._lock:
                if self._closed:
                    return
                if isinstance(request, Query):
                    self._submit(request)
                else:
                    self._post(dump({"id": request.id, "action": request.action, **self._do_request(request)}))
        except QueryError as error:
            self._tell_error(error)

    @property
    def unanswered(self) -> int:
        """The number of queries that have not had all of their answers."""
        with self._service._lock:
            return len(self._open)

    @property
    def is_closed(self) -> bool:
        """Whether the client has gone."""
        return self._closed

    def close(self) -> None:
        """Cancel all queries of the client, who has gone.

        >>> with Service() as service:
        ...     Session(service, print).close()
        """
        with self._service._lock:
            self._closed = True
            for ticket in [*self._open.values()]:
                self._service.cancel(ticket, silently=True)
            self._open.clear()

    def _submit(self, query: Query) -> None:
        if query.id in self._open:
            raise QueryError("an earlier query with this id has not been answered yet", query.id)
        self._open[query.id] = self._service.submit(query, self._tell, client=self)

    def _tell(self, news: Answer | QueryError, last: bool) -> None:
        """Tell the client an answer, or why there is none."""
        if last:
            self._open.pop(str(news.id), None)
        if isinstance(news, Answer):
            self._post(dump(news.as_json()))
        else:
            self._tell_error(news)

    def _tell_error(self, error: QueryError) -> None:
        identity = {} if error.id is None else {"id": error.id}
        self._post(dump({**identity, "error": error.reason}))

    def _do_request(self, request: Request) -> dict[str, object]:
        """Do what a request asks for, and return what to say of it."""
        if request.action == "status":
            return {"version": __version__, **self._service.status(), "unanswered": len(self._open)}
        if request.action == "clear":
            tickets = [*self._open.values()]
        elif request.query in self._open:
            tickets = [self._open[request.query]]
        else:
            raise QueryError(f"query: no query {request.query!r:.60} is unanswered", request.id)
        for ticket in tickets:
            self._service.cancel(ticket)
        return {"cancelled": len(tickets)}


MOST_UNREAD: Final = 10_000
"""After so many lines that the client has not read, no more of its lines are taken."""
PAUSE: Final = 0.05
"""How often to look whether it has read some of them, in seconds."""
_CHUNK: Final = 1 << 16


def serve_lines(service: Service, *, source: BinaryIO | None = None, target: BinaryIO | None = None) -> None:
    """Answer one client until it closes its side and all its queries are answered.

    >>> from io import BytesIO
    >>> target = BytesIO()
    >>> with Service() as service:
    ...     serve_lines(service, source=BytesIO(b'{"id": "a", "action": "clear"}'), target=target)
    >>> target.getvalue()
    b'{"id":"a","action":"clear","cancelled":0}\\n'

    Arguments:
        service: the service.
        source: where the client writes; None for standard input.
        target: where the client reads; None for standard output.

    Raises:
        OSError: reading or writing fails, as when the client has gone.
    """
    # The buffer of standard input has a lock, which the thread that reads would hold when the interpreter ends.
    reader = cast("BinaryIO", getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)) if source is None else source
    writer = sys.stdout.buffer if target is None else target
    outbox: SimpleQueue[str | None] = SimpleQueue()
    session = Session(service, outbox.put)
    fault: list[BaseException] = []

    def read() -> None:
        try:
            for line in _split_lines(getattr(reader, "read1", reader.read), service.bounds.line):
                if line.strip():
                    session.receive(line)
                while outbox.qsize() > MOST_UNREAD and not session.is_closed:
                    time.sleep(PAUSE)
                if session.is_closed:
                    return
        except BaseException as error:
            fault.append(error)
        finally:
            outbox.put(None)

    threading.Thread(target=read, name="tafl-reader", daemon=True).start()
    ended = False
    try:
        while not (ended and session.unanswered == 0 and outbox.empty()):
            line = outbox.get()
            if line is None:
                ended = True
            else:
                writer.write(f"{line}\n".encode())
                if outbox.empty():
                    writer.flush()
    finally:
        session.close()
    if fault:
        raise fault[0]


def _split_lines(read: Callable[[int], bytes], most: int) -> Iterator[bytes]:
    """Yield the lines of a pipe; of one that is longer than that, only as much as shows it."""
    pending = bytearray()
    while data := read(_CHUNK):
        *whole, last = data.split(b"\n")
        for part in whole:
            pending += part[: most + 1 - len(pending)]
            yield bytes(pending)
            pending.clear()
        pending += last[: max(0, most + 1 - len(pending))]
    yield bytes(pending)
