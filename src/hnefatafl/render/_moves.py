"""The words for a move."""

from __future__ import annotations

from hnefatafl.board import Move


def move_words(move: Move) -> str:
    """Return a move as text for readers.

    >>> move_words(Move.parse("d1-d3")), move_words(Move.parse("c7-c7")), move_words(Move.PASS)
    ('d1-d3', 'stops on c7', 'passes')
    """
    if move == Move.PASS:
        return "passes"
    return f"stops on {move.origin}" if move.is_stop else str(move)
