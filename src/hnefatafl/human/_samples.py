"""Choices that people made in games, as arrays of numbers."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from attrs import field

from hnefatafl._base.arguments import check, check_number
from hnefatafl._base.jobs import batches, check_executor, in_order
from hnefatafl._base.seal import frozen
from hnefatafl.human._features import features_of
from hnefatafl.records import Game
from hnefatafl.search import Searcher

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Samples", "sample"]

_BATCH: Final = 8
"""How many games a worker takes at once."""


def _numbers() -> array[int]:
    return array("I")


@frozen
class Samples:
    """Positions, their legal moves, the features of each move, and which move was chosen."""

    names: dict[str, int] = field(factory=dict[str, int])
    """The features that occur, with their numbers."""
    features: array[int] = field(factory=_numbers, repr=False)
    """The numbers of the features of all moves of all positions."""
    widths: array[int] = field(factory=_numbers, repr=False)
    """How many features each move has."""
    moves: array[int] = field(factory=_numbers, repr=False)
    """How many moves each position has."""
    chosen: array[int] = field(factory=_numbers, repr=False)
    """Which of its moves was chosen in each position."""
    games: array[int] = field(factory=_numbers, repr=False)
    """The number of the game of each position."""
    rulesets: list[str] = field(factory=list[str], repr=False)
    """The ruleset of each position."""

    def add(self, game: int, ruleset: str, chosen: int, choices: list[list[str]]) -> None:
        """Add a position."""
        names = self.names
        for choice in choices:
            self.features.extend([names.setdefault(name, len(names)) for name in choice])
            self.widths.append(len(choice))
        self.moves.append(len(choices))
        self.chosen.append(chosen)
        self.games.append(game)
        self.rulesets.append(ruleset)

    def extend(self, other: Samples) -> None:
        """Add the positions of others."""
        numbers = [self.names.setdefault(name, len(self.names)) for name in other.names]
        self.features.extend([numbers[number] for number in other.features])
        self.widths.extend(other.widths)
        self.moves.extend(other.moves)
        self.chosen.extend(other.chosen)
        self.games.extend(other.games)
        self.rulesets.extend(other.rulesets)


def sample(games: Iterable[Game], positions: int, nodes: int, seed: int, executor: Executor | None) -> Samples:
    """Draw positions of the games by chance, about so many in all, and from each game as many as from another.

    Arguments:
        games: the games, as far as they can be played by their rules.
        positions: how many positions are wanted.
        nodes: the nodes of the search of each.
        seed: what decides.
        executor: what does the work.

    Raises:
        ArgumentTypeError: a number is not whole, or something else is of another type.
        ArgumentValueError: the number of positions is below 1.
    """
    check_executor(executor)
    check_number("positions", positions, 1)
    check("seed", seed, int)
    listed = [*games]
    chance = random.Random(seed)
    chance.shuffle(listed)
    each = max(1, -(-positions // max(1, len(listed))))
    pieces = [(number, game, each, seed) for number, game in enumerate(listed)]
    found = Samples()
    for part in in_order(executor, partial(_sampled, nodes=nodes), batches(pieces, _BATCH)):
        found.extend(part)
        if len(found.chosen) >= positions:
            break
    return found


def _sampled(pieces: tuple[tuple[int, Game, int, int], ...], nodes: int) -> Samples:
    found = Samples()
    searcher = Searcher(memory=1)
    for number, game, each, seed in pieces:
        plays = [play for play in game.replay(lenient=True).played_moves if not play.before.can_roll]
        chance = random.Random(f"{seed} {number}")
        for play in chance.sample(plays, min(each, len(plays))):
            searcher.forget()
            features = features_of(play.before, searcher, nodes)
            if len(features) > 1:  # a forced move is no choice
                found.add(number, game.ruleset.name, [*features].index(play.move), [*features.values()])
    return found
