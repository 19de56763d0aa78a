"""The king's fort at the edge that attackers can never break (Copenhagen, exit forts).

The rule: the king stands on the edge and can move, no attacker can come to him, and no man of the wall around him can
ever be captured, whatever the attackers do. Then the defenders have won.

Law: what attackers could ever take protects no piece. So men who can be taken are taken away, which opens more
squares to the attackers, and the question is asked again, until nothing changes (the fort stands) or an attacker
touches the inside (it does not). Double walls and sealed pockets follow from this without rules of their own.
By ``simple_fort`` one look at the wall decides instead (hnefatafl.org).

A man can be taken if an attacker can arrive on one side of him while the opposite side is hostile, or while another
attacker can stand there. Both have to come from areas that have so many attackers: areas are the regions in which
attackers can move, and each counts its own. Tests compare this with brute force on small boards
(tests/hnefatafl/kernel/test_forts.py).

Cost: most kings at the edge see an attacker in a straight line, and the question ends there. Else each round costs a
walk over the board for each area and a look at each man of the wall.

The king who can no longer escape at a corner, as hnefatafl.org judges it (its rule 10).

The rule is a list of patterns, not a search: the docstring of ``Ruleset.no_escape`` tells them. Its source is the
program (``can_not_escape`` in board.rs), which decides more exactly than its page.

Cost: a look around a king at the edge, and a walk over the empty squares around each corner, which mostly ends at
the first corner, where it meets a defender.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, CAPTURING, DEFENDERS, DEFENDING_MEN, GUARDS, KING, LEAPABLE, RIM, WALL
from hnefatafl._kernel.generate import jumping, may_move, reach, vaults
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

_INSIDE: Final[i16] = 0x1000  # a mark beside the bits of the pieces


def fort(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the king sits at the edge in a fort that attackers can never break (Copenhagen, exit forts).

    The inside is what the king could walk over.
    """
    if t.special[king] & RIM == 0:
        return False
    for d in t.steps:
        q = king + d
        while not cells[q]:
            q += d
        if cells[q] & ATTACKERS:
            return False  # an attacker can come to him: most kings at the edge
    marks = cells[:]
    if not _inside(t, marks, king) or not may_move(t, cells, king, reach(t, 0), 0):
        return False
    if t.simple_fort:
        return _is_flanked(t, cells, marks)
    while True:
        siege = Siege(t, cells, marks)
        if not siege.spread():
            return False
        weak = siege.weak()
        if len(weak) == 0:
            return True
        for w in weak:
            marks[w] = 0


def _is_flanked(t: Tables, cells: vec[i16], marks: vec[i16]) -> bool:
    """Whether each man of the wall has a friend or the edge on one of his two sides, seen from the inside.

    ``marks`` has the inside. Who stands beside two squares of the inside is seen from both. One attacker alone can
    break no wall (hnefatafl.org); without any there is no fort (our reading).
    """
    attackers: i64 = 0
    for q in t.squares:
        if cells[q] & ATTACKERS != 0:
            attackers += 1
    if attackers < 2:
        return attackers == 1
    holders = DEFENDING_MEN | KING | WALL
    for q in t.squares:
        if cells[q] & DEFENDING_MEN != 0:
            for d in t.steps:
                across = t.stride if d * d == 1 else 1
                if marks[q + d] == _INSIDE and (cells[q + across] | cells[q - across]) & holders == 0:
                    return False
    return True


def _inside(t: Tables, marks: vec[i16], king: i64) -> bool:
    """Mark the inside of the fort; False if an attacker stands at it."""
    zero: i64 = 0
    stack = vec[i64]([zero] * int(t.size))
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


@final
class Siege:
    """The attackers around what is left of a fort's wall: the areas in which they move, and whom they could take.

    Areas have numbers from 1 on. ``area`` has the number for each square, ``hammers``, ``anvils`` and ``takers`` have
    for each area how many of its attackers capture by moving, by standing, and by either, and ``movable`` whether any
    of them can move at all. Our reading: where one of the attackers on the board can go, all can.
    """

    __slots__ = ("anvils", "area", "cells", "hammers", "kinds", "marks", "movable", "t", "takers")

    def __init__(self, t: Tables, cells: vec[i16], marks: vec[i16]) -> None:
        zero: i64 = 0
        self.t: Final[Tables] = t
        self.cells: Final[vec[i16]] = cells
        self.marks: Final[vec[i16]] = marks
        self.area: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        kinds: i16 = 0
        for q in t.squares:
            kinds |= cells[q] & ATTACKERS
        self.kinds: Final[i16] = kinds
        self.hammers: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        self.anvils: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        self.takers: Final[vec[i64]] = vec[i64]([zero] * int(t.size))
        self.movable: Final[vec[i64]] = vec[i64]([zero] * int(t.size))

    def spread(self) -> bool:
        """Mark the areas; return False if one touches the inside, or if there is no attacker to be kept out."""
        t = self.t
        number: i64 = 0
        for q in t.squares:
            if self.cells[q] & ATTACKERS != 0 and self.area[q] == 0:
                number += 1
                if not self._flood(q, number):
                    return False
        for q in t.squares:
            number = self.area[q]
            man = self.cells[q] & ATTACKERS
            if man & t.hammer != 0:
                self.hammers[number] += 1
            if man & t.anvil != 0:
                self.anvils[number] += 1
            if man & (t.hammer | t.anvil) != 0:
                self.takers[number] += 1
            if man == 0 and t.stop[q] & self.kinds != 0:
                self.movable[number] = 1
        return self.kinds != 0

    def _flood(self, start: i64, number: i64) -> bool:
        """Mark what the attacker on the square ``start`` can reach; return False if that touches the inside."""
        t = self.t
        jumpers = self.kinds & t.jumpers
        stack = [int(start)]
        self.area[start] = number
        while len(stack) > 0:
            q = i64(stack.pop())
            for d in t.steps:
                to = q + d
                if self.marks[to] == _INSIDE:
                    return False
                if jumpers != 0 and self._overleaps(q, d, jumpers):
                    # A jump over the wall is as good as a hole in it.
                    to += d
                    if self.marks[to] == _INSIDE:
                        return False
                # Attackers are no obstacle to one another: they could be elsewhere by then.
                passable = self.marks[to] == 0 or self.marks[to] & ATTACKERS != 0
                if passable and self.area[to] != number and (t.stop[to] | t.go[to]) & self.kinds != 0:
                    if self.area[to] != 0:
                        self._join(self.area[to], number)
                    else:
                        self.area[to] = number
                        stack.append(int(to))
        return True

    def _join(self, other: i64, number: i64) -> None:
        """Let all squares of an area belong to another one, from which it can be reached."""
        for q in self.t.squares:
            if self.area[q] == other:
                self.area[q] = number

    def _overleaps(self, q: i64, d: i64, jumpers: i16) -> bool:
        """Whether attackers of these kinds could jump from there over a man of the wall."""
        marks = self.marks
        if marks[q + d] & DEFENDING_MEN & LEAPABLE == 0 or marks[q + 2 * d] & DEFENDING_MEN != 0:
            return False
        there = (self.cells[q] | self.t.stop[q]) & jumpers
        return self.cells[q + 2 * d] != KING and there != 0 and vaults(self.t, marks, q, d, there)

    def _place(self, q: i64) -> i64:
        """The area from which an attacker could come to stand on the square, or 0."""
        return self.area[q] if self.cells[q] & ATTACKERS != 0 or self.t.stop[q] & self.kinds != 0 else 0

    def weak(self) -> list[int]:
        """The men of the wall whom the attackers could take.

        A shieldwall matters to no fort: where attackers can stand before all of a row and at its ends, it is not what
        parts them from the inside, nor does it stand beside any other man.
        """
        t = self.t
        men: list[int] = []
        jumpers = jumping(t, self.kinds, CAPTURING)
        for q in t.squares:
            if self.marks[q] & DEFENDING_MEN & ~GUARDS != 0:
                for d in t.steps:
                    leapt = jumpers != 0 and self.area[q - d] != 0 and self._overleaps(q - d, d, jumpers)
                    if leapt or self._taken_from(q, d) or (t.line and self._taken_in_line(q, d)):
                        men.append(int(q))
                        break
        return men

    def _arrival(self, q: i64) -> i64:
        """The area from which an attacker could capture by arriving on the square, or 0."""
        place = self._place(q)
        if place == 0 or self.hammers[place] == 0 or self.movable[place] == 0:
            return 0
        return place

    def _taken_from(self, q: i64, d: i64) -> bool:
        """Whether an attacker who arrives on the square in direction ``d`` could take the man on ``q``."""
        place = self._arrival(q + d)
        if place == 0:
            return False
        man = self.cells[q]
        three = man & self.t.three != 0
        # How many more sides must be held: the opposite one, or two of the other three. `others` are the areas from
        # which attackers could hold those that are not hostile.
        missing: i64 = 2 if three else 1
        others: list[int] = []
        for e in self.t.steps:
            if e == -d or (three and e != d):
                if self._hostile(q + e, man):
                    missing -= 1
                elif self._place(q + e) != 0:
                    others.append(int(self._place(q + e)))
        return missing <= 0 or self._some_suffice(place, others, missing)

    def _some_suffice(self, place: i64, others: list[int], missing: i64) -> bool:
        """Whether one or two of those areas, as many as are missing, have attackers enough beside ``place``."""
        i: i64 = 0
        while i < len(others):
            if missing == 1 and self._suffice(place, [others[i]]):
                return True
            j = i + 1
            while missing == 2 and j < len(others):
                if self._suffice(place, [others[i], others[j]]):
                    return True
                j += 1
            i += 1
        return False

    def _taken_in_line(self, q: i64, d: i64) -> bool:
        """Whether an attacker who arrives at the end of a row, from ``q`` in direction ``d``, could take its men."""
        near = q
        men = self.cells[q]
        if not self._in_row(q):
            return False
        while self._in_row(near + d):
            near += d
            men |= self.cells[near]
        place = self._arrival(near + d)
        if place == 0:
            return False
        far = q
        while self._in_row(far):
            men |= self.cells[far]
            far -= d
            partner = self._place(far)
            if self._hostile(far, men) or (partner != 0 and self._suffice(place, [int(partner)])):
                return True
        return False

    def _in_row(self, q: i64) -> bool:
        """Whether a man of the wall stands there who falls between two."""
        return self.marks[q] & DEFENDING_MEN & ~(GUARDS | self.t.three) != 0

    def _hostile(self, q: i64, men: i16) -> bool:
        """Whether the square threatens these men: an empty one, or what the king or an attacker may leave empty."""
        occupied = self.marks[q] & DEFENDING_MEN != 0
        return (self.t.always[q] if occupied else self.t.hostile[q]) & men == men

    def _suffice(self, place: i64, partners: list[int]) -> bool:
        """Whether the areas have attackers to stand in all those places, beside the one who arrives from ``place``."""
        for area in partners:
            seats = partners.count(area)
            if self.anvils[area] < seats or (area == place and self.takers[area] <= seats):
                return False
        return True


_SEEN: Final[i16] = 0x1000  # marks beside the bits of the pieces: a square around a corner
_CORNERS: Final[i64] = 4
# How many attackers it takes at least to keep the corners closed and still move, and what few men are.
_GUARDED: Final[i64] = 13
_TOO_FEW: Final[i64] = 4
_FEW: Final[i64] = 6


def has_no_escape(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the king can no longer escape."""
    marks = cells[:]
    closed = _all_close(t, cells, marks)
    at_edge = t.special[king] & RIM != 0
    if not closed and not at_edge:
        return False
    attackers: i64 = 0
    men: i64 = 0
    for q in t.squares:
        if cells[q] & ATTACKERS != 0:
            attackers += 1
        elif cells[q] & DEFENDERS != 0:
            men += 1
    men -= 1  # the king himself
    if at_edge and _shut_in(t, cells, king, attackers, men):
        return True
    if not closed:
        return False
    if men < _TOO_FEW and attackers >= _GUARDED:
        return True
    free = _count_free_squares(t, cells, marks)
    return free <= 2 or (free == 3 and men < _FEW)


def _all_close(t: Tables, cells: vec[i16], marks: vec[i16]) -> bool:
    """Whether all corners are closed; mark the squares around them."""
    i: i64 = 0
    while i < _CORNERS:
        if not _closes_corner(t, cells, marks, _corner_square(t, i)):
            return False
        i += 1
    return True


def _corner_square(t: Tables, i: i64) -> i64:
    """The corner with that number."""
    first = t.squares[0]
    far = t.n - 1
    return first + (far if i & 1 != 0 else 0) + (far * t.stride if i & 2 != 0 else 0)


def _shut_in(t: Tables, cells: vec[i16], king: i64, attackers: i64, men: i64) -> bool:
    """Whether a king at the edge is shut in by two attackers on each hand and two or four before him."""
    inward: i64 = 0
    for d in t.steps:
        if cells[king - d] == WALL:
            inward = d
    along: i64 = 1 if inward == t.stride or inward == -t.stride else t.stride
    strength = attackers
    hand: i64 = -1
    while hand <= 1:
        step = hand * along
        if cells[king + step] & ATTACKERS == 0 or cells[king + 2 * step] == WALL:
            return False
        if cells[king + 2 * step + step] == WALL:
            strength += 1  # the second square is a corner, which takes the place of an attacker
        elif cells[king + 2 * step] & ATTACKERS == 0:
            return False
        hand += 2
    if strength > 5 and not _is_pair(cells, king, inward):
        return False
    if men < 2:
        return True
    return strength > 7 and (_is_pair(cells, king + along, inward) or _is_pair(cells, king - along, inward))


def _is_pair(cells: vec[i16], q: i64, inward: i64) -> bool:
    """Whether attackers stand on the two squares before that one."""
    return cells[q + inward] & ATTACKERS != 0 and cells[q + 2 * inward] & ATTACKERS != 0


def _closes_corner(t: Tables, cells: vec[i16], marks: vec[i16], corner: i64) -> bool:
    """Whether that corner is closed; mark the squares around it, over which no defender can come near."""
    solid = True
    for d in t.steps:
        if cells[corner + d] != WALL and not _is_pair(cells, corner, d):
            solid = False
    marks[corner] = _SEEN
    if solid:
        for d in t.steps:
            if cells[corner + d] != WALL:
                marks[corner + d] = marks[corner + 2 * d] = _SEEN
        return True
    zero: i64 = 0
    walked = cells[:]
    walked[corner] = _SEEN
    stack = vec[i64]([zero] * int(t.size))
    n: i64 = 0
    # The two squares beside the corner are walked over even where attackers stand on them; a defender there is not
    # asked about.
    for d in t.steps:
        beside = corner + d
        if cells[beside] != WALL:
            walked[beside] = _SEEN
            if cells[beside] & DEFENDERS == 0:
                stack[n] = beside
                n += 1
    while n > 0:
        n -= 1
        q = stack[n]
        marks[q] = _SEEN
        for d in t.steps:
            to = q + d
            if walked[to] & DEFENDERS != 0:
                return False
            if walked[to] == 0:
                walked[to] = _SEEN
                stack[n] = to
                n += 1
    return True


def _count_free_squares(t: Tables, cells: vec[i16], marks: vec[i16]) -> i64:
    """The most free squares of a side: those that no attacker holds and that lie around no corner.

    It is more than any side has where those of a side do not lie beside one another.
    """
    most: i64 = 0
    side: i64 = 0
    while side < 4:
        along: i64 = 1 if side & 1 == 0 else t.stride
        q = _corner_square(t, 0 if side < 2 else 3)
        if side >= 2:
            along = -along
        count: i64 = 0
        runs: i64 = 0
        was_free = False
        while cells[q] != WALL:
            is_free = cells[q] & ATTACKERS == 0 and marks[q] != _SEEN
            if is_free:
                count += 1
                if not was_free:
                    runs += 1
            was_free = is_free
            q += along
        if runs > 1:
            return t.n + 1
        most = max(most, count)
        side += 1
    return most
