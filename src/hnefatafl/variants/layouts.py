"""Start layouts of the built-in rulesets, and other known ones.

No historical layout has survived together with its rules, so several games share
one. Each names its source. The names of crosses, diamonds and bells are those that
players use, and the names of archaeological sites are those that
playtaflonline.com gave to its boards. A numeral distinguishes boards with the same
name.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board, Region
from hnefatafl.variants import _archive_boards, _large_boards, _small_boards

__all__ = [
    "ALEA_EVANGELII_19",
    "ALEA_GUARDS_19",
    "ALEA_KNIGHTS_19",
    "ALEA_LUDII_19",
    "ALEA_UNST_19",
    "ALFHEIM_17",
    "ALFHEIM_II_17",
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
    "COPPERGATE_II_15",
    "CROSS_7",
    "CROSS_9",
    "CROSS_9_CAMPS",
    "DIAMOND_11",
    "GOKSTAD_III_13",
    "GOKSTAD_IV_13",
    "JARLSHOF_9",
    "JARLSHOF_III_9",
    "LEWIS_CROSS_11",
    "LEWIS_DIAMOND_11",
    "LINE_9",
    "NIELSEN_13",
    "NIELSEN_15",
    "NIELSEN_II_13",
    "NINETEEN_PIECES_7",
    "PAPILLON_9",
    "PARLETT_13",
    "PARLETT_II_13",
    "SEA_BATTLE_1571_9",
    "SEA_BATTLE_1606_9",
    "SEA_BATTLE_2542_9",
    "SEA_BATTLE_204577_11",
    "SERIF_CROSS_11",
    "SERIF_CROSS_13",
    "SERIF_CROSS_15",
    "STAR_SQUARE_9",
    "TAFL_II_13",
    "TOFTANES_13",
    "TOFTANES_I_13",
    "TYR_11",
    "TYR_15",
    "T_CIRCLE_11",
]


def __dir__() -> list[str]:
    return __all__


CELTIC_ROYAL_CHESS_7: Final[Board] = _small_boards.CELTIC_ROYAL_CHESS_7
"""Celtic royal chess: 8 attackers, 4 defenders (Hnefatafl-AI)."""
NINETEEN_PIECES_7: Final[Board] = _small_boards.NINETEEN_PIECES_7
"""The nineteen pieces: 12 attackers, 6 defenders, with half-turn symmetry (Hnefatafl-AI)."""
ARD_RI_7: Final[Board] = _small_boards.ARD_RI_7
"""Ard ri: 16 attackers, 8 defenders (dragonheelslair.com, Ludii, playtaflonline.com)."""
BALLINDERRY_II_7: Final[Board] = _small_boards.BALLINDERRY_II_7
"""Ballinderry 2: 8 attackers, 4 defenders (playtaflonline.com; "Gwyddbwyll" in Hnefatafl-AI)."""
BALLINDERRY_III_7: Final[Board] = _small_boards.BALLINDERRY_III_7
"""Ballinderry 3: 8 attackers, 4 defenders (playtaflonline.com; magpie in hnefatafl-rs and Hnefatafl-AI)."""
BALLINDERRY_IV_7: Final[Board] = _small_boards.BALLINDERRY_IV_7
"""Ballinderry 4: 12 attackers, 6 defenders, with half-turn symmetry (playtaflonline.com)."""
BALLINDERRY_VI_7: Final[Board] = _small_boards.BALLINDERRY_VI_7
"""Ballinderry 6: 16 attackers, 8 defenders (playtaflonline.com; "Small Viking Siege" in Hnefatafl-AI)."""
BALLINDERRY_VII_7: Final[Board] = _small_boards.BALLINDERRY_VII_7
"""Ballinderry 7: 16 attackers, 8 defenders (playtaflonline.com; "Fitchneal" in Hnefatafl-AI)."""
BALLINDERRY_VIII_7: Final[Board] = _small_boards.BALLINDERRY_VIII_7
"""Ballinderry 8: 12 attackers, 4 defenders (playtaflonline.com)."""
BALLINDERRY_IX_7: Final[Board] = _small_boards.BALLINDERRY_IX_7
"""Ballinderry 9: 12 attackers, 8 defenders (playtaflonline.com)."""
CROSS_7: Final[Board] = _small_boards.CROSS_7
"""Brandubh's cross: 8 attackers, 4 defenders (aagenielsen.dk, "Historical Hnefatafl", 7×7)."""
ARD_RI_39_7: Final[Board] = _small_boards.ARD_RI_39_7
"""Ard ri 39: 8 attackers, 4 defenders, who form a ring around the king (archive of aagenielsen.dk)."""
STAR_SQUARE_9: Final[Board] = _small_boards.STAR_SQUARE_9
"""The star and square of sea battle: 16 attackers, 8 defenders (AbstractPlay; archive of aagenielsen.dk)."""
JARLSHOF_9: Final[Board] = _small_boards.JARLSHOF_9
"""The circle of Jarlshof: 16 attackers, 8 defenders (playtaflonline.com)."""
JARLSHOF_III_9: Final[Board] = _small_boards.JARLSHOF_III_9
"""Jarlshof 3: 12 attackers, 8 defenders (playtaflonline.com)."""
PAPILLON_9: Final[Board] = _small_boards.PAPILLON_9
"""Papillon's Escape: 16 attackers, 8 defenders (playtaflonline.com)."""
CROSS_9: Final[Board] = _small_boards.CROSS_9
"""Tablut's cross: 16 attackers, 8 defenders (Linnaeus 1732, as redrawn since; S003 §3)."""
CROSS_9_CAMPS: Final[tuple[Region, Region, Region, Region]] = (
    Region.of("d1", "e1", "f1", "e2"),
    Region.of("a4", "a5", "a6", "b5"),
    Region.of("d9", "e9", "f9", "e8"),
    Region.of("i4", "i5", "i6", "h5"),
)
"""The four T-shaped camps in which the attackers of :data:`CROSS_9` stand: south, west, north, east (S003 §2)."""
TYR_11: Final[Board] = _small_boards.TYR_11
"""Tyr on 11×11: 24 attackers, 12 defenders (AbstractPlay, after aagenielsen.dk)."""
DIAMOND_11: Final[Board] = _small_boards.DIAMOND_11
"""Fetlar's and Copenhagen's layout: 24 attackers, 12 defenders (Fetlar panel; aagenielsen.dk)."""
LEWIS_CROSS_11: Final[Board] = _small_boards.LEWIS_CROSS_11
"""The Lewis cross of simple tafl: 24 attackers, 12 defenders (aagenielsen.dk, "Simple Tafl")."""
SERIF_CROSS_11: Final[Board] = _small_boards.SERIF_CROSS_11
"""The cross with serifs of sea battle: 24 attackers, 12 defenders (aagenielsen.dk, "Sea battle", 11×11; the
"Trondheim cross" of playtaflonline.com)."""
BELL_11: Final[Board] = _small_boards.BELL_11
"""Tawlbwrdd's layout after R. C. Bell: 24 attackers, 12 defenders (aagenielsen.dk, "Historical Hnefatafl", 11×11)."""
BERSERK_11: Final[Board] = _small_boards.BERSERK_11
"""Berserk: the diamond, with four attacking commanders and a defending knight on e7, who makes it lopsided
(the archive of aagenielsen.dk, "Berserk Hnefatafl"; AbstractPlay)."""
BERSERK_OPENTAFL_11: Final[Board] = _small_boards.BERSERK_OPENTAFL_11
"""The same upside down, with the knight on e5 (OpenTafl, hnefatafl-rs)."""
PARLETT_II_13: Final[Board] = _large_boards.PARLETT_II_13
"""Parlett's layout with other groups of attackers: 32 attackers, 16 defenders (Hnefatafl-AI, "Parlett 2")."""
TAFL_II_13: Final[Board] = _large_boards.TAFL_II_13
"""A cross with a gap: 32 attackers, 16 defenders (Hnefatafl-AI, "Tafl 2")."""
GOKSTAD_III_13: Final[Board] = _large_boards.GOKSTAD_III_13
"""Gokstad 3: 32 attackers, 16 defenders (playtaflonline.com; hnefatafl.org, 13×13)."""
GOKSTAD_IV_13: Final[Board] = _large_boards.GOKSTAD_IV_13
"""Gokstad 4: 32 attackers, 16 defenders (playtaflonline.com)."""
PARLETT_13: Final[Board] = _large_boards.PARLETT_13
"""D. Parlett's layout: 32 attackers, 16 defenders (aagenielsen.dk, "Historical Hnefatafl", 13×13; "Gokstad 2" at
playtaflonline.com)."""
SERIF_CROSS_13: Final[Board] = _large_boards.SERIF_CROSS_13
"""The cross with serifs on 13×13: 32 attackers, 16 defenders ("Gokstad 1" at playtaflonline.com)."""
TOFTANES_I_13: Final[Board] = _large_boards.TOFTANES_I_13
"""Toftanes 1: 24 attackers, 12 defenders (playtaflonline.com)."""
TOFTANES_13: Final[Board] = _large_boards.TOFTANES_13
"""The board of Toftanes: 24 attackers, 12 defenders (playtaflonline.com, "Toftanes 2").

The picture of S000 is lost; this is the only known layout that fits its text: eight men
around the king, one more in front of each side, and the attackers in four groups of six
at the edges.
"""
TYR_15: Final[Board] = _large_boards.TYR_15
"""Tyr on 15×15: 40 attackers, 20 defenders (AbstractPlay, after aagenielsen.dk)."""
COPPERGATE_II_15: Final[Board] = _large_boards.COPPERGATE_II_15
"""Coppergate 2, after D. Walker: 40 attackers, 20 defenders (playtaflonline.com; OpenTafl's tablut 15×15)."""
SERIF_CROSS_15: Final[Board] = _large_boards.SERIF_CROSS_15
"""The cross with serifs on 15×15: 40 attackers, 20 defenders ("Coppergate 1" at playtaflonline.com)."""
ALFHEIM_17: Final[Board] = _large_boards.ALFHEIM_17
"""Alfheim: 48 attackers, 24 defenders (playtaflonline.com)."""
ALFHEIM_II_17: Final[Board] = _large_boards.ALFHEIM_II_17
"""Alfheim 2: 48 attackers, 24 defenders (playtaflonline.com)."""
ALEA_KNIGHTS_19: Final[Board] = _large_boards.ALEA_KNIGHTS_19
"""Alea evangelii with four knights beside the king: 48 attackers, 24 defenders (Hnefatafl-AI)."""
ALEA_LUDII_19: Final[Board] = _large_boards.ALEA_LUDII_19
"""Alea evangelii with 16 men of the other colour: 48 attackers, 24 defenders (Ludii)."""
ALEA_UNST_19: Final[Board] = _large_boards.ALEA_UNST_19
"""The same with four commanders, the duces, among the defenders: 48 attackers, 24 defenders (archive of aagenielsen.dk,
"Unst Alea Evangelii")."""
ALEA_EVANGELII_19: Final[Board] = _large_boards.ALEA_EVANGELII_19
"""Alea evangelii: 48 attackers, 24 defenders (playtaflonline.com; OpenTafl; the picture in Corpus Christi College
MS 122, corrected to be symmetric)."""
ALEA_GUARDS_19: Final[Board] = _large_boards.ALEA_GUARDS_19
"""Alea evangelii with four guards beside the king: 48 attackers, 24 defenders (dragonheelslair.com)."""
LINE_9: Final[Board] = _archive_boards.LINE_9
"""The line of sea battle: 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_1571_9: Final[Board] = _archive_boards.SEA_BATTLE_1571_9
""""Sea battle-1571": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_1606_9: Final[Board] = _archive_boards.SEA_BATTLE_1606_9
""""Sea battle-1606": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_2542_9: Final[Board] = _archive_boards.SEA_BATTLE_2542_9
""""Sea battle-2542": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
LEWIS_DIAMOND_11: Final[Board] = _archive_boards.LEWIS_DIAMOND_11
"""The Lewis diamond: 24 attackers, 12 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_204577_11: Final[Board] = _archive_boards.SEA_BATTLE_204577_11
""""Sea battle-204577": 24 attackers, 12 defenders (archive of aagenielsen.dk)."""
T_CIRCLE_11: Final[Board] = _archive_boards.T_CIRCLE_11
"""The circle of sea battle on 11×11: 24 attackers, 12 defenders (archive of aagenielsen.dk, "T circle")."""
NIELSEN_13: Final[Board] = _archive_boards.NIELSEN_13
"""A. Nielsen's layout, like Parlett's with a ring around the king: 32 attackers, 16 defenders (archive of
aagenielsen.dk, "Nielsen" and "modif. Parlett 2")."""
NIELSEN_II_13: Final[Board] = _archive_boards.NIELSEN_II_13
"""A. Nielsen's second layout: 32 attackers, 16 defenders (archive of aagenielsen.dk, "Nielsen 2")."""
NIELSEN_15: Final[Board] = _archive_boards.NIELSEN_15
"""A. Nielsen's layout on 15×15: 40 attackers, 20 defenders (archive of aagenielsen.dk)."""
