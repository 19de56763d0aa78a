"""The mutable board for search authors, and counting and random play on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from struct import iter_unpack, pack
from typing import TYPE_CHECKING, Any, Final, TypeVar, final, overload

from mypy_extensions import i64

from hnefatafl._arguments import check, refuse
from hnefatafl._jobs import batches, in_order
from hnefatafl._kernel.compiler import OUTCOMES
from hnefatafl._kernel.generate import own_pieces, reaches, room, ways_out
from hnefatafl._kernel.perft import perft as lines
from hnefatafl._kernel.playouts import play_out
from hnefatafl._kernel.pure import PURE
from hnefatafl._kernel.queries import capturing, counted, fallen, reach_of, taken_by, takes
from hnefatafl._kernel.search import Scratch
from hnefatafl._kernel.tables import MORE_TAKEN, REPETITION
from hnefatafl._seal import unsigned
from hnefatafl.board import Board
from hnefatafl.errors import ArgumentValueError, IllegalRollError, NothingToUnmakeError
from hnefatafl.geometry import Square, SquareSet
from hnefatafl.move import Move, _as_move
from hnefatafl.outcome import Outcome
from hnefatafl.pieces import Piece, PieceSet, Side
from hnefatafl.position import Position, _at_square, _kinds_of, _pieces_on, _squares_on

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")

__all__ = ["Playout", "SearchBoard", "divide", "perft", "playout", "playouts"]

_PLENTY: Final = 1000
"""With so many lines of moves to begin with, counting is shared out evenly."""
_DEEPEST: Final = 100
"""The longest sequences that are counted: no such count ever ends, and each move more takes some of the stack."""
_ENDLESS: Final = 1 << 32
"""A limit that no game reaches."""
_MOST: Final = 256
"""How many random games, or lines to begin with, make a batch at most."""


def __dir__() -> list[str]:
    return __all__


@final
class SearchBoard:
    """A scratch board on which moves are made and taken back.

    It plays by the same rules as the position it is made from, and makes no
    objects on the way: the choice for searching. Where each move's outcome is
    asked for, it takes less time than positions do. Ways out count as announced.

    >>> from hnefatafl import Position, SearchBoard, variants
    >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
    >>> move = board.legal_moves()[0]
    >>> board.make(move)
    >>> board.turn
    Side.DEFENDERS
    >>> board.unmake() == move
    True
    """

    __slots__ = ("_floor", "_origin", "_scratch")

    def __init__(self, position: Position) -> None:
        """Make a board.

        Arguments:
            position: what to begin with.
        """
        if PURE:
            check("position", position, Position)
        self._origin: Position = position
        self._scratch: Scratch = Scratch(position._seed())
        self._floor: i64 = self._scratch.trail.depth

    @property
    def turn(self) -> Side:
        """The side to move.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.turn
        Side.DEFENDERS
        """
        return Side.ATTACKERS if self._scratch.side == 0 else Side.DEFENDERS

    @property
    def board(self) -> Board:
        """Which piece stands where now.

        >>> from hnefatafl import Move, Position, SearchBoard, Square, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> str(board.board[Square.parse("c1")])
        'attacker'
        """
        t = self._scratch.t
        return Board._made(int(t.n), t.codes(self._scratch.cells))

    @property
    def ply(self) -> int:
        """How many moves have been made since the game's set-up.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.ply
        1
        """
        return int(self._scratch.ply)

    @property
    def quiet(self) -> int:
        """How many moves have been made since the last capture.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.quiet
        1
        """
        return int(self._scratch.quiet)

    @property
    def repetitions(self) -> int:
        """How often this position has stood on the board since the last capture, now included.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> for text in "d1-c1", "d3-c3", "c1-d1", "c3-d3":
        ...     board.make(Move.parse(text))
        >>> board.repetitions
        2
        """
        return int(self._scratch.occurrences())

    @property
    def key(self) -> int:
        """A number that equal positions share and others hardly ever: for transposition tables.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> before = board.key
        >>> board.make(Move.parse("d1-c1"))
        >>> changed = board.key != before
        >>> move = board.unmake()
        >>> changed, board.key == before
        (True, True)
        """
        return int(self._scratch.key)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> for text in "d1-c1", "d3-c3":
        ...     board.make(Move.parse(text))
        >>> print(*board.moves)
        d1-c1 d3-c3
        """
        return tuple(self._scratch.line(self._floor))

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        >>> from hnefatafl import Move, Position, SearchBoard, Side, variants
        >>> board = SearchBoard(Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS))
        >>> board.make(Move.parse("d1-a1"))
        >>> print(board.outcome)
        the defenders win: the king has escaped
        """
        over = self._over()
        return None if over == 0 else OUTCOMES[int(over)]

    def _over(self) -> i64:
        return self._scratch.end()

    @property
    def position(self) -> Position:
        """The position on the board now, as a value.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> board = SearchBoard(start)
        >>> board.make(Move.parse("d1-c1"))
        >>> board.position == start.play(Move.parse("d1-c1"))
        True
        """
        scratch = self._scratch
        found = _replayed(self._origin, scratch, scratch.trail.depth - self._floor)
        return found._with(found._flags, scratch.roll)

    @property
    def king(self) -> Square:
        """Where the king stands.

        >>> from hnefatafl import Position, SearchBoard, variants
        >>> SearchBoard(Position.initial(variants.BRANDUBH)).king
        Square(d4)
        """
        return self._scratch.t.square(self._scratch.king)

    def count(self, pieces: PieceSet | None = None) -> int:
        """How many such pieces there are, or how many of any kind.

        >>> from hnefatafl import PieceSet, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.count(PieceSet.ATTACKERS), board.count(PieceSet.DEFENDERS), board.count()
        (8, 4, 13)
        """
        return int(counted(self._scratch.t, self._scratch.cells, _kinds_of(pieces)))

    @property
    def ways_out(self) -> int:
        """In how many directions the king could escape if he were to move now (S003 §9–10).

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> SearchBoard(Position.parse("/2tK3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.ATTACKERS)).ways_out
        1
        """
        return int(ways_out(self._scratch.t, self._scratch.cells, self._scratch.king))

    @property
    def captured(self) -> dict[Square, Piece]:
        """What the last move captured: the pieces by their squares, the king included.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> board = SearchBoard(position)
        >>> board.make("e3-e4")
        >>> board.captured
        {Square(e5): Piece(side=Side.DEFENDERS, kind=Kind.SOLDIER)}
        """
        scratch = self._scratch
        if scratch.trail.depth == self._floor:
            return self._origin.captured
        code = scratch.trail.code(scratch.trail.depth - 1)
        more = scratch.more[len(scratch.more) - 1] if code >> 20 & MORE_TAKEN != 0 else []
        return _pieces_on(scratch.t, fallen(scratch.t, scratch.king, code & 1023, code >> 20, more))

    def captures(self, move: Move | str) -> dict[Square, Piece]:
        """What a legal move would capture: the pieces by their squares, the king included.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> SearchBoard(position).captures("e3-e4")
        {Square(e5): Piece(side=Side.DEFENDERS, kind=Kind.SOLDIER)}

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        scratch = self._scratch
        code = self._allowed(_as_move(move))
        return _pieces_on(scratch.t, taken_by(scratch.t, scratch.cells, scratch.king, code >> 10, code & 1023))

    def is_capture(self, move: Move | str) -> bool:
        """Whether a legal move would capture anything.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> SearchBoard(position).is_capture("e3-e4"), SearchBoard(position).is_capture("e3-e2")
        (True, False)

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        scratch = self._scratch
        code = self._allowed(_as_move(move))
        return takes(scratch.t, scratch.cells, scratch.king, code >> 10, code & 1023)

    def _allowed(self, move: Move) -> i64:
        """A legal move as a kernel code."""
        scratch = self._scratch
        q = scratch.t.index[move._code >> 10]
        to = scratch.t.index[move._code & 1023]
        if scratch.verdict() != 0 or not scratch.allows(q, to):
            raise self.position._refused(move)
        return q << 10 | to

    def legal_captures(self) -> list[Move]:
        """The legal moves that capture something.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> print(*SearchBoard(position).legal_captures())
        e3-e4
        """
        scratch = self._scratch
        return capturing(scratch.t, scratch.cells, scratch.king, self.legal_moves())

    def reach(self, square: Square | str) -> SquareSet:
        """Where the piece on the square could go, as :meth:`Position.reach <hnefatafl.position.Position.reach>` says.

        >>> from hnefatafl import Position, SearchBoard, variants
        >>> SearchBoard(Position.initial(variants.BRANDUBH)).reach("d2").names
        ('a2', 'b2', 'c2', 'e2', 'f2', 'g2')

        Raises:
            ArgumentValueError: the square lies off the board.
        """
        t = self._scratch.t
        return _squares_on(t, reach_of(t, self._scratch.cells, _at_square(t, square)))

    def legal_moves(self) -> list[Move]:
        """All legal moves; none once the game is over.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> board = SearchBoard(Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS))
        >>> print(*board.legal_moves())
        d4-e4 d4-f4 d4-g4 d4-d5 d4-d3 d4-d2
        """
        return self._scratch.moves() if self._scratch.verdict() == 0 else []

    def make(self, move: Move | str) -> None:
        """Play a legal move, which may be given by its text.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.make(Move.parse("d2-c2"))
        Traceback (most recent call last):
            ...
        hnefatafl.errors.IllegalMoveError: illegal move d2-c2: the piece belongs to the other side (d2)

        Raises:
            IllegalMoveError: the move is not legal here; the board is unchanged.
            NotationError: the text is not a move.
        """
        if not isinstance(move, Move):
            move = _as_move(move)
        scratch = self._scratch
        t = scratch.t
        q = t.index[move._code >> 10]
        to = t.index[move._code & 1023]
        if t.plain and scratch.held == 0:
            # The common case of Scratch.allows, without its checks.
            own = own_pieces(scratch.side)
            step = move._files + move._ranks * t.stride
            legal = reaches(t, scratch.cells, own, t.speed_king, 0, q, to, step)
        else:
            legal = scratch.allows(q, to)
        if not legal or scratch.verdict() != 0:
            raise self.position._refused(move)
        scratch.make(q, to)

    def unmake(self) -> Move:
        """Take the last move back and return it.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.unmake(), board.ply
        (Move.parse('d1-c1'), 0)

        Raises:
            NothingToUnmakeError: no move has been made on this board.
        """
        scratch = self._scratch
        if scratch.trail.depth <= self._floor:
            raise NothingToUnmakeError("no move has been made on this board")
        code = scratch.trail.code(scratch.trail.depth - 1)
        scratch.unmake()
        return scratch.t.move(code & 0xFFFFF)

    @property
    def can_roll(self) -> bool:
        """Whether the defenders may now roll for their king.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> rules = variants.BRANDUBH.evolve(king_die=6)
        >>> SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)).can_roll
        True
        """
        return self._scratch.verdict() == 0 and self._scratch.can_roll()

    def roll(self, number: int) -> None:
        """Let the die show a number for the king's move; 0 takes a roll back.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> rules = variants.BRANDUBH.evolve(king_die=6)
        >>> board = SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS))
        >>> board.roll(1)
        >>> print(*board.legal_moves())
        d4-e4 d4-c4 d4-d5 d4-d3

        Raises:
            IllegalRollError: nothing may be rolled here, or the die has no such face.
        """
        if PURE:
            check("number", number, int)
        scratch = self._scratch
        if number != 0 and not (self.can_roll and 1 <= number <= scratch.t.die):
            raise IllegalRollError(f"the die cannot show {number} here")
        scratch.roll = number

    def copy(self) -> SearchBoard:
        """Another board that is as this one, with the moves made so far.

        >>> from hnefatafl import Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make("d1-c1")
        >>> other = board.copy()
        >>> other.make("d3-c3")
        >>> len(board.moves), len(other.moves)
        (1, 2)
        """
        return _search_board(self._origin, *self._steps())

    def _steps(self) -> tuple[list[tuple[int, int]], int]:
        """The moves made so far, each with what had been rolled for it, and what is rolled now."""
        scratch = self._scratch
        depth = self._floor
        steps: list[tuple[int, int]] = []
        for roll in scratch.rolls(scratch.trail.depth - depth):
            steps.append((int(scratch.trail.code(depth) & 0xFFFFF), roll))
            depth += 1
        return steps, int(scratch.roll)

    def __copy__(self) -> SearchBoard:
        return self.copy()

    def __deepcopy__(self, memo: object) -> SearchBoard:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _search_board, (self._origin, *self._steps())

    def __str__(self) -> str:
        return str(self.board)

    def __repr__(self) -> str:
        name = self._origin.ruleset.name
        return f"<SearchBoard {name} {self.board.record} {self.turn} to move, {len(self.moves)} moves made>"

    def _repr_svg_(self) -> str:
        from hnefatafl.render.svg import svg  # later in the line of modules

        return svg(self.position)


def _search_board(origin: Position, steps: list[tuple[int, int]], roll: int) -> SearchBoard:
    board = SearchBoard(origin)
    scratch = board._scratch
    for code, rolled in steps:
        scratch.roll = rolled
        scratch.make(i64(code) >> 10, i64(code) & 1023)
    scratch.roll = roll
    return board


@final
class Playout:
    """A game of random moves, as :func:`playout` returns it.

    >>> from hnefatafl import Position, playout, variants
    >>> playout(Position.initial(variants.BRANDUBH), limit=5)
    <Playout of 5 plies: unfinished>
    """

    __slots__ = ("_line", "_origin", "_outcome", "_scratch")

    def __init__(self, origin: Position, outcome: Outcome | None, scratch: Scratch | None, line: bytes) -> None:
        """For the library's own use; see :func:`playout`."""
        self._origin = origin
        self._outcome = outcome
        self._scratch: Scratch | None = scratch
        self._line = line

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it was cut off at the limit.

        >>> from hnefatafl import Position, playout, variants
        >>> print(playout(Position.initial(variants.BRANDUBH), limit=5).outcome)
        None
        """
        return self._outcome

    @property
    def plies(self) -> int:
        """How many moves were made.

        >>> from hnefatafl import Position, playout, variants
        >>> playout(Position.initial(variants.BRANDUBH), limit=5).plies
        5
        """
        scratch = self._scratch
        return len(self._line) // 4 - 1 if scratch is None else int(scratch.ply) - self._origin.ply

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves.

        >>> from hnefatafl import Position, playout, variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> start.is_legal(playout(start).moves[0])
        True
        """
        scratch = self._board()
        return tuple(scratch.line(scratch.trail.depth - i64(self.plies)))

    @property
    def position(self) -> Position:
        """The last position.

        >>> from hnefatafl import Position, playout, variants
        >>> playout(Position.initial(variants.BRANDUBH), limit=5).position.ply
        5
        """
        scratch = self._board()
        found = _replayed(self._origin, scratch, i64(self.plies))
        return found._with(found._flags, scratch.roll)

    def _board(self) -> Scratch:
        """The board on which the game was played, or is again if it comes from a pickle."""
        scratch = self._scratch
        if scratch is None:
            scratch = Scratch(self._origin._seed())
            for at, (step,) in enumerate(iter_unpack("<I", self._line), start=1):
                scratch.roll = step >> 20
                if 4 * at < len(self._line):
                    scratch.make(step >> 10 & 1023, step & 1023)
            self._scratch = scratch
        return scratch

    def __reduce__(self) -> tuple[object, ...]:
        scratch = self._board()
        depth = scratch.trail.depth - i64(self.plies)
        line: list[int] = []
        for roll in scratch.rolls(i64(self.plies)):
            line.append(min(roll, 0xFFF) << 20 | int(scratch.trail.code(depth) & 0xFFFFF))
            depth += 1
        line.append(min(scratch.roll, 0xFFF) << 20)  # what is rolled now
        return _playout, (self._origin, self._outcome, pack(f"<{len(line)}I", *line))

    def __repr__(self) -> str:
        return f"<Playout of {self.plies} plies: {self._outcome or 'unfinished'}>"


def _playout(origin: Position, outcome: Outcome | None, line: bytes) -> Playout:
    return Playout(origin, outcome, None, line)


if PURE:
    unsigned(Playout, Position)


def _replayed(found: Position, scratch: Scratch, plies: i64) -> Position:
    """The position after the last moves of a scratch board, with the rolls that they needed."""
    for move, rolled in zip(scratch.line(scratch.trail.depth - plies), scratch.rolls(plies), strict=True):
        found = found._with(found._flags, i64(rolled)).play(move)
    return found


def perft(
    position: Position,
    depth: int,
    *,
    bulk: bool = True,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """How many sequences of ``depth`` legal moves there are.

    A finished game has no continuation; repetition and quiet moves do not
    finish it here. Where a die limits the king, a move counts if some roll
    allows it.

    >>> from hnefatafl import Position, perft, variants
    >>> perft(Position.initial(variants.BRANDUBH), 3)
    39512

    Arguments:
        position: where to begin.
        depth: the length of the sequences, from 0 to 100.
        bulk: whether the last moves are counted without being made, which
            gives the same number sooner.
        executor: who counts, such as a pool of processes; None for this process alone.
        progress: is told, now and then, how many parts of the work are done and how many there are.

    Raises:
        ArgumentValueError: the depth is below 0 or above 100.
    """
    if PURE:
        check("bulk", bulk, bool)
    _check_counting(position, depth, executor, progress)
    if depth > 1 and (executor is not None or progress is not None):
        return sum(_shared_out(position, depth, bulk, executor, progress).values())
    return int(lines(_counting(position), depth, bulk))


def divide(
    position: Position,
    depth: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[Move, int]:
    """The :func:`perft` of each legal move: how many sequences of ``depth`` moves begin with it.

    >>> from hnefatafl import Position, Side, divide, variants
    >>> position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> for move, count in divide(position, 2).items():
    ...     print(move, count)
    d4-e4 29
    d4-f4 30
    d4-g4 31
    d4-d5 28
    d4-d3 28
    d4-d2 28

    Arguments:
        position: where to begin.
        depth: the length of the sequences; from 0 to 100; of length 0 there are none.
        executor: as for :func:`perft`.
        progress: as for :func:`perft`.

    Raises:
        ArgumentValueError: the depth is below 0 or above 100.
    """
    _check_counting(position, depth, executor, progress)
    return _shared_out(position, depth, True, executor, progress)


def _check_counting(
    position: Position, depth: int, executor: Executor | None, progress: Callable[[int, int], object] | None
) -> None:
    if PURE:
        check("position", position, Position)
        check("depth", depth, int)
    if not 0 <= depth <= _DEEPEST:
        raise ArgumentValueError(f"depth: a number from 0 to {_DEEPEST} was expected, not {depth}")
    _check_executor(executor)
    if progress is not None and not callable(progress):
        refuse("progress", "function or None", progress)


def _check_executor(executor: Executor | None) -> None:
    if executor is not None and not hasattr(executor, "submit"):
        refuse("executor", "Executor or None", executor)


def _check_limit(position: Position, limit: int) -> None:
    if PURE:
        check("position", position, Position)
        check("limit", limit, int)
    if limit < 0:
        raise ArgumentValueError(f"limit: a number from 0 on was expected, not {limit}")


def _shared_out(
    position: Position,
    depth: int,
    bulk: bool,
    executor: Executor | None,
    progress: Callable[[int, int], object] | None,
) -> dict[Move, int]:
    """The count of each first move, worked out in batches of lines to begin with."""
    if depth < 1:
        return {}
    tables = position._t
    found = {tables.move(first): 0 for (first,) in _openings(position, 1)}
    if depth < 3:
        executor = None  # which would take longer to be told than to count
    shares = list(batches(_openings(position, depth), _MOST))
    results = in_order(executor, partial(_counted, position, depth, bulk), shares)
    for done, (share, counts) in enumerate(zip(shares, results, strict=True), start=1):
        for opening, count in zip(share, counts, strict=True):
            found[tables.move(opening[0])] += count
        if progress is not None:
            progress(done, len(shares))
    return found


def _openings(position: Position, depth: int) -> list[tuple[int, ...]]:
    """All lines to begin with of one length, as long as they need to be to be plenty."""
    scratch = _counting(position)
    out = room(scratch.t)
    found: list[tuple[int, ...]] = [()]
    length = 0
    while length == 0 or (length < depth - 1 and len(found) < _PLENTY):
        longer: list[tuple[int, ...]] = []
        for opening in found:
            _make(scratch, opening)
            if scratch.status == 0:
                end = scratch.every_move(out, 0)
                longer += [(*opening, int(out[i])) for i in range(end)]
            _unmake(scratch, len(opening))
        found = longer
        length += 1
    return found


def _counted(position: Position, depth: int, bulk: bool, openings: tuple[tuple[int, ...], ...]) -> list[int]:
    """How many sequences begin with each of the lines."""
    scratch = _counting(position)
    counts: list[int] = []
    for opening in openings:
        _make(scratch, opening)
        counts.append(int(lines(scratch, depth - len(opening), bulk)))
        _unmake(scratch, len(opening))
    return counts


def _counting(position: Position) -> Scratch:
    """The board of a position on which neither repetition nor quiet moves have ended the game."""
    scratch = Scratch(position._seed())
    if scratch.status >= REPETITION:
        scratch.status = 0
    return scratch


def _make(scratch: Scratch, codes: tuple[int, ...]) -> None:
    for code in codes:
        scratch.make(code >> 10, code & 1023)


def _unmake(scratch: Scratch, moves: int) -> None:
    for _ in range(moves):
        scratch.unmake()


def playout(position: Position, seed: int = 0, limit: int = 10_000) -> Playout:
    """Play random moves to the end, every legal move being equally likely each time.

    A roll for the king, where there is a die, is one choice beside the
    soldiers' moves.

    >>> from hnefatafl import Position, playout, variants
    >>> game = playout(Position.initial(variants.BRANDUBH), seed=7)
    >>> game.plies == len(game.moves), game.position.outcome == game.outcome
    (True, True)

    Arguments:
        position: where to begin.
        seed: which game of the many; the same number gives the same game.
        limit: after how many plies the game is cut off.

    Raises:
        ArgumentValueError: the limit is below 0.
    """
    if PURE:
        check("seed", seed, int)
    _check_limit(position, limit)
    scratch = Scratch(position._seed())
    over = int(play_out(scratch, seed % 0x100000000, min(limit, _ENDLESS)))
    return Playout(position, OUTCOMES[over] if over else None, scratch, b"")


@overload
def playouts(
    position: Position, seeds: Iterable[int], limit: int = 10_000, *, executor: Executor | None = None
) -> Iterator[Playout]: ...
@overload
def playouts(
    position: Position,
    seeds: Iterable[int],
    limit: int = 10_000,
    *,
    each: Callable[[Playout], _T],
    executor: Executor | None = None,
) -> Iterator[_T]: ...
def playouts(
    position: Position,
    seeds: Iterable[int],
    limit: int = 10_000,
    *,
    each: Callable[[Playout], Any] | None = None,
    executor: Executor | None = None,
) -> Iterator[Any]:
    """The :func:`playout` of each seed, in the order of the seeds.

    >>> from hnefatafl import Position, playouts, variants
    >>> start = Position.initial(variants.BRANDUBH)
    >>> [game.moves == playout(start, seed).moves for seed, game in enumerate(playouts(start, range(3)))]
    [True, True, True]
    >>> from operator import attrgetter
    >>> list(playouts(start, range(3), 5, each=attrgetter("plies")))
    [5, 5, 5]

    Arguments:
        position: where to begin.
        seeds: which games to play, such as ``range(1000)``. They may be endless.
        limit: after how many plies a game is cut off.
        each: what is wanted of each :class:`Playout`, if not all of it. It is called where the game is played, so that
            with an executor only its results travel and not the moves, which is several times as fast.
        executor: who plays, such as a pool of processes; None for this process alone.

    Raises:
        ArgumentValueError: the limit is below 0.
    """
    check("seeds", seeds, Iterable)
    _check_limit(position, limit)
    _check_executor(executor)
    work = partial(_played_out, position, limit, each)
    if executor is None:
        return in_order(None, work, seeds)
    return chain.from_iterable(in_order(executor, partial(_listed, work), batches(seeds, _MOST)))


def _played_out(position: Position, limit: int, each: Callable[[Playout], Any] | None, seed: int) -> Any:
    game = playout(position, seed, limit)
    return game if each is None else each(game)


def _listed(work: Callable[[int], Any], seeds: tuple[int, ...]) -> list[Any]:
    return list(in_order(None, work, seeds))
