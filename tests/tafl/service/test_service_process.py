"""``tafl analyse --serve`` as a process, on pipes and on WebSockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

import hnefatafl
from hnefatafl import Position, variants
from hnefatafl.search import Limit
from tafl.cli import main
from tafl.service import Bounds, Query, Service, answer, serve_lines

pytestmark = pytest.mark.needs_host

SERVE: Final = [sys.executable, "-W", "error", "-m", "tafl", "analyse", "--serve"]
ENVIRONMENT: Final = {**os.environ, "PYTHONPATH": str(Path(hnefatafl.__file__).parents[1]), "NO_COLOR": "1"}
QUERY: Final = {"id": "a", "ruleset": "brandubh", "moves": ["d1-c1"], "after": [0, 1], "nodes": 50}
ENDLESS: Final = {"id": "long", "ruleset": "brandubh", "depth": 60}
STATUS: Final = {"id": "s", "action": "status"}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc are those of POSIX")


def lines_of(*asked: object) -> bytes:
    return b"".join((each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n" for each in asked)


def _heed() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


HEED_INTERRUPTS = _heed if os.name == "posix" else None
"""Undoes what a shell does to its background jobs: they, and what they start, ignore interrupts."""


@contextmanager
def served(*options: str) -> Generator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [*SERVE, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        preexec_fn=HEED_INTERRUPTS,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def told(process: subprocess.Popen[bytes]) -> Any:
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def say(process: subprocess.Popen[bytes], *asked: object) -> None:
    assert process.stdin is not None
    process.stdin.write(lines_of(*asked))
    process.stdin.flush()


def children(pid: int) -> list[int]:
    """The processes that search for a server."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
            named = b"spawn_main" in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(state[1]) == pid and named and state[0] != "Z":
            found.append(int(folder.name))
    return found


def test_a_client_is_answered_until_it_closes_its_side() -> None:
    asked = lines_of(QUERY, b"", b"\xff", b"x" * (2 << 20), {**QUERY, "id": "b"}, b"hello").removesuffix(b"\n")
    done = subprocess.run(SERVE, input=asked, capture_output=True, env=ENVIRONMENT, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted((each["id"], each["after"]) for each in found if "id" in each) == [
        ("a", 0), ("a", 1), ("b", 0), ("b", 1)
    ]  # fmt: skip
    reasons = [each["error"] for each in found if "error" in each]
    assert [reason[:18] for reason in reasons] == ["UTF-8 was expected", "a line of at most ", "JSON was expected:"]


def test_lines_are_found_however_they_come() -> None:
    class Slow(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return super().read1(1)

    for source in (BytesIO, Slow):
        target = BytesIO()
        asked = lines_of(b"x" * 200, STATUS, b"y" * 100, b"z" * 101, {"id": "z", "action": "clear"})
        with Service(bounds=Bounds(line=100)) as service:
            serve_lines(service, source=source(asked), target=target)
        reasons = [json.loads(line).get("error", "")[:11] for line in target.getvalue().splitlines()]
        assert reasons == ["a line of a", "", "JSON was ex", "a line of a", ""]


def test_a_line_without_an_end_takes_little_memory() -> None:
    class Endless(BytesIO):
        chunks = 500

        def read1(self, size: int | None = -1, /) -> bytes:
            self.chunks -= 1
            return b"x" * 65536 if self.chunks else b""

    with Service(bounds=Bounds(line=100)) as service:
        serve_lines(service, source=BytesIO(), target=BytesIO())
        tracemalloc.start()
        serve_lines(service, source=Endless(), target=BytesIO())
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 1 << 20


def test_nothing_is_taken_after_a_fault_of_the_pipe() -> None:
    """The thread that reads ends with the next line, though more come."""
    goes_on = threading.Event()

    class Given(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                assert goes_on.wait(20)
            return super().read1(len(lines_of(STATUS)))

    class Gone(BytesIO):
        def write(self, content: object, /) -> int:
            raise BrokenPipeError

    source = Given(lines_of(*[STATUS] * 500))
    with Service() as service:
        with pytest.raises(BrokenPipeError):
            serve_lines(service, source=source, target=Gone())
        (reader,) = (thread for thread in threading.enumerate() if thread.name == "tafl-reader")
        goes_on.set()
        reader.join(20)
    assert not reader.is_alive()
    assert source.tell() == 2 * len(lines_of(STATUS))


def test_a_fault_of_the_pipe_is_an_error() -> None:
    class Broken(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            raise OSError("gone")

    with Service() as service, pytest.raises(OSError, match="gone"):
        serve_lines(service, source=Broken(), target=BytesIO())


@posix
def test_killed_processes_lose_nothing() -> None:
    queries = [{**QUERY, "id": str(number), "nodes": 400} for number in range(20)]
    with served("--jobs", "2") as process:
        say(process, *queries)
        found = [told(process)]
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        found += [told(process) for _ in range(39)]
        say(process, STATUS)
        assert told(process)["answered"] == 40
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0
    start = Position.initial(variants.BRANDUBH)
    for wanted in answer(Query(id="a", start=start, moves=["d1-c1"], after=[0, 1], limit=Limit(nodes=400))):
        score = wanted.analysis.score.value
        same = [each for each in found if each["after"] == wanted.after]
        assert [each["score"]["value"] for each in same] == [score] * 20


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_and_its_processes(jobs: str, number: signal.Signals) -> None:
    with served("--jobs", jobs) as process:
        say(process, QUERY, {**ENDLESS, "seconds": 50}, {**ENDLESS, "id": "b", "seconds": 50})
        workers = [told(process)["id"], *children(process.pid)]
        assert len(workers) >= int(jobs)
        process.send_signal(number)
        assert process.wait(20) == {signal.SIGINT: 130, signal.SIGTERM: -15}[number]
        assert process.stderr is not None
        assert process.stderr.read() == b""
    for worker in workers[1:]:
        assert_gone(int(worker))


def assert_gone(pid: int) -> None:
    import time

    for _ in range(400):
        if not Path(f"/proc/{pid}").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text("ascii"):
            return
        time.sleep(0.05)
    raise AssertionError(pid)


@posix
def test_a_client_that_reads_no_more_ends_it() -> None:
    with served() as process:
        assert process.stdout is not None
        process.stdout.close()
        say(process, QUERY)
        assert process.wait(20) == 141


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["brandubh", "--serve"], "--serve takes no position"),
        (["--serve", "--nodes", "5"], "--serve takes no position"),
        (["--serve", "--listen", "hello"], "--listen"),
        (["brandubh", "--listen", "8100"], "--listen and --origin are for --serve"),
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *arguments]) == 2
    assert words in capsys.readouterr().err


# ----------------------------------------------------------------------------------------------------------- WebSockets


@contextmanager
def listening(*options: str, address: str = "0") -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """A server, and where it listens."""
    with served("--listen", address, *options) as process:
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        assert said.startswith("Serving on ws://"), (said, process.stderr and process.stderr.read())
        yield process, said.split()[-1]


def connect(address: str, **more: Any) -> Any:
    return import_module("websockets.sync.client").connect(address, proxy=None, **more)


def ask(client: Any, *asked: object) -> Any:
    for each in asked:
        client.send(json.dumps(each))
    return json.loads(client.recv(timeout=30))


@pytest.mark.extra("web")
def test_clients_on_websockets() -> None:
    with listening() as (process, address):
        assert address.startswith("ws://127.0.0.1:")
        with connect(address) as one, connect(address) as other:
            one.send(json.dumps(ENDLESS))
            one.send(b"hello")
            assert "JSON was expected" in json.loads(one.recv(timeout=30))["error"]
            one.send("x" * (2 << 20))
            assert "a line of at most" in json.loads(one.recv(timeout=30))["error"]
            # The worker is busy; the other client has its own ids.
            assert ask(other, {**ENDLESS, "action": "cancel", "query": "long"} | {"ruleset": 0})["id"] == "long"
            assert ask(other, STATUS)["unanswered"] == 0
            one.close()
            # What a client that left had asked for is not searched any more.
            assert [ask(other, QUERY)["after"], json.loads(other.recv(timeout=30))["after"]] == [0, 1]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@posix
@pytest.mark.extra("web")
def test_a_second_interrupt_waits_for_no_client() -> None:
    heads = "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {'A' * 22}==", "Sec-WebSocket-Version: 13"
    with listening() as (process, address):
        port = int(address.strip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), 20) as client:
            client.sendall("\r\n".join(["GET / HTTP/1.1", "Host: localhost", *heads, "", ""]).encode())
            said = b""
            while not said.endswith(b"\r\n\r\n"):
                said += client.recv(1)
            process.send_signal(signal.SIGINT)
            assert client.recv(99)[:1] == b"\x88"  # which asks it to leave
            process.send_signal(signal.SIGINT)
            assert process.wait(5) == 0


@pytest.mark.extra("web")
def test_only_so_many_come_in() -> None:
    refused = import_module("websockets.exceptions").InvalidStatus
    with listening() as (_, address), ExitStack() as stack:
        clients = [stack.enter_context(connect(address)) for _ in range(64)]
        for client in clients:
            assert ask(client, ENDLESS, STATUS)["unanswered"] == 1
        with pytest.raises(refused, match="403"), connect(address):
            pass
        assert ask(clients[-1], {**STATUS, "action": "clear"})["error"] == "cancelled"
        with connect(address) as client:
            assert ask(client, STATUS)["unanswered"] == 0


@pytest.mark.extra("web")
def test_clients_that_wait_for_nothing_keep_nobody_out() -> None:
    """The oldest of them go; who waits for an answer stays."""
    with listening() as (_, address), ExitStack() as stack:
        first = stack.enter_context(connect(address))
        assert ask(first, ENDLESS, STATUS)["unanswered"] == 1
        silent = [stack.enter_context(connect(address)) for _ in range(100)]
        with connect(address) as client:
            assert ask(client, STATUS)["id"] == "s"
        assert ask(first, STATUS)["unanswered"] == 1
        with pytest.raises(import_module("websockets.exceptions").ConnectionClosed):
            silent[0].recv(timeout=30)
        assert ask(silent[-1], STATUS)["id"] == "s"


@pytest.mark.extra("web")
def test_only_those_who_may_come_in() -> None:
    refused = import_module("websockets.exceptions").InvalidStatus
    with listening("--origin", "http://localhost:3000") as (_, address):
        port = address.strip("/").rpartition(":")[2]
        for more in ({}, {"origin": "http://localhost:3000"}):
            with connect(address, **more) as client:
                assert ask(client, STATUS)["id"] == "s"
        with connect(f"ws://localhost:{port}/", sock=socket.create_connection(("127.0.0.1", int(port)))) as client:
            assert ask(client, STATUS)["id"] == "s"
        strange = socket.create_connection(("127.0.0.1", int(port)))
        for given in ({"origin": "http://evil.example"}, {"origin": f"http://127.0.0.1:{port}"}, {"sock": strange}):
            where = f"ws://evil.example:{port}/" if "sock" in given else address
            with pytest.raises(refused, match="403"), connect(where, **given):
                pass
        strange.close()


@pytest.mark.extra("web")
def test_others_need_a_key() -> None:
    refused = import_module("websockets.exceptions").InvalidStatus
    with listening(address="0.0.0.0:0") as (_, address):
        near = address.replace("0.0.0.0", "127.0.0.1")
        with connect(near) as client:
            assert ask(client, STATUS)["id"] == "s"
        for wrong in (near.partition("?")[0], f"{near}x", near.replace("/?", "//[?") + "x"):
            with pytest.raises(refused, match="403"), connect(wrong):
                pass
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = subprocess.run(
            [*SERVE, "--listen", str(taken.getsockname()[1])],
            capture_output=True,
            env=ENVIRONMENT,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert b"cannot listen on 127.0.0.1" in done.stderr
