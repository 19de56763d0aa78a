"""What of a ruleset and of a board the features of moves look at."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import Side, Square
from hnefatafl.rules import Ruleset

__all__ = ["FAR", "KING", "Shape", "View", "shape_of", "square_number"]

_AROUND: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_BEYOND: Final = ((0, 2), (2, 0), (0, -2), (-2, 0))
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
KING: Final = 4
"""The code of the king on a board."""
_DEFENDING: Final = frozenset((2, KING, 9, 10, 11, 12))
_WITHIN: Final = [(files, ranks) for ranks in range(-3, 4) for files in range(-3, 4)]
_RINGS: Final = [tuple(step for step in _WITHIN if max(map(abs, step)) == far) for far in (1, 2, 3)]
"""The steps to the squares that are one, two and three squares away: no piece is near another that is farther."""
FAR: Final = 5
"""From so many moves on, the king is far from where he escapes."""


class Shape:
    """What of a ruleset the features look at: its special squares, its symmetries, and what lies around each square."""

    def __init__(self, rules: Ruleset) -> None:
        n = self.size = rules.size
        squares = [Square(file, rank) for rank in range(n) for file in range(n)]
        places = [(square.file, square.rank) for square in squares]

        def number(file: int, rank: int) -> int:
            return rank * n + file if 0 <= file < n and 0 <= rank < n else -1

        def near(place: tuple[int, int], steps: tuple[tuple[int, int], ...]) -> list[int]:
            return [number(place[0] + files, place[1] + ranks) for files, ranks in steps]

        def ray(place: tuple[int, int], files: int, ranks: int) -> list[int]:
            line = [number(place[0] + files * step, place[1] + ranks * step) for step in range(1, n)]
            return [square for square in line if square >= 0]

        self.goals: Final = frozenset(square_number(square, n) for square in rules.escape.squares(n))
        self.around: Final = [near(place, _AROUND) for place in places]
        self.beyond: Final = [near(place, _BEYOND) for place in places]
        self.rays: Final = [[ray(place, *step) for step in _STEPS] for place in places]
        self.folded: Final = [_folded(n, *place) for place in places]
        self.turns: Final = [
            [square_number(symmetry.apply(square, n), n) for square in squares] for symmetry in rules.symmetries
        ]
        """Where each square goes, by each symmetry of the rules."""
        self._turned: Final = [itemgetter(*turn) for turn in self.turns]
        self.images: Final = [frozenset(turn[square] for turn in self.turns) - {square} for square in range(n * n)]
        """The other squares that the symmetries make of each square."""
        self.rings: Final = [[[at for at in near(place, ring) if at >= 0] for ring in _RINGS] for place in places]
        """The squares around each square that are one, two and three squares away."""
        self.start: Final = rules.start.codes
        self.ground: Final = ["."] * (n * n)
        """How an empty square is told: where the king escapes, another special square, or none."""
        for zone in rules.all_zones:
            letter = "t" if zone is rules.throne else "z"
            for square in zone.squares.squares(n):
                self.ground[square_number(square, n)] = letter
        for goal in self.goals:
            self.ground[goal] = "g"

    def digest(self, cells: bytes | bytearray) -> str:
        """Return six digits that a board shares with the same board turned by a symmetry of the rules."""
        first = min(bytes(turned(cells)) for turned in self._turned)
        return blake2b(first, digest_size=3).hexdigest()

    def apart(self, one: int, other: int) -> int:
        """How far two squares are apart, by the greater of files and ranks."""
        n = self.size
        return max(abs(one % n - other % n), abs(one // n - other // n))

    def offset(self, one: int, other: int) -> str:
        """How far two squares are apart, in files and ranks in either order, up to five each."""
        n = self.size
        low, high = sorted((min(abs(one % n - other % n), 5), min(abs(one // n - other // n), 5)))
        return f"{low},{high}"

    def aligned(self, one: int, other: int) -> str:
        """Whether two squares are on one line: ``+`` if they are."""
        n = self.size
        return "+" if one % n == other % n or one // n == other // n else "-"


@lru_cache(maxsize=32)
def shape_of(rules: Ruleset) -> Shape:
    """Return the shape of a ruleset."""
    return Shape(rules)


def square_number(square: Square, size: int) -> int:
    """The number of a square: rank 1 first."""
    return square.rank * size + square.file


def _folded(n: int, file: int, rank: int) -> str:
    """The distances of a square from the edges, which the symmetries of the board keep."""
    low, high = sorted((min(file, n - 1 - file), min(rank, n - 1 - rank)))
    return f"{n}:{low},{high}"


@lru_cache(maxsize=1 << 16)
def _canonical(around: str, beyond: str) -> str:
    """Return a pattern in the first of its eight orientations."""
    found: list[str] = []
    for near, far in ((around, beyond), (around[0] + around[:0:-1], beyond[0] + beyond[:0:-1])):
        for turn in range(4):
            found.append(near[2 * turn :] + near[: 2 * turn] + far[turn:] + far[:turn])
    return min(found)


@frozen
class View:
    """A board as the side to move sees it."""

    shape: Shape
    side: Side
    cells: bytearray

    def own(self, code: int) -> bool:
        return (code in _DEFENDING) == (self.side is Side.DEFENDERS)

    def pattern(self, square: int) -> str:
        """Return what stands around a square: own men and enemies, the king, the edge, empty squares by their kind."""
        cells, ground = self.cells, self.shape.ground

        def told(at: int) -> str:
            if at < 0:
                return "x"
            code = cells[at]
            if not code:
                return ground[at]
            return "k" if code == KING else "o" if self.own(code) else "e"

        around = "".join(map(told, self.shape.around[square]))
        return _canonical(around, "".join(map(told, self.shape.beyond[square])))

    def open_rays(self, king: int) -> int:
        """Return in how many directions nothing stands between the king and the edge."""
        return sum(not any(self.cells[at] for at in ray) for ray in self.shape.rays[king] if ray)

    def room(self, king: int) -> int:
        """Return how many squares lie open to the king, before the first piece on each line."""
        found = 0
        for ray in self.shape.rays[king]:
            for at in ray:
                if self.cells[at]:
                    break
                found += 1
        return found

    def nearest(self, square: int) -> tuple[int, int]:
        """Return how far the nearest enemy and the nearest own piece are from a piece, up to four squares."""
        foe = friend = len(self.shape.rings[square]) + 1
        for far, ring in enumerate(self.shape.rings[square], 1):
            for at in ring:
                code = self.cells[at]
                if code and self.own(code):
                    friend = min(friend, far)
                elif code:
                    foe = min(foe, far)
            if foe <= far and friend <= far:
                break
        return foe, friend

    def way(self, king: int) -> int:
        """Return in how many moves the king can escape if nothing else moves, and special squares do not bar him."""
        cells, rays, goals = self.cells, self.shape.rays, self.shape.goals
        seen = {king}
        front = [king]
        for moves in range(1, FAR):
            reached: list[int] = []
            for square in front:
                for ray in rays[square]:
                    for at in ray:
                        if cells[at] and at != king:
                            break
                        if at in goals:
                            return moves
                        if at not in seen:
                            seen.add(at)
                            reached.append(at)
            front = reached
        return FAR
