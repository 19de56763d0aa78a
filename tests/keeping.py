"""A lobby whose disk, clock of events and leaving visitors are in the hands of a test."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Final, cast
from unittest import mock

from attrs import define, field

from hnefatafl import variants
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError
from hnefatafl.records import Game
from tafl.web import Limits, Settings
from tafl.web._game import Pace, Role
from tafl.web._lobby import Lobby
from tafl.web._workers import Workers

Message = dict[str, Any]

ROUNDS: Final = 10_000
"""After so many rounds of the event loop, nothing will happen any more."""
SOON: Final = 1_000
"""So many of them follow each other at once."""
BEFORE, AFTER = "before", "after"
"""When the disk fails: before it has written, or when it has written and before it says so."""


def changed(tree: list[list[Any]], changes: list[Any]) -> list[list[Any]]:
    """The list of moves after changes, as a page works it out (`changed` of `board.js`)."""
    if not changes:
        return tree
    entries = {entry[0]: entry for entry in tree}
    following: dict[int, list[int]] = {entry[0]: [] for entry in tree}
    for node, _, _, parent in tree[1:]:
        following[parent].append(node)
    for kind, what in changes:
        if kind == "added":
            entries[what[0]] = what
            following[what[0]] = []
            following[what[3]].append(what[0])
        else:
            following[entries[what][3]].remove(what)
            if kind == "promoted":
                following[entries[what][3]].insert(0, what)

    def walk(node: int, depth: int) -> list[list[Any]]:
        _, text, _, parent = entries[node]
        found = [[node, text, depth, parent]]
        if parent is not None and following[parent][0] == node:
            for other in following[parent][1:]:
                found += walk(other, depth + 1)
        return found + [each for next_one in following[node][:1] for each in walk(next_one, depth)]

    return walk(tree[0][0], 0)


class Killed(BaseException):
    """The server is killed."""


@contextmanager
def before_statements(look: Callable[[int], object]) -> Generator[None]:
    """Within the block, call a function before each statement on a file that is opened, with its number."""
    numbers = itertools.count()

    class Watched(sqlite3.Connection):
        def execute(self, *given: Any) -> sqlite3.Cursor:
            look(next(numbers))
            return super().execute(*given)

        def executescript(self, *given: Any) -> sqlite3.Cursor:
            look(next(numbers))
            return super().executescript(*given)

    with mock.patch("sqlite3.connect", partial(sqlite3.connect, factory=Watched)):
        yield


class Disk(Executor):
    """Does its jobs one after the other, when the test wants it."""

    def __init__(self, *_: object) -> None:
        self.jobs: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self.failure = ""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue a job."""
        future: Future[Any] = Future()
        self.jobs.append((future, lambda: fn(*args, **kwargs)))
        return future

    def work(self) -> None:
        """Do a job, if there is one that nobody has cancelled."""
        while self.jobs:
            future, job = self.jobs.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            failure, self.failure = self.failure, ""
            try:
                if failure == BEFORE:
                    raise sqlite3.OperationalError("database or disk is full")
                result = job()
                if failure == AFTER:
                    raise sqlite3.OperationalError("disk I/O error")
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(result)
            return


class Inline:
    """Workers that work at once."""

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the work returns."""
        await asyncio.sleep(0)
        return work(*arguments)


@define(eq=False)
class Guest:
    """A visitor of a game, with all that was posted."""

    viewer: Any
    posted: list[Message]

    @property
    def view(self) -> Message:
        """What the visitor sees: the last view, with the list of moves as all views together make it."""
        views = [message for message in self.posted if message["type"] == "view"]
        tree: list[list[Any]] = []
        for view in views:
            tree = view["tree"] if "tree" in view else changed(tree, view["changes"])
        return {key: value for key, value in views[-1].items() if key not in ("version", "changes")} | {"tree": tree}

    @property
    def is_out(self) -> bool:
        """Whether the visitor was told that it does not go on."""
        return any(message["type"] == "closed" for message in self.posted)


@define(eq=False)
class House:
    """A lobby on a file, in an event loop that runs as far as the test lets it."""

    path: str
    chance: Random = field(factory=lambda: Random(0))
    limits: Limits = field(factory=lambda: Limits(games=1_000_000))
    now: float = 0.0
    """The time in seconds, by the clock that nobody sets."""
    ahead: float = 0.0
    """By how much the wall clock is ahead of it."""
    loop: asyncio.AbstractEventLoop = field(factory=asyncio.new_event_loop)
    lobby: Lobby = field(init=False)
    disks: list[Disk] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Open the file, as a server that starts."""
        self.disks = []
        settings = Settings(database=self.path, limits=self.limits, rulesets={"brandubh": variants.BRANDUBH})

        def disk(*_: object) -> Disk:
            self.disks.append(Disk())
            return self.disks[-1]

        wall, steady = lambda: self.now + self.ahead, lambda: self.now
        self.lobby = Lobby(settings, cast("Workers", Inline()), wall, self.chance, steady)
        with mock.patch("tafl.web._lobby.ThreadPoolExecutor", disk):
            self.lobby.open()

    def kill(self) -> None:
        """End the server at once: what is queued for the disk never gets there, and no timer falls."""
        for room in self.lobby._rooms.values():
            room.close("killed")
        for disk in self.disks:
            disk.jobs.clear()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.turn()
        self.lobby._store.close()

    def close(self) -> None:
        """Kill the server, and end the loop."""
        self.kill()
        self.loop.close()

    def fail(self, when: str) -> None:
        """Let the next job of the disk fail."""
        self.disks[0].failure = when

    def turn(self, rounds: int = 3) -> None:
        """Let the loop go round, while the disks rest."""

        async def rest() -> None:
            for _ in range(rounds):
                await asyncio.sleep(0)

        self.loop.run_until_complete(rest())

    def do(self, *works: tuple[Coroutine[Any, Any, Any], int | None], rest: int = 0) -> list[Any]:
        """Do things at the same time; return what comes of each: a value, an error, or None if the visitor has left.

        Arguments:
            works: the things, each with the round of the event loop after which its visitor leaves, or None.
            rest: how many rounds the disks rest at first.
        """
        return self.loop.run_until_complete(self._do(works, rest))

    async def _do(self, works: tuple[tuple[Coroutine[Any, Any, Any], int | None], ...], rest: int) -> list[Any]:
        tasks = [asyncio.ensure_future(work) for work, _ in works]
        for round in range(ROUNDS):
            for task, (_, leaves) in zip(tasks, works, strict=True):
                if round == leaves:
                    task.cancel()
            await asyncio.sleep(0 if round < SOON else 0.001)  # for threads, which take their time
            if round >= rest:
                for disk in self.disks:
                    disk.work()
            # All tasks are looked for last: asyncio goes through those that were done long ago, too.
            if all(task.done() for task in tasks) and not any(disk.jobs for disk in self.disks) and not _other_tasks():
                break
        else:
            raise AssertionError("something does not come to its end")
        return [_came_of(task) for task in tasks]

    def one(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Return what comes of one thing.

        Raises:
            HnefataflError: it is refused.
        """
        (found,) = self.do((work, None))
        if isinstance(found, BaseException):
            raise found
        return found

    def join(self, name: str, token: object, leaves: int | None = None, rest: int = 0) -> Guest | HnefataflError | None:
        """Return a visitor, or why there is none; None if the visitor leaves too early."""
        posted: list[Message] = []
        (found,) = self.do((self.lobby.join(name, token, posted.append), leaves), rest=rest)
        return Guest(found, posted) if found is not None and not isinstance(found, HnefataflError) else found

    def enter(self, name: str, token: object) -> Guest:
        """Return a visitor.

        Raises:
            HnefataflError: there is none.
        """
        found = self.join(name, token)
        if isinstance(found, HnefataflError):
            raise found
        assert found is not None
        return found


async def make(
    lobby: Lobby, game: Game, attackers: str, defenders: str, roles: list[str], pace: Pace | None = None
) -> dict[str, Any]:
    """Make a game that begins with a record; return its name and its tokens."""
    seats = {Side.ATTACKERS: attackers, Side.DEFENDERS: defenders}
    return await lobby._make(game, seats, [Role(each) for each in roles], Role(roles[0]), "a game", pace=pace)


def _other_tasks() -> set[asyncio.Task[Any]]:
    """Return the tasks of the loop that are not done, but for the one that asks."""
    return asyncio.all_tasks() - {cast("asyncio.Task[Any]", asyncio.current_task())}


def _came_of(task: asyncio.Future[Any]) -> Any:
    if task.cancelled():
        return None
    fault = task.exception()
    if fault is not None and not isinstance(fault, HnefataflError):
        raise fault
    return task.result() if fault is None else fault
