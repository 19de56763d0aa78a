"""How often attackers who are winning win: from where games against another program were cut off.

    python benchmarks/research/conversion.py MATCHES.jsonl --nodes 6000 --back 0 40 80 --jobs 2
    python benchmarks/research/conversion.py --openings 160 --attackers 4000 --nodes 1000 --against before.json

MATCHES is a file of `data/matches` of the shared data: a game a line, with its moves and the scores of this library's
search. Its games that were cut off with the attackers ahead, by the median of the scores over the second half, are
played on from the last position, or from so many plies before it. Both sides search so many nodes a move; a game that
is not over after ``--plies`` is not won. The output says how the games end, and how many defenders are left.

With ``--openings`` games begin after two random plies instead. ``--against`` is what the defenders search with, if not
the evaluation of the attackers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, median

from levels import openings

from hnefatafl import Move, Position, Side, variants
from hnefatafl.search import AlphaBeta, TrainedEvaluation
from hnefatafl.support.tallies import wilson
from tafl.arena import play

_AHEAD = 350
_TABLE = 4


def starts(file: Path, ruleset: str, back: int) -> Iterator[Position]:
    """The positions so many plies before games were cut off in which the attackers were ahead."""
    for line in file.read_text("utf-8").splitlines():
        game = json.loads(line)
        scores = [score for score in game["scores"] if score is not None]
        if game["our side"] != "attackers" or game["why"] != "cut off" or not scores:
            continue
        if median(scores[len(scores) // 2 :]) >= _AHEAD:
            moves = game["moves"].split()
            position = Position.initial(variants.get(ruleset))
            for move in moves[: max(len(moves) - back, 0)]:
                position = position.play(Move(move))
            yield position


def game(
    position: Position,
    nodes: int,
    attackers: int,
    plies: int,
    evaluation: TrainedEvaluation | None,
    against: TrainedEvaluation | None,
) -> tuple[str, int]:
    """How a game ends, and with how many defenders beside the king."""
    one = AlphaBeta(nodes=attackers, memory=_TABLE, evaluation=evaluation)
    played = play(one, AlphaBeta(nodes=nodes, memory=_TABLE, evaluation=against), position, plies=plies)
    outcome = played.position.outcome
    ending = "cut off" if outcome is None else str(outcome)
    return ending, sum(piece.side is Side.DEFENDERS for piece in played.position.board.values()) - 1


def read(file: Path | None) -> TrainedEvaluation | None:
    """The evaluation of a file."""
    return TrainedEvaluation.parse(file.read_text("utf-8")) if file else None


def main() -> int:
    """Play the games and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("matches", type=Path, nargs="?")
    parser.add_argument("--openings", type=int, default=0, help="so many openings in place of MATCHES")
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument("--variant", default="copenhagen")
    parser.add_argument("--nodes", type=int, default=50_000, help="of the defenders a move (default: level 8)")
    parser.add_argument("--attackers", type=int, help="nodes of the attackers a move (default: as many)")
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--back", type=int, nargs="+", default=[0], help="plies before the end of the games")
    parser.add_argument("--evaluation", type=Path, help="what the attackers search with, written by tafl train")
    parser.add_argument("--against", type=Path, help="what the defenders search with")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.matches:
        positions = [each for back in options.back for each in starts(options.matches, options.variant, back)]
    else:
        positions = list(openings(variants.get(options.variant), options.openings, options.seed))
    if not positions:
        print("there is no game that was cut off with the attackers ahead, and no --openings", file=sys.stderr)
        return 1
    evaluation = read(options.evaluation)
    each = partial(
        game,
        nodes=options.nodes,
        attackers=options.attackers or options.nodes,
        plies=options.plies,
        evaluation=evaluation,
        against=read(options.against) or evaluation,
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(each, positions))
    endings = Counter(ending for ending, _ in found)
    won = sum(count for ending, count in endings.items() if ending.startswith("the attackers win"))
    low, high = wilson(won / len(found), len(found), 1.96)
    print(f"the attackers win {won} of {len(found)} ({won / len(found):.0%} [{low:.0%}, {high:.0%}])")
    print(f"defenders left beside the king: {fmean(left for _, left in found):.1f}")
    for ending, count in endings.most_common():
        print(f"{count:5}  {ending}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
