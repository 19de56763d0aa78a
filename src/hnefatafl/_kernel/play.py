"""Play: which moves are legal, whose turn is next and how the game has ended, each decided here and nowhere else.

Positions, positions and perft keep the same things in their own ways, so what is asked comes as arguments:

* ``cells`` and ``king`` are the board, and ``side`` is to move;
* ``roll`` is what the die shows, or 0;
* ``berserk`` is where the piece stands whose berserk turn it is, or 0;
* ``unannounced`` is 1 while the king may not leave by a way out that has not been announced, and ``confinement`` where
  the layers of ``stop`` then begin (:func:`confinement_of`);
* ``status`` is the end that the last move has brought about on the board, or 0;
* ``memory`` knows the moves before. It is :data:`NO_MEMORY` where they cannot matter.

Law: a game has ended by the first of these that holds: the last move has ended it on the board, it has brought about a
repetition, the limit of quiet moves or of all moves is reached, the king can no longer escape, there is neither a legal
move nor a roll (:func:`verdict`, :func:`end`). A game that has ended has no legal moves; those who ask for moves know
that it goes on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import (
    barred,
    fill_unbarred,
    filter_continuations,
    find_unbarred,
    keep_captures,
    keep_unbarred,
    may_continue,
    takes,
)
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDING,
    MAY_GO_ON,
    MOVE_LIMIT,
    NO_ESCAPE,
    QUIET_LIMIT,
    SET_UP,
    SIDE,
    UNANNOUNCED,
    man_of,
    move_code,
    opponent,
    origin_of,
    target_of,
)
from hnefatafl._kernel.generate import (
    ANY_DISTANCE,
    fill_from,
    fill_to,
    is_pseudo_legal,
    keep_to,
    movable,
    own_pieces,
    reach,
    room,
    room_for_one,
    ways_out,
)
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.threats import opens
from hnefatafl._kernel.verdict import (
    OPPONENT,
    SAME_PIECE,
    as_set_up,
    blocked,
    limited,
    next_turn,
    status_after,
)
from hnefatafl.support.vectors import vec

NOT_ASKED: Final[i64] = -1
"""In place of a status that is not known yet."""


class Memory:
    """Who knows the moves before, and so what the repetition rule says; this one knows of none."""

    __slots__ = ()

    def repetition(self) -> i64:
        """The end that the last move brings about by repeating, 0 for none, -1 if it was forbidden."""
        return 0

    def repetition_may_forbid(self) -> bool:
        """Whether the repetition rule could forbid a move here."""
        return False

    def forbidden(self, q: i64, to: i64) -> bool:
        """Whether the repetition rule forbids a move that everything else allows."""
        return False


NO_MEMORY: Final[Memory] = Memory()


# After a move.


def status_of(
    t: Tables, cells: vec[i16], king: i64, side: i64, berserk: i64, flags: i64, piece: i16, to: i64, taken: i64
) -> i64:
    """The status of a position with these flags, to which that piece's move to ``to`` has led, if it was not set up."""
    if flags & SET_UP != 0:
        return as_set_up(t, cells, king, side if berserk == 0 else opponent(side))
    return status_after(t, cells, king, piece, to, taken, False)


def mover(cells: vec[i16], q: i64, to: i64, side: i64, berserk: i64) -> i16:
    """The piece on ``q`` that makes a move of that side, or in place of one that passes a soldier of its own."""
    return man_of(side) if q == to and berserk == 0 else cells[q]


def passes(code: i64, berserk: i64) -> bool:
    """Whether a move, made where that piece was in a berserk turn, was a pass."""
    return berserk == 0 and origin_of(code) == target_of(code)


def turn_after(
    t: Tables, cells: vec[i16], king: i64, piece: i16, to: i64, taken: i64, roll: i64, last: i64, status: i64
) -> i64:
    """Whose turn it is after that piece's move: ``OPPONENT``, ``SAME_SIDE`` or ``SAME_PIECE``.

    ``roll`` is what the move was made by, ``last`` the opponent's last move, if it is above 0, and ``status`` may be
    :data:`NOT_ASKED`.
    """
    if t.alternates or status > 0:
        return OPPONENT
    mover = ATTACKING if piece & ATTACKERS else DEFENDING
    turn = next_turn(t, cells, king, mover, to, taken, roll, last)
    if turn == OPPONENT or status == 0 or status_after(t, cells, king, piece, to, taken, False) == 0:
        return turn
    return OPPONENT


def kept(turn: i64, value: i64) -> i64:
    """What a berserk turn keeps, the square of its piece or its roll; 0 in any other turn."""
    if turn == SAME_PIECE:
        return value
    return 0


def side_after(turn: i64, mover: i64) -> i64:
    """The side to move when it is that turn after a move of ``mover``."""
    if turn == OPPONENT:
        return opponent(mover)
    return mover


def unannounced_after(
    t: Tables, before: vec[i16], cells: vec[i16], king: i64, piece: i16, unannounced: i64, announce: bool, turn: i64
) -> i64:
    """Whether a way out is unannounced after a move of that piece, when it is that turn (S003 §9)."""
    if not announce and t.binding:
        return _left_unannounced(t, before, cells, king, piece, unannounced, turn)
    if piece & ATTACKERS:
        return unannounced
    return 0


def _left_unannounced(
    t: Tables, before: vec[i16], cells: vec[i16], king: i64, piece: i16, unannounced: i64, turn: i64
) -> i64:
    """The same where announcements bind and this move was made without one."""
    if piece & ATTACKERS:
        return UNANNOUNCED if opens(t, before, cells, king) else unannounced
    # What is to be announced is said when a berserk turn is over.
    if turn == SAME_PIECE or ways_out(t, cells, king) == 0:
        return 0
    return UNANNOUNCED


def since_capture_after(since_capture: i64, q: i64, to: i64, taken: i64, berserk: i64) -> i64:
    """How many moves it is since the last capture after this one; a berserk turn that ends where it is has captured."""
    if taken != 0 or (q == to and berserk != 0):
        return 0
    return since_capture + 1


# Legal moves, in a game that goes on.


def confinement_of(t: Tables, side: i64, unannounced: i64) -> i64:
    """Where the layers of ``stop`` begin: others while the king may not leave by an unannounced way out (S003 §9)."""
    if unannounced != 0 and side == DEFENDING:
        return t.confined
    return 0


def movers(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory
) -> i16:
    """Which pieces may move (S001, "Bewegung des Feldherren", for the die); none where a roll has cost the turn."""
    if berserk != 0:
        return cells[berserk]
    own = movers_by_kind(t, side, roll)
    # A roll by which none of the pieces can move is void (our reading): the others, if there are any, move as usual.
    if roll != 0 and own & t.rolled != 0 and not _some_may_move(t, cells, own, king, roll, confinement, memory, king):
        return own_pieces(side) & ~t.rolled
    return own


def movers_by_kind(t: Tables, side: i64, roll: i64) -> i16:
    """Which pieces may move, as far as the roll tells: whether it lets any of those move, the board decides."""
    own = own_pieces(side)
    rolled = own & t.rolled
    if rolled == 0:
        return own
    return rolled if roll != 0 and reach(t, roll) != 0 else own & ~rolled


def turn_is_lost(roll: i64, own: i16) -> bool:
    """Whether a side that has rolled has none but those pieces to move, so that it must pass."""
    return roll != 0 and own == 0


def may_pass(t: Tables, side: i64, roll: i64, own: i16) -> bool:
    """Whether a side of which those pieces may move may pass instead; whoever can move by a roll must."""
    if turn_is_lost(roll, own):
        return True
    return t.may_pass >> side & 1 != 0 and (roll == 0 or own & t.rolled == 0)


def _some_may_move(
    t: Tables, cells: vec[i16], own: i16, king: i64, roll: i64, confinement: i64, memory: Memory, first: i64
) -> bool:
    """Whether one of those pieces can move by that roll, or for 0 by any, and no rule forbids it.

    Whether the one on ``first`` can is asked before others, unless a repetition may forbid it.
    """
    far = reach(t, roll)
    if not memory.repetition_may_forbid():
        return find_unbarred(t, cells, king, own, far, confinement, first) != 0
    out = room_for_one(t)
    for q in t.squares:
        if cells[q] & own != 0:
            end = fill_from(t, cells, q, far, confinement, out, 0)
            if own & t.no_walk_in != 0:
                end = keep_unbarred(t, cells, king, out, 0, end)
            if _keep_allowed(out, 0, end, memory) != 0:
                return True
    return False


def _keep_allowed(out: vec[i64], n: i64, end: i64, memory: Memory) -> i64:
    """Keep, of the moves from ``n`` to ``end``, those that no repetition forbids; return the index after them."""
    if not memory.repetition_may_forbid():
        return end
    kept = n
    i = n
    while i < end:
        if not memory.forbidden(origin_of(out[i]), target_of(out[i])):
            out[kept] = out[i]
            kept += 1
        i += 1
    return kept


def continuations(
    t: Tables, cells: vec[i16], king: i64, roll: i64, berserk: i64, confinement: i64, out: vec[i64], n: i64
) -> i64:
    """Write the moves by which the piece whose berserk turn it is may go on into ``out`` from ``n``; return the end."""
    end = fill_from(t, cells, berserk, reach(t, roll), confinement, out, n)
    end = filter_continuations(t, cells, king, out, n, end)
    if t.berserk == MAY_GO_ON:
        out[end] = move_code(berserk, berserk)
        end += 1
    return end


def fill_legal(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory,
    out: vec[i64], n: i64,
) -> i64:  # fmt: skip
    """Write the codes of the legal moves into ``out`` from ``n``; return the end."""
    if berserk != 0:
        end = continuations(t, cells, king, roll, berserk, confinement, out, n)
        return keep_captures(t, cells, king, out, n, end) if t.forced else end
    own = movers(t, cells, king, side, roll, 0, confinement, memory)
    end = fill_unbarred(t, cells, king, own, reach(t, roll), confinement, out, n)
    if may_pass(t, side, roll, own):
        out[end] = t.pass_code
        end += 1
    if turn_is_lost(roll, own):
        return end
    if t.forced:
        end = keep_captures(t, cells, king, out, n, end)
    return _keep_allowed(out, n, end, memory)


def fill_legal_to(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory,
    marks: vec[i64], mark: i64, out: vec[i64], n: i64,
) -> i64:  # fmt: skip
    """Write the codes of the legal moves to marked squares (see ``generate.fill_to``); return the end."""
    if berserk != 0:
        end = fill_legal(t, cells, king, side, roll, berserk, confinement, memory, out, n)
        return keep_to(out, n, end, marks, mark)
    own = movers(t, cells, king, side, roll, 0, confinement, memory)
    end = fill_to(t, cells, own, reach(t, roll), confinement, marks, mark, out, n)
    if own & t.no_walk_in != 0:
        end = keep_unbarred(t, cells, king, out, n, end)
    if may_pass(t, side, roll, own) and marks[target_of(t.pass_code)] >= mark:
        out[end] = t.pass_code
        end += 1
    if turn_is_lost(roll, own):
        return end
    if t.forced and captor(t, cells, king, side, roll, 0, confinement, memory) != 0:
        i = n
        while i < end:
            if takes(t, cells, king, origin_of(out[i]), target_of(out[i])):
                out[n] = out[i]
                n += 1
            i += 1
        return n
    return _keep_allowed(out, n, end, memory)


def captor(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory
) -> i64:
    """Where a piece stands that can capture, if whoever can capture must, or 0.

    No repetition forbids a capture, so what is left of the moves that capture nothing need not be asked.
    """
    if not t.forced:
        return 0
    out = room(t)
    if fill_legal(t, cells, king, side, roll, berserk, confinement, memory, out, 0) == 0:
        return 0
    q = origin_of(out[0])
    return q if takes(t, cells, king, q, target_of(out[0])) else 0


def is_alone(t: Tables, confinement: i64) -> bool:
    """Whether the board and the side to move alone decide what is legal, so that nothing else need be asked."""
    return t.plain and confinement == 0


def is_legal_alone(t: Tables, cells: vec[i16], side: i64, q: i64, to: i64, step: i64) -> bool:
    """Whether a move is legal where the board alone decides; ``step`` leads from ``q`` towards ``to``, or is 0."""
    return is_pseudo_legal(t, cells, own_pieces(side), ANY_DISTANCE, 0, q, to, step)


def is_legal(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory,
    q: i64, to: i64, step: i64,
) -> bool:  # fmt: skip
    """Whether a move is legal; ``step`` leads from ``q`` towards ``to``, or is 0."""
    if is_alone(t, confinement):
        return is_legal_alone(t, cells, side, q, to, step)
    if q == to:
        if berserk == 0:
            own = movers(t, cells, king, side, roll, 0, confinement, memory)
            if not may_pass(t, side, roll, own) or q != target_of(t.pass_code):
                return False
            if turn_is_lost(roll, own):
                return True
            if memory.repetition_may_forbid() and memory.forbidden(q, to):
                return False
        elif q != berserk or t.berserk != MAY_GO_ON:
            return False
        return captor(t, cells, king, side, roll, berserk, confinement, memory) == 0
    own = movers(t, cells, king, side, roll, berserk, confinement, memory)
    if not is_pseudo_legal(t, cells, own, reach(t, roll), confinement, q, to, step) or barred(t, cells, king, q, to):
        return False
    if berserk != 0 and (q != berserk or not may_continue(t, cells, king, q, to)):
        return False
    if t.forced and not takes(t, cells, king, q, to):
        if captor(t, cells, king, side, roll, berserk, confinement, memory) != 0:
            return False
    if berserk != 0:
        return True
    return not memory.repetition_may_forbid() or not memory.forbidden(q, to)


def can_roll(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory
) -> bool:
    """Whether the die may be rolled: not in vain, and only once in a turn (our reading)."""
    rolled = own_pieces(side) & t.rolled
    if rolled == 0 or roll != 0 or berserk != 0:
        return False
    return _some_may_move(t, cells, rolled, king, 0, confinement, memory, king)


# The end.


def verdict(t: Tables, side: i64, status: i64, ply: i64, since_capture: i64, lenient: bool, memory: Memory) -> i64:
    """How the game has ended, or 0: everything but the want of a legal move."""
    if status != 0 and status & ~SIDE != NO_ESCAPE:
        return status
    if since_capture >= t.repeats.least:
        repetition = memory.repetition()
        if repetition > 0:
            return repetition
    if t.quiet_limit != 0 and since_capture >= t.quiet_limit and not lenient:
        return limited(QUIET_LIMIT, t.quiet_consequence, side)
    if t.move_limit != 0 and ply >= t.move_limit and not lenient:
        return limited(MOVE_LIMIT, t.move_consequence, side)
    return status


def end(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory,
    status: i64, ply: i64, since_capture: i64, lenient: bool, first: i64,
) -> i64:  # fmt: skip
    """How the game has ended, or 0. Whether the piece on ``first`` can move is asked before others."""
    over = verdict(t, side, status, ply, since_capture, lenient, memory)
    if (
        over != 0
        or _can_move(t, cells, king, side, roll, berserk, confinement, memory, first)
        or can_roll(t, cells, king, side, roll, berserk, confinement, memory)
    ):
        return over
    return blocked(t, side)


def _can_move(
    t: Tables, cells: vec[i16], king: i64, side: i64, roll: i64, berserk: i64, confinement: i64, memory: Memory,
    first: i64,
) -> bool:  # fmt: skip
    """Whether there is a legal move."""
    if is_alone(t, confinement):
        return movable(t, cells, own_pieces(side), ANY_DISTANCE, 0, first) != 0
    if berserk != 0 or t.may_pass != 0:
        return fill_legal(t, cells, king, side, roll, berserk, confinement, memory, room(t), 0) != 0
    own = movers(t, cells, king, side, roll, 0, confinement, memory)
    return turn_is_lost(roll, own) or _some_may_move(t, cells, own, king, roll, confinement, memory, first)
