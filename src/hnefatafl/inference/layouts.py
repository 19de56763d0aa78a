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
:mod:`hnefatafl.inference.kinds` looks for them.

>>> from hnefatafl import Position, playouts, variants
>>> from hnefatafl.game import Game
>>> start = Position.initial(variants.BRANDUBH)
>>> games = [Game.from_position(playout.position) for playout in playouts(start, range(20))]
>>> layout, = infer_layouts(games, 7)
>>> layout.board == variants.BRANDUBH.start, layout.first, layout.assumed
(True, Side.ATTACKERS, ())
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log2
from typing import Final, Literal, TypeAlias

from attrs import frozen

from hnefatafl.board import Board
from hnefatafl.errors import ArgumentValueError
from hnefatafl.game import Game
from hnefatafl.geometry import MAX_SIZE, MIN_SIZE, Square, SquareSet, Symmetry
from hnefatafl.inference._ballots import EMPTY, FIRST, OTHER, SECOND, Ballot, ballot_of, least_size
from hnefatafl.inference._records import moves_of
from hnefatafl.pieces import Piece, Side
from hnefatafl.records import RecordedMove

__all__ = ["Assumption", "InferredLayout", "infer_layouts"]


def __dir__() -> list[str]:
    return __all__


Assumption: TypeAlias = Literal["king", "first"]
"""What a layout takes for granted: ``king``, that he stands in the centre; ``first``, that the attackers begin."""


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


_FREE: Final = 2.0
"""How many contradicting votes a layout must save for each square that it may choose freely: with less symmetry there
are more of them."""
_LAYOUTS: Final = 20
"""The number of layouts that a collection is divided into at most."""
_TELLING: Final = 8
"""How many squares are tried to split a collection by."""
_STRANGE: Final = 0.2
"""The share of contradicting votes in a record that most likely began with another layout."""
_FEWEST: Final = 5
"""The fewest records that make a layout of their own."""
_BITS: Final = 6.0
"""What a contradicting vote costs, in bits. A second layout must save more than it costs to say which squares differ in
it and which records belong to it."""
_CLEAN: Final = 0.03
"""The largest share of contradicting votes in a layout that is split off."""
_ENDED: Final = 3
"""In how many records the king must make the last move, and twice as many as any other piece."""
_ROUNDS: Final = 8
"""How often records are assigned anew to two layouts."""


def _subgroups() -> tuple[tuple[Symmetry, ...], ...]:
    """All groups of symmetries of a square, the largest first."""
    corner, size = Square.beside(1, 0), 5

    def close(members: frozenset[Symmetry]) -> frozenset[Symmetry]:
        images = {each.apply(corner, size): each for each in Symmetry}
        while True:
            more = {images[a.apply(b.apply(corner, size), size)] for a in members for b in members}
            if more <= members:
                return members
            members |= more

    found = {close(frozenset((Symmetry.IDENTITY, a, b))) for a in Symmetry for b in Symmetry}
    found.add(close(frozenset(Symmetry)))
    order = list(Symmetry)
    ranked = sorted(found, key=lambda group: (-len(group), sorted(order.index(each) for each in group)))
    return tuple(tuple(each for each in Symmetry if each in group) for group in ranked)


_GROUPS: Final = _subgroups()


@cache
def _orbits(group: tuple[Symmetry, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The squares that the group exchanges with one another."""
    left = set(range(size * size))
    found: list[tuple[int, ...]] = []
    for at in range(size * size):
        if at in left:
            square = Square.beside(at % size, at // size)
            orbit = {image.rank * size + image.file for image in (each.apply(square, size) for each in group)}
            left -= orbit
            found.append(tuple(sorted(orbit)))
    return tuple(found)


@frozen
class _Votes:
    """A layout with its votes: the most frequent answer for each square that anything voted for."""

    group: tuple[Symmetry, ...]
    labels: Ballot
    total: int
    against: int

    def disagreement(self, ballot: Ballot) -> tuple[int, bool]:
        """How many votes of a record contradict the layout, and whether fewer do if the sides are swapped."""
        labels = self.labels
        plain = swapped = 0
        for at, label in ballot.items():
            mine = labels.get(at, label)
            plain += label != mine
            swapped += OTHER[label] != mine
        return (swapped, True) if swapped < plain else (plain, False)


def _count(ballots: Iterable[tuple[Ballot, bool]], size: int) -> list[list[int]]:
    votes = [[0, 0, 0] for _ in range(size * size)]
    for ballot, swapped in ballots:
        for at, label in ballot.items():
            votes[at][OTHER[label] if swapped else label] += 1
    return votes


def _elect(votes: Sequence[Sequence[int]], size: int) -> _Votes:
    """The layout of the largest group of symmetries that explains the votes."""
    best: tuple[float, _Votes] | None = None
    total = sum(map(sum, votes))
    for group in _GROUPS:
        labels: Ballot = {}
        against = 0
        orbits = _orbits(group, size)
        for orbit in orbits:
            sums = [sum(votes[at][label] for at in orbit) for label in (EMPTY, FIRST, SECOND)]
            most = max(sums)
            if most:
                against += sum(sums) - most
                labels |= dict.fromkeys(orbit, sums.index(most))
        cost = against + _FREE * len(orbits)
        if best is None or cost < best[0]:
            best = cost, _Votes(group, labels, total, against)
    assert best is not None
    return best[1]


def _settle(ballots: Sequence[Ballot], members: Sequence[int], size: int) -> _Votes:
    """The layout of some records, those turned round in which the other side begins."""
    swapped: frozenset[int] = frozenset()
    layout = _elect(_count(((ballots[i], False) for i in members), size), size)
    for _ in range(_ROUNDS):
        turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
        if turned == swapped:
            break
        swapped = turned
        layout = _elect(_count(((ballots[i], i in swapped) for i in members), size), size)
    return layout


def _split(ballots: Sequence[Ballot], members: Sequence[int], layout: _Votes, size: int) -> list[list[int]] | None:
    """Two collections in place of one, or None if one layout explains all."""
    told = {i: layout.disagreement(ballots[i]) for i in members}
    conflicts: dict[tuple[int, int], list[int]] = {}
    for i in members:
        wrong, swapped = told[i]
        if wrong:
            for at, label in ballots[i].items():
                said = OTHER[label] if swapped else label
                if layout.labels[at] != said:
                    conflicts.setdefault((at, said), []).append(i)
    # Records that may have another layout: those with the same conflict, or with conflicts on many squares.
    strange = [i for i in members if told[i][0] > _STRANGE * len(ballots[i])]
    best: tuple[int, list[list[int]]] | None = None
    for seed in [strange, *sorted(conflicts.values(), key=len, reverse=True)[:_TELLING]]:
        found = _part(ballots, members, seed, {i: wrong for i, (wrong, _) in told.items()}, size)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else best[1]


def _part(
    ballots: Sequence[Ballot], members: Sequence[int], seed: Sequence[int], before: Mapping[int, int], size: int
) -> tuple[int, list[list[int]]] | None:
    """Divide records between two layouts, beginning with those that may have the second one; and the votes saved."""
    gone, kept = list(seed), list(members)
    for _ in range(_ROUNDS):
        if len(gone) < _FEWEST:
            return None
        two = _settle(ballots, gone, size)
        apart = sum(two.disagreement(ballots[i])[0] for i in gone)
        if apart > _CLEAN * sum(len(ballots[i]) for i in gone):
            return None
        chosen = set(gone)
        kept = [i for i in members if i not in chosen]
        if len(kept) < _FEWEST:
            return None
        one = _settle(ballots, kept, size)
        costs = {i: (one.disagreement(ballots[i])[0], two.disagreement(ballots[i])[0]) for i in members}
        # A record that fits both goes with the larger one.
        larger = len(gone) > len(kept)
        moved = [i for i in members if costs[i][1] < costs[i][0] or (larger and costs[i][1] == costs[i][0])]
        if moved == gone:
            saved = sum(before.values()) - sum(map(min, costs.values()))
            differing = sum(one.labels.get(at) != label for at, label in two.labels.items()) / len(two.group)
            price = _BITS * (1 + differing) + _entropy(len(kept), len(gone))
            return (saved, [kept, gone]) if _BITS * saved > price else None
        gone = moved
    return None


def _entropy(*counts: int) -> float:
    """How many bits it takes to say which of the parts each record belongs to."""
    total = sum(counts)
    return sum(count * log2(total / count) for count in counts)


def infer_layouts(
    games: Iterable[Game | Iterable[RecordedMove]], size: int | None = None
) -> tuple[InferredLayout, ...]:
    """Return the start layouts of a collection, that of the most records first.

    The rulesets and start positions of the games are not used. A record that fits several layouts goes with the one of
    the most records. A record without a move that can be used belongs to no layout; without any there is no layout. A
    layout of its own takes five records, and there are at most 20.

    >>> from hnefatafl import Position, playouts, variants
    >>> from hnefatafl.game import Game
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
        size: the size of the board. None for the smallest board of odd size that has all squares of the records.

    Raises:
        ArgumentValueError: no board has that size.
        ArgumentTypeError: an item is neither a game nor an iterable of moves.
    """
    if size is not None and not MIN_SIZE <= size <= MAX_SIZE:
        raise ArgumentValueError(f"size: a number from {MIN_SIZE} to {MAX_SIZE} was expected, not {size}")
    records = [(moves_of(game), isinstance(game, Game) and game.ending is not None) for game in games]
    if size is None:
        size = least_size(moves for moves, _ in records)
    ballots = [ballot_of(moves, size) for moves, _ in records]
    todo = [[i for i, ballot in enumerate(ballots) if ballot]]
    found: list[tuple[list[int], _Votes]] = []
    while todo:
        members = todo.pop()
        if not members:
            continue
        layout = _settle(ballots, members, size)
        parts = _split(ballots, members, layout, size) if len(found) + len(todo) < _LAYOUTS else None
        if parts is None:
            found.append((members, layout))
        else:
            todo += parts
    found.sort(key=lambda each: (-len(each[0]), each[0]))
    return tuple(_inferred(layout, members, ballots, records, size) for members, layout in found)


def _inferred(
    layout: _Votes,
    members: Sequence[int],
    ballots: Sequence[Ballot],
    records: Sequence[tuple[Sequence[RecordedMove], bool]],
    size: int,
) -> InferredLayout:
    """The layout with its king and sides."""
    turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
    assumed: list[Assumption] = []
    king, king_games = _king(layout, [records[i] for i in members], size)
    if king is None:
        assumed.append("king")
        king = size * (size // 2) + size // 2 if size % 2 else None
    side = None if king is None else layout.labels.get(king)
    if side is None or side == EMPTY:
        assumed.append("first")
        side = SECOND
    attackers = OTHER[side]
    pieces = {
        Square.beside(at % size, at // size): Piece.ATTACKER if label == attackers else Piece.DEFENDER
        for at, label in layout.labels.items()
        if label != EMPTY
    }
    if king is not None:
        pieces[Square.beside(king % size, king // size)] = Piece.KING
    seen = {*layout.labels, king}
    return InferredLayout(
        board=Board(size, pieces),
        first=Side.ATTACKERS if attackers == FIRST else Side.DEFENDERS,
        symmetries=layout.group,
        votes=layout.total,
        against=layout.against,
        unseen=SquareSet(Square.beside(at % size, at // size) for at in range(size * size) if at not in seen),
        games=tuple(members),
        other_side_first=tuple(sorted(turned)),
        misfits=tuple(i for i in members if layout.disagreement(ballots[i])[0] > _STRANGE * len(ballots[i])),
        king_games=king_games,
        assumed=tuple(assumed),
    )


def _king(layout: _Votes, records: Iterable[tuple[Sequence[RecordedMove], bool]], size: int) -> tuple[int | None, int]:
    """Where the piece began that ends games by its own move to the edge, and how many; None if none clearly does."""
    ended = Counter[int]()
    for moves, conceded in records:
        if conceded or not moves or not _at_edge(moves[-1].target, size):
            continue
        home = _last_home(moves)
        if home is not None and home.on(size):
            ended[home.rank * size + home.file] += 1
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
