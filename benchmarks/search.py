"""Measure the search: nodes a second of processor time, and how deep it gets in one; or what several processes gain.

    python benchmarks/search.py --variant copenhagen --variant brandubh --positions 50
    python benchmarks/search.py --variant copenhagen --positions 20 --jobs 2 --depth 9

For each ruleset: from the start, and over middle positions of random games, the depth that is finished within
``--seconds`` of processor time, and the nodes a second. The positions depend on the seed alone. Figures of one run on
one machine compare rulesets and builds; alone they say little.

With ``--jobs`` each position is searched to ``--depth`` by one process and by several, in turn, ``--repeats`` times,
each with empty tables. Told are the geometric means over all of these of the time with one divided by that with
several, with 95 % intervals: on the clock, which counts if as many cores are idle; and of processor time of the process
that leads, which also holds, about, if all processes get an equal share of a busy machine. The load is told before and
after.
"""

from __future__ import annotations

import argparse
import math
import os
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter, process_time

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


def ratio(logarithms: list[float]) -> str:
    """A geometric mean, with its 95 % interval."""
    mean = fmean(logarithms)
    error = 1.96 * stdev(logarithms) / math.sqrt(len(logarithms)) if len(logarithms) > 1 else math.inf
    return f"{math.exp(mean):5.2f} [{math.exp(mean - error):.2f}, {math.exp(mean + error):.2f}]"


def load() -> str:
    """How many processes want a core, where the system tells."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def compare(rules: Ruleset, options: argparse.Namespace) -> None:
    """Compare one process with several, and print the ratios."""
    positions = [Position.initial(rules), *middle_positions(rules, options.positions, options.seed)]
    limit = Limit(depth=options.depth)
    clock, processor, nodes = list[float](), list[float](), list[float]()
    before, total = load(), 0.0
    with Searcher(memory=options.memory) as one, Searcher(memory=options.memory, jobs=options.jobs) as several:
        several.analyse(positions[0], Limit(seconds=2))  # until all processes have started
        for position in positions:
            if one.analyse(position, Limit(depth=4)).proven:
                continue
            for _ in range(options.repeats):
                took = list[tuple[float, float, float]]()
                for searcher in (one, several):
                    searcher.forget()
                    began = perf_counter(), process_time()
                    analysis = searcher.analyse(position, limit)
                    took.append((perf_counter() - began[0], process_time() - began[1], analysis.nodes))
                for found, alone, together in zip((clock, processor, nodes), *took, strict=True):
                    found.append(math.log(alone / together))
                total += took[0][0]
    mean = total / len(clock)
    told = f"{ratio(clock)}   {ratio(processor)}   {math.exp(-fmean(nodes)):5.2f}   {mean:7.2f} s"
    print(f"{rules.name:14} {options.depth:5} {len(clock):8}   {told}   load {before} to {load()}", flush=True)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--variant", action="append", help="a ruleset (default: four of 7, 9, 11 and 13 files)")
    parser.add_argument("--positions", type=int, default=50, help="how many positions of the middle of games")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for a position")
    parser.add_argument("--memory", type=int, default=64, help="megabytes of the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that search together; from 2 on, see above")
    parser.add_argument("--depth", type=int, default=8, help="with --jobs: how deep to search (default: 8)")
    parser.add_argument("--repeats", type=int, default=3, help="with --jobs: how often (default: 3)")
    options = parser.parse_args()
    if options.jobs > 1:
        titles = f"{'on the clock':>20}   {'processor time':>18}   {'nodes':>5}   {'one takes':>9}"
        print(f"{'ruleset':14} depth searches   {titles}")
        for name in options.variant or VARIANTS:
            compare(variants.get(name), options)
        return
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
