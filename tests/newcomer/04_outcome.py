"""Play at random until the game is over, and say who has won and why."""

import random

from hnefatafl import Position

dice = random.Random(1)
position = Position.initial("brandubh")
while position.outcome is None:
    position = position.play(dice.choice(position.legal_moves()))
print(position.outcome)
assert position.outcome.describe("de")
