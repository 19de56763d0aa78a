"""Slips of records, and what is none."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from conftest import data_lines
from fitted import fitted

from hnefatafl import Berserk, Move, PieceSet, Ruleset, Side, variants
from hnefatafl.notation import archive
from hnefatafl.records import Game
from tafl.inference import Slip, SlipKind, explain_noise

pytestmark = pytest.mark.slow_uncompiled

LINE: Final = "d1-c1 c4-c2 g4-g2 d5-f5 a4-a2 d3-e3 b4-b6 e4-e7"
"""Moves of brandubh without a capture."""


def read(line: str, rules: Ruleset = variants.BRANDUBH) -> Game:
    (game,) = archive.parse_games([line], rules)
    return game


def explain(line: str, rules: Ruleset = variants.BRANDUBH) -> Slip:
    game = read(line, rules)
    assert not game.replay(lenient=True).agrees
    slip = explain_noise(game)
    assert slip is not None
    assert slip.repaired.replay(lenient=True).agrees
    return slip


def without(*places: int) -> str:
    return " ".join(token for at, token in enumerate(LINE.split()) if at not in places)


def test_the_line_is_right() -> None:
    assert read(LINE).replay().agrees
    assert explain_noise(read(LINE)) is None


def test_stray_captures() -> None:
    slip = explain("d1-c1 c4-c2xd7 g4-g2")
    assert (slip.kind, slip.number, slip.is_certain, slip.cost) == (SlipKind.STRAY_CAPTURE, 1, False, 0.5)
    assert [square.name for square in slip.squares] == ["d7"]
    assert str(slip) == "stray-capture@1"


@pytest.mark.parametrize(
    "line",
    [
        "d1-c1 c4-c2xd7 d7-c7",  # he moves later
        "d1-c1 c4-c2xa1 g4-g2",  # nobody stood there
        "d1-c1 c4-c2xd5 g4-g2",  # nor an enemy
    ],
)
def test_stray_captures_that_no_rules_explain(line: str) -> None:
    slip = explain(line)
    assert (slip.kind, slip.is_certain, slip.cost) == (SlipKind.STRAY_CAPTURE, True, 0.0)


def test_stray_captures_of_several_moves_are_more_than_one_slip() -> None:
    assert explain_noise(read("d1-c1 c4-c2xd7 g4-g2xd5")) is None


def test_unwritten_captures() -> None:
    start = "/7/7/4t2/2K4/4T2/4t2/2t4/"
    rules = variants.BRANDUBH.evolve(name="ready to capture", start=start)
    slip = explain("e3-e4 c4-c5", rules)
    assert (slip.kind, slip.number, slip.is_certain) == (SlipKind.UNWRITTEN_CAPTURE, 0, False)
    assert [square.name for square in slip.squares] == ["e5"]
    assert slip.repaired.moves[0].captures == slip.squares


def test_a_missing_first_move() -> None:
    slip = explain(without(0))
    assert (slip.kind, slip.number, slip.is_certain) == (SlipKind.MISSING_FIRST_MOVE, 0, False)
    assert Move.parse("d1-c1") in slip.moves
    assert Move.parse("d1-e1") in slip.moves
    assert Move.parse("a4-a2") not in slip.moves
    assert len(slip.repaired.moves) == len(LINE.split())


def test_a_missing_move() -> None:
    slip = explain("d1-c1 c1-b1 d3-e3 g4-g2")
    assert (slip.kind, slip.number, slip.is_certain) == (SlipKind.MISSING_MOVE, 1, True)
    assert Move.parse("c4-c2") in slip.moves


@pytest.mark.parametrize(("at", "plies"), [(2, 1), (3, 2), (6, 4)])
def test_doubled_moves(at: int, plies: int) -> None:
    tokens = LINE.split()
    slip = explain(" ".join(tokens[:at] + tokens[at - plies :]))
    assert (slip.kind, slip.number, slip.plies, slip.is_certain) == (SlipKind.DOUBLED_MOVE, at, plies, True)
    assert slip.repaired.moves == read(LINE).moves


def test_moves_that_are_doubled_several_times() -> None:
    tokens = LINE.split()
    slip = explain(" ".join(tokens[:2] + tokens[1:5] + tokens[3:]))
    assert (slip.kind, slip.number, slip.plies) == (SlipKind.DOUBLED_MOVE, 2, 3)
    assert slip.repaired.moves == read(LINE).moves


def test_moves_that_were_taken_back() -> None:
    tokens = LINE.split()
    one = explain(" ".join([*tokens[:2], "g4-g3", *tokens[2:]]))
    assert (one.kind, one.number, one.plies, one.is_certain) == (SlipKind.TAKEN_BACK_MOVE, 2, 1, True)
    two = explain(" ".join([*tokens[:2], "g4-g3", "d3-a3", *tokens[2:]]))
    assert (two.kind, two.number, two.plies, two.is_certain) == (SlipKind.TAKEN_BACK_MOVE, 2, 2, True)
    assert one.repaired.moves == two.repaired.moves == read(LINE).moves


def test_a_token_that_is_no_move() -> None:
    slip = explain("d1-c1 oops c4-c2")
    assert (slip.kind, slip.number, slip.is_certain) == (SlipKind.ODD_TOKEN, 1, True)


def test_a_result_that_was_not_entered() -> None:
    rules = variants.BRANDUBH.evolve(name="nearly over", start="/3K3/7/7/7/7/7/3t3/", first=Side.DEFENDERS)
    slip = explain("d1-a1,0,0,Ongoing", rules)
    assert (slip.kind, slip.number, str(slip)) == (SlipKind.RESULT_NOT_RECORDED, None, "result-not-recorded")
    assert slip.repaired.result == "White"


def test_a_wrong_winner_is_no_slip() -> None:
    rules = variants.BRANDUBH.evolve(name="nearly over", start="/3K3/7/7/7/7/7/3t3/", first=Side.DEFENDERS)
    assert explain_noise(read("d1-a1,0,0,Black", rules)) is None


@pytest.mark.parametrize("line", ["d1-c1 c4-b3", "d1-c1 d4-d3", "d1-c1 c4-c2 d2-d5 d3-g3", "d1-g1"])
def test_moves_that_only_the_rules_forbid_are_no_slips(line: str) -> None:
    assert explain_noise(read(line)) is None


def test_games_by_other_rules_have_no_certain_slips() -> None:
    """Games of brandubh under rules by which an edge or the king's arms would matter."""
    games = [read(line) for line in (LINE, without(6, 7))]
    for rules in (
        variants.BRANDUBH.evolve(name="hostile edge", edge_hostile=PieceSet.ALL),
        variants.BRANDUBH.evolve(name="unarmed", hammer=PieceSet.MEN, anvil=PieceSet.MEN),
        variants.BRANDUBH.evolve(name="defenders begin", first=Side.DEFENDERS),
    ):
        for game in games:
            slip = explain_noise(game, rules)
            assert slip is None or not slip.is_certain


def test_records_without_captures_may_have_slips() -> None:
    line = " ".join(token.replace("-", "") for token in without(0).split())
    slip = explain(line)
    assert (slip.kind, slip.is_certain) == (SlipKind.MISSING_FIRST_MOVE, False)


def test_omitted_moves_of_berserk_turns() -> None:
    start = "/1t5/7/3tT2/K1T4/t6/7/5t1/"
    rules = variants.BRANDUBH.evolve(name="wild", first=Side.DEFENDERS, start=start, berserk=Berserk.MUST_CAPTURE)
    slip = explain_noise(read("c4-c1xb1 f7-f6,0,0,", rules))
    assert slip is not None
    assert (slip.kind, slip.number, slip.cost) == (SlipKind.OMITTED_TURN, 1, 0.0)
    assert explain_noise(read("c4-c1xb1 c1-c3xd3 f7-f6,0,0,", rules)) is None


def test_another_ruleset_than_that_of_the_game() -> None:
    game = read(LINE)
    assert explain_noise(game, variants.MAGPIE) is None
    assert explain_noise(read("d1-c1 c4-c3xd7 d7-c7"), variants.MAGPIE) is not None


def test_very_long_records_are_tried_less() -> None:
    """Two kings' men who move to and fro two thousand times; then a move is missing."""
    around = ["d1-c1", "c4-c2", "c1-d1", "c2-c4"] * 1000
    slip = explain(" ".join([*around, "d1-c1", "c1-b1", "c4-c2"]))
    assert (slip.kind, slip.number) == (SlipKind.MISSING_MOVE, 4001)
    assert 0 < len(slip.moves) < 100


def slips(name: str) -> Counter[str]:
    """The slips in a set of the archive, and how many games have none that explains them."""
    found = Counter[str]()
    for replay in archive.replay_games(data_lines("aage-archive", f"{name}.tsv.gz"), fitted(name)):
        if not replay.agrees:
            slip = explain_noise(replay.game)
            found["none" if slip is None else str(slip.kind)] += 1
    return found


def test_the_slips_of_the_archive() -> None:
    """Most games of a fitted set that disagree have one slip."""
    assert slips("brandubh-1") == {"stray-capture": 8, "none": 1}
    assert slips("fetlar-11") == {
        "stray-capture": 1,
        "doubled-move": 3,
        "taken-back-move": 2,
        "result-not-recorded": 3,
        "odd-token": 1,
        "none": 5,
    }
