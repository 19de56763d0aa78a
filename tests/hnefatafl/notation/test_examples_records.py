"""The records of ``examples/records``: each by name, and each in the table of the page about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hnefatafl import variants
from hnefatafl.notation import archive, read

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "records"
FORMS = {
    "arrows.txt": "numbered moves",
    "bare-targets.txt": "numbered moves",
    "capitals.txt": "numbered moves",
    "columns.csv": "squares in columns",
    "commas.txt": "moves",
    "crosses.txt": "numbered moves",
    "forum.txt": "numbered moves",
    "numbers.txt": "pairs of numbers, counted as column row bottom 0",
    "one-line.txt": "numbered moves",
    "parentheses.txt": "numbered moves",
    "plies.txt": "moves",
    "rows-from-the-top.txt": "pairs of numbers, counted as row column top 1",
    "sides.txt": "moves",
    "tags.txt": "numbered moves",
    "turns.txt": "moves",
}
OTHERS = {"board.txt", "board-with-bars.txt", "games.txt"}


@pytest.mark.parametrize("name", FORMS)
def test_the_same_game_is_read_from_every_form(name: str) -> None:
    lines = (ROOT / "examples" / "games" / "brandubh.csv").read_text("utf-8").splitlines()
    (wanted,) = archive.parse_games(lines[2:3], variants.BRANDUBH)
    reading = read((FOLDER / name).read_text("utf-8"))
    (game,) = reading.games
    assert reading.form == FORMS[name]
    assert [move.move for move in game.moves] == [move.move for move in wanted.moves]
    assert [move.captures for move in game.moves] == [move.captures for move in wanted.moves]
    assert (game.ruleset, game.result, game.unparsed) == (variants.BRANDUBH, "White", ())
    assert game.replay().verdict == "agrees"


def test_boards_and_games_on_lines_are_read() -> None:
    for name in ("board.txt", "board-with-bars.txt"):
        (game,) = read((FOLDER / name).read_text("utf-8")).games
        assert game.initial_position.board == variants.BRANDUBH.start
    assert [len(game.moves) for game in read((FOLDER / "games.txt").read_text("utf-8")).games] == [22, 20]


def test_every_example_is_on_the_page() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert names == FORMS.keys() | OTHERS
    page = (ROOT / "docs" / "howto" / "records.rst").read_text("utf-8")
    assert all(f"``{name}``" in page for name in names)
