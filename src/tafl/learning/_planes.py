"""Positions as planes of numbers, for networks, with numpy (the extra ``rl``).

>>> from hnefatafl import Position, variants
>>> planes = Planes(variants.BRANDUBH)
>>> for name in planes.names:
...     print(name)
own soldiers
enemy soldiers
king
throne
corners
escape squares
defenders to move
repetitions
plies since capture
>>> planes.of(Position.initial(variants.BRANDUBH)).shape
(9, 7, 7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from attrs import evolve

from hnefatafl.board import PIECES, Board, Kind, Piece, Region, Side, Square, Symmetry
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import ActionSpace, Batch, PlaneWriter, Position
from hnefatafl.rules import Berserk, Ruleset, RulesetLike, Zone, as_ruleset, as_side
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.extras import extra

if TYPE_CHECKING:
    with extra("rl"):
        from numpy import float32, int8
        from numpy.typing import NDArray

_OFTEN: Final = 2
"""How many earlier occurrences of a position are told apart."""
_LONG: Final = 100
"""How many plies since the last capture are told apart."""


def _import_numpy() -> Any:
    with extra("rl"):
        import numpy
    return numpy


@final
class Planes:
    """The planes of a ruleset: what a network sees of a position, from the side to move.

    Each plane has a number for each square, of type ``float32``, from 0 to 1; its first row is rank 1, so that squares
    are in the order of :attr:`Position.codes <hnefatafl.play.Position.codes>`. :attr:`names` says which there are,
    in this order:

    * for each kind of men in the game ``own ...`` and ``enemy ...``: 1 where one stands; and ``king``;
    * for each zone of the ruleset its name, and ``escape squares``: 1 on its squares, in every position the same; zones
      with the same rules, such as four camps, share a plane, and its name has theirs with commas;
    * ``defenders to move``: all 1 if they are;
    * ``repetitions``: how often the position has occurred before since the last capture, in halves, at most 1;
    * ``plies since capture``: in hundredths, at most 1;
    * with a limit of all moves, ``plies``: how many have been made, as a part of the limit;
    * with a die, ``roll``: the pending roll, as a part of the highest;
    * with berserk turns, ``continues``: 1 where the piece stands that continues its turn.

    The board is never turned: only the colours are seen from the side to move.

    >>> from hnefatafl import variants
    >>> Planes(variants.ASHTON_TABLUT).names[3:6]
    ('throne', 'south camp, west camp, north camp, east camp', 'camp flanks')

    Arguments:
        rules: the ruleset.
        board: a board with all kinds of pieces of the game, if it is another than that of the ruleset.

    Raises:
        MissingExtraError: the extra ``rl`` is not installed.
    """

    __slots__ = (
        "_board",
        "_count",
        "_np",
        "_writers",
        "names",
        "rules",
        "shape",
    )

    rules: Ruleset
    """The ruleset."""
    names: tuple[str, ...]
    """The names of the planes, in their order."""
    shape: tuple[int, int, int]
    """How many planes, ranks and files there are."""

    def __init__(self, ruleset: RulesetLike, board: Board | None = None) -> None:
        ruleset = as_ruleset(ruleset)
        check("board", board, Board, optional=True)
        np = _import_numpy()
        self._np: Any = np
        self.rules = ruleset
        self._board = board
        start = ruleset.start if board is None else board
        kinds = [kind for kind in Kind if kind is not Kind.KING and any(p.kind is kind for p in start.values())]
        codes = {piece: code for code, piece in PIECES.items()}
        sides = (Side.ATTACKERS, Side.DEFENDERS)
        # By whose turn it is, the code of the piece that each plane shows.
        seen = [[codes[Piece(side, kind)] for kind in kinds for side in pair] for pair in (sides, sides[::-1])]
        shown = [[*men, codes[Piece.KING]] for men in seen]
        men = 2 * len(kinds) + 1
        names = [f"{whose} {_name_kind(kind)}" for kind in kinds for whose in ("own", "enemy")]
        zones = _group_zones(ruleset)
        self._count = ActionSpace(ruleset.size).count
        limits = (ruleset.move_limit or 0, ruleset.faces)
        rare = (("plies", limits[0]), ("roll", limits[1]), ("continues", ruleset.berserk is not Berserk.NONE))
        more = [name for name, has in rare if has]
        numbers = ("defenders to move", "repetitions", "plies since capture")
        self.names = (*names, "king", *(name for name, _ in zones), *numbers, *more)
        self.shape = (len(self.names), ruleset.size, ruleset.size)
        # What is the same in all positions is drawn once, and copied for each.
        template = np.zeros((len(self.names), ruleset.size**2), np.float32)
        for index, (_, squares) in enumerate(zones):
            template[men + index, _index_squares(squares, ruleset.size)] = 1
        # What the planes of a number show for each from 0 on; the last stands for all above.
        highest = [1, _OFTEN, _LONG, *filter(None, limits)]
        scales = [(np.arange(most + 1) / most).astype(np.float32) for most in highest]
        # The kernel knows them by their bits.
        still, *numbered = [values.view(np.int32).ravel().tolist() for values in (template, *scales)]
        places = [[planes.index(code) if code in planes else -1 for code in range(max(PIECES) + 1)] for planes in shown]
        writers = [PlaneWriter(still, planes, numbered, men + len(zones)) for planes in places]
        self._writers = writers[0], writers[1]

    def of(self, position: Position, side: Side | str | None = None) -> NDArray[float32]:
        """Return the planes of a position, as an array of :attr:`shape`, seen from a side: the one to move by default.

        >>> from hnefatafl import Position, variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> king = Planes(variants.BRANDUBH).names.index("king")
        >>> print(Planes(variants.BRANDUBH).of(start)[king, 3].tolist())
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
        """
        check("position", position, Position)
        return self._of(position, position.turn if side is None else as_side(side))

    def _of(self, position: Position, side: Side) -> NDArray[float32]:
        written = Batch.write_planes(position, self._writers[side is Side.DEFENDERS])
        return self._np.ndarray(self.shape, self._np.float32, written)  # type: ignore[no-any-return]

    def of_batch(self, batch: Batch) -> NDArray[float32]:
        """Return the planes of all boards, as an array of shape (boards, planes, ranks, files).

        Where chance is to throw they are seen from the defenders.

        >>> from hnefatafl import Position, variants
        >>> planes = Planes(variants.BRANDUBH)
        >>> start = Position.initial(variants.BRANDUBH)
        >>> bool((planes.of_batch(Batch(start, 2)) == planes.of(start)).all())
        True

        Raises:
            ArgumentValueError: the batch is of another ruleset.
        """
        self._check_batch(batch)
        shape = (len(batch), *self.shape)
        return self._np.ndarray(shape, self._np.float32, batch._write_planes(self._writers))  # type: ignore[no-any-return]

    def mask(self, position: Position) -> NDArray[int8]:
        """Return which actions are legal: 1 or 0 for each of the :class:`~hnefatafl.play.ActionSpace`."""
        check("position", position, Position)
        return self._mask(position)

    def _mask(self, position: Position) -> NDArray[int8]:
        return self._np.ndarray(self._count, self._np.int8, Batch._mask_of(position))  # type: ignore[no-any-return]

    def mask_of_batch(self, batch: Batch) -> NDArray[int8]:
        """Return which actions are legal on each board: 1 or 0, as an array of shape (boards, actions).

        A board where chance is to throw has none.

        >>> from hnefatafl import Position, variants
        >>> masks = Planes(variants.BRANDUBH).mask_of_batch(Batch(Position.initial(variants.BRANDUBH), 2))
        >>> masks.shape, masks.sum(1).tolist()
        ((2, 1226), [40, 40])

        Raises:
            ArgumentValueError: the batch is of another ruleset.
        """
        self._check_batch(batch)
        shape = (len(batch), self._count)
        return self._np.ndarray(shape, self._np.int8, batch._write_masks())  # type: ignore[no-any-return]

    def _check_batch(self, batch: Batch) -> None:
        """Refuse a batch of another ruleset, whose boards have other planes."""
        check("batch", batch, Batch)
        if batch.position.ruleset != self.rules:
            raise ArgumentValueError(f"batch: games of {self.rules.name}, not of {batch.position.ruleset.name}")

    def __reduce__(self) -> tuple[object, ...]:
        return Planes, (self.rules, self._board)


def _group_zones(rules: Ruleset) -> list[tuple[str, list[Square]]]:
    """The zones by their names, those with the same rules together, which symmetries may exchange; and the escape."""
    groups: dict[Zone, tuple[list[str], list[Square]]] = {}
    for zone in rules.all_zones:
        names, squares = groups.setdefault(evolve(zone, squares=Region.NONE), ([], []))
        names.append(zone.name)
        squares += zone.squares.squares(rules.size)
    escape = rules.escape.squares(rules.size)
    return [*((", ".join(names), squares) for names, squares in groups.values()), ("escape squares", [*escape])]


def _name_kind(kind: Kind) -> str:
    return f"{kind.name.lower()}s"


def _index_squares(squares: list[Square], size: int) -> list[int]:
    return [square.rank * size + square.file for square in squares]


def turn_planes(planes: NDArray[Any], symmetry: Symmetry) -> NDArray[Any]:
    """Return planes turned by a symmetry; the last two axes are ranks and files.

    >>> from hnefatafl import Position, Symmetry, variants
    >>> planes = Planes(variants.BRANDUBH)
    >>> position = Position.initial(variants.BRANDUBH).play("d1-c1")
    >>> turned = planes.of(position.transform(Symmetry.ROTATE_90))
    >>> bool((turn_planes(planes.of(position), Symmetry.ROTATE_90) == turned).all())
    True

    Raises:
        ArgumentValueError: the last two axes are not those of a board.
    """
    np = _import_numpy()
    _check_array(np, "planes", planes)
    check("symmetry", symmetry, Symmetry)
    if planes.ndim < 2 or planes.shape[-1] != planes.shape[-2]:
        raise ArgumentValueError(f"planes: an array of squares was expected, not of shape {planes.shape}")
    size = int(planes.shape[-1])
    turned = np.empty((*planes.shape[:-2], size * size), planes.dtype)
    turned[..., np.asarray(ActionSpace(size).permute_squares(symmetry))] = planes.reshape(turned.shape)
    return turned.reshape(planes.shape)  # type: ignore[no-any-return]


def turn_actions(numbers: NDArray[Any], size: int, symmetry: Symmetry, *, passes: bool = False) -> NDArray[Any]:
    """Return numbers for each action, such as masks and policies, turned by a symmetry; the last axis is the actions.

    >>> from hnefatafl import Position, Symmetry, variants
    >>> position = Position.initial(variants.BRANDUBH).play("d1-c1")
    >>> planes = Planes(variants.BRANDUBH)
    >>> turned = planes.mask(position.transform(Symmetry.TRANSPOSE))
    >>> bool((turn_actions(planes.mask(position), 7, Symmetry.TRANSPOSE) == turned).all())
    True

    Arguments:
        numbers: the numbers.
        size: how many files and ranks the board has.
        symmetry: how it is turned.
        passes: whether the side to move may pass, and no berserk turn goes on; see :meth:`ActionSpace.permute_actions
            <hnefatafl.play.ActionSpace.permute_actions>`.

    Raises:
        ArgumentValueError: the last axis has not as many numbers as there are actions.
    """
    np = _import_numpy()
    _check_array(np, "numbers", numbers)
    check("symmetry", symmetry, Symmetry)
    space = ActionSpace(size)
    if numbers.shape[-1:] != (space.count,):
        raise ArgumentValueError(f"numbers: {space.count} numbers a row were expected, not shape {numbers.shape}")
    turned = np.empty_like(numbers)
    turned[..., np.asarray(space.permute_actions(symmetry, passes=passes))] = numbers
    return turned  # type: ignore[no-any-return]


def _check_array(np: Any, name: str, value: object) -> None:
    if not isinstance(value, np.ndarray):
        refuse(name, "an array of numpy", value)
