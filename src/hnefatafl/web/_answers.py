"""Answers to the questions by which visitors make a ruleset: what each sets, for any ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, PieceSet, Region
from hnefatafl.errors import RulesetError
from hnefatafl.rules import Consequence, KingStrength, Repetition, Ruleset, Zone
from hnefatafl.web._camps import camp_options, edge_without, plain_edge

Giving = Callable[[Ruleset], Mapping[str, Any]]
"""From a ruleset, the options that an answer sets, with their values."""

_KING: Final = PieceSet.KING
_THRONE: Final = Zone(name="throne", squares=Region.CENTRE, stop=_KING, hostile_empty=PieceSet.ALL)
"""A throne for a ruleset that has none."""
_CORNERS: Final = Zone(name="corners", squares=Region.CORNERS, stop=_KING, cross=_KING, hostile_empty=PieceSet.MEN)
"""Corners for a ruleset that has none."""


@frozen
class Answer:
    """An answer, or one of the extras, which are there or not."""

    key: str
    words: str
    giving: Giving
    taking: Giving | None = None
    """What takes an extra away."""

    def given(self, rules: Ruleset) -> Ruleset:
        """The ruleset with this answer; for an extra that is there, without it.

        Raises:
            RulesetError: it contradicts the other options.
        """
        way = self.giving if self.taking is None or not self.holds(rules) else self.taking
        return rules.evolve(**dict(way(rules)))

    def holds(self, rules: Ruleset) -> bool:
        """Whether the ruleset has this answer already."""
        with suppress(RulesetError):
            if self.taking is not None:
                return rules.evolve(**dict(self.taking(rules))) != rules
            return rules.evolve(**dict(self.giving(rules))) == rules
        return False


@frozen
class Question:
    """A question; one with ``several`` has extras instead of answers that exclude each other."""

    key: str
    words: str
    answers: tuple[Answer, ...]
    several: bool = False


def always(**options: Any) -> Giving:
    return lambda _: options


def corner_escape(rules: Ruleset) -> Mapping[str, Any]:
    corners = rules.corners
    if corners is None or _KING not in corners.stop & corners.enter:
        corners = _CORNERS
    return {"escape": corners.squares, "corners": corners}


def edge_escape(rules: Ruleset) -> Mapping[str, Any]:
    return {"escape": edge_without(rules.zones, rules.size), "corners": None}


def inner_edge_escape(rules: Ruleset) -> Mapping[str, Any]:
    closed = evolve(_CORNERS, stop=PieceSet.NONE, cross=PieceSet.NONE, hostile_empty=PieceSet.NONE)
    return {"escape": edge_without(rules.zones, rules.size), "corners": closed}


def strength(king: KingStrength) -> Giving:
    throned = king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
    return lambda rules: {"king": king, **({"throne": _THRONE} if throned and rules.throne is None else {})}


def arms(hammer: bool, anvil: bool) -> Giving:
    def giving(rules: Ruleset) -> Mapping[str, Any]:
        return {
            "hammer": rules.hammer | _KING if hammer else rules.hammer & ~_KING,
            "anvil": rules.anvil | _KING if anvil else rules.anvil & ~_KING,
        }

    return giving


def throne(**rules_of_it: Any) -> Giving:
    usual = {"enter": PieceSet.ALL, "hostile_always": PieceSet.NONE, "pierces": False}
    return lambda rules: {"throne": evolve(rules.throne or _THRONE, **{**usual, **rules_of_it})}


def no_throne(rules: Ruleset) -> Mapping[str, Any]:
    tied = rules.king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE)
    king = KingStrength.STRONG if tied else rules.king
    return {"throne": None, "linnaean_capture": False, "king": king}


def no_camps(rules: Ruleset) -> Mapping[str, Any]:
    return {"zones": (), "escape": plain_edge(rules.escape, rules.size)} if rules.zones else {}


def camps(hostile: PieceSet) -> Giving:
    return lambda rules: camp_options(rules, hostile)


def layout(board: Board) -> Giving:

    def giving(rules: Ruleset) -> Mapping[str, Any]:
        if (rules.size, rules.start) == (board.size, board):
            return {}
        settled = evolve(
            rules,
            size=board.size,
            start=board,
            zones=(),
            escape=_anew(plain_edge(rules.escape, rules.size), rules.size),
            throne=rules.throne and evolve(rules.throne, squares=Region.CENTRE),
            corners=rules.corners and evolve(rules.corners, squares=Region.CORNERS),
        )
        options = {name: getattr(settled, name) for name in ("size", "start", "zones", "escape", "throne", "corners")}
        if rules.zones:
            options |= camp_options(settled, rules.zones[0].hostile_always)
        return options

    return giving


def _anew(region: Region, size: int) -> Region:
    """A region for a board of any size, instead of one that names squares of this one."""
    squares = region.squares(size)
    known = {Region.EDGE.squares(size): Region.EDGE, Region.CORNERS.squares(size): Region.CORNERS}
    at_corners = bool(squares & Region.CORNERS.squares(size))
    return known.get(squares, Region.CORNERS if at_corners else Region.EDGE)


def repetition(consequence: Consequence, **fields: Any) -> Giving:
    return always(repetition=Repetition(consequence=consequence, **fields))


def slow_king(squares: int | None) -> Giving:
    return lambda rules: {"speed": evolve(rules.speed, king=squares)}
