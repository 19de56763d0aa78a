"""The best lines that a search has found so far, at each distance from the root."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.view import PLIES
from hnefatafl.support.vectors import vec


@final
class Lines:
    """A line for each distance from the root, and how long it is: ``PLIES`` moves have room."""

    __slots__ = ("codes", "lengths")

    def __init__(self) -> None:
        self.codes: Final[vec[i64]] = zeros(int((PLIES + 2) * (PLIES + 2)))
        self.lengths: Final[vec[i64]] = zeros(int(PLIES + 2))

    def follow(self, code: i64, ply: i64) -> None:
        """Keep the move and the line after it as the best from here."""
        codes = self.codes
        start = ply * PLIES
        codes[start] = code
        n = self.lengths[ply + 1] if ply < PLIES - 2 else 0
        i: i64 = 0
        while i < n:
            codes[start + 1 + i] = codes[start + PLIES + i]
            i += 1
        self.lengths[ply] = n + 1

    def at(self, ply: i64) -> list[int]:
        """The best line from that distance on."""
        start = ply * PLIES
        return [int(code) for code in self.codes[start : start + self.lengths[ply]]]
