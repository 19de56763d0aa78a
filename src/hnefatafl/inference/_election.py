"""The layout that the votes of records elect: its board, its symmetries, and what stands on its squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import ceil, log2
from typing import Final

from hnefatafl._base.seal import frozen
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Square, Symmetry
from hnefatafl.inference._ballots import OFF, OTHER, Ballot, place

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


def _subgroups() -> tuple[tuple[Symmetry, ...], ...]:
    """All groups of symmetries of a square, the largest first."""
    corner, size = Square.unchecked(1, 0), 5

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
    left = set(product(range(size), repeat=2))
    found: list[tuple[int, ...]] = []
    for rank, file in product(range(size), repeat=2):
        if (rank, file) in left:
            orbit = {each.apply(Square.unchecked(file, rank), size) for each in group}
            left -= {(square.rank, square.file) for square in orbit}
            found.append(tuple(sorted(map(place, orbit))))
    return tuple(found)


@cache
def _off(size: int) -> dict[int, int]:
    """The squares of the largest board that a board does not have."""
    return {place(Square.unchecked(a, b)): OFF for a, b in product(range(MAX_SIZE), repeat=2) if max(a, b) >= size}


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
        return ((at, label) for at, label in self.labels.items() if label != OFF)

    def disagreement(self, ballot: Ballot) -> tuple[int, bool]:
        """How many votes of a record contradict the layout, and whether fewer do if the sides are swapped."""
        labels = self.labels
        plain = swapped = 0
        for at, label in ballot.labels.items():
            mine = labels.get(at, label)
            plain += label != mine
            swapped += OTHER[label] != mine
        return (swapped, True) if swapped < plain else (plain, False)


def _count(ballots: Iterable[tuple[Ballot, bool]]) -> dict[int, list[int]]:
    votes: dict[int, list[int]] = {}
    for ballot, swapped in ballots:
        for at, label in ballot.labels.items():
            votes.setdefault(at, [0, 0, 0])[OTHER[label] if swapped else label] += 1
    return votes


def _elect(votes: Mapping[int, Sequence[int]], sizes: Iterable[int]) -> Elected:
    """The layout, of the board and the group of symmetries, that explains the votes with the fewest free squares."""
    best: tuple[float, Elected] | None = None
    total = sum(map(sum, votes.values()))
    for size, group in product(sizes, _GROUPS):
        orbits = _orbits(group, size)
        cost = _FREE * len(orbits)
        if best is not None and cost >= best[0]:
            continue
        labels: dict[int, int] = {}
        for orbit in orbits:
            sums = [sum(each) for each in zip(*(votes[at] for at in orbit if at in votes), strict=True)]
            if sums:
                labels |= dict.fromkeys(orbit, sums.index(max(sums)))
        against = total - sum(votes[at][label] for at, label in labels.items() if at in votes)
        if best is None or cost + against < best[0]:
            best = cost + against, Elected(size, group, labels | _off(size), total, against)
    assert best is not None
    return best[1]


def _holding(ballots: Sequence[Ballot], members: Sequence[int], sizes: Sequence[int]) -> Sequence[int]:
    """The sizes of the boards that hold the records, but for a few that are strange; the largest if none does."""
    needed = sorted(ballots[i].size for i in members)[ceil((1 - STRANGE) * len(members)) - 1]
    return [size for size in sizes if size >= needed] or [max(sizes)]


def settle(ballots: Sequence[Ballot], members: Sequence[int], sizes: Sequence[int]) -> Elected:
    """The layout of some records, on a board of one of the sizes, those turned round in which the other side begins."""
    sizes = _holding(ballots, members, sizes)
    swapped: frozenset[int] = frozenset()
    layout = _elect(_count((ballots[i], False) for i in members), sizes)
    for _ in range(_ROUNDS):
        turned = frozenset(i for i in members if layout.disagreement(ballots[i])[1])
        if turned == swapped:
            break
        swapped = turned
        layout = _elect(_count((ballots[i], i in swapped) for i in members), sizes)
    return layout


def split(
    ballots: Sequence[Ballot], members: Sequence[int], layout: Elected, sizes: Sequence[int]
) -> list[list[int]] | None:
    """Two collections in place of one, or None if one layout explains all."""
    told = {i: layout.disagreement(ballots[i]) for i in members}
    conflicts: dict[tuple[int, int], list[int]] = {}
    for i in members:
        wrong, swapped = told[i]
        if wrong:
            for at, label in ballots[i].labels.items():
                said = OTHER[label] if swapped else label
                if layout.labels[at] != said:
                    conflicts.setdefault((at, said), []).append(i)
    # Records that may have another layout: with conflicts on many squares, on a smaller board, or with the same one.
    strange = [i for i in members if told[i][0] > STRANGE * len(ballots[i].labels)]
    smaller = ([i for i in members if ballots[i].size <= size] for size in sizes if size < layout.size)
    telling = sorted(conflicts.values(), key=len, reverse=True)[:_TELLING]
    best: tuple[int, list[list[int]]] | None = None
    for seed in [strange, *smaller, *telling]:
        found = _part(ballots, members, seed, {i: wrong for i, (wrong, _) in told.items()}, sizes)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else best[1]


def _part(
    ballots: Sequence[Ballot],
    members: Sequence[int],
    seed: Sequence[int],
    before: Mapping[int, int],
    sizes: Sequence[int],
) -> tuple[int, list[list[int]]] | None:
    """Divide records between two layouts, beginning with those that may have the second one; and the votes saved."""
    gone, kept = list(seed), list(members)
    for _ in range(_ROUNDS):
        if len(gone) < _FEWEST:
            return None
        two = settle(ballots, gone, sizes)
        apart = sum(two.disagreement(ballots[i])[0] for i in gone)
        if apart > _CLEAN * sum(len(ballots[i].labels) for i in gone):
            return None
        chosen = set(gone)
        kept = [i for i in members if i not in chosen]
        if len(kept) < _FEWEST:
            return None
        one = settle(ballots, kept, sizes)
        costs = {i: (one.disagreement(ballots[i])[0], two.disagreement(ballots[i])[0]) for i in members}
        # A record that fits both goes with the larger one.
        larger = len(gone) > len(kept)
        moved = [i for i in members if costs[i][1] < costs[i][0] or (larger and costs[i][1] == costs[i][0])]
        if moved == gone:
            saved = sum(before.values()) - sum(map(min, costs.values()))
            differing = sum(one.labels.get(at) != label for at, label in two.squares()) / len(two.group)
            price = _BITS * (1 + differing) + _entropy(len(kept), len(gone))
            return (saved, [kept, gone]) if _BITS * saved > price else None
        gone = moved
    return None


def _entropy(*counts: int) -> float:
    """How many bits it takes to say which of the parts each record belongs to."""
    total = sum(counts)
    return sum(count * log2(total / count) for count in counts)
