"""What a move captures, and which pieces take part."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

import attrs

from hnefatafl.board import Board, CaptureKind, Kind, Move, Piece, PieceSet, Side, Square
from hnefatafl.play import Position
from hnefatafl.rules import EdgeCapture, ExtraCapture, GuardCapture, Jump, KingStrength, Ruleset, captured_by
from hnefatafl.support.immutability import frozen
from hnefatafl.testing.reference._moves import (
    beyond,
    hostile,
    is_corner,
    is_throne,
    jump_of,
    jumped,
    neighbours,
    on_edge,
    zones_at,
)


@frozen
class Told:
    """An extra capture, and the position before the moves about which it is asked."""

    extra: ExtraCapture
    # Positions are equal whatever the moves before them; functions may look at these, and caches may not forget them.
    position: Position = attrs.field(eq=id)

    def __call__(self, board: Board, move: Move, side: Side, position: Position) -> Iterable[Square]:
        return self.extra(board, move, side, self.position)


def tell(rules: Ruleset, position: Position) -> Ruleset:
    """Return the ruleset whose extra captures are told that position."""
    if not rules.extra_captures:
        return rules
    extras = [extra.extra if isinstance(extra, Told) else extra for extra in rules.extra_captures]
    return attrs.evolve(rules, extra_captures=[Told(extra, position._tell(False)) for extra in extras])


def is_partner(rules: Ruleset, board: Board, square: Square, side: Side, mover: Square) -> bool:
    """Return whether a piece of that side stands on the square and takes part in captures.

    "An enemy partner on a square is an enemy-side piece in anvil (the mover itself always counts where it stands)."
    "Guards never capture (neither hammer nor anvil)."
    """
    piece = board.get(square)
    if piece is None or piece.side is not side or piece.kind is Kind.GUARD:
        return False
    return square == mover or rules.anvil.has(piece)


def moved(board: Board, origin: Square, target: Square) -> Board:
    """Return the board right after a piece has moved, before any capture is removed."""
    if origin == target:
        return board  # a stop, or a pass
    return board.put(origin, None).put(target, board[origin])


def captures_on(rules: Ruleset, before: Board, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """Return everything that a move captures, including the king, each by the first rule (in the order of CaptureKind).

    "All captures of a move are judged on the board as it is right after the piece has moved and before anything is
    removed; they add up." "The mover must be in hammer, otherwise nothing at all is captured" (extra captures are
    always asked, and who jumps and captures so does it "whether or not the piece is a hammer").

    >>> from hnefatafl import Board, Square, variants
    >>> board = Board.parse("/7/7/4t2/2K4/4T2/4t2/2t4/")
    >>> captures_on(variants.BRANDUBH, board, Square.parse("e3"), Square.parse("e4"))
    {Square(e5): CaptureKind.CUSTODIAL}
    """
    if origin == target:
        return {}  # nothing moves
    board = moved(before, origin, target)
    side = board[target].side
    taken: dict[Square, CaptureKind] = {}
    if rules.hammer.has(board[target]) and board[target].kind is not Kind.GUARD:
        # Our reading: a piece that several rules capture is reported by the first of them, as the spec says for
        # custodial and shieldwall. So a protector captured with his king is CUSTODIAL if that rule captures him too.
        for rule in (
            _custodial_captures,
            _linnaean_captures,
            _shieldwall_captures,
            _line_captures,
            _guard_captures,
            _king_alone,
        ):
            taken = rule(rules, board, target) | taken
    over = jumped(rules, before, origin, target)
    if over is not None and jump_of(rules, board[target]) is Jump.CAPTURING and board[over].kind is not Kind.GUARD:
        taken.setdefault(over, CaptureKind.JUMPED)
    if rules.hammer.has(board[target]) and board[target].kind is not Kind.GUARD:
        taken = _joint_captures(rules, board, target) | taken
    # Each extra capture sees "the board after the ordinary captures (king still on it)".
    after = without(board, taken) if rules.extra_captures else board
    for extra in rules.extra_captures:
        asked = extra if isinstance(extra, Told) else Told(extra, Position.from_board(before, rules, side))
        for square in captured_by(asked.extra, after, Move.of(origin, target), side, asked.position):
            piece = after.get(square)
            if piece is not None and piece.side is not side:
                taken.setdefault(square, CaptureKind.EXTRA)
    return taken


def all_captures(rules: Ruleset, before: Board, origin: Square, target: Square) -> dict[Square, CaptureKind]:
    """Return what a move captures, and the man that has moved if he falls between two enemies by it.

    "If one of the king's men comes between the watchers he is dead, and if one of the watchers comes between two of the
    king's likewise" (Robert ap Ifan). Our reading: his own captures are made first, and a game that they end is over.
    """
    taken = captures_on(rules, before, origin, target)
    if origin == target or not rules.walk_in.has(before[origin]) or before.king in taken:
        return taken
    board = without(moved(before, origin, target), taken)
    return taken | ({target: CaptureKind.WALKED_IN} if walked_between(rules, board, target) else {})


def walked_between(rules: Ruleset, board: Board, target: Square) -> set[Square]:
    """Return the squares that hold a man who has stepped between them, if he falls by that; among them is an enemy."""
    man = board[target]
    enemies = {square for square in neighbours(target) if is_partner(rules, board, square, man.side.opponent, target)}
    holders = {s for s in neighbours(target) if s in enemies or hostile(rules, board, s, man)}
    pairs = {frozenset({side, beyond(side, target)}) for side in holders}
    pairs = {pair for pair in pairs if pair <= holders and pair & enemies}
    if man.kind is Kind.GUARD:
        falls = rules.guard_capture is GuardCapture.SURROUNDED and len(holders) == 4 and bool(enemies)
        return holders if falls else set()
    if needs_three(rules, man):
        return holders if len(holders) >= 3 and enemies else set()
    return {side for pair in pairs for side in pair}


def without(board: Board, taken: Iterable[Square]) -> Board:
    """Return the board without the captured pieces; the king stays, and mercenaries change sides.

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


def needs_three(rules: Ruleset, piece: Piece) -> bool:
    """Return whether three sides of the piece must be held: the men of the option, never guards, or the king."""
    if piece.kind is Kind.KING:
        return rules.king is KingStrength.THREE
    return rules.three_captors.has(piece) and piece.kind is not Kind.GUARD


def three_held(rules: Ruleset, board: Board, victim: Square, target: Square) -> bool:
    """Return whether any three sides of the piece are held by hostile squares or enemies, one of them just arrived."""
    return len(held_sides(rules, board, victim, target)) >= 3


def held_sides(rules: Ruleset, board: Board, victim: Square, target: Square) -> set[Square]:
    """Return the squares next to the piece that hold it."""
    return {square for square in neighbours(victim) if _besieges(rules, board, square, board[victim], target)}


def is_man(piece: Piece | None, side: Side) -> bool:
    """Return whether it is a man of that side that is captured between two enemies: not the king and not a guard."""
    return piece is not None and piece.side is side and piece.kind not in (Kind.KING, Kind.GUARD)


def _custodial_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the men between the mover and a partner, a hostile square or the hostile edge.

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
        if needs_three(rules, piece):
            if three_held(rules, board, victim, target):
                taken[victim] = CaptureKind.THREE_SIDES
        elif is_partner(rules, board, opposite, side, target):
            taken[victim] = CaptureKind.CUSTODIAL
        elif hostile(rules, board, opposite, piece):
            on_board = opposite.on(rules.size)
            taken[victim] = CaptureKind.HOSTILE_SQUARE if on_board else CaptureKind.HOSTILE_EDGE
    return taken


def _linnaean_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the men captured against their own king on the throne.

    "Mover is an attacker; v a defending soldier next to mover's target; the square beyond v is a throne square on which
    the king stands; of the king's four neighbours v is the only one that is not an attacker (partner)." (Linnaeus)
    """
    taken: dict[Square, CaptureKind] = {}
    if rules.linnaean_capture and board[target].side is Side.ATTACKERS:
        for victim in neighbours(target):
            king = beyond(target, victim)
            enthroned = board.get(king) == Piece.KING and is_throne(rules, king)
            man = board.get(victim)
            # Our reading: a man who needs three captors is not captured between two.
            if enthroned and man is not None and is_man(man, Side.DEFENDERS) and not needs_three(rules, man):
                others = [square for square in neighbours(king) if square != victim]
                if all(is_partner(rules, board, square, Side.ATTACKERS, target) for square in others):
                    taken[victim] = CaptureKind.LINNAEAN
    return taken


@lru_cache(maxsize=32)
def edges(size: int) -> tuple[tuple[tuple[Square, ...], tuple[int, int]], ...]:
    """Return the four edges: the squares along each, and the direction from it to the inner side (the "front")."""
    last = range(size)
    return (
        (tuple(Square(i, 0) for i in last), (0, 1)),
        (tuple(Square(i, size - 1) for i in last), (0, -1)),
        (tuple(Square(0, i) for i in last), (1, 0)),
        (tuple(Square(size - 1, i) for i in last), (-1, 0)),
    )


def runs(squares: Iterable[Square], members: set[Square]) -> list[list[Square]]:
    """Return the longest rows of consecutive squares that are members."""
    rows: list[list[Square]] = [[]]
    for square in squares:
        if square in members:
            rows[-1].append(square)
        else:
            rows.append([])
    return [run for run in rows if run]


def ends_of(run: list[Square], inward: tuple[int, int]) -> tuple[Square, Square]:
    """Return the two squares just beyond a row along an edge."""
    along = (abs(inward[1]), abs(inward[0]))
    return run[0].offset(-along[0], -along[1]), run[-1].offset(*along)


def _shieldwall_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the men of rows along the edge, with enemies in front and at the ends (Copenhagen, shieldwall).

    "A maximal-run row of >= 2 consecutive enemy pieces along one edge, each having on its inner side (the front) a
    partner of the mover's side; the two squares just beyond the row's ends along the edge each hold a partner, or
    (corners_close, one end at most) is an EMPTY corner-zone square that is hostile to the row's pieces. [...]
    king included; the king survives, all others fall. Closing: flanking=True: the mover stands at one of the row's end
    squares. flanking=False: the mover stands at an end square or in front of a piece of the row."
    """
    if rules.shieldwall is None:
        return {}
    if not any(on_edge(square, rules.size) for square in (target, *neighbours(target))):
        return {}  # the piece that closes a row stands on the edge or in front of it
    side = board[target].side
    enemies = {square for square, piece in board.items() if piece.side is not side}
    taken: dict[Square, CaptureKind] = {}
    for edge, inward in edges(rules.size):
        for row in runs(edge, enemies):
            ends = ends_of(row, inward)
            fronts = [square.offset(*inward) for square in row]
            closers = ends if rules.shieldwall.flanking else (*ends, *fronts)
            ends_held = [is_partner(rules, board, end, side, target) for end in ends]
            by_corner = [rules.shieldwall.corners_close and closing_corner(rules, board, e, row) for e in ends]
            if (
                len(row) >= 2
                and all(is_partner(rules, board, front, side, target) for front in fronts)
                and all(h or c for h, c in zip(ends_held, by_corner, strict=True))
                and any(ends_held)
                and target in closers
            ):
                # Guards "survive shieldwalls", as the king does.
                falling = [square for square in row if is_man(board[square], side.opponent)]
                taken |= dict.fromkeys(falling, CaptureKind.SHIELDWALL)
    return taken


def _line_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the men of rows between the mover and another captor.

    "More than 2 pieces can be captured simultaneously if surrounded on the same row or column by enemy pieces"
    (georgelivas). "A Swedish pawn standing besides the king can be seized if both pieces become trapped [...] the
    Swedish pawn would be captured but the king would not be" (dinotash).
    """
    taken: dict[Square, CaptureKind] = {}
    for row in held_lines(rules, board, target):
        taken |= dict.fromkeys((square for square in row if board[square] != Piece.KING), CaptureKind.LINE)
    return taken


def held_lines(rules: Ruleset, board: Board, target: Square) -> list[list[Square]]:
    """Return the rows between the mover and another captor, or a square hostile to all their men, the nearest first.

    Our reading: men who do not fall between two do not belong to a row. The king does only by king_line_capture, beside
    one man, or among several if line_capture is in force too.
    """
    side = board[target].side
    lines: list[list[Square]] = []
    for first in neighbours(target):
        line = [first]
        while len(line) <= rules.size:
            last = line[-1]
            piece = board.get(last)
            men = [board[square] for square in line if square in board and board[square] != Piece.KING]
            if piece is None or piece.side is side or piece.kind is Kind.GUARD:
                break
            if piece != Piece.KING and needs_three(rules, piece):
                break
            with_king = len(men) < len(line)
            end = last.offset(first.file - target.file, first.rank - target.rank)
            fits = (
                rules.king_line_capture and (len(line) == 2 or rules.line_capture) if with_king else rules.line_capture
            )
            is_held = is_partner(rules, board, end, side, target) or all(hostile(rules, board, end, man) for man in men)
            if with_king and not rules.king_line_capture:
                break
            if len(line) >= 2 and fits and is_held:
                lines.append([*line])
            line.append(end)
    return lines


def closing_corner(rules: Ruleset, board: Board, square: Square, row: list[Square]) -> bool:
    """Return whether the square is an empty corner "hostile to the row's pieces" that holds one end of the row.

    Our reading: to every man of the row, since the king is not captured in it.
    """
    men = [board[member] for member in row if board[member].kind is not Kind.KING]
    empty_corner = is_corner(rules, square) and square not in board
    return empty_corner and all(hostile(rules, board, square, man) for man in men)


def _besieges(rules: Ruleset, board: Board, square: Square, piece: Piece, mover: Square) -> bool:
    """Return whether the square holds an enemy (in anvil, or the mover) or is hostile to the piece."""
    return is_partner(rules, board, square, piece.side.opponent, mover) or hostile(rules, board, square, piece)


def _guard_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the guards who are surrounded.

    "SURROUNDED: falls when all four sides are held (enemy that may stand as partner, or square/edge hostile to it), by
    a capturing arrival next to it; NEVER."
    """
    taken: dict[Square, CaptureKind] = {}
    for victim in neighbours(target):
        piece = board.get(victim)
        if piece is None or piece.kind is not Kind.GUARD or piece.side is board[target].side:
            continue
        is_held = all(_besieges(rules, board, square, piece, target) for square in neighbours(victim))
        if is_held and rules.guard_capture is GuardCapture.SURROUNDED:
            taken[victim] = CaptureKind.SURROUNDED
    return taken


def safe_on_edge(rules: Ruleset, board: Board, king: Square) -> bool:
    """Return whether the king cannot be captured where he stands.

    "King standing on an edge square: edge_capture IMPOSSIBLE -> not captured at all (neither alone nor jointly); ALONE
    -> only if no other piece of the defenders is on the board."
    """
    if not on_edge(king, rules.size):
        return False
    accompanied = any(PieceSet.DEFENDING_MEN.has(piece) for piece in board.values())
    return rules.edge_capture is EdgeCapture.IMPOSSIBLE or (rules.edge_capture is EdgeCapture.ALONE and accompanied)


def weak_at(rules: Ruleset, king: Square) -> bool:
    """Return whether two opposite sides suffice where the king stands.

    "WEAK, or STRONG_NEAR_THRONE when the king is neither on a throne square nor orthogonally beside one."
    "STRONG_ON_THRONE: four sides on the throne, two elsewhere."
    """
    if rules.king is KingStrength.STRONG_ON_THRONE:
        return not is_throne(rules, king)
    if rules.king is KingStrength.STRONG_NEAR_THRONE:
        return not any(is_throne(rules, square) for square in [king, *neighbours(king)])
    return rules.king is KingStrength.WEAK


def _king_alone(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the king if he is captured by himself (S000, S001 "Gefangennahme des Feldherren", S003 §8, S004).

    "Mover is an attacker; the mover stands orthogonally next to the king. [Weak:] custodial: the square opposite the
    mover holds an attacker in anvil or is hostile to the KING. Otherwise: all four neighbours hold an attacker (in
    anvil, or the mover) or are hostile to the king."
    """
    king = board.king
    if king is None or board[target].side is Side.DEFENDERS or target not in neighbours(king):
        return {}
    if safe_on_edge(rules, board, king):
        return {}
    if rules.king is KingStrength.THREE:
        return {king: CaptureKind.THREE_SIDES} if three_held(rules, board, king, target) else {}
    opposite = beyond(target, king)
    if not weak_at(rules, king):
        if all(_besieges(rules, board, square, Piece.KING, target) for square in neighbours(king)):
            return {king: CaptureKind.SURROUNDED}
        return {king: CaptureKind.PIERCED} if _is_pierced(rules, board, king, target) else {}
    if is_partner(rules, board, opposite, Side.ATTACKERS, target):
        return {king: CaptureKind.CUSTODIAL}
    if hostile(rules, board, opposite, Piece.KING):
        return {king: CaptureKind.HOSTILE_SQUARE if opposite.on(rules.size) else CaptureKind.HOSTILE_EDGE}
    return {}


def _is_pierced(rules: Ruleset, board: Board, king: Square, target: Square) -> bool:
    """Return whether a strong king stands between two pieces that capture him in a pair (berserk).

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


def _joint_captures(rules: Ruleset, board: Board, target: Square) -> dict[Square, CaptureKind]:
    """Return the king and his one protector if they are captured as a pair (S000, Abb. 4).

    "Only if the king was not captured alone; mover an attacker next to the king or to the protector; the king has
    exactly one neighbouring defending soldier (the protector); every other neighbour of the king holds an attacker
    (anvil or mover) or is hostile to KING (off-board: the edge always counts for the pair); every other neighbour of
    the protector holds an attacker or is hostile to DEFENDERS (off-board always counts). Both captured."
    Our reading: a guard who cannot be captured is not captured with his king, and so saves him.
    """
    king = board.king
    if not rules.joint_capture or king is None or board[target].side is Side.DEFENDERS:
        return {}
    if safe_on_edge(rules, board, king) or _king_alone(rules, board, target):
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
    """Return the squares that took part in each capture.

    "Of the enemies around it, of its hostile neighbours, of the one who jumped over it. What lies beyond the edge has
    no square."

    Our reading: all pieces in front of a row along the edge and at its ends take part in its capture; all around a pair
    in that of the pair; and in that of a man beside his enthroned king, the piece that arrived and the three around the
    king.

    >>> from hnefatafl import Board, Square, variants
    >>> board = Board.parse("/7/7/4t2/2K4/4T2/4t2/2t4/")
    >>> took = captors(variants.BRANDUBH, board, Square.parse("e3"), Square.parse("e4"))
    >>> sorted(took[Square.parse("e5")])
    [Square(e4), Square(e6)]
    """
    board = moved(before, origin, target)
    kinds = all_captures(rules, before, origin, target)
    pair = {square for square, kind in kinds.items() if kind is CaptureKind.JOINT} | {cast(Square, board.king)}
    # The protector may be reported by another rule; he is still the one beside his king.
    pair |= {square for square in kinds if square in neighbours(cast(Square, board.king))}
    captors_of: dict[Square, set[Square]] = {}
    for square, kind in kinds.items():
        if kind is CaptureKind.THREE_SIDES:
            by = held_sides(rules, board, square, target)
        elif kind is CaptureKind.SURROUNDED:
            by = set(neighbours(square))
        elif kind is CaptureKind.JOINT:
            by = {near for one in pair for near in neighbours(one)} - pair
        elif kind is CaptureKind.LINNAEAN:
            by = {target, *neighbours(beyond(target, square))} - {square}
        elif kind is CaptureKind.WALKED_IN:
            others = {other: rule for other, rule in kinds.items() if other != target}
            by = walked_between(rules, without(board, others), target)
        elif kind is CaptureKind.LINE:
            row = [row for row in held_lines(rules, board, target) if square in row][-1]
            by = {target, row[-1].offset(row[1].file - row[0].file, row[1].rank - row[0].rank)}
        elif kind is CaptureKind.SHIELDWALL:
            by = wall_around(board, square)
        elif kind in (CaptureKind.JUMPED, CaptureKind.EXTRA):
            by = {target}
        else:
            by = {target, beyond(target, square)}
        captors_of[square] = {other for other in by if other.on(rules.size)}
    return captors_of


def wall_around(board: Board, member: Square) -> set[Square]:
    """Return the squares around the row of a piece that is captured in a shieldwall."""
    enemies = {square for square, piece in board.items() if piece.side is board[member].side}
    rows = [
        (row, inward)
        for edge, inward in edges(board.size)
        for row in runs(edge, enemies)
        if member in row and len(row) >= 2
    ]
    row, inward = rows[0]
    return {*ends_of(row, inward), *(square.offset(*inward) for square in row)}
