"""Games by the names of their moves, for the tests of positions and of boards to search on."""

from __future__ import annotations

from random import Random
from typing import Final

from hnefatafl import Illegality, KingStrength, Move, Position, variants

BARE: Final = variants.BRANDUBH.evolve(throne=None, corners=None, king=KingStrength.STRONG, encirclement=False)
"""Without special squares, and with a strong king."""
SHUFFLE: Final = ("a4-a5", "c4-c5", "a5-a4", "c5-c4")
"""The start position of brandubh comes again after these plies."""


class NoChance(Random):
    """A die that must not be thrown."""

    def randint(self, a: int, b: int) -> int:
        """Refuse."""
        raise AssertionError("the die was thrown")


def play(position: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def reason(position: Position, move: Move | str) -> Illegality | None:
    """Why a move is illegal, or None for a legal one."""
    found = position.illegality(move)
    return None if found is None else found.reason
