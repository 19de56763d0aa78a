"""What is looked up rather than worked out, the same for all rules: by the bit of a piece, and by a square.

Each function makes a table once and keeps it, so that all rulesets of a size share them. Law: nobody writes to them.
Cost: the largest are the move objects (1.5 MB on 19×19) and the paths for random games, made when first asked for.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, MERCENARIES, SQUARE, path, spot
from hnefatafl._kernel.vectors import vec
from hnefatafl.geometry import Square
from hnefatafl.move import Move

# How many pieces there are, the wall among them.
PLACES: Final = 12


def row(place: int) -> int:
    """Which row of keys belongs to a piece: for soldiers and kings its bit, so that the kernel need not look it up.

    Rows 1, 2 and 4 are theirs, the others' follow from 5 on. Row 0 is of no piece, and holds the keys of all else.
    """
    return 1 << place if place < 3 else place + 1


@lru_cache(maxsize=64)
def by_piece(values: tuple[int, ...], empty: int) -> vec[i64]:
    """The values in the order of the pieces' numbers, each where the bit of its piece says.

    All others are ``empty``. The 4096 words save a search for the highest bit wherever a piece is looked up.
    """
    out = [empty] * (1 << PLACES)
    for place, value in enumerate(values):
        out[1 << place] = value
    return vec[i64]([i64(value) for value in out])


def access(stop: list[int], go: list[int], shift: int) -> vec[i64]:
    """Who may stop on each square, and shifted so far, who may cross it; ``go`` lacks the second half of the layers."""
    crossing = go * 2
    return vec[i64]([i64(who | crossing[at] << shift) for at, who in enumerate(stop)])


@lru_cache(maxsize=64)
def words(values: tuple[int, ...]) -> vec[i64]:
    """The values as a vector."""
    return vec[i64]([i64(value) for value in values])


@cache
def turned() -> vec[i16]:
    """What a captured piece becomes: nothing, unless it is a mercenary."""
    out = [0] * (1 << PLACES)
    attacking, defending = int(MERCENARIES & ATTACKERS), int(MERCENARIES & DEFENDERS)
    out[attacking], out[defending] = defending, attacking
    return vec[i16](out)


@cache
def turns(n: int) -> vec[i64]:
    """The squares as the other seven symmetries of the board reorder them, one order after the other."""
    out: list[i64] = []
    last = n - 1
    for order in range(1, 8):
        for rank in range(n):
            for file in range(n):
                a, b = (rank, file) if order & 4 else (file, rank)
                a, b = (last - a if order & 1 else a), (last - b if order & 2 else b)
                out.append(i64((b + 1) * (n + 2) + a + 1))
    return vec[i64](out)


@cache
def index(n: int) -> vec[i64]:
    """From a square's code in a move (file times 32 plus rank) to its padded index; 0 if off the board."""
    out = [0] * int(SQUARE + 1)
    for file in range(n):
        for rank in range(n):
            out[spot(file, rank)] = (rank + 1) * (n + 2) + file + 1
    return vec[i64]([i64(q) for q in out])


@cache
def spots(n: int) -> vec[i64]:
    """From a padded index to the square's file times 32 plus its rank; 0 for the rim."""
    out = [0] * ((n + 2) * (n + 2))
    for file in range(n):
        for rank in range(n):
            out[(rank + 1) * (n + 2) + file + 1] = spot(file, rank)
    return vec[i64]([i64(number) for number in out])


@cache
def paths(n: int) -> vec[i64]:
    """For each square the others of its rank and then of its file, and what has to be empty on the way there.

    How that is packed is said of :func:`~hnefatafl._kernel.codes.path`.
    """
    zero: i64 = 0
    ways = 2 * (n - 1)
    stride = n + 2
    out: vec[i64] = vec[i64]([zero] * (stride * stride * ways))
    for file in range(n):
        for rank in range(n):
            q = (rank + 1) * stride + file + 1
            for i in range(ways):
                along = i < n - 1
                here = file if along else rank
                there = i if along else i - (n - 1)
                there += there >= here
                to = q + (there - here) * (1 if along else stride)
                squares = (1 << there + 1) - (1 << here + 1) if there > here else (1 << here) - (1 << there)
                at = 32 + there if along else there
                out[q * ways + i] = path(to, 32 + rank if along else file, squares, at)
    return out


@cache
def moves(n: int) -> list[Move]:
    """The move objects from every square to every other of its file and rank, by ``origin * size + target``.

    All other places hold a move that nobody asks for, so that the list needs no empty ones.
    """
    stride = n + 2
    size = stride * stride
    squares = [Square(file, rank) for rank in range(n) for file in range(n)]
    found = [Move.of(squares[0], squares[0])] * (size * size)
    for origin in squares:
        q = (origin.rank + 1) * stride + origin.file + 1
        for i in range(n):
            for target in (squares[i * n + origin.file], squares[origin.rank * n + i]):
                found[q * size + (target.rank + 1) * stride + target.file + 1] = Move.of(origin, target)
    return found
