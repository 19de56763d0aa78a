"""What ``tafl show`` writes to files."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from animating import frames

from hnefatafl import Move, Position, variants
from hnefatafl.render.svg import svg
from tafl.cli import main

GAMES = Path(__file__).parents[3] / "examples" / "games"


def says(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What the command says, on whichever stream."""
    assert main(arguments) == status
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_a_picture_of_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "start.svg"
    out = says(capsys, "show", "brandubh", "-o", str(path), "--theme", "print", "--size", "300")
    assert out.endswith(f"written: {path}\n")
    start = Position.initial(variants.BRANDUBH)
    assert path.read_text("utf-8") == svg(start, theme="print", size=300)


def test_a_first_move_by_lot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The start layout is drawn, with no side to move; a page needs one."""
    rules, picture, page = tmp_path / "lot.toml", tmp_path / "lot.svg", tmp_path / "lot.html"
    rules.write_text('name = "first by lot"\nbase = "brandubh"\nfirst = "none"\n', "utf-8")
    out = says(capsys, "show", str(rules), "-o", str(picture))
    assert out.endswith(f"\nfirst move by lot\nwritten: {picture}\n")
    assert picture.read_text("utf-8") == svg(variants.BRANDUBH.evolve(name="first by lot", first=None))
    assert "give --turn attackers" in says(capsys, "show", str(rules), "-o", str(page), status=2)
    says(capsys, "show", str(rules), "--turn", "defenders", "-o", str(page))
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_picture_of_a_move_shows_its_effects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "move.svg"
    says(capsys, "show", "brandubh", "--moves", "d1-c1", "-o", str(path))
    play = Position.initial(variants.BRANDUBH).explain(Move.parse("d1-c1"))
    assert path.read_text("utf-8") == svg(play)


def test_no_other_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tmp_path / "one.svg", tmp_path / "other.html"
    other.write_text("precious", "utf-8")
    other.chmod(0o600)
    pictures = ("show", "brandubh", "-o", str(one), "-o", str(other))
    out = says(capsys, *pictures, status=2)
    assert f"{other}: the file exists; --force overwrites it" in out
    assert (other.read_text("utf-8"), one.exists()) == ("precious", False)
    says(capsys, *pictures, "--force")
    assert other.read_text("utf-8").startswith("<!doctype html>")
    assert sorted(tmp_path.iterdir()) == [one, other]
    if sys.platform != "win32":
        assert other.stat().st_mode & 0o777 == 0o600


def test_a_link_leads_to_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, link = tmp_path / "a.svg", tmp_path / "b.svg"
    file.write_text("old", "utf-8")
    link.symlink_to(file)
    says(capsys, "show", "brandubh", "-o", str(link), "--force")
    assert link.is_symlink()
    assert file.read_text("utf-8").startswith("<svg")


def test_a_page_of_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.html"
    says(capsys, "show", "brandubh", "--moves", "d1-c1 c4-c2xg1", "-o", str(path))
    assert 'data-move="c4-c2"' in path.read_text("utf-8")


def test_a_recorded_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, page = tmp_path / "game.svg", tmp_path / "game.html"
    games = str(GAMES / "brandubh.csv")
    out = says(capsys, "show", games, "--game", "2", "-o", str(picture), "-o", str(page), "--theme", "dark")
    assert "the defenders win: the king has escaped\n" in out
    assert "Captured: " in ElementTree.parse(picture).getroot()[1].text  # type: ignore[operator]
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_record_that_cannot_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "bad.csv"
    record.write_text("# variant: brandubh\nd1-c1 d2-d5,0,0,Ongoing\n", "utf-8")
    out = says(capsys, "show", str(record), status=1)
    assert "the record goes on with d2-d5: the piece belongs to the other side (d2)\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.csv",), "nowhere.csv: No such file or directory"),
        ((str(GAMES / "brandubh.csv"), "--game", "1000"), "there is no game 1000, only "),
        ((str(GAMES / "brandubh.csv"), "--game", "0"), "--game: a number from 1 to 999999999 was expected, not 0"),
        ((str(GAMES / "brandubh.csv"), "--turn", "attackers"), "a record has its own start: --turn"),
        (("brandubh", "-o", "x.gif"), "x.gif: a file of a picture ends in .svg, .png, .apng or .html"),
        (("brandubh", "-o", "/nowhere/at/all.svg"), "/nowhere/at/all.svg: there is no folder /nowhere/at"),
        (("brandubh", "-o", "x\0y.svg"), "embedded null"),
        (("brandubh", "-o", "x.svg", "--size", "3"), "a picture is 16 to 10000 pixels wide, not 3"),
        (("brandubh", "--theme", "pink"), "invalid choice: 'pink'"),
    ],
)
def test_what_cannot_be_written_says_why(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in says(capsys, "show", *arguments, status=2)


def test_png_needs_its_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = says(capsys, "show", "brandubh", "-o", str(tmp_path / "x.png"), status=2)
    assert 'pip install ".[png]"' in out


@pytest.mark.extra("png")
def test_an_animated_picture_of_the_last_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.apng"
    moves = ("show", "brandubh", "--moves", "d1-c1 c4-c2 d2-d1", "-o", str(path), "--size", "64", "--force")
    says(capsys, *moves)
    assert len(frames(path.read_bytes())[0]) == 4
    says(capsys, *moves, "--last", "2")
    assert len(frames(path.read_bytes())[0]) == 3
    assert "1 to 100 moves" in says(capsys, *moves, "--last", "0", status=2)
