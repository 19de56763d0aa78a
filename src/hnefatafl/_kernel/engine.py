"""The engine: a board on which moves are made and taken back, and what decides play on it.

Here stands what the board alone does not decide: whose turn it is, what repetition forbids and ends, what a die or a
berserk turn binds, how the game has ended, and so which moves are legal. A :class:`~hnefatafl.play.Position`
answers from its board while nothing else counts, and asks an engine otherwise; a
:class:`~hnefatafl.play.SearchBoard` is an engine that outlives the call.

Laws:

1. :meth:`Engine.make` and :meth:`Engine.unmake` first work everything out and then change the engine, without a call
   in between. Functions of a ruleset may raise, and uncompiled code may be interrupted wherever it calls something;
   where that must not harm the engine, the board is copied first (``in_place`` is False).
2. :meth:`Engine.make` takes time for the squares around the move and for the rules that look further (formations), not
   for the length of the game.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._base.interrupts import heed_interrupts
from hnefatafl._base.vectors import vec
from hnefatafl._kernel.captures import apply_move, filter_continuations, may_continue
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDING,
    DEFENDING_MEN,
    FORBIDDEN,
    FREE,
    IGNORED,
    KING,
    MAY_GO_ON,
    MORE_TAKEN,
    NEITHER,
    OFFENSIVE_DEVIATES,
    PLAIN,
    QUIET_LIMIT,
    UNANNOUNCED,
    move_code,
    note_of,
    opponent,
    origin_of,
    record,
    state_berserk,
    state_end,
    state_of,
    state_of_turn,
    state_roll,
    state_since_capture,
    state_unannounced,
    target_of,
)
from hnefatafl._kernel.generate import (
    fill,
    fill_from,
    fill_to,
    is_pseudo_legal,
    keep_to,
    movable,
    moves_of,
    own_pieces,
    reach,
    room,
    room_for_one,
    step_over,
)
from hnefatafl._kernel.history import History, may_forbid, mirrors, repetition_key, repetition_key_after, turn_key
from hnefatafl._kernel.ring import EscapePath
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.taken import put_back, struck
from hnefatafl._kernel.threats import offensive_side
from hnefatafl._kernel.verdict import (
    OPPONENT,
    SAME_PIECE,
    after_attackers,
    after_defenders,
    awaits_roll,
    blocked,
    movers,
    next_turn,
    repeated,
    stop_layer,
)
from hnefatafl.board import Move

_ROLLED: Final[i64] = 0x5DEECE66D  # spreads a roll over 49 bits of a key
_NOTHING: Final[list[int]] = []


@final
class Engine:
    """The kernel's mutable board.

    ``status`` is the end that the last move has brought about on the board, or 0; ``since_capture`` counts the moves
    since the last capture; ``berserk`` is where the piece stands whose berserk turn it is, or 0; ``unannounced`` is 1
    while the king may not leave by a way out that has not been announced.
    """

    __slots__ = (
        "berserk", "cells", "escape_path", "free", "history", "in_place", "key", "king", "lively", "more", "ply",
        "roll", "side", "since_capture", "spare", "status", "t", "unannounced",
    )  # fmt: skip

    def __init__(
        self, t: Tables, cells: vec[i16], king: i64, side: i64, ply: i64, since_capture: i64, flags: i64, roll: i64,
        berserk: i64, status: i64, key: i64, history: History,
    ) -> None:  # fmt: skip
        self.t: Final[Tables] = t
        self.cells: vec[i16] = cells
        self.king: i64 = king
        self.side: i64 = side
        self.ply: i64 = ply
        self.since_capture: i64 = since_capture
        self.unannounced: i64 = flags & UNANNOUNCED
        self.free: Final[bool] = flags & FREE != 0
        self.roll: i64 = roll
        self.berserk: i64 = berserk
        self.status: i64 = status
        self.key: i64 = key
        self.history: Final[History] = history
        self.escape_path: EscapePath | None = EscapePath(t) if t.encirclement else None
        self.lively: Final[vec[i64]] = vec[i64]([0, 0])  # where a piece of each side stood that could move
        # What the moves took beyond the four directions, by the ply at which they led; and a list for the next of them.
        self.more: Final[dict[int, list[int]]] = {}
        self.spare: list[int] = []
        self.in_place: bool = True

    # Making moves.

    def make(self, q: i64, to: i64) -> None:
        """Play a move that is known to be legal. If it raises and is not ``in_place``, nothing has changed."""
        if self.in_place:
            self.make_on(self.cells, q, to)
        else:
            self._make_on_copy(q, to)

    def unmake(self) -> None:
        """Take the last move back. If it raises and is not ``in_place``, nothing has changed."""
        if self.in_place:
            self.unmake_on(self.cells)
        else:
            self._unmake_on_copy()

    def _make_on_copy(self, q: i64, to: i64) -> None:
        try:
            self.make_on(self.cells[:], q, to)
        except BaseException:
            self._discard()
            raise

    def _unmake_on_copy(self) -> None:
        try:
            self.unmake_on(self.cells[:])
        except BaseException:
            self._discard()
            raise

    def _discard(self) -> None:
        """Forget what an interrupted move may have left half done, none of which the rules need."""
        self.spare = []
        if self.escape_path is not None:
            self.escape_path = EscapePath(self.t)

    def make_on(self, cells: vec[i16], q: i64, to: i64) -> None:
        """Play a legal move on the engine's board or a copy of it, which then is the engine's board."""
        t = self.t
        history = self.history
        path = self.escape_path
        piece = cells[q]
        king = self.king
        if piece == KING:
            king = to
            if path is not None:
                path.follow(cells, q, to, step_over(t, to - q))
        elif path is not None and piece & ATTACKERS:
            path.find_escape_path(t, cells, king, self.ply)
        taken = apply_move(t, cells, king, q, to, self.spare)
        row = i64(piece) * t.size if piece & PLAIN else t.row[i64(piece)]
        key = self.key ^ t.keys[row + q] ^ t.keys[row + to]
        since_capture = self.since_capture + 1
        orbits: i64 = 0
        if taken != 0 or q == to:  # the turn that ends where it is has captured
            since_capture = 0
            removed, orbits = struck(t, to, taken, self.spare)
            key ^= removed
        unannounced = self.unannounced
        if piece & ATTACKERS:
            side = DEFENDING
            spared = path is not None and path.rules_out_ring(t, cells, king, to, taken, self.ply + 1)
            status = after_attackers(t, cells, king, to, taken, spared)
        else:
            side = ATTACKING
            unannounced = 0
            status = after_defenders(t, cells, king, to, taken)
        berserk: i64 = 0
        roll: i64 = 0
        if t.alternates and self.unannounced == 0:
            key ^= t.side_key
        else:
            last = history.target()
            turn = OPPONENT if status != 0 else next_turn(t, cells, king, opponent(side), to, taken, self.roll, last)
            if turn != OPPONENT:
                side = opponent(side)
            if turn == SAME_PIECE:
                berserk = to
                roll = self.roll
            key ^= turn_key(t, self.side, self.berserk, self.unannounced) ^ turn_key(t, side, berserk, unannounced)
        number = key if t.repeats.keyed else self._number_after(cells, piece, q, to, key, side) - orbits
        state = state_of(self.status, self.unannounced, self.since_capture) | state_of_turn(self.roll, self.berserk)
        # Nothing is called after this, so all of it happens or nothing.
        history.push(record(move_code(q, to), taken), self.key, state, number)
        self.ply += 1
        if taken & MORE_TAKEN != 0:
            self.more[self.ply] = self.spare
            self.spare = []
        self.cells = cells
        self.king = king
        self.side = side
        self.key = key
        self.since_capture = since_capture
        self.unannounced = unannounced
        self.status = status
        self.berserk = berserk
        self.roll = roll

    def _number_after(self, cells: vec[i16], piece: i16, q: i64, to: i64, key: i64, side: i64) -> i64:
        """The repetition key after a move that led to this board, key and side to move, captures apart."""
        t = self.t
        if not t.repeats.mirrored:
            return repetition_key(t, cells, key, side)
        # Sparing a look at the whole board.
        again = (piece & ATTACKERS != 0) == (side == ATTACKING)
        return repetition_key_after(t, self.history.number(), piece, q, to, False, again)

    def unmake_on(self, cells: vec[i16]) -> None:
        """Take the last move back on the engine's board or a copy of it, which then is the engine's board."""
        history = self.history
        code, key, state = history.last()
        q = origin_of(code)
        to = target_of(code)
        piece = cells[to]
        cells[to] = 0
        cells[q] = piece
        if note_of(code) != 0:
            put_back(self.t, cells, to, note_of(code), self.taken_beyond())
        path = self.escape_path
        if path is not None:
            path.forget(self.ply - 1)
        since_capture = state_since_capture(state)
        status = state_end(state)
        unannounced = state_unannounced(state)
        roll = state_roll(state)
        berserk = state_berserk(state)
        # Nothing is called after this, so all of it happens or nothing.
        history.leave()
        self.ply -= 1
        self.cells = cells
        if piece == KING:
            self.king = q
        self.side = ATTACKING if piece & ATTACKERS else DEFENDING
        self.key = key
        self.since_capture = since_capture
        self.status = status
        self.unannounced = unannounced
        self.roll = roll
        self.berserk = berserk

    def taken_beyond(self) -> list[int]:
        """What the last move took that its code does not tell."""
        taken = note_of(self.history.code(self.history.depth))
        return self.more[int(self.ply)] if taken & MORE_TAKEN != 0 else _NOTHING

    def position_key(self) -> i64:
        """The Zobrist key with the pending roll, on which the legal moves depend (S001, "Bewegung des Feldherren").

        ``key`` leaves the roll out, since a die does not make positions different to the rule of repetition.
        """
        return self.key if self.roll == 0 else self.key ^ self.roll * _ROLLED

    # Repetition.

    def occurrences(self) -> i64:
        """How often the position has stood on the board since the last capture, now included."""
        if self.history.is_new(self.since_capture):
            return 1
        n: i64 = 1
        self.history.load()
        i = self._earlier(self.history.depth)
        while i >= 0:
            heed_interrupts()
            n += i64(i > 0 or self.history.counted)
            i = self._earlier(i)
        return n

    def _earlier(self, depth: i64) -> i64:
        """At which depth before that one, since the last capture, the position stood on the board, or -1."""
        return self._same_before(depth, self.history.depth - self.since_capture)

    def _same_before(self, depth: i64, low: i64) -> i64:
        """At which depth before that one and not before ``low`` the position stood on the board, or -1."""
        depth = self.history.previous(depth, low)
        while depth >= 0 and not self._same_as(depth):
            depth = self.history.previous(depth, low)
        return depth

    def recurs_since(self, low: i64) -> bool:
        """Whether the position stood on the board at a depth from ``low`` on, the present one apart."""
        if self.history.is_new(self.since_capture):
            return False
        return self._same_before(self.history.depth, max(low, self.history.depth - self.since_capture)) >= 0

    def _same_as(self, depth: i64) -> bool:
        """Whether the position is as it was then, not only its repetition key; no capture lies between."""
        t = self.t
        then = self.history.board(self.cells, depth)
        if t.repeats.mirrored:
            return self._bound_as(depth, then) and mirrors(t, self.cells, then)
        difference = self.key ^ self.history.key(depth)
        return (difference == 0 or (t.repeats.any_turn and difference == t.side_key)) and then == self.cells

    def _bound_as(self, depth: i64, cells: vec[i16]) -> bool:
        """Whether the same side was to move then, and as free as now; keys do not tell it of turned boards."""
        before = self.history.state(depth)
        if state_berserk(before) != self.berserk or state_unannounced(before) != self.unannounced:
            return False
        mover = cells[origin_of(self.history.code(depth + 1))]
        return self.t.repeats.any_turn or (mover & ATTACKERS != 0) == (self.side == ATTACKING)

    def repetition(self) -> i64:
        """The end that the last move brings about by repeating, 0 for none, -1 if it was forbidden."""
        t = self.t
        if t.repeats.what == IGNORED or self.free or self.history.is_new(self.since_capture):
            return 0
        mover = ATTACKING if self.cells[self.history.target()] & ATTACKERS != 0 else DEFENDING
        if t.repeats.by == opponent(mover) or self.occurrences() < t.repeats.count:
            return 0
        if t.repeats.what == FORBIDDEN:
            return -1
        offensive = NEITHER
        if t.repeats.what == OFFENSIVE_DEVIATES:
            offensive = offensive_side(t, self.cells, self.king, self.history, self._earlier(self.history.depth))
        if offensive == mover:
            return -1
        return repeated(t, mover, offensive)

    def repetition_may_forbid(self) -> bool:
        """Whether the repetition rule could forbid a move here."""
        if not may_forbid(self.t, self.since_capture, self.free):
            return False
        return self.t.repeats.count < 3 or self.history.recurred(self.since_capture)

    def forbidden(self, q: i64, to: i64) -> bool:
        """Whether the repetition rule forbids a move that everything else allows."""
        # Whether the opponent must pass then is not known before.
        if not self._repeats_by(q, to, False) and not (self.t.passes and self._repeats_by(q, to, True)):
            return False
        self.make(q, to)
        try:
            return self.repetition() == -1
        finally:
            try:
                self.unmake()
            except BaseException:  # an interruption, after which it has not been done
                self.unmake()
                raise

    def _repeats_by(self, q: i64, to: i64, again: bool) -> bool:
        """Whether a move could repeat positions too often, by their repetition keys alone."""
        history = self.history
        after = repetition_key_after(self.t, history.number(), self.cells[q], q, to, self.stops() != 0, again)
        return history.times(after, self.since_capture) >= self.t.repeats.count - 1

    # What is legal.

    def stops(self) -> i64:
        """The layer offset of ``stop``."""
        return stop_layer(self.t, self.side, self.unannounced)

    def _king_moves(self, roll: i64) -> bool:
        """Whether no rule forbids the king to move within that roll."""
        out = room_for_one(self.t)
        end = fill_from(self.t, self.cells, self.king, reach(self.t, roll), self.stops(), out, 0)
        return self._allowed(out, 0, end) != 0

    def _allowed(self, out: vec[i64], n: i64, end: i64) -> i64:
        """Keep, of the moves from ``n`` to ``end``, those that no repetition forbids; return the index after them."""
        if not self.repetition_may_forbid():
            return end
        kept = n
        i = n
        while i < end:
            if not self.forbidden(origin_of(out[i]), target_of(out[i])):
                out[kept] = out[i]
                kept += 1
            i += 1
        return kept

    def continuations(self, out: vec[i64], n: i64) -> i64:
        """Write the moves by which the piece whose berserk turn it is may go on into ``out`` from ``n``."""
        end = fill_from(self.t, self.cells, self.berserk, reach(self.t, self.roll), self.stops(), out, n)
        end = filter_continuations(self.t, self.cells, self.king, out, n, end)
        if self.t.berserk == MAY_GO_ON:
            out[end] = move_code(self.berserk, self.berserk)
            end += 1
        return end

    def movers(self) -> i16:
        """Which pieces may move."""
        if self.berserk != 0:
            return self.cells[self.berserk]
        own = movers(self.t, self.cells, self.king, self.side, self.roll, self.stops())
        if own == KING and self.repetition_may_forbid() and not self._king_moves(self.roll):
            return DEFENDING_MEN
        return own

    def fill(self, out: vec[i64], n: i64) -> i64:
        """Write the codes of the legal moves into ``out`` from ``n``, in a game that goes on; return the end."""
        if self.berserk != 0:
            return self.continuations(out, n)
        end = fill(self.t, self.cells, self.movers(), reach(self.t, self.roll), self.stops(), out, n)
        return self._allowed(out, n, end)

    def fill_to(self, out: vec[i64], n: i64, marks: vec[i64], mark: i64) -> i64:
        """Write the codes of the legal moves to marked squares (see ``generate.fill_to``), in a game that goes on."""
        if self.berserk != 0:
            return keep_to(out, n, self.continuations(out, n), marks, mark)
        end = fill_to(self.t, self.cells, self.movers(), reach(self.t, self.roll), self.stops(), marks, mark, out, n)
        return self._allowed(out, n, end)

    def moves(self) -> list[Move]:
        """The legal moves, as objects, in a game that goes on."""
        out = room(self.t)
        return moves_of(self.t, out, self.fill(out, 0))

    def allows(self, q: i64, to: i64, step: i64) -> bool:
        """Whether a move is legal in a game that goes on; ``step`` leads from ``q`` towards ``to``, or is 0."""
        t = self.t
        if t.plain and self.unannounced == 0:
            return is_pseudo_legal(t, self.cells, own_pieces(self.side), t.speed_king, 0, q, to, step)
        if q == to:
            return q == self.berserk and q != 0 and t.berserk == MAY_GO_ON
        if not is_pseudo_legal(t, self.cells, self.movers(), reach(t, self.roll), self.stops(), q, to, step):
            return False
        if self.berserk != 0:
            return q == self.berserk and may_continue(t, self.cells, self.king, q, to)
        return not self.repetition_may_forbid() or not self.forbidden(q, to)

    def can_roll(self) -> bool:
        """Whether a die may be rolled for the king, in a game that goes on."""
        return awaits_roll(self.t, self.side, self.roll) and self.berserk == 0 and self._king_moves(0)

    def verdict(self) -> i64:
        """How the game has ended, or 0: everything but the want of a legal move."""
        if self.status != 0:
            return self.status
        if self.since_capture >= self.t.repeats.least and not self.history.is_new(self.since_capture):
            end = self.repetition()
            if end > 0:
                return end
        if self.t.quiet_limit != 0 and self.since_capture >= self.t.quiet_limit and not self.free:
            return QUIET_LIMIT | NEITHER
        return 0

    def end(self) -> i64:
        """How the game has ended, or 0."""
        over = self.verdict()
        if over == 0 and not self._movable() and not self.can_roll():
            return blocked(self.t, self.side)
        return over

    def _movable(self) -> bool:
        """Whether there is a legal move, in a game that goes on."""
        t = self.t
        if self.berserk != 0 or self.repetition_may_forbid():
            return self.fill(room(t), 0) != 0
        # Mostly a piece that could move a while ago still can.
        own = own_pieces(self.side) if t.plain else self.movers()
        found = movable(t, self.cells, own, reach(t, self.roll), self.stops(), self.lively[self.side])
        self.lively[self.side] = found
        return found != 0
