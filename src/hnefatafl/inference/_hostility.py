"""Hostile squares, counted from records without any rules.

Whenever a man is caught between the piece that has just moved and an empty square (or the edge), the record says
whether he was captured. Against a hostile square men nearly always fall, against others hardly ever.

>>> from hnefatafl import Position, playouts, variants
>>> from hnefatafl.records import Game
>>> start = Position.initial(variants.BRANDUBH)
>>> games = [Game.from_position(playout.position) for playout in playouts(start, range(60))]
>>> for count in count_hostile_squares(games, start.board):
...     if count.is_hostile:
...         print(*count.squares.names, count.side, count.fell, count.stood)
a1 a7 g1 g7 attackers 41 0
a1 a7 g1 g7 defenders 22 0
d4 attackers 12 0
d4 defenders 13 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, Kind, Piece, Side, Square, SquareSet
from hnefatafl.inference._counting import interval_of, orbits_of
from hnefatafl.inference._records import NEIGHBOURS, moves_of, tells_captures
from hnefatafl.records import Game, RecordedMove


@frozen(kw_only=True)
class HostilityCount:
    """How often the men of one side fell against some squares.

    >>> count = HostilityCount(squares=SquareSet.of("d4"), side=Side.ATTACKERS, fell=46, stood=0)
    >>> count.is_hostile, [round(bound, 2) for bound in count.interval]
    (True, [0.92, 1.0])
    """

    __repr__ = brief

    squares: SquareSet
    """The squares, which the symmetries of the start layout exchange; none for the edge of the board."""
    side: Side
    """The side of the men."""
    fell: int
    """How often a man who was caught against one of them was captured."""
    stood: int
    """How often he was not."""

    @property
    def share(self) -> float:
        """The share of the men who fell, from 0 to 1.

        >>> HostilityCount(squares=SquareSet(), side=Side.ATTACKERS, fell=1, stood=3).share
        0.25
        """
        return self.fell / (self.fell + self.stood) if self.fell + self.stood else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share (Wilson's score interval).

        >>> count = HostilityCount(squares=SquareSet(), side=Side.ATTACKERS, fell=0, stood=0)
        >>> count.interval
        (0.0, 1.0)
        """
        return interval_of(self.fell, self.fell + self.stood)

    @property
    def is_hostile(self) -> bool | None:
        """True if the men fell more often than not, False if less often, both beyond chance (:attr:`interval`); else
        None.

        >>> counts = [(46, 0), (2, 90), (2, 1)]
        >>> [HostilityCount(squares=SquareSet(), side=Side.ATTACKERS, fell=a, stood=b).is_hostile for a, b in counts]
        [True, False, None]
        """
        low, high = self.interval
        return True if low > 0.5 else False if high < 0.5 else None


def count_hostile_squares(games: Iterable[Game | Iterable[RecordedMove]], start: Board) -> tuple[HostilityCount, ...]:
    """Return how often men fell against empty squares and against the edge, for each side.

    Squares that the symmetries of the start layout exchange are counted together. The counts come in the order of the
    squares; the edge comes last. Moves of the king are not counted, since an unarmed king captures nothing, and nor is
    the king as the piece that is caught. A record counts up to its first move from an empty square. Records that name
    no captures are left out.

    The captures of a shieldwall and of other formations count as well, so a few men can fall against squares that are
    not hostile.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import archive
    >>> games = archive.parse_games(["d2-a2 d3-g3 d1-d3", "d2-a2 d4-d5"], variants.BRANDUBH)
    >>> for count in count_hostile_squares(games, variants.BRANDUBH.start):
    ...     print(*count.squares.names, count.side, count.fell, count.stood)
    a3 a5 c1 c7 e1 e7 g3 g5 attackers 0 1

    Arguments:
        games: the records: games, or tuples of moves.
        start: the board on which all of them began.

    Raises:
        ArgumentTypeError: an item is neither a game nor an iterable of moves.
    """
    found = Counter[tuple[Square | None, Side, bool]]()
    for game in games:
        moves = moves_of(game)
        if tells_captures(moves):
            found.update(_caught(moves, start))
    orbit_of = orbits_of(start)
    pooled: dict[tuple[SquareSet, Side], list[int]] = {}
    for (square, side, fell), count in found.items():
        squares = SquareSet() if square is None else orbit_of[square]
        pooled.setdefault((squares, side), [0, 0])[not fell] += count
    counts = [
        HostilityCount(squares=squares, side=side, fell=fell, stood=stood)
        for (squares, side), (fell, stood) in pooled.items()
    ]
    sides = list(Side)
    return tuple(sorted(counts, key=lambda each: (not each.squares, each.squares.names, sides.index(each.side))))


def _caught(moves: Iterable[RecordedMove], start: Board) -> Iterator[tuple[Square | None, Side, bool]]:
    """Yield the square against which each man was caught (None: the edge), his side, and whether he was captured."""
    size = start.size
    board = dict(start)
    for move in moves:
        piece = board.pop(move.origin, None)
        if piece is None or not move.target.on(size):
            return
        board[move.target] = piece
        if piece.kind is not Kind.KING:
            for victim, beyond in _pinched(board, move.target, piece, size):
                yield beyond, piece.side.opponent, victim in move.captures
        for square in move.captures:
            board.pop(square, None)


def _pinched(
    board: Mapping[Square, Piece], target: Square, piece: Piece, size: int
) -> Iterator[tuple[Square, Square | None]]:
    """Yield the enemies next to a piece that has moved, with the empty square behind each, or None for the edge."""
    for files, ranks in NEIGHBOURS:
        victim = target.offset(files, ranks)
        enemy = board.get(victim)
        if enemy is None or enemy.side is piece.side or enemy.kind is Kind.KING:
            continue
        beyond = victim.offset(files, ranks)
        if not beyond.on(size):
            yield victim, None
        elif beyond not in board:
            yield victim, beyond
