"""Rulesets from web pages other than aagenielsen.dk."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Consequence, GuardCapture, KingStrength, NoMove, Repetition, Ruleset, Speed
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BRANDUBH
from hnefatafl.variants._edge_games import SEA_BATTLE_9, TABLUT, TAWLBWRDD
from hnefatafl.variants._parts import CITADELS, DRAWN, NO_MEN, SILENT, compose, corners, throne

ARD_RI: Final = Ruleset(
    name="ard-ri",
    aliases=("ard-ri-7", "ardri", "ard-rí", "ard-ri-dragonheels"),
    source='"Rules of the game Ard Ri", dragonheelslair.com/en/rulesard.php, read by 2026-11-22',
    notes=compose(
        """
        All pieces move one square at most. The king may return to the throne, which is not hostile to him.
        A side without a legal move loses.
        Our reading (first): the attackers move first; the page does not say.
        """,
        DRAWN,
        NO_MEN,
    ),
    size=7,
    start=layouts.ARD_RI_7,
    throne=throne(hostile=PieceSet.NONE),
    corners=None,
    escape=Region.EDGE,
    speed=Speed(attackers=1, defenders=1, king=1),
)

BRANDUBH_DRAGONHEELS: Final = BRANDUBH.evolve(
    name="brandubh-dragonheels",
    aliases=("brandubh-dragonheelslair",),
    source="Brandubh as played at dragonheelslair.com, described at aagenielsen.dk/hnefataflforum (topic 37), "
    "read by 2026-11-22",
    notes=compose(
        """
        The throne is hostile to neither side. The king does not return to it, and two attackers capture him even there.
          A side without a legal move loses.
        Our reading (first): the attackers move first; the text does not say.
        """,
        DRAWN,
        NO_MEN,
    ),
    throne=throne(stop=PieceSet.NONE, hostile=PieceSet.NONE),
    king=KingStrength.WEAK,
    encirclement=False,
    repetition=Repetition(),
)

TABLUT_BRAINKING: Final = SEA_BATTLE_9.evolve(
    name="tablut-brainking",
    aliases=("rachunek", "rachunek-9"),
    source='"Tablut", brainking.com/en/GameRules?tp=19, read on 2026-11-29',
    notes=compose(
        """
        The king takes no part in captures. Once he has left the throne, no piece stops on it, and all pieces cross it.
        Our reading (first): the defenders move first, as White does on that site.
        Our reading (throne.hostile_empty): the throne is hostile to neither side, so the king cannot be captured beside
          it.
        The 28 games of type 1 of the archive of aagenielsen.dk, "Rachunek tablut 9×9", were played so, as far as they
          tell; in half of them, all eight agree.
        """,
        SILENT,
    ),
    first=Side.DEFENDERS,
    throne=throne(stop=PieceSet.NONE, hostile=PieceSet.NONE),
    repetition=Repetition(),
)

IMPERIAL_CONTEST: Final = SEA_BATTLE_9.evolve(
    name="imperial-contest",
    aliases=("freedoms-contest",),
    source="The Imperial Contest, Jaques 1855 (tafl.cyningstan.com/page/1331/imperial-contest, read by 2026-11-22)",
    notes=compose(
        """
        The emperor (the king) moves four squares at most.
        Our reading (all): everything else is as in sea-battle-9: the emperor takes no part in captures, and there are
          no special squares.
        """,
        SILENT,
    ),
    speed=Speed(king=4),
    repetition=Repetition(),
)

SEA_BATTLE_CYNINGSTAN: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-9-cyningstan",
    aliases=("sea-battle-cyningstan", "longship-tafl"),
    source='"Sea battle tafl", tafl.cyningstan.com/page/762/sea-battle-tafl, read on 2026-11-29',
    notes=compose("The defenders move first, and enclosing all of them does not win.", SILENT),
    first=Side.DEFENDERS,
    repetition=Repetition(),
)

TAWLBWRDD_CYNINGSTAN: Final = TAWLBWRDD.evolve(
    name="tawlbwrdd-cyningstan",
    aliases=("tawlbwrdd-walker",),
    source="Tawlbwrdd after D. Walker, cyningstan.com/game/175/tawlbwrdd, read by 2026-11-22",
    notes=compose(
        """
        There are no special squares. The king is captured like a soldier, and captures like one.
        Our reading (start): the layout is Bell's.
        """,
        SILENT,
    ),
    throne=None,
    king=KingStrength.WEAK,
    encirclement=False,
)

TAWLBWRDD_AP_IFAN: Final = TAWLBWRDD_CYNINGSTAN.evolve(
    name="tawlbwrdd-ap-ifan",
    source="Robert ap Ifan, a Welsh manuscript of 1587, as printed by F. R. Lewis, Gwerin Ffristial a Thawlbwrdd, "
    "Transactions of the Honourable Society of Cymmrodorion (1941)",
    notes=compose(
        """
        A man of either side who comes between two of the other is dead; whoever says "gwrheill" may go between two
          unharmed. If the king can go along the line, his side has won.
        The king can be caught between two if "watch your king" was said before he moved there and he cannot flee. No
          option expresses such a warning: here he is safe when he moves in between. Nor is "gwrheill" expressed.
        Our reading (start): twelve men stand next to the king and twenty-four in the middle of the ends, six in each;
          the layout is Lewis's diamond.
        Our reading (walk_in): "comes between" means a man's own move as well as one of his enemies'.
        Our reading (king, throne, corners): there are no special squares, and the king falls between two like a man.
        Our reading (escape): to go along the line is to reach the edge.
        Our reading (first, hammer): the attackers begin, and the king captures; the manuscript is silent.
        """,
        SILENT,
    ),
    start=layouts.LEWIS_DIAMOND_11,
    walk_in=PieceSet.MEN,
)

ALEA_EVANGELII: Final = Ruleset(
    name="alea-evangelii",
    aliases=("alea", "alea-evangelii-19", "alea-evangelii-cyningstan"),
    source="Alea evangelii after D. Walker, cyningstan.com/game/219/alea-evangelii, read by 2026-11-22",
    notes=compose(
        """
        The defenders move first. The king is captured on four sides, or beside the central square or at the edge on the
          other three. The fixed men in the corners serve both sides in captures, and the king escapes where they stand.
        Our reading (corners): there are four fixed men in each corner.
        Our reading (corners.hostile_empty, throne.hostile_empty): the fixed men are hostile to the soldiers only, so
          beside them the king cannot be captured; the empty central square is hostile to the king only.
        Our reading (hammer): the king captures like a soldier.
        Our reading (start): the layout is that of the manuscript, corrected to be symmetric.
        """,
        SILENT,
    ),
    size=19,
    start=layouts.ALEA_EVANGELII_19,
    first=Side.DEFENDERS,
    throne=throne(hostile=PieceSet.KING),
    corners=corners(CITADELS, hostile=PieceSet.MEN),
    escape=CITADELS,
    king=KingStrength.MIDDLEWEIGHT,
)

ALEA_WIKIPEDIA: Final = ALEA_EVANGELII.evolve(
    name="alea-evangelii-wikipedia",
    aliases=("alea-wikipedia",),
    source='"Alea evangelii (game)", Wikipedia, an early version, read by 2026-11-22',
    notes=compose(
        """
        The attackers move first, and a side that cannot move loses its turn. Only the king may enter and cross the
          castle and the citadels; citadels are hostile to the attackers. The king takes no part in captures, and wins
          in one of the four corners of the board.
        Our reading (throne.hostile_empty): the castle is hostile to neither side.
        Our reading (king): "on all four sides by enemy ships and an edge" means three ships and the edge.
        """,
        DRAWN,
        NO_MEN,
    ),
    first=Side.ATTACKERS,
    throne=throne(cross=PieceSet.KING, hostile=PieceSet.NONE),
    corners=corners(CITADELS, name="citadels", hostile=PieceSet.ATTACKERS),
    escape=Region.CORNERS,
    hammer=PieceSet.MEN,
    anvil=PieceSet.MEN,
    no_move=NoMove.PASS,
)

ALEA_DRAGONHEELS: Final = ALEA_EVANGELII.evolve(
    name="alea-evangelii-dragonheels",
    aliases=("alea-dragonheels",),
    source='"Rules of the game Alea evangelii", dragonheelslair.com/en/rulesalea.php, read by 2026-11-22',
    notes=compose(
        """
        The attackers move first. Beside the king stand four guards, which cannot be captured. Only the king enters or
          crosses the centre and the four citadels of four points each, and he wins in any of them. A side without a
          legal move loses.
        Our reading (king, hammer): the king is captured on four sides, not at the edge, and captures like a soldier;
          guards take no part in captures. The part of the page that describes this was not available.
        Our reading (throne.hostile_empty, corners.hostile_empty): the centre and the citadels are hostile to neither
          side.
        """,
        DRAWN,
        NO_MEN,
    ),
    start=layouts.ALEA_GUARDS_19,
    first=Side.ATTACKERS,
    throne=throne(cross=PieceSet.KING, hostile=PieceSet.NONE),
    corners=corners(CITADELS, name="citadels", hostile=PieceSet.NONE),
    king=KingStrength.STRONG,
    guard_capture=GuardCapture.NEVER,
)

TABLUT_CS61B: Final = TABLUT.evolve(
    name="tablut-cs61b",
    source="Tablut of the course CS61B, UC Berkeley, fall 2019 (inst.eecs.berkeley.edu/~cs61b/fa19, project 2, "
    "read by 2026-11-25)",
    notes=compose(
        """
        A man can be captured against his own king, who is held on the throne by three attackers. The side whose move
          returns the board to an earlier position loses, so that no game is drawn. The command "limit" makes a player
          lose who needs more moves; it is "not a normal provision of Tablut" and not in force here
          (move_limit, move_limit_consequence).
        Our reading (fewest_attackers): attackers of whom none is left lose by having no move; the text gives no rule.
        """,
    ),
    linnaean_capture=True,
    encirclement=False,
    fewest_attackers=0,
    repetition=Repetition(count=2, consequence=Consequence.MOVER_LOSES),
)
