"""Rulesets made from others: some of their rules are answered otherwise, or pieces stand elsewhere, at random."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import attrs

from hnefatafl.board import Board, Kind, Piece, Side, Square, Symmetry
from hnefatafl.errors import HnefataflError
from hnefatafl.inference import questions_for
from hnefatafl.rules import Ruleset
from hnefatafl.rules._given import as_ruleset

if TYPE_CHECKING:
    from random import Random

_SWITCHES: Final = tuple(field.name for field in attrs.fields(Ruleset) if field.type is bool)
"""The options that a ruleset has or has not."""
_MOST_CHANGES: Final = 3
_ANSWERS: Final = 0.6
"""How often a change is another answer."""
_TURNS: Final = 0.1
"""How often it is an option turned."""


def mutated(ruleset: Ruleset | str, chance: Random) -> Ruleset:
    """Return a ruleset with one to three changes at random; what contradicts the other options is not changed.

    A change is another answer to one of the questions that inference asks about rules, an option turned on or off, or
    men put up or taken away, on all sides of the board alike. Now and then nothing differs.

    >>> from random import Random
    >>> mutated("brandubh", Random(1)).differences("brandubh")
    'king: middleweight instead of strong-near-throne'

    Arguments:
        ruleset: the ruleset.
        chance: what decides.

    Raises:
        UnknownVariantError: no ruleset has that name.
    """
    rules = as_ruleset(ruleset)
    for _ in range(chance.randint(1, _MOST_CHANGES)):
        kind = chance.random()
        change = _answered if kind < _ANSWERS else _switched if kind < _ANSWERS + _TURNS else _resettled
        with suppress(HnefataflError):
            rules = change(rules, chance)
    return rules


def _answered(rules: Ruleset, chance: Random) -> Ruleset:
    rivals = [*chance.choice(questions_for(rules.start)).rivals(rules)]
    return chance.choice(rivals)[1] if rivals else rules


def _switched(rules: Ruleset, chance: Random) -> Ruleset:
    switch = chance.choice(_SWITCHES)
    turned: Any = {switch: not getattr(rules, switch)}
    return rules.evolve(**turned)


def _resettled(rules: Ruleset, chance: Random) -> Ruleset:
    board = rules.start
    square = Square(chance.randrange(board.size), chance.randrange(board.size))
    standing = board.get(square)
    if standing is not None and standing.kind is Kind.KING:
        return rules
    put = None if standing is not None else Piece(chance.choice([*Side]), Kind.SOLDIER)
    marked = Board(board.size, {square: Piece(Side.ATTACKERS, Kind.SOLDIER)})
    for symmetry in Symmetry:
        for turned in marked.transform(symmetry):
            board = board.put(turned, put)
    return rules.evolve(start=board)
