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
from hnefatafl.geometry import Region, Square
from hnefatafl.options import Announcements, Consequence, EdgeCapture, KingStrength, NoMove, Zone
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

    "A position = board, side to move, and whatever binds (unannounced flag)." A roll does not count as a position.
    """

    board: Board
    turn: Side
    announced: bool
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
    if piece == Piece.KING:
        return rules.speed.king
    return rules.speed.attackers if piece == Piece.ATTACKER else rules.speed.defenders


def step_fault(rules: Ruleset, board: Board, side: Side, origin: Square, target: Square) -> Illegality | None:
    """What is wrong with a move as a step on the board, asked in the order of :class:`Illegality`.

    "A piece moves any number >= 1 of squares straight, up to its speed; all squares of the way empty."
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
    """The empty squares to be seen from a square along its file and rank."""
    for file, rank in DIRECTIONS:
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
    """
    piece = board.get(square)
    return piece is not None and piece.side is side and (square == mover or rules.anvil.has(piece))


def moved(board: Board, origin: Square, target: Square) -> Board:
    """The board right after a piece has moved, before anything is removed."""
    return board.put(origin, None).put(target, board[origin])


def captures_on(rules: Ruleset, before: Board, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """All that a move captures, the king included, each by the first rule (in the order of CaptureKind) that takes it.

    "All captures of a move are judged on the board as it is right after the piece has moved and before anything is
    removed; they add up." "The mover must be in hammer, otherwise nothing at all is captured" (extra captures are
    always asked).
    """
    board = moved(before, origin, target)
    side = board[target].side
    taken: dict[Square, CaptureKind] = {}
    if rules.hammer.has(board[target]):
        # Our reading: a piece that several rules take is reported by the first of them, as the spec says it for
        # custodial and shieldwall. So a protector taken with his king is CUSTODIAL, if he falls by that rule too.
        for rule in (_custodial, _linnaean, _shieldwall, _king_alone, _joint):
            taken = rule(rules, board, target) | taken
    # Each extra capture sees "the board after the ordinary captures (king still on it)".
    after = without(board, taken) if rules.extra_captures else board
    for extra in rules.extra_captures:
        for square in extra(after, cast(Any, Step(origin, target)), side):
            piece = after.get(square)
            if piece is not None and piece.side is not side:
                taken.setdefault(square, CaptureKind.EXTRA)
    return taken


def without(board: Board, taken: Iterable[Square]) -> Board:
    """The board without the captured pieces; the king stays.

    "The captured KING STAYS on the board of the final position" (S003 §8: he is not taken, but encircled).
    """
    for square in taken:
        if board[square].kind is not Kind.KING:
            board = board.put(square, None)
    return board


def _custodial(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Soldiers between the mover and a partner, a hostile square or the hostile edge.

    "An enemy SOLDIER v orthogonally next to the mover's target, with the square opposite (beyond v) holding an enemy
    partner (of v) or hostile to v." (S000, S001, S003 §6, S004)
    """
    side = board[target].side
    taken: dict[Square, CaptureKind] = {}
    for victim in neighbours(target):
        piece = board.get(victim)
        if piece is None or piece.side is side or piece.kind is Kind.KING:
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
    if rules.linnaean_capture and board[target] == Piece.ATTACKER:
        for victim in neighbours(target):
            king = beyond(target, victim)
            if board.get(victim) == Piece.DEFENDER and board.get(king) == Piece.KING and is_throne(rules, king):
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
    (corners_close, one end at most) is an EMPTY corner-zone square that is hostile to soldiers of the row's side. [...]
    king included; the king survives, all others fall. Closing: flanking=True: the mover stands at one of the row's end
    squares. flanking=False: the mover stands at an end square or in front of a piece of the row."
    """
    if rules.shieldwall is None:
        return {}
    side = board[target].side
    soldier = Piece(side.opponent, Kind.SOLDIER)
    enemies = {square for square, piece in board.items() if piece.side is not side}
    taken: dict[Square, CaptureKind] = {}
    for edge, inward in edges(rules.size):
        for row in runs(edge, enemies):
            ends = ends_of(row, inward)
            fronts = [square.offset(*inward) for square in row]
            closers = ends if rules.shieldwall.flanking else (*ends, *fronts)
            held = [is_partner(rules, board, end, side, target) for end in ends]
            by_corner = [rules.shieldwall.corners_close and closing_corner(rules, board, e, soldier) for e in ends]
            if (
                len(row) >= 2
                and all(is_partner(rules, board, front, side, target) for front in fronts)
                and all(h or c for h, c in zip(held, by_corner, strict=True))
                and any(held)
                and target in closers
            ):
                taken |= {square: CaptureKind.SHIELDWALL for square in row if board[square].kind is Kind.SOLDIER}
    return taken


def closing_corner(rules: Ruleset, board: Board, square: Square, soldier: Piece) -> bool:
    """Whether the square is an empty corner that holds one end of a row of such soldiers."""
    return is_corner(rules, square) and square not in board and hostile(rules, board, square, soldier)


def _besieges(rules: Ruleset, board: Board, square: Square, piece: Piece, mover: Square) -> bool:
    """Whether the square holds an attacker (in anvil, or the mover) or is hostile to the piece."""
    return is_partner(rules, board, square, Side.ATTACKERS, mover) or hostile(rules, board, square, piece)


def safe_on_edge(rules: Ruleset, king: Square) -> bool:
    """Whether the king cannot be captured where he stands.

    "King standing on an edge square: edge_capture IMPOSSIBLE -> not captured at all (neither alone nor jointly)."
    """
    return rules.edge_capture is EdgeCapture.IMPOSSIBLE and on_edge(king, rules.size)


def weak_at(rules: Ruleset, king: Square) -> bool:
    """Whether two opposite sides suffice where the king stands.

    "WEAK, or STRONG_NEAR_THRONE when the king is neither on a throne square nor orthogonally beside one."
    """
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
    if king is None or board[target] != Piece.ATTACKER or target not in neighbours(king) or safe_on_edge(rules, king):
        return {}
    if not weak_at(rules, king):
        surrounded = all(_besieges(rules, board, square, Piece.KING, target) for square in neighbours(king))
        return {king: CaptureKind.SURROUNDED} if surrounded else {}
    opposite = beyond(target, king)
    if is_partner(rules, board, opposite, Side.ATTACKERS, target):
        return {king: CaptureKind.CUSTODIAL}
    if hostile(rules, board, opposite, Piece.KING):
        return {king: CaptureKind.HOSTILE_SQUARE if opposite.on(rules.size) else CaptureKind.HOSTILE_EDGE}
    return {}


def _joint(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """The king and his one protector captured as a pair (S000, Abb. 4).

    "Only if the king was not captured alone; mover an attacker next to the king or to the protector; the king has
    exactly one neighbouring defending soldier (the protector); every other neighbour of the king holds an attacker
    (anvil or mover) or is hostile to KING (off-board: the edge always counts for the pair); every other neighbour of
    the protector holds an attacker or is hostile to DEFENDERS (off-board always counts). Both captured."
    """
    king = board.king
    if not rules.joint_capture or king is None or board[target] != Piece.ATTACKER or safe_on_edge(rules, king):
        return {}
    if _king_alone(rules, board, target):
        return {}
    protectors = [square for square in neighbours(king) if board.get(square) == Piece.DEFENDER]
    if len(protectors) != 1:
        return {}
    protector = protectors[0]
    if target not in neighbours(king) + neighbours(protector):
        return {}

    def closed(square: Square, piece: Piece) -> bool:
        return not square.on(rules.size) or _besieges(rules, board, square, piece, target)

    around_king = [square for square in neighbours(king) if square != protector]
    around_protector = [square for square in neighbours(protector) if square != king]
    if all(closed(s, Piece.KING) for s in around_king) and all(closed(s, Piece.DEFENDER) for s in around_protector):
        return {king: CaptureKind.JOINT, protector: CaptureKind.JOINT}
    return {}


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


def is_encircled(board: Board) -> bool:
    """Whether the attackers enclose all defenders (Copenhagen, surrounding).

    "Flood from all rim squares through squares without an attacker; if no defending piece (king included) is reached,
    attackers win." A ring that leans on the edge is none, since the flood begins at every rim square.
    """
    every = [Square(file, rank) for file in range(board.size) for rank in range(board.size)]
    rim = [square for square in every if on_edge(square, board.size)]
    passable = {square for square in every if board.get(square) != Piece.ATTACKER}
    reached = flood(rim, passable)
    return not any(piece.side is Side.DEFENDERS for square, piece in board.items() if square in reached)


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
    every = {Square(file, rank) for file in range(rules.size) for rank in range(rules.size)}
    refuge = flood([king], {square for square in every if square not in board} | {king})
    soldiers = set(board.squares(PieceSet.DEFENDERS))
    while True:
        reach = attackers_reach(rules, board, every - soldiers - refuge)
        if touches(reach, refuge):
            return False
        weak = weak_soldiers(rules, board, soldiers, reach)
        if not weak:
            return True
        soldiers -= weak


def attackers_reach(rules: Ruleset, board: Board, free: set[Square]) -> set[Square]:
    """The squares that the attackers can get to (A), where ``free`` is neither refuge nor wall.

    "Flood orthogonally from all attackers through every square that is not in S and not in R, as long as an attacker
    may stop on or cross it from outside; squares inside closed zones that attackers may neither stop on nor cross are
    not entered, but attackers standing there start there."
    """
    attackers = set(board.squares(PieceSet.ATTACKERS))
    passable = {
        square
        for square in free
        if may_stop(rules, Piece.ATTACKER, None, square) or may_cross(rules, Piece.ATTACKER, None, square)
    }
    first_steps = [near for square in attackers for near in neighbours(square)]
    return attackers | flood(first_steps, passable)


def weak_soldiers(rules: Ruleset, board: Board, soldiers: set[Square], reach: set[Square]) -> set[Square]:
    """The soldiers of a fort's walls that attackers could ever take.

    "A square q is takeable-from against a defender if q in A and an attacker may stop there [stop & enter, or an
    attacker stands there already]; hostile if q hostile to DEFENDERS as an empty square (off-board: edge_hostile)."
    Our reading: "as an empty square" means whatever stands there now.
    """
    if not rules.hammer.has(Piece.ATTACKER):
        return set()
    anvil = rules.anvil.has(Piece.ATTACKER)

    def takeable(square: Square) -> bool:
        stands = board.get(square) == Piece.ATTACKER
        return square in reach and (stands or may_stop(rules, Piece.ATTACKER, None, square))

    def hostile_there(square: Square) -> bool:
        return hostile_when_empty(rules, square, Piece.DEFENDER)

    weak: set[Square] = set()
    for soldier in soldiers:
        up, right, down, left = neighbours(soldier)
        for one, other in ((up, down), (right, left)):
            # "On one axis both neighbours are takeable-from or hostile, and at least one of them takeable-from;
            # (attackers must be in hammer and, for two takeable-from, in anvil too)."
            by_two = takeable(one) and takeable(other) and anvil
            against_square = (takeable(one) and hostile_there(other)) or (takeable(other) and hostile_there(one))
            if by_two or against_square:
                weak.add(soldier)
    if rules.shieldwall is None or not anvil:
        # Our reading: a row needs more than one attacker around it, so the standing ones must count as partners.
        return weak
    members = soldiers | set(board.squares(PieceSet.KING))
    for edge, inward in edges(rules.size):
        for row in runs(edge, members):
            # "A run of >= 2 consecutive pieces (soldiers of S or the king) along an edge whose fronts are all
            # takeable-from and whose two ends are takeable-from (or one of them a closing empty corner)."
            ends = ends_of(row, inward)
            held = [takeable(end) for end in ends]
            # Our reading: a corner that only a removed soldier stood on is empty.
            corner = [
                rules.shieldwall.corners_close and is_corner(rules, end) and end not in members and hostile_there(end)
                for end in ends
            ]
            fronted = all(takeable(square.offset(*inward)) for square in row)
            if len(row) >= 2 and fronted and any(held) and all(h or c for h, c in zip(held, corner, strict=True)):
                weak |= soldiers & set(row)
    return weak


# ------------------------------------------------------------------------------------------------------ repetition


def occurrences(history: Iterable[Seen], position: Seen) -> int:
    """How often the position stands in the history."""
    return sum(seen == position for seen in history)


def repetitions(state: State) -> int:
    """How often this position has occurred since the last capture, as the repetition rule counts."""
    here = Seen(board=state.board, turn=state.turn, announced=state.announced, by=None)
    return max(1, occurrences(state.history, here))


def offensive_sides(rules: Ruleset, history: tuple[Seen, ...]) -> set[Side]:
    """The sides whose every move of the last cycle threatened (S003 §13).

    "Cycle = the moves since the previous occurrence, this one included. offensive(S) = after every move of S in the
    cycle, S threatens."
    """
    here = history[-1]
    previous = max(at for at, seen in enumerate(history[:-1]) if seen == here)
    cycle = history[previous + 1 :]
    return {side for side in Side if all(threatens(rules, seen.board, side) for seen in cycle if seen.by is side)}


def repetition_due(state: State, history: tuple[Seen, ...]) -> bool:
    """Whether the last position of the history brings the repetition rule's consequence about.

    "Consequence at the count-th occurrence, produced by a move of side X, if by is None or by == X."
    """
    rule = state.ruleset.repetition
    if state.recorded or rule.consequence is Consequence.IGNORED or rule.by not in (None, history[-1].by):
        return False
    return occurrences(history, history[-1]) >= rule.count


def repetition_forbids(state: State, origin: Square, target: Square) -> bool:
    """Whether the repetition rule makes a move illegal.

    "FORBIDDEN: a move that would make the count-th (or later) occurrence is illegal." "OFFENSIVE_DEVIATES: if exactly
    one side is offensive: if it is X the move is illegal." Our reading: a defenders' move is judged as if it were
    announced, so whether it is legal never depends on what is said with it.
    """
    consequence = state.ruleset.repetition.consequence
    if consequence not in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES):
        return False
    announced = state.announced or state.turn is Side.DEFENDERS
    after = moved(state.board, origin, target)
    seen = Seen(board=after, turn=state.turn.opponent, announced=announced, by=state.turn)
    history = (*state.history, seen)
    if not repetition_due(state, history) or captures_on(state.ruleset, state.board, origin, target):
        return False
    return consequence is Consequence.FORBIDDEN or offensive_sides(state.ruleset, history) == {state.turn}


# --------------------------------------------------------------------------------------------------------- legality


def binding_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What forbids a move that the board and the die allow."""
    king_leaves = state.board[origin] == Piece.KING and is_escape(state.ruleset, target)
    if king_leaves and not state.announced:
        return Illegality.UNANNOUNCED
    return Illegality.REPETITION if repetition_forbids(state, origin, target) else None


def king_moves(state: State, limit: int) -> list[tuple[Square, Square]]:
    """The king's moves of at most so many squares that are legal, the die apart."""
    return [
        (origin, target)
        for origin, target in king_steps(state.ruleset, state.board)
        if length(origin, target) <= limit and binding_fault(state, origin, target) is None
    ]


def die_fault(state: State, origin: Square, target: Square) -> Illegality | None:
    """What the die forbids (S001, "Bewegung des Feldherren").

    "At the defenders' turn without a pending roll, king moves are illegal (MUST_ROLL). [After a roll] only king moves
    of length <= n are legal (soldiers: MUST_MOVE_KING); if there is none the roll is void: soldiers move as usual."
    """
    if state.ruleset.king_die is None or state.turn is Side.ATTACKERS:
        return None
    if state.board[origin] == Piece.KING:
        if state.roll is None:
            return Illegality.MUST_ROLL
        return Illegality.TOO_FAR if length(origin, target) > state.roll else None
    if state.roll is not None and king_moves(state, state.roll):
        return Illegality.MUST_MOVE_KING
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
    return (
        step_fault(state.ruleset, state.board, state.turn, origin, target)
        or die_fault(state, origin, target)
        or binding_fault(state, origin, target)
    )


def open_moves(state: State) -> Iterator[tuple[Square, Square]]:
    """The legal moves, if the game is not over, found one by one."""
    for origin, target in board_moves(state.ruleset, state.board, state.turn):
        if die_fault(state, origin, target) is None and binding_fault(state, origin, target) is None:
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
    by_a_move: tuple[Ending, ...] = (_king_taken, _escaped, _few_attackers)
    by_what_it_is: tuple[Ending, ...] = (_tuichu, _formation, _extra, _repeated, _quiet, _blocked)
    for ending in by_what_it_is if state.mover is None else by_a_move + by_what_it_is:
        found = ending(state)
        if found is not None:
            return found
    return None


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
    if state.ruleset.tuichu_wins and state.turn is Side.ATTACKERS and ways_out(state.ruleset, state.board) >= 2:
        return Outcome(Side.DEFENDERS, Termination.TUICHU)
    return None


def _formation(state: State) -> Outcome | None:
    """5. ENCIRCLEMENT after an attackers' move or in a position set up by hand; EXIT_FORT after a defenders' move."""
    rules = state.ruleset
    if rules.encirclement and state.mover is not Side.DEFENDERS and is_encircled(state.board):
        return Outcome(Side.ATTACKERS, Termination.ENCIRCLEMENT)
    if rules.exit_fort and state.turn is Side.ATTACKERS and has_fort(rules, state.board):
        return Outcome(Side.DEFENDERS, Termination.EXIT_FORT)
    return None


def _extra(state: State) -> Outcome | None:
    """6. "EXTRA endings (function(board, side to move))", the first that finds an outcome."""
    for ending in state.ruleset.extra_endings:
        found = ending(state.board, state.turn)
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

    "With a king_die, a side to move that has no soldier move but can_roll is not blocked."
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
    rules: Ruleset, board: Board, turn: Side, roll: int | None = None, announced: bool = True, *, recorded: bool = False
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
    if faults:
        raise ValueError("; ".join(faults))
    start = Seen(board=board, turn=turn, announced=announced, by=None)
    return _judged(
        State(
            ruleset=rules,
            board=board,
            turn=turn,
            roll=roll,
            announced=announced,
            # "If not counts_start the very first position of the game or set-up never counts."
            history=(start,) if rules.repetition.counts_start else (),
            recorded=recorded,
        )
    )


def captures(state: State, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """All that a move would capture, the king included, and by which rule."""
    return captures_on(state.ruleset, state.board, origin, target)


def _after(state: State, origin: Square, target: Square, announce: bool, recorded: bool) -> State:
    rules, mover = state.ruleset, state.turn
    taken = captures(state, origin, target)
    board = without(moved(state.board, origin, target), taken)
    announced = state.announced
    if mover is Side.DEFENDERS:
        # "If the defenders' move leaves >= 1 way out and was played with announce=False [...]" (S003 §9)
        binding = rules.announcements is Announcements.BINDING
        announced = announce or not binding or ways_out(rules, board) == 0
    here = Seen(board=board, turn=mover.opponent, announced=announced, by=mover)
    return _judged(
        State(
            ruleset=rules,
            board=board,
            turn=mover.opponent,
            ply=state.ply + 1,
            quiet=0 if taken else state.quiet + 1,
            announced=announced,
            # "Occurrences counted since the last capture (incl. the position right after it)."
            history=(here,) if taken else (*state.history, here),
            recorded=recorded,
            captured=taken,
            mover=mover,
            arrived=target,
        )
    )


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
    game is over."
    """
    rules = state.ruleset
    announced = rules.announcements is not Announcements.NONE or rules.tuichu_wins
    if not announced or state.over is not None or state.mover is None:
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
