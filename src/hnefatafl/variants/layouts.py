"""Start layouts of the shipped rulesets, drawn as pictures.

No layout is handed down with its rules, so several games share one. Each says
where it comes from; the names of crosses, diamonds and bells are those under
which players know them. The letters are those of :meth:`Board.parse
<hnefatafl.board.Board.parse>`: ``t`` attacker, ``T`` defender, ``K`` king.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board
from hnefatafl.geometry import Region

__all__ = [
    "BELL_11",
    "CROSS_7",
    "CROSS_9",
    "CROSS_9_CAMPS",
    "DIAMOND_11",
    "LEWIS_CROSS_11",
    "PARLETT_13",
    "SERIF_CROSS_11",
    "TOFTANES_13",
]

CROSS_7: Final[Board] = Board.parse("""
    . . . t . . .
    . . . t . . .
    . . . T . . .
    t t T K T t t
    . . . T . . .
    . . . t . . .
    . . . t . . .
""")
"""Brandubh's cross: 8 attackers, 4 defenders (aagenielsen.dk, "Historical Hnefatafl", 7×7)."""

CROSS_9: Final[Board] = Board.parse("""
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
"""Tablut's cross: 16 attackers, 8 defenders (Linnaeus 1732, as redrawn since; S003 §3)."""

CROSS_9_CAMPS: Final[tuple[Region, Region, Region, Region]] = (
    Region.of("d1", "e1", "f1", "e2"),
    Region.of("a4", "a5", "a6", "b5"),
    Region.of("d9", "e9", "f9", "e8"),
    Region.of("i4", "i5", "i6", "h5"),
)
"""The four T-shaped camps in which the attackers of :data:`CROSS_9` stand: south, west, north, east (S003 §2)."""

DIAMOND_11: Final[Board] = Board.parse("""
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
"""Fetlar's and Copenhagen's layout: 24 attackers, 12 defenders (Fetlar panel; aagenielsen.dk)."""

SERIF_CROSS_11: Final[Board] = Board.parse("""
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
"""The cross with serifs of sea battle: 24 attackers, 12 defenders (aagenielsen.dk, "Sea battle", 11×11)."""

LEWIS_CROSS_11: Final[Board] = Board.parse("""
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
"""The Lewis cross of simple tafl: 24 attackers, 12 defenders (aagenielsen.dk, "Simple Tafl")."""

BELL_11: Final[Board] = Board.parse("""
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
"""Tawlbwrdd's layout after R. C. Bell: 24 attackers, 12 defenders (aagenielsen.dk, "Historical Hnefatafl", 11×11)."""

PARLETT_13: Final[Board] = Board.parse("""
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
"""D. Parlett's layout: 32 attackers, 16 defenders (aagenielsen.dk, "Historical Hnefatafl", 13×13)."""

TOFTANES_13: Final[Board] = Board.parse("""
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
"""The board of Toftanes: 24 attackers, 12 defenders (playtaflonline.com, "Toftanes 2").

The picture of S000 is lost; this is the one known layout that fits its words: eight men
around the king, one more before each side, and the attackers in four groups of six at
the edges.
"""
