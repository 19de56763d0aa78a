"""Add puzzles to those that ship, or prove them anew.

    tafl puzzles --own copenhagen --games 2000 --seed 2 --last 12 -o found.jsonl
    python scripts/make_puzzles.py found.jsonl ...
    python scripts/make_puzzles.py --check [--every N]

Puzzles are only added at the end of the file, since the place of a puzzle is its number. They are taken from files that
``tafl puzzles`` has found in own play, until there are as many of each ruleset as :data:`WANTED` says: one of a game at
most, those first that show a theme, or are won by a side, of which there are few by the ruleset yet, and the harder
ones before the easier ones. Their numbers are mixed, so that the rulesets and the grades take turns.

``--check`` looks for the puzzle in each position again, which has to be the same, with the same proof. A search that
has changed may find another grade, which is then written by hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from tafl.puzzles import Effort, Puzzle, find_puzzle, format_puzzles, read_puzzles, shipped

TARGET: Final = Path(__file__).parents[1] / "src" / "tafl" / "puzzles" / "shipped.jsonl"
WANTED: Final = {
    "copenhagen": 200,
    "brandubh": 320,
    "tablut": 345,
    **dict.fromkeys(("saami-tablut", "tablut-linnaeus", "magpie", "ard-ri"), 33),
    **dict.fromkeys(("tawlbwrdd", "foteviken-tablut", "sea-battle-9", "brandubh-2", "magpie-circle", "ard-ri-39"), 29),
    **dict.fromkeys(("hnefatafl-11", "fetlar", "ashton-tablut"), 12),
}
"""How many puzzles of each ruleset are to ship."""
EFFORT: Final = Effort(others=2_000_000)
"""With what effort those that ship are proved anew: enough that a search that has changed proves them, too."""
SEED: Final = 1


def game_of(puzzle: Puzzle) -> str:
    """The game that a puzzle is from."""
    return f"{puzzle.ruleset.name}, {puzzle.source.rpartition(', ply ')[0]}"


def features(puzzle: Puzzle) -> list[str]:
    """What a puzzle adds to the variety of others."""
    return [puzzle.winner.value, *map(str, puzzle.themes)]


def choose(found: list[Puzzle], known: list[Puzzle], count: int) -> list[Puzzle]:
    """So many of the puzzles that were found by a ruleset, or all that there are, one of a game that is not known."""
    shown = Counter(each for puzzle in known for each in features(puzzle))
    games = {game_of(puzzle) for puzzle in known}
    left, taken = list(found), list[Puzzle]()
    while len(taken) < count and (left := [each for each in left if game_of(each) not in games]):
        best = max(left, key=lambda each: (sum(1 / (1 + shown[one]) for one in features(each)), each.grade))
        taken.append(best)
        games.add(game_of(best))
        shown.update(features(best))
    return taken


def mix(chosen: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """The puzzles of all rulesets, those of each spread evenly, in an order that does not depend on their grades."""
    placed: list[tuple[float, Puzzle]] = []
    for name, puzzles in chosen.items():
        shuffled = Random(f"{SEED} {name}").sample(puzzles, len(puzzles))
        first = Random(f"{name} {SEED}").random()
        placed += (((index + first) / len(shuffled), puzzle) for index, puzzle in enumerate(shuffled))
    return [puzzle for _, puzzle in sorted(placed, key=lambda each: each[0])]


def add(files: list[Path]) -> None:
    """Add puzzles of these files."""
    found: dict[str, list[Puzzle]] = {}
    for file in files:
        for puzzle in read_puzzles(file.read_text("utf-8").splitlines()):
            found.setdefault(puzzle.ruleset.name, []).append(puzzle)
    chosen: dict[str, list[Puzzle]] = {}
    for name, count in WANTED.items():
        known = [puzzle for puzzle in shipped() if puzzle.ruleset.name == name]
        chosen[name] = choose(found.get(name, []), known, count - len(known))
        print(f"{name}: {len(known)} ship, {len(chosen[name])} are added, {count} are wanted")
    added = mix(chosen)
    TARGET.write_text("".join(f"{line}\n" for line in format_puzzles([*shipped(), *added])), encoding="utf-8")
    print(len(shipped()) + len(added), "puzzles")


def check(every: int) -> int:
    """Prove each Nth puzzle anew; return how many differ."""
    began = time.process_time()
    some = list(enumerate(shipped(), start=1))[::every]
    differing = [
        number for number, puzzle in some if find_puzzle(puzzle.position, EFFORT, source=puzzle.source) != puzzle
    ]
    for number in differing:
        print(f"puzzle {number} is not found as it stands there: {shipped()[number - 1].id}")
    print(f"{len(some)} checked, {len(differing)} differ, {time.process_time() - began:.0f} s of processor time")
    return len(differing)


def main() -> int:
    """Add puzzles, or check those that ship; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="files of puzzles that tafl puzzles has written")
    parser.add_argument("--check", action="store_true", help="prove those that ship anew, and add none")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth (default: 1)")
    options = parser.parse_args()
    if options.check:
        return 1 if check(options.every) else 0
    add(options.files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
