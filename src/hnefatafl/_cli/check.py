"""Test the rules of a variant by playing them. This needs the extra testing.

----

The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from hnefatafl._cli.console import Console
from hnefatafl._cli.options import command, option, shared
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import positive

__all__ = ["run"]


@contextmanager
def _nothing_left_behind() -> Generator[None]:
    """Let Hypothesis store its data in a temporary folder, not in a new one where the command is run."""
    from hypothesis.configuration import set_hypothesis_home_dir

    with TemporaryDirectory() as home:
        set_hypothesis_home_dir(home)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


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
    # Hypothesis belongs to an extra; the other commands do not need it.
    from hnefatafl.testing import check_ruleset

    with _nothing_left_behind():
        report = check_ruleset(rules, examples=options.examples, seed=options.seed, depth=options.depth)
    console.line(str(report))
    return 1 if report.findings else 0
