"""What people who play by link settle with each other: offers, ends, clocks, who is here, and other games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from keeping import BEFORE, Guest, House, make

from hnefatafl import Position, Side, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.records import Game
from tafl.table import Table
from tafl.web import Limits
from tafl.web._settings import Refused

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

LINKS = {"attackers": "link", "defenders": "link"}
FAST = {"seconds": 60, "increment": 5}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(str(tmp_path / "games.sqlite3"))
    yield found
    found.close()


class Pair:
    """Ann plays the attackers, and Bo the defenders."""

    def __init__(self, house: House, seats: dict[str, str] = LINKS, mine: str | None = None, **more: object) -> None:
        self.house = house
        self.made = house.one(house.lobby.new_game(variants.BRANDUBH, seats, mine, **more))
        self.enter()

    def enter(self) -> None:
        """Let both come."""
        tokens = self.made["tokens"]
        self.ann, self.bo = (
            self.house.enter(self.made["id"], tokens.get(role, tokens["watch"])) for role in ("attackers", "defenders")
        )

    def do(self, who: Guest, **action: object) -> None:
        """Let one do something."""
        self.house.one(who.viewer.take(action))

    def refused(self, who: Guest, words: str, **action: object) -> None:
        """Let one do something that is refused in these words."""
        with pytest.raises(HnefataflError, match=words):
            self.do(who, **action)

    def play(self, *moves: str) -> None:
        """Let them play moves in turn."""
        for ply, move in enumerate(moves):
            self.do(self.bo if ply % 2 else self.ann, type="play", move=move)

    def restart(self) -> None:
        """End the server at once, and let both come to another one."""
        self.house.kill()
        self.house.open()
        self.enter()

    def record(self) -> Any:
        """The record as it is saved."""
        return self.house.one(self.house.one(self.house.lobby.room(self.made["id"])).game())


def last(guest: Guest, kind: str) -> dict[str, Any]:
    """The last message of a kind."""
    return [message for message in guest.posted if message["type"] == kind][-1]


def test_who_resigns_loses_and_that_is_saved(house: House) -> None:
    pair = Pair(house)
    pair.play("d1-c1")
    pair.refused(pair.ann, "a game is ended by resign", type="end", winner="attackers", ending="resigned")
    pair.do(pair.ann, type="resign")
    pair.restart()
    assert pair.bo.view["over"]
    assert pair.bo.view["winner"] == "defenders"
    assert pair.bo.view["state"] == "The defenders win: the attackers have resigned."
    for action in ({"type": "play", "move": "c4-c2"}, {"type": "resign"}, {"type": "take_back"}):
        pair.refused(pair.bo, "game is over", **action)
    game = notation.parse_game(notation.format_game(pair.record()))
    assert (game.result, game.ending) == ("White", "resigned")


def test_a_draw_is_offered_declined_and_agreed(house: House) -> None:
    pair = Pair(house)
    pair.refused(pair.ann, "one of draw", type="offer", what="fly")
    pair.refused(pair.ann, "the game is not over", type="offer", what="rematch")
    pair.do(pair.ann, type="offer", what="draw")
    pair.refused(pair.ann, "waits for its answer", type="offer", what="draw")
    pair.refused(pair.ann, "for the other side", type="answer", accept=True)
    pair.do(pair.bo, type="answer", accept=False)
    assert last(pair.ann, "offer")["what"] is None
    pair.refused(pair.bo, "nothing is offered", type="answer", accept=True)
    pair.refused(pair.ann, "declined", type="offer", what="draw")
    pair.play("d1-c1")
    pair.do(pair.ann, type="offer", what="draw")
    pair.do(pair.bo, type="offer", what="draw")
    assert pair.ann.view["state"] == "A draw: the players have agreed on it."
    assert pair.record().result == "Draw"


def test_an_offer_ends_with_the_next_move(house: House) -> None:
    pair = Pair(house)
    pair.play("d1-c1")
    pair.do(pair.bo, type="offer", what="draw")
    assert last(house.enter(pair.made["id"], pair.made["tokens"]["watch"]), "offer")["side"] == "defenders"
    pair.do(pair.bo, type="play", move="c4-c2")
    assert last(pair.ann, "offer")["what"] is None
    pair.refused(pair.ann, "nothing is offered", type="answer", accept=True)


@pytest.mark.parametrize("what", ["draw", "take_back"])
def test_an_offer_waits_while_the_server_starts_again(house: House, what: str) -> None:
    pair = Pair(house)
    pair.play("d1-c1")
    pair.do(pair.ann, type="offer", what=what)
    offered = last(pair.bo, "offer")
    pair.restart()
    assert (last(pair.ann, "offer"), last(pair.bo, "offer")) == (offered, offered)
    pair.do(pair.bo, type="answer", accept=False)
    pair.restart()
    assert not [message for message in pair.bo.posted if message["type"] == "offer"]
    pair.refused(pair.ann, "declined", type="offer", what=what)
    pair.do(pair.bo, type="offer", what=what)
    pair.restart()
    pair.do(pair.ann, type="answer", accept=True)
    assert pair.record().result == "Draw" if what == "draw" else pair.record().moves == ()
    pair.restart()
    assert not [message for message in pair.bo.posted if message["type"] == "offer"]


def test_an_offer_before_the_last_move_is_over_after_a_restart(house: House) -> None:
    pair = Pair(house)
    pair.do(pair.ann, type="offer", what="draw")
    pair.play("d1-c1")
    pair.restart()
    assert not [message for message in pair.bo.posted if message["type"] == "offer"]
    pair.do(pair.ann, type="offer", what="draw")
    assert last(pair.bo, "offer")["what"] == "draw"


def test_an_offer_that_is_not_saved_is_not_made(house: House) -> None:
    pair = Pair(house)
    house.fail(BEFORE)
    pair.refused(pair.ann, "disk is full", type="offer", what="draw")
    pair.refused(pair.bo, "nothing is offered", type="answer", accept=True)
    pair.do(pair.ann, type="offer", what="draw")
    assert last(pair.bo, "offer")["what"] == "draw"


def test_people_see_who_is_here(house: House) -> None:
    pair = Pair(house)
    eve = house.enter(pair.made["id"], pair.made["tokens"]["watch"])
    both = {"attackers": True, "defenders": True}
    assert last(pair.ann, "present") == {"type": "present", "here": both, "watching": 1}
    pair.bo.viewer.leave()
    assert last(pair.ann, "present")["here"] == {**both, "defenders": False}
    eve.viewer.leave()
    assert last(pair.ann, "present")["watching"] == 0


def test_a_rematch_is_offered_and_accepted(house: House) -> None:
    pair = Pair(house, pace=FAST)
    pair.do(pair.ann, type="resign")
    eve = house.enter(pair.made["id"], pair.made["tokens"]["watch"])
    pair.do(pair.ann, type="offer", what="swapped")
    pair.do(pair.bo, type="answer", accept=True)
    made = last(pair.ann, "made")["game"]
    assert made["mine"] == "defenders"
    assert set(made["tokens"]) == {"defenders", "watch"}
    assert last(pair.bo, "made")["game"]["mine"] == "attackers"
    assert set(last(eve, "made")["game"]["tokens"]) == {"watch"}
    ann = house.enter(made["id"], made["tokens"]["defenders"])
    assert last(ann, "joined")["words"] == "You play the defenders."
    assert last(ann, "clock")["left"] == {"attackers": 60.0, "defenders": 60.0}


def test_a_rematch_with_the_computer_begins_at_once(house: House) -> None:
    pair = Pair(house, {"attackers": "link", "defenders": "alphabeta:level=1"}, "attackers")
    pair.do(pair.ann, type="resign")
    pair.do(pair.ann, type="offer", what="swapped")
    made = last(pair.ann, "made")["game"]
    assert made["mine"] == "defenders"
    pair.refused(pair.ann, "please wait a moment", type="offer", what="rematch")


def test_a_game_goes_on_from_any_position(house: House) -> None:
    pair = Pair(house)
    pair.play("d1-c1", "c4-c2")
    pair.refused(pair.ann, "the game is not over", type="continue", node=1)
    pair.do(pair.bo, type="resign")
    pair.refused(pair.ann, "the number of a move", type="continue", node=9)
    pair.do(pair.ann, type="continue", node=1)
    made = last(pair.ann, "made")["game"]
    assert made["mine"] == "defenders"
    ann = house.enter(made["id"], made["tokens"]["defenders"])
    assert [text for _, text, *_ in ann.view["tree"]] == ["Start", "1. d1-c1"]
    assert ann.view["moves"]


def test_mistakes_are_found_when_a_game_is_over(house: House) -> None:
    start = Position.parse("/2Kt3/7/7/7/1t5/7/4t2/", variants.BRANDUBH, Side.ATTACKERS)
    pair = Pair.__new__(Pair)
    pair.house = house
    pair.made = house.one(make(house.lobby, Game.from_position(start), "link", "link", ["attackers", "defenders"]))
    pair.enter()
    pair.do(pair.ann, type="play", move="e7-e6")
    pair.refused(pair.ann, "the game is not over", type="review")
    pair.do(pair.ann, type="resign")
    eve = house.enter(pair.made["id"], pair.made["tokens"]["watch"])
    pair.refused(eve, "hints are for games at one screen", type="review")
    pair.do(pair.ann, type="review")
    reviews = [message for message in pair.ann.posted if message["type"] == "review"]
    assert reviews[-1]["done"] == 1
    assert [point for each in reviews for point in each["points"]] == [
        {"node": 0, "share": 1.0},
        {"node": 1, "share": 0.0},
    ]
    (mistake,) = [mistake for each in reviews for mistake in each["mistakes"]]
    assert (mistake["move"], mistake["side"], mistake["better"]) == ("1. e7-e6 ??", "attackers", "b5-b1")
    assert mistake["moves"]["b5"] == Table(Game.from_position(start)).view()["moves"]["b5"], "it can be tried"
    assert "Chance to win: 100 % → 0 %." in mistake["words"]
    assert "The answer: c1-a1. The defenders win: the king has escaped." in mistake["words"]
    assert not [message for message in pair.bo.posted if message["type"] == "review"]


# ------------------------------------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize(
    "pace",
    [
        *(5, {}, {"seconds": 0}, {"seconds": 60, "days": 1}, {"seconds": "60"}, {"seconds": True}, {"increment": 5}),
        *({"seconds": 90_000}, {"move": 60, "increment": 5}, {"seconds": 60, "increment": None}),
    ],
)
def test_a_pace_that_is_none_is_refused(house: House, pace: object) -> None:
    with pytest.raises(Refused, match="pace"):
        Pair(house, pace=pace)


def test_clocks_are_for_two_people(house: House) -> None:
    with pytest.raises(Refused, match="between two people"):
        Pair(house, {"attackers": "link", "defenders": "random"}, "attackers", pace=FAST)


def test_time_runs_when_both_have_moved_and_survives_a_restart(house: House) -> None:
    pair = Pair(house, pace=FAST)
    house.now = 1000.0
    pair.play("d1-c1")
    house.now += 30
    pair.do(pair.bo, type="play", move="c4-c2")
    assert last(pair.ann, "clock")["left"] == {"attackers": 60.0, "defenders": 60.0}
    house.now += 20
    pair.do(pair.ann, type="play", move="c1-b1")
    found = last(pair.bo, "clock")
    assert (found["left"], found["running"]) == ({"attackers": 45.0, "defenders": 60.0}, "defenders")
    house.now += 500  # no server runs
    pair.restart()
    assert last(pair.bo, "clock")["left"] == {"attackers": 45.0, "defenders": 60.0}
    house.now += 10
    pair.do(pair.bo, type="take_back")
    pair.do(pair.ann, type="take_back")
    assert last(pair.ann, "clock")["left"] == {"attackers": 45.0, "defenders": 50.0}
    assert len(pair.record().moves) == 2


def test_the_record_has_the_times(house: House) -> None:
    pair = Pair(house, pace=FAST)
    pair.play("d1-c1", "c4-c2")
    house.now += 20.5
    pair.do(pair.ann, type="play", move="c1-b1")
    assert [str(move.note.clock) for move in pair.record().moves] == ["60", "60", "44"]
    assert pair.bo.view["tree"][-1][1] == "3. c1-b1 (0:44)"


def test_who_has_no_time_left_loses(house: House) -> None:
    pair = Pair(house, pace=FAST)
    pair.play("d1-c1", "c4-c2")
    house.now += 61
    pair.refused(pair.ann, "the time of the attackers is over", type="play", move="c1-b1")
    house.one(house.one(house.lobby.room(pair.made["id"]))._end_late())
    assert pair.ann.view["state"] == "The defenders win: the time of the attackers is over."
    assert last(pair.ann, "clock")["running"] is None
    pair.restart()
    assert pair.ann.view["winner"] == "defenders"
    assert (pair.record().result, pair.record().ending) == ("White", "timeout")


def test_a_time_for_each_move(house: House) -> None:
    pair = Pair(house, pace={"seconds": None, "move": 30})
    pair.play("d1-c1", "c4-c2")
    for move, who in (("c1-b1", pair.ann), ("c2-c3", pair.bo)):
        house.now += 29
        pair.do(who, type="play", move=move)
    assert last(pair.ann, "clock")["left"] == {"attackers": 30.0, "defenders": 30.0}
    house.now += 31
    pair.refused(pair.ann, "the time of the attackers is over", type="resign")


def test_the_flag_falls_by_itself(house: House) -> None:
    pair = Pair(house, pace={"seconds": 1})
    pair.play("d1-c1", "c4-c2")
    room = house.one(house.lobby.room(pair.made["id"]))
    assert room._flag is not None
    room._flag.cancel()
    house.now += 2
    house.loop.call_soon(room._fall)
    house.turn()
    house.one(room.settle())
    assert pair.bo.view["winner"] == "defenders"


@pytest.mark.parametrize("jump", [3600, -3600])
def test_the_clocks_of_games_do_not_follow_the_wall_clock(house: House, jump: float) -> None:
    pair = Pair(house, pace=FAST)
    pair.play("d1-c1", "c4-c2")
    house.ahead += jump
    house.now += 20
    pair.do(pair.ann, type="play", move="c1-b1")
    assert last(pair.bo, "clock")["left"] == {"attackers": 45.0, "defenders": 60.0}
    pair.ann.viewer.leave()
    pair.bo.viewer.leave()
    house.now += 10
    house.lobby._end(pair.made["id"], "")  # it is forgotten, and found in the file again
    pair.enter()
    assert last(pair.bo, "clock")["left"] == {"attackers": 45.0, "defenders": 50.0}
    house.now += 51
    pair.refused(pair.bo, "the time of the defenders is over", type="play", move="c2-c3")


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_server_that_starts_after_the_wall_clock_was_set_gives_the_time_that_was_left(
    house: House, jump: float
) -> None:
    """And no more of it, and no less."""
    pair = Pair(house, pace=FAST)
    pair.play("d1-c1", "c4-c2")
    house.now += 20
    house.ahead += jump
    pair.restart()
    assert last(pair.ann, "clock")["left"] == {"attackers": 60.0, "defenders": 60.0}
    house.now += 61
    pair.refused(pair.ann, "the time of the attackers is over", type="play", move="c1-b1")


def test_a_wall_clock_that_is_wrongly_ahead_deletes_no_game(house: House) -> None:
    made = house.one(house.lobby.new_game(variants.BRANDUBH, LINKS, None))
    kept = [True]
    for jump, passed in ((31, 0), (-31, 0), (0, 31)):
        house.ahead += jump * 86_400
        house.now += passed * 86_400
        house.one(house.lobby.delete_old())
        kept.append(house.lobby._store.find(made["id"]) is not None)
    assert kept == [True, True, True, False]


def test_the_clock_of_a_forgotten_game_does_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who visit it again play on in the game that was found in the file."""
    monkeypatch.setattr("tafl.web._lobby._IDLE", 0)
    pair = Pair(house, pace={"seconds": 5, "increment": 60})
    pair.play("d1-c1", "c4-c2")
    forgotten = house.one(house.lobby.room(pair.made["id"]))
    pair.ann.viewer.leave()
    pair.bo.viewer.leave()
    assert forgotten._flag is None or forgotten._flag.cancelled()
    pair.enter()
    house.now += 4
    pair.do(pair.ann, type="play", move="c1-b1")
    house.now += 3
    forgotten._fall()
    house.turn()
    assert not pair.ann.is_out
    pair.do(pair.bo, type="play", move="c2-c3")
    assert pair.ann.view["turn"] == "attackers"


# ------------------------------------------------------------------------------------------------------------- places


@pytest.fixture
def small(tmp_path: Path) -> Iterator[House]:
    """A server with few places."""
    found = House(str(tmp_path / "games.sqlite3"), limits=Limits(games=10, watchers=3, sockets=8))
    yield found
    found.close()


def crowd(house: House, *games: dict[str, Any]) -> list[Guest]:
    """All who can come in by the links for spectators."""
    found = [house.join(made["id"], made["tokens"]["watch"]) for made in games for _ in range(20)]
    return [each for each in found if isinstance(each, Guest)]


def test_spectators_do_not_take_the_places_of_players(small: House) -> None:
    """Neither those of their game, nor those of the server."""
    pair, other = Pair(small, pace={"seconds": 3}), Pair(small)
    for each in (pair.ann, pair.bo, other.ann, other.bo):
        each.viewer.leave()
    assert len(crowd(small, pair.made)) == 3
    assert len(crowd(small, other.made)) == 1, "half of the places are for those who play"
    pair.enter()
    other.enter()
    pair.play("d1-c1", "c4-c2")
    assert pair.bo.view["turn"] == "attackers"
    assert isinstance(small.join(pair.made["id"], pair.made["tokens"]["attackers"]), Refused), "all places are taken"


def test_a_link_is_open_so_many_times(small: House) -> None:
    pair = Pair(small)
    for _ in range(2):
        small.enter(pair.made["id"], pair.made["tokens"]["attackers"])
    with pytest.raises(Refused, match="this link is open too many times"):
        small.enter(pair.made["id"], pair.made["tokens"]["attackers"])
    guest = small.enter(pair.made["id"], pair.made["tokens"]["defenders"])
    guest.viewer.leave()
    guest.viewer.leave()
    pair.ann.viewer.leave()
    pair.enter()


def test_who_watches_is_offered_nothing_until_the_game_is_over(house: House) -> None:
    """Neither may the players go on elsewhere while they play."""
    pair = Pair(house)
    eve = house.enter(pair.made["id"], pair.made["tokens"]["watch"])
    pair.play("d1-c1", "c4-c2")
    assert (eve.view["actions"], eve.view["moves"]) == ([], {})
    assert set(pair.ann.view["actions"]) == {"take_back", "resign", "draw"}
    assert (pair.ann.view["locked"], pair.bo.view["locked"]) == ("", "you play the defenders")
    pair.do(pair.bo, type="resign")
    assert eve.view["actions"] == []
    assert pair.ann.view["actions"] == ["continue", "review"]
