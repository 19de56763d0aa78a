"""Small helpers of the strategies: chances, squares, and lines of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from hnefatafl.board import Board, Kind, Piece, Region, Side, Square
from hnefatafl.rules import Ruleset, Zone
from hnefatafl.testing._plants import generators as st

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
        at = square.offset(*step)
        while at.on(size) and at not in pieces:
            yield at, list(way)
            way.append(at)
            at = at.offset(*step)
