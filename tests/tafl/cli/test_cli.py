"""The command: help, show, variants, perft, and how it treats its streams."""

from __future__ import annotations

import io
import json
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from sweeping import SWEPT

import hnefatafl
from hnefatafl import Board, Move, Position, Ruleset, Side, SquareSet, variants
from hnefatafl.notation.json import parse_game
from hnefatafl.render.text import ASCII, UNICODE, format_board, format_legend
from tafl.cli import main
from tafl.cli.console import Console
from tafl.cli.options import COMMANDS, SHARED, Group, Option, Parser, find_command

NAMES = [name for group in COMMANDS.values() for name in group]
START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


def fails(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    """What the command says on standard error when it fails, having said nothing else."""
    assert main(arguments) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tafl: ")
    return captured.err


def tells(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it succeeds."""
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


class TestWhole:
    def test_without_arguments_the_next_step_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys)
        assert "tafl replay" in out
        assert "tafl variants" in out
        assert len(out.splitlines()) < 14
        assert ("not compiled" in out) is not hnefatafl.COMPILED

    def test_version_tells_whether_the_kernel_is_compiled(self, capsys: pytest.CaptureFixture[str]) -> None:
        """An installation without a compiler succeeds, and pip hides what it says; so the command tells."""
        kernel = "compiled" if hnefatafl.COMPILED else "uncompiled"
        told, *more = tells(capsys, "--version").splitlines()
        assert told == f"tafl {hnefatafl.__version__} ({kernel} kernel, Python {platform.python_version()})"
        assert ["compiler" in line for line in more] == ([] if hnefatafl.COMPILED else [True, False])

    def test_version_tells_how_to_compile(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """From the folder of the sources, and by no name that an index may not have."""
        monkeypatch.setattr(hnefatafl, "COMPILED", False)
        _, *more = tells(capsys, "--version").splitlines()
        assert more[1] == "pip install --force-reinstall . in the folder of tafl's sources compiles it."

    def test_an_option_that_commands_share_is_declared_once(self) -> None:
        def own(options: Iterable[str | Option | Group]) -> Iterator[Option]:
            for each in options:
                if isinstance(each, Group):
                    yield from own(each.options)
                elif isinstance(each, Option):
                    yield each

        declared = [*SHARED.values(), *(option for name in NAMES for option in own(find_command(name).options))]
        twice = [each for each in declared if any(each == other and each is not other for other in declared)]
        assert twice == []

    @pytest.mark.parametrize("name", NAMES)
    def test_every_command_has_help(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Its parts, too, which its module's docstring has all together."""
        command = find_command(name)
        assert command.name == name
        told = tells(capsys, name, "--help")
        assert told.index(command.description) < told.index("--help  ")
        assert command.more in told.partition("--help  ")[2]
        assert "----" not in told
        assert tells(capsys, "help", name) == told

    @pytest.mark.parametrize("name", NAMES)
    def test_help_says_each_default_once(self, name: str) -> None:
        """What an option is for, without a gap, and its default in one place."""
        parser = Parser()
        find_command(name).add_to(parser)
        for action in parser._actions:
            told = action.help
            assert told, action
            if "%(default)s" in told:
                assert told.count("default") == 2, told
            states = re.findall(r"\(default: ([^)]*)\)", told)
            assert len(states) == len(set(states)), told

    def test_the_help_of_the_whole_has_groups(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = tells(capsys, "--help")
        heads = re.findall(r"^([A-Z]\w+):$", told, re.MULTILINE)
        assert heads == ["Play", "Look", "Records", "Rules", "Engines", "Measure", "Help"]
        assert re.findall(r"^  ([a-z][\w-]+)  ", told, re.MULTILINE) == NAMES
        assert tells(capsys, "help") == told

    def test_each_word_means_one_thing(self) -> None:
        """An option has the same word for its value in all commands."""
        words: dict[str, set[str]] = {}
        for name in NAMES:
            parser = Parser(prog=name)
            find_command(name).add_to(parser)
            for action in parser._actions:
                for flag in action.option_strings:
                    if action.choices is None:
                        words.setdefault(flag, set()).add(str(action.metavar))
        assert {flag: found for flag, found in words.items() if len(found) > 1} == {}

    @pytest.mark.parametrize("arguments", [("--help",), ("replay", "--help"), ("show", "-h"), ("perft", "-h")])
    def test_help(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        assert tells(capsys, *arguments).startswith("usage: tafl")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("frobnicate",), "there is no command 'frobnicate' ("),
            (("repaly", "x.csv"), "; did you mean replay?"),
            (("show", "brandubh", "--theme", "drak"), "; did you mean dark?"),
            (("replay", "--limit", "x"), "argument --limit: a number from 0 to 999999999 was expected, not x"),
            (("replay", "--limit", "-1"), "argument --limit: a number from 0 to 999999999 was expected, not -1"),
            (("replay", "--jobs", "-1"), "argument --jobs: a number from 0 to "),
            (
                ("train", "x", "-o", "y", "--minutes", "0"),
                "argument --minutes: a number of minutes was expected, above 0",
            ),
            (("show", "--turn", "black"), "attackers or defenders was expected"),
            (("show", "brandubh", "--frobnicate"), "unrecognized arguments: --frobnicate (tafl show"),
            (("show", "brandubh", "--ouput=x"), "unrecognized arguments: --ouput=x; did you mean --output?"),
            (("help", "sohw"), "there is no command 'sohw'; did you mean show?"),
            (("show", "brandubh", "--asc"), "unrecognized arguments: --asc; did you mean --ascii?"),
            (("perft", "brandubh"), "the following arguments are required: DEPTH"),
            (("perft", "brandubh", "0"), "a number from 1 to 999999999 was expected, not 0"),
            (("perft", "brandubh", "9" * 5000), f"was expected, not {'9' * 27}... ("),
        ],
    )
    def test_misuse_is_told_in_one_line(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
    ) -> None:
        err = fails(capsys, *arguments)
        assert said in err
        assert "--help explains" in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        "arguments",
        [
            ("show", "brandub-7"),
            ("variants", "brandub-7"),
            ("perft", "brandub-7", "1"),
            ("replay", "--variant", "brandub-7"),
        ],
    )
    def test_unknown_variants_get_suggestions(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
    ) -> None:
        assert fails(capsys, *arguments) == (
            "tafl: no ruleset is named 'brandub-7'; did you mean brandubh? (tafl variants lists the names)\n"
        )


class TestShow:
    def test_a_start_layout(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "show", "Foteviken Tablut", "--unicode")
        assert out.splitlines()[:4] == [
            "foteviken-tablut",
            "",
            "9  ·  ·  · (●)(●)(●) ·  ·  ·",
            "8  ·  ·  ·  · (●) ·  ·  ·  ·",
        ]
        assert "5 (●)(●) ○  ○ [♔] ○  ○ (●)(●)\n" in out
        assert "[ ] castle   ( ) south camp, west camp, north camp, east camp\n" in out
        assert out.endswith("\ndefenders to move, 56 legal moves\n")

    def test_moves_are_played_and_explained(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "show", "brandubh", "--moves", " d1-c1  d3-a3 c1-c3 ")
        assert out.startswith("brandubh, after 3 plies: c1-c3\n")
        assert "3  ○  ·  ●  ·  ·  ·  ·\n" in out

    def test_captures_name_their_rule(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "show", "/7/2T4/1t5/K6/2t4/7/7/", "--variant", "brandubh", "--moves", "b3-c3")
        assert "captures" not in out
        out = tells(capsys, "show", "/2t4/2T4/1t5/K6/7/7/7/", "--variant", "brandubh", "--moves", "b3-c3xc2")
        assert "b3-c3 captures the defender on c2: between two enemies\n" in out

    def test_announcements(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "show", "foteviken", "--moves", "e3-f3 d9-c9 e4-d4 c9-b9 e5-e3")
        assert "the defenders announce: raichi\n" in out

    def test_a_record_goes_on(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        """Moves are played after its last one, by the command that draws and by the one that plays."""
        record = tmp_path / "game.csv"
        record.write_text("# variant: brandubh\nd1-c1 d3-a3,0,0,\n", "utf-8")
        page = str(tmp_path / "game.json")
        assert tells(capsys, "show", str(record)).startswith("brandubh, after 2 plies: d3-a3\n")
        out = tells(capsys, "show", "--moves", "c1-c3", str(record), "--ascii")
        assert out.startswith("brandubh, after 3 plies: c1-c3\n")
        assert tells(capsys, "perft", str(record), "1").startswith("depth 1: ")
        out = tells(capsys, "play", str(record), "--side", "none", "--player", "random", "--seed", "1", "-o", page)
        assert "brandubh, after 2 plies: d3-a3\n" in out
        assert [str(move) for move in parse_game(Path(page).read_text("utf-8")).moves[:2]] == ["d1-c1", "d3-a3"]
        record.write_text("# variant: brandubh\nd1-c1 d1-c1,0,0,\n", "utf-8")
        for words in (("show", "--moves", "c1-c3"), ("perft", "1"), ("play",)):
            told = fails(capsys, words[0], str(record), *words[1:], status=1)
            assert told.endswith("the record goes on with d1-c1: no piece stands on the square of origin (d1)\n")

    def test_the_outcome(self, capsys: pytest.CaptureFixture[str]) -> None:
        record = "/1K5/7/7/7/7/7/3t3/"
        out = tells(capsys, "show", record, "--variant", "brandubh", "--turn", "defenders", "--moves", "b1-a1")
        assert out.endswith("\nthe defenders win: the king has escaped\n")

    def test_repeated_positions(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "show", "brandubh", "--moves", "d1-c1 d3-c3 c1-d1 c3-d3")
        assert out.endswith("attackers to move, 40 legal moves; the position has occurred 2 times\n")

    def test_the_side_to_move_can_be_given(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "\nattackers to move" in tells(capsys, "show", START, "--variant", "brandubh")
        assert "\ndefenders to move" in tells(capsys, "show", START, "--variant", "brandubh", "--turn", "defenders")
        assert "\ndefenders to move" in tells(capsys, "show", "brandubh", "--turn", "defenders")

    def test_a_text_of_a_position(self, capsys: pytest.CaptureFixture[str]) -> None:
        text = "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d moves=d1-c1"
        shown = tells(capsys, "show", f"brandubh {text}")
        assert "\ndefenders to move" in shown
        assert tells(capsys, "show", text, "--variant", "brandubh") == shown

    def test_boards_from_standard_input(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(str(variants.MAGPIE.start)))
        assert "magpie" in tells(capsys, "show", "-", "--variant", "magpie")

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ((), "name a ruleset, as in: tafl show brandubh"),
            ((START,), "a position needs its rules"),
            ((f"{START} a",), "a position needs its rules"),
            ((f"brandubh {START} a", "--turn", "defenders"), "the text says who is to move"),
            ((f"brandubh {START} a", "--variant", "tablut"), "this is a position of brandubh, not of tablut"),
            ((f"brandubh {START} x",), "the side to move was expected, a or d (line 1, column "),
            (("copenhagen", "--variant", "brandubh"), "'copenhagen' is no position"),
            (
                ("/3t3/3z3/", "--variant", "brandubh"),
                "ranks were expected, not 2 (line 1, column 2)\n    /3t3/3z3/\n     ^",
            ),
            ((START.replace("K", "T"), "--variant", "brandubh"), "cannot be played in brandubh: there is no king"),
            ((START, "--variant", "tablut"), "cannot be played in tablut: the board has 7 files"),
            (("brandubh", "--moves", "d1-c1 d?-3"), "column 7)\n    d1-c1 d?-3\n          ^"),
        ],
    )
    def test_faults(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
        assert said in fails(capsys, "show", *arguments)

    def test_illegal_moves(self, capsys: pytest.CaptureFixture[str]) -> None:
        err = fails(capsys, "show", "brandubh", "--moves", "d1-c1 d1-c1", status=1)
        assert err == "tafl: move 2, d1-c1: no piece stands on the square of origin\n"
        over = ("show", "/1K5/7/7/7/7/7/3t3/", "--variant", "brandubh", "--turn", "defenders", "--moves", "b1-a1 d7-d6")
        assert fails(capsys, *over, status=1) == (
            "tafl: move 2, d7-d6: the game is over: the defenders win: the king has escaped\n"
        )

    def test_a_first_move_by_lot(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        lot = variants.BRANDUBH.evolve(name="lot", first=None)

        def get(name: str) -> Ruleset:
            return lot

        monkeypatch.setattr(variants, "get", get)
        shown = tells(capsys, "show", "lot")
        assert shown.splitlines()[0] == "lot"
        assert shown.endswith("\nfirst move by lot\n")
        assert "chosen by lot: give --turn" in fails(capsys, "show", "lot", "--moves", "d1-c1")
        assert "chosen by lot: give --turn" in fails(capsys, "perft", "lot", "1")
        assert "defenders to move" in tells(capsys, "show", "lot", "--turn", "defenders")


class TestColour:
    def coloured(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> bool:
        return "\x1b[" in tells(capsys, "show", "brandubh", *arguments)

    def test_it_is_asked_for_or_left_out(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert not self.coloured(capsys)
        assert self.coloured(capsys, "--color", "always")
        assert not self.coloured(capsys, "--color", "never")

    def test_the_environment(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert self.coloured(capsys)
        assert not self.coloured(capsys, "--color", "never")
        monkeypatch.setenv("NO_COLOR", "1")
        assert not self.coloured(capsys)
        assert self.coloured(capsys, "--color", "always")
        monkeypatch.setenv("NO_COLOR", "")
        assert self.coloured(capsys)

    @pytest.mark.parametrize(
        ("environ", "expected"),
        [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False), ({}, True)],
    )
    def test_terminals(self, environ: dict[str, str], expected: bool) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        assert Console(Terminal(), io.StringIO(), environ).color() is expected

    def test_without_colour_the_picture_is_the_same(self) -> None:
        for name in variants.names():
            rules = variants.get(name)
            move = Position.initial(rules).legal_moves()[0]
            coloured = format_board(rules.start, rules, color=True, last_move=move)
            bare = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines())
            assert bare == format_board(rules.start, rules)
            assert all(line.endswith("\x1b[0m") for line in coloured.splitlines()[:-1])

    def test_the_last_move_is_lit(self) -> None:
        rules = variants.BRANDUBH
        plain = format_board(rules.start, rules, color=True)
        assert format_board(rules.start, rules, color=True, last_move=Move.parse("a1-b1")) != plain


class TestPictures:
    def test_without_rules_there_are_no_zones(self) -> None:
        assert format_board(Board.parse("/2t2/2T2/t1K1t/5/2t2/"), glyphs=ASCII).splitlines() == [
            "5  .  .  t  .  .",
            "4  .  .  .  .  .",
            "3  t  .  K  .  t",
            "2  .  .  T  .  .",
            "1  .  .  t  .  .",
            "   a  b  c  d  e",
        ]

    def test_the_throne_comes_before_other_zones(self) -> None:
        rules = variants.BRANDUBH.evolve(zones=[hnefatafl.Zone(name="all", squares=hnefatafl.Region.BOARD)])
        picture = format_board(rules.start, rules, glyphs=ASCII)
        assert picture.splitlines()[3] == "4 (t)(t)(T)[K](T)(t)(t)"
        assert picture.splitlines()[0] == "7 <.>(.)(.)(t)(.)(.)<.>"

    def test_every_zone_is_shown(self) -> None:
        for name in variants.names():
            rules = variants.get(name)
            rows = format_board(rules.start, rules, glyphs=ASCII).splitlines()[:-1]
            width = len(str(rules.size))
            special = SquareSet(square for zone in rules.all_zones for square in zone.squares.squares(rules.size))
            for square in hnefatafl.Region.BOARD.squares(rules.size):
                row = rows[rules.size - 1 - square.rank].ljust(width + 1 + 3 * rules.size)
                cell = row[width + 1 + 3 * square.file :][:3]
                assert (cell[0] + cell[2] in ("[]", "<>", "()")) == (square in special)

    def test_legends_count(self) -> None:
        board = Board.parse("/2t2/2T2/2K2/5/5/")
        rules = variants.SEA_BATTLE_9
        assert format_legend(board, rules, glyphs=UNICODE) == "● 1 attacker   ○ 1 defender   ♔ king"

    def test_every_piece_has_a_sign(self) -> None:
        pieces = hnefatafl.PieceSet.ALL.pieces
        for glyphs in (ASCII, UNICODE):
            signs = [glyphs.of(piece) for piece in (*pieces, None)]
            assert len(set(signs)) == len(signs) == len(glyphs.signs)
            assert set(signs) == set(glyphs.signs)
        assert [ASCII.of(piece) for piece in pieces] == [piece.symbol for piece in pieces]

    def test_ranks_stand_in_pictures_and_legends(self) -> None:
        board = Board.parse("/tTG2/2N1g/2K2/1mM2/cc3/")
        rules = variants.SEA_BATTLE_9
        assert format_board(board, glyphs=UNICODE).splitlines() == [
            "5  ▲  ▲  ·  ·  ·",
            "4  ·  ◆  ◇  ·  ·",
            "3  ·  ·  ♔  ·  ·",
            "2  ·  ·  ♘  ·  ■",
            "1  ●  ○  □  ·  ·",
            "   a  b  c  d  e",
        ]
        assert format_legend(board, rules, glyphs=ASCII) == (
            "t 1 attacking soldier   c 2 attacking commanders   m 1 attacking mercenary   g 1 attacking guard   "
            "T 1 defending soldier   N 1 defending knight   M 1 defending mercenary   G 1 defending guard   K king"
        )
        two = Board.parse("/mm3/5/2K2/5/5/")
        assert format_legend(two, rules, glyphs=ASCII) == "m 2 attacking mercenaries   K king"
        assert "38;5;159" in format_board(Board.parse("/C4/5/2K2/5/5/"), color=True)


class TestVariants:
    def test_the_list(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = tells(capsys, "variants").splitlines()
        assert lines[0].split() == ["name", "size", "attackers", "defenders", "escape", "source"]
        assert [line.split()[0] for line in lines[1:]] == list(variants.names())
        copenhagen = next(line for line in lines if line.startswith("copenhagen "))
        assert re.search(r"11×11 +24 +12 and the king +corners +\"Rules of Copenhagen", copenhagen)
        assert any(re.search(r"9×9 +16 +8 and the king +edge, 20 squares +S003", line) for line in lines)

    @pytest.mark.parametrize("name", SWEPT)
    def test_everything_about_one(self, capsys: pytest.CaptureFixture[str], name: str) -> None:
        rules = variants.get(name)
        out = " ".join(tells(capsys, "variants", name).split())
        assert rules.source in out
        for alias in rules.aliases:
            assert alias in out
        for note in rules.notes.splitlines():
            assert note in out
        for option in rules.diff(Ruleset(name="plain", size=rules.size, start=rules.start)):
            assert f"{option}:" in out

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        data = json.loads(tells(capsys, "variants", "--json"))
        assert [one["name"] for one in data] == list(variants.names())
        one = json.loads(tells(capsys, "variants", "s004", "--json"))
        assert one["name"] == "madera-tablut"
        assert one["escape"] == "corners"
        assert (one["attackers"], one["defenders"], one["first"], one["size"]) == (16, 8, "attackers", 9)
        assert one["options"]["fewest_attackers"] == "3"
        assert one["options"]["king"] == "middleweight"
        assert Board.parse(one["start"]) == variants.MADERA_TABLUT.start
        camps = json.loads(tells(capsys, "variants", "s003", "--json"))["options"]["zones"]
        assert len(camps) == 4
        assert camps[0].startswith("name south camp, squares d1, e1, e2, f1, stop attackers, enter no piece")

    def test_filters(self, capsys: pytest.CaptureFixture[str]) -> None:
        def listed(*arguments: str) -> list[str]:
            return [line.split()[0] for line in tells(capsys, "variants", *arguments).splitlines()[1:]]

        assert listed("--size", "9", "--source", "OpenTafl", "--escape", "edge") == [
            "foteviken-tablut-opentafl",
            "sea-battle-9-opentafl",
            "tablut-linnaeus",
        ]
        assert listed("--king", "strong-on-throne") == [
            *("brandubh-2", "brandubh-codingame", "brandubh-hnefatafl-org", "brandubh-weak-throne")
        ]
        assert listed("--like", "alea", "--first", "defenders") == ["alea-evangelii"]
        assert [one["name"] for one in json.loads(tells(capsys, "variants", "--size", "15", "--json"))] == [
            "historical-15",
            "historical-15-nielsen",
            "sea-battle-15",
            "tablut-15",
            "tyr-15",
        ]

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--size", "8"), "no ruleset matches"),
            (("--size", "nine"), "a number from 0 to 999999999 was expected, not nine"),
            (("--king", "huge"), "argument --king: strong, strong-near-throne"),
            (("--escape", "the door"), "argument --escape: "),
            (("brandubh", "--size", "7"), "--size selects among all rulesets"),
            (("brandubh", "tablut"), "one name was expected, or diff and two"),
            (("diff", "brandubh"), "one name was expected, or diff and two"),
            (("diff", "brandubh", "nonsense"), "no ruleset is named 'nonsense'"),
        ],
    )
    def test_misused_filters(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
        assert said in fails(capsys, "variants", *arguments)

    def test_two_are_compared(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert tells(capsys, "variants", "diff", "brandubh", "brandubh-opentafl") == (
            "How brandubh differs from brandubh-opentafl:\n"
            "  throne.hostile_empty: all pieces instead of no piece\n"
            "  king: strong-near-throne instead of weak\n"
            "  encirclement: yes instead of no\n"
            "  repetition.consequence: defenders-lose instead of draw\n"
        )
        assert tells(capsys, "variants", "diff", "s004", "madera") == "madera-tablut plays as madera-tablut does.\n"
        assert json.loads(
            tells(capsys, "variants", "diff", "tawlbwrdd-opentafl", "tawlbwrdd-cyningstan", "--json")
        ) == {"encirclement": ["yes", "no"]}

    def test_a_terminal_is_not_overflowed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        out = Terminal()
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setenv("COLUMNS", "70")
        assert main(["variants"]) == 0
        assert max(len(line) for line in out.getvalue().splitlines()) == 70


class TestPerft:
    def test_counts(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "perft", "brandubh", "3")
        assert re.findall(r"depth (\d): (\d+) nodes in [\d.]+ s \([\d,]+ a second\)", out) == [
            ("1", "40"),
            ("2", "960"),
            ("3", "39512"),
        ]

    def test_divide(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = tells(capsys, "perft", "brandubh", "2", "--divide").splitlines()
        assert len(lines) == 41
        assert lines[0].startswith("a4-a")
        assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == 960
        assert lines[-1].startswith("40 moves, 960 nodes in ")

    def test_positions(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = tells(capsys, "perft", START, "1", "--variant", "brandubh", "--turn", "defenders")
        moves = len(Position.initial(variants.BRANDUBH, Side.DEFENDERS).legal_moves())
        assert out.startswith(f"depth 1: {moves} nodes")
        assert "is no king" in fails(capsys, "perft", "/7/7/7/7/7/7/7/", "1", "--variant", "brandubh")


class TestStreams:
    def test_what_cannot_be_encoded_is_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii"))
        assert main(["show", "brandubh"]) == 0
        assert main(["show", "brandubh", "--unicode"]) == 0
        assert main(["variants", "foteviken"]) == 0
        out = raw.getvalue().decode("ascii")
        assert "[K]" in out
        assert "[?]" in out
        assert "?1?13" in out

    @pytest.mark.parametrize(
        ("error", "status", "said"),
        [
            (BrokenPipeError(), 141, ""),
            (KeyboardInterrupt(), 130, ""),
            (OSError(28, "No space left on device"), 2, "tafl: cannot write: No space left on device\n"),
            (MemoryError(), 2, "tafl: there is not enough memory for this\n"),
        ],
    )
    def test_output_that_fails(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        error: BaseException,
        status: int,
        said: str,
    ) -> None:
        class Broken(io.StringIO):
            def write(self, text: str) -> int:
                raise error

        monkeypatch.setattr(sys, "stdout", Broken())
        assert main(["variants"]) == status
        assert capsys.readouterr().err == said

    def test_streams_that_were_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, None)
        assert main(["variants"]) == 0
        assert main(["variants", "nonsense"]) == 2
        assert main(["replay", "--variant", "brandubh"]) == 2
        assert main(["show", "-", "--variant", "brandubh"]) == 2


class TestFiles:
    """A file that cannot be written is refused before the work."""

    @pytest.mark.parametrize(
        "words",
        [
            ("train", "brandubh", "--games", "2", "--nodes", "9", "--rounds", "1", "-o", "{}.json"),
            ("analyse", "games.csv", "--annotate", "--to", "otn", "-o", "{}.otg"),
            ("puzzles", "games.csv", "-o", "{}.jsonl"),
            ("puzzles", "games.csv", "-o", "{}.svg"),
            ("infer", "games.csv", "-o", "{}.toml"),
            ("study", "brandubh", "--games", "2", "--strengths", "random", "-o", "{}.html"),
            ("show", "brandubh", "-o", "{}.svg"),
        ],
        ids=" ".join,
    )
    def test_their_folders(
        self,
        words: tuple[str, ...],
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        if words[0] == "train":
            pytest.importorskip("numpy")
        monkeypatch.chdir(tmp_path)
        Path("games.csv").write_text("# variant: brandubh\nd1-c1,0,0,White\n")
        for suffix in ("json", "jsonl", "otg", "svg", "toml", "html"):
            Path(f"folder.{suffix}").mkdir()
        files = sorted(tmp_path.iterdir())
        for target, said in (("nowhere/new", "there is no folder"), ("folder", "a file was expected, not a folder")):
            err = fails(capsys, *(word.format(target) for word in words))
            assert f"tafl: {target}." in err
            assert said in err

        def none(path: object, mode: int) -> bool:
            return False

        monkeypatch.setattr(os, "access", none)
        err = fails(capsys, *(word.format("new") for word in words))
        assert "cannot be written to" in err
        assert sorted(tmp_path.iterdir()) == files
