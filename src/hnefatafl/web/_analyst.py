"""The live analysis that a visitor looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from hnefatafl.errors import HnefataflError
from hnefatafl.position import Position
from hnefatafl.web._workers import Workers, study

__all__ = ["Analyst"]

_FIRST: Final = 2_000
"""The number of nodes of the first search."""
_GROWTH: Final = 6
"""How many times more the next one has."""
_OFF: Final[dict[str, Any]] = {"type": "analysis", "on": False}


class Analyst:
    """Searches what a visitor looks at, longer and longer. It has one search at a time.

    Arguments:
        workers: what searches.
        nodes: the most nodes of a search.
        seen: what returns the position and its number.
        post: what takes the messages.
    """

    def __init__(
        self,
        workers: Workers,
        nodes: int,
        seen: Callable[[], tuple[Position, int]],
        post: Callable[[dict[str, Any]], None],
    ) -> None:
        self._workers = workers
        self._nodes = nodes
        self._seen = seen
        self._post = post
        self._on = False
        self._found: Position | None = None
        self._task: asyncio.Task[None] | None = None

    def turn(self, on: bool) -> None:
        """Begin or end."""
        self._on = on
        self._found = None
        if not on:
            self._post(_OFF)
        self.look()

    def end(self) -> None:
        """End without a word: the visitor has left."""
        self._on = False

    def look(self) -> None:
        """Search the position that the visitor looks at now, if it is another one."""
        if self._on and self._task is None and self._found is not self._seen()[0]:
            self._task = asyncio.create_task(self._search())

    async def _search(self) -> None:
        try:
            while self._on and self._found is not self._seen()[0]:
                await self._deepen(*self._seen())
        except HnefataflError as error:
            self._on = False
            self._post(_OFF)
            self._post({"type": "refused", "words": str(error)})
        finally:
            self._task = None

    async def _deepen(self, position: Position, node: int) -> None:
        nodes = min(_FIRST, self._nodes)
        while True:
            message = await self._workers.run(study, position, node, nodes)
            if not self._on or self._seen()[0] is not position:
                return
            self._post(message)
            if nodes == self._nodes or position.outcome is not None:
                self._found = position
                return
            nodes = min(nodes * _GROWTH, self._nodes)
