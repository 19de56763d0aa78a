"""HTTP: who may reach the server, requests and answers in JSON, what is refused, and the files that browsers load."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html import escape
from time import monotonic
from typing import Any, Final

from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.support.extras import extra
from hnefatafl.support.hosts import is_own, key_fits
from hnefatafl.support.json_text import load
from hnefatafl.support.shares import caller_at
from tafl.web._fairness import Buckets, Slots, caller
from tafl.web._pages import PAGES, read_page, read_scripts
from tafl.web._settings import Busy, Crowded, Late, Missing, Refused, Settings

with extra("web"):
    from starlette.requests import HTTPConnection
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.types import Scope

_PAGE: Final = read_page("error.html")


def refuse_request(scope: Scope, words: str, status: int) -> Response:
    """Return the answer to a request that is refused. A browser that opens an address gets a page; what a page asks for
    is under ``/api``, and gets an object."""
    wanted = HTTPConnection(scope).headers.get("accept", "")
    if "text/html" in wanted and not str(scope["path"]).startswith("/api"):
        return HTMLResponse(_PAGE.replace("{words}", escape(f"{words[0].upper()}{words[1:]}.")), status)
    return JSONResponse({"refused": words}, status)


with extra("web"):
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


def _make_route(path: str, content: bytes, suffix: str) -> Route:
    async def endpoint(_: object) -> Response:
        return Response(content, media_type=_TYPES[suffix], headers={"Cache-Control": "no-cache"})

    return Route(path, endpoint)


def page_routes() -> list[BaseRoute]:
    """Return the routes of all pages and of their files."""
    routes: list[BaseRoute] = [
        _make_route(f"/static/{name}", content, name.rpartition(".")[2]) for name, content in read_scripts().items()
    ]
    return routes + [_make_route(path, read_page(name).encode(), "html") for path, name in PAGES.items()]


with extra("web"):
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocketClose

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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
        fault = self._find_fault(Headers(scope=scope), scope)
        if scope["type"] == "websocket":
            await (self._app if fault is None else WebSocketClose(_REFUSED, fault))(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = self._app if fault is None else refuse_request(scope, fault, 403)
        await app(scope, receive, answer)

    def _find_fault(self, headers: Headers, scope: Scope) -> str | None:
        """Return why a request is refused, or None."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_own(hosts[0], self._settings.hosts, self._settings.key is not None):
            return "this server does not answer under that name"
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        origins = headers.getlist("origin")
        if len(origins) != 1 or not _is_same_host(origins[0], hosts[0]):
            return "the request comes from another page"
        return None


def _is_same_host(origin: str, host: str) -> bool:
    """Return whether a page of that origin came from that host and port."""
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()


class CallerLimits:
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
            await refuse_request(scope, str(error), 429)(scope, receive, send)


with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, Response

Body = dict[str, object]
"""The object in a request."""


class _RequestTooLong(Refused):
    """A request is too long."""


_BEARER: Final = "bearer "


def refused_by_http(request: Request, error: Exception) -> Response:
    """Answer a request that leads nowhere, or whose body is too large."""
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this cannot be done here"}
    return refuse_request(request.scope, words.get(error.status_code, error.detail), error.status_code)


class Answerer:
    """Makes endpoints of functions that take the object in a request and return that of the answer."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._buckets = Buckets(settings.limits.requests, monotonic)

    def __call__(
        self, work: Callable[[Request, Body], Awaitable[dict[str, Any]]], *, open_to_all: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint; one that is open to all needs no key of the server."""

        async def endpoint(request: Request) -> Response:
            try:
                if not self._buckets.take(caller.get()):
                    return JSONResponse({"refused": "too many requests; please wait a moment"}, 429)
                if not (open_to_all or self._is_welcome(request)):
                    return JSONResponse({"refused": "this needs the key in the link that tafl serve prints"}, 401)
                return JSONResponse(await work(request, await self._read_body(request)))
            except asyncio.CancelledError:  # only the end of the server cancels a request
                return JSONResponse({"refused": "the server ends"}, 503, {"Connection": "close"})
            except _RequestTooLong as error:
                return JSONResponse({"refused": str(error)}, 413)
            except Late as error:
                return JSONResponse({"refused": str(error)}, 408, {"Connection": "close"})
            except Busy as error:
                return JSONResponse({"refused": str(error)}, 503)
            except Crowded as error:
                return JSONResponse({"refused": str(error)}, 429)
            except Missing as error:
                return JSONResponse({"refused": str(error)}, 404)
            except HnefataflError as error:
                return JSONResponse({"refused": str(error)}, 400)

        return endpoint

    def _is_welcome(self, request: Request) -> bool:
        key = self._settings.key
        authorization = request.headers.get("authorization", "")
        if key is None:
            return True
        return authorization[: len(_BEARER)].lower() == _BEARER and key_fits(authorization[len(_BEARER) :].strip(), key)

    async def _read_body(self, request: Request) -> Body:
        """Return the object in the body of a request; an empty one for a request that only reads.

        Raises:
            Refused: the body is no object in JSON, too long, or does not come whole, or in time.
        """
        if request.method in ("GET", "HEAD"):
            return {}
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("an object in JSON was expected")
        content = bytearray()
        try:
            async with asyncio.timeout(self._settings.limits.silence):
                async for part in request.stream():
                    content += part
                    if len(content) > self._settings.limits.body:
                        raise _RequestTooLong(f"a request of at most {self._settings.limits.body:,} bytes was expected")
        except TimeoutError:
            raise Late(f"the whole request was expected within {self._settings.limits.silence:g} seconds") from None
        except ClientDisconnect:
            raise Refused("the whole request was expected") from None
        try:
            return load(content.decode("utf-8"))
        except UnicodeDecodeError:
            raise Refused("a text in UTF-8 was expected") from None
        except NotationError as error:
            raise Refused(error.message) from None
