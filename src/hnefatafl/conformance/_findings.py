"""What an engine answered otherwise, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from attrs import field

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.conformance._cases import Case
from hnefatafl.engine import EngineError
from hnefatafl.notation._jsontext import dump


@frozen(kw_only=True)
class Difference:
    """A part of an answer that is not as in the suite.

    >>> case = Case(id="brandubh/1", ruleset="brandubh", start="/7/7/3K3/7/7/7/3t3/ a", answer={"outcome": None})
    >>> print(Difference(case=case, part="outcome", expected=None, given="draw:repetition"))
    brandubh/1, outcome: null was expected, not "draw:repetition"
    """

    __repr__ = brief

    case: Case
    """The case."""
    part: str
    """The key in the answer, after the action that was tried, if it is about one."""
    expected: Any
    """The value in the suite."""
    given: Any
    """The value in the answer."""

    def __str__(self) -> str:
        return f"{self.case.id}, {self.part}: {dump(self.expected)} was expected, not {dump(self.given)}"

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data, with the case, which can be asked again.

        >>> case = Case(id="a/1", ruleset="a", start="/5/5/2K2/5/5/ a", answer={"can_roll": False})
        >>> Difference(case=case, part="can_roll", expected=False, given=True).as_json()["case"]["answer"]
        {'can_roll': False}
        """
        return {
            "part": self.part,
            "expected": self.expected,
            "given": self.given,
            "case": {**self.case.question, "answer": self.case.answer},
            "python": self.case.snippet,
        }


@frozen(kw_only=True)
class Conformity:
    """What came of a check.

    >>> report = Conformity(cases=3, answered={"outcome": 3})
    >>> report.agrees, print(report)
    3 cases, 3 answers agree, 0 differ
    (True, None)
    """

    __repr__ = brief

    cases: int = 0
    """How many cases were asked."""
    answered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were given, by their keys."""
    unanswered: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers were left out, by their keys."""
    wrong: Mapping[str, int] = field(factory=dict[str, int])
    """How many answers differ, by their keys."""
    differences: tuple[Difference, ...] = ()
    """The first differences."""
    declined: Mapping[str, str] = field(factory=dict[str, str])
    """The rulesets that the engine does not play, or that the protocol cannot tell of, with the reason."""
    failure: EngineError | None = None
    """Why the check ended early: the engine died, was silent or wrote what is no answer."""
    failed: Case | None = None
    """The case that it was asked when it failed."""

    @property
    def agrees(self) -> bool:
        """Whether the engine answered something, nothing of it otherwise, and did not fail.

        >>> Conformity().agrees
        False
        """
        return bool(self.answered) and not self.wrong and self.failure is None

    def __str__(self) -> str:
        """Return the report as text, without the differences themselves."""
        wrong, given = sum(self.wrong.values()), sum(self.answered.values())
        lines = [f"{self.cases:,} cases, {given - wrong:,} answers agree, {wrong:,} differ"]
        if self.wrong:
            lines.append(f"differences: {_counts(self.wrong)}")
        if self.unanswered:
            lines.append(f"not answered: {_counts(self.unanswered)}")
        reasons = Counter(self.declined.values())
        lines += [f"not played: {_names(self.declined, reason)} ({reason})" for reason in reasons]
        if self.failure is not None:
            where = "" if self.failed is None else f" at {self.failed.id}"
            lines.append(f"the check ended early{where}: {self.failure}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data.

        >>> Conformity(cases=1).as_json()["cases"]
        1
        """
        return {
            "cases": self.cases,
            "answered": dict(self.answered),
            "unanswered": dict(self.unanswered),
            "wrong": dict(self.wrong),
            "differences": [each.as_json() for each in self.differences],
            "declined": dict(self.declined),
            "failure": None if self.failure is None else str(self.failure),
            "failed": None if self.failed is None else self.failed.question,
        }


_MOST_NAMES: Final = 5


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _names(declined: Mapping[str, str], reason: str) -> str:
    names = [name for name, why in declined.items() if why == reason]
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
