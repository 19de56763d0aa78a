"""Measure a server with many games at once: how long a move takes until both players see it.

    python benchmarks/serving.py --games 200 --seconds 30 --pause 1

The server is one process, started as ``tafl serve`` starts it, with its file on the disk. This process plays the
visitors: two for each game, by WebSockets. In each game the side to move plays a random legal move, both wait until
they see it, and after a pause (on average as long as ``--pause``) the other side goes on; a game that ends is begun
anew. A move is timed from its sending until the mover has the new view, and until the other side has it. With
``--computers N``, so many games more are played against the computer at the same time, whose searches run in processes
of their own and are not timed. The first seconds (``--warm-up``), in which all visitors arrive at once, do not count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from hnefatafl import COMPILED, Move, Position, Side, variants

SERVER = """
import sys
from tafl.web import Limits, Settings, serve
limits = Limits(requests=1e6, messages=1e6, sockets=5000, address=5000)
serve(Settings(database=sys.argv[1], limits=limits), port=0, started=lambda port: print(port, flush=True))
"""


class Visitor:
    """A side of a game."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def view(self) -> float:
        """Return when the next view came."""
        while True:
            text = await self.socket.recv()
            now = perf_counter()
            kind = json.loads(text)["type"]
            if kind == "view":
                return now
            assert kind in ("joined", "board", "thinking", "notice", "present"), text


class Load:
    """The visitors, and what they have measured."""

    def __init__(self, port: int, options: argparse.Namespace) -> None:
        self.origin: Any = f"http://127.0.0.1:{port}"
        self.options = options
        self.own: list[float] = []
        self.other: list[float] = []
        self.since = self.until = float("inf")

    def new(self, defenders: str) -> Any:
        """Make a game."""
        seats = {"attackers": "link", "defenders": defenders}
        body = {"rules": {"base": self.options.variant}, "seats": seats}
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        with urlopen(Request(f"{self.origin}/api/games", json.dumps(body).encode(), headers), timeout=60) as answer:
            return json.load(answer)

    async def enter(self, made: Any, role: str) -> Visitor:
        """Take a seat."""
        url = f"{self.origin.replace('http', 'ws')}/api/games/{made['id']}"
        visitor = Visitor(await connect(url, origin=self.origin, compression=None, max_queue=None, ping_interval=None))
        await visitor.socket.send(json.dumps({"type": "join", "token": made["tokens"][role]}))
        await visitor.view()
        return visitor

    async def play(self, seed: int, defenders: str = "link") -> None:
        """Play games one after the other."""
        chance = Random(seed)
        rules = variants.get(self.options.variant)
        while perf_counter() < self.until:
            made = await asyncio.to_thread(self.new, defenders)
            seats = [Side.ATTACKERS] + [Side.DEFENDERS] * (defenders == "link")
            visitors = {side: await self.enter(made, side.value) for side in seats}
            position = Position.initial(rules)
            while position.outcome is None and perf_counter() < self.until:
                await asyncio.sleep(chance.uniform(0, 2 * self.options.pause))
                if defenders != "link":
                    await self.against_the_computer(visitors[Side.ATTACKERS], position, chance)
                    break
                move = chance.choice(sorted(position.legal_moves()))
                await self.time(visitors, position.turn, move)
                position = position.play(move)
            for visitor in visitors.values():
                await visitor.socket.close()

    async def time(self, visitors: dict[Side, Visitor], turn: Side, move: Move) -> None:
        """Play a move, and note how long it takes."""
        begun = perf_counter()
        await visitors[turn].socket.send(json.dumps({"type": "play", "move": str(move)}))
        own, other = await asyncio.gather(visitors[turn].view(), visitors[turn.opponent].view())
        if begun > self.since:
            self.own.append(own - begun)
            self.other.append(other - begun)

    async def against_the_computer(self, visitor: Visitor, position: Position, chance: Random) -> None:
        """Play a move, and wait for the answer."""
        move = chance.choice(sorted(position.legal_moves()))
        await visitor.socket.send(json.dumps({"type": "play", "move": str(move)}))
        await visitor.view()
        await visitor.view()

    async def run(self) -> None:
        """Play all games until the time is over."""
        self.since = perf_counter() + self.options.warm_up
        self.until = self.since + self.options.seconds
        people = [self.play(seed) for seed in range(self.options.games)]
        computers = [self.play(-1 - seed, "alphabeta:level=5") for seed in range(self.options.computers)]
        await asyncio.gather(*people, *computers)


def told(name: str, seconds: Sequence[float]) -> str:
    """Return a line of figures, in milliseconds."""
    cuts = [1000 * cut for cut in quantiles(seconds, n=1000, method="inclusive")]
    figures = {"p50": cuts[499], "p95": cuts[949], "p99": cuts[989], "p99.9": cuts[998], "max": 1000 * max(seconds)}
    return f"{name:<15}" + "  ".join(f"{key} {value:.1f} ms" for key, value in figures.items())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games between two visitors (default: 200)")
    parser.add_argument("--computers", type=int, default=0, help="games against the computer (default: 0)")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to play (default: 30)")
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds before that, for arriving (default: 5)")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between moves, on average (default: 1)")
    parser.add_argument("--variant", default="brandubh", help="what is played (default: brandubh)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.sqlite3")
        server = subprocess.Popen([sys.executable, "-c", SERVER, file], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            load = Load(int(server.stdout.readline()), options)
            asyncio.run(load.run())
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()
    kernel = "compiled" if COMPILED else "uncompiled"
    print(
        f"{options.games} games of {options.variant}, {options.computers} against the computer, {kernel} kernel,",
        end=" ",
    )
    print(
        f"Python {platform.python_version()}: {len(load.own):,} moves, {len(load.own) / options.seconds:.0f} a second"
    )
    print(told("mover", load.own))
    print(told("other side", load.other))
    return 0


if __name__ == "__main__":
    sys.exit(main())
