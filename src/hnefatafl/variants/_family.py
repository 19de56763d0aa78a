"""The other rulesets of the tafl family.

Where real games are known (the archive of aagenielsen.dk, the tablut servers of
Bologna), a ruleset plays as those games were played; where its text says
otherwise, the notes say so.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.geometry import Region
from hnefatafl.options import Consequence, KingStrength, Repetition, Shieldwall, Speed, Zone
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.rules import Ruleset
from hnefatafl.variants import layouts
from hnefatafl.variants._notes import compose

__all__ = [
    "ASHTON_TABLUT",
    "BRANDUBH",
    "COPENHAGEN",
    "FETLAR",
    "HISTORICAL_13",
    "MAGPIE",
    "OLD_HNEFATAFL",
    "SAAMI_TABLUT",
    "SEA_BATTLE_9",
    "SEA_BATTLE_11",
    "SIMPLE_TAFL",
    "TABLUT",
    "TAWLBWRDD",
]

_DRAWN: Final = "Our reading: a position that comes about for the third time is a draw; our sources give no rule."
_BLOCKED: Final = "Our reading: a side without a legal move loses; our sources give no rule."
_NO_MEN: Final = "Our reading: attackers without a man have lost; our sources give no rule."
_DEFENDERS_BREAK: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE)

COPENHAGEN: Final = Ruleset(
    name="copenhagen",
    aliases=("copenhagen-11", "copenhagen-hnefatafl", "kopenhagen"),
    source='"Rules of Copenhagen Hnefatafl 11x11" (2012), aagenielsen.dk/copenhagen_rules.php',
    notes=compose(
        """
        Our reading: the third occurrence of a position loses for the defenders, whoever moved. The page forbids
          repetition and gives no number; all 36 games of its archive that ended by repetition ended so.
        Our reading: the ring around all defenders must be unbroken but may itself be capturable, as in the archive's
          games.
        Our reading: a fort is unbreakable when the attackers cannot capture their way to the king's room, whatever they
          do; walls that could be captured are taken away until nothing changes.
        Our reading: attackers without a man have lost; the page speaks of draws when neither side can win any more,
          which players agree on.
        The corners are hostile to the king too by the page; it makes no difference, since he is never taken on the
          edge.
        """,
    ),
    size=11,
    start=layouts.DIAMOND_11,
    shieldwall=Shieldwall(),
    exit_fort=True,
    encirclement=True,
    repetition=_DEFENDERS_BREAK,
)

FETLAR: Final = Ruleset(
    name="fetlar",
    aliases=("fetlar-11", "fetlar-hnefatafl"),
    source='"Rules of Fetlar Hnefatafl 11x11" (Fetlar Hnefatafl Panel 2007), aagenielsen.dk/fetlar_rules_en.php',
    notes=compose(
        """
        Our reading: enclosing all defenders does not win; the page says so in §7b, but 63 games of its archive went
          on inside a ring, and evolve(encirclement=True) gives the page's rule.
        Our reading: a position that comes about for the third time is a draw (panel 2013: "three times, with the same
          side to move"); the page gives no number.
        Our reading: a side without a legal move loses, as on the page (§8); the panel's text of 2013 calls it a draw.
        Our reading: the page's exception that a last king without men can be taken on the edge is left out.
        """,
        _NO_MEN,
    ),
    size=11,
    start=layouts.DIAMOND_11,
)

BRANDUBH: Final = Ruleset(
    name="brandubh",
    aliases=("brandub", "brandubh-7", "brandubh-1", "brandubh-2", "historical-brandubh"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl", §3a: Brandubh 7×7, '
    "aagenielsen.dk/historical_hnefatafl_rules.php",
    notes=compose(
        """
        At least five games bear the name; this is the one of the page, which the World Tafl Federation plays too.
        Our reading: the throne and the corners threaten the king as well; 33 games end by it.
        """,
        _DRAWN,
        _NO_MEN,
    ),
    size=7,
    start=layouts.CROSS_7,
    corners=Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=PieceSet.ALL,
    ),
    king=KingStrength.STRONG_NEAR_THRONE,
    encirclement=True,
)

TABLUT: Final = Ruleset(
    name="tablut",
    aliases=("tablut-9", "historical-tablut"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Tablut 9×9, '
    "aagenielsen.dk/historical_hnefatafl_rules.php",
    notes=compose(
        """
        The king may return to the throne, and everybody crosses it while it is empty (§3); in Linnaeus's account
          nobody returns. For that game: a throne with stop=PieceSet.NONE, and linnaean_capture=True.
        The attackers win by enclosing all defenders; in the games of the archive they do not (ruleset saami-tablut).
        """,
        _DRAWN,
        _NO_MEN,
    ),
    size=9,
    start=layouts.CROSS_9,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
    encirclement=True,
)

SAAMI_TABLUT: Final = TABLUT.evolve(
    name="saami-tablut",
    aliases=("saami-tablut-9", "sami-tablut", "sámi-tablut"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Saami Tablut 9×9, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, as played in its archive",
    notes=compose(
        """
        Our reading: enclosing all defenders does not win, since games of the archive went on inside a ring.
        """,
        _DRAWN,
        _NO_MEN,
    ),
    encirclement=False,
)

_CAMPS: Final = tuple(
    Zone(
        name=name,
        squares=squares,
        stop=PieceSet.ATTACKERS,
        enter=PieceSet.NONE,
        cross=PieceSet.NONE,
        hostile_always=PieceSet.KINGSMEN,
    )
    for name, squares in zip(
        ("south camp", "west camp", "north camp", "east camp"),
        layouts.CROSS_9_CAMPS,
        strict=True,
    )
)
_SOUTH, _WEST, _NORTH, _EAST = layouts.CROSS_9_CAMPS

ASHTON_TABLUT: Final = Ruleset(
    name="ashton-tablut",
    aliases=("ashton", "ashton-tablut-9", "ashton-unibo", "unibo-tablut", "bologna-tablut"),
    source="J. C. Ashton, Linnaeus's Game Tablut and its Relationship to Ancient Viking Hnefatafl (2010), as the "
    "server of the Tablut Challenge of the University of Bologna plays it (github.com/AGalassi/TablutCompetition)",
    notes=compose(
        """
        The camps are enemies of the defenders and their king whatever stands there; against the attackers twelve of
          the sixteen camp squares are, all but a5, e1, e9 and i5. The throne is an enemy of the defenders' soldiers
          even while their own king sits on it. So the server, which takes a position for a draw at its first return
          since the last capture and does not remember the start position.
        Our reading: a side without a legal move loses; the server itself decides neither that nor what happens
          without men, so there is no loss for lack of attackers here either.
        """,
    ),
    size=9,
    start=layouts.CROSS_9,
    first=Side.DEFENDERS,
    throne=Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=PieceSet.NONE,
        cross=PieceSet.NONE,
        hostile_empty=PieceSet.ALL,
        hostile_always=PieceSet.DEFENDERS,
    ),
    corners=None,
    zones=(
        *_CAMPS,
        Zone(
            name="camp flanks",
            squares=(_SOUTH | _WEST | _NORTH | _EAST) - Region.of("a5", "e1", "e9", "i5"),
            hostile_always=PieceSet.ATTACKERS,
        ),
    ),
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
    fewest_attackers=0,
    repetition=Repetition(count=2, counts_start=False),
)

SEA_BATTLE_9: Final = Ruleset(
    name="sea-battle-9",
    aliases=("sea-battle", "sea-battle-t-9", "sea-battle-tafl-9"),
    source='"Rules of Sea battle tafl", aagenielsen.dk/seabattle_rules.php',
    notes=compose(
        """
        Our reading: enclosing all defenders does not win; the page says so in §6b, but the games of its archive are
          judged rightly without, and evolve(encirclement=True) gives the page's rule.
        Our reading: a position that comes about for the third time loses for the defenders, as the page's newer text
          has it, in which the number is missing; the older text (§7a) has the aggressive player break the repetition
          or lose, for which see Consequence.OFFENSIVE_DEVIATES.
        """,
        _BLOCKED,
        _NO_MEN,
    ),
    size=9,
    start=layouts.CROSS_9,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG,
    hammer=PieceSet.MEN,
    anvil=PieceSet.MEN,
    repetition=_DEFENDERS_BREAK,
)

SEA_BATTLE_11: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-11",
    aliases=("sea-battle-tafl-11",),
    size=11,
    start=layouts.SERIF_CROSS_11,
)

TAWLBWRDD: Final = Ruleset(
    name="tawlbwrdd",
    aliases=("tawlbwrdd-11", "welsh-tawlbwrdd", "welsh-tawlbwrdd-11", "tawlbwrdd-bell-11"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Welsh Tawlbwrdd 11×11, '
    "aagenielsen.dk/historical_hnefatafl_rules.php; the layout after R. C. Bell",
    notes=compose(_DRAWN, _NO_MEN),
    size=11,
    start=layouts.BELL_11,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
    encirclement=True,
)

MAGPIE: Final = Ruleset(
    name="magpie",
    aliases=("magpie-7", "magpie-hnefatafl"),
    source='"Rules of Magpie 7x7", aagenielsen.dk/magpie_rules.php, after N. Suckling, The Leprechaun Companion (1999)',
    notes=compose(
        """
        Our reading: the layout, brandubh's cross. Other programs begin from a layout found with the Ballinderry
          board; the book itself was not at hand, so the true one is uncertain.
        Our reading: corners and throne are those of brandubh, hostile to the king too; the page says only that this
          is "really a Hnefatafl 7x7" with a king who moves one step and can be captured on the edge.
        Our reading: there is no win by enclosing all defenders.
        """,
        _DRAWN,
        _BLOCKED,
        _NO_MEN,
    ),
    size=7,
    start=layouts.CROSS_7,
    corners=BRANDUBH.corners,
    king=KingStrength.MIDDLEWEIGHT,
    speed=Speed(king=1),
)

OLD_HNEFATAFL: Final = Ruleset(
    name="old-hnefatafl",
    aliases=("old-hnefatafl-11",),
    source="Old Hnefatafl 11×11, as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        Our reading: the whole ruleset is fitted to the games of the archive, in which rules may have changed over the
          years.
        Our reading: the third occurrence of a position, brought about by the defenders, loses for them (as
          AbstractPlay has it).
        """,
        _BLOCKED,
        _NO_MEN,
    ),
    size=11,
    start=layouts.DIAMOND_11,
    king=KingStrength.MIDDLEWEIGHT,
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS),
)

HISTORICAL_13: Final = Ruleset(
    name="historical-13",
    aliases=("historical-hnefatafl-13", "parlett-13"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl", §2: 13×13, '
    "aagenielsen.dk/historical_hnefatafl_rules.php; the layout after D. Parlett",
    notes=compose(
        """
        Our reading: there is no win by enclosing all defenders, as in the games of the archive.
        """,
        _DRAWN,
        _NO_MEN,
    ),
    size=13,
    start=layouts.PARLETT_13,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
)

SIMPLE_TAFL: Final = Ruleset(
    name="simple-tafl",
    aliases=("simple-tafl-11",),
    source='"Simple Tafl 11x11", aagenielsen.dk/tafl_rules.php, as played in its archive',
    notes=compose(
        """
        Our reading: there is no win by enclosing all defenders, as in the games of the archive.
        Our reading: the third occurrence of a position, brought about by the defenders, loses for them (as
          AbstractPlay has it).
        """,
        _BLOCKED,
        _NO_MEN,
    ),
    size=11,
    start=layouts.LEWIS_CROSS_11,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.WEAK,
    repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS),
)
