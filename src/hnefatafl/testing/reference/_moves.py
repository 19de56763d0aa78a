"""How pieces move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from hnefatafl.board import Board, Illegality, Kind, Piece, Side, Square
from hnefatafl.rules import Jump, Passing, Roll, Ruleset
from hnefatafl.testing.reference._state import DIRECTIONS, men_on, squares_of, zones_at, zones_of


def may_cross(rules: Ruleset, piece: Piece, origin: Square | None, square: Square) -> bool:
    """Return whether the zones let the piece cross the square; an origin of None is outside every zone.

    "If the origin is in Z: crossing is free. If the origin is outside Z: crossing needs piece in Z.cross."
    (S003 §12: a Muscovite may pass other squares of his camp when he leaves it, and never again.)
    """
    return all(
        origin in squares_of(zone.squares, rules.size) or zone.cross.has(piece) for zone in zones_at(rules, square)
    )


def may_stop(rules: Ruleset, piece: Piece, origin: Square | None, square: Square) -> bool:
    """Return whether the zones let the piece end its move on the square; an origin of None is outside every zone.

    "If the origin is in Z: stopping needs piece in Z.stop. If the origin is outside Z: stopping needs piece in
    Z.stop AND in Z.enter."
    """
    return all(
        zone.stop.has(piece) and (origin in squares_of(zone.squares, rules.size) or zone.enter.has(piece))
        for zone in zones_at(rules, square)
    )


def length(origin: Square, target: Square) -> int:
    """Return the length of a straight move in squares."""
    return abs(target.file - origin.file) + abs(target.rank - origin.rank)


@lru_cache(maxsize=2**14)
def between(origin: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares strictly between two squares of one file or rank."""
    steps = length(origin, target)
    file, rank = (target.file - origin.file) // steps, (target.rank - origin.rank) // steps
    return tuple(origin.offset(file * step, rank * step) for step in range(1, steps))


@lru_cache(maxsize=1024)
def speed_of(rules: Ruleset, piece: Piece) -> int | None:
    """Return how far the piece may move, or None for any distance."""
    speed = rules.speed
    if piece.side is Side.ATTACKERS:
        return {
            Kind.SOLDIER: speed.attackers,
            Kind.COMMANDER: speed.attacking_commanders,
            Kind.KNIGHT: speed.attacking_knights,
            Kind.MERCENARY: speed.attacking_mercenaries,
            Kind.GUARD: speed.attacking_guards,
        }[piece.kind]
    return {
        Kind.SOLDIER: speed.defenders,
        Kind.COMMANDER: speed.defending_commanders,
        Kind.KNIGHT: speed.defending_knights,
        Kind.MERCENARY: speed.defending_mercenaries,
        Kind.GUARD: speed.defending_guards,
        Kind.KING: speed.king,
    }[piece.kind]


@lru_cache(maxsize=1024)
def jump_of(rules: Ruleset, piece: Piece) -> Jump:
    """Return how the piece jumps."""
    return {
        Kind.SOLDIER: rules.jumps.soldiers,
        Kind.COMMANDER: rules.jumps.commanders,
        Kind.KNIGHT: rules.jumps.knights,
        Kind.MERCENARY: rules.jumps.mercenaries,
        Kind.GUARD: rules.jumps.guards,
        Kind.KING: rules.jumps.king,
    }[piece.kind]


def jumps_over(rules: Ruleset, piece: Piece, origin: Square, over: Piece | None, target: Square) -> bool:
    """Return whether the piece may jump from one square to the other over the piece between.

    "Over one man standing next to it (soldier, mercenary or guard of the enemy; OVER_ANYBODY: of either side)."
    "RESTRICTED: origin or target lies in any zone (throne, corners, zones)." Whether it may stop there is checked
    elsewhere.
    """
    mode = jump_of(rules, piece)
    if over is None or over.kind not in (Kind.SOLDIER, Kind.MERCENARY, Kind.GUARD) or mode is Jump.NONE:
        return False
    if mode is Jump.RESTRICTED and not (zones_at(rules, origin) or zones_at(rules, target)):
        return False
    return mode is Jump.OVER_ANYBODY or over.side is not piece.side


def jumped(rules: Ruleset, board: Board, origin: Square, target: Square) -> Square | None:
    """Return the square of the man over whom a move jumps, next to the moving piece; None if it is not a jump."""
    if length(origin, target) != 2 or target in board:
        return None
    middle = between(origin, target)[0]
    return middle if jumps_over(rules, board[origin], origin, board.get(middle), target) else None


def step_fault(rules: Ruleset, board: Board, side: Side, origin: Square, target: Square) -> Illegality | None:
    """Return why the board does not allow a move, the first reason in the order of :class:`Illegality`, or None.

    "A piece moves any number >= 1 of squares straight, up to its speed; all squares of the way empty." A jump goes "to
    the empty square right behind, where the piece may stop; independent of speed".
    """
    if not (origin.on(rules.size) and target.on(rules.size)):
        return Illegality.OFF_BOARD
    piece = board.get(origin)
    if piece is None:
        return Illegality.EMPTY_ORIGIN
    if piece.side is not side:
        return Illegality.NOT_YOUR_PIECE
    if (origin.file == target.file) == (origin.rank == target.rank):
        return Illegality.NOT_STRAIGHT
    if jumped(rules, board, origin, target) is not None:
        return None if may_stop(rules, piece, origin, target) else Illegality.NO_STOPPING
    way = between(origin, target)
    if any(square in board for square in [*way, target]):
        return Illegality.BLOCKED
    if not may_stop(rules, piece, origin, target):
        return Illegality.NO_STOPPING
    if not all(may_cross(rules, piece, origin, square) for square in way):
        return Illegality.NO_CROSSING
    speed = speed_of(rules, piece)
    if speed is not None and length(origin, target) > speed:
        return Illegality.TOO_FAR
    return None


@lru_cache(maxsize=4096)
def rays(origin: Square, size: int) -> tuple[tuple[Square, ...], ...]:
    """Return the squares of the board from a square outwards, a row for each direction."""
    rows = [[origin.offset(file * step, rank * step) for step in range(1, size)] for file, rank in DIRECTIONS]
    return tuple(tuple(square for square in row if square.on(size)) for row in rows)


def steps_of(rules: Ruleset, board: Board, side: Side) -> Iterator[tuple[Square, Square]]:
    """Yield the moves that the board allows a side if it were to move, wherever men may stand."""
    for origin, piece in men_on(board).items():
        if piece.side is side:
            yield from steps_from(rules, board, origin)


def steps_from(rules: Ruleset, board: Board, origin: Square) -> Iterator[tuple[Square, Square]]:
    """Yield the moves that the board allows the piece on a square if its side were to move.

    The piece walks outwards, square by square, until another piece is in its way, until it may not cross a square,
    or until it has reached its limit. The same rule as in :func:`step_fault`, which says why a move is not allowed.
    """
    men = men_on(board)
    piece = men[origin]
    zones = zones_of(rules)
    speed = speed_of(rules, piece) or rules.size
    jumps = jump_of(rules, piece) is not Jump.NONE
    for row in rays(origin, rules.size):
        if jumps and len(row) > 1 and row[1] not in men and jumps_over(rules, piece, origin, men.get(row[0]), row[1]):
            if may_stop(rules, piece, origin, row[1]):
                yield origin, row[1]
        for square in row[:speed]:
            if square in men:
                break
            if square not in zones:
                yield origin, square
                continue
            if may_stop(rules, piece, origin, square):
                yield origin, square
            if not may_cross(rules, piece, origin, square):
                break


def king_steps(rules: Ruleset, board: Board) -> list[tuple[Square, Square]]:
    """Return the moves that the board allows the king if the defenders were to move."""
    return [] if board.king is None else list(steps_from(rules, board, board.king))


def goes_by_die(rules: Ruleset, piece: Piece) -> bool:
    """Return whether the piece moves by a roll of the die only."""
    return rules.die is not None and rules.die.pieces.has(piece)


def roll_allows(rules: Ruleset, rolls: Iterable[int], step: tuple[Square, Square]) -> bool:
    """Return whether one of the rolls allows a move of a piece that goes by the die.

    "höchstens so weit [...], wie die gewürfelte Punktzahl betrug" (S001), exactly so far (Comyn), or any way if the
    number is odd (Bell). Our reading: a jump is two squares long.
    """
    if rules.die is None:
        return True
    far = length(*step)
    if rules.die.allows is Roll.ODD:
        return any(roll % 2 == 1 for roll in rolls)
    return any(far == roll if rules.die.allows is Roll.EXACTLY else far <= roll for roll in rolls)


def some_roll_allows(rules: Ruleset, board: Board, step: tuple[Square, Square]) -> bool:
    """Return whether a move needs no roll, or there is one that allows it."""
    return not goes_by_die(rules, board[step[0]]) or roll_allows(rules, range(1, rules.faces + 1), step)


PASS: Final = (Square(0, 0), Square(0, 0))
"""The squares that stand for a pass."""


def passers(rules: Ruleset) -> set[Side]:
    """Return the sides that may pass instead of moving."""
    return {
        Passing.NOBODY: set[Side](),
        Passing.ATTACKERS: {Side.ATTACKERS},
        Passing.DEFENDERS: {Side.DEFENDERS},
        Passing.BOTH: set(Side),
    }[rules.may_pass]
