"""Why: by which rule each piece falls, and which rule stops a move. Slow and never asked while playing."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from hnefatafl.kernel.captures import arrive, joint, linnaean, rare_captures, shieldwall
from hnefatafl.kernel.tables import (
    ATTACKER,
    GOAL,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    SURROUND,
    WALL,
    Tables,
)
from hnefatafl.kernel.verdict import movers
from hnefatafl.outcome import CaptureKind, Illegality


def captures(t: Tables, before: vec[u8], king: i64, q: i64, to: i64) -> list[tuple[int, CaptureKind]]:
    """The squares that the move takes, each with the rule; ``king`` is where he stands afterwards."""
    cells = before[:]
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    found: dict[int, CaptureKind] = {}
    rare: list[tuple[list[int], CaptureKind]] = []
    if t.rare[to] & piece != 0 and rare_captures(t, cells, king, to, piece) is not None:
        if t.shieldwall:
            rare.append((shieldwall(t, cells, to, piece), CaptureKind.SHIELDWALL))
        if t.linnaean and piece == ATTACKER:
            rare.append((linnaean(t, cells, king, to), CaptureKind.LINNAEAN))
        if t.joint and piece == ATTACKER:
            rare.append((joint(t, cells, king, to), CaptureKind.JOINT))
    more: list[int] = []
    taken = arrive(t, before[:], king, q, to, more)
    partners = t.anvil_attackers if piece == ATTACKER else t.anvil_defenders
    bits = taken
    for d in t.steps:
        if bits & 1 != 0:
            found[int(to + d)] = _against(cells, to + 2 * d, partners)
        bits >>= 1
    for squares, kind in rare:
        for square in squares:
            found.setdefault(square, kind)
    if taken & KING_TAKEN != 0 and int(king) not in found:
        surrounded = t.special[king] & SURROUND != 0
        found[int(king)] = CaptureKind.SURROUNDED if surrounded else _against(cells, 2 * king - to, partners)
    for square in more:
        found.setdefault(square, CaptureKind.EXTRA)
    if taken & KING_TAKEN_BY_HOOK != 0:
        found.setdefault(int(king), CaptureKind.EXTRA)
    return list(found.items())


def _against(cells: vec[u8], beyond: i64, partners: u8) -> CaptureKind:
    if cells[beyond] & partners != 0:
        return CaptureKind.CUSTODIAL
    return CaptureKind.HOSTILE_EDGE if cells[beyond] == WALL else CaptureKind.HOSTILE_SQUARE


def refusal(t: Tables, cells: vec[u8], side: i64, roll: i64, held: i64, q: i64, to: i64) -> Illegality | None:
    """The first of the reasons, in their order, that stops a move in a game that is not over; repetition apart."""
    if q == 0 or to == 0:
        return Illegality.OFF_BOARD
    p = cells[q]
    if p == 0:
        return Illegality.EMPTY_ORIGIN
    if (p == ATTACKER) != (side == 0):
        return Illegality.NOT_YOUR_PIECE
    stride = t.stride
    if (q % stride == to % stride) == (q // stride == to // stride):
        return Illegality.NOT_STRAIGHT
    step = stride if q % stride == to % stride else 1
    distance = (to - q) // step
    if distance < 0:
        step, distance = -step, -distance
    way = [q + step * i for i in range(1, int(distance))]
    if cells[to] != 0 or any(cells[z] != 0 for z in way):
        return Illegality.BLOCKED
    if t.stop[t.layer[q] + to] & p == 0:
        return Illegality.NO_STOPPING
    if any(t.go[t.layer[q] + z] & p == 0 for z in way):
        return Illegality.NO_CROSSING
    if distance > (t.speed_attackers if p == ATTACKER else t.speed_king if p == KING else t.speed_defenders):
        return Illegality.TOO_FAR
    return _bound(t, cells, side, roll, held, p, to, distance)


def _bound(
    t: Tables, cells: vec[u8], side: i64, roll: i64, held: i64, p: u8, to: i64, distance: i64
) -> Illegality | None:
    """What the die or a missing announcement forbids."""
    if side == 1 and t.die != 0:
        if p == KING:
            if roll == 0:
                return Illegality.MUST_ROLL
            if distance > roll:
                return Illegality.TOO_FAR
        elif movers(t, cells, side, roll, held) & p == 0:
            return Illegality.MUST_MOVE_KING
    if held != 0 and p == KING and t.special[to] & GOAL != 0:
        return Illegality.UNANNOUNCED
    return None
