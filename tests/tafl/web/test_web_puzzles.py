"""Puzzles on a page, as both hosts of the page answer: the server, and Python in a browser."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from visiting import ORIGIN, serving

from hnefatafl import Berserk, Position, Ruleset, Side, variants
from hnefatafl.notation import otn
from tafl.puzzles import Effort, Puzzle, as_game, find_puzzle, format_puzzles, shipped
from tafl.web import Settings
from tafl.web._host import Host
from tafl.web._puzzles import list_shipped

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

Ask = Callable[..., dict[str, Any]]


def found(board: str, rules: Ruleset) -> Puzzle:
    """The puzzle for the defenders on a board."""
    puzzle = find_puzzle(Position.parse(board, rules, Side.DEFENDERS), Effort(nodes=100, unbounded=100))
    assert puzzle is not None
    return puzzle


CORNER = found("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH)
WILD = variants.BRANDUBH.evolve(name="wild", berserk=Berserk.MAY_CAPTURE)
TWICE = found("/3t3/t3tT1/2T4/1t4t/K6/t4t1/3t3/", WILD)
TEXT = "\n".join(format_puzzles([CORNER]))


def fields(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as requests have it."""
    _, line = format_puzzles([puzzle])
    found: dict[str, Any] = json.loads(line)
    return found


@pytest.fixture(params=["server", "browser"])
def ask(request: pytest.FixtureRequest) -> Iterator[Ask]:
    """What returns the answer to a request, or why it is refused."""
    if request.param == "server":
        with serving(Settings(database=":memory:")) as server:

            def post(path: str, **body: object) -> dict[str, Any]:
                answer: dict[str, Any] = server.client.post(path, json=body, headers={"Origin": ORIGIN}).json()
                return answer

            yield post
        return
    heard: list[dict[str, Any]] = []
    host = Host([], lambda text: heard.append(json.loads(text)))

    def send(path: str, **body: object) -> dict[str, Any]:
        host.take(json.dumps({"type": "ask", "number": 1, "path": path, "body": body}))
        answer = heard[-1]
        told: dict[str, Any] = answer.get("found", answer)
        return told

    yield send


def tried(ask: Ask, played: str, **wanted: object) -> dict[str, Any]:
    return ask("/api/puzzles/try", puzzle=fields(CORNER), played=played.split(), **wanted)


def test_the_puzzles_that_ship_are_offered() -> None:
    with serving(Settings(database=":memory:")) as server:
        offered = server.client.get("/api/puzzles").json()
    assert offered == list_shipped()
    assert [each["id"] for each in offered["puzzles"]] == [puzzle.id for puzzle in shipped()]
    assert offered["puzzles"][0] == fields(shipped()[0])
    assert len(gzip.compress(json.dumps(offered).encode())) <= 200_000


def test_every_winning_move_is_taken_and_the_defence_is_played(ask: Ask) -> None:
    begun = tried(ask, "")
    assert begun["board"]["size"] == 7
    assert (len(begun["views"]), begun["views"][0]["turn"], begun["solved"]) == (1, "defenders", False)
    right = tried(ask, "", move="d4-g4")
    assert (right["kind"], right["words"]) == ("right", "d4-g4 keeps the win; the answer is b1-c1")
    assert right["played"] == ["d4-g4", "b1-c1"]
    assert [view["node"] for view in right["views"]] == [1, 2]
    assert right["views"][-1]["actions"] == [], "nothing is taken back"
    won = tried(ask, "d4-g4 b1-c1", move="g4-g7")
    assert (won["kind"], won["solved"], won["views"][-1]["over"]) == ("solved", True, True)
    first = next(puzzle for puzzle in shipped() if puzzle.id == "brandubh-0a43243362")
    assert [str(move) for move in first.line[:3]] == ["f3-f1", "e1-e2", "f1-e1"]
    other = ask("/api/puzzles/try", puzzle=fields(first), played=["f3-f1", "e1-e2"], move="c3-f3")
    assert (other["kind"], len(other["played"])) == ("right", 4), "not the move of the solution"
    again = tried(ask, "d4-g4 b1-c1 g4-g7", move="a1-a2")
    assert again["refused"] == "the puzzle is solved"


def test_a_wrong_move_is_played_and_refuted_and_taken_back(ask: Ask) -> None:
    wrong = tried(ask, "", move="d4-e4")
    assert (wrong["kind"], wrong["words"]) == ("wrong", "d4-e4 does not keep the win: a4-a5 refutes it")
    assert [view["move"] for view in wrong["refutation"]] == [["d4", "e4"], ["a4", "a5"]]
    assert [view["node"] for view in wrong["refutation"]] == [1, 2]
    assert all(view["moves"] == {} and view["actions"] == [] for view in wrong["refutation"]), "nothing can be moved"
    assert (wrong["played"], [view["node"] for view in wrong["views"]]) == ([], [0])
    assert "d4" in wrong["views"][0]["moves"]
    illegal = tried(ask, "", move="d4-c3")
    assert (illegal["kind"], "refutation" in illegal) == ("illegal", False)
    assert "straight" in illegal["words"]
    later = tried(ask, "d4-g4 b1-c1", move="g4-f4")
    assert (later["kind"], later["played"]) == ("wrong", ["d4-g4", "b1-c1"])


def test_a_hint_the_solution_and_earlier_moves_are_shown(ask: Ask) -> None:
    assert tried(ask, "", hint=True)["words"] == "Look at d4."
    shown = tried(ask, "d4-g4 b1-c1", solution=True)
    assert (shown["words"], shown["arrow"]) == ("The solution: g4-g7.", ["g4", "g7"])
    assert (shown["played"], shown["solved"]) == (["d4-g4", "b1-c1", "g4-g7"], False)
    assert (shown["views"][0]["node"], shown["views"][0]["live"]) == (2, False)
    assert tried(ask, "d4-g4 b1-c1 g4-g7", node=1)["views"][0]["node"] == 1
    assert tried(ask, "d4-g4 b1-c1 g4-g7", solution=True)["words"] == "It is solved."


def test_a_turn_of_several_captures_is_gone_on_with(ask: Ask) -> None:
    text = fields(TWICE)
    first = ask("/api/puzzles/try", puzzle=text, played=[], move="a5-a3")
    assert (first["kind"], first["words"]) == ("right", "a5-a3 keeps the win; the defenders go on")
    assert first["played"] == ["a5-a3"]
    assert first["views"][-1]["actions"] == ["stop"]
    stopped = ask("/api/puzzles/try", puzzle=text, played=["a5-a3"], stop=True)
    assert (stopped["kind"], stopped["played"][:2]) == ("right", ["a5-a3", "a3-a3"]), "this wins as well"
    second = ask("/api/puzzles/try", puzzle=text, played=["a5-a3"], move="a3-a5")
    assert second["played"] == ["a5-a3", "a3-a5", "d1-e1"]


def test_files_of_puzzles_are_read(ask: Ask) -> None:
    lines = "\r\n".join(format_puzzles([CORNER, TWICE]))
    both = ask("/api/puzzles/read", text=lines)
    assert both["puzzles"] == [fields(CORNER), fields(TWICE)]
    assert both["more"] is False
    record = otn.format_game(as_game(CORNER), rules="nearest")
    (read,) = ask("/api/puzzles/read", text=record)["puzzles"]
    assert ask("/api/puzzles/try", puzzle=read, played=[], move="d4-g4")["kind"] == "right"
    head, line = TEXT.split("\n")
    many = ask("/api/puzzles/read", text="\n".join([head, *[line] * 501]))
    assert (len(many["puzzles"]), many["more"]) == (500, True)


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("read", {}, "the text of puzzles was expected"),
        ("read", {"text": ""}, "the text is empty"),
        ("read", {"text": TEXT.split("\n")[0]}, "there are no puzzles in this text"),
        ("read", {"text": TEXT + "\n{}"}, "puzzles, line 3"),
        ("read", {"text": '{"format": "chess"}'}, "the format 'hnefatafl puzzles 1' was expected"),
        ("read", {"text": "# variant: brandubh\nd1-c1,0,0,Ongoing\n"}, "puzzle-mode"),
        ("try", {}, "a puzzle was expected"),
        ("try", {"puzzle": TEXT}, "a puzzle was expected"),
        ("try", {"puzzle": {}}, "the key 'ruleset' was expected"),
        ("try", {"puzzle": {**fields(CORNER), "line": ["d4-e4"]}}, "moves that win"),
        ("try", {"puzzle": fields(CORNER)}, "played: a list of at most 200 moves was expected"),
        ("try", {"puzzle": fields(CORNER), "played": ["d4-g4"] * 201}, "played: a list"),
        ("try", {"puzzle": fields(CORNER), "played": [5]}, "the text of a move was expected"),
        ("try", {"puzzle": fields(CORNER), "played": ["d4-c3"]}, "illegal move d4-c3"),
        ("try", {"puzzle": fields(CORNER), "played": ["d4-g4"]}, "after which the defenders are to move"),
        ("try", {"puzzle": fields(CORNER), "played": [], "move": "d4" * 200}, "the text of a move was expected"),
        ("try", {"puzzle": fields(CORNER), "played": [], "move": ["d4"]}, "the text of a move was expected"),
        ("try", {"puzzle": fields(CORNER), "played": [], "stop": True}, "there is no turn to stop"),
        ("try", {"puzzle": fields(CORNER), "played": [], "node": 7}, "node: the number of a move was expected"),
    ],
    ids=str,
)
def test_what_is_no_puzzle_is_refused(ask: Ask, path: str, body: dict[str, object], words: str) -> None:
    assert words in ask(f"/api/puzzles/{path}", **body)["refused"]
