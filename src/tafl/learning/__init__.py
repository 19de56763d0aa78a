"""Environments and inputs for programs that learn; each needs an extra.

* :mod:`~tafl.learning` shows positions as planes of numbers, with legal masks and symmetries (``rl``).
* :mod:`~tafl.learning` makes environments of PettingZoo and Gymnasium (``rl``), and games of
  OpenSpiel (``openspiel``).

:class:`~hnefatafl.play.ActionSpace` and :class:`~hnefatafl.play.Batch`, on which they are built, need no extra.
"""

from importlib.util import find_spec

from tafl.learning._environments import gymnasium_env, openspiel_game, pettingzoo_env, register_envs
from tafl.learning._planes import Planes, turn_actions, turn_planes

__all__ = [
    "Planes",
    "gymnasium_env",
    "openspiel_game",
    "pettingzoo_env",
    "register_envs",
    "turn_actions",
    "turn_planes",
]

if find_spec("gymnasium") is not None:
    register_envs()  # so that gymnasium.make("tafl.learning:tafl/brandubh-v0") finds them, as is usual there
