"""Write game records, or positions, in another dialect. What the dialect cannot express
is listed on standard error before anything is written; with --strict a file that
would lose something is not written.

The dialect of a file is detected from its text or its name, unless --from gives it.
A position is read as a game without moves; in a dialect that has only positions, the
last position of a game is written.

----

examples:
  tafl convert game.otg -o game.json
  tafl convert game.otg --to archive -o game.csv
  tafl convert *_gameLog.txt --to otn -o games/
  tafl convert games.csv --variant copenhagen --to taflzero --strict

The exit status is 0 if every game was written, 1 if one was refused (by --strict, or
because the dialect cannot express it), and 2 if something could not be read.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, Final

from attrs import define

from hnefatafl.errors import HnefataflError, RecordError
from hnefatafl.notation.convert import Converted, convert_games
from hnefatafl.notation.dialects import DIALECTS, Dialect, dialect
from hnefatafl.rules import Ruleset
from hnefatafl.support.texts import counted, printable
from tafl.cli.console import CommandError, Console
from tafl.cli.files import file_to_write, naming
from tafl.cli.options import command, option, shared
from tafl.cli.rulesets import find_rules
from tafl.cli.sources import SUFFIXES, Source, find_sources, open_records, target_of

_IN_MEMORY: Final = 1 << 20
"""How much output is kept in memory before it is written; longer output is kept in a file."""


@define
class ConversionTally:
    """How many games were written, lost something, and were refused."""

    written: int = 0
    poorer: int = 0
    """How many of those lost something."""
    refused: int = 0

    def join(self, tally: ConversionTally) -> None:
        """Add the numbers of another tally."""
        self.written += tally.written
        self.poorer += tally.poorer
        self.refused += tally.refused

    def sentence(self) -> str:
        """Return the tally in words."""
        text = f"{counted(self.written, 'game')} written"
        text += f", {self.poorer:,} with losses" if self.poorer else ""
        return text + (f", {self.refused:,} refused" if self.refused else "")


class Output:
    """The destination of the games: standard output, one file, or files in a folder.

    Arguments:
        target: the dialect that is written.
        path: the file or the folder, or None for standard output.
        force: whether existing files are overwritten.
        console: where standard output is.
    """

    def __init__(self, target: Dialect, path: str | None, force: bool, console: Console) -> None:
        self.target = target
        self._folder = Path(path) if path and (path.endswith(("/", os.sep)) or Path(path).is_dir()) else None
        self._file = Path(path) if path and self._folder is None else None
        self._force = force
        self._console = console
        self._open = ExitStack()
        self._stream: BinaryIO | None = None
        self._games = 0
        self._named: set[Path] = set()
        self.rules: Ruleset | None = None
        """The rules of the games that are already in the file."""

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *raised: Any) -> None:
        # The file is put in its place once all games are in it; an interrupt leaves what was there before.
        self._open.__exit__(*raised)

    def take(self, source: Source, texts: Iterator[str], count: int, rules: Ruleset | None) -> None:
        """Write the games of a source.

        Raises:
            CommandError: they cannot be written, or would be more games than a text of the dialect has.
        """
        if self._folder is not None:
            self._fill(self._folder, source, texts, count)
            return
        self._games += count
        if self._games > 1 and not self.target.many:
            raise CommandError(f"{source.name}: {self.target.name} has one game per text: give a folder, -o FOLDER/")
        self.rules = rules
        if self._file is None:
            for text in texts:
                self._print(text)
        else:
            if self._stream is None:
                self._stream = self._open.enter_context(_open_output(self._file, self._force))
            with naming(self._file):
                self._stream.writelines(text.encode() for text in texts)
                self._stream.flush()

    def _fill(self, folder: Path, source: Source, texts: Iterator[str], count: int) -> None:
        """Write files named like the source, with a number if there are several."""
        suffix = self.target.suffixes[0] if self.target.suffixes else ".txt"
        single_file = self.target.many or count == 1
        for number in range(1, 2 if single_file else count + 1):
            path = folder / f"{source.stem or 'games'}{'' if single_file else f'-{number}'}{suffix}"
            if path in self._named:
                raise CommandError(f"{source.name}: {path} was already written, from another file of that name")
            self._named.add(path)
            with _open_output(path, self._force) as stream, naming(path):
                stream.writelines(text.encode() for text in (texts if single_file else islice(texts, 1)))
                stream.flush()

    def _print(self, text: str) -> None:
        stream = self._console.out
        try:
            text.encode(stream.encoding or "utf-8")
        except UnicodeEncodeError:
            raise CommandError(f"standard output cannot say this in {stream.encoding}: give -o FILE") from None
        # Output to a file or another program is unchanged.
        write = self._console.line if stream.isatty() else self._console.raw
        write(text.removesuffix("\n"))


def _open_output(path: Path, force: bool) -> AbstractContextManager[BinaryIO]:
    """Return a file to write, in a folder that is created if necessary."""
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    return file_to_write(path, force=force)


@command(
    "convert",
    (__doc__ or "") + "\ndialects:\n" + "".join(f"  {offered.name:16} {offered.title}\n" for offered in DIALECTS),
    "files",
    "--from",
    shared("--to", "the dialect to write (default: as the suffix of the file says)"),
    "--variant",
    shared("--output", "the file to write, or a folder (with / at its end)"),
    option("--strict", "write nothing for a file that would lose something"),
    "--force",
)
def run(options: argparse.Namespace, console: Console) -> int:
    """Convert everything; return 0 if all games are written, 1 if one was refused, 2 if something could not be read."""
    try:
        source_dialect = None if options.source is None else dialect(options.source)
        output = Output(target_of(options), options.output, options.force, console)
    except RecordError as error:
        raise CommandError(str(error)) from None
    rules = None if options.variant is None else find_rules(options.variant)
    suffixes = (
        SUFFIXES
        if source_dialect is None
        else (*source_dialect.suffixes, *(f"{offered}.gz" for offered in source_dialect.suffixes))
    )
    total, files, faults = ConversionTally(), 0, 0
    with output:
        for path in options.files or ["-"]:
            try:
                for source in find_sources(path, suffixes):
                    total.join(_convert_source(source, source_dialect, rules, output, options.strict, console))
                    files += 1
            except CommandError as error:
                console.fault(f"convert: {error}", "convert")
                faults += 1
    if files > 1:
        console.error(f"convert: {files:,} files: {total.sentence()}")
    return 2 if faults else int(total.refused > 0)


def _convert_source(
    source: Source, chosen: Dialect | None, given: Ruleset | None, output: Output, strict: bool, console: Console
) -> ConversionTally:
    """Convert a source. Its output is kept until all of it has been read, so that it is written whole or not at all."""
    with (
        open_records(source, chosen) as records,
        SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="") as waiting,
    ):
        found = records.open(given)
        if found.note:
            console.error(f"convert: {source.name}: {found.note}")
        tally, lengths = ConversionTally(), list[int]()
        written = output.rules
        try:
            for number, converted in enumerate(convert_games(found.games(), output.target, output.rules), start=1):
                _report_converted(converted, f"convert: {source.name}: game {number}", strict, tally, console)
                if converted.text is not None:
                    waiting.write(converted.text)
                    lengths.append(len(converted.text))
                    written = written or converted.game.ruleset
        except HnefataflError as error:
            raise CommandError(f"{source.name}: {error}") from None
        tally.written = len(lengths)
        if strict and (tally.poorer or tally.refused):
            tally.written, tally.poorer, tally.refused = 0, 0, tally.refused + tally.written
        elif lengths:
            waiting.seek(0)
            output.take(source, (waiting.read(length) for length in lengths), len(lengths), written)
    console.error(f"convert: {source.name}: {found.dialect.name} to {output.target.name}: {tally.sentence()}")
    return tally


def _report_converted(converted: Converted, place: str, strict: bool, tally: ConversionTally, console: Console) -> None:
    """Report what a game loses, or why it is refused, and count it."""
    if converted.error is not None:
        console.error(f"{place}: refused: {converted.error}")
        tally.refused += 1
    elif converted.losses:
        verb = "would be lost" if strict else "lost"
        console.error(f"{place}: {verb}: {printable(', '.join(map(str, converted.losses)))}")
        tally.poorer += 1
