"""What follows from a capture report: the keys that change, and the pieces that are put back when a move is undone."""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    MORE_TAKEN,
    MOVER_FALLS,
    fallen_mover,
    origin_of,
    piece_of,
    place_towards,
    square_of,
    takes_towards,
    target_of,
)
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
