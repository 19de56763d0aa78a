"""Rulesets, or their names, where one is asked for."""

from __future__ import annotations

from hnefatafl import variants
from hnefatafl._base.arguments import check
from hnefatafl._base.errors import UnknownVariantError
from hnefatafl.rules import Ruleset

__all__ = ["as_ruleset", "is_known"]


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


def is_known(rules: Ruleset) -> bool:
    """Return whether the name of the ruleset is enough to find it, or one that plays alike."""
    try:
        return variants.get(rules.name) == rules
    except UnknownVariantError:
        return False
