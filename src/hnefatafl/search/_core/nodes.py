"""The tree below the root: principal variation search with quiescence, on a mutable position.

Values are from the side to move. Who moves next is asked of the position and never assumed: in a berserk turn, or after
a pass, it is the same side again. A die is a chance node, worth the mean of its faces.

Values beyond ``SURE`` are wins and losses that the board alone brings about, so many plies from the root; they are
claims that hold whatever was not searched. The laws behind that:

1. A node is lost only if all its moves are: moves are left out unsearched only while the best so far is no loss.
2. A repetition, or a limit of moves without a capture, never brings such a value: a win by rule of repetition counts as
   ``BY_REPETITION``, and where a repetition may forbid a move, no loss is claimed.
3. What depends on the moves before the root, and no capture lies between, goes into the key (``view``).

Left out or cut short: a side that stands well even if the opponent moves twice (null move); quiet moves late in the
order, or where the evaluation is far below what is wanted (at small depths); late moves are first searched less deep.
Searched deeper: attackers who face a way out.

Processes that search the same root share what they find (``table``). So that they do not do the same work, each marks
the moves that it is searching, and puts off those that another one has marked until the others are searched (after Tom
Kerrigan's "Simplified ABDADA"): mostly the table knows their values by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.codes import ATTACKING, opponent, origin_of, target_of
from hnefatafl._kernel.generate import straight, ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.skipping import skip, unskip
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.verdict import blocked
from hnefatafl.search._core.evaluation import Evaluation
from hnefatafl.search._core.ordering import CAPTURE, KILLER, Ordering, pick
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.table import (
    AT_LEAST,
    AT_MOST,
    DECIDED,
    EXACT,
    Transpositions,
    bound_in,
    depth_in,
    move_in,
    value_in,
)
from hnefatafl.search._core.tactics import only_parries, parries_decide
from hnefatafl.search._core.view import BY_REPETITION, INFINITE, PLIES, SURE, WON, LineTable, View
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec

_QUIESCENCE: Final[i64] = 4  # plies of captures below the last full one
_NULL: Final[i64] = 2  # a null move is searched so much less deep
_SHARED: Final[i64] = 2  # from this depth on, entries are shared with other processes
_MARKED: Final[i64] = 3  # and moves are marked
_STEP: Final[i64] = 130  # what a ply may change of an evaluation, in hundredths


@final
class Nodes:
    """A search of positions below a root, with all that it needs room for."""

    __slots__ = (
        "extends_to", "follows", "keys", "lengths", "line", "moves", "nodes", "nodes_at_most", "ordering", "parrying",
        "position", "reductions", "shares", "stop", "stopped", "t", "table", "view",
    )  # fmt: skip

    def __init__(self, position: MutablePosition, evaluation: Evaluation, table: Transpositions) -> None:
        t = position.t
        room = 4 * t.n * t.n * (PLIES + 4)
        self.t: Final[Tables] = t
        self.position: MutablePosition = position
        self.table: Final[Transpositions] = table
        self.view: Final[View] = View(position, evaluation, table)
        self.moves: Final[vec[i64]] = zeros(int(room))
        self.ordering: Final[Ordering] = Ordering(t, PLIES + 4, room)
        self.line: Final[LineTable] = LineTable()
        self.lengths: Final[vec[i64]] = self.line.lengths
        self.parrying: Final[bool] = parries_decide(t)
        self.extends_to: i64 = 0  # up to so many plies from the root, lines are searched deeper
        self.nodes: i64 = 0
        self.nodes_at_most: i64 = 0
        self.stop: Callable[[], bool] | None = None
        self.stopped: bool = False
        self.shares: bool = False  # with other processes
        self.follows: bool = False  # another process, and so needs no lines: it takes their values from the table
        self.keys: Final[vec[i64]] = zeros(int(PLIES + 2))  # of the positions on the way from the root
        self.reductions: vec[i64] = zeros(0)  # by how much less deep the moves are searched that are put off

    def begin(self, position: MutablePosition, nodes: i64, stop: Callable[[], bool] | None) -> None:
        """Begin a search at that position."""
        self.position = position
        self.nodes = 0
        self.nodes_at_most = nodes
        self.stop = stop
        self.stopped = False
        self.table.age = self.table.age + 1 & 63
        self.ordering.age()
        self.view.begin(position)

    def child(self, depth: i64, alpha: i64, beta: i64, ply: i64, mover: i64, base: i64) -> i64:
        """What the position after a move is worth to the side that made it."""
        position = self.position
        over = position.verdict()
        if over != 0:
            self.lengths[ply] = 0
            return self.view.ended(over, mover, ply)
        value = self.view.came_back(mover, ply)
        if value != INFINITE:
            self.lengths[ply] = 0
            return value
        if position.side == mover:
            return self.node(depth, alpha, beta, ply, False, base)
        return -self.node(depth, -beta, -alpha, ply, True, base)

    def out_of_time(self) -> bool:
        """Whether to stop, which all of the search then does."""
        stop = self.stop
        if self.nodes_at_most != 0 and self.nodes >= self.nodes_at_most:
            self.stopped = True
        # Seldom: a clock or a function of the caller takes longer than a node.
        if self.nodes & 1023 == 0:
            heed_interrupts()
            if stop is not None and stop():
                self.stopped = True
        return self.stopped

    def node(self, depth: i64, alpha: i64, beta: i64, ply: i64, may_pass: bool, base: i64) -> i64:
        """What the position is worth to the side to move."""
        self.nodes += 1
        self.lengths[ply] = 0
        if self.out_of_time():
            return 0
        position = self.position
        t = self.t
        if self.view.escapes():
            return WON - ply - 1
        ways: i64 = 0
        if position.side == ATTACKING and t.die == 0:
            ways = ways_out(t, position.cells, position.king)
            if ways > 0 and ply < PLIES - 16:
                # Attackers must answer a threat to escape, so such a ply counts for nothing.
                depth = max(depth + 1 if ply < self.extends_to else depth, 1)
        if ply >= PLIES - 2:
            return self.view.static()
        if depth <= 0:
            return self.quiesce(alpha, beta, ply, 0, base)
        # No win from here on is as short as one that is known already.
        if WON - ply <= alpha:
            return alpha
        narrow = beta - alpha == 1
        key = self.view.key()
        self.keys[ply] = key
        entry = self.table.probe(key)
        if self.shares and depth >= _SHARED and (entry == 0 or depth_in(entry) < depth):
            entry = self.table.probe_deeper(key, entry)
        first: i64 = 0
        if entry != 0:
            first = move_in(entry)
            if (narrow or self.follows) and depth_in(entry) >= depth:
                value = value_in(entry, ply)
                bound = bound_in(entry)
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    return value
        elif depth >= 3:
            depth -= 1  # without a move to begin with, a search less deep finds one
        if narrow and ways == 0:
            value = self._cut(depth, beta, ply, may_pass, base)
            if self.stopped or value != INFINITE:
                return value
        return self._moves(depth, alpha, beta, ply, base, first, ways)

    def _cut(self, depth: i64, beta: i64, ply: i64, may_pass: bool, base: i64) -> i64:
        """What the position is worth if it is so good that no move need be looked at, or ``INFINITE``."""
        position = self.position
        t = self.t
        # What follows rests on evaluations, which claim no end.
        if beta >= DECIDED or beta <= -DECIDED:
            return INFINITE
        if position.berserk != 0 or position.unannounced != 0 or t.die != 0:
            return INFINITE
        static = self.view.static()
        if static < beta:
            return INFINITE
        if depth <= 3 and static - depth * _STEP >= beta:
            return static
        # Not twice in a row: that would be the same position, less deep.
        if not may_pass or depth < 3 or t.passes or t.binding or t.forced or t.hooked:
            return INFINITE
        less = _NULL + depth // 4
        skip(position)
        value = -self.node(depth - less, -beta, 1 - beta, ply + 1, False, base)
        unskip(position)
        if self.stopped:
            return 0
        # That a side wins after a skipped turn proves no win by a move.
        return value if value >= beta and value < DECIDED else INFINITE

    def _moves(self, depth: i64, alpha: i64, beta: i64, ply: i64, base: i64, first: i64, ways: i64) -> i64:
        """Search the moves of a position."""
        position = self.position
        side = position.side
        rolls = position.can_roll()
        best: i64 = -INFINITE
        chosen: i64 = 0
        was = alpha
        forbids = position.repetition_may_forbid()
        # Tried before any move is listed, since it often settles the position. An entry may be that of another position
        # with the same key, so whether the move is legal is asked.
        if first != 0 and not rolls:
            step = straight(self.t, origin_of(first), target_of(first))
            if position.allows(origin_of(first), target_of(first), step):
                self.view.make(first)
                best = self.child(depth - 1, alpha, beta, ply + 1, side, base)
                self.view.unmake()
                if self.stopped:
                    return 0
                if best > alpha:
                    alpha = best
                    chosen = first
                    self.line.follow(first, ply)
            else:
                first = 0
        if alpha < beta:
            end = position.fill(self.moves, base)
            if ways != 0 and self.parrying and only_parries(position):
                end = self.ordering.keep_parries(position, self.moves, base, end)
                # The moves left out allow the king to escape at once.
                best = max(best, ply + 2 - WON)
            elif end == base and not rolls:
                best = self.view.ended(blocked(self.t, side), side, ply)
            if rolls:
                best = self.rolled(depth - 1, ply, end)
                alpha = max(alpha, best)
            self.ordering.rank(position, self.moves, base, end, ply)
            value = self._others(depth, alpha, beta, ply, base, end, first, ways, best)
            if self.stopped:
                return 0
            if value > best:
                best = value
                if best > alpha:
                    chosen = self.line.codes[ply * PLIES]
        # Law 2: a move that was forbidden here may be legal where the position is met by another way.
        if forbids and best < -SURE:
            best = -BY_REPETITION
        bound = AT_LEAST if best >= beta else EXACT if best > was else AT_MOST
        move = chosen if chosen != 0 else first
        key = self.keys[ply]
        self.table.store(key, depth, bound, best, move, ply)
        if self.shares and depth >= _SHARED:
            self.table.store_shared(key, depth, bound, best, move, ply)
        return best

    def _others(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, base: i64, end: i64, first: i64, ways: i64, best: i64
    ) -> i64:
        """Search the moves from ``base`` to ``end`` but the first; return the best value, at least the one given."""
        side = self.position.side
        moves = self.moves
        ranks = self.ordering.ranks
        narrow = beta - alpha == 1
        marks = self.shares and depth >= _MARKED
        searched: i64 = 1 if best > -INFINITE and first != 0 else 0
        later = base  # the moves before this one are put off
        quiet: i64 = 0
        hopeless = False
        if narrow and ways == 0 and depth <= 3 and alpha > -DECIDED:
            hopeless = self.view.static() + depth * _STEP + _STEP // 2 <= alpha
        i = base
        while i < end:
            pick(moves, ranks, i, end)
            code = moves[i]
            if code == first:
                i += 1
                continue
            is_quiet = ranks[i] < KILLER
            less: i64 = 0
            if is_quiet:
                quiet += 1
                if best > -DECIDED and narrow and ways == 0 and self.position.berserk == 0:
                    if hopeless or (depth <= 5 and quiet > 3 + 3 * depth * depth):
                        break
                if searched > 0 and depth >= 3 and quiet > 2 and ways == 0:
                    less = 1 + (quiet > 8) + (quiet > 24 and depth >= 5) + (quiet > 48 and depth >= 7)
                    # Most moves of attackers are refuted by the threat that was there before, whatever the depth.
                    less = min(less + (side == ATTACKING) - (not narrow), depth - 1)
            if marks and searched > 0 and self.table.is_marked(self.table.mark_of(self.keys[ply], code)):
                moves[i] = moves[later]
                moves[later] = code
                rank = ranks[i]
                ranks[i] = ranks[later]
                ranks[later] = rank
                self.reductions[later] = less
                later += 1
                i += 1
                continue
            value = self._worth(code, depth, -1 if searched == 0 else less, alpha, beta, ply, end)
            if self.stopped:
                return 0
            searched += 1
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self._improve(i, depth, beta, ply, side, base, value)
                    if value >= beta:
                        return best
            i += 1
        return self._others_later(depth, alpha, beta, ply, base, later, end, best) if later > base else best

    def _others_later(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, base: i64, later: i64, end: i64, best: i64
    ) -> i64:
        """Search the moves from ``base`` to ``later``, which were put off; return the best value."""
        side = self.position.side
        i = base
        while i < later:
            value = self._worth(self.moves[i], depth, self.reductions[i], alpha, beta, ply, end)
            if self.stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self._improve(i, depth, beta, ply, side, base, value)
                    if value >= beta:
                        break
            i += 1
        return best

    def _worth(self, code: i64, depth: i64, less: i64, alpha: i64, beta: i64, ply: i64, end: i64) -> i64:
        """What a move is worth; at first it is searched so much less deep, or, below 0, at once in the whole window."""
        side = self.position.side
        if less < 0:
            self.view.make(code)
            value = self.child(depth - 1, alpha, beta, ply + 1, side, end)
            self.view.unmake()
            return value
        marks = self.shares and depth >= _MARKED
        mark: i64 = self.table.mark_of(self.keys[ply], code) if marks else 0
        if marks:
            self.table.put_mark(mark)
        self.view.make(code)
        # Only what turns out better there is searched as deep as the others, and only what is better then in the whole
        # window.
        value = self.child(depth - 1 - less, alpha, alpha + 1, ply + 1, side, end)
        if value > alpha and less > 0 and not self.stopped:
            value = self.child(depth - 1, alpha, alpha + 1, ply + 1, side, end)
        if value > alpha and value < beta and not self.stopped:
            value = self.child(depth - 1, alpha, beta, ply + 1, side, end)
        self.view.unmake()
        if marks:
            self.table.take_mark(mark)
        return value

    def _improve(self, i: i64, depth: i64, beta: i64, ply: i64, side: i64, base: i64, value: i64) -> None:
        """Keep the move at an index as the best; learn from it if nothing else need be searched."""
        self.line.follow(self.moves[i], ply)
        if value >= beta and self.ordering.ranks[i] < CAPTURE:
            self.ordering.refuted(side, self.moves, base, i, depth, ply)

    def rolled(self, depth: i64, ply: i64, base: i64) -> i64:
        """What it is worth to roll the die: the mean over its faces."""
        position = self.position
        die = self.t.die
        total: i64 = 0
        face: i64 = 1
        while face <= die:
            position.roll = face
            # In the whole window: a mean takes the value of each face, and no bound will do.
            total += self.node(depth, -INFINITE, INFINITE, ply + 1, False, base)
            position.roll = 0
            if self.stopped:
                return 0
            face += 1
        # A mean is certain only if every face is.
        if total >= die * SURE or total <= -die * SURE:
            return total // die
        return max(min(total // die, DECIDED), -DECIDED)

    def quiesce(self, alpha: i64, beta: i64, ply: i64, deep: i64, base: i64) -> i64:
        """The value when only captures are looked at."""
        if deep > 0:
            self.nodes += 1
            self.lengths[ply] = 0
            if self.out_of_time():
                return 0
            if self.view.escapes():
                return WON - ply - 1
        best = self.view.static()
        if best >= beta or deep >= _QUIESCENCE or ply >= PLIES - 2:
            return best
        alpha = max(alpha, best)
        position = self.position
        side = position.side
        man = self.view.evaluation.man_of(opponent(side))
        end = self.ordering.fill_captures(position, self.moves, base, man, alpha - best - _STEP)
        i = base
        while i < end:
            pick(self.moves, self.ordering.ranks, i, end)
            code = self.moves[i]
            i += 1
            # Without the evaluation: many of these moves capture nothing, and are taken back at once.
            position.make(origin_of(code), target_of(code))
            if position.since_capture != 0 and position.status == 0:
                position.unmake()
                continue
            self.view.evaluation.made(position)
            over = position.verdict()
            value: i64 = 0
            if over != 0:
                value = self.view.ended(over, side, ply + 1)
            elif position.side == side:
                value = self.quiesce(alpha, beta, ply + 1, deep + 1, end)
            else:
                value = -self.quiesce(-beta, -alpha, ply + 1, deep + 1, end)
            self.view.unmake()
            if self.stopped:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best
