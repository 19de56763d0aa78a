"""Sides, kinds of pieces, pieces, and sets of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, Flag
from typing import ClassVar, Final

from attrs import frozen

from hnefatafl.errors import NotationError

__all__ = ["Kind", "Piece", "PieceSet", "Side"]


class Side(Enum):
    """The two sides, which have different aims."""

    ATTACKERS = "attackers"
    """The besiegers, who want to capture the king."""
    DEFENDERS = "defenders"
    """The king's side, which wants to bring him out."""

    @property
    def opponent(self) -> Side:
        """The other side.

        >>> Side.ATTACKERS.opponent
        Side.DEFENDERS
        """
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS

    def __repr__(self) -> str:
        return f"Side.{self.name}"

    def __str__(self) -> str:
        return self.value


class Kind(Enum):
    """What a piece is."""

    SOLDIER = "soldier"
    """An ordinary man of either side."""
    KING = "king"
    """The king (hnefi), the defenders' chief piece."""

    def __repr__(self) -> str:
        return f"Kind.{self.name}"

    def __str__(self) -> str:
        return self.value


@frozen(cache_hash=True)
class Piece:
    """A piece: whose it is, and what it is.

    >>> Piece.ATTACKER.symbol, Piece.DEFENDER.symbol, Piece.KING.symbol
    ('t', 'T', 'K')
    """

    side: Side
    """Whose piece it is."""
    kind: Kind
    """What it is."""

    ATTACKER: ClassVar[Piece]
    """An attackers' soldier, written ``t``."""
    DEFENDER: ClassVar[Piece]
    """A defenders' soldier, written ``T``."""
    KING: ClassVar[Piece]
    """The king, written ``K``."""

    @property
    def symbol(self) -> str:
        """The letter of the piece in records: lower case for the attackers."""
        return _SYMBOLS[self]

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read a piece's letter.

        Raises:
            NotationError: no piece is written so.
        """
        for piece, symbol in _SYMBOLS.items():
            if symbol == text:
                return piece
        raise NotationError("a piece was expected: t, T or K", text)

    def __str__(self) -> str:
        return "king" if self.kind is Kind.KING else f"{self.side.value[:-1]}"


Piece.ATTACKER = Piece(Side.ATTACKERS, Kind.SOLDIER)
Piece.DEFENDER = Piece(Side.DEFENDERS, Kind.SOLDIER)
Piece.KING = Piece(Side.DEFENDERS, Kind.KING)
_SYMBOLS: Final = {Piece.ATTACKER: "t", Piece.DEFENDER: "T", Piece.KING: "K"}


class PieceSet(Flag):
    """A set of kinds of pieces, each side's apart: whom a rule concerns.

    The sets combine by ``|``, ``&`` and ``~``; ``in`` asks for a subset, and
    :meth:`has` for a piece.

    >>> PieceSet.ATTACKERS | PieceSet.KING
    <PieceSet.ATTACKERS|KING: 5>
    >>> PieceSet.SOLDIERS.has(Piece.KING)
    False
    """

    NONE = 0
    """No piece."""
    ATTACKERS = 1
    """The attackers' soldiers."""
    DEFENDERS = 2
    """The defenders' soldiers, without their king."""
    KING = 4
    """The king."""
    SOLDIERS = 3
    """The soldiers of both sides."""
    KINGSMEN = 6
    """The defenders' soldiers and their king."""
    ALL = 7
    """Every piece."""

    def has(self, piece: Piece) -> bool:
        """Whether the piece belongs to the set."""
        return bool(self & _SETS[piece])

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> PieceSet:
        """The set of those pieces."""
        found = cls.NONE
        for piece in pieces:
            found |= _SETS[piece]
        return found

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the set, attackers first."""
        return tuple(piece for piece, one in _SETS.items() if one in self)


_SETS: Final = {
    Piece.ATTACKER: PieceSet.ATTACKERS,
    Piece.DEFENDER: PieceSet.DEFENDERS,
    Piece.KING: PieceSet.KING,
}
