"""What the rulesets have in common that are known only from the archive of aagenielsen.dk."""

from __future__ import annotations

from typing import Any, Final

from hnefatafl.board import Board
from hnefatafl.options import Repetition
from hnefatafl.rules import Ruleset
from hnefatafl.variants._parts import (
    ATTACKERS_WON_REPETITIONS,
    BLOCKED,
    DEFENDERS_BREAK,
    DEFENDERS_DEVIATE,
    DRAWN,
    NO_MEN,
    compose,
)

__all__ = ["archived"]

_RECORDS: Final = "The games are those of github.com/NeuroTafl/OpenTafl-Python, commit 37dd6c1, up to 2022."
_FITTED: Final = "Our reading (all): the whole ruleset is fitted to the games of the archive."
_REPETITIONS: Final = {
    Repetition(): DRAWN,
    DEFENDERS_BREAK: ATTACKERS_WON_REPETITIONS,
    DEFENDERS_DEVIATE: (
        "Our reading (repetition): the defenders lose when a position occurs for the third time by a move of theirs "
        "(as in AbstractPlay)."
    ),
}


def archived(base: Ruleset, name: str, *, title: str, start: Board, evidence: str, **changes: Any) -> Ruleset:
    """Return the ruleset of a type of the archive: another ruleset on another layout, with some changes.

    Arguments:
        base: the ruleset that it is like.
        name: its name.
        title: the name of the type in the archive, and its number.
        start: the start layout.
        evidence: notes on what the games settle and leave open.
        changes: the options that differ from the base.
    """
    rules = base.evolve(name=name, version=1, size=start.size, start=start, **changes)
    changed = ", ".join(option for option in rules.diff(base) if option not in ("size", "start"))
    likeness = f"The rules are those of {base.name}"
    likeness += "" if rules.start == base.start else " on another layout"
    likeness += f", but for {changed}." if changed else "."
    notes = compose(evidence, likeness, _RECORDS, _FITTED, _REPETITIONS[rules.repetition], BLOCKED, NO_MEN)
    return rules.evolve(source=f"{title} of the archive of aagenielsen.dk", notes=notes)
