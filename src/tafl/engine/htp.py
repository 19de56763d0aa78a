r"""HTP, the text protocol of hnefatafl.org, without input and output.

Its source is ``dcampbell24/hnefatafl`` (``src/message.rs``, ``src/game.rs``, ``src/play.rs``). The host writes a
command, and the engine answers ``=`` and a text, or ``?`` and what is wrong; it may print other lines. An engine
chooses moves on its own board: ``generate_move`` also plays the move there.

Squares show the size of the board: capitals on a board of thirteen (``D3``), a 0 before on a board of seven (``0d3``).

The protocol knows neither rules nor positions. It has the size of the board, from which the engine takes the rules and
the start: Copenhagen hnefatafl on eleven and thirteen, and on seven the brandubh of hnefatafl.org, in which the
defenders begin. Other rules with the same start and the same first side are warned of; others cannot be told. It has no
limits for a single move either. Clocks begin with the game, so the host plays without them and keeps the time itself.

The server of hnefatafl.org asks for a move with the side behind it, ``generate_move attacker``. An engine of ours takes
it with and without.

>>> from hnefatafl import Position, variants
>>> from hnefatafl.search import Limit
>>> host = HtpHost()
>>> sent, result = host.connection.drive(
...     host.play(Position.initial(RULES[7]).play("d3-b3"), Limit(seconds=2)),
...     b"= \n= \n= \n= play attacker 0d1 0c1\n",
... )
>>> print(sent.decode(), result.move, sep="")
board_size 7
time_settings un-timed
play defender 0d3 0b3
generate_move
d1-c1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from hnefatafl import __version__, variants
from hnefatafl.board import Kind, Move, Side, Square
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotExpressibleError
from hnefatafl.notation import dcampbell
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset, optional_ruleset
from hnefatafl.search import Analysis, Limit
from tafl.engine._connection import Connection, Conversation, Event, Expect
from tafl.engine._hosting import GameLine, Said, check_move, expect_answer, wait
from tafl.engine._protocol import EngineMoveError, EngineRefusedError, Info, PlayResult, Reply, Search

__all__ = ["RULES", "HtpHost", "HtpServer"]


RULES: Final[Mapping[int, Ruleset]] = {
    7: variants.get("brandubh-hnefatafl-org"),
    11: variants.COPENHAGEN,
    13: dcampbell.COPENHAGEN_13,
}
"""The rulesets of the protocol, by the size of the board."""

_ROLES: Final = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}
_SIDES: Final = {"attacker": Side.ATTACKERS, "a": Side.ATTACKERS, "defender": Side.DEFENDERS, "d": Side.DEFENDERS}
_VERSION: Final = "1-beta"


def _write(square: Square, size: int) -> str:
    name = str(square)
    return name.upper() if size == 13 else f"0{name}" if size == 7 else name


def _read(text: str) -> Square:
    return Square.parse(text.lower().removeprefix("0"))


def _read_move(text: str) -> Move:
    """Read the two squares of a move.

    Raises:
        NotationError: they are none.
    """
    origin, target = (*text.replace(",", " ").split(), "", "")[:2]
    return Move.of(_read(origin), _read(target))


@final
class HtpHost:
    """The side that asks an engine for moves. It tells the engine each move once, as long as the game goes on.

    >>> host = HtpHost()
    >>> host.connection.drive(host.hello(), b"= hnefatafl-copenhagen\\n= 6.1.0\\n")[0]
    b'name\\nversion\\n'
    >>> host.name
    'hnefatafl-copenhagen 6.1.0'
    """

    __slots__ = ("_line", "connection", "name", "options", "warnings")

    def __init__(self) -> None:
        self.connection: Final = Connection(["=", "?"])
        """The lines to and from the engine."""
        self.name: str = ""
        """What the engine calls itself, and its version."""
        self.options: Final[dict[str, str]] = {}
        """Empty: the protocol has no options."""
        self.warnings: tuple[str, ...] = ()
        """What the engine plays otherwise than the rules of the last position, and what it captured otherwise."""
        self._line: GameLine | None = None

    def hello(self, options: Mapping[str, str] | None = None) -> Conversation[None]:
        """Ask the engine for its name.

        >>> next(HtpHost().hello())
        b'name\\n'

        Raises:
            NotExpressibleError: there are options.
        """
        if options:
            raise NotExpressibleError("HTP", list(options))
        remarks = Said()
        name = yield from self._ask(remarks, "name")
        version = yield from self._ask(remarks, "version")
        self.name = f"{name} {version}".strip()

    def _ask(self, remarks: Said, *words: str, expect: Expect | None = None) -> Conversation[str]:
        """Give a command, and return what is answered.

        Raises:
            EngineRefusedError: the engine refuses it.
        """
        yield self.connection.send(*words)

        def hear(event: Event) -> None:
            if event.name == "?":
                raise EngineRefusedError(" ".join(words), event.text)
            remarks.hear(event)

        event = yield from wait("=", expect or Expect(awaited=f"an answer to {words[0]}"), hear)
        return event.text

    def play(self, position: Position, limit: Limit) -> Conversation[PlayResult]:
        """Ask for a move. The limit is not sent, but it decides how long the answer is waited for.

        >>> from hnefatafl import Position
        >>> from hnefatafl.search import Limit
        >>> host = HtpHost()
        >>> start = Position.initial(RULES[7])
        >>> host.connection.drive(host.play(start, Limit(seconds=9)), b"? unsupported board size\\n")
        Traceback (most recent call last):
            ...
        tafl.engine.EngineRefusedError: the engine refused board_size 7: unsupported board size

        Raises:
            EngineMoveError: the engine plays an illegal move.
            EngineRefusedError: it refuses a command.
            NotExpressibleError: the protocol cannot tell of the position.
        """
        remarks = Said()
        line = GameLine.of(position, "HTP")
        try:
            yield from self._send_line(line, remarks)
            text = yield from self._ask_for_move(position, limit, remarks)
            if text.startswith("resign"):
                self._line = None
                return PlayResult(move=None, info=remarks.complete(Info()), resigned=True)
            move = check_move(position, text, _read_move)
        except (EngineRefusedError, EngineMoveError):
            self._line = None
            raise
        self._line = line.add(move)
        return PlayResult(move=move, info=remarks.complete(Info()))

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> Conversation[tuple[Info, ...]]:
        """Ask for an analysis, which is no more than the engine's move: the protocol has no other.

        >>> from hnefatafl import Position
        >>> from hnefatafl.search import Limit
        >>> host = HtpHost()
        >>> start = Position.initial(RULES[7])
        >>> said = b"= \\n= \\n= play defender 0d3 0b3\\n"
        >>> print(*host.connection.drive(host.analyse(start, Limit(seconds=1)), said)[1][0].pv)
        d3-b3

        Raises:
            HnefataflError: as :meth:`play`.
        """
        result = yield from self.play(position, limit)
        self._line = None  # the engine has played the move on its board
        if result.move is None:
            return (result.info,)
        return (Info(pv=(result.move,), lines=result.info.lines),)

    def _ask_for_move(self, position: Position, limit: Limit, remarks: Said) -> Conversation[str]:
        """Return the move that the engine chooses, or its resignation."""
        expect = expect_answer(limit, position.turn, "an answer to generate_move")
        text = yield from self._ask(remarks, "generate_move", expect=expect)
        while not text.startswith("play "):  # it may print what it thinks of it
            event = yield from wait("=", expect, remarks.hear)
            text = event.text
        return text.partition(" ")[2].partition(" ")[2]

    def _send_line(self, line: GameLine, remarks: Said) -> Conversation[None]:
        """Tell the engine the moves that it does not know yet."""
        rules = line.root.ruleset
        engine_rules = RULES.get(rules.size)
        if engine_rules is None:
            raise NotExpressibleError("HTP", ["size"])
        if line.root.board != engine_rules.start:
            raise NotExpressibleError("HTP", ["start"])
        if line.root.turn is not engine_rules.first:
            raise NotExpressibleError("HTP", ["first"])
        moves = line.beyond(self._line)
        if moves is None:
            moves = line.moves
            difference = f"the engine plays {engine_rules.name}, and not {rules.name}"
            self.warnings = () if engine_rules == rules else (difference,)
            yield from self._ask(remarks, "board_size", str(rules.size))
            yield from self._ask(remarks, "time_settings", "un-timed")
        position = line.root
        for move in line.moves[: len(line.moves) - len(moves)]:
            position = position.play(move)
        for move in moves:
            squares = (_write(square, rules.size) for square in (move.origin, move.target))
            captures = yield from self._ask(remarks, "play", _ROLES[position.turn], *squares)
            self._compare(position, move, captures)
            position = position.play(move)
        self._line = line

    def _compare(self, position: Position, move: Move, captures: str) -> None:
        """Warn where the engine sees other captures."""
        ours = {square for square, piece in position.captures(move).items() if piece.kind is not Kind.KING}
        try:
            theirs = {_read(word) for word in captures.split()}
        except HnefataflError:
            return
        if theirs - {position.king} != ours:
            captured = " ".join(map(str, sorted(theirs))) or "nothing"
            self.warnings = (*self.warnings[:20], f"after {move} the engine captures {captured}")

    def quit(self) -> bytes:
        """Return what asks the engine to end."""
        return self.connection.send("quit")


# The engine's side.

_COMMANDS: Final = (
    *("board_size", "final_status", "generate_move", "known_command", "list_commands", "name", "play", "play_from"),
    *("play_to", "protocol_version", "quit", "show_board", "time_settings", "version"),
)


@final
class HtpServer:
    r"""The side of an engine. It knows the position; the caller searches.

    >>> server = HtpServer()
    >>> server.connection.receive_data(b"board_size 7\nplay defender 0d3 0c3\nplay defender 0d5 0c5\n")
    >>> while (event := server.connection.next_event()) is not None:
    ...     print(server.reply(event).data)
    b'= \n'
    b'= \n'
    b"? it is the attackers' turn\n"

    Arguments:
        rules: the ruleset of a board of its size, and of the first game; None for those of :data:`RULES`.
    """

    __slots__ = ("_position", "_rules", "_winner", "connection")

    def __init__(self, ruleset: Ruleset | str | None = None) -> None:
        ruleset = optional_ruleset(ruleset)
        self.connection: Final = Connection(_COMMANDS)
        """The lines to and from the host."""
        self._rules: Final = dict(RULES) if ruleset is None else {**RULES, ruleset.size: ruleset}
        self._begin(self._rules[11] if ruleset is None else ruleset)

    def _begin(self, rules: Ruleset) -> None:
        self._position = Position.initial(rules, None if rules.first is not None else Side.ATTACKERS)
        self._winner: Side | None = None  # by resignation

    def greeting(self) -> bytes:
        """Return what an engine writes before it is asked: nothing."""
        return b""

    def _say(self, text: str = "") -> Reply:
        lines = text.split("\n")
        return Reply(data=f"= {text}\n".encode() if len(lines) > 1 else b"= " + self.connection.send(text))

    def reply(self, event: Event) -> Reply:
        """Return what to do about a line of the host. A faulty line is answered, and changes nothing.

        >>> server = HtpServer()
        >>> server.connection.receive_data(b"protocol_version\\n")
        >>> server.reply(server.connection.next_event()).data
        b'= 1-beta\\n'
        """
        line = event.line.partition("#")[0].strip()
        if not line:
            return Reply()
        try:
            return self._reply(event.name, line.split()[1:])
        except HnefataflError as error:
            return Reply(data=self.connection.send("?", str(error).partition("\n")[0].strip()))

    def _reply(self, name: str, words: list[str]) -> Reply:
        match name, words:
            case "board_size", [size]:
                if not (size.isascii() and size.isdigit()) or int(size[:4]) not in self._rules:
                    raise ArgumentValueError(f"a size of {', '.join(map(str, self._rules))} was expected")
                self._begin(self._rules[int(size[:4])])
                return self._say()
            case "time_settings", ["un-timed", *_] | ["fischer", _, _]:
                self._begin(self._position.ruleset)
                return self._say()
            case "play", [role, "resigns", *_]:
                self._winner = self._read_role(role).opponent
                return self._say()
            case "play", [role, origin, target, *_]:
                return self._play(self._read_role(role), Move.of(_read(origin), _read(target)))
            case "generate_move", [] | [_]:
                for role in words:
                    self._read_role(role)
                if self._describe_status() != "ongoing":
                    raise ArgumentValueError("the game is over")
                return Reply(search=Search(position=self._position, limit=Limit()))
            case "play_from", []:
                return self._say(f"{_ROLES[self._position.turn]} {' '.join(self._list_squares(None))}".rstrip())
            case "play_to", [role, origin, *_]:
                self._read_role(role)
                return self._say(" ".join(self._list_squares(_read(origin))))
            case "final_status", []:
                return self._say(self._describe_status())
            case "show_board", []:
                return self._say(dcampbell.format_board(self._position.board).rstrip("\n"))
            case "quit", _:
                return Reply(stop=True, quit=True)
            case _:
                return self._tell(name, words)

    def _tell(self, name: str, words: list[str]) -> Reply:
        """Answer a question about the engine."""
        match name, words:
            case "name", []:
                return self._say("tafl")
            case "version", []:
                return self._say(__version__)
            case "protocol_version", []:
                return self._say(_VERSION)
            case "known_command", [word]:
                return self._say(str(word in _COMMANDS).lower())
            case "list_commands", []:
                return self._say("\n" + "\n".join(_COMMANDS))
            case _:
                refusal = f"{name} does not take that" if name else "there is no such command"
                raise ArgumentValueError(refusal)

    def _read_role(self, role: str) -> Side:
        """The side to move, if the role is that."""
        side = _SIDES.get(role.lower())
        turn = self._position.turn
        if side is None:
            raise ArgumentValueError(f"attacker or defender was expected, not {role:.60}")
        if side is not turn:
            raise ArgumentValueError(f"it is the {turn}' turn")
        return side

    def _play(self, side: Side, move: Move) -> Reply:
        if self._winner is not None:
            raise ArgumentValueError("the game is over")
        position = self._position
        after = position.play(move)
        size = position.ruleset.size
        taken = [square for square, piece in position.captures(move).items() if piece.kind is not Kind.KING]
        self._position = after
        return self._say("".join(f"{_write(square, size)} " for square in sorted(taken)))

    def _list_squares(self, origin: Square | None) -> Iterator[str]:
        """Where moves begin, or where those from a square end."""
        moves = sorted(self._position.legal_moves())
        squares = {move.origin for move in moves} if origin is None else {m.target for m in moves if m.origin == origin}
        if origin is not None and not squares:
            raise ArgumentValueError("no move begins there")
        yield from (_write(square, self._position.ruleset.size) for square in sorted(squares))

    def _describe_status(self) -> str:
        outcome = self._position.outcome
        winner = self._winner if outcome is None else outcome.winner
        if winner is not None:
            return f"{_ROLES[winner]}_wins"
        return "ongoing" if outcome is None else "draw"

    def report(self, search: Search, analysis: Analysis) -> bytes:
        """Return what an engine writes about a search that goes on: nothing.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit, analyse
        >>> position = Position.initial(variants.BRANDUBH)
        >>> HtpServer().report(Search(position=position, limit=Limit()), analyse(position, Limit(depth=1)))
        b''
        """
        return b""

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move, which is played on its board; None if the game is
        over.

        >>> from hnefatafl import Position, variants
        >>> from hnefatafl.search import Limit
        >>> search = Search(position=Position.initial(variants.BRANDUBH), limit=Limit())
        >>> HtpServer().answer(search, Move.parse("d1-c1"))
        b'= play attacker 0d1 0c1\\n'
        """
        if move is None:
            return self.connection.send("? the game is over")
        position = search.position
        size = position.ruleset.size
        self._position = position.play(move)
        squares = (_write(square, size) for square in (move.origin, move.target))
        return self.connection.send("= play", _ROLES[position.turn], *squares)
