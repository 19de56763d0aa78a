"""The king's fort at the edge that attackers can never break."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._vectors import vec
from hnefatafl.kernel.generate import jumping, may_move, reach, vaults
from hnefatafl.kernel.tables import (
    ATTACKERS,
    CAPTURING,
    DEFENDERS,
    GUARDS,
    KING,
    LEAPABLE,
    RIM,
    Tables,
)

# Marks beside the bits of the pieces.
_INSIDE: Final[i16] = 0x1000
_AREA: Final[i16] = 0x2000


def fort(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the king sits at the edge in a fort that attackers can never break (Copenhagen, exit forts; rules 1.2).

    The inside is what the king could walk over. What the attackers could reach
    around it is their area; a man of the wall whom they could ever take from
    there is taken away, the area grows, and so on until nothing changes or the
    area touches the inside.
    """
    if t.special[king] & RIM == 0:
        return False
    for d in t.steps:
        q = king + d
        while not cells[q]:
            q += d
        if cells[q] & ATTACKERS:
            return False  # most kings at the edge
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    if not _inside(t, marks, stack, king) or not may_move(t, cells, king, reach(t, 0), 0):
        return False
    # Our reading: whatever one of the attackers on the board can do, all can.
    kinds: i16 = 0
    for q in t.squares:
        kinds |= cells[q] & ATTACKERS
    while True:
        if not _area(t, marks, cells, stack, kinds):
            return False
        weak = _weak(t, marks, cells, kinds)
        if len(weak) == 0:
            return True
        for w in weak:
            marks[w] = 0
        for q in t.squares:
            if marks[q] == _AREA:
                marks[q] = cells[q] & ATTACKERS


def _inside(t: Tables, marks: vec[i16], stack: vec[i64], king: i64) -> bool:
    """Mark the inside of the fort; False if an attacker stands at it."""
    stack[0] = king
    marks[king] = _INSIDE
    n: i64 = 1
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            if marks[to] & ATTACKERS != 0:
                return False
            if marks[to] == 0:
                marks[to] = _INSIDE
                stack[n] = to
                n += 1
    return True


def _area(t: Tables, marks: vec[i16], cells: vec[i16], stack: vec[i64], kinds: i16) -> bool:
    """Mark what the attackers can reach; False if that touches the inside, or if there is nobody to be kept out."""
    n: i64 = 0
    for q in t.squares:
        if cells[q] & ATTACKERS != 0:
            marks[q] = _AREA
            stack[n] = q
            n += 1
    if n == 0:
        return False
    jumpers = kinds & t.jumpers
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            if marks[to] == _INSIDE:
                return False
            if jumpers != 0 and _overleaps(t, marks, cells, q, d, jumpers):
                # A jump over the wall is as good as a hole in it.
                to += d
                if marks[to] == _INSIDE:
                    return False
            if marks[to] == 0 and (t.stop[to] | t.go[to]) & kinds != 0:
                marks[to] = _AREA
                stack[n] = to
                n += 1
    return True


def _overleaps(t: Tables, marks: vec[i16], cells: vec[i16], q: i64, d: i64, jumpers: i16) -> bool:
    """Whether attackers of these kinds could jump from there over a man of the wall."""
    if marks[q + d] & DEFENDERS & LEAPABLE == 0 or marks[q + 2 * d] & DEFENDERS != 0 or cells[q + 2 * d] == KING:
        return False
    there = (cells[q] | t.stop[q]) & jumpers
    return there != 0 and vaults(t, marks, q, d, there)


def _takeable(t: Tables, marks: vec[i16], cells: vec[i16], q: i64, kinds: i16) -> bool:
    """Whether an attacker could stand there to take a man of the wall."""
    return marks[q] == _AREA and (cells[q] & ATTACKERS != 0 or t.stop[q] & kinds != 0)


def _weak(t: Tables, marks: vec[i16], cells: vec[i16], kinds: i16) -> list[int]:
    """The men of the wall whom the attackers could take.

    A shieldwall matters to no fort: where attackers can stand before all of a row and at its
    ends, it is not what parts them from the inside, nor does it stand beside any other man.
    """
    weak: list[int] = []
    jumpers = jumping(t, kinds, CAPTURING)
    for q in t.squares:
        if marks[q] & DEFENDERS & ~GUARDS != 0 and (
            _weak_along(t, marks, cells, q, 1, kinds)
            or _weak_along(t, marks, cells, q, t.stride, kinds)
            or (jumpers != 0 and _leapt(t, marks, cells, q, jumpers))
        ):
            weak.append(int(q))
    return weak


def _leapt(t: Tables, marks: vec[i16], cells: vec[i16], q: i64, jumpers: i16) -> bool:
    """Whether attackers who take men by jumping over them could jump over that man."""
    for d in t.steps:
        if marks[q - d] == _AREA and _overleaps(t, marks, cells, q - d, d, jumpers):
            return True
    return False


def _weak_along(t: Tables, marks: vec[i16], cells: vec[i16], q: i64, d: i64, kinds: i16) -> bool:
    if t.hammer & kinds & ~GUARDS == 0:
        return False
    here = _takeable(t, marks, cells, q + d, kinds)
    there = _takeable(t, marks, cells, q - d, kinds)
    if here and there and t.anvil & kinds & ~GUARDS != 0:
        return True
    man = cells[q]
    return (here and t.hostile[q - d] & man != 0) or (there and t.hostile[q + d] & man != 0)
