"""``tafl analyse``: positions searched, and games annotated."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest

from hnefatafl import Game, Move, Position, Side, variants
from hnefatafl.notation import json as records
from hnefatafl.notation import otn, toml
from hnefatafl.rules import Die
from hnefatafl.search import Analysis, Searcher
from tafl.cli import main

ESCAPE = "/2t4/2T4/1t5/K6/t6/7/7/"
"""The king wins by a4-a1; otherwise the attackers take him by b3-a3."""
GAME = f"""[rules:dim:7 name:brandubh atkf:y ks:c start:{ESCAPE}]
[event:A blunder]

1. ..... c2-d2
[Bold.]
"""

NETWORKS = files("hnefatafl.search") / "networks"

Tafl = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def tafl(capsys: pytest.CaptureFixture[str]) -> Tafl:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["analyse", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_a_variant(tafl: Tafl) -> None:
    status, out, err = tafl("brandubh", "--depth", "2", "--ascii")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "brandubh"
    assert "attackers to move, 40 legal moves" in lines
    assert lines[-5].startswith("attackers ")
    assert lines[-5].count("#") + lines[-5].count("-") >= 20
    assert lines[-4].startswith("depth 2, ")
    assert [line[:3] for line in lines[-3:]] == [" 1.", " 2.", " 3."]


def test_the_same_nodes_give_the_same_lines(tafl: Tafl) -> None:
    found = [tafl("brandubh", "--nodes", "2000", "--json")[1] for _ in range(2)]
    first, second = map(json.loads, found)
    assert first.pop("seconds") >= 0
    second.pop("seconds")
    assert first == second
    assert first["variant"] == "brandubh"
    assert len(first["lines"]) == 3


def test_a_position(tafl: Tafl) -> None:
    arguments = (ESCAPE, "--variant", "brandubh", "--turn", "defenders", "--depth", "2", "--lines", "1")
    _, out, _ = tafl(*arguments)
    assert "attackers   0% [--------------------] 100% defenders  defenders: wins in 1 ply (proven)\n" in out
    assert out.endswith(" 1. wins in 1 ply  a4-a1\n")
    _, out, _ = tafl(*arguments, "--moves", "c2-d2")
    assert "attackers: wins in 1 ply (proven)" in out
    _, out, _ = tafl(*arguments, "--moves", "a4-a1")
    assert out.endswith("\nthe defenders win: the king has escaped\n")
    assert out.count("the defenders win: the king has escaped") == 1


def test_a_record(tafl: Tafl, here: Path) -> None:
    (here / "game.otg").write_text(GAME, "utf-8")
    status, out, _ = tafl("game.otg", "--depth", "2")
    assert status == 0
    assert "brandubh, after 1 ply: c2-d2" in out
    assert "attackers: wins in 1 ply (proven)" in out
    _, out, _ = tafl("game.otg", "--depth", "2", "--moves", "c1-d1")
    assert "defenders: wins in 1 ply (proven)" in out
    assert "--turn cannot be used with it" in tafl("game.otg", "--turn", "attackers")[2]
    assert "there is no game 2, only 1" in tafl("game.otg", "--game", "2")[2]
    (here / "game.otg").write_text(GAME.replace("c2-d2", "c2-d7"), "utf-8")
    assert tafl("game.otg")[0] == 1


def test_a_terminal_shows_each_depth(tafl: Tafl, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["analyse", "brandubh", "--depth", "3", "--ascii"]) == 0
    assert [line[:9] for line in out.getvalue().splitlines() if line.startswith("depth  ")] == [
        "depth  1 ",
        "depth  2 ",
        "depth  3 ",
    ]
    out.truncate(0)
    assert main(["analyse", "brandubh", "--depth", "3", "--no-progress"]) == 0
    assert "depth  1" not in out.getvalue()


def test_an_interrupt_shows_what_was_found(tafl: Tafl, monkeypatch: pytest.MonkeyPatch) -> None:
    iterate = Searcher.iterate

    def interrupted(self: Searcher, *arguments: object) -> Iterator[Analysis]:
        yield next(iterate(self, *arguments))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(Searcher, "iterate", interrupted)
    status, out, _ = tafl("brandubh")
    assert status == 130
    assert "\ndepth 1, " in out


def test_a_game_is_annotated(tafl: Tafl, here: Path) -> None:
    (here / "game.otg").write_text(GAME, "utf-8")
    status, out, err = tafl("game.otg", "--annotate", "--nodes", "500")
    assert (status, err) == (0, "")
    game = otn.parse_game(out)
    note = game.moves[0].note
    assert note is not None
    assert (note.glyph, note.comment) == ("??", "Bold. (the attackers win in 1 ply)")
    assert [str(move.move) for move in game.variations[0].moves] == ["a4-a1"]
    assert game.tags["event"] == "A blunder"
    # In another dialect, into a file.
    status, out, _ = tafl("game.otg", "--annotate", "--nodes", "500", "--to", "json", "-o", "new.json")
    assert out == "written: new.json\n"
    again = records.parse_game((here / "new.json").read_text("utf-8"))
    assert (again.moves[0].note, len(again.variations)) == (note, 1)
    assert "the file exists" in tafl("game.otg", "--annotate", "-o", "new.json")[2]


def test_which_game_of_many(tafl: Tafl, here: Path) -> None:
    (here / "games.csv").write_text("# variant: magpie\nd1-c1,0,0,\nd1-b1 c4-c2,0,0,\nd1-d9,0,0,\n", "utf-8")
    status, _, err = tafl("games.csv", "--annotate")
    assert status == 2
    assert "archive has neither comments nor variations: give --to otn or --to json" in err
    assert "3 games, and otn has one game a text: give --game K" in tafl("games.csv", "--annotate", "--to", "otn")[2]
    status, out, err = tafl("games.csv", "--annotate", "--to", "otn", "--game", "2", "--depth", "1")
    assert (status, err) == (0, "")
    assert len(otn.parse_game(out).moves) == 2
    status, out, err = tafl("games.csv", "--annotate", "--to", "otn", "--game", "3", "--depth", "1")
    assert status == 1
    assert "games.csv: game 3: illegal move d1-d9" in err
    assert "there is no game 4, only 3" in tafl("games.csv", "--annotate", "--to", "otn", "--game", "4")[2]


def test_what_is_lost_is_said(tafl: Tafl, here: Path) -> None:
    rules = variants.BRANDUBH.evolve(name="house", die=Die())
    start = Position.parse("/7/7/3t3/K2t3/3t3/7/t6/", rules, Side.DEFENDERS)
    game = Game(ruleset=rules, start=start).roll(2).add([Move.parse("a4-a5")])
    (here / "game.json").write_text(records.format_game(game), "utf-8")
    status, _, err = tafl("game.json", "--annotate", "--depth", "1", "--to", "otn")
    assert status == 0
    assert "lost: rules (die" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a ruleset, as in: tafl analyse brandubh"),
        (("--annotate",), "name a file of games, as in: tafl analyse game.otg --annotate"),
        (("no-such-game",), "no ruleset is named"),
        (("brandubh", "--nodes", "0"), "argument --nodes: a number from 1 to 999999999 was expected, not 0"),
        (("brandubh", "--seconds", "x"), "argument --seconds: a number of seconds was expected"),
        (("brandubh", "--lines", "0"), "argument --lines: a number from 1 to 999999999 was expected, not 0"),
        (("brandubh", "--memory", "99999"), "memory: a number from 1 to 65536 MB was expected"),
        (("--serve", "--origin", "http://localhost"), "--origin goes with --listen"),
        (("brandubh", "--to", "otn"), "--to is for --annotate"),
        (("brandubh", "-o", "x"), "--output is for --annotate"),
        (("x.otg", "--annotate", "--json"), "--json is for a position, not for --annotate"),
        (("x.otg", "--annotate", "--turn", "attackers"), "--turn is for a position, not for --annotate"),
        (("x.otg", "--annotate"), "x.otg: No such file"),
        ((ESCAPE,), "a position needs its rules"),
        (("brandubh", "--jobs", "2", "--seconds", "0.5"), "--jobs is for searches of a second or more: "),
    ],
)
def test_faults(tafl: Tafl, arguments: tuple[str, ...], said: str) -> None:
    status, out, err = tafl(*arguments)
    assert (status, out) == (2, "")
    assert said in err


def test_a_proved_win_is_said(tafl: Tafl) -> None:
    """Within this depth the search alone sees a win in seven plies."""
    typed = ("/2T1t2/4T2/t2K2T/t5t/2T4/3t3/2t4/", "--variant", "brandubh", "--turn", "defenders", "--lines", "1")
    status, out, _ = tafl(*typed, "--nodes", "16500", "--depth", "5")
    assert status == 0
    assert "defenders: wins in 5 plies (proven)" in out


def test_an_evaluation_of_another_size_is_refused_before_the_board(tafl: Tafl) -> None:
    path = str(NETWORKS / "brandubh.json")
    status, out, err = tafl("copenhagen", "--nodes", "9", "--evaluation", path)
    assert (status, out) == (2, "")
    assert "evaluation: one for a board of 11×11 squares was expected" in err


def test_a_file_of_positions_has_no_games(tafl: Tafl, here: Path) -> None:
    (here / "board.txt").write_text(f"{ESCAPE}\n", "utf-8")
    assert "there are positions in it and no games" in tafl("board.txt", "--annotate")[2]


def test_a_pending_roll(tafl: Tafl, here: Path) -> None:
    (here / "house.toml").write_text(
        toml.format_rules(variants.BRANDUBH.evolve(name="house", die=Die())), encoding="utf-8"
    )
    typed = ("/7/7/3t3/K2t3/3t3/7/t6/", "--variant", "house.toml", "--turn", "defenders", "--nodes", "200", "--json")
    status, out, _ = tafl(*typed, "--roll", "2", "--lines", "20")
    assert status == 0
    first = {line["moves"][0] for line in json.loads(out)["lines"]}
    assert first == {"a4-a5", "a4-a6", "a4-a3", "a4-a2", "a4-b4", "a4-c4"}
    assert "a die of 6" in tafl(*typed, "--roll", "7")[2]
    assert tafl("brandubh", "--roll", "2")[2] == "tafl: --roll: brandubh has no die (tafl analyse --help explains)\n"
