"""Write ``docs/_data/perft.tsv``: how many sequences of moves each shipped ruleset begins with, depth by depth.

    python scripts/make_perft.py             count again (minutes, where nothing is compiled)
    python scripts/make_perft.py --missing   count only the rulesets that are new or of another behaviour version

A line has the ruleset's name, its behaviour version, and the numbers for depth 1, 2 and so on up to the
first that is above 50,000. Where the first move is by lot, the attackers have it.
"""

from __future__ import annotations

import sys

from ruleset_tables import write_table

from hnefatafl import Position, Ruleset, Side, perft

ENOUGH = 50_000
HEAD = "# ruleset, behaviour version, perft 1, 2, ...; written by scripts/make_perft.py\n"


def counted(rules: Ruleset) -> list[str]:
    """Return the numbers of a ruleset."""
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    counts = [perft(start, 1)]
    while 0 < counts[-1] <= ENOUGH:
        counts.append(perft(start, len(counts) + 1))
    return [str(count) for count in counts]


if __name__ == "__main__":
    write_table("perft.tsv", HEAD, counted, sys.argv[1:])
