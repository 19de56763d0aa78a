"""Which change of one option brings a ruleset nearer to balance.

>>> from hnefatafl import Region, variants
>>> changes = {"escape = edge": variants.BRANDUBH.evolve(escape=Region.EDGE)}
>>> found = explore(variants.BRANDUBH, changes, strength="random", games=60)
>>> found.base.label, [each.label for each in found.changes]
('as it is', ['escape = edge'])

The changes race. In each round every ruleset that is still in the race plays as many games; then those leave it whose
attackers are certainly farther from half the points than those of the best are, by intervals that allow for the number
of rulesets and of rounds. So most games go to those that are close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, final

from attrs import field

from hnefatafl.board import Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.rules import Ruleset, as_ruleset
from hnefatafl.support.arguments import as_mapping, as_tuple, check, check_number
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.executors import Workers, check_executor, in_order
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief
from tafl.arena import Points, Share
from tafl.inference import questions_for
from tafl.lab._observation import MOST_OPENING_PLIES, MOST_PLIES, Strength, as_strength, winner_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

_ROUND: Final = 20
"""How many games a ruleset plays in a round."""
_AHEAD: Final = 32
"""How many games are given out ahead."""
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

    __repr__ = brief

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

    __repr__ = brief

    base: Change
    """The ruleset as it is."""
    changes: tuple[Change, ...] = field(converter=_as_changes)
    """The changes, the one nearest to balance first; those that left the race come after those that did not."""
    strength: Strength
    """How well both sides played."""
    seed: int = 0
    """The seed of the games."""
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
            f"points of the attackers, {self.strength}, seed {self.seed}"
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
        fields = attributes(self, "seed base changes", nearer=[change.label for change in self.nearer])
        return {"variant": self.base.ruleset.name, "nodes": self.strength.nodes, **fields}

    def __str__(self) -> str:
        return self.describe()


@plain.register
def _convert_change(change: Change) -> dict[str, Any]:
    points, share = change.attackers, change.balance
    games = {"games": points.games, "attackers": points.won, "defenders": points.lost, "draws": points.drawn}
    return attributes(change, "label left", **games, balance=share.value, low=share.low, high=share.high)


def changes_of(ruleset: Ruleset | str) -> dict[str, Ruleset]:
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
    ruleset: Ruleset | str,
    changes: Mapping[str, Ruleset] | None = None,
    *,
    strength: Strength | str = "500",
    games: int = 4000,
    seed: int = 0,
    plies: int = 400,
    opening_plies: int = 2,
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
        seed, plies, opening_plies: as for :func:`~tafl.lab.study`.
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
    rulesets = {_BASE: ruleset, **rivals}
    check_number("games", games, len(rulesets), _MOST_GAMES)
    check_number("plies", plies, 1, MOST_PLIES)
    check_number("opening_plies", opening_plies, 0, MOST_OPENING_PLIES)
    check("seed", seed, int)
    check_executor(executor, made=True)
    race = _Race(list(rulesets.items()), games)
    stopped = False

    def stops() -> bool:
        nonlocal stopped
        stopped = stopped or (stop is not None and stop())
        return stopped

    workers = Workers.of(executor)
    work = partial(_play_game, list(rulesets.values()), level, seed, plies, opening_plies)
    try:
        while not stopped and (tasks := race.tasks()):
            for at, winner in in_order(workers, work, takewhile(lambda _: not stops(), tasks), _AHEAD):
                race.add(at, winner)
                if progress is not None:
                    progress(race.played, games)
            race.end_round()
    except KeyboardInterrupt:
        if not race.played:
            raise
        stopped = True
    base, *others = race.changes()
    others.sort(key=lambda change: (change.left is not None, -(change.left or 0), change.distance))
    return Exploration(base=base, changes=others, strength=level, seed=seed, whole=not stopped)


def _play_game(
    rivals: list[Ruleset], strength: Strength, seed: int, plies: int, opening_plies: int, task: tuple[int, int]
) -> tuple[int, Side | None]:
    index, number = task
    return index, winner_of(rivals[index], strength, number=number, seed=seed, plies=plies, opening_plies=opening_plies)


class _Race:
    """Which rulesets are still in the race, and their results. The first one, the base, always is."""

    def __init__(self, rulesets: list[tuple[str, Ruleset]], games: int) -> None:
        self.played = 0
        self._wanted = rulesets
        self._games = games
        self._points = [Points() for _ in rulesets]
        self._left: list[int | None] = [None for _ in rulesets]
        self._round = 0

    def tasks(self) -> list[tuple[int, int]]:
        """The games of the next round: which ruleset, and which number; none if the race is over."""
        racing = [index for index, left in enumerate(self._left) if left is None]
        count = min(_ROUND, (self._games - self.played) // len(racing))
        first = self._round * _ROUND
        return [(index, number) for number in range(first, first + count) for index in racing]

    def add(self, index: int, winner: Side | None) -> None:
        self.played += 1
        self._points[index] += Points.of(winner, Side.ATTACKERS)

    def end_round(self) -> None:
        """Take those out of the race that are certainly not the best."""
        self._round += 1
        # The shares of the rounds in the error, 1/2, 1/6, 1/12 and so on, come to 1, however many there are.
        confidence = 1 - _ERROR / (len(self._wanted) * self._round * (self._round + 1))
        distances = [_measure_distances(points.interval(confidence)) for points in self._points]
        best = min(
            (most for (_, most), left in zip(distances[1:], self._left[1:], strict=True) if left is None), default=1.0
        )
        for index, (least, _) in enumerate(distances):
            if index and self._left[index] is None and least > best:
                self._left[index] = self._round

    def changes(self) -> list[Change]:
        return [
            Change(label=label, ruleset=rules, attackers=points, left=left)
            for (label, rules), points, left in zip(self._wanted, self._points, self._left, strict=True)
        ]


def _measure_distances(share: Share) -> tuple[float, float]:
    """How far a share is from one half: at least, and at most."""
    ends = abs(share.low - 0.5), abs(share.high - 0.5)
    return (0.0 if share.low <= 0.5 <= share.high else min(ends)), max(ends)
