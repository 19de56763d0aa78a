"""The benchmarks: that all of them run, and that what is compared does the same work."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import attrs
import instructions
import pytest
import reached
from contenders import build_core
from measures import walk
from plan import TARGETS, Lane, Target, groups
from subjects import EVERYTHING, SUBJECTS, start

import hnefatafl
from hnefatafl import Jumps, Move, Ruleset, perft, playout
from hnefatafl.testing import reference

pytestmark = pytest.mark.needs_host

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
NEWER = (
    "edge_ring",
    "fewest_defenders",
    "forced_capture",
    "immobile_king",
    "king_line_capture",
    "line_capture",
    "may_pass",
    "move_limit",
    "move_limit_consequence",
    "no_escape",
    "no_walk_in",
    "quiet_limit_consequence",
    "simple_fort",
    "walk_in",
    "whole_ring",
)
LEFT_OUT = {
    "hammer": "only takes captures away",
    "anvil": "only takes captures away",
    "first": "the attackers, as by default",
    "escape": "the corners, as by default",
    "throne": "the default has every right that a throne can have",
    "piercing": "by default those that pierce do",
    "three_captors": "only takes captures away",
    "guard_capture": "by default guards fall",
    "extra_captures": "a function of somebody's own would be measured, and not the library",
    "extra_endings": "the same",
    **dict.fromkeys(NEWER, "newer than the figures, which can so be compared"),
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build_core(tmp_path_factory.mktemp("core"))
    if built is None:
        pytest.skip("no C compiler")
    return built[0]


def told(core: Path, *arguments: str) -> list[list[str]]:
    out = subprocess.run([str(core), *arguments], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in out.splitlines()]


def test_the_c_program_counts_what_the_library_counts(core: Path) -> None:
    counts = [[int(number) for number in line] for line in told(core, "perft", "4")]
    assert counts == [[n, n] for n in (116, 6_788, 806_344, 50_456_804)]
    for name in ("copenhagen", "copenhagen-plain"):
        assert [perft(start(name), depth) for depth in (1, 2)] == [116, 6_788]


def test_the_c_program_plays_games_of_the_same_length(core: Path) -> None:
    [[length, attackers, defenders]] = told(core, "games", "4000")
    games = [playout(start("copenhagen-plain"), seed=seed, limit=2000).plies for seed in range(100)]
    assert float(length) == pytest.approx(sum(games) / len(games), rel=0.1)
    assert int(attackers) < 0.05 * int(defenders)


def test_everything_is_on() -> None:
    plain = Ruleset(name="plain", size=EVERYTHING.size, start=EVERYTHING.start)
    options = {field.name for field in attrs.fields(Ruleset)} - Ruleset.LABELS - {"size", "start"}
    assert options - set(EVERYTHING.diff(plain)) == set(LEFT_OUT)
    assert len(set(EVERYTHING.start.values())) == 11
    assert set(attrs.asdict(EVERYTHING.jumps)) == set(attrs.asdict(Jumps()))


def test_the_ruleset_with_everything_on_plays_as_the_reference_does() -> None:
    dice = random.Random(1)
    position, state = start("everything"), reference.initial(EVERYTHING)
    while position.ply < 8 and position.outcome is None:
        moves = {Move.of(*step) for step in reference.legal_moves(state)}
        assert set(position.legal_moves()) == moves
        assert position.outcome == reference.outcome(state)
        if position.can_roll and (not moves or dice.random() < 0.2):
            face = dice.randint(1, 6)
            position, state = position.roll(face), reference.roll(state, face)
        else:
            move = dice.choice(sorted(moves))
            position, state = position.play(move), reference.play(state, move.origin, move.target)
        assert position.board == state.board
    assert position.ply == 8


def test_the_long_game_repeats_no_position() -> None:
    position = start("copenhagen")
    seen = {position}
    for move in walk(400):
        position = position.play(move)
        assert position.outcome is None
        seen.add(position)
    assert (len(seen), position.plies_since_capture) == (401, 400)


def test_every_ruleset_is_measured() -> None:
    lanes = {lane for group in groups({"compiled", "pure", "core", "chess"}, False, 1) for lane in group.lanes}
    assert {lane.subject for lane in lanes} == {*SUBJECTS, "chess", "-"}


def test_the_page_of_figures_tells_of_every_aim() -> None:
    told = json.loads((BENCHMARKS.parent / "docs" / "_data" / "figures.json").read_text("utf-8"))["targets"]
    assert [(aim["what"], aim["wanted"]) for aim in told] == [(aim.what, aim.wanted) for aim in TARGETS]


MEASURES = ("playouts", "perft_bulk", "perft_made", "explained")
CALLS = {
    "die, king, at-most": (1.5, 1.2, 1.2, 1.3),
    "die, king, exactly": (1.5, 1.2, 1.2, 1.3),
    "die, king, odd": (1.5, 1.2, 1.2, 1.3),
    "die, defenders, at-most": (1.8, 3.3, 1.2, 1.8),
    "die, defenders, exactly": (2.3, 10, 1.3, 1.9),
    "die, defenders, odd": (1.8, 3.3, 1.2, 1.8),
    "die, all, at-most": (2.2, 3.3, 1.2, 2.5),
    "die, all, exactly": (3.6, 10, 1.3, 2.5),
    "die, all, odd": (
        4.2,
        3.3,
        1.2,
        15,
    ),  # passes bring boards about again, so each move is asked whether it is forbidden
    "berserk": (1.6, 1.2, 1.2, 1.3),
    "jumps": (1.2, 2.8, 2.0, 2.5),
    "announcements": (1.4, 1.2, 1.2, 1.3),
    "everything": (2.3, 4.0, 4.0, 3.0),
}
"""By option, how many times as many functions of the kernel may be called as without it, by measure. A ply without
any is a move of a steady ruleset (``Tables.steady``), which asks for least."""


@pytest.fixture(scope="module")
def counted() -> dict[str, dict[str, dict[str, float]]]:
    command = [sys.executable, str(BENCHMARKS / "counting.py")]
    found: dict[str, dict[str, dict[str, float]]] = json.loads(subprocess.check_output(command, text=True))
    assert set(found) == {"plain", *CALLS}
    return found


@pytest.mark.parametrize("option", ["plain", *CALLS])
def test_moves_are_not_listed_where_they_can_be_drawn_or_counted(
    option: str, counted: dict[str, dict[str, dict[str, float]]]
) -> None:
    for measure in MEASURES[:3]:
        assert counted[option][measure]["lists"] <= 0.05, measure
        assert counted[option][measure]["pieces"] <= 1, measure
    assert counted[option]["explained"]["lists"] <= 2  # one before a roll and one after it


@pytest.mark.parametrize("option", CALLS)
def test_an_option_costs_no_more_work_than_it_needs(
    option: str, counted: dict[str, dict[str, dict[str, float]]]
) -> None:
    for measure, allowed in zip(MEASURES, CALLS[option], strict=True):
        assert counted[option][measure]["calls"] <= allowed * counted["plain"][measure]["calls"], measure


REACHED = json.loads(reached.FILE.read_text("utf-8"))["ratios"]


def test_the_ratios_that_were_reached_have_names_of_ratios() -> None:
    assert set(REACHED) == set(reached.RATIOS)


def test_the_figures_hold_what_was_reached() -> None:
    """A published ratio below four fifths of the best one is a fault to be mended, not a figure."""
    figures = reached.found_in(json.loads((BENCHMARKS.parent / "docs" / "_data" / "figures.json").read_text("utf-8")))
    short = [what for what, best in REACHED.items() if reached.falls_short(reached.RATIOS[what], figures[what], best)]
    assert short == []


@pytest.mark.parametrize(
    ("wanted", "best", "value", "short"),
    [("≥", 1.0, 0.79, True), ("≥", 1.0, 0.81, False), ("≤", 1.0, 1.26, True), ("≤", 1.0, 1.24, False)],
)
def test_what_falls_short(wanted: str, best: float, value: float, short: bool) -> None:
    target = next(each for each in reached.RATIOS.values() if each.wanted[:1] == wanted)
    assert reached.falls_short(target, value, best) is short


@pytest.mark.parametrize(
    ("again", "rounds", "falls"),
    [([], [], False), ([0.9], [5], False), ([0.5, 0.9], [5, 15], False), ([0.5, 0.6, 0.5], [5, 15, 45], True)],
)
def test_a_ratio_that_falls_short_is_measured_again(again: list[float], rounds: list[int], falls: bool) -> None:
    """One bad round proves nothing: only what stays short, in more rounds, is told."""
    target = TARGETS[0]
    assert target.below is not None
    values = iter(again)
    asked: list[int] = []

    def measure(each: Target, number: int) -> dict[Lane, list[float]]:
        asked.append(number)
        assert (each, each.below) == (target, target.below)
        value = next(values)
        return {target.above: [value] * number, target.lanes[1]: [1.0] * number}

    found = {target.what: 0.7 if again else 0.8, "no ratio": 0.0}
    lines = reached.fallen(found, {target.what: 1.0, "no ratio": 1.0}, measure)
    assert asked == rounds
    assert lines == ([f"{target.what}: 0.5, where 1 was reached"] if falls else [])


def test_a_ratio_holds_for_the_python_that_reached_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reached, "FILE", tmp_path / "reached.json")
    faster, leaner = (next(each for each in reached.RATIOS.values() if each.wanted[:1] == sign) for sign in "≥≤")
    reached.write_better({faster.what: 0.5, leaner.what: 0.5})
    reached.write_better({faster.what: 0.6, leaner.what: 0.6, "no ratio": 1.0})
    assert reached.known() == {faster.what: 0.6, leaner.what: 0.5}
    reached.FILE.write_text(json.dumps({"python": "2.7", "ratios": {faster.what: 0.6}}), "utf-8")
    assert reached.known() == {}


def test_more_instructions_than_before_are_told() -> None:
    known = {"playouts": 1000.0, "perft_made": 300.0}
    assert instructions.list_risen({"playouts": 1100.0, "perft_made": 100.0, "api_loop": 9.0}, known) == []
    assert instructions.list_risen({"playouts": 1101.0, "perft_made": 300.0}, known) == [
        "playouts: 1,101 instructions, 1.10 times as many as 1,000"
    ]
    kept = json.loads(instructions.FILE.read_text("utf-8"))
    assert all(set(counts) == set(instructions.COUNTED) for counts in kept.values())


@pytest.mark.extra("train")
def test_a_quick_run_tells_all_ratios(tmp_path: Path) -> None:
    out = tmp_path / "quick.json"
    command = [sys.executable, str(BENCHMARKS / "run.py"), "--quick", "--json", str(out)]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result = json.loads(out.read_text("utf-8"))
    assert set(result) == {"machine", "settings", "archive", "targets", "ratios", "figures"}
    assert [target["what"] for target in result["targets"]] == [target.what for target in TARGETS]
    for target in result["targets"]:
        assert ("median" in target) == (target["what"] in table)
    measured = {figure["contender"] for figure in result["figures"]}
    assert "pure" in measured
    assert ("compiled" in measured) == hnefatafl.COMPILED
    if measured == {"compiled", "pure", "core", "chess"}:
        missing = {target["what"] for target in result["targets"] if "median" not in target}
        assert missing == {target.what for target in TARGETS if target.slow}
    assert all(value > 0 for figure in result["figures"] for value in figure["values"])


@pytest.mark.extra("web")
def test_a_server_is_measured() -> None:
    arguments = ["--games", "2", "--seconds", "2", "--warm-up", "0.5", "--pause", "0.05"]
    run = subprocess.run(
        [sys.executable, str(BENCHMARKS / "serving.py"), *arguments], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "other side" in run.stdout
