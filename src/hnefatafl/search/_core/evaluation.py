"""What a position is worth, by features that any ruleset's tables tell.

The value is a sum of named features, each multiplied by a weight, seen from the attackers; a hundred is about what a
soldier is worth where both sides have equally many. Two kinds of features: where the pieces stand is summed up as moves
are made (:meth:`Evaluation.made`) and taken back, and all that regards the king is measured when it is asked for.

Nothing here decides play: a feature may be wrong about a rare rule and the search is only weaker for it.

Laws:

1. The sum over pieces is what :meth:`Evaluation.load` would make it, whatever moves were made and taken back.
2. Compiled and uncompiled give the same numbers: all are whole, and nothing is divided that may be below zero.

Cost: with incremental sums, a value takes about as long as generating the moves once. The king's steps and forks are
more than half of it, the flood a quarter.

A small network: one hidden layer of clamped sums over the pieces, which are kept up as pieces move.

Each hidden unit is a sum of a bias and of a weight for each piece on its square, and adds to the value in proportion to
that sum, held between 0 and ``ONE``. Four units share a word, 15 bits each, above a bias that keeps them from being
below zero; so a piece that moves costs two additions for four units. The sums of each position of a line are kept until
its last move is taken back, which costs nothing.

Law: no unit leaves its 15 bits whatever stands on the board, since no sum may be farther from 0 than ``MOST``. While a
move is followed a square may hold two pieces for a moment; what then spills into the next unit is taken back with it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.captures import protected, threatens
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDERS,
    GOAL,
    KING,
    LONE,
    MORE_TAKEN,
    MOVER_FALLS,
    SAFE,
    SURROUND,
    THREE,
    WALL,
    fallen_mover,
    note_of,
    origin_of,
    piece_of,
    place_towards,
    square_of,
    takes_towards,
    target_of,
)
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.queries import moved_piece
from hnefatafl._kernel.tables import Tables
from hnefatafl.search._core.rows import Rows, zeros
from hnefatafl.support.vectors import extend, vec

ONE: Final[i64] = 128
"""A hidden unit that is wholly on."""
OUTPUT: Final = 256
"""What the sum of the outputs is divided by: a unit that is wholly on adds half of its output weight to the value."""
_LANES: Final[i64] = 4
_BITS: Final[i64] = 15
_LANE: Final[i64] = (1 << 15) - 1
_MIDDLE: Final[i64] = 1 << 14
_ABOVE: Final[i64] = (1 << 14) - 1  # the bits of a sum above 0
_ONES: Final[i64] = 1 | 1 << 15 | 1 << 30 | 1 << 45  # a 1 in each lane
_POSITIONS: Final = 64  # of a line, for which there is room from the beginning
MOST: Final = (1 << 14) - 1
"""How far from 0 the sum of a unit may be."""


@final
class Network:
    """A network for one ruleset, and its sums for one board."""

    __slots__ = ("columns", "outputs", "start", "sums", "top", "words")

    def __init__(self, t: Tables, biases: list[int], weights: list[int], outputs: list[int]) -> None:
        """Make a network.

        Arguments:
            biases: one for each unit.
            weights: for attackers, defenders and the king, for each square, rank 1 first: one for each unit.
            outputs: one for each unit.

        The caller has made sure that no sum is farther from 0 than ``MOST``
        (:class:`~hnefatafl.search.TrainedEvaluation` does).
        """
        units = len(biases)
        self.words: Final[i64] = (units + 3) // 4
        self.columns: Final[vec[i64]] = zeros(3 * int(t.size) * int(self.words))
        self.outputs: Final[vec[i64]] = zeros(int(self.words * _LANES))
        self.start: Final[vec[i64]] = zeros(int(self.words))
        self.sums: vec[i64] = zeros(int(self.words * _POSITIONS))  # of each position of the line; its own from `top` on
        self.top: i64 = 0
        unit: i64 = 0
        while unit < units:
            self.outputs[unit] = i64(outputs[int(unit)])
            self.start[unit // _LANES] += (_MIDDLE + i64(biases[int(unit)])) << _BITS * (unit % _LANES)
            unit += 1
        index = 0
        for kind in range(3):
            for q in t.squares:
                base = (i64(kind) * t.size + q) * self.words
                unit = 0
                while unit < units:
                    lane: i64 = 1
                    lane <<= _BITS * (unit % _LANES)
                    self.columns[base + unit // _LANES] += i64(weights[index]) * lane
                    index += 1
                    unit += 1

    def begin(self) -> None:
        """Begin with an empty board."""
        self.top = 0
        i: i64 = 0
        while i < self.words:
            self.sums[i] = self.start[i]
            i += 1

    def push(self, left: i64, reached: i64) -> None:
        """Follow a move, which :meth:`pop` takes back, whatever is added and removed in between.

        A place is 0, 1 or 2 for the kind of piece, times the size of the padded board, plus the square.
        """
        sums = self.sums
        columns = self.columns
        words = self.words
        before = self.top
        now = before + words
        if now + words > len(sums):
            sums = extend(sums, zeros(len(sums)))
            self.sums = sums
        self.top = now
        left *= words
        reached *= words
        i: i64 = 0
        while i < words:
            sums[now + i] = sums[before + i] + columns[reached + i] - columns[left + i]
            i += 1

    def pop(self) -> None:
        """Go back to the position before the last move."""
        self.top -= self.words

    def add(self, place: i64) -> None:
        """Put a piece on a square."""
        sums = self.sums
        columns = self.columns
        start = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[self.top + i] += columns[start + i]
            i += 1

    def remove(self, place: i64) -> None:
        """Take a piece away."""
        sums = self.sums
        columns = self.columns
        start = place * self.words
        i: i64 = 0
        while i < self.words:
            sums[self.top + i] -= columns[start + i]
            i += 1

    def output(self) -> i64:
        """What the network adds to the value for the attackers, in hundredths.

        The four units of a word are held between 0 and ``ONE`` together, without branches, which would depend on chance
        for a processor.
        """
        sums = self.sums
        outputs = self.outputs
        total: i64 = 0
        unit: i64 = 0
        i = self.top
        end = i + self.words
        while i < end:
            levels = sums[i]
            levels &= ((levels >> 14) & _ONES) * _ABOVE
            full = ((levels + _ONES * (_MIDDLE - ONE)) >> 14) & _ONES
            levels = (levels & ~(full * _ABOVE)) + full * ONE
            total += (levels & _LANE) * outputs[unit] + ((levels >> 15) & _LANE) * outputs[unit + 1]
            total += ((levels >> 30) & _LANE) * outputs[unit + 2] + (levels >> 45) * outputs[unit + 3]
            i += 1
            unit += _LANES
        return total // OUTPUT


# The features beside where the pieces stand, by their places.
TEMPO: Final = 0  # the attackers are to move
HELD_ONCE: Final = 1  # a strong king's sides that are held: one
HELD_TWICE: Final = 2
HELD_THRICE: Final = 3  # all but one
EXPOSED: Final = 4  # lines on which one more attacker takes a weak king
CLUTCHED: Final = 5  # lines on which only a defender opposite saves him
SEALED: Final = 6  # no goal can be walked to
SHUT: Final = 7  # sixteenths of the goals that cannot, where there are few
REGION: Final = 8  # 64ths of the board that the king cannot walk on
ONE_WAY: Final = 9  # he could escape by a move
WAYS: Final = 10  # by several
TWO_MOVES: Final = 11  # by two moves
TWO_MOVES_WAYS: Final = 12  # to so many goals, six at most
THREE_MOVES: Final = 13
FREEDOM: Final = 14  # squares to which he can move, sixteen at most
FORK: Final = 15  # he is to move, to a square with ways out in two directions
FORK_AHEAD: Final = 16  # there is such a square, and the attackers are to move
FORKS_AHEAD: Final = 17  # so many, six at most
# What leads on from there; all are 0 while a goal can be walked to.
DENIED: Final = 18  # squares that the defenders do not reach by a move, beyond half of the board
HUNTED: Final = 19  # soldiers of the king who are missing, of as many as the board has ranks
SPENT: Final = 20  # attackers who are missing, of seven in eight
NEAR: Final = 21  # attackers near the king: five for each beside him, one less for each ring of squares between
CAGED: Final = 22  # squares to which he can move, sixteen at most
FEATURES: Final = 23

FEW_GOALS: Final[i64] = 8
_MANY: Final[i64] = 6


@final
class Evaluation:
    """The evaluation of the positions of a ruleset, and its sums over the pieces of one board."""

    __slots__ = ("enough", "features", "goals", "men", "network", "offset", "pieces", "rows", "sum", "t", "weights")

    def __init__(
        self, t: Tables, weights: list[int], pieces: list[int], men: list[int], attackers: int, network: Network | None
    ) -> None:
        """Make the evaluation for a ruleset.

        Arguments:
            weights: one for each feature.
            pieces: what a piece is worth to the attackers on each square, rank 1 first: attackers, defenders, the king.
            men: what a soldier of each side is worth to it, about.
            attackers: how many attackers there are at the start.
            network: what it adds, if there is one.
        """
        self.t: Final[Tables] = t
        self.rows: Final[Rows] = Rows(t)
        self.weights: Final[vec[i64]] = vec[i64]([i64(weight) for weight in weights])
        self.enough: Final[i64] = attackers * 7 // 8
        self.features: Final[vec[i64]] = zeros(FEATURES)
        self.men: Final[vec[i64]] = vec[i64]([i64(man) for man in men])
        self.network: Final[Network | None] = network
        self.pieces: Final[vec[i64]] = zeros(3 * int(t.size))
        self.goals: Final[i64] = len(goals_of(t))
        self.offset: i64 = 0
        self.sum: i64 = 0
        place = 0
        for kind in range(3):
            for q in t.squares:
                self.pieces[i64(kind) * t.size + q] = pieces[place]
                place += 1

    def man_of(self, side: i64) -> i64:
        """What a soldier of that side is worth."""
        return self.men[side]

    def centre(self, position: MutablePosition) -> None:
        """Let the start of a game, which is on the position's board, be worth nothing.

        Weights that nobody has fitted to a ruleset say how positions differ, and little of who is better at the start.
        """
        self.load(position)
        self.offset -= self.value(position)

    def load(self, position: MutablePosition) -> None:
        """Begin with the board of a mutable position."""
        self.rows.load(position.cells, ATTACKERS, DEFENDERS)
        self.sum = 0
        network = self.network
        if network is not None:
            network.begin()
        for q in self.t.squares:
            piece = position.cells[q]
            if piece != 0:
                place = self._place_of(piece, q)
                self.sum += self.pieces[place]
                if network is not None:
                    network.add(place)

    def _place_of(self, piece: i16, q: i64) -> i64:
        """Where the words of a piece on a square stand."""
        if piece & ATTACKERS != 0:
            return q
        return (2 * self.t.size if piece == KING else self.t.size) + q

    def made(self, position: MutablePosition) -> None:
        """Follow the move that the position has just made."""
        code = position.history.code(position.history.depth)
        to = target_of(code)
        piece = moved_piece(self.t, position.cells, to, note_of(code))
        left = self._toggle_piece(piece, origin_of(code), -1)
        reached = self._toggle_piece(piece, to, 1)
        network = self.network
        if network is not None:
            network.push(left, reached)
        if note_of(code) != 0:
            self._take(position, to, note_of(code), -1)

    def unmaking(self, position: MutablePosition) -> None:
        """Follow the position, which is about to take its last move back."""
        code = position.history.code(position.history.depth)
        to = target_of(code)
        piece = moved_piece(self.t, position.cells, to, note_of(code))
        self._toggle_piece(piece, to, -1)
        self._toggle_piece(piece, origin_of(code), 1)
        network = self.network
        if network is not None:
            network.pop()
        if note_of(code) != 0:
            self._take(position, to, note_of(code), 1)

    def _toggle_piece(self, piece: i16, q: i64, sign: i64) -> i64:
        """Put a piece on a square, or take it away; where its words stand."""
        place = self._place_of(piece, q)
        rows = self.rows
        bit: i64 = 1
        bit <<= rows.file[q]
        if piece & ATTACKERS != 0:
            rows.attackers[rows.rank[q]] ^= bit
        else:
            rows.defenders[rows.rank[q]] ^= bit
        self.sum += sign * self.pieces[place]
        return place

    def _take(self, position: MutablePosition, to: i64, taken: i64, sign: i64) -> None:
        """Follow what a move has captured (sign -1), or put it back."""
        t = self.t
        i: i64 = 0
        for d in t.steps:
            if takes_towards(taken, i):
                self._capture(t.bits[place_towards(taken, i)], to + d, sign)
            i += 1
        if taken & MORE_TAKEN != 0:
            for entry in position.taken_beyond():
                self._capture(i16(piece_of(i64(entry))), square_of(i64(entry)), sign)
        if taken & MOVER_FALLS != 0:
            self._capture(t.bits[fallen_mover(taken)], to, sign)

    def _capture(self, man: i16, q: i64, sign: i64) -> None:
        turned = self.t.turned[i64(man)]
        network = self.network if sign < 0 else None
        taken = self._toggle_piece(man, q, sign)
        if network is not None:
            network.remove(taken)
        if turned != 0:
            put = self._toggle_piece(turned, q, -sign)
            if network is not None:
                network.add(put)

    def value(self, position: MutablePosition) -> i64:
        """What the position is worth to the attackers."""
        self.measure(position)
        value = self.sum + self.offset
        i: i64 = 0
        while i < FEATURES:
            value += self.features[i] * self.weights[i]
            i += 1
        network = self.network
        return value if network is None else value + network.output()

    def measure(self, position: MutablePosition) -> None:
        """Measure the features that regard the king."""
        f = self.features
        i: i64 = 0
        while i < FEATURES:
            f[i] = 0
            i += 1
        if position.side == ATTACKING:
            f[TEMPO] = 1
        self._measure_danger(position.cells, position.king)
        self._measure_enclosure(position.king)
        self._measure_outlook(position.king)

    def _measure_danger(self, cells: vec[i16], king: i64) -> None:
        """How nearly the king is captured."""
        t = self.t
        how = t.special[king]
        if how & (SAFE | LONE) != 0 and protected(t, cells, how):
            return
        partners = t.anvil & ATTACKERS
        if how & (SURROUND | THREE) == 0:
            for d in t.steps:
                if threatens(t, cells, king + d, KING, partners):
                    if cells[king - d] == 0 and t.stop[king - d] & ATTACKERS != 0:
                        self.features[EXPOSED] += 1
                    elif cells[king - d] & DEFENDERS != 0:
                        self.features[CLUTCHED] += 1
            return
        count: i64 = 0
        for d in t.steps:
            if threatens(t, cells, king + d, KING, partners):
                count += 1
            elif cells[king + d] == WALL:
                if how & THREE == 0:
                    return
        if how & THREE != 0 and count != 0:
            count += 1
        if count >= 3:
            self.features[HELD_THRICE] = 1
        elif count == 2:
            self.features[HELD_TWICE] = 1
        elif count == 1:
            self.features[HELD_ONCE] = 1

    def _measure_enclosure(self, king: i64) -> None:
        """How much of the board, and which of the goals, the attackers keep from the king."""
        rows = self.rows
        rows.flood(king)
        f = self.features
        area = self.t.n * self.t.n
        f[REGION] = 64 - 64 * rows.size_of(rows.reached) // area
        goals: i64 = 0
        r: i64 = 0
        while r < rows.n:
            goals += rows.count(rows.reached[r] & rows.goals[r])
            r += 1
        if goals == 0:
            f[SEALED] = 1
        if self.goals <= FEW_GOALS and self.goals != 0:
            f[SHUT] = 16 * (self.goals - goals) // self.goals
        elif goals == 0:
            f[SHUT] = 16

    def _measure_outlook(self, king: i64) -> None:
        """How soon the king could be at a goal if nobody else moved."""
        rows = self.rows
        f = self.features
        rows.begin_steps(king)
        goals = rows.step()
        f[FREEDOM] = min(rows.size_of(rows.now), 16)
        if goals != 0:
            f[ONE_WAY if goals == 1 else WAYS] = 1
            return
        if f[SEALED] != 0:
            self._measure_hunt(king)
            return
        forks = rows.forks()
        if forks != 0 and f[TEMPO] == 0:
            f[FORK] = 1
        elif forks != 0:
            f[FORK_AHEAD] = 1
            f[FORKS_AHEAD] = min(forks, _MANY)
        goals = rows.step()
        if goals != 0:
            f[TWO_MOVES] = 1
            f[TWO_MOVES_WAYS] = min(goals, _MANY)
        elif rows.step() != 0:
            f[THREE_MOVES] = 1

    def _measure_hunt(self, king: i64) -> None:
        """How nearly the defenders are shut in or taken, where no goal can be walked to.

        Without it, attackers who have sealed the king off have nothing more to gain, and run out of men for a ring.
        """
        rows = self.rows
        f = self.features
        rows.begin_men()
        rows.step()
        n = rows.n
        f[DENIED] = n * n // 2 - rows.size_of(rows.now)
        f[HUNTED] = n + 1 - rows.size_of(rows.defenders)  # the king is one of them
        f[SPENT] = max(self.enough - rows.size_of(rows.attackers), 0)
        f[NEAR] = rows.near(king)
        f[CAGED] = f[FREEDOM]


def goals_of(t: Tables) -> list[i64]:
    """The squares on which the king escapes."""
    return [q for q in t.squares if t.special[q] & GOAL != 0 and t.stop[q] & KING != 0]
