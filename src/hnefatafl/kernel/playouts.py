"""Uniform random play on a scratch board."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from hnefatafl.kernel.generate import own_pieces, reaches
from hnefatafl.kernel.search import Scratch
from hnefatafl.kernel.tables import ATTACKERS, KING, KINGSMEN
from hnefatafl.kernel.verdict import blocked, reach

_WORD: Final[i64] = 0xFFFFFFFF
_TRIES: Final[i64] = 400
_LONG: Final[i64] = 6144  # words enough for most games
_ROLL: Final[i64] = 1 << 40  # chosen instead of a move


def play_out(board: Scratch, seed: i64, limit: i64) -> i64:
    """Play random moves, all legal ones equally likely, to the end or the limit; return how the game ended.

    A roll counts as one choice beside the soldiers' moves.
    """
    return _Player(board, seed).play(limit)


@mypyc_attr(acyclic=True)
@final
class _Player:
    """Whoever moves at random."""

    __slots__ = ("board", "numbers", "pieces", "random")

    def __init__(self, board: Scratch, seed: i64) -> None:
        zero: i64 = 0
        self.board: Final[Scratch] = board
        # Who stands where: attackers from 0, the king's side from 512; and how many there are.
        self.pieces: Final[vec[i64]] = vec[i64]([zero] * 1024)
        self.numbers: Final[vec[i64]] = vec[i64]([zero, zero])
        mixed = (seed ^ 0x9E3779B9) & _WORD
        self.random: i64 = mixed if mixed != 0 else 1  # the generator stands still at zero
        for _ in range(8):
            self.below(2)

    def below(self, n: i64) -> i64:
        """A random number from 0 up to but not including ``n``, each as likely as the others."""
        return self.word(n) * n >> 32

    def word(self, n: i64) -> i64:
        """A random number of 32 bits, without those that would favour some of ``n`` numbers."""
        x = self.random
        while True:
            x ^= x << 13 & _WORD
            x ^= x >> 17
            x ^= x << 5 & _WORD
            rest = x * n & _WORD
            if rest >= n or rest >= (_WORD + 1) % n:
                self.random = x
                return x

    def play(self, limit: i64) -> i64:
        """Play to the end or the limit."""
        board = self.board
        start = board.ply
        board.trail.reserve(_LONG)
        self.count()
        while True:
            end = board.verdict()
            if end != 0:
                return end
            if board.ply - start >= limit:
                return board.end()
            own = own_pieces(board.side) if board.t.plain else board.movers()
            slot: i64 = -1
            if board.bound == 0 and own != KING:
                slot = self.draw(own)
            if slot < 0:
                slot = self.choose()
            if slot < 0:
                return blocked(board.t, board.side)
            if slot == _ROLL:
                board.roll = self.below(board.t.die) + 1
            else:
                to = slot & 1023
                slot >>= 10
                board.make(self.pieces[slot], to)
                self.pieces[slot] = to
                if board.quiet == 0:
                    self.strike(512 if slot < 512 else 0)

    def count(self) -> None:
        """Look who stands where."""
        cells = self.board.cells
        numbers = self.numbers
        numbers[0] = 0
        numbers[1] = 0
        for q in self.board.t.squares:
            if cells[q] != 0:
                side: i64 = 0 if cells[q] & ATTACKERS != 0 else 1
                self.pieces[512 * side + numbers[side]] = q
                numbers[side] += 1

    def strike(self, base: i64) -> None:
        """Strike those who have been captured off the list of their side; who has changed sides goes to the other."""
        cells = self.board.cells
        pieces = self.pieces
        numbers = self.numbers
        own: i16 = ATTACKERS if base == 0 else KINGSMEN
        side: i64 = 0 if base == 0 else 1
        i = base
        while i < base + numbers[side]:
            q = pieces[i]
            if cells[q] & own != 0:
                i += 1
                continue
            numbers[side] -= 1
            pieces[i] = pieces[base + numbers[side]]
            if cells[q] != 0:
                pieces[512 - base + numbers[1 - side]] = q
                numbers[1 - side] += 1

    def draw(self, own: i16) -> i64:
        """Draw a piece and a square of its row or column until that is a legal move: as likely as any other, and
        eight times as fast as listing them.

        Returns the place of the piece times 1024 plus its target, a roll, or -1 if nothing was found.
        """
        board = self.board
        t = board.t
        cells = board.cells
        base = 512 * board.side
        n = self.numbers[board.side]
        stride = t.stride
        half = t.n - 1
        lines = 2 * half
        far = t.speed_king
        held: i64 = 0
        careful = False
        rolls = False
        if not t.plain or board.held != 0:
            far = reach(t, board.roll)
            held = board.stops()
            careful = board.careful()
            rolls = t.die != 0 and board.side == 1 and board.roll == 0
        walks = t.jumpers & own == 0
        tries = _TRIES
        while tries > 0:
            tries -= 1
            if rolls and self.below(n * lines + 1) == 0:
                if board.can_roll():
                    return _ROLL
                continue
            # One of n * lines pairs: the product's upper half tells the piece, its lower half the square.
            product = self.word(n * lines) * n
            slot = base + (product >> 32)
            j = (product & _WORD) * lines >> 32
            q = self.pieces[slot]
            if j < half:
                step: i64 = 1
                to = t.rank[q] + j + 1
            else:
                step = stride
                to = (j - half + 1) * stride + q - t.rank[q]
            if to >= q:
                to += step
            else:
                step = -step
            if cells[to] != 0 or (walks and cells[q + step] != 0):
                continue
            if reaches(t, cells, own, far, held, q, to, step):
                if not careful or not board.forbidden(q, to):
                    return slot << 10 | to
        return -1

    def choose(self) -> i64:
        """List the legal moves and choose one, or a roll; -1 if there is none."""
        board = self.board
        out = board.room()
        end = board.fill(out, 0)
        if board.can_roll():
            out[end] = _ROLL
            end += 1
        if end == 0:
            return -1
        code = out[self.below(end)]
        if code == _ROLL:
            return _ROLL
        slot = 512 * board.side
        while self.pieces[slot] != code >> 10:
            slot += 1
        return slot << 10 | (code & 1023)
