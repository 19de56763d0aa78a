"""The commands that count: sequences of moves, and how random games end."""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from typing import Final

from hnefatafl.board import Side
from hnefatafl.play import PlayoutSummary, divide, perft, summarize_playouts
from hnefatafl.support.texts import counted
from tafl.cli.console import Console, interruptible
from tafl.cli.options import JOBS, POSITION, command, option, shared, workers
from tafl.cli.subject import find_position

_PERFT: Final = "Count the sequences of moves of each length up to a depth. Repetition is ignored."
_PLAYOUTS: Final = """\
Play games of random moves and print how they ended. Every legal move is equally likely.

----

The same seeds give the same games with any number of processes.

With --json it writes an object: variant, seed, games; attackers, defenders and draws with
their games by the rule that ended them; unfinished, plies.
"""


@command(
    "perft",
    _PERFT,
    shared("what", nargs=None),
    option("depth DEPTH", "the maximum length"),
    *POSITION[1:],
    option("--divide", "count for each first move, at that depth only"),
    *JOBS,
)
def run_perft(options: argparse.Namespace, console: Console) -> int:
    """Count the move sequences of each length up to the depth, or of the depth for each first move."""
    position, _ = find_position(options)
    bar = console.progress("", 1, is_wanted=options.progress)

    def show(done: int, parts: int) -> None:
        bar.update(done / parts)

    progress = show if bar.is_visible else None  # which makes parts of the work
    # The compiled kernel does not check for interrupts while it counts, so an interrupt has to end the process.
    with workers(options.jobs) as executor, interruptible() if executor is None else nullcontext():
        for depth in (options.depth,) if options.divide else range(1, options.depth + 1):
            bar.label = f"{position.ruleset.name}, depth {depth}"
            began = time.perf_counter()
            if options.divide:
                counts = divide(position, depth, executor=executor, progress=progress)
                for move, count in sorted(counts.items()):
                    console.line(f"{move}: {count}")
                head, count = f"{len(counts)} moves, ", sum(counts.values())
            else:
                head, count = f"depth {depth}: ", perft(position, depth, executor=executor, progress=progress)
            seconds = time.perf_counter() - began
            console.line(f"{head}{count} nodes in {seconds:.3f} s ({count / max(seconds, 1e-9):,.0f} a second)")
            console.out.flush()
    return 0


@command(
    "playouts",
    _PLAYOUTS,
    *POSITION,
    shared("--games", default=1000),
    shared("--seed", "the seed of the first game"),
    shared("--plies", default=10_000),
    "--json",
    *JOBS,
)
def run_playouts(options: argparse.Namespace, console: Console) -> int:
    """Play the games and print who won how often, by which rule, and how long they were."""
    position, _ = find_position(options)
    rules = position.ruleset
    seeds = range(options.seed, options.seed + options.games)
    bar = console.progress(rules.name, len(seeds), is_wanted=options.progress)
    with workers(options.jobs) as executor:
        summary = summarize_playouts(
            position, seeds, options.plies, executor=executor, progress=lambda done: bar.update(done, done)
        )
    if options.json:
        console.json({"variant": rules.name, "seed": options.seed, **_convert_summary(summary)})
    else:
        console.line("\n".join(_format_summary(rules.name, seeds, summary, options.plies)))
    return 0


def _format_summary(name: str, seeds: range, summary: PlayoutSummary, limit: int) -> list[str]:
    games = summary.games
    numbers = f"seed {seeds[0]}" if games == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    won = (summary.wins(Side.ATTACKERS), summary.wins(Side.DEFENDERS), summary.draws)
    lines = [
        f"{name}, {counted(games, 'random game')} ({numbers}): "
        f"{summary.mean_plies:,.1f} plies on average, {summary.least_plies:,} to {summary.most_plies:,}",
        "attackers {:.1%}, defenders {:.1%}, draws {:.1%}".format(*(count / games for count in won)),
    ]
    for outcome, count in sorted(summary.outcomes.items(), key=lambda end: (-end[1], str(end[0]))):
        lines.append(f"{count:>{len(f'{games:,}') + 2},}  {outcome or f'cut off after {limit:,} plies'}")
    return lines


def _convert_summary(summary: PlayoutSummary) -> dict[str, object]:
    counts: dict[str, dict[str, int]] = {"attackers": {}, "defenders": {}, "draws": {}}
    for outcome, count in summary.outcomes.items():
        if outcome is not None:
            side = "draws" if outcome.winner is None else outcome.winner.value
            counts[side][outcome.termination.value] = count
    plies = {"mean": round(summary.mean_plies, 3), "least": summary.least_plies, "most": summary.most_plies}
    return {
        "games": summary.games,
        **{side: dict(sorted(of_side.items())) for side, of_side in counts.items()},
        "unfinished": summary.unfinished,
        "plies": plies,
    }
