"""The files that the command writes: each whole or not at all, and none over an existing one unless requested."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

from hnefatafl.support.errors import HnefataflError
from tafl.cli.console import CommandError, any_of

_T = TypeVar("_T")


def suffix_of(path: str, suffixes: Iterable[str], content: str) -> str:
    """Return the suffix of a file to write, which says in which format.

    Raises:
        CommandError: nothing is written with that suffix.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        raise CommandError(f"{path}: a file of {content} ends in {any_of(suffixes)}")
    return suffix


def check_free(path: Path, *, force: bool) -> None:
    """Check that a file can be written there, and that it overwrites none.

    Devices and pipes hold nothing and can always be written to.

    Raises:
        CommandError: the file exists and ``force`` is not given, it is a folder, or its folder cannot be written to.
    """
    with naming(path):
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise CommandError(f"{path}: a file was expected, not a folder")
        if target.is_file() and not force:
            raise CommandError(f"{path}: the file exists; --force overwrites it")
        if target.exists() and not target.is_file():
            return
        if not target.parent.is_dir():
            raise CommandError(f"{path}: there is no folder {target.parent}")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise CommandError(f"{path}: the folder {target.parent} cannot be written to")


def check_target(path: str, suffixes: Iterable[str], content: str, *, force: bool) -> str:
    """Check that a file with one of the suffixes can be written, before the work for it, and return its suffix.

    Raises:
        CommandError: as :func:`suffix_of` and :func:`check_free`.
    """
    suffix = suffix_of(path, suffixes, content)
    check_free(Path(path), force=force)
    return suffix


@contextmanager
def file_to_write(path: Path, *, force: bool) -> Generator[BinaryIO]:
    """Open a file to write.

    The data is written to a temporary file in the same folder, which replaces the file at the end. So an error or an
    interrupt leaves everything as it was.

    Raises:
        CommandError: as :func:`check_free`, or it cannot be written.
    """
    import secrets

    check_free(path, force=force)
    with naming(path):
        target = Path(os.path.realpath(path))
        device = target.exists() and not target.is_file()
        beside = target if device else target.with_name(f".{target.name[:64]}.{secrets.token_hex(8)}.tmp")
        stream = beside.open("wb" if device else "xb")
    try:
        with stream:
            yield stream
        if not device:
            _move_into_place(beside, target, force=force)
    finally:
        if not device:
            with suppress(FileNotFoundError):
                beside.unlink()


def _move_into_place(beside: Path, target: Path, *, force: bool) -> None:
    """Put the temporary file in its place."""
    check_free(target, force=force)
    with naming(target):
        if target.exists():
            import shutil

            shutil.copymode(target, beside)
        os.replace(beside, target)


def write_file(path: Path, content: bytes, *, force: bool) -> None:
    """Write a whole file, by :func:`file_to_write`."""
    with file_to_write(path, force=force) as stream, naming(path):
        stream.write(content)
        stream.flush()


@contextmanager
def resumed(
    path: Path, header: str, read: Callable[[Sequence[str]], list[_T]]
) -> Generator[tuple[list[_T], Callable[[str], None]]]:
    """Open a file that grows by a line for each result; yield the results that it has, and what adds a line.

    A last line that breaks off, because its writer was interrupted, is written anew.

    Arguments:
        path: the file; it need not exist.
        header: its first line, without the line end.
        read: returns the results of its lines, of which the first one is the header: of all, or of the first.

    Raises:
        CommandError: the lines cannot be read, or the file cannot be written.
    """
    with naming(path):
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith(b"\n") and (len(lines) > 1 or header.encode().startswith(lines[0])):
        lines.pop()
    try:
        results = read([line.decode(errors="replace") for line in lines]) if lines else []
    except HnefataflError as error:
        raise CommandError(f"{path}: {error}") from None
    with naming(path), path.open("ab") as stream:

        def add(line: str) -> None:
            stream.write(f"{line}\n".encode())
            stream.flush()

        stream.truncate(sum(map(len, lines[: 1 + len(results)])))
        if not lines:
            add(header)
        yield results, add


@contextmanager
def naming(path: Path) -> Generator[None]:
    """Turn errors of writing into one that names the file.

    Raises:
        CommandError: something went wrong.
    """
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # an impossible file name
        raise CommandError(f"{str(path)!r}: {error}") from None
