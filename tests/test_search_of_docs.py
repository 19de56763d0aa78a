"""What the search of the built documentation finds, in a browser. ``python tasks.py docs`` builds it and runs this."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

BUILT: Final = os.environ.get("TAFL_DOCS", "")
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
    "dice": "howto/announcements options/king_die",
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
}
"""What people look for, and the pages that have it: one of them is among the first three results."""


@pytest.mark.skipif(not BUILT, reason="TAFL_DOCS does not name the folder of the built documentation")
@pytest.mark.parametrize("query", QUERIES)
def test_the_search_finds_the_page(query: str, context: BrowserContext) -> None:
    folder = Path(BUILT).resolve()
    page = context.new_page()
    page.goto(f"{(folder / 'search.html').as_uri()}?q={query}")
    links = page.locator("#search-results ul.search > li > a")
    links.nth(2).wait_for()
    found = [str(link.get_attribute("href")).partition(".html")[0] for link in links.all()[:3]]
    assert set(found) & {*QUERIES[query].split()}, found
