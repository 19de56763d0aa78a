"""Rulesets and sides, or their names, where one is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from hnefatafl.board import Side
from hnefatafl.rules._checks import mistyped
from hnefatafl.rules._ruleset import Ruleset, RulesetLike, as_ruleset
from hnefatafl.rules._texts import value_meant
from hnefatafl.support import hooks
from hnefatafl.support.arguments import as_tuple
from hnefatafl.support.enums import fields
from hnefatafl.support.errors import RulesetError, UnknownVariantError
from hnefatafl.support.words import as_member, hint

_OPTIONS: Final = {field.name: field for field in fields(Ruleset)}


def optional_ruleset(ruleset: RulesetLike | None, parameter: str = "ruleset") -> Ruleset | None:
    """Return the ruleset, or the one of that name; None for None.

    Raises:
        HnefataflError: as :func:`as_ruleset`.
    """
    return None if ruleset is None else as_ruleset(ruleset, parameter)


def as_rulesets(rulesets: Iterable[RulesetLike], parameter: str = "rulesets") -> tuple[Ruleset, ...]:
    """Return the rulesets, or those of such names.

    >>> [ruleset.size for ruleset in as_rulesets(["brandubh", "tablut"])]
    [7, 9]

    Raises:
        HnefataflError: these are no iterable; or as :func:`as_ruleset`.
    """
    return tuple(as_ruleset(ruleset, parameter) for ruleset in as_tuple(parameter, rulesets))


def as_option(option: str, value: object) -> object:
    """Return the value of an option of a ruleset, or the one for which a text or the number of a die's faces stands.

    >>> as_option("escape", "edge"), as_option("quiet_limit", 50)
    (Region.parse('edge'), 50)
    >>> as_option("king", "feeble")
    Traceback (most recent call last):
        ...
    hnefatafl.errors.RulesetError: king: one of strong, ...

    Raises:
        RulesetError: no option has that name, or it cannot have that value.
    """
    if option not in _OPTIONS:
        raise RulesetError([f"there is no option {option}{hint(option, _OPTIONS)}"])
    field = _OPTIONS[option]
    meant = value_meant(value, field.type)
    if option == "die":
        meant = cast("Any", field).converter(meant)  # a number is a die, too
    if fault := mistyped(field, meant):
        raise RulesetError([fault])
    return meant


def is_known(ruleset: RulesetLike) -> bool:
    """Return whether the name of the ruleset is enough to find it, or one that plays alike.

    >>> from hnefatafl import variants
    >>> is_known(variants.BRANDUBH), is_known(variants.BRANDUBH.evolve(escape="edge"))
    (True, False)
    """
    ruleset = as_ruleset(ruleset)
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
    return as_member(side, Side, parameter)
