"""What is refused by HTTP: in JSON for programs, as a page with a way on for people."""

from __future__ import annotations

from html import escape
from typing import Final

from hnefatafl._base.extras import extra
from hnefatafl.web._pages import page

with extra("web"):
    from starlette.requests import HTTPConnection
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.types import Scope

_PAGE: Final = page("error.html")


def refusal(scope: Scope, words: str, status: int) -> Response:
    """Return the answer to a request that is refused. A browser that opens an address gets a page; what a page asks for
    is under ``/api``, and gets an object."""
    wanted = HTTPConnection(scope).headers.get("accept", "")
    if "text/html" in wanted and not str(scope["path"]).startswith("/api"):
        return HTMLResponse(_PAGE.replace("{words}", escape(f"{words[0].upper()}{words[1:]}.")), status)
    return JSONResponse({"refused": words}, status)
