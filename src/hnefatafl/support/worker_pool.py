"""Processes that do one piece of work at a time, and may be killed at any moment; and a pool of them."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

from hnefatafl.support.processes import leave_interrupts, needs_main, start_process

_P = ParamSpec("_P")
_R = TypeVar("_R")

Call = tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]]
"""A function, its arguments and its named arguments."""

_SECONDS_TO_END: Final = 5.0
_TRIES: Final = 5
"""How often a piece of work is begun whose process ends."""
_SECONDS_TO_LOOK: Final = 0.05
"""How often it is looked whether work is still wanted."""
_LEFT: Final = b""
"""What is sent when it is not."""


def _never() -> bool:
    return False


unwanted: Final[ContextVar[Callable[[], bool]]] = ContextVar("unwanted", default=_never)
"""What a piece of work may ask whether nobody waits for it any more, so that it may end early."""


class Lost(Exception):
    """The process ended before it had answered."""


class Process:
    """A process that does one piece of work at a time. It shares nothing with others but one pipe to the process
    that starts it, so it may be killed at any moment: only what it does is lost, and the next piece of work starts
    another.

    Arguments:
        begin: what a new process calls first, with arguments that can be pickled, if anything.
        nice: how much it gives way to others.
        daemon: whether it may start no others. One that may ends with this process, too.
    """

    def __init__(
        self, begin: Callable[..., None] | None = None, *arguments: object, nice: int = 0, daemon: bool = True
    ) -> None:
        self._begin: Call | None = None if begin is None else (begin, arguments, {})
        self._nice = nice
        self._daemon = daemon
        # Only what is defined in the main module needs it.
        self._with_main = needs_main(pickle.dumps(self._begin))
        self._lock = threading.Lock()
        self._running: tuple[SpawnProcess, Connection] | None = None
        self._ended = False

    def do(
        self,
        work: Callable[..., Any],
        arguments: tuple[Any, ...],
        named: Mapping[str, Any],
        left: Callable[[], bool] = _never,
    ) -> Any:
        """Return what a function returns for its arguments; wait for it. All of them can be pickled.

        Once ``left`` returns True, :data:`unwanted` does so in the process.

        Raises:
            Lost: the process has ended, or cannot be started.
            Exception: what the function raises.
        """
        content = pickle.dumps((work, arguments, named))
        if not self._with_main and needs_main(content):
            self.kill()
            self._with_main = True
        try:
            pipe = self.start()
            pipe.send_bytes(content)
            while left is not _never and not pipe.poll(_SECONDS_TO_LOOK):
                if left():
                    pipe.send_bytes(_LEFT)
                    break
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
                self._forget_process(self._running)
            if self._running is None:
                if not self._daemon:
                    atexit.register(self.close)  # before multiprocessing waits for its end
                self._running = start_process(
                    _serve_calls, self._nice, self._begin, daemon=self._daemon, with_main=self._with_main
                )
            return self._running[1]

    def kill(self) -> None:
        """End the process, whatever it does. The next piece of work starts another."""
        with self._lock:
            if self._running is not None:
                self._forget_process(self._running)

    def close(self) -> None:
        """End the process for good."""
        self._ended = True
        self.kill()
        atexit.unregister(self.close)

    def _forget_process(self, running: tuple[SpawnProcess, Connection]) -> None:
        process, _ = running
        process.kill()
        process.join(_SECONDS_TO_END)
        self._running = None


def _serve_calls(pipe: Connection, nice: int, begin: Call | None) -> None:
    """Work until the other side ends."""
    leave_interrupts()
    follow_parent()
    if hasattr(os, "nice"):
        os.nice(nice)
    if begin is not None:
        _answer_call(begin)
    unwanted.set(pipe.poll)  # while it works, nothing else is sent
    with suppress(EOFError, OSError):
        while True:
            content = pipe.recv_bytes()
            if content != _LEFT:
                pipe.send_bytes(_answer_call(pickle.loads(content)))


def _answer_call(call: Call) -> bytes:
    """Return, pickled, whether a call succeeded, and what it returned or raised."""
    work, arguments, keywords = call
    try:
        return pickle.dumps((True, work(*arguments, **keywords)))
    except Exception as error:
        with suppress(Exception):
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # some errors can be written and not read
            return answer
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


class Pool(Executor):
    """An executor of processes that may be killed: what one of them did is done again, and concerns no other.

    Arguments:
        workers: the number of processes. They start with the first work.
    """

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, "tafl-worker")
        self._processes = [Process(daemon=False) for _ in range(workers)]
        self._free: SimpleQueue[Process] = SimpleQueue()
        for process in self._processes:
            self._free.put(process)

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_R]:
        """Let a function be called; it and its arguments can be pickled."""
        return self._threads.submit(self._do_work, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End when all work is done; or, if what waits is cancelled, at once."""
        if cancel_futures:
            self._kill_all()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._kill_all()

    def _do_work(self, work: Callable[..., _R], arguments: tuple[Any, ...], named: Mapping[str, Any]) -> _R:
        process = self._free.get()
        try:
            for _ in range(_TRIES):
                with suppress(Lost):
                    answer: _R = process.do(work, arguments, named)
                    return answer
            raise Lost(f"the process that worked on this has ended {_TRIES} times")
        finally:
            self._free.put(process)

    def _kill_all(self) -> None:
        for process in self._processes:
            process.close()


def follow_parent() -> None:
    """In a new process: end when the one ends that has started it, whatever is being done."""
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
