"""Measure how well scores tell who won real games: a second judge of an evaluation, which never learned from them.

    python tests/judging.py [--positions N] [--nodes N] [--evaluation FILE] [--general] [--jobs N] [--seed N]

Positions of the Copenhagen games of aagenielsen.dk (``TAFL_DATA``, else ``../shared/data``), from the ninth ply on, at
most eight of a game, are scored by the evaluation alone, or with ``--nodes`` by a search. A line of two numbers turns
scores into chances; it is fitted to one half of the games and judged on the other, and the other way round. Printed are
the mean log-loss with its standard error over games, and that of the share of games that the attackers win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from conftest import data_lines

from hnefatafl import Position, Side, variants
from hnefatafl.notation import archive
from hnefatafl.play import SearchBoard
from hnefatafl.search import Limit, Searcher, TrainedEvaluation, explain_score
from hnefatafl.search._core.byhand import contributions
from hnefatafl.search._fitting import Floats, _fit_line, _list_losses
from hnefatafl.search._trained import general

FIRST_PLY = 8
OF_A_GAME = 8
WORST = 2000
"""Scores are held within so many hundredths."""


class Sample(NamedTuple):
    """The positions of a game, and who won it."""

    positions: list[Position]
    won: bool


def samples(seed: int) -> Iterator[Sample]:
    """Yield some positions of each game that somebody won, in an order that depends on the seed."""
    chance = Random(seed)
    rules = variants.COPENHAGEN
    games = list(archive.parse_games(data_lines("aage-archive", "copenhagen-11.tsv.gz"), rules))
    chance.shuffle(games)
    for game in games:
        if game.winner is None:
            continue
        later = [each for each in game.replay().positions() if each.ply >= FIRST_PLY and each.outcome is None]
        if later:
            yield Sample(chance.sample(later, min(OF_A_GAME, len(later))), game.winner is Side.ATTACKERS)


def scores(sample: Sample, nodes: int, trained: TrainedEvaluation | None, by_hand: bool) -> list[int]:
    """What the positions are worth to the attackers."""
    found: list[int] = []
    searcher = Searcher(memory=4, evaluation=trained) if nodes else None
    for position in sample.positions:
        if by_hand:
            mutable = SearchBoard(position)._mutable
            value = sum(contributions(general(position.ruleset, mutable.t), mutable).values())
        elif searcher is None:
            value = explain_score(position, evaluation=trained).score.value
        else:
            value = searcher.analyse(position, Limit(nodes=nodes)).score.pov(Side.ATTACKERS).value
        found.append(max(min(value, WORST), -WORST))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=30_000, help="how many positions, about")
    parser.add_argument("--nodes", type=int, default=0, help="how many nodes to search; 0 for the evaluation alone")
    parser.add_argument("--evaluation", type=Path, help="a file of `tafl train`, instead of the shipped one")
    parser.add_argument("--general", action="store_true", help="the general weights, without a search")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.general and (options.nodes or options.evaluation):
        parser.error("--general goes with neither --nodes nor --evaluation")
    trained = TrainedEvaluation.parse(options.evaluation.read_text("utf-8")) if options.evaluation else None
    chosen: list[Sample] = []
    count = 0
    for sample in samples(options.seed):
        chosen.append(sample)
        count += len(sample.positions)
        if count >= options.positions:
            break
    score = partial(scores, nodes=options.nodes, trained=trained, by_hand=options.general)
    with ProcessPoolExecutor(options.jobs) as executor:
        found = list(executor.map(score, chosen, chunksize=16))
    games = np.repeat(np.arange(len(chosen)), [len(each) for each in found])
    values: Floats = np.array([value / 100 for each in found for value in each])
    results: Floats = np.array([float(chosen[game].won) for game in games])
    losses, bases = np.zeros(len(values)), np.zeros(len(values))
    for half in (games % 2 == 0, games % 2 == 1):
        slope, constant = _fit_line(values[~half], results[~half])
        share = results[~half].mean()
        losses[half] = _list_losses(slope * values[half] + constant, results[half])
        bases[half] = _list_losses(np.log(share / (1 - share)), results[half])
    by_game = np.bincount(games, losses) / np.bincount(games)
    error = by_game.std() / np.sqrt(len(by_game))
    print(
        f"{len(values)} positions of {len(chosen)} games: log-loss {losses.mean():.3f} ± {error:.3f},"
        f" of the share alone {bases.mean():.3f}"
    )


if __name__ == "__main__":
    main()
