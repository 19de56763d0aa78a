"""``tafl playouts``: plays games of random moves."""

from __future__ import annotations

import argparse
from collections import Counter
from operator import attrgetter

from hnefatafl._cli.console import Console
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.show import start
from hnefatafl._cli.workers import workers
from hnefatafl.outcome import Outcome
from hnefatafl.pieces import Side
from hnefatafl.simulation import playouts

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Play the games and tell who won how often, by which rule, and how long they were."""
    rules = find_rules(options.name)
    position = start(rules, options.turn, options.position)
    seeds = range(options.seed, options.seed + options.games)
    ends: Counter[Outcome | None] = Counter()
    plies: Counter[int] = Counter()
    progress = console.progress(rules.name, len(seeds), options.progress)
    with workers(options.jobs) as executor:
        ended = attrgetter("outcome", "plies")
        games = playouts(position, seeds, options.limit, each=ended, executor=executor)
        for done, (outcome, length) in enumerate(games, start=1):
            ends[outcome] += 1
            plies[length] += 1
            if progress.due:
                progress.show(done, done)
    if options.json:
        console.json({"variant": rules.name, "seed": options.seed, **_data(ends, plies)})
    else:
        for line in _text(rules.name, seeds, ends, plies, options.limit):
            console.line(line)
    return 0


def _mean(plies: Counter[int]) -> float:
    return sum(length * count for length, count in plies.items()) / plies.total()


def _won(ends: Counter[Outcome | None], winner: Side | None) -> int:
    return sum(count for outcome, count in ends.items() if outcome is not None and outcome.winner is winner)


def _text(name: str, seeds: range, ends: Counter[Outcome | None], plies: Counter[int], limit: int) -> list[str]:
    games = len(seeds)
    numbers = f"seed {seeds[0]}" if games == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    lines = [
        f"{name}, {games:,} random {'game' if games == 1 else 'games'} ({numbers}): "
        f"{_mean(plies):,.1f} plies on average, {min(plies):,} to {max(plies):,}",
        "attackers {:.1%}, defenders {:.1%}, draws {:.1%}".format(
            *(_won(ends, winner) / games for winner in (Side.ATTACKERS, Side.DEFENDERS, None))
        ),
    ]
    for outcome, count in sorted(ends.items(), key=lambda end: (-end[1], str(end[0]))):
        lines.append(f"{count:>{len(f'{games:,}') + 2},}  {outcome or f'cut off after {limit:,} plies'}")
    return lines


def _data(ends: Counter[Outcome | None], plies: Counter[int]) -> dict[str, object]:
    counts: dict[str, dict[str, int]] = {"attackers": {}, "defenders": {}, "draws": {}}
    for outcome, count in ends.items():
        if outcome is not None:
            side = "draws" if outcome.winner is None else outcome.winner.value
            counts[side][outcome.termination.value] = count
    return {
        "games": plies.total(),
        **{side: dict(sorted(found.items())) for side, found in counts.items()},
        "unfinished": ends[None],
        "plies": {"mean": round(_mean(plies), 3), "least": min(plies), "most": max(plies)},
    }
