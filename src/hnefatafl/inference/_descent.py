"""The search: from a base downhill, one answer at a time, or two where one alone does not help.

The games that still cost something decide which answers are tried on all games: those that explain some of them. The
place of the first disagreement decides which answers are tried in pairs: those under which the games get further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from hnefatafl.inference._bench import STEP, Bench
from hnefatafl.inference._questions import Question
from hnefatafl.rules import Berserk, Ruleset

_SAMPLE: Final = 60
"""How many of the games that cost something an answer is tried on first."""
_SAMPLE_OF_TURNS: Final = 12
"""The same for rules with berserk turns, whose records are slow to complete."""
_TRIED: Final = 25
"""How many of the answers that help there are tried on all games."""
_PAIRED: Final = 12
"""How many answers are tried in pairs."""


class Found(NamedTuple):
    """A ruleset that the search has come to."""

    rules: Ruleset
    loss: float
    base: str
    steps: tuple[str, ...]

    @property
    def cost(self) -> float:
        """The loss, and what the steps cost."""
        return self.loss + STEP * len(self.steps)


class _Trial(NamedTuple):
    """An answer that was tried on games that cost something: what these cost less, and how much further they get."""

    gain: float
    progress: int
    question: Question
    answer: str
    rules: Ruleset

    @property
    def step(self) -> str:
        return f"{self.question.name}: {self.answer}"


def unchanged(base: Ruleset, loss: float) -> Found:
    """Return a base as it is. One that was put on another layout goes by the name of the ruleset it was made of."""
    return Found(base, loss, base.origin if base.name == f"{base.origin}, changed" else base.name, ())


def rank(
    bench: Bench, bases: Sequence[Ruleset], named: Container[Ruleset], questions: Sequence[Question]
) -> list[Found]:
    """Return the bases, the best first; those that are far worse were not tried on all games. Of equally good ones,
    those come first that have the layout themselves, then those that the records name, and then those whose answers
    most of them share: where no game tells rulesets apart, what is usual among them is most likely."""
    ranked: list[Found] = []
    best = float("inf")
    for base in bases:
        loss = bench.loss(base, best * 1.5 + 20)
        best = min(best, loss)
        ranked.append(unchanged(base, loss))
    usual = _usual([found.rules for found in ranked if found.loss == best], questions)

    def place(found: Found) -> tuple[float, bool, bool, int]:
        rules = found.rules
        return found.loss, rules.name != found.base, rules not in named, -usual.get(rules, 0)

    return sorted(ranked, key=place)


def _usual(bases: Sequence[Ruleset], questions: Sequence[Question]) -> dict[Ruleset, int]:
    """Return, for each base, how many answers of the bases are its own."""
    found = dict.fromkeys(bases, 0)
    for question in questions:
        if question.weighed:
            answers = {base: question.answer(base) for base in bases}
            shares = Counter(answers.values())
            for base, answer in answers.items():
                found[base] += shares[answer]
    return found


def descend(bench: Bench, found: Found, questions: Sequence[Question], report: Callable[[Found], None]) -> Found:
    """Return the ruleset at which no answer helps any more."""
    found = found._replace(loss=bench.loss(found.rules))
    report(found)
    while (better := _step(bench, found, questions)) is not None:
        found = better
        report(found)
    return found


def _step(bench: Bench, found: Found, questions: Sequence[Question]) -> Found | None:
    """Return the best single change, or else pair of changes, if any helps."""
    costs = bench.costs(found.rules)
    sore = [at for at, cost in costs.items() if cost]
    most = _SAMPLE if found.rules.berserk is Berserk.NONE else _SAMPLE_OF_TURNS
    sample = sore[:: max(1, len(sore) // most)]
    if not sample:
        return None
    here = [bench.trial(found.rules, at) for at in sample]

    def trial(question: Question, answer: str, rules: Ruleset) -> _Trial:
        there = [bench.trial(rules, at) for at in sample]
        pairs = list(zip(here, there, strict=True))
        progress = sum(then.progress(now) for now, then in pairs)
        return _Trial(sum(now.cost - then.cost for now, then in pairs), progress, question, answer, rules)

    rivals = [(question, *rival) for question in questions for rival in question.rivals(found.rules)]
    bench.prepare([rules for _, _, rules in rivals], sample)
    trials = [trial(*rival) for rival in rivals]
    trials.sort(key=lambda trial: (-trial.gain, -trial.progress))
    best: Found | None = None
    for each in trials[:_TRIED]:
        if each.gain > 0:
            best = _better(bench, found, best, each.rules, (each.step,))
    if best is not None:
        return best
    trials.sort(key=lambda trial: (-trial.progress, -trial.gain))
    for one, other in combinations(trials[:_PAIRED], 2):
        both = _both(one, other)
        if both is not None and trial(other.question, other.answer, both).gain > 0:
            best = _better(bench, found, best, both, (one.step, other.step))
    return best


def _both(one: _Trial, other: _Trial) -> Ruleset | None:
    """Return the ruleset that gives both answers, if there is one."""
    if one.question is other.question:
        return None
    return next((rules for answer, rules in other.question.rivals(one.rules) if answer == other.answer), None)


def _better(bench: Bench, found: Found, best: Found | None, rules: Ruleset, steps: tuple[str, ...]) -> Found | None:
    """Return the better of the best change so far and another one."""
    limit = (found.loss if best is None else best.loss) - STEP * len(steps)
    loss = bench.loss(rules, limit)
    return best if loss > limit else Found(rules, loss, found.base, (*found.steps, *steps))


def simplify(bench: Bench, found: Found, questions: Sequence[Question]) -> Found:
    """Return the ruleset without the rules that its base brought along and that no game needs."""
    for question in questions:
        plain = question.plain
        if plain is None or question.answer(found.rules) in (plain, None):
            continue
        rules = next((rules for answer, rules in question.rivals(found.rules) if answer == plain), None)
        if rules is not None and (loss := bench.loss(rules, found.loss)) <= found.loss:
            found = Found(rules, loss, found.base, (*found.steps, f"{question.name}: {plain}"))
    return found
