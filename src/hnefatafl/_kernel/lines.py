"""Line captures: several pieces in an unbroken row between two captors, taken together.

Two options share one walk: men alone (Brandubh of georgelivas: "more than 2 pieces can be captured simultaneously if
surrounded on the same row or column"), and a man beside the king, who survives (dinotash's tablut). From the piece that
arrives the walk goes along the row as long as there are enemies who fall between two, or the king where he may be
among them. The row is taken up to the last square behind which a captor, or a square hostile to all its men, holds it.

Cost: :func:`rows` is asked only where a ruleset has one of the options and the piece has arrived beside an enemy. A
walk costs the length of its row.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, GUARDS, KING
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec


def held_row(t: Tables, cells: vec[i16], first: i64, d: i64, foes: i16) -> i64:
    """How many pieces, from the one on ``first`` on in direction ``d``, a piece beside it holds in a line, or 0.

    At least two, the king included. A man who does not fall between two ends the row (our reading), and so does the
    king, unless the rules let him be among them.
    """
    partners = t.anvil & ~foes
    q = first
    men: i16 = 0
    n: i64 = 0
    held: i64 = 0
    king = False
    while cells[q] & foes & ~(GUARDS | t.three) != 0:
        if cells[q] == KING:
            if not t.king_line:
                return held
            king = True
        else:
            men |= cells[q]
        n += 1
        q += d
        if n > 2 and not t.line:
            return held
        if n > 1 and (king or t.line) and _holds_row(t, cells, q, men, partners):
            held = n
    return held


def _holds_row(t: Tables, cells: vec[i16], q: i64, men: i16, partners: i16) -> bool:
    """Whether a captor on the square, or the square itself, holds the row of these men from its far end."""
    occupant = cells[q]
    if occupant == 0:
        return t.hostile[q] & men == men
    return occupant & partners != 0 or t.always[q] & men == men


def rows(t: Tables, cells: vec[i16], target: i64, piece: i16) -> list[tuple[list[int], list[int]]] | None:
    """The rows that the piece on ``target`` takes by arriving, or None.

    Of each, the squares of those who fall, the king not among them, and the two squares that hold it.
    """
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    closed: list[tuple[list[int], list[int]]] | None = None
    for d in t.steps:
        if cells[target + d] & foes == 0:
            continue
        n = held_row(t, cells, target + d, d, foes)
        if n == 0:
            continue
        row = [int(target + i * d) for i in range(1, int(n) + 1)]
        if closed is None:
            closed = []
        closed.append(([square for square in row if cells[square] != KING], [int(target), int(target + (n + 1) * d)]))
    return closed
