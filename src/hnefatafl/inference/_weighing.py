"""The evidence: for each question, which games speak against each other answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from hnefatafl.inference._bench import CONTRADICTION, UNEXPLAINED_END, Bench
from hnefatafl.inference._disuse import Disuse
from hnefatafl.inference.evidence import Evidence, GameReference, Rival, Standing
from hnefatafl.inference.questions import Question
from hnefatafl.options import Berserk
from hnefatafl.rules import Ruleset

__all__ = ["weigh"]

_CAP: Final = 40
"""With so many games against an answer, counting stops."""
_CAP_OF_TURNS: Final = 10
"""The same for rules with berserk turns, whose records are slow to complete."""
_SETTLING: Final = 2 * CONTRADICTION
"""So much must speak against an answer that is excluded: one record may be mistaken."""
_UNSOUND: Final = 0.1
"""With such a share of contradictions something about the rules is not understood, and nothing is settled."""
_LEANING: Final = 10.0
"""So many times players would have made use of the rival, had it been in force."""


def weigh(bench: Bench, rules: Ruleset, questions: Sequence[Question]) -> Iterator[Evidence]:
    """Yield what the games say about each question that can be asked about the ruleset."""
    costs = bench.costs(rules)
    turns = rules.berserk is not Berserk.NONE
    cap = _CAP_OF_TURNS if turns else _CAP
    contradictions = list(costs.values()).count(CONTRADICTION)
    sound = contradictions <= max(1, _UNSOUND * len(costs))
    agreeing = [bench.games[at][1] for at, cost in costs.items() if cost < CONTRADICTION]
    disuse = None if turns else Disuse(agreeing, rules)
    for question in questions:
        if not question.weighed:
            continue
        others = dict(question.rivals(rules))
        bench.prepare(others.values(), bench.by_heat()[:cap])
        rivals = tuple(
            min(
                (_rival(bench, costs, answer, way, cap, sound) for way in question.ways(rules, other)),
                key=lambda rival: (rival.broken, rival.lost_ends, -rival.helped),
            )
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


def _rival(bench: Bench, costs: Mapping[int, float], answer: str, other: Ruleset, cap: int, sound: bool) -> Rival:
    broken = lost = helped = 0
    example: GameReference | None = None
    for at, verdict in bench.walk(other, bench.by_heat()):
        cost = verdict.cost
        if cost > costs[at]:
            bench.tell(at)
            broken += cost == CONTRADICTION
            lost += cost == UNEXPLAINED_END
            if example is None:
                _, example = bench.refer(other, at)
        helped += cost < costs[at]
        if broken + lost >= cap:
            break
    bench.forget(other)
    return Rival(
        answer=answer,
        standing=_standing(broken, lost, helped, sound),
        broken=broken,
        lost_ends=lost,
        helped=helped,
        example=example,
        capped=broken + lost >= cap,
    )


def _standing(broken: int, lost: int, helped: int, sound: bool) -> Standing:
    against = CONTRADICTION * broken + UNEXPLAINED_END * lost
    if sound and against >= _SETTLING and against > 3 * CONTRADICTION * helped:
        return Standing.SETTLED
    if helped:
        return Standing.CONTESTED if broken or lost else Standing.OPEN
    return Standing.LEANING if broken or lost else Standing.OPEN
