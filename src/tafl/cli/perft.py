"""Count the sequences of moves of each length up to a depth. Repetition is ignored."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import nullcontext

from hnefatafl.play import divide, perft
from tafl.cli.console import Console, interruptible
from tafl.cli.options import JOBS, POSITION, command, option, shared, workers
from tafl.cli.subject import find_position


@command(
    "perft",
    __doc__,
    shared("what", nargs=None),
    option("depth DEPTH", "the maximum length"),
    *POSITION[1:],
    option("--divide", "count for each first move, at that depth only"),
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Count the move sequences of each length up to the depth, or of the depth for each first move."""
    position, _ = find_position(options)
    # The compiled kernel does not check for interrupts while it counts, so an interrupt has to end the process.
    with workers(options.jobs) as executor, interruptible() if executor is None else nullcontext():
        for depth in (options.depth,) if options.divide else range(1, options.depth + 1):
            progress = _make_progress(f"{position.ruleset.name}, depth {depth}", options, console)
            began = time.perf_counter()
            if options.divide:
                counts = divide(position, depth, executor=executor, progress=progress)
                for move, count in sorted(counts.items()):
                    console.line(f"{move}: {count}")
                head, count = f"{len(counts)} moves, ", sum(counts.values())
            else:
                head, count = f"depth {depth}: ", perft(position, depth, executor=executor, progress=progress)
            console.line(f"{head}{_format_speed(count, time.perf_counter() - began)}")
            console.out.flush()
    return 0


def _make_progress(label: str, options: argparse.Namespace, console: Console) -> Callable[[int, int], None] | None:
    """Return the function that draws the progress bar, or None if the bar would not be shown."""
    if not (options.progress and console.err.isatty()):
        return None
    bar = console.progress(label, 1)

    def show(done: int, parts: int) -> None:
        if bar.due:
            bar.show(done / parts)

    return show


def _format_speed(count: int, seconds: float) -> str:
    return f"{count} nodes in {seconds:.3f} s ({count / max(seconds, 1e-9):,.0f} a second)"
