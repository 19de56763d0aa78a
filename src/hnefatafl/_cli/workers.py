"""The processes that share the work of the command."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hnefatafl._cli.console import CommandError
from hnefatafl._cli.values import MOST_JOBS

if TYPE_CHECKING:
    from concurrent.futures import Executor

_SECONDS_TO_END: Final = 5.0


@contextmanager
def workers(jobs: int) -> Generator[Executor | None]:
    """Yield an executor with that many processes, or one per core for 0; None instead of a single process.

    However it is left, and when this process is told to end (SIGTERM), the processes have ended by then.

    Raises:
        CommandError: one of the processes was killed from outside.
    """
    with pools(jobs) as make:
        yield None if make is None else make()


@contextmanager
def pools(jobs: int) -> Generator[Callable[[], Executor] | None]:
    """Yield a function that makes an executor, as for :func:`workers`; the one that it made before is given up.

    Raises:
        CommandError: one of the processes was killed from outside.
    """
    jobs = number_of(jobs)
    if jobs == 1:
        yield None
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import active_children

    made: list[ProcessPoolExecutor] = []
    own = os.getpid()
    threads, processes = set(threading.enumerate()), set(active_children())

    def make() -> Executor:
        made.append(ProcessPoolExecutor(jobs, initializer=_begin))
        return made[-1]

    def leave(number: int, frame: object) -> None:
        if os.getpid() != own:
            os._exit(128 + number)  # a forked process, before _begin
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave) if threading.current_thread() is threading.main_thread() else None
    try:
        yield make
    except BrokenExecutor:
        raise CommandError("a worker process was killed from outside") from None
    finally:
        # What was cancelled goes first: Python 3.11 fails all that a broken executor has, and cancelled work cannot.
        for pool in made:
            pool.shutdown(wait=False, cancel_futures=True)
        # The compiled kernel does not check for interrupts, so nothing gentler stops it.
        started = set(active_children()) - processes
        for process in started:
            process.terminate()
        for process in started:
            process.join(_SECONDS_TO_END)
        # The executors' own threads, which must not end while the interpreter does.
        until = time.monotonic() + _SECONDS_TO_END
        while (left := set(threading.enumerate()) - threads) and time.monotonic() < until:
            for thread in left:
                if thread.is_alive():  # one that is only being started cannot be joined yet
                    thread.join(until - time.monotonic())
            time.sleep(0)
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def number_of(jobs: int) -> int:
    """Return how many processes are meant by an option: 0 is one per core."""
    return jobs or min(cores(), MOST_JOBS)


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin() -> None:
    """Leave interrupts to the parent process, and end when it ends."""
    from hnefatafl._base.killable import follow_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    follow_parent()
