"""Ctrl-C and other threads while the library computes, and interpreters beside the main one."""

from __future__ import annotations

import ast
import inspect
import os
import pickle
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import interrupting
import pytest
from conftest import with_extra

import hnefatafl
from hnefatafl import Batch, Position, perft, variants
from hnefatafl.rules import Die
from hnefatafl.search import Limit, Searcher, solve

pytestmark = pytest.mark.needs_host

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = Path(hnefatafl.__file__).parent
START: Final = Position.initial(variants.BRANDUBH)

ONE_POSITION: Final = """
    _kernel.objects.legal_moves search._core.byhand.contributions
    Move.PASS Move.is_stop Move.of Move.origin Move.parse Move.target
    Position.announced Position.as_lenient Position.as_strict Position.berserk_square Position.board
    Position.can_roll Position.captors Position.captured
    Position.captures Position.codes Position.count Position.explain Position.from_board Position.from_setup
    Position.illegality Position.initial Position.is_capture Position.is_legal Position.king Position.king_in_danger
    Position.last_move Position.legal_actions Position.legal_captures Position.legal_moves Position.legal_moves_to
    Position.outcome Position.parse Position.play Position.play_action Position.plies_since_capture Position.ply
    Position.reach Position.reached_by Position.repetitions Position.roll Position.roll_pending Position.ruleset
    Position.setup Position.text Position.turn Position.ways_out Position.write_text as_move Batch.write_planes
    SearchBoard.advance SearchBoard.board SearchBoard.can_roll SearchBoard.captured SearchBoard.captures
    SearchBoard.count SearchBoard.is_capture SearchBoard.key SearchBoard.king SearchBoard.legal_captures
    SearchBoard.legal_moves SearchBoard.legal_moves_to SearchBoard.make SearchBoard.mobility SearchBoard.outcome
    SearchBoard.plies_since_capture SearchBoard.ply SearchBoard.reach SearchBoard.recurs_since SearchBoard.roll
    SearchBoard.turn SearchBoard.unmake SearchBoard.ways_out SearchBoard.without_moving
    Playout.outcome Playout.plies Batch.position
    _kernel.codes.origin_of _kernel.codes.target_of _kernel.lookup.actions _kernel.lookup.moves
    _kernel.mutable.MutablePosition _kernel.planes.PlaneWriter _kernel.tables.EndHook _kernel.tables.Hook
    _kernel.tables.Tables
    search._core.evaluation.Evaluation search._core.byhand.by_hand search._core.evaluation.goals_of
    search._core.byhand.men_by_hand search._core.evaluation.Network
"""
A_LIST: Final = """
    SearchBoard SearchBoard.moves Playout.moves
    Batch.berserk_squares Batch.codes Batch.outcomes Batch.over Batch.plies Batch.plies_since_capture
    Batch.random_actions Batch.rewards Batch.rolls Batch.terminated Batch.truncated Batch.turns
"""
MEMORY: Final = "search._core.proofboard.ProofTable search._core.table.Transpositions"
EXEMPT: Final = {
    "one position is looked at, or one move made: microseconds": ONE_POSITION.split(),
    "a list is made, under a microsecond for each ply of the game or each board": A_LIST.split(),
    "memory is cleared: a second takes several GB": MEMORY.split(),
    "made by the library only": ["Position", "Playout"],
    "a value of two squares": ["Move"],
}
"""What takes less than half a second, by the reason."""
TESTED: Final = {
    "perft": ["perft", "perft, every move made"],
    "divide": ["divide"],
    "playout": ["playout"],
    "playouts": ["playouts"],
    "Playout.position": ["Playout.position"],
    "Batch": ["Batch", "Batch, pickled", "Batch, from a pickle"],
    "Batch.step": ["Batch.step"],
    "Batch.restart": ["Batch.restart"],
    "Batch.reset": ["Batch.reset"],
    "Batch.legal_actions": ["Batch.legal_actions"],
    "Batch.repetitions": ["Batch.repetitions"],
    "SearchBoard.repetitions": ["SearchBoard.repetitions"],
    "SearchBoard.position": ["SearchBoard.position"],
    "SearchBoard.copy": ["SearchBoard.copy"],
    "Position.history": ["Position.history", "Position, from a pickle"],
    "Position.transform": ["Position.transform"],
    "search._core.proof.Prover": ["solve", "solve, large"],
    "search._core.alphabeta.AlphaBetaSearch": [
        *("analyse, nodes", "analyse, depth", "analyse, seconds", "analyse, lines", "analyse, a stop in C"),
        *("Searcher.iterate", "AlphaBeta", "annotate", "train", "study", "play_match"),
    ],
}
"""By what calls the others are tested."""
UNCOMPILED: Final = {"MonteCarlo", "Greedy", "infer", "Game.replay"}
"""Calls of uncompiled functions, which do many short pieces of compiled work."""


def compiled_modules() -> list[str]:
    paths = runpy.run_path(str(ROOT / "setup.py"))["COMPILED"]
    return [path.removeprefix("src/hnefatafl/").removesuffix(".py").replace("/", ".") for path in paths]


def shown_names(module: str) -> list[str]:
    """The names of the module that its package shows."""
    package = import_module(f"hnefatafl.{module.rpartition('.')[0]}")
    names = getattr(package, "__all__", ())
    return [name for name in names if getattr(getattr(package, name), "__module__", "") == f"hnefatafl.{module}"]


def public_names() -> Iterator[str]:
    """The functions, classes, methods and properties that the public compiled modules offer."""
    for module in compiled_modules():
        loaded = import_module(f"hnefatafl.{module}")
        for name in shown_names(module):
            value = getattr(loaded, name)
            yield name
            members: list[str] = [*vars(value)] if inspect.isclass(value) else []
            yield from (
                f"{name}.{member}" for member in members if not member.startswith("_") and hasattr(value, member)
            )


def names_crossed() -> Iterator[str]:
    """The functions and classes of inner compiled modules that uncompiled modules call."""
    inner = {f"hnefatafl.{module}" for module in compiled_modules() if not shown_names(module)}
    for path in SOURCES.rglob("*.py"):
        if path.relative_to(SOURCES).with_suffix("").as_posix().replace("/", ".") in compiled_modules():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in inner:
                names = (each.name for each in node.names)
                yield from (f"{node.module.removeprefix('hnefatafl.')}.{name}" for name in names if not name.isupper())


@pytest.mark.long
def test_every_compiled_call_is_tested_or_exempt() -> None:
    """ "Every public compiled call that may take a second answers Ctrl-C in half a second or is listed as exempt"."""
    exempt = [name for names in EXEMPT.values() for name in names]
    assert sorted({*public_names(), *names_crossed()}) == sorted([*exempt, *TESTED])
    assert {*interrupting.CALLS} == {call for calls in TESTED.values() for call in calls} | UNCOMPILED


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="the signal is sent as on POSIX")
@pytest.mark.parametrize("name", with_extra("train", interrupting.CALLS, r"train$"))
def test_ctrl_c(name: str) -> None:
    """Another thread runs meanwhile and sends the signal; half a second of processor time later the call has ended."""
    command = [sys.executable, str(Path(interrupting.__file__)), name]
    paths = os.pathsep.join([str(SOURCES.parent), str(Path(__file__).parent)])
    try:
        out = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=120
        )
    except subprocess.TimeoutExpired:
        pytest.fail("no other thread has run, or the signal was not answered")
    assert out.stderr == ""
    assert float(out.stdout) < 0.5


# ----------------------------------------------------------------------------------------- what an interrupt leaves


class Interrupt:
    """Stands for ``heed_interrupts`` and raises when it is called for the n-th time."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object], int], bool]:
    """Does work, interrupted where it heeds interrupts for the n-th time; tells whether it came so far."""
    modules = [
        module
        for module in map(import_module, (f"hnefatafl.{name}" for name in compiled_modules()))
        if hasattr(module, "heed_interrupts")
    ]
    assert len(modules) > 8

    def run(work: Callable[[], object], at: int) -> bool:
        with monkeypatch.context() as patch:
            for module in modules:
                patch.setattr(module, "heed_interrupts", Interrupt(at))
            try:
                work()
            except KeyboardInterrupt:
                return True
        return False

    return run


Interrupted = Callable[[Callable[[], object], int], bool]


def test_an_interrupted_step_has_not_been_made(interrupted: Interrupted) -> None:
    dice = Position.initial(variants.BRANDUBH.evolve(name="die", die=Die()))
    for limit, restart in ((100, True), (1, True), (1, False)):
        batch = Batch(dice, 600, seed=3, limit=limit, restart=restart)
        actions = batch.random_actions()
        before = pickle.dumps(batch)
        at = 1
        while interrupted(lambda: batch.step(actions), at):  # noqa: B023 (called at once)
            assert pickle.dumps(batch) == before
            at += 1
        assert at > 6
        whole = pickle.loads(before)
        whole.step(actions)
        assert pickle.dumps(batch) == pickle.dumps(whole)


def test_boards_go_on_after_an_interrupted_reset(interrupted: Interrupted) -> None:
    """Some boards have begun again and others not, each of them whole."""
    batch = Batch(START, 600)
    batch.step(batch.random_actions())
    assert interrupted(lambda: batch.reset(1), 2)
    plies = batch.plies.tolist()
    assert {*plies} == {0, 1}
    offsets, actions = batch.legal_actions()
    for board in (0, 255, 256, 599):
        assert bytes(actions[offsets[board] : offsets[board + 1]]) == batch[board].legal_actions()
    batch.reset(1)
    assert batch.plies.tolist() == [0] * 600


def test_a_searcher_goes_on_after_an_interrupt(interrupted: Interrupted) -> None:
    searcher = Searcher(memory=4)
    limit = Limit(nodes=5000)
    for at in (1, 3):
        assert interrupted(lambda: searcher.analyse(START, limit), at)
    assert searcher.analyse(START, limit).lines == Searcher(memory=4).analyse(START, limit).lines


def test_positions_and_boards_are_as_before(interrupted: Interrupted) -> None:
    board = interrupting.shuffled(600)
    position = board.position
    shown = board.moves, board.key, board.repetitions, board.legal_moves(), pickle.dumps(position)
    works: list[Callable[[], Any]] = [
        *(lambda: board.repetitions, lambda: board.position, board.copy, position.history),
        *(lambda: perft(position, 5), lambda: solve(position, limit=Limit(nodes=2000))),
    ]
    for work in works:
        assert interrupted(work, 1)
        assert (board.moves, board.key, board.repetitions, board.legal_moves(), pickle.dumps(position)) == shown


# ----------------------------------------------------------------------------------------------- other interpreters

OTHER: Final = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
first = FIRST
if first:
    import hnefatafl
code = '''
try:
    import hnefatafl
    from hnefatafl import Batch, Position, perft, variants
except ImportError as error:
    print(error)
else:
    start = Position.initial(variants.BRANDUBH)
    batch = Batch(start, 2)
    batch.step(batch.random_actions())
    print(perft(start, 2))
'''
for _ in range(2 if first else 1):  # CPython 3.11 itself may crash in the second where an import failed in the first
    other = interpreters.create()
    interpreters.run_string(other, code)
    interpreters.destroy(other)
from hnefatafl import Batch, Position, perft, variants
from hnefatafl.errors import HnefataflError
start = Position.initial(variants.BRANDUBH)
batch = Batch(start, 2)
batch.step(batch.random_actions())
try:
    start.play("d1-d7")
except HnefataflError:
    print(perft(start, 2))
"""


@pytest.mark.parametrize("first", [True, False])
def test_other_interpreters(first: bool) -> None:
    """Compiled, only the main interpreter loads the library, and any other is told what to do; uncompiled, each may."""
    if sys.version_info >= (3, 13) and not hnefatafl.COMPILED:
        pytest.skip("the interpreters of this Python are isolated, and what the library needs may refuse them")
    if not any(_has(name) for name in ("_interpreters", "_xxsubinterpreters")):
        pytest.skip("this Python does not make interpreters")
    code = OTHER.replace("FIRST", str(first))
    out = subprocess.run(
        [sys.executable, "-u", "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCES.parent)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert out.stderr == ""
    *others, main = out.stdout.splitlines()
    assert main == "960"
    if hnefatafl.COMPILED:
        assert len(others) == (2 if first else 1)
        assert all("WSGIApplicationGroup %{GLOBAL}" in each and "main interpreter" in each for each in others)
    else:
        assert {*others} == {"960"}


def _has(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True
