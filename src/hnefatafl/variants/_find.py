"""Filters for searches among the rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hnefatafl.board import PieceSet, Region
from hnefatafl.rules import Announcements, Berserk, Ruleset, as_option
from hnefatafl.support.enums import fields
from hnefatafl.support.errors import RulesetError
from hnefatafl.support.words import hint

TEXTS: Final = ("name", "aliases", "origin", "source", "notes")
"""Filters that look for a text."""
OTHER_NAMES: Final = {"layout": "start"}
"""Filters that have another name than their option."""
_OPTIONS: Final = [field.name for field in fields(Ruleset)]
_NOTHING: Final = (None, (), Berserk.NONE, Announcements(), PieceSet.NONE)


def chooser(filters: Mapping[str, Any]) -> Callable[[Ruleset], bool]:
    """Return a function that tests whether a ruleset passes all the filters.

    Raises:
        RulesetError: there is no such option, or a value that it cannot have.
    """
    wanted: dict[str, object] = {}
    reasons: list[str] = []
    for name, value in filters.items():
        option = OTHER_NAMES.get(name, name)
        try:
            wanted[option] = _read_filter(option, value)
        except RulesetError as error:
            reasons += error.reasons
    if reasons:
        raise RulesetError(reasons)
    return lambda rules: all(_passes_filter(rules, option, value) for option, value in wanted.items())


def _read_filter(option: str, value: object) -> object:
    """Return what an option is compared with.

    Raises:
        RulesetError: there is no such option, or it cannot have that value.
    """
    if option not in _OPTIONS:
        raise RulesetError([f"there is no option {option}{hint(option, (*_OPTIONS, *OTHER_NAMES))}"])
    if option in TEXTS:
        if not isinstance(value, str):
            raise RulesetError([f"{option}: str was expected, not {value!r:.60}"])
        return value
    return value if isinstance(value, bool) and option != "version" else as_option(option, value)


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
