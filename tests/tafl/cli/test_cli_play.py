"""``tafl play``: games that are typed in, and the answers to what is typed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from hnefatafl import Side, Termination, variants
from hnefatafl.notation import json, otn, toml
from hnefatafl.rules import Announcements, Berserk, Call, Die, Passing
from tafl.cli import main


class Typed:
    """What is typed at a terminal, or comes by a pipe."""

    def __init__(self, *lines: str, terminal: bool = False, interrupt: bool = False) -> None:
        self.lines = list(lines)
        self.terminal = terminal
        self.interrupt = interrupt

    def isatty(self) -> bool:
        return self.terminal

    def readline(self, size: int = -1) -> str:
        if self.lines:
            return self.lines.pop(0) + "\n"
        if self.interrupt:
            raise KeyboardInterrupt
        return ""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


class Tafl:
    """The command ``tafl play --ascii``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, typed: Typed, *arguments: str, status: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", typed)
        assert main(["play", "--ascii", *arguments]) == status
        captured = self.capsys.readouterr()
        assert (captured.err == "") == (status in (0, 130))
        return captured.err or captured.out


@pytest.fixture
def tafl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tafl:
    return Tafl(monkeypatch, capsys)


def test_a_game_by_a_pipe(tafl: Tafl) -> None:
    out = tafl(Typed("d1-c1", "", "d3 c3", " e4-e3 "))
    assert out.startswith("Type a move such as d1-d3, or help.\n\nbrandubh\n\n7 <.> .  .  t  .  . <.>\n")
    assert out.count("\nbrandubh, after ") == 2
    assert "\nbrandubh, after 2 plies: d3-c3\n" in out
    assert out.endswith("illegal move e4-e3: the piece belongs to the other side (e4)\n")


def test_captures_and_the_end_are_told(tafl: Tafl) -> None:
    record = "/2t4/2T4/1t5/7/7/7/1K4t/"
    out = tafl(Typed("b3-c3", "c1-c2", "undo", "b3-c3", "g7-g6"), record, "--variant", "brandubh")
    assert out.count("b3-c3 captures the defender on c2: between two enemies\n") == 2
    out = tafl(Typed("b1-a1", "d7-d6"), "/1K5/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders")
    assert "\nthe defenders win: the king has escaped\n" in out
    assert out.endswith("illegal move d7-d6: the game is over\n")


def test_questions(tafl: Tafl) -> None:
    out = tafl(
        Typed("help", "why d1-d4", "WHY d1 e1", "moves d1", "moves d4", "moves x", "undo", "jump", "rules", "board")
    )
    assert "why MOVE          say why a move is illegal" in out
    assert "d1-d4 is not legal: another piece stands in the way (d2)\n" in out
    assert "d1-e1 is legal\n" in out
    assert "\nd1: b1 c1 e1 f1\n" in out
    assert "there is no legal move from d4\n" in out
    assert "there is nothing to take back\n" in out
    assert "    jump\n    ^\n(help lists the commands)\n" in out
    assert variants.BRANDUBH.describe() in out
    assert out.count("attackers to move, 40 legal moves") == 2
    assert "f1-e1 captures" not in out


@pytest.mark.parametrize(
    ("options", "offered"),
    [
        (dict[str, Any](), set[str]()),
        ({"die": Die()}, {"roll"}),
        ({"announcements": Announcements(way_out=Call.MUST)}, {"silent MOVE", "silent"}),
        ({"may_pass": Passing.ATTACKERS}, {"pass"}),
        ({"berserk": Berserk.MAY_CAPTURE}, {"stop"}),
        ({"berserk": Berserk.MUST_CAPTURE}, set[str]()),
    ],
)
def test_the_help_lists_what_the_rules_have(options: dict[str, Any], offered: set[str], tafl: Tafl) -> None:
    Path("house.toml").write_text(toml.format_rules(variants.BRANDUBH.evolve(name="house", **options)), "utf-8")
    out = tafl(Typed("help"), "house.toml")
    shown = {line[:18].strip() for line in out.splitlines() if line[17:18] == " " and line[18:].strip()}
    assert "quit" in shown
    assert shown & {"silent MOVE", "silent", "roll", "pass", "stop"} == offered


def test_announcements(tafl: Tafl) -> None:
    moves = ("e3-f3", "d9-c9", "e4-d4", "c9-b9", "e5-e3")
    assert "the defenders announce: raichi\n" in tafl(Typed(*moves), "foteviken-tablut")


RAICHI: Final = ("e3-f3", "d9-c9", "e4-d4", "c9-b9")
"""After these the king of foteviken-tablut can open a way for himself by e5-e3."""


def test_the_comment_that_a_record_begins_with_is_shown(tafl: Tafl, here: Path) -> None:
    text = '{"ruleset": "brandubh", "moves": ["d1-c1"], "note": {"comment": "Watch\\nthe \\u001b corner."}}'
    (here / "game.json").write_text(text, "utf-8")
    shown = "Watch\nthe \ufffd corner.\n\n"
    assert tafl(Typed(), "game.json").startswith(f"{shown}Type a move")
    assert main(["show", "game.json", "--ascii"]) == 0
    assert tafl.capsys.readouterr().out.startswith(f"{shown}brandubh, after 1 ply: d1-c1\n")


def test_a_way_out_can_be_kept_back(tafl: Tafl) -> None:
    out = tafl(Typed(*RAICHI, "silent e5-e3", "b9-b8", "e3-a3"), "foteviken-tablut")
    assert "the defenders do not announce: raichi\n" in out
    assert out.endswith("illegal move e3-a3: the way out was not announced, so the king may not leave now (a3)\n")


OPENED: Final = ("/9/2t6/9/9/2t6/t8/t1K5t/9/2t6/", "--variant", "foteviken-tablut", "--turn", "attackers")


def test_a_way_out_that_the_opponent_opens_can_be_kept_back(tafl: Tafl) -> None:
    said = tafl(Typed("i7-i8", "c7-i7"), *OPENED)
    assert "the defenders announce: raichi\n" in said
    assert "the defenders win: the king has escaped\n" in said
    silent = tafl(Typed("i7-i8", "silent", "c7-i7", "c7-d7", "a1-a2", "undo"), *OPENED)
    assert "the defenders do not announce: raichi\n" in silent
    assert "illegal move c7-i7: the way out was not announced, so the king may not leave now (i7)\n" in silent


def test_there_may_be_nothing_to_keep_back(tafl: Tafl) -> None:
    nothing = "there is no way out to keep silent about\n"
    assert tafl(Typed("silent")).endswith(nothing)
    assert tafl(Typed("silent d1-c1", "silent")).endswith(nothing)
    assert tafl(Typed("i7-i8", "silent", "silent"), *OPENED).endswith(nothing)


def test_the_computer_plays_at_random_and_by_its_seed(tafl: Tafl) -> None:
    out = tafl(Typed("d1-c1", "undo", "quit", "nonsense"), "--player", "random", "--seed", "5")
    assert out.startswith("The computer plays the defenders (random).\n")
    assert out.count("the defenders play ") == 1
    assert out.count("\nattackers to move, 40 legal moves\n") == 2
    assert "nonsense" not in out
    again = tafl(Typed("d1-c1", "undo", "quit", "nonsense"), "--player", "random", "--seed", "5")
    assert out == again


@pytest.mark.parametrize("ending", [".otg", ".json"])
def test_a_game_of_the_computer_against_itself_is_written(tafl: Tafl, here: Path, ending: str) -> None:
    out = tafl(Typed(), "--side", "none", "--player", "random", "--seed", "4", "-o", f"game{ending}")
    assert "The computer plays both sides" in out
    text = (here / f"game{ending}").read_text("utf-8")
    game = otn.parse_game(text, variants.BRANDUBH) if ending == ".otg" else json.parse_game(text)
    replay = game.replay()
    assert replay.agrees
    assert replay.outcome is not None
    assert f"\n{replay.outcome}\n" in out
    assert f"the game was saved to game{ending}\n" in out
    lost = "lost in it: rules (repetition.consequence: mover-loses instead of defenders-lose)"
    assert (lost in out) is (ending == ".otg")


def test_games_are_saved_on_the_way_and_after_an_interrupt(tafl: Tafl, here: Path) -> None:
    out = tafl(Typed("d1-c1", "save a.json", "d3-c3", "save", "save a.txt", "save no/a.otg"), "-o", "b.otg")
    assert "name a file, as in: save game.otg\n" in out
    assert "a.txt: a file of a game ends in .otg or .json\n" in out
    assert "no/a.otg: there is no folder " in out
    assert len(json.parse_game((here / "a.json").read_text("utf-8")).moves) == 1
    assert len(otn.parse_game((here / "b.otg").read_text("utf-8"), variants.BRANDUBH).moves) == 2
    assert sorted(path.name for path in here.iterdir()) == ["a.json", "b.otg"]
    tafl(Typed("d1-c1", interrupt=True), "-o", "c.json", status=130)
    assert len(json.parse_game((here / "c.json").read_text("utf-8")).moves) == 1


def test_no_other_file_is_written_over(tafl: Tafl, here: Path) -> None:
    for name in ("a.otg", "b.json"):
        (here / name).write_text("precious", "utf-8")
    out = tafl(Typed("d1-c1", "save a.otg", "save c.json", "d3-c3", "save c.json"))
    assert "a.otg: the file exists; --force overwrites it\n" in out
    assert len(json.parse_game((here / "c.json").read_text("utf-8")).moves) == 2
    tafl(Typed("d1-c1"), "-o", "b.json", status=2)
    assert {(here / name).read_text("utf-8") for name in ("a.otg", "b.json")} == {"precious"}
    tafl(Typed("d1-c1", "save b.json", "d3-c3"), "-o", "b.json", "--force")
    assert len(json.parse_game((here / "b.json").read_text("utf-8")).moves) == 2
    # The file of the record itself may be written on the way.
    tafl(Typed("d1-c1", "save d.json", "d3-c3"), "-o", "d.json")
    assert len(json.parse_game((here / "d.json").read_text("utf-8")).moves) == 2


def test_a_game_from_another_position_says_where_it_began(tafl: Tafl, here: Path) -> None:
    tafl(Typed("b1-b2"), "/1K5/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders", "-o", "g.json")
    game = json.parse_game((here / "g.json").read_text("utf-8"))
    assert game.start is not None
    assert game.start.turn is Side.DEFENDERS
    assert game.replay().agrees


def test_a_terminal_is_prompted(tafl: Tafl) -> None:
    typed = Typed("b1-a1", "undo", terminal=True)
    out = tafl(typed, "/1K5/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders")
    assert out.count("defenders> ") == 2
    assert out.count("game over> ") == 1
    assert out.endswith("defenders> \n")


def test_dice(tafl: Tafl, here: Path) -> None:
    rules = variants.HNEFATAFL_11.evolve(name="with a die", die=Die())
    (here / "die.toml").write_text(toml.format_rules(rules), "utf-8")
    start = "/11/11/2T8/t9t/11/11/11/11/5K5/11/11/"
    arguments = (start, "--variant", "die.toml", "--turn", "defenders", "--seed", "1")
    out = tafl(Typed("f9-f8", "roll", "roll", "moves", "c3-c4", "f9-f8"), *arguments, "-o", "g.json")
    assert "illegal move f9-f8: the piece moves only after a roll of the die (f9) (type roll)\n" in out
    assert "; the die may be rolled\n" in out
    assert "\nthe die shows 2\n" in out
    assert "; the die shows 2\n" in out
    assert "there is nothing to roll for in this position\n" in out
    assert "illegal move c3-c4: after the roll a piece must move that goes by the die" in out
    record = json.parse_game((here / "g.json").read_text("utf-8"))
    assert (record.moves[0].roll, record.moves[0].note) == (2, None)
    assert record.replay().agrees


def test_rolls_of_the_computer_and_back(tafl: Tafl, here: Path) -> None:
    (here / "die.toml").write_text(toml.format_rules(variants.HNEFATAFL_11.evolve(name="die", die=Die())), "utf-8")
    start = "/11/11/11/t9t/11/11/11/11/4K6/11/11/"
    arguments = (start, "--variant", "die.toml", "--turn", "defenders", "--side", "attackers", "--player", "random")
    out = tafl(Typed("a4-a5", "undo", "undo"), *arguments, "--seed", "1")
    said = re.findall(r"^(?:the defenders (?:roll|play)|\w+ to move)", out, re.MULTILINE)
    turn = ["defenders to move", "the defenders roll", "defenders to move", "the defenders play", "attackers to move"]
    # The first undo takes back the answers of the computer too; the second its first move, and it begins anew.
    assert said == [*turn, *turn, "attackers to move", *turn]


def test_a_berserk_turn_goes_on(tafl: Tafl, here: Path) -> None:
    (here / "wild.toml").write_text('name = "wild"\nbase = "brandubh"\nberserk = "must-capture"\n', "utf-8")
    record = "/2t4/2T4/1t5/7/2t1Tt1/7/1K5/"
    out = tafl(Typed("b3-c3", "f5-f6", "c3-c4"), record, "--variant", "wild.toml")
    assert "b3-c3 captures the defender on c2: between two enemies\n" in out
    assert "defenders to move" in out
    record = "/2t4/2T4/1t5/3Tt2/7/5K1/7/"
    out = tafl(Typed("b3-c3", "e4-e5", "c3-c4"), record, "--variant", "wild.toml")
    assert "attackers to move, 1 legal move; the piece on c3 goes on\n" in out
    assert "illegal move e4-e5: " in out
    assert "c3-c4 captures the defender on d4: between two enemies\n" in out


def test_a_berserk_turn_may_stop(tafl: Tafl, here: Path) -> None:
    (here / "wild.toml").write_text('name = "wild"\nbase = "brandubh"\nberserk = "may-capture"\n', "utf-8")
    record = "/2t4/2T4/1t5/3Tt2/7/4K2/7/"
    arguments = (record, "--variant", "wild.toml", "-o", "game.json")
    out = tafl(Typed("stop", "b3-c3", "moves", "stop", "stop"), *arguments)
    assert out.count("there is no turn to stop") == 2
    assert "attackers to move, 2 legal moves; the piece on c3 goes on or stops\n" in out
    assert "\nc3: stop c4\n" in out
    assert "defenders to move" in out
    assert "wild, after 2 plies: stops on c3\n" in out
    game = json.parse_game((here / "game.json").read_text("utf-8"))
    assert [move.move.is_stop for move in game.moves] == [False, True]
    assert game.replay().agrees


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("brandub-7",), "no ruleset is named 'brandub-7'"),
        (("--side", "white"), "invalid choice: 'white'"),
        (("-o", "game.txt"), "a file of a game ends in .otg or .json"),
        (("/7/7/7/7/7/7/7/", "--variant", "brandubh"), "there is no king"),
    ],
)
def test_faults(tafl: Tafl, arguments: tuple[str, ...], said: str) -> None:
    assert said in tafl(Typed(), *arguments, status=2)


def test_random_games_end_by_the_rules(tafl: Tafl, here: Path) -> None:
    tafl(Typed(), "magpie", "--side", "none", "--player", "random", "--seed", "2", "-o", "game.json")
    replay = json.parse_game((here / "game.json").read_text("utf-8")).replay()
    assert replay.outcome is not None
    assert replay.outcome.termination in Termination
    assert replay.agrees


# ------------------------------------------------------------------------------------------------------- the opponent


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--level", "1"), "the defenders (alphabeta:level=1)"),
        (("--player", "greedy"), "the defenders (greedy)"),
        (("--side", "attackers"), "the defenders (alphabeta:level=3)"),
        (("--side", "attackers", "--seconds", "0.1"), "the defenders (alphabeta:seconds=0.1)"),
        (("--player", "alphabeta:nodes=50", "--seconds", "9"), "the defenders (alphabeta:nodes=50,seconds=9.0)"),
        (("--player", "montecarlo:playouts=40,limit=9,seed=3"), "(montecarlo:playouts=40,limit=9,seed=3)"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_an_opponent_answers(tafl: Tafl, arguments: tuple[str, ...], named: str) -> None:
    out = tafl(Typed("d1-c1", "quit"), *arguments, "--seed", "2")
    assert out.startswith("The computer plays ")
    assert named in out.splitlines()[0]
    assert out.count("the defenders play ") == 1
    assert "brandubh, after 2 plies" in out


def test_a_named_opponent_can_play_either_side(tafl: Tafl) -> None:
    out = tafl(
        Typed("quit"), "--player", "greedy", "--side", "defenders", "/3K3/7/7/7/7/7/3t3/", "--variant", "brandubh"
    )
    assert out.startswith("The computer plays the attackers (greedy).")
    assert "the attackers play d7-" in out


def test_without_an_opponent_people_play_both_sides(tafl: Tafl) -> None:
    assert "The computer" not in tafl(Typed("d1-c1", "d3-c3"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--player", "alphabeth"), "no player is named 'alphabeth'; did you mean alphabeta?"),
        (("--player", "random", "--level", "3"), "the player random has no option 'level', only seed"),
        (("--player", "greedy:nodes=3"), "the player greedy has no option 'nodes', only seed"),
        (("--player", "alphabeta:level=2", "--level", "3"), "level: one value was expected, not two"),
        (("--level", "0"), "argument --level: a number from 1 to 10 was expected"),
        (("--level", "11"), "argument --level: a number from 1 to 10 was expected"),
        (("--seconds", "0"), "argument --seconds: a number of seconds was expected"),
        (("--seconds", "nan"), "argument --seconds: a number of seconds was expected"),
    ],
)
def test_no_such_opponent(tafl: Tafl, arguments: tuple[str, ...], said: str) -> None:
    assert said in tafl(Typed(), *arguments, status=2)


def test_hints(tafl: Tafl) -> None:
    out = tafl(Typed("hint", "b1-a1", "hint"), "/1K5/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders")
    assert "hint for the defenders: b1-" in out
    assert " (wins in 1 ply)\n" in out
    assert out.endswith("the game is over\n")


def test_hints_of_a_die_and_in_a_berserk_turn(tafl: Tafl, here: Path) -> None:
    (here / "dice.toml").write_text('name = "dice"\nbase = "brandubh"\nking_die = 6\n', "utf-8")
    board = "/7/7/2t4/3K3/7/7/7/"
    out = tafl(Typed("hint"), board, "--variant", "dice.toml", "--turn", "defenders")
    assert "hint for the defenders: roll (" in out
    (here / "wild.toml").write_text('name = "wild"\nbase = "brandubh"\nberserk = "must-capture"\n', "utf-8")
    out = tafl(Typed("b3-c3", "hint"), "/2t4/2T4/1t5/3Tt2/7/5K1/7/", "--variant", "wild.toml")
    assert "hint for the attackers: c3-c4 (" in out


def test_games_of_a_match_differ(tafl: Tafl, here: Path) -> None:
    tafl(Typed(), "--games", "3", "--side", "none", "--player", "random", "--seed", "3", "-o", "match.json")
    games = json.parse_match((here / "match.json").read_text("utf-8")).games
    assert len({game.moves for game in games}) == 3


# -------------------------------------------------------------------------------------------------------------- matches

SOON: Final = ("/3K3/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders")
"""The king escapes by the first move."""


def test_a_match_swaps_the_sides(tafl: Tafl, here: Path) -> None:
    out = tafl(Typed("d1-a1", "d1-g1"), "--games", "2", "-o", "match.json", *SOON)
    assert "Game 1 of 2: the first player the attackers, the second player the defenders.\n" in out
    assert "the first player 0, the second player 2 after 1 of 2 games\n" in out
    assert "Game 2 of 2: the second player the attackers, the first player the defenders.\n" in out
    assert out.endswith(
        "the first player 2, the second player 2 after 2 of 2 games\n\nthe match was saved to match.json\n"
    )
    match = json.parse_match((here / "match.json").read_text("utf-8"))
    assert (match.is_over, match.score, match.winner) == (True, (2, 2), None)
    assert all(replay.agrees for replay in match.replay())


def test_people_play_the_other_side_in_the_second_game(tafl: Tafl) -> None:
    out = tafl(Typed("d1-a1", "quit"), "--games", "2", "--side", "defenders", *SOON)
    assert "The computer plays the attackers" in out
    assert "Game 2 of 2: you the attackers, the computer the defenders.\n" in out
    assert "The computer plays the defenders" in out


def test_the_computer_plays_a_match_alone(tafl: Tafl, here: Path) -> None:
    out = tafl(Typed(), "--games", "3", "--side", "none", "--player", "random", "--seed", "3", "-o", "match.json")
    assert "after 3 of 3 games\n" in out
    match = json.parse_match((here / "match.json").read_text("utf-8"))
    assert (match.length, match.is_over) == (3, True)
    assert dict(match.games[1].tags) == {"attackers": "the second computer", "defenders": "the first computer"}


def test_a_match_that_people_leave_is_kept(tafl: Tafl, here: Path) -> None:
    tafl(Typed("d1-c1", "quit"), "--games", "2", "-o", "match.json")
    match = json.parse_match((here / "match.json").read_text("utf-8"))
    assert (len(match.games), match.is_over) == (1, False)
    assert len(match.games[0].moves) == 1


def drawn(tafl: Tafl, *arguments: str) -> list[list[str]]:
    """What is told, line by line, with several seeds."""
    typed = [tafl(Typed("quit"), "--lot", "--seed", str(seed), *arguments) for seed in range(8)]
    return [text.strip().splitlines() for text in typed]


def test_lots(tafl: Tafl) -> None:
    """S003 §4: "Man drar lott om vem som ska spela svensk." """
    assert {lines[0] for lines in drawn(tafl, "--games", "2", "--side", "attackers")} == {
        "Game 1 of 2: you the attackers, the computer the defenders.",
        "Game 1 of 2: the computer the attackers, you the defenders.",
    }
    assert {lines[0].split(" (")[0] for lines in drawn(tafl, "--side", "attackers")} == {
        "The computer plays the attackers",
        "The computer plays the defenders",
    }


def test_the_lot_decides_who_begins(tafl: Tafl, here: Path) -> None:
    """S001 "Der erste Zug": "Man kann natürlich auch ausknobeln, welche Partei beginnt." """
    rules = variants.BRANDUBH.evolve(name="first by lot", first=None)
    (here / "lot.toml").write_text(toml.format_rules(rules), "utf-8")
    typed = [tafl(Typed("quit"), "lot.toml", "--seed", str(seed)) for seed in range(8)]
    assert {said.splitlines()[-2].split()[0] for said in typed} == {"attackers", "defenders"}
    assert {lines[-1].split()[0] for lines in drawn(tafl, "lot.toml")} == {"attackers", "defenders"}


def test_what_no_match_can_be(tafl: Tafl) -> None:
    assert "a file of a match ends in .json" in tafl(Typed(), "--games", "2", "-o", "match.otg", status=2)
    for games in ("0", "x", "10001"):
        assert "argument --games: a number" in tafl(Typed(), "--games", games, status=2)


def test_a_game_with_a_die_is_written_in_otn_and_read_with_its_rules(tafl: Tafl, here: Path) -> None:
    (here / "dice.toml").write_text('name = "dice"\nbase = "brandubh"\nking_die = 6\n', "utf-8")
    board = "/7/7/2t4/3K3/7/7/7/"
    arguments = (board, "--variant", "dice.toml", "--turn", "defenders", "--seed", "1")
    out = tafl(Typed("roll", "d4-e4"), *arguments, "-o", "game.otg")
    assert "lost in it: rules (die" in out
    assert "%roll " in (here / "game.otg").read_text("utf-8")
    assert main(["replay", "game.otg", "--variant", "dice.toml"]) == 0
    out = tafl(Typed("k7-k6"), "hnefatafl-13", "-o", "long.otg")
    assert "lost in it: rules (" in out
    assert main(["replay", "long.otg", "--variant", "hnefatafl-13"]) == 0
