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


@frozen(kw_only=True)
class Play:
    """A legal move and what it did, as :meth:`Position.explain <hnefatafl.position.Position.explain>` tells it."""

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
        """Where captured mercenaries stand, who have changed sides instead of leaving the board."""
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
