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
from tabling import record_session

from hnefatafl import Ruleset, variants

pytestmark = [pytest.mark.needs_host]

RULES: Final = Path(str(files("tafl.web").joinpath("rules")))
SCRIPT: Final = Path(__file__).parents[2] / "tabling.mjs"
RARE: Final = (
    "hnefatafl-11-dice", "hnefatafl-11-announcements", "tablut-linnaeus", "berserk", "berserk-opentafl", "magpie",
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
    found = replay(
        node, tmp_path, (record_session(rules, f"rare {number}", branching=branching, plies=80)
                         for rules in rulesets for number in range(4)),
    )  # fmt: skip
    assert found["different"][:3] == []
    assert found["sessions"] == 4 * len(RARE)
    assert found["messages"] > 10_000


def test_every_ruleset(node: str, tmp_path: Path) -> None:
    """A short session by each ruleset that ships."""
    rulesets: list[Ruleset] = [variants.get(name) for name in variants.names()]
    found = replay(node, tmp_path, (record_session(rules, rules.name, branching=True, plies=12) for rules in rulesets))
    assert found["different"][:3] == []
    assert found["sessions"] == len(rulesets)
