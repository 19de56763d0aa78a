"""Moves as numbers, for programs that learn: one numbering for all rulesets of a size of board.

>>> from hnefatafl import Position, variants
>>> space = ActionSpace(7)
>>> space.encode("d1-c1"), str(space.decode(81))
(81, 'd1-c1')
>>> start = Position.initial(variants.BRANDUBH)
>>> len(memoryview(start.legal_actions()).cast("H")) == len(start.legal_moves())
True
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache

from attrs import field

from hnefatafl._kernel.codes import origin_of, target_of
from hnefatafl._kernel.lookup import DIRECTIONS, actions, moves
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Move, Square, Symmetry, as_move
from hnefatafl.support.arguments import check, is_a
from hnefatafl.support.errors import ArgumentValueError
from hnefatafl.support.immutability import frozen


@cache
def _decode_actions(size: int) -> tuple[Move | None, ...]:
    """The move of each action, or None."""
    all_moves = moves(size)
    area = (size + 2) * (size + 2)
    return tuple([all_moves[origin_of(code) * area + target_of(code)] if code >= 0 else None for code in actions(size)])


@cache
def _encode_moves(size: int) -> dict[Move, int]:
    """The action of each move."""
    return {move: action for action, move in enumerate(_decode_actions(size)) if move is not None}


def _is_size(space: ActionSpace, _: object, size: int) -> None:
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ArgumentValueError(f"size: a number from {MIN_SIZE} to {MAX_SIZE} was expected, not {size}")


@frozen
class ActionSpace:
    """The numbers of all moves on a board of one size, whatever the ruleset, and of rolling the die.

    An action is counted by its origin, its direction and its distance::

        action = square * (4 * size - 3) + direction * (size - 1) + distance - 1

    Squares are counted rank by rank from a1, as in :attr:`Position.codes <hnefatafl.play.Position.codes>`.
    Directions are 0 east (to higher files), 1 west, 2 north (to higher ranks) and 3 south; distances begin at 1. The
    last number of each square, ``4 * size - 4``, ends a berserk turn there (:attr:`Move.is_stop
    <hnefatafl.board.Move.is_stop>`); that of a1 also passes (:attr:`Move.PASS
    <hnefatafl.board.Move.PASS>`). The last number of all is :attr:`roll`. Numbers that would leave the board stand for
    nothing, so that the space is a box of :attr:`shape` with one more action. There are no other choices: a side
    without a move passes by itself, and ways out are always announced. Every number takes at most 16 bits.

    >>> space = ActionSpace(11)
    >>> space.count, space.shape, space.roll
    (4962, (11, 11, 41), 4961)

    Raises:
        ArgumentValueError: no board has that size.
    """

    size: int = field(validator=[is_a(int), _is_size])
    """How many files and ranks the board has."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of all actions but the roll: ranks, files, and kinds of move from each square."""
        return self.size, self.size, 4 * self.size - 3

    @property
    def count(self) -> int:
        """How many actions there are: ``size * size * (4 * size - 3) + 1``."""
        return self.roll + 1

    @property
    def roll(self) -> int:
        """The action that rolls the die; legal only in rulesets that have one."""
        return self.size * self.size * (4 * self.size - 3)

    def encode(self, move: Move | str) -> int:
        """Return the action of a move.

        >>> ActionSpace(7).encode("d1-c1"), ActionSpace(7).encode("d4-d4")
        (81, 624)

        Raises:
            ArgumentValueError: the move leaves the board, or is not straight.
            NotationError: the text is not a move.
        """
        action = _encode_moves(self.size).get(as_move(move))
        if action is None:
            raise ArgumentValueError(f"move: a straight move on a board of size {self.size} was expected, not {move}")
        return action

    def decode(self, action: int) -> Move | None:
        """Return the move of an action, or None for the roll and for a number that would leave the board.

        >>> print(ActionSpace(7).decode(81), ActionSpace(7).decode(6), ActionSpace(7).decode(1225))
        d1-c1 None None

        Raises:
            ArgumentValueError: the space has no such number.
        """
        check("action", action, int)
        if not 0 <= action < self.count:
            raise ArgumentValueError(f"action: a number from 0 to {self.roll} was expected, not {action}")
        return _decode_actions(self.size)[action]

    def permute_squares(self, symmetry: Symmetry) -> array[int]:
        """Return, for each square, the number of its image under a symmetry, as 16-bit unsigned integers.

        A program turns planes by it: ``turned[..., found] = planes`` in numpy, where the squares are the last axis.
        """
        check("symmetry", symmetry, Symmetry)
        return array("H", _permuted_squares(self.size, symmetry))

    def permute_actions(self, symmetry: Symmetry, *, passes: bool = False) -> array[int]:
        """Return, for each action, the number of its image under a symmetry, as 16-bit unsigned integers.

        Numbers that would leave the board are permuted, too; the roll stays.

        Arguments:
            symmetry: how the board is turned.
            passes: whether, in the position whose actions these are, the number of a1 passes instead of ending a
                berserk turn there: so where the side to move may pass and no berserk turn goes on. Then that action
                stays, and another corner takes its place.

        >>> space = ActionSpace(7)
        >>> print(space.decode(space.permute_actions(Symmetry.MIRROR_FILES)[space.encode("d1-c1")]))
        d1-e1
        """
        check("symmetry", symmetry, Symmetry)
        check("passes", passes, bool)
        images = list(_permuted_actions(self.size, symmetry))
        if passes:
            stay = self.encode(Move.PASS)
            images[images.index(stay)], images[stay] = images[stay], stay
        return array("H", images)


@lru_cache(maxsize=64)
def _permuted_squares(size: int, symmetry: Symmetry) -> tuple[int, ...]:
    images = (symmetry.apply(Square(file, rank), size) for rank in range(size) for file in range(size))
    return tuple([image.rank * size + image.file for image in images])


@lru_cache(maxsize=64)
def _permuted_actions(size: int, symmetry: Symmetry) -> tuple[int, ...]:
    a, b, c, d = symmetry.value
    kinds: list[int] = []  # of each direction and distance, and of the stop
    for files, ranks in DIRECTIONS:
        direction = DIRECTIONS.index((a * files + b * ranks, c * files + d * ranks))
        kinds += range(direction * (size - 1), (direction + 1) * (size - 1))
    kinds.append(len(kinds))
    return (
        *(square * len(kinds) + kind for square in _permuted_squares(size, symmetry) for kind in kinds),
        size * size * len(kinds),
    )
