"""The boards of the variants' pages: the first moves can be made without a server."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from shutil import copy

import pytest
from playwright.sync_api import Page, expect

from hnefatafl import Move, Position, Side, variants

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

DOCS = Path(__file__).parents[3] / "docs"
PAGE = """\
A variant
=========

.. first-moves:: brandubh

   The start.

Another one
-----------

.. first-moves:: tablut
"""


def lines() -> dict[str, tuple[int, list[str]]]:
    rows = [row.split("\t") for row in (DOCS / "_data" / "openings.tsv").read_text("utf-8").splitlines()[1:]]
    return {name: (int(version), moves.split()) for name, version, moves in rows}


def test_every_ruleset_has_a_line() -> None:
    """Run ``python scripts/make_openings.py --missing`` when this fails."""
    known = lines()
    assert known.keys() == set(variants.names())
    for name, (version, moves) in known.items():
        rules = variants.get(name)
        assert version == rules.version, name
        position = Position.initial(rules, rules.first or Side.ATTACKERS)
        for move in moves:
            position = position.play(Move.parse(move))
        assert moves


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two boards, as a file."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    folder = tmp_path_factory.mktemp("docs")
    (folder / "index.rst").write_text(PAGE, "utf-8")
    (folder / "_data").mkdir()
    copy(DOCS / "_data" / "openings.tsv", folder / "_data")
    sys.path.insert(0, str(DOCS / "_extensions"))
    told = io.StringIO()
    settings = {"extensions": ["hnefatafl.sphinxext", "first_moves"], "html_theme": "basic"}
    try:
        with docutils_namespace():
            Sphinx(folder, None, folder / "out", folder / "trees", "html", settings, status=None, warning=told).build()
    finally:
        sys.path.remove(str(DOCS / "_extensions"))
    assert told.getvalue() == ""
    return (folder / "out" / "index.html").as_uri()


@pytest.fixture(autouse=True)
def _opened(page: Page, address: str) -> None:
    page.goto(address)


def click(page: Page, board: int, move: str) -> None:
    for square in move.split("-"):
        page.locator(".tafl-board").nth(board).locator(f"[data-square={square}]").click()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_the_line_and_every_first_move_can_be_made(page: Page) -> None:
    told = page.locator(".told").first
    moves = lines()["brandubh"][1]
    for number, move in enumerate(moves, start=1):
        click(page, 0, move)
        expect(told).to_contain_text(f"{number}. {'Attackers' if number % 2 else 'Defenders'}: {move}")
    for legal in sorted(Position.initial(variants.BRANDUBH).legal_moves()):
        page.get_by_role("button", name="First").first.click()
        click(page, 0, str(legal))
        expect(told).to_contain_text(f"1. Attackers: {legal}. The defenders are to move.")


def test_where_the_moves_end_is_said(page: Page) -> None:
    board = page.locator(".tafl-board").first
    click(page, 0, "d3-c3")  # it is the attackers' turn
    expect(board.locator(".selected")).to_have_count(0)
    line = Move.parse(lines()["brandubh"][1][0])
    other = next(move for move in sorted(Position.initial(variants.BRANDUBH).legal_moves()) if move != line)
    click(page, 0, str(other))
    said = page.locator(".first-moves-list").first.get_attribute("data-end")  # it depends on whether pages play
    assert said
    assert "whole games" in said
    expect(board.locator(".told")).to_contain_text(said)
    expect(board.locator(".movable")).to_have_count(0)


def test_boards_do_not_disturb_each_other(page: Page) -> None:
    expect(page.locator(".tafl-board").nth(1).locator("[data-square]")).to_have_count(81)
    click(page, 1, lines()["tablut"][1][0])
    expect(page.locator(".tafl-board").nth(1)).to_have_attribute("data-node", "1")
    expect(page.locator(".tafl-board").first).to_have_attribute("data-node", "0")
    page.locator(".first-moves-list").nth(1).locator("summary").click()
    page.locator(".first-moves-list").nth(1).get_by_role("button", name="Start").click()
    expect(page.locator(".tafl-board").nth(1)).to_have_attribute("data-node", "0")
    page.evaluate("document.body.dataset.theme = 'dark'")
    expect(page.locator(".tafl-board.dark")).to_have_count(2)
