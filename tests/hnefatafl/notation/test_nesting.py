"""Long chains and deep trees: freeing what hangs at the end of a chain harms no memory, and no depth is too deep."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest
from attrs import evolve

from hnefatafl import Game, Move, Repetition, variants
from hnefatafl.errors import NotExpressibleError
from hnefatafl.notation import json, otn
from hnefatafl.records import Variation

SCRIPT = """
from hnefatafl import Move, Position, SearchBoard, Square, playout, variants

start = Position.initial(variants.BRANDUBH)
d1, c1 = Square.parse("d1"), Square.parse("c1")
LEAVES = {
    "Move": lambda: Move(d1, c1),
    "Position": lambda: start.play(Move.parse("d1-c1")),
    "SearchBoard": lambda: SearchBoard(start),
    "Playout": lambda: playout(start, limit=3),
}
for _ in range(3):
    chain = None
    for _ in range(500):
        chain = (LEAVES["%s"](), chain)
    del chain
print("freed")
"""


@pytest.mark.needs_host
@pytest.mark.parametrize("leaf", ["Move", "Position", "SearchBoard", "Playout"])
def test_long_chains_are_freed(leaf: str) -> None:
    """Python puts off what is freed more than fifty levels deep, by writing before the object."""
    environment = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT % leaf],
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )
    assert (found.returncode, found.stdout) == (0, "freed\n"), found.stderr[:500]


def test_variations_nested_thousands_deep() -> None:
    """Lines refer to the line they leave by its number, so the depth of a tree costs no depth of calls."""
    depth = 3_000
    there, back = ([Move.parse(text) for text in line.split()] for line in ("d1-c1 d3-c3", "c1-d1 c3-d3"))
    # The repetition rule of brandubh itself is none of OTN's.
    main = Game(ruleset=variants.BRANDUBH.evolve(repetition=Repetition())).add(there)
    game = evolve(main, variations=[Variation(line=line, at=1, moves=main.moves) for line in range(depth)])
    assert game == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game)
    assert hash(game) == hash(copy.deepcopy(game))
    assert repr(game)
    nodes = list(game.walk())
    assert len(nodes) == 2 * (depth + 1)
    deepest = max(nodes, key=lambda node: (node.line, node.index))
    assert deepest.line == depth
    assert len(game.path(deepest)) == depth + 2
    assert len(game.add(back, after=deepest).line_moves(depth)) == 4
    assert len(game.promote(deepest).variations) == depth
    assert not game.delete(nodes[0]).variations
    assert list(game.replay_lines(lenient=True))  # up to the first line that is illegal
    assert json.parse_game(json.format_game(game)) == game
    with pytest.raises(NotExpressibleError, match="nested more than 256 deep"):
        otn.format_game(game)
