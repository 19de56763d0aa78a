"""Counting lines of moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from hnefatafl.kernel.generate import count
from hnefatafl.kernel.search import Scratch
from hnefatafl.kernel.verdict import reach


def perft(board: Scratch, depth: i64, bulk: bool) -> i64:
    """How many lines of ``depth`` legal moves there are, repetition and quiet moves aside."""
    zero: i64 = 0
    if board.status != 0:
        return 0 if depth > 0 else 1
    if depth == 0:
        return 1
    return _lines(board, depth, bulk, vec[i64]([zero] * int(4 * board.t.n * board.t.n * depth)), 0)


def _lines(board: Scratch, depth: i64, bulk: bool, out: vec[i64], base: i64) -> i64:
    if bulk and depth == 1 and board.bound == 0:
        t = board.t
        return count(t, board.cells, board.own(), reach(t, board.roll), board.stops(), 1 << 40)
    end = board.every_move(out, base)
    n: i64 = 0
    i = base
    if depth == 1 and board.t.alternates:
        board.look_out()
        while i < end:
            board.leaf(out[i] >> 10, out[i] & 1023)
            i += 1
        return end - base
    while i < end:
        code = out[i]
        board.make(code >> 10, code & 1023)
        if depth == 1:
            n += 1
        elif board.status == 0:
            n += _lines(board, depth - 1, bulk, out, end)
        board.unmake()
        i += 1
    return n
