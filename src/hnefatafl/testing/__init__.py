"""Tools for tests of rules: Hypothesis strategies, a reference implementation, and a check of whole rulesets.

The strategies need Hypothesis, which the extra ``testing`` brings; the rest needs nothing.

:func:`check_ruleset`
    Tests a ruleset by playing it, and reports what is wrong with it.
:mod:`~hnefatafl.testing.strategies`
    Strategies for squares, moves, rulesets, boards, positions, games, and boards on which a rare rule is about to
    apply. The common ones can also be imported from here.
:mod:`~hnefatafl.testing.reference`
    A second, slow and simple implementation of the rules.

A property of custom rules that holds in every position:

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

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from hnefatafl.testing import reference, strategies
    from hnefatafl.testing._check import check_ruleset
    from hnefatafl.testing._report import ExtraRuleCount, Report
    from hnefatafl.testing.strategies import boards, games, moves, planted, positions, rulesets, squares
else:
    # The strategies come last: importing them needs an extra.
    __getattr__, __dir__ = later(__name__, "reference", "_report", "_check", "strategies")

__all__ = [
    "ExtraRuleCount",
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
