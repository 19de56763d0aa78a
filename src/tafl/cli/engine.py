"""Serve a player to another program: as an engine, on standard input and output.

The program starts the command and says what to play and for how long. It decides the rules
where the protocol can say them: UGI by the option rules, which takes the name of a variant,
and OTEP by OpenTafl's rules. HTP is for the games of hnefatafl.org.

----

Without --player the command searches as long as the program allows. With one, the limits of
the player count too; a player without a search takes the time that it needs. Players are
those of tafl play.

  tafl engine brandubh --protocol ugi
  tafl engine --protocol otep --player alphabeta:level=5
"""

from __future__ import annotations

import argparse

from hnefatafl.search import Player, Searcher
from tafl.cli.console import Console
from tafl.cli.evaluations import read_player
from tafl.cli.options import command, number_of, option, shared
from tafl.cli.rulesets import find_rules
from tafl.engine import SERVERS, serve


@command(
    "engine",
    __doc__,
    option("--protocol", "what the other program speaks", choices=tuple(SERVERS), default="ugi"),
    shared("name", "the ruleset until the host names another", nargs="?"),
    shared("--player", "who chooses the moves (default: a search within the limits of the host)"),
    "--jobs",
    "--memory",
    "--evaluation",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Answer a host until it says quit, or closes the input."""
    rules = None if options.name is None else find_rules(options.name)
    serve(_make_player(options), options.protocol, ruleset=rules)
    return 0


def _make_player(options: argparse.Namespace) -> Player | Searcher:
    """What chooses the moves."""
    player_named = read_player(options.player or "", options.evaluation)
    jobs = number_of(options.jobs)
    if player_named.text:
        return player_named.player(jobs=jobs) if jobs > 1 else player_named.player()
    return Searcher(memory=options.memory, evaluation=player_named.evaluation, jobs=jobs)
