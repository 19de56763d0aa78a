"""Six bots for a tournament, of which two misbehave.

tafl arena brandubh examples/bots.py:first examples/bots.py:Careful examples/bots.py:cheating

A bot is a function from a position to a move, or a class with a method ``choose``. A class with a parameter ``seed``
gets another number in each game, so that a tournament can be repeated.
"""

from __future__ import annotations

import random

from hnefatafl import Move, Position


def first(position: Position) -> Move:
    """Play the first move of the list."""
    return min(position.legal_moves())


def worded(position: Position) -> str:
    """Play the last one, and write it as a text."""
    return str(max(position.legal_moves()))


class Careful:
    """Win if possible, else move where nothing is captured next."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, position: Position) -> Move:
        moves = sorted(position.legal_moves())
        self.chance.shuffle(moves)
        return min(moves, key=lambda move: self.fear(position, move))

    def fear(self, position: Position, move: Move) -> int:
        """How bad a move looks."""
        after = position.play(move)
        if after.outcome is not None:
            return -1000 if after.outcome.winner is position.turn else 1000
        return len(after.legal_captures())


class Eager(Careful):
    """Capture as much as possible."""

    def fear(self, position: Position, move: Move) -> int:
        return -len(position.captures(move))


def cheating(position: Position) -> Move:
    """Play a move that is illegal everywhere."""
    return Move.parse("a1-b2")


def endless(position: Position) -> Move:
    """Think for ever."""
    while True:
        print("hm", end="")
