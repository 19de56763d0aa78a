"""Set-ups: descriptions of a position, playable or not; and positions as one line of text, what FEN is for chess.

The line has words with spaces between them: the board as a position record, ``a`` or ``d`` for the side to move
(``attackers`` and ``defenders`` are read, too), and what else binds play, as far as there is such a thing::

    /3t3/3t3/3T3/ttTKTtt/3T3/7/3tt2/ d ply=9 moves=e7-e1

``roll=4``
    the pending roll of the die.
``announced=no``
    the defenders have not announced a way out.
``berserk=d4``
    where the piece stands that has just captured and continues its turn.
``ended=attackers:king-captured``
    how the game has ended, where the board does not show it; ``draw:`` if nobody has won.
``ply=9``
    how many moves have been made; left out if all of them are in ``moves``.
``moves=d1-c1,~d3-c3``
    the moves since the last capture, or since the position was set up, if the ruleset counts repetitions or moves
    without a capture. The board is the one after them. A ``~`` stands before a move that was made while a way out
    was unannounced, a ``+`` before the first if it continues a berserk turn, and ``pass`` is a side that passed.
``rules=9f1c03ab``
    the fingerprint of the ruleset (:attr:`Ruleset.fingerprint <hnefatafl.rules.Ruleset.fingerprint>`), where another
    one is found by its name.

Before the board may stand the name of the ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NoReturn, TypeVar

from attrs import field

from hnefatafl.board import Board, Move, Outcome, PieceSet, Side, Square, Termination
from hnefatafl.rules import (
    Berserk,
    Consequence,
    EdgeCapture,
    LimitConsequence,
    Ruleset,
    RulesetLike,
    as_ruleset,
    as_side,
)
from hnefatafl.support.arguments import check
from hnefatafl.support.as_json import attributes, plain
from hnefatafl.support.errors import InvalidSetupError, NotationError
from hnefatafl.support.immutability import frozen
from hnefatafl.support.schemas import offer

UNSEEN: Final = frozenset(
    {
        Termination.KING_CAPTURED,
        Termination.KING_CAPTURED_ON_EDGE,
        Termination.EXTRA,
        Termination.REPETITION,
        Termination.QUIET_LIMIT,
        Termination.MOVE_LIMIT,
        Termination.NO_LEGAL_MOVE,
    }
)
"""Endings that a board alone need not show: by the last capture, or by earlier positions."""


def _as_turn(turn: Side | str) -> Side:
    return as_side(turn, "turn")


@frozen
class Setup:
    """A board, the side to move, and all other state that binds the next move.

    A set-up need not be playable; :meth:`problems` lists the reasons. Pieces may
    stand on squares where they could not stop.

    >>> from hnefatafl import variants
    >>> Setup(Board(7), Side.ATTACKERS).problems(variants.BRANDUBH)
    ('there is no king',)
    """

    board: Board
    """The board."""
    turn: Side = field(converter=_as_turn)
    """The side to move."""
    roll: int | None = field(default=None, kw_only=True)
    """The number on the die by which the coming move is made, or None."""
    announced: bool = field(default=True, kw_only=True)
    """False if the defenders have not announced a way out that their last move left or the attackers' opened."""
    berserk_square: Square | None = field(default=None, kw_only=True)
    """The square of the piece that has just captured and continues its berserk turn, or None."""
    outcome: Outcome | None = field(default=None, kw_only=True)
    """How the game has ended, if the board does not show it: the king was captured, or a counter ended the game.
    None where the game goes on, and where the board shows the end (:ref:`rule-set-up`)."""

    def __attrs_post_init__(self) -> None:
        check("board", self.board, Board)
        check("roll", self.roll, int, optional=True)
        check("announced", self.announced, bool)
        check("berserk_square", self.berserk_square, Square, optional=True)
        check("outcome", self.outcome, Outcome, optional=True)

    @staticmethod
    def parse(text: str) -> Setup:
        """Read the text of a position (:attr:`Position.text <hnefatafl.play.Position.text>`), without its history.

        >>> Setup.parse("brandubh /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d").turn
        Side.DEFENDERS

        Raises:
            NotationError: it is no such text, or the board alone.
        """
        line = read_text(text)
        if line is None:
            raise NotationError("a position was expected: a board and the side to move", text)
        return line.setup

    @property
    def text(self) -> str:
        """The set-up as a line of text, which :meth:`parse` reads: that of a position without its history."""
        return write_text(self, None, ())

    def problems(self, ruleset: RulesetLike) -> tuple[str, ...]:
        """Return the reasons why the set-up cannot be played under the ruleset; empty if it can.

        >>> from hnefatafl import variants
        >>> Setup(variants.BRANDUBH.start, Side.DEFENDERS, roll=4, announced=False).problems(variants.BRANDUBH)
        ('these rules know no die', 'these rules know no binding announcements')
        """
        ruleset = as_ruleset(ruleset)
        if self.board.size != ruleset.size:
            return (f"the board has {self.board.size} files, but {ruleset.name} is played on {ruleset.size}",)
        problems: list[str] = []
        kings = self.board.count(PieceSet.KING)
        if kings != 1:
            problems.append("there is no king" if kings == 0 else f"there are {kings} kings")
        if self.roll is not None:
            own = PieceSet.ATTACKERS if self.turn is Side.ATTACKERS else PieceSet.DEFENDERS
            if ruleset.die is None:
                problems.append("these rules know no die")
            elif not 1 <= self.roll <= ruleset.faces:
                problems.append(f"a die of {ruleset.faces} faces cannot show {self.roll}")
            if ruleset.die is not None and not own & ruleset.die.pieces:
                problems.append(f"the {self.turn} never roll")
        if not self.announced and not ruleset.announcements.binding:
            problems.append("these rules know no binding announcements")
        if self.berserk_square is not None:
            piece = self.board.get(self.berserk_square)
            if ruleset.berserk is Berserk.NONE:
                problems.append("these rules know no berserk turns")
            if piece is None or piece.side is not self.turn:
                problems.append(
                    f"no piece of the {self.turn} stands on {self.berserk_square} to go on with a berserk turn"
                )
            if piece is not None and ruleset.die is not None and ruleset.die.pieces.has(piece) and self.roll is None:
                problems.append(
                    f"the {piece.kind} goes on with a berserk turn by the roll that it began with, which is missing"
                )
        if self.outcome is not None and not _is_possible(self.outcome, ruleset):
            problems.append(f"no game ends so under these rules: {self.outcome}")
        return tuple(problems)


plain.register(Setup, attributes)
offer(
    Setup,
    anyOf=[{"type": "string"}, {"type": "object"}],
    examples=["/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a", {"board": "/3K3/7/7/7/7/7/3t3/", "turn": "attackers"}],
)


def _is_possible(end: Outcome, rules: Ruleset) -> bool:
    """Return whether a game can end in this way under the ruleset, on any board."""
    how, winner = end.termination, end.winner
    if how is Termination.KING_CAPTURED:
        return winner is Side.ATTACKERS
    if how is Termination.KING_CAPTURED_ON_EDGE:
        return winner is None and rules.edge_capture is EdgeCapture.DRAW
    if how is Termination.REPETITION:
        return rules.repetition.consequence not in (Consequence.IGNORED, Consequence.FORBIDDEN)
    if how is Termination.QUIET_LIMIT:
        return rules.quiet_limit is not None and _may_win(winner, rules.quiet_limit_consequence)
    if how is Termination.MOVE_LIMIT:
        return rules.move_limit is not None and _may_win(winner, rules.move_limit_consequence)
    return True


def _may_win(winner: Side | None, consequence: LimitConsequence) -> bool:
    """Return whether a limit of moves can be reached with that result."""
    winners = {
        LimitConsequence.DRAW: {None},
        LimitConsequence.MOVER_LOSES: {*Side},
        LimitConsequence.ATTACKERS_LOSE: {Side.DEFENDERS},
        LimitConsequence.DEFENDERS_LOSE: {Side.ATTACKERS},
    }
    return winner in winners[consequence]


_T = TypeVar("_T")

LONGEST: Final = 65_536
"""The maximum length of a text."""
_SIDES: Final = {"a": Side.ATTACKERS, "d": Side.DEFENDERS, "attackers": Side.ATTACKERS, "defenders": Side.DEFENDERS}
_LETTERS: Final = {Side.ATTACKERS: "a", Side.DEFENDERS: "d"}
_WORDS: Final = ("roll", "announced", "berserk", "ended", "ply", "moves", "rules")
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_OPEN: Final = "~"
_CONTINUES: Final = "+"


@frozen
class Quiet:
    """A move that captured nothing, and where it stands in the text."""

    move: Move
    unannounced: bool
    """Whether a way out was unannounced before it."""
    continues: bool
    """Whether it continues a berserk turn. Only the first of a line can, since the move before it captured."""
    offset: int = field(default=0, eq=False)


@frozen(kw_only=True)
class PositionText:
    """What a line of text says."""

    text: str
    name: str
    setup: Setup
    ply: int | None
    moves: tuple[Quiet, ...]
    fingerprint: str

    def check_fingerprint(self, ruleset: Ruleset) -> None:
        """Check that the fingerprint, if there is one, is that of the ruleset.

        Raises:
            InvalidSetupError: it is another one.
        """
        if self.fingerprint not in ("", ruleset.fingerprint):
            raise InvalidSetupError(
                [
                    f"this is a position of another ruleset of that name: its options have the fingerprint"
                    f" {self.fingerprint}, and those of {ruleset.name} have {ruleset.fingerprint}"
                ]
            )

    def before(self, passer: Side | None) -> Setup:
        """Return the set-up before the moves, of which there are some, where that side alone may pass, or either.

        Raises:
            NotationError: the moves cannot have led to the board.
        """
        board = self.setup.board
        side: Side | None = None
        # Only the last board is written. The moves before it captured nothing, so they can be taken back.
        for quiet in reversed(self.moves):
            move = quiet.move
            if move == Move.PASS:
                side = passer or (side or self.setup.turn).opponent
                continue
            inside = max(move.origin.file, move.origin.rank, move.target.file, move.target.rank) < board.size
            piece = board.get(move.target) if inside else None
            if piece is None or board.get(move.origin) is not None:
                raise NotationError(f"{move} cannot have led to this board", self.text, quiet.offset)
            board, side = board.put(move.target, None).put(move.origin, piece), piece.side
        first = self.moves[0]
        berserk_square = first.move.origin if first.continues else None
        return Setup(board, side or self.setup.turn, announced=not first.unannounced, berserk_square=berserk_square)


def write_text(setup: Setup, ply: int | None, moves: Iterable[Quiet], fingerprint: str = "") -> str:
    """Return the line of text of a position without the name of its ruleset, but perhaps with its fingerprint."""
    words = [setup.board.record, _LETTERS[setup.turn]]
    if setup.roll is not None:
        words.append(f"roll={setup.roll}")
    if not setup.announced:
        words.append("announced=no")
    if setup.berserk_square is not None:
        words.append(f"berserk={setup.berserk_square}")
    if setup.outcome is not None:
        words.append(f"ended={setup.outcome.text}")
    if ply is not None:
        words.append(f"ply={ply}")
    if line := [f"{_OPEN * quiet.unannounced}{_CONTINUES * quiet.continues}{quiet.move}" for quiet in moves]:
        words.append(f"moves={','.join(line)}")
    if fingerprint:
        words.append(f"rules={fingerprint}")
    return " ".join(words)


def read_text(text: str) -> PositionText | None:
    """Return what a line of text says; None if the text is a board alone.

    Raises:
        NotationError: it is neither.
    """
    check("text", text, str)
    # One character more than allowed shows that a text is too long, without splitting all of it.
    words = list(re.finditer(r"\S+", text[: LONGEST + 1]))
    index = next((i for i, word in enumerate(words) if "/" in word[0]), None)
    if index is None or len(words) == 1:
        return None
    if len(text) > LONGEST:
        raise NotationError(f"a position of at most {LONGEST} characters was expected", text, LONGEST)
    record = words[index]
    name = text[: record.start()].strip()
    if index + 1 == len(words) or words[index + 1][0] not in _SIDES:
        place = words[index + 1].start() if index + 1 < len(words) else record.end()
        raise NotationError("the side to move was expected, a or d", text, place)
    try:
        board = Board.parse(record[0])
    except NotationError as error:
        raise NotationError(error.message, text, record.start() + error.offset) from None
    reader = _Reader(text)
    for word in words[index + 2 :]:
        reader.take(word[0], word.start())
    side = _SIDES[words[index + 1][0]]
    setup = Setup(
        board,
        side,
        roll=reader.roll,
        announced=reader.announced,
        berserk_square=reader.berserk,
        outcome=reader.outcome,
    )
    if reader.outcome is not None and reader.moves:
        raise NotationError("a game that has ended is told without moves", text, reader.moves[0].offset)
    if reader.ply is not None and reader.ply < len(reader.moves):
        raise NotationError(f"{len(reader.moves)} moves make more than ply {reader.ply}", text, reader.moves[0].offset)
    return PositionText(
        text=text,
        name=name,
        setup=setup,
        ply=reader.ply,
        moves=tuple(reader.moves),
        fingerprint=reader.fingerprint,
    )


class _Reader:
    """Takes the words after the side to move."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.seen: set[str] = set()
        self.roll: int | None = None
        self.announced = True
        self.berserk: Square | None = None
        self.outcome: Outcome | None = None
        self.ply: int | None = None
        self.moves: list[Quiet] = []
        self.fingerprint = ""

    def take(self, word: str, offset: int) -> None:
        name, equals, value = word.partition("=")
        if not equals or name not in _WORDS or name in self.seen:
            left = ", ".join(f"{other}=" for other in _WORDS if other not in self.seen)
            self.refuse(f"one of {left} was expected", offset)
        self.seen.add(name)
        start = offset + len(name) + 1
        match name:
            case "roll":
                self.roll = self.number(value, start)
            case "ply":
                self.ply = self.number(value, start)
            case "announced":
                if value not in ("yes", "no"):
                    self.refuse("yes or no was expected", start)
                self.announced = value == "yes"
            case "berserk":
                self.berserk = self.part(Square.parse, value, start)
            case "rules":
                if not _FINGERPRINT.fullmatch(value):
                    self.refuse("the fingerprint of a ruleset was expected, eight digits from 0 to f", start)
                self.fingerprint = value
            case "ended":
                self.outcome = self.part(Outcome.parse, value, start)
            case _:
                self.line(value, start)

    def refuse(self, message: str, offset: int) -> NoReturn:
        raise NotationError(message, self.text, offset)

    def number(self, value: str, offset: int) -> int:
        if not _NUMBER.fullmatch(value):
            self.refuse("a number was expected", offset)
        return int(value)

    def part(self, parse: Callable[[str], _T], value: str, offset: int) -> _T:
        try:
            return parse(value)
        except NotationError as error:
            self.refuse(error.message, offset + error.offset)

    def line(self, value: str, offset: int) -> None:
        for part in value.split(","):
            closed = part.removeprefix(_OPEN)
            text = closed.removeprefix(_CONTINUES)
            continues = text != closed
            move = self.part(Move.parse, text, offset + len(part) - len(text))
            if move.is_stop and move != Move.PASS:
                self.refuse("a move to another square was expected", offset)
            # A berserk turn goes on only by captures, and moves that capture are not written here.
            if continues and self.moves:
                self.refuse("only the first move can continue a berserk turn", offset)
            self.moves.append(Quiet(move, closed != part, continues, offset))
            offset += len(part) + 1


def ruleset_named_in(text: str) -> str | None:
    """Return the name of the ruleset that stands before a position; None if the text is a board alone.

    Raises:
        NotationError: the text is neither.
    """
    line = read_text(text)
    return None if line is None else line.name
