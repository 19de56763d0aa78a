"""Play a match of two players, each opening once with either side, and print the difference
in Elo with its 95 % interval, and the points of the attackers. The same games are played
with any number of processes, unless players look at a clock. With -o an interrupted
match continues.

----

examples:
  tafl arena brandubh alphabeta:nodes=1000 greedy --games 20
  tafl arena copenhagen alphabeta:nodes=4000 alphabeta:nodes=1000 --jobs 0 -o match.jsonl
  tafl arena copenhagen alphabeta "uci:taflzero --threads 1" --seconds 0.5 --sprt 0 20
  tafl arena house.toml alphabeta:nodes=500,evaluation=house.json alphabeta:nodes=500

With --json it writes an object (MatchResult.as_json): a, b, variant, seed, games, points,
as_attackers, as_defenders, attackers, pairs, elo, likelihood, endings, forfeits, failed,
plies, and with --sprt sprt.

The exit status is 1 if half of the games or more ended because a player failed: such a match
does not measure strength.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import Limit
from tafl.arena import Contest, ContestGame, MatchResult, PlayerLike, Sprt, read_games, write_contest, write_game
from tafl.cli.console import CommandError, Console, Progress
from tafl.cli.evaluations import read_player
from tafl.cli.files import resumed, suffix_of
from tafl.cli.options import JOBS, command, option, pools, shared
from tafl.cli.rulesets import find_rules


@command(
    "arena",
    __doc__,
    "name",
    option("a PLAYER", "the first player: a name with options, or PROTOCOL:COMMAND"),
    option("b PLAYER", "the second player"),
    shared("--games", default=100),
    option("--openings N", "random moves of an opening", default=4),
    shared("--plies", "a draw after N more plies", default=500),
    shared("--seconds", "the time of a move, unless the player has a limit"),
    shared("--nodes", "the nodes of a move, unless the player has a limit"),
    option("--solving N", "end won games: nodes of a proof", default=0),
    "--seed",
    option("--sprt", "end when a sequential test decides between them", type=float, nargs=2, metavar=("ELO0", "ELO1")),
    shared("--output", "the file to write each game to, .jsonl; if it exists, the match continues from it"),
    "--json",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play the match; return 1 if it failed, and 130 after an interrupt."""
    contest = _make_contest(options)
    sprt = None if options.sprt is None else _make_sprt(*options.sprt)
    result = MatchResult(contest=contest, sprt=sprt)
    bar = console.progress(_format_running(result), contest.games, is_wanted=options.progress)
    status = 0
    try:
        with _open_saved(options.output, contest) as (played, add), pools(options.jobs) as make:
            if played:
                console.error(f"{options.output}: goes on after {len(played):,} games")
            for game in contest.play(played=played[: contest.games], executor=make):
                result = result.add(game)
                if game.number >= len(played):
                    add(write_game(game))
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
        names = result.contest.a_name, result.contest.b_name
        against = " against ".join(names if game.a_attacks else reversed(names))
        console.error(f"game {game.number}, {against}: {game.reason}")
    if bar.due:
        bar.show(result.games, result.games, _format_running(result))


def _format_running(result: MatchResult) -> str:
    total = result.total
    return f"+{total.won} ={total.drawn} -{total.lost}  {result.pairs.share}"


def _make_contest(options: argparse.Namespace) -> Contest:
    limit = Limit(seconds=options.seconds, nodes=options.nodes)
    return Contest(
        a=_read_player(options.a),
        b=_read_player(options.b),
        ruleset=find_rules(options.name),
        games=options.games + options.games % 2,
        opening_plies=options.openings,
        plies=options.plies,
        limit=None if limit == Limit() else limit,
        solving=options.solving,
        seed=options.seed,
        a_name=options.a.strip(),
        b_name=options.b.strip(),
    )


def _read_player(text: str) -> PlayerLike:
    """A player by its name, or with the evaluation in a file."""
    player_named = read_player(text)
    return player_named.player() if player_named.evaluation else text


def _make_sprt(elo0: float, elo1: float) -> Sprt:
    try:
        return Sprt(elo0=elo0, elo1=elo1)
    except ArgumentValueError as error:
        raise CommandError(f"--sprt: {error}") from None


def _open_saved(
    name: str | None, contest: Contest
) -> AbstractContextManager[tuple[list[ContestGame], Callable[[str], None]]]:
    """Return the games that a file has, and what adds those that follow; without a file, nothing is kept."""
    if name is None:
        return nullcontext((list[ContestGame](), lambda _: None))
    suffix_of(name, (".jsonl",), "a match")
    return resumed(Path(name), write_contest(contest), partial(read_games, contest=contest))
