"""Processes that this one starts: interrupts from the keyboard are for this one, which ends the others."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker

__all__ = ["leave_interrupts", "uninterrupted"]


@contextmanager
def uninterrupted() -> Generator[None]:
    """Let processes that start within the block, too, ignore an interrupt from the keyboard."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which starts with the first process, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts() -> None:
    """In a new process: leave interrupts to the one that has started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
