"""Played moves: a move together with its effects."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from hnefatafl._base import presenters
from hnefatafl.board import Announcement, CaptureKind, Kind, Piece, Side, Square
from hnefatafl.rules import Call

if TYPE_CHECKING:
    from hnefatafl.board import Move
    from hnefatafl.play._position import Position

__all__ = ["PlayedMove"]


def __dir__() -> list[str]:
    return __all__


def _read_only(found: Mapping[Square, Any]) -> Mapping[Square, Any]:
    return MappingProxyType(dict(found))


@frozen(kw_only=True)
class PlayedMove:
    """A legal move and its effects, as returned by :meth:`Position.explain <hnefatafl.play.Position.explain>`.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> play = position.explain(Move.parse("e3-e4"))
    >>> for square, kind in play.by.items():
    ...     print(play.captured[square], square, kind.sentence, play.captors[square])
    defender e5 between two enemies (Square(e4), Square(e6))
    """

    before: Position
    """The position before the move."""
    move: Move
    """The move."""
    after: Position
    """The position after the move."""
    captured: Mapping[Square, Piece] = field(converter=_read_only, hash=False)
    """The captured pieces by their squares, including the king."""
    by: Mapping[Square, CaptureKind] = field(converter=_read_only, hash=False)
    """The rule by which each of them was captured."""
    captors: Mapping[Square, tuple[Square, ...]] = field(converter=_read_only, hash=False)
    """The squares that took part in each capture: of the enemies around it, of hostile neighbours, of the piece
    that jumped over it. Squares beyond the edge are not listed."""
    announcement: Announcement | None
    """The announcement of the side that moved, if the ruleset has announcements."""
    opponent_announcement: Announcement | None
    """The announcement of the opponent before its next move, if this move gave it a new chance."""

    @property
    def announced(self) -> tuple[str, ...]:
        """The announcements of both sides, made, possible or omitted, one sentence each.

        >>> from hnefatafl import Announcements, Call, Move, Position, Side, variants
        >>> said = Announcements(way_out=Call.MUST, threat=Call.MAY)
        >>> rules = variants.BRANDUBH.evolve(announcements=said)
        >>> position = Position.parse("/7/3K3/7/7/2t1t2/7/7/", rules, Side.ATTACKERS)
        >>> position.explain(Move.parse("c5-c2")).announced
        ('the attackers may announce: the king can be captured',)
        """
        mover = self.before.turn
        found = ((mover, self.announcement), (mover.opponent, self.opponent_announcement))
        return tuple(f"the {side} {self._how(said)}: {said.sentence}" for side, said in found if said is not None)

    def _how(self, said: Announcement) -> str:
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
                f"{self.move} captures the {piece} on {square}: {self.by[square].sentence}"
                + (", and turns it against its own side" if square in self.turned else "")
                for square, piece in sorted(self.captured.items())
            ),
            *self.announced,
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
        return frozenset(square for square, piece in self.captured.items() if piece.kind is Kind.MERCENARY)

    def __reduce__(self) -> tuple[object, ...]:
        # Read-only mappings cannot be pickled directly.
        mappings = (dict(self.captured), dict(self.by), dict(self.captors))
        return _restored, (self.before, self.move, self.after, *mappings, self.announcement, self.opponent_announcement)

    def _repr_svg_(self) -> str:
        return presenters.svg(self)


def _restored(
    before: Position,
    move: Move,
    after: Position,
    captured: dict[Square, Piece],
    by: dict[Square, CaptureKind],
    captors: dict[Square, tuple[Square, ...]],
    announcement: Announcement | None,
    opponent_announcement: Announcement | None,
) -> PlayedMove:
    return PlayedMove(
        before=before,
        move=move,
        after=after,
        captured=captured,
        by=by,
        captors=captors,
        announcement=announcement,
        opponent_announcement=opponent_announcement,
    )
