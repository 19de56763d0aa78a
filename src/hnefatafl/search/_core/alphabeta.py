"""The root of a search: deeper and deeper, with the best lines at each depth.

:meth:`AlphaBetaSearch.begin` takes a mutable position, and each call of :meth:`AlphaBetaSearch.deepen` searches all its
moves one ply deeper than the last; what was found at the last depth that was finished stands in ``lines``. A search
that is stopped keeps that, unless the depth that it was stopped in had already found a better first move.

Where the die may be rolled, that is one more move at the root, with the code ``NO_MOVE``.

Law: the same position, table and number of nodes give the same lines, compiled and uncompiled, while nothing is shared
with other processes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from hnefatafl._kernel.codes import DEFENDING, KING, NO_MOVE, origin_of, target_of
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.verdict import by_board
from hnefatafl.search._core.evaluation import Evaluation
from hnefatafl.search._core.nodes import Nodes
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.table import DECIDED, Transpositions, move_in
from hnefatafl.search._core.view import INFINITE, PLIES, SURE, WON
from hnefatafl.support.vectors import vec

_DEEPEST: Final[i64] = PLIES - 12
_WINDOW: Final[i64] = 40  # how far from the last depth's value the next is expected
_WIDEST: Final[i64] = 1500
_WORD: Final[i64] = (1 << 60) - 1

# The first of the words that processes share which search together: what the one that leads searches now.
SEARCH: Final[i64] = 0  # the number of its search, or 0 if there is none
ROUND: Final[i64] = 1  # how often it has begun to search the moves at the root
LEVEL: Final[i64] = 2  # how deep it does so
ALPHA: Final[i64] = 3  # in which window
BETA: Final[i64] = 4


@final
class AlphaBetaSearch:
    """Iterative deepening on one board, with a table that outlives the search."""

    __slots__ = (
        "codes", "depth", "done", "effort", "evaluation", "leads", "lines", "position", "round", "taken", "tree",
        "wanted", "words",
    )  # fmt: skip

    def __init__(self, position: MutablePosition, evaluation: Evaluation, table: Transpositions) -> None:
        """Make room for searches of positions of one ruleset.

        Arguments:
            position: any position of the ruleset.
            evaluation: the evaluation for it.
            table: the table, which knows nothing of other rulesets.
        """
        self.tree: Final[Nodes] = Nodes(position, evaluation, table)
        self.evaluation: Final[Evaluation] = evaluation
        self.position: MutablePosition = position
        self.depth: i64 = 0
        self.wanted: i64 = 1
        self.done: bool = False
        self.codes: vec[i64] = zeros(0)
        self.effort: vec[i64] = zeros(0)
        self.taken: vec[i64] = zeros(0)
        self.lines: list[tuple[int, list[int]]] = []
        self.words: memoryview | None = None
        self.leads: bool = True
        self.round: i64 = 0

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self.tree.nodes)

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped before it had finished."""
        return self.tree.stopped

    def share(
        self, words: memoryview | None, marks: memoryview | None, entries: memoryview | None, salt: int, leads: bool
    ) -> None:
        """Search together with other processes from now on; or, with None, no longer.

        Arguments:
            words: what the process that leads searches.
            marks, entries, salt: as :meth:`Transpositions.share` describes.
            leads: whether this process leads, or follows the one that does.
        """
        self.words = words
        self.leads = leads
        tree = self.tree
        tree.table.share(entries, marks, tree.t.size, salt, 0 if words is None else words[SEARCH])
        tree.shares = entries is not None
        tree.follows = not leads
        if tree.shares and len(tree.reductions) == 0:
            tree.reductions = zeros(len(tree.moves))

    def follow(self) -> bool:
        """Search as deep as the process that leads, or one ply deeper than before; whether to go on after that."""
        words = self.words
        if words is None:
            return False
        self.tree.stopped = False
        self.done = False
        now: i64 = words[ROUND]
        level: i64 = words[LEVEL] if now != self.round else max(self.depth + 1, i64(words[LEVEL]))
        self.round = now
        more = self.deepen(int(max(level, 1) - self.depth))
        return more or self.tree.stopped

    def forget(self) -> None:
        """Forget all that searches have found out."""
        self.tree.table.clear()
        self.tree.ordering.forget()

    def end(self) -> None:
        """Search no more, until the next beginning: no longer share anything, nor ask whether to stop."""
        self.share(None, None, None, 0, True)
        self.tree.stop = None  # it may know of this search, and the two would keep each other in the memory

    def begin(self, position: MutablePosition, nodes: int, stop: Callable[[], bool] | None, lines: int) -> None:
        """Begin a search.

        Arguments:
            position: the board; it is as before after each call.
            nodes: after how many positions to stop; 0 for any number.
            stop: asked now and then whether to stop.
            lines: how many of the best lines to find.
        """
        self.position = position
        self.tree.begin(position, nodes, stop)
        self.depth = 0
        self.wanted = lines
        self.lines = []
        out = self.tree.moves
        end = position.fill(out, 0) if position.verdict() == 0 else 0
        rolls = position.verdict() == 0 and position.can_roll()
        count = end + 1 if rolls else end
        self.codes = zeros(int(count))
        self.effort = zeros(int(count))
        self.taken = zeros(int(count))
        i: i64 = 0
        if count == 0:
            self.done = True
            return
        self.done = False
        self.tree.ordering.rank(position, out, 0, end, 0)
        while i < end:
            self.codes[i] = out[i]
            self.effort[i] = self.tree.ordering.ranks[i]
            i += 1
        if rolls:
            self.codes[end] = NO_MOVE

    def deepen(self, by: int = 1) -> bool:
        """Search so many plies deeper; whether there is more to search after that."""
        if self.done or self.tree.stopped or self.depth + by > _DEEPEST:
            return False
        level = self.depth + by
        self.tree.extends_to = 2 * level
        lines: list[tuple[int, list[int]]] = []
        i: i64 = 0
        while i < len(self.taken):
            self.taken[i] = 0
            i += 1
        number: i64 = 0
        while number < self.wanted and number < len(self.codes):
            before = self._value_before(number)
            value, line = self._find_best(level, before, number == 0)
            if line:
                lines.append((int(value), line))
            if self.tree.stopped:
                break
            number += 1
        if self.tree.stopped:
            self._keep_better(lines)
            return False
        self.depth = level
        if not lines:
            return level < _DEEPEST
        self.lines = lines
        value = i64(lines[0][0])
        # What is decided within this depth is found; looking deeper would change nothing.
        size = value if value >= 0 else -value
        self.done = size >= SURE and WON - size <= level and self.wanted == 1
        return not self.done and self.depth < _DEEPEST

    def _keep_better(self, lines: list[tuple[int, list[int]]]) -> None:
        """After a search was stopped: keep what the unfinished depth has found to be better."""
        if not self.lines:
            self.lines = lines
            if not lines:
                self.lines = [(0, [int(self.codes[0])])]
        elif lines and self.wanted == 1:
            self.lines = lines

    def _value_before(self, number: i64) -> i64:
        place = int(number)
        return i64(self.lines[place][0]) if self.depth >= 3 and place < len(self.lines) else INFINITE

    def _find_best(self, level: i64, before: i64, tells: bool) -> tuple[i64, list[int]]:
        """The best of the moves that are not taken, with its line; a narrow window around the value before first."""
        alpha: i64 = -INFINITE
        beta: i64 = INFINITE
        width = _WINDOW
        if before < DECIDED and before > -DECIDED:
            alpha = before - width
            beta = before + width
        line: list[int] = []
        best: i64 = 0
        while True:
            words = self.words
            follows = False
            if words is not None and tells:
                if self.leads:
                    words[LEVEL] = level
                    words[ALPHA] = alpha
                    words[BETA] = beta
                    words[ROUND] = words[ROUND] + 1
                elif width == _WINDOW and words[ROUND] == self.round and words[LEVEL] == level:
                    alpha = words[ALPHA]
                    beta = words[BETA]
                    follows = True
            value, better = self._search(level, alpha, beta, follows)
            if better and value > alpha:
                line = better
                best = value
            if self.tree.stopped:
                return best, line  # a search in a wider window may have been stopped before its first move
            if follows and not line and value > alpha:
                return value, line  # the process that leads knows a better move
            width *= 4
            if value <= alpha:
                beta = (alpha + beta) // 2 if alpha > -DECIDED else beta
                alpha = -INFINITE if width > _WIDEST else value - width
                if value <= -DECIDED:
                    alpha = -INFINITE
            elif value >= beta:
                beta = INFINITE if width > _WIDEST or value >= DECIDED else value + width
            else:
                break
        self.taken[self._index(line[0])] = 1
        return value, self._complete_line(line, value)

    def _index(self, code: int) -> i64:
        i: i64 = 0
        while self.codes[i] != code:
            i += 1
        return i

    def _search(self, level: i64, alpha: i64, beta: i64, follows: bool) -> tuple[i64, list[int]]:
        """Search the moves at the root within a window; the best value, and the line where it is within it."""
        tree = self.tree
        codes = self.codes
        best: i64 = -INFINITE
        line: list[int] = []
        _sort_codes(codes, self.effort, self.taken)
        order = [i for i in range(len(codes)) if self.taken[i] == 0]
        count: i64 = len(order)
        marks = tree.shares
        root = tree.view.key()
        searched: i64 = 0
        k: i64 = 0
        while k < len(order):
            i: i64 = order[k]
            code = codes[i]
            k += 1
            if marks and searched > 0 and k <= count and tree.table.is_marked(tree.table.mark_of(root, code)):
                order.append(int(i))  # another process searches it
                continue
            if follows and self.words is not None:
                alpha = max(alpha, i64(self.words[ALPHA]))
            before = tree.nodes
            value = self._value(code, level, alpha, beta, searched == 0)
            if tree.stopped:
                return best, line
            searched += 1
            # The order of the next search: the best move first, then by effort.
            self.effort[i] = min(tree.nodes - before, _WORD >> 8)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if marks and self.leads and self.words is not None:
                        self.words[ALPHA] = alpha
                    # Above all efforts, and above the moves that were best before it.
                    self.effort[i] = (_WORD >> 4) + (tree.nodes >> 4) + searched
                    line = [int(code)]
                    if code != NO_MOVE:
                        line.extend(tree.line.at(1))
                if value >= beta:
                    break
        return best, line

    def _value(self, code: i64, level: i64, alpha: i64, beta: i64, first: bool) -> i64:
        """What a move at the root is worth within a window, or whether it is worth more than alpha."""
        tree = self.tree
        side = self.position.side
        base = i64(len(self.codes))
        if code == NO_MOVE:
            return tree.rolled(level - 1, 0, base)
        mark = tree.table.mark_of(tree.view.key(), code)
        if not first:
            tree.table.put_mark(mark)
        tree.view.make(code)
        value: i64 = 0
        if first:
            value = tree.child(level - 1, alpha, beta, 1, side, base)
        else:
            value = tree.child(level - 1, alpha, alpha + 1, 1, side, base)
            if value > alpha and value < beta and not tree.stopped:
                value = tree.child(level - 1, alpha, beta, 1, side, base)
        tree.view.unmake()
        if not first:
            tree.table.take_mark(mark)
        return value

    def _complete_line(self, line: list[int], value: i64) -> list[int]:
        """The line with the moves to a certain end that the search knew without looking: an escape, and any defence."""
        position = self.position
        count = 0
        for code in line:
            if code == NO_MOVE:
                break
            position.make(origin_of(i64(code)), target_of(i64(code)))
            count += 1
        size = value if value >= 0 else -value
        if count == len(line) and size >= SURE:
            while count < WON - size and position.verdict() == 0:
                code = self._next_code()
                if code == 0:
                    break
                line.append(int(code))
                position.make(origin_of(code), target_of(code))
                count += 1
        while count > 0:
            position.unmake()
            count -= 1
        return line

    def _next_code(self) -> i64:
        """The move that goes on in a line to a certain end."""
        position = self.position
        out = self.tree.moves
        base = i64(len(self.codes))
        end = position.fill(out, base)
        i = base
        if self.tree.view.escapes():
            while i < end:
                code = out[i]
                if position.cells[origin_of(code)] == KING:
                    position.make(origin_of(code), target_of(code))
                    over = position.status
                    position.unmake()
                    if over != 0 and over & 3 == DEFENDING and by_board(over):
                        return code
                i += 1
        # The table may have lost the move, or have one of another position with that key.
        key = self.tree.view.key()
        stored = move_in(self.tree.table.probe(key))
        if stored == 0:
            stored = move_in(self.tree.table.probe_shared(key))
        i = base
        while i < end:
            if out[i] == stored:
                return stored
            i += 1
        return out[base] if end > base else 0


def _sort_codes(codes: vec[i64], effort: vec[i64], taken: vec[i64]) -> None:
    """Sort the moves by effort, the greatest first; equals keep their order."""
    # By insertion, which takes no memory and lets equals keep their order.
    count = i64(len(codes))
    i: i64 = 1
    while i < count:
        code = codes[i]
        rank = effort[i]
        flag = taken[i]
        j = i - 1
        while j >= 0 and effort[j] < rank:
            codes[j + 1] = codes[j]
            effort[j + 1] = effort[j]
            taken[j + 1] = taken[j]
            j -= 1
        codes[j + 1] = code
        effort[j + 1] = rank
        taken[j + 1] = flag
        i += 1
