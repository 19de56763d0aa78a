"""What becomes of the games of a server when visitors leave, the disk fails, and the file is damaged or deleted."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from keeping import AFTER, BEFORE, House, make
from visiting import serving

from hnefatafl import Move, Position, Side, variants
from hnefatafl.errors import HnefataflError, RecordError
from hnefatafl.records import Game, Note, Shape, replays
from hnefatafl.rules import Die
from tafl.web import Limits, Settings
from tafl.web._game import open_game
from tafl.web._settings import Refused

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

DICE = Position.parse("/7/7/2t4/3K3/7/7/t5t/", variants.BRANDUBH.evolve(name="dice", die=Die()), Side.DEFENDERS)
BIG = Limits(requests=1e6, messages=1e6)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite3")


@pytest.fixture
def house(path: str) -> Iterator[House]:
    found = House(path)
    yield found
    found.close()


def screen(house: House, game: Game | None = None) -> dict[str, Any]:
    """A game at one screen."""
    made: dict[str, Any] = house.one(
        make(house.lobby, game or Game(ruleset=variants.BRANDUBH), "screen", "screen", ["both"])
    )
    return made


def moves_in(path: str, made: dict[str, Any]) -> list[str]:
    """The moves of a game that another server finds in the file."""
    other = House(path)
    try:
        return [str(move) for move in other.one(other.lobby.room(made["id"])).table.game.moves]
    finally:
        other.close()


# ------------------------------------------------------------------------------------------------------------- leaving


@pytest.mark.parametrize("rest", range(8))
@pytest.mark.parametrize("leaves", range(8))
def test_what_a_visitor_asked_for_is_done_though_the_visitor_leaves(
    house: House, path: str, leaves: int, rest: int
) -> None:
    """ "A save is never cancelled." Ann leaves at any moment; Bo goes on from what is there, and nothing is lost."""
    made = screen(house)
    ann, bo = (house.enter(made["id"], made["tokens"]["both"]) for _ in range(2))
    first, second = {"type": "play", "move": "d1-c1"}, {"type": "play", "move": "c4-c2"}
    house.do((ann.viewer.take(first), leaves), (bo.viewer.take(second), None), rest=rest)
    ann.viewer.leave()
    played = [text.split()[1] for _, text, *_ in bo.view["tree"][1:]]
    assert played == (["d1-c1", "c4-c2"] if leaves else [])
    assert not bo.is_out
    assert moves_in(path, made) == played


@pytest.mark.parametrize("leaves", range(8))
def test_a_visitor_who_leaves_does_not_end_the_loading_for_others(house: House, leaves: int) -> None:
    made = screen(house)
    token, posted = made["tokens"]["both"], list[Any]()
    joins = [house.lobby.join(made["id"], token, posted.append) for _ in range(2)]
    _, bo = house.do((joins[0], leaves), (joins[1], None), rest=4)
    assert bo.role.value == "both"
    assert posted[-1]["type"] == "view"


def test_a_game_in_which_something_is_done_is_not_forgotten(house: House) -> None:
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    room = house.one(house.lobby.room(made["id"]))
    task = house.loop.create_task(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    house.turn()
    task.cancel()
    ann.viewer.leave()
    house.turn()
    assert not room.is_idle
    house.one(house.lobby.room(made["id"]))
    assert room.is_idle
    assert len(room.table.game.moves) == 1


def test_a_visitor_who_leaves_before_a_game_is_made_takes_no_room(path: str) -> None:
    house = House(path, limits=Limits(games=2))
    seats = {"attackers": "link", "defenders": "link"}
    for _ in range(3):  # on the disk or not, these games count as often as they are there
        house.do((house.lobby.new_game(variants.BRANDUBH, seats, None), 1), rest=3)
    with sqlite3.connect(path) as base:
        (count,) = base.execute("SELECT count(*) FROM games").fetchone()
    assert count <= 2
    house.close()


# --------------------------------------------------------------------------------------------------------------- dice


def test_a_refused_roll_changes_nothing(house: House, path: str) -> None:
    """A double click on the die: the second roll is refused, and the game opens again as it was."""
    made = screen(house, Game.from_position(DICE))
    ann = house.enter(made["id"], made["tokens"]["both"])
    for _ in range(12):
        if "roll" in ann.view["actions"]:
            house.one(ann.viewer.take({"type": "roll"}))
            with pytest.raises(HnefataflError, match="nothing to roll for"):
                house.one(ann.viewer.take({"type": "roll"}))
        if not ann.view["moves"]:
            break
        origin = max(ann.view["moves"], key=lambda name: (ann.view["pieces"][name] == "K", name))
        house.one(ann.viewer.take({"type": "play", "move": f"{origin}-{ann.view['moves'][origin][-1]}"}))
    house.kill()
    house.open()
    again = house.enter(made["id"], made["tokens"]["both"])
    assert again.view == ann.view
    assert len(again.view["tree"]) > 3


def test_a_loaded_game_throws_no_die(house: House) -> None:
    """ "A load applies facts and never throws a die again." """
    made = screen(house, Game.from_position(DICE))
    ann = house.enter(made["id"], made["tokens"]["both"])
    house.one(ann.viewer.take({"type": "roll", "number": 7}))  # what a visitor says of the number counts for nothing
    before, state = ann.view, house.chance.getstate()
    ann.viewer.leave()
    house.kill()
    house.open()
    assert house.enter(made["id"], made["tokens"]["both"]).view == before
    assert house.chance.getstate() == state != Random(0).getstate()


# ------------------------------------------------------------------------------------------------------------- saving


def test_a_step_is_announced_when_it_is_saved(house: House) -> None:
    made = screen(house)
    ann, bo = (house.enter(made["id"], made["tokens"]["both"]) for _ in range(2))
    task = house.loop.create_task(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    house.turn(20)
    assert len(bo.view["tree"]) == 1, "the disk has not done it"
    house.disks[0].work()
    house.turn(20)
    assert len(bo.view["tree"]) == 2
    assert task.done()


def test_the_log_tells_of_games_visitors_and_saves(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "tafl.web")
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    house.one(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    house.fail(BEFORE)
    with pytest.raises(Refused):
        house.one(ann.viewer.take({"type": "play", "move": "c4-c2"}))
    ann.viewer.leave()
    game = f"game {made['id']}: "
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", f"{game}made: 'a game'"),
        ("INFO", f"{game}joined: both"),
        ("DEBUG", f"{game}step 1 saved"),
        ("WARNING", "the file of games cannot be used: database or disk is full"),
        ("INFO", f"{game}a visitor left"),
    ]
    assert not any(token in caplog.text for token in made["tokens"].values())


def test_a_save_that_fails_changes_nothing(house: House, path: str) -> None:
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    house.one(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    house.fail(BEFORE)
    with pytest.raises(Refused, match=r"the server's file of games cannot be used: database or disk is full"):
        house.one(ann.viewer.take({"type": "play", "move": "c4-c2"}))
    assert not ann.is_out
    house.one(ann.viewer.take({"type": "play", "move": "c4-c3"}))
    assert moves_in(path, made) == ["d1-c1", "c4-c3"]


def test_a_save_that_fails_when_it_is_done_is_found_in_the_file(house: House) -> None:
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    house.fail(AFTER)
    with pytest.raises(Refused, match="please load the page again"):
        house.one(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    assert ann.is_out
    assert len(house.enter(made["id"], made["tokens"]["both"]).view["tree"]) == 2


def test_a_game_that_goes_on_elsewhere_is_closed_here(house: House, path: str) -> None:
    """ "Appended only if `number == count`." Two servers have one file."""
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    other = House(path)
    bo = other.enter(made["id"], made["tokens"]["both"])
    other.one(bo.viewer.take({"type": "play", "move": "d1-c1"}))
    with pytest.raises(Refused, match="this game has changed in the server's file"):
        house.one(ann.viewer.take({"type": "play", "move": "d1-b1"}))
    assert ann.is_out
    other.close()
    assert moves_in(path, made) == ["d1-c1"]


def test_the_computers_move_comes_too_late_after_a_take_back(house: House, path: str) -> None:
    """While it thought, the person took the move back and played another: it thinks again."""
    made = house.one(make(house.lobby, Game(ruleset=variants.BRANDUBH), "screen", "random", ["attackers"]))
    ann = house.enter(made["id"], made["tokens"]["attackers"])
    asked: list[Position] = []

    async def think(_: object, seat: str, position: Position) -> Move:
        asked.append(position)
        if len(asked) == 1:
            await ann.viewer.take({"type": "take_back"})
            await ann.viewer.take({"type": "play", "move": "d1-e1"})
        return Move.parse(["c4-c2", "c4-c3"][len(asked) - 1])

    room = house.one(house.lobby.room(made["id"]))
    room._workers.run = think
    house.one(ann.viewer.take({"type": "play", "move": "d1-c1"}))
    assert [str(position.last_move) for position in asked] == ["d1-c1", "d1-e1"]
    assert moves_in(path, made) == ["d1-e1", "c4-c3"]


@pytest.mark.parametrize(
    "kind", ["play", "roll", "take_back", "go", "mark", "promote", "record", "hint", "analyse", "x"]
)
def test_a_closed_game_refuses_everything(house: House, path: str, kind: str) -> None:
    made = screen(house)
    ann = house.enter(made["id"], made["tokens"]["both"])
    room = house.one(house.lobby.room(made["id"]))
    room.close("it is over")
    assert ann.posted[-1] == {"type": "closed", "words": "it is over", "final": False}
    with pytest.raises(Refused, match="it is over"):
        house.one(ann.viewer.take({"type": kind, "move": "d1-c1", "node": 0}))
    with pytest.raises(Refused, match="it is over"):
        house.enter(made["id"], made["tokens"]["both"])
    assert moves_in(path, made) == []


# --------------------------------------------------------------------------------------------------------- the file


def _delete(path: Path) -> None:
    path.unlink()


def _replace(path: Path) -> None:
    path.rename(path.with_suffix(".old"))
    path.write_bytes(path.with_suffix(".old").read_bytes())


def _delete_the_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.parametrize("harm", [_delete, _replace, _delete_the_log])
def test_no_move_is_taken_when_the_file_is_gone(tmp_path: Path, harm: Any) -> None:
    """No acknowledged move is lost: what would be written to a file that is gone is refused."""
    path = tmp_path / "games.sqlite3"
    words = "the server's file of games cannot be used: it was deleted or replaced while the server ran"
    not_saved = pytest.raises(RecordError, match=f"the server has ended, and the games are not saved: {words}")
    with not_saved, serving(Settings(database=str(path), limits=BIG)) as server:
        made = server.game("screen", "screen")
        with server.seat(made, "both") as ann:
            ann.do(type="play", move="d1-c1")
            harm(path)
            assert ann.do(type="play", move="c4-c2") == {"type": "refused", "words": words}
            assert "d1" in ann.do(type="record")["text"], "the record can still be saved"
        seats = {"attackers": "link", "defenders": "link"}
        assert server.post("/api/games", {"rules": {"base": "brandubh"}, "seats": seats}, 400) == {"refused": words}


DAMAGE = {
    "no JSON": "UPDATE steps SET step = '{' WHERE number = 2",
    "another value": "UPDATE steps SET step = '[]' WHERE number = 2",
    "bytes": "UPDATE steps SET step = x'ff00fe' WHERE number = 2",
    "no text": "UPDATE steps SET step = CAST(x'ff00fe' AS TEXT) WHERE number = 2",
    "an illegal move": """UPDATE steps SET step = '{"type":"play","move":"d1-d7","ply":3}' WHERE number = 2""",
    "another move": """UPDATE steps SET step = '{"type":"play","move":"c1-b1","ply":9}' WHERE number = 2""",
    "an unknown step": """UPDATE steps SET step = '{"type":"fly","ply":3}' WHERE number = 2""",
    "a roll of nothing": """UPDATE steps SET step = '{"type":"roll","number":null,"ply":2}' WHERE number = 2""",
    "a missing step": "DELETE FROM steps WHERE number = 2",
    "a missing end": "DELETE FROM steps WHERE number >= 2",
    "another count": "UPDATE games SET count = 'x'",
}


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_game_opens_as_far_as_it_is_legal(tmp_path: Path, harm: str) -> None:
    """It "opens as far as it is legal and says so"; nothing is written to it."""
    path = tmp_path / "games.sqlite3"
    settings = Settings(database=str(path), limits=BIG)
    with serving(settings) as server:
        made = server.game("screen", "screen")
        with server.seat(made, "both") as ann:
            for move in ("d1-c1", "c4-c2", "c1-b1", "c2-c4"):
                ann.do(type="play", move=move)
    with sqlite3.connect(path) as base:
        base.execute(DAMAGE[harm])
        before = base.execute("SELECT number, hex(step) FROM steps").fetchall()
    shown = 4 if harm == "another count" else 2
    with serving(settings) as server, server.visit(made["id"], made["tokens"]["both"]) as ann:
        assert len(ann.next("view")["tree"]) == shown + 1
        words = ann.next("notice")["words"]
        assert words.startswith(f"step {shown + 1} of this game is damaged in the server's file (")
        assert ann.do(type="play", move="g4-g2") == {"type": "refused", "words": words}
        found = server.post(f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "json"})
        assert len(json.loads(found["text"])["moves"]) == shown
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT number, hex(step) FROM steps").fetchall() == before


@pytest.mark.parametrize(
    "description",
    [
        *("", "{", "[]", "null", "{}", "\ufffd", '{"title": 5}', "[" * 5000),
        '{"title":"","record":"","seats":{"attackers":"screen"},"tokens":{}}',
        '{"title":"","record":"{}","seats":{"attackers":"screen","defenders":"screen"},"tokens":{}}',
        '{"title":"","record":"","seats":{"attackers":"screen","defenders":"screen"},"tokens":{"x":"king"}}',
        '{"title":"","record":"","seats":[],"tokens":{}}',
    ],
)
def test_a_game_that_is_damaged_where_it_begins_is_refused_in_words(tmp_path: Path, description: str) -> None:
    path = tmp_path / "games.sqlite3"
    settings = Settings(database=str(path), limits=BIG)
    with serving(settings) as server:
        made, whole = server.game("screen", "screen"), server.game("screen", "screen")
    with sqlite3.connect(path) as base:
        base.execute("UPDATE games SET description = ? WHERE id = ?", (description, made["id"]))
    words = "this game is damaged in the server's file, and cannot be opened: "
    with serving(settings) as server:
        with server.visit(made["id"], made["tokens"]["both"]) as ann:
            assert ann.next("closed")["words"].startswith(words)
        body = {"token": made["tokens"]["watch"], "dialect": "json"}
        assert server.post(f"/api/records/{made['id']}", body, 400)["refused"].startswith(words)
        with server.seat(whole, "both") as ann:
            assert ann.do(type="play", move="d1-c1")["type"] == "view"


# ------------------------------------------------------------------------------------------------------------- notes


def test_arrows_and_circles_of_a_study_are_kept(house: House) -> None:
    made = screen(house, Game(ruleset=variants.BRANDUBH).add("d1-c1").annotate("", "A game."))
    ann = house.enter(made["id"], made["tokens"]["both"])
    assert "mark" in ann.view["actions"]
    house.one(ann.viewer.take({"type": "mark", "node": 1, "shapes": ["Gd3c3", "Rd4"]}))
    house.one(ann.viewer.take({"type": "go", "node": 0}))
    house.one(ann.viewer.take({"type": "mark", "node": 0, "shapes": ["Yd1"]}))
    assert (ann.view["comment"], ann.view["shapes"]) == ("A game.", ["Yd1"])
    ann.viewer.leave()
    house.kill()
    house.open()
    again = house.enter(made["id"], made["tokens"]["both"])
    assert again.view == ann.view
    game = house.one(house.lobby.room(made["id"])).table.game
    assert game.note == Note(comment="A game.", shapes=[Shape.parse("Yd1")])
    assert game.moves[0].note == Note(shapes=[Shape.parse("Gd3c3"), Shape.parse("Rd4")])


# ------------------------------------------------------------------------------------------------------------- loading


def test_edits_are_loaded_without_another_replay(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading is linear: the record is replayed once, however many edits follow."""
    made = screen(house, Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1"), Move.parse("c4-c2")]))
    ann = house.enter(made["id"], made["tokens"]["both"])
    for _ in range(20):
        for action in ({"type": "delete"}, {"type": "play", "move": "c4-c2"}, {"type": "take_back"}):
            house.one(ann.viewer.take(action))
        for action in ({"type": "play", "move": "c4-c3"}, {"type": "promote"}):
            house.one(ann.viewer.take(action))
    calls = list[Game]()

    def counted(game: Game) -> Any:
        calls.append(game)
        return replays(game)

    monkeypatch.setattr("tafl.table._places.replays", counted)
    ann.viewer.leave()
    house.kill()
    house.open()
    assert house.enter(made["id"], made["tokens"]["both"]).view == ann.view
    assert len(calls) == 1


def test_games_are_opened_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = list[str]()

    def watched(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return open_game(*arguments)

    monkeypatch.setattr("tafl.web._lobby.open_game", watched)
    with serving(Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)) as server:
        made = server.game("screen", "screen")
        for _ in range(2):
            with server.seat(made, "both"):
                pass
    assert threads == ["tafl-reader_0"]
