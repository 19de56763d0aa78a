"""Ask for the best move, play against the computer, and talk to an engine."""

import sys

from hnefatafl import Position
from hnefatafl.search import AlphaBeta, Limit, analyse
from tafl.engine import SimpleEngine

position = Position.parse("brandubh /3K3/7/7/7/7/7/t2t3/ d")
best = analyse(position, Limit(depth=2)).lines[0]
print(best.score, *best.moves)
assert str(best.moves[0]) == "d1-g1"
move = AlphaBeta(nodes=500).choose(position)
assert move in position.legal_moves()
with SimpleEngine([sys.executable, "-m", "tafl", "engine", "brandubh"], dialect="ugi") as engine:
    reply = engine.play(position, Limit(depth=2)).move
    assert reply in position.legal_moves()
