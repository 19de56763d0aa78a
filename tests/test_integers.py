"""Whole numbers of any size are taken, or refused by a declared error in clear words."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import with_extra

import hnefatafl
from hnefatafl import ActionSpace, Batch, Game, Position, SearchBoard, Side, divide, perft, playout, playouts, variants
from hnefatafl.errors import ArgumentIndexError, ArgumentValueError, HnefataflError, IllegalRollError
from hnefatafl.rules import Die
from hnefatafl.search import (
    AlphaBeta,
    Greedy,
    Limit,
    MonteCarlo,
    Random,
    Score,
    Searcher,
    analyse,
    annotate,
    clear_searcher,
    solve,
)

SOURCES: Final = Path(hnefatafl.__file__).parent
START: Final = Position.initial(variants.BRANDUBH)
DIE: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", variants.BRANDUBH.evolve(name="die", die=Die()), Side.DEFENDERS)
SIZES: Final = (-(2**64), -(2**63) - 1, -(2**63), -1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64)
MODULES: Final = """
    board._move play._position play._searchboard play._batch play._counting play._simulation play._actions
    search._analysis search._solver search._players search._scores search._annotation search.train
"""


class Enough(Exception):
    """Ends a training that would go on as long as was asked for."""


def enough(games: int) -> None:
    raise Enough


def stop() -> bool:
    return True


def training(name: str) -> Callable[[int], object]:
    def call(number: int) -> object:
        from hnefatafl.search.train import rounds

        plan: dict[str, Any] = {"rounds": 1, "games": 4, "nodes": 10, "units": 1, name: number}
        return list(rounds(variants.BRANDUBH, progress=enough, **plan))

    return call


CALLS: Final[dict[str, Callable[[int], object]]] = {
    "Position.parse.roll": lambda n: Position.parse(DIE.board.record, DIE.ruleset, Side.DEFENDERS, roll=n),
    "Position.from_board.roll": lambda n: Position.from_board(DIE.board, DIE.ruleset, Side.DEFENDERS, roll=n),
    "Position.play_action.action": START.play_action,
    "Position.play_action.roll": lambda n: DIE.play_action(1224, n),
    "Position.roll.number": DIE.roll,
    "SearchBoard.roll.number": lambda n: SearchBoard(DIE).roll(n),
    "SearchBoard.recurs_since.ply": lambda n: SearchBoard(START).recurs_since(n),
    "Batch.count": lambda n: Batch(START, n),
    "Batch.seed": lambda n: Batch(START, 2, seed=n),
    "Batch.limit": lambda n: Batch(START, 2, limit=n).step([81, 81]),
    "Batch.__getitem__.board": lambda n: Batch(START, 2)[n],
    "Batch.step.actions": lambda n: Batch(START, 2).step([n, n]),
    "Batch.reset.seed": lambda n: Batch(START, 2).reset(n),
    "perft.depth": lambda n: perft(START, n),
    "divide.depth": lambda n: divide(START, n),
    "playout.seed": lambda n: playout(START, n),
    "playout.limit": lambda n: playout(START, 1, n),
    "playouts.seeds": lambda n: list(playouts(START, [n])),
    "playouts.limit": lambda n: list(playouts(START, [1], n)),
    "ActionSpace.size": ActionSpace,
    "ActionSpace.decode.action": ActionSpace(7).decode,
    "Limit.nodes": lambda n: analyse(START, Limit(nodes=n), stop=stop),
    "Limit.nodes, solving": lambda n: solve(START, limit=Limit(nodes=n), stop=stop),
    "Limit.depth": lambda n: analyse(START, Limit(depth=n), stop=stop),
    "Limit.depth, solving": lambda n: solve(START, limit=Limit(depth=n), stop=stop),
    "Limit.seconds": lambda n: analyse(START, Limit(seconds=n), stop=stop),
    "Searcher.memory": lambda n: Searcher(memory=n),
    "clear_searcher.memory": lambda n: clear_searcher(memory=n),
    "clear_searcher.jobs": lambda n: clear_searcher(jobs=n),
    "Searcher.jobs": lambda n: Searcher(jobs=n),
    "Searcher.analyse.lines": lambda n: Searcher().analyse(START, Limit(nodes=500), n),
    "Searcher.iterate.lines": lambda n: list(Searcher().iterate(START, Limit(nodes=500), n)),
    "analyse.lines": lambda n: analyse(START, Limit(nodes=500), n),
    "analyse.memory": lambda n: analyse(START, Limit(nodes=500), memory=n),
    "analyse.jobs": lambda n: analyse(START, Limit(nodes=500), jobs=n),
    "solve.within": lambda n: solve(START, limit=Limit(nodes=10), within=n),
    "solve.memory": lambda n: solve(START, limit=Limit(nodes=10), memory=n),
    "Random.seed": lambda n: Random(seed=n).choose(START),
    "Greedy.seed": lambda n: Greedy(seed=n).choose(START),
    "MonteCarlo.playouts": lambda n: MonteCarlo(playouts=n),
    "MonteCarlo.seed": lambda n: MonteCarlo(playouts=1, seed=n).choose(START),
    "MonteCarlo.limit": lambda n: MonteCarlo(playouts=1, limit=n).choose(START),
    "AlphaBeta.nodes": lambda n: AlphaBeta(nodes=n),
    "AlphaBeta.depth": lambda n: AlphaBeta(depth=n),
    "AlphaBeta.level": lambda n: AlphaBeta(level=n),
    "AlphaBeta.noise": lambda n: AlphaBeta(nodes=50, noise=n).choose(START),
    "AlphaBeta.memory": lambda n: AlphaBeta(nodes=50, memory=n).choose(START),
    "AlphaBeta.jobs": lambda n: AlphaBeta(nodes=50, jobs=n).choose(START),
    "AlphaBeta.seed": lambda n: AlphaBeta(nodes=50, noise=10, seed=n).choose(START),
    "Score.value": lambda n: Score(side=Side.ATTACKERS, value=n),
    "Score.won.plies": lambda n: Score.won(Side.ATTACKERS, n),
    "Score.lost.plies": lambda n: Score.lost(Side.ATTACKERS, n),
    "annotate.longest": lambda n: annotate(Game.from_position(START), Limit(nodes=50), longest=n),
    **{f"train.{name}": training(name) for name in ("rounds", "games", "nodes", "units", "seed", "ahead")},
}
"""A call with the number in each place."""
RESULTS: Final = {"Analysis", "Proof", "Round", "Level"}
"""Values that only tell what was found, or what a level is."""


def parameters(node: ast.ClassDef | ast.FunctionDef, owner: str) -> Iterator[str]:
    """The places of whole numbers in a class or function."""
    if isinstance(node, ast.FunctionDef):
        own = node.name in ("__init__", owner)
        for each in [*node.args.args, *node.args.kwonlyargs]:
            if each.annotation is not None and is_number(each.annotation):
                yield f"{owner}.{each.arg}" if own else f"{owner}.{node.name}.{each.arg}"
        return
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and is_number(member.annotation):
            yield f"{owner}.{ast.unparse(member.target)}"
        elif isinstance(member, ast.FunctionDef) and (
            not member.name.startswith("_") or member.name in ("__init__", "__getitem__")
        ):
            yield from parameters(member, owner)


def is_number(annotation: ast.expr) -> bool:
    return ast.unparse(annotation) in ("int", "int | None", "Iterable[int]")


def test_every_place_of_a_whole_number_is_tried() -> None:
    """In the compiled modules and in search."""
    found: set[str] = set()
    for module in MODULES.split():
        names = import_module(f"hnefatafl.{module.replace('._', ' ').split()[0]}").__all__
        tree = ast.parse((SOURCES / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name in names and node.name not in RESULTS:
                found |= {*parameters(node, node.name)}
    assert len(found) > 35
    assert found <= {*CALLS}


@pytest.mark.parametrize("name", with_extra("train", CALLS, r"train\."))
def test_whole_numbers_of_any_size(name: str) -> None:
    """ "Only declared exceptions escape": those of words that overflow are not declared."""
    for number in SIZES:
        with suppress(HnefataflError, Enough):
            CALLS[name](number)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (CALLS["Limit.nodes"], ArgumentValueError, "nodes: a number from 1 to 9223372036854775807 was expected"),
        (CALLS["Limit.depth"], ArgumentValueError, "depth: a number from 1 to 9223372036854775807 was expected"),
        (CALLS["analyse.lines"], ArgumentValueError, "lines: a number from 1 to 9223372036854775807 was expected"),
        (CALLS["Batch.__getitem__.board"], ArgumentIndexError, "board: an index of 2 boards was expected"),
    ],
)
def test_numbers_that_no_word_holds(call: Callable[[int], object], error: type[HnefataflError], said: str) -> None:
    with pytest.raises(error, match=f"^{said}, not {2**63}$"):
        call(2**63)


def test_rolls_that_no_word_holds() -> None:
    with pytest.raises(IllegalRollError, match=f"^a die of 6 faces cannot show {2**63}$"):
        DIE.roll(2**63)
    with pytest.raises(IllegalRollError, match=f"^the die cannot show {2**63} here$"):
        SearchBoard(DIE).roll(2**63)


def test_there_is_no_such_board() -> None:
    batch = Batch(START, 3)
    assert batch[-1] == batch[-3] == batch[2]
    for index in (3, -4):
        with pytest.raises(IndexError):
            batch[index]
