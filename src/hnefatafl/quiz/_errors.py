"""What goes wrong with the lines of a quiz."""

from __future__ import annotations

from hnefatafl.errors import HnefataflError

__all__ = ["QuizError"]


class QuizError(HnefataflError, ValueError):
    """A line of a quiz, or of answers to it, is not as the format has it.

    >>> print(QuizError("answers", 17, "the key 'id' was expected"))
    answers, line 17: the key 'id' was expected

    Arguments:
        text: ``quiz`` or ``answers``.
        line: the number of the line, from 1 on.
        reason: what is wrong.
    """

    def __init__(self, text: str, line: int, reason: str) -> None:
        self.text: str = text
        """``quiz`` or ``answers``."""
        self.line: int = line
        """The number of the line, from 1 on."""
        self.reason: str = reason
        """What is wrong."""
        super().__init__(text, line, reason)

    def _message(self) -> str:
        return f"{self.text}, line {self.line}: {self.reason}"
