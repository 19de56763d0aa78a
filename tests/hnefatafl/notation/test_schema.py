"""The JSON schemas: they are current, take whatever is written, and refuse what cannot be read."""

from __future__ import annotations

import copy
import json
import re
import runpy
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given
from noted import played_games
from sweeping import SWEPT

import hnefatafl
from hnefatafl import Move, Outcome, Position, Ruleset, Side, Termination, to_json, variants
from hnefatafl.errors import StructureError
from hnefatafl.notation import json as notation
from hnefatafl.notation import otn, toml
from hnefatafl.records import Game, Match, Scoring
from hnefatafl.rules import Die
from hnefatafl.support.json_text import is_list, is_table
from hnefatafl.testing.strategies import rulesets

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("schema")]

SCRIPT: Final = Path(__file__).parents[3] / "scripts" / "make_schemas.py"
KINDS: Final = ("ruleset", "position", "game", "match")


def schema(kind: str) -> Any:
    return json.loads(files(hnefatafl).joinpath("schema", f"{kind}-1.json").read_text("utf-8"))


@cache
def registry() -> Any:
    """The schemas by the names of their files, by which they refer to each other."""
    from referencing import Registry, Resource

    contents = ((f"{kind}-1.json", Resource.from_contents(schema(kind))) for kind in KINDS)
    return cast("Any", Registry)().with_resources(contents)


@cache
def validator(kind: str) -> Any:
    """What tells whether data are valid. It is loaded for the first test that asks, since that takes seconds."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema(kind), registry=registry())


READ: Final[dict[str, Callable[[str], object]]] = {
    "ruleset": notation.parse_rules,
    "position": notation.parse_position,
    "game": notation.parse_game,
    "match": notation.parse_match,
}


def test_they_are_those_of_the_classes() -> None:
    """Run ``python scripts/make_schemas.py`` when this fails."""
    written = runpy.run_path(str(SCRIPT))["schemas"]()
    assert set(written) == {f"{kind}-1.json" for kind in KINDS}
    for name, text in written.items():
        assert files(hnefatafl).joinpath("schema", name).read_text("utf-8") == text


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_schemas(kind: str) -> None:
    validator(kind).check_schema(schema(kind))


def test_every_definition_is_written_once_and_every_reference_resolves() -> None:
    written = [name for kind in KINDS for name in schema(kind).get("$defs", {})]
    assert sorted(written) == sorted(set(written))
    used: set[str] = set()
    for kind in KINDS:
        resolver = registry().resolver(f"{kind}-1.json")
        for reference in re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema(kind))):
            # Editors look for the other file in the same folder.
            assert re.fullmatch(rf"(({'|'.join(KINDS)})-1\.json)?(#/\$defs/\w+)?", reference)
            assert resolver.lookup(reference).contents
            used.add(reference.rpartition("/")[2])
    assert used == {*written, "ruleset-1.json"}


def test_every_option_is_described_and_has_its_default() -> None:
    whole = schema("ruleset")
    for name, option in whole["properties"].items():
        assert name in ("format", "base") or option["description"], name
        assert ":`" not in option.get("description", "")
    corners, jumps = whole["properties"]["corners"], whole["$defs"]["Jumps"]["properties"]
    assert "Copenhagen" in corners["description"]
    assert jumps["knights"]["default"] == "capturing"
    assert "default" not in whole["$defs"]["ZoneChanges"]["properties"]["stop"], "its default is that of the base"


@pytest.mark.parametrize("name", SWEPT)
def test_shipped_rulesets_are_valid(name: str) -> None:
    rules = variants.get(name)
    validator("ruleset").validate(json.loads(notation.format_rules(rules)))
    validator("ruleset").validate(tomllib.loads(toml.format_rules(rules)))


@given(rulesets(extra_captures=(), extra_endings=()))
def test_any_ruleset_is_valid(rules: Ruleset) -> None:
    validator("ruleset").validate(json.loads(notation.format_rules(rules)))
    validator("ruleset").validate(tomllib.loads(toml.format_rules(rules)))


@given(played_games())
def test_any_game_is_valid(game: Game) -> None:
    validator("game").validate(json.loads(notation.format_game(game)))
    validator("position").validate(json.loads(notation.format_position(game.initial_position)))


def test_outcomes_are_texts_or_objects() -> None:
    """As the JSON of values writes them, and as documents do; nothing else is read."""
    outcome = Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
    setup = {"board": "/K6/7/7/7/7/7/3t3/", "turn": "attackers"}
    for form in (to_json(outcome), {"winner": "defenders", "termination": "king-escaped"}):
        document = {"ruleset": "brandubh", "setup": {**setup, "outcome": form}}
        validator("position").validate(document)
        assert notation.parse_position(json.dumps(document)).outcome == outcome
    for wrong in ("defenders", "defenders:won", "nobody:repetition"):
        document = {"ruleset": "brandubh", "setup": {**setup, "outcome": wrong}}
        assert not validator("position").is_valid(document)
        with pytest.raises(StructureError):
            notation.parse_position(json.dumps(document))


def spoilt(data: Any) -> Iterator[Any]:
    """The document with each of its values in turn replaced by what stands nowhere."""

    def within(at: Any) -> Iterator[tuple[Any, Any]]:
        keys: list[Any] = list(at) if is_table(at) else list(range(len(at))) if is_list(at) else []
        inner: Any = at
        for key in keys:
            yield inner, key
            yield from within(inner[key])

    whole = copy.deepcopy(data)
    for parent, key in list(within(whole)):
        kept = parent[key]
        for wrong in ({"x": 0}, 1.5):
            parent[key] = wrong
            yield whole
        parent[key] = kept


DOCUMENTS: Final = {
    "match": notation.format_match(
        Match(ruleset=variants.MAGPIE, players=("Ann", "Bo"), scoring=Scoring(win=3))
        .add(Game(ruleset=variants.MAGPIE, result="White"))
        .add(Game(ruleset=variants.MAGPIE).add([Move.parse("d1-c1")]))
    ),
    "ruleset": notation.format_rules(variants.FOTEVIKEN_TABLUT.evolve(die=Die())),
    "position": notation.format_position(Position.initial(variants.MAGPIE)),
    "game": notation.format_game(
        otn.parse_game(
            f"""[event:x][rules:{otn.format_rules(variants.TABLUT)}]

            1. d1-d3!? e3-e2
            [12 30/3 3i Good.|]

            1b.1.1a. ..... e4-d4

            2. ---
            [He gives up|]"""
        )
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_spoilt_is_valid_nowhere(kind: str) -> None:
    data = json.loads(DOCUMENTS[kind])
    validator(kind).validate(data)
    count = 0
    for wrong in spoilt(data):
        assert not validator(kind).is_valid(wrong)
        with pytest.raises(StructureError):
            READ[kind](json.dumps(wrong))
        count += 1
    assert count > 20


def test_only_a_game_of_a_match_may_leave_out_its_ruleset() -> None:
    game: dict[str, object] = {"format": "hnefatafl game 1", "moves": ["d1-c1"]}
    match = {"ruleset": "brandubh", "players": ["Ann", "Bo"], "games": [game]}
    validator("match").validate(match)
    assert notation.parse_match(json.dumps(match)).games[0].ruleset is variants.BRANDUBH
    assert not validator("game").is_valid(game)
    with pytest.raises(StructureError, match="ruleset: is missing"):
        notation.parse_game(json.dumps(game))


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ({"name": "x", "base": "brandubh"}, True),
        ({"name": "x", "base": "brandubh", "throne": {"cross": ["king", "knights"]}, "corners": "none"}, True),
        ({"name": "x", "base": "brandubh", "start": variants.BRANDUBH.start.record}, True),
        ({"name": "x", "base": "brandubh", "start": str(variants.BRANDUBH.start).splitlines()}, True),
        ({"base": "brandubh"}, True),
        ({"name": "x", "size": 7}, False),
        ({"name": "x", "base": "brandubh", "excape": "edge"}, False),
        ({"name": "x", "base": "brandubh", "king": "feeble"}, False),
        ({"name": "x", "base": "brandubh", "hammer": ["king", "folk"]}, False),
        ({"name": "x", "base": "brandubh", "zones": [{"name": "moat"}]}, False),
        ({"name": "x", "base": "brandubh", "format": "hnefatafl ruleset 2"}, False),
    ],
)
def test_what_people_write(text: dict[str, object], valid: bool) -> None:
    assert validator("ruleset").is_valid(text) is valid
    if valid:
        assert notation.parse_rules(json.dumps(text)).name == text.get("name", "brandubh")
    else:
        with pytest.raises(StructureError):
            notation.parse_rules(json.dumps(text))
