"""The board of a prover: what can be chosen, and what is known of a position without looking ahead.

The rules are those of the *bare game* (:mod:`hnefatafl.search._core.proof`, which says why proofs in it hold), on an
position that is lenient: neither repetition nor a limit counts on it. What they still ask for is decided here.

What is found out about a position is left in ``pn``, ``dn``, ``low`` and ``length``: its proof and disproof number; the
row of the earliest position of the path that a disproof rests on; and how many plies a proof takes at most.

A *choice* is a move, or, with a die, to throw it, or a face that it shows. The opponent's throw is one of its choices,
so its faces stand beside the moves; the prover's own is a choice after which the faces are not his to choose.

What a prover remembers of positions: proof and disproof numbers, in memory of a limited size.

An entry has two words: the key, 0 if the entry is empty, and its contents: both numbers, how much effort went into them
(its binary logarithm), and the length of the proof. A key stands in any entry of its *bucket*, four entries in a row,
which a processor mostly loads at once; looking for entries is what a prover spends most time on. Where all four are
taken, the one with the least effort makes room. The table begins small and grows with its entries, so that small
searches cost little.

Laws: no number exceeds 62 bits. An entry that is lost costs time, and never changes what is proved. Two positions share
a key by chance once in 2⁶⁰ pairs; that is taken for never.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from hnefatafl._kernel.codes import ATTACKING, DEFENDING, NO_ESCAPE, SIDE, origin_of, target_of
from hnefatafl._kernel.generate import ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.told import line_key
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.tactics import STEP, king_falls, parries
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import extend, vec

NEVER: Final[i64] = 1 << 21
"""The number of what cannot be proved, or not be disproved."""
TAINTED: Final[i64] = NEVER + 1
"""The proof number of what was disproved on a path, and may be won on another."""
LONGEST: Final[i64] = 1023
"""The length of a proof that is as long, or longer."""
_NUMBER: Final[i64] = 22  # the bits of a number
_WORTH: Final[i64] = 16  # the bits of effort and length
_LENGTH: Final[i64] = 10  # the bits of the length
_BUCKET: Final[i64] = 4
_FEWEST: Final[i64] = 1 << 12  # entries to begin with


def numbers(pn: i64, dn: i64) -> i64:
    """A proof number and a disproof number in one word."""
    return pn << _NUMBER | dn


def proof_number(word: i64) -> i64:
    """The proof number of such a word."""
    return word >> _NUMBER


def disproof_number(word: i64) -> i64:
    """The disproof number of such a word."""
    return word & (1 << _NUMBER) - 1


@mypyc_attr(acyclic=True)
@final
class ProofTable:
    """A table of at most so many bytes."""

    __slots__ = ("_entries", "_mask", "_most", "_used", "_words")

    def __init__(self, size: int) -> None:
        self._most: Final[i64] = 1 << max(size // 16, 16).bit_length() - 1
        self._entries: i64 = 0
        self._used: i64 = 0
        self._mask: i64 = 0
        self._words: vec[i64] = vec[i64]([])
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._resize(min(_FEWEST, self._most))

    def _resize(self, entries: i64) -> None:
        """Be of that size, and empty."""
        zero: i64 = 0
        self._words = vec[i64]([zero] * int(2 * entries))
        self._entries = entries
        self._mask = entries - _BUCKET
        self._used = 0

    def _grow(self) -> None:
        """Be four times as large."""
        before = self._words
        self._resize(min(4 * self._entries, self._most))
        slot: i64 = 0
        while slot < i64(len(before)):
            if slot & 0xFFFF == 0:
                heed_interrupts()
            if before[slot] != 0:
                self._put_entry(before[slot], before[slot + 1])
            slot += 2

    def find(self, key: i64) -> i64:
        """The contents of the entry with that key, or -1."""
        words = self._words
        slot = 2 * (key & self._mask)
        end = slot + 2 * _BUCKET
        while slot < end:
            if words[slot] == key:
                return words[slot + 1]
            slot += 2
        return -1

    def store(self, key: i64, word: i64, effort: i64, length: i64) -> None:
        """Keep the numbers of a position, the number of positions that it took to find them, and the length."""
        if 2 * self._used > self._entries and self._entries < self._most:
            self._grow()
        size: i64 = 0
        while effort != 0:
            effort >>= 1
            size += 1
        self._put_entry(key, word << _WORTH | size << _LENGTH | min(length, LONGEST))

    def _put_entry(self, key: i64, contents: i64) -> None:
        words = self._words
        slot = 2 * (key & self._mask)
        end = slot + 2 * _BUCKET
        place: i64 = -1
        least: i64 = 1 << _WORTH
        while slot < end:
            if words[slot] == key or words[slot] == 0:
                place = slot
                break
            worth = words[slot + 1] & (1 << _WORTH) - 1
            if worth < least:
                least = worth
                place = slot
            slot += 2
        if words[place] == 0:
            self._used += 1
        words[place] = key
        words[place + 1] = contents


def numbers_of(contents: i64) -> i64:
    """Both numbers in the contents of an entry."""
    return contents >> _WORTH


def length_of(contents: i64) -> i64:
    """The length of the proof in the contents of an entry."""
    return contents & LONGEST


DEEPEST: Final[i64] = 400
"""So many plies ahead the search looks at most."""
_NEAR: Final[i64] = 32  # so many plies before a limit keys tell positions apart by what it leaves
CLEAR: Final[i64] = 1 << 40
"""The row of what rests on no position of the path."""
PAST: Final[i64] = -1
"""The row of what rests on something before the root."""

ROLL: Final[i64] = 0
"""The choice to throw the die; the faces follow from 1 on."""
MOVES: Final[i64] = 1024
"""Choices from here on are moves."""

# What keys have beside the kernel's.
_ROLL_KEY: Final[i64] = 0x2B992DDFA23249
_QUIET_KEY: Final[i64] = 0x2545F4914F6C
_LAST_KEY: Final[i64] = 0x1B873593E6AD
_PLY_KEY: Final[i64] = 0x9E3779B97F4A7
_WORD: Final[i64] = (1 << 60) - 1


def _scatter(number: i64) -> i64:
    """A repetition key for a sum of them: what equal differences of keys do not cancel out."""
    number ^= number >> 29
    return ((number & 0x3FFFFFFF) * 0x2545F491 ^ number >> 30) & _WORD


@mypyc_attr(acyclic=True)
class ProofBoard:
    """The board on which a side is to be proved to win.

    ``limit`` is the limit of quiet moves, or 0; ``last`` the ply at which the game is drawn, or 0; ``past`` has
    the repetition keys of positions before the root that may not be met again; ``first`` has the codes of the only
    moves that are looked into at the root, where it is not empty.
    """

    __slots__ = (
        "board", "bounded", "by_path", "codes", "deepest", "dn", "first", "hot", "last", "length", "limit", "low",
        "mark", "past", "path", "pn", "rolling", "root_ply", "side", "table",
    )  # fmt: skip

    def __init__(
        self, board: MutablePosition, side: int, table: ProofTable, limit: int, last: int, past: set[int],
        by_path: bool, first: set[int],
    ) -> None:  # fmt: skip
        self.board: Final[MutablePosition] = board
        self.side: Final[i64] = side
        self.table: Final[ProofTable] = table
        self.limit: Final[i64] = limit
        self.last: Final[i64] = last
        self.past: Final[set[int]] = past
        self.by_path: Final[bool] = by_path
        self.first: Final[set[int]] = first
        self.root_ply: Final[i64] = board.ply
        self.codes: vec[i64] = zeros(0)  # of the choices of the positions on the path
        self.hot: Final[vec[i64]] = zeros(int(board.t.size))
        self.mark: i64 = STEP
        self.deepest: i64 = DEEPEST
        self.bounded: bool = False  # whether a win counts only within ``deepest`` plies; never where a die is thrown
        self.rolling: bool = False  # whether the prover is about to throw the die
        self.path: i64 = 0
        self.pn: i64 = 1
        self.dn: i64 = 1
        self.low: i64 = CLEAR
        self.length: i64 = 0

    # Moves.

    def mine(self) -> bool:
        """Whether the prover chooses."""
        return self.board.side == self.side and not self.rolling

    def make(self, code: i64) -> None:
        board = self.board
        if code >= MOVES:
            board.make(origin_of(code), target_of(code))
            if self.by_path:
                self.path = (0 if board.since_capture == 0 else self.path) ^ _scatter(board.history.repetition_key())
        elif code == ROLL:
            self.rolling = True
        else:
            self.rolling = False
            board.roll = code

    def unmake(self, code: i64) -> None:
        """Take a choice back; ``path`` is for the caller to restore."""
        if code >= MOVES:
            self.board.unmake()
        elif code == ROLL:
            self.rolling = False
        else:
            self.board.roll = 0
            self.rolling = self.board.side == self.side

    def choices(self, base: i64) -> i64:
        """Write all choices from index ``base`` on; return the index after them."""
        board = self.board
        t = board.t
        self._reserve_room(base)
        end = base
        faces = self.rolling
        if not faces:
            end = board.fill(self.codes, base)
            if len(self.first) != 0 and board.ply == self.root_ply:
                end = self._only_first(base, end)
            if t.die != 0 and board.can_roll():
                if board.side == self.side:
                    self.codes[end] = ROLL
                    end += 1
                else:
                    faces = True
        if faces:
            face: i64 = 1
            while face <= t.die:
                self.codes[end] = face
                end += 1
                face += 1
        return end

    def _only_first(self, base: i64, end: i64) -> i64:
        """Keep only those of the choices that may be looked into at the root; return the index after them."""
        kept = base
        i = base
        while i < end:
            if int(self.codes[i]) in self.first:
                self.codes[kept] = self.codes[i]
                kept += 1
            i += 1
        return kept

    def parries(self, base: i64) -> i64:
        """Write the attackers' moves that may keep the king from escaping at once, as :meth:`choices` does."""
        board = self.board
        self.mark += STEP
        parries(board.t, board.cells, board.king, self.hot, self.mark)
        king_falls(board.t, board.cells, board.king, self.hot, self.mark)
        self._reserve_room(base)
        return board.fill_to(self.codes, base, self.hot, self.mark)

    def _reserve_room(self, base: i64) -> None:
        """Have room for the choices of a position."""
        t = self.board.t
        room = base + 4 * t.n * t.n + t.die + 1
        if room > i64(len(self.codes)):
            self.codes = extend(self.codes, zeros(int(room)))

    # What is known of a position.

    def key(self) -> i64:
        board = self.board
        key = board.position_key()
        if self.rolling:
            key ^= _ROLL_KEY
        if self.is_near(board.since_capture):
            key ^= (self.limit - board.since_capture + 1) * _QUIET_KEY
        if self.is_late(board.ply):
            key ^= (self.last - board.ply + 1) * _LAST_KEY
        if self.by_path:
            key ^= self.path
        if board.t.hooked:
            key ^= line_key(board)
        if self.bounded:
            key ^= _scatter((board.ply - self.root_ply + 1) * _PLY_KEY)
        return key if key != 0 else 1

    def is_near(self, since_capture: i64) -> bool:
        """Whether the limit of quiet moves is near."""
        return self.limit != 0 and since_capture + _NEAR >= self.limit

    def is_late(self, ply: i64) -> bool:
        """Whether the limit of all moves is near."""
        return self.last != 0 and ply + _NEAR >= self.last

    def draws_near(self) -> bool:
        """Whether the next move comes near a limit that is not near yet."""
        ply, since = self.board.ply, self.board.since_capture
        if self.is_late(ply + 1) and not self.is_late(ply):
            return True
        return self.is_near(since + 1) and not self.is_near(since)

    def left(self) -> i64:
        """How many plies the limits leave at least; many where there is none."""
        left = CLEAR
        if self.limit != 0:
            left = self.limit - self.board.since_capture
        if self.last != 0:
            left = min(left, self.last - self.board.ply)
        return left

    def _holds_here(self) -> bool:
        """Whether a proof of that length holds here: the limits leave as much, or the key tells what they leave."""
        ply, since = self.board.ply, self.board.since_capture
        length = CLEAR if self.length == LONGEST else self.length
        if self.last != 0 and ply + length >= self.last and not self.is_late(ply):
            return False
        return self.limit == 0 or since + length < self.limit or self.is_near(since)

    def won(self, length: i64) -> None:
        self.pn = 0
        self.dn = NEVER
        self.low = CLEAR
        self.length = length

    def not_won(self, low: i64) -> None:
        self.pn = NEVER
        self.dn = 0
        self.low = low
        self.length = 0

    def assess(self, code: i64, ply: i64) -> None:
        """Put what is known of the position after that choice, without looking into it, into ``pn`` and ``dn``."""
        board = self.board
        if board.status != 0:
            # Of the ends on the board, only that for want of an escape comes after the limits.
            drawn = board.status & ~SIDE == NO_ESCAPE and self.left() <= 0
            if board.status & SIDE == self.side and not drawn:
                self.won(0)
            else:
                self.not_won(CLEAR)
            return
        if code >= MOVES:
            if self.left() <= 0:
                self.not_won(CLEAR)
                return
            if not self.bounded or self.by_path:
                row = board.history.previous(board.history.depth, max(board.history.depth - board.since_capture, 0))
                if row >= 0:
                    self.not_won(row if board.t.repeats.keyed else PAST)
                    return
            if len(self.past) != 0 and board.since_capture >= board.ply - self.root_ply:
                if int(board.history.repetition_key()) in self.past:
                    self.not_won(PAST)
                    return
        if ply >= self.deepest:
            over: i64 = board.end() if self.bounded else 0  # whoever is blocked is found by looking for moves
            if over != 0 and over & SIDE == self.side:
                self.won(0)
            else:
                self.not_won(CLEAR if self.bounded else PAST)
        elif not self.recall(self.key()):
            self._guess_numbers()

    def recall(self, key: i64) -> bool:
        """Take what the table has of the position on the board; return whether it has anything."""
        contents = self.table.find(key)
        if contents < 0:
            return False
        word = numbers_of(contents)
        self.pn = proof_number(word)
        self.dn = disproof_number(word)
        self.low = CLEAR
        self.length = length_of(contents)
        if self.pn == 0 and not self._holds_here():
            return False  # it was proved where a limit left more
        if self.pn == TAINTED:
            self.not_won(PAST)
        return True

    def _guess_numbers(self) -> None:
        """Both numbers of a position that has not been looked into."""
        board = self.board
        t = board.t
        self.pn = 1
        self.dn = 1
        self.low = CLEAR
        self.length = 0
        if t.die != 0 or t.forced or board.berserk != 0 or board.unannounced != 0:
            return
        ways = ways_out(t, board.cells, board.king)
        if board.side == DEFENDING and ways > 0:
            # The king leaves; at the limit, too, but that is looked into.
            if self.side == ATTACKING:
                self.not_won(CLEAR)
                return
            if self.left() > 1:
                self.won(1)
                return
        if self.side == DEFENDING:
            # The fewer answers there are to a threat, the better it is.
            self.pn = 2 if board.side == DEFENDING or ways > 1 else 6 if ways == 1 else 30
        elif ways > 0:
            self.pn = 12
        else:
            self.mark += STEP
            self.pn = 3 if king_falls(t, board.cells, board.king, self.hot, self.mark) != 0 else 20

    def counts_nothing(self) -> bool:
        """Whether no move from here can end the game by a limit or by what was played before."""
        if self.left() <= 2:
            return False
        return len(self.past) == 0 and not self.by_path
