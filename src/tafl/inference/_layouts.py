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
:mod:`tafl.inference` looks for them.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import ceil, log2
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import evolve

from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, Side, Square, SquareSet, Symmetry
from hnefatafl.errors import ArgumentValueError
from hnefatafl.records import Game, RecordedMove
from hnefatafl.rules import Ruleset
from hnefatafl.support.as_json import written
from hnefatafl.support.immutability import frozen
from hnefatafl.variants import find
from tafl.inference._kinds import first_mover
from tafl.inference._records import as_soldiers, moves_of, orbits_of, squares_between, tells_captures

EMPTY, FIRST, SECOND, OFF = 0, 1, 2, 3
"""What there is on a square: nothing, or a piece of the side that moves first or second; or no square at all."""
OTHER: Final = (EMPTY, SECOND, FIRST)
"""The labels of squares with the sides swapped."""
_UNKNOWN: Final = 4


class Ballot(NamedTuple):
    """What one record says of squares, without regard to the size of the board."""

    labels: dict[int, int]
    """By the place of a square, what stood on it."""
    size: int
    """The size of the smallest board that has all squares of the record."""


def number_square(square: Square) -> int:
    """Return the number of a square, which is the same on boards of all sizes."""
    return square.rank * MAX_SIZE + square.file


def square_at(number: int) -> Square:
    """Return the square with that number."""
    return Square.unchecked(number % MAX_SIZE, number // MAX_SIZE)


def ballot_of(moves: Sequence[RecordedMove]) -> Ballot:
    """Return what a record says of the squares at the start."""
    ballot: dict[int, int] = {}
    # A record that names no captures does not say which squares became empty.
    sees_empty = tells_captures(moves)
    second, last = True, None
    size = MIN_SIZE
    for move in moves:
        origin, target = move.origin, move.target
        if not (origin.on(MAX_SIZE) and target.on(MAX_SIZE)):
            break
        size = max(size, *(1 + coordinate for square in (origin, target) for coordinate in (square.file, square.rank)))
        second = second if origin == last else not second
        if sees_empty:
            for square in squares_between(origin, target):
                ballot.setdefault(number_square(square), EMPTY)
        ballot.setdefault(number_square(origin), SECOND if second else FIRST)
        ballot.setdefault(number_square(target), EMPTY if sees_empty or number_square(target) in ballot else _UNKNOWN)
        for square in move.captures:
            if square.on(MAX_SIZE):
                ballot.setdefault(number_square(square), FIRST if second else SECOND)
        last = target
    return Ballot({number: label for number, label in ballot.items() if label != _UNKNOWN}, size)


def count_against(ballots: Iterable[Ballot], board: Board) -> int:
    """Return how many votes contradict a layout, also those for squares that its board does not have.

    Either side may begin.
    """
    labels = dict.fromkeys(range(MAX_SIZE**2), EMPTY) | _mark_off_board(board.size)
    for square, piece in board.items():
        labels[number_square(square)] = FIRST if piece.side is Side.ATTACKERS else SECOND
    return sum(_count_disagreeing(labels, ballot)[0] for ballot in ballots)


def _count_disagreeing(labels: Mapping[int, int], ballot: Ballot) -> tuple[int, bool]:
    """Return how many votes of a record contradict a layout, and whether fewer do if the sides are swapped."""
    plain = swapped = 0
    for number, label in ballot.labels.items():
        voted = labels.get(number, label)
        plain += label != voted
        swapped += OTHER[label] != voted
    return (swapped, True) if swapped < plain else (plain, False)


SIZES: Final = tuple(range(MIN_SIZE, MAX_SIZE + 1, 2))
"""The sizes of boards with a square in the centre."""
STRANGE: Final = 0.2
"""The share of contradicting votes in a record that most likely began with another layout, and of the records that may
leave the board."""
_FREE: Final = 2.0
"""How many contradicting votes a layout must save for each square that it may choose freely: with less symmetry, and
on a larger board, there are more of them."""
_TELLING: Final = 8
"""How many squares are tried to split a collection by."""
_FEWEST: Final = 5
"""The fewest records that make a layout of their own."""
_BITS: Final = 6.0
"""What a contradicting vote costs, in bits. A second layout must save more than it costs to say which squares differ in
it and which records belong to it."""
_CLEAN: Final = 0.03
"""The largest share of contradicting votes in a layout that is split off."""
_ROUNDS: Final = 8
"""How often records are assigned anew to two layouts."""


def _list_subgroups() -> tuple[tuple[Symmetry, ...], ...]:
    """All groups of symmetries of a square, the largest first."""
    corner, size = Square.unchecked(1, 0), 5

    def close(members: frozenset[Symmetry]) -> frozenset[Symmetry]:
        images = {symmetry.apply(corner, size): symmetry for symmetry in Symmetry}
        while True:
            more = {images[a.apply(b.apply(corner, size), size)] for a in members for b in members}
            if more <= members:
                return members
            members |= more

    groups = {close(frozenset((Symmetry.IDENTITY, a, b))) for a in Symmetry for b in Symmetry}
    groups.add(close(frozenset(Symmetry)))
    order = list(Symmetry)
    ranked = sorted(groups, key=lambda group: (-len(group), sorted(order.index(symmetry) for symmetry in group)))
    return tuple(tuple(symmetry for symmetry in Symmetry if symmetry in group) for group in ranked)


_GROUPS: Final = _list_subgroups()


@cache
def _list_orbits(group: tuple[Symmetry, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The squares that the group exchanges with one another."""
    remaining = set(product(range(size), repeat=2))
    orbits: list[tuple[int, ...]] = []
    for rank, file in product(range(size), repeat=2):
        if (rank, file) in remaining:
            orbit = {symmetry.apply(Square.unchecked(file, rank), size) for symmetry in group}
            remaining -= {(square.rank, square.file) for square in orbit}
            orbits.append(tuple(sorted(map(number_square, orbit))))
    return tuple(orbits)


@cache
def _mark_off_board(size: int) -> dict[int, int]:
    """The squares of the largest board that a board does not have."""
    return {
        number_square(Square.unchecked(a, b)): OFF for a, b in product(range(MAX_SIZE), repeat=2) if max(a, b) >= size
    }


@frozen
class Elected:
    """A layout with its votes: the most frequent answer for each square that anything voted for."""

    size: int
    group: tuple[Symmetry, ...]
    labels: dict[int, int]
    """By the place of a square, what stands on it; the squares off the board are among them."""
    total: int
    against: int

    def squares(self) -> Iterator[tuple[int, int]]:
        """The squares of the board for which there are votes."""
        return ((number, label) for number, label in self.labels.items() if label != OFF)

    def disagreement(self, ballot: Ballot) -> tuple[int, bool]:
        """How many votes of a record contradict the layout, and whether fewer do if the sides are swapped."""
        return _count_disagreeing(self.labels, ballot)


def _count_votes(ballots: Iterable[tuple[Ballot, bool]]) -> dict[int, list[int]]:
    votes: dict[int, list[int]] = {}
    for ballot, swapped in ballots:
        for number, label in ballot.labels.items():
            votes.setdefault(number, [0, 0, 0])[OTHER[label] if swapped else label] += 1
    return votes


def _elect_layout(votes: Mapping[int, Sequence[int]], sizes: Iterable[int]) -> Elected:
    """The layout, of the board and the group of symmetries, that explains the votes with the fewest free squares."""
    best: tuple[float, Elected] | None = None
    total = sum(map(sum, votes.values()))
    for size, group in product(sizes, _GROUPS):
        orbits = _list_orbits(group, size)
        # A board that is too large has less symmetry around the pieces, and so more squares to choose freely.
        cost = _FREE * len(orbits)
        if best is not None and cost >= best[0]:
            continue
        labels: dict[int, int] = {}
        for orbit in orbits:
            sums = [sum(counts) for counts in zip(*(votes[i] for i in orbit if i in votes), strict=True)]
            if sums:
                labels |= dict.fromkeys(orbit, sums.index(max(sums)))
        against = total - sum(votes[number][label] for number, label in labels.items() if number in votes)
        if best is None or cost + against < best[0]:
            best = cost + against, Elected(size, group, labels | _mark_off_board(size), total, against)
    assert best is not None
    return best[1]


def _sizes_holding(ballots: Sequence[Ballot], members: Sequence[int], sizes: Sequence[int]) -> Sequence[int]:
    """The sizes of the boards that hold the records, but for a few that are strange; the largest if none does."""
    needed = sorted(ballots[i].size for i in members)[ceil((1 - STRANGE) * len(members)) - 1]
    return [size for size in sizes if size >= needed] or [max(sizes)]


def settle_layout(ballots: Sequence[Ballot], members: Sequence[int], sizes: Sequence[int]) -> Elected:
    """The layout of some records, on a board of one of the sizes, those turned round in which the other side begins."""
    sizes = _sizes_holding(ballots, members, sizes)
    swapped: frozenset[int] = frozenset()
    layout = _elect_layout(_count_votes((ballots[i], False) for i in members), sizes)
    for _ in range(_ROUNDS):
        turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
        if turned == swapped:
            break
        swapped = turned
        layout = _elect_layout(_count_votes((ballots[i], i in swapped) for i in members), sizes)
    return layout


def split_collection(
    ballots: Sequence[Ballot], members: Sequence[int], layout: Elected, sizes: Sequence[int]
) -> list[list[int]] | None:
    """Two collections in place of one, or None if one layout explains all."""
    disagreements = {i: layout.disagreement(ballots[i]) for i in members}
    conflicts: dict[tuple[int, int], list[int]] = {}
    for i in members:
        wrong, swapped = disagreements[i]
        if wrong:
            for number, label in ballots[i].labels.items():
                vote = OTHER[label] if swapped else label
                if layout.labels[number] != vote:
                    conflicts.setdefault((number, vote), []).append(i)
    # Records that may have another layout: with conflicts on many squares, on a smaller board, or with the same one.
    strange = [i for i in members if disagreements[i][0] > STRANGE * len(ballots[i].labels)]
    smaller = ([i for i in members if ballots[i].size <= size] for size in sizes if size < layout.size)
    telling = sorted(conflicts.values(), key=len, reverse=True)[:_TELLING]
    best: tuple[int, list[list[int]]] | None = None
    for seed in [strange, *smaller, *telling]:
        parts = _part_records(ballots, members, seed, {i: wrong for i, (wrong, _) in disagreements.items()}, sizes)
        if parts is not None and (best is None or parts[0] > best[0]):
            best = parts
    return None if best is None else best[1]


def _part_records(
    ballots: Sequence[Ballot],
    members: Sequence[int],
    seed: Sequence[int],
    before: Mapping[int, int],
    sizes: Sequence[int],
) -> tuple[int, list[list[int]]] | None:
    """Divide records between two layouts, beginning with those that may have the second one; and the votes saved."""
    second, first = list(seed), list(members)
    for _ in range(_ROUNDS):
        if len(second) < _FEWEST:
            return None
        second_layout = settle_layout(ballots, second, sizes)
        apart = sum(second_layout.disagreement(ballots[i])[0] for i in second)
        if apart > _CLEAN * sum(len(ballots[i].labels) for i in second):
            return None
        chosen = set(second)
        first = [i for i in members if i not in chosen]
        if len(first) < _FEWEST:
            return None
        first_layout = settle_layout(ballots, first, sizes)
        costs = {
            i: (first_layout.disagreement(ballots[i])[0], second_layout.disagreement(ballots[i])[0]) for i in members
        }
        # A record that fits both goes with the larger one.
        larger = len(second) > len(first)
        moved = [i for i in members if costs[i][1] < costs[i][0] or (larger and costs[i][1] == costs[i][0])]
        if moved == second:
            saved = sum(before.values()) - sum(map(min, costs.values()))
            differing = sum(first_layout.labels.get(number) != label for number, label in second_layout.squares())
            price = _BITS * (1 + differing / len(second_layout.group)) + _partition_bits(len(first), len(second))
            return (saved, [first, second]) if _BITS * saved > price else None
        second = moved
    return None


def _partition_bits(*counts: int) -> float:
    """How many bits it takes to say which of the parts each record belongs to."""
    total = sum(counts)
    return sum(count * log2(total / count) for count in counts)


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
    return _infer_layouts(games, SIZES if size is None else (size,))


def _infer_layouts(games: Iterable[Game | Iterable[RecordedMove]], sizes: Sequence[int]) -> tuple[InferredLayout, ...]:
    """Return the layouts of a collection, on boards of some sizes."""
    records = [(moves_of(game), isinstance(game, Game) and game.ending is not None) for game in games]
    ballots = [ballot_of(moves) for moves, _ in records]
    waiting = [[i for i, ballot in enumerate(ballots) if ballot.labels]]
    layouts: list[tuple[list[int], Elected]] = []
    while waiting:
        members = waiting.pop()
        if not members:
            continue
        layout = settle_layout(ballots, members, sizes)
        parts = split_collection(ballots, members, layout, sizes) if len(layouts) + len(waiting) < _LAYOUTS else None
        if parts is None:
            layouts.append((members, layout))
        else:
            waiting += parts
    layouts.sort(key=lambda members_and_layout: (-len(members_and_layout[0]), members_and_layout[0]))
    return tuple(_complete_layout(layout, members, ballots, records) for members, layout in layouts)


def _complete_layout(
    layout: Elected,
    members: Sequence[int],
    ballots: Sequence[Ballot],
    records: Sequence[tuple[Sequence[RecordedMove], bool]],
) -> InferredLayout:
    """The layout with its king and sides."""
    size = layout.size
    turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
    assumed: list[Assumption] = []
    king, king_games = _find_king(layout, [records[i] for i in members])
    if king is None:
        assumed.append("king")
        king = number_square(Square.unchecked(size // 2, size // 2)) if size % 2 else None
    side = None if king is None else layout.labels.get(king)
    if side is None or side == EMPTY:
        assumed.append("first")
        side = SECOND
    attackers = OTHER[side]
    pieces = {
        square_at(number): Piece.ATTACKER if label == attackers else Piece.DEFENDER
        for number, label in layout.squares()
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
            if number_square(square) not in layout.labels and number_square(square) != king
        ),
        games=tuple(members),
        other_side_first=tuple(sorted(turned)),
        misfits=tuple(i for i in members if layout.disagreement(ballots[i])[0] > STRANGE * len(ballots[i].labels)),
        king_games=king_games,
        assumed=tuple(assumed),
    )


def _find_king(layout: Elected, records: Iterable[tuple[Sequence[RecordedMove], bool]]) -> tuple[int | None, int]:
    """Where the piece began that ends games by its own move to the edge, and how many; None if none clearly does."""
    ended = Counter[int]()
    for moves, conceded in records:
        if conceded or not moves or not _at_edge(moves[-1].target, layout.size):
            continue
        home = _last_home(moves)
        if home is not None and home.on(layout.size):
            ended[number_square(home)] += 1
    ranked = [(number, count) for number, count in ended.most_common() if layout.labels.get(number, EMPTY) != EMPTY]
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


class Part(NamedTuple):
    """Games from one start layout."""

    start: Board
    """The layout."""
    layout: InferredLayout | None
    """What the moves show of it, or None where the games say themselves how they begin."""
    games: tuple[tuple[int, Game], ...]
    """The games with their numbers."""


def divide_collection(
    games: Sequence[tuple[int, Game]], bases: Iterable[Ruleset] = (), *, stated: bool = True
) -> list[Part]:
    """Return the parts of a collection, the largest first.

    The layout of the games' own ruleset is kept where their moves do not contradict it, if the rulesets state layouts
    at all. Else a part has the layout of a base or of a shipped ruleset, on a board of any size, if the moves
    contradict it no more than the one that they show themselves, and else that one.
    """
    base_layouts = tuple(as_soldiers(rules.start) for rules in bases)
    groups: dict[Board | None, list[tuple[int, Game]]] = {}
    for number, game in games:
        groups.setdefault(game.ruleset.start if stated else None, []).append((number, game))
    parts: dict[Board, Part] = {}
    for stated_layout, members in groups.items():
        for part in _list_parts(stated_layout, members, base_layouts):
            earlier = parts.get(part.start)
            if earlier is not None:
                layout = part.layout and earlier.layout
                part = part._replace(layout=layout, games=tuple(sorted((*earlier.games, *part.games), key=_number_of)))
            parts[part.start] = part
    return sorted(parts.values(), key=lambda part: (-len(part.games), part.games[0][0]))


def _number_of(numbered: tuple[int, Game]) -> int:
    return numbered[0]


def _list_parts(
    stated: Board | None, members: Sequence[tuple[int, Game]], base_layouts: Sequence[Board]
) -> Iterator[Part]:
    """Yield the parts of games whose rulesets have the same layout."""
    # A game that begins with a position of its own says nothing about the layout.
    moved = [member for member in members if member[1].start is None and member[1].moves]
    games = [game for _, game in moved]
    # What the ruleset says counts here only where boards of its size have no centre, and would not be tried.
    layouts = _infer_layouts(games, SIZES if stated is None or stated.size in SIZES else (stated.size, *SIZES))
    divided = [[moved[index] for index in layout.games] for layout in layouts]
    placed = {number for part in divided for number, _ in part}
    rest = [member for member in members if member[0] not in placed]
    if not layouts:
        yield Part(members[0][1].ruleset.start if stated is None else stated, None, tuple(members))
    for index, (layout, part) in enumerate(zip(layouts, divided, strict=True)):
        start, shown = _choose_start(stated, layout, part, base_layouts)
        whole = tuple(sorted((*part, *rest), key=_number_of)) if index == 0 else tuple(part)
        yield Part(start, shown, whole)


def _choose_start(
    stated: Board | None, layout: InferredLayout, games: Sequence[tuple[int, Game]], base_layouts: Sequence[Board]
) -> tuple[Board, InferredLayout | None]:
    """Return the layout of a part, and what the moves show of it if it is not that of the games' rulesets."""
    shown = layout.board
    ballots = [ballot_of(game.moves) for _, game in games]
    wrong = count_against(ballots, shown)
    if stated is not None:
        # As for dividing a collection: what differs on a square must be worth a vote, once for all that a symmetry
        # exchanges. Squares that no record speaks of differ in nothing.
        voted = (square for square in {*stated, *shown} if square.on(shown.size) and square not in layout.unseen)
        differing = sum(_side_on(stated, square) is not _side_on(shown, square) for square in voted)
        if count_against(ballots, stated) - wrong <= 1 + differing / len(layout.symmetries):
            return stated, None
    known_layouts = dict.fromkeys((*base_layouts, *map(as_soldiers, {rules.start: None for rules in find()})))
    if shown in known_layouts:
        return shown, layout
    counts = {board: count_against(ballots, board) for board in known_layouts if not _moved_king(board, layout)}
    agreeing = [board for board, count in counts.items() if count <= wrong]
    if not agreeing:
        return shown, layout
    best = min(agreeing, key=lambda board: (counts[board], board not in base_layouts, board.size, len(board)))
    orbits = orbits_of(best)
    touched = (orbits.get(square_at(number), ()) for ballot in ballots for number in ballot.labels)
    return best, evolve(
        layout,
        board=best,
        first=first_mover(games, best) or layout.first,
        symmetries=tuple(symmetry for symmetry in Symmetry if best.transform(symmetry) == best),
        against=counts[best],
        unseen=SquareSet(orbits) - {square for orbit in touched for square in orbit},
    )


def _side_on(board: Board, square: Square) -> Side | None:
    piece = board.get(square)
    return None if piece is None else piece.side


def _moved_king(board: Board, layout: InferredLayout) -> bool:
    """Whether the king of a board stands elsewhere than the moves show."""
    return "king" not in layout.assumed and board.king != layout.board.king
