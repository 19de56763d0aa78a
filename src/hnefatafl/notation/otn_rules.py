"""Reading OTN's rules records. The public face, with what is accepted, is :mod:`hnefatafl.notation.otn`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

import attrs
from attrs import frozen

from hnefatafl.board import Board
from hnefatafl.errors import NotationError
from hnefatafl.geometry import MAX_SIZE, MIN_SIZE, Region, Square, SquareSet
from hnefatafl.notation.otn_zones import DEFAULTS, GROUPS, Flags, Setting, centre, decode, region
from hnefatafl.notation.scanner import LETTERS, SQUARES
from hnefatafl.options import Consequence, KingStrength, Repetition, Shieldwall, Speed, Zone
from hnefatafl.pieces import PieceSet, Side
from hnefatafl.rules import Ruleset

__all__ = ["ARMED", "PIECES", "REPETITIONS", "STRENGTHS", "parse_rules", "read_board"]

_T = TypeVar("_T")

_ENTRY: Final = re.compile(r"\S+")
_FLAGS: Final = ("h", "p", "s", "re")
_PLAIN_KEYS: Final = ("dim", "name", "esc", "surf", "atkf", "tfr", "ka", "ks", "kj", "nj", "cj", "mj", "gj", "spd")
_KEYS: Final = {group + flag for group in GROUPS for flag in ("", *_FLAGS)}.union(
    _PLAIN_KEYS, ("cenhe", "sw", "swf", "efe", "linc", "ber", "start", "starti")
)

_YES_NO: Final = {"y": True, "n": False}
_SIDES: Final = {True: Side.ATTACKERS, False: Side.DEFENDERS}
_ESCAPES: Final = {"c": False, "e": True}
# OpenTafl's code turns its specification round: with "w" the side that is to move after the third occurrence wins.
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
_JUMPS: Final = dict.fromkeys("nrjcy", "")
_LETTERS: Final = {*LETTERS, *LETTERS.upper()}
PIECES: Final = {"t": PieceSet.ATTACKERS, "T": PieceSet.DEFENDERS, "K": PieceSet.KING}
"""The letters that count in a list of pieces; the others mean pieces that no board has yet."""


@frozen
class _Entry:
    """One rule as it stands in a record: ``key:value``."""

    text: str
    key: str
    value: str
    at: int
    """Where the key begins."""

    @property
    def value_at(self) -> int:
        return self.at + len(self.key) + 1

    def fault(self, message: str, within: int = 0) -> NotationError:
        return NotationError(f"{self.key}: {message}", self.text, self.value_at + within)


def parse_rules(text: str) -> Ruleset:
    """Read a rules record; see :mod:`~hnefatafl.notation.otn` for what is accepted.

    Raises:
        NotationError: the text is no rules record, or speaks of jumps, berserk moves or pieces that are not
            supported yet.
        RulesetError: the rules contradict each other.
    """
    entries = {entry.key: entry for entry in _entries(text)}
    for key in ("dim", "start"):
        if key not in entries and not (key == "start" and "starti" in entries):
            raise NotationError(f"the rule {key}: was expected", text, len(text))
    _refuse_unsupported(entries)
    board = _start(entries)
    hammer, anvil = _choice(entries, "ka", ARMED, (PieceSet.ALL, PieceSet.ALL))
    escape = Region.EDGE
    if not _choice(entries, "esc", _ESCAPES, False):
        escape = _region(entries, "cor", board.size)
    setting = Setting(board, escape, anvil)
    zones = dict(_zones(entries, setting))
    throne = zones.get("cen")
    king = _choice(entries, "ks", _STRENGTHS_OLD, KingStrength.STRONG)
    if throne is None and king is KingStrength.STRONG_NEAR_THRONE:
        king = KingStrength.WEAK
    return Ruleset(
        name=_name(entries),
        size=board.size,
        start=board,
        first=_SIDES[_choice(entries, "atkf", _YES_NO, True)],
        throne=throne,
        corners=zones.get("cor"),
        zones=[zones[group] for group in ("afor", "dfor") if group in zones],
        escape=escape,
        king=king,
        hammer=hammer,
        anvil=anvil,
        shieldwall=_shieldwall(entries),
        linnaean_capture=_choice(entries, "linc", _YES_NO, False) and throne is not None,
        exit_fort=_choice(entries, "efe", _YES_NO, False),
        encirclement=_choice(entries, "surf", _YES_NO, True),
        speed=_speed(entries),
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
        if key not in _KEYS:
            near = difflib.get_close_matches(key[:20], sorted(_KEYS), 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise NotationError(f"there is no rule {key[:20]}:{hint}", text, entry.at)
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


def _refuse_unsupported(entries: Mapping[str, _Entry]) -> None:
    """Jumps and berserk moves. The jumps of pieces that no board has yet are read and left out."""
    for key in ("nj", "cj", "mj", "gj"):
        _choice(entries, key, _JUMPS, "")
    for key, values, what in (("kj", "nrjc", "jumps of the king"), ("ber", "ncm", "berserk moves")):
        _choice(entries, key, dict.fromkeys(values, ""), "")
        if key in entries and entries[key].value != "n":
            raise entries[key].fault(f"{what} are not supported yet")


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
    return Board.from_codes(n, b"".join(board.codes[rank * n : (rank + 1) * n] for rank in reversed(range(n))))


def read_board(record: str, text: str, at: int) -> Board:
    """Read a position record that is a part of a text.

    Raises:
        NotationError: it is none; the error points into the whole text.
    """
    if "/" not in record:
        raise NotationError("a position record was expected, ranks with slashes between", text, at)
    try:
        return Board.parse(record)
    except NotationError as error:
        letter = record[error.offset : error.offset + 1]
        if letter and letter.lower() in LETTERS and letter not in "tTK":
            message = f"pieces other than t, T and K are not supported yet: {letter}"
            raise NotationError(message, text, at + error.offset) from None
        raise NotationError(error.message, text, at + error.offset) from None


def _region(entries: Mapping[str, _Entry], group: str, size: int) -> Region:
    """The squares of a group: a list with commas, in which the last comma may be left out."""
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
    odd = letters - _LETTERS
    if odd:
        raise entry.fault("letters of pieces were expected, among tcnkmgTCNKMG", min(map(entry.value.index, odd)))
    return PieceSet.of(piece for letter, pieces in PIECES.items() if letter in letters for piece in pieces.pieces)


def _zones(entries: Mapping[str, _Entry], setting: Setting) -> Iterator[tuple[str, Zone]]:
    """The zones by their groups. A square of several groups belongs to the first: centre, corners, fortresses."""
    size = setting.start.size
    taken = SquareSet()
    for group in ("cen", "cor", "afor", "dfor"):
        flags = _flags(entries, group)
        squares = SquareSet(_region(entries, group, size).squares(size) - taken)
        taken = SquareSet(taken | squares)
        if not squares:
            continue
        zone = decode(group, squares, flags, setting)
        if zone is None:
            entry = entries.get("cenh") or entries["cenhe"]
            raise entry.fault("a centre that is hostile only while it is occupied is not supported")
        # Corners that only say where the king escapes are squares like any other.
        if group != "cor" or setting.escape == Region.EDGE or attrs.evolve(zone, name="", squares=Region.NONE) != _OPEN:
            yield group, zone


_OPEN: Final = Zone(name="", squares=Region.NONE)


def _flags(entries: Mapping[str, _Entry], group: str) -> Flags:
    default = DEFAULTS[group]
    hostile = _pieces(entries, f"{group}h", default.empty)
    return Flags(
        stop=_pieces(entries, f"{group}s", default.stop),
        cross=_pieces(entries, f"{group}p", default.cross),
        again=_pieces(entries, f"{group}re", default.again),
        hostile=hostile if f"{group}h" in entries else None,
        empty=_pieces(entries, "cenhe", default.empty) if group == "cen" else hostile,
    )


def _shieldwall(entries: Mapping[str, _Entry]) -> Shieldwall | None:
    mode = _choice(entries, "sw", dict(zip("nws", "nws", strict=True)), "n")
    flanking = _choice(entries, "swf", _YES_NO, True)
    return None if mode == "n" else Shieldwall(corners_close=mode == "s", flanking=flanking)


def _speed(entries: Mapping[str, _Entry]) -> Speed:
    """``spd``: one number for all, two for the sides, or one for each letter of ``tcnk``, ``tcnkm`` or ``tcnkmg``,
    the attackers' first. -1 is no limit."""
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
    king = half + 3 if half > 1 else half
    return Speed(attackers=numbers[0], defenders=numbers[half], king=numbers[king])
