"""How fast the library is, as ratios of one run on one machine.

    python benchmarks/run.py [--quick] [--rounds N] [--json FILE] [MEASURE ...]

Side by side are measured this interpreter's installed build (if it is compiled), the uncompiled sources beside this
file, python-chess where it is installed, and a C program of the core of the rules (``core.c``) where there is a C
compiler. Each is a process of its own; they take turns, a slice of processor time each, and the ratios are medians over
the rounds. Only the ratios mean anything: the absolute figures say more about the machine and its load.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import report
from contenders import Contender, available, build_core
from measures import archive_of
from plan import GROWTH, LEARNING, MEASURES, SEARCHING, TARGETS, Group, Lane, groups

import hnefatafl

ROUNDS = 7
SECONDS = 0.1
"""The minimum time of each slice, in seconds."""
QUICK = 0.01


def measured(running: dict[str, Contender], group: Group, seconds: float) -> dict[Lane, list[float]]:
    """Run the contenders in turn."""
    print(f"{group.lanes[0].measure}, {len(group.lanes)} lanes, {group.rounds} rounds", file=sys.stderr)
    values: dict[Lane, list[float]] = {lane: [] for lane in group.lanes}
    for _ in range(group.rounds):
        for lane in group.lanes:
            values[lane].append(running[lane.contender].ask(lane, seconds))
    return values


def machine(compiler: str | None) -> dict[str, str]:
    """Return the machine and the versions of this run."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    load = f", load {os.getloadavg()[0]:.1f} at the end" if hasattr(os, "getloadavg") else ""
    return {
        "processor": f"{model}, {os.cpu_count()} cores{load}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "library": f"tafl {hnefatafl.__version__}, {'compiled' if hnefatafl.COMPILED else 'uncompiled'}",
        "compiler": compiler or "none found",
    }


def run(rounds: int, seconds: float, quick: bool, measures: Collection[str]) -> dict[str, Any]:
    """Measure everything, or some of it."""
    source, lines = archive_of("copenhagen")
    plies_a_game = sum(len(line.split(",")[0].split()) for line in lines) / len(lines)
    aims: list[dict[str, Any]] = []
    values: dict[Lane, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        core = build_core(Path(folder))
        commands = available(core[0] if core else None, hnefatafl.COMPILED)
        running = {name: stack.enter_context(Contender(command)) for name, command in commands.items()}
        for target in TARGETS:
            wanted = not measures or target.above.measure in measures
            able = all(lane.contender in running for lane in target.lanes) and not (quick and target.slow)
            found = measured(running, target.group(rounds), seconds) if wanted and able else {}
            aims.append(report.aim(target, found, plies_a_game))
        for group in groups(running, quick, rounds):
            if not measures or group.measure in measures:
                values |= measured(running, group, seconds)
    return {
        "machine": machine(core[1] if core else None),
        "settings": {"rounds": rounds, "seconds": seconds, "quick": quick},
        "archive": {"source": source, "games": len(lines), "plies a game": round(plies_a_game, 1)},
        "targets": aims,
        "ratios": report.ratios(values),
        "figures": report.figures(values),
    }


KNOWN: Final = (*MEASURES, *SEARCHING, *LEARNING, *GROWTH)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured into this file")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each takes its turn ({ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it runs")
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"only some of {', '.join(KNOWN)}")
    options = parser.parse_args()
    if set(options.measures) - set(KNOWN):
        parser.error(f"the measures are {', '.join(KNOWN)}")
    rounds, seconds = (1, QUICK) if options.quick else (max(1, options.rounds), SECONDS)
    result = run(rounds, seconds, options.quick, options.measures)
    print(*report.table(result), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
