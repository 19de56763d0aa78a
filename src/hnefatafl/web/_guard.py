"""Who may reach the server: hosts, origins, keys, callers, and the headers of all answers."""

from __future__ import annotations

from typing import Final

from hnefatafl._base.extras import extra
from hnefatafl._base.hosts import is_own
from hnefatafl._base.shares import caller_at
from hnefatafl.web._errors import Crowded
from hnefatafl.web._fairness import Slots, caller
from hnefatafl.web._refusals import refusal
from hnefatafl.web._settings import Settings

with extra("web"):
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocketClose

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all answers."""
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_REFUSED: Final = 4403
"""The code with which a WebSocket is closed before it is accepted; browsers do not show it."""


class Guard:
    """Refuses requests under other names of the server, and writing requests from other pages.

    A page of another site could get a name of its own to lead to this server (DNS rebinding); its requests have that
    name in the header Host. A page of another site can also send requests and open WebSockets; these have its origin.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        fault = self._fault(Headers(scope=scope), scope)
        if scope["type"] == "websocket":
            await (self._app if fault is None else WebSocketClose(_REFUSED, fault))(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = self._app if fault is None else refusal(scope, fault, 403)
        await app(scope, receive, answer)

    def _fault(self, headers: Headers, scope: Scope) -> str | None:
        """Return why a request is refused, or None."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_own(hosts[0], self._settings.hosts, self._settings.key is not None):
            return "this server does not answer under that name"
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        origins = headers.getlist("origin")
        if len(origins) != 1 or not _same(origins[0], hosts[0]):
            return "the request comes from another page"
        return None


def _same(origin: str, host: str) -> bool:
    """Return whether a page of that origin came from that host and port."""
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()


class Shares:
    """Notes who calls, and limits the requests of a caller that are answered at the same time."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._places = Slots(settings.limits.address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        caller.set(caller_at(client[0]) if client else "")
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            with self._places.taken(caller.get()):
                await self._app(scope, receive, send)
        except Crowded as error:
            await refusal(scope, str(error), 429)(scope, receive, send)
