"""The clocks of a game between two people by link.

A side has a time for the whole game, which an increment a move makes longer, or a time for each move, or both. Nobody's
clock runs before both have moved. Each step of the game keeps what is left to both sides and when that was, so a
game that is opened again goes on with the times that it had; the time in which no server ran does not count.

While a server runs, its time is that of a clock that nobody can set; only when it begins, it is taken from the wall
clock. So of a time that is not between the beginning of the server and now, all that can be said is that an earlier
server has written it: the side to move then has what it had when its move began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.notation._plain import is_table
from hnefatafl.table import Table
from hnefatafl.web._errors import Refused

_DAY: Final = 86_400
_MOST: Final = {"seconds": _DAY, "increment": 3_600, "move": 30 * _DAY}
"""The most seconds of each part of a pace."""
_OPENING: Final = 2
"""The clocks run after so many plies."""


@frozen(kw_only=True)
class Pace:
    """How much time each side has."""

    seconds: int | None = None
    """For the whole game."""
    increment: int = 0
    """What each move adds to that."""
    move: int | None = None
    """For each move."""

    @staticmethod
    def parse(given: object) -> Pace | None:
        """Read what somebody has sent; None for no clocks.

        Raises:
            Refused: it is no pace.
        """
        if given is None:
            return None
        if not is_table(given) or not set(given) <= set(_MOST):
            raise Refused(f"pace: {', '.join(_MOST)} were expected, in seconds")
        for name, value in given.items():
            least = 0 if name == "increment" else 1
            is_number = isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MOST[name]
            if not is_number and (value is not None or name == "increment"):
                raise Refused(f"pace.{name}: from {least} to {_MOST[name]:,} seconds were expected")
        found = Pace(**given)
        if found.seconds is None and (found.move is None or found.increment):
            raise Refused("pace: seconds for the game, or for each move, were expected")
        return found

    @property
    def plain(self) -> dict[str, int | None]:
        """Return it as JSON can express it."""
        return {"seconds": self.seconds, "increment": self.increment, "move": self.move}


@frozen
class Times:
    """What is left to both sides, and when that was."""

    left: Mapping[Side, float | None]
    """The seconds for the rest of the game; None where only each move has a time."""
    at: float
    """The seconds since the beginning of 1970, by the clock of the server that wrote it."""

    @staticmethod
    def parse(fact: Mapping[str, object]) -> Times | None:
        """Return what a step has of them, if it has them.

        Raises:
            Refused: they are damaged.
        """
        if "left" not in fact:
            return None
        try:
            left: Any = fact["left"]
            at: Any = fact["at"]
            return Times(
                {side: None if left[side.value] is None else float(left[side.value]) for side in Side}, float(at)
            )
        except (KeyError, TypeError, ValueError):
            raise Refused("the times of the step are damaged") from None


class Watch:
    """The clocks of a game.

    Arguments:
        pace: how much time there is.
        times: what was left after the last step, if there was one.
        now: what tells the time of this server, which nobody sets, in seconds since the beginning of 1970.
        since: when the server began: the time before that does not count.
    """

    def __init__(self, pace: Pace, times: Times | None, now: Callable[[], float], since: float) -> None:
        self.pace: Final = pace
        self._now = now
        whole = None if pace.seconds is None else float(pace.seconds)
        left = dict.fromkeys(Side, whole) if times is None else times.left
        at = now() if times is None else times.at
        self._times = Times(left, at if since <= at <= now() else since)

    def running(self, table: Table) -> Side | None:
        """Return whose clock runs."""
        position = table.position
        return None if table.is_over or position.ply < _OPENING else position.turn

    def left(self, side: Side, table: Table) -> float:
        """Return how many seconds a side has now: for the game, or for the move if that is less."""
        return min(each for each in (self._rest(side, table), self._for_move(side, table)) if each is not None)

    def is_late(self, table: Table) -> bool:
        """Return whether the time of the side to move is over."""
        running = self.running(table)
        return running is not None and self.left(running, table) <= 0

    def _spent(self, side: Side, table: Table) -> float:
        return max(0.0, self._now() - self._times.at) if self.running(table) is side else 0.0

    def _rest(self, side: Side, table: Table) -> float | None:
        left = self._times.left[side]
        return None if left is None else left - self._spent(side, table)

    def _for_move(self, side: Side, table: Table) -> float | None:
        return None if self.pace.move is None else self.pace.move - self._spent(side, table)

    def stamped(self, fact: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Return a step with what is left after it."""
        turn, is_on = table.position.turn, self.running(table) is not None
        left = {side.value: self._rest(side, table) for side in Side}
        rest = left[turn.value]
        passes = int(fact["ply"]) > table.position.ply
        if rest is not None and passes and is_on:
            left[turn.value] = rest + self.pace.increment
        whole = left[turn.value]
        clock = {"clock": max(0, int(whole))} if whole is not None and passes else {}
        return {**fact, **clock, "left": left, "at": self._now()}

    def done(self, fact: Mapping[str, object]) -> None:
        """Go on from a step that was done."""
        self._times = Times.parse(fact) or self._times

    def message(self, table: Table) -> dict[str, Any]:
        """Return what the pages show."""
        running = self.running(table)
        return {
            "type": "clock",
            **self.pace.plain,
            "left": {side.value: round(max(0.0, self.left(side, table)), 1) for side in Side},
            "running": None if running is None else running.value,
        }
