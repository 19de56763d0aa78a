"""What the installed build is, and that the uncompiled one gets by without librt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import hnefatafl

SCRIPT = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "librt":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
import hnefatafl
from hnefatafl import Position, perft, playout, variants
position = Position.initial(variants.BRANDUBH)
assert perft(position, 3) == 39512
game = playout(position, seed=1)
assert game.position.outcome == game.outcome
print(type(position._cells).__name__)
"""


def test_the_uncompiled_kernel_runs_without_librt() -> None:
    """Where librt has no wheel, a small stand-in keeps the pure package running."""
    if hnefatafl.COMPILED:
        pytest.skip("this build is compiled, and compiled code needs librt")
    root = str(Path(hnefatafl.__file__).parents[1])
    out = subprocess.run(
        [sys.executable, "-c", SCRIPT], env={"PYTHONPATH": root}, capture_output=True, text=True, check=True
    )
    assert out.stdout == "list\n"


def test_compiled_tells_which_kernel_runs() -> None:
    from hnefatafl.kernel import tables

    uncompiled = str(tables.__file__).endswith(".py")
    assert hnefatafl.COMPILED is not uncompiled
