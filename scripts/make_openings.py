"""Write ``docs/_data/openings.tsv``: for each shipped ruleset first moves that the computer plays against itself.

    python scripts/make_openings.py             play all again (minutes, where nothing is compiled)
    python scripts/make_openings.py --missing   play only the rulesets that are new or of another behaviour version

A line has the ruleset's name, its behaviour version, and the moves. Where the first move is by lot, the attackers have
it. The lines show how the pieces move and capture; they are no theory.
"""

from __future__ import annotations

import sys

from ruleset_tables import write_table

from hnefatafl import Position, Ruleset, Side
from hnefatafl.search import Limit, Searcher

PLIES = 12
LIMIT = Limit(nodes=20_000)
HEAD = "# ruleset, behaviour version, first moves; written by scripts/make_openings.py\n"


def played(rules: Ruleset) -> list[str]:
    """Return the moves of a ruleset; they end where the game does, or where a die would have to be rolled."""
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    moves: list[str] = []
    searcher = Searcher()
    while len(moves) < PLIES and position.outcome is None:
        best = searcher.analyse(position, LIMIT).best
        if best is None:
            break
        moves.append(str(best))
        position = position.play(best)
    return [" ".join(moves)]


if __name__ == "__main__":
    write_table("openings.tsv", HEAD, played, sys.argv[1:])
