"""Print the rules of a variant in words, as a leaflet in English, German or Swedish."""

from __future__ import annotations

import argparse

from hnefatafl.describe import LANGUAGES, describe
from tafl.cli.console import Console
from tafl.cli.options import command, option
from tafl.cli.rulesets import find_rules


@command(
    "rules",
    __doc__,
    "name",
    option("--lang", "the language", choices=LANGUAGES, default="en"),
    option("--order", "add which ending takes precedence"),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Print the rules of the named variant in the requested language."""
    console.line(describe(find_rules(options.name), options.lang, order=options.order))
    return 0
