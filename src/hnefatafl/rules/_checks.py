"""What can be wrong with a ruleset: options of the wrong type, and options that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, cast, get_args

import attrs

from hnefatafl.board import MAX_SIZE, MIN_SIZE, PieceSet, Square
from hnefatafl.rules._options import Call, KingStrength
from hnefatafl.rules._texts import why_unread
from hnefatafl.rules._wording import members, option_words
from hnefatafl.support.enums import Compound, fields, in_force, kinds

if TYPE_CHECKING:
    from hnefatafl.rules._ruleset import Ruleset

MOST_ZONES: Final = 100
"""How many zones a ruleset can have beside the throne and the corners: each closed one is a layer of the tables."""


_NAMES: Final = {"NoneType": "None", "Callable": "function"}


def _type_fault(value: object, of: Any) -> str:
    expected = kinds(of)
    if isinstance(value, expected) and (bool in expected or not isinstance(value, bool)):
        return ""
    if why := why_unread(value, of):
        return why
    wanted = " or ".join(_NAMES.get(kind.__name__, kind.__name__) for kind in expected)
    return f"{wanted} was expected, not {value!r:.60}"


def _list_chosen(of: object) -> Iterator[tuple[attrs.Attribute[Any], Any]]:
    """The fields of an option or a ruleset with their values, but those that are the default, which is sound."""
    for field in fields(type(of)):
        value = getattr(of, field.name)
        if value is not field.default:
            yield field, value


def _find_misfits(value: object, of: Any, where: str) -> Iterator[str]:
    """Where a value, or something within it, is not of the type that the annotation says."""
    if fault := _type_fault(value, of):
        yield f"{where}: {fault}"
    elif isinstance(value, Compound):
        for field, part in _list_chosen(value):
            yield from _find_misfits(part, field.type, f"{where}.{field.name}")
    elif several := members(value):
        for number, member in enumerate(several):
            yield from _find_misfits(member, get_args(of)[0], f"{where}[{number}]")


def mistyped(field: attrs.Attribute[Any], value: object) -> str:
    """What is wrong with the type of an option's value; nothing, if it is fit."""
    fault = _type_fault(value, field.type)
    return fault and f"{field.name}: {fault}"


def wrong_types(rules: Ruleset) -> list[str]:
    if len(zones := members(rules.zones)) > MOST_ZONES:
        return [f"zones: at most {MOST_ZONES} were expected, not {len(zones):,}"]
    reasons = [
        reason for field, value in _list_chosen(rules) for reason in _find_misfits(value, field.type, field.name)
    ]
    size: object = rules.size
    if isinstance(size, tuple | list) or (isinstance(size, str) and len(re.findall("[0-9]+", size)) > 1):
        reasons.append("size: boards are square, and this is the number of files and of ranks")
    return reasons


def contradictions(rules: Ruleset) -> list[str]:
    reasons = _bad_numbers(rules)
    if not MIN_SIZE <= rules.size <= MAX_SIZE:
        return [*reasons, f"a board has {MIN_SIZE} to {MAX_SIZE} files, not {rules.size}"]
    reasons += _bad_start(rules)
    reasons += _bad_zones(rules)
    reasons += _bad_escape(rules)
    if rules.throne is None and rules.king in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):
        reasons.append(f"king: {rules.king} needs a throne")
    reasons += _bad_declared(rules)
    reasons += _bad_functions(rules)
    if both := rules.walk_in & rules.no_walk_in:
        reasons.append(f"walk_in and no_walk_in cannot both name {option_words(both)}")
    said = rules.announcements
    if said.raichi and said.way_out is Call.NONE:
        reasons.append("raichi needs a way out that is announced")
    if said.binding and said.way_out is not Call.MUST:
        reasons.append("announcements bind only where a way out must be announced")
    return reasons


_PARAMETERS: Final = {
    "extra_captures": ("board", "move", "side", "position"),
    "extra_endings": ("board", "turn", "position"),
}


def _bad_functions(rules: Ruleset) -> Iterator[str]:
    """Yield what is wrong with functions that cannot be called as the game calls them."""
    for option, parameters in _PARAMETERS.items():
        for function in getattr(rules, option):
            try:
                signature(function).bind(*parameters)
            except TypeError:
                yield f"{option}: a function of {', '.join(parameters)} was expected, not {_name_function(function)}"
            except ValueError:
                pass  # a function of C that does not tell


def _name_function(function: object) -> str:
    try:
        return f"{getattr(function, '__name__', type(function).__name__)}{signature(cast(Any, function))}"
    except TypeError:
        return type(function).__name__


_MOST: Final = 10_000
"""More than any game needs; the kernel has room for so much."""


def _list_numbers(of: Ruleset | Compound, where: str = "") -> Iterator[tuple[str, int, int]]:
    """The numbers of a ruleset, the size apart: their names, how small they may be, and what they are.

    A number is at least 1 unless its field says otherwise.
    """
    for field, value in _list_chosen(of):
        if isinstance(value, Compound):
            yield from _list_numbers(value, f"{field.name}.")
        elif isinstance(value, int) and not isinstance(value, bool) and field.name != "size":
            yield f"{where}{field.name}", field.metadata.get("least", 1), value


def _bad_numbers(rules: Ruleset) -> list[str]:
    numbers = list(_list_numbers(rules))
    reasons = [f"{name} is at least {least}, not {n}" for name, least, n in numbers if n < least]
    reasons += [f"{name} is at most {_MOST}" for name, _, n in numbers if n > _MOST]
    if not rules.name.strip():
        reasons.append("a ruleset has a name")
    return reasons


def _bad_declared(rules: Ruleset) -> Iterator[str]:
    """What the declarations of the options rule out: options without those that they need, and wrong pieces."""
    for field in fields(type(rules)):
        value, needs, among = getattr(rules, field.name), field.metadata.get("needs"), field.metadata.get("among")
        if needs and in_force(value) and not in_force(getattr(rules, needs)):
            yield f"{field.name} needs {needs}"
        if among is not None and value & ~among:
            yield f"{field.name} is for {option_words(among)}"


def _bad_start(rules: Ruleset) -> list[str]:
    reasons: list[str] = []
    start = rules.start
    if start.size != rules.size:
        reasons.append(f"the start layout has size {start.size}, the board {rules.size}")
        return reasons
    kings = start.count(PieceSet.KING)
    if kings != 1:
        reasons.append(f"the start layout has {kings or 'no'} king{'s' * (kings > 1)}; exactly one is needed")
    attackers = start.count(PieceSet.ATTACKERS)
    if attackers < max(1, rules.fewest_attackers):
        reasons.append(f"the start layout has too few attackers: {attackers}")
    defenders = start.count(PieceSet.DEFENDING_MEN)
    if defenders < rules.fewest_defenders:
        reasons.append(f"the start layout has too few defenders: {defenders}")
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
