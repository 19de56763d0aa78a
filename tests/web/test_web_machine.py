"""The games of a server under anything that visitors, the disk and the operator may do.

Rule: "after each step a table loaded from the file equals the live one." Visitors join, leave at any moment, act alone
and at the same time; saves fail; the server is killed. The disk works only when the test lets it, so that each sequence
is the same each time, and a visitor can leave before, while and after anything is saved.

``TAFL_SEQUENCES`` says how many sequences are tried.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import DEEP, EXAMPLES
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from keeping import AFTER, BEFORE, Guest, House, make
from playing import NoChance

from hnefatafl import Position, Side, variants
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.records import Game
from hnefatafl.rules import Berserk, Die
from hnefatafl.table import Table
from hnefatafl.web._opening import opened
from hnefatafl.web._room import Room
from hnefatafl.web._store import Store

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("web")]

_USUAL: Final = 10**6 if DEEP else EXAMPLES * 10
SEQUENCES: Final = int(os.environ.get("TAFL_SEQUENCES") or _USUAL)
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
    "dicing computer": (_record("/7/7/2t4/3K3/7/7/t5t/", _DICE, Side.DEFENDERS), "link", "random:seed=1"),
}
"""Games, and who plays them."""
KINDS: Final = (
    *("play", "play", "play", "roll", "roll", "take_back", "go", "promote", "delete", "stop", "silent", "resign", "x"),
)
LEAVES: Final = st.none() | st.integers(0, 9)
"""When a visitor leaves: the round of the event loop."""
RESTS: Final = st.integers(0, 5)
"""How many rounds the disk rests."""
ACTS: Final = st.tuples(st.integers(0, 1), st.sampled_from(KINDS), st.integers(0, 40), LEAVES)
"""Which visitor does what, with which move or place, and when that visitor leaves."""


class Serving(RuleBasedStateMachine):
    """One game of a server, and its visitors."""

    house: House
    witness: Store

    @initialize(kind=st.sampled_from(list(GAMES)))
    def begin(self, kind: str) -> None:
        self.house.chance.seed(0)
        game, attackers, defenders = GAMES[kind]
        roles = ["both"] if attackers == "screen" else [side for side, seat in _seats(kind).items() if seat == "link"]
        self.has_computer = "computer" in kind
        self.made = self.house.one(make(self.house.lobby, game, attackers, defenders, roles))
        self.tokens = [self.made["tokens"][role] for role in (roles * 2)[:2]]
        self.guests: list[Guest | None] = [None, None]
        for number in (0, 1):
            self.guests[number] = self.house.enter(self.made["id"], self.tokens[number])

    def room(self) -> Room:
        """The game that is played."""
        name = self.made["id"]
        found: Room = self.house.lobby._rooms.get(name) or self.house.one(self.house.lobby.room(name))
        return found

    def guest(self, number: int) -> Guest:
        """A visitor, who comes again where it was left."""
        found = self.guests[number]
        if found is None or found.is_out:
            if found is not None:
                found.viewer.leave()
            found = self.guests[number] = self.house.enter(self.made["id"], self.tokens[number])
        return found

    def take(self, number: int, kind: str, pick: int) -> Any:
        """What a visitor asks for."""
        table = self.room().table
        action: dict[str, Any] = {"type": kind}
        guest = self.guest(number)
        if kind == "play":
            moves = sorted(table.position.legal_moves())
            action["move"] = str(moves[pick % len(moves)]) if moves and pick < 38 else "a1-a7"
        elif kind == "go":
            tree = guest.view["tree"]
            action["node"] = tree[pick % len(tree)][0] if pick < 38 else 99
        return guest.viewer.take(action)

    def leave(self, number: int) -> None:
        """Let a visitor go, who comes again with the next action."""
        guest = self.guests[number]
        if guest is not None:
            guest.viewer.leave()
            self.guests[number] = None

    @rule(acts=st.lists(ACTS, min_size=1, max_size=3), rest=RESTS)
    def act(self, acts: list[tuple[int, str, int, int | None]], rest: int) -> None:
        """Some things are asked for at the same time."""
        for number, *_ in acts:
            self.guest(number)
        self.house.do(*[(self.take(*act[:3]), act[3]) for act in acts], rest=rest)
        for number, _, _, leaves in acts:
            if leaves is not None:
                self.leave(number)

    @rule(act=ACTS, when=st.sampled_from((BEFORE, AFTER)), rest=RESTS)
    def fail(self, act: tuple[int, str, int, int | None], when: str, rest: int) -> None:
        """A save fails."""
        work, before = self.take(*act[:3]), self.look()
        self.house.fail(when)
        self.house.do((work, act[3]), rest=rest)
        self.house.fail("")
        if act[3] is not None:
            self.leave(act[0])
        if when == BEFORE and not self.has_computer:
            assert self.look() == before, "nothing was saved, and nothing has happened"

    @rule(act=ACTS, rounds=st.integers(0, 8), works=st.integers(0, 2))
    def kill(self, act: tuple[int, str, int, int | None], rounds: int, works: int) -> None:
        """The server is killed while a visitor acts, and starts again."""
        work, before = self.take(*act[:3]), self.look()
        task = self.house.loop.create_task(work)
        for _ in range(rounds):
            self.house.turn(1)
        for _ in range(works):
            self.house.disks[0].work()
        self.house.kill()
        assert task.done()
        if not task.cancelled():
            task.exception()  # which the loop would report otherwise
        self.house.open()
        self.guests = [None, None]
        if not works:
            assert self.look() == before, "nothing was saved, and nothing has happened"

    @rule(number=st.integers(0, 1), leaves=st.integers(0, 9), rest=RESTS, forgotten=st.booleans())
    def join(self, number: int, leaves: int, rest: int, forgotten: bool) -> None:
        """A visitor leaves, comes again and leaves at once; meanwhile the game is forgotten."""
        self.leave(number)
        if forgotten:
            self.leave(1 - number)
            self.house.lobby._rooms.clear()
        found = self.house.join(self.made["id"], self.tokens[number], leaves, rest)
        assert not isinstance(found, HnefataflError)
        self.guests[number] = found

    @invariant()
    def loaded_is_live(self) -> None:
        """The game in the file is the one that is played, and the one that its visitors see."""
        shown, *rest = self.look()
        saved = self.witness.find(self.made["id"])
        assert saved is not None
        loaded = opened(saved, NoChance())
        assert not loaded.damage
        assert look(loaded.table) == [shown, *rest]
        for guest in self.guests:
            if guest is not None and not guest.is_out:
                assert guest.view["tree"] == shown["tree"]
                if guest.view["live"]:
                    assert all(guest.view[each] == shown[each] for each in ("node", "pieces", "state"))

    def look(self) -> list[Any]:
        """All of the game that is played."""
        return look(self.room().table)

    def teardown(self) -> None:
        """Delete the game."""
        for number in (0, 1):
            self.leave(number)
        self.house.lobby._rooms.clear()
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


def test_a_loaded_game_is_the_live_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The records are a few, and that they are read rightly is tested elsewhere.
    monkeypatch.setattr(notation, "parse_game", cache(notation.parse_game))
    Serving.house = House(str(folder / "games.sqlite3"))
    Serving.witness = Store(str(folder / "games.sqlite3"))
    try:
        run_state_machine_as_test(
            Serving,
            settings=settings(
                max_examples=SEQUENCES,
                stateful_step_count=STEPS,
                derandomize=not DEEP,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
            ),
        )
    finally:
        Serving.witness.close()
        Serving.house.close()
