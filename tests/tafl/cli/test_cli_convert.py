"""``tafl convert``: dialects guessed and said, losses named, nothing written that should not be."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from hnefatafl import variants
from hnefatafl.notation import bologna, json, otn
from tafl.cli import main

ROOT = Path(__file__).parents[3]
OTG = """[event:Ring]
[rules:dim:7 name:ring start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]

1. d1-c1 Kd4-d3
[Bold!|]
1b.1.1a. ..... c4-c3
"""
POOR = "tags (event), variations (1), comments (1), piece letters (1), rules (ring)"
START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"


def convert(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> tuple[str, list[str]]:
    """What the command writes to standard output, and what it says on standard error."""
    assert main(["convert", *map(str, arguments)]) == status
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert all(each.startswith(("tafl: ", "    ", "(tafl convert --help")) for each in lines)
    return captured.out, [each.removeprefix("tafl: ") for each in lines]


@pytest.fixture
def otg(tmp_path: Path) -> Path:
    path = tmp_path / "ring.otg"
    path.write_text(OTG, "utf-8")
    return path


def test_losses_are_named_and_the_game_is_written(capsys: pytest.CaptureFixture[str], otg: Path) -> None:
    out, err = convert(capsys, otg, "--to", "archive")
    assert out == "d1-c1 d4-d3,0,0,\n"
    assert err == [
        f"convert: {otg}: game 1: lost: {POOR}",
        f"convert: {otg}: otn to archive: 1 game written, 1 with losses",
    ]


def test_strict_writes_nothing_where_something_would_be_lost(capsys: pytest.CaptureFixture[str], otg: Path) -> None:
    to = otg.with_suffix(".csv")
    out, err = convert(capsys, otg, "--to", "archive", "--strict", "-o", to, status=1)
    assert out == ""
    assert not to.exists()
    assert err[0] == f"convert: {otg}: game 1: would be lost: {POOR}"
    assert err[1].endswith("0 games written, 1 refused")
    _, err = convert(capsys, otg, "--to", "otn", "--strict", "-o", otg, status=2)
    assert err[0].startswith(f"convert: {otg}: the file exists; --force overwrites it")
    assert otg.read_text("utf-8") == OTG
    convert(capsys, otg, "--to", "otn", "--strict", "--force", "-o", otg)
    assert otn.parse_game(otg.read_text("utf-8")) == otn.parse_game(OTG)


def test_strict_is_by_file(capsys: pytest.CaptureFixture[str], otg: Path, tmp_path: Path) -> None:
    good = tmp_path / "brandubh.csv"
    good.write_text("d1-c1 c4-c2,0,0,White\nd1-e1,0,0,\n", "utf-8")
    out, err = convert(capsys, otg, good, "--to", "archive", "--strict", status=1)
    assert out.splitlines() == ["# variant: brandubh", "d1-c1 c4-c2,0,0,White", "d1-e1,0,0,"]
    assert err[-1] == "convert: 2 files: 2 games written, 1 refused"


def test_what_is_written_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A whole file of games goes through two dialects, the second with its moves only, and is legal still."""
    uci, csv = tmp_path / "games.uci", tmp_path / "games.csv"
    convert(capsys, ROOT / "examples/games/copenhagen.csv", "--to", "taflzero", "-o", uci)
    convert(capsys, uci, "--to", "archive", "-o", csv)
    assert main(["replay", str(csv), "--report-only"]) == 0
    assert "copenhagen, 27 games" in capsys.readouterr().out


def test_the_suffix_of_the_file_tells_the_dialect(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record, saved = tmp_path / "game.csv", tmp_path / "game.json"
    record.write_text("# variant: brandubh\nd1-c1 c4-c2,0,0,\n", "utf-8")
    convert(capsys, record, "-o", saved)
    assert [str(move) for move in json.parse_game(saved.read_text("utf-8")).moves] == ["d1-c1", "c4-c2"]
    for words in ((), ("-o", tmp_path / "game.txt")):
        assert "which dialect? Give --to DIALECT, or -o FILE that" in convert(capsys, record, *words, status=2)[1][0]


def test_a_folder_gets_a_file_for_each_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = tmp_path / "brandubh.csv.gz"
    lines.write_bytes(gzip.compress(b"d1-c1 c4-c2,0,0,White\nd1-e1,0,0,\n"))
    convert(capsys, lines, "--to", "otn", "-o", f"{tmp_path}/out/")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["brandubh-1.otg", "brandubh-2.otg"]
    text = (tmp_path / "out" / "brandubh-1.otg").read_text("utf-8")
    assert otn.parse_game(text, variants.BRANDUBH).result == "White"
    _, err = convert(capsys, tmp_path / "out", "--to", "archive", "-o", f"{tmp_path}/back")
    assert [line for line in err if "warning: the rules of the record are the nearest" in line] == err[:1]
    assert (tmp_path / "back").read_text("utf-8").splitlines()[-1] == "d1-e1,0,0,"
    _, err = convert(capsys, lines, lines, "--to", "otn", "-o", tmp_path / "out", status=2)
    assert "was already written" in err[-1]
    _, err = convert(capsys, lines, "--to", "otn", status=2)
    assert "one game per text: give a folder" in err[-1]


def test_logs_by_their_text_and_positions_by_their_variant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "some_gameLog.txt"
    log.write_text(bologna.format_log(otn.parse_game("1. e3-c3", variants.ASHTON_TABLUT)), "utf-8")
    out, err = convert(capsys, log, "--to", "otn")
    assert "[rules:dim:9 name:ashton-tablut esc:e" in out
    for loss in (
        "zones, south camp: none instead of",
        "fewest_attackers: 1 instead of 0",
        "repetition.count: 3 instead",
    ):
        assert loss in err[0]
    state, _ = convert(capsys, log, "--to", "bologna-state")
    assert state.startswith('{"board":[["EMPTY"')
    assert state.endswith('"turn":"BLACK"}\n')
    record = tmp_path / "record"
    record.write_text(f"# variant: brandubh\n{START}\n", "utf-8")
    board, _ = convert(capsys, record, "--to", "hnefatafl-rs")
    assert board.splitlines()[0] == "...t..."


def test_one_file_has_one_set_of_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("brandubh", "copenhagen"):
        (tmp_path / f"{name}.csv").write_text("d1-c1,0,0,\n", "utf-8")
    both = [tmp_path / f"{name}.csv" for name in ("brandubh", "copenhagen")]
    out, err = convert(capsys, *both, "--to", "archive")
    assert out.splitlines() == ["# variant: brandubh", "d1-c1,0,0,", "d1-c1,0,0,"]
    assert err[1].endswith("game 1: lost: rules (copenhagen)")
    convert(capsys, *both, "--to", "archive", "--strict", status=1)


def test_games_that_cannot_be_written_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "brandubh.csv"
    path.write_text("d1-c1,0,0,\nd1-e5,0,0,\n", "utf-8")
    out, err = convert(capsys, path, "--to", "hnefatafl-rs", status=1)
    assert len(out.splitlines()) == 7
    assert "game 2: refused: illegal move d1-e5" in err[1]
    out, err = convert(capsys, path, "--to", "taflzero", status=1)
    assert out == ""
    assert err[0].endswith("refused: taflzero cannot express: boards of 7 ranks")


@pytest.mark.parametrize(
    ("name", "text", "arguments", "message"),
    [
        ("games.csv", "d1-c1,0,0,\n", [], "games.csv: which rules? Give --variant NAME"),
        ("games.csv", "# variant: latin\nd1-c1\n", [], "no ruleset is named 'latin'"),
        ("letter", "Dear Ann\n", [], "letter: no record was found: none of 2 words is a move"),
        ("game", "position nowhere\n", [], "game: startpos or fen was expected (line 1, column 10)"),
        ("game.json", '{"dim":11', ["--from", "dcampbell"], "JSON was expected"),
        ("game", "x\x00", ["--from", "bologna"], "the state at the beginning of a game was expected"),
        ("game.otg", OTG, ["-o", "/dev/null/x"], "/dev/null"),
    ],
)
def test_what_goes_wrong_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str, arguments: list[str], message: str
) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    out, err = convert(capsys, path, "--to", "archive", *arguments, status=2)
    assert out == ""
    assert message in "\n".join(err)


def test_misuse(capsys: pytest.CaptureFixture[str], otg: Path) -> None:
    _, err = convert(capsys, otg, status=2)
    assert "--to" in err[0]
    _, err = convert(capsys, otg, "--to", "latin", status=2)
    assert "no dialect is named 'latin', only otn," in err[0]
    assert main(["convert", "--help"]) == 0
    assert "dcampbell-board" in capsys.readouterr().out
