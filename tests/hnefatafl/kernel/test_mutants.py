"""The committed faults of the kernel: each can still be planted, and the test that should notice it exists."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from inspect import CO_OPTIMIZED
from types import CodeType
from typing import Final

import pytest
from mutants import MUTANTS, TESTS, Mutant, codes_in

TWO: Final = """
import sys
import mutants
one = next(each for each in mutants.MUTANTS if each.name == "three-sides")
mutants.MUTANTS[:] = [one, one._replace(name="blind", killer="kernel/test_options.py::test_size")]
sys.exit(mutants.main([]))
"""
"""Plants a fault twice, and has another test look for it the second time."""


def test_there_are_a_hundred() -> None:
    assert len({each.name for each in MUTANTS}) == len(MUTANTS) >= 100
    assert len({(each.module, each.old, each.new) for each in MUTANTS}) == len(MUTANTS)


def code_of(source: str, mutant: Mutant) -> dict[str, tuple[object, ...]]:
    """What the functions of a module do, by name."""
    codes = [code for code in codes_in(compile(source, str(mutant.path), "exec")) if code.co_flags & CO_OPTIMIZED]
    return {code.co_qualname: (code.co_code, code.co_names, constants(code), code.co_freevars) for code in codes}


def constants(code: CodeType) -> list[object]:
    """The constants of a function, but for the code of functions in it."""
    return [each for each in code.co_consts if not isinstance(each, CodeType)]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_fault_can_be_planted(mutant: Mutant) -> None:
    """The edit finds its place, and changes what a function does and nothing else."""
    source = mutant.path.read_text("utf-8")
    before, after = code_of(source, mutant), code_of(mutant.planted(source), mutant)
    assert before.keys() == after.keys()
    assert before != after


@cache
def named_tests(file: str) -> frozenset[str]:
    """The named tests in a file."""
    return frozenset(named(ast.parse((TESTS / file).read_text("utf-8"))))


def named(tree: ast.Module) -> Iterator[str]:
    """The tests in it that do not draw their examples."""
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
            if not any(isinstance(by, ast.Call) and ast.unparse(by.func) == "given" for by in each.decorator_list):
                yield each.name


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_named_test_looks_for_it(mutant: Mutant) -> None:
    file, _, test = mutant.killer.partition("::")
    assert test.partition("[")[0] in named_tests(file)


@pytest.mark.needs_host
@pytest.mark.skipif(not hasattr(os, "fork"), reason="faults are planted in forks")
def test_what_survives_is_told() -> None:
    done = subprocess.run([sys.executable, "-c", TWO], cwd=TESTS, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[0].startswith("blind (captures): a king of three sides")
    assert done.stdout.splitlines()[-1].startswith("1 of 2 faults noticed in ")
