"""The evaluation of each ruleset: the one trained for it, or one of general weights.

Evaluations that come with the library are files in ``search/networks``, each named after the ruleset that it was
trained for. They are read when they are first needed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from hnefatafl import variants
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import Kind, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, SearchBoard
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.evaluation import Evaluation, by_hand
from hnefatafl.search._core.network import Network
from hnefatafl.search._trained import TrainedEvaluation

_NETWORKS: Final = files("hnefatafl") / "search" / "networks"

# In the order of the features of `_core.evaluation`: tempo; held once, twice, thrice; exposed, clutched; sealed, goals
# shut, region; one way, ways; two moves, goals in two moves, three moves; the king's moves; fork, fork ahead, forks
# ahead.
_SMALL: Final = (0, 9, 35, 150, 75, 9, 320, 10, 1, -90, -700, -20, -12, -20, -5, -600, -20, -10)
_LARGE: Final = (0, 0, 0, 99, 50, 9, 190, 14, 32, -470, -1390, -123, -74, -123, 5, -1000, -60, -30)
# A soldier; an attacker before a corner; the king a step farther from his goals.
_SMALL_PLACES: Final = (100, 7, 4)
_LARGE_PLACES: Final = (100, 60, 34)
_SMALL_SIZE: Final = 9


def general(ruleset: Ruleset, tables: Tables) -> Evaluation:
    """The evaluation of a ruleset that nobody has trained one for."""
    men = [piece.side for piece in ruleset.start.values() if piece.kind is not Kind.KING]
    attackers = max(men.count(Side.ATTACKERS), 1)
    defenders = max(len(men) - attackers, 1)
    small = ruleset.size <= _SMALL_SIZE
    places: list[int] = list(_SMALL_PLACES if small else _LARGE_PLACES)
    both = len(men) * places[0] // 2
    pieces = by_hand(tables, attackers, defenders, places)
    worth = [both // attackers, both // defenders]
    evaluation = Evaluation(tables, list(_SMALL if small else _LARGE), pieces, worth, None)
    evaluation.centre(start_of(ruleset))
    return evaluation


def start_of(ruleset: Ruleset) -> MutablePosition:
    """The start of a game, on a mutable position; the attackers begin where the rules leave it open."""
    return SearchBoard(Position.initial(ruleset, ruleset.first or Side.ATTACKERS))._mutable


def of_trained(trained: TrainedEvaluation, tables: Tables) -> Evaluation:
    """The evaluation that training has found."""
    network = None
    if trained.biases:
        network = Network(tables, list(trained.biases), list(trained.hidden), list(trained.outputs))
    return Evaluation(tables, list(trained.weights), list(trained.pieces), list(trained.men), network)


def evaluation_for(ruleset: Ruleset, tables: Tables, trained: TrainedEvaluation | None = None) -> Evaluation:
    """The evaluation of a ruleset's positions: that one, or else the shipped one, or else one of general weights.

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
    return general(ruleset, tables) if trained is None else of_trained(trained, tables)


@lru_cache(maxsize=64)
def shipped(ruleset: Ruleset) -> TrainedEvaluation | None:
    """The evaluation that comes with the library, if there is one: trained for the same rules, whatever their name."""
    for name in shipped_names():
        if not variants.get(name).diff(ruleset):
            return _read(name)
    return None


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
