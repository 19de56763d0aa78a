"""A small network: one hidden layer of clamped sums over the pieces, which are kept up as pieces move.

Each hidden unit is a sum of a bias and of a weight for each piece on its square, and adds to the value in proportion to
that sum, held between 0 and ``ONE``. Four units share a word, 15 bits each, above a bias that keeps them from being
below zero; so a piece that moves costs two additions for four units. The sums of each position of a line are kept until
its last move is taken back, which costs nothing.

Law: no unit leaves its 15 bits whatever stands on the board, since no sum may be farther from 0 than ``MOST``. While a
move is followed a square may hold two pieces for a moment; what then spills into the next unit is taken back with it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.tables import Tables
from hnefatafl.search._core.rows import zeros
from hnefatafl.support.vectors import extend, vec

ONE: Final[i64] = 128
"""A hidden unit that is wholly on."""
OUTPUT: Final = 256
"""What the sum of the outputs is divided by: a unit that is wholly on adds half of its output weight to the value."""
_LANES: Final[i64] = 4
_BITS: Final[i64] = 15
_LANE: Final[i64] = (1 << 15) - 1
_MIDDLE: Final[i64] = 1 << 14
_ABOVE: Final[i64] = (1 << 14) - 1  # the bits of a sum above 0
_ONES: Final[i64] = 1 | 1 << 15 | 1 << 30 | 1 << 45  # a 1 in each lane
_POSITIONS: Final = 64  # of a line, for which there is room from the beginning
MOST: Final = (1 << 14) - 1
"""How far from 0 the sum of a unit may be."""


@final
class Network:
    """A network for one ruleset, and its sums for one board."""

    __slots__ = ("columns", "outputs", "start", "sums", "top", "words")

    def __init__(self, t: Tables, biases: list[int], weights: list[int], outputs: list[int]) -> None:
        """Make a network.

        Arguments:
            biases: one for each unit.
            weights: for attackers, defenders and the king, for each square, rank 1 first: one for each unit.
            outputs: one for each unit.

        The caller has made sure that no sum is farther from 0 than ``MOST``
        (:class:`~hnefatafl.search.TrainedEvaluation` does).
        """
        units = len(biases)
        self.words: Final[i64] = (units + 3) // 4
        self.columns: Final[vec[i64]] = zeros(3 * int(t.size) * int(self.words))
        self.outputs: Final[vec[i64]] = zeros(int(self.words * _LANES))
        self.start: Final[vec[i64]] = zeros(int(self.words))
        self.sums: vec[i64] = zeros(int(self.words * _POSITIONS))  # of each position of the line; its own from `top` on
        self.top: i64 = 0
        unit: i64 = 0
        while unit < units:
            self.outputs[unit] = i64(outputs[int(unit)])
            self.start[unit // _LANES] += (_MIDDLE + i64(biases[int(unit)])) << _BITS * (unit % _LANES)
            unit += 1
        index = 0
        for kind in range(3):
            for q in t.squares:
                base = (i64(kind) * t.size + q) * self.words
                unit = 0
                while unit < units:
                    lane: i64 = 1
                    lane <<= _BITS * (unit % _LANES)
                    self.columns[base + unit // _LANES] += i64(weights[index]) * lane
                    index += 1
                    unit += 1

    def begin(self) -> None:
        """Begin with an empty board."""
        self.top = 0
        i: i64 = 0
        while i < self.words:
            self.sums[i] = self.start[i]
            i += 1

    def push(self, left: i64, reached: i64) -> None:
        """Follow a move, which :meth:`pop` takes back, whatever is added and removed in between.

        A place is 0, 1 or 2 for the kind of piece, times the size of the padded board, plus the square.
        """
        sums = self.sums
        columns = self.columns
        words = self.words
        before = self.top
        now = before + words
        if now + words > len(sums):
            sums = extend(sums, zeros(len(sums)))
            self.sums = sums
        self.top = now
        left *= words
        reached *= words
        i: i64 = 0
        while i < words:
            sums[now + i] = sums[before + i] + columns[reached + i] - columns[left + i]
            i += 1

    def pop(self) -> None:
        """Go back to the position before the last move."""
        self.top -= self.words

    def add(self, place: i64) -> None:
        """Put a piece on a square."""
        sums = self.sums
        columns = self.columns
        start = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[self.top + i] += columns[start + i]
            i += 1

    def remove(self, place: i64) -> None:
        """Take a piece away."""
        sums = self.sums
        columns = self.columns
        start = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[self.top + i] -= columns[start + i]
            i += 1

    def output(self) -> i64:
        """What the network adds to the value for the attackers, in hundredths.

        The four units of a word are held between 0 and ``ONE`` together, without branches, which would depend on chance
        for a processor.
        """
        sums = self.sums
        outputs = self.outputs
        total: i64 = 0
        unit: i64 = 0
        i = self.top
        end = i + self.words
        while i < end:
            levels = sums[i]
            levels &= ((levels >> 14) & _ONES) * _ABOVE
            full = ((levels + _ONES * (_MIDDLE - ONE)) >> 14) & _ONES
            levels = (levels & ~(full * _ABOVE)) + full * ONE
            total += (levels & _LANE) * outputs[unit] + ((levels >> 15) & _LANE) * outputs[unit + 1]
            total += ((levels >> 30) & _LANE) * outputs[unit + 2] + (levels >> 45) * outputs[unit + 3]
            i += 1
            unit += _LANES
        return total // OUTPUT
