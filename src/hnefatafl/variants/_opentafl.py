"""The variants of OpenTafl, as its program plays them.

Where the program and the records that it writes differ, the program counts. Each is made from the ruleset of its
family, so what is not given here is as in that ruleset.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Side
from hnefatafl.rules import (
    Berserk,
    Consequence,
    Jump,
    Jumps,
    KingStrength,
    Repetition,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BERSERK, BRANDUBH, COPENHAGEN, FETLAR
from hnefatafl.variants._edge_games import SEA_BATTLE_9, TABLUT, TAWLBWRDD
from hnefatafl.variants._parts import CAMPS, CITADELS, HOSTILE_CORNERS, MOVER_BREAKS, compose, corners, throne

_SOURCE: Final = "OpenTafl by Jay Slater (github.com/jslater89/OpenTafl, read at commits 6895051 and a8d2eef)"
_MOVES: Final = (
    "Departure from the source (no_move): attackers without a legal move lose, as defenders do; the program checks "
    "only whether the defenders can move."
)
_REPEATS: Final = (
    "The side whose move makes a position occur for the third time loses. The program does so, though the name of its "
    "rule (tfr:w) was meant the other way."
)

COPENHAGEN_OPENTAFL: Final = COPENHAGEN.evolve(
    name="copenhagen-opentafl",
    version=2,
    source=f"{_SOURCE}, Copenhagen 11×11",
    notes=compose(
        _REPEATS,
        """
        Departure from the source (exit_fort): the exit fort is that of copenhagen. For the program it is enough that
          the king can reach the edge, and a wall is unbreakable if each of its pieces has fewer than three neighbouring
          squares outside.
        """,
        _MOVES,
    ),
    corners=HOSTILE_CORNERS,
    repetition=MOVER_BREAKS,
)

COPENHAGEN_RELAXED: Final = COPENHAGEN_OPENTAFL.evolve(
    name="copenhagen-opentafl-relaxed",
    version=2,
    aliases=("copenhagen-relaxed",),
    source=f"{_SOURCE}, Copenhagen 11×11 (relaxed shieldwall)",
    notes=COPENHAGEN_OPENTAFL.notes,
    shieldwall=Shieldwall(flanking=False),
)

FETLAR_OPENTAFL: Final = FETLAR.evolve(
    name="fetlar-opentafl",
    source=f"{_SOURCE}, Fetlar 11×11",
    notes=_MOVES,
    corners=HOSTILE_CORNERS,
    encirclement=True,
)

COMPUTER_FETLAR: Final = FETLAR_OPENTAFL.evolve(
    name="fetlar-opentafl-computer",
    aliases=("computer-fetlar",),
    source=f"{_SOURCE}, external rules: Computer Fetlar 11×11",
    notes=compose(_REPEATS, _MOVES),
    repetition=MOVER_BREAKS,
)

BRANDUB: Final = BRANDUBH.evolve(
    name="brandubh-opentafl",
    aliases=("brandub-opentafl", "brandubh-walker-jojopeligroso"),
    source=f"{_SOURCE}, Brandub 7×7",
    notes=compose(
        """
        The throne is hostile to neither side, and two attackers capture the king everywhere, on the throne too.
        The preset "walker" of github.com/jojopeligroso/brandubh (src/game/variants.ts) has the same rules.
        """,
        _MOVES,
    ),
    throne=throne(hostile=PieceSet.NONE),
    king=KingStrength.WEAK,
    encirclement=False,
    repetition=Repetition(),
)

MAGPIE_OPENTAFL: Final = BRANDUB.evolve(
    name="magpie-opentafl",
    source=f"{_SOURCE}, Magpie 7×7",
    notes=compose(
        """
        Our reading (throne.hostile_empty): the throne is hostile to neither side, as in the program's brandub, from
          which its magpie takes that rule; the record that the program writes says otherwise.
        """,
        _MOVES,
    ),
    king=KingStrength.MIDDLEWEIGHT,
    speed=Speed(king=1),
)

TABLUT_LINNAEUS: Final = TABLUT.evolve(
    name="tablut-linnaeus",
    aliases=("tablut-opentafl", "linnaeus-tablut", "linnaean-tablut"),
    source=f"Linnaeus, Iter Lapponicum (1732), as {_SOURCE} plays it: Tablut 9×9",
    notes=compose(
        "No piece returns to the castle; all pieces cross it while it is empty, and it is then hostile to all.", _MOVES
    ),
    throne=throne(stop=PieceSet.NONE),
    linnaean_capture=True,
)

TABLUT_15: Final = TABLUT_LINNAEUS.evolve(
    name="tablut-15",
    aliases=("tablut-15-opentafl",),
    source=f"{_SOURCE}, external rules: Tablut 15×15",
    notes=TABLUT_LINNAEUS.notes,
    size=15,
    start=layouts.COPPERGATE_II_15,
    linnaean_capture=False,
)

FOTEVIKEN_OPENTAFL: Final = TABLUT.evolve(
    name="foteviken-tablut-opentafl",
    aliases=("foteviken-opentafl",),
    source=f"{_SOURCE}, Foteviken Tablut 9×9",
    notes=compose(
        """
        The attackers move first; the four forts count as one for the pieces that start in any of them, and are hostile
          to neither side; the empty castle is hostile to all pieces. The program plays so, against the text of
          Foteviken (S003 §4, §11, §12) and in part against its own tables.
        """,
        _MOVES,
    ),
    throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE),
    zones=(Zone(name="forts", squares=CAMPS, enter=PieceSet.NONE, cross=PieceSet.NONE),),
    king=KingStrength.STRONG,
)

TAWLBWRDD_OPENTAFL: Final = TAWLBWRDD.evolve(
    name="tawlbwrdd-opentafl",
    source=f"{_SOURCE}, Tawlbwrdd 11×11",
    notes=compose("There are no special squares.", _MOVES),
    throne=None,
    king=KingStrength.WEAK,
)

SEA_BATTLE_OPENTAFL: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-9-opentafl",
    aliases=("sea-battle-opentafl",),
    source=f"{_SOURCE}, Sea Battle 9×9",
    notes=_MOVES,
    encirclement=True,
    repetition=Repetition(),
)

SEA_BATTLE_13_OPENTAFL: Final = SEA_BATTLE_OPENTAFL.evolve(
    name="sea-battle-13-opentafl",
    aliases=("sea-battle-parlett",),
    source=f"{_SOURCE}, external rules: Sea Battle (Parlett) 13×13",
    notes=SEA_BATTLE_OPENTAFL.notes,
    size=13,
    start=layouts.PARLETT_13,
)

BERSERK_OPENTAFL: Final = BERSERK.evolve(
    name="berserk-opentafl",
    source=f"{_SOURCE}, Berserk 11×11",
    notes=compose(
        """
        The defenders move first. The side whose move makes a position occur for the third time wins. The program does
          so, though a comment in it means the opposite.
        Our reading (berserk_escape): a king who goes on in a berserk turn escapes only by a capturing move.
        """,
        _MOVES,
    ),
    start=layouts.BERSERK_OPENTAFL_11,
    first=Side.DEFENDERS,
    piercing=PieceSet.COMMANDERS | PieceSet.KNIGHTS,
    jumps=Jumps(king=Jump.RESTRICTED),
    berserk=Berserk.MUST_CAPTURE,
    berserk_escape=False,
    repetition=Repetition(consequence=Consequence.MOVER_WINS),
    version=1,
)

ALEA_OPENTAFL: Final = Ruleset(
    name="alea-evangelii-opentafl",
    aliases=("alea-opentafl",),
    source=f"{_SOURCE}, external rules: Alea Evangelii 19×19",
    notes=compose("The king escapes on any of the sixteen corner squares.", _REPEATS, _MOVES),
    size=19,
    start=layouts.ALEA_EVANGELII_19,
    throne=throne(stop=PieceSet.NONE),
    corners=corners(CITADELS),
    escape=CITADELS,
    encirclement=True,
    repetition=MOVER_BREAKS,
)
