"""Calls that take long, each interrupted as Ctrl-C does it: ``python interrupting.py NAME``.

A second thread waits until the call has taken some processor time, which it can only find out if the call lets other
threads run, and sends SIGINT. What is printed is the processor time that passed until the interrupt ended the call: it
does not depend on what else the machine has to do.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from hnefatafl import (
    Batch,
    Consequence,
    Game,
    Position,
    Repetition,
    SearchBoard,
    Symmetry,
    divide,
    perft,
    playout,
    playouts,
    variants,
)
from hnefatafl.search import AlphaBeta, Greedy, Limit, MonteCarlo, Searcher, analyse, annotate, solve
from tafl.arena import play_match
from tafl.inference import infer
from tafl.lab import study

BUSY: Final = 0.2
"""How many seconds of processor time the call is let to take first."""
RULES: Final = variants.BRANDUBH
START: Final = Position.initial(RULES)
LARGE: Final = Position.initial(variants.COPENHAGEN)
ENDLESS: Final = RULES.evolve(name="endless", repetition=Repetition(consequence=Consequence.IGNORED))
BOARDS: Final = 1 << 14

Work = Callable[[], object]


def forever(work: Work) -> None:
    while True:
        work()


def shuffled(plies: int) -> SearchBoard:
    """A board on which two pieces have gone to and fro for so many plies."""
    board = SearchBoard(Position.initial(ENDLESS))
    for number in range(plies):
        board.make(("d1-c1", "d3-c3", "c1-d1", "c3-d3")[number % 4])
    return board


def long_position() -> Position:
    return shuffled(400_000).position


def batch_steps() -> Work:
    batch = Batch(START, BOARDS)
    return partial(forever, lambda: batch.step(batch.random_actions()))


def batch_restarts() -> Work:
    batch = Batch(START, BOARDS, limit=1, restart=False)

    def work() -> None:
        batch.step(batch.random_actions())
        batch.restart()

    return partial(forever, work)


def of_batch(work: Callable[[Batch], object]) -> Work:
    """Something done with a batch again and again."""
    batch = Batch(START, BOARDS)
    batch.step(batch.random_actions())
    return partial(forever, lambda: work(batch))


def batch_actions() -> Work:
    """The legal actions, which are listed anew each time."""
    batch = Batch(START, BOARDS)

    def work() -> None:
        batch.reset()
        batch.legal_actions()

    return partial(forever, work)


def train_one() -> Work:
    from hnefatafl.search.train import train

    return lambda: train(RULES, rounds=1, games=100_000, nodes=1000, units=2)


def games() -> list[Game]:
    return [Game.from_position(playout(START, seed, 40).position) for seed in range(200)]


def inferring() -> Work:
    played = games()
    return partial(forever, lambda: infer(played))


def replaying() -> Work:
    game = Game.from_position(shuffled(20_000).position)
    return partial(forever, lambda: game.replay(lenient=True))


def annotating() -> Work:
    game = Game.from_position(playout(START, 1, 40).position)
    return lambda: annotate(game, Limit(nodes=1 << 40))


def of_board(work: Callable[[SearchBoard], object]) -> Work:
    board = shuffled(400_000)
    return lambda: work(board)


def of_position(work: Callable[[Position], object]) -> Work:
    position = long_position()
    return lambda: work(position)


def unpickling() -> Work:
    text = pickle.dumps(long_position())
    return lambda: pickle.loads(text)


def playout_of_a_pickle() -> Work:
    """The position of a long game that comes from a pickle, and is replayed for it."""
    rules = variants.COPENHAGEN.evolve(
        name="long", repetition=Repetition(consequence=Consequence.IGNORED), encirclement=False
    )
    start = Position.initial(rules)
    texts = [pickle.dumps(playout(start, seed, 100_000)) for seed in range(20)]
    return partial(forever, lambda: [pickle.loads(text).position for text in texts])


def random_games() -> Work:
    """One game after another within a single call."""
    return lambda: list(playouts(LARGE, range(1 << 40)))


CALLS: Final[dict[str, Callable[[], Work]]] = {
    "perft": lambda: lambda: perft(START, 12),
    "perft, every move made": lambda: lambda: perft(LARGE, 9, bulk=False),
    "divide": lambda: lambda: divide(START, 12),
    "playout": lambda: partial(forever, partial(playout, LARGE, 3, 1 << 40)),
    "playouts": random_games,
    "Playout.position": playout_of_a_pickle,
    "Batch": lambda: lambda: [Batch(START, 1 << 16) for _ in range(1000)],
    "Batch.step": batch_steps,
    "Batch.restart": batch_restarts,
    "Batch.reset": lambda: of_batch(lambda batch: batch.reset(1)),
    "Batch.legal_actions": batch_actions,
    "Batch.repetitions": lambda: of_batch(lambda batch: batch.repetitions),
    "Batch, pickled": lambda: of_batch(pickle.dumps),
    "Batch, from a pickle": lambda: of_batch(lambda batch: pickle.loads(pickle.dumps(batch))),
    "SearchBoard.repetitions": lambda: of_board(lambda board: board.repetitions),
    "SearchBoard.position": lambda: of_board(lambda board: [board.position for _ in range(100)]),
    "SearchBoard.copy": lambda: of_board(lambda board: [board.copy() for _ in range(100)]),
    "Position.history": lambda: of_position(lambda position: [position.history() for _ in range(100)]),
    "Position.transform": lambda: of_position(
        lambda position: [position.transform(Symmetry.ROTATE_90) for _ in range(100)]
    ),
    "Position, from a pickle": lambda: partial(forever, unpickling()),
    "solve": lambda: lambda: solve(START),
    "solve, large": lambda: lambda: solve(LARGE),
    "analyse, nodes": lambda: lambda: analyse(LARGE, Limit(nodes=1 << 40)),
    "analyse, depth": lambda: lambda: analyse(LARGE, Limit(depth=40)),
    "analyse, seconds": lambda: lambda: analyse(LARGE, Limit(seconds=1e6)),
    "analyse, lines": lambda: lambda: analyse(LARGE, Limit(nodes=1 << 40), 50),
    "analyse, a stop in C": lambda: lambda: analyse(LARGE, Limit(nodes=1 << 40), stop=threading.Lock().locked),
    "Searcher.iterate": lambda: lambda: list(Searcher().iterate(LARGE)),
    "AlphaBeta": lambda: lambda: AlphaBeta(nodes=1 << 40).choose(LARGE),
    "MonteCarlo": lambda: lambda: MonteCarlo(playouts=1 << 40).choose(LARGE),
    "Greedy": lambda: partial(forever, lambda: Greedy().choose(LARGE)),
    "annotate": annotating,
    "train": train_one,
    "infer": inferring,
    "study": lambda: lambda: study(RULES, games=1_000_000),
    "play_match": lambda: lambda: play_match(AlphaBeta(nodes=1 << 30), AlphaBeta(nodes=1 << 30), RULES, games=100),
    "Game.replay": replaying,
}
"""What makes each call ready, and returns it."""


def interrupt(begun: float, sent: list[float]) -> None:
    """Wait until the process has worked for some time, and send the signal."""
    while time.process_time() - begun < BUSY:
        time.sleep(0.005)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)


def main(name: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    work: Any = CALLS[name]()
    sent: list[float] = []
    threading.Thread(target=interrupt, args=(time.process_time(), sent), daemon=True).start()
    with suppress(KeyboardInterrupt):  # some calls return what they have found
        work()
    print(time.process_time() - sent[0] if sent else "finished before")


if __name__ == "__main__":
    main(sys.argv[1])
