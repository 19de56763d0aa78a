"""Questions about games with berserk turns or with special men."""

from __future__ import annotations

from typing import Final

from hnefatafl.board import PieceSet
from hnefatafl.inference._questions import YES_OR_NO, Question
from hnefatafl.rules import Berserk, GuardCapture, Jump, Ruleset


def _berserk() -> Question:
    """Berserk turns; without them the king's escape in one goes as well."""

    def write(rules: Ruleset, berserk: Berserk) -> Ruleset:
        return rules.evolve(berserk=berserk, berserk_escape=rules.berserk_escape and berserk is not Berserk.NONE)

    answers = {str(berserk): berserk for berserk in Berserk}
    return Question(name="berserk", answers=answers, read=lambda rules: rules.berserk, write=write, plain="none")


_JUMPS: Final = {str(jump): jump for jump in Jump}

BERSERK_QUESTIONS: Final[tuple[Question, ...]] = (
    _berserk(),
    Question.about("berserk_escape", YES_OR_NO, "no"),
    Question.about("jumps.king", _JUMPS),
    Question.about("jumps.commanders", _JUMPS),
    Question.about("jumps.knights", _JUMPS),
    Question.about("guard_capture", {str(guard): guard for guard in GuardCapture}),
    Question.about(
        "piercing",
        {
            "commanders": PieceSet.COMMANDERS,
            "commanders and knights": PieceSet.COMMANDERS | PieceSet.KNIGHTS,
            "nobody": PieceSet.NONE,
            "all": PieceSet.ALL,
        },
    ),
)
"""The questions about games with berserk turns or with special men."""
