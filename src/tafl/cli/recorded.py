"""The record that a command is about, and where it has come to."""

from __future__ import annotations

import argparse
from pathlib import Path

from hnefatafl.errors import HnefataflError
from hnefatafl.notation.detection import Opened, detect
from hnefatafl.records import Game
from tafl.cli.console import CommandError
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import SUFFIXES, Source, look, open_detected, open_records, read_input


def is_record(what: str) -> bool:
    """Return whether this is a file of records or positions, by its name or by its text."""
    if what.lower().endswith(SUFFIXES):
        return True
    try:
        return what != "-" and Path(what).is_file() and look(Source(Path(what))) is not None
    except (CommandError, ValueError):
        return False


def find_record(options: argparse.Namespace) -> tuple[str | None, Game | None]:
    """Return the text of standard input, if the options ask for it, and the game that they name: in it or in a record.

    Raises:
        CommandError: it cannot be read, or there are fewer games.
    """
    what, number = options.what, options.game or 1
    if what == "-":
        typed = read_input()
        return typed, _find_typed_game(typed, number, options.variant)
    source = Source(Path(what))
    rules = None if options.variant is None else find_rules(options.variant)
    with open_records(source) as records:
        return None, _pick_game(records.open(rules), number, what)


def _find_typed_game(text: str, number: int, variant: str | None) -> Game | None:
    """Return the game of that number in a text from standard input, or None if the text is only a board.

    Raises:
        CommandError: it cannot be read, or has fewer games.
    """
    detected = detect(text)
    spoken = detected.dialect
    if spoken is None or not (spoken.capabilities.moves or spoken.tells_rules):
        return None
    source = Source(None)
    rules = None if variant is None else find_rules(variant)
    return _pick_game(open_detected(source, detected, rules), number, source.name)


def _pick_game(opened: Opened, number: int, name: str) -> Game:
    count = 0
    try:
        for count, game in enumerate(opened.games(), start=1):
            if count == number:
                return game
    except HnefataflError as error:
        raise CommandError(f"{name}: {error}") from None
    raise CommandError(f"{name}: there is no game {number}, only {count}")
