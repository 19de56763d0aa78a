"""Search: players, analysis and proofs."""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from hnefatafl.search._analysis import Analysis, Explanation, Line, Searcher, analyse, clear_searcher, explain_score
    from hnefatafl.search._annotation import FAULTS, JudgedMove, annotate, glyph_of
    from hnefatafl.search._packing import pack_evaluation
    from hnefatafl.search._players import (
        LEVELS,
        PLAYERS,
        AlphaBeta,
        Greedy,
        Level,
        MonteCarlo,
        Player,
        Random,
        built_in_player,
        split_player_text,
    )
    from hnefatafl.search._scores import REPETITION, SURE, WON, Clocks, Limit, Score
    from hnefatafl.search._solver import Proof, Verdict, solve
    from hnefatafl.search._trained import MAX_UNITS, TrainedEvaluation
else:
    __getattr__, __dir__ = later(
        __name__, "_scores", "_trained", "_solver", "_analysis", "_annotation", "_packing", "_players"
    )

__all__ = [
    "FAULTS",
    "LEVELS",
    "MAX_UNITS",
    "PLAYERS",
    "REPETITION",
    "SURE",
    "WON",
    "AlphaBeta",
    "Analysis",
    "Clocks",
    "Explanation",
    "Greedy",
    "JudgedMove",
    "Level",
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
    "built_in_player",
    "clear_searcher",
    "explain_score",
    "glyph_of",
    "pack_evaluation",
    "solve",
    "split_player_text",
]
