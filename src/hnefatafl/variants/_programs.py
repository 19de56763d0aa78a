"""The rulesets of other programs: hnefatafl-rs, hnefatafl.org, npm's tafl, taflzero, and Bologna's other tablut.

Each is made from the ruleset of its family; what is not given here is as in that ruleset.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Announcements, Berserk, Call, Consequence, KingStrength, NoMove, Repetition
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BERSERK, BRANDUBH, COPENHAGEN, MAGPIE
from hnefatafl.variants._edge_games import SAAMI_TABLUT, TABLUT
from hnefatafl.variants._parts import (
    BLOCKED,
    HOSTILE_CORNERS,
    NO_MEN,
    SILENT,
    UNRESTRICTED,
    camps,
    compose,
    throne,
)

_RS: Final = "hnefatafl-rs by Alan Bunbury (github.com/bunburya/hnefatafl-rs, read at commit b640b8e)"
_RS_REPEATS: Final = Repetition(consequence=Consequence.MOVER_LOSES, counts_start=False)
_RS_NOTES: Final = compose(
    """
    A ring around all defenders counts only if none of its pieces could be captured from the inside. The side whose move
      makes a position occur for the third time loses; the start position does not count.
    Departure from the source (whole_ring): a capture by the defenders, too, can make a ring; the program asks for one
      after moves of the attackers only.
    Our reading (no_move, fewest_attackers): a side without a legal move loses, and the attackers lose when all of them
      have been captured, as in the program.
    """,
)
_RS_FORT: Final = (
    "Departure from the source (shieldwall): a piece that arrives between two rows captures both; the program captures "
    "one of them.\n"
    "Departure from the source (exit_fort): the exit fort is that of copenhagen; for the program a wall is unbreakable "
    "if none of its pieces has two opposite neighbouring squares outside."
)

COPENHAGEN_RS: Final = COPENHAGEN.evolve(
    name="copenhagen-hnefatafl-rs",
    version=3,
    source=f"{_RS}, preset COPENHAGEN",
    notes=compose(_RS_NOTES, _RS_FORT),
    secure_ring=True,
    whole_ring=True,
    repetition=_RS_REPEATS,
)

BERSERK_RS: Final = COPENHAGEN_RS.evolve(
    name="berserk-hnefatafl-rs",
    version=3,
    source=f"{_RS}, preset BERSERK",
    notes=compose(
        """
        Everything else is as in its Copenhagen: shieldwalls, exit forts and rings. A piece that can capture again must
          do so.
        Departure from the source (piercing): two commanders, or a commander and a corner, capture the king between
          them, also beside the throne; in the program all four of his sides must be held there.
        """,
        _RS_NOTES,
        _RS_FORT,
    ),
    start=layouts.BERSERK_OPENTAFL_11,
    corners=BERSERK.corners,
    piercing=BERSERK.piercing,
    jumps=BERSERK.jumps,
    berserk=Berserk.MUST_CAPTURE,
)

BRANDUBH_RS: Final = BRANDUBH.evolve(
    name="brandubh-hnefatafl-rs",
    version=3,
    source=f"{_RS}, preset BRANDUBH",
    notes=compose(
        """
        The throne is not hostile to the king. Beside it all four sides must be held, so he cannot be captured there
          while it is empty.
        """,
        _RS_NOTES,
    ),
    throne=throne(hostile=PieceSet.MEN),
    secure_ring=True,
    whole_ring=True,
    repetition=_RS_REPEATS,
)

MAGPIE_RS: Final = MAGPIE.evolve(
    name="magpie-hnefatafl-rs",
    source=f"{_RS}, preset MAGPIE",
    notes=compose("Repetitions have no consequence. The king cannot be captured on the edge.", BLOCKED, NO_MEN),
    start=layouts.BALLINDERRY_III_7,
    throne=throne(cross=PieceSet.KING),
    king=KingStrength.STRONG,
    repetition=UNRESTRICTED,
)

TABLUT_RS: Final = TABLUT.evolve(
    name="tablut-hnefatafl-rs",
    source=f"{_RS}, preset TABLUT, after Linnaeus",
    notes=compose(
        """
        No piece returns to the castle. The game is drawn when a position occurs for the third time, not counting the
          start position, and when the side to move cannot move.
        Our reading (fewest_attackers): the attackers lose when all of them have been captured, as in the program.
        """,
    ),
    throne=throne(stop=PieceSet.NONE),
    linnaean_capture=True,
    encirclement=False,
    no_move=NoMove.DRAW,
    repetition=Repetition(counts_start=False),
)

_ORG: Final = "hnefatafl.org by David Campbell (github.com/dcampbell24/hnefatafl, version 6.3, read at commit 01da190)"
_ORG_REPEATS: Final = Repetition(
    count=2, consequence=Consequence.FORBIDDEN, by=Side.DEFENDERS, turn=False, before_captures=True
)
_ORG_NOTES: Final = compose(
    """
    The defenders may not repeat an earlier board, whichever side was to move, compared before captured men are taken
      off; the attackers may.
    The rules are those of the program in version 6.3, which are not always those of its page. A game that has not
      ended before is drawn with the 134th move.
    """,
)

COPENHAGEN_ORG: Final = COPENHAGEN.evolve(
    name="copenhagen-hnefatafl-org",
    version=3,
    aliases=("hnefatafl-org", "copenhagen-dcampbell24"),
    source=f"{_ORG}, 11×11",
    notes=_ORG_NOTES,
    simple_fort=True,
    whole_ring=True,
    no_escape=True,
    move_limit=134,
    repetition=_ORG_REPEATS,
)

COPENHAGEN_ORG_13: Final = COPENHAGEN_ORG.evolve(
    name="copenhagen-hnefatafl-org-13",
    version=3,
    aliases=("hnefatafl-org-13",),
    source=f"{_ORG}, 13×13",
    notes=COPENHAGEN_ORG.notes,
    size=13,
    start=layouts.GOKSTAD_III_13,
)

BRANDUBH_ORG: Final = BRANDUBH.evolve(
    name="brandubh-hnefatafl-org",
    version=2,
    source=f"{_ORG}, Brandubh 7×7",
    notes=compose(
        """
        The defenders move first. Two attackers capture the king, beside the throne too; on the throne it takes four.
          The defenders may not repeat an earlier board, compared before captured men are taken off. All else is as in
          its Copenhagen, also shieldwalls, the ring, and the king who can no longer escape; but there is no exit fort.
        A game that has not ended before is drawn with the 134th move.
        Our reading (throne.hostile_empty, corners.hostile_empty): the throne and the corners are hostile to the
          soldiers only. Its page says that the king is captured in a sandwich; a version that is not released yet lets
          an attacker capture him against a corner, too.
        """,
    ),
    first=Side.DEFENDERS,
    throne=throne(cross=PieceSet.KING, hostile=PieceSet.MEN),
    corners=COPENHAGEN.corners,
    king=KingStrength.STRONG_ON_THRONE,
    shieldwall=COPENHAGEN.shieldwall,
    whole_ring=True,
    no_escape=True,
    move_limit=134,
    repetition=_ORG_REPEATS,
)

_NPM: Final = "tafl by Demircan Celebi (npm; github.com/demircancelebi/tafl"
_NPM_BOARDS: Final = (
    "The program uses the same rules on its other boards, from brandubh's cross to alea evangelii: evolve(size=..., "
    "start=...)."
)

COPENHAGEN_NPM: Final = COPENHAGEN.evolve(
    name="copenhagen-npm",
    aliases=("copenhagen-npm-4", "copenhagen-tafl-ts"),
    source=f"{_NPM}, version 4.0.0, read at commit 4ee24e4), rule set COPENHAGEN",
    notes=compose(
        """
        All pieces cross the throne. The defenders lose when a board occurs for the third time, rotated or mirrored
          boards included, whichever side moved and whichever is to move.
        """,
        _NPM_BOARDS,
        """
        Departure from the source (exit_fort): the exit fort is that of copenhagen; the program looks for one after
          every move, those of the attackers included.
        """,
    ),
    corners=HOSTILE_CORNERS,
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, turn=False, symmetric=True),
    version=2,
)

COPENHAGEN_NPM_2: Final = COPENHAGEN_NPM.evolve(
    name="copenhagen-npm-2",
    aliases=("copenhagen-npm-3",),
    source=f"{_NPM}, versions 2 and 3, read at commit 07224d0), rule set COPENHAGEN",
    notes=compose(
        """
        Only the king crosses the throne. The game is drawn when a board occurs for the third time, rotated or mirrored
          boards included, whichever side is to move.
        Departure from the source (encirclement): defenders who are enclosed in several rings apart from one another
          have lost; in the program one ring must enclose them all.
        """,
        _NPM_BOARDS,
        "Departure from the source (exit_fort): the exit fort is that of copenhagen; the program looks for one only "
        "when the king has moved.",
    ),
    throne=throne(cross=PieceSet.KING),
    repetition=Repetition(turn=False, symmetric=True),
    version=1,
)

COPENHAGEN_TAFLZERO: Final = COPENHAGEN.evolve(
    name="copenhagen-taflzero",
    version=2,
    source="taflzero (github.com/sovelin/taflzero, read at commits 2ff3bbf and 057c58a), Copenhagen 11×11",
    notes=compose(
        """
        The defenders lose when a position occurs for the third time; the start position does not count.
        Departure from the source (exit_fort): the exit fort is that of copenhagen, which the program finds in a similar
          way.
        """,
    ),
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, counts_start=False),
)

_BOLOGNA: Final = "github.com/AGalassi/TablutCompetition, read at commits 9698398 and"
_BOLOGNA_LIMIT: Final = (
    "The game is drawn after a number of moves without a capture, which is set when the program starts: "
    "quiet_limit, none here."
)
_BOLOGNA_SILENT: Final = compose(
    "Our reading (repetition, fewest_attackers): repetition has no consequence, and there is no minimum number of "
    "attackers; the program has no rule for either.",
    BLOCKED,
)

TABLUT_CLASSIC: Final = TABLUT.evolve(
    name="tablut-unibo-classic",
    version=2,
    aliases=("tablut-classic",),
    source=f"Classic tablut of the University of Bologna (GameTablut of {_BOLOGNA} 41bbd89)",
    notes=compose(
        _BOLOGNA_LIMIT,
        """
        A defender can be captured against his own king (rule 11).
        Departure from the source (king): two attackers capture the king away from the throne; the program omits this
          where the attacker arrives on the central rank, and lets two on the central file capture him on the throne,
          too.
        Departure from the source (throne.cross): all pieces cross the empty throne; the program omits this for moves
          along a rank.
        """,
        _BOLOGNA_SILENT,
    ),
    throne=throne(stop=PieceSet.NONE),
    linnaean_capture=True,
    encirclement=False,
    fewest_attackers=0,
    repetition=UNRESTRICTED,
)

TABLUT_MODERN: Final = TABLUT_CLASSIC.evolve(
    name="tablut-unibo-modern",
    aliases=("tablut-modern",),
    source=f"Modern tablut of the University of Bologna (GameModernTablut of {_BOLOGNA} 5d2d208)",
    notes=compose(
        "The king wins in a corner, where all pieces may stop. A defender can be captured against his own king "
        "(rule 11).",
        _BOLOGNA_LIMIT,
        _BOLOGNA_SILENT,
    ),
    escape=Region.CORNERS,
    king=KingStrength.STRONG,
)

TABLUT_DINOTASH: Final = SAAMI_TABLUT.evolve(
    name="tablut-dinotash",
    source="Tablut by Tom Curtis (github.com/dinotash/tablut, read at commit 8116cef), by the rules on its page",
    notes=compose(
        """
        Nobody enters or crosses the castle, and the king does not return to it. A man beside his king is captured when
          both stand on one line between two attackers, or an attacker and a restricted square; the king survives.
        The program differs from its page: it takes the empty castle as hostile to the king too, never captures him on
          it, and does not count it as the other end of such a line.
        Our reading (zones): the camps and the empty castle are hostile to the men of both sides, as "an enemy and
          restricted area" says; a man of a camp does not enter another one.
        Our reading (announcements): "raicki" and "tuicku" are called, and neither binds nor wins.
        """,
        SILENT,
    ),
    first=Side.DEFENDERS,
    throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE, hostile=PieceSet.MEN),
    corners=None,
    zones=tuple(
        evolve(camp, hostile_always=PieceSet.NONE, hostile_empty=PieceSet.MEN) for camp in camps(hostile=PieceSet.NONE)
    ),
    escape=Region.EDGE,
    king=KingStrength.WEAK,
    hammer=PieceSet.ALL,
    anvil=PieceSet.ALL,
    king_line_capture=True,
    encirclement=False,
    repetition=Repetition(),
    announcements=Announcements(way_out=Call.MUST, raichi=True),
    tuichu_wins=False,
)

BRANDUBH_GEORGELIVAS: Final = BRANDUBH.evolve(
    name="brandubh-georgelivas",
    source="Brandubh by George Livas (github.com/georgelivas/brandubh, read at commit 09daa51), by its README",
    notes=compose(
        """
        The king is unarmed and does not return to the throne. Several pieces are captured together if they are
          surrounded on the same row or column; the program captures only one in each direction.
        Our reading (line_capture): "more than 2 pieces" are two or more in an unbroken row; a king in it ends it.
        Our reading (king): the king is captured on four sides, or at the edge on three, everywhere, as in the program.
          The README names only the throne, the squares beside it and the edge.
        Our reading (repetition): the game is drawn when a position occurs for the third time. The README has no number.
        """,
        NO_MEN,
    ),
    throne=throne(stop=PieceSet.NONE),
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
    hammer=PieceSet.MEN,
    anvil=PieceSet.MEN,
    line_capture=True,
    encirclement=False,
    no_move=NoMove.DRAW,
    repetition=Repetition(),
)

BRANDUBH_CODINGAME: Final = BRANDUBH.evolve(
    name="brandubh-codingame",
    version=2,
    source="Brandubh at CodinGame, by its statement (github.com/n3l-ctrl/brandubh-codingame, read at commits 8735258 "
    "and 4e186b2)",
    notes=compose(
        """
        The king is captured like any other piece, except on the throne, where all four sides must be held. The throne
          is always hostile to the attackers, to the defenders while the king is not on it, and never to him.
        The game is drawn after 200 turns, which are plies. The side that makes a position occur for the third time
          loses.
        An earlier statement (commit 7da0d09) had three attackers beside the throne.
        The program differs from its statement: there the throne is always hostile to the defenders, and to the
          attackers only while it is empty and it is not the king who moves.
        Our reading (repetition.counts_start): the start position does not count, as in the program.
        Our reading (fewest_attackers): attackers of whom none is left lose by having no move, as in the program.
        """,
    ),
    throne=throne(hostile=PieceSet.MEN, occupied=PieceSet.ATTACKERS),
    king=KingStrength.STRONG_ON_THRONE,
    fewest_attackers=0,
    move_limit=200,
    repetition=Repetition(consequence=Consequence.MOVER_LOSES, counts_start=False),
)
