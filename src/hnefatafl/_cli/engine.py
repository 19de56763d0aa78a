"""``tafl engine``: serves a player to a host on standard input and output."""

from __future__ import annotations

import argparse

from hnefatafl._cli.console import Console
from hnefatafl._cli.evaluations import read_evaluation, split_player
from hnefatafl._cli.rulesets import find_rules
from hnefatafl.engine.players import player
from hnefatafl.engine.serving import serve
from hnefatafl.search.analysis import Searcher
from hnefatafl.search.players import Player

__all__ = ["run"]


def run(options: argparse.Namespace, console: Console) -> int:
    """Answer a host until it says quit, or closes the input."""
    rules = None if options.variant is None else find_rules(options.variant)
    serve(_player(options), options.protocol, rules=rules)
    return 0


def _player(options: argparse.Namespace) -> Player | Searcher:
    """What chooses the moves."""
    text, file = split_player(options.player or "")
    file = options.evaluation if file is None else file
    evaluation = None if file is None else read_evaluation(file)
    if not text:
        return Searcher(memory=options.memory, evaluation=evaluation)
    return player(text) if evaluation is None else player(text, evaluation=evaluation)
