"""Rulesets, or their names, where one is asked for."""

from __future__ import annotations

from hnefatafl import variants
from hnefatafl._base.arguments import check
from hnefatafl.rules import Ruleset

__all__ = ["as_ruleset"]


def as_ruleset(rules: Ruleset | str, parameter: str = "ruleset") -> Ruleset:
    """Return the ruleset, or the one of that name.

    Raises:
        ArgumentTypeError: it is neither.
        UnknownVariantError: no ruleset has that name.
    """
    if isinstance(rules, str):
        return variants.get(rules)
    check(parameter, rules, Ruleset)
    return rules
