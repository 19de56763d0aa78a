"""Checks, when all pages are built, that every internal link leads to an existing file and anchor.

Sphinx checks only the links that it resolves itself, not those that themes and extensions write into the pages.
"""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

_log = logging.getLogger(__name__)


class _Page(HTMLParser):
    """The anchors of a page, and the targets of its links."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str | None] = set()
        self.links: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken(folder: Path) -> list[str]:
    """Return the faults of the links of all pages in a folder, one sentence each."""
    pages = {path: _Page(path) for path in sorted(folder.resolve().rglob("*.html"))}
    found: list[str] = []
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            missing = not target.exists()
            anchor = "" if "=" in address.fragment else unquote(address.fragment)  # with =, it is for a script
            astray = target in pages and anchor and anchor not in pages[target].anchors
            if missing or astray:
                found.append(f"{path.relative_to(folder.resolve())}: {link} leads nowhere")
    return found


def _check(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        for fault in broken(Path(app.outdir)):
            _log.warning(fault)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("build-finished", _check)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
