"""The board of a page, as tests touch it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from hnefatafl import Ruleset, variants
from hnefatafl.web._workshop import form

SCREEN = {"attackers": "screen", "defenders": "screen"}


def made(
    page: Page,
    address: str,
    base: Ruleset = variants.BRANDUBH,
    seats: dict[str, str] = SCREEN,
    pace: object = None,
    **options: object,
) -> dict[str, Any]:
    """Open a game, by default at one screen and by changed rules; return its name and its tokens."""
    page.goto(address)
    body: dict[str, Any] = {
        "rules": {"base": base.name, "name": base.name, "options": {**form(base)["options"], **options}},
        "seats": seats,
        "pace": pace,
        "mine": next((side for side, seat in seats.items() if seat == "link"), None),
    }
    game: dict[str, Any] = page.evaluate(
        """async (body) => (await fetch("/api/games", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
        })).json()""",
        body,
    )
    assert "id" in game, game
    page.goto(f"{address}game/{game['id']}#token={game['tokens'][game['mine']]}")
    expect(page.locator("[data-square=d1]")).to_be_visible()
    return game


def click(page: Page, move: str) -> None:
    """Play a move by two clicks."""
    for square in move.split("-"):
        page.locator(f"[data-square={square}]").click()


def until(page: Page, count: int) -> None:
    """Wait until so many moves are in the list."""
    expect(page.locator(".tree li")).to_have_count(count + 1)
