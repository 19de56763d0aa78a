"""Verdicts: whether a move ended the game, whose turn is next, and what a repetition does.

Nothing here knows the history: :mod:`hnefatafl._kernel.play` asks these functions. The order in which endings are asked
is that of `Termination`; the source of each is at its member.

Cost: endings by captures and goals look at the king and the squares beside the move. Formations (rings and forts) look
further, but only after a move that can have made one.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import find_unbarred, meets, must_continue
from hnefatafl._kernel.codes import (
    ALL_CAPTURED,
    ATTACKERS,
    ATTACKERS_LOSE,
    ATTACKING,
    DEFENDERS,
    DEFENDERS_LOSE,
    DEFENDING,
    DEFENDING_MEN,
    DRAW,
    DRAWN,
    ENCIRCLEMENT,
    EXIT_FORT,
    EXTRA,
    GOAL,
    KING_CAPTURED,
    KING_CAPTURED_ON_EDGE,
    KING_ESCAPED,
    KING_IMMOBILE,
    KING_TAKEN,
    KING_TAKEN_BY_HOOK,
    LIMIT_BEATS_ATTACKERS,
    LIMIT_BEATS_MOVER,
    LIMIT_DRAWS,
    MOVE_LIMIT,
    MOVER_FALLS,
    MOVER_LOSES,
    MOVER_WINS,
    NEITHER,
    NO_ESCAPE,
    NO_LEGAL_MOVE,
    OFFENSIVE_DEVIATES,
    QUIET_LIMIT,
    REPETITION,
    SIDE,
    TOO_FEW_ATTACKERS,
    TOO_FEW_DEFENDERS,
    TUICHU,
    opponent,
    target_of,
)
from hnefatafl._kernel.fort import fort, has_no_escape
from hnefatafl._kernel.generate import may_move, own_pieces, reach, ways_out
from hnefatafl._kernel.ring import encircled, may_close
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

# Whose turn it is after a move.
OPPONENT: Final[i64] = 0
SAME_SIDE: Final[i64] = 1  # the opponent has no move
SAME_PIECE: Final[i64] = 2  # it goes on in a berserk turn


def is_quiet(t: Tables, cells: vec[i16], king: i64, piece: i16, to: i64, no_ring: bool) -> bool:
    """Whether a look around shows that a piece that has come to ``to`` takes nothing and ends nothing.

    If it is False, nothing is said, and :func:`~hnefatafl._kernel.captures.capture` and :func:`status_after` are asked.
    """
    if not t.near:
        return False
    if piece & ATTACKERS == 0:
        return t.special[king] & t.heeded == 0 and not meets(t, cells, to, ATTACKERS)
    return not meets(t, cells, to, DEFENDERS) and (no_ring or not t.encirclement or not may_close(t, cells, to))


def status_after(t: Tables, cells: vec[i16], king: i64, piece: i16, to: i64, taken: i64, no_ring: bool) -> i64:
    """The end that a move of that piece to ``to``, which took this, brings about on the board, or 0.

    ``no_ring`` tells that a move of an attacker has closed no ring.
    """
    if piece & ATTACKERS == 0:
        if taken == 0 and t.near and t.special[king] & t.heeded == 0:
            return 0
        over = _after_defenders(t, cells, king, to, taken)
    else:
        over = _after_attackers(t, cells, king, to, taken, no_ring)
    if over == 0 and t.no_escape:
        return _end_without_escape(t, cells, king)
    return over


def _after_attackers(t: Tables, cells: vec[i16], king: i64, to: i64, taken: i64, no_ring: bool) -> i64:
    """The end that an attackers' move to ``to`` brings about, or 0."""
    if taken != 0:
        if taken & KING_TAKEN != 0 and t.special[king] & DRAWN != 0:
            # A king whom an extra capture takes too is captured by the ordinary rules (our reading).
            return KING_CAPTURED_ON_EDGE | NEITHER
        if taken & (KING_TAKEN | KING_TAKEN_BY_HOOK) != 0:
            return KING_CAPTURED | ATTACKING
    if t.immobile and _held(t, cells, king):
        return KING_IMMOBILE | ATTACKING
    if taken != 0:
        if taken & MOVER_FALLS != 0 and _too_few(t, cells, ATTACKERS, t.fewest_attackers):
            return _few_attackers(t, cells)
        if _too_few(t, cells, DEFENDING_MEN, t.fewest_defenders):
            return TOO_FEW_DEFENDERS | ATTACKING
    if not no_ring and t.encirclement and (taken != 0 or may_close(t, cells, to)) and encircled(t, cells, king):
        return ENCIRCLEMENT | ATTACKING
    return 0


def _after_defenders(t: Tables, cells: vec[i16], king: i64, to: i64, taken: i64) -> i64:
    """The end that a defenders' move to ``to`` brings about, or 0."""
    if king == to and t.special[king] & GOAL != 0:
        return KING_ESCAPED | DEFENDING
    if taken != 0 and _too_few(t, cells, ATTACKERS, t.fewest_attackers):
        return _few_attackers(t, cells)
    if taken & MOVER_FALLS != 0 and _too_few(t, cells, DEFENDING_MEN, t.fewest_defenders):
        return TOO_FEW_DEFENDERS | ATTACKING
    if t.tuichu and ways_out(t, cells, king) > 1:
        return TUICHU | DEFENDING
    # A capture can join what an attacker parted inside a ring; who falls by his own move may be the last man outside
    # (our reading).
    asked = (t.whole and taken != 0) or (t.encirclement and taken & MOVER_FALLS != 0)
    if asked and encircled(t, cells, king):
        return ENCIRCLEMENT | ATTACKING
    if t.exit_fort and fort(t, cells, king):
        return EXIT_FORT | DEFENDING
    return 0


def _held(t: Tables, cells: vec[i16], king: i64) -> bool:
    """Whether the king cannot move, and could not if his own men were not there (S004, "bewegungsunfähig")."""
    if may_move(t, cells, king, reach(t, 0), 0):
        return False
    alone = cells[:]
    for q in t.squares:
        if alone[q] & DEFENDING_MEN != 0:
            alone[q] = 0
    return not may_move(t, alone, king, reach(t, 0), 0)


def _end_without_escape(t: Tables, cells: vec[i16], king: i64) -> i64:
    """The end for a king who can no longer escape, or 0."""
    return NO_ESCAPE | ATTACKING if has_no_escape(t, cells, king) else 0


def as_set_up(t: Tables, cells: vec[i16], king: i64, side: i64) -> i64:
    """The end of a game that the board of a position shows, which was set up by hand, or 0.

    ``side`` is the opponent of the side that has moved last, as far as that can be told. The king stands on a square
    of escape (S000, S001, S004), or there are too few attackers ("nur noch 2 Figuren", S004 "Spielziel") or too few men
    of the king ("all the princes are lost", gwyddbwyll), whoever moved; ways out and forts count after a move of the
    defenders, a king who cannot move after one of the attackers. Whether a king who is surrounded has been captured
    depends on the last move (who moves in between is safe), so a board does not show it.
    """
    if t.special[king] & GOAL != 0:
        return KING_ESCAPED | DEFENDING
    if side == DEFENDING and t.immobile and _held(t, cells, king):
        return KING_IMMOBILE | ATTACKING
    if _too_few(t, cells, ATTACKERS, t.fewest_attackers):
        return _few_attackers(t, cells)
    if _too_few(t, cells, DEFENDING_MEN, t.fewest_defenders):
        return TOO_FEW_DEFENDERS | ATTACKING
    if side == ATTACKING and t.tuichu and ways_out(t, cells, king) > 1:
        return TUICHU | DEFENDING
    # A ring that is closed from the start would escape the test of a single move, so it counts whoever moved; unless
    # the test looks at the whole board, because a move of the defenders, too, can make a ring of what was none.
    asked = side == DEFENDING or (t.jumpers == 0 and not t.secure)
    if t.encirclement and asked and encircled(t, cells, king):
        return ENCIRCLEMENT | ATTACKING
    if side == ATTACKING and t.exit_fort and fort(t, cells, king):
        return EXIT_FORT | DEFENDING
    return _end_without_escape(t, cells, king) if t.no_escape else 0


def _too_few(t: Tables, cells: vec[i16], pieces: i16, fewest: i64) -> bool:
    """Whether fewer than that many of these pieces are left."""
    if fewest == 0:
        return False
    left: i64 = 0
    for q in t.squares:
        if cells[q] & pieces != 0:
            left += 1
            if left >= fewest:
                return False
    return True


def _few_attackers(t: Tables, cells: vec[i16]) -> i64:
    """The end for want of attackers, of whom there are too few."""
    return (ALL_CAPTURED if _too_few(t, cells, ATTACKERS, 1) else TOO_FEW_ATTACKERS) | DEFENDING


def yields(end: i64) -> bool:
    """Whether the extra endings of a ruleset come before what the board shows: an end, or 0."""
    return end == 0 or end & ~SIDE == NO_ESCAPE


def repeated(t: Tables, mover: i64, offensive: i64) -> i64:
    """The end that ``mover`` brings about by a repetition that is not forbidden.

    ``offensive`` is the side that threatened all the while, if only one did.
    """
    what = t.repeats.what
    if what == MOVER_LOSES:
        return REPETITION | opponent(mover)
    if what == MOVER_WINS:
        return REPETITION | mover
    if what == DEFENDERS_LOSE:
        return REPETITION | ATTACKING
    if what == ATTACKERS_LOSE:
        return REPETITION | DEFENDING
    if what == DRAW or (what == OFFENSIVE_DEVIATES and offensive == NEITHER):
        return REPETITION | NEITHER
    return 0


def limited(end: i64, consequence: i64, side: i64) -> i64:
    """The end that a limit brings about which is reached with that side to move."""
    if consequence == LIMIT_DRAWS:
        return end | NEITHER
    if consequence == LIMIT_BEATS_MOVER:
        return end | opponent(side)
    return end | (DEFENDING if consequence == LIMIT_BEATS_ATTACKERS else ATTACKING)


def by_board(end: i64) -> bool:
    """Whether the board alone has brought an end about, whatever the moves before."""
    return end & ~SIDE not in (REPETITION, QUIET_LIMIT, MOVE_LIMIT)


def is_lasting(end: i64) -> bool:
    """Whether an end stands without being asked again when repetitions and quiet moves begin or cease to count.

    A function of the ruleset may have been told of them.
    """
    return end < EXTRA


def blocked(t: Tables, side: i64) -> i64:
    """The end for want of a legal move."""
    winner = NEITHER if t.no_move_draws or t.passes else opponent(side)
    return NO_LEGAL_MOVE | winner


def passed(t: Tables, cells: vec[i16], king: i64, side: i64, last: i64) -> bool:
    """Whether the side to move has no move and must let its opponent, who has one, move again (Wikipedia, alea).

    ``last`` is where it moved last, if it has: mostly that piece can move again.
    """
    if not t.passes or t.may_pass >> side & 1 != 0:
        return False
    if find_unbarred(t, cells, king, own_pieces(side), reach(t, 0), 0, last) != 0:
        return False
    if t.may_pass >> opponent(side) & 1 != 0:
        return True
    return find_unbarred(t, cells, king, own_pieces(opponent(side)), reach(t, 0), 0, 0) != 0


def next_turn(t: Tables, cells: vec[i16], king: i64, mover: i64, to: i64, taken: i64, roll: i64, last: i64) -> i64:
    """Whose turn it is after a move that has not ended the game: ``OPPONENT``, ``SAME_SIDE`` or ``SAME_PIECE``.

    ``roll`` is what the move was made by, and ``last`` the opponent's last move, if it is above 0.
    """
    goes_on = t.berserk != 0 and taken != 0 and taken & MOVER_FALLS == 0
    if goes_on and must_continue(t, cells, king, to, reach(t, roll)):
        return SAME_PIECE
    return SAME_SIDE if passed(t, cells, king, opponent(mover), target_of(last) if last > 0 else 0) else OPPONENT
