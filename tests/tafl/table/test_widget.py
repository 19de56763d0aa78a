"""The board of notebooks without one: its traits, its players and its analysis."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from hnefatafl import Berserk, Move, Position, Side, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalMoveError, InvalidSetupError, TableError
from hnefatafl.notation import json
from hnefatafl.records import Game
from hnefatafl.rules import Die
from hnefatafl.search import Limit
from tafl.table.widget import BoardWidget

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("notebook")]

BRANDUBH = variants.BRANDUBH
START = Position.initial(BRANDUBH)
LOOSE: Any = BoardWidget


def shown(board: BoardWidget) -> dict[str, Any]:
    """What the page is shown."""
    found: dict[str, Any] = board.get_state()["_view"]
    return found


def heard(board: BoardWidget) -> list[dict[str, Any]]:
    """The messages to the page from now on."""
    found: list[dict[str, Any]] = []

    def note(content: dict[str, Any]) -> None:
        found.append(content)

    loose: Any = board
    loose.send = note
    return found


def play(board: BoardWidget, *moves: str) -> None:
    for move in moves:
        board.act({"type": "play", "move": move})


def test_a_position_a_game_or_a_ruleset_is_shown() -> None:
    game = Game(ruleset=BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c2"]))
    for begun, ply in ((BRANDUBH, 0), (START, 0), (game.replay().position, 2), (game, 2)):
        board = BoardWidget(begun)
        assert board.position.ply == ply
        assert len(board.game.moves) == ply
        assert len(shown(board)["tree"]) == ply + 1
        assert board.get_state()["_board"]["name"] == "brandubh"


def test_moves_on_the_board_change_the_traits() -> None:
    board = BoardWidget(START)
    seen: list[Any] = []

    def note(change: Any) -> None:
        seen.append((change["name"], change["new"]))

    board.observe(note, names=["position", "game"])
    play(board, "d1-c1")
    assert [name for name, _ in seen] == ["position", "game"]
    assert seen[0][1] == START.play(Move.parse("d1-c1"))
    board.act({"type": "take_back"})
    play(board, "d1-e1")
    assert [str(each.move) for each in board.game.walk()] == ["d1-c1", "d1-e1"]
    board.act({"type": "promote"})
    assert str(board.game.moves[0].move) == "d1-e1"


def test_traits_that_are_set_change_the_board() -> None:
    board = BoardWidget(START)
    after = START.play(Move.parse("d1-c1"))
    board.position = after
    assert shown(board)["pieces"]["c1"] == "t"
    assert str(board.game.moves[0].move) == "d1-c1"
    board.game = Game(ruleset=variants.TABLUT)
    assert board.get_state()["_board"]["size"] == 9
    assert board.position == Position.initial(variants.TABLUT)


def test_who_observes_may_answer() -> None:
    """A bot of the reader's own plays the defenders from outside."""
    board = BoardWidget(START)

    def answer(change: Any) -> None:
        position = change["new"]
        if position.turn is Side.DEFENDERS:
            board.position = position.play(min(position.legal_moves()))

    board.observe(answer, names="position")
    play(board, "d1-c1")
    assert board.position.ply == len(board.game.moves) == 2
    assert shown(board)["node"] == 2


def test_wrong_values_are_refused_in_words() -> None:
    board = BoardWidget(START)
    for name, value in (("position", 1), ("game", START), ("attackers", 5)):
        with pytest.raises(ArgumentTypeError, match=f"{name}: "):
            setattr(board, name, value)
    for name, wrong in (("attackers", "chess"), ("theme", "plaid"), ("theme", 1)):
        with pytest.raises(ArgumentValueError):
            setattr(board, name, wrong)
    with pytest.raises(
        ArgumentTypeError, match="shown: a Game, a Position, a Ruleset, or the text or name of one was expected, not 7"
    ):
        LOOSE(7)
    with pytest.raises(ArgumentValueError, match="lines: "):
        BoardWidget(START, lines=0)
    assert board.position == START


def test_what_cannot_be_played_changes_nothing() -> None:
    board = BoardWidget(START)
    game = board.game
    with pytest.raises(InvalidSetupError):
        board.game = Game(ruleset=BRANDUBH.evolve(name="by lot", first=None))
    assert board.game is game
    assert board.position == START
    play(board, "d1-c1")


def test_actions_are_done_or_refused() -> None:
    board = BoardWidget(START)
    with pytest.raises(IllegalMoveError):
        play(board, "d3-d2")
    with pytest.raises(TableError, match="one of play, roll"):
        board.act({"type": "fly"})
    loose: Any = board
    with pytest.raises(TableError):
        loose.act("play")
    assert board.position == START
    messages = heard(board)
    board._receive(board, {"type": "play", "move": "a1-a2"}, [])
    board._receive(board, None, [])
    assert [message["type"] for message in messages] == ["refused", "refused"]
    assert "a1" in messages[0]["words"]


def test_the_computer_plays() -> None:
    board = BoardWidget(START, defenders="alphabeta:nodes=200")
    play(board, "d1-c1")
    assert board.wait(60)
    assert board.position.ply == 2
    with pytest.raises(TableError, match="the defenders are played by the computer"):
        board._check_turn("silent")
    board.act({"type": "take_back"})
    assert board.wait(60)
    assert board.position.ply == 0
    assert len(list(board.game.walk())) == 2, "what is taken back stays as a variation"
    board.act({"type": "go", "node": 1})
    assert board.wait(60)
    assert board.position.ply == 1, "a move that others follow is only looked at"
    assert shown(board)["moves"] == {}
    with pytest.raises(TableError, match="the defenders are played by the computer"):
        play(board, "c4-c2")


def test_a_computer_can_take_over_at_any_time() -> None:
    board = BoardWidget(START)
    play(board, "d1-c1")
    board.defenders = "random:seed=1"
    assert board.wait(60)
    assert board.position.ply == 2
    board.attackers = "random:seed=2"
    assert board.wait(60)
    assert board.position.outcome is not None


def test_the_computer_rolls_and_goes_on() -> None:
    for name in ("king-die", "berserk"):
        rules = BRANDUBH.evolve(name=name, die=Die()) if name == "king-die" else variants.get(name)
        board = BoardWidget(rules, attackers="random:seed=3", defenders="random:seed=4", chance=Random(5))
        assert board.wait(120)
        assert board.position.outcome is not None
        assert board.game.replay().position == board.position


class Stuck:
    """A player that waits until it is let go, and one that fails."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.free = threading.Event()

    def choose(self, position: Position) -> Move | None:
        self.asked.set()
        assert self.free.wait(60)
        if position.ply == 3:
            raise LookupError("no idea")
        return min(position.legal_moves())


def test_the_game_goes_on_while_the_computer_thinks() -> None:
    stuck = Stuck()
    board = BoardWidget(START, defenders=stuck)
    play(board, "d1-c1")
    assert stuck.asked.wait(60)
    board.act({"type": "take_back"})
    play(board, "d1-e1")
    assert not board.wait(0.01)
    stuck.free.set()
    assert board.wait(60)
    assert str(Game.from_position(board.position).moves[0].move) == "d1-e1"
    assert board.position.ply == 2


def test_a_player_that_fails_is_told() -> None:
    stuck = Stuck()
    stuck.free.set()
    board = BoardWidget(START.play(Move.parse("d1-c1")).play(Move.parse("c4-c2")))
    messages = heard(board)
    board.defenders = stuck
    play(board, "g4-g2")
    assert board.wait(60)
    assert messages[-1] == {"type": "refused", "words": "the computer cannot go on: no idea"}
    board.defenders = None
    play(board, "c2-c3")


def test_the_analysis_follows_the_game() -> None:
    board = BoardWidget(START, analysis=True, limit=Limit(depth=2), lines=2)
    seen = threading.Condition()

    def tell(_: Any) -> None:
        with seen:
            seen.notify_all()

    board.observe(tell, names="_analysis")

    def analysed(node: int) -> bool:
        with seen:
            return bool(seen.wait_for(lambda: board.get_state()["_analysis"].get("node") == node, 60))

    assert analysed(0)
    play(board, "d1-c1")
    assert analysed(1)
    found = board.get_state()["_analysis"]
    assert len(found["lines"]) == 2
    assert 0 <= found["share"] <= 1
    assert found["words"].startswith("defenders: ")
    board.act({"type": "analyse", "on": False})
    assert board.analysis is False
    with seen:
        assert seen.wait_for(lambda: not board.get_state()["_analysis"]["on"], 60)
    board.analysis = True
    with seen:
        assert seen.wait_for(lambda: board.get_state()["_analysis"]["on"], 60)
    board.close()


def test_hints_and_records() -> None:
    position = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", BRANDUBH, Side.DEFENDERS)
    board = BoardWidget(position)
    messages = heard(board)
    board.act({"type": "record"})
    assert json.parse_game(messages[0]["text"]).replay().position == position
    board.act({"type": "hint"})
    board._threads["hint"].join(60)
    assert messages[1]["words"] == "Hint for the defenders: a4-a1 (wins in 1 ply)."
    assert messages[1]["move"] == ["a4", "a1"]


def test_a_turn_of_several_captures_is_stopped() -> None:
    rules = BRANDUBH.evolve(name="wild", berserk=Berserk.MAY_CAPTURE)
    board = BoardWidget(Position.parse("/2t4/2T4/1t5/3Tt2/7/4K2/7/", rules, Side.ATTACKERS))
    play(board, "b3-c3")
    assert "stop" in shown(board)["actions"]
    board.act({"type": "stop"})
    assert board.position.turn is Side.DEFENDERS


def test_what_the_page_needs_is_with_the_widget() -> None:
    state = BoardWidget(START).get_state()
    assert "export default { render }" in state["_esm"]
    assert "import " not in state["_esm"].split("export default")[0].split("function mount")[0]
    assert ".tafl-board.dark" in state["_css"]


def test_nobody_passes_for_the_computer() -> None:
    """At a move that others follow, the computer waits, and its turn is offered to nobody."""
    rules = variants.BRANDUBH.evolve(name="passing", may_pass="both")
    board = BoardWidget(Game(ruleset=rules).add([Move.parse("d1-c1"), Move.parse("c4-c2")]))
    board.act({"type": "go", "node": 0})
    assert "pass" in shown(board)["actions"]
    board.attackers = "random:seed=1"
    board.act({"type": "go", "node": 0})
    assert shown(board)["locked"] == "the attackers are played by the computer"
    assert "pass" not in shown(board)["actions"]
