"""Count, play, replay, infer rules and analyse on a Dask cluster: by default a local one of two processes.

    python examples/many_machines.py [SCHEDULER]

With the address of a scheduler, such as ``tcp://10.0.0.1:8786``, it uses that cluster; without it, it starts
a local one and stops it at the end. It needs the extra ``dask``: ``pip install ".[dask]"``.
"""

# mypy: allow-untyped-calls
# pyright: basic
from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from operator import attrgetter
from pathlib import Path

from distributed import Client

from hnefatafl import Position, Region, perft, playouts, variants
from hnefatafl.notation import archive
from hnefatafl.search import Limit
from tafl.inference import infer
from tafl.service import Query, Service

GAMES = Path(__file__).parent / "games" / "copenhagen.csv"
OTHERS = GAMES.with_name("magpie.csv")


def main(arguments: Sequence[str]) -> int:
    # A local cluster does not need the dashboard, and a heartbeat that meets its end is no news.
    own = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": logging.CRITICAL}
    with Client(arguments[0]) if arguments else Client(**own) as client:
        work(client.get_executor())
    return 0


def work(executor: Executor) -> None:
    house = variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE)
    start = Position.initial(house)
    print(f"{perft(start, 3, executor=executor)} lines of three moves in {house.name}")

    ends = Counter(str(game.outcome) for game in playouts(start, range(100), executor=executor))
    for end, count in ends.most_common():
        print(f"{count:6}  {end}")

    with GAMES.open(encoding="utf-8") as lines:
        verdicts = Counter(archive.replay_games(lines, variants.COPENHAGEN, attrgetter("verdict"), executor=executor))
    print(f"{verdicts.total()} games of {GAMES.name}: {verdicts['agrees']} agree with the rules")

    with OTHERS.open(encoding="utf-8") as lines:
        games = list(archive.parse_games(lines, variants.BRANDUBH))
    inference = infer(games, bases=[variants.BRANDUBH], executor=executor)
    changes = ", ".join(inference.best.steps)
    print(f"{inference.best.agrees} games of {OTHERS.name} agree with brandubh, changed: {changes}")

    moves = [str(each.move) for each in games[0].moves]
    query = Query(id="game", start=start, moves=moves, after=range(10), limit=Limit(nodes=500))
    with Service(executor, workers=2) as service:
        scores = {found.after: str(found.analysis.score) for found in service.answer_all([query])}
    print("scores:", ", ".join(score for _, score in sorted(scores.items())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
