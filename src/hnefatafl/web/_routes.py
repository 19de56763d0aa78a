"""The routes of the files that browsers load."""

from __future__ import annotations

from typing import Final

from hnefatafl._base.extras import extra
from hnefatafl.web._pages import PAGES, page, scripts

with extra("web"):
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


def _route(path: str, content: bytes, suffix: str) -> Route:
    async def endpoint(_: object) -> Response:
        return Response(content, media_type=_TYPES[suffix], headers={"Cache-Control": "no-cache"})

    return Route(path, endpoint)


def pages() -> list[BaseRoute]:
    """Return the routes of all pages and of their files."""
    routes: list[BaseRoute] = [
        _route(f"/static/{name}", content, name.rpartition(".")[2]) for name, content in scripts().items()
    ]
    return routes + [_route(path, page(name).encode(), "html") for path, name in PAGES.items()]
