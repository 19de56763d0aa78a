"""A process that does one piece of work at a time, and is replaced when it has ended."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from hnefatafl._base.processes import leave_interrupts, uninterrupted

__all__ = ["Call", "Lost", "Process"]

Call = tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]]
"""A function, its arguments and its named arguments."""

_NICE: Final = 10
"""How much the processes give way to the server, which answers at once."""
_SECONDS_TO_END: Final = 5.0


class Lost(Exception):
    """The process ended before it had answered."""


class Process:
    """A process that does one piece of work at a time. It shares nothing with others but one pipe to the server, so it
    may be killed at any moment: only what it does is lost, and the next piece of work starts another process.

    Arguments:
        begin: what a new process calls first, with arguments that can be pickled.
    """

    def __init__(self, begin: Callable[..., None], *arguments: object) -> None:
        self._begin: Call = (begin, arguments, {})
        self._lock = threading.Lock()
        self._running: tuple[SpawnProcess, Connection] | None = None
        self._ended = False

    def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        """Return what a function returns for its arguments; wait for it. All of them can be pickled.

        Raises:
            Lost: the process has ended, or cannot be started.
            Exception: what the function raises.
        """
        content = pickle.dumps((work, arguments, named))
        try:
            pipe = self.start()
            pipe.send_bytes(content)
            answer = pipe.recv_bytes()
        except (EOFError, OSError) as error:
            self.kill()
            raise Lost from error
        succeeded, value = pickle.loads(answer)
        if not succeeded:
            raise value
        return value

    def start(self) -> Connection:
        """Start a process if none runs.

        Raises:
            Lost: this has been closed.
            OSError: none can be started.
        """
        with self._lock:
            if self._ended:
                raise Lost
            if self._running is not None and not self._running[0].is_alive():
                self._forget(self._running)
            if self._running is None:
                # Forking a process with threads is not safe.
                context = multiprocessing.get_context("spawn")
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, self._begin), daemon=True)
                with theirs, uninterrupted():
                    process.start()
                self._running = (process, ours)
            return self._running[1]

    def kill(self) -> None:
        """End the process, whatever it does. The next piece of work starts another."""
        with self._lock:
            if self._running is not None:
                self._forget(self._running)

    def close(self) -> None:
        """End the process for good."""
        self._ended = True
        self.kill()

    def _forget(self, running: tuple[SpawnProcess, Connection]) -> None:
        process, _ = running
        process.kill()
        process.join(_SECONDS_TO_END)
        self._running = None


def _serve(pipe: Connection, begin: Call) -> None:
    """Work until the server ends."""
    leave_interrupts()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    _answer(begin)
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_answer(pickle.loads(pipe.recv_bytes())))


def _answer(call: Call) -> bytes:
    """Return, pickled, whether a call succeeded, and what it returned or raised."""
    work, arguments, named = call
    try:
        return pickle.dumps((True, work(*arguments, **named)))
    except Exception as error:
        with suppress(Exception):
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # some errors can be written and not read
            return answer
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
