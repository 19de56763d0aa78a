"""``tafl train``, and ``--evaluation`` where the computer plays or analyses."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from hnefatafl import variants
from hnefatafl._cli import main
from hnefatafl.search.trained import TrainedEvaluation

pytestmark = pytest.mark.needs_host

TRAIN = ("train", "brandubh", "--games", "3", "--nodes", "20", "--units", "2", "--output", "out.json")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")


def test_a_player_is_trained_and_used(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main([*TRAIN, "--rounds", "2"]) == 0
    out = capsys.readouterr().out
    assert "round 1: 3 games, attackers " in out
    assert out.endswith("written: out.json\n")
    found = TrainedEvaluation.parse(Path("out.json").read_text("utf-8"))
    assert found.ruleset == variants.BRANDUBH
    assert main([*TRAIN, "--rounds", "1"]) == 2
    assert main([*TRAIN, "--rounds", "1", "--start", "out.json", "--force"]) == 0
    assert main(["analyse", "brandubh", "--depth", "1", "--evaluation", "out.json"]) == 0
    for words in (
        ("--level", "1", "--evaluation", "out.json"),
        ("--against", "alphabeta:nodes=20,evaluation=out.json"),
    ):
        monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
        assert main(["play", *words]) == 0


def test_wrong_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text("{}")
    for words in (
        ("analyse", "brandubh", "--evaluation", "bad.json"),
        ("play", "--evaluation", "bad.json"),
        ("play", "--against", "alphabeta:evaluation=bad.json"),
        ("train", "brandubh", "--start", "bad.json", "-o", "x.json"),
    ):
        assert main(words) == 2
        assert "bad.json: the format 'hnefatafl evaluation 1' was expected" in capsys.readouterr().err
    assert main(["play", "--against", "alphabeta:evaluation=a,evaluation=b"]) == 2
    assert main(["play", "--against", "random:evaluation=bad.json"]) == 2
