"""Make the puzzles that ship with the library, all from own play (some minutes).

    python scripts/make_puzzles.py [--jobs 2]

From each ruleset some are taken, those first that show a theme which the others do not show yet, and the harder ones
before the easier ones.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from tafl.puzzles import Effort, Puzzle, find_puzzles, format_puzzles, own_games

TARGET: Final = Path(__file__).parents[1] / "src" / "tafl" / "puzzles" / "shipped.jsonl"
GAMES: Final = {
    **dict.fromkeys(("brandubh", "magpie", "ard-ri"), 20),
    **dict.fromkeys(("tablut", "saami-tablut", "sea-battle-9", "foteviken-tablut", "ashton-tablut"), 30),
    **dict.fromkeys(("tablut-linnaeus",), 30),
    **dict.fromkeys(("copenhagen", "fetlar", "tawlbwrdd"), 20),
    **dict.fromkeys(("brandubh-2", "ard-ri-39", "magpie-circle"), 20),
}
"""How many games of each ruleset are searched."""
EACH: Final = 7
"""How many puzzles of a ruleset are taken at most."""
SEED: Final = 1


def found_in(name: str) -> list[Puzzle]:
    """The puzzles in own games by a ruleset."""
    return list(find_puzzles(own_games(name, GAMES[name], seed=SEED), Effort(last=12)))


def chosen(puzzles: list[Puzzle], shown: Counter[str]) -> list[Puzzle]:
    """Some of the puzzles, the easiest first."""
    left, taken = list(puzzles), list[Puzzle]()
    while left and len(taken) < EACH:
        best = max(left, key=lambda each: (sum(1 / (1 + shown[str(theme)]) for theme in each.themes), each.grade))
        left.remove(best)
        taken.append(best)
        shown.update(map(str, best.themes))
    return sorted(taken, key=lambda each: each.grade)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    shown = Counter[str]()
    puzzles: list[Puzzle] = []
    with ProcessPoolExecutor(parser.parse_args().jobs) as executor:
        for name, found in zip(GAMES, executor.map(found_in, GAMES), strict=True):
            some = chosen(found, shown)
            puzzles += some
            print(f"{name}: {len(found)} puzzles, {len(some)} taken", flush=True)
    TARGET.write_text("".join(f"{line}\n" for line in format_puzzles(puzzles)), encoding="utf-8")
    print(len(puzzles), "puzzles,", dict(shown))


if __name__ == "__main__":
    main()
