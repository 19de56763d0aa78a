"""Writing OTN's rules records. The public face is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

import attrs

from hnefatafl.errors import HnefataflError, NotExpressibleError
from hnefatafl.geometry import Region, SquareSet
from hnefatafl.notation.otn_rules import ARMED, PIECES, REPETITIONS, STRENGTHS, parse_rules
from hnefatafl.notation.otn_zones import DEFAULTS, GROUPS, Flags, Setting, centre, decode, encode, region
from hnefatafl.options import Repetition, Zone
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.rules import Ruleset

__all__ = ["format_rules"]

_T = TypeVar("_T")

_LETTERS: Final = {"t": "tcnk", "T": "TCN", "K": "K"}
"""What is written for our pieces: OTN's other ones go with the soldiers of their side."""
_OPEN: Final = Flags(PieceSet.ALL, PieceSet.ALL, PieceSet.ALL, PieceSet.NONE, PieceSet.NONE)
_WORDLESS: Final = (
    "edge_capture",
    "joint_capture",
    "edge_hostile",
    "king_die",
    "no_move",
    "fewest_attackers",
    "quiet_limit",
    "announcements",
    "tuichu_wins",
    "extra_captures",
    "extra_endings",
)
"""The options that OTN does not know."""


def format_rules(rules: Ruleset) -> str:
    """Write a rules record, on one line.

    What is written reads back as a ruleset that plays the same. That is not
    taken on trust: the record is read again, and whatever does not come back
    as it was counts as something that OTN cannot say. The result is equal to
    ``rules``, too, if its regions are spelt as plainly as they can be and its
    zones are called ``throne``, ``corners``, ``attacker fort`` and ``defender
    fort``.

    Raises:
        NotExpressibleError: OTN cannot say the rules; every option that it cannot say is named.
    """
    text = " ".join(f"{key}:{value}" for key, value in _entries(rules))
    try:
        lost = set(_plain(rules).diff(_plain(parse_rules(text))))
    except HnefataflError:
        # What can be said contradicts itself without the rest.
        lost = _wordless(rules) | (_lost_zones(rules) or {"escape"})
    if lost:
        raise NotExpressibleError("OTN", [f.name for f in attrs.fields(Ruleset) if f.name in lost])
    return text


def _wordless(rules: Ruleset) -> set[str]:
    """The options, but for zones and escape, that OTN cannot say."""
    usual = {f.name: f.default for f in attrs.fields(Ruleset)}
    lost = {name for name in _WORDLESS if getattr(rules, name) != usual[name]}
    if rules.first is None:
        lost.add("first")
    if (rules.hammer, rules.anvil) not in ARMED.values():
        lost |= {name for name in ("hammer", "anvil") if getattr(rules, name) not in (PieceSet.ALL, PieceSet.MEN)}
    if rules.repetition not in [Repetition(consequence=consequence) for consequence in REPETITIONS.values()]:
        lost.add("repetition")
    return lost


def _lost_zones(rules: Ruleset) -> set[str]:
    """Which of the zones OTN cannot say."""
    setting = Setting(rules.start, rules.escape, rules.anvil)
    lost = {"zones"} if len(rules.zones) > 2 else set[str]()
    for group, option, zone in (("cen", "throne", rules.throne), ("cor", "corners", rules.corners)):
        if zone is not None:
            back = decode(group, _squares(rules, zone.squares), encode(group, zone, rules.size), setting)
            if back is None or setting.plain(back, option) != setting.plain(zone, option):
                lost.add(option)
    return lost


def _plain(rules: Ruleset) -> Ruleset:
    """The ruleset with its regions and zones spelt in one way."""
    setting = Setting(rules.start, rules.escape, rules.anvil)
    return rules.evolve(
        escape=region(_squares(rules, rules.escape), rules.size),
        throne=None if rules.throne is None else setting.plain(rules.throne, "throne"),
        corners=None if rules.corners is None else setting.plain(rules.corners, "corners"),
        zones=tuple(setting.plain(zone, f"zone {number}") for number, zone in enumerate(rules.zones)),
    )


def _entries(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The record's entries, in the order in which OpenTafl writes them. What is usual is left out, but who is first."""
    yield "dim", str(rules.size)
    yield from _unless("name", _name(rules.name), "unnamed")
    edge = _squares(rules, rules.escape) == _squares(rules, Region.EDGE)
    if edge:
        yield "esc", "e"
    if not rules.encirclement:
        yield "surf", "n"
    yield "atkf", "n" if rules.first is Side.DEFENDERS else "y"
    yield from _unless("tfr", _key(REPETITIONS, rules.repetition.consequence, "d"), "d")
    yield from _unless("ka", _key(ARMED, (rules.hammer, rules.anvil), "y"), "y")
    yield from _unless("ks", _key(STRENGTHS, rules.king, "s"), "s")
    yield from _zone_entries(rules, edge)
    yield from _unless("spd", _speeds(rules), "-1")
    wall = rules.shieldwall
    if wall is not None:
        yield "sw", "s" if wall.corners_close else "w"
        if not wall.flanking:
            yield "swf", "n"
    if rules.exit_fort:
        yield "efe", "y"
    if rules.linnaean_capture:
        yield "linc", "y"
    yield "start", rules.start.record


def _unless(key: str, value: str, default: str) -> Iterator[tuple[str, str]]:
    if value != default:
        yield key, value


def _key(values: dict[str, _T], value: _T, default: str) -> str:
    return next((key for key, found in values.items() if found == value), default)


def _name(name: str) -> str:
    """The name without what would end the entry or the tag that it stands in; spaces become underscores."""
    shown = "".join(c for c in name if c.isprintable() and c not in ":[]")
    return "_".join(shown.split()) or "unnamed"


def _squares(rules: Ruleset, where: Region) -> SquareSet:
    return where.squares(rules.size)


def _zone_entries(rules: Ruleset, edge: bool) -> Iterator[tuple[str, str]]:
    zones: dict[str, Zone | None] = {"cor": rules.corners, "cen": rules.throne}
    zones |= _fortresses(rules.zones)
    places = {group: _squares(rules, zone.squares) for group, zone in zones.items() if zone is not None}
    flags = {group: encode(group, zone, rules.size) for group, zone in zones.items() if zone is not None}
    if not edge:
        # The corners are where the king escapes to. If they are no zone, they are corners without any peculiarity.
        escape = _squares(rules, rules.escape)
        if rules.corners is None or SquareSet(escape - places.get("cen", SquareSet())) == places["cor"]:
            places["cor"] = escape
        flags.setdefault("cor", _OPEN)
    for group in GROUPS:
        usual = {"cor": Region.CORNERS, "cen": centre(rules.size)}.get(group, Region.NONE)
        squares = places.get(group, SquareSet())
        if squares != _squares(rules, usual):
            yield group, ",".join(squares.names)
    setting = Setting(rules.start, rules.escape, rules.anvil)
    lists = [(group, _lists(group, found, zones.get(group), setting)) for group, found in flags.items()]
    for flag in ("p", "s", "h", "he", "re"):
        for group, found in lists:
            if flag in found:
                yield group + flag, found[flag]


def _fortresses(zones: tuple[Zone, ...]) -> dict[str, Zone | None]:
    """The zones as OTN's fortresses. It has two; they differ in nothing but their defaults."""
    if len(zones) == 1:
        return {"dfor" if zones[0].name == GROUPS["dfor"] else "afor": zones[0]}
    return dict(zip(("afor", "dfor"), zones, strict=True)) if len(zones) == 2 else {}


def _lists(group: str, flags: Flags, zone: Zone | None, setting: Setting) -> dict[str, str]:
    """The lists of a group that are not the usual ones."""
    usual = DEFAULTS[group]
    pairs = {
        "p": (flags.cross, usual.cross),
        "s": (flags.stop, usual.stop),
        "re": (flags.again, usual.again),
        "h": (flags.empty, usual.empty),
    }
    if group == "cen" and zone is not None:
        pairs["he"] = pairs.pop("h")
        pairs |= _occupied(flags, zone, setting)
    # The specification and OpenTafl have different defaults here.
    said = {flag: value for flag, (value, default) in pairs.items() if value != default or group + flag == "dforp"}
    return {flag: _pieces(value) for flag, value in said.items()}


def _occupied(flags: Flags, zone: Zone, setting: Setting) -> dict[str, tuple[PieceSet, PieceSet]]:
    """``cenh``, unless leaving it out says the same, and says it plainly."""
    always = zone.hostile_always
    squares = zone.squares.squares(setting.start.size)
    silent = decode("cen", squares, attrs.evolve(flags, hostile=None), setting)
    if silent is not None and silent.hostile_always == always and PieceSet.ATTACKERS in flags.empty:
        return {}
    return {"h": (always, ~always)}


def _pieces(pieces: PieceSet) -> str:
    return "".join(_LETTERS[letter] for letter, piece in PIECES.items() if piece in pieces)


def _speeds(rules: Ruleset) -> str:
    """One number if it is the same for all, else eight: OpenTafl misreads the form with two."""
    speed = rules.speed
    attackers, defenders, king = (-1 if n is None else n for n in (speed.attackers, speed.defenders, speed.king))
    if attackers == defenders == king:
        return str(king)
    return ",".join(str(n) for n in (attackers,) * 4 + (defenders,) * 3 + (king,))
