"""The host of the pages without a server, which runs in a browser, as the page speaks to it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hnefatafl import Game, Move, Position, Region, Ruleset, Symmetry, variants
from hnefatafl.notation import json as notation
from hnefatafl.notation import toml
from hnefatafl.notation.data import TABLES_FORMAT
from hnefatafl.render.svg import move_pictures
from hnefatafl.search import AlphaBeta
from tafl.web._host import Host
from tafl.web._workshop import describe_form

HOUSE = 'name = "House"\nbase = "brandubh"\nescape = "edge"\n'
SEATS = {"attackers": "link", "defenders": "alphabeta:level=2"}


class Page:
    """A page: what it sends, and what comes."""

    def __init__(self, *own: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self.steps: list[str] = []
        self.host = Host(list(own), lambda text: self.heard.append(json.loads(text)), Random(1))
        self.count = 0

    def send(self, **message: object) -> dict[str, Any]:
        """Send a message, and return its answer."""
        self.count += 1
        self.host.take(json.dumps({**message, "number": self.count}))
        self.steps += [each["step"] for each in self.heard if each["type"] == "step"][len(self.steps) :]
        (answer,) = [each for each in self.heard if each["type"] == "answer" and each["number"] == self.count]
        return answer

    def ask(self, path: str, **body: object) -> dict[str, Any]:
        """What a request is answered with."""
        found: dict[str, Any] = self.send(type="ask", path=path, body=body)["found"]
        return found

    def begin(self, seats: dict[str, str] = SEATS, mine: str | None = "attackers", **rules: object) -> dict[str, Any]:
        """Begin a game, and join it."""
        made = self.ask("/api/games", rules=rules or {"base": "brandubh"}, seats=seats, mine=mine)
        assert self.send(type="join", description=made["description"], steps=[], token=made["mine"])["found"] == {}
        return made

    def wait(self) -> None:
        """Let the host work until there is nothing to do."""
        while self.host.go_on():
            pass

    def last(self, kind: str) -> dict[str, Any]:
        """The last message of a kind."""
        return [each for each in self.heard if each["type"] == kind][-1]


def test_the_computer_answers_a_move_and_both_are_steps_to_be_kept() -> None:
    page = Page()
    made = page.begin()
    assert page.last("joined")["words"] == "You play the attackers."
    assert page.send(type="play", move="d1-c1")["found"] == {}
    assert page.last("view")["moves"] == {}  # the turn of the computer
    page.wait()
    view = page.last("view")
    assert view["node"] == 2
    assert view["turn"] == "attackers"
    assert page.last("thinking")["side"] == "defenders"
    steps = [each for each in page.heard if each["type"] == "step"]
    assert [each["count"] for each in steps] == [0, 1]
    again = Page()
    token = made["tokens"]["attackers"]
    again.send(type="join", description=made["description"], steps=[each["step"] for each in steps], token=token)
    assert again.last("view")["pieces"] == view["pieces"]


def test_the_computer_searches_in_slices_and_can_be_interrupted() -> None:
    page = Page()
    page.begin({"attackers": "link", "defenders": "alphabeta:nodes=20000"})
    page.send(type="play", move="d1-c1")
    for _ in range(3):
        assert page.host.go_on()
    assert page.last("view")["node"] == 1
    page.send(type="take_back")
    assert page.last("view")["node"] == 0
    assert not page.host.go_on()


def test_a_slice_by_slice_search_chooses_what_the_player_chooses() -> None:
    page = Page()
    page.begin({"attackers": "alphabeta:nodes=3000", "defenders": "link"}, "defenders")
    page.wait()
    best = AlphaBeta(nodes=3000).choose(Position.initial(variants.BRANDUBH))
    assert json.loads(page.last("step")["step"])["move"] == str(best)


def test_take_back_undoes_the_answer_of_the_computer_too() -> None:
    page = Page()
    page.begin()
    page.send(type="play", move="d1-c1")
    page.wait()
    page.send(type="take_back")
    assert page.last("view")["node"] == 0
    assert page.last("view")["turn"] == "attackers"


def test_rules_of_a_visitor_are_written_as_tables() -> None:
    """With what a page needs to draw them and to search by them."""
    options = {**describe_form(variants.BRANDUBH)["options"], "escape": "edge"}
    tables = Page().ask("/api/tables", rules={"base": "brandubh", "name": "Hall", "options": options})
    assert tables["format"] == TABLES_FORMAT
    assert tables["ruleset"]["name"] == tables["board"]["name"] == "Hall"
    assert len(tables["evaluation"]) > 100


def test_a_move_of_the_other_side_is_refused() -> None:
    page = Page()
    page.begin({"attackers": "alphabeta:level=1", "defenders": "link"}, "defenders")
    assert page.send(type="play", move="d1-c1")["refused"] == "it is the turn of the attackers"


def test_the_computer_plays_itself_to_the_end() -> None:
    page = Page()
    made = page.begin({"attackers": "greedy", "defenders": "random"}, None)
    assert made["mine"] == "watch"
    page.wait()
    assert page.last("view")["over"]


def test_hints_and_analysis() -> None:
    page = Page()
    page.begin({"attackers": "screen", "defenders": "screen"}, None)
    page.send(type="hint")
    assert page.last("hint")["words"].startswith("Hint for the attackers")
    page.send(type="analyse", on=True)
    assert page.host.go_on()
    assert page.last("analysis")["on"]
    page.send(type="analyse", on=True, depth=2, lines=1)
    page.wait()
    assert len(page.last("analysis")["lines"]) == 1
    assert ", depth 2, " in page.last("analysis")["words"]
    page.send(type="analyse", on=False)
    assert not page.last("analysis")["on"]
    assert not page.host.go_on()


@pytest.mark.parametrize("rules", [variants.BRANDUBH, toml.parse_rules(HOUSE)])
def test_rulesets_are_examined_as_by_a_server(rules: Ruleset) -> None:
    page = Page(HOUSE)
    shown = page.ask(f"/api/rulesets/{rules.name}")
    found = page.ask("/api/rules/examine", base=rules.name, name="", options=shown["options"])
    assert found["reasons"] == []
    assert found["same"]
    broken = {**shown["options"], "secure_ring": True, "encirclement": False}
    found = page.ask("/api/rules/examine", base=rules.name, name="", options=broken)
    assert "secure_ring needs encirclement" in found["reasons"][0]


def test_own_rules_are_read_and_played() -> None:
    page = Page()
    shown = page.ask("/api/rules/read", text=HOUSE)
    assert (shown["name"], shown["base"]) == ("House", "brandubh")
    page.begin({"attackers": "screen", "defenders": "screen"}, None, **shown)
    assert page.last("joined")["title"] == "House"
    game = notation.parse_game(json.loads(page.ask("/api/games", rules=shown, seats=SEATS)["description"])["record"])
    assert game.ruleset == toml.parse_rules(HOUSE)


def test_a_record_is_studied_and_saved() -> None:
    page = Page()
    made = page.ask("/api/studies", text="d1-c1 d3-b3,1,0,x\n", filename="games.csv", rules={"base": "brandubh"})
    page.send(type="join", description=made["description"], steps=[], token="both")
    assert page.last("view")["node"] == 2
    page.send(type="go", node=1)
    page.send(type="play", move="d3-c3")
    text = page.ask("/api/records/any", dialect="json")["text"]
    assert [str(move) for move in notation.parse_game(text).moves] == ["d1-c1", "d3-b3"]
    assert len(notation.parse_game(text).variations) == 1


def test_several_games_are_listed() -> None:
    page = Page()
    text = "d1-c1,1,0,x\nd1-b1,1,0,x\n"
    found = page.ask("/api/studies", text=text, filename="games.csv", rules={"base": "brandubh"}, number=None)
    assert len(found["games"]) == 2


def test_examples_run_one_after_the_other() -> None:
    page = Page()
    text = """
>>> from hnefatafl import variants
>>> rules = variants.BRANDUBH
>>> rules.size
7
"""
    assert page.send(type="run", source=text)["found"] == {"output": "7\n", "differs": False}
    text = ">>> rules.size + 1\n9\n>>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: ...\n"
    found = page.send(type="run", source=text)["found"]
    assert found["differs"]
    assert found["output"].startswith("8\nTraceback (most recent call last):\n")
    found = page.send(type="run", source=">>> rules.nothing\n1\n")["found"]
    assert found["differs"]
    assert "AttributeError" in found["output"]
    assert page.send(type="run", source="no example")["refused"] == "examples that begin with >>> were expected"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "play", "move": "d1-c1"}, "no game is on the board"),
        ({"type": "ask", "path": "/api/chess"}, "there is nothing at this address"),
        ({"type": "ask", "path": "/api/rulesets/chess"}, "no ruleset is named 'chess'"),
        ({"type": "ask", "path": "/api/games", "body": []}, "the rules of the game were expected"),
        ({"type": "ask", "path": "/api/studies", "body": {"text": 1}}, "the text of a record was expected"),
        ({"type": "join", "description": None}, "this game is not kept in this browser"),
        ({"type": "join", "description": "{}", "steps": [], "token": "both"}, "this game is damaged"),
    ],
)
def test_what_is_refused(message: dict[str, object], words: str) -> None:
    assert words in Page().send(**message)["refused"]


def test_a_damaged_step_is_told_and_the_game_is_shown_up_to_it() -> None:
    page = Page()
    made = page.ask("/api/games", rules={"base": "brandubh"}, seats=dict.fromkeys(("attackers", "defenders"), "screen"))
    page.send(type="join", description=made["description"], steps=['{"type": "play", "move": "a1-a2"}'], token="both")
    assert "step 1 of this game is damaged" in page.last("notice")["words"]
    assert "damaged" in page.send(type="play", move="d1-c1")["refused"]


def test_a_game_is_resigned_reviewed_and_played_again() -> None:
    page = Page()
    page.begin()
    page.send(type="play", move="d1-c1")
    page.wait()
    assert page.send(type="review")["refused"] == "the game is not over"
    assert page.send(type="offer", what="rematch")["refused"] == "this cannot be offered here"
    page.send(type="resign")
    assert page.last("view")["state"] == "The defenders win: the attackers have resigned."
    page.wait()
    assert page.last("view")["over"], "the computer moves no more"
    page.send(type="review")
    page.wait()
    reviews = [each for each in page.heard if each["type"] == "review"]
    assert reviews[-1]["done"] == reviews[-1]["count"] == 2
    assert [point["node"] for each in reviews for point in each["points"]] == [0, 1, 2]
    page.send(type="continue", node=1)
    made = page.last("made")["game"]
    assert made["mine"] == "attackers"
    page.send(type="offer", what="swapped")
    made = page.last("made")["game"]
    assert (made["mine"], set(made["tokens"])) == ("defenders", {"defenders"})
    page.send(type="join", description=made["description"], steps=[], token=made["mine"])
    assert page.last("joined")["words"] == "You play the defenders."


def test_clocks_need_a_server() -> None:
    answer = Page().send(
        type="ask", path="/api/games", body={"rules": {"base": "brandubh"}, "seats": SEATS, "pace": {"seconds": 60}}
    )
    assert answer["refused"] == "clocks are for games between two people by link"


def game_of(*moves: str) -> Game:
    """A game of these moves."""
    return Game(ruleset=variants.BRANDUBH).add([Move.parse(move) for move in moves])


def test_a_position_is_shared() -> None:
    page = Page()
    page.begin()
    page.send(type="play", move="d1-c1")
    found = page.ask("/api/pictures/any", node=1, theme="wood", flipped=True)
    assert found["svg"].startswith("<svg ")
    position = Position.initial(variants.BRANDUBH).play("d1-c1")
    assert found["record"] == f"brandubh {position.text}"
    assert page.send(type="ask", path="/api/pictures/any", body={"node": 1, "theme": "x"})["refused"].startswith(
        "theme:"
    )
    assert "refused" in page.send(type="ask", path="/api/pictures/any", body={"node": "1"})
    (before, after) = page.ask("/api/pictures/any", node=1, moves=True, flipped=True)["moves"]
    assert (before, after) == tuple(move_pictures(game_of("d1-c1"), orientation=Symmetry.ROTATE_180, size=600))
    assert len(page.ask("/api/pictures/any", node=0, moves=True)["moves"]) == 1
    assert "refused" in page.send(type="ask", path="/api/pictures/any", body={"node": "1", "moves": True})
    page.begin({"attackers": "screen", "defenders": "screen"}, None, base="brandubh", name="Mine", options=EDGE)
    found = page.ask("/api/pictures/any", node=0)
    assert notation.parse_game(found["record"]).ruleset.escape == Region.EDGE


EDGE = {**describe_form(variants.BRANDUBH)["options"], "escape": "edge"}


def test_a_position_is_set_up() -> None:
    page = Page()
    found = page.ask("/api/positions", base="brandubh", start=None, turn="attackers", change={"brush": "clear"})
    assert found["reasons"]
    for brush, square in (("king", "d4"), ("attacker", "a4"), ("attacker", "b4"), ("empty", "b4")):
        change = {"brush": brush, "square": square}
        found = page.ask("/api/positions", base="brandubh", start=found["start"], turn="defenders", change=change)
    assert found["reasons"] == []
    assert found["text"] == "brandubh /7/7/7/t2K3/7/7/7/ d"
    assert found["board"]["squares"]["a4"] == "attacker"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"turn": "both"}, "turn: one of attackers, defenders was expected"),
        ({"turn": []}, "turn: one of"),
        ({"turn": "attackers", "start": "/9/"}, "the pieces on a board of 7×7 squares were expected"),
        ({"turn": "attackers", "start": [1]}, "the pieces on a board"),
        ({"turn": "attackers", "change": {"brush": "throne", "square": "a1"}}, "brush: one of"),
        ({"turn": "attackers", "change": {"brush": [], "square": "a1"}}, "brush: one of"),
        ({"turn": "attackers", "change": {"brush": "king", "square": "z9"}}, "square"),
        ({"turn": "attackers", "change": 5}, "brush: one of"),
    ],
)
def test_what_is_no_position_is_refused(body: dict[str, Any], words: str) -> None:
    assert words in Page().send(type="ask", path="/api/positions", body={"base": "brandubh", **body})["refused"]
