"""Show which moves were played in a position, in the games of files or folders, and the results
of those games. A position counts as the same however it was reached, and however the board
is rotated or mirrored.

The position is the start of the game, unless --position or --moves says otherwise. Where the
records have several rulesets, it is about the one with the most games, or that of --ruleset.

----

examples:
  tafl explore games.csv
  tafl explore games/ --moves "d1-c1 c4-c2"
  tafl explore games/ --ruleset copenhagen --by Ann --result attackers
  tafl explore games.csv --json

The last column says in which games a move was played, as tafl show FILE --game K counts them.
"share" is the share of the points that the attackers took, a draw being half a point.

With --json it writes an object: variant, position, games and illegal (how many games were
read, and how many of them only up to an illegal move), rulesets (the games of each), results
and moves, each with move, results (attackers, defenders, draws, unknown) and games (file,
game).

The exit status is 0, or 2 if something could not be read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from typing import Final

from hnefatafl.board import Side
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.as_json import attributes
from hnefatafl.support.texts import counted
from tafl.cli.console import CommandError, Console
from tafl.cli.options import command, option, shared
from tafl.cli.reading import FILES, GameReader
from tafl.cli.rulesets import find_rules
from tafl.cli.subject import play_moves, read_board, start_of
from tafl.explorer import DEFAULT_PLIES, GameIndex, MoveStatistics, PositionStatistics, index_games

_RESULTS: Final = {"attackers": Side.ATTACKERS, "defenders": Side.DEFENDERS, "draw": None}


@command(
    "explore",
    __doc__,
    *FILES,
    option("--position POSITION", "the position, instead of the start"),
    "--turn",
    "--moves",
    option("--ruleset NAME", "only games of this ruleset"),
    option("--by NAME", "only games of this player, where records name them"),
    option("--result RESULT", "only games that ended so: attackers, defenders or draw", choices=tuple(_RESULTS)),
    shared("--plies", "how many plies of a game count", default=DEFAULT_PLIES),
    option("--limit N", "how many moves to show", default=20),
    option("--links N", "in how many games to show each move", default=5),
    "--json",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Index the games, and print what was played; return 0, or 2 if something could not be read."""
    if options.ruleset is not None:
        options.ruleset = find_rules(options.ruleset).name
    reader = GameReader(options, console, partial(_is_wanted, options))
    index = index_games(reader.games(), plies=options.plies)
    if not index.games:
        if reader.faults:
            return 2
        raise CommandError("there are no such games")
    ruleset = max(index.rulesets, key=lambda rules: index.rulesets[rules])
    position = _find(options, ruleset)
    among = None if options.result is None else frozenset(index.won_by(_RESULTS[options.result]))
    statistics = index.find(position, among)
    (_print_json if options.json else _print_text)(statistics, index, reader, console)
    return 2 if reader.faults else 0


def _is_wanted(options: argparse.Namespace, game: Game) -> bool:
    if options.ruleset not in (None, game.ruleset.name):
        return False
    return options.by is None or options.by.casefold() in {game.tags.get(str(side), "").casefold() for side in Side}


def _find(options: argparse.Namespace, ruleset: Ruleset) -> Position:
    """Return the position that the options name.

    Raises:
        NotationError: a text is no board or no move.
        CommandError: it cannot be played, or a move is illegal.
    """
    if options.position is None:
        position = start_of(ruleset, options.turn)
    else:
        position = read_board(options.position, ruleset, options.turn)
    return play_moves(position, options.moves)[0]


def _print_json(statistics: PositionStatistics, index: GameIndex, reader: GameReader, console: Console) -> None:
    links = reader.options.links

    def describe_move(move: MoveStatistics) -> dict[str, object]:
        places = (reader.places[number - 1] for number in move.games[:links])
        return attributes(move, "move results", games=[{"file": file, "game": game} for file, game in places])

    rulesets: Counter[str] = Counter()
    for ruleset, games in index.rulesets.items():
        rulesets[ruleset.name] += games
    moves = [describe_move(move) for move in statistics.moves[: reader.options.limit]]
    console.json({**statistics.as_json(), **attributes(index, "games illegal"), "rulesets": rulesets, "moves": moves})


def _print_text(statistics: PositionStatistics, index: GameIndex, reader: GameReader, console: Console) -> None:
    options, position = reader.options, statistics.position
    moves = f" after {options.moves}" if options.moves else "" if options.position else ", start"
    console.line(f"{position.ruleset.name}{moves}: {position.turn} to move")
    games = counted(index.rulesets[position.ruleset], "game")
    console.line(f"{statistics.results.games:,} of {games}: {statistics.results}")
    if index.illegal:
        games = counted(index.illegal, "game")
        console.line(f"({games} could not be read or replayed to the end: tafl replay says why)")
    others = len(index.rulesets) - 1
    if others:
        console.line(f"(the files have games of {counted(others, 'more ruleset')}: --ruleset NAME chooses)")
    if not statistics.moves:
        return
    console.line()
    console.line(f"{'move':8} {'games':>7} {'attackers':>9} {'defenders':>9} {'draws':>7} {'share':>7}  in")
    for move in statistics.moves[: options.limit]:
        results = move.results
        share = results.share(Side.ATTACKERS)
        won = f"{results.attackers:9,} {results.defenders:9,} {results.draws:7,}"
        percentage = "" if share is None else f"{share:.0%}"
        console.line(f"{move.move!s:8} {results.games:7,} {won} {percentage:>7}  {_format_links(move, reader)}")
    rest = len(statistics.moves) - options.limit
    if rest > 0:
        console.line(f"and {counted(rest, 'more move')} (--limit N shows more)")


def _format_links(statistics: MoveStatistics, reader: GameReader) -> str:
    """Return the first games in which a move was played: the numbers in each file."""
    files: dict[str, list[str]] = {}
    links = reader.options.links
    for number in statistics.games[:links]:
        file, game = reader.places[number - 1]
        files.setdefault(file, []).append(str(game))
    links_in_files = "; ".join(f"{file} {' '.join(games)}" for file, games in files.items())
    return f"{links_in_files} ..." if len(statistics.games) > links else links_in_files
