"""Processes that search, and read what visitors send, so that the server itself is never busy.

What rules do to the balance: games of a weak player against itself, a few at a time, so that nobody waits long.

A few games against random moves show whether that player can judge the rules. The page adds up: it sends what there was
before, and stops asking where it wants no more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

from hnefatafl.board import Move, Side
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset
from hnefatafl.search import Analysis, Limit, Player, clear_searcher
from hnefatafl.support.json_text import is_table
from hnefatafl.support.worker_pool import Call, Lost, Process, unwanted
from tafl.arena import Points
from tafl.engine import player
from tafl.lab import TRIALS, Observations, Strength, StrengthResult, against_random, winner_of
from tafl.table import analysis_message, hint_message
from tafl.web._analysis import Extent
from tafl.web._fairness import FairQueue, caller
from tafl.web._settings import Busy, Refused, Settings

_STRENGTH: Final = Strength(nodes=100)
_PLIES: Final = 200
"""After so many moves a game counts as drawn."""
_MOST: Final = 100_000
"""The number of games that are added up."""


def play_for_balance(rules: Ruleset, before: object, games: int) -> dict[str, Any]:
    """Return the results with some games more: ``won``, ``drawn`` and ``lost`` by the attackers, the same of each side
    against random moves (``tried``), and ``words``.

    >>> from hnefatafl import variants
    >>> found = play_for_balance(variants.BRANDUBH, {"won": 10, "drawn": 0, "lost": 9}, 1)
    >>> found["won"] + found["drawn"] + found["lost"]
    20

    Raises:
        Refused: ``before`` is no such result.
    """
    points = _read_points(before)
    tried = {side: _read_points(_read_entry(_read_entry(before, "tried", {}), side.value, _NONE)) for side in Side}
    for number in range(points.games, points.games + games):
        points += Points.of(winner_of(rules, _STRENGTH, number=number, plies=_PLIES), Side.ATTACKERS)
    for side, so_far in tried.items():
        for number in range(so_far.games, min(so_far.games + games, TRIALS)):
            tried[side] += against_random(rules, _STRENGTH, side, number=number, plies=_PLIES)
    return {
        **_points_as_json(points),
        "tried": {side.value: _points_as_json(result) for side, result in tried.items()},
        "words": _balance_in_words(points, tried),
    }


_NONE: Final = {"won": 0, "drawn": 0, "lost": 0}


def _read_entry(sent: object, name: str, otherwise: object) -> object:
    """Return an entry of what a page has sent; None if that is no table."""
    return sent.get(name, otherwise) if is_table(sent) else None


def _read_points(sent: object) -> Points:
    """Return a result that a page has sent.

    Raises:
        Refused: it is none.
    """
    counts = [sent.get(name) if is_table(sent) else None for name in _NONE]
    valid = [count for count in counts if isinstance(count, int) and 0 <= count < _MOST]
    if len(valid) < len(counts):
        raise Refused("the results of the games before were expected")
    return Points(won=valid[0], drawn=valid[1], lost=valid[2])


def _points_as_json(points: Points) -> dict[str, int]:
    return {"won": points.won, "drawn": points.drawn, "lost": points.lost}


def _balance_in_words(points: Points, tried: dict[Side, Points]) -> str:
    """Return the balance, or why the player cannot judge it: the games against random moves to come count as won."""
    whole = {side: games + Points(won=max(TRIALS - games.games, 0)) for side, games in tried.items()}
    observations = Observations(attackers=points)
    result = StrengthResult(strength=_STRENGTH, observations=observations, against_random=whole)
    if result.doubt:
        return f"{result.doubt} ({points.games} games)"
    share = result.balance
    ends = f"{100 * share.low:.0f} to {100 * share.high:.0f} %"
    return f"the attackers take {100 * share.value:.0f} % of the points ({ends}, by {points.games} games)"


_P = ParamSpec("_P")
_R = TypeVar("_R")

_PATIENCE: Final = 60.0
"""How many seconds a piece of work may take; where a request waits for it, with the time before its turn."""
_OTHERS: Final = 600.0
"""The same for the move of a player that the operator of the server offers, which has no bounds."""
_TRIES: Final = 3
"""How often a piece of work is begun whose process ends."""
_SECONDS_TO_END: Final = 5.0
_NICE: Final = 10
"""How much the processes give way to the server, which answers at once."""

_HINT: Final = Limit(nodes=100_000, seconds=3)
"""The limit of the search for a hint."""

_SHARED: Final = 500_000
"""The nodes of an analysis from which other cores help: before, their start takes longer than what they save."""

_LAST: Final = 1 << 62
"""More nodes than any analysis has: games for the balance of rules come after all of them."""

_players: Mapping[str, Mapping[str, Any]] = {}


def _begin(players: Mapping[str, Mapping[str, Any]]) -> None:
    """Prepare a process."""
    global _players
    _players = players


@lru_cache(maxsize=4)
def _make_offered(text: str) -> Player:
    """Return a player that the operator offers: an engine keeps its process."""
    return player(text, **_players[text])


def choose(text: str, position: Position) -> Move | None:
    """Return what a player plays, or None for a roll of the die."""
    chosen = _make_offered(text) if text in _players else player(text)
    return chosen.choose(position)


def advise_move(position: Position) -> dict[str, Any]:
    """Return a hint for the page."""
    return hint_message(clear_searcher().analyse(position, _HINT, stop=unwanted.get()))


def study_position(position: Position, node: int, extent: Extent, nodes: int) -> tuple[dict[str, Any], bool]:
    """Return an analysis for the page, and whether more nodes would add nothing."""
    limit = Limit(nodes=nodes, depth=extent.depth)
    with clear_searcher(jobs=extent.cores if nodes >= _SHARED else 1) as searcher:
        analysis = searcher.analyse(position, limit, extent.lines, stop=unwanted.get())
    return analysis_message(analysis, node), not analysis.lines or analysis.depth == extent.depth


def weigh(position: Position, nodes: int) -> Analysis:
    """Return an analysis with the two best lines, by which a move is judged."""
    return clear_searcher().analyse(position, Limit(nodes=nodes), 2, stop=unwanted.get())


_PATIENT: Final = (study_position, weigh, play_for_balance)
"""What leaves one process free."""


class _Worker:
    """A thread that does one piece of work after the other, in a process of its own or itself.

    Arguments:
        process: the process, or None.
    """

    def __init__(self, process: Process | None) -> None:
        self._process = process
        self._given: SimpleQueue[tuple[_Job, Callable[[bool, Any], None]] | None] = SimpleQueue()
        # The thread of an executor would keep the program from ending while it waits for a process.
        self._thread = threading.Thread(target=self._run, name="tafl-worker", daemon=True)
        self._thread.start()

    def do(self, work: _Job, tell: Callable[[bool, Any], None]) -> None:
        """Do a piece of work, and tell whether it succeeded, and what it returned or raised."""
        self._given.put((work, tell))

    def stop(self) -> None:
        """End what is being done, beside the event loop. A thread that has no process goes on."""
        if self._process is not None:
            threading.Thread(target=self._process.kill, name="tafl-stop", daemon=True).start()

    def close(self) -> None:
        """End for good, whatever is being done."""
        self._given.put(None)
        if self._process is not None:
            self._process.close()
        self._thread.join(_SECONDS_TO_END)

    def _run(self) -> None:
        if self._process is not None:
            with suppress(Lost, OSError):
                self._process.start()
        while (following := self._given.get()) is not None:
            work, tell = following
            try:
                tell(True, self._do_work(work))
            except Exception as error:
                tell(False, error)

    def _do_work(self, task: _Job) -> Any:
        if self._process is not None:
            return self._process.do(*task.call, task.left.is_set)
        unwanted.set(task.left.is_set)  # of this thread
        function, arguments, keywords = task.call
        return function(*arguments, **keywords)


class _Job:
    """A piece of work, from when it is asked for until it is done."""

    def __init__(self, call: Call, seconds: float, line: FairQueue[_Job]) -> None:
        self.call: Final = call
        self.seconds: Final = seconds
        self.line: Final = line
        self.who: Final = caller.get()
        self.done: Final[asyncio.Future[Any]] = asyncio.get_running_loop().create_future()
        self.left: Final = threading.Event()
        """Whether its caller has left, so that a search may end."""
        self.tries = 0
        self.worker: _Worker | None = None
        self.timer: asyncio.TimerHandle | None = None

    def limit_time(self) -> None:
        """Begin to count the time that it may take."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(self.seconds, self._expire)

    def _expire(self) -> None:
        self.refuse("this takes too long; please try again")
        if self.worker is not None:
            self.worker.stop()

    def refuse(self, words: str) -> None:
        """Let it fail, if it is not done."""
        if not self.done.done():
            self.done.set_exception(Busy(words))


class Workers:
    """Runs functions in a few processes, or in threads. The processes start with the first piece of work.

    Requests and searches are begun in turn, and those of each kind in turn for each caller. Analyses come after all of
    them, short ones first, and then games for the balance of rules; both leave one process free where there are
    several. A process that ends is replaced, and what it did is done again, twice at most.

    Arguments:
        settings: the number of processes, the requests that may wait, and the players with what they have learned.
        threads: whether to use threads, which share their time with the server.
    """

    def __init__(self, settings: Settings, *, threads: bool = False) -> None:
        self._settings = settings
        self._threads = threads
        self._workers: list[_Worker] = []
        self._free: list[_Worker] = []
        self._requests: FairQueue[_Job] = FairQueue()
        self._searches: FairQueue[_Job] = FairQueue()
        """Hints and moves of the computer: each visitor and each game has one at a time, which waits as long as it
        must."""
        self._analyses: dict[int, FairQueue[_Job]] = {}
        """The same for analyses, by their nodes."""
        self._lines = [self._requests, self._searches]
        self._analysing = 0

    async def run(self, work: Callable[_P, _R], *arguments: _P.args, **keywords: _P.kwargs) -> _R:
        """Return what the function returns for the arguments; all of them can be pickled.

        Raises:
            Busy: too much is waiting, it takes too long, or its process has ended three times.
        """
        is_offered = work is choose and arguments[0] in self._settings.players
        task = _Job(
            (work, arguments, keywords),
            _OTHERS if is_offered else _PATIENCE,
            line := self._choose_line(work, arguments),
        )
        line.put(task.who, task)
        self._start()
        self._give_work()
        if line is self._requests:
            task.limit_time()
            if len(line) > self._settings.limits.waiting:
                line.drop().refuse("the server is busy; please try again in a moment")
        try:
            result: _R = await task.done
        finally:
            line.remove(task.who, task)
            # Else a search goes on unseen, and the visitor's next one waits for it for seconds.
            task.left.set()
            # What has begun and does not ask goes on where the caller has left, and is ended at its time.
            if task.timer is not None and task.worker is None:
                task.timer.cancel()
        return result

    def _choose_line(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> FairQueue[_Job]:
        """Return where a piece of work waits."""
        if work is play_for_balance:
            return self._analyses.setdefault(_LAST, FairQueue())
        if work in (study_position, weigh):
            return self._analyses.setdefault(arguments[-1], FairQueue())
        return self._searches if work in (choose, advise_move) else self._requests

    def _give_work(self) -> None:
        """Give what waits to those who are free."""
        while self._free:
            work = self._next_work()
            if work is None:
                return
            if work.done.done():  # its caller has left, or its time is over
                self._analysing -= work.call[0] in _PATIENT
                continue
            work.worker = worker = self._free.pop()
            work.limit_time()
            worker.do(work, _call_in_loop(asyncio.get_running_loop(), partial(self._take_result, work, worker)))

    def _next_work(self) -> _Job | None:
        """Return what is done next, or None if nothing can be."""
        for _ in self._lines:
            work = self._lines[0].take()
            # Requests and searches are begun in turn, so that neither keeps the others waiting.
            self._lines.reverse()
            if work is not None:
                return work
        if self._analysing < max(1, len(self._workers) - 1):
            for nodes in sorted(self._analyses):
                work = self._analyses[nodes].take()
                if work is not None:
                    self._analysing += 1
                    return work
        return None

    def _take_result(self, work: _Job, worker: _Worker, succeeded: bool, value: Any) -> None:
        """Take what a worker has done."""
        self._free.append(worker)
        work.worker = None
        self._analysing -= work.call[0] in _PATIENT
        if work.done.done():
            if work.timer is not None:
                work.timer.cancel()
        else:
            if succeeded:
                work.done.set_result(value)
            elif not isinstance(value, Lost):
                work.done.set_exception(value)
            else:
                work.tries += 1
                # One kill can cost two tries: a process may be found dead before its end has been noticed.
                if work.tries < _TRIES:
                    work.line.put(work.who, work, first=True)
                else:
                    work.refuse("the process that worked on this has ended three times; please try again")
        self._give_work()

    def _start(self) -> None:
        if self._workers:
            return
        players, limits = dict(self._settings.players), self._settings.limits
        if self._threads:
            _begin(players)
        for _ in range(limits.workers):
            # Not a pool: when one of its processes was killed, its lock stayed held, and no search ended any more.
            # A process that may start others for an analysis on several cores cannot be daemonic.
            process = None if self._threads else Process(_begin, players, nice=_NICE, daemon=limits.cores == 1)
            self._workers.append(_Worker(process))
        self._free = [*self._workers]

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._free = []
        for worker in self._workers:
            worker.close()


def _call_in_loop(loop: asyncio.AbstractEventLoop, take: Callable[[bool, Any], object]) -> Callable[[bool, Any], None]:
    """Return a function that a thread may call to let the loop call another, if the loop has not been closed."""

    def tell(succeeded: bool, value: Any) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(take, succeeded, value)

    return tell
