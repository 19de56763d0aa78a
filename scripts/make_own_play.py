"""Write ``src/tafl/web/own_play.tsv``: for each shipped ruleset the first moves of games of own play.

    python scripts/make_own_play.py             play all again (some two minutes)
    python scripts/make_own_play.py --missing   play only the rulesets that are new or of another behaviour version

A line has the ruleset's name, its behaviour version, and its games: the result as the archive has it, a colon, and the
moves. With these games the explorer of the pages begins. The first plies are drawn from the best few, so that the games
differ; where the first move is by lot, the attackers have it. No die is rolled.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from ruleset_tables import write_table

from hnefatafl import Move, Position, Ruleset, Side
from hnefatafl.board import Symmetry
from hnefatafl.search import Limit, Searcher

FILE = Path(__file__).parents[1] / "src" / "tafl" / "web" / "own_play.tsv"
HEAD = "# ruleset, behaviour version, games of own play; written by scripts/make_own_play.py\n"
GAMES = 12
KEPT = 20
"""So many plies of a game are kept."""
LONGEST = 200
DRAWN = 4
"""So many plies are drawn, each from as many moves that no symmetry makes the same."""
LINES = 20
RESULTS = {Side.ATTACKERS: "Black", Side.DEFENDERS: "White", None: "Draw"}
SOON, LATER = Limit(nodes=4_000), Limit(nodes=400)


def choose_move(searcher: Searcher, position: Position, chance: Random) -> Move | None:
    """Return a move: one of the best few at the beginning, then the best one."""
    if position.ply >= DRAWN:
        return searcher.analyse(position, LATER).best
    found: dict[str, Move] = {}
    for line in searcher.analyse(position, SOON, lines=LINES).lines:
        if line.moves:
            board = position.play(line.moves[0]).board
            found.setdefault(min(board.transform(symmetry).record for symmetry in Symmetry), line.moves[0])
    return chance.choice(list(found.values())[:DRAWN]) if found else None


def play_game(rules: Ruleset, chance: Random) -> str:
    """Return a game: its result and its first moves."""
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    moves: list[str] = []
    searcher = Searcher(memory=4)
    while len(moves) < LONGEST and position.outcome is None:
        move = choose_move(searcher, position, chance)
        if move is None:
            break
        moves.append(str(move))
        position = position.play(move)
    outcome = position.outcome
    result = "Ongoing" if outcome is None else RESULTS[outcome.winner]
    return f"{result}:{' '.join(moves[:KEPT])}"


def play_games(rules: Ruleset) -> list[str]:
    """Return the games of a ruleset, each once."""
    chance = Random(rules.name)
    return sorted({play_game(rules, chance) for _ in range(GAMES)})


if __name__ == "__main__":
    write_table(str(FILE), HEAD, play_games, sys.argv[1:])
