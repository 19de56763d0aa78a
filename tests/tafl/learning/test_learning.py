"""Planes, and the environments of other packages: their own conformance suites, and agreement with the library."""

# pyright: basic

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import warnings
from functools import partial
from importlib import import_module
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hnefatafl import (
    ActionSpace,
    Batch,
    Consequence,
    Kind,
    Passing,
    Piece,
    Position,
    Repetition,
    Ruleset,
    Side,
    Square,
    Symmetry,
    Zone,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalActionError
from hnefatafl.rules import Die
from hnefatafl.testing.strategies import positions
from tafl.learning import (
    Planes,
    gymnasium_env,
    openspiel_game,
    pettingzoo_env,
    register_envs,
    turn_actions,
    turn_planes,
)

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("rl")]

np: Any = import_module("numpy")

BRANDUBH: Final = variants.BRANDUBH
DICE: Final = BRANDUBH.evolve(name="dice", die=Die(), move_limit=50)
RULESETS: Final = [BRANDUBH, variants.COPENHAGEN, variants.get("berserk"), variants.FOTEVIKEN_TABLUT, DICE]
NAMES: Final = [rules.name for rules in RULESETS]


# -------------------------------------------------------------------------------------------------------------- planes


def expected(position: Position, names: tuple[str, ...], side: Side) -> list[list[list[float]]]:
    """The planes by their documentation, square by square."""
    rules = position.ruleset
    size = rules.size
    zones = {zone.name: zone.squares.squares(size) for zone in rules.all_zones}
    zones["escape squares"] = rules.escape.squares(size)
    everywhere = {
        "defenders to move": float(position.turn is Side.DEFENDERS),
        "repetitions": min((position.repetitions - 1) / 2, 1),
        "plies since capture": min(position.plies_since_capture / 100, 1),
        "plies": min(position.ply / (rules.move_limit or 1), 1),
        "roll": (position.roll_pending or 0) / max(rules.faces, 1),
    }

    def value(name: str, at: Any, piece: Piece | None) -> float:
        if name in everywhere:
            return everywhere[name]
        if name in zones:
            return float(at in zones[name])
        if ", " in name:
            return float(any(at in zones[each] for each in name.split(", ")))
        if name == "continues":
            return float(at == position.berserk_square)
        if name == "king":
            return float(piece is Piece.KING)
        whose, kind = name.split()
        if piece is None or f"{piece.kind.name.lower()}s" != kind:
            return 0
        return float((piece.side is side) == (whose == "own"))

    squares = [[Square(file, rank) for file in range(size)] for rank in range(size)]
    board = position.board
    return [[[value(name, at, board.get(at)) for at in row] for row in squares] for name in names]


@given(positions(), st.sampled_from([None, *Side]))
def test_planes_show_what_they_say(position: Position, side: Side | None) -> None:
    planes = Planes(position.ruleset, position.board)
    found = planes.of(position, side)
    assert (found.shape, str(found.dtype)) == (planes.shape, "float32")
    wanted = np.array(expected(position, planes.names, side or position.turn), np.float32)
    assert np.array_equal(found, wanted)
    assert (found.min(), found.max() <= 1) == (0, True)


def test_long_games_and_repetitions_are_not_told_apart() -> None:
    """From the second earlier occurrence and the hundredth ply on."""
    rules = BRANDUBH.evolve(name="long", repetition=Repetition(consequence=Consequence.IGNORED))
    planes, batch = Planes(rules), Batch(Position.initial(rules), 1)
    there, back = ("d1-c1", "d3-c3"), ("c1-d1", "c3-d3")
    for ply in range(1, 105):
        batch.step([ActionSpace(7).encode((there if ply % 4 in (1, 2) else back)[1 - ply % 2])])
        assert (batch.plies_since_capture[0], batch.repetitions[0]) == (ply, ply // 4 + 1)
        shown = planes.of(batch[0])
        wanted = expected(batch[0], planes.names, batch[0].turn)
        assert np.array_equal(shown, np.array(wanted, np.float32))
        assert np.array_equal(planes.of_batch(batch), shown[None])
    assert shown[planes.names.index("repetitions")].min() == shown[planes.names.index("plies since capture")].min() == 1


@given(positions(), st.integers(0, 100))
def test_planes_of_a_batch(position: Position, seed: int) -> None:
    if position.outcome is not None:
        return
    planes = Planes(position.ruleset, position.board)
    batch = Batch(position, 3, seed=seed)
    for _ in range(4):
        boards = [batch[at] for at in range(3)]
        assert np.array_equal(planes.of_batch(batch), np.stack([planes.of(board) for board in boards]))
        masks = np.stack([planes.mask(board) for board in boards])
        assert np.array_equal(planes.mask_of_batch(batch), masks)
        for board, mask in zip(boards, masks, strict=True):
            assert np.flatnonzero(mask).tolist() == list(memoryview(board.legal_actions()).cast("H"))
        batch.step(batch.random_actions())


@given(positions(), st.sampled_from(Symmetry))
def test_planes_and_masks_turn_with_the_board(position: Position, symmetry: Symmetry) -> None:
    rules = position.ruleset
    assume(not rules.extra_captures)  # that of the strategies depends on files
    planes = Planes(rules, position.board)
    turned = position.transform(symmetry)
    passes = rules.may_pass is not Passing.NOBODY and position.berserk_square is None
    assert np.array_equal(
        turn_actions(planes.mask(position), rules.size, symmetry, passes=passes),
        Planes(turned.ruleset).mask(turned),
    )
    if symmetry in rules.symmetries:
        assert np.array_equal(turn_planes(planes.of(position), symmetry), planes.of(turned))


def test_kinds_of_men_that_no_plane_shows_are_left_out() -> None:
    board = BRANDUBH.start.put("d1", Piece(Side.ATTACKERS, Kind.COMMANDER))
    position = Position.from_board(board, BRANDUBH, Side.ATTACKERS)
    shown = Planes(BRANDUBH).of(position)
    assert shown[:3].sum((1, 2)).tolist() == [7, 4, 1]
    assert shown[:3, 0].sum() == 0


@pytest.mark.parametrize("rules", [BRANDUBH, DICE], ids=["brandubh", "dice"])
def test_masks_have_the_legal_actions(rules: Ruleset) -> None:
    for turn in Side:
        position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, turn)
        mask = Planes(rules).mask(position)
        assert np.flatnonzero(mask).tolist() == memoryview(position.legal_actions()).cast("H").tolist()
        assert bool(mask[-1]) is position.can_roll
        mask[0] = 1  # the caller's own


def test_symmetries_of_rulesets() -> None:
    assert variants.COPENHAGEN.symmetries == tuple(Symmetry)
    camp = variants.ASHTON_TABLUT.zones[0]
    lopsided = BRANDUBH.evolve(name="lopsided", zones=[Zone(name="camp", squares=camp.squares)])
    assert Symmetry.IDENTITY in lopsided.symmetries
    assert len(lopsided.symmetries) < 8
    with_functions = BRANDUBH.evolve(name="functions", extra_endings=[lambda board, turn, position: None])
    assert with_functions.symmetries == (Symmetry.IDENTITY,)


def test_pickled_planes() -> None:
    planes: Planes = pickle.loads(pickle.dumps(Planes(DICE)))
    start = Position.initial(DICE)
    assert (planes.names, planes.shape) == (Planes(DICE).names, Planes(DICE).shape)
    assert np.array_equal(planes.of(start), Planes(DICE).of(start))


def test_what_planes_refuse() -> None:
    loose: Any = Planes(BRANDUBH)
    start = Position.initial(BRANDUBH)
    calls: list[Any] = [loose.of, loose.of_batch, loose.mask, loose.mask_of_batch]
    for call in calls:
        with pytest.raises(ArgumentTypeError, match="was expected, not 'x'"):
            call("x")
    with pytest.raises(ArgumentTypeError, match="side: a Side or its name was expected, not 7"):
        loose.of(start, 7)
    for call in (loose.of_batch, loose.mask_of_batch):
        with pytest.raises(ArgumentValueError, match="batch: games of brandubh, not of magpie"):
            call(Batch(Position.initial("magpie"), 2))
    array = np.zeros((2, 7, 7))
    turns: list[tuple[Any, tuple[Any, ...]]] = [
        (turn_planes, ([1], Symmetry.TRANSPOSE)),
        (turn_actions, ([1], 7, Symmetry.TRANSPOSE)),
    ]
    for function, wrong in turns:
        with pytest.raises(ArgumentTypeError, match="an array of numpy was expected"):
            function(*wrong)
    with pytest.raises(ArgumentValueError, match=r"an array of squares was expected, not of shape \(2, 7\)"):
        turn_planes(array[0][:2], Symmetry.TRANSPOSE)
    with pytest.raises(ArgumentValueError, match=r"numbers: 1226 numbers a row were expected, not shape \(2, 7, 7\)"):
        turn_actions(array, 7, Symmetry.TRANSPOSE)


# ---------------------------------------------------------------------------------------------------------- PettingZoo


@pytest.fixture
def zoo() -> Any:
    return import_module("pettingzoo.test")


@pytest.mark.parametrize("rules", RULESETS, ids=NAMES)
def test_pettingzoo_finds_no_fault(zoo: Any, rules: Ruleset) -> None:
    with warnings.catch_warnings():
        # Observations with masks are dictionaries in PettingZoo's own board games, too.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        zoo.api_test(pettingzoo_env(rules, limit=60), num_cycles=150)
        zoo.seed_test(lambda: pettingzoo_env(rules, limit=60), num_cycles=60)


def test_pettingzoo_plays_by_the_rules(zoo: Any) -> None:
    for rules in RULESETS:
        env = pettingzoo_env(rules, limit=80, render_mode="ansi")
        env.reset(seed=3)
        chance = random.Random(rules.name)
        planes, position = Planes(rules), env.position
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            assert env.agent_selection == ("attackers_0" if position.turn is Side.ATTACKERS else "defenders_0")
            observation = env.last()[0]
            assert env.observation_space(env.agent_selection).contains(observation)
            assert np.array_equal(observation["observation"], planes.of(position))
            assert np.array_equal(observation["action_mask"], planes.mask(position))
            other = next(agent for agent in env.agents if agent != env.agent_selection)
            assert not env.observe(other)["action_mask"].any()
            action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
            env.step(action)
            if action == ActionSpace(rules.size).roll:
                assert env.position.roll_pending in range(1, rules.faces + 1)
            else:
                assert env.position == position.play_action(action)
            position = env.position
            assert env.render() == str(position)
        outcome = position.outcome
        assert any(env.truncations.values()) == (outcome is None)
        winner = None if outcome is None else outcome.winner
        wins = {"attackers_0": Side.ATTACKERS, "defenders_0": Side.DEFENDERS}
        assert env.rewards == {
            agent: 0 if winner is None else 1 if winner is side else -1 for agent, side in wins.items()
        }
        while env.agents:
            env.step(None)


def test_pettingzoo_refuses_illegal_actions(zoo: Any) -> None:
    env = pettingzoo_env(BRANDUBH)
    env.reset()
    for action in (0, 1225, 5000):
        with pytest.raises(IllegalActionError):
            env.step(action)
    assert env.position == Position.initial(BRANDUBH)


# ----------------------------------------------------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("rules", RULESETS, ids=NAMES)
def test_gymnasium_plays_a_batch(rules: Ruleset) -> None:
    gymnasium: Any = import_module("gymnasium")
    env = gymnasium_env(rules, 5, limit=40)
    twin = gymnasium_env(rules, 5, limit=40)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    planes = Planes(rules)
    observation, info = env.reset(seed=3)
    twin.reset(seed=3)
    ended = 0
    for _ in range(120):
        assert env.observation_space.contains(observation)
        for at in range(5):
            assert env.single_observation_space.contains({name: of[at] for name, of in observation.items()})
        boards = [env.batch[at] for at in range(5)]
        assert np.array_equal(observation["observation"], np.stack([planes.of(board) for board in boards]))
        assert info["turn"].tolist() == [int(board.turn is Side.DEFENDERS) for board in boards]
        actions = np.array([np.flatnonzero(mask)[len(boards) % mask.sum()] for mask in observation["action_mask"]])
        assert env.action_space.contains(actions)
        observation, rewards, terminations, truncations, info = env.step(actions)
        again = twin.step(actions)
        assert np.array_equal(observation["observation"], again[0]["observation"])
        assert np.array_equal(rewards, again[1])
        over = terminations | truncations
        ended += int(over.sum())
        for at, board in enumerate(boards):
            if actions[at] == ActionSpace(rules.size).roll:
                continue
            after = board.play_action(int(actions[at]))
            assert terminations[at] == (after.outcome is not None)
            winner = None if after.outcome is None else after.outcome.winner
            assert rewards[at] == (0 if winner is None else 1 if winner is board.turn else -1)
            if over[at]:
                assert info["_final_obs"][at]
                assert np.array_equal(info["final_obs"][at]["observation"], planes.of(after))
                assert not info["final_obs"][at]["action_mask"].any() or truncations[at]
                assert env.batch.plies[at] == 0
    assert ended > 0
    env.close()


def test_gymnasium_wraps_it() -> None:
    gymnasium: Any = import_module("gymnasium")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium_env(BRANDUBH, 4, limit=30))
    env.reset(seed=1)
    lengths: list[int] = []
    for _ in range(100):
        *_, info = env.step(env.unwrapped.batch.random_actions())
        lengths += [int(length) for length in info.get("episode", {}).get("l", []) if length]
    assert lengths
    assert max(lengths) <= 31


def test_gymnasium_makes_it_by_its_id() -> None:
    gymnasium: Any = import_module("gymnasium")
    register_envs()
    register_envs()
    assert gymnasium.make("tafl.learning:tafl/brandubh-v0").spec.id == "tafl/brandubh-v0"
    env = gymnasium.make("tafl/brandubh-v0", limit=40)
    observation, info = env.reset(seed=1)
    board, planes = Position.initial("brandubh"), Planes("brandubh")
    over = False
    while not over:
        assert info["turn"] == (board.turn is Side.DEFENDERS)
        assert np.array_equal(observation["observation"], planes.of(board))
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        mover, board = board.turn, board.play_action(action)
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    assert np.array_equal(observation["observation"], planes.of(board))
    outcome = board.outcome
    assert terminated == (outcome is not None)
    assert reward == (0 if outcome is None or outcome.winner is None else 1 if outcome.winner is mover else -1)
    assert board.ply == 40 or terminated
    envs = gymnasium.make_vec("tafl/tablut-v0", num_envs=3)
    assert envs.reset(seed=1)[0]["observation"].shape[0] == 3


# ----------------------------------------------------------------------------------------------------------- OpenSpiel


@pytest.fixture
def spiel() -> Any:
    return import_module("pyspiel")


@pytest.mark.extra("openspiel")
@pytest.mark.parametrize("rules", RULESETS, ids=NAMES)
def test_openspiel_finds_no_fault(spiel: Any, rules: Ruleset) -> None:
    spiel.random_sim_test(openspiel_game(rules, limit=60), num_sims=3, serialize=True, verbose=False)


@pytest.mark.extra("openspiel")
def test_openspiel_plays_by_the_rules(spiel: Any) -> None:
    for rules in RULESETS:
        game = openspiel_game(rules, limit=80)
        state, position = game.new_initial_state(), Position.initial(rules, rules.first or Side.ATTACKERS)
        observer = game.make_py_observer()
        chance = random.Random(rules.name)
        while not state.is_terminal():
            copy = state.clone()
            if state.is_chance_node():
                outcomes = dict(state.chance_outcomes())
                assert list(outcomes) == state.legal_actions() == list(range(1, rules.faces + 1))
                assert sum(outcomes.values()) == pytest.approx(1)
                face = chance.choice(list(outcomes))
                state.apply_action(face)
                position = position.roll(face)
                continue
            player = int(position.turn is Side.DEFENDERS)
            assert state.current_player() == player
            legal = list(memoryview(position.legal_actions()).cast("H"))
            assert state.legal_actions() == state.legal_actions(player) == state._legal_actions(player) == legal
            assert state.legal_actions(1 - player) == []
            observer.set_from(state, player)
            assert np.array_equal(observer.dict["observation"], Planes(rules).of(position))
            action = chance.choice(legal)
            move = ActionSpace(rules.size).decode(action)
            assert state.action_to_string(action) == str(move or "roll")
            state.apply_action(action)
            assert str(copy) != str(state)
            if move is not None:
                position = position.play(move)
        winner = None if position.outcome is None else position.outcome.winner
        assert state.returns() == [{None: 0, side: 1}.get(winner, -1) for side in (Side.ATTACKERS, Side.DEFENDERS)]


@pytest.mark.extra("openspiel")
def test_openspiel_knows_rulesets_of_callers(spiel: Any) -> None:
    own = BRANDUBH.evolve(name="house brandubh", escape=variants.TABLUT.escape)
    other = own.evolve(name="house brandubh", exit_fort=True)
    games = [openspiel_game(rules) for rules in (own, other, own, BRANDUBH.evolve(name="brandubh", die=Die(faces=4)))]
    assert games[0].get_parameters()["rules"] == games[2].get_parameters()["rules"] == "house brandubh"
    assert len({str(game) for game in games}) == 3
    assert games[3].get_type().chance_mode == spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert spiel.load_game("python_hnefatafl").get_parameters() == {"rules": "brandubh", "limit": 1000}


# ---------------------------------------------------------------------------------------------------------- both, none


def test_what_makes_no_environment() -> None:
    makers: list[Any] = [pettingzoo_env, openspiel_game, partial(gymnasium_env, num_envs=2)]
    for make in makers:
        with pytest.raises(ArgumentValueError, match="limit: a number from 1 on was expected, not 0"):
            make(BRANDUBH, limit=0)
    with pytest.raises(ArgumentValueError, match="render_mode: None or 'ansi' was expected, not 'human'"):
        pettingzoo_env(BRANDUBH, render_mode="human")
    with pytest.raises(ArgumentValueError, match="start: a game that goes on was expected"):
        pettingzoo_env(Position.parse("/K6/7/7/7/7/7/3t3/", BRANDUBH, Side.ATTACKERS))


@pytest.mark.parametrize(
    ("call", "extra", "package"),
    [
        ("pettingzoo_env(variants.BRANDUBH)", "rl", "pettingzoo"),
        ("gymnasium_env(variants.BRANDUBH, 2)", "rl", "gymnasium"),
        ("openspiel_game(variants.BRANDUBH)", "openspiel", "pyspiel"),
    ],
)
def test_a_missing_extra_is_named(call: str, extra: str, package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
from hnefatafl.errors import MissingExtraError
from hnefatafl import variants
from tafl.learning import *
try:
    {call}
except MissingExtraError as error:
    print(error.extra)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == extra
