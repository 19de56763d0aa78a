"""The service on WebSockets, and clients that do not do what is expected of them."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import pytest

from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from tafl.cli import main as command
from tafl.service import Service

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

QUERY: Final = {"id": "a", "ruleset": "brandubh", "depth": 1}
STATUS: Final = {"id": "s" * 100, "action": "status"}


class Holding(Executor):
    """Never does what is first asked of it, and has the same answer to all else."""

    def __init__(self) -> None:
        self.first = Future[Any]()
        self._asked = False
        self._answer: Any = None

    def submit(self, call: Callable[..., Any], /, *_: Any, **__: Any) -> Future[Any]:
        if not self._asked:
            self._asked = True
            return self.first
        self._answer = self._answer or call()
        future = Future[Any]()
        future.set_result(self._answer)
        return future


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, whose server is less patient than usual."""
    module = import_module("tafl.service._sockets")
    serve = module.serve

    def hasty(*arguments: Any, **more: Any) -> Any:
        return serve(*arguments, **{"ping_interval": 0.1, "ping_timeout": 0.1, "close_timeout": 0.5} | more)

    monkeypatch.setattr(module, "serve", hasty)
    monkeypatch.setattr(module, "_PATIENCE", 0.5)
    return module


def talk(sockets: Any, client: Callable[[int], None], executor: Executor) -> None:
    """Let a client talk to a service, given its port."""

    async def main(service: Service) -> None:
        listens = asyncio.get_running_loop().create_future()
        door = sockets._Admission(frozenset(["127.0.0.1"]), frozenset(), None)
        server = asyncio.create_task(sockets._serve(service, "127.0.0.1", 0, door, listens.set_result))
        try:
            await asyncio.to_thread(client, await listens)
        finally:
            server.cancel()
            await asyncio.wait([server], timeout=20)
        assert server.cancelled()

    with Service(executor) as service:
        asyncio.run(main(service))


def plain(port: int) -> socket.socket:
    """Connect a client that only does what it is told, and has little room for what it does not read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(20)
    client.connect(("127.0.0.1", port))
    heads = "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {'A' * 22}==", "Sec-WebSocket-Version: 13"
    client.sendall("\r\n".join(["GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", *heads, "", ""]).encode())
    assert client.recv(12) == b"HTTP/1.1 101"
    return client


def framed(asked: object) -> bytes:
    """A line as clients send it, under a mask of zeros."""
    line = json.dumps(asked).ljust(126).encode()
    return struct.pack(">BBH4x", 0x81, 0x80 | 126, len(line)) + line


def ask(port: int, asked: object) -> Any:
    with import_module("websockets.sync.client").connect(f"ws://127.0.0.1:{port}/", proxy=None) as client:
        client.send(json.dumps(asked))
        return json.loads(client.recv(timeout=20))


def many(numbers: Iterable[int]) -> Iterator[bytes]:
    """Queries whose answers are fifty times as long."""
    return (framed({**QUERY, "id": str(number), "lines": 100}) for number in numbers)


@pytest.mark.parametrize(("numbers", "most_unread"), [(range(10**6), 100), (range(1000), 10_000)])
def test_what_a_client_asked_that_reads_nothing_is_cancelled(
    numbers: range, most_unread: int, sockets: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_UNREAD", most_unread)
    executor = Holding()

    def deaf(port: int) -> None:
        with plain(port) as client:
            client.sendall(framed(QUERY))
            with suppress(ConnectionError):
                for line in many(numbers):
                    client.sendall(line)
            with pytest.raises(CancelledError):
                executor.first.result(20)
            assert ask(port, QUERY)["id"] == "a"
            assert ask(port, STATUS)["running"] == 0

    talk(sockets, deaf, executor)


def test_a_client_stays_whose_pong_comes_late(sockets: Any) -> None:
    """It comes after the lines that were sent before it."""

    def late(port: int) -> None:
        with plain(port) as client:
            found = b""
            while found.count(b"\x89\x04") < 5:  # pings
                found += client.recv(4096)
            client.sendall(framed(STATUS))
            while b"unanswered" not in found:
                more = client.recv(4096)
                assert more
                found += more

    talk(sockets, late, Holding())


@pytest.mark.parametrize(
    "origin", ["", "localhost:3000", "http://", "http://a/b", "http://a:b", "http://A", "http://b@a", "null"]
)
def test_an_origin_has_a_scheme_a_host_and_no_more(origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["analyse", "--serve", "--listen", "0", "--origin", origin]) == 2
    assert f"origins: one such as http://localhost:8000 was expected, not {origin!r}" in capsys.readouterr().err


def test_origins_are_origins(sockets: Any) -> None:
    def leave(port: int) -> None:
        raise KeyboardInterrupt

    good = ["http://localhost:3000", "https://a.example", "http://[::1]:80", "chrome-extension://abc"]
    with Service() as service:
        sockets.serve_sockets(service, origins=good, started=leave)
        for wrong, kind in (("http://a", ArgumentTypeError), ([5], ArgumentTypeError), (["a"], ArgumentValueError)):
            with pytest.raises(kind, match="origins"):
                sockets.serve_sockets(service, origins=wrong, started=leave)
