"""Pages of the built documentation run the library in the browser; ``python tasks.py docs`` builds and tries them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from touching import Sized
from webpages import BUILT, IS_BUILT, require_pyodide, served

from hnefatafl import Move, Position, variants
from hnefatafl.search import AlphaBeta
from tafl.web._offers import FIRST_GAMES
from tafl.web._site import read_rules

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser"), IS_BUILT]

pytest_plugins = ["browsing"]

SLOW: Final = 180_000
"""The milliseconds that Python may take, with other work beside it."""
PLAYED: Final = pytest.mark.skipif(not read_rules(), reason="the rules are not built: tasks.py rules")
TRUE: Final = re.compile(r"As the page shows:|It ran, and printed nothing\.")
"""What is said of an example that prints what stands there."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    require_pyodide()
    with served(Path(BUILT)) as found:
        yield found


def moves(page: Page) -> list[str]:
    """The moves in the list."""
    return [text.split()[1] for text in page.locator(".playing .tree li").all_inner_texts()[1:]]


def test_a_whole_game_on_the_page_of_a_ruleset_without_a_network(
    page: Page, context: BrowserContext, address: str
) -> None:
    loaded: list[str] = []
    context.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{address}variants/brandubh.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "/play/" in url]  # nothing before the click
    page.get_by_label("Level").select_option("3")
    with page.expect_response("**/library.zip.xz" if not read_rules() else "**/evaluations/*", timeout=SLOW):
        page.get_by_role("button", name="Play it here").click()  # what searches is loaded last
    expect(page.locator(".playing [data-square=d1]")).to_be_visible(timeout=SLOW)
    context.set_offline(True)
    own = AlphaBeta(nodes=2000)
    position = Position.initial(variants.BRANDUBH)
    while position.outcome is None:
        move = own.choose(position)
        assert move is not None
        position = position.play(move)
        for square in str(move).split("-"):
            page.locator(f".playing [data-square={square}]").click()
        count = position.ply + 1 + (position.outcome is None)
        expect(page.locator(".playing .tree li")).to_have_count(count, timeout=SLOW)
        if position.outcome is None:
            position = position.play(Move.parse(moves(page)[-1]))
    assert position.ply > 4
    expect(page.locator(".playing .told")).to_contain_text(str(position.outcome)[1:])


@PLAYED
def test_the_first_page_has_a_game_that_has_begun(page: Page, address: str) -> None:
    page.goto(f"{address}index.html")
    expect(page.locator(".playing [data-square=d1]")).to_be_visible(timeout=SLOW)
    for square in ("d1", "c1"):
        page.locator(f".playing [data-square={square}]").click()
    expect(page.locator(".playing .tree li")).to_have_count(3, timeout=SLOW)  # the computer has answered
    assert moves(page)[0] == "d1-c1"
    box = page.locator(".playing .place .board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800, "the whole board is in view"


def test_the_first_page_shows_the_games_of_the_first_page_of_the_site(page: Page, address: str) -> None:
    page.goto(f"{address}index.html")
    games = page.locator(".cards").first.locator(".card p a")
    assert [Path(str(game.get_attribute("href"))).stem for game in games.all()] == list(FIRST_GAMES[1:])
    games.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tablut (9×9)")
    page.go_back()
    page.locator(".cards").first.get_by_role("link", name="Play any ruleset").click()
    shown = page.get_by_role("list", name="Games", exact=True).get_by_role("listitem").locator(".pick")
    expect(shown).to_have_text([re.compile(name.replace("-", " "), re.IGNORECASE) for name in FIRST_GAMES[1:]])


@PLAYED
@pytest.mark.parametrize(
    ("name", "move"), [("options/throne", "b4-e4"), ("options/hammer", "a2-c2")], ids=["shipped rules", "other rules"]
)
def test_both_sides_are_played_from_a_board_that_is_shown(page: Page, address: str, name: str, move: str) -> None:
    page.goto(f"{address}{name}.html")
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".playing [data-square=b1]")).to_be_visible(timeout=SLOW)
    for square in move.split("-"):
        page.locator(f".playing [data-square={square}]").click()
    expect(page.locator(".playing .told")).to_contain_text("The attackers are to move.")
    assert moves(page) == [move]
    page.locator(".playing [data-square=d7]").click()
    expect(page.locator(".playing .told")).to_contain_text("d7 can go to")
    page.get_by_role("button", name="Begin again").click()
    expect(page.locator(".playing .tree li")).to_have_count(1)


@pytest.mark.parametrize("name", ["game", "archive", "variant", "bot", "rules"])
def test_the_examples_of_a_tutorial_run(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}tutorial/{name}.html")
    buttons = page.get_by_role("button", name="Run")
    count = buttons.count()
    assert count > 3
    buttons.last.click()  # after all the others, whose results stay
    states = page.locator(".run [role=status]")
    expect(states.last).to_have_text(TRUE, timeout=SLOW)
    for index in range(count - 1):
        buttons.nth(index).click()
        expect(states.nth(index)).to_have_text(TRUE)


def test_own_rules_begin_from_a_page(page: Page, address: str) -> None:
    page.goto(f"{address}make.html")
    page.get_by_role("link", name="Make your own rules").click()
    expect(page.locator("#faults")).to_have_text("No contradictions.", timeout=SLOW)


def test_photographs_and_accessibility(sized: Sized, address: str) -> None:
    page = sized.page
    page.goto(f"{address}variants/brandubh.html")
    sized.check("live-before")
    page.get_by_role("button", name="Play it here").click()
    expect(page.locator(".playing [data-square=d1]")).to_be_visible(timeout=SLOW)
    sized.check("live-game")
    page.goto(f"{address}tutorial/game.html")
    page.get_by_role("button", name="Run").first.click()
    expect(page.locator(".run [role=status]").first).to_have_text("As the page shows:", timeout=SLOW)
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_text("Back to top")).to_be_hidden()  # the theme has it outside of its regions
    sized.check("live-tutorial")
