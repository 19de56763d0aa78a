"""Replay pages in a real browser: files that need nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from conftest import Register
from playwright.sync_api import Browser, Page, expect
from sweeping import FEW
from touching import Sized

from hnefatafl import (
    Announcements,
    Berserk,
    Call,
    Move,
    Piece,
    PieceSet,
    Position,
    Ruleset,
    Side,
    Square,
    Symmetry,
    variants,
)
from hnefatafl.notation import archive, json
from hnefatafl.records import Game, Note, Shape
from hnefatafl.render.page import html_games, html_replay
from hnefatafl.rules import Die
from tafl.cli import main

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

GAMES: Final = Path(__file__).parents[3] / "examples" / "games"
BRANDUBH: Final = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2", "g4-g2"]))
TREE: Final = BRANDUBH.add([Move.parse("c4-c3"), Move.parse("d2-c2")], after=next(BRANDUBH.walk()))


PIECES: Final = {str(piece) for piece in PieceSet.ALL.pieces}


def show(page: Page, folder: Path, game: Game, orientation: Symmetry = Symmetry.IDENTITY) -> None:
    file = folder / "game.html"
    file.write_text(html_replay(game, orientation=orientation), "utf-8")
    page.goto(file.as_uri())


def standing(page: Page) -> dict[str, str]:
    """The pieces on the squares, as the page tells screen readers."""
    labels = page.locator("[data-square]").evaluate_all("each => each.map(square => square.ariaLabel)")
    parts = [label.split(";")[0].split(", ") for label in labels]
    return {part[0]: each for part in parts for each in part[1:] if each in PIECES}


def told(position: Position) -> dict[str, str]:
    return {square.name: str(piece) for square, piece in position.board.items()}


def test_buttons_step_through_the_game(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, BRANDUBH)
    positions = [Position.initial(variants.BRANDUBH), *(play.after for play in BRANDUBH.replay().played_moves)]
    assert standing(page) == told(positions[3])
    for name, ply in [("First", 0), ("Forward", 1), ("Forward", 2), ("Last", 3), ("Back", 2)]:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#board")).to_have_attribute("data-node", str(ply))
        assert standing(page) == told(positions[ply])
    expect(page.locator(".told")).to_have_text("2. Defenders: c4-c2")
    expect(page.locator(".men")).to_have_text(["4 defenders and the king", "8 attackers"])
    assert page.url.endswith("#2")


def test_keys_links_and_addresses_step_as_well(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, TREE)
    board = page.locator("#board")
    for key, node in [("Home", "0"), ("ArrowRight", "1"), ("End", "3"), ("ArrowLeft", "2")]:
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-node", node)
    page.get_by_role("link", name="d2-c2").click()
    expect(board).to_have_attribute("data-node", "5")
    expect(page.locator("[aria-current]")).to_have_text("d2-c2")
    page.evaluate("location.hash = '#1'")
    expect(board).to_have_attribute("data-node", "1")
    page.reload()
    expect(board).to_have_attribute("data-node", "1")


def test_the_moves_of_the_game_are_made_by_clicks(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, TREE)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    for square in ("c4", "c3"):
        page.locator(f"[data-square={square}]").click()
    expect(page.locator("#board")).to_have_attribute("data-node", "4")
    page.get_by_role("button", name="Back").click()
    page.locator("[data-square=c4]").click()
    page.locator("[data-square=c7]").click()
    expect(page.locator(".told.refused")).to_have_text("This page does not have the move c4-c7 here.")


def test_captures_are_told_and_drawn(page: Page, tmp_path: Path) -> None:
    start = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    show(page, tmp_path, Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("b3-c3")]))
    expect(page.locator(".told")).to_contain_text("b3-c3 captures the defender on c2: between two enemies (c1, c3).")
    for drawn in ("lost", "crosses", "ties", "moved", "brackets"):
        expect(page.locator(f".board .{drawn}")).to_have_count(1)
    expect(page.locator("[data-square=c2]")).to_have_attribute("aria-label", f"c2, empty, captured: {Piece.DEFENDER}")


def test_shapes_are_shown_and_drawn(page: Page, tmp_path: Path) -> None:
    """What the right button draws stays with its place until the page is left."""
    note = Note(comment="Watch c3.", shapes=[Shape.parse("Rd4"), Shape.parse("Bd3c3")])
    show(page, tmp_path, BRANDUBH.annotate("", note))
    drawn = page.locator(".board :is(.green, .red, .yellow, .blue) path")
    expect(drawn).to_have_count(0)
    page.keyboard.press("Home")
    expect(drawn).to_have_count(2)
    expect(page.locator(".told")).to_have_text("Start Watch c3.")
    page.locator("[data-square=d3]").hover()
    page.mouse.down(button="right")
    page.locator("[data-square=a3]").hover()
    page.mouse.up(button="right")
    expect(drawn).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(drawn).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(drawn).to_have_count(3)
    page.locator("[data-square=d4]").click(button="right", modifiers=["Shift"])
    expect(page.locator(".board .red path")).to_have_count(0)


@pytest.mark.parametrize("orientation", list(Symmetry))
def test_the_board_is_turned(page: Page, tmp_path: Path, orientation: Symmetry) -> None:
    show(page, tmp_path, BRANDUBH, orientation)
    squares = page.locator("[data-square]")
    corner = orientation.inverse.apply(Square("a7"), variants.BRANDUBH.size).name
    assert squares.first.get_attribute("data-square") == corner
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Flip the board").click()
    assert squares.last.get_attribute("data-square") == corner
    assert standing(page) == told(BRANDUBH.replay().position)


def test_the_game_is_played_through(page: Page, tmp_path: Path) -> None:
    page.clock.install(time=0)
    show(page, tmp_path, BRANDUBH)
    page.clock.pause_at(10**6)  # from here on only the test lets time pass
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#board")).to_have_attribute("data-node", "0")
    page.clock.run_for(2500)
    expect(page.locator("#board")).to_have_attribute("data-node", "2")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(page.locator("#board")).to_have_attribute("data-node", "2")


def test_without_scripts_the_page_is_whole(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        show(page, tmp_path, BRANDUBH)
        expect(page.locator("#board > svg")).to_be_visible()
        expect(page.locator("#board")).to_contain_text("Attackers: 8. Defenders: 4 and the king.")
        expect(page.get_by_role("link")).to_have_count(4)


def test_pages_fit_and_are_accessible(sized: Sized, tmp_path: Path) -> None:
    page = sized.page
    with (GAMES / "copenhagen.csv").open(encoding="utf-8") as lines:
        game = list(archive.parse_games(lines, variants.COPENHAGEN))[9]
    show(page, tmp_path, game)
    page.keyboard.press("ArrowLeft")
    sized.check("replay")


# ------------------------------------------------------------------------------------------------------ every ruleset

HOUSE: Final = variants.get("tyr-11").evolve(
    name="house rules", aliases=(), die=Die(faces=3), announcements=Announcements(way_out=Call.MUST, threat=Call.MAY)
)
"""Rules with a die, stops and announcements, as another distribution would bring them."""
EVENTS: Final = ("rolls", "stops", "announcements", "captures")


def events(game: Game) -> set[str]:
    """What happens in a game, of what pages show in a way of its own."""
    plays = game.replay().played_moves
    found = (
        any(move.roll is not None for move in game.moves),
        any(play.move.is_stop for play in plays),
        any(play.announcement_sentences for play in plays),
        any(play.captures for play in plays),
    )
    return {name for name, happened in zip(EVENTS, found, strict=True) if happened}


def possible(rules: Ruleset) -> set[str]:
    found = (
        rules.die is not None,
        rules.berserk is Berserk.MAY_CAPTURE,
        rules.announcements != Announcements(),
        True,
    )
    return {name for name, can_be in zip(EVENTS, found, strict=True) if can_be}


def random_game(rules: Ruleset, chance: Random, plies: int) -> Game:
    """A game in which what is rare among random moves is preferred: rolls, captures and stops."""
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    for _ in range(plies):
        if position.can_roll and (chance.random() < 0.5 or not position.legal_moves()):
            position = position.roll(chance.randint(1, rules.faces))
        moves = position.legal_moves()
        if not moves:
            break
        preferred = [move for move in moves if move.is_stop] or position.legal_captures()
        position = position.play(chance.choice(preferred if preferred and chance.random() < 0.6 else moves))
    return Game.from_position(position)


@cache
def telling_game(rules: Ruleset) -> Game:
    """A game in which all happens that can happen under the rules."""
    chance = Random(rules.name)
    for _ in range(60):
        game = random_game(rules, chance, 40)
        if events(game) == possible(rules):
            return game
    raise AssertionError(f"no game of {rules.name} has all of {possible(rules)}")


@pytest.fixture(scope="module")
def one_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page that is used for all rulesets, and the faults that it has had."""
    with browser.new_context() as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        yield page, faults


def assert_stepped_through(page: Page, game: Game) -> None:
    """The shown page steps from the start to the end of a game, and has the pieces of each end."""
    replay = game.replay()
    assert page.get_attribute("#board", "data-node") == str(len(replay.moves))
    assert standing(page) == told(replay.position)
    page.keyboard.press("Home")
    assert standing(page) == told(replay.start)
    steps = page.evaluate(
        """() => {
            const forward = [...document.querySelectorAll("button")].find((each) => each.innerText === "Forward");
            const seen = [];
            for (let left = 1000; left && forward.ariaDisabled !== "true"; left--) {
                forward.click();
                seen.push(document.querySelector("#board").dataset.node);
            }
            return seen;
        }"""
    )
    assert steps == [str(ply) for ply in range(1, len(replay.moves) + 1)]
    assert standing(page) == told(replay.position)


@pytest.mark.parametrize("name", FEW)
def test_the_page_of_a_ruleset_steps_to_the_end(one_page: tuple[Page, list[str]], tmp_path: Path, name: str) -> None:
    page, faults = one_page
    faults.clear()
    game = telling_game(variants.get(name))
    show(page, tmp_path, game)
    assert_stepped_through(page, game)
    assert faults == []


def test_stops_rolls_and_announcements_are_among_the_games_of_the_rulesets() -> None:
    found = {event for name in FEW for event in events(telling_game(variants.get(name)))}
    assert found == {"stops", "announcements", "captures", "rolls"}


def test_the_page_of_an_installed_ruleset_steps_to_the_end(
    one_page: tuple[Page, list[str]], tmp_path: Path, register: Register
) -> None:
    """By ``tafl show``, with a die, stops and announcements in one game."""
    page, faults = one_page
    faults.clear()
    register(house=HOUSE)
    game = telling_game(variants.get("house rules"))
    assert events(game) == set(EVENTS)
    (tmp_path / "game.json").write_text(json.format_game(game), "utf-8")
    assert main(["show", str(tmp_path / "game.json"), "-o", str(tmp_path / "game.html")]) == 0
    page.goto((tmp_path / "game.html").as_uri())
    for words in ("Roll ", "announce", HOUSE.name):
        assert words in page.inner_text("main")
    assert_stepped_through(page, game)
    assert faults == []


def test_each_of_several_games_has_a_board(page: Page, tmp_path: Path) -> None:
    """A game opens at a click or by the address; its moves, and the keys, move its own board."""
    file = tmp_path / "games.html"
    other = Game(ruleset=variants.BRANDUBH).add([Move.parse("a4-a3")])
    file.write_text(html_games([("one", BRANDUBH), ("<b>two", other)], variants.BRANDUBH, title="Games"), "utf-8")
    page.goto(file.as_uri())
    expect(page.locator("[data-square]")).to_have_count(0)
    page.locator("summary", has_text="one").click()
    board = page.locator("#game-0")
    expect(board.locator("[data-square]")).to_have_count(49)
    expect(board.locator(".said")).to_contain_text("g4-g2")
    board.locator("a", has_text="d1-c1").click()
    expect(board.locator(".said")).to_contain_text("d1-c1")
    expect(page.locator("#game-1 [data-square]")).to_have_count(0)
    page.goto(f"{file.as_uri()}#game-1")
    expect(page.locator("#game-1 [data-square]")).to_have_count(49)
    expect(page.locator("#game-1 .said")).to_contain_text("a4-a3")
    expect(board.locator(".said")).to_contain_text("d1-c1")
