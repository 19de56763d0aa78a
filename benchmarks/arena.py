"""How many times as fast two processes play a match as one does.

    python benchmarks/arena.py [--variant NAME] [--games N] [--rounds N]

Prints the ratio of the times of each round, and their median. It should run alone on a machine with two free cores.
"""

from __future__ import annotations

import argparse
import statistics
import time
from concurrent.futures import ProcessPoolExecutor

from hnefatafl import variants
from tafl.arena import Contest, ContestGame


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="copenhagen")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    ruleset = variants.get(options.variant)
    contest = Contest(players=("alphabeta:nodes=1000", "alphabeta:nodes=1000"), ruleset=ruleset, games=options.games)
    ratios: list[float] = []
    for _ in range(options.rounds):
        times: list[float] = []
        found: list[list[ContestGame]] = []
        for jobs in (1, 2):
            with ProcessPoolExecutor(jobs) as executor:
                executor.submit(time.monotonic).result()
                began = time.perf_counter()
                found.append(list(contest.play(executor=executor)))
                times.append(time.perf_counter() - began)
        assert found[0] == found[1]
        ratios.append(times[0] / times[1])
        print(f"one process {times[0]:.2f} s, two {times[1]:.2f} s: {ratios[-1]:.2f}", flush=True)
    print(f"median {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
