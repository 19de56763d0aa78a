"""The service as a value: in which order queries are answered, what is refused, and what lost workers cost."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Position, Side, playout, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, NotationError, UnknownVariantError
from hnefatafl.rules import Die
from hnefatafl.search import Analysis, Limit, Searcher, analyse
from hnefatafl.search._core.table import Transpositions
from hnefatafl.support.shares import Shares
from hnefatafl.support.worker_pool import Lost, Pool
from tafl.service import Answer, Bounds, Query, QueryError, Service, Ticket, answer

pytestmark = [pytest.mark.needs_host, pytest.mark.slow_uncompiled]

START: Final = Position.initial(variants.BRANDUBH)
NODES: Final = Limit(nodes=50)
ENDLESS: Final = Limit(depth=60)


def ask(id: str, priority: int = 0, **more: Any) -> Query:
    given: dict[str, Any] = {"id": id, "start": START, "limit": NODES, "priority": priority, **more}
    return Query(**given)


def games(count: int) -> list[Query]:
    """Queries about games of several rulesets, some of their positions each."""
    found: list[Query] = []
    for seed in range(count):
        start = Position.initial(variants.get(["brandubh", "copenhagen", "tablut"][seed % 3]))
        moves = [str(move) for move in playout(start, seed, 8).moves]
        found.append(ask(str(seed), start=start, moves=moves, after=[0, len(moves)], lines=1 + seed % 2))
    return found


def same(found: Analysis, wanted: Analysis) -> bool:
    """Whether they differ in nothing but the time that they took."""
    return attrs.evolve(found, seconds=0) == attrs.evolve(wanted, seconds=0)


class Held(Executor):
    """Holds what it is given until it is told what becomes of it."""

    def __init__(self) -> None:
        self.given: SimpleQueue[tuple[list[Position], Future[Any], Callable[[], Any]]] = SimpleQueue()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given.put((getattr(fn, "args")[-2], future, fn))  # noqa: B009 (it is a partial)
        return future

    def take(self) -> tuple[list[Position], Future[Any], Callable[[], Any]]:
        return self.given.get(timeout=20)


class Told:
    """What a client was told, in its order."""

    def __init__(self) -> None:
        self.found: list[Answer | QueryError] = []
        self._news = threading.Condition()

    def __call__(self, found: Answer | QueryError, last: bool) -> None:
        with self._news:
            self.found.append(found)
            self._news.notify()

    def wait(self, count: int) -> list[Answer | QueryError]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.found) >= count, timeout=60)
            return [*self.found]


# --------------------------------------------------------------------------------------------------------- the values


def test_a_query_is_answered_as_analyse_does() -> None:
    for query in games(3):
        for found, (after, position) in zip(answer(query), query.positions(), strict=True):
            assert (found.id, found.after) == (query.id, after)
            assert found.analysis.position == position
            assert same(found.analysis, analyse(position, query.limit, query.lines))


def test_moves_are_those_of_records() -> None:
    rules = variants.BRANDUBH.evolve(name="dice", die=Die())
    start = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", rules, Side.DEFENDERS)
    (found,) = answer(ask("a", start=start, moves=["2:a4-a6"]))
    assert found.analysis.position == start.roll(2).play("a4-a6")
    for moves, words in ((["9:a4-a6"], "move 1, 9:a4-a6: a die of 6 faces"), (["2:a4-a6", "b1-b2"], "move 2, b1-b2: ")):
        with pytest.raises(QueryError, match=words):
            ask("a", start=start, moves=moves).positions()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"id": ""}, ArgumentValueError),
        ({"id": "x" * 101}, ArgumentValueError),
        ({"id": 5}, ArgumentTypeError),
        ({"start": "brandubhh"}, UnknownVariantError),
        ({"moves": ["hello"]}, NotationError),
        ({"moves": "d1-c1"}, ArgumentTypeError),
        ({"moves": [5]}, ArgumentTypeError),
        ({"after": [1]}, ArgumentValueError),
        ({"after": [-1]}, ArgumentValueError),
        ({"after": [0, 0]}, ArgumentValueError),
        ({"after": [0.5]}, ArgumentTypeError),
        ({"limit": Limit()}, ArgumentValueError),
        ({"limit": 5}, ArgumentTypeError),
        ({"lines": 0}, ArgumentValueError),
        ({"jobs": 0}, ArgumentValueError),
        ({"priority": 10**10}, ArgumentValueError),
        ({"priority": "high"}, ArgumentTypeError),
    ],
)
def test_a_query_that_cannot_be(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        ask(**cast("dict[str, Any]", {"id": "a", **wrong}))


# ------------------------------------------------------------------------------------------------------- the workers


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_do_not_depend_on_the_workers(workers: int) -> None:
    queries = games(9)
    wanted = {(found.id, found.after): found for query in queries for found in answer(query)}
    with Service(workers=workers) as service:
        answers = list(service.answer_all(queries))
        assert service.status() == {"workers": workers, "waiting": 0, "running": 0, "answered": 18}
    assert len(answers) == len(wanted) == 18
    for found in answers:
        assert same(found.analysis, wanted[found.id, found.after].analysis)


def test_any_executor_answers() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool, Service(pool) as service:
        (found,) = service.answer_all([ask("a")])
    assert same(found.analysis, answer(ask("a"))[0].analysis)


def test_higher_priority_goes_first_and_then_who_came_first() -> None:
    held, told, order = Held(), Told(), list[str]()
    with Service(held, workers=1) as service:
        for id in "ab":
            service.submit(ask(id), told)
        # Two are given before others come: one is searched, and one is what the worker begins with next.
        given = [held.take(), held.take()]
        for id, priority in (("c", 0), ("d", -1), ("e", 7), ("f", 0), ("g", 7)):
            service.submit(ask(id, priority), told)
        for count in range(1, 8):
            _, future, work = given.pop(0) if given else held.take()
            future.set_result(work())
            order.append(told.wait(count)[-1].id or "")
    assert "".join(order) == "abegcfd"


def test_only_as_many_are_given_as_the_workers_need() -> None:
    held, told = Held(), Told()
    with Service(held, workers=3) as service:
        for number in range(50):
            service.submit(ask(str(number)), told)
        for _ in range(6):
            held.take()
        assert held.given.empty()
        assert (service.status()["running"], service.status()["waiting"]) == (6, 44)


@pytest.mark.parametrize(
    ("limit", "jobs", "together"),
    [
        (Limit(nodes=20_001), 1, [1] * 20),
        (Limit(nodes=5_000), 1, [4] * 5),
        (Limit(nodes=7_000, depth=3), 1, [2] * 10),
        (Limit(nodes=1), 1, [16, 4]),
        (Limit(nodes=1), 2, [1] * 20),
        (Limit(depth=1), 1, [1] * 20),
        (Limit(seconds=1), 1, [1] * 20),
    ],
)
def test_positions_with_few_nodes_are_given_together(limit: Limit, jobs: int, together: list[int]) -> None:
    held, told = Held(), Told()
    moves = [str(move) for move in playout(START, 1, 19).moves]
    with Service(held, workers=40, bounds=Bounds(jobs=2)) as service:
        service.submit(ask("a", moves=moves, after=range(20), limit=limit, jobs=jobs), told)
        assert [len(held.take()[0]) for _ in together] == together
        assert (service.status()["running"], service.status()["waiting"]) == (20, 0)


def test_a_client_cancels_when_it_is_told_of_the_first_of_several() -> None:
    told = list[int]()
    with Service() as service:

        def tell(found: Answer | QueryError, last: bool) -> None:
            assert isinstance(found, Answer)
            told.append(found.after)
            service.cancel(ticket, silently=True)

        with service._lock:
            ticket = service.submit(ask("a", moves=["d1-c1", "d3-c3"], after=[2, 0, 1]), tell)
        told_after = Told()
        service.submit(ask("b"), told_after)
        told_after.wait(1)
        assert told == [2]
        assert service.status() == {"workers": 1, "waiting": 0, "running": 0, "answered": 2}


def test_one_search_of_several_processes_takes_the_place_of_as_many() -> None:
    held, told = Held(), Told()
    with Service(held, workers=2, bounds=Bounds(jobs=2)) as service:
        service.submit(ask("wide", jobs=2), told)
        service.submit(ask("a"), told)
        _, wide, _ = held.take()
        assert service.status()["running"] == 1
        wide.set_exception(ValueError("enough"))
        held.take()
        assert service.status()["running"] == 1
        service.submit(ask("wider", jobs=2), told)
        assert service.status()["waiting"] == 1


def test_several_processes_search_one_position() -> None:
    with Service(workers=2, bounds=Bounds(jobs=2)) as service:
        (found,) = service.answer_all([ask("a", limit=Limit(depth=3), jobs=2)])
    assert found.analysis.depth == 3


def test_killed_workers_lose_nothing() -> None:
    queries, answers, killed = games(30), list[Answer](), 0
    with Service(workers=2) as service:
        for found in service.answer_all(queries):
            answers.append(found)
            if len(answers) % 20 == 0:
                multiprocessing.active_children()[killed % 2].kill()
                killed += 1
    assert killed == 3
    wanted = {(found.id, found.after): found for query in queries for found in answer(query)}
    assert sorted((found.id, found.after) for found in answers) == sorted(wanted)
    assert all(same(found.analysis, wanted[found.id, found.after].analysis) for found in answers)
    assert multiprocessing.active_children() == []


def test_work_that_ends_its_process_harms_no_other() -> None:
    with Pool(2) as pool:
        bad, good = pool.submit(os._exit, 1), [pool.submit(pow, 2, number) for number in range(20)]
        assert [future.result() for future in good] == [2**number for number in range(20)]
        with pytest.raises(Lost, match="the process that worked on this has ended 5 times"):
            bad.result()
        assert pool.submit(pow, 2, 3).result() == 8
    assert multiprocessing.active_children() == []


def test_what_an_executor_raises_is_told() -> None:
    held, told = Held(), Told()
    with Service(held) as service:
        service.submit(ask("a"), told)
        held.take()[1].set_exception(BrokenExecutor("a worker was killed"))
        assert str(told.wait(1)[0]) == "query a: a worker was killed"


@pytest.mark.parametrize("error", [SystemExit("the worker has ended"), KeyboardInterrupt("the worker has ended")])
def test_a_worker_that_ends_its_program_disturbs_nobody(error: BaseException) -> None:
    held, told = Held(), Told()
    with Service(held) as service:
        for id in "ab":
            service.submit(ask(id), told)
            _, future, work = held.take()
            if id == "a":
                future.set_exception(error)
            else:
                future.set_result(work())
        first, second = told.wait(2)
        assert str(first) == "query a: the worker has ended"
        assert second.id == "b"


def test_what_was_found_before_an_error_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions of a query that are searched in one call."""

    searched = Searcher.analyse

    def failing(searcher: Searcher, position: Position, *arguments: Any, **more: Any) -> Analysis:
        if position.ply == 2:
            raise MemoryError
        return searched(searcher, position, *arguments, **more)

    monkeypatch.setattr(Searcher, "analyse", failing)
    told = Told()
    with Service() as service:
        service.submit(ask("a", moves=["d1-c1", "d3-c3", "c1-d1"], after=[0, 1, 2, 3]), told)
        *found, fault = told.wait(3)
        assert [each.after for each in found if isinstance(each, Answer)] == [0, 1]
        assert service.status()["answered"] == 2
    assert str(fault).startswith("query a: there is not enough memory for the search: a smaller table, ")


def test_a_query_is_cancelled_by_the_service_that_took_it() -> None:
    with Service(Held()) as one, Service(Held()) as other:
        ticket = one.submit(ask("a"), print)
        with pytest.raises(ArgumentValueError, match="ticket: one of this service was expected"):
            other.cancel(ticket)
        one.cancel(ticket, silently=True)


def test_an_executor_that_takes_nothing() -> None:
    told = Told()
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with Service(pool) as service:
        service.submit(ask("a"), told)
        assert str(told.wait(1)[0]) == "query a: cannot schedule new futures after shutdown"


@pytest.mark.parametrize("workers", [1, 2])
def test_searches_that_are_cancelled_end(workers: int) -> None:
    """Otherwise the last one would wait for minutes."""
    told = Told()
    with Service(workers=workers, bounds=Bounds(seconds=600)) as service:
        tickets = [service.submit(ask(str(number), limit=ENDLESS), told) for number in range(6)]
        while service.status()["running"] < 2 * workers:
            time.sleep(0.01)
        time.sleep(0.5)  # some of them are searched by now
        for ticket in tickets:
            service.cancel(ticket)
            service.cancel(ticket)
        assert [str(error) for error in told.found] == [f"query {number}: cancelled" for number in range(6)]
        (found,) = service.answer_all([ask("last")])
        assert found.id == "last"
        service.submit(ask("closed", limit=ENDLESS), told)
    assert len(told.found) == 6


# ----------------------------------------------------------------------------------------------------- the boundaries


def test_a_full_queue_refuses_and_keeps_what_it_has() -> None:
    held, told = Held(), Told()
    with Service(held, bounds=Bounds(waiting=3)) as service:
        for id in "ab":
            service.submit(ask(id), told)
            held.take()
        service.submit(ask("c", moves=["d1-c1", "d3-c3"], after=[0, 1, 2]), told)
        with pytest.raises(QueryError, match="query d: the queue is full: 3 positions wait, and at most 3 may"):
            service.submit(ask("d"), told)
        assert told.found == []
        assert service.status()["waiting"] == 3


def test_a_client_that_fills_the_queue_keeps_nobody_out() -> None:
    """Who has less than an equal share gets in; the newest queries of who has the most give way."""
    held, deaf, bo, eve = Held(), Told(), Told(), Told()
    with Service(held, bounds=Bounds(waiting=6)) as service:
        for id in "ab":
            service.submit(ask(id), deaf, client="deaf")
            held.take()
        for id in "cdef":
            service.submit(ask(id), deaf, client="deaf")
        service.submit(ask("own"), Told())
        service.submit(ask("g"), deaf, client="deaf")
        with pytest.raises(QueryError, match="the queue is full: 6 positions wait, and at most 6 may"):
            service.submit(ask("h"), deaf, client="deaf")
        service.submit(ask("one"), bo, client="Bo")
        assert [str(each) for each in deaf.found] == ["query g: the queue is full, and other clients have less of it"]
        with pytest.raises(QueryError, match="query many: the queue is full"):
            service.submit(ask("many", moves=["d1-c1", "d3-c3"], after=[0, 1, 2]), bo, client="Bo")
        service.submit(ask("two", moves=["d1-c1"], after=[1]), eve, client="Eve")
        assert [str(each)[:7] for each in deaf.found] == ["query g", "query f"]
        assert (bo.found, eve.found, service.status()["waiting"]) == ([], [], 6)


def test_what_the_program_itself_asks_gives_way_to_nobody() -> None:
    held, own = Held(), Told()
    with Service(held, bounds=Bounds(waiting=4)) as service:
        for number in range(6):
            service.submit(ask(str(number)), own)
            if number < 2:
                held.take()
        with pytest.raises(QueryError, match="the queue is full"):
            service.submit(ask("a"), own, client="Ann")
        assert own.found == []


def test_clients_take_turns() -> None:
    """And the queries of one client come in their order."""
    held, told = Held(), Told()
    with Service(held) as service:
        for id in "ab":
            service.submit(ask(id), told, client="Ann")
        given = [held.take(), held.take()]
        for client, ids in (("Ann", "cdefg"), ("Bo", "hi"), ("Eve", "j")):
            for id in ids:
                service.submit(ask(id), told, client=client)
        for count in range(1, 11):
            _, future, work = given.pop(0) if given else held.take()
            future.set_result(work())
            told.wait(count)
    assert "".join(str(found.id) for found in told.found) == "abchjdiefg"


@given(
    st.integers(1, 12),
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 5)), max_size=30),
)
def test_equal_shares_are_kept(room: int, asked: list[tuple[str, int]]) -> None:
    """Whoever asks for no more than an equal share gets it, and of nobody who has less than that anything gives way."""
    shares = Shares[int](room)
    sizes: dict[int, tuple[str, int]] = {}
    for number, (who, size) in enumerate(asked):
        callers = {each for each, _ in sizes.values()} | {who}
        had = {each: shares.of(each) for each in callers}
        found = shares.make_room(who, size)
        if found is None:
            assert had[who] + size > room // len(callers)
            continue
        for each in found:
            loser, _ = sizes.pop(each)
            assert loser != who
            assert had[loser] > room // len(callers)
            assert all(other < each for other in sizes if sizes[other][0] == loser)
            shares.keep(loser, each, 0)
        shares.keep(who, number, size)
        sizes[number] = (who, size)
        assert shares.size == sum(each for _, each in sizes.values()) <= room


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"lines": 101}, "lines: a number of at most 100 was expected"),
        ({"jobs": 2}, "jobs: a number of at most 1 was expected"),
        ({"limit": Limit(seconds=61)}, "seconds: a number of at most 60.0 was expected"),
        ({"moves": ["d1-c1"] * 2001, "after": [0]}, "moves: at most 2,000 moves were expected"),
    ],
)
def test_a_query_that_asks_for_too_much(more: dict[str, Any], words: str) -> None:
    query = ask("a", **more)
    with Service() as service:
        with pytest.raises(QueryError, match=words):
            service.submit(query, print)
        with pytest.raises(QueryError, match=words):
            list(service.answer_all([query]))


def test_a_query_may_ask_for_as_much_as_is_allowed() -> None:
    moves = ["d1-c1", "d3-c3"]
    with Service(bounds=Bounds(moves=2, lines=3, seconds=5)) as service:
        (found,) = service.answer_all([ask("a", moves=moves, lines=3, limit=Limit(nodes=20, seconds=5))])
    assert found.after == 2


def test_no_search_takes_longer_than_the_bound() -> None:
    with Service(bounds=Bounds(seconds=0.05)) as service:
        (found,) = service.answer_all([ask("a", limit=ENDLESS)])
    assert 0 < found.analysis.depth < 60


def test_a_search_without_a_time_has_that_of_the_bounds() -> None:
    held = Held()
    with Service(held, workers=2, bounds=Bounds(seconds=5)) as service:
        for limit, seconds in ((ENDLESS, 5), (Limit(depth=60, seconds=2), 2)):
            ticket = service.submit(ask("a", limit=limit), print)
            _, _, work = held.take()
            assert getattr(work, "args")[0] == Limit(depth=60, seconds=seconds)  # noqa: B009 (it is a partial)
            service.cancel(ticket, silently=True)


def test_the_order_stays_when_many_queries_are_cancelled() -> None:
    """What is cancelled is thrown away in one go, which leaves the others in their order."""
    held, told = Held(), Told()
    with Service(held) as service:
        busy: list[Future[Any]] = []
        for id in "xy":  # which are being searched
            service.submit(ask(id, 10**6), print)
            busy.append(held.take()[1])
        wanted = [number * 37 % 211 for number in range(200)]
        tickets = [service.submit(ask(str(each), each), told if each % 10 == 3 else print) for each in wanted]
        for ticket, each in zip(tickets, wanted, strict=True):
            if each % 10 != 3:
                service.cancel(ticket, silently=True)
        for future in busy:
            future.set_exception(BrokenExecutor("gone"))
        left = sorted((each for each in wanted if each % 10 == 3), reverse=True)
        for _ in left:
            held.take()[1].set_exception(BrokenExecutor("gone"))
        assert [int(found.id or "") for found in told.wait(len(left))] == left


def test_a_client_who_comes_later_takes_turns_with_the_others() -> None:
    """Ann, who was there before, does not have to wait until all that Bo asks is answered."""
    held, told = Held(), Told()
    with Service(held) as service:
        for number in range(6):
            service.submit(ask(f"a{number}"), told, client="Ann")
        for _ in range(2):
            held.take()[1].set_exception(BrokenExecutor("gone"))
        told.wait(2)
        for number in range(3):
            service.submit(ask(f"b{number}"), told, client="Bo")
        for _ in range(7):
            held.take()[1].set_exception(BrokenExecutor("gone"))
        order = [found.id or "" for found in told.wait(9)]
    assert order[:2] == ["a0", "a1"]
    assert [each for each in order if each[0] == "b"] == ["b0", "b1", "b2"]
    assert order.index("b2") > order.index("a4")


def test_the_last_answer_is_told_as_such() -> None:
    held, last = Held(), SimpleQueue[tuple[int, bool]]()
    with Service(held) as service:
        query = ask("a", moves=["d1-c1", "d3-c3"], after=[0, 1, 2])
        service.submit(query, lambda found, is_last: last.put((cast("Answer", found).after, is_last)))
        _, future, work = held.take()
        future.set_result(work())
        assert [last.get(timeout=20) for _ in range(3)] == [(0, False), (1, False), (2, True)]


@pytest.mark.long
def test_a_worker_has_one_table_whatever_it_is_asked() -> None:
    """So a service does not grow: tables are large, and what is thrown away is not always given back."""

    def tables() -> int:
        return sum(isinstance(each, Transpositions) for each in gc.get_objects())

    queries = [attrs.evolve(query, limit=Limit(nodes=20 * (number + 1))) for number, query in enumerate(games(12))]
    gc.collect()
    before = tables()
    gc.disable()
    try:
        with Service(memory=1) as service:
            for query in queries:
                for found in service.answer_all([query]):
                    wanted = {each.after: each.analysis for each in answer(query, memory=1)}
                    assert same(found.analysis, wanted[found.after]), "it knows nothing of what was asked before"
                assert tables() <= before + 1
    finally:
        gc.enable()
    assert tables() <= before


def test_queries_that_are_cancelled_leave_nothing() -> None:
    held = Held()
    with Service(held) as service:
        for id in "ab":
            service.submit(ask(id), print)
            held.take()
        service.submit(ask("first"), print)
        for number in range(3000):
            service.cancel(service.submit(ask(str(number), priority=-1), lambda found, last: None))
        assert service.status()["waiting"] == 1
        gc.collect()
        assert sum(isinstance(each, Ticket) for each in gc.get_objects()) < 200


def test_a_client_that_fails_disturbs_nobody() -> None:
    def fail(found: Answer | QueryError, last: bool) -> None:
        raise RuntimeError

    told = Told()
    with Service() as service:
        service.submit(ask("a"), fail)
        service.submit(ask("b"), told)
        assert [found.id for found in told.wait(1)] == ["b"]


def test_a_closed_service() -> None:
    service = Service()
    service.close()
    with pytest.raises(ArgumentValueError, match="service: an open one was expected"):
        service.submit(ask("a"), print)
    service.close()


def test_answers_to_endless_queries() -> None:
    def endless() -> Iterator[Query]:
        number = 0
        while True:
            yield ask(str(number), limit=Limit(depth=1))
            number += 1

    with Service(memory=1) as service:
        for number, _ in enumerate(service.answer_all(endless())):
            if number == 300:
                break


@pytest.mark.parametrize(("waiting", "queries"), [(3, games(9)), (1, [ask(str(number)) for number in range(20)])])
def test_more_queries_than_may_wait_are_answered(waiting: int, queries: list[Query]) -> None:
    with Service(bounds=Bounds(waiting=waiting)) as service:
        found = Counter(answer.id for answer in service.answer_all(queries))
    assert found == {query.id: len(query.after) or 1 for query in queries}


def test_no_more_queries_are_taken_than_the_workers_need() -> None:
    """Positions count, not queries."""
    taken = 0

    def endless() -> Iterator[Query]:
        nonlocal taken
        moves = [str(move) for move in playout(START, 1, 19).moves]
        for taken in itertools.count(1):
            yield ask(str(taken), moves=moves, after=range(20), limit=Limit(depth=1))

    with Service() as service:
        answers = service.answer_all(endless())
        next(answers)
        assert taken < 50
        assert service.status()["waiting"] < 500


def test_a_query_that_can_never_fit_is_refused() -> None:
    with (
        Service(bounds=Bounds(waiting=1)) as service,
        pytest.raises(QueryError, match="the queue is full: 0 "),
    ):
        list(service.answer_all([ask("a", moves=["d1-c1"], after=[0, 1])]))


def test_closing_ends_who_waits_for_answers() -> None:
    held, ended = Held(), SimpleQueue[str]()
    service = Service(held)

    def wait() -> None:
        try:
            list(service.answer_all([ask("a")]))
        except ArgumentValueError as error:
            ended.put(str(error))

    threading.Thread(target=wait, daemon=True).start()
    held.take()
    service.close()
    assert ended.get(timeout=20) == "service: an open one was expected"


def test_an_error_ends_the_answers() -> None:
    with Service() as service, pytest.raises(QueryError, match="query b: move 1, d1-d7"):
        list(service.answer_all([ask("a"), ask("b", moves=["d1-d7"])]))


@pytest.mark.parametrize("name", ["waiting", "line", "moves", "lines", "jobs"])
def test_bounds_that_count_are_whole_numbers(name: str) -> None:
    for value, words in ((2.5, "a whole number was expected, not 2.5"), (0, "a number from 1 on was expected, not 0")):
        with pytest.raises((ArgumentTypeError, ArgumentValueError), match=f"{name}: {words}"):
            Bounds(**cast("dict[str, Any]", {name: value}))


@pytest.mark.parametrize("wrong", [{"executor": 5}, {"workers": 0}, {"workers": "two"}, {"bounds": 5}, {"memory": 0}])
def test_a_service_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises((ArgumentTypeError, ArgumentValueError)):
        Service(**wrong)
