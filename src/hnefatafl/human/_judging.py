"""How well a model tells what people choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import TYPE_CHECKING, final

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl._base.tally import Tally
from hnefatafl.human._model import HumanModel
from hnefatafl.human._samples import Samples, sample
from hnefatafl.records import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["HumanScore", "judge_human"]


@final
@frozen(kw_only=True)
class HumanScore(Tally):
    """How well a model told what people chose, in some positions. Two of them are added with ``+``.

    >>> score = HumanScore(positions=4, first=2.0, third=3.0, loss=5.2)
    >>> print(score + score)
    8 positions, first 50.0 %, among the first three 75.0 %, log-loss 1.300
    """

    __repr__ = brief

    positions: int = 0
    """How many positions there were, with more than one legal move."""
    first: float = 0.0
    """In how many the move that was played was the likeliest one. Of equally likely moves each counts for its share."""
    third: float = 0.0
    """In how many it was among the three likeliest ones."""
    loss: float = 0.0
    """The sum of the negative logarithms of how likely the moves were that were played."""

    def __str__(self) -> str:
        if not self.positions:
            return "0 positions"
        first, third, loss = (each / self.positions for each in (self.first, self.third, self.loss))
        return (
            f"{self.positions:,} positions, first {100 * first:.1f} %, among the first three {100 * third:.1f} %, "
            f"log-loss {loss:.3f}"
        )


def judge_human(
    model: HumanModel,
    games: Iterable[Game],
    *,
    positions: int = 20_000,
    seed: int = 0,
    executor: Executor | None = None,
) -> dict[str, HumanScore]:
    """Return how well a model tells what was played in games, by the names of their rulesets.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 c4-c2,0,0,Ongoing"], variants.BRANDUBH)
    >>> print(judge_human(HumanModel(weights={}), games)["brandubh"])
    2 positions, first 3.4 %, among the first three 10.3 %, log-loss 3.412

    Arguments:
        model: the model.
        games: the games, as far as they can be played by their rules. The model should not be fitted to them.
        positions: how many positions are drawn by chance, from each game about as many.
        seed: what decides which.
        executor: what does the work, such as a process pool; None for this process.

    Raises:
        ArgumentValueError: the number of positions is below 1.
        InvalidSetupError: a ruleset leaves the first move to the lot, and a record has no start position.
    """
    return scores(model, sample(games, positions, model.nodes, seed, executor))


def scores(model: HumanModel, samples: Samples, wanted: Sequence[bool] | None = None) -> dict[str, HumanScore]:
    """Return the scores in samples, or in those that are wanted."""
    weights = [model.weights.get(name, 0) / 100 for name in samples.names]
    found: dict[str, HumanScore] = {}
    move = feature = 0
    for position, moves in enumerate(samples.moves):
        sums: list[float] = []
        for width in samples.widths[move : move + moves]:
            sums.append(sum(weights[number] for number in samples.features[feature : feature + width]))
            feature += width
        move += moves
        if wanted is None or wanted[position]:
            ruleset = samples.rulesets[position]
            found[ruleset] = found.get(ruleset, HumanScore()) + _score(sums, samples.chosen[position])
    return found


def _score(sums: Sequence[float], chosen: int) -> HumanScore:
    most = max(sums)
    own = sums[chosen]
    better = sum(each > own + 1e-9 for each in sums)
    equal = sum(abs(each - own) <= 1e-9 for each in sums)
    loss = log(sum(exp(each - most) for each in sums)) + most - own

    def among(places: int) -> float:
        return min(1.0, max(0, places - better) / equal)

    return HumanScore(positions=1, first=among(1), third=among(3), loss=loss)
