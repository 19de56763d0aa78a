"""Reading the games of many files, one after another."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Final

from attrs import define, field

from hnefatafl.errors import HnefataflError, InvalidSetupError
from hnefatafl.notation.completion import complete
from hnefatafl.records import Game
from tafl.cli.console import CommandError, Console
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import Source, named_sources, open_records, opened

FILES: Final = ("files", "--variant", "--no-progress")
"""The options that say which games are read."""


def _accept_any(game: Game) -> bool:
    return True


@define
class GameReader:
    """Reads the games of files, and remembers where each was.

    Arguments:
        options: those of the command.
        console: where progress and errors are shown.
        wanted: whether a game counts.
    """

    options: argparse.Namespace
    console: Console
    wanted: Callable[[Game], bool] = _accept_any
    places: list[tuple[str, int]] = field(factory=list[tuple[str, int]])
    """The file of each game that was read, and its number there."""
    faults: int = 0
    """How many files could not be read."""

    def games(self) -> Iterator[Game]:
        """Yield the games of all files that the options do not leave out."""
        if "-" in (self.options.files or ["-"]) and sys.stdin is not None and sys.stdin.isatty():
            self.console.error(
                f"reading records from the terminal; end with Ctrl-D (tafl {self.options.command} --help explains)"
            )
        for name, source in named_sources(self.options.files or ["-"]):
            try:
                yield from self.read(opened(source))
            except CommandError as error:
                self.fault(str(error))
            except HnefataflError as error:
                self.fault(f"{name}: {error}")
        self.console.done()

    def fault(self, message: str) -> None:
        self.faults += 1
        self.console.error(message)

    def read(self, source: Source) -> Iterator[Game]:
        options = self.options
        rules = None if options.variant is None else find_rules(options.variant)
        with open_records(source) as records:
            reader = records.open(rules)
            bar = self.console.progress(source.name, records.size, is_wanted=options.progress)
            for number, game in enumerate(reader.games(), start=1):
                if bar.due:
                    bar.show(records.done, number)
                if self.wanted(game):
                    self.places.append((source.name, number))
                    yield _fill_gaps(game) if reader.dialect.name == "archive" else game


def _fill_gaps(game: Game) -> Game:
    """Return the game with the moves of berserk turns that an archive leaves out."""
    try:
        return complete(game).game
    except InvalidSetupError:
        return game
