"""The board: pieces by square."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, final, overload

from hnefatafl.board._geometry import MAX_SIZE, MIN_SIZE, Square, SquareSet, Symmetry, as_square
from hnefatafl.board._pictures import EXPECTED, read_ranks, recognize_letters
from hnefatafl.board._pieces import Piece, PieceSet
from hnefatafl.support import hooks
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.as_json import plain
from hnefatafl.support.errors import InvalidSetupError, NotationError
from hnefatafl.support.immutability import Unchanging, check_unmade
from hnefatafl.support.schemas import offer
from hnefatafl.support.texts import shortened

# The number of the piece's bit in a set of pieces, from 1; the king has that of the wall, which stands on no board.
_CODES: Final = {piece: PieceSet.of([piece]).value.bit_length() for piece in PieceSet.MEN.pieces} | {Piece.KING: 4}
PIECES: Final = {code: piece for piece, code in _CODES.items()}
"""The piece of each code."""
_SYMBOLS: Final = {0: "."} | {code: piece.symbol for code, piece in PIECES.items()}
_LETTERS: Final = {symbol: code for code, symbol in _SYMBOLS.items()}
_PIECE_LETTERS: Final = "".join(piece.symbol for piece in _CODES)
_NUMBER: Final = re.compile("[0-9]{1,2}")


def _check_size(size: int) -> None:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise InvalidSetupError([f"a board has {MIN_SIZE} to {MAX_SIZE} files, not {size}"])


def _check_piece(square: Square, piece: Piece, optional: str = "") -> None:
    check("square", square, Square)
    if not isinstance(piece, Piece):
        refuse("piece", f"a Piece{optional}", piece)
    if piece not in _CODES:
        raise InvalidSetupError(["the attackers have no king"])


@final
class Board(Unchanging, Mapping[Square, Piece], Hashable):
    """An immutable mapping from the occupied squares to their pieces.

    A board can hold any placement of pieces. :class:`~hnefatafl.play.Position`
    checks whether it can be played.

    >>> board = Board.parse('''
    ...     . . t . .
    ...     . . . . .
    ...     t . K . t
    ...     . . T . .
    ...     . . t . .
    ... ''')
    >>> board["c2"]
    Piece(side=Side.DEFENDERS, kind=Kind.SOLDIER)
    >>> board[Square("c2")] is Piece.DEFENDER
    True
    >>> board.record
    '/2t2/2T2/t1K1t/5/2t2/'
    >>> print(board)
    5 . . t . .
    4 . . . . .
    3 t . K . t
    2 . . T . .
    1 . . t . .
      a b c d e

    Arguments:
        size: the number of files and of ranks.
        pieces: the piece on each occupied square.

    Raises:
        InvalidSetupError: the size is out of bounds, or a square lies off the board.
    """

    __slots__ = ("_cells", "_size")
    _size: int
    _cells: bytes

    def __init__(self, size: int, pieces: Mapping[Square, Piece] = {}) -> None:
        check_unmade(self, "_size")
        check("size", size, int)
        check("pieces", pieces, Mapping)
        _check_size(size)
        for square, piece in pieces.items():
            _check_piece(square, piece)
        off = [s.name for s in pieces if not s.on(size)]
        if off:
            raise InvalidSetupError([f"{', '.join(off)} lies off a board of size {size}"])
        cells = bytearray(size * size)
        for square, piece in pieces.items():
            cells[square.rank * size + square.file] = _CODES[piece]
        object.__setattr__(self, "_size", size)
        object.__setattr__(self, "_cells", bytes(cells))

    @classmethod
    def from_codes(cls, size: int, codes: bytes) -> Board:
        """Return the board whose squares, rank 1 first, hold these :attr:`codes`.

        >>> print(Board.from_codes(5, bytes(10) + bytes([1, 0, 4, 0, 1]) + bytes(10)))
        5 . . . . .
        4 . . . . .
        3 t . K . t
        2 . . . . .
        1 . . . . .
          a b c d e

        Raises:
            InvalidSetupError: the size is out of bounds, the number of squares is wrong, or a code is invalid.
        """
        check("size", size, int)
        check("codes", codes, bytes)
        _check_size(size)
        if len(codes) != size * size:
            raise InvalidSetupError([f"a board of size {size} has {size * size} squares, not {len(codes)}"])
        strange = sorted(set(codes) - _SYMBOLS.keys())
        if strange:
            raise InvalidSetupError([f"no piece has the code {strange[0]}"])
        return cls._from_known_codes(size, codes)

    @classmethod
    def _from_known_codes(cls, size: int, codes: bytes) -> Board:
        """As :meth:`from_codes`, for codes that are known to be right."""
        board = cls.__new__(cls)
        object.__setattr__(board, "_size", size)
        object.__setattr__(board, "_cells", codes)
        return board

    @classmethod
    def parse(cls, text: str, letters: Mapping[str, str] | None = None) -> Board:
        """Read a board, either as a picture or as a position record.

        A *picture* has one line per rank, the highest first, with the pieces'
        :attr:`letters <hnefatafl.board.Piece.symbol>` (``t`` attacker, ``T``
        defender, ``K`` king) and ``.`` for an empty square; spaces between the
        squares, rank numbers at the left, and a last line of file letters are
        optional, and so are bars, commas or semicolons between the squares, the brackets of lists, a frame, and
        lines of words around. Pictures in other
        letters are read if exactly one of the usual sets gives one king: ``B W K``, ``A D K``, ``A D R``, ``X O K``
        and their like, with ``-``, ``_`` or ``0`` for an empty square, or ``1 2 3``. A *record* has
        the ranks from rank 1 up, separated by slashes, with numbers for empty squares.

        >>> Board.parse("/2t2/5/t1K1t/5/2t2/") == Board.parse('''
        ...     ..t..
        ...     .....
        ...     t.K.t
        ...     .....
        ...     ..t..
        ... ''')
        True
        >>> picture = "--o--/-----/o-#-o/-----/--o--".replace("/", "\\n")
        >>> Board.parse(picture, {"-": ".", "o": "t", "#": "K"}).record
        '/2t2/5/t1K1t/5/2t2/'
        >>> Board.parse("/2t2/5/t1X1t/5/2t2/")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a number or one of tcnmgTCNMGK was expected (line 1, column 10)
            /2t2/5/t1X1t/5/2t2/
                     ^

        Arguments:
            text: the picture or the record.
            letters: what each letter of a picture means: a letter of this library, or ``.`` for an empty square.

        Raises:
            NotationError: the text is neither.
        """
        check("text", text, str)
        return _read_record(text) if "/" in text else _read_picture(text, letters)

    @property
    def size(self) -> int:
        """The number of files, and of ranks."""
        return self._size

    @property
    def codes(self) -> bytes:
        """One byte per square, rank 1 first: 0 empty, 1 ``t``, 2 ``T``, 4 ``K``, then from 5 ``c n m g C N M G``."""
        return self._cells

    @property
    def record(self) -> str:
        """The board as a position record, rank 1 first.

        >>> from hnefatafl import variants
        >>> variants.BRANDUBH.start.record
        '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/'
        """
        rows: list[str] = []
        for start in range(0, len(self._cells), self._size):
            row = "".join(_SYMBOLS[c] for c in self._cells[start : start + self._size])
            rows.append(re.sub(r"\.+", lambda m: str(len(m[0])), row))
        return f"/{'/'.join(rows)}/"

    @property
    def king(self) -> Square | None:
        """The king's square, or None without a king."""
        place = self._cells.find(_CODES[Piece.KING])
        return None if place < 0 else Square.unchecked(place % self._size, place // self._size)

    def squares(self, pieces: PieceSet = PieceSet.ALL) -> SquareSet:
        """Return the squares on which such pieces stand."""
        check("pieces", pieces, PieceSet)
        return SquareSet(square for square, piece in self.items() if pieces.has(piece))

    def count(self, pieces: PieceSet = PieceSet.ALL) -> int:
        """Return the number of such pieces on the board."""
        check("pieces", pieces, PieceSet)
        return sum(self._cells.count(_CODES[piece]) for piece in pieces.pieces)

    def put(self, square: Square | str, piece: Piece | None) -> Board:
        """Return the board with that piece, or none, on that square.

        >>> print(Board(5).put(Square.parse("c3"), Piece.KING))
        5 . . . . .
        4 . . . . .
        3 . . K . .
        2 . . . . .
        1 . . . . .
          a b c d e

        Raises:
            InvalidSetupError: the square lies off the board.
        """
        square = as_square(square)
        if piece is not None:
            _check_piece(square, piece, " or None")
        if not square.on(self._size):
            raise InvalidSetupError([f"{square} lies off a board of size {self._size}"])
        cells = bytearray(self._cells)
        cells[square.rank * self._size + square.file] = 0 if piece is None else _CODES[piece]
        return Board._from_known_codes(self._size, bytes(cells))

    def transform(self, symmetry: Symmetry) -> Board:
        """Return the board rotated or mirrored.

        >>> print(Board.parse("/t4/5/2K2/5/5/").transform(Symmetry.ROTATE_90))
        5 t . . . .
        4 . . . . .
        3 . . K . .
        2 . . . . .
        1 . . . . .
          a b c d e
        """
        check("symmetry", symmetry, Symmetry)
        return Board(self._size, {symmetry.apply(s, self._size): p for s, p in self.items()})

    def __getitem__(self, square: Square | str) -> Piece:
        piece = self.get(square)
        if piece is None:
            raise KeyError(square)
        return piece

    @overload
    def get(self, square: Square | str, /) -> Piece | None: ...
    @overload
    def get(self, square: Square | str, /, default: Any) -> Any: ...
    def get(self, square: Square | str, /, default: object = None) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the piece on a square or on the square of that name, or else the default.

        >>> from hnefatafl import variants
        >>> board = variants.BRANDUBH.start
        >>> print(board.get("d4"), board["d4"], board.get("a1"))
        king king None

        Raises:
            NotationError: the text is not a square of any board.
        """
        if not isinstance(square, Square):
            square = as_square(square)
        file, rank, size = square.file, square.rank, self._size
        if 0 <= file < size and 0 <= rank < size:
            return PIECES.get(self._cells[rank * size + file], default)
        return default

    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square | str) and self.get(square) is not None

    def __iter__(self) -> Iterator[Square]:
        for place, code in enumerate(self._cells):
            if code:
                yield Square.unchecked(place % self._size, place // self._size)

    def __len__(self) -> int:
        return len(self._cells) - self._cells.count(0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._cells == other._cells
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._cells)

    def __reduce__(self) -> tuple[object, ...]:
        return Board.from_codes, (self._size, self._cells)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def _repr_svg_(self) -> str:
        return hooks.svg(self)

    def __str__(self) -> str:
        n = self._size
        width = len(str(n))
        lines: list[str] = []
        for rank in reversed(range(n)):
            row = (_SYMBOLS[c] for c in self._cells[rank * n : (rank + 1) * n])
            lines.append(f"{rank + 1:>{width}} {' '.join(row)}")
        lines.append(" " * width + " " + " ".join(chr(97 + file) for file in range(n)))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return shortened(f"Board.parse({self.record!r})")


def _read_record(text: str) -> Board:
    """Read ``record = ["/"] row ("/" row)* ["/"]``; ``row = (number | piece)+``."""
    start = len(text) - len(text.lstrip())
    body = text.strip()
    if body.startswith("/"):
        start, body = start + 1, body[1:]
    rows = body.removesuffix("/").split("/")
    size = len(rows)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise NotationError(f"{EXPECTED}, not {size}", text, start)
    cells = bytearray()
    for row in rows:
        filled = 0
        column = 0
        while column < len(row):
            digits = _NUMBER.match(row, column)
            if digits:
                codes = bytes(int(digits[0]))
                step = digits.end() - column
            elif row[column] in _LETTERS and row[column] != ".":
                codes, step = bytes([_LETTERS[row[column]]]), 1
            else:
                raise NotationError(f"a number or one of {_PIECE_LETTERS} was expected", text, start + column)
            filled += len(codes)
            if filled > size:
                _check_square([_squares_in(other) for other in rows], text, start)
                raise NotationError(f"a rank of {size} squares was expected; this one is longer", text, start + column)
            cells += codes
            column += step
        if filled < size:
            _check_square([_squares_in(other) for other in rows], text, start)
            raise NotationError(f"a rank of {size} squares was expected, not of {filled}", text, start + column)
        start += len(row) + 1
    return Board._from_known_codes(size, bytes(cells))


def _squares_in(row: str) -> int:
    """Return how many squares the row of a record has, if it is one."""
    return sum(int(part) if part.isdecimal() else 1 for part in re.findall("[0-9]{1,2}|[^0-9]", row))


def _check_square(widths: Sequence[int], text: str, offset: int) -> None:
    """Check that a board whose ranks are all of the same length is no rectangle.

    Raises:
        NotationError: it is one.
    """
    files, ranks = widths[0], len(widths)
    if files != ranks and set(widths) == {files}:
        raise NotationError(f"a square board was expected, not one of {files} files and {ranks} ranks", text, offset)


def _read_picture(text: str, letters: Mapping[str, str] | None) -> Board:
    ranks = read_ranks(text)
    size = len(ranks)
    _check_square([len(squares) for _, squares in ranks], text, ranks[0][0])
    own = letters is None and all(letter in _LETTERS for _, squares in ranks for letter in squares)
    meanings = _LETTERS if own else _read_meanings(letters if letters is not None else recognize_letters(ranks))
    cells: list[bytes] = []
    for start, squares in ranks:
        if len(squares) != size:
            raise NotationError(f"a rank of {size} squares was expected, not of {len(squares)}", text, start)
        unknown = next((letter for letter in squares if letter not in meanings), None)
        if unknown is not None:
            expected = f".{_PIECE_LETTERS}" if letters is None else "".join(meanings)
            raise NotationError(f"one of {expected} was expected", text, text.find(unknown, start))
        cells.append(bytes(meanings[letter] for letter in squares))
    return Board._from_known_codes(size, b"".join(reversed(cells)))


def _read_meanings(letters: Mapping[str, str] | None) -> Mapping[str, int]:
    """Return the code of each letter of a picture; those of this library where no other set fits."""
    if letters is None:
        return _LETTERS
    check("letters", letters, Mapping)
    meanings: dict[str, int] = {}
    for letter, meaning in letters.items():
        if meaning not in _LETTERS:
            raise NotationError(f"one of .{_PIECE_LETTERS} was expected as the meaning of {letter!r}", str(meaning), 0)
        meanings[letter] = _LETTERS[meaning]
    return meanings


plain.register(Board, attrgetter("record"))
offer(Board, type="string", examples=["/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"])
