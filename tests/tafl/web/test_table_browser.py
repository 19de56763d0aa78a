"""The table of a game in a real browser: whatever is chosen in the panel, the board and its words stay in view."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from touching import analyse, click, held, made, outside, until

from hnefatafl import playout, variants
from hnefatafl.notation import json
from hnefatafl.records import Game

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

SIZES: Final = [(1366, 768), (1280, 800), (390, 844), (844, 390)]
TABS: Final = ("Moves", "Analysis", "Mistakes", "Explorer", "Share")
WHOLE: Final = (".stand", ".told", ".tabs", ".tab:not([hidden])", ".tafl-board nav", ".actions")
PUZZLING: Final = "/2Kt3/7/7/7/1t5/7/4t2/"
"""A start from which the defenders can escape, and the attackers capture the king."""


def long_game() -> str:
    """A record of 78 plies of copenhagen."""
    return json.format_game(Game(ruleset=variants.COPENHAGEN).add(playout(variants.COPENHAGEN, 1).moves[:78]))


def each_tab(page: Page, state: str) -> None:
    """Look at all tabs in turn: the board, its words and the buttons are in view."""
    for name in TABS:
        page.get_by_role("tab", name=name).click()
        assert outside(page, *WHOLE) == [], (state, name)
    page.get_by_role("tab", name="Moves").click()
    assert held(page, ".tree [aria-current]", ".tab"), state


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_board_words_and_entry_are_in_view_in_every_tab(browser: Browser, address: str, size: tuple[int, int]) -> None:
    view: ViewportSize = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=view) as context:
        page = context.new_page()
        page.goto(f"{address}study")
        page.locator("#record").fill(long_game())
        page.get_by_role("button", name="Read").click()
        until(page, 78)
        each_tab(page, "the end of a long record")
        page.keyboard.press("Home")
        expect(page.locator("#board")).to_have_attribute("data-node", "0")
        page.locator(".tree [data-node='40']").click()
        expect(page.locator("#board")).to_have_attribute("data-node", "40")
        each_tab(page, "its middle")
        page.locator("[data-square=a1]").click()
        assert outside(page, *WHOLE) == [], "after a click"
        made(
            page,
            address,
            seats={"attackers": "link", "defenders": "alphabeta:nodes=500"},
            start=PUZZLING,
            first="attackers",
        )
        click(page, "e7-e6")
        expect(page.get_by_role("heading", name="You lose")).to_be_visible()
        assert outside(page, ".over") == []
        each_tab(page, "the end of a game")
        page.get_by_role("button", name="Find my mistakes").click()
        expect(page.locator(".mistakes li")).to_have_count(1)
        page.keyboard.press("n")
        expect(page.locator(".board .red path")).to_have_count(1)
        expect(page.locator(".board .green path")).to_have_count(1)
        assert held(page, ".mistakes [aria-current=true]", ".tab")
        assert outside(page, *WHOLE) == [], "a mistake"


def test_a_mistake_is_tried_until_the_better_move_is_found(page: Page, address: str) -> None:
    made(page, address, seats={"attackers": "link", "defenders": "alphabeta:nodes=500"}, start=PUZZLING)
    click(page, "e7-e6")
    card = page.locator(".over")
    expect(card).to_have_class("over lost")
    page.get_by_role("button", name="Find my mistakes").click()
    expect(card).to_be_hidden()
    expect(page.locator(".mistakes li")).to_contain_text("Chance to win: 100 % → 0 %.")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".told")).to_contain_text("Find a better move than 1. e7-e6")
    click(page, "e7-e5")
    expect(page.locator(".told.refused")).to_have_text("e7-e5 is not the better move; try again.")
    click(page, "b5-b1")
    expect(page.locator(".told")).to_have_text("Right: b5-b1 is the better move.")
    expect(page.locator(".board .green path")).to_have_count(1)
    until(page, 2)  # the game has not changed


def test_a_line_of_an_analysis_is_shown_and_played(page: Page, address: str) -> None:
    made(page, address)
    analyse(page)
    lines = page.locator(".lines button")
    expect(lines).to_have_count(3)
    lines.nth(2).hover()  # from now on no other line takes its place
    expect(page.locator(".board .arrows path:not([opacity])")).to_have_count(1)
    move = lines.nth(2).inner_text().split()[1]
    lines.nth(2).click()
    until(page, 1)
    expect(page.locator(".tree [aria-current]")).to_contain_text(move)


def test_it_is_your_move(page: Page, address: str) -> None:
    made(page, address, seats={"attackers": "alphabeta:level=1", "defenders": "link"})
    until(page, 1)
    expect(page).to_have_title("● Your move – Brandubh – tafl")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    expect(page.locator(".player[data-side=attackers] .name")).to_have_text("Computer, level 1")
    expect(page.locator(".stand > :last-child")).to_contain_text("You")
    page.get_by_role("button", name="More").click()
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    click(page, "d3-c3")
    until(page, 3)


def test_the_square_under_a_dragged_man_is_marked(page: Page, address: str) -> None:
    made(page, address)
    page.locator("[data-square=d1]").hover()
    page.mouse.down()
    page.locator("[data-square=e1]").hover()
    expect(page.locator(".under")).to_have_attribute("data-square", "e1")
    page.locator("[data-square=c1]").hover()
    expect(page.locator(".under")).to_have_attribute("data-square", "c1")
    page.mouse.up()
    until(page, 1)
    expect(page.locator(".under")).to_have_count(0)


def test_two_fingers_zoom_a_large_board(browser: Browser, address: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        made(page, address, variants.get("alea-evangelii"))
        square = page.locator("[data-square=j10]")
        small = square.bounding_box()
        touch = context.new_cdp_session(page)

        def send(kind: str, *points: tuple[int, int]) -> None:
            event = {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]}
            touch.send("Input.dispatchTouchEvent", event)  # pyright: ignore[reportUnknownMemberType]

        send("touchStart", (180, 260))
        send("touchStart", (180, 260), (220, 260))
        send("touchMove", (140, 260), (260, 260))
        send("touchEnd")
        large = square.bounding_box()
        assert small is not None
        assert large is not None
        assert 2 < large["width"] / small["width"] < 4


TEXT: Final = "17 letters of it."
CODE: Final = """
111111100111001111111
100000100100001000001
101110101011101011101
101110100111101011101
101110100100001011101
100000100110001000001
111111101010101111111
000000001101000000000
111011111010111000100
011011010111100110001
110000110010111111001
111011011101100101000
110111101001110110001
000000001011110011001
111111101011100110101
100000101110100100000
101110101111010110001
101110100111110010100
101110101001110110101
100000101001010000010
111111101000100110011
"""
"""Its QR code of version 1, level L and mask 0, as segno 1.6 draws it."""


def test_the_link_for_the_other_player_comes_first(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("Against").select_option("link")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("tab", name="Share")).to_have_attribute("aria-selected", "true")
    assert outside(page, "#link-defenders", ".code") == []
    expect(page.get_by_role("img", name="The link for the defenders")).to_be_visible()
    click(page, "d1-c1")
    until(page, 1)
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")


def test_a_qr_code_is_drawn(page: Page, address: str) -> None:
    page.goto(address)
    rows = page.evaluate(
        """async (text) => {
            const { modules } = await import("/static/qr.js");
            return modules(text)?.map((row) => row.map(Number).join("")) ?? null;
        }""",
        TEXT,
    )
    assert rows == CODE.split()
    assert page.evaluate("import('/static/qr.js').then(({ modules }) => modules('x'.repeat(135)))") is None


def test_the_pages_can_be_installed(page: Page, address: str) -> None:
    page.goto(address)
    manifest = page.evaluate("fetch(document.querySelector('[rel=manifest]').href).then((answer) => answer.json())")
    for icon in manifest["icons"]:
        answer = page.request.get(f"{address}static/{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
    assert page.evaluate("new URL('../', document.querySelector('[rel=manifest]').href).pathname") == "/"
