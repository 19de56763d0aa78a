"""The laboratory: is a ruleset balanced, decided too early, drawn out, or dull?

* :func:`~tafl.lab.study` plays games of the computer against itself, at several strengths, and counts what
  happens in them.
* :func:`~tafl.lab.explore` finds changes of one option that bring the ruleset nearer to balance.
* :func:`~tafl.lab.evolve` searches for games that are good to play and differ from each other.

>>> from hnefatafl import variants
>>> from tafl.lab import study
>>> found = study(variants.BRANDUBH, strengths=["random"], games=40)
>>> 0 < found.results[0].balance.low < 0.5
True

``tafl study`` and ``tafl evolve`` do the same on the command line. What such games can tell, and what not, is in
:doc:`/explanation/measurements`.
"""

from tafl.lab._exploration import (
    DEFAULT_STRENGTHS,
    MOST_GAMES,
    Cell,
    Change,
    Conditions,
    Evolution,
    EvolvedRuleset,
    Exploration,
    StrengthResult,
    Study,
    StudyProgress,
    changes_of,
    evolve,
    explore,
    mutated,
    study,
)
from tafl.lab._observation import (
    BINS,
    LEAD,
    TRIALS,
    WON,
    Observations,
    Strength,
    against_random,
    observe,
    plainer,
    winner_of,
)
from tafl.lab._report import PEOPLE, gallery, known_studies

__all__ = [
    "BINS",
    "DEFAULT_STRENGTHS",
    "LEAD",
    "MOST_GAMES",
    "PEOPLE",
    "TRIALS",
    "WON",
    "Cell",
    "Change",
    "Conditions",
    "Evolution",
    "EvolvedRuleset",
    "Exploration",
    "Observations",
    "Strength",
    "StrengthResult",
    "Study",
    "StudyProgress",
    "against_random",
    "changes_of",
    "evolve",
    "explore",
    "gallery",
    "known_studies",
    "mutated",
    "observe",
    "plainer",
    "study",
    "winner_of",
]
