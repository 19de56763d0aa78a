"""Boards that can be played under a ruleset."""

from __future__ import annotations

from collections.abc import Collection

from hnefatafl.board import Board, Piece, Region
from hnefatafl.rules import Ruleset, Zone
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import MEN, Pieces, chance, every_square, may_stand, some_of
from hnefatafl.testing._plants.generators import assume


@st.composite
def board_with(draw: st.DrawFn, size: int, zones: Collection[Zone], escape: Region, least: int, men: int = 0) -> Board:
    everywhere = every_square(size)
    out = escape.squares(size)
    seats = [square for square in everywhere if square not in out and may_stand(zones, size, Piece.KING, square)]
    assume(seats)
    king = draw(st.sampled_from(seats))
    # Pieces close together trigger more rules than pieces anywhere.
    reach = draw(st.sampled_from([size, 2, 3]))
    pool = [s for s in everywhere if max(abs(s.file - king.file), abs(s.rank - king.rank)) <= reach and s != king]
    pieces: Pieces = {king: Piece.KING}
    most = draw(st.sampled_from([len(pool) // 3, len(pool) // 6, least]))
    for piece, at_least in ((Piece.ATTACKER, least), (Piece.DEFENDER, men)):
        free = [s for s in pool if s not in pieces and may_stand(zones, size, piece, s)]
        if len(free) < at_least:
            free = [s for s in everywhere if s not in pieces and may_stand(zones, size, piece, s)]
            assume(len(free) >= at_least)
        pieces |= dict.fromkeys(some_of(draw, free, at_least, max(most, at_least)), piece)
    return Board(size, promoted(draw, pieces, zones, size) if chance(draw, 50) else pieces)


def promoted(draw: st.DrawFn, pieces: Pieces, zones: Collection[Zone], size: int) -> Pieces:
    """Return the board with some men turned into commanders, knights, mercenaries or guards, where these may stand."""
    kinds = draw(st.lists(st.sampled_from(MEN), min_size=1, max_size=3))
    percent = draw(st.sampled_from([30, 60, 100]))
    found: Pieces = {}
    for square, piece in pieces.items():
        other = Piece(piece.side, draw(st.sampled_from(kinds))) if chance(draw, percent) else piece
        fits = piece != Piece.KING and may_stand(zones, size, other, square)
        found[square] = other if fits else piece
    return found


def boards(ruleset: Ruleset) -> st.Generator[Board]:
    """Return a strategy for playable boards: one king who has not escaped, and no piece where it may not stop."""
    return board_with(ruleset.size, ruleset.all_zones, ruleset.escape, 0)
