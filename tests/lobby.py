"""A server as that of hnefatafl.org, in memory: what it answers is written after its source, not after our client.

Its lines are those of ``src/bin/hnefatafl-server-full/main.rs`` of ``dcampbell24/hnefatafl`` at commit 01cbb4cf. It
deals with one line after another, lets an account in only once, drops a game whose draw is declined, and says nothing
to an offer that it cannot read, as that server does.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from typing import Any, Final

from hnefatafl import Position, Side
from hnefatafl.errors import HnefataflError
from tafl.engine.hnefatafl_org import RULES, VERSION_ID

ROLES: Final = {"attacker": Side.ATTACKERS, "defender": Side.DEFENDERS}
STARTS: Final = {
    11: "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    13: "/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/",
}


class Writer:
    """Where the client writes: the server deals with each line at once."""

    def __init__(self, lobby: Lobby, reader: asyncio.StreamReader) -> None:
        self._lobby, self.reader = lobby, reader
        self._rest = b""
        self.is_open = True

    def write(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if self.is_open:
                self._lobby.take(self, line.decode())

    def say(self, *lines: str) -> None:
        if self.is_open:
            self.reader.feed_data("".join(f"{line}\n" for line in lines).encode())

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.reader.feed_eof()
            self._lobby.log_out(self)

    async def drain(self) -> None:
        pass

    async def wait_closed(self) -> None:
        pass


class Table:
    """A game on the server."""

    def __init__(self, number: str, offer: dict[str, Any]) -> None:
        self.number = number
        self.size = offer["board_size"]
        self.players: dict[str, str | None] = {"attacker": None, "defender": None}
        self.timed: Any = offer["time_settings"]
        self.position = Position.initial(RULES[self.size])
        self.is_accepted = False
        self.left = {"attacker": 0, "defender": 0}
        self.is_timed = self.timed != "UnTimed"
        if self.is_timed:
            self.left = dict.fromkeys(self.left, int(self.timed["Timed"]["milliseconds_left"]))
        self.texts: list[str] = []

    @property
    def turn(self) -> str:
        return "attacker" if self.position.turn is Side.ATTACKERS else "defender"

    def role_of(self, name: str) -> str | None:
        return next((role for role, player in self.players.items() if player == name), None)

    def record(self, **changed: Any) -> str:
        timed = self.is_timed
        return json.dumps(
            {
                "id": int(self.number),
                "attackers": self.players["attacker"],
                "defenders": self.players["defender"],
                "dim": self.size,
                "start": STARTS[self.size],
                "time_control": {"main_time_seconds": 900, "increment_length": 10} if timed else None,
                "time_remaining_ms": (
                    {"attackers": self.left["attacker"], "defenders": self.left["defender"], "last_move": "2026-07-17"}
                    if timed
                    else None
                ),
                "moves": " ".join(self.texts),
                "rated": True,
                "messages": [],
                **changed,
            }
        )


class Lobby:
    """The server, with an opponent who takes every offer.

    Arguments:
        reply: what the opponent does when it is to move: returns ``FROM TO``, ``resigns _``, or None to wait. The text
            is taken as it is, legal or not.
        password: that of the accounts.
        cut: is asked for the fate of each line from the client: ``before`` drops the connection and the line, ``after``
            drops the connection once the line has been dealt with, ``refuse`` refuses a move.
    """

    def __init__(
        self,
        reply: Callable[[Table], str | None] = lambda table: None,
        *,
        password: str = "secret",
        cut: Callable[[str], str] = lambda line: "",
    ) -> None:
        self.reply, self._password, self.cut = reply, password, cut
        self.tables: dict[str, Table] = {}
        self.played: list[Table] = []
        """The games that have begun."""
        self.over: dict[str, str] = {}
        self.heard: list[str] = []
        """The lines of the client, of all connections."""
        self.connections: list[Writer] = []
        self.client: Writer | None = None
        self.left = threading.Event()
        """Set when the client has gone."""
        self.name = ""
        self.is_up = True
        self.refuses_logins = 0
        self.changes: dict[str, Any] = {}
        """What to write otherwise in records."""
        self.takes_offers = True
        self._count = 0

    async def connect(self, host: str, port: int) -> tuple[Any, Any]:
        if not self.is_up:
            raise ConnectionRefusedError("refused")
        writer = Writer(self, asyncio.StreamReader())
        self.connections.append(writer)
        return writer.reader, writer

    def log_out(self, writer: Writer) -> None:
        if self.client is writer:
            self.client = None
            self.left.set()
            self.tables = {number: table for number, table in self.tables.items() if table.is_accepted}

    def take(self, writer: Writer, line: str) -> None:
        self.heard.append(line)
        fate = self.cut(line)
        if fate == "before":
            writer.close()
            return
        if fate == "refuse":
            writer.say("? game play: you already reached that position")
            return
        if writer is not self.client:
            self._log_in(writer, line)
        else:
            word, *rest = line.split(" ", 1)
            getattr(self, f"_do_{word}")(writer, *rest)
        if fate == "after":
            writer.close()

    def _log_in(self, writer: Writer, line: str) -> None:
        version, word, self.name, password = line.split(" ")
        if version != VERSION_ID:
            writer.say("? login wrong_version")
        elif password != self._password or self.client is not None or self.refuses_logins > 0:
            self.refuses_logins -= 1
            writer.say("? login multiple_possible_errors")
        else:
            assert word in ("login", "create_account")
            self.client = writer
            writer.say("= login", "= initialize_display ([],{},false,false)", "= email a@b.c true", "version 6.2.2")
            for table in self.tables.values():
                role = table.role_of(self.name)
                if role is not None and table.is_accepted:
                    writer.say(f"game {table.number} generate_move {role}")  # whoever is to move

    def _do_ping(self, writer: Writer) -> None:
        writer.say("= ping")

    def _do_new_game(self, writer: Writer, text: str) -> None:
        try:
            offer = json.loads(text)
            role = {"Attacker": "attacker", "Defender": "defender"}[offer["role"]]
            assert offer["board_size"] in STARTS
        except (ValueError, KeyError, AssertionError):
            return  # the real server only logs it
        number = self._next_number()
        table = self.tables[number] = Table(number, offer)
        table.players[role] = self.name
        writer.say(f"= new_game {number}")
        if self.takes_offers:
            self.challenge(number)

    def challenge(self, number: str) -> None:
        table = self.tables[number]
        free = next(role for role, player in table.players.items() if player is None)
        table.players[free] = "Ann"
        if self.client is not None:
            self.client.say(f"= challenge_requested {number}")

    def offer(self, role: str, size: int = 11) -> str:
        """Let the opponent offer a game."""
        number = self._next_number()
        self.tables[number] = Table(number, {"board_size": size, "time_settings": "UnTimed"})
        self.tables[number].players[role] = "Ann"
        return number

    def _next_number(self) -> str:
        self._count += 1
        return str(self._count - 1)

    def _do_join_game(self, writer: Writer, number: str) -> None:
        table = self.tables[number]
        table.is_accepted = True
        self.played.append(table)
        attacker, defender = table.players["attacker"], table.players["defender"]
        writer.say(f"= join_game {attacker} {defender} rated fischer 900000 10 {table.size}")
        self._ask_for_move(table)

    def _do_join_game_pending(self, writer: Writer, number: str) -> None:
        table = self.tables.get(number)
        if table is None:
            writer.say("? join_game_pending the id doesn't refer to a pending game unknown error")
            return
        for role, player in table.players.items():
            if player is None and self.name not in table.players.values():
                table.players[role] = self.name
        writer.say(f"= join_game_pending {number}")

    def accept(self, number: str) -> None:
        """Let the opponent accept a challenge."""
        assert self.client is not None
        self._do_join_game(self.client, number)

    def decline(self, number: str) -> None:
        """Let the opponent decline a challenge; only the list of games shows it."""
        assert self.client is not None
        table = self.tables[number]
        table.players = {role: player if player == "Ann" else None for role, player in table.players.items()}
        game = {"id": int(number), **table.players, "challenge_accepted": False}
        updated: dict[str, Any] = {"created": [], "removed": [], "updated": {number: game}}
        self.client.say(f"= games_updated {json.dumps(updated)}")

    def _do_leave_game(self, writer: Writer, number: str) -> None:
        table = self.tables.get(number)
        if table is not None and not table.is_accepted:
            del self.tables[number]
        writer.say(f"{'?' if table is None else '='} leave_game {number}")

    def _do_resume_game_json(self, writer: Writer, number: str) -> None:
        table = self.tables.get(number)
        if table is not None:
            writer.say(f"= resume_game_json {table.record(**self.changes)}")

    def _do_draw(self, writer: Writer, text: str) -> None:
        number, word = text.split(" ")
        del self.tables[number]  # whatever the word is
        self.over[number] = f"draw {word}"
        writer.say(f"= draw {word}")

    def _do_game(self, writer: Writer, text: str) -> None:
        number, _, role, *words = text.split(" ")
        table = self.tables.get(number)
        if table is None or table.role_of(self.name) != role or role != table.turn:
            writer.say("? game play: it isn't your turn")
            return
        try:
            self._play(table, " ".join(words))
        except HnefataflError as error:
            writer.say(f"? game {error}".partition("\n")[0])
            return
        if self._end(table):
            return
        self._ask_for_move(table)
        writer.say(f'= game_time {{"id":{number},"attacker_ms_left":1,"defender_ms_left":1}}', "= game")

    def _play(self, table: Table, words: str) -> None:
        role, (origin, target) = table.turn, words.lower().split()
        if origin == "resigns":
            self.over[table.number] = "defender_wins" if role == "attacker" else "attacker_wins"
            return
        before = table.position
        move = f"{origin}-{target}"
        try:
            table.position = before.play(move)
        except HnefataflError:
            if role == table.role_of(self.name):
                raise
            table.texts.append(move)  # the opponent's fault is the server's own reading of the rules
            return
        table.texts.append(move + "".join(f"x{square}" for square in before.captures(move)))

    def _end(self, table: Table) -> bool:
        outcome = table.position.outcome
        if outcome is not None and outcome.winner is not None:
            self.over[table.number] = f"{'attacker' if outcome.winner is Side.ATTACKERS else 'defender'}_wins"
        if table.number not in self.over:
            return False
        del self.tables[table.number]
        self.say(f"= game_over {table.number} {self.over[table.number]}")
        return True

    def _ask_for_move(self, table: Table) -> None:
        while True:
            if table.role_of(self.name) == table.turn:
                self.say(f"game {table.number} generate_move {table.turn}")
                return
            role, text = table.turn, self.reply(table)
            if text is None:
                return
            self._play(table, text)
            self.say(f"game {table.number} play {role} {text}")
            if self._end(table):
                return
            if table.turn == role:  # its move was not legal
                self.say(f"game {table.number} generate_move {table.role_of(self.name)}")
                return

    def move(self, number: str) -> None:
        """Let the opponent move."""
        self._ask_for_move(self.tables[number])

    def say(self, *lines: str) -> None:
        """Say something to the client."""
        if self.client is not None:
            self.client.say(*lines)

    def moves_heard(self) -> list[str]:
        return [line for line in self.heard if line.startswith("game ")]


def follow(game: Iterable[str]) -> Callable[[Table], str | None]:
    """An opponent who plays the moves of a game."""
    moves = tuple(game)

    def reply(table: Table) -> str | None:
        ply = table.position.ply
        return moves[ply].replace("-", " ") if ply < len(moves) else None

    return reply


class Socket(Writer):
    """A connection over a socket."""

    def __init__(self, lobby: Lobby, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(lobby, reader)
        self._lobby, self._socket = lobby, writer

    def say(self, *lines: str) -> None:
        self._socket.write("".join(f"{line}\n" for line in lines).encode())

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._socket.close()
            self._lobby.log_out(self)


@contextmanager
def listening(lobby: Lobby) -> Generator[int]:
    """Let a server listen on a port of this machine, in a thread of its own, and yield the port."""
    loop, ports = asyncio.new_event_loop(), list[int]()
    ready, taking = threading.Event(), list[asyncio.Task[Any] | None]()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taking.append(asyncio.current_task())
        connection = Socket(lobby, reader, writer)
        lobby.connections.append(connection)
        with suppress(ConnectionError):
            while data := await reader.read(1000):
                connection.write(data)
        connection.close()

    async def listen() -> None:
        async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
            ports.append(server.sockets[0].getsockname()[1])
            ready.set()
            await stopped.wait()
            for connection in lobby.connections:
                connection.close()
            await asyncio.gather(*filter(None, taking))

    stopped = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(listen(),), daemon=True)
    thread.start()
    ready.wait(30)
    try:
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join(30)
        loop.close()
