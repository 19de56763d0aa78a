"""The examples run as they are written, and the example games are the ones that are made."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hnefatafl
from hnefatafl import Position, Region, perft, playout, variants
from hnefatafl.notation import archive
from hnefatafl.search import Limit
from tafl.service import Query, answer

pytestmark = pytest.mark.needs_host

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    """What an example prints."""
    path = str(Path(hnefatafl.__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_example_is_tested() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".mjs")) == [
        "ask_service.mjs",
        "ask_service.py",
        "board_messages.py",
        "bots.py",
        "custom_variant.py",
        "first_steps.py",
        "fuzz_variant.py",
        "make_games.py",
        "many_machines.py",
        "replay_archive.py",
        "train_network.py",
        "write_a_bot.py",
    ]


def test_first_steps(tmp_path: Path) -> None:
    """The picture that the README shows is the one that the script draws."""
    picture = tmp_path / "picture.svg"
    out = run("first_steps.py", str(picture))
    assert "d2-f2 captures the defender on f3: between two enemies" in out
    assert "House brandubh differs in escape: edge instead of corners." in out
    assert picture.read_text("utf-8") == (EXAMPLES.parent / "docs" / "_static" / "first_steps.svg").read_text("utf-8")
    assert "docs/_static/first_steps.svg" in (EXAMPLES.parent / "README.md").read_text("utf-8")


def test_the_notebook_shows_what_its_cells_do() -> None:
    """Run ``python scripts/run_notebook.py`` when this fails."""
    assert run("../scripts/run_notebook.py", "--check") == ""


def test_replay_archive() -> None:
    out = run("replay_archive.py")
    assert "games of copenhagen" in out
    assert "0 disagree with the rules" in out
    assert "the king sits in an unbreakable fort at the edge" in out
    assert "in a shieldwall along the edge" in out
    out = run("replay_archive.py", str(EXAMPLES / "games" / "hnefatafl-13.csv"), "hnefatafl-13")
    assert "together with the king whom it protected" in out


def test_custom_variant() -> None:
    out = run("custom_variant.py")
    assert "wild brandubh differs from brandubh in: corners, escape, king, extra_captures, extra_endings" in out
    assert "defender on d5: by a rule of the ruleset's own" in out
    assert "the attackers win: a rule of the ruleset's own has ended the game" in out
    assert out.count("of 100 random games") == 3


@pytest.mark.long
def test_fuzz_variant() -> None:
    out = run("fuzz_variant.py")
    assert "lonely magpie: all is well\n" in out
    assert "hasty magpie: 6 findings\n" in out
    assert "a line of play raises KeyError: Square(" in out
    assert out.endswith("\nA king who plays on is not alone.\n")


def test_write_a_bot() -> None:
    out = run("write_a_bot.py")
    assert "The bot plays the attackers; after " in out
    assert ": the attackers win: " in out
    assert ": the defenders win: " in out


def test_ask_service() -> None:
    """The client in JavaScript is told the same as the one in Python, and both what the library finds."""
    out = run("ask_service.py")
    start = Position.initial(variants.BRANDUBH)
    moves = ["d1-c1", "d3-c3", "d2-d3", "c3-c2"]
    told = [
        f"after {found.after} moves: {found.analysis.position.turn} {found.analysis.score}, best {found.analysis.best}"
        for found in answer(Query(id="a", start=start, moves=moves, after=range(5), limit=Limit(nodes=2000)))
    ]
    assert out.splitlines() == told
    if shutil.which("node") is None:
        pytest.skip("no Node")
    path = str(Path(hnefatafl.__file__).resolve().parents[1])
    done = subprocess.run(
        ["node", str(EXAMPLES / "ask_service.mjs"), sys.executable, "-m", "tafl"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == out


def test_board_messages(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    assert run("board_messages.py", str(EXAMPLES / "games" / "brandubh.csv"), "brandubh", str(target)) == ""
    written = json.loads(target.read_text("utf-8"))
    assert written["board"]["type"] == "board"
    assert [view["node"] for view in written["views"]] == [*range(len(written["views"]))]
    assert written["views"][-1]["over"]


@pytest.mark.parametrize("name", ["brandubh", "foteviken-tablut"])
def test_games_are_made_alike_everywhere(name: str) -> None:
    assert run("make_games.py", "--check", name) == ""


def test_games_name_their_rules_and_are_small() -> None:
    files = sorted((EXAMPLES / "games").iterdir())
    assert len(files) > 10
    assert sum(file.stat().st_size for file in files) < 600_000
    for file in files:
        lines = file.read_text("utf-8").splitlines()
        assert lines[0] == f"# variant: {file.stem}"
        assert variants.get(file.stem).name == file.stem
        assert len(lines) > 20


@pytest.mark.extra("train")
def test_train_network() -> None:
    out = run("train_network.py", "--minutes", "0.05", "--games", "20")
    assert re.search(r"^as attackers: \d+ won, \d+ drawn, \d+ lost$", out, re.MULTILINE)
    assert float(out.split()[-1].rstrip("%")) > 20


@pytest.mark.extra("train")
def test_train_network_saves_its_weights(tmp_path: Path) -> None:
    np: Any = import_module("numpy")
    file = tmp_path / "weights.npz"
    out = run("train_network.py", "--minutes", "0.02", "--games", "2", "--numpy", "--save", str(file))
    assert "\ntrained with numpy\n" in f"\n{out}"
    shapes = [(441, 128), (128,), (128, 1226), (1226,), (128, 1), (1,)]
    with np.load(file) as weights:
        assert [weights[name].shape for name in weights.files] == shapes


@pytest.mark.extra("train")
def test_pytorch_trains_the_same_network(tmp_path: Path) -> None:
    """From the same start the same answers, and nearly the same weights after an update."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    np: Any = import_module("numpy")
    example = runpy.run_path(str(EXAMPLES / "train_network.py"))
    ours, theirs = example["Network"](20, 12, 1), example["TorchNetwork"](torch, 20, 12, 1)
    random = np.random.default_rng(2)
    for _ in range(3):
        planes = random.random((64, 20)).astype(np.float32)
        mask = (random.random((64, 12)) < 0.5).astype(np.int8)
        mask[:, 0] = 1
        for one, other in zip(ours.forward(planes, mask), theirs.forward(planes, mask), strict=True):
            assert np.allclose(one[..., :1], other[..., :1], atol=1e-3)
        batch = np.zeros(64, np.intp), random.random(64) < 0.5, random.uniform(-1, 1, 64).astype(np.float32)
        ours.update(planes, mask, *batch)
        theirs.update(planes, mask, *batch)
        for one, other in zip(ours.weights, theirs.weights, strict=True):
            assert np.abs(one - other).mean() < 1e-4
    file = tmp_path / "weights.npz"
    out = run("train_network.py", "--minutes", "0.05", "--games", "5", "--save", str(file))
    assert "\ntrained with PyTorch (" in f"\n{out}"
    with np.load(file) as weights:
        assert len(weights.files) == 6


@pytest.mark.extra("dask")
def test_many_machines() -> None:
    """A real cluster, of two processes, gives the answers of one core, and is gone without a warning."""
    out = run("many_machines.py")
    start = Position.initial(variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE))
    assert out.startswith(f"{perft(start, 3)} lines of three moves in House brandubh\n")
    for end, count in Counter(str(playout(start, seed).outcome) for seed in range(100)).items():
        assert f"{count:6}  {end}\n" in out
    assert "27 games of copenhagen.csv: 27 agree with the rules\n" in out
    assert "24 games of magpie.csv agree with brandubh, changed: king: strong, encirclement: no\n" in out
    line = (EXAMPLES / "games" / "magpie.csv").read_text("utf-8").splitlines()[1:]
    (game, *_) = archive.parse_games(line, variants.BRANDUBH)
    query = Query(
        id="a", start=start, moves=[str(move) for move in game.moves][:9], after=range(10), limit=Limit(nodes=500)
    )
    assert out.endswith(f"scores: {', '.join(str(found.analysis.score) for found in answer(query))}\n")
