"""All plants by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from hypothesis import strategies as st

from hnefatafl.board import Square
from hnefatafl.rules import Ruleset
from hnefatafl.testing.strategies._closed import closed_corners
from hnefatafl.testing.strategies._drawing import Planted, chance
from hnefatafl.testing.strategies._kings import (
    cornered_kings,
    held_kings,
    joint_pairs,
    kings_at_edge,
    kings_taken_twice,
    linnaean,
    pierced_kings,
    throne_neighbourhoods,
)
from hnefatafl.testing.strategies._men import (
    anything,
    brackets,
    camp_life,
    jumps,
    mercenaries,
    surrounded_guards,
    unarmed_jumpers,
    walkers_in,
)
from hnefatafl.testing.strategies._planting import Plant
from hnefatafl.testing.strategies._turns import (
    berserk_chains,
    blocked_sides,
    dice,
    house_rules,
    last_attackers,
    last_defenders,
    leaping_kings,
    near_repetitions,
    passes,
    rolled_threats,
    ways_out,
)
from hnefatafl.testing.strategies._walls import exit_forts, jumped_forts, jumped_rings, lines, rings, shieldwalls

PLANTS: Final[Mapping[str, Plant]] = {
    "anything": anything,
    "shieldwalls": shieldwalls,
    "lines": lines,
    "exit_forts": exit_forts,
    "rings": rings,
    "closed_corners": closed_corners,
    "cornered_kings": cornered_kings,
    "kings_at_edge": kings_at_edge,
    "held_kings": held_kings,
    "throne_neighbourhoods": throne_neighbourhoods,
    "linnaean": linnaean,
    "joint_pairs": joint_pairs,
    "brackets": brackets,
    "camp_life": camp_life,
    "near_repetitions": near_repetitions,
    "last_attackers": last_attackers,
    "last_defenders": last_defenders,
    "blocked_sides": blocked_sides,
    "ways_out": ways_out,
    "dice": dice,
    "rolled_threats": rolled_threats,
    "house_rules": house_rules,
    "jumps": jumps,
    "berserk_chains": berserk_chains,
    "pierced_kings": pierced_kings,
    "surrounded_guards": surrounded_guards,
    "mercenaries": mercenaries,
    "jumped_rings": jumped_rings,
    "jumped_forts": jumped_forts,
    "passes": passes,
    "leaping_kings": leaping_kings,
    "unarmed_jumpers": unarmed_jumpers,
    "walkers_in": walkers_in,
    "kings_taken_twice": kings_taken_twice,
}
"""All planted strategies by name."""


def planted(ruleset: Ruleset | None = None) -> st.SearchStrategy[Planted]:
    """Return a strategy for any of the planted boards, under drawn rulesets or under the given one.

    >>> from hypothesis import given, settings
    >>> from hnefatafl import Position, variants
    >>> @settings(max_examples=10)
    ... @given(planted(variants.BRANDUBH))
    ... def check(found: Planted) -> None:
    ...     rules, board, turn = found
    ...     for move in Position.from_board(board, rules, turn).legal_moves():
    ...         assert move.target not in board
    >>> check()
    """
    return st.one_of([plant(ruleset) for plant in PLANTS.values()])


def shuffling(
    draw: st.DrawFn, moves: Collection[tuple[Square, Square]], own_last: tuple[Square, Square] | None
) -> tuple[Square, Square]:
    """Choose a move, mostly the one that takes the side's last move back, so that positions recur.

    >>> from hypothesis import given, settings
    >>> from hypothesis import strategies as st
    >>> from hnefatafl import Position, variants
    >>> legal = {(move.origin, move.target) for move in Position.initial(variants.BRANDUBH).legal_moves()}
    >>> @settings(max_examples=10)
    ... @given(st.data())
    ... def check(data: st.DataObject) -> None:
    ...     assert shuffling(data.draw, legal, None) in legal
    >>> check()
    """
    if own_last is not None and own_last[::-1] in moves and chance(draw, 75):
        return own_last[1], own_last[0]
    return draw(st.sampled_from(sorted(moves)))
