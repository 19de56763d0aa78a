r"""Eras: whether early and late games of a collection follow different rules.

Only games that one of two rulesets explains better than the other say anything: one of them contradicts the game, or
leaves its end unexplained. If the early ones speak for one ruleset and the late ones for the other, the rules have
changed in between. :func:`compare_eras` finds the round that divides them best, and how probable so clear a division is
by chance. :func:`find_eras` does so for every rival answer to a list of questions.

>>> from hnefatafl import Region, Side, variants
>>> from hnefatafl.notation import archive
>>> corners = variants.BRANDUBH.evolve(name="corners", start="/3t3/7/7/3K3/7/7/3t3/", first=Side.DEFENDERS)
>>> edge = corners.evolve(name="edge", escape=Region.EDGE)
>>> goes_on, stops = "d4-a4 d1-c1 a4-a7", "d4-a4"  # the king reaches the edge
>>> lines = [f"9-{number}-1\tWhite\tnone\t0\t0\t\t{goes_on if number < 8 else stops}" for number in range(1, 16)]
>>> eras = compare_eras(archive.parse_games(lines, corners), edge, corners)
>>> eras.is_found, eras.earlier.name, eras.later.name, eras.last_early, eras.first_late
(True, 'corners', 'edge', 7, 8)
>>> eras.early, eras.late
(EraCount(earlier=7, later=0), EraCount(earlier=0, later=8))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import comb, exp, lgamma
from typing import Final

from attrs import evolve, field

from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.arguments import as_tuple
from hnefatafl.support.as_json import written
from hnefatafl.support.immutability import frozen
from tafl.inference._evidence import GameReference
from tafl.inference._questions import QUESTIONS, Question
from tafl.inference._records import number_games
from tafl.inference._weighing import Bench

_ROUND: Final = re.compile(r".*-([0-9]{1,9})-[0-9]+", re.ASCII)
_SIGNIFICANCE: Final = 0.01
"""With a smaller p-value, an era counts as found."""
_EXACT: Final = 200_000
"""If the number of votes times that of the votes for the second ruleset is larger, an upper bound of the p-value has to
do."""
_FEWEST: Final = 3
"""The fewest games that a rival must explain better, for its eras to be looked for."""


@frozen(kw_only=True)
class EraCount:
    """How many games of one era only one of two rulesets explains.

    >>> EraCount(earlier=7, later=0).total
    7
    """

    earlier: int
    """The games that the earlier ruleset explains better."""
    later: int
    """The games that the later ruleset explains better."""

    @property
    def total(self) -> int:
        """The number of games that say something."""
        return self.earlier + self.later


@written("question earlier_answer later_answer last_early first_late early late p_value silent undated exceptions")
@frozen(kw_only=True)
class Eras:
    """The division of a collection into an early and a late part, by which of two rulesets explains them.

    >>> from hnefatafl import variants
    >>> eras = compare_eras([], variants.BRANDUBH, variants.MAGPIE)
    >>> eras.is_found, eras.last_early, eras.p_value
    (False, None, 1.0)
    """

    earlier: Ruleset
    """The ruleset that more of the early games follow. Without a division, the first of the two."""
    later: Ruleset
    """The other one."""
    last_early: int | None
    """The round of the last early game that says something, or None if the games do not divide."""
    first_late: int | None
    """The round of the first late game that says something."""
    early: EraCount
    """The games up to :attr:`last_early`."""
    late: EraCount
    """The games from :attr:`first_late` on."""
    p_value: float
    """How probable a division as clear as this is at any round, if the rules have not changed and chance orders the
    games. Divisions are compared by Fisher's exact test, and all orders of the games are counted; for very many games
    it is an upper bound instead. :func:`find_eras` multiplies it by the number of rivals that it compares."""
    silent: int
    """The number of games that both rulesets explain equally well."""
    undated: int
    """The number of games that say something, but whose round is unknown. They are not counted."""
    exceptions: tuple[GameReference, ...] = field(repr=False)
    """The games that do not follow the rules of their era, with what is wrong with them under these rules."""
    question: str = ""
    """For :func:`find_eras`, the question about which the rulesets differ."""
    earlier_answer: str | None = None
    """The answer of the earlier ruleset to that question."""
    later_answer: str | None = None
    """The answer of the later ruleset."""

    @property
    def is_found(self) -> bool:
        """Whether the rules have changed, beyond chance: the :attr:`p_value` is less than 0.01, and more than half of
        the games of each era follow its rules.
        """
        mostly = self.early.earlier > self.early.later and self.late.later > self.late.earlier
        return mostly and self.p_value < _SIGNIFICANCE


def round_of(game: Game) -> int | None:
    r"""Return the round of a game of the archive of aagenielsen.dk, or None if it has none.

    The ``id`` among the tags has it: type, round and number, such as ``15-75-20615``.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> game, = archive.parse_games(["15-75-20615\tWhite\tnone\t0\t0\t\td1-c1"], variants.BRANDUBH)
    >>> round_of(game)
    75
    """
    match = _ROUND.fullmatch(game.tags.get("id", ""))
    return None if match is None else int(match[1])


def compare_eras(
    games: Iterable[Game],
    first: RulesetLike,
    second: RulesetLike,
    *,
    order: Callable[[Game], int | None] = round_of,
) -> Eras:
    """Return the division of games into an early and a late part that agrees best with two rulesets.

    A game speaks for the ruleset that costs it less: a contradiction costs more than an unexplained end, and that more
    than none. The rulesets of the games are not used.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d1-c1 c4-c2", "d1-c1 d3-c3"], variants.BRANDUBH)
    >>> compare_eras(games, variants.BRANDUBH, variants.MAGPIE).silent
    2

    Arguments:
        games: the games of the collection.
        first: one ruleset.
        second: another ruleset.
        order: a function that returns the round of a game, or another number by which games are ordered in time; None
            for games without one.

    Raises:
        ArgumentTypeError: an item is no game.
    """
    bench = Bench(number_games(games))
    rivals = as_ruleset(first, "first"), as_ruleset(second, "second")
    return _compare_by_eras(bench, *rivals, [order(game) for _, game in bench.games])


def find_eras(
    games: Iterable[Game],
    ruleset: RulesetLike,
    questions: Iterable[Question] = QUESTIONS,
    *,
    order: Callable[[Game], int | None] = round_of,
) -> tuple[Eras, ...]:
    """Return where early and late games answer a question differently, the clearest first.

    Each rival answer is compared with the ruleset's own answer, as :func:`compare_eras` does, if it explains at least
    three games better than the ruleset. The p-values account for the number of rivals that were compared, so an era is
    not found just because many were tried.

    Arguments:
        games: the games of the collection.
        ruleset: a ruleset that explains most of them.
        questions: what may have changed.
        order: as for :func:`compare_eras`.

    Raises:
        ArgumentTypeError: an item is no game.
    """
    ruleset = as_ruleset(ruleset)
    return find_eras_by(Bench(number_games(games)), ruleset, as_tuple("questions", questions), order)


def find_eras_by(
    bench: Bench,
    ruleset: Ruleset,
    questions: Iterable[Question],
    order: Callable[[Game], int | None],
    most: int | None = None,
) -> tuple[Eras, ...]:
    """Return what :func:`find_eras` does, for the games of a bench that count.

    Only so many of the games that the ruleset does not explain, evenly spread, decide which rivals are compared.
    """
    rounds = [order(game) for _, game in bench.games]
    unexplained = [index for index, cost in bench.costs(ruleset).items() if cost]
    unexplained = unexplained if most is None else unexplained[:: max(1, len(unexplained) // most)]
    eras_found: list[Eras] = []
    for question in questions:
        rivals = [rival for _, rival in question.rivals(ruleset)]
        bench.prepare(rivals, unexplained)
        for rival in rivals:
            better = sum(bench.trial(rival, index).cost < bench.trial(ruleset, index).cost for index in unexplained)
            if better >= _FEWEST:
                eras = _compare_by_eras(bench, ruleset, rival, rounds)
                eras_found.append(
                    evolve(
                        eras,
                        question=question.name,
                        earlier_answer=question.answer(eras.earlier),
                        later_answer=question.answer(eras.later),
                    )
                )
            bench.forget(rival)
    # Each rival compared is another chance of a clear division (Bonferroni's correction).
    corrected = (evolve(eras, p_value=min(1.0, eras.p_value * len(eras_found))) for eras in eras_found)
    return tuple(sorted((eras for eras in corrected if eras.is_found), key=lambda eras: eras.p_value))


def _compare_by_eras(bench: Bench, first: Ruleset, second: Ruleset, rounds: Sequence[int | None]) -> Eras:
    votes: list[tuple[int, bool, int]] = []
    silent = undated = 0
    for rules in (first, second):
        bench.prepare([rules], bench.among)
    for index in bench.among:
        number = rounds[index]
        difference = bench.trial(first, index).cost - bench.trial(second, index).cost
        if not difference:
            silent += 1
        elif number is None:
            undated += 1
        else:
            votes.append((number, difference > 0, index))
    votes.sort()
    split, swapped, p_value = _divide_votes([(number, for_second) for number, for_second, _ in votes])
    earlier, later = (second, first) if swapped else (first, second)
    parts = votes[:split], votes[split:]
    early, late = (
        EraCount(earlier=sum(v == swapped for _, v, _ in part), later=sum(v != swapped for _, v, _ in part))
        for part in parts
    )
    exceptions = [
        bench.refer(rules, index)[1]
        for rules, odd, part in ((earlier, not swapped, parts[0]), (later, swapped, parts[1]))
        for _, for_second, index in part
        if split and for_second is odd
    ]
    return Eras(
        earlier=earlier,
        later=later,
        last_early=parts[0][-1][0] if split else None,
        first_late=parts[1][0][0] if split else None,
        early=early,
        late=late,
        p_value=p_value,
        silent=silent,
        undated=undated,
        exceptions=tuple(exceptions),
    )


def _divide_votes(votes: Sequence[tuple[int, bool]]) -> tuple[int, bool, float]:
    """Return the best place to divide votes in the order of their rounds (0: none), whether the early part speaks for
    the second ruleset, and how probable so clear a division is by chance."""
    total, seconds = len(votes), sum(vote for _, vote in votes)
    places = [place for place in range(1, total) if votes[place - 1][0] != votes[place][0]]
    best = 0, False, 1.0
    early = passed = 0
    exact = total * seconds <= _EXACT
    tables: list[tuple[list[float], list[float]]] = []
    for place in places:
        early += sum(vote for _, vote in votes[passed:place])
        passed = place
        most, least = _tail_probabilities(total, seconds, place)
        if exact:
            tables.append((most, least))
        best = min(best, (place, False, most[early]), (place, True, least[early]), key=lambda division: division[2])
    # Counting all orders would take too long, so the probability is bounded: both ways of each place (Bonferroni).
    if not exact:
        return best[0], best[1], min(1.0, best[2] * 2 * len(places))
    return best[0], best[1], _probability_by_chance(total, seconds, places, tables, best[2])


def _tail_probabilities(total: int, seconds: int, drawn: int) -> tuple[list[float], list[float]]:
    """How probable it is that at most, and at least, so many of the first votes are for the second ruleset, if chance
    orders them (Fisher's exact test)."""
    whole = _log_choices(total, drawn)
    probabilities = [
        exp(_log_choices(seconds, k) + _log_choices(total - seconds, drawn - k) - whole)
        if 0 <= drawn - k <= total - seconds
        else 0.0
        for k in range(seconds + 1)
    ]
    return list(accumulate(probabilities)), list(accumulate(reversed(probabilities)))[::-1]


def _probability_by_chance(
    total: int, seconds: int, places: Sequence[int], tables: Sequence[tuple[list[float], list[float]]], best: float
) -> float:
    """How many of all orders of the votes have a division as clear as the best one, counted exactly."""
    # For each number of votes for the second ruleset so far: the orders without such a division.
    orders = [1]
    # A division that is just as clear counts, however its probability is rounded.
    limit = best * (1 + 1e-9)
    passed = 0
    for place, (most, least) in [*zip(places, tables, strict=True), (total, ([], []))]:
        step = [comb(place - passed, k) for k in range(place - passed + 1)]
        passed = place
        more = [0] * min(len(orders) + len(step) - 1, seconds + 1)
        for before, count in enumerate(orders):
            for k, ways in enumerate(step[: len(more) - before] if count else ()):
                more[before + k] += count * ways
        if most:
            more = [0 if min(most[k], least[k]) <= limit else count for k, count in enumerate(more)]
        orders = more
    usual = orders[seconds] if len(orders) > seconds else 0
    return 1 - usual / comb(total, seconds) if places else 1.0


def _log_choices(total: int, chosen: int) -> float:
    return lgamma(total + 1) - lgamma(chosen + 1) - lgamma(total - chosen + 1)
