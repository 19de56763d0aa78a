"""The evidence: for each question, which games speak against each other answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import attrs

from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, Kind
from hnefatafl.inference._bench import CONTRADICTION, SETTLING, Bench
from hnefatafl.inference._disuse import Disuse
from hnefatafl.inference._evidence import Evidence, Rival, Standing
from hnefatafl.inference._questions import Question
from hnefatafl.inference._records import followed
from hnefatafl.records import Game
from hnefatafl.rules import Berserk, Ruleset

_CAP: Final = 40
"""With so many games against an answer, counting stops."""
_CAP_OF_TURNS: Final = 10
"""The same for rules with berserk turns, whose records are slow to complete."""
_FIRM: Final = 3 * SETTLING
"""Where less speaks against an answer, it is tried beside every other answer before it is excluded."""
_OF_OMISSIONS: Final = ("berserk",)
"""Questions whose answers are excluded by captures that players left out. What was in their reach depends on many other
rules, so these answers are always tried beside all others."""
_UNSOUND: Final = 0.1
"""With such a share of unexplained games something about the rules is not understood, and nothing is settled."""
_LEANING: Final = 10.0
"""So many times players would have made use of the rival, had it been in force."""


def weigh(bench: Bench, rules: Ruleset, questions: Sequence[Question]) -> Iterator[Evidence]:
    """Yield what the games say about each question that can be asked about the ruleset."""
    costs = bench.costs(rules)
    turns = rules.berserk is not Berserk.NONE
    cap = _CAP_OF_TURNS if turns else _CAP
    unexplained = sum(cost > 0 for cost in costs.values())
    agreeing = [bench.games[at][1] for at, cost in costs.items() if cost < CONTRADICTION]
    is_sound = unexplained <= max(1, _UNSOUND * len(costs))
    scales = _Scales(bench, costs, cap, is_sound, _farthest(agreeing, rules.start))
    disuse = None if turns else Disuse(agreeing, rules)
    for question in questions:
        if not question.weighed:
            continue
        others = dict(question.rivals(rules))
        bench.prepare(others.values(), bench.by_heat()[:cap])
        rivals = tuple(
            _rival(scales, question, answer, list(question.ways(rules, other)), questions)
            for answer, other in others.items()
        )
        if rivals:
            if disuse is not None:
                rivals = tuple(_with_disuse(rival, disuse, others[rival.answer]) for rival in rivals)
            yield Evidence(question=question.name, answer=question.answer(rules), rivals=rivals)


def _with_disuse(rival: Rival, disuse: Disuse, rules: Ruleset) -> Rival:
    """Return the evidence about a rival that games do not decide about, with what nobody did."""
    if rival.against or rival.helped:
        return rival
    found = disuse.expected(rules)
    if found is None:
        return rival
    expected, is_wider = found
    leans = is_wider and expected >= _LEANING
    standing = Standing.LEANING if leans else rival.standing
    return attrs.evolve(rival, expected=expected, is_wider=is_wider, standing=standing)


class _Weight(NamedTuple):
    """What games say about a ruleset, beside the best one."""

    worse: dict[int, float]
    """What each game costs that is explained worse."""
    helped: int
    """How many games are explained better."""

    @property
    def against(self) -> float:
        """What speaks against the ruleset."""
        return sum(self.worse.values())


@frozen
class _Scales:
    """What decides how firmly games speak against rulesets."""

    bench: Bench
    costs: Mapping[int, float]
    """What each game costs under the best ruleset."""
    cap: int
    """With so many games against a ruleset, counting stops."""
    is_sound: bool
    """Whether the best ruleset explains enough for anything to be settled."""
    farthest: Mapping[str, int]
    """How far soldiers and the king moved in the games at most, by the name of their speed."""

    def weigh(self, rules: Ruleset, games: Sequence[int], enough: float = float("inf")) -> _Weight:
        """Weigh a ruleset by some games; stop when enough speaks against it."""
        worse: dict[int, float] = {}
        helped, against = 0, 0.0
        for at, cost in self.bench.walk(rules, games):
            helped += cost < self.costs[at]
            if cost > self.costs[at]:
                worse[at] = cost
                against += cost
                if against >= enough or len(worse) >= self.cap:
                    break
        return _Weight(worse, helped)

    def excludes(self, weight: _Weight) -> bool:
        """Return whether so much settles that a ruleset is wrong."""
        return self.is_sound and weight.against >= SETTLING and weight.against > 3 * CONTRADICTION * weight.helped


def _rival(
    scales: _Scales, question: Question, answer: str, ways: Sequence[Ruleset], questions: Sequence[Question]
) -> Rival:
    """Return what speaks against an answer, in the way that the games say least against."""
    bench = scales.bench
    weights = [scales.weigh(way, bench.by_heat()) for way in ways]
    at = min(range(len(ways)), key=lambda at: (len(weights[at].worse), -weights[at].helped))
    other, weight = ways[at], weights[at]
    standing, beside = _standing(scales, weight), None
    if standing is Standing.SETTLED:
        beside = _beside(scales, question, answer, other, weight, questions)
        standing = standing if beside is None else Standing.CONTESTED
    broken = sum(cost == CONTRADICTION for cost in weight.worse.values())
    first = next(iter(weight.worse), None)
    example = None if first is None else bench.refer(other, first)[1]
    for game in weight.worse:
        bench.tell(game)
    for way in ways:
        bench.forget(way)
    return Rival(
        answer=answer,
        standing=standing,
        broken=broken,
        lost_ends=len(weight.worse) - broken,
        helped=weight.helped,
        beside=beside,
        example=example,
        capped=len(weight.worse) >= scales.cap,
    )


def _standing(scales: _Scales, weight: _Weight) -> Standing:
    if scales.excludes(weight):
        return Standing.SETTLED
    if weight.helped:
        return Standing.CONTESTED if weight.worse else Standing.OPEN
    return Standing.LEANING if weight.worse else Standing.OPEN


def _beside(
    scales: _Scales, question: Question, answer: str, rules: Ruleset, weight: _Weight, questions: Sequence[Question]
) -> str | None:
    """Return an answer to another question beside which the games do not exclude an answer, if there is one.

    Two rules together often do what two others do: a king who is weak, and one who is strong beside a throne that helps
    to capture him. Most answers are ruled out by the first games that speak against the rival, and those games are
    tried first that soon do so.
    """
    bench = scales.bench
    worse = sorted(weight.worse, key=lambda at: bench.trial(rules, at).reached)
    is_firm = weight.against >= _FIRM and question.name not in _OF_OMISSIONS
    for label, both in _further(scales, question, rules, () if is_firm else questions):
        if question.answer(both) != answer:
            continue
        found = scales.weigh(both, worse, SETTLING)
        if not scales.excludes(found):
            found = scales.weigh(both, bench.by_heat(), SETTLING)
        bench.forget(both)
        if not scales.excludes(found):
            return label
    return None


def _further(
    scales: _Scales, question: Question, rules: Ruleset, questions: Sequence[Question]
) -> Iterator[tuple[str, Ruleset]]:
    """Yield rulesets that differ in the answer to one more question, and first the one in which no piece moves further
    than any did: nobody shows by not doing it that it is allowed, but a capture out of reach is not one left out."""
    slow = rules.evolve(speed=attrs.evolve(rules.speed, **scales.farthest))
    if slow != rules:
        yield "speed: as far as pieces moved", slow
    for also in questions:
        if also is not question:
            for label, both in also.rivals(slow):
                yield f"{also.name}: {label}", both


def _farthest(games: Sequence[Game], start: Board) -> dict[str, int]:
    """Return how far soldiers and the king moved at most, by the name of their speed."""
    farthest: dict[str, int] = {}
    for game in games:
        for piece, move in followed(game, start):
            if piece is None:
                break
            if piece.kind in (Kind.SOLDIER, Kind.KING):
                name = "king" if piece.kind is Kind.KING else str(piece.side)
                steps = abs(move.target.file - move.origin.file) + abs(move.target.rank - move.origin.rank)
                farthest[name] = max(farthest.get(name, 1), steps)
    return farthest
