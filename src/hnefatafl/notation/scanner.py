"""The scanner of all parsers of records: a text, a position in it, and errors that point there.

Its patterns never backtrack, so that every parser takes time linear in the length
of the text.
"""

from __future__ import annotations

import re
from typing import Final, final

from hnefatafl.board import MAX_SIZE, Square
from hnefatafl.errors import NotationError
from hnefatafl.support import spelling
from hnefatafl.support.spelling import LETTERS

__all__ = ["SQUARES", "Scanner"]


SQUARES: Final = {
    square.name: square for square in (Square(file, rank) for file in range(MAX_SIZE) for rank in range(MAX_SIZE))
}
"""Every square that a record can name, by its name."""
_SQUARE: Final = re.compile(rf"{spelling.SQUARE}(?![0-9])", re.ASCII)


@final
class Scanner:
    """A text and a place in it.

    >>> scanner = Scanner("e5-e8")
    >>> scanner.square(), scanner.sign("-"), scanner.square(), scanner.done
    (Square(e5), True, Square(e8), True)

    Arguments:
        text: the whole text; faults show it.
        at: where to begin.
        end: where to stop, as if the text ended there. Default: its end.
        line: the number of the text's first line in its file.
    """

    __slots__ = ("at", "end", "line", "text")

    def __init__(self, text: str, at: int = 0, end: int | None = None, line: int = 1) -> None:
        self.text: str = text
        self.at: int = at
        self.end: int = len(text) if end is None else end
        self.line: int = line

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self.at >= self.end

    @property
    def next(self) -> str:
        """The character at the place, or nothing at the end."""
        return self.text[self.at] if self.at < self.end else ""

    def fault(self, message: str, at: int | None = None) -> NotationError:
        """Return the error that points at this place, or at another."""
        return NotationError(message, self.text, self.at if at is None else at, self.line)

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Read what the pattern matches here, or nothing.

        >>> scanner = Scanner("12 moves")
        >>> scanner.take(re.compile("[0-9]+")), scanner.at
        ('12', 2)
        """
        match = pattern.match(self.text, self.at, self.end)
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def sign(self, sign: str) -> bool:
        """Read that text, if it stands here.

        >>> scanner = Scanner("-d3")
        >>> scanner.sign("x"), scanner.sign("-"), scanner.next
        (False, True, 'd')
        """
        if not self.text.startswith(sign, self.at, self.end):
            return False
        self.at += len(sign)
        return True

    def square(self) -> Square:
        """Read a square; its letter can be a capital.

        >>> scanner = Scanner("k11-")
        >>> scanner.square(), scanner.next
        (Square(k11), '-')

        Raises:
            NotationError: none stands here.
        """
        name = self.take(_SQUARE)
        if name is None:
            raise self.fault("a square was expected, such as a1 or k11")
        return SQUARES[name.lower()]

    def letter(self) -> str:
        """Read the letter of a piece before a square, or nothing where there is none.

        >>> Scanner("Kd4").letter(), Scanner("d4").letter()
        ('K', '')
        """
        here = self.next
        if here and here in _BOTH and self.at + 1 < self.end and self.text[self.at + 1].isalpha():
            self.at += 1
            return here
        return ""


_BOTH: Final = LETTERS + LETTERS.upper()
