"""The votes of records about their start layout: what each says of the squares before anything happens on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Side, Square
from hnefatafl.inference._records import between, tells_captures
from hnefatafl.records import RecordedMove

EMPTY, FIRST, SECOND, OFF = 0, 1, 2, 3
"""What there is on a square: nothing, or a piece of the side that moves first or second; or no square at all."""
OTHER: Final = (EMPTY, SECOND, FIRST)
"""The labels of squares with the sides swapped."""
_UNKNOWN: Final = 4


class Ballot(NamedTuple):
    """What one record says of squares, without regard to the size of the board."""

    labels: dict[int, int]
    """By the place of a square, what stood on it."""
    size: int
    """The size of the smallest board that has all squares of the record."""


def place(square: Square) -> int:
    """Return the number of a square, which is the same on boards of all sizes."""
    return square.rank * MAX_SIZE + square.file


def square_at(at: int) -> Square:
    """Return the square with that number."""
    return Square.unchecked(at % MAX_SIZE, at // MAX_SIZE)


def ballot_of(moves: Sequence[RecordedMove]) -> Ballot:
    """Return what a record says of the squares at the start."""
    ballot: dict[int, int] = {}
    # A record that names no captures does not say which squares became empty.
    sees_empty = tells_captures(moves)
    second, last = True, None
    size = MIN_SIZE
    for move in moves:
        origin, target = move.origin, move.target
        if not (origin.on(MAX_SIZE) and target.on(MAX_SIZE)):
            break
        size = max(size, *(1 + at for square in (origin, target) for at in (square.file, square.rank)))
        second = second if origin == last else not second
        if sees_empty:
            for square in between(origin, target):
                ballot.setdefault(place(square), EMPTY)
        ballot.setdefault(place(origin), SECOND if second else FIRST)
        ballot.setdefault(place(target), EMPTY if sees_empty or place(target) in ballot else _UNKNOWN)
        for square in move.captures:
            if square.on(MAX_SIZE):
                ballot.setdefault(place(square), FIRST if second else SECOND)
        last = target
    return Ballot({at: label for at, label in ballot.items() if label != _UNKNOWN}, size)


def against(ballots: Iterable[Ballot], board: Board) -> int:
    """Return how many votes contradict a layout, also those for squares that its board does not have.

    Either side may begin.
    """
    size = board.size
    labels = [EMPTY if max(at % MAX_SIZE, at // MAX_SIZE) < size else OFF for at in range(MAX_SIZE**2)]
    for square, piece in board.items():
        labels[place(square)] = FIRST if piece.side is Side.ATTACKERS else SECOND
    found = 0
    for ballot, _ in ballots:
        plain = sum(labels[at] != label for at, label in ballot.items())
        swapped = sum(labels[at] != OTHER[label] for at, label in ballot.items())
        found += min(plain, swapped)
    return found
