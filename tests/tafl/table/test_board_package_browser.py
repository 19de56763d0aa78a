"""The page of the board's README, in a real browser, with the files of the package and no other."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect
from touching import press

from hnefatafl import variants
from hnefatafl.notation import archive

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

ROOT: Final = Path(__file__).parents[3]
SITE: Final = "http://127.0.0.1:9/"
"""Where nothing listens: the test answers all requests itself."""
KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".html": "text/html"}
BUTTONS: Final = (
    *("Roll the die", "Stop here", "Pass", "Do not announce", "Take back", "Offer a draw", "Hint"),
    *(
        "Copy the record",
        "Play on from here",
        "Find the mistakes",
        "Promote the variation",
        "Delete from here",
        "Resign",
    ),
)
MOST: Final = 25
"""The number of lines of the script of an example that is read to the end."""


@pytest.fixture(scope="module")
def package() -> dict[str, str]:
    texts: dict[str, str] = runpy.run_path(str(ROOT / "scripts" / "make_board.py"))["package"]()
    return texts


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """What the example writes of the first game, which brandubh's defenders win."""
    with open(ROOT / "examples" / "games" / "brandubh.csv", encoding="utf-8") as file:
        game = next(archive.parse_games(file, variants.BRANDUBH))
    found: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "board_messages.py"))["messages"](game)
    return found


def shown(page: Page, package: dict[str, str], written: dict[str, Any], document: str) -> None:
    """Open a document beside the package and a game."""
    texts = {f"tafl-board/{name}": text for name, text in package.items()}
    texts |= {"index.html": document, "game.json": json.dumps(written)}

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(SITE)
        if name in texts:
            route.fulfill(body=texts[name], content_type=KINDS[Path(name).suffix])
        else:
            route.fulfill(status=404)

    page.route(f"{SITE}**", answer)
    page.goto(f"{SITE}index.html")


def example(package: dict[str, str]) -> str:
    (found,) = re.findall(r"```html\n(.*?)```", package["README.md"], re.DOTALL)
    assert len(found.partition("<script")[2].splitlines()) <= MOST
    return str(found)


def test_the_page_of_the_readme(page: Page, package: dict[str, str], written: dict[str, Any]) -> None:
    shown(page, package, written, example(package))
    board, told, tree = page.locator("#board"), page.locator(".told"), page.locator(".tree li")
    expect(tree).to_have_count(len(written["views"]))
    expect(told).to_have_text("The attackers are to move.")
    first, second = (view["move"] for view in written["views"][1:3])
    wrong = next(target for target in written["views"][0]["moves"][first[0]] if target != first[1])
    for target, node in ((wrong, "0"), (first[1], "1")):
        page.locator(f"[data-square={first[0]}]").click()
        page.locator(f"[data-square={target}]").click()
        if target == wrong:
            expect(told).to_have_text("The game went on with another move.")
        expect(board).to_have_attribute("data-node", node)
    expect(page.locator(f".attackers > .{first[1]}")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("data-node", "2")
    expect(page.locator(f".defenders > .{second[1]}")).to_have_count(1)
    page.keyboard.press("End")
    expect(board).to_have_attribute("data-node", str(len(written["views"]) - 1))
    expect(told).to_contain_text("win")
    expect(page.get_by_role("button", name="Delete from here")).to_be_hidden()
    page.get_by_role("button", name="Take back").click()
    expect(board).to_have_attribute("data-node", str(len(written["views"]) - 2))


def test_what_the_package_has_is_what_its_types_declare(
    page: Page, package: dict[str, str], written: dict[str, Any]
) -> None:
    shown(page, package, written, example(package))
    expect(page.locator("#board .squares")).to_be_visible()
    has = page.evaluate(
        """async () => {
            const board = await import("./tafl-board/board.js");
            const made = board.mount(document.createElement("div"), { send() {} });
            return { exports: Object.keys(board), board: Object.keys(made) };
        }"""
    )
    types = package["board.d.ts"]
    declared = re.findall(r"^export function (\w+)", types, re.MULTILINE)
    methods = re.findall(
        r"^  (\w+)\(", types.partition("export interface Board {")[2].partition("\n}")[0], re.MULTILINE
    )
    assert sorted(has["exports"]) == sorted(declared)
    assert has["board"] == methods


def drag(page: Page, start: str, end: str) -> None:
    """Draw with the right mouse button."""
    page.locator(f"[data-square={start}]").hover()
    page.mouse.down(button="right")
    page.locator(f"[data-square={end}]").hover()
    page.mouse.up(button="right")


def test_every_button_sends_what_the_schema_has(page: Page, package: dict[str, str], written: dict[str, Any]) -> None:
    schema = json.loads(package["messages.schema.json"])
    offers = schema["$defs"]["offer"]["enum"]
    offered = {"board": {**written["board"], "offers": offers}, "views": written["views"]}
    document = example(package).replace(
        "function send(action) {", "window.sent = [];\nfunction send(action) {\nsent.push(action);"
    )
    shown(page, package, offered, document)
    expect(page.get_by_role("button", name="Stop here")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("tab", name="Analysis").click()
    for name in (*BUTTONS, "Really resign?"):
        press(page, name)
    drag(page, "d1", "c1")
    from jsonschema import Draft202012Validator  # which takes seconds

    valid: Any = Draft202012Validator({"$ref": "#/$defs/action", "$defs": schema["$defs"]})
    sent = page.evaluate("sent")
    for action in sent:
        valid.validate(action)
    types = {each["$ref"].rpartition("/")[2].removesuffix("_action") for each in schema["$defs"]["action"]["oneOf"]}
    assert {action["type"] for action in sent} == types
