"""How fast one build is against another, as ratios of one run on one machine.

    python benchmarks/compare.py OLD NEW [--rounds 20] [--variant copenhagen]

OLD and NEW are folders from which ``hnefatafl`` can be imported: the ``src`` of two
checkouts, compiled in place or not, or of one checkout compiled and not. Each runs in a
process of its own; they take turns in slices of a tenth of a second, so that both
meet the same load, and the best slices are compared, since a busy machine only slows.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

MEASURES = ("perft_bulk", "perft_made", "api_loop", "playouts", "api_playouts")


def tasks(variant: str) -> dict[str, Callable[[], int]]:
    """What is measured; each call tells how many units of work it has done."""
    from hnefatafl import COMPILED, Position, perft, playout, variants

    start = Position.initial(variants.get(variant))
    middle = playout(start, seed=3, limit=60).position
    turn = iter(range(10**9))

    def api_loop() -> int:
        moves = middle.legal_moves()
        for move in moves:
            middle.play(move)
        return len(moves)

    def api_playout() -> int:
        dice = random.Random(next(turn) % 4)
        position = start
        while position.ply < 100 and (moves := position.legal_moves()):
            position = position.play(moves[dice.randrange(len(moves))])
        return position.ply

    return {
        "perft_bulk": lambda: perft(start, 3 if COMPILED else 2),
        "perft_made": lambda: perft(start, 2, bulk=False),
        "api_loop": api_loop,
        "playouts": lambda: playout(start, seed=next(turn) % 8).plies,
        "api_playouts": api_playout,
    }


def worker(variant: str) -> None:
    """Do what each line asks for, and answer with the units of work a second of processor time."""
    known = tasks(variant)
    for line in sys.stdin:
        measure, least = line.split()
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < float(least):
            done += known[measure]()
        print(done / spent, flush=True)


def slices(workers: list[subprocess.Popen[str]], measure: str, rounds: int) -> Iterator[list[float]]:
    """The figures of the builds, taken in turns."""
    for _ in range(rounds):
        found: list[float] = []
        for each in workers:
            assert each.stdin is not None
            assert each.stdout is not None
            each.stdin.write(f"{measure} 0.1\n")
            each.stdin.flush()
            found.append(float(each.stdout.readline()))
        yield found


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast one build is against another, as ratios of one run.")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--variant", default="copenhagen")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        worker(options.variant)
        return
    command = [sys.executable, __file__, "-", "-", "--worker", "--variant", options.variant]
    workers = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for path in (options.old, options.new)
    ]
    print(f"{options.variant}, new / old        best   median of slices")
    for measure in MEASURES:
        pairs = list(slices(workers, measure, options.rounds))
        best = max(new for _, new in pairs) / max(old for old, _ in pairs)
        median = statistics.median(new / old for old, new in pairs)
        print(f"  {measure:24} {best:8.2f} {median:8.2f}")
    for each in workers:
        each.communicate()


if __name__ == "__main__":
    main()
