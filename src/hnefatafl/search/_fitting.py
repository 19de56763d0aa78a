"""The numerics of training: an evaluation is fitted to positions by gradient descent (Adam), and made whole numbers.

The value of a position, in logits for the attackers, is a sum of

* a weight for each feature of :mod:`hnefatafl.search._core.evaluation`,
* a weight for each piece where it stands, and a constant, which goes to the king: there always is one,
* for each hidden unit, an output weight times the unit, which is a sum over the pieces held between 0 and 1.

What it is fitted to is a mean of the result of the game and of the score that a search gave, as a chance of winning. By
which line scores become logits is fitted to the results, for each round by itself: its scores come from the evaluation
that played it.

One game in ten is held back, to measure what was learned: how much less the log-loss of the evaluation is there than
that of one value for all positions. The positions of a game are not independent, so the error of the difference is that
of a mean over games ("cluster-robust"; K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), 13-22). Something was learned
if at least ten games were held back, the difference is above 0 with 95 % confidence (Student's distribution), and
the games held back have more than one result: of games that
all end alike, only the one value can be learned.

The fit begins at an evaluation, that of general weights if there is no other. Its values are made as large as the
scores of the last round, since the margins of the search are in hundredths of a soldier.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Final

from hnefatafl.board import Square
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.evaluation import FEATURES, MOST, ONE, OUTPUT
from hnefatafl.search._core.table import DECIDED
from hnefatafl.search._selfplay import HEAD
from hnefatafl.search._trained import TrainedEvaluation, general, start_of
from hnefatafl.support.extras import extra
from hnefatafl.support.immutability import frozen

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]
    Whole = NDArray[np.int64]

_SCALE: Final = 150.0
"""How many hundredths a logit stands for where no scores say so: odds of e to 1."""
_SCALES: Final = (50.0, 600.0)
_TINY: Final = 1e-3
"""What counts as nothing: the spread of a feature that is always the same, a slope, a step of Newton's method."""
_BATCH: Final = 2048
_CHUNK: Final = 8192
_MOST_WEIGHT: Final = 1.99
"""No hidden weight is farther from 0: two pieces can turn a unit on."""
_HELD: Final = 10
"""Every so many-th game is held back, to measure the loss."""
_CONFIDENCE: Final = 0.95
_FEWEST: Final = 10
"""The number of games that have to be held back to show anything."""
_CERTAIN: Final = int(DECIDED)
"""Scores from here on are wins that the search has seen."""
_GREATEST: Final = (1 << 15) - 1
_LEAST_MAN: Final = 20
"""What a soldier is worth at least where it matters only about how much."""
# Adam.
_RATE, _LATER_RATE, _LAST_RATE = 2e-3, 5e-4, 2e-5  # at first, in a fit that goes on from a trained one, at last
_KEEP, _KEEP_SQUARES, _SMALL = 0.9, 0.999, 1e-8
_DECAY, _HIDDEN_DECAY = 1e-6, 3e-6

Parameters = dict[str, "Floats"]
"""``hidden`` (a row for each kind and square), ``biases``, ``outputs``, ``pieces``, ``features``, ``constant``."""


@frozen(kw_only=True)
class Fit:
    """What a fit has come to."""

    trained: TrainedEvaluation
    positions: int
    loss: float | None
    """The log-loss of the evaluation on the games held back, against their results; None if there are none."""
    search_loss: float | None
    """That of the search's scores."""
    base_loss: float | None
    """That of a value which is the same for all positions."""
    fault: str
    """Why it is not shown that anything was learned; empty if it is."""


class Data:
    """Positions of games, as arrays.

    Arguments:
        rounds: the positions of each round, as :mod:`hnefatafl.search._selfplay` writes them.
    """

    def __init__(self, rounds: Sequence[bytes], ruleset: Ruleset) -> None:
        squares = ruleset.size**2
        kind = np.dtype(
            [
                ("features", "<i2", (FEATURES,)),
                ("score", "<i2"),
                ("result", "i1"),
                ("side", "i1"),
                ("game", "<u2"),
                ("board", "u1", (squares,)),
            ]
        )
        assert kind.itemsize == HEAD.size + squares
        rows = np.frombuffer(b"".join(rounds), dtype=kind)
        ends = np.cumsum([len(part) // kind.itemsize for part in rounds])
        self.rounds: list[slice] = [slice(*pair) for pair in zip([0, *ends[:-1]], ends, strict=True)]
        self.board: NDArray[np.uint8] = rows["board"]
        self.result: Floats = (rows["result"].astype(np.float32) + 1) / 2
        score: Floats = rows["score"].astype(np.float32)
        self.certain: NDArray[np.bool_] = np.abs(score) >= _CERTAIN
        self.score: Floats = np.where(self.certain, 0, score)
        """The scores of the search for the attackers, in hundredths, or 0 where a win is certain."""
        plain: Floats = rows["features"].astype(np.float32)
        spread: Floats = plain.std(0) if len(plain) else np.zeros(FEATURES, np.float32)
        self.spread: Floats = np.where(spread > _TINY, spread, 1).astype(np.float32)
        self.features: Floats = plain / self.spread
        self.game: NDArray[np.uint16] = rows["game"]
        held_back = self.game % _HELD == _HELD - 1
        self.learned: Whole = np.flatnonzero(~held_back)
        self.held: Whole = np.flatnonzero(held_back)


def turns(ruleset: Ruleset) -> Whole:
    """For each symmetry of the ruleset, from which place each square of a turned board is taken."""
    size = ruleset.size
    squares = [Square(file, rank) for rank in range(size) for file in range(size)]
    place = {square: index for index, square in enumerate(squares)}
    return np.array([[place[symmetry.apply(square, size)] for square in squares] for symmetry in ruleset.symmetries])


def fit(
    played: Sequence[bytes],
    ruleset: Ruleset,
    *,
    units: int,
    share: float,
    epochs: int,
    seed: int,
    start: TrainedEvaluation | None = None,
    training: dict[str, str] | None = None,
) -> Fit:
    """Fit an evaluation to positions.

    Arguments:
        played: the positions of each round, as :mod:`hnefatafl.search._selfplay` writes them, the last round last.
        units: the number of hidden units.
        share: how much the results of the games count, beside the scores.
        epochs: how many times to go through the positions.
        seed: what decides the first weights and the order.
        start: the evaluation to begin with, with so many units; None for that of general weights.
        training: what to say of the training.
    """
    data = Data(played, ruleset)
    chance = np.random.default_rng(seed)
    logits, scale = _fit_logits(data)
    target = share * data.result + (1 - share) * np.where(data.certain, data.result, _chances(logits))
    parameters = (
        _begin_parameters(ruleset, units, scale, data, chance)
        if start is None
        else _restore_parameters(start, scale, data)
    )
    rate = _RATE if start is None else _LATER_RATE
    _descend(parameters, data, target.astype(np.float32), turns(ruleset), epochs, rate, chance)
    loss = search_loss = base_loss = None
    fault = "no game was held back to measure it"
    if len(data.held):
        results = data.result[data.held]
        losses = _list_losses(_compute_values(parameters, data, data.held), results)
        mean = float(np.clip(data.result[data.learned].mean() if len(data.learned) else 0.5, 0.001, 0.999))
        base = _list_losses(np.full(len(results), np.log(mean / (1 - mean)), np.float32), results)
        loss, base_loss = float(losses.mean()), float(base.mean())
        search_loss = _mean_loss(logits[data.held], results)
        fault = _find_fault(losses, base, results, data.game[data.held])
    said = dict(training or {})
    if loss is not None:
        said |= {"loss": f"{loss:.4f}", "base loss": f"{base_loss:.4f}"}
    if fault:
        said["fault"] = fault
    return Fit(
        trained=quantised(parameters, scale, data, ruleset, said),
        positions=len(data.score),
        loss=loss,
        search_loss=search_loss,
        base_loss=base_loss,
        fault=fault,
    )


def _find_fault(losses: Floats, base: Floats, results: Floats, games: NDArray[np.uint16]) -> str:
    """Why it is not shown that anything was learned; empty if it is.

    Arguments:
        losses: the loss of each position held back.
        base: that of one value for all positions.
        results: the results of their games.
        games: the numbers of their games.
    """
    distinct, places = np.unique(games, return_inverse=True)
    number = len(distinct)
    if number < _FEWEST:
        return f"games held back to measure it: {number:,}, and at least {_FEWEST} are needed"
    if (results == results[0]).all():
        return f"all {number:,} games that were held back ended alike"
    gains = base - losses
    gain = float(gains.mean())
    sums = np.bincount(places, gains - gain)
    error = float(np.sqrt(number / (number - 1) * (sums**2).sum())) / len(gains)
    if gain > _quantile(number - 1) * error:
        return ""
    return (
        f"on the {number:,} games that were held back its log-loss is {losses.mean():.3f}, and that of one value for "
        f"all positions {base.mean():.3f}, with a standard error of {error:.3f} for the difference"
    )


def _quantile(freedom: int) -> float:
    """How many standard errors above 0 the difference of the losses has to be: a quantile of Student's distribution, by
    its expansion (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5)."""
    z = NormalDist().inv_cdf(_CONFIDENCE)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


def _chances(logits: Floats) -> Floats:
    """The chance of winning that a logit stands for."""
    return 1 / (1 + np.exp(-np.clip(logits, -60, 60)))


def _list_losses(logits: Floats, results: Floats) -> Floats:
    """The log-loss of each value against its result of 0, a half or 1."""
    return np.logaddexp(0, logits) - results * logits


def _mean_loss(logits: Floats, results: Floats) -> float:
    """The mean log-loss."""
    return float(np.mean(_list_losses(logits, results)))


def _fit_logits(data: Data) -> tuple[Floats, float]:
    """The scores as logits that predict the results, round by round; and how many hundredths a logit of the last is."""
    logits: Floats = np.zeros(len(data.score), np.float32)
    slope = 1.0
    for part in data.rounds:
        if part.stop > part.start:
            slope, constant = _fit_line(data.score[part] / _SCALE, data.result[part])
            logits[part] = slope * data.score[part] / _SCALE + constant
    least, most = _SCALES
    return logits, min(max(_SCALE / slope, least), most)


def _fit_line(values: Floats, results: Floats) -> tuple[float, float]:
    """The line that makes logits of values: logistic regression by steps of Newton's method.

    The constant matters: where one side wins most games, scores that are centred would otherwise get a slope of nearly
    nothing.
    """
    both = np.stack([values, np.ones_like(values)]).astype(np.float64)
    line = np.zeros(2)
    loss = _mean_loss(line @ both, results)
    for _ in range(60):
        chance = _chances(line @ both)
        slopes = both @ (chance - results)
        curve = (both * chance * (1 - chance)) @ both.T + _TINY * np.eye(2)
        step = np.linalg.solve(curve, slopes)
        while (less := _mean_loss((line - step) @ both, results)) > loss and abs(step).max() > _TINY:
            step /= 2
        if less > loss:
            break
        line, loss = line - step, less
    return max(float(line[0]), _TINY), float(line[1])


def _begin_parameters(
    ruleset: Ruleset, units: int, scale: float, data: Data, chance: np.random.Generator
) -> Parameters:
    """Parameters before any training: those of the general weights, and hidden units that add little."""
    mutable = start_of(ruleset)
    evaluation = general(ruleset, mutable.t)
    size = int(mutable.t.size)
    pieces = [int(evaluation.pieces[kind * size + int(q)]) for kind in range(3) for q in mutable.t.squares]
    places = len(pieces)
    return {
        "hidden": chance.normal(0, 0.15, (places, units)).astype(np.float32),
        "biases": np.full(units, 0.4, np.float32),
        "outputs": chance.normal(0, 0.03, units).astype(np.float32),
        "pieces": (np.array(pieces) / scale).astype(np.float32),
        "features": (np.array([int(weight) for weight in evaluation.weights]) / scale * data.spread).astype(np.float32),
        "constant": np.array([int(evaluation.offset) / scale], np.float32),
    }


def _restore_parameters(start: TrainedEvaluation, scale: float, data: Data) -> Parameters:
    """The parameters of an evaluation: :func:`quantised`, the other way."""
    units = len(start.biases)

    def floats(numbers: tuple[int, ...]) -> Floats:
        return np.array(numbers, np.float32)

    return {
        "hidden": floats(start.hidden).reshape(len(start.pieces), units) / ONE,
        "biases": floats(start.biases) / ONE,
        "outputs": floats(start.outputs) * ONE / OUTPUT / scale,
        "pieces": floats(start.pieces) / scale,
        "features": floats(start.weights) / scale * data.spread,
        "constant": np.zeros(1, np.float32),
    }


def _make_inputs(boards: NDArray[np.uint8]) -> Floats:
    """A 1 for each piece where it stands, kind by kind."""
    return np.concatenate([boards == 1, boards == 2, boards == 3], axis=1).astype(np.float32)


# OpenBLAS at times tells of an invalid value where a product of matrices has none (numpy's issues 13173 and 24067). One
# that has some cannot be made whole numbers, which is an error.
@np.errstate(invalid="ignore")
def _run_forward(parameters: Parameters, inputs: Floats, features: Floats) -> tuple[Floats, Floats]:
    """The sums of the hidden units, and the values of the positions."""
    sums = inputs @ parameters["hidden"] + parameters["biases"]
    values = (
        np.clip(sums, 0, 1) @ parameters["outputs"] + inputs @ parameters["pieces"] + features @ parameters["features"]
    )
    return sums, values + parameters["constant"]


def _compute_values(parameters: Parameters, data: Data, rows: Whole) -> Floats:
    """The values of positions, in parts that do not take too much memory."""
    parts = [rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK)]
    return np.concatenate(
        [_run_forward(parameters, _make_inputs(data.board[part]), data.features[part])[1] for part in parts]
    )


@np.errstate(invalid="ignore")
def _compute_gradient(parameters: Parameters, inputs: Floats, features: Floats, target: Floats) -> Parameters:
    """How the mean log-loss changes with each parameter."""
    sums, values = _run_forward(parameters, inputs, features)
    by_value = ((_chances(values) - target) / len(target)).astype(np.float32)
    by_sum = np.outer(by_value, parameters["outputs"]) * ((sums > 0) & (sums < 1))
    return {
        "hidden": inputs.T @ by_sum,
        "biases": by_sum.sum(0),
        "outputs": np.clip(sums, 0, 1).T @ by_value,
        "pieces": inputs.T @ by_value,
        "features": features.T @ by_value,
        "constant": np.array([by_value.sum()], np.float32),
    }


def _descend(
    parameters: Parameters,
    data: Data,
    target: Floats,
    ways: Whole,
    epochs: int,
    first_rate: float,
    chance: np.random.Generator,
) -> None:
    """Improve the parameters: steps of Adam, with a rate that falls to nearly nothing, each on a batch turned anew."""
    means = {name: np.zeros_like(value) for name, value in parameters.items()}
    squares = {name: np.zeros_like(value) for name, value in parameters.items()}
    size = min(_BATCH, len(data.learned))
    total = epochs * (len(data.learned) // size) if size else 0
    step = 0
    for _ in range(epochs if size else 0):
        order = chance.permutation(data.learned)
        for start in range(0, len(order) - size + 1, size):
            rows = order[start : start + size]
            way = ways[int(chance.integers(len(ways)))]
            slopes = _compute_gradient(
                parameters, _make_inputs(data.board[rows][:, way]), data.features[rows], target[rows]
            )
            step += 1
            rate = first_rate * (1 - step / (total + 1)) + _LAST_RATE
            for name, value in parameters.items():
                slope = slopes[name] + (_HIDDEN_DECAY if name == "hidden" else _DECAY) * value
                means[name] += (1 - _KEEP) * (slope - means[name])
                squares[name] += (1 - _KEEP_SQUARES) * (slope * slope - squares[name])
                mean = means[name] / (1 - _KEEP**step)
                square = squares[name] / (1 - _KEEP_SQUARES**step)
                value -= (rate * mean / (np.sqrt(square) + _SMALL)).astype(np.float32)
            np.clip(parameters["hidden"], -_MOST_WEIGHT, _MOST_WEIGHT, out=parameters["hidden"])


def _round_numbers(values: Floats) -> list[int]:
    """The nearest whole numbers of 16 bits."""
    return [int(value) for value in np.clip(np.rint(values), -_GREATEST, _GREATEST).reshape(-1)]


def quantised(
    parameters: Parameters, scale: float, data: Data, ruleset: Ruleset, training: dict[str, str]
) -> TrainedEvaluation:
    """The evaluation in whole numbers: values in hundredths, of which a logit has ``scale``; hidden units in 128ths."""
    squares = ruleset.size**2
    pieces = parameters["pieces"].copy()
    pieces[2 * squares :] += parameters["constant"][0]
    worth = scale * pieces
    men = [worth[:squares].mean(), -worth[squares : 2 * squares].mean()]
    biases = np.clip(np.rint(ONE * parameters["biases"]), -MOST // 2, MOST // 2)
    return TrainedEvaluation(
        ruleset=ruleset,
        weights=_round_numbers(scale * parameters["features"] / data.spread),
        pieces=_round_numbers(worth),
        men=[min(max(round(float(man)), _LEAST_MAN), _GREATEST) for man in men],
        biases=_round_numbers(biases),
        hidden=_round_numbers(_cut_to_bounds(np.rint(ONE * parameters["hidden"]), biases, squares)),
        outputs=_round_numbers(scale * parameters["outputs"] * OUTPUT / ONE),
        training=training,
    )


def _cut_to_bounds(hidden: Floats, biases: Floats, squares: int) -> Floats:
    """The weights, the largest of a unit cut off as far as its sum could otherwise be farther from 0 than ``MOST``."""
    sizes = np.abs(hidden)
    for unit in range(hidden.shape[1]):
        limit = int(sizes[:, unit].max())
        while True:
            cut = np.minimum(sizes[:, unit], limit)
            men = np.maximum(cut[:squares], cut[squares : 2 * squares]).sum()
            if abs(biases[unit]) + men + cut[2 * squares :].max() <= MOST:
                break
            limit -= 1
        np.clip(hidden[:, unit], -limit, limit, out=hidden[:, unit])
    return hidden
