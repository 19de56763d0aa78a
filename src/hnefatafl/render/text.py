"""Boards as text: for a terminal, with colours or without.

Pieces and zones are readable without colour: the throne is in ``[ ]``, the corners in ``< >``, and every other zone,
such as a camp, in ``( )``.

>>> from hnefatafl import variants
>>> print(format_legend(variants.BRANDUBH.start, variants.BRANDUBH, glyphs=ASCII))
t 8 attackers   T 4 defenders   K king   [ ] throne   < > corners
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hnefatafl.board import Board, Kind, Move, Piece, PieceSet, Side, Square, as_move
from hnefatafl.rules import Ruleset, RulesetLike, as_ruleset, optional_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted

__all__ = ["ASCII", "UNICODE", "Glyphs", "format_board", "format_legend"]


@frozen(kw_only=True)
class Glyphs:
    """The characters for the squares, one each and of equal width.

    >>> UNICODE.of(Piece.parse("c")), UNICODE.of(Piece.parse("C")), ASCII.of(None)
    ('▲', '△', '.')
    """

    attackers: str
    """The attackers' soldier, commander, knight, mercenary and guard, one character each."""
    defenders: str
    """The same of the defenders."""
    king: str
    """The king."""
    empty: str
    """An empty square."""

    def of(self, piece: Piece | None) -> str:
        """Return the character for a piece, or for an empty square.

        >>> ASCII.of(Piece.KING), ASCII.of(None)
        ('K', '.')
        """
        if piece is None:
            return self.empty
        if piece.kind is Kind.KING:
            return self.king
        return (self.attackers if piece.side is Side.ATTACKERS else self.defenders)[_MEN.index(piece.kind)]

    @property
    def signs(self) -> str:
        """All the characters."""
        return self.attackers + self.defenders + self.king + self.empty


_MEN: Final = tuple(kind for kind in Kind if kind is not Kind.KING)
ASCII: Final = Glyphs(attackers="tcnmg", defenders="TCNMG", king="K", empty=".")
"""The letters of the records."""
UNICODE: Final = Glyphs(attackers="●▲♞◆■", defenders="○△♘◇□", king="♔", empty="·")
"""Discs and a crown; triangles for commanders, horses for knights, lozenges for mercenaries, squares for guards."""

_PLAIN, _THRONE, _CORNER, _ZONE = range(4)
_BRACKETS: Final = ("  ", "[]", "<>", "()")

# Of the 256 colours, which all terminals draw alike, whatever their colour scheme.
_GROUND: Final = ("48;5;235", "48;5;54", "48;5;24", "48;5;52")
_MOVED: Final = "48;5;22"
_INK: Final = {Side.ATTACKERS: "1;38;5;215", Side.DEFENDERS: "1;38;5;159"}
_KING_INK: Final = "1;38;5;227"
_EMPTY_INK: Final = "38;5;243"
_BRACKET_INK: Final = "38;5;247"
_RESET: Final = "\x1b[0m"


def format_board(
    board: Board,
    ruleset: RulesetLike | None = None,
    *,
    glyphs: Glyphs = UNICODE,
    color: bool = False,
    last_move: Move | str | None = None,
) -> str:
    """Draw a board, the highest rank first, with the names of ranks and files.

    >>> from hnefatafl import variants
    >>> print(format_board(variants.BRANDUBH.start, variants.BRANDUBH, glyphs=ASCII))
    7 <.> .  .  t  .  . <.>
    6  .  .  .  t  .  .  .
    5  .  .  .  T  .  .  .
    4  t  t  T [K] T  t  t
    3  .  .  .  T  .  .  .
    2  .  .  .  t  .  .  .
    1 <.> .  .  t  .  . <.>
       a  b  c  d  e  f  g

    Arguments:
        board: the board.
        ruleset: the ruleset whose zones are shown; without it all squares look the same.
        glyphs: the characters for the pieces.
        color: whether to colour the squares with terminal escape codes.
        last_move: a move whose squares are highlighted; only with ``color``.
    """
    check("board", board, Board)
    ruleset = optional_ruleset(ruleset)
    n = board.size
    zones = _map_zones(ruleset)
    moved = None if last_move is None else as_move(last_move)
    lit = () if moved is None else (moved.origin, moved.target)
    width = len(str(n))
    lines: list[str] = []
    for rank in reversed(range(n)):
        cells: list[str] = []
        for file in range(n):
            square = Square(file, rank)
            zone = zones.get(square, _PLAIN)
            piece = board.get(square)
            left, right = _BRACKETS[zone]
            if color:
                ground = _MOVED if square in lit else _GROUND[zone]
                cells.append(_colour_glyph(left, glyphs.of(piece), right, ground, _choose_ink(piece)))
            else:
                cells.append(f"{left}{glyphs.of(piece)}{right}")
        lines.append(f"{rank + 1:>{width}} {''.join(cells)}{_RESET if color else ''}".rstrip())
    lines.append(" " * width + " " + "".join(f" {chr(97 + file)} " for file in range(n)).rstrip())
    return "\n".join(lines)


def format_legend(board: Board, ruleset: RulesetLike, *, glyphs: Glyphs = UNICODE) -> str:
    """Return a legend of a board in one line, with the number of pieces.

    >>> from hnefatafl import variants
    >>> print(format_legend(variants.COPENHAGEN.start, variants.COPENHAGEN, glyphs=ASCII))
    t 24 attackers   T 12 defenders   K king   [ ] throne   < > corners
    """
    check("board", board, Board)
    ruleset = as_ruleset(ruleset)
    parts = [f"{glyphs.of(piece)} {men}" for piece, men in _count_pieces(board)]
    parts.append(f"{glyphs.king} king")
    if ruleset.throne is not None:
        parts.append(f"[ ] {ruleset.throne.name}")
    if ruleset.corners is not None:
        parts.append(f"< > {ruleset.corners.name}")
    if ruleset.zones:
        parts.append(f"( ) {', '.join(zone.name for zone in ruleset.zones)}")
    return "   ".join(parts)


def _map_zones(rules: Ruleset | None) -> Mapping[Square, int]:
    """Return the zone that each special square is shown in; the throne precedes the corners, and both the other
    zones."""
    zones_by_square: dict[Square, int] = {}
    if rules is None:
        return zones_by_square
    for kind, zones in ((_ZONE, rules.zones), (_CORNER, (rules.corners,)), (_THRONE, (rules.throne,))):
        for zone in zones:
            if zone is not None:
                zones_by_square.update(dict.fromkeys(zone.squares.squares(rules.size), kind))
    return zones_by_square


def _colour_glyph(left: str, glyph: str, right: str, ground: str, ink: str) -> str:
    start = f"\x1b[0;{ground};"
    if left == " ":
        return f"{start}{ink}m {glyph} "
    return f"{start}{_BRACKET_INK}m{left}{start}{ink}m{glyph}{start}{_BRACKET_INK}m{right}"


def _count_pieces(board: Board) -> Iterator[tuple[Piece, str]]:
    """Yield the men of a board with their numbers; soldiers are called so only if there are other kinds."""
    counts = {piece: board.count(PieceSet.of([piece])) for piece in PieceSet.MEN.pieces}
    mixed = sum(counts.values()) > counts[Piece.ATTACKER] + counts[Piece.DEFENDER]
    for piece, count in counts.items():
        soldier = piece.kind is Kind.SOLDIER
        if count or (soldier and not mixed):
            noun = f"{piece.side.value[:-3]}ing soldier" if soldier and mixed else str(piece)
            yield piece, counted(count, noun)


def _choose_ink(piece: Piece | None) -> str:
    if piece is None:
        return _EMPTY_INK
    return _KING_INK if piece.kind is Kind.KING else _INK[piece.side]
