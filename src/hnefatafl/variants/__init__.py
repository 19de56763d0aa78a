"""The rulesets that come with the library, and the way to find a ruleset by its name.

Every ruleset is a value with a name and a source. Games that bear one name but are played otherwise are rulesets of
their own, called after where they are played; those that are best known are constants here as well:

>>> from hnefatafl import variants
>>> variants.get("Sea Battle 9") is variants.SEA_BATTLE_9
True
>>> [rules.name for rules in variants.find(size=9, source="ludii")]
['tablut-ludii', 'tablut-smith']

A distribution adds rulesets of its own by the entry-point group
``hnefatafl.rulesets``: each entry point names a
:class:`~hnefatafl.rules.Ruleset`, or an iterable of them. They are loaded when
they are first asked for, and a ruleset that ships with the library keeps its
names.
"""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
import warnings
from collections.abc import Iterable, Mapping
from importlib import metadata
from types import MappingProxyType
from typing import Any, Final

from hnefatafl.errors import UnknownVariantError
from hnefatafl.rules import Ruleset
from hnefatafl.variants import (
    _abstractplay,
    _corner_games,
    _documents,
    _edge_games,
    _find,
    _jocly,
    _ludii,
    _opentafl,
    _pages,
    _programs,
)

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

HNEFATAFL_13: Final[Ruleset] = _documents.HNEFATAFL_13
"""Hnefatafl on 13×13 with a hostile edge and the joint capture (S000)."""
HNEFATAFL_11: Final[Ruleset] = _documents.HNEFATAFL_11
"""Hnefatafl on 11×11, whose additional rules are options (S001)."""
FOTEVIKEN_TABLUT: Final[Ruleset] = _documents.FOTEVIKEN_TABLUT
"""Tablut with camps, raichi and tuichu, as reconstructed at Foteviken (S003)."""
MADERA_TABLUT: Final[Ruleset] = _documents.MADERA_TABLUT
"""Tablut with corner escape, lost for attackers with two men left (S004)."""
COPENHAGEN: Final[Ruleset] = _corner_games.COPENHAGEN
"""Copenhagen hnefatafl: shieldwalls, exit forts, encirclement (aagenielsen.dk)."""
FETLAR: Final[Ruleset] = _corner_games.FETLAR
"""Fetlar hnefatafl: Copenhagen without its formations, and drawn by repetition (aagenielsen.dk)."""
BRANDUBH: Final[Ruleset] = _corner_games.BRANDUBH
"""Brandubh, the Irish game on 7×7 (aagenielsen.dk)."""
TABLUT: Final[Ruleset] = _edge_games.TABLUT
"""Historical tablut: escape at the edge, a king strong only near the throne (aagenielsen.dk)."""
SAAMI_TABLUT: Final[Ruleset] = _edge_games.SAAMI_TABLUT
"""Tablut as the archive of aagenielsen.dk played it, without encirclement."""
ASHTON_TABLUT: Final[Ruleset] = _edge_games.ASHTON_TABLUT
"""Tablut with hostile camps, as the server of Bologna plays it (J. C. Ashton)."""
SEA_BATTLE_9: Final[Ruleset] = _edge_games.SEA_BATTLE_9
"""Sea battle on 9×9: no special square, and an unarmed king (aagenielsen.dk)."""
SEA_BATTLE_11: Final[Ruleset] = _edge_games.SEA_BATTLE_11
"""Sea battle on 11×11 (aagenielsen.dk)."""
TAWLBWRDD: Final[Ruleset] = _edge_games.TAWLBWRDD
"""Tawlbwrdd, the Welsh game on 11×11 (aagenielsen.dk)."""
MAGPIE: Final[Ruleset] = _corner_games.MAGPIE
"""Magpie: 7×7 with a king who moves one square (aagenielsen.dk, after N. Suckling)."""
OLD_HNEFATAFL: Final[Ruleset] = _corner_games.OLD_HNEFATAFL
"""Old hnefatafl on 11×11: the king can be captured on the edge (aagenielsen.dk)."""
HISTORICAL_13: Final[Ruleset] = _edge_games.HISTORICAL_13
"""Historical hnefatafl on 13×13: tablut's rules on Parlett's layout (aagenielsen.dk)."""
SIMPLE_TAFL: Final[Ruleset] = _edge_games.SIMPLE_TAFL
"""Simple tafl on 11×11: no special square, and a king who is captured like a man (aagenielsen.dk)."""

ARD_RI: Final[Ruleset] = _pages.ARD_RI
"""Ard ri, the crowded Scottish game on 7×7, in which all move one square (dragonheelslair.com)."""
BERSERK: Final[Ruleset] = _corner_games.BERSERK
"""Berserk hnefatafl: commanders, a knight, jumps, and turns that go on while they capture (aagenielsen.dk)."""
TYR_11: Final[Ruleset] = _abstractplay.TYR_11
"""Tyr on 11×11: attackers all over the board, and turns that go on while they capture (AbstractPlay)."""
TABLUT_LINNAEUS: Final[Ruleset] = _opentafl.TABLUT_LINNAEUS
"""Tablut as Linnaeus tells it: nobody returns to the castle (as OpenTafl plays it)."""
ALEA_EVANGELII: Final[Ruleset] = _pages.ALEA_EVANGELII
"""Alea evangelii, the game of the gospels on 19×19 (after D. Walker)."""

_GROUP: Final = "hnefatafl.rulesets"
_SHIPPED: Final[tuple[Ruleset, ...]] = (
    *_documents.RULESETS,
    *_corner_games.RULESETS,
    *_edge_games.RULESETS,
    *_pages.RULESETS,
    *_opentafl.RULESETS,
    *_abstractplay.RULESETS,
    *_ludii.RULESETS,
    *_programs.RULESETS,
    *_jocly.RULESETS,
)


def names() -> tuple[str, ...]:
    """The names of all rulesets, sorted: the library's own and those that other distributions register.

    >>> from hnefatafl import variants
    >>> [name for name in variants.names() if name.startswith("magpie")]
    ['magpie', 'magpie-abstractplay', 'magpie-hnefatafl-rs', 'magpie-opentafl']

    Warns:
        RuntimeWarning: a distribution registers something that cannot be used.
    """
    return tuple(sorted(r.name for r in (*_SHIPPED, *_registered())))


def get(name: str) -> Ruleset:
    """The ruleset of that name or alias, in upper or lower case, with spaces, hyphens or underscores.

    >>> from hnefatafl import variants
    >>> variants.get("Welsh Tawlbwrdd").name
    'tawlbwrdd'

    Several games are called hnefatafl, so none answers to the bare name:

    >>> try:
    ...     variants.get("hnefatafl")
    ... except LookupError as error:
    ...     print(error)
    no ruleset is named 'hnefatafl'; did you mean hnefatafl-11 or hnefatafl-13 or hnefatafl-jocly?

    Raises:
        UnknownVariantError: no ruleset has that name; the error suggests some that come near it.

    Warns:
        RuntimeWarning: a distribution registers something that cannot be used.
    """
    key = _key(name)
    found = _shipped().get(key)
    if found is not None:
        return found
    known = {**_index(_registered()), **_shipped()}
    found = known.get(key)
    if found is not None:
        return found
    raise UnknownVariantError(str(name), _suggestions(key, known))


def find(**filters: Any) -> tuple[Ruleset, ...]:
    """The rulesets that pass every filter, sorted by name.

    A filter is an option of :class:`~hnefatafl.rules.Ruleset` and its value; ``layout`` stands for ``start``.
    ``name``, ``source`` and ``notes`` ask for a text that occurs there (``name`` in the aliases too), in upper or lower
    case; regions mean their squares. True or False, where that is not itself a value, asks whether there is anything
    of the kind: a throne, a die, berserk turns.

    >>> from hnefatafl import Region, variants
    >>> [rules.name for rules in variants.find(size=11, escape=Region.EDGE, source="opentafl")]
    ['tawlbwrdd-opentafl']
    >>> [rules.name for rules in variants.find(berserk=True, throne=False)]
    ['tyr-11', 'tyr-15']

    Raises:
        RulesetError: there is no such option, or it cannot have such a value; all such filters are named.

    Warns:
        RuntimeWarning: a distribution registers something that cannot be used.
    """
    chosen = _find.chooser(filters)
    return tuple(sorted(filter(chosen, (*_SHIPPED, *_registered())), key=lambda rules: rules.name))


def _suggestions(key: str, known: Mapping[str, Ruleset]) -> tuple[str, ...]:
    # Who types the beginning of a name, as of hnefatafl-11, means that rather than one with alike letters.
    begun = [each for each in sorted(known) if key and each.startswith(f"{key}-")]
    begun.sort(key=lambda each: _key(known[each].name) != each)
    near = begun or _nearest(key, known)
    return tuple(dict.fromkeys(known[each].name for each in near))[:3]


def _nearest(key: str, known: Iterable[str]) -> list[str]:
    """The names most like the key, and those that are nearly as much like it."""
    near = difflib.get_close_matches(key, known, n=8)
    ratios = {each: difflib.SequenceMatcher(None, key, each).ratio() for each in near}
    return [each for each, ratio in ratios.items() if ratio > max(ratios.values()) - 0.1]


def _key(name: object) -> str:
    """The name as it is compared: without case, and all of space, hyphen and underscore alike."""
    folded = unicodedata.normalize("NFKC", str(name)).casefold()
    return re.sub(r"[\s_-]+", "-", folded).strip("-")


def _index(rulesets: Iterable[Ruleset]) -> dict[str, Ruleset]:
    found: dict[str, Ruleset] = {}
    for rules in rulesets:
        found.setdefault(_key(rules.name), rules)
    for rules in rulesets:
        for alias in rules.aliases:
            found.setdefault(_key(alias), rules)
    return found


@functools.cache
def _shipped() -> Mapping[str, Ruleset]:
    return MappingProxyType(_index(_SHIPPED))


@functools.cache
def _registered() -> tuple[Ruleset, ...]:
    """The rulesets of other distributions that have a name to be found by."""
    taken = set(_shipped())
    found: list[Ruleset] = []
    for point in sorted(metadata.entry_points(group=_GROUP), key=lambda p: (p.name, p.value)):
        for rules in _load(point):
            key = _key(rules.name)
            if key in taken:
                _warn(point, f"the name {rules.name!r} is taken")
                continue
            for alias in rules.aliases:
                if _key(alias) in _shipped():
                    _warn(point, f"the alias {alias!r} of {rules.name!r} is taken")
            taken.add(key)
            found.append(rules)
    return tuple(found)


def _load(point: metadata.EntryPoint) -> list[Ruleset]:
    """What the entry point offers; nothing, and a warning, when it cannot be used."""
    # Foreign code may fail in any way, and may even try to leave the program.
    try:
        loaded = point.load()
        offered = [loaded] if isinstance(loaded, Ruleset) else list(loaded)
    except (Exception, SystemExit) as error:
        _warn(point, f"{type(error).__name__}: {error}")
        return []
    strangers = [type(each).__name__ for each in offered if not isinstance(each, Ruleset)]
    if strangers:
        _warn(point, f"rulesets were expected, not {', '.join(strangers)}")
    return [each for each in offered if isinstance(each, Ruleset)]


def _warn(point: metadata.EntryPoint, reason: str) -> None:
    origin = f" of {point.dist.name}" if point.dist is not None else ""
    warnings.warn(f"{_GROUP} entry point {point.name!r}{origin} ignored: {reason}", RuntimeWarning, stacklevel=4)
