"""Players: each chooses legal moves by any ruleset, and the same ones each time."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random as Chance
from typing import Final

import pytest
from sweeping import FEW

from hnefatafl import Move, Position, Side, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.rules import Die
from hnefatafl.search import LEVELS, AlphaBeta, Greedy, Limit, MonteCarlo, Player, Random, Searcher, built_in_player

pytestmark = pytest.mark.slow_uncompiled

START: Final = Position.initial(variants.BRANDUBH)
ESCAPE: Final = Position.parse("/2t4/2T4/1t5/K6/7/t6/7/", variants.BRANDUBH, Side.DEFENDERS)
"""The king wins by a4-a1, and by no other move."""

DICE: Final = variants.BRANDUBH.evolve(name="with a die", die=Die())
WAITS: Final = Position.parse("/3t3/3T3/7/3K3/7/7/3t3/", DICE, Side.DEFENDERS)
"""Soldiers can move, or the die can be rolled for the king."""

MAKERS: Final[dict[str, Callable[[int], Player]]] = {
    "random": lambda seed: Random(seed=seed),
    "greedy": lambda seed: Greedy(seed=seed),
    "montecarlo": lambda seed: MonteCarlo(playouts=60, seed=seed),
    "alphabeta": lambda seed: AlphaBeta(nodes=60, memory=1, seed=seed),
    "noisy": lambda seed: AlphaBeta(level=1, memory=1, seed=seed),
}


def game(attackers: Player, defenders: Player, start: Position, plies: int, seed: int = 0) -> Position:
    """The position after so many plies, or at the end."""
    chance, position = Chance(seed), start
    while position.outcome is None and position.ply < start.ply + plies:
        move = (attackers if position.turn is Side.ATTACKERS else defenders).choose(position)
        rolls = position.ruleset.faces
        position = position.roll(chance.randint(1, rolls)) if move is None else position.play(move)
    return position


@pytest.mark.parametrize("name", FEW)
def test_every_ruleset_is_played(name: str) -> None:
    rules = variants.get(name)
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    last = game(AlphaBeta(nodes=40, memory=1), AlphaBeta(level=2, memory=1), start, 6)
    assert last.ply == 6 or last.outcome is not None


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_the_same_seed_plays_the_same_game(maker: Callable[[int], Player]) -> None:
    moves = [[one.last_move for one in game(maker(3), maker(4), START, 12).history()] for _ in range(2)]
    assert moves[0] == moves[1]
    assert len(moves[0]) > 6


@pytest.mark.parametrize("name", ["random", "greedy", "noisy"])
def test_other_seeds_play_other_moves(name: str) -> None:
    assert len({MAKERS[name](seed).choose(START) for seed in range(30)}) > 3


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_a_player_is_asked_about_a_game_that_is_over(maker: Callable[[int], Player]) -> None:
    with pytest.raises(ArgumentValueError, match="position: the game is over, so there is nothing to choose"):
        maker(0).choose(ESCAPE.play("a4-a1"))


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_a_player_is_given_no_position(maker: Callable[[int], Player]) -> None:
    with pytest.raises(ArgumentTypeError, match=r"position: a Position, .* was expected"):
        maker(0).choose(17)  # type: ignore[arg-type]


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_dice(maker: Callable[[int], Player]) -> None:
    chosen = {maker(seed).choose(WAITS) for seed in range(20)}
    assert chosen <= {None, *WAITS.legal_moves()}
    rolled = WAITS.roll(3)
    assert {maker(seed).choose(rolled) for seed in range(5)} <= set(rolled.legal_moves())
    only = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)
    assert only.legal_moves() == []
    assert maker(0).choose(only) is None


def test_random_chooses_all_moves_equally_often() -> None:
    chosen = [Random(seed=seed).choose(START) for seed in range(4000)]
    counts = [chosen.count(move) for move in START.legal_moves()]
    assert sum(counts) == 4000
    assert 60 < min(counts) <= max(counts) < 150
    rolls = [Random(seed=seed).choose(WAITS) for seed in range(1000)].count(None)
    assert 0 < rolls < 300


def test_greedy_wins_captures_and_does_not_give_up() -> None:
    assert {Greedy(seed=seed).choose(ESCAPE) for seed in range(9)} == {Move.parse("a4-a1")}
    capture = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    assert {Greedy(seed=seed).choose(capture) for seed in range(9)} == {Move.parse("e3-e4")}


def test_montecarlo_sees_a_win() -> None:
    assert MonteCarlo(playouts=300).choose(ESCAPE) == Move.parse("a4-a1")


def test_a_forced_move_is_not_searched() -> None:
    def clock() -> float:
        raise AssertionError("a search has looked at the clock")

    lone = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)
    assert AlphaBeta(nodes=100, searcher=Searcher(clock=clock)).choose(lone) is None


def test_limits_of_alphabeta() -> None:
    assert AlphaBeta().limit == Limit(nodes=20_000)
    assert AlphaBeta(seconds=2).limit == Limit(seconds=2)
    assert AlphaBeta(level=3).limit == Limit(nodes=LEVELS[3].nodes)
    assert (AlphaBeta(level=3).noise, AlphaBeta(level=3, noise=5).noise) == (LEVELS[3].noise, 5)
    assert AlphaBeta(level=3, nodes=9, depth=2).limit == Limit(nodes=9, depth=2)
    assert AlphaBeta(level=10, seconds=1).limit == Limit(seconds=1, nodes=LEVELS[10].nodes)


def test_levels_rise() -> None:
    levels = [LEVELS[number] for number in range(1, 11)]
    assert len(LEVELS) == 10
    assert [level.nodes for level in levels] == sorted({level.nodes for level in levels})
    assert [level.noise for level in levels] == sorted((level.noise for level in levels), reverse=True)


def test_players_by_name() -> None:
    assert built_in_player("random") == Random()
    assert built_in_player(" Greedy:seed=5 ") == Greedy(seed=5)
    assert built_in_player("montecarlo:playouts=10, limit=50") == MonteCarlo(playouts=10, limit=50)
    assert built_in_player("montecarlo:playouts=10", seed=3) == MonteCarlo(playouts=10, seed=3)
    assert repr(built_in_player("alphabeta:seconds=0.5,depth=4,seed=2")) == repr(
        AlphaBeta(seconds=0.5, depth=4, seed=2)
    )
    assert repr(built_in_player("alphabeta:level=2,memory=4")) == repr(AlphaBeta(level=2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no player is named '', only random, greedy, montecarlo, alphabeta"),
        ("alphabet", "no player is named 'alphabet'; did you mean alphabeta?"),
        ("x" * 500, "no player is named"),
        ("random:nodes=5", "the player random has no option 'nodes', only seed"),
        ("alphabeta:node=5", "the player alphabeta has no option 'node'; did you mean nodes?"),
        ("alphabeta:nodes", "nodes: a number was expected, not ''"),
        ("alphabeta:nodes=5,nodes=6", "nodes: one value was expected, not two"),
        ("alphabeta:nodes=-5", "nodes: a number was expected, not '-5'"),
        ("alphabeta:nodes=1e3", "nodes: a number was expected, not '1e3'"),
        ("alphabeta:seconds=nan", "seconds: a number was expected, not 'nan'"),
        ("alphabeta:nodes=0", "nodes: a number from 1 to 9223372036854775807 was expected, not 0"),
        ("alphabeta:level=0", "level: a number from 1 to 10 was expected, not 0"),
        ("alphabeta:memory=0", "memory: a number from 1 to 65536 MB was expected, not 0"),
        ("montecarlo:playouts=0", "playouts: a number from 1 on was expected, not 0"),
        ("montecarlo:limit=0", "limit: a number from 1 on was expected, not 0"),
    ],
)
def test_what_names_no_player(text: str, said: str) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        built_in_player(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_what_no_player_can_be() -> None:
    with pytest.raises(ArgumentValueError, match="noise: a number from 0 on was expected, not -1"):
        AlphaBeta(noise=-1)
    with pytest.raises(ArgumentTypeError, match="seed: a whole number was expected"):
        Random(seed="1")  # type: ignore[arg-type]
    with pytest.raises(ArgumentValueError, match="the player random has no option 'nodes'"):
        built_in_player("random", nodes=1)
    with pytest.raises(ArgumentValueError, match="seed: one value was expected, not two"):
        built_in_player("random:seed=4", seed=3)


def test_the_levels_are_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "howto" / "play.rst").read_text("utf-8")
    rows = re.findall(r"^(\d+) +([\d,]+) +([\d,]+|none)$", text, re.MULTILINE)
    numbers = [[int(cell.replace(",", "").replace("none", "0")) for cell in row] for row in rows]
    assert numbers == [[number, level.nodes, level.noise] for number, level in LEVELS.items()]


def test_values_travel() -> None:
    for one in (Random(seed=1), Greedy(seed=1), MonteCarlo(playouts=5)):
        assert pickle.loads(pickle.dumps(one)) == one
    strong = pickle.loads(pickle.dumps(AlphaBeta(nodes=50, noise=3, seed=2)))
    assert strong.choose(START) == AlphaBeta(nodes=50, noise=3, seed=2).choose(START)
