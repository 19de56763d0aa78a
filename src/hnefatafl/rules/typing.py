"""The options of rulesets as type checkers and editors know them.

``scripts/make_typing.py`` writes this module from the fields of :class:`~hnefatafl.rules.Ruleset`, where each of them
is documented. A function of your own that hands options on can be typed by the classes here:

>>> from typing import Unpack
>>> from hnefatafl import Ruleset, variants
>>> from hnefatafl.rules.typing import RulesetOptions
>>> def house(**options: Unpack[RulesetOptions]) -> Ruleset:
...     return variants.BRANDUBH.evolve(**options)
>>> house(quiet_limit=50).quiet_limit
50
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar, final, overload

from hnefatafl.board import Board, PieceSet, Region, Side
from hnefatafl.rules._options import (
    Announcements,
    Berserk,
    Die,
    EdgeCapture,
    GuardCapture,
    Jumps,
    KingStrength,
    LimitConsequence,
    NoMove,
    Passing,
    Repetition,
    Shieldwall,
    Speed,
    Zone,
)

if TYPE_CHECKING:
    from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding

_T = TypeVar("_T")
_Pair: TypeAlias = tuple[_T, _T]

__all__ = [
    "BerserkWord",
    "EdgeCaptureWord",
    "GuardCaptureWord",
    "KingStrengthWord",
    "LimitConsequenceWord",
    "NoMoveWord",
    "PassingWord",
    "PieceSetWord",
    "RegionWord",
    "RulesetDiff",
    "RulesetFilters",
    "RulesetOptions",
    "SideWord",
]

BerserkWord: TypeAlias = Literal[
    "none",
    "must-capture",
    "may-capture",
    "must-move",
]
"""The words for a :class:`~hnefatafl.rules.Berserk`."""
EdgeCaptureWord: TypeAlias = Literal[
    "won",
    "impossible",
    "alone",
    "draw",
]
"""The words for a :class:`~hnefatafl.rules.EdgeCapture`."""
GuardCaptureWord: TypeAlias = Literal[
    "surrounded",
    "never",
]
"""The words for a :class:`~hnefatafl.rules.GuardCapture`."""
KingStrengthWord: TypeAlias = Literal[
    "strong",
    "strong-near-throne",
    "strong-on-throne",
    "middleweight",
    "three",
    "weak",
]
"""The words for a :class:`~hnefatafl.rules.KingStrength`."""
LimitConsequenceWord: TypeAlias = Literal[
    "draw",
    "mover-loses",
    "attackers-lose",
    "defenders-lose",
]
"""The words for a :class:`~hnefatafl.rules.LimitConsequence`."""
NoMoveWord: TypeAlias = Literal[
    "loss",
    "draw",
    "pass",
]
"""The words for a :class:`~hnefatafl.rules.NoMove`."""
PassingWord: TypeAlias = Literal[
    "nobody",
    "attackers",
    "defenders",
    "both",
]
"""The words for a :class:`~hnefatafl.rules.Passing`."""
PieceSetWord: TypeAlias = Literal[
    "none",
    "attacking_soldiers",
    "defending_soldiers",
    "king",
    "attacking_commanders",
    "attacking_knights",
    "attacking_mercenaries",
    "attacking_guards",
    "defending_commanders",
    "defending_knights",
    "defending_mercenaries",
    "defending_guards",
    "soldiers",
    "commanders",
    "knights",
    "mercenaries",
    "guards",
    "attackers",
    "defending_men",
    "defenders",
    "men",
    "all",
]
"""The words for a :class:`~hnefatafl.board.PieceSet`."""
SideWord: TypeAlias = Literal[
    "attackers",
    "defenders",
]
"""The words for a :class:`~hnefatafl.board.Side`."""
RegionWord: TypeAlias = Literal[
    "none",
    "centre",
    "corners",
    "edge",
    "board",
]
"""The words for a :class:`~hnefatafl.board.Region`."""


class RulesetOptions(TypedDict, total=False):
    """The arguments of :meth:`Ruleset.evolve <hnefatafl.rules.Ruleset.evolve>`: options and labels.

    >>> RulesetOptions(move_limit=200, name="Two hundred plies")
    {'move_limit': 200, 'name': 'Two hundred plies'}
    """

    name: str
    aliases: Iterable[str]
    origin: str
    source: str
    notes: str
    version: int
    size: int
    start: Board | str
    first: Side | SideWord | None
    throne: Zone | None
    corners: Zone | None
    zones: Iterable[Zone]
    escape: Region | RegionWord
    king: KingStrength | KingStrengthWord
    edge_capture: EdgeCapture | EdgeCaptureWord
    joint_capture: bool
    hammer: PieceSet | PieceSetWord | list[PieceSetWord]
    anvil: PieceSet | PieceSetWord | list[PieceSetWord]
    piercing: PieceSet | PieceSetWord | list[PieceSetWord]
    three_captors: PieceSet | PieceSetWord | list[PieceSetWord]
    guard_capture: GuardCapture | GuardCaptureWord
    walk_in: PieceSet | PieceSetWord | list[PieceSetWord]
    no_walk_in: PieceSet | PieceSetWord | list[PieceSetWord]
    jumps: Jumps
    berserk: Berserk | BerserkWord
    berserk_escape: bool
    edge_hostile: PieceSet | PieceSetWord | list[PieceSetWord]
    shieldwall: Shieldwall | None
    forced_capture: bool
    line_capture: bool
    king_line_capture: bool
    linnaean_capture: bool
    exit_fort: bool
    simple_fort: bool
    encirclement: bool
    secure_ring: bool
    whole_ring: bool
    edge_ring: bool
    no_escape: bool
    speed: Speed
    die: Die | int | None
    no_move: NoMove | NoMoveWord
    may_pass: Passing | PassingWord
    immobile_king: bool
    fewest_attackers: int
    fewest_defenders: int
    quiet_limit: int | None
    quiet_limit_consequence: LimitConsequence | LimitConsequenceWord
    move_limit: int | None
    move_limit_consequence: LimitConsequence | LimitConsequenceWord
    repetition: Repetition
    announcements: Announcements
    tuichu_wins: bool
    extra_captures: Iterable[ExtraCapture]
    extra_endings: Iterable[ExtraEnding]


class RulesetFilters(TypedDict, total=False):
    """The arguments of :func:`variants.find <hnefatafl.variants.find>`.

    >>> RulesetFilters(size=9, exit_fort=True)
    {'size': 9, 'exit_fort': True}
    """

    name: str
    aliases: str
    origin: str
    source: str
    notes: str
    version: int
    size: int | bool
    start: Board | bool
    first: Side | bool | SideWord | None
    throne: Zone | bool | None
    corners: Zone | bool | None
    zones: tuple[Zone, ...] | bool
    escape: Region | bool | RegionWord
    king: KingStrength | bool | KingStrengthWord
    edge_capture: EdgeCapture | bool | EdgeCaptureWord
    joint_capture: bool
    hammer: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    anvil: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    piercing: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    three_captors: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    guard_capture: GuardCapture | bool | GuardCaptureWord
    walk_in: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    no_walk_in: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    jumps: Jumps | bool
    berserk: Berserk | bool | BerserkWord
    berserk_escape: bool
    edge_hostile: PieceSet | bool | PieceSetWord | list[PieceSetWord]
    shieldwall: Shieldwall | bool | None
    forced_capture: bool
    line_capture: bool
    king_line_capture: bool
    linnaean_capture: bool
    exit_fort: bool
    simple_fort: bool
    encirclement: bool
    secure_ring: bool
    whole_ring: bool
    edge_ring: bool
    no_escape: bool
    speed: Speed | bool
    die: Die | bool | int | None
    no_move: NoMove | bool | NoMoveWord
    may_pass: Passing | bool | PassingWord
    immobile_king: bool
    fewest_attackers: int | bool
    fewest_defenders: int | bool
    quiet_limit: int | bool | None
    quiet_limit_consequence: LimitConsequence | bool | LimitConsequenceWord
    move_limit: int | bool | None
    move_limit_consequence: LimitConsequence | bool | LimitConsequenceWord
    repetition: Repetition | bool
    announcements: Announcements | bool
    tuichu_wins: bool
    extra_captures: tuple[ExtraCapture, ...] | bool
    extra_endings: tuple[ExtraEnding, ...] | bool
    layout: Board | bool


@final
class RulesetDiff(dict[str, tuple[Any, Any]]):
    """What :meth:`Ruleset.diff <hnefatafl.rules.Ruleset.diff>` returns: a dictionary of the options that differ.

    Type checkers know the values of each option.

    >>> from hnefatafl import variants
    >>> variants.TABLUT.evolve(encirclement=False).diff(variants.TABLUT)
    {'encirclement': (False, True)}
    """

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, option: Literal["size"], /) -> _Pair[int]: ...
        @overload
        def __getitem__(self, option: Literal["start"], /) -> _Pair[Board]: ...
        @overload
        def __getitem__(self, option: Literal["first"], /) -> _Pair[Side | None]: ...
        @overload
        def __getitem__(self, option: Literal["throne"], /) -> _Pair[Zone | None]: ...
        @overload
        def __getitem__(self, option: Literal["corners"], /) -> _Pair[Zone | None]: ...
        @overload
        def __getitem__(self, option: Literal["zones"], /) -> _Pair[tuple[Zone, ...]]: ...
        @overload
        def __getitem__(self, option: Literal["escape"], /) -> _Pair[Region]: ...
        @overload
        def __getitem__(self, option: Literal["king"], /) -> _Pair[KingStrength]: ...
        @overload
        def __getitem__(self, option: Literal["edge_capture"], /) -> _Pair[EdgeCapture]: ...
        @overload
        def __getitem__(self, option: Literal["joint_capture"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["hammer"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["anvil"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["piercing"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["three_captors"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["guard_capture"], /) -> _Pair[GuardCapture]: ...
        @overload
        def __getitem__(self, option: Literal["walk_in"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["no_walk_in"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["jumps"], /) -> _Pair[Jumps]: ...
        @overload
        def __getitem__(self, option: Literal["berserk"], /) -> _Pair[Berserk]: ...
        @overload
        def __getitem__(self, option: Literal["berserk_escape"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["edge_hostile"], /) -> _Pair[PieceSet]: ...
        @overload
        def __getitem__(self, option: Literal["shieldwall"], /) -> _Pair[Shieldwall | None]: ...
        @overload
        def __getitem__(self, option: Literal["forced_capture"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["line_capture"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["king_line_capture"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["linnaean_capture"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["exit_fort"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["simple_fort"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["encirclement"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["secure_ring"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["whole_ring"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["edge_ring"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["no_escape"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["speed"], /) -> _Pair[Speed]: ...
        @overload
        def __getitem__(self, option: Literal["die"], /) -> _Pair[Die | None]: ...
        @overload
        def __getitem__(self, option: Literal["no_move"], /) -> _Pair[NoMove]: ...
        @overload
        def __getitem__(self, option: Literal["may_pass"], /) -> _Pair[Passing]: ...
        @overload
        def __getitem__(self, option: Literal["immobile_king"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["fewest_attackers"], /) -> _Pair[int]: ...
        @overload
        def __getitem__(self, option: Literal["fewest_defenders"], /) -> _Pair[int]: ...
        @overload
        def __getitem__(self, option: Literal["quiet_limit"], /) -> _Pair[int | None]: ...
        @overload
        def __getitem__(self, option: Literal["quiet_limit_consequence"], /) -> _Pair[LimitConsequence]: ...
        @overload
        def __getitem__(self, option: Literal["move_limit"], /) -> _Pair[int | None]: ...
        @overload
        def __getitem__(self, option: Literal["move_limit_consequence"], /) -> _Pair[LimitConsequence]: ...
        @overload
        def __getitem__(self, option: Literal["repetition"], /) -> _Pair[Repetition]: ...
        @overload
        def __getitem__(self, option: Literal["announcements"], /) -> _Pair[Announcements]: ...
        @overload
        def __getitem__(self, option: Literal["tuichu_wins"], /) -> _Pair[bool]: ...
        @overload
        def __getitem__(self, option: Literal["extra_captures"], /) -> _Pair[tuple[ExtraCapture, ...]]: ...
        @overload
        def __getitem__(self, option: Literal["extra_endings"], /) -> _Pair[tuple[ExtraEnding, ...]]: ...
        @overload
        def __getitem__(self, option: str, /) -> _Pair[Any]: ...
        def __getitem__(self, option: str, /) -> _Pair[Any]: ...
