"""The board as rows of bits, for questions about whole regions: which squares can be walked to, and in how many moves.

A row is a number with a bit for each square of a rank, file a being bit 0. A region is a row for each rank. All squares
of a row are handled at once: to fill the open squares from some seeds upwards, ``open + seeds`` carries through each
run of ones that holds a seed, and ``open & ~(open + seeds)`` is what the carry has cleared.

What is said of the king here holds on the layer of ``access`` for pieces that begin outside every closed zone; where he
stands within one, the answers are approximate. They serve an evaluation, which is a guess anyway; nothing that decides
play rests on them.

Cost: a flood or a step of the king takes a few operations for each rank of the board.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.codes import CROSS, GOAL, KING
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.vectors import vec

_LOW: Final[i64] = 0x7FF  # the rows of which the bits are counted by a table; longer rows are counted in two parts
_BITS: Final[i64] = 11
_RINGS: Final[i64] = 5


def zeros(n: int) -> vec[i64]:
    """A vector of so many zeros."""
    zero: i64 = 0
    return vec[i64]([zero] * n)


def spread(seeds: i64, open_: i64) -> i64:
    """The open squares of a row that are joined to a seed by open ones; seeds are open."""
    joined = open_ & ~(open_ + seeds) | seeds
    return spread_down(joined, open_)


def spread_down(joined: i64, open_: i64) -> i64:
    """The same towards file a only; the distance doubles with each step."""
    way = open_
    joined |= joined >> 1 & way
    way &= way >> 1
    joined |= joined >> 2 & way
    way &= way >> 2
    joined |= joined >> 4 & way
    way &= way >> 4
    joined |= joined >> 8 & way
    way &= way >> 8
    return joined | joined >> 16 & way


@final
class Rows:
    """The pieces of a board as rows of bits, and what can be asked of them.

    ``attackers`` and ``defenders`` are the pieces (the king is a defender), by rank. ``walk`` has the squares that the
    king may cross or stop on, ``goals`` those on which he escapes, and ``empty`` those of ``walk`` where nothing stands
    (since :meth:`begin_steps`).
    """

    __slots__ = (
        "attackers", "below", "counts", "defenders", "empty", "file", "goals", "n", "now", "rank", "reached", "seen",
        "speed", "t", "then", "walk",
    )  # fmt: skip

    def __init__(self, t: Tables) -> None:
        n = int(t.n)
        self.t: Final[Tables] = t
        self.n: Final[i64] = t.n
        self.speed: Final[i64] = t.speed_king
        self.attackers: Final[vec[i64]] = zeros(n)
        self.defenders: Final[vec[i64]] = zeros(n)
        self.walk: Final[vec[i64]] = zeros(n)
        self.goals: Final[vec[i64]] = zeros(n)
        self.empty: Final[vec[i64]] = zeros(n)
        self.below: Final[vec[i64]] = zeros(n)
        self.reached: Final[vec[i64]] = zeros(n)
        self.seen: Final[vec[i64]] = zeros(n)
        self.now: vec[i64] = zeros(n)
        self.then: vec[i64] = zeros(n)
        self.file: Final[vec[i64]] = zeros(int(t.size))
        self.rank: Final[vec[i64]] = zeros(int(t.size))
        self.counts: Final[vec[i64]] = vec[i64]([i64(number.bit_count()) for number in range(1 << int(_BITS))])
        i: i64 = 0
        for q in t.squares:
            self.rank[q] = i // t.n
            self.file[q] = i % t.n
            bit: i64 = 1
            bit <<= i % t.n
            may = t.access[q]
            if (may | may >> CROSS) & i64(KING):
                self.walk[i // t.n] |= bit
            if may & i64(KING) and t.special[q] & GOAL:
                self.goals[i // t.n] |= bit
            i += 1

    def load(self, cells: vec[i16], attackers: i16, defenders: i16) -> None:
        """Take the pieces from a board."""
        r: i64 = 0
        while r < self.n:
            self.attackers[r] = 0
            self.defenders[r] = 0
            r += 1
        for q in self.t.squares:
            bit: i64 = 1
            bit <<= self.file[q]
            if cells[q] & attackers:
                self.attackers[self.rank[q]] |= bit
            elif cells[q] & defenders:
                self.defenders[self.rank[q]] |= bit

    def count(self, row: i64) -> i64:
        """How many bits a row has."""
        return self.counts[row & _LOW] + self.counts[row >> _BITS]

    def size_of(self, region: vec[i64]) -> i64:
        """How many squares a region has."""
        count: i64 = 0
        for row in region:
            count += self.counts[row & _LOW] + self.counts[row >> _BITS]
        return count

    def flood(self, king: i64) -> None:
        """Find the squares to which attackers leave the king a way, however long; into ``reached``.

        Defenders are no obstacle, since they can step aside.
        """
        reached = self.reached
        walk = self.walk
        attackers = self.attackers
        n = self.n
        r: i64 = 0
        while r < n:
            reached[r] = 0
            r += 1
        bit: i64 = 1
        bit <<= self.file[king]
        r = self.rank[king]
        reached[r] = spread(bit, walk[r] & ~attackers[r] | bit)
        changed = True
        while changed:
            changed = False
            r = 1
            while r < n:
                open_ = walk[r] & ~attackers[r]
                new = reached[r - 1] & open_ & ~reached[r]
                if new:
                    reached[r] |= spread(new, open_)
                    changed = True
                r += 1
            r = n - 2
            while r >= 0:
                open_ = walk[r] & ~attackers[r]
                new = reached[r + 1] & open_ & ~reached[r]
                if new:
                    reached[r] |= spread(new, open_)
                    changed = True
                r -= 1

    def begin_steps(self, king: i64) -> None:
        """Begin to look where the king gets with the next moves, if nothing else moves."""
        r: i64 = 0
        while r < self.n:
            self.empty[r] = self.walk[r] & ~(self.attackers[r] | self.defenders[r])
            self.seen[r] = 0
            self.now[r] = 0
            r += 1
        bit: i64 = 1
        self.now[self.rank[king]] = bit << self.file[king]
        self.seen[self.rank[king]] = bit << self.file[king]

    def begin_men(self) -> None:
        """Begin to look where all defenders get with one move, as far as the king may walk there; after
        :meth:`begin_steps`."""
        r: i64 = 0
        while r < self.n:
            self.seen[r] = self.defenders[r]
            self.now[r] = self.defenders[r]
            r += 1

    def near(self, king: i64) -> i64:
        """How near the attackers are to the king: each counts as many as there are rings around him that it is within,
        of the five nearest."""
        total: i64 = 0
        wide: i64 = 1
        wide <<= self.file[king]
        ring: i64 = 1
        while ring <= _RINGS:
            wide |= wide << 1 | wide >> 1
            r = max(self.rank[king] - ring, 0)
            while r < self.n and r <= self.rank[king] + ring:
                total += self.count(self.attackers[r] & wide)
                r += 1
            ring += 1
        return total

    def step(self) -> i64:
        """Let the king make one move more, from all squares that he could be on; return how many goals that reaches.

        Squares that an earlier move reached are not looked at again.
        """
        now = self.now
        then = self.then
        empty = self.empty
        n = self.n
        if self.speed < n:
            self._short_steps()
        else:
            up: i64 = 0
            r: i64 = 0
            while r < n:
                open_ = empty[r]
                seeds = now[r]
                # From below, and along the rank.
                up &= open_
                reached = up
                if seeds:
                    right = seeds << 1 & open_
                    reached |= open_ & ~(open_ + right) | right | spread_down(seeds >> 1 & open_, open_)
                then[r] = reached
                up |= seeds
                r += 1
            up = 0
            r = n - 1
            while r >= 0:
                up &= empty[r]
                then[r] |= up
                up |= now[r]
                r -= 1
        goals: i64 = 0
        r = 0
        while r < n:
            new = then[r] & ~self.seen[r]
            self.seen[r] |= new
            if new & self.goals[r]:
                goals += self.count(new & self.goals[r])
                new &= ~self.goals[r]
            then[r] = new
            r += 1
        self.now = then
        self.then = now
        return goals

    def forks(self) -> i64:
        """Return on how many of the squares that the last step reached the king would have ways out in two directions.

        It is asked after one step, if that reached no goal. So the two directions are across the one he came by:
        further on is no goal, and he himself stands in the way back. A king who goes some squares at a time has no
        forks.
        """
        n = self.n
        if self.speed < n:
            return 0
        below = self.below
        ways: i64 = 0  # the squares of a rank from which a goal is reached straight down, and straight up
        r: i64 = 0
        while r < n:
            ways &= self.empty[r]
            below[r] = ways
            ways |= self.goals[r] & self.empty[r]
            r += 1
        count: i64 = 0
        ways = 0
        r = n - 1
        while r >= 0:
            open_ = self.empty[r]
            goals = self.goals[r] & open_
            ways &= open_
            forks = ways & below[r]
            ways |= goals
            if goals:
                west = goals << 1 & open_
                forks |= (open_ & ~(open_ + west) | west) & spread_down(goals >> 1 & open_, open_)
            if forks & self.now[r]:
                count += self.count(forks & self.now[r])
            r -= 1
        return count

    def _short_steps(self) -> None:
        """The same squares for a king who goes some squares at a time only."""
        now = self.now
        then = self.then
        n = self.n
        r: i64 = 0
        while r < n:
            then[r] = 0
            r += 1
        r = 0
        while r < n:
            seeds = now[r]
            if seeds:
                open_ = self.empty[r]
                left = seeds
                right = seeds
                up = seeds
                down = seeds
                i: i64 = 1
                while i <= self.speed:
                    left = left >> 1 & open_
                    right = right << 1 & open_
                    then[r] |= left | right
                    if r + i < n:
                        up &= self.empty[r + i]
                        then[r + i] |= up
                    if r - i >= 0:
                        down &= self.empty[r - i]
                        then[r - i] |= down
                    i += 1
            r += 1
