"""Lines of JSON read as queries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast

from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.notation import json
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position
from hnefatafl.records import RecordedMove
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.search import Limit
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load
from tafl.service._query import LONGEST_ID, Bounds, Query, QueryError, check_bounds

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a name or an object",
}
_ANALYSE: Final[Mapping[str, type]] = {
    "ruleset": dict,
    "position": str,
    "turn": str,
    "moves": list,
    "after": list,
    "nodes": int,
    "depth": int,
    "seconds": float,
    "lines": int,
    "priority": int,
    "jobs": int,
}
"""The keys of a query beside ``id`` and ``action``, and the types of their values."""
ACTIONS: Final[Mapping[str, Mapping[str, type]]] = {
    "analyse": _ANALYSE,
    "cancel": {"query": str},
    "clear": {},
    "status": {},
}
"""What a line may ask for, and the keys of each."""


@frozen(kw_only=True)
class Request:
    """What a line asks for beside an analysis."""

    id: str
    action: str
    query: str = ""
    """The query to cancel."""


def parse_query(text: str, bounds: Bounds = Bounds()) -> Query:  # noqa: B008 (a value)
    """Read a query from a line of JSON.

    >>> query = parse_query('{"id": "a", "ruleset": "brandubh", "moves": ["d1-c1"], "nodes": 500, "lines": 3}')
    >>> query.limit, query.lines, query.start.ruleset.name
    (Limit(nodes=500), 3, 'brandubh')
    >>> parse_query('{"id": "a", "ruleset": "brandubh", "nods": 500}')
    Traceback (most recent call last):
        ...
    tafl.service.QueryError: query a: there is no key 'nods'

    Arguments:
        text: the line; :doc:`/howto/service` defines its keys.
        bounds: how much it may ask for.

    Raises:
        QueryError: it is no query, or asks for too much.
    """
    request = read_request(text, bounds.line)
    if isinstance(request, Query):
        check_bounds(request, bounds)
        return request
    raise QueryError(f"action: analyse was expected, not {request.action}", request.id)


def read_request(line: str | bytes, most: int) -> Query | Request:
    """Read a line of a client, of at most so many bytes. Whoever takes a query checks how much it asks for.

    Raises:
        QueryError: it is no request; the error has its id, if there is one.
    """
    id: str | None = None
    try:
        data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        if len(data) > most:
            raise QueryError(f"a line of at most {most:,} bytes was expected")
        fields = load(data.decode())
        name = fields.pop("id", None)
        if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID:
            raise QueryError(f"id: a text of 1 to {LONGEST_ID} characters was expected")
        id = name
        action = fields.pop("action", "analyse")
        if not isinstance(action, str) or action not in ACTIONS:
            raise QueryError(f"action: one of {', '.join(ACTIONS)} was expected")
        _check_keys(fields, ACTIONS[action])
        if action != "analyse":
            if action == "cancel" and "query" not in fields:
                raise QueryError("the key 'query' was expected")
            return Request(id=id, action=action, query=cast("str", fields.get("query", "")))
        return _read_query(id, fields)
    except UnicodeDecodeError:
        raise QueryError("UTF-8 was expected") from None
    except QueryError as error:
        raise QueryError(error.reason, id) from None
    except HnefataflError as error:
        raise QueryError(" ".join(str(error).split()), id) from None


def _check_keys(fields: Mapping[str, object], keys: Mapping[str, type]) -> None:
    """Check the keys of an object and the types of their values."""
    for key, value in fields.items():
        if key not in keys:
            raise QueryError(f"there is no key {key!r:.60}")
        kind = keys[key]
        kinds = {float: (int, float), dict: (str, dict)}.get(kind, (kind,))
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise QueryError(f"{key}: {_KINDS[kind]} was expected")


def _read_query(id: str, fields: Mapping[str, Any]) -> Query:
    """Return the query of an object whose keys are checked."""
    moves, after = fields.get("moves", []), fields.get("after", [])
    if not all(isinstance(move, str) for move in moves):
        raise QueryError("moves: a list of texts was expected")
    if len(after) > len(moves) + 1 or not all(type(number) is int for number in after):
        raise QueryError(f"after: different numbers from 0 to {len(moves)} were expected")
    return Query(
        id=id,
        start=_read_start(fields),
        moves=[_read_move(number, move) for number, move in enumerate(moves, start=1)],
        after=after,
        limit=Limit(seconds=fields.get("seconds"), nodes=fields.get("nodes"), depth=fields.get("depth")),
        **{key: fields[key] for key in ("lines", "priority", "jobs") if key in fields},
    )


def _read_move(number: int, text: str) -> RecordedMove:
    try:
        return parse_move(text)
    except NotationError as error:
        raise QueryError(f"move {number}, {text!r:.60}: {error.message}") from None


def _read_start(fields: Mapping[str, Any]) -> Position:
    """Return the position before the first move."""
    named = fields.get("ruleset")
    rules = None if named is None else as_ruleset(named) if isinstance(named, str) else _read_ruleset(dump(named))
    turn = fields.get("turn")
    if "position" in fields:
        return Position.parse(fields["position"], rules, turn)
    if rules is None:
        raise QueryError("the key 'ruleset' was expected, or 'position'")
    return Position.initial(rules, turn)


@lru_cache(maxsize=32)
def _read_ruleset(text: str) -> Ruleset:
    """Return the ruleset of a document; queries about one game repeat it."""
    return json.parse_rules(text)
