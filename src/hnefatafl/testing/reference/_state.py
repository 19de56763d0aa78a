"""The positions of the reference, and the meaning of their squares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import field

from hnefatafl.board import Board, CaptureKind, Outcome, Piece, Region, Side, Square
from hnefatafl.rules import KingStrength, Ruleset, Zone
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

DIRECTIONS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Up, right, down, left: pieces move and capture orthogonally only (S000 "Die Züge", S001, S003 §5, S004)."""


@frozen(kw_only=True)
class Seen:
    """An earlier position: what the repetition rule compares, and the side whose move led to it.

    "A position = board, side to move, and whatever binds (unannounced flag, berserk turn)." A roll does not count as a
    position.

    >>> from hnefatafl import variants
    >>> from hnefatafl.testing import reference
    >>> reference.initial(variants.BRANDUBH).history[0].turn
    Side.ATTACKERS
    """

    __repr__ = brief

    board: Board
    turn: Side
    announced: bool
    berserk_square: Square | None = None
    by: Side | None = field(eq=False)
    """The side whose move led here; None for the position at the start of the game."""


@frozen(kw_only=True)
class State:
    """A position in play, with the part of its history that the rules need.

    >>> from hnefatafl import variants
    >>> from hnefatafl.testing import reference
    >>> state = reference.initial(variants.BRANDUBH)
    >>> state.turn, state.ply, state.plies_since_capture
    (Side.ATTACKERS, 0, 0)
    """

    __repr__ = brief

    ruleset: Ruleset
    board: Board
    turn: Side
    ply: int = 0
    plies_since_capture: int = 0
    """Plies in a row without a capture."""
    roll: int | None = None
    """The roll that binds the side to move, or None."""
    announced: bool = True
    """False while a way out has not been announced, until the defenders' next move is made."""
    berserk_square: Square | None = None
    """The square of the piece that has captured and continues its turn, or None."""
    history: tuple[Seen, ...] = ()
    """The positions since the last capture, the one right after it and this one included."""
    recorded: bool = False
    """Whether a record is replayed: repetition and the limits then do nothing."""
    captured: Mapping[Square, CaptureKind] = field(factory=dict[Square, CaptureKind])
    """What the last move captured, including the king."""
    mover: Side | None = None
    """The side that made the last move; None for a position that was set up."""
    arrived: Square | None = None
    """The square on which the last move ended."""
    over: Outcome | None = None


@lru_cache(maxsize=1024)
def neighbours(square: Square) -> tuple[Square, ...]:
    """Return the four squares next to this one, on the board or off it."""
    return tuple(square.offset(*direction) for direction in DIRECTIONS)


@lru_cache(maxsize=4096)
def beyond(near: Square, middle: Square) -> Square:
    """Return the square opposite ``near``, seen from ``middle`` between them."""
    return middle.offset(middle.file - near.file, middle.rank - near.rank)


def on_edge(square: Square, size: int) -> bool:
    """Return whether the square is on the edge of the board."""
    return 0 in (square.file, square.rank) or size - 1 in (square.file, square.rank)


@lru_cache(maxsize=4096)
def squares_of(region: Region, size: int) -> frozenset[Square]:
    """Return the squares of a region."""
    return frozenset(region.squares(size))


@lru_cache(maxsize=256)
def zones_of(rules: Ruleset) -> dict[Square, tuple[Zone, ...]]:
    """Return the zones that contain each square of a zone (zones may overlap)."""
    zones_by_square: dict[Square, tuple[Zone, ...]] = {}
    for zone in rules.all_zones:
        for square in squares_of(zone.squares, rules.size):
            zones_by_square[square] = (*zones_by_square.get(square, ()), zone)
    return zones_by_square


def zones_at(rules: Ruleset, square: Square) -> tuple[Zone, ...]:
    """Return the zones that contain the square."""
    return zones_of(rules).get(square, ())


@lru_cache(maxsize=256)
def men_on(board: Board) -> dict[Square, Piece]:
    """Return the squares of the pieces."""
    return dict(board.items())


def is_throne(rules: Ruleset, square: Square) -> bool:
    """Return whether the square belongs to the throne."""
    return rules.throne is not None and square in squares_of(rules.throne.squares, rules.size)


def is_corner(rules: Ruleset, square: Square) -> bool:
    """Return whether the square belongs to the ruleset's zone of corners."""
    return rules.corners is not None and square in squares_of(rules.corners.squares, rules.size)


def is_escape(rules: Ruleset, square: Square) -> bool:
    """Return whether the king wins by arriving there."""
    return square in squares_of(rules.escape, rules.size)


def hostile_when_empty(rules: Ruleset, square: Square, piece: Piece) -> bool:
    """Return whether the square, if empty, is hostile to the piece.

    "Every off-board square is hostile to P if P in edge_hostile; also to the KING if king is MIDDLEWEIGHT"
    (S000 "Schlagen von Spielsteinen"; S001 "Gefangennahme des Feldherren": three at the edge).
    """
    if not square.on(rules.size):
        edge_counts_for_king = piece == Piece.KING and rules.king is KingStrength.MIDDLEWEIGHT
        return rules.edge_hostile.has(piece) or edge_counts_for_king
    return any((zone.hostile_empty | zone.hostile_always).has(piece) for zone in zones_at(rules, square))


def hostile(rules: Ruleset, board: Board, square: Square, piece: Piece) -> bool:
    """Return whether the square, as it is now, is hostile to the piece.

    "An empty square q is hostile to piece P if P in hostile_empty or hostile_always of any zone containing q; an
    occupied one if P in hostile_always of any zone containing q."
    """
    if square in board:
        return any(zone.hostile_always.has(piece) for zone in zones_at(rules, square))
    return hostile_when_empty(rules, square, piece)
