"""Processes that this one starts: interrupts from the keyboard are for this one, which ends the others."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from os.path import exists
from typing import TYPE_CHECKING, Any, Final

from hnefatafl.support.errors import ArgumentValueError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

_leaves_main: Final[ContextVar[bool]] = ContextVar("leaves_main", default=False)
"""Whether a process that is being started leaves the main module of this one alone."""


def check_processes() -> None:
    """Check that this process may start others.

    Raises:
        ArgumentValueError: it may not.
    """
    if sys.platform in ("emscripten", "wasi"):
        raise ArgumentValueError("jobs: 1 was expected, since there are no processes on this platform")
    from multiprocessing import current_process  # which cannot be imported there

    if current_process().daemon:
        raise ArgumentValueError("jobs: 1 was expected, since this process is daemonic and may not start others")
    if getattr(current_process(), "_inheriting", False):
        raise ArgumentValueError(
            "jobs: this process imports the script to find a function of it, and may start no others meanwhile; put the"
            " calls of the script below `if __name__ == '__main__':`, or the function into a module of its own"
        )


def needs_main(content: bytes) -> bool:
    """Whether a pickle has to do with functions or classes of the main module.

    Raises:
        ArgumentValueError: it has, and other processes cannot import the main module: there is no file of it.
    """
    if b"__main__" not in content:
        return False
    main = sys.modules["__main__"]
    if getattr(main, "__spec__", None) is None and not exists(getattr(main, "__file__", "")):
        raise ArgumentValueError(
            "jobs: another process cannot import what was defined here, such as a function of a ruleset; put it into a"
            " module of its own, or ask for 1 job"
        )
    return True


def start_process(
    target: Callable[..., None], *arguments: object, daemon: bool, with_main: bool
) -> tuple[SpawnProcess, Connection]:
    """Start a process that calls a function with an end of a pipe and the arguments; return it, and the other end.

    It ignores interrupts from the keyboard. The main module of this process, which may do anything when it is imported,
    is imported there only if that is asked for, under the name ``__mp_main__``.

    Raises:
        OSError: none can be started.
    """
    from multiprocessing import get_context, spawn

    prepare = spawn.get_preparation_data
    if not hasattr(prepare, "may_leave_main"):
        spawn.get_preparation_data = _without_main(prepare)  # type: ignore[assignment]  # pyright: ignore
    context = get_context("spawn")  # forking a process with threads is not safe
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments), daemon=daemon)
    token = _leaves_main.set(not with_main)
    try:
        with theirs, _ignore_interrupts():
            process.start()
    finally:
        _leaves_main.reset(token)
    return process, ours


def _without_main(prepare: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """What new processes are told by :mod:`multiprocessing`, which has no option to leave the main module out."""

    def prepare_alone(name: str) -> dict[str, Any]:
        preparation = prepare(name)
        left_out = ("init_main_from_name", "init_main_from_path") if _leaves_main.get() else ()
        return {key: value for key, value in preparation.items() if key not in left_out}

    prepare_alone.may_leave_main = True  # type: ignore[attr-defined]  # pyright: ignore
    return prepare_alone


@contextmanager
def _ignore_interrupts() -> Generator[None]:
    """Let processes that start within the block, too, ignore an interrupt from the keyboard."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which starts with the first process, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts() -> None:
    """In a new process: leave interrupts to the one that has started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
