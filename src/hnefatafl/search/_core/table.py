"""The transposition table: what searches have found out about positions, and what evaluations have said of them.

An entry is two words: the key, and from the lowest bit on the best move (20 bits), the value (16), the depth to which
it holds (8), whether it is exact or a bound (2), and in which search it was written (6). Values are from the side to
move; wins are counted from the position itself, not from the root (:meth:`Transpositions.store`). The evaluations have
a word each, the key's upper bits above the value's 16.

A key is 60 bits of a Zobrist key, so one in very many probes takes a wrong entry. A search makes no illegal move for
that, but its value may be wrong; proofs that must hold come from :mod:`hnefatafl.search`.

Processes that search the same position may share words (:meth:`Transpositions.share`): entries of some depth, and marks
on moves that one of them is searching. They write without locks. So the first word of a shared entry is the key
exclusive-or the entry, after the "lockless hashing" of Hyatt and Mann (ICGA Journal 25, 2002): halves of two entries,
or garbage, pass for an entry as rarely as another key does: among 2ᵇ entries once in 2⁶⁰⁻ᵇ probes. A mark that is wrong
changes the order of moves and no value.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.codes import MOVE, origin_of, target_of
from hnefatafl.search._core.rows import zeros
from hnefatafl.support.vectors import vec

# Whether a value is exact, or what it bounds.
EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2

DECIDED: Final[i64] = 20000  # no evaluation is greater; values beyond it count plies
_OFFSET: Final[i64] = 32768
_SPARED: Final[i64] = 2  # an entry of the same search is kept if it is deeper by more than that
_KEY: Final[i64] = (1 << 60) - 1
_SPREAD: Final[i64] = 0x5E3779B97F5  # spreads small numbers over the bits of a key
_CACHE: Final[int] = 15  # the evaluations kept, as a power of two: what fits into a processor's cache


def move_in(entry: i64) -> i64:
    """The best move, or 0."""
    return entry & MOVE


def value_in(entry: i64, ply: i64) -> i64:
    """The value, so many plies from the root."""
    value = (entry >> 20 & 0xFFFF) - _OFFSET
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


def depth_in(entry: i64) -> i64:
    """To which depth the value holds."""
    return entry >> 36 & 0xFF


def bound_in(entry: i64) -> i64:
    """``EXACT``, ``AT_LEAST`` or ``AT_MOST``."""
    return entry >> 44 & 3


@final
class Transpositions:
    """A transposition table of a fixed size."""

    __slots__ = ("age", "cache", "far", "marks", "mask", "salt", "search", "shared", "squares", "words")

    def __init__(self, megabytes: int) -> None:
        bits = max(10, (megabytes * (1 << 20) // 16).bit_length() - 1)
        self.words: vec[i64] = zeros(2 << bits)
        self.mask: Final[i64] = (1 << bits) - 1
        self.cache: vec[i64] = zeros(1 << _CACHE)
        self.age: i64 = 0
        # What is shared with other processes: entries and marks, and how many of either there are, less one.
        self.shared: memoryview | None = None
        self.marks: memoryview | None = None
        self.far: i64 = 0
        self.squares: i64 = 0
        self.salt: i64 = 0
        self.search: i64 = 0

    def clear(self) -> None:
        """Forget everything."""
        words, cache = len(self.words), len(self.cache)
        self.words = self.cache = zeros(0)  # first, so that there are never two tables
        self.words = zeros(words)
        self.cache = zeros(cache)

    def probe(self, key: i64) -> i64:
        """The entry of a position, or 0."""
        slot = 2 * (key & self.mask)
        return self.words[slot + 1] if self.words[slot] == key else 0

    def store(self, key: i64, depth: i64, bound: i64, value: i64, move: i64, ply: i64) -> None:
        """Keep what was found out about a position, unless there is better in its place."""
        slot = 2 * (key & self.mask)
        there = self.words[slot + 1]
        # What an earlier search has left makes room, however deep it is.
        if (
            self.words[slot] != key
            and there != 0
            and there >> 46 & 63 == self.age
            and depth_in(there) > depth + _SPARED
        ):
            return
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        deep = max(depth, 0)
        self.words[slot] = key
        self.words[slot + 1] = self.age << 46 | bound << 44 | deep << 36 | value + _OFFSET << 20 | move

    def evaluation(self, key: i64) -> i64:
        """The evaluation of a position, or a number beyond all evaluations."""
        entry = self.cache[key & len(self.cache) - 1]
        return (entry & 0xFFFF) - _OFFSET if entry >> 16 == key >> 16 else _OFFSET

    def keep(self, key: i64, value: i64) -> None:
        """Keep an evaluation."""
        self.cache[key & len(self.cache) - 1] = (key >> 16 << 16) | value + _OFFSET

    def share(self, entries: memoryview | None, marks: memoryview | None, squares: i64, salt: i64, search: i64) -> None:
        """Share entries and marks with other processes from now on; or, with None, no longer.

        Arguments:
            entries: words for entries, twice a power of two.
            marks: words for marks, a power of two.
            squares: no move has a square from this on.
            salt: what tells these entries from those of other rules: mixed into keys.
            search: the number of the search, which tells its marks and its entries from older ones.
        """
        self.shared = entries
        self.marks = marks
        self.far = 0 if entries is None else i64(len(entries)) // 2 - 1
        self.squares = squares
        self.salt = (salt & MOVE) * _SPREAD & _KEY
        self.search = search & 0xFFFF

    def probe_shared(self, key: i64) -> i64:
        """The shared entry of a position, or 0."""
        shared = self.shared
        if shared is None:
            return 0
        key ^= self.salt
        slot = 2 * (key & self.far)
        entry: i64 = shared[slot + 1]
        word: i64 = shared[slot]
        if word ^ entry != key or entry >> 52 != 0 or bound_in(entry) > AT_MOST:
            return 0
        # Garbage may pass for an entry, and its squares are used as indices.
        move = move_in(entry)
        return entry if origin_of(move) < self.squares and target_of(move) < self.squares else 0

    def probe_deeper(self, key: i64, entry: i64) -> i64:
        """The shared entry of a position if it is deeper than that one, or else that one."""
        other = self.probe_shared(key)
        return other if other != 0 and (entry == 0 or depth_in(other) > depth_in(entry)) else entry

    def store_shared(self, key: i64, depth: i64, bound: i64, value: i64, move: i64, ply: i64) -> None:
        """Tell the others what was found out about a position, unless something deeper stands there."""
        shared = self.shared
        if shared is None:
            return
        key ^= self.salt
        slot = 2 * (key & self.far)
        there: i64 = shared[slot + 1]
        word: i64 = shared[slot]
        age = self.search & 63
        if word ^ there == key:
            if depth_in(there) > depth:
                return
        elif there >> 46 & 63 == age and depth_in(there) > depth + _SPARED:
            return
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        entry = age << 46 | bound << 44 | depth << 36 | value + _OFFSET << 20 | move
        # Who reads between the two writes finds words that do not fit together.
        shared[slot + 1] = entry
        shared[slot] = entry ^ key

    def mark_of(self, key: i64, move: i64) -> i64:
        """The mark of a move in a position."""
        return (key ^ self.salt ^ move * _SPREAD ^ self.search << 44) & _KEY

    def is_marked(self, mark: i64) -> bool:
        """Whether another process seems to be searching that move."""
        marks = self.marks
        if marks is None:
            return False
        standing: i64 = marks[mark & len(marks) - 1]
        return standing == mark

    def put_mark(self, mark: i64) -> None:
        """Tell the others that the move is being searched."""
        marks = self.marks
        if marks is not None:
            marks[mark & len(marks) - 1] = mark

    def take_mark(self, mark: i64) -> None:
        """Tell the others that the move is no longer searched."""
        marks = self.marks
        if marks is not None:
            slot = mark & len(marks) - 1
            standing: i64 = marks[slot]
            if standing == mark:
                marks[slot] = 0
