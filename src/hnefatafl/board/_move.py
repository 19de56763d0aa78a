"""Moves: pairs of squares, with one object for each move.

The kernel's lists of moves contain these objects, so making a list creates none. A move has its squares, and for the
kernel its code (:mod:`hnefatafl._kernel.codes`, with spots, which do not depend on the size of the board) and the step
towards its target.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, final

from mypy_extensions import i64

from hnefatafl.board._geometry import MAX_SIZE, Square, as_square
from hnefatafl.board._packing import move_code, spot
from hnefatafl.support import spelling
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.errors import NotationError
from hnefatafl.support.immutability import close, sealed
from hnefatafl.support.pure import PURE
from hnefatafl.support.schemas import offer

_MOVES: Final[dict[int, Move]] = {}
_PASS: Final = "pass"
_PASSED: Final = re.compile(r"\s*(?:pass)\s*", re.ASCII | re.IGNORECASE)
_SPACE: Final = re.compile(r"\s*")
_ORIGIN: Final = re.compile(rf"{spelling.LETTER}?(?:([a-uA-U])([1-9][0-9]?))", re.ASCII)
_SIGN: Final = re.compile(rf"\s*+({spelling.SIGN})?\s*+", re.ASCII)
_TARGET: Final = re.compile(r"([a-uA-U])([1-9][0-9]?)", re.ASCII)
_BARE_TARGET: Final = re.compile(spelling.BARE_TARGET, re.ASCII)
_CAPTURE: Final = rf"\s*+{spelling.LETTER}?{spelling.SQUARE}"
_REST: Final = re.compile(
    rf"(?:{spelling.CAPTURE_LIST}|(?:{spelling.FIRST_CAPTURE}){_CAPTURE}(?:(?:{spelling.NEXT_CAPTURE}){_CAPTURE})*+)?"
    r"(?:\+\+?|--?)?\s*",
    re.ASCII,
)
_A_MOVE: Final = "a move was expected, such as d1-d3"
_A_SQUARE: Final = "a square was expected, such as a1 or k11"
_sealed_move: Any = None


@final
class Move:
    """A move of a piece from a square to another, on a board of any size. A piece that stays where it is ends its
    berserk turn: :attr:`is_stop`. The move from a1 to a1 is :attr:`PASS`: outside berserk turns it stands for a side
    that passes.

    Moves are immutable, hashable, and ordered by their squares. The library
    has one object for each move; equality does not depend on that.

    >>> move = Move.parse("d1-d3")
    >>> move.origin, move.target, str(move)
    (Square(d1), Square(d3), 'd1-d3')
    >>> Move.parse("d1-d2") < move
    True
    """

    PASS: ClassVar[Move]
    """What a side plays that passes, where the rules allow it (:attr:`Ruleset.may_pass
    <hnefatafl.rules.Ruleset.may_pass>`): the text ``pass``.

    >>> Move.PASS, Move.parse("pass") == Move.parse("a1-a1")
    (Move.parse('pass'), True)
    """

    __slots__ = ("_code", "_files", "_origin", "_ranks", "_start", "_stop", "_target")

    def __init__(self, origin: Square | str, target: Square | str | None = None) -> None:
        """Make a move: of its two squares, or of its text.

        >>> from hnefatafl import Square
        >>> Move(Square("d1"), Square("d3")) == Move("d1", "d3") == Move("d1-d3")
        True

        Arguments:
            origin: the square that the piece leaves; or, alone, what :meth:`parse` reads.
            target: the square on which it arrives.

        Raises:
            NotationError: the text is not a move or a square, or a square lies off every board.
        """
        if target is None and isinstance(origin, str):
            whole = Move.parse(origin)
            origin, target = whole.origin, whole.target
        origin = as_square(origin, "origin")
        target = as_square(target, "target")
        if not (origin.on(MAX_SIZE) and target.on(MAX_SIZE)):
            raise NotationError("squares of a board were expected", f"{origin}-{target}")
        self._origin: Final[Square] = origin
        self._target: Final[Square] = target
        files = target.file - origin.file
        ranks = target.rank - origin.rank
        lies_straight = files == 0 or ranks == 0
        # The step towards the target, in files and in ranks; none if it does not lie straight.
        self._files: Final[i64] = ((files > 0) - (files < 0)) * lies_straight
        self._ranks: Final[i64] = ((ranks > 0) - (ranks < 0)) * lies_straight
        # The spots of both squares, by which tables have their padded index.
        self._start: Final[i64] = spot(origin.file, origin.rank)
        self._stop: Final[i64] = spot(target.file, target.rank)
        self._code: Final[i64] = move_code(self._start, self._stop)
        if PURE:
            self.__class__ = _sealed_move

    @property
    def origin(self) -> Square:
        """The square that the piece leaves."""
        return self._origin

    @property
    def target(self) -> Square:
        """The square on which the piece arrives."""
        return self._target

    @property
    def is_stop(self) -> bool:
        """Whether the piece stays where it is, which ends a berserk turn that could continue.

        See :attr:`Berserk.MAY_CAPTURE <hnefatafl.rules.Berserk.MAY_CAPTURE>`.
        """
        return self._start == self._stop

    @staticmethod
    def of(origin: Square, target: Square) -> Move:
        """Return the object of this move.

        >>> from hnefatafl import Square
        >>> Move.of(Square.parse("d1"), Square.parse("d3"))
        Move.parse('d1-d3')

        Raises:
            NotationError: a square lies off every board.
        """
        if not isinstance(origin, Square):
            refuse("origin", "a Square", origin)
        if not isinstance(target, Square):
            refuse("target", "a Square", target)
        code = _pack_code(origin.file, origin.rank, target.file, target.rank)
        move = _MOVES.get(code)
        if move is None or move._origin != origin or move._target != target:
            move = Move(origin, target)
            _MOVES[code] = move
        return move

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move such as ``d1-d3``.

        Capital letters, spaces, another sign than the dash or none, and the file or the rank alone as the target are
        accepted; so are the letter of the piece and the captures, neither of which is checked.

        >>> Move.parse("d1-d3")
        Move.parse('d1-d3')
        >>> Move.parse("d1d3") == Move.parse(" D1\N{EN DASH}D3") == Move.parse("d1-d3xd4/e3")
        True
        >>> Move.parse("h5-7"), Move.parse("d2 \N{RIGHTWARDS ARROW} f2 (f3)")
        (Move.parse('h5-h7'), Move.parse('d2-f2'))
        >>> Move.parse("d1-e99")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a square was expected, such as a1 or k11 (line 1, column 4)
            d1-e99
               ^

        Raises:
            NotationError: the text is not a move.
        """
        if PURE:
            check("text", text, str)
        if _PASSED.fullmatch(text):
            return Move.of(Square(0, 0), Square(0, 0))
        start = _end_of(_SPACE.match(text))
        origin = _ORIGIN.match(text, start)
        if origin is None or int(origin[2]) > MAX_SIZE:
            is_dashed = any(sign in text for sign in f"-{spelling.DASHES}")
            raise NotationError(_A_SQUARE if is_dashed or origin is not None else _A_MOVE, text, start)
        sign = _SIGN.match(text, origin.end())
        start = _end_of(sign)
        dashed = sign is not None and sign[1] is not None
        file, rank = ord(origin[1].lower()) - 97, int(origin[2]) - 1
        to_file, to_rank = file, rank
        target = _TARGET.match(text, start)
        bare = _BARE_TARGET.match(text, start) if target is None and dashed else None
        if bare is not None:
            end = bare.end()
            if bare[0].isdecimal():
                to_rank = int(bare[0]) - 1
            else:
                to_file = ord(bare[0].lower()) - 97
        elif target is None or int(target[2]) > MAX_SIZE:
            raise NotationError(_A_SQUARE if dashed or target is not None else _A_MOVE, text, start)
        else:
            end = target.end()
            to_file, to_rank = ord(target[1].lower()) - 97, int(target[2]) - 1
        if _REST.fullmatch(text, end) is None:
            raise NotationError("the end of the move or its captures were expected", text, end)
        move = _MOVES.get(_pack_code(file, rank, to_file, to_rank))
        return Move.of(Square(file, rank), Square(to_file, to_rank)) if move is None else move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._code == other._code

    def __hash__(self) -> int:
        return hash(self._code)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._code < other._code

    def __le__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._code <= other._code

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._code > other._code

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._code >= other._code

    def __reduce__(self) -> tuple[object, ...]:
        return Move.of, (self._origin, self._target)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __str__(self) -> str:
        if self._code == 0:
            return _PASS
        return f"{self._origin}-{self._target}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


if PURE:
    _sealed_move = globals()["Move"] = sealed(Move)
close(Move)
offer(Move, type="string", examples=["d1-d3"])


def _pack_code(file: int, rank: int, to_file: int, to_rank: int) -> int:
    return int(move_code(spot(file, rank), spot(to_file, to_rank)))


def _end_of(match: re.Match[str] | None) -> int:
    return 0 if match is None else match.end()


def as_move(move: object) -> Move:
    """Return a move that the caller gave as a move, as its text, or as a played or recorded move.

    >>> from hnefatafl import Position
    >>> from hnefatafl.board import as_move
    >>> as_move("d1-d3").target.name
    'd3'
    >>> as_move(Position.initial("brandubh").explain("d1-c1"))
    Move.parse('d1-c1')

    Raises:
        NotationError: the text is not a move.
        ArgumentTypeError: it is neither a move nor a text.
    """
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move.parse(move)
    # The classes of played and recorded moves are made above this package.
    made: object = getattr(move, "move", None)
    if isinstance(made, Move):
        return made
    refuse("move", "a Move or its text", move)


Move.PASS = Move.of(Square(0, 0), Square(0, 0))
