"""Sides, kinds of pieces, pieces, and sets of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Flag
from operator import attrgetter
from typing import ClassVar, Final

from hnefatafl.support.arguments import check
from hnefatafl.support.as_json import plain
from hnefatafl.support.enums import Listed
from hnefatafl.support.errors import NotationError
from hnefatafl.support.immutability import FixedMember, frozen
from hnefatafl.support.schemas import offer


class Side(Listed):
    """The two sides.

    >>> from hnefatafl import variants
    >>> variants.COPENHAGEN.first
    Side.ATTACKERS
    >>> print(Side.ATTACKERS, "against", Side.DEFENDERS)
    attackers against defenders

    A side is neither a text nor a number: compare it with ``is``, and sort by ``str``. In JSON write its value, which
    also makes it.

    >>> Side("attackers") is Side.ATTACKERS, Side.ATTACKERS.value
    (True, 'attackers')
    """

    ATTACKERS = "attackers"
    """The besiegers, who try to capture the king."""
    DEFENDERS = "defenders"
    """The king's side, which helps him escape."""

    @property
    def opponent(self) -> Side:
        """The other side."""
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


class Kind(Listed):
    """The kind of a piece.

    >>> Piece.parse("C").kind
    Kind.COMMANDER
    >>> print(*Kind)
    soldier king commander knight mercenary guard
    """

    SOLDIER = "soldier"
    """An ordinary man of either side."""
    KING = "king"
    """The king (hnefi), the defenders' chief piece."""
    COMMANDER = "commander"
    """A man who jumps over enemies, and who can take a strong king with another of his rank (berserk)."""
    KNIGHT = "knight"
    """A man who captures enemies by jumping over them (berserk, Tyr)."""
    MERCENARY = "mercenary"
    """A man who changes sides instead of being captured (OpenTafl)."""
    GUARD = "guard"
    """A man who takes no part in captures, and is captured only when completely surrounded (OpenTafl), or never."""


@frozen(init=False, eq=False)
class Piece:
    """A piece: its side and its kind.

    There is one object for each piece, so pieces can be compared by ``is``.

    >>> Piece.ATTACKER.symbol, Piece.DEFENDER.symbol, Piece.KING.symbol
    ('t', 'T', 'K')
    >>> print(Piece(Side.ATTACKERS, Kind.COMMANDER), Piece.parse("N"))
    attacking commander defending knight
    """

    side: Side
    """The side of the piece."""
    kind: Kind
    """The kind of the piece."""

    ATTACKER: ClassVar[Piece]
    """An attackers' soldier, written ``t``."""
    DEFENDER: ClassVar[Piece]
    """A defenders' soldier, written ``T``."""
    KING: ClassVar[Piece]
    """The king, written ``K``."""

    def __new__(cls, side: Side, kind: Kind) -> Piece:
        check("side", side, Side)
        check("kind", kind, Kind)
        piece = _PIECES.get((side, kind))
        if piece is None:
            piece = object.__new__(cls)
            object.__setattr__(piece, "side", side)
            object.__setattr__(piece, "kind", kind)
            piece = _PIECES.setdefault((side, kind), piece)
        return piece

    def __reduce__(self) -> tuple[object, ...]:
        return Piece, (self.side, self.kind)

    @property
    def symbol(self) -> str:
        """The letter of the piece in records: ``t`` soldier, ``c`` commander, ``n`` knight, ``m`` mercenary,
        ``g`` guard, ``k`` king; lower case for the attackers.
        """
        letter = _LETTERS[self.kind]
        return letter if self.side is Side.ATTACKERS else letter.upper()

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Parse the letter of a piece.

        >>> Piece.parse("K") == Piece.KING
        True
        >>> Piece.parse("Q")
        Traceback (most recent call last):
            ...
        hnefatafl.errors.NotationError: a piece was expected: one of tcnmgTCNMGK (line 1, column 1)
            Q
            ^

        Raises:
            NotationError: the text is not the letter of a piece.
        """
        check("text", text, str)
        for piece in _SETS:
            if piece.symbol == text:
                return piece
        raise NotationError("a piece was expected: one of tcnmgTCNMGK", text)

    def __str__(self) -> str:
        if self.kind is Kind.KING:
            return "king"
        return self.side.value[:-1] if self.kind is Kind.SOLDIER else f"{self.side.value[:-3]}ing {self.kind}"


_PIECES: Final[dict[tuple[Side, Kind], Piece]] = {}
Piece.ATTACKER = Piece(Side.ATTACKERS, Kind.SOLDIER)
Piece.DEFENDER = Piece(Side.DEFENDERS, Kind.SOLDIER)
Piece.KING = Piece(Side.DEFENDERS, Kind.KING)
_LETTERS: Final = {
    Kind.SOLDIER: "t",
    Kind.KING: "k",
    Kind.COMMANDER: "c",
    Kind.KNIGHT: "n",
    Kind.MERCENARY: "m",
    Kind.GUARD: "g",
}


class PieceSet(FixedMember, Flag):
    """A set of kinds of pieces, separate for each side: the pieces that a rule concerns.

    The sets combine with ``|``, ``&`` and ``~``; ``in`` tests for a subset, and
    :meth:`has` for a piece.

    >>> PieceSet.ATTACKERS | PieceSet.KING
    PieceSet.ATTACKERS | PieceSet.KING
    >>> PieceSet.MEN.has(Piece.KING)
    False
    """

    NONE = 0
    """No piece."""
    ATTACKING_SOLDIERS = 1
    """The attackers' ordinary soldiers."""
    DEFENDING_SOLDIERS = 2
    """The defenders' ordinary soldiers."""
    KING = 4
    """The king."""
    # The kernel uses 8 for what lies beyond the edge.
    ATTACKING_COMMANDERS = 16
    """The attackers' commanders."""
    ATTACKING_KNIGHTS = 32
    """The attackers' knights."""
    ATTACKING_MERCENARIES = 64
    """Mercenaries on the attackers' side."""
    ATTACKING_GUARDS = 128
    """The attackers' guards."""
    DEFENDING_COMMANDERS = 256
    """The defenders' commanders."""
    DEFENDING_KNIGHTS = 512
    """The defenders' knights."""
    DEFENDING_MERCENARIES = 1024
    """Mercenaries on the defenders' side."""
    DEFENDING_GUARDS = 2048
    """The defenders' guards."""
    SOLDIERS = ATTACKING_SOLDIERS | DEFENDING_SOLDIERS
    """The ordinary soldiers of both sides."""
    COMMANDERS = ATTACKING_COMMANDERS | DEFENDING_COMMANDERS
    """The commanders of both sides."""
    KNIGHTS = ATTACKING_KNIGHTS | DEFENDING_KNIGHTS
    """The knights of both sides."""
    MERCENARIES = ATTACKING_MERCENARIES | DEFENDING_MERCENARIES
    """The mercenaries of both sides."""
    GUARDS = ATTACKING_GUARDS | DEFENDING_GUARDS
    """The guards of both sides."""
    ATTACKERS = ATTACKING_SOLDIERS | ATTACKING_COMMANDERS | ATTACKING_KNIGHTS | ATTACKING_MERCENARIES | ATTACKING_GUARDS
    """Every piece of the attackers."""
    DEFENDING_MEN = (
        DEFENDING_SOLDIERS | DEFENDING_COMMANDERS | DEFENDING_KNIGHTS | DEFENDING_MERCENARIES | DEFENDING_GUARDS
    )
    """Every piece of the defenders except the king."""
    DEFENDERS = DEFENDING_MEN | KING
    """Every piece of the defenders, including the king."""
    MEN = ATTACKERS | DEFENDING_MEN
    """Every piece except the king."""
    ALL = MEN | KING
    """Every piece."""

    def has(self, piece: Piece) -> bool:
        """Return whether the piece belongs to the set.

        >>> PieceSet.DEFENDERS.has(Piece.KING), PieceSet.DEFENDING_MEN.has(Piece.KING)
        (True, False)
        """
        if piece not in _SETS:
            check("piece", piece, Piece)
            return False
        return bool(self & _SETS[piece])

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> PieceSet:
        """Return the set of those pieces.

        >>> from hnefatafl import variants
        >>> PieceSet.of(variants.BRANDUBH.start.values())
        PieceSet.SOLDIERS | PieceSet.KING
        """
        members = cls.NONE
        check("pieces", pieces, Iterable)
        for piece in pieces:
            check("pieces", piece, Piece)
            members |= _SETS[piece]
        return members

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the set, attackers first and the king last."""
        return tuple(piece for piece, one in _SETS.items() if one in self)

    @property
    def parts(self) -> tuple[PieceSet, ...]:
        """The fewest named sets that make up this one, large ones first.

        >>> (PieceSet.ATTACKERS | PieceSet.DEFENDING_SOLDIERS | PieceSet.KING).parts
        (PieceSet.ATTACKERS, PieceSet.DEFENDING_SOLDIERS, PieceSet.KING)
        """
        parts: list[PieceSet] = []
        left = self
        for part in _PARTS:
            if left and part in left:
                parts.append(part)
                left &= ~part
        return tuple(parts)

    def __repr__(self) -> str:
        if not self:
            return "PieceSet.NONE"
        return " | ".join(f"PieceSet.{part.name}" for part in self.parts)


_PARTS: Final = tuple(
    sorted((s for s in PieceSet.__members__.values() if s), key=lambda s: (-s.value.bit_count(), s.value))
)
_SETS: Final = {
    Piece(side, kind): PieceSet[f"{side.name[:-3]}ING_{plural}"]
    for side in Side
    for kind, plural in (
        (Kind.SOLDIER, "SOLDIERS"),
        (Kind.COMMANDER, "COMMANDERS"),
        (Kind.KNIGHT, "KNIGHTS"),
        (Kind.MERCENARY, "MERCENARIES"),
        (Kind.GUARD, "GUARDS"),
    )
} | {Piece.KING: PieceSet.KING}
plain.register(Piece, attrgetter("symbol"))
offer(Piece, type="string", pattern="^[tcnmgTCNMGK]$", examples=["K"])
offer(
    PieceSet,
    anyOf=[{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
    examples=["king", ["king", "knights"]],
)
