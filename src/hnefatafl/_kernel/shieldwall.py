"""The shieldwall: a row of pieces along the edge that is taken as a whole (Copenhagen, shieldwall).

Two or more pieces of one side stand in an unbroken row along an edge. Each has an enemy in front, towards the middle
of the board, and both ends of the row are held by enemies; one of these has just arrived. The row falls, but not a
king or a guard in it (the king survives: Copenhagen; guards are our reading).

Directions: ``inward`` leads from the edge towards the middle, ``along`` at right angles to it along the edge. A piece
stands on an edge if the square behind it, ``target - inward``, is a wall of the board's rim.

Cost: :func:`touches_row` rules the rule out for nearly all moves by the four neighbours of the target. A walk along
the row costs its length; there is one for each side of the target.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, CORNER, DEFENDERS, GUARDS, KING, RIM, WALL
from hnefatafl._kernel.generate import across
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

# What there is at an end of a row.
_HELD: Final[i64] = 2  # a piece
_CLOSED: Final[i64] = 1  # an empty corner
_OPEN: Final[i64] = -2  # nothing


def touches_row(t: Tables, cells: vec[i16], target: i64, piece: i16) -> bool:
    """Whether an enemy stands next to the target and at the edge, where a row that it closes has to begin or pass."""
    foes = DEFENDERS if piece & ATTACKERS != 0 else ATTACKERS
    for d in t.steps:
        if cells[target + d] & foes != 0 and t.special[target + d] & RIM != 0:
            return True
    return False


def walls(t: Tables, cells: vec[i16], target: i64, piece: i16) -> list[tuple[list[int], list[int]]] | None:
    """The rows that the piece on ``target`` closes by arriving, or None.

    Of each, the squares of those who fall, and the squares that hold it. A piece that arrives between two rows can
    close both (Copenhagen). Without flanking one that arrives in front of a row closes it too
    (:attr:`Shieldwall.flanking <hnefatafl.rules.Shieldwall.flanking>`).
    """
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    found: list[tuple[list[int], list[int]]] | None = None
    for inward in t.steps:
        along = across(t, inward)
        if cells[target - inward] == WALL:
            # On this edge: a row may begin on either side.
            found = _with_row(t, cells, target + along, along, inward, target, foes, found)
            found = _with_row(t, cells, target - along, -along, inward, target, foes, found)
        elif not t.wall_flanking and cells[target - 2 * inward] == WALL and cells[target - inward] & foes:
            # One rank from this edge, in front of an enemy: his row is looked for from its first man on.
            first = target - inward
            while cells[first - along] & foes:
                first -= along
            found = _with_row(t, cells, first, along, inward, target, foes, found)
    return found


def _with_row(
    t: Tables,
    cells: vec[i16],
    first: i64,
    along: i64,
    inward: i64,
    target: i64,
    foes: i16,
    rows: list[tuple[list[int], list[int]]] | None,
) -> list[tuple[list[int], list[int]]] | None:
    """``rows``, and the row that begins on the square ``first`` if the piece on ``target`` has closed it."""
    men = _measure_row(t, cells, first, along, inward, target, foes)
    if men == 0:
        return rows
    row = [int(first + i * along) for i in range(int(men))]
    by = [int(square + inward) for square in row]
    by.append(int(first - along))
    by.append(int(first + men * along))
    fallen = [square for square in row if cells[square] & (KING | GUARDS) == 0]
    if rows is None:
        return [(fallen, by)]
    rows.append((fallen, by))
    return rows


def _measure_row(t: Tables, cells: vec[i16], first: i64, along: i64, inward: i64, target: i64, foes: i16) -> i64:
    """The length of the row that begins on the square ``first``, if it is closed, or 0."""
    partners = t.anvil & ~foes
    q = first
    n: i64 = 0
    men: i16 = 0
    while cells[q] & foes:
        men |= cells[q] & ~KING  # a corner need not be hostile to a king who survives
        front = q + inward
        if front != target and not cells[front] & partners:
            return 0
        q += along
        n += 1
    if n < 2:
        return 0
    ends = _classify_end(t, cells, first - along, target, partners, men) + _classify_end(
        t, cells, q, target, partners, men
    )
    return n if ends >= _HELD + _CLOSED else 0


def _classify_end(t: Tables, cells: vec[i16], end: i64, target: i64, partners: i16, men: i16) -> i64:
    """What there is at an end of a row, such that a piece and a corner suffice and two corners do not."""
    if end == target or cells[end] & partners:
        return _HELD
    closes = t.wall_corners and not cells[end] and t.special[end] & CORNER != 0 and t.hostile[end] & men == men
    return _CLOSED if closes else _OPEN
