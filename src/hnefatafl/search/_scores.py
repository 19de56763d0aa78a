"""How long a search may go on, and its scores: what positions are worth to a side.

A score is measured in hundredths of a soldier, where both sides have about as many, and belongs to a side: +35 for the
attackers is -35 for the defenders. Wins that the board alone brings about are above everything else, the sooner the
better. So scores of one side are ordered, and can be compared with ``<`` and ``max``.

>>> from hnefatafl import Side
>>> score = Score(side=Side.ATTACKERS, value=35)
>>> print(score, score.pov(Side.DEFENDERS), sep=" / ")
+0.35 / -0.35
>>> print(Score.won(Side.ATTACKERS, 5), Score.lost(Side.ATTACKERS, 4), sep=", ")
wins in 5 plies, loses in 4 plies
>>> score < Score.won(Side.ATTACKERS, 5) < Score.won(Side.ATTACKERS, 3)
True
"""

from __future__ import annotations

from functools import total_ordering
from typing import TYPE_CHECKING, Any, Final

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import as_side
from hnefatafl.support.arguments import check, is_a
from hnefatafl.support.as_json import attributes
from hnefatafl.support.immutability import frozen

if TYPE_CHECKING:
    from attrs import Attribute

_MOST: Final = (1 << 63) - 1
"""The greatest number that is counted to."""
_MOVES: Final = 30
"""For how many more moves the time of a clock is kept."""
_SPARE: Final = 0.05
"""How many seconds of a clock are never used: for what a move takes beside the search."""


def _not_negative(instance: object, attribute: Attribute[Any], value: float | None) -> None:
    if value is not None and not value >= 0:
        raise ArgumentValueError(f"{attribute.name}: a number from 0 on was expected, not {value}")


def _check_positive(instance: Limit, attribute: Attribute[int | None], value: int | None) -> None:
    if value is not None:
        _check_count(attribute.name, value)


def _check_count(name: str, value: int) -> None:
    """Check a number of things of which there may be any number, as far as a word holds it.

    Raises:
        ArgumentValueError: it is below 1, or 2⁶³ or above.
    """
    if not 1 <= value <= _MOST:
        raise ArgumentValueError(f"{name}: a number from 1 to {_MOST} was expected, not {value}")


@frozen(kw_only=True)
class Clocks:
    """The clocks of a game: the time that both sides have left, and what each of their moves adds to it.

    >>> from hnefatafl import Side
    >>> Clocks(attackers=300, defenders=240, defenders_increment=2).of(Side.DEFENDERS)
    (240, 2)

    Raises:
        ArgumentValueError: a time is below 0.
    """

    attackers: float = field(validator=_not_negative)
    """The seconds that the attackers have left."""
    defenders: float = field(validator=_not_negative)
    """The seconds that the defenders have left."""
    attackers_increment: float = field(default=0, validator=_not_negative)
    """The seconds that each move of the attackers adds."""
    defenders_increment: float = field(default=0, validator=_not_negative)
    """The seconds that each move of the defenders adds."""

    def of(self, side: Side) -> tuple[float, float]:
        """Return the seconds that a side has left, and those that each of its moves adds."""
        if side is Side.ATTACKERS:
            return self.attackers, self.attackers_increment
        return self.defenders, self.defenders_increment


@frozen(kw_only=True)
class Limit:
    """How long a search may go on. A search ends at the limit that it reaches first.

    With a limit of nodes alone, a search gives the same answer each time and on
    every machine.

    >>> Limit(nodes=20_000)
    Limit(nodes=20000)

    Raises:
        ArgumentValueError: the seconds are below 0, or the nodes or the depth below 1 or not below 2⁶³.
    """

    seconds: float | None = field(default=None, validator=_not_negative)
    """How many seconds, by the clock that is passed to the search; None for no limit."""
    nodes: int | None = field(default=None, validator=[is_a(int, optional=True), _check_positive])
    """How many positions; None for no limit."""
    depth: int | None = field(default=None, validator=[is_a(int, optional=True), _check_positive])
    """How many plies ahead; None for no limit."""
    clocks: Clocks | None = field(default=None, validator=is_a(Clocks, optional=True))
    """The clocks of the game, of which a search takes its share; None if the game has no clocks."""

    def budget(self, side: Side) -> float | None:
        """Return how many seconds a side may search for one move; None for no limit of time.

        Of a clock, a move takes a thirtieth of the time and three quarters of the increment, and never more than is
        left. That share is a convention of ours.

        >>> from hnefatafl import Side
        >>> limit = Limit(clocks=Clocks(attackers=60, defenders=0, attackers_increment=2))
        >>> limit.budget(Side.ATTACKERS), limit.budget(Side.DEFENDERS), print(Limit(depth=3).budget(Side.ATTACKERS))
        None
        (3.5, 0.0, None)
        """
        if self.clocks is None:
            return self.seconds
        left, increment = self.clocks.of(side)
        share = max(0.0, min(left / _MOVES + increment * 3 / 4, left - _SPARE))
        return share if self.seconds is None else min(share, self.seconds)


WON: Final = 30_000
"""The value of a win on the board, less the plies to it."""
SURE: Final = 29_000
"""From here on a value is a win that the board alone brings about."""
REPETITION: Final = 20_000
"""From here on, up to :data:`~hnefatafl.search.SURE`, a value is a win by the rule of repetition. No evaluation
is as large."""

_TENFOLD: Final = 400
"""How many hundredths of a soldier make the odds of winning ten times as good."""


def _as_side(side: Side | str) -> Side:
    return as_side(side)


def _in_range(_: object, attribute: object, value: int) -> None:
    if not -WON <= value <= WON:
        raise ArgumentValueError(f"value: a number from {-WON} to {WON} was expected, not {value}")


@total_ordering
@frozen(kw_only=True)
class Score:
    """What a position is worth to a side.

    Scores of the same side are ordered. ``-score`` is the same number for the same side with the other sign;
    :meth:`pov` is the same judgement from the other side.

    >>> from hnefatafl import Side
    >>> good, better = Score(side=Side.DEFENDERS, value=20), Score(side=Side.DEFENDERS, value=120)
    >>> good < better, max(good, better).value, (-good).value
    (True, 120, -20)
    >>> good < better.pov(Side.ATTACKERS)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: scores of different sides are not ordered: turn one of them by pov
    """

    side: Side = field(converter=_as_side)
    """The side that it is the score of."""
    value: int = field(validator=[is_a(int), _in_range])
    """The score in hundredths of a soldier. From :data:`~hnefatafl.search.SURE` on it is
    :data:`~hnefatafl.search.WON` less the plies to a win, and below ``-SURE`` the same for a loss. Between
    :data:`~hnefatafl.search.REPETITION` and ``SURE`` lie wins by the rule of repetition."""

    @staticmethod
    def won(side: Side | str, plies: int) -> Score:
        """Return the score of a win on the board in so many plies, for the side that wins.

        >>> from hnefatafl import Side
        >>> Score.won(Side.DEFENDERS, 1)
        Score(side=Side.DEFENDERS, value=29999)

        Raises:
            ArgumentValueError: the number of plies is below 0 or above ``WON - SURE``.
        """
        check("plies", plies, int)
        if not 0 <= plies <= WON - SURE:
            raise ArgumentValueError(f"plies: a number from 0 to {WON - SURE} was expected, not {plies}")
        return Score(side=side, value=WON - plies)

    @staticmethod
    def lost(side: Side | str, plies: int) -> Score:
        """Return the score of a loss on the board in so many plies, for the side that loses.

        Raises:
            ArgumentValueError: as :meth:`won`.
        """
        return -Score.won(side, plies)

    @property
    def plies(self) -> int | None:
        """The number of plies to an end that the board alone brings about, or None if there is no proven one."""
        size = abs(self.value)
        return WON - size if size >= SURE else None

    @property
    def is_win(self) -> bool:
        """Whether it is a win on the board for its side."""
        return self.value >= SURE

    @property
    def is_loss(self) -> bool:
        """Whether it is a loss on the board for its side."""
        return self.value <= -SURE

    @property
    def is_decided(self) -> bool:
        """Whether it is a win or a loss, on the board or by repetition."""
        return abs(self.value) >= REPETITION

    @property
    def expected_points(self) -> float:
        """The points that the side may expect: 1 for a win, 0 for a loss, between them a logistic curve of the value.

        The curve is a convention of ours, as the Elo scale is one: 400 hundredths make the odds ten times as good, so
        one soldier more stands for 0.64 points and two for 0.76.

        >>> from hnefatafl import Side
        >>> for value in 0, 100, 200, -400:
        ...     print(round(Score(side=Side.ATTACKERS, value=value).expected_points, 2))
        0.5
        0.64
        0.76
        0.09
        """
        if self.is_decided:
            return float(self.value > 0)
        return float(1 / (1 + 10 ** (-self.value / _TENFOLD)))

    def pov(self, side: Side | str) -> Score:
        """Return the score from the point of view of a side."""
        side = as_side(side)
        return self if side is self.side else Score(side=side, value=-self.value)

    def as_json(self) -> dict[str, object]:
        """Return it as an object that :mod:`json` can write, with all that a reader may want to know."""
        return attributes(self, "side value plies", text=str(self), points=round(self.expected_points, 4))

    def __neg__(self) -> Score:
        return Score(side=self.side, value=-self.value)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        if other.side is not self.side:
            raise ArgumentValueError("scores of different sides are not ordered: turn one of them by pov")
        return self.value < other.value

    def __str__(self) -> str:
        plies = self.plies
        if not self.is_decided:
            return f"{self.value / 100:+.2f}"
        if plies == 0:
            return "has won" if self.value > 0 else "has lost"
        ends = "wins" if self.value > 0 else "loses"
        if plies is None:
            return f"{ends} by repetition"
        return f"{ends} in {plies} {'ply' if plies == 1 else 'plies'}"
