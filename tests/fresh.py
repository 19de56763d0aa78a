"""The library against the reference and against the throws of the die, on examples that nobody has seen.

    python tests/fresh.py [--seeds N] [--examples N] [-k WORDS] [SEED ...]

Where tests are to find the same thing each time, Hypothesis draws the same examples each time. Here each run draws
others, by a seed that is chosen at random and printed, or by the seeds that are named. It prints those under which
something failed, with the command that shows it again, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from random import SystemRandom
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
FILES: Final = ("test_differential.py", "hnefatafl/play/test_threats.py")


def run(seed: int, examples: int, words: str) -> bool:
    """Run the tests on the examples of a seed; return whether they pass."""
    print(f"seed {seed}, {examples} examples", flush=True)
    chosen = ["-k", words] if words else []
    command = [sys.executable, "-m", "pytest", "-q", *FILES, *chosen, f"--hypothesis-seed={seed}"]
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "deep", "TAFL_EXAMPLES": str(examples)}
    return subprocess.run(command, cwd=TESTS, env=environment, check=False).returncode == 0


def main(arguments: list[str]) -> int:
    """Run the tests by each seed."""
    parser = argparse.ArgumentParser(description="compare the library with the reference on new examples")
    parser.add_argument("seed", type=int, nargs="*", help="these seeds, instead of random ones")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="so many random seeds (default: 1)")
    parser.add_argument("--examples", type=int, default=1000, metavar="N", help="the measure of examples (1000)")
    parser.add_argument("-k", dest="words", default="", metavar="WORDS", help="only tests whose names have these")
    options = parser.parse_args(arguments)
    seeds = options.seed or [SystemRandom().randrange(10**6) for _ in range(options.seeds)]
    failed = [seed for seed in seeds if not run(seed, options.examples, options.words)]
    for seed in failed:
        words = f" -k {options.words!r}" if options.words else ""
        print(f"failed: python tests/fresh.py {seed} --examples {options.examples}{words}")
    print(f"{len(seeds) - len(failed)} of {len(seeds)} seeds passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
