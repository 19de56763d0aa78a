"""A mutable position as a search sees it: with an evaluation that follows its moves, a key, and what ends are worth.

A key is the position's Zobrist key with what binds play and is not on the board: a pending roll, and what the moves
before the root have to do with it. Positions that have stood on the board before the root may come up once too often;
where there are such positions, and no capture lies between, keys are mixed with theirs (:meth:`View.begin`). Where a
limit of moves without a capture is near, they are mixed with the number of such moves. Where functions of the ruleset
are told the moves before, keys are mixed with all of these, so that no line is taken for another.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.codes import (
    ATTACKERS_LOSE,
    ATTACKING,
    DEFENDERS_LOSE,
    DEFENDING,
    DRAW,
    IGNORED,
    NEITHER,
    origin_of,
    target_of,
)
from hnefatafl._kernel.generate import ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.told import line_key
from hnefatafl._kernel.verdict import by_board
from hnefatafl.search._core.evaluation import Evaluation
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.table import DECIDED, Transpositions
from hnefatafl.support.vectors import vec

WON: Final[i64] = 30000  # less the plies to it
SURE: Final[i64] = 29000  # from here on a win is certain, whatever has been played before
BY_REPETITION: Final[i64] = 25000  # a win that rests on the rule of repetition, and so on the path
INFINITE: Final[i64] = 32000
PLIES: Final[i64] = 64  # how deep the tree may be
_WORD: Final[i64] = (1 << 60) - 1
_ALL: Final[i64] = 0x1B873593E6AD  # the same for a limit of all moves
_QUIET: Final[i64] = 0x2545F4914F6C  # mixed into the key for each ply towards a limit of quiet moves
_SOONEST: Final[i64] = 4  # plies until a position can come back


@final
class View:
    """The board of a search."""

    __slots__ = ("evaluation", "floor", "position", "salt", "t", "table")

    def __init__(self, position: MutablePosition, evaluation: Evaluation, table: Transpositions) -> None:
        self.t: Final[Tables] = position.t
        self.position: MutablePosition = position
        self.evaluation: Final[Evaluation] = evaluation
        self.table: Final[Transpositions] = table
        self.floor: i64 = 0  # the depth of the root in the position's history
        self.salt: i64 = 0

    def begin(self, position: MutablePosition) -> None:
        """Begin with that position as the root."""
        self.position = position
        self.floor = position.history.depth
        self.salt = self._make_salt()
        self.evaluation.load(position)

    def _make_salt(self) -> i64:
        """What the moves before the root add to keys: the positions that may be repeated once too often."""
        position = self.position
        history = position.history
        repeats = self.t.repeats
        salt: i64 = 0
        if repeats.what == IGNORED or position.lenient:
            return 0
        depth = history.depth
        low = max(depth - position.since_capture, 0)
        while depth >= low:
            if repeats.count < 3 or history.previous(depth, low) >= 0:
                salt ^= (position.key if depth == history.depth else history.key(depth)) >> 3
            depth -= 1
        return salt

    def key(self) -> i64:
        """The key of the position, with what binds its play and is not on the board."""
        position = self.position
        key = position.position_key()
        if self.t.hooked:
            key ^= line_key(position)
        if position.since_capture >= position.history.depth - self.floor:
            key ^= self.salt
        limit = self.t.quiet_limit
        if limit != 0 and position.since_capture + PLIES >= limit:
            key = (key ^ position.since_capture * _QUIET) & _WORD
        limit = self.t.move_limit
        if limit != 0 and position.ply + PLIES >= limit:
            key = (key ^ position.ply * _ALL) & _WORD
        return key

    def make(self, code: i64) -> None:
        """Make a move."""
        self.position.make(origin_of(code), target_of(code))
        self.evaluation.made(self.position)

    def unmake(self) -> None:
        """Take it back."""
        self.evaluation.unmaking(self.position)
        self.position.unmake()

    def ended(self, over: i64, mover: i64, ply: i64) -> i64:
        """What the end of a game is worth."""
        if over & 3 == NEITHER:
            return 0
        value = (WON if by_board(over) else BY_REPETITION) - ply
        return value if over & 3 == mover else -value

    def came_back(self, mover: i64, ply: i64) -> i64:
        """What it is worth to have come back to a position of this search, as one that could do so always.

        Returns ``INFINITE`` if it has not come back, or if that tells nothing.
        """
        position = self.position
        if position.since_capture < _SOONEST or position.lenient or position.history.is_new(position.since_capture):
            return INFINITE
        if self.t.hooked:
            return INFINITE  # a function of the ruleset may say something else of it
        history = position.history
        if history.previous(history.depth, max(self.floor, history.depth - position.since_capture)) < 0:
            return INFINITE
        consequence = self.t.repeats.what
        value = BY_REPETITION - 1000 - ply
        if consequence == DEFENDERS_LOSE:
            return value if mover == ATTACKING else -value
        if consequence == ATTACKERS_LOSE:
            return value if mover == DEFENDING else -value
        return 0 if consequence in (DRAW, IGNORED) else INFINITE

    def static(self) -> i64:
        """What the board is worth to the side to move, with nothing looked ahead."""
        position = self.position
        value = self.table.evaluation(position.key)
        if value >= DECIDED:
            value = max(min(self.evaluation.value(position), DECIDED - 1), 1 - DECIDED)
            self.table.keep(position.key, value)
        return value if position.side == ATTACKING else -value

    def escapes(self) -> bool:
        """Whether the king, to move, wins by escaping."""
        position = self.position
        t = self.t
        if position.side == ATTACKING or position.unannounced != 0 or t.die != 0 or t.forced:
            return False
        if position.berserk != 0 and (position.berserk != position.king or not t.berserk_escape):
            return False
        return ways_out(t, position.cells, position.king) > 0


@final
class LineTable:
    """A line for each distance from the root, and how long it is: ``PLIES`` moves have room."""

    __slots__ = ("codes", "lengths")

    def __init__(self) -> None:
        self.codes: Final[vec[i64]] = zeros(int((PLIES + 2) * (PLIES + 2)))
        self.lengths: Final[vec[i64]] = zeros(int(PLIES + 2))

    def follow(self, code: i64, ply: i64) -> None:
        """Keep the move and the line after it as the best from here."""
        codes = self.codes
        start = ply * PLIES
        codes[start] = code
        n = self.lengths[ply + 1] if ply < PLIES - 2 else 0
        i: i64 = 0
        while i < n:
            codes[start + 1 + i] = codes[start + PLIES + i]
            i += 1
        self.lengths[ply] = n + 1

    def at(self, ply: i64) -> list[int]:
        """The best line from that distance on."""
        start = ply * PLIES
        return [int(code) for code in self.codes[start : start + self.lengths[ply]]]
