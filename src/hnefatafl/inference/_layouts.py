"""Start layouts, inferred from moves alone.

Each record votes, with the squares on which nothing has happened in it yet. If a move leaves such a square, a piece of
the side that moves stood there at the start; if a piece is captured on one, it was a piece of the other side; if a
move crosses or ends on one, it was empty. The votes of squares that a symmetry of the board exchanges are added up, for
the largest group of symmetries that explains them.

Records that contradict the others in the same way are taken for games from another layout, and the collection is split.

**What is assumed.** Moves alternate, except that a piece may move again at once (a berserk turn). No rules are assumed.
The side that begins follows from the king's place: the defenders are the side that he belongs to. He is the piece that
ends games by its own move to the edge, in records that stop without a resignation or a loss on time. If no piece does
so clearly, he is assumed to stand in the centre (:attr:`InferredLayout.assumed`). Kinds of men cannot be seen this way;
:mod:`hnefatafl.inference` looks for them.

>>> from hnefatafl import Position, playouts, variants
>>> from hnefatafl.records import Game
>>> start = Position.initial(variants.BRANDUBH)
>>> games = [Game.from_position(playout.position) for playout in playouts(start, range(20))]
>>> layout, = infer_layouts(games, 7)
>>> layout.board == variants.BRANDUBH.start, layout.first, layout.assumed
(True, Side.ATTACKERS, ())
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from hnefatafl._base.as_json import written
from hnefatafl._base.brief import brief
from hnefatafl._base.seal import frozen
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, Side, Square, SquareSet, Symmetry
from hnefatafl.errors import ArgumentValueError
from hnefatafl.inference._ballots import EMPTY, FIRST, OTHER, SECOND, Ballot, ballot_of, place, square_at
from hnefatafl.inference._election import SIZES, STRANGE, Elected, settle, split
from hnefatafl.inference._records import moves_of
from hnefatafl.records import Game, RecordedMove

Assumption: TypeAlias = Literal["king", "first"]
"""What a layout takes for granted: ``king``, that he stands in the centre; ``first``, that the attackers begin."""


@written("board first votes against unseen assumed")
@frozen(kw_only=True)
class InferredLayout:
    """A start layout that records show.

    >>> from hnefatafl.notation import archive
    >>> from hnefatafl import variants
    >>> games = archive.parse_games(["d1-c1 c4-c2 g4-g2", "d7-c7 c4-c3"], variants.BRANDUBH)
    >>> layout, = infer_layouts(games, 7)
    >>> print(layout.board)
    7 . . . t . . .
    6 . . . . . . .
    5 . . . T . . .
    4 t . T K T . t
    3 . . . T . . .
    2 . . . . . . .
    1 . . . t . . .
      a b c d e f g
    >>> len(layout.symmetries), layout.votes, layout.against, layout.assumed
    (8, 12, 0, ('king', 'first'))
    """

    __repr__ = brief

    board: Board
    """The start board: soldiers, and the king where one is known or assumed."""
    first: Side
    """The side that begins."""
    symmetries: tuple[Symmetry, ...]
    """The symmetries for which votes were added up. The board has them all."""
    votes: int
    """The number of votes: at most one for each square of each record."""
    against: int
    """How many of the votes contradict the layout."""
    unseen: SquareSet
    """The squares for which no record voted, nor for any square that a symmetry exchanges with them. They are assumed
    to be empty."""
    games: tuple[int, ...]
    """The indices, counted from 0, of the records that belong to this layout. A record that fits several belongs to the
    one with the most records."""
    other_side_first: tuple[int, ...]
    """The indices of those records in which the other side moves first. Often their first move is missing."""
    misfits: tuple[int, ...]
    """The indices of those records of which more than a fifth of the votes contradict the layout. They lack moves, or
    belong to other layouts, for each of which there are too few records."""
    king_games: int
    """The number of records that the king ended by his own move to the edge."""
    assumed: tuple[Assumption, ...]
    """What the records do not show, and is assumed."""

    @property
    def share_against(self) -> float:
        """The share of the votes that contradict the layout, from 0 to 1.

        >>> from hnefatafl.notation import archive
        >>> from hnefatafl import variants
        >>> layout, = infer_layouts(archive.parse_games(["d1-c1 c4-c2"], variants.BRANDUBH), 7)
        >>> layout.share_against
        0.0
        """
        return self.against / self.votes if self.votes else 0.0


_LAYOUTS: Final = 20
"""The number of layouts that a collection is divided into at most."""
_ENDED: Final = 3
"""In how many records the king must make the last move, and twice as many as any other piece."""


def infer_layouts(
    games: Iterable[Game | Iterable[RecordedMove]], size: int | None = None
) -> tuple[InferredLayout, ...]:
    """Return the start layouts of a collection, that of the most records first.

    The rulesets and start positions of the games are not used. A record that fits several layouts goes with the one of
    the most records. A record without a move that can be used belongs to no layout; without any there is no layout. A
    layout of its own takes five records, and there are at most 20.

    >>> from hnefatafl import Position, playouts, variants
    >>> from hnefatafl.records import Game
    >>> games = []
    >>> for rules in variants.BRANDUBH, variants.get("ard-ri"):
    ...     start = Position.initial(rules)
    ...     games += [Game.from_position(playout.position) for playout in playouts(start, range(10))]
    >>> for layout in infer_layouts(games, 7):
    ...     print(layout.games, layout.board.record)
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
    (10, 11, 12, 13, 14, 15, 16, 17, 18, 19) /2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/

    Arguments:
        games: the records: games, or tuples of moves.
        size: the size of the board. None for the odd size that explains the records of a layout best, of those that
            hold four of five of them; of equally good ones the smallest.

    Raises:
        ArgumentValueError: no board has that size.
        ArgumentTypeError: an item is neither a game nor an iterable of moves.
    """
    if size is not None and not MIN_SIZE <= size <= MAX_SIZE:
        raise ArgumentValueError(f"size: a number from {MIN_SIZE} to {MAX_SIZE} was expected, not {size}")
    return _layouts(games, SIZES if size is None else (size,))


def _layouts(games: Iterable[Game | Iterable[RecordedMove]], sizes: Sequence[int]) -> tuple[InferredLayout, ...]:
    """Return the layouts of a collection, on boards of some sizes."""
    records = [(moves_of(game), isinstance(game, Game) and game.ending is not None) for game in games]
    ballots = [ballot_of(moves) for moves, _ in records]
    todo = [[i for i, ballot in enumerate(ballots) if ballot.labels]]
    found: list[tuple[list[int], Elected]] = []
    while todo:
        members = todo.pop()
        if not members:
            continue
        layout = settle(ballots, members, sizes)
        parts = split(ballots, members, layout, sizes) if len(found) + len(todo) < _LAYOUTS else None
        if parts is None:
            found.append((members, layout))
        else:
            todo += parts
    found.sort(key=lambda each: (-len(each[0]), each[0]))
    return tuple(_inferred(layout, members, ballots, records) for members, layout in found)


def _inferred(
    layout: Elected,
    members: Sequence[int],
    ballots: Sequence[Ballot],
    records: Sequence[tuple[Sequence[RecordedMove], bool]],
) -> InferredLayout:
    """The layout with its king and sides."""
    size = layout.size
    turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
    assumed: list[Assumption] = []
    king, king_games = _king(layout, [records[i] for i in members])
    if king is None:
        assumed.append("king")
        king = place(Square.unchecked(size // 2, size // 2)) if size % 2 else None
    side = None if king is None else layout.labels.get(king)
    if side is None or side == EMPTY:
        assumed.append("first")
        side = SECOND
    attackers = OTHER[side]
    pieces = {
        square_at(at): Piece.ATTACKER if label == attackers else Piece.DEFENDER
        for at, label in layout.squares()
        if label != EMPTY
    }
    if king is not None:
        pieces[square_at(king)] = Piece.KING
    return InferredLayout(
        board=Board(size, pieces),
        first=Side.ATTACKERS if attackers == FIRST else Side.DEFENDERS,
        symmetries=layout.group,
        votes=layout.total,
        against=layout.against,
        unseen=SquareSet(
            square
            for square in (Square.unchecked(file, rank) for file in range(size) for rank in range(size))
            if place(square) not in layout.labels and place(square) != king
        ),
        games=tuple(members),
        other_side_first=tuple(sorted(turned)),
        misfits=tuple(i for i in members if layout.disagreement(ballots[i])[0] > STRANGE * len(ballots[i].labels)),
        king_games=king_games,
        assumed=tuple(assumed),
    )


def _king(layout: Elected, records: Iterable[tuple[Sequence[RecordedMove], bool]]) -> tuple[int | None, int]:
    """Where the piece began that ends games by its own move to the edge, and how many; None if none clearly does."""
    ended = Counter[int]()
    for moves, conceded in records:
        if conceded or not moves or not _at_edge(moves[-1].target, layout.size):
            continue
        home = _last_home(moves)
        if home is not None and home.on(layout.size):
            ended[place(home)] += 1
    ranked = [(at, count) for at, count in ended.most_common() if layout.labels.get(at, EMPTY) != EMPTY]
    if not ranked:
        return None, 0
    (king, most), second = ranked[0], ranked[1][1] if len(ranked) > 1 else 0
    return (king, most) if most >= max(_ENDED, 2 * second) else (None, 0)


def _last_home(moves: Iterable[RecordedMove]) -> Square | None:
    """Where the piece that moved last began, or None if the record contradicts itself."""
    homes: dict[Square, Square | None] = {}
    last = None
    for move in moves:
        last = homes.get(move.origin, move.origin)
        # Nothing stands any more where a piece has left, or has been captured.
        homes.update(dict.fromkeys((move.origin, *move.captures)))
        homes[move.target] = last
    return last


def _at_edge(square: Square, size: int) -> bool:
    return min(square.file, square.rank) == 0 or max(square.file, square.rank) == size - 1
