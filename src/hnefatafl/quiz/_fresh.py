"""Rulesets that do not ship: some options of one that does are answered otherwise, at random."""

from __future__ import annotations

from hnefatafl import variants
from hnefatafl._base.arguments import check
from hnefatafl.board import Side
from hnefatafl.lab import mutated
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset
from hnefatafl.rules._idle import idle_reason

__all__ = ["fresh_ruleset"]

_FEWEST, _MOST = 2, 5
"""How often a ruleset is changed."""


def fresh_ruleset(seed: int) -> Ruleset:
    """Return a consistent ruleset that plays otherwise than all that ship: it differs from each in an option that can
    matter under the others. The same seed gives the same ruleset.

    It begins as one that ships, at random, and is then changed several times (:func:`~hnefatafl.lab.mutated`).

    >>> rules = fresh_ruleset(1)
    >>> rules.name, rules == fresh_ruleset(1), rules == fresh_ruleset(2)
    ('fresh-1', True, False)

    Arguments:
        seed: the seed of the random choices.

    Raises:
        ArgumentTypeError: the seed is not a whole number.
    """
    from random import Random

    check("seed", seed, int)
    random = Random(f"fresh ruleset {seed}")
    shipped = sorted(variants.find(), key=lambda rules: rules.name)
    while True:
        rules = random.choice(shipped)
        for _ in range(random.randint(_FEWEST, _MOST)):
            rules = mutated(rules, random)
        rules = rules.evolve(name=f"fresh-{seed}")
        begun = Position.initial(rules, rules.first or Side.ATTACKERS)
        if begun.outcome is None and all(_differs(rules, each) for each in shipped if each.size == rules.size):
            return rules


def _differs(rules: Ruleset, other: Ruleset) -> bool:
    return any(idle_reason(rules, option, getattr(other, option)) is None for option in rules.diff(other))
