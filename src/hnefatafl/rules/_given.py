"""Rulesets and sides, or their names, where one is asked for."""

from __future__ import annotations

from hnefatafl.board import Side
from hnefatafl.rules._ruleset import Ruleset, named
from hnefatafl.rules._texts import Fault, read
from hnefatafl.support import hooks
from hnefatafl.support.arguments import check
from hnefatafl.support.errors import ArgumentValueError, UnknownVariantError


def as_ruleset(ruleset: Ruleset | str, parameter: str = "ruleset") -> Ruleset:
    """Return the ruleset, or the one of that name.

    Raises:
        ArgumentTypeError: it is neither.
        UnknownVariantError: no ruleset has that name.
    """
    value = named(ruleset)
    check(parameter, value, Ruleset)
    return value


def optional_ruleset(ruleset: Ruleset | str | None, parameter: str = "ruleset") -> Ruleset | None:
    """Return the ruleset, or the one of that name; None for None.

    Raises:
        HnefataflError: as :func:`as_ruleset`.
    """
    return None if ruleset is None else as_ruleset(ruleset, parameter)


def is_known(ruleset: Ruleset) -> bool:
    """Return whether the name of the ruleset is enough to find it, or one that plays alike.

    >>> from hnefatafl import variants
    >>> is_known(variants.BRANDUBH), is_known(variants.BRANDUBH.evolve(escape="edge"))
    (True, False)
    """
    try:
        return bool(hooks.named(ruleset.name) == ruleset)
    except UnknownVariantError:
        return False


def as_side(side: Side | str, parameter: str = "side") -> Side:
    """Return the side, or the one of that name.

    >>> as_side("attackers")
    Side.ATTACKERS

    Raises:
        ArgumentTypeError: it is neither.
        ArgumentValueError: no side has that name.
    """
    if isinstance(side, str):
        try:
            return read(side, Side)
        except Fault as fault:
            raise ArgumentValueError(f"{parameter}: {fault}") from None
    check(parameter, side, Side)
    return side
