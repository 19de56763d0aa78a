"""Replay pages in a real browser: files that need nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hnefatafl import Move, Piece, Position, Side, Square, Symmetry, variants
from hnefatafl.game import Game
from hnefatafl.notation import archive
from hnefatafl.render.page import html_replay

pytestmark = pytest.mark.needs_host

pytest_plugins = ["browsing"]

GAMES: Final = Path(__file__).parents[1] / "examples" / "games"
BRANDUBH: Final = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2", "g4-g2"]))
TREE: Final = BRANDUBH.add([Move.parse("c4-c3"), Move.parse("d2-c2")], after=next(BRANDUBH.walk()))


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text))
    yield found
    assert faults == []


def show(page: Page, folder: Path, game: Game, orientation: Symmetry = Symmetry.IDENTITY) -> None:
    file = folder / "game.html"
    file.write_text(html_replay(game, orientation=orientation), "utf-8")
    page.goto(file.as_uri())


def standing(page: Page) -> dict[str, str]:
    """The pieces on the squares, as the page tells screen readers."""
    labels = page.locator("[data-square]").evaluate_all("each => each.map(square => square.ariaLabel)")
    parts = [label.split(", ") for label in labels]
    return {part[0]: part[1] for part in parts if part[1] != "empty"}


def told(position: Position) -> dict[str, str]:
    return {square.name: str(piece) for square, piece in position.board.items()}


def test_buttons_step_through_the_game(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, BRANDUBH)
    positions = [Position.initial(variants.BRANDUBH), *(play.after for play in BRANDUBH.replay().played_moves)]
    assert standing(page) == told(positions[3])
    for name, ply in [("First", 0), ("Forward", 1), ("Forward", 2), ("Last", 3), ("Back", 2)]:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#board")).to_have_attribute("data-node", str(ply))
        assert standing(page) == told(positions[ply])
    expect(page.locator(".told")).to_have_text("2. Defenders: c4-c2")
    expect(page.locator(".count")).to_have_text("Attackers: 8. Defenders: 5.")
    assert page.url.endswith("#2")


def test_keys_links_and_addresses_step_as_well(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, TREE)
    board = page.locator("#board")
    for key, node in [("Home", "0"), ("ArrowRight", "1"), ("End", "3"), ("ArrowLeft", "2")]:
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-node", node)
    page.get_by_role("link", name="d2-c2").click()
    expect(board).to_have_attribute("data-node", "5")
    expect(page.locator("[aria-current]")).to_have_text("d2-c2")
    page.evaluate("location.hash = '#1'")
    expect(board).to_have_attribute("data-node", "1")
    page.reload()
    expect(board).to_have_attribute("data-node", "1")


def test_the_moves_of_the_game_are_made_by_clicks(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, TREE)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    for square in ("c4", "c3"):
        page.locator(f"[data-square={square}]").click()
    expect(page.locator("#board")).to_have_attribute("data-node", "4")
    page.get_by_role("button", name="Back").click()
    page.locator("[data-square=c4]").click()
    page.locator("[data-square=c7]").click()
    expect(page.get_by_role("alert")).to_have_text("This page does not have the move c4-c7 here.")


def test_captures_are_told_and_drawn(page: Page, tmp_path: Path) -> None:
    start = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    show(page, tmp_path, Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("b3-c3")]))
    expect(page.locator(".told")).to_contain_text("b3-c3 captures the defender on c2: between two enemies (c1, c3).")
    for drawn in ("lost", "crosses", "ties", "moved", "brackets"):
        expect(page.locator(f".board .{drawn}")).to_have_count(1)
    expect(page.locator("[data-square=c2]")).to_have_attribute("aria-label", f"c2, empty, captured: {Piece.DEFENDER}")


@pytest.mark.parametrize("orientation", list(Symmetry))
def test_the_board_is_turned(page: Page, tmp_path: Path, orientation: Symmetry) -> None:
    show(page, tmp_path, BRANDUBH, orientation)
    squares = page.locator("[data-square]")
    corner = orientation.inverse.apply(Square("a7"), variants.BRANDUBH.size).name
    assert squares.first.get_attribute("data-square") == corner
    page.get_by_role("button", name="Flip the board").click()
    assert squares.last.get_attribute("data-square") == corner
    assert standing(page) == told(BRANDUBH.replay().position)


def test_the_game_is_played_through(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    show(page, tmp_path, BRANDUBH)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#board")).to_have_attribute("data-node", "0")
    page.clock.run_for(2500)
    expect(page.locator("#board")).to_have_attribute("data-node", "2")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(page.locator("#board")).to_have_attribute("data-node", "2")


def test_without_scripts_the_page_is_whole(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        show(page, tmp_path, BRANDUBH)
        expect(page.locator("#board > svg")).to_be_visible()
        expect(page.locator("#board")).to_contain_text("Attackers: 8. Defenders: 5.")
        expect(page.get_by_role("link")).to_have_count(4)


def test_pages_fit_and_are_accessible(
    sized: tuple[Page, int, str],
    tmp_path: Path,
    photograph: Callable[[Page, str], None],
    violations: Callable[[Page], list[tuple[str, str]]],
) -> None:
    page, width, scheme = sized
    with (GAMES / "copenhagen.csv").open(encoding="utf-8") as lines:
        game = list(archive.parse_games(lines, variants.COPENHAGEN))[9]
    show(page, tmp_path, game)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    photograph(page, f"replay-{width}-{scheme}")
    assert violations(page) == []
