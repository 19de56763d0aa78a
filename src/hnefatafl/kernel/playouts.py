"""Uniform random play on a scratch board."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from hnefatafl.kernel.generate import reaches
from hnefatafl.kernel.search import Scratch
from hnefatafl.kernel.tables import ATTACKERS, KINGSMEN
from hnefatafl.kernel.verdict import blocked

_WORD: Final[i64] = 0xFFFFFFFF
_TRIES: Final[i64] = 400


def play_out(board: Scratch, seed: i64, limit: i64) -> i64:
    """Play random moves, all legal ones equally likely, to the end or the limit; return how the game ended."""
    t = board.t
    player = _Player(board, seed)
    if not t.plain or t.jumpers != 0 or t.captures_hook is not None or board.held != 0 or _mercenary(board):
        return player.by_listing(limit)
    return player.by_rejection(limit)


def _mercenary(board: Scratch) -> bool:
    """Whether somebody on the board may change sides."""
    for q in board.t.squares:
        if board.t.turned[i64(board.cells[q])] != 0:
            return True
    return False


@mypyc_attr(acyclic=True)
@final
class _Player:
    """Whoever moves at random."""

    __slots__ = ("board", "random")

    def __init__(self, board: Scratch, seed: i64) -> None:
        self.board: Scratch = board
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

    def by_listing(self, limit: i64) -> i64:
        """Any rules: list the moves and choose one. A roll counts as one choice beside the soldiers' moves."""
        board = self.board
        out = board.room()
        start = board.ply
        while True:
            end = board.verdict()
            if end != 0:
                return end
            if board.ply - start >= limit:
                return board.end()
            n = board.fill(out, 0)
            rolls: i64 = 1 if board.can_roll() else 0
            if n + rolls == 0:
                return blocked(board.t, board.side)
            i = self.below(n + rolls)
            if i == n:
                board.roll = self.below(board.t.die) + 1
            else:
                board.make(out[i] >> 10, out[i] & 1023)

    def by_rejection(self, limit: i64) -> i64:
        """Draw a piece and a square of its row or column until that is a legal move: as likely as any other, and
        eight times as fast as listing them."""
        board = self.board
        t = board.t
        cells = board.cells
        zero: i64 = 0
        pieces = vec[i64]([zero] * 1024)  # attackers from 0, defenders from 512
        numbers = vec[i64]([zero, zero])
        for q in t.squares:
            if cells[q] != 0:
                side: i64 = 0 if cells[q] & ATTACKERS != 0 else 1
                pieces[512 * side + numbers[side]] = q
                numbers[side] += 1
        start = board.ply
        while True:
            end = board.verdict()
            if end != 0:
                return end
            if board.ply - start >= limit:
                return board.end()
            base = 512 * board.side
            drawn = self._draw(pieces, base, numbers[board.side])
            if drawn < 0:
                return blocked(t, board.side)
            slot = drawn >> 10
            to = drawn & 1023
            board.make(pieces[slot], to)
            pieces[slot] = to
            if board.quiet == 0:
                _forget(cells, pieces, numbers, 512 - base)

    def _draw(self, pieces: vec[i64], base: i64, n: i64) -> i64:
        """Choose a legal move: the index of its piece times 1024 plus its target; -1 if there is none."""
        board = self.board
        t = board.t
        cells = board.cells
        stride = t.stride
        half = t.n - 1
        lines = 2 * half
        tries = _TRIES
        while tries > 0:
            tries -= 1
            # One of n * lines pairs: the product's upper half tells the piece, its lower half the square.
            product = self.word(n * lines) * n
            slot = base + (product >> 32)
            j = (product & _WORD) * lines >> 32
            q = pieces[slot]
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
            if cells[to] == 0 and reaches(t, cells, KINGSMEN | ATTACKERS, t.speed_king, 0, q, to, step):
                return slot << 10 | to
        out = board.room()
        end = board.fill(out, 0)
        if end == 0:
            return -1
        code = out[self.below(end)]
        slot = base
        while pieces[slot] != code >> 10:
            slot += 1
        return slot << 10 | (code & 1023)


def _forget(cells: vec[i16], pieces: vec[i64], numbers: vec[i64], base: i64) -> None:
    """Strike captured pieces off the list."""
    side: i64 = 0 if base == 0 else 1
    i = base
    while i < base + numbers[side]:
        if cells[pieces[i]] == 0:
            numbers[side] -= 1
            pieces[i] = pieces[base + numbers[side]]
        else:
            i += 1
