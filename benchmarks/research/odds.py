"""How many times the nodes of the defenders the attackers need to take half of the points, in own play.

    python benchmarks/research/odds.py --variant copenhagen --nodes 500 2000 8000 --ratio 1 2 4 --games 50

A player plays itself with so many nodes a move for the defenders and a multiple of them for the attackers, from the
same openings of two random plies for each ratio. The odds are where the curve crosses half of the points that is fitted
to the points at all ratios (logistic, against the logarithm of the ratio); their interval of 95 % comes from 1000 draws
of openings. A game is a draw after ``--plies``. It is well to let games run: on a large board the attackers need
hundreds of moves to win, and a game that is cut off says that they do not.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np
from levels import openings, points_of

from hnefatafl import Position, variants
from hnefatafl.search import AlphaBeta, TrainedEvaluation
from hnefatafl.search._fitting import _TINY, _fit_line
from tafl.arena import play

_TABLE = 16
_DRAWS = 1000
_PRIOR = 0.5
"""The points of a game that is added at the smallest ratio and at the greatest, so that there always is a curve."""


def game(
    nodes: int, ratio: float, plies: int, evaluation: TrainedEvaluation | None, start: Position
) -> tuple[float, str]:
    """The attackers' points, and how the game ended."""
    attackers = AlphaBeta(nodes=round(ratio * nodes), memory=_TABLE, evaluation=evaluation)
    defenders = AlphaBeta(nodes=nodes, memory=_TABLE, evaluation=evaluation)
    played = play(attackers, defenders, start, plies=plies)
    outcome = played.position.outcome
    if outcome is None:
        ending: str = played.ending
    else:
        ending = "draw" if outcome.winner is None else f"{outcome.termination}"
    return points_of(played), ending


def crossing(ratios: Sequence[float], points: Sequence[Sequence[float]]) -> float:
    """The ratio at which the fitted curve gives half of the points; beyond the ratios it is only a guess."""
    places = [math.log2(ratio) for ratio in ratios]
    at = np.array([*np.repeat(places, len(points[0])), places[0], places[-1]])
    slope, constant = _fit_line(at, np.array([*chain(*points), _PRIOR, _PRIOR]))
    return math.inf if slope <= _TINY else 2.0 ** min(-constant / slope, 64)


def interval(ratios: Sequence[float], points: Sequence[Sequence[float]], seed: int) -> tuple[float, float]:
    """The interval of 95 % of the crossing, over draws of the openings."""
    chance = Random(seed)
    count = len(points[0])
    found: list[float] = []
    for _ in range(_DRAWS):
        drawn = chance.choices(range(count), k=count)
        found.append(crossing(ratios, [[row[at] for at in drawn] for row in points]))
    found.sort()
    return found[_DRAWS // 40], found[-_DRAWS // 40 - 1]


def main() -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="copenhagen", help="the ruleset (default: copenhagen)")
    parser.add_argument("--evaluation", type=Path, help="the file of an evaluation (default: that of the ruleset)")
    parser.add_argument("--nodes", type=int, nargs="+", default=[500, 2000, 8000], help="nodes of the defenders")
    parser.add_argument("--ratio", type=float, nargs="+", default=[1, 2, 4], help="those of the attackers to them")
    parser.add_argument("--games", type=int, default=50, help="games of each number of nodes and ratio (default: 50)")
    parser.add_argument("--plies", type=int, default=2000, help="plies after which a game is a draw (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the openings (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    options = parser.parse_args()
    evaluation = options.evaluation and TrainedEvaluation.parse(options.evaluation.read_text("utf-8"))
    starts = list(openings(variants.get(options.variant), options.games, options.seed))
    ratios = sorted(options.ratio)
    with ProcessPoolExecutor(options.jobs) as pool:
        for nodes in options.nodes:
            rows: list[list[float]] = []
            for ratio in ratios:
                found = list(pool.map(partial(game, nodes, ratio, options.plies, evaluation), starts))
                rows.append([points for points, _ in found])
                ends = ", ".join(f"{name} {count}" for name, count in Counter(end for _, end in found).most_common())
                print(f"  {ratio:g} × {nodes}: {sum(rows[-1]) / len(starts):.1%} of {len(starts)} ({ends})", flush=True)
            least, most = interval(ratios, rows, options.seed)
            print(f"{options.variant}, {nodes} nodes: odds {crossing(ratios, rows):.2g} ({least:.2g} to {most:.2g})")


if __name__ == "__main__":
    main()
