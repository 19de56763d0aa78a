"""The processes that are compared with each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from plan import Lane

import hnefatafl

__all__ = ["HERE", "WORKER", "Contender", "available", "build_core", "build_of_kernel"]

HERE = Path(__file__).resolve().parent
WORKER = [sys.executable, str(HERE / "worker.py")]
OPTIONS = (["-std=c11", "-O3", "-march=native"], ["-std=c11", "-O3"])


class Contender:
    """A process that runs during the whole measurement, so that its start is not measured.

    Raises:
        RuntimeError: it gave no answer; what it said stands on standard error.
    """

    def __init__(self, command: list[str], environment: Mapping[str, str] | None = None) -> None:
        self.command = command
        self.environment = {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, lane: Lane, seconds: float) -> float:
        """Return the units of work per second, or bytes."""
        if lane.measure == "import":
            out = subprocess.run([*self.command, "--import"], env=self.environment, check=True, capture_output=True)
            return 1 / float(out.stdout)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{lane.subject} {lane.measure} {lane.argument} {seconds}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{lane}: no answer of {' '.join(self.command)}")
        return float(answer)

    def __enter__(self) -> Contender:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.communicate()


def build_core(folder: Path) -> tuple[Path, str] | None:
    """Compile the C program into the folder; return its path and compiler, or None without a compiler."""
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))), None)
    if compiler is None:
        return None
    program = folder / "core"
    for options in OPTIONS:
        done = subprocess.run([compiler, *options, "-o", str(program), str(HERE / "core.c")], check=False)
        if done.returncode == 0:
            version = subprocess.run([compiler, "--version"], check=False, capture_output=True, text=True).stdout
            return program, f"{(version.splitlines() or [compiler])[0]}, {' '.join(options)}"
    return None


def build_of_kernel() -> str:
    """Return of how many units of C the installed kernel is: whole, units, parts, or none if it is not compiled.

    ``setup.py`` says which of them is built when; a kernel of another mypy than the tried one does not say.
    """
    return str(getattr(import_module("tafl__mypyc"), "build", "unknown")) if hnefatafl.COMPILED else "none"


def available(core: Path | None, compiled: bool) -> dict[str, list[str]]:
    """Return the commands of the available contenders."""
    found = {"pure": [*WORKER, "pure"]}
    if core is not None:
        found["core"] = [str(core)]
    if compiled:
        found["compiled"] = [*WORKER, "installed"]
    if find_spec("chess") is not None:
        found["chess"] = [*WORKER, "chess"]
    return found
