"""Queries and their answers, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

from attrs import Attribute, field

from hnefatafl.errors import ArgumentValueError, HnefataflError, IllegalMoveError, NotationError
from hnefatafl.notation import json
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.records import RecordedMove
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.search import Analysis, Limit, TrainedEvaluation, analyse
from hnefatafl.support.arguments import as_tuple, check, is_number
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load


class QueryError(HnefataflError, ValueError):
    """A query cannot be answered: it is not as the format has it, asks for too much, or was cancelled.

    >>> print(QueryError("the key 'moves' was expected", "a"))
    query a: the key 'moves' was expected

    Arguments:
        reason: why.
        id: the id of the query, or None if it has none that can be read.
    """

    def __init__(self, reason: str, id: str | None = None) -> None:
        self.reason: str = reason
        """Why."""
        self.id: str | None = id
        """The id of the query, or None if it has none that can be read."""
        super().__init__(reason, id)

    def _make_message(self) -> str:
        return self.reason if self.id is None else f"query {self.id}: {self.reason}"


QueryError.__module__ = "tafl.service"  # where users find it


LONGEST_ID: Final = 100
"""The maximum number of characters of an id."""
MEMORY: Final = 16
"""The size of the table of a search in MB, as :func:`~hnefatafl.search.analyse` has it."""
_MOST_PRIORITY: Final = 1_000_000_000


def _as_start(start: PositionLike) -> Position:
    return as_position(start, "start")


def _check_positive(instance: object, attribute: Attribute[Any], value: float) -> None:
    check(attribute.name, value, float)
    if not value > 0:
        raise ArgumentValueError(f"{attribute.name}: a number above 0 was expected, not {value}")


@frozen(kw_only=True)
class Bounds:
    """How much a service does for a query, and how many queries wait. What is beyond is refused in words.

    >>> Bounds(moves=300).moves
    300

    Raises:
        ArgumentTypeError: a bound is no number, or one that counts is no whole number.
        ArgumentValueError: a bound is not above 0.
    """

    waiting: int = field(default=10_000, validator=is_number(1))
    """The number of positions that wait for a worker, of all clients together. Where they are so many, a client has an
    equal share for certain."""
    line: int = field(default=1 << 20, validator=is_number(1))
    """The number of bytes of a line."""
    moves: int = field(default=2_000, validator=is_number(1))
    """The number of moves of a query."""
    lines: int = field(default=100, validator=is_number(1))
    """The number of best lines of a position."""
    jobs: int = field(default=1, validator=is_number(1))
    """The number of processes that search one position together."""
    seconds: float = field(default=60.0, validator=_check_positive)
    """The seconds of the search of a position, which also end a search that has no such limit."""


def _as_moves(moves: Iterable[RecordedMove | str]) -> tuple[RecordedMove, ...]:
    return tuple([parse_move(move) if isinstance(move, str) else move for move in as_tuple("moves", moves)])


def _check_moves(instance: object, attribute: Attribute[Any], moves: tuple[object, ...]) -> None:
    for move in moves:
        check("moves", move, RecordedMove)


def _as_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return as_tuple("after", numbers, int)


def _in_game(query: Query, attribute: Attribute[Any], after: tuple[int, ...]) -> None:
    if len({*after}) < len(after) or not all(0 <= number <= len(query.moves) for number in after):
        raise ArgumentValueError(f"after: different numbers from 0 to {len(query.moves)} were expected")


def _is_id(instance: object, attribute: Attribute[Any], id: str) -> None:
    check("id", id, str)
    if not 1 <= len(id) <= LONGEST_ID:
        raise ArgumentValueError(f"id: a text of 1 to {LONGEST_ID} characters was expected")


def _check_ends(instance: object, attribute: Attribute[Any], limit: Limit) -> None:
    check("limit", limit, Limit)
    if limit == Limit():
        raise ArgumentValueError("limit: nodes, depth or seconds were expected")


@frozen(kw_only=True)
class Query:
    """A question about positions of a game: its start, its moves, after which of them to analyse, and how.

    >>> from hnefatafl import Position, variants
    >>> start = Position.initial(variants.BRANDUBH)
    >>> query = Query(id="a", start=start, moves=["d1-c1", "d3-c3"], after=[0, 2], limit=Limit(nodes=100))
    >>> [(number, str(position.turn)) for number, position in query.positions()]
    [(0, 'attackers'), (2, 'attackers')]

    Raises:
        ArgumentTypeError: a value has a wrong type.
        ArgumentValueError: a number is out of range, or nothing would end a search.
        NotationError: a text is not a move.
    """

    id: str = field(validator=_is_id)
    """What its answers are known by."""
    start: Position = field(converter=_as_start)
    """The position before the first move."""
    moves: tuple[RecordedMove, ...] = field(default=(), converter=_as_moves, validator=_check_moves)
    """The moves, or their texts as :func:`~hnefatafl.notation.moves.parse_move` reads them (``"4:d4-d8"`` after a roll
    of the die)."""
    after: tuple[int, ...] = field(default=(), converter=_as_numbers, validator=_in_game)
    """After how many moves to analyse; empty for after all of them."""
    limit: Limit = field(validator=_check_ends)
    """When to stop the search of each position."""
    lines: int = field(default=1, validator=is_number(1))
    """How many of the best lines to find."""
    priority: int = field(default=0, validator=is_number(-_MOST_PRIORITY, _MOST_PRIORITY))
    """Queries with a higher number are answered first."""
    jobs: int = field(default=1, validator=is_number(1))
    """How many processes search each position together, as for :class:`~hnefatafl.search.Searcher`."""

    def positions(self) -> tuple[tuple[int, Position], ...]:
        """Return the positions to analyse, each with the number of moves before it.

        >>> from hnefatafl import variants
        >>> query = Query(id="a", start=Position.initial(variants.BRANDUBH), moves=["d1-d7"], limit=Limit(depth=1))
        >>> try:
        ...     query.positions()
        ... except QueryError as error:
        ...     print(error.reason)
        move 1, d1-d7: another piece stands in the way

        Raises:
            QueryError: a move or a roll is illegal.
        """
        numbers = self.after or (len(self.moves),)
        position, positions = self.start, {0: self.start}
        for number, move in enumerate(self.moves[: max(numbers)], start=1):
            try:
                if move.roll is not None:
                    position = position.roll(move.roll)
                position = position.play(move.move, announce=move.announced)
            except IllegalMoveError as error:
                over = "" if position.outcome is None else f": {position.outcome}"
                raise QueryError(f"move {number}, {move}: {error.reason.sentence}{over}", self.id) from None
            except HnefataflError as error:
                raise QueryError(f"move {number}, {move}: {error}", self.id) from None
            positions[number] = position
        return tuple([(number, positions[number]) for number in numbers])


def check_bounds(query: Query, bounds: Bounds) -> None:
    """Check that a query does not ask for too much.

    Raises:
        QueryError: it does.
    """
    if len(query.moves) > bounds.moves:
        raise QueryError(f"moves: at most {bounds.moves:,} moves were expected", query.id)
    for name, value in (("lines", query.lines), ("jobs", query.jobs), ("seconds", query.limit.seconds or 0)):
        most = getattr(bounds, name)
        if value > most:
            raise QueryError(f"{name}: a number of at most {most:,} was expected", query.id)


@frozen(kw_only=True)
class Answer:
    """The analysis of one position of a query.

    >>> from hnefatafl import Position, variants
    >>> (found,) = answer(Query(id="a", start=Position.initial(variants.BRANDUBH), limit=Limit(depth=1)))
    >>> found.id, found.after, found.analysis.depth
    ('a', 0, 1)
    """

    id: str
    """The id of the query."""
    after: int
    """After how many moves of the query the position stands."""
    analysis: Analysis
    """What was found out about it."""

    def as_json(self) -> dict[str, object]:
        """Return it as an object that :mod:`json` can write."""
        return {"id": self.id, "after": self.after, **self.analysis.as_json()}


def answer(query: Query, *, memory: int = MEMORY, evaluation: TrainedEvaluation | None = None) -> tuple[Answer, ...]:
    """Answer a query, one position after the other: what a :class:`~tafl.service.Service` does by its workers.

    >>> from hnefatafl import Position, variants
    >>> start = Position.initial(variants.BRANDUBH)
    >>> query = Query(id="a", start=start, moves=["d1-c1"], after=[0, 1], limit=Limit(depth=1))
    >>> [(each.after, str(each.analysis.position.turn)) for each in answer(query)]
    [(0, 'attackers'), (1, 'defenders')]

    Arguments:
        query: the query.
        memory, evaluation: as for :func:`~hnefatafl.search.analyse`.

    Raises:
        QueryError: a move is illegal.
        ArgumentValueError: as :func:`~hnefatafl.search.analyse`.
    """
    check("query", query, Query)
    return tuple(
        [
            Answer(
                id=query.id,
                after=number,
                analysis=analyse(
                    position, query.limit, query.lines, memory=memory, evaluation=evaluation, jobs=query.jobs
                ),
            )
            for number, position in query.positions()
        ]
    )


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
    ruleset = fields.get("ruleset")
    rules = (
        None if ruleset is None else as_ruleset(ruleset) if isinstance(ruleset, str) else _read_ruleset(dump(ruleset))
    )
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
