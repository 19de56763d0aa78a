"""What a piece takes by arriving.

All captures of a move are judged on the board as it is when the piece has
arrived and nothing has been removed yet; they add up.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from hnefatafl.kernel.generate import fill
from hnefatafl.kernel.tables import (
    ATTACKER,
    CORNER,
    DEFENDER,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    KINGSMEN,
    MORE_TAKEN,
    RIM,
    SAFE,
    SEAT,
    SURROUND,
    WALL,
    Tables,
)


def threatens(t: Tables, cells: vec[u8], q: i64, victim: u8, partners: u8) -> bool:
    """Whether what stands on the square, or the square itself, serves as an enemy against ``victim``."""
    held = cells[q]
    if held == 0:
        return t.hostile[q] & victim != 0
    return held & partners != 0 or t.always[q] & victim != 0


def king_taken(t: Tables, cells: vec[u8], king: i64, target: i64) -> bool:
    """Whether the attacker that arrived on ``target``, beside the king, captures him."""
    how = t.special[king]
    if how & SAFE != 0:
        return False
    partners = t.anvil_attackers
    if how & SURROUND == 0:
        return threatens(t, cells, king + king - target, KING, partners)
    for d in t.steps:
        q = king + d
        if q != target and not threatens(t, cells, q, KING, partners):
            return False
    return True


def rare_captures(t: Tables, cells: vec[u8], king: i64, target: i64, piece: u8) -> list[int] | None:
    """The squares taken by the rules that look further than two squares in a line, if there are any."""
    found: list[int] | None = None
    if piece & t.hammer == 0:
        return None
    if t.shieldwall and _at_wall(t, cells, target, piece):
        found = shieldwall(t, cells, target, piece)
    if piece == ATTACKER and (t.linnaean or t.joint):
        more = linnaean(t, cells, king, target) if t.linnaean else []
        if t.joint:
            more += joint(t, cells, king, target)
        found = more if found is None else found + more
    return found


def _at_wall(t: Tables, cells: vec[u8], target: i64, piece: u8) -> bool:
    """Whether an enemy stands where a shieldwall would have to begin: beside the arrived piece or before it."""
    foes = KINGSMEN if piece == ATTACKER else ATTACKER
    for d in t.steps:
        if cells[target + d] & foes != 0 and t.special[target + d] & RIM != 0:
            return True
    return False


def linnaean(t: Tables, cells: vec[u8], king: i64, target: i64) -> list[int]:
    """The one man beside the enthroned king, if attackers hold his three other sides (Linnaeus)."""
    victim = (king + target) // 2
    gap = king - victim
    near = gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride
    if not near or king + target != 2 * victim or t.special[king] & SEAT == 0 or cells[victim] != DEFENDER:
        return []
    for d in t.steps:
        if king + d != victim and cells[king + d] & t.anvil_attackers == 0:
            return []
    return [int(victim)]


def joint(t: Tables, cells: vec[u8], king: i64, target: i64) -> list[int]:
    """The king and his one protector, if every other neighbour of the two is held (S000, Abb. 4)."""
    if t.special[king] & SAFE != 0:
        return []
    protector: i64 = 0
    for d in t.steps:
        if cells[king + d] == DEFENDER:
            if protector != 0:
                return []
            protector = king + d
    if protector == 0:
        return []
    touched = False
    for d in t.steps:
        q = king + d
        if q != protector and q != target and cells[q] != WALL and not threatens(t, cells, q, KING, t.anvil_attackers):
            return []
        r = protector + d
        if r != king and r != target and cells[r] != WALL:
            if not threatens(t, cells, r, DEFENDER, t.anvil_attackers):
                return []
        touched = touched or q == target or r == target
    if not touched:
        return []
    gap = king - target
    if (gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride) and king_taken(t, cells, king, target):
        return []
    return [int(king), int(protector)]


def shieldwall(t: Tables, cells: vec[u8], target: i64, piece: u8) -> list[int]:
    """The rows along the edge that the arrived piece closes, without a king in them (Copenhagen, shieldwall)."""
    foes = KINGSMEN if piece == ATTACKER else ATTACKER
    found: list[int] = []
    for inward in t.steps:
        along = t.stride if inward == 1 or inward == -1 else 1
        if cells[target - inward] == WALL:
            found += _row(t, cells, target + along, along, inward, target, piece)
            found += _row(t, cells, target - along, -along, inward, target, piece)
        elif not t.wall_flanking and cells[target - 2 * inward] == WALL and cells[target - inward] & foes != 0:
            first = target - inward
            while cells[first - along] & foes != 0:
                first -= along
            found += _row(t, cells, first, along, inward, target, piece)
    return found


def _row(t: Tables, cells: vec[u8], first: i64, along: i64, inward: i64, target: i64, piece: u8) -> list[int]:
    foes = KINGSMEN if piece == ATTACKER else ATTACKER
    partners = t.anvil_attackers if piece == ATTACKER else t.anvil_defenders
    q = first
    row: list[int] = []
    while cells[q] & foes != 0:
        front = q + inward
        if front != target and cells[front] & partners == 0:
            return []
        row.append(int(q))
        q += along
    if len(row) < 2:
        return []
    corners = 0
    for end in (first - along, q):
        if end != target and cells[end] & partners == 0:
            closing = t.wall_corners and cells[end] == 0 and t.special[end] & CORNER != 0
            if not closing or t.hostile[end] & foes & 3 == 0:
                return []
            corners += 1
    return [] if corners > 1 else [r for r in row if cells[r] != KING]


def king_in_danger(t: Tables, cells: vec[u8], king: i64) -> bool:
    """Whether the attackers could capture the king if it were their move (S001 "Ansagen", S003 §13)."""
    zero: i64 = 0
    moves = vec[i64]([zero] * int(4 * t.n * t.n))
    end = fill(t, cells, ATTACKER, 0, 0, moves, 0)
    i: i64 = 0
    while i < end:
        to = moves[i] & 1023
        gap = king - to
        # Only who arrives beside the king takes him, by the plain rules.
        near = gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride
        if near or t.joint or t.captures_hook is not None:
            taken = arrive(t, cells[:], king, moves[i] >> 10, to, None)
            if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:
                return True
        i += 1
    return False


def arrive(t: Tables, cells: vec[u8], king: i64, q: i64, to: i64, more: list[int] | None) -> i64:
    """Move the piece on ``q`` to ``to`` and take what it captures; the one road by which boards change.

    ``king`` is where the king stands afterwards. Returns what was taken: a bit for each
    direction, ``KING_TAKEN``, and ``MORE_TAKEN`` for further squares, which ``more`` is given.
    A captured king stays on the board.
    """
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    rare: list[int] | None = None
    if t.rare[to] & piece != 0:
        rare = rare_captures(t, cells, king, to, piece)
    taken: i64 = 0
    if piece & t.hammer != 0:
        foes = KINGSMEN if piece == ATTACKER else ATTACKER
        for d in t.steps:
            held = cells[to + d]
            if held & foes != 0:
                # No victim is a neighbour of another or of the king, so removing one at once changes nothing.
                if held == KING:
                    if king_taken(t, cells, king, to):
                        taken |= KING_TAKEN
                elif threatens(
                    t, cells, to + 2 * d, held, t.anvil_attackers if piece == ATTACKER else t.anvil_defenders
                ):
                    cells[to + d] = 0
                    # The place of d in the steps.
                    taken |= 1 if d == 1 else 2 if d == -1 else 4 if d > 0 else 8
    if rare is None and t.captures_hook is None:
        return taken
    return taken | _further(t, cells, king, q, to, rare, more)


def _further(
    t: Tables, cells: vec[u8], king: i64, q: i64, to: i64, rare: list[int] | None, more: list[int] | None
) -> i64:
    """Take what the rare rules and the extra captures demand."""
    attacker = cells[to] == ATTACKER
    foe = DEFENDER if attacker else ATTACKER
    taken: i64 = 0
    if rare is not None:
        for square in rare:
            taken |= _take(cells, square, foe, more)
    hook = t.captures_hook
    if hook is not None:
        for square in hook(t.codes(cells), int(q), int(to), 0 if attacker else 1):
            taken |= KING_TAKEN_BY_HOOK if attacker and square == king else _take(cells, square, foe, more)
    return taken


def _take(cells: vec[u8], square: i64, foe: u8, more: list[int] | None) -> i64:
    if cells[square] == KING and foe == DEFENDER:
        return KING_TAKEN
    if cells[square] != foe:
        return 0
    cells[square] = 0
    if more is not None:
        more.append(int(square))
    return MORE_TAKEN
