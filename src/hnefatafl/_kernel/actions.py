"""Moves as numbers of actions, for programs that learn.

``Tables.actions`` has the move of each number, and ``Tables.numbers`` the parts that the number of a move is the sum
of (:func:`~hnefatafl._kernel.lookup.actions`). The last number is to roll the die.

Laws: the actions of a position are written in ascending order. A number takes 16 bits without a sign; vectors hold it
as the number with a sign that has the same bits.

Cost: :meth:`BitBoards.fill` finds the walks of a piece by four words of bits, however long they are. It takes less than
half the time of :func:`~hnefatafl._kernel.generate.fill`, much of it where the bits of a word end, which processors
cannot predict. So a piece has one word where its actions fit into it.
"""

from __future__ import annotations

from array import array
from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import file_of, origin_of, rank_of, target_of
from hnefatafl._kernel.generate import fill_alone, room_for_one
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.play import movers_by_kind
from hnefatafl._kernel.playouts import spots_of
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.pure import PURE
from hnefatafl.support.vectors import vec

_WIDTH: Final[i64] = 63
"""How many bits a word has at most whose bits are looked up."""
_WINDOWS: Final[i64] = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: each number of 6 bits stands in it once, at another place."""
_BITS: Final[vec[i64]] = vec[i64]([i64(1 << at) for at in range(63)])
"""A word with one bit, by its place."""


def _index_bits() -> vec[i64]:
    zero: i64 = 0
    places = vec[i64]([zero] * 64)
    for place in range(_WIDTH):
        places[_BITS[place] * _WINDOWS >> 57 & 63] = place
    return places


_PLACES: Final[vec[i64]] = _index_bits()
"""The place of the one bit of a word ``w``, at ``w * _WINDOWS >> 57 & 63``: bits of the product that are the same if it
wraps."""


def roll_action(t: Tables) -> i64:
    """The number of the action that rolls the die."""
    return len(t.actions) - 1


def most_actions(t: Tables) -> i64:
    """How many actions a position can have at most, the faces of a die included."""
    return 4 * t.n * t.n + t.die + 1


def short(number: i64) -> i16:
    """A number of 16 bits without a sign, as the one with a sign that has the same bits."""
    return i16((number ^ 0x8000) - 0x8000)


def as_bytes(numbers: vec[i16], end: i64) -> bytes:
    """The numbers before index ``end`` as bytes, in the order of the machine."""
    return array("h", numbers[:end]).tobytes() if PURE else bytes(memoryview(numbers)[: int(end)])


def longer(numbers: vec[i16], length: i64) -> vec[i16]:
    """The same numbers, and zeros behind them."""
    zero: i16 = 0
    out = vec[i16]([zero] * int(length))
    i: i64 = 0
    for number in numbers:
        out[i] = number
        i += 1
    return out


def number_actions(t: Tables, codes: vec[i64], end: i64) -> None:
    """Put the numbers of their actions in place of the moves before index ``end``, in order."""
    i: i64 = 0
    numbers = t.numbers
    double = 2 * t.size
    while i < end:
        q = origin_of(codes[i])
        codes[i] = numbers[q] + numbers[double + target_of(codes[i]) - q]
        i += 1
    if t.jumpers != 0 or t.passers != 0:
        _sort_numbers(codes, end)


def write_actions(t: Tables, codes: vec[i64], end: i64, out: vec[i16], n: i64) -> i64:
    """Write the actions of the moves before index ``end`` into ``out`` from ``n``; return the index after the last.

    ``codes`` holds the numbers of the actions afterwards.
    """
    number_actions(t, codes, end)
    i: i64 = 0
    while i < end:
        out[n] = short(codes[i])
        n += 1
        i += 1
    return n


def actions_of(t: Tables, codes: vec[i64], end: i64, can_roll: bool) -> bytes:
    """The actions of the moves before index ``end``, and the roll."""
    zero: i16 = 0
    out = vec[i16]([zero] * int(end + 1))
    end = write_actions(t, codes, end, out, 0)
    if can_roll:
        out[end] = short(roll_action(t))
        end += 1
    return as_bytes(out, end)


def list_actions(t: Tables, codes: vec[i64], end: i64, can_roll: bool, numbers: list[object]) -> list[object]:
    """The same as objects, of a list of all numbers: to make as many anew takes longer than to find the moves."""
    number_actions(t, codes, end)
    actions = [numbers[number] for number in codes[:end]]
    if can_roll:
        actions.append(numbers[roll_action(t)])
    return actions


def fill_actions(
    position: MutablePosition, lines: BitBoards, board: i64, scratch: vec[i64], out: vec[i16], n: i64
) -> i64:
    """Write the legal actions of a game that goes on into ``out`` from ``n``; return the index after the last.

    ``lines`` has the position's board under the number ``board``.
    """
    t = position.t
    if (
        position.berserk == 0
        and position.roll == 0
        and t.jumpers == 0
        and not t.lists
        and position.confinement() == 0
        and not position.repetition_may_forbid()
    ):
        n = lines.fill(board, position.cells, position.side, movers_by_kind(t, position.side, 0), out, n)
    else:
        n = write_actions(t, scratch, position.fill(scratch, 0), out, n)
    if t.die != 0 and position.can_roll():
        out[n] = short(roll_action(t))
        n += 1
    return n


@final
class BitBoards:
    """Where the pieces of several boards stand, a bit each, by which their walks are found.

    Each board has these words. For each rank: its squares from west to east in the lowest bits, and the edge of the
    board above them; then for each rank from east to west; for each file from south to north; and from north to south.
    If such a word is shifted by the place of a piece, the bits below the lowest that is set are the squares to which
    nothing stands in the way. The last words have the pieces of each side, 63 squares a word.

    ``allowed`` has the moves on an empty board, by the row of a piece and its square, with a bit for each action in its
    order: those of its rank and its file in one word where it holds them, otherwise in one each (``split``).
    """

    __slots__ = ("allowed", "found", "parts", "room", "split", "spots", "t", "words")

    def __init__(self, t: Tables, count: int, kinds: i16) -> None:
        zero: i64 = 0
        self.t: Final[Tables] = t
        self.spots: Final[vec[i64]] = spots_of(int(t.n))
        self.parts: Final[i64] = (t.n * t.n + _WIDTH - 1) // _WIDTH
        self.room: Final[i64] = 4 * t.n + 2 * self.parts
        self.words: Final[vec[i64]] = vec[i64]([zero] * int(self.room * count))
        self.split: Final[bool] = 4 * (t.n - 1) > _WIDTH
        self.found: Final[vec[i64]] = vec[i64]([zero] * int(4 * t.n * t.n + 4))
        self.allowed: Final[vec[i64]] = _list_walks(t, kinds, self.split)

    def clear(self, board: i64) -> None:
        """Let a board be empty."""
        n = self.t.n
        first = self.room * board
        i: i64 = 0
        while i < self.room:
            self.words[first + i] = _BITS[n] if i < 4 * n else 0
            i += 1

    def turn(self, board: i64, q: i64, side: i64) -> None:
        """Let a square on which a piece of that side stood be empty, or the other way round."""
        words = self.words
        n = self.t.n
        here = self.spots[q]
        file = file_of(here)
        rank = rank_of(here)
        start = self.room * board
        words[start + rank] ^= 1 << file
        words[start + n + rank] ^= 1 << n - 1 - file
        words[start + 2 * n + file] ^= 1 << rank
        words[start + 3 * n + file] ^= 1 << n - 1 - rank
        square = rank * n + file
        part = square // _WIDTH
        words[start + 4 * n + side * self.parts + part] ^= _BITS[square - part * _WIDTH]

    def fill(self, board: i64, cells: vec[i16], side: i64, own: i16, out: vec[i16], n: i64) -> i64:
        """Write the actions of all walks of those pieces of one side into ``out`` from ``n``, as ``generate.fill``."""
        t = self.t
        words = self.words
        here = self.spots
        allowed = self.allowed
        targets = self.found
        places = _PLACES
        squares = t.squares
        numbers = t.numbers
        row = t.row
        size = t.n
        span = size - 1
        half = 2 * span
        files = len(t.keys)
        split = self.split
        ranks = self.room * board
        part = ranks + 4 * size + side * self.parts
        count: i64 = 0
        begin: i64 = 0
        while begin < len(squares):
            pieces = words[part]
            part += 1
            while pieces != 0:
                q = squares[begin + places[(pieces & -pieces) * _WINDOWS >> 57 & 63]]
                pieces &= pieces - 1
                file = file_of(here[q])
                rank = rank_of(here[q])
                piece = cells[q]
                if piece & own == 0:  # who waits for the die
                    continue
                at = row[i64(piece)] + q
                east = words[ranks + rank] >> file + 1
                west = words[ranks + size + rank] >> size - file
                north = words[ranks + 2 * size + file] >> rank + 1
                south = words[ranks + 3 * size + file] >> size - rank
                along = (east & -east) - 1 | (west & -west) - 1 << span
                across = (north & -north) - 1 | (south & -south) - 1 << span
                number = numbers[q]
                if split:
                    bits = along & allowed[at]
                    targets[count] = bits
                    targets[count + 1] = number
                    count += 2 * (bits != 0)
                    bits = across & allowed[files + at]
                    number += half
                else:
                    bits = (along | across << half) & allowed[at]
                targets[count] = bits
                targets[count + 1] = number
                count += 2 * (bits != 0)
            begin += _WIDTH
        return _write_targets(targets, count, out, n)


def _write_targets(targets: vec[i64], count: i64, out: vec[i16], n: i64) -> i64:
    """Write the number of each bit that is set into ``out`` from ``n``; return the index after the last.

    ``targets`` has words that are not 0, before each number of its lowest bit.
    """
    places = _PLACES
    i: i64 = 0
    while i < count:
        bits = targets[i]
        number = targets[i + 1]
        i += 2
        while bits != 0:
            # As `short`, but a call may fail, and asking for that takes longer.
            out[n] = i16((number + places[(bits & -bits) * _WINDOWS >> 57 & 63] ^ 0x8000) - 0x8000)
            n += 1
            bits &= bits - 1
    return n


def _list_walks(t: Tables, kinds: i16, split: bool) -> vec[i64]:
    """Which actions of those pieces are walks on an empty board: see :class:`BitBoards`."""
    zero: i64 = 0
    files = len(t.keys)
    allowed = vec[i64]([zero] * (2 * files if split else files))
    moves = room_for_one(t)
    half = 2 * (t.n - 1)
    board = t.cells(bytes(int(t.n * t.n)))
    for kind in t.bits:
        if kinds & kind == 0:
            continue
        for q in t.squares:
            place = t.row[i64(kind)] + q
            i = fill_alone(t, board, kind, q, moves)
            while i > 0:
                i -= 1
                number = t.numbers[2 * t.size + target_of(moves[i]) - q]
                if split and number >= half:
                    allowed[files + place] |= _BITS[number - half]
                else:
                    allowed[place] |= _BITS[number]
    return allowed


def _sort_numbers(numbers: vec[i64], end: i64) -> None:
    """Put numbers in ascending order that are nearly so: jumps stand behind longer walks, a pass behind all moves."""
    i: i64 = 1
    while i < end:
        number = numbers[i]
        j = i
        while j > 0 and numbers[j - 1] > number:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = number
        i += 1
