"""How many positions a second the analysis service answers with N processes, as a share of N times those with one.

    python benchmarks/service.py [--variant NAME] [--positions N] [--nodes N] [--workers N] [--rounds N]

All positions are queued at once. Prints the share of each round, and beside it the same share of as many processes that
search their parts of the positions without a service: cores that share a cache or a clock do not reach 100 % either.
Last are the medians. It should run alone on a machine with more free cores than workers, as the service itself takes a
part of one.
"""

from __future__ import annotations

import argparse
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from hnefatafl import Position, playout, variants
from hnefatafl.search import Limit, analyse
from tafl.service import Query, Service
from tafl.service._query import MEMORY

PLIES = 40


def queries(variant: str, positions: int, nodes: int) -> list[Query]:
    """Return queries about random games, each about the first positions of one."""
    start = Position.initial(variants.get(variant))
    found: list[Query] = []
    for seed in range(-(-positions // PLIES)):
        moves = [str(move) for move in playout(start, seed, PLIES).moves]
        after = range(min(len(moves), positions - PLIES * seed))
        found.append(Query(id=str(seed), start=start, moves=moves, after=after, limit=Limit(nodes=nodes)))
    return found


def measure(workers: int, asked: list[Query]) -> tuple[float, float, dict[tuple[str, int], int]]:
    """Return the seconds that the answers take, the seconds of processor time of this process, and the scores."""
    warm = Query(id="warm", start=asked[0].start, moves=asked[0].moves, after=range(PLIES // 2), limit=Limit(nodes=10))
    # A service with one worker would search in this process.
    one = ProcessPoolExecutor(1, get_context("spawn"))
    with one, Service(one if workers == 1 else None, workers=workers) as service:
        for _ in service.answer_all([warm]):
            pass  # the processes run
        began, own = time.perf_counter(), time.process_time()
        scores = {(found.id, found.after): found.analysis.score.value for found in service.answer_all(asked)}
        return time.perf_counter() - began, time.process_time() - own, scores


def search(positions: list[Position], nodes: int) -> None:
    """Search positions one after the other."""
    for position in positions:
        analyse(position, Limit(nodes=nodes), memory=MEMORY)


def measure_bare(workers: int, asked: list[Query], nodes: int) -> float:
    """Return the seconds that as many processes take without a service, each with its part of the positions."""
    positions = [position for query in asked for _, position in query.positions()]
    with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
        list(executor.map(search, [positions[:1]] * workers, [nodes] * workers))
        began = time.perf_counter()
        list(executor.map(search, [positions[first::workers] for first in range(workers)], [nodes] * workers))
        return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="copenhagen")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    asked = queries(options.variant, options.positions, options.nodes)
    shares, bare = list[float](), list[float]()
    for _ in range(options.rounds):
        (one, _, scores), (all_, own, same) = measure(1, asked), measure(options.workers, asked)
        assert scores == same
        shares.append(one / (options.workers * all_))
        alone, beside = (measure_bare(workers, asked, options.nodes) for workers in (1, options.workers))
        bare.append(alone / (options.workers * beside))
        print(f"{len(scores)} positions: one worker {one:.2f} s", end=", ")
        print(f"{options.workers} workers {all_:.2f} s: {shares[-1]:.1%}; without a service {bare[-1]:.1%}", end="; ")
        print(f"of processor time the service itself took {own / len(scores) * 1000:.2f} ms a position", flush=True)
    print(f"medians {statistics.median(shares):.1%}, {statistics.median(bare):.1%}")


if __name__ == "__main__":
    main()
