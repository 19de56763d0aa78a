"""The record of a game, which is written once for all who want it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from hnefatafl.notation import json as notation
from hnefatafl.records import Game
from hnefatafl.web._workers import Workers


class Copies:
    """Writes the record of a game in JSON, in a process.

    Arguments:
        workers: the processes.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._written: tuple[int, asyncio.Task[str]] | None = None
        """A number of steps, and what writes the record after them."""

    async def text(self, count: int, game: Callable[[], Awaitable[Game]]) -> str:
        """Return the record after so many steps.

        Arguments:
            count: the number of steps.
            game: what returns the record.

        Raises:
            Busy: the processes have too much to do.
        """
        if self._written is None or self._written[0] != count:
            writing = asyncio.create_task(self._write(game))
            writing.add_done_callback(self._noted)
            self._written = (count, writing)
        return await asyncio.shield(self._written[1])  # others may wait for it, too

    async def _write(self, game: Callable[[], Awaitable[Game]]) -> str:
        return await self._workers.run(notation.format_game, await game())

    def _noted(self, writing: asyncio.Task[str]) -> None:
        """Keep no record that could not be written."""
        failed = writing.cancelled() or writing.exception() is not None
        if failed and self._written is not None and self._written[1] is writing:
            self._written = None
