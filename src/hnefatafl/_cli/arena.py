"""``tafl arena``: a match of two players."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

from hnefatafl._cli.console import CommandError, Console, Progress
from hnefatafl._cli.evaluations import read_player
from hnefatafl._cli.files import naming
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.values import depth, number, seconds
from hnefatafl._cli.workers import pools
from hnefatafl.arena import Contest, ContestGame, MatchResult, PlayerLike, Sprt, read_games, write_contest, write_game
from hnefatafl.errors import ArgumentValueError, RecordError
from hnefatafl.search import Limit

__all__ = ["add_options"]


def add_options(one: argparse.ArgumentParser) -> None:
    """Add the options of the command, and the function to call."""
    one.add_argument("a", metavar="A", help="the first player: a name with options, or PROTOCOL:COMMAND")
    one.add_argument("b", metavar="B", help="the second player")
    one.add_argument("--variant", default="copenhagen", metavar="NAME|FILE", help="a variant (default: copenhagen)")
    one.add_argument("--games", type=depth, default=100, metavar="N", help="the number of games (default: 100)")
    one.add_argument("--openings", type=number, default=4, metavar="N", help="random moves of an opening (default: 4)")
    one.add_argument("--plies", type=depth, default=500, metavar="N", help="a draw after so many more (default: 500)")
    one.add_argument("--seconds", type=seconds, metavar="S", help="the time of a move, unless the player has a limit")
    one.add_argument("--nodes", type=depth, metavar="N", help="the nodes of a move, unless the player has a limit")
    one.add_argument(
        "--solving", type=number, default=0, metavar="N", help="end won games: nodes of a proof (default: 0)"
    )
    one.add_argument("--seed", type=number, default=0, metavar="N", help="the seed of the games (default: 0)")
    one.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="end as soon as a test can tell them"
    )
    one.add_argument("--save", metavar="FILE", help="write each game to a file, and go on from it if it exists")
    one.add_argument("--json", action="store_true", help="print the result as JSON")
    one.set_defaults(run=_run)


def _run(options: argparse.Namespace, console: Console) -> int:
    """Play the match; return 1 if it failed, and 130 after an interrupt."""
    contest = _contest(options)
    sprt = None if options.sprt is None else _sprt(*options.sprt)
    result = MatchResult(contest=contest, sprt=sprt)
    bar = console.progress(_running(result), contest.games, options.progress)
    status = 0
    try:
        with _saved(options.save, contest, console) as (played, stream), pools(options.jobs) as make:
            for game in contest.play(played=played[: contest.games], executor=make):
                result = result.add(game)
                if stream is not None and game.number >= len(played):
                    stream.write(f"{write_game(game)}\n".encode())
                    stream.flush()
                _report(game, result, console, bar)
                if result.decided is not None:
                    break
    except KeyboardInterrupt:
        status = 130
    if options.json:
        console.json(result.as_json())
    else:
        console.line(str(result))
    if result.failed:
        console.error(
            f"no result: {result.failures:,} of {result.games:,} games ended because a player failed; "
            "with half of the games or more a match says nothing of strength"
        )
        status = status or 1
    return status


def _report(game: ContestGame, result: MatchResult, console: Console, bar: Progress) -> None:
    """Say how a player forfeited the game, and show the score."""
    if game.reason:
        contest = result.contest
        attackers = contest.a_name if game.a_attacks else contest.b_name
        defenders = contest.b_name if game.a_attacks else contest.a_name
        console.error(f"game {game.number}, {attackers} against {defenders}: {game.reason}")
    if bar.due:
        bar.show(result.games, result.games, _running(result))


def _running(result: MatchResult) -> str:
    total = result.total
    return f"+{total.won} ={total.drawn} -{total.lost}  {result.pairs.share}"


def _contest(options: argparse.Namespace) -> Contest:
    limit = Limit(seconds=options.seconds, nodes=options.nodes)
    return Contest(
        a=_player(options.a),
        b=_player(options.b),
        ruleset=find_rules(options.variant),
        games=options.games + options.games % 2,
        opening_plies=options.openings,
        plies=options.plies,
        limit=None if limit == Limit() else limit,
        solving=options.solving,
        seed=options.seed,
        a_name=options.a.strip(),
        b_name=options.b.strip(),
    )


def _player(text: str) -> PlayerLike:
    """A player by its name, or with an evaluation from a file."""
    named = read_player(text)
    return text if named.evaluation is None else named.player()


def _sprt(elo0: float, elo1: float) -> Sprt:
    try:
        return Sprt(elo0=elo0, elo1=elo1)
    except ArgumentValueError as error:
        raise CommandError(f"--sprt: {error}") from None


@contextmanager
def _saved(
    name: str | None, contest: Contest, console: Console
) -> Generator[tuple[list[ContestGame], BinaryIO | None]]:
    """Yield the games that a file has, and the file for those that follow."""
    if name is None:
        yield [], None
        return
    path = Path(name)
    played: list[ContestGame] = []
    with naming(path):
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if lines:
        try:
            played = read_games([line.decode(errors="replace") for line in lines], contest)
        except RecordError as error:
            raise CommandError(f"{path}: {error}") from None
        console.error(f"{path}: goes on after {len(played):,} games")
    with naming(path), path.open("r+b" if lines else "wb") as stream:
        if not lines:
            stream.write(f"{write_contest(contest)}\n".encode())
        else:
            # A last line that breaks off is written anew.
            whole = lines[: 1 + len(played)]
            stream.truncate(sum(map(len, whole)))
            stream.seek(0, SEEK_END)
            if not whole[-1].endswith(b"\n"):
                stream.write(b"\n")
        stream.flush()
        yield played, stream
