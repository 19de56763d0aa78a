"""The parser of OTN's rules records. The public module, which says what is accepted, is
:mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

import attrs

from hnefatafl._base.seal import frozen
from hnefatafl.board import MAX_SIZE, MIN_SIZE, Board, Piece, PieceSet, Region, Side, Square, SquareSet
from hnefatafl.errors import NotationError
from hnefatafl.notation.otn._zones import DEFAULTS, GROUPS, Flags, Setting, centre, decode, region
from hnefatafl.notation.scanner import LETTERS, SQUARES
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
from hnefatafl.rules._texts import hint

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
    entries = {entry.key: entry for entry in _entries(text)}
    for key in ("dim", "start"):
        if key not in entries and not (key == "start" and "starti" in entries):
            raise NotationError(f"the rule {key}: was expected", text, len(text))
    start = _start(entries)
    hammer, anvil = _choice(entries, "ka", ARMED, (PieceSet.ALL, PieceSet.ALL))
    escape = Region.EDGE
    if not _choice(entries, "esc", _ESCAPES, False):
        escape = _region(entries, "cor", start.size)
    setting = Setting.of(start, escape, anvil, PIERCING, board)
    zones = dict(_zones(entries, setting))
    throne = zones.get("cen")
    king = _choice(entries, "ks", _STRENGTHS_OLD, KingStrength.STRONG)
    if throne is None and king is KingStrength.STRONG_NEAR_THRONE:
        king = KingStrength.WEAK
    berserk, berserk_escape = _choice(entries, "ber", BERSERK, (Berserk.NONE, False))
    return Ruleset(
        name=_name(entries),
        size=start.size,
        start=start,
        first=_SIDES[_choice(entries, "atkf", _YES_NO, True)],
        throne=throne,
        corners=zones.get("cor"),
        zones=[zones[group] for group in ("afor", "dfor") if group in zones],
        escape=escape,
        king=king,
        hammer=hammer,
        anvil=anvil,
        piercing=PIERCING,
        jumps=_jumps(entries, setting.pieces),
        berserk=berserk,
        berserk_escape=berserk_escape,
        shieldwall=_shieldwall(entries),
        linnaean_capture=_choice(entries, "linc", _YES_NO, False) and throne is not None,
        exit_fort=_choice(entries, "efe", _YES_NO, False),
        encirclement=_choice(entries, "surf", _YES_NO, True),
        speed=_speed(entries, setting.pieces),
        repetition=Repetition(consequence=_choice(entries, "tfr", REPETITIONS, Consequence.DRAW)),
    )


def _name(entries: Mapping[str, _Entry]) -> str:
    entry = entries.get("name")
    name = "" if entry is None else entry.value.replace("_", " ").strip()
    return name or "unnamed"


def _entries(text: str) -> Iterator[_Entry]:
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


def _choice(entries: Mapping[str, _Entry], key: str, values: Mapping[str, _T], default: _T) -> _T:
    entry = entries.get(key)
    if entry is None:
        return default
    if entry.value not in values:
        raise entry.fault(f"one of {', '.join(values)} was expected")
    return values[entry.value]


def _jumps(entries: Mapping[str, _Entry], pieces: PieceSet) -> Jumps:
    """Return how pieces jump. Kinds that are not on the board have their default."""
    usual = Jumps()
    found: dict[str, Jump] = {}
    for key, (name, kind) in JUMPERS.items():
        how = _choice(entries, key, _JUMPS_READ, getattr(usual, name))
        if pieces & kind:
            found[name] = how
    return Jumps(**found)


def _start(entries: Mapping[str, _Entry]) -> Board:
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
    return Board._made(n, b"".join(board.codes[rank * n : (rank + 1) * n] for rank in reversed(range(n))))


def read_board(record: str, text: str, at: int) -> Board:
    """Read a position record that is a part of a text.

    Raises:
        NotationError: it is not a position record; the error points into the whole text.
    """
    if "/" not in record:
        raise NotationError("a position record was expected, ranks with slashes between", text, at)
    try:
        return Board.parse(record)
    except NotationError as error:
        raise NotationError(error.message, text, at + error.offset) from None


def _region(entries: Mapping[str, _Entry], group: str, size: int) -> Region:
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


def _pieces(entries: Mapping[str, _Entry], key: str, default: PieceSet) -> PieceSet:
    entry = entries.get(key)
    if entry is None:
        return default
    letters = set(entry.value)
    odd = letters - LISTED.keys()
    if odd:
        raise entry.fault("letters of pieces were expected, among tcnkmgTCNKMG", min(map(entry.value.index, odd)))
    return PieceSet.of(piece for letter in letters for piece in LISTED[letter].pieces)


def _zones(entries: Mapping[str, _Entry], setting: Setting) -> Iterator[tuple[str, Zone]]:
    """Yield the zones by their groups. A square of several groups belongs to the first: centre, corners,
    fortresses."""
    size = setting.start.size
    taken = SquareSet()
    for group in ("cen", "cor", "afor", "dfor"):
        flags = _flags(entries, group, setting)
        squares = SquareSet(_region(entries, group, size).squares(size) - taken)
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


def _flags(entries: Mapping[str, _Entry], group: str, setting: Setting) -> Flags:
    def listed(key: str, default: PieceSet) -> PieceSet:
        return setting.settled(_pieces(entries, key, default))

    default = DEFAULTS[group]
    hostile = listed(f"{group}h", default.empty)
    return Flags(
        stop=listed(f"{group}s", default.stop),
        cross=listed(f"{group}p", default.cross),
        again=listed(f"{group}re", default.again),
        hostile=hostile if f"{group}h" in entries else None,
        empty=listed("cenhe", default.empty) if group == "cen" else hostile,
    )


def _shieldwall(entries: Mapping[str, _Entry]) -> Shieldwall | None:
    mode = _choice(entries, "sw", dict(zip("nws", "nws", strict=True)), "n")
    flanking = _choice(entries, "swf", _YES_NO, True)
    return None if mode == "n" else Shieldwall(corners_close=mode == "s", flanking=flanking)


def _speed(entries: Mapping[str, _Entry], pieces: PieceSet) -> Speed:
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
    found: dict[str, int | None] = {}
    for letter, name in SPEEDS.items():
        own = numbers[half:] if letter.isupper() else numbers[: half or 1]
        at = max(order.find(letter.lower()), 0)
        if LISTED[letter] & pieces:
            found[name] = own[at if half > 1 else 0]
    return Speed(**found)
