"""Validation of records: the part of a replay that any process can do."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field

from hnefatafl._base.seal import frozen
from hnefatafl.errors import HnefataflError
from hnefatafl.notation.dialects import Dialect
from hnefatafl.notation.validation import GameReport, validate_games
from hnefatafl.rules import Ruleset


@frozen(kw_only=True)
class Task:
    """Records to validate: lines with games, or the lines of one game."""

    dialect: Dialect
    """The dialect that they are in."""
    rules: Ruleset | None
    """The rules, or None if each game contains its own."""
    first: int = 1
    """The number of the first line."""
    lines: Sequence[str] = ()
    """The lines."""


@frozen
class Judgement:
    """The result of a task."""

    rules: Ruleset | None
    """The rules of the last game, as far as they are known."""
    games: list[GameReport] = field(factory=list[GameReport])
    """The reports of the games, in their order."""
    fault: str | None = None
    """Why the games after them have no report."""


def judge(lenient: bool, fill: bool, task: Task | None) -> Judgement | None:
    """Validate the records of a task; None stays None."""
    if task is None:
        return None
    found: list[GameReport] = []
    fault: str | None = None
    try:
        found.extend(
            validate_games(task.lines, task.rules, dialect=task.dialect, first=task.first, lenient=lenient, fill=fill)
        )
    except HnefataflError as error:
        fault = str(error)
    return Judgement(found[-1].ruleset if found else task.rules, found, fault)
