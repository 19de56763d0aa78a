"""Training: games of the player against itself, fits, and rounds of both."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest
from sweeping import FEW

from hnefatafl import Position, SearchBoard, Square, Symmetry, variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import Die, Zone
from hnefatafl.search import _fitting, _selfplay
from hnefatafl.search import train as training
from hnefatafl.search._core.evaluation import FEATURES, MOST
from hnefatafl.search._core.view import SURE
from hnefatafl.search._fitting import (
    Data,
    _compute_values,
    _fit_logits,
    _mean_loss,
    fit,
    quantised,
    turns,
)
from hnefatafl.search._selfplay import HEAD, GameBatch, play
from hnefatafl.search._trained import general, of_trained, shipped
from hnefatafl.search.train import Round, rounds, train

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("train")]

RULES = variants.BRANDUBH
SQUARES = RULES.size**2


def batch(**changes: Any) -> GameBatch:
    values: dict[str, Any] = {
        "ruleset": RULES,
        "trained": None,
        "seed": 1,
        "first": 0,
        "games": 2,
        "nodes": (40, 40),
        "plies": 240,
    }
    return GameBatch(**{**values, **changes})


def split(positions: bytes) -> list[bytes]:
    """Positions of brandubh, one by one."""
    size = HEAD.size + SQUARES
    return [positions[at : at + size] for at in range(0, len(positions), size)]


@pytest.mark.parametrize("name", FEW)
def test_every_ruleset_plays_itself(name: str) -> None:
    rules = variants.get(name)
    played = play(batch(ruleset=rules, nodes=(20, 20), plies=12))
    assert sum(played.won) == 2
    assert len(played.positions) % (HEAD.size + rules.size**2) == 0


def test_dice_are_rolled() -> None:
    assert sum(play(batch(ruleset=RULES.evolve(name="with a die", die=Die()), plies=40)).won) == 2


def test_a_game_that_is_given_up_teaches_nothing() -> None:
    whole, short = play(batch(games=4)), play(batch(games=4, plies=12))
    assert whole.won[2] == 0 < short.won[2] < 4

    def games(positions: bytes) -> dict[int, list[bytes]]:
        found: dict[int, list[bytes]] = {}
        for each in split(positions):
            found.setdefault(HEAD.unpack_from(each)[-1], []).append(each)
        return found

    all_of, ended = games(whole.positions), games(short.positions)
    assert len(ended) == 4 - short.won[2]
    assert all(all_of[number] == ended[number] for number in ended)


def test_the_same_seed_plays_the_same_games() -> None:
    assert play(batch()) == play(batch())
    assert play(batch()) != play(batch(seed=2))
    both, second = play(batch()), play(batch(first=1, games=1))
    assert both.positions.endswith(second.positions)


def test_positions_say_what_they_are() -> None:
    positions = split(play(batch()).positions)
    assert positions
    certain = 0
    for each in positions:
        *features, score, result, side, game = HEAD.unpack_from(each)
        board = each[HEAD.size :]
        assert len(features) == FEATURES
        assert result in (-1, 0, 1)
        if abs(score) >= SURE:
            certain += 1
            assert (score > 0) == (result > 0)
        assert side in (0, 1)
        assert game in (0, 1)
        assert board.count(3) == 1
        assert board.count(1) <= 8
    assert certain  # a game is played to its end


# ----------------------------------------------------------------------------------------------------------------- fits


def planted(count: int = 4000) -> bytes:
    """Positions of games that the attackers win if they stand on enough of the squares beside the corners."""
    random = Random(1)
    records: list[bytes] = []
    for game in range(count):
        board = bytearray(random.choice((0, 1, 2)) for _ in range(SQUARES))
        board[24] = 3
        result = 1 if sum(board[place] == 1 for place in (1, 5, 7, 13, 35, 41, 43, 47)) >= 3 else -1
        score = random.randint(-30, 30)
        records.append(
            HEAD.pack(*[random.randint(0, 3) if at < 2 else 0 for at in range(FEATURES)], score, result, 0, game)
            + board
        )
    return b"".join(records)


def test_a_fit_learns_what_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_fitting, "_BATCH", 128)
    found = fit([planted()], RULES, units=4, share=0.9, epochs=8, seed=1)
    assert found.loss is not None
    assert found.base_loss is not None
    assert found.loss < 0.95 * found.base_loss


def with_results(records: bytes, result: Callable[[int], int]) -> bytes:
    """The positions, with other results of their games."""
    found: list[bytes] = []
    for game, each in enumerate(split(records)):
        *features, score, _, side, _ = HEAD.unpack_from(each)
        found.append(HEAD.pack(*features, score, result(game), side, game) + each[HEAD.size :])
    return b"".join(found)


def fault_of(records: bytes) -> str:
    found = fit([records], RULES, units=4, share=0.9, epochs=8, seed=1)
    assert found.trained.training.get("fault", "") == found.fault
    return found.fault


def test_it_is_known_whether_a_fit_has_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Something was learned if the difference is above 0 with 95 % confidence." """
    monkeypatch.setattr(_fitting, "_BATCH", 128)
    random = Random(5)
    assert fault_of(planted()) == ""
    chance = with_results(planted(), lambda game: random.choice((-1, 1)))
    assert fault_of(chance).startswith("on the 400 games that were held back its log-loss is 0.")
    assert fault_of(planted(9)) == "no game was held back to measure it"


@pytest.mark.parametrize(
    ("won", "fault"),
    [
        ((0, 1), "all 92 games that were held back ended alike"),
        ((9, 500), "on the 92 games that were held back"),
        ((9, 19), "on the 92 games that were held back"),
    ],
)
def test_nothing_is_learned_where_one_side_wins_all(won: tuple[int, ...], fault: str) -> None:
    """The defenders win 922 of 924 games, as ``tafl train`` once wrote without a word."""
    assert fault_of(with_results(planted(924), lambda game: 1 if game in won else -1)).startswith(fault)


def test_a_fit_is_the_same_each_time() -> None:
    records = planted(300)
    one, two, other = (fit([records], RULES, units=3, share=0.5, epochs=2, seed=seed) for seed in (1, 1, 2))
    assert one == two
    assert one.trained != other.trained


def lopsided(count: int = 2000) -> bytes:
    """Positions whose scores tell the winner, in games that the attackers seldom win."""
    random = Random(2)
    board = bytearray(SQUARES)
    board[24] = 3
    records: list[bytes] = []
    for game in range(count):
        score = random.randint(-300, 300)
        result = 1 if random.random() < 1 / (1 + np.exp(2 - score / 100)) else -1
        records.append(HEAD.pack(*[0] * FEATURES, score, result, 0, game) + board)
    return b"".join(records)


def test_scores_predict_results_where_one_side_wins_most_games() -> None:
    data = Data([lopsided()], RULES)
    logits, scale = _fit_logits(data)
    assert scale == pytest.approx(100, rel=0.15)
    assert _mean_loss(logits, data.result) < 0.9 * _mean_loss(np.full(len(logits), -1.9), data.result)


def test_large_scores_predict_results_too() -> None:
    data = Data([lopsided()], RULES)
    data.score *= 8
    logits, scale = _fit_logits(data)
    assert scale == 600.0  # the most that is allowed
    assert _mean_loss(logits, data.result) < 0.9 * _mean_loss(np.full(len(logits), -1.9), data.result)


def test_the_scores_of_each_round_have_a_line_of_their_own() -> None:
    """Rounds are played by different evaluations: the same score need not stand for the same chance."""
    one = lopsided()
    data = Data([one, one[: len(one) // 2]], RULES)
    data.score[len(data.score) * 2 // 3 :] *= 2
    logits, scale = _fit_logits(data)
    assert scale == pytest.approx(200, rel=0.2)
    first, second = data.rounds
    assert logits[second] == pytest.approx(logits[first][:1000], abs=0.3)


def test_a_fit_without_games_is_the_general_evaluation() -> None:
    trained = fit([b""], RULES, units=0, share=0.5, epochs=1, seed=1).trained
    mutable = SearchBoard(Position.initial(RULES))._mutable
    found, wanted = of_trained(trained, RULES, mutable.t), general(RULES, mutable.t)
    for each in (found, wanted):
        each.load(mutable)
    assert found.value(mutable) == pytest.approx(wanted.value(mutable), abs=3)
    assert list(found.weights) == list(wanted.weights)


def test_whole_numbers_say_nearly_the_same() -> None:
    """The value in hundredths is that of the parameters, less what rounding takes."""
    chance = np.random.default_rng(3)
    data = Data([planted(50)], RULES)
    found = {
        "hidden": chance.normal(0, 0.3, (147, 6)).astype(np.float32),
        "biases": chance.normal(0, 0.3, 6).astype(np.float32),
        "outputs": chance.normal(0, 0.5, 6).astype(np.float32),
        "pieces": chance.normal(0, 0.3, 147).astype(np.float32),
        "features": chance.normal(0, 0.3, FEATURES).astype(np.float32),
        "constant": np.array([0.2], np.float32),
    }
    exact = 150 * _compute_values(found, data, np.arange(50))
    trained = quantised(found, 150.0, data, RULES, {})
    plain = np.rint(data.features * data.spread).astype(int)
    for at in range(50):
        sums = list(trained.biases)
        value = sum(int(f) * w for f, w in zip(plain[at], trained.weights, strict=True))
        for q in range(SQUARES):
            kind = int(data.board[at][q]) - 1
            if kind >= 0:
                place = kind * SQUARES + q
                value += trained.pieces[place]
                sums = [s + w for s, w in zip(sums, trained.hidden[place * 6 : place * 6 + 6], strict=True)]
        value += sum(max(0, min(s, 128)) * o for s, o in zip(sums, trained.outputs, strict=True)) // 256
        assert abs(value - exact[at]) < 40


def test_sums_are_kept_within_their_bound() -> None:
    data = Data([planted(20)], RULES)
    big = {
        "hidden": np.full((147, 1), 4.0, np.float32),
        "biases": np.full(1, 90.0, np.float32),
        "outputs": np.ones(1, np.float32),
        "pieces": np.full(147, 1000.0, np.float32),
        "features": np.zeros(FEATURES, np.float32),
        "constant": np.zeros(1, np.float32),
    }
    trained = quantised(big, 150.0, data, RULES, {})
    assert max(trained.reach) <= MOST
    assert max(trained.pieces) == 32767


def test_boards_are_turned_only_as_the_rules_allow() -> None:
    ways = turns(RULES)
    assert len(ways) == 8
    squares = [Square(file, rank) for rank in range(7) for file in range(7)]
    for way, symmetry in zip(ways, Symmetry, strict=True):
        assert [squares[place] for place in way] == [symmetry.apply(square, 7) for square in squares]
    camp = variants.ASHTON_TABLUT.zones[0]
    assert len(turns(RULES.evolve(name="lopsided", zones=[Zone(name="camp", squares=camp.squares)]))) < 8


# --------------------------------------------------------------------------------------------------------------- rounds


def tiny(**changes: Any) -> Iterator[Round]:
    values: dict[str, Any] = {"rounds": 1, "games": 5, "nodes": 30, "units": 3, "seed": 4}
    return rounds(RULES, **{**values, **changes})


def test_the_same_seed_trains_the_same_with_any_executor() -> None:
    alone = list(tiny(rounds=2))
    with ThreadPoolExecutor(2) as executor:
        shared = list(tiny(rounds=2, executor=executor))
    assert alone == shared
    assert [each.games for each in alone] == [5, 5]
    assert alone[1].positions > alone[0].positions
    assert next(tiny(seed=5)).trained != alone[0].trained


def test_training_goes_on_from_an_evaluation() -> None:
    first = next(tiny()).trained
    then = train(RULES, rounds=1, games=2, nodes=30, start=first)
    assert len(then.biases) == 3
    assert then != first


def test_training_begins_with_the_evaluation_that_is_used_so_far() -> None:
    near = variants.get("brandubh-weak-throne")
    used = shipped(near)
    assert used is not None
    plan: dict[str, Any] = {"rounds": 1, "games": 4, "nodes": 30}
    assert train(near, **plan) == train(near, start=used, **plan)
    assert len(train(near, units=4, **plan).biases) == 4


def test_what_is_trained_already_changes_in_smaller_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def change() -> float:
        then = train(RULES, rounds=1, games=2, nodes=30, start=first)
        return math.dist(first.pieces, then.pieces)

    first = train(RULES, rounds=1, games=5, nodes=30, units=3, seed=1)
    small = change()
    monkeypatch.setattr(_fitting, "_LATER_RATE", _fitting._RATE)
    assert 0 < small < change() / 2


def test_progress_is_told() -> None:
    games: list[int] = []
    list(tiny(progress=games.append))
    assert games == [4, 5]
    told: list[Round] = []
    trained = train(RULES, rounds=2, games=1, nodes=20, units=1, progress=told.append)
    assert [each.number for each in told] == [1, 2]
    assert told[-1].trained == trained


def test_an_interrupt_keeps_the_last_round() -> None:
    def interrupt(each: Round) -> None:
        seen.append(each)
        raise KeyboardInterrupt

    seen: list[Round] = []
    assert train(RULES, rounds=3, games=1, nodes=20, units=1, progress=interrupt) == seen[0].trained
    assert len(seen) == 1


def test_an_interrupt_in_the_first_round_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(batch: GameBatch) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(RULES, rounds=3, games=1, nodes=20, units=1)


def test_minutes_are_shared_by_the_rounds() -> None:
    time = 0.0

    def clock() -> float:
        nonlocal time
        time += 1
        return time

    found = list(rounds(RULES, minutes=1, rounds=2, nodes=10, units=1, clock=clock))
    assert len(found) == 2
    assert all(each.games > 8 for each in found)
    assert 50 < time < 80


def test_the_nodes_follow_the_results() -> None:
    games = training._Games(RULES, training._Plan(), None, None)
    assert games.nodes == (1000, 1000)
    games._balance_nodes(_selfplay.PlayedBatch(positions=b"", won=(0, 4, 0)))
    attackers, defenders = games.nodes
    assert attackers / defenders == pytest.approx(np.exp(0.48), rel=0.01)
    for _ in range(100):
        games._balance_nodes(_selfplay.PlayedBatch(positions=b"", won=(4, 0, 0)))
    assert games.ratio == 1 / 16


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": 0}, "rounds: a number from 1 "),
        ({"games": 0}, "games: a number from 1 "),
        ({"nodes": 0}, "nodes: a number from 1 "),
        ({"units": 257}, "units: a number from 0 to 256 "),
        ({"ahead": 0}, "ahead: a number from 1 "),
        ({"minutes": 0.0}, "minutes: a number above 0 "),
        ({"minutes": float("nan")}, "minutes: a number above 0 "),
    ],
)
def test_wrong_numbers_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentValueError, match=message):
        tiny(**changes)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError):
        tiny(executor=3)
    with pytest.raises(TypeError, match="thoughts"):
        tiny(thoughts=3)
    with pytest.raises(ArgumentValueError, match="start: an evaluation for 11×11 was expected, not for brandubh"):
        rounds(variants.COPENHAGEN, start=next(tiny()).trained)


def test_the_log_tells_of_rounds_and_batches(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "hnefatafl.search.train"):
        train(RULES, rounds=2, games=5, nodes=20, units=1)
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [text for level, text in told if level == "DEBUG"] == [
        f"{RULES.name}: {count} games played in this round" for count in (4, 5, 4, 5)
    ]
    first, second = (text for level, text in told if level == "INFO")
    assert re.fullmatch(r"round 1 of 2: \d+ positions; .+", first)
    assert second.startswith("round 2 of 2: ")
