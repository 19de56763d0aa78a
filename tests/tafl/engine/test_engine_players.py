"""Engines as players, and the commands that use them."""

from __future__ import annotations

import copy
import os
import pickle
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from stub_engines import stub

from hnefatafl import Move, Position, variants
from hnefatafl.errors import ArgumentValueError
from hnefatafl.search import Limit, Random
from tafl.cli import main
from tafl.engine import EngineDiedError, EngineMoveError, EnginePlayer, player

pytestmark = pytest.mark.needs_host

START: Final = Position.initial(variants.BRANDUBH)
OWN: Final = [sys.executable, "-m", "tafl", "engine"]


def test_a_player_asks_its_engine(tmp_path: Path) -> None:
    with EnginePlayer(stub("good", tmp_path)) as engine:
        assert engine.choose(START) == engine.choose(START) == Move.parse("d1-c1")


def test_an_engine_that_died_is_started_again(tmp_path: Path) -> None:
    with EnginePlayer(stub("dying", tmp_path)) as engine:
        for _ in range(2):
            with pytest.raises(EngineDiedError, match="exit status 3"):
                engine.choose(START)


def test_illegal_moves_are_not_passed_on(tmp_path: Path) -> None:
    with EnginePlayer(stub("illegal", tmp_path)) as engine, pytest.raises(EngineMoveError, match="in the way"):
        engine.choose(START)


def test_copies_have_processes_of_their_own(tmp_path: Path) -> None:
    engine = EnginePlayer(stub("good", tmp_path), limit=Limit(nodes=3), options={"hash": "1"})
    with engine:
        engine.choose(START)
        for other in (copy.copy(engine), pickle.loads(pickle.dumps(engine))):
            assert repr(other) == repr(engine)
            assert other.options == engine.options
            with other:
                assert other.choose(START) == Move.parse("d1-c1")


def test_players_by_name() -> None:
    assert player("random:seed=3") == Random(seed=3)
    engine = player("HTP: tafl --strong ")
    assert isinstance(engine, EnginePlayer)
    assert (engine.dialect, engine.command, engine.limit) == ("htp", "tafl --strong", Limit(seconds=1))
    for text in ("ugi:", "xboard:x", "ugi"):
        with pytest.raises(ArgumentValueError):
            player(text)
    with pytest.raises(ArgumentValueError, match="an engine has no option 'seed'"):
        player("ugi:x", seed=3)
    with pytest.raises(ArgumentValueError, match="dialect"):
        EnginePlayer("x", dialect="xboard")
    with pytest.raises(ArgumentValueError, match="limit"):
        EnginePlayer("x", limit=Limit())
    with pytest.raises(ArgumentValueError, match="margin: a number of seconds above 0"):
        EnginePlayer("x", margin=0)


@pytest.mark.skipif(os.name != "posix", reason="the stubs need signals")
def test_a_game_against_an_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    against = "ugi:" + shlex.join([*OWN, "--player", "greedy"])
    assert main(["play", "--side", "none", "--player", against, "--seconds", "2", "--color", "never"]) == 0
    assert "win" in capsys.readouterr().out
    against = "ugi:" + shlex.join(stub("illegal", tmp_path))
    assert main(["play", "--side", "none", "--player", against]) == 2
    assert "another piece stands in the way" in capsys.readouterr().err
    assert main(["play", "--side", "none", "--player", against, "--level", "3"]) == 2
    assert "level" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said", "answer"),
    [
        (["tablut", "--protocol", "ugi"], "ugi\n", "option name rules type string default tablut"),
        (["--protocol", "otep", "--player", "random:seed=1"], "play attackers\n", "hello\nmove "),
        (["brandubh", "--protocol", "htp"], "generate_move\n", "= play attacker 0"),
        (["--player", "alphabeta:nodes=50"], "position startpos\ngo movetime 60000\n", "bestmove "),
    ],
)
def test_the_command_serves_players(arguments: list[str], said: str, answer: str) -> None:
    done = subprocess.run([*OWN, *arguments], input=said, capture_output=True, text=True, timeout=120, check=True)
    assert answer in done.stdout
    assert done.stderr == ""


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--player", "nobody"]) == 2
    assert main(["engine", "--protocol", "xboard"]) == 2
    assert "no player is named 'nobody'" in capsys.readouterr().err
