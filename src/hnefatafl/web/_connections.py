"""The connections of the server as a process: those that are silent or too slow are ended."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final, cast

from hnefatafl._base.extras import extra
from hnefatafl._base.shares import caller_at
from hnefatafl.web._fairness import Quiet
from hnefatafl.web._settings import Limits

with extra("web"):
    from starlette.types import ASGIApp, Receive, Scope, Send
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_LONGEST: Final = 180.0
"""How many seconds a request may take with its answer: it waits for a process at most twice (`_workers`)."""


class _Connection:
    """A connection, from when it is accepted until it is lost.

    It is quiet where it has no request. A quiet connection is ended after a time, or earlier where others need its
    room; one whose answer is still being sent has the same time again for each part of it.
    """

    def __init__(self, transport: asyncio.Transport, quiet: Quiet, limits: Limits) -> None:
        self._transport = transport
        self._quiet = quiet
        self._silence = limits.silence
        peer: tuple[str, int] | None = transport.get_extra_info("peername")
        self._who = caller_at(peer[0]) if peer else ""
        self._timer: asyncio.TimerHandle | None = None
        self._rest()

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
                    self._rest()

        return noted

    def lose(self) -> None:
        """Note that the connection is not quiet any more."""
        self._quiet.remove(self._who, self._transport.abort)
        if self._timer is not None:
            self._timer.cancel()

    def _rest(self) -> None:
        self._quiet.add(self._who, self._transport.abort)
        self._end_after(self._silence)

    def _end_after(self, seconds: float) -> None:
        left = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire, seconds, left)

    def _expire(self, seconds: float, left: int) -> None:
        if 0 < self._transport.get_write_buffer_size() < left:
            self._end_after(seconds)
        else:
            self._transport.abort()


class _Http(H11Protocol):
    """A connection that speaks HTTP, at least at first."""

    def __init__(self, quiet: Quiet, limits: Limits, **given: Any) -> None:
        super().__init__(**given)
        self._held_by = (quiet, limits)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._connection = _Connection(self.transport, *self._held_by)
        self.app = self._connection.serving(self.app)
        self.ws_protocol_class = cast(Any, partial(_Socket, self._connection))

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.lose()
        super().connection_lost(exc)


class _Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, connection: _Connection, **given: Any) -> None:
        super().__init__(**given)
        self._connection = connection
        self.app = connection.serving(self.app)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.lose()
        super().connection_lost(exc)


def http_protocol(limits: Limits) -> type[asyncio.Protocol]:
    """Return what makes the protocol of a connection."""
    return cast(type[asyncio.Protocol], partial(_Http, Quiet(limits.quiet), limits))
