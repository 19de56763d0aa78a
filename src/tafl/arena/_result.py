"""What a match says of two players: the strength of each, and how certain it is.

>>> from hnefatafl import variants
>>> from tafl.arena import play_match
>>> print(play_match("alphabeta:nodes=50", "greedy", variants.BRANDUBH, games=20))
brandubh: alphabeta:nodes=50 against greedy, 20 games, seed 0
  as attackers      9 won     0 drawn     1 lost   90.0 % [59.6, 98.2]
  as defenders     10 won     0 drawn     0 lost   100.0 % [72.2, 100.0]
  all              19 won     0 drawn     1 lost   95.0 % [65.1, 99.5]
  Elo +512 [109, 914], likelihood that alphabeta:nodes=50 is stronger 99.8 %
  the attackers take 45.0 % [25.8, 65.8]
  ended by king-escaped 11, king-captured 9

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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, Final, final

from attrs import evolve, field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import as_side
from hnefatafl.support.arguments import as_tuple, is_mapping, is_number
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally, reduced, wilson
from tafl.arena._contest import Contest, ContestGame

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
            return f"above {round(self.low)}, without an upper bound"
        if math.isinf(self.low):
            return f"below {round(self.high)}, without a lower bound"
        return f"{round(self.value):+d} [{round(self.low)}, {round(self.high)}]"


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
class Points(Tally):
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
    def of(winner: Side | str | None, side: Side | str) -> Points:
        """Return what a game brings a side, by who won it; None for a draw."""
        side, winner = as_side(side), None if winner is None else as_side(winner, "winner")
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
        mean = self.points / games if games else 0.5
        square = (self.won + self.drawn / 4) / games if games else 0.5
        return share_of(mean, max(0.0, square - mean * mean), games, confidence)


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
        value = _weigh_points([count / pairs for count in self.counts]) if pairs else 0.5
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
        value = self.share.value
        return _NORMAL.cdf((value - 0.5) * 2 * math.sqrt(_count_equivalent_games(value, self._variance, self.pairs)))


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
        # The mean is the share of the points that such a difference makes expected.
        first, second = (_fit_chances(chances, 1 / (1 + 10 ** (-elo / 400))) for elo in (self.elo0, self.elo1))
        return number * sum(chance * math.log(b / a) for chance, a, b in zip(chances, first, second, strict=True))

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


def _fit_chances(chances: Sequence[float], mean: float) -> list[float]:
    """The chances with this mean under which the observed ones are most likely.

    They are ``chance / (1 + x (points - mean))``, for the ``x`` that makes the sum of ``chance (points - mean) / (1 + x
    (points - mean))`` zero; it lies where all are positive, and the sum falls in between.
    """
    low, high = -1 / (1 - mean), 1 / mean
    weighed = [(chance, points - mean) for chance, points in zip(chances, _POINTS, strict=True)]
    for _ in range(_STEPS):
        middle = (low + high) / 2
        total = sum(chance * offset / (1 + middle * offset) for chance, offset in weighed)
        low, high = (middle, high) if total > 0 else (low, middle)
    factor = (low + high) / 2
    return [chance / (1 + factor * offset) for chance, offset in weighed]


DECISIVE: Final = 10
"""From how many decisive games on a likelihood is given: see :attr:`MatchResult.likelihood`."""


@final
@frozen(kw_only=True)
class MatchResult:
    """The result of two players against each other, from the view of the first one. It keeps counts only, whatever the
    number of games.

    >>> from hnefatafl import variants
    >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH, games=4)
    >>> result = MatchResult(contest=contest)
    >>> for game in contest.play():
    ...     result = result.add(game)
    >>> result.games, result.pairs.pairs
    (4, 2)
    """

    contest: Contest
    """What was played."""
    pairing: tuple[int, int] = (0, 1)
    """The places of the two players in the contest."""
    sprt: Sprt | None = None
    """The test that ends the match, if there is one."""
    as_attackers: Points = Points()
    """The first player's results as the attackers."""
    as_defenders: Points = Points()
    """The first player's results as the defenders."""
    pairs: Pairs = Pairs()
    """The pairs of games of one opening, by the first player's points."""
    half: float | None = None
    """The first player's points in the first game of a pair whose second is still to come."""
    endings: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games ended in each way: by a termination of the rules, or ``solved``, ``plies`` (too long, a draw) or
    ``forfeit`` (a player failed, or resigned)."""
    a_forfeits: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games the first player forfeited, by the cause (:data:`~tafl.arena.Cause`)."""
    b_forfeits: Mapping[str, int] = field(factory=dict[str, int], validator=is_mapping(str, int), hash=False)
    """How many games the second player forfeited, by the cause."""
    plies: int = 0
    """The number of moves of all games."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    def add(self, game: ContestGame) -> MatchResult:
        """Return the result with one more game, the next one.

        >>> from hnefatafl import Side, variants
        >>> result = MatchResult(contest=Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH))
        >>> result.add(ContestGame(number=0, winner=Side.ATTACKERS, ending="rules", moves="")).half
        1.0
        """
        points = game.points
        side = Side.ATTACKERS if game.a_attacks else Side.DEFENDERS
        counts = list(self.pairs.counts)
        if self.half is not None:
            counts[round(2 * (self.half + points))] += 1
        results: dict[str, Any] = {f"as_{side}": getattr(self, f"as_{side}") + Points.of(game.winner, side)}
        if game.cause is not None:
            name = "b_forfeits" if points else "a_forfeits"
            results[name] = Counter(getattr(self, name)) + Counter([game.cause])
        ending = game.ending if game.termination is None else game.termination.value
        return evolve(
            self,
            pairs=Pairs(counts=counts),
            half=points if self.half is None else None,
            endings=Counter(self.endings) + Counter([ending]),
            plies=self.plies + game.plies,
            **results,
        )

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players."""
        first, second = self.pairing
        return self.contest.names[first], self.contest.names[second]

    @property
    def total(self) -> Points:
        """The first player's results."""
        return self.as_attackers + self.as_defenders

    @property
    def attackers(self) -> Points:
        """The results of the attackers, whoever played them."""
        mine, theirs = self.as_attackers, self.as_defenders
        return mine + Points(won=theirs.lost, drawn=theirs.drawn, lost=theirs.won)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return self.total.games

    @property
    def failures(self) -> int:
        """How many games ended because a player failed: by a forfeit that is not a resignation.

        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH)
        >>> MatchResult(contest=contest, a_forfeits={"timeout": 2}, b_forfeits={"died": 1, "resigned": 5}).failures
        3
        """
        forfeits = Counter(self.a_forfeits) + Counter(self.b_forfeits)
        return forfeits.total() - forfeits["resigned"]

    @property
    def failed(self) -> bool:
        """Whether half of the games or more ended because a player failed.

        Such a match says nothing of strength: a player that fails in half of its games cannot win the match, however
        well it plays. Then :attr:`elo` is unknown, and :attr:`decided` is None.

        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "ugi:no-such-program"), ruleset=variants.BRANDUBH, games=2)
        >>> result = MatchResult(contest=contest)
        >>> for game in contest.play():
        ...     result = result.add(game)
        >>> result.failed, dict(result.b_forfeits), print(result.elo)
        unknown
        (True, {'died': 2}, None)
        """
        return 0 < self.games <= 2 * self.failures

    @property
    def elo(self) -> Elo:
        """How much stronger the first player is; unknown if the match :attr:`failed`."""
        return Pairs().elo if self.failed else self.pairs.elo

    @property
    def decisive(self) -> int:
        """The number of games that were won or lost."""
        return self.total.won + self.total.lost

    @property
    def likelihood(self) -> float | None:
        """The likelihood that the first player is the stronger one (:attr:`Pairs.likelihood
        <tafl.arena.Pairs.likelihood>`); None if fewer than ten games were decisive, or the match :attr:`failed`.

        The test takes the share of the points as normal. By the usual rule (W. G. Cochran, "Some methods for
        strengthening the common chi-squared tests", Biometrics 10 (1954), 417-451) that holds from five expected
        cases on of each kind: between equal players, five games won and five lost.

        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH)
        >>> result = MatchResult(contest=contest, as_attackers=Points(won=4), pairs=Pairs(counts=(0, 0, 0, 0, 2)))
        >>> result.likelihood is None, result.pairs.likelihood > 0.8
        (True, True)
        """
        return None if self.failed or self.decisive < DECISIVE else self.pairs.likelihood

    @property
    def decided(self) -> bool | None:
        """What the test says after the last pair: True if the first player is stronger by ``elo1``, False if by
        ``elo0``, None if it goes on, if there is none, or if the match :attr:`failed`.
        """
        if self.sprt is None or self.half is not None or self.failed:
            return None
        return self.sprt.decide(self.pairs)

    def as_json(self) -> dict[str, object]:
        """Return the result as plain data for JSON. Infinite differences of strength are None, and all that is said of
        strength if the match :attr:`failed`.

        >>> from hnefatafl import variants
        >>> contest = Contest(players=("greedy", "random"), ruleset=variants.BRANDUBH)
        >>> MatchResult(contest=contest).as_json()["points"]
        {'won': 0, 'drawn': 0, 'lost': 0, 'share': 0.5, 'low': 0.0, 'high': 1.0}
        """
        result = attributes(
            self,
            "games as_attackers as_defenders attackers pairs endings failed plies",
            points=self.total,
            elo=None if self.failed else self.elo,
            likelihood=self.likelihood,
            forfeits={"a": self.a_forfeits, "b": self.b_forfeits},
        )
        if self.sprt is not None:
            ratio, (low, high) = self.sprt.ratio(self.pairs), self.sprt.bounds
            result["sprt"] = attributes(self.sprt, "elo0 elo1", ratio=ratio, low=low, high=high, decided=self.decided)
        contest = self.contest
        a, b = self.names
        return {"a": a, "b": b, "variant": contest.ruleset.name, "seed": contest.seed, **result}

    def __str__(self) -> str:
        a, b = self.names
        lines = [
            f"{self.contest.ruleset.name}: {a} against {b}, {self.games:,} games, seed {self.contest.seed}",
            f"as attackers  {_format_points(self.as_attackers, self.as_attackers.share)}",
            f"as defenders  {_format_points(self.as_defenders, self.as_defenders.share)}",
            f"all           {_format_points(self.total, self.pairs.share)}",
        ]
        if self.failed:
            failures = f"{self.failures:,} of {self.games:,} games ended because a player failed"
            lines.append(f"the match says nothing of strength: {failures}")
        else:
            certain = f"too few decisive games for a likelihood ({self.decisive} of the {DECISIVE} needed)"
            if self.likelihood is not None:
                certain = f"likelihood that {a} is stronger {100 * self.likelihood:.1f} %"
            lines += [f"Elo {self.elo}, {certain}", f"the attackers take {self.attackers.share}"]
        counted = {"ended by": self.endings, f"forfeits of {a}:": self.a_forfeits}
        for start, counts in (*counted.items(), (f"forfeits of {b}:", self.b_forfeits)):
            ways = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            lines += [f"{start} " + ", ".join(f"{way} {count:,}" for way, count in ways)] if ways else []
        if self.sprt is not None and not self.failed:
            test, (low, high) = self.sprt, self.sprt.bounds
            answers = {True: f"at least {test.elo1:+g}", False: f"at most {test.elo0:+g}", None: "undecided"}
            ratio = f"(ratio {test.ratio(self.pairs):.2f}, decided at {low:.2f} and {high:.2f})"
            lines.append(f"test of {test.elo0:+g} against {test.elo1:+g} Elo: {answers[self.decided]} {ratio}")
        return "\n  ".join(lines)


@plain.register(Points)
@plain.register(Pairs)
def _convert_counts(results: Points | Pairs) -> dict[str, Any]:
    share = results.share
    return attributes(results, share=share.value, low=share.low, high=share.high)


def _format_points(points: Points, share: Share) -> str:
    return f"{points.won:5,} won {points.drawn:5,} drawn {points.lost:5,} lost   {share}"
