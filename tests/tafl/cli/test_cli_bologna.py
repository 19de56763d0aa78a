"""``tafl bologna``: whole games between processes, and the guide that leads there."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest
from test_cli_process import TAFL, environment, heed_interrupts, posix

from hnefatafl import Board, Move, Position, Side, variants
from hnefatafl.notation import bologna
from hnefatafl.search import Random
from tafl.cli import main

pytestmark = pytest.mark.needs_host

ROOT: Final = Path(__file__).parents[3]
GUIDE: Final = ROOT / "docs" / "howto" / "challenge.rst"


@contextmanager
def running(*command: str, folder: Path) -> Generator[subprocess.Popen[str]]:
    """A process that is killed at the end if it still runs."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment(),
        cwd=folder,
        preexec_fn=heed_interrupts if os.name == "posix" else None,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def listening(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The ports of a referee, as it writes them."""
    assert process.stdout is not None
    found = re.search(r"White on port (\d+), and for Black on port (\d+)", process.stdout.readline())
    assert found is not None
    return found[1], found[2]


def finished(process: subprocess.Popen[str]) -> tuple[int, str]:
    told, _ = process.communicate(timeout=300)
    return process.returncode, told


def moves(told: str) -> list[str]:
    return re.findall(r"^\d+\. (?:White|Black) (\S+)$", told, re.MULTILINE)


def test_a_whole_game_between_processes(tmp_path: Path) -> None:
    """ "a whole game of our client against our referee on loopback" """
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[str]:
            return stack.enter_context(running(*TAFL, "bologna", *arguments, folder=tmp_path))

        judge = start("--referee", "--port", "0")
        white, black = listening(judge)
        players = [
            start("--side", "white", "--port", white, "--player", "alphabeta:nodes=200", "--name", "The Ravens"),
            start("--side", "black", "--port", black, "--player", "random:seed=4"),
        ]
        ended = [finished(player) for player in players]
        status, told = finished(judge)
    assert status == 0
    (log,) = (tmp_path / "logs").iterdir()
    assert re.fullmatch(r"TheRavens_vs_tafl_\d+_gameLog\.txt", log.name)
    game = bologna.parse_log(log.read_text("utf-8"))
    assert game.replay().verdict == "agrees"
    assert game.result == "White"
    assert [str(move).partition("x")[0] for move in game.moves] == moves(told)
    assert (game.tags["defenders"], game.tags["attackers"]) == ("TheRavens", "tafl")
    for (status, said), line in zip(ended, ("The Ravens, White: won (", "tafl, Black: lost ("), strict=True):
        assert (status, moves(said)) == (0, moves(told))
        assert line in said
    assert main(["replay", str(log)]) == 0


@contextmanager
def served(*messages: bytes) -> Generator[int]:
    """A server that answers each message of a player with one of these, and then closes the connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                for message in messages:
                    connection.recv(4096)
                    connection.sendall(message)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(60)


def framed(board: Board, turn: Side | None, result: str = "") -> bytes:
    data = bologna.format_state(bologna.GameState(board=board, turn=turn, result=result)).encode()
    return len(data).to_bytes(4, "big") + data


START: Final = framed(variants.ASHTON_TABLUT.start, Side.DEFENDERS)


def choose(self: Random, position: Position) -> Move:
    return Move.parse("e3-d3")


@pytest.mark.parametrize(
    ("messages", "status", "said"),
    [
        ((), 1, ["Team, White: no result", "before the game began"]),
        ((START,), 1, ["no result", "e3-d3, which is legal by our rules", "runs out of time"]),
        ((START, START), 1, ["no result", "the server refused e3-d3, which is legal"]),
        (
            (START, framed(variants.ASHTON_TABLUT.start, None, "Black")),
            1,
            ["Team, White: lost\n", "the server refused e3-d3"],
        ),
        ((START, framed(variants.ASHTON_TABLUT.start.put("e3", None), None, "Draw")), 0, ["Team, White: a draw"]),
    ],
)
def test_servers_that_end_a_game_early(
    messages: tuple[bytes, ...],
    status: int,
    said: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Random, "choose", choose)
    with served(*messages) as port:
        arguments = ["bologna", "--side", "white", "--name", "Team", "--player", "random", "--port", str(port)]
        assert main(arguments) == status
    told = capsys.readouterr().out
    assert [each for each in said if each not in told] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "one of the arguments --side --referee is required"),
        (["--side", "white", "--referee"], "not allowed with argument"),
        (["--side", "white", "--errors", "3"], "--errors goes with --referee"),
        (["--referee", "--player", "greedy"], "--player goes with --side"),
        (["--side", "white", "--player", "gredy"], "no player is named 'gredy'; did you mean greedy?"),
        (["--side", "white", "--player", "greedy", "--seconds", "3"], "the player greedy has no option 'seconds'"),
        (["--side", "white", "--port", "65536"], "a number from 0 to 65534 was expected"),
        (["--side", "white", "--port", "1", "--wait", "0"], "the engine refused a connection to 127.0.0.1, port 1"),
        (["--referee", "--host", "300.1.1.1", "--port", "0"], "to listen on 300.1.1.1, port 0"),
    ],
)
def test_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bologna", *arguments]) == 2
    assert said in capsys.readouterr().err


@posix
def test_an_interrupted_referee_writes_its_log(tmp_path: Path) -> None:
    with running(*TAFL, "bologna", "--referee", "--port", "0", "--logs", "here", folder=tmp_path) as judge:
        ports = listening(judge)
        with ExitStack() as stack:
            players = [stack.enter_context(socket.create_connection(("127.0.0.1", int(port)))) for port in ports]
            for player in players:
                player.sendall(b'\0\0\0\4"Bo"')
            assert judge.stdout is not None
            assert judge.stdout.readline() == "White: Bo, Black: Bo\n"
            players[1].recv(4096)
            judge.send_signal(signal.SIGINT)
            assert finished(judge)[0] == 130
    (log,) = (tmp_path / "here").iterdir()
    assert bologna.parse_log(log.read_text("utf-8")).moves == ()


# ----------------------------------------------------------------------------------------------------------- the guide


def texts() -> list[str]:
    """The blocks of text in the guide, which are the lines that are typed in terminals and the files."""
    found = re.findall(r"^\.\. code-block:: text\n\n((?:   .*\n|\n)+)", GUIDE.read_text("utf-8"), re.MULTILINE)
    return [re.sub("^   ", "", code, flags=re.MULTILINE).strip() for code in found]


def free(port: int) -> bool:
    try:
        with socket.create_server(("127.0.0.1", port)):
            return True
    except OSError:
        return False


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as it is after the installation: with the command in an environment."""
    if not (free(5800) and free(5801)):
        pytest.skip("something listens on the ports of the challenge")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    command = tmp_path / ".venv" / "bin" / "tafl"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tafl "$@"\n')
    command.chmod(0o755)
    return tmp_path


@pytest.mark.long
@posix
def test_the_guide_leads_to_a_player(folder: Path) -> None:
    """Its commands and its script, literally, one after the other."""
    blocks = texts()
    referees = [at for at, text in enumerate(blocks) if "--referee" in text]
    (script,) = (text for text in blocks if text.startswith("#!"))
    (folder / "runmyplayer").write_text(script + "\n")
    (folder / "runmyplayer").chmod(0o755)
    assert len(referees) == 2
    for at in referees:
        with ExitStack() as stack:
            game = [stack.enter_context(running("sh", "-c", text, folder=folder)) for text in blocks[at : at + 3]]
            ended = [finished(process) for process in game]
        for status, told in ended:
            assert status == 0, told
        assert ended[0][1].splitlines()[-2].startswith("a draw: ")
    (replay,) = (text for text in blocks if " replay " in text)
    with running("sh", "-c", replay, folder=folder) as process:
        status, told = finished(process)
    assert status == 0
    plies = [int(found) for at in referees for found in re.findall(r"--plies (\d+)", blocks[at])]
    assert re.sub(r"_\d+_gameLog", "", told).splitlines() == [
        f"logs/Ravens_vs_Crows.txt: ashton-tablut, 1 game, {plies[0]} plies: all agree",
        f"logs/Ravens_vs_Ravens.txt: ashton-tablut, 1 game, {plies[1]} plies: all agree",
        f"total: 2 files, 2 games, {sum(plies)} plies: all agree",
    ]
