"""The server by its protocol: pages, requests, games between visitors, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from visiting import HOST, ORIGIN, Server, TestClient, serving

from hnefatafl import variants
from hnefatafl.errors import ArgumentTypeError
from hnefatafl.notation import json as notation
from tafl.web import Limits, Settings, make_app

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

BIG = Limits(requests=1e6, messages=1e6)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)) as found:
        yield found


# ---------------------------------------------------------------------------------------------------------------- pages


def test_pages_have_strict_headers(server: Server) -> None:
    for path in (
        "/",
        "/study",
        "/rules",
        "/game/abc",
        "/static/site.js",
        "/static/board.js",
        "/api/offers",
        "/nowhere",
    ):
        answer = server.client.get(path)
        assert answer.status_code == (404 if path == "/nowhere" else 200)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert server.client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert server.client.get("/static/site.css").headers["content-type"] == "text/css; charset=utf-8"


def test_pages_have_no_inline_code(server: Server) -> None:
    for path in ("/", "/study", "/rules", "/game/abc"):
        text = server.client.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="/static/')


@pytest.mark.parametrize(
    "path", ["/static/../settings.py", "/static/%2e%2e/settings.py", "/static//etc/passwd", "/static/", "/static/x.js"]
)
def test_no_other_file_is_read(server: Server, path: str) -> None:
    answer = server.client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"refused": "there is nothing at this address"}


def test_people_get_a_page_with_a_way_on(server: Server) -> None:
    accepted = "text/html,application/xhtml+xml,*/*;q=0.8"
    for path, headers, status, words in (
        ("/nowhere", {}, 404, "There is nothing at this address."),
        ("/", {"Host": "evil.example"}, 403, "This server does not answer under that name."),
    ):
        answer = server.client.get(path, headers={"Accept": accepted, **headers})
        assert answer.status_code == status
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert f"<p>{words}</p>" in answer.text
        assert '<a class="button" href="/">' in answer.text
    answer = server.client.get("/api/nowhere", headers={"Accept": accepted})
    assert answer.json() == {"refused": "there is nothing at this address"}


def test_files_of_records_are_offered(tmp_path: Path) -> None:
    settings = Settings(database=":memory:", records={"club/first.csv": "# variant: brandubh\n"}, key="secret")
    with serving(settings) as server:
        welcome = {"Authorization": "Bearer secret"}
        assert server.client.get("/api/offers", headers=welcome).json()["records"] == ["club/first.csv"]
        for name in ("club/first.csv", "club%2Ffirst.csv"):
            assert server.client.get(f"/api/files/{name}", headers=welcome).json() == {"text": "# variant: brandubh\n"}
        assert server.client.get("/api/files/club/first.csv").status_code == 401
        for name in ("first.csv", "club/../club/first.csv.", "etc/passwd"):
            assert server.client.get(f"/api/files/{name}", headers=welcome).status_code == 404
    with pytest.raises(ArgumentTypeError, match="records: texts were expected"):
        Settings(database="", records={"a.csv": b""})  # type: ignore[dict-item]


def test_what_is_offered(server: Server) -> None:
    offers = server.client.get("/api/offers").json()
    assert offers["variant"] == "brandubh"
    assert [each["name"] for each in offers["rulesets"]] == list(variants.names())
    assert server.client.get("/api/schema").json()["title"] == "hnefatafl ruleset 1"
    assert len(server.client.get("/api/maker").json()["questions"]) == 8
    assert server.client.get("/api/rulesets/brandubh").json()["options"]["size"] == 7
    assert server.client.get("/api/rulesets/chess").status_code == 400


# ------------------------------------------------------------------------------------------------------------- requests


def test_other_names_of_the_server_are_refused(server: Server) -> None:
    for host in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[", "10.0.0.1:8000"):
        for path in ("/", "/api/offers"):
            answer = server.client.get(path, headers={"Host": host})
            assert answer.status_code == 403, host
            assert answer.json() == {"refused": "this server does not answer under that name"}
    for host in ("localhost:1", "127.0.0.1", "[::1]:8000", "LOCALHOST:8000"):
        assert server.client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1:8001", "http://localhost:8000", f"ftp://{HOST}"]
)
def test_other_pages_are_refused(server: Server, origin: str) -> None:
    made = server.game()
    for path in ("/api/games", "/api/rules/read", "/api/studies", f"/api/records/{made['id']}"):
        found = server.post(path, {}, 403, Origin=origin)
        assert found == {"refused": "the request comes from another page"}
    with pytest.raises(WebSocketDisconnect), server.visit(made["id"], made["tokens"]["attackers"], Origin=origin):
        pass


def test_requests_without_an_origin_are_refused(server: Server) -> None:
    assert server.client.post("/api/games", json={}).status_code == 403


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{", "application/json"),
        (b"[]", "application/json"),
        (b"\xff", "application/json"),
        (b'{"a":1,"a":2}', "application/json"),
        (b"[" * 10_000, "application/json"),
        (b"{}", "text/plain"),
        (b"{}", "application/x-www-form-urlencoded"),
    ],
)
def test_what_is_no_object_in_json_is_refused(server: Server, content: bytes, kind: str) -> None:
    answer = server.client.post("/api/games", content=content, headers={"Origin": ORIGIN, "Content-Type": kind})
    assert answer.status_code == 400
    assert set(answer.json()) == {"refused"}


JUNK: list[Any] = [None, 5, "x", [], {}, {"base": "chess"}, {"base": 5}, {"base": "brandubh", "options": 5}]


def test_junk_is_refused_in_words(server: Server) -> None:
    good = {"attackers": "link", "defenders": "link"}
    for rules in JUNK:
        server.post("/api/games", {"rules": rules, "seats": good}, 400)
    wrong: list[Any] = [
        *(None, 5, [], {}, {"attackers": "link"}, {"attackers": 5, "defenders": "link"}),
        {"attackers": "screen", "defenders": "link"},
        {"attackers": "ugi:sh", "defenders": "link"},
        good | {"third": "link"},
    ]
    for seats in wrong:
        server.post("/api/games", {"rules": {"base": "brandubh"}, "seats": seats}, 400)
    for mine in (5, "x", "attackers "):
        server.post("/api/games", {"rules": {"base": "brandubh"}, "seats": good, "mine": mine}, 400)
    for path in (*(f"/api/rules/{each}" for each in ("examine", "edit", "balance", "read")), "/api/studies"):
        server.post(path, {}, 400)
    server.post("/api/studies", {"text": "x" * 1000, "number": True}, 400)
    server.post("/api/records/nowhere", {"token": "x", "dialect": "otn"}, 404)
    contradictory = {"base": "brandubh", "options": {"size": 7, "start": "/7/7/7/7/7/7/7/"}}
    found = server.post("/api/games", {"rules": contradictory, "seats": good}, 400)
    assert "has no king" in found["refused"]


def test_a_visitor_lets_the_balance_be_studied_once_at_a_time(server: Server) -> None:
    asked = {"rules": {"base": "copenhagen"}, "before": {"won": 0, "drawn": 0, "lost": 0}}
    with ThreadPoolExecutor(2) as visitors:
        both = [
            visitors.submit(server.client.post, "/api/rules/balance", json=asked, headers={"Origin": ORIGIN})
            for _ in range(2)
        ]
        answers = sorted((each.result() for each in both), key=lambda answer: int(answer.status_code))
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[0].json()["words"].endswith("by 4 games)")
    assert "at the same time" in answers[1].json()["refused"]


def test_bodies_are_limited(tmp_path: Path) -> None:
    with serving(Settings(database=":memory:", limits=Limits(body=1000, requests=1e6))) as server:
        found = server.post("/api/rules/read", {"text": "x" * 2000}, 413)
        assert found == {"refused": "a request of at most 1,000 bytes was expected"}


def test_rates_are_limited() -> None:
    with serving(Settings(database=":memory:", limits=Limits(requests=0.5, messages=1))) as server:
        assert server.client.get("/api/offers").status_code == 200
        answer = server.client.get("/api/offers")
        assert answer.status_code == 429
        assert answer.json() == {"refused": "too many requests; please wait a moment"}


def test_games_are_limited() -> None:
    with serving(Settings(database=":memory:", limits=Limits(games=2, requests=1e6))) as server:
        server.game()
        server.game()
        seats = {"attackers": "link", "defenders": "link"}
        found = server.post("/api/games", {"rules": {"base": "brandubh"}, "seats": seats}, 400)
        assert "no room for another game" in found["refused"]


def test_outside_a_key_is_needed() -> None:
    settings = Settings(database=":memory:", key="open sesame", hosts=frozenset({"games.example"}), limits=BIG)
    with serving(settings) as server:
        assert server.client.get("/").status_code == 200, "an address in digits"
        assert server.client.get("/", headers={"Host": "games.example"}).status_code == 200
        assert server.client.get("/", headers={"Host": "evil.example"}).status_code == 403
        for given in ("", "Bearer", "Bearer wrong", "open sesame", "Basic open sesame"):
            answer = server.client.get("/api/offers", headers={"Authorization": given})
            assert answer.status_code == 401
            assert "needs the key" in answer.json()["refused"]
            server.post("/api/games", {}, 401, Authorization=given)
        seats = {"attackers": "link", "defenders": "link"}
        body = {"rules": {"base": "brandubh"}, "seats": seats}
        made = server.post("/api/games", body, Authorization="bearer open sesame")
        with server.seat(made, "attackers") as visitor:  # the links of a game need no key
            assert visitor.do(type="play", move="d1-c1")["type"] == "view"
        server.post(f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "json"})


# ---------------------------------------------------------------------------------------------------------------- games


def moves_of(server: Server, made: dict[str, Any]) -> list[str]:
    """The moves of the record of a game."""
    found = server.post(f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "json"})
    return [str(move.move) for move in notation.parse_game(found["text"]).moves]


def test_two_visitors_play_and_one_watches(server: Server) -> None:
    made = server.game(mine="attackers")
    assert made["mine"] == "attackers"
    assert set(made["tokens"]) == {"attackers", "defenders", "watch"}
    with server.seat(made, "attackers") as ann, server.seat(made, "defenders") as bo, server.seat(made, "watch") as eve:
        assert bo.do(type="play", move="c4-c2") == {"type": "refused", "words": "it is the turn of the attackers"}
        assert ann.do(type="play", move="d1-c1")["type"] == "view"
        theirs, watched = bo.next("view"), eve.next("view")
        assert theirs["moves"]["c4"] == ["c2", "c3", "c5", "c6", "c7"]
        bound: dict[str, Any] = {"moves": {}, "actions": [], "locked": "you are watching this game"}
        assert watched == {**theirs, **bound}, "only those whose turn it is are offered moves"
        assert ann.do(type="play", move="d2-c2")["type"] == "refused"
        assert eve.do(type="play", move="c4-c2")["words"].startswith("you are watching")
        assert bo.do(type="play", move="c4-c2")["type"] == "view"
        ann.next("view")
        assert ann.do(type="play", move="a1-a2")["type"] == "refused"
    assert moves_of(server, made) == ["d1-c1", "c4-c2"]


def test_a_move_is_taken_back_when_both_ask(server: Server) -> None:
    made = server.game()
    with server.seat(made, "attackers") as ann, server.seat(made, "defenders") as bo:
        ann.do(type="play", move="d1-c1")
        bo.next("view")
        words = "The attackers ask to take the last move back."
        assert ann.do(type="take_back")["words"] == words
        assert bo.next("offer")["words"] == words
        assert ann.do(type="take_back")["type"] == "refused"
        assert moves_of(server, made) == ["d1-c1"]
        assert bo.do(type="take_back")["what"] is None
        assert bo.next("view")["node"] == 0
    assert moves_of(server, made) == []


def test_the_computer_answers(server: Server) -> None:
    made = server.game(defenders="alphabeta:level=1", mine="attackers")
    assert set(made["tokens"]) == {"attackers", "watch"}
    with server.seat(made, "attackers") as ann:
        ann.do(type="play", move="d1-c1")
        assert ann.next("thinking")
        assert ann.next("view")
        assert len(moves_of(server, made)) == 2
        # Its answer is taken back with the move.
        assert ann.do(type="take_back")["turn"] == "attackers"
        assert moves_of(server, made) == []


def test_a_hint_is_given_where_no_other_person_plays(server: Server) -> None:
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann, server.seat(made, "watch") as eve:
        found = ann.do(type="hint")
        assert found["words"].startswith("Hint for the attackers: ")
        assert len(found["move"]) == 2
        assert eve.do(type="hint")["type"] == "refused"
    made = server.game()
    with server.seat(made, "attackers") as ann:
        assert ann.do(type="hint")["words"] == "hints are for games at one screen or against the computer"
        assert ann.do(type="analyse", on=True)["type"] == "refused"


def test_the_analysis_follows_what_is_looked_at(server: Server) -> None:
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann:
        ann.send(type="analyse", on=True)
        found = [ann.next("analysis") for _ in range(3)]
        assert [each["node"] for each in found] == [0, 0, 0]
        assert all(len(each["lines"]) == 3 and 0 <= each["share"] <= 1 for each in found)
        nodes = [int(each["words"].split()[-2].replace(",", "")) for each in found]
        assert nodes == sorted(nodes)
        ann.send(type="play", move="d1-c1")
        while ann.next("analysis")["node"] != 1:
            pass
        ann.send(type="analyse", on=False)
        while ann.next("analysis")["on"]:
            pass
        assert ann.do(type="take_back")["type"] == "view"
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann:  # which ends with its visitor
        ann.send(type="analyse", on=True)


def test_an_analysis_ends_at_its_depth(server: Server) -> None:
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann:
        ann.send(type="analyse", on=True, depth=2, lines=1)
        found = ann.next("analysis")
        assert (len(found["lines"]), ", depth 2, " in found["words"]) == (1, True)
        ann.send(type="play", move="d1-c1")
        assert ann.next("analysis", "refused")["node"] == 1, "it was not searched again"


def test_the_record_is_handed_over(server: Server) -> None:
    made = server.game()
    with server.seat(made, "attackers") as ann, server.seat(made, "watch") as eve:
        ann.do(type="play", move="d1-c1")
        eve.next("view")
        for each in (ann, eve):
            assert [str(move.move) for move in notation.parse_game(each.do(type="record")["text"]).moves] == ["d1-c1"]


def test_the_computer_begins(server: Server) -> None:
    made = server.game(attackers="greedy", mine="defenders")
    with server.seat(made, "defenders") as ann:
        ann.next("view")
    assert len(moves_of(server, made)) == 1


def test_computers_play_each_other(server: Server) -> None:
    made = server.game(attackers="random:seed=1", defenders="random:seed=2")
    assert made["mine"] == "watch"
    with server.seat(made, "watch") as eve:
        for _ in range(3):
            eve.next("view")
    assert len(moves_of(server, made)) >= 3


def test_a_ruleset_that_a_visitor_made_is_played(server: Server) -> None:
    options = server.client.get("/api/rulesets/brandubh").json()["options"]
    start = "/3t3/7/7/1K5/7/7/3t3/"
    made = server.game("screen", "screen", name="House", options=options | {"escape": "edge", "start": start})
    assert set(made["tokens"]) == {"both", "watch"}
    with server.seat(made, "both") as ann:
        ann.do(type="play", move="d1-c1")
        assert "defenders win" in json.dumps(ann.do(type="play", move="b4-a4"))
    found = server.post(f"/api/records/{made['id']}", {"token": made["tokens"]["both"], "dialect": "json"})
    game = notation.parse_game(found["text"])
    assert (game.ruleset.name, game.ruleset.origin, game.result) == ("House", "brandubh", "White")


def test_a_record_is_studied(server: Server) -> None:
    text = "# variant: brandubh\nd1-c1 c4-c2,0,0,Ongoing\nd1-e1,0,0,\n"
    found = server.post("/api/studies", {"text": text})
    assert [each["title"] for each in found["games"]] == ["brandubh, 2 moves", "brandubh, 1 move"]
    made = server.post("/api/studies", {"text": text, "number": 1})
    assert made["mine"] == "both"
    assert moves_of(server, made) == ["d1-c1", "c4-c2"]
    with server.seat(made, "both") as ann:
        assert ann.do(type="play", move="g4-g2")["type"] == "view"


@pytest.mark.parametrize(
    ("record", "doubt"),
    [
        ("d1-c1 c4-c2 d2-d5", "at ply 3 (d2-d5): another piece stands in the way (d3)."),
        ("d1-c1 d3-c3xc4", "at ply 2 (d3-c3xc4): written as captured, but not captured: c4."),
        ("d1-c1 c4-c2", ""),
    ],
    ids=["illegal move", "denied capture", "agrees"],
)
def test_a_record_that_departs_from_the_rules_is_told_of(server: Server, record: str, doubt: str) -> None:
    made = server.post("/api/studies", {"text": f"# variant: brandubh\n{record},0,0,Ongoing\n"})
    for _ in range(2):  # also when it is loaded again
        with server.visit(made["id"], made["tokens"]["both"]) as ann:
            assert ann.next("joined")["doubt"] == (doubt and f"The record departs from the rules {doubt}")


def test_a_record_is_saved_with_what_it_loses(server: Server) -> None:
    made = server.game()
    token = made["tokens"]["watch"]
    found = server.post(f"/api/records/{made['id']}", {"token": token, "dialect": "otn"})
    assert found["suffix"] == ".otg"
    assert found["losses"]
    for body in ({"token": token, "dialect": "x"}, {"token": token, "dialect": 5}, {"token": token}):
        server.post(f"/api/records/{made['id']}", body, 400)
    for wrong in ("x", 5, None, "x" * 300):
        server.post(f"/api/records/{made['id']}", {"token": wrong, "dialect": "otn"}, 404)


# ----------------------------------------------------------------------------------------------------- hostile messages


def test_tokens_are_for_their_game_only(server: Server) -> None:
    one, other = server.game(), server.game()
    tokens: list[Any] = [other["tokens"]["attackers"], "", None, 5, [], "x" * 5000, one["id"]]
    for token in tokens:
        with server.visit(one["id"], token) as visitor:
            found = visitor.next("closed", "view")
            assert found == {"type": "closed", "words": "this link is not for this game", "final": True}
            with pytest.raises(WebSocketDisconnect):
                visitor.socket.receive_json()
    with server.visit("nowhere", one["tokens"]["attackers"]) as visitor:
        found = visitor.next("closed")
        assert found["words"].startswith("there is no such game")
        assert found["final"], "the page need not try again"


HOSTILE: list[str] = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"type":5}',
    '{"type":"play"}',
    '{"type":"play","move":5}',
    '{"type":"play","move":"' + "x" * 5000 + '"}',
    '{"type":"play","move":"z99-z98"}',
    '{"type":"play","move":"d1-d1"}',
    '{"type":"play","move":null}',
    '{"type":"go","node":-1}',
    '{"type":"go","node":"x"}',
    '{"type":"go","node":1e99}',
    '{"type":"go","node":99999999999999999999}',
    '{"type":"go","node":true}',
    '{"type":"promote"}',
    '{"type":"roll"}',
    '{"type":"resign"}',
    '{"type":"end","winner":"attackers","ending":"resigned"}',
    '{"type":"end","winner":[],"ending":{}}',
    '{"type":"offer","what":["draw"]}',
    '{"type":"offer","what":"rematch"}',
    '{"type":"answer","accept":true}',
    '{"type":"continue","node":[]}',
    '{"type":"continue","node":99999999999999999999}',
    '{"type":"analyse","on":true,"lines":1e9}',
    '{"type":"analyse","on":true,"lines":"3"}',
    '{"type":"analyse","on":true,"depth":0}',
    '{"type":"analyse","on":true,"depth":1e9}',
    '{"type":"analyse","on":true,"cores":2}',
    '{"type":"analyse","on":true,"cores":true}',
    '{"type":"take_back"}',
    '{"type":"__init__"}',
    '{"type":"play","type":"play"}',
    "[" * 5000,
    '{"a":' * 1000 + "1" + "}" * 1000,
    "\x00",
]


def test_hostile_messages_are_refused_without_loss(server: Server) -> None:
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann:
        ann.do(type="play", move="d1-c1")
    for text in HOSTILE:
        with server.seat(made, "both") as ann:
            ann.socket.send_text(text)
            found = ann.next("refused", "view")
            if found["type"] == "view":
                assert json.loads(text)["type"] == "take_back"
                ann.do(type="play", move="d1-c1")
            else:
                assert found["words"]
            assert ann.do(type="play", move="d1-d2")["type"] == "refused", "the connection lives on"
    assert moves_of(server, made) == ["d1-c1"]
    with server.seat(made, "both") as ann:
        ann.socket.send_bytes(b"\x00")
        assert ann.next("refused")["words"] == "a text was expected"


def test_too_long_messages_end_the_connection_and_nothing_else(server: Server) -> None:
    made = server.game()
    with server.seat(made, "attackers") as ann, server.seat(made, "defenders") as bo:
        ann.do(type="play", move="d1-c1")
        bo.next("view")
        ann.socket.send_text('{"type":"play","move":"' + "x" * 20_000 + '"}')
        assert ann.next("closed")["words"] == "a message of at most 8,192 bytes was expected"
        assert bo.do(type="play", move="c4-c2")["type"] == "view"
    assert moves_of(server, made) == ["d1-c1", "c4-c2"]


def test_too_many_messages_are_refused() -> None:
    with serving(Settings(database=":memory:", limits=Limits(messages=1, requests=1e6))) as server:
        made = server.game()
        with server.seat(made, "attackers") as ann:
            found = [ann.do(type="x")["words"] for _ in range(4)]
            assert found[-1] == "too many messages; please wait a moment"
            words = [ann.do(type="x")["words"] for _ in range(17)][-1]
            assert words == "too many messages in a row were refused"
            with pytest.raises(WebSocketDisconnect):
                ann.next("view")


def test_visitors_are_limited() -> None:
    with serving(Settings(database=":memory:", limits=Limits(watchers=1, requests=1e6))) as server:
        made = server.game()
        with server.seat(made, "watch"), server.visit(made["id"], made["tokens"]["watch"]) as eve:
            assert eve.next("closed")["words"] == "too many visitors look at this game"
            with server.seat(made, "attackers"), server.seat(made, "defenders"):
                pass
        with server.seat(made, "watch"):
            pass
    with serving(Settings(database=":memory:", limits=Limits(sockets=1, requests=1e6))) as server:
        made = server.game()
        with server.seat(made, "attackers"), server.visit(made["id"], made["tokens"]["watch"]) as eve:
            assert eve.next("closed")["words"].startswith("the server has too many visitors")


def test_a_game_has_an_end_at_last() -> None:
    with serving(Settings(database=":memory:", limits=Limits(steps=1, requests=1e6))) as server:
        made = server.game()
        with server.seat(made, "attackers") as ann, server.seat(made, "defenders") as bo:
            ann.do(type="play", move="d1-c1")
            bo.next("view")
            assert bo.do(type="play", move="c4-c2")["words"].startswith("this game is too long")
        assert moves_of(server, made) == ["d1-c1"]


# -------------------------------------------------------------------------------------------------------------- restart


def test_games_survive_a_restart(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)
    with serving(settings) as server:
        made = server.game()
        with server.seat(made, "attackers") as ann:
            ann.do(type="play", move="d1-c1")
    with serving(settings) as server:
        assert moves_of(server, made) == ["d1-c1"]
        with server.seat(made, "attackers") as ann, server.seat(made, "defenders") as bo:
            bo.do(type="play", move="c4-c2")
            ann.next("view")
        assert moves_of(server, made) == ["d1-c1", "c4-c2"]
    text = (tmp_path / "games.sqlite3").read_bytes()
    assert all(token.encode() not in text for token in made["tokens"].values()), "only digests are kept"


def test_the_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)
    with serving(settings) as server:
        made = server.game(attackers="greedy", mine="defenders")
    with serving(settings) as server:
        with server.seat(made, "defenders") as ann:
            ann.next("view")
        assert len(moves_of(server, made)) == 1


def test_old_games_are_deleted(tmp_path: Path) -> None:
    now = 1e9
    settings = Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)
    with TestClient(make_app(settings, threads=True, clock=lambda: now), base_url=ORIGIN) as client:
        made = Server(client).game()
    now += 29 * 86_400
    with TestClient(make_app(settings, threads=True, clock=lambda: now), base_url=ORIGIN) as client:
        assert moves_of(Server(client), made) == []
    now += 31 * 86_400
    with TestClient(make_app(settings, threads=True, clock=lambda: now), base_url=ORIGIN) as client:
        Server(client).post(f"/api/records/{made['id']}", {"token": made["tokens"]["watch"], "dialect": "json"}, 404)


def test_a_visit_keeps_a_game_that_is_in_memory(tmp_path: Path) -> None:
    """ "After so many days without a move or a visit, a game is deleted." """
    now = 1e9
    settings = Settings(database=str(tmp_path / "games.sqlite3"), limits=BIG)
    app = make_app(settings, threads=True, clock=lambda: now)
    with TestClient(app, base_url=ORIGIN) as client:
        server = Server(client)
        made = server.game()
        now += 29 * 86_400
        assert moves_of(server, made) == []
    now += 29 * 86_400
    with TestClient(make_app(settings, threads=True, clock=lambda: now), base_url=ORIGIN) as client:
        assert moves_of(Server(client), made) == []


def test_a_reload_in_the_middle_keeps_the_game(server: Server) -> None:
    made = server.game("screen", "screen")
    with server.seat(made, "both") as ann:
        ann.do(type="play", move="d1-c1")
    with server.visit(made["id"], made["tokens"]["both"]) as ann:
        assert ann.next("joined")["title"] == "brandubh"
        ann.next("view")
        assert ann.do(type="play", move="c4-c2")["type"] == "view"
    assert moves_of(server, made) == ["d1-c1", "c4-c2"]
