"""Processes that search, and read what visitors send, so that the server itself is never busy."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from multiprocessing.pool import Pool, ThreadPool
from typing import Any, Final, ParamSpec, TypeVar

from hnefatafl.interactive import analysis_message, hint_message
from hnefatafl.move import Move
from hnefatafl.position import Position
from hnefatafl.search.analysis import Searcher
from hnefatafl.search.limits import Limit
from hnefatafl.search.players import Player
from hnefatafl.search.trained import TrainedEvaluation
from hnefatafl.web._errors import Busy
from hnefatafl.web._players import make
from hnefatafl.web.settings import Settings

__all__ = ["Workers", "advise", "choose", "study"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

_PATIENCE: Final = 60.0
"""How many seconds a piece of work may take, with the time that it waits."""
_OTHERS: Final = 600.0
"""The same for the move of a player that the operator of the server offers, which has no bounds."""

_NICE: Final = 10
"""How much the processes give way to the server, which answers at once."""
_HINT: Final = Limit(nodes=100_000, seconds=3)
"""The limit of the search for a hint."""
_LINES: Final = 3
"""The number of lines of an analysis."""

_evaluations: Mapping[str, TrainedEvaluation | None] = {}


def _begin(evaluations: Mapping[str, TrainedEvaluation | None]) -> None:
    """Prepare a process. An interrupt from the keyboard reaches it, too; the server then ends it."""
    global _evaluations
    _evaluations = evaluations
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(os, "nice"):
            os.nice(_NICE)


@lru_cache(maxsize=4)
def _offered(text: str) -> Player:
    """Return a player that the operator offers: an engine keeps its process."""
    return make(text, _evaluations[text])


def choose(text: str, position: Position) -> Move | None:
    """Return what a player plays, or None for a roll of the die."""
    chosen = _offered(text) if text in _evaluations else make(text, None)
    return chosen.choose(position)


def advise(position: Position) -> dict[str, Any]:
    """Return a hint for the page."""
    return hint_message(Searcher().analyse(position, _HINT))


def study(position: Position, node: int, nodes: int) -> dict[str, Any]:
    """Return an analysis for the page."""
    return analysis_message(Searcher().analyse(position, Limit(nodes=nodes), _LINES), node)


class Workers:
    """Runs functions in a few processes, or in threads. The processes start with the first piece of work.

    Arguments:
        settings: the number of processes, the work that may wait, and the players with their evaluations.
        threads: whether to use threads, which share their time with the server.
    """

    def __init__(self, settings: Settings, *, threads: bool = False) -> None:
        self._settings = settings
        self._threads = threads
        self._pool: Pool | None = None
        self._pending = 0

    async def run(self, work: Callable[_P, _R], *arguments: _P.args, **named: _P.kwargs) -> _R:
        """Return what the function returns for the arguments; all of them can be pickled.

        Raises:
            Busy: too much is waiting, or it takes too long.
        """
        if self._pending >= self._settings.limits.waiting:
            raise Busy("the server is busy; please try again in a moment")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[_R] = loop.create_future()

        def settle(set_it: Callable[[Any], None], value: Any) -> None:
            if not done.done():
                set_it(value)

        def tell(set_it: Callable[[Any], None]) -> Callable[[Any], object]:
            return lambda value: None if loop.is_closed() else loop.call_soon_threadsafe(settle, set_it, value)

        offered = work is choose and arguments[0] in self._settings.players
        self._pending += 1
        try:
            pool = self._started()
            pool.apply_async(work, arguments, named, tell(done.set_result), tell(done.set_exception))
            return await asyncio.wait_for(done, _OTHERS if offered else _PATIENCE)
        except TimeoutError:
            raise Busy("this takes too long; please try again") from None
        finally:
            self._pending -= 1

    def _started(self) -> Pool:
        if self._pool is None:
            count, given = self._settings.limits.workers, (dict(self._settings.players),)
            if self._threads:
                self._pool = ThreadPool(count, _begin, given)
            else:
                # Forking a process with threads is not safe.
                self._pool = multiprocessing.get_context("spawn").Pool(count, _begin, given)
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they do."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None
