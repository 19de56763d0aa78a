"""What values show of themselves is made by packages above them, which the roof (``hnefatafl``) puts in here.

A board draws itself in a notebook, a game prints its record, a ruleset and an outcome describe themselves, and a
ruleset that is found by its name is pickled by it. Where a ruleset is asked for, a name will do. Positions put in what
functions of a ruleset are told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

RULESETS: Final = "hnefatafl.rulesets"
"""The group of the entry points by which other distributions add rulesets."""

show: Callable[[Any], Any]
"""The position that functions of a ruleset are told, from one that asks them or from a mutable one."""
show_after: Callable[..., Any]
"""The position after a move, from such a position and what the kernel knows of the one after it."""
line_key: Callable[[Any], int]
"""A number of the whole game up to such a position."""
svg: Callable[[Any], str]
"""The picture of a value."""
notation: Callable[[Any], str]
"""The record of a game, as far as it can be written."""
describe: Callable[[Any, str, bool], str]
"""The rules in words, in a language, with or without the order of the endings."""
sentence: Callable[[Any, str], str]
"""An outcome or a reason in words, in a language."""
shipped: Callable[[str], Any]
"""The shipped ruleset of that name, or None."""
registered: Callable[[str], Any]
"""The ruleset of that name that another distribution registers, or None."""
to_json: Callable[[Any], Any]
"""A value as plain data."""
from_json: Callable[[Any, Any], Any]
"""The value of a class that plain data describes."""
named: Callable[[str], Any]
"""The ruleset of that name or alias, wherever it comes from; none raises."""
