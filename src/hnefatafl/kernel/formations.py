"""The two formations that end a game: the ring around all defenders, and the fort at the edge."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from hnefatafl.kernel.generate import count
from hnefatafl.kernel.tables import ATTACKER, CORNER, DEFENDER, KING, KINGSMEN, RIM, WALL, Tables


def cuts(t: Tables, cells: vec[u8], target: i64) -> bool:
    """Whether an attacker who has arrived on ``target`` can have parted what lies around it.

    One look at the eight neighbours spares most moves the walk below: a ring
    that was open before the move can only have been closed by such an arrival.
    """
    st = t.stride
    ring: i64 = 0
    if cells[target - st] == ATTACKER:
        ring |= 1
    if cells[target - st + 1] == ATTACKER:
        ring |= 2
    if cells[target + 1] == ATTACKER:
        ring |= 4
    if cells[target + st + 1] == ATTACKER:
        ring |= 8
    if cells[target + st] == ATTACKER:
        ring |= 16
    if cells[target + st - 1] == ATTACKER:
        ring |= 32
    if cells[target - 1] == ATTACKER:
        ring |= 64
    if cells[target - st - 1] == ATTACKER:
        ring |= 128
    return t.cut[ring] != 0


def encircled(t: Tables, cells: vec[u8], king: i64) -> bool:
    """Whether no defender can reach the edge over squares without attackers (Copenhagen, surrounding; rules 1.2)."""
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    if _reaches_edge(t, marks, stack, king):
        return False
    for q in t.squares:
        if marks[q] == DEFENDER and _reaches_edge(t, marks, stack, q):
            return False
    return True


def _reaches_edge(t: Tables, marks: vec[u8], stack: vec[i64], start: i64) -> bool:
    stack[0] = start
    marks[start] = ATTACKER
    n: i64 = 1
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            held = marks[to]
            if held == WALL:
                return True
            if held != ATTACKER:
                marks[to] = ATTACKER
                stack[n] = to
                n += 1
    return False


# Marks of the fort test beside the piece codes.
_INSIDE: Final[u8] = 16
_AREA: Final[u8] = 32


def fort(t: Tables, cells: vec[u8], king: i64) -> bool:
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
    while True:
        if not _area(t, marks, cells, stack):
            return False
        weak = _weak(t, marks, cells)
        if len(weak) == 0:
            return True
        for w in weak:
            marks[w] = 0
        for q in t.squares:
            if marks[q] == _AREA:
                marks[q] = cells[q] & ATTACKER


def _inside(t: Tables, marks: vec[u8], stack: vec[i64], king: i64) -> bool:
    """Mark the inside of the fort; False if an attacker stands at it."""
    stack[0] = king
    marks[king] = _INSIDE
    n: i64 = 1
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            if marks[to] == ATTACKER:
                return False
            if marks[to] == 0:
                marks[to] = _INSIDE
                stack[n] = to
                n += 1
    return True


def _area(t: Tables, marks: vec[u8], cells: vec[u8], stack: vec[i64]) -> bool:
    """Mark what the attackers can reach; False if that touches the inside, or if there is nobody to be kept out."""
    n: i64 = 0
    for q in t.squares:
        if cells[q] == ATTACKER:
            marks[q] = _AREA
            stack[n] = q
            n += 1
    if n == 0:
        return False
    while n > 0:
        n -= 1
        q = stack[n]
        for d in t.steps:
            to = q + d
            if marks[to] == _INSIDE:
                return False
            if marks[to] == 0 and (t.stop[to] | t.go[to]) & ATTACKER != 0:
                marks[to] = _AREA
                stack[n] = to
                n += 1
    return True


def _takeable(t: Tables, marks: vec[u8], cells: vec[u8], q: i64) -> bool:
    """Whether an attacker could stand there to take a man of the wall."""
    return marks[q] == _AREA and (cells[q] == ATTACKER or t.stop[q] & ATTACKER != 0)


def _weak(t: Tables, marks: vec[u8], cells: vec[u8]) -> list[int]:
    """The men of the wall whom the attackers could take."""
    weak: list[int] = []
    if t.hammer & ATTACKER == 0:
        return weak
    for q in t.squares:
        if marks[q] == DEFENDER and (_weak_along(t, marks, cells, q, 1) or _weak_along(t, marks, cells, q, t.stride)):
            weak.append(int(q))
    if t.shieldwall and t.anvil_attackers != 0:
        for inward in t.steps:
            weak += _weak_rows(t, marks, cells, inward)
    return weak


def _weak_along(t: Tables, marks: vec[u8], cells: vec[u8], q: i64, d: i64) -> bool:
    here = _takeable(t, marks, cells, q + d)
    there = _takeable(t, marks, cells, q - d)
    if here and there and t.anvil_attackers != 0:
        return True
    return (here and t.hostile[q - d] & DEFENDER != 0) or (there and t.hostile[q + d] & DEFENDER != 0)


def _weak_rows(t: Tables, marks: vec[u8], cells: vec[u8], inward: i64) -> list[int]:
    """The men in rows along one edge that a shieldwall could take."""
    along = t.stride if inward == 1 or inward == -1 else 1
    weak: list[int] = []
    for q in t.squares:
        if cells[q - inward] == WALL and not _wall_man(marks, cells, q - along) and _wall_man(marks, cells, q):
            row: list[int] = []
            end = q
            fronted = True
            while _wall_man(marks, cells, end):
                fronted = fronted and _takeable(t, marks, cells, end + inward)
                row.append(int(end))
                end += along
            if fronted and len(row) > 1:
                left = _takeable(t, marks, cells, q - along)
                right = _takeable(t, marks, cells, end)
                if (left and right) or (left and _closes(t, marks, end)) or (right and _closes(t, marks, q - along)):
                    weak += [r for r in row if cells[r] != KING]
    return weak


def _wall_man(marks: vec[u8], cells: vec[u8], q: i64) -> bool:
    return marks[q] == DEFENDER or cells[q] == KING


def _closes(t: Tables, marks: vec[u8], q: i64) -> bool:
    return t.wall_corners and t.special[q] & CORNER != 0 and t.hostile[q] & DEFENDER != 0 and marks[q] & KINGSMEN == 0
