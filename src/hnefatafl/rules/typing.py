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

__all__ = ["RulesetDiff", "RulesetFilters", "RulesetOptions"]


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
    first: Side | str | None
    throne: Zone | None
    corners: Zone | None
    zones: Iterable[Zone]
    escape: Region | str
    king: KingStrength | str
    edge_capture: EdgeCapture | str
    joint_capture: bool
    hammer: PieceSet | str | list[str]
    anvil: PieceSet | str | list[str]
    piercing: PieceSet | str | list[str]
    three_captors: PieceSet | str | list[str]
    guard_capture: GuardCapture | str
    walk_in: PieceSet | str | list[str]
    no_walk_in: PieceSet | str | list[str]
    jumps: Jumps
    berserk: Berserk | str
    berserk_escape: bool
    edge_hostile: PieceSet | str | list[str]
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
    no_move: NoMove | str
    may_pass: Passing | str
    immobile_king: bool
    fewest_attackers: int
    fewest_defenders: int
    quiet_limit: int | None
    quiet_limit_consequence: LimitConsequence | str
    move_limit: int | None
    move_limit_consequence: LimitConsequence | str
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
    first: Side | bool | str | None
    throne: Zone | bool | None
    corners: Zone | bool | None
    zones: tuple[Zone, ...] | bool
    escape: Region | bool | str
    king: KingStrength | bool | str
    edge_capture: EdgeCapture | bool | str
    joint_capture: bool
    hammer: PieceSet | bool | str | list[str]
    anvil: PieceSet | bool | str | list[str]
    piercing: PieceSet | bool | str | list[str]
    three_captors: PieceSet | bool | str | list[str]
    guard_capture: GuardCapture | bool | str
    walk_in: PieceSet | bool | str | list[str]
    no_walk_in: PieceSet | bool | str | list[str]
    jumps: Jumps | bool
    berserk: Berserk | bool | str
    berserk_escape: bool
    edge_hostile: PieceSet | bool | str | list[str]
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
    no_move: NoMove | bool | str
    may_pass: Passing | bool | str
    immobile_king: bool
    fewest_attackers: int | bool
    fewest_defenders: int | bool
    quiet_limit: int | bool | None
    quiet_limit_consequence: LimitConsequence | bool | str
    move_limit: int | bool | None
    move_limit_consequence: LimitConsequence | bool | str
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
