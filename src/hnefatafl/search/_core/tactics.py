"""Which moves may capture or parry, found by their targets, so that a search need not try every move.

A search looks at captures and at answers to a threat far more often than at all moves. Trying each move on the board
to see what it does would cost many times what the search itself costs. But a capture can be seen from the piece that
falls: it needs an enemy, or a hostile square, on one side of it and an empty square on the other. So the functions here
walk over the pieces that may fall and *mark* the empty squares from which they fall. A move is then looked at if its
target is marked, which is one comparison.

Marks are numbers in ``hot``, a vector with a word for each square of the padded board. A square is marked if its word
is at least ``mark``; the caller raises ``mark`` by :data:`STEP` for each position, and nothing is ever cleared.

Laws:

1. Every capture whose target is empty before the move is marked, but for three kinds: captures by jumping over the
   enemy (:func:`jumps_capture` says which moves are such), extra captures of a ruleset, and captures for which the
   piece that moves clears a hostile square, standing on which it was no enemy itself.
2. The reverse does not hold: no piece may be able to reach a marked square, the piece that does may not capture by
   moving, and a shieldwall may be open. What a move does is decided by the board (:mod:`hnefatafl._kernel.captures`).
3. Squares where the king falls are exact but for these reservations: the kernel is asked for each of them.

Sources: of captures those of :mod:`hnefatafl._kernel.captures`; of the way out S003 §9 and §10.

Cost: a look at each square of the board, and at two squares on each side of a piece that may fall.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import joint, king_taken, linnaean, protected, threatens, tough_taken
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKERS_LOSE,
    ATTACKING,
    CAPTURING,
    CROSS,
    DEFENDERS,
    DEFENDING,
    DEFENDING_MEN,
    FORBIDDEN,
    GOAL,
    GUARDS,
    IGNORED,
    KING,
    LONE,
    MOVER_LOSES,
    PIERCES,
    RIM,
    SAFE,
    SEAT,
)
from hnefatafl._kernel.lines import held_row
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

STEP: Final[i64] = 16
"""By how much ``mark`` rises from one position to the next: more than a mark can hold above it."""
KING_FALLS: Final[i64] = 9
"""What a mark has above it where the king may fall."""


def targets(t: Tables, cells: vec[i16], king: i64, side: i64, hot: vec[i64], mark: i64) -> i64:
    """Mark the empty squares on which a piece of the side may capture by arriving: ``mark`` plus how many it may take.

    Returns a square where the king may be taken, or 0.
    """
    foes: i16 = DEFENDERS if side == ATTACKING else ATTACKERS
    partners = t.anvil & ~foes
    tough = GUARDS | t.three
    king_target: i64 = 0
    for q in t.squares:
        man = cells[q]
        if man & foes == 0:
            continue
        if man == KING:
            king_target = king_falls(t, cells, q, hot, mark)
            continue
        for d in t.steps:
            to = q - d
            if cells[to]:
                continue
            if tough_taken(t, cells, q, to, partners) if man & tough else threatens(t, cells, q + d, man, partners):
                hot[to] = (hot[to] if hot[to] >= mark else mark) + 1
        if t.shieldwall and t.special[q] & RIM:
            _close_row(t, cells, q, foes, hot, mark)
    if t.line or t.king_line:
        _line_up(t, cells, foes, hot, mark)
    if side == ATTACKING and t.linnaean:
        _beside_throne(t, cells, king, hot, mark)
    return king_target


def _close_row(t: Tables, cells: vec[i16], q: i64, foes: i16, hot: vec[i64], mark: i64) -> None:
    """Mark where a piece may close a row to which the piece on ``q`` belongs."""
    for d in t.steps:
        to = q + d
        if not cells[to] and hot[to] < mark and (cells[q - d] & foes or not t.wall_flanking):
            hot[to] = mark + 1


def _line_up(t: Tables, cells: vec[i16], foes: i16, hot: vec[i64], mark: i64) -> None:
    """Mark where a piece takes a row between itself and another."""
    for q in t.squares:
        if cells[q] & foes == 0:
            continue
        for d in t.steps:
            if not cells[q - d]:
                n = held_row(t, cells, q, d, foes)
                if n != 0:
                    hot[q - d] = (hot[q - d] if hot[q - d] >= mark else mark) + n - 1


def _beside_throne(t: Tables, cells: vec[i16], king: i64, hot: vec[i64], mark: i64) -> None:
    """Mark where an attacker takes the one man beside the enthroned king (Linnaeus)."""
    for d in t.steps:
        if cells[king + d] & DEFENDING_MEN:
            to = king + 2 * d  # beside a man there is a square, or the rim
            if not cells[to] and hot[to] < mark and linnaean(t, cells, king, to) != 0:
                hot[to] = mark + 1


def king_falls(t: Tables, cells: vec[i16], king: i64, hot: vec[i64], mark: i64) -> i64:
    """Mark where an attacker may take the king, together with a protector too; return such a square, or 0."""
    how = t.special[king]
    if how & (SAFE | LONE) and protected(t, cells, how):
        return 0
    falls_at: i64 = 0
    for d in t.steps:
        to = king + d
        if not cells[to] and (king_taken(t, cells, king, to) or _may_pierce(t, cells, king, d)):
            hot[to] = mark + KING_FALLS
            falls_at = to
    if t.joint:
        for d in t.steps:
            if cells[king + d] & DEFENDING_MEN:
                for e in t.steps:
                    falls_at = _joint_falls(t, cells, king, king + d + e, hot, mark, falls_at)
            else:
                falls_at = _joint_falls(t, cells, king, king + d, hot, mark, falls_at)
    return falls_at


def _joint_falls(t: Tables, cells: vec[i16], king: i64, to: i64, hot: vec[i64], mark: i64, falls_at: i64) -> i64:
    """Mark ``to`` if the king falls together with his protector by an arrival there; return it, or ``falls_at``."""
    if cells[to] or joint(t, cells, king, to) == 0:
        return falls_at
    hot[to] = mark + KING_FALLS
    return to


def _may_pierce(t: Tables, cells: vec[i16], king: i64, d: i64) -> bool:
    """Whether a commander or knight who arrives on ``king + d`` takes a strong king between two (berserk, OpenTafl)."""
    if t.piercing == 0 or t.special[king] & SEAT:
        return False
    partner = cells[king - d]
    if partner == 0:
        return t.special[king - d] & PIERCES != 0 and t.hostile[king - d] & KING != 0
    return partner & t.piercing & t.anvil & ATTACKERS != 0


def parries(t: Tables, cells: vec[i16], king: i64, hot: vec[i64], mark: i64) -> None:
    """Mark the squares where a man would stand in the king's way to a goal.

    Without jumps, an attackers' move stops an escape only by such a square or by taking the king (:func:`king_falls`).
    """
    access = t.access
    base = t.layer[king]
    may_stop = i64(KING)
    for d in t.steps:
        to = king + d
        left = t.speed_king
        while not cells[to]:
            there = access[base + to]
            if there & may_stop and t.special[to] & GOAL:
                while to != king:
                    if hot[to] < mark:
                        hot[to] = mark
                    to -= d
                break
            left -= 1
            if left == 0 or not there & may_stop << CROSS:
                break
            to += d


def parries_decide(t: Tables) -> bool:
    """Whether by the rules, what was played before apart, the defenders escape if the attackers, facing a way out, do
    not parry it.

    Not so where a move may end the game in another way (formations around a goal that is not at the edge, the want of
    an escape, extra endings), where the turn may not pass to the king, or where he may have to let a man capture. Asked
    once for a ruleset: it looks at all squares.
    """
    if t.jumpers != 0 or t.die != 0 or t.forced or not t.alternates:
        return False
    if t.captures_hook is not None or t.ends_hook is not None:
        return False
    return not t.no_escape and (not t.encirclement or _goals_at_edge(t))


def only_parries(position: MutablePosition) -> bool:
    """Whether the same holds with what was played before, where :func:`parries_decide`.

    Not so where a move may end the game by a limit, or by a repetition that does not harm the attackers.
    """
    if position.lenient:
        return True
    t = position.t
    since_capture = position.since_capture
    if t.quiet_limit != 0 and since_capture + 1 >= t.quiet_limit:
        return False
    if t.move_limit != 0 and position.ply + 1 >= t.move_limit:
        return False
    consequence = t.repeats.what
    if since_capture + 1 < t.repeats.least or t.repeats.by == DEFENDING:
        return True
    return consequence in (IGNORED, FORBIDDEN, ATTACKERS_LOSE, MOVER_LOSES)


def _goals_at_edge(t: Tables) -> bool:
    """Whether a king who can reach a goal can reach the edge, so that no ring is closed."""
    for q in t.squares:
        if t.special[q] & GOAL and not t.special[q] & RIM:
            return False
    return True


def jumps_capture(t: Tables, piece: i16, gap: i64) -> bool:
    """Whether a move of that piece over that gap may be a capturing jump."""
    if piece & t.jumpers == 0 or t.jump[i64(piece)] != CAPTURING:
        return False
    return gap == 2 or gap == -2 or gap == 2 * t.stride or gap == -2 * t.stride
