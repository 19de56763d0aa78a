"""The places of squares in a picture, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

import attrs

from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, Move, Piece, Region, Side, Square, Symmetry
from hnefatafl.play import PlayedMove
from hnefatafl.render import _shapes
from hnefatafl.render._letters import centred
from hnefatafl.render._paint import group, paths
from hnefatafl.render._scene import Marking, clean
from hnefatafl.render._shapes import UNIT, number
from hnefatafl.render.themes import Theme
from hnefatafl.rules import Ruleset, Zone

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
            title = f"<title>{escape(clean(zone.name))}</title>"
            plain = paths(self.corner(square, _shapes.SQUARE) for square in squares)
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
        return self.corners("moved", dict.fromkeys((move.origin, move.target)), _shapes.SQUARE)

    def brackets(self, squares: Iterable[Square]) -> str:
        """Return brackets around squares."""
        return self.corners("brackets", squares, _shapes.BRACKETS)

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
        left = [(each.square, each.piece) for each in play.captures if each.square not in play.after.board]
        lost = paths(self.middle(square, _shapes.body(piece)) for square, piece in left)
        emblems = paths(
            self.middle(square, _shapes.EMBLEMS[piece.kind]) for square, piece in left if piece.kind in _shapes.EMBLEMS
        )
        crosses = [
            self.middle(each.square, _shapes.OPEN_CROSS if each.piece.kind in _shapes.EMBLEMS else _shapes.CROSS)
            for each in play.captures
            if each.square not in play.turned
        ]
        return (
            group("lost", self.theme, lost)
            + group("lost-emblems", self.theme, emblems)
            + self.haloed("crosses", crosses)
        )

    def targets(self, targets: Mapping[Square, bool]) -> str:
        """Return the marks where a piece may move: dots, and rings where it captures."""
        shapes = (self.middle(square, _shapes.RING if takes else _shapes.DOT) for square, takes in targets.items())
        return group("legal", self.theme, paths(shapes))

    def marks(self, marks: Mapping[Square, Marking]) -> str:
        """Return the marked squares."""
        return self.haloed("marks", (self.middle(square, _shapes.MARKS[marking]) for square, marking in marks.items()))

    def arrows(self, arrows: Iterable[Move], board: Board) -> str:
        """Return arrows from square to square, which leave the pieces on them visible."""
        found: list[str] = []
        for arrow in arrows:
            (x, y), (to_x, to_y) = self.at(arrow.origin), self.at(arrow.target)
            ends = (x + _HALF, y + _HALF, to_x + _HALF, to_y + _HALF)
            leave, reach = (7 if arrow.origin in board else 0), (7 if arrow.target in board else 2)
            found.append(_shapes.arrow(*ends, leave=leave, reach=reach))
        return group("arrows", self.theme, paths(found))

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
    meanings = list(dict.fromkeys(_meaning(zone) for zone in rules.zones))
    patterns = [_shapes.PATTERNS[meanings.index(_meaning(zone)) % len(_shapes.PATTERNS)] for zone in rules.zones]
    found = [("zone", zone, pattern) for zone, pattern in zip(rules.zones, patterns, strict=True)]
    known = (("corners", rules.corners, _shapes.CORNER), ("throne", rules.throne, _shapes.THRONE))
    return found + [(name, zone, sign) for name, zone, sign in known if zone is not None]


def pieces(placed: Iterable[tuple[str, Piece, int, int]], theme: Theme) -> str:
    """Return pieces at points, each with a class in addition to that of its kind."""
    bodies: dict[Side, list[str]] = {side: [] for side in Side}
    emblems: dict[Side, list[str]] = {side: [] for side in Side}
    for name, piece, x, y in placed:
        shape = _shapes.body(piece)
        bodies[piece.side].append(f'<path class="{piece.kind} {name}" d="M{x} {y}{shape}"/>')
        if piece.kind in _shapes.EMBLEMS:
            emblems[piece.side].append(f"M{x} {y}{_shapes.EMBLEMS[piece.kind]}")
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
    straight = {captor for square, captor in pairs if _aligned(square, captor)}
    return [(square, captor) for square, captor in pairs if _aligned(square, captor) or captor not in straight]


def _aligned(one: Square, other: Square) -> bool:
    return one.file == other.file or one.rank == other.rank


def _meaning(zone: Zone) -> Zone:
    return attrs.evolve(zone, name="", squares=Region.NONE)
