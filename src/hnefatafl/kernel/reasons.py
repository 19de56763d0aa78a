"""Why: by which rule each piece falls, and which rule stops a move. Slow and never asked while playing."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from hnefatafl.kernel.captures import custodial, joint, linnaean, rare_captures, shieldwall
from hnefatafl.kernel.generate import open_way
from hnefatafl.kernel.tables import (
    ATTACKER,
    DEFENDER,
    GOAL,
    KING,
    KING_TAKEN,
    SURROUND,
    WALL,
    Tables,
)
from hnefatafl.kernel.verdict import movers, reach
from hnefatafl.outcome import CaptureKind, Illegality


def captures(t: Tables, before: vec[u8], king: i64, q: i64, to: i64) -> list[tuple[int, CaptureKind]]:
    """The squares that the move takes, each with the rule; ``king`` is where he stands afterwards."""
    cells = before[:]
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    found: dict[int, CaptureKind] = {}
    rare: list[tuple[list[int], CaptureKind]] = []
    if t.rare[to] & piece != 0 and len(rare_captures(t, cells, king, to, piece)) > 0:
        if t.shieldwall:
            rare.append((shieldwall(t, cells, to, piece), CaptureKind.SHIELDWALL))
        if t.linnaean and piece == ATTACKER:
            rare.append((linnaean(t, cells, king, to), CaptureKind.LINNAEAN))
        if t.joint and piece == ATTACKER:
            rare.append((joint(t, cells, king, to), CaptureKind.JOINT))
    after = cells[:]
    taken = custodial(t, after, king, to, piece)
    partners = t.anvil_attackers if piece == ATTACKER else t.anvil_defenders
    for d in t.steps:
        if taken & 1 != 0:
            found[int(to + d)] = _against(cells, to + 2 * d, partners)
        taken >>= 1
    # Four shifts have brought the king's bit to the front.
    if taken & (KING_TAKEN >> 4) != 0:
        surrounded = t.special[king] & SURROUND != 0
        found[int(king)] = CaptureKind.SURROUNDED if surrounded else _against(cells, 2 * king - to, partners)
    for squares, kind in rare:
        for square in squares:
            if square not in found:
                found[square] = kind
            if cells[square] != KING:
                after[square] = 0
    hook = t.captures_hook
    if hook is not None:
        foe = DEFENDER if piece == ATTACKER else ATTACKER
        for square in hook(t.codes(after), int(q), int(to), 0 if piece == ATTACKER else 1):
            enemy = after[square] == foe or (piece == ATTACKER and square == king)
            if enemy and square not in found:
                found[square] = CaptureKind.EXTRA
    return list(found.items())


def _against(cells: vec[u8], beyond: i64, partners: u8) -> CaptureKind:
    if cells[beyond] & partners != 0:
        return CaptureKind.CUSTODIAL
    return CaptureKind.HOSTILE_EDGE if cells[beyond] == WALL else CaptureKind.HOSTILE_SQUARE


def refusal(t: Tables, cells: vec[u8], side: i64, roll: i64, held: bool, q: i64, to: i64) -> Illegality | None:
    """Which rule stops a move in a game that is not over, as far as board, die and announcement go."""
    if q == 0 or to == 0:
        return Illegality.OFF_BOARD
    p = cells[q]
    if p == 0:
        return Illegality.EMPTY_ORIGIN
    if (p == ATTACKER) != (side == 0):
        return Illegality.NOT_YOUR_PIECE
    stride = t.stride
    if q == to or (q % stride != to % stride and q // stride != to // stride):
        return Illegality.NOT_STRAIGHT
    gap = to - q
    step = stride if gap % stride == 0 else 1
    distance = gap // step
    if distance < 0:
        step, distance = -step, -distance
    crossing = True
    for i in range(1, int(distance) + 1):
        z = q + step * i
        if cells[z] != 0:
            return Illegality.BLOCKED
        if z != to and t.go[t.layer[q] + z] & p == 0:
            crossing = False
    if side == 1 and movers(t, cells, side, roll) & p == 0:
        return Illegality.MUST_ROLL if p == KING else Illegality.MUST_MOVE_KING
    if not crossing:
        return Illegality.NO_CROSSING
    if t.stop[t.layer[q] + to] & p == 0:
        return Illegality.NO_STOPPING
    far = t.speed_attackers if p == ATTACKER else reach(t, roll) if p == KING else t.speed_defenders
    if not open_way(t, cells, q, to, far):
        return Illegality.TOO_FAR
    if held and p == KING and t.special[to] & GOAL != 0:
        return Illegality.UNANNOUNCED
    return None
