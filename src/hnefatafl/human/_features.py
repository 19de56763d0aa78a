"""What people may look at when they choose a move: features of each legal move, as short texts.

A feature is a text such as ``to m oe.k....oe..``; a move has some twenty of them. Most are about what the move does
(what it captures, what can be captured after it, how far the king is from where he escapes) and about the squares
around where the piece comes from and goes to, so they mean the same under any ruleset. Those that name a square begin
with the size of the board. What a rule does is asked of the rules, by making the move.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from hnefatafl.board import Move, Square
from hnefatafl.errors import ArgumentValueError
from hnefatafl.human._shape import FAR, KING, Shape, View, shape_of, square_number
from hnefatafl.play import Position, SearchBoard
from hnefatafl.search import Limit, Searcher

__all__ = ["features_of"]

_LINES: Final = 8
"""How many of the best lines of the search count."""
_GAPS: Final = (0, 15, 40, 100, 300)
"""The steps in which a line may be worse than the best one, in hundredths of a soldier."""
_KNOWN: Final = 10
"""So many plies long a game is told by its boards."""
_OPENING: Final = 12
_MIDDLE: Final = 40
"""The plies with which the opening and the middle of a game end."""
_AGES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 12, 20)
"""The steps in which it is told how many plies ago something was."""


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
        self.shape: Final = shape_of(position.ruleset)
        self.side: Final = position.turn
        self.cells: Final = bytearray(position.codes)
        self.board: Final = SearchBoard(position)
        self.moves: Final = self.board.legal_moves()
        self.captures: Final = {move: self._taken(move) for move in self.board.legal_captures()}
        self.could: Final = frozenset[int]().union(*self.captures.values())
        self.hung: Final = self._threats()
        self.opening: Final = position.ply < _KNOWN
        self.phase: Final = "a" if position.ply < _OPENING else "b" if position.ply < _MIDDLE else "c"
        self.king: Final = self.cells.find(KING)
        self.view: Final = View(self.shape, self.side, self.cells)
        self.origins: Final = {
            square: self.view.pattern(square) for square in {self._number(each.origin) for each in self.moves}
        }
        self.way: Final = self.view.way(self.king)
        self.open_rays: Final = self.view.open_rays(self.king)
        self.room: Final = self.view.room(self.king)
        self.ways_out: Final = self.board.ways_out
        self.past: Final = _Past(position, self.shape)
        self.lines: Final = _lines(position, searcher, nodes)

    def _number(self, square: Square) -> int:
        return square_number(square, self.shape.size)

    def _taken(self, move: Move) -> frozenset[int]:
        return frozenset(self._number(square) for square in self.board.captures(move))

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
            start, stop = self._number(move.origin), self._number(move.target)
            code = self.cells[start]
            taken = self.captures.get(move, frozenset[int]())
            piece = "K" if code == KING else str(self.side)[0]
            cells = bytearray(self.cells)
            cells[start] = 0
            cells[stop] = code
            for square in taken:
                cells[square] = 0
            then = View(self.shape, self.side, cells)
            yield (
                move,
                [
                    f"from {piece} {self.origins[start]}",
                    f"to {piece} {then.pattern(stop)}",
                    *self._squares(piece, start, stop),
                    *self._images(piece, start, stop),
                    *self._deeds(move, piece, start, stop, taken, then),
                    *self.past.features(piece, self.phase, start, stop, taken),
                    f"seen {piece} {self.past.age_of_board(cells)}",
                    *([f"at {self.shape.digest(cells)}"] if self.opening else []),
                    self.lines.get(move, "line"),
                ],
            )

    def _squares(self, piece: str, start: int, stop: int) -> list[str]:
        """Where the piece goes, by the distances from the edges and from the king, and how far."""
        shape, phase, king = self.shape, self.phase, self.king
        folded = shape.folded
        length = abs(start - stop)
        length = length if length < shape.size else length // shape.size
        apart = min(shape.apart(stop, king), 6)
        return [
            f"start {piece} {phase} {folded[start]}",
            f"stop {piece} {phase} {folded[stop]}",
            f"length {piece} {phase} {min(length, 6)}",
            f"king {piece} {min(shape.apart(start, king), 6)} {apart}",
            f"faces {piece} {apart} {shape.aligned(start, king)}{shape.aligned(stop, king)}",
        ]

    def _images(self, piece: str, start: int, stop: int) -> list[str]:
        """How many own men stand where the symmetries turn the squares of the move; and whether it begins or ends where
        such a piece stands at the start of a game."""
        shape, cells, phase = self.shape, self.cells, self.phase

        def men(square: int) -> int:
            places = shape.images[square] - {start, stop}
            return sum(cells[place] not in {0, KING} and self.view.own(cells[place]) for place in places)

        home = shape.start
        return [
            f"images {piece} {phase} {men(start)} {men(stop)}",
            f"image {piece} {phase} {shape.folded[stop]} {men(stop)}",
            f"home {piece} {phase} {home[start] == cells[start]:d} {home[stop] == cells[start]:d}",
        ]

    def _deeds(self, move: Move, piece: str, start: int, stop: int, taken: frozenset[int], then: View) -> list[str]:
        """What the move does: captures, what hangs after it, what it threatens, the way of the king, who is near."""
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
        way = 0 if king in self.shape.goals else FAR + 1 if lost else then.way(king)
        exposed = stop in hung
        more_hung = len(hung - {stop}) - len(self.hung - {start})
        threatens = len(threats) - len(self.could - taken)
        ended = "" if outcome is None else "win" if outcome.winner is self.side else "end"
        foe, friend = then.nearest(stop)
        return [
            f"takes {piece} {min(len(taken), 3)} {lost:d}",
            f"exposed {piece} {exposed:d} {bool(taken):d}",
            f"saves {start in self.hung:d} {exposed:d}",
            f"hangs {_held(more_hung, 2)}",
            f"threatens {_held(threatens, 3)} {exposed:d}",
            f"escape {piece} {self.way} {way}",
            f"ways {piece} {self.ways_out} {ways_out}",
            f"open {piece} {self.open_rays} {then.open_rays(king)}",
            f"room {piece} {min(self.room, 12) // 2} {_held(then.room(king) - self.room, 4)}",
            f"company {piece} {foe} {friend}",
            *([f"game {ended}"] if ended else []),
        ]


class _Past:
    """What the game so far says about the next move: the last moves of both sides, the boards that were, and when each
    piece was last moved and each square last left."""

    def __init__(self, position: Position, shape: Shape) -> None:
        self.shape: Final = shape
        self.ends: Final[list[tuple[int, int]]] = []
        """Where each move of the game began and ended."""
        self.boards: Final[dict[bytes, int]] = {}
        self.moved: Final[dict[int, int]] = {}
        """When the piece that stands on a square was last moved there."""
        self.left: Final[dict[int, int]] = {}
        history = position.history()
        for ply, each in enumerate(history):
            self.boards[each.codes] = ply
            move = each.last_move
            if move is not None and ply:
                start, stop = square_number(move.origin, shape.size), square_number(move.target, shape.size)
                self.ends.append((start, stop))
                self.moved.pop(start, None)
                self.moved[stop] = self.left[start] = ply
        self.ply: Final = len(history) - 1
        self.recaptures: Final = bool(history[-1].captured)
        self.mirrors: Final = [
            frozenset((turn[start], turn[stop]) for turn in shape.turns for start, stop in self.ends[-back:][:1])
            for back in (1, 2, 4)
            if len(self.ends) >= back
        ]
        """What the symmetries make of the last move, of the last own one, and of the own one before."""

    def _age(self, ply: int | None) -> str:
        """How many plies the move comes after one, up to the next step."""
        return "-" if ply is None else str(next((age for age in _AGES if self.ply - ply < age), "+"))

    def age_of_board(self, cells: bytearray) -> str:
        """How long ago a board was there."""
        return self._age(self.boards.get(bytes(cells)))

    def features(self, piece: str, phase: str, start: int, stop: int, taken: frozenset[int]) -> list[str]:
        """How a move is related to those before it."""
        shape = self.shape
        theirs, own, before, earlier = (self.ends[-back] if len(self.ends) >= back else None for back in (1, 2, 3, 4))
        found = [
            f"rested {piece} {phase} {self._age(self.moved.get(start))}",
            f"vacated {piece} {phase} {self._age(self.left.get(stop))}",
            f"mirrors {phase} {''.join('-+'[(start, stop) in each] for each in self.mirrors)}",
        ]
        if theirs is not None:
            left, reached = theirs
            apart = min(shape.apart(stop, reached), 6)
            found += [
                f"near {piece} {shape.offset(stop, reached)}",
                f"by {min(shape.apart(start, reached), 6)}",
                f"left {stop == left:d} {min(shape.apart(stop, left), 6)}",
                f"answers {self.recaptures:d} {bool(taken):d} {reached in taken:d}",
                f"aligned {piece} {apart} {shape.aligned(start, reached)}{shape.aligned(stop, reached)}",
            ]
        if own is not None:
            left, reached = own
            found += [
                f"again {phase} {start == reached:d} {start == reached and stop == left:d}",
                f"beside {min(shape.apart(stop, reached), 6)} {start == reached:d}",
            ]
        if before is not None:
            found.append(f"before {piece} {shape.offset(stop, before[1])}")
        if earlier is not None:
            left, reached = earlier
            apart = min(shape.apart(stop, reached), 6)
            found.append(f"earlier {apart} {start == reached:d} {start == reached and stop == left:d}")
        return found


def _lines(position: Position, searcher: Searcher, nodes: int) -> dict[Move, str]:
    """Return, for the first moves of the best lines of a search, their place and how much worse each is."""
    lines = [line for line in searcher.analyse(position, Limit(nodes=nodes), _LINES).lines if line.moves]
    best = lines[0].score.value if lines else 0
    return {
        line.moves[0]: f"line {place} {bisect_left(_GAPS, best - line.score.value)}" for place, line in enumerate(lines)
    }


def _held(number: int, most: int) -> int:
    return max(-most, min(most, number))
