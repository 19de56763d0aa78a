"""All games of the server: made, found again, joined, saved and forgotten."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from random import Random, SystemRandom
from sqlite3 import Error
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from hnefatafl.board import Side
from hnefatafl.errors import RecordError
from hnefatafl.notation import json
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.support.logs import logger
from tafl.web._fairness import Slots, caller
from tafl.web._game import LINK, SCREEN, Description, Pace, Role, Successor, assign_seats, digest_token, open_game
from tafl.web._offers import bound_player
from tafl.web._records import prepare_pictures, read_study, write_record
from tafl.web._room import Message, Post, Room, Viewer, shield_work
from tafl.web._settings import Missing, Refused, Settings
from tafl.web._store import Store
from tafl.web._workers import Workers

_P = ParamSpec("_P")
_R = TypeVar("_R")
_LOG: Final = logger("tafl.web")
_DAY: Final = 86_400.0
_IDLE: Final = 64
"""The number of games without visitors that stay in memory."""
_TOKEN: Final = 200
"""The most characters of a token that are looked at."""


class Lobby:
    """All games of the server.

    Arguments:
        settings: the rulesets, players and limits.
        workers: what searches and reads.
        clock: the time in seconds since the beginning of 1970, as the system has it: it may be set.
        chance: what rolls the die; by default another roll each time.
        steady: the time in seconds by a clock that nobody sets.
    """

    def __init__(
        self,
        settings: Settings,
        workers: Workers,
        clock: Callable[[], float],
        chance: Random | None = None,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        self._settings = settings
        self._workers = workers
        self._clock = clock
        self._chance = chance
        self._rooms: dict[str, Room] = {}
        self._loads: dict[str, asyncio.Task[None]] = {}
        self._since = clock()
        self._steady = steady
        self._began = steady()
        self._visited = set[str]()
        """The games that were used since that was last noted in the file."""
        limits = settings.limits
        self._sockets = Slots(limits.address, limits.sockets)
        # Whoever has a link for watching cannot take the places of those who play.
        self._watching = Slots((limits.address + 1) // 2, (limits.sockets + 1) // 2)
        self._ended = False

    def open(self) -> None:
        """Open the file of games.

        Raises:
            RecordError: it cannot be used.
        """
        self._store = Store(self._settings.database)
        # One thread for the file: what is saved first is on the disk first. Another one reads long games.
        self._disk = ThreadPoolExecutor(1, "tafl-games")
        self._reader = ThreadPoolExecutor(1, "tafl-reader")

    async def close(self) -> None:
        """Tell all visitors, wait until all is saved, and close the file; a second time nothing happens.

        Raises:
            RecordError: the file was deleted or replaced, so that nothing is saved.
        """
        if self._ended:
            return
        with suppress(Refused):
            await self._note_visits()
        words, fault = "the server has ended; your game is saved", ""
        try:
            await self.on_disk(self._store.check)
        except Refused as error:
            words = fault = f"the server has ended, and the games are not saved: {error}"
        self._ended = True
        rooms = [*self._rooms.values()]
        for room in rooms:
            room.close(words)
        await asyncio.gather(*self._loads.values(), *(room.settle() for room in rooms), return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(self._disk, self._store.close)
        self._disk.shutdown()
        self._reader.shutdown()
        if fault:
            raise RecordError(fault)

    async def on_disk(self, work: Callable[_P, _R], *arguments: _P.args, **keywords: _P.kwargs) -> _R:
        """Return what a method of the store returns, while the server goes on. It is done to its end, also where
        the caller is cancelled.

        Raises:
            Refused: the disk is full, or the file cannot be used.
        """
        try:
            return await self._run(self._disk, work, *arguments, **keywords)
        except (Error, RecordError) as error:
            _LOG.warning("the file of games cannot be used: %s", error)
            raise Refused(f"the server's file of games cannot be used: {error}") from None

    async def _run(
        self, thread: ThreadPoolExecutor, work: Callable[_P, _R], *arguments: _P.args, **keywords: _P.kwargs
    ) -> _R:
        """Return what a function returns in a thread. A cancelled caller does not cancel it.

        Raises:
            Refused: the server has ended.
        """
        if self._ended:
            raise Refused("the server has ended")
        loop = asyncio.get_running_loop()
        return await shield_work(loop.run_in_executor(thread, lambda: work(*arguments, **keywords)))

    # Games are made.

    async def new_game(self, rules: Ruleset, seats: object, mine: object, pace: object = None) -> dict[str, Any]:
        """Make a game; return its name, its tokens by what they are for, and which of them is for the visitor.

        Raises:
            Refused: there are too many games, or nobody can play it so.
        """
        kept, roles, own = assign_seats(seats, mine, self.player)
        clocks = Pace.parse(pace)
        if clocks is not None and set(kept.values()) != {LINK}:
            raise Refused("clocks are for games between two people by link")
        return await self._make(Game(ruleset=rules), kept, roles, own, rules.name, pace=clocks)

    def player(self, text: str) -> str:
        """Return a player of the computer as it is kept.

        Raises:
            Refused: there is no such player.
        """
        return bound_player(text, self._settings, SystemRandom())

    def now(self) -> float:
        """Return the seconds since the beginning of 1970, by a clock that nobody sets: it was right when the server
        began."""
        return self._since + self._steady() - self._began

    async def follow(self, successor: Successor) -> Message:
        """Make a game that follows another; return its name, its tokens and whose it is.

        Raises:
            Refused: there are too many games.
        """
        roles, own, pace = successor.roles, successor.own, successor.pace
        return await self._make(successor.game, successor.seats, roles, own, successor.title, pace=pace)

    async def new_study(self, text: object, filename: object, rules: Ruleset | None, number: object) -> dict[str, Any]:
        """Make a game that is studied, from a record; return the same as for a game, or what a list says of
        several.

        Raises:
            Refused: the text is no record, or too long.
            Busy: too many are being read.
        """
        if not isinstance(text, str) or not isinstance(filename, str) or len(filename) > _TOKEN:
            raise Refused("the text of a record was expected")
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise Refused("the number of a game was expected")
        reading = await self._workers.run(read_study, text, filename, rules, number, self._settings.limits.moves)
        if reading.game is None:
            return {"games": list(reading.rows), "more": reading.more}
        seats = dict.fromkeys(Side, SCREEN)
        created = await self._make(reading.game, seats, [Role.BOTH], Role.BOTH, reading.title, reading.doubt)
        return {**created, "at": reading.at}

    async def _make(
        self,
        game: Game,
        seats: dict[Side, str],
        roles: list[Role],
        own: Role,
        title: str,
        doubt: str = "",
        pace: Pace | None = None,
    ) -> dict[str, Any]:
        _ = game.initial_position  # a game without one is refused here
        name = secrets.token_urlsafe(9)
        tokens = {role: secrets.token_urlsafe(16) for role in (*roles, Role.WATCH)}
        description = Description(
            title=title,
            record=await self._run(self._reader, json.format_game, game),
            seats=seats,
            tokens={digest_token(token): role for role, token in tokens.items()},
            doubt=doubt,
            pace=pace,
        )
        most = self._settings.limits.games
        if not await self.on_disk(self._store.add, name, description.text, self._clock(), most):
            raise Refused("the server has no room for another game; please try again another day")
        _LOG.info("game %s: made: %r", name, title)
        return {"id": name, "title": title, "tokens": {role.value: tokens[role] for role in tokens}, "mine": own.value}

    # Games are found.

    async def room(self, name: str) -> Room:
        """Return a game, from the memory or the file.

        Raises:
            Missing: there is none of that name.
            Refused: it is damaged where it begins, or the file cannot be used.
        """
        self._visited.add(name)
        while (room := self._rooms.get(name)) is None:
            if name not in self._loads:
                load = self._loads[name] = asyncio.create_task(self._load(name))
                load.add_done_callback(lambda _: self._loads.pop(name))
            # A visitor who leaves does not end it: others may wait for the same game.
            await shield_work(self._loads[name])
        return room

    async def _load(self, name: str) -> None:
        """Let a game be in the memory. Its steps are done again in a thread, while the server goes on."""
        saved = await self.on_disk(self._store.find, name)
        if saved is None:
            raise Missing("there is no such game, or it was not used for so long that it was deleted")
        game = await self._run(self._reader, open_game, saved, self._chance)
        self._forget_idle()  # before there is this one, for which somebody waits
        self._rooms[name] = Room(name, game, self, self._settings, self._workers, self._since)

    async def join(self, name: str, token: object, post: Post) -> Viewer:
        """Return a visitor of a game, who is told of all that happens in it.

        Raises:
            Missing: there is no such game, or it has no such token.
            Refused: too many visitors are here.
        """
        with ExitStack() as places:
            places.enter_context(self._sockets.taken(caller.get()))
            room = await self.room(name)
            role = self._find_role(room, token)
            if role is Role.WATCH:
                places.enter_context(self._watching.taken(caller.get()))
            viewer = room.join(role, post)
            viewer.places.push(places.pop_all())
            _LOG.info("game %s: joined: %s", name, role.value)
            return viewer

    def left(self, room: Room) -> None:
        """Note that a visitor has left."""
        _LOG.info("game %s: a visitor left", room.name)
        self._forget_idle()

    def _find_role(self, room: Room, token: object) -> Role:
        role = (
            room.description.tokens.get(digest_token(token))
            if isinstance(token, str) and len(token) <= _TOKEN
            else None
        )
        if role is None:
            raise Missing("this link is not for this game")
        return role

    async def record(self, name: str, token: object, wanted: object) -> dict[str, Any]:
        """Return the record of a game in a dialect, with the extension of its file and what it loses.

        Raises:
            Missing: there is no such game, or it has no such token.
            Refused: there is no such dialect.
            NotExpressibleError: the dialect has no words for the game.
        """
        room = await self.room(name)
        self._find_role(room, token)
        return await self._workers.run(write_record, await room.game(), wanted)

    async def picture(self, name: str, token: object, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return what is shared of a position of a game, or the pictures of the last ``moves`` before it.

        Raises:
            Missing: there is no such game, or it has no such token.
            TableError: there is no such position.
            Refused: there is no such theme.
        """
        room = await self.room(name)
        self._find_role(room, token)
        return await self._workers.run(prepare_pictures(room.table, self._settings.rulesets, wanted))

    # Games are saved and forgotten.

    async def save(self, room: Room, number: int, step: str) -> None:
        """Save a step of a game; when this returns, it is on the disk.

        Raises:
            Refused: it cannot be saved, or the file has another number of steps; the game is then loaded again.
        """
        try:
            fits = await self.on_disk(self._store.append, room.name, number, step, self._clock())
        except Refused:
            if await self.on_disk(self._store.count, room.name) == number:
                raise
            fits = False  # it was written, and failed after that
        _LOG.debug("game %s: step %d %s", room.name, number + 1, "saved" if fits else "not saved")
        self._check_same(room, fits)

    async def offer(self, room: Room, number: int, offers: str) -> None:
        """Save what is offered after a number of steps; when this returns, it is on the disk.

        Raises:
            Refused: it cannot be saved, or the file has another number of steps; the game is then loaded again.
        """
        self._check_same(room, await self.on_disk(self._store.offer, room.name, number, offers))

    def _check_same(self, room: Room, fits: bool) -> None:
        """Check that the file has the steps of a game that the memory has; if not, forget it."""
        if not fits:
            words = "this game has changed in the server's file; please load the page again"
            self._end(room.name, words)
            raise Refused(words)

    def _end(self, name: str, words: str) -> None:
        """Forget a game, and tell its visitors why."""
        room = self._rooms.pop(name, None)
        if room is not None:
            room.close(words)

    def _forget_idle(self) -> None:
        """Forget games that nobody visits, but for the last; they are in the file, and their clocks go on from there
        when somebody comes again."""
        idle = [name for name, room in self._rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - _IDLE)]:
            self._end(name, "this game was not visited; please load the page again")

    async def _note_visits(self) -> None:
        """Note in the file which games were visited since this was last done, and which are visited now."""
        used = self._visited | {name for name, room in self._rooms.items() if not room.is_idle}
        if used:
            await self.on_disk(self._store.touch, used, self._clock())
            self._visited -= used

    async def delete_old(self) -> None:
        """Delete the games that have not been used for a long time."""
        now = min(self._clock(), self.now())  # a clock that was set wrongly ahead deletes nothing
        with suppress(Refused):
            await self._note_visits()
            for name in await self.on_disk(self._store.delete_older, now - self._settings.limits.days * _DAY):
                _LOG.info("game %s: deleted, not used for %d days", name, self._settings.limits.days)
                self._end(name, "this game was not used for so long that it was deleted")
