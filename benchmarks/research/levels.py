"""Play the levels of the computer against fixed opponents, and say how many points each takes.

    python benchmarks/research/levels.py --games 60 --variant brandubh --variant tablut --level 1 --level 2

Neighbouring levels are not compared with each other: where one side has the better game, both win with it, whatever the
level. So each level plays every opponent of a panel, from openings of two random plies, each twice with the sides
swapped. A game is a draw after ``--plies``. The share of the points has Wilson's interval of 95 %. The seed decides
openings and errors, so a run comes out the same each time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from hnefatafl import Position, Side, variants
from hnefatafl.rules import Ruleset
from hnefatafl.search import LEVELS, AlphaBeta, Player, built_in_player
from tafl.arena import Played, play
from tafl.inference._records import interval_of

OPENING = 2
PANEL = ("greedy", "montecarlo:playouts=300", "alphabeta:nodes=500", "alphabeta:nodes=5000")


def openings(rules: Ruleset, count: int, seed: int) -> Iterator[Position]:
    """Different positions after random plies, in which nobody can win at once."""
    chance = Random(seed)
    seen: set[Position] = set()
    for _ in range(1000 * count):
        position = Position.initial(rules, rules.first or Side.ATTACKERS)
        for _ in range(OPENING):
            position = position.play(chance.choice(position.legal_moves()))
        if position in seen or any(position.play(move).outcome for move in position.legal_moves()):
            continue
        seen.add(position)
        yield position
        if len(seen) == count:
            return


def points_of(played: Played) -> float:
    """The attackers' points in a game."""
    return 0.5 if played.winner is None else float(played.winner is Side.ATTACKERS)


def made(name: str, seed: int) -> Player:
    """The player of a name, or of the number of a level."""
    if name.isdigit():
        return AlphaBeta(level=int(name), memory=4, seed=seed)
    return built_in_player(name, seed=seed)


def pair(one: str, other: str, plies: int, task: tuple[int, Position]) -> tuple[float, float]:
    """The points of the one player as attackers and as defenders, in the games from one opening."""
    number, start = task
    attacking = play(made(one, number), made(other, number + 1), start, plies=plies, seed=number)
    defending = play(made(other, number), made(one, number + 1), start, plies=plies, seed=number)
    return points_of(attacking), 1 - points_of(defending)


def main() -> None:
    """Play the matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="games against each opponent (default: 60)")
    parser.add_argument("--variant", action="append", help="a ruleset; may be given again (default: brandubh)")
    parser.add_argument("--level", action="append", help="a level, or another player (default: all levels)")
    parser.add_argument("--against", action="append", help="an opponent; may be given again (default: the panel)")
    parser.add_argument("--plies", type=int, default=200, help="plies after which a game is a draw (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the openings (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.variant or ["brandubh"]:
            starts = list(enumerate(openings(variants.get(name), options.games // 2, options.seed)))
            for level in options.level or map(str, LEVELS):
                every: list[tuple[float, float]] = []
                for other in options.against or PANEL:
                    found = list(pool.map(partial(pair, level, other, options.plies), starts))
                    every += found
                    print(f"{name}: {level} against {other}: {told(found)}", flush=True)
                print(f"{name}: {level} in all: {told(every)}", flush=True)


def told(found: list[tuple[float, float]]) -> str:
    """The points in words."""
    games = 2 * len(found)
    share = sum(map(sum, found)) / games
    low, high = interval_of(share * games, games)
    attacking, defending = (sum(side) / len(found) for side in zip(*found, strict=True))
    return (
        f"{share:.0%} [{low:.0%}, {high:.0%}] of {games} games; "
        f"as attackers {attacking:.0%}, as defenders {defending:.0%}"
    )


if __name__ == "__main__":
    main()
