"""The pictures and pages that the command writes to files."""

from __future__ import annotations

import argparse
from pathlib import Path

from hnefatafl.cli.console import CommandError, Console
from hnefatafl.cli.files import check_free, write_file
from hnefatafl.cli.rulesets import find_rules
from hnefatafl.cli.sources import SUFFIXES, Source, open_records
from hnefatafl.errors import HnefataflError
from hnefatafl.game import Game
from hnefatafl.notation import archive, otn
from hnefatafl.plays import Play
from hnefatafl.position import Position
from hnefatafl.render.page import html_replay
from hnefatafl.render.png import png
from hnefatafl.render.svg import missing, svg

__all__ = ["find_game", "is_record", "write_pictures"]


def is_record(what: str) -> bool:
    """Whether this stands for a file of records."""
    return what.lower().endswith(SUFFIXES)


def find_game(what: str, number: int, variant: str | None) -> Game:
    """The game of that number, counted from 1, in a file of records.

    Raises:
        CommandError: the file cannot be read, or has fewer games.
    """
    source = Source(Path(what))
    given = None if variant is None else find_rules(variant)
    found = 0
    with open_records(source) as records:
        try:
            games = (
                archive.parse_games(records.lines, records.ruleset(source, given))
                if records.game is None
                else iter([otn.parse_game(records.game, given)])
            )
            for found, game in enumerate(games, start=1):
                if found == number:
                    return game
        except HnefataflError as error:
            raise CommandError(f"{what}: {error}") from None
    raise CommandError(f"{what}: there is no game {number}, only {found}")


def write_pictures(options: argparse.Namespace, game: Game, shown: Position | Play, console: Console) -> None:
    """Write the files that were asked for.

    Raises:
        CommandError: a file cannot be written, or there is one already.
        MissingExtraError: a PNG is asked for without the extra for it.
    """
    force: bool = options.force
    for path in filter(None, (options.svg, options.png, options.html)):
        check_free(Path(path), force)
    after = shown.after if isinstance(shown, Play) else shown
    captured = missing(game.beginning.board, after.board)
    if options.svg is not None or options.png is not None:
        picture = svg(shown, theme=options.theme or "light", size=options.size, captured=captured)
        if options.svg is not None:
            _write(options.svg, picture.encode(), force, console)
        if options.png is not None:
            _write(options.png, png(picture), force, console)
    if options.html is not None:
        page = html_replay(game, light=options.theme or "light", dark=options.theme or "dark")
        _write(options.html, page.encode(), force, console)


def _write(path: str, content: bytes, force: bool, console: Console) -> None:
    write_file(Path(path), content, force)
    console.line(f"written: {path}")
