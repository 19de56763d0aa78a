"""Puzzles: found, refuted, written, read, drawn and solved."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from proving import random_position, random_rules, wins_within
from puzzling import fault

from hnefatafl import Berserk, Board, Move, Position, Ruleset, Side, Symmetry, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalMoveError
from hnefatafl.notation import json as documents
from hnefatafl.notation import otn
from hnefatafl.records import Game
from hnefatafl.search import Verdict, solve
from tafl.cli import main
from tafl.puzzles import (
    AttemptKind,
    Effort,
    Puzzle,
    PuzzleError,
    PuzzleTheme,
    PuzzleTrainer,
    as_game,
    find_puzzle,
    find_puzzles,
    format_puzzles,
    from_game,
    own_games,
    parse_puzzles,
    pick_daily,
    puzzle_sheets,
    read_puzzles,
    shipped,
)
from tafl.puzzles._shipped import read_shipped

pytestmark = pytest.mark.slow_uncompiled

AT_ONCE: Final = Effort(shortest=1, longest=1, margin=0, nodes=1, unbounded=1)
"""Only that exactly one move wins at once."""

QUICK: Final = Effort(nodes=1, unbounded=1, margin=0)
"""Only that exactly one move wins so soon."""

CORNER: Final = """
    . . . t . . .
    . t . . T . .
    . . . . . . .
    t t T K . . .
    . . . . T t .
    . . . t . . t
    . t . . . . .
"""
FORT: Final = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . t . . . t . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . T . . . . . .
    . . . . . . . . . . .
    . t . . . . . . . . .
    . t . . . T . . . t .
    . . t T . K T t . . .
"""
TRAP: Final = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . t . . . . .
    . . . t K . t
    . . . . . . .
"""
WALL: Final = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . T . . . . .
    . . . . T K T . . . .
    . . . . . T T . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . T T . . . . .
    . . . T t t . . . . .
"""
RING: Final = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . t t t . . . .
    . . . t . . . t . . .
    . . . t T K . t . . .
    . . . t T . . t . . .
    t . . . . t t . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""
BLOCKED: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    T . . . . . .
    . . T t T . .
"""
LINNAEAN: Final = """
    . . . . . t . . .
    . . . . . . t T .
    . . . . . t . . .
    . . . . t . . T .
    . . . t K T . . .
    . . . . t t . . .
    . . . t . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
FORK: Final = """
    . . . . . . .
    . t K t t . .
    . . t T . . .
    . T T . . . .
    . . . . . . t
    . . . . . . .
    . . . . . . .
"""
ZUGZWANG: Final = """
    . . . . . . .
    . K . . . . .
    . . . t . . .
    . t t . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
TUICHU: Final = """
    . . . . . . .
    . . . . . . .
    . . . t . . .
    t . . . . . .
    . . . . . . .
    . t . . K . .
    . t . . . . t
"""
LINNAEUS: Final = variants.get("tablut-linnaeus")
WEAK: Final = variants.BRANDUBH.evolve(king="weak")
PLANTED: Final = {
    "corner": (CORNER, variants.BRANDUBH, Side.DEFENDERS, Effort(), "d4-g4", {"escape"}),
    "fort": (FORT, variants.COPENHAGEN, Side.DEFENDERS, AT_ONCE, "e5-e2", {"fort"}),
    "trap": (TRAP, WEAK, Side.ATTACKERS, AT_ONCE, "g2-f2", {"capture"}),
    "wall": (WALL, variants.COPENHAGEN, Side.DEFENDERS, AT_ONCE, "g5-g1", {"too-few", "shieldwall"}),
    "ring": (RING, variants.COPENHAGEN, Side.ATTACKERS, AT_ONCE, "a4-e4", {"ring"}),
    "blocked": (BLOCKED, variants.BRANDUBH, Side.DEFENDERS, AT_ONCE, "a2-d2", {"blocked"}),
    "linnaean": (LINNAEAN, LINNAEUS, Side.ATTACKERS, Effort(unbounded=3_000), "g8-g5", {"capture", "linnaean"}),
    "fork": (FORK, WEAK, Side.ATTACKERS, Effort(), "d6-d7", {"capture", "fork"}),
    "tuichu": (TUICHU, variants.BRANDUBH.evolve(tuichu_wins=True), Side.DEFENDERS, AT_ONCE, "e2-e7", {"other-end"}),
    "zugzwang": (ZUGZWANG, WEAK, Side.ATTACKERS, Effort(), "c4-c6", {"capture", "zugzwang"}),
}


def planted(name: str) -> Position:
    picture, rules, turn, *_ = PLANTED[name]
    return Position.parse(picture, rules, turn)


@cache
def corner() -> Puzzle:
    found = find_puzzle(planted("corner"))
    assert found is not None
    return found


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_puzzle_is_found(name: str) -> None:
    *_, effort, solution, themes = PLANTED[name]
    found = find_puzzle(planted(name), effort)
    assert found is not None
    assert str(found.solution) == solution
    assert themes <= {theme.value for theme in found.themes}


def test_each_theme_has_an_example() -> None:
    met = {str(theme) for puzzle in shipped() for theme in puzzle.themes}
    assert {*map(str, PuzzleTheme)} - met - {theme for *_, themes in PLANTED.values() for theme in themes} == set()


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_puzzle_is_right_by_the_reference(name: str) -> None:
    found = find_puzzle(planted(name), PLANTED[name][3])
    assert found is not None
    start = found.position
    assert fault(found.ruleset, start.board, start.turn, [*found.line], 10**6) is None


def test_the_check_by_the_reference_finds_faults() -> None:
    start = planted("corner")
    with pytest.raises(ValueError, match="straight"):
        fault(start.ruleset, start.board, start.turn, [Move.parse("d4-c3")], 10**6)
    helped = [Move.parse(each) for each in ("d4-d5", "d2-d1", "d5-g5", "d1-c1", "g5-g7")]
    told = fault(start.ruleset, start.board, start.turn, helped, 10**7)
    assert told == "d4-d5 does not win within 5 plies"
    assert fault(start.ruleset, start.board, start.turn, helped[:3], 10**6) == "the line does not win"
    open_board = Position.parse("/3t3/7/7/3K3/7/7/7/", variants.BRANDUBH, Side.DEFENDERS)
    wins = [Move.parse(each) for each in ("d4-g4", "d1-e1", "g4-g7")]
    told = fault(open_board.ruleset, open_board.board, Side.DEFENDERS, wins, 10**6)
    assert told is not None
    assert told.endswith("wins as well")


def test_two_winning_moves_are_no_puzzle() -> None:
    both = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    one = Position.parse("/t2K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    assert find_puzzle(both, AT_ONCE) is None
    assert find_puzzle(one, AT_ONCE) is not None  # the corner is hostile, and the king reaches none but by that way
    # With more work it is seen that he also wins later.
    assert find_puzzle(one, Effort(shortest=1, longest=1, margin=0, unbounded=200)) is None


def test_other_moves_are_refuted_further_than_the_solution() -> None:
    """By two plies, unless an effort says otherwise: here another move wins in 5."""
    position = Position.parse("/7/t5t/7/7/3K3/7/t5t/", variants.BRANDUBH, Side.DEFENDERS)
    near = find_puzzle(position, Effort(longest=3, unbounded=1, margin=0))
    assert near is not None
    assert (near.plies, near.refuted) == (3, 3)
    assert find_puzzle(position, Effort(longest=3, unbounded=1)) is None


def test_a_puzzle_says_in_how_many_moves_to_win() -> None:
    one = Position.parse("/t2K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    three = Position.parse("/7/t5t/7/7/3K3/7/t5t/", variants.BRANDUBH, Side.DEFENDERS)
    tasks: list[tuple[int, str]] = []
    for position, effort in ((one, AT_ONCE), (three, Effort(longest=3, unbounded=1, margin=0))):
        puzzle = find_puzzle(position, effort)
        assert puzzle is not None
        tasks.append((puzzle.plies, puzzle.task.removeprefix("the defenders move and win within ")))
    assert tasks == [(1, "1 move"), (3, "2 moves")]


def test_the_answer_to_a_wrong_move_puts_the_win_off() -> None:
    """The king still wins after it, but not as soon as by the solution."""
    position = Position.parse("/7/2t4/7/7/1K5/7/t6/", variants.BRANDUBH, Side.DEFENDERS)
    puzzle = find_puzzle(position, Effort(longest=3, unbounded=1, margin=0))
    assert puzzle is not None
    attempt = PuzzleTrainer(puzzle).play(Move.parse("b5-b6"))
    assert (attempt.kind, str(attempt.answer)) == (AttemptKind.WRONG, "c2-c5")
    delayed = position.play("b5-b6").play("c2-c5")
    verdicts = [solve(delayed, Side.DEFENDERS, within=plies, memory=4).verdict for plies in (3, 5)]
    assert verdicts == [Verdict.NOT_WON, Verdict.WON]


def winning_moves(position: Position, plies: int) -> list[Move]:
    """The moves that win within so many plies, but not at once."""
    found: list[Move] = []
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is None:
            proof = solve(after, position.turn, within=plies - 1, memory=4)
            found += [move] * (proof.verdict is Verdict.WON)
    return found


def test_in_own_games_one_move_wins() -> None:
    quick = Effort(longest=3, nodes=1, unbounded=1, margin=0, last=12)
    found = [*find_puzzles(own_games("saami-tablut", 6, seed=2), quick)]
    assert found
    for puzzle in found:
        assert winning_moves(puzzle.position, 3) == [puzzle.solution]


def test_a_win_in_one_ply_is_no_puzzle_unless_asked_for() -> None:
    position = planted("trap")
    assert find_puzzle(position) is None
    assert find_puzzle(position, AT_ONCE) is not None


@pytest.mark.long
def test_a_later_win_of_another_move_is_found_with_more_work() -> None:
    """Exactly one move wins within 3 plies, but d7-d2 wins, too, within 9."""
    position = Position.parse("/2TtT2/7/5T1/t5t/7/tt5/2tK1t1/", variants.BRANDUBH, Side.DEFENDERS)
    assert find_puzzle(position) is not None
    assert find_puzzle(position, Effort(unbounded=100_000)) is None


@pytest.mark.parametrize("symmetry", [Symmetry.ROTATE_90, Symmetry.ANTITRANSPOSE])
def test_a_turned_puzzle_is_the_same_puzzle(symmetry: Symmetry) -> None:
    puzzle = corner()
    turned = puzzle.position.transform(symmetry)
    assert [each.id for each in find_puzzles(map(Game.from_position, (puzzle.position, turned)), QUICK)] == [puzzle.id]


def test_dice_are_refused() -> None:
    rules = variants.get("hnefatafl-11-dice")
    with pytest.raises(PuzzleError, match="a die is thrown"):
        find_puzzle(Position.initial(rules, Side.ATTACKERS))
    with pytest.raises(PuzzleError, match="a die is thrown"):
        next(own_games(rules, 1))
    with pytest.raises(ArgumentValueError, match="without dice"):
        solve(Position.initial(rules, Side.ATTACKERS), within=3)


def test_threads_find_the_same_puzzles() -> None:
    games = [Game.from_position(puzzle.position) for puzzle in small()][:4]
    with ThreadPoolExecutor(2) as executor:
        found = [*find_puzzles(games, QUICK, executor=executor)]
    assert found == [*find_puzzles(games, QUICK)]
    assert len(found) == len(games)


# ------------------------------------------------------------------------------------------------------ those that ship


@pytest.mark.long
def test_a_thousand_puzzles_of_own_play_ship() -> None:
    assert len(shipped()) >= 1_000
    rulesets = Counter(puzzle.ruleset.name for puzzle in shipped())
    assert all(rulesets[name] >= least for name, least in (("brandubh", 200), ("tablut", 200), ("copenhagen", 200)))
    assert len(rulesets) >= 16
    assert len({puzzle.id for puzzle in shipped()}) == len(shipped())
    assert all("own play" in puzzle.source for puzzle in shipped())
    assert len({theme for puzzle in shipped() for theme in puzzle.themes}) >= 11
    assert {puzzle.grade for puzzle in shipped()} >= {1, 2, 3, 4, 5}
    assert len(gzip.compress(read_shipped().encode())) <= 200_000


def test_numbers_stay() -> None:
    """Puzzles are only added at the end, with new numbers."""
    first = "\n".join(puzzle.id for puzzle in shipped()[:1_000])
    assert sha256(first.encode()).hexdigest()[:16] == "359ba746108a1db8"


def test_each_day_has_a_puzzle_and_all_come_before_one_comes_again() -> None:
    days = [pick_daily(date(2026, 11, 29) + timedelta(days=number)) for number in range(1_000)]
    assert sorted(days) == [*range(1, 1_001)]
    assert pick_daily(date(1970, 1, 1)) == 1
    assert pick_daily(date(2026, 12, 24)) == 10
    with pytest.raises(ArgumentTypeError, match="day"):
        pick_daily(cast("date", "2026-12-24"))


def known_puzzle() -> Puzzle:
    """A puzzle that takes the attackers three moves, the second of which may also be c3-f3."""
    return next(puzzle for puzzle in shipped() if puzzle.id == "brandubh-0a43243362")


NUMBERED: Final = sorted(enumerate(shipped(), start=1), key=lambda each: each[1].grade)
"""Those that ship with their numbers, the easiest first."""


def small() -> Iterator[Puzzle]:
    return (puzzle for puzzle in shipped() if puzzle.ruleset.size == 7 and puzzle.plies == 3)


@pytest.mark.parametrize("puzzle", [*small()][:3])
def test_puzzles_that_ship_are_right_by_the_reference(puzzle: Puzzle) -> None:
    start = puzzle.position
    assert fault(start.ruleset, start.board, start.turn, [*puzzle.line], 10**6) is None


@pytest.mark.parametrize("puzzle", shipped()[::25], ids=lambda each: each.id)
def test_puzzles_that_ship_have_one_winning_move(puzzle: Puzzle) -> None:
    """A sample; ``scripts/make_puzzles.py --check`` proves all of them anew."""
    assert winning_moves(puzzle.position, puzzle.plies) == [puzzle.solution]


@pytest.mark.parametrize("puzzle", shipped()[::125], ids=lambda each: each.id)
def test_puzzles_that_ship_are_found_again(puzzle: Puzzle) -> None:
    assert find_puzzle(puzzle.position) == puzzle


# ---------------------------------------------------------------------------------------------------------------- texts


def test_what_is_written_is_read_again() -> None:
    house: Ruleset = variants.BRANDUBH.evolve(name="house", king="weak")
    puzzle = find_puzzle(Position.parse(CORNER, house, Side.DEFENDERS), QUICK)
    assert puzzle is not None
    puzzles = [*shipped()[:5], puzzle]
    assert [*parse_puzzles(format_puzzles(puzzles))] == puzzles
    assert [from_game(as_game(each)) for each in puzzles] == puzzles


@pytest.mark.filterwarnings("ignore::hnefatafl.errors.LossWarning")
def test_records_have_the_tags_of_puzzles() -> None:
    for puzzle in shipped()[::100]:
        text = otn.format_game(as_game(puzzle), rules="nearest")
        assert "[puzzle-mode:loose]" in text
        read = from_game(otn.parse_game(text))
        for name in ("line", "refuted", "disproved", "themes", "grade", "source"):
            assert getattr(read, name) == getattr(puzzle, name)
        assert read.position.board == puzzle.position.board


CHANGES: Final[tuple[tuple[str, object, str], ...]] = (
    ("ruleset", "brandubu", "brandubh"),
    ("version", 99, "version"),
    ("board", "/7/7/", "expected"),
    ("turn", "nobody", "nobody"),
    ("line", ["d4-g4"], "moves that win"),
    ("line", ["d4-c3"], "d4-c3"),
    ("line", [], "1 to"),
    ("line", ["d4-g4"] * 200, "at most"),
    ("refuted", 1, "refuted"),
    ("refuted", True, "refuted"),
    ("grade", 7, "grade"),
    ("themes", ["wit"], "themes"),
    ("wit", 1, "wit"),
)


@pytest.mark.parametrize(("key", "value", "told"), CHANGES)
def test_a_fault_in_a_file_is_named(key: str, value: object, told: str) -> None:
    head, line = format_puzzles([corner()])
    with pytest.raises(PuzzleError, match=told) as caught:
        list(parse_puzzles([head, "", json.dumps({**json.loads(line), key: value})]))
    assert caught.value.line == 3


def test_another_file_is_refused() -> None:
    with pytest.raises(PuzzleError, match="line 1: the format"):
        list(parse_puzzles('{"format":"hnefatafl suite 1"}'))


LINES: Final = [*format_puzzles(shipped()[:2])]


@given(st.data())
def test_no_text_breaks_the_reader(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(LINES))
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(at + 20, len(text))))
    changed = text[:at] + data.draw(st.text(max_size=8)) + text[end:]
    try:
        for puzzle in parse_puzzles([LINES[0], changed]):
            assert puzzle.position.play(puzzle.solution)
    except PuzzleError:
        pass


@given(
    st.dictionaries(
        st.sampled_from(sorted(json.loads(LINES[1]))),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9), st.lists),
    )
)
def test_no_value_breaks_the_reader(changes: dict[str, object]) -> None:
    with contextlib.suppress(PuzzleError):
        list(parse_puzzles([LINES[0], json.dumps({**json.loads(LINES[1]), **changes})]))


def test_tags_of_others_are_refused() -> None:
    with pytest.raises(PuzzleError, match="puzzle-refuted"):
        from_game(otn.parse_game(Path("examples/puzzles/two_ways.otg").read_text()))
    game = as_game(corner())
    with pytest.raises(PuzzleError, match="puzzle-grade"):
        from_game(evolve(game, tags={**game.tags, "puzzle-grade": "hard"}))


def test_sheets_are_pictures_with_all_puzzles() -> None:
    puzzles = [*shipped()[:13]]
    sheets = [ElementTree.fromstring(sheet) for sheet in puzzle_sheets(puzzles)]
    space = "{http://www.w3.org/2000/svg}"
    assert [len(sheet.findall(f"{space}svg")) for sheet in sheets] == [12, 1]
    words = ["".join(sheet.itertext()) for sheet in sheets]
    assert str(puzzles[0].solution) in words[0]
    assert str(puzzles[0].solution) not in next(puzzle_sheets(puzzles[:1], solutions=False))


# ------------------------------------------------------------------------------------------------------------- training


@pytest.mark.parametrize("puzzle", shipped()[::99])
def test_a_trainer_takes_the_solution(puzzle: Puzzle) -> None:
    trainer = PuzzleTrainer(puzzle)
    for move in puzzle.line[::2]:
        assert trainer.hint() == move
        kind = trainer.play(move).kind
        assert kind is (AttemptKind.SOLVED if trainer.solved else AttemptKind.RIGHT)
    assert trainer.solved
    with pytest.raises(ArgumentValueError, match="solved"):
        trainer.hint()


@pytest.mark.long
def test_a_trainer_takes_every_winning_move() -> None:
    """After d4-g4 b1-c1 the king has two ways out."""
    trainer = PuzzleTrainer(corner())
    assert trainer.play(Move.parse("d4-g4")).answer == Move.parse("b1-c1")
    after = trainer.position
    wins = [move for move in after.legal_moves() if after.play(move).outcome]
    assert len(wins) >= 1
    for move in wins:
        assert PuzzleTrainer(corner(), trainer.played).play(move).kind is AttemptKind.SOLVED
    puzzle = known_puzzle()
    trainer = PuzzleTrainer(puzzle, puzzle.line[:2])
    other = Move.parse("c3-f3")
    assert other not in puzzle.line
    assert trainer.play(other).kind is AttemptKind.RIGHT
    assert trainer.position.turn is puzzle.winner


def test_a_trainer_goes_on_where_a_turn_has_several_moves() -> None:
    rules = variants.BRANDUBH.evolve(name="wild", berserk=Berserk.MAY_CAPTURE)
    start = Position.parse("/3t3/t3tT1/2T4/1t4t/K6/t4t1/3t3/", rules, Side.DEFENDERS)
    puzzle = find_puzzle(start, Effort(nodes=100, unbounded=100))
    assert puzzle is not None
    trainer = PuzzleTrainer(puzzle)
    first = trainer.play(Move.parse("a5-a3"))
    assert (first.kind, first.answer) == (AttemptKind.RIGHT, None)
    assert (trainer.position.turn, first.text) == (Side.DEFENDERS, "a5-a3 keeps the win; the defenders go on")
    assert trainer.play(Move.parse("a3-a5")).answer == Move.parse("d1-e1")
    assert trainer.play(Move.parse("a5-a7")).kind is AttemptKind.SOLVED


@pytest.mark.long
def test_a_trainer_looks_into_no_more_positions_than_it_may() -> None:
    """With few, it knows of no win but the solution, and of no refutation that takes a search."""
    puzzle = known_puzzle()
    assert PuzzleTrainer(puzzle, nodes=1).play(puzzle.solution).kept
    few = PuzzleTrainer(puzzle, puzzle.line[:2], nodes=1).play(Move.parse("c3-f3"))
    assert (few.kind, few.answer) == (AttemptKind.WRONG, None)
    with pytest.raises(ArgumentValueError, match="the attackers are to move"):
        PuzzleTrainer(puzzle, puzzle.line[:1])
    with pytest.raises(IllegalMoveError):
        PuzzleTrainer(puzzle, puzzle.line[1:])


def test_a_trainer_explains_refusals() -> None:
    trainer = PuzzleTrainer(corner())
    illegal = trainer.play(Move.parse("d4-c3"))
    assert (illegal.kind, illegal.kept) == (AttemptKind.ILLEGAL, False)
    assert "straight" in illegal.text
    wrong = trainer.play(Move.parse("d4-e4"))
    assert wrong.kind is AttemptKind.WRONG
    assert wrong.answer is not None
    assert trainer.mistakes == 1
    assert trainer.position == corner().position
    end = trainer.position.play("d4-e4").play(wrong.answer)
    assert solve(end, Side.DEFENDERS, within=3).verdict is Verdict.NOT_WON


# ---------------------------------------------------------------------------------------------------------- the command


def test_the_command_finds_writes_and_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, found = tmp_path / "game.json", tmp_path / "found.jsonl"
    played = Game.from_position(corner().position).add(corner().line)
    record.write_text(documents.format_game(played))
    assert main(["puzzles", str(record), "-o", str(found), "--json", "--last", "3"]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": 1, "puzzles": 1, "rulesets": 1}
    assert [each.id for each in parse_puzzles(found.read_text())] == [corner().id]
    for name in ("found.otg", "found.svg"):
        assert main(["puzzles", str(found), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).exists()
    capsys.readouterr()
    typed = iter(["d4-c3", "why d4-e5", "hint", "d4-e4", "d4-g4", "g4-g7"])
    monkeypatch.setattr("sys.stdin", _Typed(typed))
    assert main(["puzzles", "--train", str(tmp_path / "found.otg")]) == 0
    told = capsys.readouterr().out
    for words in (
        "look at d4",
        "d4-c3 is not legal",
        "does not keep the win",
        "the answer is b1-c1",
        "1 of 1 solved, 1 mistake",
    ):
        assert words in told


def test_the_command_reads_several_files_of_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, two = [puzzle for puzzle in small() if puzzle.ruleset == variants.BRANDUBH][:2]
    for name, puzzles in (("a.jsonl", [one]), ("b.jsonl", [two, one])):
        Path(name).write_text("".join(f"{line}\n" for line in format_puzzles(puzzles)))
    assert main(["puzzles", "a.jsonl", "b.jsonl", "-o", "both.jsonl"]) == 0
    assert capsys.readouterr().out == "2 puzzles, 1 ruleset\n"
    assert [*parse_puzzles(Path("both.jsonl").read_text())] == [one, two]
    assert main(["puzzles", "a.jsonl", "games.csv", "-o", "new.jsonl"]) == 2
    assert "either records or puzzles (.jsonl) were expected, not both" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("417", [417, 418]),
        (" --variant tablut", [number for number, each in NUMBERED if each.ruleset.name == "tablut"][:2]),
        ("", [number for number, _ in NUMBERED][:2]),
    ],
    ids=str,
)
def test_the_command_asks_those_that_ship(
    words: str, numbers: list[int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", _Typed(iter(["next", "quit"])))
    assert main(["puzzles", "--train", *words.split()]) == 0
    asked = [line for line in capsys.readouterr().out.splitlines() if "Puzzle " in line]
    assert [int(line.partition("Puzzle ")[2].partition(",")[0]) for line in asked] == numbers
    puzzle = shipped()[numbers[0] - 1]
    assert asked[0].endswith(f", {puzzle.ruleset.name}, grade {puzzle.grade} of 6: {puzzle.task}.")


def test_the_command_asks_the_puzzle_of_the_day(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", _Typed(iter(["quit"])))
    days = [datetime.now(UTC).date()]
    assert main(["puzzles", "--train", "today"]) == 0
    days.append(datetime.now(UTC).date())  # at midnight it may be either
    asked = capsys.readouterr().out
    assert any(f"Puzzle {pick_daily(day)}," in asked for day in days)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--train", "0"), "--train: a number from 1 to "),
        (("--train", "99999"), "--train: a number from 1 to "),
        (("--train", "9" * 5_000), "9999"),
        (("--train", "1", "--variant", "alea-evangelii"), "there are no puzzles by the rules 'alea-evangelii'"),
        (("missing.otg", "-o", "new.jsonl"), "there are no puzzles, so nothing was written"),
        (("missing.otg", "-o", "new.jsonl", "--plies", "98"), "--plies: a number from 1 to 97 was expected, not 98"),
        (("--train", "--json"), "--train writes no file and no JSON"),
        (
            ("--train", "empty.jsonl"),
            "empty.jsonl: no record was found: the text is empty (tafl puzzles --help explains)",
        ),
    ],
)
def test_what_the_command_refuses(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.jsonl").touch()
    assert main(["puzzles", *words]) == 2
    assert said in capsys.readouterr().err
    assert not Path("new.jsonl").exists()


class _Typed:
    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def isatty(self) -> bool:
        return False

    def readline(self, _most: int = -1) -> str:
        return next(self._lines, "") + "\n"


def test_the_command_needs_somewhere_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--own", "brandubh"]) == 2
    assert "-o FILE was expected" in capsys.readouterr().err
    assert main(["puzzles", "--own", "hnefatafl-11-dice", "--games", "1", "-o", "x.jsonl"]) == 1
    assert "a die is thrown" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------- within so many plies


@pytest.mark.parametrize("seed", range(6))
def test_a_win_within_so_many_plies_is_exact(seed: int) -> None:
    from hnefatafl import SearchBoard

    random = Random(seed)
    asked = 0
    while asked < 30:
        rules = random_rules(random, 5)
        position = None if rules.die is not None else random_position(random, rules, random.randint(1, 4), 2)
        if position is None:
            continue
        asked += 1
        for side in Side:
            for plies in (1, 2, 3):
                verdict = solve(position, side, within=plies, memory=1).verdict
                won = wins_within(SearchBoard(position), side, plies)
                assert verdict in (Verdict.OPEN, Verdict.WON if won else Verdict.NOT_WON)
                moves = position.legal_moves()
                some = random.sample(moves, random.randint(1, len(moves)))
                verdict = solve(position, side, within=plies, moves=some, memory=1).verdict
                after = [wins_within(SearchBoard(position.play(move)), side, plies - 1) for move in some]
                won = any(after) if position.turn is side else all(after)
                assert verdict in (Verdict.OPEN, Verdict.WON if won else Verdict.NOT_WON)


def test_themes_are_a_closed_list() -> None:
    assert {theme.value for puzzle in shipped() for theme in puzzle.themes} <= {theme.value for theme in PuzzleTheme}


# ----------------------------------------------------------------------------------------------------- what is left out


def test_within_a_turn_of_several_captures_there_is_no_puzzle() -> None:
    """A position set up from the board alone would be another one: any piece could move."""
    position = _berserk_turn()
    assert find_puzzle(position, Effort(shortest=1)) is None


def _berserk_turn() -> Position:
    """The first turn of several captures in a random game."""
    for seed in range(100):
        chance, position = Random(seed), Position.initial("berserk", Side.ATTACKERS)
        while position.outcome is None:
            position = position.play(chance.choice(sorted(position.legal_moves())))
            if position.berserk_square is not None and position.outcome is None:
                return position
    raise AssertionError


@pytest.mark.long
def test_puzzles_of_other_rules_are_other_puzzles() -> None:
    """Though both rulesets have the name "brandubh, changed"."""
    start, rules = planted("corner"), variants.BRANDUBH
    changed = [rules.evolve(encirclement=False), rules.evolve(exit_fort=True)]
    games = [Game.from_position(Position.from_board(start.board, each, start.turn)) for each in changed]
    assert [puzzle.ruleset for puzzle in find_puzzles([*games, *games])] == changed


@pytest.mark.long
def test_a_ruleset_with_functions_is_not_turned() -> None:
    rules = variants.BRANDUBH.evolve(name="named", extra_endings=(no_ending,))
    turned = [planted("corner").transform(symmetry) for symmetry in (Symmetry.IDENTITY, Symmetry.ROTATE_90)]
    for named, count in ((variants.BRANDUBH, 1), (rules, 2)):
        found = [find_puzzle(Position.from_board(each.board, named, each.turn)) for each in turned]
        assert len({each.id for each in found if each is not None}) == count


def no_ending(board: Board, turn: Side, position: Position) -> None:
    """Ends no game."""


@pytest.mark.long
def test_a_game_without_a_known_start_is_left_out() -> None:
    lot = variants.BRANDUBH.evolve(name="lot", first=None)
    assert len([*find_puzzles([Game(ruleset=lot), Game.from_position(planted("corner"))])]) == 1
    tags = {"puzzle-mode": "loose", "puzzle-start": "0", "puzzle-refuted": "3"}
    with pytest.raises(PuzzleError, match="chosen by lot"):
        from_game(Game(ruleset=lot, tags=tags))
    repeated = Game(ruleset=variants.BRANDUBH).add(["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 3)
    with pytest.raises(PuzzleError, match="the game is over"):
        from_game(evolve(repeated, tags={**tags, "puzzle-refuted": "20"}))


@pytest.mark.parametrize("plies", [0, 1, 2, 3])
def test_the_last_positions_are_those_in_which_a_side_may_move(plies: int) -> None:
    """The end of a game, after three plies here, does not count."""
    game = Game.from_position(corner().position).add(corner().line[:plies])
    positions = min(plies, 2) + 1
    assert [puzzle.id for puzzle in find_puzzles([game], Effort(last=positions))] == [corner().id]
    if positions > 1:
        assert [*find_puzzles([game], Effort(last=positions - 1))] == []


def test_a_number_is_no_position() -> None:
    with pytest.raises(ArgumentTypeError, match="position: a Position, a Ruleset, or the text or name of one"):
        find_puzzle(cast("Any", 7))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Effort(shortest=0), "shortest: a number from 1 to 99"),
        (lambda: Effort(shortest=5, longest=3), "longest: a number from 5 to 99"),
        (lambda: Effort(longest=3, margin=-1), "margin: a number from 0 to 96"),
        (lambda: Effort(nodes=0), "nodes: a number from 1 on"),
        (lambda: Effort(last=0), "last: a number from 1 on"),
        (lambda: PuzzleTrainer(shipped()[0], nodes=-1), "nodes: a number from 1 on was expected, not -1"),
        (lambda: PuzzleTrainer(shipped()[0], nodes=cast("Any", "many")), "nodes: a whole number"),
        (lambda: [*own_games("brandubh", 0)], "games: a number from 1 on"),
        (lambda: [*own_games("brandubh", cast("Any", None))], "games: a whole number"),
    ],
)
def test_numbers_out_of_range_are_refused_in_the_same_words(call: Callable[[], object], told: str) -> None:
    with pytest.raises((ArgumentTypeError, ArgumentValueError), match=told):
        call()


def test_an_empty_file_is_refused_and_a_byte_order_mark_is_not() -> None:
    for nothing in ("", list[str]()):
        with pytest.raises(PuzzleError, match="was expected"):
            list(parse_puzzles(nothing))
    head, *rest = format_puzzles(shipped()[:2])
    for read in (parse_puzzles, read_puzzles):
        assert [*read([f"\ufeff{head}", *rest])] == [*shipped()[:2]]


def test_after_moves_that_lose_the_win_a_trainer_knows_none() -> None:
    lost = PuzzleTrainer(corner(), [Move.parse("d4-e4"), Move.parse("a4-a5")])
    assert (lost.hint(), lost.remaining(), lost.solved) == (None, (), False)


@pytest.mark.long
def test_a_lost_game_is_not_solved() -> None:
    puzzle = known_puzzle()
    lost = [Move.parse("c1-b1"), Move.parse("e1-g1")]
    end = puzzle.position.play(lost[0]).play(lost[1]).outcome
    assert end is not None
    assert end.winner is puzzle.winner.opponent
    with pytest.raises(ArgumentValueError, match="played: moves after which the attackers are to move were expected"):
        PuzzleTrainer(puzzle, lost)


def test_what_a_trainer_has_shown_it_knows() -> None:
    trainer = PuzzleTrainer(corner())
    trainer.play(corner().solution)
    assert trainer.left == 1
    assert trainer.hint() == corner().line[2]
    trainer.play(corner().line[2])
    assert (trainer.solved, trainer.left, trainer.remaining()) == (True, 0, ())
