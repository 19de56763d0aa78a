"""``tafl replay``: finding records and their rules, playing them, and telling what is wrong."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hnefatafl import Position, Ruleset, variants
from hnefatafl.errors import InvalidSetupError
from tafl.cli import main
from tafl.cli.console import Console, Progress

GOOD = "d1-c1 c4-c2 g4-g2,0,0,Ongoing"
SHUFFLED = "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1 c3-d3 d1-c1,0,0,Draw"
"""Nine moves, the eighth of which brings the start about for the third time."""
RULES = "[rules:dim:7 name:mine ks:c cenh: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]"
ILLEGAL = "d1-c1 c4-c2 d2-d5,0,0,Ongoing"
EXAMPLES = Path(__file__).parents[3] / "examples" / "games"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, *lines: str) -> str:
    """Write a file of records, and return its name."""
    text = "".join(f"{line}\n" for line in lines).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return str(path.name)


Run = tuple[int, str, str]


@pytest.fixture
def tafl(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Run:
        status = main(["replay", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.usefixtures("here")
class TestSources:
    def test_a_file_that_names_its_rules(self, here: Path, tafl: Any) -> None:
        name = write(here / "mine.csv", "# Some games", "# Variant:  Brandub ", "", GOOD, GOOD)
        assert tafl(name) == (0, "mine.csv: brandubh, 2 games, 6 plies: all agree\n", "")

    @pytest.mark.parametrize("name", ["brandubh.csv", "Brandubh-7.tsv.gz", "historical-brandubh.games.txt"])
    def test_a_file_that_is_named_after_its_rules(self, here: Path, tafl: Any, name: str) -> None:
        write(here / name, GOOD)
        assert tafl(name) == (0, f"{name}: brandubh, 1 game, 3 plies: all agree\n", "")

    def test_the_option_comes_first_then_the_comment_then_the_name(self, here: Path, tafl: Any) -> None:
        name = write(here / "tablut.csv", "# variant: brandubh", GOOD)
        assert tafl(name)[1].startswith("tablut.csv: brandubh, ")
        assert tafl(name, "--variant", "magpie")[1].startswith("tablut.csv: magpie, ")

    def test_a_comment_after_the_first_game_is_no_header(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", GOOD, "# variant: tablut", GOOD)
        assert tafl(name)[1] == "brandubh.csv: brandubh, 2 games, 6 plies: all agree\n"

    def test_nothing_names_the_rules(self, here: Path, tafl: Any) -> None:
        status, out, err = tafl(write(here / "games.csv", GOOD))
        assert (status, out) == (0, "games.csv: brandubh, 1 game, 3 plies: all agree\n")
        assert err.startswith("tafl: games.csv: brandubh fits (as well as magpie, ard-ri-1, ")
        status, out, err = tafl(write(here / "games.csv", "d1-c1,0,0,"))
        assert (status, out) == (2, "")
        assert (
            "games.csv: which rules? Give --variant NAME, or begin the file with '# variant: NAME'; copenhagen, " in err
        )
        assert "fit alike, on boards of 7 to 15 squares a side" in err
        status, out, err = tafl(write(here / "games.csv", "# variant: brandub-7", GOOD))
        assert (status, out) == (2, "")
        assert "its '# variant:' line: no ruleset is named 'brandub-7'; did you mean brandubh?" in err

    def test_standard_input(self, tafl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        for arguments in ((), ("-",)):
            monkeypatch.setattr(sys, "stdin", io.StringIO(f"# variant: brandubh\n{GOOD}\n"))
            assert tafl(*arguments) == (0, "<stdin>: brandubh, 1 game, 3 plies: all agree\n", "")
        monkeypatch.setattr(sys, "stdin", io.StringIO("d1-c1,0,0,"))
        assert "<stdin>: which rules?" in tafl("-")[2]

    def test_compression_is_seen_by_the_content(self, here: Path, tafl: Any) -> None:
        (here / "brandubh.csv").write_bytes(gzip.compress(GOOD.encode()))
        (here / "magpie.csv.gz").write_bytes(GOOD.encode())
        assert tafl("brandubh.csv", "magpie.csv.gz")[:2] == (
            0,
            "brandubh.csv: brandubh, 1 game, 3 plies: all agree\n"
            "magpie.csv.gz: magpie, 1 game, 3 plies: all agree\n"
            "total: 2 files, 2 games, 6 plies: all agree\n",
        )

    def test_folders(self, here: Path, tafl: Any) -> None:
        write(here / "a" / "brandubh.csv", GOOD)
        write(here / "a" / "b" / "magpie.TSV", GOOD)
        write(here / "a" / "README.md", "no games")
        write(here / "a" / ".hidden.csv", "no games")
        write(here / "a" / "one.otg", RULES, "1. d1-c1 c4-c2")
        status, out, err = tafl("a")
        assert (status, err) == (0, "")
        assert out.splitlines()[-1] == "total: 3 files, 3 games, 8 plies: all agree"

    def test_folders_without_records(self, here: Path, tafl: Any) -> None:
        (here / "empty").mkdir()
        write(here / "brandubh.csv", GOOD)
        status, out, err = tafl("empty", "brandubh.csv")
        assert (status, out) == (2, "brandubh.csv: brandubh, 1 game, 3 plies: all agree\n")
        assert err.startswith("tafl: empty: no records in this folder")

    def test_an_empty_file(self, here: Path, tafl: Any) -> None:
        status, out, err = tafl(write(here / "brandubh.csv"))
        assert (status, out) == (2, "")
        assert "brandubh.csv: no record was found: the text is empty" in err

    def test_byte_order_marks_and_line_ends(self, here: Path, tafl: Any) -> None:
        (here / "x.csv").write_bytes(b"\xef\xbb\xbf# variant: brandubh\r\n" + GOOD.encode() + b"\r\n")
        assert tafl("x.csv")[1] == "x.csv: brandubh, 1 game, 3 plies: all agree\n"

    def test_otn_game_files(self, here: Path, tafl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        lines = ("[event:x]", RULES, "", "1. d1-c1 c4-c2", "[|]", "", "1b.1.1a. ..... c4-c3", "[]")
        said = "mine, 1 game, 3 plies: all agree\n"
        assert tafl(write(here / "x.otg", *lines)) == (0, f"x.otg: {said}", "")
        assert tafl(write(here / "x.otg.gz", *lines)) == (0, f"x.otg.gz: {said}", "")
        assert tafl(write(here / "x.txt", "", *lines)) == (0, f"x.txt: {said}", "")
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
        assert tafl() == (0, f"<stdin>: {said}", "")
        assert tafl("x.otg", "--variant", "brandubh")[1] == "x.otg: brandubh, 1 game, 3 plies: all agree\n"
        write(here / "none.otg", "[event:x]", "1. d1-c1 c4-c2")
        assert tafl("none.otg", "--variant", "brandubh")[0] == 0

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"\xff\xfe[\x00", "not a text file in UTF-8"),
            ("[rules:".encode("utf-16"), "not a text file in UTF-8"),
            (gzip.compress(b"[event:x]" * 9000)[:-20], "the compressed file is damaged or cut off"),
            (b"[event:x]\n1. d1-c1 [" + b"x" * (9 << 20), "line 2 is too long for a record"),
            (b"[event:x]\n[" + b"x\n" * (5 << 20), "longer than the 4,194,304 characters that a game can have"),
            (b"", "the tag [rules:...] was expected (line 1, column 1)"),
            (b"[event:x]\nd1-\x00c1", "the tag [rules:...] was expected (line 2, column 1)"),
            (f"{RULES}\n1. d1-\x00c1".encode(), "a square was expected, such as a1 or k11 (line 2, column 7)"),
            (b"[rules:dim:7 start:/7/7/7/7/7/7/7/]", "the start layout has no king; exactly one is needed"),
        ],
    )  # fmt: skip
    def test_otn_games_that_cannot_be_read(self, here: Path, tafl: Any, content: bytes, said: str) -> None:
        (here / "x.otg").write_bytes(content)
        status, out, err = tafl("x.otg")
        assert (status, out) == (2, "")
        assert err.startswith("tafl: x.otg: ")
        assert said in err

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"\xff\xfe\x00", "not a text file in UTF-8"),
            (b"d1-c1\n" * 5000 + b"\xff", "not a text file in UTF-8"),
            (gzip.compress(GOOD.encode() * 9000)[:-20], "the compressed file is damaged or cut off"),
            (b"\x1f\x8b" + b"x" * 50, "the compressed file is damaged or cut off"),
            (b"x" * (1 << 21), "line 1 is too long for a record"),
        ],
    )
    def test_unreadable_content(self, here: Path, tafl: Any, content: bytes, said: str) -> None:
        (here / "brandubh.csv").write_bytes(content)
        status, _, err = tafl("brandubh.csv")
        assert status == 2
        assert err == f"tafl: brandubh.csv: {said} (tafl replay --help explains)\n"

    def test_missing_files_do_not_stop_the_others(self, here: Path, tafl: Any) -> None:
        write(here / "brandubh.csv", GOOD)
        assert tafl("nowhere.csv", "brandubh.csv") == (
            2,
            "brandubh.csv: brandubh, 1 game, 3 plies: all agree\n",
            "tafl: nowhere.csv: No such file or directory (tafl replay --help explains)\n",
        )
        assert tafl("no\0where.csv")[0] == 2


@pytest.mark.usefixtures("here")
class TestFindings:
    def test_an_illegal_move(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", "# one good, one bad", GOOD, ILLEGAL)
        assert tafl(name, "--ascii") == (
            1,
            "brandubh.csv:3: illegal: ply 3 d2-d5: another piece stands in the way (d3)\n"
            "    7 <.> .  .  t  .  . <.>\n"
            "    6  .  .  .  t  .  .  .\n"
            "    5  .  .  .  T  .  .  .\n"
            "    4  t  t  . [K] T  t  t\n"
            "    3  .  .  .  T  .  .  .\n"
            "    2  .  .  T  t  .  .  .\n"
            "    1 <.> .  t  .  .  . <.>\n"
            "       a  b  c  d  e  f  g\n"
            "    attackers to move\n"
            "brandubh.csv: brandubh, 2 games, 5 plies: 1 agree (50.0%), 1 illegal\n",
            "",
        )

    @pytest.mark.parametrize(
        ("line", "status", "said"),
        [
            ("d1-c1 d4-d7", 1, "illegal: 1b d4-d7: another piece stands in the way (d5)"),
            ("d1-c1 boo d3-c3", 1, "odd-token: 1b boo: a move was expected"),
            ("d1-c1 boo d3-c3 far c1-c2", 1, "odd-token: 1b boo: a move was expected (and 1 more)"),
            ("d1-c1 boo,0,0,", 1, "odd-token: ply 2 boo: a square was expected, such as a1 or k11"),
            ("d1-c1xd2,0,0,Ongoing", 1, "capture-stray: ply 1 d1-c1xd2: written as captured, but not captured: d2"),
            ("d1-c1 timeout,0,0,Black", 0, ""),
            (
                "d1-c1 d3-c3 timeout,0,0,Black",
                1,
                "result-differs: the record says that the attackers won, but the attackers ran out of time",
            ),
        ],
    )
    def test_lines(self, here: Path, tafl: Any, line: str, status: int, said: str) -> None:
        name = write(here / "brandubh.csv", line)
        found, out, _ = tafl(name)
        assert found == status
        if said:
            assert out.splitlines()[0] == f"brandubh.csv:1: {said}"

    def test_captures_that_are_not_written(self, here: Path, tafl: Any) -> None:
        lines = (EXAMPLES / "brandubh.csv").read_text("utf-8").splitlines()
        line = next(each for each in lines if "x" in each and not each.startswith("#"))
        token = next(each for each in line.split(",")[0].split() if "x" in each)
        move, *taken = token.split("x")
        ply = line.split().index(token) + 1
        status, out, _ = tafl(write(here / "brandubh.csv", line.replace(token, move, 1)))
        assert status == 1
        squares = ", ".join(sorted(taken))
        assert f"capture-missing: ply {ply} {move}: captured, but not written as captured: {squares}" in out

    def test_a_game_that_goes_on_after_its_end(self, here: Path, tafl: Any) -> None:
        lines = (EXAMPLES / "tablut.csv").read_text("utf-8").splitlines()
        line = next(each for each in lines if each.endswith(",White"))
        moves = line.split(",")[0]
        assert tafl(write(here / "tablut.csv", line))[0] == 0
        status, out, _ = tafl(write(here / "tablut.csv", f"{moves} e1-e2,0,0,White"))
        assert status == 1
        assert "continues-after-end:" in out
        assert "e1-e2: the game is over: the defenders win: the king has escaped\n" in out
        assert "\n    the defenders win: the king has escaped\n" in out

    def test_results(self, here: Path, tafl: Any) -> None:
        lines = (EXAMPLES / "tablut.csv").read_text("utf-8").splitlines()
        line = next(each for each in lines if each.endswith(",White")).removesuffix("White")
        for result, said in (
            ("Black", "result-differs: the record says that the attackers won, but by the rules the defenders win"),
            ("Draw", "result-not-recorded: the record says Draw, but by the rules the defenders win"),
            ("", "result-not-recorded: the record says no result, but by the rules the defenders win"),
        ):
            name = write(here / "tablut.csv", line + result)
            status, out, _ = tafl(name)
            assert status == 1
            assert f"tablut.csv:1: {said}: the king has escaped\n" in out
            assert tafl(name, "--report-only")[:2] == (0, out)

    def test_everything_wrong_with_a_record_is_told(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", "d1-c1xd2 boo d3-d9")
        out = tafl(name)[1].splitlines()
        assert [line.split(": ")[1] for line in out if line.startswith("brandubh.csv:1")] == [
            "illegal",
            "capture-stray",
            "odd-token",
        ]

    def test_unexplained_ends(self, here: Path, tafl: Any) -> None:
        lines = ["51-1-9\tWhite\tnone\t0\t0\tagrees\td1-c1", "51-1-8\tWhite\tnone\t0\t0\tagrees\td1-c1 resigned"]
        summary = "brandubh.tsv: brandubh, 2 games, 2 plies: all agree; 1 unexplained end\n"
        assert tafl(write(here / "brandubh.tsv", *lines)) == (0, summary, "")
        shown = "brandubh.tsv:1: 51-1-9: unexplained end: the record names a winner after 1 ply, and no reason\n"
        assert tafl("brandubh.tsv", "--show-unexplained") == (0, shown + summary, "")
        summary = "brandubh.tsv: brandubh, 4 games, 4 plies: all agree; 2 unexplained ends\n"
        assert tafl(write(here / "brandubh.tsv", *lines, *lines))[1] == summary

    def test_archive_identifiers_are_named(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.tsv", "51-1-9\tWhite\tnone\t0\t0\tagrees\td1-c1 d3-d9")
        assert tafl(name)[1].startswith(
            "brandubh.tsv:1: 51-1-9: illegal: ply 2 d3-d9: the move leaves the board (d9)\n"
        )

    def test_records_cannot_command_the_terminal(self, here: Path, tafl: Any) -> None:
        long = "y" * 5000
        name = write(here / "brandubh.csv", f"\x1b[2J {GOOD}", f"\x1b[2Jid\t\t\t\t\t\t{long}", "d1-c1,0,0,\x1b[1mWhite")
        status, out, _ = tafl(name)
        assert status == 1
        assert "\x1b" not in out
        assert max(len(line) for line in out.splitlines()) < 200

    def test_colours(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", ILLEGAL)
        assert "\x1b[" not in tafl(name)[1]
        assert "\x1b[" in tafl(name, "--color", "always")[1]

    def test_variations_of_otn_games(self, here: Path, tafl: Any) -> None:
        lines = (RULES, "", "1. d1-c1 c4-c2+", "[]", "", "1b.1.1a. ..... c4-c3", "1b.1.2a. g4-c4 g4-g3")
        status, out, err = tafl(write(here / "x.otg", *lines), "--ascii")
        assert (status, err) == (1, "")
        assert out.splitlines()[0] == (
            "x.otg:3: mark-wrong: 1b c4-c2+: the mark + does not hold; the right one is none"
        )
        assert "x.otg:7: illegal: 1b.1.2a g4-c4: another piece stands in the way (f4)" in out.splitlines()
        assert out.splitlines()[-1] == "x.otg: mine, 1 game, 3 plies: 0 agree (0.0%), 1 mark-wrong"
        records = [json.loads(line) for line in tafl("x.otg", "--json")[1].splitlines()]
        assert [record["type"] for record in records] == ["disagreement", "disagreement", "file", "total"]
        finding = records[1]["findings"][0]
        assert (finding["address"], finding["line"], finding["class"]) == ("1b.1.2a", 7, "illegal")

    def test_how_many_are_shown(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", *[ILLEGAL] * 12)
        out = tafl(name)[1]
        assert out.count(": illegal: ") == 10
        assert "\n... 2 more disagreements (--all shows them)\n" in out
        assert tafl(name, "--all")[1].count(": illegal: ") == 12
        out = tafl(name, "--limit", "0")[1]
        assert out == (
            "... 12 more disagreements (--all shows them)\n"
            "brandubh.csv: brandubh, 12 games, 24 plies: 0 agree (0.0%), 12 illegal\n"
        )

    def test_repetition_is_counted_and_enforced_when_asked_for(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", SHUFFLED, GOOD)
        assert tafl(name) == (
            0,
            "brandubh.csv: brandubh, 2 games, 12 plies: all agree; 1 repeats a position 3 times or more\n",
            "",
        )
        status, out, _ = tafl(name, "--enforce-repetition")
        assert status == 1
        assert out.startswith(
            "brandubh.csv:1: continues-after-end: ply 9 d1-c1: the game is over: "
            "the attackers win: the position has been repeated too often\n"
        )

    def test_a_first_move_by_lot(self, here: Path, tafl: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        lot = variants.BRANDUBH.evolve(name="lot", first=None)

        def get(name: str) -> Ruleset:
            return lot

        monkeypatch.setattr(variants, "get", get)
        status, out, err = tafl(write(here / "lot.csv", GOOD))
        with pytest.raises(InvalidSetupError) as reason:
            Position.initial(lot)
        assert (status, out, err) == (2, "", f"tafl: lot.csv: {reason.value} (tafl replay --help explains)\n")


@pytest.mark.usefixtures("here")
class TestJson:
    def objects(self, tafl: Any, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
        status, out, _ = tafl("--json", *arguments)
        return status, [json.loads(line) for line in out.splitlines()]

    def test_everything_stands_on_a_line(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", GOOD, ILLEGAL, SHUFFLED)
        status, (disagreement, file, error, total) = self.objects(tafl, name, "nowhere.csv")
        assert status == 2
        assert disagreement == {
            "type": "disagreement",
            "file": "brandubh.csv",
            "line": 2,
            "id": None,
            "verdict": "illegal@2",
            "class": "illegal",
            "findings": [
                {
                    "class": "illegal",
                    "token": 2,
                    "ply": 3,
                    "squares": ["d3"],
                    "rule": "blocked",
                    "text": "d2-d5",
                    "reason": "another piece stands in the way (d3)",
                    "more": 0,
                    "board": "/2t4/2Tt3/3T3/tt1KTtt/3T3/3t3/3t3/",
                    "turn": "attackers",
                }
            ],
        }
        counts = {
            "games": 3,
            "plies": 14,
            "agree": 2,
            "illegal": 1,
            "classes": {"agrees": 2, "illegal": 1},
            "ends": {"none": 3},
            "unexplained": 0,
            "repeated": 1,
            "filled": 0,
            "uncertain": 0,
        }
        assert file == {"type": "file", "file": "brandubh.csv", "variant": "brandubh", **counts}
        assert error == {"type": "error", "file": "nowhere.csv", "message": "nowhere.csv: No such file or directory"}
        assert isinstance(total.pop("seconds"), float)
        assert total == {"type": "total", "files": 1, **counts}

    def test_identifiers(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.tsv", "51-1-9\tWhite\tnone\t0\t0\tagrees\td1-c1 d3-d9")
        assert self.objects(tafl, name)[1][0]["id"] == "51-1-9"

    def test_unexplained_ends(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", GOOD, "d1-c1 c4-c2,0,0,White")
        status, (unexplained, file, _) = self.objects(tafl, name, "--show-unexplained")
        assert status == 0
        assert unexplained == {"type": "unexplained", "file": "brandubh.csv", "line": 2, "id": None, "plies": 2}
        assert (file["agree"], file["unexplained"], file["classes"]) == (2, 1, {"agrees": 2})

    def test_all_disagreements_are_told(self, here: Path, tafl: Any) -> None:
        name = write(here / "brandubh.csv", *[ILLEGAL] * 12)
        status, objects = self.objects(tafl, name)
        assert (status, len(objects)) == (1, 14)


class TestProgress:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def test_it_is_drawn_and_taken_away(self) -> None:
        terminal = self.Terminal()
        progress = Progress(terminal, "games.csv", 200)
        progress.show(50, 1234)
        assert "\r\x1b[K[#####---------------]  25%  1,234 games (" in terminal.getvalue()
        assert terminal.getvalue().endswith("/s)  games.csv")
        progress.clear()
        progress.clear()
        assert terminal.getvalue().endswith("games.csv\r\x1b[K")

    def test_without_a_size_there_is_no_bar(self) -> None:
        terminal = self.Terminal()
        Progress(terminal, "<stdin>", None).show(0, 3)
        assert "[#" not in terminal.getvalue()
        assert "3 games" in terminal.getvalue()

    def test_only_terminals_get_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [0.0]
        monkeypatch.setattr("time.monotonic", lambda: now[0])
        plain, wanted, unwanted = (
            Console(io.StringIO(), stream).progress("x", 1, is_wanted=want)
            for stream, want in ((io.StringIO(), True), (self.Terminal(), True), (self.Terminal(), False))
        )
        assert not wanted.due
        now[0] = 5.0
        assert (plain.due, wanted.due, unwanted.due) == (False, True, False)

    def test_results_take_it_away(self) -> None:
        terminal, out = self.Terminal(), io.StringIO()
        console = Console(out, terminal)
        console.progress("x", 10).show(1, 1)
        console.line("result")
        assert terminal.getvalue().endswith("\r\x1b[K")
        assert out.getvalue() == "result\n"

    def test_a_replay_shows_it(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        ticks = iter(range(100_000))
        monkeypatch.setattr("time.monotonic", lambda: float(next(ticks)))
        terminal, out = self.Terminal(), io.StringIO()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr(sys, "stdout", out)
        write(here / "brandubh.csv", GOOD, GOOD)
        assert main(["replay", "brandubh.csv"]) == 0
        assert "[####################] 100%  2 games" in terminal.getvalue()
        assert "tafl: 6 plies in " in terminal.getvalue()
        assert out.getvalue() == "brandubh.csv: brandubh, 2 games, 6 plies: all agree\n"
        before = terminal.getvalue()
        assert main(["replay", "brandubh.csv", "--no-progress"]) == 0
        assert "games (" not in terminal.getvalue()[len(before) :]


class TestExamples:
    def test_the_archive_agrees_with_the_rules(self, tafl: Any) -> None:
        status, out, err = tafl(str(EXAMPLES))
        assert (status, err) == (0, "")
        assert out.count(": all agree") == out.count("\n") > 10

    def test_the_archive_shows_the_rare_rules(self, tafl: Any) -> None:
        ends = json.loads(tafl(str(EXAMPLES), "--json")[1].splitlines()[-1])["ends"]
        assert {"king-escaped", "king-captured", "exit-fort", "encirclement", "all-captured"} <= set(ends)


def test_moves_of_berserk_turns_are_filled_in(tafl: Any, here: Path) -> None:
    (here / "wild.toml").write_text(
        'name = "wild"\nbase = "brandubh"\nberserk = "may-capture"\nfirst = "defenders"\n'
        'start = "/1t5/7/3tT2/K1T4/t6/7/5t1/"\n',
        "utf-8",
    )
    name = write(here / "games.csv", "c4-c1xb1 f7-f6,0,0,", "c4-c1xb1 d3-d1,0,0,")
    arguments = (name, "--variant", "wild.toml")
    status, out, _ = tafl(*arguments, "--show-filled")
    assert status == 0
    assert "games.csv:1: before token 1: c1-c3 filled in (one of 2 ways)\n" in out
    assert "games.csv:2: before token 1: stops on c1 filled in\n" in out
    assert "all agree; 2 moves of berserk turns filled in, ambiguous gaps: 1\n" in out
    status, out, _ = tafl(*arguments, "--no-fill")
    assert status == 1
    assert "2 illegal" in out
    lines = [json.loads(line) for line in tafl(*arguments, "--show-filled", "--json")[1].splitlines()]
    assert [(line["token"], line["moves"], line["ways"]) for line in lines if line["type"] == "filled"] == [
        (1, ["c1-c3"], 2),
        (1, ["c1-c1"], 1),
    ]
    assert (lines[-1]["filled"], lines[-1]["uncertain"]) == (2, 1)
