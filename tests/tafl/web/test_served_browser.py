"""What a server is started with, in a real browser: files of records, and cores for an analysis."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from touching import Sized, analyse, made
from visiting import started

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

GAMES: Final = "d1-c1 d5-c5,0,0,White\nd7-c7 d3-c3,0,0,Black\nd2-c2 e4-e6,0,0,Draw\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that allows two cores, with a folder of records, whose rules are known by the name of
    their file."""
    folder = tmp_path_factory.mktemp("records")
    (folder / "club").mkdir()
    (folder / "club" / "brandubh.csv").write_text(GAMES)
    one = folder / "one.otg"
    one.write_text("[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n1. d1-c1 c4-c2\n")
    store = str(Path(folder, "games.sqlite3"))
    with started("--store", store, "--jobs", "1", "--cores", "2", str(folder), "fetlar", nodes=20_000) as found:
        yield found


def test_a_file_of_the_server_is_studied(page: Page, address: str) -> None:
    page.goto(f"{address}study")
    choice = page.get_by_label("Or one that this server has")
    expect(choice.locator("option")).to_have_text(["choose one", "one.otg", "club/brandubh.csv"])
    choice.select_option("club/brandubh.csv")
    expect(page.locator("#games").get_by_role("button")).to_have_count(3)
    expect(page.locator("#record")).to_have_value(GAMES)
    choice.select_option("one.otg")
    expect(page.locator(".tree li")).to_have_count(3)


def test_a_file_of_the_server_is_explored(page: Page, address: str) -> None:
    page.goto(f"{address}explore")
    page.get_by_label("Or one that this server has").select_option("club/brandubh.csv")
    expect(page.locator("#tally")).to_contain_text("Brandubh, at the start: 3 of 3 games")
    page.get_by_role("button", name="Study game 1", exact=True).first.click()
    expect(page.locator(".tree li")).to_have_count(3)


@pytest.mark.slow_uncompiled
def test_the_cores_of_an_analysis_are_chosen(sized: Sized, address: str) -> None:
    page = sized.page
    made(page, address)
    analyse(page)
    choice = page.get_by_label("Cores")
    expect(choice.locator("option")).to_have_text(["1 core", "2 cores"])
    expect(page.locator(".score")).to_contain_text(" 20,000 nodes")
    choice.select_option("2")
    expect(page.locator(".score")).to_contain_text(re.compile(r" 4\d,\d{3} nodes"))
    expect(choice).to_have_value("2")
    sized.check("cores")
