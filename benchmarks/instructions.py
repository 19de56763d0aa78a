"""How many instructions a unit of work takes: the same in every run, whatever else the machine does.

    python benchmarks/instructions.py [--hold] [--renew] [MEASURE ...]

The installed build works under valgrind, which counts. Each measure is the difference of two processes, of which one
does it more often. What was counted before is in ``instructions.json``, by the build, its compiler and Python, since
each of them changes it. With ``--hold`` the run fails where a count is above 1.1 of that; ``--renew`` writes the counts
into the file. Without valgrind nothing is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from contenders import HERE, WORKER, build_of_kernel
from measures import MEASURES
from plan import UNITS

__all__ = ["COUNTED", "FILE", "list_risen"]

FILE: Final = HERE / "instructions.json"
MOST: Final = 1.1
SUBJECT: Final = "copenhagen"
COUNTED: Final = {
    "perft_made": 2,
    "perft_bulk": 2,
    "playouts": 0,
    "api_loop": 1,
    "play_outcome": 0,
    "make_outcome": 0,
}
"""The measures and their arguments."""
TIMES: Final = {"perft_made": 10, "perft_bulk": 40, "playouts": 40, "api_loop": 40}
"""How often the work of a measure is done, so that it takes millions of instructions; twice unless it stands here."""


def build_name() -> str:
    """Return what the counts hold for: the build of the kernel, its compiler, Python and the machine."""
    told = subprocess.run(["cc", "--version"], check=False, capture_output=True, text=True).stdout
    compiler = told.partition("\n")[0]
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{build_of_kernel()}, {compiler}, Python {python}, {platform.system()} {platform.machine()}"


def count(valgrind: str, extra: str | None) -> int:
    """Return the instructions of a process that does the work of all measures once, and of one of them more often."""
    lines = [f"{SUBJECT} {measure} {argument} 0\n" for measure, argument in COUNTED.items()]
    if extra is not None:
        lines += [f"{SUBJECT} {extra} {COUNTED[extra]} 0\n"] * TIMES.get(extra, 2)
    command = [valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    command += [*WORKER, "installed"]
    done = subprocess.run(command, input="".join(lines), env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", ""))


def count_units(measure: str) -> int:
    """Return how many units of work a measure does in those times."""
    work = MEASURES[measure](SUBJECT, COUNTED[measure])
    work()
    return sum(work() for _ in range(TIMES.get(measure, 2)))


def list_risen(found: Mapping[str, float], known: Mapping[str, float]) -> list[str]:
    """Return a line for each measure that takes more than 1.1 times as many instructions as before."""
    return [
        f"{measure}: {value:,.0f} instructions, {value / known[measure]:.2f} times as many as {known[measure]:,.0f}"
        for measure, value in found.items()
        if value > MOST * known.get(measure, value)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold", action="store_true", help="fail where a count is above 1.1 of the one in the file")
    parser.add_argument("--renew", action="store_true", help=f"write the counts into {FILE.name}")
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"only some of {', '.join(COUNTED)}")
    options = parser.parse_args()
    if set(options.measures) - set(COUNTED):
        parser.error(f"the measures are {', '.join(COUNTED)}")
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("valgrind was not found: no instructions are counted")
        return
    counts = json.loads(FILE.read_text("utf-8"))
    name = build_name()
    known: dict[str, float] = counts.get(name, {})
    print(name if known else f"{name}: no counts to compare with")
    base = count(valgrind, None)
    found: dict[str, float] = {}
    for measure in options.measures or COUNTED:
        found[measure] = round((count(valgrind, measure) - base) / count_units(measure), 1)
        before = f", {found[measure] / known[measure]:.3f} of before" if measure in known else ""
        unit = UNITS.get(measure, "plies")
        print(f"{measure:14} {found[measure]:10,.1f} instructions, {unit}{before}", flush=True)
    if options.renew:
        counts[name] = {**known, **found}
        FILE.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    risen = list_risen(found, known)
    if options.hold and risen:
        sys.exit("\n".join(["more instructions than before:", *risen]))


if __name__ == "__main__":
    main()
