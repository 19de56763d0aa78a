"""Say what a move captures, by which rule, and who did it."""

from hnefatafl import Position

position = Position.parse("brandubh /7/7/1tT4/7/3t3/4K2/7/ a")
for capture in position.explain("d5-d3").captures:
    print(capture)
    assert str(capture.square) == "c3"
    assert {str(square) for square in capture.captors} == {"b3", "d3"}
