"""A server for tests, as its visitors see it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import hnefatafl
from tafl.web import Settings, make_app

with warnings.catch_warnings():
    # Starlette would rather have the successor of httpx, which nothing else here needs.
    warnings.simplefilter("ignore")
    TestClient: Any = import_module("starlette.testclient").TestClient
"""Starlette's client for tests, whose types need that successor."""

HOST: Final = "127.0.0.1:8000"
ORIGIN: Final = f"http://{HOST}"
Answer = dict[str, Any]


class Visitor:
    """Someone at a WebSocket of a game."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def next(self, *kinds: str) -> Answer:
        """The next message of one of these kinds."""
        for _ in range(20):
            found: Answer = self.socket.receive_json()
            if found["type"] in kinds:
                return found
        raise AssertionError(f"no message of the kinds {kinds}")

    def do(self, **action: object) -> Answer:
        """What comes of an action: a view, a refusal, a notice, an offer, the end, or what was asked for."""
        self.send(**action)
        return self.next("view", "refused", "notice", "closed", "hint", "text", "offer", "made")

    def send(self, **action: object) -> None:
        """Send an action."""
        self.socket.send_json(action)


class Server:
    """A running server."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def post(self, path: str, body: object, status: int = 200, **headers: str) -> Answer:
        """The answer to a request."""
        answer = self.client.post(path, json=body, headers={"Origin": ORIGIN, **headers})
        assert answer.status_code == status, answer.text
        found: Answer = answer.json()
        return found

    def game(
        self, attackers: str = "link", defenders: str = "link", mine: str | None = None, **rules: object
    ) -> Answer:
        """A new game."""
        seats = {"attackers": attackers, "defenders": defenders}
        return self.post("/api/games", {"rules": {"base": "brandubh", **rules}, "seats": seats, "mine": mine})

    @contextmanager
    def visit(self, game: str, token: object, **headers: str) -> Generator[Visitor]:
        """A visit to a game; the view comes next."""
        url = f"ws://{HOST}/api/games/{game}"
        with self.client.websocket_connect(url, headers={"Origin": ORIGIN, **headers}) as socket:
            socket.send_json({"type": "join", "token": token})
            yield Visitor(socket)

    @contextmanager
    def seat(self, made: Answer, role: str) -> Generator[Visitor]:
        """A visit in a role, after its first view."""
        with self.visit(made["id"], made["tokens"][role]) as visitor:
            visitor.next("view")
            yield visitor


@contextmanager
def serving(settings: Settings) -> Generator[Server]:
    """A server that runs within the block."""
    with TestClient(make_app(settings, threads=True), base_url=ORIGIN) as client:
        yield Server(client)


SECONDS: Final = 60
"""How long to wait for a process."""
BOUNDED: Final = """
import sys
from functools import partial

from tafl import web
from tafl.cli import main

web.Limits = partial(web.Limits, search_nodes=int(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""
"""The command, with another limit of the nodes of a search."""


@contextmanager
def started(
    *options: str,
    ended_by: int = signal.SIGINT,
    expected: int = 0,
    words: str = "All games are saved.\n",
    fault: str = "",
    nodes: int | None = None,
) -> Generator[str]:
    """The address that the command prints; at the end of the block it is ended by a signal, and says so. With
    ``nodes``, no search of a visitor has more on one core, so that none lasts beyond its test."""
    sources = str(Path(hnefatafl.__file__).resolve().parents[1])
    environment = {**os.environ, "PYTHONPATH": sources}
    program = ["-m", "tafl"] if nodes is None else ["-c", BOUNDED, str(nodes)]
    command = [sys.executable, *program, "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Serving on "), line
        assert process.stdout.readline() == "Ctrl-C ends it.\n"
        yield line.removeprefix("Serving on ").strip()
        process.send_signal(ended_by)
        told = (process.wait(SECONDS), process.stdout.read(), process.stderr.read())
        assert told[:2] == (expected, words), told
        assert fault in told[2] if fault else not told[2], told
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
