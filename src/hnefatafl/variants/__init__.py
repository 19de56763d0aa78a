"""The built-in rulesets, and lookup of rulesets by name and by option.

Every ruleset is a value with a name and a source. Games with the same name but different rules are separate rulesets,
named after the place where they are played; the best known ones are also constants of this module:

>>> from hnefatafl import variants
>>> variants.get("Sea Battle 9") is variants.SEA_BATTLE_9
True
>>> [rules.name for rules in variants.find(size=9, source="ludii")]
['tablut-ludii', 'tablut-smith']

Another distribution can add rulesets with the entry-point group
``hnefatafl.rulesets``: each entry point names a
:class:`~hnefatafl.rules.Ruleset`, or an iterable of them. They are loaded on
first use, and built-in names are reserved. Built-in rulesets are also created on first use.
"""

from __future__ import annotations

import functools
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from hnefatafl.board import PieceSet, Region
from hnefatafl.rules import Announcements, Berserk, Ruleset, as_option
from hnefatafl.support.enums import fields
from hnefatafl.support.errors import RulesetError, UnknownVariantError
from hnefatafl.support.hooks import RULESETS
from hnefatafl.support.words import hint

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from hnefatafl.rules.typing import RulesetFilters

__all__ = [
    "ALEA_EVANGELII",
    "ARD_RI",
    "ASHTON_TABLUT",
    "BERSERK",
    "BRANDUBH",
    "COPENHAGEN",
    "FETLAR",
    "FOTEVIKEN_TABLUT",
    "HISTORICAL_13",
    "HNEFATAFL_11",
    "HNEFATAFL_13",
    "MADERA_TABLUT",
    "MAGPIE",
    "OLD_HNEFATAFL",
    "SAAMI_TABLUT",
    "SEA_BATTLE_9",
    "SEA_BATTLE_11",
    "SIMPLE_TAFL",
    "TABLUT",
    "TABLUT_LINNAEUS",
    "TAWLBWRDD",
    "TYR_11",
    "find",
    "get",
    "names",
]


# Each is created at first use, by __getattr__.
HNEFATAFL_13: Ruleset
"""Hnefatafl on 13×13 with a hostile edge and the joint capture (S000)."""
HNEFATAFL_11: Ruleset
"""Hnefatafl on 11×11, whose additional rules are options (S001)."""
FOTEVIKEN_TABLUT: Ruleset
"""Tablut with camps, raichi and tuichu, as reconstructed at Foteviken (S003)."""
MADERA_TABLUT: Ruleset
"""Tablut with corner escape, lost for attackers with two pieces left (S004)."""
COPENHAGEN: Ruleset
"""Copenhagen hnefatafl: shieldwalls, exit forts, encirclement (aagenielsen.dk)."""
FETLAR: Ruleset
"""Fetlar hnefatafl: Copenhagen without its formations, and drawn by repetition (aagenielsen.dk)."""
BRANDUBH: Ruleset
"""Brandubh, the Irish game on 7×7 (aagenielsen.dk)."""
TABLUT: Ruleset
"""Historical tablut: escape at the edge, a king strong only near the throne (aagenielsen.dk)."""
SAAMI_TABLUT: Ruleset
"""Tablut as the archive of aagenielsen.dk played it, without encirclement."""
ASHTON_TABLUT: Ruleset
"""Tablut with hostile camps, as the server of Bologna plays it (J. C. Ashton)."""
SEA_BATTLE_9: Ruleset
"""Sea battle on 9×9: no special squares, and an unarmed king (aagenielsen.dk)."""
SEA_BATTLE_11: Ruleset
"""Sea battle on 11×11 (aagenielsen.dk)."""
TAWLBWRDD: Ruleset
"""Tawlbwrdd, the Welsh game on 11×11 (aagenielsen.dk)."""
MAGPIE: Ruleset
"""Magpie: 7×7 with a king who moves one square (aagenielsen.dk, after N. Suckling)."""
OLD_HNEFATAFL: Ruleset
"""Old hnefatafl on 11×11: the king can be captured on the edge (aagenielsen.dk)."""
HISTORICAL_13: Ruleset
"""Historical hnefatafl on 13×13: tablut's rules on Parlett's layout (aagenielsen.dk)."""
SIMPLE_TAFL: Ruleset
"""Simple tafl on 11×11: no special squares, and a king who is captured like a soldier (aagenielsen.dk)."""
ARD_RI: Ruleset
"""Ard ri, the crowded Scottish game on 7×7, in which all pieces move one square (dragonheelslair.com)."""
BERSERK: Ruleset
"""Berserk hnefatafl: commanders, a knight, jumps, and turns that continue while they capture (aagenielsen.dk)."""
TYR_11: Ruleset
"""Tyr on 11×11: attackers all over the board, and turns that continue while they capture (AbstractPlay)."""
TABLUT_LINNAEUS: Ruleset
"""Tablut after Linnaeus: no piece returns to the castle (as OpenTafl plays it)."""
ALEA_EVANGELII: Ruleset
"""Alea evangelii, the game of the gospels on 19×19 (after D. Walker)."""

_USUAL: Final = {"hnefatafl": "copenhagen"}
"""What most players of today mean by a name that several games have."""
_LONGEST: Final = 200
"""Longer names are compared without normalization, and get no suggestions."""
_TEXT_FILTERS: Final = ("name", "aliases", "origin", "source", "notes")
"""Filters that look for a text."""
_OTHER_FILTERS: Final = {"layout": "start"}
"""Filters that have another name than their option."""
_OPTIONS: Final = [field.name for field in fields(Ruleset)]
_NOTHING: Final = (None, (), Berserk.NONE, Announcements(), PieceSet.NONE)


if not TYPE_CHECKING:  # a type checker would believe in any name

    def __getattr__(name: str) -> Ruleset:
        if name in __annotations__:
            return globals().setdefault(name, get(name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def names() -> tuple[str, ...]:
    """Return the names of all rulesets, sorted: the library's own and those that other distributions register.

    Warns:
        RuntimeWarning: a distribution registers an invalid ruleset.
    """
    return tuple(sorted(r.name for r in (*_list_shipped(), *_list_registered())))


def get(name: str) -> Ruleset:
    """Return the ruleset of that name or alias, in upper or lower case, with spaces, hyphens or underscores.

    >>> from hnefatafl import variants
    >>> variants.get("Welsh Tawlbwrdd").name
    'tawlbwrdd'

    Several games are called hnefatafl, so the plain name is ambiguous:

    >>> try:
    ...     variants.get("hnefatafl")
    ... except LookupError as error:
    ...     print(error)
    no ruleset is named 'hnefatafl'; did you mean copenhagen or hnefatafl-11 or hnefatafl-13?

    Raises:
        UnknownVariantError: no ruleset has that name; the error suggests similar names.

    Warns:
        RuntimeWarning: a distribution registers an invalid ruleset.
    """
    key = _make_key(name)
    ruleset = _find_builtin(key) or _find_installed(key)
    if ruleset is not None:
        return ruleset
    raise UnknownVariantError(str(name), _suggest_names(key, {**_index_names(_list_registered()), **_index_shipped()}))


def find(**filters: Unpack[RulesetFilters]) -> tuple[Ruleset, ...]:
    """Return the rulesets that pass every filter, sorted by name.

    A filter is an option of :class:`~hnefatafl.rules.Ruleset` and its value; ``layout`` stands for ``start``.
    ``name``, ``origin``, ``source`` and ``notes`` search for a text in them (``name`` also in the aliases), ignoring
    case; regions are compared by their squares. True or False, for an option that is not boolean, tests whether the
    ruleset has it at all: a throne, a die, berserk turns.

    >>> from hnefatafl import Region, variants
    >>> [rules.name for rules in variants.find(size=11, escape=Region.EDGE, source="opentafl")]
    ['tawlbwrdd-opentafl']
    >>> [rules.name for rules in variants.find(berserk=True, throne=False)]
    ['tyr-11', 'tyr-15']

    Raises:
        RulesetError: an option does not exist or cannot have the value; all such filters are listed.

    Warns:
        RuntimeWarning: a distribution registers an invalid ruleset.
    """
    chosen = _make_filter(filters)
    return tuple(sorted(filter(chosen, (*_list_shipped(), *_list_registered())), key=lambda rules: rules.name))


def _make_filter(filters: Mapping[str, Any]) -> Callable[[Ruleset], bool]:
    """Return a function that tests whether a ruleset passes all the filters.

    Raises:
        RulesetError: there is no such option, or a value that it cannot have.
    """
    wanted: dict[str, object] = {}
    reasons: list[str] = []
    for name, value in filters.items():
        option = _OTHER_FILTERS.get(name, name)
        try:
            wanted[option] = _read_filter(option, value)
        except RulesetError as error:
            reasons += error.reasons
    if reasons:
        raise RulesetError(reasons)
    return lambda rules: all(_passes_filter(rules, option, value) for option, value in wanted.items())


def _read_filter(option: str, value: object) -> object:
    """Return what an option is compared with.

    Raises:
        RulesetError: there is no such option, or it cannot have that value.
    """
    if option not in _OPTIONS:
        raise RulesetError([f"there is no option {option}{hint(option, (*_OPTIONS, *_OTHER_FILTERS))}"])
    if option in _TEXT_FILTERS:
        if not isinstance(value, str):
            raise RulesetError([f"{option}: str was expected, not {value!r:.60}"])
        return value
    return value if isinstance(value, bool) and option != "version" else as_option(option, value)


def _passes_filter(rules: Ruleset, option: str, value: object) -> bool:
    own: object = getattr(rules, option)
    if option in _TEXT_FILTERS:
        texts = (rules.name, *rules.aliases) if option in ("name", "aliases") else (str(own),)
        return any(str(value).casefold() in text.casefold() for text in texts)
    if isinstance(value, bool) and not isinstance(own, bool):
        return value is (own not in _NOTHING)
    if isinstance(value, Region) and isinstance(own, Region):
        return value.squares(rules.size) == own.squares(rules.size)
    return bool(own == value)


def _suggest_names(key: str, rulesets: Mapping[str, Ruleset]) -> tuple[str, ...]:
    if len(key) > _LONGEST:
        return ()
    # The beginning of a name, such as hnefatafl, suggests names that go on, before names with similar letters.
    begun = [candidate for candidate in sorted(rulesets) if key and candidate.startswith(f"{key}-")]
    begun.sort(key=lambda candidate: (_make_key(rulesets[candidate].name) != candidate, candidate.count("-")))
    near = begun or _find_nearest(key, rulesets)
    usual = [_USUAL[key]] if key in _USUAL else []
    return tuple(dict.fromkeys([*usual, *(rulesets[candidate].name for candidate in near)]))[:3]


def _find_nearest(key: str, names: Iterable[str]) -> list[str]:
    """Return the names that resemble the key most, and those that come close to them."""
    import difflib

    near = difflib.get_close_matches(key, names, n=8)
    ratios = {candidate: difflib.SequenceMatcher(None, key, candidate).ratio() for candidate in near}
    return [candidate for candidate, ratio in ratios.items() if ratio > max(ratios.values()) - 0.1]


def _make_key(name: object) -> str:
    """Return the name as it is compared: without case, and with space, hyphen and underscore alike."""
    text = str(name)
    if len(text) > _LONGEST:
        return text  # as it is: normalizing takes a time that grows with the square of the length
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s_-]+", "-", folded).strip("-")


def _index_names(rulesets: Iterable[Ruleset]) -> dict[str, Ruleset]:
    rulesets_by_key: dict[str, Ruleset] = {}
    for rules in rulesets:
        rulesets_by_key.setdefault(_make_key(rules.name), rules)
    for rules in rulesets:
        for alias in rules.aliases:
            rulesets_by_key.setdefault(_make_key(alias), rules)
    return rulesets_by_key


def _import_modules() -> Iterator[ModuleType]:
    """Yield the modules of the shipped rulesets, the most used first. Importing one creates its rulesets."""
    from hnefatafl.variants import _corner_games

    yield _corner_games
    from hnefatafl.variants import _edge_games

    yield _edge_games
    from hnefatafl.variants import _documents

    yield _documents
    from hnefatafl.variants import _abstractplay, _jocly, _ludii, _opentafl, _pages, _programs

    yield from (_pages, _opentafl, _abstractplay, _ludii, _programs, _jocly)
    from hnefatafl.variants import _archive

    yield _archive


def _list_rulesets(module: ModuleType) -> list[Ruleset]:
    """Return the rulesets of a module: its own, and those of modules before it of which these are made."""
    rulesets: list[Ruleset] = []
    for value in vars(module).values():
        several = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        rulesets += [rules for rules in several if isinstance(rules, Ruleset)]
    return rulesets


@functools.cache
def _names_in(module: ModuleType) -> Mapping[str, Ruleset]:
    return MappingProxyType(_index_names(_list_rulesets(module)))


def _find_builtin(key: str) -> Ruleset | None:
    """Return the shipped ruleset of that name or alias. Modules are imported until one has it."""
    return next((ruleset for module in _import_modules() if (ruleset := _names_in(module).get(key))), None)


@functools.lru_cache(maxsize=256)
def _find_shipped(name: str) -> Ruleset | None:
    """Return the shipped ruleset of exactly that name, for pickles."""
    ruleset = _find_builtin(_make_key(name))
    return ruleset if ruleset is not None and ruleset.name == name else None


def _find_installed(name: str) -> Ruleset | None:
    """Return the ruleset of that name or alias that another distribution registers, for records that name it."""
    return _index_names(_list_registered()).get(_make_key(name))


@functools.cache
def _list_shipped() -> tuple[Ruleset, ...]:
    rulesets = {rules.name: rules for module in _import_modules() for rules in _list_rulesets(module)}
    return tuple(rulesets.values())


@functools.cache
def _index_shipped() -> Mapping[str, Ruleset]:
    return MappingProxyType(_index_names(_list_shipped()))


@functools.cache
def _list_registered() -> tuple[Ruleset, ...]:
    """Return the rulesets of other distributions whose names are not taken."""
    from importlib import metadata

    taken = set(_index_shipped())
    rulesets_registered: list[Ruleset] = []
    for point in sorted(metadata.entry_points(group=RULESETS), key=lambda p: (p.name, p.value)):
        for rules in _load_rulesets(point):
            key = _make_key(rules.name)
            if key in taken:
                _warn_of(point, f"the name {rules.name!r} is taken")
                continue
            for alias in rules.aliases:
                if _make_key(alias) in _index_shipped():
                    _warn_of(point, f"the alias {alias!r} of {rules.name!r} is taken")
            taken.add(key)
            rulesets_registered.append(rules)
    return tuple(rulesets_registered)


def _load_rulesets(point: EntryPoint) -> list[Ruleset]:
    """Return the rulesets of the entry point; none, with a warning, if it cannot be used."""
    # Foreign code may fail in any way, and may even try to leave the program.
    try:
        loaded = point.load()
        offered = [loaded] if isinstance(loaded, Ruleset) else list(loaded)
    except (Exception, SystemExit) as error:
        _warn_of(point, f"{type(error).__name__}: {error}")
        return []
    strangers = [type(item).__name__ for item in offered if not isinstance(item, Ruleset)]
    if strangers:
        _warn_of(point, f"rulesets were expected, not {', '.join(strangers)}")
    return [item for item in offered if isinstance(item, Ruleset)]


def _warn_of(point: EntryPoint, reason: str) -> None:
    origin = f" of {point.dist.name}" if point.dist is not None else ""
    warnings.warn(f"{RULESETS} entry point {point.name!r}{origin} ignored: {reason}", RuntimeWarning, stacklevel=4)
