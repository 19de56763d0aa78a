"""What ``repr`` shows of the library's values: one line of at most 200 characters that begins with the class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import attrs
import pytest
from sweeping import SWEPT

import hnefatafl
from hnefatafl import Batch, Board, Game, Move, Piece, Position, Region, SearchBoard, Side, Square, SquareSet, variants
from hnefatafl.errors import HnefataflError, NotationError
from hnefatafl.records import Tags
from hnefatafl.search import AlphaBeta
from hnefatafl.support.texts import LIMIT, brief, shortened

LONG: Final = "word\n" * 500


class Long:
    """A value of a class that is not known, whose text is long and has many lines."""

    def __repr__(self) -> str:
        return LONG


CROWDED: Final = Board(21, dict.fromkeys(map(Square, range(21), range(21)), Piece.ATTACKER))
LARGE: Final = variants.get("alea-evangelii").evolve(name="w" * 300)
PLAYED: Final = Position.initial(LARGE).play(Position.initial(LARGE).legal_moves()[0])
VALUES: Final[dict[type, Any]] = {
    bool: False,
    int: -(10**9),
    float: -1.2345678901234567e-100,
    str: LONG,
    bytes: LONG.encode(),
    Board: CROWDED,
    Move: Move.parse("u20-u21"),
    Position: PLAYED,
    Region: Region.parse(" + ".join(["corners"] * 50)),
    Square: Square(20, 20),
    SquareSet: SquareSet(SquareSet.of(*map(str, CROWDED))),
    SearchBoard: SearchBoard(PLAYED),
    Batch: Batch(PLAYED, 3),
    Tags: Tags({LONG: LONG}),
    AlphaBeta: AlphaBeta(seconds=0.12345678901234567),
}


def worst(kind: Any, depth: int = 0) -> Any:
    """A value of that type with a text as long as any may have."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return max((worst(each, depth) for each in arguments), key=lambda value: len(repr(value)))
    if origin is Literal:
        return max(arguments, key=lambda value: len(repr(value)))
    if origin is tuple and ... not in arguments:
        return tuple(worst(each, depth) for each in arguments)
    if kind in VALUES:
        return VALUES[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return max(kind, key=lambda member: len(repr(member)))
    if isinstance(kind, type) and attrs.has(kind) and depth < 4:
        return example(kind, depth + 1)
    if kind is NoneType:
        return None
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {LONG: LONG}
    return (worst(arguments[0], depth),) * 1000 if origin is tuple else Long()


def example(cls: Any, depth: int = 0) -> Any:
    """An object of an attrs class whose fields have values as long as they may be, whether they fit together or not."""
    made: Any = object.__new__(cls)
    with suppress(NameError):  # of what is imported for types only
        attrs.resolve_types(cls)
    for field in attrs.fields(cls):
        object.__setattr__(made, field.name, worst(field.type, depth))
    return made


def public_classes() -> Iterator[type]:
    """The classes of the public modules, each once."""
    seen: set[type] = set()
    for module in walk_packages(hnefatafl.__path__, "hnefatafl."):
        if any(part.startswith("_") for part in module.name.split(".")):
            continue
        try:
            face = import_module(module.name)
            shown = [getattr(face, name) for name in getattr(face, "__all__", ())]
        except ImportError:  # of an extra that is not installed
            continue
        for value in shown:
            if isinstance(value, type) and value not in seen and value.__module__.startswith(("hnefatafl", "tafl")):
                seen.add(value)
                yield value


VALUE_CLASSES: Final = [cls for cls in public_classes() if attrs.has(cls) and cls not in VALUES]


def check(value: object) -> None:
    text = repr(value)
    assert len(text) <= LIMIT
    assert text.isprintable()
    assert re.match(rf"<?{type(value).__name__}\b", text)


@pytest.mark.parametrize("cls", VALUE_CLASSES, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_values_have_short_texts(cls: type) -> None:
    check(example(cls))


@pytest.mark.parametrize("cls", [cls for cls in VALUES if cls.__module__ != "builtins"], ids=lambda cls: cls.__name__)
def test_other_values_have_short_texts(cls: type) -> None:
    check(VALUES[cls])


@pytest.mark.parametrize("name", SWEPT)
def test_rulesets_have_short_texts(name: str) -> None:
    rules = variants.get(name)
    check(rules)
    check(Position.initial(rules, Side.ATTACKERS))
    check(Game(ruleset=rules))


def test_errors_have_short_texts() -> None:
    error = NotationError("a move was expected", LONG)
    check(error)
    assert isinstance(error, HnefataflError)


def test_defaults_are_left_out() -> None:
    @attrs.frozen(kw_only=True)
    class Made:
        __repr__ = brief

        given: int
        number: int = 3
        texts: tuple[str, ...] = attrs.field(factory=tuple)
        hidden: str = attrs.field(default="", repr=False)
        _private: str = attrs.field(default="", alias="named")

    assert repr(Made(given=3)) == "Made(given=3)"
    assert repr(Made(given=3, number=4, texts=("a", "b"), hidden="c", named="d")) == (
        "Made(given=3, number=4, texts=('a', 'b'), named='d')"
    )


def test_long_values_are_cut() -> None:
    @attrs.frozen
    class Made:
        __repr__ = brief

        values: tuple[object, ...]

    assert repr(Made(tuple(range(1000)))) == (
        "Made(values=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... 1000 in all))"
    )
    assert repr(Made(("a" * 100, "b"))) == f"Made(values=('{'a' * 51}...', ... 2 in all))"


def test_texts_are_cut_at_their_end() -> None:
    assert shortened("a" * LIMIT) == "a" * LIMIT
    assert shortened("a" * (LIMIT + 1)) == "a" * (LIMIT - 3) + "..."
    assert shortened("<a\n  b>") == "<a b>"
