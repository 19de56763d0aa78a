"""The table in JavaScript plays as the one in Python does: recorded sessions are replayed in Node, and compared.

It is built by ``python tasks.py rules``, which needs Node and npm; without them these tests are skipped. Where
``TAFL_WASM_REQUIRED`` is set, as in continuous integration, they fail instead.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from tabling import WALL, record_session

from hnefatafl import Ruleset, variants

pytestmark = [pytest.mark.needs_host]

RULES: Final = Path(str(files("tafl.web").joinpath("rules")))
SCRIPT: Final = Path(__file__).parents[2] / "tabling.mjs"
RARE: Final = (
    "hnefatafl-11-dice", "hnefatafl-11-announcements", "foteviken-tablut", "berserk", "berserk-opentafl", "magpie",
    "copenhagen", "total-abstractplay", "old-hnefatafl", "ard-ri-1-white-friendly-pass",
)  # fmt: skip
"""Rulesets with a die, announcements, turns of several captures, mercenaries, passing, forts and rows."""


@pytest.fixture(scope="module")
def node() -> str:
    """Node, where the rules are built."""
    found = shutil.which("node")
    if found is None or not (RULES / "table.js").exists():
        if os.environ.get("TAFL_WASM_REQUIRED") != "1":
            pytest.skip(f"there are no rules in {RULES}: python tasks.py rules")
        raise AssertionError(f"Node or the rules in {RULES} are missing")
    return found


def replay(node: str, folder: Path, sessions: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Replay sessions in Node; what is equal, and what is not."""
    file = folder / "sessions.json"
    file.write_text(json.dumps([*sessions]))
    done = subprocess.run([node, str(SCRIPT), str(RULES), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("branching", [True, False])
def test_rare_rules(node: str, tmp_path: Path, branching: bool) -> None:
    """Long sessions by rulesets whose turns differ from those of most."""
    rulesets = [variants.get(name) for name in RARE]
    sessions = [
        record_session(rules, f"rare {number}", branching=branching, plies=80)
        for rules in rulesets
        for number in range(4)
    ]
    wall = record_session(variants.COPENHAGEN, "wall", branching=branching, plies=20, start=WALL)
    found = replay(node, tmp_path, [*sessions, wall])
    assert any(len(step["view"]["captured"]) > 1 and step["view"]["ties"] for step in wall["steps"])
    assert found["different"][:3] == []
    assert found["sessions"] == 4 * len(RARE) + 1
    assert found["messages"] > 10_000


def test_every_ruleset(node: str, tmp_path: Path) -> None:
    """A short session by each ruleset that ships."""
    rulesets: list[Ruleset] = [variants.get(name) for name in variants.names()]
    found = replay(node, tmp_path, (record_session(rules, rules.name, branching=True, plies=12) for rules in rulesets))
    assert found["different"][:3] == []
    assert found["sessions"] == len(rulesets)


FAULTS: Final = (
    ("table.js", "parent.rolled = null;", ""),  # a roll goes with its move
    ("table.js", "while (parent.parent && past.includes(parent.position.turn))", "while (false)"),
    ("table.js", "this.branching && place.branch !== null", "this.branching"),
    ("table.js", "isStraight(pair) || !straight.has(pair[1])", "true"),
    ("table.js", "this.remove(place, true);", ""),
    ("alt.js", 'return "do not announce";', ""),
    ("record.js", "announced: silent ? false : undefined", "announced: undefined"),
)
"""Places of the table, and what makes them wrong."""


def test_faults_are_noticed(node: str, tmp_path: Path) -> None:
    """With a fault planted, the sessions of some rulesets differ."""
    sessions = [
        record_session(variants.get(name), f"fault {number}", branching=number % 2 == 0, plies=60)
        for name in RARE[:3]
        for number in range(8)
    ]
    sessions.append(record_session(variants.COPENHAGEN, "wall", branching=True, start=WALL, plies=20))
    file = tmp_path / "sessions.json"
    file.write_text(json.dumps(sessions))
    for number, (name, old, new) in enumerate(FAULTS):
        copy = tmp_path / str(number)
        shutil.copytree(RULES, copy)
        source = (copy / name).read_text("utf-8")
        assert source.count(old) == 1, old
        (copy / name).write_text(source.replace(old, new), encoding="utf-8")
        words = [node, str(SCRIPT), str(copy), str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode != 0 or json.loads(done.stdout)["different"], old
