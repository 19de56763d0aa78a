"""Set-ups: descriptions of a position, playable or not."""

from __future__ import annotations

from typing import Final

from attrs import field

from hnefatafl.board import Board, Outcome, PieceSet, Side, Square, Termination
from hnefatafl.rules import Berserk, Consequence, EdgeCapture, Ruleset, as_ruleset, as_side
from hnefatafl.support.arguments import check
from hnefatafl.support.errors import NotationError
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import brief

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

    __repr__ = brief

    @staticmethod
    def parse(text: str) -> Setup:
        """Read the text of a position (:attr:`Position.text <hnefatafl.play.Position.text>`), without its history.

        >>> Setup.parse("brandubh /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d").turn
        Side.DEFENDERS

        Raises:
            NotationError: it is no such text, or the board alone.
        """
        from hnefatafl.play._text import read_text

        line = read_text(text)
        if line is None:
            raise NotationError("a position was expected: a board and the side to move", text)
        return line.setup

    @property
    def text(self) -> str:
        """The set-up as a line of text, which :meth:`parse` reads: that of a position without its history."""
        from hnefatafl.play._text import write_text

        return write_text(self, None, ())

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

    def problems(self, ruleset: Ruleset | str) -> tuple[str, ...]:
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
        return winner is None and rules.quiet_limit is not None
    if how is Termination.MOVE_LIMIT:
        return winner is None and rules.move_limit is not None
    return True
