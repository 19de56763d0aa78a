"""The parts of the server: settings, rates, players with bounds, rulesets that visitors make, and the file of games."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import threading
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from keeping import Killed, before_statements
from sweeping import SWEPT
from writing import written

from hnefatafl import Game, Move, Position, Side, variants
from hnefatafl.board import Region
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, RecordError
from hnefatafl.notation import json, otn, toml
from hnefatafl.notation.moves import parse_move
from hnefatafl.rules import Die
from hnefatafl.search import Limit, analyse
from tafl.table import Table
from tafl.web import Limits, Settings, _records
from tafl.web._analysis import Review
from tafl.web._fairness import Bucket, Buckets
from tafl.web._game import LINK, SCREEN, Agreement, Pace, Saved, Watch, name_players
from tafl.web._lobby import Lobby
from tafl.web._offers import bound_player
from tafl.web._records import explore_records, list_own_play, read_study
from tafl.web._rule_form import plain_edge
from tafl.web._settings import Refused
from tafl.web._store import Store
from tafl.web._workers import Workers
from tafl.web._workshop import describe_form, examine, make_rules, parse

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

SETTINGS = Settings(database=":memory:", players={"alphabeta:nodes=5000000": {}})


def test_settings_are_checked() -> None:
    loose: Any = Settings
    for wrong in (
        {"database": 1},
        {"database": "x", "rulesets": {1: variants.BRANDUBH}},
        {"database": "x", "hosts": "tafl.example.org"},  # whose parts would all be hosts
        {"database": "x", "proxies": "10.0.0.1"},
        {"database": "x", "key": 5},
    ):
        with pytest.raises(ArgumentTypeError):
            loose(**wrong)
    with pytest.raises(ArgumentValueError, match="variant: one of the rulesets was expected, not 'chess'"):
        Settings(database="x", variant="chess")
    with pytest.raises(ArgumentValueError, match="moves: a number above 0 was expected"):
        Limits(moves=0)


# ---------------------------------------------------------------------------------------------------------------- rates


def test_a_bucket_lets_some_through_at_once_and_then_the_rate() -> None:
    now = 0.0
    bucket = Bucket(2, lambda: now)
    assert [bucket.take() for _ in range(8)] == [True] * 6 + [False] * 2
    now = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now = 1000.0
    assert [bucket.take() for _ in range(7)] == [True] * 6 + [False]


def test_callers_have_buckets_of_their_own() -> None:
    buckets = Buckets(0.1, lambda: 0.0)
    assert [buckets.take(caller) for caller in "aabb"] == [True, False, True, False]


# -------------------------------------------------------------------------------------------------------------- players


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("alphabeta:level=3", "alphabeta:level=3,seconds=10,seed="),
        ("AlphaBeta: nodes=500, seconds=2", "alphabeta:nodes=500,seconds=2,seed="),
        ("alphabeta", "alphabeta:seconds=10,nodes=1000000,seed="),
        ("montecarlo", "montecarlo:playouts=1000,seed="),
        ("random:seed=7", "random:seed=7"),
        ("alphabeta:nodes=5000000", "alphabeta:nodes=5000000"),
    ],
)
def test_players_have_bounds_and_a_seed(asked: str, given: str) -> None:
    assert bound_player(asked, SETTINGS, Random(1)).startswith(given)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("alphabeta:nodes=5000001", "nodes: at most 1e"),
        ("alphabeta:seconds=11", "seconds: at most 10 was expected, not 11"),
        ("alphabeta:memory=1000", "memory: at most 16"),
        ("alphabeta:jobs=2", "jobs: at most 1"),
        ("montecarlo:playouts=100000", "playouts: at most 5,000"),
        ("alphabeta:level=11", "level: a number from 1 to 10"),
        ("alphabeta:colour=1", "no option 'colour'"),
        ("alphabeta:evaluation=/etc/passwd", "a player was expected"),
        ("ugi:rm -rf", "a player was expected"),
        ("uci:taflzero", "a player was expected"),
        ("a" * 300, "at most 200 characters"),
        ("", "a player was expected"),
    ],
)
def test_no_other_players_can_be_asked_for(asked: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        bound_player(asked, SETTINGS, Random(1))


# ------------------------------------------------------------------------------------------------------------- rulesets


@pytest.mark.parametrize("name", SWEPT)
def test_the_form_of_a_ruleset_makes_the_ruleset_again(name: str) -> None:
    rules = variants.get(name)
    shown = describe_form(rules)
    assert make_rules(rules, "", shown["options"]) == rules
    assert make_rules(rules, shown["name"], shown["options"]).name == name
    # Also on another base: the form has all options.
    assert make_rules(variants.COPENHAGEN, "", shown["options"]) == rules


def test_a_changed_ruleset_is_described() -> None:
    base = variants.BRANDUBH
    found = examine(base, "House", describe_form(base)["options"] | {"escape": "edge"})
    assert found["reasons"] == []
    assert found["differences"] == ["escape: edge instead of corners"]
    assert [found["leaflets"][lang].split()[0] for lang in ("en", "de", "sv")] == [
        "Rules:",
        "Spielregeln:",
        "Spelregler:",
    ]
    assert found["board"]["picture"].startswith("<svg")
    assert (found["board"]["squares"]["d4"], found["board"]["squares"]["a1"]) == (
        "king, throne",
        "empty, corners, way out",
    )
    house = base.evolve(name="House", escape=toml.parse_rules(found["files"]["toml"]).escape)
    assert toml.parse_rules(found["files"]["toml"]) == json.parse_rules(found["files"]["json"]) == house
    assert toml.parse_rules(found["files"]["toml"]).origin == "brandubh"
    assert parse(found["files"]["toml"]) == parse(found["files"]["json"])
    assert found["losses"] == [] or parse(found["files"]["otn"])


def test_what_otn_cannot_say_is_listed() -> None:
    base = variants.MADERA_TABLUT
    found = examine(base, "", describe_form(base)["options"])
    assert found["same"]
    assert found["losses"] == ["fewest_attackers: 1 instead of 3"]
    assert otn.parse_rules(found["files"]["otn"]).fewest_attackers == 1


def test_contradictions_are_listed() -> None:
    options = describe_form(variants.BRANDUBH)["options"]
    wrong = options | {"secure_ring": True, "encirclement": False, "die": {"faces": 0}}
    assert examine(variants.BRANDUBH, "", wrong)["reasons"] == [
        "die.faces is at least 1, not 0",
        "secure_ring needs encirclement",
    ]
    assert examine(variants.BRANDUBH, "", wrong)["board"]["squares"]["a1"] == "empty, corners, way out"
    moat = wrong | {"zones": [{"name": "moat", "squares": "z9"}]}
    assert examine(variants.BRANDUBH, "", moat)["board"]["squares"]["d4"] == "king"
    typed = options | {"king": "huge", "zones": [{"name": "moat", "squares": "d9", "stop": "folk"}]}
    reasons = examine(variants.BRANDUBH, "", typed)["reasons"]
    assert any(reason.startswith("king: ") for reason in reasons)
    assert any(reason.startswith("zones[0].stop: ") for reason in reasons)
    assert examine(variants.BRANDUBH, "", {"start": "x"})["reasons"]


@pytest.mark.parametrize(
    ("name", "options"),
    [("a" * 101, {}), (7, {}), ("a\nb", {}), ("", [])],
)
def test_other_requests_are_refused(name: object, options: object) -> None:
    with pytest.raises(Refused):
        examine(variants.BRANDUBH, name, options)


@pytest.mark.parametrize("text", ["", "{", "[]", "x" * 70_000, 5, "dim:7", 'name = "x"', '{"base": "chess"}'])
def test_other_files_of_rules_are_refused(text: object) -> None:
    with pytest.raises(Refused):
        parse(text)


# -------------------------------------------------------------------------------------------------------------- records


def test_a_record_in_otn_tells_what_was_lost_of_its_rules() -> None:
    text = written(Game(ruleset="brandubh").add([Move.parse("d1-c1")]), "otn")
    reading = read_study(text, "", None, None, 100)
    assert reading.doubt == (
        "The rules of the record are the nearest that OTN has to brandubh, and are played; they have "
        "repetition.consequence: mover-loses instead of defenders-lose."
    )
    assert read_study(text, "", variants.BRANDUBH, None, 100).doubt == ""
    assert read_study(text.replace("c1", "c5"), "", None, None, 100).doubt.startswith(
        f"{reading.doubt} The record departs from"
    )


def test_records_are_read() -> None:
    one = "# variant: brandubh\nd1-c1 c4-c2,0,0,Ongoing\n"
    reading = read_study(one, "", None, None, 100)
    assert reading.game is not None
    assert len(reading.game.moves) == 2
    assert (reading.title, reading.at) == ("brandubh, 2 moves", None)
    several = read_study(f"{one}d1-e1,0,0,\n", "", None, None, 100)
    assert several.game is None
    assert [row["title"] for row in several.rows] == ["brandubh, 2 moves", "brandubh, 1 move"]
    second = read_study(f"{one}d1-e1,0,0,\n", "", None, 2, 100).game
    assert second is not None
    assert str(second.moves[0].move) == "d1-e1"
    assert read_study("d1-c1,0,0,\n", "", variants.BRANDUBH, None, 100).game


def test_a_list_of_games_tells_how_each_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["# variant: brandubh", "d1-c1 c4-c2,0,0,Ongoing", "d1-c1 resigned,0,0,Black", "d1-c1 c4-c2 d2-d5,0,0,Draw"]
    going, resigned, wrong = read_study("\n".join(lines), "", None, None, 100).rows
    assert (going["result"], going["state"], going["doubt"]) == ("not finished", "the attackers are to move", "")
    assert going["thumb"]["board"] == Position.initial("brandubh").play("d1-c1").play("c4-c2").board.record
    assert going["thumb"]["corners"] == "a1 a7 g1 g7"
    assert (resigned["result"], resigned["state"]) == ("the attackers won", "resigned")
    assert wrong["doubt"] == "departs from the rules: another piece stands in the way (d3)"
    assert not read_study("\n".join(lines), "", None, None, 100).more
    monkeypatch.setattr(_records, "_MOST", 2)
    cut = read_study("\n".join(lines), "", None, None, 100)
    assert (len(cut.rows), cut.more) == (2, True)
    monkeypatch.setattr(_records, "_MOST", 200)
    monkeypatch.setattr(_records, "_REPLAYED", 2)
    assert ["thumb" in row for row in read_study("\n".join(lines), "", None, None, 100).rows] == [True, False, False]


@pytest.mark.parametrize(
    ("moves", "at"), [("d1-c1 c4-c2 d2-d5", 2), ("d1-c1 c4-c2xd7 g4-g2 e4-e2", 2), ("d1-c1", None), ("d1-d7", 0)]
)
def test_a_record_says_where_it_departs_from_the_rules(moves: str, at: int | None) -> None:
    assert read_study(f"# variant: brandubh\n{moves},0,0,Ongoing\n", "", None, None, 100).at == at


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("no record at all", None, "none of 4 words is a move"),
        ("# variant: chess\nd1-c1,0,0,\n", None, "chess"),
        ("# variant: brandubh\nd1-c1 c4-c2,0,0,\n", None, "at most 1 moves was expected, not 2"),
        ("# variant: brandubh\nd1-c1,0,0,\n", 2, "no game 2"),
        ("# variant: brandubh\nd1-c1,0,0,\n", 0, "no game 0"),
        ("", None, "no"),
    ],
)
def test_other_records_are_refused(text: str, number: int | None, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read_study(text, "", None, number, 1)


GAMES = "# variant: brandubh\nd1-c1 d5-c5,0,0,White\nd7-c7 d5-c5,0,0,Black\nd2-c2,0,0,Draw\n"


def test_what_was_played_is_found() -> None:
    found = explore_records(GAMES, "", None, {"moves": []})
    assert [(each["move"], each["games"]) for each in found["moves"]] == [("a4-a3", (1, 2)), ("b4-b3", (3,))]
    assert (found["games"], found["ruleset"], found["view"]["turn"]) == (3, "brandubh", "attackers")
    after = explore_records(GAMES, "", None, {"moves": ["d1-c1"]})
    assert after["results"] == {"attackers": 1, "defenders": 1, "draws": 0, "unknown": 0}
    assert after["view"]["pieces"]["c1"] == "t"
    assert explore_records(GAMES, "", None, {"moves": [], "result": "draw"})["results"]["draws"] == 1
    named = "[attackers:Ann][defenders:Bo][rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/] 1. d1-c1 d5-c5"
    assert explore_records(named, "", None, {"moves": []})["players"] == ["Ann", "Bo"]
    assert explore_records(named, "", None, {"moves": [], "player": "Eve"})["moves"] == []


def test_every_ruleset_has_games_of_own_play() -> None:
    """Run ``python scripts/make_own_play.py --missing`` when this fails."""
    lines = files("tafl.web").joinpath("own_play.tsv").read_text("utf-8").splitlines()
    versions = {name: int(version) for name, version, *_ in (line.split("\t") for line in lines[1:])}
    assert versions == {rules.name: rules.version for rules in variants._list_shipped()}


DIE = next(rules.name for rules in variants._list_shipped() if rules.die)


@pytest.mark.parametrize("name", ["brandubh", "alea-evangelii", "berserk", "hnefatafl-11-announcements", DIE])
def test_games_of_own_play_are_explored(name: str) -> None:
    found = explore_records(list_own_play()[name], "own-play.csv", None, {"moves": []})
    assert (found["ruleset"], found["illegal"]) == (name, 0)
    assert found["games"] >= 6
    assert sum(found["results"].values()) == found["games"]
    assert len(found["moves"]) > 1


@pytest.mark.parametrize(
    ("text", "wanted", "words"),
    [
        (GAMES, {}, "a list of at most 200 moves"),
        (GAMES, {"moves": ["d1-d7"]}, "in the way"),
        (GAMES, {"moves": [5]}, "move"),
        (GAMES, {"moves": [], "ruleset": "tablut"}, "no games of that ruleset"),
        (GAMES, {"moves": [], "result": "x"}, "result"),
        (GAMES, {"moves": [], "result": ["x"]}, "result"),
        (GAMES, {"moves": [], "ruleset": ["x"]}, "no games of that ruleset"),
        (GAMES, {"moves": [], "player": ["x"]}, "player"),
        ("", {"moves": []}, "no"),
        ("chess", {"moves": []}, "none of 1 word is a move"),
        (5, {"moves": []}, "the text of records"),
    ],
    ids=str,
)
def test_other_questions_about_games_are_refused(text: object, wanted: dict[str, object], words: str) -> None:
    with pytest.raises(Refused, match=words):
        explore_records(text, "", None, wanted)


# ---------------------------------------------------------------------------------------------------- the file of games


def test_games_are_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite3")
    store = Store(path)
    assert store.add("a", "{}", 1.0, 1)
    assert not store.add("b", "{}", 1.0, 1), "there is room for one game"
    assert [store.append("a", number, step, 2.0) for number, step in enumerate("xyz")] == [True] * 3
    for number in (2, 4, -1):
        assert not store.append("a", number, "again", 4.0), "that is not the number of the next step"
    assert not store.append("b", 0, "x", 4.0), "there is no such game"
    assert store.append("a", 3, "w", 5.0)
    store.close()
    store = Store(path)
    saved = store.find("a")
    assert saved == Saved("a", "{}", ("x", "y", "z", "w"), 4)
    assert store.find("b") is None
    store.close()


def test_offers_are_kept_until_the_next_step(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite3")
    store = Store(path)
    store.add("a", "{}", 1.0, 1)
    assert not store.offer("a", 1, "x"), "there are no steps"
    assert not store.offer("b", 0, "x"), "there is no such game"
    assert store.offer("a", 0, "x")
    assert store.offer("a", 0, "y")
    assert store.find("a") == Saved("a", "{}", (), 0, "y")
    store.append("a", 0, "{}", 1.0)
    assert store.find("a") == Saved("a", "{}", ("{}",), 1)
    store.offer("a", 1, "z")
    assert store.delete_older(2.0) == ["a"]
    assert store._base.execute("SELECT count(*) FROM offers").fetchone() == (0,)
    store.close()


def test_a_file_without_offers_is_read(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite3")
    store = Store(path)
    store.add("a", "{}", 1.0, 1)
    store._base.execute("DROP TABLE offers")
    store.close()
    store = Store(path)
    assert store.find("a") == Saved("a", "{}", (), 0)
    assert store.offer("a", 0, "x")
    store.close()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"made": 1}', '{"made": [["draw"]]}', '{"made": [[[], "attackers", true]]}', "{}"]
)
def test_offers_that_cannot_be_read_are_none(text: str) -> None:
    assert Agreement.parse(text) == Agreement()
    made, _ = Agreement().propose("draw", Side.ATTACKERS, is_over=False)
    assert Agreement.parse(made.text) == made


def test_a_game_is_found_where_nothing_can_be_written(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite3"))
    store.add("a", "{}", 1.0, 1)
    store._base.execute("PRAGMA query_only = ON")  # as on a disk that is full
    assert store.find("a") == Saved("a", "{}", (), 0)
    store.close()


def test_old_games_are_deleted_with_their_steps(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    store = Store(str(path))
    for name, used in (("old", 1.0), ("visited", 2.0), ("new", 100.0)):
        store.add(name, "{}", used, 3)
        store.append(name, 0, "x", used)
    store.touch(["visited"], 99.0)
    assert store.delete_older(50.0) == ["old"]
    assert store.find("old") is None
    store.close()
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT game FROM steps ORDER BY game").fetchall() == [("new",), ("visited",)]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, whatever its length is" * 100)
    other = tmp_path / "other"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    later = tmp_path / "later"
    Store(str(later)).close()
    with sqlite3.connect(later) as base:
        base.execute("PRAGMA user_version = 99")
    older = tmp_path / "older"
    with sqlite3.connect(older) as base:
        base.executescript("CREATE TABLE games (id); PRAGMA application_id = 0x7461666C; PRAGMA user_version = 1")
    with pytest.raises(RecordError, match="the file is of another version of this program"):
        Store(str(older))
    for path in (text, other, later, older, tmp_path / "no" / "such"):
        with pytest.raises(RecordError, match=str(path)):
            Store(str(path))
    with sqlite3.connect(other) as base:
        assert base.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]


def test_a_first_start_that_is_killed_leaves_a_file_that_opens(tmp_path: Path) -> None:
    """Whichever statement is the last one."""

    def kill(number: int) -> None:
        if number == moment:
            raise Killed

    moment = 0
    for moment in itertools.count():
        path = str(tmp_path / f"{moment}.sqlite3")
        with before_statements(kill), suppress(Killed):
            Store(path).close()
            break  # it has no more statements
        store = Store(path)
        assert store.add("a", "{}", 1.0, 1)
        store.close()
    assert moment > 10


def test_a_file_opens_that_an_earlier_version_had_half_made(tmp_path: Path) -> None:
    """That version wrote the tables first, and the number of the form later."""
    path = str(tmp_path / "games.sqlite3")
    Store(path).close()
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA user_version = 0")
    store = Store(path)
    assert store.add("a", "{}", 1.0, 1)
    store.close()
    with sqlite3.connect(path) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (2,)


def test_two_servers_that_start_together_both_open_a_new_file(tmp_path: Path) -> None:
    """The other one starts before any statement of the first one."""
    opened: list[Store] = []
    faults: list[BaseException] = []

    def open_too() -> None:
        try:
            opened.append(Store(path))
        except BaseException as error:
            faults.append(error)

    def start(number: int) -> None:
        if number == moment and not threads:
            threads.append(threading.Thread(target=open_too))
            threads[0].start()
            threads[0].join(0.1)  # it may have to wait for the first one

    moment = 0
    for moment in itertools.count():
        path, threads = str(tmp_path / f"{moment}.sqlite3"), list[threading.Thread]()
        with before_statements(start):
            opened.append(Store(path))
            for thread in threads:
                thread.join()
        if not threads:
            break  # it has no more statements
    assert (faults, len(opened)) == ([], 2 * moment + 1)
    for store in opened:
        store.close()


@pytest.mark.parametrize("pause", range(12))
def test_games_are_counted_while_old_ones_are_deleted(pause: int) -> None:
    """A game that begins at any moment of the deletion counts."""
    settings = Settings(database=":memory:", limits=Limits(games=1))
    seats = {"attackers": "link", "defenders": "link"}

    async def begin_meanwhile() -> None:
        lobby = Lobby(settings, Workers(settings), lambda: 0.0)
        lobby.open()
        deletion = asyncio.create_task(lobby.delete_old())
        await asyncio.sleep(pause / 50_000)
        await lobby.new_game(variants.BRANDUBH, seats, None)
        await deletion
        with pytest.raises(Refused, match="no room for another game"):
            await lobby.new_game(variants.BRANDUBH, seats, None)
        await lobby.close()

    asyncio.run(begin_meanwhile())


def test_time_runs_for_the_side_to_move_and_is_over_at_nought() -> None:
    """The first move of each side takes no time."""
    now = 0.0
    table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
    watch = Watch(Pace(seconds=60, increment=5), None, lambda: now, 0)
    for move in ("d1-c1", "c4-c2"):
        assert watch.running(table) is None
        table.play(move)
    assert watch.running(table) is Side.ATTACKERS
    now = 59.0
    assert (watch.left(Side.ATTACKERS, table), watch.left(Side.DEFENDERS, table)) == (1, 60)
    fact = watch.stamp_step(table.decide({"type": "play", "move": "g4-g2"}), table)
    assert (fact["left"], fact["clock"]) == ({"attackers": 6, "defenders": 60}, 6)
    now = 60.0
    assert watch.is_late(table)
    table.end(Side.DEFENDERS, "timeout")
    assert not watch.is_late(table)


def test_the_time_for_a_move_begins_anew_with_each() -> None:
    now = 0.0
    table = Table(Game(ruleset=variants.BRANDUBH), branching=False)
    watch = Watch(Pace(move=10), None, lambda: now, 0)
    for move in ("d1-c1", "c4-c2"):
        table.play(move)
    now = 9.0
    assert (watch.left(Side.ATTACKERS, table), watch.is_late(table)) == (1, False)
    fact = watch.stamp_step(table.decide({"type": "play", "move": "g4-g2"}), table)
    table.apply(fact)
    watch.done(fact)
    now = 18.5
    assert (watch.left(Side.DEFENDERS, table), watch.is_late(table)) == (0.5, False)
    now = 19.0
    assert watch.is_late(table)


def test_a_part_of_the_edge_is_the_edge_but_for_the_corners_alone() -> None:
    assert plain_edge(Region.EDGE - Region.of("d1"), 7) == Region.EDGE
    for region in (Region.CORNERS, Region.of("a1", "b2"), Region.of("a1")):
        assert plain_edge(region, 7) == region


def test_a_review_looks_at_each_position_once_and_at_those_after_a_roll() -> None:
    dice = variants.BRANDUBH.evolve(name="dice", die=Die())
    start = Position.parse("/7/7/2t4/3K3/7/1t5/7/", dice, Side.DEFENDERS)
    table = Table(Game.from_position(start).add(map(parse_move, ("3:d4-d5", "b6-b5", "2:d5-c5"))))
    moves = table.line()
    review = Review(moves, 1)
    asked: list[Position] = []
    while (position := review.position) is not None:
        asked.append(position)
        review.take(analyse(position, Limit(nodes=20)))
        assert len(asked) < 9
    first, second, third = (play for _, play in moves)
    assert (first.before.roll_pending, third.before.roll_pending) == (3, 2)
    assert asked == [first.before, first.after, second.after, third.before, third.after]


def test_players_have_the_names_of_their_record_and_of_the_computer() -> None:
    tags = {"Attackers": "Ann", "defenders": "B" * 99, "event": "club"}
    assert name_players(dict.fromkeys(Side, LINK), {}) == {}
    named = name_players(dict.fromkeys(Side, SCREEN), tags)
    assert (named["attackers"], len(named["defenders"])) == ("Ann", 40)
    seats = {Side.ATTACKERS: "alphabeta:seconds=5,level=7,seed=1", Side.DEFENDERS: "greedy"}
    assert name_players(seats, tags) == {"attackers": "Computer, level 7", "defenders": "Computer (greedy)"}
