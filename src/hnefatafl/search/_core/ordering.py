"""In which order moves are tried: the sooner the best one is, the fewer others are looked at.

First the move that the table remembers, then captures by what they may take, and moves of the king to where he has ways
out in two directions, then the two quiet moves that last refuted something at this distance from the root, then quiet
moves by their history: how often they have refuted something anywhere, less how often they have failed to. A move of
the king to where he has one way out counts as if it had refuted something.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.codes import DEFENDING, origin_of, target_of
from hnefatafl._kernel.generate import keep_to, ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.tactics import KING_FALLS, STEP, jumps_capture, king_falls, parries, targets
from hnefatafl.support.vectors import vec

CAPTURE: Final[i64] = 1 << 26  # captures are ranked from here on
KILLER: Final[i64] = 1 << 24  # and quiet moves that are not just any from here on
_MOST_HISTORY: Final[i64] = 1 << 14
_FORK: Final[i64] = 3  # as a capture of so many
_THREAT: Final[i64] = 1 << 12


@final
class Ordering:
    """The order of moves, learned during a search."""

    __slots__ = ("history", "hot", "killers", "mark", "ranks", "t")

    def __init__(self, t: Tables, plies: i64, room: i64) -> None:
        self.t: Final[Tables] = t
        self.ranks: Final[vec[i64]] = zeros(int(room))
        self.killers: Final[vec[i64]] = zeros(int(2 * plies))
        self.history: Final[vec[i64]] = zeros(int(2 * t.size * t.size))
        self.hot: Final[vec[i64]] = zeros(int(t.size))
        self.mark: i64 = STEP

    def age(self) -> None:
        """Let what an earlier search has taught count less."""
        i: i64 = 0
        while i < len(self.history):
            self.history[i] = self.history[i] // 8
            i += 1
        i = 0
        while i < len(self.killers):
            self.killers[i] = 0
            i += 1

    def forget(self) -> None:
        """Forget everything."""
        i: i64 = 0
        while i < len(self.history):
            self.history[i] = 0
            i += 1
        self.age()

    def new_mark(self) -> i64:
        """A mark above all that are on squares."""
        self.mark += STEP
        return self.mark

    def place(self, side: i64, code: i64) -> i64:
        """Where the history of a move stands."""
        return (side * self.t.size + origin_of(code)) * self.t.size + target_of(code)

    def rank(self, position: MutablePosition, moves: vec[i64], base: i64, end: i64, ply: i64) -> None:
        """Rank the moves from ``base`` to ``end``."""
        t = self.t
        hot = self.hot
        mark = self.new_mark()
        targets(t, position.cells, position.king, position.side, hot, mark)
        one = self.killers[2 * ply]
        two = self.killers[2 * ply + 1]
        before = position.side * t.size
        king: i64 = position.king if position.side == DEFENDING and t.die == 0 else 0
        i = base
        while i < end:
            code = moves[i]
            to = target_of(code)
            origin = origin_of(code)
            rank = self.history[(before + origin) * t.size + to]
            ways = ways_out(t, position.cells, to) if origin == king else 0
            if hot[to] > mark:
                rank += CAPTURE + (hot[to] - mark << 16)
            elif ways > 1:
                rank += CAPTURE + (_FORK << 16)
            elif code == one:
                rank += KILLER + 1 + _MOST_HISTORY
            elif code == two:
                rank += KILLER + _MOST_HISTORY
            elif t.jumpers != 0 and jumps_capture(t, position.cells[origin], to - origin):
                rank += CAPTURE
            elif ways == 1:
                rank += _THREAT
            self.ranks[i] = rank
            i += 1

    def keep_parries(self, position: MutablePosition, moves: vec[i64], base: i64, end: i64) -> i64:
        """Keep the moves that may keep the king from escaping at once; return the end."""
        mark = self.new_mark()
        parries(self.t, position.cells, position.king, self.hot, mark)
        king_falls(self.t, position.cells, position.king, self.hot, mark)
        return keep_to(moves, base, end, self.hot, mark)

    def fill_captures(self, position: MutablePosition, moves: vec[i64], base: i64, man: i64, missing: i64) -> i64:
        """Write the moves that may capture so much that it makes good what is missing, ranked; return the end.

        ``man`` is what a man of the other side is worth.
        """
        t = self.t
        hot = self.hot
        ranks = self.ranks
        mark = self.new_mark()
        targets(t, position.cells, position.king, position.side, hot, mark)
        # Of captures by jumping, none is marked.
        end = position.fill(moves, base) if t.jumpers != 0 else position.fill_to(moves, base, hot, mark + 1)
        kept = base
        i = base
        while i < end:
            code = moves[i]
            to = target_of(code)
            i += 1
            if hot[to] > mark:
                if hot[to] < mark + KING_FALLS and (hot[to] - mark) * man < missing:
                    continue
                moves[kept] = code
                ranks[kept] = hot[to] - mark
                kept += 1
            elif t.jumpers != 0 and jumps_capture(t, position.cells[origin_of(code)], to - origin_of(code)):
                moves[kept] = code
                ranks[kept] = 1
                kept += 1
        return kept

    def refuted(self, side: i64, moves: vec[i64], base: i64, index: i64, depth: i64, ply: i64) -> None:
        """Learn that the quiet move at an index was good enough, and those before it were not."""
        code = moves[index]
        if self.killers[2 * ply] != code:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = code
        bonus = min(depth * depth, 400) * 4
        self._learn(side, code, bonus)
        i = base
        while i < index:
            if self.ranks[i] < CAPTURE:
                self._learn(side, moves[i], -bonus)
            i += 1

    def _learn(self, side: i64, code: i64, bonus: i64) -> None:
        """Add to the history of a move; the greater it is, the less."""
        place = self.place(side, code)
        there = self.history[place]
        size = bonus if bonus >= 0 else -bonus
        shrink = there * size if there >= 0 else -there * size
        shrink >>= 14
        self.history[place] = there + bonus - (shrink if there >= 0 else -shrink)


def pick(moves: vec[i64], ranks: vec[i64], i: i64, end: i64) -> None:
    """Bring the best ranked of the moves from ``i`` on to the front."""
    # One at a time: once a move settles the position, the rest need no order.
    best = i
    most = ranks[i]
    j = i + 1
    while j < end:
        if ranks[j] > most:
            most = ranks[j]
            best = j
        j += 1
    if best != i:
        code = moves[best]
        moves[best] = moves[i]
        ranks[best] = ranks[i]
        moves[i] = code
        ranks[i] = most
