"""Planted kings who can no longer escape, and some who nearly cannot (hnefatafl.org, rule 10)."""

from __future__ import annotations

from hnefatafl.board import Piece, Region, Side, Square
from hnefatafl.rules import Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    Pieces,
    Planted,
    chance,
    every_square,
    neighbours,
    rim,
    some_of,
)
from hnefatafl.testing._plants.planting import finish, hold_back, plant, size_for, tame


def shut_in(draw: st.DrawFn, size: int) -> Pieces:
    """Plant a king at the lower edge with attackers on both hands and before him."""
    file = draw(st.integers(1, size - 2))
    held = [Square.unchecked(file + at, 0) for at in (-2, -1, 1, 2)]
    held += [Square.unchecked(file + at, rank) for at in (-1, 0, 1) for rank in (1, 2)]
    held = [square for square in held if square.on(size) and not (square.rank == 0 and square.file in (0, size - 1))]
    pieces: Pieces = dict.fromkeys(held, Piece.ATTACKER)
    for square in some_of(draw, held[-6:], 0, 4 if chance(draw, 50) else 0):
        pieces.pop(square)
    return pieces | {Square.unchecked(file, 0): Piece.KING}


def around_corners(draw: st.DrawFn, size: int) -> Pieces:
    """Plant attackers around every corner, and mostly along the edges, but for a few free squares."""
    pieces: Pieces = {}
    for corner in (Square.unchecked(file, rank) for file in (0, size - 1) for rank in (0, size - 1)):
        x, y = 1 if corner.file == 0 else -1, 1 if corner.rank == 0 else -1
        wall = draw(st.sampled_from([((2, 0), (1, 1), (0, 2)), ((1, 0), (2, 0), (0, 1), (0, 2))]))
        pieces |= {corner.offset(x * far, y * up): Piece.ATTACKER for far, up in wall}
    if chance(draw, 70):
        free = draw(st.integers(1, 4))
        for side in range(4):
            far = side // 2 * (size - 1)
            line = [square for square in sorted(rim(size)) if (square.file, square.rank)[side % 2] == far]
            first = draw(st.integers(1, max(1, size - 1 - free)))
            kept = {*line[first : first + free], line[0], line[-1]}
            pieces |= {square: Piece.ATTACKER for square in line if square not in kept}
    return pieces


@plant
def closed_corners(draw: st.DrawFn, given: Ruleset | None) -> Planted:
    """A king shut in at the edge, or corners closed to him: at once, nearly, or by the next move of either side."""
    size = size_for(draw, given, st.sampled_from([7, 9, 8, 11]))
    rules = given or tame(
        draw, size, no_escape=True, escape=Region.CORNERS, fewest_attackers=0, encirclement=chance(draw, 20)
    )
    pieces = shut_in(draw, size) if chance(draw, 45) else around_corners(draw, size)
    inner = [square for square in every_square(size) if square not in set(rim(size)) and square not in pieces]
    if Piece.KING not in pieces.values() and inner:
        seats = [s for s in inner if not {s, *neighbours(s, size)} & set(rim(size))] or inner
        pieces[draw(st.sampled_from(seats))] = Piece.KING
    rest = [square for square in inner if square not in pieces]
    pieces |= dict.fromkeys(some_of(draw, rest, 0, draw(st.sampled_from([0, 1, 3, 5, 7]))), Piece.DEFENDER)
    rest = [square for square in rest if square not in pieces]
    pieces |= dict.fromkeys(some_of(draw, rest, 0, 5), Piece.ATTACKER)
    turn = draw(st.sampled_from(Side))
    if chance(draw, 15):
        attackers = sorted(square for square, piece in pieces.items() if piece.side is ATTACKERS)
        pieces.pop(draw(st.sampled_from(attackers)))
    clear = set(every_square(size))
    if turn is ATTACKERS:
        attackers = sorted(square for square, piece in pieces.items() if piece.side is ATTACKERS)
        hold_back(draw, size, pieces, draw(st.sampled_from(attackers)), Piece.ATTACKER)
    return finish(draw, rules, pieces, turn, clear, promote=10)
