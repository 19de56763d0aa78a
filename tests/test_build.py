"""What the installed build is, and that the uncompiled one gets by without librt."""

from __future__ import annotations

import inspect
import os
import pydoc
import re
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


def test_importing_does_only_what_is_needed() -> None:
    """No ruleset is made and nothing slow is loaded before somebody asks for it."""
    script = "import sys, hnefatafl; print(*sys.modules)"
    root = str(Path(hnefatafl.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root}
    out = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True).stdout
    loaded = set(out.split())
    assert {name for name in loaded if name.startswith("hnefatafl.variants.")} == set()
    assert (
        loaded & {"importlib.metadata", "difflib", "random", "argparse", "email", "socket", "hnefatafl.notation"}
        == set()
    )


COMPILED_NAMES = [hnefatafl.Position, hnefatafl.Move, hnefatafl.SearchBoard, hnefatafl.Playout]


@pytest.mark.parametrize("cls", COMPILED_NAMES, ids=lambda cls: cls.__name__)
def test_help_tells_all_of_a_compiled_class(cls: type) -> None:
    """mypyc leaves docstrings out; they are put back when the kernel is built."""
    assert inspect.getdoc(cls)
    for name, member in vars(cls).items():
        if not name.startswith("_"):
            assert member.__doc__ or inspect.getdoc(getattr(cls, name)), name


def test_help_on_positions_reads_well() -> None:
    text = re.sub(
        ".\x08", "", pydoc.render_doc(hnefatafl.Position)
    )  # without overstriking, by which terminals print bold
    assert "A position of a game under a ruleset; it never changes." in text
    assert re.search(r"play\(self.*announce.*\n.*The position after the move; this one stays as it is\.", text)
    assert "The side to move." in text
    if hnefatafl.COMPILED:  # uncompiled, the signature that is for the library only is shown
        assert "king, side, ply" not in text
    assert "How many sequences" in (hnefatafl.perft.__doc__ or "")
