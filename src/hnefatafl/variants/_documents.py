"""The rulesets of the four documents that the library began with: S000, S001, S003 and S004.

S001 offers additional rules. Each that changes play is in force in a ruleset of its
own, which is ``hnefatafl-11`` with this rule; :meth:`Ruleset.evolve
<hnefatafl.rules.Ruleset.evolve>` combines them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Unpack

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Announcements, Call, Consequence, Die, EdgeCapture, KingStrength, Repetition, Ruleset, Zone
from hnefatafl.variants import layouts
from hnefatafl.variants._parts import CAMPS, HOSTILE_CORNERS, camps, compose, corners, throne

if TYPE_CHECKING:
    from hnefatafl.rules.typing import RulesetOptions

ON: Final = "Optional in the source"
OFF: Final = f"{ON}, not in force here"

HNEFATAFL_13: Final = Ruleset(
    name="hnefatafl-13",
    aliases=("s000", "hnefatafl-13x13", "knebelspiel"),
    source='S000, "HNEFATAFL", Spielanleitung (German), after www.hnefatafl.net',
    notes=compose(
        """
        Our reading (start): the start layout; the picture (Abb. 1) is lost, and this is the only known layout that fits
          the text.
        Our reading (escape): a king who enters a corner has left the board, so the game ends there ("Spielende").
        Our reading (throne.hostile_empty): the throne is hostile to the king only; the text mentions it only where it
          describes his capture.
        Our reading (throne.stop): the king may return to the throne; the text says only that no other piece may enter
          it.
        Our reading (corners.hostile_empty): the corners are hostile to the king too ("für beide Seiten"), so beside a
          corner two attackers capture him.
        Our reading (no_move): a side without a legal move loses; the text says only that moving is compulsory.
        Our reading (repetition): the game is drawn when a position occurs for the third time; the text is silent.
        Our reading (fewest_attackers): the attackers lose when all of them have been captured; the text is silent.
        Fetlar on 11×11, which the text mentions, is the ruleset fetlar; these rules on its board are evolve(size=11,
          start=layouts.DIAMOND_11).
        """,
    ),
    size=13,
    start=layouts.TOFTANES_13,
    throne=throne(hostile=PieceSet.KING),
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
    joint_capture=True,
    edge_hostile=PieceSet.ALL,
)

HNEFATAFL_11: Final = Ruleset(
    name="hnefatafl-11",
    aliases=("s001", "hnefatafl-11x11"),
    source='S001, "Hnefatafl" (German), Slide 02',
    notes=compose(
        """
        Our reading (size, start): the board of 11×11 with its usual layout; the text allows 13×13 too, and leaves the
          layout free.
        On 13×13 the ruleset is evolve(size=13, start=layouts.TOFTANES_13).
        Our reading (no_move): a side without a legal move loses; the text ends the game there and names no winner
          ("Spielende").
        Optional in the source (repetition): a limit on repeated moves keeps zugzwang in effect, so that a fortress that
          cannot be taken must be opened ("Sich wiederholende Züge"). This additional rule of the text is always in
          force here, because the text calls it important. A move that repeats a position too often is illegal, and a
          side that has no other move loses.
        Our reading (repetition): "too often" means for the third time; the text leaves the number open. A draw would
          let the fortress stand.
        Our reading (fewest_attackers): the attackers lose when all of them have been captured; the text is silent.
        Our reading (throne.hostile_empty): the empty throne is hostile to neither side; the text makes it the fourth
          captor of the king only as an additional rule.
        Our reading (throne.stop): the king may return to the throne; the text says only that no other piece may enter
          it.
        Match: at least two games are played, with the sides swapped in between, since the game favours one side
          ("Allgemeines").
        Optional in the source, not in force here (first): lots may be drawn to decide which side moves first.
        Optional in the source, not in force here (escape): on small boards, the defenders win as soon as the king
          reaches the edge.
        Optional in the source, not in force here (die): to move the king, the defenders roll a die and move him at
          most as many squares as it shows.
        Optional in the source, not in force here (hammer): the king does not capture by moving.
        Optional in the source, not in force here (throne.hostile_empty): beside the throne, three attackers capture the
          king if the throne is the fourth square around him.
        Optional in the source, not in force here (edge_capture): if the king is captured at the edge, the game is
          drawn.
        Optional in the source, not in force here (announcements): the defenders must announce that the king could
          escape by his next move; the attackers may announce that they could capture him by theirs.
        Each other additional rule ("Mögliche Zusatzregeln") is in force in a ruleset of its own: hnefatafl-11-edge,
          hnefatafl-11-dice, hnefatafl-11-anvil, hnefatafl-11-throne, hnefatafl-11-edge-draw and
          hnefatafl-11-announcements. Evolve combines them, and evolve(first=None) leaves the first move to the lot.
        """,
    ),
    version=2,
    size=11,
    start=layouts.DIAMOND_11,
    throne=throne(hostile=PieceSet.NONE),
    corners=HOSTILE_CORNERS,
    king=KingStrength.MIDDLEWEIGHT,
    repetition=Repetition(consequence=Consequence.FORBIDDEN),
)


def _with_rule(ending: str, alias: str, rule: str, *added: str, **options: Unpack[RulesetOptions]) -> Ruleset:
    """Return the ruleset of S001 with one of its additional rules in force; the rule is called after its option."""
    lines = HNEFATAFL_11.notes.replace(f"{OFF} ({rule})", f"{ON} ({rule})").splitlines()
    lines = [line for line in lines if not line.startswith(f"Our reading ({rule})")]
    return HNEFATAFL_11.evolve(**options).evolve(
        name=f"{HNEFATAFL_11.name}-{ending}",
        aliases=(f"{HNEFATAFL_11.name}-{alias}",),
        source=f'{HNEFATAFL_11.source}, with an additional rule ("Mögliche Zusatzregeln")',
        notes=compose(*lines, *added),
    )


HNEFATAFL_11_MORE: Final = (
    _with_rule(
        "edge",
        "spielfeldrand",
        "escape",
        "Our reading (escape): the board stays that of 11×11, the smaller one of the text.",
        escape=Region.EDGE,
    ),
    _with_rule("dice", "würfel", "die", "Our reading (die): the die has six faces.", die=Die()),
    _with_rule("anvil", "amboss", "hammer", hammer=PieceSet.MEN),
    _with_rule("throne", "thron", "throne.hostile_empty", throne=throne(hostile=PieceSet.KING)),
    _with_rule("edge-draw", "patt", "edge_capture", edge_capture=EdgeCapture.DRAW),
    _with_rule(
        "announcements",
        "ansagen",
        "announcements",
        announcements=Announcements(way_out=Call.MUST, threat=Call.MAY),
    ),
)
"""S001 with each of its additional rules ("Mögliche Zusatzregeln") but the lot, which leaves the play as it is."""

FOTEVIKEN_TABLUT: Final = Ruleset(
    name="foteviken-tablut",
    aliases=("s003", "foteviken", "foteviken-tablut-9", "hnefatafl-tablut"),
    source='S003, "Rekonstruerade regler: HNEFATAFL-TABLUT" (Swedish), §1–13; Fotevikens Museum',
    version=2,
    notes=compose(
        """
        Our reading (escape): the game ends when the king reaches an edge square outside the camps, the corners of the
          board included; the text has him go out from the board (§9).
        Our reading (announcements.raichi, tuichu_wins): two ways out do not win at once: the game is decided when the
          king leaves the board. Read literally, the "given victory" of §10 would end it.
        Our reading (hammer, anvil): the king captures like a man; §6 speaks of "own pieces" without an exception.
        Our reading (repetition): "a couple of repetitions" (§13) means the third occurrence.
        Our reading (zones.enter): "camp" in §12 is the camp in which the attacker stands; the other three are closed to
          him as to all others (§11).
        Our reading (zones.hostile_always): camp squares are hostile to the king whether occupied or not (§11).
        Our reading (no_move, fewest_attackers): a side without a legal move loses, and the attackers lose when all of
          them have been captured; the text is silent.
        Match: lots are drawn to decide who plays the defenders (§4).
        All 66 games of the archive of aagenielsen.dk that follow these rules (its type 6, 2,105 plies) agree with this
          ruleset. Other readings of the text agree with fewer: 56 with a castle that is hostile to all, 52 where tuichu
          wins, 44 with camps that are hostile to the Swede's men too, 36 with a king who needs four Muscovites only in
          the castle and beside it, 28 with a king who does not capture.
        """,
    ),
    size=9,
    start=layouts.CROSS_9,
    first=Side.DEFENDERS,
    throne=Zone(
        name="castle",
        squares=Region.CENTRE,
        stop=PieceSet.NONE,
        cross=PieceSet.NONE,
        hostile_empty=PieceSet.KING,
    ),
    corners=None,
    zones=camps(hostile=PieceSet.KING),
    escape=Region.EDGE - CAMPS,
    king=KingStrength.STRONG,
    repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES),
    announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True),
)

MADERA_TABLUT: Final = Ruleset(
    name="madera-tablut",
    aliases=("s004", "madera", "madera-tablut-9", "snefatafl", "königszabel", "koenigszabel", "schach-der-wikinger"),
    source='S004, "Tablut" (German), Madera-Spielzeug: Bewegung der Figuren, Figuren schlagen, Spielziel',
    notes=compose(
        """
        Our reading (size, start): the board and the layout, tablut's 9×9; the text gives neither.
        Our reading (corners.hostile_empty): the corners are hostile to neither side, so beside one the king cannot be
          captured at the edge; the text is silent.
        Our reading (throne.hostile_empty): the throne ("Kronenfeld") is hostile to the king only, beside whom it counts
          as occupied.
        Our reading (throne.stop): the king may return to the throne; the text says only that no other piece may enter
          it.
        Our reading (king, immobile_king): the attackers' aim, to surround the king so that he cannot move
          ("Grundregeln"), is what the rules of his capture say further down; a king who merely cannot move is not
          captured.
        Our reading (repetition): the game is drawn when a position occurs for the third time; the text is silent.
        """,
    ),
    size=9,
    start=layouts.CROSS_9,
    throne=throne(hostile=PieceSet.KING),
    corners=corners(hostile=PieceSet.NONE),
    king=KingStrength.MIDDLEWEIGHT,
    fewest_attackers=3,
)
