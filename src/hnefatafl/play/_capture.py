"""Captures: what a move takes from the board, by which rule."""

from __future__ import annotations

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import CaptureKind, Piece, Square, SquareSet


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

    __repr__ = brief

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
