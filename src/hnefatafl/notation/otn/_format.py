"""The writer of OTN's rules records. The public module is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, TypeVar

import attrs

from hnefatafl.board import Board, PieceSet, Region, Side, SquareSet
from hnefatafl.errors import HnefataflError, NotExpressibleError, RulesetError
from hnefatafl.notation.otn._rules import (
    ARMED,
    BERSERK,
    DEFAULTS,
    GROUPS,
    JUMPERS,
    JUMPS,
    LISTED,
    PIERCING,
    REPETITIONS,
    SPEEDS,
    STRENGTHS,
    Flags,
    Setting,
    centre,
    decode,
    encode,
    read_rules,
    region,
)
from hnefatafl.rules import GuardCapture, Jumps, KingStrength, Ruleset, RulesetLike, Speed, Zone, as_ruleset
from hnefatafl.rules import option_changes as changes
from hnefatafl.rules.typing import RulesetDiff
from hnefatafl.support.immutability import frozen

_T = TypeVar("_T")

_OPEN: Final = Flags(PieceSet.ALL, PieceSet.ALL, PieceSet.ALL, PieceSet.NONE, PieceSet.NONE)
_BERSERK: Final = {berserk: key for key, (berserk, _) in BERSERK.items()}


def format_rules(ruleset: RulesetLike) -> str:
    """Write a rules record, on one line.

    The text reads back as a ruleset that plays the same. This is verified: the
    record is read again, and OTN cannot express any option that changes. The
    ruleset read back also equals ``ruleset`` if its regions are in their simplest
    form, its zones are called ``throne``, ``corners``, ``attacker fort`` and
    ``defender fort``, and its options about pieces that its start does not have
    are the usual ones.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import otn
    >>> otn.format_rules(variants.get("brandubh-opentafl"))
    'dim:7 name:brandubh-opentafl surf:n atkf:y ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/'

    Raises:
        NotExpressibleError: OTN cannot say the rules; every option that it cannot say is named.
    """
    ruleset = as_ruleset(ruleset)
    return write_rules(ruleset)


@frozen
class RulesLoss:
    """An option that OTN cannot express, and what OpenTafl plays instead.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import otn
    >>> text, (loss,) = otn.nearest_rules(variants.MADERA_TABLUT)
    >>> loss.option, loss.ours, loss.theirs, str(loss)
    ('fewest_attackers', 3, 1, 'fewest_attackers: 1 instead of 3')
    """

    option: str
    """The field of :class:`~hnefatafl.rules.Ruleset`."""
    ours: object
    """Its value in the ruleset, with regions and zones in their simplest form."""
    theirs: object
    """Its value in the ruleset that is read back, in the same form."""

    @property
    def sentence(self) -> str:
        """Return what is played instead, in words, with the name of each part that differs."""
        return "; ".join(changes({self.option: (self.theirs, self.ours)}, (0, 1)))

    def __str__(self) -> str:
        return self.sentence


def nearest_rules(ruleset: RulesetLike) -> tuple[str, tuple[RulesLoss, ...]]:
    """Return the rules record nearest to a ruleset, and every option that OpenTafl then plays differently.

    There are no losses if and only if :func:`format_rules` writes the ruleset, which then gives the same text. Pieces
    that the start does not have, and the spelling of regions and zones, cause no loss.

    >>> from hnefatafl import variants
    >>> from hnefatafl.notation import otn
    >>> text, losses = otn.nearest_rules(variants.COPENHAGEN)
    >>> print(*text.split()[:5])
    dim:11 name:copenhagen atkf:y tfr:w corh:tcnkTCN
    >>> print(*losses)
    repetition.consequence: mover-loses instead of defenders-lose

    Raises:
        NotExpressibleError: OTN has no rules at all for that start.
    """
    ruleset = as_ruleset(ruleset)
    return write_nearest(ruleset)


def write_nearest(rules: Ruleset, board: Board | None = None) -> tuple[str, tuple[RulesLoss, ...]]:
    """Return the nearest rules record of a game that starts with that board, if not with the start of the rules."""
    setting = Setting.of(rules.start, rules.escape, rules.anvil, rules.piercing, board)
    rules = _settle_rules(rules, setting)
    candidates = [candidate for candidate in [_read_back(rules, rules, setting, board)] if candidate is not None]
    if not candidates:
        # The options that can be expressed contradict each other without the others.
        tried = (_read_back(simpler, rules, setting, board) for simpler in _list_simpler(rules))
        candidates = [candidate for candidate in tried if candidate is not None]
    if not candidates:
        raise NotExpressibleError("OTN", ["start"])
    text, lost = min(candidates, key=lambda candidate: len(candidate[1]))
    return text, tuple(RulesLoss(option, ours, theirs) for option, (ours, theirs) in lost.items())


def _read_back(
    written: Ruleset, rules: Ruleset, setting: Setting, board: Board | None
) -> tuple[str, RulesetDiff] | None:
    """Return the text of a ruleset and its differences from another one when read back, or None if it cannot be
    read."""
    text = " ".join(f"{key}:{value}" for key, value in _list_entries(written, setting))
    try:
        return text, _simplify_zones(rules, setting).diff(_simplify_zones(read_rules(text, board), setting))
    except HnefataflError:
        return None


def write_rules(rules: Ruleset, board: Board | None = None) -> str:
    """Return the rules record of a game that starts with that board, if not with the start of the rules."""
    text, lost = write_nearest(rules, board)
    if lost:
        raise NotExpressibleError("OTN", [loss.option for loss in lost])
    return text


def _list_simpler(rules: Ruleset) -> Iterator[Ruleset]:
    """Yield the ruleset with single options changed to what OTN can express, then with one after another changed."""
    usual: dict[str, Any] = {field.name: field.default for field in attrs.fields(Ruleset)}
    changed = rules
    for option in ("corners", "zones", "throne", "escape", "exit_fort", "encirclement"):
        for value in (None, usual[option]) if option in ("corners", "throne") else (usual[option],):
            change: dict[str, Any] = {option: value}
            with suppress(RulesetError):
                yield attrs.evolve(rules, **change)
            with suppress(RulesetError):
                changed = attrs.evolve(changed, **change)
                yield changed


def _settle_rules(rules: Ruleset, setting: Setting) -> Ruleset:
    """Return the ruleset with the usual values for pieces that it does not have."""
    pieces = setting.pieces
    attackers = pieces & PieceSet.ATTACKERS
    jumps = {name: getattr(rules.jumps, name) for name, kind in JUMPERS.values() if kind & pieces}
    speeds = {name: getattr(rules.speed, name) for letter, name in SPEEDS.items() if LISTED[letter] & pieces}
    return attrs.evolve(
        rules,
        throne=None if rules.throne is None else setting.settled_zone(rules.throne),
        corners=None if rules.corners is None else setting.settled_zone(rules.corners),
        zones=tuple(map(setting.settled_zone, rules.zones)),
        hammer=setting.settled(rules.hammer | PieceSet.GUARDS),
        anvil=setting.settled(rules.anvil | PieceSet.GUARDS),
        piercing=(rules.piercing & attackers) | (PIERCING & ~attackers),
        guard_capture=rules.guard_capture if pieces & PieceSet.GUARDS else GuardCapture.SURROUNDED,
        jumps=Jumps(**jumps, soldiers=rules.jumps.soldiers),
        speed=Speed(**speeds),
    )


def _simplify_zones(rules: Ruleset, setting: Setting) -> Ruleset:
    """Return the ruleset with its regions and zones in a canonical form."""
    return attrs.evolve(
        rules,
        escape=region(_squares_of(rules, rules.escape), rules.size),
        throne=None if rules.throne is None else setting.plain(rules.throne),
        corners=None if rules.corners is None else setting.plain(rules.corners),
        zones=tuple(map(setting.plain, rules.zones)),
    )


def _list_entries(rules: Ruleset, setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield the entries of the record in OpenTafl's order, without usual values except the side that moves first."""
    yield "dim", str(rules.size)
    yield from _unless("name", _format_name(rules.name), "unnamed")
    edge = _squares_of(rules, rules.escape) == _squares_of(rules, Region.EDGE)
    if edge:
        yield "esc", "e"
    if not rules.encirclement:
        yield "surf", "n"
    yield "atkf", "n" if rules.first is Side.DEFENDERS else "y"
    # Our reading: other consequences for the side that repeats are nearest to "w", as in OpenTafl's own Copenhagen.
    yield from _unless("tfr", _find_key(REPETITIONS, rules.repetition.consequence, "w"), "d")
    yield from _unless("ka", _find_key(ARMED, (rules.hammer, rules.anvil), "y"), "y")
    near = "c" if rules.king is KingStrength.STRONG_ON_THRONE else "s"
    yield from _unless("ks", _find_key(STRENGTHS, rules.king, near), "s")
    for key, (name, _) in JUMPERS.items():
        usual = _find_key(JUMPS, getattr(Jumps(), name), "")
        yield from _unless(key, _find_key(JUMPS, getattr(rules.jumps, name), usual), usual)
    yield from _zone_entries(rules, edge, setting)
    yield from _unless("spd", _format_speeds(rules.speed, setting.pieces), "-1")
    wall = rules.shieldwall
    if wall is not None:
        yield "sw", "s" if wall.corners_close else "w"
        if not wall.flanking:
            yield "swf", "n"
    if rules.exit_fort:
        yield "efe", "y"
    if rules.linnaean_capture:
        yield "linc", "y"
    turns = _BERSERK.get(rules.berserk, "c")
    yield from _unless("ber", _find_key(BERSERK, (rules.berserk, rules.berserk_escape), turns), "n")
    yield "start", rules.start.record


def _unless(key: str, value: str, default: str) -> Iterator[tuple[str, str]]:
    if value != default:
        yield key, value


def _find_key(values: dict[str, _T], value: _T, default: str) -> str:
    return next((key for key, meaning in values.items() if meaning == value), default)


def _format_name(name: str) -> str:
    """Return the name on one line: with underscores for spaces, and without invisible characters."""
    shown = "".join(c for c in name if c.isprintable() or c.isspace())
    return "_".join(shown.split()) or "unnamed"


def _squares_of(rules: Ruleset, where: Region) -> SquareSet:
    return where.squares(rules.size)


def _zone_entries(rules: Ruleset, edge: bool, setting: Setting) -> Iterator[tuple[str, str]]:
    zones: dict[str, Zone | None] = {"cor": rules.corners, "cen": rules.throne}
    zones |= _choose_fortresses(rules.zones)
    places = {group: _squares_of(rules, zone.squares) for group, zone in zones.items() if zone is not None}
    flags = {group: encode(group, zone, rules.size) for group, zone in zones.items() if zone is not None}
    if not edge:
        # The king escapes to the corners. If they are not a zone, they are corners without special rules.
        escape = _squares_of(rules, rules.escape)
        if rules.corners is None or SquareSet(escape - places.get("cen", SquareSet())) == places["cor"]:
            places["cor"] = escape
        flags.setdefault("cor", _OPEN)
    for group in GROUPS:
        usual = {"cor": Region.CORNERS, "cen": centre(rules.size)}.get(group, Region.NONE)
        squares = places.get(group, SquareSet())
        if squares != _squares_of(rules, usual):
            yield group, ",".join(squares.names)
    lists = [(group, _list_flags(group, shown, zones.get(group), setting)) for group, shown in flags.items()]
    for flag in ("p", "s", "h", "he", "re"):
        for group, shown in lists:
            if flag in shown:
                yield group + flag, shown[flag]


def _choose_fortresses(zones: tuple[Zone, ...]) -> dict[str, Zone | None]:
    """Return the zones as OTN's fortresses. It has two, which differ only in their defaults."""
    if len(zones) == 1:
        return {"dfor" if zones[0].name == GROUPS["dfor"] else "afor": zones[0]}
    return dict(zip(("afor", "dfor"), zones, strict=True)) if len(zones) == 2 else {}


def _list_flags(group: str, flags: Flags, zone: Zone | None, setting: Setting) -> dict[str, str]:
    """Return the lists of a group that differ from the usual ones."""
    usual = DEFAULTS[group]
    pairs = {
        "p": (flags.cross, usual.cross),
        "s": (flags.stop, usual.stop),
        "re": (flags.again, usual.again),
        "h": (flags.empty, usual.empty),
    }
    if group == "cen" and zone is not None:
        pairs["he"] = pairs.pop("h")
        pairs |= _list_occupied(flags, zone, setting)
    # The specification and OpenTafl have different defaults here.
    said = {flag: value for flag, (value, default) in pairs.items() if value != default or group + flag == "dforp"}
    return {flag: _format_pieces(value, setting.pieces) for flag, value in said.items()}


def _list_occupied(flags: Flags, zone: Zone, setting: Setting) -> dict[str, tuple[PieceSet, PieceSet]]:
    """Return ``cenh``, unless omitting it clearly means the same."""
    always = zone.hostile_always
    squares = zone.squares.squares(setting.start.size)
    silent = decode("cen", squares, attrs.evolve(flags, hostile=None), setting)
    if silent is not None and silent.hostile_always == always and PieceSet.ATTACKERS in flags.empty:
        return {}
    return {"h": (always, ~always)}


def _format_pieces(pieces: PieceSet, present: PieceSet) -> str:
    """Return the letters of a list. Mercenaries and guards, which older programs do not know, are included only if
    there are any; the attackers' king is treated like their soldiers."""
    late = PieceSet.MERCENARIES | PieceSet.GUARDS
    return "".join(
        letter
        for letter in "tcnkmgTCNKMG"
        if (LISTED[letter] or LISTED["t"]) in pieces and (not LISTED[letter] & late or LISTED[letter] & present)
    )


def _format_speeds(speed: Speed, present: PieceSet) -> str:
    """Return one number if it is the same for all, else eight or more: OpenTafl misreads the form with two."""

    def number(letter: str) -> int:
        soldier = "T" if letter.isupper() else "t"
        squares = getattr(speed, SPEEDS[letter if LISTED[letter] & present else soldier])
        return -1 if squares is None else squares

    numbers = {letter: number(letter) for letter in "tcnkmgTCNKMG"}
    if len(set(numbers.values())) == 1:
        return str(numbers["t"])
    # Mercenaries and guards without a number are read as soldiers.
    last = max(
        place for place, pair in enumerate(zip("tcnkmg", "TCNKMG", strict=True)) if place < 4 or _differ(numbers, *pair)
    )
    return ",".join(str(numbers[letter]) for side in ("tcnkmg", "TCNKMG") for letter in side[: last + 1])


def _differ(numbers: dict[str, int], attacker: str, defender: str) -> bool:
    return numbers[attacker] != numbers["t"] or numbers[defender] != numbers["T"]
