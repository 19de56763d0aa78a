"""The pictures of start layouts that are known from the archive of aagenielsen.dk.

They were inferred from the squares on which pieces were first touched, with the symmetry of the board. The letters are
those of :meth:`Board.parse <hnefatafl.board.Board.parse>`.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board

__all__ = [
    "LEWIS_DIAMOND_11",
    "LINE_9",
    "NIELSEN_13",
    "NIELSEN_15",
    "NIELSEN_II_13",
    "SEA_BATTLE_1571_9",
    "SEA_BATTLE_1606_9",
    "SEA_BATTLE_2542_9",
    "SEA_BATTLE_204577_11",
    "T_CIRCLE_11",
]

LINE_9: Final = Board.parse("""
    . . t t . t t . .
    . . . . . . . . .
    t . . . T . . . t
    t . . . T . . . t
    . . T T K T T . .
    t . . . T . . . t
    t . . . T . . . t
    . . . . . . . . .
    . . t t . t t . .
""")

SEA_BATTLE_1571_9: Final = Board.parse("""
    . . . . t . . . .
    . . . t t t . . .
    . . . . T . . . .
    . t . . T . . t .
    t t T T K T T t t
    . t . . T . . t .
    . . . . T . . . .
    . . . t t t . . .
    . . . . t . . . .
""")

SEA_BATTLE_1606_9: Final = Board.parse("""
    t . . t . t . . t
    . . . . t . . . .
    . . . . T . . . .
    t . . . T . . . t
    . t T T K T T t .
    t . . . T . . . t
    . . . . T . . . .
    . . . . t . . . .
    t . . t . t . . t
""")

SEA_BATTLE_2542_9: Final = Board.parse("""
    t . . . t . . . t
    . t . . . . . t .
    . . t . . . t . .
    . . . T T T . . .
    t . . T K T . . t
    . . . T T T . . .
    . . t . . . t . .
    . t . . . . . t .
    t . . . t . . . t
""")

LEWIS_DIAMOND_11: Final = Board.parse("""
    . . . . t t t . . . .
    . . . . t t t . . . .
    . . . . . . . . . . .
    . . . . . T . . . . .
    t t . . T T T . . t t
    t t . T T K T T . t t
    t t . . T T T . . t t
    . . . . . T . . . . .
    . . . . . . . . . . .
    . . . . t t t . . . .
    . . . . t t t . . . .
""")

SEA_BATTLE_204577_11: Final = Board.parse("""
    . . . . t t t . . . .
    . t . . . t . . . t .
    . . t . . . . . t . .
    . . . . . T . . . . .
    t . . . T T T . . . t
    t t . T T K T T . t t
    t . . . T T T . . . t
    . . . . . T . . . . .
    . . t . . . . . t . .
    . t . . . t . . . t .
    . . . . t t t . . . .
""")

T_CIRCLE_11: Final = Board.parse("""
    . . . t t t t t . . .
    . . . . . t . . . . .
    . . . . . . . . . . .
    t . . . T T T . . . t
    t . . T . . . T . . t
    t t . T . K . T . t t
    t . . T . . . T . . t
    t . . . T T T . . . t
    . . . . . . . . . . .
    . . . . . t . . . . .
    . . . t t t t t . . .
""")

NIELSEN_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . t . t . . . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . T . T . T . . . t
    t t . . . T . T . . . t t
    t . t T T . K . T T t . t
    t t . . . T . T . . . t t
    t . . . T . T . T . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . . . t . t . . . . .
    . . . . t t t t t . . . .
""")

NIELSEN_II_13: Final = Board.parse("""
    . . . . t t . t t . . . .
    . . . . . t t t . . . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . T . T . T . . . t
    t t . . . T . T . . . t t
    . t t T T . K . T T t t .
    t t . . . T . T . . . t t
    t . . . T . T . T . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . . . t t t . . . . .
    . . . . t t . t t . . . .
""")

NIELSEN_15: Final = Board.parse("""
    . . . . t t t t t t t . . . .
    . . . . . . t . t . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . . . . . . . . . .
    t . . . . . . T . . . . . . t
    t . . . . . T . T . . . . . t
    t t . . . T T T T T . . . t t
    t . t . T . T K T . T . t . t
    t t . . . T T T T T . . . t t
    t . . . . . T . T . . . . . t
    t . . . . . . T . . . . . . t
    . . . . . . . . . . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . t . t . . . . . .
    . . . . t t t t t t t . . . .
""")
