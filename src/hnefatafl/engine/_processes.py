"""Engines as processes: started, asked, and ended whatever happens.

>>> import asyncio, sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> async def main():
...     command = [sys.executable, "-m", "hnefatafl", "engine", "--protocol", "ugi"]
...     async with Engine.open(command, dialect="ugi") as engine:
...         position = Position.initial(variants.BRANDUBH)
...         result = await engine.play(position, Limit(nodes=200))
...         return position.is_legal(result.move)
>>> asyncio.run(main())
True

:class:`~hnefatafl.engine.SimpleEngine` does the same without ``async``. An engine runs in a process group of its
own. The whole group is ended when the engine is closed, fails, does not answer in time, or when the task that waits for
it is cancelled.

The logger ``hnefatafl.engine`` tells of its start and end (INFO) and of its lines (DEBUG), ``<<`` before what is sent
to the engine, ``>>`` before what comes from it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import final

from hnefatafl._base.arguments import check, check_number
from hnefatafl.engine._children import PATIENCE, Child, arguments, check_patience
from hnefatafl.engine._dialects import HOSTS, Host
from hnefatafl.engine._results import Info, PlayResult
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.search import Limit


def _host(dialect: str) -> Host:
    if dialect not in HOSTS:
        raise ArgumentValueError(f"dialect: one of {', '.join(HOSTS)} was expected, not {dialect!r:.60}")
    return HOSTS[dialect]()


@final
class Engine(Child[Host]):
    """An engine that runs as a process. :meth:`open` starts one and ends it; so does :meth:`popen`, which leaves the
    end to :meth:`quit <hnefatafl.engine.Engine.quit>`.

    >>> Engine.open("no-such-engine", dialect="chess")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: dialect: one of ugi, otep, htp, uci was expected, not 'chess'
    """

    __slots__ = ()

    @staticmethod
    def open(
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[Engine]:
        """Start an engine, for a block of ``async with``; it is ended with the block.

        >>> Engine.open("engine --strong", patience=0)
        Traceback (most recent call last):
            ...
        hnefatafl.errors.ArgumentValueError: patience: a number of seconds above 0 was expected, not 0

        Arguments:
            command: the program and its arguments, as a list, or as a text that is split as by a shell.
            dialect: the name of the protocol that it speaks (:data:`~hnefatafl.engine.HOSTS`).
            patience: how many seconds it may take for an answer, beside the time of the limit.
            directory: where it runs; None for the current directory.
            options: options of the engine, by their names.

        Raises:
            ArgumentValueError: there is no such dialect, or the command is empty.
            EngineDiedError: the program cannot be started, or ends at once.
            EngineTimeoutError: it does not greet in time.
        """
        words, host = arguments(command), _host(dialect)
        check_patience(patience)
        return _opened(words, host, patience, directory, dict(options or {}))

    @staticmethod
    async def popen(
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Engine:
        """Start an engine and return it. Call :meth:`quit <hnefatafl.engine.Engine.quit>` in the end,
        whatever happens.

        >>> import asyncio, sys
        >>> async def main():
        ...     engine = await Engine.popen([sys.executable, "-m", "hnefatafl", "engine"])
        ...     await engine.quit()
        ...     print(engine.is_alive)
        >>> asyncio.run(main())
        False

        Arguments and errors are those of :meth:`open`.
        """
        words, host = arguments(command), _host(dialect)
        check_patience(patience)
        return await Engine._start(words, host, patience, directory, dict(options or {}))

    @property
    def name(self) -> str:
        """What the engine calls itself; empty if it has no name.

        >>> import asyncio, sys
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...         print(engine.name.split()[0])
        >>> asyncio.run(main())
        tafl
        """
        return self._host.name

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, with what it says of each.

        >>> import asyncio, sys
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...         print(*sorted(engine.options))
        >>> asyncio.run(main())
        MultiPV rules
        """
        return dict(self._host.options)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine was not told of the rules of the last position, or plays otherwise; empty if nothing.

        >>> import asyncio, sys
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...         print(engine.warnings)
        >>> asyncio.run(main())
        ()
        """
        return self._host.warnings

    @property
    def is_alive(self) -> bool:
        """Whether the process runs.

        >>> import asyncio, sys
        >>> async def main():
        ...     engine = await Engine.popen([sys.executable, "-m", "hnefatafl", "engine"])
        ...     await engine.quit()
        ...     print(engine.is_alive)
        >>> asyncio.run(main())
        False
        """
        return self._process.returncode is None

    async def play(self, position: Position, limit: Limit) -> PlayResult:
        """Ask for a move, which is legal by our rules.

        >>> import asyncio, sys
        >>> from hnefatafl import variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...         return (await engine.play(start, Limit(depth=1))).resigned
        >>> asyncio.run(main())
        False

        Arguments:
            position: the position, with all moves since it was set up.
            limit: how long the engine may search. Not every protocol can tell of every limit.

        Raises:
            EngineMoveError: the engine plays an illegal move. It can still be used.
            EngineRefusedError: it refuses a command. It can still be used.
            EngineTimeoutError: it does not answer in time; then it is ended.
            EngineDiedError: it has ended.
            ProtocolError: it writes endless lines; then it is ended.
            NotExpressibleError: the protocol cannot tell of the position or the limit.
            ArgumentValueError: the game is over, or the limit has none.
        """
        _check_question(position, limit)
        return await self._run(self._host.play(position, limit))

    async def analyse(self, position: Position, limit: Limit, lines: int = 1) -> tuple[Info, ...]:
        """Ask for an analysis: what the engine says of the best lines, the best one first.

        >>> import asyncio, sys
        >>> from hnefatafl import variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "hnefatafl", "engine"]) as engine:
        ...         return len(await engine.analyse(start, Limit(depth=1), lines=2))
        >>> asyncio.run(main())
        2

        Arguments:
            position: the position, with all moves since it was set up.
            limit: how long the engine may search.
            lines: how many lines are wanted; an engine may return fewer.

        Raises:
            HnefataflError: as :meth:`play`.
        """
        _check_question(position, limit)
        check_number("lines", lines, 1)
        return await self._run(self._host.analyse(position, limit, lines))

    async def quit(self) -> None:
        """Ask the engine to end; if it does not, end it. The processes that it started are ended, too.

        >>> import asyncio, sys
        >>> async def main():
        ...     engine = await Engine.popen([sys.executable, "-m", "hnefatafl", "engine"])
        ...     await engine.quit()
        ...     await engine.quit()
        >>> asyncio.run(main())
        """
        await self._end()


def _check_question(position: Position, limit: Limit) -> None:
    check("position", position, Position)
    check("limit", limit, Limit)
    if position.outcome is not None:
        raise ArgumentValueError("position: the game is over, so there is nothing to choose")


@asynccontextmanager
async def _opened(
    words: list[str], host: Host, patience: float, directory: str | None, options: dict[str, str]
) -> AsyncGenerator[Engine]:
    engine = await Engine._start(words, host, patience, directory, options)
    try:
        yield engine
    finally:
        await engine.quit()
