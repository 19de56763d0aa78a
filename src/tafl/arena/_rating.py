"""The ratings of players who have met: one Bradley-Terry fit, with the intervals of the model of a match.

The model gives the points that a player can expect of a pair of games against another by the difference of their
ratings, ``1 / (1 + 10 ** (-difference / 400))`` of what there is (R. A. Bradley and M. E. Terry, "Rank analysis of
incomplete block designs", Biometrika 39 (1952), 324-345). The ratings are those for which all players have as many
points as expected. A draw is half a win and half a loss: the fit is a quasi-likelihood, and takes what the games vary
from the games themselves.

The interval of a rating holds all values that a score test does not reject (C. R. Rao, 1948): the others are fitted
again for each. Of two players it is the interval of Wilson, so that ratings are those of their match
(:class:`~tafl.arena.Pairs`). As there, a pair counts as many games that are won or lost as vary like it does. How much
pairs vary is measured around the fit, over all pairings together, with a fifth of a pair more for each count of points.

Where the players fall into groups of which one has taken all points from the other, the differences between the groups
are infinite. Then ratings are relative to the largest group, and those of others have no bound on one side. What a
player has lost to all does not count for the ratings of those who won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

from hnefatafl.support.immutability import frozen
from tafl.arena._result import Elo, Pairs

_UNIT: Final = 400 / math.log(10)
"""Elo of a rating of 1 as a natural logarithm."""
_DEVIATIONS: Final = NormalDist().inv_cdf(0.975)
_SETTLED: Final = 1e-8
_NEAR: Final = 1e-6
_STEP: Final = 1.0
"""The most that a rating changes in one step."""
_STEPS: Final = 200
_POINTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_FAR: Final = 40.0
"""No rating is so far from another, as a natural logarithm."""
_NOTHING: Final = 1e-5
"""Pairs of which one player has all points vary as little around a fit, or less."""
_TRACE: Final = 1e-6
"""What is added to the points of either side where a group has taken all, so that there is a fit."""
_LEAST: Final = 1e-9
"""What a pairing weighs at least, and the least variance of a contrast, so that there is a step for far players."""
_LONGEST: Final = 700.0
"""No exponent is larger."""

Meeting = tuple[int, int, Pairs]
"""Two players by their places, and their pairs of games by the points of the first."""


def rate(count: int, meetings: Sequence[Meeting], first: bool) -> tuple[Elo, ...]:
    """Return the ratings of the players.

    Arguments:
        count: how many players there are.
        meetings: their games against one another.
        first: whether ratings are relative to the first player; otherwise to the mean of the largest group. A player
            that they are relative to alone has 0, without an interval.
    """
    unknown = Elo(value=0.0, low=-math.inf, high=math.inf)
    met = [meeting for meeting in meetings if meeting[2].pairs]
    above, below = _find_reached(count, met), _find_reached(count, [(b, a, pairs) for a, b, pairs in met])
    groups = [frozenset(above[player] & below[player]) for player in range(count)]
    main = groups[0] if first else max(groups, key=lambda group: (len(group), -min(group)))
    players = sorted(main.union(*(above[player] | below[player] for player in main)))
    if len(players) == 1:
        return (unknown,) * count
    fit = _RatingFit.of(players, met, is_open=len(main) < len(players))
    ratings: list[Elo] = []
    for player in range(count):
        if player not in players:
            ratings.append(unknown)
            continue
        anchor = {0} if first else main
        if anchor == {player}:
            ratings.append(Elo(value=0.0, low=0.0, high=0.0))
            continue
        # The rating is a contrast: that of the player less the mean of the anchor.
        contrast = [(each == player) - (each in anchor) / len(anchor) for each in players]
        value = math.inf if player not in main else 0.0
        value = -value if player in above[min(main)] else value
        ratings.append(fit.interval(contrast, value))
    return tuple(ratings)


def _find_reached(count: int, meetings: Sequence[Meeting]) -> list[set[int]]:
    """Whom each player is above: those it has points from, and whom these are above; and itself."""
    taken: list[set[int]] = [set() for _ in range(count)]
    for a, b, pairs in meetings:
        if any(pairs.counts[1:]):
            taken[a].add(b)
        if any(pairs.counts[:-1]):
            taken[b].add(a)
    reached: list[set[int]] = []
    for player in range(count):
        found, waiting = {player}, [player]
        while waiting:
            more = taken[waiting.pop()] - found
            found |= more
            waiting += more
        reached.append(found)
    return reached


class _Point(NamedTuple):
    """Ratings under a condition: how they are, and how far the condition is from what the games say."""

    ratings: list[float]
    root: float
    """The signed root of the score statistic, for one pair as a unit: falling where the condition rises."""
    deviation: float
    """The standard deviation of the contrast, for one pair as a unit."""


@frozen(kw_only=True)
class _RatingFit:
    """The games of the players that are compared, and their ratings as natural logarithms."""

    meetings: list[tuple[int, int, float, float]]
    """Two players by their places here, the points of the first, and the pairs."""
    games: float
    """How many games that are won or lost say as much as a pair."""
    ratings: list[float]

    @staticmethod
    def of(players: Sequence[int], met: Sequence[Meeting], is_open: bool) -> _RatingFit:
        """Fit the players."""
        places = {player: place for place, player in enumerate(players)}
        trace = _TRACE if is_open else 0.0
        known = [(places[a], places[b], pairs) for a, b, pairs in met if a in places and b in places]
        meetings = [(a, b, p.pairs * p.share.value + trace, p.pairs + 2 * trace) for a, b, p in known]
        start = [0.0] * len(players)
        ratings = _RatingFit(meetings=meetings, games=1.0, ratings=start).constrain(start, None, 0.0).ratings
        return _RatingFit(meetings=meetings, games=_count_games(len(players), known, ratings), ratings=ratings)

    def interval(self, contrast: list[float], value: float) -> Elo:
        """Return a contrast of the ratings with its interval; the value says if it is infinite."""
        middle = _dot(contrast, self.ratings)
        low = -math.inf if value == -math.inf else self._find_bound(contrast, middle, -1)
        high = math.inf if value == math.inf else self._find_bound(contrast, middle, 1)
        if math.isfinite(value):
            value = round(middle * _UNIT, 6) + 0.0  # which is never -0
        return Elo(value=value, low=low * _UNIT, high=high * _UNIT)

    def _find_bound(self, contrast: list[float], middle: float, sign: int) -> float:
        """Where the test rejects a contrast, on one side of what was observed."""
        wanted = -sign * _DEVIATIONS / math.sqrt(self.games)
        point = self.constrain(self.ratings, contrast, middle)
        near, near_root = middle, point.root
        step = min(1.0, _DEVIATIONS * point.deviation / math.sqrt(self.games))
        while True:
            far = near + sign * step
            point = self.constrain(point.ratings, contrast, far)
            if sign * (point.root - wanted) <= 0:
                break
            if abs(far - middle) > _FAR:
                return sign * math.inf
            near, near_root, step = far, point.root, 2 * step
        far_root = point.root
        for _ in range(_STEPS):  # regula falsi, by the method of Illinois
            at = near + (far - near) * (near_root - wanted) / (near_root - far_root)
            point = self.constrain(point.ratings, contrast, at)
            if abs(point.root - wanted) < _NEAR:
                break
            if (point.root - wanted) * sign <= 0:
                far, far_root, near_root = at, point.root, (near_root + wanted) / 2
            else:
                near, near_root, far_root = at, point.root, (far_root + wanted) / 2
        return _dot(contrast, point.ratings)

    def constrain(self, start: list[float], contrast: list[float] | None, target: float) -> _Point:
        """Fit the ratings, with a contrast as it is told, by Newton's method. The first player's stays 0."""
        ratings = [rating - start[0] for rating in start]
        root = deviation = 0.0
        for _ in range(_STEPS):
            gradient, information = self._derive(ratings)
            if contrast is None:
                (step,) = _solve(information, [gradient])
            else:
                step, across = _solve(information, [gradient, contrast[1:]])
                variance = max(_dot(contrast[1:], across), _LEAST)
                force = (_dot(contrast[1:], step) - target + _dot(contrast, ratings)) / variance
                step = [ahead - force * aside for ahead, aside in zip(step, across, strict=True)]
                deviation = math.sqrt(variance)
                root = force * deviation
            largest = max(map(abs, step))
            scale = min(1.0, _STEP / largest) if largest else 1.0
            ratings = [0.0, *(rating + scale * change for rating, change in zip(ratings[1:], step, strict=True))]
            if largest < _SETTLED:
                break
        return _Point(ratings, root, deviation)

    def _derive(self, ratings: list[float]) -> tuple[list[float], list[list[float]]]:
        """Return the derivatives of the likelihood by all ratings but the first, and the information."""
        count = len(ratings)
        gradient = [0.0] * count
        information = [[0.0] * count for _ in range(count)]
        for a, b, points, pairs in self.meetings:
            expected, missed = _share(ratings[a] - ratings[b]), _share(ratings[b] - ratings[a])
            # Of far players 1 - expected would be 0, and a difference of all points would have lost its digits.
            surplus, weight = points * missed - (pairs - points) * expected, max(pairs * expected * missed, _LEAST)
            gradient[a] += surplus
            gradient[b] -= surplus
            for one, other, amount in ((a, a, weight), (b, b, weight), (a, b, -weight), (b, a, -weight)):
                information[one][other] += amount
        return gradient[1:], [row[1:] for row in information[1:]]


def _count_games(players: int, met: Sequence[Meeting], ratings: list[float]) -> float:
    """How many games that are won or lost say as much as a pair: of two players as many as in their match."""
    squares = whole = spread = 0.0
    number = 0
    for a, b, pairs in met:
        expected = _share(ratings[a] - ratings[b])
        number += pairs.pairs
        whole += pairs.pairs * expected * (1 - expected)
        spread += pairs.pairs * (pairs.share.value - 0.5) ** 2
        squares += sum(each * (points - expected) ** 2 for each, points in zip(pairs.counts, _POINTS, strict=True))
    # A fifth of a pair more for each count has this sum of squares around the mean of all.
    squares += 0.125 + spread / (number + 1)
    variance = squares / max(number - players + 3, 1)
    return whole / number / variance if whole / number > _NOTHING else 1.0


def _share(ahead: float) -> float:
    """The share of the points that a player can expect who is so far ahead, as a natural logarithm."""
    return 1 / (1 + math.exp(min(-ahead, _LONGEST)))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _solve(matrix: list[list[float]], sides: list[list[float]]) -> list[list[float]]:
    """Solve a positive definite system for several right sides, by elimination."""
    rows = [[*row, *values] for row, values in zip(matrix, zip(*sides, strict=True), strict=True)]
    count = len(rows)
    for index, row in enumerate(rows):
        for below in rows[index + 1 :]:
            factor = below[index] / row[index]
            if factor:
                below[index:] = [
                    value - factor * above for value, above in zip(below[index:], row[index:], strict=True)
                ]
    found: list[list[float]] = []
    for side in range(len(sides)):
        values = [0.0] * count
        for index in reversed(range(count)):
            row = rows[index]
            rest = row[count + side] - _dot(row[index + 1 : count], values[index + 1 :])
            values[index] = rest / row[index]
        found.append(values)
    return found
