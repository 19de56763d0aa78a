"""The games of a server under anything that visitors, the disk and the operator may do.

Rule: "after each step a table loaded from the file equals the live one", for each of several games. Visitors join,
leave at any moment, act alone and at the same time; spectators take all places that they can have; games that nobody
visits are forgotten; time passes, and the wall clock is set; saves fail; the server is killed, also when it starts for
the first time. The disk works only when the test lets it, so that each sequence is the same each time, and a visitor
can leave before, while and after anything is saved.

``TAFL_SEQUENCES`` says how many sequences are tried.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import DEEP, EXAMPLES
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from keeping import AFTER, BEFORE, Guest, House, Killed, before_statements, make
from playing import NoChance

from hnefatafl import Move, Position, Side, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.records import Game
from hnefatafl.rules import Berserk, Die
from tafl.table import Table
from tafl.web import Limits
from tafl.web._game import Pace, open_game
from tafl.web._room import Room
from tafl.web._store import Store

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

_USUAL: Final = 10**6 if DEEP else EXAMPLES * 25
SEQUENCES: Final = int(os.environ.get("TAFL_SEQUENCES") or _USUAL)
PARTS: Final = 4
"""In how many tests they are tried, so that none of several processes waits long for the last."""
STEPS: Final = 6
"""The most steps of a sequence. Each has up to three actions at the same time."""

_DICE = variants.BRANDUBH.evolve(name="dice", die=Die())
_BERSERK = variants.BRANDUBH.evolve(name="berserk", berserk=Berserk.MAY_CAPTURE)


def _record(text: str, rules: Any, turn: Side) -> Game:
    return Game.from_position(Position.parse(text, rules, turn))


GAMES: Final[dict[str, tuple[Game, str, str]]] = {
    "screen": (Game(ruleset=variants.BRANDUBH), "screen", "screen"),
    "dice": (_record("/7/7/2t4/3K3/7/7/t5t/", _DICE, Side.DEFENDERS), "screen", "screen"),
    "dice by links": (_record("/7/7/2t4/3K3/7/7/t5t/", _DICE, Side.DEFENDERS), "link", "link"),
    "berserk": (_record("/1t5/7/3tT2/2T4/t6/7/5K1/", _BERSERK, Side.DEFENDERS), "screen", "screen"),
    "announced": (_record("/4t4/9/9/5K3/9/9/9/9/4t4/", variants.FOTEVIKEN_TABLUT, Side.DEFENDERS), "link", "link"),
    "links": (Game(ruleset=variants.BRANDUBH), "link", "link"),
    "computer": (Game(ruleset=variants.BRANDUBH), "link", "random:seed=1"),
    "timed": (Game(ruleset=variants.BRANDUBH).add([Move.parse("d1-c1"), Move.parse("c4-c2")]), "link", "link"),
    "dicing computer": (_record("/7/7/2t4/3K3/7/7/t5t/", _DICE, Side.DEFENDERS), "link", "random:seed=1"),
}
"""Games, and who plays them."""
BEGUN: Final = (*GAMES, "timed", "timed")
"""Which of them are begun how often."""
MOST_GAMES: Final = 3
LIMITS: Final = Limits(games=1_000_000, watchers=3, sockets=4 * MOST_GAMES)
"""Spectators may have half of the sockets; the others are for the two who play each game."""
PACE: Final = Pace(seconds=60, increment=5)
KINDS: Final = (
    *(
        "play",
        "play",
        "play",
        "roll",
        "roll",
        "take_back",
        "go",
        "mark",
        "promote",
        "delete",
        "stop",
        "silent",
        "resign",
        "x",
    ),
)
LEAVES: Final = st.none() | st.integers(0, 9)
"""When a visitor leaves: the round of the event loop."""
RESTS: Final = st.integers(0, 5)
"""How many rounds the disk rests."""
WHERE: Final = st.integers(0, MOST_GAMES - 1)
ACTS: Final = st.tuples(WHERE, st.integers(0, 1), st.sampled_from(KINDS), st.integers(0, 40), LEAVES)
"""In which game which visitor does what, with which move or place, and when that visitor leaves."""
Act = tuple[int, int, str, int, int | None]


class Played:
    """A game of the server, and who visits it."""

    def __init__(self, made: dict[str, Any], roles: list[str], kind: str) -> None:
        self.name: str = made["id"]
        self.tokens: list[str] = [made["tokens"][role] for role in (roles * 2)[:2]]
        self.watch: str = made["tokens"]["watch"]
        self.has_computer = "computer" in kind
        self.guests: list[Guest | None] = [None, None]
        self.crowd: list[Guest] = []
        self.room: Room | None = None
        self.is_asleep = False
        """Whether it was forgotten after the last step, and nobody has asked for it since."""
        self.count: int | None = -1
        self.known: list[Any] = []
        """The game as it was after the last step, with so many steps in the file."""


class Serving(RuleBasedStateMachine):
    """A server, its games and their visitors."""

    house: House
    witness: Store
    files = 0

    @initialize(kind=st.sampled_from(BEGUN), first=st.none() | st.integers(0, 16))
    def begin(self, kind: str, first: int | None) -> None:
        """Begin on a file with other games, or on a new one, where the first start is killed before a statement."""
        self.house.chance.seed(0)
        self.games: list[Played] = []
        self.rooms: list[Room] = []
        if first is not None:
            self.start_anew(first)
        self.new(kind)

    def start_anew(self, moment: int) -> None:
        """Start on a new file, with a start that is killed before."""
        house, before = self.house, Path(self.house.path)

        def strike(number: int) -> None:
            if number == moment:
                raise Killed

        house.kill()
        self.witness.close()
        for each in before.parent.glob(f"{before.name}*"):
            each.unlink()
        Serving.files += 1
        house.path = str(before.with_name(f"{Serving.files}.sqlite3"))
        with before_statements(strike), suppress(Killed):
            house.open()
            house.kill()
        house.open()
        Serving.witness = Store(house.path)

    @precondition(lambda self: len(self.games) < MOST_GAMES)
    @rule(kind=st.sampled_from(BEGUN))
    def new(self, kind: str) -> None:
        """Somebody makes a game, and two visit it."""
        game, attackers, defenders = GAMES[kind]
        roles = ["both"] if attackers == "screen" else [side for side, seat in _seats(kind).items() if seat == "link"]
        pace = PACE if kind == "timed" else None
        made = self.house.one(make(self.house.lobby, game, attackers, defenders, roles, pace))
        played = Played(made, roles, kind)
        self.games.append(played)
        for number in (0, 1):
            self.guest(played, number)

    def find(self, where: int) -> Played:
        """The game of that number, for which somebody asks."""
        found = self.games[where % len(self.games)]
        found.is_asleep = False
        return found

    def live(self, played: Played) -> Room:
        """A game as it is in the memory."""
        rooms = self.house.lobby._rooms
        found: Room = rooms.get(played.name) or self.house.one(self.house.lobby.room(played.name))
        return found

    def guest(self, played: Played, number: int) -> Guest:
        """One of the two who play, who comes again where it was left; no spectators keep it out."""
        found = played.guests[number]
        if found is None or found.is_out:
            if found is not None:
                found.viewer.leave()
            found = played.guests[number] = self.house.enter(played.name, played.tokens[number])
        return found

    def take(self, act: Act) -> Any:
        """What a visitor asks for."""
        where, number, kind, pick, _ = act
        played = self.find(where)
        guest = self.guest(played, number)
        table = self.live(played).table
        action: dict[str, Any] = {"type": kind}
        if kind == "play":
            moves = sorted(table.position.legal_moves())
            action["move"] = str(moves[pick % len(moves)]) if moves and pick < 38 else "a1-a7"
        elif kind == "go":
            tree = guest.view["tree"]
            action["node"] = tree[pick % len(tree)][0] if pick < 38 else 99
        elif kind == "mark":
            action |= {"node": guest.view["node"], "shapes": ["Re4", "Gd1c1"][: pick % 3]}
        return guest.viewer.take(action)

    def leave(self, played: Played, number: int) -> None:
        """Let a visitor go, who comes again with the next action."""
        guest = played.guests[number]
        if guest is not None:
            guest.viewer.leave()
            played.guests[number] = None

    @rule(acts=st.lists(ACTS, min_size=1, max_size=3), rest=RESTS)
    def act(self, acts: list[Act], rest: int) -> None:
        """Some things are asked for at the same time."""
        for where, number, *_ in acts:
            self.guest(self.find(where), number)
        self.house.do(*[(self.take(act), act[-1]) for act in acts], rest=rest)
        for where, number, *_, leaves in acts:
            if leaves is not None:
                self.leave(self.find(where), number)

    @rule(act=ACTS, when=st.sampled_from((BEFORE, AFTER)), rest=RESTS)
    def fail(self, act: Act, when: str, rest: int) -> None:
        """A save fails."""
        played = self.find(act[0])
        work, before = self.take(act), look(self.live(played).table)
        self.house.fail(when)
        self.house.do((work, act[-1]), rest=rest)
        self.house.fail("")
        if act[-1] is not None:
            self.leave(played, act[1])
        if when == BEFORE and not played.has_computer:
            assert look(self.live(played).table) == before, "nothing was saved, and nothing has happened"

    @rule(act=ACTS, rounds=st.integers(0, 8), works=st.integers(0, 2))
    def kill(self, act: Act, rounds: int, works: int) -> None:
        """The server is killed while a visitor acts, and starts again."""
        played = self.find(act[0])
        work, before = self.take(act), look(self.live(played).table)
        task = self.house.loop.create_task(work)
        for _ in range(rounds):
            self.house.turn(1)
        for _ in range(works):
            self.house.disks[0].work()
        self.house.kill()
        assert task.done()
        if not task.cancelled():
            task.exception()  # which the loop would report otherwise
        self.rooms.clear()
        self.house.open()
        for each in self.games:
            each.guests, each.crowd, each.room = [None, None], [], None
        if not works:
            assert look(self.live(played).table) == before, "nothing was saved, and nothing has happened"

    @rule(where=WHERE, number=st.integers(0, 1), leaves=st.integers(0, 9), rest=RESTS, forgotten=st.booleans())
    def join(self, where: int, number: int, leaves: int, rest: int, forgotten: bool) -> None:
        """A visitor leaves, comes again and leaves at once; meanwhile the game may be forgotten."""
        played = self.find(where)
        self.leave(played, number)
        if forgotten:
            self.empty(played)
            self.house.lobby._forget_idle()
        found = self.house.join(played.name, played.tokens[number], leaves, rest)
        assert not isinstance(found, HnefataflError)
        played.guests[number] = found

    def empty(self, played: Played) -> None:
        """Let all leave a game."""
        for number in (0, 1):
            self.leave(played, number)
        self.send_away(played, played.crowd)

    def send_away(self, played: Played, guests: list[Guest]) -> None:
        """Let spectators leave, as also those do who were told that the game has ended."""
        for each in guests:
            each.viewer.leave()
        played.crowd = [each for each in played.crowd if each not in guests]

    @rule(where=WHERE, more=st.integers(1, 9), fewer=st.integers(0, 4))
    def watch(self, where: int, more: int, fewer: int) -> None:
        """Spectators come as long as they are let in, and some leave. They take no more than their share."""
        played = self.find(where)
        self.send_away(played, [guest for guest in played.crowd if guest.is_out])
        for _ in range(more):
            found = self.house.join(played.name, played.watch)
            if isinstance(found, Guest):
                played.crowd.append(found)
        self.send_away(played, played.crowd[:fewer])
        assert len(played.crowd) <= LIMITS.watchers
        assert sum(len(each.crowd) for each in self.games) <= LIMITS.sockets // 2

    @rule(where=WHERE)
    def abandon(self, where: int) -> None:
        """All leave a game."""
        self.empty(self.find(where))

    @rule(seconds=st.sampled_from((0, 1, 30, 61, 86_400)), jump=st.sampled_from((0, 3600, -3600)))
    def pass_time(self, seconds: float, jump: float) -> None:
        """Time passes, all timers that were set fall, and the wall clock is set. That ends no game, and no other one
        than those whose time is over."""
        rooms = self.house.lobby._rooms
        timed = [each for each in self.games if each.name in rooms and rooms[each.name]._flag is not None]
        left = {each: self.time_left(each) for each in timed}
        self.house.ahead += jump
        self.house.now += seconds
        for room in self.rooms:
            if room._flag is not None and not room._flag.cancelled():
                room._flag.cancel()
                self.house.loop.call_soon(room._fall)
        self.house.turn()
        self.house.do()
        for each, had in left.items():
            if had is not None:
                assert self.time_left(each) == (None if had <= seconds else had - seconds)

    def time_left(self, played: Played) -> float | None:
        """What the side to move has left; None where no clock runs."""
        room = self.live(played)
        side = None if room._watch is None else room._watch.running(room.table)
        return None if room._watch is None or side is None else room._watch.left(side, room.table)

    @rule()
    def clean(self) -> None:
        """Old games are deleted: none is, where the time has passed by the wall clock only."""
        self.house.ahead += 40 * 86_400
        self.house.one(self.house.lobby.delete_old())
        self.house.ahead -= 40 * 86_400

    @invariant()
    def loaded_is_live(self) -> None:
        """The game in the file is the one that is played, and the one that its visitors see; what nobody visits stays
        as it was."""
        for played in self.games:
            room = self.house.lobby._rooms.get(played.name)
            if room is not None and room not in self.rooms:
                self.rooms.append(room)
            count = self.witness.count(played.name)
            if count != played.count or (room is not None and room is not played.room):
                saved = self.witness.find(played.name)
                assert saved is not None
                loaded = open_game(saved, NoChance())
                assert not loaded.damage
                found = look(loaded.table)
                assert not played.is_asleep or count == played.count, "nothing is done in a game that is forgotten"
                played.known, played.count = found, count
            played.room, played.is_asleep = room, room is None
            if room is not None:
                assert look(room.table) == played.known
            shown = played.known[0]
            for guest in (*played.guests, *played.crowd):
                if guest is not None and not guest.is_out:
                    assert guest.view["tree"] == shown["tree"]
                    if guest.view["live"]:
                        assert all(guest.view[each] == shown[each] for each in ("node", "pieces", "state"))

    def teardown(self) -> None:
        """Delete the games."""
        for played in getattr(self, "games", []):
            self.empty(played)
        for name in [*self.house.lobby._rooms]:
            self.house.lobby._end(name, "")
        self.house.lobby._store.delete_older(float("inf"))


def look(table: Table) -> list[Any]:
    """All of a game; first what is shown of it."""
    view = table.view()
    return [view, table.game, [table.position_at(number) for number, *_ in view["tree"]]]


def _seats(kind: str) -> dict[str, str]:
    return dict(zip(("attackers", "defenders"), GAMES[kind][1:], strict=True))


@pytest.fixture
def folder() -> Any:
    """A folder in memory, where there is one."""
    memory = Path("/dev/shm")
    found = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    yield Path(found)
    shutil.rmtree(found)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_loaded_game_is_the_live_one(folder: Path, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    # The records are a few, and that they are read and written rightly is tested elsewhere.
    monkeypatch.setattr(notation, "parse_game", cache(notation.parse_game))
    monkeypatch.setattr(notation, "format_game", cache(notation.format_game))
    monkeypatch.setattr("tafl.web._lobby._IDLE", 0)  # so that games are forgotten at once
    Serving.house = House(str(folder / "games.sqlite3"), limits=LIMITS)
    Serving.witness = Store(str(folder / "games.sqlite3"))
    if not DEEP:
        seed(part)(Serving)  # each part has sequences of its own
    try:
        run_state_machine_as_test(
            Serving,
            settings=settings(
                max_examples=max(1, SEQUENCES // PARTS),
                stateful_step_count=STEPS,
                derandomize=not DEEP,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
            ),
        )
    finally:
        Serving.witness.close()
        Serving.house.close()
