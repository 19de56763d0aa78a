"""The ends of games that go on on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import TableError
from hnefatafl.records import Ending

SIDES: Final[Mapping[str, Side]] = {side.value: side for side in Side}
_ENDINGS: Final[Mapping[object, Ending]] = {"resigned": "resigned", "timeout": "timeout"}


@frozen
class End:
    """How a game has ended that goes on on the board."""

    winner: Side | None
    ending: Ending | None

    @property
    def words(self) -> str:
        if self.winner is None:
            return "A draw: the players have agreed on it."
        loser = self.winner.opponent
        why = f"the time of the {loser} is over" if self.ending == "timeout" else f"the {loser} have resigned"
        return f"The {self.winner} win: {why}."

    @staticmethod
    def parse(winner: object, ending: object) -> End:
        """Read what an action says.

        Raises:
            TableError: winner and ending do not fit.
        """
        if winner is None and ending is None:
            return End(None, None)
        if not isinstance(winner, str) or not isinstance(ending, str) or winner not in SIDES or ending not in _ENDINGS:
            raise TableError("the winner and resigned or timeout were expected, or neither for a draw")
        return End(SIDES[winner], _ENDINGS[ending])
