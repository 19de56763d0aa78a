"""Many games at once, for programs that learn: whole arrays in, whole arrays out.

A :class:`Batch` plays games side by side on the kernel. What it is given and what it returns are buffers of numbers,
which numpy and others read without copying; no other package is needed.

>>> from hnefatafl import Position, variants
>>> batch = Batch(Position.initial(variants.BRANDUBH), 3)
>>> offsets, actions = batch.legal_actions()
>>> offsets.tolist()
[0, 40, 80, 120]
>>> batch.step([actions[start] for start in offsets[:-1]])
0
>>> batch.turns.tolist(), batch.plies.tolist()
([1, 1, 1], [1, 1, 1])
"""

from __future__ import annotations

from array import array
from typing import Any, Final, final

from mypy_extensions import i16, i64

from hnefatafl._kernel.actions import as_bytes, list_actions, short
from hnefatafl._kernel.boards import NOTHING, Boards
from hnefatafl._kernel.codes import NEITHER, SIDE, origin_of, target_of
from hnefatafl._kernel.compiler import OUTCOMES
from hnefatafl._kernel.generate import kinds_on, room
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.planes import PlaneWriter, write_boards, write_mask, write_masks
from hnefatafl._kernel.queries import codes_made, rolls_made
from hnefatafl._kernel.tables import Tables
from hnefatafl._kernel.verdict import blocked
from hnefatafl.board import Outcome
from hnefatafl.play._errors import IllegalActionError
from hnefatafl.play._given import PositionLike, as_position
from hnefatafl.play._position import Position
from hnefatafl.play._searchboard import _follow_moves
from hnefatafl.play._showing import illegal_action
from hnefatafl.support.arguments import check, numbers_of, view
from hnefatafl.support.errors import ArgumentIndexError, ArgumentValueError
from hnefatafl.support.immutability import close
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.pure import PURE
from hnefatafl.support.texts import shortened
from hnefatafl.support.vectors import vec

_MOST: Final = 1 << 20
"""The most boards."""
_ENDLESS: Final = 1 << 32
"""A limit that no game reaches."""
_HIGH: Final[i64] = array("H", [1]).tobytes()[0]  # which of the two bytes of a number is the higher one


@final
class Batch:
    """Games of one ruleset side by side, all from the same position.

    Every board has an index from 0 on. A step plays one action on each board; a game that has ended begins again at
    once, unless ``restart`` is False. Actions are those of :class:`~hnefatafl.play.ActionSpace`.

    What is returned are read-only :class:`memoryview` objects of numbers, which never change afterwards:
    ``numpy.asarray`` takes them without copying, and ``tolist`` makes lists of them.

    The same position, number of boards, seed and actions give the same games, on every machine, compiled and
    uncompiled. Each board has a die of its own. A batch can be pickled and copied with :mod:`copy`; the copy goes on as
    the batch itself would.

    >>> from hnefatafl import ActionSpace, Position, variants
    >>> space = ActionSpace(7)
    >>> batch = Batch(Position.initial(variants.BRANDUBH), 2)
    >>> batch.step([space.encode("d1-c1"), space.encode("d1-b1")])
    0
    >>> batch.step([space.encode("d3-c3"), space.encode("d3-d1")])
    Traceback (most recent call last):
        ...
    hnefatafl.errors.IllegalActionError: illegal action 444 on board 1: d3-d1: another piece stands in the way (d2)

    Arguments:
        position: where each game begins; a ruleset or its name stands for the start.
        count: how many boards.
        seed: what the dice show depends on it.
        limit: after how many plies a game is cut off.
        restart: whether games that have ended begin again by themselves, or by :meth:`restart`.
        explicit_chance: whether the caller throws the dice. After the action that rolls, a board has 2 in
            :attr:`turns`, and its actions are the faces, from 1 on.

    Raises:
        ArgumentValueError: the game is over in the position, ``count`` is not from 1 to 1,048,576, or ``limit`` is
            below 1.
    """

    __slots__ = ("_boards", "_cut", "_ends", "_judged", "_limit", "_listed", "_origin", "_over", "_restarts", "_t")

    def __init__(
        self,
        position: PositionLike,
        count: int,
        *,
        seed: int = 0,
        limit: int = 10_000,
        restart: bool = True,
        explicit_chance: bool = False,
    ) -> None:
        if PURE:
            for name, value, kind in (
                ("count", count, int),
                ("seed", seed, int),
                ("limit", limit, int),
                ("restart", restart, bool),
                ("explicit_chance", explicit_chance, bool),
            ):
                check(name, value, kind)
        if not 1 <= count <= _MOST:
            raise ArgumentValueError(f"count: a number from 1 to {_MOST} was expected, not {count}")
        if limit < 1:
            raise ArgumentValueError(f"limit: a number from 1 on was expected, not {limit}")
        start = as_position(position)
        if start.outcome is not None:
            raise ArgumentValueError("position: a game that goes on was expected")
        zero: i64 = 0
        self._origin: Final[Position] = start
        self._t: Final[Tables] = start._t
        self._limit: Final[i64] = min(limit, _ENDLESS)
        self._restarts: Final[bool] = restart
        self._ends: Final[vec[i64]] = vec[i64]([zero] * count)  # how the last step has ended games
        self._judged: Final[vec[i64]] = vec[i64]([zero] * count)  # in this step: an end, or NOTHING for a game cut off
        self._cut: Final[vec[i64]] = vec[i64]([zero] * count)  # which games it has cut off
        self._over: Final[vec[i64]] = vec[i64]([zero] * count)  # which games are to begin again
        engines = [self._new_game(i64(board)) for board in range(count)]
        self._boards: Final[Boards] = Boards(self._t, engines, kinds_on(self._t, start._cells), explicit_chance)
        self._listed: bool = False
        self._boards.seed(i64(seed % 0x100000000))

    def _new_game(self, board: i64) -> MutablePosition:
        if board & 255 == 0:
            heed_interrupts()
        mutable = self._origin._mutable()
        mutable.history.load()
        # What may raise, or be interrupted, works on copies, so that it harms nothing.
        mutable.in_place = not PURE and mutable.t.captures_hook is None and mutable.t.ends_hook is None
        return mutable

    def _begin_game(self, board: i64, game: MutablePosition) -> None:
        """Begin a game."""
        self._boards.begin(board, game)
        self._over[board] = 0

    def __len__(self) -> int:
        return len(self._boards.positions)

    def __getitem__(self, board: int) -> Position:
        """The position on a board, with its history. An index below 0 counts from the end.

        Raises:
            ArgumentIndexError: there is no such board.
        """
        if PURE:
            check("board", board, int)
        count = len(self._boards.positions)
        if not -count <= board < count:
            raise ArgumentIndexError(f"board: an index of {count} boards was expected, not {board}")
        return _follow_moves(self._origin, self._boards.positions[board])

    @property
    def position(self) -> Position:
        """Where each game begins."""
        return self._origin

    # Playing.

    def legal_actions(self) -> tuple[memoryview, memoryview]:
        """Return where each board's legal actions begin, and the legal actions of all boards.

        The first are ``len(self) + 1`` signed integers of 64 bits: the actions of a board are those from its own offset
        to the next. The second are unsigned integers of 16 bits, in ascending order for each board; a game that is over
        has none.

        >>> from hnefatafl import Position, variants
        >>> offsets, actions = Batch(Position.initial(variants.BRANDUBH), 3).legal_actions()
        >>> offsets.format, actions.format, len(actions)
        ('q', 'H', 120)
        """
        self._list_actions()
        end = self._boards.offsets[len(self._boards.positions)]
        offsets = array("q", self._boards.offsets).tobytes() if PURE else bytes(self._boards.offsets)
        return memoryview(offsets).cast("q"), memoryview(as_bytes(self._boards.actions, end)).cast("H")

    def random_actions(self) -> memoryview:
        """Return one legal action for each board, all of them equally likely, as unsigned integers of 16 bits.

        They depend on the seed, and on how often this was called. For a game that is over it is 0.

        >>> from hnefatafl import Position, variants
        >>> batch = Batch(Position.initial(variants.BRANDUBH), 3)
        >>> batch.step(batch.random_actions()), batch.plies.tolist()
        (0, [1, 1, 1])
        """
        self._list_actions()
        count = len(self._boards.positions)
        zero: i16 = 0
        out = vec[i16]([zero] * count)
        board: i64 = 0
        while board < count:
            start = self._boards.offsets[board]
            choices = self._boards.offsets[board + 1] - start
            if choices != 0:
                out[board] = self._boards.actions[start + self._boards.below(board, choices)]
            board += 1
        return memoryview(as_bytes(out, count)).cast("H")

    def _list_actions(self) -> None:
        """List the legal actions of all boards, unless that has been done since the last step."""
        if self._listed:
            return
        n: i64 = 0
        board: i64 = 0
        for over in self._over:
            if over == 0:
                n = self._boards.append(board, n)
            board += 1
            self._boards.offsets[board] = n
        self._listed = True

    def _append_start(self, n: i64) -> i64:
        """List the legal actions of a game that begins from index ``n``; return the index after the last."""
        boards = self._boards
        if len(boards.start) == 0:
            legal = memoryview(self._origin.legal_actions()).cast("H")
            boards.start = vec[i16]([short(i64(action)) for action in legal])
        return boards.append_start(n)

    def step(self, actions: Any) -> int:
        """Play an action on each board, and return how many games have ended by it.

        What has happened is in :attr:`terminated`, :attr:`truncated` and :attr:`rewards`; a game that has ended has
        begun again, unless the batch was made otherwise.

        >>> from array import array
        >>> from hnefatafl import Position, variants
        >>> batch = Batch(Position.initial(variants.BRANDUBH), 2)
        >>> batch.step(array("H", [81, 82]))
        0
        >>> print(batch[0].last_move, batch[1].last_move)
        d1-c1 d1-b1

        Arguments:
            actions: a number for each board: a buffer of whole numbers of any width, such as an array of numpy, or a
                list. Bytes are taken for unsigned integers of 16 bits. What stands for a board whose game is over
                does not matter.

        Raises:
            IllegalActionError: an action is not legal; it says which, on which board, and why. Nothing has been played.
            ArgumentTypeError: these are no whole numbers.
            ArgumentValueError: there are more or fewer than boards.
        """
        count = len(self._boards.positions)
        board: i64 = 0
        numbers = numbers_of(actions, count)
        self._list_actions()
        if isinstance(numbers, bytes):
            shorts: bytes = numbers
            while board < count:
                self._choose_action(board, shorts[2 * board + _HIGH] * 256 + shorts[2 * board + 1 - _HIGH])
                board += 1
        else:
            for number in numbers:
                self._choose_action(board, number)
                board += 1
        self._listed = False
        done: i64 = 0
        try:
            while done < count:
                self._boards.make(done)
                done += 1
            ended = int(self._judge_games())
            games = [self._new_game(i64(number)) for number in range(ended if self._restarts else 0)]
        except BaseException:  # of an extra rule, or an interruption
            self._boards.unmake(done)
            raise
        return self._restart_games(games)

    def _choose_action(self, board: i64, number: int) -> None:
        """Choose an action for a board, if its game is not over; it must be legal."""
        if self._over[board] != 0:
            self._boards.chosen[board] = NOTHING
        elif not 0 <= number <= 0xFFFF or not self._boards.choose(board, i64(number)):
            raise self._make_error(board, number)

    def _make_error(self, board: i64, number: int) -> IllegalActionError:
        if self._boards.waiting[board] != 0:
            return IllegalActionError(number, f"a face from 1 to {self._t.die} was expected", board=int(board))
        return illegal_action(self[int(board)], self._t, number, int(board))

    def _judge_games(self) -> i64:
        """Find which games have ended, and list the legal actions from then on; return how many have."""
        n: i64 = 0
        board: i64 = 0
        ended: i64 = 0
        last = self._limit + self._origin._ply
        for mutable in self._boards.positions:
            moved = self._boards.chosen[board] >= 0
            end = mutable.verdict() if moved else 0
            begin = n
            if end == 0 and self._over[board] == 0:
                n = self._boards.append(board, n)
                if n == begin:  # also after a roll that lets nobody move
                    end = blocked(self._t, mutable.side)
                elif moved and mutable.ply >= last:
                    end = NOTHING
            if end != 0:
                ended += 1
                n = self._append_start(begin) if self._restarts else begin
            self._judged[board] = end
            board += 1
            self._boards.offsets[board] = n
        return ended

    def _restart_games(self, games: list[MutablePosition]) -> int:
        """Begin those games where others have ended; return how many have."""
        self._listed = True
        ended: i64 = 0
        board: i64 = 0
        for end in self._judged:
            self._cut[board] = 1 if end == NOTHING else 0
            self._ends[board] = 0 if end == NOTHING else end
            if end != 0:
                if self._restarts:
                    self._begin_game(board, games[ended])
                else:
                    self._over[board] = 1
                ended += 1
            board += 1
        return int(ended)

    def restart(self) -> None:
        """Let the games that are over begin again.

        >>> from hnefatafl import Position, variants
        >>> batch = Batch(Position.initial(variants.BRANDUBH), 2, limit=1, restart=False)
        >>> batch.step([81, 81]), batch.over.tolist(), batch.legal_actions()[1].tolist()
        (2, [1, 1], [])
        >>> batch.restart()
        >>> batch.over.tolist(), batch.plies.tolist()
        ([0, 0], [0, 0])
        """
        self._listed = False
        for board in range(len(self._boards.positions)):
            if self._over[board] != 0:
                self._begin_game(board, self._new_game(board))

    def reset(self, seed: int | None = None) -> None:
        """Let all games begin again, with the dice as they are, or as a seed gives them.

        >>> from hnefatafl import Position, variants
        >>> batch = Batch(Position.initial(variants.BRANDUBH), 2)
        >>> batch.step([81, 81])
        0
        >>> batch.reset()
        >>> batch.plies.tolist()
        [0, 0]
        """
        if PURE:
            check("seed", seed, int, optional=True)
        if seed is not None:
            self._boards.seed(i64(seed % 0x100000000))
        self._listed = False
        for board in range(len(self._boards.positions)):
            self._begin_game(board, self._new_game(board))
            self._ends[board] = self._cut[board] = 0

    # What the last step has brought.

    @property
    def terminated(self) -> memoryview:
        """For each board, whether the last step has ended its game by the rules: 0 or 1, a byte each.

        >>> from hnefatafl import Position, Side, variants
        >>> batch = Batch(Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS), 2)
        >>> batch.step([81, 83])  # d1-c1, and d1-a1
        1
        >>> batch.terminated.tolist(), [str(outcome) for outcome in batch.outcomes]
        ([0, 1], ['None', 'the defenders win: the king has escaped'])
        """
        return view("B", [1 if end != 0 else 0 for end in self._ends])

    @property
    def truncated(self) -> memoryview:
        """For each board, whether the last step has cut its game off at the limit: 0 or 1, a byte each."""
        return view("B", [int(cut) for cut in self._cut])

    @property
    def rewards(self) -> memoryview:
        """What the last step has brought the attackers and the defenders: signed bytes of shape (boards, 2).

        1 is for a game that the side has won, -1 for one that it has lost, and 0 for any other.

        >>> from hnefatafl import Position, Side, variants
        >>> batch = Batch(Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS), 2)
        >>> batch.step([81, 83])  # d1-c1, and d1-a1
        1
        >>> batch.rewards.tolist()
        [[0, 0], [-1, 1]]
        """
        rewards = bytearray(2 * len(self._boards.positions))
        for board, end in enumerate(self._ends):
            winner = int(end & SIDE)
            if end != 0 and winner != NEITHER:
                rewards[2 * board + winner] = 1
                rewards[2 * board + 1 - winner] = 255
        return memoryview(bytes(rewards)).cast("b", (len(self._boards.positions), 2))

    @property
    def outcomes(self) -> list[Outcome | None]:
        """How the last step has ended each game, or None."""
        return [OUTCOMES[int(end)] if end != 0 else None for end in self._ends]

    # What is on the boards.

    @property
    def codes(self) -> memoryview:
        """The :attr:`codes <hnefatafl.play.Position.codes>` of all boards: bytes of shape (boards, ranks, files).

        >>> from hnefatafl import Position, variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> batch = Batch(start, 2)
        >>> batch.codes.shape, batch.codes.tobytes() == 2 * start.codes
        ((2, 7, 7), True)
        """
        n = int(self._t.n)
        return memoryview(bytes(self._boards.codes)).cast("B", (len(self._boards.positions), n, n))

    @property
    def turns(self) -> memoryview:
        """Who is to move on each board: 0 the attackers, 1 the defenders, 2 chance; a byte each.

        >>> from hnefatafl import Die, Position, Side, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> batch = Batch(position, 2, explicit_chance=True)
        >>> batch.step([1225, 1225]), batch.turns.tolist(), batch.legal_actions()[1].tolist()
        (0, [2, 2], [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
        >>> batch.step([3, 6]), batch.turns.tolist(), batch.rolls.tolist()
        (0, [1, 1], [3, 6])
        """
        turns = [int(mutable.side) for mutable in self._boards.positions]
        for board, waits in enumerate(self._boards.waiting):
            if waits != 0:
                turns[board] = 2
        return view("B", turns)

    @property
    def plies(self) -> memoryview:
        """How many moves have been played on each board since its game began, as signed integers of 32 bits."""
        return view("i", [int(mutable.ply - self._origin._ply) for mutable in self._boards.positions])

    @property
    def plies_since_capture(self) -> memoryview:
        """The number of moves since the last capture on each board, as signed integers of 32 bits."""
        return view("i", [int(mutable.since_capture) for mutable in self._boards.positions])

    @property
    def repetitions(self) -> memoryview:
        """How often each board's position has occurred since the last capture, now included, as integers of 32 bits."""
        return view("i", [int(mutable.occurrences()) for mutable in self._boards.positions])

    @property
    def rolls(self) -> memoryview:
        """The pending roll of each board's die, or 0, as unsigned integers of 16 bits."""
        return view("H", [int(mutable.roll) for mutable in self._boards.positions])

    @property
    def berserk_squares(self) -> memoryview:
        """The number of the square whose piece continues its berserk turn, or -1, as signed integers of 16 bits."""
        kinds = 4 * self._t.n - 3
        berserk = [mutable.berserk for mutable in self._boards.positions]
        return view("h", [int(self._t.numbers[q] // kinds) if q != 0 else -1 for q in berserk])

    @property
    def over(self) -> memoryview:
        """Which games are over and have not begun again: a byte each, 0 or 1. All 0 where games begin by themselves."""
        return view("B", [int(over) for over in self._over])

    # What `tafl.learning` shows: here, since no vector may leave compiled code.

    def _write_masks(self) -> bytearray:
        """Return a byte for each action of each board, 1 if it is legal; where chance is to throw, none is."""
        self._list_actions()
        return write_masks(self._boards)

    def _write_planes(self, writers: tuple[PlaneWriter, PlaneWriter]) -> bytearray:
        """Return the planes of all boards, each as the writer of the side to move lays them out."""
        return write_boards(self._boards, writers)

    @staticmethod
    def _mask_of(position: Position) -> bytearray:
        """Return a byte for each action of a position, 1 if it is legal."""
        out = room(position._t)
        return write_mask(position._t, out, position._fill(out), position.can_roll)

    @staticmethod
    def _actions_of(position: Position, numbers: list[Any]) -> list[Any]:
        """Return the legal actions of a position, as objects of a list of all numbers."""
        out = room(position._t)
        end = position._fill(out)
        return list_actions(position._t, out, end, position.can_roll, numbers)

    @staticmethod
    def write_planes(position: Position, writer: PlaneWriter) -> bytearray:
        """Return the planes of a position, as the writer of an observation (:mod:`tafl.learning`) lays them out."""
        shown = [int(position._side), position.repetitions - 1, int(position._since)]
        if position._t.move_limit != 0:
            shown.append(int(position._ply))
        if position._t.die != 0:
            shown.append(int(position._roll))
        return writer.write(position._t, position._cells, position._berserk, shown)

    def __reduce__(self) -> tuple[object, ...]:
        boards = self._boards
        games: list[tuple[list[int], list[int], int]] = []
        for mutable in boards.positions:
            heed_interrupts()
            games.append((codes_made(mutable.history), rolls_made(mutable.history), int(mutable.roll)))
        numbers = [
            [int(number) for number in of_boards]
            for of_boards in (boards.waiting, boards.dice, self._over, self._ends, self._cut)
        ]
        plan = int(self._limit), self._restarts, boards.explicit
        return _resume_batch, (self._origin, plan, games, numbers)

    def _resume_games(self, games: list[tuple[list[int], list[int], int]], numbers: list[list[int]]) -> None:
        """Play games on that have been played so far elsewhere."""
        boards = self._boards
        board: i64 = 0
        for mutable in boards.positions:
            heed_interrupts()
            codes, rolls, roll = games[board]
            for code, rolled in zip(codes, rolls, strict=True):
                mutable.roll = rolled
                mutable.make(origin_of(i64(code)), target_of(i64(code)))
            mutable.roll = roll
            boards.look(board, mutable.cells)
            waiting, state, over, end, cut = [column[board] for column in numbers]
            boards.waiting[board] = waiting
            boards.dice[board] = state
            self._over[board] = over
            self._ends[board] = end
            self._cut[board] = cut
            board += 1

    def __repr__(self) -> str:
        return shortened(f"<Batch of {len(self._boards.positions)} boards of {self._origin.ruleset.name}>")


def _resume_batch(
    origin: Position,
    plan: tuple[int, bool, bool],
    games: list[tuple[list[int], list[int], int]],
    numbers: list[list[int]],
) -> Batch:
    """Return a batch that goes on where another one was."""
    limit, restart, explicit = plan
    batch = Batch(origin, len(games), limit=limit, restart=restart, explicit_chance=explicit)
    batch._resume_games(games, numbers)
    return batch


close(Batch)
