"""Lines of a ruleset's notes that say how its source became its options, and what is agreed on for a match."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from hnefatafl.support.immutability import frozen

_OURS: Final = "Our reading"
_DEPARTURE: Final = "Departure from the source"
_MATCH: Final = "Match: "
_READING: Final = re.compile(
    rf"(?P<kind>{_OURS}|{_DEPARTURE}|Optional in the source(?P<off>, not in force here)?)"
    r"(?: \((?P<options>[\w., ]+)\))?: (?P<text>.+)"
)


@frozen(kw_only=True)
class Reading:
    """A line of a ruleset's notes that says how its source became its options.

    >>> from hnefatafl import variants
    >>> variants.FETLAR.readings[1].options, variants.FETLAR.readings[1].departs
    (('encirclement',), True)
    """

    options: tuple[str, ...]
    """The options concerned, such as ``repetition`` or ``throne.stop``; ``all`` stands for the whole ruleset."""
    text: str
    """What the line says about them."""
    optional: bool = False
    """Whether the source offers the rule as an additional one."""
    in_force: bool = True
    """Whether the rule is in force in the ruleset."""
    departs: bool = False
    """Whether the ruleset departs from a rule that the source states. A rule that is neither this nor optional is our
    reading of the source."""


def readings(notes: str) -> tuple[Reading, ...]:
    """Return the lines of the notes that state our reading, a departure, or an optional rule of the source."""
    matches = (_READING.fullmatch(line) for line in notes.splitlines())
    return tuple(
        Reading(
            options=_read_options(match),
            text=match["text"],
            optional=match["kind"] not in (_OURS, _DEPARTURE),
            in_force=match["off"] is None,
            departs=match["kind"] == _DEPARTURE,
        )
        for match in matches
        if match
    )


def match_rules(notes: str) -> tuple[str, ...]:
    """Return what the lines of the notes about a match say."""
    return tuple(line.removeprefix(_MATCH) for line in notes.splitlines() if line.startswith(_MATCH))


def kept_notes(notes: str, unchanged: Callable[[str], bool]) -> str:
    """Return the lines of the notes that hold for a copy, too: about a match, and about options that are unchanged."""
    lines = _tie_to_options(notes)
    return "\n".join(line for line, options in lines if options is None or (options and all(map(unchanged, options))))


@lru_cache(maxsize=256)
def _tie_to_options(notes: str) -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """Return the lines that are about options, each with these, and those about a match, with None."""
    lines = notes.splitlines()
    tied = [(line, _read_options(match)) for line in lines if (match := _READING.fullmatch(line))]
    return (*tied, *((line, None) for line in lines if line.startswith(_MATCH)))


def _read_options(match: re.Match[str]) -> tuple[str, ...]:
    return tuple((match["options"] or "").replace(",", " ").split())
