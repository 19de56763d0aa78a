"""A real browser for tests: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from touching import VIEWS, Sized

CHROMIUM: Final = "/usr/bin/chromium"
OWN: Final = ("http://127.0.0.1:", "ws://127.0.0.1:", "file:", "data:", "blob:")
"""How the addresses begin of what is not from elsewhere."""
OPTIONS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. Its driver keeps an event loop running, which other tests would meet."""
    if not Path(CHROMIUM).exists() and os.environ.get("TAFL_BROWSER_REQUIRED") != "1":
        pytest.skip(f"there is no browser at {CHROMIUM}")
    expect.set_options(timeout=60_000)  # uncompiled, with other work beside it, a search takes long
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS])
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for the tests of a module, with a file of its own."""
    from visiting import started  # which needs what only servers need

    store = str(tmp_path_factory.mktemp("serve") / "games.sqlite3")
    with started("--store", store, "--jobs", "1", nodes=50_000) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without cookies and storage, for one test."""
    found = browser.new_context()
    found.set_default_timeout(180_000)  # Python takes so long to begin in a page, with other work beside it
    yield found
    for page in found.pages:
        print(page.url, page.inner_text("body"), sep="\n")  # shown where a test fails
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that has no fault, and asks for nothing from elsewhere; what its server refuses is no fault."""
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    context.on("request", lambda sent: None if sent.url.startswith(OWN) else faults.append(sent.url))
    yield found
    assert [fault for fault in faults if not fault.startswith("Failed to load resource")] == []


@pytest.fixture
def photograph() -> Callable[[Page, str], None]:
    """What takes a picture of a page, to be looked at, if ``TAFL_PHOTOS`` names a folder."""
    folder = os.environ.get("TAFL_PHOTOS")

    def take(page: Page, name: str) -> None:
        if folder is not None:
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return take


@pytest.fixture(scope="session")
def violations() -> Callable[[Page], list[tuple[str, str]]]:
    """What returns what axe-core finds fault with on a page, whose policy has to let its script in."""
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

    def find(page: Page) -> list[tuple[str, str]]:
        page.evaluate(script)
        # What it finds no fault with would take it twice as long to tell.
        found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
        return [(each["id"], each["nodes"][0]["html"]) for each in found]

    return find


@pytest.fixture(params=VIEWS, ids=str)
def sized(
    browser: Browser,
    request: pytest.FixtureRequest,
    photograph: Callable[[Page, str], None],
    violations: Callable[[Page], list[tuple[str, str]]],
) -> Iterator[Sized]:
    """A page of each width, and of each colour scheme."""
    width, scheme = request.param
    view: ViewportSize = {"width": width, "height": 900}
    with browser.new_context(viewport=view, color_scheme=scheme, bypass_csp=True) as found:
        yield Sized(found.new_page(), f"{width}-{scheme}", photograph, violations)
