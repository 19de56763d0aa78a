"""The parser of the command line."""

from __future__ import annotations

import argparse
import platform
from difflib import get_close_matches
from functools import partial
from typing import Any, NoReturn, TypeAlias

from hnefatafl import COMPILED
from hnefatafl._cli import (
    analyse,
    arena,
    bologna,
    check,
    completion,
    convert,
    engine,
    infer,
    perft,
    play,
    playouts,
    replay,
    rules,
    serve,
    show,
    solve,
    study,
    train,
    variants,
)
from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.texts import (
    ANALYSE,
    ANALYSE_MORE,
    ARENA,
    ARENA_MORE,
    BOLOGNA,
    BOLOGNA_MORE,
    COMPLETION,
    COMPLETION_MORE,
    CONVERT,
    CONVERT_MORE,
    ENGINE,
    ENGINE_MORE,
    INFER,
    INFER_MORE,
    NEXT,
    PLAY,
    PLAY_MORE,
    REPLAY,
    REPLAY_MORE,
    SERVE,
    SERVE_MORE,
    SHOW,
    SHOW_MORE,
    SOLVE,
    SOLVE_MORE,
    STUDY,
    STUDY_MORE,
    TRAIN,
    TRAIN_MORE,
    VARIANTS_MORE,
)
from hnefatafl._cli.values import KINGS, depth, games, jobs, level, number, region, seconds, side, strength
from hnefatafl._version import __version__
from hnefatafl.describe import LANGUAGES
from hnefatafl.engine import SERVERS
from hnefatafl.render.text import ASCII, UNICODE
from hnefatafl.render.themes import THEMES

__all__ = ["parser"]


class _Parser(argparse.ArgumentParser):
    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = get_close_matches(str(value), map(str, action.choices or ()), 1)
            if near:
                error.message += f"; did you mean {near[0]}?"
            raise

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} ({self.prog} --help explains)")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command; the options that it parses have the function to call as ``run``."""
    kernel = "compiled" if COMPILED else "uncompiled"
    version = f"tafl {__version__} ({kernel} kernel, Python {platform.python_version()})"
    whole = _Parser(prog="tafl", description="Rules, positions and records of the tafl board games.")
    whole.add_argument("--version", action="version", version=version)
    whole.set_defaults(run=_next)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for add in (
        *(_add_replay, _add_infer, _add_convert, _add_show, _add_rules, _add_variants, _add_check, _add_perft),
        *(_add_playouts, _add_solve, _add_play, _add_analyse, _add_train, _add_matches, _add_engine, _add_servers),
    ):
        add(commands)
    _add_completion(commands, whole)
    return whole


_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def _add_replay(commands: _Commands) -> None:
    one = _add(commands, "replay", "replay records under the rules", REPLAY, REPLAY_MORE)
    one.add_argument("files", nargs="*", metavar="FILE", help="a file, a folder, or - for standard input")
    one.add_argument("--variant", metavar="NAME|FILE", help="the rules of all files")
    one.add_argument("--enforce-repetition", action="store_true", help="enforce the rules about repetition")
    one.add_argument(
        "--no-fill", dest="fill", action="store_false", help="do not fill in omitted moves of berserk turns"
    )
    one.add_argument("--show-filled", action="store_true", help="show the moves that were filled in")
    one.add_argument(
        "--show-unexplained", action="store_true", help="show the games that stop with a winner and without a reason"
    )
    one.add_argument("--strict", action="store_true", help="exit with 1 if a record disagrees in any way")
    one.add_argument(
        "--limit", type=number, default=10, metavar="N", help="disagreements to show per file (default: 10)"
    )
    one.add_argument("--all", action="store_true", help="show all disagreements")
    one.add_argument("--json", action="store_true", help="write JSON, an object per line")
    _add_jobs(one)
    _add_drawing(one)
    one.set_defaults(run=replay.run)


def _add_infer(commands: _Commands) -> None:
    one = _add(commands, "infer", "infer the rules by which records were played", INFER, INFER_MORE)
    one.add_argument("files", nargs="*", metavar="FILE", help="a file, a folder, or - for standard input")
    one.add_argument("--format", metavar="DIALECT", help="the dialect of all files")
    one.add_argument(
        "--base",
        action="append",
        metavar="NAME|FILE",
        help="a ruleset to begin the search with, instead of all shipped ones; may be given several times",
    )
    one.add_argument("--each", action="store_true", help="infer the rules of each file by itself")
    one.add_argument("--write", metavar="FILE", help="write the best ruleset to a file of rules, .toml")
    one.add_argument("--json", action="store_true", help="write JSON, an object per line")
    _add_force(one)
    _add_jobs(one)
    _add_drawing(one)
    one.set_defaults(run=infer.run)


def _add_convert(commands: _Commands) -> None:
    one = _add(commands, "convert", "write records in another dialect", CONVERT, CONVERT_MORE)
    one.add_argument("files", nargs="*", metavar="FILE", help="a file, a folder, or - for standard input")
    one.add_argument("--from", dest="source", metavar="DIALECT", help="the dialect of all files")
    one.add_argument("--to", dest="target", metavar="DIALECT", required=True, help="the dialect to write")
    one.add_argument("--variant", metavar="NAME|FILE", help="the rules of all files")
    one.add_argument("-o", "--output", metavar="OUT", help="a file to write, or a folder (with / at its end)")
    one.add_argument("--strict", action="store_true", help="write nothing for a file that would lose something")
    _add_force(one)
    one.set_defaults(run=convert.run)


def _add_show(commands: _Commands) -> None:
    one = _add(commands, "show", "draw a position", SHOW, SHOW_MORE)
    _add_position(one)
    one.add_argument("--game", type=number, default=1, metavar="N", help="which game of a file (default: 1)")
    one.add_argument("--svg", metavar="FILE", help="write the picture as SVG")
    one.add_argument("--png", metavar="FILE", help="write the picture as PNG (needs the extra png)")
    one.add_argument("--html", metavar="FILE", help="write a page that replays the game")
    one.add_argument("--theme", choices=tuple(THEMES), help="the theme (default: light; for pages also dark)")
    one.add_argument("--size", type=number, metavar="N", help="the width of the picture in pixels")
    _add_force(one)
    _add_drawing(one)
    one.set_defaults(run=show.run)


def _add_rules(commands: _Commands) -> None:
    text = "Print the rules of a variant in words, as a leaflet in English, German or Swedish."
    one = _add(commands, "rules", "print the rules in words", text)
    one.add_argument("name", metavar="NAME|FILE", help="a variant")
    one.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default: en)")
    one.add_argument("--order", action="store_true", help="add which ending takes precedence")
    one.set_defaults(run=rules.run)


def _add_variants(commands: _Commands) -> None:
    text = "List the rulesets, print everything about one, or print the differences between two."
    one = _add(commands, "variants", "list, describe and compare rulesets", text, VARIANTS_MORE)
    one.add_argument(
        "name", nargs="*", metavar="NAME|FILE", help="a variant to describe, or diff and two variants to compare"
    )
    one.add_argument("--size", type=number, metavar="N", help="list those with a board of N×N squares")
    one.add_argument("--like", metavar="TEXT", help="list those with the text in a name or alias")
    one.add_argument("--source", metavar="TEXT", help="list those with the text in their source")
    one.add_argument("--escape", type=region, metavar="REGION", help="list those whose king wins there, such as edge")
    one.add_argument(
        "--king",
        type=strength,
        metavar="STRENGTH",
        help=f"list those with a king who is {', '.join(KINGS)}",
    )
    one.add_argument("--first", type=side, metavar="SIDE", help="list those in which SIDE moves first")
    shape = one.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="write JSON")
    shape.add_argument("--names", action="store_true", help="list only the names, one per line")
    one.set_defaults(run=variants.run)


def _add_check(commands: _Commands) -> None:
    text = "Test the rules of a variant by playing them. This needs the extra testing."
    more = "The exit status is 1 if anything is wrong."
    one = _add(commands, "check", "test rules by playing them", text, more)
    one.add_argument("name", metavar="NAME|FILE", help="a variant")
    one.add_argument(
        "--examples",
        type=number,
        default=50,
        metavar="N",
        help="number of lines, and of games, to play (default: 50)",
    )
    one.add_argument("--depth", type=depth, default=12, metavar="N", help="the maximum length of a line (default: 12)")
    one.add_argument("--seed", type=number, default=0, metavar="N", help="the seed of the random choices (default: 0)")
    one.set_defaults(run=check.run)


def _add_perft(commands: _Commands) -> None:
    text = "Count the sequences of moves of each length up to a depth. Repetition is ignored."
    one = _add(commands, "perft", "count move sequences", text)
    one.add_argument("name", metavar="NAME|FILE", help="a variant")
    one.add_argument("depth", type=depth, metavar="DEPTH", help="the maximum length")
    _add_beginning(one)
    one.add_argument("--divide", action="store_true", help="count for each first move, at that depth only")
    _add_jobs(one)
    one.set_defaults(run=perft.run)


def _add_playouts(commands: _Commands) -> None:
    text = "Play games of random moves and print how they ended. All legal moves are equally likely each time."
    more = "The same seeds give the same games with any number of processes."
    one = _add(commands, "playouts", "play games of random moves", text, more)
    one.add_argument("name", metavar="NAME|FILE", help="a variant")
    one.add_argument("--games", type=depth, default=1000, metavar="N", help="the number of games (default: 1000)")
    one.add_argument("--seed", type=number, default=0, metavar="N", help="the seed of the first game (default: 0)")
    one.add_argument("--limit", type=number, default=10_000, metavar="N", help="the most plies (default: 10000)")
    one.add_argument("--position", metavar="POSITION", help="a position record to begin from, instead of the start")
    one.add_argument("--turn", type=side, metavar="SIDE", help="who is to move: attackers or defenders")
    one.add_argument("--json", action="store_true", help="write JSON, an object")
    _add_jobs(one)
    one.set_defaults(run=playouts.run)


def _add_solve(commands: _Commands) -> None:
    one = _add(commands, "solve", "prove who wins a position or a puzzle", SOLVE, SOLVE_MORE)
    _add_position(one)
    one.add_argument("--side", type=side, metavar="SIDE", help="the side that is to win: attackers or defenders")
    one.add_argument("--game", type=number, default=1, metavar="N", help="which game of a file (default: 1)")
    one.add_argument("--ply", type=number, metavar="N", help="the position of a game after N moves")
    one.add_argument("--seconds", type=number, default=60, metavar="N", help="how long to search (default: 60)")
    one.add_argument("--nodes", type=depth, metavar="N", help="how many positions to search")
    one.add_argument("--depth", type=depth, metavar="N", help="how many plies ahead to search")
    one.add_argument("--memory", type=depth, default=64, metavar="MB", help="the size of the table (default: 64)")
    _add_evaluation(one)
    one.add_argument("--all", action="store_true", help="list all first moves that win")
    one.add_argument("--json", action="store_true", help="write JSON")
    one.add_argument(
        "--no-progress", dest="progress", action="store_false", help="show no progress bar, even on a terminal"
    )
    one.set_defaults(run=solve.run)


def _add_play(commands: _Commands) -> None:
    one = _add(commands, "play", "play a game on the terminal", PLAY, PLAY_MORE)
    one.add_argument("--variant", metavar="NAME|FILE", default="brandubh", help="what to play (default: brandubh)")
    one.add_argument(
        "--side",
        choices=tuple(play.SIDES),
        help="the sides that people play (default: both, or attackers if an opponent is given)",
    )
    one.add_argument("--against", metavar="PLAYER", help="the computer's player (default: alphabeta:level=3)")
    one.add_argument("--level", type=level, metavar="N", help="the level of the computer, from 1 to 10")
    one.add_argument("--seconds", type=seconds, metavar="S", help="the time of the computer for a move")
    _add_evaluation(one)
    one.add_argument(
        "--match",
        type=games,
        nargs="?",
        const=2,
        metavar="GAMES",
        help="play 2 or more games, with the sides swapped after each",
    )
    one.add_argument(
        "--lot",
        action="store_true",
        help="draw lots for the sides, and for the first move where the rules leave it open",
    )
    one.add_argument(
        "--seed", type=number, metavar="N", help="make the computer's moves, the lots and the die reproducible"
    )
    _add_beginning(one)
    one.add_argument("--record", metavar="FILE", help="write the game to a file at the end, .otg or .json")
    _add_force(one)
    _add_drawing(one)
    one.set_defaults(run=play.run)


def _add_analyse(commands: _Commands) -> None:
    one = _add(commands, "analyse", "find the best moves of a position, or annotate a game", ANALYSE, ANALYSE_MORE)
    _add_position(one)
    one.add_argument("--seconds", type=seconds, metavar="S", help="the time for a position (default: 5)")
    one.add_argument("--nodes", type=depth, metavar="N", help="search so many positions (default with --game: 20000)")
    one.add_argument("--depth", type=depth, metavar="N", help="search so many plies ahead")
    one.add_argument("--lines", type=depth, default=3, metavar="N", help="the number of lines to show (default: 3)")
    one.add_argument("--memory", type=depth, default=64, metavar="MB", help="the size of the table (default: 64)")
    _add_evaluation(one)
    one.add_argument("--number", type=depth, metavar="N", help="which game of a file (default: 1; with --game, all)")
    one.add_argument("--game", action="store_true", help="annotate the moves of a game, and write it")
    one.add_argument("--to", dest="target", metavar="DIALECT", help="the dialect to write (default: that of the file)")
    one.add_argument("-o", "--output", metavar="FILE", help="the file to write the game to")
    one.add_argument("--json", action="store_true", help="write an object in JSON")
    one.add_argument("--no-progress", dest="progress", action="store_false", help="show no progress on a terminal")
    _add_force(one)
    _add_drawing(one)
    one.set_defaults(run=analyse.run)


def _add_train(commands: _Commands) -> None:
    one = _add(commands, "train", "train a player for a ruleset", TRAIN, TRAIN_MORE)
    train.add_options(one)
    _add_force(one)
    _add_jobs(one)


def _add_matches(commands: _Commands) -> None:
    one = _add(commands, "arena", "play a match of two players", ARENA, ARENA_MORE)
    arena.add_options(one)
    _add_jobs(one)
    one = _add(commands, "study", "find out whether a ruleset is balanced, and how its games go", STUDY, STUDY_MORE)
    study.add_options(one)
    _add_force(one)
    _add_jobs(one)


def _add_engine(commands: _Commands) -> None:
    one = _add(commands, "engine", "serve a player to another program", ENGINE, ENGINE_MORE)
    one.add_argument("--protocol", choices=tuple(SERVERS), default="ugi", help="what the other program speaks")
    one.add_argument("--player", metavar="PLAYER", help="who plays (default: a search within the limits of the host)")
    one.add_argument("--variant", metavar="NAME|FILE", help="the rules until the host names others")
    one.add_argument("--memory", type=depth, default=64, metavar="MB", help="the size of the table (default: 64)")
    _add_evaluation(one)
    one.set_defaults(run=engine.run)


def _add_servers(commands: _Commands) -> None:
    serve.add_options(_add(commands, "serve", "play and study in a browser", SERVE, SERVE_MORE))
    bologna.add_options(_add(commands, "bologna", "play in the Tablut Challenge, or referee it", BOLOGNA, BOLOGNA_MORE))


def _add_evaluation(one: _Parser) -> None:
    one.add_argument("--evaluation", metavar="FILE", help="a trained evaluation to search with (see tafl train)")


def _add_completion(commands: _Commands, whole: _Parser) -> None:
    one = _add(commands, "completion", "write a completion script for a shell", COMPLETION, COMPLETION_MORE)
    one.add_argument("shell", choices=completion.SHELLS, metavar="SHELL", help=", ".join(completion.SHELLS))
    one.set_defaults(run=partial(completion.run, whole))


def _add(commands: _Commands, name: str, summary: str, text: str, more: str = "") -> _Parser:
    return commands.add_parser(
        name,
        help=summary,
        description=text,
        epilog=more,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_jobs(one: _Parser) -> None:
    one.add_argument(
        "--jobs", type=jobs, default=1, metavar="N", help="the number of processes; 0: one per core (default: 1)"
    )
    one.add_argument(
        "--no-progress", dest="progress", action="store_false", help="show no progress bar, even on a terminal"
    )


def _add_force(one: _Parser) -> None:
    one.add_argument("--force", action="store_true", help="overwrite existing files")


def _add_drawing(one: _Parser) -> None:
    letters = one.add_mutually_exclusive_group()
    letters.add_argument("--ascii", dest="glyphs", action="store_const", const=ASCII, help="draw with letters")
    letters.add_argument("--unicode", dest="glyphs", action="store_const", const=UNICODE, help="draw with discs")
    one.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="when to use colours (default: auto)"
    )


def _add_beginning(one: _Parser) -> None:
    one.add_argument("--position", metavar="POSITION", help="a position record to begin from, instead of the start")
    _add_turn(one)


def _add_position(one: _Parser) -> None:
    one.add_argument(
        "what",
        nargs="?",
        metavar="NAME|FILE|POSITION",
        help="a variant, a file of rules or games, a position record, or - to read a board or a game",
    )
    one.add_argument("--variant", metavar="NAME|FILE", help="the rules of the position or of the games")
    _add_turn(one)
    one.add_argument("--moves", default="", help='moves to play first, such as "d1-c1 d3-g3"')
    one.add_argument("--roll", type=number, metavar="N", help="what the king's die shows, where the rules have one")


def _add_turn(one: _Parser) -> None:
    one.add_argument("--turn", type=side, metavar="SIDE", help="who is to move: attackers or defenders")


def _next(options: argparse.Namespace, console: Console) -> int:
    console.line(NEXT)
    return 0
