"""``tafl serve`` as a process: real sockets, an interrupt, a restart."""

from __future__ import annotations

import gzip
import json
import re
import signal
import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from visiting import SECONDS, started
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK
from websockets.sync.client import ClientConnection, connect

from hnefatafl import variants
from hnefatafl.notation import json as notation
from hnefatafl.notation import toml
from hnefatafl.records import Game
from tafl.cli import main
from tafl.web import Settings

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]


def post(address: str, path: str, body: object, **headers: str) -> Any:
    origin = address.partition("/#")[0].rstrip("/")
    content = {"Content-Type": "application/json", "Origin": origin, **headers}
    with urlopen(Request(origin + path, json.dumps(body).encode(), content), timeout=SECONDS) as answer:
        return json.load(answer)


@contextmanager
def seat(address: str, made: Any, role: str) -> Generator[ClientConnection]:
    origin: Any = address.partition("/#")[0].rstrip("/")
    with connect(f"ws{origin.removeprefix('http')}/api/games/{made['id']}", origin=origin) as visitor:
        visitor.send(json.dumps({"type": "join", "token": made["tokens"][role]}))
        assert await_view(visitor)
        yield visitor


def await_view(visitor: ClientConnection) -> Any:
    while True:
        message = json.loads(visitor.recv(SECONDS))
        if message["type"] == "view":
            return message
        assert message["type"] in ("joined", "board", "present", "thinking", "notice"), message


GAME = {"rules": {"base": "brandubh"}, "seats": {"attackers": "link", "defenders": "alphabeta:level=1"}}


def test_a_game_against_the_computer_survives_a_restart(tmp_path: Path) -> None:
    file = str(tmp_path / "games.sqlite3")
    with started("--store", file, "--jobs", "1") as address:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        made = post(address, "/api/games", GAME)
        with seat(address, made, "attackers") as ann:
            ann.send(json.dumps({"type": "play", "move": "d1-c1"}))
            await_view(ann)
            await_view(ann)  # the answer of the computer, from a process of its own
            ann.send("x" * 9_000)
            assert "at most 8,192 bytes" in str(ann.recv(SECONDS))
        with seat(address, made, "watch") as eve:
            eve.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed):
                eve.recv(SECONDS)
    with started("--store", file) as address:
        found = post(address, f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "archive"})
        assert len(found["text"].splitlines()[-1].split(",")[0].split()) == 2


def closing_words(visitor: ClientConnection) -> str:
    """What a visitor is told at the end; then the connection ends as it should."""
    message: Any = {}
    while message.get("type") != "closed":
        message = json.loads(visitor.recv(SECONDS))
    with pytest.raises(ConnectionClosedOK):
        visitor.recv(SECONDS)
    return str(message["words"])


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_who_looks_on_is_told_that_the_games_are_saved(tmp_path: Path, ended_by: int) -> None:
    with ExitStack() as visits:
        with started("--store", str(tmp_path / "games.sqlite3"), ended_by=ended_by) as address:
            made = post(address, "/api/games", GAME)
            visitors = [visits.enter_context(seat(address, made, role)) for role in ("attackers", "watch")]
        assert {closing_words(each) for each in visitors} == {"the server has ended; your game is saved"}


def test_nobody_is_told_that_games_are_saved_whose_file_was_deleted(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    fault = (
        "the server has ended, and the games are not saved: the server's file of games cannot be used: it was deleted"
    )
    with ExitStack() as visits:
        with started("--store", str(file), expected=2, words="", fault=fault) as address:
            made = post(address, "/api/games", GAME)
            visitor = visits.enter_context(seat(address, made, "attackers"))
            file.unlink()
        assert closing_words(visitor).startswith(fault)


def test_outside_the_printed_link_has_a_key(tmp_path: Path) -> None:
    with started("--store", str(tmp_path / "games.sqlite3"), "--host", "0.0.0.0") as address:
        found = re.fullmatch(r"http://([0-9.]+):(\d+)/#key=([\w-]{20,})", address)
        assert found
        here = f"http://127.0.0.1:{found[2]}/"
        with pytest.raises(HTTPError, match="401"):
            post(here, "/api/games", GAME)
        assert post(here, "/api/games", GAME, Authorization=f"Bearer {found[3]}")["id"]


def test_the_next_free_port_is_taken_and_the_page_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def end_at_once(*arguments: object, **options: object) -> None: ...

    opened: list[str] = []
    monkeypatch.setattr("uvicorn.Server.run", end_at_once)
    monkeypatch.setattr("webbrowser.open", opened.append)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("tafl.cli.serve._PORTS", range(port, port + 50))
        assert main(["serve", "--open", "--store", ":memory:"]) == 0
        address = capsys.readouterr().out.splitlines()[0].removeprefix("Serving on ")
        assert port < int(address.rstrip("/").rpartition(":")[2]) < port + 50
        assert opened == [address]
        monkeypatch.setattr("tafl.cli.serve._PORTS", range(port, port + 1))
        assert main(["serve", "--store", ":memory:"]) == 2
        assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err


def test_records_and_rules_are_told_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder is of records; of files, those that look like games are, and those of rules are offered first."""
    record = "d1-c1 c4-c2,0,0,Ongoing\n"
    folder = tmp_path / "games"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "brandubh.csv").write_text(record)
    with gzip.open(folder / "new.csv.gz", "wt") as packed:
        packed.write(record)
    rules = variants.BRANDUBH.evolve(name="House")
    files = {
        "house.json": notation.format_rules(rules),
        "mine.toml": toml.format_rules(rules.evolve(name="Mine")),
        "game.json": notation.format_game(Game(ruleset=rules)),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    seen: list[Settings] = []

    def serve(settings: Settings, **_: object) -> None:
        seen.append(settings)

    monkeypatch.setattr("tafl.web.serve", serve)
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--store", ":memory:", "games", "mine.toml", "game.json", "house.json", "fetlar"]) == 0
    (settings,) = seen
    assert settings.variant == "Mine"
    assert list(settings.rulesets)[:3] == ["Mine", "House", "fetlar"]
    assert settings.records == {"new.csv.gz": record, "old/brandubh.csv": record, "game.json": files["game.json"]}


def test_records_that_cannot_be_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large, same = tmp_path / "large.csv", tmp_path / "more"
    same.mkdir()
    large.write_text("# é\n" * 200_001, encoding="utf-8")
    for file in (tmp_path / "a.csv", same / "a.csv"):
        file.write_text("d1-c1,0,0,Ongoing\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    for given, words in (
        ([large], "large.csv: records of at most 1,000,000 bytes were expected"),
        ([tmp_path / "a.csv", same / "a.csv"], "another file is named a.csv, too"),
        ([tmp_path / "none.csv"], "none.csv"),
        ([empty], "empty"),
    ):
        assert main(["serve", "--store", ":memory:", *map(str, given)]) == 2
        assert words in capsys.readouterr().err


def test_what_cannot_be_served_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--store", ":memory:"]) == 2
        assert f"cannot listen on 127.0.0.1, port {port}" in capsys.readouterr().err
    assert main(["serve", "--host", "no.such.host.invalid", "--store", ":memory:"]) == 2
    assert "cannot listen on no.such.host.invalid" in capsys.readouterr().err
    for options, words in (
        (("chess",), "no ruleset is named 'chess'"),
        (("none.toml",), "none.toml"),
        (("--player", "chess"), "no player is named 'chess'"),
        (("--player", "alphabeta:evaluation=none.json"), "none.json"),
        (("--player", "alphabeta:jobs=2"), "each process of a server searches alone"),
        (("--store", str(tmp_path / "no" / "such")), "unable to open"),
        (("--port", "70000"), "--port"),
        (("--jobs", "0"), "--jobs"),
    ):
        assert main(["serve", "--port", "0", "--store", ":memory:", *options]) == 2
        assert words in capsys.readouterr().err
