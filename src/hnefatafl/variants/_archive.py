"""What the rulesets have in common that are known only from the archive of aagenielsen.dk."""

from __future__ import annotations

from typing import Any, Final

from hnefatafl.board import Board
from hnefatafl.rules import Repetition, Ruleset
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
_SLIPS: Final = "The others have captures that were not made or a move of the wrong side: slips of the record."
_REPETITIONS: Final = {
    Repetition(): DRAWN,
    DEFENDERS_BREAK: ATTACKERS_WON_REPETITIONS,
    DEFENDERS_DEVIATE: (
        "Our reading (repetition): the defenders lose when a position occurs for the third time by a move of theirs "
        "(as in AbstractPlay)."
    ),
}


def archived(
    base: Ruleset,
    name: str,
    *,
    title: str,
    start: Board,
    agree: tuple[int, int],
    unexplained: int = 0,
    slips: bool = False,
    settled: str,
    excluded: str = "",
    left_open: str,
    remark: str = "",
    **changes: Any,
) -> Ruleset:
    """Return the ruleset of a type of the archive: another ruleset on another layout, with some changes.

    Arguments:
        base: the ruleset that it is like.
        name: its name.
        title: the name of the type in the archive, and its number.
        start: the start layout.
        agree: how many games of one half of the archive agree, and how many there are.
        unexplained: how many of them have an unexplained end.
        slips: whether the others are slips of the record.
        settled: what the games settle, each with how many of them speak against the nearest other answer.
        excluded: that of which they exclude some answers, with the same numbers.
        left_open: what they leave open.
        remark: a last note on the games, or on a reading of ours.
        changes: the options that differ from the base.
    """
    rules = base.evolve(name=name, version=1, size=start.size, start=start, **changes)
    changed = ", ".join(option for option in rules.diff(base) if option not in ("size", "start"))
    likeness = f"The rules are those of {base.name}"
    likeness += "" if rules.start == base.start else " on another layout"
    likeness += f", but for {changed}." if changed else "."
    ends = f", {unexplained} with an unexplained end" if unexplained else ""
    notes = (
        f"In half of the games of the archive, {agree[0]} of {agree[1]} agree{ends}.",
        _SLIPS if slips else "",
        f"They settle (in brackets: how many speak against the nearest other answer) {settled}.",
        f"They exclude some answers about {excluded}." if excluded else "",
        f"They leave open {left_open}, and the rules named as our reading.",
        remark,
        likeness,
        *(_RECORDS, _FITTED, _REPETITIONS[rules.repetition], BLOCKED, NO_MEN),
    )
    source = f"{title} of the archive of aagenielsen.dk"
    return rules.evolve(source=source, notes=compose(*filter(None, notes)))
