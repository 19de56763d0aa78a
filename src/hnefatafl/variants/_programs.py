"""The rulesets of other programs: hnefatafl-rs, hnefatafl.org, npm's tafl, taflzero, and Bologna's other tablut.

Each is made from the ruleset of its family, so what is not named here is as there.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.geometry import Region
from hnefatafl.options import Berserk, Consequence, KingStrength, NoMove, Repetition
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BERSERK, BRANDUBH, COPENHAGEN, MAGPIE
from hnefatafl.variants._edge_games import TABLUT
from hnefatafl.variants._parts import BLOCKED, HOSTILE_CORNERS, NO_MEN, UNRESTRICTED, compose, throne

__all__ = ["RULESETS"]

_RS: Final = "hnefatafl-rs by Alan Bunbury (github.com/bunburya/hnefatafl-rs)"
_RS_REPEATS: Final = Repetition(consequence=Consequence.MOVER_LOSES, counts_start=False)
_RS_NOTES: Final = compose(
    """
    A ring around all defenders counts only when none of its men could be captured from inside. In the program all
      defenders have to be enclosed together with the king; here they may stand in several rings. The third occurrence
      of a position loses for whoever brings it about; the start position is not counted.
    Our reading (no_move, fewest_attackers): a side without a legal move loses, and attackers without a man have lost,
      as in the program.
    """,
)
_RS_FORT: Final = (
    "Our reading (exit_fort): the exit fort is that of copenhagen; the program calls a wall unbreakable if none of its "
    "men has two opposite neighbours outside."
)

COPENHAGEN_RS: Final = COPENHAGEN.evolve(
    name="copenhagen-hnefatafl-rs",
    version=2,
    source=f"{_RS}, preset COPENHAGEN",
    notes=compose(_RS_NOTES, _RS_FORT),
    secure_ring=True,
    repetition=_RS_REPEATS,
)

BERSERK_RS: Final = COPENHAGEN_RS.evolve(
    name="berserk-hnefatafl-rs",
    version=2,
    source=f"{_RS}, preset BERSERK",
    notes=compose(
        """
        All else is as in its Copenhagen: shieldwalls, exit forts and rings. A piece that can capture again must.
        Two commanders, or one of them and a corner, take the king between them, but neither on the throne nor beside
          it, where all four sides must be held. No option says so of the squares beside it.
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
    version=2,
    source=f"{_RS}, preset BRANDUBH",
    notes=compose(
        """
        The throne does not threaten the king, so beside it, where all four sides must be held, he cannot be captured
          while it is empty.
        """,
        _RS_NOTES,
    ),
    throne=throne(hostile=PieceSet.MEN),
    secure_ring=True,
    repetition=_RS_REPEATS,
)

MAGPIE_RS: Final = MAGPIE.evolve(
    name="magpie-hnefatafl-rs",
    source=f"{_RS}, preset MAGPIE",
    notes=compose("Repetitions do not matter. The king is safe on the edge.", BLOCKED, NO_MEN),
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
        Nobody returns to the castle. The third occurrence of a position is a draw, the start position not counted, and
          a side that cannot move draws.
        Our reading (fewest_attackers): attackers without a man have lost, as in the program.
        """,
    ),
    throne=throne(stop=PieceSet.NONE),
    linnaean_capture=True,
    encirclement=False,
    no_move=NoMove.DRAW,
    repetition=Repetition(counts_start=False),
)

_ORG: Final = "hnefatafl.org by David Campbell (github.com/dcampbell24/hnefatafl)"
_ORG_REPEATS: Final = Repetition(count=2, consequence=Consequence.FORBIDDEN, by=Side.DEFENDERS, turn=False)
_ORG_NOTES: Final = compose(
    """
    The defenders may not bring about a board that has been there before, whoever was to move; the attackers may.
    No option says that a game is drawn after 132 turns, nor that the ring must enclose all defenders together with
      the king, nor that a king who can nowhere escape has lost.
    Our reading (exit_fort): the exit fort is that of copenhagen. The program asks that no man of the wall stands free
      on two opposite sides, and takes every wall for unbreakable when one attacker is left.
    """,
)

COPENHAGEN_ORG: Final = COPENHAGEN.evolve(
    name="copenhagen-hnefatafl-org",
    version=2,
    aliases=("hnefatafl-org", "copenhagen-dcampbell24"),
    source=f"{_ORG}, 11×11",
    notes=_ORG_NOTES,
    repetition=_ORG_REPEATS,
)

COPENHAGEN_ORG_13: Final = COPENHAGEN_ORG.evolve(
    name="copenhagen-hnefatafl-org-13",
    version=2,
    aliases=("hnefatafl-org-13",),
    source=f"{_ORG}, 13×13",
    notes=COPENHAGEN_ORG.notes,
    size=13,
    start=layouts.GOKSTAD_III_13,
)

BRANDUBH_ORG: Final = BRANDUBH.evolve(
    name="brandubh-hnefatafl-org",
    source=f"{_ORG}, Brandubh 7×7",
    notes=compose(
        """
        The defenders begin. Two men take the king, beside the throne too, and four on it. The defenders may not bring
          about a board that has been there before.
        Our reading (throne.hostile_empty, corners.hostile_empty): throne and corners threaten the soldiers only, as in
          its Copenhagen.
        Our reading (encirclement): there is no shieldwall; the attackers win by enclosing all defenders, as in its
          Copenhagen.
        """,
    ),
    first=Side.DEFENDERS,
    throne=throne(cross=PieceSet.KING, hostile=PieceSet.MEN),
    corners=COPENHAGEN.corners,
    king=KingStrength.STRONG_ON_THRONE,
    repetition=_ORG_REPEATS,
)

_NPM: Final = "tafl by Demircan Celebi (npm; github.com/demircancelebi/tafl)"
_NPM_BOARDS: Final = (
    "The same rules serve its other boards, from brandubh's cross to alea evangelii: evolve(size=..., start=...)."
)

COPENHAGEN_NPM: Final = COPENHAGEN.evolve(
    name="copenhagen-npm",
    aliases=("copenhagen-npm-4", "copenhagen-tafl-ts"),
    source=f"{_NPM}, version 4.0.0, rule set COPENHAGEN",
    notes=compose(
        """
        Everybody crosses the throne. A board that comes about for the third time, turned or mirrored as it may be,
          loses for the defenders, whoever moved and whoever is to move.
        """,
        _NPM_BOARDS,
        """
        Our reading (exit_fort): the exit fort is that of copenhagen; the program looks for one after every move, those
          of the attackers too.
        """,
    ),
    corners=HOSTILE_CORNERS,
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, turn=False, symmetric=True),
    version=2,
)

COPENHAGEN_NPM_2: Final = COPENHAGEN_NPM.evolve(
    name="copenhagen-npm-2",
    aliases=("copenhagen-npm-3",),
    source=f"{_NPM}, versions 2 and 3, rule set COPENHAGEN",
    notes=compose(
        """
        Only the king crosses the throne. A board that comes about for the third time, turned or mirrored as it may be,
          is a draw, whoever is to move.
        """,
        _NPM_BOARDS,
        "Our reading (exit_fort): the exit fort is that of copenhagen; the program looks for one only when the king "
        "has moved.",
    ),
    throne=throne(cross=PieceSet.KING),
    repetition=Repetition(turn=False, symmetric=True),
    version=1,
)

COPENHAGEN_TAFLZERO: Final = COPENHAGEN.evolve(
    name="copenhagen-taflzero",
    version=2,
    source="taflzero (Rust), Copenhagen 11×11",
    notes=compose(
        """
        The third occurrence of a position loses for the defenders; the start position is not counted.
        Our reading (exit_fort): the exit fort is that of copenhagen, which the program finds in much the same way.
        """,
    ),
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, counts_start=False),
)

_BOLOGNA: Final = "GameTablut and GameModernTablut of github.com/AGalassi/TablutCompetition"
_BOLOGNA_LIMIT: Final = (
    "The game is drawn after a number of moves without a capture that is set at its start: quiet_limit, none here."
)
_BOLOGNA_SILENT: Final = compose(
    "Our reading (repetition, fewest_attackers): repetitions do not matter, nor does a want of men, of which the "
    "program knows nothing.",
    BLOCKED,
)

TABLUT_CLASSIC: Final = TABLUT.evolve(
    name="tablut-unibo-classic",
    aliases=("tablut-classic",),
    source=f"Classic tablut of the University of Bologna, {_BOLOGNA}",
    notes=compose(
        _BOLOGNA_LIMIT,
        """
        Our reading (king): two men take the king away from the throne; the program forgets it for moves along the
          middle lines.
        Our reading (throne.cross): everybody crosses the empty throne; the program forgets it for moves along a rank.
        """,
        _BOLOGNA_SILENT,
    ),
    throne=throne(stop=PieceSet.NONE),
    encirclement=False,
    fewest_attackers=0,
    repetition=UNRESTRICTED,
)

TABLUT_MODERN: Final = TABLUT_CLASSIC.evolve(
    name="tablut-unibo-modern",
    aliases=("tablut-modern",),
    source=f"Modern tablut of the University of Bologna, {_BOLOGNA}",
    notes=compose(
        "The king wins in a corner, where anybody may stop. A defender can be captured against his king (rule 11).",
        _BOLOGNA_LIMIT,
        _BOLOGNA_SILENT,
    ),
    escape=Region.CORNERS,
    king=KingStrength.STRONG,
    linnaean_capture=True,
)

RULESETS: Final = (
    COPENHAGEN_RS,
    BERSERK_RS,
    BRANDUBH_RS,
    MAGPIE_RS,
    TABLUT_RS,
    COPENHAGEN_ORG,
    COPENHAGEN_ORG_13,
    BRANDUBH_ORG,
    COPENHAGEN_NPM,
    COPENHAGEN_NPM_2,
    COPENHAGEN_TAFLZERO,
    TABLUT_CLASSIC,
    TABLUT_MODERN,
)
"""All rulesets of this module."""
