"""Boards as planes of numbers, and legal moves as a mask, as learning programs read them.

Laws: a number of 32 bits with a point is held as the integer of the same bits.

Cost: planes take one copy, and a look at each square.
"""

from __future__ import annotations

from array import array
from typing import Final, final

from mypy_extensions import i16, i32, i64, u8

from hnefatafl._kernel.actions import number_actions, roll_action
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.pure import PURE
from hnefatafl.support.vectors import vec

_ONE: Final[i32] = 0x3F800000
"""The bits of 1."""


def write_mask(t: Tables, codes: vec[i64], end: i64, can_roll: bool) -> bytearray:
    """Return a byte for each action: 1 for the moves before index ``end``, and for the roll if it is legal.

    ``codes`` holds the numbers of the actions afterwards.
    """
    byte: u8 = 0
    roll = roll_action(t)
    out = vec[u8]([byte] * int(roll + 1))
    number_actions(t, codes, end)
    i: i64 = 0
    while i < end:
        out[codes[i]] = 1
        i += 1
    if can_roll:
        out[roll] = 1
    return bytearray(out)


@final
class PlaneWriter:
    """Writes planes of one size: a template, a 1 for each piece, and planes that show one number each.

    ``still`` has the numbers of the template, and ``planes`` for each code of a piece the number of its plane, or -1.
    ``scales`` has for each plane that shows a number what it shows from 0 on; its last one stands for all above. These
    planes begin at ``first``; after them comes that of berserk turns, if there are any.
    """

    __slots__ = ("first", "planes", "scales", "starts", "still")

    def __init__(self, still: list[int], planes: list[int], scales: list[list[int]], first: int) -> None:
        self.still: Final[vec[i32]] = vec[i32]([i32(number) for number in still])
        self.planes: Final[vec[i64]] = vec[i64]([i64(plane) for plane in planes])
        self.scales: Final[vec[i32]] = vec[i32]([i32(number) for scale in scales for number in scale])
        starts = [sum(map(len, scales[:number])) for number in range(len(scales) + 1)]
        self.starts: Final[vec[i64]] = vec[i64]([i64(start) for start in starts])
        self.first: Final[i64] = first

    def write(self, t: Tables, cells: vec[i16], berserk: i64, shown: list[int]) -> bytearray:
        """Return the planes of a board with those numbers ``shown``, in the order of the machine.

        ``berserk`` is where the piece stands whose berserk turn it is, or 0.
        """
        out = self.still[:]
        squares = t.n * t.n
        continues = (self.first + len(self.starts) - 1) * squares
        place: i64 = 0
        for q in t.squares:
            cell = cells[q]
            if cell != 0:
                plane = self.planes[t.coded[i64(cell)]]
                if plane >= 0:
                    out[plane * squares + place] = _ONE
                if q == berserk:
                    out[continues + place] = _ONE
            place += 1
        number: i64 = 0
        place = self.first * squares
        for value in shown:
            bits = self.scales[min(self.starts[number] + i64(value), self.starts[number + 1] - 1)]
            number += 1
            end = place + squares
            if bits == 0:
                place = end
            while place < end:
                out[place] = bits
                place += 1
        return bytearray(array("i", out)) if PURE else bytearray(out)
