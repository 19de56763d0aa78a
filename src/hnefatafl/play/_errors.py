"""The exceptions about moves in a position; :mod:`hnefatafl.errors` has all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hnefatafl.board import Illegality, Move, Square
from hnefatafl.support.errors import HnefataflError

if TYPE_CHECKING:
    from hnefatafl.play._position import Position

__all__ = ["IllegalActionError", "IllegalMoveError"]


class IllegalMoveError(HnefataflError, ValueError):
    """A move is illegal; the position is unchanged.

    >>> from hnefatafl import Move, Position, variants
    >>> Position.initial(variants.BRANDUBH).play(Move.parse("d1-d4"))
    Traceback (most recent call last):
        ...
    hnefatafl.errors.IllegalMoveError: illegal move d1-d4: another piece stands in the way (d2)

    Arguments:
        move: the move that was tried.
        position: the position it was tried in.
        reason: why it is not allowed.
        square: which square is to blame, if one is.
    """

    def __init__(self, move: Move, position: Position, reason: Illegality, square: Square | None = None) -> None:
        self.move: Move = move
        """The move that was tried."""
        self.position: Position = position
        """The position it was tried in."""
        self.reason: Illegality = reason
        """Why it is not allowed."""
        self.square: Square | None = square
        """Which square is to blame: of the piece in the way, of a zone, of the piece that must move instead."""
        super().__init__(move, position, reason, square)

    def _make_message(self) -> str:
        where = "" if self.square is None else f" ({self.square})"
        return f"illegal move {self.move}: {self.reason.sentence}{where}"


class IllegalActionError(HnefataflError, ValueError):
    """An action is illegal; nothing has changed.

    >>> from hnefatafl import ActionSpace, Position, variants
    >>> position = Position.initial(variants.BRANDUBH)
    >>> try:
    ...     position.play_action(ActionSpace(7).encode("d1-d4"))
    ... except IllegalActionError as error:
    ...     print(error)
    illegal action 89: d1-d4: another piece stands in the way (d2)

    Arguments:
        action: the number of the action.
        why: why it is not allowed, in words.
        move: the move that it stands for, if it does.
        reason: why that move is not allowed.
        board: the index of the board in its :class:`~hnefatafl.play.Batch`.
    """

    def __init__(
        self,
        action: int,
        why: str,
        move: Move | None = None,
        reason: Illegality | None = None,
        board: int | None = None,
    ) -> None:
        self.action: int = action
        """The number of the action."""
        self.why: str = why
        """Why it is not allowed, in words."""
        self.move: Move | None = move
        """The move that it stands for; None for the roll, and for numbers that stand for nothing."""
        self.reason: Illegality | None = reason
        """Why that move is not allowed."""
        self.board: int | None = board
        """The index of the board in its batch; None for a single position."""
        super().__init__(action, why, move, reason, board)

    def _make_message(self) -> str:
        where = "" if self.board is None else f" on board {self.board}"
        return f"illegal action {self.action}{where}: {self.why}"


for _name in __all__:
    globals()[_name].__module__ = "hnefatafl.errors"  # where users find it
