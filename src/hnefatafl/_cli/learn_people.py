"""Fit a model of how people play to games that people played, and write it; or, with --judge,
say how well a model tells the moves of games. Fitting needs the extra train.

----

examples:
  tafl learn-people games.csv --jobs 0 -o people.json
  tafl learn-people archive/ --positions 50000 -o people.json
  tafl learn-people other-games.csv --judge people.json
  tafl play copenhagen --player alphabeta:level=3,human=people.json
  tafl analyse game.otg --annotate --human people.json

One game in ten is held back, and what the model makes of those games is told: in how many
positions it gives the move that was played the greatest probability, and in how many one of
the three greatest.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hnefatafl._base.printable import counted
from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.evaluations import read_human
from hnefatafl._cli.files import check_free, write_file
from hnefatafl._cli.options import command, option, shared
from hnefatafl._cli.reading import FILES, GameReader
from hnefatafl._cli.values import positive
from hnefatafl._cli.workers import workers
from hnefatafl.human import judge_human
from hnefatafl.records import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["run"]


@command(
    "learn-people",
    __doc__,
    *FILES,
    "--output",
    option("--judge FILE", "judge this model, instead of fitting one"),
    option("--positions N", "how many positions to draw from the games", type=positive, default=20_000),
    shared("--nodes", "how many nodes are searched in a position (default: 600, or those of the model)"),
    "--seed",
    "--jobs",
    "--force",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Fit a model, or judge one; return 2 if something could not be read."""
    if (options.output is None) == (options.judge is None):
        raise CommandError("either --output, to fit a model, or --judge, to judge one, was expected")
    if options.judge is not None and options.nodes is not None:
        raise CommandError("--nodes is for fitting; a model says its own")
    reader = GameReader(options, console)
    with workers(options.jobs) as executor:
        work = _fit if options.judge is None else _judge
        work(options, reader.games(), executor, console)
    return 2 if reader.faults else 0


def _judge(options: argparse.Namespace, games: Iterable[Game], executor: Executor | None, console: Console) -> None:
    model = read_human(options.judge)
    found = judge_human(model, games, positions=options.positions, seed=options.seed, executor=executor)
    if not found:
        raise CommandError("there are no such games")
    for ruleset, score in sorted(found.items()):
        console.line(f"{ruleset}: {score}")


def _fit(options: argparse.Namespace, games: Iterable[Game], executor: Executor | None, console: Console) -> None:
    from hnefatafl.human import fit_human  # which needs an extra

    output = Path(options.output)
    check_free(output, options.force)
    wanted = {"positions": options.positions, "seed": options.seed}
    if options.nodes is not None:
        wanted["nodes"] = options.nodes
    model = fit_human(games, executor=executor, **wanted)
    write_file(output, model.text.encode(), options.force)
    for name, value in model.training.items():
        console.line(f"{name}: {value}")
    console.line(f"written: {output}, {counted(len(model.weights), 'feature')}")
