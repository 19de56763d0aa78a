"""The mutable board for search engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn, final

from mypy_extensions import i64

from hnefatafl._kernel.captures import takes
from hnefatafl._kernel.codes import (
    ATTACKING,
    DEFENDING,
    LENIENT,
    NO_MOVE,
    SET_UP,
    move_code,
    move_of,
    note_of,
    opponent,
    origin_of,
    target_of,
)
from hnefatafl._kernel.compiler import OUTCOMES
from hnefatafl._kernel.generate import own_pieces, ways_out
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.objects import capturing, legal_moves, moves_made
from hnefatafl._kernel.queries import (
    codes_made,
    counted,
    fallen,
    mobility_of,
    reach_of,
    rolls_made,
    taken_by,
)
from hnefatafl._kernel.skipping import may_skip, skip, unskip
from hnefatafl.board import Board, Move, Outcome, Piece, PieceSet, Side, Square, SquareSet, as_move
from hnefatafl.play._given import PositionLike, as_position
from hnefatafl.play._position import Position
from hnefatafl.play._showing import index_of, kinds_of, marks_on, moves_to, pieces_on, squares_on, step_of
from hnefatafl.rules import as_side
from hnefatafl.support import hooks
from hnefatafl.support.arguments import check
from hnefatafl.support.errors import ArgumentValueError, IllegalRollError, NothingToUnmakeError
from hnefatafl.support.immutability import close
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.pure import PURE
from hnefatafl.support.texts import shortened


@final
class SearchBoard:
    """A mutable board on which moves are made and taken back.

    It plays by the same rules as the position it is made from, and creates no
    objects for its moves, so it is the choice for search. If the outcome is
    needed after each move, it takes less time than positions. Ways out count as
    announced.

    >>> from hnefatafl import Position, SearchBoard, variants
    >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
    >>> move = board.legal_moves()[0]
    >>> board.make(move)
    >>> board.turn
    Side.DEFENDERS
    >>> board.unmake() == move
    True
    """

    __slots__ = ("_mutable", "_origin")

    def __init__(self, position: PositionLike) -> None:
        """Make a board.

        Arguments:
            position: what to begin with; a ruleset or its name stands for the start.
        """
        self._origin: Final[Position] = as_position(position)
        self._mutable: Final[MutablePosition] = self._origin._mutable()
        self._mutable.history.load()
        t = self._mutable.t
        # What may raise, or be interrupted, works on copies, so that it harms nothing.
        self._mutable.in_place = not PURE and t.captures_hook is None and t.ends_hook is None

    @property
    def turn(self) -> Side:
        """The side to move.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.turn
        Side.DEFENDERS
        """
        return Side.ATTACKERS if self._mutable.side == ATTACKING else Side.DEFENDERS

    @property
    def board(self) -> Board:
        """The current board.

        >>> from hnefatafl import Move, Position, SearchBoard, Square, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> str(board.board[Square.parse("c1")])
        'attacker'
        """
        t = self._mutable.t
        return Board._from_known_codes(int(t.n), t.codes(self._mutable.cells))

    @property
    def ply(self) -> int:
        """The number of moves since the position that was set up.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.ply
        1
        """
        return int(self._mutable.ply)

    @property
    def plies_since_capture(self) -> int:
        """The number of moves since the last capture.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.plies_since_capture
        1
        """
        return int(self._mutable.since_capture)

    @property
    def repetitions(self) -> int:
        """How often this position has occurred since the last capture, including now.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> for text in "d1-c1", "d3-c3", "c1-d1", "c3-d3":
        ...     board.make(Move.parse(text))
        >>> board.repetitions
        2
        """
        return int(self._mutable.occurrences())

    @property
    def key(self) -> int:
        """The Zobrist key: a number that equal positions share and others hardly ever, for transposition tables.

        All that the legal moves depend on is in it: the board, the side to move, a
        piece that must go on, a way out left unannounced, a pending roll. What
        counts the moves before is not: repetitions, and moves since the last
        capture.

        >>> from hnefatafl import Die, Move, Position, SearchBoard, Side, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> before = board.key
        >>> board.make(Move.parse("d1-c1"))
        >>> changed = board.key != before
        >>> move = board.unmake()
        >>> changed, board.key == before
        (True, True)
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> board = SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS))
        >>> before = board.key
        >>> board.roll(2)
        >>> board.key == before
        False
        """
        return int(self._mutable.position_key())

    def recurs_since(self, ply: int) -> bool:
        """Whether the position has stood on the board since that ply, the present one apart.

        Counted as the rule of repetition counts, and since the last capture. A
        search asks it of the ply of its root: what one side can bring about once,
        it can bring about again.

        >>> from hnefatafl import Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> for text in "d1-c1", "d3-c3", "c1-d1", "c3-d3":
        ...     board.make(text)
        >>> board.recurs_since(0), board.recurs_since(1)
        (True, False)
        """
        if PURE:
            check("ply", ply, int)
        mutable = self._mutable
        back = int(mutable.ply) - ply
        return mutable.recurs_since(mutable.history.depth - max(0, min(back, int(mutable.ply))))

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
        return tuple(moves_made(self._mutable.t, self._mutable.history))

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None if it has not.

        >>> from hnefatafl import Move, Position, SearchBoard, Side, variants
        >>> board = SearchBoard(Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS))
        >>> board.make(Move.parse("d1-a1"))
        >>> print(board.outcome)
        the defenders win: the king has escaped
        """
        over = self._mutable.end()
        return None if over == 0 else OUTCOMES[int(over)]

    @property
    def position(self) -> Position:
        """The current position, as a value.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> start = Position.initial(variants.BRANDUBH)
        >>> board = SearchBoard(start)
        >>> board.make(Move.parse("d1-c1"))
        >>> board.position == start.play(Move.parse("d1-c1"))
        True
        """
        return _follow_moves(self._origin, self._mutable)

    @property
    def king(self) -> Square:
        """The square of the king."""
        return self._mutable.t.square(self._mutable.king)

    def count(self, pieces: PieceSet | None = None) -> int:
        """Return the number of such pieces, or of all pieces."""
        return int(counted(self._mutable.t, self._mutable.cells, kinds_of(pieces)))

    @property
    def ways_out(self) -> int:
        """The number of directions in which the king could escape, like :attr:`Position.ways_out
        <hnefatafl.play.Position.ways_out>`.
        """
        return int(ways_out(self._mutable.t, self._mutable.cells, self._mutable.king))

    @property
    def captured(self) -> dict[Square, Piece]:
        """The pieces that the last move captured, by their squares, including the king.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> board = SearchBoard(position)
        >>> board.make("e3-e4")
        >>> board.captured
        {Square(e5): Piece(side=Side.DEFENDERS, kind=Kind.SOLDIER)}
        """
        mutable = self._mutable
        history = mutable.history
        if history.depth == history.first:
            return self._origin.captured
        code = history.code(history.depth)
        return pieces_on(
            mutable.t, fallen(mutable.t, mutable.king, target_of(code), note_of(code), mutable.taken_beyond())
        )

    def captures(self, move: Move | str) -> dict[Square, Piece]:
        """Return the pieces that a legal move would capture, by their squares, including the king.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        mutable = self._mutable
        code = self._allowed_code(as_move(move))
        return pieces_on(mutable.t, taken_by(mutable.t, mutable.cells, mutable.king, origin_of(code), target_of(code)))

    def is_capture(self, move: Move | str) -> bool:
        """Return whether a legal move would capture an enemy.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        mutable = self._mutable
        code = self._allowed_code(as_move(move))
        return takes(mutable.t, mutable.cells, mutable.king, origin_of(code), target_of(code))

    def _allowed_code(self, move: Move) -> i64:
        """Return a legal move as a kernel code."""
        mutable = self._mutable
        t = mutable.t
        q = t.index[move._start]
        to = t.index[move._stop]
        if not mutable.allows(q, to, step_of(t, move)) or mutable.verdict() != 0:
            self._refuse(move)
        return move_code(q, to)

    def _refuse(self, move: Move) -> NoReturn:
        raise self.position._refusal(move)

    def legal_captures(self) -> list[Move]:
        """Return the legal moves that capture something."""
        mutable = self._mutable
        return capturing(mutable.t, mutable.cells, mutable.king, self.legal_moves())

    def reach(self, square: Square | str) -> SquareSet:
        """Return where the piece could move to, like :meth:`Position.reach <hnefatafl.play.Position.reach>`.

        Raises:
            ArgumentValueError: the square lies off the board.
        """
        t = self._mutable.t
        return squares_on(t, reach_of(t, self._mutable.cells, self._mutable.king, index_of(t, square)))

    def mobility(self, side: Side | str) -> int:
        """Return how many moves the board allows a side, whichever is to move: a term of evaluations.

        Nothing is listed, which takes less time than :meth:`legal_moves`. Moves that some roll of the die allows count;
        repetition, a pending roll, berserk turns and announcements are not asked.
        """
        own = own_pieces(ATTACKING if as_side(side) is Side.ATTACKERS else DEFENDING)
        t = self._mutable.t
        return int(mobility_of(t, self._mutable.cells, self._mutable.king, own))

    def legal_moves_to(self, squares: Iterable[Square | str]) -> list[Move]:
        """Return the legal moves that end on one of the squares, ordered by target; none once the game is over.

        Where the squares are few, this takes less time than :meth:`legal_moves`: for
        captures, or to block the king's way.

        Raises:
            ArgumentValueError: a square lies off the board.
        """
        mutable = self._mutable
        marks = marks_on(mutable.t, squares)
        return moves_to(mutable, marks) if mutable.verdict() == 0 else []

    def without_moving(self) -> _Skipped:
        """Return a context in which the other side is to move, as if the side to move had passed (a null move).

        What is made on the board within it is taken back at its end. It counts as
        a ply, but not as a move: :attr:`moves` leaves it out. Repetitions and
        plies since the last capture count from it on, as from a capture.

        >>> from hnefatafl import Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> with board.without_moving():
        ...     board.turn
        Side.DEFENDERS
        >>> board.turn
        Side.ATTACKERS

        Raises:
            ArgumentValueError: the game is over, or something binds the side to
                move (a berserk turn, a pending roll, a way out left unannounced),
                or the board with the other side to move is the end of a game, or
                lets that side only pass. Entering the context raises it too.
        """
        skipped = _Skipped(self._mutable)
        skipped._check()
        return skipped

    def legal_moves(self) -> list[Move]:
        """Return the legal moves; none once the game is over."""
        return legal_moves(self._mutable) if self._mutable.verdict() == 0 else []

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
            move = as_move(move)
        code = self._allowed_code(move)
        self._mutable.make(origin_of(code), target_of(code))

    def advance(self, move: Move | str) -> Outcome | None:
        """Play a legal move and return how the game has ended: :meth:`make` and :attr:`outcome` in one call.

        >>> from hnefatafl import Position, SearchBoard, Side, variants
        >>> board = SearchBoard(Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS))
        >>> print(board.advance("d1-a1"))
        the defenders win: the king has escaped

        Raises:
            IllegalMoveError: the move is not legal here; the board is unchanged.
            NotationError: the text is not a move.
        """
        self.make(move)
        try:
            return self.outcome
        except BaseException:  # a function of the ruleset, or an interruption
            self._mutable.unmake()
            raise

    def unmake(self) -> Move:
        """Take the last move back and return it.

        >>> from hnefatafl import Move, Position, SearchBoard, variants
        >>> board = SearchBoard(Position.initial(variants.BRANDUBH))
        >>> board.make(Move.parse("d1-c1"))
        >>> board.unmake(), board.ply
        (Move.parse('d1-c1'), 0)

        Raises:
            NothingToUnmakeError: no move has been made on this board, or none within
                :meth:`without_moving`.
        """
        mutable = self._mutable
        history = mutable.history
        if history.depth == history.first:
            raise NothingToUnmakeError("no move has been made on this board")
        code = history.code(history.depth)
        if code == 0:
            raise NothingToUnmakeError("no move has been made since the turn was skipped")
        move = mutable.t.move(move_of(code))
        mutable.unmake()
        return move

    @property
    def can_roll(self) -> bool:
        """Whether the side to move may now roll the die."""
        return self._mutable.verdict() == 0 and self._mutable.can_roll()

    def roll(self, number: int) -> None:
        """Roll the die; 0 takes a roll back.

        >>> from hnefatafl import Die, Position, SearchBoard, Side, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> board = SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS))
        >>> board.roll(1)
        >>> print(*board.legal_moves())
        d4-e4 d4-c4 d4-d5 d4-d3

        Raises:
            IllegalRollError: nothing may be rolled here, or the die has no such face.
        """
        if PURE:
            check("number", number, int)
        mutable = self._mutable
        if number != 0 and not (self.can_roll and 1 <= number <= int(mutable.t.die)):
            raise IllegalRollError(f"the die cannot show {number} here")
        mutable.roll = number

    def copy(self) -> SearchBoard:
        """Return a copy of the board, with the moves made so far.

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
        """Return the moves made so far, each with its roll, and the pending roll."""
        mutable = self._mutable
        return list(zip(codes_made(mutable.history), rolls_made(mutable.history), strict=True)), int(mutable.roll)

    def __copy__(self) -> SearchBoard:
        return self.copy()

    def __deepcopy__(self, memo: object) -> SearchBoard:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _search_board, (self._origin, *self._steps())

    def __str__(self) -> str:
        return str(self.board)

    def __repr__(self) -> str:
        state = f"{self.turn} to move, {len(self.moves)} moves made"
        return f"<SearchBoard {shortened(self._origin.ruleset.name, 30)} {shortened(self.board.record, 90)} {state}>"

    def _repr_svg_(self) -> str:
        return hooks.svg(self.position)


@final
class _Skipped:
    """A board on which a side does not move, until it is left."""

    __slots__ = ("_depths", "_mutable")

    def __init__(self, mutable: MutablePosition) -> None:
        """For the library's own use."""
        self._mutable: Final[MutablePosition] = mutable
        self._depths: Final[list[int]] = []

    def _check(self) -> None:
        if not may_skip(self._mutable):
            raise ArgumentValueError(
                "without_moving: a game that goes on, and a side that nothing binds, were expected"
            )

    def __enter__(self) -> None:
        self._check()
        depth = int(self._mutable.history.depth)
        skip(self._mutable)
        self._depths.append(depth)

    def __exit__(self, *reason: object) -> None:
        depth = self._depths.pop()
        mutable = self._mutable
        while mutable.history.depth > depth:
            if mutable.history.code(mutable.history.depth) == 0:
                unskip(mutable)
            else:
                mutable.unmake()


def _search_board(origin: Position, steps: list[tuple[int, int]], roll: int) -> SearchBoard:
    board = SearchBoard(origin)
    mutable = board._mutable
    for number, (code, rolled) in enumerate(steps):
        if number & 255 == 0:
            heed_interrupts()
        if code == 0:
            skip(mutable)
        else:
            mutable.roll = rolled
            mutable.make(origin_of(i64(code)), target_of(i64(code)))
    mutable.roll = roll
    return board


def _follow_moves(origin: Position, mutable: MutablePosition) -> Position:
    """Return the position after the moves made on a mutable position that started there, with their rolls."""
    position = origin
    steps = list(zip(codes_made(mutable.history), rolls_made(mutable.history), strict=True))
    for number, (code, rolled) in enumerate(steps):
        if number & 255 == 0:
            heed_interrupts()
        if code == 0:
            position = _skip_turn(position)
            continue
        position = position._with_flags_and_roll(position._flags, i64(rolled)).play(mutable.t.move(i64(code)))
    return position._with_flags_and_roll(position._flags, mutable.roll)


def _skip_turn(before: Position) -> Position:
    """Return the position after a skipped turn: no move has led to it, so it is as if set up."""
    side = opponent(before._side)
    flags = SET_UP | (before._flags & LENIENT)
    position = Position(before._t, before._cells, before._king, side, before._ply + 1, 0, flags, 0, 0, None, NO_MOVE, 0)
    position._over = position._mutable_with(0).end()
    return position


close(SearchBoard)
