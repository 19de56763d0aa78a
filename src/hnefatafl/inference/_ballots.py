"""The votes of records about their start layout: what each says of the squares before anything happens on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from hnefatafl.board import Board
from hnefatafl.game import Game
from hnefatafl.geometry import MAX_SIZE, MIN_SIZE
from hnefatafl.inference._records import between, tells_captures
from hnefatafl.pieces import Side
from hnefatafl.records import RecordedMove

__all__ = ["EMPTY", "FIRST", "OTHER", "SECOND", "Ballot", "ballot_of", "least_size", "share_against"]

EMPTY, FIRST, SECOND, UNKNOWN = 0, 1, 2, 3
OTHER: Final = (EMPTY, SECOND, FIRST)
"""The labels with the sides swapped."""

Ballot: TypeAlias = dict[int, int]
"""What one record says of squares: empty, or a piece of the side that moves first or second in it."""


def least_size(records: Iterable[Sequence[RecordedMove]]) -> int:
    """Return the smallest odd size of a board that has all squares of the records."""
    most = max(
        (max(max(s.file, s.rank) for s in (move.origin, move.target)) for moves in records for move in moves), default=0
    )
    return min(max(most + 1 | 1, MIN_SIZE), MAX_SIZE)


def ballot_of(moves: Sequence[RecordedMove], size: int) -> Ballot:
    """Return what a record says of the squares at the start."""
    ballot: Ballot = {}
    # A record that names no captures does not say which squares became empty.
    sees_empty = tells_captures(moves)
    second, last = True, None
    for move in moves:
        if not (move.origin.on(size) and move.target.on(size)):
            break
        second = second if move.origin == last else not second
        if sees_empty:
            for square in between(move.origin, move.target):
                ballot.setdefault(square.rank * size + square.file, EMPTY)
        ballot.setdefault(move.origin.rank * size + move.origin.file, SECOND if second else FIRST)
        target = move.target.rank * size + move.target.file
        if sees_empty or target in ballot:
            ballot.setdefault(target, EMPTY)
        else:
            ballot[target] = UNKNOWN
        for square in move.captures:
            if square.on(size):
                ballot.setdefault(square.rank * size + square.file, FIRST if second else SECOND)
        last = move.target
    return {at: label for at, label in ballot.items() if label != UNKNOWN}


def share_against(games: Iterable[Game], board: Board) -> float:
    """Return the share of the votes of games that contradict a layout, from 0 to 1; 0 where there are no votes.

    Either side may begin. A move off the board counts as a vote against it.
    """
    size = board.size
    labels = [EMPTY] * size**2
    for square, piece in board.items():
        labels[square.rank * size + square.file] = FIRST if piece.side is Side.ATTACKERS else SECOND
    votes = against = 0
    for game in games:
        off = sum(not (move.origin.on(size) and move.target.on(size)) for move in game.moves)
        ballot = ballot_of(game.moves, size)
        plain = sum(labels[at] != label for at, label in ballot.items())
        swapped = sum(labels[at] != OTHER[label] for at, label in ballot.items())
        votes += len(ballot) + off
        against += min(plain, swapped) + off
    return against / votes if votes else 0.0
