"""The mutable position: a board on which moves are made and taken back, and the moves before are known.

It knows the moves before, and so what repetition forbids and ends; everything else it asks of
:mod:`hnefatafl._kernel.play`. So does a :class:`~hnefatafl.play.Position`, with a mutable position as its memory where
the moves before may matter; a :class:`~hnefatafl.play.SearchBoard` is a mutable position that outlives the call.

Laws:

1. :meth:`MutablePosition.make` and :meth:`MutablePosition.unmake` first work everything out and then change the
   position, without a call in between. Functions of a ruleset may raise, and uncompiled code may be interrupted
   wherever it calls something; where that must not harm the position, the board is copied first (``in_place`` is
   False).
2. :meth:`MutablePosition.make` takes time for the squares around the move and for the rules that look further
   (formations), not for the length of the game.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import apply_move
from hnefatafl._kernel.codes import (
    ATTACKERS,
    FORBIDDEN,
    KING,
    LENIENT,
    MORE_TAKEN,
    MOVER_FALLS,
    NEITHER,
    OFFENSIVE_DEVIATES,
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
    state_side,
    state_since_capture,
    state_unannounced,
    target_of,
)
from hnefatafl._kernel.generate import step_over
from hnefatafl._kernel.history import (
    History,
    may_end,
    may_forbid,
    mirrors,
    move_change,
    next_repetition_key,
    repetition_key_after,
    turn_change,
)
from hnefatafl._kernel.play import (
    Memory,
    can_roll,
    confinement_of,
    end,
    fill_legal,
    fill_legal_to,
    is_legal,
    kept,
    mover,
    side_after,
    since_capture_after,
    turn_after,
    unannounced_after,
    verdict,
)
from hnefatafl._kernel.queries import put_back, struck
from hnefatafl._kernel.ring import NO_PATH, EscapePath
from hnefatafl._kernel.tables import Tables, bound
from hnefatafl._kernel.threats import offensive_side
from hnefatafl._kernel.told import ask_endings, show_after, shown_before
from hnefatafl._kernel.verdict import OPPONENT, passed, repeated, status_after
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec

_ROLLED: Final[i64] = 0x5DEECE66D  # spreads a roll over 49 bits of a key
_NOTHING: Final[list[int]] = []


@final
class MutablePosition(Memory):
    """The kernel's mutable board.

    ``status`` is the end that the last move has brought about on the board, or 0; ``since_capture`` counts the moves
    since the last capture; ``berserk`` is where the piece stands whose berserk turn it is, or 0; ``unannounced`` is 1
    while the king may not leave by a way out that has not been announced.
    """

    __slots__ = (
        "berserk", "cells", "escape_path", "history", "in_place", "key", "king", "lenient", "more", "ply", "roll",
        "shown", "side", "since_capture", "spare", "status", "t", "unannounced",
    )  # fmt: skip

    def __init__(
        self, t: Tables, cells: vec[i16], king: i64, side: i64, ply: i64, since_capture: i64, flags: i64, roll: i64,
        berserk: i64, status: i64, key: i64, history: History,
    ) -> None:  # fmt: skip
        # Put into the list last: if others knew of an object whose attributes are still to come, each access to them
        # would have to be checked.
        asker: list[object] | None = [] if t.hooked else None
        self.t: Final[Tables] = t if asker is None else bound(t, asker)
        self.cells: vec[i16] = cells
        self.king: i64 = king
        self.side: i64 = side
        self.ply: i64 = ply
        self.since_capture: i64 = since_capture
        self.unannounced: i64 = flags & UNANNOUNCED
        self.lenient: Final[bool] = flags & LENIENT != 0
        self.roll: i64 = roll
        self.berserk: i64 = berserk
        self.status: i64 = status
        self.key: i64 = key
        self.history: Final[History] = history
        self.escape_path: Final[EscapePath] = EscapePath(t.size, t.stride) if t.encirclement else NO_PATH
        # What the moves took beyond the four directions, by the ply at which they led; and a list for the next of them.
        self.more: Final[dict[int, list[int]]] = {}
        self.spare: list[int] = []
        self.in_place: bool = True
        # The position that functions of the ruleset are told, and in turn those before it; None without functions.
        self.shown: object = None
        if asker is not None:
            asker.append(self)

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
            self._discard_half_done()
            raise

    def _unmake_on_copy(self) -> None:
        try:
            self.unmake_on(self.cells[:])
        except BaseException:
            self._discard_half_done()
            raise

    def _discard_half_done(self) -> None:
        """Forget what an interrupted move may have left half done, none of which the rules need."""
        self.spare = []
        if self.t.encirclement:
            self.escape_path.lose()

    def make_on(self, cells: vec[i16], q: i64, to: i64) -> None:
        """Play a legal move on the board or on a copy of it, which then is the board."""
        self._make(self.t, self.history, self.escape_path, cells, q, to)

    def _make(self, t: Tables, history: History, path: EscapePath, cells: vec[i16], q: i64, to: i64) -> None:
        """The same. What is often read comes as arguments: those are borrowed, where variables count references."""
        piece = mover(cells, q, to, self.side, self.berserk)
        king = self.king
        if piece == KING:
            king = to
            if t.encirclement:
                path.follow(cells, q, to, step_over(t, to - q))
        elif t.encirclement and piece & ATTACKERS:
            path.find_escape_path(t, cells, king, self.ply)
        taken = apply_move(t, cells, king, q, to, self.spare)
        key = self.key ^ move_change(t, piece, q, to)
        since_capture = since_capture_after(self.since_capture, q, to, taken, self.berserk)
        orbits: i64 = 0
        if taken != 0:
            removed, orbits = struck(t, to, taken, self.spare)
            key ^= removed
        no_ring = False
        if t.encirclement and piece & ATTACKERS:
            no_ring = path.rules_out_ring(t, cells, king, to, taken, self.ply + 1)
        elif t.encirclement and taken & MOVER_FALLS != 0:
            path.find(t, cells, king, self.ply + 1)  # a mercenary who has changed sides may stand on the path
        status = status_after(t, cells, king, piece, to, taken, no_ring)
        side = opponent(self.side)
        state = state_of(self.status, self.unannounced, self.since_capture, self.side)
        repetition_key = key ^ t.side_key
        berserk: i64 = 0
        roll: i64 = 0
        unannounced: i64 = 0
        shown: object = None
        if t.steady:
            key = repetition_key
        else:
            if t.hooked:
                status = ask_endings(
                    t, self, cells, king, piece, self.side, self.unannounced, since_capture, q, to, taken, self.spare,
                    status,
                )  # fmt: skip
            turn = OPPONENT
            if not t.alternates:  # sparing a look at the history
                turn = turn_after(t, cells, king, piece, to, taken, self.roll, history.code(history.depth), status)
            side = side_after(turn, self.side)
            berserk = kept(turn, to)
            roll = kept(turn, self.roll)
            unannounced = unannounced_after(t, cells, cells, king, piece, self.unannounced, True, turn)
            key ^= turn_change(t, self.side, self.berserk, self.unannounced, side, berserk, unannounced)
            repetition_key = next_repetition_key(t, cells, key, side, history.repetition_key(), piece, q, to) - orbits
            state |= state_of_turn(self.roll, self.berserk)
            if t.hooked:
                told = show_after(
                    self, cells, king, side, since_capture, unannounced, roll, berserk, q, to, taken, self.spare
                )
                shown = (told, self.shown)
        # Nothing is called after this, so all of it happens or nothing.
        history.push(record(move_code(q, to), taken), self.key, state, repetition_key)
        self.ply += 1
        if taken & MORE_TAKEN != 0:
            self.more[self.ply] = self.spare
            self.spare = []
        if not self.in_place:
            self.cells = cells
        self.king = king
        self.side = side
        self.key = key
        self.since_capture = since_capture
        self.status = status
        if not t.steady:
            self.unannounced = unannounced
            self.berserk = berserk
            self.roll = roll
            if t.hooked:
                self.shown = shown

    def unmake_on(self, cells: vec[i16]) -> None:
        """Take the last move back on the board or on a copy of it, which then is the board."""
        history = self.history
        code, key, state = history.last()
        q = origin_of(code)
        to = target_of(code)
        if note_of(code) != 0:
            put_back(self.t, cells, to, note_of(code), self.taken_beyond())
        piece = cells[to]
        cells[to] = 0
        cells[q] = piece
        self.escape_path.forget(self.ply - 1)
        side = state_side(state)
        since_capture = state_since_capture(state)
        status = state_end(state)
        unannounced = state_unannounced(state)
        roll = state_roll(state)
        berserk = state_berserk(state)
        # Nothing is called after this, so all of it happens or nothing.
        history.leave()
        self.ply -= 1
        if not self.in_place:
            self.cells = cells
        if piece == KING:
            self.king = q
        self.side = side
        self.key = key
        self.since_capture = since_capture
        self.status = status
        self.unannounced = unannounced
        self.roll = roll
        self.berserk = berserk
        if self.t.hooked:
            self.shown = shown_before(self.shown)

    def taken_beyond(self) -> list[int]:
        """What the last move took that its code does not tell."""
        taken = note_of(self.history.code(self.history.depth))
        return self.more[int(self.ply)] if taken & MORE_TAKEN != 0 else _NOTHING

    def position_key(self) -> i64:
        """The Zobrist key with the pending roll, on which the legal moves depend.

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
        i = self._find_earlier(self.history.depth)
        while i >= 0:
            heed_interrupts()
            n += i64(self.history.counts(i))
            i = self._find_earlier(i)
        return n

    def _find_earlier(self, depth: i64) -> i64:
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
        return self._equals_row(depth, self.cells, self.key, self.side, self.berserk, self.unannounced)

    def _equals_row(self, depth: i64, cells: vec[i16], key: i64, side: i64, berserk: i64, unannounced: i64) -> bool:
        """Whether a position with that board and key is as it was then; no capture lies between."""
        t = self.t
        then = self.history.board(self.cells, depth)
        if not t.repeats.mirrored:
            difference = key ^ self.history.key(depth)
            return (difference == 0 or (t.repeats.any_turn and difference == t.side_key)) and then == cells
        # Keys do not tell of turned boards who was to move, and how confined.
        before = self.history.state(depth)
        if state_berserk(before) != berserk or state_unannounced(before) != unannounced:
            return False
        return (t.repeats.any_turn or state_side(before) == side) and mirrors(t, cells, then)

    def repetition(self) -> i64:
        """The end that the last move brings about by repeating, 0 for none, -1 if it was forbidden."""
        if self.history.is_new(self.since_capture):
            return 0
        return self._was_repeated()

    def _was_repeated(self) -> i64:
        """The same after a move that may have brought a position about again."""
        t = self.t
        if not may_end(t, self.since_capture, self.lenient):
            return 0
        side = self.history.mover()
        if t.repeats.by == opponent(side) or self.occurrences() < t.repeats.count:
            return 0
        if t.repeats.what == FORBIDDEN:
            return -1
        offensive = NEITHER
        if t.repeats.what == OFFENSIVE_DEVIATES:
            offensive = offensive_side(t, self.cells, self.king, self.history, self._find_earlier(self.history.depth))
        if offensive == side:
            return -1
        return repeated(t, side, offensive)

    def repetition_may_forbid(self) -> bool:
        """Whether the repetition rule could forbid a move here."""
        if not may_forbid(self.t, self.since_capture, self.lenient):
            return False
        return self.t.repeats.count < 3 or self.history.recurred(self.since_capture)

    def forbidden(self, q: i64, to: i64) -> bool:
        """Whether the repetition rule forbids a move that everything else allows."""
        # Whether the opponent must pass then is not known before.
        if not self._repeats_by(q, to, False) and not (self.t.passes and self._repeats_by(q, to, True)):
            return False
        if self.t.repeats.bare and self._repeats_bare(q, to):
            return True
        # Keys have only told that it may be: the board decides, with all that the move captures.
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
        after = repetition_key_after(
            self.t,
            history.repetition_key(),
            mover(self.cells, q, to, self.side, self.berserk),
            q,
            to,
            self.confinement() != 0,
            again,
        )
        return history.times(after, self.since_capture) >= self.t.repeats.count - 1

    def _repeats_bare(self, q: i64, to: i64) -> bool:
        """Whether a move repeats a position too often before its captures (hnefatafl.org)."""
        t = self.t
        own = self.side
        if q == to or t.repeats.by == opponent(own):
            return False
        piece = self.cells[q]
        cells = self.cells[:]
        cells[to] = piece
        cells[q] = 0
        king = to if piece == KING else self.king
        side = own if passed(t, cells, king, opponent(own), 0) else opponent(own)
        unannounced = self.unannounced if piece & ATTACKERS else 0
        key = self.key ^ move_change(t, piece, q, to)
        key ^= turn_change(t, own, 0, self.unannounced, side, 0, unannounced)
        self.history.load()
        history = self.history
        n: i64 = 1
        depth = history.depth - 1
        while depth >= max(history.depth - self.since_capture, 0):
            if self._equals_row(depth, cells, key, side, 0, unannounced) and history.counts(depth):
                n += 1
            depth -= 1
        return n >= t.repeats.count

    # What is legal.

    def confinement(self) -> i64:
        """Where the layers of ``stop`` begin."""
        return confinement_of(self.t, self.side, self.unannounced)

    def fill(self, out: vec[i64], n: i64) -> i64:
        """Write the codes of the legal moves into ``out`` from ``n``, in a game that goes on; return the end."""
        return fill_legal(
            self.t, self.cells, self.king, self.side, self.roll, self.berserk, self.confinement(), self, out, n
        )

    def fill_to(self, out: vec[i64], n: i64, marks: vec[i64], mark: i64) -> i64:
        """Write the codes of the legal moves to marked squares (see ``generate.fill_to``), in a game that goes on."""
        return fill_legal_to(
            self.t, self.cells, self.king, self.side, self.roll, self.berserk, self.confinement(), self,
            marks, mark, out, n,
        )  # fmt: skip

    def allows(self, q: i64, to: i64, step: i64) -> bool:
        """Whether a move is legal in a game that goes on; ``step`` leads from ``q`` towards ``to``, or is 0."""
        return is_legal(
            self.t, self.cells, self.king, self.side, self.roll, self.berserk, self.confinement(), self, q, to, step
        )

    def can_roll(self) -> bool:
        """Whether the die may be rolled, in a game that goes on."""
        return can_roll(self.t, self.cells, self.king, self.side, self.roll, self.berserk, self.confinement(), self)

    def verdict(self) -> i64:
        """How the game has ended, or 0: everything but the want of a legal move."""
        if self.status == 0 and self.t.quiet_limit | self.t.move_limit == 0 and self.history.is_new(self.since_capture):
            return 0
        return verdict(self.t, self.side, self.status, self.ply, self.since_capture, self.lenient, self)

    def end(self) -> i64:
        """How the game has ended, or 0."""
        # Mostly the piece that has moved last can move again.
        return end(
            self.t, self.cells, self.king, self.side, self.roll, self.berserk, self.confinement(), self,
            self.status, self.ply, self.since_capture, self.lenient, self.history.target_before(),
        )  # fmt: skip
