"""The server as a process: its sockets, its start and its end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, Final, cast

from hnefatafl.errors import ArgumentValueError, RecordError
from hnefatafl.support.extras import extra
from hnefatafl.support.logs import logger
from hnefatafl.support.shares import caller_at
from tafl.web._app import make_app
from tafl.web._fairness import SilentConnections
from tafl.web._settings import Limits, Settings
from tafl.web._store import Store

with extra("web"):
    from starlette.types import ASGIApp, Receive, Scope, Send
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_LONGEST: Final = 180.0
"""How many seconds a request may take with its answer: it waits for a process at most twice (`_workers`)."""


class _WebConnection:
    """A connection, from when it is accepted until it is lost.

    It is quiet where it has no request. A quiet connection is ended after a time, or earlier where others need its
    room; one whose answer is still being sent has the same time again for each part of it.
    """

    def __init__(self, transport: asyncio.Transport, quiet: SilentConnections, limits: Limits) -> None:
        self._transport = transport
        self._quiet = quiet
        self._silence = limits.silence
        peer: tuple[str, int] | None = transport.get_extra_info("peername")
        self._who = caller_at(peer[0]) if peer else ""
        self._timer: asyncio.TimerHandle | None = None
        self._await_request()

    def serving(self, app: ASGIApp) -> ASGIApp:
        """Return an application that notes when it works for this connection."""

        async def noted(scope: Scope, receive: Receive, send: Send) -> None:
            self.lose()
            if scope["type"] == "http":
                self._end_after(_LONGEST)
            try:
                await app(scope, receive, send)
            finally:
                self.lose()
                if not self._transport.is_closing():
                    self._await_request()

        return noted

    def lose(self) -> None:
        """Note that the connection is not quiet any more."""
        self._quiet.remove(self._who, self._transport.abort)
        if self._timer is not None:
            self._timer.cancel()

    def _await_request(self) -> None:
        self._quiet.add(self._who, self._transport.abort)
        self._end_after(self._silence)

    def _end_after(self, seconds: float) -> None:
        unsent = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire, seconds, unsent)

    def _expire(self, seconds: float, unsent_before: int) -> None:
        if 0 < self._transport.get_write_buffer_size() < unsent_before:
            self._end_after(seconds)
        else:
            self._transport.abort()


class _Http(H11Protocol):
    """A connection that speaks HTTP, at least at first."""

    def __init__(self, quiet: SilentConnections, limits: Limits, **options: Any) -> None:
        super().__init__(**options)
        self._held_by = (quiet, limits)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._connection = _WebConnection(self.transport, *self._held_by)
        self.app = self._connection.serving(self.app)
        self.ws_protocol_class = cast(Any, partial(_Socket, self._connection))

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.lose()
        super().connection_lost(exc)


class _Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, connection: _WebConnection, **options: Any) -> None:
        super().__init__(**options)
        self._connection = connection
        self.app = connection.serving(self.app)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.lose()
        super().connection_lost(exc)


def http_protocol(limits: Limits) -> type[asyncio.Protocol]:
    """Return what makes the protocol of a connection."""
    return cast(type[asyncio.Protocol], partial(_Http, SilentConnections(limits.quiet), limits))


with extra("web"):
    import uvicorn

_LOG: Final = logger("tafl.web")
_LAST_PORT: Final = 65_535
_SECONDS_TO_END: Final = 3


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int | range = 8000,
    started: Callable[[int], object] | None = None,
) -> None:
    """Serve until an interrupt (Ctrl-C), or until the process is told to end (SIGTERM). Then visitors are told, and all
    games are saved.

    >>> try:
    ...     serve(Settings(database=":memory:"), port=-1)
    ... except ArgumentValueError as error:
    ...     print(error)
    port: a number from 0 to 65535 was expected, not -1

    Arguments:
        settings: what is served.
        host: the address to listen on. Any but one of the machine itself should come with ``settings.key``.
        port: the port to listen on, or 0 for any free one; or several, of which the first free one is taken.
        started: called with the port when the server listens.

    Raises:
        ArgumentValueError: the server cannot listen there.
        RecordError: the file of games cannot be used, or was deleted or replaced meanwhile, so that its games are not
            saved.
    """
    Store(settings.database).close()  # whatever is wrong with the file is said before anybody is let in
    app = make_app(settings)
    with _open_listener(host, port) as listener:
        config = uvicorn.Config(
            app,
            http=http_protocol(settings.limits),
            ws="websockets-sansio",
            ws_max_size=4 * settings.limits.message,  # so that most of what is too long is refused in words
            ws_max_queue=8,
            ws_per_message_deflate=False,
            log_level="error",
            access_log=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=sorted(settings.proxies),
            server_header=False,
            timeout_graceful_shutdown=2 * _SECONDS_TO_END,
        )
        bound_port: int = listener.getsockname()[1]
        _LOG.info("listening on %s, port %d; games in %s", host, bound_port, settings.database)
        if started is not None:
            started(bound_port)
        server = _Server(config, app.state.end)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        if server.fault is not None:
            raise server.fault
        _LOG.info("ended")


class _Server(uvicorn.Server):
    """A server that tells visitors that it ends, and ends what they still wait for; uvicorn would log each as a fault.

    Arguments:
        config: what uvicorn needs to know.
        end: what ends all games.
    """

    def __init__(self, config: uvicorn.Config, end: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._end = end
        self.fault: RecordError | None = None
        """Why the games are not saved."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal. uvicorn raises it again in the end, but SIGTERM would end the process before it has said what
        became of the games."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(_SECONDS_TO_END, self._cancel)
        try:
            await self._end()
        except RecordError as error:
            self.fault = error
        await super().shutdown(sockets)

    def _cancel(self) -> None:
        for task in self.server_state.tasks:
            task.cancel()


def _open_listener(host: str, port: int | range) -> socket.socket:
    """Return a socket that listens.

    Raises:
        ArgumentValueError: there is no such address, or the port is taken, or all of several.
    """
    if isinstance(port, range):
        for candidate in port[:-1]:
            with suppress(ArgumentValueError):
                return _open_listener(host, candidate)
        port = port[-1]
    if not 0 <= port <= _LAST_PORT:
        raise ArgumentValueError(f"port: a number from 0 to {_LAST_PORT} was expected, not {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError) as error:
        words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArgumentValueError(f"cannot listen on {host}, port {port}: {words}") from None
