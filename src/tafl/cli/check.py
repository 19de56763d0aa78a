"""Test the rules of a variant by playing them.

----

The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse

from hnefatafl.testing import check_ruleset
from tafl.cli.console import Console
from tafl.cli.options import command, option, positive, shared
from tafl.cli.rulesets import find_rules


@command(
    "check",
    __doc__,
    "name",
    option("--examples N", "number of lines, and of games, to play", default=50),
    option("--depth N", "the maximum length of a line", type=positive, default=12),
    shared("--seed", "the seed of the random choices"),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Report what is wrong with the named variant; return 1 if anything is."""
    rules = find_rules(options.name)
    report = check_ruleset(rules, examples=options.examples, seed=options.seed, depth=options.depth)
    console.line(str(report))
    return 1 if report.findings else 0
