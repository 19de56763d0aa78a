"""Training: an evaluation for any ruleset, learned from games of the player against itself (extra ``train``: numpy).

Round by round, games are played from random openings with the evaluation of the round before, and an evaluation is
fitted to the positions of the last rounds: to who won, mixed with the scores of the search. The side that wins more
games gets fewer nodes, so that the games say something about both. No record of a human game is used.

>>> from hnefatafl import variants
>>> trained = train(variants.BRANDUBH, rounds=1, games=4, nodes=50, units=4, seed=1)
>>> trained.training["games"], len(trained.biases)
('4', 4)

The logger ``hnefatafl.search.train`` tells of each round (INFO) and of each batch of games (DEBUG).

The network is small, so numpy on one core fits it; a GPU or PyTorch would bring nothing. Nearly all the time goes to
the games, which any executor can share out.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Final, TypedDict, Unpack

from attrs import Attribute, field

from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.search._selfplay import GameBatch, PlayedBatch, play
from hnefatafl.search._trained import MAX_UNITS, TrainedEvaluation, shipped
from hnefatafl.support.arguments import is_number
from hnefatafl.support.executors import check_executor
from hnefatafl.support.immutability import frozen
from hnefatafl.support.logs import logger

__all__ = ["Round", "rounds", "train"]


_LOG: Final = logger("hnefatafl.search.train")
_AHEAD: Final = 4
"""The batches that are given out at once, for which the steps of the balance are meant."""
_BATCH: Final = 4
"""Games that are given out together."""
_PLIES: Final = 5
"""For each square of the board, after so many moves and rolls a game is given up. On a large board the attackers need
hundreds of moves to win."""
_KEPT: Final = 4
"""The last rounds whose positions an evaluation is fitted to."""
_SHARE: Final = 0.2
"""How much the results count, beside the scores."""
_EPOCHS: Final = 14
_STEP: Final = 0.12
"""How the logarithm of the ratio of nodes changes with each game that one side wins more than the other."""
_MOST_RATIO: Final = 16.0
"""How many times the nodes of one side the other may have. With fewer still a side loses at once, or by repetition, and
its games teach nothing."""
_MOST_NODES: Final = 10**9


@frozen(kw_only=True)
class Round:
    """What a round of training has brought.

    >>> from hnefatafl import variants
    >>> each = next(rounds(variants.BRANDUBH, games=2, nodes=50, units=2))
    >>> each.number, each.games, each.loss, each.fault
    (1, 2, None, 'no game was held back to measure it')
    """

    number: int
    """The number of the round, from 1 on."""
    games: int
    """How many games were played in it."""
    positions: int
    """How many positions the evaluation was fitted to, of this round and those before."""
    won: tuple[int, int, int]
    """How many of its games were won by the attackers, by the defenders, and by nobody."""
    nodes: tuple[int, int]
    """How many nodes a move of the attackers and of the defenders had at its end."""
    loss: float | None
    """The log-loss of the evaluation against the results of games that it was not fitted to; None if there are none."""
    base_loss: float | None
    """The log-loss of a value that is the same for all positions: how much less than it the loss is says how much was
    learned."""
    fault: str
    """Why it is not shown that the evaluation has learned anything; empty if it is. The games that it was not fitted to
    show it if they did not all end alike, and if the loss is less than the other one with 95 % confidence."""
    trained: TrainedEvaluation
    """The evaluation."""


class _Options(TypedDict, total=False):
    """The options of a plan."""

    minutes: float | None
    rounds: int
    games: int
    nodes: int
    units: int
    seed: int
    ahead: int


def _positive(_: object, attribute: Attribute[float | None], value: float | None) -> None:
    if value is not None and not 0 < value < 1e6:
        raise ArgumentValueError(f"{attribute.name}: a number above 0 was expected, not {value}")


@frozen(kw_only=True)
class _Plan:
    """How much to train; :func:`train` says what each means."""

    minutes: float | None = field(default=None, validator=_positive)
    rounds: int = field(default=5, validator=is_number(1, _MOST_NODES))
    games: int = field(default=200, validator=is_number(1, _MOST_NODES))
    nodes: int = field(default=1000, validator=is_number(1, _MOST_NODES))
    units: int = field(default=32, validator=is_number(0, MAX_UNITS))
    seed: int = 0
    ahead: int = field(default=4, validator=is_number(1, 1 << 16))


def train(
    ruleset: RulesetLike,
    *,
    start: TrainedEvaluation | None = None,
    executor: Executor | None = None,
    progress: Callable[[Round], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
    **plan: Unpack[_Options],
) -> TrainedEvaluation:
    """Train an evaluation and return that of the last round. An interrupt (Ctrl-C) ends the training early.

    It may not be shown to have learned anything: :attr:`Round.fault` says so, and so does the entry ``fault`` of its
    :attr:`~hnefatafl.search.TrainedEvaluation.training`.

    >>> from hnefatafl import variants
    >>> trained = train(variants.BRANDUBH, rounds=1, games=2, nodes=50, units=2)
    >>> trained.ruleset.name
    'brandubh'

    Arguments:
        ruleset: the ruleset.
        start: an evaluation to begin with, for a board of the same size; it says the number of units. Give another
            seed than that of its own training, or the same openings are played again. None for the one by which the
            ruleset is played so far, if it has so many units, or else general weights.
        executor: what plays the games, such as a process pool; None for this process.
        progress: called with each round when it is finished.
        clock: what says the time in seconds.
        plan: how much to train:

            * ``minutes``: how long the training may take, shared by the rounds, instead of a number of games. It may
              take some seconds longer.
            * ``rounds`` (5): how many rounds to play.
            * ``games`` (200): how many games to play in each, unless ``minutes`` says how long.
            * ``nodes`` (1000): how many nodes a move has, as the geometric mean of both sides.
            * ``units`` (32): the number of units of the network.
            * ``seed`` (0): what decides the games and the fit.
            * ``ahead`` (4): how many batches of four games are given out at once, at least as many as there are
              workers.

    With the same arguments, and games rather than minutes, the result on one machine is the same with any executor.

    Raises:
        MissingExtraError: the extra ``train`` is not installed.
        TypeError: there is no such option.
        ArgumentValueError: a number is out of range, or the evaluation to begin with has another board.
        KeyboardInterrupt: there was an interrupt in the first round.
    """
    ruleset = as_ruleset(ruleset)
    trained: TrainedEvaluation | None = None
    try:
        for completed in rounds(ruleset, start=start, executor=executor, clock=clock, **plan):
            trained = completed.trained
            if progress is not None:
                progress(completed)
    except KeyboardInterrupt:
        if trained is None:
            raise
    assert trained is not None
    return trained


def rounds(
    ruleset: RulesetLike,
    *,
    start: TrainedEvaluation | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
    **plan: Unpack[_Options],
) -> Iterator[Round]:
    """Yield the rounds of a training, each when it is finished.

    >>> from hnefatafl import variants
    >>> for each in rounds(variants.BRANDUBH, rounds=2, games=2, nodes=50, units=2):
    ...     print(each.number, each.games, sum(each.won))
    1 2 2
    2 2 2

    Arguments:
        ruleset, start, executor, clock, plan: as for :func:`train`.
        progress: called after each batch of games with the number of games of the round so far.

    Raises:
        MissingExtraError: the extra ``train`` is not installed.
        TypeError: there is no such option.
        ArgumentValueError: a number is out of range, or the evaluation to begin with has another board.
    """
    ruleset = as_ruleset(ruleset)
    from hnefatafl.search import _fitting  # which needs the extra

    del _fitting
    check_executor(executor)
    wanted = _Plan(**plan)
    if start is not None and start.ruleset.size != ruleset.size:
        size = ruleset.size
        raise ArgumentValueError(f"start: an evaluation for {size}×{size} was expected, not for {start.ruleset.name}")
    if start is None and (usual := shipped(ruleset)) is not None and len(usual.biases) == wanted.units:
        start = usual
    return _train_rounds(_Games(ruleset, wanted, executor, progress), wanted, start, clock)


class _Games:
    """The games of a training, with nodes that follow their results."""

    def __init__(
        self,
        ruleset: Ruleset,
        plan: _Plan,
        executor: Executor | None,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.ruleset = ruleset
        self.count = 0
        self.ratio = 1.0
        self._plan = plan
        self._executor = executor
        self._progress = progress

    @property
    def nodes(self) -> tuple[int, int]:
        """How many nodes a move of each side has now."""
        root = math.sqrt(self.ratio)
        return max(1, round(self._plan.nodes * root)), max(1, round(self._plan.nodes / root))

    def play(self, trained: TrainedEvaluation | None, wanted: Callable[[int], int]) -> list[PlayedBatch]:
        """Play a round.

        So many batches are always under way that the nodes of each depend on the same results with any executor.

        Arguments:
            trained: the evaluation to play with.
            wanted: how many games are still wanted after so many.
        """
        played: list[PlayedBatch] = []
        begun = done = 0
        pending: deque[Future[PlayedBatch]] = deque()
        try:
            while True:
                while len(pending) < self._plan.ahead and (games := min(_BATCH, wanted(begun))) > 0:
                    pending.append(self._give_batch(trained, games))
                    begun += games
                if not pending:
                    return played
                played.append(pending.popleft().result())
                done += sum(played[-1].won)
                self._balance_nodes(played[-1])
                _LOG.debug("%s: %d games played in this round", self.ruleset.name, done)
                if self._progress is not None:
                    self._progress(done)
        finally:
            for future in pending:
                future.cancel()

    def _give_batch(self, trained: TrainedEvaluation | None, games: int) -> Future[PlayedBatch]:
        batch = GameBatch(
            ruleset=self.ruleset,
            trained=trained,
            seed=self._plan.seed,
            first=self.count,
            games=games,
            nodes=self.nodes,
            plies=_PLIES * self.ruleset.size**2,
        )
        self.count += games
        if self._executor is not None:
            return self._executor.submit(play, batch)
        here: Future[PlayedBatch] = Future()
        here.set_result(play(batch))
        return here

    def _balance_nodes(self, played: PlayedBatch) -> None:
        """More nodes for the side that loses; in smaller steps where results come later."""
        attackers, defenders, _ = played.won
        step = _STEP * min(1, _AHEAD / self._plan.ahead)
        self.ratio *= math.exp(step * (defenders - attackers))
        self.ratio = min(max(self.ratio, 1 / _MOST_RATIO), _MOST_RATIO)


def _train_rounds(
    games: _Games, plan: _Plan, start: TrainedEvaluation | None, clock: Callable[[], float]
) -> Iterator[Round]:
    """The rounds of a plan."""
    from hnefatafl.search._fitting import fit

    units = plan.units if start is None else len(start.biases)
    began = clock()
    fitting = 0.0
    kept: deque[bytes] = deque(maxlen=_KEPT)
    trained = start
    for number in range(1, plan.rounds + 1):
        until = None if plan.minutes is None else began + plan.minutes * 60 * number / plan.rounds - fitting
        played = games.play(trained, _count_wanted(plan.games, until, clock))
        kept.append(b"".join(part.positions for part in played))
        before = clock()
        training = {
            "rounds": str(number),
            "games": str(games.count),
            "seed": str(plan.seed),
            "nodes": str(plan.nodes),
        }
        fitted = fit(
            list(kept),
            games.ruleset,
            units=units,
            share=_SHARE,
            epochs=_EPOCHS,
            seed=plan.seed + number,
            start=start,
            training=training,
        )
        fitting = clock() - before
        trained = fitted.trained
        learned = fitted.fault or f"log-loss {fitted.loss:.3f}, {fitted.base_loss:.3f} for one value"
        _LOG.info("round %d of %d: %d positions; %s", number, plan.rounds, fitted.positions, learned)
        yield Round(
            number=number,
            games=sum(sum(part.won) for part in played),
            positions=fitted.positions,
            won=_sum_wins(played),
            nodes=games.nodes,
            loss=fitted.loss,
            base_loss=fitted.base_loss,
            fault=fitted.fault,
            trained=trained,
        )


def _count_wanted(size: int, until: float | None, clock: Callable[[], float]) -> Callable[[int], int]:
    """How many games are still wanted in a round: up to a number, or any until a time, but at least one."""

    def wanted(begun: int) -> int:
        if until is None:
            return size - begun
        return _BATCH if begun == 0 or clock() < until else 0

    return wanted


def _sum_wins(played: list[PlayedBatch]) -> tuple[int, int, int]:
    attackers, defenders, neither = (sum(part.won[who] for part in played) for who in range(3))
    return attackers, defenders, neither
