"""Games of the archive of aagenielsen.dk without a throne: sea battle, and simple tafl on other layouts."""

from __future__ import annotations

from typing import Final

from hnefatafl.geometry import Region
from hnefatafl.options import Repetition
from hnefatafl.pieces import Side
from hnefatafl.rules import Ruleset
from hnefatafl.variants import layouts
from hnefatafl.variants._archive import archived
from hnefatafl.variants._corner_games import FETLAR
from hnefatafl.variants._edge_games import SEA_BATTLE_11, SIMPLE_TAFL

__all__ = ["RULESETS"]

RULESETS: Final[tuple[Ruleset, ...]] = (
    archived(
        SEA_BATTLE_11,
        "sea-battle-1571",
        title='"Sea battle-1571 9×9", type 123',
        start=layouts.SEA_BATTLE_1571_9,
        evidence="""
        In half of the games of the archive, 16 of 16 agree.
        They settle (in brackets: how many speak against the nearest other answer) the throne (4), the king's
          speed (2).
        They exclude some answers about the goal (7), the king (11), whether the king captures (2).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-1606",
        title='"Sea battle-1606 9×9", type 126',
        start=layouts.SEA_BATTLE_1606_9,
        evidence="""
        In half of the games of the archive, 21 of 21 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (1), the throne (3),
          the joint capture (1), the king's speed (2).
        They exclude some answers about the king (13), whether the king captures (3).
        They leave open shieldwalls, exit forts, encirclement, and the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-2542",
        title='"Sea battle-2542 9×9", type 125',
        start=layouts.SEA_BATTLE_2542_9,
        evidence="""
        In half of the games of the archive, 11 of 11 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (2), the throne (3),
          the king's speed (1).
        They exclude some answers about the king (9).
        They leave open whether the king captures, shieldwalls, the joint capture, exit forts, encirclement, and
          the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-circle",
        title='"Sea battle circle 9×9", type 88',
        start=layouts.JARLSHOF_9,
        evidence="""
        In half of the games of the archive, 17 of 17 agree.
        They settle (in brackets: how many speak against the nearest other answer) the throne (7), whether the
          king captures (1).
        They exclude some answers about the goal (8), the king (11), the king's speed (16).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-line",
        title='"Sea battle line 9×9", type 86',
        start=layouts.LINE_9,
        evidence="""
        In half of the games of the archive, 16 of 16 agree, 1 with an unexplained end.
        They settle (in brackets: how many speak against the nearest other answer) the goal (3), the throne (6),
          the king's speed (2).
        They exclude some answers about the king (7).
        They leave open whether the king captures, shieldwalls, the joint capture, exit forts, encirclement, and
          the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-square",
        title='"Sea battle square 9×9", type 70',
        start=layouts.PAPILLON_9,
        evidence="""
        In half of the games of the archive, 16 of 16 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (2), the throne (2).
        They exclude some answers about the king (8), whether the king captures (1), the king's speed (16).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-204577",
        title='"Sea battle-204577 11×11", type 131',
        start=layouts.SEA_BATTLE_204577_11,
        evidence="""
        In half of the games of the archive, 66 of 66 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (5), the throne
          (11), whether the king captures (3), the joint capture (1), the king's speed (18 or more).
        They exclude some answers about the king (33).
        They leave open shieldwalls, exit forts, encirclement, and the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-204577-w",
        title='"Sea battle-204577-w 11×11", type 169',
        start=layouts.SEA_BATTLE_204577_11,
        evidence="""
        In half of the games of the archive, 12 of 12 agree.
        They settle (in brackets: how many speak against the nearest other answer) the throne (2), the king's
          speed (5).
        They exclude some answers about the goal (4), the king (5), whether the king captures (1).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
        first=Side.DEFENDERS,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-lewis-diamond",
        title='"Sea battle Lewis diamond 11×11", type 69',
        start=layouts.LEWIS_DIAMOND_11,
        evidence="""
        In half of the games of the archive, 20 of 20 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (1), the throne (6),
          the joint capture (2), the king's speed (4).
        They exclude some answers about the king (9), whether the king captures (1).
        They leave open shieldwalls, exit forts, encirclement, and the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-t-circle",
        title='"Sea battle T circle 11×11", type 72',
        start=layouts.T_CIRCLE_11,
        evidence="""
        In half of the games of the archive, 43 of 46 agree.
        The others have captures that were not made or a move of the wrong side: slips of the record.
        They settle (in brackets: how many speak against the nearest other answer) the goal (5), the throne (9),
          whether the king captures (3), the king's speed (12 or more).
        They exclude some answers about the king (20).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-nielsen",
        title='"Sea battle tafl 13×13 (Nielsen)", type 117',
        start=layouts.NIELSEN_13,
        evidence="""
        In half of the games of the archive, 47 of 47 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (4), the throne (9),
          whether the king captures (1), the joint capture (3), the king's speed (19 or more).
        They exclude some answers about the king (30).
        They leave open shieldwalls, exit forts, encirclement, and the rules named as our reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-nielsen-2",
        title='"Sea battle tafl 13×13 (Nielsen 2)", type 114',
        start=layouts.NIELSEN_II_13,
        evidence="""
        In half of the games of the archive, 12 of 12 agree, 1 with an unexplained end.
        They settle (in brackets: how many speak against the nearest other answer) the goal (4), the throne (4),
          the king's speed (1).
        They exclude some answers about the king (8), whether the king captures (2).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-parlett-2",
        title='"Sea battle tafl 13×13", type 34',
        start=layouts.PARLETT_II_13,
        evidence="""
        In half of the games of the archive, 74 of 74 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (8), the throne (21
          or more), whether the king captures (2), the joint capture (4), the king's speed (31 or more).
        They exclude some answers about the king (40).
        They leave open shieldwalls, exit forts, encirclement, and the rules named as our reading.
        """,
    ),
    archived(
        SIMPLE_TAFL,
        "simple-tafl-9-w",
        title='"Simple Tafl-w 9×9", type 176',
        start=layouts.CROSS_9,
        evidence="""
        In half of the games of the archive, 24 of 24 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (3), the throne (5),
          the king (4), whether the king captures (3), the king's speed (2).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
        first=Side.DEFENDERS,
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-bell",
        title='"Tawlbwrdd throneless Bell 11×11", type 29',
        start=layouts.BELL_11,
        evidence="""
        In half of the games of the archive, 40 of 40 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (4), the throne (3),
          whether the king captures (7), the king's speed (5).
        They exclude some answers about the king (4).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-lewis-diamond",
        title='"Tawlbwrdd throneless Lewis diamond 11×11", type 32',
        start=layouts.LEWIS_DIAMOND_11,
        evidence="""
        In half of the games of the archive, 38 of 38 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (3), the throne (6),
          the king (8), whether the king captures (5), the king's speed (6).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-t-cross",
        title='"Tawlbwrdd throneless T cross 11×11", type 28',
        start=layouts.SERIF_CROSS_11,
        evidence="""
        In half of the games of the archive, 53 of 54 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (9), the throne
          (11), the king (8), whether the king captures (8), the king's speed (10 or more).
        They exclude some answers about encirclement (3).
        They leave open shieldwalls, the joint capture, exit forts, and the rules named as our reading.
        """,
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-t-diamond",
        title='"Tawlbwrdd throneless T diamond 11×11", type 27',
        start=layouts.DIAMOND_11,
        evidence="""
        In half of the games of the archive, 42 of 42 agree.
        They settle (in brackets: how many speak against the nearest other answer) the goal (6), the throne (7),
          the king (8), whether the king captures (2), the king's speed (10).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
    ),
    archived(
        SIMPLE_TAFL,
        "fidchell-weak-king",
        title='"Fidchell weak-king (Simple Tafl 7×7)", type 174',
        start=layouts.BALLINDERRY_VII_7,
        evidence="""
        In half of the games of the archive, 13 of 13 agree.
        They settle (in brackets: how many speak against the nearest other answer) the throne (4), encirclement
          (1).
        They exclude some answers about the goal (7), the king (3), whether the king captures (1), the king's
          speed (3).
        They leave open shieldwalls, the joint capture, exit forts, and the rules named as our reading.
        """,
        encirclement=False,
        repetition=Repetition(),
    ),
    archived(
        FETLAR,
        "fidchell-armed",
        title='"Fidchell armed (Hnefatafl edge 7×7)", type 67',
        start=layouts.BALLINDERRY_VII_7,
        evidence="""
        In half of the games of the archive, 18 of 18 agree.
        They settle (in brackets: how many speak against the nearest other answer) the throne (3), whether the
          king captures (3).
        They exclude some answers about the goal (12), the king (5), the king's speed (17).
        They leave open shieldwalls, the joint capture, exit forts, encirclement, and the rules named as our
          reading.
        """,
        throne=None,
        corners=None,
        escape=Region.EDGE,
    ),
)
"""All rulesets of this module."""
