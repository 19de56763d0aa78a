"""Search: players, analysis and proofs."""

from __future__ import annotations

from hnefatafl.search.limits import Limit

__all__ = ["Limit"]


def __dir__() -> list[str]:
    return __all__
