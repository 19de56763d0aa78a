"""What the results of games say of the strength of players, and how certain it is.

The two games of an opening, in which the players change sides, are not independent: where an opening favours the
attackers, both players tend to win one of them. So the pairs are counted, by their points: 0, ½, 1, 1½ or 2
(:class:`Pairs`). All intervals are for 95 %.

>>> pairs = Pairs(counts=(2, 6, 40, 32, 20))
>>> print(pairs.share, pairs.elo)
65.5 % [60.8, 70.0] +111 [76, 147]

The intervals and the likelihood that a player is stronger come from one model, the score test of a share (E. B. Wilson,
"Probable inference, the law of succession, and statistical inference", J. Amer. Statist. Assoc. 22 (1927), 209-212).
The observed share is taken as normal, with the variance that it would have if the share under test was the true one.
The interval holds all shares that the test does not reject, and the likelihood is one minus the p-value of the
one-sided test against one half. So it is above 97.5 % where the whole interval lies above one half, and nowhere else.

The test is for games that are won or lost. The pairs count as many of them as would have the variance of the pairs
(the effective sample size of L. Kish, Survey Sampling, 1965). Where a count is 0 the variance would be too small, so
each count of pairs gets a fifth of a pair more for it (our reading). Where one player has all points, they say nothing
of the variance; then a pair counts as one game, which is the least that it can be worth, and Elo has no upper bound.

Elo is ``-400 log10(1 / share - 1)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Final

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.support.arguments import as_tuple, is_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import wilson
from hnefatafl.support.texts import brief

_NORMAL: Final = NormalDist()
_POINTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The points of a pair, as a share of the two that it has."""
_MORE: Final = 0.2
"""How much more each count of pairs is for the variance."""
_LEAST: Final = 1e-3
"""What an empty count is in a likelihood ratio."""
_MOST: Final = 1_000_000_000
_STEPS: Final = 100


@frozen(kw_only=True)
class Share:
    """A share of the points, or of the games, with its 95 % interval; all from 0 to 1.

    >>> print(Share(value=0.5, low=0.4, high=0.6))
    50.0 % [40.0, 60.0]
    """

    value: float
    """The share that was observed; one half if there were no games."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


@frozen(kw_only=True)
class Elo:
    """A difference of strength in Elo, with its 95 % interval. It is infinite where one player takes all points; then
    only the other end of the interval is written.

    >>> print(Elo(value=12.3, low=-4.0, high=30.2))
    +12 [-4, 30]
    >>> print(Elo(value=float("inf"), low=-43.0, high=float("inf")))
    above -43, without an upper bound
    """

    value: float
    """The difference that was observed."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return "unknown"
        if math.isinf(self.high):
            return f"above {self.low:.0f}, without an upper bound"
        if math.isinf(self.low):
            return f"below {self.high:.0f}, without a lower bound"
        return f"{self.value:+.0f} [{self.low:.0f}, {self.high:.0f}]"


def share_of(value: float, variance: float, number: float, confidence: float = 0.95) -> Share:
    """Return a mean of numbers from 0 to 1 with the interval of Wilson.

    >>> print(share_of(0.3, 0.3 * 0.7, 100))
    30.0 % [21.9, 39.6]

    Arguments:
        value: the mean.
        variance: the variance of one of them. That of a win or a loss is ``value * (1 - value)``.
        number: how many there were.
        confidence: how often such an interval is to cover the mean.

    Raises:
        ArgumentValueError: the mean is not from 0 to 1, the confidence not between them, or another number below 0.
    """
    if not 0 < confidence < 1:
        raise ArgumentValueError(f"confidence: a number between 0 and 1 was expected, not {confidence}")
    if not (0 <= value <= 1 and 0 <= variance < math.inf and 0 <= number <= _MOST):
        raise ArgumentValueError("value, variance, number: a mean from 0 to 1 and numbers from 0 on were expected")
    low, high = wilson(value, _count_equivalent_games(value, variance, number), _NORMAL.inv_cdf((1 + confidence) / 2))
    return Share(value=value, low=low, high=high)


def _count_equivalent_games(value: float, variance: float, number: float) -> float:
    """How many games that are won or lost say as much of the mean as a number of values with this variance.

    A mean at an end of the scale says nothing of the variance, and none is larger than that of such games.
    """
    whole = value * (1 - value)
    return number * whole / variance if whole > 0 and variance > 0 else number


@frozen(kw_only=True)
class Points:
    """How many games were won, drawn and lost. Two of them are added with ``+``.

    >>> points = Points(won=6, drawn=2, lost=2)
    >>> print(points.games, points.points, points.share)
    10 7.0 70.0 % [43.2, 87.7]

    The interval takes the games as independent, which is right for games of one side; for both sides
    see :class:`Pairs`.

    Raises:
        ArgumentTypeError: something is no whole number.
        ArgumentValueError: a number is below 0, or above 1,000,000,000.
    """

    won: int = field(default=0, validator=is_number(0, _MOST))
    """The number of games won."""
    drawn: int = field(default=0, validator=is_number(0, _MOST))
    """The number of games drawn."""
    lost: int = field(default=0, validator=is_number(0, _MOST))
    """The number of games lost."""

    @staticmethod
    def of(winner: Side | None, side: Side) -> Points:
        """Return what a game brings a side, by who won it; None for a draw."""
        return Points(won=int(winner is side), drawn=int(winner is None), lost=int(winner is side.opponent))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A point for each win, and half a point for each draw."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> Share:
        """The share of the points."""
        return self.interval(0.95)

    def interval(self, confidence: float) -> Share:
        """Return the share of the points with another interval than that for 95 %.

        >>> print(Points(won=10, lost=10).interval(0.5))
        50.0 % [42.5, 57.5]

        Raises:
            ArgumentValueError: the confidence is not between 0 and 1.
        """
        games = self.games
        if games == 0:
            return share_of(0.5, 0.25, 0, confidence)
        mean = self.points / games
        return share_of(mean, max(0.0, (self.won + self.drawn / 4) / games - mean * mean), games, confidence)

    def __add__(self, other: Points) -> Points:
        if not isinstance(other, Points):
            return NotImplemented
        return Points(won=self.won + other.won, drawn=self.drawn + other.drawn, lost=self.lost + other.lost)


def _as_counts(counts: Iterable[int]) -> tuple[int, ...]:
    return as_tuple("counts", counts)


@frozen(kw_only=True)
class Pairs:
    """The pairs of games, two of one opening with sides changed, counted by a player's points.

    >>> Pairs(counts=(1, 0, 5, 2, 2)).pairs
    10

    Raises:
        ArgumentValueError: there are not five counts from 0 on.
    """

    __repr__ = brief

    counts: tuple[int, ...] = field(default=(0, 0, 0, 0, 0), converter=_as_counts)
    """How many pairs brought 0, ½, 1, 1½ and 2 points."""

    def __attrs_post_init__(self) -> None:
        if len(self.counts) != len(_POINTS) or not all(0 <= count <= _MOST for count in self.counts):
            raise ArgumentValueError("counts: five numbers from 0 on were expected")

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def share(self) -> Share:
        """The share of the points.

        >>> print(Pairs(counts=(0, 0, 10, 0, 0)).share)
        50.0 % [43.4, 56.6]
        """
        pairs = self.pairs
        if pairs == 0:
            return share_of(0.5, 0.25, 0)
        value = _weigh_points([count / pairs for count in self.counts])
        return share_of(value, self._variance, pairs)

    @property
    def _variance(self) -> float:
        """The variance of a pair."""
        more = [count + _MORE for count in self.counts]
        chances = [number / sum(more) for number in more]
        mean = _weigh_points(chances)
        return sum(chance * (points - mean) ** 2 for chance, points in zip(chances, _POINTS, strict=True))

    @property
    def elo(self) -> Elo:
        """The difference of strength."""
        share = self.share
        return Elo(value=_to_elo(share.value), low=_to_elo(share.low), high=_to_elo(share.high))

    @property
    def likelihood(self) -> float:
        """The likelihood that the player is the stronger one: one minus the p-value of the test against equal strength,
        by the model of the interval.

        >>> round(Pairs(counts=(0, 2, 6, 4, 1)).likelihood, 2)
        0.89
        >>> pairs = Pairs(counts=(0, 0, 0, 0, 3))
        >>> print(round(pairs.likelihood, 3), pairs.share)
        0.958 100.0 % [43.9, 100.0]
        """
        pairs = self.pairs
        if pairs == 0:
            return 0.5
        value = self.share.value
        return _NORMAL.cdf((value - 0.5) * 2 * math.sqrt(_count_equivalent_games(value, self._variance, pairs)))


@frozen(kw_only=True)
class Sprt:
    """A sequential probability ratio test: whether a player is stronger by ``elo0`` or by ``elo1``.

    The ratio is that of the likelihoods of the pairs, under the most likely chances that have either mean (a
    generalised test). The match ends as soon as it leaves the bounds of the errors.

    >>> test = Sprt(elo0=0, elo1=20)
    >>> pairs = Pairs(counts=(20, 60, 400, 320, 200))
    >>> round(test.ratio(pairs), 1), test.decide(pairs)
    (48.0, True)

    Raises:
        ArgumentValueError: ``elo1`` is not above ``elo0``, or an error is not between 0 and ½.
    """

    elo0: float = 0.0
    """The difference in Elo of the first hypothesis."""
    elo1: float = 20.0
    """The difference in Elo of the second hypothesis, which is larger."""
    alpha: float = 0.05
    """The chance to accept the second although the first holds."""
    beta: float = 0.05
    """The chance to accept the first although the second holds."""

    def __attrs_post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise ArgumentValueError("elo0, elo1: two numbers from -2000 to 2000 were expected, the second larger")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ArgumentValueError("alpha, beta: numbers between 0 and 0.5 were expected")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the ratio decides: at the first number or below, and at the second or above."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """Return the logarithm of the ratio of the likelihoods.

        >>> Sprt().ratio(Pairs())
        0.0
        """
        if pairs.pairs == 0:
            return 0.0
        counts = [max(float(count), _LEAST) for count in pairs.counts]
        number = sum(counts)
        chances = [count / number for count in counts]
        first, second = (_fit_chances(chances, _expected_share(elo)) for elo in (self.elo0, self.elo1))
        return number * sum(
            chance * math.log(under_second / under_first)
            for chance, under_second, under_first in zip(chances, second, first, strict=True)
        )

    def decide(self, pairs: Pairs) -> bool | None:
        """Return True if the second hypothesis is accepted, False for the first, and None for neither."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return True if ratio >= high else False if ratio <= low else None


def _weigh_points(chances: Sequence[float]) -> float:
    return sum(chance * points for chance, points in zip(chances, _POINTS, strict=True))


def _to_elo(share: float) -> float:
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def _expected_share(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _fit_chances(chances: Sequence[float], mean: float) -> list[float]:
    """The chances with this mean under which the observed ones are most likely.

    They are ``chance / (1 + x (points - mean))``, for the ``x`` that makes the sum of ``chance (points - mean) / (1 + x
    (points - mean))`` zero; it lies where all are positive, and the sum falls in between.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        total = sum(
            chance * (points - mean) / (1 + middle * (points - mean))
            for chance, points in zip(chances, _POINTS, strict=True)
        )
        low, high = (middle, high) if total > 0 else (low, middle)
    factor = (low + high) / 2
    return [chance / (1 + factor * (points - mean)) for chance, points in zip(chances, _POINTS, strict=True)]
