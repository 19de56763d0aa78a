"""The games of aagenielsen.dk in which the king wins at the edge, and the tablut of the Bologna server.

Where real games are known (the archive of the site, the server's records), a
ruleset follows those games; the notes say where its text differs.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import KingStrength, Repetition, Ruleset, Zone
from hnefatafl.variants import layouts
from hnefatafl.variants._parts import (
    ATTACKERS_WON_REPETITIONS,
    BLOCKED,
    CAMPS,
    DEFENDERS_BREAK,
    DEFENDERS_DEVIATE,
    DRAWN,
    FITTED,
    NO_MEN,
    RINGS_WON,
    camps,
    compose,
    throne,
)

TABLUT: Final = Ruleset(
    name="tablut",
    aliases=("tablut-9", "historical-tablut"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Tablut 9×9, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29",
    notes=compose(
        """
        The king may return to the throne, and all pieces cross it while it is empty (§3); in Linnaeus's account no
          piece returns. For that game, use a throne with stop=PieceSet.NONE, and linnaean_capture=True.
        The attackers win by enclosing all defenders. In the games of the archive they do not; that is the ruleset
          saami-tablut.
        """,
        DRAWN,
        NO_MEN,
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
    version=2,
    aliases=("saami-tablut-9", "sami-tablut", "sámi-tablut"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Saami Tablut 9×9, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29, as played in its archive",
    notes=compose(
        """
        Departure from the source (encirclement): enclosing all defenders does not win, since games of the archive went
          on inside a ring.
        In half of the games, five went on inside a ring, none of them after round 87, and six stopped at one with a win
          of the attackers, three of them after round 87: the rule of the page may have come later.
        In half of the games, the attackers won all five that stopped with the third occurrence of a position.
        """,
        ATTACKERS_WON_REPETITIONS,
        NO_MEN,
    ),
    encirclement=False,
    repetition=DEFENDERS_BREAK,
)

ASHTON_TABLUT: Final = Ruleset(
    name="ashton-tablut",
    aliases=("ashton", "ashton-tablut-9", "ashton-unibo", "unibo-tablut", "bologna-tablut"),
    source="J. C. Ashton, Linnaeus's Game Tablut and its Relationship to Ancient Viking Hnefatafl (2010), as the "
    "server of the Tablut Challenge of the University of Bologna plays it (github.com/AGalassi/TablutCompetition, "
    "read at commits 9698398 and 4f76451)",
    notes=compose(
        """
        The camps are hostile to the defenders and their king, whatever stands there; twelve of the sixteen camp
          squares, all but a5, e1, e9 and i5, are also hostile to the attackers. The throne is hostile to the defenders'
          soldiers even while their own king sits on it. The game is drawn when a position occurs for the second time
          since the last capture; the start position does not count. All this is what the server does.
        Our reading (no_move, fewest_attackers): a side without a legal move loses, and there is no minimum number of
          attackers; the server has no rule for either.
        """,
    ),
    size=9,
    start=layouts.CROSS_9,
    first=Side.DEFENDERS,
    throne=throne(stop=PieceSet.NONE, cross=PieceSet.NONE, occupied=PieceSet.DEFENDING_MEN),
    corners=None,
    zones=(
        *camps(hostile=PieceSet.DEFENDERS),
        Zone(
            name="camp flanks",
            squares=CAMPS - Region.of("a5", "e1", "e9", "i5"),
            hostile_always=PieceSet.ATTACKERS,
        ),
    ),
    escape=Region.EDGE,
    king=KingStrength.STRONG_NEAR_THRONE,
    fewest_attackers=0,
    repetition=Repetition(count=2, counts_start=False),
)

SEA_BATTLE_REPETITION: Final = (
    "Our reading (repetition): the defenders lose when a position occurs for the third time. The newer text of the "
    "page says so without a number; by the older text (§7a), the aggressive player must break the repetition or lose."
)
SEA_BATTLE_BLOCKED: Final = "A side that cannot move loses (§8 of the page)."
SEA_BATTLE_9: Final = Ruleset(
    name="sea-battle-9",
    aliases=("sea-battle", "sea-battle-t-9", "sea-battle-tafl-9"),
    source='"Rules of Sea battle tafl", aagenielsen.dk/seabattle_rules.php, read on 2026-11-29',
    notes=compose(
        """
        Departure from the source (encirclement): enclosing all defenders does not win. By §6b of the page it does, but
          the games of its archive agree without that rule.
        The page's rule of enclosing is evolve(encirclement=True).
        In half of the games on 9×9, two went on inside a ring and none ended by one; on larger boards they end so.
        """,
        SEA_BATTLE_REPETITION,
        SEA_BATTLE_BLOCKED,
        NO_MEN,
    ),
    size=9,
    start=layouts.CROSS_9,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.STRONG,
    hammer=PieceSet.MEN,
    anvil=PieceSet.MEN,
    repetition=DEFENDERS_BREAK,
)

SEA_BATTLE_11: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-11",
    version=2,
    aliases=("sea-battle-tafl-11",),
    source=SEA_BATTLE_9.source,
    notes=compose(
        """
        The attackers win by enclosing all defenders (§6b of the page). In half of the games of the archive, two of 140
          ended so, and none went on inside a ring.
        """,
        SEA_BATTLE_REPETITION,
        SEA_BATTLE_BLOCKED,
        NO_MEN,
    ),
    size=11,
    start=layouts.SERIF_CROSS_11,
    encirclement=True,
)

TAWLBWRDD: Final = TABLUT.evolve(
    name="tawlbwrdd",
    aliases=("tawlbwrdd-11", "welsh-tawlbwrdd", "welsh-tawlbwrdd-11", "tawlbwrdd-bell-11"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl": Welsh Tawlbwrdd 11×11, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29; the layout after R. C. Bell",
    notes=compose(DRAWN, NO_MEN),
    size=11,
    start=layouts.BELL_11,
)

HISTORICAL_13: Final = TABLUT.evolve(
    name="historical-13",
    version=2,
    aliases=("historical-hnefatafl-13", "parlett-13"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl", §2: 13×13, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29; the layout after D. Parlett",
    notes=compose(
        """
        The attackers win by enclosing all defenders, as on the page. In half of the games of the archive, five of 276
          ended so, and none went on inside a ring.
        """,
        DRAWN,
        NO_MEN,
    ),
    size=13,
    start=layouts.PARLETT_13,
)

SIMPLE_TAFL: Final = Ruleset(
    name="simple-tafl",
    version=2,
    aliases=("simple-tafl-11", "simple-tafl-abstractplay"),
    source='"Simple Tafl 11x11", aagenielsen.dk/tafl_rules.php, read by 2026-11-22, as played in its archive',
    notes=compose(
        """
        Our reading (repetition): the defenders lose when a position occurs for the third time by a move of theirs (as
          in AbstractPlay).
        AbstractPlay plays the same game as "simple", but for the ring (see tablut-abstractplay).
        In half of the games, one of 571 ended inside a ring, and none went on there.
        """,
        RINGS_WON,
        BLOCKED,
        NO_MEN,
    ),
    size=11,
    start=layouts.LEWIS_CROSS_11,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.WEAK,
    encirclement=True,
    repetition=DEFENDERS_DEVIATE,
)

SEA_BATTLE_13: Final = SEA_BATTLE_11.evolve(
    name="sea-battle-13",
    version=2,
    aliases=("sea-battle-tafl-13",),
    source=SEA_BATTLE_9.source,
    notes=compose(
        """
        The attackers win by enclosing all defenders (§6b of the page). In half of the games of the archive, three of
          143 ended so, and one went on inside a ring.
        Our reading (start): the layout is Parlett's; the page shows a picture.
        So began 257 of the 397 games of type 34 in the archive.
        """,
        SEA_BATTLE_REPETITION,
        SEA_BATTLE_BLOCKED,
        NO_MEN,
    ),
    size=13,
    start=layouts.PARLETT_13,
)

SEA_BATTLE_15: Final = SEA_BATTLE_11.evolve(
    name="sea-battle-15",
    version=2,
    aliases=("sea-battle-tafl-15",),
    source=SEA_BATTLE_9.source,
    notes=compose(
        """
        The attackers win by enclosing all defenders (§6b of the page). In half of the games of the archive, one of 63
          ended so, and none went on inside a ring.
        Our reading (start): the layout is that of Coppergate 2; the page shows a picture.
        The games of type 42 in the archive begin so.
        """,
        SEA_BATTLE_REPETITION,
        SEA_BATTLE_BLOCKED,
        NO_MEN,
    ),
    size=15,
    start=layouts.COPPERGATE_II_15,
)

SEA_BATTLE_STAR: Final = SEA_BATTLE_9.evolve(
    name="sea-battle-star",
    version=2,
    aliases=("sea-battle-2526-9", "sea-battle-star-9", "sea-battle-starsquare-9"),
    source="Sea battle 2526 9×9, as played in the archive of aagenielsen.dk",
    notes=compose(
        """
        Our reading (all): all rules are those of sea-battle-11, chosen to fit the games of the archive.
        In half of the games, four of 136 ended by enclosing all defenders, and none went on inside a ring.
        """,
    ),
    start=layouts.STAR_SQUARE_9,
    encirclement=True,
)

DAVID_BROWN: Final = SEA_BATTLE_11.evolve(
    name="david-brown",
    version=2,
    aliases=("david-brown-11", "david-brown-tafl", "sea-battle-t-diamond", "sea-battle-t-diamond-11"),
    source="David Brown 11×11, as played in the archive of aagenielsen.dk",
    notes=compose(
        FITTED,
        """
        In half of the games, two of 31 ended by enclosing all defenders, and none went on inside a ring.
        The 59 games of type 11 of the archive, "Sea battle T diamond 11×11", were played by the same rules, as far as
          they tell.
        """,
    ),
    start=layouts.DIAMOND_11,
    repetition=Repetition(),
)

TAWLBWRDD_LEWIS_CROSS: Final = TAWLBWRDD.evolve(
    name="tawlbwrdd-lewis-cross",
    aliases=("tawlbwrdd-lewis-cross-11", "lewis-cross"),
    source="Tawlbwrdd with the Lewis cross 11×11, as played in the archive of aagenielsen.dk",
    notes=FITTED,
    start=layouts.LEWIS_CROSS_11,
    encirclement=False,
)

TAWLBWRDD_T_DIAMOND: Final = TAWLBWRDD_LEWIS_CROSS.evolve(
    name="tawlbwrdd-t-diamond",
    version=2,
    aliases=("tawlbwrdd-t-diamond-11",),
    source="Tawlbwrdd with the T diamond 11×11, as played in the archive of aagenielsen.dk",
    notes=compose(
        FITTED, "In half of the games, two of 112 ended by enclosing all defenders, and none went on inside a ring."
    ),
    start=layouts.DIAMOND_11,
    encirclement=True,
)

ARD_RI_CROSS: Final = Ruleset(
    name="ard-ri-cross",
    aliases=("ard-ri-throneless-cross-7", "ard-ri-throneless-cross"),
    source="Ard ri, throneless cross 7×7, as played in the archive of aagenielsen.dk",
    notes=FITTED,
    size=7,
    start=layouts.CROSS_7,
    throne=None,
    corners=None,
    escape=Region.EDGE,
    king=KingStrength.WEAK,
)

ARD_RI_39: Final = ARD_RI_CROSS.evolve(
    name="ard-ri-39",
    aliases=("ard-ri-39-throneless-7", "ard-ri-39-throneless"),
    source="Ard ri 39, throneless 7×7, as played in the archive of aagenielsen.dk",
    notes=ARD_RI_CROSS.notes,
    start=layouts.ARD_RI_39_7,
)

HISTORICAL_ARD_RI: Final = ARD_RI_CROSS.evolve(
    name="historical-ard-ri",
    aliases=("ard-ri-aagenielsen", "scottish-ard-ri"),
    source='"Historical rules of the ancient Scandinavian board game Hnefatafl", §3a: Scottish Ard Ri 7×7, '
    "aagenielsen.dk/historical_hnefatafl_rules.php, read on 2026-11-29",
    notes=compose(
        """
        There is no throne (§3a), and all pieces move any number of squares (§4); in other games of this name they move
          one square.
        Our reading (start): the layout is that of ard-ri; the page shows a picture.
        Our reading (king): the king is captured like a soldier, since there is no throne that would protect him.
        """,
        DRAWN,
        NO_MEN,
    ),
    start=layouts.ARD_RI_7,
    encirclement=True,
)
