"""The evidence: for each question, which games speak against each other answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hnefatafl.inference._bench import CONTRADICTION, UNEXPLAINED_END, Bench
from hnefatafl.inference.evidence import Evidence, GameReference, Rival, Standing
from hnefatafl.inference.questions import Question
from hnefatafl.rules import Ruleset

__all__ = ["weigh"]

_CAP: Final = 40
"""With so many games against an answer, counting stops."""


def weigh(bench: Bench, rules: Ruleset, questions: Sequence[Question]) -> Iterator[Evidence]:
    """Yield what the games say about each question that can be asked about the ruleset."""
    costs = bench.costs(rules)
    for question in questions:
        rivals = tuple(_rival(bench, costs, answer, other) for answer, other in question.rivals(rules))
        if rivals:
            yield Evidence(question=question.name, answer=question.answer(rules), rivals=rivals)


def _rival(bench: Bench, costs: Sequence[float], answer: str, other: Ruleset) -> Rival:
    broken = lost = helped = 0
    example: GameReference | None = None
    for at in bench.by_heat():
        cost = bench.cost(other, at)
        if cost > costs[at]:
            bench.tell(at)
            broken += cost == CONTRADICTION
            lost += cost == UNEXPLAINED_END
            if example is None:
                _, example = bench.refer(other, at)
        helped += cost < costs[at]
        if broken + lost >= _CAP:
            break
    return Rival(
        answer=answer,
        standing=_standing(broken, lost, helped),
        broken=broken,
        lost_ends=lost,
        helped=helped,
        example=example,
        capped=broken + lost >= _CAP,
    )


def _standing(broken: int, lost: int, helped: int) -> Standing:
    against = CONTRADICTION * broken + UNEXPLAINED_END * lost
    if against >= CONTRADICTION and against > 3 * CONTRADICTION * helped:
        return Standing.SETTLED
    if helped:
        return Standing.CONTESTED if broken or lost else Standing.OPEN
    return Standing.LEANING if broken or lost else Standing.OPEN
