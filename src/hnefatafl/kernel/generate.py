"""Which moves there are: generating, counting, and looking for ways out.

All functions take the pieces that may move (``own``, as bits), how far the king
may go (``reach``) and the layer offset of ``stop`` (``held``: 0, or
``Tables.held`` for a king who may not leave).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from hnefatafl.kernel.tables import ATTACKER, GOAL, KING, Move, Tables


def fill(t: Tables, cells: vec[u8], own: u8, reach: i64, held: i64, out: vec[i64], n: i64) -> i64:
    """Write the codes of all moves into ``out`` from index ``n``; return the index after the last."""
    stop = t.stop
    go = t.go
    for q in t.squares:
        p = cells[q]
        if p & own != 0:
            layer = t.layer[q]
            far = t.speed_attackers if p == ATTACKER else reach if p == KING else t.speed_defenders
            for d in t.steps:
                to = q + d
                left = far
                while cells[to] == 0:
                    if stop[held + layer + to] & p != 0:
                        out[n] = q << 10 | to
                        n += 1
                    left -= 1
                    if left == 0 or go[layer + to] & p == 0:
                        break
                    to += d
    return n


def listed(t: Tables, cells: vec[u8], own: u8, reach: i64, held: i64) -> list[Move]:
    """All moves, as objects."""
    out: list[Move] = []
    stop = t.stop
    go = t.go
    moves = t.moves
    for q in t.squares:
        p = cells[q]
        if p & own != 0:
            row = q * t.size
            layer = t.layer[q]
            far = t.speed_attackers if p == ATTACKER else reach if p == KING else t.speed_defenders
            for d in t.steps:
                to = q + d
                left = far
                while cells[to] == 0:
                    if stop[held + layer + to] & p != 0:
                        out.append(moves[row + to])
                    left -= 1
                    if left == 0 or go[layer + to] & p == 0:
                        break
                    to += d
    return out


def count(t: Tables, cells: vec[u8], own: u8, reach: i64, held: i64, enough: i64) -> i64:
    """How many moves there are; the count may stop early once it is ``enough``."""
    stop = t.stop
    go = t.go
    n: i64 = 0
    for q in t.squares:
        p = cells[q]
        if p & own != 0:
            layer = t.layer[q]
            far = t.speed_attackers if p == ATTACKER else reach if p == KING else t.speed_defenders
            for d in t.steps:
                to = q + d
                left = far
                while cells[to] == 0:
                    if stop[held + layer + to] & p != 0:
                        n += 1
                    left -= 1
                    if left == 0 or go[layer + to] & p == 0:
                        break
                    to += d
            if n >= enough:
                return n
    return n


def open_way(t: Tables, cells: vec[u8], q: i64, to: i64, far: i64) -> bool:
    """Whether the piece on ``q`` can reach ``to``, apart from whether it may stop there."""
    gap = to - q
    stride = t.stride
    if gap % stride == 0:
        step = stride if gap > 0 else -stride
    elif q // stride == to // stride:
        step = 1 if gap > 0 else -1
    else:
        return False
    p = cells[q]
    go = t.go
    layer = t.layer[q]
    z = q + step
    while z != to:
        far -= 1
        if far == 0 or cells[z] != 0 or go[layer + z] & p == 0:
            return False
        z += step
    return cells[to] == 0


def ways_out(t: Tables, cells: vec[u8], king: i64) -> i64:
    """In how many directions the king could reach a square of escape if he were to move (S003 §9–10)."""
    layer = t.layer[king]
    ways: i64 = 0
    for d in t.steps:
        to = king + d
        left = t.speed_king
        while cells[to] == 0:
            if t.stop[layer + to] & KING != 0 and t.special[to] & GOAL != 0:
                ways += 1
                break
            left -= 1
            if left == 0 or t.go[layer + to] & KING == 0:
                break
            to += d
    return ways
