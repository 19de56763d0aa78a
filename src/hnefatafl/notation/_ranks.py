"""Boards of other programs: ranks of letters, from either end of the board.

The turns of a record: the turn of each move, and its letter in that turn.

A turn has the moves of both sides. Most have two, ``a`` and ``b``; where
berserk turns make one side move several times, each of its moves has a letter
of its own. A piece that continues starts where it has just arrived, and no
other move can start there, so the squares alone show where a side continues.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, field

from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, Side, Square
from hnefatafl.errors import NotationError, NotExpressibleError
from hnefatafl.records import Game, RecordedMove
from hnefatafl.rules import Berserk, Ruleset
from hnefatafl.support.immutability import frozen


@frozen
class MovePlace:
    """The place of a move in its line."""

    turn: int
    """The turn, counted from 1."""
    index: int
    """The number of moves before it in its turn."""
    second: bool
    """Whether it is a move of the side that moves second in a turn."""

    @property
    def name(self) -> str:
        """The place in an address, such as ``7a``.

        Raises:
            NotExpressibleError: the alphabet does not have enough letters.
        """
        if self.index >= 26:
            raise NotExpressibleError("OTN", ["addresses in turns of more than 26 moves"])
        return f"{self.turn}{chr(ord('a') + self.index)}"


Before = tuple[MovePlace, RecordedMove] | None
"""The move before the first one of a line, and its place; None at the start of the game."""


def begins_second(game: Game) -> bool:
    """Return whether the first move of the game belongs to the side that moves second in a turn."""
    return game.start is not None and game.start.turn is not (game.ruleset.first or Side.ATTACKERS)


def first_place(before: Before, move: RecordedMove | None, rules: Ruleset, second: bool) -> MovePlace:
    """Return the place of the first move of a line, or of an ending without moves (None); each line counts from turn
    1."""
    if before is None:
        return MovePlace(1, int(second), second)
    return evolve(next_place(*before, move, rules), turn=1)


def next_place(place: MovePlace, previous: RecordedMove, move: RecordedMove | None, rules: Ruleset) -> MovePlace:
    """Return the place of a move, or of an ending (None), after the previous one."""
    if rules.berserk is not Berserk.NONE and move is not None and move.origin == previous.target:
        return MovePlace(place.turn, place.index + 1, place.second)
    if place.second:
        return MovePlace(place.turn + 1, 0, False)
    return MovePlace(place.turn, place.index + 1, True)


def places_of(
    moves: Sequence[RecordedMove], ended: bool, before: Before, rules: Ruleset, second: bool
) -> list[MovePlace]:
    """Return the places of the moves of a line, and of its ending, if it has one."""
    places: list[MovePlace] = []
    for index, move in enumerate([*moves, None] if ended else moves):
        if places:
            places.append(next_place(places[-1], moves[index - 1], move, rules))
        else:
            places.append(first_place(before, move, rules, second))
    return places


def line_places(game: Game) -> Iterator[list[MovePlace]]:
    """Yield the places of all lines of a game, the main line first."""
    rules, second = game.ruleset, begins_second(game)
    main = places_of(game.moves, game.ending is not None, None, rules, second)
    places_by_line = [main]
    yield main
    for variation in game.variations:
        line, start = variation.line, variation.at
        before = (places_by_line[line][start - 1], game.line_moves(line)[start - 1]) if start else None
        places_by_line.append(places_of(variation.moves, variation.ending is not None, before, rules, second))
        yield places_by_line[-1]


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
            sizes = " or ".join(map(str, self.sizes)) if len(self.sizes) < 5 else f"{MIN_SIZE} to {MAX_SIZE}"
            raise NotationError(f"{sizes} ranks were expected, not {size}", text, rows[0][1] if rows else 0)
        meanings = {letter: piece for piece, letter in self.letters.items()} | dict(self.others)
        if self.empty:
            meanings[self.empty] = None
        pieces: dict[Square, Piece] = {}
        for number, (row, start) in enumerate(rows):
            rank = size - 1 - number if top_first else number
            file = column = 0
            while column < len(row):
                count = None if self.empty else _NUMBER.match(row, column)
                if count is None and row[column] not in meanings:
                    raise NotationError(f"one of {self.expected} was expected", text, start + column)
                filled = 1 if count is None else int(count[0])
                if file + filled > size:
                    raise NotationError(f"a rank of {size} squares was expected; this is longer", text, start + column)
                piece = meanings[row[column]] if count is None else None
                if piece is not None:
                    pieces[Square(file, rank)] = piece
                file += filled
                column += 1 if count is None else len(count[0])
            if file < size:
                raise NotationError(f"a rank of {size} squares was expected, not of {file}", text, start + column)
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
