"""Processes that this one starts: interrupts from the keyboard are for this one, which ends the others."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager

from hnefatafl._base.errors import ArgumentValueError

__all__ = ["check_processes", "leave_interrupts", "uninterrupted"]


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


@contextmanager
def uninterrupted() -> Generator[None]:
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
