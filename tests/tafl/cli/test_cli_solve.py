"""``tafl solve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import data_path

from hnefatafl import COMPILED
from tafl.cli import main

KING = ("solve", "/t6/7/7/3K3/7/7/7/", "--variant", "brandubh", "--turn", "defenders")
PUZZLE = """\
[result:{result}]
[rules:dim:7 esc:e surf:n atkf:n ks:w cor: cen: start:/t6/7/7/2tK3/7/7/6t/]
[puzzle-mode:loose]
[puzzle-start:{start}]

1. {moves}
[]
"""


def says(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What the command says, on whichever stream."""
    assert main(arguments) == status
    captured = capsys.readouterr()
    return captured.out + captured.err


def written(tmp_path: Path, moves: str, start: str = "0", result: str = "-1") -> str:
    """A file with a puzzle."""
    path = tmp_path / "puzzle.otg"
    path.write_text(PUZZLE.format(moves=moves, start=start, result=result), "utf-8")
    return str(path)


def test_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, *KING)
    assert out.startswith("brandubh: defenders to move\nthe defenders win, here in 3 plies (")


def test_the_other_side(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a side both are tried; with one it is that side alone, which may not win."""
    out = says(capsys, *KING[:-1], "attackers")
    assert "the defenders win" in out
    out = says(capsys, *KING, "--side", "attackers", status=1)
    assert "the attackers cannot force a win on the board" in out


def test_an_open_position(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, "solve", "brandubh", "--nodes", "50", status=1)
    assert "open: no win of the attackers was found, and none ruled out (50 positions" in out
    assert "proof number" in out


def test_first_moves(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, *KING, "--all", "--depth", "3")
    assert "first moves that win: d4-g4 d4-a4 d4-d7 d4-d1\n" in out
    assert "first moves that are open: d4-e4 " in out, "within three plies"
    out = says(capsys, *KING, "--side", "attackers", "--all", status=2)
    assert "it is not their move" in out


def test_a_puzzle_and_its_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, "solve", written(tmp_path, "Kd4-g4"))
    assert out.startswith("puzzle.otg: defenders to move\nthe defenders win, here in 1 ply (")
    assert out.endswith("the record's solution keeps the win with every move\n")


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(says(capsys, "solve", written(tmp_path, "Kd4-g4"), "--json", "--all"))
    assert (data["side"], data["verdict"], data["line"]) == ("defenders", "won", ["Kd4-g4--"])
    assert data["solution"] == [{"move": "d4-g4", "verdict": "won"}]
    assert data["first_moves"]["d4-d7"] == "won"


def test_a_ply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "Kd4-d3 a1-b1")
    assert "defenders to move" in says(capsys, "solve", path, "--ply", "2")
    assert "has 2 moves" in says(capsys, "solve", path, "--ply", "3", status=2)
    assert "--moves, --roll and --turn" in says(capsys, "solve", path, "--turn", "attackers", status=2)


def test_what_is_wrong_with_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "illegal move" in says(capsys, "solve", written(tmp_path, "Kd4-a1"), status=1)
    assert "puzzle-start" in says(capsys, "solve", written(tmp_path, "Kd4-d3", start="9a"), status=2)


@pytest.mark.parametrize("name", ["Ard-Ri-Capture-Puzzle", "Ard-Ri-Escape-Puzzle-cooked", "Puzzle-Corner-Endgame"])
def test_puzzles(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not COMPILED and "Capture" not in name:
        pytest.skip("too slow uncompiled")
    out = says(capsys, "solve", str(data_path("otg", f"{name}.otg")), "--nodes", "60000")
    assert " win, here in " in out
    assert "fails" not in out
