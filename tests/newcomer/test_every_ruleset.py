"""Every shipped ruleset, found by name, survives the way from play over a record and a file to server and page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sweeping import SWEPT
from visiting import Server, serving

from hnefatafl import Game, Position, playout, variants
from hnefatafl.notation import convert, detection
from hnefatafl.render.page import html_replay
from tafl.web import Limits, Settings

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("served") / "games.sqlite3"
    with serving(Settings(database=str(file), limits=Limits(requests=1e6, messages=1e6))) as found:
        yield found


@pytest.mark.parametrize("name", SWEPT)
def test_from_play_to_a_page(name: str, server: Server, tmp_path: Path) -> None:
    start = Position.initial(name, variants.get(name).first or "attackers")
    game = Game.from_position(playout(start, 1, limit=8).position)
    file = tmp_path / "game.json"
    file.write_text(convert.write_game(game, "json"), "utf-8")
    (read,) = detection.read_any(file.read_text("utf-8").splitlines())
    assert read == game
    assert read.ruleset.name == name
    server.post("/api/games", {"rules": {"base": name}, "seats": {"attackers": "screen", "defenders": "screen"}})
    studied = server.post("/api/studies", {"text": file.read_text("utf-8"), "filename": file.name})
    assert studied["id"]
    assert name in html_replay(read)
