"""Games of the archive of aagenielsen.dk without a throne: sea battle, and simple tafl on other layouts."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Region, Side
from hnefatafl.rules import Repetition, Ruleset
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
        agree=(16, 16),
        settled="the throne (4), the king's speed (2)",
        excluded="the goal (7), the king (11), whether the king captures (2)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-1606",
        title='"Sea battle-1606 9×9", type 126',
        start=layouts.SEA_BATTLE_1606_9,
        agree=(21, 21),
        settled="the goal (1), the throne (3), the joint capture (1), the king's speed (2)",
        excluded="the king (13), whether the king captures (3)",
        left_open="shieldwalls, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-2542",
        title='"Sea battle-2542 9×9", type 125',
        start=layouts.SEA_BATTLE_2542_9,
        agree=(11, 11),
        settled="the goal (2), the throne (3), the king's speed (1)",
        excluded="the king (9)",
        left_open="whether the king captures, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-circle",
        title='"Sea battle circle 9×9", type 88',
        start=layouts.JARLSHOF_9,
        agree=(17, 17),
        settled="the throne (7), whether the king captures (1)",
        excluded="the goal (8), the king (11), the king's speed (16)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-line",
        title='"Sea battle line 9×9", type 86',
        start=layouts.LINE_9,
        agree=(16, 16),
        unexplained=1,
        settled="the goal (3), the throne (6), the king's speed (2)",
        excluded="the king (7)",
        left_open="whether the king captures, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-square",
        title='"Sea battle square 9×9", type 70',
        start=layouts.PAPILLON_9,
        agree=(16, 16),
        settled="the goal (2), the throne (2)",
        excluded="the king (8), whether the king captures (1), the king's speed (16)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-204577",
        title='"Sea battle-204577 11×11", type 131',
        start=layouts.SEA_BATTLE_204577_11,
        agree=(66, 66),
        settled=(
            "the goal (5), the throne (11), whether the king captures (3), the joint capture (1), the king's speed "
            "(18 or more)"
        ),
        excluded="the king (33)",
        left_open="shieldwalls, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-204577-w",
        title='"Sea battle-204577-w 11×11", type 169',
        start=layouts.SEA_BATTLE_204577_11,
        agree=(12, 12),
        settled="the throne (2), the king's speed (5)",
        excluded="the goal (4), the king (5), whether the king captures (1)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
        first=Side.DEFENDERS,
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-lewis-diamond",
        title='"Sea battle Lewis diamond 11×11", type 69',
        start=layouts.LEWIS_DIAMOND_11,
        agree=(20, 20),
        settled="the goal (1), the throne (6), the joint capture (2), the king's speed (4)",
        excluded="the king (9), whether the king captures (1)",
        left_open="shieldwalls, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-t-circle",
        title='"Sea battle T circle 11×11", type 72',
        start=layouts.T_CIRCLE_11,
        agree=(43, 46),
        slips=True,
        settled="the goal (5), the throne (9), whether the king captures (3), the king's speed (12 or more)",
        excluded="the king (20)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-nielsen",
        title='"Sea battle tafl 13×13 (Nielsen)", type 117',
        start=layouts.NIELSEN_13,
        agree=(47, 47),
        settled=(
            "the goal (4), the throne (9), whether the king captures (1), the joint capture (3), the king's speed (19 "
            "or more)"
        ),
        excluded="the king (30)",
        left_open="shieldwalls, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-nielsen-2",
        title='"Sea battle tafl 13×13 (Nielsen 2)", type 114',
        start=layouts.NIELSEN_II_13,
        agree=(12, 12),
        unexplained=1,
        settled="the goal (4), the throne (4), the king's speed (1)",
        excluded="the king (8), whether the king captures (2)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SEA_BATTLE_11,
        "sea-battle-13-parlett-2",
        title='"Sea battle tafl 13×13", type 34',
        start=layouts.PARLETT_II_13,
        agree=(74, 74),
        settled=(
            "the goal (8), the throne (21 or more), whether the king captures (2), the joint capture (4), the king's "
            "speed (31 or more)"
        ),
        excluded="the king (40)",
        left_open="shieldwalls, exit forts, encirclement",
    ),
    archived(
        SIMPLE_TAFL,
        "simple-tafl-9-w",
        title='"Simple Tafl-w 9×9", type 176',
        start=layouts.CROSS_9,
        agree=(24, 24),
        settled="the goal (3), the throne (5), the king (4), whether the king captures (3), the king's speed (2)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
        first=Side.DEFENDERS,
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-bell",
        title='"Tawlbwrdd throneless Bell 11×11", type 29',
        start=layouts.BELL_11,
        agree=(40, 40),
        settled="the goal (4), the throne (3), whether the king captures (7), the king's speed (5)",
        excluded="the king (4)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-lewis-diamond",
        title='"Tawlbwrdd throneless Lewis diamond 11×11", type 32',
        start=layouts.LEWIS_DIAMOND_11,
        agree=(38, 38),
        settled="the goal (3), the throne (6), the king (8), whether the king captures (5), the king's speed (6)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-t-cross",
        title='"Tawlbwrdd throneless T cross 11×11", type 28',
        start=layouts.SERIF_CROSS_11,
        agree=(53, 54),
        settled=(
            "the goal (9), the throne (11), the king (8), whether the king captures (8), the king's speed (10 or more)"
        ),
        excluded="encirclement (3)",
        left_open="shieldwalls, the joint capture, exit forts",
    ),
    archived(
        SIMPLE_TAFL,
        "tawlbwrdd-throneless-t-diamond",
        title='"Tawlbwrdd throneless T diamond 11×11", type 27',
        start=layouts.DIAMOND_11,
        agree=(42, 42),
        settled="the goal (6), the throne (7), the king (8), whether the king captures (2), the king's speed (10)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SIMPLE_TAFL,
        "fidchell-weak-king",
        title='"Fidchell weak-king (Simple Tafl 7×7)", type 174',
        start=layouts.BALLINDERRY_VII_7,
        agree=(13, 13),
        settled="the throne (4), encirclement (1)",
        excluded="the goal (7), the king (3), whether the king captures (1), the king's speed (3)",
        left_open="shieldwalls, the joint capture, exit forts",
        encirclement=False,
        repetition=Repetition(),
    ),
    archived(
        FETLAR,
        "fidchell-armed",
        title='"Fidchell armed (Hnefatafl edge 7×7)", type 67',
        start=layouts.BALLINDERRY_VII_7,
        agree=(18, 18),
        settled="the throne (3), whether the king captures (3)",
        excluded="the goal (12), the king (5), the king's speed (17)",
        left_open="shieldwalls, the joint capture, exit forts, encirclement",
        throne=None,
        corners=None,
        escape=Region.EDGE,
    ),
)
"""All rulesets of this module."""
