"""The npm package of the rules plays, tells and searches exactly as the library does.

It is built from the modules in ``wasm/build``, with the compiler of TypeScript beside them (``python tasks.py wasm``).
Without Node or these, the tests are skipped; where ``TAFL_WASM_REQUIRED`` is set they fail instead.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from packaged import ROOT, TSC, build_package, expect_package
from transpiled import shipped_rulesets

from tafl.conformance import check_engine, make_chapter

pytestmark = [pytest.mark.needs_host, pytest.mark.long]

MODULES: Final = ROOT / "wasm" / "build"


@pytest.fixture(scope="module")
def node() -> str:
    """Node, where there is all that the package is built from."""
    found = shutil.which("node")
    whole = all((MODULES / f"{name}.wasm").exists() for name in ("rules", "search"))
    if (found is None or not whole or not TSC.exists()) and os.environ.get("TAFL_WASM_REQUIRED") != "1":
        pytest.skip("there is no package to be built: python tasks.py wasm")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def package(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package; that its types are right, the compiler says."""
    folder = tmp_path_factory.mktemp("npm") / "tafl-rules"
    build_package(folder)
    return folder


def test_the_package_is_as_the_library(node: str, package: Path, tmp_path: Path) -> None:
    """Tables word by word, texts, moves, ends, captures, announcements, refusals, their words, and searches."""
    expected: dict[str, Any] = expect_package(shipped_rulesets().values(), custom=30, searches=8)
    file = tmp_path / "expected.json"
    file.write_text(json.dumps(expected), encoding="utf-8")
    command = [node, str(ROOT / "npm" / "rules" / "check.mjs"), str(package), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["different"] == []
    assert found["tables"] == len(shipped_rulesets())
    assert min(found["captures"], found["announcements"], found["searches"]) > 0


SAMPLE: Final = ("brandubh", "foteviken-tablut", "berserk")
"""Rulesets with captures, announcements and turns of their own; docs/howto/conformance.rst says how all are checked."""


def test_a_sample_of_the_conformance_suite(node: str, package: Path) -> None:
    chapters = [make_chapter(name, cases=20) for name in SAMPLE]
    report = check_engine(chapters, [node, str(package / "conformance.mjs")])
    assert report.agrees, report
    assert not report.unanswered
    assert not report.declined
