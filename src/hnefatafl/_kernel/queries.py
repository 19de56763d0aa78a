"""What searches and bots ask of a board: what a move takes, without the reasons, and which pieces get where.

Answers are lists of squares, or of entries (a piece with its square, :mod:`hnefatafl._kernel.codes`). What depends on
whose turn it is, on a pending roll or on announcements is not asked here: a piece gets where the board and some roll of
the die let it. The last
functions list what was made on a mutable position.

Cost: what a move takes is found by making it on a copy of the board.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import apply_move, barred, fill_unbarred, keep_unbarred, takes
from hnefatafl._kernel.codes import (
    ATTACKERS,
    DEFENDERS,
    KING,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    MORE_TAKEN,
    MOVER_FALLS,
    entry,
    fallen_mover,
    move_of,
    origin_of,
    piece_of,
    place_towards,
    square_of,
    state_roll,
    takes_towards,
    target_of,
)
from hnefatafl._kernel.generate import count, fill_from, is_pseudo_legal, reach, room, room_for_one, straight
from hnefatafl._kernel.history import History
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec


def struck(t: Tables, to: i64, taken: i64, more: list[int]) -> tuple[i64, i64]:
    """By what a move to ``to`` changes the Zobrist key and the sum of orbits when it takes these pieces."""
    key: i64 = 0
    orbits: i64 = 0
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            man = t.bits[place_towards(taken, i)]
            key ^= _exchanged(t, man, to + d)
            if t.repeats.mirrored:
                orbits += _orbit_lost(t, man, to + d)
        i += 1
    # Shieldwalls and extra captures may take pieces that are not next to the target: these are listed one by one.
    if taken & MORE_TAKEN != 0:
        for entry in more:
            man = i16(piece_of(i64(entry)))
            key ^= _exchanged(t, man, square_of(i64(entry)))
            if t.repeats.mirrored:
                orbits += _orbit_lost(t, man, square_of(i64(entry)))
    if taken & MOVER_FALLS != 0:
        man = t.bits[fallen_mover(taken)]
        key ^= _exchanged(t, man, to)
        if t.repeats.mirrored:
            orbits += _orbit_lost(t, man, to)
    return key, orbits


def _exchanged(t: Tables, man: i16, square: i64) -> i64:
    """The part of the Zobrist key that changes when that man is taken there."""
    # A captured mercenary changes sides instead of leaving the board (`turned`), and is added as the other piece.
    turned = t.turned[i64(man)]
    key = t.keys[t.row[i64(man)] + square]
    return key ^ t.keys[t.row[i64(turned)] + square] if turned != 0 else key


def _orbit_lost(t: Tables, man: i16, square: i64) -> i64:
    """What the repetition key of mirrored boards loses when that man is taken there."""
    turned = t.turned[i64(man)]
    lost = t.repeats.orbits[t.row[i64(man)] + square]
    return lost - t.repeats.orbits[t.row[i64(turned)] + square] if turned != 0 else lost


def put_back(t: Tables, cells: vec[i16], to: i64, taken: i64, more: list[int]) -> None:
    """Put back what a move to ``to`` took; the piece that moved stands on ``to`` afterwards."""
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            cells[to + d] = t.bits[place_towards(taken, i)]
        i += 1
    if taken & MORE_TAKEN != 0:
        for entry in more:
            cells[square_of(i64(entry))] = i16(piece_of(i64(entry)))
    if taken & MOVER_FALLS != 0:
        cells[to] = t.bits[fallen_mover(taken)]


def moved_piece(t: Tables, cells: vec[i16], to: i64, taken: i64) -> i16:
    """The piece that has moved to ``to``, even if it has fallen by that move."""
    return t.bits[fallen_mover(taken)] if taken & MOVER_FALLS != 0 else cells[to]


def men_taken(t: Tables, before: vec[i16], after: vec[i16], code: i64, taken: i64) -> list[int]:
    """The squares of the men whom a move has taken, by its report and the boards before and after it."""
    squares: list[int] = []
    to = target_of(code)
    if taken & MORE_TAKEN != 0:
        # A board that has changed elsewhere than where the move begins and ends has lost a man there.
        for q in t.squares:
            if before[q] != after[q] and q != to and q != origin_of(code):
                squares.append(int(q))
        if taken & MOVER_FALLS != 0:
            squares.append(int(to))
        return squares
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            squares.append(int(to + d))
        i += 1
    if taken & MOVER_FALLS != 0:
        squares.append(int(to))
    return squares


def more_taken(t: Tables, before: vec[i16], after: vec[i16], code: i64, taken: i64) -> list[int]:
    """The entries of the men whom a move has taken but whom its report does not tell, by the boards around it."""
    told = [int(target_of(code))]
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            told.append(int(target_of(code) + d))
        i += 1
    squares = men_taken(t, before, after, code, taken)
    return [entry(i64(before[i64(q)]), i64(q)) for q in squares if q not in told]


def counted(t: Tables, cells: vec[i16], kinds: i16) -> i64:
    """How many pieces of those kinds there are."""
    n: i64 = 0
    for q in t.squares:
        if cells[q] & kinds != 0:
            n += 1
    return n


def fallen(t: Tables, king: i64, to: i64, taken: i64, more: list[int]) -> list[int]:
    """The entries of all pieces that a move to ``to`` has taken.

    ``taken`` is the report of :func:`~hnefatafl._kernel.captures.apply_move`, ``more`` the entries that it added.
    """
    entries: list[int] = []
    i: i64 = 0
    for d in t.steps:
        if takes_towards(taken, i):
            entries.append(entry(i64(t.bits[place_towards(taken, i)]), to + d))
        i += 1
    entries += more
    if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:
        entries.append(entry(i64(KING), king))
    if taken & MOVER_FALLS != 0:
        entries.append(entry(i64(t.bits[fallen_mover(taken)]), to))
    return entries


def taken_by(t: Tables, cells: vec[i16], king: i64, q: i64, to: i64) -> list[int]:
    """The entries of the pieces that a move would take."""
    more: list[int] = []
    if cells[q] == KING:
        king = to
    taken = apply_move(t, cells[:], king, q, to, more)
    return fallen(t, king, to, taken, more)


def reach_of(t: Tables, cells: vec[i16], king: i64, q: i64) -> list[int]:
    """Where the piece on the square could go, were it the turn of its side."""
    if cells[q] & (ATTACKERS | DEFENDERS) == 0:
        return []
    out = room_for_one(t)
    end = fill_from(t, cells, q, reach(t, 0), 0, out, 0)
    end = keep_unbarred(t, cells, king, out, 0, end)
    return [int(target_of(out[i])) for i in range(end)]


def reaching(t: Tables, cells: vec[i16], king: i64, own: i16, to: i64) -> list[int]:
    """Where the pieces of ``own`` stand that could go to the square, were it the turn of their side."""
    origins: list[int] = []
    for q in t.squares:
        if cells[q] & own == 0 or not is_pseudo_legal(t, cells, own, reach(t, 0), 0, q, to, straight(t, q, to)):
            continue
        if not barred(t, cells, king, q, to):
            origins.append(int(q))
    return origins


def mobility_of(t: Tables, cells: vec[i16], king: i64, own: i16) -> i64:
    """How many moves the board and some roll allow those pieces."""
    if own & t.no_walk_in == 0:
        return count(t, cells, own, reach(t, 0), 0)
    return fill_unbarred(t, cells, king, own, reach(t, 0), 0, room(t), 0)


def attacking(t: Tables, cells: vec[i16], king: i64, victim: i64) -> list[int]:
    """Where the enemies stand who could take the piece on the square, were it the turn of their side."""
    piece = cells[victim]
    if piece & (ATTACKERS | DEFENDERS) == 0:
        return []
    out = room(t)
    enemies = DEFENDERS if piece & ATTACKERS != 0 else ATTACKERS
    end = fill_unbarred(t, cells, king, enemies, reach(t, 0), 0, out, 0)
    captors: list[int] = []
    last: i64 = 0  # the captor found last, whose other moves need not be asked
    i: i64 = 0
    while i < end:
        q = origin_of(out[i])
        to = target_of(out[i])
        i += 1
        if q != last and takes(t, cells, king, q, to):
            for taken in taken_by(t, cells, king, q, to):
                if square_of(i64(taken)) == victim:
                    captors.append(int(q))
                    last = q
    return captors


def codes_made(history: History) -> list[int]:
    """The moves made on a mutable position with that history, 0 for a skipped turn."""
    return [int(move_of(history.code(depth))) for depth in range(history.first + 1, history.depth + 1)]


def rolls_made(history: History) -> list[int]:
    """What had been rolled before each of these moves, 0 for nothing."""
    return [int(state_roll(history.state(depth))) for depth in range(history.first, history.depth)]
