"""The two formations that end a game: the ring around all defenders, and the fort at the edge."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from hnefatafl.kernel.generate import count
from hnefatafl.kernel.tables import (
    ATTACKERS,
    CAPTURING,
    DEFENDERS,
    GUARDS,
    KING,
    KINGSMEN,
    LEAPABLE,
    RESTRICTED,
    RIM,
    WALL,
    ZONE,
    Tables,
)

# Marks beside the bits of the pieces.
_SEEN: Final[i16] = 0x1000
_INSIDE: Final[i16] = 0x1000
_AREA: Final[i16] = 0x2000


def cuts(t: Tables, cells: vec[i16], target: i64) -> bool:
    """Whether an attacker who has arrived on ``target`` can have parted what lies around it.

    One look at the eight neighbours spares most moves the walk below: a ring
    that was open before the move can only have been closed by such an arrival.
    """
    st = t.stride
    ring: i64 = 0
    if cells[target - st] & ATTACKERS:
        ring |= 1
    if cells[target - st + 1] & ATTACKERS:
        ring |= 2
    if cells[target + 1] & ATTACKERS:
        ring |= 4
    if cells[target + st + 1] & ATTACKERS:
        ring |= 8
    if cells[target + st] & ATTACKERS:
        ring |= 16
    if cells[target + st - 1] & ATTACKERS:
        ring |= 32
    if cells[target - 1] & ATTACKERS:
        ring |= 64
    if cells[target - st - 1] & ATTACKERS:
        ring |= 128
    return t.cut[ring] != 0


def encircled(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether no defender can reach the edge over squares without attackers (Copenhagen, surrounding; rules 1.2)."""
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    if _reaches_edge(t, marks, stack, king, 0):
        return False
    for q in t.squares:
        if marks[q] & DEFENDERS != 0 and _reaches_edge(t, marks, stack, q, 0):
            return False
    if t.jumpers & KINGSMEN != 0:
        for q in t.squares:
            if cells[q] & KINGSMEN & t.jumpers != 0 and _reaches_edge(t, cells[:], stack, q, cells[q]):
                return False
    return not t.secure or _secure(t, cells, marks)


def _reaches_edge(t: Tables, marks: vec[i16], stack: vec[i64], start: i64, jumper: i16) -> bool:
    """Whether a walk over squares without attackers leads to the edge; for a jumper, by jumps over them too."""
    stack[0] = start
    marks[start] = _SEEN
    n: i64 = 1
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            held = marks[to]
            if held == WALL:
                return True
            if jumper != 0 and held & ATTACKERS & LEAPABLE != 0 and _leaps(t, marks, q, d, jumper):
                to += d
                held = marks[to]
            if held & (ATTACKERS | _SEEN) == 0:
                marks[to] = _SEEN
                stack[n] = to
                n += 1
    return False


def _secure(t: Tables, cells: vec[i16], marks: vec[i16]) -> bool:
    """Whether no man of the ring stands between two squares of its inside (hnefatafl-rs)."""
    for q in t.squares:
        if cells[q] & ATTACKERS != 0:
            if marks[q + 1] == _SEEN and marks[q - 1] == _SEEN:
                return False
            if marks[q + t.stride] == _SEEN and marks[q - t.stride] == _SEEN:
                return False
    return True


def fort(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the king sits at the edge in a fort that attackers can never break (Copenhagen, exit forts; rules 1.2).

    The inside is what the king could walk over. What the attackers could reach
    around it is their area; a man of the wall whom they could ever take from
    there is taken away, the area grows, and so on until nothing changes or the
    area touches the inside.
    """
    if t.special[king] & RIM == 0 or count(t, cells, KING, t.speed_king, 0, 1) == 0:
        return False
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    if not _inside(t, marks, stack, king):
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


def _leaps(t: Tables, marks: vec[i16], q: i64, d: i64, jumpers: i16) -> bool:
    """Whether the edge and the zones let one of those pieces jump from there in that direction."""
    to = q + 2 * d
    able = t.stop[t.layer[q] + to] & jumpers
    if able == 0 or marks[to] == WALL:
        return False
    if (t.special[q] | t.special[to]) & ZONE != 0:
        return True
    return able & ~_jumping(t, jumpers, RESTRICTED) != 0


def _jumping(t: Tables, kinds: i16, how: i64) -> i16:
    """Those of the pieces that jump in that way."""
    found: i16 = 0
    for kind in t.bits:
        if kinds & kind != 0 and t.jump[i64(kind)] == how:
            found |= kind
    return found


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
    return there != 0 and _leaps(t, marks, q, d, there)


def _takeable(t: Tables, marks: vec[i16], cells: vec[i16], q: i64, kinds: i16) -> bool:
    """Whether an attacker could stand there to take a man of the wall."""
    return marks[q] == _AREA and (cells[q] & ATTACKERS != 0 or t.stop[q] & kinds != 0)


def _weak(t: Tables, marks: vec[i16], cells: vec[i16], kinds: i16) -> list[int]:
    """The men of the wall whom the attackers could take.

    A shieldwall matters to no fort: where attackers can stand before all of a row and at its
    ends, it is not what parts them from the inside, nor does it stand beside any other man.
    """
    weak: list[int] = []
    jumpers = _jumping(t, kinds, CAPTURING)
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
