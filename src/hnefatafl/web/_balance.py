"""What rules do to the balance: games of a weak player against itself, a few at a time, so that nobody waits long.

A few games against random moves show whether that player can judge the rules. The page adds up: it sends what there was
before, and stops asking where it wants no more.
"""

from __future__ import annotations

from typing import Any, Final

from hnefatafl.arena import Points
from hnefatafl.board import Side
from hnefatafl.lab import TRIALS, Observations, Strength, StrengthResult, against_random, winner_of
from hnefatafl.notation._plain import is_table
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Refused

_STRENGTH: Final = Strength(nodes=100)
_PLIES: Final = 200
"""After so many moves a game counts as drawn."""
_MOST: Final = 100_000
"""The number of games that are added up."""


def balance(rules: Ruleset, before: object, games: int) -> dict[str, Any]:
    """Return the results with some games more: ``won``, ``drawn`` and ``lost`` by the attackers, the same of each side
    against random moves (``tried``), and ``words``.

    >>> from hnefatafl import variants
    >>> found = balance(variants.BRANDUBH, {"won": 10, "drawn": 0, "lost": 9}, 1)
    >>> found["won"] + found["drawn"] + found["lost"]
    20

    Raises:
        Refused: ``before`` is no such result.
    """
    points = _points(before)
    tried = {side: _points(_entry(_entry(before, "tried", {}), side.value, _NONE)) for side in Side}
    for number in range(points.games, points.games + games):
        points += Points.of(winner_of(rules, _STRENGTH, number=number, plies=_PLIES), Side.ATTACKERS)
    for side, known in tried.items():
        for number in range(known.games, min(known.games + games, TRIALS)):
            tried[side] += against_random(rules, _STRENGTH, side, number=number, plies=_PLIES)
    return {
        **_told(points),
        "tried": {side.value: _told(each) for side, each in tried.items()},
        "words": _words(points, tried),
    }


_NONE: Final = {"won": 0, "drawn": 0, "lost": 0}


def _entry(given: object, name: str, otherwise: object) -> object:
    """Return an entry of what a page has sent; None if that is no table."""
    return given.get(name, otherwise) if is_table(given) else None


def _points(given: object) -> Points:
    """Return a result that a page has sent.

    Raises:
        Refused: it is none.
    """
    counts = [given.get(name) if is_table(given) else None for name in _NONE]
    known = [count for count in counts if isinstance(count, int) and 0 <= count < _MOST]
    if len(known) < len(counts):
        raise Refused("the results of the games before were expected")
    return Points(won=known[0], drawn=known[1], lost=known[2])


def _told(points: Points) -> dict[str, int]:
    return {"won": points.won, "drawn": points.drawn, "lost": points.lost}


def _words(points: Points, tried: dict[Side, Points]) -> str:
    """Return the balance, or why the player cannot judge it: the games against random moves to come count as won."""
    whole = {side: each + Points(won=max(TRIALS - each.games, 0)) for side, each in tried.items()}
    seen = Observations(attackers=points)
    result = StrengthResult(strength=_STRENGTH, observations=seen, against_random=whole)
    if result.doubt:
        return f"{result.doubt} ({points.games} games)"
    share = result.balance
    ends = f"{100 * share.low:.0f} to {100 * share.high:.0f} %"
    return f"the attackers take {100 * share.value:.0f} % of the points ({ends}, by {points.games} games)"
