"""The board of the pages in a real browser: what is in view, what is said, and how it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from visiting import started

from hnefatafl import Ruleset, variants
from hnefatafl.web._workshop import form

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with started("--store", str(tmp_path_factory.mktemp("board") / "games.sqlite3"), "--jobs", "1") as found:
        yield found


SCREEN = {"attackers": "screen", "defenders": "screen"}


def made(
    page: Page, address: str, base: Ruleset = variants.BRANDUBH, seats: dict[str, str] = SCREEN, **options: object
) -> None:
    """Open a game, by default at one screen and by changed rules."""
    page.goto(address)
    body: dict[str, Any] = {
        "rules": {"base": base.name, "name": base.name, "options": {**form(base)["options"], **options}},
        "seats": seats,
        "mine": next((side for side, seat in seats.items() if seat == "link"), None),
    }
    game = page.evaluate(
        """async (body) => (await fetch("/api/games", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
        })).json()""",
        body,
    )
    assert "id" in game, game
    page.goto(f"{address}game/{game['id']}#token={game['tokens'][game['mine']]}")
    expect(page.locator("[data-square=d1]")).to_be_visible()


def studied(page: Page, address: str) -> None:
    """Open a record to study, at its end."""
    page.goto(f"{address}study")
    page.locator("#record").fill("# variant: brandubh\nd1-e1 d3-f3 d2-f2xf3,0,0,Ongoing\n")
    page.get_by_role("button", name="Read").click()
    until(page, 3)


def click(page: Page, move: str) -> None:
    """Play a move by two clicks."""
    for square in move.split("-"):
        page.locator(f"[data-square={square}]").click()


def until(page: Page, count: int) -> None:
    """Wait until so many moves are in the list."""
    expect(page.locator(".tree li")).to_have_count(count + 1)


def outside(page: Page, *selectors: str) -> list[str]:
    """Return what is not wholly in view. Nothing scrolls."""
    return page.evaluate(
        """(selectors) => selectors.filter((selector) => {
            const { left, top, right, bottom, width } = document.querySelector(selector).getBoundingClientRect();
            return !width || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight + 0.5 || scrollY > 0;
        })""",
        selectors,
    )


@pytest.mark.parametrize("record", [False, True], ids=["game", "study"])
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (390, 844)], ids=str)
def test_all_that_matters_is_in_view_at_once(
    browser: Browser, address: str, size: tuple[int, int], record: bool
) -> None:
    whole = (".place", ".told", ".moves", ".tafl-board nav", ".actions")
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        if record:
            studied(page, address)
        else:
            made(page, address)
            assert outside(page, *whole) == [], "a fresh game"
            for ply, move in enumerate(("d1-e1", "d3-f3", "d2-f2"), start=1):
                click(page, move)
                until(page, ply)
        expect(page.locator(".told")).to_contain_text("d2-f2 captures the defender on f3: between two enemies")
        assert outside(page, *whole) == [], "after a capture"
        click(page, "c4-a7")
        expect(page.locator(".told.refused")).to_contain_text("c4-a7")
        assert outside(page, *whole) == [], "after a refusal"
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".told")).to_contain_text("Hint for the defenders")
        assert outside(page, *whole, ".board .arrows") == [], "after a hint"
        page.get_by_role("button", name="Analyse").click()
        expect(page.locator(".lines li")).to_have_count(3)
        assert outside(page, *whole, ".analysis") == [], "with an evaluation"
        board, panel = (page.locator(name).bounding_box() for name in (".place", ".said"))
        assert board is not None and panel is not None
        if size[0] == 390:
            assert board["width"] >= 370
            assert panel["y"] >= board["y"] + board["height"]
        else:
            assert panel["x"] >= board["x"] + board["width"]
