"""The commands that print the rules of a variant, test them, and write them for a module in WebAssembly."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from hnefatafl.describe import LANGUAGES, describe
from tafl.cli.console import CommandError, Console
from tafl.cli.files import write_file
from tafl.cli.options import command, option, positive, shared
from tafl.cli.rulesets import find_rules

_RULES: Final = "Print the rules of a variant in words, as a leaflet in English, German or Swedish."
_CHECK: Final = """\
Test the rules of a variant by playing them.

----

The exit status is 1 if anything is wrong.
"""
_TABLES: Final = """\
Write the rules of a variant as the tables from which a module in WebAssembly plays it,
as JSON; without --output to standard output.

----

examples:
  tafl tables brandubh
  tafl tables house.toml -o house.json
"""


@command(
    "rules",
    _RULES,
    "name",
    option("--lang", "the language", choices=LANGUAGES, default="en"),
    option("--order", "add which ending takes precedence"),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Print the rules of the named variant in the requested language."""
    console.line(describe(find_rules(options.name), options.lang, order=options.order))
    return 0


@command(
    "check",
    _CHECK,
    "name",
    option("--examples N", "number of lines, and of games, to play", default=50),
    option("--depth N", "the maximum length of a line", type=positive, default=12),
    shared("--seed", "the seed of the random choices"),
)
def run_check(options: argparse.Namespace, console: Console) -> int:
    """Report what is wrong with the named variant; return 1 if anything is."""
    from hnefatafl.testing import check_ruleset

    rules = find_rules(options.name)
    report = check_ruleset(rules, examples=options.examples, seed=options.seed, depth=options.depth)
    console.line(str(report))
    return 1 if report.findings else 0


@command("tables", _TABLES, "name", shared("--output", "the file to write, .json"), "--force")
def run_tables(options: argparse.Namespace, console: Console) -> int:
    """Write the tables of the named variant."""
    from hnefatafl.errors import ArgumentValueError
    from hnefatafl.notation.data import format_tables
    from hnefatafl.render.page import board_message
    from hnefatafl.search import pack_evaluation

    rules = find_rules(options.name)
    try:
        text = format_tables(rules, evaluation=pack_evaluation(rules), board=board_message(rules))
    except ArgumentValueError as error:
        raise CommandError(str(error)) from None
    if options.output is None:
        console.line(text.rstrip("\n"))
    else:
        write_file(Path(options.output), text.encode(), force=options.force)
    return 0
