"""The pages of the server in a real browser."""

from __future__ import annotations

import json as plain
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from touching import Sized, analyse, choose_file, click, drag, made, moves, play_out, press, titled, until

from hnefatafl import Move, Position, Ruleset, variants
from hnefatafl.board import PieceSet
from hnefatafl.notation import json, otn, toml

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]


def ready(page: Page, address: str) -> None:
    """Open the page of the rules with all options, and wait until it shows the first ruleset."""
    page.goto(f"{address}rules")
    expect(page.locator("#faults")).to_have_text("No contradictions.")
    for group in [page.locator("details#all > summary"), *page.locator("#form > .folded > summary").all()]:
        group.click()


def option(page: Page, path: str) -> Locator:
    """The field of an option."""
    return page.locator(f'[data-path="{path}"]')


def test_every_option_is_in_the_form(page: Page, address: str) -> None:
    ready(page, address)
    schema = page.evaluate("fetch('/api/schema').then((answer) => answer.json())")
    labels = {"format", "base", "name", "aliases", "origin", "source", "notes", "version"}
    shown = page.locator("#form > .folded > .field > label, #form > .folded > .folded > summary").all_inner_texts()
    assert sorted(shown) == sorted(name.replace("_", " ") for name in schema["properties"] if name not in labels)


@pytest.mark.parametrize("name", ["brandubh", "madera-tablut", "alea-evangelii-unst", "hnefatafl-11", "berserk"])
def test_the_form_shows_every_ruleset_as_it_is(page: Page, address: str, name: str) -> None:
    ready(page, address)
    page.get_by_label("Based on").select_option(name)
    expect(page.locator("#differences")).to_have_text(f"It plays as {titled(name)} does.")
    expect(page.locator("#leaflet")).to_contain_text(name)


def test_a_ruleset_is_made_and_saved(page: Page, address: str, tmp_path: Path) -> None:
    ready(page, address)
    page.get_by_label("Name", exact=True).fill("House brandubh")
    option(page, "escape").fill("edge")
    option(page, "king").select_option("middleweight")
    option(page, "exit_fort").check()
    option(page, "hammer").select_option("several …")
    page.locator("fieldset", has=page.get_by_text("which hammer")).get_by_label("soldiers", exact=True).check()
    expect(page.locator("#differences del").first).to_contain_text("one of the corners (a1, a7, g1 and g7).")
    expect(page.locator("#differences strong").first).to_have_text("They win as soon as he reaches the edge.")
    expect(page.locator("#options li")).to_have_text(
        [
            "escape: edge instead of corners",
            "king: middleweight instead of strong-near-throne",
            "hammer: soldiers instead of all pieces",
            "exit_fort: yes instead of no",
        ]
    )
    page.get_by_role("tab", name="Svenska").click()
    expect(page.locator("#leaflet")).to_contain_text("Spelregler: House brandubh")
    page.locator("summary", has_text="Save, print and share").click()
    made: dict[str, Ruleset] = {}
    for kind, read in (("toml", toml.parse_rules), ("json", json.parse_rules), ("otn", otn.parse_rules)):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind.upper()).click()
        assert download.value.suggested_filename == f"House-brandubh.{kind}"
        made[kind] = read(Path(download.value.path()).read_text("utf-8"))
    assert made["toml"] == made["json"]
    assert made["toml"].diff(variants.BRANDUBH).keys() == {"escape", "king", "hammer", "exit_fort"}
    assert made["toml"].hammer == PieceSet.SOLDIERS
    losses = page.locator("#losses li").all_inner_texts()
    assert len(losses) == len(otn.nearest_rules(made["toml"])[1])


def test_contradictions_are_shown_at_once(page: Page, address: str) -> None:
    ready(page, address)
    option(page, "secure_ring").check()
    option(page, "encirclement").uncheck()
    faults = page.locator("#faults")
    expect(faults).to_contain_text("secure_ring needs encirclement")
    expect(option(page, "secure_ring")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#begin")).to_be_disabled()
    option(page, "encirclement").check()
    expect(faults).to_have_text("No contradictions.")
    page.locator("#form summary", has_text="zones").click()
    page.get_by_role("button", name="Add to zones").click()
    expect(faults).to_contain_text("zone")
    page.get_by_role("button", name="Remove").click()
    expect(faults).to_have_text("No contradictions.")
    option(page, "start").fill("/8/8/8/8/8/8/8/8/")
    expect(faults).to_contain_text("the start layout has size 8, the board 7")


def test_a_file_of_rules_is_opened(page: Page, address: str, tmp_path: Path) -> None:
    ready(page, address)
    page.locator("summary", has_text="Save, print and share").click()
    file = tmp_path / "house.toml"
    file.write_text('name = "Mine"\nbase = "brandubh"\nescape = "edge"\nking_die = 6\n')
    choose_file(page, "Open a file of rules", file)
    expect(page.locator("#options li")).to_have_text(
        ["escape: edge instead of corners", "die: default instead of none"]
    )
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mine")
    file.write_text('base = "chess"')
    page.get_by_label("Open a file of rules").set_input_files([])
    choose_file(page, "Open a file of rules", file)
    expect(page.locator("#faults")).to_contain_text("chess")


def test_scripts_of_others_do_not_run(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(address)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = true\">')")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'hacked = true'}))"
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.hacked") is None
    assert plain.loads(page.evaluate("JSON.stringify(localStorage)")) == {}


# ---------------------------------------------------------------------------------------------------------------- games


def begin(page: Page, address: str, against: str, **choices: str) -> None:
    """Begin a game on the first page, and wait for the board."""
    page.goto(address)
    page.get_by_label("Against").select_option(against)
    for label, value in choices.items():
        page.get_by_label(label.replace("_", " "), exact=True).select_option(value)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()


def test_a_whole_game_of_brandubh_by_clicks_against_the_computer(page: Page, address: str) -> None:
    begin(page, address, "computer", You_play="attackers")
    expect(page.locator("#connection")).to_have_text("You play the attackers.")
    position = play_out(page, "alphabeta:nodes=3000")
    assert position.ply > 4
    expect(page.locator(".told")).to_contain_text(str(position.outcome)[1:])
    with page.expect_download() as download:
        page.get_by_role("tab", name="Share").click()
        page.get_by_label("Notation").select_option("json")
        page.get_by_role("button", name="Save").click()
    game = json.parse_game(Path(download.value.path()).read_text("utf-8"))
    assert game.replay().position == position


def test_a_custom_variant_is_made_by_the_form_and_played(page: Page, address: str) -> None:
    ready(page, address)
    page.get_by_label("Name", exact=True).fill("To the edge")
    option(page, "escape").fill("edge")
    option(page, "start").fill("/3t3/7/7/1K5/7/7/3t3/")
    expect(page.locator("#options")).to_contain_text("escape: edge instead of corners")
    page.locator("summary", has_text="Play it").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("To the edge")
    click(page, "d1-c1")
    until(page, 1)
    click(page, "b4-a4")
    expect(page.locator(".told")).to_contain_text("defenders win")


def test_two_browsers_in_one_game(page: Page, browser: Browser, address: str) -> None:
    begin(page, address, "link", You_play="attackers")
    link = page.get_by_label("The defenders", exact=True).input_value()
    watch = page.get_by_label("Spectators", exact=True).input_value()
    with browser.new_context() as other, browser.new_context() as third:
        bo, eve = other.new_page(), third.new_page()
        bo.goto(link)
        eve.goto(watch)
        expect(bo.locator("#connection")).to_have_text("You play the defenders.")
        expect(eve.locator("#connection")).to_have_text("You are watching.")
        expect(page.locator(".who")).to_have_text("Defenders: here. 1 spectator.")
        click(bo, "d3-c3")  # it is not their turn: the move is made when it is, unless it is taken back
        expect(bo.locator(".told")).to_contain_text("d3-c3 is made when it is your turn")
        bo.locator("[data-square=a1]").click()
        expect(bo.locator(".board .blue")).to_have_count(0)
        drag(bo, "d3-a3")
        expect(bo.locator(".board .blue path")).to_have_count(1)
        click(page, "d1-c1")
        for each in (page, bo, eve):
            until(each, 2)
        # Each looks at earlier moves alone.
        eve.get_by_role("button", name="First").click()
        expect(eve.locator(".told")).to_contain_text("You are looking at an earlier move.")
        expect(page.locator(".told")).not_to_contain_text("earlier")
        # A move is taken back when both ask for it.
        bo.get_by_role("button", name="Take back").click()
        expect(page.locator(".told")).to_have_text("The defenders ask to take the last move back.")
        page.get_by_role("button", name="Take back").click()
        for each in (page, bo, eve):
            until(each, 1)


def test_a_reload_in_the_middle_keeps_the_game(page: Page, address: str) -> None:
    begin(page, address, "computer", You_play="defenders")
    until(page, 1)
    page.reload()
    until(page, 1)
    page.goto(address)
    page.get_by_role("link", name="as the defenders").first.click()
    until(page, 1)


def test_a_game_by_the_keyboard_alone(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#against")).to_be_visible()

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} is not reached")

    tab_to("#begin")
    page.keyboard.press("Enter")
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    tab_to("#board [data-square]")
    for key in ["ArrowRight"] * 3 + ["ArrowDown"] * 6:  # from the top left
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("d1 can go to")
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    until(page, 1)
    assert moves(page) == ["d1-c1"]
    assert page.evaluate("document.activeElement.dataset.square") == "c1"
    tab_to("#board .actions button")
    page.keyboard.press("Enter")
    expect(page.locator(".tree [aria-current]")).to_have_text("Start")


def test_a_record_that_departs_from_the_rules_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}study")
    page.locator("#record").fill("# variant: brandubh\nd1-c1 c4-c2 d2-d5,0,0,Ongoing\n")
    page.get_by_role("button", name="Read").click()
    told = "The record departs from the rules at ply 3 (d2-d5): another piece stands in the way (d3)."
    expect(page.locator("#doubt")).to_have_text(told)
    expect(page.locator("#doubt")).to_be_visible()


def test_a_link_has_a_position(page: Page, address: str) -> None:
    text = "brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1"
    page.goto(f"{address}study#{quote(text)}")
    expect(page.locator("#board")).to_be_visible()
    click(page, "d3-c3")
    until(page, 1)
    page.goto(f"{address}study#{quote('brandubh /2t4/3t3 d')}")
    expect(page.locator("#status")).not_to_be_empty()


def test_what_is_drawn_with_the_right_button_is_kept(page: Page, address: str) -> None:
    tags = "[start-comment:Watch the corner.] [rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]"
    page.goto(f"{address}study#{quote(f'{tags} 1. d1-c1')}")
    until(page, 1)
    draw(page, "d3", "c3")
    expect(page.locator(".board .green path")).to_have_count(1)
    draw(page, "d4", "d4", "Shift")
    expect(page.locator(".board .red path")).to_have_count(1)
    expect(page.locator("[data-square=d4]")).to_have_attribute("aria-label", re.compile("a red circle"))
    draw(page, "d4", "d4", "Shift")
    expect(page.locator(".board .red path")).to_have_count(0)
    draw(page, "d4", "d4", "Alt")
    page.keyboard.press("Home")
    expect(page.locator(".told")).to_have_text(re.compile("Watch the corner."))
    expect(page.locator(".board .green path")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator(".board .green path")).to_have_count(1)
    expect(page.locator(".board .blue path")).to_have_count(1)
    page.get_by_role("tab", name="Share").click()
    page.locator("#dialect").select_option("otn")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save").click()
    text = saving.value.path().read_text("utf-8")
    assert "[%cal Gd3c3 %csl Bd4]" in text
    assert "[start-comment:Watch the corner.]" in text


def draw(page: Page, start: str, end: str, *keys: str) -> None:
    """Draw with the right mouse button."""
    for key in keys:
        page.keyboard.down(key)
    page.locator(f"[data-square={start}]").hover()
    page.mouse.down(button="right")
    page.locator(f"[data-square={end}]").hover()
    page.mouse.up(button="right")
    for key in keys:
        page.keyboard.up(key)


def test_a_record_is_studied(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "brandubh.csv"
    file.write_text("d1-c1 c4-c2 g4-g2,0,0,Ongoing\nd1-e1,0,0,\n")
    page.goto(f"{address}study")
    choose_file(page, "A file", file)
    expect(page.locator("#record")).not_to_have_value("")
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="1. brandubh, 3 moves").click()
    until(page, 3)
    page.get_by_role("button", name="First").click()
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".tree [aria-current]")).to_have_text("1. d1-c1")
    click(page, "d5-a5")
    until(page, 4)
    expect(page.locator(".tree [aria-current]")).to_have_text("2. d5-a5")
    press(page, "Promote the variation")
    expect(page.locator(".tree li").nth(2)).to_have_text("2. d5-a5")
    shown = page.locator(".tree").inner_html()
    page.reload()
    expect(page.locator(".tree li").nth(2)).to_have_text("2. d5-a5")
    assert page.locator(".tree").inner_html() == shown, "a page that was there sees what a page sees that comes now"
    press(page, "Delete from here")
    until(page, 3)
    press(page, "Flip the board")
    expect(page.locator(".squares button").first).to_have_attribute("data-square", "g1")


def test_the_die_is_rolled(page: Page, address: str) -> None:
    made(page, address, die={}, start="/3t3/7/7/7/1K5/7/3t3/", first="defenders")
    expect(page.locator("[data-square=b5]")).not_to_have_class("movable")
    page.get_by_role("button", name="Roll the die").click()
    expect(page.locator(".told")).to_contain_text("by a roll of")
    face = int(re.findall(r"by a roll of (\d)", page.locator(".told").inner_text())[0])
    expect(page.locator(".die circle")).to_have_count(face)
    expect(page.get_by_role("button", name="Roll the die")).to_be_hidden()
    click(page, "b5-b4")
    until(page, 1)
    expect(page.locator(".die svg")).to_have_count(0)


def test_a_turn_of_several_captures_is_told_and_stopped(page: Page, address: str) -> None:
    made(page, address, berserk="may-capture", start="/2t4/2T4/1t5/3Tt2/7/4K2/7/")
    click(page, "b3-c3")
    expect(page.locator(".told")).to_contain_text("captures the defender on c2")
    expect(page.locator(".told")).to_contain_text("the piece on c3 goes on")
    expect(page.locator(".board .lost")).to_have_count(1)
    page.get_by_role("button", name="Stop here").click()
    until(page, 2)
    expect(page.locator(".tree [aria-current]")).to_have_text("2. stops on c3")


def test_a_way_out_is_not_announced(page: Page, address: str) -> None:
    made(page, address, variants.FOTEVIKEN_TABLUT, start="/4t4/9/9/5K3/9/9/9/9/4t4/", first="defenders")
    click(page, "f4-f3")
    expect(page.locator(".told")).to_contain_text("The defenders announce: tuichu.")
    page.get_by_role("button", name="Do not announce").click()
    expect(page.locator(".told")).to_contain_text("The defenders do not announce: tuichu.")
    until(page, 1)


def test_a_finger_will_do(browser: Browser, address: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        made(page, address)
        page.locator("[data-square=d1]").tap()
        page.locator("[data-square=c1]").tap()
        until(page, 1)
        page.get_by_role("button", name="Take back").tap()
        expect(page.locator(".tree [aria-current]")).to_have_text("Start")


def test_an_analysis_goes_along(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    begin(page, address, "screen")
    analyse(page)
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".board .arrows")).to_have_count(1)
    expect(page.locator(".score")).to_contain_text("attackers: ")
    photograph(page, "analysis")
    click(page, "d1-c1")
    until(page, 1)
    expect(page.locator(".score")).to_contain_text("defenders: ")
    page.get_by_role("button", name="Stop the analysis").click()
    expect(page.locator(".analysis")).to_be_hidden()
    expect(page.locator(".board .arrows")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_contain_text("Hint for the defenders")
    expect(page.locator(".board .arrows")).to_have_count(1)


def test_the_position_and_the_record_are_copied(context: BrowserContext, page: Page, address: str) -> None:
    begin(page, address, "screen")
    click(page, "d1-c1")
    until(page, 1)
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Copy the position").click()
    after = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1"))
    # Where the browser keeps the clipboard to itself, the text is shown.
    expect(page.get_by_label("To be copied")).to_have_value(f"{after.board.record} defenders")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the record").click()
    expect(page.locator(".told")).to_have_text("The record is copied.")
    assert str(json.parse_game(page.evaluate("navigator.clipboard.readText()")).moves[0].move) == "d1-c1"


def test_pages_fit_and_are_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    for name in ("play", "study", "rules", "game"):
        if name == "rules":
            ready(page, address)
            option(page, "start").fill("/8/8/8/8/8/8/8/8/")
            expect(page.locator("#faults")).to_contain_text("size 8")
        elif name == "game":
            begin(page, address, "computer")
            click(page, "d1-c1")
            until(page, 2)
            page.locator("[data-square=d2]").click()
        else:
            page.goto(address + name.removeprefix("play"))
            expect(page.get_by_label("Rules")).not_to_have_value("x")
        sized.check(name)
