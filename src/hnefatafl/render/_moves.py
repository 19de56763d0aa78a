"""The words for a move."""

from __future__ import annotations

from hnefatafl.board import Move, as_move


def move_words(move: Move | str) -> str:
    """Return a move as text for readers.

    >>> move_words("d1-d3"), move_words("pass")
    ('d1-d3', 'passes')
    """
    move = as_move(move)
    if move == Move.PASS:
        return "passes"
    return f"stops on {move.origin}" if move.is_stop else str(move)
