"""The games in an SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final

from hnefatafl.errors import RecordError
from tafl.web._game import Saved

_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        used REAL NOT NULL,
        count INTEGER NOT NULL,
        description TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS games_by_use ON games (used);
    CREATE TABLE IF NOT EXISTS steps (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS offers (
        game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        offers TEXT NOT NULL
    ) WITHOUT ROWID;
"""
"""Offers are those made after so many steps; those of other numbers are over. Older files lack their table."""
_VERSION: Final = 2
"""The form of the file (``PRAGMA user_version``)."""
_UNFINISHED: Final = 0
"""The form of a file without games that an earlier version of this program was killed over."""
_APPLICATION: Final = 0x7461666C
"""Marks the file as one of this program (``PRAGMA application_id``): "tafl"."""
_PATIENCE: Final = 10.0
"""How many seconds to wait for another program that uses the file."""
_MEMORY: Final = ":memory:"
"""The path of games that are in no file."""


class Store:
    """The games in a file. A game is what it began with and the steps since, which are only ever added to, and what is
    offered after the last of them.

    All its methods wait for the disk; one thread at a time may call them. What they write is on the disk when they
    return: the file is still the one that was opened, and what it has outlasts a loss of power.
    """

    def __init__(self, path: str) -> None:
        """Open the file, or make it.

        Raises:
            RecordError: the file cannot be opened, is no such file, or is of another version of this program.
        """
        self._path = path
        with _explain_errors(path):
            self._base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            self._base.text_factory = _decode_text
            try:
                self._prepare(path)
            except BaseException:
                self._base.close()
                raise
        names = () if path == _MEMORY else (path, f"{path}-wal")
        self._files = {name: identity for name in names if (identity := _identify_file(name)) is not None}

    def _prepare(self, path: str) -> None:
        self._check_form(path)  # before anything is written to a file of another program
        self._base.execute("PRAGMA journal_mode = WAL")
        # With WAL the default may lose the last steps when the power fails.
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute("PRAGMA foreign_keys = ON")
        # All of the file is made at once: whoever is killed meanwhile leaves an empty file, and another server that
        # starts at the same time finds none of it or the whole.
        self._base.execute("BEGIN IMMEDIATE")
        self._check_form(path)
        for statement in _SCHEMA.split(";")[:-1]:
            self._base.execute(statement)
        self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._base.execute(f"PRAGMA user_version = {_VERSION}")
        self._base.execute("COMMIT")

    def _check_form(self, path: str) -> None:
        """Check that the file is empty, or one of this version.

        Raises:
            RecordError: it is neither.
        """
        (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = self._base.execute("PRAGMA application_id").fetchone()
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if tables and application != _APPLICATION:
            raise RecordError(f"{path}: this is not a file of games that tafl serve has written")
        if tables and version not in (_UNFINISHED, _VERSION):
            raise RecordError(f"{path}: the file is of another version of this program ({version}, not {_VERSION})")

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        """Let all of the block be written, or none.

        Raises:
            RecordError: the file is no longer there.
        """
        self.check()
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield self._base
            self._base.execute("COMMIT")
        finally:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
        self.check()

    def check(self) -> None:
        """Check that what was opened is still what the path names: else all that is written there is lost.

        Raises:
            RecordError: the file was deleted, or another one is in its place.
        """
        for name, identity in self._files.items():
            if _identify_file(name) != identity:
                raise RecordError("it was deleted or replaced while the server ran")

    def add(self, game: str, description: str, now: float, most: int) -> bool:
        """Add a new game, unless there are so many already; return whether it was added."""
        with self._transaction() as base:
            added = base.execute(
                "INSERT INTO games SELECT ?, ?, 0, ? WHERE (SELECT count(*) FROM games) < ?",
                (game, now, description, most),
            )
            return added.rowcount == 1

    def append(self, game: str, number: int, step: str, now: float) -> bool:
        """Add a step to a game, if so many steps are there; return whether it was added."""
        with self._transaction() as base:
            counted = "UPDATE games SET count = count + 1, used = ? WHERE id = ? AND count = ?"
            fits = base.execute(counted, (now, game, number)).rowcount == 1
            if fits:
                base.execute("INSERT INTO steps VALUES (?, ?, ?)", (game, number, step))
            return fits

    def offer(self, game: str, number: int, offers: str) -> bool:
        """Keep what is offered in a game, if so many steps are there; return whether it is kept."""
        with self._transaction() as base:
            kept = "INSERT OR REPLACE INTO offers SELECT id, count, ? FROM games WHERE id = ? AND count = ?"
            return base.execute(kept, (offers, game, number)).rowcount == 1

    def find(self, game: str) -> Saved | None:
        """Return a game; None if there is none. Nothing is written, so a game opens where the disk is full, too."""
        self.check()
        row = self._base.execute("SELECT description, count FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            return None
        rows = self._base.execute("SELECT number, step FROM steps WHERE game = ? ORDER BY number", (game,))
        # After a step that is missing the others cannot be played; the game opens as far as it is whole.
        steps = [step for expected, (number, step) in enumerate(rows) if number == expected]
        offers = self._base.execute(
            "SELECT offers FROM offers WHERE game = ? AND number = ?", (game, row[1])
        ).fetchone()
        return Saved(game, str(row[0]), tuple(map(str, steps)), row[1], "" if offers is None else str(offers[0]))

    def count(self, game: str) -> int | None:
        """Return how many steps of a game are there; None if there is no such game."""
        row = self._base.execute("SELECT count FROM games WHERE id = ?", (game,)).fetchone()
        return None if row is None else int(row[0])

    def touch(self, games: Iterable[str], now: float) -> None:
        """Note that games are used."""
        with self._transaction() as base:
            base.executemany("UPDATE games SET used = ? WHERE id = ?", [(now, game) for game in games])

    def delete_older(self, than: float) -> list[str]:
        """Delete the games that have not been used since that time, and return them."""
        with self._transaction() as base:
            deleted = base.execute("DELETE FROM games WHERE used < ? RETURNING id", (than,)).fetchall()
        return [game for (game,) in deleted]

    def close(self) -> None:
        """Close the file."""
        self._base.close()


@contextmanager
def _explain_errors(path: str) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise RecordError(f"{path}: {error}") from None


def _decode_text(content: bytes) -> str:
    """Return a text of the file. A damaged one is found when it is read as JSON."""
    return content.decode("utf-8", "replace")


def _identify_file(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another in its place; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
