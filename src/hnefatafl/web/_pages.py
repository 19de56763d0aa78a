"""The files that browsers load: pages, scripts and style sheets of the package. No other file is ever read."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from hnefatafl._base.extras import extra
from hnefatafl.render._component import component_file, component_style
from hnefatafl.render.themes import THEMES

with extra("web"):
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

__all__ = ["pages"]

_PAGES: Final = {"/": "index.html", "/study": "study.html", "/rules": "rules.html", "/game/{game}": "game.html"}
_TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


def _route(path: str, content: bytes, suffix: str) -> Route:
    async def endpoint(_: object) -> Response:
        return Response(content, media_type=_TYPES[suffix], headers={"Cache-Control": "no-cache"})

    return Route(path, endpoint)


def pages() -> list[BaseRoute]:
    """Return the routes of all pages and of their files."""
    routes: list[BaseRoute] = []
    own = files("hnefatafl.web").joinpath("static")
    for file in own.iterdir():
        suffix = file.name.rpartition(".")[2]
        if suffix in _TYPES and suffix != "html":
            routes.append(_route(f"/static/{file.name}", file.read_bytes(), suffix))
    style = component_style(THEMES["light"], THEMES["dark"])
    routes.append(_route("/static/board.css", style.encode(), "css"))
    routes.append(_route("/static/board.js", component_file("board.js").encode(), "js"))
    return routes + [_route(path, own.joinpath(name).read_bytes(), "html") for path, name in _PAGES.items()]
