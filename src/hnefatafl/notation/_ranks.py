"""Boards of other programs: ranks of letters, from either end of the board."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from attrs import field

from hnefatafl._base.seal import frozen
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, Square
from hnefatafl.errors import NotationError, NotExpressibleError

Row = tuple[str, int]
"""The text of a rank, and its offset in the whole text."""

_NUMBER: Final = re.compile(r"[0-9]{1,2}", re.ASCII)


def parts(text: str, sign: str, start: int = 0) -> Iterator[Row]:
    """Yield the parts between the separators, with their offsets."""
    for part in text.split(sign):
        yield part, start
        start += len(part) + len(sign)


@frozen(kw_only=True)
class Alphabet:
    """The letters with which a dialect writes the squares of a rank.

    Arguments:
        notation: the name of the dialect in errors.
        letters: the letter of each piece it can write.
        empty: the letter of an empty square, or an empty text if numbers count empty squares.
        others: other letters that are read, with their pieces; None is an empty square.
        sizes: the sizes of the boards that it can write.
    """

    notation: str
    letters: Mapping[Piece, str]
    empty: str = ""
    others: Mapping[str, Piece | None] = field(factory=dict[str, Piece | None])
    sizes: Collection[int] = range(MIN_SIZE, MAX_SIZE + 1)

    @property
    def expected(self) -> str:
        """What is expected on a square, in words."""
        return ", ".join([*([self.empty] if self.empty else ["a number"]), *self.letters.values()])

    def read(self, rows: Sequence[Row], text: str, *, top_first: bool) -> Board:
        """Read the ranks of a square board.

        Raises:
            NotationError: they are not a board of a size that the dialect supports.
        """
        size = len(rows)
        if size not in self.sizes:
            known = " or ".join(map(str, self.sizes)) if len(self.sizes) < 5 else f"{MIN_SIZE} to {MAX_SIZE}"
            raise NotationError(f"{known} ranks were expected, not {size}", text, rows[0][1] if rows else 0)
        meanings = {letter: piece for piece, letter in self.letters.items()} | dict(self.others)
        if self.empty:
            meanings[self.empty] = None
        pieces: dict[Square, Piece] = {}
        for number, (row, start) in enumerate(rows):
            rank = size - 1 - number if top_first else number
            file = at = 0
            while at < len(row):
                count = None if self.empty else _NUMBER.match(row, at)
                if count is None and row[at] not in meanings:
                    raise NotationError(f"one of {self.expected} was expected", text, start + at)
                filled = 1 if count is None else int(count[0])
                if file + filled > size:
                    raise NotationError(f"a rank of {size} squares was expected; this is longer", text, start + at)
                piece = meanings[row[at]] if count is None else None
                if piece is not None:
                    pieces[Square(file, rank)] = piece
                file += filled
                at += 1 if count is None else len(count[0])
            if file < size:
                raise NotationError(f"a rank of {size} squares was expected, not of {file}", text, start + at)
        return Board(size, pieces)

    def write(self, board: Board, *, top_first: bool) -> list[str]:
        """Write the ranks.

        Raises:
            NotExpressibleError: the dialect has no letter for a piece, or does not support boards of that size.
        """
        size = board.size
        if size not in self.sizes:
            raise NotExpressibleError(self.notation, [f"boards of {size} ranks"])
        unknown = sorted({str(piece) for piece in board.values() if piece not in self.letters})
        if unknown:
            raise NotExpressibleError(self.notation, unknown)
        rows: list[str] = []
        for rank in reversed(range(size)) if top_first else range(size):
            pieces = [board.get(Square(file, rank)) for file in range(size)]
            row = "".join((self.empty or ".") if piece is None else self.letters[piece] for piece in pieces)
            rows.append(row if self.empty else re.sub(r"\.+", lambda match: str(len(match[0])), row))
        return rows
