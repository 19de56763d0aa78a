"""Search: players, analysis and proofs."""

from __future__ import annotations

from hnefatafl.search.analysis import Analysis, Explanation, Line, Searcher, analyse, explain_score
from hnefatafl.search.annotation import annotate
from hnefatafl.search.limits import Clocks, Limit
from hnefatafl.search.players import AlphaBeta, Greedy, MonteCarlo, Player, Random, player
from hnefatafl.search.scores import Score
from hnefatafl.search.solver import Proof, Verdict, solve
from hnefatafl.search.trained import TrainedEvaluation

__all__ = [
    "AlphaBeta",
    "Analysis",
    "Clocks",
    "Explanation",
    "Greedy",
    "Limit",
    "Line",
    "MonteCarlo",
    "Player",
    "Proof",
    "Random",
    "Score",
    "Searcher",
    "TrainedEvaluation",
    "Verdict",
    "analyse",
    "annotate",
    "explain_score",
    "player",
    "solve",
]


def __dir__() -> list[str]:
    return __all__
