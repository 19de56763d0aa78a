"""Train a player for a ruleset by games of the player against itself, and write what it has
learned to a file. This needs the extra train. The file is written after each round, so
Ctrl-C loses only the last one. A round is written only if games that were held out show,
with 95 % confidence, that it is an improvement.

----

examples:
  tafl train house.toml --minutes 20 --jobs 0 -o house.json
  tafl play house.toml --level 5 --evaluation house.json
  tafl analyse house.toml --evaluation house.json

The exit status is 1 if no round is written.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hnefatafl._base.printable import counted
from hnefatafl._cli.console import Console
from hnefatafl._cli.evaluations import read_evaluation
from hnefatafl._cli.files import check_free, write_file
from hnefatafl._cli.options import JOBS, command, option, shared
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import positive
from hnefatafl._cli.workers import cores, workers
from hnefatafl.search.train import Round, rounds

__all__ = ["run"]


@command(
    "train",
    __doc__,
    "name",
    shared("--output", required=True),
    option("--minutes M", "how long to train", default="20"),
    shared("--games", "games of each round, whatever the time"),
    option("--rounds N", "the number of rounds", type=positive, default=5),
    shared("--nodes", "the nodes of a move", default=1000),
    option("--units N", "units of the network", default=32),
    "--seed",
    shared("--evaluation", "an evaluation to begin with"),
    option("--keep-anyway", "write each round, improved or not"),
    "--force",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Train, and write the evaluation after each round that has learned something.

    Return 1 if none was written, and 130 after an interrupt.
    """
    rules = find_rules(options.name)
    start = None if options.evaluation is None else read_evaluation(options.evaluation)
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
        f"round {each.number}: {counted(each.games, 'game')}, "
        f"attackers {attackers:,}, defenders {defenders:,}, draws {draws:,}"
        f" at {each.nodes[0]:,} and {each.nodes[1]:,} nodes, {each.positions:,} positions{loss}"
    )
