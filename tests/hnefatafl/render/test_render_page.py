"""Replay pages: whole in one file, true to the record, and harmless whatever the record says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from hnefatafl import Berserk, Move, Piece, Position, Side, Square, Symmetry, variants
from hnefatafl.errors import InvalidSetupError, PictureError
from hnefatafl.notation import archive
from hnefatafl.records import Game, Note, RecordedMove, Shape
from hnefatafl.render.page import html_replay
from hnefatafl.render.svg import svg

GAMES: Final = Path(__file__).parents[3] / "examples" / "games"
VOID: Final = {"meta", "link"}


class Page(HTMLParser):
    """The elements of a page with their attributes, checked to be closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def example(variant: str, number: int = 0) -> Game:
    rules = variants.get(variant)
    with (GAMES / f"{variant}.csv").open(encoding="utf-8") as lines:
        return list(archive.parse_games(lines, rules))[number]


def boards(page: str) -> Iterator[dict[str, str]]:
    """The board after each move of the page, built up as its script does it."""
    known: dict[str, dict[str, str]] = {}
    for link in Page(page).all("a"):
        board = dict(known[link.get("data-parent") or "0"]) if known else {}
        for square, letter in re.findall(r"([a-u]\d+)(\D)", link["data-changes"] or ""):
            board[square] = letter
        known[str(link["data-node"])] = {square: letter for square, letter in board.items() if letter != "."}
        yield known[str(link["data-node"])]


def written(position: Position) -> dict[str, str]:
    return {square.name: piece.symbol for square, piece in position.board.items()}


def lines_of(game: Game) -> Iterator[dict[str, str]]:
    for replay in game.replay_lines():
        position = replay.start
        if not replay.line:
            yield written(position)
        for move in replay.moves:
            position = position.play(move, lenient=True)
            yield written(position)


def data_of(page: str) -> dict[str, Any]:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    found: dict[str, Any] = json.loads(data)
    return found


BRANDUBH: Final = Game(ruleset=variants.BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2", "g4-g2"]))
TREE: Final = BRANDUBH.add([Move.parse("c4-c3"), Move.parse("d2-c2")], after=next(BRANDUBH.walk())).add(
    [Move.parse("d7-c7")]
)


@pytest.mark.parametrize("game", [BRANDUBH, TREE, example("copenhagen", 9), example("foteviken-tablut")])
def test_the_changes_make_up_every_position(game: Game) -> None:
    page = html_replay(game)
    assert list(boards(page)) == list(lines_of(game))
    letters = {letter for board in boards(page) for letter in board.values()}
    assert letters <= data_of(page)["pieces"].keys()


def test_a_page_needs_nothing_else() -> None:
    page = html_replay(example("copenhagen", 9))
    read = Page(page)
    for _, attributes in read.found:
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "#")[0] == "#" or attributes[name] == "data:,"
        assert not [name for name in attributes if name.startswith("on")]
    assert set(re.findall(r"\w+://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|fetch|XMLHttp", page)


def test_a_long_game_is_small() -> None:
    game = example("copenhagen", 9)
    assert len(game.moves) > 130
    assert len(html_replay(game).encode()) < 100_000  # of which 60,000 are the component, with its panel


def test_without_a_script_the_last_position_and_all_moves_are_there() -> None:
    game = example("copenhagen", 9)
    page = html_replay(game)
    assert svg(game.replay().position) in page
    text = unescape(re.sub("<[^>]*>", "", page.split("<main>")[1].split("</main>")[0]))
    assert "captures the attacker on" in text
    assert "between two enemies" in text
    assert all(str(move.move) in text for move in game.moves)
    assert str(game.replay().outcome)[5:] in text


def test_variations_are_listed_with_what_they_replace() -> None:
    page = html_replay(TREE)
    assert "<h2>Variations</h2>" in page
    assert "<h3>Instead of 2. c4-c2</h3>" in page
    assert "<h3>Instead of 1. d1-c1</h3>" in page
    before = {link["data-move"]: link["data-parent"] for link in Page(page).all("a") if "data-parent" in link}
    assert before == {"d1-c1": "0", "c4-c2": "1", "g4-g2": "2", "c4-c3": "1", "d2-c2": "5", "d7-c7": "0"}
    assert "Variations" not in html_replay(BRANDUBH)


def test_captures_are_marked_for_the_script() -> None:
    start = Position.parse("/2t4/2T4/1t5/K6/7/7/7/", variants.BRANDUBH, Side.ATTACKERS)
    page = html_replay(Game(ruleset=variants.BRANDUBH, start=start).add([Move.parse("b3-c3")]))
    assert Page(page).all("a")[1]["data-taken"] == "c2"
    assert "b3-c3</a> captures the defender on c2: between two enemies (c1, c3)." in page


def test_an_illegal_move_ends_the_replay_and_says_so() -> None:
    page = html_replay(BRANDUBH.add([Move.parse("d3-d7")], after=list(BRANDUBH.walk())[-1]))
    assert "The record goes on with d3-d7, which cannot be played: another piece stands in the way (d4)." in page


def test_what_the_record_says_stays_a_text() -> None:
    hostile = '</script><img src=x onerror="alert(1)">\x00\ud800{page}'
    note = Note(comment=hostile * 1000)
    move = RecordedMove(origin=Square.parse("d1"), target=Square.parse("c1"), note=note)
    game = Game(
        ruleset=variants.BRANDUBH.evolve(name=hostile),
        moves=(move,),
        tags={"event": hostile, "attackers": hostile, "defenders": "B"},
        result=hostile,
        closing_comment=note,
    )
    page = html_replay(game)
    assert not Page(page.encode().decode()).all("img")
    assert len(page) < 86_000
    assert "<q>&lt;/script&gt;" in page


def test_comments_and_shapes_stand_with_their_places() -> None:
    shapes = [Shape.parse("Gd3c3"), Shape.parse("Rd4"), Shape.parse("Gk11")]
    game = BRANDUBH.annotate("", Note(comment="Watch <c3>.", shapes=shapes)).annotate("d1-c1", Note(shapes=shapes[1:]))
    page = html_replay(game)
    assert ">Start</a> <q>Watch &lt;c3&gt;.</q></li>" in page
    drawn = {link["data-node"]: link.get("data-shapes") for link in Page(page).all("a")}
    assert drawn == {"0": "Gd3c3,Rd4", "1": "Rd4", "2": None, "3": None}, "what is off the board is left out"
    start = attrs.evolve(Game(ruleset=variants.BRANDUBH), note=game.note)
    assert svg(start) in html_replay(start)
    assert "Drawn: a green arrow from d3 to c3, a red circle around d4." in svg(start)


def test_the_title_names_the_event_and_the_players() -> None:
    tags = {"event": "Cup", "attackers": "Ann", "defenders": "Bo"}
    page = html_replay(Game(ruleset=variants.BRANDUBH, tags=tags))
    assert "<title>Cup, Ann – Bo, brandubh</title>" in page
    for fewer, title in (({}, "brandubh"), ({"event": "Cup"}, "Cup, brandubh"), ({"defenders": "Bo"}, "Bo, brandubh")):
        assert f"<title>{title}</title>" in html_replay(Game(ruleset=variants.BRANDUBH, tags=fewer))
    assert "<h1>Mine &amp; yours</h1>" in html_replay(BRANDUBH, title="Mine & yours")


def test_themes_and_orientation() -> None:
    page = html_replay(BRANDUBH, light="print", dark="high-contrast", orientation=Symmetry.ROTATE_90)
    assert [ground["turn"] for ground in data_of(page)["grounds"]] == [[0, 1, -1, 0], [0, -1, 1, 0]]
    assert 'class="tafl print"' in page
    with pytest.raises(PictureError, match="there is no theme"):
        html_replay(BRANDUBH, dark="nigth")
    with pytest.raises(InvalidSetupError):
        html_replay(Game(ruleset=variants.BRANDUBH.evolve(first=None)))


def test_a_game_without_moves_is_its_start() -> None:
    page = html_replay(Game(ruleset=variants.BRANDUBH))
    assert list(boards(page)) == [written(Position.initial(variants.BRANDUBH))]
    assert 'data-shown="0"' in page
    assert data_of(page)["pieces"][Piece.KING.symbol]["name"] == "king"


def test_a_stop_is_told_in_words() -> None:
    rules = variants.BRANDUBH.evolve(name="wild", berserk=Berserk.MAY_CAPTURE)
    start = Position.parse("/2t4/2T4/1t5/3Tt2/7/4K2/7/", rules, Side.ATTACKERS)
    game = Game(ruleset=rules, start=start).add([Move.parse("b3-c3"), Move.parse("c3-c3")])
    page = html_replay(game)
    assert ">stops on c3</a>" in page
    assert ">c3-c3<" not in page
    assert "stops on c3. The defenders are to move." in page
    assert "wild, stops on c3" in svg(game.replay().played_moves[-1])


@pytest.mark.parametrize(
    ("result", "told"),
    [("White", "the defenders win"), ("Black", "the attackers win"), ("Draw", "Draw"), ("?", "?")],
)
def test_a_result_that_the_board_does_not_show_names_the_side(result: str, told: str) -> None:
    game = Game(ruleset="brandubh", result=result, ending="resigned").add("d1-c1")
    assert f"The record says: resigned, result: {told}." in html_replay(game)
