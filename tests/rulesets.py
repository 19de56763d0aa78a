"""The rulesets that the adjudication cases name by a code, built from options alone.

They are written from ``shared/rules.md`` and the cases' README, independently of the shipped variants.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from hnefatafl import variants
from hnefatafl.board import Board, Piece, PieceSet, Region, Side, Square
from hnefatafl.notation import toml
from hnefatafl.rules import (
    Announcements,
    Call,
    Consequence,
    EdgeCapture,
    KingStrength,
    NoMove,
    Repetition,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)

__all__ = [
    "DATA",
    "LAYOUTS",
    "RULESETS",
    "any_start",
    "camps",
    "corner_zone",
    "for_board",
    "perft_rules",
    "throne_zone",
]

DATA: Final = Path(__file__).parent / "data"
"""The data that is part of the project: cases, counts of moves, pictures, leaflets."""

LAYOUTS: Final = {
    "L7.5": "/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/",
    "L7.11": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "L9.5": "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "L11.2": "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "L11.3": "/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/",
    "L11.5": "/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    "L11.6": "/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/",
    "L13.8": "/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/",
}
"""Start layouts by their names in ``shared/rules.md`` 3.1."""

NONE, ALL, KING, SOLDIERS = PieceSet.NONE, PieceSet.ALL, PieceSet.KING, PieceSet.MEN
ATTACKERS, DEFENDING_MEN, DEFENDERS = PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN, PieceSet.DEFENDERS


def throne_zone(
    hostile_empty: PieceSet = ALL,
    *,
    enter: PieceSet = ALL,
    cross: PieceSet = ALL,
    hostile_always: PieceSet = NONE,
) -> Zone:
    """A throne in the centre on which only the king stops."""
    return Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=KING,
        enter=enter,
        cross=cross,
        hostile_empty=hostile_empty,
        hostile_always=hostile_always,
    )


def corner_zone(hostile_empty: PieceSet = SOLDIERS) -> Zone:
    """Corners for the king alone."""
    return Zone(name="corners", squares=Region.CORNERS, stop=KING, cross=KING, hostile_empty=hostile_empty)


CAMP_SQUARES: Final = {
    "south": ("d1", "e1", "f1", "e2"),
    "west": ("a4", "a5", "a6", "b5"),
    "east": ("i4", "i5", "i6", "h5"),
    "north": ("d9", "e9", "f9", "e8"),
}
ALL_CAMPS: Final = Region.of(*(name for camp in CAMP_SQUARES.values() for name in camp))


def camps(hostile_always: PieceSet) -> tuple[Zone, ...]:
    """The four camps of S003 §2: closed to everybody from outside, and open to the attackers who stand in them."""
    return tuple(
        Zone(
            name=f"{place} camp",
            squares=Region.of(*squares),
            stop=ATTACKERS,
            enter=NONE,
            cross=NONE,
            hostile_always=hostile_always,
        )
        for place, squares in CAMP_SQUARES.items()
    )


def copenhagen() -> Ruleset:
    """Copenhagen (aag; rules.md R5)."""
    return Ruleset(
        name="COP",
        size=11,
        start=LAYOUTS["L11.2"],
        shieldwall=Shieldwall(),
        exit_fort=True,
        encirclement=True,
        repetition=Repetition(consequence=Consequence.DEFENDERS_LOSE),
    )


def fetlar() -> Ruleset:
    """Fetlar (aag; rules.md R13): no ring (rules.md 1.2), no shieldwall, no fort."""
    return Ruleset(name="FET", size=11, start=LAYOUTS["L11.2"])


def tablut() -> Ruleset:
    """Historical tablut (aag; rules.md R22)."""
    return Ruleset(
        name="TAB",
        size=9,
        start=LAYOUTS["L9.5"],
        throne=throne_zone(),
        corners=None,
        escape=Region.EDGE,
        king=KingStrength.STRONG_NEAR_THRONE,
        encirclement=True,
    )


def brandubh() -> Ruleset:
    """Historical brandubh (aag; rules.md R16): throne and corners are hostile to the king too."""
    return Ruleset(
        name="BRA",
        size=7,
        start=LAYOUTS["L7.11"],
        throne=throne_zone(),
        corners=corner_zone(ALL),
        king=KingStrength.STRONG_NEAR_THRONE,
        encirclement=True,
    )


def sea_battle() -> Ruleset:
    """Sea battle (aag; rules.md R32): an unarmed strong king, and no special square at all."""
    return Ruleset(
        name="SEA",
        size=9,
        start=LAYOUTS["L9.5"],
        throne=None,
        corners=None,
        escape=Region.EDGE,
        hammer=SOLDIERS,
        anvil=SOLDIERS,
    )


def magpie() -> Ruleset:
    """Magpie (aag; rules.md R21)."""
    return Ruleset(name="MAG", size=7, start=LAYOUTS["L7.5"], king=KingStrength.MIDDLEWEIGHT, speed=Speed(king=1))


def s000() -> Ruleset:
    """S000: a hostile edge, and the joint capture (Abb. 4)."""
    return Ruleset(
        name="S000",
        size=13,
        start=LAYOUTS["L13.8"],
        throne=throne_zone(KING),
        corners=corner_zone(ALL),
        king=KingStrength.MIDDLEWEIGHT,
        edge_hostile=ALL,
        joint_capture=True,
    )


def s001() -> Ruleset:
    """S001, the base rules: the throne threatens nobody, the corners everybody."""
    return Ruleset(
        name="S001",
        size=11,
        start=LAYOUTS["L11.2"],
        throne=throne_zone(NONE),
        corners=corner_zone(ALL),
        king=KingStrength.MIDDLEWEIGHT,
        repetition=Repetition(consequence=Consequence.FORBIDDEN),
    )


def s003() -> Ruleset:
    """S003, the tablut of Foteviken."""
    return Ruleset(
        name="S003",
        size=9,
        start=LAYOUTS["L9.5"],
        first=Side.DEFENDERS,
        throne=throne_zone(KING, enter=NONE, cross=NONE),
        corners=None,
        zones=camps(KING),
        escape=Region.EDGE - ALL_CAMPS,
        announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True),
        repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES),
    )


def s004() -> Ruleset:
    """S004: corners threaten nobody, and attackers with two men or fewer have lost."""
    return Ruleset(
        name="S004",
        size=9,
        start=LAYOUTS["L9.5"],
        throne=throne_zone(KING),
        corners=corner_zone(NONE),
        king=KingStrength.MIDDLEWEIGHT,
        fewest_attackers=3,
    )


def ashton() -> Ruleset:
    """Ashton tablut as the Bologna server plays it (rules.md R27; data/README, "unibo-tablut")."""
    middles = Region.of("a5", "e1", "e9", "i5")
    return Ruleset(
        name="ASH",
        size=9,
        start=LAYOUTS["L9.5"],
        first=Side.DEFENDERS,
        throne=throne_zone(ATTACKERS | KING, enter=NONE, cross=NONE, hostile_always=DEFENDING_MEN),
        corners=None,
        zones=(*camps(DEFENDERS), Zone(name="camp flanks", squares=ALL_CAMPS - middles, hostile_always=ATTACKERS)),
        escape=Region.EDGE - ALL_CAMPS,
        king=KingStrength.STRONG_NEAR_THRONE,
        fewest_attackers=0,
        repetition=Repetition(count=2, counts_start=False),
    )


RULESETS: Final[dict[str, Ruleset]] = {
    "COP": copenhagen(),
    "COPR": copenhagen().evolve(name="COPR", shieldwall=Shieldwall(flanking=False)),
    "FET": fetlar(),
    "FET13": fetlar().evolve(name="FET13", no_move=NoMove.DRAW),
    "TAB": tablut(),
    "LINC": tablut().evolve(name="LINC", throne=throne_zone(enter=NONE), linnaean_capture=True),
    "TAW": tablut().evolve(name="TAW", size=11, start=Board.parse(LAYOUTS["L11.5"])),
    "BRA": brandubh(),
    "BRAf": brandubh().evolve(name="BRAf", throne=throne_zone(cross=KING)),
    "SEA": sea_battle(),
    "MAG": magpie(),
    "S000": s000(),
    "S001": s001(),
    "S001t": s001().evolve(name="S001t", throne=throne_zone(KING)),
    "S001d": s001().evolve(name="S001d", edge_capture=EdgeCapture.DRAW),
    "S001a": s001().evolve(name="S001a", hammer=SOLDIERS),
    "S003": s003(),
    "S004": s004(),
    "ASH": ashton(),
}
"""The rulesets by the codes of ``data/cases``, each at its own size."""


OVER_BEFORE: Final = {("C12", "TAW"), ("C27", "S004"), ("G03", "S004")}
"""Cases of ``data/cases`` with a move of which the board, before it, shows the end already by the rules of the code: a
king on the edge where the edge is the escape, or two attackers left where S004 has the game end."""


def any_start(size: int) -> Board:
    """A start layout that fits every ruleset here: the king amid the board, a few attackers away from the corners."""
    middle = size // 2
    pieces = {Square(middle, middle): Piece.KING}
    for file in range(1, size - 1):
        pieces[Square(file, 1)] = Piece.ATTACKER
    return Board(size, pieces)


def for_board(code: str, board: Board) -> Ruleset:
    """The ruleset of that code, with its options applied to the size of the board."""
    rules = RULESETS[code]
    return rules if rules.size == board.size else rules.evolve(size=board.size, start=any_start(board.size))


def with_besiegers(board: Board) -> Board:
    """The board with two attackers at least. The peers ask whether any attackers could break a fort; here those on the
    board must be able to, and one alone closes on nobody."""
    while board.count(PieceSet.ATTACKERS) < 2:
        board = board.put(apart(board), Piece.ATTACKER)
    return board


def apart(board: Board) -> Square:
    """A square that is on no file and no rank with a piece, or at least beside none."""
    inner = [Square(f, r) for f in range(1, board.size - 1) for r in range(1, board.size - 1)]
    lonely = [s for s in inner if not any(s.file == o.file or s.rank == o.rank for o in board)]
    beside_none = [s for s in inner if not any(abs(s.file - o.file) + abs(s.rank - o.rank) < 2 for o in board)]
    return (lonely or beside_none)[0]


@cache
def perft_rules(name: str) -> Ruleset:
    """The ruleset of that name in the tables of counts."""
    path = DATA / "perft" / "rules" / f"{name}.toml"
    return toml.parse_rules(path.read_text("utf-8")) if path.exists() else variants.get(name)
