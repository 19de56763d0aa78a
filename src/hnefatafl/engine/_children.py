"""Programs that run as child processes and speak in lines: started, asked, and ended whatever happens.

A protocol decides what is said; here it is only carried to and fro.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Generic, Protocol, Self, TypeVar

from hnefatafl._base.arguments import check
from hnefatafl._base.logs import logger
from hnefatafl.engine._connection import Connection, Conversation, Event, Expect
from hnefatafl.engine._errors import EngineDiedError, EngineTimeoutError, ProtocolError
from hnefatafl.errors import ArgumentValueError, HnefataflError

_T = TypeVar("_T")
_LOG: Final = logger("engine")

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


def arguments(command: str | Sequence[str]) -> list[str]:
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
            _signal(process, signal.SIGTERM)
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
                await self._ended(_GRACE)
                self._signal(signal.SIGTERM)
                await self._ended(_GRACE)
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
        before: Expect | None = None
        end: float | None = None
        while True:
            try:
                wanted = conversation.send(answer)
            except StopIteration as stop:
                result: _T = stop.value
                return result
            answer = None
            if isinstance(wanted, bytes):
                await self._send(wanted)
                before = None
                continue
            if wanted is not before:
                before = wanted
                end = None if wanted.seconds is None else loop.time() + wanted.seconds + self._patience
            answer = await self._event(wanted, end)

    async def _send(self, data: bytes) -> None:
        try:
            self._write(data)
            async with asyncio.timeout(self._patience):
                await self._stdin.drain()
        except TimeoutError:
            raise EngineTimeoutError("reading of its input", self._patience) from None
        except OSError:
            pass  # it has ended, which the next reading finds out

    async def _event(self, wanted: Expect, end: float | None) -> Event:
        """Wait for the next line of the engine."""
        loop = asyncio.get_running_loop()
        connection = self._host.connection
        stdout = self._process.stdout
        assert stdout is not None
        late = EngineTimeoutError(wanted.awaited, self._patience + (wanted.seconds or 0.0))
        while True:
            event = connection.next_event()
            if event is not None:
                _LOG.debug("%s: >> %s", self._label, event.line)
                self._last.append(event.line)
                if end is not None and loop.time() > end:
                    raise late
                return event
            if connection.ended:
                raise await self._death(wanted)
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
                    raise await self._death(wanted) from None

    async def _death(self, wanted: Expect) -> EngineDiedError:
        """Return the error about an engine that has closed its output."""
        await self._ended(_GRACE)
        status = self._process.returncode
        await asyncio.wait([self._errors], timeout=_GRACE)
        return EngineDiedError(wanted.awaited, status, self._last)

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

    async def _ended(self, seconds: float) -> None:
        """Wait for the end of the process, but not long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()

    def _signal(self, number: int) -> None:
        _signal(self._process, number)

    async def _kill(self) -> None:
        """End the process and all that it started in its group."""
        self._signal(signal.SIGKILL if _GROUPS else signal.SIGTERM)
        self._errors.cancel()
        with suppress(OSError):
            self._stdin.close()
        await asyncio.shield(self._reap())

    async def _reap(self) -> None:
        await self._ended(_GRACE)
        await asyncio.wait([self._errors])
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()
        if not self._reaped:
            self._reaped = True
            _LOG.info("%s: ended, exit status %s", self._label, self._process.returncode)


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to the group of a process, or where there are no groups to the process."""
    with suppress(ProcessLookupError, PermissionError):
        if _GROUPS:
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.kill()
