"""What a prover remembers of positions: proof and disproof numbers, in memory of a limited size.

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

from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec

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
