"""The reference against what others say: adjudication cases, peers' cases, counts of moves, and cases in words."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from conftest import data_path, part
from hypothesis import given
from hypothesis import strategies as st
from rulesets import DATA, OVER_BEFORE, RULESETS, for_board, perft_rules, s001, with_besiegers

from hnefatafl import variants
from hnefatafl.board import (
    Announcement,
    Board,
    CaptureKind,
    Illegality,
    Move,
    Outcome,
    Piece,
    Region,
    Side,
    Square,
    Symmetry,
    Termination,
)
from hnefatafl.rules import Announcements, Call, Consequence, Die, KingStrength, Repetition, Shieldwall, Speed
from hnefatafl.testing import reference, strategies
from hnefatafl.testing._plants.drawing import every_square

Case = dict[str, Any]


def squares(move: str) -> tuple[Square, Square]:
    """The two squares of a move as it is written."""
    origin, target = move.split("-")
    return Square.parse(origin), Square.parse(target)


def play(state: reference.State, *moves: str) -> reference.State:
    """The state after some moves."""
    for move in moves:
        state = reference.play(state, *squares(move))
    return state


def why(state: reference.State, move: str) -> Illegality | None:
    """Why a move is illegal."""
    return reference.illegality(state, *squares(move))


# -------------------------------------------------------------------------------------------------- cases of the data


def cases() -> list[Case]:
    """All adjudication cases."""
    with (DATA / "cases" / "cases.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def winner(outcome: Outcome | None) -> str | None:
    """The result as the cases write it."""
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else outcome.winner.value


def answer(case: Case) -> object:
    """What the reference says to a question, or to a move (its captures and the result)."""
    board = Board.parse(case["position"])
    rules = for_board(case["ruleset"], board)
    if case.get("question") == "fort":
        return reference.has_fort(rules, with_besiegers(board))
    if case.get("question") == "surround":
        return reference.is_encircled(rules, board)
    state = reference.from_board(rules, board, Side(case["to_move"]))
    if why(state, case["move"]) is not None:
        return "illegal"
    after = play(state, case["move"])
    return sorted(square.name for square in after.captured), winner(after.over)


def expected(case: Case) -> object:
    """What the case says."""
    if "question" in case:
        return case["expected"]
    return (sorted(case["captures"]), case["result"]) if case["legal"] else "illegal"


def test_adjudication_cases() -> None:
    found = [case for case in cases() if (case["id"], case["ruleset"]) not in OVER_BEFORE]
    wrong = [
        f"{case['id']} {case['ruleset']} ({case['title']}): {answer(case)}, expected {expected(case)}"
        for case in found
        if answer(case) != expected(case)
    ]
    assert found
    assert not wrong, "\n".join(wrong)


def formation(question: str, board: Board) -> Outcome | None:
    """How a game ends in which that formation has just come about, if it has."""
    turn = Side.ATTACKERS if question == "fort" else Side.DEFENDERS
    return reference.from_board(for_board("COP", board), board, turn).over


def test_formations_of_the_cases_end_the_game() -> None:
    ends = {"fort": Termination.EXIT_FORT, "surround": Termination.ENCIRCLEMENT}
    for case in cases():
        if "question" in case:
            over = formation(case["question"], Board.parse(case["position"]))
            assert (over is not None and over.termination is ends[case["question"]]) == case["expected"], case["id"]


PEERS: dict[str, tuple[str, dict[str, Any]]] = {
    "copenhagen": ("COP", {}),
    "copenhagen, but a corner may not close a shieldwall": ("COP", {"shieldwall": Shieldwall(corners_close=False)}),
    "Linnaean tablut": ("LINC", {}),
}
"""What the peers' cases are played under."""


def peer_board(case: Case) -> Board:
    """The board of a peer's case, before the move if there is one."""
    if "position" in case:
        return Board.parse(case["position"])
    pieces = {"A": Piece.ATTACKER, "D": Piece.DEFENDER, "K": Piece.KING}
    rows = enumerate(case["board_rank1_first"])
    board = Board(case["size"], {Square(f, r): pieces[c] for r, row in rows for f, c in enumerate(row) if c in pieces})
    if case.get("board_is") == "after the move":
        origin, target = squares(case["move"])
        board = board.put(origin, board[target]).put(target, None)
    return board


@pytest.mark.parametrize("name", ["hnefatafl-rs.json", "tafl-ts.json"])
def test_cases_of_peers(name: str) -> None:
    found = json.loads(data_path("peer-cases", name).read_text(encoding="utf-8"))
    for case in found:
        board = peer_board(case)
        code, options = PEERS[case["ruleset"].partition(":")[0]]
        rules = for_board(code, board).evolve(**options)
        said: dict[str, object] = {}
        if "move" in case:
            taken = reference.captures_on(rules, board, *squares(case["move"]))
            said = {"captures": sorted(square.name for square in taken), "capture_count": len(taken)}
            said["king_captured"] = board.king in taken
        elif case["kind"] == "exit-fort":
            said["expected"] = reference.has_fort(rules, with_besiegers(board))
        else:
            said["expected"] = reference.is_encircled(rules, board)
        for key in said.keys() & case.keys():
            assert said[key] == (sorted(case[key]) if key == "captures" else case[key]), case["name"]
    assert found


def start_counts() -> dict[str, list[int]]:
    """The counts of moves from the start positions."""
    lines = (DATA / "perft" / "start.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: [int(count) for count in counts.split()] for name, counts in rows}


@pytest.mark.parametrize("name", start_counts())
def test_counts_from_the_start(name: str) -> None:
    state = reference.initial(perft_rules(name))
    assert [reference.perft(state, depth) for depth in (0, 1, 2)] == [1, *start_counts()[name][:2]]


# ----------------------------------------------------------------------------------------------------- cases in words

SHUFFLE = ["f2-f3", "f4-g4", "f3-f2", "g4-f4"]


@pytest.mark.parametrize(
    ("repetition", "plies", "result"),
    [
        (Repetition(consequence=Consequence.DEFENDERS_LOSE), 8, Side.ATTACKERS),
        (Repetition(consequence=Consequence.ATTACKERS_LOSE), 8, Side.DEFENDERS),
        (Repetition(), 8, None),
        (Repetition(consequence=Consequence.MOVER_LOSES), 8, Side.ATTACKERS),
        (Repetition(consequence=Consequence.MOVER_WINS), 8, Side.DEFENDERS),
        (Repetition(consequence=Consequence.MOVER_LOSES, counts_start=False), 9, Side.DEFENDERS),
        (Repetition(consequence=Consequence.MOVER_LOSES, by=Side.ATTACKERS), 9, Side.DEFENDERS),
        (Repetition(count=2, counts_start=False), 5, None),
        (Repetition(count=2), 4, None),
    ],
)
def test_a_shuffle_ends_by_repetition(repetition: Repetition, plies: int, result: Side | None) -> None:
    """Text case X01: how the peers judge the same shuffle."""
    state = reference.initial(RULESETS["COP"].evolve(repetition=repetition))
    for ply in range(plies):
        assert state.over is None
        state = play(state, SHUFFLE[ply % 4])
    assert state.over == Outcome(result, Termination.REPETITION)
    assert reference.illegality(state, *squares(SHUFFLE[plies % 4])) is Illegality.GAME_OVER


def test_a_forbidden_repetition_is_an_illegal_move() -> None:
    rule = Repetition(count=2, consequence=Consequence.FORBIDDEN, by=Side.DEFENDERS)
    state = play(reference.initial(RULESETS["COP"].evolve(repetition=rule)), *SHUFFLE[:3])
    assert why(state, "g4-f4") is Illegality.REPETITION
    assert squares("g4-f4") not in reference.legal_moves(state)
    assert why(reference.play(state, *squares("g4-f4"), lenient=True), "f2-f3") is None


def corridor(**options: Any) -> reference.State:
    """The example of S003 §13: the king threatens to leave now here, now there, and one Muscovite blocks both ways."""
    options = {"repetition": Repetition(consequence=Consequence.OFFENSIVE_DEVIATES), **options}
    start = Board.parse("/5/1tK2/5/5/4t/")
    rules = RULESETS["SEA"].evolve(size=5, start=start, escape=Region.of("a2", "a4"), **options)
    return reference.initial(rules, Side.DEFENDERS)


def test_the_offensive_party_must_deviate() -> None:
    """S003 §13: "måste den som spelar svensk göra ett annat drag, eftersom det är denne som är den offensive"."""
    state = play(corridor(), *["c2-c4", "b2-b4", "c4-c2", "b4-b2"] * 2)
    assert state.over is None
    assert reference.repetitions(state) == 3
    assert why(state, "c2-c4") is Illegality.REPETITION
    assert why(state, "c2-c3") is None


def test_where_neither_party_is_offensive_the_game_is_drawn() -> None:
    state = corridor()
    for ply in range(8):
        assert state.over is None
        state = play(state, ["c2-d2", "e5-e4", "d2-c2", "e4-e5"][ply % 4])
    assert state.over == Outcome(None, Termination.REPETITION)


def test_an_unannounced_way_out_is_closed_for_one_move() -> None:
    """S003 §9 and text case X05: "Annars får man inte gå ut i sitt nästa drag"."""
    board = Board.parse("/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/")
    state = reference.from_board(RULESETS["S003"], board, Side.DEFENDERS)
    assert reference.ways_out(state.ruleset, board) == 1
    assert why(state, "c7-a7") is None
    assert why(reference.from_board(RULESETS["S003"], board, Side.DEFENDERS, announced=False), "c7-a7") is (
        Illegality.UNANNOUNCED
    )
    silent = reference.play(state, *squares("g7-g6"), announce=False)
    assert not silent.announced
    silent = play(silent, "i5-i4")
    assert why(silent, "c7-a7") is Illegality.UNANNOUNCED
    later = play(silent, "g6-g7", "i4-i5")
    assert later.announced
    assert play(later, "c7-a7").over == Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)


def test_raichi_and_tuichu() -> None:
    """S003 §9-10 and text cases X05 and X06 (the sets of exits there are machine-checked)."""
    one = Board.parse("/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/")
    two = Board.parse("/9/9/9/9/8t/9/2Kt2T2/2t6/9/")
    for board, said in ((one, Announcement.RAICHI), (two, Announcement.TUICHU)):
        state = play(reference.from_board(RULESETS["S003"], board, Side.DEFENDERS), "g7-g6")
        assert reference.announcement(state) is said
        assert state.over is None
    rules = RULESETS["S003"].evolve(tuichu_wins=True)
    state = play(reference.from_board(rules, two, Side.DEFENDERS), "g7-g6")
    assert state.over == Outcome(Side.DEFENDERS, Termination.TUICHU)


def test_the_die_limits_the_king() -> None:
    """S001 "Bewegung des Feldherren" and text cases X08 and X09."""
    rules = s001().evolve(die=Die())
    board = Board.parse("/11/11/K1T8/11/11/11/11/10t/t9t/11/11/")
    state = reference.from_board(rules, board, Side.DEFENDERS)
    assert why(state, "a3-a1") is Illegality.MUST_ROLL
    assert why(state, "c3-c4") is None
    one = reference.roll(state, 1)
    assert (one.ply, one.over, reference.can_roll(one)) == (0, None, False)
    assert why(one, "a3-a2") is None
    assert why(one, "a3-a1") is Illegality.TOO_FAR
    assert why(one, "c3-c4") is Illegality.MUST_USE_ROLL
    assert play(reference.roll(state, 2), "a3-a1").over == Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)


def test_quiet_plies_are_counted() -> None:
    """Text case X37: the fifth play without a capture draws."""
    state = reference.initial(RULESETS["COP"].evolve(quiet_limit=5))
    state = play(state, *SHUFFLE)
    assert state.over is None
    assert play(state, SHUFFLE[0]).over == Outcome(None, Termination.QUIET_LIMIT)
    recorded = reference.play(state, *squares(SHUFFLE[0]), lenient=True)
    assert recorded.over is None


def test_a_muscovite_who_left_his_camp_does_not_return() -> None:
    """S003 §12, after text case X34."""
    state = play(reference.initial(RULESETS["S003"]), "e3-d3", "b5-b3", "d3-e3", "b3-b4", "e3-d3")
    assert why(state, "b4-b5") is Illegality.NO_STOPPING
    assert why(state, "b4-b6") is Illegality.NO_CROSSING
    assert why(state, "a5-b5") is None


def test_a_speed_limit_is_too_far() -> None:
    state = reference.initial(RULESETS["COP"].evolve(speed=Speed(attackers=1)))
    assert why(state, "f2-f3") is None
    assert why(state, "e1-e3") is Illegality.TOO_FAR


def test_king_and_protector_fall_together_at_the_edge() -> None:
    """S000, Abb. 4; "the edge always counts for the pair"."""
    board = Board.parse("/2tKTt7/3t9/13/4t8/13/13/13/13/13/13/13/13/13/")
    state = reference.from_board(RULESETS["S000"], board, Side.ATTACKERS)
    assert play(state, "e4-e2").captured == {
        Square.parse("d1"): CaptureKind.JOINT,
        Square.parse("e1"): CaptureKind.HOSTILE_EDGE,
    }
    strong = reference.from_board(
        RULESETS["S000"].evolve(king=KingStrength.STRONG, edge_hostile=RULESETS["COP"].edge_hostile),
        board,
        Side.ATTACKERS,
    )
    assert set(play(strong, "e4-e2").captured.values()) == {CaptureKind.JOINT}


# ---------------------------------------------------------------------------------------------------------- properties


@given(strategies.planted())
def test_moves_are_those_without_a_reason_against_them(planted: strategies.Planted) -> None:
    rules, board, turn = planted
    state = reference.from_board(rules, board, turn)
    everywhere = every_square(rules.size)
    origins = {*board, Move.PASS.origin}
    fine = {(o, t) for o in origins for t in everywhere if reference.illegality(state, o, t) is None}
    assert reference.legal_moves(state) == fine


@part(4)
@given(strategies.planted(), st.sampled_from(Symmetry))
def test_turning_the_board_changes_nothing(planted: strategies.Planted, symmetry: Symmetry) -> None:
    rules, board, turn = planted

    def turned(square: Square) -> Square:
        return symmetry.apply(square, rules.size)

    here = reference.from_board(rules, board, turn)
    there = reference.from_board(rules.transform(symmetry), board.transform(symmetry), turn)
    assert here.over == there.over
    moves = reference.legal_moves(here) - {(Square(0, 0), Square(0, 0))}  # a pass is the same on all boards
    others = reference.legal_moves(there) - {(Square(0, 0), Square(0, 0))}
    assert {(turned(origin), turned(target)) for origin, target in moves} == others
    for origin, target in moves:
        one, other = reference.play(here, origin, target), reference.play(there, turned(origin), turned(target))
        assert one.over == other.over
        assert {turned(square): kind for square, kind in one.captured.items()} == other.captured


@part(4)
@given(strategies.planted())
def test_counting_is_playing(planted: strategies.Planted) -> None:
    rules, board, turn = planted
    rules = rules.evolve(
        die=None, quiet_limit=None, move_limit=None, repetition=Repetition(consequence=Consequence.IGNORED)
    )
    state = reference.from_board(rules, board, turn)
    moves = reference.legal_moves(state)
    assert reference.perft(state, 1) == len(moves)
    assert reference.perft(state, 2) == sum(len(reference.legal_moves(reference.play(state, *m))) for m in moves)


@part(4)
@given(strategies.planted())
def test_a_roll_is_no_ply(planted: strategies.Planted) -> None:
    rules, board, turn = planted
    state = reference.from_board(rules.evolve(die=Die(faces=3)), board, turn)
    if reference.can_roll(state):
        for number in (1, 2, 3):
            rolled = reference.roll(state, number)
            moves = reference.legal_moves(rolled)
            kings = {(o, t) for o, t in moves if o != t and board[o] == Piece.KING}
            assert moves == kings or not kings
            assert all(reference.length(o, t) <= number for o, t in kings)
            # Functions of the ruleset are told the roll.
            assert attrs.evolve(rolled, ruleset=state.ruleset, roll=None, over=None) == attrs.evolve(state, over=None)


def test_binding_announcements_alone_can_be_missing() -> None:
    board = RULESETS["COP"].start
    with pytest.raises(ValueError, match="binding"):
        reference.from_board(RULESETS["COP"], board, Side.DEFENDERS, announced=False)
    rules = RULESETS["COP"].evolve(announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True))
    assert not reference.from_board(rules, board, Side.DEFENDERS, announced=False).announced


# ------------------------------------------------------------------------------------------------- by hand, on a board


def test_the_reference_counts_plies() -> None:
    rules = variants.BRANDUBH.evolve(name="short", move_limit=3, quiet_limit=2)
    state = play(reference.initial(rules), "d1-c1")
    assert (state.ply, state.turn, reference.outcome(state)) == (1, Side.DEFENDERS, None)
    state = play(state, "c4-c3")
    assert reference.outcome(state) == Outcome(None, Termination.QUIET_LIMIT)
    long = rules.evolve(quiet_limit=None)
    state = play(reference.initial(long), "d1-c1", "c4-c3")
    assert reference.outcome(state) is None
    assert reference.outcome(play(state, "c1-d1")) == Outcome(None, Termination.MOVE_LIMIT)


def test_the_reference_rolls_a_die() -> None:
    rules = variants.BRANDUBH.evolve(name="dice", die=Die(faces=4))
    state = reference.from_board(rules, Board.parse("/7/7/2t4/3K3/7/1t5/7/"), Side.DEFENDERS)
    assert reference.can_roll(state)
    assert reference.roll(state, 4).roll == 4
    for number in (0, 5):
        with pytest.raises(Exception, match=str(number)):
            reference.roll(state, number)
