"""Boards as planes of numbers, and legal moves as a mask, as learning programs read them.

Laws: a number of 32 bits with a point is held as the integer of the same bits.

Cost: planes take one copy, and a look at each square; a mask one write for each legal action.
"""

from __future__ import annotations

from array import array
from typing import Final, final

from mypy_extensions import i16, i32, i64, u8

from hnefatafl._kernel.actions import number_actions, roll_action
from hnefatafl._kernel.boards import Boards
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.interrupts import heed_interrupts
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


def write_masks(boards: Boards) -> bytearray:
    """Return a byte for each action of each board: 1 for those that are listed, but for throws of chance."""
    byte: u8 = 0
    size = (roll_action(boards.t) + 1) * len(boards.positions)
    masks = boards.masks
    if len(masks) != size:
        masks = vec[u8]([byte] * int(size))
    boards.masks = masks[:0]  # what an interrupt leaves half done is not used again
    _mark_actions(boards, masks, 1)
    out = bytearray(masks)
    # Taken back one by one, since nearly all bytes are 0 as they were.
    _mark_actions(boards, masks, 0)
    boards.masks = masks
    return out


def _mark_actions(boards: Boards, masks: vec[u8], mark: u8) -> None:
    """Write a number in the place of each listed action of each board."""
    row = roll_action(boards.t) + 1
    actions = boards.actions
    board: i64 = 0
    while board < len(boards.positions):
        if board & 255 == 0:
            heed_interrupts()
        i = boards.offsets[board]
        end = boards.offsets[board + 1] if boards.waiting[board] == 0 else i
        place = board * row
        while i < end:
            masks[place + (i64(actions[i]) & 0xFFFF)] = mark
            i += 1
        board += 1


@final
class PlaneWriter:
    """Writes planes of one size: a template, a 1 for each piece, and planes that show one number each.

    ``still`` has the numbers of the template, and ``planes`` for each code of a piece the number of its plane, or -1.
    ``scales`` has for each plane that shows a number what it shows from 0 on; its last one stands for all above. These
    planes begin at ``first``; after them comes that of berserk turns, if there are any.
    """

    __slots__ = ("first", "planes", "scales", "sheet", "starts", "still")

    def __init__(self, still: list[int], planes: list[int], scales: list[list[int]], first: int) -> None:
        self.still: Final[vec[i32]] = vec[i32]([i32(number) for number in still])
        self.planes: Final[vec[i64]] = vec[i64]([i64(plane) for plane in planes])
        self.scales: Final[vec[i32]] = vec[i32]([i32(number) for scale in scales for number in scale])
        starts = [sum(map(len, scales[:number])) for number in range(len(scales) + 1)]
        self.starts: Final[vec[i64]] = vec[i64]([i64(start) for start in starts])
        self.first: Final[i64] = first
        self.sheet: vec[i32] = self.still[:0]
        """The template once for each board of a batch, kept since to make it takes longer than to write on it."""

    def write(self, t: Tables, cells: vec[i16], berserk: i64, shown: list[int]) -> bytearray:
        """Return the planes of a board with those numbers ``shown``, in the order of the machine.

        ``berserk`` is where the piece stands whose berserk turn it is, or 0.
        """
        out = self.still[:]
        self._write_at(out, 0, t, cells, berserk, shown)
        return as_bytearray(out)

    def _write_at(self, out: vec[i32], begin: i64, t: Tables, cells: vec[i16], berserk: i64, shown: list[int]) -> None:
        """Write the same into a copy of the template that begins at an index of ``out``."""
        self._mark_pieces(out, begin, t, cells, berserk, _ONE)
        squares = t.n * t.n
        number: i64 = 0
        place: i64 = begin + self.first * squares
        for value in shown:
            bits = self.scales[min(self.starts[number] + i64(value), self.starts[number + 1] - 1)]
            number += 1
            end = place + squares
            if out[place] == bits:  # so they all are
                place = end
            while place < end:
                out[place] = bits
                place += 1

    def _mark_pieces(self, out: vec[i32], begin: i64, t: Tables, cells: vec[i16], berserk: i64, mark: i32) -> None:
        """Write a mark where the pieces stand: a one, or nothing to take them away, with the numbers left."""
        squares = t.n * t.n
        continues = begin + (self.first + len(self.starts) - 1) * squares
        place: i64 = 0
        for q in t.squares:
            cell = cells[q]
            if cell != 0:
                plane = self.planes[t.coded[i64(cell)]]
                if plane >= 0:
                    out[begin + plane * squares + place] = mark
                if q == berserk:
                    out[continues + place] = mark
            place += 1


def as_bytearray(numbers: vec[i32]) -> bytearray:
    """Return the bytes of numbers, in the order of the machine."""
    return bytearray(array("i", numbers)) if PURE else bytearray(numbers)


def write_boards(boards: Boards, writers: tuple[PlaneWriter, PlaneWriter]) -> bytearray:
    """Return the planes of all boards, each by the writer of the side to move; chance throws for the defenders."""
    zero: i32 = 0
    t = boards.t
    first = writers[0]
    length = len(first.still)
    count = len(boards.positions)
    sheet = first.sheet
    if len(sheet) != length * count:
        sheet = vec[i32]([zero] * int(length * count))
        i: i64 = 0
        while i < len(sheet):
            sheet[i] = first.still[i % length]
            i += 1
    first.sheet = sheet[:0]  # what an interrupt leaves half done is not used again
    begin: i64 = 0
    for position in boards.positions:
        if begin // length & 255 == 0:
            heed_interrupts()
        side = _seen_by(boards, begin // length)
        shown = [int(side), int(position.occurrences()) - 1, int(position.since_capture)]
        if t.move_limit != 0:
            shown.append(int(position.ply))
        if t.die != 0:
            shown.append(int(position.roll))
        writers[int(side)]._write_at(sheet, begin, t, position.cells, position.berserk, shown)
        begin += length
    out = as_bytearray(sheet)
    # Only the pieces: the planes of numbers are written anew each time.
    begin = 0
    for position in boards.positions:
        writers[int(_seen_by(boards, begin // length))]._mark_pieces(
            sheet, begin, t, position.cells, position.berserk, zero
        )
        begin += length
    first.sheet = sheet
    return out


def _seen_by(boards: Boards, board: i64) -> i64:
    """The side from which a board is seen."""
    return 1 if boards.waiting[board] != 0 else boards.positions[board].side
