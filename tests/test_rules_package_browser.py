"""The page of the README of ``tafl-rules`` in a real browser, beside ``tafl-board``; from its own server, and with the
package on another origin.

The tests are skipped where there is no package (``tests/test_rules_package.py``) or no browser.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, Final

import pytest
from browsing import browser, context, page
from packaged import ROOT
from playwright.sync_api import Page, Route, expect
from test_rules_package import node, package

__all__ = ["browser", "context", "node", "package", "page"]

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser"), pytest.mark.long]

SITE: Final = "http://127.0.0.1:9/"
OTHER: Final = "http://127.0.0.1:99/"
KINDS: Final = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
    ".json": "application/json", ".bin": "application/octet-stream",
}  # fmt: skip
MOST: Final = 40
"""The number of lines of the page."""


def example() -> str:
    readme = (ROOT / "npm" / "rules" / "README.md").read_text("utf-8")
    (found,) = re.findall(r"```html\n(.*?)```", readme, re.DOTALL)
    assert len(found.splitlines()) <= MOST
    return str(found)


def serve(page: Page, package: Path, document: str) -> list[str]:
    """Answer what the page asks for; return the list of what it has asked for."""
    boards: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "make_board.py"))["package"]()
    asked: list[str] = []

    def answer(route: Route) -> None:
        name = re.sub(r"^http://[^/]*/", "", route.request.url)
        asked.append(name)
        kind = KINDS.get(Path(name).suffix, "text/plain")
        headers = {"Content-Type": kind, "Access-Control-Allow-Origin": "*"}
        if name == "index.html":
            route.fulfill(body=document, headers=headers)
        elif name.startswith("tafl-board/"):
            route.fulfill(body=boards[name.removeprefix("tafl-board/")], headers=headers)
        elif (package.parent / name).is_file():
            route.fulfill(body=(package.parent / name).read_bytes(), headers=headers)
        else:
            route.fulfill(status=404)

    for site in (SITE, OTHER):
        page.context.route(f"{site}**", answer)
    page.goto(f"{SITE}index.html")
    return asked


def play(page: Page) -> None:
    """Make a move, and wait for the answer."""
    page.locator("[data-square=d1]").click()
    page.locator("[data-square=c1]").click()
    expect(page.locator(".told")).to_contain_text("The attackers are to move.")
    expect(page.locator(".tree li")).to_have_count(3)


def test_the_page_of_the_readme(page: Page, package: Path) -> None:
    asked = serve(page, package, example())
    expect(page.locator("#board [data-square]")).to_have_count(49)
    assert not any(name.endswith(("search.wasm", ".bin")) for name in asked), "the search is loaded when it is asked"
    play(page)
    assert sum(name.endswith(".bin") for name in asked) == 1
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tree li")).to_have_count(1)


def test_a_page_of_another_origin(page: Page, package: Path) -> None:
    serve(page, package, example().replace("./tafl-rules/", f"{OTHER}tafl-rules/"))
    play(page)
