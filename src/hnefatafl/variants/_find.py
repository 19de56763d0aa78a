"""Filters for searches among the rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from hnefatafl.board import PieceSet, Region
from hnefatafl.rules import Announcements, Berserk, Ruleset
from hnefatafl.rules._checks import mistyped
from hnefatafl.rules._texts import hint, value_meant
from hnefatafl.support.enums import fields
from hnefatafl.support.errors import RulesetError

TEXTS: Final = ("name", "aliases", "origin", "source", "notes")
"""Filters that look for a text."""
OTHER_NAMES: Final = {"layout": "start"}
"""Filters that have another name than their option."""
_OPTIONS: Final = {field.name: field for field in fields(Ruleset)}
_NOTHING: Final = (None, (), Berserk.NONE, Announcements(), PieceSet.NONE)


def chooser(filters: Mapping[str, Any]) -> Callable[[Ruleset], bool]:
    """Return a function that tests whether a ruleset passes all the filters.

    Raises:
        RulesetError: there is no such option, or a value that it cannot have.
    """
    renamed = {OTHER_NAMES.get(option, option): value for option, value in filters.items()}
    wanted = {
        option: value_meant(value, _OPTIONS[option].type) if option in _OPTIONS else value
        for option, value in renamed.items()
    }
    if "die" in wanted:
        wanted["die"] = cast("Any", _OPTIONS["die"]).converter(wanted["die"])  # a number is a die, too
    reasons = [reason for option, value in wanted.items() if (reason := _find_fault(option, value))]
    if reasons:
        raise RulesetError(reasons)
    return lambda rules: all(_passes_filter(rules, option, value) for option, value in wanted.items())


def _find_fault(option: str, value: object) -> str:
    if option not in _OPTIONS:
        return f"there is no option {option}{hint(option, (*_OPTIONS, *OTHER_NAMES))}"
    if option in TEXTS:
        return "" if isinstance(value, str) else f"{option}: str was expected, not {value!r:.60}"
    return "" if isinstance(value, bool) and option != "version" else mistyped(_OPTIONS[option], value)


def _passes_filter(rules: Ruleset, option: str, value: object) -> bool:
    own: object = getattr(rules, option)
    if option in TEXTS:
        texts = (rules.name, *rules.aliases) if option in ("name", "aliases") else (str(own),)
        return any(str(value).casefold() in text.casefold() for text in texts)
    if isinstance(value, bool) and not isinstance(own, bool):
        return value is (own not in _NOTHING)
    if isinstance(value, Region) and isinstance(own, Region):
        return value.squares(rules.size) == own.squares(rules.size)
    return bool(own == value)
