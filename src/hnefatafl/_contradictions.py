"""What can be wrong with a ruleset: options of the wrong type, and options that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from hnefatafl._words import members
from hnefatafl.board import Board
from hnefatafl.geometry import MAX_SIZE, MIN_SIZE, Region, Square
from hnefatafl.options import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Repetition,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.pieces import PieceSet, Side

if TYPE_CHECKING:
    from hnefatafl.rules import Ruleset

__all__ = ["MOST_ZONES", "contradictions", "mistyped", "wrong_types"]

MOST_ZONES: Final = 100
"""How many zones a ruleset can have beside the throne and the corners: each closed one is a layer of the tables."""

_OPTIONAL_INT = (int, type(None))
_TYPES: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "aliases": (tuple,),
    "origin": (str,),
    "source": (str,),
    "notes": (str,),
    "version": (int,),
    "size": (int,),
    "start": (Board,),
    "first": (Side, type(None)),
    "throne": (Zone, type(None)),
    "corners": (Zone, type(None)),
    "zones": (tuple,),
    "escape": (Region,),
    "king": (KingStrength,),
    "edge_capture": (EdgeCapture,),
    "joint_capture": (bool,),
    "hammer": (PieceSet,),
    "anvil": (PieceSet,),
    "piercing": (PieceSet,),
    "three_captors": (PieceSet,),
    "guard_capture": (GuardCapture,),
    "jumps": (Jumps,),
    "berserk": (Berserk,),
    "berserk_escape": (bool,),
    "edge_hostile": (PieceSet,),
    "shieldwall": (Shieldwall, type(None)),
    "linnaean_capture": (bool,),
    "exit_fort": (bool,),
    "encirclement": (bool,),
    "secure_ring": (bool,),
    "speed": (Speed,),
    "king_die": _OPTIONAL_INT,
    "no_move": (NoMove,),
    "fewest_attackers": (int,),
    "quiet_limit": _OPTIONAL_INT,
    "repetition": (Repetition,),
    "announcements": (Announcements,),
    "tuichu_wins": (bool,),
    "extra_captures": (tuple,),
    "extra_endings": (tuple,),
}
_INNER_TYPES: dict[type, dict[str, tuple[type, ...]]] = {
    Zone: {
        "name": (str,),
        "squares": (Region,),
        **dict.fromkeys(("stop", "enter", "cross", "hostile_empty", "hostile_always"), (PieceSet,)),
        "pierces": (bool,),
    },
    Speed: dict.fromkeys((f.name for f in attrs.fields(Speed)), _OPTIONAL_INT),
    Jumps: dict.fromkeys((f.name for f in attrs.fields(Jumps)), (Jump,)),
    Shieldwall: {"corners_close": (bool,), "flanking": (bool,)},
    Repetition: {
        "count": (int,),
        "consequence": (Consequence,),
        "by": (Side, type(None)),
        "counts_start": (bool,),
        "turn": (bool,),
        "symmetric": (bool,),
    },
    Announcements: {"way_out": (Call,), "raichi": (bool,), "threat": (Call,), "binding": (bool,)},
}


def _mistyped(value: object, types: dict[str, tuple[type, ...]], where: str) -> list[str]:
    found = ((name, _unfit(getattr(value, name), expected)) for name, expected in types.items())
    return [f"{where}{name}: {fault}" for name, fault in found if fault]


def _unfit(value: object, expected: tuple[type, ...]) -> str:
    if isinstance(value, expected) and (bool in expected or not isinstance(value, bool)):
        return ""
    wanted = " or ".join("None" if t is type(None) else t.__name__ for t in expected)
    return f"{wanted} was expected, not {value!r:.60}"


def mistyped(option: str, value: object) -> str:
    """What is wrong with the type of an option's value; nothing, if it is fit."""
    fault = _unfit(value, _TYPES[option])
    return fault and f"{option}: {fault}"


def wrong_types(rules: Ruleset) -> list[str]:
    reasons = _mistyped(rules, _TYPES, "")
    zones = members(rules.zones)
    if len(zones) > MOST_ZONES:
        return [*reasons, f"zones: at most {MOST_ZONES} were expected, not {len(zones):,}"]
    for number, zone in enumerate(zones):
        if not isinstance(zone, Zone):
            reasons.append(f"zones[{number}]: Zone was expected, not {zone!r:.60}")
    for name in ("extra_captures", "extra_endings"):
        if not all(callable(extra) for extra in members(getattr(rules, name))):
            reasons.append(f"{name}: functions were expected")
    if not all(isinstance(alias, str) for alias in members(rules.aliases)):
        reasons.append("aliases: texts were expected")
    inner: dict[str, object] = {"throne": rules.throne, "corners": rules.corners, "speed": rules.speed}
    inner |= {"jumps": rules.jumps, "shieldwall": rules.shieldwall, "repetition": rules.repetition}
    inner["announcements"] = rules.announcements
    inner |= {f"zones[{number}]": zone for number, zone in enumerate(zones)}
    for name, value in inner.items():
        reasons += _mistyped(value, _INNER_TYPES.get(type(value), {}), f"{name}.")
    return reasons


def contradictions(rules: Ruleset) -> list[str]:
    reasons = list(_bad_numbers(rules))
    if not MIN_SIZE <= rules.size <= MAX_SIZE:
        return [*reasons, f"a board has {MIN_SIZE} to {MAX_SIZE} files, not {rules.size}"]
    reasons += _bad_start(rules)
    reasons += _bad_zones(rules)
    reasons += _bad_escape(rules)
    if rules.throne is None:
        if rules.king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):
            reasons.append(f"king: {rules.king} needs a throne")
        if rules.linnaean_capture:
            reasons.append("the Linnaean capture needs a throne")
    if PieceSet.KING in rules.three_captors:
        reasons.append("how many sides of the king must be held is said by king, not by three_captors")
    if rules.secure_ring and not rules.encirclement:
        reasons.append("a secure ring needs encirclement")
    if rules.berserk_escape and rules.berserk is Berserk.NONE:
        reasons.append("an escape in a berserk turn needs berserk turns")
    said = rules.announcements
    if said.raichi and said.way_out is Call.NONE:
        reasons.append("raichi needs a way out that is announced")
    if said.binding and said.way_out is not Call.MUST:
        reasons.append("announcements bind only where a way out must be announced")
    return reasons


_MOST: Final = 10_000
"""More than any game needs; the kernel has room for so much."""


def _bad_numbers(rules: Ruleset) -> Sequence[str]:
    speed = rules.speed
    bounds: list[tuple[str, int | None, int]] = [
        *((f"speed.{f.name}", getattr(speed, f.name), 1) for f in attrs.fields(Speed)),
        ("king_die", rules.king_die, 1),
        ("fewest_attackers", rules.fewest_attackers, 0),
        ("quiet_limit", rules.quiet_limit, 1),
        ("repetition.count", rules.repetition.count, 2),
        ("version", rules.version, 1),
    ]
    reasons = [f"{name} is at least {low}, not {n}" for name, n, low in bounds if n is not None and n < low]
    reasons += [f"{name} is at most {_MOST}" for name, n, _ in bounds if n is not None and n > _MOST]
    if not rules.name.strip():
        reasons.append("a ruleset has a name")
    return reasons


def _bad_start(rules: Ruleset) -> list[str]:
    reasons: list[str] = []
    start = rules.start
    if start.size != rules.size:
        reasons.append(f"the start layout has size {start.size}, the board {rules.size}")
        return reasons
    kings = start.count(PieceSet.KING)
    if kings != 1:
        reasons.append(f"the start layout has one king, not {kings}")
    attackers = start.count(PieceSet.ATTACKERS)
    if attackers < max(1, rules.fewest_attackers):
        reasons.append(f"the start layout has too few attackers: {attackers}")
    if start.king is not None and start.king in rules.escape.squares(rules.size):
        reasons.append(f"the king starts on {start.king}, where he has escaped")
    return reasons


def _bad_zones(rules: Ruleset) -> list[str]:
    reasons: list[str] = []
    closed: dict[Square, str] = {}
    for zone in rules.all_zones:
        beyond = zone.squares.beyond(rules.size)
        squares = zone.squares.squares(rules.size)
        if beyond:
            reasons.append(f"the zone {zone.name} names squares off the board: {', '.join(beyond.names)}")
        elif not squares:
            why = "; a board of even size has no centre" if rules.size % 2 == 0 else ""
            reasons.append(f"the zone {zone.name} has no square{why}")
        if zone._is_closed(rules.size):
            for square in squares:
                other = closed.setdefault(square, zone.name)
                if other != zone.name:
                    reasons.append(f"the closed zones {other} and {zone.name} share {square}")
    names = [zone.name for zone in rules.all_zones]
    reasons += [f"two zones are named {name}" for name in sorted(set(names)) if names.count(name) > 1]
    return reasons


def _bad_escape(rules: Ruleset) -> list[str]:
    beyond = rules.escape.beyond(rules.size)
    if beyond:
        return [f"the escape names squares off the board: {', '.join(beyond.names)}"]
    if rules.exit_fort or rules.extra_endings:
        return []
    open_squares = rules.escape.squares(rules.size)
    for zone in rules.all_zones:
        if PieceSet.KING not in zone.stop & zone.enter:
            open_squares -= zone.squares.squares(rules.size)
    return [] if open_squares else ["no square of escape is open to the king"]
