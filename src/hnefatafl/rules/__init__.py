"""Rulesets as values: the options, the ruleset that has one of each, and what they can be.

>>> from hnefatafl.rules import Speed
>>> from hnefatafl import variants
>>> variants.BRANDUBH.evolve(name="slow brandubh", speed=Speed(king=1)).speed.king
1
"""

from hnefatafl.rules._given import as_ruleset, as_side, is_known, optional_ruleset
from hnefatafl.rules._idle import idle_reason
from hnefatafl.rules._options import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    LimitConsequence,
    NoMove,
    Passing,
    Repetition,
    Roll,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.rules._readings import Reading
from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding, Ruleset
from hnefatafl.rules._wording import option_words

__all__ = [
    "Announcements",
    "Berserk",
    "Call",
    "Consequence",
    "Die",
    "EdgeCapture",
    "ExtraCapture",
    "ExtraEnding",
    "GuardCapture",
    "Jump",
    "Jumps",
    "KingStrength",
    "LimitConsequence",
    "NoMove",
    "Passing",
    "Reading",
    "Repetition",
    "Roll",
    "Ruleset",
    "Shieldwall",
    "Speed",
    "Zone",
    "as_ruleset",
    "as_side",
    "idle_reason",
    "is_known",
    "option_words",
    "optional_ruleset",
]
