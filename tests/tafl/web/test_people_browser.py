"""Two people who play by link, each in a browser: offers, clocks, and what follows at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from touching import Sized, click, made, until

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

LINKS = {"attackers": "link", "defenders": "link"}


@pytest.fixture
def guest(browser: Browser) -> Iterator[Page]:
    """Another browser."""
    with browser.new_context() as found:
        yield found.new_page()


def invited(page: Page, guest: Page, pace: str = "none") -> None:
    """Begin a game by link on the first page, and let the guest come by the link."""
    page.get_by_label("Against").select_option("link")
    page.get_by_label("Clocks").select_option(pace)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#board [data-square=d1]")).to_be_visible()
    guest.goto(page.get_by_label("The defenders", exact=True).input_value())
    expect(page.locator(".who")).to_have_text("Defenders: here.")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_two_play_by_the_clock_until_one_resigns(page: Page, guest: Page, address: str) -> None:
    page.goto(address)
    invited(page, guest, "10 minutes and 5 seconds a move")
    clock = page.locator("[data-side=attackers] .clock")
    expect(clock).to_have_text("10:00")
    for mover, move, count in ((page, "d1-c1", 1), (guest, "c4-c2", 2), (page, "d2-c2", 2), (page, "c1-b1", 3)):
        click(mover, move)
        until(page, count)
        until(guest, count)
    expect(page.locator("[data-side=defenders] .clock.runs")).to_be_visible()
    expect(clock).to_contain_text("10:0")
    press(page, "Offer a draw")
    expect(guest.locator(".told")).to_have_text("The attackers offer a draw.")
    press(guest, "Decline")
    expect(page.get_by_role("group", name="Offer")).to_be_hidden()
    press(page, "Take back")
    press(guest, "Accept")
    until(page, 2)
    press(guest, "Resign")
    press(guest, "Really resign?")
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(guest.get_by_role("heading", name="You lose")).to_be_visible()
    expect(page.locator(".told")).to_have_text("c4-c2. The attackers win: the defenders have resigned.")
    expect(page.locator(".clock.runs")).to_have_count(0)
    press(guest, "Swap sides")
    before = page.url
    press(page, "Accept")
    expect(page.locator("#connection")).to_have_text("You play the defenders.")
    expect(guest.locator("#connection")).to_have_text("You play the attackers.")
    assert page.url != before
    expect(page.locator("[data-side=attackers] .clock")).to_have_text("10:00")


def test_offers_the_result_and_mistakes_are_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    game = made(page, address, seats=LINKS, pace={"move": 60}, start="/2Kt3/7/7/7/1t5/7/4t2/", first="attackers")
    guest = page.context.new_page()
    guest.goto(f"{address}game/{game['id']}#token={game['tokens']['defenders']}")
    expect(page.locator(".who")).to_have_text("Defenders: here.")
    click(page, "e7-e6")
    until(guest, 1)
    press(page, "Offer a draw")
    expect(guest.get_by_role("group", name="Offer")).to_be_visible()
    sized.check("offer", guest)
    press(guest, "Accept")
    guest.close()
    expect(page.get_by_role("heading", name="A draw")).to_be_visible()
    press(page, "Find my mistakes")
    expect(page.locator("[role=tabpanel]:not([hidden]) > p")).to_have_text("1 mistake of yours.")
    expect(page.locator(".mistakes li")).to_contain_text("Better: b5-b1 captures the king")
    page.locator(".review summary").click()
    sized.check("over")
    press(page, "1. e7-e6 ??")
    expect(page.locator("#board")).to_have_attribute("data-node", "0")
    expect(page.locator(".who")).to_have_text("Defenders: not here.")
    page.get_by_role("button", name="Play on instead of").click()
    expect(page.locator("[data-square=e7]")).to_have_attribute("aria-label", "e7, attacker, can move")
    expect(page.locator(".tree li")).to_have_count(1)
