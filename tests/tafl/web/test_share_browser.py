"""Positions that are shared and set up, in a real browser."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from animating import frames
from playwright.sync_api import Page, expect
from touching import Sized, analyse, click, made, press, until

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

DECODED = """async (text) => {
    const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/png" });
    await decoder.tracks.ready;
    await decoder.completed;
    return decoder.tracks.selectedTrack.frameCount;
}"""
"""How many pictures the browser finds in an animation."""


def saved(page: Page, name: str) -> bytes:
    """The file that a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return Path(download.value.path()).read_bytes()


def copied(page: Page, name: str) -> str:
    """What a button copies."""
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return str(page.evaluate("copied"))


def test_what_is_shared_stands_in_groups(page: Page, address: str) -> None:
    """The notation that people read comes first, and those of other programs last."""
    made(page, address)
    page.get_by_role("tab", name="Share").click()
    expect(page.get_by_label("Notation")).to_have_value("otn")
    assert page.locator("#dialect optgroup option").evaluate_all("(all) => all.map(({ value }) => value)") == [
        *("bologna", "bologna-state", "taflzero", "taflzero-fen", "dcampbell", "dcampbell-board", "hnefatafl-rs")
    ]
    groups = {
        "The record": ["Save", "Copy the record", "Copy a link to its record"],
        "The position on the board": ["Copy the position", "Copy as text", "Copy a link to it"],
        "Pictures": ["Picture (SVG)", "Picture (PNG)", "Animated picture of the last moves"],
    }
    for name, buttons in groups.items():
        expect(page.get_by_role("region", name=name).get_by_role("button")).to_have_text(buttons)
    expect(page.get_by_role("tabpanel", name="Share").get_by_role("button")).to_have_count(9)


def test_a_position_is_shared_and_played_on_from(page: Page, address: str) -> None:
    made(page, address)
    click(page, "d1-c1")
    until(page, 1)
    page.get_by_role("tab", name="Share").click()
    assert saved(page, "Picture (SVG)").startswith(b"<svg ")
    assert saved(page, "Picture (PNG)").startswith(b"\x89PNG\r\n")
    moves = saved(page, "Animated picture of the last moves")
    pictures, seconds, still = frames(moves)
    assert (len(set(pictures)), still, seconds) == (2, pictures[-1], [1.2, 4])
    assert page.evaluate(DECODED, b64encode(moves).decode()) == 2
    link = copied(page, "Copy a link to it")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".told")).to_have_text("The defenders are to move.")
    expect(page.locator("[data-square=c1]")).to_have_attribute("aria-label", "c1, attacker")
    press(page, "Play on from here")
    expect(page.locator("#connection")).to_have_text("You play the defenders.")


def test_the_lines_and_the_depth_of_an_analysis_are_chosen(page: Page, address: str) -> None:
    made(page, address)
    analyse(page)
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".score")).to_contain_text("depth")
    box = page.locator(".score").bounding_box()
    assert box is not None
    assert box["width"] > 200
    expect(page.get_by_label("Cores")).to_be_hidden()  # the server allows one
    page.get_by_label("Lines").select_option("5")
    expect(page.locator(".lines li")).to_have_count(5)
    page.get_by_label("Depth").select_option("2")
    expect(page.locator(".score")).to_contain_text("depth 2,")
    click(page, "d1-c1")
    until(page, 1)
    expect(page.locator(".score")).to_contain_text("depth 2,")
    page.get_by_label("Depth").select_option("any depth")
    expect(page.locator(".score")).not_to_contain_text("depth 2,")


def test_a_position_is_set_up(sized: Sized, address: str) -> None:
    page = sized.page
    page.goto(f"{address}study")
    square = page.locator("#editor [data-square=d4]")
    expect(square).to_have_attribute("aria-label", "d4, king, throne")
    page.get_by_role("button", name="Clear the board").click()
    expect(page.locator("#wrong")).to_contain_text("king")
    expect(page.get_by_role("button", name="Study this position")).to_be_disabled()
    for brush, name in (("king", "a3"), ("attacker", "d7")):
        page.get_by_role("button", name=brush, exact=True).click()
        page.locator(f"#editor [data-square={name}]").click()
        expect(page.locator(f"#editor [data-square={name}]")).to_have_attribute("aria-label", f"{name}, {brush}")
    page.get_by_label("To move").select_option("defenders")
    sized.check("setup")
    page.get_by_role("button", name="Study this position").click()
    expect(page.locator(".told")).to_have_text("The defenders are to move.")
    expect(page.locator(".men")).to_have_text(["0 defenders and the king", "1 attacker"])
