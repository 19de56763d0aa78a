"""The page on which puzzles are solved, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from touching import Scheme, Sized, by_keys, choose_file, click, drag, outside, solve, titled, until

from tafl.puzzles import Puzzle, PuzzleTheme, format_puzzles, pick_daily, shipped

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

NUMBERS = {puzzle.id: number for number, puzzle in enumerate(shipped(), start=1)}
SHORT = next(puzzle for puzzle in shipped() if puzzle.plies == 3 and puzzle.ruleset.name == "brandubh")
LONG = next(puzzle for puzzle in shipped() if puzzle.id == "brandubh-0a43243362")
HIGHEST = max(puzzle.grade for puzzle in shipped())
MORNING = datetime(2026, 12, 24, 9, tzinfo=UTC)


def named(puzzle: Puzzle) -> re.Pattern[str]:
    """What the page calls a puzzle that ships."""
    day = "(Puzzle of the day, )?"
    grade = f"grade {puzzle.grade} of {HIGHEST}"
    return re.compile(f"^{day}No. {NUMBERS[puzzle.id]}, {titled(puzzle.ruleset.name)}, {grade}, [a-z ]+$")


def colours(page: Page) -> tuple[str, str]:
    """The colours of what is said and of the page."""
    text, ground = page.evaluate(
        """[document.querySelector(".told"), document.body].map((each, at) => (
            getComputedStyle(each)[at ? "backgroundColor" : "color"]))"""
    )
    return text, ground


def contrast(one: str, other: str) -> float:
    """The ratio of the luminances of two colours, as WCAG has it."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def ready(page: Page) -> None:
    """Wait until the puzzle that the page names is on the board. Before that the board may show the one before it."""
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    until(page, 0)


def opened(page: Page, address: str, puzzle: Puzzle) -> None:
    """Open a puzzle by its link."""
    page.goto(f"{address}puzzles#puzzle={NUMBERS[puzzle.id]}")
    expect(page.locator("#which")).to_have_text(named(puzzle))
    ready(page)


def choose(page: Page, label: str, value: str) -> None:
    """Choose puzzles by what lies folded beside the board."""
    if not page.get_by_label(label).is_visible():
        page.get_by_text("Choose by rules, grade or theme").click()
    page.get_by_label(label).select_option(value)


def wrong(page: Page, puzzle: Puzzle) -> None:
    """Try another move than the solution, which is played with its answer, and taken back."""
    move = next(move for move in sorted(puzzle.position.legal_moves()) if move != puzzle.solution)
    # A busy machine may look too late: the page notes how many moves were shown.
    page.evaluate("""() => {
        window.most = 0;
        const note = () => { window.most = Math.max(window.most, document.querySelectorAll(".tree li").length - 1); };
        new MutationObserver(note).observe(document.querySelector("#board"), { childList: true, subtree: true });
    }""")
    click(page, str(move))
    expect(page.locator(".told.refused")).to_contain_text(re.compile(f"{move} does not keep the win: .* refutes it"))
    page.wait_for_function("window.most === 2")
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
    expect(page.locator(f"[data-square={LONG.solution.origin}]")).to_have_accessible_name(re.compile("a green circle"))
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


def test_what_a_hint_and_the_solution_draw_goes_with_the_puzzle(page: Page, address: str) -> None:
    opened(page, address, LONG)
    circle = page.get_by_role("gridcell", name="a green circle")
    page.get_by_role("button", name="Hint").click()
    expect(circle).to_have_count(1)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".board g.arrows > *")).to_have_count(1)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".told")).to_have_text(re.compile("^The [a-z]+ are to move.$"))
    expect(circle).to_have_count(0)
    expect(page.locator(".board g.arrows > *")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_right_and_wrong_differ_by_sign_and_colour(browser: Browser, address: str, scheme: Scheme) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme) as context:
        page = context.new_page()
        opened(page, address, LONG)
        told = page.locator(".told")
        plain = colours(page)
        click(page, str(next(move for move in sorted(LONG.position.legal_moves()) if move != LONG.solution)))
        expect(told).to_have_text(re.compile("^✗ .* does not keep the win"))
        bad = colours(page)
        page.locator("[data-square=a1]").click()
        expect(told).to_have_text(re.compile("^a1 is "))
        assert colours(page) == plain
        click(page, str(LONG.solution))
        expect(told).to_have_text(re.compile("^✓ .* keeps the win"))
        good = colours(page)
        solve(page, LONG, begin=2)
        expect(told).to_have_text(re.compile("^✓ Solved"))
        assert colours(page) == good
        assert len({plain, bad, good}) == 3
        assert min(contrast(*each) for each in (bad, good)) >= 4.5
        expect(page.locator("#next")).to_have_class("main")
        assert outside(page, "#next") == []


def test_puzzles_are_chosen_and_follow_each_other(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("main").get_by_role("link", name="solve puzzles").click()
    expect(page.get_by_label("Rules")).to_be_enabled()
    choose(page, "Rules", "magpie")  # perhaps before the first puzzle is on the board
    grades = sorted(puzzle.grade for puzzle in shipped() if puzzle.ruleset.name == "magpie")
    expect(page.locator("#tally")).to_have_text(f"0 of {len(grades)} solved.")
    seen: list[str] = []
    for grade in grades[:4]:
        expect(page.locator("#which")).to_contain_text(f"Magpie, grade {grade} of {HIGHEST}")
        seen.append(page.url)
        page.get_by_role("button", name="Next puzzle").click()
        expect(page).not_to_have_url(seen[-1])
    assert len(set(seen)) == len(seen)
    choose(page, "Puzzle theme", "ring")
    rings = [each for each in shipped() if PuzzleTheme.RING in each.themes]
    assert "magpie" not in {each.ruleset.name for each in rings}
    expect(page.get_by_label("Rules")).to_have_value("")
    expect(page.locator("#tally")).to_have_text(f"0 of {len(rings)} solved.")
    expect(page.locator("#which")).to_have_text(named(min(rings, key=lambda each: each.grade)))


def test_rules_that_are_chosen_before_the_first_puzzle_has_come_hold(page: Page, address: str) -> None:
    waiting: list[Route] = []
    page.route("**/api/puzzles/try", lambda route: waiting.append(route) if not waiting else route.continue_())
    page.goto(f"{address}puzzles")
    choose(page, "Rules", "magpie")
    expect(page.locator("#board")).to_have_attribute("data-node", "0")
    waiting[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#which")).to_contain_text("Magpie")
    expect(page.locator("[data-square=g7]")).to_be_visible()
    assert page.locator("[data-square=h8]").count() == 0, "the board of the first"


def test_a_number_names_a_puzzle(page: Page, address: str) -> None:
    opened(page, address, SHORT)
    page.get_by_label("Number").fill(str(NUMBERS[LONG.id]))
    page.get_by_label("Number").press("Enter")
    expect(page.locator("#which")).to_have_text(named(LONG))
    expect(page).to_have_url(re.compile(f"#puzzle={NUMBERS[LONG.id]}$"))
    page.get_by_label("Number").fill("9999")
    page.get_by_label("Number").press("Enter")
    expect(page.locator("#wrong")).to_have_text("There is no puzzle with this number.")
    page.evaluate("id => { location.hash = `puzzle=${id}`; }", SHORT.id)  # a link of an earlier version
    expect(page.locator("#which")).to_have_text(named(SHORT))
    page.evaluate("location.hash = 'main'")
    expect(page.locator("#which")).to_have_text(named(SHORT))


def test_the_puzzle_of_the_day_and_the_days_in_a_row(page: Page, address: str) -> None:
    for days in range(2):
        now = MORNING + timedelta(days=days)
        page.clock.set_fixed_time(now)
        puzzle = shipped()[pick_daily(now.date()) - 1]
        page.goto(f"{address}puzzles#puzzle={NUMBERS[SHORT.id]}")
        page.reload()
        expect(page.locator("#which")).to_have_text(named(SHORT))
        page.get_by_role("button", name="Puzzle of the day", exact=True).click()
        expect(page.locator("#which")).to_have_text(named(puzzle))
        expect(page.locator("#which")).to_contain_text("Puzzle of the day, ")
        ready(page)
        solve(page, puzzle)
        row = "1 day in a row" if days == 0 else "2 days in a row"
        expect(page.locator("#tally")).to_have_text(f"{days + 1} of {len(shipped())} solved. {row}.")
        expect(page.get_by_role("button", name="Puzzle of the day ✓")).to_be_visible()
    page.clock.set_fixed_time(MORNING + timedelta(days=3))
    page.goto(f"{address}puzzles#puzzle=today")
    page.reload()
    expect(page.locator("#tally")).to_have_text(f"2 of {len(shipped())} solved.")


def test_a_wrong_move_is_taken_back_by_the_next_touch(page: Page, address: str) -> None:
    opened(page, address, LONG)
    move = next(move for move in sorted(LONG.position.legal_moves()) if move != LONG.solution)
    click(page, str(move))
    expect(page.locator(".told.refused")).to_contain_text("refutes it")
    page.locator("[data-square=a1]").click()
    until(page, 0)
    solve(page, LONG)


def test_every_grade_and_theme_is_explained(page: Page, address: str) -> None:
    opened(page, address, SHORT)
    page.get_by_text("What grades and themes mean").click()
    themes = [theme.value.replace("-", " ") for theme in PuzzleTheme]
    assert page.locator("#meaning dt").all_inner_texts() == themes
    expect(page.locator("#grade option").first).to_have_text("any grade")


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
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#wrong")).to_be_empty()
    solve(page, SHORT)
    expect(page.locator("#tally")).to_have_text("1 of 1 solved.")


def test_buttons_are_disabled_until_there_is_a_puzzle(page: Page, address: str) -> None:
    waiting: list[Route] = []
    page.route("**/api/puzzles", lambda route: waiting.append(route))  # answered by nobody
    page.goto(f"{address}puzzles")
    for name in ("Show the solution", "Next puzzle", "Puzzle of the day"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    for name in ("Rules", "Grade", "Puzzle theme", "Number"):
        expect(page.get_by_label(name)).to_be_disabled()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_the_puzzle_is_in_view_at_once(browser: Browser, address: str, size: tuple[int, int]) -> None:
    whole = (
        "#task",
        ".place",
        ".told",
        "#solution",
        "#next",
        "#number",
        "#choice summary",
        "#daily",
        "#tally",
        "nav.row",
    )
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        opened(page, address, LONG)
        assert outside(page, *whole, ".actions", "header a:last-child") == []
        wrong(page, LONG)
        assert outside(page, *whole) == [], "after a wrong move"
        click(page, str(LONG.solution))
        until(page, 2)
        assert outside(page, *whole) == [], "after the answer"


def test_the_heading_of_the_puzzle_of_the_day_is_whole(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{address}puzzles#puzzle=today")
        expect(page.locator("#which")).to_contain_text("Puzzle of the day, ")
        until(page, 0)
        cut = "document.querySelector('h1').scrollWidth - document.querySelector('h1').clientWidth"
        assert page.evaluate(cut) <= 0
        assert outside(page, "h1", "#which", ".place", "#next", "nav.row") == []


def test_the_page_of_puzzles_is_accessible(sized: Sized, address: str) -> None:
    page = sized.page
    opened(page, address, SHORT)
    wrong(page, SHORT)
    sized.check("puzzle")
    solve(page, SHORT)
    sized.check("solved")
