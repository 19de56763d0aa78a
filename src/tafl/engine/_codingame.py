r"""The brandubh of CodinGame: a program reads nine lines, and writes its move.

Its source is ``n3l-ctrl/brandubh-codingame`` (``config/stub.txt``; ``Referee.java``, ``sendInputs``, ``parseMove``).
For each move the referee sends the side (0 for the attackers, 1 for the defenders), the last move (``d2d4``, or
``NONE`` at the start), and the seven ranks from the top with ``A``, ``D``, ``K`` and ``.``; the program answers with a
move like ``d2d4``. It has 100 ms for the first and 50 ms for each other one. An older statement wrote moves as ``MOVE
x1 y1 x2 y2``, which is not read here. Our reading: a program has five seconds more for its first move, to start.

>>> server = CodingameServer()
>>> lines = ["0", "NONE", *draw_board(RULES.start, _LETTERS)]
>>> server.connection.receive_data("\n".join(lines).encode() + b"\n")
>>> replies = []
>>> while (event := server.connection.next_event()) is not None:
...     replies.append(server.reply(event))
>>> search = replies[-1].search
>>> search.position == Position.initial(RULES), search.limit.seconds
(True, 0.085)
>>> server.answer(search, Move.parse("d2-c2"))
b'd2c2\n'
"""

from __future__ import annotations

from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Board, Move, Side
from hnefatafl.errors import NotationError
from hnefatafl.play import Position
from hnefatafl.rules import RulesetLike
from hnefatafl.search import Analysis, Limit
from tafl.engine._connection import Conversation, Event
from tafl.engine._doors import DoorHost, DoorServer, draw_board
from tafl.engine._hosting import GameLine
from tafl.engine._protocol import Reply, Search

RULES: Final = variants.get("brandubh-codingame")
_LETTERS: Final = {"t": "A", "T": "D", "K": "K", ".": "."}
_PIECES: Final = {letter: symbol for symbol, letter in _LETTERS.items()}
_SIDES: Final = {Side.ATTACKERS: "0", Side.DEFENDERS: "1"}
_RESERVE: Final = 0.015
"""How many seconds of the time for a move are not searched."""


def _write_move(move: Move | None) -> str:
    return "NONE" if move is None else f"{move.origin}{move.target}"


@final
class CodingameHost(DoorHost):
    """The referee's end."""

    __slots__ = ()

    _PROTOCOL = "the protocol of CodinGame"
    _RULES = RULES

    def _tell(self, line: GameLine) -> Conversation[None]:
        position = line.positions[-1]
        words = [_SIDES[position.turn], _write_move(position.last_move), *draw_board(position.board, _LETTERS)]
        yield b"".join(self.connection.send(word) for word in words)

    def _find_move(self, event: Event) -> str | None:
        return "".join(event.line.split()).lower()

    def quit(self) -> bytes:
        """Return nothing: the program knows no other lines."""
        return b""


@final
class CodingameServer(DoorServer):
    """The program's end."""

    __slots__ = ("_lines", "_moves")

    _RULES = RULES
    _WORDS = ()

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        super().__init__(ruleset)
        self._lines: list[str] = []
        self._moves = 0

    def _reply(self, event: Event) -> Reply:
        self._lines.append(event.line)
        if len(self._lines) < 2 + self._rules.size:
            return Reply()
        (role, last, *ranks), self._lines = self._lines, []
        side = next((side for side, word in _SIDES.items() if word == role), None)
        if side is None:
            raise NotationError("0 or 1 was expected for the side", role)
        position = Position.from_board(Board.parse("\n".join(ranks), _PIECES), self._rules, side)
        self._follow(None if last == "NONE" else Move.parse(last.lower()), position)
        self._moves += 1
        return Reply(search=self._search(Limit(seconds=(0.1 if self._moves == 1 else 0.05) - _RESERVE)))

    def _refuse(self, event: Event, reason: str) -> bytes:
        return self.connection.send("?", reason.partition("\n")[0])

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        if move is None:
            return self.connection.send("WAIT")
        self._accept(search.position.play(move))
        return self.connection.send(_write_move(move))
