r"""The byte protocol of hnefatafl in the course LOG320 (ETS, Montréal): a program connects to port 8888 of the server.

Its statement was not at hand. The sources are two programs of students, ``DamienSud/LOG320-Ete-Hnefatafl`` and
``antooinex/log320_hnefatafl`` (``Client.java`` of both). The server sends a digit and what belongs to it, without ends
of lines: ``1`` and the board to red, the attackers, who move at once; ``2`` and the board to black; ``3`` and the last
move to the side to move; ``4`` after an illegal move, for another; ``5`` and the last move at the end. A board has 169
numbers from the top left: 0 for empty, 2 for black, 4 for red, 5 for the king. Moves are ``D6 - D5``.

Our readings: the ranks come from the top; spaces in moves do not count; and the rules, of which the programs agree on
the start, on corners that let the king escape, and on a king that is captured on four sides: elsewhere fetlar's.

What the program sends ends where the packet ends. So the referee's end is a bridge (:mod:`tafl.engine._bridge`), which
waits for the connection of the program that it starts, and makes lines of packets.

>>> server = Log320Server()
>>> board = " ".join(draw_board(RULES.start, _NUMBERS, " "))
>>> server.connection.receive_data(f"1{board}".encode())
>>> search = server.reply(server.connection.next_event()).search
>>> server.answer(search, Move.parse("e1-e3"))
b'E1 - E3'
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Board, Move, Side
from hnefatafl.errors import ArgumentValueError
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike
from hnefatafl.search import Analysis, Limit
from tafl.engine._connection import Connection, Conversation, Event
from tafl.engine._doors import DoorHost, DoorServer, draw_board
from tafl.engine._hosting import GameLine
from tafl.engine._protocol import Reply, Search

PORT: Final = 8888
RULES: Final = variants.get("fetlar").evolve(
    name="log320",
    size=13,
    start=Board.parse("/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/"),
)
_NUMBERS: Final = {"t": "4", "T": "2", "K": "5", ".": "0"}
_PIECES: Final = {number: symbol for symbol, number in _NUMBERS.items()}
_LIMIT: Final = Limit(seconds=4.5)
"""The time of a search: the server allows five seconds."""
_PLAYED: Final = rb"[A-M]\d{1,2}\s*-\s*[A-M]\d{1,2}"
_MESSAGE: Final = re.compile(
    rb"[\s\0]*(?:([12])((?:\s*[0245]){169})|(3)\s*(%b)|(4)|(5)\s*((?:%b)?))" % (_PLAYED, _PLAYED)
)


def _write_move(move: Move) -> str:
    return f"{move.origin} - {move.target}".upper()


def _read_move(text: str) -> Move:
    return Move.parse("".join(text.split()).lower())


@final
class Log320Host(DoorHost):
    """The referee's end, behind the bridge."""

    __slots__ = ()

    _PROTOCOL = "the protocol of LOG320"
    _RULES = RULES
    _WORDS = ("connected",)

    def launch(self, words: list[str]) -> list[str]:
        """Return the command of the bridge, which starts the program and waits for its connection."""
        return [sys.executable, "-P", str(Path(__file__).with_name("_bridge.py")), str(PORT), *words]

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        yield from self._wait_for("connected", lambda event: None)

    def _tell(self, line: GameLine) -> Conversation[None]:
        position = line.positions[-1]
        is_first = self._known is None
        if is_first and position.turn is Side.ATTACKERS:
            yield self.connection.send("1", *draw_board(position.board, _NUMBERS, " "))
            return
        if is_first:
            yield self.connection.send("2", *draw_board(line.positions[-2].board, _NUMBERS, " "))
        assert position.last_move is not None
        yield self.connection.send("3", _write_move(position.last_move))

    def _find_move(self, event: Event) -> str | None:
        return "".join(event.line.split()).lower()

    def quit(self) -> bytes:
        """Return nothing: the connection is closed."""
        return b""


class _Packets(Connection):
    """Messages without ends of lines, each as a line whose first word is its digit."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        super().__init__([*"12345"])
        self._waiting = b""

    def receive_data(self, data: bytes) -> None:
        self._waiting += data
        while match := _MESSAGE.match(self._waiting):
            self._waiting = self._waiting[match.end() :]
            super().receive_data(b" ".join(part for part in match.groups() if part) + b"\n")
        if not data or len(self._waiting) > 1 << 12:
            super().receive_data(b"")


@final
class Log320Server(DoorServer):
    """The program's end."""

    __slots__ = ("_before", "_refused")

    _RULES = RULES
    _WORDS = ()

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        super().__init__(ruleset)
        self._before = self._position
        self._refused: set[Move] = set()

    def _connect(self) -> Connection:
        return _Packets()

    def _reply(self, event: Event) -> Reply:
        match event.name:
            case "1" | "2":
                ranks = "".join(event.text.split())
                board = Board.parse("\n".join(re.findall(".{13}", ranks)), _PIECES)
                self._follow(None, Position.from_board(board, self._rules, Side.ATTACKERS))
                return Reply(search=self._search(_LIMIT)) if event.name == "1" else Reply()
            case "3":
                self._accept(self._position.play(_read_move(event.text)))
                return Reply(search=self._search(_LIMIT))
            case "4":
                return Reply(data=self._play(self._before, self._choose_other()))
            case _:
                return Reply(quit=True)

    def _choose_other(self) -> Move:
        """A move that the server has not refused here."""
        other = next((move for move in sorted(self._before.legal_moves()) if move not in self._refused), None)
        if other is None:
            raise ArgumentValueError("the server refuses every move")
        return other

    def _play(self, position: Position, move: Move) -> bytes:
        if position != self._before:
            self._before, self._refused = position, set()
        self._refused.add(move)
        self._accept(position.play(move))
        return _write_move(move).encode()

    def _refuse(self, event: Event, reason: str) -> bytes:
        return b"?"

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        return b"" if move is None else self._play(search.position, move)
