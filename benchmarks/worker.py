"""A process that runs measures on request.

    python benchmarks/worker.py installed|pure|chess            answers the lines of its standard input
    python benchmarks/worker.py installed|pure|chess --import   prints how long the import takes

A line is ``SUBJECT MEASURE ARGUMENT SECONDS``. The work is repeated for at least that many seconds of processor
time, and the answer is a line with the number of units per second. A measure of memory runs once, and the answer is
its number of bytes.
"""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False  # nothing is imported here that the measured import may need too
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import FileFinder


def use_sources() -> None:
    """Import the package from the uncompiled sources beside this file."""
    from importlib.machinery import FileFinder, SourceFileLoader
    from pathlib import Path

    sources = Path(__file__).resolve().parents[1] / "src"

    def uncompiled(path: str) -> FileFinder:
        """A finder that ignores the compiled modules that an editable installation puts among the sources."""
        if not Path(path).resolve().is_relative_to(sources):
            raise ImportError(path)
        return FileFinder(path, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, uncompiled)
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(sources))


def time_import(what: str) -> None:
    begin = time.process_time()
    __import__(what)
    print(time.process_time() - begin)


def rate(work: Callable[[], int], least: float) -> float:
    """Return the units of work per second of processor time."""
    import gc

    gc.collect()
    gc.freeze()  # objects left over from other work are not searched again
    done = 0
    begin = time.process_time()
    while True:
        done += work()
        spent = time.process_time() - begin
        if spent >= least:
            return done / spent


def serve(contender: str) -> None:
    if contender == "chess":
        from chess_measures import MEASURES as measures
    else:
        from measures import MEASURES as measures
    known: dict[tuple[str, str, int], Callable[[], int]] = {}
    for line in sys.stdin:
        subject, measure, argument, least = line.split()
        key = subject, measure, int(argument)
        if key not in known:
            known[key] = measures[measure](subject, int(argument))
        work = known[key]
        print(work() if measure.endswith("memory") else rate(work, float(least)), flush=True)


def main() -> None:
    contender = sys.argv[1]
    if contender == "pure":
        use_sources()
    if "--import" in sys.argv:
        time_import("chess" if contender == "chess" else "hnefatafl")
    else:
        serve(contender)


if __name__ == "__main__":
    main()
