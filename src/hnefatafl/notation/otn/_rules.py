"""The parser of OTN's rules records. The public module, which says what is accepted, is
:mod:`hnefatafl.notation.otn`.

Zones in OTN's rules: conversion between zones and OTN's flags.

OTN knows four groups of squares: the centre (``cen``), the corners (``cor``)
and the fortresses of either side (``afor``, ``dfor``). Each has lists of
pieces: those that may stop on a square (``s``), pass it (``p``), or return
from outside (``re``), and those to which it is hostile (``h``; for the
centre ``h`` while it is occupied and ``he`` while it is empty).

Their combined meaning is that of OpenTafl. A piece stops only where it may
also pass, and re-entry restricts both stopping and passing:

* from outside the group a piece crosses if it is in ``p`` and ``re``, and stops if it is in ``s``, ``p`` and ``re``;
* from inside it crosses if it is in ``p``, and stops if it is in ``s`` and ``p``.

A list names every kind of piece, whether or not the game has it. The letters
of kinds that cannot come onto the board have no meaning, and are treated like
the soldiers of their side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

import attrs
from attrs import evolve

from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, PieceSet, Region, Side, Square, SquareSet
from hnefatafl.errors import NotationError
from hnefatafl.notation.moves import SQUARES
from hnefatafl.rules import (
    Berserk,
    Consequence,
    Jump,
    Jumps,
    KingStrength,
    Repetition,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.support.immutability import frozen
from hnefatafl.support.spelling import LETTERS
from hnefatafl.support.words import hint

GROUPS: Final = {"cor": "corners", "cen": "throne", "afor": "attacker fort", "dfor": "defender fort"}
"""OTN's groups of squares, and the name of a zone read from each."""

_ALL, _NONE, _KING = PieceSet.ALL, PieceSet.NONE, PieceSet.KING
_ENEMIES: Final = {Side.ATTACKERS: PieceSet.DEFENDERS, Side.DEFENDERS: PieceSet.ATTACKERS}
_ZONE_SIDES: Final = (
    (PieceSet.ATTACKING_SOLDIERS, PieceSet.ATTACKERS),
    (PieceSet.DEFENDING_SOLDIERS, PieceSet.DEFENDING_MEN),
)


@frozen
class Flags:
    """The lists of one group. ``empty`` is ``cenhe`` for the centre; other groups have one list for both states."""

    stop: PieceSet
    cross: PieceSet
    again: PieceSet
    hostile: PieceSet | None
    """The list as written, or None if it is omitted."""
    empty: PieceSet


DEFAULTS: Final = {
    "cor": Flags(_KING, _KING, _ALL, _ALL, _ALL),
    "cen": Flags(_KING, _ALL, _ALL, PieceSet.ATTACKERS, _ALL),
    "afor": Flags(_ALL, _ALL, _ALL, PieceSet.DEFENDERS, PieceSet.DEFENDERS),
    "dfor": Flags(PieceSet.DEFENDERS, _ALL, _ALL, PieceSet.ATTACKERS, PieceSet.ATTACKERS),
}
"""The defaults of omitted lists, as in OpenTafl's code; its specification differs in ``dforp``."""


@frozen
class Setting:
    """The context of a group's flags: the start, the escape, the pieces that capture by standing, the pieces of the
    game, and those whose pairs capture a strong king."""

    start: Board
    escape: Region
    anvil: PieceSet
    pieces: PieceSet
    piercing: PieceSet

    @classmethod
    def of(cls, start: Board, escape: Region, anvil: PieceSet, piercing: PieceSet, other: Board | None) -> Setting:
        """Return the setting of a game, which may start with another board than that of its rules."""
        pieces = PieceSet.SOLDIERS | _KING
        for board in (start, other):
            pieces |= PieceSet.of(set[Piece]() if board is None else set(board.values()))
        if pieces & PieceSet.MERCENARIES:
            pieces |= PieceSet.MERCENARIES
        return cls(start, escape, anvil & ~PieceSet.GUARDS, pieces, piercing & pieces & PieceSet.ATTACKERS)

    def settled(self, pieces: PieceSet) -> PieceSet:
        """Return the list in which pieces that the game does not have are treated like the soldiers of their side."""
        for soldiers, side in _ZONE_SIDES:
            absent = side & ~self.pieces
            pieces = pieces | absent if soldiers in pieces else pieces & ~absent
        return pieces

    def occupants(self, squares: SquareSet, stop: PieceSet) -> PieceSet:
        """Return the pieces that can stand on one of the squares during the game."""
        if _KING in stop and all(s in self.escape.squares(self.start.size) for s in squares):
            stop &= ~_KING
        occupants = (stop & self.pieces) | PieceSet.of(self.start[s] for s in squares if s in self.start)
        return occupants | PieceSet.MERCENARIES if occupants & PieceSet.MERCENARIES else occupants

    def moot(self, threatened: PieceSet, occupants: PieceSet) -> bool:
        """Return whether it makes no difference that an occupied square is hostile to those pieces: if only enemies
        that capture by standing anyway can stand there."""
        return all(occupants in _ENEMIES[piece.side] & self.anvil for piece in threatened.pieces)

    def settled_zone(self, zone: Zone) -> Zone:
        """Return the zone with its lists in canonical form."""
        return evolve(
            zone,
            stop=self.settled(zone.stop),
            enter=self.settled(zone.enter),
            cross=self.settled(zone.cross),
            hostile_empty=self.settled(zone.hostile_empty),
            hostile_always=self.settled(zone.hostile_always),
        )

    def plain(self, zone: Zone) -> Zone:
        """Return the canonical form of all zones that play like this one."""
        zone = self.settled_zone(zone)
        squares = zone.squares.squares(self.start.size)
        stop, enter, always = zone.stop, zone.enter, zone.hostile_always
        if len(squares) == 1:
            # A zone of a single square has no moves within it.
            stop, enter = stop & enter, _ALL
        cross = _ALL if _has_only_corners(zone, self.start.size) else zone.cross
        occupants = self.occupants(squares, stop & enter)
        moot = PieceSet.of(piece for piece in always.pieces if self.moot(PieceSet.of([piece]), occupants))
        return Zone(
            name=zone.name,
            squares=region(squares, self.start.size),
            stop=stop,
            enter=enter | ~stop,
            cross=cross,
            hostile_empty=zone.hostile_empty | always,
            hostile_always=always & ~moot,
            pierces=zone.pierces and bool(self.piercing) and _KING in zone.hostile_empty | always,
        )


def centre(size: int) -> Region:
    """Return OTN's centre: the middle square, or on boards of even size the one to the lower left of the middle."""
    return Region.CENTRE if size % 2 else Region.of(Square((size - 1) // 2, (size - 1) // 2))


def region(squares: SquareSet, size: int) -> Region:
    """Return the simplest region with these squares."""
    for region in (Region.CORNERS, centre(size), Region.EDGE):
        if region.squares(size) == squares:
            return region
    return Region.of(*squares)


def decode(group: str, squares: SquareSet, flags: Flags, setting: Setting) -> Zone | None:
    """Return the zone of a group of squares, or None if no zone can express OTN's flags."""
    stop, cross = flags.stop & flags.cross, flags.cross & flags.again
    occupants = setting.occupants(squares, stop & flags.again)
    empty, always = flags.empty, _NONE
    if group == "cen":
        if flags.hostile is not None:
            always = flags.hostile & empty
            if not setting.moot(flags.hostile & ~empty, occupants):
                return None
        elif not setting.moot(PieceSet.ATTACKERS, occupants):
            if PieceSet.ATTACKERS not in empty:
                return None
            always = PieceSet.ATTACKERS
    elif group != "cor" or not setting.moot(empty, occupants):
        empty, always = _NONE, empty
    return Zone(
        name=GROUPS[group],
        squares=region(squares, setting.start.size),
        stop=stop,
        enter=flags.again,
        cross=cross,
        hostile_empty=empty,
        hostile_always=always,
        # Only a corner can be one half of a pair that captures a strong king.
        pierces=group == "cor" and bool(setting.piercing) and _KING in flags.empty,
    )


def encode(group: str, zone: Zone, size: int) -> Flags:
    """Return the flags nearest to the zone."""
    empty = zone.hostile_empty | zone.hostile_always
    flags = Flags(*_movement_flags(zone), zone.hostile_always if group == "cen" else empty, empty)
    if (flags.stop & flags.cross, flags.cross & flags.again) == (zone.stop, zone.cross):
        return flags
    if len(zone.squares.squares(size)) == 1:
        zone = evolve(zone, stop=zone.stop & zone.enter, enter=_ALL)
    if _has_only_corners(zone, size):
        zone = evolve(zone, cross=zone.cross | zone.stop)
    stop, cross, again = _movement_flags(zone)
    return evolve(flags, stop=stop, cross=cross, again=again)


def _has_only_corners(zone: Zone, size: int) -> bool:
    """Return whether the zone has only corners of the board, which no move crosses."""
    return set(zone.squares.squares(size)) <= set(Region.CORNERS.squares(size))


def _movement_flags(zone: Zone) -> tuple[PieceSet, PieceSet, PieceSet]:
    again = zone.enter | (zone.cross & ~zone.stop)
    return zone.stop, zone.cross | ~again | (zone.stop & ~zone.enter), again


_T = TypeVar("_T")

_ENTRY: Final = re.compile(r"\S+")
_FLAGS: Final = ("h", "p", "s", "re")
_PLAIN_KEYS: Final = ("dim", "name", "esc", "surf", "atkf", "tfr", "ka", "ks", "kj", "nj", "cj", "mj", "gj", "spd")
KEYS: Final = {group + flag for group in GROUPS for flag in ("", *_FLAGS)}.union(
    _PLAIN_KEYS, ("cenhe", "sw", "swf", "efe", "linc", "ber", "start", "starti")
)

_YES_NO: Final = {"y": True, "n": False}
_SIDES: Final = {True: Side.ATTACKERS, False: Side.DEFENDERS}
_ESCAPES: Final = {"c": False, "e": True}
# OpenTafl's code reverses its specification: with "w" the side to move after the third occurrence wins.
REPETITIONS: Final = {
    "i": Consequence.IGNORED,
    "d": Consequence.DRAW,
    "w": Consequence.MOVER_LOSES,
    "l": Consequence.MOVER_WINS,
}
ARMED: Final = {
    "y": (PieceSet.ALL, PieceSet.ALL),
    "h": (PieceSet.ALL, PieceSet.MEN),
    "a": (PieceSet.MEN, PieceSet.ALL),
    "n": (PieceSet.MEN, PieceSet.MEN),
}
STRENGTHS: Final = {
    "s": KingStrength.STRONG,
    "c": KingStrength.STRONG_NEAR_THRONE,
    "m": KingStrength.MIDDLEWEIGHT,
    "w": KingStrength.WEAK,
}
_STRENGTHS_OLD: Final = STRENGTHS | {"y": KingStrength.STRONG, "n": KingStrength.WEAK}
JUMPS: Final = {
    "n": Jump.NONE,
    "r": Jump.RESTRICTED,
    "j": Jump.OVER_ENEMIES,
    "c": Jump.CAPTURING,
}
# OpenTafl's handling of unknown letters; its own tests have this one.
_JUMPS_READ: Final = JUMPS | {"y": Jump.NONE}
JUMPERS: Final = {
    "kj": ("king", PieceSet.KING),
    "nj": ("knights", PieceSet.KNIGHTS),
    "cj": ("commanders", PieceSet.COMMANDERS),
    "mj": ("mercenaries", PieceSet.MERCENARIES),
    "gj": ("guards", PieceSet.GUARDS),
}
"""The keys of jumps: the fields of :class:`~hnefatafl.rules.Jumps`, and the pieces."""
BERSERK: Final = {
    "n": (Berserk.NONE, False),
    "c": (Berserk.MUST_CAPTURE, False),
    # A piece that must move may make any move, including an escape.
    "m": (Berserk.MUST_MOVE, True),
}
"""The values of ``ber``: the kind of berserk turns, and whether the king may escape in them without a capture."""
PIERCING: Final = PieceSet.COMMANDERS | PieceSet.KNIGHTS
"""The pieces whose pairs capture a strong king in OpenTafl."""
LISTED: Final = {
    letter: PieceSet.NONE if letter == "k" else PieceSet.of([Piece.parse(letter)])
    for letter in (*LETTERS, *LETTERS.upper())
}
"""The pieces that each letter adds to a list; the library has no attackers' king."""
SPEEDS: Final = {
    "t": "attackers",
    "c": "attacking_commanders",
    "n": "attacking_knights",
    "m": "attacking_mercenaries",
    "g": "attacking_guards",
    "T": "defenders",
    "C": "defending_commanders",
    "N": "defending_knights",
    "K": "king",
    "M": "defending_mercenaries",
    "G": "defending_guards",
}
"""The field of :class:`~hnefatafl.rules.Speed` for each letter of a piece."""


@frozen
class _Entry:
    """One rule of a record: ``key:value``."""

    text: str
    key: str
    value: str
    at: int
    """The offset of the key."""

    @property
    def value_at(self) -> int:
        return self.at + len(self.key) + 1

    def fault(self, message: str, within: int = 0) -> NotationError:
        return NotationError(f"{self.key}: {message}", self.text, self.value_at + within)


def parse_rules(text: str) -> Ruleset:
    """Read a rules record; see :mod:`~hnefatafl.notation.otn` for what is accepted.

    >>> from hnefatafl.notation import otn
    >>> rules = otn.parse_rules("dim:7 esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
    >>> rules.size, rules.escape
    (7, Region.parse('edge'))

    Raises:
        NotationError: the text is no rules record.
        RulesetError: the rules contradict each other.
    """
    return read_rules(text)


def read_rules(text: str, board: Board | None = None) -> Ruleset:
    """Read the rules of a game that starts with that board, if not with the start of the rules."""
    entries = {entry.key: entry for entry in _read_entries(text)}
    for key in ("dim", "start"):
        if key not in entries and not (key == "start" and "starti" in entries):
            raise NotationError(f"the rule {key}: was expected", text, len(text))
    start = _read_start(entries)
    hammer, anvil = _read_choice(entries, "ka", ARMED, (PieceSet.ALL, PieceSet.ALL))
    escape = Region.EDGE
    if not _read_choice(entries, "esc", _ESCAPES, False):
        escape = _read_region(entries, "cor", start.size)
    setting = Setting.of(start, escape, anvil, PIERCING, board)
    zones = dict(_read_zones(entries, setting))
    throne = zones.get("cen")
    king = _read_choice(entries, "ks", _STRENGTHS_OLD, KingStrength.STRONG)
    if throne is None and king is KingStrength.STRONG_NEAR_THRONE:
        king = KingStrength.WEAK
    berserk, berserk_escape = _read_choice(entries, "ber", BERSERK, (Berserk.NONE, False))
    return Ruleset(
        name=_read_name(entries),
        size=start.size,
        start=start,
        first=_SIDES[_read_choice(entries, "atkf", _YES_NO, True)],
        throne=throne,
        corners=zones.get("cor"),
        zones=[zones[group] for group in ("afor", "dfor") if group in zones],
        escape=escape,
        king=king,
        hammer=hammer,
        anvil=anvil,
        piercing=PIERCING,
        jumps=_read_jumps(entries, setting.pieces),
        berserk=berserk,
        berserk_escape=berserk_escape,
        shieldwall=_read_shieldwall(entries),
        linnaean_capture=_read_choice(entries, "linc", _YES_NO, False) and throne is not None,
        exit_fort=_read_choice(entries, "efe", _YES_NO, False),
        encirclement=_read_choice(entries, "surf", _YES_NO, True),
        speed=_read_speed(entries, setting.pieces),
        repetition=Repetition(consequence=_read_choice(entries, "tfr", REPETITIONS, Consequence.DRAW)),
    )


def _read_name(entries: Mapping[str, _Entry]) -> str:
    entry = entries.get("name")
    name = "" if entry is None else entry.value.replace("_", " ").strip()
    return name or "unnamed"


def _read_entries(text: str) -> Iterator[_Entry]:
    seen: set[str] = set()
    for match in _ENTRY.finditer(text):
        key, colon, value = match[0].partition(":")
        entry = _Entry(text, key, value, match.start())
        if not colon:
            raise NotationError("a rule was expected, a key and a value such as esc:e", text, entry.at)
        if key not in KEYS:
            raise NotationError(f"there is no rule {key[:20]}:{hint(key, sorted(KEYS))}", text, entry.at)
        if key in seen:
            raise NotationError(f"the rule {key}: stands here a second time", text, entry.at)
        seen.add(key)
        yield entry


def _read_choice(entries: Mapping[str, _Entry], key: str, values: Mapping[str, _T], default: _T) -> _T:
    entry = entries.get(key)
    if entry is None:
        return default
    if entry.value not in values:
        raise entry.fault(f"one of {', '.join(values)} was expected")
    return values[entry.value]


def _read_jumps(entries: Mapping[str, _Entry], pieces: PieceSet) -> Jumps:
    """Return how pieces jump. Kinds that are not on the board have their default."""
    usual = Jumps()
    jumps: dict[str, Jump] = {}
    for key, (name, kind) in JUMPERS.items():
        how = _read_choice(entries, key, _JUMPS_READ, getattr(usual, name))
        if pieces & kind:
            jumps[name] = how
    return Jumps(**jumps)


def _read_start(entries: Mapping[str, _Entry]) -> Board:
    dim = entries["dim"]
    if not dim.value.isascii() or not dim.value.isdecimal() or not MIN_SIZE <= int(dim.value[:9]) <= MAX_SIZE:
        raise dim.fault(f"a size from {MIN_SIZE} to {MAX_SIZE} was expected")
    if "start" in entries and "starti" in entries:
        raise entries["starti"].fault("either start or starti was expected, not both")
    inverted = "start" not in entries
    entry = entries["starti" if inverted else "start"]
    board = read_board(entry.value, entry.text, entry.value_at)
    if board.size != int(dim.value):
        raise entry.fault(f"{dim.value} ranks were expected, as dim says, not {board.size}")
    if not inverted:
        return board
    n = board.size
    return Board._from_known_codes(n, b"".join(board.codes[rank * n : (rank + 1) * n] for rank in reversed(range(n))))


def read_board(record: str, text: str, offset: int) -> Board:
    """Read a position record that is a part of a text.

    Raises:
        NotationError: it is not a position record; the error points into the whole text.
    """
    if "/" not in record:
        raise NotationError("a position record was expected, ranks with slashes between", text, offset)
    try:
        return Board.parse(record)
    except NotationError as error:
        raise NotationError(error.message, text, offset + error.offset) from None


def _read_region(entries: Mapping[str, _Entry], group: str, size: int) -> Region:
    """Return the squares of a group: a list with commas, in which the last comma may be omitted."""
    entry = entries.get(group)
    if entry is None or (entry.value == "default" and group in ("cor", "cen")):
        return {"cor": Region.CORNERS, "cen": centre(size)}.get(group, Region.NONE)
    squares: list[Square] = []
    within = 0
    for name in entry.value.split(","):
        square = SQUARES.get(name)
        if square is None and name:
            raise entry.fault("a square was expected, such as a1 or k11", within)
        if square is not None and not square.on(size):
            raise entry.fault(f"{name} lies off a board of size {size}", within)
        if square is not None:
            squares.append(square)
        within += len(name) + 1
    return region(SquareSet(squares), size)


def _read_pieces(entries: Mapping[str, _Entry], key: str, default: PieceSet) -> PieceSet:
    entry = entries.get(key)
    if entry is None:
        return default
    letters = set(entry.value)
    odd = letters - LISTED.keys()
    if odd:
        raise entry.fault("letters of pieces were expected, among tcnkmgTCNKMG", min(map(entry.value.index, odd)))
    return PieceSet.of(piece for letter in letters for piece in LISTED[letter].pieces)


def _read_zones(entries: Mapping[str, _Entry], setting: Setting) -> Iterator[tuple[str, Zone]]:
    """Yield the zones by their groups. A square of several groups belongs to the first: centre, corners,
    fortresses."""
    size = setting.start.size
    taken = SquareSet()
    for group in ("cen", "cor", "afor", "dfor"):
        flags = _read_flags(entries, group, setting)
        squares = SquareSet(_read_region(entries, group, size).squares(size) - taken)
        taken = SquareSet(taken | squares)
        if not squares:
            continue
        zone = decode(group, squares, flags, setting)
        if zone is None:
            entry = entries.get("cenh") or entries["cenhe"]
            raise entry.fault("a centre that is hostile only while it is occupied is not supported")
        # Corners that only define the escape are ordinary squares.
        if group != "cor" or setting.escape == Region.EDGE or attrs.evolve(zone, name="", squares=Region.NONE) != _OPEN:
            yield group, zone


_OPEN: Final = Zone(name="", squares=Region.NONE)


def _read_flags(entries: Mapping[str, _Entry], group: str, setting: Setting) -> Flags:
    def listed(key: str, default: PieceSet) -> PieceSet:
        return setting.settled(_read_pieces(entries, key, default))

    default = DEFAULTS[group]
    hostile = listed(f"{group}h", default.empty)
    return Flags(
        stop=listed(f"{group}s", default.stop),
        cross=listed(f"{group}p", default.cross),
        again=listed(f"{group}re", default.again),
        hostile=hostile if f"{group}h" in entries else None,
        empty=listed("cenhe", default.empty) if group == "cen" else hostile,
    )


def _read_shieldwall(entries: Mapping[str, _Entry]) -> Shieldwall | None:
    mode = _read_choice(entries, "sw", dict(zip("nws", "nws", strict=True)), "n")
    flanking = _read_choice(entries, "swf", _YES_NO, True)
    return None if mode == "n" else Shieldwall(corners_close=mode == "s", flanking=flanking)


def _read_speed(entries: Mapping[str, _Entry], pieces: PieceSet) -> Speed:
    """``spd``: one number for all, two for the sides, or one for each letter of ``tcnk``, ``tcnkm`` or ``tcnkmg``,
    the attackers' first. -1 is no limit. Mercenaries and guards without a number move as soldiers do."""
    entry = entries.get("spd")
    if entry is None:
        return Speed()
    values = entry.value.split(",") if len(entry.value) < 200 else []
    if len(values) > 1 and not values[-1]:
        values.pop()
    numbers: list[int | None] = []
    within = 0
    for value in values:
        if not re.fullmatch("-1|[1-9][0-9]{0,3}", value):
            raise entry.fault("a number of squares from 1 was expected, or -1", within)
        numbers.append(None if value == "-1" else int(value))
        within += len(value) + 1
    if len(numbers) not in (1, 2, 8, 10, 12):
        raise entry.fault("1, 2, 8, 10 or 12 numbers were expected")
    half = len(numbers) // 2
    order = "tcnkmg"[:half]
    limits: dict[str, int | None] = {}
    for letter, name in SPEEDS.items():
        own = numbers[half:] if letter.isupper() else numbers[: half or 1]
        place = max(order.find(letter.lower()), 0)
        if LISTED[letter] & pieces:
            limits[name] = own[place if half > 1 else 0]
    return Speed(**limits)
