"""The server as a process under load: silent connections, many visitors of one address, killed processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import pytest
from visiting import SECONDS
from websockets.sync.client import ClientConnection, connect

import hnefatafl
from hnefatafl import COMPILED

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

SERVER = """
import sys
from tafl.web import Limits, Settings, serve
settings = eval(sys.argv[1], {"Limits": Limits, "Settings": Settings})
serve(settings, port=0, started=lambda port: print(port, flush=True))
"""
GAME = {"rules": {"base": "brandubh"}, "seats": {"attackers": "screen", "defenders": "screen"}}
EXAMINED: dict[str, object] = {"base": "brandubh", "options": {}, "lang": "en"}


class Server:
    """A server as a process."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port
        self.origin: Any = f"http://127.0.0.1:{port}"

    def ask(self, path: str, body: object = None) -> Any:
        """The answer to a request."""
        content = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        with urlopen(Request(self.origin + path, content, headers), timeout=SECONDS) as answer:
            return json.load(answer)

    def line(self, content: bytes = b"") -> socket.socket:
        """A connection that has sent so much."""
        line = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        line.sendall(content)
        return line

    def visit(self, game: str, **headers: str) -> ClientConnection:
        """A WebSocket that has named no game."""
        url = f"ws://127.0.0.1:{self.port}/api/games/{game}"
        return connect(url, origin=self.origin, additional_headers=headers, proxy=None)

    def children(self) -> list[int]:
        """The processes that work for it."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        found = [int(each) for task in tasks for each in task.read_text().split()]
        return [each for each in found if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text()]


@contextmanager
def serving(limits: str = "", settings: str = "") -> Generator[Server]:
    """A server; at the end it is interrupted, and ends without a complaint."""
    given = f"Settings(database=':memory:', limits=Limits(requests=1e6, {limits}), {settings})"
    environment = {**os.environ, "PYTHONPATH": str(Path(hnefatafl.__file__).resolve().parents[1])}
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", SERVER, given], text=True, env=environment, **pipes) as process:
        try:
            assert process.stdout is not None
            yield Server(process, int(process.stdout.readline()))
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=SECONDS) == ("", "")
            assert process.returncode == 0
        finally:
            process.kill()


def is_ended(line: socket.socket) -> bool:
    """Whether the server has ended a connection, or does now."""
    with suppress(ConnectionError):
        return line.recv(1000) == b""
    return True


HOST = "Host: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "content",
    ["", "GET / HT", f"GET / HTTP/1.1\r\n{HOST}A: ", f"GET /static/board.js HTTP/1.1\r\n{HOST}\r\n"],
    ids=["nothing", "a part of a line", "a part of the headers", "a request and nothing more"],
)
def test_silent_connections_keep_nobody_out(content: str) -> None:
    """The latest of them are kept, and others are answered."""
    with serving("sockets=20, quiet=10") as server, ExitStack() as lines:
        held = [lines.enter_context(server.line(content.encode())) for _ in range(100)]
        assert server.ask("/api/offers")["variant"] == "brandubh"
        if not content.endswith("\r\n\r\n"):
            assert is_ended(held[0])


def head_of(server: Server, path: str, length: int, more: str = "") -> str:
    """The head of a request whose body has so many bytes."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n"


def test_silent_connections_are_ended_after_a_time() -> None:
    with serving("silence=0.2") as server:
        made = server.ask("/api/games", GAME)
        with server.line() as line:
            assert is_ended(line)
        with server.visit(made["id"]) as visitor:
            assert json.loads(visitor.recv(SECONDS))["words"] == "the token of a game was expected sooner"
        with server.line(f"{head_of(server, '/api/games', 9)}{{".encode()) as line:
            assert line.recv(1000).startswith(b"HTTP/1.1 408 ")


def begin_request(lines: ExitStack, server: Server, path: str, length: int) -> socket.socket:
    """A connection on which a request has begun, whose body is awaited."""
    head = head_of(server, path, length, "Expect: 100-continue\r\n")
    line = lines.enter_context(server.line(head.encode()))
    assert line.recv(1000).startswith(b"HTTP/1.1 100 ")
    return line


def test_a_visitor_may_leave_in_the_middle_of_a_request() -> None:
    with serving() as server:
        with ExitStack() as lines:
            begin_request(lines, server, "/api/games", 9)
        assert server.ask("/api/offers")


def test_an_interrupt_ends_what_visitors_wait_for() -> None:
    with ExitStack() as lines:
        with serving() as server:
            server.ask("/api/rules/examine", EXAMINED)
            for child in server.children():
                os.kill(child, signal.SIGSTOP)
            asked = json.dumps(EXAMINED).encode()
            line = begin_request(lines, server, "/api/rules/examine", len(asked))
            line.sendall(asked)
        assert line.recv(1000).startswith(b"HTTP/1.1 503 ")


def test_silent_websockets_keep_nobody_out() -> None:
    """Those who name a game come in, also from the address of the silent ones."""
    with serving("sockets=20, quiet=10, address=20") as server, ExitStack() as visitors:
        made = server.ask("/api/games", GAME)
        for _ in range(50):
            visitors.enter_context(server.visit(made["id"]))
        assert server.ask("/api/offers")
        with server.visit(made["id"]) as visitor:
            visitor.send(json.dumps({"token": made["tokens"]["both"]}))
            assert json.loads(visitor.recv(SECONDS))["type"] == "joined"


def entered(visitors: ExitStack, server: Server, made: Any, **headers: str) -> tuple[ClientConnection, str]:
    """A visitor, and the kind or the words of the first message."""
    visitor = visitors.enter_context(server.visit(made["id"], **headers))
    visitor.send(json.dumps({"token": made["tokens"]["both"]}))
    message = json.loads(visitor.recv(SECONDS))
    return visitor, message["words"] if message["type"] == "closed" else message["type"]


def test_an_address_has_so_many_websockets() -> None:
    with serving("address=2") as server, ExitStack() as visitors:
        made = server.ask("/api/games", GAME)
        found = [entered(visitors, server, made) for _ in range(3)]
        words = "too much is done for your address at the same time; please try again in a moment"
        assert [first for _, first in found] == ["joined", "joined", words]
        assert server.ask("/api/offers"), "its requests are counted apart"


@pytest.mark.parametrize("proxies", ["", "127.0.0.1"])
def test_behind_a_web_server_in_front_visitors_have_addresses_of_their_own(proxies: str) -> None:
    """Only the addresses that the operator names are believed."""
    with serving("address=1", f"proxies=frozenset({proxies.split()})") as server, ExitStack() as visitors:
        made = server.ask("/api/games", GAME)
        found = [entered(visitors, server, made, **{"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(2)]
        assert ([first for _, first in found] == ["joined", "joined"]) is bool(proxies)


def test_analyses_keep_nobody_out() -> None:
    nodes = 100_000 if COMPILED else 4_000
    with serving(f"waiting=4, search_nodes={nodes}") as server, ExitStack() as visitors:
        for _ in range(8):
            made = server.ask("/api/games", {**GAME, "rules": {"base": "copenhagen"}})
            visitor, _ = entered(visitors, server, made)
            visitor.send(json.dumps({"type": "analyse", "on": True}))
            kinds = {json.loads(visitor.recv(SECONDS))["type"] for _ in range(4)}
            assert kinds == {"board", "present", "view", "analysis"}, "each has its first results"
        for _ in range(4):
            assert server.ask("/api/rules/examine", EXAMINED)["reasons"]


def test_killed_processes_are_replaced() -> None:
    """Whenever one is killed, the next request succeeds, and Ctrl-C ends the server (`serving`)."""
    dice = Random(1)
    with serving() as server:
        server.ask("/api/rules/examine", EXAMINED)
        for _ in range(6):
            if children := server.children():
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(children), signal.SIGKILL)
            assert server.ask("/api/rules/examine", EXAMINED)["reasons"]


def test_an_interrupt_ends_a_server_whose_processes_work() -> None:
    with ExitStack() as visitors, serving("search_nodes=10**9") as server:
        made = server.ask("/api/games", GAME)
        visitor, _ = entered(visitors, server, made)
        visitor.send(json.dumps({"type": "analyse", "on": True}))
        kinds = {json.loads(visitor.recv(SECONDS))["type"] for _ in range(4)}
        assert kinds == {"board", "present", "view", "analysis"}


def test_an_interrupt_ends_a_server_whose_process_was_killed() -> None:
    with serving() as server:
        server.ask("/api/rules/examine", EXAMINED)
        for child in server.children():
            os.kill(child, signal.SIGKILL)
