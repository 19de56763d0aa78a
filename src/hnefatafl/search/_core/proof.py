"""Depth-first proof-number search: whether a side can force a win, whatever its opponent does.

Each position has two numbers (Allis, 1994): how many positions at least must still be proved until it is proved, and
how many disproved until it is disproved. The search goes to the position that settles the most for the least, without
a tree in memory, by thresholds (df-pn: Nagai, 2002; 1+ε: Pawlewicz and Lew, 2007). Adding numbers up counts a position
once for each way to it, and taking the greatest alone (Ueda, Hashimoto, Hashimoto and Iida, 2008) loses sight of what
is hard; here the greatest is taken and half of the others added, which took the fewest positions for the puzzles
measured. Whose choice a position is, is asked of the board, so berserk turns and passes need no code of their own.

**What is proved.** The *bare game* is the game without the rules that look back: without repetition, and without a
limit of quiet moves. A win is an end that the board brings about, by a capture, an escape, a formation, an extra
ending or a blocked opponent. In the bare game each won position has a least number of plies to the win, its *rank*; a
side that plays by it lowers the rank with each ply, whatever the opponent does. So nothing that is played comes back,
and the search may take a position that returns on its path for not won: that hides no win.

Why a proof holds in the game itself, with what was played before the root:

1. *Repetition.* As nothing comes back in play by rank, only positions from before the root can be met again. Those
   that have occurred so often that one more time has a consequence count as not won. Where the rule takes more than
   equal positions for equal (either side to move, turned boards), ranks do not help: there the key of a position
   includes all that has been played since the last capture, and whatever returns counts as not won. So in what is
   proved, the rule forbids no move of either side and ends no game.
2. *The limits of quiet and of all moves.* A position at a limit is not won. Keys include the number of moves that a
   limit leaves where it is near. The table keeps the length of each proof, which holds where the
   limit leaves more plies.
3. *The die.* Whoever throws it, a proof must hold for every face: for the opponent's throw, and for the prover's own.
4. *Announcements.* Ways out count as announced, as on every :class:`~hnefatafl.play.SearchBoard`; what the
   root left unannounced is part of its key.
5. *Functions of a ruleset* are asked as in play, and told what was played before the root. As they may look at it, the
   key of a position includes all that has been played, and a proof holds for that past. A win that takes a repetition
   is not looked for.

**What is disproved.** A disproof may rest on positions that return; then it holds on its own path only. Each carries
the row of the earliest position on the path that it rests on (``low``), and is whole once the search is back there.
Others go into the table only to save time (unless ``exact``), marked, and then nothing is claimed. What rests on
history before the root, or on how deep the search may go, is never claimed.

Cost: a position that is looked into has all its moves made and taken back once. Memory is the table and room for the
moves of the positions on the path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from hnefatafl._kernel.codes import ATTACKING, SIDE
from hnefatafl._kernel.generate import ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.verdict import blocked
from hnefatafl.search._core.proofboard import (
    CLEAR,
    DEEPEST,
    MOVES,
    NEVER,
    PAST,
    ROLL,
    TAINTED,
    ProofBoard,
    ProofTable,
    disproof_number,
    numbers,
    proof_number,
)
from hnefatafl.search._core.rows import zeros
from hnefatafl.search._core.tactics import parries_decide
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import extend, vec

_ASK: Final[i64] = 256  # after so many positions it is asked whether to stop


@mypyc_attr(acyclic=True)
@final
class Prover(ProofBoard):
    """The search for a proof that a side wins from a position, which must be lenient."""

    __slots__ = (
        "best", "exact", "lengths", "lows", "max_nodes", "nodes", "other", "others", "parrying", "second", "stop",
        "stopped", "words",
    )  # fmt: skip

    def __init__(
        self, board: MutablePosition, side: int, table: ProofTable, limit: int, last: int, past: set[int],
        by_path: bool, first: set[int], stop: Callable[[], bool] | None,
    ) -> None:  # fmt: skip
        super().__init__(board, side, table, limit, last, past, by_path, first)
        self.stop: Final[Callable[[], bool] | None] = stop
        self.parrying: Final[bool] = parries_decide(board.t)
        # Of the choices of the positions on the path: both numbers, what a disproof rests on, how long a proof is.
        self.words: vec[i64] = zeros(0)
        self.lows: vec[i64] = zeros(0)
        self.lengths: vec[i64] = zeros(0)
        self.nodes: i64 = 0
        self.max_nodes: i64 = 0
        self.exact: bool = False  # whether no disproof is used on another path than its own
        self.stopped: bool = False
        # Of the position that was summed up last: the choice to look into, and the number of the next best; the other
        # number of that choice, and how much the other choices add to it.
        self.best: i64 = 0
        self.second: i64 = 0
        self.other: i64 = 0
        self.others: i64 = 0

    # From outside.

    def prove(self, nodes: int, depth: int, bounded: bool = False) -> int:
        """1 if the side wins, -1 if it does not, 0 if that is open.

        ``nodes`` is how many positions may be looked into in all, 0 for any number, and ``depth`` how many plies ahead.
        If it is ``bounded``, the question is whether the side wins within ``depth`` plies.
        """
        self.bounded = bounded
        self.max_nodes = nodes
        self.deepest = min(i64(depth), DEEPEST)
        self.stopped = False
        self._expand_position(NEVER, NEVER, 0, 0)
        if self.pn == 0:
            return 1
        if self.dn != 0 or self.stopped:
            return 0
        if self.low != CLEAR and not self.exact:
            # Once more, so that no disproof is used on another path than its own.
            self.exact = True
            self.table.clear()
            return self.prove(nodes, depth, bounded)
        return -1 if self.low == CLEAR else 0

    def line(self, nodes: int) -> list[int]:
        """The line of the proof, as codes: shortest for the prover, longest for its opponent, as far as is known.

        It ends where a die is thrown. ``nodes`` is how many positions may be looked into anew.
        """
        line: list[int] = []
        self.max_nodes = self.nodes + nodes
        self.stopped = False
        while self.board.status == 0 and len(line) < DEEPEST:
            code = self._find_reply()
            if code < MOVES:
                break
            line.append(int(code))
            self.make(code)
        for code in reversed(line):
            self.unmake(i64(code))
        return line

    def _find_reply(self) -> i64:
        """What the line goes on with, or a code below that of a move."""
        mine = self.mine()
        # Only a bounded search ends at a depth; any other may know more of a position than it was asked.
        ply = self.board.ply - self.root_ply + 1 if self.bounded else i64(0)
        again = True
        while True:
            end = self.choices(0)
            best: i64 = -1
            reply: i64 = ROLL
            i: i64 = 0
            while i < end:
                code = self.codes[i]
                path = self.path
                self.make(code)
                self.assess(code, ply)
                if self.pn == 0:
                    worth = NEVER - self.length if mine else self.length
                    if worth > best:
                        best = worth
                        reply = code
                self.unmake(code)
                self.path = path
                i += 1
            if best >= 0 or not again or end == 0 or self.stopped:
                return reply
            # The table has forgotten it.
            again = False
            self._search(NEVER, NEVER, 0, self.board.ply - self.root_ply, self.key())

    # The search.

    def _expand_position(self, most_pn: i64, most_dn: i64, base: i64, ply: i64) -> None:
        """Look into the position until one of its numbers reaches a threshold; leave them in ``pn`` and ``dn``."""
        key = self.key()
        if not self.recall(key) or (self.pn != 0 and self.dn != 0):
            self._search(most_pn, most_dn, base, ply, key)

    def _search(self, most_pn: i64, most_dn: i64, base: i64, ply: i64, key: i64) -> None:
        began = self.nodes
        self._count_position()
        board = self.board
        mine = self.mine()
        own = board.history.depth
        if self.rolling or board.roll != 0:
            own += 1  # the row is that of the position before the throw
        end = self._begin_position(base, ply, mine)
        while True:
            if end > base:
                self._sum_up(base, end, mine)
            if self.pn >= most_pn or self.dn >= most_dn or self.stopped:
                break
            best = self.best
            code = self.codes[best]
            # By a quarter above the next best (1+ε): else the search would go to and fro between two choices as good.
            bound = self.second + self.second // 4 + 1
            path = self.path
            if mine:
                bound = min(bound, most_pn)
                other_bound = max(most_dn - self.others, self.other + 1)
                self.make(code)
                self._expand_position(bound, other_bound, end, ply + 1)
            else:
                bound = min(bound, most_dn)
                other_bound = max(most_pn - self.others, self.other + 1)
                self.make(code)
                self._expand_position(other_bound, bound, end, ply + 1)
            self.unmake(code)
            self.path = path
            self._note_choice(best)
        if self.dn == 0:
            if self.low >= own:
                self.low = CLEAR
            elif self.exact:
                return  # what the table has is older, and holds on every path
            else:
                self.table.store(key, numbers(TAINTED, 0), self.nodes - began, 0)
                return
        self.table.store(key, numbers(self.pn, self.dn), self.nodes - began, self.length)

    def _count_position(self) -> None:
        """Count a position, and look whether to stop."""
        self.nodes += 1
        if self.max_nodes != 0 and self.nodes >= self.max_nodes:
            self.stopped = True
        elif self.nodes % _ASK == 0:
            heed_interrupts()
            stop = self.stop
            if stop is not None and stop():
                self.stopped = True

    def _begin_position(self, base: i64, ply: i64, mine: bool) -> i64:
        """Write the choices, and what is known of each; return ``base`` if the position is settled thereby."""
        board = self.board
        t = board.t
        least: i64 = 0
        end = base
        if board.side == ATTACKING and board.unannounced == 0 and ways_out(t, board.cells, board.king) > 0:
            free = ply > 0 or len(self.first) == 0
            if free and self.parrying and self.counts_nothing() and (not self.bounded or ply + 2 <= self.deepest):
                least = 1  # the moves left out allow an escape at once
                end = self.parries(base)
        if end == base:
            end = self.choices(base)
            if end == base:
                if blocked(t, board.side) & SIDE == self.side:
                    self.won(0)
                else:
                    self.not_won(CLEAR)
                return base
            if least != 0:
                if mine:
                    self.not_won(CLEAR)
                else:
                    self.won(2)
                return base
        missing = i64(len(self.codes)) - i64(len(self.words))
        if missing > 0:
            self.words = extend(self.words, zeros(int(missing)))
            self.lows = extend(self.lows, zeros(int(missing)))
            self.lengths = extend(self.lengths, zeros(int(missing)))
        i = base
        while i < end:
            code = self.codes[i]
            path = self.path
            self.make(code)
            self.assess(code, ply + 1)
            self.unmake(code)
            self.path = path
            self.length = max(self.length, least)
            self._note_choice(i)
            if (self.pn == 0) if mine else (self.dn == 0 and self.low == CLEAR):
                self.length += 1
                return base
            i += 1
        return end

    def _note_choice(self, i: i64) -> None:
        """Keep what has been found of a choice."""
        if self.dn == 0 and self.draws_near():
            self.low = PAST  # where a limit leaves more moves it may be otherwise
        self.words[i] = numbers(self.pn, self.dn)
        self.lows[i] = self.low
        self.lengths[i] = self.length

    def _sum_up(self, base: i64, end: i64, mine: bool) -> None:
        """The numbers of a position by those of its choices.

        Where the prover chooses, the least proof number counts, and of the disproof numbers the greatest and half of
        the others; where its opponent chooses, the reverse. ``one`` is the number of which the least counts.
        """
        least: i64 = NEVER + 2
        second: i64 = NEVER
        greatest: i64 = 0
        total: i64 = 0
        best = base
        low: i64 = -2
        length: i64 = 0
        words = self.words
        lows = self.lows
        lengths = self.lengths
        i = base
        while i < end:
            word = words[i]
            pn = proof_number(word)
            dn = disproof_number(word)
            one = pn if mine else dn
            two = dn if mine else pn
            if one == 0 and least == 0:
                # Of two ways to settle it, the one that rests on less, or is shorter.
                better = lengths[i] < lengths[best] if mine else lows[i] > lows[best]
                best = i if better else best
            elif one < least:
                second = least
                least = one
                best = i
            elif one < second:
                second = one
            total += two
            greatest = max(greatest, two)
            if low == -2 or lows[i] < low:
                low = lows[i]
            length = max(length, lengths[i])
            i += 1
        self.best = best
        self.second = min(second, NEVER)
        word = words[best]
        chosen = disproof_number(word) if mine else proof_number(word)
        self.other = chosen
        self.others = (total - chosen) // 2
        total = min(greatest + (total - greatest) // 2, NEVER - 1)
        if least == 0:
            total = NEVER
            low = lows[best]
            length = lengths[best]
        if greatest == 0:
            least = NEVER
        self.pn = least if mine else total
        self.dn = total if mine else least
        self.low = low if self.dn == 0 else CLEAR
        self.length = length + 1 if self.pn == 0 else 0
