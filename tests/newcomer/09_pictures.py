"""Draw a position with arrows and the legal moves of a piece."""

from pathlib import Path

from hnefatafl import Position, svg

position = Position.initial("brandubh")
picture = svg(position, legal="d2", arrows=["d1-c1"], marks=["d4"], size=400)
Path("board.svg").write_text(picture, "utf-8")
assert picture.startswith("<svg")
