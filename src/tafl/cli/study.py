"""Play games of the computer against itself, at several strengths, and print the balance of the
sides, how long games are, how they end, when they are settled, and which squares and
options play no part. --explore looks for changes of one option that bring the rules nearer
to balance. All intervals are for 95 %.

----

examples:
  tafl study brandubh --games 50 --jobs 0
  tafl study house.toml --minutes 10 --jobs 0 -o study.html
  tafl study house.toml --explore --strengths 500 --jobs 0

With --json it writes an object (Study.as_json): format, variant, size, seed, plies,
opening_plies, seconds, results, dead_squares, idle_options, exploration.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from hnefatafl.errors import ArgumentValueError
from tafl.cli.console import CommandError, Console
from tafl.cli.files import check_target, write_file
from tafl.cli.options import JOBS, Group, command, option, pools, positive, shared
from tafl.cli.rulesets import find_rules
from tafl.lab import DEFAULT_STRENGTHS, Conditions, Exploration, Strength, Study, StudyProgress, explore, study

_SHARE: Final = 0.5
"""The part of a budget of time that an exploration gets."""
_EXPLORED: Final = 4000
"""How many games an exploration has, unless said otherwise."""
_ENDLESS: Final = 10_000_000
_LEAST: Final = 500
"""With how many nodes an exploration plays, unless strengths are given."""


def _parse_strengths(text: str) -> tuple[Strength, ...]:
    try:
        return tuple(Strength.parse(level) for level in text.split(","))
    except ArgumentValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


@command(
    "study",
    __doc__,
    "name",
    Group(
        (
            shared("--games", "games of each strength (default: 100)"),
            option("--minutes M", "how long it may take, instead"),
        )
    ),
    option("--strengths N,...", "nodes of a move, or random (default: random,200,2000)", type=_parse_strengths),
    option("--explore", "find changes of one option that bring it nearer to balance"),
    option("--explore-games N", f"how many games to explore with (default: {_EXPLORED})", type=positive),
    shared("--plies", default=400),
    "--seed",
    shared("--output", "the file to write: a page with drawings, .html"),
    "--json",
    "--force",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Study, explore, and print; return 130 after an interrupt, with what is known by then."""
    rules = find_rules(options.name)
    if options.output is not None:
        check_target(options.output, (".html",), "a study", force=options.force)
    if options.explore_games is not None and not options.explore:
        raise CommandError("--explore-games goes with --explore")
    strengths = options.strengths or DEFAULT_STRENGTHS
    minutes = options.minutes
    conditions = Conditions(seed=options.seed, plies=options.plies)
    bar = console.progress(rules.name, 1000, is_wanted=options.progress)

    def show(result_of_study: StudyProgress) -> None:
        balances = "  ".join(f"{result.strength}: {result.balance}" for result in result_of_study.results)
        bar.update(1000 * result_of_study.share * (_SHARE if options.explore else 1), result_of_study.games, balances)

    def show_race(played: int, games: int) -> None:
        bar.update(1000 * (_SHARE + (1 - _SHARE) * played / games), None, f"{rules.name}, changes")

    exploration: Exploration | None = None
    result_of_study: Study | None = None
    over = False
    try:
        with pools(options.jobs) as make:
            result_of_study = study(
                rules,
                strengths=strengths,
                games=options.games,
                minutes=None if minutes is None else minutes * (_SHARE if options.explore else 1),
                conditions=conditions,
                executor=make,
                progress=show,
            )
            if options.explore and result_of_study.whole:
                until = None if minutes is None else time.monotonic() + 60 * minutes * (1 - _SHARE)
                exploration = explore(
                    rules,
                    strength=options.strengths[-1] if options.strengths else Strength(nodes=_LEAST),
                    games=options.explore_games or (_EXPLORED if minutes is None else _ENDLESS),
                    conditions=conditions,
                    executor=make,
                    progress=show_race,
                    stop=None if until is None else lambda: time.monotonic() >= until,
                )
                over = until is not None and time.monotonic() >= until
    except KeyboardInterrupt:
        if result_of_study is None:
            return 130
    _print_results(result_of_study, exploration, options, console)
    if options.output is not None:
        write_file(Path(options.output), result_of_study.html(exploration).encode(), force=options.force)
    whole = result_of_study.whole and (exploration.whole or over if exploration is not None else not options.explore)
    return 0 if whole else 130


def _print_results(
    result: Study, exploration: Exploration | None, options: argparse.Namespace, console: Console
) -> None:
    if options.json:
        document = result.as_json()
        if exploration is not None:
            document["exploration"] = exploration.as_json()
        console.json(document)
        return
    console.line(result.describe())
    if exploration is not None:
        console.line()
        console.line(exploration.describe())
