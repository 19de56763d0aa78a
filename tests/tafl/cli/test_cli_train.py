"""``tafl train``, and ``--evaluation`` where the computer plays or analyses."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from hnefatafl import variants
from hnefatafl.search import TrainedEvaluation
from hnefatafl.search import train as training
from hnefatafl.search.train import Round
from tafl.cli import main

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("train")]

TRAIN = ("train", "brandubh", "--games", "3", "--nodes", "20", "--units", "2", "-o", "out.json", "--keep-anyway")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")


def test_a_player_is_trained_and_used(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main([*TRAIN, "--rounds", "2"]) == 0
    out = capsys.readouterr().out
    assert "round 1: 3 games, attackers " in out
    assert re.search(r"written: out.json, round 2\nagainst the player before: .* % \[.*\] of 4 games\n$", out)
    found = TrainedEvaluation.parse(Path("out.json").read_text("utf-8"))
    assert found.ruleset == variants.BRANDUBH
    assert main([*TRAIN, "--rounds", "1"]) == 2
    assert main([*TRAIN, "--rounds", "1", "--evaluation", "out.json", "--force"]) == 0
    assert main(["analyse", "brandubh", "--depth", "1", "--evaluation", "out.json"]) == 0
    for words in (
        ("--level", "1", "--evaluation", "out.json"),
        ("--player", "alphabeta:nodes=20,evaluation=out.json"),
    ):
        monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
        assert main(["play", *words]) == 0


def test_what_has_learned_nothing_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Of three games none is held back, so nothing shows that anything was learned."""
    words = [word for word in TRAIN if word != "--keep-anyway"]
    Path("out.json").write_text("an earlier one")
    assert main([*words, "--rounds", "2", "--force"]) == 1
    out, err = capsys.readouterr()
    assert "written" not in out
    assert err.count("has learned anything: no game was held back to measure it") == 2
    assert "nothing was written" in err
    assert "--keep-anyway" in err
    assert Path("out.json").read_text() == "an earlier one"
    assert main([*TRAIN, "--rounds", "1", "--force"]) == 0
    assert TrainedEvaluation.parse(Path("out.json").read_text("utf-8")).training["fault"].startswith("no game")


def test_only_the_rounds_that_have_learned_are_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = training.rounds

    def rounds(*arguments: Any, **options: Any) -> Iterator[Round]:
        for each in inner(*arguments, **options):
            yield evolve(each, fault="" if each.number == 2 else "so it is")

    monkeypatch.setattr(training, "rounds", rounds)
    assert main([*(word for word in TRAIN if word != "--keep-anyway"), "--rounds", "3", "--match", "0"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("written: out.json, round 2\n")
    assert "it is not shown that round 1 has learned anything: so it is" in err
    assert "it is not shown that round 3 has learned anything: so it is" in err
    assert TrainedEvaluation.parse(Path("out.json").read_text("utf-8")).training["rounds"] == "2"


def test_a_match_tells_whether_the_player_is_stronger(capsys: pytest.CaptureFixture[str]) -> None:
    """One game of 20 nodes a move teaches nothing that holds against the evaluation that comes with the library."""
    assert main([*TRAIN, "--rounds", "1", "--match", "5", "--seed", "2"]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"against the player before: [0-4]?\d\.\d % \[.*\] of 6 games\n$", out)
    assert "the trained player is not stronger than the one before" in err
    assert main([*TRAIN, "--rounds", "1", "--match", "0", "--force"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("written: out.json, round 1\n")
    assert "stronger" not in err


def test_wrong_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text("{}")
    for words in (
        ("analyse", "brandubh", "--evaluation", "bad.json"),
        ("play", "--evaluation", "bad.json"),
        ("play", "--player", "alphabeta:evaluation=bad.json"),
        ("train", "brandubh", "--evaluation", "bad.json", "-o", "x.json"),
    ):
        assert main(words) == 2
        assert "bad.json: the format 'hnefatafl evaluation 1' was expected" in capsys.readouterr().err
    assert main(["play", "--player", "alphabeta:evaluation=a,evaluation=b"]) == 2
    assert main(["play", "--player", "random:evaluation=bad.json"]) == 2


def test_the_log_is_shown_on_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plan = ("--rounds", "1", "--games", "1", "--nodes", "20", "--units", "1", "--keep-anyway")
    for number, verbose in enumerate(((), ("--verbose",), ())):
        assert main((*verbose, "train", "brandubh", *plan, "-o", str(tmp_path / f"{number}.json"))) == 0
        told = re.findall(r"^tafl: \d+\.\d{3} (hnefatafl\S+): (\w+)", capsys.readouterr().err, re.MULTILINE)
        assert told == [("hnefatafl.search.train", word) for word in ("brandubh", "round")] * bool(verbose)
