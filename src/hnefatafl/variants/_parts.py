"""What several shipped rulesets have in common: zones, what a repetition leads to, and sentences of their notes."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from hnefatafl.geometry import Region
from hnefatafl.options import Consequence, Repetition, Zone
from hnefatafl.pieces import PieceSet, Side

__all__ = [
    "BLOCKED",
    "DEFENDERS_BREAK",
    "DEFENDERS_DEVIATE",
    "DRAWN",
    "HOSTILE_CORNERS",
    "MOVER_BREAKS",
    "NO_MEN",
    "UNRESTRICTED",
    "compose",
    "throne",
]

DRAWN: Final = "Our reading: a position that comes about for the third time is a draw; our sources give no rule."
BLOCKED: Final = "Our reading: a side without a legal move loses; our sources give no rule."
NO_MEN: Final = "Our reading: attackers without a man have lost; our sources give no rule."

DEFENDERS_BREAK: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE)
"""The third occurrence loses for the defenders, whoever moved."""
DEFENDERS_DEVIATE: Final = Repetition(consequence=Consequence.DEFENDERS_LOSE, by=Side.DEFENDERS)
"""The third occurrence loses for the defenders if they bring it about."""
MOVER_BREAKS: Final = Repetition(consequence=Consequence.MOVER_LOSES)
"""The third occurrence loses for whoever brings it about."""
UNRESTRICTED: Final = Repetition(consequence=Consequence.IGNORED)
"""Repetitions do not matter."""

HOSTILE_CORNERS: Final = Zone(
    name="corners",
    squares=Region.CORNERS,
    stop=PieceSet.KING,
    cross=PieceSet.KING,
    hostile_empty=PieceSet.ALL,
)
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
