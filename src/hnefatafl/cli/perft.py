"""``tafl perft``: counts move sequences."""

from __future__ import annotations

import argparse
import time

from hnefatafl.cli.console import Console, interruptible
from hnefatafl.cli.rulesets import find_rules
from hnefatafl.cli.show import start
from hnefatafl.position import Position
from hnefatafl.searchboard import divide, perft

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Count the move sequences of each length up to the depth, or of the depth for each first move."""
    rules = find_rules(options.name)
    position = start(rules, options.turn, options.position)
    # The compiled kernel does not look up from counting, so an interrupt has to end the process by itself.
    with interruptible():
        if options.divide:
            _divide(position, options.depth, console)
            return 0
        for depth in range(1, options.depth + 1):
            began = time.perf_counter()
            count = perft(position, depth)
            console.line(f"depth {depth}: {_speed(count, time.perf_counter() - began)}")
            console.out.flush()
    return 0


def _divide(position: Position, depth: int, console: Console) -> None:
    began = time.perf_counter()
    counts = divide(position, depth)
    seconds = time.perf_counter() - began
    for move, count in sorted(counts.items()):
        console.line(f"{move}: {count}")
    console.line(f"{len(counts)} moves, {_speed(sum(counts.values()), seconds)}")


def _speed(count: int, seconds: float) -> str:
    return f"{count} nodes in {seconds:.3f} s ({count / max(seconds, 1e-9):,.0f} a second)"
