"""Engines as processes: started, asked, and ended whatever happens.

>>> import asyncio, sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> async def main():
...     command = [sys.executable, "-m", "tafl", "engine", "--protocol", "ugi"]
...     async with Engine.open(command, dialect="ugi") as engine:
...         position = Position.initial(variants.BRANDUBH)
...         result = await engine.play(position, Limit(nodes=200))
...         return position.is_legal(result.move)
>>> asyncio.run(main())
True

:class:`~tafl.engine.SimpleEngine` does the same without ``async``. An engine runs in a process group of its
own. The whole group is ended when the engine is closed, fails, does not answer in time, or when the task that waits for
it is cancelled.

The logger ``tafl.engine`` tells of its start and end (INFO) and of its lines (DEBUG), ``<<`` before what is sent
to the engine, ``>>`` before what comes from it.

A protocol decides what is said; here its lines are only carried to and fro. Without ``async``:

>>> import sys
>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
...     print(engine.name.split()[0], engine.play(Position.initial(variants.BRANDUBH), Limit(depth=1)).info.depth)
tafl 1
"""

# The classes of this module share their state.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import asyncio
import os
import shlex
import signal
import threading
import weakref
from collections import deque
from collections.abc import AsyncGenerator, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Final, Generic, Protocol, Self, TypeVar, final

from hnefatafl.errors import ArgumentValueError, HnefataflError
from hnefatafl.play import Position
from hnefatafl.search import Limit
from hnefatafl.support.arguments import check, check_number
from hnefatafl.support.logs import logger
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._dialects import HOSTS, pick_dialect
from tafl.engine._hosting import Host
from tafl.engine._protocol import EngineDiedError, EngineError, EngineTimeoutError, Info, PlayResult, ProtocolError

_T = TypeVar("_T")
_LOG: Final = logger("tafl.engine")

PATIENCE: Final = 30.0
"""How many seconds an engine may take for an answer, beside the time of the limit."""
_GRACE: Final = 1.0
"""How many seconds an engine has to end after it was asked to, and again after it was told to."""
_LOOK: Final = 0.5
"""How often to look whether a silent engine still runs."""
_CHUNK: Final = 1 << 13
_LAST: Final = 20
_GROUPS: Final = os.name == "posix"


class Speaker(Protocol):
    """The side of a protocol that a program is started for, as far as it begins and ends a conversation."""

    @property
    def connection(self) -> Connection:
        """The lines to and from the program."""
        ...

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Greet the program, and set options."""
        ...

    def quit(self) -> bytes:
        """Return what asks the program to end."""
        ...


_S = TypeVar("_S", bound=Speaker)


def split_command(command: str | Sequence[str]) -> list[str]:
    """Return the words of a command; a text is split as by a shell.

    Raises:
        ArgumentValueError: it is empty, or not a command.
    """
    if isinstance(command, str):
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ArgumentValueError(f"command: {error}") from None
    else:
        words = list(command)
        for word in words:
            check("command", word, str)
    if not words or any("\0" in word for word in words):
        raise ArgumentValueError("command: a program and its arguments were expected")
    return words


def check_patience(patience: float) -> None:
    """Check how many seconds a program may take for an answer."""
    if not patience > 0:
        raise ArgumentValueError(f"patience: a number of seconds above 0 was expected, not {patience}")


class Child(Generic[_S]):
    """A program that runs, and the speaker that talks to it."""

    __slots__ = ("_busy", "_errors", "_host", "_last", "_patience", "_process", "_reaped")

    def __init__(self, process: asyncio.subprocess.Process, host: _S, patience: float) -> None:
        """For the library's own use: children are started by :meth:`_start`."""
        self._process = process
        self._host = host
        self._patience = patience
        self._last: deque[str] = deque(maxlen=_LAST)
        self._reaped = False
        self._busy = asyncio.Lock()
        self._errors = asyncio.ensure_future(self._read_errors())

    @classmethod
    async def _start(
        cls, words: list[str], host: _S, patience: float, directory: str | None, options: Mapping[str, str] | None
    ) -> Self:
        """Start a program and greet it.

        Raises:
            EngineDiedError: it cannot be started, or ends at once.
            EngineTimeoutError: it does not greet in time.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=directory,
                start_new_session=_GROUPS,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineDiedError("it started", None, [f"{words[0]}: {reason}"]) from None
        _LOG.info("engine %d: started: %s", process.pid, shlex.join(words))
        try:
            child = cls(process, host, patience)
        except BaseException:
            _send_signal(process, signal.SIGTERM)
            raise
        try:
            await child._run(host.hello(options))
        except BaseException:
            await child._kill()
            raise
        return child

    async def _end(self) -> None:
        """Ask the program to end; if it does not, end it. The processes that it started are ended, too."""
        try:
            if self._process.returncode is None:
                with suppress(OSError):
                    self._write(self._host.quit())
                    self._stdin.close()
                await self._await_end(_GRACE)
                self._send_signal(signal.SIGTERM)
                await self._await_end(_GRACE)
        finally:
            await self._kill()

    @property
    def _stdin(self) -> asyncio.StreamWriter:
        assert self._process.stdin is not None
        return self._process.stdin

    def _write(self, data: bytes) -> None:
        for line in data.decode("utf-8", "replace").splitlines():
            _LOG.debug("%s: << %s", self._label, line)
        self._stdin.write(data)

    @property
    def _label(self) -> str:
        return f"engine {self._process.pid}"

    async def _run(self, conversation: Conversation[_T]) -> _T:
        """Run a conversation with the engine, and end the engine if it cannot be used any more."""
        async with self._busy:
            try:
                return await self._converse(conversation)
            except (EngineTimeoutError, EngineDiedError, ProtocolError):
                await self._kill()
                raise
            except HnefataflError:
                raise
            except BaseException:  # a cancelled task, above all
                await self._kill()
                raise
            finally:
                conversation.close()

    async def _converse(self, conversation: Conversation[_T]) -> _T:
        loop = asyncio.get_running_loop()
        answer: Event | None = None
        awaited_before: Expect | None = None
        end: float | None = None
        while True:
            try:
                step = conversation.send(answer)
            except StopIteration as stop:
                result: _T = stop.value
                return result
            answer = None
            if isinstance(step, bytes):
                await self._send(step)
                awaited_before = None
                continue
            if step is not awaited_before:
                awaited_before = step
                end = None if step.seconds is None else loop.time() + step.seconds + self._patience
            answer = await self._next_event(step, end)

    async def _send(self, data: bytes) -> None:
        try:
            self._write(data)
            async with asyncio.timeout(self._patience):
                await self._stdin.drain()
        except TimeoutError:
            raise EngineTimeoutError("reading of its input", self._patience) from None
        except OSError:
            pass  # it has ended, which the next reading finds out

    async def _next_event(self, expected: Expect, end: float | None) -> Event:
        """Wait for the next line of the engine."""
        loop = asyncio.get_running_loop()
        connection = self._host.connection
        stdout = self._process.stdout
        assert stdout is not None
        late = EngineTimeoutError(expected.awaited, self._patience + (expected.seconds or 0.0))
        while True:
            event = connection.next_event()
            if event is not None:
                _LOG.debug("%s: >> %s", self._label, event.line)
                self._last.append(event.line)
                if end is not None and loop.time() > end:
                    raise late
                return event
            if connection.ended:
                raise await self._explain_death(expected)
            # A process that has ended may leave children behind, which keep its output open.
            exited = self._process.returncode is not None
            look = loop.time() + _LOOK
            try:
                async with asyncio.timeout_at(look if end is None else min(look, end)):
                    connection.receive_data(await stdout.read(_CHUNK))
            except TimeoutError:
                if end is not None and loop.time() >= end:
                    raise late from None
                if exited:
                    raise await self._explain_death(expected) from None

    async def _explain_death(self, expected: Expect) -> EngineDiedError:
        """Return the error about an engine that has closed its output."""
        await self._await_end(_GRACE)
        status = self._process.returncode
        await asyncio.wait([self._errors], timeout=_GRACE)
        return EngineDiedError(expected.awaited, status, self._last)

    async def _read_errors(self) -> None:
        """Keep the last lines of the standard error."""
        stderr = self._process.stderr
        assert stderr is not None
        rest = b""
        while data := await stderr.read(_CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[-_CHUNK:]
            for line in lines:
                self._keep_error(line)
        if rest.strip():
            self._keep_error(rest)

    def _keep_error(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace").strip()
        _LOG.debug("%s: standard error: %s", self._label, text)
        self._last.append(text)

    async def _await_end(self, seconds: float) -> None:
        """Wait for the end of the process, but not long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()

    def _send_signal(self, number: int) -> None:
        _send_signal(self._process, number)

    async def _kill(self) -> None:
        """End the process and all that it started in its group."""
        self._send_signal(signal.SIGKILL if _GROUPS else signal.SIGTERM)
        self._errors.cancel()
        with suppress(OSError):
            self._stdin.close()
        await asyncio.shield(self._reap())

    async def _reap(self) -> None:
        await self._await_end(_GRACE)
        await asyncio.wait([self._errors])
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()
        if not self._reaped:
            self._reaped = True
            _LOG.info("%s: ended, exit status %s", self._label, self._process.returncode)


def _send_signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to the group of a process, or where there are no groups to the process."""
    with suppress(ProcessLookupError, PermissionError):
        if _GROUPS:
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.kill()


@final
class Engine(Child[Host]):
    """An engine that runs as a process. :meth:`open` starts one and ends it; so does :meth:`popen`, which leaves the
    end to :meth:`quit <tafl.engine.Engine.quit>`.

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

        Arguments:
            command: the program and its arguments, as a list, or as a text that is split as by a shell.
            dialect: the name of the protocol that it speaks (:data:`~tafl.engine.HOSTS`).
            patience: how many seconds it may take for an answer, beside the time of the limit.
            directory: where it runs; None for the current directory.
            options: options of the engine, by their names.

        Raises:
            ArgumentValueError: there is no such dialect, or the command is empty.
            EngineDiedError: the program cannot be started, or ends at once.
            EngineTimeoutError: it does not greet in time.
        """
        words, host = split_command(command), pick_dialect(dialect, HOSTS)()
        check_patience(patience)
        return _open_engine(words, host, patience, directory, dict(options or {}))

    @staticmethod
    async def popen(
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Engine:
        """Start an engine and return it. Call :meth:`quit <tafl.engine.Engine.quit>` in the end,
        whatever happens.

        >>> import asyncio, sys
        >>> async def main():
        ...     engine = await Engine.popen([sys.executable, "-m", "tafl", "engine"])
        ...     await engine.quit()
        ...     print(engine.is_alive)
        >>> asyncio.run(main())
        False

        Arguments and errors are those of :meth:`open`.
        """
        words, host = split_command(command), pick_dialect(dialect, HOSTS)()
        check_patience(patience)
        return await Engine._start(words, host, patience, directory, dict(options or {}))

    @property
    def name(self) -> str:
        """What the engine calls itself; empty if it has no name.

        >>> import asyncio, sys
        >>> async def main():
        ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
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
        ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
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
        ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
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
        ...     engine = await Engine.popen([sys.executable, "-m", "tafl", "engine"])
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
        ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
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
        ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
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
        ...     engine = await Engine.popen([sys.executable, "-m", "tafl", "engine"])
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
async def _open_engine(
    words: list[str], host: Host, patience: float, directory: str | None, options: dict[str, str]
) -> AsyncGenerator[Engine]:
    engine = await Engine._start(words, host, patience, directory, options)
    try:
        yield engine
    finally:
        await engine.quit()


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
            unfinished = asyncio.all_tasks(self.loop)
            for task in unfinished:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*unfinished, return_exceptions=True))
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
    >>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
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

        Arguments and errors are those of :meth:`Engine.open <tafl.engine.Engine.open>`. An engine that
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
        """What the engine calls itself; empty if it has no name."""
        return self._engine.name

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, with what it says of each."""
        return self._engine.options

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine was not told of the rules of the last position, or plays otherwise; empty if nothing."""
        return self._engine.warnings

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        engine = self._loop.engine
        return engine is not None and engine.is_alive

    def play(self, position: Position, limit: Limit) -> PlayResult:
        """Ask for a move, as :meth:`Engine.play <tafl.engine.Engine.play>`.

        >>> import sys
        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
        ...     engine.play(Position.initial(variants.BRANDUBH), Limit(depth=1)).info.depth
        1
        """
        return self._loop.call(self._engine.play(position, limit))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> tuple[Info, ...]:
        """Ask for an analysis, as :meth:`Engine.analyse <tafl.engine.Engine.analyse>`.

        >>> import sys
        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
        ...     len(engine.analyse(Position.initial(variants.BRANDUBH), Limit(depth=1), lines=3))
        3
        """
        return self._loop.call(self._engine.analyse(position, limit, lines))

    def close(self) -> None:
        """End the engine, as :meth:`Engine.quit <tafl.engine.Engine.quit>`; again, it does nothing.

        >>> import sys
        >>> engine = SimpleEngine([sys.executable, "-m", "tafl", "engine"])
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
