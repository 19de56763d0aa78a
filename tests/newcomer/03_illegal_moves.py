"""Find out why a move is illegal, and carry on."""

from hnefatafl import IllegalMoveError, Position

position = Position.initial("brandubh")
try:
    position = position.play("d1-d3")
except IllegalMoveError as error:
    print(error)
assert "another piece stands in the way" in str(position.illegality("d1-d3"))
assert position.illegality("d1-c1") is None
