"""Matches in files, so that an interrupted one goes on.

A file has a line of JSON for the settings of the contest, and one for each game, in the order of their numbers. Each
game can be replayed by itself (:meth:`ContestGame.record <tafl.arena.ContestGame.record>`).

>>> from itertools import islice
>>> from hnefatafl import variants
>>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH, games=4)
>>> lines = [write_contest(contest), *(write_game(game) for game in islice(contest.play(), 3))]
>>> games = read_games(lines, contest)
>>> len(games), [game.number for game in contest.play(played=games)]
(3, [0, 1, 2, 3])
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, cast

from hnefatafl.board import Side, Termination
from hnefatafl.errors import HnefataflError, RecordError
from hnefatafl.records import Game
from hnefatafl.support.as_json import attributes
from hnefatafl.support.json_text import parse
from tafl.arena._contest import Contest, ContestGame

_FORMAT: Final = "hnefatafl arena 1"


def write_contest(contest: Contest) -> str:
    """Write the first line of a file: what is played. The number of games is left out, since more can be played.

    Raises:
        NotExpressibleError: the ruleset contains functions and is not registered.
    """
    return json.dumps(_describe_contest(contest), ensure_ascii=False)


def _describe_contest(contest: Contest) -> dict[str, Any]:
    from hnefatafl.notation.data import write_rules  # which loads cattrs

    openings = [" ".join(map(str, Game.from_position(opening).moves)) for opening in contest.openings]
    starts = [None if opening is None else opening.text for opening in contest.starts]
    return {
        "format": _FORMAT,
        "a": contest.a_name,
        "b": contest.b_name,
        **attributes(contest, "seed opening_plies", openings=openings),
        **({"starts": starts} if starts else {}),
        **attributes(contest, "plies solving limit"),
        "ruleset": write_rules(contest.ruleset, "JSON"),
    }


def write_game(game: ContestGame) -> str:
    """Write the line of a game, without the line end.

    >>> print(write_game(ContestGame(number=7, winner=Side.DEFENDERS, ending="rules", moves="d1-c1 d3-c3")))
    {"number": 7, "winner": "defenders", "ending": "rules", "moves": "d1-c1 d3-c3"}
    """
    fields = attributes(game)
    for name in ("termination", "cause", "reason"):
        if not fields[name]:
            del fields[name]
    return json.dumps(fields, ensure_ascii=False)


def read_games(lines: Iterable[str], contest: Contest) -> list[ContestGame]:
    """Read the games of a file that is to go on. A last line that breaks off is left out.

    >>> from hnefatafl import variants
    >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH)
    >>> read_games([write_contest(contest), '{"number": 0, "winn'], contest)
    []
    >>> other = Contest(a="greedy", b="greedy", ruleset=variants.BRANDUBH)
    >>> read_games([write_contest(contest)], other)
    Traceback (most recent call last):
        ...
    hnefatafl.errors.RecordError: the file is of another match: b is "random" there, and not "greedy"

    Raises:
        RecordError: the file is of another match, or a line in it is no game, or games are missing.
    """
    games = list[ContestGame]()
    expected = json.loads(write_contest(contest))
    remaining = iter(lines)
    header = _parse_object(next(remaining, ""), 1)
    if "starts" not in header:  # which earlier versions do not write
        expected.pop("starts", None)
    for name in ("format", *(expected | header)):
        if header.get(name) != expected.get(name):
            here, there = (json.dumps(value.get(name), ensure_ascii=False) for value in (expected, header))
            raise RecordError(f"the file is of another match: {name} is {there:.80} there, and not {here:.80}")
    fault: RecordError | None = None
    for number, line in enumerate(remaining, start=2):
        if fault is not None:
            raise fault
        try:
            game = _parse_game(_parse_object(line, number), number)
            if game.number != number - 2:
                raise RecordError(f"line {number}: game {number - 2} was expected, not {game.number}")
        except RecordError as error:
            fault = error  # unless it is the last line
            continue
        games.append(game)
    return games


def read_records(lines: Iterable[str], contest: Contest) -> list[Game]:
    """Read the games of a file as records.

    >>> from hnefatafl import variants
    >>> contest = Contest(a="greedy", b="random", ruleset=variants.BRANDUBH, games=2)
    >>> lines = [write_contest(contest), *map(write_game, contest.play())]
    >>> [game.replay().error for game in read_records(lines, contest)]
    [None, None]

    Raises:
        RecordError: the file is of another match, or a line in it is no game, or games are missing.
        NotationError: the moves of a game cannot be read.
    """
    return [game.record(contest) for game in read_games(lines, contest)]


def _parse_object(line: str, number: int) -> dict[str, Any]:
    try:
        value = parse(line)
    except HnefataflError as error:
        raise RecordError(f"line {number}: {f'{error}'.partition(chr(10))[0]}") from None
    if not isinstance(value, dict):
        raise RecordError(f"line {number}: an object was expected")
    return cast("dict[str, Any]", value)


def _parse_game(fields: dict[str, Any], line: int) -> ContestGame:
    try:
        winner: Any = fields.get("winner")
        termination = fields.get("termination")
        return ContestGame(
            # It checks what it is given.
            number=fields.get("number"),  # type: ignore[arg-type]
            winner=None if winner is None else Side(winner),
            ending=fields.get("ending"),  # type: ignore[arg-type]
            termination=None if termination is None else Termination(termination),
            moves=fields.get("moves"),  # type: ignore[arg-type]
            cause=fields.get("cause"),
            reason=fields.get("reason", ""),
        )
    except (HnefataflError, ValueError) as error:
        raise RecordError(f"line {line}: {f'{error}'.partition(chr(10))[0]}") from None
