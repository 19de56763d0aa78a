"""What a piece takes by arriving.

All captures of a move are judged on the board as it is when the piece has
arrived and nothing has been removed yet; they add up.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    CAPTURING,
    DEFENDERS,
    DEFENDING,
    DEFENDING_MEN,
    GO_ON,
    GOAL,
    GUARDS,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    MORE_TAKEN,
    PIERCES,
    SAFE,
    SEAT,
    SURROUND,
    THREE,
    WALL,
    entry,
    origin_of,
    taken_towards,
    takes_towards,
    target_of,
)
from hnefatafl._kernel.generate import fill_from, room_for_one
from hnefatafl._kernel.shieldwall import touches_row, walls
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.vectors import vec


def threatens(t: Tables, cells: vec[i16], q: i64, victim: i16, partners: i16) -> bool:
    """Whether what stands on the square, or the square itself, serves as an enemy against ``victim``."""
    held = cells[q]
    if held == 0:
        return t.hostile[q] & victim != 0
    return held & partners != 0 or t.always[q] & victim != 0


def king_taken(t: Tables, cells: vec[i16], king: i64, target: i64) -> bool:
    """Whether the attacker that arrived on ``target``, beside the king, captures him."""
    how = t.special[king]
    if how & SAFE != 0:
        return False
    partners = t.anvil & ATTACKERS
    if how & THREE != 0:
        return held_thrice(t, cells, king, target, partners)
    if how & SURROUND == 0:
        return threatens(t, cells, king + king - target, KING, partners)
    return surrounded(t, cells, king, target, partners) or pierced(t, cells, king, target)


def surrounded(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether all sides of the piece but that of the one that has arrived on ``target`` are held."""
    p = cells[victim]
    for d in t.steps:
        q = victim + d
        if q != target and not threatens(t, cells, q, p, partners):
            return False
    return True


def held_thrice(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether three sides of the piece are held, one of them by the piece that has arrived on ``target``."""
    p = cells[victim]
    n: i64 = 0
    for d in t.steps:
        q = victim + d
        if q == target or threatens(t, cells, q, p, partners):
            n += 1
    return n > 2


def tough_taken(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> bool:
    """Whether the piece that has arrived on ``target`` takes a man who does not fall between two."""
    if cells[victim] & GUARDS != 0:
        return t.guards_fall and surrounded(t, cells, victim, target, partners)
    return held_thrice(t, cells, victim, target, partners)


def pierced(t: Tables, cells: vec[i16], king: i64, target: i64) -> bool:
    """Whether the piece on ``target`` and another such, or a corner, hold the strong king between them (berserk)."""
    if cells[target] & t.piercing == 0 or t.special[king] & SEAT != 0:
        return False
    beyond = king + king - target
    held = cells[beyond]
    if held == 0:
        return t.special[beyond] & PIERCES != 0 and t.hostile[beyond] & KING != 0
    return held & t.piercing & t.anvil & ATTACKERS != 0


def rare_captures(t: Tables, cells: vec[i16], king: i64, target: i64, piece: i16) -> list[int] | None:
    """The squares taken by the rules that look further than two squares in a line, if there are any."""
    found: list[int] | None = None
    if t.shieldwall and touches_row(t, cells, target, piece):
        rows = walls(t, cells, target, piece)
        if rows is not None:
            found = [square for fallen, _ in rows for square in fallen]
    if piece & ATTACKERS != 0:
        victim = linnaean(t, cells, king, target)
        protector = joint(t, cells, king, target)
        if victim != 0 or protector != 0:
            more = [int(victim)] if victim != 0 else []
            if protector != 0:
                more += [int(king), int(protector)]
            found = more if found is None else found + more
    return found


def linnaean(t: Tables, cells: vec[i16], king: i64, target: i64) -> i64:
    """The one man beside the enthroned king, if attackers hold his three other sides (Linnaeus), or 0."""
    if not t.linnaean:
        return 0
    victim = (king + target) // 2
    gap = king - victim
    near = gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride
    if (
        not near
        or king + target != 2 * victim
        or t.special[king] & SEAT == 0
        or cells[victim] & DEFENDING_MEN & ~(GUARDS | t.three) == 0
    ):
        return 0
    for d in t.steps:
        if king + d != victim and cells[king + d] & t.anvil & ATTACKERS == 0:
            return 0
    return victim


def joint(t: Tables, cells: vec[i16], king: i64, target: i64) -> i64:
    """The one protector who falls with his king, as every other neighbour of the two is held (S000, Abb. 4), or 0."""
    if not t.joint or t.special[king] & SAFE != 0:
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
    gap = king - target
    if (gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride) and king_taken(t, cells, king, target):
        return 0
    return protector


def apply_move(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64, more: list[int] | None) -> i64:
    """Move the piece on ``q`` to ``to`` and take what it captures; the one road by which boards change.

    ``king`` is where the king stands afterwards. Returns what was taken: a bit for each
    direction, with the numbers of the pieces from ``TAKEN_KINDS`` on, ``KING_TAKEN``, and
    ``MORE_TAKEN`` for further squares, which ``more`` is given, each with its piece from
    the tenth bit on. A captured king stays on the board, and so does a mercenary, who
    changes sides. A piece that stays where it is, and so ends its berserk turn, takes nothing.
    """
    if q == to:
        return 0
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    taken: i64 = 0
    st = t.stride
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    # Most moves end beside no enemy, and whoever captures stands beside one of those he takes.
    if (cells[to + 1] | cells[to - 1] | cells[to + st] | cells[to - st]) & foes and piece & t.hammer:
        rare: list[int] | None = None
        if t.rare[to] & piece:
            rare = rare_captures(t, cells, king, to, piece)
        for d in t.steps:
            held = cells[to + d]
            if held & foes:
                # No victim is a neighbour of another or of the king, so removing one at once changes nothing.
                if held == KING:
                    if king_taken(t, cells, king, to):
                        taken |= KING_TAKEN
                elif held & (GUARDS | t.three) != 0:
                    if tough_taken(t, cells, to + d, to, t.anvil & ~foes):
                        taken |= _captured(t, cells, to + d, d)
                elif threatens(t, cells, to + 2 * d, held, t.anvil & ~foes):
                    taken |= _captured(t, cells, to + d, d)
        if rare is not None:
            for square in rare:
                taken |= _take(t, cells, square, foes, more)
    if piece & t.jumpers and t.jump[i64(piece)] == CAPTURING:
        taken |= _jumped(t, cells, q, to, foes)
    if t.captures_hook is not None:
        taken |= _hooked(t, cells, king, q, to, more)
    return taken


def _meets(t: Tables, cells: vec[i16], square: i64, foes: i16) -> bool:
    """Whether one of those pieces stands next to the square."""
    st = t.stride
    return (cells[square + 1] | cells[square - 1] | cells[square + st] | cells[square - st]) & foes != 0


def _captured(t: Tables, cells: vec[i16], square: i64, d: i64) -> i64:
    """Take the man on the square, which lies in that direction from the one who has arrived."""
    man = cells[square]
    cells[square] = t.turned[i64(man)]
    i: i64 = 0  # the place of d in the steps
    if d == -1:
        i = 1
    elif d > 1:
        i = 2
    elif d < 0:
        i = 3
    return taken_towards(i, t.place[i64(man)])


def _jumped(t: Tables, cells: vec[i16], q: i64, to: i64, foes: i16) -> i64:
    """Take the enemy that the piece has jumped over, if it has."""
    gap = q - to
    if gap != 2 and gap != -2 and gap != 2 * t.stride and gap != -2 * t.stride:
        return 0
    over = (q + to) // 2
    # A mercenary who has just been taken against a hostile square has changed sides already.
    if cells[over] & foes & ~GUARDS == 0:
        return 0
    return _captured(t, cells, over, over - to)


def _hooked(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64, more: list[int] | None) -> i64:
    """Take what the extra captures demand."""
    attacker = cells[to] & ATTACKERS != 0
    foes = DEFENDERS if attacker else ATTACKERS
    taken: i64 = 0
    hook = t.captures_hook
    if hook is not None:
        for square in hook(t.codes(cells), int(q), int(to), int(ATTACKING if attacker else DEFENDING)):
            taken |= KING_TAKEN_BY_HOOK if attacker and square == king else _take(t, cells, square, foes, more)
    return taken


def _take(t: Tables, cells: vec[i16], square: i64, foes: i16, more: list[int] | None) -> i64:
    man = cells[square]
    if man & foes == 0:
        return 0
    if man == KING:
        return KING_TAKEN
    cells[square] = t.turned[i64(man)]
    if more is not None:
        more.append(entry(i64(man), square))
    return MORE_TAKEN


def men_taken(t: Tables, before: vec[i16], after: vec[i16], code: i64, taken: i64) -> list[int]:
    """The squares of the men whom a move has taken, which led from one board to the other."""
    found: list[int] = []
    to = target_of(code)
    if taken & MORE_TAKEN != 0:
        for q in t.squares:
            if before[q] != after[q] and q != to and q != origin_of(code):
                found.append(int(q))
        return found
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            found.append(int(to + d))
        i += 1
    return found


def may_continue(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64) -> bool:
    """Whether the piece on ``q`` may go on in a berserk turn by that move."""
    piece = cells[q]
    is_king = piece == KING
    foes = DEFENDERS if piece & ATTACKERS else ATTACKERS
    may_take = t.captures_hook is not None or _meets(t, cells, to, foes)
    if piece & t.jumpers and t.jump[i64(piece)] == CAPTURING:
        may_take = True
    if may_take and apply_move(t, cells[:], to if is_king else king, q, to, None) != 0:
        return True
    escapes = is_king and t.special[to] & GOAL != 0
    return t.berserk_escape if escapes else t.berserk == GO_ON


def filter_continuations(t: Tables, cells: vec[i16], king: i64, moves: vec[i64], start: i64, end: i64) -> i64:
    """Keep, of one piece's moves from ``start`` to ``end``, those by which it may go on in a berserk turn.

    Returns the index after them.
    """
    kept = start
    i = start
    while i < end:
        code = moves[i]
        if may_continue(t, cells, king, origin_of(code), target_of(code)):
            moves[kept] = code
            kept += 1
        i += 1
    return kept


def must_continue(t: Tables, cells: vec[i16], king: i64, q: i64, reach: i64) -> bool:
    """Whether the piece on ``q``, which has just captured, can go on in a berserk turn, and so must."""
    moves = room_for_one(t)
    end = fill_from(t, cells, q, reach, 0, moves, 0)
    return filter_continuations(t, cells, king, moves, 0, end) != 0
