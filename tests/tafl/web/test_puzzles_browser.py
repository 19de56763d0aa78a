"""The page on which puzzles are solved, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from touching import Sized, by_keys, choose_file, click, drag, outside, solve, until

from tafl.puzzles import Puzzle, format_puzzles, shipped

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

SHORT = next(puzzle for puzzle in shipped() if puzzle.plies == 3)
LONG = next(puzzle for puzzle in shipped() if puzzle.plies == 5)


def opened(page: Page, address: str, puzzle: Puzzle) -> None:
    """Open a puzzle by its link."""
    page.goto(f"{address}puzzles#puzzle={puzzle.id}")
    expect(page.locator("#which")).to_have_text(f"{puzzle.ruleset.name}, grade {puzzle.grade}")
    until(page, 0)


def wrong(page: Page, puzzle: Puzzle) -> None:
    """Try another move than the solution."""
    move = next(move for move in sorted(puzzle.position.legal_moves()) if move != puzzle.solution)
    click(page, str(move))
    expect(page.locator(".told.refused")).to_contain_text(f"{move} does not keep the win: ")
    expect(page.locator(".board .arrows")).to_have_count(1)
    until(page, 0)


@pytest.mark.parametrize("play", [click, drag, by_keys])
def test_a_puzzle_is_solved_and_counted(page: Page, address: str, play: Callable[[Page, str], None]) -> None:
    opened(page, address, LONG)
    expect(page.locator("#task")).to_have_text("The attackers move and win within 3 moves.")
    expect(page.locator("#tally")).to_have_text(f"0 of {len(shipped())} solved.")
    wrong(page, LONG)
    page.locator("#next").focus()  # with the focus from elsewhere, the keys go over the squares
    page.locator("[data-square=a1]").focus()
    solve(page, LONG, play)
    expect(page.locator("#tally")).to_have_text(f"1 of {len(shipped())} solved.")
    expect(page.get_by_role("button", name="Show the solution")).to_be_hidden()
    page.reload()
    expect(page.locator("#tally")).to_have_text(f"1 of {len(shipped())} solved.")


def test_the_solution_is_shown_and_does_not_count(page: Page, address: str) -> None:
    opened(page, address, LONG)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".told")).to_have_text(f"Look at {LONG.solution.origin}.")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".told")).to_have_text(f"The solution: {' '.join(map(str, LONG.line))}.")
    until(page, LONG.plies)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator("#board")).to_have_attribute("data-node", str(LONG.plies))
    expect(page.locator("#tally")).to_have_text(f"0 of {len(shipped())} solved.")
    page.get_by_role("button", name="Try again").click()
    until(page, 0)
    solve(page, LONG)
    expect(page.locator("#tally")).to_have_text(f"1 of {len(shipped())} solved.")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".told")).to_contain_text("are to move.")
    assert LONG.id not in page.url


def test_puzzles_are_chosen_and_follow_each_other(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("main").get_by_role("link", name="solve puzzles").click()
    expect(page.get_by_label("Rules")).to_be_enabled()
    expect(page.locator("#which")).to_contain_text("grade")  # the first puzzle, which would replace the next one
    page.get_by_label("Rules").select_option("magpie")
    grades = sorted(puzzle.grade for puzzle in shipped() if puzzle.ruleset.name == "magpie")
    expect(page.locator("#tally")).to_have_text(f"0 of {len(grades)} solved.")
    seen: list[str] = []
    for grade in grades:
        expect(page.locator("#which")).to_have_text(f"magpie, grade {grade}")
        seen.append(page.url)
        page.get_by_role("button", name="Next puzzle").click()
        expect(page).not_to_have_url(seen[-1])
    assert len(set(seen)) == len(grades)
    easiest = min(puzzle.grade for puzzle in shipped())
    assert easiest not in grades
    page.get_by_label("Grade").select_option(str(easiest))
    expect(page.locator("#which")).to_contain_text(f"grade {easiest}")
    expect(page.get_by_label("Rules")).to_have_value("")


def test_puzzles_of_a_file_are_solved(page: Page, address: str, tmp_path: Path) -> None:
    opened(page, address, LONG)
    file = tmp_path / "own.jsonl"
    file.write_text("{}")
    choose_file(page, "A file of puzzles", file)
    expect(page.locator("#wrong")).to_contain_text("the format 'hnefatafl puzzles 1' was expected")
    file.write_text("\n".join(format_puzzles([SHORT])))
    page.get_by_label("A file of puzzles").set_input_files([])
    choose_file(page, "A file of puzzles", file)
    expect(page.locator("#tally")).to_have_text("0 of 1 solved.")
    expect(page.locator("#wrong")).to_be_empty()
    solve(page, SHORT)
    expect(page.locator("#tally")).to_have_text("1 of 1 solved.")


def test_buttons_are_disabled_until_there_is_a_puzzle(page: Page, address: str) -> None:
    waiting: list[Route] = []
    page.route("**/api/puzzles", lambda route: waiting.append(route))  # answered by nobody
    page.goto(f"{address}puzzles")
    for name in ("Show the solution", "Next puzzle"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    for name in ("Rules", "Grade"):
        expect(page.get_by_label(name)).to_be_disabled()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_the_puzzle_is_in_view_at_once(browser: Browser, address: str, size: tuple[int, int]) -> None:
    whole = ("#task", ".place", ".told", "#solution", "#next", "#ruleset", "#grade", "#tally", ".tafl-board nav")
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        opened(page, address, LONG)
        assert outside(page, *whole, ".actions", "header a:last-child") == []
        wrong(page, LONG)
        assert outside(page, *whole) == [], "after a wrong move"
        click(page, str(LONG.solution))
        until(page, 2)
        assert outside(page, *whole) == [], "after the answer"


def test_the_page_of_puzzles_is_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    opened(page, address, SHORT)
    wrong(page, SHORT)
    sized.check("puzzle")
    solve(page, SHORT)
    sized.check("solved")
