"""Measure the search: nodes a second of processor time, and how deep it gets in one.

    python benchmarks/search.py --variant copenhagen --variant brandubh --positions 50

For each ruleset: from the start, and over middle positions of random games, the depth that is finished within
``--seconds`` of processor time, and the nodes a second. The positions depend on the seed alone. Figures of one run on
one machine compare rulesets and builds; alone they say little.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time

from hnefatafl import Position, variants
from hnefatafl.play import playout
from hnefatafl.rules import Ruleset
from hnefatafl.search import Analysis, Limit, Searcher

VARIANTS = ("copenhagen", "brandubh", "tablut", "hnefatafl-13")
MIDDLE = (10, 30)
"""After so many random plies, at least and at most, a position is one of the middle of a game."""


def middle_positions(rules: Ruleset, count: int, seed: int) -> list[Position]:
    """Positions of random games that go on."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = playout(Position.initial(rules), seed=random.getrandbits(32), limit=random.randint(*MIDDLE)).position
        if position.outcome is None and not position.can_roll and position.legal_moves():
            found.append(position)
    return found


def searched(position: Position, seconds: float, memory: int) -> Analysis:
    """What a search of so much processor time finds, with an empty table."""
    searcher = Searcher(memory=memory, clock=process_time)
    return searcher.analyse(position, Limit(seconds=seconds))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--variant", action="append", help="a ruleset (default: four of 7, 9, 11 and 13 files)")
    parser.add_argument("--positions", type=int, default=50, help="how many positions of the middle of games")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for a position")
    parser.add_argument("--memory", type=int, default=64, help="megabytes of the table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'ruleset':24} {'depth, start':>12} {'depth, median':>13} {'1,000 nodes a second':>20}")
    for name in options.variant or VARIANTS:
        rules = variants.get(name)
        start = searched(Position.initial(rules), options.seconds, options.memory)
        middle = [
            searched(position, options.seconds, options.memory)
            for position in middle_positions(rules, options.positions, options.seed)
        ]
        open_ = [analysis for analysis in middle if not analysis.proven]
        depth = median(analysis.depth for analysis in open_) if open_ else 0
        speed = median(analysis.nodes / max(analysis.seconds, 1e-9) for analysis in [start, *open_]) / 1000
        print(
            f"{name:24} {start.depth:12} {depth:13g} {speed:20.0f}   ({len(middle) - len(open_)} decided)", flush=True
        )


if __name__ == "__main__":
    main()
