"""Options that cannot matter under other options: which values make no difference, under which rules, and why.

Each entry of ``IDLE`` says of one option under which rules two of its values play the same: those with equal
results of ``comes_to``. To play the same means the same legal moves, captures, announcements, sides to move and
outcomes, in every position with soldiers and the kinds of pieces that the start layout has. Contradictory values are
refused earlier, when the ruleset is made. A roll is no part of play: a die that allows every move of the king plays
like no die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from hnefatafl.board import Kind, PieceSet, Region
from hnefatafl.rules import _wording as _words
from hnefatafl.rules._options import (
    Announcements,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    Passing,
    Repetition,
    Roll,
    Speed,
    Zone,
)
from hnefatafl.rules._ruleset import Ruleset, RulesetLike, as_ruleset
from hnefatafl.support.arguments import check
from hnefatafl.support.enums import Compound, fields
from hnefatafl.support.immutability import frozen


@frozen
class Idle:
    """Values of an option that play the same under certain rules."""

    option: str
    """The option."""
    reason: str
    """Why they play the same, as a clause."""
    when: Callable[[Ruleset], bool]
    """Whether the rules, apart from this option, are such rules."""
    comes_to: Callable[[Any, Ruleset], object]
    """What a value amounts to under such rules: values with equal results play the same."""


def idle_reason(rules: RulesetLike, option: str, other: object) -> str | None:
    """Return why another value of the option would change nothing, or None if it could matter.

    >>> from hnefatafl import variants
    >>> idle_reason(variants.TABLUT, "edge_capture", EdgeCapture.DRAW)
    'a king on the edge has escaped'
    """
    rules = as_ruleset(rules, "rules")
    one = getattr(rules, option)
    for entry in IDLE:
        if entry.option == option and entry.when(rules):
            one, other = entry.comes_to(one, rules), entry.comes_to(other, rules)
            if one == other:
                return entry.reason
    return None


def is_moot(rules: RulesetLike, option: str) -> bool:
    """Return whether no value of the option could matter.

    >>> from hnefatafl import variants
    >>> is_moot(variants.BRANDUBH.evolve(jumps=Jumps()), "berserk")
    False
    """
    rules = as_ruleset(rules, "rules")
    return any(entry.option == option and entry.comes_to is _to_nothing and entry.when(rules) for entry in IDLE)


def idle(rules: Ruleset) -> dict[str, str]:
    """Return why options, or parts of them, that differ from their defaults cannot matter under the others.

    >>> from hnefatafl import variants
    >>> idle(variants.MAGPIE.evolve(edge_capture=EdgeCapture.IMPOSSIBLE, edge_hostile=PieceSet.ALL))
    {'king': 'a king on the edge is never captured', 'edge_hostile (king)': 'a king on the edge is never captured'}
    """
    reasons: dict[str, str] = {}
    for field in fields(type(rules)):
        value = getattr(rules, field.name)
        if field.name in rules.LABELS or field.default is attrs.NOTHING or value == field.default:
            continue
        why = idle_reason(rules, field.name, field.default)
        reasons |= {field.name: why} if why else dict(_list_idle_parts(rules, field.name, value, field.default))
    return reasons


def _list_idle_parts(rules: Ruleset, option: str, value: object, usual: object) -> Iterator[tuple[str, str]]:
    """Yield the parts of an option that cannot matter, though others of it do: its pieces, or its fields."""
    for part, other in _without_each(rules, option, value, usual):
        # The pieces that take no part are many, and not chosen by the author of the rules.
        why = idle_reason(rules, option, other)
        if why is not None and why not in BY_KINDS:
            yield part, why


def _without_each(rules: Ruleset, option: str, value: object, usual: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, PieceSet) and isinstance(usual, PieceSet):
        for piece in ((value ^ usual) & _list_present(rules)).pieces:
            one = PieceSet.of([piece])
            yield f"{option} ({_words.option_words(one)})", value ^ one
    elif isinstance(value, Compound) and not isinstance(value, Zone):
        for field in fields(type(value)):
            if getattr(value, field.name) != field.default:
                yield f"{option}.{field.name}", attrs.evolve(value, **{field.name: field.default})


# ------------------------------------------------------------------------------------------------------------- when


def _is_always(rules: Ruleset) -> bool:
    return True


def _edge_wins(rules: Ruleset) -> bool:
    return not Region.EDGE.squares(rules.size) - rules.escape.squares(rules.size)


def _never_taken_on_edge(rules: Ruleset) -> bool:
    return _edge_wins(rules) or rules.edge_capture is EdgeCapture.IMPOSSIBLE


def _find_hammers(rules: Ruleset) -> PieceSet:
    """Return the pieces that capture by moving. Guards never do."""
    return rules.hammer & ~PieceSet.GUARDS & _list_present(rules)


def _king_is_safe(rules: Ruleset) -> bool:
    return not _find_hammers(rules) & PieceSet.ATTACKERS


def _find_holders(rules: Ruleset) -> PieceSet:
    """Return the pieces that capture by standing. Guards never do."""
    return rules.anvil & ~PieceSet.GUARDS & _list_present(rules)


def _no_holder(rules: Ruleset) -> bool:
    """Return whether no attacker captures by standing."""
    return not _find_holders(rules) & PieceSet.ATTACKERS


def _held_by_one(rules: Ruleset) -> bool:
    """Return whether nothing but the attacker that moves can hold a side of the king.

    A middleweight king stands beside two missing sides at most, and then beside two squares, of which one is not held.
    """
    hostile = (zone.hostile_empty | zone.hostile_always for zone in rules.all_zones)
    edge = PieceSet.KING in rules.edge_hostile or rules.joint_capture
    return _no_holder(rules) and not edge and not any(PieceSet.KING in pieces for pieces in hostile)


def _no_wall(rules: Ruleset) -> bool:
    """Return whether no side has both pieces that capture by moving and pieces that do so by standing."""
    sides = (PieceSet.ATTACKERS, PieceSet.DEFENDERS)
    return not rules.exit_fort and not any(
        _find_hammers(rules) & side and _find_holders(rules) & side for side in sides
    )


def _no_pair(rules: Ruleset) -> bool:
    """Return whether no pair can capture the king, of pieces or of a piece and a square."""
    return _no_holder(rules) and not any(zone.pierces for zone in rules.all_zones)


def _safe_on_edge(rules: Ruleset) -> bool:
    """Return whether the king needs four captors wherever he stands, and nothing takes the place of one at the edge."""
    helped = PieceSet.KING in rules.edge_hostile or rules.joint_capture
    pierced = not (_no_piercer(rules) or _nobody_pierces(rules))
    return rules.king is KingStrength.STRONG and not helped and not pierced


def _only_steps(rules: Ruleset) -> bool:
    """Return whether the king moves one square at a time and never jumps, and no capture by another keeps him from
    it, as it would without a roll."""
    return rules.speed.king == 1 and rules.jumps.king is Jump.NONE and not rules.forced_capture


def _both_pass(rules: Ruleset) -> bool:
    """Return whether each side always has a legal move."""
    forbids = rules.repetition.consequence in (Consequence.FORBIDDEN, Consequence.OFFENSIVE_DEVIATES)
    return rules.may_pass is Passing.BOTH and not forbids


def _no_hammer(rules: Ruleset) -> bool:
    """Return whether no piece falls but by jumps and extra captures."""
    return not _find_hammers(rules) and not rules.walk_in & _list_present(rules)


def _no_hammer_no_fort(rules: Ruleset) -> bool:
    """Return whether besides nobody asks who could fall."""
    return _no_hammer(rules) and not rules.exit_fort and not rules.no_walk_in & _list_present(rules)


def _no_hammer_no_formation(rules: Ruleset) -> bool:
    return _no_hammer_no_fort(rules) and not rules.secure_ring


def _no_corner_game(rules: Ruleset) -> bool:
    return rules.escape.squares(rules.size) != Region.CORNERS.squares(rules.size)


def _no_capture(rules: Ruleset) -> bool:
    jumping = any(getattr(rules.jumps, field.name) is Jump.CAPTURING for field in attrs.fields(Jumps))
    return _no_hammer(rules) and not jumping and not rules.extra_captures


def _not_pierced(rules: Ruleset) -> bool:
    return rules.king in (KingStrength.WEAK, KingStrength.THREE, KingStrength.STRONG_ON_THRONE)


def _nobody_pierces(rules: Ruleset) -> bool:
    return _king_is_safe(rules) or _not_pierced(rules) or not _reduce_piercing(rules.piercing, rules)


def _no_piercer(rules: Ruleset) -> bool:
    return not _reduce_piercing(rules.piercing, rules) & _list_present(rules)


def _three_for_all(rules: Ruleset) -> bool:
    return not PieceSet.DEFENDING_MEN & ~PieceSet.GUARDS & _list_present(rules) & ~rules.three_captors


# --------------------------------------------------------------------------------------------------------- comes to


def _to_nothing(value: object, rules: Ruleset) -> object:
    return None


def _list_kinds(rules: Ruleset) -> set[Kind]:
    """Return the kinds of pieces in the game: soldiers, and those of the start layout."""
    return {Kind.SOLDIER, *(piece.kind for piece in rules.start.values())}


def _list_present(rules: Ruleset) -> PieceSet:
    """Return the pieces of these kinds, of both sides, since a mercenary can change sides."""
    kinds = _list_kinds(rules)
    return PieceSet.of(piece for piece in PieceSet.ALL.pieces if piece.kind in kinds)


def _present_pieces(value: PieceSet, rules: Ruleset) -> PieceSet:
    return value & _list_present(rules)


def _no_guards(value: PieceSet, rules: Ruleset) -> PieceSet:
    return value & ~PieceSet.GUARDS


def _reduce_piercing(value: PieceSet, rules: Ruleset) -> PieceSet:
    return value & PieceSet.ATTACKERS & ~PieceSet.GUARDS


def filter_walkers(value: PieceSet, rules: RulesetLike) -> PieceSet:
    """Return those of the pieces that are captured when they step between two enemies, which need enemies that are
    anvils; kinds that take no part are among them.

    >>> from hnefatafl import variants
    >>> filter_walkers(PieceSet.MEN, variants.BRANDUBH.evolve(anvil="attackers")) == PieceSet.DEFENDING_MEN
    True
    """
    check("value", value, PieceSet)
    rules = as_ruleset(rules, "rules")
    sides = (PieceSet.ATTACKERS, PieceSet.DEFENDERS), (PieceSet.DEFENDERS, PieceSet.ATTACKERS)
    for own, enemies in sides:
        value &= PieceSet.ALL if _find_holders(rules) & enemies else ~own
    return value & ~PieceSet.GUARDS if rules.guard_capture is GuardCapture.NEVER else value


def _no_king(value: PieceSet, rules: Ruleset) -> PieceSet:
    return value & ~PieceSet.KING


def _by_die(value: Speed, rules: Ruleset) -> Speed:
    limits = rules.die is not None and rules.die.allows is not Roll.ODD and PieceSet.KING in rules.die.pieces
    return attrs.evolve(value, king=None) if limits and value.king is not None and value.king >= rules.faces else value


def _reduce_strength(value: KingStrength, rules: Ruleset) -> KingStrength:
    return KingStrength.STRONG if value is KingStrength.MIDDLEWEIGHT else value


def _reduce_speed(value: Speed, rules: Ruleset) -> Speed:
    limits = {field.name: getattr(value, field.name) for field in attrs.fields(Speed)}
    return Speed(**{name: limit for name, limit in limits.items() if limit is not None and limit < rules.size - 1})


_KINDS: Final = {
    "soldiers": Kind.SOLDIER,
    "commanders": Kind.COMMANDER,
    "knights": Kind.KNIGHT,
    "mercenaries": Kind.MERCENARY,
    "guards": Kind.GUARD,
    "king": Kind.KING,
    "attackers": Kind.SOLDIER,
    "defenders": Kind.SOLDIER,
}
"""The kind of piece of a field of a speed or of jumps, by the last word of the name of the field."""


def _present_kinds(value: Speed | Jumps, rules: Ruleset) -> Speed | Jumps:
    present = _list_kinds(rules)
    absent = [f for f in attrs.fields(type(value)) if _KINDS[f.name.rpartition("_")[2]] not in present]
    return attrs.evolve(value, **{field.name: field.default for field in absent})


def _reduce_jumps(value: Jumps, rules: Ruleset) -> Jumps:
    names = [field.name for field in attrs.fields(Jumps)]
    return Jumps(**{name: mode for name in names if (mode := getattr(value, name)) not in (Jump.RESTRICTED, Jump.NONE)})


def _reduce_repetition(value: Repetition, rules: Ruleset) -> Repetition:
    return Repetition(consequence=Consequence.IGNORED) if value.consequence is Consequence.IGNORED else value


def _not_forbidden(value: Repetition, rules: Ruleset) -> Repetition:
    forbidden = value.consequence is Consequence.FORBIDDEN
    return value if forbidden else attrs.evolve(value, before_captures=False)


def _no_threat(value: Announcements, rules: Ruleset) -> Announcements:
    return attrs.evolve(value, threat=Call.NONE)


def _reduce_zone(value: Zone, rules: Ruleset) -> Zone:
    return attrs.evolve(
        value,
        enter=value.enter & value.stop,
        hostile_empty=value.hostile_empty | value.hostile_always,
    )


def _for_zones(change: Callable[[Zone, Ruleset], Zone]) -> Callable[[Any, Ruleset], object]:
    def comes_to(value: Zone | tuple[Zone, ...] | None, rules: Ruleset) -> object:
        if isinstance(value, tuple):
            return tuple(change(zone, rules) for zone in value)
        return None if value is None else change(value, rules)

    return comes_to


def _not_piercing(value: Zone, rules: Ruleset) -> Zone:
    return attrs.evolve(value, pierces=False)


def _any_corners(value: Any, rules: Ruleset) -> object:
    return None if value is None else attrs.evolve(value, corners_close=False)


_SAFE: Final = "no attacker captures by moving"
_ESCAPED: Final = "a king on the edge has escaped"
_HARMLESS: Final = "no piece captures by moving"
_ON_EDGE: Final = "a king on the edge is never captured"
_ABSENT: Final = "no such piece takes part"
_NO_GUARDS: Final = "there are no guards"
BY_KINDS: Final = {_ABSENT, _NO_GUARDS}
"""The reasons that hold unless other kinds of pieces are set up."""
_GUARDS: Final = "guards never capture"
_ONE_STEP: Final = "every roll allows all moves of a king who moves one square"
_ALONE: Final = "only the attacker that moves can hold a side of the king"
_UNHELD: Final = "no enemy captures by standing, or a guard is never captured"
_NO_LIMIT: Final = "there is no such limit"
_NO_PAIR: Final = "no attacker captures by standing"

_PLACES: Final = ("throne", "corners", "zones")
_SETS: Final = ("hammer", "anvil", "three_captors", "walk_in", "no_walk_in", "edge_hostile", "piercing")

IDLE: Final[tuple[Idle, ...]] = (
    *(Idle(option, _ESCAPED, _edge_wins, _to_nothing) for option in ("edge_capture", "exit_fort", "simple_fort")),
    *(
        Idle(f"{what}_capture", _SAFE, _king_is_safe, _to_nothing)
        for what in ("edge", "joint", "king_line", "linnaean")
    ),
    Idle("edge_capture", _ALONE, _held_by_one, _to_nothing),
    Idle("edge_capture", "a strong king is never captured on the edge", _safe_on_edge, _to_nothing),
    Idle("edge_ring", "the whole edge is for escape", _edge_wins, _to_nothing),
    Idle("no_escape", "the king does not escape at the corners alone", _no_corner_game, _to_nothing),
    Idle("king", _SAFE, _king_is_safe, _to_nothing),
    Idle("king", _ALONE, _held_by_one, _to_nothing),
    Idle("king", _ON_EDGE, _never_taken_on_edge, _reduce_strength),
    Idle(
        "king", "the edge is hostile to the king", lambda rules: PieceSet.KING in rules.edge_hostile, _reduce_strength
    ),
    *(Idle(option, _UNHELD, _is_always, filter_walkers) for option in ("walk_in", "no_walk_in")),
    Idle("line_capture", _HARMLESS, _no_hammer_no_formation, _to_nothing),
    Idle("king_line_capture", "all men of the king need three captors", _three_for_all, _to_nothing),
    Idle("linnaean_capture", _NO_PAIR, _no_holder, _to_nothing),
    Idle("linnaean_capture", "all men of the king need three captors", _three_for_all, _to_nothing),
    Idle("piercing", "only attackers capture the king, and no guard captures", _is_always, _reduce_piercing),
    Idle("piercing", _SAFE, _king_is_safe, _to_nothing),
    Idle("piercing", "only a strong king away from the throne is pierced", _not_pierced, _to_nothing),
    Idle("piercing", _NO_PAIR, _no_pair, _to_nothing),
    *(Idle(place, "no piece pierces the king", _nobody_pierces, _for_zones(_not_piercing)) for place in _PLACES),
    *(
        Idle(place, "a piece that may not stop need not enter", _is_always, _for_zones(_reduce_zone))
        for place in _PLACES
    ),
    Idle("hammer", _GUARDS, _is_always, _no_guards),
    Idle("anvil", _GUARDS, _is_always, _no_guards),
    Idle("anvil", _HARMLESS, _no_hammer_no_fort, _to_nothing),
    Idle("three_captors", "guards are captured on four sides", _is_always, _no_guards),
    Idle("three_captors", _HARMLESS, _no_hammer_no_formation, _to_nothing),
    Idle("guard_capture", _HARMLESS, _no_hammer_no_formation, _to_nothing),
    Idle("edge_hostile", _ON_EDGE, _never_taken_on_edge, _no_king),
    Idle("edge_hostile", _SAFE, _king_is_safe, _no_king),
    Idle(
        "edge_hostile",
        "the edge is hostile to a middleweight king anyway",
        lambda rules: rules.king is KingStrength.MIDDLEWEIGHT,
        _no_king,
    ),
    Idle("edge_hostile", _HARMLESS, _no_hammer_no_formation, _to_nothing),
    Idle("shieldwall", "there are no corners", lambda rules: rules.corners is None, _any_corners),
    Idle("shieldwall", _HARMLESS, _no_hammer_no_fort, _to_nothing),
    Idle("shieldwall", "no side captures both by moving and by standing", _no_wall, _to_nothing),
    Idle("forced_capture", "no piece captures", _no_capture, _to_nothing),
    Idle("berserk", "no piece captures", _no_capture, _to_nothing),
    Idle("berserk_escape", "no piece captures", _no_capture, _to_nothing),
    Idle("speed", "no move is longer than the board", _is_always, _reduce_speed),
    Idle("speed", "the die never shows more", lambda rules: rules.die is not None, _by_die),
    Idle("die", _ONE_STEP, _only_steps, lambda die, _: None if die is None or die == Die(faces=die.faces) else die),
    Idle(
        "jumps",
        "a restricted jump begins or ends in a zone, and there are none",
        lambda rules: not rules.all_zones and not rules.encirclement,
        _reduce_jumps,
    ),
    Idle("no_move", "both sides may pass, and no repetition forbids it", _both_pass, _to_nothing),
    Idle("quiet_limit_consequence", _NO_LIMIT, lambda rules: rules.quiet_limit is None, _to_nothing),
    Idle("move_limit_consequence", _NO_LIMIT, lambda rules: rules.move_limit is None, _to_nothing),
    Idle("repetition", "repetitions have no consequence", _is_always, _reduce_repetition),
    Idle("repetition", "no repetition is forbidden", _is_always, _not_forbidden),
    Idle("announcements", "no attacker captures", lambda r: _king_is_safe(r) and not r.extra_captures, _no_threat),
    Idle(
        "tuichu_wins",
        "two ways out lead to two squares of escape",
        lambda rules: len(rules.escape.squares(rules.size)) < 2,
        _to_nothing,
    ),
    *(Idle(option, _ABSENT, _is_always, _present_pieces) for option in _SETS),
    Idle("guard_capture", _NO_GUARDS, lambda rules: not PieceSet.GUARDS & _list_present(rules), _to_nothing),
    Idle("speed", _ABSENT, _is_always, _present_kinds),
    Idle("jumps", _ABSENT, _is_always, _present_kinds),
    *(Idle(place, _ABSENT, _no_piercer, _for_zones(_not_piercing)) for place in _PLACES),
)
"""All known entries; those for some kinds of pieces only come last."""
