"""The start page, and links that lead nowhere, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from visiting import started

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

SOON = 3_000
"""Milliseconds in which a page has to say that there is nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with started("--store", str(tmp_path_factory.mktemp("start") / "games.sqlite3"), "--jobs", "1") as found:
        yield found


def test_an_old_link_says_so_and_leads_on(page: Page, address: str) -> None:
    page.goto(f"{address}game/abcdefghijkl#token=old")
    expect(page.get_by_role("alert")).to_contain_text("There is no such game", timeout=SOON)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="To the start page").click()
    expect(page).to_have_url(address)


def test_a_wrong_token_says_so(page: Page, address: str) -> None:
    page.goto(address)
    made = page.evaluate(
        """async () => (await fetch("/api/games", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ rules: { base: "brandubh" }, seats: { attackers: "screen", defenders: "screen" } }),
        })).json()"""
    )
    page.goto(f"{address}game/{made['id']}#token=wrong")
    expect(page.get_by_role("alert")).to_have_text("This link is not for this game.", timeout=SOON)


def test_a_wrong_address_is_a_page_with_a_way_on(page: Page, address: str) -> None:
    page.goto(f"{address}gmae/abc")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
    page.get_by_role("link", name="To the start page").click()
    expect(page).to_have_url(address)


@pytest.mark.parametrize("place", ["gmae", "game/none#token=x"])
def test_pages_that_refuse_are_accessible(
    sized: tuple[Page, int, str],
    address: str,
    place: str,
    photograph: Callable[[Page, str], None],
    violations: Callable[[Page], list[tuple[str, str]]],
) -> None:
    page, width, scheme = sized
    page.goto(f"{address}{place}")
    expect(page.get_by_role("main").get_by_role("link")).to_be_visible()
    photograph(page, f"refused-{place.partition('/')[0]}-{width}-{scheme}")
    assert violations(page) == []
