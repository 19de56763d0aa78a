"""What a move captures: :func:`apply_move` plays it on a board and takes the pieces.

The names of the arguments: ``target`` or ``to`` is where the piece has arrived, ``victim`` the square of a piece that
may fall, ``partners`` the pieces that capture by standing (the anvils of the side that moves). A piece is *held* from
a side if an enemy stands there, or if the square there is hostile to it.

Laws:

1. All captures of a move are judged on the board as it is when the piece has arrived and nothing has been removed
   yet, and they add up. Men next to the target may be taken off one by one: none of them is a neighbour of another,
   so none is judged by a square on which another stood.
2. A piece falls by its enemy's move only, and the piece that moves is one of the captors: moving in between is safe
   (S000, S001, S003, Copenhagen), but for men whom ``walk_in`` names. These are judged last, on the board that their
   own captures have left.
3. A captured king stays on the board, so ``king`` is always the square of a king.

Cost: most moves end beside no enemy, which one look at the four neighbours tells. The rules that look further than
two squares in a line are asked only where ``rare`` says that this piece can use one on this square.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    CAPTURING,
    DEFENDERS,
    DEFENDING_MEN,
    ENEMY_TAKEN,
    GO_ON,
    GOAL,
    GUARDS,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    LONE,
    MORE_TAKEN,
    PIERCES,
    SAFE,
    SEAT,
    SURROUND,
    THREE,
    WALL,
    entry,
    mover_falls,
    origin_of,
    taken_towards,
    target_of,
)
from hnefatafl._kernel.generate import adjacent, fill, fill_from, movable, room_for_one
from hnefatafl._kernel.lines import rows
from hnefatafl._kernel.shieldwall import touches_row, walls
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec


def threatens(t: Tables, cells: vec[i16], q: i64, victim: i16, partners: i16) -> bool:
    """Whether a piece on the square, or the square itself, serves as an enemy against ``victim``, which is a piece.

    Sources: S000 "Schlagen von Spielsteinen" and S003 §11 for hostile squares; Copenhagen, restricted squares.
    """
    occupant = cells[q]
    if occupant == 0:
        return t.hostile[q] & victim != 0
    return occupant & partners != 0 or t.always[q] & victim != 0


def king_taken(t: Tables, cells: vec[i16], king: i64, target: i64) -> bool:
    """Whether the attacker that arrived on ``target``, beside the king, captures him.

    The sources stand with each :class:`~hnefatafl.rules.KingStrength` (S003 §8, Copenhagen; S000, S001, S004 for
    three sides at the edge): the compiler says square by square how strong he is, and whether the edge is hostile.
    """
    how = t.special[king]
    if how & (SAFE | LONE) != 0 and protected(t, cells, how):
        return False
    partners = t.anvil & ATTACKERS
    if how & THREE != 0:
        return held_thrice(t, cells, king, target, partners)
    if how & SURROUND == 0:
        return threatens(t, cells, king + king - target, KING, partners)  # the square opposite
    return surrounded(t, cells, king, target, partners) or pierced(t, cells, king, target)


def protected(t: Tables, cells: vec[i16], how: i16) -> bool:
    """Whether the king is safe on a square that means this to him: always, or while a man of his is left (Fetlar)."""
    if how & LONE == 0:
        return how & SAFE != 0
    for q in t.squares:
        if cells[q] & DEFENDING_MEN != 0:
            return True
    return False


def surrounded(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether the piece is held from all sides, one of them ``target`` (S003 §8; guards: OpenTafl)."""
    piece = cells[victim]
    for d in t.steps:
        q = victim + d
        if q != target and not threatens(t, cells, q, piece, partners):
            return False
    return True


def held_thrice(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether the piece is held from three sides, one of them ``target`` (kings: npm's ``tafl``; men: the dux of
    alea evangelii)."""
    piece = cells[victim]
    n: i64 = 0
    for d in t.steps:
        q = victim + d
        if q == target or threatens(t, cells, q, piece, partners):
            n += 1
    return n >= 3


def tough_taken(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether the piece that has arrived on ``target`` takes a man who does not fall between two.

    ``target`` is 0 where he has arrived himself.
    """
    if cells[victim] & GUARDS != 0:
        return t.guards_fall and surrounded(t, cells, victim, target, partners)
    return held_thrice(t, cells, victim, target, partners)


def pierced(t: Tables, cells: vec[i16], king: i64, target: i64) -> bool:
    """Whether the piece on ``target`` and another such, or a corner, hold the strong king between them.

    Berserk (OpenTafl): commanders and knights take him as any two take a soldier, but not on the throne.
    """
    if cells[target] & t.piercing == 0 or t.special[king] & SEAT != 0:
        return False
    beyond = king + king - target
    partner = cells[beyond]
    if partner == 0:
        return t.special[beyond] & PIERCES != 0 and t.hostile[beyond] & KING != 0
    return partner & t.piercing & t.anvil & ATTACKERS != 0


def rare_captures(t: Tables, cells: vec[i16], king: i64, target: i64, piece: i16) -> list[int] | None:
    """The squares taken by the rules that look further than two squares in a line, or None."""
    squares: list[int] | None = None
    if t.shieldwall and touches_row(t, cells, target, piece):
        squares = _with_fallen(squares, walls(t, cells, target, piece))
    if t.line or t.king_line:
        squares = _with_fallen(squares, rows(t, cells, target, piece))
    if piece & ATTACKERS != 0:
        victim = linnaean(t, cells, king, target)
        protector = joint(t, cells, king, target)
        if victim != 0 or protector != 0:
            if squares is None:
                squares = []
            if victim != 0:
                squares.append(int(victim))
            if protector != 0:
                squares.append(int(king))
                squares.append(int(protector))
    return squares


def _with_fallen(squares: list[int] | None, rows: list[tuple[list[int], list[int]]] | None) -> list[int] | None:
    """``squares``, and those of the pieces that fall in the rows; None for none."""
    if rows is None:
        return squares
    fallen: list[int] = [] if squares is None else squares
    for row, _ in rows:
        fallen.extend(row)
    return fallen


def linnaean(t: Tables, cells: vec[i16], king: i64, target: i64) -> i64:
    """The one man beside the enthroned king, if attackers hold the king's three other sides, or 0.

    Linnaeus, tablut: the man is between the throne and the attacker who arrives opposite. It has to be the only one.
    """
    if not t.linnaean:
        return 0
    victim = (king + target) // 2
    if (
        not adjacent(t, king, victim)
        or king + target != 2 * victim  # else the division has rounded
        or t.special[king] & SEAT == 0
        or cells[victim] & DEFENDING_MEN & ~(GUARDS | t.three) == 0
    ):
        return 0
    for d in t.steps:
        if king + d != victim and cells[king + d] & t.anvil & ATTACKERS == 0:
            return 0
    return victim


def joint(t: Tables, cells: vec[i16], king: i64, target: i64) -> i64:
    """The one protector who falls together with his king, or 0 (S000, Abb. 4).

    Our reading: the king and exactly one man next to him, and every other neighbour of the two is an enemy or
    hostile. Edge squares that do not exist need not be held.
    """
    if not t.joint or t.special[king] & (SAFE | LONE) != 0:
        return 0
    protector: i64 = 0
    for d in t.steps:
        if cells[king + d] & DEFENDING_MEN != 0:
            if protector != 0:
                return 0
            protector = king + d
    if protector == 0:
        return 0
    touched = False
    partners = t.anvil & ATTACKERS
    man = cells[protector]
    if man & GUARDS != 0 and not t.guards_fall:
        return 0
    for d in t.steps:
        q = king + d
        if q != protector and q != target and cells[q] != WALL and not threatens(t, cells, q, KING, partners):
            return 0
        r = protector + d
        if r != king and r != target and cells[r] != WALL and not threatens(t, cells, r, man, partners):
            return 0
        touched = touched or q == target or r == target
    if not touched:
        return 0
    # A king who is captured alone takes no other piece with him.
    if adjacent(t, king, target) and king_taken(t, cells, king, target):
        return 0
    return protector


def apply_move(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64, more: list[int] | None) -> i64:
    """Move the piece on ``q`` to ``to`` and take what it captures: the only function that changes a board.

    ``king`` is where the king stands afterwards. Returns the capture report (:mod:`hnefatafl._kernel.codes`); of what
    its four directions cannot say, the entries are added to ``more``. A captured mercenary stays on the board and
    changes sides. A piece that stays where it is, and so ends its berserk turn, takes nothing.

    Sources of the custodial capture: S000 "Schlagen von Spielsteinen", S001, S003, S004, Copenhagen; no side is forced
    to capture, but what is captured is always removed (S004).
    """
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    return capture(t, cells, king, q, to, more)


def capture(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64, more: list[int] | None) -> i64:
    """Take what the piece captures that has come to ``to`` from ``q``, as :func:`apply_move`."""
    if q == to:
        return 0
    piece = cells[to]
    taken: i64 = 0
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    # Most moves end beside no enemy, and a piece that captures stands beside one of those it takes.
    if meets(t, cells, to, foes) and piece & t.hammer:
        rare: list[int] | None = None
        # Found while all stand on the board (law 1), and taken after the others.
        if t.rare[to] & piece:
            rare = rare_captures(t, cells, king, to, piece)
        for d in t.steps:
            beside = cells[to + d]
            if beside & foes:
                # Removing a man at once changes nothing: no other is judged by the square on which he stood (law 1).
                if beside == KING:
                    # A king is not alone whose last man falls by the same move (our reading).
                    if (taken == 0 or t.special[king] & LONE == 0) and king_taken(t, cells, king, to):
                        taken |= KING_TAKEN
                elif beside & (GUARDS | t.three) != 0:
                    if tough_taken(t, cells, to + d, to, t.anvil & ~foes):
                        taken |= _take_man(t, cells, to + d, d)
                elif threatens(t, cells, to + 2 * d, beside, t.anvil & ~foes):
                    taken |= _take_man(t, cells, to + d, d)
        if rare is not None:
            for square in rare:
                taken |= _take_enemy(t, cells, square, foes, more)
    if piece & t.jumpers and t.jump[i64(piece)] == CAPTURING:
        taken |= _take_leapt(t, cells, q, to, foes)
    if t.captures_hook is not None:
        taken |= _take_extra(t, cells, king, to, t.ask_captures(cells, q, to), more)
    if piece & t.walk_in and taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) == 0 and walks_in(t, cells, to):
        cells[to] = t.turned[i64(piece)]
        taken |= mover_falls(t.place[i64(piece)])
    return taken


def meets(t: Tables, cells: vec[i16], to: i64, pieces: i16) -> bool:
    """Whether one of these pieces stands next to the square."""
    st = t.stride
    return (cells[to + 1] | cells[to - 1] | cells[to + st] | cells[to - st]) & pieces != 0


def walks_in(t: Tables, cells: vec[i16], to: i64) -> bool:
    """Whether the man who has arrived there stands between two enemies (Robert ap Ifan).

    Our reading: one of the two may be a square that is hostile to him; a guard falls when he is surrounded, and a man
    of three captors when three hold him.
    """
    man = cells[to]
    partners = t.anvil & (DEFENDERS if man & ATTACKERS else ATTACKERS)
    if not meets(t, cells, to, partners):
        return False
    if man & (GUARDS | t.three) != 0:
        return tough_taken(t, cells, to, 0, partners)
    return between(t, cells, to, 1, partners) or between(t, cells, to, t.stride, partners)


def between(t: Tables, cells: vec[i16], victim: i64, d: i64, partners: i16) -> bool:
    """Whether a man is held on both sides along that direction, by an enemy on one of them at least."""
    one = cells[victim + d]
    other = cells[victim - d]
    if (one | other) & partners == 0:
        return False
    man = cells[victim]
    return threatens(t, cells, victim + d, man, partners) and threatens(t, cells, victim - d, man, partners)


def barred(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64) -> bool:
    """Whether a move that the piece on ``q`` can make is illegal because it would end between two enemies.

    Our reading: so are the moves by which a man of ``walk_in`` would fall, so none that captures the king. Most moves
    end beside no enemy, and these are not made on a copy of the board.
    """
    man = cells[q]
    if man & t.no_walk_in == 0 or q == to:
        return False
    enemies = t.anvil & (DEFENDERS if man & ATTACKERS else ATTACKERS)
    if not meets(t, cells, to, enemies):
        return False
    after = cells[:]
    taken = apply_move(t, after, king, q, to, None)
    return taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) == 0 and walks_in(t, after, to)


def keep_unbarred(t: Tables, cells: vec[i16], king: i64, moves: vec[i64], start: i64, end: i64) -> i64:
    """Keep, of the moves from index ``start`` to ``end``, those that are not barred; return the index after them."""
    kept = start
    i = start
    while i < end:
        if not barred(t, cells, king, origin_of(moves[i]), target_of(moves[i])):
            moves[kept] = moves[i]
            kept += 1
        i += 1
    return kept


def fill_unbarred(
    t: Tables, cells: vec[i16], king: i64, own: i16, reach: i64, confinement: i64, out: vec[i64], n: i64
) -> i64:
    """As :func:`~hnefatafl._kernel.generate.fill`, without the barred moves."""
    end = fill(t, cells, own, reach, confinement, out, n)
    return end if own & t.no_walk_in == 0 else keep_unbarred(t, cells, king, out, n, end)


def find_unbarred(t: Tables, cells: vec[i16], king: i64, own: i16, reach: i64, confinement: i64, first: i64) -> i64:
    """As :func:`~hnefatafl._kernel.generate.movable`, but barred moves are none."""
    if own & t.no_walk_in == 0:
        return movable(t, cells, own, reach, confinement, first)
    out = room_for_one(t)
    for q in t.squares:
        if cells[q] & own != 0:
            end = fill_from(t, cells, q, reach, confinement, out, 0)
            if keep_unbarred(t, cells, king, out, 0, end) != 0:
                return q
    return 0


def _take_man(t: Tables, cells: vec[i16], square: i64, d: i64) -> i64:
    """Take the man on the square, which lies in direction ``d`` from the target; return the report of it."""
    man = cells[square]
    cells[square] = t.turned[i64(man)]
    i: i64 = 0  # such that steps[i] is d; looking there costs more
    if d == -1:
        i = 1
    elif d > 1:
        i = 2
    elif d < 0:
        i = 3
    return taken_towards(i, t.place[i64(man)])


def _take_leapt(t: Tables, cells: vec[i16], q: i64, to: i64, foes: i16) -> i64:
    """Take the enemy that the piece has jumped over, if it has (berserk, knights: OpenTafl)."""
    gap = q - to
    if gap != 2 and gap != -2 and gap != 2 * t.stride and gap != -2 * t.stride:
        return 0
    over = (q + to) // 2
    # A mercenary who has just been taken against a hostile square has changed sides already.
    if cells[over] & foes & ~GUARDS == 0:
        return 0
    return _take_man(t, cells, over, over - to)


def _take_extra(
    t: Tables, cells: vec[i16], king: i64, to: i64, squares: list[int], more: list[int] | None
) -> i64:  # fmt: skip
    """Take the enemies on the squares that the extra captures of the ruleset have named."""
    attacker = cells[to] & ATTACKERS != 0
    foes = DEFENDERS if attacker else ATTACKERS
    taken: i64 = 0
    for square in squares:
        taken |= KING_TAKEN_BY_HOOK if attacker and square == king else _take_enemy(t, cells, square, foes, more)
    return taken


def _take_enemy(t: Tables, cells: vec[i16], square: i64, foes: i16, more: list[int] | None) -> i64:
    """Take the enemy on the square, if one is left there, and add its entry to ``more``; return the report of it."""
    man = cells[square]
    if man & foes == 0:
        return 0
    if man == KING:
        return KING_TAKEN
    cells[square] = t.turned[i64(man)]
    if more is not None:
        more.append(entry(i64(man), square))
    return MORE_TAKEN


def takes(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64) -> bool:
    """Whether a move that the piece on ``q`` can make would take an enemy. Most moves end beside no enemy, and these
    are not made on a copy of the board."""
    piece = cells[q]
    if t.captures_hook is None and (piece & t.jumpers == 0 or t.jump[i64(piece)] != CAPTURING):
        # Every captor but a jumper stands beside one of his victims.
        foes = DEFENDERS if piece & ATTACKERS != 0 else ATTACKERS
        if piece & t.hammer == 0 or not meets(t, cells, to, foes):
            return False
    return apply_move(t, cells[:], to if piece == KING else king, q, to, None) & ENEMY_TAKEN != 0


def keep_captures(t: Tables, cells: vec[i16], king: i64, moves: vec[i64], start: i64, end: i64) -> i64:
    """Keep, of the moves from index ``start`` to ``end``, those that take something, if there are any.

    Returns the index after those that are kept.
    """
    kept = start
    i = start
    while i < end:
        if takes(t, cells, king, origin_of(moves[i]), target_of(moves[i])):
            moves[kept] = moves[i]
            kept += 1
        i += 1
    return end if kept == start else kept


def may_continue(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64) -> bool:
    """Whether the piece on ``q`` may go on in a berserk turn by a move that it can make (OpenTafl ``ber``)."""
    if takes(t, cells, king, q, to):
        return True
    escapes = cells[q] == KING and t.special[to] & GOAL != 0
    return t.berserk_escape if escapes else t.berserk == GO_ON


def filter_continuations(t: Tables, cells: vec[i16], king: i64, moves: vec[i64], start: i64, end: i64) -> i64:
    """Keep, of one piece's moves from index ``start`` to ``end``, those by which it may go on in a berserk turn.

    Returns the index after them.
    """
    kept = start
    i = start
    while i < end:
        code = moves[i]
        q = origin_of(code)
        to = target_of(code)
        if may_continue(t, cells, king, q, to) and not barred(t, cells, king, q, to):
            moves[kept] = code
            kept += 1
        i += 1
    return kept


def must_continue(t: Tables, cells: vec[i16], king: i64, q: i64, reach: i64) -> bool:
    """Whether the piece on ``q``, which has just captured, can go on in a berserk turn, and so keeps it.

    A way out left unannounced has bound the move just made and no other, so the king is not confined.
    """
    moves = room_for_one(t)
    end = fill_from(t, cells, q, reach, 0, moves, 0)
    return filter_continuations(t, cells, king, moves, 0, end) != 0
