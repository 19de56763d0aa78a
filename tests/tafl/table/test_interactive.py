"""A game in progress under any actions: each is done, or refused without a change."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from playing import NoChance

from hnefatafl import Board, Move, Position, Side, variants
from hnefatafl.errors import HnefataflError, IllegalRollError, TableError
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Clock, Game, Note, RecordedMove, Shape
from hnefatafl.rules import Die
from tafl.table import Table

KINDS = ["play", "roll", "stop", "silent", "take_back", "go", "mark", "promote", "delete"]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
HOSTILE = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | JSON},
    optional={
        "move": JSON | st.sampled_from(["d1-d3", "z99-a1", "d1" * 200]),
        "node": JSON | st.integers(-2, 12),
        "shapes": JSON | st.lists(JSON | st.sampled_from(["Gd1c1", "Re4", "Be4e4", "Yu21", "Gd1"]), max_size=3),
    },
)
ACTIONS = st.lists(HOSTILE | st.integers(0, 1000), max_size=12)
"""Actions, and numbers of legal moves to play."""


def _action(table: Table, wanted: dict[str, Any] | int) -> dict[str, Any]:
    if isinstance(wanted, dict):
        return wanted
    moves = sorted(table.position.legal_moves())
    return {"type": "play", "move": str(moves[wanted % len(moves)])} if moves else {"type": "roll"}


RULES = {
    **{name: variants.get(name) for name in ("brandubh", "tablut", "berserk")},
    "dice": variants.BRANDUBH.evolve(name="dice", die=Die()),
    "announced": variants.FOTEVIKEN_TABLUT.evolve(
        name="announced", start=Board.parse("/4t4/9/9/5K3/9/9/9/9/4t4/"), first=Side.DEFENDERS
    ),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("branching", [True, False])
@given(wanted=ACTIONS, seed=st.integers(0, 9))
def test_any_action_is_done_or_refused_without_a_change(
    name: str, branching: bool, wanted: list[dict[str, Any] | int], seed: int
) -> None:
    start = Position.initial(RULES[name])
    table = Table(Game.from_position(start), chance=Random(seed), branching=branching)
    facts: list[dict[str, Any]] = []
    for each in wanted:
        before = table.view()
        action = _action(table, each)
        try:
            fact = table.decide(action)
            assert table.view() == before, "what is only decided changes nothing"
            table.apply(json.loads(json.dumps(fact)))
            facts.append(fact)
        except HnefataflError as error:
            assert table.view() == before
            with pytest.raises(type(error)):
                table.act(action)
            assert table.view() == before
        assert json.loads(json.dumps(table.view())) == table.view()
    assert table.game.replay().start == start
    # "A load applies facts and never throws a die again."
    again = Table(Game.from_position(start), chance=NoChance(), branching=branching)
    for fact in facts:
        again.apply(fact)
    assert (again.view(), again.game) == (table.view(), table.game)


def test_arrows_and_circles_are_kept_in_the_record() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH).add("d1-c1").annotate("d1-c1", "Bold.").annotate("", "A game."))
    assert (table.view()["comment"], table.view()["shapes"], table.view(0)["comment"]) == ("Bold.", [], "A game.")
    table.act({"type": "mark", "node": 1, "shapes": ["Gd1c1", "Re4"]})
    table.act({"type": "mark", "node": 0, "shapes": ["Bd4"]})
    assert (table.node, table.view()["shapes"], table.view(0)["shapes"]) == (1, ["Gd1c1", "Re4"], ["Bd4"])
    first, root = table.game.moves[0].note, table.game.note
    assert first == Note(comment="Bold.", shapes=[Shape.parse("Gd1c1"), Shape.parse("Re4")])
    assert root == Note(comment="A game.", shapes=[Shape.parse("Bd4")])
    assert table.line_to(1).note == root
    table.mark(0, [])
    table.mark(1, [])
    assert table.game.note == Note(comment="A game.")
    bare = Table(Game(ruleset=variants.BRANDUBH))
    for shapes in ["Gd1c1"], []:
        bare.act({"type": "mark", "node": 0, "shapes": shapes})
    assert bare.game == Game(ruleset=variants.BRANDUBH), "a note that says nothing is none"


@pytest.mark.parametrize("shapes", [None, "Gd1c1", [3], ["d1c1"], ["Gd1d1"], ["Ga8"], ["Re4"] * 101], ids=str)
def test_what_cannot_be_drawn_is_refused(shapes: Any) -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    with pytest.raises(TableError, match="shapes: at most 100 texts such as Re4 and Gd1c1 were expected"):
        table.act({"type": "mark", "node": 0, "shapes": shapes})
    with pytest.raises(TableError, match="node: the number of a move was expected"):
        table.act({"type": "mark", "node": 5, "shapes": ["Re4"]})
    with pytest.raises(TableError, match="kept in games with variations"):
        Table(Game(ruleset=variants.BRANDUBH), branching=False).mark(0, [])


def test_what_a_record_draws_off_the_board_is_not_shown() -> None:
    note = Note(shapes=[Shape.parse("Gk11"), Shape.parse("Rd4"), Shape.parse("Ga1a9")])
    table = Table(Game(ruleset=variants.BRANDUBH, note=note))
    assert table.view()["shapes"] == ["Rd4"]
    assert table.game.note == note


def test_the_die_is_thrown_where_a_roll_is_legal() -> None:
    rules = RULES["dice"]
    table = Table(Game(ruleset=rules), chance=NoChance())
    for refused in (table.roll, lambda: table.act({"type": "roll"}), lambda: table.decide({"type": "roll"})):
        with pytest.raises(IllegalRollError, match="nothing to roll for"):
            refused()


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ({"type": "roll", "ply": 0}, "number: what the die shows was expected"),
        ({"type": "roll", "number": True, "ply": 0}, "number: what the die shows was expected"),
        ({"type": "roll", "number": 7, "ply": 0}, "a die of 6 faces cannot show 7"),
        ({"type": "roll", "number": 3}, "roll leads to ply 0 here, and not to None"),
        ({"type": "play", "move": "b7-b6", "ply": 2}, "play leads to ply 1 here, and not to 2"),
        ({"type": "take_back", "past": ["king"], "ply": 0}, "past: a list of attackers and defenders"),
        ({"type": "take_back", "past": "attackers", "ply": 0}, "past: a list of attackers and defenders"),
        ({"type": "fly"}, "one of play, roll"),
    ],
)
def test_what_was_not_decided_here_is_refused(fact: dict[str, Any], words: str) -> None:
    table = Table(Game.from_position(Position.parse("/7/7/2t4/3K3/7/7/1T4t/", RULES["dice"], Side.DEFENDERS)))
    before = table.view()
    with pytest.raises(HnefataflError, match=words):
        table.apply(fact)
    assert table.view() == before


def test_what_was_decided_is_judged_anew_after_anything_else() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH).add(_moves("d1-c1")).add(_moves("d1-e1")))
    fact = table.decide({"type": "play", "move": "c4-c2"})
    table.go(2)
    table.apply(fact)
    assert table.position == table.position_at(2).play("c4-c2")
    with pytest.raises(HnefataflError):
        table.apply(fact)


def test_a_fact_that_was_not_decided_last_is_done() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    fact = table.decide({"type": "play", "move": "d1-c1"})
    table.decide({"type": "play", "move": "d1-e1"})
    table.apply(fact)
    assert [str(move) for move in table.game.moves] == ["d1-c1"]


def _moves_recorded(*texts: str) -> list[RecordedMove]:
    return [parse_move(text) for text in texts]


def _moves(*texts: str) -> list[Move]:
    return [Move.parse(text) for text in texts]


def _records() -> dict[str, Game]:
    main = Game(ruleset=variants.BRANDUBH).add(_moves("d1-c1", "c4-c2", "g4-g2"))
    branched = main.add(_moves("d1-c1", "c4-c3", "d7-c7")).add(_moves("d1-c1", "c4-c3", "d7-e7")).add(_moves("d1-b1"))
    note = Note(comment="Alas.")
    dice = Game.from_position(Position.parse("/7/7/2t4/3K3/7/7/1T4t/", RULES["dice"], Side.DEFENDERS))
    return {
        "a line": main,
        "variations": branched,
        "an ending": evolve(branched, ending="resigned", closing_comment=note, result="White"),
        "another move than the ending": evolve(main, ending="timeout").add(_moves("d1-c1", "c4-c2", "g4-g2", "d3-c3")),
        "illegal moves": main.add(_moves("d1-c1", "d7-d1", "d1-d7")).add(_moves("d1-c1", "d7-d1", "d1-d6")),
        "an illegal main line": Game(ruleset=variants.BRANDUBH).add(_moves("d1-d7", "c4-c2")).add(_moves("d1-c1")),
        "a roll": dice.roll(3),
        "a roll that no die shows": dice.roll(9),
        "rolls in variations": dice.roll(3).add(_moves("d4-d6")).add(_moves("d4-d5")),
        "a roll and an ending": evolve(dice.roll(3), ending="resigned"),
        "a comment without an ending": evolve(main, closing_comment=note),
    }


@pytest.mark.parametrize("name", _records())
def test_a_record_keeps_what_is_not_changed(name: str) -> None:
    """The record is written again with its notes, its ending, and what cannot be played."""
    record = _records()[name]
    table = Table(record)
    assert table.game == record
    for number in range(len(table.view()["tree"])):
        table.go(number)
        if table.position.roll_pending is not None or table.at_end:
            continue  # a roll goes with the move after it, and an ending with the line
        taken = {child[1].split()[1] for child in table.view()["tree"] if child[3] == number}
        table.play(next(move for move in sorted(table.position.legal_moves()) if str(move) not in taken))
        assert table.game != record
        table.delete()
        assert table.game == record


def test_a_roll_in_a_variation_is_recorded() -> None:
    start = Position.parse("/7/7/2t4/3K3/7/7/t5t/", RULES["dice"], Side.DEFENDERS)
    table = Table(Game.from_position(start), chance=Random(1))
    for move in ("d4-d6", "a1-a2"):
        if table.position.can_roll:
            table.roll()
        table.play(sorted(table.position.legal_moves())[0] if not table.position.is_legal(Move.parse(move)) else move)
    table.go(1)
    table.play(sorted(table.position.legal_moves())[-1])
    table.roll()
    assert table.game.variations[0].roll_pending == table.position.roll_pending is not None


def test_a_roll_that_is_used_is_no_longer_at_the_end_of_the_line() -> None:
    """Whereas a comment stays there."""
    game = evolve(_records()["a roll"], closing_comment=Note(comment="Alas."))
    table = Table(game)
    table.play("d4-d6")
    assert (table.game.moves[0].roll, table.game.roll_pending) == (3, None)
    assert table.game.closing_comment == Note(comment="Alas.")


def test_a_game_without_variations_loses_its_result_with_its_last_move() -> None:
    game = evolve(_records()["a line"], result="White")
    for branching, result in ((False, ""), (True, "White")):
        table = Table(game, branching=branching)
        table.take_back()
        assert table.game.result == result


def test_moves_are_listed_with_captures_judgement_and_time() -> None:
    note = Note(clock=Clock(seconds=3725), glyph="!?")
    moves = [evolve(move, note=note) for move in _moves_recorded("d1-e1", "d3-f3", "d2-f2")]
    table = Table(Game(ruleset=variants.BRANDUBH, moves=tuple(moves)))
    assert table.view()["tree"][-1][1] == "3. d2-f2 ×f3 between two enemies !? (1:02:05)"
    assert table.view()["told"] == "d2-f2 captures the defender on f3: between two enemies (f2, f4)."
    assert table.view(1)["told"] == "d1-e1."


def test_places_keep_their_numbers() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH).add(_moves("d1-c1", "c4-c2")).add(_moves("d1-c1", "c4-c3")))
    table.go(2)
    table.delete()
    assert [number for number, *_ in table.view()["tree"]] == [0, 1, 3]
    with pytest.raises(TableError, match="node: the number of a move was expected"):
        table.go(2)
    table.play("c4-c2")
    assert table.node == 4


@pytest.mark.parametrize("node", [1, -1, True, 0.0, "0", [], None])
def test_whatever_is_sent_as_a_place_is_one_or_refused(node: object) -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    for ask in (table.position_at, table.line_to, table.can_go_on):
        with pytest.raises(TableError, match="node: the number of a move was expected"):
            ask(node)


@pytest.mark.parametrize("name", ["an ending", "an illegal main line"])
def test_a_move_is_a_variation_of_a_move_that_is_shown(name: str) -> None:
    """What cannot be played is not listed; so a move beside it is in the line, and the next one is its variation."""
    table = Table(_records()[name])
    if name == "an illegal main line":
        table.go(1)
        table.delete()
    first, second = sorted(table.position.legal_moves())[:2]
    before = table.node
    table.play(first)
    shown = table.node
    table.go(before)
    table.play(second)
    view = table.view()
    depths = {number: depth for number, _, depth, _ in view["tree"]}
    assert (depths[shown], depths[table.node]) == (0, 1)
    assert "promote" not in table.view(shown)["actions"]
    assert "promote" in view["actions"]
    table.promote()
    depths = {number: depth for number, _, depth, _ in table.view()["tree"]}
    assert (depths[shown], depths[table.node]) == (1, 0)


@pytest.mark.parametrize("since", [-1, 2, 10**9])
def test_a_version_that_never_was_gets_the_whole_list(since: int) -> None:
    """As from a page that knows another game."""
    table = Table(Game(ruleset=variants.BRANDUBH))
    table.act({"type": "play", "move": "d1-c1"})
    assert "changes" in table.view(since=0)
    assert table.view(since=since)["tree"] == table.view()["tree"]


@pytest.mark.needs_host  # so deep a list overflows the stack of WebAssembly when it is freed
def test_a_deeply_nested_action_is_refused() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(TableError, match="one of play, "):
        Table(Game(ruleset=variants.BRANDUBH)).act({"type": nested})


# ------------------------------------------------------------------------------------------- what is told and offered


def test_a_game_that_was_ended_is_only_looked_at() -> None:
    table = Table(_records()["a line"], branching=False)
    assert "take_back" in table.view()["actions"]
    table.end(Side.DEFENDERS, "timeout")
    view = table.view()
    assert (view["over"], view["winner"], view["actions"], view["moves"]) == (True, "defenders", [], {})
    assert view["state"] == "The defenders win: the time of the attackers is over."
    for kind in ("play", "take_back", "promote", "end"):
        with pytest.raises(TableError, match="the game is over"):
            table.act({"type": kind})
    table.act({"type": "go", "node": 1})
    assert (table.node, table.is_over, table.can_go_on(3)) == (1, True, True)
    assert (table.view(0)["state"], table.view(0)["over"]) == ("The attackers are to move.", False)


@pytest.mark.parametrize(
    ("winner", "ending"),
    [(None, "resigned"), ("attackers", None), ("nobody", "resigned"), ("attackers", "sunk"), (1, "timeout")],
)
def test_winner_and_ending_have_to_fit(winner: object, ending: object) -> None:
    table = Table(_records()["a line"], branching=False)
    with pytest.raises(TableError, match="the winner and resigned or timeout were expected"):
        table.act({"type": "end", "winner": winner, "ending": ending})
    table.act({"type": "end", "winner": None, "ending": None})
    assert (table.game.result, table.game.ending, table.is_over) == ("Draw", None, True)


def test_a_game_that_its_rules_end_gets_their_result() -> None:
    """Unless it has one, or the move was of the record."""
    start = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    for result, told in (("", "White"), ("Draw", "Draw")):
        table = Table(evolve(Game.from_position(start), result=result))
        table.play("d1-a1")
        assert (table.game.result, table.is_over) == (told, True)
    recorded = Game.from_position(start).add(_moves("d1-a1"))
    assert Table(recorded).game.result == recorded.result
    with pytest.raises(TableError, match="the game is over"):
        Table(recorded, branching=False).end(None)


@pytest.mark.parametrize("move", [None, 5, "", "d1-c1" + " " * 200, "d1-c1" * 50])
def test_a_move_is_a_short_text(move: object) -> None:
    with pytest.raises(HnefataflError) as caught:
        Table(Game(ruleset=variants.BRANDUBH)).act({"type": "play", "move": move})
    assert (caught.type is TableError) == (not isinstance(move, str) or len(move) > 200)


def test_silence_takes_the_place_of_what_was_announced() -> None:
    start = Position.parse("/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/", RULES["announced"], Side.DEFENDERS)
    table = Table(Game.from_position(start))
    with pytest.raises(TableError, match="there is no way out to keep silent about"):
        table.keep_silent()
    table.play("g7-g6")
    assert "silent" in table.view()["actions"]
    assert table.side_for("silent") is Side.DEFENDERS
    assert "silent" not in table.view(0)["actions"]
    table.keep_silent()
    assert (table.position.announced, table.node, len(table.view()["tree"])) == (False, 2, 2)
    assert not table.game.moves[0].announced
    assert "silent" not in table.view()["actions"]
    table.play("i5-i4")
    with pytest.raises(TableError, match="there is no way out to keep silent about"):
        table.keep_silent()


def test_what_has_changed_is_told_move_by_move() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    versions = [table.view()["version"]]
    for action in ({"type": "play", "move": "d1-c1"}, {"type": "take_back"}, {"type": "play", "move": "d1-e1"}):
        table.act(action)
        versions.append(table.view()["version"])
    table.promote()
    assert versions == [0, 1, 1, 2]
    assert table.view(since=0)["changes"] == [
        ("added", [1, "1. d1-c1", 0, 0]),
        ("added", [2, "1. d1-e1", 0, 0]),
        ("promoted", 2),
    ]
    assert table.view(since=2)["changes"] == [("promoted", 2)]
    table.delete()
    assert table.view(since=3)["changes"] == [("removed", 2)]
    assert "tree" in table.view(since=0), "a move was added that is there no more"


def test_many_changes_are_told_as_a_whole() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    for _ in range(8):
        table.play(sorted(table.position.legal_moves())[0])
    assert len(table.view(since=0)["changes"]) == 8
    table.play(sorted(table.position.legal_moves())[0])
    assert "tree" in table.view(since=0)
    assert len(table.view(since=1)["changes"]) == 8


def test_the_last_move_is_shown_until_the_die_is_rolled() -> None:
    start = Position.parse("/7/7/2t4/3K3/7/1t5/7/", RULES["dice"], Side.ATTACKERS)
    table = Table(Game.from_position(start), chance=Random(1))
    assert (table.last, table.last_mover) == (None, None)
    table.play("b6-b5")
    played = table.last
    assert played is not None
    assert (str(played.move), table.last_mover) == ("b6-b5", Side.ATTACKERS)
    assert "roll" in table.view()["actions"]
    table.roll()
    assert (table.last, table.last_mover) == (None, Side.ATTACKERS)
    assert "roll" not in table.view()["actions"]


def test_the_computers_moves_are_taken_back_too() -> None:
    table = Table(_records()["a line"], branching=False)
    assert table.decide({"type": "take_back", "past": ["attackers"]}) == {
        "type": "take_back",
        "past": ["attackers"],
        "ply": 1,
    }
    table.take_back(past=[Side.ATTACKERS])
    assert (table.position.turn, len(table.game.moves)) == (Side.DEFENDERS, 1)
    table.take_back(past=[Side.ATTACKERS])
    assert table.position.ply == 0, "at the start nothing is left to take back"


def test_a_pass_is_offered_where_it_is_legal() -> None:
    rules = variants.BRANDUBH.evolve(name="passing", may_pass="both")
    assert "pass" in Table(Game(ruleset=rules)).view()["actions"]
    assert "pass" not in Table(Game(ruleset=variants.BRANDUBH)).view()["actions"]


def test_the_time_left_is_recorded_with_the_move() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
    fact = table.decide({"type": "play", "move": "d1-c1"})
    for clock in (-1, True, 1.5, "9"):
        with pytest.raises(TableError, match="clock: a number of seconds was expected"):
            table.apply({**fact, "clock": clock})
    table.apply({**fact, "clock": 0})
    assert table.game.moves[0].note == Note(clock=Clock(seconds=0))
    assert table.view()["tree"][1][1] == "1. d1-c1 (0:00)"


def test_the_same_move_after_another_roll_is_another() -> None:
    start = Position.parse("/7/7/2t4/3K3/7/1t5/7/", RULES["dice"], Side.DEFENDERS)
    table = Table(Game.from_position(start).roll(3).add(_moves("d4-d5")))
    table.go(0)
    table.apply({"type": "roll", "number": 2, "ply": 0})
    table.play("d4-d5")
    assert (table.game.moves[0].roll, table.game.variations[0].moves[0].roll) == (3, 2)


def test_all_variations_are_listed() -> None:
    """Each after the move that it replaces."""
    table = Table(Game(ruleset=variants.BRANDUBH))
    for move in ("d1-c1", "d1-e1", "d1-b1"):
        table.play(move)
        table.go(0)
    table.go(1)
    table.play("c4-c2")
    told = [(number, depth, parent) for number, _, depth, parent in table.view()["tree"]]
    assert told == [(0, 0, None), (1, 0, 0), (2, 1, 0), (3, 1, 0), (4, 0, 1)]


def test_the_men_at_the_start_are_those_of_the_game() -> None:
    start = Position.parse("/2Kt3/7/7/7/1t5/7/4t2/", variants.BRANDUBH, Side.ATTACKERS)
    assert Table(Game.from_position(start)).board()["men"] == {"attackers": 3, "defenders": 0}
    assert Table(Game(ruleset=variants.BRANDUBH)).board()["men"] == {"attackers": 8, "defenders": 4}
