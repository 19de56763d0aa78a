"""Search: players, analysis and proofs."""

from __future__ import annotations

from hnefatafl.search.analysis import Analysis, Explanation, Line, Searcher, analyse, explain_score
from hnefatafl.search.limits import Limit
from hnefatafl.search.scores import Score

__all__ = ["Analysis", "Explanation", "Limit", "Line", "Score", "Searcher", "analyse", "explain_score"]


def __dir__() -> list[str]:
    return __all__
