"""Players that are named on the command line, with files of trained evaluations; and the command that serves one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from hnefatafl.errors import HnefataflError
from hnefatafl.search import Limit, Player, Searcher, TrainedEvaluation
from hnefatafl.support.immutability import frozen
from tafl.cli.console import CommandError, Console
from tafl.cli.options import command, number_of, option, shared
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, read_text
from tafl.engine import SERVERS, is_engine, player, serve


def read_evaluation(path: str) -> TrainedEvaluation:
    """Return the evaluation in a file.

    Raises:
        CommandError: the file cannot be read, or is none.
    """
    text = read_text(Source(Path(path)))
    try:
        return TrainedEvaluation.parse(text)
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None


@frozen
class Named:
    """A player that is named on the command line."""

    text: str
    """Its text, without the file of its evaluation."""
    evaluation: TrainedEvaluation | None
    """Its evaluation, if it has one of its own."""

    def player(self, *, limit: Limit | None = None, **options: object) -> Player:
        """Return the player, as :func:`~tafl.engine.player` makes it.

        Raises:
            ArgumentValueError: there is no such player or option.
        """
        if self.evaluation is not None:
            options["evaluation"] = self.evaluation
        return player(self.text, limit=limit, **options)


def read_player(text: str, evaluation: str | None = None) -> Named:
    """Return a player that is named as in ``alphabeta:nodes=9,evaluation=FILE``.

    Arguments:
        text: the text.
        evaluation: the file of the evaluation, if the text names none.

    Raises:
        CommandError: the text names two files, or the file cannot be read, or is no evaluation.
    """
    files: list[str] = []
    if not is_engine(text):
        name, colon, rest = text.partition(":")
        others: list[str] = []
        for option in rest.split(",") if colon else []:
            key, _, value = (part.strip() for part in option.partition("="))
            if key == "evaluation":
                files.append(value)
            else:
                others.append(option)
        text = f"{name}:{','.join(others)}" if others else name
    if len(files) > 1:
        raise CommandError("evaluation: one file was expected, not two")
    path = files[0] if files else evaluation
    return Named(text, None if path is None else read_evaluation(path))


# A player for another program.

_ENGINE: Final = """\
Serve a player to another program: as an engine, on standard input and output.

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


@command(
    "engine",
    _ENGINE,
    option("--protocol", "what the other program speaks", choices=tuple(SERVERS), default="ugi"),
    shared("name", "the ruleset until the host names another", nargs="?"),
    shared("--player", "who chooses the moves (default: a search within the limits of the host)"),
    "--jobs",
    "--memory",
    "--evaluation",
)
def run_engine(options: argparse.Namespace, console: Console) -> int:
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
