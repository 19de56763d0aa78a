"""Uniform random play on a mutable position.

Each legal move is drawn with the same probability, without a list of them: a slot among all pieces and all squares of
their rank and file is drawn until it holds a legal move. Which slots can hold one is looked up in a table of what a
piece reaches on an empty board; whether the way is free is one test on the bits of the rank or file.

Where a piece moves by a die, a piece, a direction and a distance are drawn instead, if the roll lets it go so far.

Laws: a game depends on its seed and its start alone, compiled and uncompiled, on every machine. A draw that fails
changes nothing but the generator.

Cost: a ply takes the time of a move on the position and of a few draws, whatever the number of legal moves. They are
listed where they depend on more than a piece and its way (``Tables.lists``), in berserk turns, and where draws find
none, as after a roll that lets nobody move.
"""

from __future__ import annotations

from functools import cache
from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    file_of,
    move_code,
    origin_of,
    path,
    path_at,
    path_between,
    path_line,
    rank_of,
    spot,
    square_at,
    target_of,
)
from hnefatafl._kernel.generate import (
    empty_board,
    fill_alone,
    is_pseudo_legal,
    kinds_on,
    leaps,
    own_pieces,
    reach,
    room,
    room_for_one,
    step_over,
)
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.play import movers_by_kind, passes
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.verdict import blocked
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec

_WORD: Final[i64] = 0xFFFFFFFF
_TRIES: Final[i64] = 400
_TRIES_BY_ROLL: Final[i64] = 100  # fewer, since a roll often allows no move
_STRETCH: Final[i64] = 1024  # plies between two looks at interrupts
_LONG: Final[i64] = 4  # rows of the history a square, enough for most games
_ROLL: Final[i64] = 1 << 40  # chosen instead of a move
_PASS: Final[i64] = 1 << 41


def play_out(board: MutablePosition, seed: i64, limit: i64) -> i64:
    """Play random moves, all legal ones equally likely, to the end or the limit; return how the game ended.

    A roll of the die counts as one choice beside the moves.
    """
    return _RandomMover(board, seed).play(limit)


@cache
def spots_of(n: int) -> vec[i64]:
    """From a square to its spot; 0 for the rim."""
    zero: i64 = 0
    out = vec[i64]([zero] * ((n + 2) * (n + 2)))
    for file in range(n):
        for rank in range(n):
            out[square_at(n, file, rank)] = spot(file, rank)
    return out


@cache
def paths_of(n: int) -> vec[i64]:
    """For each square the paths (:func:`~hnefatafl._kernel.codes.path`) to the others of its rank, then of its file.

    So a random number below ``2 * (n - 1)`` chooses a target, and one look at the bits of its line tells whether the
    squares between are empty.
    """
    zero: i64 = 0
    targets = 2 * (n - 1)
    stride = n + 2
    out: vec[i64] = vec[i64]([zero] * (stride * stride * targets))
    for file in range(n):
        for rank in range(n):
            q = square_at(n, file, rank)
            for i in range(targets):
                along = i < n - 1
                here = file if along else rank
                there = i if along else i - (n - 1)
                there += there >= here  # the square itself is no target
                to = q + (there - here) * (1 if along else stride)
                # The target must be empty, too; the origin is not.
                squares = (1 << there + 1) - (1 << here + 1) if there > here else (1 << here) - (1 << there)
                seen = 32 + there if along else there
                out[q * targets + i] = path(to, 32 + rank if along else file, squares, seen)
    return out


def _targets_of(t: Tables, kinds: int) -> vec[i64]:
    """Where each of those pieces may end a move on an empty board; worked out once for the tables.

    A word a square, with a bit for each rank of its file, and from the 32nd bit on for each file of its rank. The words
    of a piece begin where its keys do.
    """
    if kinds in t.empty_board_targets:
        return t.empty_board_targets[kinds]
    zero: i64 = 0
    targets = vec[i64]([zero] * len(t.keys))
    moves = room_for_one(t)
    spots = spots_of(int(t.n))
    board = empty_board(t)
    for kind in t.bits:
        if i16(kinds) & kind == 0:
            continue
        for q in t.squares:
            i = fill_alone(t, board, kind, q, moves)
            while i > 0:
                i -= 1
                there = spots[target_of(moves[i])]
                bit = 1 << rank_of(there)
                if file_of(there) != file_of(spots[q]):
                    bit = 1 << file_of(there)
                    bit <<= 32  # apart, since C takes a bare 1 for a number of 32 bits
                targets[t.row[i64(kind)] + q] |= bit
    t.empty_board_targets[kinds] = targets
    return targets


_RANKS: Final[i64] = 32


@final
class _RandomMover:
    """The player who moves at random."""

    __slots__ = (
        "board", "lines", "moves", "numbers", "part", "paths", "pieces", "random", "reachable", "room", "spots",
    )  # fmt: skip

    def __init__(self, board: MutablePosition, seed: i64) -> None:
        zero: i64 = 0
        self.board: Final[MutablePosition] = board
        # Who stands where: attackers from 0, the king's side from `room` on; and how many there are.
        self.room: Final[i64] = board.t.n * board.t.n
        self.pieces: Final[vec[i64]] = vec[i64]([zero] * int(2 * self.room))
        self.numbers: Final[vec[i64]] = vec[i64]([zero, zero])
        # Of each file, and from _RANKS on of each rank, a bit for each square where a piece stands.
        self.lines: Final[vec[i64]] = vec[i64]([zero] * 64)
        self.paths: Final[vec[i64]] = paths_of(int(board.t.n))
        self.spots: Final[vec[i64]] = spots_of(int(board.t.n))
        self.reachable: Final[vec[i64]] = _targets_of(board.t, int(kinds_on(board.t, board.cells)))
        # The other squares of a rank and a file; small numbers times this part are divided by how many those are.
        self.part: Final[i64] = _WORD // (2 * (board.t.n - 1)) + 1
        self.moves: vec[i64] = self.lines[:0]  # room for the moves of a position, once they are listed
        mixed = (seed ^ 0x9E3779B9) & _WORD
        self.random: i64 = mixed if mixed != 0 else 1  # the generator stands still at zero
        for _ in range(8):
            self.below(2)

    def below(self, n: i64) -> i64:
        """A random number from 0 up to but not including ``n``, each as likely as the others."""
        while True:
            self.random = next_word(self.random)
            drawn = drawn_by(self.random, n)
            if drawn >= 0:
                return drawn

    def play(self, limit: i64) -> i64:
        """Play to the end or the limit."""
        board = self.board
        t = board.t
        last = board.ply + limit
        board.history.reserve(_LONG * self.room)
        self.count()
        pause = board.ply + _STRETCH
        while True:
            end = self.draw(
                board, t, board.cells, self.lines, self.paths, self.reachable, self.spots, self.pieces,
                min(pause, last),
            )  # fmt: skip
            if end != 0:
                return end
            if board.ply >= last:
                return board.end()
            if board.ply >= pause:
                heed_interrupts()
                pause = board.ply + _STRETCH
                continue
            code = self.choose()
            if code < 0:
                return blocked(t, board.side)
            if code == _ROLL:
                board.roll = self.below(t.die) + 1
            elif code == _PASS:
                board.make_on(board.cells, origin_of(t.pass_code), target_of(t.pass_code))
            else:
                self.move(board, board.cells, self.lines, self.spots, self.pieces, origin_of(code), target_of(code))

    def count(self) -> None:
        """Look who stands where."""
        t = self.board.t
        cells = self.board.cells
        numbers = self.numbers
        for q in t.squares:
            if cells[q] != 0:
                side: i64 = 0 if cells[q] & ATTACKERS != 0 else 1
                self.pieces[self.room * side + numbers[side]] = q
                numbers[side] += 1
                _turn_bit(self.lines, self.spots[q])

    def strike(self, side: i64) -> None:
        """Strike those who have been captured off the list of their side; who has changed sides goes to the other."""
        cells = self.board.cells
        pieces = self.pieces
        numbers = self.numbers
        own: i16 = own_pieces(side)
        base = self.room * side
        i = base
        while i < base + numbers[side]:
            q = pieces[i]
            if cells[q] & own != 0:
                i += 1
                continue
            numbers[side] -= 1
            pieces[i] = pieces[base + numbers[side]]
            if cells[q] == 0:
                _turn_bit(self.lines, self.spots[q])
            else:
                pieces[self.room - base + numbers[1 - side]] = q
                numbers[1 - side] += 1

    def draw(
        self, board: MutablePosition, t: Tables, cells: vec[i16], lines: vec[i64], paths: vec[i64], reachable: vec[i64],
        spots: vec[i64], pieces: vec[i64], last: i64,
    ) -> i64:  # fmt: skip
        """Play on by drawing a piece and a square of its rank or file until that is a legal move: as likely as any
        other, and many times as fast as listing them.

        Returns how the game has ended, or 0 at the ply ``last``, and where the moves must be listed.
        """
        targets = 2 * (t.n - 1)
        leap = 4 * t.stride * t.stride
        while True:
            end = board.verdict()
            if end != 0 or board.ply >= last:
                return end
            side = board.side
            own = own_pieces(side)
            waits = t.rolled & own  # who waits for the die
            if board.berserk != 0 or board.roll != 0 or t.lists or waits == own:
                return 0
            walks = t.jumpers & own == 0
            base = self.room * side
            moves = self.numbers[side] * targets
            choices = moves + i64(waits != 0)  # to roll is one more
            confinement: i64 = 0
            may_forbid = False
            if not t.plain or board.unannounced != 0:
                confinement = board.confinement()
                may_forbid = board.repetition_may_forbid()
            tries = _TRIES
            while tries > 0:
                tries -= 1
                self.random = next_word(self.random)
                number = drawn_by(self.random, choices)
                if number < 0:
                    continue
                if number == moves:
                    if not board.can_roll():
                        continue
                    board.roll = self.below(t.die) + 1
                    return 0
                slot = number * self.part >> 32
                number -= slot * targets
                slot += base
                q = pieces[slot]
                path = paths[q * targets + number]
                to = target_of(path)
                if lines[path_line(path)] & path_between(path) == 0:
                    if reachable[t.row[i64(cells[q])] + q] >> path_at(path) & 1 == 0:
                        continue
                    if confinement != 0 and t.stop[confinement + t.layer[q] + to] & cells[q] == 0:
                        continue
                else:
                    gap = to - q
                    if walks or (gap * gap != 4 and gap * gap != leap):
                        continue
                    if not leaps(t, cells, confinement, q, step_over(t, gap)):
                        continue
                if cells[q] & waits == 0 and not (may_forbid and board.forbidden(q, to)):
                    self.move(board, cells, lines, spots, pieces, slot, to)
                    break
            else:
                # After so many misses hardly any draw is legal, and listing the moves takes less.
                return 0

    def move(
        self, board: MutablePosition, cells: vec[i16], lines: vec[i64], spots: vec[i64], pieces: vec[i64], slot: i64,
        to: i64,
    ) -> None:  # fmt: skip
        """Make a move of the piece in that slot."""
        q = pieces[slot]
        pieces[slot] = to
        # `_turn_bit` twice, but without the calls, which cost more than it does.
        here = spots[q]
        there = spots[to]
        lines[file_of(here)] ^= 1 << rank_of(here)
        lines[_RANKS + rank_of(here)] ^= 1 << file_of(here)
        lines[file_of(there)] ^= 1 << rank_of(there)
        lines[_RANKS + rank_of(there)] ^= 1 << file_of(there)
        side = board.side
        board.make_on(cells, q, to)
        if board.since_capture == 0:
            self.strike(1 - side)
            if board.t.walk_in != 0:
                self.strike(side)

    def draw_by_roll(self, board: MutablePosition, t: Tables, cells: vec[i16]) -> i64:
        """Draw a piece, a direction and a distance until that is a legal move by the roll; -1 where none is found."""
        far = reach(t, board.roll)
        own = own_pieces(board.side) & t.rolled
        distances: i64 = 1 if far <= 0 else min(far, t.n - 1)
        choices = self.numbers[board.side] * 4 * distances
        confinement = board.confinement()
        may_forbid = board.repetition_may_forbid()
        tries = _TRIES_BY_ROLL if far != 0 else 0
        while tries > 0:
            tries -= 1
            number = self.below(choices)
            d = t.steps[number & 3]
            number >>= 2
            slot = self.room * board.side + number // distances
            q = self.pieces[slot]
            to = q + d * (-far if far < 0 else number % distances + 1)
            if to < 0 or to >= t.size or not is_pseudo_legal(t, cells, own, far, confinement, q, to, d):
                continue
            if not (may_forbid and board.forbidden(q, to)):
                return move_code(slot, to)
        return -1

    def choose(self) -> i64:
        """Choose a legal move, or a roll, of those that :meth:`draw` cannot draw; -1 if there is none."""
        board = self.board
        t = board.t
        if board.berserk == 0 and not t.lists:
            if board.roll != 0:
                code = self.draw_by_roll(board, t, board.cells)
                if code >= 0:
                    return code
            if movers_by_kind(t, board.side, board.roll) == 0:
                return _PASS if board.roll != 0 else _ROLL if board.can_roll() else -1
        return self.list_and_choose()

    def list_and_choose(self) -> i64:
        """List the legal moves and choose one, or a roll; -1 if there is none."""
        board = self.board
        if len(self.moves) == 0:
            self.moves = room(board.t)
        out = self.moves
        end = board.fill(out, 0)
        if board.can_roll():
            out[end] = _ROLL
            end += 1
        if end == 0:
            return -1
        code = out[self.below(end)]
        if code == _ROLL:
            return _ROLL
        if passes(code, board.berserk):
            return _PASS
        slot = self.room * board.side
        while self.pieces[slot] != origin_of(code):
            slot += 1
        return move_code(slot, target_of(code))


def next_word(x: i64) -> i64:
    """The word after that one (Marsaglia's xorshift)."""
    x ^= x << 13 & _WORD
    x ^= x >> 17
    return x ^ x << 5 & _WORD


def drawn_by(word: i64, n: i64) -> i64:
    """The number from 0 up to but not including ``n`` for which a random word stands, each as likely as the others.

    It is -1 for the few words that would favour some numbers.
    """
    product = word * n
    if product & _WORD < n and product & _WORD < (_WORD + 1) % n:
        return -1
    return product >> 32


def mixed(seed: i64, board: i64) -> i64:
    """The first state of a board's generator: another for each seed and board, and never 0."""
    word = seed
    for part in (i64(0x9E3779B9), board):
        word = (word ^ part) & _WORD
        for _ in range(2):
            word = (word ^ word >> 16) * 0x45D9F3B & _WORD
    # From 0 the generator would never come away.
    return word if word != 0 else 1


def _turn_bit(lines: vec[i64], spot: i64) -> None:
    """Let a square that was occupied be empty, or the other way round."""
    file = file_of(spot)
    rank = rank_of(spot)
    lines[file] ^= 1 << rank
    lines[_RANKS + rank] ^= 1 << file
