"""Rulesets are tried by games of a player against itself, round by round: studies, races of changes, evolution.

Three explorations are made in the same way. What is known so far decides which games the next round has:

* A study has one round, with all games of one ruleset at several strengths.
* In a race, each round has as many games of every change that is still in it. Then those leave it whose attackers are
  certainly farther from half the points than those of the best are, by intervals that allow for the number of rulesets
  and of rounds. So most games go to those that are close.
* An evolution is a search for different games that are good to play: MAP-Elites (Mouret and Clune, arXiv 1504.04909).
  Each candidate is a ruleset that was made from an earlier one by one to three changes, and a study says what it is
  like. A candidate belongs to a cell: how large the board is, how long games are, and by what they mostly end and
  pieces are mostly captured. The best of each cell is kept, and those of the next round are made from these. So the
  result is not one best game, but the best of each kind.

Each game depends on its number, the strength and the seed alone. So the games are the same with any executor. They are
counted, and not kept.

The quality of a game is ours: how near the attackers are to half the points, times the part of the games that somebody
wins, times how much the lead changes. A side that cannot beat random moves cannot be judged, so a game in which there
is one is marked, and neither ranked nor used.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, takewhile
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, cast, final

import attrs
from attrs import field

from hnefatafl import variants
from hnefatafl.board import Board, Kind, Piece, Side, Square, Symmetry
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, HnefataflError, NotationError
from hnefatafl.notation.json import format_rules, parse_rules
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support import json_text as jsontext
from hnefatafl.support.arguments import as_mapping, as_tuple, check, check_number, is_a, is_mapping, is_number
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.executors import Workers, check_executor, in_order
from hnefatafl.support.immutability import frozen
from hnefatafl.support.tallies import Tally, reduced
from tafl.arena import Points, Share
from tafl.arena._contest import after_random
from tafl.inference import questions_for
from tafl.lab import _report as report
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
    winner_of,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from attrs import Attribute

_T = TypeVar("_T")
_R = TypeVar("_R")
MOST_GAMES: Final = 1_000_000
"""The maximum number of games of a strength."""
_AHEAD: Final = 32
"""How many tasks are given out ahead. Games are played to their end after the time is over."""


def _play_rounds(
    executor: Executor | Callable[[], Executor] | None,
    work: Callable[[_T], _R],
    rounds: Iterable[Iterable[_T]],
    take: Callable[[_R, int], object],
    *,
    done: int = 0,
    stop: Callable[[], bool] | None = None,
) -> bool:
    """Do the tasks of all rounds, and take their results in order; return whether neither an interrupt (Ctrl-C) nor
    ``stop`` ended it.

    The tasks of a round are asked for when all results before are taken, so that these can decide which they are.

    Arguments:
        executor, work: what does the tasks, and how.
        rounds: the tasks of each round.
        take: called with each result, and the number of results.
        done: how many tasks were done before.
        stop: called before each task is given out.

    Raises:
        KeyboardInterrupt: there was an interrupt before the first result.
    """
    workers = Workers.of(executor)
    stopped = False

    def goes_on(_: _T) -> bool:
        nonlocal stopped
        stopped = stopped or (stop is not None and stop())
        return not stopped

    try:
        for tasks in rounds:
            if stopped:
                break
            # In order, so that what is known after n games does not depend on which worker was quick.
            for result in in_order(workers, work, takewhile(goes_on, tasks), _AHEAD):
                done += 1
                take(result, done)
    except KeyboardInterrupt:
        if not done:
            raise
        return False
    return not stopped


class _GameTask(NamedTuple):
    """A game to play."""

    place: int
    """Which of the results it counts for."""
    ruleset: Ruleset
    strength: Strength
    number: int
    role: Literal["studied", "swapped", "raced"] | Side
    """Where and how it is counted; a side is one that plays against random moves."""


@final
@frozen(kw_only=True)
class Conditions:
    """How the games of a study or a race are played.

    >>> Conditions(seed=3, plies=100).opening_plies
    2

    Raises:
        ArgumentValueError: a number is out of range.
        ArgumentTypeError: something is no number.
    """

    seed: int = field(default=0, validator=is_a(int))
    """What decides openings, random moves and dice."""
    plies: int = field(default=400, validator=is_number(1, MOST_PLIES))
    """After how many moves a game is cut off; it is counted as drawn, and told apart."""
    opening_plies: int = field(default=2, validator=is_number(0, MOST_OPENING_PLIES))
    """How many moves at the beginning are random."""


def _play_task(conditions: Conditions, task: _GameTask) -> tuple[int, StrengthResult]:
    """Play a game and count."""
    index, ruleset, strength, number, role = task
    played = {"number": number, **attrs.asdict(conditions)}
    counted: dict[str, Any]
    if isinstance(role, Side):
        counted = {"against_random": {role: against_random(ruleset, strength, role, **played)}}
    elif role == "studied":
        counted = {"observations": observe(ruleset, strength, options=number < _OPTION_GAMES, **played)}
    else:
        points = Points.of(winner_of(ruleset, strength, **played), Side.ATTACKERS)
        counted = {"swapped": points} if role == "swapped" else {"observations": Observations(attackers=points)}
    return index, StrengthResult(strength=strength, **counted)


# Studies: one ruleset at several strengths.


_ABLE: Final = 0.9
"""The part of the games against random moves that a player has to win."""


@final
@frozen(kw_only=True)
class StrengthResult(Tally):
    """What the games of one strength say. Two of the same strength are added with ``+``.

    >>> StrengthResult(strength=Strength(), observations=Observations()).observations.games
    0
    """

    strength: Strength
    """How well both sides played."""
    observations: Observations = Observations()
    """What was counted."""
    swapped: Points | None = None
    """The results of the attackers if the other side moves first, or None if that was not played or the lot decides."""
    against_random: Mapping[Side, Points] = field(
        factory=dict[Side, Points], validator=is_mapping(Side, Points), hash=False
    )
    """The results of each side with this strength against random moves; empty for random moves themselves."""

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

    ruleset: Ruleset
    """The rules."""
    results: tuple[StrengthResult, ...] = field(converter=_as_results)
    """The results, by strength as they were asked for."""
    conditions: Conditions = Conditions()
    """How the games were played."""
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
        visits = {visit for result in self.results for visit in result.observations.visits}
        squares = [Square(file, rank) for rank in range(self.ruleset.size) for file in range(self.ruleset.size)]
        kinds = {kind: {kind} for kind in ("attackers", "defenders", "king")}
        return {
            name: tuple(square for square in squares if not any((square.name, kind) in visits for kind in some))
            for name, some in {**kinds, "any": {*kinds}}.items()
        }

    @property
    def idle_options(self) -> tuple[str, ...]:
        """The options without which every game that was looked into would have gone in the same way."""
        needed = {name for result in self.results for name in result.observations.needed}
        return tuple(name for name in plainer(self.ruleset) if name not in needed)

    def describe(self) -> str:
        """Return the study in words and numbers, in English."""
        return report.format_study(self)

    def as_json(self) -> dict[str, Any]:
        """Return the study as plain data for JSON."""
        return report.convert_study(self)

    def html(self, exploration: Exploration | None = None) -> str:
        """Return the study as a page that needs no other file, if wanted with an exploration."""
        return report.wrap_page(f"A study of {self.ruleset.name}", report.format_part(self, exploration))

    def _repr_html_(self) -> str:
        return report.format_part(self)

    def __str__(self) -> str:
        return self.describe()


DEFAULT_STRENGTHS: Final = (Strength(), Strength(nodes=200), Strength(nodes=2000))
"""The strengths of a study, unless others are given."""
_CHUNK: Final = 4
"""How many games are given out at once, within a budget of time."""
_USUAL: Final = Conditions()
_SWAPPED: Final = 1 << 40
"""Where the numbers of the games with the other first side begin."""
_OPTION_GAMES: Final = 100
"""For how many games of each strength it is found out which options they need."""


def study(
    ruleset: RulesetLike,
    *,
    strengths: Iterable[Strength | str] = DEFAULT_STRENGTHS,
    games: int | None = None,
    minutes: float | None = None,
    conditions: Conditions = _USUAL,
    first_move: bool = True,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[StudyProgress], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Study:
    """Play games of a player against itself and count what happens in them. An interrupt (Ctrl-C) ends it early.

    With each number of nodes, both sides play ten more games against random moves: of a side that does not win these,
    the balance says nothing (:attr:`StrengthResult.unable`).

    >>> from hnefatafl import variants
    >>> found = study(variants.BRANDUBH, strengths=["50"], games=6)
    >>> found.results[0].observations.judged <= 6
    True

    Arguments:
        ruleset: the rules, or their name.
        strengths: how well both sides play: numbers of nodes, or ``random``.
        games: how many games of each strength; 100 if there are no minutes either.
        minutes: how long it may take, instead of a number of games. All strengths get equally many games.
        conditions: how the games are played.
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
    levels = [as_strength("strengths", strength) for strength in as_tuple("strengths", strengths)]
    if not levels or len(set(levels)) < len(levels):
        raise ArgumentValueError("strengths: one or more different strengths were expected")
    check("minutes", minutes, float, optional=True)
    if minutes is not None and not 0 < minutes < 1e6:
        raise ArgumentValueError(f"minutes: a number above 0 was expected, not {minutes}")
    size = games if games is not None else 100 if minutes is None else MOST_GAMES
    check_number("games", size, 1, MOST_GAMES)
    check("conditions", conditions, Conditions)
    check_executor(executor, made=True)
    began = clock()
    until = None if minutes is None else began + 60 * minutes
    swapped = ruleset.evolve(first=ruleset.first.opponent) if first_move and ruleset.first is not None else None
    trials = min(size, TRIALS) * 2 * sum(strength.nodes > 0 for strength in levels)
    most = size * len(levels) * (1 if swapped is None else 2) + trials
    results = [StrengthResult(strength=level) for level in levels]

    def take(found: tuple[int, StrengthResult], played: int) -> None:
        index, result = found
        results[index] += result
        if progress is not None:
            share = played / most if until is None else min(1.0, (clock() - began) / (until - began))
            planned = most if until is None else None
            progress(StudyProgress(games=played, size=planned, share=share, results=tuple(results)))

    games_to_play = _list_games(ruleset, swapped, levels, size, lambda: until is None or clock() < until)
    whole = _play_rounds(executor, partial(_play_task, conditions), [games_to_play], take)
    return Study(
        ruleset=ruleset,
        results=results,
        conditions=conditions,
        seconds=clock() - began,
        whole=whole,
    )


def _list_games(
    ruleset: Ruleset, swapped: Ruleset | None, strengths: Sequence[Strength], size: int, has_time: Callable[[], bool]
) -> Iterator[_GameTask]:
    """The games of a study: a number of each strength in turn, so that all have equally many at any time."""
    for first in range(0, size, _CHUNK):
        if first and not has_time():
            return
        numbers = range(first, min(first + _CHUNK, size))
        for index, strength in enumerate(strengths):
            yield from (_GameTask(index, ruleset, strength, number, "studied") for number in numbers)
            if swapped is not None:
                yield from (_GameTask(index, swapped, strength, _SWAPPED + number, "swapped") for number in numbers)
            # Random moves against random moves say nothing of whether a side can be judged.
            tried = range(first, min(numbers.stop, TRIALS)) if strength.nodes else ()
            yield from (_GameTask(index, ruleset, strength, number, side) for number in tried for side in Side)


# Races: changes of one option.

_ROUND: Final = 20
"""How many games a ruleset plays in a round."""
_ERROR: Final = 0.05
"""The chance that any ruleset leaves the race wrongly, over all of them and all rounds."""
_MOST_GAMES: Final = 10_000_000
_BASE: Final = "as it is"


@final
@frozen(kw_only=True)
class Change:
    """A ruleset of the race, and its results.

    >>> from hnefatafl import variants
    >>> change = Change(label="escape = edge", ruleset=variants.BRANDUBH, attackers=Points(won=3, lost=1))
    >>> print(change)
    escape = edge: 75.0 % [30.1, 95.4] of 4 games
    """

    label: str
    """What was changed, as ``option = answer``; ``as it is`` for the ruleset itself."""
    ruleset: Ruleset
    """The ruleset with the change."""
    attackers: Points = Points()
    """The results of the attackers."""
    left: int | None = None
    """The round in which it left the race, from 1, or None if it was in it to the end."""

    @property
    def balance(self) -> Share:
        """The share of the points that the attackers take."""
        return self.attackers.share

    @property
    def distance(self) -> float:
        """How far that is from half of the points."""
        return abs(self.balance.value - 0.5)

    def __str__(self) -> str:
        return f"{self.label}: {self.balance} of {self.attackers.games:,} games"


def _as_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    return as_tuple("changes", changes)


@final
@frozen(kw_only=True)
class Exploration:
    """The results of a race.

    >>> from hnefatafl import variants
    >>> base = Change(label="as it is", ruleset=variants.BRANDUBH, attackers=Points(won=90, lost=10))
    >>> other = Change(label="escape = edge", ruleset=variants.BRANDUBH, attackers=Points(won=50, lost=50))
    >>> found = Exploration(base=base, changes=[other], strength=Strength(nodes=100))
    >>> [each.label for each in found.nearer]
    ['escape = edge']
    """

    base: Change
    """The ruleset as it is."""
    changes: tuple[Change, ...] = field(converter=_as_changes)
    """The changes, the one nearest to balance first; those that left the race come after those that did not."""
    strength: Strength
    """How well both sides played."""
    conditions: Conditions = Conditions()
    """How the games were played."""
    whole: bool = True
    """Whether the race came to its end, and neither an interrupt nor ``stop`` ended it."""

    @property
    def nearer(self) -> tuple[Change, ...]:
        """The changes that are certainly nearer to balance than the ruleset is: the intervals of their distance from
        half the points do not meet. These intervals allow for the number of changes, so they are wider than those for
        95 %.

        >>> from hnefatafl import variants
        >>> base = Change(label="as it is", ruleset=variants.BRANDUBH, attackers=Points(won=6, lost=4))
        >>> Exploration(base=base, changes=[], strength=Strength()).nearer
        ()
        """
        # Bonferroni: one interval for each ruleset.
        confidence = 1 - _ERROR / (1 + len(self.changes))
        least, _ = _measure_distances(self.base.attackers.interval(confidence))
        return tuple(
            change for change in self.changes if _measure_distances(change.attackers.interval(confidence))[1] < least
        )

    def describe(self) -> str:
        """Return the results in words and numbers, a line for each change.

        >>> from hnefatafl import variants
        >>> base = Change(label="as it is", ruleset=variants.BRANDUBH)
        >>> print(Exploration(base=base, changes=[], strength=Strength()).describe())
        brandubh, changes of one option: points of the attackers, random moves, seed 0
          as it is                                       50.0 % [0.0, 100.0]      0 games
        no change is significantly nearer to balance
        """
        lines = [
            f"{self.base.ruleset.name}, changes of one option: "
            f"points of the attackers, {self.strength}, seed {self.conditions.seed}"
        ]
        before = f"{100 * self.base.balance.value:.0f} %"
        for tried in (self.base, *self.changes):
            left = "" if tried.left is None else f"  left in round {tried.left}"
            prefix = " " * (len(before) + 2) if tried is self.base else f"{before} →"
            lines.append(f"  {tried.label:38}  {prefix} {tried.balance!s:22} {tried.attackers.games:3,} games{left}")
        nearer = ", ".join(tried.label for tried in self.nearer)
        lines.append(f"nearer to balance: {nearer}" if nearer else "no change is significantly nearer to balance")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the results as plain data for JSON."""
        fields = attributes(self, "base changes", nearer=[change.label for change in self.nearer])
        return {"variant": self.base.ruleset.name, "nodes": self.strength.nodes, "seed": self.conditions.seed, **fields}

    def __str__(self) -> str:
        return self.describe()


@plain.register
def _convert_change(change: Change) -> dict[str, Any]:
    points, share = change.attackers, change.balance
    games = {"games": points.games, "attackers": points.won, "defenders": points.lost, "draws": points.drawn}
    return attributes(change, "label left", **games, balance=share.value, low=share.low, high=share.high)


def changes_of(ruleset: RulesetLike) -> dict[str, Ruleset]:
    """Return the rulesets that differ in one option, by what was changed.

    They are the other answers to the questions that inference asks about rules
    (:mod:`tafl.inference`), as far as they do not contradict the other options.

    >>> from hnefatafl import variants
    >>> found = changes_of(variants.BRANDUBH)
    >>> found["speed.king = 1"].speed.king
    1
    """
    ruleset = as_ruleset(ruleset)
    changes: dict[str, Ruleset] = {}
    for question in questions_for(ruleset.start):
        if question.weighed:
            for answer, rival in question.rivals(ruleset):
                changes[f"{question.name} = {answer}"] = rival
    return changes


def explore(
    ruleset: RulesetLike,
    changes: Mapping[str, Ruleset] | None = None,
    *,
    strength: Strength | str = "500",
    games: int = 4000,
    conditions: Conditions = _USUAL,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Find changes of one option that bring a ruleset nearer to balance. An interrupt (Ctrl-C) ends it early.

    Arguments:
        ruleset: the rules.
        changes: the rulesets to try, by what to call them; None for :func:`changes_of`.
        strength: how well both sides play: a number of nodes, or ``random``.
        games: how many games to play in all.
        conditions: how the games are played.
        executor: what plays the games, or a function that makes one.
        progress: called after each game with the number of games and how many there will be at most.
        stop: called before each game is given out; the race ends when it returns True, and is not whole.

    >>> from hnefatafl import variants
    >>> explore(variants.BRANDUBH, {}, strength="random", games=20).base.attackers.games
    20

    Raises:
        ArgumentValueError: a number is out of range, or no game can be played for each change; or a change is called
            ``as it is``, which the ruleset itself is.
        ArgumentTypeError: a change is no ruleset, or something else is of another type.
    """
    ruleset = as_ruleset(ruleset)
    level = as_strength("strength", strength)
    rivals = as_mapping("changes", changes_of(ruleset) if changes is None else changes, str, Ruleset)
    if _BASE in rivals:
        raise ArgumentValueError(f"changes: another name than {_BASE!r} was expected, which the ruleset itself has")
    # Each ruleset plays one game at least, or the race has nothing to compare.
    check_number("games", games, 1 + len(rivals), _MOST_GAMES)
    check("conditions", conditions, Conditions)
    check_executor(executor, made=True)
    changed = [Change(label=label, ruleset=rules) for label, rules in {_BASE: ruleset, **rivals}.items()]

    def take(found: tuple[int, StrengthResult], played: int) -> None:
        index, result = found
        change = changed[index]
        changed[index] = attrs.evolve(change, attackers=change.attackers + result.observations.attackers)
        if progress is not None:
            progress(played, games)

    whole = _play_rounds(executor, partial(_play_task, conditions), _race(changed, level, games), take, stop=stop)
    base, *others = changed
    others.sort(key=lambda change: (change.left is not None, -(change.left or 0), change.distance))
    return Exploration(base=base, changes=others, strength=level, conditions=conditions, whole=whole)


def _race(changes: list[Change], strength: Strength, games: int) -> Iterator[list[_GameTask]]:
    """The rounds of a race. After each, those leave it that are certainly not the best; the first, the base, stays."""
    for current in count(1):
        racing = [index for index, change in enumerate(changes) if change.left is None]
        remaining = games - sum(change.attackers.games for change in changes)
        first = (current - 1) * _ROUND
        numbers = range(first, first + min(_ROUND, remaining // len(racing)))
        if not numbers:
            return
        yield [
            _GameTask(index, changes[index].ruleset, strength, number, "raced")
            for number in numbers
            for index in racing
        ]
        # The shares of the rounds in the error, 1/2, 1/6, 1/12 and so on, come to 1, however many there are.
        confidence = 1 - _ERROR / (len(changes) * current * (current + 1))
        distances = {index: _measure_distances(changes[index].attackers.interval(confidence)) for index in racing[1:]}
        best = min((most for _, most in distances.values()), default=1.0)
        for index, (least, _) in distances.items():
            if least > best:
                changes[index] = attrs.evolve(changes[index], left=current)


def _measure_distances(share: Share) -> tuple[float, float]:
    """How far a share is from one half: at least, and at most."""
    ends = abs(share.low - 0.5), abs(share.high - 0.5)
    return (0.0 if share.low <= 0.5 <= share.high else min(ends)), max(ends)


# Evolution: changes of changes.

_SWITCHES: Final = tuple(field.name for field in attrs.fields(Ruleset) if field.type is bool)
"""The options that a ruleset has or has not."""
_MOST_CHANGES: Final = 3
_ANSWERS: Final = 0.6
"""How often a change is another answer."""
_TURNS: Final = 0.1
"""How often it is an option turned."""


def mutated(ruleset: RulesetLike, chance: Random) -> Ruleset:
    """Return a ruleset with one to three changes at random; what contradicts the other options is not changed.

    A change is another answer to one of the questions that inference asks about rules, an option turned on or off, or
    men put up or taken away, on all sides of the board alike. Now and then nothing differs.

    >>> from random import Random
    >>> mutated("brandubh", Random(1)).differences("brandubh")
    'king: middleweight instead of strong-near-throne'

    Arguments:
        ruleset: the ruleset.
        chance: what decides.

    Raises:
        UnknownVariantError: no ruleset has that name.
    """
    rules = as_ruleset(ruleset)
    for _ in range(chance.randint(1, _MOST_CHANGES)):
        kind = chance.random()
        change = _change_answer if kind < _ANSWERS else _change_switch if kind < _ANSWERS + _TURNS else _change_start
        with suppress(HnefataflError):
            rules = change(rules, chance)
    return rules


def _change_answer(rules: Ruleset, chance: Random) -> Ruleset:
    rivals = [*chance.choice(questions_for(rules.start)).rivals(rules)]
    return chance.choice(rivals)[1] if rivals else rules


def _change_switch(rules: Ruleset, chance: Random) -> Ruleset:
    # The questions of inference do not cover all options.
    switch = chance.choice(_SWITCHES)
    turned: Any = {switch: not getattr(rules, switch)}
    return rules.evolve(**turned)


def _change_start(rules: Ruleset, chance: Random) -> Ruleset:
    board = rules.start
    square = Square(chance.randrange(board.size), chance.randrange(board.size))
    standing = board.get(square)
    if standing is not None and standing.kind is Kind.KING:
        return rules
    put = None if standing is not None else Piece(chance.choice([*Side]), Kind.SOLDIER)
    # The board turns itself, so a board with one man finds all squares that lie alike.
    marked = Board(board.size, {square: Piece(Side.ATTACKERS, Kind.SOLDIER)})
    for symmetry in Symmetry:
        for turned in marked.transform(symmetry):
            board = board.put(turned, put)
    return rules.evolve(start=board)


_GENERATION: Final = 16
"""How many candidates are made before the best are looked at again: the same ones, however many workers there are."""
_LENGTHS: Final = (20, 40, 80)
"""The typical numbers of moves that divide short games from long ones."""
_DRAMA: Final = 2.0
"""With so many changes of the lead a game, more make it no better."""
_TRIES: Final = 50
_OPENING_PLIES: Final = 2
"""How many moves at the beginning of a game are random."""
_OPENINGS: Final = 20
"""How many such beginnings a candidate is tried with."""
_MOST: Final = 1_000_000
_LONGEST: Final = 60
"""How long the name of a file may be before the number."""


class Cell(NamedTuple):
    """A kind of game, of which the best is kept.

    >>> print(Cell(size=7, length=20, ending="king-escaped", capture="custodial"))
    7×7, 20 moves or more, mostly king-escaped, captures mostly custodial
    """

    size: int
    """The size of the board."""
    length: int
    """At least so many moves are typical: 0, 20, 40 or 80."""
    ending: str
    """How most games end; ``none`` where none does."""
    capture: str
    """By what most pieces are captured; ``none`` where none is."""

    def __str__(self) -> str:
        length = f"{self.length} moves or more" if self.length else f"fewer than {_LENGTHS[0]} moves"
        return f"{self.size}×{self.size}, {length}, mostly {self.ending}, captures mostly {self.capture}"


def _as_sides(sides: Iterable[str]) -> tuple[str, ...]:
    names = as_tuple("unable", sides, str)
    if not {*names} <= {str(side) for side in Side}:
        raise ArgumentValueError(f"unable: attackers or defenders were expected, not {names!r:.60}")
    return names


def _check_each(_: object, attribute: Attribute[Any], counts: Mapping[str, int]) -> None:
    for number in counts.values():
        check_number(attribute.name, number, 0)


@final
@frozen(kw_only=True)
class EvolvedRuleset:
    """A ruleset that the search has made, and what its games were like.

    >>> from hnefatafl import variants
    >>> made = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=6, lost=4), lead_changes=10)
    >>> round(made.quality, 2), made.cell.size
    (0.6, 7)

    Raises:
        ArgumentTypeError: something is of another type.
        ArgumentValueError: a number is below 0, or there is no such side.
    """

    number: int = field(validator=is_number(0))
    """Its number, from 0."""
    ruleset: Ruleset = field(validator=is_a(Ruleset))
    """The rules."""
    parent: int | None = field(default=None, validator=is_number(0, optional=True))
    """The number of the candidate that it was made from; None if it was made from a ruleset that is given or ships."""
    attackers: Points = field(default=Points(), validator=is_a(Points))
    """The results of the attackers."""
    length: int = field(default=0, validator=is_number(0))
    """The number of moves that half of the games do not exceed."""
    lead_changes: int = field(default=0, validator=is_number(0))
    """How often the lead changed sides, in all games."""
    endings: Mapping[str, int] = field(
        factory=dict[str, int], validator=[is_mapping(str, int), _check_each], hash=False
    )
    """How many games ended in each way."""
    captures: Mapping[str, int] = field(
        factory=dict[str, int], validator=[is_mapping(str, int), _check_each], hash=False
    )
    """How many pieces were captured by each rule."""
    unable: tuple[str, ...] = field(default=(), converter=_as_sides)
    """The sides that do not beat random moves, and so cannot be judged."""

    @property
    def balance(self) -> Share:
        """The share of the points that the attackers take."""
        return self.attackers.share

    @property
    def cell(self) -> Cell:
        """The kind of game that it is."""
        length = max((least for least in _LENGTHS if self.length >= least), default=0)
        return Cell(self.ruleset.size, length, _pick_commonest(self.endings), _pick_commonest(self.captures))

    @property
    def quality(self) -> float:
        """How good it is to play, from 0 to 1: a convention of ours. 0 if a side cannot be judged.

        It is 1 less twice the distance of the attackers from half the points, times the part of the games that are not
        drawn, times ½ and a quarter for each change of the lead a game, up to two.

        >>> from hnefatafl import variants
        >>> even = Points(won=5, lost=5)
        >>> EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=even, lead_changes=20).quality
        1.0
        """
        games = self.attackers.games
        if not games or self.unable:
            return 0.0
        # A product, so that no merit makes up for a lack: a drawn game that is balanced is not good.
        near = 1 - 2 * abs(self.balance.value - 0.5)
        drama = min(1.0, self.lead_changes / games / _DRAMA)
        return near * (1 - self.attackers.drawn / games) * (1 + drama) / 2

    @property
    def start(self) -> Position:
        """The position in which its games begin; the attackers are to move where the lot decides."""
        return Position.initial(self.ruleset, self.ruleset.first or Side.ATTACKERS)

    @property
    def file_name(self) -> str:
        """The name of its files, without an ending: that of its ruleset, as the search gives it, if it has letters,
        digits and hyphens only; else its number. No other candidate of a search has the same.

        >>> from hnefatafl import variants
        >>> for name in ("brandubh-7", "../escaped-7"):
        ...     print(EvolvedRuleset(number=7, ruleset=variants.BRANDUBH.evolve(name=name)).file_name)
        brandubh-7
        game-7
        """
        name = self.ruleset.name
        fits = re.fullmatch(rf"[\w-]{{1,{_LONGEST}}}-{self.number}", name)
        return name if fits else f"game-{self.number}"

    def nearest(self) -> tuple[str, str]:
        """Return the name of the ruleset that ships with the board of that size whose options differ least, and the
        differences in words.
        """
        shipped = [*variants.find(size=self.ruleset.size)] or [*variants.find()]
        nearest = min(shipped, key=lambda rules: (len(self.ruleset.diff(rules)), rules.name))
        return nearest.name, self.ruleset.differences(nearest)

    @property
    def text(self) -> str:
        """The candidate as a line of JSON, with its rules, which :meth:`parse` reads.

        >>> from hnefatafl import variants
        >>> one = EvolvedRuleset(number=3, ruleset=variants.BRANDUBH, endings={"king-captured": 2})
        >>> EvolvedRuleset.parse(one.text) == one
        True

        Raises:
            NotExpressibleError: its rules contain functions and are not registered.
        """
        counts = [getattr(self.attackers, name) for name in _POINTS]
        rules = jsontext.load(format_rules(self.ruleset))
        return jsontext.dump({**attributes(self, _PLAIN), "attackers": counts, "ruleset": rules})

    @staticmethod
    def parse(text: str) -> EvolvedRuleset:
        """Read a line of JSON that :attr:`text` has written.

        >>> EvolvedRuleset.parse("{}")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: the key 'ruleset' was expected (line 1, column 3)
            {}
              ^

        Raises:
            NotationError: it is none.
            StructureError: its rules are none; all faults are listed.
            RulesetError: the options of its rules contradict each other.
        """
        check("text", text, str)
        fields = jsontext.load(text)
        rules = parse_rules(jsontext.dump(cast("object", jsontext.entry(fields, "ruleset", dict, text))))
        points = cast("list[int]", jsontext.entry(fields, "attackers", list, text))
        plain: dict[str, Any] = {name: jsontext.entry(fields, name, object, text) for name in _PLAIN.split()}
        if len(points) != len(_POINTS):
            raise NotationError("attackers: three numbers were expected", text, jsontext.place(text, "attackers"))
        try:
            return EvolvedRuleset(ruleset=rules, attackers=Points(**dict(zip(_POINTS, points, strict=True))), **plain)
        except (ArgumentTypeError, ArgumentValueError) as error:
            message = str(error)
            name = message.partition(":")[0]
            raise NotationError(message, text, jsontext.place(text, "attackers" if name in _POINTS else name)) from None

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


_PLAIN: Final = "number parent length lead_changes endings captures unable"
_POINTS: Final = ("won", "lost", "drawn")


def _pick_commonest(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda name: (-counts[name], name)) if any(counts.values()) else "none"


def _keep(elites: dict[Cell, EvolvedRuleset], candidates: Iterable[EvolvedRuleset]) -> dict[Cell, EvolvedRuleset]:
    """Keep the candidates that are better than those of their cells; return what is kept."""
    for candidate in candidates:
        cell = candidate.cell
        if candidate.quality > 0 and (cell not in elites or candidate.quality > elites[cell].quality):
            elites[cell] = candidate
    return elites


def _rank_elites(elites: Mapping[Cell, EvolvedRuleset]) -> tuple[EvolvedRuleset, ...]:
    return tuple(sorted(elites.values(), key=lambda candidate: (-candidate.quality, candidate.number)))


def _as_candidates(candidates: Iterable[EvolvedRuleset]) -> tuple[EvolvedRuleset, ...]:
    return as_tuple("candidates", candidates, EvolvedRuleset)


@final
@frozen(kw_only=True)
class Evolution:
    """What a search has found.

    >>> from hnefatafl import variants
    >>> one = EvolvedRuleset(number=0, ruleset=variants.BRANDUBH, attackers=Points(won=5, lost=5))
    >>> print(*(each.number for each in Evolution(candidates=[one]).best))
    0
    """

    candidates: tuple[EvolvedRuleset, ...] = field(converter=_as_candidates)
    """All candidates, in their order."""
    whole: bool = True
    """Whether the search came to its end, and no interrupt ended it."""

    @property
    def elites(self) -> Mapping[Cell, EvolvedRuleset]:
        """The best candidate of each cell that has one which can be judged, and is of any quality."""
        return MappingProxyType(_keep({}, self.candidates))

    @property
    def best(self) -> tuple[EvolvedRuleset, ...]:
        """The best of all cells, the one of the greatest quality first."""
        return _rank_elites(self.elites)

    @property
    def unable(self) -> tuple[EvolvedRuleset, ...]:
        """The candidates with a side that cannot be judged."""
        return tuple(candidate for candidate in self.candidates if candidate.unable)


def evolve(
    base: RulesetLike | None = None,
    *,
    candidates: int = 100,
    nodes: int = 200,
    games: int = 20,
    plies: int = 300,
    seed: int = 0,
    known: Iterable[EvolvedRuleset] = (),
    executor: Executor | Callable[[], Executor] | None = None,
    progress: Callable[[EvolvedRuleset], object] | None = None,
) -> Evolution:
    """Search for games that are good to play, and differ. An interrupt (Ctrl-C) ends it early.

    >>> found = evolve("brandubh", candidates=4, nodes=20, games=2, plies=40, seed=1)
    >>> [each.number for each in found.candidates], found.candidates[0].ruleset.name
    ([0, 1, 2, 3], 'brandubh-0')

    Arguments:
        base: the ruleset to begin with, which is the first candidate; None for one of those that ship, at random,
            whenever a candidate is made from no other.
        candidates: how many to try, with those that are known.
        nodes: how many nodes both sides search for a move.
        games: how many games say what a candidate is like.
        plies: after how many moves a game is cut off, 10,000 at most; it counts as drawn.
        seed: what decides. With the same arguments the result is the same with any executor.
        known: the first candidates of an earlier search with the same arguments, which goes on.
        executor: what plays the games, a candidate at a time; None for this process; or a function that makes one,
            which is called again when a worker was killed.
        progress: called with each new candidate.

    Raises:
        ArgumentValueError: a number is out of range, or the candidates that are known are not numbered 0, 1, 2 and so
            on.
        ArgumentTypeError: something is of another type.
        UnknownVariantError: no ruleset has that name.
        KeyboardInterrupt: there was an interrupt before the first candidate was complete.
    """
    check("seed", seed, int)
    check_executor(executor, made=True)
    for name, number, most in (
        ("candidates", candidates, _MOST),
        ("nodes", nodes, _MOST),
        ("games", games, MOST_GAMES),
        ("plies", plies, MOST_PLIES),
    ):
        check_number(name, number, 1, most)
    rules = None if base is None else as_ruleset(base)
    earlier = as_tuple("known", known, EvolvedRuleset)
    if [candidate.number for candidate in earlier] != [*range(len(earlier))]:
        raise ArgumentValueError("known: the candidates 0, 1, 2 and so on were expected, in their order")
    tried = [*earlier[:candidates]]

    def take(candidate: EvolvedRuleset, _: int) -> None:
        tried.append(candidate)
        if progress is not None:
            progress(candidate)

    work = partial(_try_candidate, rules, nodes, games, plies, seed)
    whole = _play_rounds(executor, work, _list_generations(tried, candidates), take, done=len(tried))
    return Evolution(candidates=tried, whole=whole)


def _list_generations(
    tried: list[EvolvedRuleset], candidates: int
) -> Iterator[list[tuple[tuple[EvolvedRuleset, ...], int]]]:
    """The numbers of the candidates of each generation, with the best that they are made from."""
    elites: dict[Cell, EvolvedRuleset] = {}
    compared = 0
    while len(tried) < candidates:
        # From the number alone: a search that goes on makes the generations of one that never stopped.
        first = len(tried) // _GENERATION * _GENERATION
        best = _rank_elites(_keep(elites, tried[compared:first]))
        compared = first
        yield [(best, number) for number in range(len(tried), min(first + _GENERATION, candidates))]


def _try_candidate(
    base: Ruleset | None, nodes: int, games: int, plies: int, seed: int, task: tuple[tuple[EvolvedRuleset, ...], int]
) -> EvolvedRuleset:
    """Make a candidate, and play its games."""
    best, number = task
    # Of its own for each candidate, so that it does not matter which worker makes it.
    chance = Random(f"{seed} {number}")
    parent = chance.choice(best) if best and chance.random() < 0.9 else None
    rules = _make_rules(base, parent, chance, number)
    conditions = Conditions(seed=seed, plies=plies, opening_plies=_OPENING_PLIES)
    games_study = study(rules, strengths=[str(nodes)], games=games, conditions=conditions, first_move=False)
    if not games_study.whole:  # the interrupt is the search's, too, and a candidate with fewer games is none
        raise KeyboardInterrupt
    (result,) = games_study.results
    observations = result.observations
    return EvolvedRuleset(
        number=number,
        ruleset=rules,
        parent=None if parent is None else parent.number,
        attackers=observations.attackers,
        length=observations.quantile(0.5),
        lead_changes=observations.lead_changes,
        endings=Counter({str(ending): count for ending, count in observations.endings.items()}),
        captures=observations.captures,
        unable=tuple(str(side) for side in result.unable),
    )


def _make_rules(base: Ruleset | None, parent: EvolvedRuleset | None, chance: Random, number: int) -> Ruleset:
    """The rules of a candidate; those of the base for the first one."""
    if parent is not None:
        origin, stem = parent.ruleset, parent.ruleset.name.rpartition("-")[0]
    else:
        origin = base or chance.choice(sorted(variants.find(), key=lambda rules: rules.name))
        stem = origin.name
    name = f"{stem}-{number}"
    for _ in range(0 if base is not None and number == 0 else _TRIES):
        mutation = mutated(origin, chance)
        # Many changes do nothing, or end the game at once.
        if mutation.diff(origin) and _can_begin(mutation):
            return mutation.evolve(name=name)
    return origin.evolve(name=name)


def _can_begin(rules: Ruleset) -> bool:
    """Whether half of the games or more go on after the random moves that open them.

    A study finds an opening that goes on even where nearly none does, but not for each of its games.
    """
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    chance = Random(0)
    going_on = sum(after_random(start, _OPENING_PLIES, chance) is not None for _ in range(_OPENINGS))
    return 2 * going_on >= _OPENINGS
