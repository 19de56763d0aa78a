"""Measure the pages without a server: their size, and how long a reader waits for a board and for moves.

    python benchmarks/page.py --rounds 5 --json docs/_data/page.json

It writes a site by ``tafl site`` with Pyodide's folder (``python tasks.py pyodide``), serves it on this machine, so
that the network costs nothing, and opens it in Debian's Chromium. A round is a browser that has never seen the site:
from the click on *Begin* until the first board can be played on; the same after the page is loaded again, with all
files kept by the service worker; and the answers of some levels to a first move of copenhagen. ``processor`` is the
time of all processes of the browser, in which several may work at once; ``clock`` is what a reader waits, and needs an
idle machine.
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
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tafl.cli import main as tafl

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browsing import CHROMIUM, OPTIONS
from webpages import PYODIDE, served

PARTS: Final[Mapping[str, str]] = {
    "pyodide/python_stdlib.zip": "standard library",
    "pyodide/": "Python",
    "library.zip.xz": "hnefatafl and what it needs",
    "": "pages and scripts",
}
"""The parts of a site, each by what the names of its files begin with; the first that fits counts."""
LEVELS: Final = (1, 3, 5, 7)
WAIT: Final = 300_000


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
    page.locator(".movable").first.wait_for(timeout=WAIT)


def round_of(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """Return the seconds of one round."""
    watch = Watch(browser)
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        begin(page, address, "brandubh", 1)
        with watch.measuring("first visit"):
            page.get_by_role("button", name="Begin").click()
            wait_for_board(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        with watch.measuring("later visit"):
            page.reload()
            wait_for_board(page)
        for level in LEVELS:
            begin(page, address, "copenhagen", level)
            page.get_by_role("button", name="Begin").click()
            wait_for_board(page)
            page.locator("[data-square=d1]").click()
            with watch.measuring(f"level {level}"):
                page.locator("[data-square=c1]").click()
                page.locator(".tree li").nth(2).wait_for(timeout=WAIT)
    return watch.found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pyodide", default=str(PYODIDE))
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if tafl(["site", folder, "--pyodide", options.pyodide, "--force"]):
            return 1
        with served(Path(folder)) as address, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS])
            rounds = [round_of(browser, address) for _ in range(options.rounds)]
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
