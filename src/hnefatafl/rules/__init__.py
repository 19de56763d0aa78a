"""Rulesets as values: the options, the ruleset that has one of each, and what they can be.

>>> from hnefatafl.rules import Speed
>>> from hnefatafl import variants
>>> variants.BRANDUBH.evolve(name="slow brandubh", speed=Speed(king=1)).speed.king
1
"""

from hnefatafl.rules._extra import captured_by, ended_by
from hnefatafl.rules._given import as_option, as_rulesets, as_side, is_known, optional_ruleset
from hnefatafl.rules._idle import filter_walkers, idle_reason, is_moot
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
from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding, Ruleset, RulesetLike, as_ruleset
from hnefatafl.rules._wording import option_changes, option_words

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
    "RulesetLike",
    "Shieldwall",
    "Speed",
    "Zone",
    "as_option",
    "as_ruleset",
    "as_rulesets",
    "as_side",
    "captured_by",
    "ended_by",
    "filter_walkers",
    "idle_reason",
    "is_known",
    "is_moot",
    "option_changes",
    "option_words",
    "optional_ruleset",
]
