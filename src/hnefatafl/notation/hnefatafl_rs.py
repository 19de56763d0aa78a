"""The boards of hnefatafl-rs: one letter per square and one line per rank.

The library prints and reads boards in this form (``bunburya/hnefatafl-rs``, ``src/board/state.rs``, with the
letters of ``src/pieces.rs``, which are OTN's): ``t`` an attacker, ``T`` a defender, ``K`` the king, ``c n m g``
commanders, knights, mercenaries and guards, in capitals those of the defenders, ``.`` an empty square. The first line
is rank 1, since the library calls the first row of a board ``1`` (``src/tiles.rs``), and so does not look like a
picture of the board: the pictures of :meth:`Board.parse <hnefatafl.board.Board.parse>` have rank 1 at the bottom. A
king of the attackers (``k``) is not supported.

A board contains neither the side to move nor the rules.

The library's FEN is OTN's position record without the outer slashes:
:func:`otn.parse_board <hnefatafl.notation.otn.parse_board>` reads it.

**Leniencies.** The parser accepts empty lines before and after the board, spaces at the ends of lines, and either kind
of line end.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board, PieceSet
from hnefatafl.notation._ranks import Alphabet, parts
from hnefatafl.support.arguments import check
from hnefatafl.support.json_text import MAX_BOARD, check_length

__all__ = ["format_board", "parse_board"]


_ALPHABET: Final = Alphabet(
    notation="hnefatafl-rs", letters={piece: piece.symbol for piece in PieceSet.ALL.pieces}, empty="."
)
"""More characters than any board has."""


def parse_board(text: str) -> Board:
    """Read a board.

    >>> parse_board('''
    ... ..t..
    ... ..T..
    ... t.K.t
    ... .....
    ... ..t..
    ... ''').record
    '/2t2/2T2/t1K1t/5/2t2/'

    Raises:
        NotationError: the text is none.
    """
    start = len(text) - len(text.lstrip())
    body = text.strip()
    check_length(body, "a board", MAX_BOARD, of=(text, start))
    rows = [(row.rstrip(), offset) for row, offset in parts(body, "\n", start)]
    return _ALPHABET.read(rows, text, top_first=False)


def format_board(board: Board) -> str:
    """Write a board, each rank with its line end.

    >>> print(format_board(Board.parse("/2t2/2T2/t1K1t/5/2t2/")), end="")
    ..t..
    ..T..
    t.K.t
    .....
    ..t..

    Raises:
        NotExpressibleError: the library does not know one of the pieces.
    """
    check("board", board, Board)
    return "".join(row + "\n" for row in _ALPHABET.write(board, top_first=False))
