"""Values in models of pydantic, routes of FastAPI, structures of msgspec, and as plain data for JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import attrs
import pytest
from test_values import VALUES, public_classes

from hnefatafl import (
    Batch,
    Board,
    Game,
    HnefataflError,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Side,
    Square,
    SquareSet,
    Termination,
    from_json,
    to_json,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, NotationError, NotExpressibleError, StructureError
from hnefatafl.play import PlayedMove, Playout, Setup
from hnefatafl.records import Match, RecordedMove, Replay, Tags, UnparsedToken
from hnefatafl.rules import Die, Zone
from hnefatafl.search import Limit, analyse


def kind_of(value: Any) -> Any:
    """The class of a value."""
    return value.__class__


START: Final = Position.initial("brandubh")
AFTER: Final = START.play("d1-c1").play("d3-c3")
OWN: Final = Position.initial(variants.BRANDUBH.evolve(name="own", escape="edge"))
TEXTS: Final[list[tuple[Any, Any]]] = [
    (Square("d1"), "d1"),
    (Move("d1-c1"), "d1-c1"),
    (Move.PASS, "pass"),
    (Side.ATTACKERS, "attackers"),
    (Kind.KING, "king"),
    (Outcome(Side.DEFENDERS, Termination.KING_ESCAPED), "defenders:king-escaped"),
    (Outcome(None, Termination.REPETITION), "draw:repetition"),
    (Piece.KING, "K"),
    (SquareSet.of("b1", "a1"), ["a1", "b1"]),
    (PieceSet.KING, "king"),
    (PieceSet.KING | PieceSet.GUARDS, ["guards", "king"]),
    (Region.EDGE, "edge"),
    (variants.BRANDUBH.start, variants.BRANDUBH.start.record),
    (AFTER, "brandubh /2t4/3t3/2T4/ttTKTtt/3T3/3t3/3t3/ a moves=d1-c1,d3-c3"),
]
"""Values, and the data that they are."""
DOCUMENTS: Final[list[Any]] = [
    variants.TABLUT,
    OWN.ruleset,
    OWN,
    Setup(START.board, Side.DEFENDERS, outcome=Outcome(None, Termination.REPETITION)),
    OWN.setup,
    Game.from_position(AFTER),
    Match(ruleset="brandubh", players=("Ann", "Bo")),
]
"""Values that are objects."""


@pytest.mark.parametrize(("value", "data"), TEXTS)
def test_texts_are_written_and_read(value: Any, data: Any) -> None:
    assert to_json(value) == data
    assert from_json(kind_of(value), data) == value
    assert from_json(kind_of(value), value) is value


@pytest.mark.parametrize("value", DOCUMENTS)
def test_documents_are_written_and_read(value: Any) -> None:
    text = json.dumps(to_json(value))
    assert text.startswith("{")
    assert from_json(kind_of(value), json.loads(text)) == value


def test_the_history_of_a_position_is_kept() -> None:
    text = to_json(AFTER)
    assert from_json(Position, text).plies_since_capture == 2
    assert from_json(Position, text).play("c1-d1").play("c3-d3").repetitions == 2


def test_the_history_of_a_position_of_own_rules_is_kept() -> None:
    """Its text has the moves since the last capture, and what is no setup."""
    ours = OWN.play("d1-c1").play("d3-c3").play("c1-d1").play("c3-d3")
    read = from_json(Position, json.loads(json.dumps(to_json(ours))))
    assert ours.repetitions == read.repetitions == 2
    assert (read.text, read.ruleset) == (ours.text, ours.ruleset)


def test_names_stand_for_what_begins() -> None:
    assert from_json(Ruleset, "brandubh") is variants.BRANDUBH
    assert from_json(Position, "brandubh") == START
    assert from_json(Game, "brandubh") == Game(ruleset="brandubh")
    assert (
        from_json(Position, {"ruleset": "brandubh", "setup": {"board": OWN.board.record, "turn": "attackers"}}) == START
    )


def test_values_in_results_are_written_as_by_themselves() -> None:
    """One way to write each kind, wherever it stands; nothing that from_json refuses."""
    played = AFTER.explain("c1-d1")
    assert to_json(played)["before"] == to_json([AFTER])[0] == to_json(AFTER)
    done = Setup(START.board, Side.DEFENDERS, outcome=Outcome(None, Termination.REPETITION))
    assert to_json(done)["outcome"] == to_json(done.outcome) == "draw:repetition"
    for outcome in ("draw:repetition", {"winner": None, "termination": "repetition"}):
        assert from_json(Setup, {"board": START.board.record, "turn": "defenders", "outcome": outcome}) == done
        assert from_json(Outcome, outcome) == done.outcome
    move = Game.from_position(AFTER).moves[0]
    assert isinstance(move, RecordedMove)
    assert from_json(RecordedMove, to_json(move)) == move == from_json(RecordedMove, "d1-c1")
    token = UnparsedToken(number=1, text="oops", offset=3, message="a move was expected")
    assert from_json(UnparsedToken, to_json(token)) == token


@pytest.mark.parametrize("value", VALUES, ids=[f"{kind_of(value).__name__}-{i}" for i, value in enumerate(VALUES)])
def test_values_of_all_kinds_come_back(value: Any) -> None:
    """What is written of a value is read again as one that is equal, where its class is read at all."""
    data = json.loads(json.dumps(to_json(value)))
    if issubclass(kind_of(value), Playout | Tags):
        return
    read = from_json(kind_of(value), data)
    assert read.text == value.text if isinstance(value, Position) else read == value


@pytest.mark.parametrize("kind", [*public_classes()], ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@pytest.mark.parametrize("data", [7, "seven", None, {1: 2}, {}, [{}]], ids=str)
def test_what_cannot_be_read_is_refused_in_words(kind: Any, data: object) -> None:
    with suppress(HnefataflError):
        assert isinstance(from_json(kind, data), kind)


@pytest.mark.parametrize("kind", [PlayedMove, Replay, Callable, Batch])
def test_classes_that_no_data_describe(kind: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"kind: a (class of values|type)"):
        from_json(kind, {})


def test_what_holds_values_is_plain() -> None:
    held = {Square("d1"): [Move("d1-c1"), None], "by": (Side.ATTACKERS,), "n": 1.5}
    assert to_json(held) == {"d1": ["d1-c1", None], "by": ["attackers"], "n": 1.5}
    assert to_json(analyse(START, Limit(depth=1)))["depth"] == 1
    assert from_json(Zone, {"name": "moat", "squares": "d1"}) == Zone(name="moat", squares=Region.of("d1"))
    assert from_json(Die, 4) == Die(4)


@pytest.mark.parametrize(
    ("kind", "data", "error", "said"),
    [
        (Square, "d99", StructureError, "a square was expected, such as a1 or k11"),
        (Move, 3, ArgumentTypeError, "move: a Move or its text was expected, not 3"),
        (Side, "atackers", StructureError, "one of attackers, defenders was expected, not 'atackers'; did you mean"),
        (Outcome, "white:resigned", NotationError, "attackers:, defenders: or draw: was expected"),
        (Outcome, "draw:stalemate", NotationError, "one of king-captured, .* was expected"),
        (Outcome, 3, ArgumentTypeError, "text: a text was expected, not 3"),
        (Position, 3, ArgumentTypeError, "position: a Position, a Ruleset, or the text or name of one"),
        (Position, {"ruleset": "brandubh", "text": 3}, StructureError, "text: a text was expected, not 3"),
        (Position, {"ruleset": "brandubh", "text": "", "ply": 1}, StructureError, "ply: there is no such name"),
        (Position, {"ruleset": {"kig": "weak"}, "text": OWN.text}, StructureError, "ruleset.kig: there is no such"),
        (Position, {"ruleset": "brandubh", "text": "/7 a"}, NotationError, "expected"),
        (Ruleset, {"base": "brandubh", "kig": "weak"}, StructureError, "there is no such name; did you mean king"),
        (Board, 3, StructureError, "a text was expected, not 3"),
        (Match, "brandubh", StructureError, "names with their values was expected, not 'brandubh'"),
        ("Side", 3, ArgumentTypeError, "kind: a type was expected, not 'Side'"),
        (int, "3", ArgumentTypeError, "kind: a class of values of this library was expected, not <class 'int'>"),
    ],
)
def test_data_that_are_none(kind: Any, data: object, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        from_json(kind, data)


def test_what_is_no_value_is_refused() -> None:
    with pytest.raises(ArgumentTypeError, match="value: a value of this library was expected, not <object"):
        json.dumps([object()], default=to_json)
    hooked = variants.BRANDUBH.evolve(name="hooked", extra_endings=[lambda board, turn, position: None])
    with pytest.raises(NotExpressibleError, match="extra_endings"):
        to_json(hooked)


# ------------------------------------------------------------------------------------------------------------ pydantic


@pytest.fixture
def pydantic() -> Any:
    """Pydantic, which this library does not need."""
    return pytest.importorskip("pydantic")


KINDS: Final[tuple[Any, ...]] = (
    *(Square, SquareSet, Move, Outcome, Piece, PieceSet, Region, Board),
    *(Setup, Position, Ruleset, Game, Match),
)
"""The classes that are offered."""


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_every_kind_is_a_type_of_fields(pydantic: Any) -> None:
    for value in [*(value for value, _ in TEXTS), *DOCUMENTS]:
        adapter = pydantic.TypeAdapter(type(value))
        written = adapter.dump_json(value)
        assert json.loads(written) == to_json(value)
        assert adapter.validate_json(written) == value
        assert adapter.validate_python(value) is value
        assert adapter.dump_python(value) is value
    seen: set[Any] = {kind_of(value) for value in [*(value for value, _ in TEXTS), *DOCUMENTS]}
    assert seen >= set(KINDS) - {Position}
    assert any(issubclass(kind, Position) for kind in seen)


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_unions_keep_values(pydantic: Any) -> None:
    """A value stays what it is, whatever other member of the union could read it."""
    game = Game.from_position(AFTER)
    for union, values in (
        (Position | Ruleset, (AFTER, variants.TABLUT)),
        (Ruleset | Position, (AFTER, variants.TABLUT)),
        (Game | Position, (game, AFTER)),
        (Position | Game, (game, AFTER)),
        (Move | str, (Move("d1-c1"), "d1-c1")),
        (Square | Region | None, (Square("d1"), Region.EDGE, None)),
    ):
        adapter = pydantic.TypeAdapter(union)
        for value in values:
            assert adapter.validate_python(value) is value
            assert adapter.dump_python(value) is value
            assert json.loads(adapter.dump_json(value)) == to_json(value)
    assert pydantic.TypeAdapter(Position | Ruleset).validate_python("tablut").ruleset is variants.TABLUT


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_strict_fields_read_nothing_but_json(pydantic: Any) -> None:
    adapter = pydantic.TypeAdapter(Move)
    with pytest.raises(pydantic.ValidationError, match="instance of Move"):
        adapter.validate_python("d1-c1", strict=True)
    move = Move("d1-c1")
    assert adapter.validate_python(move, strict=True) is move
    assert adapter.validate_json('"d1-c1"', strict=True) == move
    strict = pydantic.create_model("Strict", __config__=pydantic.ConfigDict(strict=True), move=(Move, ...))
    with pytest.raises(pydantic.ValidationError, match="instance of Move"):
        strict(move="d1-c1")
    assert strict.model_validate_json('{"move": "d1-c1"}').move == move


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_every_kind_has_a_schema(pydantic: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for kind in KINDS:
        adapter = pydantic.TypeAdapter(kind)
        schema = adapter.json_schema()
        assert schema["title"] == kind.__name__
        check = jsonschema.Draft202012Validator(schema)
        for example in schema["examples"]:
            assert check.is_valid(example), example
            assert isinstance(adapter.validate_python(example), kind)
        assert check.is_valid(to_json(adapter.validate_python(schema["examples"][0])))


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_faults_of_a_model_say_what_was_expected(pydantic: Any) -> None:
    model = pydantic.create_model("Asked", square=(Square, ...), position=(Position, ...), by=(dict[Square, Move], {}))
    with pytest.raises(pydantic.ValidationError) as caught:
        model.model_validate({"square": "{d99}", "position": "brandhubb"})
    faults = {fault["loc"][0]: fault["msg"] for fault in caught.value.errors()}
    assert faults["square"].startswith("a square was expected, such as a1 or k11")
    assert faults["position"] == "no ruleset is named 'brandhubb'; did you mean brandubh?"
    asked = model.model_validate_json('{"square": "d1", "position": "brandubh", "by": {"d1": "d1-c1"}}')
    assert asked.by == {Square("d1"): Move("d1-c1")}
    assert model.model_validate_json(asked.model_dump_json()) == asked


@pytest.mark.needs_host
@pytest.mark.extra("frameworks")
def test_structures_of_msgspec_hold_what_is_no_class_of_attrs() -> None:
    """As the page says: those of attrs it writes by itself."""
    msgspec: Any = pytest.importorskip("msgspec")
    held = [value for value, _ in TEXTS if not attrs.has(kind_of(value)) and not isinstance(value, PieceSet)]
    assert {Move, Board} < {type(value) for value in held}
    for value in held:
        written = msgspec.json.encode(value, enc_hook=to_json)
        assert json.loads(written) == to_json(value)
        assert msgspec.json.decode(written, type=type(value), dec_hook=from_json) == value
    with pytest.raises(HnefataflError, match="did you mean brandubh"):
        msgspec.json.decode('"brandhubb"', type=Position, dec_hook=from_json)
