"""What lies on the table: squares, pieces, boards, moves, and how games end.

>>> from hnefatafl.board import Board, Move, Piece, Square
>>> board = Board(7).put("d4", Piece.KING)
>>> str(board[Square.parse("d4")]), Move.parse("d4-d7").target
('king', Square(d7))"""

from hnefatafl.board._board import PIECES, Board
from hnefatafl.board._geometry import MAX_SIZE, MIN_SIZE, Region, Square, SquareSet, Symmetry, as_square
from hnefatafl.board._move import Move, as_move
from hnefatafl.board._outcome import Announcement, CaptureKind, Illegality, IllegalMove, Outcome, Termination
from hnefatafl.board._pieces import Kind, Piece, PieceSet, Side

__all__ = [
    "MAX_SIZE",
    "MIN_SIZE",
    "PIECES",
    "Announcement",
    "Board",
    "CaptureKind",
    "IllegalMove",
    "Illegality",
    "Kind",
    "Move",
    "Outcome",
    "Piece",
    "PieceSet",
    "Region",
    "Side",
    "Square",
    "SquareSet",
    "Symmetry",
    "Termination",
    "as_move",
    "as_square",
]
