"""The commands that print the rules of a variant, and that test them."""

from __future__ import annotations

import argparse
from typing import Final

from hnefatafl.describe import LANGUAGES, describe
from tafl.cli.console import Console
from tafl.cli.options import command, option, positive, shared
from tafl.cli.rulesets import find_rules

_RULES: Final = "Print the rules of a variant in words, as a leaflet in English, German or Swedish."
_CHECK: Final = """\
Test the rules of a variant by playing them.

----

The exit status is 1 if anything is wrong.
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
