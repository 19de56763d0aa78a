"""A process that does a piece of work when it is told to.

    python benchmarks/worker.py installed|pure|chess            answers the lines of its standard input
    python benchmarks/worker.py installed|pure|chess --import   tells how long the import takes

A line is ``SUBJECT MEASURE ARGUMENT SECONDS``. The work is repeated for at least so many seconds of processor
time, and the answer is a line with the units done in a second. What tells bytes is done once, and the answer
is what it tells.
"""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False  # nothing is imported here that the import of a library could be spared
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import FileFinder


def use_sources() -> None:
    """Import the package from the uncompiled sources beside this file."""
    from importlib.machinery import FileFinder, SourceFileLoader
    from pathlib import Path

    sources = Path(__file__).resolve().parents[1] / "src"

    def uncompiled(path: str) -> FileFinder:
        """A finder that passes over the compiled modules an editable installation leaves among the sources."""
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
    """Units of work a second of processor time."""
    import gc

    gc.collect()
    gc.freeze()  # what lies about from other work is not searched again while this is done
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
