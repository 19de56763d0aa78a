"""Positions: a board under a ruleset, the side to move, and the history."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, cast, final

from attrs import evolve
from mypy_extensions import i16, i64, mypyc_attr

from hnefatafl._kernel.actions import actions_of
from hnefatafl._kernel.captures import apply_move, takes
from hnefatafl._kernel.codes import (
    ATTACKERS,
    ATTACKING,
    DEFENDERS,
    KING,
    LENIENT,
    MORE_TAKEN,
    NO_MOVE,
    REACHED,
    SET_UP,
    UNANNOUNCED,
    man_of,
    move_code,
    move_of,
    note_of,
    opponent,
    origin_of,
    record,
    target_of,
)
from hnefatafl._kernel.compiler import CODES, OUTCOMES, compile_ruleset
from hnefatafl._kernel.generate import room, ways_out
from hnefatafl._kernel.history import (
    Ancestor,
    History,
    asks_before,
    begins,
    may_end,
    may_forbid,
    repetition_key_of,
    zobrist_key,
)
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.objects import announcement, capturing, legal_moves, moves_of
from hnefatafl._kernel.play import (
    NO_MEMORY,
    NOT_ASKED,
    Memory,
    can_roll,
    confinement_of,
    end,
    fill_legal,
    is_alone,
    is_legal,
    is_legal_alone,
    kept,
    mover,
    passes,
    side_after,
    since_capture_after,
    status_of,
    turn_after,
    unannounced_after,
)
from hnefatafl._kernel.queries import (
    attacking,
    counted,
    fallen,
    men_taken,
    more_taken,
    moved_piece,
    reach_of,
    reaching,
    taken_by,
)
from hnefatafl._kernel.reasons import captures, refusal
from hnefatafl._kernel.tables import Tables, bound
from hnefatafl._kernel.threats import NOTHING, king_in_danger, said, said_newly
from hnefatafl._kernel.verdict import OPPONENT, is_lasting, yields
from hnefatafl.board import (
    Board,
    Illegality,
    IllegalMove,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Side,
    Square,
    SquareSet,
    Symmetry,
    as_move,
)
from hnefatafl.play._errors import IllegalMoveError
from hnefatafl.play._played_move import PlayedMove
from hnefatafl.play._setup import UNSEEN, PositionText, Quiet, Setup, read_text, write_text
from hnefatafl.play._showing import (
    captures_shown,
    code_of,
    code_of_action,
    index_of,
    kinds_of,
    marks_on,
    moves_to,
    pieces_on,
    rolled_for,
    squares_on,
    step_of,
    turned,
)
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset, as_side
from hnefatafl.support import hooks
from hnefatafl.support.arguments import check
from hnefatafl.support.errors import ArgumentValueError, IllegalRollError, InvalidSetupError, NotationError
from hnefatafl.support.immutability import close, sealed, unsigned
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.pure import PURE
from hnefatafl.support.schemas import offer
from hnefatafl.support.texts import shortened
from hnefatafl.support.vectors import vec

_REMEMBERED: Final = frozenset({"_over", "_key", "_ancestor", "_more"})
"""The attributes of a position that are computed on first use."""
_WORD: Final[i64] = (1 << 60) - 1
_sealed_position: Any = None


@mypyc_attr(free_list_len=1)
@final
class Position:
    """A position of a game under a ruleset; it is immutable.

    :meth:`initial`, :meth:`parse` and :meth:`from_board` create positions, and
    :meth:`play` returns the next one.

    Two positions are equal when their rulesets play the same, the boards agree,
    the same side is to move, the same conditions bind the next move (a pending
    roll, a way out that was not announced, a berserk turn), and neither game has
    ended or both have ended in the same way. How
    often and after how many moves a position came about does not count.

    >>> from hnefatafl import Move, Position, variants
    >>> start = Position.initial(variants.BRANDUBH)
    >>> len(start.legal_moves())
    40
    >>> after = start.play(Move.parse("d1-c1"))
    >>> print(after)
    7 . . . t . . .
    6 . . . t . . .
    5 . . . T . . .
    4 t t T K T t t
    3 . . . T . . .
    2 . . . t . . .
    1 . . t . . . .
      a b c d e f g
    """

    __slots__ = (
        "_ancestor", "_berserk", "_cells", "_code", "_flags", "_key", "_king", "_more", "_over", "_past", "_ply",
        "_roll", "_side", "_since", "_t", "_taken",
    )  # fmt: skip

    def __init__(
        self, t: Tables, cells: vec[i16], king: i64, side: i64, ply: i64, since_capture: i64,
        flags: i64, roll: i64, berserk: i64, past: Ancestor | None, code: i64, taken: i64,
    ) -> None:  # fmt: skip
        """For the library's own use; see :meth:`initial`, :meth:`parse` and :meth:`from_board`."""
        asker: list[object] | None = [] if t.hooked else None
        self._t: Final[Tables] = t if asker is None else bound(t, asker)
        self._cells: Final[vec[i16]] = cells
        self._king: Final[i64] = king
        self._side: Final[i64] = side
        self._ply: Final[i64] = ply
        self._since: Final[i64] = since_capture
        self._flags: Final[i64] = flags
        self._roll: Final[i64] = roll
        self._berserk: Final[i64] = berserk
        self._past: Final[Ancestor | None] = past
        self._code: Final[i64] = code
        self._taken: Final[i64] = taken
        self._over: i64 = -1
        self._key: i64 = -1
        self._ancestor: Ancestor | None = None
        self._more: list[int] | None = None  # of what the last move took, that of which the code tells no squares
        if asker is not None:
            asker.append(self)
        if PURE:
            self.__class__ = _sealed_position

    @staticmethod
    def initial(ruleset: RulesetLike, turn: Side | str | None = None) -> Position:
        """Return the start of a game.

        >>> from hnefatafl import Position, Side, variants
        >>> Position.initial(variants.BRANDUBH).turn, Position.initial("brandubh").turn
        (Side.ATTACKERS, Side.ATTACKERS)
        >>> Position.initial("brandubh", "defenders").turn
        Side.DEFENDERS

        Arguments:
            ruleset: the ruleset to play by, or its name.
            turn: the side that moves first, instead of that of the ruleset; required if
                the first move is by lot.

        Raises:
            InvalidSetupError: the first move is by lot and ``turn`` is not given.
            UnknownVariantError: no ruleset has that name.
        """
        ruleset = as_ruleset(ruleset)
        first = ruleset.first if turn is None else as_side(turn, "turn")
        if first is None:
            raise InvalidSetupError([f"in {ruleset.name} the first side is chosen by lot: give turn"])
        return Position.from_setup(Setup(ruleset.start, first), ruleset)

    @staticmethod
    def parse(
        text: str,
        ruleset: RulesetLike | None = None,
        turn: Side | str | None = None,
        *,
        roll: int | None = None,
        announced: bool = True,
        berserk_square: Square | None = None,
    ) -> Position:
        """Read a position: from the line of :attr:`text`, or from the record or a picture of its board.

        >>> from hnefatafl import Position, Side, variants
        >>> line = "/7/3t3/7/t1tK3/7/7/3t3/ d"
        >>> position = Position.parse(line, variants.BRANDUBH)
        >>> position == Position.parse(f"brandubh {line}")
        True
        >>> position == Position.parse('''
        ...     . . . t . . .
        ...     . . . . . . .
        ...     . . . . . . .
        ...     t . t K . . .
        ...     . . . . . . .
        ...     . . . t . . .
        ...     . . . . . . .
        ... ''', variants.BRANDUBH, Side.DEFENDERS)
        True

        Arguments:
            text: a line, which may begin with the name of the ruleset, or what :meth:`Board.parse
                <hnefatafl.board.Board.parse>` reads.
            ruleset: the ruleset to play by, or its name; not needed if the text begins with it.
            turn: who is to move. This and the following are for a board alone.
            roll: the pending roll of the die, or None.
            announced: False if the defenders have not announced a way out.
            berserk_square: the square of the piece that has just captured and continues its berserk turn, or None.

        The game is over if the board shows it, as when the king stands on an escape square (:ref:`rule-set-up`).

        Raises:
            NotationError: the text is neither a position nor a board.
            InvalidSetupError: the board cannot be played under the ruleset, or the text is of another one.
            UnknownVariantError: no ruleset has that name.
            ArgumentValueError: the ruleset or the side to move is missing, or the side is given twice.
        """
        check("text", text, str)
        check("roll", roll, int, optional=True)
        check("announced", announced, bool)
        check("berserk_square", berserk_square, Square, optional=True)
        line = read_text(text)
        if ruleset is None and (line is None or line.name == ""):
            raise ArgumentValueError(
                f"ruleset: a ruleset was expected, or its name before the text of a position, not {shortened(text)!r}"
            )
        ruleset = as_ruleset(line.name if ruleset is None and line is not None else cast("Any", ruleset))
        if line is None:
            if turn is None:
                raise ArgumentValueError("turn: the side to move was expected, or a or d after the record of the board")
            setup = Setup(Board.parse(text), turn, roll=roll, announced=announced, berserk_square=berserk_square)
            return Position.from_setup(setup, ruleset)
        if (turn, roll, announced, berserk_square) != (None, None, True, None):
            raise ArgumentValueError("turn: the text says who is to move, and what binds the turn")
        if line.name not in ("", ruleset.name) and as_ruleset(line.name) != ruleset:
            raise InvalidSetupError([f"this is a position of {line.name}, not of {ruleset.name}"])
        line.check_fingerprint(ruleset)
        return _read_position(line, ruleset)

    @staticmethod
    def from_board(
        board: Board,
        ruleset: RulesetLike,
        turn: Side | str,
        *,
        roll: int | None = None,
        announced: bool = True,
        berserk_square: Square | None = None,
    ) -> Position:
        """Return the position with that board.

        >>> from hnefatafl import Position, Side, Square, variants
        >>> board = variants.BRANDUBH.start.put(Square.parse("d1"), None)  # a man fewer
        >>> len(Position.from_board(board, variants.BRANDUBH, Side.ATTACKERS).legal_moves())
        37

        Raises:
            InvalidSetupError: the board cannot be played under the ruleset.
            UnknownVariantError: no ruleset has that name.
        """
        return Position.from_setup(
            Setup(board, turn, roll=roll, announced=announced, berserk_square=berserk_square), ruleset
        )

    @staticmethod
    def from_setup(setup: Setup, ruleset: RulesetLike) -> Position:
        """Return the position that a set-up describes.

        >>> from hnefatafl import Position, Setup, Side, variants
        >>> setup = Setup(variants.BRANDUBH.start, Side.ATTACKERS)
        >>> Position.from_setup(setup, variants.BRANDUBH) == Position.initial(variants.BRANDUBH)
        True

        Raises:
            InvalidSetupError: it cannot be played under the ruleset; every reason is given.
            UnknownVariantError: no ruleset has that name.
        """
        check("setup", setup, Setup)
        return _set_up(setup, as_ruleset(ruleset), 0, SET_UP)

    # What stands where.

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return cast(Ruleset, self._t.rules)

    @property
    def board(self) -> Board:
        """The board. A captured king stays on it: he is encircled, not slain (S003 §8)."""
        return Board._from_known_codes(int(self._t.n), self.codes)

    @property
    def codes(self) -> bytes:
        """The :attr:`codes <hnefatafl.board.Board.codes>` of the board: a byte for each square, rank 1 first."""
        return self._t.codes(self._cells)

    @property
    def turn(self) -> Side:
        """The side to move."""
        return Side.ATTACKERS if self._side == ATTACKING else Side.DEFENDERS

    @property
    def ply(self) -> int:
        """The number of moves since the position that was set up."""
        return int(self._ply)

    @property
    def plies_since_capture(self) -> int:
        """The number of moves since the last capture."""
        return int(self._since)

    @property
    def last_move(self) -> Move | None:
        """The move that led here, or None in a position that was set up."""
        return None if self._code < 0 else self._t.move(self._code)

    @property
    def roll_pending(self) -> int | None:
        """The roll of the die by which the side to move must now move, or None."""
        return None if self._roll == 0 else int(self._roll)

    @property
    def announced(self) -> bool:
        """False while the king may not escape because a way out was not announced."""
        return self._flags & UNANNOUNCED == 0

    @property
    def berserk_square(self) -> Square | None:
        """The square of the piece that has captured and continues its berserk turn, or None.

        >>> from hnefatafl import Move, Position, Side, variants
        >>> from hnefatafl.rules import Berserk
        >>> rules = variants.BRANDUBH.evolve(berserk=Berserk.MUST_CAPTURE)
        >>> position = Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS)
        >>> position.play(Move.parse("c4-c1")).berserk_square
        Square(c1)
        """
        return None if self._berserk == 0 else self._t.square(self._berserk)

    @property
    def king(self) -> Square:
        """The square of the king."""
        return self._t.square(self._king)

    def count(self, pieces: PieceSet | None = None) -> int:
        """Return the number of such pieces, or of all pieces."""
        return int(counted(self._t, self._cells, kinds_of(pieces)))

    @property
    def captured(self) -> dict[Square, Piece]:
        """The pieces that the last move captured, by their squares, including the king."""
        more = self._more
        to = target_of(self._code)
        return pieces_on(self._t, fallen(self._t, self._king, to, self._taken, [] if more is None else more))

    @property
    def setup(self) -> Setup:
        """The position as a set-up, without its history.

        Its :attr:`~hnefatafl.play.Setup.outcome` says how the game has ended if the board does not show it.

        >>> from hnefatafl import Position, variants
        >>> setup = Position.initial(variants.BRANDUBH).setup
        >>> setup.turn, setup.roll, setup.announced, setup.berserk_square
        (Side.ATTACKERS, None, True, None)
        """
        bare = Setup(
            self.board, self.turn, roll=self.roll_pending, announced=self.announced, berserk_square=self.berserk_square
        )
        over = self.outcome
        if over is None or Position.from_setup(bare, self.ruleset).outcome == over:
            return bare
        return evolve(bare, outcome=over)

    @property
    def text(self) -> str:
        """The position as one line of text, as FEN is for chess; :meth:`parse` reads it.

        It has the board as a position record, ``a`` or ``d`` for the side to move, and what else binds play: a
        pending roll, an unannounced way out, a berserk turn, how the game has ended if the board does not show it,
        and, if the ruleset counts repetitions or moves without a capture, the moves since the last capture. Where
        another ruleset is found by the name of this one, the line has its :attr:`~hnefatafl.rules.Ruleset.fingerprint`,
        so that no position is taken for one of the other. The page :ref:`position-text` has the words.

        >>> from hnefatafl import Position, variants
        >>> position = Position.initial(variants.BRANDUBH)
        >>> position.text
        '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a'
        >>> position.play("d1-c1").text
        '/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1'
        >>> Position.parse(f"brandubh {position.play('d1-c1').text}").plies_since_capture
        1
        """
        return self.write_text(self.ruleset._mark)

    def write_text(self, fingerprint: str = "") -> str:
        """Return the position as a line of text, with a fingerprint of its rules if there is one.

        >>> from hnefatafl import Position, variants
        >>> Position.initial(variants.BRANDUBH).write_text()
        '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a'
        """
        check("fingerprint", fingerprint, str)
        t = self._t
        setup = self.setup
        line = [self._as_ancestor()]
        if setup.outcome is None and asks_before(t, self._flags & LENIENT != 0):
            line = line[0].line()
        moves = [
            Quiet(t.move(past.code), before.flags & UNANNOUNCED != 0, before.berserk != 0)
            for before, past in pairwise(line)
        ]
        return write_text(setup, None if begins(line[0].flags) else self.ply, moves, fingerprint)

    @property
    def repetitions(self) -> int:
        """How often this position has occurred since the last capture, including now.

        >>> from hnefatafl import Move, Position, variants
        >>> position = Position.initial(variants.BRANDUBH)
        >>> for text in "d1-c1", "d3-c3", "c1-d1", "c3-d3":
        ...     position = position.play(Move.parse(text))
        >>> position.repetitions
        2
        """
        return 1 if self._count_repetitions() == 1 else int(self._mutable().occurrences())

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None if it has not."""
        over = self._verdict()
        return None if over == 0 else OUTCOMES[int(over)]

    @property
    def ways_out(self) -> int:
        """The number of directions in which the king could escape if he were to move now (S003 §9–10).

        With a die, those count in which some roll would let him escape, whether or not one is pending (our reading).
        """
        return int(ways_out(self._t, self._cells, self._king))

    @property
    def king_in_danger(self) -> bool:
        """Whether the attackers could capture the king if they were to move now (S001, "Ansagen").

        With a die, a capture counts that some roll would allow, whether or not one is pending (our reading).
        """
        return king_in_danger(self._t, self._cells, self._king)

    def history(self) -> list[Position]:
        """Return the positions of the game, from the one that was set up to this one.

        Each is one move after the one before it. A roll of the die is pending in the position before the move that was
        made with it.

        >>> from hnefatafl import Move, Position, variants
        >>> position = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1")).play(Move.parse("d3-a3"))
        >>> for each in position.history():
        ...     print(each.ply, each.last_move)
        0 None
        1 d1-c1
        2 d3-a3
        """
        positions: list[Position] = []
        for past in self._as_ancestor().whole():
            if past.ply & 255 == 0:
                heed_interrupts()
            if len(positions) == 0:
                positions.append(_restore_ancestor(self._t, past, None))
            else:
                positions.append(_restore_ancestor(self._t, past, positions[len(positions) - 1]))
        positions[len(positions) - 1] = self
        return positions

    # What may be played.

    def legal_moves(self) -> list[Move]:
        """Return the legal moves; none once the game is over.

        Of pieces that go by a die, they include the moves only after a
        :meth:`roll`.
        """
        out = room(self._t)
        return moves_of(self._t, out, self._fill(out))

    def legal_actions(self) -> bytes:
        """Return the legal moves, and the roll where :attr:`can_roll`, as numbers for learning programs.

        The numbers are those of :class:`~hnefatafl.play.ActionSpace`, in ascending order, as 16-bit unsigned
        integers: ``memoryview(found).cast("H")`` or ``numpy.frombuffer(found, numpy.uint16)`` reads them.

        >>> from hnefatafl import ActionSpace, Position, Side, variants
        >>> position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
        >>> list(memoryview(position.legal_actions()).cast("H"))
        [600, 601, 602, 612, 618, 619]
        >>> print(ActionSpace(7).decode(600))
        d4-e4
        """
        out = room(self._t)
        return actions_of(self._t, out, self._fill(out), self.can_roll)

    def legal_moves_to(self, squares: Iterable[Square | str]) -> list[Move]:
        """Return the legal moves that end on one of the squares, ordered by target; none once the game is over.

        Where the squares are few, this takes less time than :meth:`legal_moves`: for
        captures, or to block the king's way.

        Raises:
            ArgumentValueError: a square lies off the board.
        """
        marks = marks_on(self._t, squares)
        return moves_to(self._mutable(), marks) if self._verdict() == 0 else []

    def is_legal(self, move: Move | str) -> bool:
        """Return whether the move is legal."""
        if not isinstance(move, Move):
            move = as_move(move)
        return self._legal(move) >= 0

    def illegality(self, move: Move | str) -> IllegalMove | None:
        """Return why a move is illegal and which square is to blame, or None for a legal move.

        >>> from hnefatafl import Position, variants
        >>> found = Position.initial(variants.BRANDUBH).illegality("d1-d4")
        >>> print(found)
        another piece stands in the way (d2)
        >>> found.reason, found.square
        (Illegality.BLOCKED, Square(d2))

        Raises:
            NotationError: the text is not a move.
        """
        move = as_move(move)
        if self.is_legal(move):
            return None
        if self._verdict() != 0:
            return IllegalMove(Illegality.GAME_OVER, None)
        t = self._t
        code = code_of(t, move)
        q = origin_of(code)
        to = target_of(code)
        fault = refusal(t, self._cells, self._king, self._side, self._roll, self._confinement(), self._berserk, q, to)
        if fault is None:
            return IllegalMove(Illegality.REPETITION, move.target)
        reason, square = fault
        if square == 0 and reason is not Illegality.OFF_BOARD:
            return IllegalMove(reason, None)
        if reason is Illegality.OFF_BOARD:
            return IllegalMove(reason, move.origin if q == 0 else move.target)
        return IllegalMove(reason, t.square(square))

    def play(self, move: Move | str, *, announce: bool = True, lenient: bool = False) -> Position:
        """Return the position after the move; this one is unchanged.

        >>> from hnefatafl import Move, Position, Side, variants
        >>> position = Position.parse("/1t5/2T4/7/3K3/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)
        >>> print(position.play(Move.parse("c2-c1")))
        7 . . . t . . .
        6 . . . . . . .
        5 . . . . . . .
        4 . . . K . . .
        3 . . . . . . .
        2 . . . . . . .
        1 . . T . . . .
          a b c d e f g

        Arguments:
            move: the move to play, or its text, such as ``d1-d3``.
            announce: False if the defenders do not announce a way out that the move leaves or opens for
                their king, which matters if announcements are binding.
            lenient: True for a move of a record that may continue after the rules ended the game: from
                here on neither repetition nor a limit of moves without a capture ends the game or forbids a move.
                :attr:`repetitions` and :attr:`plies_since_capture` still count.

        >>> position = Position.initial(variants.BRANDUBH)
        >>> for text in ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2:
        ...     position = position.play(text, lenient=True)
        >>> print(position.repetitions, position.outcome)
        3 None

        Raises:
            IllegalMoveError: the move is not legal here.
            NotationError: the text is not a move.
        """
        if not isinstance(move, Move):
            move = as_move(move)
        if PURE and (type(announce) is not bool or type(lenient) is not bool):
            check("announce", announce, bool)
            check("lenient", lenient, bool)
        if lenient and self._flags & LENIENT == 0:
            return self.as_lenient().play(move, announce=announce)
        code = self._legal(move)
        if code < 0:
            raise self._refusal(move)
        return self._after(code, announce, self._flags & LENIENT)

    def play_action(self, action: int, roll: int | None = None) -> Position:
        """Return the position after an action of :meth:`legal_actions`; a way out is always announced.

        >>> from hnefatafl import ActionSpace, Die, Position, Side, variants
        >>> space = ActionSpace(7)
        >>> start = Position.initial(variants.BRANDUBH)
        >>> start.play_action(space.encode("d1-c1")) == start.play("d1-c1")
        True
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> position.play_action(space.roll, 2).roll_pending
        2

        Arguments:
            action: the number of the action.
            roll: what the die shows, for the action that rolls it, and only for that.

        Raises:
            IllegalActionError: the action is not legal here.
            IllegalRollError: the die has no such face.
            ArgumentValueError: ``roll`` is missing, or given with another action.
        """
        if PURE:
            check("action", action, int)
            check("roll", roll, int, optional=True)
        code = code_of_action(self, self._t, action, roll)
        return self.roll(roll) if roll is not None else self._after(code, True, self._flags & LENIENT)

    def explain(self, move: Move | str, *, announce: bool = True) -> PlayedMove:
        """Return what the move does: the position after it, its captures and their rules, and the announcements.

        >>> from hnefatafl import Position, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> played = position.explain("e3-e4")
        >>> print(*played.captures)
        defender on e5: between two enemies

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        move = as_move(move)
        after = self.play(move, announce=announce)
        over = after._verdict() != 0
        t = self._t
        reasons = captures(t, self._cells, after._king, origin_of(after._code), target_of(after._code))
        own = newly = NOTHING
        if not over:
            side = opponent(self._side)
            newly = said_newly(t, self._cells, self._king, after._t, after._cells, after._king, side)
        if not over and after._berserk == 0:
            own = said(after._t, after._cells, after._king, self._side)
        return PlayedMove(
            before=self,
            move=move,
            after=after,
            captures=captures_shown(t, self.board, move, reasons),
            announcement=announcement(own),
            opponent_announcement=announcement(newly),
        )

    def captures(self, move: Move | str) -> dict[Square, Piece]:
        """Return the pieces that a legal move would capture, by their squares, including the king.

        :meth:`explain` also returns the rule of each capture, and takes longer.

        >>> from hnefatafl import Position, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> position.captures("e3-e4")
        {Square(e5): Piece(side=Side.DEFENDERS, kind=Kind.SOLDIER)}
        >>> position.captures("e3-e2")
        {}

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        code = self._allowed_code(move)
        return pieces_on(self._t, taken_by(self._t, self._cells, self._king, origin_of(code), target_of(code)))

    def is_capture(self, move: Move | str) -> bool:
        """Return whether a legal move would capture an enemy.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        code = self._allowed_code(move)
        return takes(self._t, self._cells, self._king, origin_of(code), target_of(code))

    def _allowed_code(self, move: Move | str) -> i64:
        """Return a legal move as a kernel code."""
        move = as_move(move)
        code = self._legal(move)
        if code < 0:
            raise self._refusal(move)
        return code

    def legal_captures(self) -> list[Move]:
        """Return the legal moves that capture something."""
        return capturing(self._t, self._cells, self._king, self.legal_moves())

    def reach(self, square: Square | str) -> SquareSet:
        """Return the squares that the piece on a square could move to if its side were to move; none without a piece.

        With a die, a move counts that some roll would allow. A pending roll, announcements, repetition, berserk turns
        and the end of the game are ignored.

        Raises:
            ArgumentValueError: the square lies off the board.
        """
        return squares_on(self._t, reach_of(self._t, self._cells, self._king, index_of(self._t, square)))

    def reached_by(self, square: Square | str, side: Side | str | None = None) -> SquareSet:
        """Return the squares of the pieces, of one side or both, that could move to a square if they were to move.

        As for :meth:`reach`, the board and the best roll count.

        >>> from hnefatafl import Position, Side, variants
        >>> position = Position.initial(variants.BRANDUBH)
        >>> position.reached_by("c3"), position.reached_by("c2", Side.ATTACKERS)
        (SquareSet.of('c4', 'd3'), SquareSet.of('d2'))

        Raises:
            ArgumentValueError: the square lies off the board.
        """
        own = ATTACKERS | DEFENDERS
        if side is not None:
            own = ATTACKERS if as_side(side) is Side.ATTACKERS else DEFENDERS
        return squares_on(self._t, reaching(self._t, self._cells, self._king, own, index_of(self._t, square)))

    def captors(self, square: Square | str) -> SquareSet:
        """Return the squares of the enemies that could capture the piece on the square if they were to move.

        As for :meth:`reach`, the board and the best roll count. No piece attacks an empty square.

        Raises:
            ArgumentValueError: the square lies off the board.
        """
        return squares_on(self._t, attacking(self._t, self._cells, self._king, index_of(self._t, square)))

    @property
    def can_roll(self) -> bool:
        """Whether the side to move may now roll the die, instead of moving a piece that needs no roll.

        >>> from hnefatafl import Die, Position, Side, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> Position.initial(rules, Side.DEFENDERS).can_roll  # the king cannot move yet
        False
        >>> Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS).can_roll
        True
        """
        if self._t.die == 0 or self._verdict() != 0:
            return False
        return can_roll(
            self._t, self._cells, self._king, self._side, self._roll, self._berserk, self._confinement(),
            self._memory(False),
        )  # fmt: skip

    def roll(self, number: int) -> Position:
        """Return the position after a roll of the :class:`die <hnefatafl.rules.Die>`, by which a piece must move.

        If none can, the roll is void: the pieces that need none move as usual, or where there are none, the side
        passes.

        >>> from hnefatafl import Die, Position, Side, variants
        >>> rules = variants.BRANDUBH.evolve(die=Die())
        >>> position = Position.parse("/7/7/2t4/3K3/7/7/7/", rules, Side.DEFENDERS)
        >>> print(*position.roll(1).legal_moves())
        d4-e4 d4-c4 d4-d5 d4-d3

        Raises:
            IllegalRollError: nothing may be rolled here, or the die has no such face.
        """
        if PURE:
            check("number", number, int)
        if not self.can_roll:
            raise IllegalRollError("there is nothing to roll for in this position")
        if not 1 <= number <= int(self._t.die):
            raise IllegalRollError(f"a die of {self._t.die} faces cannot show {number}")
        return self._with_flags_and_roll(self._flags, number)

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the position rotated or mirrored, with its rules and its history.

        >>> from hnefatafl import Move, Position, Symmetry, variants
        >>> position = Position.initial(variants.BRANDUBH).play(Move.parse("d1-c1"))
        >>> position.transform(Symmetry.MIRROR_FILES).last_move
        Move.parse('d1-e1')
        """
        check("symmetry", symmetry, Symmetry)
        n = int(self._t.n)
        line = self._as_ancestor().whole()
        base = line[0]
        board = Board._from_known_codes(n, self._t.codes(base.cells)).transform(symmetry)
        t = compile_ruleset(self.ruleset.transform(symmetry), board)
        berserk: i64 = 0
        if base.berserk != 0:
            berserk = target_of(turned(t, move_code(base.berserk, base.berserk), symmetry))
        code = turned(t, base.code, symmetry)
        position = _root_position(t, board.codes, base.side, base.ply, base.flags, base.roll, berserk, code, base.taken)
        if self._has_given_end():
            position._over = self._over
        for past in line[1:]:
            code = past.code if passes(past.code, position._berserk) else turned(t, past.code, symmetry)
            position = position._play_again(code, past.flags, past.roll)
        return position

    # The machinery.

    def _fill(self, out: vec[i64]) -> i64:
        """Write the codes of the legal moves into ``out``; return how many they are."""
        if self._verdict() != 0:
            return 0
        return fill_legal(
            self._t, self._cells, self._king, self._side, self._roll, self._berserk, self._confinement(),
            self._memory(False), out, 0,
        )  # fmt: skip

    def _refusal(self, move: Move) -> IllegalMoveError:
        fault = self.illegality(move) or IllegalMove(Illegality.REPETITION, move.target)
        return IllegalMoveError(move, self, fault.reason, fault.square)

    def _memory(self, judging: bool) -> Memory:
        """Return who knows the moves before, where they may forbid a move or, if that is asked, have ended the game.

        That is a mutable position, which takes many times as long to make as the board takes to answer: so this chooses
        the fast path, and decides nothing.
        """
        t = self._t
        lenient = self._flags & LENIENT != 0
        if may_forbid(t, self._since, lenient) and (t.repeats.count < 3 or self._as_ancestor().most > 1):
            return self._mutable_with(0)
        if judging and may_end(t, self._since, lenient) and self._count_repetitions() >= t.repeats.count:
            return self._mutable_with(0)
        return NO_MEMORY

    def _mutable(self) -> MutablePosition:
        """Return a mutable position that starts here."""
        return self._mutable_with(self._over if self._has_given_end() else self._status())

    def _mutable_with(self, status: i64) -> MutablePosition:
        """Return a mutable position that starts here; the board shows that end, or 0."""
        older = None if self._since == 0 else self._past
        history = History(self._t, older, self._last(), self._repetition_key(), self._flags)
        mutable = MutablePosition(
            self._t, self._cells[:], self._king, self._side, self._ply, self._since, self._flags, self._roll,
            self._berserk, status, self._zobrist(), history,
        )  # fmt: skip
        if self._t.hooked:
            mutable.shown = (self._tell(False), None)
        return mutable

    def _last(self) -> i64:
        """Return the code of the last move, 0 if there was none."""
        return self._code if self._code > 0 else 0

    def _repetition_key(self) -> i64:
        """Return the number that the position shares with those that it may repeat."""
        return repetition_key_of(self._t, self._cells, self._zobrist(), self._side, self._since, self._code, self._past)

    def _as_ancestor(self) -> Ancestor:
        """Return this position as an ancestor of the following ones."""
        ancestor = self._ancestor
        if ancestor is None:
            ancestor = Ancestor(
                self._past, self._cells, self._zobrist(), self._repetition_key(), self._code, self._flags,
                self._roll, self._berserk, self._side, self._ply, self._since, self._taken,
            )  # fmt: skip
            self._ancestor = ancestor
        return ancestor

    def _captured_squares(self, before: Position) -> list[Square]:
        """Return the squares of the men that the move from there to here has captured."""
        return [self._t.square(i64(q)) for q in men_taken(self._t, before._cells, self._cells, self._code, self._taken)]

    def as_lenient(self) -> Position:
        """Return this position, from which on neither repetition nor a limit counts."""
        return self if self._flags & LENIENT != 0 else self._with_flags_and_roll(self._flags | LENIENT, self._roll)

    def as_strict(self) -> Position:
        """Return this position, in which a repetition and a limit count; the other way of :meth:`as_lenient`."""
        return self if self._flags & LENIENT == 0 else self._with_flags_and_roll(self._flags & ~LENIENT, self._roll)

    def _play_again(self, code: i64, flags: i64, roll: i64) -> Position:
        """Return the position after a move that is known to have led to these flags and this roll."""
        if self._ply & 255 == 0:
            heed_interrupts()
        position = self._after(code, flags & UNANNOUNCED == 0, flags & LENIENT)
        return position if position._flags == flags and roll == 0 else position._with_flags_and_roll(flags, roll)

    def _with_flags_and_roll(self, flags: i64, roll: i64) -> Position:
        position = Position(
            self._t, self._cells, self._king, self._side, self._ply, self._since,
            flags, roll, self._berserk, self._past, self._code, self._taken,
        )  # fmt: skip
        position._more = self._more
        if self._over > 0 and (flags == self._flags or is_lasting(self._over)):
            position._over = self._over
        return position

    def _confinement(self) -> i64:
        return confinement_of(self._t, self._side, self._flags & UNANNOUNCED)

    def _legal(self, move: Move) -> i64:
        """Return the kernel code of a move if it is legal, else ``NO_MOVE``."""
        t = self._t
        q = t.index[move._start]
        to = t.index[move._stop]
        if self._verdict() != 0:
            return NO_MOVE
        # Most moves are asked for where no rule of the turn and no move before can forbid one. Then the board answers,
        # and the values that `_allows` gathers, which takes longer than the question itself, are spared.
        if is_alone(t, self._flags & UNANNOUNCED):
            legal = is_legal_alone(t, self._cells, self._side, q, to, step_of(t, move))
        else:
            legal = self._allows(q, to, step_of(t, move))
        return move_code(q, to) if legal else NO_MOVE

    def _allows(self, q: i64, to: i64, step: i64) -> bool:
        """Return whether a move is legal in a game that goes on."""
        return is_legal(
            self._t, self._cells, self._king, self._side, self._roll, self._berserk, self._confinement(),
            self._memory(False), q, to, step,
        )  # fmt: skip

    def _after(self, code: i64, announce: bool, lenient: i64) -> Position:
        """Return the position after a legal move."""
        t = self._t
        q = origin_of(code)
        to = target_of(code)
        cells = self._cells[:]
        piece = mover(cells, q, to, self._side, self._berserk)
        king = to if piece == KING else self._king
        taken = apply_move(t, cells, king, q, to, None)
        turn = turn_after(t, cells, king, piece, to, taken, self._roll, self._code, NOT_ASKED)
        side = side_after(turn, self._side)
        berserk = kept(turn, to)
        roll = kept(turn, self._roll)
        flags = unannounced_after(t, self._cells, cells, king, piece, self._flags & UNANNOUNCED, announce, turn)
        since = since_capture_after(self._since, q, to, taken, self._berserk)
        past = self._as_ancestor()
        position = Position(
            t, cells, king, side, self._ply + 1, since, lenient | flags, roll, berserk, past, code, taken
        )
        if taken & MORE_TAKEN != 0:
            more: list[int] = []
            apply_move(t, self._cells[:], king, q, to, more)
            position._more = more
        if turn == OPPONENT or not t.hooked:
            return position
        # An extra ending ends the turn, too.
        flags = unannounced_after(t, self._cells, cells, king, piece, self._flags & UNANNOUNCED, announce, OPPONENT)
        over = Position(
            t, cells, king, opponent(self._side), self._ply + 1, since, lenient | flags, 0, 0, past, code, taken
        )
        over._more = position._more
        return over if over._ask_endings(0) != 0 else position

    def _zobrist(self) -> i64:
        """Return the Zobrist key, the same for the same board, turn and announcement; computed on first use."""
        if self._key < 0:
            self._key = zobrist_key(
                self._t, self._cells, self._side, self._berserk, self._flags, self._since, self._code, self._past
            )
        return self._key

    def _count_repetitions(self) -> i64:
        """Return how often the repetition key has occurred since the last capture, including now."""
        past = self._past
        return 1 if past is None or self._since == 0 else past.often(self._repetition_key()) + 1

    def _status(self) -> i64:
        """Return how the last move ended the game, apart from the history."""
        to = target_of(self._code)
        past = self._past
        piece: i16 = 0
        if self._flags & SET_UP == 0:
            piece = moved_piece(self._t, self._cells, to, self._taken)
            if past is not None and passes(self._code, past.berserk):
                piece = man_of(past.side)
        status = status_of(
            self._t, self._cells, self._king, self._side, self._berserk, self._flags, piece, to, self._taken
        )
        return self._ask_endings(status) if self._t.hooked and yields(status) else status

    def _ask_endings(self, status: i64) -> i64:
        """Return the end that the functions of the ruleset find, or that which the board shows.

        They are asked as if the turn was over, and before it goes on.
        """
        hook = self._t.ends_hook
        past = self._past
        if hook is None or (past is not None and past.side == self._side):
            return status
        end: i64 = hook(self._tell(True))
        return status if end == 0 else end

    def _tell(self, over: bool) -> Position:
        """Return the position as functions of its ruleset are told it, as it is or as if the turn was over.

        In it, and in those after it, they are not asked.
        """
        t = self._t.bare
        if t is None:
            return self
        side, roll, berserk = self._side, self._roll, self._berserk
        if over:
            past = self._past
            if past is not None:
                side = opponent(past.side)
            elif berserk != 0:
                side = opponent(side)
            roll = berserk = 0
        told = Position(
            t, self._cells, self._king, side, self._ply, self._since, self._flags, roll, berserk, self._past,
            self._code, self._taken,
        )  # fmt: skip
        told._more = self._more
        return told

    def _follow(self, move: Move, announce: bool) -> Position:
        """Return the position after a move that is known to be legal."""
        return self._after(code_of(self._t, move), announce, self._flags & LENIENT)

    def _has_given_end(self) -> bool:
        """Return whether the position was set up, and its end is known, perhaps because it was given."""
        return self._flags & SET_UP != 0 and self._over > 0

    def _verdict(self) -> i64:
        """Return how the game has ended, or 0; computed on first use."""
        if self._over < 0:
            self._over = self._judge()
        return self._over

    def _judge(self) -> i64:
        return end(
            self._t, self._cells, self._king, self._side, self._roll, self._berserk, self._confinement(),
            self._memory(True), self._status(), self._ply, self._since, self._flags & LENIENT != 0, 0,
        )  # fmt: skip

    # Being a value.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self is other:
            return True
        if self._t is not other._t and self._t.rules != other._t.rules:
            return False
        if self._zobrist() != other._zobrist() or self._side != other._side or self._roll != other._roll:
            return False
        if (self._flags ^ other._flags) & UNANNOUNCED != 0 or self._berserk != other._berserk:
            return False
        return self._cells == other._cells and self._verdict() == other._verdict()

    def __hash__(self) -> int:
        return hash(self._zobrist() ^ self._roll)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        line = self._as_ancestor().whole()
        base = line[0]
        head = (base.side, base.ply, base.flags, base.roll, base.berserk, base.code, base.taken)
        moves = [int(record(past.code, past.roll << 4 | past.flags)) for past in line[1:]]
        over = int(self._over) if self._has_given_end() else -1
        return _restore, (self.ruleset, self._t.codes(base.cells), tuple(int(x) for x in head), moves, over)

    def __str__(self) -> str:
        return str(self.board)

    def __repr__(self) -> str:
        extra = f", roll={self._roll}" if self._roll != 0 else ""
        extra += ", announced=False" if not self.announced else ""
        extra += f", berserk_square={self.berserk_square}" if self._berserk != 0 else ""
        board = shortened(self.board.record, 90)
        return f"<Position {shortened(self.ruleset.name, 30)} {board} {self.turn} to move{extra}>"

    def _repr_svg_(self) -> str:
        return hooks.svg(self)


if PURE:
    unsigned(Position)
    _sealed_position = globals()["Position"] = sealed(Position, _REMEMBERED)
close(Position, _REMEMBERED)
offer(
    Position, anyOf=[{"type": "string"}, {"type": "object"}], examples=["brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d"]
)


def _show(asker: object) -> Position:
    """Return the position that functions of its ruleset are told."""
    if not isinstance(asker, MutablePosition):
        return cast("Position", asker)._tell(False)
    shown = cast("tuple[Position, object]", asker.shown)[0]
    return shown if shown._roll == asker.roll else shown._with_flags_and_roll(shown._flags, asker.roll)


def _show_after(
    before: Position, cells: list[i16], king: i64, side: i64, since_capture: i64, flags: i64, roll: i64, berserk: i64,
    code: i64, taken: i64, more: list[int],
) -> Position:  # fmt: skip
    """Return the position after a move, as functions of its ruleset are told it."""
    past = before._as_ancestor()
    flags |= before._flags & LENIENT
    kept = vec[i16](cells)
    after = Position(
        before._t, kept, king, side, before._ply + 1, since_capture, flags, roll, berserk, past, code, taken
    )
    if taken & MORE_TAKEN != 0:
        after._more = more
    return after


def _line_key(position: Position) -> int:
    """Return a number of a game up to a position: different games hardly ever have the same."""
    past: Ancestor | None = position._as_ancestor()
    number: i64 = 0
    while past is not None:
        number = (number << 1 & _WORD | number >> 59) ^ past.key ^ past.roll
        past = past.earlier
    return int(number)


hooks.show, hooks.show_after, hooks.line_key = _show, _show_after, _line_key


def _check_setup(setup: Setup, ruleset: Ruleset) -> None:
    problems = setup.problems(ruleset)
    if problems:
        raise InvalidSetupError(problems)


def _set_up(setup: Setup, ruleset: Ruleset, ply: i64, flags: i64) -> Position:
    """Return the position that a set-up describes.

    Raises:
        InvalidSetupError: it cannot be played under the ruleset.
    """
    _check_setup(setup, ruleset)
    side: i64 = 0 if setup.turn is Side.ATTACKERS else 1
    if not setup.announced:
        flags |= UNANNOUNCED
    t = compile_ruleset(ruleset, setup.board)
    berserk: i64 = 0
    if setup.berserk_square is not None:
        berserk = index_of(t, setup.berserk_square)
    position = _root_position(t, setup.board.codes, side, ply, flags, setup.roll or 0, berserk, NO_MOVE, 0)
    if setup.outcome is not None:
        if setup.outcome.termination not in UNSEEN and position.outcome != setup.outcome:
            raise InvalidSetupError([f"the board does not show that {setup.outcome.termination.sentence}"])
        position._over = CODES[setup.outcome]
    if berserk != 0 and position._status() == 0 and all(move.is_stop for move in legal_moves(position._mutable())):
        raise InvalidSetupError([f"the piece on {setup.berserk_square} cannot go on with a berserk turn"])
    return position


def _read_position(line: PositionText, ruleset: Ruleset) -> Position:
    """Return the position that a line of text describes.

    Raises:
        NotationError: its moves are illegal, or do not lead to its board.
        InvalidSetupError: it cannot be played under the ruleset.
    """
    setup = line.setup
    count = len(line.moves)
    ply = count if line.ply is None else line.ply
    flags = SET_UP if ply == count else SET_UP | REACHED
    if count == 0:
        return _set_up(setup, ruleset, ply, flags)
    _check_setup(setup, ruleset)
    passers = compile_ruleset(ruleset, setup.board).passers
    passer = {1: Side.ATTACKERS, 2: Side.DEFENDERS}.get(int(passers))
    position = _set_up(line.before(passer), ruleset, ply - count, flags)
    unannounced = [quiet.unannounced for quiet in line.moves[1:]]
    for quiet, left in zip(line.moves, [*unannounced, not setup.announced], strict=True):
        move = quiet.move
        position = rolled_for(position, position._t, move)
        code = position._legal(move)
        if code < 0:
            raise NotationError(str(position._refusal(move)), line.text, quiet.offset)
        position = position._play_again(code, UNANNOUNCED if left else 0, 0)
    if (position.board, position.turn, position.berserk_square) != (setup.board, setup.turn, setup.berserk_square):
        raise NotationError("these moves lead to another position", line.text, line.moves[0].offset)
    return position._with_flags_and_roll(position._flags, setup.roll or 0)


def _root_position(
    t: Tables, codes: bytes, side: i64, ply: i64, flags: i64, roll: i64, berserk: i64, code: i64, taken: i64
) -> Position:
    cells = t.cells(codes)
    king: i64 = 0
    for q in t.squares:
        if cells[q] == KING:
            king = q
    return Position(t, cells, king, side, ply, 0, flags, roll, berserk, None, code, taken)


def _restore_ancestor(t: Tables, past: Ancestor, before: Position | None) -> Position:
    """Return the earlier position of a game that an ancestor keeps; ``before`` is the one a move before it."""
    cells = past.cells
    since: i64 = 0
    if before is not None and past.before is not None:
        since = before._since + 1
        cells = before._cells[:]
        q, to = origin_of(past.code), target_of(past.code)
        if q != to:
            cells[to], cells[q] = cells[q], 0
    king: i64 = 0
    for q in t.squares:
        if cells[q] == KING:
            king = q
    position = Position(
        t, cells, king, past.side, past.ply, since, past.flags, past.roll, past.berserk, past.earlier, past.code,
        past.taken,
    )  # fmt: skip
    position._ancestor = past
    if before is not None and past.taken & MORE_TAKEN != 0:
        position._more = more_taken(t, before._cells, cells, past.code, past.taken)
    return position


def _restore(
    rules: Ruleset,
    codes: bytes,
    head: tuple[int, int, int, int, int, int, int],
    moves: list[int],
    over: int = -1,
) -> Position:
    side, ply, flags, roll, berserk, code, taken = head
    t = compile_ruleset(rules, Board._from_known_codes(rules.size, codes))
    position = _root_position(t, codes, side, ply, flags, roll, berserk, code, taken)
    position._over = over
    for step in moves:
        note = note_of(step)
        position = position._play_again(move_of(step), note & 15, note >> 4)
    return position
