"""A game in progress under any actions: each is done, or refused without a change."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Board, Position, Side, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.game import Game
from hnefatafl.interactive import Table

KINDS = ["play", "roll", "stop", "silent", "take_back", "go", "promote", "delete"]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
HOSTILE = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | JSON},
    optional={"move": JSON | st.sampled_from(["d1-d3", "z99-a1", "d1" * 200]), "node": JSON | st.integers(-2, 12)},
)
ACTIONS = st.lists(HOSTILE | st.integers(0, 1000), max_size=12)
"""Actions, and numbers of legal moves to play."""


def _action(table: Table, wanted: dict[str, Any] | int) -> dict[str, Any]:
    if isinstance(wanted, dict):
        return wanted
    moves = sorted(table.position.legal_moves())
    return {"type": "play", "move": str(moves[wanted % len(moves)])} if moves else {"type": "roll"}


RULES = {
    **{name: variants.get(name) for name in ("brandubh", "tablut", "berserk")},
    "dice": variants.BRANDUBH.evolve(name="dice", king_die=6),
    "announced": variants.FOTEVIKEN_TABLUT.evolve(
        name="announced", start=Board.parse("/4t4/9/9/5K3/9/9/9/9/4t4/"), first=Side.DEFENDERS
    ),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("branching", [True, False])
@given(wanted=ACTIONS, seed=st.integers(0, 9))
def test_any_action_is_done_or_refused_without_a_change(
    name: str, branching: bool, wanted: list[dict[str, Any] | int], seed: int
) -> None:
    start = Position.initial(RULES[name])
    table = Table(Game.from_position(start), chance=Random(seed), branching=branching)
    for each in wanted:
        before = table.view()
        try:
            table.act(_action(table, each))
        except HnefataflError:
            assert table.view() == before
        assert json.loads(json.dumps(table.view())) == table.view()
    assert table.game.replay().start == start
