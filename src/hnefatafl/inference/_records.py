"""Records as they are read without any rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from hnefatafl._base.arguments import as_tuple, check, refuse
from hnefatafl.board import Board, Piece, Side, Square
from hnefatafl.records import Game, RecordedMove

NEIGHBOURS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The way in files and ranks to the squares beside a square."""


def numbered(games: Iterable[Game]) -> list[tuple[int, Game]]:
    """Return the games with their numbers, counted from 1.

    Raises:
        ArgumentTypeError: it is not an iterable of games.
    """
    listed = as_tuple("games", games)
    for game in listed:
        check("games", game, Game)
    return list(enumerate(listed, start=1))


def moves_of(record: Game | Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    """Return the moves of a game, whose ruleset does not matter here, or moves alone.

    Raises:
        ArgumentTypeError: it is neither a game nor an iterable of moves.
    """
    if isinstance(record, Game):
        return record.moves
    if isinstance(record, str) or not isinstance(record, Iterable):
        refuse("games", "a Game", record)
    moves = as_tuple("games", record)
    for move in moves:
        check("games", move, RecordedMove)
    return moves


def tells_captures(moves: Iterable[RecordedMove]) -> bool:
    """Return whether the notation of the moves can name captured pieces."""
    return all(move.tells_captures for move in moves)


def has_gap(game: Game, start: Board) -> bool:
    """Return whether the moves show that some are missing, as those of berserk turns often are: one begins on an empty
    square, or one side moves twice in a row."""
    last: Side | None = None
    for piece, _ in followed(game, start):
        if piece is None or piece.side is last:
            return True
        last = piece.side
    return False


def followed(game: Game, start: Board) -> Iterator[tuple[Piece | None, RecordedMove]]:
    """Yield the moves of a game, each with the piece that it moves, or None where it begins on an empty square."""
    board = dict(start if game.start is None else game.start.board)
    for move in game.moves:
        piece = board.pop(move.origin, None)
        yield piece, move
        if piece is not None:
            board[move.target] = piece
        for square in move.captures:
            board.pop(square, None)


@lru_cache(maxsize=1 << 14)
def between(origin: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares between two squares of a file or of a rank, in order; none for others."""
    files, ranks = target.file - origin.file, target.rank - origin.rank
    if files and ranks:
        return ()
    length = abs(files + ranks)
    return tuple(origin.offset(files * i // length, ranks * i // length) for i in range(1, length))
