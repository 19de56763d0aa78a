"""How long a search may go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.support.arguments import is_a
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

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

    __repr__ = brief

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

    __repr__ = brief

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
