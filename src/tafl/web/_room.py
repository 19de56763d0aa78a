"""One game of the server: its seats, its visitors, and what they may do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

from hnefatafl.board import Move, Side
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as notation
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.support.json_text import dump
from tafl.web._analysis import Extent, Review
from tafl.web._fairness import Bucket
from tafl.web._game import (
    HELP,
    LINK,
    SCREEN,
    Agreement,
    OpenedGame,
    Role,
    Successor,
    Watch,
    check_help,
    check_right,
    describe_deed,
    describe_resignation,
    joined_message,
    limit_view,
    list_computers,
    list_offers,
    made_message,
    make_continuation,
    make_rematch,
    present,
    swap_role,
)
from tafl.web._settings import Refused, Settings
from tafl.web._workers import Workers, advise_move, choose, study_position, weigh

_R = TypeVar("_R")


async def shield_work(work: asyncio.Future[_R]) -> _R:
    """Return what comes of some work. Where the waiting is cancelled, the work goes on, and a fault of
    it is dropped."""
    work.add_done_callback(_notice)
    return await asyncio.shield(work)


def _notice(work: asyncio.Future[_R]) -> None:
    """Look at a fault, which the loop would report otherwise."""
    if not work.cancelled():
        work.exception()


class Copies:
    """Writes the record of a game in JSON, in a process.

    Arguments:
        workers: the processes.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._written: tuple[int, asyncio.Task[str]] | None = None
        """A number of steps, and what writes the record after them."""

    async def text(self, count: int, game: Callable[[], Awaitable[Game]]) -> str:
        """Return the record after so many steps.

        Arguments:
            count: the number of steps.
            game: what returns the record.

        Raises:
            Busy: the processes have too much to do.
        """
        if self._written is None or self._written[0] != count:
            writing = asyncio.create_task(self._write(game))
            writing.add_done_callback(self._forget_failed)
            self._written = (count, writing)
        return await asyncio.shield(self._written[1])  # others may wait for it, too

    async def _write(self, game: Callable[[], Awaitable[Game]]) -> str:
        return await self._workers.run(notation.format_game, await game())

    def _forget_failed(self, writing: asyncio.Task[str]) -> None:
        """Keep no record that could not be written."""
        failed = writing.cancelled() or writing.exception() is not None
        if failed and self._written is not None and self._written[1] is writing:
            self._written = None


_FIRST: Final = 2_000
"""The number of nodes of the first search."""
_GROWTH: Final = 6
"""How many times more the next one has."""
_OFF: Final[dict[str, Any]] = {"type": "analysis", "on": False}
_NO_REVIEW: Final[dict[str, Any]] = {"type": "review", "on": False}


class Analyst:
    """Searches what a visitor looks at, longer and longer. It has one search at a time, which ends when the visitor
    looks elsewhere.

    Arguments:
        workers: what searches.
        nodes: the most nodes of a search on one core.
        seen: what returns the position and its number.
        post: what takes the messages.
    """

    def __init__(
        self,
        workers: Workers,
        nodes: int,
        seen: Callable[[], tuple[Position, int]],
        post: Callable[[dict[str, Any]], None],
    ) -> None:
        self._workers = workers
        self._nodes = nodes
        self._position_seen = seen
        self._post = post
        self._context = copy_context()  # others may change what the visitor looks at; the search is the visitor's
        self._on = False
        self._extent = Extent()
        self._sought: Position | None = None
        self._task: asyncio.Task[None] | None = None

    def turn(self, extent: Extent, *, on: bool) -> None:
        """Begin to go so far, or end."""
        self.end()
        self._on = on
        self._extent = extent
        if not on:
            self._post(_OFF)
        self.look()

    def end(self) -> None:
        """End without a word: the visitor has left."""
        self._on = False
        self._sought = None
        if self._task is not None:
            self._task.cancel()

    def look(self) -> None:
        """Search the position that the visitor looks at now, if it is another one."""
        if not self._on:
            return
        position, node = self._position_seen()
        if position is self._sought:
            return
        if self._task is not None:
            self._task.cancel()
        self._sought = position
        self._task = asyncio.get_running_loop().create_task(self._search(position, node), context=self._context)

    async def _search(self, position: Position, node: int) -> None:
        nodes, most = _FIRST, self._nodes * self._extent.cores
        try:
            while True:
                nodes = min(nodes, most)
                message, whole = await self._workers.run(study_position, position, node, self._extent, nodes)
                self._post(message)
                if nodes == most or whole:
                    return
                nodes *= _GROWTH
        except HnefataflError as error:
            self._on = False
            self._post(_OFF)
            self._post({"type": "refused", "words": str(error)})


class Reviewer:
    """Reviews a game for a visitor, one at a time.

    Arguments:
        workers: what searches.
        nodes: the most nodes for all positions of a game.
        post: what takes the messages.
    """

    def __init__(self, workers: Workers, nodes: int, post: Callable[[dict[str, Any]], None]) -> None:
        self._workers = workers
        self._nodes = nodes
        self._post = post
        self._task: asyncio.Task[None] | None = None

    def begin(self, moves: Sequence[tuple[int, PlayedMove]]) -> None:
        """Begin with the moves of a line."""
        self.end()
        self._task = asyncio.create_task(self._run(Review(moves, self._nodes)))

    def end(self) -> None:
        """End, whatever is left."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, review: Review) -> None:
        self._post(review.begun())
        try:
            while (position := review.position) is not None:
                self._post(review.take(await self._workers.run(weigh, position, review.nodes)))
        except HnefataflError as error:
            self._post(_NO_REVIEW)
            self._post({"type": "refused", "words": str(error)})


Message = dict[str, Any]
Post = Callable[[Message], None]
_PAUSE: Final = 0.3
"""How many seconds pass between two moves of the computer."""
_RECORDS: Final = 1.0
"""How often in a second a visitor may have the record."""
_GAMES: Final = 0.2
"""How often in a second a game may follow."""
_LONGEST: Final = 86_400.0
"""The seconds after which a long time is looked at again."""
_SETTLED: Final = ("resign", "offer", "answer")
"""What is not done on the board."""

Body = dict[str, object]


class Keeper(Protocol):
    """What saves a game and counts its visitors."""

    async def save(self, room: Room, number: int, step: str) -> None:
        """Save a step of a game; when this returns, it has happened.

        Raises:
            Refused: it is not saved.
        """

    async def offer(self, room: Room, number: int, offers: str) -> None:
        """Save what is offered after a number of steps; when this returns, it has happened.

        Raises:
            Refused: it is not saved.
        """

    def left(self, room: Room) -> None:
        """Note that a visitor has left."""

    def now(self) -> float:
        """Return the seconds since the beginning of 1970, by a clock that nobody sets."""
        ...

    def player(self, text: str) -> str:
        """Return a player of the computer as it is kept.

        Raises:
            Refused: there is no such player.
        """
        ...

    async def follow(self, successor: Successor) -> Message:
        """Make a game that follows another; return its name, its tokens and whose it is.

        Raises:
            Refused: there are too many games.
        """
        ...


class Room:
    """A game that somebody plays or looks at.

    What a visitor asks for is decided, saved, done and shown, in this order: only what is on the disk has happened.
    Once begun, it goes on to its end, also when the visitor leaves meanwhile.

    Arguments:
        name: its name in links.
        game: the game as it was found in the file.
        keeper: what saves it.
        settings: the limits.
        workers: what searches.
        since: when the server began; clocks stand still before.
    """

    def __init__(
        self, name: str, game: OpenedGame, keeper: Keeper, settings: Settings, workers: Workers, since: float
    ) -> None:
        self.name: Final = name
        self.description: Final = game.description
        self._keeper = keeper
        self._limits = settings.limits
        self._workers = workers
        self.table: Final = game.table
        self._count = game.count
        self._damage = game.damage
        self._closed = ""
        self._viewers: set[Viewer] = set()
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()
        self._thinking: asyncio.Task[None] | None = None
        self._agreement = game.agreement
        self._tags = game.tags
        self._follows = Bucket(_GAMES, monotonic)
        pace = game.description.pace
        self._watch = None if pace is None else Watch(pace, game.times, keeper.now, since)
        self._flag: asyncio.TimerHandle | None = None
        self._copies = Copies(workers)

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it, and nothing is being done in it."""
        return not self._viewers and self._thinking is None and not self._running

    async def game(self) -> Game:
        """Return the record of the game, which is collected in a thread while the server goes on."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self.table.game)

    def join(self, role: Role, post: Post) -> Viewer:
        """Return a new visitor, who is told the state of the game. Those of each role have places of their own.

        Raises:
            Refused: too many visitors of that role are here, or the game was closed.
        """
        self._check_open()
        if sum(viewer.role is role for viewer in self._viewers) >= self._limits.watchers:
            watches = role is Role.WATCH
            raise Refused("too many visitors look at this game" if watches else "this link is open too many times")
        viewer = Viewer(self, role, post)
        self._viewers.add(viewer)
        post(joined_message(self.description, role, self._tags, self.table.position.ruleset))
        self._tell_presence()
        post(self.table.board(offers=list_offers(role, self.description), cores=self._limits.cores))
        self._show(viewer, self.table.view())
        if self._damage:
            post({"type": "notice", "words": self._damage})
        if self._agreement.offer is not None:
            post(self._agreement.message())
        if self._watch is not None:
            post(self._watch.message(self.table))
            self._raise_flag()
        self._wake()
        return viewer

    def analyst(self, viewer: Viewer) -> Analyst:
        """Return what analyses for a visitor."""
        return Analyst(self._workers, self._limits.search_nodes, partial(self._position_seen, viewer), viewer.post)

    def reviewer(self, post: Post) -> Reviewer:
        """Return what finds the mistakes of the game for a visitor."""
        return Reviewer(self._workers, 2 * self._limits.search_nodes, post)

    def _position_seen(self, viewer: Viewer) -> tuple[Position, int]:
        """Return the position that a visitor looks at, and its number."""
        node = self.table.node if viewer.node is None else viewer.node
        return self.table.position_at(node), node

    def leave(self, viewer: Viewer) -> None:
        """Let a visitor go."""
        self._viewers.discard(viewer)
        viewer.end()
        viewer.places.close()
        self._tell_presence()
        self._keeper.left(self)

    def _post(self, message: Message) -> None:
        for viewer in [*self._viewers]:
            viewer.post(message)

    def _tell_presence(self) -> None:
        """Tell all visitors which of the people who play are here, and how many watch."""
        self._post(present([viewer.role for viewer in self._viewers], self.description))

    def close(self, words: str) -> None:
        """Tell all visitors why they cannot go on here. What is being saved is saved; nothing else is done here."""
        self._closed = words
        if self._flag is not None:
            self._flag.cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        for viewer in self._viewers:
            viewer.end()
            viewer.post({"type": "closed", "words": words, "final": False})
        self._viewers.clear()

    async def settle(self) -> None:
        """Wait until nothing is being done here."""
        while self._running:
            await asyncio.wait([*self._running])

    def _check_open(self) -> None:
        if self._closed:
            raise Refused(self._closed)

    async def _to_its_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work, which goes on where the visitor who waits for it leaves."""
        await shield_work(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin some work, until whose end the game stays in the memory."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def do(self, viewer: Viewer, action: Body) -> None:
        """Do what a visitor asks for, and show it to all whom it concerns.

        Raises:
            HnefataflError: it is refused; nothing has changed.
        """
        self._check_open()
        kind = action.get("type")
        if kind == "record":
            await self._hand_over(viewer)
            return
        if kind in HELP:
            await self._help(viewer, action)
            return
        if kind == "go" and not self.description.is_study:
            view = self.table.view(action.get("node"), since=viewer.version)
            viewer.node = None if view["live"] else view["node"]
            self._show(viewer, view)
            return
        await self._to_its_end(self._step(viewer, action))

    async def _step(self, viewer: Viewer, action: Body) -> None:
        role, kind = viewer.role, action.get("type")
        async with self._lock:
            check_right(role, kind, self.table)
            if kind == "continue":
                await self._continue(viewer, action.get("node"))
            elif kind in _SETTLED or kind == "take_back":
                await self._settle(role, action)
            else:
                await self._act(action)
        self._wake()

    async def _hand_over(self, viewer: Viewer) -> None:
        """Send a visitor the record. It is written once for all who want it before the next step.

        Raises:
            Refused: the visitor has had it just now, or the server is busy.
        """
        if not viewer.records.take():
            raise Refused("you have just had the record; please wait a moment")
        text = await self._copies.text(self._count, self.game)
        viewer.post({"type": "text", "text": text, "words": "The record is copied."})

    async def _help(self, viewer: Viewer, action: Body) -> None:
        """Tell a visitor what the computer would play, once or for all positions that are looked at, or the mistakes.

        Raises:
            Refused: there are two people, who have to find their moves themselves; or the game is not over.
        """
        check_help(viewer.role, action.get("type"), self.table, self.description)
        if action.get("type") == "review":
            viewer.reviewer.begin(self.table.line())
        elif action.get("type") == "hint":
            viewer.post(await self._workers.run(advise_move, self.table.position))
        else:
            viewer.analyst.turn(Extent.of(action, self._limits), on=action.get("on") is True)

    async def _act(self, action: Body) -> None:
        """Decide what an action does, save that, do it and show the result.

        Raises:
            HnefataflError: it is refused, or cannot be saved; nothing has changed.
        """
        self._check_open()
        if self._damage:
            raise Refused(self._damage)
        if self._count >= self._limits.steps:
            raise Refused("this game is too long for the server; save it, and study it as a new one")
        fact = self.table.decide(action)
        if self._watch is not None:
            if self._watch.is_late(self.table) and fact.get("ending") != "timeout":
                raise Refused(f"the time of the {self.table.position.turn} is over")
            fact = self._watch.stamp_step(fact, self.table)
        # Saved before it is done: when it was the other way round, a visitor who left in between took the step out of
        # the queue for the disk, and the game never opened again.
        await self._keeper.save(self, self._count, dump(fact))
        self.table.apply(fact)
        self._count += 1
        had_offer = self._agreement.offer is not None
        self._agreement = Agreement()
        # A view has only what changed since the page's version: with all moves of a long study each message cost 53 kB.
        views: dict[int | None, Message] = {}
        for viewer in [*self._viewers]:
            viewer.node = None
            if viewer.version not in views:
                views[viewer.version] = self.table.view(since=viewer.version)
            self._show(viewer, views[viewer.version])
        if had_offer:
            self._post(self._agreement.message())
        if self._watch is not None:
            self._watch.done(fact)
            self._post(self._watch.message(self.table))
            self._raise_flag()

    # What is settled between people.

    async def _settle(self, role: Role, action: Body) -> None:
        """Let somebody resign, offer something, or answer an offer. Where two people play, both have to agree; else
        it is done at once.

        Raises:
            HnefataflError: it is refused; nothing has changed.
        """
        kind, what = action.get("type"), action.get("what")
        if kind == "resign":
            await self._act(describe_resignation(role))
            return
        if kind == "take_back":
            what = kind
        if what == "take_back" and self.table.last_mover is None:
            raise Refused("there is nothing to take back")
        if not self.description.is_shared:
            await self._do_agreed(role, what)
            return
        side = Side(role.value)
        if kind == "answer":
            after, agreed = self._agreement.answer(side, action.get("accept"))
        else:
            after, agreed = self._agreement.propose(what, side, is_over=self.table.is_over)
        self._check_open()
        await self._keeper.offer(self, self._count, after.text)
        self._agreement = after
        self._post(after.message())
        if agreed is not None:
            await self._do_agreed(role, agreed)

    async def _do_agreed(self, role: Role, what: object) -> None:
        """Do what is agreed on.

        Raises:
            HnefataflError: it is refused.
        """
        if what == "take_back":
            await self._act({"type": "take_back", "past": list_computers(self.description.seats)})
        elif what == "draw" and self.description.is_shared:
            await self._act({"type": "end", "winner": None, "ending": None})
        elif what in ("rematch", "swapped") and self.table.is_over and not self.description.is_study:
            self._check_follows()
            swaps = what == "swapped"
            created = await self._keeper.follow(make_rematch(self.description, role, self._keeper.player, swaps=swaps))
            for viewer in [*self._viewers]:
                viewer.post(made_message(created, swap_role(viewer.role) if swaps else viewer.role))
        else:
            raise Refused("this cannot be offered here")

    def _check_follows(self) -> None:
        if not self._follows.take():
            raise Refused("another game has just begun; please wait a moment")

    async def _continue(self, viewer: Viewer, node: object) -> None:
        """Make a game of a visitor that goes on from a position.

        Raises:
            HnefataflError: two people play the game, there is no such position, or the game is over there.
        """
        follows = make_continuation(self.description, self.table, node, self._keeper.player)
        self._check_follows()
        created = await self._keeper.follow(follows)
        viewer.post(made_message(created, follows.own))

    def _raise_flag(self) -> None:
        """Let the game end when the time of the side to move is over."""
        if self._flag is not None:
            self._flag.cancel()
        running = None if self._watch is None else self._watch.running(self.table)
        if self._watch is None or running is None or self._damage:
            return
        left = max(0.0, self._watch.left(running, self.table))
        self._flag = asyncio.get_running_loop().call_later(min(left, _LONGEST), self._fall)

    def _fall(self) -> None:
        self._flag = None
        if self._closed:
            return
        if self._watch is not None and self._watch.is_late(self.table):
            self._begin(self._end_late())
        else:
            self._raise_flag()

    async def _end_late(self) -> None:
        """End the game for the side whose time is over, unless it has moved meanwhile."""
        async with self._lock:
            with suppress(HnefataflError):  # where it cannot be saved, it ends when somebody comes again
                if self._watch is not None and self._watch.is_late(self.table):
                    winner = self.table.position.turn.opponent
                    await self._act({"type": "end", "winner": winner.value, "ending": "timeout"})

    def _tell(self, words: str) -> None:
        self._post({"type": "notice", "words": words})

    def _show(self, viewer: Viewer, view: Message) -> None:
        viewer.version = view["version"]
        viewer.post(limit_view(view, viewer.role, self.table, self.description))
        viewer.analyst.look()

    # The computer.

    @property
    def _waiting_seat(self) -> str | None:
        """The player of the computer whose turn it is, or None; None also where no step can follow."""
        if self._damage or self._count >= self._limits.steps:
            return None
        seat = self.description.seats[self.table.position.turn]
        return None if self.table.is_over or seat in (SCREEN, LINK) else seat

    def _wake(self) -> None:
        """Let the computer think if it is its turn and somebody waits for it."""
        if self._thinking is None and self._viewers and self._waiting_seat is not None:
            self._thinking = asyncio.create_task(self._think())
            self._thinking.add_done_callback(self._finish_thought)

    def _finish_thought(self, task: asyncio.Task[None]) -> None:
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
            seat, position = self._waiting_seat, self.table.position
            if seat is None:
                return
            for viewer in [*self._viewers]:
                viewer.post({"type": "thinking", "side": position.turn.value})
            move = await self._workers.run(choose, seat, position)
            await self._to_its_end(self._answer(position, move))
            if alone:
                await asyncio.sleep(_PAUSE)

    async def _answer(self, position: Position, move: Move | None) -> None:
        """Do what a player of the computer has chosen, unless a move was taken back meanwhile."""
        async with self._lock:
            if self.table.position is position and not self.table.is_over:
                await self._act(describe_deed(move))


class Viewer:
    """A visitor of a game."""

    def __init__(self, room: Room, role: Role, post: Post) -> None:
        self._room = room
        self.role: Final = role
        self.post: Final = post
        self.node: int | None = None
        """The place that the visitor looks at, if it is not that of the game."""
        self.version: int | None = None
        """The list of moves that the visitor has."""
        self.analyst: Final = room.analyst(self)
        self.reviewer: Final = room.reviewer(post)
        self.places: Final = ExitStack()
        """The places that the visitor takes in the server."""
        self.records: Final = Bucket(_RECORDS, monotonic)
        """How often the visitor may have the record."""

    async def take(self, action: Body) -> None:
        """Do what the visitor asks for.

        Raises:
            HnefataflError: it is refused.
        """
        await self._room.do(self, action)

    def end(self) -> None:
        """End what is searched for the visitor."""
        self.analyst.end()
        self.reviewer.end()

    def leave(self) -> None:
        """Leave the game."""
        self._room.leave(self)
