"""The weights of the features, for rulesets that nobody has trained a player for."""

from __future__ import annotations

from typing import Final

from hnefatafl._kernel.tables import Tables
from hnefatafl.pieces import Kind, Side
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.evaluation import Evaluation

# In the order of the features of `_evaluation`: tempo; held once, twice, thrice; exposed, clutched; sealed, goals shut,
# region; one way, ways; two moves, goals in two moves, three moves; the king's moves.
_SMALL: Final = (0, 9, 35, 150, 75, 9, 320, 10, 1, -90, -700, -20, -12, -20, -5)
_LARGE: Final = (0, 0, 0, 99, 50, 9, 190, 14, 32, -470, -1390, -123, -74, -123, 5)
# A soldier; an attacker before a corner; the king a step farther from his goals.
_SMALL_PLACES: Final = (100, 7, 4)
_LARGE_PLACES: Final = (100, 60, 34)
_SMALL_SIZE: Final = 9


def evaluation_for(ruleset: Ruleset, tables: Tables) -> Evaluation:
    """The evaluation of a ruleset's positions."""
    men = [piece.side for piece in ruleset.start.values() if piece.kind is not Kind.KING]
    attackers = men.count(Side.ATTACKERS)
    small = ruleset.size <= _SMALL_SIZE
    return Evaluation(
        tables,
        attackers,
        len(men) - attackers,
        list(_SMALL if small else _LARGE),
        list(_SMALL_PLACES if small else _LARGE_PLACES),
    )
