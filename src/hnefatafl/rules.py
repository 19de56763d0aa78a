"""Rulesets: the rules of a game as a value of named options.

A ruleset says nothing by itself; :mod:`hnefatafl._tables` turns it into the
tables that the kernel plays from, and is the only reader of the options that
decide play. The abbreviations S000, S001, S003 and S004 are the four documents
that the library began with (see the glossary).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import attrs
from attrs import field, frozen

from hnefatafl.board import Board
from hnefatafl.errors import RulesetError
from hnefatafl.geometry import MAX_SIZE, MIN_SIZE, Region, Square, SquareSet, Symmetry
from hnefatafl.outcome import Outcome
from hnefatafl.pieces import PieceSet, Side

if TYPE_CHECKING:
    from hnefatafl.kernel import Move

_T = TypeVar("_T")

__all__ = [
    "Announcements",
    "Consequence",
    "EdgeCapture",
    "ExtraCapture",
    "ExtraEnding",
    "KingStrength",
    "NoMove",
    "Repetition",
    "Ruleset",
    "Shieldwall",
    "Speed",
    "Zone",
]


class _Choice(Enum):
    """An enumeration that prints as it is written."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class KingStrength(_Choice):
    """How many sides of the king must be held to capture him."""

    STRONG = "strong"
    """All four. At the edge he is safe, unless the edge is hostile to him (S003 §8; Copenhagen)."""
    STRONG_NEAR_THRONE = "strong near the throne"
    """All four on the throne and beside it; elsewhere two opposite ones (tablut after Linnaeus; brandubh)."""
    MIDDLEWEIGHT = "middleweight"
    """All that exist: four on the board, three at the edge (S000, S001, S004; magpie)."""
    WEAK = "weak"
    """Two opposite ones, everywhere, as for a soldier (simple tafl)."""


class EdgeCapture(_Choice):
    """What it means that a king who stands on the edge is captured."""

    WON = "won"
    """The attackers win (S000, S001, S004)."""
    IMPOSSIBLE = "impossible"
    """He cannot be captured there."""
    DRAW = "a draw"
    """The game is drawn (S001, "Gefangennahme des Feldherren")."""


class NoMove(_Choice):
    """What happens to a side that has no legal move."""

    LOSS = "loss"
    """It loses (S004, "Spielziel"; Copenhagen, no legal move)."""
    DRAW = "draw"
    """The game is drawn (Fetlar panel 2013)."""


class Consequence(_Choice):
    """What a repetition leads to."""

    IGNORED = "ignored"
    """Nothing."""
    DRAW = "draw"
    """The game is drawn (Fetlar)."""
    MOVER_LOSES = "the mover loses"
    """Whoever repeats loses."""
    MOVER_WINS = "the mover wins"
    """Whoever repeats wins."""
    DEFENDERS_LOSE = "the defenders lose"
    """The attackers win, whoever moved (Copenhagen)."""
    ATTACKERS_LOSE = "the attackers lose"
    """The defenders win, whoever moved."""
    FORBIDDEN = "forbidden"
    """The move is illegal."""
    OFFENSIVE_DEVIATES = "the offensive party must deviate"
    """The move is illegal for the one side whose every move in the cycle threatened; if both sides
    threatened or neither did, the game is drawn (S003 §13; sea battle, older text)."""


class Announcements(_Choice):
    """Whether threats must be announced."""

    NONE = "none"
    """Nobody says anything."""
    ADVISORY = "advisory"
    """They are announced, without consequence (S001, "Ansagen")."""
    BINDING = "binding"
    """A king whose way out was not announced may not leave in his next move (S003 §9)."""


@frozen(kw_only=True)
class Zone:
    """Squares with rules of their own: a throne, the corners, a camp.

    A piece that begins its move inside a zone moves freely within it and out
    of it; :attr:`enter` and :attr:`cross` bind those who come from outside.

    >>> camp = Zone(name="south camp", squares=Region.of("d1", "e1", "f1", "e2"),
    ...             stop=PieceSet.ATTACKERS, enter=PieceSet.NONE, cross=PieceSet.NONE,
    ...             hostile_always=PieceSet.KING)
    """

    name: str = field(eq=False)
    """What the zone is called; it does not count in comparisons."""
    squares: Region
    """Where it is."""
    stop: PieceSet = PieceSet.ALL
    """Who may end a move in the zone. Default: everybody. A king-only square says
    :attr:`PieceSet.KING <hnefatafl.pieces.PieceSet.KING>` (S000, S001, S004)."""
    enter: PieceSet = PieceSet.ALL
    """Who, of those who may stop, may come from outside. Default: everybody. Nobody enters a camp (S003 §11–12)."""
    cross: PieceSet = PieceSet.ALL
    """Who may move across it from outside to outside, when the square is empty. Default: everybody
    (S000, S001 and S004 for the throne). Nobody crosses the castle or a camp (S003 §11)."""
    hostile_empty: PieceSet = PieceSet.NONE
    """Whom an empty square of the zone threatens as an enemy piece would. Default: nobody. The throne, for
    the king (S000, S003 §11, S004); the throne and corners, for all soldiers (Copenhagen, restricted squares)."""
    hostile_always: PieceSet = PieceSet.NONE
    """Whom a square of the zone threatens whatever stands on it. Default: nobody. The camps, for the king
    (S003 §11); the throne, for the defenders (Bologna server)."""


@frozen(kw_only=True)
class Speed:
    """How many squares a piece may move at most; None for as many as it likes."""

    attackers: int | None = None
    """The attackers' soldiers."""
    defenders: int | None = None
    """The defenders' soldiers."""
    king: int | None = None
    """The king: one square in magpie."""


@frozen(kw_only=True)
class Shieldwall:
    """The capture of a row of two or more along the edge.

    Every piece of the row has an enemy in front, and both ends are held; all
    are captured but a king, who survives (Copenhagen, shieldwall).
    """

    corners_close: bool = True
    """Whether a corner that is hostile to the row's pieces may hold one end. Default: yes (Copenhagen, shieldwall)."""
    flanking: bool = True
    """Whether only a piece that arrives on the edge, at an end of the row, closes the wall. Default: yes
    (Copenhagen, shieldwall). Otherwise a piece that arrives in front of the row does so too."""


@frozen(kw_only=True)
class Repetition:
    """What happens when a position comes back.

    A position is the board, the side to move and whatever else binds the next
    move; a capture begins the count anew, since no earlier position can return.
    """

    count: int = 3
    """At which occurrence the consequence follows. Default: the third."""
    consequence: Consequence = Consequence.DRAW
    """What follows. Default: a draw."""
    by: Side | None = None
    """Only repetitions brought about by a move of this side count. Default: of either side."""
    counts_start: bool = True
    """Whether the position that the game began from is counted. Default: yes. The Bologna server
    begins to count with the first move."""


ExtraCapture = Callable[[Board, "Move", Side], Iterable[Square]]
"""An extra capture: from the board after the move and its ordinary captures, the move, and the
side that made it, the further squares that are captured. A pure function."""
ExtraEnding = Callable[[Board, Side], Outcome | None]
"""An extra ending: from the board after a move, and the side now to move, the outcome, or None to
play on. A pure function."""


def _tuple(values: Iterable[_T]) -> tuple[_T, ...]:
    # What holds nothing, and a text that would fall apart into letters, is left to the checks.
    strange = isinstance(values, str) or not isinstance(values, Iterable)
    return cast("tuple[_T, ...]", values if strange else tuple(values))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return _tuple(texts)


def _zones(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    return _tuple(zones)


def _captures(captures: Iterable[ExtraCapture]) -> tuple[ExtraCapture, ...]:
    return _tuple(captures)


def _endings(endings: Iterable[ExtraEnding]) -> tuple[ExtraEnding, ...]:
    return _tuple(endings)


def _board(start: Board | str) -> Board:
    return Board.parse(start) if isinstance(start, str) else start


@frozen(kw_only=True)
class Ruleset:
    """The whole rules of a game.

    A ruleset is a value: two are equal when they play the same, whatever they
    are called. A variant of one's own is another with some options changed:

    >>> from hnefatafl import variants
    >>> house = variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE)
    >>> house.diff(variants.BRANDUBH)
    {'escape': (Region.parse('edge'), Region.parse('corners'))}

    Raises:
        RulesetError: options contradict each other; every contradiction is listed.
    """

    name: str = field(eq=False)
    """What the ruleset is called. It does not count in comparisons, nor do the other labels."""
    aliases: tuple[str, ...] = field(default=(), eq=False, converter=_texts)
    """Other names under which it is found."""
    source: str = field(default="", eq=False)
    """Where the rules come from."""
    notes: str = field(default="", eq=False)
    """What no source says and is our reading."""
    version: int = field(default=1, eq=False)
    """The behaviour version: it rises when the same moves would be judged otherwise than before."""

    size: int
    """How many files, and ranks, the board has: 5 to 21 (S000: 13 or 11; S001: 11 or 13; S003: 9)."""
    start: Board = field(converter=_board)
    """The start layout, a board or the text of one. Any layout goes (S001, "Spielfeld")."""
    first: Side | None = Side.ATTACKERS
    """Who moves first; None for a first move by lot (S001, "Der erste Zug"). Default: the attackers
    (S000, S001, S004, and most others); the defenders in S003 §4."""

    throne: Zone | None = Zone(
        name="throne",
        squares=Region.CENTRE,
        stop=PieceSet.KING,
        hostile_empty=PieceSet.ALL,
    )
    """The king's seat, or None for a game without one. Default: the centre; only the king stops, everybody
    crosses it; hostile to all while empty (Copenhagen). Kept apart from :attr:`zones` because the king's
    strength and the Linnaean capture ask for it."""
    corners: Zone | None = Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=PieceSet.SOLDIERS,
    )
    """The corner squares, or None for a game in which they are like any other (tablut, sea battle).
    Default: king only, hostile to all soldiers (Copenhagen, restricted squares). A shieldwall may lean on them."""
    zones: tuple[Zone, ...] = field(default=(), converter=_zones)
    """All other zones, such as the camps (S003 §2 and §11–12). Default: none."""

    escape: Region = Region.CORNERS
    """Where the king wins by arriving. Default: the corners (S000, S001, S004); the edge in tablut and its
    kin, and as an option of S001; the edge without the camps in S003 §9 and §11."""

    king: KingStrength = KingStrength.STRONG
    """How many sides of the king must be held. Default: strong (S003, Copenhagen, Fetlar)."""
    edge_capture: EdgeCapture = EdgeCapture.WON
    """What the capture of a king on the edge means. Default: the attackers win; a draw is an option of S001."""
    joint_capture: bool = False
    """Whether the king and one man beside him fall together when both are wholly surrounded (S000, Abb. 4).
    Our reading: the king and exactly one soldier next to him, and every other neighbour of the two is an
    enemy or hostile. Default: no."""
    hammer: PieceSet = PieceSet.ALL
    """Who captures by moving. Default: everybody. A king without it is "anvil only" (S001, "Gefangennahme
    durch den Feldherren"), and without both he is unarmed (sea battle)."""
    anvil: PieceSet = PieceSet.ALL
    """Who captures by standing, as the partner of a piece that moves. Default: everybody. A king without
    it is "hammer only"."""
    edge_hostile: PieceSet = PieceSet.NONE
    """Whom the edge of the board threatens as an enemy piece would. Default: nobody; the soldiers of both sides
    and the king in S000 ("Schlagen von Spielsteinen")."""
    shieldwall: Shieldwall | None = None
    """The capture of rows along the edge (Copenhagen, shieldwall). Default: none."""
    linnaean_capture: bool = False
    """Whether, while the king sits on the throne amid three attackers and one man of his, that man can be
    captured against him by an attacker who arrives opposite (Linnaeus). Default: no."""

    exit_fort: bool = False
    """Whether the defenders win by an unbreakable fort at the edge, inside which the king can move
    (Copenhagen, exit forts). Default: no."""
    encirclement: bool = False
    """Whether the attackers win by enclosing all defenders (Copenhagen, surrounding). Default: no."""

    speed: Speed = Speed()
    """How far pieces move. Default: as far as they like."""
    king_die: int | None = None
    """The faces of the die that limits the king, or None without one. To move the king the defender rolls and
    must then move him at most that far (S001, "Bewegung des Feldherren"). Default: no die."""

    no_move: NoMove = NoMove.LOSS
    """What happens to a side without a legal move. Default: it loses (S004; Copenhagen, no legal move)."""
    fewest_attackers: int = 1
    """With fewer attackers than this their side has lost. Default: one, so they lose when all are captured; three
    in S004 ("nur noch 2 Figuren"); 0 for no such rule."""
    quiet_limit: int | None = None
    """After so many plies in a row without a capture the game is drawn. Default: no limit."""
    repetition: Repetition = Repetition()
    """What happens when a position comes back (S001, S003 §13). Default: a draw at the third occurrence."""
    announcements: Announcements = Announcements.NONE
    """Whether ways out and threats to the king are announced (S001, S003 §9). Default: no."""
    tuichu_wins: bool = False
    """Whether two ways out at once win on the spot, before the king has left (S003 §10, read literally).
    Default: no."""

    extra_captures: tuple[ExtraCapture, ...] = field(default=(), converter=_captures)
    """Captures that no option foresees, as functions. Default: none."""
    extra_endings: tuple[ExtraEnding, ...] = field(default=(), converter=_endings)
    """Endings that no option foresees, as functions. Default: none."""

    LABELS: ClassVar[frozenset[str]] = frozenset({"name", "aliases", "source", "notes", "version"})
    """The fields that do not change play."""

    def __attrs_post_init__(self) -> None:
        reasons = _wrong_types(self) or _contradictions(self)
        if reasons:
            raise RulesetError(reasons)

    @property
    def all_zones(self) -> tuple[Zone, ...]:
        """The throne, the corners and the other zones, as far as there are any."""
        special = [zone for zone in (self.throne, self.corners) if zone is not None]
        return (*special, *self.zones)

    def evolve(self, **options: Any) -> Ruleset:
        """The ruleset with some options changed.

        Raises:
            RulesetError: an option does not exist, or the result contradicts itself.
        """
        known = [f.name for f in attrs.fields(Ruleset)]
        reasons: list[str] = []
        for option in options:
            if option not in known:
                near = difflib.get_close_matches(option, known, 1)
                reasons.append(f"there is no option {option}{f'; did you mean {near[0]}?' if near else ''}")
        if reasons:
            raise RulesetError(reasons)
        return attrs.evolve(self, **options)

    def diff(self, other: Ruleset) -> dict[str, tuple[Any, Any]]:
        """The options in which two rulesets differ: this one's value, and the other's."""
        pairs = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in attrs.fields(Ruleset)}
        return {name: pair for name, pair in pairs.items() if name not in self.LABELS and pair[0] != pair[1]}

    def describe(self, lang: str = "en", *, order: bool = False) -> str:
        """The rules in words, as a leaflet in English (``en``), German (``de``) or Swedish (``sv``).

        >>> from hnefatafl import variants
        >>> print(variants.BRANDUBH.describe("de")[-158:])
        ?

        Raises:
            UnknownLanguageError: there are no words for that language.
        """
        # The words come later in the line of modules than the rules.
        from hnefatafl.describe import describe

        return describe(self, lang, order=order)

    def transform(self, symmetry: Symmetry) -> Ruleset:
        """The ruleset on a turned or mirrored board: itself, if the turn changes nothing."""

        def turn(region: Region) -> Region:
            squares = region.squares(self.size)
            turned = SquareSet(symmetry.apply(s, self.size) for s in squares)
            return region if turned == squares else Region.of(*turned)

        def turn_zone(zone: Zone | None) -> Zone | None:
            return None if zone is None else attrs.evolve(zone, squares=turn(zone.squares))

        zones = tuple(attrs.evolve(zone, squares=turn(zone.squares)) for zone in self.zones)
        # Camps that change places leave the same zones; only their names move.
        if {(z.squares.squares(self.size), _without_place(z)) for z in zones} == {
            (z.squares.squares(self.size), _without_place(z)) for z in self.zones
        }:
            zones = self.zones
        turned = attrs.evolve(
            self,
            start=self.start.transform(symmetry),
            throne=turn_zone(self.throne),
            corners=turn_zone(self.corners),
            zones=zones,
            escape=turn(self.escape),
        )
        return self if turned == self else turned


def _without_place(zone: Zone) -> Zone:
    return attrs.evolve(zone, name="", squares=Region.NONE)


_OPTIONAL_INT = (int, type(None))
_TYPES: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "aliases": (tuple,),
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
    "edge_hostile": (PieceSet,),
    "shieldwall": (Shieldwall, type(None)),
    "linnaean_capture": (bool,),
    "exit_fort": (bool,),
    "encirclement": (bool,),
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
    },
    Speed: dict.fromkeys(("attackers", "defenders", "king"), _OPTIONAL_INT),
    Shieldwall: {"corners_close": (bool,), "flanking": (bool,)},
    Repetition: {
        "count": (int,),
        "consequence": (Consequence,),
        "by": (Side, type(None)),
        "counts_start": (bool,),
    },
}


def _mistyped(value: object, types: dict[str, tuple[type, ...]], where: str) -> list[str]:
    reasons: list[str] = []
    for name, expected in types.items():
        found = getattr(value, name)
        fits = isinstance(found, expected) and (bool in expected or not isinstance(found, bool))
        if not fits:
            wanted = " or ".join("None" if t is type(None) else t.__name__ for t in expected)
            reasons.append(f"{where}{name}: {wanted} was expected, not {found!r:.60}")
    return reasons


def _held(members: object) -> tuple[object, ...]:
    return cast("tuple[object, ...]", members) if isinstance(members, tuple) else ()


def _wrong_types(rules: Ruleset) -> list[str]:
    reasons = _mistyped(rules, _TYPES, "")
    zones = _held(rules.zones)
    for number, zone in enumerate(zones):
        if not isinstance(zone, Zone):
            reasons.append(f"zones[{number}]: Zone was expected, not {zone!r:.60}")
    for name in ("extra_captures", "extra_endings"):
        if not all(callable(extra) for extra in _held(getattr(rules, name))):
            reasons.append(f"{name}: functions were expected")
    if not all(isinstance(alias, str) for alias in _held(rules.aliases)):
        reasons.append("aliases: texts were expected")
    inner: dict[str, object] = {"throne": rules.throne, "corners": rules.corners, "speed": rules.speed}
    inner |= {"shieldwall": rules.shieldwall, "repetition": rules.repetition}
    inner |= {f"zones[{number}]": zone for number, zone in enumerate(zones)}
    for name, value in inner.items():
        reasons += _mistyped(value, _INNER_TYPES.get(type(value), {}), f"{name}.")
    return reasons


def _contradictions(rules: Ruleset) -> list[str]:
    reasons = list(_bad_numbers(rules))
    if not MIN_SIZE <= rules.size <= MAX_SIZE:
        return [*reasons, f"a board has {MIN_SIZE} to {MAX_SIZE} files, not {rules.size}"]
    reasons += _bad_start(rules)
    reasons += _bad_zones(rules)
    reasons += _bad_escape(rules)
    if rules.throne is None:
        if rules.king is KingStrength.STRONG_NEAR_THRONE:
            reasons.append("a king who is strong near the throne needs a throne")
        if rules.linnaean_capture:
            reasons.append("the Linnaean capture needs a throne")
    return reasons


def _bad_numbers(rules: Ruleset) -> Sequence[str]:
    speed = rules.speed
    bounds = [
        ("speed.attackers", speed.attackers, 1),
        ("speed.defenders", speed.defenders, 1),
        ("speed.king", speed.king, 1),
        ("king_die", rules.king_die, 1),
        ("fewest_attackers", rules.fewest_attackers, 0),
        ("quiet_limit", rules.quiet_limit, 1),
        ("repetition.count", rules.repetition.count, 2),
        ("version", rules.version, 1),
    ]
    reasons = [f"{name} is at least {low}, not {n}" for name, n, low in bounds if n is not None and n < low]
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
        if len(squares) > 1 and (zone.stop & ~zone.enter or zone.cross != PieceSet.ALL):
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
            open_squares = SquareSet(open_squares - zone.squares.squares(rules.size))
    return [] if open_squares else ["no square of escape is open to the king"]
