"""A service for many clients on WebSockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import parse_qs

from hnefatafl.errors import ArgumentValueError
from hnefatafl.support.arguments import as_tuple, check_number
from hnefatafl.support.extras import extra
from hnefatafl.support.hosts import LOOPBACK, is_origin, is_own, key_fits
from hnefatafl.support.shares import Shares, caller_at
from tafl.service._lines import MOST_UNREAD, PAUSE, Session
from tafl.service._scheduler import Service

with extra("web"):
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.exceptions import ConnectionClosed
    from websockets.http11 import Request, Response

_FORBIDDEN: Final = 403
_LAST_PORT: Final = 65_535
_CLIENTS: Final = 64
"""The number of clients at the same time."""
_AHEAD: Final = 16
"""How many lines of a client wait to be taken."""
_PATIENCE: Final = 10.0
"""How many seconds a slow client may take to take a line."""


def serve_sockets(
    service: Service,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    hosts: Collection[str] = LOOPBACK,
    origins: Collection[str] = (),
    key: str | None = None,
    started: Callable[[int], object] | None = None,
) -> None:
    """Answer clients on WebSockets, a line a message, until an interrupt (Ctrl-C). The queries of a client that leaves
    are cancelled.

    >>> with Service() as service:
    ...     try:
    ...         serve_sockets(service, port=-1)
    ...     except ArgumentValueError as error:
    ...         print(error)
    port: a number from 0 to 65535 was expected, not -1

    Arguments:
        service: the service.
        host: the address to listen on. Any but one of the machine itself should come with a key.
        port: the port to listen on, or 0 for any free one.
        hosts: the names of this server that clients may use; with a key also its addresses in digits.
        origins: the origins of the pages that may use it, such as ``http://localhost:8000``; programs have none.
        key: what clients have to add to the address, as ``?key=KEY``; None where every client may ask.
        started: called with the port when the server listens.

    Raises:
        ArgumentTypeError: the origins are no collection of texts.
        ArgumentValueError: the server cannot listen there, or an origin is none.
    """
    check_number("port", port, 0, _LAST_PORT)
    pages = as_tuple("origins", origins, str)
    for page in pages:
        if not is_origin(page):
            raise ArgumentValueError(f"origins: one such as http://localhost:8000 was expected, not {page!r:.100}")
    door = _Admission(frozenset(hosts), frozenset(pages), key)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(service, host, port, door, started))


async def _serve(
    service: Service, host: str, port: int, door: _Admission, started: Callable[[int], object] | None
) -> None:
    async def talk(connection: ServerConnection) -> None:
        await _serve_client(service, connection, door)

    try:
        server = await serve(
            talk,
            host,
            port,
            process_request=door.check,
            max_size=4 * service.bounds.line,  # so that most of what is too long is refused in words
            max_queue=_AHEAD,
            ping_timeout=None,  # a pong comes after the lines sent before it, however long those take
            compression=None,
            server_header=None,
        )
    except (OSError, UnicodeError) as error:
        words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArgumentValueError(f"cannot listen on {host}, port {port}: {words}") from None
    async with server:
        if started is not None:
            started(next(iter(server.sockets)).getsockname()[1])
        await server.wait_closed()  # `serve_forever` would close it too, so that a second interrupt hangs


class _Admission:
    """Who may come in: by the name that a client calls this server, by the page that it comes from, and by the key; and
    how many at the same time."""

    def __init__(self, hosts: frozenset[str], origins: frozenset[str], key: str | None) -> None:
        self._hosts: Final = hosts
        self._origins: Final = origins
        self._key: Final = key
        self._clients: dict[ServerConnection, Session] = {}
        """Those who are in, the first one first."""

    @contextmanager
    def inside(self, connection: ServerConnection, session: Session) -> Generator[None]:
        """Count a client within the block."""
        self._clients[connection] = session
        try:
            yield
        finally:
            self._clients.pop(connection, None)

    def _has_room(self, connection: ServerConnection) -> bool:
        """Return whether one more client may come in, for whom others may have to go.

        Of those who wait for no answer, the oldest of the address that has the most goes. If all wait for answers, an
        address that has less than an equal share takes the place of the newest client of the one that has the most.
        """
        if len(self._clients) < _CLIENTS:
            return True
        idle, busy = Shares[ServerConnection](_CLIENTS), Shares[ServerConnection](_CLIENTS)
        for client, session in self._clients.items():
            (busy if session.unanswered else idle).keep(_get_address(client), client)
        leaves = [idle.oldest()[1]] if idle.size else busy.make_room(_get_address(connection))
        for client in leaves or ():
            del self._clients[client]
            client.transport.abort()
        return leaves is not None

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the refusal of a client, or None."""
        fault = self._find_fault(connection, request)
        return None if fault is None else connection.respond(_FORBIDDEN, f"{fault}\n")

    def _find_fault(self, connection: ServerConnection, request: Request) -> str | None:
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        if len(hosts) != 1 or not is_own(hosts[0], self._hosts, self._key is not None):
            return "this server does not answer under that name"
        if not self._origins.issuperset(origins):
            return "the request comes from a page that may not use this server"
        if self._key is not None:
            keys = parse_qs(request.path.partition("?")[2]).get("key", [""])
            if not key_fits(keys[0], self._key):
                return "the key of this server was expected"
        if not self._has_room(connection):
            return "too many clients; please try again later"
        return None


def _get_address(connection: ServerConnection) -> str:
    return caller_at(connection.remote_address[0])


async def _serve_client(service: Service, connection: ServerConnection, door: _Admission) -> None:
    """Answer a client until it leaves, or takes no lines for a long time."""
    loop = asyncio.get_running_loop()
    inbox: asyncio.Queue[str | bytes] = asyncio.Queue(_AHEAD)
    outbox: asyncio.Queue[str] = asyncio.Queue()

    def post(line: str) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(outbox.put_nowait, line)

    session = Session(service, post)

    async def read() -> None:
        while True:
            await inbox.put(await connection.recv())

    def receive(lines: list[str | bytes]) -> None:
        for line in lines:
            session.receive(line)

    async def take() -> None:
        while True:
            lines = [await inbox.get()]
            while not inbox.empty():  # a change of thread can take longer than a line, beside a search
                lines.append(inbox.get_nowait())
            await asyncio.to_thread(receive, lines)
            while outbox.qsize() > MOST_UNREAD:
                await asyncio.sleep(PAUSE)

    async def write() -> None:
        while True:
            await asyncio.wait_for(connection.send(await outbox.get()), _PATIENCE)

    try:
        with door.inside(connection, session):
            async with asyncio.TaskGroup() as group:
                for task in (read, take, write):
                    group.create_task(task())
    except* (TimeoutError, ConnectionClosed):
        pass
    finally:
        connection.transport.abort()
        session.close()
