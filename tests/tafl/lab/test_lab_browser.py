"""The page of a study in a real browser: of any width, and for everybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect
from touching import VIEWS, Scheme

from hnefatafl import Region, variants
from tafl.lab import explore, study

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]


@cache
def studied() -> str:
    """The page of a study with an exploration, whose longest label is long."""
    rules = variants.BRANDUBH
    changes = {"corners hostile to the king and to all defenders = never": rules.evolve(escape=Region.EDGE)}
    race = explore(rules, changes, strength="random", games=20)
    return study(rules, strengths=["random", "20"], games=10, first_move=False).html(race)


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_a_study_fits_the_page(
    browser: Browser,
    width: int,
    scheme: Scheme,
    photograph: Callable[[Page, str], None],
    violations: Callable[[Page], list[tuple[str, str]]],
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.set_content(studied())
    expect(page.get_by_role("heading", name="Changes of one option")).to_be_visible()
    photograph(page, f"study-{width}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes: dict[str, list[float]] = page.evaluate(
        """Object.fromEntries([".rows", ".charts", ".track", ".bars", ".boards svg"].map((name) => (
            [name, [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect().width)])))"""
    )
    inside = min(width - 32, 1024)
    assert {*sizes[".rows"], *sizes[".charts"]} == {inside}, "charts are as wide as the page"
    assert min(sizes[".track"]) > (300 if width == 390 else 500)
    assert min(sizes[".boards svg"]) > 280
    assert violations(page) == []
    page.close()
