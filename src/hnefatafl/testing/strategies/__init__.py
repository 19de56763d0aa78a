"""Hypothesis strategies: squares, moves, rulesets, boards, positions, games, and *planted* boards, on which a rare rule
is about to apply.

Random play hardly ever leads to a shieldwall, a fort or a Linnaean capture. Each planted strategy draws a ruleset, a
board and the side to move such that the rule is decided at once or by one move, sometimes with a defect (a gap, a
leak, a man too many), so that both answers occur.

Everything that is drawn can be played. A ruleset that is passed to a strategy stays fixed; without one, a valid ruleset
is drawn too.

>>> from hypothesis import given, settings
>>> from hnefatafl import Position, variants
>>> HOUSE = variants.BRANDUBH.evolve(name="House brandubh", exit_fort=True)
>>> @settings(max_examples=10)
... @given(PLANTS["exit_forts"](HOUSE))
... def check(planted: Planted) -> None:
...     rules, board, turn = planted
...     assert Position.from_board(board, rules, turn).board == board
>>> check()
"""

from hnefatafl.testing import _hypothesis as _hypothesis  # first: its error names the missing extra
from hnefatafl.testing.strategies._boards import boards
from hnefatafl.testing.strategies._drawing import Planted
from hnefatafl.testing.strategies._planted import PLANTS, planted, shuffling
from hnefatafl.testing.strategies._planting import Plant
from hnefatafl.testing.strategies._positions import games, moves, positions, squares
from hnefatafl.testing.strategies._rulesets import rulesets
from hnefatafl.testing.strategies._turns import near_repetitions

__all__ = [
    "PLANTS",
    "Plant",
    "Planted",
    "boards",
    "games",
    "moves",
    "near_repetitions",
    "planted",
    "positions",
    "rulesets",
    "shuffling",
    "squares",
]


def __dir__() -> list[str]:
    return __all__
