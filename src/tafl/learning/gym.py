"""Environments of Gymnasium by their ids: importing this module registers one for each ruleset.

The id has the name of the ruleset: ``tafl/brandubh-v0``. ``gymnasium.make`` makes one game, in which the agent plays
both sides, and ``gymnasium.make_vec`` many at once; :func:`tafl.learning.gymnasium_env` says what they show, and takes
rulesets and positions of your own. Both take ``limit``, after how many plies a game is cut off. The extra ``rl`` is
needed.

>>> import gymnasium  # doctest: +SKIP
>>> import tafl.learning.gym  # doctest: +SKIP
>>> env = gymnasium.make("tafl/brandubh-v0")  # doctest: +SKIP
>>> envs = gymnasium.make_vec("tafl/brandubh-v0", num_envs=64)  # doctest: +SKIP

``gymnasium.make("tafl.learning.gym:tafl/brandubh-v0")`` imports the module by itself.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from hnefatafl import variants
from hnefatafl.support.extras import extra

with extra("rl"):
    from gymnasium import register

__all__: list[str] = []

for _name in variants.names():
    register(
        id=f"tafl/{_name}-v0",
        entry_point="tafl.learning._gymnasium:TaflEnv",
        vector_entry_point="tafl.learning:gymnasium_env",
        kwargs={"start": _name},
    )
