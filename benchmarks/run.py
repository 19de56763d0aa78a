"""How fast the kernel is, as ratios of one run on one machine.

    python benchmarks/run.py [--json FILE] [--quick]

Measures full Copenhagen rules (shieldwall, exit fort, encirclement, repetition) in
this interpreter's installed build and, in a process of its own, in the uncompiled
sources beside this file; and python-chess's copy-and-push loop, where it is
installed, for comparison with another board game library. Only the ratios mean
anything: the absolute figures say more about the machine and its load.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parent.parent / "src"
MEASURES = ("perft_bulk", "perft_made", "api_loop", "playouts", "api_playouts")


def measure(work: Callable[[], int], least: float) -> float:
    """Units of work a second of processor time, repeating the work for at least so many seconds."""
    done = 0
    start = time.process_time()
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= least:
            return done / spent


def tafl_figures(least: float) -> dict[str, float]:
    """The figures of the package as it is imported here."""
    from hnefatafl import COMPILED, Position, perft, playout, variants

    start = Position.initial(variants.COPENHAGEN)
    depth = 3 if COMPILED else 2
    seeds = iter(range(10**9))
    dice = random.Random(1)

    def api_loop(position: Position, left: int) -> int:
        nodes = 0
        for move in position.legal_moves():
            child = position.play(move)
            nodes += 1 if left == 1 else api_loop(child, left - 1)
        return nodes

    def api_playout() -> int:
        position = start
        while moves := position.legal_moves():
            position = position.play(moves[dice.randrange(len(moves))])
        return position.ply

    return {
        "perft_bulk": measure(lambda: perft(start, depth), least),
        "perft_made": measure(lambda: perft(start, depth, bulk=False), least),
        "api_loop": measure(lambda: api_loop(start, 2), least),
        "playouts": measure(lambda: playout(start, seed=next(seeds)).plies, least),
        "api_playouts": measure(api_playout, least),
    }


def chess_figures(least: float) -> dict[str, float] | None:
    """python-chess's loops of copy and push from its start position, or None where it is not installed.

    ``api_loop`` copies the board with its history, which our positions carry too;
    ``api_loop_bare`` copies it without, so that repetition is forgotten.
    """
    try:
        import chess
    except ImportError:
        return None

    def loop(board: Any, left: int, stack: bool) -> int:
        nodes = 0
        for move in board.legal_moves:
            child = board.copy(stack=stack)
            child.push(move)
            nodes += 1 if left == 1 else loop(child, left - 1, stack)
        return nodes

    return {
        "api_loop": measure(lambda: loop(chess.Board(), 3, True), least),
        "api_loop_bare": measure(lambda: loop(chess.Board(), 3, False), least),
    }


def child(mode: str, least: float) -> dict[str, Any] | None:
    """The figures of one kind, measured in a process of its own."""
    command = [sys.executable, __file__, "--child", mode, "--least", str(least)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] | None = json.loads(out)
    return found


def uncompiled(path: str) -> FileFinder:
    """A finder that passes over the compiled modules an editable installation leaves among the sources."""
    if not Path(path).resolve().is_relative_to(SOURCES):
        raise ImportError(path)
    return FileFinder(path, (SourceFileLoader, [".py"]))


def use_sources() -> None:
    """Import the package from the uncompiled sources beside this file."""
    sys.path_hooks.insert(0, uncompiled)
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(SOURCES))


def run(least: float, rounds: int) -> dict[str, Any]:
    """Measure in turn, several rounds, and take the medians of the ratios within each round."""
    results: list[dict[str, Any]] = []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        results.append({kind: child(kind, least) for kind in ("installed", "pure", "chess")})
    ratios: dict[str, float] = {}
    pairs = [(f"installed / pure, {name}", "installed", name, "pure", name) for name in MEASURES]
    for build in ("installed", "pure"):
        pairs.append((f"{build} / python-chess, api_loop", build, "api_loop", "chess", "api_loop"))
        pairs.append((f"{build} / python-chess without history", build, "api_loop", "chess", "api_loop_bare"))
    for label, above, ours, below, theirs in pairs:
        values = [r[above][ours] / r[below][theirs] for r in results if r[above] and r[below]]
        if values:
            ratios[label] = round(statistics.median(values), 2)
    from hnefatafl import COMPILED

    machine = f"{platform.machine()}, Python {platform.python_version()}, {platform.system()}"
    return {"compiled": COMPILED, "machine": machine, "ratios": ratios, "rounds": results}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write everything measured into this file")
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it runs")
    parser.add_argument("--child", choices=("installed", "pure", "chess"), help=argparse.SUPPRESS)
    parser.add_argument("--least", type=float, default=1.0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        if options.child == "pure":
            use_sources()
        figures = chess_figures(options.least) if options.child == "chess" else tafl_figures(options.least)
        print(json.dumps(figures))
        return
    result = run(0.05, 1) if options.quick else run(1.0, 5)
    print(f"installed build: {'compiled' if result['compiled'] else 'uncompiled'}; {result['machine']}")
    for label, ratio in result["ratios"].items():
        print(f"  {label:45} {ratio:8.2f}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
