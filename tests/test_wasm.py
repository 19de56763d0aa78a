"""The modules in WebAssembly: that they play and search exactly as the library does, and keep to their memory.

They are built by ``python tasks.py wasm``, which needs Node and npm; without them these tests are skipped. Where
``TAFL_WASM_REQUIRED`` is set, as in continuous integration, they fail instead.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from sampled import build_sample, compare_sample, write_sample
from transpiled import expect, random_rulesets, rare_rulesets, shipped_rulesets, write_tables
from transpiler.__main__ import transpile
from transpiler.statements import Blocks

import hnefatafl
from hnefatafl import Ruleset, variants
from hnefatafl.notation._tables import fields_of
from hnefatafl.notation.data import pack_tables

pytestmark = [pytest.mark.needs_host, pytest.mark.long]

WASM: Final = Path(__file__).parents[1] / "wasm"
BUILD: Final = WASM / "build"
LIBRARY: Final = Path(hnefatafl.__file__).parent
LEAST_RUN: Final = 0.95
"""Which part of the blocks that the modules have the comparison of other than the shipped rulesets runs at least, those
in ``HOSTS`` apart."""
_HOSTS: Final = """
    share follow probe_shared probe_deeper store_shared is_marked put_mark take_mark _others_later
    _make_on_copy _unmake_on_copy _discard_half_done
    ending _can_part _take_extra yields is_lasting _left_unannounced opens
    board_code piece_with whole asks_before repetition_key_of recurs_since mixed centre clear forget stopped _only_first
"""
HOSTS: Final = frozenset(_HOSTS.split())
"""The functions that only Python calls: what is shared with other processes; boards that are copied since Python may
interrupt; what is worked out before a module is made, functions of a ruleset, and moves without an announcement; what
positions, several boards and the callers of searches ask."""


@pytest.fixture(scope="module")
def node() -> str:
    """Node; the modules are there, and were built from the sources as they are."""
    found = shutil.which("node")
    missing = found is None or not (BUILD / "search.wasm").exists()
    if missing and os.environ.get("TAFL_WASM_REQUIRED") != "1":
        pytest.skip(f"there is no module in {BUILD}: python tasks.py wasm")
    assert found is not None
    text, _ = transpile(LIBRARY, Blocks(False))
    assert text == (BUILD / "kernel.ts").read_text("utf-8"), "the modules are older than the sources: tasks.py wasm"
    return found


def run(node: str, script: str, *arguments: str) -> dict[str, Any]:
    """What a script prints."""
    done = subprocess.run([node, str(WASM / script), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write(folder: Path, rulesets: dict[str, Ruleset], nodes: int, proofs: int) -> Path:
    """Write into the folder what a module is to be compared with."""
    folder.mkdir()
    write_tables(rulesets.values(), folder)
    every = list(expect(rulesets, depth=2, games=2, set_ups=12, nodes=nodes, proofs=proofs))
    (folder / "expected.json").write_text(json.dumps(every))
    return folder


def compare(
    node: str,
    folder: Path,
    rulesets: dict[str, Ruleset],
    nodes: int,
    modules: tuple[str, ...] = ("compared", "checked"),
) -> set[int]:
    """Compare modules with the library; the blocks that were run. The one with checks reads nothing out of bounds, and
    no vector that was given back."""
    write(folder, rulesets, nodes=nodes, proofs=1)
    for module in modules:
        found = run(node, "check.mjs", str(BUILD / f"{module}.wasm"), str(folder))
        assert found["different"] == []
        assert found["rulesets"] == len(rulesets)
        assert found["megabytes"] < 200
    hits = folder / "hits"  # which the module with checks counts
    return {int(line) for line in hits.read_text().split()} if hits.exists() else set()


def test_the_sample_of_the_language(node: str, tmp_path: Path) -> None:
    """Each part of the language that the transpiler writes does what it does in Python, whether the kernel uses it so
    or not."""
    wasm = tmp_path / "wasm"
    (wasm / "build").mkdir(parents=True)
    for name in ("runtime.ts", "asconfig.json", "sample.mjs", "module.mjs"):
        shutil.copy(WASM / name, wasm)
    (wasm / "node_modules").symlink_to(WASM / "node_modules")
    write_sample(wasm / "build" / "sample.ts")
    for level in (0, 3):
        assert compare_sample(node, wasm, build_sample(wasm, level)) == {}


def test_shipped_rulesets(node: str, tmp_path: Path) -> None:
    """Lines of moves, games, crowded boards, refusals, playouts, searches and proofs, ruleset by ruleset."""
    compare(node, tmp_path / "shipped", shipped_rulesets(), nodes=3000, modules=("compared",))


def test_other_rulesets(node: str, tmp_path: Path) -> None:
    """The same of random ones, and of some with rare options; together they run nearly every block of the source."""
    hit = compare(node, tmp_path / "random", random_rulesets(120, "random"), nodes=1000)
    hit |= compare(node, tmp_path / "rare", rare_rulesets(200, "rare"), nodes=800)
    names = (BUILD / "kernel.blocks").read_text("utf-8").splitlines()
    missed = [name for number, name in enumerate(names) if number not in hit and not is_hosts(name)]
    assert len(missed) < (1 - LEAST_RUN) * len(names), "\n".join(missed)


SHARED: Final = re.compile(r"\b(if|elif)\b.*\b(shares|marks|words|follows|leads)\b")
"""What asks whether processes search together."""


def is_hosts(block: str) -> bool:
    """Whether only Python has a use for the function of a block, or for the block."""
    place, _, function = block.partition(" in ")
    module, _, line = place.partition(":")
    if function in HOSTS:
        return True
    if module not in ("alphabeta", "nodes"):
        return False
    source = (LIBRARY / "search" / "_core" / f"{module}.py").read_text("utf-8").splitlines()
    return SHARED.search(source[int(line) - 2]) is not None


def test_tables_of_rules_with_functions_are_refused(node: str, tmp_path: Path) -> None:
    """A module has nothing of what stands behind functions, so a host that asks for them must hear of it."""
    folder = write(tmp_path / "one", {"brandubh": variants.BRANDUBH}, nodes=100, proofs=0)
    words = bytearray(pack_tables("brandubh"))
    at = [name for name, _, _ in fields_of(variants.BRANDUBH)].index("hooked")
    words[8 * at] = 1
    (folder / "0.bin").write_bytes(words)
    for module in ("compared", "checked"):
        command = [node, str(WASM / "check.mjs"), str(BUILD / f"{module}.wasm"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "the module stopped at" in done.stderr


def test_the_memory_is_constant(node: str, tmp_path: Path) -> None:
    """After the first plies and searches the memory does not grow, whatever is played and searched."""
    folder = write(tmp_path / "one", {"copenhagen": variants.COPENHAGEN}, nodes=100, proofs=0)
    found = run(node, "memory.mjs", str(BUILD / "compared.wasm"), str(folder), "20000", "200")
    assert found["plies"] >= 20_000
    assert found["searches"] >= 200
    assert found["grown"] == 0, found
