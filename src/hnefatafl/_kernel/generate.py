"""Which moves the board allows: generating and counting them, and the king's ways out.

Moves here are *pseudo-legal*: repetition, rolls and berserk turns may forbid some of them. The arguments of most
functions are the pieces that may move (``own``, as bits), how far those may go that move by the die (:func:`reach`),
and where the layers of ``stop`` begin (``confinement``: 0, or ``Tables.confined`` for a king who may not leave by this
move).

A move goes along a file or rank over empty squares (S000, S001, S003 §5, S004 and all others) that the piece may
cross, and ends on one where it may stop. Both depend on the zone in which it begins; hence the layers.

Laws:

1. Squares are asked in the order of ``squares``, and directions in that of ``steps``, so lists of moves always have
   the same order.
2. A piece that can move can nearly always move by one square. Where only that matters, one step is asked first.

Cost: :func:`fill` looks at each square of the board and at each square that a piece passes, once in ``access``.
:func:`through` and :func:`hops` count the moves over one square, so that counting answers needs no new list.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    CROSS,
    DEFENDERS,
    EXACTLY,
    GOAL,
    KING,
    LEAPABLE,
    MERCENARIES,
    ODD,
    OUTLOOK,
    OVER_ANYBODY,
    RESTRICTED,
    WALL,
    ZONE,
    move_code,
    target_of,
)
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

ANY_DISTANCE: Final[i64] = 99  # as far as any board is wide


def fill(t: Tables, cells: vec[i16], own: i16, reach: i64, confinement: i64, out: vec[i64], n: i64) -> i64:
    """Write the codes of all moves into ``out`` from index ``n``; return the index after the last."""
    for q in t.squares:
        if cells[q] & own:
            n = fill_from(t, cells, q, reach, confinement, out, n)
    return n


def fill_from(t: Tables, cells: vec[i16], q: i64, reach: i64, confinement: i64, out: vec[i64], n: i64) -> i64:
    """Write the codes of the moves of one piece into ``out`` from index ``n``; return the index after the last."""
    p = cells[q]
    access = t.access
    may_stop = i64(p)
    may_cross = may_stop << CROSS
    origin = move_code(q, 0)
    base = confinement + t.layer[q]
    far = t.far[may_stop] if t.limited else ANY_DISTANCE
    jumpers = t.jumpers
    if reach < ANY_DISTANCE and p & t.rolled:
        if reach <= 0:
            return _fill_exactly(t, cells, q, -reach, confinement, out, n)
        far = min(far, reach)
        jumpers = able_to_jump(t, reach)
    for d in t.steps:
        to = q + d
        last = q + far * d  # off the board, where the speed does not matter
        while not cells[to]:
            there = access[base + to]
            if there & may_stop:
                out[n] = origin | to
                n += 1
            if to == last or not there & may_cross:
                break
            to += d
    if p & jumpers:
        for d in t.steps:
            if leaps(t, cells, confinement, q, d):
                out[n] = origin | q + 2 * d
                n += 1
    return n


def _fill_exactly(t: Tables, cells: vec[i16], q: i64, distance: i64, confinement: i64, out: vec[i64], n: i64) -> i64:
    """Write the codes of the moves of one piece by exactly so many squares, 0 for none; return the end."""
    p = cells[q]
    may_stop = i64(p)
    may_cross = may_stop << CROSS
    base = confinement + t.layer[q]
    if distance > 0 and (not t.limited or distance <= t.far[may_stop]):
        for d in t.steps:
            to = q + d
            left = distance
            while left > 1 and not cells[to] and t.access[base + to] & may_cross:
                to += d
                left -= 1
            if left == 1 and not cells[to] and t.access[base + to] & may_stop:
                out[n] = move_code(q, to)
                n += 1
    if distance == 2 and p & t.jumpers:
        for d in t.steps:
            if leaps(t, cells, confinement, q, d):
                out[n] = move_code(q, q + 2 * d)
                n += 1
    return n


def able_to_jump(t: Tables, reach: i64) -> i16:
    """Who may jump by a die that lets its pieces go that far, from 0 on: a jump is two squares (our reading)."""
    return t.jumpers if reach > 1 else t.jumpers & ~t.rolled


def within_roll(t: Tables, q: i64, to: i64, reach: i64) -> bool:
    """Whether a piece that moves by the die may go so far, straight from one square to the other.

    A roll counts squares (S001, "Bewegung des Feldherren"; Comyn), and a jump is two of them (our reading).
    """
    gap = to - q
    distance = gap // step_over(t, gap)
    return distance == -reach if reach < 0 else distance <= reach


def fill_to(
    t: Tables, cells: vec[i16], own: i16, reach: i64, confinement: i64, marks: vec[i64], mark: i64, out: vec[i64],
    n: i64,
) -> i64:  # fmt: skip
    """Write the codes of the moves to marked squares into ``out`` from index ``n``; return the index after the last.

    A square is marked if its word in ``marks`` is at least ``mark``. The moves are ordered by target. From each marked
    square a walk goes out to the first piece in each direction, so this is fast where few squares are marked.
    """
    jumpers = own & t.jumpers
    for to in t.squares:
        if marks[to] < mark or cells[to]:
            continue
        for d in t.steps:
            q = to - d
            while not cells[q]:
                q -= d
            if cells[q] & own and is_pseudo_legal(t, cells, own, reach, confinement, q, to, d):
                out[n] = move_code(q, to)
                n += 1
            if jumpers and q == to - d and cells[q] != WALL and cells[q - d] & jumpers:
                if is_pseudo_legal(t, cells, jumpers, reach, confinement, q - d, to, d):
                    out[n] = move_code(q - d, to)
                    n += 1
    return n


def keep_to(moves: vec[i64], start: i64, end: i64, marks: vec[i64], mark: i64) -> i64:
    """Keep, of the moves from index ``start`` to ``end``, those to marked squares; return the index after them."""
    kept = start
    i = start
    while i < end:
        if marks[target_of(moves[i])] >= mark:
            moves[kept] = moves[i]
            kept += 1
        i += 1
    return kept


def count(t: Tables, cells: vec[i16], own: i16, reach: i64, confinement: i64) -> i64:
    """How many moves :func:`fill` would write."""
    n: i64 = 0
    access = t.access
    for q in t.squares:
        p = cells[q]
        if p & own:
            if reach < ANY_DISTANCE and p & t.rolled:
                n += fill_from(t, cells, q, reach, confinement, room_for_one(t), 0)
                continue
            may_stop = i64(p)
            may_cross = may_stop << CROSS
            base = confinement + t.layer[q]
            far = t.far[may_stop] if t.limited else ANY_DISTANCE
            for d in t.steps:
                to = q + d
                last = q + far * d  # off the board, where the speed does not matter
                while not cells[to]:
                    there = access[base + to]
                    if there & may_stop:
                        n += 1
                    if to == last or not there & may_cross:
                        break
                    to += d
            if p & t.jumpers:
                for d in t.steps:
                    if leaps(t, cells, confinement, q, d):
                        n += 1
    return n


def room(t: Tables) -> vec[i64]:
    """A buffer that holds the moves of any position."""
    zero: i64 = 0
    return vec[i64]([zero] * int(4 * t.n * t.n))


def room_for_one(t: Tables) -> vec[i64]:
    """A buffer that holds the moves of any one piece."""
    zero: i64 = 0
    return vec[i64]([zero] * int(4 * t.n))


def fill_alone(t: Tables, board: vec[i16], kind: i16, q: i64, out: vec[i64]) -> i64:
    """Write the moves of a piece of that kind on ``q`` of an empty board into ``out``; return the index after the last.

    The board is empty again afterwards.
    """
    board[q] = kind
    end = fill_from(t, board, q, ANY_DISTANCE, 0, out, 0)
    board[q] = 0
    return end


def empty_board(t: Tables) -> vec[i16]:
    """The padded board with no piece on it."""
    cells = vec[i16]([WALL] * int(t.size))
    for q in t.squares:
        cells[q] = 0
    return cells


def may_move(t: Tables, cells: vec[i16], q: i64, reach: i64, confinement: i64) -> bool:
    """Whether the piece on ``q`` can move."""
    return _can_step(t, cells, confinement, q) or fill_from(t, cells, q, reach, confinement, room_for_one(t), 0) != 0


def movable(t: Tables, cells: vec[i16], own: i16, reach: i64, confinement: i64, first: i64) -> i64:
    """Where one of these pieces stands that can move, or 0. The one on ``first``, if it is one, is asked first."""
    stepping = own if reach > 0 else own & ~t.rolled  # a roll of just so many squares may allow no step
    if reach == 0:
        own = stepping
    if own == 0:
        return 0
    if cells[first] & stepping and _can_step(t, cells, confinement, first):
        return first
    squares = t.squares
    left = len(squares) if stepping != 0 else 0
    i: i64 = 0
    if own & DEFENDERS:
        i = len(squares) // 2  # the middle of the board, where defenders are found soon
    while left > 0:
        q = squares[i]
        if cells[q] & stepping and _can_step(t, cells, confinement, q):
            return q
        left -= 1
        i += 1
        if i == len(squares):
            i = 0
    # Hardly ever is there a move and no step: a jump, or a move across a square where no piece may stop.
    out = room_for_one(t)
    for q in squares:
        if cells[q] & own and fill_from(t, cells, q, reach, confinement, out, 0) != 0:
            return q
    return 0


def _can_step(t: Tables, cells: vec[i16], confinement: i64, q: i64) -> bool:
    """Whether a piece may go to one of the squares next to it."""
    base = confinement + t.layer[q]
    for d in t.steps:
        if not cells[q + d] and t.stop[base + q + d] & cells[q]:
            return True
    return False


def through(t: Tables, cells: vec[i16], own: i16, reach: i64, square: i64) -> i64:
    """How many moves of these pieces, jumps apart, end on the empty square or cross it; ``reach`` is 0 or more.

    From the square outwards to the first piece in each direction, and back along its line.
    """
    n: i64 = 0
    access = t.access
    for d in t.steps:
        q = square + d
        while not cells[q]:
            q += d
        p = cells[q]
        if p & own:
            may_stop = i64(p)
            base = t.layer[q]
            left = t.far[may_stop] if t.limited else ANY_DISTANCE
            if reach < left and p & t.rolled:
                left = reach
            met = False  # whether the walk has come to the square
            to = q - d
            while not cells[to]:
                met = met or to == square
                there = access[base + to]
                if met and there & may_stop:
                    n += 1
                left -= 1
                if left == 0 or not there & may_stop << CROSS:
                    break
                to -= d
    return n


def hops(t: Tables, cells: vec[i16], own: i16, square: i64) -> i64:
    """How many of these pieces may jump over the piece on the square, or onto the square if it is empty."""
    n: i64 = 0
    jumpers = own & t.jumpers
    for d in t.steps:
        q = square - d
        if not cells[square]:
            if not cells[q] & LEAPABLE:
                continue
            q -= d
        if cells[q] & jumpers:
            n += leaps(t, cells, 0, q, d)
    return n


def leaps(t: Tables, cells: vec[i16], confinement: i64, q: i64, d: i64) -> bool:
    """Whether the piece on ``q`` may jump in that direction over the man next to it (OpenTafl, berserk)."""
    return jumps_over(t, cells, q, d) and t.stop[confinement + t.layer[q] + q + 2 * d] & cells[q] != 0


def jumps_over(t: Tables, cells: vec[i16], q: i64, d: i64) -> bool:
    """Whether the piece on ``q`` can jump over the man next to it to an empty square, whoever may stop there.

    Only soldiers, mercenaries and guards are jumped over (OpenTafl; our reading for mercenaries and guards).
    """
    p = cells[q]
    over = cells[q + d]  # a wall cannot be jumped over, so q + 2d is on the padded board
    how = t.jump[i64(p)]
    if how == 0 or over & LEAPABLE == 0 or cells[q + 2 * d] != 0:
        return False
    if how == OVER_ANYBODY:
        return True
    if (over & ATTACKERS == 0) == (p & ATTACKERS == 0):
        return False
    return how != RESTRICTED or (t.special[q] | t.special[q + 2 * d]) & ZONE != 0


def vaults(t: Tables, marks: vec[i16], q: i64, d: i64, jumpers: i16) -> bool:
    """Whether the edge and the zones let one of those pieces jump from there in that direction, over any man.

    For the formations, which ask what could be jumped over if it came to that.
    """
    to = q + 2 * d
    able = t.stop[t.layer[q] + to] & jumpers
    if able == 0 or marks[to] == WALL:
        return False
    if (t.special[q] | t.special[to]) & ZONE != 0:
        return True
    return able & ~jumping(t, jumpers, RESTRICTED) != 0


def jumping(t: Tables, kinds: i16, how: i64) -> i16:
    """Those of the pieces that jump that way: a code from ``RESTRICTED`` on."""
    jumpers: i16 = 0
    for kind in t.bits:
        if kinds & kind != 0 and t.jump[i64(kind)] == how:
            jumpers |= kind
    return jumpers


def straight(t: Tables, q: i64, to: i64) -> i64:
    """The step that leads from one square towards another along a file or rank, or 0."""
    gap = to - q
    if gap == 0 or (gap % t.stride != 0 and q // t.stride != to // t.stride):
        return 0
    return step_over(t, gap)


def step_over(t: Tables, gap: i64) -> i64:
    """The step of a straight move over that gap."""
    if gap >= t.stride:
        return t.stride
    if gap > 0:
        return 1
    if gap > -t.stride:
        return -1
    return -t.stride


def adjacent(t: Tables, q: i64, to: i64) -> bool:
    """Whether two squares lie side by side, along a file or rank."""
    gap = to - q
    return gap == 1 or gap == -1 or gap == t.stride or gap == -t.stride


def across(t: Tables, d: i64) -> i64:
    """A step at right angles to ``d``."""
    if d == 1 or d == -1:
        return t.stride
    return 1


def is_pseudo_legal(
    t: Tables, cells: vec[i16], own: i16, reach: i64, confinement: i64, q: i64, to: i64, step: i64
) -> bool:
    """Whether a piece of ``own`` stands on ``q`` and can move to ``to``.

    ``step`` leads from one towards the other, and is 0 if they lie on no common file or rank.
    """
    p = cells[q]
    layer = t.layer[q]
    if not p & own or not t.stop[confinement + layer + to] & p or step == 0:
        return False
    if reach < ANY_DISTANCE and p & t.rolled and not within_roll(t, q, to, reach):
        return False
    go = t.go
    z = q + step
    while z != to and not cells[z] and go[layer + z] & p:
        z += step
    if z != to:
        return p & t.jumpers != 0 and to == q + 2 * step and leaps(t, cells, confinement, q, step)
    return not cells[to] and (not t.limited or (to - q) // step <= t.far[i64(p)])


def ways_out(t: Tables, cells: vec[i16], king: i64) -> i64:
    """In how many directions the king could reach a square of escape if he were to move, by some roll (S003 §9–10)."""
    bits = open_directions(t, cells, king)
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3)


def open_directions(t: Tables, cells: vec[i16], king: i64) -> i64:
    """In which directions he could do so: a bit for each of the four in ``steps``."""
    if t.special[king] & OUTLOOK == 0:
        return 0  # no goal on his lines
    access = t.access
    layer = t.layer[king]
    may_stop = i64(KING)
    found: i64 = 0
    bit: i64 = 1
    for d in t.steps:
        to = king + d
        left = t.speed_king
        # Asked before the square behind: beside the edge there may be none, but behind a man there is always one.
        if cells[to] & LEAPABLE != 0 and t.special[to + d] & GOAL != 0 and leaps(t, cells, 0, king, d):
            if t.rolled & KING == 0 or within_roll(t, king, to + d, reach(t, 0)):
                found |= bit
        while not cells[to]:
            there = access[layer + to]
            if there & may_stop and t.special[to] & GOAL:
                found |= bit
                break
            left -= 1
            if left == 0 or not there & may_stop << CROSS:
                break
            to += d
        bit <<= 1
    return found


def kinds_on(t: Tables, cells: vec[i16]) -> i16:
    """What pieces there may be in a game from that board on."""
    kinds: i16 = 0
    for q in t.squares:
        kinds |= cells[q]
    return kinds | MERCENARIES if kinds & MERCENARIES != 0 else kinds


def own_pieces(side: i64) -> i16:
    """The pieces of the side to move."""
    return ATTACKERS if side == ATTACKING else DEFENDERS


def reach(t: Tables, roll: i64) -> i64:
    """How far the pieces may go that move by the die: by the pending roll, or where there is none, by any roll.

    At most so many squares (S001, "Bewegung des Feldherren"; Comyn), or, below 0, exactly as many (Comyn).
    """
    if t.die == 0:
        return ANY_DISTANCE
    if t.allows == ODD:  # any distance on an odd roll, and no move on another (Bell)
        return ANY_DISTANCE if roll == 0 or roll & 1 == 1 else 0
    if roll == 0:
        return t.die
    return -roll if t.allows == EXACTLY else roll
