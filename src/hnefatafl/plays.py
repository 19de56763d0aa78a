"""Plays: a move together with everything that it did."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import field, frozen

from hnefatafl.geometry import Square
from hnefatafl.outcome import Announcement, CaptureKind
from hnefatafl.pieces import Kind, Piece

if TYPE_CHECKING:
    from hnefatafl.kernel import Move
    from hnefatafl.position import Position

__all__ = ["Play"]


def __dir__() -> list[str]:
    return __all__


@frozen(kw_only=True)
class Play:
    """A legal move and what it did, as :meth:`Position.explain <hnefatafl.position.Position.explain>` tells it.

    >>> from hnefatafl import Move, Position, Side, variants
    >>> position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS)
    >>> play = position.explain(Move.parse("e3-e4"))
    >>> for square, kind in play.by.items():
    ...     print(play.captured[square], square, kind.sentence, play.captors[square])
    defender e5 between two enemies (Square(e4), Square(e6))
    """

    before: Position
    """The position that the move was played in."""
    move: Move
    """The move."""
    after: Position
    """The position it led to."""
    captured: Mapping[Square, Piece] = field(hash=False)
    """The captured pieces by their squares, the king included."""
    by: Mapping[Square, CaptureKind] = field(hash=False)
    """The rule by which each of them fell."""
    captors: Mapping[Square, tuple[Square, ...]] = field(hash=False)
    """The squares that took each of them: of the enemies around it, of its hostile neighbours, of the one who
    jumped over it. What lies beyond the edge has no square."""
    announcement: Announcement | None
    """What the side that moved has to announce, where the ruleset knows announcements."""

    @property
    def turned(self) -> frozenset[Square]:
        """Where captured mercenaries stand, who have changed sides instead of leaving the board.

        >>> from hnefatafl import Move, Position, Side, variants
        >>> position = Position.parse("/7/3tM2/7/3K3/7/5t1/7/", variants.BRANDUBH, Side.ATTACKERS)
        >>> play = position.explain(Move.parse("f6-f2"))
        >>> play.turned, play.after.board[Square.parse("e2")].side
        (frozenset({Square(e2)}), Side.ATTACKERS)
        """
        return frozenset(square for square, piece in self.captured.items() if piece.kind is Kind.MERCENARY)

    def __reduce__(self) -> tuple[object, ...]:
        # Mappings that nobody may write to cannot be pickled as they are.
        mappings = (dict(self.captured), dict(self.by), dict(self.captors))
        return _restored, (self.before, self.move, self.after, *mappings, self.announcement)

    def _repr_svg_(self) -> str:
        # Pictures come later in the line of modules than what they show.
        from hnefatafl.render.svg import svg

        return svg(self)


def _restored(
    before: Position,
    move: Move,
    after: Position,
    captured: dict[Square, Piece],
    by: dict[Square, CaptureKind],
    captors: dict[Square, tuple[Square, ...]],
    announcement: Announcement | None,
) -> Play:
    return Play(
        before=before,
        move=move,
        after=after,
        captured=MappingProxyType(captured),
        by=MappingProxyType(by),
        captors=MappingProxyType(captors),
        announcement=announcement,
    )
