"""The environment of PettingZoo: one game, the sides taking turns."""

# pyright: basic, reportMissingImports=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

from typing import Any, Final, final

from hnefatafl.board import Side
from hnefatafl.play import ActionSpace, Position
from hnefatafl.support.extras import extra
from tafl.learning._planes import Planes

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv

_AGENTS: Final = {"attackers_0": Side.ATTACKERS, "defenders_0": Side.DEFENDERS}


def _name_agent(position: Position) -> str:
    return "attackers_0" if position.turn is Side.ATTACKERS else "defenders_0"


@final
class TaflEnv(AECEnv):
    """See :func:`~tafl.learning.pettingzoo_env`."""

    metadata: dict[str, Any] = {"name": "hnefatafl_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, start: Position, limit: int, render_mode: str | None) -> None:
        super().__init__()
        self.start, self.limit, self.render_mode = start, limit, render_mode
        self.position = start
        self.planes: Planes = Planes(start.ruleset, start.board)
        space = ActionSpace(start.ruleset.size)
        self._roll, self._count = space.roll, space.count
        self.possible_agents = list(_AGENTS)
        box = spaces.Box(0, 1, self.planes.shape, np.float32)
        mask = spaces.Box(0, 1, (space.count,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(observation=box, action_mask=mask) for agent in _AGENTS}
        self.action_spaces = {agent: spaces.Discrete(space.count) for agent in _AGENTS}
        self._dice: Any = np_random(None)[0]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice = np_random(seed)[0]
        self.position = self.start
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = _name_agent(self.position)
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, Any]:
        position = self.position
        side = _AGENTS[agent]
        mask = self.planes._mask(position) if side is position.turn else np.zeros(self._count, np.int8)
        return {"observation": self.planes._of(position, side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before, number = self.position, int(action)  # type: ignore[arg-type]
        rolled = number == self._roll and before.can_roll
        roll = int(self._dice.integers(1, before.ruleset.faces + 1)) if rolled else None
        self.position = position = before.play_action(number, roll)
        outcome = position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(_AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {name: 1.0 if side is outcome.winner else -1.0 for name, side in _AGENTS.items()}
                self._accumulate_rewards()
        elif position.ply - self.start.ply >= self.limit:
            self.truncations = dict.fromkeys(_AGENTS, True)
        self.agent_selection = _name_agent(position)

    def render(self) -> str | None:
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has been opened."""
