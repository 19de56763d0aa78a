"""The pictures of the start layouts from 13×13.

The letters are those of :meth:`Board.parse <hnefatafl.board.Board.parse>`; :mod:`hnefatafl.variants.layouts` says
where each layout comes from.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board, Kind, Piece, Side, Square

__all__ = [
    "ALEA_EVANGELII_19",
    "ALEA_GUARDS_19",
    "ALEA_KNIGHTS_19",
    "ALEA_LUDII_19",
    "ALEA_UNST_19",
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


def _flanked(piece: Piece) -> Board:
    """Alea evangelii with such pieces on the four squares beside the king."""
    beside = (Square.parse(name) for name in ("i10", "j9", "j11", "k10"))
    return Board(19, {**ALEA_EVANGELII_19, **dict.fromkeys(beside, piece)})


ALEA_KNIGHTS_19: Final = _flanked(Piece(Side.DEFENDERS, Kind.KNIGHT))
ALEA_GUARDS_19: Final = _flanked(Piece(Side.DEFENDERS, Kind.GUARD))
ALEA_UNST_19: Final = Board(
    19,
    {
        **ALEA_LUDII_19,
        **{Square.parse(name): Piece(Side.DEFENDERS, Kind.COMMANDER) for name in ("f6", "f14", "n6", "n14")},
    },
)
