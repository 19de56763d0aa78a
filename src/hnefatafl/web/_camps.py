"""Camps at the edge, from the places where the attackers begin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hnefatafl.board import PieceSet, Region, Square, SquareSet
from hnefatafl.rules import Ruleset, Zone


def camp_options(rules: Ruleset, hostile: PieceSet) -> dict[str, Any]:
    """Return the options that make camps of the attackers' squares at the edge: nobody enters or crosses one.

    >>> from hnefatafl import variants
    >>> options = camp_options(variants.TABLUT, PieceSet.KING)
    >>> [zone.name for zone in options["zones"]], len(options["escape"].squares(9))
    (['south camp', 'west camp', 'north camp', 'east camp'], 20)

    Arguments:
        rules: the ruleset.
        hostile: the pieces to which the camps are hostile, whatever stands there.
    """
    zones = tuple(
        Zone(
            name=name,
            squares=Region.of(*squares),
            stop=PieceSet.ATTACKERS,
            enter=PieceSet.NONE,
            cross=PieceSet.NONE,
            hostile_always=hostile,
        )
        for name, squares in _named(_groups(rules), rules.size).items()
    )
    leaves = plain_edge(rules.escape, rules.size)
    return {"zones": zones, "escape": edge_without(zones, rules.size) if leaves == Region.EDGE else leaves}


def edge_without(zones: Iterable[Zone], size: int) -> Region:
    """Return the edge without the squares on which the king may not end a move from outside."""
    edge = Region.EDGE.squares(size)
    closed = {s for zone in zones if PieceSet.KING not in zone.stop & zone.enter for s in zone.squares.squares(size)}
    shut = SquareSet(closed & {*edge})
    return Region.EDGE - Region.of(*shut) if shut else Region.EDGE


def plain_edge(escape: Region, size: int) -> Region:
    """Return the whole edge for a part of it that is more than the corners; any other region as it is."""
    squares = escape.squares(size)
    on_edge = squares <= Region.EDGE.squares(size) and not squares <= Region.CORNERS.squares(size)
    return Region.EDGE if on_edge else escape


def _groups(rules: Ruleset) -> list[set[Square]]:
    """The squares of the attackers that are connected, and with the edge."""
    left = {(square.file, square.rank) for square in rules.start.squares(PieceSet.ATTACKERS)}
    last = rules.size - 1
    found: list[set[Square]] = []
    while left:
        group, new = set[tuple[int, int]](), {min(left)}
        while new:
            group |= new
            left -= new
            new = left & {(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if any({x, y} & {0, last} for x, y in group):
            found.append({Square.unchecked(x, y) for x, y in group if not {x, y} <= {0, last}})
    return [group for group in found if group]


def _named(groups: list[set[Square]], size: int) -> dict[str, set[Square]]:
    """The groups by names: by their sides, if there is one at each."""
    sides: dict[str, set[Square]] = {}
    for side, (file, rank) in {
        "south": (None, 0),
        "west": (0, None),
        "north": (None, size - 1),
        "east": (size - 1, None),
    }.items():
        for group in groups:
            if any(file in (None, s.file) and rank in (None, s.rank) for s in group) and group not in sides.values():
                sides.setdefault(f"{side} camp", group)
    if len(sides) == len(groups):
        return sides
    return {f"camp {number}": group for number, group in enumerate(groups, 1)}
