"""Parts that several shipped rulesets share: zones, consequences of repetition, and sentences of their notes."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from hnefatafl.board import PieceSet, Region, Side
from hnefatafl.rules import Consequence, Repetition, Zone
from hnefatafl.variants import layouts

DRAWN: Final = (
    "Our reading (repetition): the game is drawn when a position occurs for the third time; our sources give no rule."
)
ATTACKERS_WON_REPETITIONS: Final = (
    "Our reading (repetition): the defenders lose when a position occurs for the third time, whichever side moved; our "
    "sources give no rule, but the attackers won the games of the archive that ended so."
)
RINGS_WON: Final = (
    "Our reading (encirclement): the attackers win by enclosing all defenders; games of the archive ended so, and none "
    "went on inside a ring."
)
BLOCKED: Final = "Our reading (no_move): a side without a legal move loses; our sources give no rule."
NO_MEN: Final = (
    "Our reading (fewest_attackers): the attackers lose when all of them have been captured; our sources give no rule."
)

DEFENDERS_BREAK: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE)
"""The defenders lose at the third occurrence, whichever side moved."""
DEFENDERS_DEVIATE: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS)
"""The defenders lose at the third occurrence if their own move causes it."""
MOVER_BREAKS: Final = Repetition(consequence=Consequence.MOVER_LOSES)
"""The side whose move causes the third occurrence loses."""
UNRESTRICTED: Final = Repetition(consequence=Consequence.IGNORED)
"""Repetitions have no consequence."""

CITADELS: Final = Region.of(*(f"{file}{rank}" for file in "abrs" for rank in (1, 2, 18, 19)))
"""Four squares in each corner of a board of 19×19."""


def corners(
    squares: Region = Region.CORNERS,
    *,
    name: str = "corners",
    hostile: PieceSet = PieceSet.ALL,
    pierces: bool = False,
) -> Zone:
    """Return corners that only the king may enter and cross, hostile to some pieces while empty."""
    return Zone(
        name=name,
        squares=squares,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=hostile,
        pierces=pierces,
    )


HOSTILE_CORNERS: Final = corners()
"""Corners that only the king may enter, hostile to all pieces, the king included."""


def throne(
    *,
    stop: PieceSet = PieceSet.KING,
    cross: PieceSet = PieceSet.ALL,
    hostile: PieceSet = PieceSet.ALL,
    occupied: PieceSet = PieceSet.NONE,
    pierces: bool = False,
) -> Zone:
    """Return a throne in the centre, hostile to some pieces while empty, and to some even when occupied."""
    return Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=stop,
        cross=cross,
        hostile_empty=hostile,
        hostile_always=occupied,
        pierces=pierces,
    )


_SOUTH, _WEST, _NORTH, _EAST = layouts.CROSS_9_CAMPS
CAMPS: Final = _SOUTH | _WEST | _NORTH | _EAST
"""The squares of the four camps of tablut."""


def camps(*, hostile: PieceSet) -> tuple[Zone, ...]:
    """Return the four camps of tablut, which no piece enters or crosses; hostile to some pieces in any case."""
    camps_by_name = {"south camp": _SOUTH, "west camp": _WEST, "north camp": _NORTH, "east camp": _EAST}
    return tuple(
        Zone(
            name=name,
            squares=squares,
            stop=PieceSet.ATTACKERS,
            enter=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_always=hostile,
        )
        for name, squares in camps_by_name.items()
    )


def compose(*texts: str) -> str:
    """Return the notes, one a line; in the texts, an indented line continues the one before.

    >>> print(compose('''
    ...     Our reading: the layout, which the text
    ...       does not give.
    ...     Our reading: the corners.
    ...     ''', "Our reading: the edge."))
    Our reading: the layout, which the text does not give.
    Our reading: the corners.
    Our reading: the edge.
    """
    return "\n".join(re.sub(r"\n +", " ", dedent(text).strip()) for text in texts)


SILENT: Final = compose(DRAWN, BLOCKED, NO_MEN)
"""The notes on a source that gives no rule for any of the three."""
FITTED: Final = compose("Our reading (all): the whole ruleset is fitted to the games of the archive.", SILENT)
"""The notes on a game that is known only from its records."""
