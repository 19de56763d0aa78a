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
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from attrs import field

from hnefatafl.board import Side, Square
from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support.arguments import as_tuple, check, check_number, is_mapping
from hnefatafl.support.executors import check_executor, in_order
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import reduced
from hnefatafl.support.texts import brief
from tafl.arena import Points, Share
from tafl.lab._observation import (
    MOST_OPENING_PLIES,
    MOST_PLIES,
    TRIALS,
    Observations,
    Strength,
    against_random,
    as_strength,
    observe,
    plainer,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tafl.lab._exploration import Exploration

_ABLE: Final = 0.9
"""The part of the games against random moves that a player has to win."""


@final
@frozen(kw_only=True)
class StrengthResult:
    """What the games of one strength say.

    >>> StrengthResult(strength=Strength(), observations=Observations()).observations.games
    0
    """

    __repr__ = brief

    strength: Strength
    """How well both sides played."""
    observations: Observations
    """What was counted."""
    swapped: Points | None = None
    """The results of the attackers if the other side moves first, or None if that was not played or the lot decides."""
    against_random: Mapping[Side, Points] = field(
        factory=dict[Side, Points], validator=is_mapping(Side, Points), hash=False
    )
    """The results of each side with this strength against random moves; empty for random moves themselves."""

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @property
    def balance(self) -> Share:
        """The share of the points that the attackers take."""
        return self.observations.attackers.share

    @property
    def unable(self) -> tuple[Side, ...]:
        """The sides that do not even beat random moves nine times in ten: a player that cannot win with a side cannot
        judge what it is worth.
        """
        return tuple(side for side, points in self.against_random.items() if points.won < _ABLE * points.games)

    @property
    def doubt(self) -> str:
        """Why the balance says nothing, in words; empty if both sides are able."""
        sides = " and the ".join(map(str, self.unable))
        return f"the {sides} do not even beat random moves: the player cannot judge the rules" if sides else ""


@final
@frozen(kw_only=True)
class StudyProgress:
    """How far a study is.

    >>> StudyProgress(games=5, size=20, share=0.25).results
    ()
    """

    __repr__ = brief

    games: int
    """The number of games played."""
    size: int | None
    """How many there will be, or None within a budget of time."""
    share: float
    """How much is done, from 0 to 1."""
    results: tuple[StrengthResult, ...] = ()
    """What is known so far."""


def _as_results(results: Iterable[StrengthResult]) -> tuple[StrengthResult, ...]:
    return as_tuple("results", results)


@final
@frozen(kw_only=True)
class Study:
    """What games of several strengths say of a ruleset.

    >>> from hnefatafl import variants
    >>> from tafl.lab import study
    >>> found = study(variants.BRANDUBH, strengths=["random"], games=20)
    >>> print(found.describe().splitlines()[0])
    brandubh: 20 games of each strength, seed 0
    """

    __repr__ = brief

    ruleset: Ruleset
    """The rules."""
    results: tuple[StrengthResult, ...] = field(converter=_as_results)
    """The results, by strength as they were asked for."""
    seed: int = 0
    """The seed of the games."""
    plies: int = 400
    """After how many moves a game was cut off."""
    opening_plies: int = 2
    """How many moves at the beginning were random."""
    seconds: float = field(default=0.0, eq=False)
    """How long it took."""
    whole: bool = True
    """Whether it came to its end, and no interrupt ended it."""

    @property
    def dead_squares(self) -> Mapping[str, tuple[Square, ...]]:
        """The squares that a kind of piece (``attackers``, ``defenders``, ``king``) never moved to in any game, and
        those that none did (``any``).

        >>> from hnefatafl import variants
        >>> from tafl.lab import study
        >>> found = study(variants.BRANDUBH, strengths=["random"], games=40)
        >>> [square.name for square in found.dead_squares["any"]]
        []
        """
        visited: dict[str, set[str]] = {"attackers": set(), "defenders": set(), "king": set()}
        for result in self.results:
            for square, kind in result.observations.visits:
                visited[kind].add(square)
        visited["any"] = set().union(*visited.values())
        squares = [Square(file, rank) for rank in range(self.ruleset.size) for file in range(self.ruleset.size)]
        return {
            kind: tuple(square for square in squares if square.name not in names) for kind, names in visited.items()
        }

    @property
    def idle_options(self) -> tuple[str, ...]:
        """The options without which every game that was looked into would have gone in the same way."""
        needed = {name for result in self.results for name in result.observations.needed}
        return tuple(name for name in plainer(self.ruleset) if name not in needed)

    def describe(self) -> str:
        """Return the study in words and numbers, in English.

        >>> from hnefatafl import variants
        >>> from tafl.lab import study
        >>> "attackers" in study(variants.BRANDUBH, strengths=["random"], games=4).describe()
        True
        """
        from tafl.lab._report import format_study

        return format_study(self)

    def as_json(self) -> dict[str, Any]:
        """Return the study as plain data for JSON."""
        from tafl.lab._report import convert_study

        return convert_study(self)

    def html(self, exploration: Exploration | None = None) -> str:
        """Return the study as a page that needs no other file, if wanted with an exploration."""
        from tafl.lab._report import format_page

        return format_page(self, exploration)

    def _repr_html_(self) -> str:
        from tafl.lab._report import format_part

        return format_part(self)

    def __str__(self) -> str:
        return self.describe()


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
    levels = [as_strength("strengths", given) for given in as_tuple("strengths", strengths)]
    if not levels or len(set(levels)) < len(levels):
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
    swapped = ruleset.evolve(first=ruleset.first.opponent) if first_move and ruleset.first is not None else None
    trials = min(size, TRIALS) * 2 * sum(strength.nodes > 0 for strength in levels)
    counts = _Counts(levels, size * len(levels) * (1 if swapped is None else 2) + trials)
    whole = True
    work = partial(_observe_task, ruleset, swapped, seed, plies, opening_plies)
    try:
        tasks = _list_tasks(levels, size, swapped is not None, until, clock)
        for task, seen in in_order(executor, work, tasks, _AHEAD):
            counts.add(task, seen)
            if progress is not None:
                share = counts.games / counts.size if until is None else min(1.0, (clock() - began) / (until - began))
                report = StudyProgress(
                    games=counts.games,
                    size=counts.size if until is None else None,
                    share=share,
                    results=counts.results(),
                )
                progress(report)
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


def _list_tasks(
    strengths: Sequence[Strength], size: int, swapped: bool, until: float | None, clock: Callable[[], float]
) -> Iterable[_Task]:
    """The games in their order: a number of each strength in turn, so that all have equally many at any time."""
    for first in range(0, size, _CHUNK):
        if until is not None and first and clock() >= until:
            return
        for index, strength in enumerate(strengths):
            numbers = range(first, min(first + _CHUNK, size))
            for is_swapped in (False, True) if swapped else (False,):
                for number in numbers:
                    yield _Task(index, strength, number, is_swapped, not is_swapped and number < _OPTION_GAMES)
            for number in numbers if strength.nodes else ():
                if number < TRIALS:
                    yield from (_Task(index, strength, number, side=side) for side in Side)


def _observe_task(
    ruleset: Ruleset, swapped: Ruleset | None, seed: int, plies: int, opening_plies: int, task: _Task
) -> tuple[_Task, Observations | Points]:
    """Play a game and count."""
    budget = {"seed": seed, "plies": plies, "opening_plies": opening_plies}
    if task.side is not None:
        return task, against_random(ruleset, task.strength, task.side, number=task.number, **budget)
    played = swapped if task.swapped and swapped is not None else ruleset
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
        index = task.at
        if task.side is not None and isinstance(seen, Points):
            self._tried[index][task.side] = self._tried[index].get(task.side, Points()) + seen
        elif isinstance(seen, Observations):
            if task.swapped:
                self._swapped[index] = (self._swapped[index] or Points()) + seen.attackers
            else:
                self._seen[index] += seen

    def results(self) -> tuple[StrengthResult, ...]:
        every = zip(self._strengths, self._seen, self._swapped, self._tried, strict=True)
        return tuple(
            StrengthResult(strength=strength, observations=seen, swapped=swapped, against_random={**tried})
            for strength, seen, swapped, tried in every
        )
