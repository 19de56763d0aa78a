"""Measure the pages without a server: their size, and how long a reader waits for a board and for moves.

    python benchmarks/page.py --rounds 5 --json docs/_data/page.json

It writes a site by ``tafl site`` with Pyodide's folder (``python tasks.py pyodide``) and the rules in WebAssembly
(``python tasks.py rules``), serves it on this machine, packed as web servers do, and opens it in Debian's Chromium. A
round is a browser that has never seen the site:

* ``first visit``: from the address until a first move of one's own stands on the board of brandubh, and what was loaded
  until the computer had answered;
* ``later visit``: the same, with all files kept by the service worker;
* ``slow visit``: the first visit at 10 Mbit/s, 40 ms away, by a processor slowed four times;
* ``rules of one's own``: from the address of a page that makes rules until Python has read them;
* the answers of some levels to a first move of copenhagen.

``processor`` is the time of all processes of the browser, in which several may work at once; ``clock`` is what a reader
waits, and needs an idle machine. At last the search runs in the browser and in this Python, in turns.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from hnefatafl import Position, variants
from hnefatafl.search import Limit, analyse
from tafl.cli import main as tafl

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browsing import CHROMIUM, OPTIONS
from webpages import PYODIDE, Quiet, served

PARTS: Final[Mapping[str, str]] = {
    "pyodide/python_stdlib.zip": "standard library",
    "pyodide/": "Python",
    "library.zip.xz": "hnefatafl and what it needs",
    "rules/": "rules and search",
    "": "pages and scripts",
}
"""The parts of a site, each by what the names of its files begin with; the first that fits counts."""
LEVELS: Final = (1, 3, 5, 7)
WAIT: Final = 300_000
LINE: Final = {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
SLOWED: Final = 4
NODES: Final = 500_000
SEARCHED: Final = ("brandubh", "copenhagen", "tablut")
HOUSE: Final = "name%20%3D%20%22House%22%0Abase%20%3D%20%22brandubh%22%0Aescape%20%3D%20%22edge%22%0A"
SEARCH: Final = """async ([name, nodes]) => {
    const { load, Position, Searcher } = await import("./rules/index.js");
    await load();
    const searcher = new Searcher();
    await searcher.search(Position.initial(name), { nodes: 1, lines: 1 });
    const { nodes: done, ms, depth } = await searcher.search(Position.initial(name), { nodes, lines: 1 });
    searcher.close();
    return { speed: done / ms * 1000, depth };
}"""
"""Searches the start of a ruleset; loading the search is not counted."""


class Packing(Quiet):
    """Serves files packed, as web servers do."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path.name))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(content)


class Server(ThreadingHTTPServer):
    """Says nothing of pages that are left before all is loaded."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing."""


@cache
def packed(path: Path) -> bytes:
    """Return a file by gzip."""
    return gzip.compress(path.read_bytes(), mtime=0)


def sizes(folder: Path) -> dict[str, dict[str, int]]:
    """Return the bytes of each part, as they are and by gzip."""
    found = {part: {"bytes": 0, "gzip": 0} for part in PARTS.values()}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            part = found[next(part for prefix, part in PARTS.items() if name.startswith(prefix))]
            content = path.read_bytes()
            part["bytes"] += len(content)
            part["gzip"] += len(gzip.compress(content, mtime=0))
    return found


class Watch:
    """Measures what is done in a browser."""

    def __init__(self, browser: Browser) -> None:
        self._session: Any = browser.new_browser_cdp_session()
        self.found: dict[str, dict[str, float]] = {}

    def _processor(self) -> float:
        processes = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(process["cpuTime"] for process in processes))

    @contextmanager
    def measuring(self, name: str) -> Generator[None]:
        """Measure what is done within."""
        clock, processor = perf_counter(), self._processor()
        yield
        self.found[name] = {"clock": perf_counter() - clock, "processor": self._processor() - processor}


def begin(page: Page, address: str, variant: str, level: int) -> None:
    """Prepare a game against the computer."""
    page.goto(address)
    page.get_by_label("Rules", exact=True).select_option(variant)
    page.get_by_label("Against").select_option("computer")
    page.get_by_label("The computer's player").select_option(f"alphabeta:level={level}")


def wait_for_board(page: Page) -> None:
    """Wait until a piece can be moved."""
    page.locator("#board .movable").first.wait_for(timeout=WAIT)


def make_move(page: Page, address: str) -> None:
    """Come to the first page, and play a move on its board, which begins a game."""
    page.goto(address)
    page.locator("#door .movable").first.wait_for(timeout=WAIT)
    page.locator("[data-square=d1]").click()
    page.locator("[data-square=c1]").click()
    page.locator(".tree li").nth(1).wait_for(timeout=WAIT)


@contextmanager
def visiting(browser: Browser) -> Generator[tuple[BrowserContext, Page]]:
    """Open a page in a browser that has seen nothing."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        yield context, page


def round_of(browser: Browser, address: str, folder: Path) -> tuple[dict[str, dict[str, float]], int]:
    """Return the seconds of one round, and the bytes that were loaded until the computer had moved."""
    watch = Watch(browser)
    with visiting(browser) as (context, page):
        loaded: list[str] = []
        context.on("request", lambda sent: None if sent.service_worker else loaded.append(sent.url))
        with watch.measuring("first visit"):
            make_move(page, address)
        page.locator(".tree li").nth(2).wait_for(timeout=WAIT)
        names = {url.partition("#")[0].removeprefix(address) or "index.html" for url in loaded}
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        with watch.measuring("later visit"):
            make_move(page, address)
        for level in LEVELS:
            begin(page, address, "copenhagen", level)
            page.get_by_role("button", name="Begin").click()
            wait_for_board(page)
            page.locator("[data-square=d1]").click()
            with watch.measuring(f"level {level}"):
                page.locator("[data-square=c1]").click()
                page.locator(".tree li").nth(2).wait_for(timeout=WAIT)
    with visiting(browser) as (context, page):
        session: Any = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        with watch.measuring("slow visit"):
            make_move(page, address)
    with visiting(browser) as (_, page), watch.measuring("rules of one's own"):
        page.goto(f"{address}rules.html#rules={HOUSE}")
        page.locator("#differences li").first.wait_for(timeout=WAIT)
    return watch.found, sum(len(packed(path)) for name in names if (path := folder / name).is_file())


def search_speeds(browser: Browser, address: str, rounds: int) -> dict[str, dict[str, float]]:
    """Return the thousands of nodes a second in the browser and in this Python, by turns, and the depths."""
    found: dict[str, dict[str, float]] = {}
    with visiting(browser) as (_, page):
        page.goto(address)
        for name in SEARCHED:
            pages: list[float] = []
            pythons: list[float] = []
            depths: set[int] = set()
            for _ in range(rounds):
                there = page.evaluate(SEARCH, [name, NODES])
                here = analyse(Position.initial(variants.get(name)), Limit(nodes=NODES))
                pages.append(there["speed"])
                pythons.append(here.nodes / here.seconds)
                depths |= {there["depth"], here.depth}
            found[name] = {
                "browser": round(median(pages) / 1000),
                "python": round(median(pythons) / 1000),
                "ratio": round(median(pages) / median(pythons), 2),
                "depth": min(depths),
            }
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pyodide", default=str(PYODIDE))
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if tafl(["site", folder, "--pyodide", options.pyodide, "--force"]):
            return 1
        with served(Path(folder), Packing, Server) as address, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS])
            found = [round_of(browser, address, Path(folder)) for _ in range(options.rounds)]
            rounds = [seconds for seconds, _ in found]
            speeds = search_speeds(browser, address, options.rounds)
            version = browser.version
        result: dict[str, Any] = {
            "machine": {
                "cores": os.cpu_count(),
                "system": platform.platform(terse=True),
                "browser": f"Chromium {version}",
                "load": round(os.getloadavg()[0], 1),
            },
            "rounds": options.rounds,
            "sizes": sizes(Path(folder)),
            "loaded": max(count for _, count in found),
            "search": speeds,
            "seconds": {
                name: {kind: round(median(each[name][kind] for each in rounds), 2) for kind in ("processor", "clock")}
                for name in rounds[0]
            },
        }
    text = json.dumps(result, indent=2)
    if options.json:
        Path(options.json).write_text(f"{text}\n", "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
