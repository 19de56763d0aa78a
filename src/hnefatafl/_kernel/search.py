"""The mutable scratch board: make, unmake, and what may be played on it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import apply_move, filter_continuations, may_continue, must_continue
from hnefatafl._kernel.codes import (
    ATTACKERS,
    DEFENDING_MEN,
    FORBIDDEN,
    HELD_KEY,
    IGNORED,
    KING,
    MAY_GO_ON,
    MORE_TAKEN,
    NEITHER,
    OFFENSIVE_DEVIATES,
    PLAIN,
    QUIET_LIMIT,
    move_code,
    move_of,
    note_of,
    opponent,
    origin_of,
    piece_of,
    place_towards,
    record,
    square_of,
    state_bound,
    state_end,
    state_held,
    state_of,
    state_of_turn,
    state_quiet,
    state_roll,
    takes_towards,
    target_of,
)
from hnefatafl._kernel.generate import (
    fill,
    fill_from,
    is_pseudo_legal,
    movable,
    moves_of,
    own_pieces,
    reach,
    room,
    room_for_one,
    step_over,
    straight,
)
from hnefatafl._kernel.ring import EscapePath
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.threats import offensive_side
from hnefatafl._kernel.trail import Seed, Trail, alike, alike_after, mirrors
from hnefatafl._kernel.vectors import vec
from hnefatafl._kernel.verdict import (
    after_attackers,
    after_defenders,
    blocked,
    movers,
    passed,
    repeated,
)
from hnefatafl.move import Move


@final
class Scratch:
    """The kernel's mutable board; :class:`hnefatafl.position.SearchBoard` is its public face."""

    __slots__ = (
        "attackers", "bound", "cells", "counted", "escape_path", "free", "held", "key", "king", "lively", "lost",
        "more", "ply", "quiet", "roll", "side", "spare", "status", "t", "trail",
    )  # fmt: skip

    def __init__(self, seed: Seed) -> None:
        t = seed.tables
        self.t: Tables = t
        self.cells: vec[i16] = seed.cells[:]
        self.side: i64 = seed.side
        self.status: i64 = seed.status
        self.counted: bool = seed.counted
        self.free: bool = seed.free
        self.ply: i64 = seed.ply
        self.quiet: i64 = 0
        self.held: i64 = seed.held
        self.bound: i64 = seed.bound
        self.roll: i64 = 0
        self.king: i64 = 0
        self.attackers: i64 = 0
        self.lost: i64 = 0  # what the last capture took from the number of turned boards
        self.trail: Final[Trail] = Trail(t.forbids)
        self.escape_path: Final[EscapePath | None] = EscapePath(t) if t.encirclement else None
        self.lively: Final[vec[i64]] = vec[i64]([0, 0])  # where a piece of each side stood that could move
        self.more: list[list[int]] = []
        self.spare: list[int] = []
        self.key: i64 = t.side_key if seed.side == 1 else 0
        if seed.held != 0:
            self.key ^= t.keys[HELD_KEY]
        if seed.bound != 0:
            self.key ^= t.keys[self.bound]
        for q in t.squares:
            p = self.cells[q]
            if p != 0:
                self.key ^= t.keys[t.row[i64(p)] + q]
                if p == KING:
                    self.king = q
                elif p & ATTACKERS != 0:
                    self.attackers += 1
        self._enter()
        for code, held, roll in seed.line:
            self.roll = roll
            self.make(origin_of(i64(code)), target_of(i64(code)))
            self._hold(held)
        self.roll = seed.roll

    def _enter(self) -> None:
        """Let the present position be found again."""
        self.trail.enter(alike(self.t, self.cells, self.key, self.side))

    def _hold(self, held: i64) -> None:
        """Bind the king by a way out left unannounced, or not."""
        if held != self.held:
            self.trail.leave()
            self.held = held
            self.key ^= self.t.keys[HELD_KEY]
            self._enter()

    def make(self, q: i64, to: i64) -> None:
        """Play a move that is known to be legal. Where an extra rule raises, the board stays as it was."""
        if self.t.captures_hook is None and self.t.ends_hook is None:
            self._make(q, to)
            return
        cells = self.cells[:]
        ply, quiet, status, side, key, king = self.ply, self.quiet, self.status, self.side, self.key, self.king
        attackers, held, bound, roll, more = self.attackers, self.held, self.bound, self.roll, len(self.more)
        try:
            self._make(q, to)
        except BaseException:
            self.cells = cells
            self.ply, self.quiet, self.status, self.side, self.key, self.king = ply, quiet, status, side, key, king
            self.attackers, self.held, self.bound, self.roll = attackers, held, bound, roll
            del self.more[more:]
            self.spare = []
            if self.escape_path is not None:
                self.escape_path.lose()
            raise

    def _make(self, q: i64, to: i64) -> None:
        t = self.t
        cells = self.cells
        piece = cells[q]
        path = self.escape_path
        if piece == KING:
            self.king = to
            if path is not None:
                path.follow(cells, q, to, step_over(t, to - q))
        elif path is not None and piece & ATTACKERS:
            path.find_escape_path(t, cells, self.king, self.trail.depth)
        taken = apply_move(t, cells, self.king, q, to, self.spare)
        key = self.key
        state = state_of(self.status, self.held, self.quiet)
        if not t.plain:
            state |= state_of_turn(self.roll, self.bound)
        self.ply += 1
        self.quiet += 1
        row = i64(piece) * t.size if piece & PLAIN else t.row[i64(piece)]
        self.key = key ^ t.keys[row + q] ^ t.keys[row + to] ^ t.side_key
        if taken != 0:
            self.settle(to, taken)
        elif q == to:
            self.quiet = 0  # the turn that ends here has captured
        if piece & ATTACKERS:
            self.side = 1
            spared = path is not None and path.rules_out_ring(t, cells, self.king, to, taken, self.trail.depth + 1)
            self.status = after_attackers(t, cells, self.king, to, taken, spared)
        else:
            self.side = 0
            if self.held != 0:
                self.held = 0
                self.key ^= t.keys[HELD_KEY]
            attackers = t.fewest if taken == 0 else self.attackers
            self.status = after_defenders(t, cells, self.king, to, attackers)
        if t.alternates:
            self.roll = 0
        else:
            self._turn(to, taken)
        number = self.key
        if not t.repeats.keyed:
            if t.repeats.mirrored:
                # Sparing a look at the whole board.
                again = (piece & ATTACKERS != 0) == (self.side == 0)
                number = alike_after(t, self.trail.number(self.trail.depth), piece, q, to, False, again)
                if taken != 0:
                    number -= self.lost
            else:
                number = alike(t, cells, number, self.side)
        self.trail.push(record(move_code(q, to), taken), key, state, number)

    def _turn(self, to: i64, taken: i64) -> None:
        """Leave the turn to the piece that goes on, or to the side that must let its opponent move again."""
        t = self.t
        if self.bound != 0:
            self.key ^= t.keys[self.bound]
            self.bound = 0
        again = False
        if self.status == 0 and t.berserk != 0 and taken != 0:
            again = must_continue(t, self.cells, self.king, to, reach(t, self.roll))
        if again:
            self.bound = to
            self.key ^= t.keys[to]
        else:
            self.roll = 0
            again = self.status == 0 and passed(t, self.cells, self.side, self.trail.target())
        if again:
            self.side = 1 - self.side
            self.key ^= t.side_key

    def settle(self, to: i64, taken: i64) -> None:
        """Account for what was taken."""
        self.quiet = 0
        self.lost = 0
        i: i64 = 0
        for d in self.t.steps:
            if takes_towards(taken, i):
                self._strike(self.t.bits[place_towards(taken, i)], to + d)
            i += 1
        if taken & MORE_TAKEN != 0:
            more = self.spare
            self.more.append(more)
            self.spare = []
            for entry in more:
                self._strike(i16(piece_of(i64(entry))), square_of(i64(entry)))

    def _strike(self, man: i16, square: i64) -> None:
        """Account for one captured man."""
        t = self.t
        turned = t.turned[i64(man)]
        self.key ^= t.keys[t.row[i64(man)] + square]
        if turned != 0:
            self.key ^= t.keys[t.row[i64(turned)] + square]
        if t.repeats.mirrored:
            self.lost += t.repeats.orbits[t.row[i64(man)] + square]
            if turned != 0:
                self.lost -= t.repeats.orbits[t.row[i64(turned)] + square]
        if man & ATTACKERS != 0:
            self.attackers -= 1
        elif turned != 0:
            self.attackers += 1

    def unmake(self) -> None:
        """Take the last move back."""
        t = self.t
        cells = self.cells
        trail = self.trail
        trail.leave()
        depth = trail.depth - 1
        trail.depth = depth
        self.ply -= 1
        code = trail.code(depth)
        state = trail.state(depth)
        q = origin_of(code)
        to = target_of(code)
        taken = note_of(code)
        piece = cells[to]
        cells[to] = 0
        cells[q] = piece
        if piece == KING:
            self.king = q
        if piece & ATTACKERS:
            self.side = 0
        else:
            self.side = 1
        self.key = trail.key(depth)
        self.quiet = state_quiet(state)
        self.status = state_end(state)
        self.held = state_held(state)
        if not t.plain:
            self.roll = state_roll(state)
            self.bound = state_bound(state)
        if taken != 0:
            self.give_back(to, taken)
        path = self.escape_path
        if path is not None:
            path.forget(depth)

    def give_back(self, to: i64, taken: i64) -> None:
        """Put back what a move to ``to`` took."""
        t = self.t
        i: i64 = 0
        for d in t.steps:
            if takes_towards(taken, i):
                self._restore(t.bits[place_towards(taken, i)], to + d)
            i += 1
        if taken & MORE_TAKEN != 0:
            for entry in self.more.pop():
                self._restore(i16(piece_of(i64(entry))), square_of(i64(entry)))

    def _restore(self, man: i16, square: i64) -> None:
        """Put a captured man back."""
        self.cells[square] = man
        if man & ATTACKERS != 0:
            self.attackers += 1
        elif self.t.turned[i64(man)] != 0:
            self.attackers -= 1

    def occurrences(self) -> i64:
        """How often the position has stood on the board since the last capture, now included."""
        n: i64 = 1
        i = self._earlier(self.trail.depth)
        while i >= 0:
            if i > 0 or self.counted:
                n += 1
            i = self._earlier(i)
        return n

    def _earlier(self, depth: i64) -> i64:
        """At which depth before that one, since the last capture, the position stood on the board, or -1."""
        low = self.trail.depth - self.quiet
        depth = self.trail.before(depth, low)
        while depth >= 0 and not self._same_as(depth):
            depth = self.trail.before(depth, low)
        return depth

    def _same_as(self, depth: i64) -> bool:
        """Whether the position is as it was then, not only its number; no capture lies between."""
        t = self.t
        then = self.trail.board(self.cells, depth)
        if t.repeats.mirrored:
            return self._bound_as(depth, then) and mirrors(t, self.cells, then)
        difference = self.key ^ self.trail.key(depth)
        return (difference == 0 or (t.repeats.any_turn and difference == t.side_key)) and then == self.cells

    def _bound_as(self, depth: i64, cells: vec[i16]) -> bool:
        """Whether the same side was to move then, and as free as now; keys do not tell it of turned boards."""
        before = self.trail.state(depth)
        if state_bound(before) != self.bound or state_held(before) != self.held:
            return False
        mover = cells[origin_of(self.trail.code(depth))]
        return self.t.repeats.any_turn or (mover & ATTACKERS != 0) == (self.side == 0)

    def _mover(self) -> i64:
        """Who made the last move."""
        return 0 if self.cells[target_of(self.trail.code(self.trail.depth - 1))] & ATTACKERS != 0 else 1

    def repetition(self) -> i64:
        """The end that the last move brings about by repeating, 0 for none, -1 if it was forbidden."""
        t = self.t
        if t.repeats.what == IGNORED or self.free or self.trail.is_new(self.quiet):
            return 0
        mover = self._mover()
        if t.repeats.by == opponent(mover) or self.occurrences() < t.repeats.count:
            return 0
        if t.repeats.what == FORBIDDEN:
            return -1
        offensive = NEITHER
        if t.repeats.what == OFFENSIVE_DEVIATES:
            offensive = offensive_side(t, self.cells, self.king, self.trail, self._earlier(self.trail.depth))
        if offensive == mover:
            return -1
        return repeated(t, mover, offensive)

    def stops(self) -> i64:
        """The layer offset of ``stop``: another while the king may not leave."""
        if self.held == 0 or self.side == 0:
            return 0
        return self.t.confined

    def careful(self) -> bool:
        """Whether the repetition rule could forbid a move here."""
        t = self.t
        may = t.forbids and not self.free and self.quiet + 1 >= t.repeats.least
        return may and (t.repeats.count < 3 or self.trail.doubled >= self.trail.depth - self.quiet)

    def _king_moves(self, roll: i64) -> bool:
        """Whether no rule forbids the king to move within that roll."""
        out = room_for_one(self.t)
        end = fill_from(self.t, self.cells, self.king, reach(self.t, roll), self.stops(), out, 0)
        return self._allowed(out, 0, end) != 0

    def _allowed(self, out: vec[i64], n: i64, end: i64) -> i64:
        """Keep, of the moves from ``n`` to ``end``, those that no repetition forbids; return the index after them."""
        if not self.careful():
            return end
        kept = n
        i = n
        while i < end:
            if not self.forbidden(origin_of(out[i]), target_of(out[i])):
                out[kept] = out[i]
                kept += 1
            i += 1
        return kept

    def _going_on(self, out: vec[i64], n: i64) -> i64:
        """Write the moves by which the piece whose turn it still is may go on into ``out`` from ``n``."""
        end = fill_from(self.t, self.cells, self.bound, reach(self.t, self.roll), self.stops(), out, n)
        end = filter_continuations(self.t, self.cells, self.king, out, n, end)
        if self.t.berserk == MAY_GO_ON:
            out[end] = move_code(self.bound, self.bound)
            end += 1
        return end

    def forbidden(self, q: i64, to: i64) -> bool:
        """Whether the repetition rule forbids a move that everything else allows."""
        # Whether the opponent must pass then is not known before.
        if not self._repeats_by(q, to, False) and not (self.t.passes and self._repeats_by(q, to, True)):
            return False
        self.make(q, to)
        try:
            return self.repetition() == -1
        finally:
            self.unmake()

    def _repeats_by(self, q: i64, to: i64, again: bool) -> bool:
        """Whether a move could repeat positions too often, by their numbers alone."""
        trail = self.trail
        after = alike_after(self.t, trail.number(trail.depth), self.cells[q], q, to, self.stops() != 0, again)
        return trail.times(after, trail.depth - self.quiet) >= self.t.repeats.count - 1

    def movers(self) -> i16:
        """Which pieces may move."""
        if self.bound != 0:
            return self.cells[self.bound]
        own = movers(self.t, self.cells, self.king, self.side, self.roll, self.stops())
        if own == KING and self.careful() and not self._king_moves(self.roll):
            return DEFENDING_MEN
        return own

    def fill(self, out: vec[i64], n: i64) -> i64:
        """Write the codes of the legal moves into ``out`` from ``n``, in a game that goes on; return the end."""
        if self.bound != 0:
            return self._going_on(out, n)
        end = fill(self.t, self.cells, self.movers(), reach(self.t, self.roll), self.stops(), out, n)
        return self._allowed(out, n, end)

    def moves(self) -> list[Move]:
        """The legal moves, as objects, in a game that goes on."""
        out = room(self.t)
        return moves_of(self.t, out, self.fill(out, 0))

    def allows(self, q: i64, to: i64) -> bool:
        """Whether a move is legal in a game that goes on."""
        if q == to:
            return q == self.bound and q != 0 and self.t.berserk == MAY_GO_ON
        if not is_pseudo_legal(
            self.t, self.cells, self.movers(), reach(self.t, self.roll), self.stops(), q, to, straight(self.t, q, to)
        ):
            return False
        if self.bound != 0:
            return q == self.bound and may_continue(self.t, self.cells, self.king, q, to)
        return not self.careful() or not self.forbidden(q, to)

    def can_roll(self) -> bool:
        """Whether a die may be rolled for the king, in a game that goes on."""
        if self.t.die == 0 or self.side == 0 or self.roll != 0 or self.bound != 0:
            return False
        return self._king_moves(0)

    def verdict(self) -> i64:
        """How the game has ended, or 0: everything but the want of a legal move."""
        if self.status != 0:
            return self.status
        if self.quiet >= self.t.repeats.least and not self.trail.is_new(self.quiet):
            end = self.repetition()
            if end > 0:
                return end
        if self.t.quiet_limit != 0 and self.quiet >= self.t.quiet_limit and not self.free:
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
        if self.bound != 0 or self.careful():
            return self.fill(room(t), 0) != 0
        # Mostly a piece that could move a while ago still can.
        own = own_pieces(self.side) if t.plain else self.movers()
        found = movable(t, self.cells, own, reach(t, self.roll), self.stops(), self.lively[self.side])
        self.lively[self.side] = found
        return found != 0

    def own(self) -> i16:
        """Who may move, whatever the die will show."""
        if self.bound != 0:
            return self.cells[self.bound]
        if self.roll != 0:
            return movers(self.t, self.cells, self.king, self.side, self.roll, self.stops())
        return own_pieces(self.side)

    def every_move(self, out: vec[i64], base: i64) -> i64:
        """Write all moves, whatever the die will show and whatever they repeat; return the index after them."""
        if self.bound != 0:
            return self._going_on(out, base)
        return fill(self.t, self.cells, self.own(), reach(self.t, self.roll), self.stops(), out, base)

    def rolls(self, plies: i64) -> list[int]:
        """What had been rolled before each of the last moves, 0 for nothing."""
        depth = self.trail.depth
        return [int(state_roll(self.trail.state(at))) for at in range(depth - plies, depth)]

    def line(self, since: i64) -> list[Move]:
        """The moves made since a depth."""
        return [self.t.move(move_of(self.trail.code(at))) for at in range(since, self.trail.depth)]
