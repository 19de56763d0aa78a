"""The pictures and pages that the command writes to files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from hnefatafl._cli.console import CommandError, Console
from hnefatafl._cli.files import check_free, write_file
from hnefatafl._cli.rulesets import find_rules
from hnefatafl._cli.sources import SUFFIXES, Source, look, open_records, read_input, rules_of
from hnefatafl.errors import HnefataflError
from hnefatafl.notation.detection import detect
from hnefatafl.notation.dialects import read_games
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.render._scene import missing
from hnefatafl.render.page import html_replay
from hnefatafl.render.png import png
from hnefatafl.render.svg import svg

__all__ = ["find_subject", "write_pictures"]


def _is_record(what: str) -> bool:
    """Return whether this is a file of records or positions, by its name or by its text."""
    if what.lower().endswith(SUFFIXES):
        return True
    try:
        return what != "-" and Path(what).is_file() and look(Source(Path(what))) is not None
    except (CommandError, ValueError):
        return False


def _find_game(what: str, number: int, variant: str | None) -> Game:
    """Return the game of that number, counted from 1, in a file of records.

    Raises:
        CommandError: the file cannot be read, or has fewer games.
    """
    source = Source(Path(what))
    given = None if variant is None else find_rules(variant)
    with open_records(source) as records:
        games = read_games(records.lines, records.dialect, records.ruleset(source, given))
        return _numbered(games, number, what)


def find_subject(what: str | None, number: int, variant: str | None) -> tuple[str | None, Game | None]:
    """Return what a command is about: the text of standard input for ``-``, and the game of that number in it or in
    the file of records.

    Raises:
        CommandError: it cannot be read, or has fewer games.
    """
    typed = read_input() if what == "-" else None
    game = None if typed is None else _find_typed_game(typed, number, variant)
    if what is not None and _is_record(what):
        game = _find_game(what, number, variant)
    return typed, game


def _find_typed_game(text: str, number: int, variant: str | None) -> Game | None:
    """Return the game of that number in a text from standard input, or None if the text is only a board.

    Raises:
        CommandError: it cannot be read, or has fewer games.
    """
    detected = detect(text)
    found = detected.dialect
    if found is None or not (found.capabilities.moves or found.tells_rules):
        return None
    source = Source(None)
    given = None if variant is None else find_rules(variant)
    rules = rules_of(source, found, given, detected, "Give --variant NAME")
    return _numbered(read_games(detected.lines, found, rules), number, source.name)


def _numbered(games: Iterator[Game], number: int, name: str) -> Game:
    found = 0
    try:
        for found, game in enumerate(games, start=1):
            if found == number:
                return game
    except HnefataflError as error:
        raise CommandError(f"{name}: {error}") from None
    raise CommandError(f"{name}: there is no game {number}, only {found}")


def write_pictures(options: argparse.Namespace, game: Game, shown: Position | PlayedMove, console: Console) -> None:
    """Write the requested files.

    Raises:
        CommandError: a file cannot be written, or exists already.
        MissingExtraError: a PNG is requested and the extra ``png`` is not installed.
    """
    force: bool = options.force
    for path in filter(None, (options.svg, options.png, options.html)):
        check_free(Path(path), force)
    after = shown.after if isinstance(shown, PlayedMove) else shown
    captured = missing(game.initial_position.board, after.board)
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
