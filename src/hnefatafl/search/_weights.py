"""The evaluation of each ruleset: one trained for it or for a ruleset like it, or one of general weights.

Evaluations that come with the library are files in ``search/networks``, each named after the ruleset that it was
trained for. They are read when they are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from hnefatafl import variants
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import PieceSet, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, SearchBoard
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.evaluation import FEW_GOALS, Evaluation, by_hand, goals_of, men_by_hand
from hnefatafl.search._core.network import Network
from hnefatafl.search._trained import TrainedEvaluation

_NETWORKS: Final = files("hnefatafl") / "search" / "networks"


class General(NamedTuple):
    """General weights: of the features, and of what stands where, each in the order of `_core.evaluation`."""

    features: tuple[int, ...]
    places: tuple[int, ...]


# Found by matches (benchmarks/research/general.py).
GENERAL: Final[Mapping[str, General]] = {
    "small, edge": General(
        (36, 4, 30, 101, 49, 12, 243, 5, 5, -150, -727, -37, -14, -17, -8, -517, -18, -6, 0, 0, 0, 0, 0),
        (100, 48, 1, 5, -28, 6, 11, 6),
    ),
    "small, corners": General(
        (45, 9, 35, 134, 49, 5, 364, -3, 3, -82, -554, -41, -11, -34, -11, -764, -19, -8, 2, 5, -67, 2, -1),
        (100, 58, 13, 3, -21, 9, 14, 6),
    ),
    "large, edge": General(
        (40, -6, 40, 117, 38, 4, 137, 20, 39, -348, -1559, 6, -30, -11, -6, -1608, 21, -37, 7, 10, -66, -8, -1),
        (100, 61, 26, 23, -26, 14, 1, 2),
    ),
    "large, corners": General(
        (
            102, 3, -5, 27, 32, 12, 235, 14, 27, -437, -1542, -129, -102, -126, -11, -1027, -102, -56,
            21, 42, -277, 14, -6,
        ),
        (100, 69, 110, 19, -59, 5, 26, 8),
    ),
}  # fmt: skip
"""By the size of the board and where the king escapes."""
_SMALL_SIZE: Final = 9


def kind_of(tables: Tables) -> str:
    """Which general weights hold for a ruleset."""
    goals = "corners" if len(goals_of(tables)) <= FEW_GOALS else "edge"
    return f"{'small' if tables.n <= _SMALL_SIZE else 'large'}, {goals}"


def general(ruleset: Ruleset, tables: Tables, weights: General | None = None) -> Evaluation:
    """The evaluation of a ruleset that nobody has trained one for."""
    features, places = weights or GENERAL[kind_of(tables)]
    counts = ruleset.start.count(PieceSet.ATTACKERS), ruleset.start.count(PieceSet.DEFENDING_MEN)
    pieces = by_hand(tables, *counts, list(places))
    evaluation = Evaluation(tables, list(features), pieces, men_by_hand(*counts, list(places)), counts[0], None)
    evaluation.centre(start_of(ruleset))
    return evaluation


def start_of(ruleset: Ruleset) -> MutablePosition:
    """The start of a game, on a mutable position; the attackers begin where the rules leave it open."""
    return SearchBoard(Position.initial(ruleset, ruleset.first or Side.ATTACKERS))._mutable


def of_trained(trained: TrainedEvaluation, ruleset: Ruleset, tables: Tables) -> Evaluation:
    """The evaluation that training has found."""
    network = None
    if trained.biases:
        network = Network(tables, list(trained.biases), list(trained.hidden), list(trained.outputs))
    attackers = ruleset.start.count(PieceSet.ATTACKERS)
    return Evaluation(tables, list(trained.weights), list(trained.pieces), list(trained.men), attackers, network)


def evaluation_for(ruleset: Ruleset, tables: Tables, trained: TrainedEvaluation | None = None) -> Evaluation:
    """The evaluation of a ruleset's positions: that one, or else a shipped one, or else one of general weights.

    Raises:
        ArgumentValueError: the one that is given is for a board of another size.
    """
    if trained is None:
        trained = shipped(ruleset)
    elif trained.ruleset.size != ruleset.size:
        raise ArgumentValueError(
            f"evaluation: one for a board of {ruleset.size}×{ruleset.size} squares was expected, not for"
            f" {trained.ruleset.name}"
        )
    return general(ruleset, tables) if trained is None else of_trained(trained, ruleset, tables)


# Of 121 rulesets without an evaluation of their own, these options tell best which are played better by that of the
# nearest ruleset than by general weights (benchmarks/research/EVALUATIONS.md).
_SHARED: Final = frozenset({"king", "speed", "hammer", "anvil"})


@lru_cache(maxsize=64)
def shipped(ruleset: Ruleset) -> TrainedEvaluation | None:
    """The evaluation that comes with the library for a ruleset, if there is one.

    It may be trained for another ruleset, in which pieces move and capture alike, the king is captured in the same way
    and he escapes on the same squares. If there are several, the start layout is the same if possible, and then as many
    options as possible are.
    """
    goals = goals_of(start_of(ruleset).t)
    found: list[tuple[bool, int, str]] = []
    for name in shipped_names():
        rules = variants.get(name)
        differing = rules.diff(ruleset)
        if rules.size == ruleset.size and _SHARED.isdisjoint(differing) and goals_of(start_of(rules).t) == goals:
            found.append(("start" in differing, len(differing), name))
    return _read(min(found)[2]) if found else None


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the rulesets for which an evaluation comes with the library."""
    if not _NETWORKS.is_dir():
        return ()
    names = (each.name for each in _NETWORKS.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def _read(name: str) -> TrainedEvaluation:
    return TrainedEvaluation.parse((_NETWORKS / f"{name}.json").read_text(encoding="utf-8"))
