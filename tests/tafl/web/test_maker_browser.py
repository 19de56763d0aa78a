"""The page on which rules are made, in a real browser: questions, the board, and what is kept and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from touching import titled

from hnefatafl import Board, Consequence, KingStrength, PieceSet, Region, Repetition, Ruleset, variants
from hnefatafl.notation import toml

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]


def nothing(page: Page, name: str) -> None:
    """Take no picture."""


class Maker:
    """Someone who makes rules with the mouse alone, and takes a picture after each step."""

    def __init__(self, page: Page, address: str, photograph: Callable[[Page, str], None], task: str = "") -> None:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{address}rules")
        expect(page.locator("#faults")).to_have_text("No contradictions.")
        self.page = page
        self.photograph = photograph
        self.task = task
        self.steps = 0

    def _done(self, *differences: str) -> None:
        for difference in differences:
            expect(self.page.locator("#options")).to_contain_text(difference)
        self.steps += 1
        self.photograph(self.page, f"{self.task}-{self.steps}")

    def base(self, name: str) -> None:
        self.page.get_by_label("Based on").select_option(name)
        expect(self.page.locator("#differences")).to_have_text(f"It plays as {titled(name)} does.")
        self._done()

    def answer(self, question: str, answer: str, *differences: str) -> None:
        asked = self.page.locator(".question", has_text=question)
        if asked.get_attribute("open") is None:
            asked.locator("summary").click()
        asked.locator("label", has_text=re.compile(f"^{re.escape(answer)}")).click()
        expect(asked.locator(".held")).to_contain_text(answer)
        self._done(*differences)

    def size(self, button: str, size: int) -> None:
        self.page.get_by_role("button", name=button).click()
        expect(self.page.locator(".size")).to_have_text(f"{size}×{size}")
        self._done()

    def put(self, brush: str, *squares: str) -> None:
        self.page.get_by_role("button", name=brush, exact=True).click()
        for square in squares:
            shown = self.page.locator(f"[data-square={square}]")
            before = shown.get_attribute("aria-label") or ""
            shown.click()
            expect(shown).not_to_have_attribute("aria-label", before)
        self._done()

    def saved(self) -> Ruleset:
        """The rules, as they are saved."""
        expect(self.page.locator("#faults")).to_have_text("No contradictions.")
        with self.page.expect_download() as download:
            self.page.locator("summary", has_text="Save, print and share").click()
            self.page.get_by_role("button", name="TOML").click()
        return toml.parse_rules(Path(download.value.path()).read_text("utf-8"))


def test_brandubh_on_nine_files_with_edge_escape_and_a_weak_king(
    page: Page, address: str, photograph: Callable[[Page, str], None]
) -> None:
    maker = Maker(page, address, photograph, "brandubh-9")
    maker.size("Larger board", 9)
    maker.answer("Where does the king escape?", "Anywhere on the edge", "escape: edge instead of corners")
    maker.answer("How strong is he?", "Two, as any man", "king: weak")
    start = Board.parse("/4t4/4t4/9/4T4/tt1TKT1tt/4T4/9/4t4/4t4/")
    wanted = variants.BRANDUBH.evolve(size=9, start=start, escape=Region.EDGE, corners=None, king=KingStrength.WEAK)
    assert maker.saved() == wanted


def test_a_layout_begins_with_an_empty_board(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    """What a brush puts is shown on its button, as it is drawn on the board."""
    maker = Maker(page, address, photograph, "empty")
    brush = page.get_by_role("button", name="king", exact=True).locator("svg")
    expect(brush).to_have_attribute("viewBox", re.compile("23 23$"))
    page.get_by_role("button", name="Clear the board").click()
    expect(page.locator("#faults")).to_contain_text("king")
    maker.put("king", "d4")
    maker.put("attacker", "d1")
    expect(page.locator("#faults")).to_have_text("No contradictions.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-square=d1]")).to_have_attribute("aria-label", "d1, empty")


def test_the_board_stays_in_view_on_a_telephone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}rules")
    expect(page.locator("#faults")).to_have_text("No contradictions.")
    brushes = page.locator("#editor > .palette button")
    assert brushes.count() == 8
    for name in brushes.all_inner_texts():
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390, name
    for part in ("#questions", "#all"):
        page.locator(part).evaluate("(part) => part.scrollIntoView()")
        for shown in ("#editor .place", ".fixed summary >> text=Play it"):
            box = page.locator(shown).bounding_box()
            assert box is not None
            assert box["y"] >= 0, (part, shown)
            assert box["y"] + box["height"] <= 844 * 0.75, (part, shown)


@pytest.mark.parametrize("width", [1024, 1366, 1920])
def test_the_wide_page_is_in_line_with_its_header(page: Page, address: str, width: int) -> None:
    Maker(page, address, nothing)
    page.set_viewport_size({"width": width, "height": 800})
    logo, heading = (page.locator(part).bounding_box() for part in ("header strong", "h1"))
    assert logo is not None
    assert heading is not None
    assert logo["x"] == heading["x"]
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_copenhagen_without_shieldwall_and_with_an_unarmed_king(
    page: Page, address: str, photograph: Callable[[Page, str], None]
) -> None:
    maker = Maker(page, address, photograph, "copenhagen")
    maker.base("copenhagen")
    extras = page.locator(".question", has_text="What else?")
    extras.locator("summary").click()
    extras.locator("label", has_text="Shieldwall").click()
    expect(page.locator("#options")).to_contain_text("shieldwall: none instead of yes")
    maker.answer("May he capture?", "No", "hammer", "anvil")
    wanted = variants.COPENHAGEN.evolve(shieldwall=None, hammer=PieceSet.MEN, anvil=PieceSet.MEN)
    assert maker.saved() == wanted


def test_tablut_with_camps_and_no_throne(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    maker = Maker(page, address, photograph, "camps")
    maker.base("tablut")
    maker.answer("Are there camps?", "Yes, and they are hostile to the king", "zones, south camp")
    maker.answer("Is there a throne?", "No: the centre is a square as others", "throne: none")
    found = maker.saved()
    assert found.throne is None
    assert found.king is KingStrength.STRONG
    assert [zone.squares for zone in found.zones] == [zone.squares for zone in variants.FOTEVIKEN_TABLUT.zones]
    assert found.diff(variants.TABLUT).keys() == {"throne", "zones", "escape", "king"}


def test_a_layout_of_ones_own_is_clicked(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    maker = Maker(page, address, photograph, "layout")
    maker.put("nothing", "d2", "d3")
    maker.put("attacker", "b2", "c3")
    maker.put("corner", "a1")
    maker.put("way out", "a2")
    page.get_by_text("on all sides alike").click()
    maker.put("king", "c4")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-square=d4]")).to_have_attribute("aria-label", "d4, king, throne")
    found = maker.saved()
    assert found.start == Board.parse("/3t3/1t3t1/2t1t2/t2K2t/2t1t2/1t3t1/3t3/")
    assert found.corners is None
    assert len(found.escape.squares(7)) == 12


def test_a_large_game_from_answers_alone(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    maker = Maker(page, address, photograph, "large")
    maker.answer("Which size and layout?", "13×13 (Toftanes)", "size: 13 instead of 7")
    maker.answer("What if a position comes back?", "It may not come back", "repetition.consequence: forbidden")
    maker.answer("What else?", "The king moves one square at a time", "speed")
    maker.answer("What else?", "The king wins in an exit fort", "exit_fort: yes")
    found = maker.saved()
    assert (found.size, found.speed.king, found.exit_fort) == (13, 1, True)
    assert found.repetition == Repetition(consequence=Consequence.FORBIDDEN)
    assert found.diff(variants.BRANDUBH).keys() == {"size", "start", "repetition", "speed", "exit_fort"}


def test_what_is_made_survives_a_reload(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    maker = Maker(page, address, photograph, "kept")
    maker.base("tablut")
    page.get_by_label("Name", exact=True).fill("Mine")
    maker.answer("How strong is he?", "Any three", "king: three")
    page.reload()
    expect(page.locator("#options")).to_contain_text("king: three")
    expect(page.get_by_label("Based on")).to_have_value("tablut")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mine")
    page.get_by_label("Based on").select_option("brandubh")
    expect(page.locator("#differences")).to_contain_text("It plays as Brandubh does.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#options")).to_contain_text("king: three")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768)])
def test_all_that_tells_is_in_view(page: Page, address: str, width: int, height: int) -> None:
    Maker(page, address, nothing)
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".question", has_text="What else?").scroll_into_view_if_needed()
    page.mouse.wheel(0, 400)
    for part in ("#editor .place", "#faults", "#differences", "#tabs", ".size"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part
    leaflet = page.locator("#leaflet").bounding_box()
    assert leaflet is not None
    assert leaflet["y"] + 200 < height


def test_a_refused_answer_and_a_contradiction_say_why(
    page: Page, address: str, photograph: Callable[[Page, str], None]
) -> None:
    maker = Maker(page, address, photograph, "fault")
    page.get_by_role("button", name="nothing", exact=True).click()
    page.locator("[data-square=d4]").click()
    expect(page.locator("#faults")).to_contain_text("the start layout has no king")
    expect(page.locator("[data-square=d4]")).to_have_attribute("aria-label", "d4, empty, throne")
    expect(page.locator("#leaf")).to_have_text("Leaflet of the last valid version")
    maker.put("king", "d4")
    expect(page.locator("#faults")).to_have_text("No contradictions.")


def test_a_game_that_is_over_before_it_begins_is_not_offered(page: Page, address: str) -> None:
    maker = Maker(page, address, nothing)
    maker.answer("Where does the king escape?", "Anywhere on the edge", "escape: edge")
    maker.put("attacker", "c6")
    expect(page.locator("#faults")).to_contain_text("The game is over at the start: the attackers win: ")
    expect(page.locator("#begin")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#faults")).to_have_text("No contradictions.")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_what_begins_a_game_comes_into_view(page: Page, address: str, width: int, height: int) -> None:
    Maker(page, address, nothing)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#play summary").click()
    expect(page.locator("#begin")).to_be_in_viewport(ratio=1)


def test_what_a_change_does_to_the_balance(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    maker = Maker(page, address, photograph, "balance")
    maker.answer("How strong is he?", "Two, as any man", "king: weak")
    page.get_by_role("button", name="What does this do to the balance?").click()
    lines = page.locator("#balance li")
    expect(lines).to_have_text(
        [
            re.compile(r"^Your rules: the attackers take \d+ % of the points \(\d+ to \d+ %, by \d+ games\)\.$"),
            re.compile("^brandubh:"),
        ]
    )
    expect(lines.first).to_contain_text(re.compile(r"by \d\d+ games"))  # of several requests
    photograph(page, "balance")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#balance .status")).to_have_text("Stopped.")
    maker.answer("How strong is he?", "Any three", "king: three")
    expect(lines).to_have_count(0)


def test_the_editor_by_keyboard(page: Page, address: str, photograph: Callable[[Page, str], None]) -> None:
    Maker(page, address, photograph)
    page.locator("[data-square=a7]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-square=b6]")).to_have_attribute("aria-label", "b6, attacker")
    assert page.evaluate("document.activeElement.dataset.square") == "b6"


@pytest.mark.parametrize("name", ["copenhagen", "foteviken-tablut"])
def test_the_leaflet_is_printed_on_one_sheet(
    page: Page, address: str, photograph: Callable[[Page, str], None], name: str
) -> None:
    Maker(page, address, photograph, f"print-{name}").base(name)
    for language in ("English", "Deutsch", "Svenska"):
        page.get_by_role("tab", name=language).click()
        pages = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
        assert len(pages) == 1, language
    page.emulate_media(media="print")
    expect(page.locator("#sheet figure").first).to_be_visible()
    caption = "Kungen ska nå ett hörn" if name == "copenhagen" else "Kungen ska nå kanten"
    expect(page.locator("#sheet figcaption").first).to_have_text(caption)
    expect(page.locator("#sheet .shown > svg")).to_be_visible()
    expect(page.locator("#editor")).to_be_hidden()
    page.set_viewport_size({"width": 703, "height": 1031})  # A4 within its margins
    photograph(page, f"sheet-{name}")


def test_states_of_the_page_are_accessible(
    browser: Browser, address: str, violations: Callable[[Page], list[tuple[str, str]]]
) -> None:
    with browser.new_context(bypass_csp=True) as context:
        page = context.new_page()
        Maker(page, address, nothing)
        for summary in page.locator("details:visible > summary").all():
            if summary.locator("..").get_attribute("open") is None:
                summary.click()
        assert violations(page) == []
