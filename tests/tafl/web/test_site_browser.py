"""The pages without a server, in a real browser: Python runs there, in WebAssembly."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from touching import Sized, choose_file, click, play_out, solve
from webpages import require_pyodide, served

from hnefatafl import Move, Position, variants
from hnefatafl.notation import json
from hnefatafl.records import Game
from tafl.cli import main
from tafl.puzzles import shipped

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

HOUSE = 'name = "House brandubh"\nbase = "brandubh"\nescape = "edge"\n'
SLOW = 180_000
"""The milliseconds that Python may take to begin, with other work beside it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a site with a ruleset of its own."""
    pyodide = require_pyodide()
    made = tmp_path_factory.mktemp("site")
    house = made.parent / "house.toml"
    house.write_text('name = "Hall"\nbase = "tablut"\nescape = "corners"\n')
    assert main(["site", str(made), "--pyodide", str(pyodide), "--variant", str(house)]) == 0
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as found:
        yield found


def begin(page: Page, address: str, against: str, variant: str) -> None:
    """Begin a game on the first page, and wait for the board."""
    page.goto(address)
    expect(page.get_by_label("Rules", exact=True)).to_have_value("Hall")  # offered first
    page.get_by_label("Rules", exact=True).select_option(variant)
    page.get_by_label("Against").select_option(against)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-square=d1]")).to_be_visible(timeout=SLOW)


def test_the_site_is_small_and_whole(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 8_000_000
    assert {path.name for path in folder.glob("*.html")} == {
        *("index.html", "rules.html", "study.html", "explore.html", "game.html", "puzzles.html")
    }


def test_a_whole_game_without_a_network(page: Page, context: BrowserContext, address: str, tmp_path: Path) -> None:
    begin(page, address, "computer", "brandubh")
    page.wait_for_function("navigator.serviceWorker.ready.then((found) => found.active !== null)", timeout=SLOW)
    context.set_offline(True)
    position = play_out(page, "alphabeta:nodes=2000", SLOW)
    expect(page.locator(".told")).to_contain_text(str(position.outcome)[1:])
    page.reload()  # the page, Python and the game are all still there
    expect(page.locator(".tree li")).to_have_count(position.ply + 1, timeout=SLOW)
    page.get_by_label("Notation").select_option("json")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    assert json.parse_game(Path(download.value.path()).read_text("utf-8")).replay().position == position
    page.get_by_role("button", name="Rematch, swapped sides").click()
    expect(page.locator("#connection")).to_have_text("You play the defenders.", timeout=SLOW)
    page.goto(address)
    expect(page.locator("#games li")).to_have_count(2)


def test_a_link_with_rules_is_played_and_they_are_changed_and_kept(page: Page, address: str) -> None:
    page.goto(f"{address}#rules={quote(HOUSE)}")
    page.get_by_label("Against").select_option("screen")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("House brandubh", timeout=SLOW)
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(2)
    page.goto(f"{address}rules.html#rules={quote(HOUSE)}")
    expect(page.locator("#differences li")).to_have_text(["escape: edge instead of corners"], timeout=SLOW)
    expect(page.locator("#leaflet")).to_contain_text("House brandubh")
    page.locator("details#all > summary").click()
    page.locator("#form > .folded > summary", has_text="Endings").click()
    page.locator('[data-path="encirclement"]').uncheck()
    page.locator('[data-path="secure_ring"]').check()
    expect(page.locator("#faults")).to_contain_text("secure_ring needs encirclement")
    page.locator('[data-path="secure_ring"]').uncheck()
    expect(page.locator("#faults")).to_have_text("No contradictions.")
    page.locator("summary", has_text="Save, print and share").click()
    page.get_by_role("button", name="In this browser").click()
    expect(page.locator("#kept-rules li")).to_have_count(1)
    page.goto(address)
    page.get_by_label("Rules", exact=True).select_option("House brandubh (yours)")


def test_a_record_in_a_link_is_studied(page: Page, address: str) -> None:
    position = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1")).play(Move.parse("d3-b3"))
    page.goto(f"{address}study.html#{quote(json.format_game(Game.from_position(position)))}")
    page.wait_for_url("**/game.html#*", timeout=SLOW)
    expect(page.locator(".tree li")).to_have_count(3, timeout=SLOW)


def test_a_long_search_ends_when_its_move_is_taken_back(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("Rules", exact=True).select_option("copenhagen")
    page.get_by_label("Against").select_option("computer")
    page.get_by_label("The computer's player").select_option("alphabeta:level=10")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-square=d1]")).to_be_visible(timeout=SLOW)
    click(page, "d1-c1")
    expect(page.locator(".thinking")).to_contain_text("thinking", timeout=SLOW)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tree li")).to_have_count(1, timeout=SLOW)
    expect(page.locator(".told")).to_contain_text("The attackers are to move", timeout=SLOW)


def test_what_is_not_there_is_said(page: Page, address: str) -> None:
    page.goto(f"{address}game.html#game=nothing&token=both")
    expect(page.get_by_role("alert")).to_have_text("This game is not kept in this browser.")


def test_games_are_explored(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "brandubh.csv"
    file.write_text("d1-c1 d5-c5,0,0,White\nd7-c7 d3-c3,0,0,Black\nd2-c2 e4-e6,0,0,Draw\n")
    page.goto(address)
    page.get_by_role("link", name="Explore games").click()
    choose_file(page, "A file of many games", file)
    rows = page.get_by_role("table").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(2, timeout=SLOW)
    rows.first.get_by_role("button", name="a4-a3").click()
    expect(page.locator("#tally")).to_contain_text("after a4-a3: 2 of 3 games")
    page.get_by_role("button", name="Study game 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Brandubh, 2 moves", timeout=SLOW)


def test_a_puzzle_is_solved_without_a_server(page: Page, address: str) -> None:
    puzzle = next(each for each in shipped() if each.id == "brandubh-0a43243362")
    page.goto(address)
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    expect(page.locator("#tally")).to_have_text(f"0 of {len(shipped())} solved.")
    page.goto(f"{address}puzzles.html#puzzle={puzzle.id}")
    page.reload()
    expect(page.locator("#which")).to_contain_text(f"{puzzle.ruleset.name}, grade {puzzle.grade} of 6")
    click(page, "f3-f2")
    expect(page.locator(".told.refused")).to_contain_text("f3-f2 does not keep the win: ", timeout=SLOW)
    solve(page, puzzle)
    expect(page.locator("#tally")).to_have_text(f"1 of {len(shipped())} solved.")
    before = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(before)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".told")).to_contain_text("The solution: ")


def test_photographs_and_accessibility(sized: Sized, address: str) -> None:
    page = sized.page
    begin(page, address, "computer", "brandubh")
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(3, timeout=SLOW)
    sized.check("site-game")
    page.goto(f"{address}rules.html#rules={quote(HOUSE)}")
    expect(page.locator("#differences li")).to_have_count(1, timeout=SLOW)
    sized.check("site-rules")
    page.goto(address)
    expect(page.locator("#games li")).to_have_count(1)
    sized.check("site-start")
