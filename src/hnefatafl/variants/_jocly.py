"""The tafl games of Jocly: one set of rules on six boards."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Repetition, Ruleset, Speed, Zone
from hnefatafl.variants import layouts
from hnefatafl.variants._parts import compose, throne

_SOURCE: Final = "Jocly (github.com/aclap-dev/jocly, games/tafl, read at commit 252e41f)"
_NOTES: Final = compose(
    """
    Only the king may enter or cross the throne, which is hostile to the soldiers even while he sits on it. Where the
      board has no corners, these squares are closed to all pieces. The game is drawn when a board occurs for the third
      time, whichever side is to move; that of the start does not count.
    Our reading (no_move, fewest_attackers): a side without a legal move loses, and so do attackers of whom none is
      left.
    """,
)

HNEFATAFL_JOCLY: Final = Ruleset(
    name="hnefatafl-jocly",
    source=f"{_SOURCE}: Hnefatafl 11×11",
    notes=_NOTES,
    size=11,
    start=layouts.DIAMOND_11,
    throne=throne(cross=PieceSet.KING, occupied=PieceSet.MEN),
    corners=Zone(name="corners", squares=Region.CORNERS, stop=PieceSet.NONE, cross=PieceSet.NONE),
    escape=Region.EDGE,
    fewest_attackers=0,
    repetition=Repetition(counts_start=False, turn=False),
    version=2,
)

TAWLBWRDD_JOCLY: Final = HNEFATAFL_JOCLY.evolve(
    name="tawlbwrdd-jocly",
    source=f"{_SOURCE}: Tawlbwrdd 11×11",
    notes=HNEFATAFL_JOCLY.notes,
    start=layouts.BELL_11,
    version=2,
)

TABLUT_JOCLY: Final = HNEFATAFL_JOCLY.evolve(
    name="tablut-jocly",
    source=f"{_SOURCE}: Tablut 9×9",
    notes=HNEFATAFL_JOCLY.notes,
    size=9,
    start=layouts.CROSS_9,
    corners=None,
    version=2,
)

BRANDUBH_JOCLY: Final = HNEFATAFL_JOCLY.evolve(
    name="brandubh-jocly",
    source=f"{_SOURCE}: Brandubh 7×7",
    notes=compose(
        "All pieces move one square at most, which has been reported as a mistake (joclyboard, issue 23).", _NOTES
    ),
    size=7,
    start=layouts.CROSS_7,
    speed=Speed(attackers=1, defenders=1, king=1),
    version=2,
)

ARD_RI_JOCLY: Final = BRANDUBH_JOCLY.evolve(
    name="ard-ri-jocly",
    source=f"{_SOURCE}: Ardri 7×7",
    notes=compose("All pieces move one square at most, and the defenders move first.", _NOTES),
    start=layouts.ARD_RI_7,
    first=Side.DEFENDERS,
    version=2,
)

ALEA_JOCLY: Final = HNEFATAFL_JOCLY.evolve(
    name="alea-evangelii-jocly",
    aliases=("alea-jocly",),
    source=f"{_SOURCE}: Alea Evangelii 19×19",
    notes=HNEFATAFL_JOCLY.notes,
    size=19,
    start=layouts.ALEA_EVANGELII_19,
    version=2,
)
