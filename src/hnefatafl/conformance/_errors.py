"""What goes wrong with a suite."""

from __future__ import annotations

from hnefatafl.errors import HnefataflError

__all__ = ["DisagreementError", "SuiteError"]


class SuiteError(HnefataflError, ValueError):
    """A line of a suite, or a question, is not as the format has it.

    >>> print(SuiteError("the key 'start' was expected", 17))
    line 17: the key 'start' was expected

    Arguments:
        reason: what is wrong.
        line: the number of the line, from 1 on; None for a question.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason: str = reason
        """What is wrong."""
        self.line: int | None = line
        """The number of the line, from 1 on; None for a question."""
        super().__init__(reason, line)

    def _message(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


class DisagreementError(HnefataflError, AssertionError):
    """The kernel and the reference implementation answer a question differently: one of them has a fault.

    >>> print(DisagreementError('{"id": "brandubh/1"}', "outcome: null, but draw:repetition by the reference"))
    outcome: null, but draw:repetition by the reference, in {"id": "brandubh/1"}

    Arguments:
        question: the question, as a line of JSON.
        difference: the first difference.
    """

    def __init__(self, question: str, difference: str) -> None:
        self.question: str = question
        """The question, as a line of JSON."""
        self.difference: str = difference
        """The first difference."""
        super().__init__(question, difference)

    def _message(self) -> str:
        return f"{self.difference}, in {self.question}"


for _name in __all__:
    globals()[_name].__module__ = "hnefatafl.conformance"  # where users find it
