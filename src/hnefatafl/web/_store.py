"""The games in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final

from attrs import frozen

from hnefatafl.errors import RecordError

__all__ = ["Saved", "Store"]

_STEPS: Final = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        used REAL NOT NULL,
        description TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX games_by_use ON games (used);
    CREATE TABLE steps (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
)
"""What makes a file of each version from one of the version before; the first makes it from an empty file. A file knows
its version (``PRAGMA user_version``)."""
_APPLICATION: Final = 0x7461666C
"""Marks the file as one of this program (``PRAGMA application_id``): "tafl"."""
_PATIENCE: Final = 10.0
"""How many seconds to wait for another program that uses the file."""


@frozen
class Saved:
    """A game as the file has it."""

    id: str
    description: str
    """What it began with, in JSON."""
    steps: tuple[str, ...]
    """What happened since, in JSON."""


class Store:
    """The games in a file. A game is what it began with and the steps since, which are only ever added to.

    All its methods wait for the disk; one thread at a time may call them.
    """

    def __init__(self, path: str) -> None:
        """Open the file, or make it.

        Raises:
            RecordError: the file cannot be opened, is no such file, or is of a later version of this program.
        """
        with _explained(path):
            self._base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            try:
                self._prepare(path)
            except BaseException:
                self._base.close()
                raise

    def _prepare(self, path: str) -> None:
        (application,) = self._base.execute("PRAGMA application_id").fetchone()
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != _APPLICATION and tables:
            raise RecordError(f"{path}: this is not a file of games that tafl serve has written")
        if version > len(_STEPS):
            raise RecordError(f"{path}: the file is of a later version of this program ({version})")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("PRAGMA foreign_keys = ON")
        self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
        for number, step in enumerate(_STEPS[version:], version + 1):
            self._base.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")

    def add(self, game: str, description: str, now: float) -> None:
        """Add a new game."""
        self._base.execute("INSERT INTO games VALUES (?, ?, ?)", (game, now, description))

    def append(self, game: str, first: int, steps: Iterable[str], now: float) -> None:
        """Add steps to a game, all or none; ``first`` is the number of the first of them."""
        rows = [(game, number, step) for number, step in enumerate(steps, first)]
        self._base.execute("BEGIN")
        try:
            self._base.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)
            self._base.execute("UPDATE games SET used = ? WHERE id = ?", (now, game))
            self._base.execute("COMMIT")
        except BaseException:
            self._base.execute("ROLLBACK")
            raise

    def replace(self, game: str, description: str, now: float) -> None:
        """Let a game begin with something else, without steps since."""
        self._base.execute("BEGIN")
        try:
            self._base.execute("DELETE FROM steps WHERE game = ?", (game,))
            self._base.execute("UPDATE games SET used = ?, description = ? WHERE id = ?", (now, description, game))
            self._base.execute("COMMIT")
        except BaseException:
            self._base.execute("ROLLBACK")
            raise

    def find(self, game: str, now: float) -> Saved | None:
        """Return a game, which is thereby used; None if there is none."""
        found = self._base.execute("SELECT description FROM games WHERE id = ?", (game,)).fetchone()
        if found is None:
            return None
        self._base.execute("UPDATE games SET used = ? WHERE id = ?", (now, game))
        steps = self._base.execute("SELECT step FROM steps WHERE game = ? ORDER BY number", (game,)).fetchall()
        return Saved(game, found[0], tuple(step for (step,) in steps))

    def touch(self, game: str, now: float) -> None:
        """Note that a game is used."""
        self._base.execute("UPDATE games SET used = ? WHERE id = ?", (now, game))

    def delete_older(self, than: float) -> list[str]:
        """Delete the games that have not been used since that time, and return them."""
        found = self._base.execute("DELETE FROM games WHERE used < ? RETURNING id", (than,)).fetchall()
        return [game for (game,) in found]

    def count(self) -> int:
        """Return the number of games."""
        (found,) = self._base.execute("SELECT count(*) FROM games").fetchone()
        return int(found)

    def close(self) -> None:
        """Close the file."""
        self._base.close()


@contextmanager
def _explained(path: str) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise RecordError(f"{path}: {error}") from None
