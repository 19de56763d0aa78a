"""Several boards side by side: a step on all of them, the codes of their squares, and their legal actions.

Laws: whoever changes the board of a mutable position says so, by :meth:`Boards.look` or :meth:`Boards.follow`, before
it is asked for legal actions.

Cost: following a move that takes nothing takes the same time on every board. Any other is followed by comparing the
board with what was there before, square by square.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, u8

from hnefatafl._kernel.actions import BitBoards, fill_actions, longer, most_actions, roll_action
from hnefatafl._kernel.codes import DEFENDERS, origin_of, piece_with, target_of
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.lookup import PLACES
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.playouts import drawn_by, mixed, next_word
from hnefatafl._kernel.tables import Tables
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.vectors import vec

# What stands in place of a move for a board that has none in this step.
NOTHING: Final[i64] = -1  # the game is over
ROLL: Final[i64] = -2  # the die is rolled; below it, what chance throws


@final
class Boards:
    """Several boards of one ruleset.

    ``positions`` has the games. ``chosen`` is what is played on each board in a step: a move, or a code from
    :data:`NOTHING` on. ``waiting`` is 1 where chance is to throw, which it does only if that is ``explicit``. ``dice``
    has the state of each board's generator, and ``saved`` the one before its last throw.

    ``actions`` has the legal actions of all boards, one after the other; those of a board are the ones from its own
    offset to the next. ``start`` has those with which each game begins, once they are known. ``sides`` has the side of
    each code of a piece. ``masks`` has room for a byte for each action of each board, all 0, once it was asked for.
    """

    __slots__ = (
        "actions",
        "chosen",
        "codes",
        "dice",
        "explicit",
        "index",
        "lines",
        "masks",
        "offsets",
        "positions",
        "saved",
        "scratch",
        "sides",
        "start",
        "t",
        "waiting",
    )  # fmt: skip

    def __init__(self, t: Tables, positions: list[MutablePosition], kinds: i16, explicit: bool) -> None:
        zero: i64 = 0
        count = len(positions)
        short: i16 = 0
        byte: u8 = 0
        self.t: Final[Tables] = t
        self.positions: Final[list[MutablePosition]] = positions
        self.explicit: Final[bool] = explicit
        self.chosen: Final[vec[i64]] = vec[i64]([zero] * count)
        self.waiting: Final[vec[i64]] = vec[i64]([zero] * count)
        self.dice: Final[vec[i64]] = vec[i64]([zero] * count)
        self.saved: Final[vec[i64]] = vec[i64]([zero] * count)
        self.lines: Final[BitBoards] = BitBoards(t, count, kinds)
        self.scratch: Final[vec[i64]] = room(t)
        self.offsets: Final[vec[i64]] = vec[i64]([zero] * (count + 1))
        self.actions: vec[i16] = vec[i16]([short] * count)
        self.start: vec[i16] = self.actions[:0]
        self.codes: Final[vec[u8]] = vec[u8]([byte] * int(count * t.n * t.n))
        self.masks: vec[u8] = self.codes[:0]
        self.sides: Final[vec[i64]] = vec[i64]([i64(piece_with(code) & DEFENDERS != 0) for code in range(PLACES + 1)])
        self.index: Final[vec[i64]] = vec[i64]([zero] * int(t.size))  # of a square among the codes of its board
        for place, q in enumerate(t.squares):
            self.index[q] = place
        board: i64 = 0
        for position in positions:
            if board & 255 == 0:
                heed_interrupts()
            self.look(board, position.cells)
            board += 1

    def begin(self, board: i64, position: MutablePosition) -> None:
        """Begin a game on that mutable position."""
        self.positions[board] = position
        self.waiting[board] = 0
        self.look(board, position.cells)

    def seed(self, word: i64) -> None:
        """Let what the dice show depend on a word of 32 bits."""
        board: i64 = 0
        while board < len(self.dice):
            self.dice[board] = mixed(word, board)
            board += 1

    def look(self, board: i64, cells: vec[i16]) -> None:
        """Look where the pieces stand on a board."""
        self.lines.clear(board)
        squares = len(self.t.squares)
        place = board * squares
        end = place + squares
        while place < end:
            self.codes[place] = 0
            place += 1
        self.follow(board, cells)

    def follow(self, board: i64, cells: vec[i16]) -> None:
        """Follow whatever has changed on a board."""
        codes = self.codes
        coded = self.t.coded
        place = board * len(self.t.squares)
        for q in self.t.squares:
            if i64(codes[place]) != coded[i64(cells[q])]:
                self.follow_on(board, cells, q)
            place += 1

    def follow_on(self, board: i64, cells: vec[i16], q: i64) -> None:
        """Follow what has changed on a square."""
        place = board * len(self.t.squares) + self.index[q]
        before = i64(self.codes[place])
        after = self.t.coded[i64(cells[q])]
        if before != 0:
            self.lines.turn(board, q, self.sides[before])
        if after != 0:
            self.lines.turn(board, q, self.sides[after])
        self.codes[place] = u8(after)

    def choose(self, board: i64, number: i64) -> bool:
        """Choose an action for a board, and return whether it is legal, which is whether it has been listed."""
        actions = self.actions
        place = self.offsets[board]
        left = self.offsets[board + 1] - place
        if left == 0:
            return False
        while left > 1:  # halves, without a branch that processors could not predict
            half = left >> 1
            place += half * (i64(actions[place + half]) & 0xFFFF <= number)
            left -= half
        if i64(actions[place]) & 0xFFFF != number:
            return False
        if self.waiting[board] != 0:
            self.chosen[board] = ROLL - number
        else:
            self.chosen[board] = ROLL if number == roll_action(self.t) else self.t.actions[number]
        return True

    def append(self, board: i64, n: i64) -> i64:
        """List the legal actions of a game that goes on from index ``n``; return the index after the last."""
        if board & 255 == 0:
            heed_interrupts()
        t = self.t
        out = self._with_room(n, most_actions(t))
        if self.waiting[board] == 0:
            return fill_actions(self.positions[board], self.lines, board, self.scratch, out, n)
        face: i64 = 1
        while face <= t.die:
            out[n] = i16(face)
            n += 1
            face += 1
        return n

    def make(self, board: i64) -> None:
        """Play what has been chosen."""
        if board & 255 == 0:
            heed_interrupts()
        code = self.chosen[board]
        position = self.positions[board]
        if code >= 0:
            q = origin_of(code)
            to = target_of(code)
            position.make(q, to)
            if position.since_capture == 0:
                self.follow(board, position.cells)
            else:
                self.follow_on(board, position.cells, q)
                self.follow_on(board, position.cells, to)
        elif code == ROLL:
            if self.explicit:
                self.waiting[board] = 1
            else:
                self.saved[board] = self.dice[board]
                position.roll = self.below(board, self.t.die) + 1
        elif code < ROLL:
            position.roll = ROLL - code
            self.waiting[board] = 0

    def unmake(self, done: i64) -> None:
        """Take back what has been played on the boards before that one."""
        board: i64 = 0
        while board < done:
            code = self.chosen[board]
            position = self.positions[board]
            if code >= 0:
                position.unmake()
                self.look(board, position.cells)
            elif code == ROLL:
                if self.explicit:
                    self.waiting[board] = 0
                else:
                    self.dice[board] = self.saved[board]
                    position.roll = 0
            elif code < ROLL:
                position.roll = 0
                self.waiting[board] = 1
            board += 1

    def below(self, board: i64, n: i64) -> i64:
        """A random number from 0 up to but not including ``n``, by the generator of a board."""
        while True:
            self.dice[board] = next_word(self.dice[board])
            drawn = drawn_by(self.dice[board], n)
            if drawn >= 0:
                return drawn

    def append_start(self, n: i64) -> i64:
        """List the legal actions of a game that begins from index ``n``; return the index after the last."""
        out = self._with_room(n, len(self.start))
        for action in self.start:
            out[n] = action
            n += 1
        return n

    def _with_room(self, n: i64, more: i64) -> vec[i16]:
        """The list of actions, with room for more of them from index ``n``."""
        out = self.actions
        if n + more > len(out):
            out = longer(out, 2 * len(out) + more)
            self.actions = out
        return out
