"""The exit status of each command where it refuses something, or where what it looked at is not as it should be."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hnefatafl import Board, Outcome, Position, Ruleset, Side, Termination, variants
from tafl.cli import main
from tafl.cli.options import COMMANDS

REFUSED = [
    (2, "help frobnicate"),
    (2, "completion tcsh"),
    (2, "variants nowhere"),
    (2, "variants --size 8"),
    (2, "rules nowhere"),
    (2, "tables nowhere"),
    (2, "check nowhere"),
    (1, "show illegal.csv"),
    (1, "show illegal.csv --moves c1-c2"),
    (1, "show brandubh --moves d1-d1"),
    (2, "show legal.csv --game 2"),
    (1, "perft illegal.csv 1"),
    (2, "perft nowhere 1"),
    (1, "playouts illegal.csv --games 1"),
    (2, "playouts nowhere --games 1"),
    (1, "analyse illegal.csv"),
    (1, "analyse illegal.csv --annotate --nodes 9 --to otn"),
    (2, "analyse brandubh --to otn"),
    (1, "solve illegal.csv"),
    (1, "solve brandubh --nodes 9"),
    (2, "solve legal.csv --ply 9"),
    (1, "play illegal.csv"),
    (2, "play brandubh -o game.txt"),
    (1, "puzzles legal.csv --nodes 9 -o new.jsonl"),
    (2, "puzzles legal.csv nowhere.csv --nodes 9 -o new.jsonl"),
    (1, "replay illegal.csv"),
    (2, "replay illegal.csv nowhere.csv"),
    (1, "convert legal.csv --to taflzero"),
    (1, "convert legal.csv --to otn --strict"),
    (2, "convert legal.csv nowhere.csv --to otn"),
    (1, "explore legal.csv --moves d1-d1"),
    (2, "explore legal.csv nowhere.csv"),
    (2, "explore nowhere.csv"),
    (2, "infer legal.csv nowhere.csv --base brandubh"),
    (1, "infer illegal.csv illegal.csv --base brandubh"),
    (2, "engine nowhere"),
    (2, "conformance brandubh -o suite.txt"),
    (2, "arena brandubh random nobody --games 2"),
    (2, "study nowhere"),
    (2, "evolve nowhere -o found"),
    (1, "evolve brandubh --candidates 1 --games 2 --nodes 2 --plies 3 -o found"),
    (2, "train brandubh -o nowhere/new.json"),
    (2, "join localhost --name ai-raven"),
    (2, "join localhost --name ai-raven --size 7"),
    (2, "join --name ai-raven"),
    (2, "bologna --side white --errors 1"),
    (2, "serve nowhere"),
    (2, "site pages --pyodide nowhere"),
]


@pytest.mark.parametrize(("status", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_a_refusal_has_its_status(
    status: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says why."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.delenv("TAFL_PASSWORD", raising=False)
    Path("legal.csv").write_text("# variant: brandubh\nd1-c1 d3-a3,0,0,\n", "utf-8")
    Path("illegal.csv").write_text("# variant: brandubh\nd1-c1 d1-c1,0,0,\n", "utf-8")
    assert main(words.split()) == status
    assert "".join(capsys.readouterr())


def test_every_command_refuses_something() -> None:
    assert {words.split()[0] for _, words in REFUSED} == {name for group in COMMANDS.values() for name in group}


def test_a_ruleset_with_which_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win in the west alone is none on a mirrored board."""

    def west(board: Board, turn: Side, position: Position) -> Outcome | None:
        in_the_west = board.king is not None and board.king.file < 3
        return Outcome(Side.DEFENDERS, Termination.EXTRA) if in_the_west else None

    def get(name: str) -> Ruleset:
        return western

    western = variants.MAGPIE.evolve(name="western magpie", extra_endings=(west,))
    monkeypatch.setattr(variants, "get", get)
    assert main(["check", "western magpie", "--examples", "16"]) == 1
