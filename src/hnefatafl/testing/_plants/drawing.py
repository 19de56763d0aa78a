"""Small helpers of the strategies: chances, squares, and lines of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from hnefatafl.board import Board, Kind, Piece, Region, Side, Square
from hnefatafl.rules import Ruleset, Zone
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.generators import assume

Planted = tuple[Ruleset, Board, Side]
"""A ruleset, a board under it, and the side to move."""
Pieces = dict[Square, Piece]
S = TypeVar("S")
T = TypeVar("T")

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
SOLDIER: Final = {ATTACKERS: Piece.ATTACKER, DEFENDERS: Piece.DEFENDER}
MEN: Final = tuple(kind for kind in Kind if kind is not Kind.KING)
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_PERCENT: Final = st.integers(0, 99)


def chance(draw: st.DrawFn, percent: int) -> bool:
    """Draw True in about that percentage of draws; False is the simpler value."""
    return draw(_PERCENT) >= 100 - percent


@st.composite
def usually(draw: st.DrawFn, default: S, other: st.Generator[T], percent: int = 70) -> S | T:
    """Draw mostly the default, sometimes the other value."""
    return default if draw(_PERCENT) < percent else draw(other)


def neighbours(square: Square, size: int) -> list[Square]:
    """Return the squares of the board next to this one."""
    return [near for step in STEPS if (near := square.offset(*step)).on(size)]


@lru_cache(maxsize=32)
def every_square(size: int) -> tuple[Square, ...]:
    """Return all squares, from the middle outwards, so that examples shrink towards it."""
    middle = (size - 1) / 2
    squares = [Square(file, rank) for file in range(size) for rank in range(size)]
    return tuple(sorted(squares, key=lambda s: (abs(s.file - middle) + abs(s.rank - middle), s)))


@lru_cache(maxsize=32)
def rim(size: int) -> tuple[Square, ...]:
    """Return the squares of the edge."""
    return tuple(square for square in every_square(size) if {square.file, square.rank} & {0, size - 1})


@lru_cache(maxsize=1024)
def squares_of(region: Region, size: int) -> frozenset[Square]:
    """Return the squares of a region."""
    return frozenset(region.squares(size))


def may_stand(zones: Iterable[Zone], size: int, piece: Piece, square: Square) -> bool:
    """Return whether the zones let the piece stand there."""
    return all(zone.stop.has(piece) for zone in zones if square in squares_of(zone.squares, size))


def some_of(draw: st.DrawFn, squares: Collection[Square], least: int, most: int) -> list[Square]:
    """Draw some of the squares, between the given numbers if there are enough."""
    pool = list(squares)
    count = draw(st.integers(min(least, len(pool)), min(most, len(pool))))
    return draw(st.samples(pool, min_size=count, max_size=count))


def seen_from(pieces: Mapping[Square, Piece], size: int, square: Square) -> Iterator[tuple[Square, list[Square]]]:
    """Yield the empty squares that a piece could come from in one move, each with the squares between."""
    for step in STEPS:
        way: list[Square] = []
        origin = square.offset(*step)
        while origin.on(size) and origin not in pieces:
            yield origin, list(way)
            way.append(origin)
            origin = origin.offset(*step)


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
    promoted_pieces: Pieces = {}
    for square, piece in pieces.items():
        other = Piece(piece.side, draw(st.sampled_from(kinds))) if chance(draw, percent) else piece
        fits = piece != Piece.KING and may_stand(zones, size, other, square)
        promoted_pieces[square] = other if fits else piece
    return promoted_pieces


def boards(ruleset: Ruleset) -> st.Generator[Board]:
    """Return a strategy for playable boards: one king who has not escaped, and no piece where it may not stop."""
    return board_with(ruleset.size, ruleset.all_zones, ruleset.escape, 0)
