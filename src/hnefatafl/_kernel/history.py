"""The history of a game: what a move takes to undo, and which earlier positions the present one may repeat.

A game has one history in two parts. What came before a :class:`~hnefatafl.play.Position` never changes, since many
positions may share it: it is a chain of :class:`Ancestor` objects. The moves made on a mutable position from there are
a :class:`History`: a table with a row of words for each position, to which moves are added and from which they are
taken back. It stands on the chain and answers for both.

Earlier positions are found by their *repetition key*, a number that all positions share which the repetition rule may
call the same, and hardly ever others. In the chain that takes logarithmic time, in the table constant time for some
hundreds of moves. Where more than these numbers is needed, :meth:`History.load` copies the chain into the table in
linear time.

The keys by which positions are recognised: Zobrist keys, and the repetition keys that follow from them.

A *Zobrist key* is the same for positions with the same board, side to move, piece that must go on and way out left
unannounced. A *repetition key* is a number that all positions share which the repetition rule may call the same. Other
positions hardly ever have the same keys.

Cost: a look at the whole board, or a few words where the key before the move is known.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDING,
    IGNORED,
    PLAIN,
    REACHED,
    SET_UP,
    UNANNOUNCED,
    UNANNOUNCED_KEY,
    man_of,
    origin_of,
    state_of,
    state_of_turn,
    state_side,
    target_of,
)
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import extend, vec


def turn_key(t: Tables, side: i64, berserk: i64, flags: i64) -> i64:
    """The part of a Zobrist key that is not about the board: the side to move, and what binds it."""
    key: i64 = 0
    if side == DEFENDING:
        key = t.side_key
    if berserk != 0:
        key ^= t.keys[berserk]
    if flags & UNANNOUNCED != 0:
        key ^= t.keys[UNANNOUNCED_KEY]
    return key


def turn_change(
    t: Tables, side: i64, berserk: i64, flags: i64, next_side: i64, next_berserk: i64, next_flags: i64
) -> i64:
    """By what the part of a Zobrist key that is not about the board changes from one turn to the next."""
    if t.alternates and (flags | next_flags) & UNANNOUNCED == 0:
        return t.side_key
    return turn_key(t, side, berserk, flags) ^ turn_key(t, next_side, next_berserk, next_flags)


def board_key(t: Tables, cells: vec[i16]) -> i64:
    """The part of a Zobrist key that is about the board."""
    key: i64 = 0
    for q in t.squares:
        if cells[q] != 0:
            key ^= t.keys[t.row[i64(cells[q])] + q]
    return key


def move_change(t: Tables, piece: i16, q: i64, to: i64) -> i64:
    """By what a Zobrist key changes when that piece goes from ``q`` to ``to``."""
    row = i64(piece) * t.size if piece & PLAIN else t.row[i64(piece)]
    return t.keys[row + q] ^ t.keys[row + to]


def repetition_key(t: Tables, cells: vec[i16], key: i64, side: i64) -> i64:
    """The repetition key of a position with that board, Zobrist key and side to move."""
    repeats = t.repeats
    if not repeats.mirrored:
        return key ^ t.side_key if repeats.any_turn and side == DEFENDING else key
    total: i64 = 0
    if not repeats.any_turn:
        total = side
    for q in t.squares:
        p = cells[q]
        if p != 0:
            total += repeats.orbits[t.row[i64(p)] + q]
    return total


def repetition_key_after(t: Tables, before: i64, piece: i16, q: i64, to: i64, announced: bool, again: bool) -> i64:
    """The repetition key after a move that captures nothing, from the one before it.

    ``announced`` says that the move ends the state ``UNANNOUNCED``, ``again`` that its side is to move again.
    """
    repeats = t.repeats
    row = t.row[i64(piece)]
    if repeats.mirrored:
        after = before - repeats.orbits[row + q] + repeats.orbits[row + to]
        if again or repeats.any_turn:
            return after
        return after + 1 if piece & ATTACKERS else after - 1
    key = before ^ t.keys[row + q] ^ t.keys[row + to]
    if announced:
        key ^= t.keys[UNANNOUNCED_KEY]
    return key if again or repeats.any_turn else key ^ t.side_key


def next_repetition_key(
    t: Tables, cells: vec[i16], key: i64, side: i64, before: i64, piece: i16, q: i64, to: i64
) -> i64:
    """The repetition key of a position with that board, Zobrist key and side to move.

    That piece has moved there, and ``before`` was the repetition key before it, captures apart.
    """
    if not t.repeats.mirrored:
        return repetition_key(t, cells, key, side)
    # Sparing a look at the whole board.
    again = (piece & ATTACKERS != 0) == (side == ATTACKING)
    return repetition_key_after(t, before, piece, q, to, False, again)


def mirrors(t: Tables, cells: vec[i16], other: vec[i16]) -> bool:
    """Whether one board is the other, turned or mirrored."""
    if cells == other:
        return True
    # The eighth symmetry leaves the board as it is, which was asked first.
    n = t.n * t.n
    start: i64 = 0
    while start < 7 * n:
        i: i64 = 0
        while i < n and other[t.turns[start + i]] == cells[t.squares[i]]:
            i += 1
        if i == n:
            return True
        start += n
    return False


# The words of a row: the record of the move that led to the position, with what it took; its Zobrist key; what else
# there is to restore, as `state_of` packs it; its repetition key; and the depth of the position before it whose
# repetition key falls into the same slot.
_CODE: Final[i64] = 0
_KEY: Final[i64] = 1
_STATE: Final[i64] = 2
_REPETITION_KEY: Final[i64] = 3
_LINK: Final[i64] = 4
_WORDS: Final[i64] = 5
_ROWS: Final[i64] = 64  # for so many positions there is room from the start
_SLOTS: Final[i64] = 256

_NO_CELLS: Final[vec[i16]] = vec[i16](b"")
_NO_BLOCK: Final[vec[i64]] = vec[i64]([])


@final
class Ancestor:
    """An earlier position of a game, as far as repetition and replaying need it.

    Positions refer to these and not to one another: a position from which no game goes on needs none, and freeing a
    long game does not nest deeply.

    ``earlier`` is the position one move before. ``before`` is the same one if the move captured nothing, and None
    otherwise, since nothing before a capture can occur again. ``times`` is how often the repetition key has come up,
    this position included, and ``most`` how often any has.

    Keys are found in a list of blocks: this position and those before it, ``span`` of them, are the first, and
    ``rest`` is where the next begins. A block is this position alone, or it and the first two blocks of the position
    before it, if they are equally long (the skew-binary lists of Myers, 1983). ``block`` is a hash table of the keys in
    a longer one, where 0 is nothing (and one key in 2⁶⁰). So there are few blocks, and none ever changes: games may
    branch.
    """

    __slots__ = (
        "before", "berserk", "block", "cells", "code", "earlier", "flags", "key", "most", "ply", "repetition_key",
        "rest", "roll", "side", "span", "taken", "times",
    )  # fmt: skip

    def __init__(
        self, earlier: Ancestor | None, cells: vec[i16], key: i64, repetition_key: i64, code: i64, flags: i64,
        roll: i64, berserk: i64, side: i64, ply: i64, since_capture: i64, taken: i64,
    ) -> None:  # fmt: skip
        before = None if since_capture == 0 else earlier
        self.earlier: Final[Ancestor | None] = earlier
        self.before: Final[Ancestor | None] = before
        # The other boards follow from these by their moves.
        self.cells: Final[vec[i16]] = cells if before is None else _NO_CELLS
        self.key: Final[i64] = key
        self.code: Final[i64] = code
        self.flags: Final[i64] = flags
        self.roll: Final[i64] = roll
        self.berserk: Final[i64] = berserk
        self.side: Final[i64] = side
        self.ply: Final[i64] = ply
        self.taken: Final[i64] = taken
        self.repetition_key: Final[i64] = repetition_key
        self.span: i64 = 1
        self.rest: Ancestor | None = before
        self.block: vec[i64] = _NO_BLOCK
        self.times: i64 = 1
        self.most: i64 = 1
        if before is not None:
            far = before.rest
            if far is not None and far.span == before.span:
                self.span += 2 * before.span
                self.rest = far.rest
                self._join_blocks(before, far)
            self.times = before.often(repetition_key) + 1
            self.most = max(before.most, self.times)

    def _join_blocks(self, near: Ancestor, far: Ancestor) -> None:
        """Make the hash table of a block that holds two others."""
        zero: i64 = 0
        # A power of two, since a span is one less than one; and less than half of it will be taken.
        block = vec[i64]([zero] * int(2 * self.span + 2))
        _insert_key(block, self.repetition_key)
        for past in (near, far):
            if past.span == 1:
                _insert_key(block, past.repetition_key)
            for key in past.block:
                if key != 0:
                    _insert_key(block, key)
        self.block = block

    def _holds_key(self, repetition_key: i64) -> bool:
        """Whether a position of the block that begins here has that repetition key."""
        if self.span == 1:
            return self.repetition_key == repetition_key
        block = self.block
        mask = len(block) - 1
        i = repetition_key & mask
        while block[i] != 0:
            if block[i] == repetition_key:
                return True
            i = i + 1 & mask
        return False

    def often(self, repetition_key: i64) -> i64:
        """How often that repetition key has come up since the last capture, up to this position."""
        past: Ancestor | None = self
        while past is not None and not past._holds_key(repetition_key):
            past = past.rest
        # Within the block: its rest is two blocks, of which the first begins with ``before`` and the second after that.
        while past is not None and past.repetition_key != repetition_key:
            near = past.before
            past = near if near is None or near._holds_key(repetition_key) else near.rest
        return 0 if past is None else past.times

    def line(self) -> list[Ancestor]:
        """The positions since the last capture, this one last."""
        line: list[Ancestor] = []
        past: Ancestor | None = self
        while past is not None:
            line.append(past)
            past = past.before
        line.reverse()
        return line

    def whole(self) -> list[Ancestor]:
        """The positions since the set-up, this one last."""
        line: list[Ancestor] = []
        past: Ancestor | None = self
        while past is not None:
            line.append(past)
            past = past.earlier
        line.reverse()
        return line


def _insert_key(block: vec[i64], repetition_key: i64) -> None:
    """Put a repetition key into a hash table that has room for it, unless it is there."""
    mask = len(block) - 1
    i = repetition_key & mask
    while block[i] != 0 and block[i] != repetition_key:
        i = i + 1 & mask
    block[i] = repetition_key


def _enter_row(words: vec[i64], slots: vec[i64], depth: i64, repetition_key: i64) -> None:
    """Let the position of a row be found by its repetition key."""
    row = _WORDS * depth
    slot = repetition_key & _SLOTS - 1
    words[row + _REPETITION_KEY] = repetition_key
    words[row + _LINK] = slots[slot]
    slots[slot] = depth


def begins(flags: i64) -> bool:
    """Whether a game begins with a position of these flags: it was set up, and not as if a move had led to it."""
    return flags & (SET_UP | REACHED) == SET_UP


@final
class History:
    """The positions that a mutable position has been in: what it takes to undo moves, and to find a position again.

    ``depth`` is the row of the present position, and ``first`` that of the one with which it began.
    Depths are counted from a position without predecessors, or, before :meth:`load`, from the first one. Where nothing
    can interrupt (see ``position``), :meth:`push` and :meth:`leave` are done whole or not at all.
    """

    __slots__ = ("counted", "depth", "doubled", "first", "older", "slots", "t", "watched", "words")

    def __init__(self, t: Tables, older: Ancestor | None, code: i64, repetition_key: i64, flags: i64) -> None:
        """The history of a position with that last move, repetition key and flags.

        ``older`` is the position before it, unless the last move captured something.
        """
        zero: i64 = 0
        none: i64 = -1
        self.t: Final[Tables] = t
        self.older: Ancestor | None = older
        self.first: i64 = 0
        self.depth: i64 = 0
        self.words: vec[i64] = vec[i64]([zero] * int(_ROWS * _WORDS))
        self.words[_CODE] = code
        # Of each slot, the depth of the last position whose repetition key falls into it.
        self.slots: vec[i64] = vec[i64]([none] * int(_SLOTS))
        # Whether the position of the first row counts as an occurrence.
        self.counted: bool = older is not None or not begins(flags) or t.repeats.start
        # No position deeper than that has the repetition key of one before it; known only where it is watched.
        self.watched: Final[bool] = t.forbids
        self.doubled: i64 = -1
        _enter_row(self.words, self.slots, 0, repetition_key)
        if older is not None and t.forbids and older.often(repetition_key) > 0:
            self.doubled = 0

    def reserve(self, rows: i64) -> None:
        """Have room for so many rows."""
        zero: i64 = 0
        missing = rows * _WORDS - len(self.words)
        if missing > 0:
            self.words = extend(self.words, vec[i64]([zero] * missing))

    def push(self, code: i64, key: i64, state: i64, repetition_key: i64) -> None:
        """Add the position after a move from a position with that Zobrist key and state."""
        depth = self.depth + 1
        row = _WORDS * depth
        if row + _WORDS > len(self.words):
            # Twice as many, so that the copies cost each move the same in the end.
            self.reserve(2 * depth)
        words = self.words
        words[row - _WORDS + _KEY] = key
        words[row - _WORDS + _STATE] = state
        words[row + _CODE] = code
        slot = repetition_key & _SLOTS - 1
        words[row + _REPETITION_KEY] = repetition_key
        words[row + _LINK] = self.slots[slot]
        doubled = self.doubled
        if self.watched:
            older = self.older
            if self.previous(depth, 0) >= 0 or (older is not None and older.often(repetition_key) > 0):
                doubled = depth
        self.slots[slot] = depth
        self.depth = depth
        self.doubled = doubled

    def leave(self) -> None:
        """Remove the present position."""
        depth = self.depth
        row = _WORDS * depth
        self.slots[self.words[row + _REPETITION_KEY] & _SLOTS - 1] = self.words[row + _LINK]
        # Perhaps less deep; to know would take a look at all rows before it.
        if self.doubled == depth:
            self.doubled = depth - 1
        self.depth = depth - 1

    def counts(self, depth: i64) -> bool:
        """Whether the position of that row counts as an occurrence: a skipped turn is as if it was set up."""
        return self.counted if depth == 0 else self.t.repeats.start or self.code(depth) != 0

    def load(self) -> None:
        """Put the older positions, back to the last capture, into rows before the others."""
        older = self.older
        if older is None:
            return
        line = older.line()
        rows = len(line)
        zero: i64 = 0
        none: i64 = -1
        words = vec[i64]([zero] * int((rows + self.depth + _ROWS) * _WORDS))
        slots = vec[i64]([none] * int(_SLOTS))
        depth: i64 = 0
        for past in line:
            row = _WORDS * depth
            words[row + _CODE] = past.code if past.code > 0 else 0
            words[row + _KEY] = past.key
            words[row + _STATE] = state_of(0, past.flags & UNANNOUNCED, depth, past.side)
            words[row + _STATE] |= state_of_turn(past.roll, past.berserk)
            _enter_row(words, slots, depth, past.repetition_key)
            depth += 1
        i: i64 = 0
        while i <= self.depth:
            j: i64 = 0
            while j < _WORDS:
                words[_WORDS * depth + j] = self.words[_WORDS * i + j]
                j += 1
            _enter_row(words, slots, depth, words[_WORDS * depth + _REPETITION_KEY])
            depth += 1
            i += 1
        doubled = -1
        if self.watched:
            # As deep as it may have to be: what lies before the first row is not looked into again.
            doubled = rows + self.doubled if self.doubled >= 0 else rows - 1 if older.most > 1 else -1
        counted = not begins(line[0].flags) or self.t.repeats.start
        self.words = words
        self.slots = slots
        self.first += rows
        self.depth += rows
        self.doubled = doubled
        self.counted = counted
        self.older = None

    def last(self) -> tuple[i64, i64, i64]:
        """What is restored when the last move is taken back: its record, and the key and the state before it."""
        words = self.words
        row = _WORDS * self.depth
        return words[row + _CODE], words[row - _WORDS + _KEY], words[row - _WORDS + _STATE]

    def code(self, depth: i64) -> i64:
        """The move that led to that depth, and what it took from the twentieth bit on; 0 if there was none."""
        return self.words[_WORDS * depth + _CODE]

    def target(self) -> i64:
        """Where the last move led, or 0."""
        return target_of(self.words[_WORDS * self.depth + _CODE])

    def key(self, depth: i64) -> i64:
        """The Zobrist key of a position before the present one."""
        return self.words[_WORDS * depth + _KEY]

    def state(self, depth: i64) -> i64:
        """What else there is to restore of a position before the present one."""
        return self.words[_WORDS * depth + _STATE]

    def mover(self) -> i64:
        """The side that made the last move, of which there is one."""
        older = self.older
        if self.depth == 0 and older is not None:
            return older.side
        return state_side(self.words[_WORDS * max(self.depth - 1, 0) + _STATE])

    def target_before(self) -> i64:
        """Where the move before the last one led, or 0."""
        if self.depth == 0:
            return 0
        return target_of(self.words[_WORDS * (self.depth - 1) + _CODE])

    def repetition_key(self) -> i64:
        """The repetition key of the present position."""
        return self.words[_WORDS * self.depth + _REPETITION_KEY]

    def previous(self, depth: i64, low: i64) -> i64:
        """The last depth before that one and not before ``low`` with the same repetition key, or -1."""
        words = self.words
        repetition_key = words[_WORDS * depth + _REPETITION_KEY]
        depth = words[_WORDS * depth + _LINK]
        while depth >= low and depth >= 0:
            if words[_WORDS * depth + _REPETITION_KEY] == repetition_key:
                return depth
            depth = words[_WORDS * depth + _LINK]
        return -1

    def is_new(self, since_capture: i64) -> bool:
        """Whether no position since the last capture has the repetition key of the present one."""
        depth = self.depth
        if since_capture <= depth and self.words[_WORDS * depth + _LINK] < depth - since_capture:
            return True  # as mostly: nothing since then has a key that falls into the same slot
        if self.watched and self.doubled < self.depth:
            return True
        if self.previous(self.depth, self.depth - since_capture) >= 0:
            return False
        older = self.older
        return older is None or since_capture <= self.depth or older.often(self.repetition_key()) == 0

    def times(self, repetition_key: i64, since_capture: i64) -> i64:
        """How many positions since the last capture, the present one included, have that repetition key."""
        words = self.words
        found: i64 = 0
        low = self.depth - since_capture
        depth = self.slots[repetition_key & _SLOTS - 1]
        while depth >= low and depth >= 0:
            if words[_WORDS * depth + _REPETITION_KEY] == repetition_key:
                found += 1
            depth = words[_WORDS * depth + _LINK]
        older = self.older
        if older is not None and low < 0:
            found += older.often(repetition_key)
        return found

    def past_keys(self, since_capture: i64, needed: i64) -> list[int]:
        """The repetition keys that came up so often since the last capture, each as often; the present position is
        left out."""
        self.load()
        words = self.words
        here = self.repetition_key()
        keys: list[int] = []
        row = max(self.depth - since_capture, 0)
        while row < self.depth:
            key = words[_WORDS * row + _REPETITION_KEY]
            times = self.times(key, since_capture)
            if key == here:
                times -= 1
            if times >= needed:
                keys.append(int(key))
            row += 1
        return keys

    def recurred(self, since_capture: i64) -> bool:
        """Whether any repetition key has come up twice since the last capture; known only where it is watched."""
        low = self.depth - since_capture
        older = self.older
        return self.doubled >= low or (low < 0 and older is not None and older.most > 1)

    def board(self, cells: vec[i16], depth: i64) -> vec[i16]:
        """The board as it was then, if it is so now and nothing has been captured between."""
        then = cells[:]
        i = self.depth
        while i > depth:
            code = self.words[_WORDS * i + _CODE]
            if origin_of(code) != target_of(code):
                then[origin_of(code)] = then[target_of(code)]
                then[target_of(code)] = 0
            i -= 1
        return then


def zobrist_key(
    t: Tables, cells: vec[i16], side: i64, berserk: i64, flags: i64, since_capture: i64, code: i64,
    past: Ancestor | None,
) -> i64:  # fmt: skip
    """The Zobrist key of a position to which that move led from ``past``."""
    if past is None or since_capture == 0:
        return board_key(t, cells) ^ turn_key(t, side, berserk, flags)
    to = target_of(code)
    change = turn_change(t, past.side, past.berserk, past.flags, side, berserk, flags)
    return past.key ^ change ^ move_change(t, cells[to], origin_of(code), to)


def repetition_key_of(
    t: Tables, cells: vec[i16], key: i64, side: i64, since_capture: i64, code: i64, past: Ancestor | None
) -> i64:
    """The repetition key of a position with that Zobrist key, to which that move led from ``past``."""
    if past is None or since_capture == 0:
        return repetition_key(t, cells, key, side)
    to = target_of(code)
    piece = man_of(past.side) if origin_of(code) == to else cells[to]
    return next_repetition_key(t, cells, key, side, past.repetition_key, piece, origin_of(code), to)


def may_forbid(t: Tables, since_capture: i64, lenient: bool) -> bool:
    """Whether the repetition rule could forbid a move, as far as the number of moves since the last capture tells."""
    return t.forbids and not lenient and since_capture + 1 >= t.repeats.least


def asks_before(t: Tables, lenient: bool) -> bool:
    """Whether the ruleset asks what came before: it counts repetitions, or moves without a capture."""
    return not lenient and (t.repeats.what != IGNORED or t.quiet_limit != 0)


def may_end(t: Tables, since_capture: i64, lenient: bool) -> bool:
    """Whether the last move could have ended the game by a repetition, as far as that number tells."""
    return t.repeats.what != IGNORED and not lenient and since_capture >= t.repeats.least
