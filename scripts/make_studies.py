"""Study the games of the documentation, and write src/tafl/lab/known.json and docs/_data/studies.json.

    python scripts/make_studies.py [NAME ...] [--races] [--jobs N] [--games N] [--race-games N]

With names, or --races, only these are made anew. All take about twenty minutes on two cores, compiled. The games are
the same on any machine; the times are not.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from hnefatafl import Region, Ruleset, Speed, variants
from tafl.lab import explore, study

ROOT: Final = Path(__file__).resolve().parents[1]
KNOWN: Final = ("brandubh", "copenhagen", "tablut")
FIGURES: Final = ROOT / "docs/_data/studies.json"
BRANDUBH: Final = variants.BRANDUBH
SEEDS: Final = ("hnefatafl-13", "hnefatafl-11", "foteviken-tablut", "madera-tablut")
STUDIED: Final = (*KNOWN, *SEEDS)


def trimmed(found: dict[str, Any]) -> dict[str, Any]:
    """Return a study without the counts of each square."""
    for result in found["results"]:
        del result["visits"]
    return found


PLANTED: Final = (
    ("brandubh with a king of one step", BRANDUBH.evolve(name="one step", speed=Speed(king=1)), "speed.king = any"),
    ("brandubh with the edge as the king's goal", BRANDUBH.evolve(name="edge", escape=Region.EDGE), "goal = corners"),
)
"""Rulesets that were unbalanced on purpose, and the change that restores each."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the studies of these rulesets anew")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--race-games", type=int, default=12_000)
    parser.add_argument("--races", action="store_true", help="only the races anew")
    options = parser.parse_args()
    if unknown := set(options.names) - set(STUDIED):
        parser.error(f"no study of {', '.join(sorted(unknown))}; there are those of {', '.join(STUDIED)}")
    told: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    with ProcessPoolExecutor(options.jobs) as executor:
        for name in options.names or (() if options.races else STUDIED):
            found = study(variants.get(name), games=options.games, executor=executor)
            told["studies"][name] = trimmed(found.as_json())
            print(found, flush=True)
        if options.races or not options.names:
            told["races"] = [race(*planted, executor, options.race_games) for planted in PLANTED]
    told["machine"] = f"{platform.machine()}, {options.jobs} processes, Python {platform.python_version()}"
    told["minutes"] = round(sum(each["seconds"] for each in told["studies"].values()) / 60, 1)
    write(ROOT / "src/tafl/lab/known.json", {name: told["studies"][name] for name in KNOWN})
    write(FIGURES, told)


def race(title: str, rules: Ruleset, back: str, executor: Executor, games: int) -> dict[str, Any]:
    """Let the changes of a lopsided ruleset race."""
    began = time.monotonic()
    found = explore(rules, strength="100", games=games, executor=executor)
    print(found, flush=True)
    told = found.as_json()
    changes = told["changes"]
    return {
        "title": title,
        "games": sum(each["games"] for each in (told["base"], *changes)),
        "nodes": 100,
        "seed": found.conditions.seed,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "changes": len(changes),
        "left": sum(each["left"] is not None for each in changes),
        "back": back,
        "shown": [told["base"], *(each for at, each in enumerate(changes) if at < 8 or each["label"] == back)],
        "nearer": told["nearer"],
    }


def write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
