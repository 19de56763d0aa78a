"""The classes of a ruleset's options: choices, zones, speeds, shieldwalls and repetition.

:class:`~hnefatafl.rules.Ruleset` puts them together. The abbreviations S000, S001, S003 and S004
are the four documents that the library began with (see the glossary).
"""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen

from hnefatafl.geometry import Region
from hnefatafl.pieces import PieceSet, Side

__all__ = [
    "Announcements",
    "Consequence",
    "EdgeCapture",
    "KingStrength",
    "NoMove",
    "Repetition",
    "Shieldwall",
    "Speed",
    "Zone",
]


class _Choice(Enum):
    """An enumeration that prints as it is written."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class KingStrength(_Choice):
    """How many sides of the king must be held to capture him."""

    STRONG = "strong"
    """All four. At the edge he is safe, unless the edge is hostile to him (S003 §8; Copenhagen)."""
    STRONG_NEAR_THRONE = "strong near the throne"
    """All four on the throne and beside it; elsewhere two opposite ones (tablut after Linnaeus; brandubh)."""
    MIDDLEWEIGHT = "middleweight"
    """All that exist: four on the board, three at the edge (S000, S001, S004; magpie)."""
    WEAK = "weak"
    """Two opposite ones, everywhere, as for a soldier (simple tafl)."""


class EdgeCapture(_Choice):
    """What it means that a king who stands on the edge is captured."""

    WON = "won"
    """The attackers win (S000, S001, S004)."""
    IMPOSSIBLE = "impossible"
    """He cannot be captured there."""
    DRAW = "a draw"
    """The game is drawn (S001, "Gefangennahme des Feldherren")."""


class NoMove(_Choice):
    """What happens to a side that has no legal move."""

    LOSS = "loss"
    """It loses (S004, "Spielziel"; Copenhagen, no legal move)."""
    DRAW = "draw"
    """The game is drawn (Fetlar panel 2013)."""


class Consequence(_Choice):
    """What a repetition leads to."""

    IGNORED = "ignored"
    """Nothing."""
    DRAW = "draw"
    """The game is drawn (Fetlar)."""
    MOVER_LOSES = "the mover loses"
    """Whoever repeats loses."""
    MOVER_WINS = "the mover wins"
    """Whoever repeats wins."""
    DEFENDERS_LOSE = "the defenders lose"
    """The attackers win, whoever moved (Copenhagen)."""
    ATTACKERS_LOSE = "the attackers lose"
    """The defenders win, whoever moved."""
    FORBIDDEN = "forbidden"
    """The move is illegal."""
    OFFENSIVE_DEVIATES = "the offensive party must deviate"
    """The move is illegal for the one side whose every move in the cycle threatened; if both sides
    threatened or neither did, the game is drawn (S003 §13; sea battle, older text)."""


class Announcements(_Choice):
    """Whether threats must be announced."""

    NONE = "none"
    """Nobody says anything."""
    ADVISORY = "advisory"
    """They are announced, without consequence (S001, "Ansagen")."""
    BINDING = "binding"
    """A king whose way out was not announced may not leave in his next move (S003 §9)."""


@frozen(kw_only=True)
class Zone:
    """Squares with rules of their own: a throne, the corners, a camp.

    A piece that begins its move inside a zone moves freely within it and out
    of it; :attr:`enter` and :attr:`cross` bind those who come from outside.

    >>> camp = Zone(name="south camp", squares=Region.of("d1", "e1", "f1", "e2"),
    ...             stop=PieceSet.ATTACKERS, enter=PieceSet.NONE, cross=PieceSet.NONE,
    ...             hostile_always=PieceSet.KING)
    """

    name: str = field(eq=False)
    """What the zone is called; it does not count in comparisons."""
    squares: Region
    """Where it is."""
    stop: PieceSet = PieceSet.ALL
    """Who may end a move in the zone. Default: everybody. A king-only square says
    :attr:`PieceSet.KING <hnefatafl.pieces.PieceSet.KING>` (S000, S001, S004)."""
    enter: PieceSet = PieceSet.ALL
    """Who, of those who may stop, may come from outside. Default: everybody. Nobody enters a camp (S003 §11–12)."""
    cross: PieceSet = PieceSet.ALL
    """Who may move across it from outside to outside, when the square is empty. Default: everybody
    (S000, S001 and S004 for the throne). Nobody crosses the castle or a camp (S003 §11)."""
    hostile_empty: PieceSet = PieceSet.NONE
    """Whom an empty square of the zone threatens as an enemy piece would. Default: nobody. The throne, for
    the king (S000, S003 §11, S004); the throne and corners, for all soldiers (Copenhagen, restricted squares)."""
    hostile_always: PieceSet = PieceSet.NONE
    """Whom a square of the zone threatens whatever stands on it. Default: nobody. The camps, for the king
    (S003 §11); the throne, for the defenders (Bologna server)."""


@frozen(kw_only=True)
class Speed:
    """How many squares a piece may move at most; None for as many as it likes."""

    attackers: int | None = None
    """The attackers' soldiers."""
    defenders: int | None = None
    """The defenders' soldiers."""
    king: int | None = None
    """The king: one square in magpie."""


@frozen(kw_only=True)
class Shieldwall:
    """The capture of a row of two or more along the edge.

    Every piece of the row has an enemy in front, and both ends are held; all
    are captured but a king, who survives (Copenhagen, shieldwall).
    """

    corners_close: bool = True
    """Whether a corner that is hostile to the row's pieces may hold one end. Default: yes (Copenhagen, shieldwall)."""
    flanking: bool = True
    """Whether only a piece that arrives on the edge, at an end of the row, closes the wall. Default: yes
    (Copenhagen, shieldwall). Otherwise a piece that arrives in front of the row does so too."""


@frozen(kw_only=True)
class Repetition:
    """What happens when a position comes back.

    A position is the board, the side to move and whatever else binds the next
    move; a capture begins the count anew, since no earlier position can return.
    """

    count: int = 3
    """At which occurrence the consequence follows. Default: the third."""
    consequence: Consequence = Consequence.DRAW
    """What follows. Default: a draw."""
    by: Side | None = None
    """Only repetitions brought about by a move of this side count. Default: of either side."""
    counts_start: bool = True
    """Whether the position that the game began from is counted. Default: yes. The Bologna server
    begins to count with the first move."""
