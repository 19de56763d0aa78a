"""Searches on several cores: the processes that help, and what is left of them."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import pytest

from hnefatafl import Position, SearchBoard, Side, playout, variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import AlphaBeta, Analysis, Limit, Searcher, analyse, built_in_player
from hnefatafl.search._core.alphabeta import AlphaBetaSearch
from hnefatafl.search._core.table import EXACT, Transpositions, bound_in, depth_in, move_in, value_in
from hnefatafl.search._core.view import INFINITE
from hnefatafl.search._trained import evaluation_for

START: Final = Position.initial(variants.BRANDUBH)
LARGE: Final = Position.initial(variants.COPENHAGEN)
WON: Final = Position.parse("/7/7/2t4/2TK3/3t3/7/t6/", variants.BRANDUBH, Side.DEFENDERS)
"""The defenders win in three plies."""

needs_host = pytest.mark.needs_host


@pytest.fixture
def searcher() -> Iterator[Searcher]:
    with Searcher(memory=1, jobs=2) as made:
        yield made
    assert not helpers()


def helpers() -> list[BaseProcess]:
    return multiprocessing.active_children()


def helped(searcher: Searcher, position: Position = START) -> Analysis:
    """Search until a helper takes part."""

    def joined() -> bool:
        return searcher._helpers.nodes > 0

    found = searcher.analyse(position, Limit(seconds=20), stop=joined)
    assert joined()
    return found


def test_one_job_is_alone() -> None:
    before = len(helpers())
    with Searcher(jobs=1) as searcher:
        assert searcher.jobs == 1
        found = searcher.analyse(START, Limit(depth=4))
        assert len(helpers()) == before
    again = Searcher().analyse(START, Limit(depth=4))
    assert (found.score, found.lines, found.nodes) == (again.score, again.lines, again.nodes)


@pytest.mark.parametrize("jobs", [0, -1, 513])
def test_the_jobs_are_bounded(jobs: int) -> None:
    refused = f"jobs: a number from 1 to 512 was expected, not {jobs}"
    with pytest.raises(ArgumentValueError, match=refused):
        Searcher(jobs=jobs)
    with pytest.raises(ArgumentValueError, match=refused):
        AlphaBeta(jobs=jobs)
    with pytest.raises(ArgumentValueError, match=refused):
        analyse(START, Limit(depth=1), jobs=jobs)


@pytest.mark.parametrize("platform", ["emscripten", "wasi"])
def test_where_there_are_no_processes(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(ArgumentValueError, match="no processes on this platform"):
        Searcher(jobs=2)
    assert Searcher(jobs=1).analyse(START, Limit(depth=1)).depth == 1


@needs_host
def test_a_process_that_may_not_start_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    with pytest.raises(ArgumentValueError, match="daemonic"):
        Searcher(jobs=2)


@needs_host
@pytest.mark.long
def test_two_jobs_find_what_one_finds(searcher: Searcher) -> None:
    assert not helpers(), "they start with the first search"
    first = helped(searcher)
    assert len(helpers()) == 1
    found = searcher.analyse(WON, Limit(depth=5))
    assert (found.proven, found.score.plies, len(found.pv)) == (True, 3, 3)
    assert replayed(found).outcome is not None
    for position in (START, LARGE, playout(LARGE, seed=3, limit=12).position):
        found = searcher.analyse(position, Limit(depth=6), 2)
        assert (found.depth, len(found.lines)) == (6, 2)
        replayed(found)
    assert first.nodes > 0
    assert len(helpers()) == 1, "they are kept"


def replayed(analysis: Analysis) -> Position:
    """The position after the best line; each move of each line is legal."""
    after = analysis.position
    for line in reversed(analysis.lines):
        after = analysis.position
        for move in line.moves:
            after = after.play(move)
    return after


@needs_host
def test_forgetting_and_other_rules(searcher: Searcher) -> None:
    for rules in (variants.BRANDUBH, variants.BRANDUBH.evolve(name="other", quiet_limit=20), variants.TABLUT):
        helped(searcher, Position.initial(rules))
        searcher.forget()
    assert helped(searcher).score.side is START.turn


@needs_host
@pytest.mark.slow_uncompiled
def test_limits_are_honoured(searcher: Searcher) -> None:
    helped(searcher)
    searcher.analyse(LARGE, Limit(seconds=0.2))  # which ends
    found = searcher.analyse(LARGE, Limit(nodes=30_000))
    assert 30_000 <= found.nodes < 60_000
    assert searcher.analyse(LARGE, Limit(seconds=30), stop=lambda: True).nodes < 10_000


@needs_host
@pytest.mark.slow_uncompiled
def test_nobody_searches_between_two_depths(searcher: Searcher) -> None:
    helped(searcher)
    depths = searcher.iterate(LARGE)
    for found in depths:
        if found.depth == 3:
            break
    process = helpers()[0]
    assert settled(lambda: cpu(process))
    assert next(depths).depth == 4
    depths.close()  # type: ignore[attr-defined]
    assert settled(lambda: cpu(process))


def cpu(process: BaseProcess) -> int:
    """The processor time that a process has taken, in ticks."""
    status = Path(f"/proc/{process.pid}/stat")
    return int(status.read_text().rpartition(")")[2].split()[11]) if status.exists() else 0


def settled(number: Callable[[], int]) -> bool:
    """Whether a number soon stays as it is while this process takes a fifth of a second of processor time."""
    alone = Searcher(memory=1, clock=process_time)
    for _ in range(5):
        before = number()
        alone.analyse(LARGE, Limit(seconds=0.2))
        if number() <= before + 1:
            return True
    return False


def entries(searcher: Searcher) -> memoryview[int]:
    """What is shared."""
    found: memoryview[int] = getattr(searcher._helpers, "_entries")  # noqa: B009 (only some helpers have them)
    return found


@needs_host
@pytest.mark.long
def test_a_helper_may_be_killed_at_any_time(searcher: Searcher) -> None:
    helped(searcher)
    killed: list[BaseProcess] = []

    def kill() -> bool:
        if not killed and searcher._helpers.nodes > 0:
            killed.append(helpers()[0])
            killed[0].kill()
        return False

    found = searcher.analyse(LARGE, Limit(depth=7), stop=kill)
    assert found.depth == 7
    assert helped(searcher).nodes > 0  # with another one
    assert helpers() != killed
    for _ in range(2):
        for process in helpers():
            process.kill()
            process.join()
        assert searcher.analyse(WON, Limit(depth=5)).proven
    assert not helpers(), "what ends again and again is not started again"


@needs_host
def test_what_is_shared_may_be_garbage(searcher: Searcher) -> None:
    helped(searcher)
    shared = entries(searcher)
    for word in (-1, 0, 1, 0x7FFFFFFFFFFFFFFF, 0x0123456789ABCDEF):
        shared[: len(shared)] = memoryview(word.to_bytes(8, "little", signed=True) * len(shared)).cast("q")
        searcher._idle.clear()
        found = searcher.analyse(WON, Limit(depth=5))
        assert (found.proven, found.score.plies) == (True, 3)


def test_torn_entries_are_not_believed() -> None:
    words, marks = memoryview(bytearray(2048)).cast("q"), memoryview(bytearray(512)).cast("q")
    shared = Transpositions(1)
    shared.share(words, marks, 121, 7, 1)
    key, move = 0x123456789ABCDEF, 20 << 10 | 31
    shared.store_shared(key, 5, EXACT, 29_990, move, 3)
    entry = shared.probe_shared(key)
    assert (move_in(entry), value_in(entry, 3), depth_in(entry), bound_in(entry)) == (move, 29_990, 5, EXACT)
    at = next(i for i in range(0, len(words), 2) if words[i])
    for bit in range(60):
        assert shared.probe_shared(key ^ 1 << bit) == 0
        for word in (at, at + 1):
            words[word] ^= 1 << bit
            assert shared.probe_shared(key) == 0
            words[word] ^= 1 << bit
    first = words[at]
    shared.store_shared(key ^ 1 << 50, 9, EXACT, -29_990, move, 3)  # in the same place
    words[at] = first
    assert shared.probe_shared(key) == shared.probe_shared(key ^ 1 << 50) == 0
    shared.store_shared(key, 5, EXACT, 0, 121 << 10, 3)
    assert shared.probe_shared(key) == 0, "there is no such square"
    shared.store_shared(key, 12, EXACT, 0, move, 3)
    assert shared.probe_shared(key)
    shared.share(words, marks, 121, 8, 1)
    assert shared.probe_shared(key) == 0, "it is of other rules"


def test_entries_claim_no_more_than_was_searched() -> None:
    mutable = SearchBoard(LARGE)._mutable
    search = AlphaBetaSearch(mutable, evaluation_for(variants.COPENHAGEN, mutable.t), Transpositions(1))
    words, marks, shared = (memoryview(bytearray(8192)).cast("q") for _ in range(3))
    search.share(words, marks, shared, 0, True)
    search.begin(mutable, 0, None, 1)
    table, key = search.tree.table, search.tree.view.key()
    for depth in (2, 3):  # without a move to begin with, a position is searched a ply less deep
        search.tree.node(3, -INFINITE, INFINITE, 0, False, 0)
        assert depth_in(table.probe(key)) == depth_in(table.probe_shared(key)) == depth


@needs_host
@pytest.mark.long
def test_shared_moves_that_are_illegal_are_not_made(searcher: Searcher) -> None:
    random = Random(1)
    helped(searcher, LARGE)
    shared = entries(searcher)
    for _ in range(2):
        assert searcher.analyse(LARGE, Limit(depth=6)).depth == 6
        for at in range(0, len(shared), 2):
            if shared[at + 1]:
                other = random.getrandbits(20)
                # Still an entry of its key, with another move.
                shared[at] ^= other
                shared[at + 1] ^= other
        searcher._idle.clear()
        found = searcher.analyse(LARGE, Limit(depth=6))
        assert replayed(found).ply >= LARGE.ply + 1


@needs_host
def test_closing() -> None:
    searcher = Searcher(memory=1, jobs=2)
    searcher.close()
    helped(searcher)
    searcher.close()
    searcher.close()
    assert not helpers()
    assert searcher.analyse(WON, Limit(depth=5)).proven  # with new ones
    assert len(helpers()) == 1
    del searcher
    gc.collect()
    assert not helpers()


@needs_host
def test_two_searchers_at_once(searcher: Searcher) -> None:
    with Searcher(memory=1, jobs=3) as other:
        one, two = searcher.iterate(WON, Limit(depth=5)), other.iterate(START, Limit(depth=5))
        pairs = list(zip(one, two, strict=False))
        third = searcher.iterate(START, Limit(depth=2))  # its helpers are not free
        assert next(third).depth == 1
        assert pairs[0][0].depth == 1
        assert len(helpers()) == 3
        for each in (one, two, third):
            each.close()  # type: ignore[attr-defined]
    assert len(helpers()) == 1


@needs_host
def test_players_and_pickles() -> None:
    player = built_in_player("alphabeta:depth=4,jobs=2,memory=1")
    assert isinstance(player, AlphaBeta)
    assert player.choose(WON) is not None
    copy = pickle.loads(pickle.dumps(player.searcher))
    assert copy.jobs == player.searcher.jobs == 2
    player.searcher.close()


SCRIPT: Final = """
import multiprocessing, os, signal, sys
from hnefatafl import Position, variants
from hnefatafl.search import Limit, Searcher

def main(end):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts beside itself ignores it
    searcher = Searcher(memory=1, jobs=3)
    def joined():
        return searcher._helpers.nodes > 0
    searcher.analyse(Position.initial(variants.BRANDUBH), Limit(seconds=20), stop=joined)
    print(len(multiprocessing.active_children()), flush=True)
    if end == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if end == "interrupt":
        started = []
        def interrupt():
            if not started:
                started.append(os.killpg(0, signal.SIGINT))
            return False
        try:
            searcher.analyse(Position.initial(variants.COPENHAGEN), Limit(seconds=20), stop=interrupt)
        except KeyboardInterrupt:
            print("interrupted", len(multiprocessing.active_children()))
            searcher.analyse(Position.initial(variants.BRANDUBH), Limit(seconds=20), stop=joined)

if __name__ == "__main__":
    main(sys.argv[1])
"""


@needs_host
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("end", ["leave", "kill", "interrupt"])
def test_nothing_outlives_the_main_process(end: str, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    command = [sys.executable, "-W", "error", str(path), end]
    # Their standard output is a pipe, so this returns when the helpers, too, have ended.
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, start_new_session=True, check=False)
    assert done.stderr == ""
    assert done.returncode == (-signal.SIGKILL if end == "kill" else 0)
    assert done.stdout == ("2\ninterrupted 2\n" if end == "interrupt" else "2\n")
