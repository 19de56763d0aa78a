"""The ring around all defenders, and the way out that shows it is open."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, DEFENDING_MEN, GUARDS, LEAPABLE, WALL
from hnefatafl._kernel.generate import vaults
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec

_SEEN: Final[i16] = 0x1000  # a mark beside the bits of the pieces
_MANY: Final[i64] = 4  # so often a way is led around a square before it is looked for anew


def _cut(ring: int) -> int:
    """1 if an attacker in the middle of eight neighbours, of which those in ``ring`` are attackers, can part
    the others: if they fall into two or more arcs that touch the middle along a file or rank."""
    free = [not ring >> i & 1 for i in range(8)]
    if all(free):
        return 0
    start = free.index(False)
    arcs = 0
    touching = False
    for step in range(1, 9):
        i = (start + step) % 8
        if free[i]:
            touching = touching or i % 2 == 0
        else:
            arcs += touching
            touching = False
    return 1 if arcs > 1 else 0


_CUTS: Final[vec[i16]] = vec[i16]([_cut(ring) for ring in range(256)])


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
    return _CUTS[ring] != 0


def encircled(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether no defender can reach the edge over squares without attackers (Copenhagen, surrounding; rules 1.2)."""
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    came = vec[i64]([zero] * int(t.size))
    if _edge(t, marks, stack, came, king, 0) != 0:
        return False
    for q in t.squares:
        if marks[q] & DEFENDING_MEN != 0 and _edge(t, marks, stack, came, q, 0) != 0:
            return False
    if t.jumpers & DEFENDERS != 0:
        for q in t.squares:
            if cells[q] & DEFENDERS & t.jumpers != 0 and _edge(t, cells[:], stack, came, q, cells[q]) != 0:
                return False
    return not t.secure or _secure(t, cells, marks)


def _edge(t: Tables, marks: vec[i16], stack: vec[i64], came: vec[i64], start: i64, jumper: i16) -> i64:
    """The square at the edge to which a walk over squares without attackers leads, or 0; for a jumper, by jumps too.

    ``came`` tells of each square on the way from which other one the walk came there.
    """
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
                return q
            if jumper != 0 and held & ATTACKERS & LEAPABLE != 0 and vaults(t, marks, q, d, jumper):
                to += d
                held = marks[to]
            if held & (ATTACKERS | _SEEN) == 0:
                marks[to] = _SEEN
                came[to] = q
                stack[n] = to
                n += 1
    return 0


def _secure(t: Tables, cells: vec[i16], marks: vec[i16]) -> bool:
    """Whether no man of the ring could be captured from the inside (hnefatafl-rs)."""
    kinds: i16 = 0
    for q in t.squares:
        kinds |= cells[q] & DEFENDERS
    for q in t.squares:
        if cells[q] & ATTACKERS != 0 and _exposed(t, cells, marks, q, kinds):
            return False
    return True


def _exposed(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, kinds: i16) -> bool:
    """Whether defenders of these kinds, who come from the inside, could capture the man of the ring on ``q``."""
    files = _held(t, cells, marks, q + 1, cells[q], kinds), _held(t, cells, marks, q - 1, cells[q], kinds)
    ranks = (
        _held(t, cells, marks, q + t.stride, cells[q], kinds),
        _held(t, cells, marks, q - t.stride, cells[q], kinds),
    )
    if cells[q] & GUARDS != 0:
        return t.guards_fall and min(files + ranks) > 0 and max(files + ranks) > 1
    if cells[q] & t.three != 0:
        return (files + ranks).count(0) < 2 and max(files + ranks) > 1
    return (min(files) > 0 and max(files) > 1) or (min(ranks) > 0 and max(ranks) > 1)


def _held(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, man: i16, kinds: i16) -> int:
    """2 for a square of the inside on which a defender may stand, 1 for one that threatens the man, else 0."""
    if marks[q] == _SEEN and (cells[q] != 0 or t.stop[q] & kinds != 0):
        return 2
    return 1 if (t.hostile[q] if cells[q] == 0 else t.always[q]) & man != 0 else 0


@final
class EscapePath:
    """A way of the king to the edge over squares without attackers.

    While it stands no ring can be closed, so most moves need one look at a table. The
    marked squares always hold such a way, and perhaps others that once belonged to it.
    The way before it is kept, since a search takes back the move that broke it.
    """

    __slots__ = (
        "around", "bends", "came", "first", "former", "known", "marks", "number", "since", "stack", "start", "until",
    )  # fmt: skip

    def __init__(self, t: Tables) -> None:
        zero: i64 = 0
        self.marks: vec[i64] = vec[i64]([zero] * int(t.size))
        self.stack: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        self.came: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        st = t.stride
        self.around: Final[vec[i64]] = vec[i64]([1, -1, st, -st, st + 1, st - 1, 1 - st, -st - 1])
        self.number: i64 = 0  # what marks the squares of the way
        self.known: bool = False
        self.bends: i64 = 0  # how often it has been led around a square since it was found
        self.since: i64 = -1  # the depth at which it was looked for
        # The way before: its marks and their number, when it was looked for, and the depth of the move that broke it.
        self.former: vec[i64] = vec[i64]([zero] * int(t.size))
        self.first: i64 = 0
        self.start: i64 = 0
        self.until: i64 = 0

    def stands(self, to: i64) -> bool:
        """Whether the way is known, and not broken by an attacker on that square."""
        return self.known and self.marks[to] != self.number

    def forget(self, depth: i64) -> None:
        """Forget the way if it was found after that depth: moves since taken back may have opened it."""
        if self.since <= depth:
            return
        self.known = self.until > depth
        if self.known:
            self._swap()
            self.since = self.start
            self.until = 0
            self.bends = _MANY
        else:
            self.since = -1  # what was looked for at that depth was another position

    def lose(self) -> None:
        """Forget the way and the one before it."""
        self.known = False
        self.since = -1
        self.until = 0

    def _swap(self) -> None:
        """Exchange the way and the one before it."""
        marks = self.marks
        number = self.number
        self.marks = self.former
        self.number = self.first
        self.former = marks
        self.first = number

    def find_escape_path(self, t: Tables, cells: vec[i16], king: i64, depth: i64) -> None:
        """Look for a way, unless one is known or has been looked for here.

        One that was led around many squares is looked for anew: what is marked around them stays marked when their
        moves are taken back, and a move to a marked square costs a closer look.
        """
        if self.known:
            if self.bends >= _MANY:
                self.find(t, cells, king, depth)
        elif self.since != depth:
            self.find(t, cells, king, depth)

    def follow(self, cells: vec[i16], q: i64, to: i64, step: i64) -> None:
        """Let the way begin where the king goes, unless he jumps."""
        while q != to:
            q += step
            if cells[q] != 0:
                self.known = False
            self.marks[q] = self.number

    def rules_out_ring(self, t: Tables, cells: vec[i16], king: i64, to: i64, taken: i64, depth: i64) -> bool:
        """Whether a way out shows that the attacker who has arrived on ``to`` has not closed the ring."""
        if taken == 0:
            if self.stands(to):
                return True
            if self.known and not cuts(t, cells, to):
                self._bend(cells, to)
                self.bends += 1
                return True
        return self.find(t, cells, king, depth)

    def _bend(self, cells: vec[i16], to: i64) -> None:
        """Lead the way around a square whose free neighbours hang together."""
        marks = self.marks
        number = self.number
        for step in self.around:
            if cells[to + step] & (ATTACKERS | WALL) == 0:
                marks[to + step] = number

    def find(self, t: Tables, cells: vec[i16], king: i64, depth: i64) -> bool:
        """Look for a way."""
        q = _edge(t, cells[:], self.stack, self.came, king, 0)
        if self.known and self.since < depth:
            self._swap()
            self.start = self.since
            self.until = depth
        self.bends = 0
        self.known = q != 0
        self.since = depth
        if q == 0:
            return False
        # A number that marks nothing yet, neither here nor in the way before.
        self.number = max(self.number, self.first) + 1
        while q != king:
            self.marks[q] = self.number
            q = self.came[q]
        self.marks[king] = self.number
        return True
