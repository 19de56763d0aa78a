"""The files of records: found, opened, and read line by line."""

from __future__ import annotations

import argparse
import gzip
import io
import os
import sys
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

from hnefatafl.errors import RecordError, UnknownVariantError
from hnefatafl.notation.detection import Detected, Opened, detect
from hnefatafl.notation.dialects import Dialect, dialect
from hnefatafl.rules import Ruleset
from tafl.cli.console import CommandError

FORMATS: Final[Mapping[str, str]] = {
    ".otg": "otn",
    ".json": "json",
    ".csv": "archive",
    ".tsv": "archive",
    ".uci": "taflzero",
    ".fen": "taflzero-fen",
}
"""The dialect that is written to a file, by its suffix. Several dialects share others."""


def target_of(options: argparse.Namespace, otherwise: Dialect | None = None) -> Dialect:
    """Return the dialect to write: that of ``--to``, else that of the suffix of the file, else another.

    Raises:
        CommandError: there is no such dialect, or none is named.
    """
    suffix = Path(options.output or "").suffix.lower()
    name = options.target or FORMATS.get(suffix)
    if name is None and otherwise is not None:
        return otherwise
    if name is None:
        raise CommandError(f"which dialect? Give --to DIALECT, or -o FILE that ends in {', '.join(FORMATS)}")
    try:
        return dialect(name)
    except RecordError as error:
        raise CommandError(str(error)) from None


SUFFIXES: Final = (".csv", ".tsv", ".otg", ".csv.gz", ".tsv.gz", ".otg.gz")
"""The extensions of the files in a folder that are always read as records."""
_OTHERS: Final = tuple(f"{suffix}{packed}" for suffix in (".json", ".uci", ".txt") for packed in ("", ".gz"))
"""The extensions of files that are read as records if they look like games."""

_LONGEST: Final = 1 << 20
"""The maximum length of a line of a record."""


class Source:
    """A source of records: a file, or standard input."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """The name of the source in reports."""
        return "<stdin>" if self.path is None else str(self.path)

    @property
    def filename(self) -> str:
        """The name of the file, or an empty text for standard input."""
        return "" if self.path is None else self.path.name

    @property
    def stem(self) -> str:
        """The file's name without its extensions, or an empty text for standard input."""
        return self.filename.split(".")[0]


class Records:
    """An open source of records.

    Arguments:
        source: the source.
        detected: its beginning, and its lines.
        raw: the underlying file, which says how much of it has been read.
        size: the number of bytes to read, or None if it is not known.
    """

    def __init__(self, source: Source, detected: Detected, raw: BinaryIO, size: int | None) -> None:
        self.source = source
        self.detected = detected
        self.size = size
        self._raw = raw

    @property
    def done(self) -> int:
        """How many bytes have been read, if that is known."""
        return 0 if self.size is None else self._raw.tell()

    def open(self, rules: Ruleset | None, *, as_written: bool = False) -> Opened:
        """Open the records by rules that are given, or those that are found.

        Raises:
            CommandError: it is no record, or the rules are unknown.
        """
        return open_detected(self.source, self.detected, rules, as_written=as_written)


def open_detected(source: Source, detected: Detected, rules: Ruleset | None, *, as_written: bool = False) -> Opened:
    """Open a source whose beginning has been read, by rules that are given, or those that are found.

    Raises:
        CommandError: it is no record, or the rules are unknown.
    """
    try:
        return detected.open(rules, as_written=as_written)
    except UnknownVariantError as error:
        raise CommandError(f"{source.name}: its '# variant:' line: {error} (tafl variants lists the names)") from None
    except RecordError as error:
        advice = str(error)
        if advice.endswith("give a ruleset"):
            reason = advice.removesuffix(": give a ruleset").removeprefix("which rules? ")
            advice = f"which rules? Give --variant NAME, or begin the file with '# variant: NAME'; {reason}"
        raise CommandError(f"{source.name}: {advice}") from None


def find_sources(path: str, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Source]:
    """Yield the sources that a path names: a file, the records in a folder and its subfolders, or standard input.

    Standard input is named ``-``. Errors of a file are raised when it is opened.

    Arguments:
        path: the path.
        suffixes: the extensions of the files that are read as records.

    Raises:
        CommandError: the folder cannot be read, or holds no records.
    """
    if path == "-":
        yield Source(None)
    elif os.path.isdir(path):
        yield from _find_in_folder(Path(path), suffixes)
    else:
        yield Source(Path(path))


def named_sources(paths: Iterable[str]) -> Iterator[tuple[str, Source | CommandError]]:
    """Yield the sources that paths name, each with its name; or, with the path, why it names none or no more."""
    for path in paths:
        try:
            for source in find_sources(path):
                yield source.name, source
        except CommandError as error:
            yield path, error


def opened(source: Source | CommandError) -> Source:
    """Return a source.

    Raises:
        CommandError: it is an error.
    """
    if isinstance(source, CommandError):
        raise source
    return source


def _find_in_folder(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Source]:
    count = 0
    for path in _walk(folder):
        name = path.name.lower()
        if name.endswith(suffixes) or (suffixes is SUFFIXES and name.endswith(_OTHERS) and _holds_games(path)):
            count += 1
            yield Source(path)
    if not count:
        raise CommandError(f"{folder}: no records in this folder (no file ends in {', '.join(suffixes)})")


def _holds_games(path: Path) -> bool:
    try:
        spoken = look(Source(path))
    except CommandError:
        return False
    return spoken is not None and spoken.capabilities.moves


def _walk(folder: Path) -> Iterator[Path]:
    def fail(error: OSError) -> None:
        raise CommandError(f"{error.filename}: {error.strerror}")

    for parent, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(parent, name)


@contextmanager
def open_records(source: Source, chosen: Dialect | None = None) -> Generator[Records]:
    """Open a source.

    Arguments:
        source: the source.
        chosen: the dialect that it is in. Default: as its text shows.

    Raises:
        CommandError: it cannot be opened or is not a file of records; also raised while its lines are read.
    """
    with _naming_errors(source):
        raw = _standard_input() if source.path is None else open(source.path, "rb")  # noqa: SIM115 (closed below)
    with raw:
        size = None if source.path is None else os.fstat(raw.fileno()).st_size
        with _open_text(source, raw) as text:
            yield Records(source, detect(_read_lines(source, text), source.filename, chosen), raw, size)


@contextmanager
def open_lines(source: Source) -> Generator[Iterator[str]]:
    """Open a source of any kind, to read its lines.

    Raises:
        CommandError: as :func:`open_records`.
    """
    with _naming_errors(source):
        raw = _standard_input() if source.path is None else open(source.path, "rb")  # noqa: SIM115 (closed below)
    with raw, _open_text(source, raw) as text:
        yield _read_lines(source, text)


def _standard_input() -> io.BufferedReader:
    if sys.stdin is None:
        raise CommandError("<stdin>: standard input is closed")
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (OSError, ValueError):
        # Standard input may be replaced by an object without a file.
        return io.BufferedReader(io.BytesIO(sys.stdin.read().encode()))


def read_input() -> str:
    """Return the whole text of standard input.

    Raises:
        CommandError: it cannot be read.
    """
    return read_text(Source(None))


def read_text(source: Source) -> str:
    """Return the whole text of a short source.

    Raises:
        CommandError: it cannot be read, or is too long.
    """
    with _naming_errors(source):
        with _standard_input() if source.path is None else open(source.path, "rb") as raw:
            text = raw.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise CommandError(f"{source.name}: longer than {_LONGEST:,} bytes")
        return text.decode("utf-8-sig")


def _open_text(source: Source, raw: io.BufferedReader) -> io.TextIOWrapper:
    with _naming_errors(source):
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
    stream = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
    return io.TextIOWrapper(stream, encoding="utf-8-sig")


def look(source: Source) -> Dialect | None:
    """Return the dialect of a source, detected by its beginning, or None.

    Raises:
        CommandError: it cannot be read.
    """
    with open_lines(source) as lines:
        return detect(lines).dialect


def _read_lines(source: Source, text: io.TextIOWrapper) -> Iterator[str]:
    number = 0
    with _naming_errors(source):
        while line := text.readline(_LONGEST):
            number += 1
            if len(line) == _LONGEST:
                raise CommandError(f"{source.name}: line {number} is too long for a record")
            yield line


@contextmanager
def _naming_errors(source: Source) -> Generator[None]:
    """Turn errors of reading into one that names the source."""
    try:
        yield
    except UnicodeDecodeError:
        raise CommandError(f"{source.name}: not a text file in UTF-8") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise CommandError(f"{source.name}: the compressed file is damaged or cut off") from None
    except OSError as error:
        raise CommandError(f"{source.name}: {error.strerror or error}") from None
    except ValueError as error:
        raise CommandError(f"{source.name!r}: {error}") from None
