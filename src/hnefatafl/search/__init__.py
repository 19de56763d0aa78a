"""Search: players, analysis and proofs."""

from __future__ import annotations

from hnefatafl.search.limits import Limit
from hnefatafl.search.scores import Score

__all__ = ["Limit", "Score"]


def __dir__() -> list[str]:
    return __all__
