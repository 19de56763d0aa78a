"""Write a position as one line, as FEN is for chess, and read it again."""

from hnefatafl import Position

position = Position.initial("copenhagen").play("d1-d3")
text = position.text
print(text)
assert Position.parse(text, "copenhagen") == position
assert Position.parse(f"copenhagen {text}") == position
