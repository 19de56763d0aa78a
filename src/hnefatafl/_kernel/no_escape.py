"""The king who can no longer escape at a corner, as hnefatafl.org judges it (its rule 10).

The rule is a list of patterns, not a search: the docstring of ``Ruleset.no_escape`` tells them. Its source is the
program (``can_not_escape`` in board.rs), which decides more exactly than its page.

Cost: a look around a king at the edge, and a walk over the empty squares around each corner, which mostly ends at
the first corner, where it meets a defender.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, RIM, WALL
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

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
