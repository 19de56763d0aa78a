"""What is looked up rather than worked out, the same for all rules: by the bit of a piece, and by a square.

Each function makes a table once and keeps it, so that all rulesets of a size share them. Law: no table is changed.
Cost: the largest are the move objects (1.5 MB on 19×19) and the paths for random games, made when first asked for.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    DEFENDERS,
    MERCENARIES,
    NO_MOVE,
    SQUARE,
    board_code,
    move_code,
    origin_of,
    spot,
    square_at,
    target_of,
)
from hnefatafl.board import Move, Square
from hnefatafl.support.vectors import vec

# How many pieces there are, the wall among them.
PLACES: Final = 12

# The directions of moves, in files and ranks: east, west, north, south, as in `Tables.steps`.
DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


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
    return vec[i64]([i64(who | crossing[place] << shift) for place, who in enumerate(stop)])


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
def coded() -> vec[i64]:
    """By the bit of a piece its code on a board; 0 for none."""
    return by_piece(tuple([board_code(place) for place in range(PLACES)]), 0)


@cache
def turns(n: int) -> vec[i64]:
    """The squares as the other seven symmetries of the board reorder them, one order after the other."""
    out: list[i64] = []
    last = n - 1
    for order in range(1, 8):
        for rank in range(n):
            for file in range(n):
                # Each bit of the order is a reflection: in the diagonal, and along files and ranks.
                a, b = (rank, file) if order & 4 else (file, rank)
                a, b = (last - a if order & 1 else a), (last - b if order & 2 else b)
                out.append(i64(square_at(n, a, b)))
    return vec[i64](out)


@cache
def index(n: int) -> vec[i64]:
    """From a spot to the square; 0 if it is off the board."""
    out = [0] * int(SQUARE + 1)
    for file in range(n):
        for rank in range(n):
            out[spot(file, rank)] = square_at(n, file, rank)
    return vec[i64]([i64(q) for q in out])


@cache
def actions(n: int) -> vec[i64]:
    """By the number of an action: its move, or ``NO_MOVE`` where that would leave the board.

    The actions of a square are its moves east, west, north and south, each by 1 to ``n - 1`` squares, and then the stop
    of a berserk turn; squares follow one another from rank 1 on. The last action of all is to roll.
    """
    out: list[i64] = []
    for rank in range(n):
        for file in range(n):
            q = square_at(n, file, rank)
            for files, ranks in DIRECTIONS:
                for distance in range(1, n):
                    f, r = file + files * distance, rank + ranks * distance
                    out.append(move_code(q, square_at(n, f, r)) if 0 <= f < n and 0 <= r < n else NO_MOVE)
            out.append(move_code(q, q))
    out.append(NO_MOVE)
    return vec[i64](out)


@cache
def action_numbers(n: int) -> vec[i64]:
    """What the number of an action is the sum of: by square that of its first action, and then by the distance between
    two squares on a file or rank, in the order of the padded board and from the most negative on, that of the kind of
    action.
    """
    size = (n + 2) * (n + 2)
    zero: i64 = 0
    out = vec[i64]([zero] * (3 * size))
    kinds: i64 = 4 * n - 3
    number: i64 = 0
    for code in actions(n):
        q = origin_of(code)
        if code != NO_MOVE:
            out[q] = number - number % kinds
            out[2 * size + target_of(code) - q] = number % kinds
        number += 1
    return out


@cache
def moves(n: int) -> list[Move]:
    """The move objects from every square to every other of its file and rank, by ``origin * size + target``.

    All other places hold a move that is never asked for, so that the list needs no empty ones.
    """
    size = (n + 2) * (n + 2)
    squares = [Square(file, rank) for rank in range(n) for file in range(n)]
    moves = [Move.of(squares[0], squares[0])] * (size * size)
    for origin in squares:
        q = square_at(n, origin.file, origin.rank)
        for i in range(n):
            for target in (squares[i * n + origin.file], squares[origin.rank * n + i]):
                moves[q * size + square_at(n, target.file, target.rank)] = Move.of(origin, target)
    return moves
