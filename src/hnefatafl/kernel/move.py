"""Moves, and whether this source has been compiled."""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from hnefatafl._seal import sealed
from hnefatafl.errors import NotationError
from hnefatafl.geometry import MAX_SIZE, Square


def _probe() -> None:
    """Nothing: its type tells whether this source has been compiled."""


PURE: Final[bool] = isinstance(_probe, FunctionType)

_MOVES: Final[dict[int, Move]] = {}
_sealed_move: Any = None


@mypyc_attr(acyclic=True)
@final
class Move:
    """A move of one piece from a square to another, whatever the board.

    Moves are immutable, hashable, and ordered by their squares. The library
    hands out one object for each move; equality does not depend on that.

    >>> move = Move.parse("d1-d3")
    >>> move.origin, move.target, str(move)
    (Square(d1), Square(d3), 'd1-d3')
    >>> Move.parse("d1-d2") < move
    True
    """

    __slots__ = ("_code", "_files", "_origin", "_ranks", "_target")

    def __init__(self, origin: Square, target: Square) -> None:
        """Make a move.

        Arguments:
            origin: the square that the piece leaves.
            target: the square on which it arrives.

        Raises:
            NotationError: a square lies off every board.
        """
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
        self._code: Final[i64] = (origin.file * 32 + origin.rank) * 1024 + target.file * 32 + target.rank
        if PURE:
            self.__class__ = _sealed_move

    @property
    def origin(self) -> Square:
        """The square that the piece leaves.

        >>> Move.parse("d1-d3").origin
        Square(d1)
        """
        return self._origin

    @property
    def target(self) -> Square:
        """The square on which the piece arrives.

        >>> Move.parse("d1-d3").target
        Square(d3)
        """
        return self._target

    @staticmethod
    def of(origin: Square, target: Square) -> Move:
        """The one object that stands for this move.

        >>> from hnefatafl import Square
        >>> Move.of(Square.parse("d1"), Square.parse("d3"))
        Move.parse('d1-d3')

        Raises:
            NotationError: a square lies off every board.
        """
        code = (origin.file * 32 + origin.rank) * 1024 + target.file * 32 + target.rank
        known = _MOVES.get(code)
        if known is None or known._origin != origin or known._target != target:
            known = Move(origin, target)
            _MOVES[code] = known
        return known

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move such as ``d1-d3``.

        >>> Move.parse("d1-d3")
        Move.parse('d1-d3')
        >>> Move.parse("d1-e99")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a square was expected, such as a1 or k11 (line 1, column 4)
            d1-e99
               ^

        Raises:
            NotationError: the text is not two squares with a dash between.
        """
        origin, dash, target = text.partition("-")
        if not dash:
            raise NotationError("a move was expected, such as d1-d3", text)
        try:
            return Move.of(Square.parse(origin), Square.parse(target))
        except NotationError as error:
            at = error.offset if error.text == origin else len(origin) + 1
            raise NotationError(error.message, text, at) from None

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
        return f"{self._origin}-{self._target}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


if PURE:
    _sealed_move = sealed(Move)
