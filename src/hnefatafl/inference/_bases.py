"""The rulesets that inference begins with: on the layout of the games, with the side and the men that they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from hnefatafl.board import Board, Kind, Piece, PieceSet, Side
from hnefatafl.errors import RulesetError
from hnefatafl.inference._kinds import infer_kinds
from hnefatafl.records import Game
from hnefatafl.rules import Jump, Ruleset
from hnefatafl.variants import find


def on_layout(base: Ruleset, start: Board) -> Ruleset | None:
    """Return a base with another start layout, if it can have it."""
    try:
        return base if base.start == start else base.evolve(size=start.size, start=start)
    except RulesetError:
        return None


def first_mover(games: Sequence[tuple[int, Game]], start: Board) -> Side | None:
    """Return the side that made the first moves of most games, or None where there are none."""
    movers = Counter(
        start[game.moves[0].origin].side for _, game in games if game.moves and game.moves[0].origin in start
    )
    return movers.most_common(1)[0][0] if movers else None


def with_kinds(bases: Sequence[Ruleset], games: Sequence[tuple[int, Game]], *, likely: bool = False) -> list[Ruleset]:
    """Return bases with the kinds of men that the records show, where all men of the start layout are soldiers.

    Men with three captors become commanders, as in the shipped rulesets that have them; without jumps, unless they are
    seen to jump. Where replays decide whether the kinds help, it is enough that three captors are likely: the men stood
    between two, and fell to three more often than to two.
    """
    start = bases[0].start if bases else None
    if start is None or {piece.kind for piece in start.values()} - {Kind.SOLDIER, Kind.KING}:
        return list(bases)
    inferred = infer_kinds((game for _, game in games), start)
    found = inferred.board
    soldiers = [men for men in inferred.men if not men.is_king and men.kind in (Kind.SOLDIER, None)]
    dux = [
        men
        for men in soldiers
        if men.has_three_captors or (likely and men.stood and men.fell_to_three > men.fell_to_two)
    ]
    for men in dux:
        for square in men.squares:
            found = found.put(square, Piece(men.side, Kind.COMMANDER))
    if found == start:
        return []
    if not dux:
        return [base.evolve(start=found) for base in bases]
    return [
        base.evolve(
            start=found,
            three_captors=PieceSet.COMMANDERS,
            jumps=evolve(base.jumps, commanders=Jump.NONE),
        )
        for base in bases
    ]


def shipped(rules: Ruleset) -> Ruleset | None:
    """Return the shipped ruleset that plays the same, if there is one; that of the same name before others."""
    same = [each for each in find(size=rules.size) if each == rules]
    return min(same, key=lambda each: each.name != rules.origin and each.name != rules.name, default=None)
