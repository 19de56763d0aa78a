"""Played moves: a move together with its effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hnefatafl.board import Announcement, CaptureKind, Kind, Piece, Side, Square, SquareSet
from hnefatafl.rules import Call
from hnefatafl.support import hooks
from hnefatafl.support.immutability import frozen

if TYPE_CHECKING:
    from hnefatafl.board import Move
    from hnefatafl.play._position import Position


@frozen
class Capture:
    """A captured piece, as in :attr:`PlayedMove.captures <hnefatafl.play.PlayedMove.captures>`.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> (capture,) = position.explain("e3-e4").captures
    >>> print(capture)
    defender on e5: between two enemies
    >>> capture.rule, capture.captors
    (CaptureKind.CUSTODIAL, SquareSet.of('e4', 'e6'))
    """

    square: Square
    """The square of the captured piece."""
    piece: Piece
    """The captured piece, which may be the king."""
    rule: CaptureKind
    """The rule by which it was captured."""
    captors: SquareSet
    """The squares that took part: of the enemies around it, of hostile neighbours, of the piece that jumped over it.
    Squares beyond the edge are not listed."""

    def __str__(self) -> str:
        return f"{self.piece} on {self.square}: {self.rule.sentence}"


@frozen(kw_only=True)
class PlayedMove:
    """A legal move and its effects, as returned by :meth:`Position.explain <hnefatafl.play.Position.explain>`.

    >>> from hnefatafl import Position, Side, variants
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> played = position.explain("e3-e4")
    >>> print(*played.captures)
    defender on e5: between two enemies
    """

    before: Position
    """The position before the move."""
    move: Move
    """The move."""
    after: Position
    """The position after the move."""
    captures: tuple[Capture, ...]
    """The captured pieces, including the king, in the order of their squares."""
    announcement: Announcement | None
    """The announcement of the side that moved, if the ruleset has announcements."""
    opponent_announcement: Announcement | None
    """The announcement of the opponent before its next move, if this move gave it a new chance."""

    @property
    def announcement_sentences(self) -> tuple[str, ...]:
        """The announcements of both sides, made, possible or omitted, one sentence each.

        >>> from hnefatafl import Announcements, Call, Move, Position, Side, variants
        >>> said = Announcements(way_out=Call.MUST, threat=Call.MAY)
        >>> rules = variants.BRANDUBH.evolve(announcements=said)
        >>> position = Position.parse("/7/3K3/7/7/2t1t2/7/7/", rules, Side.ATTACKERS)
        >>> position.explain(Move.parse("c5-c2")).announcement_sentences
        ('the attackers may announce: the king can be captured',)
        """
        mover = self.before.turn
        announcements = ((mover, self.announcement), (mover.opponent, self.opponent_announcement))
        return tuple(
            f"the {side} {self._announcing_verb(said)}: {said.sentence}"
            for side, said in announcements
            if said is not None
        )

    def _announcing_verb(self, said: Announcement) -> str:
        if said is not Announcement.THREAT and not self.after.announced:
            # By an attackers' move the king may have been held before.
            if self.before.turn is Side.DEFENDERS or self.before.announced:
                return "do not announce"
        may = self.before.ruleset.announcements.call(said) is Call.MAY
        return "may announce" if may else "announce"

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the move did, one English sentence each: the roll, each capture with its rule, and the announcements.

        >>> from hnefatafl import Move, Position, Side, variants
        >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
        >>> position.explain(Move.parse("e3-e4")).sentences
        ('e3-e4 captures the defender on e5: between two enemies',)
        """
        # In a berserk turn the roll that began it is still pending.
        rolled = self.before.roll_pending if self.before.berserk_square is None else None
        return (
            *(() if rolled is None else (f"the die showed {rolled}",)),
            *(
                f"{self.move} {'loses' if capture.rule is CaptureKind.WALKED_IN else 'captures'} the {capture}"
                + (", and turns it against its own side" if capture.square in self.turned else "")
                for capture in self.captures
            ),
            *self.announcement_sentences,
        )

    @property
    def turned(self) -> frozenset[Square]:
        """The squares of captured mercenaries, who have changed sides instead of leaving the board.

        >>> from hnefatafl import Move, Position, Side, variants
        >>> position = Position.parse("/7/3tM2/7/3K3/7/5t1/7/", variants.BRANDUBH, Side.ATTACKERS)
        >>> play = position.explain(Move.parse("f6-f2"))
        >>> play.turned, play.after.board[Square.parse("e2")].side
        (frozenset({Square(e2)}), Side.ATTACKERS)
        """
        return frozenset(capture.square for capture in self.captures if capture.piece.kind is Kind.MERCENARY)

    def _repr_svg_(self) -> str:
        return hooks.svg(self)
