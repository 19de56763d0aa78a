"""What the library hands out can hang at the ends of long chains: freeing them harms no memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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
