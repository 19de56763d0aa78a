"""What positions and search boards share in showing what the kernel knows: values in place of its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mypy_extensions import i16, i64

from hnefatafl._kernel.actions import roll_action
from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, move_code, origin_of, piece_of, spot, square_of, target_of
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.objects import moves_of
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import (
    PIECES,
    Board,
    CaptureKind,
    Illegality,
    Move,
    Piece,
    PieceSet,
    Square,
    SquareSet,
    Symmetry,
    as_square,
)
from hnefatafl.play._errors import IllegalActionError
from hnefatafl.play._played_move import Capture
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.errors import ArgumentValueError
from hnefatafl.support.vectors import vec


def code_of(t: Tables, move: Move) -> i64:
    """A move as a kernel code; a square off the board has the index 0."""
    return move_code(t.index[move._start], t.index[move._stop])


def step_of(t: Tables, move: Move) -> i64:
    """The step that leads from the origin of a move towards its target, or 0."""
    return move._files + move._ranks * t.stride


def index_of(t: Tables, square: Square | str) -> i64:
    """The padded index of a square that callers have given, perhaps by its name."""
    here = as_square(square)
    if not here.on(int(t.n)):
        raise ArgumentValueError(f"square: a square of a board of size {t.n} was expected, not {here}")
    return t.index[spot(here.file, here.rank)]


def kinds_of(pieces: PieceSet | None) -> i16:
    """The bits of a set of pieces; None stands for all."""
    if pieces is None:
        return ATTACKERS | DEFENDERS
    check("pieces", pieces, PieceSet, optional=True)
    return i16(pieces.value)


def rolled_for(position: Any, t: Tables, move: Move) -> Any:
    """The position with a roll by which the move is legal, the highest, if it needs one."""
    if position.is_legal(move) or not position.can_roll:
        return position
    rolled = [position.roll(face) for face in range(int(t.die), 0, -1)]
    return next((other for other in rolled if other.is_legal(move)), position)


def code_of_action(position: Any, t: Tables, action: int, roll: int | None) -> i64:
    """The kernel code of an action that is legal in the position; ``NO_MOVE`` for the roll, whose number is given."""
    roll_number = int(roll_action(t))  # a plain int, so that numbers of any size can be compared with it
    rolls = action == roll_number
    if not 0 <= action <= roll_number or (rolls and not position.can_roll):
        raise illegal_action(position, t, action)
    if (roll is not None) != rolls:
        raise ArgumentValueError(f"roll: {'what the die shows' if rolls else 'None'} was expected, not {roll}")
    code = t.actions[i64(action)]
    if not rolls and (code < 0 or not position.is_legal(t.move(code))):
        raise illegal_action(position, t, action)
    return code


def illegal_action(position: Any, t: Tables, action: int, board: int | None = None) -> IllegalActionError:
    """The error for an action that is not legal in the position, which may be that of one board of many."""
    roll_number = int(roll_action(t))
    if not 0 <= action <= roll_number:
        return IllegalActionError(action, f"a number from 0 to {roll_number} was expected", board=board)
    if action == roll_number:
        return IllegalActionError(action, "there is nothing to roll for in this position", board=board)
    code = t.actions[i64(action)]
    if code < 0:
        return IllegalActionError(action, "it leads off the board", reason=Illegality.OFF_BOARD, board=board)
    move = t.move(code)
    fault = position.illegality(move)
    return IllegalActionError(action, f"{move}: {fault}", move, fault.reason, board)


def pieces_on(t: Tables, entries: list[int]) -> dict[Square, Piece]:
    """The pieces by their squares, from the kernel's entries: the square, and above it the bit of the piece."""
    pieces: dict[Square, Piece] = {}
    for entry in entries:
        pieces[t.square(square_of(i64(entry)))] = PIECES[int(t.coded[piece_of(i64(entry))])]
    return pieces


def marks_on(t: Tables, squares: Iterable[Square | str]) -> vec[i64]:
    """A word for each square of the padded board: 1 for those that callers have given, 0 for the others."""
    if isinstance(squares, str):
        refuse("squares", "an iterable", squares)
    check("squares", squares, Iterable)
    zero: i64 = 0
    marks = vec[i64]([zero] * int(t.size))
    for square in squares:
        marks[index_of(t, square)] = 1
    return marks


def moves_to(mutable: MutablePosition, marks: vec[i64]) -> list[Move]:
    """The legal moves to squares with a word from 1 on, in a game that goes on."""
    out = room(mutable.t)
    return moves_of(mutable.t, out, mutable.fill_to(out, 0, marks, 1))


def squares_on(t: Tables, indices: list[int]) -> SquareSet:
    """The squares with those padded indices."""
    return SquareSet([t.square(i64(q)) for q in indices])


def captures_shown(
    t: Tables, board: Board, move: Move, reasons_by_index: dict[int, tuple[CaptureKind, list[int]]]
) -> tuple[Capture, ...]:
    """The captures of a move from that board, by the kernel's reasons, in the order of squares."""
    reasons_by_square = {t.square(i64(index)): reason for index, reason in reasons_by_index.items()}
    captures: list[Capture] = []
    for square in sorted(reasons_by_square):
        rule, partners = reasons_by_square[square]
        squares = [t.square(i64(partner)) for partner in partners]
        captors = SquareSet([partner for partner in squares if partner.on(int(t.n))])
        stood = move.origin if rule is CaptureKind.WALKED_IN else square
        captures.append(Capture(square, board[stood], rule, captors))
    return tuple(captures)


def turned(t: Tables, code: i64, symmetry: Symmetry) -> i64:
    """A move as a symmetry of the board turns it; what is no move stays so."""
    if code < 0:
        return code
    n = int(t.n)
    origin = symmetry.apply(t.square(origin_of(code)), n)
    target = symmetry.apply(t.square(target_of(code)), n)
    return move_code(t.index[spot(origin.file, origin.rank)], t.index[spot(target.file, target.rank)])
