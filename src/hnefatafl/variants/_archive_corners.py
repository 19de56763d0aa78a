"""Games of the archive of aagenielsen.dk in which the king wins in a corner, and their relatives."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Side
from hnefatafl.rules import KingStrength, Ruleset, Speed
from hnefatafl.variants import layouts
from hnefatafl.variants._archive import archived
from hnefatafl.variants._corner_games import BRANDUBH, BRANDUBH_WALKER, COPENHAGEN, FETLAR, MAGPIE, OLD_HNEFATAFL, SKALK
from hnefatafl.variants._parts import DEFENDERS_BREAK, HOSTILE_CORNERS, throne

__all__ = ["RULESETS"]

RULESETS: Final[tuple[Ruleset, ...]] = (
    archived(
        BRANDUBH,
        "brandubh-39",
        title='"Brandubh-39 7×7", type 122',
        start=layouts.ARD_RI_39_7,
        agree=(25, 25),
        settled=(
            "the king (2), whether the king captures (9), who crosses the throne (5), the throne against defenders "
            "(4), the corners against attackers (7), the corners against defenders (2)"
        ),
        excluded="the goal (20), the throne (12), the throne against attackers (1), the king's speed (22)",
        left_open=(
            "the throne against the king, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        BRANDUBH,
        "brandubh-circle",
        title='"Brandubh circle 7×7", type 87',
        start=layouts.BALLINDERRY_III_7,
        agree=(35, 37),
        slips=True,
        settled=(
            "the king (6), whether the king captures (9), the throne against defenders (7), the corners against "
            "attackers (11), the corners against defenders (5), the king's speed (1)"
        ),
        excluded="the goal (20), the throne (24), who crosses the throne (19), the throne against attackers (2)",
        left_open=(
            "the throne against the king, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        BRANDUBH,
        "brandubh-line",
        title='"Brandubh line 7×7", type 85',
        start=layouts.BALLINDERRY_II_7,
        agree=(37, 38),
        settled=(
            "the king (2), whether the king captures (4), who crosses the throne (1), the throne against defenders "
            "(4), the corners against attackers (7), the corners against defenders (6)"
        ),
        excluded="the goal (17), the throne (9), the throne against attackers (1), the king's speed (33)",
        left_open=(
            "the throne against the king, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        BRANDUBH,
        "brandubh-noreturn",
        title='"Brandubh noreturn 7×7", type 130',
        start=layouts.CROSS_7,
        agree=(26, 26),
        settled=(
            "the goal (3), the king (4), whether the king captures (3), who crosses the throne (5), the throne "
            "against defenders (1), the corners against attackers (7), the corners against defenders (2), the corners "
            "against the king (3), the king's speed (2)"
        ),
        excluded="the throne (18), the throne against attackers (1)",
        left_open="the throne against the king, shieldwalls, the joint capture, exit forts, encirclement",
        remark=(
            "Our reading (throne.stop): the king does not return to the throne, as the name says; in the games nobody "
            "did."
        ),
        throne=throne(stop=PieceSet.NONE),
    ),
    archived(
        BRANDUBH,
        "brandubh-weak-throne",
        title='"Brandubh weak-throne 7×7", type 109',
        start=layouts.CROSS_7,
        agree=(10, 10),
        settled="who crosses the throne (1)",
        excluded=(
            "the goal (3), the throne (5), the king (6), whether the king captures (3), the throne against defenders "
            "(2), the king's speed (7)"
        ),
        left_open=(
            "the throne against attackers, the throne against the king, the corners against attackers, the corners "
            "against defenders, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
        king=KingStrength.STRONG_ON_THRONE,
    ),
    archived(
        BRANDUBH_WALKER,
        "brandubh-throneless-line",
        title='"Brandubh throneless line 7×7", type 98',
        start=layouts.BALLINDERRY_II_7,
        agree=(18, 18),
        settled=(
            "the throne (3), the king (4), whether the king captures (2), the corners against defenders (3), the "
            "king's speed (1)"
        ),
        excluded="the goal (9)",
        left_open=(
            "the corners against attackers, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        SKALK,
        "skalk-9",
        title='"Skalk Hnefatafl 9×9 (ExpoMedia)", type 10',
        start=layouts.CROSS_9,
        agree=(75, 75),
        unexplained=4,
        settled=(
            "the throne (4), the king (10), whether the king captures (19), who crosses the throne (12), the throne "
            "against defenders (6), the throne against the king (4), the corners against attackers (8), the corners "
            "against defenders (8), the king's speed (11 or more)"
        ),
        excluded="the goal (36), the throne against attackers (4)",
        left_open="the corners against the king, shieldwalls, the joint capture, exit forts, encirclement",
        corners=HOSTILE_CORNERS,
    ),
    archived(
        SKALK,
        "skalk-9-w",
        title='"Skalk Hnefatafl 9×9 (ExpoMedia-w)", type 168',
        start=layouts.CROSS_9,
        agree=(33, 33),
        settled=(
            "the king (1), whether the king captures (6), who crosses the throne (9), the throne against defenders "
            "(1), the corners against defenders (4), the king's speed (5)"
        ),
        excluded="the goal (7), the throne (18), the throne against attackers (3)",
        left_open=(
            "the throne against the king, the corners against attackers, the corners against the king, shieldwalls, "
            "the joint capture, exit forts, encirclement"
        ),
        corners=HOSTILE_CORNERS,
        first=Side.DEFENDERS,
    ),
    archived(
        SKALK,
        "skalk-lewis-diamond",
        title='"Skalk Lewis diamond 11×11", type 106',
        start=layouts.LEWIS_DIAMOND_11,
        agree=(13, 13),
        settled=(
            "whether the king captures (3), who crosses the throne (3), the corners against attackers (1), the king's "
            "speed (5)"
        ),
        excluded=(
            "the goal (6), the throne (8), the king (5), the throne against attackers (1), the throne against "
            "defenders (6)"
        ),
        left_open=(
            "the throne against the king, the corners against defenders, the corners against the king, shieldwalls, "
            "the joint capture, exit forts, encirclement"
        ),
    ),
    archived(
        MAGPIE,
        "magpie-circle",
        title='"Magpie circle 7×7", type 65',
        start=layouts.BALLINDERRY_III_7,
        agree=(32, 34),
        settled=(
            "the goal (3), the king (3), whether the king captures (11), who crosses the throne (8), the throne "
            "against defenders (12), the corners against attackers (8), the corners against defenders (8), the "
            "corners against the king (3), the joint capture (2)"
        ),
        excluded="the throne (28), the throne against attackers (4), shieldwalls (1)",
        left_open="the throne against the king, exit forts, encirclement, the king's speed",
    ),
    archived(
        MAGPIE,
        "magpie-line",
        title='"Magpie line 7×7", type 63',
        start=layouts.BALLINDERRY_II_7,
        agree=(25, 27),
        settled=(
            "the goal (7), the king (7), whether the king captures (4), who crosses the throne (10), the corners "
            "against attackers (4), the corners against defenders (4), the corners against the king (7)"
        ),
        excluded="the throne (20), the throne against attackers (3), the throne against defenders (7)",
        left_open=(
            "the throne against the king, shieldwalls, the joint capture, exit forts, encirclement, the king's speed"
        ),
    ),
    archived(
        FETLAR,
        "old-magpie",
        title='"Old Magpie cross 7×7", type 54',
        start=layouts.CROSS_7,
        agree=(75, 79),
        slips=True,
        settled=(
            "whether the king captures (17 or more), who crosses the throne (13), the throne against defenders (3), "
            "the corners against attackers (21), the corners against defenders (11)"
        ),
        excluded="the goal (40), the throne (40), the king (39), the throne against attackers (8), shieldwalls (1)",
        left_open=(
            "the throne against the king, the corners against the king, the joint capture, exit forts, encirclement, "
            "the king's speed"
        ),
        remark=(
            "Our reading (speed): the king moves one square, as nobody moved him further; players who chose at random "
            "would have done so about 100 times in 40 games."
        ),
        speed=Speed(king=1),
    ),
    archived(
        OLD_HNEFATAFL,
        "old-hnefatafl-9",
        title='"Old Hnefatafl 9×9", type 12',
        start=layouts.CROSS_9,
        agree=(53, 53),
        settled=(
            "the goal (3), the king (5), whether the king captures (17), who crosses the throne (8), the throne "
            "against defenders (2), the corners against attackers (11), the corners against defenders (11), the "
            "corners against the king (3), the joint capture (1), encirclement (1), the king's speed (18 or more)"
        ),
        excluded="the throne (25), the throne against attackers (3), shieldwalls (1)",
        left_open="the throne against the king, exit forts",
        remark="One game ended with the third occurrence of a position, and the attackers won it.",
        repetition=DEFENDERS_BREAK,
    ),
    archived(
        OLD_HNEFATAFL,
        "old-hnefatafl-13",
        title='"Old Hnefatafl 13×13 (Viking Siege)", type 36',
        start=layouts.GOKSTAD_III_13,
        agree=(43, 43),
        unexplained=1,
        settled=(
            "the goal (3), the king (4), whether the king captures (8), who crosses the throne (2), the corners "
            "against attackers (5), the corners against defenders (2), the corners against the king (3), the joint "
            "capture (1), the king's speed (28)"
        ),
        excluded="the throne (15), the throne against attackers (1), the throne against defenders (6)",
        left_open="the throne against the king, shieldwalls, exit forts, encirclement",
        encirclement=True,
    ),
    archived(
        COPENHAGEN,
        "copenhagen-13",
        title='"Copenhagen Hnefatafl 13×13", type 39',
        start=layouts.GOKSTAD_III_13,
        agree=(29, 29),
        unexplained=2,
        settled=(
            "the king (1), whether the king captures (7), who crosses the throne (7), the throne against defenders "
            "(1), the corners against attackers (9), the corners against defenders (4), the king's speed (22)"
        ),
        excluded="the goal (21), the throne (15), the throne against attackers (3)",
        left_open=(
            "the throne against the king, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        FETLAR,
        "fetlar-13",
        title='"Fetlar 13×13 (Viking Siege)", type 44',
        start=layouts.GOKSTAD_III_13,
        agree=(10, 10),
        settled=(
            "the king (1), whether the king captures (3), who crosses the throne (2), the corners against attackers "
            "(3), the king's speed (8)"
        ),
        excluded="the goal (8), the throne (3), the throne against defenders (2)",
        left_open=(
            "the throne against attackers, the throne against the king, the corners against defenders, the corners "
            "against the king, shieldwalls, the joint capture, exit forts, encirclement"
        ),
        encirclement=True,
    ),
    archived(
        FETLAR,
        "history-craft",
        title='"History Craft Hnefatafl 11×11", type 14',
        start=layouts.DIAMOND_11,
        agree=(37, 37),
        settled=(
            "the king (1), whether the king captures (13), who crosses the throne (5), the throne against defenders "
            "(1), the corners against attackers (11), the corners against defenders (9), the king's speed (23)"
        ),
        excluded="the goal (31), the throne (21)",
        left_open=(
            "the throne against attackers, the throne against the king, the corners against the king, shieldwalls, "
            "the joint capture, exit forts, encirclement"
        ),
        throne=throne(hostile=PieceSet.KING),
    ),
    archived(
        COPENHAGEN,
        "plantagenet",
        title='"Plantagenet Hnefatafl 11×11", type 73',
        start=layouts.DIAMOND_11,
        agree=(9, 9),
        settled=(
            "whether the king captures (4), the throne against defenders (1), the corners against attackers (3), the "
            "corners against defenders (2), the king's speed (6)"
        ),
        excluded="the goal (6), the throne (3), the king (3), who crosses the throne (3), shieldwalls (1)",
        left_open=(
            "the throne against attackers, the throne against the king, the corners against the king, the joint "
            "capture, exit forts, encirclement"
        ),
        remark=(
            "Our reading (throne.hostile_empty): the throne is hostile to the king only. One game decides that; the "
            "shieldwall and the ring, too, are seen in one game each."
        ),
        throne=throne(hostile=PieceSet.KING),
    ),
    archived(
        FETLAR,
        "unst-king-hammer-only-cross",
        title='"Unst king hammer only cross 11×11", type 90',
        start=layouts.SERIF_CROSS_11,
        agree=(18, 19),
        settled=(
            "whether the king captures (3), who crosses the throne (4), the throne against defenders (1), the corners "
            "against attackers (1), the corners against defenders (1), the king's speed (7)"
        ),
        excluded="the goal (9), the throne (11), the king (12), the throne against attackers (3)",
        left_open=(
            "the throne against the king, the corners against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
        anvil=PieceSet.MEN,
    ),
)
"""All rulesets of this module."""
