"""The words for a move."""

from __future__ import annotations

from hnefatafl.board import Move


def move_words(move: Move) -> str:
    """Return a move as text for readers."""
    if move == Move.PASS:
        return "passes"
    return f"stops on {move.origin}" if move.is_stop else str(move)
