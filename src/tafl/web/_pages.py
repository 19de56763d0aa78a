"""The files that browsers load: pages, scripts and style sheets of the package. No other file is ever read."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from hnefatafl.render.page import BOARD_SCRIPTS, component_file, component_style
from hnefatafl.render.svg import style_sheet
from hnefatafl.render.themes import THEMES

PAGES: Final = {
    "/": "index.html",
    "/study": "study.html",
    "/rules": "rules.html",
    "/explore": "explore.html",
    "/puzzles": "puzzles.html",
    "/game/{game}": "game.html",
}
"""The pages by their addresses on a server."""


def read_page(name: str) -> str:
    """Return a page: its file in the frame of all pages, what comes before ``<main`` and the rest apart. The link to
    itself is marked in its header.
    """
    head, main, rest = _read_file(name).partition("<main")
    frame = _read_file("frame.html")
    for address in (address for address, page in PAGES.items() if page == name):
        frame = frame.replace(f'<a href="{address}">', f'<a href="{address}" aria-current="page">')
    return frame.replace("{head}", head).replace("{main}", main + rest)


def _read_file(name: str) -> str:
    return files("tafl.web").joinpath("static", name).read_text("utf-8")


SUFFIXES: Final = (".js", ".css", ".svg", ".png", ".webmanifest")
"""How the names end of what pages load."""


def read_scripts() -> dict[str, bytes]:
    """Return the scripts, style sheets and icons of all pages by their names."""
    folder = files("tafl.web").joinpath("static")
    static = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(SUFFIXES)}
    dark = style_sheet(THEMES["dark"], ".drawn", colours_only=True)
    pictures = f"@media screen and (prefers-color-scheme: dark) {{{dark}}}\n"
    static["maker.css"] += pictures.encode()
    board = {name: component_file(name).encode() for name in BOARD_SCRIPTS}
    return {**static, **board, "board.css": component_style().encode()}
