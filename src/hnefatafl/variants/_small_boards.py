"""The pictures of the start layouts up to 11×11.

The letters are those of :meth:`Board.parse <hnefatafl.board.Board.parse>`; :mod:`hnefatafl.variants.layouts` says
where each layout comes from.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board

__all__ = [
    "ARD_RI_7",
    "ARD_RI_39_7",
    "BALLINDERRY_III_7",
    "BALLINDERRY_II_7",
    "BALLINDERRY_IV_7",
    "BALLINDERRY_IX_7",
    "BALLINDERRY_VIII_7",
    "BALLINDERRY_VII_7",
    "BALLINDERRY_VI_7",
    "BELL_11",
    "BERSERK_11",
    "BERSERK_OPENTAFL_11",
    "CELTIC_ROYAL_CHESS_7",
    "CROSS_7",
    "CROSS_9",
    "DIAMOND_11",
    "JARLSHOF_9",
    "JARLSHOF_III_9",
    "LEWIS_CROSS_11",
    "NINETEEN_PIECES_7",
    "PAPILLON_9",
    "SERIF_CROSS_11",
    "STAR_SQUARE_9",
    "TYR_11",
]

CELTIC_ROYAL_CHESS_7: Final = Board.parse("""
    . t . . . t .
    t . . . . . t
    . . T . T . .
    . . . K . . .
    . . T . T . .
    t . . . . . t
    . t . . . t .
""")

NINETEEN_PIECES_7: Final = Board.parse("""
    . . . t t . .
    . . . T t . .
    t t . T . . .
    t . T K T . t
    . . . T . t t
    . . t T . . .
    . . t t . . .
""")

ARD_RI_7: Final = Board.parse("""
    . . t t t . .
    . . . t . . .
    t . T T T . t
    t t T K T t t
    t . T T T . t
    . . . t . . .
    . . t t t . .
""")

BALLINDERRY_II_7: Final = Board.parse("""
    . . t . t . .
    . . . . . . .
    t . . T . . t
    . . T K T . .
    t . . T . . t
    . . . . . . .
    . . t . t . .
""")

BALLINDERRY_III_7: Final = Board.parse("""
    . . . t . . .
    . t . . . t .
    . . . T . . .
    t . T K T . t
    . . . T . . .
    . t . . . t .
    . . . t . . .
""")

BALLINDERRY_IV_7: Final = Board.parse("""
    . . t t . . .
    . . t . . . .
    . . . T . t t
    t T T K T T t
    t t . T . . .
    . . . . t . .
    . . . t t . .
""")

BALLINDERRY_VI_7: Final = Board.parse("""
    . t t . t t .
    t . . T . . t
    t . . T . . t
    . T T K T T .
    t . . T . . t
    t . . T . . t
    . t t . t t .
""")

BALLINDERRY_VII_7: Final = Board.parse("""
    t . t t t . t
    . . . T . . .
    t . . T . . t
    t T T K T T t
    t . . T . . t
    . . . T . . .
    t . t t t . t
""")

BALLINDERRY_VIII_7: Final = Board.parse("""
    . . t t t . .
    . . . . . . .
    t . . T . . t
    t . T K T . t
    t . . T . . t
    . . . . . . .
    . . t t t . .
""")

BALLINDERRY_IX_7: Final = Board.parse("""
    . . t t t . .
    . . . . . . .
    t . T T T . t
    t . T K T . t
    t . T T T . t
    . . . . . . .
    . . t t t . .
""")

CROSS_7: Final = Board.parse("""
    . . . t . . .
    . . . t . . .
    . . . T . . .
    t t T K T t t
    . . . T . . .
    . . . t . . .
    . . . t . . .
""")

ARD_RI_39_7: Final = Board.parse("""
    . . . . . . .
    . . t . t . .
    . t . T . t .
    . . T K T . .
    . t . T . t .
    . . t . t . .
    . . . . . . .
""")

STAR_SQUARE_9: Final = Board.parse("""
    . . . . t . . . .
    . t . . t . . t .
    . . t . . . t . .
    . . . T T T . . .
    t t . T K T . t t
    . . . T T T . . .
    . . t . . . t . .
    . t . . t . . t .
    . . . . t . . . .
""")

JARLSHOF_9: Final = Board.parse("""
    . . . t t t . . .
    . t . . . . . t .
    . . . . T . . . .
    t . . . T . . . t
    t . T T K T T . t
    t . . . T . . . t
    . . . . T . . . .
    . t . . . . . t .
    . . . t t t . . .
""")

JARLSHOF_III_9: Final = Board.parse("""
    . . . t t t . . .
    . . . . . . . . .
    . . . . T . . . .
    t . . . T . . . t
    t . T T K T T . t
    t . . . T . . . t
    . . . . T . . . .
    . . . . . . . . .
    . . . t t t . . .
""")

PAPILLON_9: Final = Board.parse("""
    . . . t t t . . .
    . . . . t . . . .
    . . . . . . . . .
    t . . T T T . . t
    t t . T K T . t t
    t . . T T T . . t
    . . . . . . . . .
    . . . . t . . . .
    . . . t t t . . .
""")

CROSS_9: Final = Board.parse("""
    . . . t t t . . .
    . . . . t . . . .
    . . . . T . . . .
    t . . . T . . . t
    t t T T K T T t t
    t . . . T . . . t
    . . . . T . . . .
    . . . . t . . . .
    . . . t t t . . .
""")

TYR_11: Final = Board.parse("""
    t . . t . . . t . . t
    . . . . . . . . . . .
    . . t . . t . . t . .
    t . . t . T . t . . t
    . . . . T T T . . . .
    . . t T T K T T t . .
    . . . . T T T . . . .
    t . . t . T . t . . t
    . . t . . t . . t . .
    . . . . . . . . . . .
    t . . t . . . t . . t
""")

DIAMOND_11: Final = Board.parse("""
    . . . t t t t t . . .
    . . . . . t . . . . .
    . . . . . . . . . . .
    t . . . . T . . . . t
    t . . . T T T . . . t
    t t . T T K T T . t t
    t . . . T T T . . . t
    t . . . . T . . . . t
    . . . . . . . . . . .
    . . . . . t . . . . .
    . . . t t t t t . . .
""")

LEWIS_CROSS_11: Final = Board.parse("""
    . . . . t t t . . . .
    . . . . t t t . . . .
    . . . . . T . . . . .
    . . . . . T . . . . .
    t t . . . T . . . t t
    t t T T T K T T T t t
    t t . . . T . . . t t
    . . . . . T . . . . .
    . . . . . T . . . . .
    . . . . t t t . . . .
    . . . . t t t . . . .
""")

SERIF_CROSS_11: Final = Board.parse("""
    . . . t t t t t . . .
    . . . . . t . . . . .
    . . . . . T . . . . .
    t . . . . T . . . . t
    t . . . . T . . . . t
    t t T T T K T T T t t
    t . . . . T . . . . t
    t . . . . T . . . . t
    . . . . . T . . . . .
    . . . . . t . . . . .
    . . . t t t t t . . .
""")

BELL_11: Final = Board.parse("""
    . . . . t t t . . . .
    . . . . t . t . . . .
    . . . . . t . . . . .
    . . . . . T . . . . .
    t t . . T T T . . t t
    t . t T T K T T t . t
    t t . . T T T . . t t
    . . . . . T . . . . .
    . . . . . t . . . . .
    . . . . t . t . . . .
    . . . . t t t . . . .
""")

BERSERK_11: Final = Board.parse("""
    . . . t t t t t . . .
    . . . . . c . . . . .
    . . . . . . . . . . .
    t . . . . T . . . . t
    t . . . N T T . . . t
    t c . T T K T T . c t
    t . . . T T T . . . t
    t . . . . T . . . . t
    . . . . . . . . . . .
    . . . . . c . . . . .
    . . . t t t t t . . .
""")

BERSERK_OPENTAFL_11: Final = Board.parse("""
    . . . t t t t t . . .
    . . . . . c . . . . .
    . . . . . . . . . . .
    t . . . . T . . . . t
    t . . . T T T . . . t
    t c . T T K T T . c t
    t . . . N T T . . . t
    t . . . . T . . . . t
    . . . . . . . . . . .
    . . . . . c . . . . .
    . . . t t t t t . . .
""")
