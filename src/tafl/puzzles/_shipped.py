"""The puzzles that ship: a file to which puzzles are only added, so that each keeps its number."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from hnefatafl.support.arguments import refuse
from tafl.puzzles._puzzle import Puzzle
from tafl.puzzles._writing import parse_puzzles

if TYPE_CHECKING:
    from datetime import date

_DAILY: Final = 1_000
"""The puzzles of the day are the first so many."""
_STEP: Final = 619
"""So far apart are those of two days; prime to their count, so that each comes once before one comes again."""
_EPOCH: Final = 719_163
"""The ordinal of 1970-01-01, from which browsers count, too."""


def read_shipped() -> str:
    """Return the file of the puzzles that ship, as :func:`~tafl.puzzles.format_puzzles` writes it."""
    return (files("tafl") / "puzzles" / "shipped.jsonl").read_text("utf-8")


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship, all from own play, in the order of their numbers, from 1 on.

    A number always means the same puzzle: later versions only add puzzles.

    >>> shipped()[417 - 1].id  # puzzle 417
    'tablut-e6fa76fc45'
    """
    return tuple(parse_puzzles(read_shipped()))


def pick_daily(day: date) -> int:
    """Return the number of the puzzle of a day, in UTC: the same everywhere, and in every version.

    >>> from datetime import date
    >>> pick_daily(date(2027, 1, 1)), pick_daily(date(2027, 1, 2))
    (962, 581)

    Raises:
        ArgumentTypeError: it is no date.
    """
    if not hasattr(day, "toordinal"):
        refuse("day", "a date", day)
    return (day.toordinal() - _EPOCH) * _STEP % _DAILY + 1
