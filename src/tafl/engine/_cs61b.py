r"""The text commands of tablut in the course CS61B (Berkeley, fall 2019).

Their source is the statement of project 2, as ``sihoonathan/tablut`` has it in its README, with ``Controller.java`` of
the same. The program plays the sides that are ``auto`` and reads the moves of those that are ``manual``; our reading,
by its constructor: at the start white is ``auto``, and black ``manual``. Moves are a square and the rank or file where
they end: ``i6-g``. The program writes its own as ``* i6-g``, and ``* White wins.`` or ``* Black wins.`` at the end.
What stands before a ``>`` in a line is a prompt. Other lines with an error in them are refusals (our reading).

>>> server = Cs61bServer()
>>> server.connection.receive_data(b"new\nauto white\ni6-g\n")
>>> while (event := server.connection.next_event()) is not None:
...     reply = server.reply(event)
>>> server.answer(reply.search, Move.parse("d5-d7"))
b'* d5-7\n'
"""

from __future__ import annotations

import re
from typing import Final, final

from hnefatafl import variants
from hnefatafl.board import Move, Side
from hnefatafl.errors import ArgumentValueError, NotExpressibleError
from hnefatafl.play import Position
from hnefatafl.rules import LimitConsequence, RulesetLike
from hnefatafl.search import Analysis, Limit
from tafl.engine._connection import Conversation, Event
from tafl.engine._doors import DoorHost, DoorServer, draw_board
from tafl.engine._hosting import GameLine
from tafl.engine._protocol import EngineRefusedError, Reply, Search

RULES: Final = variants.get("tablut-cs61b")
_COLOURS: Final = {Side.ATTACKERS: "black", Side.DEFENDERS: "white"}
_SIDES: Final = {colour: side for side, colour in _COLOURS.items()}
_LETTERS: Final = {"t": "B", "T": "W", "K": "K", ".": "-"}
_MOVE: Final = re.compile(r"[a-i][1-9]-[a-i1-9]")
_PLAYED: Final = re.compile(r"\*\s*([a-i][1-9]-[a-i1-9])\s*")


def _write_move(move: Move) -> str:
    origin, target = str(move.origin), str(move.target)
    return f"{origin}-{target[1] if origin[0] == target[0] else target[0]}"


@final
class Cs61bHost(DoorHost):
    """The referee's end."""

    __slots__ = ("_side",)

    _PROTOCOL = "the protocol of CS61B"
    _RULES = RULES

    def __init__(self) -> None:
        super().__init__()
        self._side: Side | None = None  # which the program plays

    def _tell(self, line: GameLine) -> Conversation[None]:
        if line.root.board != RULES.start:
            raise NotExpressibleError(self._PROTOCOL, ["start"])
        turn = line.positions[-1].turn
        steps = line.beyond(self._known) if turn is self._side else None
        if steps is not None and len(steps) != 1:
            steps = None  # it would answer the first of several at once
        self._side = turn
        begun = () if steps is not None else ("manual black", "manual white", "new")
        asked = () if steps is not None else (f"auto {_COLOURS[turn]}",)
        moves = (_write_move(move) for _, move, _ in (line.steps if steps is None else steps))
        for command in (*begun, *moves, *asked):
            yield self.connection.send(command)

    def _find_move(self, event: Event) -> str | None:
        text = event.line.rpartition(">")[2].strip()
        match = _PLAYED.fullmatch(text)
        if match is None and "error" in text.lower():
            raise EngineRefusedError("", text)
        return None if match is None else match[1]


@final
class Cs61bServer(DoorServer):
    """The program's end."""

    __slots__ = ("_auto",)

    _RULES = RULES
    _WORDS = ()

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        super().__init__(ruleset)
        self._auto = {Side.DEFENDERS}

    def _reply(self, event: Event) -> Reply:
        data = b""
        match event.line.partition("#")[0].lower().split():
            case [] | ["seed", _]:
                pass
            case ["new"]:
                self._begin(self._rules)
            case ["auto" | "manual" as who, colour] if colour in _SIDES:
                (self._auto.add if who == "auto" else self._auto.discard)(_SIDES[colour])
            case ["limit", number] if number.isdecimal():
                self._limit(int(number[:9]))
            case ["dump"]:
                ranks = draw_board(self._position.board, _LETTERS, " ")
                data = "".join(("===\n", *(f"  {rank}\n" for rank in ranks), "===\n")).encode()
            case ["quit"]:
                return Reply(stop=True, quit=True)
            case [text] if _MOVE.fullmatch(text):
                self._accept(self._position.play(Move.parse(text)))
                data = self._announce()
            case _:
                raise ArgumentValueError(f"bad command: {event.line:.60}")
        return Reply(data=data, search=self.go_on())

    def _limit(self, moves: int) -> None:
        """Let a side lose that would have to make one move more than so many."""
        before, *after = self._position.history()
        made = (len(after) + 1) // 2
        if moves <= made:
            raise ArgumentValueError(f"a side has made {made} moves already")
        rules = self._rules.evolve(move_limit=2 * moves, move_limit_consequence=LimitConsequence.MOVER_LOSES)
        position = Position.from_setup(before.setup, rules)
        for reached in after:
            assert reached.last_move is not None
            position = position.play(reached.last_move)
        self._accept(position)

    def go_on(self) -> Search | None:
        if self._position.outcome is not None or self._position.turn not in self._auto:
            return None
        return self._search(Limit())

    def _announce(self) -> bytes:
        outcome = self._position.outcome
        if outcome is None or outcome.winner is None:
            return b""
        return self.connection.send(f"* {_COLOURS[outcome.winner].title()} wins.")

    def _refuse(self, event: Event, reason: str) -> bytes:
        return self.connection.send("Error:", reason.partition("\n")[0])

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        if move is None:
            return b""
        self._accept(search.position.play(move))
        return self.connection.send("*", _write_move(move)) + self._announce()
