"""What rules do to the balance: games of a weak player against itself, a few at a time, so that nobody waits long.

The page adds up: it sends what there was before, and stops asking where it wants no more.
"""

from __future__ import annotations

from typing import Any, Final

from hnefatafl.arena import Points
from hnefatafl.board import Side
from hnefatafl.lab import Strength, winner_of
from hnefatafl.notation._plain import is_table
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused

__all__ = ["balance"]

_STRENGTH: Final = Strength(nodes=100)
_PLIES: Final = 200
"""After so many moves a game counts as drawn."""
_MOST: Final = 100_000
"""The number of games that are added up."""


def balance(rules: Ruleset, before: object, games: int) -> dict[str, Any]:
    """Return the results of the attackers with some games more: ``won``, ``drawn``, ``lost``, and ``words``.

    >>> from hnefatafl import variants
    >>> found = balance(variants.BRANDUBH, {"won": 10, "drawn": 0, "lost": 9}, 1)
    >>> found["won"] + found["drawn"] + found["lost"]
    20

    Raises:
        Refused: ``before`` is no such result.
    """
    counts = [before.get(name) if is_table(before) else None for name in ("won", "drawn", "lost")]
    known = [count for count in counts if isinstance(count, int) and 0 <= count < _MOST]
    if len(known) < len(counts):
        raise Refused("the results of the games before were expected")
    points = Points(won=known[0], drawn=known[1], lost=known[2])
    for number in range(points.games, points.games + games):
        points += Points.of(winner_of(rules, _STRENGTH, number=number, plies=_PLIES), Side.ATTACKERS)
    share = points.share
    ends = f"{100 * share.low:.0f} to {100 * share.high:.0f} %"
    words = f"the attackers take {100 * share.value:.0f} % of the points ({ends}, by {points.games} games)"
    return {"won": points.won, "drawn": points.drawn, "lost": points.lost, "words": words}
