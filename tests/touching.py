"""Pages and their boards, as tests touch and check them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Page, expect

from hnefatafl import Move, Position, Ruleset, variants
from tafl.engine import player
from tafl.puzzles import Puzzle
from tafl.web._workshop import describe_form

Scheme = Literal["light", "dark"]
EVERY_VIEW: Final[list[tuple[int, Scheme]]] = [(390, "light"), (1280, "dark"), (390, "dark"), (1280, "light")]
VIEWS: Final = EVERY_VIEW if "TAFL_PHOTOS" in os.environ else EVERY_VIEW[:2]
"""The widths and colour schemes of pages. Colours do not depend on the width, so each comes once; pictures are taken of
all."""


class Sized:
    """A page of a telephone's or a desk's width, light or dark, and what every page has to hold to. It lets scripts of
    the test in."""

    def __init__(
        self,
        page: Page,
        suffix: str,
        photograph: Callable[[Page, str], None],
        violations: Callable[[Page], list[tuple[str, str]]],
    ) -> None:
        self.page: Final = page
        self.suffix: Final = suffix
        self.photograph = photograph
        self.violations = violations

    def check(self, name: str, page: Page | None = None) -> None:
        """Take a picture of the page, or of another one beside it; it is no wider than its window, and axe-core finds
        no fault with it."""
        page = page or self.page
        self.photograph(page, f"{name}-{self.suffix}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        found = self.violations(page)
        assert found == [], (name, found)


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
        "rules": {"base": base.name, "name": base.name, "options": {**describe_form(base)["options"], **options}},
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
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    return game


def click(page: Page, move: str) -> None:
    """Play a move by two clicks."""
    for square in move.split("-"):
        page.locator(f"[data-square={square}]").click()


def drag(page: Page, move: str) -> None:
    """Play a move by drag and drop."""
    origin, *others = (page.locator(f"[data-square={square}]") for square in move.split("-"))
    origin.hover()
    page.mouse.down()
    for square in others:
        square.hover()
    page.mouse.up()


def by_keys(page: Page, move: str) -> None:
    """Play a move by the keys alone; the focus is on the board."""
    for square in move.split("-"):
        for axis, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))):
            here = page.evaluate("document.activeElement.dataset.square")
            away = ord(square[axis]) - ord(here[axis])
            for _ in range(abs(away)):
                page.keyboard.press(more if away > 0 else less)
        page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    """Press a button of the board, which may be in its menu."""
    button = page.get_by_role("button", name=name, exact=True)
    if not button.is_visible():
        page.get_by_role("button", name="More", exact=True).click()
    button.click()


def analyse(page: Page) -> None:
    """Let the position be analysed."""
    page.get_by_role("tab", name="Analysis").click()


def until(page: Page, count: int, timeout: float | None = None) -> None:
    """Wait until so many moves are in the list, as long as usual or so many milliseconds."""
    expect(page.locator(".tree li")).to_have_count(count + 1, timeout=timeout)


def moves(page: Page) -> list[str]:
    """The moves in the list."""
    return [text.split()[1] for text in page.locator(".tree li").all_inner_texts()[1:]]


def play_out(page: Page, text: str, timeout: float | None = None) -> Position:
    """Play a game of brandubh as the attackers, with a player of one's own, against that of the page, and return its
    end."""
    own = player(text)
    position = Position.initial(variants.BRANDUBH)
    while position.outcome is None:
        move = own.choose(position)
        assert move is not None
        position = position.play(move)
        click(page, str(move))
        until(page, position.ply + (position.outcome is None), timeout)
        if position.outcome is None:
            position = position.play(Move.parse(moves(page)[-1]))
    return position


def outside(page: Page, *selectors: str) -> list[str]:
    """Return what is not wholly in view. Nothing scrolls."""
    found: list[str] = page.evaluate(
        """(selectors) => selectors.filter((selector) => {
            const { left, top, right, bottom, width } = document.querySelector(selector).getBoundingClientRect();
            return !width || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight + 0.5 || scrollY > 0;
        })""",
        selectors,
    )
    return found


SHIFTS: Final = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
"""
"""A script that adds up how far what is in view jumps while a page is loaded, as Cumulative Layout Shift counts it."""


def held(page: Page, entry: str, part: str) -> bool:
    """Whether the beginning of an entry lies in the part of the page that scrolls. The page is asked once: a list that
    is drawn anew between two questions would lose the entry."""
    expect(page.locator(entry)).not_to_have_count(0)
    answer: bool = page.evaluate(
        """([entry, part]) => {
            const first = document.querySelector(entry);
            const [inner, outer] = [first, first.closest(part)].map((each) => each.getBoundingClientRect());
            return inner.top >= outer.top - 1 && Math.min(inner.bottom, inner.top + 30) <= outer.bottom + 1;
        }""",
        [entry, part],
    )
    return answer


def solve(page: Page, puzzle: Puzzle, play: Callable[[Page, str], None] = click, begin: int = 0) -> None:
    """Solve a puzzle that is on the board, of at least 3 plies, from one of them on."""
    for ply in range(begin, puzzle.plies, 2):
        play(page, str(puzzle.line[ply]))
        until(page, min(ply + 2, puzzle.plies))
        expect(page.locator(".told")).to_contain_text("Solved" if ply + 1 == puzzle.plies else "keeps the win")


def titled(name: str) -> str:
    """What the pages call a ruleset."""
    return re.sub(r"-(\d+)\b", r" \1×\1", name[0].upper() + name[1:]).replace("-", " ")


def choose_file(page: Page, label: str, file: Path) -> None:
    """Choose a file, as soon as the page takes one."""
    field = page.get_by_label(label)
    expect(field).to_be_enabled()
    field.set_input_files(str(file))
