"""Requests in JSON, and answers that say in words what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from hnefatafl._base.extras import extra
from hnefatafl._base.hosts import key_fits
from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.notation._jsontext import load
from hnefatafl.web._errors import Busy, Crowded, Late, Missing, Refused
from hnefatafl.web._fairness import caller
from hnefatafl.web._rates import Buckets
from hnefatafl.web._refusals import refusal
from hnefatafl.web._settings import Settings

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, Response

Body = dict[str, object]
"""The object in a request."""


class _TooLong(Refused):
    """A request is too long."""


_BEARER: Final = "bearer "


def refused_by_http(request: Request, error: Exception) -> Response:
    """Answer a request that leads nowhere, or whose body is too large."""
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "this cannot be done here"}
    return refusal(request.scope, words.get(error.status_code, error.detail), error.status_code)


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
                return JSONResponse(await work(request, await self._body(request)))
            except asyncio.CancelledError:  # only the end of the server cancels a request
                return JSONResponse({"refused": "the server ends"}, 503, {"Connection": "close"})
            except _TooLong as error:
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
        given = request.headers.get("authorization", "")
        if key is None:
            return True
        return given[: len(_BEARER)].lower() == _BEARER and key_fits(given[len(_BEARER) :].strip(), key)

    async def _body(self, request: Request) -> Body:
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
                        raise _TooLong(f"a request of at most {self._settings.limits.body:,} bytes was expected")
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
