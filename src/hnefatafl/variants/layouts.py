"""Start layouts of the built-in rulesets, and other known ones.

No historical layout has survived together with its rules, so several games share
one. Each names its source. The names of crosses, diamonds and bells are those that
players use, and the names of archaeological sites are those that
playtaflonline.com gave to its boards. A numeral distinguishes boards with the same
name.

>>> from hnefatafl.variants import layouts
>>> print(layouts.CROSS_7)
7 . . . t . . .
6 . . . t . . .
5 . . . T . . .
4 t t T K T t t
3 . . . T . . .
2 . . . t . . .
1 . . . t . . .
  a b c d e f g

The archive does not write down its layouts: those of the archive of aagenielsen.dk were inferred from the squares on
which pieces were first touched, with the symmetry of the board.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Board, Region

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


CELTIC_ROYAL_CHESS_7: Final[Board] = Board.parse("/1t3t1/t5t/2T1T2/3K3/2T1T2/t5t/1t3t1/")
"""Celtic royal chess: 8 attackers, 4 defenders (Hnefatafl-AI)."""
NINETEEN_PIECES_7: Final[Board] = Board.parse("/2tt3/2tT3/3T1tt/t1TKT1t/tt1T3/3Tt2/3tt2/")
"""The nineteen pieces: 12 attackers, 6 defenders, with half-turn symmetry (Hnefatafl-AI)."""
ARD_RI_7: Final[Board] = Board.parse("/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/")
"""Ard ri: 16 attackers, 8 defenders (dragonheelslair.com, Ludii, playtaflonline.com)."""
BALLINDERRY_II_7: Final[Board] = Board.parse("/2t1t2/7/t2T2t/2TKT2/t2T2t/7/2t1t2/")
"""Ballinderry 2: 8 attackers, 4 defenders (playtaflonline.com; "Gwyddbwyll" in Hnefatafl-AI)."""
BALLINDERRY_III_7: Final[Board] = Board.parse("/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/")
"""Ballinderry 3: 8 attackers, 4 defenders (playtaflonline.com; magpie in hnefatafl-rs and Hnefatafl-AI)."""
BALLINDERRY_IV_7: Final[Board] = Board.parse("/3tt2/4t2/tt1T3/tTTKTTt/3T1tt/2t4/2tt3/")
"""Ballinderry 4: 12 attackers, 6 defenders, with half-turn symmetry (playtaflonline.com)."""
BALLINDERRY_VI_7: Final[Board] = Board.parse("/1tt1tt1/t2T2t/t2T2t/1TTKTT1/t2T2t/t2T2t/1tt1tt1/")
"""Ballinderry 6: 16 attackers, 8 defenders (playtaflonline.com; "Small Viking Siege" in Hnefatafl-AI)."""
BALLINDERRY_VII_7: Final[Board] = Board.parse("/t1ttt1t/3T3/t2T2t/tTTKTTt/t2T2t/3T3/t1ttt1t/")
"""Ballinderry 7: 16 attackers, 8 defenders (playtaflonline.com; "Fitchneal" in Hnefatafl-AI)."""
BALLINDERRY_VIII_7: Final[Board] = Board.parse("/2ttt2/7/t2T2t/t1TKT1t/t2T2t/7/2ttt2/")
"""Ballinderry 8: 12 attackers, 4 defenders (playtaflonline.com)."""
BALLINDERRY_IX_7: Final[Board] = Board.parse("/2ttt2/7/t1TTT1t/t1TKT1t/t1TTT1t/7/2ttt2/")
"""Ballinderry 9: 12 attackers, 8 defenders (playtaflonline.com)."""
CROSS_7: Final[Board] = Board.parse("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
"""Brandubh's cross: 8 attackers, 4 defenders (aagenielsen.dk, "Historical Hnefatafl", 7×7)."""
ARD_RI_39_7: Final[Board] = Board.parse("/7/2t1t2/1t1T1t1/2TKT2/1t1T1t1/2t1t2/7/")
"""Ard ri 39: 8 attackers, 4 defenders, who form a ring around the king (archive of aagenielsen.dk)."""
STAR_SQUARE_9: Final[Board] = Board.parse("/4t4/1t2t2t1/2t3t2/3TTT3/tt1TKT1tt/3TTT3/2t3t2/1t2t2t1/4t4/")
"""The star and square of sea battle: 16 attackers, 8 defenders (AbstractPlay; archive of aagenielsen.dk)."""
JARLSHOF_9: Final[Board] = Board.parse("/3ttt3/1t5t1/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/1t5t1/3ttt3/")
"""The circle of Jarlshof: 16 attackers, 8 defenders (playtaflonline.com)."""
JARLSHOF_III_9: Final[Board] = Board.parse("/3ttt3/9/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/9/3ttt3/")
"""Jarlshof 3: 12 attackers, 8 defenders (playtaflonline.com)."""
PAPILLON_9: Final[Board] = Board.parse("/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/")
"""Papillon's Escape: 16 attackers, 8 defenders (playtaflonline.com)."""
CROSS_9: Final[Board] = Board.parse("/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/")
"""Tablut's cross: 16 attackers, 8 defenders (Linnaeus 1732, as redrawn since; S003 §3)."""
CROSS_9_CAMPS: Final[tuple[Region, Region, Region, Region]] = (
    Region.of("d1", "e1", "f1", "e2"),
    Region.of("a4", "a5", "a6", "b5"),
    Region.of("d9", "e9", "f9", "e8"),
    Region.of("i4", "i5", "i6", "h5"),
)
"""The four T-shaped camps in which the attackers of :data:`CROSS_9` stand: south, west, north, east (S003 §2)."""
TYR_11: Final[Board] = Board.parse("/t2t3t2t/11/2t2t2t2/t2t1T1t2t/4TTT4/2tTTKTTt2/4TTT4/t2t1T1t2t/2t2t2t2/11/t2t3t2t/")
"""Tyr on 11×11: 24 attackers, 12 defenders (AbstractPlay, after aagenielsen.dk)."""
DIAMOND_11: Final[Board] = Board.parse("/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/")
"""Fetlar's and Copenhagen's layout: 24 attackers, 12 defenders (Fetlar panel; aagenielsen.dk)."""
LEWIS_CROSS_11: Final[Board] = Board.parse("/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/")
"""The Lewis cross of simple tafl: 24 attackers, 12 defenders (aagenielsen.dk, "Simple Tafl")."""
SERIF_CROSS_11: Final[Board] = Board.parse("/3ttttt3/5t5/5T5/t4T4t/t4T4t/ttTTTKTTTtt/t4T4t/t4T4t/5T5/5t5/3ttttt3/")
"""The cross with serifs of sea battle: 24 attackers, 12 defenders (aagenielsen.dk, "Sea battle", 11×11; the
"Trondheim cross" of playtaflonline.com)."""
BELL_11: Final[Board] = Board.parse("/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/")
"""Tawlbwrdd's layout after R. C. Bell: 24 attackers, 12 defenders (aagenielsen.dk, "Historical Hnefatafl", 11×11)."""
BERSERK_11: Final[Board] = Board.parse("/3ttttt3/5c5/11/t4T4t/t3TTT3t/tc1TTKTT1ct/t3NTT3t/t4T4t/11/5c5/3ttttt3/")
"""Berserk: the diamond, with four attacking commanders and a defending knight on e7, who makes it lopsided
(the archive of aagenielsen.dk, "Berserk Hnefatafl"; AbstractPlay)."""
BERSERK_OPENTAFL_11: Final[Board] = Board.parse(
    "/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/"
)
"""The same upside down, with the knight on e5 (OpenTafl, hnefatafl-rs)."""
PARLETT_II_13: Final[Board] = Board.parse(
    "/4tt1tt4/5ttt5/6t6/6T6/t3T3T3t/tt3TTT3tt/1ttT1TKT1Ttt1/tt3TTT3tt/t3T3T3t/6T6/6t6/5ttt5/4tt1tt4/"
)
"""Parlett's layout with other groups of attackers: 32 attackers, 16 defenders (Hnefatafl-AI, "Parlett 2")."""
TAFL_II_13: Final[Board] = Board.parse(
    "/4ttttt4/5ttt5/13/6T6/t5T5t/tt3TTT3tt/tt1TTTKTTT1tt/tt3TTT3tt/t5T5t/6T6/13/5ttt5/4ttttt4/"
)
"""A cross with a gap: 32 attackers, 16 defenders (Hnefatafl-AI, "Tafl 2")."""
GOKSTAD_III_13: Final[Board] = Board.parse(
    "/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/"
)
"""Gokstad 3: 32 attackers, 16 defenders (playtaflonline.com; hnefatafl.org, 13×13)."""
GOKSTAD_IV_13: Final[Board] = Board.parse(
    "/4ttttt4/5t1t5/6t6/6T6/t5T5t/tt3TTT3tt/t1tTTTKTTTt1t/tt3TTT3tt/t5T5t/6T6/6t6/5t1t5/4ttttt4/"
)
"""Gokstad 4: 32 attackers, 16 defenders (playtaflonline.com)."""
PARLETT_13: Final[Board] = Board.parse(
    "/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/"
)
"""D. Parlett's layout: 32 attackers, 16 defenders (aagenielsen.dk, "Historical Hnefatafl", 13×13; "Gokstad 2" at
playtaflonline.com)."""
SERIF_CROSS_13: Final[Board] = Board.parse(
    "/3ttttttt3/6t6/6T6/t5T5t/t5T5t/t5T5t/ttTTTTKTTTTtt/t5T5t/t5T5t/t5T5t/6T6/6t6/3ttttttt3/"
)
"""The cross with serifs on 13×13: 32 attackers, 16 defenders ("Gokstad 1" at playtaflonline.com)."""
TOFTANES_I_13: Final[Board] = Board.parse(
    "/4ttttt4/6t6/13/6T6/t5T5t/t5T5t/tt1TTTKTTT1tt/t5T5t/t5T5t/6T6/13/6t6/4ttttt4/"
)
"""Toftanes 1: 24 attackers, 12 defenders (playtaflonline.com)."""
TOFTANES_13: Final[Board] = Board.parse("/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/")
"""The board of Toftanes: 24 attackers, 12 defenders (playtaflonline.com, "Toftanes 2").

The picture of S000 is lost; this is the only known layout that fits its text: eight men
around the king, one more in front of each side, and the attackers in four groups of six
at the edges.
"""
TYR_15: Final[Board] = Board.parse(
    "/t2t3t3t2t/15/2t2t3t2t2/t2t2t1t2t2t/4T2T2T4/2t3T1T3t2/3t1T1T1T1t3/t3T1TKT1T3t/"
    "3t1T1T1T1t3/2t3T1T3t2/4T2T2T4/t2t2t1t2t2t/2t2t3t2t2/15/t2t3t3t2t/"
)
"""Tyr on 15×15: 40 attackers, 20 defenders (AbstractPlay, after aagenielsen.dk)."""
COPPERGATE_II_15: Final[Board] = Board.parse(
    "/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/"
)
"""Coppergate 2, after D. Walker: 40 attackers, 20 defenders (playtaflonline.com; OpenTafl's tablut 15×15)."""
SERIF_CROSS_15: Final[Board] = Board.parse(
    "/3ttttttttt3/7t7/7T7/t6T6t/t6T6t/t6T6t/t6T6t/ttTTTTTKTTTTTtt/t6T6t/t6T6t/t6T6t/t6T6t/7T7/7t7/3ttttttttt3/"
)
"""The cross with serifs on 15×15: 40 attackers, 20 defenders ("Coppergate 1" at playtaflonline.com)."""
ALFHEIM_17: Final[Board] = Board.parse(
    "/5ttttttt5/7ttt7/8t8/8t8/8T8/t7T7t/t5T1T1T5t/tt5TTT5tt/ttttTTTTKTTTTtttt/"
    "tt5TTT5tt/t5T1T1T5t/t7T7t/8T8/8t8/8t8/7ttt7/5ttttttt5/"
)
"""Alfheim: 48 attackers, 24 defenders (playtaflonline.com)."""
ALFHEIM_II_17: Final[Board] = Board.parse(
    "/6ttttt6/6t1t1t6/7t1t7/8t8/8t8/8T8/tt5TTT5tt/t1t3TTTTT3t1t/tt1ttTTTKTTTtt1tt/"
    "t1t3TTTTT3t1t/tt5TTT5tt/8T8/8t8/8t8/7t1t7/6t1t1t6/6ttttt6/"
)
"""Alfheim 2: 48 attackers, 24 defenders (playtaflonline.com)."""
ALEA_KNIGHTS_19: Final[Board] = Board.parse(
    "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1N1T2T4/3t2T1NKN1T2t3/"
    "4T2T1N1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/"
)
"""Alea evangelii with four knights beside the king: 48 attackers, 24 defenders (Hnefatafl-AI)."""
ALEA_LUDII_19: Final[Board] = Board.parse(
    "/2t2t7t2t2/19/t4t7t4t/7t1T1t7/6t1t1t1t6/t1t2T7T2t1t/4t4T4t4/3t4T1T4t3/4t2T1T1T2t4/3T2T1TKT1T2T3/"
    "4t2T1T1T2t4/3t4T1T4t3/4t4T4t4/t1t2T7T2t1t/6t1t1t1t6/7t1T1t7/t4t7t4t/19/2t2t7t2t2/"
)
"""Alea evangelii with 16 men of the other colour: 48 attackers, 24 defenders (Ludii)."""
ALEA_UNST_19: Final[Board] = Board.parse(
    "/2t2t7t2t2/19/t4t7t4t/7t1T1t7/6t1t1t1t6/t1t2C7C2t1t/4t4T4t4/3t4T1T4t3/4t2T1T1T2t4/3T2T1TKT1T2T3/"
    "4t2T1T1T2t4/3t4T1T4t3/4t4T4t4/t1t2C7C2t1t/6t1t1t1t6/7t1T1t7/t4t7t4t/19/2t2t7t2t2/"
)
"""The same with four commanders, the duces, among the defenders: 48 attackers, 24 defenders (archive of aagenielsen.dk,
"Unst Alea Evangelii")."""
ALEA_EVANGELII_19: Final[Board] = Board.parse(
    "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/"
    "4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/"
)
"""Alea evangelii: 48 attackers, 24 defenders (playtaflonline.com; OpenTafl; the picture in Corpus Christi College
MS 122, corrected to be symmetric)."""
ALEA_GUARDS_19: Final[Board] = Board.parse(
    "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1G1T2T4/3t2T1GKG1T2t3/"
    "4T2T1G1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/"
)
"""Alea evangelii with four guards beside the king: 48 attackers, 24 defenders (dragonheelslair.com)."""
LINE_9: Final[Board] = Board.parse("/2tt1tt2/9/t3T3t/t3T3t/2TTKTT2/t3T3t/t3T3t/9/2tt1tt2/")
"""The line of sea battle: 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_1571_9: Final[Board] = Board.parse("/4t4/3ttt3/4T4/1t2T2t1/ttTTKTTtt/1t2T2t1/4T4/3ttt3/4t4/")
""""Sea battle-1571": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_1606_9: Final[Board] = Board.parse("/t2t1t2t/4t4/4T4/t3T3t/1tTTKTTt1/t3T3t/4T4/4t4/t2t1t2t/")
""""Sea battle-1606": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_2542_9: Final[Board] = Board.parse("/t3t3t/1t5t1/2t3t2/3TTT3/t2TKT2t/3TTT3/2t3t2/1t5t1/t3t3t/")
""""Sea battle-2542": 16 attackers, 8 defenders (archive of aagenielsen.dk)."""
LEWIS_DIAMOND_11: Final[Board] = Board.parse("/4ttt4/4ttt4/11/5T5/tt2TTT2tt/tt1TTKTT1tt/tt2TTT2tt/5T5/11/4ttt4/4ttt4/")
"""The Lewis diamond: 24 attackers, 12 defenders (archive of aagenielsen.dk)."""
SEA_BATTLE_204577_11: Final[Board] = Board.parse(
    "/4ttt4/1t3t3t1/2t5t2/5T5/t3TTT3t/tt1TTKTT1tt/t3TTT3t/5T5/2t5t2/1t3t3t1/4ttt4/"
)
""""Sea battle-204577": 24 attackers, 12 defenders (archive of aagenielsen.dk)."""
T_CIRCLE_11: Final[Board] = Board.parse("/3ttttt3/5t5/11/t3TTT3t/t2T3T2t/tt1T1K1T1tt/t2T3T2t/t3TTT3t/11/5t5/3ttttt3/")
"""The circle of sea battle on 11×11: 24 attackers, 12 defenders (archive of aagenielsen.dk, "T circle")."""
NIELSEN_13: Final[Board] = Board.parse(
    "/4ttttt4/5t1t5/6t6/6T6/t3T1T1T3t/tt3T1T3tt/t1tTT1K1TTt1t/tt3T1T3tt/t3T1T1T3t/6T6/6t6/5t1t5/4ttttt4/"
)
"""A. Nielsen's layout, like Parlett's with a ring around the king: 32 attackers, 16 defenders (archive of
aagenielsen.dk, "Nielsen" and "modif. Parlett 2")."""
NIELSEN_II_13: Final[Board] = Board.parse(
    "/4tt1tt4/5ttt5/6t6/6T6/t3T1T1T3t/tt3T1T3tt/1ttTT1K1TTtt1/tt3T1T3tt/t3T1T1T3t/6T6/6t6/5ttt5/4tt1tt4/"
)
"""A. Nielsen's second layout: 32 attackers, 16 defenders (archive of aagenielsen.dk, "Nielsen 2")."""
NIELSEN_15: Final[Board] = Board.parse(
    "/4ttttttt4/6t1t6/7t7/15/t6T6t/t5T1T5t/tt3TTTTT3tt/t1t1T1TKT1T1t1t/"
    "tt3TTTTT3tt/t5T1T5t/t6T6t/15/7t7/6t1t6/4ttttttt4/"
)
"""A. Nielsen's layout on 15×15: 40 attackers, 20 defenders (archive of aagenielsen.dk)."""
