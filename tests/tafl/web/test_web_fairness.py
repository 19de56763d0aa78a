"""Fair shares: callers, their turns, their places, and the connections that are silent."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl.support.shares import caller_at
from tafl.web import Limits, Settings
from tafl.web._analysis import Extent
from tafl.web._fairness import FairQueue, SilentConnections, Slots, caller
from tafl.web._settings import Busy, Crowded
from tafl.web._workers import Workers, study_position

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

CALLS = st.lists(st.tuples(st.sampled_from("abc"), st.integers()), max_size=30)


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_caller_is_an_address_or_a_network(host: str, who: str) -> None:
    assert caller_at(host) == who


@given(CALLS)
def test_callers_take_turns(calls: list[tuple[str, int]]) -> None:
    """Nobody comes a second time before all others who wait have come, and each caller's things keep their order."""
    turns: FairQueue[tuple[str, int]] = FairQueue()
    for call in calls:
        turns.put(call[0], call)
    taken: list[tuple[str, int]] = []
    while (following := turns.take()) is not None:
        taken.append(following)
    assert len(turns) == 0
    for who in "abc":
        assert [call for call in taken if call[0] == who] == [call for call in calls if call[0] == who]
    left = Counter(who for who, _ in calls)
    order = [who for who, _ in taken]
    while order:
        turn, order = order[: len(left)], order[len(left) :]
        assert len(set(turn)) == len(turn)
        left = Counter(order)


@given(CALLS)
def test_those_who_have_the_most_make_room(calls: list[tuple[str, int]]) -> None:
    turns: FairQueue[tuple[str, int]] = FairQueue()
    for call in calls:
        turns.put(call[0], call)
    left = [*calls]
    while left:
        most = max(Counter(who for who, _ in left).values())
        dropped = turns.drop()
        mine = [call for call in left if call[0] == dropped[0]]
        assert (len(mine), mine[-1]) == (most, dropped)
        left.reverse()
        left.remove(dropped)
        left.reverse()


def test_places_are_for_each_caller() -> None:
    places = Slots(1)
    with places.taken("a"), places.taken("b"), pytest.raises(Crowded, match="for your address"), places.taken("a"):
        pass
    with places.taken("a"):
        pass


def test_silent_connections_make_room_for_others() -> None:
    """A thousand silent connections of one address do not end the one of another, nor its own latest."""
    ended: list[int] = []
    quiet = SilentConnections(10)
    ends = [lambda number=number: ended.append(number) for number in range(1000)]
    quiet.add("other", ends[0])
    for end in ends[1:]:
        quiet.add("a", end)
    assert ended == [*range(1, 991)]
    quiet.remove("a", ends[999])
    quiet.add("b", ends[1])
    assert len(ended) == 990


# ------------------------------------------------------------------------------------------------------- work and turns


def in_threads(count: int, waiting: int = 64) -> Workers:
    return Workers(Settings(database=":memory:", limits=Limits(workers=count, waiting=waiting)), threads=True)


def test_too_many_requests_are_refused_to_those_who_have_the_most() -> None:
    gate = threading.Event()
    done: list[str] = []

    async def ask(workers: Workers, who: str) -> None:
        caller.set(who)
        try:
            await workers.run(gate.wait)
            done.append(who)
        except Busy:
            done.append(f"not {who}")

    async def main() -> None:
        workers = in_threads(1, waiting=4)
        asked = [asyncio.create_task(ask(workers, "a")) for _ in range(7)]
        asked += [asyncio.create_task(ask(workers, who)) for who in "bc"]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        workers.close()

    asyncio.run(main())
    assert Counter(done) == {"a": 3, "not a": 4, "b": 1, "c": 1}


def test_analyses_leave_a_process_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many analyses wait, a request is answered while they run."""
    gate = threading.Event()

    def waits(jobs: int) -> bool:
        return gate.wait()

    monkeypatch.setattr("tafl.web._workers.clear_searcher", waits)

    async def main() -> None:
        workers = in_threads(2)
        analyses = [asyncio.create_task(workers.run(study_position, None, 0, Extent(), 1)) for _ in range(200)]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert await workers.run(len, "abc") == 3
        assert not any(task.done() for task in analyses)
        for task in analyses:
            task.cancel()
        gate.set()
        await asyncio.gather(*analyses, return_exceptions=True)
        assert await workers.run(len, "abcd") == 4
        workers.close()

    asyncio.run(main())


def test_each_caller_in_turn_gives_one_thing() -> None:
    turns = FairQueue[int]()
    for who, thing in (("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)):
        turns.put(who, thing)
    turns.put("c", 0, first=True)
    assert [turns.take() for _ in range(4)] == [0, 1, 4, 5]
    assert len(turns) == 3
    turns.put("b", 7)
    turns.put("b", 8)
    assert turns.drop() == 8, "of the caller that has the most, the newest"
    turns.remove("a", 2)
    turns.remove("nobody", 2)
    assert [turns.take() for _ in range(4)] == [3, 6, 7, None]
