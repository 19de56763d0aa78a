"""How fast one build is against another, as ratios of one run on one machine.

    python benchmarks/compare.py OLD NEW [--rounds 20] [--variant copenhagen] [MEASURE ...]

OLD and NEW are the ``src`` folders of two checkouts, compiled in place or not. Each runs in a
process of its own, with the worker, the measures and the subjects of its own checkout, so that public
names may differ. A folder without ``benchmarks`` beside it is measured by the worker beside this file.
The processes take turns in slices of a tenth of a second, so that both meet the same load, and beside
the median of the slices the best ones are compared, since a busy machine only slows.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

from contenders import HERE, Contender
from plan import MEASURES, PLAYING, lane
from subjects import SUBJECTS

SECONDS = 0.1


def checkout(sources: str) -> Contender:
    """A process that measures the library in that folder."""
    own = Path(sources).resolve().parent / "benchmarks" / "worker.py"
    worker = own if own.exists() else HERE / "worker.py"
    return Contender([sys.executable, str(worker), "installed"], {"PYTHONPATH": str(Path(sources).resolve())})


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast one build is against another, as ratios of one run.")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"some of {', '.join(MEASURES)}")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--variant", default="copenhagen", choices=SUBJECTS)
    options = parser.parse_args()
    if set(options.measures) - set(MEASURES):
        parser.error(f"the measures are {', '.join(MEASURES)}")
    with checkout(options.old) as old, checkout(options.new) as new:
        print(f"{options.variant}, new / old        best   median of slices")
        for measure in options.measures or PLAYING:
            work = lane("installed", measure, options.variant)
            found = [(old.ask(work, SECONDS), new.ask(work, SECONDS)) for _ in range(options.rounds)]
            best = max(after for _, after in found) / max(before for before, _ in found)
            median = statistics.median(after / before for before, after in found)
            print(f"  {measure:24} {best:8.2f} {median:8.2f}")


if __name__ == "__main__":
    main()
