"""Inference of rules from records.

:func:`infer` finds the ruleset that explains a collection of games, and says which of its answers the games settle, and
which they leave open.

>>> from hnefatafl import variants
>>> from hnefatafl.notation import archive
>>> games = archive.parse_games(["d1-c1 d3-c3 d2-d3 c3-c2,0,0,Ongoing"], variants.BRANDUBH)
>>> inference = infer(games, bases=[variants.MAGPIE])
>>> inference.best.agrees, str(inference.about("king").standing)
(1, 'open')
"""

from tafl.inference._eras import EraCount, Eras, compare_eras, find_eras, round_of
from tafl.inference._evidence import (
    Candidate,
    Evidence,
    GameReference,
    Rival,
    Slip,
    SlipKind,
    Standing,
    Unexplained,
    explain_noise,
)
from tafl.inference._inference import InferenceProgress, Premises, bases_for, infer, infer_sets
from tafl.inference._kinds import HostilityCount, InferredKinds, MenEvidence, count_hostile_squares, infer_kinds
from tafl.inference._layouts import Assumption, InferredLayout, infer_layouts
from tafl.inference._questions import (
    BERSERK_QUESTIONS,
    CAMPS,
    CORNERS,
    LARGE_CORNERS,
    QUESTIONS,
    Question,
    questions_for,
    questions_of_men,
)
from tafl.inference._report import Inference

__all__ = [
    "BERSERK_QUESTIONS",
    "CAMPS",
    "CORNERS",
    "LARGE_CORNERS",
    "QUESTIONS",
    "Assumption",
    "Candidate",
    "EraCount",
    "Eras",
    "Evidence",
    "GameReference",
    "HostilityCount",
    "Inference",
    "InferenceProgress",
    "InferredKinds",
    "InferredLayout",
    "MenEvidence",
    "Premises",
    "Question",
    "Rival",
    "Slip",
    "SlipKind",
    "Standing",
    "Unexplained",
    "bases_for",
    "compare_eras",
    "count_hostile_squares",
    "explain_noise",
    "find_eras",
    "infer",
    "infer_kinds",
    "infer_layouts",
    "infer_sets",
    "questions_for",
    "questions_of_men",
    "round_of",
]
