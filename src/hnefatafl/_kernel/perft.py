"""Counting lines of moves (perft).

The last ply is not played where the number of moves alone is asked (bulk counting); else each last move is tried on the
board without entering it into the history, by what a move takes and whether that ends the game.

Law: lines of legal moves are counted, which end early where the board ends the game; repetition and the limit of quiet
moves are not asked. Cost: in bulk as many moves made as there are lines one ply shorter, or fewer; else as many as
there are lines.
"""

from __future__ import annotations

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import capture, fill_unbarred, find_unbarred
from hnefatafl._kernel.codes import EXACTLY, KING, effect, effect_end, origin_of, target_of
from hnefatafl._kernel.generate import able_to_jump, fill, hops, own_pieces, reach, room, through
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.play import NO_MEMORY, can_roll, fill_legal, passes
from hnefatafl._kernel.queries import put_back
from hnefatafl._kernel.ring import EscapePath
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.verdict import is_quiet, status_after
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec


def perft(board: MutablePosition, depth: i64, bulk: bool) -> i64:
    """How many lines of ``depth`` legal moves there are, repetition and quiet moves aside."""
    zero: i64 = 0
    if board.status != 0:
        return 0 if depth > 0 else 1
    if depth == 0:
        return 1
    return _count_lines(board, depth, bulk, vec[i64]([zero] * int(4 * board.t.n * board.t.n * depth)), 0)


def _count_lines(board: MutablePosition, depth: i64, bulk: bool, out: vec[i64], base: i64) -> i64:
    end = every_move(board, out, base)
    if depth == 1:
        return end - base if bulk else _make_last_moves(board, out, base, end)
    # The answers to a move are counted by what it opens and closes, unless they depend on more than lines.
    if bulk and depth == 2 and board.unannounced == 0 and not board.t.lists and not board.t.hooked:
        return _count_replies(board, out, base, end)
    n: i64 = 0
    i = base
    while i < end:
        if i & 15 == 0:
            heed_interrupts()
        code = out[i]
        board.make_on(board.cells, origin_of(code), target_of(code))
        if board.status == 0:
            n += _count_lines(board, depth - 1, bulk, out, end)
        board.unmake_on(board.cells)
        i += 1
    return n


def every_move(board: MutablePosition, out: vec[i64], base: i64) -> i64:
    """Write all moves, whatever the die will show and whatever they repeat; return the index after them."""
    t = board.t
    cells = board.cells
    side = board.side
    confinement = board.confinement()
    if board.berserk != 0 or board.roll != 0:
        return fill_legal(t, cells, board.king, side, board.roll, board.berserk, confinement, NO_MEMORY, out, base)
    if t.forced:
        return _by_every_face(board, out, base)
    end = fill_unbarred(t, cells, board.king, own_pieces(side), reach(t, 0), confinement, out, base)
    if t.may_pass >> side & 1 != 0 or (end > base and _may_lose_turn(t, cells, board.king, side, confinement)):
        out[end] = t.pass_code
        end += 1
    return end


def _may_lose_turn(t: Tables, cells: vec[i16], king: i64, side: i64, confinement: i64) -> bool:
    """Whether a side that can move by some roll must pass after another.

    Where a roll allows exactly so many squares each is asked; otherwise 1 allows least, or 2, which is even.
    """
    if t.passers >> side & 1 == 0:
        return False
    last = t.die if t.allows == EXACTLY else min(t.die, 2)
    face: i64 = 1
    while face <= last:
        if find_unbarred(t, cells, king, own_pieces(side), reach(t, face), confinement, 0) == 0:
            return True
        face += 1
    return False


def _by_every_face(board: MutablePosition, out: vec[i64], base: i64) -> i64:
    """Write the moves that are legal without a roll or after one; return the index after them.

    What can be captured, and so must be, depends on the roll.
    """
    t = board.t
    confinement = board.confinement()
    end = fill_legal(t, board.cells, board.king, board.side, 0, 0, confinement, NO_MEMORY, out, base)
    if not can_roll(t, board.cells, board.king, board.side, 0, 0, confinement, NO_MEMORY):
        return end
    more = room(t)
    face: i64 = 1
    while face <= t.die:
        i = fill_legal(t, board.cells, board.king, board.side, face, 0, confinement, NO_MEMORY, more, 0)
        while i > 0:
            i -= 1
            place = base
            while place < end and out[place] != more[i]:
                place += 1
            if place == end:
                out[end] = more[i]
                end += 1
        face += 1
    return end


def _find_escape_path(board: MutablePosition) -> None:
    """Know a way out of the king, if there is one."""
    if board.t.encirclement:
        board.escape_path.find_escape_path(board.t, board.cells, board.king, board.ply)


def _probe_move(t: Tables, cells: vec[i16], king: i64, path: EscapePath, more: list[int], q: i64, to: i64) -> i64:
    """What a legal move brings about, which is made on the bare board and taken back at once.

    Returns what it took times 256, plus the end, if it is one.
    """
    piece = cells[q]
    if piece == KING:
        king = to
    stands = path.stands(to)
    cells[q] = 0
    cells[to] = piece
    effect: i64 = 0
    if not is_quiet(t, cells, king, piece, to, stands):
        effect = _find_effect(t, cells, king, path, more, piece, q, to)
    cells[to] = 0
    cells[q] = piece
    return effect


def _find_effect(
    t: Tables, cells: vec[i16], king: i64, path: EscapePath, more: list[int], piece: i16, q: i64, to: i64
) -> i64:
    """The same of a move that is on the board."""
    taken = capture(t, cells, king, q, to, more)
    no_ring = path.outlasts(t, cells, to, taken)
    status = status_after(t, cells, king, piece, to, taken, no_ring)
    if taken != 0:
        put_back(t, cells, to, taken, more)
        more.clear()
    return effect(taken, status)


def _make_last_moves(board: MutablePosition, out: vec[i64], base: i64, end: i64) -> i64:
    """Make each of the last moves; return how many they are."""
    _find_escape_path(board)
    t = board.t
    cells = board.cells
    path = board.escape_path
    more = board.spare
    king = board.king
    i = base
    while i < end:
        _probe_move(t, cells, king, path, more, origin_of(out[i]), target_of(out[i]))
        i += 1
    return end - base


def _count_replies(board: MutablePosition, out: vec[i64], base: i64, end: i64) -> i64:
    """How many answers there are to the moves: those there were before, and the difference that each move makes.

    A move without captures changes them only along the lines on which it begins and ends.
    """
    t = board.t
    cells = board.cells
    own = own_pieces(1 - board.side)
    far = reach(t, 0)
    jumpers = own & able_to_jump(t, far)
    jumps = jumpers != 0
    losers = t.passers >> 1 - board.side & 1 != 0
    before = fill(t, cells, own, far, 0, out, end) - end
    _find_escape_path(board)
    n: i64 = 0
    i = base
    while i < end:
        q = origin_of(out[i])
        to = target_of(out[i])
        passing = passes(out[i], board.berserk)
        i += 1
        effect: i64 = 0
        if not passing:
            effect = _probe_move(t, cells, board.king, board.escape_path, board.spare, q, to)
        answers: i64 = 0
        if effect == 0 and not passing:
            piece = cells[q]
            answers = before
            if jumps:
                answers -= hops(t, cells, jumpers, q)
            cells[q] = 0
            answers += through(t, cells, own, far, q) - through(t, cells, own, far, to)
            if jumps:
                answers += hops(t, cells, jumpers, q) - hops(t, cells, jumpers, to)
                cells[to] = piece
                answers += hops(t, cells, jumpers, to)
                cells[to] = 0
            if losers and answers != 0:
                cells[to] = piece
                answers += i64(_may_lose_turn(t, cells, to if piece == KING else board.king, 1 - board.side, 0))
                cells[to] = 0
            cells[q] = piece
        if passing or (effect != 0 and effect_end(effect) == 0) or (effect == 0 and answers == 0 and t.passes):
            # Nothing has moved, men have been taken, or the opponent must let the same side move again.
            board.make_on(board.cells, q, to)
            answers = _count_lines(board, 1, True, out, end)
            board.unmake_on(board.cells)
        n += answers
    return n
