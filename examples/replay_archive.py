"""Replay an archive of games and print a summary.

    python examples/replay_archive.py [FILE VARIANT]

Without arguments it takes the Copenhagen games in ``games/``. ``tafl replay`` does the same and more; this
script shows the library functions behind it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hnefatafl import Ruleset, variants
from hnefatafl.notation import archive

GAMES = Path(__file__).parent / "games"


def main(arguments: Sequence[str]) -> int:
    file, variant = arguments or (str(GAMES / "copenhagen.csv"), "copenhagen")
    return 1 if replay(Path(file), variants.get(variant)) else 0


def replay(file: Path, rules: Ruleset) -> int:
    """Print the summary; return how many games disagree with the rules."""
    games = plies = disagree = 0
    ends: Counter[str] = Counter()
    captures: Counter[str] = Counter()
    with file.open(encoding="utf-8") as lines:
        for game in archive.parse_games(lines, rules):
            # Players of old records often went on after a repetition.
            played = game.replay(lenient=True)
            games += 1
            plies += len(played.moves)
            ends[str(played.outcome or played.end)] += 1
            for play in played.played_moves:
                captures.update(capture.rule.sentence for capture in play.captures)
            if not played.agrees:
                disagree += 1
                print(f"line {game.line}: {played.verdict}")
    print(f"{games} games of {rules.name}, {plies / games:.0f} plies on average; {disagree} disagree with the rules")
    print("How they ended:")
    for end, count in ends.most_common():
        print(f"{count:6}  {end}")
    print("How men and kings were captured:")
    for sentence, count in captures.most_common():
        print(f"{count:6}  {sentence}")
    return disagree


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
