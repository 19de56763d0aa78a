"""The games of aagenielsen.dk in which the king wins in a corner.

Where real games are known (the archive of the site), a ruleset follows those
games; the notes say where its text differs.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.rules import Berserk, EdgeCapture, Jump, Jumps, KingStrength, NoMove, Ruleset, Shieldwall, Speed
from hnefatafl.variants import layouts
from hnefatafl.variants._parts import (
    ATTACKERS_WON_REPETITIONS,
    BLOCKED,
    CITADELS,
    DEFENDERS_BREAK,
    FITTED,
    HOSTILE_CORNERS,
    NO_MEN,
    SILENT,
    compose,
    corners,
    throne,
)

COPENHAGEN: Final = Ruleset(
    name="copenhagen",
    version=2,
    aliases=("copenhagen-11", "copenhagen-hnefatafl", "kopenhagen", "old-copenhagen"),
    source='"Rules of Copenhagen Hnefatafl 11x11" (2012), aagenielsen.dk/copenhagen_rules.php, read on 2026-11-29',
    notes=compose(
        """
        Our reading (repetition): the defenders lose when a position occurs for the third time, whichever side moved.
          The page forbids repetition and gives no number; all 36 games of its archive that ended by repetition ended
          so.
        Our reading (fewest_attackers): the attackers lose when all of them have been captured; the page mentions only
          draws by agreement, when neither side can win any more.
        By the page the corners are hostile to the king too; this makes no difference, since he cannot be captured on
          the edge.
        In the archive it is type 16; the 96 games of type 13, "Old Copenhagen Hnefatafl 11×11", and the two of type 74
          were played by the same rules, as far as they tell.
        """,
    ),
    size=11,
    start=layouts.DIAMOND_11,
    shieldwall=Shieldwall(),
    exit_fort=True,
    encirclement=True,
    repetition=DEFENDERS_BREAK,
)

_FETLAR_REPEATS: Final = compose(
    """
    Our reading (repetition): the game is drawn when a position occurs for the third time (panel 2013: "three times,
      with the same side to move"); the page gives no number.
    Our reading (no_move): a side without a legal move loses, as on the page (§8); the panel's text of 2013 calls it
      a draw.
    """
)

FETLAR: Final = Ruleset(
    name="fetlar",
    aliases=("fetlar-11", "fetlar-hnefatafl"),
    source='"Rules of Fetlar Hnefatafl 11x11" (Fetlar Hnefatafl Panel 2007), aagenielsen.dk/fetlar_rules_en.php, '
    "read by 2026-11-22",
    notes=compose(
        """
        Departure from the source (all): these rules follow the games in the archive of the page, not the page itself;
          fetlar-page has the rules of the page.
        Departure from the source (encirclement): enclosing all defenders does not win. By §7b of the page it does, but
          63 games of its archive went on inside a ring.
        """,
        _FETLAR_REPEATS,
        """
        Departure from the source (edge_capture): the page's exception, that a king who has no soldiers left can be
          captured on the edge, is left out.
        """,
        NO_MEN,
    ),
    size=11,
    start=layouts.DIAMOND_11,
)

FETLAR_PAGE: Final = FETLAR.evolve(
    name="fetlar-page",
    aliases=("fetlar-2007",),
    source=FETLAR.source,
    notes=compose(
        """
        These are the rules as the page words them; the games of its archive were played by those of fetlar.
        The attackers win by enclosing all defenders (§7b). On the edge the king can be captured only when he is "the
          only white piece remaining on the board and is completely surrounded by black (i.e. rule 8)".
        Our reading (corners.hostile_empty): the corners are hostile to soldiers only. Beside a corner the king is not
          "completely surrounded by black", since he can move there.
        """,
        _FETLAR_REPEATS,
        NO_MEN,
    ),
    king=KingStrength.MIDDLEWEIGHT,
    edge_capture=EdgeCapture.ALONE,
    encirclement=True,
)

BRANDUBH: Final = Ruleset(
    name="brandubh",
    version=2,
    aliases=("brandub", "brandubh-7", "brandubh-1", "brandubh-3", "historical-brandubh"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl", §3a: Brandubh 7×7, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29",
    notes=compose(
        """
        At least five games have this name; this is the one on the page. hnefatafl-rs calls it the federation's; but the
          sheet of the World Tafl Federation has the king and the throne of brandubh-2. In the archive it is type 51;
          type 129 is brandubh-2. The 34 games of type 158 there, "Brandubh3", tell no other rules.
        Our reading (throne.hostile_empty, corners.hostile_empty): the throne and the corners are hostile to the king
          too; 33 games of the archive end by it.
        In half of the games of type 51, two ended with the third occurrence of a position, and the attackers won both;
          seven went on after one.
        """,
        ATTACKERS_WON_REPETITIONS,
        NO_MEN,
    ),
    size=7,
    start=layouts.CROSS_7,
    corners=HOSTILE_CORNERS,
    king=KingStrength.STRONG_NEAR_THRONE,
    encirclement=True,
    repetition=DEFENDERS_BREAK,
)

BRANDUBH_2: Final = BRANDUBH.evolve(
    name="brandubh-2",
    source="Brandubh 7×7 (type 129), as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        Our reading (all): all rules are those of brandubh, but for the king.
        Our reading (king, throne.hostile_empty): four sides of the king must be held on the throne only, and two
          opposite ones elsewhere, even beside the throne, which is not hostile to him. In half of the games of the
          archive, 22 of 655 stopped when he had been captured so, which brandubh does not explain, and none contradicts
          it; of the 985 games of brandubh itself, 37 do.
        The sheet of the World Tafl Federation (aagenielsen.dk/brandubh2_rules_en.pdf), as jojopeligroso/brandubh and
          brandubh-codingame tell it, says the same of the king and the throne.
        In half of the games, two ended with the third occurrence of a position, and the attackers won both.
        Open: whether the attackers win by enclosing all defenders; no game tells.
        """,
        ATTACKERS_WON_REPETITIONS,
        NO_MEN,
    ),
    throne=throne(hostile=PieceSet.MEN),
    king=KingStrength.STRONG_ON_THRONE,
)

MAGPIE: Final = Ruleset(
    name="magpie",
    aliases=("magpie-7", "magpie-hnefatafl"),
    source='"Rules of Magpie 7x7", aagenielsen.dk/magpie_rules.php, read on 2026-11-29, after N. Suckling, The '
    "Leprechaun Companion (1999)",
    notes=compose(
        """
        Our reading (start): the layout is brandubh's cross. Other programs use a layout that goes with the Ballinderry
          board; the book itself was not available, so the original layout is uncertain.
        Our reading (corners.hostile_empty, throne.hostile_empty): the corners and the throne are those of brandubh,
          hostile to the king too; the page says only that this is "really a Hnefatafl 7x7" with a king who moves one
          step and can be captured on the edge.
        Our reading (encirclement): enclosing all defenders does not win.
        In the archive it is type 64: in half of its games, 47 of 49 agree.
        """,
        SILENT,
    ),
    size=7,
    start=layouts.CROSS_7,
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
    speed=Speed(king=1),
)

OLD_HNEFATAFL: Final = Ruleset(
    name="old-hnefatafl",
    aliases=("old-hnefatafl-11",),
    version=2,
    source="Old Hnefatafl 11×11, as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        Our reading (all): the whole ruleset is fitted to the games of the archive, in which rules may have changed over
          the years.
        Our reading (corners.hostile_empty): the corners are hostile to the king too. In half of the games, 44 of 924
          stopped when he had been captured against one; two games, of the rounds 1 and 2, went on.
        Our reading (encirclement): enclosing all defenders does not win. In half of the games, 17 went on inside a
          ring, none of them after round 72, and 11 stopped at one with a win of the attackers, four of them after round
          72: the rule may have come later.
        Our reading (repetition): the game is drawn when a position occurs for the third time; in half of the games, all
          three that ended so were drawn.
        """,
        BLOCKED,
        NO_MEN,
    ),
    size=11,
    start=layouts.DIAMOND_11,
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
)

COPENHAGEN_BELL: Final = COPENHAGEN.evolve(
    name="copenhagen-bell",
    version=2,
    aliases=("copenhagen-bell-11",),
    source="Copenhagen Hnefatafl with the Bell layout, as played in the archive of aagenielsen.dk",
    notes=compose("Our reading (all): all rules are those of copenhagen, chosen to fit the games of the archive."),
    start=layouts.BELL_11,
)

FETLAR_2013: Final = FETLAR.evolve(
    name="fetlar-2013",
    aliases=("fetlar-panel-2013",),
    source='"HNEFATAFL: The Viking Game", the rules of the Fetlar Hnefatafl Panel for the World Championship of 2013',
    notes=compose(
        """
        The game is drawn when the side to move cannot move, and when a position occurs for the third time with the same
          side to move. Enclosing all defenders does not win; a king who is encircled together with one soldier is not
          lost until that soldier is captured or separated from him.
        The players may agree on a draw when the king can no longer be captured or can no longer reach a corner.
        Our reading (throne, corners): the throne and the corners are as in fetlar.
        """,
        NO_MEN,
    ),
    no_move=NoMove.DRAW,
)

SKALK: Final = Ruleset(
    name="skalk",
    aliases=("skalk-11", "skalk-hnefatafl"),
    source="Skalk Hnefatafl 11×11 (K. K. Michaelsen, Bræt og brik, 1992), as played in the archive of aagenielsen.dk",
    notes=FITTED,
    size=11,
    start=layouts.DIAMOND_11,
    king=KingStrength.STRONG_NEAR_THRONE,
)

BRANDUBH_WALKER: Final = Ruleset(
    name="brandubh-walker",
    aliases=("brandubh-weak-king",),
    source="Brandubh after D. Walker, as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        There is no throne, and the king is captured like a soldier everywhere. In the archive it is type 53; the 27
          games of the types 52, 58 and 95 were played by the same rules, as far as they tell.
        The game that jojopeligroso/brandubh calls Walker's has a throne on which only the king may stop; it is
          played like brandubh-opentafl.
        """,
        FITTED,
    ),
    size=7,
    start=layouts.CROSS_7,
    throne=None,
    corners=HOSTILE_CORNERS,
    king=KingStrength.WEAK,
)

BERSERK: Final = Ruleset(
    name="berserk",
    aliases=("berserk-11", "berserk-hnefatafl"),
    source='"Rules of Berserk Hnefatafl 11x11", aagenielsen.dk/berserk_rules.php, read on 2026-11-29, as played in the '
    "archive there",
    notes=compose(
        """
        Commanders jump over enemy soldiers, the knight captures by jumping, and the king jumps only to or from the
          throne or a corner (§3b). A piece that has captured may go on as long as it captures, or stop; the games in
          the archive were played this way.
        Of the 1,345 games in the archive, 102 start with the knight on f7 instead of e7.
        Two commanders, or a commander and a corner, capture the king between them, but not on the throne.
        Our reading (berserk_escape): a king who goes on in a berserk turn may also escape without a capture, as in
          AbstractPlay, which cites this page.
        Our reading (encirclement): enclosing all defenders does not win; the two programs that play the game have no
          such rule.
        """,
        SILENT,
    ),
    size=11,
    start=layouts.BERSERK_11,
    corners=corners(pierces=True),
    piercing=PieceSet.COMMANDERS,
    jumps=Jumps(king=Jump.RESTRICTED),
    berserk=Berserk.MAY_CAPTURE,
    berserk_escape=True,
    version=2,
)

ALEA_UNST: Final = Ruleset(
    name="alea-evangelii-unst",
    aliases=("unst-alea-evangelii", "unst-alea-evangelii-19"),
    source="Unst Alea Evangelii 19×19, as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        The commanders are the duces of the game: defenders who move and capture like soldiers.
        Our reading (three_captors): a dux is captured when three of its sides are held by attackers or empty corner
          squares. In half of the games of the archive 35 of 35 such duces were captured, and 139 of 140 with two sides
          held were not.
        Our reading (start): the four duces begin on f6, f14, n6 and n14. The records show no kinds of pieces; with a
          soldier on any of these squares, or a dux on another, fewer games agree.
        Our reading (king): the king is captured on three sides at the edge. The records also fit a king who cannot be
          captured there.
        Our reading (encirclement): enclosing all defenders does not win. The records also fit the opposite.
        """,
        FITTED,
    ),
    size=19,
    start=layouts.ALEA_UNST_19,
    corners=corners(CITADELS, hostile=PieceSet.MEN),
    escape=CITADELS,
    king=KingStrength.MIDDLEWEIGHT,
    piercing=PieceSet.NONE,
    three_captors=PieceSet.COMMANDERS,
    jumps=Jumps(commanders=Jump.NONE),
)
