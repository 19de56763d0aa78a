"""Counting lines of moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from hnefatafl.kernel.generate import count, own_pieces, through
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
        return _count(board)
    end = board.every_move(out, base)
    if depth == 1:
        return _made(board, out, base, end)
    if bulk and depth == 2 and _is_simple(board):
        return _replies(board, out, base, end)
    n: i64 = 0
    i = base
    while i < end:
        code = out[i]
        board.make(code >> 10, code & 1023)
        if board.status == 0:
            n += _lines(board, depth - 1, bulk, out, end)
        board.unmake()
        i += 1
    return n


def _count(board: Scratch) -> i64:
    """How many moves there are."""
    return count(board.t, board.cells, board.own(), reach(board.t, board.roll), board.stops(), 1 << 40)


def _made(board: Scratch, out: vec[i64], base: i64, end: i64) -> i64:
    """Make each of the last moves; return how many they are."""
    board.look_out()
    i = base
    while i < end:
        board.leaf(out[i] >> 10, out[i] & 1023)
        i += 1
    return end - base


def _is_simple(board: Scratch) -> bool:
    """Whether a move without captures changes the opponent's moves only along the lines on which it begins and ends."""
    t = board.t
    return t.plain and t.alternates and t.jumpers == 0 and board.held == 0


def _replies(board: Scratch, out: vec[i64], base: i64, end: i64) -> i64:
    """How many answers there are to the moves: those there were before, and the difference that each move makes."""
    t = board.t
    cells = board.cells
    own = own_pieces(1 - board.side)
    before = count(t, cells, own, t.speed_king, 0, 1 << 40)
    board.look_out()
    n: i64 = 0
    i = base
    while i < end:
        q = out[i] >> 10
        to = out[i] & 1023
        i += 1
        found = board.leaf(q, to)
        if found == 0:
            piece = cells[q]
            cells[q] = 0
            n += before + through(t, cells, own, q) - through(t, cells, own, to)
            cells[q] = piece
        elif found & 255 == 0:
            board.make(q, to)
            n += _count(board)
            board.unmake()
    return n
