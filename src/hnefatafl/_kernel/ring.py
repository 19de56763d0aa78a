"""The ring around all defenders (Copenhagen, surrounding), and the path that shows it is open.

A ring is closed if no defender can walk to the edge of the board over squares without attackers, through his own men.
An unbroken ring is enough, it may be one from which men can be captured (rules text of Copenhagen: "surrounded");
by ``secure_ring`` it must be that, too (hnefatafl-rs), and by ``whole_ring`` one around the king and all of them
(hnefatafl.org). A ring that leans on the edge is none, but by ``edge_ring`` it may: then the walks go to the squares of
escape. Who jumps can leave it.

:func:`encircled` asks the whole board, with walks that mark what they have seen, which costs many times what a move
does. So it is asked for few moves, by three facts:

1. Only an attacker's move can close a ring, and if it captures nothing, only where he parts the squares around him:
   :func:`cuts`, one look at a table by his eight neighbours. (A capture can remove the last defender outside a ring,
   a jump can leave one, a ring can become secure from afar, and who leaves the middle of one can join its parts; where
   these matter, each move is asked about.)
2. While one *escape path* of the king stands, no ring is closed. :class:`EscapePath` remembers one, and most moves
   are not on it.
3. A path that is broken by a man whose open neighbours hang together can be led around him without a search.

Cost: a look at one word for most moves; a walk from the king now and then; the whole question only where these facts
do not settle it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import meets
from hnefatafl._kernel.codes import (
    ATTACKERS,
    DEFENDERS,
    DEFENDING_MEN,
    GOAL,
    GUARDS,
    LEAPABLE,
    MERCENARIES,
    MORE_TAKEN,
    WALL,
)
from hnefatafl._kernel.generate import vaults
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

_SEEN: Final[i16] = 0x1000  # a mark beside the bits of the pieces
# What could threaten a man of a ring from a square.
_NOTHING: Final[i64] = 0
_HOSTILE: Final[i64] = 1  # the square itself
_DEFENDER: Final[i64] = 2  # a defender, who may come to stand there
_MANY: Final[i64] = 4  # after so many detours the path is looked for again


def _can_part(ring: int) -> int:
    """1 if an attacker in the middle of eight neighbours, of which those in ``ring`` are attackers, can part
    the others: if they fall into two or more arcs that touch the middle along a file or rank."""
    if ring == 0:
        return 0
    start = 0
    while ring >> start & 1 == 0:
        start += 1
    arcs = 0
    touching = False
    for step in range(1, 9):
        i = (start + step) % 8
        if ring >> i & 1 == 0:
            touching = touching or i % 2 == 0  # the even ones lie beside the middle, the odd ones at its corners
        else:
            arcs += 1 if touching else 0
            touching = False
    return 1 if arcs > 1 else 0


_CUTS: Final[vec[i16]] = vec[i16]([_can_part(ring) for ring in range(256)])


def cuts(t: Tables, cells: vec[i16], target: i64) -> bool:
    """Whether an attacker who has arrived on ``target`` can have parted the squares around it.

    The edge parts them, too, where a ring may lean on it. A ring that was open before a move without captures can only
    have been closed by such an arrival, or by one on the square of escape to which a ring that may lean was open.
    """
    if t.leaning and t.special[target] & GOAL != 0:
        return True
    st = t.stride
    men = t.ring_of
    ring: i64 = 0
    # All the way around, as `_can_part` counts them.
    if cells[target - st] & men:
        ring |= 1
    if cells[target - st + 1] & men:
        ring |= 2
    if cells[target + 1] & men:
        ring |= 4
    if cells[target + st + 1] & men:
        ring |= 8
    if cells[target + st] & men:
        ring |= 16
    if cells[target + st - 1] & men:
        ring |= 32
    if cells[target - 1] & men:
        ring |= 64
    if cells[target - st - 1] & men:
        ring |= 128
    return _CUTS[ring] != 0


def may_close(t: Tables, cells: vec[i16], target: i64) -> bool:
    """Whether an attacker who has arrived on ``target`` and captured nothing can have closed a ring (fact 1 above)."""
    return t.jumpers != 0 or t.secure or t.whole or cuts(t, cells, target)


def encircled(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether no defender can reach the edge over squares without attackers (Copenhagen, surrounding).

    With ``whole_ring`` the walk from the king has to come by all of them.
    """
    marks = cells[:]
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
    came = vec[i64]([zero] * int(t.size))
    # The walks share their marks: what one has seen does not lead to the edge.
    if _edge(t, marks, stack, came, king, 0) != 0:
        return False
    for q in t.squares:
        if marks[q] & DEFENDING_MEN != 0 and (t.whole or _edge(t, marks, stack, came, q, 0) != 0):
            return False
    if t.jumpers & DEFENDERS != 0:
        # A jumper walks for himself alone, over squares that others have seen.
        for q in t.squares:
            if cells[q] & DEFENDERS & t.jumpers != 0 and _edge(t, cells[:], stack, came, q, cells[q]) != 0:
                return False
    return not t.secure or _is_secure(t, cells, marks)


def _edge(t: Tables, marks: vec[i16], stack: vec[i64], came: vec[i64], start: i64, jumper: i16) -> i64:
    """The square at the edge to which a walk over squares without attackers leads, or 0; for a jumper, by jumps too.

    Where a ring may lean on the edge, it is a square of escape. Depth first. ``came`` gets, for each square seen, the
    one from which the walk came there.
    """
    leaning = t.leaning
    stack[0] = start
    marks[start] = _SEEN
    n: i64 = 1
    while n > 0:
        n -= 1
        q = stack[n]
        if leaning and t.special[q] & GOAL != 0:
            return q
        for d in t.steps:
            to = q + d
            there = marks[to]
            if there == WALL:
                if leaning:
                    continue
                return q
            if jumper != 0 and there & ATTACKERS & LEAPABLE != 0 and vaults(t, marks, q, d, jumper):
                to += d
                there = marks[to]
            if there & (ATTACKERS | _SEEN) == 0:
                marks[to] = _SEEN
                came[to] = q
                stack[n] = to
                n += 1
    return 0


def _is_secure(t: Tables, cells: vec[i16], marks: vec[i16]) -> bool:
    """Whether no man of the ring could be captured from the inside (hnefatafl-rs).

    ``marks`` has what the walks have seen: the inside.
    """
    kinds: i16 = 0
    for q in t.squares:
        kinds |= cells[q] & DEFENDERS
    for q in t.squares:
        if cells[q] & ATTACKERS != 0 and _is_exposed(t, cells, marks, q, kinds):
            return False
    return True


def _is_exposed(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, kinds: i16) -> bool:
    """Whether defenders of these kinds, who come from the inside, could capture the man of the ring on ``q``."""
    held: i64 = 0  # from how many sides he could be
    arrives = False  # whether one of those is a defender: a piece has to arrive, hostile squares alone are not enough
    for d in t.steps:
        threat = _find_threats(t, cells, marks, q + d, cells[q], kinds)
        if threat != _NOTHING:
            held += 1
        arrives = arrives or threat == _DEFENDER
    if cells[q] & GUARDS != 0:
        return t.guards_fall and held == 4 and arrives
    if cells[q] & t.three != 0:
        return held > 2 and arrives
    if t.line:
        for d in t.steps:
            if _exposed_in_line(t, cells, marks, q, d, kinds):
                return True
    return _exposed_across(t, cells, marks, q, 1, kinds) or _exposed_across(t, cells, marks, q, t.stride, kinds)


def _exposed_across(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, d: i64, kinds: i16) -> bool:
    """Whether the man on ``q`` could be captured between two squares along that direction."""
    one = _find_threats(t, cells, marks, q + d, cells[q], kinds)
    other = _find_threats(t, cells, marks, q - d, cells[q], kinds)
    return one != _NOTHING and other != _NOTHING and (one == _DEFENDER or other == _DEFENDER)


def _exposed_in_line(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, d: i64, kinds: i16) -> bool:
    """Whether a defender who arrives at the end of a row, from ``q`` in direction ``d``, could capture its men."""
    falling = ATTACKERS & ~(GUARDS | t.three)
    near = q
    men = cells[q]
    while cells[near + d] & falling != 0:
        near += d
        men |= cells[near]
    if _find_threats(t, cells, marks, near + d, men, kinds) != _DEFENDER:
        return False
    far = q
    while cells[far] & falling != 0:
        men |= cells[far]
        far -= d
        if _find_threats(t, cells, marks, far, men, kinds) != _NOTHING:
            return True
    return False


def _find_threats(t: Tables, cells: vec[i16], marks: vec[i16], q: i64, men: i16, kinds: i16) -> i64:
    """What could threaten these men of the ring from the square."""
    if marks[q] == _SEEN and (cells[q] != 0 or t.stop[q] & kinds != 0):
        return _DEFENDER
    return _HOSTILE if (t.hostile[q] if cells[q] == 0 else t.always[q]) & men == men else _NOTHING


@final
class EscapePath:
    """A path of the king to the edge over squares without attackers, remembered from move to move.

    Law: while ``known``, the marked squares hold such a path, and perhaps others that belonged to it once. A square is
    marked if its word in ``marks`` is ``number``, so that a new path needs no clearing of the old marks.

    The path before it is kept too, because a search takes back the move that broke it. ``depth`` is how
    many moves have been made.
    """

    __slots__ = (
        "around", "broken_at", "came", "detours", "found_at", "known", "marks", "number", "old_found_at", "old_marks",
        "old_number", "stack",
    )  # fmt: skip

    def __init__(self, size: i64, st: i64) -> None:
        """A path that is not known yet, on a padded board of so many squares and of that width."""
        zero: i64 = 0
        self.marks: vec[i64] = vec[i64]([zero] * int(size))
        self.stack: Final[vec[i64]] = vec[i64]([zero] * int(size))
        self.came: Final[vec[i64]] = vec[i64]([zero] * int(size))
        self.around: Final[vec[i64]] = vec[i64]([1, -1, st, -st, st + 1, st - 1, 1 - st, -st - 1])
        self.number: i64 = 0  # what marks the squares of the path
        self.known: bool = False
        self.detours: i64 = 0  # how often it has been led around a square since it was found
        self.found_at: i64 = -1  # the depth at which it was looked for; -1 if it was not
        # The path before: its marks, their number, the depth at which it was found, and that of the move that broke it.
        self.old_marks: vec[i64] = vec[i64]([zero] * int(size))
        self.old_number: i64 = 0
        self.old_found_at: i64 = 0
        self.broken_at: i64 = 0

    def lose(self) -> None:
        """Forget it, whatever state it is in."""
        size = len(self.came)
        zero: i64 = 0
        self.known = False
        self.found_at = -1
        self.marks = vec[i64]([zero] * int(size))
        self.old_marks = vec[i64]([zero] * int(size))

    def stands(self, to: i64) -> bool:
        """Whether a path is known, and not broken by an attacker on that square."""
        return self.known and self.marks[to] != self.number

    def outlasts(self, t: Tables, cells: vec[i16], to: i64, taken: i64) -> bool:
        """Whether a path is known that stands after an attacker has arrived on that square and taken this.

        Who is taken leaves more room. Only a mercenary, who changes sides, could break it where he stands.
        """
        return self.stands(to) and (taken == 0 or (taken & MORE_TAKEN == 0 and not meets(t, cells, to, MERCENARIES)))

    def forget(self, depth: i64) -> None:
        """Forget the path if it was found after that depth: a move that is taken back now may have opened it."""
        if self.found_at <= depth:
            return
        self.known = self.broken_at > depth
        if self.known:
            self._swap_paths()
            self.found_at = self.old_found_at
            self.broken_at = 0
            self.detours = _MANY
        else:
            self.found_at = -1  # the position of that depth is another one next time

    def _swap_paths(self) -> None:
        """Exchange the path and the one before it."""
        marks = self.marks
        number = self.number
        self.marks = self.old_marks
        self.number = self.old_number
        self.old_marks = marks
        self.old_number = number

    def find_escape_path(self, t: Tables, cells: vec[i16], king: i64, depth: i64) -> None:
        """Look for a path, unless one is known or has been looked for at this depth.

        One with many detours is looked for again: what is marked around them stays marked when their moves are taken
        back, and a move to a marked square costs a closer look.
        """
        if self.known:
            if self.detours >= _MANY:
                self.find(t, cells, king, depth)
        elif self.found_at != depth:
            self.find(t, cells, king, depth)

    def follow(self, cells: vec[i16], q: i64, to: i64, step: i64) -> None:
        """Let the path begin where the king goes; it is lost if he jumps."""
        while q != to:
            q += step
            if cells[q] != 0:
                self.known = False
            self.marks[q] = self.number

    def rules_out_ring(self, t: Tables, cells: vec[i16], king: i64, to: i64, taken: i64, depth: i64) -> bool:
        """Whether a path shows that the attacker who has arrived on ``to`` has not closed a ring.

        If it is False, nothing is said: the king may be shut in while another defender is not.
        """
        if self.outlasts(t, cells, to, taken):
            return True
        if taken == 0 and self.known and not cuts(t, cells, to):
            self._lead_around(cells, to)
            self.detours += 1
            return True
        return self.find(t, cells, king, depth)

    def _lead_around(self, cells: vec[i16], to: i64) -> None:
        """Lead the path around a square whose open neighbours hang together (fact 3 above)."""
        marks = self.marks
        number = self.number
        for step in self.around:
            if cells[to + step] & (ATTACKERS | WALL) == 0:
                marks[to + step] = number

    def find(self, t: Tables, cells: vec[i16], king: i64, depth: i64) -> bool:
        """Look for a path from the king to the edge; keep the one before for when this move is taken back."""
        q = _edge(t, cells[:], self.stack, self.came, king, 0)
        if self.known and self.found_at < depth:
            self._swap_paths()
            self.old_found_at = self.found_at
            self.broken_at = depth
        self.detours = 0
        self.known = q != 0
        self.found_at = depth
        if q == 0:
            return False
        # A number that marks nothing yet, neither here nor in the path before.
        self.number = max(self.number, self.old_number) + 1
        while q != king:
            self.marks[q] = self.number
            q = self.came[q]
        self.marks[king] = self.number
        return True


NO_PATH: Final[EscapePath] = EscapePath(0, 0)
"""In place of a path where no ring wins: it is never looked for."""
