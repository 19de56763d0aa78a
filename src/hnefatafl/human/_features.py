"""What people may look at when they choose a move: features of each legal move, as short texts.

A feature is a text such as ``to m oe.k....oe..``; a move has some twenty of them. Most are about what the move does
(what it captures, what can be captured after it, how far the king is from where he escapes) and about the squares
around where the piece comes from and goes to, so they mean the same under any ruleset. Those that name a square begin
with the size of the board. What a rule does is asked of the rules, by making the move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from attrs import frozen

from hnefatafl.board import Move, Side, Square
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position, SearchBoard
from hnefatafl.rules import Ruleset
from hnefatafl.search import Limit, Searcher

__all__ = ["features_of"]

_AROUND: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_BEYOND: Final = ((0, 2), (2, 0), (0, -2), (-2, 0))
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_KING: Final = 4
"""The code of the king on a board."""
_DEFENDING: Final = frozenset((2, _KING, 9, 10, 11, 12))
_FAR: Final = 5
"""From so many moves on, the king is far from where he escapes."""
_LINES: Final = 4
"""How many of the best lines of the search count."""
_OPENING: Final = 12
_MIDDLE: Final = 40
"""The plies with which the opening and the middle of a game end."""


class _Shape:
    """What of a ruleset the features look at: its special squares, and what lies around each square."""

    def __init__(self, rules: Ruleset) -> None:
        n = self.size = rules.size
        places = [(file, rank) for rank in range(n) for file in range(n)]

        def number(file: int, rank: int) -> int:
            return rank * n + file if 0 <= file < n and 0 <= rank < n else -1

        def near(place: tuple[int, int], steps: tuple[tuple[int, int], ...]) -> list[int]:
            return [number(place[0] + files, place[1] + ranks) for files, ranks in steps]

        def ray(place: tuple[int, int], files: int, ranks: int) -> list[int]:
            line = [number(place[0] + files * step, place[1] + ranks * step) for step in range(1, n)]
            return [square for square in line if square >= 0]

        self.goals: Final = frozenset(_index(square, n) for square in rules.escape.squares(n))
        self.around: Final = [near(place, _AROUND) for place in places]
        self.beyond: Final = [near(place, _BEYOND) for place in places]
        self.rays: Final = [[ray(place, *step) for step in _STEPS] for place in places]
        self.folded: Final = [_folded(n, *place) for place in places]
        self.ground: Final = ["."] * (n * n)
        """How an empty square is told: where the king escapes, another special square, or none."""
        for zone in rules.all_zones:
            letter = "t" if zone is rules.throne else "z"
            for square in zone.squares.squares(n):
                self.ground[_index(square, n)] = letter
        for goal in self.goals:
            self.ground[goal] = "g"


@lru_cache(maxsize=32)
def _shape(rules: Ruleset) -> _Shape:
    return _Shape(rules)


def _index(square: Square, size: int) -> int:
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
class _Board:
    """A board as the side to move sees it."""

    shape: _Shape
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
            return "k" if code == _KING else "o" if self.own(code) else "e"

        around = "".join(map(told, self.shape.around[square]))
        return _canonical(around, "".join(map(told, self.shape.beyond[square])))

    def open_rays(self, king: int) -> int:
        """Return in how many directions nothing stands between the king and the edge."""
        return sum(not any(self.cells[at] for at in ray) for ray in self.shape.rays[king] if ray)

    def way(self, king: int) -> int:
        """Return in how many moves the king can escape if nothing else moves, and special squares do not bar him."""
        cells, rays, goals = self.cells, self.shape.rays, self.shape.goals
        seen = {king}
        front = [king]
        for moves in range(1, _FAR):
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
        return _FAR


def features_of(position: Position, searcher: Searcher, nodes: int) -> dict[Move, list[str]]:
    """Return the features of each legal move.

    Arguments:
        position: the position.
        searcher: what searches it.
        nodes: how many nodes the search has.
    """
    return dict(_Choice(position, searcher, nodes).each())


class _Choice:
    """The choice between the legal moves of a position."""

    def __init__(self, position: Position, searcher: Searcher, nodes: int) -> None:
        self.shape: Final = _shape(position.ruleset)
        self.side: Final = position.turn
        self.cells: Final = bytearray(position.codes)
        self.board: Final = SearchBoard(position)
        self.moves: Final = self.board.legal_moves()
        self.captures: Final = {move: self._taken(move) for move in self.board.legal_captures()}
        self.could: Final = frozenset[int]().union(*self.captures.values())
        self.hung: Final = self._threats()
        self.phase: Final = "a" if position.ply < _OPENING else "b" if position.ply < _MIDDLE else "c"
        self.king: Final = self.cells.find(_KING)
        now = _Board(self.shape, self.side, self.cells)
        self.origins: Final = {
            square: now.pattern(square) for square in {self._index(each.origin) for each in self.moves}
        }
        self.way: Final = now.way(self.king)
        self.open_rays: Final = now.open_rays(self.king)
        self.ways_out: Final = self.board.ways_out
        past = position.history()[-2:]
        self.answered: Final = self._ends(past[-1].last_move)
        self.own: Final = self._ends(past[0].last_move) if len(past) == 2 else None
        self.recaptures: Final = bool(past[-1].captured)
        lines = searcher.analyse(position, Limit(nodes=nodes), _LINES).lines
        self.ranks: Final = {line.moves[0]: rank for rank, line in enumerate(lines) if line.moves}

    def _index(self, square: Square) -> int:
        return _index(square, self.shape.size)

    def _ends(self, move: Move | None) -> tuple[int, int] | None:
        return None if move is None else (self._index(move.origin), self._index(move.target))

    def _taken(self, move: Move) -> frozenset[int]:
        return frozenset(self._index(square) for square in self.board.captures(move))

    def _threatened(self) -> frozenset[int]:
        """What the side to move on the board could capture."""
        return frozenset[int]().union(*map(self._taken, self.board.legal_captures()))

    def _threats(self) -> frozenset[int]:
        """What the other side could capture if it were to move on the board."""
        try:
            with self.board.without_moving():
                return self._threatened()
        except ArgumentValueError:  # the game is over, or the rules bind the side to move
            return frozenset()

    def each(self) -> Iterator[tuple[Move, list[str]]]:
        """Yield each legal move with its features."""
        for move in self.moves:
            start, stop = self._index(move.origin), self._index(move.target)
            code = self.cells[start]
            taken = self.captures.get(move, frozenset[int]())
            piece = "K" if code == _KING else str(self.side)[0]
            cells = bytearray(self.cells)
            cells[start] = 0
            cells[stop] = code
            for square in taken:
                cells[square] = 0
            then = _Board(self.shape, self.side, cells)
            found = [
                f"from {piece} {self.origins[start]}",
                f"to {piece} {then.pattern(stop)}",
                *self._squares(piece, start, stop),
                *self._deeds(move, piece, start, stop, taken, then),
                *self._memories(piece, start, stop, taken),
                f"rank {self.ranks.get(move, _LINES)}",
            ]
            if self.ranks.get(move) == 0:
                found.append(f"best {self.phase} {piece} {bool(taken):d}")
            yield move, found

    def _squares(self, piece: str, start: int, stop: int) -> list[str]:
        """Where the piece goes, by the distances from the edges, and how far."""
        folded, phase = self.shape.folded, self.phase
        length = abs(start - stop)
        length = length if length < self.shape.size else length // self.shape.size
        found = [
            f"start {piece} {phase} {folded[start]}",
            f"stop {piece} {phase} {folded[stop]}",
            f"length {piece} {phase} {min(length, 6)}",
            f"king {piece} {self._apart(start, self.king)} {self._apart(stop, self.king)}",
        ]
        if phase == "a":
            found.append(f"way {piece} {folded[start]} {folded[stop]}")
        return found

    def _deeds(self, move: Move, piece: str, start: int, stop: int, taken: frozenset[int], then: _Board) -> list[str]:
        """What the move does: captures, what hangs after it, what it threatens, and the way of the king."""
        board = self.board
        outcome = board.advance(move)
        try:
            hung = frozenset[int]() if outcome else self._threatened()
            threats = frozenset[int]() if outcome else self._threats()
            ways_out = board.ways_out
        finally:
            board.unmake()
        king = stop if piece == "K" else self.king
        lost = king in taken
        way = 0 if king in self.shape.goals else _FAR + 1 if lost else then.way(king)
        exposed = stop in hung
        more_hung = len(hung - {stop}) - len(self.hung - {start})
        threatens = len(threats) - len(self.could - taken)
        ended = "" if outcome is None else "win" if outcome.winner is self.side else "end"
        return [
            f"takes {piece} {min(len(taken), 3)} {lost:d}",
            f"exposed {piece} {exposed:d} {bool(taken):d}",
            f"saves {start in self.hung:d} {exposed:d}",
            f"hangs {_held(more_hung, 2)}",
            f"threatens {_held(threatens, 3)} {exposed:d}",
            f"escape {piece} {self.way} {way}",
            f"ways {piece} {self.ways_out} {ways_out}",
            f"open {piece} {self.open_rays} {then.open_rays(king)}",
            *([f"game {ended}"] if ended else []),
        ]

    def _memories(self, piece: str, start: int, stop: int, taken: frozenset[int]) -> list[str]:
        """How the move is related to the last move of each side."""
        found: list[str] = []
        if self.answered is not None:
            left, reached = self.answered
            found += [
                f"near {piece} {self._offset(stop, reached)}",
                f"by {self._apart(start, reached)}",
                f"left {stop == left:d} {self._apart(stop, left)}",
                f"answers {self.recaptures:d} {bool(taken):d} {reached in taken:d}",
            ]
        if self.own is not None:
            left, reached = self.own
            found += [
                f"again {self.phase} {start == reached:d} {start == reached and stop == left:d}",
                f"beside {self._apart(stop, reached)} {start == reached:d}",
            ]
        return found

    def _apart(self, one: int, other: int) -> int:
        """How far two squares are apart, by the greater of files and ranks, up to six."""
        n = self.shape.size
        return min(max(abs(one % n - other % n), abs(one // n - other // n)), 6)

    def _offset(self, one: int, other: int) -> str:
        """How far two squares are apart, in files and ranks in either order, up to five each."""
        n = self.shape.size
        low, high = sorted((min(abs(one % n - other % n), 5), min(abs(one // n - other // n), 5)))
        return f"{low},{high}"


def _held(number: int, most: int) -> int:
    return max(-most, min(most, number))
