"""The committed faults: each can still be planted, and the test that should notice it exists."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from faults import FAULTS, SOURCES, test_file
from mutants import MUTANTS, changed, is_outside_of_functions

EVERY: Final = (*MUTANTS, *FAULTS)
WITHOUT: Final = {"schema"}
"""Folders without code of their own."""
TWO: Final = """
import sys
import mutants
one = next(each for each in mutants.MUTANTS if each.name == "three-sides")
mutants.MUTANTS[:] = [one, one._replace(name="blind", killer="kernel/test_options.py::test_size")]
mutants.FAULTS.clear()
sys.exit(mutants.main([]))
"""
"""Plants a fault twice, and has another test look for it the second time."""


def test_there_are_five_in_every_package() -> None:
    assert len({each.name for each in EVERY}) == len(EVERY)
    assert len({(each.module, each.old, each.new) for each in EVERY}) == len(EVERY)
    assert len(MUTANTS) >= 100
    packages = {path.name for path in SOURCES.glob("*/*/") if list(path.glob("*.py"))} - WITHOUT
    assert {each.package for each in FAULTS} >= packages - {"_kernel"} | {"explorer", "sphinxext"}
    few = {package: sum(each.package == package for each in EVERY) for package in packages}
    assert [package for package, number in few.items() if number < 5] == []


def test_every_fault_can_be_planted() -> None:
    """The edit finds its place, and changes what a function does, or outside of the kernel what a module holds."""
    assert [each.name for each in EVERY if not changed(each)] == []
    assert [each.name for each in MUTANTS if is_outside_of_functions(each)] == []


@cache
def named_tests(path: Path) -> frozenset[str]:
    """The named tests in a file."""
    return frozenset(named(ast.parse(path.read_text("utf-8"))))


def named(tree: ast.Module) -> Iterator[str]:
    """The tests in it that do not draw their examples, those of classes with the class."""
    for each in tree.body:
        if isinstance(each, ast.ClassDef):
            inner = ast.Module(each.body, [])
            yield from (f"{each.name}::{name}" for name in named(inner))
        elif isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
            if not any(isinstance(by, ast.Call) and ast.unparse(by.func) == "given" for by in each.decorator_list):
                yield each.name


def test_a_named_test_looks_for_every_fault() -> None:
    killers = [(each.name, *each.killer.split("::", 1)) for each in EVERY]
    assert [name for name, file, test in killers if test.partition("[")[0] not in named_tests(test_file(file))] == []


@pytest.mark.needs_host
@pytest.mark.skipif(not hasattr(os, "fork"), reason="faults are planted in forks")
def test_what_survives_is_told() -> None:
    tests = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", TWO], cwd=tests, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[0].startswith("blind (captures): a king of three sides")
    assert done.stdout.splitlines()[-1].startswith("1 of 2 faults noticed in ")
