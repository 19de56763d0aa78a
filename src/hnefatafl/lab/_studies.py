"""Studies: what games of a player against itself say of a ruleset.

>>> from hnefatafl import variants
>>> found = study(variants.BRANDUBH, strengths=["random", "50"], games=10)
>>> [str(each.strength) for each in found.results]
['random moves', '50 nodes']
>>> found.results[0].observations.games
10

Each game depends on its number, the strength and the seed alone. So the games are the same with any executor. They are
counted, and not kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from hnefatafl._base.arguments import as_tuple, check, check_number
from hnefatafl._base.jobs import check_executor, in_order
from hnefatafl.arena import Points
from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.lab._observation import (
    MOST_OPENING_PLIES,
    MOST_PLIES,
    TRIALS,
    Observations,
    Strength,
    against_random,
    as_strength,
    observe,
)
from hnefatafl.lab._results import StrengthResult, Study, StudyProgress
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset

if TYPE_CHECKING:
    from concurrent.futures import Executor

DEFAULT_STRENGTHS: Final = (Strength(), Strength(nodes=200), Strength(nodes=2000))
"""The strengths of a study, unless others are given."""
MOST_GAMES: Final = 1_000_000
"""The maximum number of games of a strength."""
_CHUNK: Final = 4
"""How many games are given out at once, within a budget of time."""
_AHEAD: Final = 32
"""How many games are given out ahead: they are played to their end after the time is over."""
_SWAPPED: Final = 1 << 40
"""Where the numbers of the games with the other first side begin."""
_OPTION_GAMES: Final = 100
"""For how many games of each strength it is found out which options they need."""


def study(
    ruleset: Ruleset | str,
    *,
    strengths: Iterable[Strength | str] = DEFAULT_STRENGTHS,
    games: int | None = None,
    minutes: float | None = None,
    seed: int = 0,
    plies: int = 400,
    opening_plies: int = 2,
    first_move: bool = True,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[StudyProgress], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Study:
    """Play games of a player against itself and count what happens in them. An interrupt (Ctrl-C) ends it early.

    With each number of nodes, both sides play ten more games against random moves: of a side that does not win these,
    the balance says nothing (:attr:`StrengthResult.unable`).

    >>> from hnefatafl import variants
    >>> found = study(variants.BRANDUBH, strengths=["50"], games=6, seed=1)
    >>> found.results[0].observations.judged <= 6
    True

    Arguments:
        ruleset: the rules, or their name.
        strengths: how well both sides play: numbers of nodes, or ``random``.
        games: how many games of each strength; 100 if there are no minutes either.
        minutes: how long it may take, instead of a number of games. All strengths get equally many games.
        seed: what decides openings, random moves and dice.
        plies: after how many moves a game is cut off; it is counted as drawn, and told apart.
        opening_plies: how many moves at the beginning are random.
        first_move: whether to play as many games again in which the other side moves first. Where that is left to the
            lot, it is drawn for each game, and there are none.
        executor: what plays the games, such as a pool of processes; None for this process; or a function that makes
            one, which is called again when a worker was killed.
        progress: called after each game.
        clock: what says the time in seconds.

    Raises:
        ArgumentValueError: a number is out of range, or there is no strength, or one twice.
        ArgumentTypeError: something is of another type.
        UnknownVariantError: no ruleset has that name.
        KeyboardInterrupt: there was an interrupt before the first game.
    """
    ruleset = as_ruleset(ruleset)
    wanted = [as_strength("strengths", each) for each in as_tuple("strengths", strengths)]
    if not wanted or len(set(wanted)) < len(wanted):
        raise ArgumentValueError("strengths: one or more different strengths were expected")
    check("minutes", minutes, float, optional=True)
    if minutes is not None and not 0 < minutes < 1e6:
        raise ArgumentValueError(f"minutes: a number above 0 was expected, not {minutes}")
    size = games if games is not None else 100 if minutes is None else MOST_GAMES
    check_number("games", size, 1, MOST_GAMES)
    check_number("plies", plies, 1, MOST_PLIES)
    check_number("opening_plies", opening_plies, 0, MOST_OPENING_PLIES)
    check("seed", seed, int)
    check_executor(executor, made=True)
    began = clock()
    until = None if minutes is None else began + 60 * minutes
    other = ruleset.evolve(first=ruleset.first.opponent) if first_move and ruleset.first is not None else None
    trials = min(size, TRIALS) * 2 * sum(strength.nodes > 0 for strength in wanted)
    counts = _Counts(wanted, size * len(wanted) * (1 if other is None else 2) + trials)
    whole = True
    work = partial(_observed, ruleset, other, seed, plies, opening_plies)
    try:
        tasks = _tasks(wanted, size, other is not None, until, clock)
        for task, seen in in_order(executor, work, tasks, _AHEAD):
            counts.add(task, seen)
            if progress is not None:
                share = counts.games / counts.size if until is None else min(1.0, (clock() - began) / (until - began))
                told = StudyProgress(
                    games=counts.games,
                    size=counts.size if until is None else None,
                    share=share,
                    results=counts.results(),
                )
                progress(told)
    except KeyboardInterrupt:
        if not counts.games:
            raise
        whole = False
    return Study(
        ruleset=ruleset,
        results=counts.results(),
        seed=seed,
        plies=plies,
        opening_plies=opening_plies,
        seconds=clock() - began,
        whole=whole,
    )


class _Task(NamedTuple):
    """A game to play."""

    at: int
    """Which strength it is of."""
    strength: Strength
    number: int
    swapped: bool = False
    """Whether the other side moves first."""
    options: bool = False
    """Whether to find out which options the game needs."""
    side: Side | None = None
    """Who plays against random moves; None if both sides have the strength."""


def _tasks(
    strengths: Sequence[Strength], size: int, swapped: bool, until: float | None, clock: Callable[[], float]
) -> Iterable[_Task]:
    """The games in their order: a number of each strength in turn, so that all have equally many at any time."""
    for first in range(0, size, _CHUNK):
        if until is not None and first and clock() >= until:
            return
        for at, strength in enumerate(strengths):
            numbers = range(first, min(first + _CHUNK, size))
            for other in (False, True) if swapped else (False,):
                for number in numbers:
                    yield _Task(at, strength, number, other, not other and number < _OPTION_GAMES)
            for number in numbers if strength.nodes else ():
                if number < TRIALS:
                    yield from (_Task(at, strength, number, side=side) for side in Side)


def _observed(
    ruleset: Ruleset, other: Ruleset | None, seed: int, plies: int, opening_plies: int, task: _Task
) -> tuple[_Task, Observations | Points]:
    """Play a game and count."""
    budget = {"seed": seed, "plies": plies, "opening_plies": opening_plies}
    if task.side is not None:
        return task, against_random(ruleset, task.strength, task.side, number=task.number, **budget)
    played = other if task.swapped and other is not None else ruleset
    number = task.number + (_SWAPPED if task.swapped else 0)
    return task, observe(played, task.strength, number=number, options=task.options, **budget)


class _Counts:
    """What is known so far."""

    def __init__(self, strengths: Sequence[Strength], size: int) -> None:
        self.size = size
        self.games = 0
        self._strengths = strengths
        self._seen = [Observations() for _ in strengths]
        self._swapped: list[Points | None] = [None for _ in strengths]
        self._tried: list[dict[Side, Points]] = [{} for _ in strengths]

    def add(self, task: _Task, seen: Observations | Points) -> None:
        self.games += 1
        at = task.at
        if task.side is not None and isinstance(seen, Points):
            self._tried[at][task.side] = self._tried[at].get(task.side, Points()) + seen
        elif isinstance(seen, Observations):
            if task.swapped:
                self._swapped[at] = (self._swapped[at] or Points()) + seen.attackers
            else:
                self._seen[at] += seen

    def results(self) -> tuple[StrengthResult, ...]:
        every = zip(self._strengths, self._seen, self._swapped, self._tried, strict=True)
        return tuple(
            StrengthResult(strength=strength, observations=seen, swapped=swapped, against_random={**tried})
            for strength, seen, swapped, tried in every
        )
