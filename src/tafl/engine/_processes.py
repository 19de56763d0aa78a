"""Engines as processes: started, asked, and ended whatever happens; and as players of :mod:`hnefatafl.search`.

An engine runs in a process group of its own. The whole group is ended when the engine is closed, fails, or does not
answer in time. Where the task that waits for an answer is cancelled, the engine is asked to stop, and is ended only if
it does not answer then.

The logger ``tafl.engine`` tells of its start and end (INFO) and of its lines (DEBUG), ``<<`` before what is sent
to the engine, ``>>`` before what comes from it.

A protocol decides what is said; here its lines are only carried to and fro.
"""

# The classes of this module share their state.
# pyright: reportPrivateUsage=false
from __future__ import annotations

import asyncio
import errno
import os
import shlex
import signal
import threading
import time
import weakref
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from functools import partial
from types import TracebackType
from typing import Any, Final, Generic, NoReturn, Protocol, Self, TypeVar, final

from hnefatafl.board import Move
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.search import Limit, Player, built_in_player
from hnefatafl.support.arguments import check, check_number
from hnefatafl.support.logs import logger
from hnefatafl.support.texts import shortened
from tafl.engine._bots import bot_command, is_bot
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._dialects import HOSTS, pick_dialect
from tafl.engine._hosting import Host, Tell, check_limit
from tafl.engine._protocol import (
    EngineDiedError,
    EngineError,
    EngineNotStartedError,
    EngineResignedError,
    EngineTimeoutError,
    Info,
    PlayResult,
    ProtocolError,
)

_T = TypeVar("_T")
_LOG: Final = logger("tafl.engine")

PATIENCE: Final = 30.0
"""How many seconds an engine may take for an answer, beside the time of the limit."""
GRACE: Final = 2.0
"""How many seconds an engine may take for its answer after it was asked to stop."""
_TO_END: Final = 1.0
"""How many seconds an engine has to end after it was asked to, and again after it was told to."""
_LOOK: Final = 0.5
"""How often to look whether a silent engine still runs."""
_DIALECTS: Final = ("ugi", "otep", "htp", "uci")
"""The protocols of engines that are not for one contest."""
_SHORTAGES: Final = frozenset([errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ENOSPC])
"""What this machine lacks where a process cannot be started, and not what is wrong with the program."""
_LOADING: Final = 5.0
"""How many seconds a bot may take to load, if its margin is no longer."""
_CHUNK: Final = 1 << 13
_LAST: Final = 20
_ENDLESS: Final = Limit()
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


def check_patience(patience: float, grace: float = GRACE) -> None:
    """Check how many seconds a program may take for an answer, and for one when it is to stop."""
    for name, seconds in (("patience", patience), ("grace", grace)):
        if not seconds > 0:
            raise ArgumentValueError(f"{name}: a number of seconds above 0 was expected, not {seconds}")


class Child(Generic[_S]):
    """A program that runs, and the speaker that talks to it."""

    __slots__ = (
        "_allowed", "_busy", "_deadline", "_errors", "_host", "_last", "_latest", "_patience", "_process", "_reaped",
        "_sending",
    )  # fmt: skip

    def __init__(self, process: asyncio.subprocess.Process, host: _S, patience: float) -> None:
        """For the library's own use: children are started by :meth:`_start`."""
        self._process = process
        self._host = host
        self._patience = patience
        self._last: deque[str] = deque(maxlen=_LAST)
        self._reaped = False
        self._deadline: float | None = None  # until when what is expected now may come
        self._allowed = 0.0  # how many seconds that is from when it was expected, or was to end
        self._latest: float | None = None  # until when a conversation that is to end may go on
        self._sending: asyncio.Timeout | None = None  # that of what is being sent
        self._busy = asyncio.Lock()
        self._errors = asyncio.ensure_future(self._read_errors())

    @classmethod
    async def _start(
        cls, words: list[str], host: _S, patience: float, directory: str | None, options: Mapping[str, str] | None
    ) -> Self:
        """Start a program and greet it.

        Raises:
            EngineDiedError: it cannot be started, or ends at once.
            EngineNotStartedError: this machine lacks what that takes.
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
        except (OSError, ValueError, RuntimeError) as error:
            raise _explain_start(error, words[0]) from None
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
                await self._await_end(_TO_END)
                _send_signal(self._process, signal.SIGTERM)
                await self._await_end(_TO_END)
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

    async def _run(self, conversation: Conversation[_T], began: Callable[[], None] = lambda: None) -> _T:
        """Run a conversation with the engine, and end the engine if it cannot be used any more.

        Arguments:
            conversation: the conversation.
            began: called when it begins, which may be after others.
        """
        async with self._busy:
            self._latest = None
            began()
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
        answer: Event | None = None
        awaited_before: Expect | None = None
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
                self._begin_wait(step)
            answer = await self._next_event(step)

    def _begin_wait(self, expected: Expect) -> None:
        """Wait for something from now on."""
        if self._latest is not None:
            self._deadline = self._latest
        else:
            self._allowed = self._patience + (expected.seconds or 0.0)
            self._deadline = None if expected.seconds is None else asyncio.get_running_loop().time() + self._allowed

    async def _send(self, data: bytes) -> None:
        """Send a command, until the program must have read what was sent before; that time may change meanwhile."""
        end = self._latest
        if end is None:
            self._allowed = self._patience
            end = asyncio.get_running_loop().time() + self._patience
        try:
            self._write(data)
            async with asyncio.timeout_at(end) as self._sending:
                await self._stdin.drain()
        except TimeoutError:
            raise EngineTimeoutError("reading of its input", self._allowed) from None
        except OSError:
            pass  # it has ended, which the next reading finds out
        finally:
            self._sending = None

    async def _next_event(self, expected: Expect) -> Event:
        """Wait for the next line of the engine, until the deadline, which may change meanwhile."""
        loop = asyncio.get_running_loop()
        connection = self._host.connection
        stdout = self._process.stdout
        assert stdout is not None
        while True:
            end = self._deadline
            event = connection.next_event()
            if event is not None:
                _LOG.debug("%s: >> %s", self._label, event.line)
                self._last.append(event.line)
                if end is not None and loop.time() > end:
                    raise EngineTimeoutError(expected.awaited, self._allowed)
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
                    raise EngineTimeoutError(expected.awaited, self._allowed) from None
                if exited:
                    raise await self._explain_death(expected) from None

    async def _explain_death(self, expected: Expect) -> EngineDiedError:
        """Return the error about an engine that has closed its output."""
        await self._await_end(_TO_END)
        status = self._process.returncode
        await asyncio.wait([self._errors], timeout=_TO_END)
        return EngineDiedError(expected.awaited, status, self._last)

    async def _read_errors(self) -> None:
        """Keep the last lines of the standard error."""
        stderr, errors = self._process.stderr, Connection([])
        assert stderr is not None
        while not errors.ended:
            data = await stderr.read(_CHUNK)
            with suppress(ProtocolError):  # of an endless line nothing is kept
                errors.receive_data(data)
            while (event := errors.next_event()) is not None:
                _LOG.debug("%s: standard error: %s", self._label, event.line)
                self._last.append(event.line)

    async def _await_end(self, seconds: float) -> None:
        """Wait for the end of the process, but not long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()

    async def _kill(self) -> None:
        """End the process and all that it started in its group."""
        _send_signal(self._process, signal.SIGKILL if _GROUPS else signal.SIGTERM)
        self._errors.cancel()
        with suppress(OSError):
            self._stdin.close()
        await asyncio.shield(self._reap())

    async def _reap(self) -> None:
        await self._await_end(_TO_END)
        await asyncio.wait([self._errors])
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()
        if not self._reaped:
            self._reaped = True
            _LOG.info("%s: ended, exit status %s", self._label, self._process.returncode)


def _explain_start(error: Exception, program: str) -> EngineError:
    """Return the error about a program that could not be started; a RuntimeError is about threads."""
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, RuntimeError) or getattr(error, "errno", None) in _SHORTAGES:
        return EngineNotStartedError(f"this machine could not start {program}: {reason}")
    return EngineDiedError("it started", None, [f"{program}: {reason}"])


def _send_signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to the group of a process, or where there are no groups to the process."""
    with suppress(ProcessLookupError, PermissionError):
        if _GROUPS:
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.kill()


class _ConversationTask(Generic[_T]):
    """A conversation with an engine in a task of its own, which goes on until the engine is free again, though the task
    that waits for it may be cancelled.
    """

    __slots__ = ("_begun", "_engine", "task")

    def __init__(self, engine: Engine, conversation: Conversation[_T]) -> None:
        self._engine = engine
        self._begun = asyncio.Event()
        self.task = asyncio.ensure_future(engine._run(conversation, self._begun.set))

    async def begin(self) -> None:
        """Wait for its turn."""
        turn = asyncio.ensure_future(self._begun.wait())
        try:
            await asyncio.wait([turn, self.task], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await self.finish()
            raise
        finally:
            turn.cancel()

    def stop(self) -> None:
        """Have it answered at once, or not at all if the engine still works on another question."""
        if not self._begun.is_set():
            self.task.cancel()
        elif not self.task.done():
            self._engine._hurry()

    async def finish(self) -> None:
        """Stop it, and wait until the engine is free, or has been ended."""
        self.stop()
        try:
            await asyncio.wait([self.task])
        except asyncio.CancelledError:  # twice: then nothing is waited for
            self.task.cancel()
            await asyncio.wait([self.task])
            raise
        finally:
            if not self.task.cancelled():
                self.task.exception()  # is not for the log

    async def ask(self) -> _T:
        """Return the answer."""
        try:
            return await asyncio.shield(self.task)
        except asyncio.CancelledError:
            await self.finish()
            raise


@final
class Engine(Child[Host]):
    """An engine that runs as a process. :meth:`open <tafl.engine.Engine.open>` starts one and ends it; so does
    :meth:`popen <tafl.engine.Engine.popen>`, which leaves the end to :meth:`quit <tafl.engine.Engine.quit>`.

    >>> import asyncio, sys
    >>> from hnefatafl import Position, variants
    >>> from hnefatafl.search import Limit
    >>> start = Position.initial(variants.BRANDUBH)
    >>> async def main():
    ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
    ...         result = await engine.play(start, Limit(nodes=200))
    ...         lines = await engine.analyse(start, Limit(depth=1), lines=2)
    ...         print(engine.name.split()[0], *sorted(engine.options), start.is_legal(result.move), len(lines))
    ...     print(engine.is_alive)
    >>> asyncio.run(main())
    tafl MultiPV rules True 2
    False
    >>> Engine.open("no-such-engine", patience=0)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.ArgumentValueError: patience: a number of seconds above 0 was expected, not 0
    """

    __slots__ = ("_analysis", "_grace")

    def __init__(self, process: asyncio.subprocess.Process, host: Host, patience: float) -> None:
        """For the library's own use: engines are started by :meth:`open <tafl.engine.Engine.open>`."""
        super().__init__(process, host, patience)
        self._grace = GRACE
        self._analysis: _ConversationTask[tuple[Info, ...]] | None = None

    @staticmethod
    def open(
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        grace: float = GRACE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[Engine]:
        """Start an engine, for a block of ``async with``; it is ended with the block.

        Arguments:
            command: the program and its arguments, as a list, or as a text that is split as by a shell.
            dialect: the name of the protocol that it speaks (:data:`~tafl.engine.HOSTS`).
            patience: how many seconds it may take for an answer, beside the time of the limit.
            grace: how many seconds it may take for an answer once it is to stop.
            directory: where it runs; None for the current directory.
            options: options of the engine, by their names.

        Raises:
            ArgumentValueError: there is no such dialect, or the command is empty.
            EngineDiedError: the program cannot be started, or ends at once.
            EngineNotStartedError: this machine lacks what it takes to start one, such as open files.
            EngineTimeoutError: it does not greet in time.
        """
        return _hold(
            Engine.popen(command, dialect=dialect, patience=patience, grace=grace, directory=directory, options=options)
        )

    @staticmethod
    def popen(
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        grace: float = GRACE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Coroutine[Any, Any, Engine]:
        """Start an engine and return it. Call :meth:`quit <tafl.engine.Engine.quit>` in the end,
        whatever happens.

        Arguments and errors are those of :meth:`open <tafl.engine.Engine.open>`.
        """
        words, host, options = split_command(command), pick_dialect(dialect, HOSTS)(), dict(options or {})
        check_patience(patience, grace)
        return _start_engine(Engine._start(host.launch(words), host, patience, directory, options), grace, dialect)

    @property
    def name(self) -> str:
        """What the engine calls itself; empty if it has no name."""
        return self._host.name

    @property
    def options(self) -> Mapping[str, str]:
        """The options that the engine offers, with what it says of each."""
        return dict(self._host.options)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine was not told of the rules of the last position, or plays otherwise; empty if nothing."""
        return self._host.warnings

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    async def play(self, position: PositionLike, limit: Limit) -> PlayResult:
        """Ask for a move, which is legal by our rules.

        Questions take turns, but an :meth:`analysis` that goes on is stopped for the next one. Where the task that
        waits is cancelled, as by :func:`asyncio.wait_for`, the engine is asked to stop. The cancellation is complete
        when it has answered, and the engine can be asked again. If it does not answer within its grace, or the task is
        cancelled once more, it is ended. HTP and the UCI of taflzero have no command that stops a search; their engines
        have the grace to finish it.

        Arguments:
            position: the position, with all moves since it was set up; or what :func:`~hnefatafl.play.as_position`
                takes for one.
            limit: how long the engine may search. Not every protocol can tell of every limit.

        Raises:
            EngineMoveError: the engine plays an illegal move. It can still be used.
            EngineRefusedError: it refuses a command. It can still be used.
            EngineTimeoutError: it does not answer in time; then it is ended.
            EngineDiedError: it has ended.
            ProtocolError: it writes endless lines; then it is ended.
            NotExpressibleError: the protocol cannot tell of the position or the limit.
            ArgumentValueError: the game is over, or the limit has none.
            HnefataflError: as :func:`~hnefatafl.play.as_position`.
        """
        position = _check_question(position, limit)
        return await self._question(self._host.play(position, limit)).ask()

    async def analyse(self, position: PositionLike, limit: Limit, lines: int = 1) -> tuple[Info, ...]:
        """Ask for an analysis: what the engine says of the best lines, the best one first.

        Arguments:
            position: the position, as for :meth:`play`.
            limit: how long the engine may search.
            lines: how many lines are wanted; an engine may return fewer.

        Raises:
            HnefataflError: as :meth:`play`.
        """
        check_limit(limit)
        position = _check_question(position, limit, lines)
        return await self._question(self._host.analyse(position, limit, lines)).ask()

    def analysis(
        self, position: PositionLike, limit: Limit = _ENDLESS, lines: int = 1
    ) -> AbstractAsyncContextManager[EngineAnalysis]:
        """Have a position analysed during a block of ``async with``, and hear what the engine says meanwhile. With the
        block the analysis is stopped, as :meth:`play` describes.

        >>> import asyncio, sys
        >>> from hnefatafl import Position, variants
        >>> async def main():
        ...     async with (
        ...         Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine,
        ...         engine.analysis(Position.initial(variants.BRANDUBH), lines=2) as analysis,
        ...     ):
        ...         async for info in analysis:
        ...             if info.depth == 2 and info.rank == 2:
        ...                 break
        ...         return len(analysis.infos)
        >>> asyncio.run(main())
        2

        Arguments:
            position: the position, as for :meth:`play`.
            limit: how long the engine may search; without any limit until it is stopped. HTP and OTEP tell less of a
                search, and the UCI of taflzero and the doors of contests need a limit.
            lines: how many lines are wanted.

        Raises:
            EngineError: before its turn came, the engine was asked something else, or closed.
            HnefataflError: as :meth:`play`; what goes wrong with the engine is raised by the analysis, or at the end of
                the block.
        """
        return _AnalysisBlock(self._analyse_in_block(position, limit, lines))

    @asynccontextmanager
    async def _analyse_in_block(
        self, position: PositionLike, limit: Limit, lines: int
    ) -> AsyncGenerator[EngineAnalysis]:
        analysis = await self._begin_analysis(position, limit, lines)
        try:
            yield analysis
        finally:
            await analysis._question.finish()
        analysis._raise_fault()

    async def _begin_analysis(self, position: PositionLike, limit: Limit, lines: int) -> EngineAnalysis:
        position = _check_question(position, limit, lines)
        analysis = EngineAnalysis(lambda tell: self._question(self._host.analyse(position, limit, lines, tell)))
        self._analysis = analysis._question
        await analysis._question.begin()
        if analysis._question.task.cancelled():
            raise EngineError("the analysis did not begin: the engine was asked something else, or closed, meanwhile")
        if analysis._question.task.done():
            analysis._raise_fault()
        return analysis

    def _question(self, conversation: Conversation[_T]) -> _ConversationTask[_T]:
        """Return a question, for which an analysis makes room."""
        if self._analysis is not None:
            self._analysis.stop()
            self._analysis = None
        return _ConversationTask(self, conversation)

    def _hurry(self) -> None:
        """Ask for the answer now, or as soon as the search begins; what comes later than the grace is too late."""
        if self._latest is None:
            self._latest = asyncio.get_running_loop().time() + self._grace
            self._deadline, self._allowed = self._latest, self._grace
            if self._sending is not None and not self._sending.expired():
                self._sending.reschedule(self._latest)
            self._stop_search()

    def _begin_wait(self, expected: Expect) -> None:
        super()._begin_wait(expected)
        if self._latest is not None:
            self._stop_search()

    def _stop_search(self) -> None:
        data = self._host.stop()
        if data:
            self._write(data)

    async def quit(self) -> None:
        """Ask the engine to end; if it does not, end it. The processes that it started are ended, too."""
        await self._end()

    async def _end(self) -> None:
        try:
            if self._analysis is not None:
                await self._analysis.finish()
        finally:
            await super()._end()


def _check_question(position: PositionLike, limit: Limit, lines: int = 1) -> Position:
    """Check a question, and return its position."""
    position = as_position(position)
    check("limit", limit, Limit)
    check_number("lines", lines, 1)
    if position.outcome is not None:
        raise ArgumentValueError("position: the game is over, so there is nothing to choose")
    return position


async def _start_engine(started: Coroutine[Any, Any, Engine], grace: float, dialect: str) -> Engine:
    try:
        engine = await started
    except EngineTimeoutError as error:
        if dialect not in _DIALECTS or error.awaited == "readyok":  # which only an engine that has greeted owes
            raise
        others = ", ".join(other for other in _DIALECTS if other != dialect)
        hint = f"does it speak another protocol ({others})?"
        raise EngineTimeoutError(error.awaited, error.seconds, hint) from None
    engine._grace = grace
    return engine


@asynccontextmanager
async def _hold(started: Coroutine[Any, Any, Engine]) -> AsyncGenerator[Engine]:
    engine = await started
    try:
        yield engine
    finally:
        await engine.quit()


_NEWS: Final = 1000
"""How many infos are kept for an analysis that nobody listens to."""


@final
class EngineAnalysis:
    """An analysis by an engine that goes on: :meth:`Engine.analysis <tafl.engine.Engine.analysis>` begins one.

    It is an asynchronous iterator of :class:`~tafl.engine.Info`, each about the line of its ``rank``. It ends with the
    search: at its limit, when it is stopped, or when the engine is asked something else. Of infos that are not taken
    the last thousand are kept.

    >>> import asyncio, sys
    >>> from hnefatafl import Position, variants
    >>> async def main():
    ...     async with Engine.open([sys.executable, "-m", "tafl", "engine"]) as engine:
    ...         async with engine.analysis(Position.initial(variants.BRANDUBH), Limit(depth=2)) as analysis:
    ...             return [info.depth async for info in analysis], await analysis.wait() == analysis.infos
    >>> asyncio.run(main())
    ([1, 2], True)
    """

    __slots__ = ("_fault_is_raised", "_latest", "_lines", "_news", "_question", "_woken")

    def __init__(self, ask: Callable[[Tell], _ConversationTask[tuple[Info, ...]]]) -> None:
        """For the library's own use: analyses are begun by :meth:`Engine.analysis <tafl.engine.Engine.analysis>`."""
        self._latest: tuple[Info, ...] = ()  # what the engine has said last of each line
        self._lines: dict[int, Info] = {}
        self._news: deque[Info] = deque(maxlen=_NEWS)
        self._woken = asyncio.Event()
        self._fault_is_raised = False
        self._question = ask(self._hear)
        self._question.task.add_done_callback(lambda _: self._woken.set())

    def _hear(self, info: Info) -> None:
        self._lines[info.rank] = info
        self._latest = tuple(self._lines[rank] for rank in sorted(self._lines))
        self._news.append(info)
        self._woken.set()

    @property
    def infos(self) -> tuple[Info, ...]:
        """What the engine has said last of each line, the best line first; after the search what :meth:`wait
        <tafl.engine.EngineAnalysis.wait>` returns."""
        task = self._question.task
        is_answered = task.done() and not task.cancelled() and task.exception() is None
        return task.result() if is_answered else self._latest

    def stop(self) -> None:
        """Ask the engine to end the search. The iterator ends when it has answered."""
        self._question.stop()

    async def wait(self) -> tuple[Info, ...]:
        """Wait for the end of the search, and return what :meth:`Engine.analyse <tafl.engine.Engine.analyse>` returns:
        the best lines, the best one first. What has gone wrong is raised each time.

        Raises:
            EngineError: the engine has failed, or has not answered within its grace after it was asked to stop.
        """
        await asyncio.wait([self._question.task])
        self._fault_is_raised = True  # if there is one
        return self.infos if self._question.task.cancelled() else self._question.task.result()

    def _raise_fault(self) -> None:
        """Raise what has gone wrong, unless the caller knows it."""
        task = self._question.task
        fault = None if task.cancelled() else task.exception()
        if fault is not None and not self._fault_is_raised:
            self._fault_is_raised = True
            raise fault

    def __aiter__(self) -> EngineAnalysis:
        return self

    async def __anext__(self) -> Info:
        while not self._news:
            if self._question.task.done():
                self._raise_fault()
                raise StopAsyncIteration
            self._woken.clear()
            await self._woken.wait()
        return self._news.popleft()


class _AnalysisBlock(AbstractAsyncContextManager["EngineAnalysis"]):
    """The block of an analysis, which says so where it is taken for the analysis itself."""

    def __init__(self, block: AbstractAsyncContextManager[EngineAnalysis]) -> None:
        self._block = block

    async def __aenter__(self) -> EngineAnalysis:
        return await self._block.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._block.__aexit__(kind, error, trace)

    def __aiter__(self) -> NoReturn:
        _refuse_without_block("async ")


class _SimpleAnalysisBlock(AbstractContextManager["SimpleEngineAnalysis"]):
    """The same without ``async``."""

    def __init__(self, block: AbstractContextManager[SimpleEngineAnalysis]) -> None:
        self._block = block

    def __enter__(self) -> SimpleEngineAnalysis:
        return self._block.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._block.__exit__(kind, error, trace)

    def __iter__(self) -> NoReturn:
        _refuse_without_block("")


def _refuse_without_block(kind: str) -> NoReturn:
    raise ArgumentTypeError(
        f"an analysis goes on within a block: `{kind}with engine.analysis(position) as analysis`,"
        f" and then `{kind}for info in analysis`"
    )


class Loop:
    """An event loop in a thread of its own, and the engine that runs in it."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.loop: Final[asyncio.AbstractEventLoop] = self._runner.get_loop()
        self.engine: Engine | None = None
        self._thread = threading.Thread(target=self._run, name="hnefatafl engine", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._runner.close()
            raise

    def _run(self) -> None:
        with self._runner:  # what an interrupt has cancelled may still be ending its engine
            self.loop.run_forever()

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

    def tell(self, act: Callable[[], object]) -> None:
        """Have something done in the loop, if it still runs."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(act)

    def close(self) -> None:
        """End the engine and the loop."""
        if self.loop.is_closed():
            return
        engine, self.engine = self.engine, None
        try:
            if engine is not None:
                self.call(engine.quit())
        finally:
            self.tell(self.loop.stop)
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
    ...     len(engine.analyse(position, Limit(depth=1), lines=3))
    True
    3
    """

    __slots__ = ("__weakref__", "_finalizer", "_loop")

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        patience: float = PATIENCE,
        grace: float = GRACE,
        directory: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Start an engine.

        Arguments and errors are those of :meth:`Engine.open <tafl.engine.Engine.open>`. An engine that
        is never closed is ended with the interpreter.
        """
        try:
            self._loop = Loop()
        except (OSError, RuntimeError) as error:
            raise _explain_start(error, "a thread for an engine") from None
        try:
            started = Engine.popen(
                command, dialect=dialect, patience=patience, grace=grace, directory=directory, options=options
            )
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

    def play(self, position: PositionLike, limit: Limit) -> PlayResult:
        """Ask for a move, as :meth:`Engine.play <tafl.engine.Engine.play>`. An interrupt stops the search."""
        return self._loop.call(self._engine.play(position, limit))

    def analyse(self, position: PositionLike, limit: Limit, lines: int = 1) -> tuple[Info, ...]:
        """Ask for an analysis, as :meth:`Engine.analyse <tafl.engine.Engine.analyse>`."""
        return self._loop.call(self._engine.analyse(position, limit, lines))

    def analysis(
        self, position: PositionLike, limit: Limit = _ENDLESS, lines: int = 1
    ) -> AbstractContextManager[SimpleEngineAnalysis]:
        """Have a position analysed during a block of ``with``, as :meth:`Engine.analysis
        <tafl.engine.Engine.analysis>`.

        >>> import sys
        >>> from hnefatafl import Position, variants
        >>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
        ...     with engine.analysis(Position.initial(variants.BRANDUBH)) as analysis:
        ...         for info in analysis:
        ...             if info.depth == 2:
        ...                 analysis.stop()
        ...     len(analysis.infos)
        1
        """
        return _SimpleAnalysisBlock(self._analyse_in_block(position, limit, lines))

    @contextmanager
    def _analyse_in_block(self, position: PositionLike, limit: Limit, lines: int) -> Generator[SimpleEngineAnalysis]:
        analysis = self._loop.call(self._engine._begin_analysis(position, limit, lines))
        try:
            yield SimpleEngineAnalysis(self._loop, analysis)
        finally:
            with suppress(EngineError):  # the engine was closed in the block
                self._loop.call(analysis._question.finish())
        analysis._raise_fault()

    def close(self) -> None:
        """End the engine, as :meth:`Engine.quit <tafl.engine.Engine.quit>`; again, it does nothing."""
        self._finalizer()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@final
class SimpleEngineAnalysis:
    """An :class:`~tafl.engine.EngineAnalysis` without ``async``, an iterator: :meth:`SimpleEngine.analysis
    <tafl.engine.SimpleEngine.analysis>` begins one.

    >>> import sys
    >>> from hnefatafl import Position, variants
    >>> with SimpleEngine([sys.executable, "-m", "tafl", "engine"]) as engine:
    ...     with engine.analysis(Position.initial(variants.BRANDUBH), Limit(depth=2)) as analysis:
    ...         [info.depth for info in analysis]
    [1, 2]
    """

    __slots__ = ("_analysis", "_loop")

    def __init__(self, loop: Loop, analysis: EngineAnalysis) -> None:
        """For the library's own use."""
        self._loop = loop
        self._analysis = analysis

    @property
    def infos(self) -> tuple[Info, ...]:
        """What the engine has said last of each line, the best line first; after the search what :meth:`wait
        <tafl.engine.SimpleEngineAnalysis.wait>` returns."""
        return self._analysis.infos

    def stop(self) -> None:
        """Ask the engine to end the search. The iterator ends when it has answered."""
        self._loop.tell(self._analysis.stop)

    def wait(self) -> tuple[Info, ...]:
        """Wait for the end of the search, as :meth:`EngineAnalysis.wait <tafl.engine.EngineAnalysis.wait>`."""
        return self._loop.call(self._analysis.wait())

    def __iter__(self) -> SimpleEngineAnalysis:
        return self

    def __next__(self) -> Info:
        try:
            return self._loop.call(self._analysis.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None


# Players.

_LIMIT: Final = Limit(seconds=1)
"""The limit of a move if no other is given."""


@final
class EnginePlayer:
    """A player that asks an engine. The process is started with the first move, and again if it has ended. All these
    starts together may take its patience, until :meth:`close <tafl.engine.EnginePlayer.close>` is called.

    Copies and pickles of a player have the same command and options, and start a process of their own.

    >>> engine = EnginePlayer("taflzero --threads 2", dialect="uci")
    >>> engine.command, engine.dialect
    ('taflzero --threads 2', 'uci')
    """

    __slots__ = ("_engine", "_starting", "command", "dialect", "limit", "margin", "options", "patience")

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        dialect: str = "ugi",
        limit: Limit = _LIMIT,
        patience: float = PATIENCE,
        margin: float | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Make a player.

        Arguments:
            command, dialect, patience, options: as for
                :meth:`Engine.open <tafl.engine.Engine.open>`.
            limit: the limit of each move.
            margin: how many seconds a move may take beyond its limit; by default as many as the engine has to start,
                which are those of ``patience``.

        Raises:
            ArgumentValueError: there is no such dialect, or the limit has none.
        """
        pick_dialect(dialect, HOSTS)
        check_limit(limit)
        check_patience(patience)
        if margin is not None and not margin > 0:
            raise ArgumentValueError(f"margin: a number of seconds above 0 was expected, not {margin}")
        self.command: Final = command if isinstance(command, str) else tuple(command)
        """The program and its arguments."""
        self.dialect: Final = dialect
        """The protocol that it speaks."""
        self.limit: Final = limit
        """The limit of each move."""
        self.patience: Final = patience
        """How many seconds it may take for an answer, beside the time of the limit."""
        self.margin: Final = margin
        """How many seconds a move may take beyond its limit, if not as many."""
        self.options: Final = dict(options or {})
        """Options of the engine."""
        self._engine: SimpleEngine | None = None
        self._starting = patience  # how many seconds are left for starts

    def choose(self, position: PositionLike) -> Move | None:
        """Return the engine's move, which is legal, in a position or what stands for one.

        >>> from hnefatafl import Position, variants
        >>> EnginePlayer("no-such-program-anywhere").choose(Position.initial(variants.BRANDUBH))
        Traceback (most recent call last):
            ...
        tafl.engine.EngineDiedError: the other side closed the connection before it started; its last lines:
            no-such-program-anywhere: No such file or directory

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineResignedError: it resigns.
            EngineNotStartedError: this machine lacks what it takes to start it.
            EngineError: it fails in another way.
            NotExpressibleError: its protocol cannot tell of the position.
            ArgumentValueError: the game is over.
            HnefataflError: as :func:`~hnefatafl.play.as_position`.
        """
        if self._engine is None or not self._engine.is_alive:
            self._engine = self._start()
        result = self._engine.play(position, self.limit)
        if result.resigned:
            raise EngineResignedError("resigns", "a player cannot resign")
        return result.move

    def _start(self) -> SimpleEngine:
        """Start the engine, which has the time that is left from its starts before."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        if self._starting <= 0:
            raise EngineTimeoutError("its start", self.patience)
        begun = time.monotonic()
        try:
            engine = SimpleEngine(self.command, dialect=self.dialect, patience=self._starting, options=self.options)
        finally:
            self._starting -= time.monotonic() - begun
        engine._engine._patience = self.patience if self.margin is None else self.margin
        return engine

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine was not told of the rules of the last position, or plays otherwise; empty if nothing."""
        return () if self._engine is None else self._engine.warnings

    def close(self) -> None:
        """End the process, if there is one. The next move starts another."""
        engine, self._engine, self._starting = self._engine, None, self.patience
        if engine is not None:
            engine.close()

    def __enter__(self) -> EnginePlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        options = {name: getattr(self, name) for name in ("dialect", "limit", "patience", "margin", "options")}
        return partial(EnginePlayer, self.command, **options), ()

    def __repr__(self) -> str:
        return shortened(f"EnginePlayer({self.command!r}, dialect={self.dialect!r}, limit={self.limit})")


def is_engine(text: str) -> bool:
    """Return whether the text of a player names a program: a protocol and a colon stand before a command; or it is a
    bot (:func:`~tafl.engine.is_bot`).

    >>> is_engine("uci:taflzero"), is_engine("bots.py:careful"), is_engine("alphabeta:nodes=9")
    (True, True, False)
    """
    if is_bot(text):
        return True
    name, colon, _ = text.strip().partition(":")
    return bool(colon) and name.lower() in HOSTS


def player(text: str, *, limit: Limit | None = None, margin: float | None = None, **options: Any) -> Player:
    """Make a player by its name: an engine as ``PROTOCOL:COMMAND``, a bot as ``FILE.py:NAME``, or one of the library.

    >>> player("uci:taflzero --threads 2").command
    'taflzero --threads 2'
    >>> player("alphabeta:nodes=500")
    AlphaBeta(Limit(nodes=500), noise=0, seed=0)

    Arguments:
        text: a protocol of :data:`~tafl.engine.HOSTS`, a colon and the command of an engine; or a bot: a file of
            Python, a colon and the name of a function of a position or of a class with a method ``choose``; or what
            :func:`hnefatafl.search.built_in_player` takes.
        limit: the limit of each move of an engine or a bot; None for a second.
        margin: as for :class:`~tafl.engine.EnginePlayer`. With one, a bot has five seconds to load, or the margin if
            that is longer.
        options: options of :func:`hnefatafl.search.built_in_player`; of a bot, its ``seed``.

    Raises:
        ArgumentValueError: there is no such player, file or option, or the command is missing.
    """
    if not is_engine(text):
        return built_in_player(text, **options)
    command: str | list[str]
    patience = PATIENCE
    if is_bot(text):
        name, command = "bot", bot_command(text, options.pop("seed", 0))
        patience = PATIENCE if margin is None else max(_LOADING, margin)
    else:
        name, _, command = (part.strip() for part in text.strip().partition(":"))
    if not command:
        raise ArgumentValueError(f"{name}: the command of an engine was expected behind the colon")
    if options:
        raise ArgumentValueError(f"an engine has no option {next(iter(options))!r:.60}")
    limit = _LIMIT if limit is None else limit
    return EnginePlayer(command, dialect=name.lower(), limit=limit, patience=patience, margin=margin)
