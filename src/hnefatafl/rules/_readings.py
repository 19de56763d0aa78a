"""Lines of a ruleset's notes that say how its source became its options."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from hnefatafl._base.brief import brief

__all__ = ["Reading", "readings"]

_READING: Final = re.compile(
    r"(?P<kind>Our reading|Optional in the source(?P<off>, not in force here)?)"
    r"(?: \((?P<options>[\w., ]+)\))?: (?P<text>.+)"
)


@frozen(kw_only=True)
class Reading:
    """A line of a ruleset's notes that says how its source became its options.

    >>> from hnefatafl import variants
    >>> variants.FETLAR.readings[0].options
    ('encirclement',)
    """

    __repr__ = brief

    options: tuple[str, ...]
    """The options concerned, such as ``repetition`` or ``throne.stop``; ``all`` stands for the whole ruleset."""
    text: str
    """What the line says about them."""
    optional: bool = False
    """Whether the source offers the rule as an additional one. Otherwise the rule is our reading of the source."""
    in_force: bool = True
    """Whether the rule is in force in the ruleset."""


def readings(notes: str) -> tuple[Reading, ...]:
    """Return the lines of the notes that state our reading, or an optional rule of the source."""
    found = (_READING.fullmatch(line) for line in notes.splitlines())
    return tuple(
        Reading(
            options=tuple((match["options"] or "").replace(",", " ").split()),
            text=match["text"],
            optional=match["kind"] != "Our reading",
            in_force=match["off"] is None,
        )
        for match in found
        if match
    )
