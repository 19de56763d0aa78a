"""``tafl join``: games over a socket with a server as that of hnefatafl.org."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from lobby import Lobby, Table, listening
from test_cli_process import TAFL, environment, heed_interrupts, posix

from tafl.cli import main
from tafl.cli.options import find_command, read

pytestmark = pytest.mark.needs_host


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFL_PASSWORD", "secret")


def join(port: int, *options: str) -> int:
    return main(["join", "127.0.0.1", "--port", str(port), "--name", "ai-raven", "--player", "greedy", *options])


def test_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    lobby = Lobby(lambda table: "resigns _" if len(table.texts) > 2 else "f8 g8")
    with listening(lobby) as port:
        assert join(port) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[:4] == [
        "logged in as ai-raven",
        "game 0: offered (11×11, as the attackers, 15 min + 10 s, rated)",
        "game 0: a challenge, accepted",
        "game 0: ai-raven (attackers) against Ann",
    ]
    assert told.out.splitlines()[-2:] == ["game 0: won: the attackers win", "1 game played, 0 left"]
    assert told.err == "tafl: warning: 127.0.0.1 is asked without encryption: the password can be read on the way\n"
    assert lobby.heard[0].endswith(" login ai-raven secret")


def test_the_commands_of_the_texts_are_read() -> None:
    """Those of the guide and of the help."""
    guide = Path(__file__).parents[3] / "docs" / "howto" / "people.rst"
    lines = re.findall(r"^ +(tafl join .*)$", f"{guide.read_text('utf-8')}\n{find_command('join').help}", re.MULTILINE)
    assert len(lines) > 8
    for line in lines:
        command, options = read(shlex.split(line)[1:])
        assert command is not None
        assert options.host in ("hnefatafl.org", "localhost")


def test_the_terms_of_an_offer() -> None:
    lobby = Lobby(lambda table: "resigns _")
    with listening(lobby) as port:
        options = ("--role", "defender", "--size", "13", "--time", "30+20", "--unrated", "--create-account")
        assert join(port, *options) == 0
        assert lobby.left.wait(30)
        assert join(port, "--time", "untimed") == 0
    offers = [line for line in lobby.heard if line.startswith("new_game")]
    timed = '{"Timed":{"add_seconds":20,"milliseconds_left":1800000}}'
    assert offers[0] == f'new_game {{"role":"Defender","rated":false,"time_settings":{timed},"board_size":13}}'
    assert '"time_settings":"UnTimed"' in offers[1]
    assert " create_account " in lobby.heard[0]


def test_a_game_that_cannot_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    with listening(Lobby(lambda table: "e5 e9")) as port:
        assert join(port) == 1
    assert "0 games played, 1 left" in capsys.readouterr().out


def test_a_wrong_password(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is in no text; a name that is none of a program is warned of."""
    monkeypatch.setenv("TAFL_PASSWORD", "guess")
    with listening(Lobby()) as port:
        assert main(["--verbose", "join", "127.0.0.1", "--port", str(port), "--name", "raven"]) == 2
    told = "".join(capsys.readouterr())
    assert "the name or the password is wrong" in told
    assert "the names of programs on hnefatafl.org begin with ai-" in told
    assert "guess" not in told


def test_the_password_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFL_PASSWORD")

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return "secret"

    monkeypatch.setattr("getpass.getpass", ask)
    with listening(Lobby(lambda table: "resigns _")) as port:
        assert join(port) == 0
    assert prompts == ["password: "]


@pytest.mark.parametrize("time", ["15", "0+3", "x", "1+x", "+", "5+-1"])
def test_times_that_are_none(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "localhost", "--name", "ai-raven", "--time", time]) == 2
    assert "argument --time" in capsys.readouterr().err


@posix
def test_an_interrupt_lets_the_game_go_on_and_the_second_leaves_it() -> None:
    """The same command goes on with it."""
    waiting, is_resigning = threading.Event(), False

    def reply(table: Table) -> str | None:
        if is_resigning:
            return "resigns _"
        if len(table.texts) == 1:
            return "f8 g8"
        waiting.set()
        return None

    def cut(line: str) -> str:
        if line == "resume_game_json 0":
            asyncio.get_running_loop().call_later(0.05, lobby.move, "0")
        return ""

    lobby = Lobby(reply)
    with listening(lobby) as port:
        command = [*TAFL, "join", "127.0.0.1", "--port", str(port), "--name", "ai-raven", "--player", "greedy"]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**environment(), "TAFL_PASSWORD": "secret"},
            preexec_fn=heed_interrupts if os.name == "posix" else None,
        )
        try:
            assert waiting.wait(60)
            assert process.stderr is not None
            process.stderr.readline()
            process.send_signal(signal.SIGINT)
            assert process.stderr.readline() == (
                "tafl: no new games; game 0 goes on. Ctrl-C once more leaves it on the server\n"
            )
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
            process.communicate()
        assert process.returncode == 130
        assert err == "tafl: game 0 stays on the server, where the clocks run on; the same command continues it\n"
        assert out.splitlines()[-1] == "0 games played, 1 left"
        assert list(lobby.tables) == ["0"]
        assert lobby.left.wait(30)
        is_resigning = True
        lobby.cut = cut
        assert join(port) == 0
    assert lobby.over == {"0": "attacker_wins"}
