"""How pieces move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from attrs import field

from hnefatafl.board import Board, CaptureKind, Illegality, Kind, Outcome, Piece, Region, Side, Square
from hnefatafl.play import Position
from hnefatafl.rules import Jump, KingStrength, Passing, Roll, Ruleset, Zone
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import plural

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
    position: Position | None = field(default=None, eq=False, repr=False)
    """The library's own position, which functions of the ruleset are told; None where there are none."""


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
    if piece.kind is Kind.SOLDIER:
        return rules.speed.attackers if piece.side is Side.ATTACKERS else rules.speed.defenders
    side = "attacking" if piece.side is Side.ATTACKERS else "defending"
    name = "king" if piece.kind is Kind.KING else f"{side}_{plural(piece.kind.value, 2)}"
    speed: int | None = getattr(rules.speed, name)
    return speed


@lru_cache(maxsize=1024)
def jump_of(rules: Ruleset, piece: Piece) -> Jump:
    """Return how the piece jumps."""
    jump: Jump = getattr(rules.jumps, "king" if piece.kind is Kind.KING else plural(piece.kind.value, 2))
    return jump


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
    return {side for side in Side if rules.may_pass in (Passing.BOTH, Passing(side.value))}
