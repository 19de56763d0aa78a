"""The start page, and links that lead nowhere, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from touching import Sized, choose_file, click, press, until

from hnefatafl import variants
from hnefatafl.describe import summary

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

SOON = 3_000
"""Milliseconds in which a page has to say that there is nothing."""


def test_an_old_link_says_so_and_leads_on(page: Page, address: str) -> None:
    page.goto(f"{address}game/abcdefghijkl#token=old")
    expect(page.get_by_role("alert")).to_contain_text("There is no such game", timeout=SOON)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="To the start page").click()
    expect(page).to_have_url(address)


def test_a_wrong_token_says_so(page: Page, address: str) -> None:
    page.goto(address)
    made = page.evaluate(
        """async () => (await fetch("/api/games", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ rules: { base: "brandubh" }, seats: { attackers: "screen", defenders: "screen" } }),
        })).json()"""
    )
    page.goto(f"{address}game/{made['id']}#token=wrong")
    expect(page.get_by_role("alert")).to_have_text("This link is not for this game.", timeout=SOON)


def test_a_wrong_address_is_a_page_with_a_way_on(page: Page, address: str) -> None:
    page.goto(f"{address}gmae/abc")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
    page.get_by_role("link", name="To the start page").click()
    expect(page).to_have_url(address)


@pytest.mark.parametrize("place", ["gmae", "game/none#token=x"])
def test_pages_that_refuse_are_accessible(sized: Sized, address: str, place: str) -> None:
    page = sized.page
    page.goto(f"{address}{place}")
    expect(page.get_by_role("main").get_by_role("link")).to_be_visible()
    sized.check(f"refused-{place.partition('/')[0]}")


# ------------------------------------------------------------------------------------------------------- the start page

CARDS = ["tablut", "copenhagen", "tawlbwrdd", "ard-ri", "alea-evangelii"]


def cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Games", exact=True).get_by_role("listitem")


def entries(page: Page) -> Locator:
    return page.get_by_role("list", name="All variants").get_by_role("listitem")


def titled(name: str) -> str:
    """The name of a ruleset as the pages write it."""
    return re.sub(r"-(\d+)\b", r" \1×\1", name[0].upper() + name[1:]).replace("-", " ")


def test_a_move_on_the_first_board_begins_a_game(page: Page, address: str) -> None:
    """The side that begins, and the level, are said before; taken back and loaded again, the move is not repeated."""
    page.goto(address)
    expect(page.locator("#door-about")).to_contain_text("You play the attackers against the computer, level 3")
    click(page, "d1-c1")
    until(page, 2)
    expect(page.locator("#connection")).to_have_text("You play the attackers.")
    assert "first" not in page.url
    press(page, "Take back")
    until(page, 0)
    page.reload()
    expect(page.locator("[data-square=d1]")).to_be_visible()
    until(page, 0)


def test_five_games_are_shown_with_their_boards(page: Page, address: str) -> None:
    page.goto(address)
    expect(cards(page)).to_have_count(5)
    for number, (name, size, men) in enumerate(
        [
            (CARDS[0], 9, 25),
            (CARDS[1], 11, 37),
            (CARDS[2], 11, 37),
            (CARDS[3], 7, 25),
            (CARDS[4], 19, 73),
        ]
    ):
        card = cards(page).nth(number)
        expect(card.get_by_role("button").first).to_have_text(
            titled(name) if "×" in titled(name) else f"{titled(name)} ({size}×{size})"
        )
        expect(card.get_by_role("paragraph")).to_contain_text("defenders and the king")
        drawn = card.locator(":is(.attackers, .defenders)").evaluate_all(
            "(paths) => paths.map((path) => path.getAttribute('d').match(/M/g).length)"
        )
        assert sum(drawn) == men


def test_one_press_begins_a_game_against_the_computer(page: Page, address: str) -> None:
    page.goto(address)
    cards(page).get_by_role("button", name="Play the computer, tawlbwrdd").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tawlbwrdd")
    expect(page.locator("#connection")).to_have_text("You play the attackers.")


def test_buttons_are_disabled_until_they_work(page: Page, address: str) -> None:
    waiting: list[Route] = []
    page.route("**/api/offers", lambda route: waiting.append(route))  # answered by nobody
    page.goto(address)
    for name in ("Begin", "Show all variants"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    page.goto(f"{address}rules")
    expect(page.locator(":is(#begin, #keep, #print, [data-file]):enabled")).to_have_count(0)
    page.unroute("**/api/offers")
    page.goto(address)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()


def test_a_card_chooses_the_rules(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="tablut (9×9)").click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("tablut")
    expect(page.get_by_role("button", name="tablut (9×9)")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#about")).to_contain_text("he escapes to the edge")


def test_the_list_of_rulesets_is_filtered(page: Page, address: str) -> None:
    page.goto(address)
    expect(entries(page)).to_have_count(12)
    page.get_by_label("Filter").fill("9x9 opentafl edge")
    wanted = {
        name
        for name in variants.names()
        if (rules := variants.get(name)).size == 9
        and "edge" in summary(rules)
        and "opentafl" in f"{name} {rules.source}".lower()
    }
    shown = entries(page)
    expect(shown).to_have_count(len(wanted))
    expect(page.locator("#count")).to_have_text(f"{len(wanted)} of {len(variants.names())} variants.")
    assert {text.split(" (")[0] for text in shown.locator("strong").all_inner_texts()} == set(map(titled, wanted))
    shown.last.scroll_into_view_if_needed()
    expect(shown.locator(".thumb")).to_have_count(len(wanted))
    shown.first.get_by_role("button", name="Set up").click()
    assert page.get_by_label("Rules", exact=True).input_value() in wanted
    page.get_by_label("Filter").fill("")
    page.get_by_role("button", name="Show all variants").click()
    expect(entries(page)).to_have_count(len(variants.names()))


def test_when_a_source_was_read_is_in_its_title(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Show all variants").click()
    expect(entries(page)).to_have_count(len(variants.names()))
    shown = " ".join(entries(page).get_by_role("paragraph").all_inner_texts())
    assert re.findall(r"read (?:by|on|at) \S+|\b20\d\d-\d\d-\d\d|\bat [0-9a-f]{7}\b", shown) == []
    ard_ri = entries(page).filter(has=page.get_by_text("Ard ri (7×7)", exact=True)).get_by_role("paragraph")
    expect(ard_ri).to_have_attribute("title", variants.ARD_RI.source)


def test_rules_of_ones_own_are_among_them(page: Page, address: str) -> None:
    page.goto(address)
    text = 'name = "House"\nbase = "tablut"\nescape = "corners"\n'
    page.evaluate("(text) => localStorage.setItem('tafl.rules', JSON.stringify({ House: text }))", text)
    page.reload()
    expect(cards(page).first.get_by_role("button").first).to_have_text("House (yours) (9×9)")
    expect(cards(page).first).to_contain_text("he escapes to a corner")
    page.get_by_role("button", name="Play the computer, House (yours)").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("House")


def test_games_are_listed_as_they_stand(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("Against").select_option("screen")
    page.get_by_role("button", name="Begin").click()
    for square in ("d1", "c1"):
        page.locator(f"#board [data-square={square}]").click()
    expect(page.locator(".tree li")).to_have_count(2)
    page.goto(address)
    game = page.get_by_role("list").filter(has_text="Remove").get_by_role("listitem")
    expect(game).to_contain_text("The defenders are to move. 1 move, this minute.")
    assert "M22 62" in str(game.locator(".attackers").get_attribute("d")), "the attacker on c1"
    page.get_by_label("Against").select_option("link")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    page.goto(address)
    expect(game.first).to_contain_text("The attackers are to move. It is your move. 0 moves, this minute.")


def test_an_unfinished_game_of_ones_own_is_led_on_to(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#resume")).to_be_hidden()
    click(page, "d1-c1")
    until(page, 2)
    game = page.url
    page.goto(address)
    page.get_by_role("link", name="Continue: Brandubh, your move", exact=True).click()
    expect(page).to_have_url(game)
    until(page, 2)
    press(page, "Resign")
    page.get_by_role("button", name="Really resign?").click()
    expect(page.locator(".over")).to_contain_text("You lose")
    page.goto(address)
    expect(page.locator("#resume")).to_be_hidden()
    entry = page.locator("#games li")
    expect(entry).to_contain_text("You lost: the attackers have resigned. 2 moves, this minute.")
    entry.locator(".picture").click()
    expect(page).to_have_url(game)


def test_the_start_page_is_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    page.goto(address)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    page.goto(address)
    expect(entries(page)).to_have_count(12)
    sized.check("start")


# ----------------------------------------------------------------------------------------------------- games of a file

FILE = """# variant: brandubh
d1-c1 c4-c2 g4-g2,0,0,Ongoing
d1-c1 resigned,0,0,Black
d1-c1 c4-c2xd7 g4-g2 e4-e2,0,0,Draw
"""


def study(page: Page, address: str) -> None:
    page.goto(f"{address}study")
    page.locator("#record").fill(FILE)
    page.get_by_role("button", name="Read").click()


def test_games_of_a_file_are_a_table_with_results(page: Page, address: str) -> None:
    study(page, address)
    rows = page.get_by_role("table").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Not finished. The defenders are to move.")
    expect(rows.nth(1)).to_contain_text("The attackers won. Resigned.")
    expect(rows.nth(2)).to_contain_text("The record departs from the rules: written as captured, but not captured: d7.")
    expect(rows.locator(".thumb")).to_have_count(3)
    tally = "3 games. Not finished: 1; the attackers won: 1; a draw: 1. 1 of the records depart from the rules."
    expect(page.locator("#tally")).to_have_text(tally)


def test_a_record_opens_where_it_departs_from_the_rules(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="3. brandubh").click()
    expect(page.locator("#doubt")).to_contain_text("departs from the rules at ply 2 (c4-c2xd7)")
    expect(page.locator(".tree [aria-current]")).to_contain_text("c4-c2")
    page.reload()
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".tree [aria-current]")).to_contain_text("e4-e2")


def test_the_table_is_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    study(page, address)
    expect(page.get_by_role("table")).to_be_visible()
    sized.check("several")


# ------------------------------------------------------------------------------------------------------------ explorer


def explore(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "brandubh.csv"
    file.write_text("d1-c1 d5-c5,0,0,White\nd7-c7 d3-c3,0,0,Black\nd2-c2 e4-e6,0,0,Draw\n")
    page.goto(f"{address}explore")
    choose_file(page, "A file of many games", file)
    expect(page.get_by_role("table")).to_be_visible()


def test_games_are_explored_move_by_move(page: Page, address: str, tmp_path: Path) -> None:
    explore(page, address, tmp_path)
    rows = page.get_by_role("table").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("attackers 1, defenders 1")
    rows.first.get_by_role("button", name="a4-a3").click()
    expect(page.locator("#tally")).to_contain_text("Brandubh, after a4-a3: 2 of 3 games.")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#tally")).to_contain_text("at the start: 3 of 3 games")
    for square in ("d2", "c2"):  # by the board
        page.locator(f"[data-square={square}]").click()
    expect(page.locator("#tally")).to_contain_text("after d2-c2: 1 of 3 games")
    page.get_by_role("button", name="Take back").click()
    page.get_by_label("Result").select_option("draw")
    expect(page.locator("#tally")).to_contain_text("1 of 3 games")
    page.get_by_role("button", name="Study game 3").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Brandubh, 2 moves")


def test_the_explorer_is_accessible(sized: Sized, address: str, tmp_path: Path) -> None:
    page = sized.page
    explore(page, address, tmp_path)
    sized.check("explore")


# --------------------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("name", "label", "told"),
    [
        ("explore", "A file of many games", "#status"),
        ("study", "A file", "#status"),
        ("puzzles", "A file of puzzles", "#wrong"),
        ("rules", "Open a file of rules", "#status"),
    ],
)
def test_a_large_file_is_refused(page: Page, address: str, tmp_path: Path, name: str, label: str, told: str) -> None:
    file = tmp_path / "file.txt"
    file.write_text(" " * 1_000_001)
    page.goto(f"{address}{name}")
    if name == "rules":
        page.locator("summary", has_text="Save, print and share").click()
    choose_file(page, label, file)
    expect(page.locator(told)).to_have_text("The file is too large.")
    file.write_text(" " * 1_000_000)
    page.get_by_label(label).set_input_files([])
    choose_file(page, label, file)
    expect(page.locator(told)).not_to_have_text("The file is too large.")
