"""The processes of the server: any of them may be killed at any moment."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hnefatafl import Position, variants
from tafl.web import Limits, Settings
from tafl.web import _workers as module
from tafl.web._analysis import Extent
from tafl.web._settings import Busy, Refused
from tafl.web._workers import Workers, study_position, weigh
from tafl.web._workshop import parse

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

KILLS = 200 if os.environ.get("HYPOTHESIS_PROFILE") == "deep" else 30


def settings(workers: int = 2, cores: int = 1) -> Settings:
    return Settings(database=":memory:", limits=Limits(workers=workers, cores=cores))


def test_a_process_may_be_killed_at_any_moment() -> None:
    """Each work that meets the end of its process is done all the same, and so is the next."""
    dice = Random(1)

    async def main() -> None:
        workers = Workers(settings())
        for number in range(KILLS):
            work = [asyncio.create_task(workers.run(pow, number, 2)) for _ in range(number % 3)]
            # From before the start of a process to its idleness.
            await asyncio.sleep(dice.choice((0, 0, 0.001, 0.01, 0.1, 0.3)))
            if children := multiprocessing.active_children():
                dice.choice(children).kill()
            assert await asyncio.gather(*work) == [number**2] * (number % 3)
            assert await workers.run(pow, number, 3) == number**3
        workers.close()

    asyncio.run(main())
    assert multiprocessing.active_children() == []


def test_work_that_ends_its_process_is_refused_after_a_third_try() -> None:
    async def main() -> None:
        workers = Workers(settings(1))
        with pytest.raises(Busy, match="the process that worked on this has ended three times"):
            await workers.run(os._exit, 1)
        assert await workers.run(pow, 2, 3) == 8
        workers.close()

    asyncio.run(main())


def test_work_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is free at once for the next work."""

    async def main() -> None:
        workers = Workers(settings(1))
        assert await workers.run(pow, 2, 3) == 8
        monkeypatch.setattr(module, "_PATIENCE", 0.2)
        with pytest.raises(Busy, match="this takes too long"):
            await workers.run(time.sleep, 3600)
        monkeypatch.undo()
        assert await workers.run(pow, 2, 3) == 8
        workers.close()

    asyncio.run(main())


def test_work_that_takes_too_long_is_ended_though_its_caller_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        workers = Workers(settings(1))
        assert await workers.run(pow, 2, 3) == 8
        monkeypatch.setattr(module, "_PATIENCE", 0.5)
        left = asyncio.create_task(workers.run(time.sleep, 3600))
        await asyncio.sleep(0.1)
        left.cancel()
        monkeypatch.undo()
        assert await workers.run(pow, 2, 3) == 8
        workers.close()

    asyncio.run(main())


@pytest.mark.slow_uncompiled
@pytest.mark.parametrize("threads", [False, True])
def test_a_search_ends_when_its_caller_leaves(threads: bool) -> None:
    """Its process is free for the next work, and stays the same."""

    async def main() -> None:
        workers = Workers(settings(1), threads=threads)
        assert await workers.run(pow, 2, 3) == 8
        before = multiprocessing.active_children()
        for work in (
            workers.run(study_position, Position.initial(variants.COPENHAGEN), 0, Extent(), 1 << 40),
            workers.run(weigh, Position.initial(variants.COPENHAGEN), 1 << 40),
        ):
            search = asyncio.create_task(work)
            await asyncio.sleep(0.2)
            search.cancel()
            assert await workers.run(pow, 2, 3) == 8
        assert multiprocessing.active_children() == before
        workers.close()

    asyncio.run(asyncio.wait_for(main(), 30))


@pytest.mark.slow_uncompiled
def test_work_is_not_told_that_the_caller_of_the_last_has_left() -> None:
    """However close the leaving of one is to its end and to the next."""

    async def main() -> None:
        workers = Workers(settings(1))
        position = Position.initial(variants.BRANDUBH)
        for number in range(KILLS):
            left = asyncio.create_task(workers.run(weigh, position, 1000 * (number % 10)))
            await asyncio.sleep(0.01 * (number % 7))
            left.cancel()
            assert (await workers.run(weigh, position, 3000)).nodes == 3000
        workers.close()

    asyncio.run(main())


def test_a_program_ends_whatever_its_processes_do() -> None:
    """Closing does not wait for work."""

    async def main() -> None:
        workers = Workers(settings())
        work = asyncio.create_task(workers.run(time.sleep, 3600))
        await workers.run(pow, 2, 3)
        workers.close()
        work.cancel()

    asyncio.run(main())
    assert multiprocessing.active_children() == []


async def helpers() -> list[Path]:
    """The processes that the only process has started, once there are some, as files of the system."""
    while True:
        started = [Path(f"/proc/{each.pid}/task/{each.pid}/children") for each in multiprocessing.active_children()]
        if found := [Path(f"/proc/{child}/stat") for each in started for child in each.read_text("ascii").split()]:
            return found
        await asyncio.sleep(0.05)


async def gone(processes: list[Path]) -> None:
    """Wait until processes have ended."""
    for each in processes:
        while each.exists() and each.read_text("ascii").rpartition(")")[2].split()[0] != "Z":
            await asyncio.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_the_cores_of_an_analysis_end_with_its_process() -> None:
    async def main() -> None:
        workers = Workers(settings(1, cores=2))
        for kills in (3, 0):
            work = asyncio.create_task(
                workers.run(study_position, Position.initial(variants.COPENHAGEN), 0, Extent(cores=2), 1 << 40)
            )
            for _ in range(kills):
                found = await helpers()
                multiprocessing.active_children()[0].kill()
                await gone(found)
            if kills:
                with pytest.raises(Busy, match="has ended three times"):
                    await work
        found = await helpers()
        workers.close()
        await gone(found)
        work.cancel()

    asyncio.run(asyncio.wait_for(main(), 60))
    assert multiprocessing.active_children() == []


class Odd(Exception):
    """An error that can be pickled, and not read again."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__("odd")


def raise_odd() -> None:
    raise Odd(1, 2)


@pytest.mark.parametrize(
    ("work", "arguments", "error", "words"),
    [
        (parse, (5,), Refused, "a text of at most"),
        (raise_odd, (), RuntimeError, "Odd: odd"),
        (pow, (lambda: 1, 2), Exception, "pickle"),
        (multiprocessing.get_context, ("spawn",), Exception, ""),
        (open, (os.devnull,), Exception, "pickle"),
    ],
)
def test_errors_come_from_the_process(work: Any, arguments: tuple[Any, ...], error: type, words: str) -> None:
    async def main() -> None:
        workers = Workers(settings(1))
        if work is multiprocessing.get_context:
            assert await workers.run(work, *arguments)
        else:
            with pytest.raises(error, match=words):
                await workers.run(work, *arguments)
        assert await workers.run(pow, 2, 3) == 8
        workers.close()

    asyncio.run(main())
