"""A small network: one hidden layer of clamped sums over the pieces, which are kept up as pieces move.

Each hidden unit is a sum of a bias and of a weight for each piece on its square, and adds to the value in proportion to
that sum, held between 0 and ``ONE``. Four units share a word, 15 bits each, above a bias that keeps them from being
below zero; so a piece that moves costs two additions for four units.

Law: no unit leaves its 15 bits whatever stands on the board, since no sum may be farther from 0 than ``MOST``. While a
move is followed a square may hold two pieces for a moment; what then spills into the next unit is taken back with it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec
from hnefatafl.search._core.rows import zeros

ONE: Final = 128
"""A hidden unit that is wholly on."""
OUTPUT: Final = 256
"""What the sum of the outputs is divided by: a unit that is wholly on adds half of its output weight to the value."""
_LANES: Final[i64] = 4
_BITS: Final[i64] = 15
_LANE: Final[i64] = (1 << 15) - 1
_MIDDLE: Final[i64] = 1 << 14
MOST: Final = (1 << 14) - 1
"""How far from 0 the sum of a unit may be."""


@final
class Network:
    """A network for one ruleset, and its sums for one board."""

    __slots__ = ("columns", "outputs", "start", "sums", "units", "words")

    def __init__(self, t: Tables, biases: list[int], weights: list[int], outputs: list[int]) -> None:
        """Make a network.

        Arguments:
            biases: one for each unit.
            weights: for attackers, defenders and the king, for each square, rank 1 first: one for each unit.
            outputs: one for each unit.

        The caller has made sure that no sum is farther from 0 than ``MOST``
        (:class:`~hnefatafl.search.trained.TrainedEvaluation` does).
        """
        units = len(biases)
        self.units: Final[i64] = units
        self.words: Final[i64] = (units + 3) // 4
        self.columns: Final[vec[i64]] = zeros(3 * int(t.size) * int(self.words))
        self.outputs: Final[vec[i64]] = vec[i64]([i64(output) for output in outputs])
        self.start: Final[vec[i64]] = zeros(int(self.words))
        self.sums: Final[vec[i64]] = zeros(int(self.words))
        unit: i64 = 0
        while unit < self.units:
            self.start[unit // _LANES] += (_MIDDLE + i64(biases[int(unit)])) << _BITS * (unit % _LANES)
            unit += 1
        at = 0
        for kind in range(3):
            for q in t.squares:
                base = (i64(kind) * t.size + q) * self.words
                unit = 0
                while unit < self.units:
                    lane: i64 = 1
                    lane <<= _BITS * (unit % _LANES)
                    self.columns[base + unit // _LANES] += i64(weights[at]) * lane
                    at += 1
                    unit += 1

    def begin(self) -> None:
        """Begin with an empty board."""
        i: i64 = 0
        while i < self.words:
            self.sums[i] = self.start[i]
            i += 1

    def add(self, place: i64) -> None:
        """Put a piece on a square: 0, 1 or 2 for its kind, times the size of the padded board, plus the square."""
        sums = self.sums
        columns = self.columns
        at = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[i] += columns[at + i]
            i += 1

    def remove(self, place: i64) -> None:
        """Take a piece away."""
        sums = self.sums
        columns = self.columns
        at = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[i] -= columns[at + i]
            i += 1

    def output(self) -> i64:
        """What the network adds to the value for the attackers, in hundredths."""
        outputs = self.outputs
        most: i64 = ONE  # `ONE` itself is an object, and slow to multiply
        found: i64 = 0
        unit: i64 = 0
        for word in self.sums:
            lane: i64 = 0
            while lane < _LANES and unit < self.units:
                level = (word & _LANE) - _MIDDLE
                if level > most:
                    level = most
                if level > 0:
                    found += level * outputs[unit]
                word >>= _BITS
                lane += 1
                unit += 1
        return found // OUTPUT
