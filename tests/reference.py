"""A second, slow, obvious implementation of the rules: the judge in differential tests.

It is written sentence by sentence from the rule texts and from our readings of them, over boards as
mappings of squares, with no tables and none of the kernel's code. Whatever is unclear is resolved here in
the plainest way, and a comment "our reading" says so.

Sources are cited by the project's short names: S000, S001, S003 and S004 are the four seed documents,
"Copenhagen" the rules page of aagenielsen.dk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import attrs
from attrs import field, frozen

from hnefatafl.board import Board
from hnefatafl.geometry import Region, Square, Symmetry
from hnefatafl.options import (
    Announcements,
    Berserk,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    KingStrength,
    NoMove,
    Repetition,
    Zone,
)
from hnefatafl.outcome import Announcement, CaptureKind, Illegality, Outcome, Termination
from hnefatafl.pieces import Kind, Piece, PieceSet, Side
from hnefatafl.rules import Ruleset

__all__ = [
    "Seen",
    "State",
    "Step",
    "announcement",
    "board_moves",
    "can_roll",
    "captors",
    "captures",
    "captures_on",
    "from_board",
    "has_fort",
    "initial",
    "is_encircled",
    "legal_moves",
    "outcome",
    "perft",
    "play",
    "play_recorded",
    "repetitions",
    "roll",
    "setup_faults",
    "threatens",
    "ways_out",
    "why_illegal",
]

DIRECTIONS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Up, right, down, left: pieces move and capture orthogonally only (S000 "Die Züge", S001, S003 §5, S004)."""


@frozen
class Step:
    """What an extra capture sees of a move (the kernel's own class is none of our business)."""

    origin: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"


@frozen(kw_only=True)
class Seen:
    """A position that stood on the board: what the repetition rule compares, and whose move made it.

    "A position = board, side to move, and whatever binds (unannounced flag, berserk turn)." A roll does not count as a
    position.
    """

    board: Board
    turn: Side
    announced: bool
    berserk: Square | None = None
    by: Side | None = field(eq=False)
    """Who made the move that led here; None for the position that the game began from."""


@frozen(kw_only=True)
class State:
    """A position in play, with everything that the rules want to know of the past."""

    ruleset: Ruleset
    board: Board
    turn: Side
    ply: int = 0
    quiet: int = 0
    """Plies in a row without a capture."""
    roll: int | None = None
    """The roll that binds the side to move, or None."""
    announced: bool = True
    """False from a defenders' move that left a way out unannounced until their next move is made."""
    berserk: Square | None = None
    """Where the piece stands that has captured and goes on in the same turn, or None."""
    history: tuple[Seen, ...] = ()
    """The positions since the last capture, the one right after it and this one included."""
    recorded: bool = False
    """Whether a record is replayed: repetition and the quiet limit then do nothing."""
    captured: Mapping[Square, CaptureKind] = field(factory=dict[Square, CaptureKind])
    """What the last move captured, the king included."""
    mover: Side | None = None
    """Who made the last move; None for a position set up by hand."""
    arrived: Square | None = None
    """Where the last move ended."""
    over: Outcome | None = None


# ---------------------------------------------------------------------------------------------- squares and zones


def neighbours(square: Square) -> list[Square]:
    """The four squares next to this one, on the board or off it."""
    return [square.offset(*direction) for direction in DIRECTIONS]


def beyond(near: Square, middle: Square) -> Square:
    """The square opposite ``near``, seen from ``middle`` between them."""
    return middle.offset(middle.file - near.file, middle.rank - near.rank)


def on_edge(square: Square, size: int) -> bool:
    """Whether the square lies on the rim of the board."""
    return 0 in (square.file, square.rank) or size - 1 in (square.file, square.rank)


@lru_cache(maxsize=4096)
def squares_of(region: Region, size: int) -> frozenset[Square]:
    """The squares of a region."""
    return frozenset(region.squares(size))


def zones_at(rules: Ruleset, square: Square) -> list[Zone]:
    """The zones that contain the square (zones may overlap)."""
    return [zone for zone in rules.all_zones if square in squares_of(zone.squares, rules.size)]


def is_throne(rules: Ruleset, square: Square) -> bool:
    """Whether the square belongs to the throne."""
    return rules.throne is not None and square in squares_of(rules.throne.squares, rules.size)


def is_corner(rules: Ruleset, square: Square) -> bool:
    """Whether the square belongs to the ruleset's zone of corners."""
    return rules.corners is not None and square in squares_of(rules.corners.squares, rules.size)


def is_escape(rules: Ruleset, square: Square) -> bool:
    """Whether the king wins by arriving there."""
    return square in squares_of(rules.escape, rules.size)


def hostile_when_empty(rules: Ruleset, square: Square, piece: Piece) -> bool:
    """Whether the square threatens the piece as an enemy would, if nothing stands on it.

    "Every off-board square is hostile to P if P in edge_hostile; also to the KING if king is MIDDLEWEIGHT"
    (S000 "Schlagen von Spielsteinen"; S001 "Gefangennahme des Feldherren": three at the edge).
    """
    if not square.on(rules.size):
        edge_counts_for_king = piece == Piece.KING and rules.king is KingStrength.MIDDLEWEIGHT
        return rules.edge_hostile.has(piece) or edge_counts_for_king
    return any((zone.hostile_empty | zone.hostile_always).has(piece) for zone in zones_at(rules, square))


def hostile(rules: Ruleset, board: Board, square: Square, piece: Piece) -> bool:
    """Whether the square as it is now threatens the piece as an enemy would.

    "An empty square q is hostile to piece P if P in hostile_empty or hostile_always of any zone containing q; an
    occupied one if P in hostile_always of any zone containing q."
    """
    if square in board:
        return any(zone.hostile_always.has(piece) for zone in zones_at(rules, square))
    return hostile_when_empty(rules, square, piece)


# -------------------------------------------------------------------------------------------------------- movement


def may_cross(rules: Ruleset, piece: Piece, origin: Square | None, square: Square) -> bool:
    """Whether the zones let the piece pass over the square; an origin of None lies outside every zone.

    "If the origin is in Z: crossing is free. If the origin is outside Z: crossing needs piece in Z.cross."
    (S003 §12: a Muscovite may pass other squares of his camp when he leaves it, and never again.)
    """
    return all(
        origin in squares_of(zone.squares, rules.size) or zone.cross.has(piece) for zone in zones_at(rules, square)
    )


def may_stop(rules: Ruleset, piece: Piece, origin: Square | None, square: Square) -> bool:
    """Whether the zones let the piece end its move on the square; an origin of None lies outside every zone.

    "If the origin is in Z: stopping needs piece in Z.stop. If the origin is outside Z: stopping needs piece in
    Z.stop AND in Z.enter."
    """
    return all(
        zone.stop.has(piece) and (origin in squares_of(zone.squares, rules.size) or zone.enter.has(piece))
        for zone in zones_at(rules, square)
    )


def length(origin: Square, target: Square) -> int:
    """How many squares a straight move goes."""
    return abs(target.file - origin.file) + abs(target.rank - origin.rank)


def between(origin: Square, target: Square) -> list[Square]:
    """The squares strictly between two squares of one file or rank."""
    steps = length(origin, target)
    file, rank = (target.file - origin.file) // steps, (target.rank - origin.rank) // steps
    return [origin.offset(file * step, rank * step) for step in range(1, steps)]


def speed_of(rules: Ruleset, piece: Piece) -> int | None:
    """How far the piece may move, or None for as far as it likes."""
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


def jump_of(rules: Ruleset, piece: Piece) -> Jump:
    """How the piece jumps."""
    return {
        Kind.SOLDIER: rules.jumps.soldiers,
        Kind.COMMANDER: rules.jumps.commanders,
        Kind.KNIGHT: rules.jumps.knights,
        Kind.MERCENARY: rules.jumps.mercenaries,
        Kind.GUARD: rules.jumps.guards,
        Kind.KING: rules.jumps.king,
    }[piece.kind]


def jumps_over(rules: Ruleset, piece: Piece, origin: Square, over: Piece | None, target: Square) -> bool:
    """Whether the piece may jump from the one square to the other over who stands between.

    "Over one man standing next to it (soldier, mercenary or guard of the enemy; OVER_ANYBODY: of either side)."
    "RESTRICTED: origin or target lies in any zone (throne, corners, zones)." Whether it may stop there is asked apart.
    """
    mode = jump_of(rules, piece)
    if over is None or over.kind not in (Kind.SOLDIER, Kind.MERCENARY, Kind.GUARD) or mode is Jump.NONE:
        return False
    if mode is Jump.RESTRICTED and not (zones_at(rules, origin) or zones_at(rules, target)):
        return False
    return mode is Jump.OVER_ANYBODY or over.side is not piece.side


def jumped(rules: Ruleset, board: Board, origin: Square, target: Square) -> Square | None:
    """The square of the man over whom a move jumps, who stands right before the piece; None if it is no jump."""
    if length(origin, target) != 2 or target in board:
        return None
    middle = between(origin, target)[0]
    return middle if jumps_over(rules, board[origin], origin, board.get(middle), target) else None


def step_fault(rules: Ruleset, board: Board, side: Side, origin: Square, target: Square) -> Illegality | None:
    """What is wrong with a move as a step on the board, asked in the order of :class:`Illegality`.

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


def empty_rays(board: Board, origin: Square) -> Iterator[Square]:
    """The empty squares to be seen from a square along its file and rank, and those behind a neighbour."""
    for file, rank in DIRECTIONS:
        behind = origin.offset(2 * file, 2 * rank)
        if origin.offset(file, rank) in board and behind.on(board.size) and behind not in board:
            yield behind
        square = origin.offset(file, rank)
        while square.on(board.size) and square not in board:
            yield square
            square = square.offset(file, rank)


def board_moves(rules: Ruleset, board: Board, side: Side) -> list[tuple[Square, Square]]:
    """The moves that the board allows a side, were it its turn; die, announcement and repetition aside."""
    return [
        (origin, target)
        for origin, piece in board.items()
        if piece.side is side
        for target in empty_rays(board, origin)
        if step_fault(rules, board, side, origin, target) is None
    ]


def king_steps(rules: Ruleset, board: Board) -> list[tuple[Square, Square]]:
    """The moves that the board allows the king, were it the defenders' turn."""
    return [(o, t) for o, t in board_moves(rules, board, Side.DEFENDERS) if board[o] == Piece.KING]


# -------------------------------------------------------------------------------------------------------- captures


def is_partner(rules: Ruleset, board: Board, square: Square, side: Side, mover: Square) -> bool:
    """Whether a piece of that side stands on the square and helps to capture.

    "An enemy partner on a square is an enemy-side piece in anvil (the mover itself always counts where it stands)."
    "Guards never capture (neither hammer nor anvil)."
    """
    piece = board.get(square)
    if piece is None or piece.side is not side or piece.kind is Kind.GUARD:
        return False
    return square == mover or rules.anvil.has(piece)


def moved(board: Board, origin: Square, target: Square) -> Board:
    """The board right after a piece has moved, before anything is removed."""
    return board.put(origin, None).put(target, board[origin])


def captures_on(rules: Ruleset, before: Board, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """All that a move captures, the king included, each by the first rule (in the order of CaptureKind) that takes it.

    "All captures of a move are judged on the board as it is right after the piece has moved and before anything is
    removed; they add up." "The mover must be in hammer, otherwise nothing at all is captured" (extra captures are
    always asked, and who jumps and captures so does it "whether or not the piece is a hammer").
    """
    board = moved(before, origin, target)
    side = board[target].side
    taken: dict[Square, CaptureKind] = {}
    if rules.hammer.has(board[target]) and board[target].kind is not Kind.GUARD:
        # Our reading: a piece that several rules take is reported by the first of them, as the spec says it for
        # custodial and shieldwall. So a protector taken with his king is CUSTODIAL, if he falls by that rule too.
        for rule in (_custodial, _linnaean, _shieldwall, _guards, _king_alone):
            taken = rule(rules, board, target) | taken
    over = jumped(rules, before, origin, target)
    if over is not None and jump_of(rules, board[target]) is Jump.CAPTURING and board[over].kind is not Kind.GUARD:
        taken.setdefault(over, CaptureKind.JUMPED)
    if rules.hammer.has(board[target]) and board[target].kind is not Kind.GUARD:
        taken = _joint(rules, board, target) | taken
    # Each extra capture sees "the board after the ordinary captures (king still on it)".
    after = without(board, taken) if rules.extra_captures else board
    for extra in rules.extra_captures:
        for square in extra(after, cast(Any, Step(origin, target)), side):
            piece = after.get(square)
            if piece is not None and piece.side is not side:
                taken.setdefault(square, CaptureKind.EXTRA)
    return taken


def without(board: Board, taken: Iterable[Square]) -> Board:
    """The board without the captured pieces; the king stays, and mercenaries change sides.

    "The captured KING STAYS on the board of the final position" (S003 §8: he is not taken, but encircled). "A captured
    mercenary changes sides where he stands instead of leaving" (OpenTafl).
    """
    for square in taken:
        piece = board[square]
        if piece.kind is Kind.MERCENARY:
            board = board.put(square, Piece(piece.side.opponent, Kind.MERCENARY))
        elif piece.kind is not Kind.KING:
            board = board.put(square, None)
    return board


def is_man(piece: Piece | None, side: Side) -> bool:
    """Whether the piece is one of that side's, but no king and no guard: one who falls between two enemies."""
    return piece is not None and piece.side is side and piece.kind not in (Kind.KING, Kind.GUARD)


def _custodial(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Men between the mover and a partner, a hostile square or the hostile edge.

    "An enemy SOLDIER v orthogonally next to the mover's target, with the square opposite (beyond v) holding an enemy
    partner (of v) or hostile to v." (S000, S001, S003 §6, S004)
    """
    side = board[target].side
    taken: dict[Square, CaptureKind] = {}
    for victim in neighbours(target):
        piece = board.get(victim)
        if piece is None or not is_man(piece, side.opponent):
            continue
        opposite = beyond(target, victim)
        if is_partner(rules, board, opposite, side, target):
            taken[victim] = CaptureKind.CUSTODIAL
        elif hostile(rules, board, opposite, piece):
            on_board = opposite.on(rules.size)
            taken[victim] = CaptureKind.HOSTILE_SQUARE if on_board else CaptureKind.HOSTILE_EDGE
    return taken


def _linnaean(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """A man captured against his own king on the throne.

    "Mover is an attacker; v a defending soldier next to mover's target; the square beyond v is a throne square on which
    the king stands; of the king's four neighbours v is the only one that is not an attacker (partner)." (Linnaeus)
    """
    taken: dict[Square, CaptureKind] = {}
    if rules.linnaean_capture and board[target].side is Side.ATTACKERS:
        for victim in neighbours(target):
            king = beyond(target, victim)
            enthroned = board.get(king) == Piece.KING and is_throne(rules, king)
            if enthroned and is_man(board.get(victim), Side.DEFENDERS):
                others = [square for square in neighbours(king) if square != victim]
                if all(is_partner(rules, board, square, Side.ATTACKERS, target) for square in others):
                    taken[victim] = CaptureKind.LINNAEAN
    return taken


def edges(size: int) -> list[tuple[list[Square], tuple[int, int]]]:
    """The four edges: the squares along each, and the direction from it to the inner side (the "front")."""
    last = range(size)
    return [
        ([Square(at, 0) for at in last], (0, 1)),
        ([Square(at, size - 1) for at in last], (0, -1)),
        ([Square(0, at) for at in last], (1, 0)),
        ([Square(size - 1, at) for at in last], (-1, 0)),
    ]


def runs(squares: list[Square], members: set[Square]) -> list[list[Square]]:
    """The longest rows of consecutive squares that are members."""
    found: list[list[Square]] = [[]]
    for square in squares:
        if square in members:
            found[-1].append(square)
        else:
            found.append([])
    return [run for run in found if run]


def ends_of(run: list[Square], inward: tuple[int, int]) -> tuple[Square, Square]:
    """The two squares just beyond a row along an edge."""
    along = (abs(inward[1]), abs(inward[0]))
    return run[0].offset(-along[0], -along[1]), run[-1].offset(*along)


def _shieldwall(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Rows along the edge, fronted and flanked (Copenhagen, shieldwall).

    "A maximal-run row of >= 2 consecutive enemy pieces along one edge, each having on its inner side (the front) a
    partner of the mover's side; the two squares just beyond the row's ends along the edge each hold a partner, or
    (corners_close, one end at most) is an EMPTY corner-zone square that is hostile to the row's pieces. [...]
    king included; the king survives, all others fall. Closing: flanking=True: the mover stands at one of the row's end
    squares. flanking=False: the mover stands at an end square or in front of a piece of the row."
    """
    if rules.shieldwall is None:
        return {}
    side = board[target].side
    enemies = {square for square, piece in board.items() if piece.side is not side}
    taken: dict[Square, CaptureKind] = {}
    for edge, inward in edges(rules.size):
        for row in runs(edge, enemies):
            ends = ends_of(row, inward)
            fronts = [square.offset(*inward) for square in row]
            closers = ends if rules.shieldwall.flanking else (*ends, *fronts)
            held = [is_partner(rules, board, end, side, target) for end in ends]
            by_corner = [rules.shieldwall.corners_close and closing_corner(rules, board, e, row) for e in ends]
            if (
                len(row) >= 2
                and all(is_partner(rules, board, front, side, target) for front in fronts)
                and all(h or c for h, c in zip(held, by_corner, strict=True))
                and any(held)
                and target in closers
            ):
                # Guards "survive shieldwalls", as the king does.
                falling = [square for square in row if is_man(board[square], side.opponent)]
                taken |= dict.fromkeys(falling, CaptureKind.SHIELDWALL)
    return taken


def closing_corner(rules: Ruleset, board: Board, square: Square, row: list[Square]) -> bool:
    """Whether the square is an empty corner that is "hostile to the row's pieces" and so holds one end of the row.

    Our reading: to every man of the row, for the king does not fall in it.
    """
    men = [board[member] for member in row if board[member].kind is not Kind.KING]
    empty_corner = is_corner(rules, square) and square not in board
    return empty_corner and all(hostile(rules, board, square, man) for man in men)


def _besieges(rules: Ruleset, board: Board, square: Square, piece: Piece, mover: Square) -> bool:
    """Whether the square holds an enemy (in anvil, or the mover) or is hostile to the piece."""
    return is_partner(rules, board, square, piece.side.opponent, mover) or hostile(rules, board, square, piece)


def _guards(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Guards who are surrounded.

    "SURROUNDED: falls when all four sides are held (enemy that may stand as partner, or square/edge hostile to it), by
    a capturing arrival next to it; NEVER."
    """
    taken: dict[Square, CaptureKind] = {}
    for victim in neighbours(target):
        piece = board.get(victim)
        if piece is None or piece.kind is not Kind.GUARD or piece.side is board[target].side:
            continue
        held = all(_besieges(rules, board, square, piece, target) for square in neighbours(victim))
        if held and rules.guard_capture is GuardCapture.SURROUNDED:
            taken[victim] = CaptureKind.SURROUNDED
    return taken


def safe_on_edge(rules: Ruleset, king: Square) -> bool:
    """Whether the king cannot be captured where he stands.

    "King standing on an edge square: edge_capture IMPOSSIBLE -> not captured at all (neither alone nor jointly)."
    """
    return rules.edge_capture is EdgeCapture.IMPOSSIBLE and on_edge(king, rules.size)


def weak_at(rules: Ruleset, king: Square) -> bool:
    """Whether two opposite sides suffice where the king stands.

    "WEAK, or STRONG_NEAR_THRONE when the king is neither on a throne square nor orthogonally beside one."
    "STRONG_ON_THRONE: four sides on the throne, two elsewhere."
    """
    if rules.king is KingStrength.STRONG_ON_THRONE:
        return not is_throne(rules, king)
    if rules.king is KingStrength.STRONG_NEAR_THRONE:
        return not any(is_throne(rules, square) for square in [king, *neighbours(king)])
    return rules.king is KingStrength.WEAK


def _king_alone(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """The king captured by himself (S000, S001 "Gefangennahme des Feldherren", S003 §8, S004).

    "Mover is an attacker; the mover stands orthogonally next to the king. [Weak:] custodial: the square opposite the
    mover holds an attacker in anvil or is hostile to the KING. Otherwise: all four neighbours hold an attacker (in
    anvil, or the mover) or are hostile to the king."
    """
    king = board.king
    if king is None or board[target].side is Side.DEFENDERS or target not in neighbours(king):
        return {}
    if safe_on_edge(rules, king):
        return {}
    opposite = beyond(target, king)
    if not weak_at(rules, king):
        if all(_besieges(rules, board, square, Piece.KING, target) for square in neighbours(king)):
            return {king: CaptureKind.SURROUNDED}
        return {king: CaptureKind.PIERCED} if _pierced(rules, board, king, target) else {}
    if is_partner(rules, board, opposite, Side.ATTACKERS, target):
        return {king: CaptureKind.CUSTODIAL}
    if hostile(rules, board, opposite, Piece.KING):
        return {king: CaptureKind.HOSTILE_SQUARE if opposite.on(rules.size) else CaptureKind.HOSTILE_EDGE}
    return {}


def _pierced(rules: Ruleset, board: Board, king: Square, target: Square) -> bool:
    """Whether a strong king stands between two pieces that take him so (berserk).

    "Whose pair takes a strong king between two of them, never on the throne; Zone.pierces: an empty square hostile to
    the king may be the second half."
    """
    if is_throne(rules, king) or not rules.piercing.has(board[target]):
        return False
    opposite = beyond(target, king)
    if opposite in board:
        partner = is_partner(rules, board, opposite, Side.ATTACKERS, target)
        return partner and rules.piercing.has(board[opposite])
    piercing_square = any(zone.pierces for zone in zones_at(rules, opposite))
    return piercing_square and hostile(rules, board, opposite, Piece.KING)


def _joint(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """The king and his one protector captured as a pair (S000, Abb. 4).

    "Only if the king was not captured alone; mover an attacker next to the king or to the protector; the king has
    exactly one neighbouring defending soldier (the protector); every other neighbour of the king holds an attacker
    (anvil or mover) or is hostile to KING (off-board: the edge always counts for the pair); every other neighbour of
    the protector holds an attacker or is hostile to DEFENDERS (off-board always counts). Both captured."
    Our reading: a guard who cannot be captured is none who falls with his king, and so saves him.
    """
    king = board.king
    if not rules.joint_capture or king is None or board[target].side is Side.DEFENDERS or safe_on_edge(rules, king):
        return {}
    if _king_alone(rules, board, target):
        return {}
    protectors = [square for square in neighbours(king) if square in board and board[square].side is Side.DEFENDERS]
    if len(protectors) != 1:
        return {}
    protector = protectors[0]
    if target not in neighbours(king) + neighbours(protector):
        return {}
    if board[protector].kind is Kind.GUARD and rules.guard_capture is GuardCapture.NEVER:
        return {}

    def closed(square: Square, piece: Piece) -> bool:
        return not square.on(rules.size) or _besieges(rules, board, square, piece, target)

    around_king = [square for square in neighbours(king) if square != protector]
    around_protector = [square for square in neighbours(protector) if square != king]
    man = board[protector]
    if all(closed(s, Piece.KING) for s in around_king) and all(closed(s, man) for s in around_protector):
        return {king: CaptureKind.JOINT, protector: CaptureKind.JOINT}
    return {}


def captors(rules: Ruleset, before: Board, origin: Square, target: Square) -> dict[Square, set[Square]]:
    """The squares that took each piece.

    "Of the enemies around it, of its hostile neighbours, of the one who jumped over it. What lies beyond the edge has
    no square."

    Our reading: a row along the edge is taken by all who stand before it and at its ends, a pair by all around the two,
    a man beside his enthroned king by who arrived and by the three around the king.
    """
    board = moved(before, origin, target)
    kinds = captures_on(rules, before, origin, target)
    pair = {square for square, kind in kinds.items() if kind is CaptureKind.JOINT} | {cast(Square, board.king)}
    # The protector may be reported by another rule; he is still the one beside his king.
    pair |= {square for square in kinds if square in neighbours(cast(Square, board.king))}
    found: dict[Square, set[Square]] = {}
    for square, kind in kinds.items():
        if kind is CaptureKind.SURROUNDED:
            by = set(neighbours(square))
        elif kind is CaptureKind.JOINT:
            by = {near for one in pair for near in neighbours(one)} - pair
        elif kind is CaptureKind.LINNAEAN:
            by = {target, *neighbours(beyond(target, square))} - {square}
        elif kind is CaptureKind.SHIELDWALL:
            by = wall_around(board, square)
        elif kind in (CaptureKind.JUMPED, CaptureKind.EXTRA):
            by = {target}
        else:
            by = {target, beyond(target, square)}
        found[square] = {each for each in by if each.on(rules.size)}
    return found


def wall_around(board: Board, member: Square) -> set[Square]:
    """The squares around the row along the edge to which a piece taken in a shieldwall belongs."""
    enemies = {square for square, piece in board.items() if piece.side is board[member].side}
    rows = [
        (row, inward)
        for edge, inward in edges(board.size)
        for row in runs(edge, enemies)
        if member in row and len(row) >= 2
    ]
    row, inward = rows[0]
    return {*ends_of(row, inward), *(square.offset(*inward) for square in row)}


# -------------------------------------------------------------------------------------------- threats and formations


def ways_out(rules: Ruleset, board: Board) -> int:
    """In how many directions the king could leave (S003 §9-10: raichi, tuichu).

    "A direction (of four) in which the king, were it the defenders' turn, has a legal move (speed applies; die ignored;
    announcement ignored) to an escape square."
    """
    targets = [target for _, target in king_steps(rules, board) if is_escape(rules, target)]
    return sum(any(way == direction_of(board, target) for target in targets) for way in DIRECTIONS)


def direction_of(board: Board, target: Square) -> tuple[int, int]:
    """In which of the four directions the king would go to a square of his file or rank."""
    king = cast(Square, board.king)
    steps = length(king, target)
    return (target.file - king.file) // steps, (target.rank - king.rank) // steps


def king_in_danger(rules: Ruleset, board: Board) -> bool:
    """ "Were it their turn, some legal attackers' move captures the king" (by whatever rule; repetition aside)."""
    return any(
        board.king in captures_on(rules, board, origin, target)
        for origin, target in board_moves(rules, board, Side.ATTACKERS)
    )


def threatens(rules: Ruleset, board: Board, side: Side) -> bool:
    """Whether the side, having moved, threatens to win by its next move (S003 §13: the offensive party).

    "DEFENDERS: >= 1 way out; ATTACKERS: were it their turn, some legal attackers' move captures the king."
    """
    return ways_out(rules, board) >= 1 if side is Side.DEFENDERS else king_in_danger(rules, board)


def squares_on(size: int) -> list[Square]:
    """All squares of a board."""
    return [Square(file, rank) for file in range(size) for rank in range(size)]


def is_encircled(rules: Ruleset, board: Board) -> bool:
    """Whether the attackers enclose all defenders (Copenhagen, surrounding).

    "Flood from all rim squares through squares without an attacker; if no defending piece (king included) is reached,
    attackers win." A ring that leans on the edge is none, since the flood begins at every rim square. "Defenders that
    can jump over the ring (by their jump mode, walking between) break it."
    """
    passable = {
        square for square in squares_on(board.size) if square not in board or board[square].side is Side.DEFENDERS
    }
    outside = flood([square for square in passable if on_edge(square, board.size)], passable)
    defenders = [square for square, piece in board.items() if piece.side is Side.DEFENDERS]
    if any(square in outside for square in defenders):
        return False
    if any(wanders(rules, board, board[square], square, passable) & outside for square in defenders):
        return False
    return not rules.secure_ring or is_secure(board, flood(defenders, passable))


def wanders(rules: Ruleset, board: Board, piece: Piece, home: Square, passable: set[Square]) -> set[Square]:
    """Where a piece gets to over passable squares, whatever their zones, and by jumps that the zones allow.

    Our reading: as for the flood, nobody stands in the way but those whom the flood does not pass.
    """
    found: set[Square] = set()
    ahead = [home]
    while ahead:
        square = ahead.pop()
        if square in found:
            continue
        found.add(square)
        for step in neighbours(square):
            behind = beyond(square, step)
            if step in passable:
                ahead.append(step)
            elif behind in passable and may_stop(rules, piece, square, behind):
                ahead += [behind] if jumps_over(rules, piece, square, board.get(step), behind) else []
    return found


def is_secure(board: Board, inside: set[Square]) -> bool:
    """ "The ring counts only when no man of it has both opposite neighbours inside." """
    return not any(
        (up in inside and down in inside) or (right in inside and left in inside)
        for square, piece in board.items()
        if piece.side is Side.ATTACKERS
        for up, right, down, left in [neighbours(square)]
    )


def flood(seeds: Iterable[Square], passable: set[Square]) -> set[Square]:
    """The passable squares that are connected orthogonally to a seed through passable squares."""
    found: set[Square] = set()
    ahead = [square for square in seeds if square in passable]
    while ahead:
        square = ahead.pop()
        if square not in found:
            found.add(square)
            ahead += [near for near in neighbours(square) if near in passable]
    return found


def touches(some: set[Square], others: set[Square]) -> bool:
    """Whether a square of the one set lies orthogonally next to a square of the other."""
    return any(near in others for square in some for near in neighbours(square))


def has_fort(rules: Ruleset, board: Board) -> bool:
    """Whether the king sits in an unbreakable fort at the edge (Copenhagen, exit forts).

    "King on a rim square; the king has >= 1 legal move. R = squares reached orthogonally from the king's square through
    EMPTY squares (zones ignored). If any square of R is next to an attacker: no fort. S := all defending soldiers.
    Repeat: A = squares attackers can get to. If A is orthogonally adjacent to a square of R: no fort. [...] Remove all
    weak ones (at once), repeat until none. Fort iff R never becomes adjacent to A."
    Our reading: where no attacker is left there is no fort, since nobody is kept out (adjudication case E06).
    """
    king = board.king
    if not board.count(PieceSet.ATTACKERS):
        return False
    if king is None or not on_edge(king, rules.size) or not king_steps(rules, board):
        return False
    every = set(squares_on(rules.size))
    refuge = flood([king], {square for square in every if square not in board} | {king})
    if touches(set(board.squares(PieceSet.ATTACKERS)), refuge):
        return False
    wall = set(board.squares(PieceSet.DEFENDERS))
    while True:
        siege = Siege(rules, board, wall, refuge)
        if siege.reach & refuge or touches(siege.reach, refuge):
            return False
        weak = weak_men(siege)
        if not weak:
            return True
        wall -= weak


class Siege:
    """The attackers around a fort's wall, which they have broken so far.

    Our reading: whatever one of the attackers on the board can do, all can; only who jumps must be able to stand where
    he does so. "A = squares attackers can get to: flood orthogonally from all attackers through every square that is
    not in S and not in R, as long as an attacker may stop on or cross it from outside; squares inside closed zones that
    attackers may neither stop on nor cross are not entered, but attackers standing there start there." They jump over
    men of the wall too; a fort into which they can jump is not unbreakable.
    """

    def __init__(self, rules: Ruleset, board: Board, wall: set[Square], refuge: set[Square]) -> None:
        self.rules, self.board, self.wall = rules, board, wall
        self.kinds = {piece for piece in board.values() if piece.side is Side.ATTACKERS}
        passable = {s for s in set(squares_on(rules.size)) - wall - refuge if self.stops(s) or self.crosses(s)}
        self.reach: set[Square] = set()
        ahead = sorted(board.squares(PieceSet.ATTACKERS))
        while ahead:
            square = ahead.pop()
            if square not in self.reach:
                self.reach.add(square)
                near = neighbours(square)
                landings = [beyond(square, over) for over in near if self.jumpers(square, over)]
                ahead += [to for to in near if to in passable] + landings

    def stops(self, square: Square) -> bool:
        """Whether an attacker may stop there, coming from outside."""
        return any(may_stop(self.rules, kind, None, square) for kind in self.kinds)

    def crosses(self, square: Square) -> bool:
        """Whether an attacker may cross the square, coming from outside."""
        return any(may_cross(self.rules, kind, None, square) for kind in self.kinds)

    def takeable(self, square: Square) -> bool:
        """ "If q in A and an attacker may stop there [stop & enter, or an attacker stands there already]." """
        stands = square in self.board and self.board[square].side is Side.ATTACKERS
        return square in self.reach and (stands or self.stops(square))

    def jumpers(self, origin: Square, over: Square) -> set[Piece]:
        """The attackers who could jump from the square over a man of the wall, if they come to stand there."""
        target = beyond(origin, over)
        if over not in self.wall or target in self.wall or target == self.board.king or not target.on(self.rules.size):
            return set()
        return {
            kind
            for kind in self.kinds
            if (self.board.get(origin) == kind or may_stop(self.rules, kind, None, origin))
            and jumps_over(self.rules, kind, origin, self.board[over], target)
            and may_stop(self.rules, kind, origin, target)
        }

    def any_in(self, able: PieceSet) -> bool:
        """Whether an attacker belongs to the hammers, or to the anvils; guards never do."""
        return any(able.has(kind) for kind in self.kinds if kind.kind is not Kind.GUARD)


def weak_men(siege: Siege) -> set[Square]:
    """The men of a fort's walls that attackers could ever take.

    "Hostile if q hostile to DEFENDERS as an empty square (off-board: edge_hostile)." Our reading: "as an empty square"
    means whatever stands there now. "In a fort's wall a guard counts as untakeable."
    """
    rules, board = siege.rules, siege.board
    hammer, anvil = siege.any_in(rules.hammer), siege.any_in(rules.anvil)
    weak: set[Square] = set()
    for man in siege.wall:
        up, right, down, left = neighbours(man)
        for one, other in ((up, down), (right, left), (down, up), (left, right)):
            # "On one axis both neighbours are takeable-from or hostile, and at least one of them takeable-from;
            # (attackers must be in hammer and, for two takeable-from, in anvil too)."
            against = (siege.takeable(other) and anvil) or hostile_when_empty(rules, other, board[man])
            leapt = one in siege.reach and any(
                jump_of(rules, kind) is Jump.CAPTURING for kind in siege.jumpers(one, man)
            )
            if (hammer and siege.takeable(one) and against) or leapt:
                weak.add(man)
    if rules.shieldwall is not None and hammer and anvil:
        # Our reading: a row needs more than one attacker around it, so the standing ones must count as partners.
        weak |= weak_rows(siege, rules.shieldwall.corners_close)
    return {man for man in weak if board[man].kind is not Kind.GUARD}


def weak_rows(siege: Siege, corners_close: bool) -> set[Square]:
    """The men that attackers could take by a shieldwall.

    "If it belongs to a run of >= 2 consecutive pieces (soldiers of S or the king) along an edge whose fronts are all
    takeable-from and whose two ends are takeable-from (or one of them a closing empty corner)." Our reading: a corner
    that only a removed man stood on is empty.
    """
    rules = siege.rules
    members = siege.wall | set(siege.board.squares(PieceSet.KING))

    def closed_by_corner(end: Square, row: list[Square]) -> bool:
        men = [siege.board[member] for member in row if member in siege.wall]
        closes = corners_close and is_corner(rules, end) and end not in members
        return closes and all(hostile_when_empty(rules, end, man) for man in men)

    weak: set[Square] = set()
    for edge, inward in edges(rules.size):
        for row in runs(edge, members):
            one, other = ends_of(row, inward)
            held = siege.takeable(one) and (siege.takeable(other) or closed_by_corner(other, row))
            held = held or (siege.takeable(other) and closed_by_corner(one, row))
            if len(row) >= 2 and held and all(siege.takeable(square.offset(*inward)) for square in row):
                weak |= siege.wall & set(row)
    return weak


# ------------------------------------------------------------------------------------------------------ repetition


def same(rule: Repetition, one: Seen, other: Seen) -> bool:
    """Whether the repetition rule calls two positions the same.

    "Repetition.turn=False: the same board with the other side to move counts too; Repetition.symmetric: turned or
    mirrored boards count too."
    """
    if (rule.turn and one.turn is not other.turn) or one.announced is not other.announced:
        return False
    size = one.board.size
    return any(
        one.board.transform(symmetry) == other.board
        and (one.berserk and symmetry.apply(one.berserk, size)) == other.berserk
        for symmetry in (Symmetry if rule.symmetric else [Symmetry.IDENTITY])
    )


def occurrences(rule: Repetition, history: Iterable[Seen], position: Seen) -> int:
    """How often the position stands in the history."""
    return sum(same(rule, seen, position) for seen in history)


def repetitions(state: State) -> int:
    """How often this position has occurred since the last capture, as the repetition rule counts."""
    here = Seen(board=state.board, turn=state.turn, announced=state.announced, berserk=state.berserk, by=None)
    return max(1, occurrences(state.ruleset.repetition, state.history, here))


def offensive_sides(rules: Ruleset, history: tuple[Seen, ...]) -> set[Side]:
    """The sides whose every move of the last cycle threatened (S003 §13).

    "Cycle = the moves since the previous occurrence, this one included. offensive(S) = after every move of S in the
    cycle, S threatens." Our reading: a side that made no move in it was not offensive.
    """
    here = history[-1]
    previous = max(at for at, seen in enumerate(history[:-1]) if same(rules.repetition, seen, here))
    cycle = history[previous + 1 :]
    active = {seen.by for seen in cycle}
    return {
        side
        for side in Side
        if side in active and all(threatens(rules, seen.board, side) for seen in cycle if seen.by is side)
    }


def repetition_due(state: State, history: tuple[Seen, ...]) -> bool:
    """Whether the last position of the history brings the repetition rule's consequence about.

    "Consequence at the count-th occurrence, produced by a move of side X, if by is None or by == X."
    """
    rule = state.ruleset.repetition
    if state.recorded or rule.consequence is Consequence.IGNORED or rule.by not in (None, history[-1].by):
        return False
    return occurrences(rule, history, history[-1]) >= rule.count


def repetition_forbids(state: State, origin: Square, target: Square) -> bool:
    """Whether the repetition rule makes a move illegal.

    "FORBIDDEN: a move that would make the count-th (or later) occurrence is illegal." "OFFENSIVE_DEVIATES: if exactly
    one side is offensive: if it is X the move is illegal." Our reading: a defenders' move is judged as if it were
    announced, so whether it is legal never depends on what is said with it.
    """
    consequence = state.ruleset.repetition.consequence
    if consequence not in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES):
        return False
    if captures_on(state.ruleset, state.board, origin, target):
        return False
    announced = state.announced or state.turn is Side.DEFENDERS
    after = moved(state.board, origin, target)
    turn = state.turn if has_to_pass(state.ruleset, after, state.turn.opponent) else state.turn.opponent
    history = (*state.history, Seen(board=after, turn=turn, announced=announced, by=state.turn))
    if not repetition_due(state, history):
        return False
    return consequence is Consequence.FORBIDDEN or offensive_sides(state.ruleset, history) == {state.turn}


# --------------------------------------------------------------------------------------------------------- legality


def king_leaves(state: State, origin: Square, target: Square) -> bool:
    """Whether the move brings the king out."""
    return state.board[origin] == Piece.KING and is_escape(state.ruleset, target)


def berserk_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What a berserk turn forbids.

    "Only that piece may make such moves: a further capturing move (MUST_CAPTURE) or any move (MUST_MOVE). A king's
    non-capturing move onto an escape square in the chain needs berserk_escape."
    """
    if state.berserk is None:
        return None
    if origin != state.berserk:
        return Illegality.MUST_GO_ON
    if captures_on(state.ruleset, state.board, origin, target):
        return None
    if king_leaves(state, origin, target):
        return None if state.ruleset.berserk_escape else Illegality.MUST_CAPTURE
    return Illegality.MUST_CAPTURE if state.ruleset.berserk is Berserk.MUST_CAPTURE else None


def binding_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What forbids a move that the board, the die and a berserk turn allow."""
    if king_leaves(state, origin, target) and not state.announced:
        return Illegality.UNANNOUNCED
    return Illegality.REPETITION if repetition_forbids(state, origin, target) else None


def king_moves(state: State, limit: int) -> list[tuple[Square, Square]]:
    """The king's moves of at most so many squares that are legal, the die apart."""
    return [
        (origin, target)
        for origin, target in king_steps(state.ruleset, state.board)
        if length(origin, target) <= limit
        and berserk_fault(state, origin, target) is None
        and binding_fault(state, origin, target) is None
    ]


def die_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What the die forbids (S001, "Bewegung des Feldherren").

    "At the defenders' turn without a pending roll, king moves are illegal (MUST_ROLL). [After a roll] only king moves
    are legal (soldiers: MUST_MOVE_KING); if there is none the roll is void: soldiers move as usual."
    """
    if state.ruleset.king_die is None or state.turn is Side.ATTACKERS:
        return None
    if state.board[origin] == Piece.KING:
        return Illegality.MUST_ROLL if state.roll is None else None
    if state.roll is not None and king_moves(state, state.roll):
        return Illegality.MUST_MOVE_KING
    return None


def beyond_the_roll(state: State, origin: Square, target: Square) -> Illegality | None:
    """ "[After a roll] only king moves of length <= n are legal"; a jump is two squares long."""
    bound = state.roll is not None and state.board[origin] == Piece.KING
    return Illegality.TOO_FAR if bound and length(origin, target) > cast(int, state.roll) else None


def turn_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What forbids a move that the board allows, asked in the order of :class:`Illegality`."""
    for asked in (beyond_the_roll, berserk_fault, die_fault, binding_fault):
        found = asked(state, origin, target)
        if found is not None:
            return found
    return None


def could_roll(state: State) -> bool:
    """Whether the die may be thrown, if the game is not over."""
    faces = state.ruleset.king_die
    return faces is not None and state.turn is Side.DEFENDERS and state.roll is None and bool(king_moves(state, faces))


def can_roll(state: State) -> bool:
    """ "Defenders' turn, no roll pending, not over, the king has some legal move of length <= faces." """
    return state.over is None and could_roll(state)


def why_illegal(state: State, origin: Square, target: Square) -> Illegality | None:
    """Why a move is illegal: the first reason in the order of :class:`Illegality`, or None for a legal move."""
    if state.over is not None:
        return Illegality.GAME_OVER
    on_the_board = step_fault(state.ruleset, state.board, state.turn, origin, target)
    return on_the_board or turn_fault(state, origin, target)


def open_moves(state: State) -> Iterator[tuple[Square, Square]]:
    """The legal moves, if the game is not over, found one by one."""
    for origin, target in board_moves(state.ruleset, state.board, state.turn):
        if turn_fault(state, origin, target) is None:
            yield origin, target


def legal_moves(state: State) -> set[tuple[Square, Square]]:
    """The legal moves; none once the game is over."""
    return set() if state.over is not None else set(open_moves(state))


# --------------------------------------------------------------------------------------------------------- verdict


Ending = Callable[[State], Outcome | None]


def _verdict(state: State) -> Outcome | None:
    """How the game ends with this position: the first of the endings that applies, in the order of Termination.

    Our reading, from the sources and against the working notes: a position set up by hand is judged only by what it is
    (ways out, formations, extra endings, a side that cannot move). The king has escaped when he *arrives* ("sobald der
    König ... erreicht", S001, S004; "betritt", S000), and the attackers are too few once a move has left them so; both
    wait for the first move. The adjudication cases C12, C27 and G03 demand it.
    """
    return _ended(state) or _first(state, _repeated, _quiet, _blocked)


def _ended(state: State) -> Outcome | None:
    """How the move itself ended the game, or the position as it is, whatever came before and may come after."""
    by_a_move = () if state.mover is None else (_king_taken, _escaped, _few_attackers)
    return _first(state, *by_a_move, _tuichu, _formation, _extra)


def _first(state: State, *endings: Ending) -> Outcome | None:
    """The first outcome that one of the endings finds."""
    return next((found for ending in endings if (found := ending(state)) is not None), None)


def defenders_moved(state: State) -> bool:
    """Whether the defenders have just moved; in a position set up by hand, whether it is not their turn."""
    return state.turn is Side.ATTACKERS if state.mover is None else state.mover is Side.DEFENDERS


def _king_taken(state: State) -> Outcome | None:
    """1. KING_CAPTURED or KING_CAPTURED_ON_EDGE; by an extra capture "the edge rule is not asked"."""
    king = state.board.king
    if king is None or king not in state.captured:
        return None
    on_the_edge = on_edge(king, state.ruleset.size) and state.captured[king] is not CaptureKind.EXTRA
    if on_the_edge and state.ruleset.edge_capture is EdgeCapture.DRAW:
        return Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
    return Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)


def _escaped(state: State) -> Outcome | None:
    """2. KING_ESCAPED: the king has arrived on an escape square ("sobald der König ... erreicht", S001, S004)."""
    king = state.board.king
    if king is not None and king == state.arrived and is_escape(state.ruleset, king):
        return Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
    return None


def _few_attackers(state: State) -> Outcome | None:
    """3. "Fewer attackers than that: ALL_CAPTURED if none left else TOO_FEW_ATTACKERS. (0: no rule)" (S004).

    Our reading: attackers become too few by a capture.
    """
    if state.mover is not Side.DEFENDERS or not state.captured:
        return None
    left = state.board.count(PieceSet.ATTACKERS)
    if left >= state.ruleset.fewest_attackers:
        return None
    return Outcome(Side.DEFENDERS, Termination.TOO_FEW_ATTACKERS if left else Termination.ALL_CAPTURED)


def _tuichu(state: State) -> Outcome | None:
    """4. "TUICHU (tuichu_wins, defenders have just moved): king has >= 2 ways out" (S003 §10)."""
    if state.ruleset.tuichu_wins and defenders_moved(state) and ways_out(state.ruleset, state.board) >= 2:
        return Outcome(Side.DEFENDERS, Termination.TUICHU)
    return None


def _formation(state: State) -> Outcome | None:
    """5. ENCIRCLEMENT after an attackers' move or in a position set up by hand; EXIT_FORT after a defenders' move."""
    rules = state.ruleset
    if rules.encirclement and state.mover is not Side.DEFENDERS and is_encircled(rules, state.board):
        return Outcome(Side.ATTACKERS, Termination.ENCIRCLEMENT)
    if rules.exit_fort and defenders_moved(state) and has_fort(rules, state.board):
        return Outcome(Side.DEFENDERS, Termination.EXIT_FORT)
    return None


def _extra(state: State) -> Outcome | None:
    """6. "EXTRA endings (function(board, side to move))", the first that finds an outcome.

    Our reading: in a berserk turn, and where a side has to pass, they are asked as if the other side were to move.
    """
    to_move = state.turn if state.mover is None else state.mover.opponent
    for ending in state.ruleset.extra_endings:
        found = ending(state.board, to_move)
        if found is not None:
            return found
    return None


def _repeated(state: State) -> Outcome | None:
    """7. REPETITION.

    FORBIDDEN never ends the game. OFFENSIVE_DEVIATES: "If exactly one side is offensive: if it is X the move is
    illegal, else the game just goes on. If both or neither: the move is legal and the game is drawn by REPETITION."
    """
    consequence = state.ruleset.repetition.consequence
    mover = state.mover
    if mover is None or consequence is Consequence.FORBIDDEN or not repetition_due(state, state.history):
        return None
    if consequence is Consequence.OFFENSIVE_DEVIATES and len(offensive_sides(state.ruleset, state.history)) == 1:
        return None
    winner = {
        Consequence.DRAW: None,
        Consequence.OFFENSIVE_DEVIATES: None,
        Consequence.MOVER_LOSES: mover.opponent,
        Consequence.MOVER_WINS: mover,
        Consequence.DEFENDERS_LOSE: Side.ATTACKERS,
        Consequence.ATTACKERS_LOSE: Side.DEFENDERS,
    }[consequence]
    return Outcome(winner, Termination.REPETITION)


def _quiet(state: State) -> Outcome | None:
    """8. "QUIET_LIMIT (p.quiet >= quiet_limit)": a draw."""
    limit = state.ruleset.quiet_limit
    if limit is None or state.recorded or state.quiet < limit:
        return None
    return Outcome(None, Termination.QUIET_LIMIT)


def _blocked(state: State) -> Outcome | None:
    """9. "NO_LEGAL_MOVE (no_move: LOSS: side to move loses; DRAW)" (S004; Copenhagen, no legal move).

    "With a king_die, a side to move that has no soldier move but can_roll is not blocked." "PASS: a side without a move
    lets the opponent move again; if neither can move: draw by NO_LEGAL_MOVE."
    """
    if any(open_moves(state)) or could_roll(state):
        return None
    winner = state.turn.opponent if state.ruleset.no_move is NoMove.LOSS else None
    return Outcome(winner, Termination.NO_LEGAL_MOVE)


def _judged(state: State) -> State:
    return attrs.evolve(state, over=_verdict(state))


# ----------------------------------------------------------------------------------------------------------- playing


def setup_faults(rules: Ruleset, board: Board) -> list[str]:
    """Why a board cannot be played: another size, or not one king.

    A piece may stand where it may not stop: it was put there by hand, and moves from there as from inside the zone (the
    adjudication cases C16 and F04 have attackers on the throne).
    """
    faults = [] if board.size == rules.size else [f"the board has size {board.size}, the ruleset {rules.size}"]
    return faults if board.count(PieceSet.KING) == 1 else [*faults, "there is one king"]


def initial(rules: Ruleset, turn: Side | None = None) -> State:
    """The start of a game; the turn is needed for a first move by lot (S001, "Der erste Zug")."""
    first = turn or rules.first
    if first is None:
        raise ValueError("the first move is by lot: say whose turn it is")
    return from_board(rules, rules.start, first)


def from_board(
    rules: Ruleset,
    board: Board,
    turn: Side,
    roll: int | None = None,
    announced: bool = True,
    *,
    berserk: Square | None = None,
    recorded: bool = False,
) -> State:
    """A position set up by hand: no past, "its repetitions is 1, quiet 0".

    Our reading: nothing can be unannounced where announcements do not bind; the roll is no part of the position that
    the repetition rule remembers.
    """
    faults = setup_faults(rules, board)
    if roll is not None and (rules.king_die is None or turn is Side.ATTACKERS or not 1 <= roll <= rules.king_die):
        faults.append("no such roll can be pending")
    if not announced and rules.announcements is not Announcements.BINDING:
        faults.append("these rules know no binding announcements")
    if berserk is not None and (
        rules.berserk is Berserk.NONE or berserk not in board or board[berserk].side is not turn
    ):
        faults.append("nobody there is in a berserk turn")
    if berserk is not None and board.get(berserk) == Piece.KING and rules.king_die is not None and roll is None:
        faults.append("the king's roll stays pending through the chain")
    if faults:
        raise ValueError("; ".join(faults))
    start = Seen(board=board, turn=turn, announced=announced, berserk=berserk, by=None)
    state = State(
        ruleset=rules,
        board=board,
        turn=turn,
        roll=roll,
        announced=announced,
        berserk=berserk,
        # "If not counts_start the very first position of the game or set-up never counts."
        history=(start,) if rules.repetition.counts_start else (),
        recorded=recorded,
    )
    if berserk is not None and _ended(state) is None and _blocked(state) is not None:
        raise ValueError("the piece cannot go on")
    return _judged(state)


def captures(state: State, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """All that a move would capture, the king included, and by which rule."""
    return captures_on(state.ruleset, state.board, origin, target)


def _after(state: State, origin: Square, target: Square, announce: bool, recorded: bool) -> State:
    rules, mover = state.ruleset, state.turn
    taken = captures(state, origin, target)
    board = without(moved(state.board, origin, target), taken)
    after = State(
        ruleset=rules,
        board=board,
        turn=mover.opponent,
        ply=state.ply + 1,
        quiet=0 if taken else state.quiet + 1,
        announced=state.announced or mover is Side.DEFENDERS,
        # "Occurrences counted since the last capture (incl. the position right after it)."
        history=() if taken else state.history,
        recorded=recorded,
        captured=taken,
        mover=mover,
        arrived=target,
    )
    if _ended(after) is None:
        passed = attrs.evolve(after, turn=mover) if has_to_pass(rules, board, mover.opponent) else after
        after = _going_on(state, after) or passed
    if mover is Side.DEFENDERS and after.berserk is None:
        # "If the defenders' move leaves >= 1 way out and was played with announce=False [...]" (S003 §9). Our reading:
        # what is left open is announced, or not, once the turn is over.
        binding = rules.announcements is Announcements.BINDING
        after = attrs.evolve(after, announced=announce or not binding or ways_out(rules, board) == 0)
    here = Seen(board=board, turn=after.turn, announced=after.announced, berserk=after.berserk, by=mover)
    return _judged(attrs.evolve(after, history=(*after.history, here)))


def _going_on(before: State, after: State) -> State | None:
    """The state in which the piece that has moved goes on in a berserk turn, or None if the turn is over.

    "After a move that captures and does not end the game, if the same piece has a further capturing move (MUST_CAPTURE)
    or any move (MUST_MOVE), the same side stays on turn and only that piece may make such moves. With a die the roll
    stays pending through the chain."
    """
    if before.ruleset.berserk is Berserk.NONE or not after.captured:
        return None
    going_on = attrs.evolve(after, turn=before.turn, berserk=after.arrived, roll=before.roll)
    return going_on if any(open_moves(going_on)) else None


def has_to_pass(rules: Ruleset, board: Board, side: Side) -> bool:
    """Whether the side cannot move and lets the other move, who can.

    Our reading: this is asked of the board alone, whatever the die, announcements or repetition forbid.
    """
    blocked = rules.no_move is NoMove.PASS and not board_moves(rules, board, side)
    return blocked and bool(board_moves(rules, board, side.opponent))


def play(state: State, origin: Square, target: Square, announce: bool = True) -> State:
    """The state after a legal move."""
    fault = why_illegal(state, origin, target)
    if fault is not None:
        raise ValueError(f"{origin}-{target}: {fault.sentence}")
    return _after(state, origin, target, announce, state.recorded)


def play_recorded(state: State, origin: Square, target: Square) -> State:
    """The state after a recorded move: repetition and the quiet limit neither forbid it nor end the game."""
    free = _judged(attrs.evolve(state, recorded=True))
    fault = why_illegal(free, origin, target)
    if fault is not None:
        raise ValueError(f"{origin}-{target}: {fault.sentence}")
    return _after(free, origin, target, True, True)


def roll(state: State, n: int) -> State:
    """The state after a throw of the die. "A roll adds no ply and does not count as a position for repetition." """
    faces = state.ruleset.king_die
    if not can_roll(state) or faces is None or not 1 <= n <= faces:
        raise ValueError(f"no roll of {n} here")
    return _judged(attrs.evolve(state, roll=n))


def outcome(state: State) -> Outcome | None:
    """How the game has ended, or None while it goes on."""
    return state.over


def announcement(state: State) -> Announcement | None:
    """What the side that has just moved has to say (S003 §9-10, S001 "Ansagen").

    "(ADVISORY, BINDING, or tuichu_wins): after a defenders' move RAICHI for one way, TUICHU for two or more; after an
    attackers' move WATCH_YOUR_KING if attackers could capture the king were it their turn; None otherwise or when the
    game is over." Our reading: nothing is announced before a berserk turn is over.
    """
    rules = state.ruleset
    announced = rules.announcements is not Announcements.NONE or rules.tuichu_wins
    if not announced or state.over is not None or state.mover is None or state.berserk is not None:
        return None
    if state.mover is Side.ATTACKERS:
        return Announcement.WATCH_YOUR_KING if king_in_danger(rules, state.board) else None
    ways = ways_out(rules, state.board)
    return None if ways == 0 else Announcement.RAICHI if ways == 1 else Announcement.TUICHU


def perft(state: State, depth: int) -> int:
    """The number of move sequences of a length.

    "Perft ignores repetition and quiet limit, counts king moves up to faces when no roll is pending; a finished game
    has no continuation." Our reading: a game that only one of those two rules has finished goes on here.
    """
    if depth == 0:
        return 1
    free = _judged(attrs.evolve(state, recorded=True))
    moves = legal_moves(free)
    faces = free.ruleset.king_die
    if faces is not None and can_roll(free):
        moves |= set(king_moves(free, faces))
    if depth == 1:
        return len(moves)
    return sum(perft(_after(free, origin, target, True, True), depth - 1) for origin, target in moves)
