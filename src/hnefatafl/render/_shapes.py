"""The shapes of pictures: paths that start in the middle of a square or in its upper left corner.

A square is 20 units wide. All paths are relative, so that an ``M`` before a shape puts it in its place.
"""

from __future__ import annotations

from typing import Final

from hnefatafl.board import Kind, Piece, Side

UNIT: Final = 20
"""The width of a square."""
SQUARE: Final = "h20v20h-20z"
"""A square, from its upper left corner."""


def number(value: float) -> str:
    """Return a coordinate in its shortest form."""
    return f"{round(value, 1) + 0:g}"


def _disc(radius: float) -> str:
    r, d = number(radius), number(2 * radius)
    return f"m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


_ATTACKER: Final = "m-6-6h12v12h-12z"
_DEFENDER: Final = _disc(6.6)
_KING: Final = _disc(8)


def body(piece: Piece) -> str:
    """Return the outline of a piece, from the middle of its square: attackers are square, defenders are round."""
    if piece.kind is Kind.KING:
        return _KING
    return _ATTACKER if piece.side is Side.ATTACKERS else _DEFENDER


def solid(piece: Piece) -> dict[str, str | float]:
    """Return a piece as it stands on a board, from the middle of its square: its top, how far that is raised, and the
    wall below it. The king is taller than his men."""
    is_king = piece.kind is Kind.KING
    rise, height = (2.4, 3.2) if is_king else (0.8, 1.8)
    if body(piece) == _ATTACKER:
        return {"body": _ATTACKER, "rise": rise, "wall": f"m-6 {number(6 - rise)}v{height}h12v-{height}z"}
    radius = 7.2 if is_king else 6.6
    wall = f"m-{radius}-{rise}v{height}a{radius} {radius} 0 0 0 {2 * radius} 0v-{height}z"
    return {"body": _disc(radius), "rise": rise, "wall": wall}


EMBLEMS: Final = {
    Kind.KING: "m-4.4 4.2h8.8l1-7-3.1 2.7-2.3-4.7-2.3 4.7-3.1-2.7z",
    Kind.COMMANDER: "m0-5 1.2 3.4 3.6.1-2.9 2.1 1 3.5-2.9-2.1-2.9 2.1 1-3.5-2.9-2.1 3.6-.1z",
    Kind.KNIGHT: "m-2.9 4.8h6.3c.5-4.6-.2-7.4-2.6-8.6l-.2-1.4-1.6 1.4-3.4 3.2v1.7l1.3.7 2.6-1c-.2 1.6-1.5 2-2.4 4z",
    Kind.MERCENARY: "m-4.6-3.2h4.6v-1.4l4.4 2.3-4.4 2.3v-1.4h-4.6zm9.2 6.4h-4.6v1.4l-4.4-2.3 4.4-2.3v1.4h4.6z",
    Kind.GUARD: "m-4-4.4h8v4c0 2.6-1.8 4.2-4 5.2-2.2-1-4-2.6-4-5.2z",
}
"""The emblems of pieces other than ordinary soldiers, from the middle: a crown, a star, a horse's head, two arrows
that swap places, a shield."""

THRONE: Final = "m2 2h16v16h-16zl16 16m-16 0l16-16"
"""The sign of the throne, from the upper left corner: framed and crossed."""
CORNER: Final = "m2 2h16v16h-16zm8 0l8 8-8 8-8-8z"
"""The sign of a corner: a lozenge in a frame."""
PATTERNS: Final = (
    "m0 10l10-10m10 0l-20 20m10 0l10-10",
    "m3 1.5v3m-1.5-1.5h3m12.5-1.5v3m-1.5-1.5h3m-1.5 12.5v3m-1.5-1.5h3m-15.5-1.5v3m-1.5-1.5h3m5.5-7v3m-1.5-1.5h3",
    "m0 10l10 10m10 0l-20-20m10 0l10 10",
    "m0 3h20m0 7h-20m0 7h20",
    "m3 0v20m7 0v-20m7 0v20",
    "m0 10l10-10 10 10-10 10z",
)
"""The patterns of other zones, from the upper left corner; they continue on adjacent squares."""
BRACKETS: Final = "m1.5 6v-4.5h4.5m8 0h4.5v4.5m0 8v4.5h-4.5m-8 0h-4.5v-4.5"
"""The brackets around the squares of the last move, from the upper left corner."""

DOT: Final = _disc(2.4)
"""The sign of a square that a piece may move to, from the middle."""
RING: Final = _disc(5) + "m2 0a3 3 0 0 0 6 0a3 3 0 0 0-6 0z"
"""The sign of a square that a piece may move to with a capture: a ring, whose inner circle has the other direction."""
CROSS: Final = "m-5.5-5.5l11 11m-11 0l11-11"
"""The sign of a captured piece, from the middle."""
OPEN_CROSS: Final = "m-9-9l4.2 4.2m9.6 0l4.2-4.2m0 18l-4.2-4.2m-9.6 0l-4.2 4.2"
"""The same for pieces with an emblem, which it leaves visible."""
MARKS: Final = {
    "circle": _disc(9),
    "square": "m-8.5-8.5h17v17h-17z",
    "triangle": "m0-9l8.5 15.5h-17z",
    "cross": "m-8-8l16 16m-16 0l16-16",
}
"""The outlines that mark squares, from the middle; a circle shows its whole width around any piece."""


def arrow(x: float, y: float, to_x: float, to_y: float, *, leave: float = 0, reach: float = 2) -> str:
    """Return an arrow between two different points: a path that starts and ends at that distance from them."""
    dx, dy = to_x - x, to_y - y
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length, dy / length
    tip = length - reach
    neck = max(tip - 8, leave)
    outline = ((leave, 1.3), (neck, 1.3), (neck, 4.5), (tip, 0))
    outline += tuple((along, -across) for along, across in reversed(outline[:-1]))
    points = [(x + along * dx - across * dy, y + along * dy + across * dx) for along, across in outline]
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "z"
