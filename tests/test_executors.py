"""Functions that share their work among executors, or draw lots, with an executor that is neither thread nor process.

Their annotations name classes that only type checkers import. Python 3.14 looks such names up differently from 3.11.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from importlib import import_module
from inspect import isclass, isroutine, signature
from random import Random
from typing import Any, Final

import pytest

import hnefatafl
import tafl
from hnefatafl import Position, divide, perft, playouts, variants
from hnefatafl.notation import archive
from hnefatafl.notation.validation import validate_games
from hnefatafl.play import summarize_playouts
from hnefatafl.records import Match, draw_first, draw_sides, throw_die
from tafl.arena import Contest, play_match, play_tournament
from tafl.inference import Premises, infer, infer_sets
from tafl.lab import evolve, explore, mutated, study
from tafl.puzzles import find_puzzles

RULES: Final = variants.BRANDUBH
START: Final = Position.initial(RULES)
LINES: Final = ["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing", "d1-c1 d3-c3"]
GAMES: Final = list(archive.parse_games(LINES, RULES))
CONTEST: Final = Contest(players=("random", "random"), ruleset=RULES, games=2)
MATCH: Final = Match(ruleset=RULES, players=("Ann", "Bo"))


class Here(Executor):
    """Does the work at once, in this thread."""

    def __init__(self) -> None:
        self.works = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.works += 1
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


WITH_EXECUTORS: Final[dict[str, Callable[[Executor | None], object]]] = {
    "Contest.play": lambda executor: [game.winner for game in CONTEST.play(executor=executor)],
    "play_tournament": lambda executor: play_tournament(["random"] * 3, RULES, games=2, executor=executor).games,
    "play_match": lambda executor: play_match("random", "random", RULES, games=2, executor=executor).games,
    "divide": lambda executor: divide(START, 3, executor=executor),
    "perft": lambda executor: perft(START, 3, executor=executor),
    "infer": lambda executor: infer(GAMES, bases=[RULES], questions=[], executor=executor).best,
    "infer_sets": lambda executor: [
        each.best for each in infer_sets(GAMES, Premises(bases=[RULES], questions=[]), executor=executor)
    ],
    "evolve": lambda executor: evolve(RULES, candidates=2, nodes=20, games=2, plies=20, executor=executor),
    "find_puzzles": lambda executor: list(find_puzzles(GAMES, executor=executor)),
    "explore": lambda executor: explore(RULES, {}, strength="random", games=2, executor=executor).base,
    "study": lambda executor: study(RULES, strengths=["random"], games=2, executor=executor).results,
    "replay_games": lambda executor: [each.verdict for each in archive.replay_games(LINES, RULES, executor=executor)],
    "playouts": lambda executor: [each.moves for each in playouts(START, range(2), 9, executor=executor)],
    "summarize_playouts": lambda executor: summarize_playouts(START, range(2), 9, executor=executor),
    "validate_games": lambda executor: [each.agrees for each in validate_games(LINES, RULES, executor=executor)],
}
"""All public functions with an executor, each with a small piece of work."""
THROWN: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", variants.BRANDUBH.evolve(die=6), "defenders")
BY_LOT: Final[dict[str, Callable[[Random], object]]] = {
    "Match.drawn": lambda chance: Match.drawn(RULES, ("Ann", "Bo"), chance).players,
    "Match.next_game": lambda chance: MATCH.next_game(chance).ruleset,
    "mutated": lambda chance: mutated(RULES, chance),
    "throw_die": lambda chance: throw_die(THROWN, chance).roll_pending,
    "draw_first": lambda chance: draw_first(RULES, chance),
    "draw_sides": lambda chance: draw_sides(("Ann", "Bo"), chance),
}
"""All public functions that draw lots from a generator of the caller."""


def taking(parameter: str) -> Iterator[str]:
    """The public functions and methods that have a parameter of that name, without what only an extra brings."""
    library = pkgutil.walk_packages(hnefatafl.__path__, "hnefatafl.", onerror=lambda _: None)
    program = pkgutil.walk_packages(tafl.__path__, "tafl.", onerror=lambda _: None)
    for info in (*library, *program):
        if re.search(r"\._|\.(cli|support|sphinxext|testing|web|widget|learning|service|search\.train)\b", info.name):
            continue
        module = import_module(info.name)
        for name in module.__all__:
            value = getattr(module, name)
            members = vars(value).items() if isclass(value) else ()
            for label, each in [(name, value), *((f"{name}.{member}", kind) for member, kind in members)]:
                function = getattr(each, "__func__", each)
                if isroutine(function) and "._" not in label and parameter in signature(function).parameters:
                    yield label


@pytest.mark.parametrize("name", WITH_EXECUTORS)
def test_an_executor_changes_nothing(name: str) -> None:
    executor = Here()
    assert WITH_EXECUTORS[name](executor) == WITH_EXECUTORS[name](None)
    assert executor.works > 0


@pytest.mark.parametrize("name", BY_LOT)
def test_lots_are_decided_by_the_generator(name: str) -> None:
    assert BY_LOT[name](Random(5)) == BY_LOT[name](Random(5))


def test_no_function_is_left_out() -> None:
    assert set(taking("executor")) == set(WITH_EXECUTORS)
    assert set(taking("chance")) == set(BY_LOT)
