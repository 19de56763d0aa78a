"""``tafl train``: train a player for a ruleset."""

from __future__ import annotations

import argparse
from pathlib import Path

from hnefatafl._cli.console import Console
from hnefatafl._cli.evaluations import read_evaluation
from hnefatafl._cli.files import check_free, write_file
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import depth, number, seconds
from hnefatafl._cli.workers import cores, workers
from hnefatafl.search.train import Round, rounds

__all__ = ["add_options"]


def add_options(one: argparse.ArgumentParser) -> None:
    """Add the options of the command, and the function to call."""
    one.add_argument("name", metavar="NAME|FILE", help="a variant")
    one.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    one.add_argument("--minutes", type=seconds, default=20.0, metavar="M", help="how long to train (default: 20)")
    one.add_argument("--games", type=depth, metavar="N", help="play so many games in each round, whatever the time")
    one.add_argument("--rounds", type=depth, default=5, metavar="N", help="the number of rounds (default: 5)")
    one.add_argument("--nodes", type=depth, default=1000, metavar="N", help="the nodes of a move (default: 1000)")
    one.add_argument("--units", type=number, default=32, metavar="N", help="units of the network (default: 32)")
    one.add_argument("--seed", type=number, default=0, metavar="N", help="the seed of the games (default: 0)")
    one.add_argument("--start", metavar="FILE", help="an evaluation to begin with")
    one.add_argument("--keep-anyway", action="store_true", help="write each round, whatever is shown")
    one.set_defaults(run=_run)


def _run(options: argparse.Namespace, console: Console) -> int:
    """Train, and write the evaluation after each round that has learned something.

    Return 1 if none was written, and 130 after an interrupt.
    """
    rules = find_rules(options.name)
    start = None if options.start is None else read_evaluation(options.start)
    output = Path(options.output)
    check_free(output, options.force)
    bar = console.progress(f"{rules.name}, round 1 of {options.rounds}", options.games, options.progress)

    def show(games: int) -> None:
        if bar.due:
            bar.show(games, games)

    written = 0  # the round that is in the file
    try:
        with workers(options.jobs) as executor:
            for each in rounds(
                rules,
                minutes=options.minutes if options.games is None else None,
                rounds=options.rounds,
                games=options.games or 1,
                nodes=options.nodes,
                units=options.units,
                seed=options.seed,
                start=start,
                executor=executor,
                ahead=max(4, 2 * (options.jobs or cores())),
                progress=show,
            ):
                console.line(_told(each))
                console.out.flush()
                if each.fault:
                    console.error(f"it is not shown that round {each.number} has learned anything: {each.fault}")
                if not each.fault or options.keep_anyway:
                    write_file(output, each.trained.text.encode(), options.force or written > 0)
                    written = each.number
                label = f"{rules.name}, round {each.number + 1} of {options.rounds}"
                bar = console.progress(label, options.games, options.progress)
    except KeyboardInterrupt:
        if not written:
            raise
        console.line(f"interrupted; round {written} is in {output}")
        return 130
    if not written:
        console.error("nothing was written; play more games or longer ones, or use --keep-anyway")
        return 1
    console.line(f"written: {output}, round {written}")
    return 0


def _told(each: Round) -> str:
    attackers, defenders, draws = each.won
    loss = "" if each.loss is None else f", loss {each.loss:.3f} (of {each.base_loss:.3f})"
    return (
        f"round {each.number}: {each.games:,} games, attackers {attackers:,}, defenders {defenders:,}, draws {draws:,}"
        f" at {each.nodes[0]:,} and {each.nodes[1]:,} nodes, {each.positions:,} positions{loss}"
    )
