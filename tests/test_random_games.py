"""Random games of many rulesets, ply by ply, by the kernel and by the reference."""

from __future__ import annotations

import os
import random
from typing import Final

import pytest
from conftest import EXAMPLES
from rulesets import RULESETS

from hnefatafl import COMPILED, Position, Ruleset, Side, variants
from hnefatafl.testing import _inspection, reference

PLIES: Final = int(os.environ.get("TAFL_PLIES") or EXAMPLES * (10 if not COMPILED else 500))
"""How many plies are compared in all: in continuous integration 30,000 compiled; uncompiled one of each ruleset."""
LONGEST: Final = 150
"""After how many plies a game is given up for another."""
NAMES: Final[dict[Ruleset, str]] = {
    rules: name for name, rules in [*RULESETS.items(), *((name, variants.get(name)) for name in variants.names())]
}
GAMES: Final[dict[str, Ruleset]] = {name: rules for rules, name in NAMES.items()}
"""The shipped rulesets and those of the cases; those that play alike stand there once."""
SEED: Final = int(os.environ.get("TAFL_SEED") or 0)
"""Another seed plays other games."""


def compare_game(rules: Ruleset, dice: random.Random, plies: int) -> int:
    """Play a random game of so many plies at most; return how many there were."""
    first = dice.choice(list(Side)) if rules.first is None else rules.first
    position, state = Position.initial(rules, first), reference.initial(rules, first)
    for ply in range(plies):
        assert list(_inspection.of_positions(position, state)) == [], position.board.record
        moves = position.legal_moves()
        while position.can_roll and (not moves or dice.random() < 0.5):
            number = dice.randint(1, rules.faces)
            position, state = position.roll(number), reference.roll(state, number)
            moves = position.legal_moves()
            assert list(_inspection.of_positions(position, state)) == [], position.board.record
        if not moves:
            return ply
        move, announce = dice.choice(moves), dice.random() < 0.7
        play, after = (
            position.explain(move, announce=announce),
            reference.play(state, move.origin, move.target, announce),
        )
        assert list(_inspection.of_plays(play, state, after)) == [], f"{position.board.record}, {move}"
        position, state = play.after, after
    return plies


@pytest.mark.parametrize("name", GAMES)
def test_random_games_play_as_the_reference_says(name: str) -> None:
    dice = random.Random(f"{name} {SEED}")
    left = max(1, PLIES // len(GAMES))
    while left > 0:
        # A game that begins finished counts for one ply, so that this ends.
        left -= max(1, compare_game(GAMES[name], dice, min(left, LONGEST)))
