"""How people play: how likely they are to choose each move of a position.

:func:`fit_human` fits a :class:`HumanModel` to games that people played, of any rulesets, and :func:`judge_human` says
how well it tells the moves of other games. With a model, :class:`AlphaBeta(level=3, human=model)
<hnefatafl.search.AlphaBeta>` errs as people do, and :func:`~hnefatafl.search.annotate` says how findable a move was.
``tafl learn-people`` does both on the command line; :doc:`/howto/people` shows how.
"""

from typing import TYPE_CHECKING

from hnefatafl._base.later import later

if TYPE_CHECKING:
    from hnefatafl.human._fitting import fit_human
    from hnefatafl.human._judging import HumanScore, judge_human
    from hnefatafl.human._model import MAX_FEATURES, HumanModel
else:
    __getattr__ = later(__name__, "_model", "_judging", "_fitting")

__all__ = ["MAX_FEATURES", "HumanModel", "HumanScore", "fit_human", "judge_human"]


def __dir__() -> list[str]:
    return __all__
