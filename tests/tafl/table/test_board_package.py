"""The board as a package of npm: its messages are those of its schema, and it does what its README says."""

from __future__ import annotations

import contextlib
import json
import re
import runpy
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import hnefatafl
from hnefatafl import Position, Side, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import archive
from hnefatafl.records import Game
from hnefatafl.render.page import component_file
from hnefatafl.rules import Die
from hnefatafl.search import Limit, analyse
from tafl.table import Table, analysis_message, hint_message

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("schema")]

ROOT: Final = Path(__file__).parents[3]
SCHEMA: Final[Any] = json.loads(files(hnefatafl).joinpath("schema", "board-1.json").read_text("utf-8"))
DEFINED: Final[Any] = SCHEMA["$defs"]
UNUSED: Final = {"ply", "winner", "version"}
"""What views have for others than the board."""
SCRIPT: Final = component_file("board.js")
"""The board."""


@cache
def validator(name: str) -> Any:
    """What tells whether data are a message, or an action. It is loaded for the first test that asks, since that takes
    seconds."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": DEFINED})


def check(message: object) -> None:
    validator("message").validate(json.loads(json.dumps(message)))


def types_of(name: str) -> set[str]:
    """The types of the messages, or of the actions."""
    found: set[str] = set()
    waiting = [DEFINED[name]]
    while waiting:
        schema = waiting.pop()
        if "oneOf" in schema and "properties" not in schema:
            waiting += [DEFINED[each["$ref"].rpartition("/")[2]] for each in schema["oneOf"]]
        else:
            found.add(schema["properties"]["type"]["const"])
    return found


def block(name: str) -> str:
    """The text of an object of the script, without what is nested in it."""
    _, _, rest = SCRIPT.partition(f"  const {name} = {{\n")
    assert rest, name
    return rest.partition("\n  };")[0]


def keys(name: str) -> set[str]:
    return set(re.findall(r"^    (\w+)(?:[(:,])", block(name), re.MULTILINE))


def test_it_is_a_schema_whose_definitions_are_all_used() -> None:
    validator("message").check_schema(SCHEMA)
    used = {name.rpartition("/")[2] for name in re.findall(r'"\$ref": "([^"]*)"', json.dumps(SCHEMA))}
    assert used == set(DEFINED)


def test_the_script_takes_and_sends_what_the_schema_has() -> None:
    assert keys("answers") == types_of("message")
    assert set(re.findall(r'send\(\{ type: "(\w+)"', SCRIPT)) == types_of("action")
    own = {"flip", "zoom", "copy"}  # what the board does by itself
    assert (keys("actions") | keys("further")) - own | {"lines", "mark"} == set(DEFINED["offer"]["enum"])
    view = {*re.findall(r"\b(?:view|message)\.(\w+)", SCRIPT)} | set(
        re.findall(r"view\.(\w+)", component_file("drawing.js"))
    )
    assert set(DEFINED["view_message"]["properties"]) - view == UNUSED
    assert UNUSED.isdisjoint(DEFINED["view_message"]["required"])


@pytest.mark.parametrize("name", ["brandubh", "berserk", "tablut", "magpie", "foteviken-tablut"])
def test_messages_of_random_games_are_valid(name: str) -> None:
    chance = Random(5)
    for rules in (variants.get(name), variants.get(name).evolve(die=Die())):
        table = Table(Game.from_position(Position.initial(rules, Side.ATTACKERS)), chance=chance)
        check(table.board(offers=["hint", "lines"]))
        check(table.board(offers=["analyse"], cores=2))
        for _ in range(40):
            version = table.view()["version"]
            kind = chance.choice(["play", "play", "play", "roll", "stop", "take_back", "delete", "mark"])
            moves = sorted(table.position.legal_moves())
            move = str(chance.choice(moves)) if moves else ""
            with contextlib.suppress(HnefataflError):
                table.act({"type": kind, "move": move, "node": table.node, "shapes": ["Gd1c1", "Re4"]})
            check(table.view())
            check(table.view(0, since=version))


def test_changes_of_the_list_are_valid() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    told: list[str] = []
    played = {"type": "play", "move": "d1-c1"}
    for action in (played, {"type": "take_back"}, {**played, "move": "d1-e1"}, {"type": "promote"}, {"type": "delete"}):
        version = table.view()["version"]
        table.act(action)
        view = table.view(since=version)
        check(view)
        told += [kind for kind, _ in view["changes"]]
    assert told == ["added", "added", "promoted", "removed"]


def test_analyses_are_valid() -> None:
    analysis = analyse(Position.initial(variants.BRANDUBH), Limit(nodes=200), lines=2)
    check(analysis_message(analysis, 0))
    check({"type": "analysis", "on": False})
    check(hint_message(analysis))


def spoilt(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A message without each of its fields in turn, and with one that nobody knows."""
    for name in message:
        yield {key: value for key, value in message.items() if key != name}
    yield {**message, "colour": "red"}


def test_what_is_spoilt_is_not_valid() -> None:
    table = Table(Game(ruleset=variants.BRANDUBH))
    for message in (table.board(), table.view()):
        for wrong in spoilt(message):
            assert validator("message").is_valid(wrong) is (
                message.keys() - wrong.keys() <= UNUSED | {"men"} and "colour" not in wrong
            )
    assert not validator("message").is_valid({**table.view(), "changes": []}), "the list and its changes"


# The package.


@pytest.fixture(scope="module")
def package() -> dict[str, str]:
    texts: dict[str, str] = runpy.run_path(str(ROOT / "scripts" / "make_board.py"))["package"]()
    return texts


def test_the_types_are_those_of_the_script(package: dict[str, str]) -> None:
    types = package["board.d.ts"]
    (taken,) = re.findall(r"export function mount\(element, \{ (.*) \}\)", SCRIPT)
    options = types.partition("export interface Options {")[2].partition("\n}")[0]
    assert re.findall(r"(\w+)(?: = [^,]+)?(?:,|$)", taken) == re.findall(r"^  (\w+)\??[(:]", options, re.MULTILINE)
    declared = set(re.findall(r"^export (?:type|interface) (\w+)", types, re.MULTILINE))
    assert {name.title().replace("_", "") for name in DEFINED} <= declared
    used = set(re.findall(r"\b[A-Z][A-Za-z]+\b", re.sub(r"/\*\*.*?\*/", "", types, flags=re.DOTALL)))
    assert used - declared == {"Record", "HTMLElement", "Node"}
    assert "Node" not in declared, "a name of the browser"


def test_what_is_packed(package: dict[str, str], tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("no npm")
    for name, text in package.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "other.txt").touch()
    words = ["npm", "pack", "--dry-run", "--json", "--offline", "--cache", str(tmp_path / "cache")]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    (told,) = json.loads(done.stdout)
    assert {each["path"] for each in told["files"]} == set(package)
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+\.\d+)?", told["version"])
    described = json.loads(package["package.json"])
    names = [described["types"], *described["exports"]["."].values(), *list(described["exports"].values())[1:]]
    assert {name.removeprefix("./") for name in names} <= set(package)


def test_the_messages_of_the_readme_are_valid(package: dict[str, str]) -> None:
    text = package["README.md"]
    shown = [*re.findall(r"```json\n(.*?)```", text, re.DOTALL), *re.findall(r'`(\{"type".*?\})`', text)]
    told = [json.loads(each) for each in shown]
    for each in told:
        kind = "action" if each["type"] in ("play", "go") else "message"
        validator(kind).validate(each)
    assert {each["type"] for each in told} == types_of("message") - {"board"} | {"play", "go"}
    assert types_of("action") <= set(re.findall(r"`(\w+)`", text)) | {"play", "go"}


def recorded() -> tuple[Game, dict[str, Any]]:
    """A game, and what the example writes of it."""
    with open(ROOT / "examples" / "games" / "brandubh.csv", encoding="utf-8") as file:
        game = next(archive.parse_games(file, variants.BRANDUBH))
    messages: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "board_messages.py"))["messages"](game)
    return game, messages


def test_the_example_writes_messages() -> None:
    game, written = recorded()
    check(written["board"])
    assert len(written["views"]) == len(game.moves) + 1
    for view in written["views"]:
        check(view)
