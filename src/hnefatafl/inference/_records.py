"""What records say without any rules: who moved which piece, and where it stood at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from attrs import frozen

from hnefatafl._arguments import as_tuple, check, refuse
from hnefatafl.game import Game
from hnefatafl.geometry import Square
from hnefatafl.records import RecordedMove

__all__ = ["Step", "between", "moves_of", "steps", "tells_captures"]


def moves_of(record: Game | Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    """Return the moves of a game, whose ruleset does not matter here, or moves alone.

    Raises:
        ArgumentTypeError: it is neither a game nor an iterable of moves.
    """
    if isinstance(record, Game):
        return record.moves
    if isinstance(record, str) or not isinstance(record, Iterable):
        refuse("games", "Game", record)
    moves = as_tuple("games", record)
    for move in moves:
        check("games", move, RecordedMove)
    return moves


def tells_captures(moves: Iterable[RecordedMove]) -> bool:
    """Return whether the notation of the moves can name captured pieces."""
    return all(move.tells_captures for move in moves)


@lru_cache(maxsize=1 << 14)
def between(origin: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares between two squares of a file or of a rank, in order; none for others."""
    files, ranks = target.file - origin.file, target.rank - origin.rank
    if files and ranks:
        return ()
    length = abs(files + ranks)
    return tuple(origin.offset(files * i // length, ranks * i // length) for i in range(1, length))


@frozen
class Step:
    """A recorded move, as far as it is understood without rules."""

    number: int
    """The index of the move."""
    move: RecordedMove
    second: bool
    """Whether the side moved that did not move first."""
    home: Square | None
    """Where the piece stood at the start, or None if the record contradicts itself."""
    continued: bool
    """Whether the piece that moved before moves again: a berserk turn."""
    fallen: tuple[Square | None, ...]
    """Where the captured pieces stood at the start."""


def steps(moves: Iterable[RecordedMove]) -> Iterator[Step]:
    """Yield the moves with the pieces followed back to the start.

    A piece that moves twice in a row continues its turn; otherwise the sides alternate.
    """
    home: dict[Square, Square | None] = {}
    touched: set[Square] = set()
    second, last = True, None

    def lift(square: Square) -> Square | None:
        if square in touched:
            return home.pop(square, None)
        touched.add(square)
        return square

    for number, move in enumerate(moves):
        continued = move.origin == last
        second = second if continued else not second
        came = lift(move.origin)
        touched.add(move.target)
        home[move.target] = came
        fallen = tuple(lift(square) for square in dict.fromkeys(move.captures) if square != move.target)
        last = move.target
        yield Step(number, move, second, came, continued, fallen)
