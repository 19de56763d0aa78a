"""The lines of the service: every one of them has one answer, or a reason why not, with its id if it has one."""

from __future__ import annotations

import json
import threading
from importlib.resources import files
from typing import Any, Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hnefatafl
from hnefatafl import Position, Side, variants
from hnefatafl.rules import Die
from hnefatafl.search import Limit
from tafl.service import Bounds, Query, QueryError, Service, Session, parse_query
from tafl.service._query import ACTIONS

pytestmark = pytest.mark.needs_host

QUERY: Final = {"id": "a", "ruleset": "brandubh", "moves": ["d1-c1", "d3-c3"], "nodes": 20}


class Client:
    """A client that waits until everything that it has asked for is answered."""

    def __init__(self, service: Service) -> None:
        self.told: list[dict[str, Any]] = []
        self._news = threading.Condition()
        self.session = Session(service, self._take)

    def _take(self, line: str) -> None:
        assert "\n" not in line
        with self._news:
            self.told.append(json.loads(line))
            self._news.notify()

    def ask(self, *lines: object) -> list[dict[str, Any]]:
        """What is told before nothing is left to be answered."""
        for line in lines:
            self.session.receive(line if isinstance(line, str | bytes) else json.dumps(line))
        with self._news:
            assert self._news.wait_for(lambda: self.session.unanswered == 0, timeout=60)
            told, self.told = self.told, []
        return told


def refusal(asked: object, **bounds: Any) -> dict[str, Any]:
    with Service(bounds=Bounds(**bounds)) as service:
        (told,) = Client(service).ask(asked)
    return told


def test_a_query_names_or_contains_what_it_is_about() -> None:
    found = parse_query(json.dumps({**QUERY, "after": [0, 2], "lines": 3, "priority": -5}))
    start = Position.initial(variants.BRANDUBH)
    assert found == Query(
        id="a", start=start, moves=["d1-c1", "d3-c3"], after=[0, 2], limit=Limit(nodes=20), lines=3, priority=-5
    )
    rules = {"name": "House", "base": "brandubh", "escape": "edge"}
    found = parse_query(json.dumps({"id": "a", "ruleset": rules, "depth": 2, "seconds": 0.5}))
    assert (str(found.start.ruleset.escape), found.limit) == ("edge", Limit(depth=2, seconds=0.5))
    later = start.play("d1-c1")
    assert parse_query(json.dumps({"id": "a", "position": f"brandubh {later.text}", "nodes": 1})).start == later
    board = {"id": "a", "ruleset": "brandubh", "position": later.board.record, "turn": "defenders", "nodes": 1}
    assert parse_query(json.dumps(board)).start == later
    assert parse_query(json.dumps({"id": "a", "ruleset": "brandubh", "turn": "defenders", "nodes": 1})).start == (
        Position.initial(variants.BRANDUBH, Side.DEFENDERS)
    )


def test_a_die_is_rolled_in_moves() -> None:
    rules = variants.BRANDUBH.evolve(name="dice", die=Die())
    start = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", rules, Side.DEFENDERS)
    given: dict[str, Any] = {"base": "brandubh", "name": "dice", "die": {}}
    line = json.dumps({"id": "a", "ruleset": given, "position": start.text, "moves": ["2:a4-a6"], "nodes": 9})
    assert parse_query(line).positions() == ((1, start.roll(2).play("a4-a6")),)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hello", "JSON was expected"),
        (b"\xff", "UTF-8 was expected"),
        ("[]", "a JSON object was expected"),
        ('{"id": "a", "id": "b"}', "the key 'id' stands twice"),
        ("{" + '"a":{' * 40, "at most 32 levels were expected"),
        ({}, "id: a text of 1 to 100 characters was expected"),
        ({"id": 7}, "id: a text of 1 to 100 characters was expected"),
        ({"id": "x" * 101}, "id: a text of 1 to 100 characters was expected"),
    ],
)
def test_what_has_no_id_is_refused_without(line: object, words: str) -> None:
    told = refusal(line)
    assert told.keys() == {"error"}
    assert words in told["error"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"action": "dance"}, "action: one of analyse, cancel, clear, status was expected"),
        ({"action": 5}, "action: one of analyse, cancel, clear, status was expected"),
        ({"action": "cancel"}, "there is no key 'ruleset'"),
        ({"nods": 5}, "there is no key 'nods'"),
        ({"nodes": 0}, "nodes: a number from 1 to"),
        ({"nodes": True}, "nodes: a whole number was expected"),
        ({"nodes": 1.5}, "nodes: a whole number was expected"),
        ({"nodes": 10**30}, "nodes: a number from 1 to"),
        ({"seconds": "1"}, "seconds: a number was expected"),
        ({"seconds": -1}, "seconds: a number from 0 on was expected"),
        ({"seconds": 1e9}, "seconds: a number of at most 60.0 was expected"),
        ({"lines": 101}, "lines: a number of at most 100 was expected"),
        ({"lines": 0}, "lines: a number from 1 on was expected"),
        ({"jobs": 2}, "jobs: a number of at most 1 was expected"),
        ({"jobs": 0}, "jobs: a number from 1 on was expected"),
        ({"priority": 10**10}, "priority: a number from"),
        ({"ruleset": "chess"}, "no ruleset is named 'chess'"),
        ({"ruleset": 5}, "ruleset: a name or an object was expected"),
        ({"ruleset": {"base": "brandubh", "excape": "edge"}}, "did you mean escape?"),
        ({"ruleset": {"base": "brandubh", "king": "strong", "escape": "none"}}, ""),
        ({"position": "hello"}, "turn: the side to move was expected"),
        ({"position": "/7/7/7/7/7/7/7/ a"}, "king"),
        ({"turn": "white"}, "turn"),
        ({"moves": "d1-c1"}, "moves: a list was expected"),
        ({"moves": [5]}, "moves: a list of texts was expected"),
        ({"moves": ["d1-c1", "hello"]}, "move 2, 'hello': a square was expected"),
        ({"moves": ["d1-d7"]}, "move 1, d1-d7: another piece stands in the way"),
        ({"moves": ["d1-c1"] * 11}, "moves: at most 10 moves were expected"),
        ({"after": [3]}, "after: different numbers from 0 to 2 were expected"),
        ({"after": [1, 1]}, "after: different numbers from 0 to 2 were expected"),
        ({"after": ["0"]}, "after: different numbers from 0 to 2 were expected"),
        ({"after": [0] * 9}, "after: different numbers from 0 to 2 were expected"),
    ],
)
def test_a_bad_query_gets_a_reason(more: dict[str, Any], words: str) -> None:
    told = refusal({**QUERY, **more}, moves=10)
    assert told.keys() == {"id", "error"}
    assert told["id"] == "a"
    assert words in told["error"]


def test_a_line_is_read_within_bounds() -> None:
    line = json.dumps({**QUERY, "moves": ["d1-c1", "d3-c3"]})
    assert len(parse_query(line, Bounds(moves=2)).moves) == 2
    with pytest.raises(QueryError, match="query a: moves: at most 1 moves were expected"):
        parse_query(line, Bounds(moves=1))


def test_a_query_without_a_limit_or_rules() -> None:
    assert "nodes, depth or seconds were expected" in refusal({"id": "a", "ruleset": "brandubh"})["error"]
    assert "the key 'ruleset' was expected" in refusal({"id": "a", "nodes": 5})["error"]
    assert "the key 'query' was expected" in refusal({"id": "a", "action": "cancel"})["error"]
    for line in ("ä" * 60, b"ab\xc3" * 40, json.dumps({**QUERY, "moves": ["d1-c1"] * 99})):
        assert refusal(line, line=100) == {"error": "a line of at most 100 bytes was expected"}
    with pytest.raises(QueryError, match="action: analyse was expected, not clear"):
        parse_query('{"id": "a", "action": "clear"}')


def test_an_id_is_used_again_once_it_is_answered() -> None:
    endless = {"id": "a", "ruleset": "brandubh", "depth": 60}
    with Service() as service:
        client, other = Client(service), Client(service)
        other.session.receive(json.dumps(endless))
        client.session.receive(json.dumps(endless))
        client.session.receive(json.dumps(QUERY))
        client.session.receive('{"id": "a", "action": "status"}')
        told = client.ask({"id": "c", "action": "cancel", "query": "a"})
        assert told.pop(1)["unanswered"] == 1
        assert told == [
            {"id": "a", "error": "an earlier query with this id has not been answered yet"},
            {"id": "a", "error": "cancelled"},
            {"id": "c", "action": "cancel", "cancelled": 1},
        ]
        # The ids of others are not known, and their queries stay.
        told = client.ask({"id": "d", "action": "cancel", "query": "a"})
        assert told == [{"id": "d", "error": "query: no query 'a' is unanswered"}]
        assert other.session.unanswered == 1
        other.session.close()
        assert [found["id"] for found in client.ask(QUERY)] == ["a"]
        assert other.told == []


def test_nothing_is_done_for_a_client_that_has_gone() -> None:
    with Service() as service:
        client = Client(service)
        client.session.close()
        assert client.ask(QUERY, {"id": "s", "action": "status"}) == []
        assert (client.session.is_closed, service.status()["waiting"]) == (True, 0)


def test_all_queries_of_a_client_are_cleared() -> None:
    with Service() as service:
        client = Client(service)
        for id in "abc":
            client.session.receive(json.dumps({"id": id, "ruleset": "brandubh", "depth": 60}))
        told = client.ask({"id": "z", "action": "clear"})
    assert told[:-1] == [{"id": id, "error": "cancelled"} for id in "abc"]
    assert told[-1] == {"id": "z", "action": "clear", "cancelled": 3}


# ------------------------------------------------------------------------------------------------------------- fuzzing

VALUES: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS: Final = sorted({"id", "action", *(key for keys in ACTIONS.values() for key in keys)})
GOOD: Final[st.SearchStrategy[dict[str, Any]]] = st.fixed_dictionaries(
    {"id": st.sampled_from("abcdef"), "ruleset": st.sampled_from(["brandubh", "tablut"]), "nodes": st.integers(1, 30)},
    optional={
        "moves": st.just(["d1-c1"]) | st.lists(st.sampled_from(["d1-c1", "d3-c3", "e1-c1", "roll"]), max_size=3),
        "after": st.lists(st.integers(0, 2), max_size=3, unique=True),
        "lines": st.integers(1, 3),
        "depth": st.integers(1, 2),
        "priority": st.integers(-2, 2),
    },
)
REQUESTS: Final[st.SearchStrategy[dict[str, Any]]] = st.fixed_dictionaries(
    {"id": st.sampled_from("xyz"), "action": st.sampled_from(["cancel", "clear", "status", "stop"])},
    optional={"query": st.sampled_from("abcdef")},
)


def spoiled(query: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    return {**query, key: value}


def cut(query: dict[str, Any], at: int) -> str:
    return json.dumps(query)[:at]


SPOILED: Final = st.builds(spoiled, GOOD | REQUESTS, st.sampled_from(KEYS), VALUES)
LINES: Final[st.SearchStrategy[list[str | bytes]]] = st.lists(
    st.one_of(
        (GOOD | REQUESTS | SPOILED | VALUES).map(json.dumps),
        st.text(max_size=20),
        st.binary(max_size=20),
        st.builds(cut, GOOD, st.integers(0, 60)),
    ),
    max_size=12,
)


def id_of(line: str | bytes) -> str | None:
    """The id of a line, if it has one."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    id = cast("dict[str, object]", found).get("id") if isinstance(found, dict) else None
    return id if isinstance(id, str) and 1 <= len(id) <= 100 else None


@given(lines=LINES)
def test_every_line_has_its_answers_or_a_reason(lines: list[str | bytes]) -> None:
    """Each alone, so that no id is in use: a query has an answer for each position, everything else has one line."""
    with Service(memory=1) as service:
        client = Client(service)
        for line in lines:
            told = client.ask(line)
            assert all(each.get("id") == id_of(line) for each in told), (line, told)
            if "nodes" in told[0]:
                query = json.loads(line)
                wanted = query.get("after") or [len(query.get("moves", []))]
                assert [each["after"] for each in told] == wanted
            else:
                assert len(told) == 1
                assert "error" in told[0] or "action" in told[0]


@given(lines=LINES)
def test_lines_at_once_have_their_answers(lines: list[str | bytes]) -> None:
    """All at once: a query ends with its last position or an error, and what was asked for later is answered, too."""
    with Service(memory=1) as service:
        client = Client(service)
        told = client.ask(*lines)
        assert sum("error" in each or "action" in each or each.get("after") is not None for each in told) == len(told)
        assert len(told) >= len(lines)
        assert service.status()["waiting"] == service.status()["running"] == 0
        assert client.ask({**QUERY, "id": "last"})[0]["id"] == "last"


# ---------------------------------------------------------------------------------------------------------- the schemas


def validators() -> tuple[Any, Any]:
    """The validators of lines to the service, and of lines from it."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    def schema(name: str) -> Any:
        return json.loads(files(hnefatafl).joinpath("schema", f"{name}-1.json").read_text("utf-8"))

    rules = ("ruleset-1.json", Resource.from_contents(schema("ruleset")))
    registry = cast("Any", Registry)().with_resources([rules])
    for name in ("query", "answer"):
        Draft202012Validator.check_schema(schema(name))
    query = Draft202012Validator(schema("query"), registry=registry)
    return query, Draft202012Validator(schema("answer"))


@pytest.mark.extra("schema")
def test_the_schemas_name_every_key() -> None:
    query, _ = validators()
    for definition in query.schema["$defs"].values():
        actions = definition["properties"]["action"]
        for action in actions.get("enum", [actions.get("const")]):
            assert set(definition["properties"]) == {"id", "action", *ACTIONS[action]}


@pytest.mark.extra("schema")
@given(lines=LINES)
def test_what_the_schema_refuses_is_refused(lines: list[str | bytes]) -> None:
    query, reply = validators()
    with Service(memory=1) as service:
        client = Client(service)
        for line in lines:
            told = client.ask(line)
            for each in told:
                reply.validate(each)
            if id_of(line) is not None and not query.is_valid(json.loads(line)):
                assert "error" in told[0], line


@pytest.mark.extra("schema")
@pytest.mark.parametrize(
    "line",
    [
        {
            **QUERY,
            "after": [0, 1, 2],
            "lines": 2,
            "priority": 3,
            "jobs": 1,
            "depth": 3,
            "seconds": 5,
            "turn": "attackers",
        },
        {"id": "a", "ruleset": {"base": "brandubh", "name": "House", "escape": "edge"}, "nodes": 5},
        {"id": "a", "position": "brandubh /7/7/7/t1K4/7/7/7/ d", "seconds": 0.01},
        {"id": "a", "action": "status"},
        {"id": "a", "action": "clear"},
        {"id": "a", "action": "cancel", "query": "b"},
    ],
)
def test_the_schema_takes_what_is_answered(line: dict[str, Any]) -> None:
    query, reply = validators()
    query.validate(line)
    with Service() as service:
        for told in Client(service).ask(line):
            reply.validate(told)
            assert "error" not in told or line.get("action") == "cancel"
