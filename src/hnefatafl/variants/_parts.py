"""What several shipped rulesets have in common: zones, what a repetition leads to, and sentences of their notes."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from hnefatafl.geometry import Region
from hnefatafl.options import Consequence, Repetition, Zone
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.variants import layouts

__all__ = [
    "BLOCKED",
    "CAMPS",
    "CITADELS",
    "DEFENDERS_BREAK",
    "DEFENDERS_DEVIATE",
    "DRAWN",
    "FITTED",
    "HOSTILE_CORNERS",
    "MOVER_BREAKS",
    "NO_MEN",
    "SILENT",
    "UNRESTRICTED",
    "camps",
    "compose",
    "corners",
    "throne",
]

DRAWN: Final = (
    "Our reading (repetition): a position that occurs for the third time is a draw; our sources give no rule."
)
BLOCKED: Final = "Our reading (no_move): a side without a legal move loses; our sources give no rule."
NO_MEN: Final = "Our reading (fewest_attackers): attackers without a man have lost; our sources give no rule."

DEFENDERS_BREAK: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE)
"""The third occurrence loses for the defenders, whoever moved."""
DEFENDERS_DEVIATE: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS)
"""The third occurrence loses for the defenders if they bring it about."""
MOVER_BREAKS: Final = Repetition(consequence=Consequence.MOVER_LOSES)
"""The third occurrence loses for whoever brings it about."""
UNRESTRICTED: Final = Repetition(consequence=Consequence.IGNORED)
"""Repetitions do not matter."""

CITADELS: Final = Region.of(*(f"{file}{rank}" for file in "abrs" for rank in (1, 2, 18, 19)))
"""Four squares in each corner of a board of 19×19."""


def corners(
    squares: Region = Region.CORNERS,
    *,
    name: str = "corners",
    hostile: PieceSet = PieceSet.ALL,
    pierces: bool = False,
) -> Zone:
    """Corners for the king alone to enter and to cross, hostile to some while they are empty."""
    return Zone(
        name=name,
        squares=squares,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=hostile,
        pierces=pierces,
    )


HOSTILE_CORNERS: Final = corners()
"""Corners for the king alone that threaten everybody, the king too."""


def throne(
    *,
    stop: PieceSet = PieceSet.KING,
    cross: PieceSet = PieceSet.ALL,
    hostile: PieceSet = PieceSet.ALL,
    occupied: PieceSet = PieceSet.NONE,
    pierces: bool = False,
) -> Zone:
    """A throne in the middle, hostile to some while it is empty, and to some even when it is occupied."""
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
    """The four camps of tablut, which attackers leave and nobody enters or crosses; hostile to some in any case."""
    named = {"south camp": _SOUTH, "west camp": _WEST, "north camp": _NORTH, "east camp": _EAST}
    return tuple(
        Zone(
            name=name,
            squares=squares,
            stop=PieceSet.ATTACKERS,
            enter=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_always=hostile,
        )
        for name, squares in named.items()
    )


def compose(*texts: str) -> str:
    """The notes, one a line; in the texts, a line that is set in goes on with the one before.

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
"""The notes on a source that tells of none of the three."""
FITTED: Final = compose("Our reading (all): the whole ruleset is fitted to the games of the archive.", SILENT)
"""The notes on a game that is known by its records alone."""
