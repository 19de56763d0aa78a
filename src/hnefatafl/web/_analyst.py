"""The live analysis that a visitor looks at, and the review of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any, Final

from hnefatafl.errors import HnefataflError
from hnefatafl.play import PlayedMove, Position
from hnefatafl.web._extent import Extent
from hnefatafl.web._review import Review
from hnefatafl.web._workers import Workers, study, weigh

_FIRST: Final = 2_000
"""The number of nodes of the first search."""
_GROWTH: Final = 6
"""How many times more the next one has."""
_OFF: Final[dict[str, Any]] = {"type": "analysis", "on": False}
_NO_REVIEW: Final[dict[str, Any]] = {"type": "review", "on": False}


class Analyst:
    """Searches what a visitor looks at, longer and longer. It has one search at a time, which ends when the visitor
    looks elsewhere.

    Arguments:
        workers: what searches.
        nodes: the most nodes of a search on one core.
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
        self._context = copy_context()  # others may change what the visitor looks at; the search is the visitor's
        self._on = False
        self._extent = Extent()
        self._sought: Position | None = None
        self._task: asyncio.Task[None] | None = None

    def turn(self, on: bool, extent: Extent) -> None:
        """Begin to go so far, or end."""
        self.end()
        self._on = on
        self._extent = extent
        if not on:
            self._post(_OFF)
        self.look()

    def end(self) -> None:
        """End without a word: the visitor has left."""
        self._on = False
        self._sought = None
        if self._task is not None:
            self._task.cancel()

    def look(self) -> None:
        """Search the position that the visitor looks at now, if it is another one."""
        if not self._on:
            return
        position, node = self._seen()
        if position is self._sought:
            return
        if self._task is not None:
            self._task.cancel()
        self._sought = position
        self._task = asyncio.get_running_loop().create_task(self._search(position, node), context=self._context)

    async def _search(self, position: Position, node: int) -> None:
        nodes, most = _FIRST, self._nodes * self._extent.cores
        try:
            while True:
                nodes = min(nodes, most)
                message, whole = await self._workers.run(study, position, node, self._extent, nodes)
                self._post(message)
                if nodes == most or whole:
                    return
                nodes *= _GROWTH
        except HnefataflError as error:
            self._on = False
            self._post(_OFF)
            self._post({"type": "refused", "words": str(error)})


class Reviewer:
    """Reviews a game for a visitor, one at a time.

    Arguments:
        workers: what searches.
        nodes: the most nodes for all positions of a game.
        post: what takes the messages.
    """

    def __init__(self, workers: Workers, nodes: int, post: Callable[[dict[str, Any]], None]) -> None:
        self._workers = workers
        self._nodes = nodes
        self._post = post
        self._task: asyncio.Task[None] | None = None

    def begin(self, moves: Sequence[tuple[int, PlayedMove]]) -> None:
        """Begin with the moves of a line."""
        self.end()
        self._task = asyncio.create_task(self._run(Review(moves, self._nodes)))

    def end(self) -> None:
        """End, whatever is left."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, review: Review) -> None:
        self._post(review.begun())
        try:
            while (position := review.position) is not None:
                self._post(review.take(await self._workers.run(weigh, position, review.nodes)))
        except HnefataflError as error:
            self._post(_NO_REVIEW)
            self._post({"type": "refused", "words": str(error)})
