"""``tafl engine``: serves a player to a host on standard input and output."""

from __future__ import annotations

import argparse

from hnefatafl._cli.console import Console
from hnefatafl._cli.evaluations import read_player
from hnefatafl._cli.rulesets import find_rules
from hnefatafl.engine import serve
from hnefatafl.search import Player, Searcher

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Answer a host until it says quit, or closes the input."""
    rules = None if options.variant is None else find_rules(options.variant)
    serve(_player(options), options.protocol, rules=rules)
    return 0


def _player(options: argparse.Namespace) -> Player | Searcher:
    """What chooses the moves."""
    named = read_player(options.player or "", options.evaluation)
    return named.player() if named.text else Searcher(memory=options.memory, evaluation=named.evaluation)
