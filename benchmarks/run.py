"""How fast the library is, as ratios of one run on one machine.

    python benchmarks/run.py [--quick] [--rounds N] [--json FILE] [--hold] [--renew] [MEASURE ...]

Side by side are measured this interpreter's installed build (if it is compiled), the uncompiled sources beside this
file, python-chess where it is installed, and a C program of the core of the rules (``core.c``) where there is a C
compiler. Each is a process of its own; they take turns, a slice of processor time each, and the ratios are medians over
the rounds. Only the ratios mean anything: the absolute figures say more about the machine and its load.

With ``--hold`` the run fails where a ratio stays below four fifths of what was reached before (``reached.py``).
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

import reached
import report
from contenders import Contender, available, build_core, build_of_kernel
from measures import archive_of
from plan import GROWTH, LEARNING, MEASURES, SEARCHING, TARGETS, Group, Lane, groups

import hnefatafl

BUILDS: Final = {
    "whole": "compiled as one unit, as a release is",
    "units": "compiled in two units, as pip installs it from sources",
    "parts": "compiled module by module, as an editable installation is",
    "unknown": "compiled by an untried mypy",
    "none": "uncompiled",
}
"""The builds in words."""
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
        "library": f"tafl {hnefatafl.__version__}, {BUILDS[build_of_kernel()]}",
        "compiler": compiler or "none found",
    }


def run(
    rounds: int, seconds: float, quick: bool, measures: Collection[str], hold: bool
) -> tuple[dict[str, Any], list[str]]:
    """Measure everything, or some of it; return that, and if asked what falls short of what was reached before."""
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
        result = {
            "machine": machine(core[1] if core else None),
            "settings": {"rounds": rounds, "seconds": seconds, "quick": quick},
            "archive": {"source": source, "games": len(lines), "plies a game": round(plies_a_game, 1)},
            "targets": aims,
            "ratios": report.ratios(values),
            "figures": report.figures(values),
        }
        fallen: list[str] = []
        if hold:
            fallen = reached.fallen(
                reached.found_in(result),
                reached.known(),
                lambda target, rounds: measured(running, target.group(rounds), SECONDS),
            )
    return result, fallen


KNOWN: Final = (*MEASURES, *SEARCHING, *LEARNING, *GROWTH)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured into this file")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each takes its turn ({ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it runs")
    parser.add_argument("--hold", action="store_true", help="fail where a ratio falls short of what was reached before")
    parser.add_argument("--renew", action="store_true", help=f"write ratios better than ever into {reached.FILE.name}")
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"only some of {', '.join(KNOWN)}")
    options = parser.parse_args()
    if set(options.measures) - set(KNOWN):
        parser.error(f"the measures are {', '.join(KNOWN)}")
    rounds, seconds = (1, QUICK) if options.quick else (max(1, options.rounds), SECONDS)
    if options.quick and options.renew:
        parser.error("one short round renews nothing: its ratios are noise")
    result, fallen = run(rounds, seconds, options.quick, options.measures, options.hold)
    print(*report.table(result), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    if options.renew:
        reached.write_better(reached.found_in(result))
    if fallen:
        print("", "below four fifths of what was reached before:", *fallen, sep="\n")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
