"""Values do not change: whatever is called on them, assigned, or derived from their classes."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
from collections.abc import Hashable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Any, Final

import attrs
import pytest

import hnefatafl
from hnefatafl import (
    Die,
    Move,
    Playout,
    Position,
    Region,
    Side,
    Square,
    SquareSet,
    Symmetry,
    playout,
    variants,
)
from hnefatafl.board import Announcement, Illegality, IllegalMove, Kind, Piece, PieceSet, Termination
from hnefatafl.errors import MissingExtraError
from hnefatafl.play import Setup
from hnefatafl.records import Game, Tags
from hnefatafl.rules import KingStrength

LIBRARY: Final = """
    board rules play records describe variants render search search.train testing notation.validation notation.convert
    notation.completion notation.detection notation.dialects notation.bologna notation.otn
"""
PROGRAM: Final = """
    lab arena inference puzzles conformance explorer service engine engine.bologna engine.bologna_referee
    engine.hnefatafl_org
"""
MODULES: Final = (
    "hnefatafl",
    *(f"hnefatafl.{name}" for name in LIBRARY.split()),
    *(f"tafl.{name}" for name in PROGRAM.split()),
)
MUTABLE: Final = {"Batch", "SearchBoard"}


def public_classes() -> Iterator[type]:
    """The public classes whose objects are values: those of attrs, those with slots, and those of the kernel."""
    seen: set[type] = set()
    for name in MODULES:
        module = importlib.import_module(name)
        for public in module.__all__:
            try:
                found = getattr(module, public)
            except MissingExtraError:
                continue
            if isinstance(found, type) and found.__module__.startswith(("hnefatafl.", "tafl.")) and found not in seen:
                seen.add(found)
                if not issubclass(found, Exception | Enum | dict | tuple):
                    yield found


def frozen_classes() -> list[type]:
    """Those that attrs has frozen."""
    return [cls for cls in public_classes() if attrs.has(cls) and cls.__setattr__ is not object.__setattr__]


START: Final = Position.initial(variants.BRANDUBH)
AFTER: Final = START.play(Move("d1-c1"))
RECORDED: Final = Game.from_position(AFTER)
VALUES: Final[list[Any]] = [
    Square("a1"), SquareSet.of("a1", "b2"), Region.of("a1", "b2"), variants.BRANDUBH.start, Tags({"a": "b"}),
    Move("a1-a3"), START, AFTER, playout(START, 1, 5), variants.BRANDUBH,
    variants.BRANDUBH.evolve(name="own", escape="edge"), variants.BRANDUBH.throne, variants.BRANDUBH.jumps,
    variants.BRANDUBH.repetition, Die(), Setup(START.board, Side.ATTACKERS), Piece.KING, RECORDED, RECORDED.tags,
    IllegalMove(Illegality.REPETITION, Square("a1")), pickle.loads(pickle.dumps(playout(START, 1, 5))),
    Side.ATTACKERS, Kind.KING, PieceSet.KING, PieceSet.KING | PieceSet.GUARDS, Symmetry.ROTATE_90, KingStrength.WEAK,
    Termination.KING_ESCAPED, Announcement.RAICHI,
]  # fmt: skip


def attributes(value: object) -> list[str]:
    """The names of all attributes that are kept, private ones too."""
    names = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    names += [name for name in vars(type(value)) if inspect.isdatadescriptor(getattr(type(value), name, None))]
    names += list(getattr(value, "__dict__", ()))
    return [name for name in dict.fromkeys(names) if not name.startswith("__") and name != "_inverted_"]


def state(value: object) -> dict[str, object]:
    """What is kept."""
    return {name: getattr(value, name) for name in attributes(value) if hasattr(value, name)}


def same(one: dict[str, object], other: dict[str, object]) -> bool:
    return one.keys() == other.keys() and all(one[name] is other[name] or one[name] == other[name] for name in one)


@pytest.mark.parametrize("value", VALUES, ids=[f"{type(value).__name__}-{i}" for i, value in enumerate(VALUES)])
def test_a_value_does_not_change(value: Any) -> None:
    """Neither by an assignment, nor by deleting, nor by being made anew."""
    kind: Any = value.__class__
    if issubclass(kind, Playout):
        assert value.moves  # computed on first use
    before = state(value)
    assert before, "there is something to be kept"
    for name in attributes(value):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    if not issubclass(kind, Enum):
        with pytest.raises(AttributeError):
            value.further = 1
    others: list[tuple[Any, ...]] = [(), ((),), (None,), ("c1",), ("c1", "c2"), (5, {}), (3, 4), ({},), ("b1-b4",)]
    if attrs.has(kind):
        others.append(tuple(None for _ in attrs.fields(kind)))
    for arguments in others:
        with suppress(Exception):
            value.__init__(*arguments)
        if hasattr(value, "__attrs_init__"):
            with suppress(Exception):
                value.__attrs_init__(*arguments)
        for given in (arguments, dict.fromkeys(before, 1)):
            if hasattr(value, "__setstate__"):
                with suppress(Exception):
                    value.__setstate__(given)
        assert same(state(value), before)
    if attrs.has(kind):
        with suppress(Exception):
            value.__init__(**{each.alias: None for each in attrs.fields(kind)})
        assert same(state(value), before)
    # and copies of it are still made
    if not issubclass(kind, Enum):
        for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert type(copied) is kind
            assert not issubclass(kind, Hashable) or copied == value or kind.__eq__ is object.__eq__


@pytest.mark.parametrize(
    "value",
    [Position.initial("brandubh"), Move("d1-c1"), Position.initial("brandubh").play("d1-c1"), playout("brandubh")],
)
def test_a_value_is_of_its_public_class(value: object) -> None:
    """Uncompiled, too: sqlite3 and others find what they do with a value by its very type."""
    assert type(value) is getattr(hnefatafl, type(value).__name__)


def test_a_set_of_squares_is_made_once() -> None:
    """As found: ``__init__`` emptied a set, and put another start into a shipped ruleset for the whole process."""
    squares = SquareSet.of("a1")
    with pytest.raises(AttributeError, match="a SquareSet does not change: it has been made already"):
        squares.__init__(())
    with pytest.raises(AttributeError, match="a Board does not change: it has been made already"):
        variants.BRANDUBH.start.__init__(5, {})
    assert squares.names == ("a1",)
    assert len(variants.BRANDUBH.start) == 13


@pytest.mark.parametrize("cls", list(public_classes()), ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_classes_of_values_are_final(cls: type) -> None:
    """What the library makes would not be of a derived class."""
    value = cls.__name__ in {type(each).__name__ for each in VALUES} or attrs.has(cls) or cls.__name__ in MUTABLE
    if not value or getattr(cls, "_is_protocol", False):
        pytest.skip("its objects are no values")
    with pytest.raises(TypeError, match=f"{cls.__name__} is final: Sub cannot be a subclass of it"):
        type("Sub", (cls,), {})


@pytest.mark.parametrize("cls", frozen_classes(), ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_what_attrs_has_frozen_is_made_once(cls: Any) -> None:
    """Each of them, by whichever method it can be made."""
    made = object.__new__(cls)
    fields = attrs.fields(cls)
    if not fields:
        pytest.skip("it keeps nothing")
    object.__setattr__(made, fields[0].name, "kept")
    given = {each.alias: "other" for each in fields if each.init}
    for name in ("__init__", "__attrs_init__"):
        if name in vars(cls):
            with pytest.raises(AttributeError, match="does not change"):
                getattr(made, name)(**given)
            assert getattr(made, fields[0].name) == "kept"
    if "__setstate__" in vars(cls):
        with pytest.raises(AttributeError, match="does not change"):
            made.__setstate__(dict.fromkeys(cls.__slots__, "other"))
        assert getattr(made, fields[0].name) == "kept"


def test_the_walk_meets_the_classes_of_values() -> None:
    names = {cls.__name__ for cls in public_classes()}
    assert {"Square", "Board", "Position", "Ruleset", "Zone", "Outcome", "Game", "Tags", "Setup", "Die"} <= names
    assert len(frozen_classes()) > 80
    assert hnefatafl.Square in frozen_classes()
