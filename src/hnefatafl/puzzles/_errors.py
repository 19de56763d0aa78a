"""What goes wrong with puzzles."""

from __future__ import annotations

from hnefatafl.errors import HnefataflError


class PuzzleError(HnefataflError, ValueError):
    """A ruleset has no puzzles, or a text is not a puzzle.

    >>> print(PuzzleError("the key 'plies' was expected", line=3))
    puzzles, line 3: the key 'plies' was expected

    Arguments:
        reason: what is wrong.
        line: the number of the line of the text, from 1 on, or None.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason: str = reason
        """What is wrong."""
        self.line: int | None = line
        """The number of the line, from 1 on, or None where there is no text."""
        super().__init__(reason, line)

    def _message(self) -> str:
        return self.reason if self.line is None else f"puzzles, line {self.line}: {self.reason}"
