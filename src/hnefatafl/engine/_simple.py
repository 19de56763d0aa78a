"""Engines as processes, for programs without ``async``.

>>> import sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
...     print(engine.name.split()[0], engine.play(Position.initial(variants.BRANDUBH), Limit(depth=1)).info.depth)
tafl 1
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeVar, final

from hnefatafl.engine._children import PATIENCE
from hnefatafl.engine._errors import EngineError
from hnefatafl.engine._processes import Engine
from hnefatafl.engine._results import Info, PlayResult
from hnefatafl.play import Position
from hnefatafl.search import Limit

_T = TypeVar("_T")


class Loop:
    """An event loop in a thread of its own, and the engine that runs in it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.engine: Engine | None = None
        self._thread = threading.Thread(target=self._run, name="hnefatafl engine", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
            # What an interrupt has cancelled may still be ending its engine.
            left = asyncio.all_tasks(self.loop)
            for task in left:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        finally:
            self.loop.close()

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine in the loop, and wait for it; an interrupt cancels it."""
        if self.loop.is_closed() or not self._thread.is_alive():
            work.close()
            raise EngineError("the engine is closed")
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """End the engine and the loop."""
        if self.loop.is_closed():
            return
        engine, self.engine = self.engine, None
        try:
            if engine is not None:
                self.call(engine.quit())
        finally:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join()


@final
class SimpleEngine:
    """An engine without ``async``: each call waits for the answer. It may be shared by threads, which take turns.

    >>> import sys
    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> position = Position.initial(variants.BRANDUBH)
    >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
    ...     position.is_legal(engine.play(position, Limit(nodes=100)).move)
    True
    """

    __slots__ = ("__weakref__", "_finalizer", "_loop")

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Start an engine.

        Arguments and errors are those of :meth:`Engine.open <hnefatafl.engine.Engine.open>`. An engine that
        is never closed is ended with the interpreter.
        """
        self._loop = Loop()
        started = Engine.popen(command, dialect=dialect, patience=patience, directory=directory, options=options)
        try:
            self._loop.engine = self._loop.call(started)
        except BaseException:
            self._loop.close()
            raise
        self._finalizer = weakref.finalize(self, self._loop.close)

    @property
    def _engine(self) -> Engine:
        engine = self._loop.engine
        if engine is None:
            raise EngineError("the engine is closed")
        return engine

    @property
    def name(self) -> str:
        """What the engine calls itself; empty if it has no name.

        >>> import sys
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     print(engine.name.split()[0])
        tafl
        """
        return self._engine.name

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, with what it says of each.

        >>> import sys
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     "rules" in engine.options
        True
        """
        return self._engine.options

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine was not told of the rules of the last position, or plays otherwise; empty if nothing.

        >>> import sys
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     engine.warnings
        ()
        """
        return self._engine.warnings

    @property
    def is_alive(self) -> bool:
        """Whether the process runs.

        >>> import sys
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     engine.is_alive
        True
        """
        engine = self._loop.engine
        return engine is not None and engine.is_alive

    def play(self, position: Position, limit: Limit) -> PlayResult:
        """Ask for a move, as :meth:`Engine.play <hnefatafl.engine.Engine.play>`.

        >>> import sys
        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     engine.play(Position.initial(variants.BRANDUBH), Limit(depth=1)).info.depth
        1
        """
        return self._loop.call(self._engine.play(position, limit))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> tuple[Info, ...]:
        """Ask for an analysis, as :meth:`Engine.analyse <hnefatafl.engine.Engine.analyse>`.

        >>> import sys
        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> with SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...     len(engine.analyse(Position.initial(variants.BRANDUBH), Limit(depth=1), lines=3))
        3
        """
        return self._loop.call(self._engine.analyse(position, limit, lines))

    def close(self) -> None:
        """End the engine, as :meth:`Engine.quit <hnefatafl.engine.Engine.quit>`; again, it does nothing.

        >>> import sys
        >>> engine = SimpleEngine([sys.executable, "-m", "hnefatafl", "engine"])
        >>> engine.close()
        >>> engine.close()
        """
        self._finalizer()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
