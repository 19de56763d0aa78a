"""Start a game, list the legal moves, and play some."""

from hnefatafl import Position

position = Position.initial("brandubh")
print(position)
assert len(position.legal_moves()) == 40
assert position.is_legal("d1-c1")
position = position.play("d1-c1").play("d3-b3")
assert str(position.turn) == "attackers"
assert str(position.last_move) == "d3-b3"
