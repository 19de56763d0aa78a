"""The keys by which positions are recognised: Zobrist keys, and the repetition keys that follow from them.

A *Zobrist key* is the same for positions with the same board, side to move, piece that must go on and way out left
unannounced. A *repetition key* is a number that all positions share which the repetition rule may call the same. Other
positions hardly ever have the same keys.

Cost: a look at the whole board, or a few words where the key before the move is known.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import ATTACKERS, ATTACKING, DEFENDING, PLAIN, UNANNOUNCED, UNANNOUNCED_KEY
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec


def turn_key(t: Tables, side: i64, berserk: i64, flags: i64) -> i64:
    """The part of a Zobrist key that is not about the board: the side to move, and what binds it."""
    key: i64 = 0
    if side == DEFENDING:
        key = t.side_key
    if berserk != 0:
        key ^= t.keys[berserk]
    if flags & UNANNOUNCED != 0:
        key ^= t.keys[UNANNOUNCED_KEY]
    return key


def turn_change(
    t: Tables, side: i64, berserk: i64, flags: i64, next_side: i64, next_berserk: i64, next_flags: i64
) -> i64:
    """By what the part of a Zobrist key that is not about the board changes from one turn to the next."""
    if t.alternates and (flags | next_flags) & UNANNOUNCED == 0:
        return t.side_key
    return turn_key(t, side, berserk, flags) ^ turn_key(t, next_side, next_berserk, next_flags)


def board_key(t: Tables, cells: vec[i16]) -> i64:
    """The part of a Zobrist key that is about the board."""
    key: i64 = 0
    for q in t.squares:
        if cells[q] != 0:
            key ^= t.keys[t.row[i64(cells[q])] + q]
    return key


def move_change(t: Tables, piece: i16, q: i64, to: i64) -> i64:
    """By what a Zobrist key changes when that piece goes from ``q`` to ``to``."""
    row = i64(piece) * t.size if piece & PLAIN else t.row[i64(piece)]
    return t.keys[row + q] ^ t.keys[row + to]


def repetition_key(t: Tables, cells: vec[i16], key: i64, side: i64) -> i64:
    """The repetition key of a position with that board, Zobrist key and side to move."""
    repeats = t.repeats
    if not repeats.mirrored:
        return key ^ t.side_key if repeats.any_turn and side == DEFENDING else key
    total: i64 = 0
    if not repeats.any_turn:
        total = side
    for q in t.squares:
        p = cells[q]
        if p != 0:
            total += repeats.orbits[t.row[i64(p)] + q]
    return total


def repetition_key_after(t: Tables, before: i64, piece: i16, q: i64, to: i64, announced: bool, again: bool) -> i64:
    """The repetition key after a move that captures nothing, from the one before it.

    ``announced`` says that the move ends the state ``UNANNOUNCED``, ``again`` that its side is to move again.
    """
    repeats = t.repeats
    row = t.row[i64(piece)]
    if repeats.mirrored:
        after = before - repeats.orbits[row + q] + repeats.orbits[row + to]
        if again or repeats.any_turn:
            return after
        return after + 1 if piece & ATTACKERS else after - 1
    key = before ^ t.keys[row + q] ^ t.keys[row + to]
    if announced:
        key ^= t.keys[UNANNOUNCED_KEY]
    return key if again or repeats.any_turn else key ^ t.side_key


def next_repetition_key(
    t: Tables, cells: vec[i16], key: i64, side: i64, before: i64, piece: i16, q: i64, to: i64
) -> i64:
    """The repetition key of a position with that board, Zobrist key and side to move.

    That piece has moved there, and ``before`` was the repetition key before it, captures apart.
    """
    if not t.repeats.mirrored:
        return repetition_key(t, cells, key, side)
    # Sparing a look at the whole board.
    again = (piece & ATTACKERS != 0) == (side == ATTACKING)
    return repetition_key_after(t, before, piece, q, to, False, again)


def mirrors(t: Tables, cells: vec[i16], other: vec[i16]) -> bool:
    """Whether one board is the other, turned or mirrored."""
    if cells == other:
        return True
    n = t.n * t.n
    start: i64 = 0
    while start < 7 * n:
        i: i64 = 0
        while i < n and other[t.turns[start + i]] == cells[t.squares[i]]:
            i += 1
        if i == n:
            return True
        start += n
    return False
