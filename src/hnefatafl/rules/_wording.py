"""Options in a few plain words: their values, and how two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final, TypeVar, cast

import attrs

from hnefatafl.board import Board, PieceSet, Region, SquareSet, Symmetry
from hnefatafl.rules._options import Shieldwall, Speed, Zone
from hnefatafl.support.enums import Compound

_PEOPLE: Final = {PieceSet.ALL: "all pieces", PieceSet.MEN: "all pieces but the king", PieceSet.NONE: "no piece"}


def option_words(value: Any) -> str:
    """The value of an option; of an option with fields, those that differ from the defaults.

    >>> option_words(PieceSet.ATTACKERS | PieceSet.KING), option_words(Speed(king=1)), option_words(None)
    ('attackers and king', 'king 1', 'none')
    """
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Board):
        attackers, men = value.count(PieceSet.ATTACKERS), value.count(PieceSet.DEFENDING_MEN)
        return f"{attackers} attackers, {men} defenders and the king"
    if isinstance(value, PieceSet):
        return _PEOPLE.get(value) or " and ".join(str(one.name).lower().replace("_", " ") for one in value.parts)
    if isinstance(value, Compound):
        changed = [
            f"{field.name} {option_words(getattr(value, field.name))}"
            for field in attrs.fields(type(value))
            if field.default is attrs.NOTHING or getattr(value, field.name) != field.default
        ]
        return ", ".join(changed) or ("yes" if isinstance(value, Shieldwall) else "default")
    several = members(value)
    return "; ".join(option_words(field) for field in several) if several else str(getattr(value, "__name__", value))


def members(value: object) -> tuple[object, ...]:
    """What a tuple holds; of anything else, nothing."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


def option_changes(diff: Mapping[str, tuple[Any, Any]], sizes: tuple[int, int]) -> Iterator[str]:
    """A sentence for every difference, as ``option: this one's instead of the other's``.

    Arguments:
        diff: the pairs of differing values.
        sizes: the sizes of the two boards.

    >>> list(option_changes({"speed": (Speed(king=1), Speed())}, (7, 7)))
    ['speed.king: 1 instead of any distance']
    """
    for option, (ours, theirs) in diff.items():
        if option == "zones":
            zones_by_name = [{cast("Zone", zone).name: zone for zone in members(zones)} for zones in (ours, theirs)]
            for name in dict.fromkeys([*zones_by_name[0], *zones_by_name[1]]):
                yield from _describe_change(
                    f"zones, {name}", zones_by_name[0].get(name), zones_by_name[1].get(name), sizes
                )
        else:
            yield from _describe_change(option, ours, theirs, sizes)


def _describe_change(option: str, ours: Any, theirs: Any, sizes: tuple[int, int]) -> Iterator[str]:
    if _is_alike(ours, theirs, sizes):
        return
    if isinstance(ours, Compound) and type(ours) is type(theirs):
        fields = [field.name for field in attrs.fields(type(ours)) if field.eq]
        nothing = "any distance" if isinstance(ours, Speed) else None
        for field in fields:
            mine, yours = (nothing if value is None else value for value in (getattr(z, field) for z in (ours, theirs)))
            yield from _describe_change(f"{option}.{field}", mine, yours, sizes)
    elif option_words(ours) == option_words(theirs):
        yield f"{option}: the same numbers of pieces in another layout"
    else:
        yield f"{option}: {_words_without_name(ours)} instead of {_words_without_name(theirs)}"


def _words_without_name(value: object) -> str:
    return option_words(value).removeprefix(f"name {value.name}, ") if isinstance(value, Zone) else option_words(value)


def _is_alike(ours: object, theirs: object, sizes: tuple[int, int]) -> bool:
    if ours == theirs:
        return True
    if isinstance(ours, Region) and isinstance(theirs, Region) and sizes[0] == sizes[1]:
        return ours.squares(sizes[0]) == theirs.squares(sizes[1])
    return False


_T = TypeVar("_T")


def as_tuple(values: Iterable[_T]) -> tuple[_T, ...]:
    """Return the values as a tuple; what holds nothing, and a text that would fall apart into letters, as it is."""
    strange = isinstance(values, str) or not isinstance(values, Iterable)
    return cast("tuple[_T, ...]", values if strange else tuple(values))


def denoted(value: object, size: int) -> object:
    """Return the value with its regions evaluated; the order of zones does not matter."""
    if isinstance(value, Region):
        return value.squares(size)
    if isinstance(value, Zone):
        return _without_place(value), value.squares.squares(size)
    several = members(value)
    if several and isinstance(several[0], Zone):
        return frozenset(denoted(zone, size) for zone in several)
    return value


def _without_place(zone: Zone) -> Zone:
    return attrs.evolve(zone, name="", squares=Region.NONE)


def agree(ours: object, theirs: object, size: int, part: str = "") -> bool:
    """Return whether two values of an option come to the same, on a board of that size or as they are written.

    Arguments:
        ours: one value.
        theirs: the other one.
        size: the size of the board.
        part: the field of the option that is asked about, such as ``stop``; empty for the whole option.
    """
    if ours == theirs or denoted(ours, size) == denoted(theirs, size):
        return True
    fields = [[getattr(member, part, None) for member in members(value) or (value,)] for value in (ours, theirs)]
    return bool(part) and fields[0] == fields[1]


_DIGITS: Final = 8


def fingerprint(options: Mapping[str, object]) -> str:
    """Return a short hash of options as they are denoted, the same in every process and on every platform.

    What has its default is left out by the caller, and here within the options, so that later versions of the library,
    which may have more options, come to the same.
    """
    import json  # this and the hash are for what is seldom asked for
    from hashlib import sha256

    text = json.dumps(_as_plain(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _as_plain(value: object) -> Any:
    """Return a value of an option as lists, objects, texts and numbers."""
    if isinstance(value, Mapping):
        return {str(key): _as_plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, Board):
        return value.record
    if isinstance(value, SquareSet):
        return list(value.names)
    if isinstance(value, Region):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted((_as_plain(item) for item in cast("frozenset[object]", value)), key=repr)
    if isinstance(value, tuple):
        return [_as_plain(item) for item in cast("tuple[object, ...]", value)]
    if attrs.has(type(value)):
        pairs = {
            item.name: (getattr(value, item.name), item.default) for item in attrs.fields(cast("Any", type(value)))
        }
        return {name: _as_plain(one) for name, (one, usual) in pairs.items() if one != usual}
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    return value


def turned_options(
    start: Board, throne: Zone | None, corners: Zone | None, zones: Iterable[Zone], escape: Region, symmetry: Symmetry
) -> dict[str, Any]:
    """Return the options that name squares, on a rotated or mirrored board."""
    size = start.size

    def turn(region: Region) -> Region:
        squares = region.squares(size)
        turned = SquareSet(symmetry.apply(s, size) for s in squares)
        return region if turned == squares else Region.of(*turned)

    def turn_zone(zone: Zone | None) -> Zone | None:
        return None if zone is None else attrs.evolve(zone, squares=turn(zone.squares))

    zones = tuple(zones)
    turned_zones = tuple(attrs.evolve(zone, squares=turn(zone.squares)) for zone in zones)
    # Camps that change places leave the same zones; only their names move.
    same = {denoted(zone, size) for zone in turned_zones} == {denoted(zone, size) for zone in zones}
    return {
        "start": start.transform(symmetry),
        "throne": turn_zone(throne),
        "corners": turn_zone(corners),
        "zones": zones if same else turned_zones,
        "escape": turn(escape),
    }
