"""The tafl games of AbstractPlay, after its settings.

Each is made from the ruleset of its family; what is not given here is as in that ruleset.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Region, Side
from hnefatafl.rules import Berserk, Jump, Jumps, KingStrength, Repetition, Ruleset
from hnefatafl.variants import layouts
from hnefatafl.variants._corner_games import BERSERK, COPENHAGEN, FETLAR, MAGPIE, OLD_HNEFATAFL
from hnefatafl.variants._edge_games import SEA_BATTLE_9, SEA_BATTLE_11, TABLUT, TAWLBWRDD
from hnefatafl.variants._parts import DEFENDERS_DEVIATE, HOSTILE_CORNERS, compose, throne

_SOURCE: Final = "AbstractPlay (github.com/AbstractPlay/gameslib, games/tafl, read at commit 0060df2)"
_NO_MEN: Final = (
    "Our reading (fewest_attackers): the attackers lose when all of them have been captured; in the program they "
    "lose when they have no move."
)
_NOTES: Final = compose("The defenders lose when a position occurs for the third time by a move of theirs.", _NO_MEN)
_RING: Final = compose(
    """
    A ring counts only if it encloses the king and all other defenders together.
    Departure from the source (encirclement): the attackers win as soon as the ring is closed; the program asks for it
      after the next move of the defenders, and knows no ring whose inside touches a square of the edge, even one with
      an attacker.
    """,
)
_KINGS_SIDE_BEGINS: Final = compose("The defenders move first.", _NOTES, _RING)

TABLUT_ABSTRACTPLAY: Final = TABLUT.evolve(
    name="tablut-abstractplay",
    version=2,
    aliases=("historical-9-abstractplay", "saami-tablut-w"),
    source=f'{_SOURCE}: "historical" 9×9',
    notes=compose(
        _KINGS_SIDE_BEGINS,
        """
        Type 166 of the archive of aagenielsen.dk, "Historical Hnefatafl 9×9 (Saami Tablut-w)", was played so: in half
          of its games, all 72 agree, and one ended with a repetition by the defenders, who lost it.
        """,
    ),
    first=Side.DEFENDERS,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

TAWLBWRDD_ABSTRACTPLAY: Final = TAWLBWRDD.evolve(
    name="tawlbwrdd-abstractplay",
    version=2,
    aliases=("historical-11-abstractplay", "tawlbwrdd-w"),
    source=f'{_SOURCE}: "historical" 11×11, Bell',
    notes=compose(
        _KINGS_SIDE_BEGINS,
        """
        Type 173 of the archive of aagenielsen.dk, "Historical Hnefatafl 11×11 (Welsh Tawlbwrdd-w)", was played so: in
          half of its games, all 28 agree. None ended with a repetition.
        """,
    ),
    first=Side.DEFENDERS,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

LEWIS_CROSS: Final = TAWLBWRDD_ABSTRACTPLAY.evolve(
    name="lewis-cross-abstractplay",
    version=2,
    aliases=("historical-lewis-cross-abstractplay",),
    source=f'{_SOURCE}: "historical" 11×11, Lewis cross',
    notes=TAWLBWRDD_ABSTRACTPLAY.notes,
    start=layouts.LEWIS_CROSS_11,
)

_FORT: Final = compose(
    """
    Departure from the source (exit_fort): the exit fort is that of copenhagen; in the program it is enough that no
      attacker touches the area of the king, which it asks after the next move of the attackers.
    """
)

COPENHAGEN_ABSTRACTPLAY: Final = COPENHAGEN.evolve(
    name="copenhagen-abstractplay",
    version=3,
    source=f'{_SOURCE}: "copenhagen" 11×11',
    notes=compose(_NOTES, _FORT, _RING),
    corners=HOSTILE_CORNERS,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

FETLAR_ABSTRACTPLAY: Final = FETLAR.evolve(
    name="fetlar-abstractplay",
    version=2,
    source=f'{_SOURCE}: "fetlar" 11×11',
    notes=compose(
        """
        The corners, where the king escapes, are otherwise ordinary squares. A repeated position is a draw.
        Departure from the source (escape): the king escapes in the corners, as the settings mean; since they name no
          corner squares, the program lets him escape nowhere.
        """,
        _NO_MEN,
        _RING,
    ),
    corners=None,
    encirclement=True,
    whole_ring=True,
    repetition=Repetition(),
)

OLD_ABSTRACTPLAY: Final = OLD_HNEFATAFL.evolve(
    name="old-hnefatafl-abstractplay",
    version=2,
    source=f'{_SOURCE}: "old" 11×11',
    notes=compose(_NOTES, _RING),
    encirclement=True,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

SEA_BATTLE_STAR_ABSTRACTPLAY: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-9-abstractplay",
    version=2,
    aliases=("sea-battle-star-abstractplay",),
    source=f'{_SOURCE}: "seabattle" 9×9, star square',
    notes=_KINGS_SIDE_BEGINS,
    start=layouts.STAR_SQUARE_9,
    first=Side.DEFENDERS,
    encirclement=True,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

SEA_BATTLE_11_ABSTRACTPLAY: Final = SEA_BATTLE_11.evolve(
    name="sea-battle-11-abstractplay",
    version=2,
    source=f'{_SOURCE}: "seabattle" 11×11, T cross',
    notes=_KINGS_SIDE_BEGINS,
    first=Side.DEFENDERS,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

MAGPIE_ABSTRACTPLAY: Final = MAGPIE.evolve(
    name="magpie-abstractplay",
    version=2,
    source=f'{_SOURCE}: "magpie" 7×7',
    notes=compose(_NOTES, _RING),
    encirclement=True,
    whole_ring=True,
    repetition=DEFENDERS_DEVIATE,
)

_CHAIN: Final = (
    "A piece that can capture again may do so, or stop: the program lists turns that end after each capture."
)

BERSERK_ABSTRACTPLAY: Final = BERSERK.evolve(
    name="berserk-abstractplay",
    source=f'{_SOURCE}: "berserk" 11×11',
    notes=compose(
        """
        A commander captures the king against the empty throne, too, and against a corner.
        Departure from the source (piercing): two commanders do not capture the king on the throne; in the program
          they do.
        Departure from the source (jumps): a piece that goes on in a berserk turn may jump to where it captures; in the
          program only the knight may, by jumping over the man that it captures.
        """,
        _NOTES,
        _CHAIN,
    ),
    throne=throne(pierces=True),
    repetition=DEFENDERS_DEVIATE,
    version=2,
)

TOTAL: Final = COPENHAGEN_ABSTRACTPLAY.evolve(
    name="total-abstractplay",
    aliases=("total-11-abstractplay",),
    source=f'{_SOURCE}: "total" 11×11, as described in locales/en/apgames.json at f1004eb, read on 2026-11-29',
    notes=compose(
        """
        The game is "a combination of Fetlar, Copenhagen and Berserk rules": shieldwalls, exit forts and encirclement,
          berserk captures and escapes, and repetitions are drawn. Of the program only this description was at hand,
          which speaks of no jumps.
        Our reading (corners.hostile_empty): the corners are those of the program's copenhagen, hostile to the king too;
          the description does not say.
        Our reading (repetition): the game is drawn when a position occurs for the third time, as in the program's
          fetlar; the description gives no number.
        """,
        _NO_MEN,
        _FORT,
        _RING,
        _CHAIN,
    ),
    berserk=Berserk.MAY_CAPTURE,
    berserk_escape=True,
    repetition=Repetition(),
)

TYR_11: Final = Ruleset(
    name="tyr-11",
    aliases=("tyr",),
    source=f'{_SOURCE}: "tyr" 11×11, after aagenielsen.dk/tyr_rules.pdf',
    notes=compose(
        """
        The layout has no knight; if it had one, the knight would jump over pieces of either side without capturing
          them.
        The games in the archive of aagenielsen.dk are played this way too.
        """,
        _NOTES,
        _CHAIN,
    ),
    size=11,
    start=layouts.TYR_11,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.WEAK,
    jumps=Jumps(knights=Jump.OVER_ANYBODY),
    berserk=Berserk.MAY_CAPTURE,
    berserk_escape=True,
    repetition=DEFENDERS_DEVIATE,
    version=2,
)

TYR_15: Final = TYR_11.evolve(
    name="tyr-15",
    source=f'{_SOURCE}: "tyr" 15×15, after aagenielsen.dk/tyr_rules.pdf',
    notes=TYR_11.notes,
    size=15,
    start=layouts.TYR_15,
    version=2,
)
