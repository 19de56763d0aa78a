"""Play a match against the player of an earlier revision of the sources: what a change of the search must not lose.

    python benchmarks/against.py [--revision aa252301] [--variant copenhagen] [--games 40] [--seconds 0.1] [--jobs 2]
        [--output match.jsonl]

The revision is installed once into a folder in ``build``, compiled in place as this one is. Both are engines
in processes of their own, and each is given so many seconds a move. ``tafl arena`` plays the match and tells what the
first, this one, takes of all games, as attackers and as defenders, with 95 % intervals. The default revision is the one
before the library and the program were parted, from whose player no later one should lose.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
REVISION: Final = "aa252301"


def install_revision(revision: str) -> Path:
    """Return the command of a revision, which is installed if it is not there yet."""
    home = ROOT / "build" / "revisions" / revision
    command = home / ".venv" / "bin" / "tafl"
    if not command.exists():
        home.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(home)], input=archive, check=True)
        subprocess.run([sys.executable, "-m", "venv", str(home / ".venv")], check=True)
        pip = [str(home / ".venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--editable", str(home)], check=True)
    return command


def main() -> int:
    parser = argparse.ArgumentParser(description="Play a match against the player of an earlier revision.")
    parser.add_argument("--revision", default=REVISION)
    parser.add_argument("--variant", default="copenhagen")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    revision = subprocess.run(
        ["git", "rev-parse", "--short=8", f"{options.revision}^{{commit}}"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    own = Path(sys.executable).with_name("tafl")
    players = [f"now=ugi:{own} engine", f"{revision}=ugi:{install_revision(revision)} engine"]
    numbers = {name: getattr(options, name) for name in ("games", "plies", "seconds", "seed", "jobs")}
    command = [str(own), "arena", options.variant, *players]
    command += [text for name, number in numbers.items() for text in (f"--{name}", str(number))]
    command += ["--output", str(options.output)] if options.output else []
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
