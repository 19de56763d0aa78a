"""Puzzles from own play: games of the computer against itself, and the puzzles that ship."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Final

from attrs import evolve

from hnefatafl._base.arguments import check_number
from hnefatafl.arena import openings, play
from hnefatafl.play import Position
from hnefatafl.puzzles._finding import check_rules
from hnefatafl.puzzles._puzzle import Puzzle
from hnefatafl.puzzles._writing import parse_puzzles
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset
from hnefatafl.search import AlphaBeta

_OPENING: Final = 6
_NODES: Final = 300
_NOISE: Final = 60
"""So many hundredths of a man the score of a move may err: games with mistakes have more puzzles."""
_PLIES: Final = 120


def own_games(ruleset: Ruleset | str, games: int = 100, *, seed: int = 0) -> Iterator[Game]:
    """Yield games of the computer against itself, weakly played, to find puzzles in.

    Each begins with some random moves and ends after 120 plies at the latest.

    >>> game, = own_games("brandubh", 1, seed=1)
    >>> game.tags["event"]
    'own play, seed 1, game 1'

    Arguments:
        ruleset: the rules.
        games: how many.
        seed: what decides them.

    Raises:
        PuzzleError: there are no puzzles by these rules.
        ArgumentValueError: there are fewer than 1 games.
    """
    rules = as_ruleset(ruleset)
    check_rules(rules)
    check_number("games", games, 1)
    for number, start in enumerate(islice(openings(rules, plies=_OPENING, seed=seed), games), start=1):
        yield _played(start, seed, number)


def _played(start: Position, seed: int, number: int) -> Game:
    player = AlphaBeta(nodes=_NODES, noise=_NOISE, memory=1, seed=seed * 1_000_003 + number)
    game = Game.from_position(play(player, player, start, plies=_PLIES - start.ply).position)
    return evolve(game, tags={**game.tags, "event": f"own play, seed {seed}, game {number}"})


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with the library, all from own play.

    >>> len(shipped()) >= 50, len({puzzle.ruleset for puzzle in shipped()}) >= 8
    (True, True)
    """
    text = (files("hnefatafl") / "puzzles" / "shipped.jsonl").read_text("utf-8")
    return tuple(parse_puzzles(text))
