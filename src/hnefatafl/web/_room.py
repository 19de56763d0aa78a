"""One game of the server: its seats, its visitors, and what they may do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any, Final, Protocol

from attrs import frozen

from hnefatafl.game import Game
from hnefatafl.interactive import Table
from hnefatafl.move import Move
from hnefatafl.notation import json as notation
from hnefatafl.notation._jsontext import dump
from hnefatafl.notation.dialects import DIALECTS
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.web._analyst import Analyst
from hnefatafl.web._errors import Refused
from hnefatafl.web._workers import Workers, advise, choose
from hnefatafl.web.settings import Settings

__all__ = ["LINK", "SCREEN", "Description", "Message", "Post", "Role", "Room", "Viewer", "digest"]

Message = dict[str, Any]
Post = Callable[[Message], None]
SCREEN: Final = "screen"
"""The seat of a side that is played at one screen with the other."""
LINK: Final = "link"
"""The seat of a side that has a link of its own. Any other seat is a player of the computer."""


_TREE: Final = ("promote", "delete")
"""What changes variations."""
_HELP: Final = ("hint", "analyse")
"""What the computer says about a game, if it is not between two people."""
_PAUSE: Final = 0.3
"""How many seconds pass between two moves of the computer."""

Body = dict[str, object]


class Keeper(Protocol):
    """What saves a game and counts its visitors."""

    async def save(self, room: Room, first: int, steps: list[str]) -> None:
        """Save steps of a game."""

    def left(self, room: Room) -> None:
        """Note that a visitor has left."""


class Role(Enum):
    """What a token is for."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    BOTH = "both"
    WATCH = "watch"


_WORDS: Final = {
    Role.ATTACKERS: "You play the attackers.",
    Role.DEFENDERS: "You play the defenders.",
    Role.BOTH: "You play both sides.",
    Role.WATCH: "You are watching.",
}


def digest(token: str) -> str:
    """Return what is kept of a token: whoever reads the file of games cannot play them."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@frozen(kw_only=True)
class Description:
    """What a game begins with."""

    title: str
    record: str
    """The record, in JSON: empty for a new game."""
    seats: dict[Side, str]
    """Who plays the sides."""
    tokens: dict[str, Role]
    """What the tokens are for, by their digests."""
    seed: int
    """What the die is thrown by."""
    doubt: str = ""
    """Where the record first departs from its rules, and why."""

    @property
    def text(self) -> str:
        """Return it in JSON."""
        plain = {
            "title": self.title,
            "record": self.record,
            "seats": {side.value: seat for side, seat in self.seats.items()},
            "tokens": {key: role.value for key, role in self.tokens.items()},
            "seed": self.seed,
            "doubt": self.doubt,
        }
        return json.dumps(plain, ensure_ascii=False)

    @staticmethod
    def parse(text: str) -> Description:
        """Read it."""
        plain = json.loads(text)
        return Description(
            title=plain["title"],
            record=plain["record"],
            seats={Side(side): seat for side, seat in plain["seats"].items()},
            tokens={key: Role(role) for key, role in plain["tokens"].items()},
            seed=plain["seed"],
            doubt=plain.get("doubt", ""),
        )


class Room:
    """A game that somebody plays or looks at.

    Arguments:
        name: its name in links.
        description: what it begins with.
        steps: what has happened since, in JSON.
        keeper: what saves it.
        settings: the limits.
        workers: what searches.
    """

    def __init__(
        self,
        name: str,
        description: Description,
        steps: Iterable[str],
        keeper: Keeper,
        settings: Settings,
        workers: Workers,
    ) -> None:
        self.name: Final = name
        self.description: Final = description
        self._keeper = keeper
        self._limits = settings.limits
        self._workers = workers
        self._table = Table(
            notation.parse_game(description.record),
            chance=Random(description.seed),
            branching=self._is_study,
        )
        self._count = 0
        for step in steps:
            self._table.act(json.loads(step))
            self._count += 1
        self._viewers: set[Viewer] = set()
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._asked: Side | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it, and the computer does not think."""
        return not self._viewers and self._thinking is None

    @property
    def record(self) -> Game:
        """The record of the game."""
        return self._table.game

    @property
    def _is_shared(self) -> bool:
        """Whether two people play it, each by a link of their own."""
        return set(self.description.seats.values()) == {LINK}

    def join(self, role: Role, post: Post) -> Viewer:
        """Return a new visitor, who is told the state of the game.

        Raises:
            Refused: too many visitors are here.
        """
        if len(self._viewers) >= self._limits.watchers:
            raise Refused("too many visitors look at this game")
        viewer = Viewer(self, role, post)
        self._viewers.add(viewer)
        title, doubt, words = self.description.title, self.description.doubt, _WORDS[role]
        dialects = [each.name for each in DIALECTS]
        joined = {"role": role.value, "title": title, "doubt": doubt, "words": words, "dialects": dialects}
        post({"type": "joined", **joined})
        post(self._table.board(offers=self._offers(role)))
        self._show(viewer, self._table.view())
        self._wake()
        return viewer

    def analyst(self, viewer: Viewer) -> Analyst:
        """Return what analyses for a visitor."""
        return Analyst(self._workers, self._limits.search_nodes, partial(self._seen, viewer), viewer.post)

    def _offers(self, role: Role) -> list[str]:
        """Return what the page offers a visitor at any place."""
        return ["record", *(_HELP if role is not Role.WATCH and not self._is_shared else ())]

    def _seen(self, viewer: Viewer) -> tuple[Position, int]:
        """Return the position that a visitor looks at, and its number."""
        node = self._table.node if viewer.node is None else viewer.node
        return self._table.position_at(node), node

    def leave(self, viewer: Viewer) -> None:
        """Let a visitor go."""
        self._viewers.discard(viewer)
        viewer.analyst.end()
        self._keeper.left(self)

    def close(self, words: str) -> None:
        """Tell all visitors why they cannot go on here."""
        if self._thinking is not None:
            self._thinking.cancel()
        for viewer in self._viewers:
            viewer.analyst.end()
            viewer.post({"type": "closed", "words": words, "final": False})
        self._viewers.clear()

    async def do(self, viewer: Viewer, action: Body) -> None:
        """Do what a visitor asks for, and show it to all whom it concerns.

        Raises:
            HnefataflError: it is refused; nothing has changed.
        """
        kind = action.get("type")
        if kind == "record":
            viewer.post({"type": "text", "text": notation.format_game(self.record), "words": "The record is copied."})
            return
        if kind in _HELP:
            await self._help(viewer, action)
            return
        if kind == "go" and not self._is_study:
            view = self._table.view(action.get("node"))
            viewer.node = None if view["live"] else view["node"]
            self._show(viewer, view)
            return
        async with self._lock:
            self._check_right(viewer.role, kind)
            if kind == "take_back":
                await self._take_back(viewer.role)
            else:
                await self._act(action)
        self._wake()

    def _check_right(self, role: Role, kind: object) -> None:
        """Check that a visitor may do something now.

        Raises:
            Refused: it is another side's turn, or the visitor only watches.
        """
        if role is Role.WATCH:
            raise Refused("you are watching this game; its players play it")
        if role is Role.BOTH:
            return
        turn = self._table.side_for(kind)
        if turn is not None and role.value != turn.value:
            raise Refused(f"it is the turn of the {turn}" if kind != "silent" else "the last move was not yours")
        if kind in _TREE:
            raise Refused("variations are for games at one screen")

    @property
    def _is_study(self) -> bool:
        """Whether all visitors look at the same place, wherever it is in the tree."""
        return set(self.description.seats.values()) == {SCREEN}

    async def _help(self, viewer: Viewer, action: Body) -> None:
        """Tell a visitor what the computer would play, once or for all positions that are looked at.

        Raises:
            Refused: there are two people, who have to find their moves themselves.
        """
        if viewer.role is Role.WATCH or self._is_shared:
            raise Refused("hints are for games at one screen or against the computer")
        if action.get("type") == "hint":
            viewer.post(await self._workers.run(advise, self._table.position))
        else:
            viewer.analyst.turn(action.get("on") is True)

    async def _act(self, *actions: Body) -> None:
        """Do some things one after the other, save them and show the result.

        Raises:
            HnefataflError: it is refused, or cannot be saved.
        """
        if self._count + len(actions) > self._limits.steps:
            raise Refused("this game is too long for the server; save it, and study it as a new one")
        for action in actions:
            self._table.act(action)
        first, self._count = self._count, self._count + len(actions)
        self._asked = None
        await self._keeper.save(self, first, [dump(action) for action in actions])
        view = self._table.view()
        for viewer in [*self._viewers]:
            viewer.node = None
            self._show(viewer, view)

    async def _take_back(self, role: Role) -> None:
        """Take back the last move of a person, with the answers of the computer; with two persons, when both ask."""
        if self._is_shared:
            side = Side(role.value)
            if self._table.last_mover is None:
                raise Refused("there is nothing to take back")
            if self._asked is not side.opponent:
                self._asked = side
                self._tell(f"the {side} ask to take the last move back; the {side.opponent} agree by asking too")
                return
        await self._act({"type": "take_back"})
        while self._seat is not None and self._table.position.ply:
            await self._act({"type": "take_back"})

    def _tell(self, words: str) -> None:
        for viewer in [*self._viewers]:
            viewer.post({"type": "notice", "words": words})

    def _show(self, viewer: Viewer, view: Message) -> None:
        viewer.post(self._limited(view, viewer.role))
        viewer.analyst.look()

    def _limited(self, view: Message, role: Role) -> Message:
        """Return a view that offers only what a visitor in that role may do."""
        if role is Role.BOTH:
            return view
        own = view["live"] and role.value == view["turn"]
        mover = self._table.last_mover
        offered = set[str]() if role is Role.WATCH else {"take_back"}
        offered |= {"roll", "stop"} if own else set()
        offered |= {"silent"} if mover is not None and role.value == mover.value else set()
        actions = [name for name in view["actions"] if name in offered]
        return {**view, "moves": view["moves"] if own else {}, "actions": actions}

    # The computer.

    @property
    def _seat(self) -> str | None:
        """The player of the computer whose turn it is, or None."""
        position = self._table.position
        seat = self.description.seats[position.turn]
        return None if position.outcome is not None or seat in (SCREEN, LINK) else seat

    def _wake(self) -> None:
        """Let the computer think if it is its turn and somebody waits for it."""
        if self._thinking is None and self._viewers and self._seat is not None:
            self._thinking = asyncio.create_task(self._think())
            self._thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thinking = None
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            self._tell(f"the computer cannot move: {fault}")
        elif not task.cancelled():
            self._wake()  # where a person has moved since

    async def _think(self) -> None:
        """Play the moves of the computer until a person is to move, or nobody looks on."""
        alone = not {SCREEN, LINK} & set(self.description.seats.values())
        while self._viewers:
            seat, position = self._seat, self._table.position
            if seat is None:
                return
            for viewer in [*self._viewers]:
                viewer.post({"type": "thinking", "side": position.turn.value})
            move = await self._workers.run(choose, seat, position)
            async with self._lock:
                if self._table.position is position:  # nobody has taken a move back meanwhile
                    await self._act(_action(move))
            if alone:
                await asyncio.sleep(_PAUSE)


def _action(move: Move | None) -> Body:
    """Return what a player of the computer does: a move, the end of a turn, or a roll."""
    if move is None:
        return {"type": "roll"}
    return {"type": "stop"} if move.is_stop else {"type": "play", "move": str(move)}


class Viewer:
    """A visitor of a game."""

    def __init__(self, room: Room, role: Role, post: Post) -> None:
        self._room = room
        self.role: Final = role
        self.post: Final = post
        self.node: int | None = None
        """The place that the visitor looks at, if it is not that of the game."""
        self.analyst: Final = room.analyst(self)

    async def take(self, action: Body) -> None:
        """Do what the visitor asks for.

        Raises:
            HnefataflError: it is refused.
        """
        await self._room.do(self, action)

    def leave(self) -> None:
        """Leave the game."""
        self._room.leave(self)
