"""Rulesets in files, for every command that takes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hnefatafl import Position, Region, variants
from hnefatafl.notation import json, otn, toml
from tafl.cli import main

HOUSE = otn.parse_rules(otn.format_rules(variants.TABLUT)).evolve(name="House")
FILES = {
    "house.toml": toml.format_rules(HOUSE),
    "house.JSON": json.format_rules(HOUSE),
    "house.otn": otn.format_rules(HOUSE),
    "house.otr": "\ufeff" + otn.format_rules(HOUSE) + "\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def tells(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("folder", ["", "./"])
def test_every_command_takes_them(capsys: pytest.CaptureFixture[str], name: str, folder: str) -> None:
    path = folder + name
    moves = len(Position.initial(HOUSE).legal_moves())
    Path("game.csv").write_text("d1-c1 e3-d3,0,0,Ongoing\n", "utf-8")
    assert tells(capsys, "show", path).startswith("House\n")
    assert tells(capsys, "show", HOUSE.start.record, "--variant", path).startswith("House\n")
    assert tells(capsys, "variants", path).startswith("House (behaviour version 1)\n")
    assert tells(capsys, "rules", path) == f"{HOUSE.describe()}\n"
    assert tells(capsys, "perft", path, "1").startswith(f"depth 1: {moves} nodes")
    assert main(["convert", "game.csv", "--variant", path, "--to", "otn"]) == 0
    assert "name:House" in capsys.readouterr().out
    assert tells(capsys, "replay", "game.csv", "--variant", path) == "game.csv: House, 1 game, 2 plies: all agree\n"


def test_faults_name_the_file(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "bad.toml").write_text('name = 7\nbase = "brandubh"\nexcape = "edge"\n', "utf-8")
    assert fails(capsys, "show", "bad.toml") == (
        "tafl: bad.toml:\n    name: a text was expected, not 7\n"
        "    excape: there is no such name; did you mean escape?\n"
        "(tafl show --help explains)\n"
    )
    (here / "bad.json").write_text('{"name": }', "utf-8")
    assert fails(capsys, "rules", "bad.json") == (
        'tafl: bad.json: JSON was expected: Expecting value (line 1, column 10)\n    {"name": }\n             ^\n'
        "(tafl rules --help explains)\n"
    )
    (here / "odd.toml").write_text('name = "x"\nbase = "brandubh"\nsize = 9\nthrone = "none"', "utf-8")
    assert fails(capsys, "perft", "odd.toml", "1").startswith("tafl: odd.toml:\n    the start layout has size 7")
    (here / "latin.toml").write_bytes(b'name = "Br\xe4ndubh"')
    assert (
        fails(capsys, "variants", "latin.toml")
        == "tafl: latin.toml: not a text file in UTF-8 (tafl variants --help explains)\n"
    )
    (here / "long.toml").write_bytes(b"#" * (1 << 20 | 1))
    assert (
        fails(capsys, "variants", "long.toml")
        == "tafl: long.toml: longer than 1,048,576 bytes (tafl variants --help explains)\n"
    )
    assert (
        fails(capsys, "replay", "--variant", "none.toml")
        == "tafl: none.toml: No such file or directory (tafl replay --help explains)\n"
    )
    (here / "rules.txt").write_text(otn.format_rules(HOUSE), "utf-8")
    assert fails(capsys, "show", "rules.txt") == (
        "tafl: rules.txt: a file of rules ends in .toml, .json, .otn, .otr (tafl show --help explains)\n"
    )


def test_a_name_comes_before_a_file_without_an_ending(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "brandubh").write_text("no rules", "utf-8")
    assert tells(capsys, "show", "brandubh").startswith("brandubh\n")
    assert variants.BRANDUBH.escape == Region.CORNERS


EXAMPLES = Path(__file__).parents[3] / "examples" / "rules"


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_the_examples_are_games(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    out = tells(capsys, "play", str(path), "--side", "none", "--player", "random", "-o", "game.json")
    assert json.parse_game(Path("game.json").read_text("utf-8")).replay().agrees
    assert " win: " in out or "draw: " in out
    rules = toml.parse_rules(path.read_text("utf-8"))
    assert toml.parse_rules(toml.format_rules(rules)) == rules


def test_the_examples_say_what_the_page_says() -> None:
    house = toml.parse_rules((EXAMPLES / "house.toml").read_text("utf-8"))
    assert set(house.diff(variants.BRANDUBH)) == {"escape", "throne"}
