"""What tests of rules are made of: Hypothesis strategies, a reference to compare with, and a look over a ruleset.

It needs the extra ``testing``: ``pip install ".[testing]"`` in the folder of the sources.

:func:`check_ruleset`
    Looks a ruleset over and reports what is wrong with it.
:mod:`~hnefatafl.testing.strategies`
    Strategies for squares, moves, rulesets, boards, positions, games, and boards that hold one rare rule each. What
    most tests need can be imported from here, too.
:mod:`~hnefatafl.testing.reference`
    A second, slow, obvious implementation of the rules.

A property of one's own rules, which holds in whatever position play leads to:

>>> from hypothesis import given, settings
>>> from hnefatafl import Position, variants
>>> HOUSE = variants.BRANDUBH.evolve(name="House brandubh", fewest_attackers=3)
>>> @settings(max_examples=20)
... @given(positions(HOUSE))
... def test_few_attackers_have_lost(position: Position) -> None:
...     assert position.outcome or position.board.count(PieceSet.ATTACKERS) >= 3
>>> from hnefatafl import PieceSet
>>> test_few_attackers_have_lost()
"""

from hnefatafl.testing import _hypothesis as _hypothesis  # first: it says what is missing
from hnefatafl.testing import reference, strategies
from hnefatafl.testing._check import check_ruleset
from hnefatafl.testing._report import Report
from hnefatafl.testing.strategies import boards, games, moves, planted, positions, rulesets, squares

__all__ = [
    "Report",
    "boards",
    "check_ruleset",
    "games",
    "moves",
    "planted",
    "positions",
    "reference",
    "rulesets",
    "squares",
    "strategies",
]


def __dir__() -> list[str]:
    return __all__
