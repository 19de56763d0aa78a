"""The turns of a record: the turn of each move, and its letter in that turn.

A turn has the moves of both sides. Most have two, ``a`` and ``b``; where
berserk turns make one side move several times, each of its moves has a letter
of its own. A piece that continues starts where it has just arrived, and no
other move can start there, so the squares alone show where a side continues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import NotExpressibleError
from hnefatafl.records import Game, RecordedMove
from hnefatafl.rules import Berserk, Ruleset


@frozen
class Place:
    """The place of a move in its line."""

    turn: int
    """The turn, counted from 1."""
    index: int
    """The number of moves before it in its turn."""
    second: bool
    """Whether it is a move of the side that moves second in a turn."""

    @property
    def name(self) -> str:
        """The place in an address, such as ``7a``.

        Raises:
            NotExpressibleError: the alphabet does not have enough letters.
        """
        if self.index >= 26:
            raise NotExpressibleError("OTN", ["addresses in turns of more than 26 moves"])
        return f"{self.turn}{chr(ord('a') + self.index)}"


Before = tuple[Place, RecordedMove] | None
"""The move before the first one of a line, and its place; None at the start of the game."""


def begins_second(game: Game) -> bool:
    """Return whether the first move of the game belongs to the side that moves second in a turn."""
    return game.start is not None and game.start.turn is not (game.ruleset.first or Side.ATTACKERS)


def first_place(before: Before, move: RecordedMove | None, rules: Ruleset, second: bool) -> Place:
    """Return the place of the first move of a line, or of an ending without moves (None); each line counts from turn
    1."""
    if before is None:
        return Place(1, int(second), second)
    return evolve(next_place(*before, move, rules), turn=1)


def next_place(place: Place, previous: RecordedMove, move: RecordedMove | None, rules: Ruleset) -> Place:
    """Return the place of a move, or of an ending (None), after the previous one."""
    if rules.berserk is not Berserk.NONE and move is not None and move.origin == previous.target:
        return Place(place.turn, place.index + 1, place.second)
    if place.second:
        return Place(place.turn + 1, 0, False)
    return Place(place.turn, place.index + 1, True)


def places_of(moves: Sequence[RecordedMove], ended: bool, before: Before, rules: Ruleset, second: bool) -> list[Place]:
    """Return the places of the moves of a line, and of its ending, if it has one."""
    found: list[Place] = []
    for at, move in enumerate([*moves, None] if ended else moves):
        if found:
            found.append(next_place(found[-1], moves[at - 1], move, rules))
        else:
            found.append(first_place(before, move, rules, second))
    return found


def line_places(game: Game) -> Iterator[list[Place]]:
    """Yield the places of all lines of a game, the main line first."""
    rules, second = game.ruleset, begins_second(game)
    main = places_of(game.moves, game.ending is not None, None, rules, second)
    known = [main]
    yield main
    for variation in game.variations:
        line, at = variation.line, variation.at
        before = (known[line][at - 1], game.line_moves(line)[at - 1]) if at else None
        known.append(places_of(variation.moves, variation.ending is not None, before, rules, second))
        yield known[-1]
