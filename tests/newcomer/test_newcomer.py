"""The first hour: what users of python-chess do first, each as a short program that uses only what the guides teach."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import Final

import pytest

PROGRAMS: Final = sorted(Path(__file__).parent.glob("[0-9]*.py"))
MOST_NAMES: Final = 24
MOST_MODULES: Final = 4


def imported() -> set[tuple[str, str]]:
    """The modules of the library that the programs import from, with the names."""
    return {
        (node.module, alias.name)
        for path in PROGRAMS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").partition(".")[0] in ("hnefatafl", "tafl")
        and node.module
        for alias in node.names
    }


@pytest.mark.needs_host
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_newcomer_gets_along(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path))


def test_few_names_are_needed() -> None:
    found = imported()
    assert len({name for _, name in found}) <= MOST_NAMES
    assert len({module for module, _ in found}) <= MOST_MODULES
