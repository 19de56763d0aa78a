"""Why: by which rule each piece falls, and which rule stops a move. Never asked while playing.

Law: what falls, and what is legal, is decided elsewhere (:mod:`hnefatafl._kernel.captures`,
:mod:`hnefatafl._kernel.generate`), with the sources of the rules; here the same functions are asked one by one until
one of them explains it. So a reason can be missing in a bug, but never be given for what has not happened.

Cost: some boards are copied for each question.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import (
    apply_move,
    barred,
    between,
    held_thrice,
    joint,
    linnaean,
    may_continue,
    rare_captures,
    surrounded,
    takes,
    threatens,
)
from hnefatafl._kernel.codes import (
    AT_MOST,
    ATTACKERS,
    DEFENDERS,
    GOAL,
    GUARDS,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    MAY_GO_ON,
    MOVER_FALLS,
    SURROUND,
    THREE,
    WALL,
    move_code,
    square_of,
    takes_towards,
)
from hnefatafl._kernel.generate import adjacent, jumps_over, own_pieces, reach, within_roll
from hnefatafl._kernel.lines import rows
from hnefatafl._kernel.play import NO_MEMORY, captor, may_pass, movers, turn_is_lost
from hnefatafl._kernel.shieldwall import walls
from hnefatafl._kernel.tables import Tables
from hnefatafl.board import CaptureKind, Illegality
from hnefatafl.support.vectors import vec

Found = tuple[CaptureKind, list[int]]
"""By which rule a piece fell, and the squares that took it."""


def captures(t: Tables, before: vec[i16], king: i64, q: i64, to: i64) -> dict[int, Found]:
    """The squares that the move takes, each with the rule and with the squares that took it.

    ``king`` is where the king stands afterwards. A piece that falls by several rules is given the first of them:
    custodial and the like, then the rare ones, then extra captures.
    """
    if q == to:
        return {}
    cells = before[:]
    piece = cells[q]
    cells[q] = 0
    cells[to] = piece
    foes = DEFENDERS if piece & ATTACKERS != 0 else ATTACKERS
    partners = t.anvil & ~foes
    reasons: dict[int, Found] = {}
    more: list[int] = []
    taken = apply_move(t, before[:], king, q, to, more)
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            reasons[int(to + d)] = _explain_man(t, cells, q, to, d, partners)
        i += 1
    if t.rare[to] & piece != 0 and rare_captures(t, cells, king, to, piece) is not None:
        _add_rare_captures(t, cells, king, to, piece, reasons)
    if taken & KING_TAKEN != 0 and int(king) not in reasons:
        if t.special[king] & THREE != 0:
            reasons[int(king)] = CaptureKind.THREE_SIDES, holders(t, cells, king, to, partners)
        elif t.special[king] & SURROUND == 0:
            reasons[int(king)] = _find_opposite(cells, 2 * king - to, partners), [int(to), int(2 * king - to)]
        elif surrounded(t, cells, king, to, partners):
            reasons[int(king)] = CaptureKind.SURROUNDED, [int(king + d) for d in t.steps]
        else:
            reasons[int(king)] = CaptureKind.PIERCED, [int(to), int(2 * king - to)]
    for entry in more:
        reasons.setdefault(int(square_of(i64(entry))), (CaptureKind.EXTRA, [int(to)]))
    if taken & KING_TAKEN_BY_HOOK != 0:
        reasons.setdefault(int(king), (CaptureKind.EXTRA, [int(to)]))
    if taken & MOVER_FALLS != 0:
        after = before[:]
        apply_move(t, after, king, q, to, None)
        after[to] = piece
        reasons[int(to)] = CaptureKind.WALKED_IN, _around_mover(t, after, to, t.anvil & foes)
    return reasons


def _around_mover(t: Tables, cells: vec[i16], to: i64, partners: i16) -> list[int]:
    """The squares that hold a man who has stepped between them."""
    man = cells[to]
    if man & (GUARDS | t.three) != 0:
        return [int(to + d) for d in t.steps if threatens(t, cells, to + d, man, partners)]
    captors: list[int] = []
    for d in (i64(1), t.stride):
        if between(t, cells, to, d, partners):
            captors += [int(to + d), int(to - d)]
    return captors


def _explain_man(t: Tables, cells: vec[i16], q: i64, to: i64, d: i64, partners: i16) -> Found:
    """How the man fell who stood next to the target ``to``, in direction ``d``."""
    man = to + d
    if cells[man] & GUARDS != 0:
        return CaptureKind.SURROUNDED, [int(man + step) for step in t.steps]
    if cells[man] & t.three != 0 and cells[to] & t.hammer != 0 and held_thrice(t, cells, man, to, partners):
        return CaptureKind.THREE_SIDES, holders(t, cells, man, to, partners)
    beyond = to + 2 * d
    threat = t.hostile[beyond] if cells[beyond] == 0 else t.always[beyond]
    # The mover has left that square, so either the square itself threatened the man or the jump has taken him.
    if beyond == q and (cells[to] & t.hammer == 0 or cells[man] & t.three != 0 or threat & cells[man] == 0):
        return CaptureKind.JUMPED, [int(to)]
    return _find_opposite(cells, beyond, partners), [int(to), int(beyond)]


def holders(t: Tables, cells: vec[i16], victim: i64, target: i64, partners: i16) -> list[int]:
    """The squares beside a piece that hold it."""
    piece = cells[victim]
    sides = [int(victim + d) for d in t.steps]
    return [q for q in sides if q == int(target) or threatens(t, cells, q, piece, partners)]


def _add_rare_captures(t: Tables, cells: vec[i16], king: i64, to: i64, piece: i16, reasons: dict[int, Found]) -> None:
    """Add what falls by the rules that look further than two squares in a line."""
    if t.shieldwall:
        _add_rows(walls(t, cells, to, piece), CaptureKind.SHIELDWALL, reasons)
    attacks = piece & ATTACKERS != 0
    victim = linnaean(t, cells, king, to) if attacks else 0
    if victim != 0:
        by = [int(to)] + [int(king + d) for d in t.steps if king + d != victim]
        reasons.setdefault(int(victim), (CaptureKind.LINNAEAN, by))
    if t.line or t.king_line:
        _add_rows(rows(t, cells, to, piece), CaptureKind.LINE, reasons)
    if not attacks:
        return
    protector = joint(t, cells, king, to)
    if protector != 0:
        around = _squares_around(t, king, protector)
        reasons.setdefault(int(king), (CaptureKind.JOINT, around))
        reasons.setdefault(int(protector), (CaptureKind.JOINT, around))


def _add_rows(
    taken: list[tuple[list[int], list[int]]] | None, kind: CaptureKind, reasons: dict[int, Found]
) -> None:  # fmt: skip
    """Add the rows that fall by such a rule, each with the squares that hold it."""
    if taken is not None:
        for fallen, captors in taken:
            for square in fallen:
                reasons.setdefault(square, (kind, captors))


def _squares_around(t: Tables, king: i64, protector: i64) -> list[int]:
    """The squares beside two pieces that stand side by side, in order; those of the board's rim, too."""
    squares: list[int] = []
    q: i64 = 0
    while q < t.size:
        if q != king and q != protector and (adjacent(t, q, king) or adjacent(t, q, protector)):
            squares.append(int(q))
        q += 1
    return squares


def _find_opposite(cells: vec[i16], beyond: i64, partners: i16) -> CaptureKind:
    """By what a piece between two squares fell, of which ``beyond`` is the second."""
    if cells[beyond] & partners != 0:
        return CaptureKind.CUSTODIAL
    return CaptureKind.HOSTILE_EDGE if cells[beyond] == WALL else CaptureKind.HOSTILE_SQUARE


def refusal(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, confinement: i64, continuing: i64, q: i64, to: i64
) -> tuple[Illegality, i64] | None:
    """The first of the reasons, in their order, that stops a move in a game that is not over, repetition apart.

    With the square that it is about, or 0. ``confinement`` is where the layers of ``stop`` begin, ``continuing`` where
    the piece stands whose berserk turn it is, or 0.
    """
    if q == 0 or to == 0:
        return Illegality.OFF_BOARD, 0
    able = captor(t, cells, king, side, roll, continuing, confinement, NO_MEMORY)
    if q == to and q == continuing and able != 0 and t.berserk == MAY_GO_ON:
        return Illegality.FORCED_CAPTURE, able
    if continuing == 0 and move_code(q, to) == t.pass_code:
        own = movers(t, cells, king, side, roll, 0, confinement, NO_MEMORY)
        if t.may_pass >> side & 1 == 0 and not turn_is_lost(roll, own):
            return Illegality.NO_PASSING, 0
        if not may_pass(t, side, roll, own):
            return Illegality.MUST_USE_ROLL, 0
        return None if able == 0 else (Illegality.FORCED_CAPTURE, able)
    p = cells[q]
    if p == 0:
        return Illegality.EMPTY_ORIGIN, q
    if p & own_pieces(side) == 0:
        return Illegality.NOT_YOUR_PIECE, q
    stride = t.stride
    if (q % stride == to % stride) == (q // stride == to // stride):
        return Illegality.NOT_STRAIGHT, to
    step = stride if q % stride == to % stride else 1
    distance = (to - q) // step
    if distance < 0:
        step, distance = -step, -distance
    if distance == 2 and p & t.jumpers != 0 and jumps_over(t, cells, q, step):
        hindered = None if t.stop[t.layer[q] + to] & p != 0 else (Illegality.NO_STOPPING, to)
    else:
        hindered = _find_hindrance(t, cells, q, to, step, distance)
    if hindered is not None:
        return hindered
    if roll != 0 and p & t.rolled != 0 and not within_roll(t, q, to, reach(t, roll)):
        return Illegality.NOT_BY_ROLL if t.allows != AT_MOST else Illegality.TOO_FAR, to
    if barred(t, cells, king, q, to):
        return Illegality.WALK_IN, to
    if continuing != 0 and q != continuing:
        return Illegality.MUST_GO_ON, continuing
    if continuing != 0 and not may_continue(t, cells, king, q, to):
        return Illegality.MUST_CAPTURE, to
    if continuing == 0 and own_pieces(side) & t.rolled != 0:
        if p & t.rolled != 0 and roll == 0:
            return Illegality.MUST_ROLL, q
        if p & t.rolled == 0 and movers(t, cells, king, side, roll, 0, confinement, NO_MEMORY) & p == 0:
            return Illegality.MUST_USE_ROLL, q
    if confinement != 0 and p == KING and t.special[to] & GOAL != 0:
        return Illegality.UNANNOUNCED, to
    if able != 0 and not takes(t, cells, king, q, to):
        return Illegality.FORCED_CAPTURE, able
    return None


def _find_hindrance(
    t: Tables, cells: vec[i16], q: i64, to: i64, step: i64, distance: i64
) -> tuple[Illegality, i64] | None:
    """What on the way, or at its end, stops a piece that does not jump."""
    p = cells[q]
    i: i64 = 1
    while i <= distance:
        if cells[q + step * i] != 0:
            return Illegality.BLOCKED, q + step * i
        i += 1
    if t.stop[t.layer[q] + to] & p == 0:
        return Illegality.NO_STOPPING, to
    i = 1
    while i < distance:
        if t.go[t.layer[q] + q + step * i] & p == 0:
            return Illegality.NO_CROSSING, q + step * i
        i += 1
    return (Illegality.TOO_FAR, to) if distance > t.far[i64(p)] else None
