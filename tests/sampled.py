"""The sample of the kernel's language as a module in WebAssembly, and what is different in it."""

from __future__ import annotations

import inspect
import itertools
import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import transpiler_sample

if TYPE_CHECKING:
    from transpiler.program import Problem

NUMBERS: Final = range(-9, 10)


def transpile_module(path: Path, source: str, live: object) -> tuple[str, list[Problem]]:
    """Return what is written of one module, and what cannot be."""
    # Not before: planted faults have a transpiler of their own.
    from transpiler.output import write_program
    from transpiler.program import Program
    from transpiler.statements import Blocks

    program = Program()
    tables = "class Repeats:\n    count: i64\nclass Tables:\n    n: i64\n"  # which every program has
    program.add("_kernel.tables", Path("tables.py"), tables, SimpleNamespace())
    program.add("sample", path, source, live)
    return write_program(program, Blocks(False)), program.problems


def write_sample(path: Path) -> None:
    """Write the sample in AssemblyScript; all of it must be written.

    Raises:
        ValueError: some of it is not.
    """
    source = Path(transpiler_sample.__file__)
    text, problems = transpile_module(source, source.read_text("utf-8"), transpiler_sample)
    path.write_text(text, "utf-8")
    if problems:
        raise ValueError("\n".join(map(str, problems)))


def build_sample(wasm: Path, level: int) -> Path:
    """Build the module from ``build/sample.ts`` in that folder of the transpiler."""
    asc = ["node_modules/.bin/asc", "build/sample.ts", "--target", "checked", "--outFile", "build/sample.wasm"]
    subprocess.run(
        [*asc, "--optimizeLevel", str(level), "--disableWarning"], cwd=wasm, check=True, capture_output=True, text=True
    )
    return wasm / "build" / "sample.wasm"


def compare_sample(node: str, wasm: Path, module: Path) -> dict[str, tuple[int, int]]:
    """Return the first two numbers for which each function returns another one than in Python."""
    functions = {
        name: function
        for name, function in inspect.getmembers(transpiler_sample, inspect.isfunction)
        if function.__module__ == transpiler_sample.__name__
        and not name.startswith("_")
        and [*inspect.signature(function).parameters] == ["a", "b"]
    }
    command = [node, str(wasm / "sample.mjs"), str(module), str(NUMBERS[0]), str(NUMBERS[-1]), *functions]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    returned: dict[str, list[str]] = json.loads(done.stdout)
    different: dict[str, tuple[int, int]] = {}
    for name, function in functions.items():
        for (a, b), text in zip(itertools.product(NUMBERS, repeat=2), returned[name], strict=True):
            if function(a, b) != int(text):
                different.setdefault(name, (a, b))
    return different
