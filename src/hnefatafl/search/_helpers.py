"""Processes that help a search: they search the same position, and share what they find out.

What is shared are words of memory without a name, which the system frees with the last process that has them: some
about the search that goes on, marks on moves, and entries of a transposition table
(:mod:`hnefatafl.search._core.table`). A helper is told each position through a pipe. It begins at the depth that the
first process searches, goes on to the next when it is done, and leaves a depth that the first process has finished.
Nobody waits for it, and it may be killed at any moment: only its speed is lost.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import sys
import threading
import weakref
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any, Final, final

from hnefatafl.play import Position, SearchBoard
from hnefatafl.search._core.alphabeta import LEVEL, ROUND, SEARCH, AlphaBetaSearch
from hnefatafl.search._core.table import Transpositions
from hnefatafl.search._trained import TrainedEvaluation, evaluation_for
from hnefatafl.support.processes import leave_interrupts, needs_main, start_process

if TYPE_CHECKING:
    from collections.abc import Sequence

_WAITS: Final = 7
"""The word that says whether the process that leads waits. After it there are two for each helper: how many positions
it has searched, and the number of the search that it was told last."""
_EACH: Final = 8
_MARKS: Final = 1 << 13
_LOSSES: Final = 3
"""How many helpers may be lost before none is started any more."""
_SECONDS_TO_END: Final = 5.0
_IDLE: Final = 1.0
"""How often a helper that has nothing to do looks whether its parent process lives, in seconds."""
_PAUSE: Final = (0.001, 0.05)
"""How often one that waits looks whether to go on: at first, and after a while."""
_LOOK: Final = 15
"""The same for one that searches: after so many thousand positions."""


def _words_of(shared: Any, helpers: int) -> tuple[memoryview, memoryview, memoryview]:
    """The words about the search, the marks, and the entries."""
    words = memoryview(shared).cast("B").cast("q")
    marks = _EACH + 2 * helpers
    return words[:marks], words[marks : marks + _MARKS], words[marks + _MARKS :]


@final
class Helpers:
    """The helpers of one searcher. They start with the first search; one search at a time can have them."""

    def __init__(self, helpers: int, memory: int, evaluation: TrainedEvaluation | None) -> None:
        self._arguments: Final = (memory, evaluation)
        self._told: Final = [0] * helpers
        self._running: Final[list[tuple[SpawnProcess, Connection] | None]] = [None] * helpers
        self._lock: Final = threading.Lock()
        self._used: Final = threading.Lock()
        self._losses = 0
        self._number = 0
        self._salt = 0
        self._message = b""
        self._with_main = False
        self._tables: object = None
        self._owner = os.getpid()
        self._shared: Any = None
        self._words = self._marks = self._entries = memoryview(b"")
        weakref.finalize(self, _end_all, self._running, self._owner)

    def take(self) -> bool:
        """Take them for a search, if no other one has them and they can be had."""
        return os.getpid() == self._owner and self._used.acquire(blocking=False)

    def leave(self) -> None:
        """End their search, and let others take them."""
        if self._shared is not None:
            self._words[SEARCH] = 0
        self._used.release()

    def forget(self) -> None:
        """Let later searches know nothing of what was found out."""
        self._tables = None

    def begin(self, position: Position, search: AlphaBetaSearch, lines: int) -> None:
        """Let them search a position, which the search is about to begin with."""
        if self._shared is None:
            self._share_memory()
        if search.position.t is not self._tables:
            self._tables = search.position.t
            self._salt += 1
        self._number += 1
        words = self._words
        words[LEVEL], words[_WAITS], words[SEARCH] = 0, 0, self._number
        search.share(words, self._marks, self._entries, self._salt, True)
        self._message = pickle.dumps((self._number, self._salt, lines, position))
        if not self._with_main and needs_main(self._message):
            self.close()
            self._with_main = True
        self._tell_all()

    def pause(self) -> None:
        """Let them wait."""
        self._words[_WAITS] = 1

    def go_on(self) -> None:
        """Let them go on."""
        self._words[_WAITS] = 0
        if self._told.count(self._number) < len(self._told):
            self._tell_all()

    @property
    def nodes(self) -> int:
        """How many positions they have searched."""
        words = self._words
        places = range(_EACH, len(words), 2)
        return sum(words[i] for i in places if words[i + 1] == self._number)

    def close(self) -> None:
        """End their processes; a later search starts others."""
        with self._lock:
            _end_all(self._running, self._owner)

    def _share_memory(self) -> None:
        """Make the shared memory: a quarter of a table, since most entries are of less depth."""
        size = 1 << (self._arguments[0] << 18).bit_length() - 5
        helpers = len(self._running)
        words = _EACH + 2 * helpers + _MARKS + 2 * size
        self._shared = multiprocessing.get_context("spawn").RawArray(ctypes.c_int64, words)
        self._words, self._marks, self._entries = _words_of(self._shared, helpers)

    def _tell_all(self) -> None:
        """Tell what to search to those that do not know it."""
        with self._lock:
            for i, number in enumerate(self._told):
                if number != self._number:
                    self._tell_helper(i)

    def _tell_helper(self, i: int) -> None:
        """Tell a helper what to search, unless it has not yet read what it was told last; start it if none runs."""
        running = self._running[i]
        if running is not None and not running[0].is_alive():
            self._lose_helper(i)
            running = None
        try:
            if running is None:
                running = self._start_helper(i)
            elif self._words[_EACH + 2 * i + 1] != self._told[i]:
                return
            if running is not None:
                self._told[i] = self._number
                running[1].send_bytes(self._message)
        except OSError:  # it has ended since, or none can be started
            self._lose_helper(i)

    def _start_helper(self, i: int) -> tuple[SpawnProcess, Connection] | None:
        """Start a helper, if not too many were lost."""
        if self._losses >= _LOSSES:
            return None
        arguments = (self._shared, (i, len(self._running)), *self._arguments)
        self._running[i] = start_process(_help_search, *arguments, daemon=True, with_main=self._with_main)
        return self._running[i]

    def _lose_helper(self, i: int) -> None:
        self._losses += 1
        running = self._running[i : i + 1]
        _end_all(running, self._owner)
        self._running[i] = None


def _end_all(running: list[tuple[SpawnProcess, Connection] | None], owner: int) -> None:
    """End processes, whatever they do."""
    if os.getpid() != owner:  # a copy of theirs, made by forking
        return
    ended = [process_and_pipe for process_and_pipe in running if process_and_pipe is not None]
    running[:] = [None] * len(running)
    for process, pipe in ended:
        process.kill()
        pipe.close()
    for process, _ in ended:
        process.join(_SECONDS_TO_END)


def _help_search(
    pipe: Connection, shared: Any, place: Sequence[int], memory: int, evaluation: TrainedEvaluation | None
) -> None:
    """Help until the process that has started this one ends, or wants no more help."""
    leave_interrupts()
    helper = _Helper(pipe, shared, place, memory, evaluation)
    with suppress(EOFError, OSError):
        while True:
            while not pipe.poll(_IDLE):
                helper.check_parent()
            helper.search(*pickle.loads(pipe.recv_bytes()))


@final
class _Helper:
    """One that helps, in its own process."""

    def __init__(
        self, pipe: Connection, shared: Any, place: Sequence[int], memory: int, evaluation: TrainedEvaluation | None
    ) -> None:
        self._pipe = pipe
        self._words, self._marks, self._entries = _words_of(shared, place[1])
        self._place = _EACH + 2 * place[0]
        self._table = Transpositions(memory)
        self._evaluation = evaluation
        self._parent = multiprocessing.parent_process()
        self._salt = 0
        self._search: AlphaBetaSearch | None = None
        self._number = 0
        self._rounds = True
        self._asked = 0

    def check_parent(self) -> None:
        """End if the process has ended that started this one."""
        parent = self._parent
        # Others may hold the pipes of one that has ended.
        orphan = parent is None or not parent.is_alive() or (sys.platform != "win32" and os.getppid() != parent.pid)
        if orphan:
            raise EOFError

    def search(self, number: int, salt: int, lines: int, position: Position) -> None:
        """Search a position as long as the first process does."""
        words = self._words
        words[self._place] = 0
        words[self._place + 1] = self._number = number
        self._rounds = lines == 1
        if words[SEARCH] != number:
            return
        mutable = SearchBoard(position)._mutable
        search = self._search
        if search is None or salt != self._salt:
            evaluation = evaluation_for(position.ruleset, mutable.t, self._evaluation)
            if search is not None:
                self._table.clear()
            search = self._search = AlphaBetaSearch(mutable, evaluation, self._table)
            self._salt = salt
        search.begin(mutable, 0, self._stop, lines)
        search.share(words, self._marks, self._entries, salt, False)
        more = True
        while more and words[SEARCH] == number:
            more = search.follow()
            words[self._place] = search.nodes

    def _stop(self) -> bool:
        """Whether to end the depth: the first process has finished it, or its search."""
        words = self._words
        assert self._search is not None
        words[self._place] = self._search.nodes
        self._asked += 1
        if self._asked & _LOOK == 0:
            self.check_parent()
        pause, longest = _PAUSE
        while words[_WAITS] and words[SEARCH] == self._number:
            if self._pipe.poll(pause):
                return True
            self.check_parent()
            pause = min(2 * pause, longest)
        return words[SEARCH] != self._number or (self._rounds and words[ROUND] != self._search.round)
