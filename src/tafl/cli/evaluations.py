"""Players and their trained evaluations: named on the command line, served to another program, and trained."""

from __future__ import annotations

import argparse
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hnefatafl.errors import HnefataflError
from hnefatafl.search import AlphaBeta, Limit, Player, Searcher, TrainedEvaluation
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted, shortened
from tafl.cli.console import CommandError, Console
from tafl.cli.files import check_free, write_file
from tafl.cli.options import JOBS, command, cores, number, number_of, option, positive, shared, workers
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, read_text
from tafl.engine import SERVERS, is_engine, player, serve

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from hnefatafl.search.train import Round


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

    def player(self, *, limit: Limit | None = None, **options: Any) -> Player:
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

codingame, cs61b and log320 are the protocols of contests: CodinGame's brandubh, tablut of
the course CS61B, and hnefatafl of the course LOG320, whose server is connected to.

  tafl engine --protocol log320 --connect localhost:8888 --player alphabeta:seconds=4
"""


@command(
    "engine",
    _ENGINE,
    option("--protocol", "what the other program speaks", choices=tuple(SERVERS), default="ugi"),
    shared("name", "the ruleset until the host names another", nargs="?"),
    shared("--player", "who chooses the moves (default: a search within the limits of the host)"),
    option("--connect HOST:PORT", "speak with a server there, not on standard input and output"),
    "--jobs",
    "--memory",
    "--evaluation",
)
def run_engine(options: argparse.Namespace, console: Console) -> int:
    """Answer a host until it says quit, or closes the input."""
    rules = None if options.name is None else find_rules(options.name)
    player = _make_player(options)
    if options.connect is None:
        serve(player, options.protocol, ruleset=rules)
        return 0
    with _connect(options.connect) as connection:
        source, target = connection.makefile("rb"), connection.makefile("wb")
        with suppress(ConnectionError):
            serve(player, options.protocol, ruleset=rules, source=source, target=target)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # the thread that reads would keep it open
    return 0


def _connect(text: str) -> socket.socket:
    """Connect to a server.

    Raises:
        CommandError: the text names none, or nobody listens there.
    """
    host, _, number = text.rpartition(":")
    if not host or not number.isdecimal() or not 0 < int(number[:6]) < 1 << 16:
        raise CommandError(f"--connect: HOST:PORT was expected, not {shortened(text, 60)}")
    try:
        return socket.create_connection((host, int(number)))
    except OSError as error:
        raise CommandError(f"--connect: {text}: {error.strerror or error}") from None


def _make_player(options: argparse.Namespace) -> Player | Searcher:
    """What chooses the moves."""
    player_named = read_player(options.player or "", options.evaluation)
    jobs = number_of(options.jobs)
    if player_named.text:
        return player_named.player(jobs=jobs) if jobs > 1 else player_named.player()
    return Searcher(memory=options.memory, evaluation=player_named.evaluation, jobs=jobs)


# The training of a player.

_MATCH: Final = 60
"""The games of the match at the end, unless a round has fewer."""
_TRAIN: Final = """\
Train a player for a ruleset by games of the player against itself, and write what it has
learned to a file. This needs the extra train. The file is written after each round, so
Ctrl-C loses only the last one. A round is written only if games that were held out show,
with 95 % confidence, that it has learned something. At the end a match shows whether the
trained player is stronger than the one before.

----

examples:
  tafl train house.toml --minutes 20 --jobs 0 -o house.json
  tafl play house.toml --level 5 --evaluation house.json
  tafl analyse house.toml --evaluation house.json

The exit status is 1 if no round is written.
"""


@command(
    "train",
    _TRAIN,
    "name",
    shared("--output", required=True),
    option("--minutes M", "how long to train", default="20"),
    shared("--games", "games of each round, whatever the time"),
    option("--rounds N", "the number of rounds", type=positive, default=5),
    shared("--nodes", "the nodes of a move", default=1000),
    option("--units N", "units of the network", default=32),
    "--seed",
    shared("--evaluation", "an evaluation to begin with"),
    option("--match N", f"games of the match; 0: none (default: as many as of a round, up to {_MATCH})", type=number),
    option("--keep-anyway", "write each round, whatever it has learned"),
    "--force",
    *JOBS,
)
def run_train(options: argparse.Namespace, console: Console) -> int:
    """Train, write the evaluation after each round that has learned something, and play a match with it.

    Return 1 if none was written, and 130 after an interrupt.
    """
    from hnefatafl.search.train import rounds

    rules = find_rules(options.name)
    start = None if options.evaluation is None else read_evaluation(options.evaluation)
    output = Path(options.output)
    check_free(output, force=options.force)
    bar = console.progress(f"{rules.name}, round 1 of {options.rounds}", options.games, is_wanted=options.progress)

    def show(games: int) -> None:
        bar.update(games, games)

    written: Round | None = None  # which is in the file
    try:
        with workers(options.jobs) as executor:
            for done in rounds(
                rules,
                minutes=options.minutes if options.games is None else None,
                rounds=options.rounds,
                games=options.games or 1,
                nodes=options.nodes,
                units=options.units,
                seed=options.seed,
                start=start,
                executor=executor,
                ahead=max(4, 2 * (options.jobs or cores())),
                progress=show,
            ):
                console.line(_describe_round(done))
                console.out.flush()
                if done.fault:
                    console.error(f"it is not shown that round {done.number} has learned anything: {done.fault}")
                if not done.fault or options.keep_anyway:
                    write_file(output, done.trained.text.encode(), force=options.force or written is not None)
                    written = done
                label = f"{rules.name}, round {done.number + 1} of {options.rounds}"
                bar = console.progress(label, options.games, is_wanted=options.progress)
            if written is not None:
                console.line(f"written: {output}, round {written.number}")
                console.out.flush()
                _judge(written, start, options, console, executor)
    except KeyboardInterrupt:
        if written is None:
            raise
        console.line(f"interrupted; round {written.number} is in {output}")
        return 130
    if written is None:
        console.error("nothing was written; play more games or longer ones, or use --keep-anyway")
        return 1
    return 0


def _judge(
    trained: Round,
    before: TrainedEvaluation | None,
    options: argparse.Namespace,
    console: Console,
    executor: Executor | None,
) -> None:
    """Tell what the trained player takes from the one before: with the evaluation to begin with, or without a file."""
    games = min(trained.games, _MATCH) if options.match is None else options.match
    if not games:
        return
    from tafl.arena import play_match

    bar = console.progress("the match", games, is_wanted=options.progress)
    result = play_match(
        AlphaBeta(nodes=options.nodes, evaluation=trained.trained),
        AlphaBeta(nodes=options.nodes, evaluation=before),
        trained.trained.ruleset,
        games=games + games % 2,
        seed=options.seed,
        executor=executor,
        progress=lambda result: bar.update(result.games, result.games),
    )
    share = result.pairs.share
    console.line(f"against the player before: {share} of {counted(result.games, 'game')}")
    if share.value <= 1 / 2:
        console.error("the trained player is not stronger than the one before; train longer, or with another seed")


def _describe_round(played: Round) -> str:
    attackers, defenders, draws = played.won
    loss = "" if played.loss is None else f", loss {played.loss:.3f} (of {played.base_loss:.3f})"
    return (
        f"round {played.number}: {counted(played.games, 'game')}, "
        f"attackers {attackers:,}, defenders {defenders:,}, draws {draws:,}"
        f" at {played.nodes[0]:,} and {played.nodes[1]:,} nodes, {played.positions:,} positions{loss}"
    )
