"""Play a match of two players, or a tournament of more: all against all, or the first against
all others (--gauntlet). Each opening is played by every pairing, once with either side. For a
match it prints the difference in Elo with its 95 % interval, and the points of the attackers;
for a tournament a table with the points, both sides apart, and the Elo of all by one fit. The
same games are played with any number of processes, unless players look at a clock. With -o an
interrupted match or tournament continues.

A player is one of tafl play, an engine as PROTOCOL:COMMAND, or a bot as FILE.py:NAME: a
function from a position to a move, or a class with a method choose. Engines and bots run in
processes of their own. Whoever fails or takes too long forfeits the game. NAME=PLAYER gives a
player another name.

----

examples:
  tafl arena brandubh alphabeta:nodes=1000 greedy --games 20
  tafl arena copenhagen alphabeta:nodes=4000 alphabeta:nodes=1000 --jobs 0 -o match.jsonl
  tafl arena copenhagen alphabeta "uci:taflzero --threads 1" --seconds 0.5 --sprt 0 20
  tafl arena house.toml alphabeta:nodes=500,evaluation=house.json alphabeta:nodes=500
  tafl arena brandubh Ann=ann.py:Bot Bo=bo.py:choose greedy --seconds 1 -o all.jsonl --html all.html

With --json it writes an object. Of two players it is MatchResult.as_json: a, b, variant,
seed, games, points, as_attackers, as_defenders, attackers, pairs, elo, likelihood, endings,
forfeits, failed, plies, with --sprt sprt, and table and anchor; of more it is
Standings.as_json: players, gauntlet, variant, seed, games, failed, matches, table, anchor,
forfeits.

The exit status is 1 if the games do not measure strength: not counting players that failed in
half of their games, none is left, or half of them or more ended because a player failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final

from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import Limit
from tafl.arena import (
    Contest,
    ContestGame,
    PlayerLike,
    Sprt,
    Standings,
    html_tournament,
    read_games,
    write_contest,
    write_game,
)
from tafl.cli.console import CommandError, Console, Progress
from tafl.cli.evaluations import read_player
from tafl.cli.files import check_free, resumed, suffix_of, write_file
from tafl.cli.options import JOBS, command, option, pools, shared
from tafl.cli.rulesets import find_rules
from tafl.engine import EngineError, EnginePlayer, EngineRefusedError, SimpleEngine, is_bot, is_engine, player

_LOADING: Final = 5.0
"""How many seconds a bot may take before the first game."""


@command(
    "arena",
    __doc__,
    "name",
    option("players PLAYER", "a name with options, PROTOCOL:COMMAND, or FILE.py:NAME; two or more", nargs="+"),
    option("--gauntlet", "only the first player meets all others"),
    shared("--games", "how many games of each pairing, rounded up to pairs", default=100),
    option("--openings N", "random moves of an opening", default=4),
    shared("--plies", "a draw after N more plies", default=500),
    shared("--seconds", "the time of a move, unless the player has a limit"),
    shared("--nodes", "the nodes of a move, unless the player has a limit"),
    option("--margin S", "seconds that an engine or a bot may take beyond --seconds (default: 1)"),
    option("--solving N", "end won games: nodes of a proof", default=0),
    "--seed",
    option("--sprt", "end when a sequential test decides between them", type=float, nargs=2, metavar=("ELO0", "ELO1")),
    shared("--output", "the file to write each game to, .jsonl; if it exists, the games continue from it"),
    option("--html FILE", "a page to write with the tables and the games; it is written anew each time"),
    "--json",
    *JOBS,
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Play the games; return 1 if they say nothing of strength, and 130 after an interrupt."""
    contest = _make_contest(options)
    _check_bots(contest)
    sprt = None if options.sprt is None else _make_sprt(*options.sprt)
    standings = Standings(contest=contest, sprt=sprt)
    page = None if options.html is None else _find_page(options.html)
    games: list[ContestGame] = []
    warned: set[str] = set()
    bar = console.progress(_format_running(standings), contest.total, is_wanted=options.progress)
    status = 0
    try:
        with _open_saved(options.output, contest) as (played, add), pools(options.jobs) as make:
            if played:
                console.error(f"{options.output}: goes on after {len(played):,} games")
            for game in contest.play(played=played[: contest.total], executor=make):
                standings = standings.add(game)
                if page is not None:
                    games.append(game)
                if game.number >= len(played):
                    add(write_game(game))
                _report(game, standings, warned, console, bar)
                if standings.decided is not None:
                    break
    except KeyboardInterrupt:
        status = 130
    if page is not None:
        write_file(page, html_tournament(standings, games).encode(), force=True)
    if options.json:
        console.json(standings.as_json())
    else:
        console.line(str(standings))
    if standings.failed:
        console.error(
            f"no result: {standings.failures:,} of {standings.games:,} games ended because a player failed; "
            "so many say nothing of strength"
        )
        status = status or 1
    return status


def _find_page(name: str) -> Path:
    suffix_of(name, (".html", ".htm"), "a tournament's page")
    check_free(Path(name), force=True)
    return Path(name)


def _report(game: ContestGame, standings: Standings, warned: set[str], console: Console, bar: Progress) -> None:
    """Say how a player forfeited the game and, once of each player, what it plays otherwise; and show the score."""
    attackers, defenders = (standings.contest.names[place] for place in standings.contest.seats(game.number))
    for warning in game.warnings:
        name = next(name for name in (attackers, defenders) if warning.startswith(f"{name}: "))
        if name not in warned:
            console.error(f"warning: {warning}")
        warned.add(name)
    if game.reason:
        console.error(f"game {game.number}, {attackers} against {defenders}: {game.reason}")
    if bar.due:
        bar.show(standings.games, standings.games, _format_running(standings))


def _format_running(standings: Standings) -> str:
    match, *others = standings.matches
    if others:
        return f"{len(standings.contest.players)} players"
    total = match.total
    return f"+{total.won} ={total.drawn} -{total.lost}  {match.pairs.share}"


def _make_contest(options: argparse.Namespace) -> Contest:
    limit = Limit(seconds=options.seconds, nodes=options.nodes)
    named = [_read_name(text.strip()) for text in options.players]
    return Contest(
        players=[_read_player(text) for _, text in named],
        ruleset=find_rules(options.name),
        games=options.games + options.games % 2,
        gauntlet=options.gauntlet,
        opening_plies=options.openings,
        plies=options.plies,
        limit=None if limit == Limit() else limit,
        margin=options.margin,
        solving=options.solving,
        seed=options.seed,
        names=[name for name, _ in named],
    )


def _read_name(text: str) -> tuple[str, str]:
    """The name of a player, and the text without it; a player's own text has a sign of equality in the path
    of a bot, or behind a colon."""
    name, sign, named = (part.strip() for part in text.partition("="))
    is_file = is_bot(text) and Path(text.rpartition(":")[0]).is_file()
    return (name, named) if sign and name and not set(":/\\") & set(name) and not is_file else (text, text)


def _read_player(text: str) -> PlayerLike:
    """A player by its name, or with the evaluation in a file."""
    player_named = read_player(text)
    if player_named.evaluation is not None:
        return player_named.player()
    name, _, bot = text.partition(":")
    if Path(f"{name}.py").is_file() and bot.isidentifier() and not is_engine(text):
        raise CommandError(f"{text}: a bot is named as FILE.py:NAME, such as {name}.py:{bot}")
    return text


def _check_bots(contest: Contest) -> None:
    """Load each bot once, so that one whose file or name is wrong does not forfeit all its games."""
    for name, wanted in zip(contest.names, contest.players, strict=True):
        if not isinstance(wanted, str) or not is_bot(wanted):
            continue
        bot = player(wanted)
        assert isinstance(bot, EnginePlayer)
        try:
            SimpleEngine(bot.command, dialect=bot.dialect, patience=_LOADING).close()
        except EngineRefusedError as error:
            raise CommandError(f"{name}: {error}") from None
        except EngineError:
            pass  # it dies, or takes long: that costs it its games


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
    suffix_of(name, (".jsonl",), "games")
    return resumed(Path(name), write_contest(contest), partial(read_games, contest=contest))
