"""Play games of random moves and print how they ended. Every legal move is equally likely.

----

The same seeds give the same games with any number of processes.

With --json it writes an object: variant, seed, games; attackers, defenders and draws with
their games by the rule that ended them; unfinished, plies.
"""

from __future__ import annotations

import argparse

from hnefatafl.board import Side
from hnefatafl.play import PlayoutSummary, summarize_playouts
from hnefatafl.support.texts import counted
from tafl.cli.console import Console
from tafl.cli.options import JOBS, POSITION, command, shared, workers
from tafl.cli.subject import find_position


@command(
    "playouts",
    __doc__,
    *POSITION,
    shared("--games", default=1000),
    shared("--seed", "the seed of the first game"),
    shared("--plies", default=10_000),
    "--json",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play the games and print who won how often, by which rule, and how long they were."""
    position, _ = find_position(options)
    rules = position.ruleset
    seeds = range(options.seed, options.seed + options.games)
    bar = console.progress(rules.name, len(seeds), is_wanted=options.progress)

    def show(done: int) -> None:
        if bar.due:
            bar.show(done, done)

    with workers(options.jobs) as executor:
        summary = summarize_playouts(position, seeds, options.plies, executor=executor, progress=show)
    if options.json:
        console.json({"variant": rules.name, "seed": options.seed, **_convert_summary(summary)})
    else:
        for line in _format_summary(rules.name, seeds, summary, options.plies):
            console.line(line)
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
