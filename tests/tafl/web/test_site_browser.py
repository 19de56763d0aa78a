"""The pages without a server, in a real browser: the rules run there in WebAssembly, and Python for the rest.

Where the rules in WebAssembly are not built (``python tasks.py rules``), Python plays all games.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable, Iterator
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect
from touching import SHIFTS, Sized, analyse, choose_file, click, play_out, press, solve, titled
from webpages import Quiet, require_pyodide, served

from hnefatafl import Move, Position, variants
from hnefatafl.notation import json
from hnefatafl.records import Game
from tafl.cli import main
from tafl.puzzles import PuzzleTrainer, format_puzzles, shipped
from tafl.web._puzzles import attempt_puzzle
from tafl.web._site import read_rules

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

HOUSE = 'name = "House brandubh"\nbase = "brandubh"\nescape = "edge"\n'
SLOW = 60_000
"""The milliseconds that Python may take to begin, with other work beside it."""
IS_BUILT: Final = bool(read_rules())
BUILT: Final = pytest.mark.skipif(
    not IS_BUILT and os.environ.get("TAFL_WASM_REQUIRED") != "1", reason="the rules are not built: tasks.py rules"
)
OF_PYTHON: Final = ("pyodide/", "library.zip.xz")
BUDGET: Final = 300_000
"""The bytes that a game of brandubh against the computer may load, packed by gzip."""


class Loaded:
    """What pages have loaded; not what is kept for when there is no network."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._address = address
        self._found: set[str] = set()
        context.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.service_worker is None:
            self._found.add(request.url.partition("#")[0])

    @property
    def names(self) -> set[str]:
        """The files of the site, by their names."""
        return {url.removeprefix(self._address) or "index.html" for url in self._found}

    def has_python(self) -> bool:
        """Whether Python was loaded."""
        return any(name.startswith(OF_PYTHON) for name in self.names)

    def packed(self, folder: Path) -> int:
        """The bytes of all files, packed by gzip."""
        return sum(len(gzip.compress((folder / name).read_bytes())) for name in self.names)


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
    expect(page.locator("#board [data-square=d1]")).to_be_visible(timeout=SLOW)


def test_the_site_is_small_and_whole(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 8_600_000
    assert {path.name for path in folder.glob("*.html")} == {
        *("index.html", "rules.html", "study.html", "explore.html", "game.html", "puzzles.html", "404.html")
    }


def test_a_whole_game_without_a_network(page: Page, context: BrowserContext, address: str, tmp_path: Path) -> None:
    begin(page, address, "computer", "brandubh")
    page.wait_for_function("navigator.serviceWorker.ready.then((found) => found.active !== null)", timeout=SLOW)
    context.set_offline(True)
    position = play_out(page, "alphabeta:nodes=2000", SLOW)
    expect(page.locator(".told")).to_contain_text(str(position.outcome)[1:])
    page.reload()  # the page, Python and the game are all still there
    expect(page.locator(".tree li")).to_have_count(position.ply + 1, timeout=SLOW)
    page.get_by_role("tab", name="Share").click()
    page.get_by_label("Notation").select_option("json")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert json.parse_game(Path(download.value.path()).read_text("utf-8")).replay().position == position
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator("#connection")).to_have_text("You play the defenders.", timeout=SLOW)
    page.goto(address)
    expect(page.locator("#games li")).to_have_count(2)


@BUILT
def test_what_a_game_against_the_computer_loads(
    page: Page, context: BrowserContext, address: str, folder: Path
) -> None:
    """From the first page to the computer's answer nothing of Python, and little."""
    loaded = Loaded(context, address)
    page.goto(address)
    page.get_by_role("button", name="Play the computer, brandubh", exact=True).first.click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(3)
    assert {"rules/rules.wasm", "rules/search.wasm", "rules/evaluations/brandubh.bin"} <= loaded.names
    assert not loaded.has_python()
    assert loaded.packed(folder) <= BUDGET


@BUILT
def test_a_move_on_the_first_board_begins_a_game(page: Page, context: BrowserContext, address: str) -> None:
    loaded = Loaded(context, address)
    page.goto(address)
    expect(page.locator("#door-title")).to_contain_text("Hall")
    click(page, "d1-c1")
    expect(page.locator("#title")).to_have_text("Hall")
    expect(page.locator(".tree li")).to_have_count(3)
    assert not loaded.has_python()


@BUILT
def test_a_game_at_one_screen_is_analysed_without_python(page: Page, context: BrowserContext, address: str) -> None:
    loaded = Loaded(context, address)
    begin(page, address, "screen", "brandubh")
    click(page, "d1-c1")
    press(page, "Take back")
    expect(page.locator(".told")).to_contain_text("The attackers are to move")
    click(page, "d1-e1")
    expect(page.locator(".tree li")).to_have_count(3)
    press(page, "Hint")
    expect(page.locator(".told")).to_contain_text("Hint for the defenders: ")
    analyse(page)
    expect(page.locator(".analysis")).to_contain_text("nodes")
    press(page, "Promote the variation")
    expect(page.locator(".tree li").nth(1)).to_contain_text("d1-e1")
    page.get_by_role("tab", name="Mistakes").click()
    page.get_by_role("button", name="Find the mistakes").first.click()
    expect(page.get_by_role("tabpanel", name="Mistakes")).to_contain_text(re.compile(r"(\d+|No) mistakes?\."))
    press(page, "Play on from here")
    expect(page.locator("#connection")).to_have_text("You play the defenders.")
    press(page, "Resign")
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".told")).to_contain_text("the defenders have resigned")
    page.get_by_role("button", name="Rematch", exact=True).click()
    expect(page.locator(".tree li")).to_have_count(2)
    assert not loaded.has_python()


def test_the_picture_of_a_game_comes_from_python(page: Page, address: str, tmp_path: Path) -> None:
    begin(page, address, "computer", "brandubh")
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(3, timeout=SLOW)
    page.get_by_role("tab", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert "<svg" in Path(download.value.path()).read_text("utf-8")
    click(page, "d2-c2")  # and the game goes on
    expect(page.locator(".tree li")).to_have_count(5, timeout=SLOW)


def hold_python(page: Page) -> Callable[[], None]:
    """Keep Python from being loaded, until what is returned is called."""
    held: list[Route] = []
    page.route("**/library.zip.xz", lambda route: held.append(route), times=1)

    def release() -> None:
        while not held:
            page.wait_for_timeout(50)
        held[0].continue_()

    return release


@pytest.mark.parametrize(
    ("name", "pieces"),
    [("rules", "#editor .thumb .king"), ("study", "#editor .thumb .king"), ("explore", "#board [data-square=d1]")],
)
def test_a_page_says_that_python_is_loaded(page: Page, address: str, name: str, pieces: str) -> None:
    """Meanwhile it shows the pieces, and what comes later has its room."""
    release = hold_python(page)
    page.goto(f"{address}{name}.html")
    notice = page.get_by_role("status").filter(has_text="Loading Python (8 MB, once) …")
    expect(notice).to_be_visible()
    expect(page.locator(pieces)).to_be_visible()
    square = page.locator("#editor .place, #board .stand").bounding_box()
    release()
    expect(notice).to_have_count(0, timeout=SLOW)
    expect(page.locator("#editor .drawn > svg:not(.thumb), #status:not(:empty)").first).to_be_visible(timeout=SLOW)
    assert page.locator("#editor .place, #board .stand").bounding_box() == square


def test_while_a_record_is_read_no_other_is(page: Page, address: str) -> None:
    release = hold_python(page)
    page.goto(f"{address}study.html")
    page.get_by_role("button", name="Try an example").click()
    expect(page.locator("#status")).to_have_text("Reading …")
    for name in ("Read", "Try an example"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    release()
    expect(page.locator(".tree li")).to_have_count(9, timeout=SLOW)


def test_own_rules_of_the_site_are_played(page: Page, context: BrowserContext, address: str) -> None:
    loaded = Loaded(context, address)
    begin(page, address, "computer", "Hall")
    move = str(sorted(Position.initial(variants.TABLUT).legal_moves())[0])
    click(page, move)
    expect(page.locator(".tree li")).to_have_count(3, timeout=SLOW)
    assert loaded.has_python() != IS_BUILT


def test_a_link_with_rules_is_played_and_they_are_changed_and_kept(
    page: Page, context: BrowserContext, address: str
) -> None:
    page.goto(f"{address}#rules={quote(HOUSE)}")
    page.get_by_label("Against").select_option("screen")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("House brandubh", timeout=SLOW)
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(2)
    loaded = Loaded(context, address)
    page.reload()  # now the tables of these rules are there
    expect(page.locator(".tree li")).to_have_count(2, timeout=SLOW)
    assert loaded.has_python() != IS_BUILT
    page.goto(f"{address}rules.html#rules={quote(HOUSE)}")
    expect(page.locator("#options li")).to_have_text(["escape: edge instead of corners"], timeout=SLOW)
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
    expect(page.locator("#board [data-square=d1]")).to_be_visible(timeout=SLOW)
    click(page, "d1-c1")
    expect(page.locator(".thinking")).to_contain_text("Thinking", timeout=SLOW)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".tree li")).to_have_count(1, timeout=SLOW)
    expect(page.locator(".told")).to_contain_text("The attackers are to move", timeout=SLOW)


def test_what_is_not_there_is_said(page: Page, address: str) -> None:
    page.goto(f"{address}game.html#game=nothing&token=both")
    expect(page.get_by_role("alert")).to_have_text("This game is not kept in this browser.")


def test_a_wrong_address_at_any_depth_leads_on(page: Page, folder: Path) -> None:
    class Host(Quiet):
        error_message_format = (folder / "404.html").read_text("utf-8").replace("%", "%%")

    with served(folder, Host) as address:
        page.goto(f"{address}gmae/abc/")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
        expect(page.locator("header")).to_have_css("display", "flex")  # by the style of the site
        page.get_by_role("main").get_by_role("link", name="To the start page").click()
        expect(page).to_have_url(address)


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


def test_the_explorer_of_a_game_knows_its_rules(page: Page, context: BrowserContext, address: str) -> None:
    """Its games are shown at once, but Python is loaded only for somebody who looks at them."""
    loaded = Loaded(context, address)
    begin(page, address, "screen", "brandubh")
    expect(page.locator("#own")).to_have_value("brandubh")
    assert loaded.has_python() != IS_BUILT
    page.get_by_role("tab", name="Explorer").click()
    expect(page.locator("#tally")).to_contain_text("Brandubh, at the start: 11 of 11 games.", timeout=SLOW)
    rows = page.locator("#moves-played tr")
    expect(rows).not_to_have_count(0)
    for move in ("d2-a2", "d5-g5"):
        click(page, move)
    expect(page.locator("#tally")).to_have_text("None of the 11 games came here.")
    expect(rows.first).to_be_hidden()
    press(page, "Take back")
    press(page, "Take back")
    expect(page.locator("#tally")).to_contain_text("11 of 11 games.")
    expect(rows.first).to_be_visible()


def test_a_puzzle_is_solved_without_a_server(page: Page, context: BrowserContext, address: str) -> None:
    puzzle = next(each for each in shipped() if each.id == "brandubh-0a43243362")
    loaded = Loaded(context, address)
    page.goto(address)
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    expect(page.locator("#tally")).to_have_text(f"0 of {len(shipped())} solved.")
    page.goto(f"{address}puzzles.html#puzzle={puzzle.id}")
    page.reload()
    expect(page.locator("#which")).to_contain_text(f"{titled(puzzle.ruleset.name)}, grade {puzzle.grade} of ")
    click(page, "f3-f2")
    expect(page.locator(".told.refused")).to_contain_text("f3-f2 does not keep the win: ", timeout=SLOW)
    solve(page, puzzle)
    expect(page.locator("#tally")).to_have_text(f"1 of {len(shipped())} solved.")
    before = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(before)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".told")).to_contain_text("The solution: ")
    assert loaded.has_python() != IS_BUILT


ASKED: Final = """async (bodies) => {
    const { attempt } = await import("./static/trainer.js");
    const found = [];
    for (const body of bodies) found.push(await attempt(body).catch((error) => error.message));
    return found;
}"""


@BUILT
def test_puzzles_are_judged_as_by_the_library(page: Page, address: str) -> None:
    """Each answer to a move, right, wrong or illegal, to a hint and to the solution is that of Python."""
    bodies: list[dict[str, Any]] = []
    for puzzle in shipped()[::18]:
        chance = Random(puzzle.id)
        _, fields = map(loads, format_puzzles((puzzle,)))
        later = [[str(move) for move in puzzle.line[:count]] for count in range(0, puzzle.plies, 2)]
        for played in later:
            position = puzzle.position
            for move in played:
                position = position.play(move)
            tried = [*chance.sample(sorted(position.legal_moves()), 3), puzzle.line[len(played)], "a1-a3"]
            asked: list[dict[str, Any]] = [{"hint": True}, {"solution": True}, {"node": 0}]
            asked += [{"move": str(move)} for move in tried]
            bodies += [{"puzzle": fields, "played": played, **each} for each in asked]
    page.goto(f"{address}puzzles.html")
    answers = page.evaluate(ASKED, bodies)
    assert len(answers) > 100
    differing = [
        (body, answer)
        for body, answer in zip(bodies, answers, strict=True)
        if answer != loads(dumps(attempt_puzzle(body, PuzzleTrainer.NODES)))
    ]
    assert not differing, differing[:3]


@BUILT
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_pages_keep_room_for_what_is_loaded(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """Hardly anything that is in view is moved by what comes later."""
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        shifted: dict[str, float] = {}

        def note(name: str) -> None:
            page.wait_for_load_state("networkidle")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            shifted[name] = page.evaluate("window.shifted")

        page.goto(address)
        expect(page.locator("#door [data-square=d1]")).to_be_visible()
        note("start")
        page.get_by_role("button", name="Play the computer, tablut").first.click()
        expect(page.locator("#board [data-square=d1]")).to_be_visible()
        note("game")
        page.goto(f"{address}puzzles.html")
        expect(page.locator("#board [data-square=d1]")).to_be_visible()
        note("puzzles")
        assert {name: value for name, value in shifted.items() if value >= 0.1} == {}


@BUILT
def test_a_game_that_is_loaded_has_its_board_and_panel_in_place(page: Page, address: str) -> None:
    page.goto(address)
    page.route("**/rules.wasm", lambda route: None)  # answered by nobody
    page.get_by_role("button", name="Play the computer, tablut").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tablut")
    expect(page.locator("#connection")).to_be_empty()
    board, panel = (page.locator(part).bounding_box() for part in (".place", ".panel-of-board"))
    assert board is not None
    assert panel is not None
    assert board["width"] > 500
    assert abs(board["width"] - board["height"]) < 1
    assert panel["x"] > board["x"] + board["width"]
    assert panel["width"] > 400


def test_photographs_and_accessibility(sized: Sized, address: str) -> None:
    page = sized.page
    begin(page, address, "computer", "brandubh")
    click(page, "d1-c1")
    expect(page.locator(".tree li")).to_have_count(3, timeout=SLOW)
    sized.check("site-game")
    page.goto(f"{address}rules.html#rules={quote(HOUSE)}")
    expect(page.locator("#options li")).to_have_count(1, timeout=SLOW)
    sized.check("site-rules")
    page.goto(address)
    expect(page.locator("#games li")).to_have_count(1)
    sized.check("site-start")
