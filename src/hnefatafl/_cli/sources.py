"""The files of records that the command is given: found, opened, and read line by line."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final, cast

from hnefatafl import variants
from hnefatafl._cli.console import CommandError
from hnefatafl.errors import UnknownVariantError
from hnefatafl.notation.dialects import Dialect, dialect, guess
from hnefatafl.rules import Ruleset

__all__ = [
    "HEAD",
    "SUFFIXES",
    "Records",
    "Source",
    "find_sources",
    "look",
    "named_rules",
    "open_lines",
    "open_records",
    "read_input",
    "read_text",
    "rules_of",
]

SUFFIXES: Final = (".csv", ".tsv", ".otg", ".csv.gz", ".tsv.gz", ".otg.gz")
"""The files of a folder that are taken for records."""
_OTHERS: Final = tuple(f"{suffix}{packed}" for suffix in (".json", ".uci", ".txt") for packed in ("", ".gz"))
"""Those that are taken for records if they look like games."""

_LONGEST: Final = 1 << 20
"""No line of a record is as long as this."""
HEAD: Final = 100
"""Within how many lines a source says what it is, and which rules it is about."""
_VARIANT: Final = re.compile(r"#\s*variant:\s*(\S.{0,80}?)\s*", re.IGNORECASE)


class Source:
    """A place that records come from: a file, or standard input."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return "<stdin>" if self.path is None else str(self.path)

    @property
    def stem(self) -> str:
        """The file's name without its endings, or nothing where it has none."""
        return "" if self.path is None else self.path.name.split(".")[0]

    def ruleset(self, named: str | None, advice: str) -> Ruleset:
        """The rules of its records: those that it names, else those that it is called after.

        Arguments:
            named: what its ``# variant:`` line says, if it has one.
            advice: what to do where neither tells the rules.

        Raises:
            CommandError: no ruleset has that name.
        """
        try:
            return variants.get(self.stem if named is None else named)
        except UnknownVariantError as error:
            told = f"which rules? {advice}" if named is None else f"its '# variant:' line: {error}"
            raise CommandError(f"{self.name}: {told} (tafl variants lists the names)") from None


class Records:
    """An open source.

    Arguments:
        lines: its lines.
        raw: what is underneath, where it can be told how much has been read.
        size: how many bytes there are to read, or None if nobody knows.
        dialect: the dialect that they are in.
        head: the first of the lines.
    """

    def __init__(
        self, lines: Iterator[str], raw: BinaryIO, size: int | None, dialect: Dialect, head: Sequence[str]
    ) -> None:
        self.lines = lines
        self.size = size
        self.dialect = dialect
        self._raw = raw
        self._head = head

    @property
    def done(self) -> int:
        """How many bytes have been read, as far as that can be told."""
        return 0 if self.size is None else self._raw.tell()

    def ruleset(self, source: Source, given: Ruleset | None) -> Ruleset | None:
        """The rules of the records: those given, else what the source says, else what its name says; None if each game
        tells its own.

        Raises:
            CommandError: nothing says which rules they are.
        """
        advice = "Give --variant NAME, or begin the file with '# variant: NAME'"
        return rules_of(source, self.dialect, given, self._head, advice)


def rules_of(
    source: Source, spoken: Dialect, given: Ruleset | None, head: Iterable[str], advice: str
) -> Ruleset | None:
    """The rules given, else those that the text tells, else the dialect's own, else those of the source's name; None if
    the games tell their rules themselves.

    Raises:
        CommandError: nothing says which rules they are.
    """
    if given is not None or spoken.tells_rules:
        return given
    name = named_rules(head)
    if name is None and spoken.rules is not None:
        return spoken.rules
    return source.ruleset(name, advice)


def find_sources(path: str, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Source]:
    """The sources that a path names: a file, the records in a folder and its folders, or ``-`` for standard input.

    What is wrong with a file comes to light when it is opened.

    Arguments:
        path: the path.
        suffixes: the endings of the files that are taken for records.

    Raises:
        CommandError: the folder cannot be read, or holds no records.
    """
    if path == "-":
        yield Source(None)
    elif os.path.isdir(path):
        yield from _folder(Path(path), suffixes)
    else:
        yield Source(Path(path))


def _folder(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Source]:
    found = 0
    for path in _walk(folder):
        name = path.name.lower()
        if name.endswith(suffixes) or (suffixes is SUFFIXES and name.endswith(_OTHERS) and _holds_games(path)):
            found += 1
            yield Source(path)
    if not found:
        raise CommandError(f"{folder}: no records in this folder (no file ends in {', '.join(suffixes)})")


def _holds_games(path: Path) -> bool:
    try:
        found = look(Source(path))
    except CommandError:
        return False
    return found is not None and found.capabilities.moves


def _walk(folder: Path) -> Iterator[Path]:
    def fail(error: OSError) -> None:
        raise CommandError(f"{error.filename}: {error.strerror}")

    for parent, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(parent, name)


@contextmanager
def open_records(source: Source) -> Generator[Records]:
    """Open a source.

    Raises:
        CommandError: it cannot be opened, or is no file of records; also while its lines are read.
    """
    with _told(source):
        raw = _standard_input() if source.path is None else open(source.path, "rb")  # noqa: SIM115 (closed below)
    with raw:
        size = None if source.path is None else os.fstat(raw.fileno()).st_size
        with _unpacked(source, raw) as text:
            yield _records(source, text, raw, size)


@contextmanager
def open_lines(source: Source) -> Generator[Iterator[str]]:
    """Open a source of any kind, to read its lines.

    Raises:
        CommandError: as :func:`open_records`.
    """
    with _told(source):
        raw = _standard_input() if source.path is None else open(source.path, "rb")  # noqa: SIM115 (closed below)
    with raw, _unpacked(source, raw) as text:
        yield _lines(source, text)


def named_rules(lines: Iterable[str]) -> str | None:
    """The ruleset that one of the lines names, if one does: ``# variant: NAME``."""
    for line in lines:
        named = _VARIANT.fullmatch(line.rstrip())
        if named is not None:
            return named[1]
    return None


def _standard_input() -> io.BufferedReader:
    if sys.stdin is None:
        raise CommandError("<stdin>: standard input is closed")
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (OSError, ValueError):
        # Other programs put an object without a file in place of standard input.
        return io.BufferedReader(io.BytesIO(sys.stdin.read().encode()))


def read_input() -> str:
    """The whole text of standard input.

    Raises:
        CommandError: it cannot be read.
    """
    return read_text(Source(None))


def read_text(source: Source) -> str:
    """The whole text of a short source.

    Raises:
        CommandError: it cannot be read, or is long.
    """
    with _told(source):
        with _standard_input() if source.path is None else open(source.path, "rb") as raw:
            text = raw.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise CommandError(f"{source.name}: longer than {_LONGEST:,} bytes")
        return text.decode("utf-8-sig")


def _unpacked(source: Source, raw: io.BufferedReader) -> io.TextIOWrapper:
    with _told(source):
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
    stream = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
    return io.TextIOWrapper(stream, encoding="utf-8-sig")


def _records(source: Source, text: io.TextIOWrapper, raw: BinaryIO, size: int | None) -> Records:
    lines = _lines(source, text)
    head: list[str] = []
    for line in lines:
        head.append(line)
        if len(head) == HEAD or (line.strip() and not line.startswith("#")):
            break
    found = guess("".join(head))
    if found is None:
        head += islice(lines, HEAD - len(head))
        found = guess("".join(head), source.name)
    return Records(chain(head, lines), raw, size, found or dialect("archive"), head)


def look(source: Source) -> Dialect | None:
    """The dialect that a source is in by what its beginning looks like, or None.

    Raises:
        CommandError: it cannot be read.
    """
    with open_lines(source) as lines:
        return guess("".join(islice(lines, HEAD)))


def _lines(source: Source, text: io.TextIOWrapper) -> Iterator[str]:
    number = 0
    with _told(source):
        while line := text.readline(_LONGEST):
            number += 1
            if len(line) == _LONGEST:
                raise CommandError(f"{source.name}: line {number} is too long for a record")
            yield line


@contextmanager
def _told(source: Source) -> Generator[None]:
    """Turn what goes wrong in reading into an error that names the source."""
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
