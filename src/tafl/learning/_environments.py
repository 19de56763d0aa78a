"""Environments of PettingZoo and Gymnasium, and games of OpenSpiel, for any ruleset.

All number moves as :class:`~hnefatafl.play.ActionSpace` does, and show positions as
:class:`~tafl.learning.Planes`, from the side to move. Each is made by a function, which imports the package
concerned; importing this module needs none of them.

The attackers are the first player, and the defenders the second. A side has 1 for a game that it has won, -1 for one
that it has lost, and 0 for any other. A game that is not over after ``limit`` plies is cut off. Ways out are always
announced.
"""

from __future__ import annotations

from typing import Any

from hnefatafl import variants
from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.rules import RulesetLike, as_ruleset
from hnefatafl.support.arguments import check_number
from hnefatafl.support.extras import extra


def pettingzoo_env(start: PositionLike, *, limit: int = 1000, render_mode: str | None = None) -> Any:
    """Return an environment of PettingZoo, in which agents take turns (``AECEnv``).

    Its agents are ``attackers_0`` and ``defenders_0``. An observation is a dictionary: ``observation`` has the planes
    from the side of the agent, and ``action_mask`` has 1 for each legal action, if the agent is to move. The die is
    thrown by the environment, with the seed of ``reset``. An illegal action raises
    :class:`~hnefatafl.errors.IllegalActionError`. ``render`` returns the board as text (mode ``ansi``); the attribute
    ``position`` is the current position.

    >>> env = pettingzoo_env("brandubh")  # doctest: +SKIP
    >>> env.reset(seed=1)  # doctest: +SKIP
    >>> observation, reward, termination, truncation, info = env.last()  # doctest: +SKIP

    Arguments:
        start: the ruleset or the position where each game begins, or the name or text of one.
        limit: after how many plies a game is cut off.
        render_mode: None, or ``ansi``.

    Raises:
        MissingExtraError: the extra ``rl`` is not installed.
        ArgumentValueError: ``limit`` is below 1, the mode is unknown, or the game is over at the start.
    """
    if render_mode not in (None, "ansi"):
        raise ArgumentValueError(f"render_mode: None or 'ansi' was expected, not {render_mode!r}")
    position = _check_start(start, limit)
    with extra("rl"):
        from tafl.learning._pettingzoo import TaflEnv
    return TaflEnv(position, limit, render_mode)


def gymnasium_env(start: PositionLike, num_envs: int, *, limit: int = 1000) -> Any:
    """Return a vector environment of Gymnasium over a :class:`~hnefatafl.play.Batch`, which plays both sides.

    An observation is a dictionary: ``observation`` has the planes of all boards, each from its side to move, and
    ``action_mask`` has 1 for each legal action. The rewards of a step are those of the sides that have moved in it. A
    game that ends begins again in the same step; its last observation is in ``final_obs`` of the information, which
    also has the sides that are to move (``turn``: 0 the attackers, 1 the defenders). The attribute ``batch`` is the
    batch.

    >>> env = gymnasium_env("brandubh", 64)  # doctest: +SKIP
    >>> observation, info = env.reset(seed=1)  # doctest: +SKIP
    >>> env.step(env.batch.random_actions())  # doctest: +SKIP

    Arguments:
        start: the ruleset or the position where each game begins, or the name or text of one.
        num_envs: how many boards.
        limit: after how many plies a game is cut off.

    Raises:
        MissingExtraError: the extra ``rl`` is not installed.
        ArgumentValueError: ``num_envs`` or ``limit`` is below 1, or the game is over at the start.
    """
    position = _check_start(start, limit)
    with extra("rl"):
        from tafl.learning._gymnasium import TaflVectorEnv
    return TaflVectorEnv(position, num_envs, limit)


def register_envs() -> None:
    """Register an id with Gymnasium for each ruleset, such as ``tafl/brandubh-v0``.

    ``gymnasium.make`` makes one game of it, in which the agent plays both sides, and ``gymnasium.make_vec`` many at
    once; they show what :func:`gymnasium_env` does, and take ``limit``. A second call does nothing.

    >>> import gymnasium  # doctest: +SKIP
    >>> register_envs()  # doctest: +SKIP
    >>> env = gymnasium.make("tafl/brandubh-v0")  # doctest: +SKIP
    >>> envs = gymnasium.make_vec("tafl/brandubh-v0", num_envs=64)  # doctest: +SKIP

    Raises:
        MissingExtraError: the extra ``rl`` is not installed.
    """
    with extra("rl"):
        from tafl.learning._gymnasium import register_missing
    register_missing(variants.names(), f"{__name__}:make_game", "tafl.learning:gymnasium_env")


def make_game(start: PositionLike, limit: int = 1000) -> Any:
    """Return the environment of one game, which Gymnasium makes by its id."""
    position = _check_start(start, limit)
    with extra("rl"):
        from tafl.learning._gymnasium import TaflEnv
    return TaflEnv(position, limit)


def openspiel_game(ruleset: RulesetLike, *, limit: int = 1000) -> Any:
    """Return a game of OpenSpiel. The first call registers it, so that ``pyspiel.load_game`` loads it, too.

    Its name there is ``python_hnefatafl``, with the parameters ``rules``, the name of a ruleset, and ``limit``. The die
    is a chance node. Player 0 are the attackers.

    >>> from hnefatafl import variants
    >>> game = openspiel_game(variants.BRANDUBH)  # doctest: +SKIP
    >>> state = game.new_initial_state()  # doctest: +SKIP
    >>> state.apply_action(state.legal_actions()[0])  # doctest: +SKIP

    Arguments:
        ruleset: the ruleset. If the first side is chosen by lot, the attackers begin.
        limit: after how many plies a game is cut off: it is drawn then.

    Raises:
        MissingExtraError: the extra ``openspiel`` is not installed.
        ArgumentValueError: ``limit`` is below 1.
    """
    ruleset = as_ruleset(ruleset)
    _check_start(ruleset, limit)
    with extra("openspiel"):
        from tafl.learning._openspiel import load
    return load(ruleset, limit)


def _check_start(start: PositionLike, limit: int) -> Position:
    """Return where games begin; the attackers begin where the first side is chosen by lot."""
    check_number("limit", limit, 1)
    position = as_position(start, "start", by_lot=Side.ATTACKERS)
    if position.outcome is not None:
        raise ArgumentValueError("start: a game that goes on was expected")
    return position
