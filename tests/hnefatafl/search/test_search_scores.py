"""Scores: their order, both sides' views of them, and their words."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Side
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.search import REPETITION, SURE, WON, Clocks, Limit, Score

VALUES = st.integers(-WON, WON)
SIDES = st.sampled_from(Side)


@given(SIDES, VALUES, VALUES)
def test_scores_of_a_side_are_ordered_as_their_values(side: Side, one: int, other: int) -> None:
    mine, theirs = Score(side=side, value=one), Score(side=side, value=other)
    assert (mine < theirs, mine <= theirs, mine == theirs) == (one < other, one <= other, one == other)
    assert max(mine, theirs).value == max(one, other)
    assert (-mine > -theirs) == (one < other)


@given(SIDES, VALUES)
def test_both_sides_see_the_same(side: Side, value: int) -> None:
    score = Score(side=side, value=value)
    turned = score.pov(side.opponent)
    assert (turned.side, turned.value, turned.plies) == (side.opponent, -value, score.plies)
    assert turned.pov(side) == score == score.pov(side)
    assert (turned.is_win, turned.is_loss, turned.is_decided) == (score.is_loss, score.is_win, score.is_decided)
    assert turned.expected_points == pytest.approx(1 - score.expected_points) or value == 0
    assert 0 <= score.expected_points <= 1
    assert pickle.loads(pickle.dumps(score)) == score
    assert json.loads(json.dumps(score.as_json()))["value"] == value


@given(SIDES, VALUES, VALUES)
def test_scores_of_different_sides_are_not_ordered(side: Side, one: int, other: int) -> None:
    mine, theirs = Score(side=side, value=one), Score(side=side.opponent, value=other)
    assert mine != theirs
    with pytest.raises(ArgumentValueError, match="different sides"):
        assert mine < theirs
    with pytest.raises(TypeError):
        assert mine < other  # type: ignore[operator]


@given(SIDES, st.integers(1, 999))
def test_the_sooner_won_the_better(side: Side, plies: int) -> None:
    assert Score.lost(side, plies - 1) < Score.lost(side, plies) < Score(side=side, value=0)
    assert Score(side=side, value=SURE - 1) < Score.won(side, plies) < Score.won(side, plies - 1)
    assert Score.won(side, plies).plies == Score.lost(side, plies).plies == plies


def test_a_win_by_repetition_is_not_proven() -> None:
    score = Score(side=Side.ATTACKERS, value=REPETITION)
    assert (score.plies, score.is_win, score.is_decided, score.expected_points) == (None, False, True, 1)
    assert [str(score), str(-score)] == ["wins by repetition", "loses by repetition"]


def test_words() -> None:
    side = Side.DEFENDERS
    assert [str(Score(side=side, value=value)) for value in (0, 7, -1999)] == ["+0.00", "+0.07", "-19.99"]
    assert [str(Score.won(side, 1)), str(Score.lost(side, 2))] == ["wins in 1 ply", "loses in 2 plies"]
    assert [str(Score.won(side, 0)), str(Score.lost(side, 0))] == ["has won", "has lost"]


def test_what_no_score_can_be() -> None:
    with pytest.raises(ArgumentValueError, match="value: a number from -30000 to 30000 was expected, not 30001"):
        Score(side=Side.ATTACKERS, value=WON + 1)
    for plies in (-1, 1001):
        with pytest.raises(ArgumentValueError, match=f"plies: a number from 0 to 1000 was expected, not {plies}"):
            Score.won(Side.ATTACKERS, plies)
    with pytest.raises(ArgumentTypeError, match="value: a whole number was expected"):
        Score(side=Side.ATTACKERS, value=0.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="side: a Side or its name was expected"):
        Score(side=7, value=0)  # type: ignore[arg-type]


def test_a_sure_win_may_be_as_far_as_can_be_told() -> None:
    far = Score.won(Side.ATTACKERS, WON - SURE)
    assert (far.value, far.is_win, far.plies) == (SURE, True, WON - SURE)
    assert Score.lost(Side.ATTACKERS, WON - SURE).is_loss
    almost = Score(side=Side.ATTACKERS, value=SURE - 1)
    assert (almost.is_win, (-almost).is_loss, almost.plies) == (False, False, None)


def test_a_move_takes_its_share_of_the_clock() -> None:
    clocks = Clocks(attackers=60, defenders=0.4, attackers_increment=2, defenders_increment=8)
    limit = Limit(clocks=clocks)
    assert limit.budget(Side.ATTACKERS) == 60 / 30 + 2 * 3 / 4
    assert limit.budget(Side.DEFENDERS) == pytest.approx(0.35), "never more than is left"
    assert Limit(clocks=Clocks(attackers=0.01, defenders=1)).budget(Side.ATTACKERS) == 0
    for seconds, budget in ((1, 1), (9, 3.5)):
        assert Limit(clocks=clocks, seconds=seconds).budget(Side.ATTACKERS) == budget
