r"""The Tablut Challenge of the University of Bologna: its server's states, moves and logs.

The source is the server, ``AGalassi/TablutCompetition``: ``domain/State.java``, ``domain/Action.java`` and
``domain/GameAshtonTablut.java``; recorded messages and logs of real games were compared with it. The board has nine
ranks. White are the defenders, and begin; Black are the attackers; the rules are ``ashton-tablut``.

**States** and **actions** are JSON objects. A state has ``board``, nine rows of nine names, rank 1 first (``EMPTY``,
``WHITE``, ``BLACK``, ``KING`` or ``THRONE``, the empty middle square), and ``turn``: ``WHITE`` or ``BLACK`` is to move,
or it is over with ``WHITEWIN``, ``BLACKWIN`` or ``DRAW``. An action has ``from``, ``to`` and ``turn``. On the wire each
is preceded by its length in bytes, four bytes in big-endian order, which the caller has to strip.

**Logs** are what Java's logger writes: for each message a line with date, class and method, and a line with the level
and the message. The messages are Italian, the date and the level are in the language of the machine (``FINE``,
``BUONO``)::

    nov 26, 2020 2:29:15 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut checkMove
    FINE: Turn: W Pawn from e3 to c3

``Players`` names both players, ``Stato:`` is followed by the state in letters (``O W B K T``, then ``-`` and the turn,
``W``, ``B``, ``WW``, ``BW`` or ``D``), ``Pedina nera rimossa in`` names a captured piece. In a
:class:`~hnefatafl.records.Game` the players are the tags ``defenders`` and ``attackers``, as in OTN, and the date of
the first message is ``date``; a log that stops without a winner has no result.

**Leniencies.** The parser of states accepts the keys in any order, and ``EMPTY`` on the throne. The parser of actions
accepts squares in capitals. The parser of logs

* accepts any level and date, unknown messages, and any line end;
* accepts a capture that is logged twice, and reads it as one;
* accepts logs that stop anywhere, in the middle of a state too;
* reads ``Players:\tWhite:\tAnn\tvs\tBo``, as the server writes it, and the older form without ``White:``;
* keeps a move that the server refused as an :class:`~hnefatafl.records.UnparsedToken` with the server's reason;
* treats every ``Stato:`` after the first as a result of the moves, and reads only the turn of the last one.

It does not accept a log of more than one game, or of more than 4,194,304 characters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final, cast

from attrs import evolve, field

from hnefatafl import variants
from hnefatafl.board import Board, Move, Piece, Side, Square
from hnefatafl.errors import IllegalMoveError, NotationError, NotExpressibleError
from hnefatafl.notation._ranks import Alphabet, Row, parts
from hnefatafl.notation.moves import SQUARES
from hnefatafl.play import Position
from hnefatafl.records import Game, RecordedMove, UnparsedToken, explicit_start
from hnefatafl.rules import RulesetLike, as_ruleset, as_side
from hnefatafl.support.arguments import check, is_a
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import MAX_LENGTH, check_length, dump, entry, load, place

__all__ = [
    "MAX_LENGTH",
    "PLAYERS",
    "TAGS",
    "THRONE",
    "TURNS",
    "Action",
    "GameState",
    "LogMessage",
    "accepted",
    "asked",
    "cached",
    "format_action",
    "format_log",
    "format_state",
    "parse_action",
    "parse_log",
    "parse_state",
    "says",
    "stated",
]


_SIZE: Final = 9
THRONE: Final = Square(4, 4)
"""The throne of its board."""
_CLASS: Final = "it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut"
_MOVED: Final = "Movimento pedina"
_STATE: Final = "Stato:"
PLAYERS: Final = "Players:\t"
"""How the message with the names of the players begins."""
_LETTERS: Final = {"WHITE": "W", "BLACK": "B", "WHITEWIN": "WW", "BLACKWIN": "BW", "DRAW": "D"}
"""The turns of a state, and what logs write for them."""
TURNS: Final = {Side.DEFENDERS: "W", Side.ATTACKERS: "B"}
"""The letters of the sides."""
_ALPHABET: Final = Alphabet(
    notation="the server of Bologna",
    letters={Piece.ATTACKER: "B", Piece.DEFENDER: "W", Piece.KING: "K"},
    empty="O",
    others={"T": None},
    sizes=(_SIZE,),
)


@frozen(kw_only=True)
class LogMessage:
    """A message of the server's log.

    >>> print(LogMessage(method="<init>", text="Inizio partita").dated("Nov 05, 2020 11:12:53 PM"))
    Nov 05, 2020 11:12:53 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut <init>
    FINE: Inizio partita
    """

    method: str
    """The method of the server that writes it."""
    text: str
    """The message; that with a state has several lines."""
    level: str = "FINE"
    """``FINE``, or ``WARNING`` for a refused move."""

    def dated(self, date: str) -> str:
        """Return the lines of the log, without a line end after the last.

        Arguments:
            date: the date as Java writes it in English, ``Nov 05, 2020 11:12:53 PM``.
        """
        return f"{date} {_CLASS} {self.method}\n{self.level}: {self.text}"


def _write_ranks(board: Board) -> list[str]:
    """Return the ranks of a board in letters, rank 1 first.

    Raises:
        NotExpressibleError: the board has not nine ranks, or the server does not know one of the pieces.
    """
    ranks = _ALPHABET.write(board, top_first=False)
    if THRONE not in board:
        rank = ranks[THRONE.rank]
        ranks[THRONE.rank] = f"{rank[: THRONE.file]}T{rank[THRONE.file + 1 :]}"
    return ranks


def stated(method: str, board: Board, word: str) -> LogMessage:
    """Return the message with a state, whose turn is that word."""
    check("board", board, Board)
    return LogMessage(method=method, text="\n".join([_STATE, *_write_ranks(board), "-", _LETTERS[word]]))


def asked(turn: Side | str, origin: object, target: object) -> LogMessage:
    """Return the message of a move that a player sends."""
    return LogMessage(method="checkMove", text=f"Turn: {TURNS[as_side(turn, 'turn')]} Pawn from {origin} to {target}")


def accepted(mover: Side | str, captures: Collection[Square]) -> Iterator[LogMessage]:
    """Yield the messages of a move that was accepted: the move and its captures.

    >>> [message.text for message in accepted(Side.DEFENDERS, [])]
    ['Movimento pedina']
    """
    yield LogMessage(method="movePawn", text=_MOVED)
    white = as_side(mover, "mover") is Side.DEFENDERS
    colour, method = ("nera", "checkCaptureWhite") if white else ("bianca", "checkCaptureBlack")
    for square in captures:
        yield LogMessage(method=method, text=f"Pedina {colour} rimossa in: {square}")
    if captures:
        yield LogMessage(method="checkMove", text="Capture! Draw cache cleared!")


def cached(count: int) -> LogMessage:
    """Return the message of how many positions are remembered for a draw."""
    return LogMessage(method="checkMove", text=f"Current draw cache size: {count}")


TAGS: Final = ("date", "defenders", "attackers")
"""The tags that a log can contain."""

_NAMES: Final = {Piece.ATTACKER: "BLACK", Piece.DEFENDER: "WHITE", Piece.KING: "KING"}
_PIECES: Final[dict[str, Piece | None]] = {name: piece for piece, name in _NAMES.items()} | {"EMPTY": None}
_TURNS: Final = {Side.ATTACKERS: "BLACK", Side.DEFENDERS: "WHITE"}
_RESULTS: Final = {"White": "WHITEWIN", "Black": "BLACKWIN", "Draw": "DRAW"}


@frozen(kw_only=True)
class GameState:
    """A message of the server: the board, and the side to move or the result.

    >>> state = GameState(board=variants.ASHTON_TABLUT.start, turn=None, result="White")
    >>> state.word
    'WHITEWIN'
    """

    board: Board = field(validator=is_a(Board))
    """The board."""
    turn: Side | None = field(validator=is_a(Side, optional=True))
    """The side to move, or None at the end."""
    result: str = ""
    """``White``, ``Black`` or ``Draw`` at the end, and nothing before."""

    @property
    def word(self) -> str:
        """The turn as the server writes it."""
        return _TURNS[self.turn] if self.turn is not None else _RESULTS.get(self.result, "DRAW")


@frozen(kw_only=True)
class Action:
    """A message of a player: a move.

    >>> Action(move=Move.parse("e3-c3"), turn=Side.DEFENDERS)
    Action(move=Move.parse('e3-c3'), turn=Side.DEFENDERS)
    """

    move: Move = field(validator=is_a(Move))
    """The move."""
    turn: Side = field(validator=is_a(Side))
    """The side that moves."""


def parse_state(text: str) -> GameState:
    """Read a state.

    >>> state = parse_state(format_state(GameState(board=variants.ASHTON_TABLUT.start, turn=Side.DEFENDERS)))
    >>> state.turn, state.board.king
    (Side.DEFENDERS, Square(e5))

    Raises:
        NotationError: the text is none.
    """
    entries = load(text)
    offset = place(text, "board")
    rows = [_as_list(row) for row in _as_list(entry(entries, "board", object, text))]
    if len(rows) != _SIZE or any(len(row) != _SIZE for row in rows):
        raise NotationError(f"board: {_SIZE} rows of {_SIZE} squares were expected", text, offset)
    pieces: dict[Square, Piece] = {}
    for rank, row in enumerate(rows):
        for file, name in enumerate(row):
            square = Square(file, rank)
            if not isinstance(name, str) or (name not in _PIECES and (name != "THRONE" or square != THRONE)):
                names = ", ".join((*_PIECES, *(["THRONE"] if square == THRONE else [])))
                raise NotationError(f"board: one of {names} was expected on {square}", text, offset)
            piece = _PIECES.get(name)
            if piece is not None:
                pieces[square] = piece
    return _state(Board(_SIZE, pieces), entry(entries, "turn", str, text), text, place(text, "turn"))


def _as_list(value: object) -> list[object]:
    """Return the value if it is a list, else an empty list."""
    return cast("list[object]", value) if isinstance(value, list) else []


def _state(board: Board, word: str, text: str, offset: int) -> GameState:
    for turn, name in _TURNS.items():
        if name == word:
            return GameState(board=board, turn=turn)
    for result, name in _RESULTS.items():
        if name == word:
            return GameState(board=board, turn=None, result=result)
    raise NotationError(f"turn: one of {', '.join(_LETTERS)} was expected", text, offset)


def format_state(state: GameState) -> str:
    """Write a state, as the server does.

    >>> text = format_state(GameState(board=variants.ASHTON_TABLUT.start, turn=Side.DEFENDERS))
    >>> text[:27], text[-15:]
    ('{"board":[["EMPTY","EMPTY",', '"turn":"WHITE"}')

    Raises:
        NotExpressibleError: the board has not nine ranks, or the server does not know one of the pieces.
    """
    names = {"O": "EMPTY", "T": "THRONE"} | {letter: _NAMES[piece] for piece, letter in _ALPHABET.letters.items()}
    return dump({"board": [[names[letter] for letter in row] for row in _write_ranks(state.board)], "turn": state.word})


def parse_action(text: str, turn: Side | None = None) -> Action:
    """Read an action.

    >>> parse_action('{"from":"e3","to":"c3","turn":"WHITE"}').move
    Move.parse('e3-c3')
    >>> parse_action('{"from":"e3","to":"c3"}', Side.DEFENDERS).turn
    Side.DEFENDERS

    Arguments:
        text: the text.
        turn: the side to move, if it is known; then the turn in the text is ignored, as the server ignores it.

    Raises:
        NotationError: the text is none, or its squares are not on the board.
    """
    entries = load(text)
    squares: list[Square] = []
    for key in ("from", "to"):
        square = SQUARES.get(entry(entries, key, str, text).lower())
        if square is None or not square.on(_SIZE):
            raise NotationError(f"{key}: a square of the board was expected", text, place(text, key))
        squares.append(square)
    if turn is None:
        word = entry(entries, "turn", str, text)
        turn = next((side for side, name in _TURNS.items() if name == word), None)
    if turn is None:
        raise NotationError("turn: WHITE or BLACK was expected", text, place(text, "turn"))
    return Action(move=Move.of(*squares), turn=turn)


def format_action(action: Action) -> str:
    """Write an action.

    >>> format_action(Action(move=Move.parse("e3-c3"), turn=Side.DEFENDERS))
    '{"from":"e3","to":"c3","turn":"WHITE"}'
    """
    move = action.move
    return dump({"from": move.origin.name, "to": move.target.name, "turn": _TURNS[action.turn]})


# Logs.

_HEADER: Final = re.compile(r"(\S.{0,80}?) (?=[\w.]*?it\.unibo\.\S)\S++ \S++\s*+")
_MOVE: Final = re.compile(r"Turn: [WB] Pawn from ([A-Ia-i][1-9]) to ([A-Ia-i][1-9])\s*", re.ASCII)
_TAKEN: Final = re.compile(r"Pedina (?:nera|bianca) rimossa in: ([a-i][1-9])\s*", re.ASCII)
_NOBODY: Final = "?"
_SOME_DAY: Final = "Jan 01, 1970 12:00:00 AM"


class _LogReader:
    """A log that is being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.moves: list[RecordedMove] = []
        self.unparsed: list[UnparsedToken] = []
        self.first: GameState | None = None
        self.last = ""
        """The turn of the last state."""
        self._lines = parts(text, "\n")
        self._date = ""
        self._asked: tuple[str, str, int] | None = None
        """The squares of a move that the server has not yet accepted, and where it stands."""

    def read(self) -> None:
        for line, offset in self._lines:
            header = _HEADER.fullmatch(line)
            if header is not None:
                self._date = header[1]
                continue
            message = line.partition(": ")[2]
            if message.startswith(PLAYERS):
                self._read_players(message.removeprefix(PLAYERS), offset)
            elif message.startswith(_STATE):
                self._read_state(offset + len(line))
            elif message:
                self._read_message(message, offset + len(line) - len(message))
        self._refuse("the log ends here")

    def _read_players(self, message: str, offset: int) -> None:
        if self.first is not None or "date" in self.tags:
            raise NotationError("one game was expected; here another begins", self.text, offset)
        self.tags["date"] = self._date
        names = [name.strip() for name in message.removeprefix("White:\t").split("\tvs\t")]
        if len(names) != 2:
            raise NotationError("two players were expected, with vs between them", self.text, offset)
        self.tags |= {tag: name for tag, name in zip(("defenders", "attackers"), names, strict=True) if name != "?"}

    def _read_message(self, message: str, offset: int) -> None:
        move, taken = _MOVE.fullmatch(message), _TAKEN.fullmatch(message)
        if move is not None:
            self._refuse("the log goes on with another move")
            self._asked = move[1].lower(), move[2].lower(), offset
        elif message.startswith(_MOVED) and self._asked is not None:
            origin, target, offset = self._asked
            self._asked = None
            recorded = RecordedMove(
                origin=SQUARES[origin], target=SQUARES[target], text=f"{origin}-{target}", offset=offset
            )
            self.moves.append(recorded)
        elif taken is not None and self.moves:
            self._take(SQUARES[taken[1]])
        else:
            self._refuse(message.strip())

    def _take(self, square: Square) -> None:
        last = self.moves[-1]
        if square not in last.captures:
            self.moves[-1] = evolve(last, captures=(*last.captures, square), text=f"{last.text}x{square}")

    def _refuse(self, reason: str) -> None:
        """Keep a move that the server refused."""
        if self._asked is not None:
            origin, target, offset = self._asked
            number = len(self.moves) + len(self.unparsed)
            self.unparsed.append(UnparsedToken(number=number, text=f"{origin}-{target}", offset=offset, message=reason))
            self._asked = None

    def _read_state(self, end: int) -> None:
        rows: list[Row] = []
        for line, offset in self._lines:
            row = line.strip()
            if row == "-":
                break
            rows.append((row, offset))
            if len(rows) > _SIZE:
                raise NotationError(f"- was expected after {_SIZE} ranks", self.text, offset)
        else:
            return  # the log is cut off
        word, offset = next(self._lines, ("", end))
        states = [name for name, letters in _LETTERS.items() if letters == word.strip()]
        if not states:
            if word or self.first is None:
                raise NotationError(f"one of {', '.join(_LETTERS.values())} was expected", self.text, offset)
            return
        board = _ALPHABET.read(rows, self.text, top_first=False)
        self.last = states[0]
        if self.first is None:
            self.first = _state(board, self.last, self.text, offset)


def parse_log(text: str, ruleset: RulesetLike = variants.ASHTON_TABLUT) -> Game:
    """Read the log of a game.

    >>> from hnefatafl.records import Game
    >>> log = format_log(Game(ruleset=variants.ASHTON_TABLUT).add([Move.parse("e3-c3")]))
    >>> print(*parse_log(log).moves)
    e3-c3

    Raises:
        NotationError: the text is no log of one game.
        InvalidSetupError: the position that it begins with cannot be played under the rules.
    """
    ruleset = as_ruleset(ruleset)
    check_length(text, "a log")
    log = _LogReader(text)
    log.read()
    if log.first is None:
        raise NotationError("the state at the beginning of a game was expected", text, len(text))
    position = Position.from_board(log.first.board, ruleset, log.first.turn or ruleset.first or Side.DEFENDERS)
    return Game(
        ruleset=ruleset,
        start=explicit_start(position),
        moves=log.moves,
        tags=log.tags,
        result=next((result for result, word in _RESULTS.items() if word == log.last), ""),
        unparsed=log.unparsed,
    )


def says(name: str, value: str) -> bool:
    """Return whether a log can have a tag, with that value.

    >>> says("attackers", "Ann"), says("event", "Cup")
    (True, False)
    """
    if name == "date":
        header = _HEADER.fullmatch(f"{value} {_CLASS} <init>")
        return header is not None and header[1] == value
    return name in TAGS and value not in ("", _NOBODY) and value == " ".join(value.split()) and value.isprintable()


def format_log(game: Game) -> str:
    """Write a log of a game, with the board after each of its moves. All messages have the date of the tag ``date``.

    Everything else in a record is left out; :func:`hnefatafl.notation.convert.losses` names it.

    >>> from hnefatafl.records import Game
    >>> log = format_log(Game(ruleset=variants.ASHTON_TABLUT).add([Move.parse("e3-c3")]))
    >>> print(*(line for line in log.splitlines() if "Turn" in line))
    FINE: Turn: W Pawn from e3 to c3

    Raises:
        NotExpressibleError: the board has not nine ranks, or the server does not know one of the pieces; or a tag that
            is written would not be read as it is (:func:`says`); or a move is illegal, so that there is no board after
            it.
        InvalidSetupError: the first move is by lot, and the game does not say whose it was.
    """
    check("game", game, Game)
    lost = [f"the tag {name}" for name, value in game.tags.items() if name in TAGS and not says(name, value)]
    if lost:
        raise NotExpressibleError(_ALPHABET.notation, lost)
    date = game.tags.get("date", _SOME_DAY)
    return "".join(f"{message.dated(date)}\n" for message in _messages(game))


def _messages(game: Game) -> Iterator[LogMessage]:
    """Yield the messages."""
    replay = game.replay(lenient=True)
    if isinstance(replay.error, IllegalMoveError):
        raise NotExpressibleError(_ALPHABET.notation, [f"the illegal move {replay.error.move}"])
    if replay.error is not None or replay.position.roll_pending is not None:
        raise NotExpressibleError(_ALPHABET.notation, ["rolls"])
    position, kept = replay.start, 0
    white, black = (game.tags.get(tag, _NOBODY) for tag in ("defenders", "attackers"))
    yield LogMessage(method="<init>", text=f"{PLAYERS}White:\t{white}\tvs\t{black}")
    yield LogMessage(method="<init>", text="Inizio partita")
    yield _logged("<init>", position, "")
    for number, (recorded, (before, position)) in enumerate(
        zip(game.moves, pairwise(replay.positions()), strict=True), start=1
    ):
        yield asked(before.turn, recorded.origin, recorded.target)
        yield from accepted(before.turn, recorded.captures)
        kept = 1 if recorded.captures else kept + 1
        yield cached(kept)
        yield _logged("checkMove", position, game.result if number == len(game.moves) else "")
    if game.result in _RESULTS:
        yield _logged("endGame", position, game.result)


def _logged(method: str, position: Position, result: str) -> LogMessage:
    state = GameState(board=position.board, turn=None if result in _RESULTS else position.turn, result=result)
    return stated(method, state.board, state.word)
