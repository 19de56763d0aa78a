"""The environments of Gymnasium: a batch of games, each playing both sides, and one of them."""

# pyright: basic, reportMissingImports=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, final

from hnefatafl.play import ActionSpace, Batch, Position
from hnefatafl.support.extras import extra
from tafl.learning._planes import Planes

with extra("rl"):
    import numpy as np
    from gymnasium import Env, spaces
    from gymnasium.envs.registration import register, registry
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


@final
class TaflVectorEnv(VectorEnv):
    """See :func:`~tafl.learning.gymnasium_env`."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, start: Position, count: int, limit: int) -> None:
        self.batch: Batch = Batch(start, count, limit=limit, restart=False)
        self.planes: Planes = Planes(start.ruleset, start.board)
        self.num_envs = count
        self.render_mode = None
        actions = ActionSpace(start.ruleset.size).count
        self.single_observation_space = spaces.Dict(
            observation=spaces.Box(0, 1, self.planes.shape, np.float32),
            action_mask=spaces.Box(0, 1, (actions,), np.int8),
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        # Without a seed the dice go on from where they are.
        self.batch.reset(seed[0] if isinstance(seed, list) else seed)
        return self._observe(), {"turn": np.asarray(self.batch.turns)}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        movers = np.asarray(batch.turns)
        ended = batch.step(np.ascontiguousarray(actions))
        rewards = np.asarray(batch.rewards)[np.arange(self.num_envs), movers].astype(np.float64)
        terminations = np.asarray(batch.terminated).astype(np.bool_)
        truncations = np.asarray(batch.truncated).astype(np.bool_)
        infos: dict[str, Any] = {}
        if ended:
            over = terminations | truncations
            last = self._observe()
            final_obs = np.full(self.num_envs, None, np.object_)
            for board in np.flatnonzero(over):
                final_obs[board] = {name: values[board] for name, values in last.items()}
            infos |= {"final_obs": final_obs, "_final_obs": over}
            batch.restart()
        infos["turn"] = np.asarray(batch.turns)
        return self._observe(), rewards, terminations, truncations, infos

    def _observe(self) -> dict[str, Any]:
        return {"observation": self.planes.of_batch(self.batch), "action_mask": self.planes.mask_of_batch(self.batch)}


@final
class TaflEnv(Env):
    """One game; see :func:`~tafl.learning.register_envs`."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(self, start: Position, limit: int) -> None:
        self._games: TaflVectorEnv = TaflVectorEnv(start, 1, limit)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        shown, infos = self._games.reset(seed=seed)
        return _first_of(shown), {"turn": int(infos["turn"][0])}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        shown, rewards, ended, cut, infos = self._games.step([action])
        last = infos["final_obs"][0] if "final_obs" in infos else _first_of(shown)
        return last, float(rewards[0]), bool(ended[0]), bool(cut[0]), {"turn": int(infos["turn"][0])}


def register_missing(names: Iterable[str], maker: str, vector_maker: str) -> None:
    """Register the environments of rulesets, where they are not, by what makes one and many."""
    for name in names:
        if (known := f"tafl/{name}-v0") not in registry:
            register(id=known, entry_point=maker, vector_entry_point=vector_maker, kwargs={"start": name})


def _first_of(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: values[0] for name, values in shown.items()}
