"""The laboratory: is a ruleset balanced, decided too early, drawn out, or dull?

* :func:`~hnefatafl.lab.study` plays games of the computer against itself, at several strengths, and counts what
  happens in them.
* :func:`~hnefatafl.lab.explore` finds changes of one option that bring the ruleset nearer to balance.

>>> from hnefatafl import variants
>>> from hnefatafl.lab import study
>>> found = study(variants.BRANDUBH, strengths=["random"], games=40)
>>> 0 < found.results[0].balance.low < 0.5
True

``tafl study`` does the same on the command line. What such games can tell, and what not, is in
:doc:`/explanation/laboratory`.
"""

from hnefatafl.lab._exploration import Change, Exploration, changes_of, explore
from hnefatafl.lab._known import PEOPLE, known_studies
from hnefatafl.lab._observation import BINS, LEAD, WON, Observations, Strength, observe, plainer, winner_of
from hnefatafl.lab._results import StrengthResult, Study, StudyProgress
from hnefatafl.lab._studies import DEFAULT_STRENGTHS, MOST_GAMES, study

__all__ = [
    "BINS",
    "DEFAULT_STRENGTHS",
    "LEAD",
    "MOST_GAMES",
    "PEOPLE",
    "WON",
    "Change",
    "Exploration",
    "Observations",
    "Strength",
    "StrengthResult",
    "Study",
    "StudyProgress",
    "changes_of",
    "explore",
    "known_studies",
    "observe",
    "plainer",
    "study",
    "winner_of",
]


def __dir__() -> list[str]:
    return __all__
