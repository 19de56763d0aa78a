"""What the library offers to tests of rules: strategies under given rules, and the look over a ruleset."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

import hnefatafl
from hnefatafl import (
    Announcements,
    Board,
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    Move,
    Outcome,
    Position,
    Repetition,
    Ruleset,
    Side,
    Speed,
    Square,
    Termination,
    variants,
)
from hnefatafl.records import Game
from hnefatafl.rules import Die
from hnefatafl.testing import check_ruleset, reference, strategies
from hnefatafl.testing._inspection import Findings, alternatives, judge, matters
from hnefatafl.testing._report import PlayLine
from tafl.cli import main

pytestmark = pytest.mark.slow_uncompiled

SMALL = Ruleset(name="small", size=5, start="/2t2/5/t1K1t/5/2t2/")
GIVEN = [SMALL, variants.FOTEVIKEN_TABLUT, variants.get("sea-battle-9")]
IMPOSSIBLE = {"sea-battle-9": ("exit_forts", "jumped_forts")}
"""A king at the edge would have escaped."""
few = settings(max_examples=5, derandomize=True, database=None)


@pytest.mark.parametrize("rules", GIVEN, ids=lambda rules: rules.name)
@pytest.mark.parametrize("plant", strategies.PLANTS)
def test_plants_keep_the_rules_that_they_are_given(rules: Ruleset, plant: str) -> None:
    @few
    @given(strategies.PLANTS[plant](rules))
    def check(planted: strategies.Planted) -> None:
        found, board, turn = planted
        assert found is rules
        assert Position.from_board(board, rules, turn).board == board

    with suppress(Unsatisfiable) if plant in IMPOSSIBLE.get(rules.name, ()) else nullcontext():
        check()


@few
@given(strategies.games(), strategies.positions(variants.HNEFATAFL_11.evolve(first=None, die=Die())))
def test_games_and_positions_are_drawn(game: Game, position: Position) -> None:
    replay = game.replay()
    assert replay.error is None
    assert len(replay.played_moves) == len(game.moves)
    assert position.ruleset.faces == 6


@given(st.integers(5, 21).flatmap(lambda size: st.tuples(st.just(size), strategies.moves(size))))
def test_moves_are_straight(drawn: tuple[int, Move]) -> None:
    size, move = drawn
    assert move.origin.on(size)
    assert move.target.on(size)
    assert (move.origin.file == move.target.file) != (move.origin.rank == move.target.rank)


# ---------------------------------------------------------------------------------------------- looking a ruleset over


@pytest.mark.parametrize("name", ["brandubh", "foteviken-tablut", "berserk"])
def test_shipped_variants_are_well(name: str) -> None:
    report = check_ruleset(variants.get(name), examples=4, depth=3)
    assert report.findings == ()
    assert (report.lines, report.playouts) == (4, 4)
    assert 0 < report.moves <= 12
    assert str(report).startswith(f"{name}: all is well\n  tried: 4 lines of play with ")
    assert report == check_ruleset(variants.get(name), examples=4, depth=3)


def west(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An ending that does not turn with the board."""
    return Outcome(Side.DEFENDERS, Termination.EXTRA) if board.king and board.king.file < 3 else None


def careless(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """A capture that looks at a square off the board."""
    raise LookupError("off the board") if move.target.file == 0 else ValueError("on it")


WHERE: Final = f"{__file__}:{careless.__code__.co_firstlineno + 2}"


def nothing(board: Board, move: Move, side: Side, position: Position) -> Any:
    """A capture that forgets to say what it captures."""


CALLS: list[Board] = []


def fickle(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An ending that is no function of the board."""
    CALLS.append(board)
    return Outcome(Side.DEFENDERS, Termination.EXTRA) if len(CALLS) % 50 == 0 else None


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"extra_endings": (west,)}, "a turned board has another verdict: "),
        ({"extra_captures": (careless,)}, f"the reference raises ValueError: on it ({WHERE} careless; "),
        ({"extra_captures": (nothing,)}, "a line of play raises ExtraRuleError: "),
        ({"extra_endings": (fickle,)}, "the reference differs in "),
    ],
    ids=["west", "careless", "nothing", "fickle"],
)
def test_functions_that_do_wrong_are_found(options: dict[str, Any], kind: str) -> None:
    report = check_ruleset(variants.MAGPIE.evolve(name="odd magpie", **options), examples=24, depth=6)
    assert any(finding.startswith(kind) for finding in report.findings), report
    assert str(report).startswith("odd magpie: ")
    assert f"not written in OTN: OTN cannot express: {next(iter(options))}" in report.notes


def test_games_without_an_end_are_found() -> None:
    ever = SMALL.evolve(repetition=Repetition(consequence=Consequence.IGNORED))
    report = check_ruleset(ever, examples=3, depth=1, limit=2)
    assert report.endless == 3
    assert "3 of 3 random games had not ended after 2 plies" in report.notes
    assert any(finding.startswith("random games do not end") for finding in report.findings)


def test_a_game_that_is_over_at_the_start_is_found() -> None:
    ring = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . t . K . t .
        . . t . t . .
        . . . t . . .
        . . . . . . .
    """
    report = check_ruleset(variants.BRANDUBH.evolve(name="ring", escape="edge", start=ring), examples=2, depth=1)
    assert report.findings == ("the game is over at the start: the attackers win: the attackers enclose all defenders",)


def test_nothing_is_played_without_examples() -> None:
    report = check_ruleset(SMALL, examples=0)
    assert (report.findings, report.lines, report.playouts) == ((), 0, 0)


@pytest.mark.parametrize(
    "options",
    [
        # A king who reaches the edge has won, so what else might befall him there matters to nobody.
        {"edge_capture": EdgeCapture.DRAW},
        {"exit_fort": True},
        # These kinds of men are not in the game.
        {"guard_capture": GuardCapture.NEVER, "jumps": Jumps(commanders=Jump.NONE), "speed": Speed(attacking_guards=1)},
    ],
    ids=["edge capture", "exit fort", "no such men"],
)
def test_options_that_cannot_matter_in_this_game_are_named(options: dict[str, Any]) -> None:
    """They are no contradictions, since rules are made by changing others; but nothing meets them."""
    report = check_ruleset(variants.TABLUT.evolve(name="dead options", **options), examples=6)
    assert set(options) <= {sentence.partition(" ")[0] for sentence in report.idle}
    assert not set(options) & set(report.unmet)
    assert f"\n  cannot matter: {', '.join(report.idle)}" in str(report)


def test_options_that_change_nothing_are_named() -> None:
    rules = SMALL.evolve(
        guard_capture=GuardCapture.NEVER, corners=None, announcements=Announcements(way_out=Call.MUST, threat=Call.MAY)
    )
    assert set(alternatives(rules)) == {"guard_capture", "corners", "announcements"}


def test_options_matter_where_they_decide() -> None:
    board = Board.parse("/2t2/5/t1K1t/5/2t2/")
    line = PlayLine((Position.from_board(board, SMALL, Side.DEFENDERS),), ())
    assert matters(line, SMALL.evolve(throne=None))
    assert not matters(line, SMALL.evolve(fewest_attackers=0))


def test_the_reference_is_asked_in_earnest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the two part, the finding says in what, and where."""
    told: Callable[..., int] = reference.ways_out

    def one_more(rules: Ruleset, board: Board) -> int:
        return told(rules, board) + 1

    monkeypatch.setattr(reference, "ways_out", one_more)
    found = Findings()
    judge(PlayLine((Position.initial(SMALL),), ()), random.Random(0), found)
    assert list(found) == [
        "the reference differs in the number of ways out: 0, but 1 by the reference (/2t2/5/t1K1t/5/2t2/, attackers to "
        "move)"
    ]


# --------------------------------------------------------------------------------------------------- the command, extra


def test_the_command_looks_rules_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ("--examples", "3", "--depth", "3")
    assert main(["check", "brandubh", *few]) == 0
    assert capsys.readouterr().out.startswith("brandubh: all is well\n  tried: 3 lines of play")
    Path("ever.toml").write_text('name = "ever"\nbase = "sea-battle-9"\nno_move = "pass"\n', "utf-8")
    assert main(["check", "ever.toml", *few]) in (0, 1)
    assert capsys.readouterr().out.startswith("ever: ")
    assert [path.name for path in tmp_path.iterdir()] == ["ever.toml"]
    assert main(["check", "brandubhh", *few]) == 2
    assert "did you mean brandubh" in capsys.readouterr().err


@pytest.mark.needs_host
def test_only_the_strategies_need_the_extra() -> None:
    """In a process of its own, since Hypothesis is at work in this one."""
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from tafl.cli import main\n"
        "assert main(['check', 'brandubh', '--examples', '3', '--depth', '3']) == 0\n"
        "from hnefatafl.testing import Report, check_ruleset, reference\n"
        "from hnefatafl.testing import positions\n"
    )
    path = str(Path(hnefatafl.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": path}, check=False
    )
    assert done.stdout.startswith("brandubh: all is well\n")
    assert done.returncode == 1
    assert 'this needs hypothesis: pip install ".[testing]" in the folder of tafl\'s sources' in done.stderr
