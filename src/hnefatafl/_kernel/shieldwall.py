"""The shieldwall: a row of pieces along the edge that is taken as a whole."""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, CORNER, DEFENDERS, GUARDS, KING, RIM, WALL
from hnefatafl._kernel.generate import across
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec


def touches_row(t: Tables, cells: vec[i16], target: i64, piece: i16) -> bool:
    """Whether an enemy stands where a shieldwall would have to begin: beside the arrived piece or before it."""
    foes = DEFENDERS if piece & ATTACKERS != 0 else ATTACKERS
    for d in t.steps:
        if cells[target + d] & foes != 0 and t.special[target + d] & RIM != 0:
            return True
    return False


def walls(t: Tables, cells: vec[i16], target: i64, piece: i16) -> list[tuple[list[int], list[int]]] | None:
    """The rows along the edge that the arrived piece closes, if there are any (Copenhagen, shieldwall).

    Of each, the squares of those who fall, all but a king and guards, and the squares that hold it.
    """
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    found: list[tuple[list[int], list[int]]] | None = None
    for inward in t.steps:
        along = across(t, inward)
        if cells[target - inward] == WALL:
            found = _with_row(t, cells, target + along, along, inward, target, foes, found)
            found = _with_row(t, cells, target - along, -along, inward, target, foes, found)
        elif not t.wall_flanking and cells[target - 2 * inward] == WALL and cells[target - inward] & foes:
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
    found: list[tuple[list[int], list[int]]] | None,
) -> list[tuple[list[int], list[int]]] | None:
    """Those found, and the row that begins on the square ``first`` if the piece on ``target`` has closed it."""
    men = _row(t, cells, first, along, inward, target, foes)
    if men == 0:
        return found
    row = [int(first + i * along) for i in range(int(men))]
    by = [int(square + inward) for square in row]
    by += [int(first - along), int(first + men * along)]
    closed = [square for square in row if cells[square] & (KING | GUARDS) == 0], by
    return [closed] if found is None else [*found, closed]


def _row(t: Tables, cells: vec[i16], first: i64, along: i64, inward: i64, target: i64, foes: i16) -> i64:
    """How many men stand in a row from that square on that is closed, or 0."""
    partners = t.anvil & ~foes
    q = first
    n: i64 = 0
    men: i16 = 0
    while cells[q] & foes:
        men |= cells[q] & ~KING
        front = q + inward
        if front != target and not cells[front] & partners:
            return 0
        q += along
        n += 1
    if n < 2:
        return 0
    ends = _end(t, cells, first - along, target, partners, men) + _end(t, cells, q, target, partners, men)
    return n if ends > 2 else 0


def _end(t: Tables, cells: vec[i16], end: i64, target: i64, partners: i16, men: i16) -> i64:
    """What holds an end of a row: 2 a piece, 1 an empty corner, of which only one may serve, -2 nothing."""
    if end == target or cells[end] & partners:
        return 2
    closes = t.wall_corners and not cells[end] and t.special[end] & CORNER != 0 and t.hostile[end] & men == men
    return 1 if closes else -2
