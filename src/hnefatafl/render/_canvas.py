"""The places of squares in a picture, and what is drawn on them.

The shapes of pictures: paths that start in the middle of a square or in its upper left corner.

A square is 20 units wide. All paths are relative, so that an ``M`` before a shape puts it in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final, get_args

import attrs

from hnefatafl.board import Board, Kind, Move, Piece, Region, Side, Square, Symmetry
from hnefatafl.play import PlayedMove
from hnefatafl.records import Colour, Shape
from hnefatafl.render._scene import Marking
from hnefatafl.render.themes import Theme, find_theme
from hnefatafl.rules import Ruleset, Zone
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import shortened

_COLOURS: Final = {field.name for field in attrs.fields(Theme)} - {"name"}
_ROUND: Final = {"stroke-linecap": "round", "stroke-linejoin": "round"}
_SIGNS: Final[dict[str, dict[str, str]]] = {
    "page": {"fill": "page"},
    "ground": {"fill": "ground"},
    "zone": {"fill": "zone"},
    "corners": {"fill": "corner"},
    "throne": {"fill": "throne"},
    "moved": {"fill": "moved"},
    "zone-sign": {"fill": "none", "stroke": "zone_ink", "stroke-width": "1.1"} | _ROUND,
    "corners-sign": {"fill": "none", "stroke": "corner_ink", "stroke-width": "1.1"},
    "throne-sign": {"fill": "none", "stroke": "throne_ink", "stroke-width": "1.1"},
    "grid": {"fill": "none", "stroke": "line", "stroke-width": ".6"},
    "rim": {"fill": "none", "stroke": "text", "stroke-width": "1"},
    "way-out": {"fill": "none", "stroke": "way_out", "stroke-width": "2.4", "stroke-dasharray": "6 2"},
    "brackets": {"fill": "none", "stroke": "moved_ink", "stroke-width": "1.4"},
    "ties": {"fill": "none", "stroke": "sign", "stroke-width": "2"},
    "attackers": {"fill": "attacker", "stroke": "attacker_line", "stroke-width": "1.2", "stroke-linejoin": "round"},
    "defenders": {"fill": "defender", "stroke": "defender_line", "stroke-width": "1.2"},
    "attackers-emblems": {"fill": "attacker_ink"},
    "defenders-emblems": {"fill": "defender_ink"},
    "lost": {"fill": "none", "stroke": "text", "stroke-width": "1", "stroke-dasharray": "2 1.5"},
    "lost-emblems": {"fill": "text"},
    "halo": {"fill": "none", "stroke": "halo", "stroke-width": "3.4"} | _ROUND,
    "crosses": {"fill": "none", "stroke": "sign", "stroke-width": "1.8"} | _ROUND,
    "marks": {"fill": "none", "stroke": "sign", "stroke-width": "1.8"} | _ROUND,
    "legal": {"fill": "sign", "stroke": "halo", "stroke-width": ".6"},
    "arrows": {"fill": "sign", "stroke": "halo", "stroke-width": ".8", "stroke-linejoin": "round"},
    "labels": {"fill": "none", "stroke": "text", "stroke-width": "1"} | _ROUND,
}
_PAINT: Final = _SIGNS | {colour: {**_SIGNS["arrows"], "fill": colour} for colour in get_args(Colour)}
"""The attributes of groups by their names. Arrows and circles of a note have groups named after their colours."""


def group(name: str, theme: Theme, content: str) -> str:
    """Return elements of the same style as a group of that class; an empty text if there are none."""
    if not content:
        return ""
    attributes = "".join(
        f' {attribute}="{getattr(theme, value) if value in _COLOURS else value}"'
        for attribute, value in _PAINT[name].items()
    )
    return f'<g class="{name}"{attributes}>{content}</g>'


def paths(data: Iterable[str]) -> str:
    """Return one path of many parts; an empty text if there are none."""
    whole = "".join(data)
    return f'<path d="{whole}"/>' if whole else ""


def colours(theme: Theme) -> dict[str, str]:
    """Return the colours of a theme by their names."""
    return {name: getattr(theme, name) for name in sorted(_COLOURS)}


def style_sheet(theme: Theme | str | None, scope: str, *, colours_only: bool = False) -> str:
    """Return the CSS rules that style everything below a selector like the attributes of the groups.

    Without a theme the colours are custom properties, such as ``--tafl-ground``.

    >>> "var(--tafl-ground)" in style_sheet(None, ".board")
    True
    """
    drawn = {name: f"var(--tafl-{name})" for name in _COLOURS} if theme is None else colours(find_theme(theme))
    rules: list[str] = []
    for name, attributes in _PAINT.items():
        declarations = [
            f"{attribute}:{drawn.get(value, value)}"
            for attribute, value in attributes.items()
            if value in _COLOURS or not colours_only
        ]
        rules.append(f"{scope} .{name}{{{';'.join(declarations)}}}")
    return "".join(rules)


UNIT: Final = 20
"""The width of a square."""
SQUARE: Final = "h20v20h-20z"
"""A square, from its upper left corner."""


def number(value: float) -> str:
    """Return a coordinate in its shortest form."""
    return f"{round(value, 1) + 0:g}"


def _draw_disc(radius: float) -> str:
    r, d = number(radius), number(2 * radius)
    return f"m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


_ATTACKER: Final = "m-6-6h12v12h-12z"
_DEFENDER: Final = _draw_disc(6.6)
_KING: Final = _draw_disc(8)


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
    return {"body": _draw_disc(radius), "rise": rise, "wall": wall}


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

DOT: Final = _draw_disc(2.4)
"""The sign of a square that a piece may move to, from the middle."""
RING: Final = _draw_disc(5) + "m2 0a3 3 0 0 1 6 0a3 3 0 0 1-6 0z"
"""The sign of a square that a piece may move to with a capture: a ring, whose inner circle has the other direction."""
CIRCLE: Final = _draw_disc(9.9) + "m1.7 0a8.2 8.2 0 0 1 16.4 0a8.2 8.2 0 0 1-16.4 0z"
"""A circle of a note, from the middle: a ring around any piece."""
CROSS: Final = "m-5.5-5.5l11 11m-11 0l11-11"
"""The sign of a captured piece, from the middle."""
OPEN_CROSS: Final = "m-9-9l4.2 4.2m9.6 0l4.2-4.2m0 18l-4.2-4.2m-9.6 0l-4.2 4.2"
"""The same for pieces with an emblem, which it leaves visible."""
MARKS: Final = {
    "circle": _draw_disc(9),
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


_BOWL: Final = "a2.1 2.3 0 1 0-4.2 0a2.1 2.3 0 1 0 4.2 0"
_GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "a": (4.2, f"m4.2-4.6v4.6m0-2.3{_BOWL}"),
    "b": (4.2, f"m0-7v7m4.2-2.3{_BOWL}"),
    "c": (4.0, "m4-3.7a2.1 2.3 0 1 0 0 2.8"),
    "d": (4.2, f"m4.2-7v7m0-2.3{_BOWL}"),
    "e": (4.2, "m0-2.3h4.2a2.1 2.3 0 1 0-.6 1.7"),
    "f": (3.4, "m3.4-6.8c-1.6-.6-2.4.2-2.4 1.6v5.2m-1-4.6h3"),
    "g": (4.2, f"m4.2-4.6v4.8a2.1 1.9 0 0 1-3.9.8m3.9-3.3{_BOWL}"),
    "h": (4.2, "m0-7v7m0-2.6a2.1 2 0 0 1 4.2 0v2.6"),
    "i": (2.0, "m1-4.6v4.6m0-6.8v.2"),
    "j": (2.6, "m2-4.6v5.2q0 1.4-1.6 1.3m1.6-8.7v.2"),
    "k": (3.8, "m0-7v7m3.6-4.6l-3.6 2.8m1.4-1.1l2.4 2.9"),
    "l": (2.0, "m1-7v7"),
    "m": (6.0, "m0-4.6v4.6m0-2.8a1.5 1.7 0 0 1 3 0v2.8m0-2.8a1.5 1.7 0 0 1 3 0v2.8"),
    "n": (4.2, "m0-4.6v4.6m0-2.6a2.1 2 0 0 1 4.2 0v2.6"),
    "o": (4.2, f"m4.2-2.3{_BOWL}"),
    "p": (4.2, f"m0-4.6v6.8m4.2-4.5{_BOWL}"),
    "q": (4.2, f"m4.2-4.6v6.8m0-4.5{_BOWL}"),
    "r": (2.8, "m0-4.6v4.6m0-2.4a2.4 2.2 0 0 1 2.8-2.1"),
    "s": (3.8, "m3.5-3.9c-.8-1-3.2-1-3.2.3 0 1.6 3.4.9 3.4 2.4 0 1.5-2.7 1.6-3.6.3"),
    "t": (3.2, "m1.2-6.4v4.8q0 1.7 2 1.5m-3.2-4.5h3.2"),
    "u": (4.2, "m0-4.6v2.6a2.1 2 0 0 0 4.2 0m0-2.6v4.6"),
    "0": (4.0, "m4-3.3a2 3.3 0 1 0-4 0a2 3.3 0 1 0 4 0"),
    "1": (3.0, "m.4-5.2l1.8-1.4v6.6"),
    "2": (4.0, "m.2-5c.3-2.2 3.6-2.2 3.6.1 0 1.7-2.4 2.6-3.8 4.9h4"),
    "3": (4.0, "m.2-5.6c1-1.6 3.6-1.1 3.4.5 0 1.2-1.1 1.6-2.2 1.6 1.4 0 2.5.5 2.5 1.8 0 2-3 2.4-3.9.6"),
    "4": (4.2, "m3 0v-6.6l-3 4.6h4.2"),
    "5": (4.0, "m3.6-6.6h-3l-.4 3c1.4-1.2 3.8-.6 3.8 1.5 0 2.4-3 2.8-4 1"),
    "6": (4.0, "m3.4-6.2c-2.2-.8-3.4 1.4-3.4 4.1m4 0a2 2.1 0 1 0-4 0a2 2.1 0 1 0 4 0"),
    "7": (4.0, "m0-6.6h4l-2.6 6.6"),
    "8": (4.0, "m3.7-4.9a1.7 1.7 0 1 0-3.4 0a1.7 1.7 0 1 0 3.4 0m.3 3.2a2 1.7 0 1 0-4 0a2 1.7 0 1 0 4 0"),
    "9": (4.0, "m.6-.4c2.2.8 3.4-1.4 3.4-4.1a2 2.1 0 1 0-4 0a2 2.1 0 1 0 4 0"),
    "×": (3.6, "m0-4.6l3.6 3.6m-3.6 0l3.6-3.6"),
}
"""The width of each sign, and its path from the left end of its base line."""
_GAP: Final = 1.6


def centred(text: str, x: float, y: float) -> str:
    """Return the path of a text on a base line, with its middle at a point."""
    outlines: list[str] = []
    left = x - (sum(_GLYPHS[sign][0] + _GAP for sign in text) - _GAP) / 2
    for sign in text:
        width, shape = _GLYPHS[sign]
        outlines.append(f"M{number(left)} {number(y)}{shape}")
        left += width + _GAP
    return "".join(outlines)


_HALF: Final = UNIT // 2
_UPRIGHT: Final = (Symmetry.IDENTITY, Symmetry.ROTATE_180, Symmetry.MIRROR_FILES, Symmetry.MIRROR_RANKS)
_SIDES: Final = ((0, 1, "M{x} {y}h20"), (1, 0, "M{r} {y}v20"), (0, -1, "M{r} {b}h-20"), (-1, 0, "M{x} {b}v-20"))


@frozen(kw_only=True)
class Canvas:
    """A board in a picture, in its orientation; the upper left corner of the board is the origin."""

    size: int
    """The number of files."""
    theme: Theme
    """The colours."""
    orientation: Symmetry
    """The orientation of the board."""

    @property
    def width(self) -> int:
        """The width of the board."""
        return self.size * UNIT

    def at(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        shown = self.orientation.apply(square, self.size)
        return shown.file * UNIT, (self.size - 1 - shown.rank) * UNIT

    def corner(self, square: Square, shape: str) -> str:
        """Return a shape that starts in the upper left corner of a square."""
        x, y = self.at(square)
        return f"M{x} {y}{shape}"

    def middle(self, square: Square, shape: str) -> str:
        """Return a shape that starts in the middle of a square."""
        x, y = self.at(square)
        return f"M{x + _HALF} {y + _HALF}{shape}"

    def corners(self, name: str, squares: Iterable[Square], shape: str) -> str:
        """Return the shape on squares, painted as a group of that name."""
        return group(name, self.theme, paths(self.corner(square, shape) for square in squares))

    def haloed(self, name: str, data: Iterable[str]) -> str:
        """Return lines with an outline that separates them from what they cross."""
        whole = paths(data)
        return group("halo", self.theme, whole) + group(name, self.theme, whole)

    # The board.

    def ground(self) -> str:
        """Return the squares, all alike."""
        return group("ground", self.theme, paths([f"M0 0h{self.width}v{self.width}h-{self.width}z"]))

    def zones(self, rules: Ruleset) -> tuple[str, str]:
        """Return the squares of the zones and their signs; zones that differ only in place have the same sign."""
        grounds: list[str] = []
        signs: list[str] = []
        for name, zone, sign in zone_signs(rules):
            squares = zone.squares.squares(self.size)
            title = f"<title>{escape(shortened(zone.name))}</title>"
            plain = paths(self.corner(square, SQUARE) for square in squares)
            grounds.append(group(name, self.theme, plain and title + plain))
            signs.append(self.corners(f"{name}-sign", squares, sign))
        return "".join(grounds), "".join(signs)

    def lines(self) -> str:
        """Return the lines between the squares, and the rim."""
        width = self.width
        steps = range(UNIT, width, UNIT)
        inner = paths([*(f"M{x} 0v{width}" for x in steps), *(f"M0 {y}h{width}" for y in steps)])
        rim = paths([f"M-.5-.5h{width + 1}v{width + 1}h-{width + 1}z"])
        return group("grid", self.theme, inner) + group("rim", self.theme, rim)

    def ways_out(self, escape_to: Region) -> str:
        """Return the marks where the king escapes: the rim beside such squares, or around those that are not at the
        rim."""
        parts: list[str] = []
        for square in escape_to.squares(self.size):
            shown = self.orientation.apply(square, self.size)
            x, y = self.at(square)
            open_sides = [(f, r, line) for f, r, line in _SIDES if not shown.offset(f, r).on(self.size)]
            gap = 1.7 if open_sides else -2.2
            for f, r, line in open_sides or _SIDES:
                dx, dy = f * gap, -r * gap
                places = {"x": x + dx, "y": y + dy, "r": x + UNIT + dx, "b": y + UNIT + dy}
                parts.append(line.format_map({key: number(value) for key, value in places.items()}))
        return group("way-out", self.theme, paths(parts))

    def labels(self) -> str:
        """Return the names of files and ranks, below the board and at its left."""
        texts: list[str] = []
        back = self.orientation.inverse
        upright = self.orientation in _UPRIGHT
        for i in range(self.size):
            below, left = back.apply(Square(i, 0), self.size), back.apply(Square(0, i), self.size)
            y = (self.size - 1 - i) * UNIT + _HALF + 3
            texts.append(centred(below.name[0] if upright else below.name[1:], i * UNIT + _HALF, self.width + 12))
            texts.append(centred(left.name[1:] if upright else left.name[0], -9, y))
        return group("labels", self.theme, paths(texts))

    # What is on it.

    def moved(self, move: Move) -> str:
        """Return the squares of the last move."""
        return self.corners("moved", dict.fromkeys((move.origin, move.target)), SQUARE)

    def brackets(self, squares: Iterable[Square]) -> str:
        """Return brackets around squares."""
        return self.corners("brackets", squares, BRACKETS)

    def men(self, standing: Mapping[Square, Piece]) -> str:
        """Return the pieces."""
        placed = [(square.name, piece, *self.at(square)) for square, piece in standing.items()]
        return pieces(((name, piece, x + _HALF, y + _HALF) for name, piece, x, y in placed), self.theme)

    def ties(self, play: PlayedMove) -> str:
        """Return lines from the captured pieces to their captors."""
        parts: list[str] = []
        for square, captor in tied(play):
            (x, y), (cx, cy) = self.at(square), self.at(captor)
            parts.append(f"M{x + _HALF} {y + _HALF}l{cx - x} {cy - y}")
        return group("ties", self.theme, paths(parts))

    def fallen(self, play: PlayedMove) -> str:
        """Return the pieces that a move captured, crossed out."""
        left = [(capture.square, capture.piece) for capture in play.captures if capture.square not in play.after.board]
        lost = paths(self.middle(square, body(piece)) for square, piece in left)
        emblems = paths(self.middle(square, EMBLEMS[piece.kind]) for square, piece in left if piece.kind in EMBLEMS)
        crosses = [
            self.middle(capture.square, OPEN_CROSS if capture.piece.kind in EMBLEMS else CROSS)
            for capture in play.captures
            if capture.square not in play.turned
        ]
        return (
            group("lost", self.theme, lost)
            + group("lost-emblems", self.theme, emblems)
            + self.haloed("crosses", crosses)
        )

    def targets(self, targets: Mapping[Square, bool]) -> str:
        """Return the marks where a piece may move: dots, and rings where it captures."""
        shapes = (self.middle(square, RING if takes else DOT) for square, takes in targets.items())
        return group("legal", self.theme, paths(shapes))

    def marks(self, marks: Mapping[Square, Marking]) -> str:
        """Return the marked squares."""
        return self.haloed("marks", (self.middle(square, MARKS[marking]) for square, marking in marks.items()))

    def arrows(self, arrows: Iterable[Move], board: Board) -> str:
        """Return arrows from square to square, which leave the pieces on them visible."""
        return group("arrows", self.theme, paths(self._arrow(move.origin, move.target, board) for move in arrows))

    def _arrow(self, origin: Square, target: Square, board: Board) -> str:
        (x, y), (to_x, to_y) = self.at(origin), self.at(target)
        ends = (x + _HALF, y + _HALF, to_x + _HALF, to_y + _HALF)
        return arrow(*ends, leave=7 if origin in board else 0, reach=7 if target in board else 2)

    def shapes(self, shapes: Iterable[Shape], board: Board) -> str:
        """Return arrows and circles of a note, each in its colour."""
        outlines = (
            (shape.colour, self.middle(shape.origin, CIRCLE))
            if shape.target is None
            else (shape.colour, self._arrow(shape.origin, shape.target, board))
            for shape in shapes
        )
        return "".join(group(colour, self.theme, paths([outline])) for colour, outline in outlines)

    def beside(self, counts: Mapping[Piece, int], top: int) -> tuple[str, int]:
        """Return pieces below the board with their counts, and the height they take."""
        placed: list[tuple[str, Piece, int, int]] = []
        texts: list[str] = []
        column = 2 * UNIT
        in_row = self.width // column
        for i, (piece, count) in enumerate(counts.items()):
            x, y = i % in_row * column + _HALF, top + i // in_row * UNIT + _HALF
            placed.append(("captured", piece, x, y))
            texts.append(centred(f"×{count}", x + _HALF + 6, y + 3))
        rows = -(-len(placed) // in_row)
        return pieces(placed, self.theme) + group("labels", self.theme, paths(texts)), rows * UNIT


def zone_signs(rules: Ruleset) -> list[tuple[str, Zone, str]]:
    """Return the zones with the name of their style and their sign; those that differ only in place have the same."""
    meanings = list(dict.fromkeys(_strip_place(zone) for zone in rules.zones))
    patterns = [PATTERNS[meanings.index(_strip_place(zone)) % len(PATTERNS)] for zone in rules.zones]
    signs = [("zone", zone, pattern) for zone, pattern in zip(rules.zones, patterns, strict=True)]
    special = (("corners", rules.corners, CORNER), ("throne", rules.throne, THRONE))
    return signs + [(name, zone, sign) for name, zone, sign in special if zone is not None]


def pieces(placed: Iterable[tuple[str, Piece, int, int]], theme: Theme) -> str:
    """Return pieces at points, each with a class in addition to that of its kind."""
    bodies: dict[Side, list[str]] = {side: [] for side in Side}
    emblems: dict[Side, list[str]] = {side: [] for side in Side}
    for name, piece, x, y in placed:
        shape = body(piece)
        bodies[piece.side].append(f'<path class="{piece.kind} {name}" d="M{x} {y}{shape}"/>')
        if piece.kind in EMBLEMS:
            emblems[piece.side].append(f"M{x} {y}{EMBLEMS[piece.kind]}")
    drawn: list[str] = []
    for side in Side:
        drawn.append(group(side.value, theme, "".join(bodies[side])))
        drawn.append(group(f"{side}-emblems", theme, paths(emblems[side])))
    return "".join(drawn)


def tied(play: PlayedMove) -> list[tuple[Square, Square]]:
    """Return the captured pieces of a move, each with a captor that it is joined to.

    A row has many captors: each man is joined to those on his file or rank, or to all if there are none.
    """
    pairs = [(capture.square, captor) for capture in play.captures for captor in capture.captors]
    straight = {captor for square, captor in pairs if _is_straight(square, captor)}
    return [(square, captor) for square, captor in pairs if _is_straight(square, captor) or captor not in straight]


def _is_straight(one: Square, other: Square) -> bool:
    return one.file == other.file or one.rank == other.rank


def _strip_place(zone: Zone) -> Zone:
    return attrs.evolve(zone, name="", squares=Region.NONE)
