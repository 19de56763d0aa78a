"""Write ``docs/perft.tsv``: how many sequences of moves each shipped ruleset begins with, depth by depth.

    python scripts/make_perft.py             count again (minutes, where nothing is compiled)
    python scripts/make_perft.py --missing   count only the rulesets that are new or of another behaviour version

A line has the ruleset's name, its behaviour version, and the numbers for depth 1, 2 and so on up to the
first that is above 50,000. Where the first move is by lot, the attackers have it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hnefatafl import Position, Ruleset, Side, perft, variants

FILE = Path(__file__).parents[1] / "docs" / "perft.tsv"
ENOUGH = 50_000
HEAD = "# ruleset, behaviour version, perft 1, 2, ...; written by scripts/make_perft.py\n"


def read() -> dict[str, str]:
    """Return the existing lines, by the name and version at their beginning."""
    lines = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {"\t".join(row[:2]): "\t".join(row) for row in rows}


def counted(rules: Ruleset) -> str:
    """Return the line of a ruleset."""
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    counts = [perft(start, 1)]
    while 0 < counts[-1] <= ENOUGH:
        counts.append(perft(start, len(counts) + 1))
    return "\t".join(map(str, (rules.name, rules.version, *counts)))


def main(arguments: list[str]) -> None:
    known = read() if arguments == ["--missing"] else {}
    lines: list[str] = []
    for name in variants.names():
        rules = variants.get(name)
        lines.append(known.get(f"{name}\t{rules.version}") or counted(rules))
        print(lines[-1])
    FILE.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
