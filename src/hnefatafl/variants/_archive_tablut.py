"""Games of the archive of aagenielsen.dk with edge escape and a throne: tablut, tawlbwrdd, ard ri."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Repetition, Ruleset, Speed
from hnefatafl.variants import layouts
from hnefatafl.variants._archive import archived
from hnefatafl.variants._corner_games import FETLAR
from hnefatafl.variants._edge_games import ARD_RI_CROSS, ASHTON_TABLUT, SAAMI_TABLUT, SEA_BATTLE_11, TABLUT
from hnefatafl.variants._parts import throne

__all__ = ["RULESETS"]

RULESETS: Final[tuple[Ruleset, ...]] = (
    archived(
        SEA_BATTLE_11,
        "ard-ri-friendly-throne-unarmed-circle",
        title='"Ard Ri friendly-throne unarmed circle 7×7", type 103',
        start=layouts.BALLINDERRY_III_7,
        agree=(15, 15),
        settled="the goal (3), the throne against defenders (1)",
        excluded=(
            "the throne (9), the king (8), whether the king captures (1), who crosses the throne (2), the king's "
            "speed (6)"
        ),
        left_open=(
            "the throne against attackers, the throne against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
        remark="Our reading (throne): the king alone stops on the throne, as in tablut.",
        throne=throne(hostile=PieceSet.NONE),
        repetition=Repetition(),
    ),
    archived(
        SEA_BATTLE_11,
        "ard-ri-friendly-throne-unarmed-cross",
        title='"Ard Ri friendly-throne unarmed cross 7×7", type 101',
        start=layouts.CROSS_7,
        agree=(10, 10),
        settled="the throne against attackers (1)",
        excluded=(
            "the throne (8), the king (3), whether the king captures (1), who crosses the throne (3), the king's "
            "speed (3)"
        ),
        left_open=(
            "the goal, the throne against defenders, the throne against the king, shieldwalls, the joint capture, "
            "exit forts, encirclement"
        ),
        remark="Our reading (throne): the king alone stops on the throne, as in tablut.",
        throne=throne(hostile=PieceSet.NONE),
        repetition=Repetition(),
    ),
    archived(
        ARD_RI_CROSS,
        "ard-ri-throneless-unarmed-cross",
        title='"Ard Ri throneless unarmed cross 7×7", type 100',
        start=layouts.CROSS_7,
        agree=(7, 7),
        settled="the throne (4)",
        excluded="the goal (1)",
        left_open=(
            "the king, whether the king captures, shieldwalls, the joint capture, exit forts, encirclement, the "
            "king's speed"
        ),
        hammer=PieceSet.MEN,
        anvil=PieceSet.MEN,
    ),
    archived(
        TABLUT,
        "tablut-13",
        title='"Tablut 13×13 (modif. Parlett)", type 111',
        start=layouts.PARLETT_II_13,
        agree=(18, 19),
        settled=(
            "the goal (1), the king (2), whether the king captures (5), who crosses the throne (2), the throne "
            "against defenders (4), the king's speed (8)"
        ),
        excluded="the throne (9), the throne against attackers (1)",
        left_open="the throne against the king, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        TABLUT,
        "historical-13-modif-parlett",
        title='"Historical Hnefatafl 13×13 (modif. Parlett 2)", type 116',
        start=layouts.NIELSEN_13,
        agree=(10, 10),
        settled="the king (2), whether the king captures (3), who crosses the throne (2), the king's speed (3)",
        excluded="the throne (5), the throne against attackers (1), the throne against defenders (1)",
        left_open="the goal, the throne against the king, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        TABLUT,
        "historical-13-nielsen",
        title='"Historical Hnefatafl 13×13 (Nielsen)", type 46',
        start=layouts.GOKSTAD_IV_13,
        agree=(29, 31),
        settled=(
            "the goal (5), the king (3), whether the king captures (7), who crosses the throne (3), the throne "
            "against defenders (3), the king's speed (14)"
        ),
        excluded="the throne (14)",
        left_open=(
            "the throne against attackers, the throne against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        TABLUT,
        "historical-13-w",
        title='"Historical Hnefatafl-w 13×13", type 170',
        start=layouts.PARLETT_13,
        agree=(16, 16),
        settled=(
            "whether the king captures (2), who crosses the throne (1), the throne against defenders (1), the king's "
            "speed (4)"
        ),
        excluded="the goal (2), the throne (5), the king (4)",
        left_open=(
            "the throne against attackers, the throne against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
        first=Side.DEFENDERS,
    ),
    archived(
        TABLUT,
        "historical-15",
        title='"Historical Hnefatafl 15×15", type 48',
        start=layouts.COPPERGATE_II_15,
        agree=(55, 55),
        settled=(
            "the goal (3), the king (2), whether the king captures (12), who crosses the throne (4), the king's speed "
            "(21 or more)"
        ),
        excluded="the throne (11), the throne against attackers (1), the throne against defenders (7)",
        left_open="the throne against the king, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        TABLUT,
        "historical-15-nielsen",
        title='"Historical Hnefatafl 15×15 (Nielsen)", type 49',
        start=layouts.NIELSEN_15,
        agree=(15, 15),
        settled=(
            "the goal (2), the king (1), whether the king captures (4), who crosses the throne (3), the king's speed "
            "(10)"
        ),
        excluded="the throne (8), the throne against defenders (3)",
        left_open=(
            "the throne against attackers, the throne against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
    ),
    archived(
        TABLUT,
        "tawlbwrdd-lewis-diamond",
        title='"Tawlbwrdd Lewis diamond 11×11", type 68',
        start=layouts.LEWIS_DIAMOND_11,
        agree=(23, 23),
        settled=(
            "the goal (2), whether the king captures (1), who crosses the throne (1), the throne against defenders "
            "(2), the joint capture (1), the king's speed (6)"
        ),
        excluded="the throne (8), the king (3)",
        left_open="the throne against attackers, the throne against the king, shieldwalls, exit forts, encirclement",
    ),
    archived(
        TABLUT,
        "tawlbwrdd-t-cross",
        title='"Tawlbwrdd T cross 11×11", type 75',
        start=layouts.SERIF_CROSS_11,
        agree=(29, 30),
        settled=(
            "the goal (4), the king (4), whether the king captures (3), who crosses the throne (3), the throne "
            "against defenders (3), the king's speed (1)"
        ),
        excluded="the throne (10), the throne against attackers (1)",
        left_open="the throne against the king, shieldwalls, the joint capture, exit forts, encirclement",
    ),
    archived(
        SAAMI_TABLUT,
        "ard-ri-1",
        title='"Ard Ri-1 7×7", type 104',
        start=layouts.CROSS_7,
        agree=(21, 21),
        settled="whether the king captures (1), who crosses the throne (3), the throne against defenders (2)",
        excluded="the goal (10), the throne (16), the king (10), the throne against attackers (2)",
        left_open=(
            "the throne against the king, shieldwalls, the joint capture, exit forts, encirclement, the king's speed"
        ),
        remark=(
            "Our reading (speed): the king moves one square, as nobody moved him further; players who chose at random "
            "would have done so about 68 times in 40 games."
        ),
        speed=Speed(king=1),
    ),
    archived(
        SAAMI_TABLUT,
        "ard-ri-1-friendly-throne",
        title='"Ard Ri-1 friendly-throne 7×7", type 105',
        start=layouts.CROSS_7,
        agree=(9, 9),
        settled=(
            "the throne (1), whether the king captures (1), who crosses the throne (3), the throne against attackers "
            "(1), the throne against defenders (1)"
        ),
        excluded="the goal (2), the king (4)",
        left_open=(
            "the throne against the king, shieldwalls, the joint capture, exit forts, encirclement, the king's speed"
        ),
        remark="Our reading (speed): the king moves one square, as in ard-ri-1; nobody moved him further.",
        throne=throne(hostile=PieceSet.NONE),
        speed=Speed(king=1),
    ),
    archived(
        SAAMI_TABLUT,
        "ard-ri-1-white-friendly-pass",
        title='"Ard Ri-1 whitefriendlypass 7×7", type 161',
        start=layouts.CROSS_7,
        agree=(22, 22),
        settled="the goal (5), the king (6), whether the king captures (2), the throne against defenders (2)",
        excluded="the throne (15), who crosses the throne (10), the throne against attackers (2)",
        left_open=(
            "the throne against the king, shieldwalls, the joint capture, exit forts, encirclement, the king's speed"
        ),
        remark=(
            "Our reading (speed, throne.cross): the king moves one square, as nobody moved him further; players who "
            "chose at random would have done so about 70 times in 40 games. The attackers do not cross the throne, as "
            "the name says and nobody did."
        ),
        throne=throne(hostile=PieceSet.ATTACKERS | PieceSet.KING, cross=PieceSet.DEFENDERS),
        speed=Speed(king=1),
    ),
    archived(
        SAAMI_TABLUT,
        "ard-ri-unarmed-cross",
        title='"Ard Ri unarmed cross 7×7", type 99',
        start=layouts.CROSS_7,
        agree=(14, 14),
        settled="who crosses the throne (2), the throne against defenders (1)",
        excluded="the throne (8), the king (3), the throne against attackers (3), the king's speed (6)",
        left_open=(
            "the goal, whether the king captures, the throne against the king, shieldwalls, the joint capture, exit "
            "forts, encirclement"
        ),
        hammer=PieceSet.MEN,
        anvil=PieceSet.MEN,
    ),
    archived(
        ASHTON_TABLUT,
        "ashton-tablut-aagenielsen",
        title='"Ashton tablut 9×9", type 8',
        start=layouts.CROSS_9,
        agree=(39, 39),
        settled=(
            "the goal (5), the king (6), whether the king captures (7), the throne against defenders (2), the joint "
            "capture (2)"
        ),
        excluded="the throne (16), the throne against attackers (2), the king's speed (35)",
        left_open="who crosses the throne, the throne against the king, shieldwalls, exit forts, encirclement",
        remark=(
            "Our reading (zones): the camps are those of ashton-tablut, and hostile as they are there; with camps "
            "that are hostile to the defenders only, 13 games disagree, and with camps that are hostile to all pieces "
            "23."
        ),
        throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE),
        fewest_attackers=1,
        repetition=Repetition(),
    ),
    archived(
        FETLAR,
        "king-anvil-only-edge",
        title='"King anvil only edge 11×11", type 20',
        start=layouts.DIAMOND_11,
        agree=(9, 10),
        settled="the king's speed (3)",
        excluded=(
            "the goal (5), the throne (3), the king (3), whether the king captures (4), who crosses the throne (3), "
            "the throne against defenders (1)"
        ),
        left_open=(
            "the throne against attackers, the throne against the king, shieldwalls, the joint capture, exit forts, "
            "encirclement"
        ),
        corners=None,
        escape=Region.EDGE,
        hammer=PieceSet.MEN,
    ),
)
"""All rulesets of this module."""
