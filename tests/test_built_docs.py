"""The built documentation in a browser; ``python tasks.py docs`` builds it and runs this."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, expect
from touching import Sized
from webpages import BUILT, IS_BUILT

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser"), IS_BUILT]

pytest_plugins = ["browsing"]

QUERIES: Final = {
    "export png": "pictures",
    "time control clock": "howto/engines",
    "install": "start",
    "legal moves": "tutorial/game reference/play",
    "king capture": "options/king",
    "why is a move illegal": "tutorial/game",
    "take back": "tutorial/game reference/play",
    "brandubh rules": "variants/brandubh",
    "king armed": "options/hammer options/anvil",
    "dice": "howto/announcements options/die",
    "push": "howto/from_python_chess reference/play",
    "pop": "howto/from_python_chess reference/play",
    "undo": "howto/from_python_chess reference/play",
    "FEN": "howto/from_python_chess reference/play",
    "save game": "howto/save",
    "custom variant": "tutorial/variant house",
    "opponent": "howto/play",
    "engine": "howto/engines",
    "shieldwall": "options/shieldwall",
    "notebook": "howto/notebook",
    "save as png": "pictures",
    "play against computer": "howto/play",
    "Würfel": "options/die",
    "Patt": "options/edge_capture",
}
"""What people look for, and the pages that have it: one of them is among the first three results."""


def address(page: str) -> str:
    return (Path(BUILT).resolve() / page).as_uri()


def test_the_first_page_shows_what_one_can_do(sized: Sized) -> None:
    page = sized.page
    page.goto(address("index.html"))
    expect(page.locator(".card svg")).to_have_count(5)
    for link in page.locator(".card a").all():
        assert (Path(BUILT) / str(link.get_attribute("href"))).exists()
    sized.check("first")
    page.locator(".first-moves").get_by_role("button", name="Forward").click()
    expect(page.locator(".first-moves")).to_contain_text("The defenders are to move.")


@pytest.mark.parametrize("query", QUERIES)
def test_the_search_finds_the_page(query: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{address('search.html')}?q={query}")
    links = page.locator("#search-results ul.search > li > a")
    expect(page.locator(".search-summary")).not_to_be_empty()  # it is filled in the end
    found = [str(link.get_attribute("href")).partition(".html")[0] for link in links.all()[:3]]
    assert set(found) & {*QUERIES[query].split()}, found
