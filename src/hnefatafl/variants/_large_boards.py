"""The pictures of the start layouts from 13×13.

The letters are those of :meth:`Board.parse <hnefatafl.board.Board.parse>`; :mod:`hnefatafl.variants.layouts` says
where each layout comes from.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board

__all__ = [
    "ALEA_EVANGELII_19",
    "ALEA_GUARDS_19",
    "ALEA_KNIGHTS_19",
    "ALEA_LUDII_19",
    "ALFHEIM_17",
    "ALFHEIM_II_17",
    "COPPERGATE_II_15",
    "GOKSTAD_III_13",
    "GOKSTAD_IV_13",
    "PARLETT_13",
    "PARLETT_II_13",
    "SERIF_CROSS_13",
    "SERIF_CROSS_15",
    "TAFL_II_13",
    "TOFTANES_13",
    "TOFTANES_I_13",
    "TYR_15",
]

PARLETT_II_13: Final = Board.parse("""
    . . . . t t . t t . . . .
    . . . . . t t t . . . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . T . . . T . . . t
    t t . . . T T T . . . t t
    . t t T . T K T . T t t .
    t t . . . T T T . . . t t
    t . . . T . . . T . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . . . t t t . . . . .
    . . . . t t . t t . . . .
""")

TAFL_II_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . t t t . . . . .
    . . . . . . . . . . . . .
    . . . . . . T . . . . . .
    t . . . . . T . . . . . t
    t t . . . T T T . . . t t
    t t . T T T K T T T . t t
    t t . . . T T T . . . t t
    t . . . . . T . . . . . t
    . . . . . . T . . . . . .
    . . . . . . . . . . . . .
    . . . . . t t t . . . . .
    . . . . t t t t t . . . .
""")

GOKSTAD_III_13: Final = Board.parse("""
    . . . t t t t t t t . . .
    . . . . . . t . . . . . .
    . . . . . . . . . . . . .
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    t . . . . T T T . . . . t
    t t . T T T K T T T . t t
    t . . . . T T T . . . . t
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    . . . . . . . . . . . . .
    . . . . . . t . . . . . .
    . . . t t t t t t t . . .
""")

GOKSTAD_IV_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . t . t . . . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . . . T . . . . . t
    t t . . . T T T . . . t t
    t . t T T T K T T T t . t
    t t . . . T T T . . . t t
    t . . . . . T . . . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . . . t . t . . . . .
    . . . . t t t t t . . . .
""")

PARLETT_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . t . t . . . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . T . . . T . . . t
    t t . . . T T T . . . t t
    t . t T . T K T . T t . t
    t t . . . T T T . . . t t
    t . . . T . . . T . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . . . t . t . . . . .
    . . . . t t t t t . . . .
""")

SERIF_CROSS_13: Final = Board.parse("""
    . . . t t t t t t t . . .
    . . . . . . t . . . . . .
    . . . . . . T . . . . . .
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    t t T T T T K T T T T t t
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    . . . . . . T . . . . . .
    . . . . . . t . . . . . .
    . . . t t t t t t t . . .
""")

TOFTANES_I_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . . t . . . . . .
    . . . . . . . . . . . . .
    . . . . . . T . . . . . .
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    t t . T T T K T T T . t t
    t . . . . . T . . . . . t
    t . . . . . T . . . . . t
    . . . . . . T . . . . . .
    . . . . . . . . . . . . .
    . . . . . . t . . . . . .
    . . . . t t t t t . . . .
""")

TOFTANES_13: Final = Board.parse("""
    . . . . t t t t t . . . .
    . . . . . . t . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    t . . . . . T . . . . . t
    t . . . . T T T . . . . t
    t t . . T T K T T . . t t
    t . . . . T T T . . . . t
    t . . . . . T . . . . . t
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . t . . . . . .
    . . . . t t t t t . . . .
""")

TYR_15: Final = Board.parse("""
    t . . t . . . t . . . t . . t
    . . . . . . . . . . . . . . .
    . . t . . t . . . t . . t . .
    t . . t . . t . t . . t . . t
    . . . . T . . T . . T . . . .
    . . t . . . T . T . . . t . .
    . . . t . T . T . T . t . . .
    t . . . T . T K T . T . . . t
    . . . t . T . T . T . t . . .
    . . t . . . T . T . . . t . .
    . . . . T . . T . . T . . . .
    t . . t . . t . t . . t . . t
    . . t . . t . . . t . . t . .
    . . . . . . . . . . . . . . .
    t . . t . . . t . . . t . . t
""")

COPPERGATE_II_15: Final = Board.parse("""
    . . . . . t t t t t . . . . .
    . . . . . . t t t . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . . T . . . . . . .
    t . . . . . T T T . . . . . t
    t t . . . T . T . T . . . t t
    t t t t T T T K T T T t t t t
    t t . . . T . T . T . . . t t
    t . . . . . T T T . . . . . t
    . . . . . . . T . . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . . t . . . . . . .
    . . . . . . t t t . . . . . .
    . . . . . t t t t t . . . . .
""")

SERIF_CROSS_15: Final = Board.parse("""
    . . . t t t t t t t t t . . .
    . . . . . . . t . . . . . . .
    . . . . . . . T . . . . . . .
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    t t T T T T T K T T T T T t t
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    t . . . . . . T . . . . . . t
    . . . . . . . T . . . . . . .
    . . . . . . . t . . . . . . .
    . . . t t t t t t t t t . . .
""")

ALFHEIM_17: Final = Board.parse("""
    . . . . . t t t t t t t . . . . .
    . . . . . . . t t t . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . T . . . . . . . .
    t . . . . . . . T . . . . . . . t
    t . . . . . T . T . T . . . . . t
    t t . . . . . T T T . . . . . t t
    t t t t T T T T K T T T T t t t t
    t t . . . . . T T T . . . . . t t
    t . . . . . T . T . T . . . . . t
    t . . . . . . . T . . . . . . . t
    . . . . . . . . T . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . t t t . . . . . . .
    . . . . . t t t t t t t . . . . .
""")

ALFHEIM_II_17: Final = Board.parse("""
    . . . . . . t t t t t . . . . . .
    . . . . . . t . t . t . . . . . .
    . . . . . . . t . t . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . T . . . . . . . .
    t t . . . . . T T T . . . . . t t
    t . t . . . T T T T T . . . t . t
    t t . t t T T T K T T T t t . t t
    t . t . . . T T T T T . . . t . t
    t t . . . . . T T T . . . . . t t
    . . . . . . . . T . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . . t . . . . . . . .
    . . . . . . . t . t . . . . . . .
    . . . . . . t . t . t . . . . . .
    . . . . . . t t t t t . . . . . .
""")

ALEA_KNIGHTS_19: Final = Board.parse("""
    . . t . . t . . . . . . . t . . t . .
    . . . . . . . . . . . . . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . t . t . t . . . . . . .
    . . . . . . t . T . T . t . . . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . t . . . . T . . . . t . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . T . . T . N . T . . T . . . .
    . . . t . . T . N K N . T . . t . . .
    . . . . T . . T . N . T . . T . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . t . . . . T . . . . t . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . . . t . T . T . t . . . . . .
    . . . . . . . t . t . t . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . . . . . . . . . . . . .
    . . t . . t . . . . . . . t . . t . .
""")

ALEA_LUDII_19: Final = Board.parse("""
    . . t . . t . . . . . . . t . . t . .
    . . . . . . . . . . . . . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . t . T . t . . . . . . .
    . . . . . . t . t . t . t . . . . . .
    t . t . . T . . . . . . . T . . t . t
    . . . . t . . . . T . . . . t . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . t . . T . T . T . . t . . . .
    . . . T . . T . T K T . T . . T . . .
    . . . . t . . T . T . T . . t . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . t . . . . T . . . . t . . . .
    t . t . . T . . . . . . . T . . t . t
    . . . . . . t . t . t . t . . . . . .
    . . . . . . . t . T . t . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . . . . . . . . . . . . .
    . . t . . t . . . . . . . t . . t . .
""")

ALEA_EVANGELII_19: Final = Board.parse("""
    . . t . . t . . . . . . . t . . t . .
    . . . . . . . . . . . . . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . t . t . t . . . . . . .
    . . . . . . t . T . T . t . . . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . t . . . . T . . . . t . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . T . . T . T . T . . T . . . .
    . . . t . . T . T K T . T . . t . . .
    . . . . T . . T . T . T . . T . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . t . . . . T . . . . t . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . . . t . T . T . t . . . . . .
    . . . . . . . t . t . t . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . . . . . . . . . . . . .
    . . t . . t . . . . . . . t . . t . .
""")

ALEA_GUARDS_19: Final = Board.parse("""
    . . t . . t . . . . . . . t . . t . .
    . . . . . . . . . . . . . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . t . t . t . . . . . . .
    . . . . . . t . T . T . t . . . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . t . . . . T . . . . t . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . T . . T . G . T . . T . . . .
    . . . t . . T . G K G . T . . t . . .
    . . . . T . . T . G . T . . T . . . .
    . . . t . . . . T . T . . . . t . . .
    . . . . t . . . . T . . . . t . . . .
    t . t . . t . . . . . . . t . . t . t
    . . . . . . t . T . T . t . . . . . .
    . . . . . . . t . t . t . . . . . . .
    t . . . . t . . . . . . . t . . . . t
    . . . . . . . . . . . . . . . . . . .
    . . t . . t . . . . . . . t . . t . .
""")
