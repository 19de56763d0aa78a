"""Texts of others in messages and on the terminal: nothing in them moves the cursor, hides something or fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hnefatafl.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    HnefataflError,
    NotationError,
    NotExpressibleError,
    RulesetError,
    StructureError,
    UnknownLanguageError,
    UnknownVariantError,
)
from hnefatafl.support.arguments import as_tuple, check, check_number
from hnefatafl.support.hosts import LOOPBACK, is_own
from hnefatafl.support.shares import Shares
from hnefatafl.support.tallies import wilson
from hnefatafl.support.texts import counted, printable, shortened
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


def test_texts_are_cut_to_their_limit() -> None:
    assert [shortened("abcdefgh", limit) for limit in (9, 8, 7)] == ["abcdefgh", "abcdefgh", "abcd..."]


def test_numbers_of_things() -> None:
    assert [counted(number, "game") for number in (0, 1, 2, 1000)] == ["0 games", "1 game", "2 games", "1,000 games"]
    assert [counted(number, "ply") for number in (1, 2)] == ["1 ply", "2 plies"]


def test_lines_keep_their_breaks_and_tabs() -> None:
    assert printable("a\tb\nc", "\n\t") == "a\tb\nc"
    assert "\x1b" not in printable("\x1b[31m", "\n\t") + printable("\x1b[31m") + shortened("\x1b[31m")
    assert "\n" not in printable("a\nb")


@pytest.mark.parametrize(("number", "fits"), [(0, False), (1, True), (9, True), (10, False)])
def test_a_number_may_be_its_least_and_its_most(number: int, fits: bool) -> None:
    if fits:
        check_number("number", number, 1, 9)
        return
    with pytest.raises((ArgumentTypeError, ArgumentValueError)):
        check_number("number", number, 1, 9)


def test_what_is_optional_may_be_none_and_nothing_else() -> None:
    check_number("number", None, 1, optional=True)
    check("text", None, str, optional=True)
    for optional in (True, False):
        with pytest.raises(ArgumentTypeError, match="text: a text"):
            check("text", 5, str, optional=optional)
    with pytest.raises(ArgumentTypeError):
        check("text", None, str)


def test_a_text_is_no_list_of_texts() -> None:
    assert as_tuple("names", ["a", "b"], str) == ("a", "b")
    for wrong in ("ab", 5, None):
        with pytest.raises(ArgumentTypeError, match="names"):
            as_tuple("names", wrong, str)  # type: ignore[arg-type] # that is the test


def test_an_interval_lies_between_nothing_and_all() -> None:
    assert wilson(0.0, 10, 2)[0] == 0.0
    assert wilson(1.0, 10, 2)[1] == 1.0
    low, high = wilson(0.5, 100, 2)
    assert 0.4 < low < 0.5 < high < 0.6
    assert low + high == pytest.approx(1)


@pytest.mark.parametrize(
    ("host", "keyed", "own"),
    [
        ("localhost:8000", False, True),
        ("localhost.", False, True),
        ("example.org", True, False),
        ("192.0.2.1", False, False),
        ("192.0.2.1:80", True, True),
        ("[2001:db8::1]:80", True, True),
        ("[", True, False),
    ],
)
def test_only_with_a_key_any_address_is_ones_own(host: str, keyed: bool, own: bool) -> None:
    assert is_own(host, LOOPBACK, keyed) is own


def test_who_has_more_than_an_equal_share_gives_way() -> None:
    shares: Shares[str] = Shares(6)
    for thing, size in (("a1", 3), ("a2", 1), ("b1", 2)):
        shares.keep(thing[0], thing, size)
    assert shares.make_room("b", 1) == ["a2"], "three for each"
    shares.keep("a", "a2", 0)
    shares.keep("b", "b2", 1)
    assert shares.make_room("b", 1) is None, "both have their share"
    assert shares.make_room("c", 3) is None
    assert shares.make_room("c", 2) is not None
