"""Fitting a model to games of people, and judging one by them.

The weights are those of the conditional logit with the greatest likelihood, less a penalty on their squares; gradient
descent (Adam) finds them. One game in ten is held back, to measure what was learned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from attrs import evolve

from hnefatafl._base.arguments import check_number
from hnefatafl._base.extras import extra
from hnefatafl.errors import ArgumentValueError
from hnefatafl.human._judging import scores
from hnefatafl.human._model import MAX_FEATURES, HumanModel
from hnefatafl.human._samples import Samples, sample
from hnefatafl.records import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["fit_human"]

_HELD: Final = 10
"""Every so many-th game is held back."""
_RARE: Final = 10
"""A feature that fewer moves have is left out."""
_PENALTY: Final = 3.0
_EPOCHS: Final = 24
_BATCH: Final = 256
_RATE: Final = 0.03


def fit_human(
    games: Iterable[Game],
    *,
    positions: int = 20_000,
    nodes: int = 600,
    seed: int = 0,
    executor: Executor | None = None,
) -> HumanModel:
    """Fit a model to games of people.

    Its :attr:`~hnefatafl.human.HumanModel.training` says how well it tells the moves of the games that were held back,
    one in ten, for each ruleset.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> lines = ["d1-c1 c4-c2 d2-c2 d3-a3,0,0,Ongoing"] * 20
    >>> model = fit_human(archive.parse_games(lines, variants.BRANDUBH), positions=80)
    >>> [*model.training]
    ['games', 'positions', 'seed', 'held back: brandubh']

    Arguments:
        games: the games, as far as they can be played by their rules; of one ruleset, or of several.
        positions: how many positions are drawn from them by chance, from each game about as many. A position of 11×11
            takes about a hundredth of a second.
        nodes: the nodes of the search of each; :meth:`~hnefatafl.human.HumanModel.probabilities` then searches as many.
        seed: what decides which positions are drawn, and the fit; from 0.
        executor: what looks at the positions, such as a process pool; None for this process.

    Raises:
        MissingExtraError: the extra ``train`` is not installed.
        ArgumentValueError: a number is out of range, or the games have no position with a choice.
        InvalidSetupError: a ruleset leaves the first move to the lot, and a record has no start position.
    """
    check_number("seed", seed, 0)
    model = HumanModel(weights={}, nodes=nodes)
    samples = sample(games, positions, nodes, seed, executor)
    if not samples.chosen:
        raise ArgumentValueError("games: moves that can be played by the rules were expected")
    data = _Data(samples)
    held = [game % _HELD == _HELD - 1 for game in samples.games]
    learned = np.flatnonzero(~np.array(held))
    weights = _fit(data, learned if len(learned) else np.arange(len(held)), np.random.default_rng(seed))
    whole = {name: round(100 * float(weight)) for name, weight in zip(data.names, weights, strict=True)}
    model = evolve(model, weights={name: weight for name, weight in whole.items() if weight})
    training = {"games": str(len({*samples.games})), "positions": str(len(held)), "seed": str(seed)}
    for ruleset, score in sorted(scores(model, samples, held).items()):
        training[f"held back: {ruleset}"] = str(score)
    return evolve(model, training=training)


class _Data:
    """The samples, with only the features that are kept."""

    def __init__(self, samples: Samples) -> None:
        features: Whole = np.array(samples.features, dtype=np.int64)
        counts = np.bincount(features, minlength=len(samples.names))
        kept = [int(number) for number in np.argsort(-counts, kind="stable")[:MAX_FEATURES] if counts[number] >= _RARE]
        every = [*samples.names]
        self.names: Final = [every[number] for number in kept]
        renumbered: Whole = np.full(len(every), -1, dtype=np.int64)
        renumbered[kept] = np.arange(len(kept))
        widths: Whole = np.array(samples.widths, dtype=np.int64)
        features = renumbered[features]
        move_of = np.repeat(np.arange(len(widths)), widths)[features >= 0]
        self.features: Final[Whole] = features[features >= 0]
        self.begins: Final[Whole] = np.concatenate([[0], np.cumsum(np.bincount(move_of, minlength=len(widths)))])
        """Where the features of each move begin."""
        self.moves: Final[Whole] = np.concatenate([[0], np.cumsum(np.array(samples.moves, dtype=np.int64))])
        """Where the moves of each position begin."""
        self.chosen: Final[Whole] = np.array(samples.chosen, dtype=np.int64)


def _fit(data: _Data, learned: Whole, chance: np.random.Generator) -> Floats:
    """Return the weights of the features, in logits."""
    weights = np.zeros(len(data.names))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    steps = _EPOCHS * -(-len(learned) // _BATCH)
    step = 0
    for _ in range(_EPOCHS):
        order = chance.permutation(learned)
        for at in range(0, len(order), _BATCH):
            rows = np.sort(order[at : at + _BATCH])
            slope = _slope(data, rows, weights) / len(rows) + _PENALTY * weights / len(learned)
            step += 1
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            rate = _RATE * (1 - step / (steps + 1))
            weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def _slope(data: _Data, rows: Whole, weights: Floats) -> Floats:
    """Return the slope of the negative log-likelihood of some positions."""
    counts = data.moves[rows + 1] - data.moves[rows]
    heads = np.concatenate([[0], np.cumsum(counts)[:-1]])
    moves = _spans(data.moves[rows], counts)
    widths = data.begins[moves + 1] - data.begins[moves]
    features = data.features[_spans(data.begins[moves], widths)]
    owners = np.repeat(np.arange(len(moves)), widths)
    sums = np.bincount(owners, weights[features], len(moves))
    odds = np.exp(sums - np.repeat(np.maximum.reduceat(sums, heads), counts))
    odds /= np.repeat(np.add.reduceat(odds, heads), counts)
    odds[heads + data.chosen[rows]] -= 1
    return np.bincount(features, odds[owners], len(weights)).astype(np.float64)


def _spans(begins: Whole, lengths: Whole) -> Whole:
    """Return the whole numbers from each beginning on, so many of each."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins - ends + lengths, lengths)
