"""Processes that the library starts: they do not run the script of the caller."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.needs_host

TOP: Final = """
import multiprocessing, sys
print("top level of", __name__, flush=True)
from hnefatafl import Position, variants
from hnefatafl.support.worker_pool import Pool
from hnefatafl.search import Limit, Searcher, analyse
"""
SEARCH: Final = """
start = Position.initial(variants.BRANDUBH)
with Searcher(memory=1, jobs=2) as searcher:
    searcher.analyse(start, Limit(seconds=30), stop=lambda: searcher._helpers.nodes > 0)
    print("helped", searcher._helpers.nodes > 0, len(multiprocessing.active_children()), flush=True)
print(analyse(start, Limit(depth=3), jobs=2).depth, flush=True)
"""
POOL: Final = """
import os
with Pool(2) as pool:
    found = {pool.submit(os.getpid).result() for _ in range(2)}
    print("worked", found and os.getpid() not in found, flush=True)
"""
EXTRA: Final = """
def nothing(board, move, side, position):
    return []

def search():
    rules = variants.BRANDUBH.evolve(name="own", extra_captures=[nothing])
    start = Position.initial(rules)
    with Searcher(memory=1, jobs=2) as searcher:
        for each in (Position.initial(variants.BRANDUBH), start):
            searcher.analyse(each, Limit(seconds=30), stop=lambda: searcher._helpers.nodes > 0)
        print("helped", searcher._helpers.nodes > 0, flush=True)
    with Pool(1) as pool:
        print("worked", pool.submit(len, [1, 2]).result(), pool.submit(nothing, 1, 2, 3, 4).result(), flush=True)
"""
GUARDED: Final = """
if __name__ == "__main__":
    search()
"""
UNGUARDED: Final = """
search()
"""
WAYS: Final = ("file", "module", "command", "stdin")


def run(text: str, way: str, folder: Path) -> tuple[list[str], str]:
    """Run a script in one of the ways in which Python runs one; return the lines it prints, and what it says wrong."""
    path = folder / "script.py"
    path.write_text(text, "utf-8")
    more = {"file": [str(path)], "module": ["-m", "script"], "command": ["-c", text], "stdin": ["-"]}[way]
    done = subprocess.run(
        [sys.executable, "-W", "error", *more], input=text if way == "stdin" else "", cwd=folder, timeout=120,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_helpers_do_not_run_the_script(way: str, tmp_path: Path) -> None:
    """ "jobs=2 in a plain script": its top level runs once, and two processes search."""
    assert run(TOP + SEARCH, way, tmp_path) == (["top level of __main__", "helped True 1", "3"], "")


@pytest.mark.parametrize("way", WAYS)
def test_workers_do_not_run_the_script(way: str, tmp_path: Path) -> None:
    assert run(TOP + POOL, way, tmp_path) == (["top level of __main__", "worked True"], "")


@pytest.mark.parametrize("way", ["file", "module"])
def test_a_function_of_the_script_is_found(way: str, tmp_path: Path) -> None:
    """Only then the script is imported, once by each process; the other processes do not import it."""
    lines, errors = run(TOP + EXTRA + GUARDED, way, tmp_path)
    assert errors == ""
    assert lines == [
        "top level of __main__", "top level of __mp_main__", "helped True", "top level of __mp_main__", "worked 2 []",
    ]  # fmt: skip


@pytest.mark.long
def test_a_function_of_a_script_that_cannot_be_imported(tmp_path: Path) -> None:
    """A process that would start others while it imports the script says what to do."""
    _, errors = run(TOP + EXTRA.replace("seconds=30", "seconds=3") + UNGUARDED, "file", tmp_path)
    assert "put the calls of the script below `if __name__ == '__main__':`, or the function into a module" in errors


@pytest.mark.parametrize("way", ["command", "stdin"])
def test_a_function_that_was_typed_in(way: str, tmp_path: Path) -> None:
    """What has no file cannot be imported by others; a search in one process needs nobody to."""
    lines, errors = run(TOP + EXTRA + GUARDED, way, tmp_path)
    assert lines == ["top level of __main__"]
    assert errors.splitlines()[-1].startswith(
        "hnefatafl.errors.ArgumentValueError: jobs: another process cannot import"
    )
    alone = EXTRA.replace("jobs=2", "jobs=1").replace("stop=lambda: searcher._helpers.nodes > 0", "stop=lambda: True")
    lines, errors = run(TOP + alone.split("    with Pool")[0] + GUARDED, way, tmp_path)
    assert (lines, errors) == (["top level of __main__", "helped False"], "")
