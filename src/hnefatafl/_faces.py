"""What positions and search boards share in showing what the kernel knows: values in place of its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from mypy_extensions import i16, i64

from hnefatafl._arguments import check, refuse
from hnefatafl._kernel.codes import ATTACKERS, DEFENDERS, move_code, piece_of, spot, square_of
from hnefatafl._kernel.engine import Engine
from hnefatafl._kernel.generate import moves_of, room
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec
from hnefatafl.board import PIECES
from hnefatafl.errors import ArgumentValueError
from hnefatafl.geometry import Square, SquareSet, _as_square
from hnefatafl.move import Move
from hnefatafl.pieces import Piece, PieceSet

__all__ = ["code_of", "index_of", "kinds_of", "marks_on", "moves_to", "pieces_on", "squares_on", "step_of"]


def code_of(t: Tables, move: Move) -> i64:
    """A move as a kernel code; a square off the board has the index 0."""
    return move_code(t.index[move._start], t.index[move._stop])


def step_of(t: Tables, move: Move) -> i64:
    """The step that leads from the origin of a move towards its target, or 0."""
    return move._files + move._ranks * t.stride


def index_of(t: Tables, square: Square | str) -> i64:
    """The padded index of a square that callers have given, perhaps by its name."""
    here = _as_square(square)
    if not here.on(int(t.n)):
        raise ArgumentValueError(f"square: a square of a board of size {t.n} was expected, not {here}")
    return t.index[spot(here.file, here.rank)]


def kinds_of(pieces: PieceSet | None) -> i16:
    """The bits of a set of pieces; None stands for all."""
    if pieces is None:
        return ATTACKERS | DEFENDERS
    check("pieces", pieces, PieceSet, optional=True)
    return i16(pieces.value)


def pieces_on(t: Tables, entries: list[int]) -> dict[Square, Piece]:
    """The pieces by their squares, from the kernel's entries: the square, and above it the bit of the piece."""
    found: dict[Square, Piece] = {}
    for entry in entries:
        code = t.code_of(piece_of(i64(entry)))
        found[t.square(square_of(i64(entry)))] = PIECES[code]
    return found


def marks_on(t: Tables, squares: Iterable[Square | str]) -> vec[i64]:
    """A word for each square of the padded board: 1 for those that callers have given, 0 for the others."""
    if isinstance(squares, str):
        refuse("squares", "Iterable", squares)
    check("squares", squares, Iterable)
    zero: i64 = 0
    marks = vec[i64]([zero] * int(t.size))
    for square in squares:
        marks[index_of(t, square)] = 1
    return marks


def moves_to(engine: Engine, marks: vec[i64]) -> list[Move]:
    """The legal moves to squares with a word from 1 on, in a game that goes on."""
    out = room(engine.t)
    return moves_of(engine.t, out, engine.fill_to(out, 0, marks, 1))


def squares_on(t: Tables, indices: list[int]) -> SquareSet:
    """The squares with those padded indices."""
    return SquareSet([t.square(i64(q)) for q in indices])
