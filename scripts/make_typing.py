"""Write ``hnefatafl/rules/typing.py``, by which type checkers know the options of rulesets, from the class of rulesets.

python scripts/make_typing.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final, cast

import attrs

from hnefatafl import PieceSet, Region, Ruleset, Side
from hnefatafl.rules._options import __all__ as option_classes
from hnefatafl.support.enums import fields, kinds
from hnefatafl.support.words import names_of
from hnefatafl.variants import _OTHER_FILTERS, _TEXT_FILTERS

REGIONS: Final = ("none", "centre", "corners", "edge", "board")
"""The regions that have names; others are made by ``Region.parse``."""
CLASSES: Final = ("RulesetDiff", "RulesetFilters", "RulesetOptions")
FILE: Final = Path(__file__).parents[1] / "src" / "hnefatafl" / "rules" / "typing.py"

TEXT: Final = '''"""The options of rulesets as type checkers and editors know them.

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
    {classes},
)

if TYPE_CHECKING:
    from hnefatafl.rules._ruleset import ExtraCapture, ExtraEnding

_T = TypeVar("_T")
_Pair: TypeAlias = tuple[_T, _T]

__all__ = [
    {names},
]

{words}


class RulesetOptions(TypedDict, total=False):
    """The arguments of :meth:`Ruleset.evolve <hnefatafl.rules.Ruleset.evolve>`: options and labels.

    >>> RulesetOptions(move_limit=200, name="Two hundred plies")
    {{'move_limit': 200, 'name': 'Two hundred plies'}}
    """

    {options}


class RulesetFilters(TypedDict, total=False):
    """The arguments of :func:`variants.find <hnefatafl.variants.find>`.

    >>> RulesetFilters(size=9, exit_fort=True)
    {{'size': 9, 'exit_fort': True}}
    """

    {filters}


@final
class RulesetDiff(dict[str, tuple[Any, Any]]):
    """What :meth:`Ruleset.diff <hnefatafl.rules.Ruleset.diff>` returns: a dictionary of the options that differ.

    Type checkers know the values of each option.

    >>> from hnefatafl import variants
    >>> variants.TABLUT.evolve(encirclement=False).diff(variants.TABLUT)
    {{'encirclement': (False, True)}}
    """

    if TYPE_CHECKING:

        {pairs}


'''


def kind(name: str) -> str:
    """Return the type of an option, as its field declares it."""
    return str(Ruleset.__annotations__[name])


def given(field: attrs.Attribute[Any]) -> str:
    """Return the type of an argument for an option."""
    converter = cast("Any", field).converter
    hints = list(getattr(converter, "__annotations__", {}).items())
    return str(hints[0][1]) if hints else or_text(field.name)


def or_text(name: str) -> str:
    """Return the type of an option for which a text may stand, or of one for which none may."""
    first, *none = kind(name).split(" | ")
    of = class_of(name)
    word = f"{of.__name__}Word"
    texts = [word] if issubclass(of, Enum | Region) else []
    if of is PieceSet:
        texts.append(f"list[{word}]")
    return " | ".join([first, *texts, *none])


def class_of(name: str) -> type:
    """Return the class of the values of an option that are not None."""
    (of, *_) = (each for field in fields(Ruleset) if field.name == name for each in kinds(field.type))
    return of


def words() -> dict[str, tuple[str, ...]]:
    """Return the words of the closed lists, of sets of pieces and of regions, by the names of their types."""
    classes = [Side, *(class_of(field.name) for field in attrs.fields(Ruleset))]
    named = {of.__name__: tuple(names_of(of)) for of in classes if issubclass(of, Enum)}
    return {f"{name}Word": named[name] for name in sorted(named)} | {"RegionWord": REGIONS}


def aliases() -> Iterator[str]:
    for name, known in words().items():
        listed = ",\n    ".join(f'"{word}"' for word in known)
        yield f"{name}: TypeAlias = Literal[\n    {listed},\n]"
        yield f'"""The words for a :class:`~hnefatafl.{home(name)}.{name.removesuffix("Word")}`."""'


def home(name: str) -> str:
    """Return the package of the class that a word stands for."""
    return "rules" if name.removesuffix("Word") in option_classes else "board"


def options() -> Iterator[str]:
    for field in attrs.fields(Ruleset):
        yield f"{field.name}: {given(field)}"


def wanted(name: str) -> str:
    """Return the type of a filter for an option."""
    if name in _TEXT_FILTERS:
        return "str"
    first, *none = ("Die | int | None" if name == "die" else or_text(name)).split(" | ")
    return " | ".join([first, *(["bool"] if first != "bool" and name != "version" else []), *none])


def filters() -> Iterator[str]:
    for field in attrs.fields(Ruleset):
        yield f"{field.name}: {wanted(field.name)}"
    for name, option in _OTHER_FILTERS.items():
        yield f"{name}: {wanted(option)}"


def pairs() -> Iterator[str]:
    for field in attrs.fields(Ruleset):
        if field.name not in Ruleset.LABELS:
            yield "@overload"
            yield f'def __getitem__(self, option: Literal["{field.name}"], /) -> _Pair[{kind(field.name)}]: ...'
    yield "@overload"
    yield "def __getitem__(self, option: str, /) -> _Pair[Any]: ..."
    yield "def __getitem__(self, option: str, /) -> _Pair[Any]: ..."


def written() -> str:
    """Return the text of the module."""
    parts = {
        "words": "\n".join(aliases()),
        "names": ",\n    ".join(f'"{name}"' for name in sorted((*words(), *CLASSES))),
        "options": "\n    ".join(options()),
        "filters": "\n    ".join(filters()),
        "pairs": "\n        ".join(pairs()),
    }
    known = re.findall(r"\w+", " ".join(parts.values()))
    classes = ",\n    ".join(sorted(set(known) & {*option_classes}))
    return f"{TEXT.format(classes=classes, **parts).rstrip()}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
