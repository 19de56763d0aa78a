"""``tafl rules``: print the rules of a variant in words."""

from __future__ import annotations

import argparse

from hnefatafl._cli.console import Console
from hnefatafl._cli.rulesets import find_rules
from hnefatafl.describe import describe

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Print the rules of the named variant in the requested language."""
    console.line(describe(find_rules(options.name), options.lang, order=options.order))
    return 0
