"""The tafl games of Ludii, as its descriptions (.lud) define them.

Where the text in those files differs from what is played, the ruleset follows what is played.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Region
from hnefatafl.rules import KingStrength, NoMove, Ruleset, Speed
from hnefatafl.variants import layouts
from hnefatafl.variants._parts import CITADELS, HOSTILE_CORNERS, UNRESTRICTED, compose, corners, throne

_SOURCE: Final = "Ludii (github.com/Ludeme/Ludii, board/war/custodial, read at commit 8ba6708)"
_NOTES: Final = compose(
    """
    Repetition does not end the game, nor does a lack of attackers.
    Our reading (no_move): a side without a legal move passes, as in every game of Ludii that has no other rule.
    """,
)

_FORTRESS: Final = throne(cross=PieceSet.KING, occupied=PieceSet.MEN)

FETLAR_LUDII: Final = Ruleset(
    name="fetlar-ludii",
    aliases=("copenhagen-ludii", "hnefatafl-ludii"),
    version=2,
    source=f'{_SOURCE}: Hnefatafl, "Fetlar Common", which is also what its "Copenhagen" plays',
    notes=compose(
        """
        The soldiers do not cross the throne, which is hostile to them even while the king sits on it. There are no
          shieldwalls, exit forts or rings, although the text of the ruleset "Copenhagen" describes them.
        At the edge three attackers capture the king, and beside a corner two: Ludii asks only for the neighbouring
          squares that there are, and a corner counts as held.
        """,
        _NOTES,
    ),
    size=11,
    start=layouts.DIAMOND_11,
    throne=_FORTRESS,
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
    no_move=NoMove.PASS,
    fewest_attackers=0,
    repetition=UNRESTRICTED,
)

FETLAR_LATIN: Final = FETLAR_LUDII.evolve(
    name="fetlar-ludii-latin",
    aliases=("fetlar-latin",),
    source=f'{_SOURCE}: Hnefatafl, "Fetlar Latin"',
    notes=compose("The king is captured like a soldier, against the throne and the corners too.", _NOTES),
    king=KingStrength.WEAK,
)

TAWLBWRDD_LUDII: Final = FETLAR_LATIN.evolve(
    name="tawlbwrdd-ludii",
    source=f'{_SOURCE}: Tawlbwrdd, "Cyningstan"',
    notes=compose(
        """
        The layout is the cross with serifs. The throne and the corners are closed to the soldiers and hostile to all
          pieces; the text of the ruleset, and the page that it cites, do not mention this.
        """,
        _NOTES,
    ),
    start=layouts.SERIF_CROSS_11,
    escape=Region.EDGE,
)

BRANDUB_LUDII: Final = FETLAR_LUDII.evolve(
    name="brandubh-ludii",
    aliases=("brandub-ludii", "brandubh-nielsen"),
    source=f'{_SOURCE}: Brandub, "Nielsen", after tafl.cyningstan.com/page/171/brandub',
    notes=compose("No piece returns to the throne, and all pieces cross it.", _NOTES),
    size=7,
    start=layouts.CROSS_7,
    throne=throne(stop=PieceSet.NONE),
    king=KingStrength.STRONG_NEAR_THRONE,
)

TABLUT_LUDII: Final = FETLAR_LUDII.evolve(
    name="tablut-ludii",
    aliases=("tablut-king-flanked",),
    source=f'{_SOURCE}: Tablut, "King Flanked", after Linnaeus (1732)',
    notes=compose(
        "No piece enters or crosses the castle, which is hostile to the soldiers even while the king sits in it.",
        _NOTES,
    ),
    size=9,
    start=layouts.CROSS_9,
    throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE, occupied=PieceSet.MEN),
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
)

TABLUT_SMITH: Final = TABLUT_LUDII.evolve(
    name="tablut-smith",
    aliases=("tablut-king-surrounded", "smith-tablut"),
    source=f'{_SOURCE}: Tablut, "King Surrounded", after J. E. Smith (1811)',
    notes=TABLUT_LUDII.notes,
    king=KingStrength.STRONG,
)

ARD_RI_LUDII: Final = FETLAR_LUDII.evolve(
    name="ard-ri-ludii",
    aliases=("ard-ri-common",),
    source=f'{_SOURCE}: ArdRi, "Common", after dragonheelslair.com',
    notes=compose(
        "All pieces move one square at most. The throne is hostile to the king only, who must be surrounded on "
        "four sides.",
        _NOTES,
    ),
    size=7,
    start=layouts.ARD_RI_7,
    throne=throne(cross=PieceSet.KING, hostile=PieceSet.KING),
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG,
    speed=Speed(attackers=1, defenders=1, king=1),
)

ARD_RI_CORRECTED: Final = ARD_RI_LUDII.evolve(
    name="ard-ri-ludii-corrected",
    aliases=("ard-ri-corrected",),
    source=f'{_SOURCE}: ArdRi, "Corrected"',
    notes=compose(
        "All pieces move one square at most. The king is captured like a soldier, against the empty throne too.", _NOTES
    ),
    king=KingStrength.WEAK,
)

ALEA_LUDII: Final = FETLAR_LUDII.evolve(
    name="alea-evangelii-ludii",
    aliases=("alea-ludii",),
    source=f'{_SOURCE}: Alea Evangelii, "Cyningstan"',
    notes=compose(
        """
        The attackers move first, the king does not capture by moving, two attackers capture him away from the centre,
          and no piece stops there. The program plays so, against the text of the ruleset (see alea-evangelii).
        """,
        _NOTES,
    ),
    size=19,
    start=layouts.ALEA_LUDII_19,
    throne=throne(stop=PieceSet.NONE),
    corners=corners(CITADELS, hostile=PieceSet.MEN),
    escape=CITADELS,
    king=KingStrength.STRONG_NEAR_THRONE,
    hammer=PieceSet.MEN,
)
