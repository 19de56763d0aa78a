"""Summaries of random games: who won how often, by which rule, and how long the games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

from attrs import field

from hnefatafl.board import Outcome, Side
from hnefatafl.play._given import PositionLike
from hnefatafl.play._simulation import playouts
from hnefatafl.rules import as_side
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor


@frozen(kw_only=True)
class PlayoutSummary(Tally):
    """The numbers of some random games. Two summaries are added with ``+``.

    >>> from hnefatafl import Outcome, Side, Termination
    >>> won = Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
    >>> summary = PlayoutSummary(outcomes={won: 2, None: 1}, lengths={10: 1, 20: 1, 60: 1})
    >>> summary.games, summary.wins(Side.DEFENDERS), summary.unfinished
    (3, 2, 1)
    >>> summary.mean_plies, summary.least_plies, summary.most_plies
    (30.0, 10, 60)
    """

    outcomes: Mapping[Outcome | None, int] = field(factory=dict[Outcome | None, int], hash=False)
    """How many games had each outcome; None stands for games that were cut off."""
    lengths: Mapping[int, int] = field(factory=dict[int, int], hash=False)
    """How many games had each number of plies."""

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.lengths.values())

    @property
    def unfinished(self) -> int:
        """The number of games that were cut off."""
        return self.outcomes.get(None, 0)

    def wins(self, side: Side | str) -> int:
        """Return how many games a side won."""
        return self._count_wins(as_side(side))

    @property
    def draws(self) -> int:
        """The number of games that were drawn."""
        return self._count_wins(None)

    def _count_wins(self, winner: Side | None) -> int:
        return sum(
            count for outcome, count in self.outcomes.items() if outcome is not None and outcome.winner is winner
        )

    @property
    def mean_plies(self) -> float:
        """The mean number of plies of a game; 0 without games."""
        return sum(plies * count for plies, count in self.lengths.items()) / max(self.games, 1)

    @property
    def least_plies(self) -> int:
        """The number of plies of the shortest game; 0 without games."""
        return min(self.lengths, default=0)

    @property
    def most_plies(self) -> int:
        """The number of plies of the longest game; 0 without games."""
        return max(self.lengths, default=0)


def summarize_playouts(
    position: PositionLike,
    seeds: Iterable[int],
    limit: int = 10_000,
    *,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> PlayoutSummary:
    """Play the random game of each seed, and return the numbers of all.

    >>> summary = summarize_playouts("brandubh", range(20))
    >>> summary.games, sum(summary.outcomes.values())
    (20, 20)

    Arguments:
        position: where the games begin; a ruleset or its name stands for the start.
        seeds: the games to play, such as ``range(1000)``.
        limit: the number of plies after which a game is cut off.
        executor: what the games are given to, such as a pool of processes; None for this process alone.
        progress: called with the number of games that are done, after each game.

    Raises:
        ArgumentValueError: the limit is below 0.
    """
    outcomes: Counter[Outcome | None] = Counter()
    lengths: Counter[int] = Counter()
    games = playouts(position, seeds, limit, each=attrgetter("outcome", "plies"), executor=executor)
    for done, (outcome, plies) in enumerate(games, start=1):
        outcomes[outcome] += 1
        lengths[plies] += 1
        if progress is not None:
            progress(done)
    return PlayoutSummary(outcomes=outcomes, lengths=lengths)
