"""``tafl check``: looks the rules of a variant over by playing them."""

from __future__ import annotations

import argparse

from hnefatafl.cli.console import Console
from hnefatafl.cli.rulesets import find_rules

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Report what is wrong with the variant that is named; 1 if anything is."""
    rules = find_rules(options.name)
    # Hypothesis belongs to an extra, and the other commands do without.
    from hnefatafl.testing import check_ruleset

    report = check_ruleset(rules, examples=options.examples, seed=options.seed, depth=options.depth)
    console.line(str(report))
    return 1 if report.findings else 0
