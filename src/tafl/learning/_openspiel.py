"""The game of OpenSpiel, registered when this module is imported."""

# pyright: basic, reportMissingImports=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, final

from hnefatafl import variants
from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError, UnknownVariantError
from hnefatafl.play import ActionSpace, Batch, Position
from hnefatafl.rules import Ruleset
from hnefatafl.support.extras import extra
from tafl.learning._planes import Planes

with extra("openspiel"):
    import numpy as np
    import pyspiel

_NAME: Final = "python_hnefatafl"
_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_DEFAULTS: Final[dict[str, Any]] = {"rules": "brandubh", "limit": 1000}
_OWN: Final[dict[str, Ruleset]] = {}
"""The rulesets of callers, by the names that their games have."""


@final
class Parts:
    """What a game and its states need; kept apart, since the game's Python object does not outlive its loading."""

    def __init__(self, rules: Ruleset, name: str, limit: int) -> None:
        self.name, self.limit = name, limit
        self.start = Position.initial(rules, rules.first or Side.ATTACKERS)
        self.space = ActionSpace(rules.size)
        self.roll = self.space.roll
        self.numbers: list[Any] = list(range(self.space.count))
        self.planes = Planes(rules)
        die = rules.faces
        self.chances = [(face, 1 / die) for face in range(1, die + 1)]

    def __reduce__(self) -> tuple[object, ...]:
        return _make_parts, (self.name, self.limit)


@lru_cache(maxsize=64)
def _make_parts(name: str, limit: int) -> Parts:
    return Parts(_OWN[name] if name in _OWN else variants.get(name), name, limit)


def _parts_of(params: dict[str, Any]) -> Parts:
    settings = _DEFAULTS | params
    return _make_parts(settings["rules"], settings["limit"])


def load(rules: Ruleset, limit: int) -> Any:
    """Return the game of a ruleset, which may be the caller's own."""
    name = rules.name
    try:
        registered: Ruleset | None = variants.get(name)
    except UnknownVariantError:
        registered = None
    suffix = 1
    # OpenSpiel hands on texts only, so other rules are kept under a name that is free.
    while registered != rules:
        name = f"{rules.name} {suffix}" if suffix > 1 or registered is not None else rules.name
        registered = _OWN.setdefault(name, rules)
        suffix += 1
    return pyspiel.load_game(_NAME, {"rules": name, "limit": limit})


def _make_type(chance: bool) -> Any:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=_NAME,
        long_name="Hnefatafl",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class TaflGame(pyspiel.Game):
    """See :func:`~tafl.learning.openspiel_game`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        parts = _parts_of(params)
        faces = len(parts.chances)
        info = pyspiel.GameInfo(
            num_distinct_actions=parts.space.count,
            max_chance_outcomes=faces + 1 if faces else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * parts.limit if faces else parts.limit,  # a roll and a move
        )
        super().__init__(_make_type(bool(faces)), info, params)

    def new_initial_state(self, *_: object) -> TaflState:
        return TaflState(self, _parts_of(self.get_parameters()))

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> TaflObserver:
        if params:
            raise ArgumentValueError("params: no parameters of observers are known")
        return TaflObserver(_parts_of(self.get_parameters()).planes)


class TaflState(pyspiel.State):
    """A position, or a die that is in the air."""

    def __init__(self, game: TaflGame, parts: Parts) -> None:
        super().__init__(game)
        self.parts, self.position = parts, parts.start
        self.player = int(parts.start.turn is Side.DEFENDERS)

    def current_player(self) -> int:
        return self.player

    def legal_actions(self, player: int | None = None) -> list[int]:
        # In place of that of OpenSpiel, which asks the one below, and copies the list twice.
        if player is not None and player != self.player:
            return []
        if self.player == _CHANCE:
            return [face for face, _ in self.parts.chances]
        return self._legal_actions(self.player)

    def _legal_actions(self, player: int) -> list[int]:
        return Batch._actions_of(self.position, self.parts.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.parts.chances

    def _apply_action(self, action: int) -> None:
        if self.player == _CHANCE:
            self.position = position = self.position.roll(action)
        elif action == self.parts.roll:
            self.player = _CHANCE
            return
        else:
            self.position = position = self.position.play_action(action)
            if position.outcome is not None or position.ply >= self.parts.limit:
                self.player = _TERMINAL
                return
        self.player = 0 if position.turn is Side.ATTACKERS else 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"die {action}"
        return str(self.parts.space.decode(action) or "roll")

    def is_terminal(self) -> bool:
        return self.player == _TERMINAL

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner is Side.ATTACKERS else [-1.0, 1.0]

    def __str__(self) -> str:
        position = self.position
        words = [position.board.record, str(position.turn), str(position.repetitions)]
        if self.player == _CHANCE:
            words.append("rolling")
        if position.roll_pending is not None:
            words.append(f"roll {position.roll_pending}")
        if position.berserk_square is not None:
            words.append(f"continues {position.berserk_square}")
        return " ".join(words)


class TaflObserver:
    """Shows states to OpenSpiel: the planes, from the side to move."""

    def __init__(self, planes: Planes) -> None:
        self.planes = planes
        self.tensor = np.zeros(int(np.prod(planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state: TaflState, player: int) -> None:
        self.dict["observation"][:] = self.planes.of(state.position)

    def string_from(self, state: TaflState, player: int) -> str:
        return str(state)


pyspiel.register_game(_make_type(True), TaflGame)
