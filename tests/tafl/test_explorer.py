"""The explorer: what was played in a position, on records drawn by hand."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from hnefatafl import Die, Move, Position, Region, Side, Square, Symmetry, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.notation import archive
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game, RecordedMove
from hnefatafl.rules import Berserk, Ruleset
from tafl.cli import main
from tafl.explorer import GameIndex, Results, index_games

START = Position.initial("brandubh")


def index(*lines: str, rules: Ruleset = variants.BRANDUBH, plies: int = 20) -> GameIndex:
    return index_games(archive.parse_games(lines, rules), plies=plies)


def told(index: GameIndex, position: Position) -> dict[str, tuple[int, ...]]:
    return {str(each.move): each.games for each in index.find(position).moves}


def turned(moves: str, symmetry: Symmetry) -> str:
    """The moves on a turned board of brandubh."""
    found = (Move.parse(each) for each in moves.split())
    return " ".join(f"{symmetry.apply(each.origin, 7)}-{symmetry.apply(each.target, 7)}" for each in found)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_turned_game_is_the_same_game(symmetry: Symmetry) -> None:
    moves = "d1-c1 d5-f5 g4-g2 e4-e6"
    found = index(f"{moves},0,0,White", f"{turned(moves, symmetry)},0,0,Black")
    assert found.positions == 4
    position = START
    for each in moves.split():
        (only,) = found.find(position).moves
        assert (only.games, only.results) == ((1, 2), Results(attackers=1, defenders=1))
        position = position.play(each)
    # Seen on the other board, the answer is the other move.
    begun = turned("d1-c1 d5-f5", symmetry)
    position = START
    for each in begun.split():
        position = position.play(each)
    assert told(found, position) == {turned("g4-g2", symmetry): (1, 2)}


def answer_to(position: Position, move: Move) -> Move:
    return position.play(move).legal_moves()[0]


@pytest.mark.parametrize("rules", ["brandubh", "alea-evangelii"])
def test_a_turned_position_is_the_same_position(rules: str) -> None:
    """On boards of up to 16×16, whose squares are counted in a byte, and on larger ones."""
    start = Position.initial(rules)
    moves, size = start.legal_moves(), start.ruleset.size
    classes = {
        frozenset((turn.apply(move.origin, size), turn.apply(move.target, size)) for turn in Symmetry) for move in moves
    }
    found = index_games(
        Game(ruleset=start.ruleset, moves=[RecordedMove(origin=move.origin, target=move.target)]) for move in moves
    )
    assert sorted(len(each.games) for each in found.find(start).moves) == sorted(map(len, classes))
    after = index_games(
        Game(
            ruleset=start.ruleset,
            moves=[RecordedMove(origin=each.origin, target=each.target) for each in (move, answer_to(start, move))],
        )
        for move in moves
    )
    assert after.positions == 1 + len(classes)


def test_a_position_reached_in_another_order_is_the_same() -> None:
    found = index("d1-c1 d5-f5 g4-g2 e4-e6,0,0,", "g4-g2 d5-f5 d1-c1 c4-c6,0,0,", "d1-c1 d5-f5 g4-g3 e4-e6,0,0,")
    assert told(found, START.play("d1-c1").play("d5-f5").play("g4-g2")) == {"c4-c6": (2,), "e4-e6": (1,)}
    assert told(found, START.play("g4-g2").play("d5-f5")) == {"d1-c1": (2,)}


def test_the_side_to_move_counts() -> None:
    lost = Position.parse("/3t3/7/7/3K3/7/7/3t3/", variants.BRANDUBH, Side.ATTACKERS)
    games = [
        Game(ruleset="brandubh", start=lost, result="Black").add("d1-c1"),
        Game(ruleset="brandubh", start=Position.parse(lost.board.record, "brandubh", "defenders")).add("d4-d5"),
    ]
    found = index_games(games)
    assert found.positions == 2
    assert [each.games for each in found.find(lost).moves] == [(1,)]


def test_results_count_for_the_right_side() -> None:
    found = index(
        "d1-c1,0,0,Black", "d1-c1,0,0,White", "d1-c1,0,0,White", "d1-c1,0,0,Draw", "d1-c1,0,0,Ongoing", "d1-c1"
    )
    (only,) = found.find(START).moves
    assert only.results == Results(attackers=1, defenders=2, draws=1, unknown=2)
    assert only.results.share("attackers") == 1.5 / 4
    assert only.results.share(Side.DEFENDERS) == 2.5 / 4
    assert (found.won_by("attackers"), found.won_by("defenders"), found.won_by(None)) == ((1,), (2, 3), (4,))
    assert found.find(START, among={1, 4}).results == Results(attackers=1, draws=1)


def test_a_result_that_is_not_recorded_is_that_of_the_rules() -> None:
    start = Position.parse("/7/7/7/K6/7/7/t2t3/", variants.BRANDUBH, Side.DEFENDERS)
    escaped = Game(ruleset="brandubh", start=start).add("a4-a1")
    assert index_games([escaped]).find(start).results == Results(defenders=1)


def test_a_game_that_comes_back_counts_once() -> None:
    found = index("d1-c1 d5-f5 c1-d1 f5-d5 d2-c2,0,0,White")
    assert told(found, START) == {"a4-a3": (1,)}


def test_only_so_many_plies_count() -> None:
    assert index("d1-c1 d5-f5 g4-g2,0,0,", plies=2).positions == 2


def test_an_illegal_record_counts_up_to_there() -> None:
    found = index("d1-c1 d5-d1 g4-g2,0,0,White", "d1-c1,0,0,White")
    assert (found.games, found.illegal, found.positions) == (2, 1, 1)
    assert found.find(START).results.defenders == 2


def test_an_asymmetric_ruleset_is_turned_as_far_as_it_is_the_same() -> None:
    corners = variants.BRANDUBH.corners
    assert corners is not None
    oblong = variants.BRANDUBH.evolve(name="oblong", corners=evolve(corners, squares=Region.of("a1", "a7")))
    found = index("d1-c1,0,0,", "d1-e1,0,0,", "d7-c7,0,0,", rules=oblong)
    assert told(found, Position.initial(oblong)) == {"d1-c1": (1, 3), "d1-e1": (2,)}


def test_extra_rules_are_not_turned() -> None:
    def none(*_: Any) -> tuple[Square, ...]:
        return ()

    extra = variants.BRANDUBH.evolve(name="extra", extra_captures=[none])
    assert len(index("d1-c1,0,0,", "d1-e1,0,0,", rules=extra).find(Position.initial(extra)).moves) == 2


def test_rulesets_are_kept_apart() -> None:
    games = [Game(ruleset=name).add("d1-c1") for name in ("brandubh", "magpie")]
    found = index_games(games)
    assert list(found.rulesets.values()) == [1, 1]
    assert told(found, START) == {"a4-a3": (1,)}
    assert found.find(Position.initial("copenhagen")).moves == ()


def test_the_number_of_the_die_counts() -> None:
    rules = variants.BRANDUBH.evolve(name="dice", die=Die())
    start = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
    rolls = ("1:d4-e4", "3:d4-g4", "3:d4-a4")
    found = index_games(Game(ruleset=rules, start=start, moves=[parse_move(text)]) for text in rolls)
    assert (found.positions, found.illegal) == (2, 0)
    assert told(found, start.roll(3)) == {"d4-a4": (3,), "d4-d7": (2,)}


def test_what_was_announced_counts() -> None:
    """The same board, after a way out that was announced and after one that was not."""
    rules = variants.FOTEVIKEN_TABLUT
    start = Position.parse("/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/", rules, Side.DEFENDERS)
    records = "g7-g6 i5-i4 c7-a7", "g7-g6:unannounced i5-i4 c7-b7"
    found = index_games(Game.from_position(start).add(map(parse_move, moves.split())) for moves in records)
    said, silent = (start.play("g7-g6", announce=announce).play("i5-i4") for announce in (True, False))
    assert said.board == silent.board
    assert told(found, said) == {"c7-a7": (1,)}
    assert told(found, silent) == {"c7-b7": (2,)}


def test_a_pass_is_a_pass_on_a_turned_board() -> None:
    rules = variants.BRANDUBH.evolve(name="passing", may_pass="both")
    found = index("d1-c1 pass,0,0,", "d7-e7 pass,0,0,", rules=rules)
    for first in ("d1-c1", "d1-e1", "a4-a3"):
        assert told(found, Position.initial(rules).play(first)) == {str(Move.PASS): (1, 2)}


def test_results_are_told_without_what_did_not_happen() -> None:
    assert str(Results(attackers=2, unknown=1)) == "attackers 2, no result 1"
    assert str(Results()) == "no games"


def test_the_piece_that_goes_on_counts() -> None:
    """The same board and side to move, within a turn of several captures and at the beginning of one."""
    rules = variants.BRANDUBH.evolve(name="berserk", berserk=Berserk.MAY_CAPTURE)
    start = Position.parse("/7/5Tt/7/7/2tT3/K6/4t2/", rules, Side.ATTACKERS)
    within = start.play("e7-e5")
    assert within.berserk_square == Square.parse("e5")
    fresh = Position.from_board(within.board, rules, within.turn)
    records = (start, "e7-e5 e5-e2"), (fresh, "e5-e2")
    found = index_games(Game.from_position(first).add(map(parse_move, moves.split())) for first, moves in records)
    assert told(found, within) == {"e5-e2": (1,)}
    assert told(found, fresh) == {"e5-e2": (2,)}


def test_a_first_move_by_lot_leaves_a_game_out() -> None:
    lot = variants.BRANDUBH.evolve(name="lot", first=None)
    found = index("d1-c1,0,0,White", rules=lot)
    assert (found.games, found.illegal, found.positions) == (1, 1, 0)


def test_a_record_counts_up_to_what_cannot_be_read() -> None:
    found = index("hello world", "d1-c1 oops d5-c5", "d1-c1 d5-c5")
    assert (found.games, found.illegal) == (3, 2)
    assert told(found, START.play("d1-c1")) == {"d5-c5": (3,)}
    assert index("d1-c1 oops", plies=1).illegal == 0


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ArgumentValueError):
        index_games([], plies=0)
    with pytest.raises(ArgumentTypeError):
        index_games(["d1-c1"])  # type: ignore[list-item]
    with pytest.raises(ArgumentTypeError):
        index_games([]).find(7)  # type: ignore[arg-type]
    assert index_games([]).find("brandubh").moves == ()


# ------------------------------------------------------------------------------------------------------- the command


def explore(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status = main(["explore", "--json", *arguments])
    assert status == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_links_to_the_games_of_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "a.csv", tmp_path / "b.csv"
    one.write_text("# variant: brandubh\nd2-c2,0,0,White\nd1-c1,0,0,White\n")
    two.write_text("# variant: brandubh\nd7-e7,0,0,Black\nd1-d7,0,0,\n")
    found = explore(capsys, str(tmp_path))
    assert found["moves"][0]["games"] == [{"file": str(one), "game": 2}, {"file": str(two), "game": 1}]
    assert (found["games"], found["illegal"], found["rulesets"]) == (4, 1, {"brandubh": 4})
    assert main(["explore", str(tmp_path), "--links", "1"]) == 0
    assert f"{one} 2 ..." in capsys.readouterr().out


def test_the_command_says_how_many_games_are_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    file.write_text("# variant: brandubh\nd1-c1 d4-d7,0,0,\n")
    assert main(["explore", str(file)]) == 0
    assert "(1 game could not be read or replayed to the end: tafl replay says why)\n" in capsys.readouterr().out


def test_the_command_filters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    file.write_text("# variant: brandubh\nd1-c1,0,0,White\nd1-c1,0,0,Black\n")
    (tmp_path / "one.otg").write_text(
        "[attackers:Ann][rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/] 1. d1-c1 d5-c5"
    )
    assert explore(capsys, str(tmp_path), "--result", "attackers")["results"]["attackers"] == 1
    assert explore(capsys, str(tmp_path), "--result", "attackers")["results"]["defenders"] == 0
    assert explore(capsys, str(tmp_path), "--by", "ann")["games"] == 1
    assert explore(capsys, str(tmp_path), "--ruleset", "brandubh")["games"] == 2
    assert main(["explore", str(tmp_path), "--by", "Bo"]) == 2
    assert "no such games" in capsys.readouterr().err


def test_the_command_takes_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    file.write_text("# variant: brandubh\nd1-c1 d5-c5,0,0,White\n")
    after = START.play("d1-c1")
    by_moves = explore(capsys, str(file), "--moves", "d1-c1")
    by_text = explore(capsys, str(file), "--position", after.board.record, "--turn", "defenders")
    assert by_moves["moves"] == by_text["moves"] != []
    assert main(["explore", str(file), "--moves", "d1-d7"]) == 1
    assert main(["explore", str(file), "--position", "///"]) == 2


HOSTILE = {
    "binary": b"\xff\xfe\x00",
    "empty": b"",
    "no ruleset": b"# variant: nowhere\n",
    "json": b"{",
    "gzip": b"\x1f\x8b\x08",
    "otn": b"[rules:dim:7]",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    file = tmp_path / "hostile.csv"
    file.write_bytes(content)
    assert main(["explore", str(file)]) == 2
    assert "hostile.csv" in capsys.readouterr().err


def test_an_index_travels() -> None:
    found = index("d1-c1 c4-c2,0,0,White", "d1-d7,0,0,Black", "g4-g2,0,0,Draw")
    again = pickle.loads(pickle.dumps(found))
    assert (again.games, again.illegal, again.positions, dict(again.rulesets)) == (3, 1, 2, {variants.BRANDUBH: 3})
    assert again.find(START) == found.find(START)
    assert again.won_by("defenders") == found.won_by("defenders")
