"""Openings: positions after some random moves, from which both players play once as each side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from hnefatafl._base.arguments import check_number
from hnefatafl.board import Board, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.records import draw_first
from hnefatafl.records._rolls import thrown
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset

MOST_PLIES: Final = 1000
"""The maximum number of random moves of an opening."""
_TRIES: Final = 100
"""How many games of random moves are begun for an opening that differs from those before it."""


def openings(ruleset: Ruleset | str | Position, plies: int = 4, seed: int = 0) -> Iterator[Position]:
    """Yield positions after random moves, without end.

    All differ, as long as there are others; where there are few, they come again. None is decided. The die
    is rolled where chance says so, and the side that begins is drawn where the rules leave it to the lot.

    >>> from itertools import islice
    >>> from hnefatafl import Game, variants
    >>> for position in islice(openings(variants.BRANDUBH, plies=2, seed=1), 3):
    ...     print(*(each.move for each in Game.from_position(position).moves))
    b4-b6 d5-g5
    b4-b1 d3-b3
    b4-b5 d5-f5

    Arguments:
        ruleset: the rules, or a position to begin with.
        plies: how many random moves.
        seed: what decides them.

    Raises:
        ArgumentValueError: the number of plies is out of range, or all games of so many random moves are over.
    """
    check_number("plies", plies, 0, MOST_PLIES)
    return _openings(ruleset if isinstance(ruleset, Position) else as_ruleset(ruleset), plies, random.Random(seed))


def _openings(begun: Ruleset | Position, plies: int, chance: random.Random) -> Iterator[Position]:
    seen: set[tuple[Board, Side]] = set()
    fresh = True
    while True:
        found: Position | None = None
        for _ in range(_TRIES if fresh else 1):
            start = Position.initial(begun, draw_first(begun, chance)) if isinstance(begun, Ruleset) else begun
            position = after_random(start, plies, chance)
            if position is None:
                continue
            found = position
            if (key := (position.board, position.turn)) not in seen:
                seen.add(key)
                break
        else:
            fresh = False  # all have been met, as far as one can tell
        if found is not None:
            yield found
        elif not seen:
            raise ArgumentValueError(f"plies: after {plies} random moves the game is always over")


def after_random(start: Position, plies: int, chance: random.Random) -> Position | None:
    """The position after random moves, or None if the game is over by then."""
    position = start
    last = start.ply + plies
    while position.outcome is None and (position.ply < last or position.roll_pending is not None):
        choices = sorted(position.legal_moves())
        at = chance.randrange(len(choices) + position.can_roll)
        position = thrown(position, chance) if at == len(choices) else position.play(choices[at])
    return None if position.outcome is not None else position
