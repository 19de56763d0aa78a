"""The conversation with one client, without input and output: lines in, lines out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from hnefatafl._version import __version__
from hnefatafl.notation._jsontext import dump
from hnefatafl.service._errors import QueryError
from hnefatafl.service._query import Answer, Query
from hnefatafl.service._reading import Request, read_request
from hnefatafl.service._scheduler import Service, Ticket

__all__ = ["Session"]


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
            found = read_request(line, self._service.bounds.line)
            with self._service._lock:
                if self._closed:
                    return
                if isinstance(found, Query):
                    self._submit(found)
                else:
                    self._post(dump({"id": found.id, "action": found.action, **self._done(found)}))
        except QueryError as error:
            self._tell_error(error)

    @property
    def unanswered(self) -> int:
        """The number of queries that have not had all of their answers.

        >>> with Service() as service:
        ...     Session(service, print).unanswered
        0
        """
        with self._service._lock:
            return len(self._open)

    @property
    def is_closed(self) -> bool:
        """Whether the client has gone.

        >>> with Service() as service:
        ...     Session(service, print).is_closed
        False
        """
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

    def _tell(self, found: Answer | QueryError, last: bool) -> None:
        """Tell the client an answer, or why there is none."""
        if last:
            self._open.pop(str(found.id), None)
        if isinstance(found, Answer):
            self._post(dump(found.as_json()))
        else:
            self._tell_error(found)

    def _tell_error(self, error: QueryError) -> None:
        known = {} if error.id is None else {"id": error.id}
        self._post(dump({**known, "error": error.reason}))

    def _done(self, request: Request) -> dict[str, object]:
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
