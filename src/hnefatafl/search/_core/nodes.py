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
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from hnefatafl._base.interrupts import heed_interrupts
from hnefatafl._base.vectors import vec
from hnefatafl._kernel.codes import ATTACKING, opponent, origin_of, target_of
from hnefatafl._kernel.generate import keep_to, straight, ways_out
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
from hnefatafl.search._core.tactics import (
    KING_FALLS,
    jumps_capture,
    king_falls,
    only_parries,
    parries,
    parries_decide,
    targets,
)
from hnefatafl.search._core.view import BY_REPETITION, INFINITE, PLIES, SURE, WON, View

_QUIESCENCE: Final[i64] = 4  # plies of captures below the last full one
_NULL: Final[i64] = 2  # a null move is searched so much less deep
_STEP: Final[i64] = 130  # what a ply may change of an evaluation, in hundredths


@final
class Nodes:
    """A search of positions below a root, with all that it needs room for."""

    __slots__ = (
        "extends_to",
        "lengths",
        "line",
        "moves",
        "nodes",
        "nodes_at_most",
        "ordering",
        "parrying",
        "position",
        "stop",
        "stopped",
        "t",
        "table",
        "view",
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
        # The best lines found so far at each distance from the root, and how long they are.
        self.line: Final[vec[i64]] = zeros(int((PLIES + 2) * (PLIES + 2)))
        self.lengths: Final[vec[i64]] = zeros(int(PLIES + 2))
        self.parrying: Final[bool] = parries_decide(t)
        self.extends_to: i64 = 0  # up to so many plies from the root, lines are searched deeper
        self.nodes: i64 = 0
        self.nodes_at_most: i64 = 0
        self.stop: Callable[[], bool] | None = None
        self.stopped: bool = False

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
        if WON - ply <= alpha:
            return alpha
        narrow = beta - alpha == 1
        key = self.view.key()
        entry = self.table.probe(key)
        first: i64 = 0
        if entry != 0:
            first = move_in(entry)
            if narrow and depth_in(entry) >= depth:
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
        return self._moves(depth, alpha, beta, ply, base, key, first, ways)

    def _cut(self, depth: i64, beta: i64, ply: i64, may_pass: bool, base: i64) -> i64:
        """What the position is worth if it is so good that no move need be looked at, or ``INFINITE``."""
        position = self.position
        t = self.t
        if beta >= DECIDED or beta <= -DECIDED:
            return INFINITE
        if position.berserk != 0 or position.unannounced != 0 or t.die != 0:
            return INFINITE
        static = self.view.static()
        if static < beta:
            return INFINITE
        if depth <= 3 and static - depth * _STEP >= beta:
            return static
        if not may_pass or depth < 3 or t.passes or t.binding or t.forced:
            return INFINITE
        less = _NULL + depth // 4
        skip(position)
        value = -self.node(depth - less, -beta, 1 - beta, ply + 1, False, base)
        unskip(position)
        if self.stopped:
            return 0
        return value if value >= beta and value < DECIDED else INFINITE

    def _moves(self, depth: i64, alpha: i64, beta: i64, ply: i64, base: i64, key: i64, first: i64, ways: i64) -> i64:
        """Search the moves of a position."""
        position = self.position
        side = position.side
        rolls = position.can_roll()
        best: i64 = -INFINITE
        chosen: i64 = 0
        was = alpha
        forbids = position.repetition_may_forbid()
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
                    self._follow(first, ply)
            else:
                first = 0
        if alpha < beta:
            end = position.fill(self.moves, base)
            if ways != 0 and self.parrying and only_parries(position):
                end = self._parrying(base, end)
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
                    chosen = self.line[ply * PLIES]
        if forbids and best < -SURE:
            best = -BY_REPETITION
        bound = AT_LEAST if best >= beta else EXACT if best > was else AT_MOST
        self.table.store(key, depth, bound, best, chosen if chosen != 0 else first, ply)
        return best

    def _others(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, base: i64, end: i64, first: i64, ways: i64, best: i64
    ) -> i64:
        """Search the moves from ``base`` to ``end`` but the first; return the best value, at least the one given."""
        position = self.position
        side = position.side
        moves = self.moves
        ranks = self.ordering.ranks
        narrow = beta - alpha == 1
        searched: i64 = 1 if best > -INFINITE and first != 0 else 0
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
            if is_quiet:
                quiet += 1
                if best > -DECIDED and narrow and ways == 0 and position.berserk == 0:
                    if hopeless or (depth <= 5 and quiet > 3 + 3 * depth * depth):
                        break
            self.view.make(code)
            value: i64 = 0
            if searched == 0:
                value = self.child(depth - 1, alpha, beta, ply + 1, side, end)
            else:
                less: i64 = 0
                if is_quiet and depth >= 3 and quiet > 2 and ways == 0:
                    less = 1 + (quiet > 8) + (quiet > 24 and depth >= 5) + (quiet > 48 and depth >= 7)
                    # Most moves of attackers are refuted by the threat that was there before, whatever the depth.
                    less = min(less + (side == ATTACKING) - (not narrow), depth - 1)
                value = self.child(depth - 1 - less, alpha, alpha + 1, ply + 1, side, end)
                if value > alpha and less > 0 and not self.stopped:
                    value = self.child(depth - 1, alpha, alpha + 1, ply + 1, side, end)
                if value > alpha and value < beta and not self.stopped:
                    value = self.child(depth - 1, alpha, beta, ply + 1, side, end)
            self.view.unmake()
            if self.stopped:
                return 0
            searched += 1
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self._follow(code, ply)
                    if value >= beta:
                        if ranks[i] < CAPTURE:
                            self.ordering.refuted(side, moves, base, i, depth, ply)
                        break
            i += 1
        return best

    def _follow(self, code: i64, ply: i64) -> None:
        """Keep the move and the line after it as the best from here."""
        line = self.line
        at = ply * PLIES
        line[at] = code
        n = self.lengths[ply + 1] if ply < PLIES - 2 else 0
        i: i64 = 0
        while i < n:
            line[at + 1 + i] = line[at + PLIES + i]
            i += 1
        self.lengths[ply] = n + 1

    def line_at(self, ply: i64) -> list[int]:
        """The best line from that distance on."""
        at = ply * PLIES
        return [int(code) for code in self.line[at : at + self.lengths[ply]]]

    def rolled(self, depth: i64, ply: i64, base: i64) -> i64:
        """What it is worth to roll the die: the mean over its faces."""
        position = self.position
        die = self.t.die
        total: i64 = 0
        face: i64 = 1
        while face <= die:
            position.roll = face
            total += self.node(depth, -INFINITE, INFINITE, ply + 1, False, base)
            position.roll = 0
            if self.stopped:
                return 0
            face += 1
        # A mean is certain only if every face is.
        if total >= die * SURE or total <= -die * SURE:
            return total // die
        return max(min(total // die, DECIDED), -DECIDED)

    def _parrying(self, base: i64, end: i64) -> i64:
        """Keep the moves that may keep the king from escaping at once."""
        position = self.position
        hot = self.ordering.hot
        mark = self.ordering.new_mark()
        parries(self.t, position.cells, position.king, hot, mark)
        king_falls(self.t, position.cells, position.king, hot, mark)
        return keep_to(self.moves, base, end, hot, mark)

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
        end = self._captures(base, alpha - best - _STEP)
        position = self.position
        side = position.side
        i = base
        while i < end:
            pick(self.moves, self.ordering.ranks, i, end)
            code = self.moves[i]
            i += 1
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

    def _captures(self, base: i64, missing: i64) -> i64:
        """Write the moves that may capture so much that it makes good what is missing, ranked; return the end."""
        position = self.position
        t = self.t
        moves = self.moves
        hot = self.ordering.hot
        ranks = self.ordering.ranks
        mark = self.ordering.new_mark()
        targets(t, position.cells, position.king, position.side, hot, mark)
        # Of captures by jumping, none is marked.
        end = position.fill(moves, base) if t.jumpers != 0 else position.fill_to(moves, base, hot, mark + 1)
        man = self.view.evaluation.man_of(opponent(position.side))
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
