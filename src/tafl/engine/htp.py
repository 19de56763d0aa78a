"""HTP, the text protocol of hnefatafl.org, without input and output.

Its source is ``dcampbell24/hnefatafl`` (``src/message.rs``, ``src/game.rs``, ``src/play.rs``). The host writes a
command, and the engine answers ``=`` and a text, or ``?`` and what is wrong; it may print other lines. An engine
chooses moves on its own board: ``generate_move`` also plays the move there.

Squares show the size of the board: capitals on a board of thirteen (``D3``), a 0 before on a board of seven (``0d3``).

The protocol knows neither rules nor positions. It has the size of the board, from which the engine takes the rules and
the start. These are the rulesets of hnefatafl.org (:data:`RULES`): ``copenhagen-hnefatafl-org`` on eleven,
``copenhagen-hnefatafl-org-13`` on thirteen, and on seven ``brandubh-hnefatafl-org``, in which the defenders begin.
Other rules with the same start and the same first side are warned of; others cannot be told, and the error says what
the program plays. The protocol has no limits for a single move either, and nothing that ends a search. Clocks begin
with the game, so the host plays without them and keeps the time itself.

The server of hnefatafl.org asks for a move with the side behind it, ``generate_move attacker``. An engine of ours takes
it with and without; after a ``play`` or ``board_size`` that it has refused, not before it has taken another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, final

from hnefatafl import __version__, variants
from hnefatafl.board import Kind, Move, Side, Square, as_move
from hnefatafl.errors import ArgumentValueError, HnefataflError, NotExpressibleError
from hnefatafl.notation import dcampbell
from hnefatafl.play import Position, PositionLike, as_position
from hnefatafl.rules import Ruleset, RulesetLike
from hnefatafl.search import Analysis, Limit
from tafl.engine._answering import Server
from tafl.engine._connection import Conversation, Event, Expect
from tafl.engine._hosting import GameHost, GameLine, Said, Tell, check_move, expect_answer, ignore, tell_choice
from tafl.engine._protocol import Info, PlayResult, Reply, Search

__all__ = ["ROLES", "RULES", "HtpHost", "HtpServer", "write_move"]


RULES: Final[Mapping[int, Ruleset]] = {
    7: variants.get("brandubh-hnefatafl-org"),
    11: variants.get("copenhagen-hnefatafl-org"),
    13: variants.get("copenhagen-hnefatafl-org-13"),
}
"""The rulesets of the protocol, by the size of the board."""

ROLES: Final[Mapping[Side, str]] = MappingProxyType({Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"})
"""What the protocol calls the sides."""
_SIDES: Final = {"attacker": Side.ATTACKERS, "a": Side.ATTACKERS, "defender": Side.DEFENDERS, "d": Side.DEFENDERS}


def _write(square: Square, size: int) -> str:
    name = str(square)
    return name.upper() if size == 13 else f"0{name}" if size == 7 else name


def write_move(position: PositionLike, move: Move | str) -> Iterator[str]:
    """Yield the words for a move: its side and its squares.

    >>> " ".join(write_move(RULES[13], "d1-d3"))
    'attacker D1 D3'
    """
    position, move = as_position(position), as_move(move)
    yield ROLES[position.turn]
    yield from (_write(square, position.ruleset.size) for square in (move.origin, move.target))


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
class HtpHost(GameHost):
    """The side that asks an engine for moves, with the methods of :class:`~tafl.engine.Host`. It tells the engine each
    move once, as long as the game goes on. The limit of a move is not sent, but it decides how long the answer is
    waited for. An analysis is no more than the engine's move: the protocol has no other. What the engine captures
    otherwise is among the warnings.

    >>> from hnefatafl import Position
    >>> from hnefatafl.search import Limit
    >>> host = HtpHost()
    >>> host.connection.drive(host.hello(), b"= hnefatafl-copenhagen\\n= 6.1.0\\n")[0], host.name
    (b'name\\nversion\\n', 'hnefatafl-copenhagen 6.1.0')
    >>> start = Position.initial(RULES[7])
    >>> said = b"= \\n= \\n= \\n= play attacker 0d1 0c1\\n"
    >>> sent, result = host.connection.drive(host.play(start.play("d3-b3"), Limit(seconds=2)), said)
    >>> print(sent.decode(), result.move, sep="")
    board_size 7
    time_settings un-timed
    play defender 0d3 0b3
    generate_move
    d1-c1
    >>> said = b"= \\n= \\n= play defender 0d3 0b3\\n"
    >>> print(*host.connection.drive(host.analyse(start, Limit(seconds=1)), said)[1][0].pv)
    d3-b3
    >>> host.connection.drive(host.play(start, Limit(seconds=9)), b"? unsupported board size\\n")
    Traceback (most recent call last):
        ...
    tafl.engine.EngineRefusedError: the engine refused board_size 7: unsupported board size
    """

    __slots__ = ()

    _PROTOCOL = "HTP"
    _WORDS = ("=", "?")

    def _greet(self, options: Mapping[str, str]) -> Conversation[None]:
        said = Said()
        name = yield from self._ask(said, "name")
        version = yield from self._ask(said, "version")
        self.name: str = f"{name} {version}".strip()

    def _refusal(self, event: Event) -> str | None:
        return event.text if event.name == "?" else None

    def _ask(self, said: Said, *words: str, expect: Expect | None = None) -> Conversation[str]:
        """Give a command, and return what is answered."""
        yield self.connection.send(*words)
        expect = expect or Expect(awaited=f"an answer to {words[0]}")
        event = yield from self._wait_for("=", said.hear, expect, " ".join(words))
        return event.text

    def _play(self, line: GameLine, position: Position, limit: Limit) -> Conversation[PlayResult]:
        return self._choose(line, position, limit)

    def _choose(
        self, line: GameLine, position: Position, limit: Limit, *, patiently: bool = False
    ) -> Conversation[PlayResult]:
        said = Said()
        yield from self._tell(line, said)
        expect = expect_answer(limit, position.turn, "an answer to generate_move", patiently=patiently)
        text = yield from self._ask(said, "generate_move", expect=expect)
        while not text.startswith("play "):  # it may print what it thinks of it
            event = yield from self._wait_for("=", said.hear, expect, "generate_move")
            text = event.text
        text = text.partition(" ")[2].partition(" ")[2]
        resigned = text.startswith("resign")
        move = None if resigned else check_move(position, text, _read_move)
        return PlayResult(move=move, info=said.complete(), resigned=resigned)

    def _analyse(self, position: Position, limit: Limit, lines: int, tell: Tell) -> Conversation[tuple[Info, ...]]:
        patiently = tell is not ignore or limit == Limit()
        result = yield from self._choose(GameLine.of(position, "HTP"), position, limit, patiently=patiently)
        self._known = None  # the engine has played the move on its board
        return tell_choice(result, tell)

    def _tell(self, line: GameLine, said: Said) -> Conversation[None]:
        """Tell the engine the moves that it does not know yet."""
        rules = line.root.ruleset
        engine_rules = RULES.get(rules.size)
        if engine_rules is None:
            played = ", ".join(each.name for each in RULES.values())
            raise NotExpressibleError("HTP", ["size"], f"its programs play {played}")
        differs = {"start": line.root.board != engine_rules.start, "first": line.root.turn is not engine_rules.first}
        if any(differs.values()):
            advice = f"its programs play {engine_rules.name} on a board of {rules.size}"
            raise NotExpressibleError("HTP", [name for name, is_other in differs.items() if is_other], advice)
        steps = line.beyond(self._known)
        if steps is None:
            steps = line.steps
            difference = f"the engine plays {engine_rules.name}, and not {rules.name}"
            self.warnings: tuple[str, ...] = () if engine_rules == rules else (difference,)
            yield from self._ask(said, "board_size", str(rules.size))
            yield from self._ask(said, "time_settings", "un-timed")
        for before, move, _ in steps:
            captures = yield from self._ask(said, "play", *write_move(before, move))
            self._compare(before, move, captures)
        self._known = line

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


# The engine's side.

_COMMANDS: Final = (
    *("board_size", "final_status", "generate_move", "known_command", "list_commands", "name", "play", "play_from"),
    *("play_to", "protocol_version", "quit", "show_board", "time_settings", "version"),
)
_FACTS: Final = {
    "name": "tafl",
    "version": __version__,
    "protocol_version": "1-beta",
    "list_commands": "\n" + "\n".join(_COMMANDS),
}
"""What is answered about the engine."""


@final
class HtpServer(Server):
    r"""The side of an engine, with the methods of :class:`~tafl.engine.Server`.

    >>> server = HtpServer()
    >>> server.connection.receive_data(b"board_size 7\nplay defender 0d3 0c3\nplay defender 0d5 0c5\n")
    >>> while (event := server.connection.next_event()) is not None:
    ...     print(server.reply(event).data)
    b'= \n'
    b'= \n'
    b"? it is the attackers' turn\n"

    Arguments:
        ruleset: the ruleset of a board of its size, and of the first game; None for those of :data:`RULES`.
    """

    __slots__ = ("_rules", "_winner")

    _WORDS = _COMMANDS
    _SETTING = ("board_size", "play")
    _ASKING = ("generate_move",)

    def __init__(self, ruleset: RulesetLike | None = None) -> None:
        super().__init__(RULES[11] if ruleset is None else ruleset)
        rules = self._position.ruleset
        self._rules: Final = {**RULES, rules.size: rules}

    def _begin(self, rules: Ruleset) -> None:
        super()._begin(rules)
        self._winner: Side | None = None  # by resignation

    def _refuse(self, event: Event, reason: str) -> bytes:
        return self.connection.send("?", reason.partition("\n")[0].strip())

    def _reply(self, event: Event) -> Reply:
        line, text = event.line.partition("#")[0].strip(), ""
        if not line:
            return Reply()
        match event.name, line.split()[1:]:
            case "board_size", [size]:
                if not (size.isascii() and size.isdigit()) or int(size[:4]) not in self._rules:
                    raise ArgumentValueError(f"a size of {', '.join(map(str, self._rules))} was expected")
                self._begin(self._rules[int(size[:4])])
            case "time_settings", ["un-timed", *_] | ["fischer", _, _]:
                self._begin(self._position.ruleset)
            case "play", [role, "resigns", *_]:
                self._winner = self._read_role(role).opponent
            case "play", [role, origin, target, *_]:
                self._read_role(role)
                text = self._play(Move.of(_read(origin), _read(target)))
            case "generate_move", [] | [_] as roles:
                for role in roles:
                    self._read_role(role)
                if self._describe_status() != "ongoing":
                    raise ArgumentValueError("the game is over")
                return Reply(search=Search(position=self._position, limit=Limit()))
            case "play_from", []:
                text = f"{ROLES[self._position.turn]} {' '.join(self._list_squares(None))}".rstrip()
            case "play_to", [role, origin, *_]:
                self._read_role(role)
                text = " ".join(self._list_squares(_read(origin)))
            case "final_status", []:
                text = self._describe_status()
            case "show_board", []:
                text = dcampbell.format_board(self._position.board).rstrip("\n")
            case "known_command", [word]:
                text = str(word in _COMMANDS).lower()
            case "quit", _:
                return Reply(stop=True, quit=True)
            case name, words:
                if words or name not in _FACTS:
                    raise ArgumentValueError(f"{name} does not take that" if name else "there is no such command")
                text = _FACTS[name]
        return Reply(data=f"= {text}\n".encode())

    def _read_role(self, role: str) -> Side:
        """The side to move, if the role is that."""
        side = _SIDES.get(role.lower())
        turn = self._position.turn
        if side is None:
            raise ArgumentValueError(f"attacker or defender was expected, not {role:.60}")
        if side is not turn:
            raise ArgumentValueError(f"it is the {turn}' turn")
        return side

    def _play(self, move: Move) -> str:
        """Play a move of the host, and return what it captures."""
        if self._winner is not None:
            raise ArgumentValueError("the game is over")
        before = self._position
        self._accept(before.play(move))
        taken = [square for square, piece in before.captures(move).items() if piece.kind is not Kind.KING]
        return "".join(f"{_write(square, before.ruleset.size)} " for square in sorted(taken))

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
            return f"{ROLES[winner]}_wins"
        return "ongoing" if outcome is None else "draw"

    def answer(self, search: Search, move: Move | None, analysis: Analysis | None = None) -> bytes:
        """Return what an engine writes when it has chosen a move, which is played on its board; None if the game is
        over.

        >>> from hnefatafl import Position
        >>> from hnefatafl.search import Limit
        >>> search = Search(position=Position.initial(RULES[7]), limit=Limit())
        >>> HtpServer().answer(search, Move.parse("d3-c3"))
        b'= play defender 0d3 0c3\\n'
        """
        if move is None:
            return self.connection.send("? the game is over")
        self._position = search.position.play(move)
        return self.connection.send("= play", *write_move(search.position, move))
