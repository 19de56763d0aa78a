"""All games of the server: made, found again, joined, saved and forgotten."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import SystemRandom
from sqlite3 import Error
from typing import Any, Final, ParamSpec, TypeVar

from hnefatafl.errors import HnefataflError
from hnefatafl.game import Game
from hnefatafl.notation import json
from hnefatafl.notation._plain import is_table
from hnefatafl.notation.convert import losses, write_game
from hnefatafl.notation.dialects import DIALECTS, dialect
from hnefatafl.pieces import Side
from hnefatafl.rules import Ruleset
from hnefatafl.web._errors import Missing, Refused
from hnefatafl.web._players import bounded
from hnefatafl.web._reading import read
from hnefatafl.web._room import LINK, SCREEN, Description, Message, Post, Role, Room, Viewer, digest
from hnefatafl.web._store import Store
from hnefatafl.web._workers import Workers
from hnefatafl.web.settings import Settings

__all__ = ["Lobby", "Message"]

_P = ParamSpec("_P")
_R = TypeVar("_R")
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
        clock: the time in seconds since the beginning of 1970.
    """

    def __init__(self, settings: Settings, workers: Workers, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._workers = workers
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._count = 0
        self._sockets = 0

    def open(self) -> None:
        """Open the file of games.

        Raises:
            RecordError: it cannot be used.
        """
        self._store = Store(self._settings.database)
        # One thread for the file: what is saved first is on the disk first.
        self._disk = ThreadPoolExecutor(1, "tafl-games")
        self._loading = asyncio.Lock()
        self._count = self._store.count()

    async def close(self) -> None:
        """Wait until all is saved, and close the file."""
        for room in [*self._rooms.values()]:
            room.close("the server has ended; your game is saved")
        await self.on_disk(self._store.close)
        self._disk.shutdown()

    async def on_disk(self, work: Callable[_P, _R], *arguments: _P.args, **named: _P.kwargs) -> _R:
        """Return what a method of the store returns, while the server goes on.

        Raises:
            Refused: the disk is full, or the file cannot be used.
        """
        try:
            return await asyncio.get_running_loop().run_in_executor(self._disk, lambda: work(*arguments, **named))
        except Error as error:
            raise Refused(f"the game cannot be saved: {error}") from None

    # Games are made.

    async def new_game(self, rules: Ruleset, seats: object, mine: object) -> dict[str, Any]:
        """Make a game; return its name, its tokens by what they are for, and which of them is for the visitor.

        Raises:
            Refused: there are too many games, or nobody can play it so.
        """
        if not is_table(seats) or set(seats) != {side.value for side in Side}:
            raise Refused("the seats of the attackers and of the defenders were expected")
        given: dict[Side, str] = {}
        for side in Side:
            seat = seats[side.value]
            if not isinstance(seat, str):
                raise Refused(f"the {side} are played by {SCREEN}, {LINK} or a player")
            given[side] = seat if seat in (SCREEN, LINK) else bounded(seat, self._settings, SystemRandom())
        if SCREEN in given.values() and len(set(given.values())) > 1:
            raise Refused("at one screen, both sides are played")
        if mine is not None and not (isinstance(mine, str) and mine in seats and given[Side(mine)] == LINK):
            raise Refused("mine: a side that is played by a link was expected")
        roles = [Role.BOTH] if SCREEN in given.values() else [Role(side.value) for side in Side if given[side] == LINK]
        own = Role.BOTH if SCREEN in given.values() else Role(mine) if isinstance(mine, str) else Role.WATCH
        return await self._make(Game(ruleset=rules), given, roles, own, rules.name)

    async def new_study(self, text: object, filename: object, rules: Ruleset | None, number: object) -> dict[str, Any]:
        """Make a game that is studied, from a record; return the same as for a game, or the titles of several games.

        Raises:
            Refused: the text is no record, or too long.
            Busy: too many are being read.
        """
        if not isinstance(text, str) or not isinstance(filename, str) or len(filename) > _TOKEN:
            raise Refused("the text of a record was expected")
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise Refused("the number of a game was expected")
        reading = await self._workers.run(read, text, filename, rules, number, self._settings.limits.moves)
        if reading.game is None:
            return {"games": list(reading.titles)}
        return await self._make(
            reading.game, dict.fromkeys(Side, SCREEN), [Role.BOTH], Role.BOTH, reading.titles[0], reading.doubt
        )

    async def _make(
        self, game: Game, seats: dict[Side, str], roles: list[Role], own: Role, title: str, doubt: str = ""
    ) -> dict[str, Any]:
        if self._count >= self._settings.limits.games:
            raise Refused("the server has no room for another game; please try again another day")
        self._count += 1
        try:
            name = secrets.token_urlsafe(9)
            tokens = {role: secrets.token_urlsafe(16) for role in (*roles, Role.WATCH)}
            description = Description(
                title=title,
                record=json.format_game(game),
                seats=seats,
                tokens={digest(token): role for role, token in tokens.items()},
                seed=secrets.randbits(32),
                doubt=doubt,
            )
            room = Room(name, description, (), self, self._settings, self._workers)
            await self.on_disk(self._store.add, name, description.text, self._clock())
        except BaseException:
            self._count -= 1
            raise
        self._rooms[name] = room
        self._forget_idle()
        return {"id": name, "title": title, "tokens": {role.value: tokens[role] for role in tokens}, "mine": own.value}

    # Games are found.

    async def room(self, name: str) -> Room:
        """Return a game, from the memory or the file.

        Raises:
            Missing: there is none of that name.
        """
        async with self._loading:
            room = self._rooms.get(name)
            if room is None:
                saved = await self.on_disk(self._store.find, name, self._clock())
                if saved is None:
                    raise Missing("there is no such game, or nobody used it for so long that it was deleted")
                description = Description.parse(saved.description)
                room = self._rooms[name] = Room(name, description, saved.steps, self, self._settings, self._workers)
            return room

    async def join(self, name: str, token: object, post: Post) -> Viewer:
        """Return a visitor of a game, who is told of all that happens in it.

        Raises:
            Missing: there is no such game, or it has no such token.
            Refused: too many visitors are here.
        """
        if self._sockets >= self._settings.limits.sockets:
            raise Refused("the server has too many visitors; please try again later")
        self._sockets += 1
        try:
            room = await self.room(name)
            return room.join(self._role(room, token), post)
        except BaseException:
            self._sockets -= 1
            raise

    def left(self, room: Room) -> None:
        """Note that a visitor has left."""
        self._sockets -= 1
        self._forget_idle()

    def _role(self, room: Room, token: object) -> Role:
        role = room.description.tokens.get(digest(token)) if isinstance(token, str) and len(token) <= _TOKEN else None
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
        self._role(room, token)
        known = {one.name: one for one in DIALECTS}
        if not isinstance(wanted, str) or wanted not in known:
            raise Refused(f"dialect: one of {', '.join(known)} was expected")
        return await self._workers.run(written, room.record, wanted)

    # Games are saved and forgotten.

    async def save(self, room: Room, first: int, steps: list[str]) -> None:
        """Save steps of a game. If that fails, the game is forgotten here, and goes on from what is saved.

        Raises:
            Refused: they cannot be saved.
        """
        try:
            await self.on_disk(self._store.append, room.name, first, steps, self._clock())
        except BaseException:
            self._rooms.pop(room.name, None)
            room.close("the last move could not be saved; please load the page again")
            raise

    def _forget_idle(self) -> None:
        """Forget games that nobody visits; they are in the file."""
        idle = [name for name, room in self._rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - _IDLE)]:
            del self._rooms[name]

    async def delete_old(self) -> None:
        """Delete the games that have not been used for a long time."""
        now = self._clock()
        with suppress(Refused):
            for room in [*self._rooms.values()]:
                if not room.is_idle:
                    await self.on_disk(self._store.touch, room.name, now)
            for name in await self.on_disk(self._store.delete_older, now - self._settings.limits.days * _DAY):
                self._rooms.pop(name, None)
                self._count -= 1


def written(game: Game, name: str) -> dict[str, Any]:
    """Return a game in a dialect: its text, the extension of its file, and what is lost."""
    into = dialect(name)
    try:
        lost = [str(loss) for loss in losses(game, into)]
        text = into.head(game.ruleset) + write_game(game, into)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    return {"text": text, "suffix": into.suffixes[0] if into.suffixes else ".txt", "losses": lost}
