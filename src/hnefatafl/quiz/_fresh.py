"""Rulesets that do not ship: some options of one that does are answered otherwise, at random."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import attrs

from hnefatafl import variants
from hnefatafl._base.arguments import check
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError
from hnefatafl.inference import questions_for
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from random import Random

__all__ = ["fresh_ruleset"]


def __dir__() -> list[str]:
    return __all__


_SWITCHES: Final = tuple(field.name for field in attrs.fields(Ruleset) if field.type is bool)
"""The options that a ruleset has or has not."""
_FEWEST, _MOST = 4, 9
"""How many questions about the rules are answered anew."""
_SWITCHED: Final = 0.08
"""How often an option that is on or off is turned."""
_OTHER_START: Final = 0.3
"""How often the pieces of another ruleset are set up, if it has a board of the same size."""


def fresh_ruleset(seed: int) -> Ruleset:
    """Return a consistent ruleset that plays otherwise than all that ship. The same seed gives the same ruleset.

    It begins as one that ships, at random. Then four to nine questions, of those that inference asks about rules, are
    answered at random, and a few options are turned on or off; what contradicts the other options is not.

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
        rules = _changed(random, shipped).evolve(name=f"fresh-{seed}")
        begun = Position.initial(rules, rules.first or Side.ATTACKERS)
        if begun.outcome is None and all(each.diff(rules) for each in shipped if each.size == rules.size):
            return rules


def _changed(random: Random, shipped: list[Ruleset]) -> Ruleset:
    rules = random.choice(shipped)
    if random.random() < _OTHER_START:
        start = random.choice([each for each in shipped if each.size == rules.size]).start
        with suppress(HnefataflError):
            rules = rules.evolve(start=start)
    questions = questions_for(rules.start)
    for question in random.sample(questions, min(random.randint(_FEWEST, _MOST), len(questions))):
        if rivals := [*question.rivals(rules)]:
            rules = random.choice(rivals)[1]
    for switch in _SWITCHES:
        if random.random() < _SWITCHED:
            turned: Any = {switch: not getattr(rules, switch)}
            with suppress(HnefataflError):
                rules = rules.evolve(**turned)
    return rules
