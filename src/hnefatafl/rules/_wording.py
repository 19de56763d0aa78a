"""Options in a few plain words: their values, and how two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import attrs

from hnefatafl._base.declared import Compound
from hnefatafl.board import Board, PieceSet, Region
from hnefatafl.rules._options import Shieldwall, Speed, Zone

_PEOPLE: Final = {PieceSet.ALL: "all pieces", PieceSet.MEN: "all pieces but the king", PieceSet.NONE: "no piece"}


def words(value: Any) -> str:
    """The value of an option; of an option with fields, those that differ from the defaults.

    >>> words(PieceSet.ATTACKERS | PieceSet.KING), words(Speed(king=1)), words(None)
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
            f"{each.name} {words(getattr(value, each.name))}"
            for each in attrs.fields(type(value))
            if each.default is attrs.NOTHING or getattr(value, each.name) != each.default
        ]
        return ", ".join(changed) or ("yes" if isinstance(value, Shieldwall) else "default")
    several = members(value)
    return "; ".join(words(each) for each in several) if several else str(getattr(value, "__name__", value))


def members(value: object) -> tuple[object, ...]:
    """What a tuple holds; of anything else, nothing."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


def changes(diff: Mapping[str, tuple[Any, Any]], sizes: tuple[int, int]) -> Iterator[str]:
    """A sentence for every difference, as ``option: this one's instead of the other's``.

    Arguments:
        diff: the pairs of differing values.
        sizes: the sizes of the two boards.
    """
    for option, (ours, theirs) in diff.items():
        if option == "zones":
            named = [{cast("Zone", zone).name: zone for zone in members(zones)} for zones in (ours, theirs)]
            for name in dict.fromkeys([*named[0], *named[1]]):
                yield from _change(f"zones, {name}", named[0].get(name), named[1].get(name), sizes)
        else:
            yield from _change(option, ours, theirs, sizes)


def _change(option: str, ours: Any, theirs: Any, sizes: tuple[int, int]) -> Iterator[str]:
    if _alike(ours, theirs, sizes):
        return
    if isinstance(ours, Compound) and type(ours) is type(theirs):
        fields = [field.name for field in attrs.fields(type(ours)) if field.eq]
        nothing = "any distance" if isinstance(ours, Speed) else None
        for field in fields:
            mine, yours = (nothing if value is None else value for value in (getattr(z, field) for z in (ours, theirs)))
            yield from _change(f"{option}.{field}", mine, yours, sizes)
    elif words(ours) == words(theirs):
        yield f"{option}: the same numbers of pieces in another layout"
    else:
        yield f"{option}: {_nameless(ours)} instead of {_nameless(theirs)}"


def _nameless(value: object) -> str:
    return words(value).removeprefix(f"name {value.name}, ") if isinstance(value, Zone) else words(value)


def _alike(ours: object, theirs: object, sizes: tuple[int, int]) -> bool:
    if ours == theirs:
        return True
    if isinstance(ours, Region) and isinstance(theirs, Region) and sizes[0] == sizes[1]:
        return ours.squares(sizes[0]) == theirs.squares(sizes[1])
    return False
