"""Texts of others in messages and on the terminal: nothing in them moves the cursor, hides something or fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hnefatafl.errors import (
    HnefataflError,
    NotationError,
    NotExpressibleError,
    RulesetError,
    StructureError,
    UnknownLanguageError,
    UnknownVariantError,
)
from tafl.cli import main

EVIL = "\x1b]0;title\x07\x9b31m\u202e\x7f"
"""Sequences that set a terminal's title and colours, and turn the direction of the text."""


def hostile(text: str) -> list[str]:
    """The characters of the text that may not be shown."""
    return [letter for letter in text if not letter.isprintable() and letter not in "\n\t"]


def errors() -> Iterator[HnefataflError]:
    for name in (EVIL, "\ud800", "x" * 100_000, f"{EVIL}\n" * 2):
        yield HnefataflError(name)
        yield NotationError(name, name, len(name) // 2)
        yield RulesetError([name] * 30)
        yield StructureError([name])
        yield NotExpressibleError(name, [name])
        yield UnknownVariantError(name)
        yield UnknownLanguageError(name)


def test_messages_can_be_shown_and_written() -> None:
    for error in errors():
        message = str(error)
        assert not hostile(message)
        assert message.encode()
        assert len(message) < 6000


def test_a_message_names_the_beginning_of_a_long_list() -> None:
    assert str(RulesetError([f"reason {n}" for n in range(25)])).endswith("reason 19; and 5 more")


def test_errors_keep_what_was_given() -> None:
    assert UnknownVariantError(EVIL).name == EVIL
    assert RulesetError([EVIL]).reasons == (EVIL,)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Rules with a hostile text wherever one can stand, in a file of a hostile name."""
    zone = {"name": f"z{EVIL}", "squares": "a2"}
    data = {"name": f"n{EVIL}", "base": "brandubh", "source": f"s{EVIL}", "notes": f"o{EVIL}", "zones": [zone]}
    path = tmp_path / f"rules{EVIL.replace('/', '')}.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("variants", "{}"),
        ("variants", "diff", "{}", "brandubh"),
        ("rules", "{}"),
        ("show", "{}"),
        ("show", "{}", "--moves", "d1-z9\x1b"),
        ("show", f"/7/7/{EVIL}", "--variant", "brandubh"),
        ("show", f"no{EVIL}"),
        ("replay", f"no{EVIL}"),
        ("replay", "--variant", "{}", "games.csv"),
        ("replay", "--variant", "brandubh", "games.csv"),
        ("convert", "--variant", "{}", "games.csv", "--to", "hnefatafl-rs"),
        ("convert", f"--to={EVIL}", "games.csv"),
        ("check", "{}", "--examples", "1"),
        ("play", "{}", "--side", "none", "--seed", "1"),
        ("perft", "{}", f"1{EVIL}"),
        (EVIL,),
    ],
)
def test_nothing_of_a_file_reaches_the_terminal(
    house: Path, tmp_path: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.csv"
    games.write_text(f"d1-c1 {EVIL} c4-c2,0,0,{EVIL}\n", "utf-8")
    main([each.format(house) if "{}" in each else str(games) if each == "games.csv" else each for each in arguments])
    captured = capsys.readouterr()
    assert captured.out + captured.err
    assert not hostile(captured.out + captured.err)


def test_data_for_other_programs_is_whole(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", str(house), "--json"]) == 0
    out = capsys.readouterr().out
    assert not hostile(out)
    assert json.loads(out)["name"] == f"n{EVIL}"


def test_a_board_keeps_its_colours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "brandubh", "--color", "always"]) == 0
    assert "\x1b[0;" in capsys.readouterr().out
