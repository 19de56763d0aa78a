"""The board of the pages in a real browser: what is in view, what is said, and how it is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from touching import Sized, analyse, by_keys, click, drag, held, made, outside, press, until

from hnefatafl import Position, Side, variants
from tafl.engine import player

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]


def studied(page: Page, address: str) -> None:
    """Open a record to study, at its end."""
    page.goto(f"{address}study")
    page.locator("#record").fill("# variant: brandubh\nd1-e1 d3-f3 d2-f2xf3,0,0,Ongoing\n")
    page.get_by_role("button", name="Read").click()
    until(page, 3)


@pytest.mark.parametrize("record", [False, True], ids=["game", "study"])
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (390, 844)], ids=str)
def test_all_that_matters_is_in_view_at_once(
    browser: Browser, address: str, size: tuple[int, int], record: bool
) -> None:
    whole = (".place", ".told", ".tab:not([hidden])", ".tafl-board nav", ".actions")
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
        analyse(page)
        expect(page.locator(".lines li")).to_have_count(3)
        assert outside(page, *whole, ".analysis") == [], "with an evaluation"
        page.get_by_role("tab", name="Moves").click()
        assert held(page, ".tree [aria-current]", ".moves"), "the move that is shown is in view"
        board, panel = (page.locator(name).bounding_box() for name in (".place", ".said"))
        assert board is not None
        assert panel is not None
        if size[0] == 390:
            assert board["width"] >= 370
            assert panel["y"] >= board["y"] + board["height"]
        else:
            assert panel["x"] >= board["x"] + board["width"]


def test_the_explanation_of_ones_own_move_stands_before_the_answer(page: Page, address: str) -> None:
    start = "/3t3/7/1tT4/3K3/7/7/t6/"
    made(page, address, seats={"attackers": "link", "defenders": "random"}, start=start, first="attackers")
    page.evaluate(
        """() => {
            window.seen = [];
            const told = document.querySelector(".told");
            const note = () => seen.push([performance.now(), told.textContent]);
            new MutationObserver(note).observe(told, { childList: true, characterData: true, subtree: true });
        }"""
    )
    click(page, "d1-d3")
    until(page, 2)
    seen = page.evaluate("seen")
    own = next(at for at, words in seen if "captures the defender on c3: between two enemies (b3, d3)" in words)
    answer = next(at for at, words in seen if at > own and "The attackers are to move" in words)
    assert answer - own >= 590
    assert [words for at, words in seen if own < at < answer] == [], "nothing else is announced meanwhile"
    expect(page.locator(".tree li").nth(1)).to_have_text("1. d1-d3 ×c3 between two enemies")
    expect(page.locator(".told")).not_to_contain_text("nothing")
    live = "[aria-live], [role=status], [role=alert], [role=log]"
    expect(page.locator(live)).to_have_count(1)


def test_the_moves_stand_two_in_a_line_and_show_their_positions(page: Page, address: str) -> None:
    studied(page, address)
    boxes = [box for item in page.locator(".tree li").all() if (box := item.bounding_box()) is not None]
    _start, first, second, third = boxes
    assert first["y"] == second["y"] < third["y"]
    assert first["x"] == third["x"] < second["x"]
    expect(page.locator(".tree li").last).to_have_text("3. d2-f2 ×f3 between two enemies")
    page.get_by_role("button", name="1. d1-e1").click()
    expect(page.locator("#board")).to_have_attribute("data-node", "1")
    analyse(page)
    expect(page.locator(".lines li")).to_have_count(3)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".tree [aria-current] small")).to_contain_text("%")


def test_keys_step_flip_and_hint(page: Page, address: str) -> None:
    studied(page, address)
    board, squares = page.locator("#board"), page.locator(".squares [data-square]")
    for key, node in [("ArrowLeft", "2"), ("Home", "0"), ("ArrowRight", "1"), ("End", "3")]:
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-node", node)
    page.locator("[data-square=a1]").click()  # a square that was clicked does not take the keys
    page.keyboard.press("ArrowLeft")
    expect(board).to_have_attribute("data-node", "2")
    page.keyboard.press("f")
    expect(squares.first).to_have_attribute("data-square", "g1")
    page.keyboard.press("h")
    expect(page.locator(".told")).to_contain_text("Hint for the attackers")
    page.get_by_role("tab", name="Share").click()
    page.locator("#dialect").focus()
    page.keyboard.press("Home")
    expect(board).to_have_attribute("data-node", "2")


def test_pieces_are_dragged(page: Page, address: str) -> None:
    made(page, address)
    drag(page, "d1-c1")
    until(page, 1)
    expect(page.locator(".tree [aria-current]")).to_have_text("1. d1-c1")
    drag(page, "d3-a1")
    expect(page.locator(".told.refused")).to_contain_text("d3-a1")
    drag(page, "c4-c3-c4")
    expect(page.locator(".selected")).to_have_count(0)
    drag(page, "c4-c2")
    until(page, 2)


@pytest.mark.parametrize("play", [click, drag, by_keys])
def test_a_whole_game(page: Page, address: str, play: Callable[[Page, str], None]) -> None:
    made(page, address)
    page.locator("[data-square=a1]").focus()
    players = {Side.ATTACKERS: player("random:seed=2"), Side.DEFENDERS: player("alphabeta:nodes=500")}
    position = Position.initial(variants.BRANDUBH)
    while position.outcome is None:
        move = players[position.turn].choose(position)
        assert move is not None
        play(page, str(move))
        position = position.play(move)
        until(page, position.ply)
    assert position.ply > 3
    expect(page.locator(".told")).to_contain_text("The defenders win: the king has escaped.")
    page.locator("[data-square=d4]").click()
    expect(page.locator(".told")).to_contain_text("the game is over.")


def test_a_finger_drags_a_piece(browser: Browser, address: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        made(page, address)
        boxes = [page.locator(f"[data-square={square}]").bounding_box() for square in ("d1", "b1")]
        points = [{"x": box["x"] + 20, "y": box["y"] + 20} for box in boxes if box is not None]
        touch = context.new_cdp_session(page)
        for kind, shown in (("touchStart", points[:1]), ("touchMove", points[1:]), ("touchEnd", points[2:])):
            event = {"type": kind, "touchPoints": shown}
            touch.send("Input.dispatchTouchEvent", event)  # pyright: ignore[reportUnknownMemberType]
        until(page, 1)
        expect(page.locator(".tree [aria-current]")).to_have_text("1. d1-b1")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("d3", "d3 is a defender; the attackers are to move."),
        ("d4", "d4 is the king; the attackers are to move."),
        ("a7", "a7 is an empty corner; only the king may stop here; the king escapes here."),
        ("b2", "b2 is empty."),
        ("d1-d1", "d1 is an attacker; it can move."),
        ("d6", "d6 can go to"),
        ("a4-a1", "The corner a1: only the king may stop here."),
        ("d1-d5", "Illegal move d1-d5: another piece stands in the way (d2)."),
    ],
)
def test_every_click_answers(page: Page, address: str, move: str, words: str) -> None:
    made(page, address)
    click(page, move)
    expect(page.locator(".told")).to_contain_text(words)
    press(page, "Flip the board")
    if "-" in move and move != "d1-d1":
        expect(page.locator(".told")).to_have_text("The attackers are to move.")


def test_who_may_not_move_is_told_why(page: Page, address: str) -> None:
    made(page, address, seats={"attackers": "alphabeta:level=10", "defenders": "link"})
    page.locator("[data-square=d1]").click()
    expect(page.locator(".told")).to_have_text("d1 is an attacker; you play the defenders.")


def test_squares_are_a_grid_that_names_the_special_ones(page: Page, address: str) -> None:
    made(page, address)
    grid = page.get_by_role("grid", name="Board")
    cells, drawn = (page.locator(name).bounding_box() for name in ("[data-square=g1]", ".place .board"))
    assert cells is not None
    assert drawn is not None
    unit = drawn["width"] / 148  # seven squares of 20, and 4 beyond the rim
    assert cells["y"] + cells["height"] == pytest.approx(drawn["y"] + drawn["height"] - 4 * unit, abs=1)
    assert cells["width"] == pytest.approx(cells["height"], abs=1)
    expect(grid.get_by_role("row")).to_have_count(7)
    expect(grid.get_by_role("row").first.get_by_role("gridcell")).to_have_count(7)
    corner = "a7, corner, empty; only the king may stop here; the king escapes here"
    expect(page.locator("[data-square=a7]")).to_have_attribute("aria-label", corner)
    throne = "d4, throne, king; only the king may stop here"
    expect(page.locator("[data-square=d4]")).to_have_attribute("aria-label", throne)
    expect(page.locator("[data-square=d1]")).to_have_attribute("aria-label", "d1, attacker, can move")
    page.get_by_role("button", name="More").click()
    page.get_by_text("Special squares").click()
    restricted = "only the king may stop here; hostile to all pieces while empty"
    told = [f"throne: {restricted}", f"corner: {restricted}", "way out: the king escapes here"]
    expect(page.locator(".legend li")).to_have_text(told)


def colour(page: Page, selector: str) -> str:
    """The colour in which something of the board is filled."""
    return str(page.locator(selector).first.evaluate("(each) => getComputedStyle(each).fill"))


def test_a_theme_is_chosen_and_remembered(page: Page, address: str) -> None:
    made(page, address)
    page.get_by_role("button", name="More").click()
    theme = page.get_by_label("Theme")
    assert theme.locator("option").all_inner_texts() == ["linen", "slate", "wood"]
    grounds = set[str]()
    for name in ("linen", "slate", "wood"):
        theme.select_option(name)
        grounds.add(colour(page, ".place .ground"))
    assert len(grounds) == 3
    page.reload()
    expect(theme).to_have_value("wood")
    assert colour(page, ".place .ground") == "rgb(230, 200, 147)"
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".board .arrows")).to_have_count(1)
    assert colour(page, ".board .arrows") == "rgb(12, 106, 92)", "another colour than the captures have"


def test_a_large_board_is_zoomed_on_a_phone(browser: Browser, address: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        made(page, address, variants.get("alea-evangelii"))
        square, place = page.locator("[data-square=j10]"), page.locator(".place")
        small, around = square.bounding_box(), place.bounding_box()
        page.get_by_role("button", name="More").tap()
        page.get_by_role("button", name="Zoom").tap()
        large, kept = square.bounding_box(), place.bounding_box()
        assert small is not None
        assert large is not None
        assert large["width"] > 2 * small["width"] > 32
        assert kept == around
        sizes = page.locator(".ranks span").first.evaluate("(each) => getComputedStyle(each).fontSize")
        assert sizes == "12.8px"
        page.locator("[data-square=j8]").tap()
        expect(page.locator(".told")).to_contain_text("j8 ")


def test_a_page_is_printed_without_its_buttons(page: Page, address: str) -> None:
    studied(page, address)
    page.emulate_media(media="print")
    for hidden in (".tafl-board nav", ".actions", ".tabs", "header", "#dialect"):
        expect(page.locator(hidden)).to_be_hidden()
    for shown in (".place svg", ".tree", ".told"):
        expect(page.locator(shown).first).to_be_visible()


@pytest.mark.parametrize(("reduced", "count"), [("no-preference", 1), ("reduce", 0)])
def test_nothing_moves_where_motion_is_reduced(page: Page, address: str, reduced: str, count: int) -> None:
    page.emulate_media(reduced_motion=reduced)  # type: ignore[arg-type]
    made(page, address)
    page.evaluate(
        """() => {
            window.moved = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
        }"""
    )
    click(page, "d1-c1")
    until(page, 1)
    assert page.evaluate("moved") == count


def test_an_analysis_ends_with_its_tab(page: Page, address: str) -> None:
    """No arrow shows what to play to a reader who has gone on to another tab, which no answer takes away."""
    made(page, address)
    analyse(page)
    page.get_by_role("tab", name="Moves").click()
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    analyse(page)
    expect(page.locator(".board .arrows path")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Stop the analysis")).to_be_visible()
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".board .arrows path")).to_have_count(0)
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Share").click()
    expect(page.locator(".lines li")).to_have_count(0)


@pytest.mark.parametrize("theme", ["linen", "slate", "wood"])
def test_every_theme_is_accessible(sized: Sized, address: str, theme: str) -> None:
    page = sized.page
    studied(page, address)
    page.get_by_role("button", name="More").click()
    page.get_by_label("Theme").select_option(theme)
    page.keyboard.press("Escape")
    analyse(page)
    expect(page.locator(".lines li")).to_have_count(3)
    assert sized.violations(page) == []
    page.get_by_role("button", name="More").click()
    page.get_by_text("Special squares").click()
    page.get_by_role("button", name="More").click()
    click(page, "c4")
    assert sized.violations(page) == []
